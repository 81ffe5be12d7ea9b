# SPDX-License-Identifier: GPL-3.0-or-later
# pasur tune: verdicts, the file of weights, the trajectory, what it refuses.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load kept
load csv
load known

@test "from the base it finds better weights, and tactic reads them" {
    cd "$BATS_TEST_TMPDIR"
    run "$PASUR" tune tactic --from base --opponent greedy --rounds 100k --test 5k --save w.txt --csv path.csv -q
    [[ "$output" == *": on 5000 boards that took no part in any choice, the tuned numbers score "*" more than the start (95 %: +"*" than the defaults (95 %: "* ]]
    head -n 1 w.txt | grep -Eq '^# (Accepted|Undecided|Refused): on 5000 boards'
    grep -q '^# pasur tune tactic ' w.txt
    [ "$(sed '/^#/d;s/ .*//' w.txt)" = "$(weights)" ]
    # against the base it started from
    run "$PASUR" sim tactic:weights=w.txt tactic:only=seek_clubs,seek_clubs=0.01 --stop sprt=0,1 -q
    [ "$status" -eq 0 ]
    begins path.csv "step,evaluations,objective,ci_low,ci_high,$(tuned | paste -sd ,),phase,chosen,boards,gain,gain_ci_low,gain_ci_high,over_defaults,over_defaults_ci_low,over_defaults_ci_high"
    # every step was noted, one by one, each with all its figures
    rows path.csv | awk -F, 'NR == 1 { n = NF } NF != n || (NR > 1 && $1 <= last) { bad = 1 } { last = NR > 1 ? $1 : -1 }
        END { exit bad || NR < 10 }'
    # the trials, then the validation; the chosen trial has the weights of the file, and so has the last row
    [ "$(column path.csv phase | uniq | paste -sd ' ')" = "search polish validation" ]
    [ "$(column path.csv chosen | grep -c 1)" -eq 1 ]
    saved=$(sed '/^#/d;/^split_faces /d;s/.* //' w.txt | paste -sd ,)
    [ "$(rows path.csv | grep -cE "^[0-9]+,[0-9]+,[^,]*,[^,]*,[^,]*,$saved,(search|polish),1,")" -eq 1 ]
    [ "$(rows path.csv | grep -cE "^[0-9]+,[0-9]+,[^,]*,[^,]*,[^,]*,$saved,validation,0,5000,")" -eq 1 ]
}

# bats test_tags=sanitized
@test "a small but real gain over the defaults, where a tuning starts, is accepted and written" {
    cd "$BATS_TEST_TMPDIR"
    run "$PASUR" tune tactic --rules pagat,players=3 --step 0.02 --params deny_sur,count_cards,starve,jack_face,feed_cancel \
        --opponent tactic --rounds 100k --test 20k --seed 3 --save f -q
    [ "$status" -eq 0 ]
    [[ "$output" == "5 parameters of tactic from defaults, "* ]]
    [[ "$output" == *"Accepted: on 20000 boards"*" more than the start, which is the defaults (95 %: +"* ]]
    [[ "$output" == *$'\nWritten to f.\n'* ]]
    head -n 1 f | grep -q '^# Accepted: on 20000 boards'
}

# bats test_tags=sanitized
@test "what is worse than the defaults is refused, and written with that verdict" {
    cd "$BATS_TEST_TMPDIR"
    run "$PASUR" tune tactic --params deny_sur,count_cards --from base --opponent counter --rounds 100k --test 5k --seed 3 --save f -q
    [ "$status" -eq 1 ]
    [[ "$output" == *"Refused: on 5000 boards"*" more than the start (95 %: +"*" less than the defaults (95 %: +"*" That is worse than the defaults."* ]]
    [[ "$output" == *$'\nWritten to f.\n'* ]]
    head -n 1 f | grep -q '^# Refused: on 5000 boards'
    [ "$(sed '/^#/d;s/ .*//' f)" = "$(weights)" ]
}

