# SPDX-License-Identifier: GPL-3.0-or-later
# What `pasur columns` says of a file is what stands in it, and --json holds what --csv holds.
bats_require_minimum_version 1.5.0
load csv

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# both KIND COMMAND…: the header is what is listed for the kind, and the command writes the same figures into both files,
# which are compared at the end, all by one Python
both() {
    local file=both${#pairs[@]}
    "$PASUR" "${@:2}" --csv $file.csv --json $file.json -q >/dev/null || [ $? -eq 1 ] || [ $? -eq 3 ]
    header $file.csv "$1"
    pairs+=($file.json $file.csv --)
}

# bats test_tags=slow
@test "each file's header is what is listed, and its figures are the same in JSON" {
    local pairs=()
    both "sim --csv" sim greedy random counter --boards 20
    both "sim --csv" sim greedy random --boards 400 --stop sprt=0,1
    both "sim --csv" sim tactic counter --boards 3 --no-duplicate
    both "sim --by score --csv" sim tactic counter --matches 2 --by score --rules pagat,target=20
    both "tactics --csv" tactics --tactics deny_sur,raise_11 --boards 20
    both "tactics --sweep" tactics --sweep deny_sur=0:1:1 --boards 20
    both "tactics --pairs" tactics --pairs --tactics deny_sur,raise_11 --boards 20
    both "tactics --by" tactics --by deal --tactics deny_sur --boards 20
    "$PASUR" tune tactic --params deny_sur --opponent random --rounds 100k --test 5000 --csv a.csv --json a.json -q >told || [[ $? =~ ^[13]$ ]]
    pairs+=(a.json a.csv --)
    both "equity --csv" equity random --rules pagat,target=5 --boards 1k --check 20
    both "exploit --csv" exploit greedy --exploiters counter --boards 20
    both "learn --csv" learn --rounds 16 --generations 1 --epochs 1 --units 16 --boards 10
    both "regret --csv" regret greedy random --positions 20 --playouts 20
    both "advise --csv" advise --hand Ac4d8sQh --pool 3c9d --iters 200
    both "advise --csv" advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h --iters 100
    both "bench --csv" bench --only random --seconds 0.001
    "$PASUR" sim greedy random --boards 1 --csv sim.csv --rounds-csv rounds.csv --records games.txt -q
    header rounds.csv "sim --rounds-csv"
    "$PASUR" rate greedy random counter --boards 40 --csv rate.csv --cross cross.csv --json rate.json -q >told
    header rate.csv "rate --csv"
    header cross.csv "rate --cross"
    pairs+=(rate.json rate.csv cross.csv --) # behind its ratings
    "$PASUR" sim greedy random --boards 2 --seed 2 --csv sim2.csv -q
    both "pool --csv" pool sim.csv sim2.csv
    both "compare --csv" compare sim.csv sim2.csv
    "$PASUR" openings --agent greedy --boards 2k --csv openings.csv --rules-csv rules.csv -q >told
    header openings.csv "openings --csv"
    header rules.csv "openings --rules-csv"
    "$PASUR" power --sd 6 --ci 0.05 --csv power.csv >told
    header power.csv "power --csv"
    same_in_json "${pairs[@]}"
    "$PASUR" replay games.txt >replay.csv
    header replay.csv "replay FILE"
    "$PASUR" replay --match "$BATS_TEST_DIRNAME/../data/public_log.txt" >match.csv
    header match.csv "replay --match"
    "$PASUR" review games.txt --iters 100 --csv plays.csv -q >/dev/null
    header plays.csv "review --csv"
    "$PASUR" deal --boards 1 >deal.txt
    "$PASUR" solve deal.txt >solve.csv
    header solve.csv solve
}

@test "a command's word shows all of its files, an unknown word none" {
    [ "$("$PASUR" columns rate | grep -c 'a row for each')" -eq 2 ]
    run --separate-stderr "$PASUR" columns rat
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [[ "$stderr" == "pasur columns: unknown file 'rat'"* ]]
}

@test "what has no bound is an empty field in CSV and null in JSON, and the head says of which columns" {
    "$PASUR" sim tactic random --matches 4 --rules pagat,target=200 -q --csv a.csv --json a.json >/dev/null
    ! grep -q 'inf' a.csv || false # what has no bound is an empty field, and the head names the column
    grep -qx '# unbounded: elo elo_ci_low elo_ci_high' a.csv
    ! grep -q 'inf"' a.json || false
    [ "$(grep -c '"elo":null' a.json)" -eq 2 ]
}

@test "rows that are written while a command works are the same too" {
    command -v python3 >/dev/null || skip "no python3"
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
    command -v python3 >/dev/null || skip "no python3"
    [ "$("$PASUR" sim greedy random --boards 2 --json - -q | python3 -c '
import json, sys
print(*(json.loads(line).get("agent", "head") for line in sys.stdin))')" = "head greedy random" ]
    run --separate-stderr "$PASUR" sim greedy random --boards 2 --json - --csv -
    [ "$status" -eq 2 ]
    "$PASUR" --version | grep -q "with .*\.gz " || skip "a build without .gz"
    "$PASUR" sim greedy random --boards 2 --json a.json.gz -q >/dev/null
    [ "$(gzip -dc a.json.gz | wc -l)" -eq 3 ]
}
