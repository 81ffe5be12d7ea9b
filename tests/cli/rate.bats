# SPDX-License-Identifier: GPL-3.0-or-later
# pasur rate: tables, files, gauntlets, what it refuses.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load csv

# bats test_tags=quick
@test "two agents are rated by what sim measures" {
    rated=$("$PASUR" rate greedy random --boards 500 -q --csv - | awk -F, '$1 == "greedy" { print 2 * $3 }')
    simmed=$("$PASUR" sim greedy random --boards 500 -q --csv - | awk -F, '$1 == "greedy" { print $6 }')
    [ -n "$rated" ]
    awk -v a="$rated" -v b="$simmed" 'BEGIN { exit !(a - b < 1e-9 && b - a < 1e-9) }'
}

# bats test_tags=quick
@test "the files have the columns of the contract" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" rate greedy random random --boards 50 -q --csv a.csv --cross b.csv >table
    begins a.csv agent,rounds,rating,ci_low,ci_high,points_diff,win_rate,elo,elo_ci_low,elo_ci_high
    begins b.csv agent,opponent,boards,diff_mean,diff_ci_low,diff_ci_high,win_rate,p,p_adjusted,decided
    [ "$(grep -vc '^#' a.csv)" -eq 4 ]
    [ "$(grep -vc '^#' b.csv)" -eq 7 ]
    grep -q '^Again: pasur rate greedy random random --boards 50 ' table
}

@test "the file of the cross-table marks what the terminal leaves undecided" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" rate greedy random counter counter --boards 100 -q --seed 3 --cross b.csv >table
    # Holm, over the six pairs: the pairs in ascending order of p, each times how many are left, never less than before
    awk -F, '/^#/ || $1 == "agent" { next } { print $8, $9, $10 }' b.csv | sort -g >pairs
    [ "$(wc -l <pairs)" -eq 12 ]
    awk 'NR % 2 { n = (13 - NR) / 2; want = n * $1 > 1 ? 1 : n * $1; worst = want > worst ? want : worst
                  if ($2 - worst > 1e-12 || worst - $2 > 1e-12 || $3 != ($2 <= 0.05)) exit 1 }' pairs
    decided=$(grep -c ' 1$' pairs)
    [ "$decided" -gt 0 ] && [ "$decided" -lt 12 ]
    grep -q "^$((decided / 2)) of 6 pairs are decided" table
    [ "$(sed -n '/^Points a round of the row/,$p' table | grep -o '[0-9]?' | wc -l)" -eq $((12 - decided)) ]
}

@test "it is said whether ratings explain all pairs, and what else there is where they do not" {
    cd "$BATS_TEST_TMPDIR"
    # whoever is named twice adds no circle; random against others is no matter of one number
    "$PASUR" rate random greedy counter tactic --boards 2000 -q --csv a.csv --json a.json >out
    [ "$(columns a.csv | sed 's/.*,elo_ci_high,//')" = nash,nash_low,nash_high,nash_diff,fit_df,fit_p,cyclic,circle,circle_beats,circle_beaten_by,circle_shown ]
    [ "$(column a.csv fit_df | sort -u)" = 3 ]
    awk -v p="$(field a.csv 1 fit_p)" -v c="$(field a.csv 1 cyclic)" 'BEGIN { exit !(p < 0.001 && c > 0.001 && c < 0.05) }'
    [ "$(column a.csv nash | paste -sd ' ')" = "0 0 0 1" ]
    grep -q '"nash": *1,' a.json
    grep -q '^One rating for each agent misses 0\.[0-9] % of the variation between pairs, more than chance explains (p < 0.001)\.$' out
    [ "$(column a.csv circle_shown | sort -u)" = 0 ] # the four have an order, so that no circle is told
    grep -qx 'No three agents are shown to beat each other in a circle, but margins do not add up: A over C is not A over B plus B over C\.' out
    grep -qx 'By the measured margins no agent here beats tactic on average (Nash average: tactic 100 % (95 %: 100 to 100 %))\.' out
    "$PASUR" rate random greedy counter --boards 500 --explain >explained
    grep -q '^  fit  .*the margins of A over B' explained && grep -q '^  circle ' explained && grep -q '^  Nash ' explained
    "$PASUR" report a.csv -o a.html -q
    grep -q 'no agent here beats tactic on average' a.html
    grep -q 'Nash average: tactic 100' a.html
    # where they do, neither sentence nor file, explanation or page has it
    "$PASUR" rate greedy greedy greedy tactic --boards 200 --explain --csv b.csv --json b.json >out
    [ -z "$(column b.csv nash | tr -d '\n')$(column b.csv nash_diff | tr -d '\n')" ]
    grep -q '"nash": *null' b.json
    "$PASUR" report b.csv -o b.html -q
    ! grep -q 'Nash' b.html || false
    grep -Eq '^These boards do not refute that one rating for each agent explains all pairs \(p = 0\.[0-9]+\)\.$' out
    ! grep -q 'Nash' out || false
    # without circles there is nothing to test, and who did not meet all has no mixture
    "$PASUR" rate greedy random counter --gauntlet greedy --boards 100 -q --csv c.csv >out
    [ "$(column c.csv fit_df | sort -u)" = 0 ]
    [ -z "$(column c.csv nash | tr -d '\n')$(column c.csv fit_p | tr -d '\n')" ]
    ! grep -Eq 'Ratings do|One rating' out || false
}

