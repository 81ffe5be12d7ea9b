# SPDX-License-Identifier: GPL-3.0-or-later
# The bots of examples/bots play a match against each other and against the program's agents, and nothing of it is void.

bats_require_minimum_version 1.5.0
bots=$BATS_TEST_DIRNAME/../../examples/bots

# bats test_tags=quick
@test "each example has at most 40 lines" {
    for bot in "$bots"/*; do [ "$(wc -l <"$bot")" -le 40 ]; done
}

# bats test_tags=quick
@test "the examples play matches whose records are right" {
    cd "$BATS_TEST_TMPDIR"
    ${CC:-cc} -std=c11 -Wall -Wextra -Werror -o c_bot "$bots/bot.c"
    all=(exec:./c_bot "exec:$bots/bot.sh")
    if command -v python3 >/dev/null; then all+=("exec:python3 $bots/bot.py"); fi
    for bot in "${all[@]}"; do
        for other in greedy exec:./c_bot; do
            for rules in pagat bicycle,players=4; do
                "$PASUR" sim "$bot" "$other" --matches 1 --rules $rules,target=20 -q --records records >out
                grep -qx 'void boards: 0' out
                [ "$("$PASUR" replay --match records | grep -c ',1,')" -ge 2 ]
            done
        done
    done
}
