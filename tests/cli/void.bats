# SPDX-License-Identifier: GPL-3.0-or-later
# Illegal plays: every command that plays leaves the board out, says who played what where, and keeps to --max-void. ROGUE is
# the program with one agent more, which breaks the rules (tests/rogue).

bats_require_minimum_version 1.5.0
load csv

position="--hand Ac4d8sQh --pool 3c9d"

# command with an agent that fails now and then | the same with one that always does
runs=(
    "sim greedy rogue:every=2000 --boards 400 | sim greedy rogue --boards 40"
    "tactics --tactics deny_sur --opponent rogue:every=2000 --boards 400 | tactics --tactics deny_sur --opponent rogue --boards 40"
    "tactics --tactics deny_sur --opponent rogue:every=4000 --matches 200 | tactics --tactics deny_sur --opponent rogue --matches 10"
    "rate greedy random rogue:every=2000 --boards 200 | rate greedy rogue --boards 20"
    "tune rogue:every=30000 --params every --opponent random --rounds 100k --test 5000 | tune rogue --params every --opponent random --rounds 100k --test 5000"
    "power greedy rogue:every=2000 --ci 0.1 --pilot 400 | power greedy rogue --ci 0.1 --pilot 200"
    "exploit rogue:every=2000 --exploiters greedy,counter --boards 400 | exploit rogue --exploiters greedy --boards 20"
    "rate greedy random rogue:every=2000 --matches 100 --rules pagat,target=20 | rate greedy rogue --matches 10"
    "tune rogue:every=60000 --params every --opponent random --matches 40k --rules pagat,target=10 --test 5000 | tune rogue --params every --opponent random --matches 40k --test 5000"
    "equity greedy rogue:every=400 --rules pagat,target=15 --boards 2k --check 40 | equity rogue greedy --rules pagat,target=15 --boards 1k --check 0"
    "openings --agent rogue:every=2000 --boards 400 | openings --agent rogue --boards 20"
    "regret rogue:every=20 --positions 200 --playouts 10 | regret rogue --positions 20 --playouts 10"
    "advise $position --agent rogue:every=2000 --iters 400 | advise $position --agent rogue --iters 200"
)

setup() { cd "$BATS_TEST_TMPDIR"; }

# csv_option COMMAND FILE: power has no figures
csv_option() { [ "${1%% *}" = power ] || echo "--csv $2"; }

# told PATTERN FILE: a line of the file tells of a void board (a pattern: which) in full
# boards are counted from 0 in what the command plays, whatever their number in the run
told() { ! grep -Eq "board [0-9]{10}" "$2" && grep -Eq "$1: agent rogue(:[^ ]*)? at seat [0-3] played [^ ]+: [a-z].*; hand [^ ]+, pool [^ ]+$" "$2"; }

@test "an illegal play makes the board void, and more than --max-void allows end with status 4" {
    for row in "${runs[@]}"; do
        for command in "${row% | *}" "${row#* | }"; do
            status=0
            "$ROGUE" $command --quiet >out 2>err || status=$?
            [ "$status" -eq 4 ]
            [ "$(wc -l <err)" -eq 1 ]
            told "^pasur ${command%% *}: .*(the position|(board|deal) [0-9]+( of the [a-z]+)?(, seating [0-3](, round [0-9]+)?)?)" err
        done
    done
}

@test "void boards that are allowed are counted by agent and reason" {
    for row in "${runs[@]}"; do
        command=${row% | *}
        status=0
        "$ROGUE" $command --quiet --max-void 0.9 $(csv_option "$command" a.csv) >out 2>err || status=$?
        [[ "$status" =~ ^[013]$ ]] # those of tune
        [ ! -s err ]
        voids=$(sed -n 's/^void [a-z]*: //p' out)
        [ "$voids" -gt 0 ]
        [ "$(grep -cE '^  [0-9]+ such as ' out)" -ge 1 ]
        [ "$(sed -n 's/^  \([0-9]*\) such as .*/\1/p' out | awk '{ n += $1 } END { print n }')" -eq "$voids" ]
        told '^  [0-9]+ such as (board|deal) [0-9]+( of the [a-z]+)?(, seating [0-3](, round [0-9]+)?)?' out
        grep -q '^Again: .* --max-void 0.9' out
        [ "${command%% *}" = power ] || grep -q '^# void: [0-9]* such as ' a.csv
    done
}

@test "what is void does not depend on the threads" {
    for row in "${runs[@]}"; do
        for threads in 1 3; do
            "$ROGUE" ${row% | *} --quiet --max-void 0.9 $(csv_option "$row" csv) --threads $threads >out || true
            sed -n '/^void/,/^Again/p' out | grep -v '^Again' >voids$threads
            [ "${row%% *}" = power ] || grep -v '^# ' csv >figures$threads
        done
        cmp voids1 voids3
        [[ "${row%% *}" =~ ^(sim|power)$ ]] || cmp figures1 figures3
    done
}

@test "a pilot of boards that are void is as little trusted" {
    pilot="power greedy rogue:every=1000 --ci 1 --pilot 1000"
    status=0
    "$ROGUE" $pilot -q >out 2>err || status=$?
    [ "$status" -eq 4 ]
    [ "$(cat out)" = "PARTIAL: the first 0 of 1000 boards of the pilot" ]
    told "^pasur power: 1 void board, more than --max-void allows; the first: board [0-9]* of the pilot, seating [01]" err
    "$ROGUE" $pilot -q --max-void 0.5 >out
    voids=$(sed -n 's/^void boards: //p' out)
    [ "$voids" -gt 0 ]
    grep -q "^Pilot: $((1000 - voids)) boards of 2 rounds" out
    told '^  [0-9]+ such as board [0-9]+ of the pilot, seating [01]' out
    # allowed or not, what is left must do for a pilot
    status=0
    "$ROGUE" power greedy rogue --ci 1 --max-void 1G -q >out 2>err || status=$?
    [ "$status" -eq 4 ]
    grep -qx "pasur power: 2000 of 2000 boards of the pilot are void: too few are left" err
}

@test "where every board is void there are no figures and no crash" {
    for row in "${runs[@]:0:4}"; do
        status=0
        "$ROGUE" ${row#* | } --quiet --max-void 1G >out 2>&1 || status=$?
        [ "$status" -le 3 ]
        grep -q '^void boards: [1-9]' out
        ! grep -qE 'nan|unknown' out
    done
}

@test "an agent of which no board counts has no rating, and stands last" {
    "$ROGUE" rate rogue greedy random --boards 10 --quiet --max-void 1G --csv rated.csv >out
    grep -Eq '^ *3  rogue +0$' out
    grep -q '^rogue,0,,,,,,,,,,,,,0,,' rated.csv
    grep -Eq '^greedy,20,[0-9.]+,,,[0-9.]+,' rated.csv
}

@test "agents that search are not brought down by a rival that breaks the rules" {
    for pair in "ismcts:iters=20 pool" "ismcts:iters=20 two" "ismcts:iters=20 stolen" "ismcts:iters=20,keep=0 pool" \
        "ismcts:iters=20,variant=pimc pool" "oracle pool"; do
        "$ROGUE" sim "${pair% *}" "rogue:how=${pair#* },every=20" --boards 3 --quiet --max-void 3 >out
        grep -q '^void boards: [1-3]$' out
    done
}

@test "the program itself knows no agent that breaks the rules" {
    run "$PASUR" sim greedy rogue --boards 1
    [ "$status" -eq 2 ]
    ! "$PASUR" agents | grep -q rogue
}