@test "where boards are too few for intervals one sentence says so, and nobody is called better" {
    cd "$BATS_TEST_TMPDIR"
    few='Too few boards for intervals, or to show which agent is better: that takes 30, and more in a run cut short.'
    for sample in '--boards 2' '--boards 5' '--boards 29' '--matches 5' '--matches 29'; do
        "$PASUR" rate random greedy tactic $sample -q --csv a.csv --cross b.csv >out
        "$PASUR" report a.csv b.csv -o page.html -q
        [ "$(grep -c 'oo few boards' out)" -eq 1 ]
        grep -qx "$few" out
        ! grep -Eq 'largest (measured )?(difference|margin)|decided|explain|margins|[.][0-9]+ $' out || false
        [ "$(column b.csv decided | sort -u)" = 0 ]
        [ -z "$(column b.csv diff_ci_low | tr -d '\n')$(column b.csv p_adjusted | tr -d '\n')$(column a.csv fit_p | tr -d '\n')" ]
        ! grep -Eq 'largest (measured )?(difference|margin)|is the strongest|shown to be' page.html || false
    done
}

@test "any number of threads gives the same files" {
    cd "$BATS_TEST_TMPDIR"
    for rules in pagat pagat,players=3 pagat,players=4; do
        for threads in 1 2 5; do
            "$PASUR" rate greedy random greedy --rules $rules --boards 60 --threads $threads -q \
                --csv a$threads --cross b$threads >/dev/null
            sed -i '/^#/d' a$threads b$threads
        done
        cmp a1 a2; cmp a1 a5; cmp b1 b2; cmp b1 b5
    done
}

@test "twenty agents are rated at once, and nothing is NaN" {
    cd "$BATS_TEST_TMPDIR"
    run "$PASUR" rate $(printf 'greedy random %.0s' {1..10}) --boards 30 --csv a --cross b
    [ "$status" -eq 0 ]
    [[ "$output" == *"20 agents, 190 meetings"* ]]
    [[ "$output" == *" of 190 pairs are decided"* ]]
    [ "$(grep -vc '^#' b)" -eq 381 ]
    [ "$(grep -v ^Again <<<"$output" | awk 'length > 110' | wc -l)" -eq 0 ]
    run ! grep -i nan a b
}

@test "one board is enough for a rating that is not NaN" {
    run "$PASUR" rate greedy random --boards 1
    [ "$status" -eq 0 ]
    [[ "$output" != *nan* ]]
}

@test "what is one is not many, and the cross-table names agents as the ratings do" {
    run "$PASUR" rate random tactic:only=deny_sur+jack_face --boards 1
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "2 agents, 1 meeting on the same 1 board in 2 seatings: 2 rounds; "* ]]
    [ "$(grep -c '^ *[12]  tactic:only=deny_sur+jack_face  ' <<<"$output")" -eq 2 ]
}

@test "a gauntlet has the meetings of one agent" {
    run "$PASUR" rate greedy random random --gauntlet greedy --boards 5 --dry-run
    [[ "$output" == "3 agents, 2 meetings "* ]]
    run "$PASUR" rate random random --gauntlet greedy --boards 5 --dry-run
    [[ "$output" == "3 agents, 2 meetings "* ]]
}

@test "wrong tournaments are refused" {
    refuses rate greedy -- "one agent alone"
    refuses rate -- "arguments missing"
    refuses rate greedy nobody -- "unknown agent 'nobody'"
    refuses rate greedy random --gauntlet nobody -- "unknown agent 'nobody'"
    refuses rate greedy random --csv x --cross x -- "--csv and --cross both name 'x'"
    refuses rate greedy random --boards 0 -- "--boards"
}

