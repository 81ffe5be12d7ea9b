# SPDX-License-Identifier: GPL-3.0-or-later
# pasur power: published values, sizes, and what it refuses.

bats_require_minimum_version 1.5.0
load refuses
load interrupted

# bats test_tags=quick
@test "the test from counts gives the published values" {
    run "$PASUR" power --llr 1187,7410,13475,7378,1164 --sprt -3,1
    [ "$status" -eq 0 ]
    [[ "$output" == *"logistic    2.861527  undecided"* ]]
    [[ "$output" == *"normalized  0.600266  undecided"* ]]
    run "$PASUR" power --llr 39,2226,31451,2412,40 --sprt 0.2,0.9
    [[ "$output" == *"logistic    2.162543"* ]]
    [[ "$output" == *"normalized  1.216597"* ]]
}

@test "a given spread gives the textbook's size" {
    # Guenther: ((1.960 + 0.842) / 0.2)^2 + 1.96^2 / 2 = 198.2
    run "$PASUR" power --sd 1 --effect 0.2 --beta 0.2
    [ "$status" -eq 0 ]
    [[ "$output" == *": 199 boards" ]]
}

@test "a pilot promises an interval that a run keeps" {
    run "$PASUR" power greedy random --ci 0.1 --seed 3
    [ "$status" -eq 0 ]
    boards=$(sed -n 's/.*either side: \([0-9]*\) boards.*/\1/p' <<<"$output")
    "$PASUR" sim greedy random --boards "$boards" -q --csv - | awk -F, '
        $1 == "greedy" { half = ($8 - $7) / 2 } END { exit !(half > 0.09 && half < 0.11) }'
}

@test "a forecast from a pilot says how far it is open, and runs keep that" {
    run "$PASUR" power tactic counter --ci 0.5 --effect 0.3 --sprt 0,0.3 --seed 3
    [ "$status" -eq 0 ]
    [ "$(grep -cE '[0-9]+ boards \([0-9]+ to [0-9]+\)' <<<"$output")" -eq 6 ]
    [[ "$output" == *"In brackets: the range that the pilot leaves open, with 95 % confidence."* ]]
    read -r boards low high < <(sed -n 's/^  \([0-9]*\) boards (\([0-9]*\) to \([0-9]*\)).* if it is watched.*/\1 \2 \3/p' <<<"$output")
    [ "$low" -lt "$boards" ] && [ "$boards" -lt "$high" ]
    played=$("$PASUR" sim tactic counter --stop ci=0.5 --seed 3 -q --csv - | awk -F, '$1 == "tactic" { print $2 }')
    [ "$low" -le "$played" ] && [ "$played" -le "$high" ]
    # a given spread is taken as it is
    run "$PASUR" power --sd 5 --ci 0.5
    [[ "$output" != *"("*" to "* ]]
    [[ "$output" != *"In brackets"* ]]
}

@test "numbers beyond any run are said to be that" {
    for case in "--sd 1e300 --ci 1e-300 --effect 1e-300" "--sd 1 --effect 1e-200" "--sd 1 --sprt 0,1e-200" "--sd 1e300 --sprt=-1e9,1e9" \
        "--sd 1e-300 --ci 1e300" "--sd 1e-200 --sprt 0,1" "--sd 1 --sprt 0,1e9" "--llr 1,2,3 --sprt=-4000,4000"; do
        run "$PASUR" power $case
        [ "$status" -eq 0 ]
        [[ "$output" != *nan* ]]
        [[ "$output" != *inf* ]]
        [[ "$case" != *"0,1e-200"* ]] || [[ "$output" == *"more than 1e+15 boards "*"if the truth is low, and then says 'high' in 5.0 %"* ]]
    done
    refuses power --sd 1 --sprt 0,1e10 -- "the hypotheses must lie between -1e9 and 1e9"
    refuses power greedy random --sprt 1e6,1e7 --model results -- "hypotheses in Elo must lie between -4000 and 4000"
}

# bats test_tags=quick
@test "wrong rules are refused where nothing is played, too" {
    refuses power --sd 1 --ci 0.1 --rules nonsense -- "unknown preset 'nonsense'"
    refuses power --llr 1,2,3 --sprt 0,1 --rules pagat,players=9 -- "players"
    run "$PASUR" power --sd 1 --ci 0.1 --rules ru-baaz
    [ "$status" -eq 0 ]
}

