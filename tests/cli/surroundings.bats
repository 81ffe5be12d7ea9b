# SPDX-License-Identifier: GPL-3.0-or-later
# What a run finds around it: closed descriptors, no threads, small stacks, signals that are ignored, terminals.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load kept

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# limited: the program can begin at all with little memory, which the sanitizers prevent
limited() { (ulimit -v 300000 && "$PASUR" --version) >/dev/null 2>&1 || skip "this build needs more memory to begin with"; }

# bats test_tags=quick
@test "a closed descriptor is no file of the user's" {
    watched="'$PASUR' advise --hand Ac4d8sQh --pool 3c9d --iters 2k"
    bash -c "$watched --csv whole" >printed 2>/dev/null
    for closed in "2>&-" "0<&- 2>&-" ">&- 2>&-" "0<&- >&- 2>&-"; do
        rm -f a.csv
        run bash -c "$watched --csv a.csv $closed"
        if [[ "$closed" == *">&- 2"* ]]; then [ "$status" -eq 5 ]; else [ "$status" -eq 0 ]; fi
        diff <(grep -v '^#' whole) <(grep -v '^#' a.csv)
        [ "$(head -c 10 a.csv | tr '\0' '?')" = "# version:" ]
    done
    # who prints where nobody can read has failed
    run --separate-stderr bash -c "'$PASUR' sim greedy random --boards 20 --csv a.csv >&-"
    [ "$status" -eq 5 ]
    [ "$stderr" = "pasur sim: standard output: Bad file descriptor" ]
    "$PASUR" sim greedy random --boards 20 --csv a.csv 0<&- >summary
    run --separate-stderr bash -c "'$PASUR' replay - <&-"
    [ "$status" -eq 5 ]
    [ -z "$output" ]
}

