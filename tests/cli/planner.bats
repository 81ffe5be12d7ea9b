# SPDX-License-Identifier: GPL-3.0-or-later
# The agent planner in the commands that take agents.

bats_require_minimum_version 1.5.0
load csv
load refuses

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "it plays under every preset, for every number of players" {
    for rules in pagat,players=3 pagat,players=4 pagat,players=4,teams=0 french,players=4 playpasur bicycle \
        wikipedia,players=3 ru-baaz 'pagat,sur_points=10,clubs=percard,sur_jack=1' pagat,open_hands=1; do
        "$PASUR" sim planner:playouts=30 random --rules "$rules" --boards 2 --csv out.csv -q >/dev/null
        [[ $(field out.csv 1 diff_mean) != -* ]] || { echo "$rules"; false; }
    done
}

@test "it beats tactic clearly" {
    "$PASUR" sim planner:playouts=100 tactic --boards 30 --csv two.csv -q >/dev/null
    awk -v low="$(field two.csv 1 diff_ci_low)" 'BEGIN { exit !(low > 0.5) }'
}

@test "the answer does not depend on the threads, nor on the instruction set" {
    agent=planner:playouts=60
    "$PASUR" sim $agent tactic --boards 6 --threads 1 --csv one.csv -q >/dev/null
    "$PASUR" sim $agent tactic --boards 6 --threads 3 --csv three.csv -q >/dev/null
    PASUR_ISA=plain "$PASUR" sim $agent tactic --boards 6 --csv plain.csv -q >/dev/null
    diff <(untimed one.csv) <(untimed three.csv)
    diff <(untimed one.csv) <(untimed plain.csv)
}

@test "it is served, advises, and is judged as any other agent" {
    agent=planner:playouts=20
    "$PASUR" sim "exec:$PASUR serve $agent" random --boards 2 --csv served.csv -q >/dev/null
    "$PASUR" sim $agent random --boards 2 --csv here.csv -q >/dev/null
    [ "$(field served.csv 1 diff_mean)" = "$(field here.csv 1 diff_mean)" ]
    for threads in 1 3; do
        "$PASUR" advise --hand 7h4cJdKs --pool 2c5d9h --agent $agent --iters 2k --threads $threads -q >$threads.txt
    done
    cmp 1.txt 3.txt
    grep -q '^\* Jdx2c5d9h ' 1.txt
    grep -q 'iterations in 16 trees by planner' 1.txt
    "$PASUR" advise --hand 7h4cJdKs --pool 2c5d9h --agent planner:playouts=200 --iters 3200 -q >behind.txt
    grep -q 'iterations in 16 trees by planner' behind.txt && ! grep -q '3.2k iterations' behind.txt # some plays left early
    "$PASUR" sim random greedy --boards 1 --no-duplicate --records games -q >/dev/null
    "$PASUR" review games --agent $agent --iters 100 -q | grep -q '^random  *1  *24 '
    "$PASUR" exploit planner:playouts=101 --exploiters random --boards 2 -q | grep -q 'since it searches'
}

@test "its net may be one of a file" {
    figures() { "$PASUR" sim "$1" greedy --boards 2 --csv - -q | grep -v '^#' | tail -n +2 | cut -d, -f3-9; }
    figures planner:name=it,playouts=20 >builtin
    figures "planner:name=it,playouts=20,file=$BATS_TEST_DIRNAME/../../data/two.net" >same
    cmp builtin same
    "$PASUR" learn --rounds 48 --generations 1 --epochs 1 --boards 10 --units 16 -o other.net -q >out
    figures planner:name=it,playouts=20,file=other.net >other
    run ! cmp -s builtin other
    refuses sim planner:file=missing.net greedy -- "agent planner: missing.net: No such file"
}

# bats test_tags=quick
@test "what it cannot do is one line" {
    refuses sim planner:playouts=9,time=1 random -- "agent planner: playouts and time exclude each other"
    refuses sim planner:styles=net random -- "unknown style 'net'"
    refuses sim planner:styles=policy,trust=0 random -- 'trust=0 leaves no style'
    refuses sim exploiter:planner random -- 'searches, too slowly'
    refuses sim exploiter:planner:playouts=101 random -- 'searches, too slowly'
    "$PASUR" sim planner:time=0.001 random --boards 1 -q | grep -q 'decides by the clock'
}

@test "with few playouts it can be asked what it would play with each hand, and exploit takes it to be so" {
    "$PASUR" sim exploiter:playouts=10,hands=10:planner:playouts=10,hands=10 random --boards 1 --records one -q >/dev/null
    "$PASUR" sim exploiter:playouts=10,hands=10:planner:playouts=10,hands=10 random --boards 1 --threads 1 --records two -q >/dev/null
    cmp one two
    "$PASUR" exploit planner --dry-run -q | grep -q ' exploiter:search=1,playouts=60,hands=60:planner:playouts=100,hands=100$'
    "$PASUR" exploit planner:playouts=9 --dry-run -q |
        grep -q ': exploiter:playouts=60,hands=60:planner:playouts=9 exploiter:search=1,playouts=60,hands=60:planner:playouts=9 ismcts$'
    "$PASUR" exploit planner:playouts=9 --exploiters exploiter:playouts=10,hands=10:planner:playouts=9,random --trial 1 --boards 2 --csv a.csv >out
    grep -v '^#' a.csv | tail -n 2 | head -n 1 | grep -q ',planner:playouts=9$\|,$'
}
