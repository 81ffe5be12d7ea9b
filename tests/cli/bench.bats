# SPDX-License-Identifier: GPL-3.0-or-later
# pasur bench, of one build and of two. What it measures depends on the machine; how it does so does not.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load csv
load known
load kept

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    "$PASUR" bench --threads 3 --only signature --csv signed.csv --json signed.json >signed # others have 1 or 2
    export signature=$(sed -n 's/^signature \([0-9a-f]\{16\}\)$/\1/p' signed)
}
setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# bats test_tags=slow
@test "the signature is the same each time, for any threads, and a run keeps one of its own" {
    [ -n "$signature" ]
    [ "$(cat "$BATS_FILE_TMPDIR/signed")" = "signature $signature" ]
    grep -qx "# signature: $signature" "$BATS_FILE_TMPDIR/signed.csv"
    grep -q "\"signature\":\"$signature\"" "$BATS_FILE_TMPDIR/signed.json"
    # where rows are named it is left out
    ! "$PASUR" bench --only random --repetitions 1 --seconds 0.001 | grep signature
    library
    faulty pwrite 1 kill tune tactic --params deny_sur --opponent ismcts:iters=1 --run d
    grep -q '^    "signature": "[0-9a-f]\{16\}",$' d/run.json
}

# bats test_tags=slow
@test "bench --csv has a row for each measurement, with one thread and with all" {
    run --separate-stderr "$PASUR" bench --threads 2 --seconds 0.001 --repetitions 2 --csv -
    [ "$status" -eq 0 ]
    begins - what,unit,value,threads,lowest,highest,repetitions <<<"$output"
    both="random,rounds/s
random,plays/s
random of three,rounds/s
random in teams,rounds/s
greedy,rounds/s
greedy,plays/s
greedy in matches,rounds/s
greedy in matches over boards,times
tactic,rounds/s
tactic counter,rounds/s
tactic of three,rounds/s
tactic counter of three,rounds/s
tactic in teams,rounds/s
tactic counter in teams,rounds/s
rate,rounds/s
equity,boards/s
ismcts,rounds/s
policy,rounds/s
policy,plays/s
planner,rounds/s
planner,plays/s
ismcts,plays/s
search,iterations/s
exact last deals,rounds/s
oracle,rounds/s
steps,plays/s
tactics,boards/s"
    for threads in 1 2; do
        while read -r row; do
            [ "$(grep -c "^$row,[0-9.e+-]*,$threads,[0-9.e+-]*,[0-9.e+-]*,2$" <<<"$output")" -eq 1 ] || { echo "$row"; false; }
        done <<<"$both"
    done
    [ "$(grep -c ': threads over one,times,[0-9.e+-]*,2,,,2$' <<<"$output")" -eq 21 ]
    # a program, where this one can be started as one
    [ ! -x /proc/self/exe ] || [ "$(grep -c '^random as a bot,plays/s,[1-9][0-9.e+]*,1,' <<<"$output")" -eq 1 ]
    # every value is a number, and lies between the lowest and the highest
    [ -z "$(rows - <<<"$output" | tail -n +2 | cut -d, -f3 | grep -v '^[0-9][0-9.e+-]*$')" ]
    [ -z "$(rows - <<<"$output" | awk -F, 'NR > 1 && $5 != "" && !($5 > 0 && $5 <= $3 && $3 <= $6)')" ]
    grep -qx "# signature: $signature" <<<"$output"
}

@test "one row can be measured alone" {
    run --separate-stderr "$PASUR" bench --only search,random --repetitions 1 --seconds 0.001 --threads 2
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 9 ]
    grep -Eqx 'measured +median  unit +threads' <<<"${lines[0]}"
    grep -Eqx 'random +[0-9.]+[kMG]?  rounds/s +2' <<<"$output"
    grep -Eqx 'random: threads over one +[0-9.]+  times +2' <<<"$output"
    "$PASUR" bench --only steps --work 3 --threads 2 --csv a
    [ "$(rows a | tail -n +2 | cut -d, -f1,2,4,7)" = "steps,plays/s,2,1" ]
    [ "$("$PASUR" bench --only random,search --seconds 2 --threads 2 --dry-run)" = \
        "random with 1 thread, random with 2 threads, search with 1 thread, search with 2 threads; 5 repetitions of 2 s each" ]
}

