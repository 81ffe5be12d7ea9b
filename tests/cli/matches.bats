# SPDX-License-Identifier: GPL-3.0-or-later
# Whole matches in sim: their records, rows, figures, stops and refusals.

bats_require_minimum_version 1.5.0
load csv
load known
load refuses
load interrupted

setup() { cd "$BATS_TEST_TMPDIR"; }

# matches ARGS…: pasur sim of two agents and a few matches into records, rows of rounds and of matches, and figures
matches() {
    "$PASUR" sim "$@" -q --records records --rounds-csv rounds.csv --matches-csv matches.csv --csv figures.csv >summary
}

# right N: the records are N matches that replay finds right, and the referee too
right() {
    "$PASUR" replay --match records >replay
    [ "$(column replay ok | grep -c 1)" -eq "$1" ]
    [ "$(column replay ok | grep -vc 1)" -eq 0 ]
    "$REFEREE" judge records >judged
    [ "$(rows judged | tail -n +2 | cut -d, -f1-6)" = "$(rows replay | tail -n +2 | cut -d, -f1-6)" ]
}

# adds_up PLAYERS: the rounds lead from a match's first scores to its last, one round after the other
adds_up() {
    rows rounds.csv >r; rows matches.csv >m
    awk -F, -v players="$1" '
        NR == FNR { if (FNR > 1) { before[$1, $4] = $6; after[$1, $4] = $7; count[$1] = $10; agent[$1, $4] = $5 } next }
        FNR == 1 { next }
        { first = ($4 + $2) % players # the seat of the first round
          if ($2 == 0) score[$3, first] = before[$3, first]
          if ($16 != score[$3, first] || $17 != $16 + $6 || $5 != agent[$3, first]) exit bad = 1
          score[$3, first] = $17; rounds[$3] = $2 + 1 }
        END { if (bad) exit 1
              for (key in after) { split(key, k, SUBSEP); n++; if (score[key] != after[key] || rounds[k[1]] != count[k[1]]) exit 1 }
              exit !n }' m r
}

@test "matches of every rule set replay in sequence, for the referee too, and their rows add up" {
    for rules in $(rule_sets); do
        players=$(sed 's/.*players=\([2-4]\).*/\1/' <<<"$rules")
        matches greedy random --matches 4 --rules "$rules" --seed 3
        seatings=$(sed -n 's/^4 boards in \([0-9]\) seatings, .*/\1/p' summary)
        right $((4 * seatings))
        adds_up "$players"
        [ "$(column matches.csv won | grep -c 1)" -ge $((4 * seatings)) ]
    done
}

@test "a riffled pack, scores to start from and other targets are played too" {
    for rules in pagat,shuffle=riffle:2 pagat,target=101,sur_limit=41 wikipedia,target=51 pagat,players=3,shuffle=riffle:1; do
        matches greedy counter --matches 5 --rules "$rules"
        right $((5 * $(sed -n 's/^5 boards in \([0-9]\) seatings, .*/\1/p' summary)))
    done
    matches tactic greedy --matches 20 --from 48/40
    right 40
    adds_up 2
    # in each seating the side that plays first has the 48
    [ "$(column matches.csv score_before | tr '\n' ' ' | sed 's/48 40 //g')" = "" ]
    [ "$(rows matches.csv | awk -F, '$6 == 48 { print $5 }' | sort | uniq -c | awk '{ print $1 $2 }' | tr '\n' ' ')" = "20greedy 20tactic " ]
    matches random random --matches 5 --from 62/62
    [ "$(column matches.csv end | sort -u)" = tie_break ] || [ "$(column matches.csv rounds | sort -n | tail -n 1)" -gt 1 ]
    right 10
}

