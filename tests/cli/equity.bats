# SPDX-License-Identifier: GPL-3.0-or-later
# pasur equity.

bats_require_minimum_version 1.5.0
load refuses

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

@test "a row for every pair of scores and who plays first, and the checks in the head" {
    "$PASUR" equity greedy random --rules pagat,target=12,sur_limit=8 --boards 1k --check 200 --csv e.csv >summary
    [ "$(grep -vc '^#' e.csv)" -eq $((1 + 2 * 12 * 12)) ]
    grep -q '^score,opponent,first_seat,win,ci_low,ci_high,se,third,seat,opponent_win,opponent_se,third_win,third_se$' e.csv
    [ "$(grep -c '^# check: ' e.csv)" -eq 4 ]
    grep -q '^# agents: greedy against random$' e.csv
    awk -F, '!/^#/ && $1 != "score" && !($5 <= $4 && $4 <= $6 && $4 >= 0 && $4 <= 1) { exit 1 }' e.csv
    grep -q "^From 6-4 the table says .* %.*, whole matches on 200 boards .* %" summary
    # more points are more chances: from 11-0 nearly all, from 0-11 hardly any
    awk -F, '$1 == 11 && $2 == 0 && $4 < 0.9 { exit 1 } $1 == 0 && $2 == 11 && $4 > 0.1 { exit 1 }' e.csv
}

@test "a table carries a checksum of its chances, by which a damaged one is refused" {
    "$PASUR" equity random random --rules pagat,target=6,sur_limit=5 --boards 1k --check 0 --csv e.csv -q >/dev/null
    grep -Eq '^# crc32c: [0-9a-f]{8}$' e.csv
    plays() { "$PASUR" sim greedy random --equity "$1" --rules pagat,target=6,sur_limit=5 --boards 20 -q >/dev/null; }
    plays e.csv
    awk -F, -v OFS=, '/^3,2,1,/ { $4 = $4 > 0.5 ? $4 - 0.1 : $4 + 0.1 } { print }' e.csv >bad.csv
    run -2 --separate-stderr plays bad.csv
    [[ "$stderr" == *"bad.csv: damaged: its chances have the checksum "*", its head says "* ]]
    grep -v '^# crc32c' bad.csv >old.csv
    plays old.csv
}

@test "three sides: a row for every place in the order of play, and chances that add up to 1" {
    "$PASUR" equity greedy random tactic --rules pagat,target=10 --third 4 --boards 1k --check 100 --csv e.csv >summary
    [ "$(grep -vc '^#' e.csv)" -eq $((1 + 3 * 10 * 10)) ]
    grep -q '^# agents: greedy against random and tactic$' e.csv
    grep -q '^# check: 5/4/4: .* by the table, .* by 100 boards of whole matches$' e.csv
    grep -q "^From 5-4-4 the table says" summary
    grep -q "^You, the opponent and the third side, which has 4, play in this order\.$" summary
    grep -q "where your side plays third in the next round:$" summary
    awk -F, '!/^#/ && $1 != "score" {
        sum = $4 + $10 + $12
        if ($8 != 4 || ($3 != ($9 == 0)) || sum < 1 - 1e-9 || sum > 1 + 1e-9) exit 1 }' e.csv
    run "$PASUR" equity random --rules pagat,players=3,target=10 --boards 1k --check 0 --at 3/7/5
    [ "$status" -eq 0 ]
    [[ "$output" == *"3-7-5, you are behind, and you play third: "*" % ("*"); the next side "*" %, the third "*" %"* ]]
    # A B at three seats is A B B
    "$PASUR" equity greedy random --rules pagat,players=3,target=10 --boards 1k --check 0 >summary
    grep -q "^greedy against random and random, to 10; 1000 boards in 5 situations" summary
}

@test "agents that play for the match: every pair of scores is a situation of its own" {
    local rules=pagat,target=6,sur_limit=4
    "$PASUR" equity tactic --rules $rules --boards 2k --check 0 --csv goal.csv --quiet >/dev/null
    "$PASUR" equity tactic:goal=match,equity=goal.csv tactic --rules $rules --boards 4k --check 400 >summary
    # 36 pairs below 6, and ties at 6 and more
    grep -q "^tactic:goal=match,equity=goal.csv against tactic, to 6; 4000 boards in 37 situations" summary
    # with whole matches: within 4.5 standard errors of both
    awk '/^From [0-9]/ { rows++; gsub(/[%,():]/, " "); table = $6; errs = ($10 - $8) / 2; matches = $16; other = ($20 - $18) / 2
                   if ((table - matches) ^ 2 > (4.5 / 1.96) ^ 2 * (errs ^ 2 + other ^ 2)) exit 1 }
         END { exit rows != 4 }' summary
    refuses equity tactic:goal=match --rules pagat,players=3 -- "goal=match is for two sides"
    refuses equity tactic:goal=match --boards 76k -- "--boards: 76000: expected 76900 or more, 20 for each situation"
}