@test "a tournament that is stopped says how much of it was played" {
    cd "$BATS_TEST_TMPDIR"
    interrupted "grep -q '^PARTIAL: the first [1-9]' out" \
        rate random greedy counter --boards 10M --threads 1 --quiet --csv stopped
    read -r boards < <(sed -n 's/^PARTIAL: the first \([0-9]*\) of 10000000 boards$/\1/p' out)
    [ "$boards" -gt 0 ]
    grep -q "^3 agents, 3 meetings on the same $boards boards in 2 seatings: $((boards * 6)) rounds" out
    grep -q "^# PARTIAL: the first $boards of 10000000 boards$" stopped
    # also with a run directory the boards are those of the tournament, not of each meeting
    interrupted "grep -q '^PARTIAL: the first [1-9]' out" \
        rate random greedy counter --boards 10M --threads 2 --run kept
    read -r boards < <(sed -n 's/^PARTIAL: the first \([0-9]*\) of 10000000 boards$/\1/p' out)
    grep -q "^pasur rate: note: finished work is kept in kept, $boards boards; " err
}

# bats test_tags=quick
@test "matches: two agents are rated by what sim measures, and the unit is said" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" rate greedy counter --matches 80 -q --csv a.csv --cross b.csv >table
    "$PASUR" sim greedy counter --matches 80 -q --csv sim.csv >/dev/null
    won=$(field sim.csv 1 win_rate)
    begins a.csv agent,rounds,rating,ci_low,ci_high,points_diff,win_rate,elo,elo_ci_low,elo_ci_high
    begins b.csv agent,opponent,boards,diff_mean,diff_ci_low,diff_ci_high,win_rate,p,p_adjusted,decided
    [ "$(field a.csv 1 rounds)" -eq 160 ]
    for share in "$(field a.csv 1 win_rate)" "$(field b.csv 1 win_rate)"; do [ "$share" = "$won" ]; done
    # what is won more than a half: the ratings of two lie so far apart
    same() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a - b < 1e-9 && b - a < 1e-9) }'; }
    same "$(field a.csv 1 points_diff)" "$(awk -v w="$won" 'BEGIN { printf "%.12f", w - 0.5 }')"
    same "$(awk -v r="$(field a.csv 1 rating)" 'BEGIN { printf "%.12f", 2 * r }')" "$(field a.csv 1 points_diff)"
    same "$(field b.csv 1 diff_mean)" "$(field a.csv 1 points_diff)"
    for end in low high; do
        same "$(field b.csv 1 diff_ci_$end)" "$(awk -v w="$(field sim.csv 1 win_ci_$end)" 'BEGIN { printf "%.12f", w - 0.5 }')"
    done
    for file in a.csv b.csv; do grep -qx '# unit: share of the matches' $file; done
    [[ "$(head -n 1 table)" == "2 agents, 1 meeting on the same 80 boards in 2 seatings: 160 matches; "* ]]
    grep -q 'matches won, % (95 %)' table
    ! grep -q 'points' table || false
    grep -q '^Matches in 100 that the row won against the column, less 50 ' table
    grep -q '^Again: pasur rate greedy counter --matches 80 -q --csv a.csv --cross b.csv --seed 1$' table
    "$PASUR" rate greedy counter --boards 5 -q --csv - | grep -qx '# unit: points a round'
}

@test "matches: any number of threads gives the same files, at every table" {
    cd "$BATS_TEST_TMPDIR"
    for rules in pagat,target=30 pagat,players=3,target=20 pagat,players=4,target=20 pagat,players=4,teams=0,target=20; do
        for threads in 1 3; do
            "$PASUR" rate greedy random counter tactic --rules $rules --matches 30 --threads $threads -q \
                --csv a$threads --cross b$threads >/dev/null
            sed -i '/^#/d' a$threads b$threads
        done
        cmp a1 a3; cmp b1 b3
        [ "$(column a1 win_rate | awk '{ n += $1 } END { print (n > 0) }')" -eq 1 ]
    done
}

