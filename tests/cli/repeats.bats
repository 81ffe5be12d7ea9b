# SPDX-License-Identifier: GPL-3.0-or-later
# What tactics and rate measured, sim repeats: the same seed and boards give the same cards and draws everywhere.

bats_require_minimum_version 1.5.0

# `value` of the tactic's row of that measure.
tactic_value() { # measure opponent rules
    "$PASUR" tactics --tactics deny_sur --opponent "$2" --rules "$3" --boards 500 --seed 7 -q --csv - |
        awk -F, -v measure="$1" '$2 == measure { print $5 }'
}

# `diff_mean` of the first agent.
sim_diff() { # agent agent rules
    "$PASUR" sim "$1" "$2" --rules $3 --boards 500 --seed 7 -q --csv - | grep -v '^#' | awk -F, 'NR == 2 { print $6 }'
}

# Are these the same once they are sums of whole points over at most 500 boards of 4 rounds? The printed means have all
# their digits, so the whole numbers tell equal from nearly equal.
same_sums() { # mean mean
    [ -n "$1" ] && [ -n "$2" ] || return 1
    awk -v a="$1" -v b="$2" 'BEGIN {
        a *= 500 * 4 * 6; b *= 500 * 4 * 6
        exit !(a - b < 1e-6 && b - a < 1e-6)
    }'
}

difference() { # mean mean
    awk -v OFMT=%.17g -v a="$1" -v b="$2" 'BEGIN { if (a != "" && b != "") print a - b }'
}

@test "the two variants that tactics compares differ in sim by the same" {
    for case in "counter pagat" "tactic pagat" "random pagat" "counter pagat,players=3" "random pagat,players=4,teams=0"; do
        read -r opponent rules <<<"$case"
        with=$(sim_diff tactic "$opponent" "$rules")
        without=$(sim_diff tactic:deny_sur=0 "$opponent" "$rules")
        same_sums "$(tactic_value without "$opponent" "$rules")" "$(difference "$with" "$without")"
        alone=$(sim_diff tactic:only=deny_sur "$opponent" "$rules")
        base=$(sim_diff tactic:only=base_points "$opponent" "$rules")
        same_sums "$(tactic_value alone "$opponent" "$rules")" "$(difference "$alone" "$base")"
    done
}

@test "no figure of tactics depends on the order in which tactics and opponents are named" {
    cd "$BATS_TEST_TMPDIR"
    for rules in pagat pagat,players=3 pagat,players=4,teams=0 pagat,players=4; do
        "$PASUR" tactics --rules $rules --tactics deny_sur,hold_clubs --opponent greedy,random --boards 200 -q --csv - |
            grep -v '^#' | sort >one
        "$PASUR" tactics --rules $rules --tactics hold_clubs,deny_sur --opponent random,greedy --boards 200 -q --csv - |
            grep -v '^#' | sort | cmp - one
    done
}

@test "two of many agents in rate differ as in sim, to the last digit" {
    for rules in pagat pagat,players=4 "pagat --no-duplicate"; do
        "$PASUR" rate greedy counter random tactic --rules $rules --boards 500 --seed 7 -q --cross "$BATS_TEST_TMPDIR/cross" >/dev/null
        for pair in "greedy counter" "greedy tactic" "counter random" "random tactic"; do
            read -r one other <<<"$pair"
            rated=$(awk -F, -v one="$one" -v other="$other" '$1 == one && $2 == other { print $4 }' "$BATS_TEST_TMPDIR/cross")
            [ -n "$rated" ]
            [ "$rated" = "$(sim_diff "$one" "$other" "$rules")" ]
        done
    done
}

@test "three and four different agents in rate differ as in sim, to the last digit" {
    for case in "greedy random tactic" "greedy random tactic counter"; do
        read -ra agents <<<"$case"
        rules=pagat,players=${#agents[@]}
        [ "${#agents[@]}" -eq 3 ] || rules+=,teams=0
        for command in rate sim; do
            "$PASUR" $command "${agents[@]}" --rules "$rules" --boards 500 --seed 7 -q --csv - | grep -v '^#' \
                >"$BATS_TEST_TMPDIR/$command"
        done
        cmp <(cut -d, -f 1,6 "$BATS_TEST_TMPDIR/rate" | tail -n +2) <(cut -d, -f 1,6 "$BATS_TEST_TMPDIR/sim" | tail -n +2)
        [ "$(wc -l <"$BATS_TEST_TMPDIR/sim")" -eq $((${#agents[@]} + 1)) ]
    done
}

@test "at three seats two agents in rate are both runs of sim, one against two" {
    "$PASUR" rate greedy random --rules pagat,players=3 --boards 500 --seed 7 -q --cross "$BATS_TEST_TMPDIR/cross" >/dev/null
    rated=$(awk -F, '$1 == "greedy" { print $4 }' "$BATS_TEST_TMPDIR/cross")
    one=$(sim_diff greedy random pagat,players=3)
    two=$(sim_diff random greedy pagat,players=3)
    same_sums "$(difference "$rated" "-$rated")" "$(difference "$one" "$two")"
}