@test "threads that cannot be started are told before a file is touched" {
    for command in "sim greedy random --boards 20" "tactics --boards 20"; do
        echo old >a.csv
        run --separate-stderr bash -c "OMP_STACKSIZE=200000G '$PASUR' $command --threads 2 --csv a.csv"
        [ "$status" -eq 5 ]
        [ -z "$output" ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        [[ "$stderr" == "pasur ${command%% *}: 2 threads with a stack of 512 kB cannot be started: "* ]]
        [ "$(cat a.csv)" = old ]
    done
    # threads that start, and whose stack is too small to play
    run --separate-stderr bash -c "OMP_STACKSIZE=64k '$PASUR' sim greedy random --boards 20 --threads 2"
    [ "$status" -eq 5 ]
    [ "$stderr" = "pasur sim: 2 threads with a stack of 512 kB cannot be started: reduce --threads, or allow more memory, processes or stack (ulimit -v, ulimit -u, OMP_STACKSIZE)" ]
    # one thread is there already
    OMP_STACKSIZE=200000G "$PASUR" sim greedy random --boards 20 --threads 1 >summary
}

@test "a decision that would take days is dropped some seconds after SIGTERM, and its board is not counted" {
    hasty
    for agent in ismcts:iters=1G ismcts:time=3600 planner:playouts=1G,behind=0; do
        "$PASUR" sim $agent random --boards 9 --threads 2 --run d >out 2>errors &
        until [ -s d/run.json ]; do kill -0 $!; sleep 0.1; done
        kill -TERM $!
        status=0
        wait $! || status=$?
        [ "$status" -eq 130 ]
        grep -qx 'PARTIAL: the first 0 of 9 boards' out
        rm -r d
    done
}

@test "stacks of 512 kB are enough" {
    limited
    "$PASUR" deal >deal
    "$PASUR" deal --rules pagat,players=4,teams=1 >teams
    ulimit -s 512
    export OMP_STACKSIZE=512k
    "$PASUR" solve deal >values
    "$PASUR" solve teams >values
    "$PASUR" advise deal --iters 1k --threads 2 >advice
    "$PASUR" sim greedy random --boards 50 --run d >summary
    "$PASUR" runs d >summary
    "$PASUR" tactics --tactics deny_sur --boards 20 >summary
    "$PASUR" tune tactic --params deny_sur --opponent random --rounds 100k --test 5000 >summary || [[ $? =~ ^[13]$ ]]
    "$PASUR" learn --rounds 32 --generations 1 --epochs 2 --boards 10 --units 16 >summary 2>notes
    "$PASUR" exploit greedy --exploiters exploiter:playouts=20:greedy,counter --trial 2 --boards 2 >summary
    for agent in $("$PASUR" agents | sed -n 's/^\([a-z]*\) .*/\1/p' | grep -vx -e human -e exec -e lua); do
        [ "$agent" != exploiter ] || agent=exploiter:tactic
        "$PASUR" sim "$agent" random --boards 2 --threads 2 >summary
        "$PASUR" sim "$agent" random --boards 1 --no-duplicate --threads 2 --rules pagat,players=4,teams=1 >summary
    done
}

# bats test_tags=quick
@test "a stack that is too small is told in a line" {
    limited
    for part in 1 2; do "$PASUR" sim greedy random --boards 50 --part $part/2 --run part$part -q >summary; done
    "$PASUR" sim greedy random --boards 1 --no-duplicate --records round -q >summary
    for kilobytes in 128 256 511; do
        while read -r command; do
            # shellcheck disable=SC2086 # the options are words
            run --separate-stderr bash -c "ulimit -s $kilobytes && exec '$PASUR' $command"
            [ "$status" -eq 5 ]
            [[ $command == runs* ]] || [ -z "$output" ] # of each directory it says first which it is
            [ "$stderr" = "pasur ${command%% *}: a stack of $kilobytes kB is too small; allow 512 (ulimit -s 512)" ]
        done <<'ROWS'
sim oracle policy --run d
tactics --tactics deny_sur
tune tactic --params deny_sur
learn --rounds 32 -o net
review round
exploit greedy
merge part1 part2
runs part1
ROWS
    done
    [ ! -e d ] && [ ! -e net ]
    for command in "merge part1 part2" "runs part1" "deal"; do
        run -5 bash -c "ulimit -s 64 && exec '$PASUR' $command"
        [ "$output" = "pasur ${command%% *}: a stack of 64 kB is too small; allow 128 (ulimit -s 128)" ]
    done
}

@test "perft needs little stack for many plays" {
    limited
    # the plays of the last deals of a round: as deep as it goes
    "$PASUR" sim random random --boards 1 --no-duplicate --records record >summary
    sed -E 's/^(play( [^ ]*){32}).*/\1/; /^(points|surs|clubs)/d' record >last
    run env -i bash -c "ulimit -s 136 && '$PASUR' perft '$PWD/last' --depth 48"
    [ "$status" -eq 0 ]
    [ "$output" -gt 1000 ]
}

@test "advise keeps its trees small" {
    limited
    "$PASUR" deal >deal
    (ulimit -v 300000 && "$PASUR" advise deal --iters 1k --threads 1 >advice)
    grep -q '^Play ' advice
}

@test "a hangup that is ignored stays ignored" {
    [ -e /proc/self/status ] || skip "no /proc"
    (trap '' HUP; exec "$PASUR" sim random greedy --boards 1G --threads 1 >summary 2>errors) &
    awaits $! "catches $!"
    (( 0x$(sed -n 's/^SigIgn:[[:space:]]*//p' "/proc/$!/status") & 1 ))
    stopped $!
    "$PASUR" sim random greedy --boards 1G --threads 1 >summary 2>errors &
    awaits $! "catches $!"
    stopped $! HUP
}

@test "a run whose processor time is used up keeps what is finished" {
    "$PASUR" sim random greedy --boards 1G --threads 1 --csv a.csv --records records >summary 2>errors &
    awaits $! '[ -s records.unfinished ]'
    stopped $! XCPU XCPU
    grep -q '^PARTIAL: the first [1-9]' summary
    grep -q '^# PARTIAL: the first [1-9]' a.csv
}

@test "a terminal that says it is dumb gets no escape codes" {
    hasty
    terminal=dumb on_terminal "/10G iterations" advise --hand Ac4d8sQh --pool 3c9d --iters 10G
    ! grep -q $'\033' typescript || false
    on_terminal "/10G iterations" advise --hand Ac4d8sQh --pool 3c9d --iters 10G
    grep -q $'\033' typescript
}

# bats test_tags=quick
@test "what a file holds cannot steer the terminal" {
    printf 'rul\233\061m\377es \033[2J pagat\n' >bad
    refuses replay bad -- "unknown key 'rul?1m?es'"
    printf 'agent,boards\303,diff_mean\302\233\n1,2,3\n' >bad
    refuses plot bad -- "bad:1: the header line is no text; is this a CSV file?"
    printf 'agent,boards\033,diff_mean\n1,2,3\n' >bad
    refuses plot bad -- "unknown columns 'agent,boards?,diff_mean'"
    refuses sim $'gre\xe4dy' random -- "agent 'gre?dy': "
    refuses sim grëédy random -- "unknown agent 'grëédy'"
}

# bats test_tags=quick
@test "an agent's name fits a line of a record" {
    echo "deny_sur 1" >$'a\nb'
    refuses sim $'tactic:weights=a\nb' random --boards 2 --records records -- \
        "agent 'tactic:weights=a?b': a control character, which no record can hold"
    [ ! -e records ]
}
