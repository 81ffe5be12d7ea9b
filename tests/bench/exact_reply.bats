# SPDX-License-Identifier: GPL-3.0-or-later
# What exploiters win beside the most that can be won: BENCH is the folder of the programs, as .ci/tests sets it.

bats_require_minimum_version 1.5.0

# near LOW AGENT EXPLOITERS CARDS BOARDS: no exploiter wins more than the best reply on any board (the status says so), and
# each wins LOW to 100 % of it
near() {
    local low=$1
    shift
    run "$BENCH/exact_reply" "$@"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "${lines[2]}" == "best reply "*" +"* ]]
    [ "${#lines[@]}" -ge 4 ]
    printf '%s\n' "${lines[@]:3}" | awk -v low="$low" '{ if ($(NF - 2) < low || $(NF - 2) > 100) bad = 1 } END { exit bad }'
}

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# bats test_tags=slow
@test "exploiters come near the most that can be won in the last two deals, and never win more" {
    near 90 tactic exploiter:tactic,exploiter:search=1:tactic 2 4
    near 90 counter exploiter:counter,exploiter:search=1:counter 2 4
    near 90 tactic:exact=1 exploiter:tactic:exact=1,exploiter:search=1:tactic:exact=1 2 4
    near 90 greedy exploiter:greedy,exploiter:search=1:greedy 1 8
}

@test "who does not know the agent wins less" {
    run "$BENCH/exact_reply" greedy exploiter:greedy,counter,random 1 5
    [ "$status" -eq 0 ]
    # the lines go down
    printf '%s\n' "${lines[@]:3}" | awk '{ if (NR > 1 && $(NF - 2) >= last) bad = 1; last = $(NF - 2) } END { exit bad || NR != 3 }'
}

@test "the answer does not depend on the threads" {
    OMP_NUM_THREADS=1 "$BENCH/exact_reply" tactic "" 1 5 >one
    OMP_NUM_THREADS=3 "$BENCH/exact_reply" tactic "" 1 5 >three
    cmp one three
}

# best ARGUMENTS: what the best reply wins
best() { "$BENCH/exact_reply" "$@" | awk '/^best reply/ { print $3 }'; }

@test "an agent that draws many numbers is measured with streams that each position fixes" {
    # one that draws none plays the same with any of them
    "$BENCH/exact_reply" policy exploiter:policy 2 3 >alone
    "$BENCH/exact_reply" policy exploiter:policy 2 3 1 pagat 3 >streams
    cmp alone streams
    # from one card on nothing is won, and there is no share of it
    "$BENCH/exact_reply" policy "" 1 3 >nothing
    ! grep -q nan nothing || false
    # less is won from one of many than from a single one that is known
    awk -v one="$(best planner:playouts=5 - 2 4 1 pagat 1)" -v many="$(best planner:playouts=5 - 2 4 1 pagat 12)" \
        'BEGIN { exit !(one > many && many > 0) }'
}

@test "wrong use is refused in one line" {
    local refused
    for refused in "nobody|unknown agent" "ismcts:iters=3 greedy 1 2|draws more than one number" \
        "tactic oracle|sees all cards" "tactic greedy 5|expected 1 to 4" "tactic greedy 1 1|BOARDS" \
        "tactic greedy 1 2 1 pagat,players=3|expected two" "tactic greedy 1 2 1 pagat many|STREAMS"; do
        # shellcheck disable=SC2086
        run --separate-stderr "$BENCH/exact_reply" ${refused%|*}
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        [[ "$stderr" == *"${refused#*|}"* ]]
    done
}
