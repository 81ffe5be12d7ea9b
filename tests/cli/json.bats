# SPDX-License-Identifier: GPL-3.0-or-later
# --json holds what --csv holds.

bats_require_minimum_version 1.5.0

setup() {
    command -v python3 >/dev/null || skip "no python3"
    cd "$BATS_TEST_TMPDIR"
    cat >same.py <<'PYTHON'
"""same.py JSON CSV...: JSON lines hold the heads and rows of these CSV files, in this order."""
import csv, json, sys

def field(value):
    """The CSV's text as JSON has it: a number where it is one."""
    try:
        return float(value)
    except ValueError:
        return value or None

lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
at = 0
for name in sys.argv[2:]:
    text = open(name, encoding="utf-8").read().splitlines()
    heads = [line[2:].split(": ", 1) for line in text if line.startswith("# ")]
    rows = list(csv.DictReader(line for line in text if not line.startswith("#")))
    head = lines[at]
    for key, value in heads:
        there = head[key]
        assert value in map(str, there if isinstance(there, list) else [there]) or field(value) == there, (key, value, there)
    assert list(head)[0] == "head" and set(head) - {"head"} == {key for key, value in heads}, head
    assert len(rows) > 0
    for row in rows:
        at += 1
        line = lines[at]
        assert line.pop("table") == head["head"], line
        assert list(line) == list(row), (list(line), list(row))
        for key, value in row.items():
            there = line[key]
            assert not isinstance(there, float) or value == "" or float(value) == there, (key, value, there)
            assert (there in (None, value) if isinstance(there, (str, type(None))) else field(value) == there), (key, value, there)
            assert there is not None or value == "", (key, value)
    at += 1
assert at == len(lines), "more lines"
PYTHON
}

# both COMMAND...: the command writes the same figures into both
both() {
    "$PASUR" "$@" --csv a.csv --json a.json -q >/dev/null || [ $? -eq 1 ] || [ $? -eq 3 ]
    python3 same.py a.json a.csv
    rm a.csv a.json
}

@test "what has no bound is an empty field in CSV and null in JSON, and the head says of which columns" {
    "$PASUR" sim tactic random --matches 4 --rules pagat,target=200 -q --csv a.csv --json a.json >/dev/null
    ! grep -q 'inf' a.csv || false # what has no bound is an empty field, and the head names the column
    grep -qx '# unbounded: elo elo_ci_low elo_ci_high' a.csv
    ! grep -q 'inf"' a.json || false
    [ "$(grep -c '"elo":null' a.json)" -eq 2 ]
}

# bats test_tags=slow
@test "the figures of every command are the same in CSV and in JSON" {
    both sim greedy random counter --boards 20
    both sim greedy random --boards 400 --stop sprt=0,1
    both sim tactic counter --boards 3 --no-duplicate
    both sim tactic counter --matches 2 --by score --rules pagat,target=20
    both tactics --tactics deny_sur,raise_11 --boards 20
    both tactics --sweep deny_sur=0:1:1 --boards 20
    both tactics --pairs --tactics deny_sur,raise_11 --boards 20
    both tactics --by deal --tactics deny_sur --boards 20
    both tune tactic --params deny_sur --rounds 100k --test 5000
    both equity random --rules pagat,target=5 --boards 1k --check 20
    both exploit greedy --exploiters counter --boards 20
    both learn --rounds 16 --generations 1 --epochs 1 --units 16 --boards 10
    both regret greedy random --positions 20 --playouts 20
    both advise --hand Ac4d8sQh --pool 3c9d --iters 200
    both calibrate --repetitions 100
    "$PASUR" bench --only random,signature --seconds 0.001 --csv a.csv --json a.json -q >/dev/null
    python3 same.py a.json a.csv
}

@test "rate writes its cross-table behind its ratings" {
    "$PASUR" rate greedy random counter --boards 40 --csv a.csv --cross cross.csv --json a.json -q >/dev/null
    python3 same.py a.json a.csv cross.csv
}

@test "rows that are written while a command works are the same too" {
    "$PASUR" sim greedy random --boards 3 --records games -q >/dev/null
    "$PASUR" deal --boards 2 >deals
    for row in "replay games" "replay --match $BATS_TEST_DIRNAME/../data/public_log.txt" "solve deals"; do
        "$PASUR" $row >rows
        "$PASUR" $row --json rows.json
        grep -v '"head"' rows.json >body
        [ "$(wc -l <body)" -eq "$(($(wc -l <rows) - 1))" ]
        python3 - <<'PYTHON'
import csv, json
for row, line in zip(csv.DictReader(open("rows")), open("body")):
    line = json.loads(line)
    del line["table"]
    assert {key: "" if value is None else str(int(value)) if not isinstance(value, str) else value
            for key, value in line.items()} == row, (line, row)
PYTHON
    done
}

@test "standard output takes JSON, and so do compressed files" {
    [ "$("$PASUR" sim greedy random --boards 2 --json - -q | python3 -c '
import json, sys
print(*(json.loads(line).get("agent", "head") for line in sys.stdin))')" = "head greedy random" ]
    run --separate-stderr "$PASUR" sim greedy random --boards 2 --json - --csv -
    [ "$status" -eq 2 ]
    "$PASUR" --version | grep -q "with .*\.gz " || skip "a build without .gz"
    "$PASUR" sim greedy random --boards 2 --json a.json.gz -q >/dev/null
    [ "$(gzip -dc a.json.gz | wc -l)" -eq 3 ]
}