@test "the figures are those of the rows" {
    matches tactic greedy --matches 60 --seed 5
    for agent in tactic greedy; do
        row=$([ $agent = tactic ] && echo 1 || echo 2)
        rows matches.csv | awk -F, -v agent=$agent '$5 == agent { n++; won += $9; margin += $8; by += $9 * $8; rounds += $10
                count += $9 && $11 == "count"; shodam += $9 && $11 == "per_shodam" }
            END { printf "%d %.6f %.6f %.6f %.6f %.6f %.6f\n", n, won / n, rounds / n, count / n, shodam / n, margin / n, by / won }' >expected
        got="$(field figures.csv $row matches)"
        for name in win_rate rounds_a_match won_count won_per_shodam margin_mean won_by_mean; do
            got+=" $(field figures.csv $row $name | awk '{ printf "%.6f", $1 }')"
        done
        [ "$got" = "$(cat expected)" ]
        # points and differences are per round, however many rounds a match has
        rows rounds.csv | awk -F, -v agent=$agent '$5 == agent { n++; points += $6; diff += $7 } END { printf "%.9f %.9f\n", points / n, diff / n }' >expected
        [ "$(field figures.csv $row points_mean | awk '{ printf "%.9f", $1 }') $(field figures.csv $row diff_mean | awk '{ printf "%.9f", $1 }')" = "$(cat expected)" ]
    done
    [ "$(field figures.csv 1 rounds)" -eq "$(($(rows rounds.csv | wc -l) / 2))" ]
    grep -q '^60 boards in 2 seatings, 120 matches, ' summary
    grep -q '^a match: ' summary
    grep -q '^ends: ' summary
    grep -q '^limit of Surs: ' summary
    grep -q '^tactic wins .* % of the matches, between ' summary
}

@test "what the limit of Surs takes is counted" {
    matches greedy greedy --matches 40 --from 50/0
    [ "$(field figures.csv 1 limit_rounds | awk '{ print ($1 > 0.3) }')" -eq 1 ]
    [ "$(field figures.csv 1 limit_surs | awk '{ print ($1 > 0) }')" -eq 1 ]
    matches greedy greedy --matches 40 --from 50/0 --rules pagat,sur_limit=0
    [ "$(field figures.csv 1 limit_rounds)" = 0 ]
    [ "$(field figures.csv 1 limit_surs)" = 0 ]
    ! grep -q '^limit of Surs' summary || false
}

@test "threads change nothing" {
    for threads in 1 3; do
        matches tactic greedy counter --matches 40 --threads $threads
        untimed figures.csv >figures$threads
        for file in records rounds.csv matches.csv; do grep -v '^#' $file >$file$threads; done
    done
    for file in figures records rounds.csv matches.csv; do cmp ${file}1 ${file}3; done
}

@test "a first round is that of the same board without matches" {
    matches tactic greedy --matches 30 --seed 8
    "$PASUR" sim tactic greedy --boards 30 --seed 8 --records alone -q >/dev/null
    diff <(grep -A 9 '^round 0$' records | grep '^deal') <(grep '^deal' alone)
}

@test "stops are about matches" {
    "$PASUR" sim tactic greedy --matches 1M --stop ci=0.03 -q --csv ci.csv >ci
    grep -q '^Stopped after [0-9]* boards: the interval is narrow enough\.$' ci
    awk -v low="$(field ci.csv 1 win_ci_low)" -v high="$(field ci.csv 1 win_ci_high)" 'BEGIN { exit !(high - low <= 0.06 && high - low > 0.03) }'
    run -0 "$PASUR" sim tactic greedy --matches 20k --stop sprt=0,0.05 -q
    [[ "$output" == *"tactic at 0.05 against 0 of the matches more than the fair share"*"The test says HIGH"* ]]
    run -1 "$PASUR" sim greedy tactic --matches 20k --stop sprt=0,20 --model results -q
    [[ "$output" == *"greedy at 20 against 0 Elo"*"boards by half points of greedy: "*"The test says LOW"* ]]
    run -3 "$PASUR" sim greedy greedy --matches 200 --stop ci=0.001 -q
    run -3 "$PASUR" sim greedy greedy --matches 100 --stop sprt=0,0.01 -q
}

@test "without duplicate play results are the first agent's too" {
    "$PASUR" sim tactic greedy --matches 300 --no-duplicate --model results --stop sprt=0,400 --alpha 1e-9 --beta 1e-9 -q --matches-csv m.csv >out || true
    won=$(rows m.csv | awk -F, '$5 == "tactic" { n += $9 } END { print n }')
    grep -qE "^boards by half points of tactic: [0-9]+,0,$won\$" out
}

