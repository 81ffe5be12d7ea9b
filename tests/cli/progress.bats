# SPDX-License-Identifier: GPL-3.0-or-later
# The line on stderr while a run goes on, on a terminal.

bats_require_minimum_version 1.5.0
load interrupted
load kept

# shows TEXT ARGS…: a line on a terminal matches TEXT; after Ctrl-C the rest is marked
shows() {
    on_terminal "$@"
    head -n 4 shown
    # each line is drawn over the last one, and cut off where the terminal ends
    tr '\r' '\n' <typescript | grep -q $'^\033\[K\033\[?7l.*\033\[?7h'
    grep -q 'PARTIAL: ' shown
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    export COLUMNS=200
    hasty # a line a second
}

number='[+-]?[0-9]+\.[0-9]+'

@test "tactics: the row that is known least, and void boards" {
    shows "/1G boards, .* left, [a-z_0-9]+ (alone|without) $number \($number to $number\) points, 0 void" \
        tactics --boards 1G
    shows "boards, .* left, deny_sur (alone|without) against (tactic|random) $number \($number to $number\) points, 0 void" \
        tactics --tactics deny_sur --opponent tactic,random --stop ci=0.001
}

@test "rate: who leads, by how much, and void boards" {
    shows "/[0-9.]+G boards, .* left, greedy leads, $number \($number to $number\) points more than its opponents, 0 void" \
        rate random greedy random --boards 1G
}

@test "calibrate: what the check has found so far" {
    shows "/[0-9.]+[MG] trials, .* left, null tactics: an interval without 0 [0-9.]+ %" calibrate --threads 1 --repetitions 1M
}

@test "a terminal that is too narrow gets fewer parts, and whole ones" {
    export COLUMNS=50
    shows '/1G boards, .* left' sim tactic counter --boards 1G
    sed -n 's/\^C$//; /\/1G boards/p' shown >lines
    [ -s lines ]
    run ! grep -vE '^[0-9.]+[kM]?/1G boards, [0-9.]+[kM]?/s, [^,]* left(, 0 void)?$' lines
    run ! grep -E '.{50}' lines
}
