#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What `pasur columns` says of a file is what stands in it.
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# the names of a file's columns, with commas between
columns_of() {
    "$PASUR" columns "$1" | awk 'NR > 1 && NF > 2 && $1 != "one" { print $1 }' | paste -sd,
}

# header FILE KIND: the header is what is listed for the kind
header() {
    [ -n "$(columns_of "$2")" ]
    [ "$(grep -v '^#' "$1" | head -1)" = "$(columns_of "$2")" ] || { grep -v '^#' "$1" | head -1; columns_of "$2"; return 1; }
}

@test "each file's header is what is listed" {
    "$PASUR" sim greedy random --boards 2 --csv sim.csv --rounds-csv rounds.csv --records games.txt -q
    header sim.csv "sim --csv"
    header rounds.csv "sim --rounds-csv"
    "$PASUR" tactics --tactics deny_sur --boards 2 --csv tactics.csv -q
    header tactics.csv "tactics --csv"
    "$PASUR" tactics --sweep deny_sur=0:1:1 --boards 2 --csv sweep.csv -q
    header sweep.csv "tactics --sweep"
    "$PASUR" tactics --tactics deny_sur,raise_11 --pairs --boards 2 --csv pairs.csv -q
    header pairs.csv "tactics --pairs"
    "$PASUR" tactics --tactics deny_sur --by deal --boards 2 --csv strata.csv -q
    header strata.csv "tactics --by"
    "$PASUR" rate greedy random --boards 2 --csv rate.csv --cross cross.csv -q
    header rate.csv "rate --csv"
    header cross.csv "rate --cross"
    "$PASUR" exploit greedy --exploiters counter --boards 2 --csv exploit.csv -q
    header exploit.csv "exploit --csv"
    "$PASUR" learn --rounds 16 --generations 1 --epochs 1 --units 16 --boards 10 --csv learn.csv -q
    header learn.csv "learn --csv"
    "$PASUR" advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h --csv advise.csv --iters 100 -q
    header advise.csv "advise --csv"
    "$PASUR" sim greedy random --boards 2 --seed 2 --csv sim2.csv -q
    "$PASUR" pool sim.csv sim2.csv --csv pool.csv -q
    header pool.csv "pool --csv"
    "$PASUR" compare sim.csv sim2.csv --csv compare.csv -q
    header compare.csv "compare --csv"
    "$PASUR" calibrate --repetitions 100 --csv calibrate.csv -q || [ $? -eq 1 ]
    header calibrate.csv "calibrate --csv"
    "$PASUR" openings --agent greedy --boards 2k --csv openings.csv --rules-csv rules.csv -q >told
    header openings.csv "openings --csv"
    header rules.csv "openings --rules-csv"
    "$PASUR" regret greedy --positions 10 --playouts 10 --csv regret.csv -q >told
    header regret.csv "regret --csv"
    "$PASUR" power --sd 6 --ci 0.05 --csv power.csv >told
    header power.csv "power --csv"
    "$PASUR" bench --only random --seconds 0.001 --csv bench.csv -q >/dev/null
    header bench.csv "bench --csv"
    "$PASUR" replay games.txt >replay.csv
    header replay.csv "replay FILE"
    "$PASUR" replay --match "$BATS_TEST_DIRNAME/../data/public_log.txt" >match.csv
    header match.csv "replay --match"
    "$PASUR" review games.txt --iters 100 --csv plays.csv -q >/dev/null
    header plays.csv "review --csv"
    "$PASUR" equity random --rules pagat,target=5 --boards 1k --check 20 --csv equity.csv >/dev/null
    header equity.csv "equity --csv"
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