@test "a match that is too long makes its board void, and nothing of it is written" {
    run --separate-stderr "$PASUR" sim random random --matches 50 --max-rounds 4
    [ "$status" -eq 4 ]
    [[ "$stderr" == *"board 0, seating 0: no side has won after the most rounds that a match may last" ]]
    matches random random --matches 200 --max-rounds 6 --max-void 0.9
    voids=$(sed -n 's/^void boards: //p' summary)
    [ "$voids" -gt 0 ]
    [ "$voids" -lt 200 ]
    right $((2 * (200 - voids)))
    adds_up 2
    [ "$(field figures.csv 1 boards)" -eq $((200 - voids)) ]
    [ "$(column matches.csv rounds | sort -n | tail -n 1)" -le 6 ]
}

@test "an illegal play makes a board of matches void, and says in which round" {
    "$ROGUE" sim greedy rogue:every=3000 --matches 60 --max-void 0.9 -q --records records --rounds-csv rounds.csv --matches-csv matches.csv --csv figures.csv >summary
    voids=$(sed -n 's/^void boards: //p' summary)
    [ "$voids" -gt 0 ]
    grep -Eq '^  [0-9]+ such as board [0-9]+, seating [01], round [0-9]+: agent rogue:every=3000 at seat [01] played ' summary
    right $((2 * (60 - voids)))
    adds_up 2
}

@test "by score: a row for each pair of scores, which sim repeats from there" {
    "$PASUR" sim tactic greedy --matches 60 --seed 4 --by score -q --csv by.csv >by
    [ "$(rows by.csv | wc -l)" -eq 26 ]
    for row in 1 9 25; do
        score=$(field by.csv $row score) opponent=$(field by.csv $row opponent)
        "$PASUR" sim tactic greedy --matches 60 --seed 4 --from $score/$opponent -q --csv one.csv --matches-csv m.csv >/dev/null
        [ "$(field by.csv $row win_rate)" = "$(field one.csv 1 win_rate)" ]
        # where it played first, and where it played second
        for place in first second; do
            seat=$([ $place = first ] && echo 0 || echo 1)
            share=$(rows m.csv | awk -F, -v seat=$seat '$5 == "tactic" && $4 == seat { n++; won += $9 } END { printf "%.9f", won / n }')
            [ "$(field by.csv $row $place | awk '{ printf "%.9f", $1 }')" = "$share" ]
        done
    done
    grep -q '^tactic is shown to win more than half of the matches from [0-9]* of 25 pairs of scores, and less from 0\.$' by
    refuses sim tactic greedy --by score -- "--by score is about whole matches"
    refuses sim tactic greedy --matches 5 --by score --from 3/4 -- "--by score and --from: give one of them"
    refuses sim tactic greedy --matches 5 --by score --rules pagat,players=3 -- "--by score takes two sides"
}

@test "by score counts the void boards of all pairs" {
    run ! "$PASUR" sim random random --matches 20 --by score --max-rounds 1 --max-void 100 -q
    "$PASUR" sim random random --matches 20 --by score --max-rounds 1 --max-void 0.99 -q --csv by.csv >by
    voids=$(sed -n 's/^void boards: //p' by)
    [ "$voids" -gt 100 ]
    grep -q '^# void: [0-9]* such as board ' by.csv
    [ $((voids + $(column by.csv boards | awk "{ n += \$1 } END { print n }"))) -eq 500 ]
    # a small target has fewer pairs, each once
    "$PASUR" sim random random --matches 5 --by score --rules pagat,target=3 -q --csv small.csv >/dev/null
    [ "$(rows small.csv | tail -n +2 | cut -d, -f1,2 | sort | uniq -d | wc -l)" -eq 0 ]
}

@test "by score, stopped: what was played stays" {
    interrupted '[ "$(rows by.csv 2>/dev/null | wc -l)" -gt 2 ]' sim tactic greedy --matches 3k --by score --csv by.csv
    grep -q '^PARTIAL: the first ' out
    grep -q '^# PARTIAL: ' by.csv
}

@test "a run that is stopped keeps whole matches" {
    interrupted 'grep -q "^1[0-9]*,.*" part.csv' sim tactic greedy --matches 10M --records records --matches-csv part.csv --csv figures.csv
    grep -q '^PARTIAL: the first ' out
    grep -q '^# PARTIAL: ' part.csv
    right "$(field figures.csv 1 matches)"
}