@test "the same seed gives the same table, whatever the threads" {
    local run="equity greedy --rules pagat,target=10 --boards 1k --check 50 --csv -"
    # shellcheck disable=SC2086
    "$PASUR" $run --threads 1 2>/dev/null | grep -vE '^# (command|start|wall)' >one
    # shellcheck disable=SC2086
    "$PASUR" $run --threads 3 2>/dev/null | grep -vE '^# (command|start|wall)' | cmp - one
    [ "$(wc -l <one)" -gt 200 ]
}

@test "boards in lockstep give the table of boards played one by one" {
    local run
    for run in "tactic greedy --rules pagat,target=20,sur_limit=12" "counter --rules wikipedia,target=25,per_shodam=1" \
        "tactic greedy random --rules pagat,players=3,target=15"; do
        # shellcheck disable=SC2086
        "$PASUR" equity $run --boards 2k --check 60 --csv - 2>/dev/null | grep -vE '^# (start|wall)' >one
        # shellcheck disable=SC2086
        PASUR_ISA=plain "$PASUR" equity $run --boards 2k --check 60 --csv - 2>/dev/null | grep -vE '^# (start|wall)' | cmp - one
        [ "$(wc -l <one)" -gt 200 ]
    done
}

@test "--at says it in words" {
    run "$PASUR" equity random --rules pagat,target=20 --boards 1k --check 0 --at 18/4
    [ "$status" -eq 0 ]
    [[ "$output" == *"18-4, you lead, and you play first: "*" % ("*" to "*")"* ]]
    [[ "$output" == *"18-4, you lead, and you play second: "* ]]
}

# bats test_tags=quick
@test "what has no table is refused before the first board" {
    refuses equity greedy --rules pagat,players=4,teams=0 -- "a table is for two or three sides, and these rules have 4"
    refuses equity greedy random tactic --rules pagat,players=2 -- "3 agents named for 2 sides"
    refuses equity greedy --rules pagat,players=3,target=101 -- "target: with three sides at most 100, not 101"
    refuses equity greedy --third 5 -- "--third: there is no third side; --rules pagat,players=3 has one"
    refuses equity greedy --rules pagat,players=3 --third 62 -- "--third: 62: expected a score below the target 62"
    refuses equity greedy --at 3/4/5 -- "--at: '3/4/5': expected two scores below the target 62, such as 48/44"
    refuses equity greedy --rules pagat,players=3 --at 3 -- "--at: '3': expected two or three scores"
    refuses equity greedy --rules pagat,shuffle=riffle:3 -- "shuffle: "
    refuses equity greedy --rules pagat,sur_points=0,clubs_points=0,ten_points=0,two_points=0,ace_points=0,jack_points=0 -- \
        "a match would last for ever"
    refuses equity greedy --at 62/0 -- "--at: '62/0': expected two scores below the target 62"
    refuses equity greedy --at 3 -- "--at: '3': expected two scores"
    refuses equity gredy -- "greedy"
}

@test "a match without an end is a void board, and shown as no figure" {
    "$PASUR" equity random --boards 1k --check 4 --max-void 1G --csv e.csv --rules pagat,sur_limit=0,target=150,\
sur_points=1,sur_faces=0,clubs_points=0,ten_points=0,two_points=0,ace_points=0,jack_points=0 >summary
    grep -q "^From 30-0 the table says .*, whole matches on 0 boards unknown\.$" summary
    grep -q "^# check: 30/0: .* by the table, unknown by 0 boards of whole matches$" e.csv
    grep -q "^void boards: 4$" summary
    ! grep -q nan summary e.csv
}

@test "void boards that leave no table are status 4, and the old file stays" {
    echo old >e.csv
    run --separate-stderr "$ROGUE" equity rogue greedy --boards 1k --check 0 --max-void 1G --quiet --csv e.csv
    [ "$status" -eq 4 ]
    [ -z "$output" ]
    [ "$stderr" = "pasur equity: 1000 void boards leave too few for a table" ]
    [ "$(cat e.csv)" = old ]
}