@test "a pilot that is stopped answers with the boards that it has, marked PARTIAL" {
    cd "$BATS_TEST_TMPDIR"
    interrupted "grep -q '^To see' out" power greedy random --ci 0.1 --effect 0.5 --pilot 100M
    silent err
    grep -Eq '^PARTIAL: the first [0-9]+ of 100000000 boards of the pilot$' out
    boards=$(sed -n 's/^PARTIAL: the first \([0-9]*\) .*/\1/p' out)
    grep -q "^Pilot: $boards boards of 2 rounds" out
    grep -Eq '^(greedy|random): [+-].* \([+-][0-9.]+ to [+-][0-9.]+\); standard deviation of a board [0-9.]+$' out
    grep -q '^To see a true difference of 0.5 points' out
    grep -q '^For a 95 % interval of 0.1 points' out
}

@test "a pilot that is stopped before it knows anything says so in one line" {
    cd "$BATS_TEST_TMPDIR"
    # where Ctrl-C comes too late, two boards are over: then it comes again, to another pilot
    first=0 interrupted "[ -s err ]" power ismcts:time=0.03 random --ci 0.1 --threads 1
    [ ! -s out ]
    grep -Eqx "pasur power: stopped after (0 boards|1 board) of the pilot: too few to say" err
    silent <(grep -v "^pasur power: stopped" err)
}

@test "where nothing is asked, it says how many boards an interval of 0.05 takes" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" power greedy random --pilot 500 >plain
    "$PASUR" power greedy random --pilot 500 --ci 0.05 >asked
    grep -q '^For a 95 % interval of 0.05 points to either side: [0-9]* boards' plain
    grep -o '[0-9]* boards ([0-9]* to [0-9]*)' plain | cmp - <(grep -o '[0-9]* boards ([0-9]* to [0-9]*)' asked)
    "$PASUR" power --sd 5 | grep -q '^For a 95 % interval of 0.05 points to either side: 38418 boards'
}

@test "wrong questions are refused" {
    refuses power -- "nothing is asked"
    refuses power --effect 0.1 -- "name agents for a pilot, or give --sd X"
    refuses power --sd 1 greedy random --ci 0.1 -- "--sd: replaces a pilot run"
    refuses power --sd 0 --ci 0.1 -- "--sd: takes a number above 0"
    refuses power --sd 1 --effect 0 -- "--effect: takes a number other than 0"
    refuses power --sd 1 --ci -1 -- "--ci: takes a number above 0"
    refuses power --sd 1 --sprt 2,1 -- "the low hypothesis must be below the high one"
    refuses power --sd 1 --sprt 2 -- "takes two numbers LOW,HIGH"
    refuses power --llr 1,2,3 -- "needs the hypotheses in Elo"
    refuses power --llr 1,2 --sprt 0,1 -- "takes 3, 5, 7 or 9 whole numbers"
    refuses power --llr 0,0,0 --sprt 0,1 -- "all counts are 0"
    refuses power --llr 1,x,0 --sprt 0,1 -- "takes 3, 5, 7 or 9 whole numbers"
    refuses power greedy random --effect 5 --model results -- "--model results: belongs to --sprt LOW,HIGH; --effect and --ci are in points a round"
    refuses power greedy random --model results -- "--model results: belongs to --sprt"
    refuses power --sd 5 --ci 0.1 --beta 0.1 -- "--beta: belongs to --effect and --sprt"
    refuses power --sd 5 --ci 0.1 --no-duplicate -- "--no-duplicate: belongs to a pilot; name its agents"
    refuses power greedy nobody --ci 1 -- "unknown agent 'nobody'"
    refuses power greedy random random --ci 1 --sprt 0,1 --model results -- "two agents and two sides"
}

@test "the pilot of a test of results tells wins and Elo, as a run of these boards" {
    run "$PASUR" power tactic counter --sprt 0,5 --model results --pilot 500 --seed 3
    [ "$status" -eq 0 ]
    read -r share elo low high sd < <(sed -nE 's/^tactic, which the test is about, wins ([0-9.]+) % of the rounds, Elo \+([0-9.]+) \(([-+0-9.]+) to ([-+0-9.]+)\); .* share ([0-9.]+)$/\1 \2 \3 \4 \5/p' <<<"$output")
    awk -v s="$share" -v e="$elo" -v l="$low" -v h="$high" -v d="$sd" 'BEGIN {
        want = 400 * log(s / (100 - s)) / log(10); off = e - want
        exit !(s > 50 && off < 0.2 && off > -0.2 && l < e && e < h && d > 0.05 && d < 0.5) }'
    [[ "$output" == *"A test of 0 against 5 Elo "* ]]
}

