# SPDX-License-Identifier: GPL-3.0-or-later
"""same.py JSON CSV... [-- JSON CSV...]...: JSON lines hold the heads and rows of these CSV files, in this order."""
import csv, json, sys

def field(value):
    """The CSV's text as JSON has it: a number where it is one."""
    try:
        return float(value)
    except ValueError:
        return value or None

for files in [group.split() for group in " ".join(sys.argv[1:]).split("--") if group.split()]:
    lines = [json.loads(line) for line in open(files[0], encoding="utf-8")]
    at = 0
    for name in files[1:]:
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
