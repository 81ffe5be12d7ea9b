# SPDX-License-Identifier: GPL-3.0-or-later
# pasur regret: what choices cost by a reference.

bats_require_minimum_version 1.5.0
load csv
load refuses

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# figure FILE AGENT COLUMN; names here hold no comma
figure() {
    rows "$1" | awk -F, -v agent="$2" -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["agent"] == agent { print $at[name] }'
}

@test "known orders come out with their sign, and an agent differs from itself by nothing" {
    "$PASUR" regret policy policy:name=same tactic greedy random --positions 400 --playouts 100 --csv a.csv >out
    [ "$(figure a.csv same more)" = 0 ]
    [ "$(figure a.csv same apart)" = 0 ]
    [ "$(figure a.csv same regret)" = "$(figure a.csv policy regret)" ]
    grep -q "^same and policy cannot be told apart: they chose plays of the same values\.$" out
    grep -Eq "^The choices of greedy lose ([5-9]|1[0-2])\.[0-9]+ points a round more than those of policy \([0-9.]+ to [0-9.]+; 95 % for all agents together\)\.$" out
    python3 - "$(figure a.csv policy regret)" "$(figure a.csv tactic regret)" "$(figure a.csv greedy regret)" "$(figure a.csv random regret)" <<'PY'
import sys
regrets = [float(word) for word in sys.argv[1:]]
assert 0 < regrets[0] and regrets == sorted(regrets), regrets
PY
}

@test "what is found depends neither on the threads nor on who else is asked" {
    "$PASUR" regret greedy policy:mix=1 --positions 60 --playouts 20 --threads 1 --csv one.csv -q >out
    "$PASUR" regret greedy policy:mix=1 --positions 60 --playouts 20 --threads 3 --csv three.csv -q >out
    untimed one.csv >a && untimed three.csv | diff a -
    "$PASUR" regret policy:mix=1 --positions 60 --playouts 20 --csv alone.csv -q >out
    [ "$(figure one.csv policy:mix=1 regret)" = "$(figure alone.csv policy:mix=1 regret)" ]
}

@test "parts of a run make the whole" {
    for part in 1 2; do "$PASUR" regret greedy tactic --positions 40 --playouts 4 --run $part --part $part/2 -q; done
    "$PASUR" merge 1 2 --csv merged.csv -q >out
    "$PASUR" regret greedy tactic --positions 40 --playouts 4 --csv whole.csv -q >out
    cmp <(rows whole.csv) <(rows merged.csv)
}

@test "other tables, and what is refused" {
    "$PASUR" regret "exec:$PASUR serve greedy" --positions 10 --playouts 2 -q | grep -q "^void boards: 0$"
    "$PASUR" regret policy random --rules pagat,players=3 --positions 40 --playouts 20 --csv three.csv -q >out
    "$PASUR" regret policy random --rules pagat,players=4 --positions 40 --playouts 20 --csv teams.csv -q >out
    [[ "$(figure teams.csv random more)" != -* ]]
    refuses regret oracle -- "'oracle' sees all cards"
    refuses regret greedy --reference ismcts -- "--reference ismcts: expected planner"
    refuses regret greedy --players nobody -- "--players: unknown agent"
}

@test "what is lost has an interval from 300 positions on, which is what the sentence says, and differences hold together" {
    "$PASUR" regret policy policy:mix=0.2 greedy tactic --positions 300 --playouts 20 --csv few.csv -q >out
    python3 - few.csv <<'PY'
import csv, sys
for row in csv.DictReader(line for line in open(sys.argv[1]) if line[0] != "#"):
    low, mean, high = (float(row[name]) for name in ("ci_low", "regret", "ci_high"))
    assert low <= mean <= high, row
    if row["more"]: # of the same positions, by the same way
        assert abs(mean - float(row["more"]) - first) < 1e-9, row
    else:
        first = mean
PY
    # three differences are told at 98.3 % each: the same is narrower alone
    "$PASUR" regret policy greedy --positions 300 --playouts 20 --csv two.csv -q >out
    [ "$(figure two.csv greedy more)" = "$(figure few.csv greedy more)" ]
    awk -v a="$(figure two.csv greedy more_ci_high)" -v b="$(figure few.csv greedy more_ci_high)" 'BEGIN { exit !(a < b) }'
    "$PASUR" regret greedy --positions 300 --playouts 20 --csv one.csv -q >out
    grep -Eqx 'The choices of greedy lose [0-9.]+ \(95 %: [0-9.]+ to [0-9.]+\) points a round against the reference.s best plays\.' out
    "$PASUR" regret policy greedy --positions 299 --playouts 4 --csv none.csv -q >out
    [ -z "$(figure none.csv greedy ci_low)$(figure none.csv greedy more_ci_low)" ]
    grep -q '^299 positions are too few for intervals' out
    # by chance it may lie below 0: then nothing is shown
    "$PASUR" regret planner:playouts=200 --positions 300 --playouts 4 --csv strong.csv -q >out
    if awk -v low="$(figure strong.csv planner:playouts=200 ci_low)" 'BEGIN { exit !(low > 0) }'; then
        grep -q '^The choices of .* lose ' out
    else
        grep -q '^The choices of .* are not shown to lose anything against the reference.s best plays: ' out
    fi
    refuses regret greedy --playouts 11 -- "--playouts 11: one half finds the best play, the other values it; take 10 or 12"
}
