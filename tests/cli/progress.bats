# SPDX-License-Identifier: GPL-3.0-or-later
# The line on stderr while a run goes on, on a terminal.

bats_require_minimum_version 1.5.0

# on_terminal TEXT ARGS…: pasur ARGS shows a line that matches TEXT, and is then stopped with Ctrl-C
on_terminal() {
    local text=$1 status=0 i
    shift
    script --version 2>/dev/null | grep -q util-linux || skip "no script(1) of util-linux"
    {
        for i in {1..300}; do sleep 0.1; grep -Eqs "$text" typescript && break; done
        printf '\003'
    } | script -qfec "'$PASUR' $*" typescript >/dev/null || status=$?
    [ "$status" -eq 130 ]
    tr '\r' '\n' <typescript >shown
    cat -v shown | head -n 4
    # each line is drawn over the last one, and cut off where the terminal ends
    grep -q $'^\033\[K\033\[?7l.*\033\[?7h' shown
    grep -Eq "$text" shown
    grep -q 'PARTIAL: ' shown
    rm typescript
}

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

number='[+-][0-9]+\.[0-9]+'

@test "tactics: the row that is known least, and void boards" {
    on_terminal "/1G boards, .* left, [a-z_0-9]+ (alone|without) $number \($number to $number\) points, 0 void" \
        tactics --boards 1G
    on_terminal "boards, .* left, leave_11 (alone|without) against (tactic|random) $number \($number to $number\) points, 0 void" \
        tactics --tactics leave_11 --opponent tactic,random --stop ci=0.001
}

@test "rate: who leads, by how much, and void boards" {
    on_terminal "/[0-9.]+G boards, .* left, greedy leads, $number \($number to $number\) points more than its opponents, 0 void" \
        rate random greedy random --boards 1G
}

@test "calibrate: what the check has found so far" {
    on_terminal "/13M trials, .* left, null tactics: an interval without 0 [0-9.]+ %" calibrate --threads 1 --repetitions 1M
}