# bats test_tags=slow
@test "matches: it finds weights with which more are won, and says so of matches alone" {
    cd "$BATS_TEST_TMPDIR"
    for threads in 1 3; do
        "$PASUR" tune tactic --from base --params deny_sur,count_cards --opponent greedy --matches 40k --test 5k --rules pagat,target=20 -q \
            --threads $threads --save w$threads --csv m$threads.csv >out$threads || [ $? -eq 3 ]
        grep -v '^# \(command\|start\|wall\)' m$threads.csv >figures$threads
    done
    cmp figures1 figures3
    grep -qx '# unit: share of the matches' m1.csv
    ! grep -Eq 'points|rounds' out1 || false
    grep -Eq '^2 parameters of tactic from base, against greedy; cmaes, 40k matches; ' out1
    tr '\n' ' ' <out1 | grep -Eq ': on 5000 boards that took no part in any choice, the tuned numbers win [0-9.]+ % of the matches more than the start \(95 %: \+'
    grep -Eq '^Against greedy the tuned numbers win [0-9.]+ % of the matches, the start [0-9.]+, on the same boards\.$' out1
    tr -d '\n#' <w1 | grep -q ' % of the matches more than the start'
    # what sim says of the same agents: the objective is what is won more than a half
    "$PASUR" sim tactic:weights=w1 greedy --matches 4k --seed 5 --rules pagat,target=20 -q --csv sim.csv >/dev/null
    awk -v o="$(rows m1.csv | awk -F, '/,validation,/ { print $3 }')" -v w="$(field sim.csv 1 win_rate)" \
        'BEGIN { exit !(o > 0 && o + 0.5 - w < 0.05 && w - o - 0.5 < 0.05) }'
}

# bats test_tags=quick
@test "over the defaults is not over the start" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" tune tactic --from base --params deny_sur --opponent greedy --rounds 100k --test 5k --csv path.csv -q >/dev/null || [[ $? =~ ^[13]$ ]]
    # the start has no weight, the defaults have one
    awk -v gain="$(column path.csv gain | tail -n 1)" -v over="$(column path.csv over_defaults | tail -n 1)" \
        'BEGIN { exit !(gain > 0.3 && over < gain / 2) }'
}

# bats test_tags=quick
@test "matches: what is asked wrongly is refused, and the plan counts them" {
    refuses tune tactic --rounds 1M --matches 1M -- "--rounds and --matches: give one of them"
    refuses tune tactic --max-rounds 20 -- "--max-rounds is about whole matches"
    refuses tune tactic --matches 1M --gain 0.6 -- "--gain: with --matches a share of the matches, at most 0.5"
    refuses tune tactic --matches 10k -- "--matches"
    refuses tune tactic --opponent greedy,random --matches 60k -- "--matches: takes at least 80000 with 2 opponents"
    refuses tune tactic --opponent greedy --matches 40k --batch 1M -- "--batch: takes at most 108 with --matches 40000"
    refuses tune tactic --matches 1M --rules pagat,ace_points=0,jack_points=0,two_points=0,ten_points=0,clubs_points=0,sur_points=0 \
        -- "--matches: nothing scores under these rules"
    [[ "$("$PASUR" tune tactic --matches 1M --dry-run)" == *" cmaes, 1M matches; "* ]]
}

@test "matches without an end are void" {
    run --separate-stderr "$PASUR" tune tactic --params deny_sur --opponent greedy --matches 40k --max-rounds 2 -q
    [ "$status" -eq 4 ]
    [[ "$stderr" == "pasur tune: "*" more than --max-void allows; the first: board 0 of the trials, seating 0: no side has won after "* ]]
}

@test "what was found is kept where the figures cannot be written" {
    cd "$BATS_TEST_TMPDIR"
    mkfifo pipe
    # a pipe that nobody reads any more ends the program while it writes its CSV, which is longer than a buffer
    exec 7<>pipe 8>pipe 7>&-
    run --separate-stderr bash -c 'exec "$PASUR" tune tactic --opponent random --rounds 100k --test 5k --csv - --save w >&8 8>&-'
    exec 8>&-
    [ "$status" -ne 0 ]
    [[ "$stderr" == *$'\nWritten to w.\n'* ]]
    [ "$(sed '/^#/d;s/ .*//' w)" = "$(weights)" ]
}

@test "no more rounds than asked for" {
    refuses tune tactic --params deny_sur --opponent greedy --rounds 100k --batch 1M -- "--batch: takes at most 812 with --rounds 100000"
    [[ "$("$PASUR" tune tactic --params deny_sur --opponent greedy --rounds 100k --batch 812 --dry-run)" == *" 100k rounds"* ]]
}

# bats test_tags=slow
@test "the defaults are compared whatever the start was" {
    tune() { run "$PASUR" tune "$@" --opponent random --rounds 100k --test 5k -q; }
    tune tactic:deny_sur=0.2 --from defaults --params deny_sur
    [[ "$output" == *" the tuned numbers score "*" than the start (95 %: "*") and "*" than the defaults (95 %: "* ]]
    tune tactic --from defaults --params deny_sur
    [[ "$output" == *" than the start, which is the defaults (95 %: "* || "$output" == *"no trial did better"* ]]
    # feed_cancel cannot come up with two players: no trial is better than the start, and the start as good as the defaults
    tune tactic:feed_cancel=0.5 --from defaults --params feed_cancel
    [[ "$output" == *"Refused: no trial did better than the start."* ]]
    [[ "$output" == *"the numbers of the start score the same as the defaults."* ]]
}