@test "what cannot be measured is refused" {
    refuses bench --seconds 0 -- "--seconds: 0 is out of range; expected 0.001 to 3600"
    refuses bench --only random,gredy -- "--only: unknown row 'gredy'; did you mean 'greedy'?"
    refuses bench --only "" -- "--only"
    refuses bench --only random, -- "--only: unknown row ''"
    refuses bench --work 10 -- "--work needs --only, which names what is done"
    refuses bench --only random --work 10 --compare "$PASUR" -- "--work and --compare exclude each other"
    refuses bench --repetitions 102 -- "--repetitions: 102 is out of range; expected 1 to 101"
}

# bats test_tags=slow
@test "bench: Ctrl-C keeps what is finished, marked PARTIAL" {
    # it writes at the end; the signature is the first measurement, which takes a second
    first=15 interrupted "grep -q '^random' a.csv" bench --threads 1 --only signature,random,greedy,search --seconds 0.1 \
        --repetitions 101 --csv a.csv
    silent err
    head -n 1 out | grep -Eqx 'PARTIAL: the first [0-9]+ of 304 measurements'
    grep -q "^# $(head -n 1 out)$" a.csv
    grep -Eq '^random,rounds/s,[0-9.e+]+,1,' a.csv
    grep -Eq '^random +[0-9.kM]+ +rounds/s' out
    grep -q '^# signature: [0-9a-f]\{16\}$' a.csv
    done=$(sed -n 's/^PARTIAL: the first \([0-9]*\) .*/\1/p' out)
    [ "$(grep -c '^search,' a.csv)" -eq $((done > 3)) ]
    run ! grep -i nan a.csv out
}

# ---- two builds

# stand_in NAME WORD LINE: a program that is pasur, but where a word of its command line is WORD does LINE; it knows its signature
stand_in() {
    cat >"$1" <<EOF
#!/bin/sh
for word; do
    [ "\$word" = "$2" ] || continue
    $3
done
[ "\$*" != "bench --only signature -q" ] || { echo "signature $signature"; exit; }
exec "$PASUR" "\$@"
EOF
    chmod +x "$1"
}

one_row=(--only random --seconds 0.001 --repetitions 6)

