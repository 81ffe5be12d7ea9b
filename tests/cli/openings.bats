# SPDX-License-Identifier: GPL-3.0-or-later
# pasur openings: what to play first.

bats_require_minimum_version 1.5.0
load csv
load interrupted

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# value FILE COLUMN: its values, a line each
value() {
    grep -v '^#' "$1" | python3 -c 'import csv, sys
for row in csv.DictReader(sys.stdin): print(row[sys.argv[1]])' "$2"
}

@test "what is best in each situation is told, the same whatever the threads" {
    "$PASUR" openings --agent greedy --boards 4k --threads 1 --csv one.csv -q >out
    "$PASUR" openings --agent greedy --boards 4k --threads 2 --csv two.csv -q >out2
    untimed one.csv >a && untimed two.csv | diff a -
    grep -q '^The first play of greedy is worth +.* points a round more than that of random, when greedy plays on at every seat\.$' out
    # what comes most often stands first, with the interval of all rows together
    most=$(grep -v '^#' one.csv | sed 1d | sort -t, -k4,4gr -s | head -n 1 | cut -d, -f1,2 | tr ',_' '  ')
    sed -n '/^first pool/{n;p}' out | tr -s ' ' | grep -q "^$most "
    rows=$(grep -v '^#' one.csv | sed 1d | wc -l)
    [ "$rows" -le 20 ] || grep -qx "and $((rows - 20)) rarer situations: --csv FILE has them\." out
}

@test "an answer without rows has no picture: that is said, and the figures are kept" {
    run --separate-stderr "$PASUR" openings --agent greedy --boards 10 --plot openings.svg --csv openings.csv -q
    [ "$status" -eq 0 ]
    [ "$stderr" = "pasur openings: openings.svg is not drawn: the answer has no rows" ]
    [[ "$output" == *"No situation has enough boards to say what is best there."* ]]
    [ ! -e openings.svg ]
    grep -q '^pool,hand,' openings.csv
}

@test "ten rules are found where there are boards enough" {
    "$PASUR" openings --agent tactic --boards 20k --rules-csv rules.csv -q >out
    [ "$(value rules.csv number | paste -sd ' ')" = "1 2 3 4 5 6 7 8 9 10" ]
}

@test "all is found from the boards: even ones choose, odd ones measure" {
    "$PASUR" openings --agent greedy --boards 4k --csv all.csv --boards-csv boards.csv -q >out
    python3 - all.csv boards.csv <<'PY'
import csv, sys
from collections import defaultdict
read = lambda name: list(csv.DictReader(line for line in open(name) if line[0] != "#"))
rows, tried = read(sys.argv[1]), read(sys.argv[2])
assert rows and len({row["board"] for row in tried}) == 4000
RANK = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
cards = lambda text: [text[i:i + 2] for i in range(0, len(text), 2)]
total = lambda held: sum(RANK[card[0]] for card in held if card[0] not in "JQK")
def pool_class(text):
    sum_, faces = total(cards(text)), sum(card[0] in "QK" for card in cards(text))
    return f"{['sum_to_10', 'sum_11_to_14', 'sum_15_to_20', 'sum_from_21'][(sum_ > 10) + (sum_ > 14) + (sum_ > 20)]}_faces_{min(faces, 2)}"
kinds = defaultdict(set)
for row in tried: kinds[row["board"]].add(row["play"])
def hand_class(row):
    there = kinds[row["board"]]
    takes = 4 if "clear" in there else ("face" in there) + 2 * ("rich" in there)
    return ["nothing", "face", "numerals", "numerals_or_face", "clear"][takes] + ("_jack" if any(card[0] == "J" for card in cards(row["hand"])) else "")
gains = defaultdict(list)
for row in tried:
    gains[pool_class(row["pool"]), hand_class(row), row["play"], int(row["board"]) % 2].append((float(row["value"]), float(row["value"]) - float(row["against"])))
swapped = 0
for row in rows:
    where = row["pool"], row["hand"]
    sums = {play: sum(g for _, g in gains[p, h, play, 0]) for p, h, play, half in list(gains) if (p, h) == where and half == 0 and len(gains[p, h, play, 0]) >= 30}
    assert row["play"] in [play for play in sums if sums[play] == max(sums.values())], row
    for half, same in ((1, True), (0, False)):
        found = gains[(*where, row["play"], half)]
        mean = sum(g for _, g in found) / len(found)
        agrees = len(found) == int(row["boards"]) and abs(mean - float(row["gain"])) < 1e-9
        assert agrees or not same, (row, mean)
        swapped += not same and not agrees
    assert int(row["boards"]) >= 30 and float(row["ci_low"]) < float(row["value"]) < float(row["ci_high"])
    assert abs(float(row["share"]) - 2 * int(row["boards"]) / 4000) < 1e-12
assert swapped > len(rows) / 2 # with the halves exchanged the figures are others
PY
}

@test "a run that was killed goes on, and parts make the whole, with every board" {
    "$PASUR" openings --agent tactic --boards 9k --csv whole.csv --boards-csv boards.csv -q >out
    "$PASUR" openings --agent tactic --boards 9k --threads 1 --run killed --boards-csv b.csv -q >out &
    awaits $! '[ -s killed/chunks ]'
    kill -KILL $! || true
    wait $! || true
    "$PASUR" openings --agent tactic --boards 9k --run killed --boards-csv b.csv --csv again.csv -q >out
    for part in 1 2; do "$PASUR" openings --agent tactic --boards 9k --run $part --part $part/2 -q; done
    "$PASUR" merge 1 2 --csv merged.csv -q >out
    for file in again merged; do cmp <(rows whole.csv) <(rows $file.csv); done
    cmp <(rows boards.csv) <(rows b.csv)
}

@test "how often a first pool comes is exact" {
    "$PASUR" openings --agent random --boards 4k --csv all.csv -q >out
    # four of the 48 cards that are no jacks, but not three kings or three queens
    python3 - all.csv <<'PY'
import csv, sys
from itertools import combinations
from collections import Counter
rows = list(csv.DictReader(line for line in open(sys.argv[1]) if line[0] != "#"))
seen = {row["pool"]: float(row["pool_share"]) for row in rows}
ranks = [rank for rank in list(range(1, 11)) + ["Q", "K"] for _ in range(4)]
count = Counter()
for pool in combinations(ranks, 4):
    if max(pool.count("K"), pool.count("Q")) > 2: continue
    faces = pool.count("K") + pool.count("Q")
    total = sum(rank for rank in pool if rank not in ("K", "Q"))
    count[(0 if total <= 10 else 1 if total <= 14 else 2 if total <= 20 else 3, min(faces, 2))] += 1
totals = ["sum_to_10", "sum_11_to_14", "sum_15_to_20", "sum_from_21"]
for (t, f), n in count.items():
    name = f"{totals[t]}_faces_{f}"
    assert name not in seen or abs(seen[name] - n / sum(count.values())) < 1e-12, (name, seen[name], n / sum(count.values()))
assert seen
PY
}

@test "other games, a net where one is built in, and a picture" {
    "$PASUR" openings --rules bicycle,players=3 --boards 200 --dry-run -q | grep -q 'played on by \(policy\|tactic\)'
    "$PASUR" openings --rules pagat,players=4,teams=1 --agent greedy --boards 400 -q >out
    "$PASUR" openings --boards 200 --dry-run -q | grep -q 'played on by policy, against those of random'
    command -v gnuplot >/dev/null || skip "no gnuplot"
    "$PASUR" openings --agent greedy --boards 4k --plot openings.svg -q >out
    grep -qF '<text>What to play first</text>' openings.svg
}
