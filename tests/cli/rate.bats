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
    begins b.csv agent,opponent,boards,diff_mean,diff_ci_low,diff_ci_high,win_rate
    [ "$(grep -vc '^#' a.csv)" -eq 4 ]
    [ "$(grep -vc '^#' b.csv)" -eq 7 ]
    grep -q '^Again: pasur rate greedy random random --boards 50 ' table
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
    run "$PASUR" rate $(printf 'greedy random %.0s' {1..10}) --boards 20 --csv a --cross b
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
    run "$PASUR" rate random tactic:only=leave_11+jack_save --boards 1
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "2 agents, 1 meeting on the same 1 board in 2 seatings: 2 rounds; "* ]]
    [ "$(grep -c '^  [12]  tactic:only=leave_11+jack_save  ' <<<"$output")" -eq 2 ]
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
}

@test "fewer than 30 boards give no interval" {
    "$PASUR" rate greedy random --boards 29 --csv - -q | grep -v '^#' >"$BATS_TEST_TMPDIR/few"
    [ "$(cut -d, -f4,5 "$BATS_TEST_TMPDIR/few" | tail -n +2 | sort -u)" = "," ]
    "$PASUR" rate greedy random --boards 30 --csv - -q | grep -v '^#' >"$BATS_TEST_TMPDIR/more"
    [ "$(cut -d, -f4 "$BATS_TEST_TMPDIR/more" | tail -n +2 | grep -c '^-*[0-9]')" -eq 2 ]
    "$PASUR" rate greedy random --boards 29 | grep -q '^No intervals: too few boards; they take 30, '
    "$PASUR" rate greedy random --boards 30 >"$BATS_TEST_TMPDIR/more"
    run ! grep -q '^No intervals' "$BATS_TEST_TMPDIR/more"
}