@test "a test is about the agent named first, the rest about who varies most" {
    run "$PASUR" power random counter random --effect 0.1 --sprt 0,0.1 --rules pagat,players=3 --pilot 2k
    [ "$status" -eq 0 ]
    [[ "$output" == *"counter: "*"random, which the test is about: standard deviation of a board "* ]]
    first=$(grep -o 'about: standard deviation of a board [0-9.]*' <<<"$output" | grep -o '[0-9.]*$')
    low() { sed -n 's/^ *\([0-9]*\) boards.*truth is low.*/\1/p'; }
    # the printed deviation is rounded
    awk -v a="$(low <<<"$output")" -v b="$("$PASUR" power --sd "$first" --sprt 0,0.1 | low)" 'BEGIN { exit !(a > 1000 && a / b > 0.998 && a / b < 1.002) }'
    run --separate-stderr "$PASUR" power --sd 5 --effect 0.1 --pilot 100
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"--sd: replaces a pilot run; leave --pilot out"* ]]
}

@test "a pilot of matches forecasts shares of them, as a run of its size finds" {
    run "$PASUR" power tactic counter --matches 400 --ci 0.03 --effect 0.02 --sprt 0,0.02 --seed 3
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "Pilot: 400 boards of 2 matches (reserved, seed 3), "* ]]
    grep -Eqx '(tactic|counter) wins [0-9.]+ % of the matches \([0-9.]+ to [0-9.]+\); standard deviation of a board 0\.[0-9]+' <<<"${lines[1]}"
    [[ "$output" == *"To see a true difference of 0.02 of the matches with a chance of 95 %"* ]]
    [[ "$output" == *"A test of 0 against 0.02 of the matches (alpha 0.05, beta 0.05) takes on average"* ]]
    boards=$(sed -n 's/.*For a 95 % interval of 0.03 of the matches to either side: \([0-9]*\) boards.*/\1/p' <<<"$output")
    "$PASUR" sim tactic counter --matches "$boards" -q --csv - | awk -F, '
        $1 == "tactic" { half = ($12 - $11) / 2 } END { exit !(half > 0.027 && half < 0.033) }'
    run "$PASUR" power tactic counter --matches 200 --sprt 0,20 --model results --seed 3
    [[ "$output" == *"tactic, which the test is about, wins "*" % of the matches, Elo +"* ]]
    [[ "$output" == *"A test of 0 against 20 Elo "* ]]
    "$PASUR" power tactic counter --matches 200 --seed 3 | grep -q '^For a 95 % interval of 0.01 of the matches '
    refuses power tactic counter --matches 200 --pilot 200 -- "--pilot and --matches: give one of them"
    refuses power --sd 0.3 --matches 200 --ci 0.01 -- "--matches: belongs to a pilot; name its agents"
    refuses power tactic counter --from 30/30 -- "--from is about whole matches"
}

@test "the answers are rows of a CSV file and of JSON too" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" power greedy random --pilot 200 --effect 0.1 --ci 0.05 --sprt 0,0.1 --csv power.csv --json power.json -q >told
    [ "$(grep -v '^#' power.csv | cut -d, -f1 | tr '\n' ' ')" = "question effect ci ci_watched sprt_low sprt_between sprt_high " ]
    # the same numbers as in words
    grep -v '^#' power.csv | awk -F, 'NR > 1 { print $4 " boards (" $5 " to " $6 ")" }' >said
    while read -r said; do grep -qF "$said" told; done <said
    [ "$(grep -c '"question":' power.json)" -eq 6 ]
    "$PASUR" power --llr 1187,7410,13475,7378,1164 --sprt=-3,1 --csv - 2>told | grep -v '^#' >llr.csv
    grep -q '^llr_logistic,,Elo,30614,.*,undecided$' llr.csv
    [ "$(sed -n 's/^llr_logistic.*,\([0-9.]*\),undecided$/\1/p' llr.csv | cut -c1-6)" = "$(sed -n 's/^logistic *\([0-9.]*\).*/\1/p' told | cut -c1-6)" ]
}

@test "alpha is of tests, --level of intervals, and that is said where both could be meant" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" power --sd 6 --effect 0.1 --ci 0.05 --alpha 0.1 --level 0.99 >told
    grep -q '(two-sided, alpha 0.1; --level is of intervals alone): 38962 boards$' told
    grep -q '^For a 99 % interval of 0.05 points to either side: 95547 boards' told
    "$PASUR" power --sd 6 --effect 0.1 --ci 0.05 --alpha 0.1 >told
    grep -q '(two-sided, alpha 0.1): 38962 boards$' told
    grep -q '^For a 90 % interval of 0.05 points to either side: 38962 boards' told
}
