# SPDX-License-Identifier: GPL-3.0-or-later
# The programs that fit the numbers of the search: BENCH is their folder, as .ci/tests sets it.

bats_require_minimum_version 1.5.0

# rejects PROGRAM ARGS… -- TEXT: status 2, nothing on stdout, one line on stderr that has TEXT
rejects() {
    local args=()
    while [ "$1" != -- ]; do args+=("$1"); shift; done
    run --separate-stderr "${args[@]}"
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == *"$2"* ]]
}

@test "fit_value: every boundary and all together; what is fitted leaves the least" {
    for players in 2 3 4; do
        run "$BENCH/fit_value" "pagat,players=$players" 600
        [ "$status" -eq 0 ]
        [[ "${lines[0]}" == *"600 rounds of tactic against itself, seed 1"* ]]
        [[ "$output" != *nan* && "$output" != *inf* ]]
        # after the row's name and the value in use: one column for each boundary between two deals, one for all
        awk -v columns=$((12 / players)) '
            function row(name) { return index($0, name) == 1 }
            row("deals over") && !(NF == columns + 4 && $NF == "any") { bad = 1 }
            row("chances of the clubs") { found++; bad = bad || gsub("±", "") != columns }
            row("  points alone") { found++; for (i = 0; i < columns; i++) alone[i] = $(NF - i) }
            row("  value in use") { found++; for (i = 0; i < columns; i++) used[i] = $(NF - i) }
            row("  fitted") {
                found++
                for (i = 0; i < columns; i++) bad = bad || !(0 < $(NF - i) && $(NF - i) <= used[i] && $(NF - i) < alone[i])
            }
            END { exit bad || found != 4 }' <<<"$output"
    done
}

@test "fit_styles: each bot is explained best by its own style, ismcts by its pupil, and the best loose style is marked" {
    run "$BENCH/fit_styles" pagat 20
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == *"20 rounds of each agent against itself, seed 1"* ]]
    [[ "$output" != *nan* && "$output" != *inf* ]]
    awk '
        $1 == "plays" && $NF == "policy" { styles = NF - 1; for (i = 1; i <= styles; i++) style[i] = $(i + 1) }
        styles && /±/ {
            agents++
            best = 1
            for (i = 1; i <= styles; i++) {
                if ($(2 * i + 1) >= 0) bad = 1
                if ($(2 * i + 1) > $(2 * best + 1)) best = i
            }
            if (($1 == "tactic" || $1 == "counter" || $1 == "greedy" || $1 == "random") && style[best] != $1) bad = 1
            if ($1 ~ /^ismcts/ && style[best] != "policy") bad = 1 # the net learned from it
        }
        /^ +[0-9.]+ +-.*[0-9]\*/ { marked++ }
        END { exit bad || agents != 5 || marked != 5 }' <<<"$output"
}

@test "fit_match: the less of the round is left, the less is open" {
    run "$BENCH/fit_match" pagat 600
    [ "$status" -eq 0 ]
    [[ "$output" != *nan* ]]
    awk '/^[1-6] / { rows++; if (before && $3 >= before) bad = 1; before = $3; if ($1 == 1 && $4 + $5 > 0) bad = 1 }
        END { exit bad || rows != 6 }' <<<"$output"
    rejects "$BENCH/fit_match" pagat,players=3 600 -- "two sides"
}

@test "wrong arguments are refused" {
    for program in fit_value fit_styles fit_match; do
        rejects "$BENCH/$program" nonsense -- nonsense
        rejects "$BENCH/$program" pagat 19 -- "ROUNDS: '19'"
        rejects "$BENCH/$program" pagat many -- "ROUNDS: 'many'"
        rejects "$BENCH/$program" pagat 20 -1 -- "SEED: '-1'"
        rejects "$BENCH/$program" pagat 20 1 more -- "'more'"
    done
}
