# SPDX-License-Identifier: GPL-3.0-or-later
# The agent policy in every command that takes agents, with its own nets and with files of nets.

bats_require_minimum_version 1.5.0
load csv

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "it plays under every preset, for every number of players" {
    for rules in pagat pagat,players=3 pagat,players=4 pagat,players=4,teams=0 french,players=4 playpasur bicycle \
        wikipedia,players=3 ru-baaz playpasur,players=4 bicycle,players=4 'pagat,sur_points=10,clubs=percard,sur_jack=1'; do
        "$PASUR" sim policy random --rules "$rules" --boards 12 --csv out.csv -q >/dev/null
        [[ $(field out.csv 1 diff_mean) != -* ]] || { echo "$rules"; false; }
    done
}

# bats test_tags=slow
@test "with its nets it beats tactic" {
    "$PASUR" sim policy tactic --boards 1k --csv two.csv -q >/dev/null
    awk -v low="$(field two.csv 1 diff_ci_low)" 'BEGIN { exit !(low > 1) }'
    for rules in pagat,players=3 pagat,players=4 pagat,players=4,teams=0; do
        "$PASUR" sim policy tactic --rules "$rules" --boards 2k --csv more.csv -q >/dev/null
        awk -v low="$(field more.csv 1 diff_ci_low)" 'BEGIN { exit !(low > 0) }' || { echo "$rules"; false; }
    done
}

@test "the answer does not depend on the threads, also where plays are drawn" {
    for agent in policy policy:mix=0.5; do
        "$PASUR" sim "$agent" greedy --boards 60 --threads 1 --csv one.csv -q >/dev/null
        "$PASUR" sim "$agent" greedy --boards 60 --threads 3 --csv three.csv -q >/dev/null
        diff <(untimed one.csv) <(untimed three.csv)
    done
}

# bats test_tags=slow
@test "it sits in matches, tournaments, tactics, tunings, exploits and at the line protocol" {
    "$PASUR" sim policy tactic --matches 3 -q >/dev/null
    "$PASUR" rate policy tactic greedy --boards 60 -q | grep -q '^ *1  policy '
    "$PASUR" tactics --opponent policy --tactics deny_sur --boards 100 --csv tactics.csv -q >/dev/null
    grep -q '^deny_sur,alone,policy,' tactics.csv
    "$PASUR" tune tactic --params deny_sur --opponent policy --dry-run -q | grep -q policy
    "$PASUR" exploit policy --exploiters exploiter:playouts=9:policy,greedy --boards 2 --trial 1 -q | grep -q 'policy'
    "$PASUR" sim "exec:$PASUR serve policy" random --boards 3 --csv served.csv -q >/dev/null
    "$PASUR" sim policy random --boards 3 --csv here.csv -q >/dev/null
    [ "$(field served.csv 1 diff_mean)" = "$(field here.csv 1 diff_mean)" ]
}

@test "records replay, and a position of one is advised on" {
    "$PASUR" sim policy policy:exact=0 --boards 3 --records games -q >/dev/null
    "$PASUR" replay games >replayed
    [ "$(grep -c ',1,' replayed)" -eq 6 ]
    "$PASUR" advise games --ply 20 --agent policy --iters 200 --csv advice.csv -q
    [ "$(grep -vc '^#' advice.csv)" -gt 1 ]
    "$PASUR" advise --hand 7h4cJdKs --pool 2c5d9h --agent policy --iters 100 -q >/dev/null
}

@test "a file that is no net, is damaged or is for other tables is refused with one line" {
    printf 'pasur-net 1\n' >short
    printf 'deny_sur 1\n' >weights
    for file in short weights /nowhere/net .; do
        run --separate-stderr -2 "$PASUR" sim "policy:file=$file" random --boards 1
        [ "${#stderr_lines[@]}" -eq 1 ]
        [[ $stderr == *"$file"* ]]
    done
}

@test "help says what it is" {
    "$PASUR" agents policy >out
    grep -q 'net' out
    for param in file exact mix; do grep -q "^ *$param=" out; done
}

@test "a search asks the net: prior= and the style policy" {
    for asks in prior=50 styles=loose+policy,infer=20; do
        for rules in pagat pagat,players=3 pagat,players=4; do
            for threads in 1 3; do
                "$PASUR" sim "ismcts:iters=40,$asks" policy --rules $rules --boards 3 --threads $threads --records $threads -q >/dev/null
            done
            cmp 1 3
        done
        "$PASUR" sim "ismcts:iters=40,$asks" policy --boards 3 --records games -q >/dev/null
        "$PASUR" advise games --ply 20 --agent "ismcts:$asks" --iters 200 -q >/dev/null
    done
    run --separate-stderr -2 "$PASUR" sim ismcts:prior=50,select=puct random --boards 1
    [ "$stderr" = "pasur sim: agent ismcts: prior goes with select=ucb1 or ucbtuned, variant=so or mo" ]
}