# bats test_tags=slow
@test "any number of threads finds the same" {
    cd "$BATS_TEST_TMPDIR"
    for threads in 1 5; do
        "$PASUR" tune tactic --params deny_sur,count_cards --opponent random --rounds 100k --test 5k -q \
            --threads $threads --csv - | sed '/^# \(command\|start\|wall\)/d' >$threads.csv
    done
    [ "$(grep -vc '^#' 1.csv)" -gt 1 ]
    cmp 1.csv 5.csv
}

# bats test_tags=slow
@test "what cannot be better is refused, and written with that verdict" {
    # feed_cancel cannot come up with two players
    run "$PASUR" tune tactic:base_points=100,base_clubs=100,base_sur=100 --params feed_cancel --opponent random \
        --rounds 100k -q --save "$BATS_TEST_TMPDIR/same"
    [ "$status" -eq 1 ]
    [[ "$output" == *"Refused: no trial did better than the start."* ]]
    head -n 1 "$BATS_TEST_TMPDIR/same" | grep -q '^# Refused: no trial did better than the start\.'
}

# bats test_tags=slow
@test "several opponents, other agents, three players" {
    run "$PASUR" tune tactic --params deny_sur --opponent greedy,tactic:deny_sur=0,raise_11=0 --rounds 100k --dry-run
    [ "$status" -eq 0 ]
    run "$PASUR" tune tactic --params deny_sur --opponent greedy,random --rules pagat,players=3 --rounds 120k --test 5k -q
    [ "$status" -le 3 ]
    [ "$status" -ne 2 ]
    [[ "$output" == *"1 parameter of tactic"* ]]
}

# bats test_tags=slow
@test "weights that cannot be written are told before the work" {
    run --separate-stderr timeout 60 "$PASUR" tune tactic --rounds 1000G --save "$BATS_TEST_TMPDIR/absent/w.txt"
    [ "$status" -eq 5 ]
    [ -z "$output" ]
    [[ "$stderr" == "pasur tune: "*"/absent/w.txt: No such file or directory" ]]
}

# bats test_tags=slow
@test "the file of weights is replaced whole or not at all" {
    mkdir "$BATS_TEST_TMPDIR/alone"
    cd "$BATS_TEST_TMPDIR/alone"
    better() { run --separate-stderr "$PASUR" tune tactic --params seek_clubs,count_cards --opponent random --rounds 100k --test 5k -q "$@"; }
    echo old >old
    chmod 640 old
    ln -s old link
    better --save link
    [[ "$output" == *$'\nWritten to link.\n'* ]]
    [ -L link ]
    grep -q '^seek_clubs ' old
    [[ "$(ls -l old)" == -rw-r-----* ]]
    [ "$(ls)" = $'link\nold' ]
    [ -w /dev/full ] || skip "no /dev/full"
    better --save /dev/full
    [ "$status" -eq 5 ]
    [[ "$output" == *$'\nNothing is written to /dev/full.\n'* ]]
    [ "$stderr" = "pasur tune: /dev/full: No space left on device" ]
}

@test "a full disk leaves the old weights" {
    mkdir "$BATS_TEST_TMPDIR/alone"
    cd "$BATS_TEST_TMPDIR/alone"
    echo old >old
    # no file may grow; the report goes through a pipe
    run bash -c '(trap "" XFSZ; ulimit -f 0; exec "$PASUR" tune tactic --params seek_clubs,count_cards \
        --opponent greedy --rounds 100k --test 5k -q --save old 2>&1) | cat; exit "${PIPESTATUS[0]}"'
    [ "$status" -eq 5 ]
    [ "$output" = "pasur tune: old: File too large" ] # before the search
    [ "$(cat old)" = old ]
    [ "$(ls)" = old ]
}

@test "a file without a weight is refused; the last line needs no newline" {
    cd "$BATS_TEST_TMPDIR"
    : >empty
    printf 'deny_sur 1.2' >open
    refuses sim tactic:weights=empty random -- "empty: it holds no weight"
    refuses tune tactic --from empty -- "empty: it holds no weight"
    "$PASUR" sim tactic:weights=open tactic:deny_sur=1.2 --boards 20 --quiet | grep -q "No difference is shown"
}

