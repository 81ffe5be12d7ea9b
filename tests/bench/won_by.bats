# SPDX-License-Identifier: GPL-3.0-or-later
# By what an agent wins: the parts that won_by.awk prints come to the difference that `sim` found.

bats_require_minimum_version 1.5.0

# adds_up ARGS…: the four numbers of the line are a difference and its three parts
adds_up() {
    run bash -c '"$PASUR" sim "$@" --csv - -q | awk -f "$0"' "$BATS_TEST_DIRNAME/won_by.awk" "$@"
    echo "$output"
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == "$1: "* ]]
    awk '{ gsub(/[^-+.0-9 ]/, ""); n = split($0, all, " "); for (i = 1; i <= n; i++) if (all[i] ~ /^[-+][0-9]+\.[0-9]+$/) found[++count] = all[i]
           rest = found[1] - found[2] - found[3] - found[4]; exit !(count == 4 && found[1] > 0 && rest < 0.03 && rest > -0.03) }' <<<"${output#"$1"}"
}

@test "the parts come to the difference" {
    adds_up greedy random --boards 500
    adds_up tactic:exact=1,deny_sur=2 greedy --boards 300
}