# bats test_tags=slow
@test "two builds run in turns, with ratios and their intervals" {
    [ -x /proc/self/exe ] || skip "this build cannot name itself"
    stand_in other sim 'echo "$@" >>calls'
    "$PASUR" bench --compare ./other --only "random,tactics,greedy in matches" --seconds 0.001 \
        --repetitions 6 --csv a.csv >out
    grep -q '^# other: ./other$' a.csv
    grep -qx "# signature: $signature" a.csv
    grep -qx "# other_signature: $signature" a.csv
    begins a.csv what,threads,rounds,amount,this_s,other_s,ratio,ratio_ci_low,ratio_ci_high
    [ "$(rows a.csv | tail -n +2 | cut -d, -f1-3)" = "random,1,6
greedy in matches,1,6
tactics,1,6" ]
    [ -z "$(rows a.csv | awk -F, 'NR > 1 && !($5 > 0 && $6 > 0 && 0 < $8 && $8 <= $7 && $7 <= $9)')" ]
    # the other was tried once, then twice a round, with as much work each time, and the boards of that round
    boards=$(rows a.csv | sed -n 's/^random,1,6,\([0-9]*\),.*/\1/p')
    [ "$(grep -c '^sim random random ' calls)" -eq 13 ]
    words="sim random random --rules pagat --boards $boards --threads 1 -q --csv - --seed"
    [ "$(grep -x "$words [1-6]" calls | tail -n 12 | uniq -c | awk '$1 == 2' | wc -l)" -eq 6 ]
    grep -Eq '^random +[0-9.]+ +[0-9.]+ +[0-9.]+ \([0-9.]+ to [0-9.]+\)$' out
    grep -qx "Processor time of one thread; above 1 this build is faster than ./other." out
    tail -n 1 out | grep -Eqx 'signature [0-9a-f]{16}'

    # a whole tuning takes ten seconds: that its words are right is asked by a dry run
    stand_in other tune 'echo "$@" >tuning; exit 2'
    run -2 "$PASUR" bench --compare ./other --only tune --seconds 0.001 --repetitions 1
    [ "$(cat tuning)" = "tune tactic --rules pagat --from base --rounds 100000 --threads 1 -q --csv - --seed 1" ]
    "$PASUR" $(cat tuning) --dry-run >plan
    "$PASUR" columns tune | grep -q '^ *evaluations '

    # commands that are rows take the amount as their own option; one that finds nothing is no failure; with few rounds
    # there is no interval, with more threads the clock counts; who answers otherwise is told, with what was measured
    signature=00000000000000aa stand_in changed rate 'exit 3'
    run -1 "$PASUR" bench --compare ./changed --only random,rate,equity --seconds 0.001 --repetitions 1 --threads 2 --csv b.csv
    [ "$(grep -Ec '^(random|rate|equity),2,1,[0-9]+,[0-9.e-]+,[0-9.e-]+,[0-9.e-]+,,$' b.csv)" -eq 3 ]
    # of one round the ratio is that of its times
    [ -z "$(rows b.csv | awk -F, 'NR > 1 && ($6 / $5 / $7 - 1) ^ 2 > 1e-12')" ]
    grep -qx "Time by the clock; above 1 this build is faster than ./changed." <<<"$output"
    grep -qx "Fewer than 6 rounds of both builds give no interval of 95 %." <<<"$output"
    grep -Eqx 'signature [0-9a-f]{16}, of the other 00000000000000aa: they do not do the same work' <<<"$output"
    grep -q '^random ' <<<"$output"
}

# bats test_tags=slow
@test "a program that is no build, or lacks what is compared, is told in a line" {
    [ -x /proc/self/exe ] || skip "this build cannot name itself"
    echo text >text
    printf 'text\n' >no_program && chmod +x no_program
    stand_in endless bench 'exec yes'
    stand_in silent bench 'exit 0'
    stand_in lacks sim 'echo "pasur sim: unknown agent" >&2; exit 2'
    refuses bench --compare ./nothing -- "--compare: ./nothing: No such file or directory"
    refuses bench --compare ./text -- "--compare: ./text: Permission denied"
    refuses bench --compare ./no_program -- "--compare: ./no_program: Exec format error"
    refuses bench --compare true -- "--compare: true: bench prints no signature"
    refuses bench --compare ./endless -- "--compare: ./endless: prints without end at 'bench --only signature'"
    refuses bench --compare ./silent --only random -- "--compare: ./silent: bench prints no signature"
    stand_in old_bench --only 'echo "pasur bench: unknown option --only" >&2; exit 2'
    refuses bench --compare ./old_bench --only random -- "--compare: ./old_bench: 'bench --only signature' ended with status 2: unknown option --only"
    refuses bench --compare ./lacks --only random -- "--compare: ./lacks: 'random' ended with status 2: unknown agent"
}

# bats test_tags=slow
@test "a build that crashes is a failure of the system" {
    [ -x /proc/self/exe ] || skip "this build cannot name itself"
    stand_in crash sim 'kill -SEGV $$'
    stand_in fails sim 'exit 7'
    run -5 --separate-stderr "$PASUR" bench --compare ./crash "${one_row[@]}"
    [ "$stderr" = "pasur bench: --compare: ./crash: 'random' was ended by signal 11" ]
    [ -z "$output" ]
    run -5 --separate-stderr "$PASUR" bench --compare ./fails "${one_row[@]}" --csv a.csv
    [ "$stderr" = "pasur bench: --compare: ./fails: 'random' ended with status 7" ]
    [ ! -e a.csv ]
}

# bats test_tags=slow
@test "bench --compare: Ctrl-C stops the other build too, and keeps whole rounds" {
    [ -x /proc/self/exe ] || skip "this build cannot name itself"
    # the second round never ends by itself
    stand_in slow sim 'echo >>calls; [ "$(wc -l <calls)" -lt 4 ] || exec sleep 1000'
    "$PASUR" bench --compare ./slow "${one_row[@]}" --csv a.csv >out 2>err &
    pid=$!
    awaits $pid '[ -e calls ] && [ "$(wc -l <calls)" -ge 4 ]'
    stopped $pid
    head -n 1 out | grep -qx 'PARTIAL: the first 1 of 6 rounds of two builds'
    grep -q '^random,1,1,' a.csv
}