# bats test_tags=sanitized
@test "the plan says where the search starts" {
    plan() { "$PASUR" tune "$@" --dry-run; }
    count=$(tuned | wc -l)
    [[ "$(plan tactic)" == "$count parameters of tactic from defaults, "* ]]
    [[ "$(plan tactic:deny_sur=2 --from base)" == "$count parameters of tactic:deny_sur=2 from base, "* ]]
    # a search has no base
    [[ "$(plan ismcts --params c)" == "1 parameter of ismcts from defaults, "* ]]
}

# bats test_tags=slow
@test "a parameter that needs more than its number, the net, can be tuned" {
    cd "$BATS_TEST_TMPDIR"
    hasty
    # a few steps: each of the 100k rounds at least asks the net for every play
    on_terminal "step [2-9]" tune ismcts:iters=1,infer=0,model=0 --params prior --opponent random --rounds 100k --csv t
    [ "$(rows t | awk -F, 'NR > 1 { print $6 }' | sort -u | wc -l)" -gt 1 ] # other numbers, with other figures
    [ "$(rows t | awk -F, 'NR > 1 { print $3 }' | sort -u | wc -l)" -gt 1 ]
}

@test "wrong requests are refused" {
    refuses tune -- "arguments missing"
    refuses tune nobody -- "unknown agent 'nobody'"
    refuses tune greedy -- "agent greedy has no parameters to tune"
    refuses tune greedy --params all -- "agent greedy has no parameter that is a real number"
    refuses tune tactic --params nothing -- "--params: agent tactic: unknown parameter 'nothing'"
    refuses tune tactic --params weights -- "'weights' is not a number that can be tuned"
    refuses tune tactic --params deny_sur,deny_sur -- "parameter 'deny_sur' is named twice"
    refuses tune tactic --opponent nobody -- "unknown agent 'nobody'"
    refuses tune tactic --from no_such_file -- "no_such_file"
    refuses tune tactic --rounds 10k -- "--rounds"
    refuses tune tactic --opponent greedy,random,counter --rounds 100k -- "--rounds: takes at least 120000 with 3 opponents"
    refuses tune ismcts --params c --from base -- "agent ismcts has none"
    refuses tune tactic --save x --csv x -- "--csv and --save both name 'x'"
    refuses tune ismcts --params c --save x -- "agent ismcts reads no file of weights"
}

@test "the tuned agent keeps what was given and not tuned" {
    cd "$BATS_TEST_TMPDIR"
    hasty
    on_terminal "step [2-9]" tune ismcts:iters=1,c=0.5,infer=0,playout=random --params c --opponent random --rounds 100k
    grep -qx 'As an agent: ismcts:iters=1,infer=0,playout=random,c=[0-9.]*' shown
}

# bats test_tags=slow
@test "stopped in the validation: the gain so far, and the best weights so far, marked" {
    cd "$BATS_TEST_TMPDIR"
    hasty
    on_terminal "validation: gain" tune tactic --method spsa --rounds 100k --test 1G --gain 0.001 --threads 1 --save w --csv t
    grep -Eq "^PARTIAL: the first [0-9]+ of [0-9]+ boards of the validation$" shown
    tr '\n' ' ' <shown | grep -Eq " So far: on [0-9]+ boards that took no part in any choice, the tuned numbers score [0-9.]+ points a round (more|less) than the start, which is the defaults \(95 %, valid at any time: [-+]?[0-9.]+ to [-+]?[0-9.]+\)\. "
    grep -q "^Written to w, marked PARTIAL.$" shown
    grep -Eq "^# PARTIAL: the first [0-9]+ of [0-9]+ boards of the validation$" t
    [ "$(head -n 1 w)" = "# PARTIAL" ]
    grep -q "^# Not decided: stopped in the validation" w
    [ "$(sed '/^#/d;s/ .*//' w)" = "$(weights)" ]
    "$PASUR" sim tactic:weights=w random --boards 9 -q
}

# bats test_tags=slow
@test "stopped in the search: the best weights so far, marked" {
    cd "$BATS_TEST_TMPDIR"
    hasty
    on_terminal "step [1-9]" tune tactic --rounds 5M --opponent greedy --threads 1 --save w
    grep -q "^Written to w, marked PARTIAL.$" shown
    [ "$(head -n 1 w)" = "# PARTIAL" ]
    grep -q "^# Not decided: stopped before the validation" w
    "$PASUR" tune tactic --from w --dry-run
}
