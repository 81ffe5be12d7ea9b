# SPDX-License-Identifier: GPL-3.0-or-later
# pasur openings: what to play first.

bats_require_minimum_version 1.5.0
load csv

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# value FILE COLUMN: its values, a line each
value() {
    grep -v '^#' "$1" | python3 -c 'import csv, sys
for row in csv.DictReader(sys.stdin): print(row[sys.argv[1]])' "$2"
}

@test "rules that are found on one half of the boards hold on the other, whatever the threads" {
    "$PASUR" openings --agent greedy --boards 4k --threads 1 --csv one.csv --rules-csv rules.csv -q >out
    "$PASUR" openings --agent greedy --boards 4k --threads 2 --csv two.csv --rules-csv rules2.csv -q >out2
    untimed one.csv >a && untimed two.csv | diff a -
    untimed rules.csv >a && untimed rules2.csv | diff a -
    # to take what can be taken was found first, so that it stands last, and is shown to gain
    [[ "$(value rules.csv rule | tail -n 1)" == *"take "* ]]
    value rules.csv gain_ci_low | tail -n 1 | grep -q '^[0-9]'
    grep -q '^The first play of greedy is worth +.* points a round more than that of random, when greedy plays on at every seat\.$' out
    [ "$(value rules.csv number | wc -l)" -le 10 ]
    # told first: what is shown to gain; with the interval of all rules together
    ! grep -q 'by first pool and hand' out || false # the file has it
    "$PASUR" openings --agent greedy --boards 400 -q | grep -qx 'What to play by first pool and hand: --csv FILE has it\.'
    grep -A 2 '^Rules, .* are worth +[0-9.]* (+[0-9.]* to +[0-9.]*) points a round more than random:$' out | tail -n 1 | grep -q '^take '
}

@test "an answer without rules has no picture: that is said, and the figures are kept" {
    run --separate-stderr "$PASUR" openings --agent greedy --boards 10 --plot openings.svg --csv openings.csv -q
    [ "$status" -eq 0 ]
    [ "$stderr" = "pasur openings: openings.svg is not drawn: the answer has no rows" ]
    [[ "$output" == *"No rule is shown to gain anything"* ]]
    [ ! -e openings.svg ]
    grep -q '^pool,hand,' openings.csv
}

@test "ten rules are found where there are boards enough" {
    "$PASUR" openings --agent tactic --boards 20k --rules-csv rules.csv -q >out
    [ "$(value rules.csv number | paste -sd ' ')" = "1 2 3 4 5 6 7 8 9 10" ]
}

@test "each half is its own: what chooses does not measure" {
    "$PASUR" openings --agent greedy --boards 2k --csv all.csv -q >out
    # of the boards of a situation half measure: its share is twice theirs
    python3 - all.csv <<'PY'
import csv, sys
rows = list(csv.DictReader(line for line in open(sys.argv[1]) if line[0] != "#"))
assert rows
for row in rows:
    assert abs(float(row["share"]) - 2 * int(row["boards"]) / 2000) < 1e-12, row
    assert float(row["ci_low"]) < float(row["value"]) < float(row["ci_high"]), row
shares = {row["pool"]: float(row["pool_share"]) for row in rows}
assert sum(shares.values()) <= 1 + 1e-12
PY
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

@test "rules of other games, a net where one is built in, and a picture" {
    "$PASUR" openings --rules bicycle,players=3 --boards 200 --dry-run -q | grep -q 'played on by \(policy\|tactic\)'
    "$PASUR" openings --rules pagat,players=4,teams=1 --agent greedy --boards 400 -q >out
    "$PASUR" openings --boards 200 --dry-run -q | grep -q 'played on by policy, against those of random'
    command -v gnuplot >/dev/null || skip "no gnuplot"
    "$PASUR" openings --agent greedy --boards 4k --plot openings.svg -q >out
    grep -qF '<text>What to play first</text>' openings.svg
}
