# SPDX-License-Identifier: GPL-3.0-or-later
# What points are worth in matches won: --equity of sim and tactics.

bats_require_minimum_version 1.5.0
load refuses
load csv

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# gain FILE AGENT: match_gain of the agent's row
gain() { awk -F, -v agent="$2" '/^#/ { next } !at { for (i = 1; i <= NF; i++) if ($i == "match_gain") at = i } $1 == agent { print $at }' "$1"; }

@test "agents who play on as the table's gain nothing in the mean, wherever a round begins" {
    local rules=pagat,target=20,sur_limit=12 at
    "$PASUR" equity greedy random --rules $rules --boards 40k --check 0 --csv table.csv --quiet >/dev/null
    # per shodam, the limit of Surs and the target are all near
    for at in 0/0 9/4 11/15 18/17; do
        "$PASUR" sim greedy random --rules $rules --boards 20k --equity table.csv --at $at --seed 2 --csv sim.csv >summary
        grep -q "^By the table table.csv, such a round from ${at/\//-} is worth .* of a match to greedy" summary
        # standard errors: at most 0.0022 of the boards, and 0.0015 of the table
        awk -v gain="$(gain sim.csv greedy)" 'BEGIN { print gain; exit !(gain > -0.011 && gain < 0.011) }'
        grep -qx "The errors of the table itself are not in the intervals\." summary
        awk -v a="$(gain sim.csv greedy)" -v b="$(gain sim.csv random)" 'BEGIN { exit !(a == -b && a != 0) }'
    done
}

@test "sim says what a round is worth by the builtin table" {
    "$PASUR" sim greedy random --boards 2k --equity builtin --csv sim.csv >summary
    grep -q "^By the table builtin, such a round from 0-0 is worth +[0-9.]* (+[0-9.]* to +[0-9.]*) % of a match to greedy, \
whose chance is [0-9.]* % after it instead of 50.0 %\.$" summary
    "$PASUR" sim greedy random --boards 2k --csv plain.csv >plain
    ! grep -q "By the table" plain || false
    [ -z "$(gain plain.csv greedy)" ]
    # the boards are the same, and so is all else that is said of them
    diff <(grep -v -e "^By the table" -e "^The errors of the table" -e ^Again -e seatings summary) <(grep -v -e ^Again -e seatings plain)
}

@test "tactics says what its values are worth in matches" {
    "$PASUR" tactics --tactics deny_sur --boards 1k --equity builtin --csv tactics.csv >summary
    grep -q "^tactic .* start %  middle %  *late %$" summary
    # 1.57 points a round, of which one is worth 1.48, 1.95 and 5.35 % of a match
    grep -q "^deny_sur .* alone .*+1.57 .* +2.32  *+3.05  *+8.38$" summary
    grep -qx "The errors of the table itself are not in the intervals\." summary
    # every value is the same number of points times what one of them is worth
    awk -F, '/^#/ { next }
        !seen++ { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { ratio = $at["match_start"] / $at["value"]
          if (ratio < 0.013 || ratio > 0.017 || (last && (ratio - last) ^ 2 > 1e-20)) exit 1
          if (($at["match_start_low"] / $at["ci_low"] - ratio) ^ 2 > 1e-20) exit 1
          if ($at["match_late"] / $at["match_start"] < 2) exit 1
          last = ratio; rows++ }
        END { exit rows != 2 }' tactics.csv
    "$PASUR" tactics --tactics deny_sur --boards 1k --csv plain.csv >/dev/null
    tail -n 1 plain.csv | grep -q ",,,,,,,,,,1.5$"
}

# bats test_tags=quick
@test "what no table can say is refused" {
    refuses sim greedy random --at 3/4 -- "--at says where the rounds of --equity begin"
    refuses sim greedy random --equity builtin --matches 10 -- "--equity is about single rounds"
    refuses sim greedy random --equity builtin --no-duplicate -- "--equity takes two agents, and boards in all seatings"
    refuses sim greedy random tactic --equity builtin -- "--equity takes two agents"
    refuses sim greedy random --equity builtin --rules pagat,players=3 -- "--equity: a table is for two sides"
    refuses sim greedy random --equity builtin --rules pagat,target=50 -- "--equity: the builtin table is for pagat"
    refuses sim greedy random --equity builtin --at 62/0 -- "--at: '62/0': expected scores from 0 to 61"
    refuses sim greedy random --equity builtin --at 6 -- "--at: '6': expected two scores, such as 48/44"
    refuses sim greedy random --equity nofile.csv -- "nofile.csv: No such file"
    refuses tactics --equity builtin --rules wikipedia -- "--equity: the builtin table is for pagat"
    refuses tactics --equity builtin --matches 10 -- "--equity is about points"
    echo 'a,b' >wrong.csv
    refuses tactics --equity wrong.csv -- "wrong.csv:1: not a table of chances"
    # the file is read, so nothing may be written over it
    "$PASUR" equity random --rules pagat,target=5 --boards 1k --check 0 --csv e.csv --quiet
    refuses sim greedy random --rules pagat,target=5 --equity e.csv --csv e.csv -- "e.csv"
}
