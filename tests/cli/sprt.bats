# SPDX-License-Identifier: GPL-3.0-or-later
# pasur sim --stop sprt=: verdicts, exit status, independence of threads.

bats_require_minimum_version 1.5.0
load refuses
load csv

# bats test_tags=quick
@test "one board leaves the test unknown, in words" {
    run "$PASUR" sim greedy random --boards 1 --stop sprt=0,1
    [ "$status" -eq 3 ]
    [[ "$output" == *"The LLR of greedy is not known yet: it takes two boards."* ]]
    [[ "$output" == *"The test is undecided after 1 board, too few for a verdict."* ]]
    [[ "$output" != *nan* ]]
}

@test "the exit status is the verdict" {
    run "$PASUR" sim greedy random --stop sprt=0,1 -q
    [ "$status" -eq 0 ]
    [[ "$output" == *"The test says HIGH after "* ]]
    run "$PASUR" sim random greedy --stop sprt=0,1 -q
    [ "$status" -eq 1 ]
    [[ "$output" == *"The test says LOW after "* ]]
    run "$PASUR" sim greedy greedy --stop sprt=-0.01,0.01 --boards 1k -q
    [ "$status" -eq 3 ]
    [[ "$output" == *"The test is undecided after 1000 boards."* ]]
}

@test "the head of the CSV says where the test stands" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" sim greedy random --stop sprt=0,1 -q --csv high.csv >summary
    grep -q '^# verdict: high$' high.csv
    head_of() { sed -n "s/^# $1: //p" high.csv; }
    awk -v llr="$(head_of llr)" -v low="$(head_of llr_low)" -v high="$(head_of llr_high)" \
        'BEGIN { exit !(llr >= high && high > 2.94 && high < 2.95 && low == -high) }'
    # the summary has the same LLR, and no second verdict
    grep -q "^LLR $(printf %.3f "$(head_of llr)") (-2.944 to 2.944): greedy at 1 against 0 points a round$" summary
    "$PASUR" sim random greedy --stop sprt=0,1 -q --csv low.csv >summary || [ $? -eq 1 ]
    grep -q '^# verdict: low$' low.csv
    "$PASUR" sim greedy greedy --stop sprt=-0.01,0.01 --boards 200 -q --csv open.csv >summary || [ $? -eq 3 ]
    grep -q '^# verdict: undecided$' open.csv
    run ! grep -q '^No difference is shown' summary
    run ! "$PASUR" sim greedy random --boards 1 --stop sprt=0,1 -q --csv one.csv
    grep -q '^# llr: $' one.csv
}

@test "no verdict on fewer than 100 boards" {
    run "$PASUR" sim greedy random --stop sprt=-5,5 --boards 99 -q
    [ "$status" -eq 3 ]
    run "$PASUR" sim greedy random --stop sprt=-5,5 --boards 1k -q
    [ "$status" -eq 0 ]
    boards=$(sed -n 's/.* after \([0-9]*\) boards.*/\1/p' <<<"$output")
    [ "$boards" -ge 100 ]
}

# bats test_tags=slow
@test "any number of threads stops at the same board" {
    for model in points results; do
        for threads in 1 2 5; do
            "$PASUR" sim greedy greedy --stop sprt=-1,1 --model $model --boards 200k --threads $threads -q --csv - |
                untimed - >"$BATS_TEST_TMPDIR/$threads" || true
        done
        [ "$(wc -l <"$BATS_TEST_TMPDIR/1")" -eq 3 ]
        cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
        cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/5"
    done
}

@test "the LLR of results is that of the printed counts" {
    run "$PASUR" sim greedy random --stop sprt=-2,2 --model results -q
    counts=$(sed -n 's/^boards by half points of greedy: //p' <<<"$output")
    llr=$(sed -n 's/^LLR \([0-9.-]*\) .*/\1/p' <<<"$output")
    "$PASUR" power --llr "$counts" --sprt -2,2 | grep -q "^logistic *$llr"
}

@test "wrong tests are refused" {
    refuses sim greedy random --stop sprt=1,0 -- "the low hypothesis must be below the high one"
    refuses sim greedy random --stop sprt=1 -- "'sprt=1': expected sprt=LOW,HIGH"
    refuses sim greedy random --stop ci=0 -- "expected ci=X with X > 0"
    refuses sim greedy random --stop cii=1 -- "unknown rule 'cii'; did you mean 'ci'?"
    refuses sim greedy random --stop ci=1 --alpha 0.1 -- "--alpha, --beta and --model belong to --stop sprt="
    refuses sim greedy random random --stop sprt=0,1 --model results -- "two agents with as many sides each"
    refuses sim greedy random --stop sprt=0,1 --alpha 0.6 -- "--alpha"
}

@test "rounds: a test of results says the Elo that the CSV has" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" sim greedy random --stop sprt=-2,2 --model results -q --csv a.csv >out
    share=$(field a.csv 1 win_rate) elo=$(field a.csv 1 elo)
    grep -Eqx "$(printf 'greedy wins %.2f %% of the rounds, Elo \\+%.1f \\(\\+[0-9.]+ to \\+[0-9.]+\\)' "$(awk "BEGIN { print 100 * $share }")" "$elo")" out
    "$PASUR" sim greedy random --stop sprt=0,1 -q >out
    ! grep -q Elo out || false
}

@test "a verdict that the interval may seem to contradict is explained, and where there is none nothing is" {
    note="^The test chooses only between these two values\. The interval holds at any time and is wider "
    run -0 "$PASUR" sim tactic tactic:deny_sur=0 --matches 2000 --stop sprt=0,0.02 -q
    [[ "$output" == *"between 4"*"The test says HIGH"* ]]
    grep -q "$note" <<<"$output"
    run "$PASUR" sim tactic tactic:seek_clubs=0.6 --stop sprt=-0.1,0.1 --seed 11 -q
    [[ "$output" == *"The test says "* ]]
    grep -q "$note" <<<"$output"
    run -3 "$PASUR" sim tactic tactic:seek_clubs=0.6 --boards 200 --stop sprt=-0.1,0.1 -q
    [[ "$output" == *"The test is undecided"* ]]
    ! grep -q "$note" <<<"$output" || false
}