@test "what does not go together is refused" {
    refuses sim random random --matches 5 --boards 5 -- "--boards and --matches: give one of them"
    refuses sim random random --from 3/4 -- "--from is about whole matches"
    refuses sim random random --max-rounds 4 -- "--max-rounds is about whole matches"
    refuses sim random random --matches 5 --stop ci=2 -- "--stop ci=2: with --matches a share, at most 0.5"
    refuses sim random random --matches 5 --stop sprt=0,5 -- "with --matches shares from -0.5 to 0.5"
    refuses sim random random --matches-csv m.csv -- "--matches-csv is about whole matches"
    refuses sim random random --matches 0 -- "--matches: 0 is out of range"
    refuses sim random random --matches 5 --from 62/3 -- "--from 62/3: a side had already won before the round"
    refuses sim random random --matches 5 --from 3 -- "--from: scores"
    refuses sim random random --matches 5 --from 3/4/5 -- "--from: scores"
    refuses sim random random --matches 5 --from 3/x -- "--from: scores"
    refuses sim random random --matches 5 --max-rounds 0 -- "--max-rounds: 0 is out of range"
    nothing=ace_points=0,jack_points=0,two_points=0,ten_points=0,clubs_points=0
    refuses sim random random --matches 5 --rules pagat,$nothing,sur_points=0 -- "nothing scores under these rules"
    refuses sim random random --matches 5 --rules pagat,$nothing -- "none from sur_limit on"
    "$PASUR" deal --boards 2 >packs
    refuses sim random random --matches 5 --deal packs -- "--deal gives the cards of single rounds"
}

# bats test_tags=quick
@test "the plan says that matches are played" {
    "$PASUR" sim tactic greedy --matches 20 --dry-run >plan
    grep -q '^20 boards in 2 seatings: 40 matches$' plan
    "$PASUR" sim random random --matches 2 -q >out
    grep -q '^Again: pasur sim random random --matches 2 -q --seed 1$' out
    "$PASUR" sim random random --matches 2 --rules pagat,target=51 >/dev/null 2>err
    ! grep -q 'without effect here' err || false
}

# bats test_tags=quick
@test "the seat effect and the gain of duplicate play are those of the matches that were played" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" sim greedy random --matches 300 --rules pagat,target=20 --matches-csv matches.csv --explain >said
    python3 - <<'PY'
import csv, re, statistics
rows = [r for r in csv.DictReader(line for line in open('matches.csv') if line[0] != '#')]
won = {(r['board'], r['match'], r['agent'], r['seat']): float(r['won']) for r in rows}
first = [float(r['won']) for r in rows if r['seat'] == '0']
boards = {}
for r in rows:
    if r['agent'] == 'greedy':
        boards.setdefault(r['board'], {})[r['seat']] = float(r['won'])
single = sum(statistics.variance(b[seat] for b in boards.values()) for seat in '01')
gain = single / statistics.variance(b['0'] + b['1'] for b in boards.values())
said = open('said').read()
seat = float(re.search(r'in the first round wins (\S+) ', said)[1])
duplicate = float(re.search(r'duplicate play: (\S+) times', said)[1])
assert abs(seat - 100 * (statistics.mean(first) - 0.5)) < 0.006, (seat, statistics.mean(first))
assert abs(duplicate - gain) < 0.006, (duplicate, gain)
PY
}

# bats test_tags=quick
@test "intervals by score hold for all pairs together" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" sim greedy random --by score --matches 400 --rules pagat,target=20 --csv by.csv -q >/dev/null
    "$PASUR" sim greedy random --from 0/0 --matches 400 --rules pagat,target=20 --csv one.csv -q >/dev/null
    python3 - <<'PY'
import csv
from statistics import NormalDist
def rows(name): return list(csv.DictReader(line for line in open(name) if line[0] != '#'))
by, one = rows('by.csv'), rows('one.csv')[0]
width = lambda r: float(r['win_ci_high']) - float(r['win_ci_low'])
assert by[0]['win_rate'] == one['win_rate']
quantile = NormalDist().inv_cdf
wider = quantile(1 - 0.025 / len(by)) / quantile(0.975)
assert abs(width(by[0]) / width(one) - wider) < 0.02 * wider, (width(by[0]) / width(one), wider)
PY
}