@test "matches: scores to begin from, boards without an end" {
    cd "$BATS_TEST_TMPDIR"
    # who plays first needs one point, and sits there in every seating in turn: nobody is better
    "$PASUR" rate greedy random --matches 40 --from 61/0 -q --csv a.csv >/dev/null
    [ "$(field a.csv 1 win_rate)" != "$(field a.csv 2 win_rate)" ] || [ "$(field a.csv 1 win_rate)" = 0.5 ]
    awk -v w="$(field a.csv 1 win_rate)" 'BEGIN { exit !(w > 0.4 && w < 0.6) }'
    run --separate-stderr "$PASUR" rate greedy random --matches 20 --max-rounds 3 -q
    [ "$status" -eq 4 ]
    [[ "$stderr" == "pasur rate: "*" more than --max-void allows; the first: board 0, seating 0: no side has won after the most rounds that a match may last" ]]
    "$PASUR" rate greedy random --matches 60 --max-rounds 5 --max-void 0.99 -q --csv v.csv >out
    voids=$(sed -n 's/^void boards: //p' out)
    [ "$voids" -gt 0 ]
    [ "$(field v.csv 1 rounds)" -eq $((2 * (60 - voids))) ]
    grep -q "^# void: $voids such as board [0-9]*, seating [01]: no side has won" v.csv
}

@test "wrong tournaments of matches are refused" {
    refuses rate greedy random --matches 10 --boards 10 -- "--boards and --matches: give one of them"
    refuses rate greedy random --from 3/4 -- "--from is about whole matches"
    refuses rate greedy random --max-rounds 4 -- "--max-rounds is about whole matches"
    refuses rate greedy random --matches 10 --from 62/0 -- "--from 62/0: a side had already won before the round"
    refuses rate greedy random --matches 10 --rules pagat,ace_points=0,jack_points=0,two_points=0,ten_points=0,clubs_points=0,sur_points=0 \
        -- "--matches: nothing scores under these rules: a match would last for ever"
}

@test "who wins every match is told apart" {
    run "$PASUR" rate tactic random --matches 30 --from 0/0 --rules pagat,target=200 -q
    [ "$status" -eq 0 ]
    [[ "$output" == *"+50.0 "* ]]
    [[ "$output" == *"1 of 1 pairs is decided"* ]]
}

@test "a tournament of matches that is stopped says how much of it was played" {
    cd "$BATS_TEST_TMPDIR"
    interrupted "grep -q '^PARTIAL: the first [1-9]' out" rate random greedy --matches 10M --threads 1 --quiet --csv stopped
    read -r boards < <(sed -n 's/^PARTIAL: the first \([0-9]*\) of 10000000 boards$/\1/p' out)
    grep -q "^2 agents, 1 meeting on the same $boards boards in 2 seatings: $((boards * 2)) matches" out
    grep -q "^# PARTIAL: the first $boards of 10000000 boards$" stopped
}

@test "fewer than 30 boards give no interval" {
    "$PASUR" rate greedy random --boards 29 --csv - -q | grep -v '^#' >"$BATS_TEST_TMPDIR/few"
    [ "$(cut -d, -f4,5 "$BATS_TEST_TMPDIR/few" | tail -n +2 | sort -u)" = "," ]
    "$PASUR" rate greedy random --boards 30 --csv - -q | grep -v '^#' >"$BATS_TEST_TMPDIR/more"
    [ "$(cut -d, -f4 "$BATS_TEST_TMPDIR/more" | tail -n +2 | grep -c '^-*[0-9]')" -eq 2 ]
    "$PASUR" rate greedy random --boards 29 | grep -q '^Too few boards for intervals, .* that takes 30, '
    "$PASUR" rate policy policy --boards 40 >"$BATS_TEST_TMPDIR/alike"
    run ! grep -q '^Too few' "$BATS_TEST_TMPDIR/alike"
    grep -q '^No intervals' "$BATS_TEST_TMPDIR/alike"
    "$PASUR" rate greedy random --boards 30 >"$BATS_TEST_TMPDIR/more"
    run ! grep -q '^Too few' "$BATS_TEST_TMPDIR/more"
}

@test "a gauntlet of one more agent adds the rows that were missing" {
    cd "$BATS_TEST_TMPDIR"
    # the columns of the pair alone: p_adjusted and decided are of all pairs of a run
    pairs() { cut -d, -f1-8 "$@" | grep -v '^#\|^agent' | sort; }
    "$PASUR" rate random counter greedy --boards 50 -q --cross old >/dev/null
    "$PASUR" rate random counter greedy tactic --gauntlet tactic --boards 50 -q --cross new >/dev/null
    "$PASUR" rate random counter greedy tactic --boards 50 -q --cross all >/dev/null
    [ "$(pairs all | wc -l)" -eq 12 ]
    cmp <(pairs old new) <(pairs all)
}
