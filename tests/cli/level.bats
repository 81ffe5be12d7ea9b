# SPDX-License-Identifier: GPL-3.0-or-later
# --level: of every interval of every command, in numbers and in words.

bats_require_minimum_version 1.5.0
load csv
load refuses

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    "$PASUR" calibrate --repetitions 100 --level 0.8 --explain --csv promises.csv >promises
}
setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
}

position="--hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h"

# command: short, with as many words as can be, and each has an interval
commands=(
    "sim greedy random --boards 50"
    "sim greedy random --boards 1G --stop ci=1"
    "sim greedy random --rules pagat,target=20 --matches 30"
    "sim greedy random --rules pagat,target=20 --matches 20 --by score"
    "tactics --tactics deny_sur --boards 200"
    "tactics --sweep deny_sur=0:1:1 --boards 100"
    "tune tactic --params deny_sur --opponent random --rounds 100k --test 5000"
    "rate greedy random counter --boards 30"
    "equity random --boards 1k --check 20 --rules pagat,target=10"
    "openings --agent tactic --boards 400"
    "regret greedy random --positions 40 --playouts 20"
    "exploit greedy --exploiters counter --boards 60"
    "learn --rounds 16 --generations 1 --epochs 1 --units 16 --boards 20"
    "power greedy random --ci 0.5 --sprt 0,1 --pilot 200"
    "calibrate --repetitions 100" # by setup_file
    "advise $position --iters 200"
    "review round.txt --iters 100"
    "bench --compare ./other --only random --seconds 0.001 --repetitions 6 --threads 1"
    "pool 1.csv 2.csv"
    "compare 1.csv 2.csv --figure diff_mean --within 9"
    "runs run"
    "merge run"
)

@test "every command that has a level says it, and no other" {
    local command row
    "$PASUR" sim greedy tactic --boards 1 --no-duplicate --records round.txt -q >/dev/null
    for seed in 1 2; do "$PASUR" sim greedy random --boards 100 --seed $seed --csv $seed.csv --run run$seed -q >/dev/null; done
    mv run1 run
    # another build, which knows its signature
    printf '#!/bin/sh\n[ "$1" != bench ] || { echo signature 0123456789abcdef; exit; }\nexec "%s" "$@"\n' "$PASUR" >other
    chmod +x other
    for command in $("$PASUR" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        "$PASUR" "$command" --help all | grep -q '^  --level' || continue
        printf '%s\n' "${commands[@]}" | grep -q "^$command " || { echo "$command has no row"; return 1; }
    done
    for row in "${commands[@]}"; do
        [[ $row != calibrate* ]] || continue
        "$PASUR" $row --level 0.9 --explain >out 2>err || [ $? -eq 1 ] || [ $? -eq 3 ] || { echo "$row"; cat err; return 1; }
        grep -q '90 %' out || { echo "$row"; cat out; return 1; }
        ! grep '95 %' out || { echo "$row"; return 1; }
    done
}

@test "intervals are Student's at the level; the usual one changes nothing" {
    "$PASUR" sim greedy random --boards 41 --csv usual.csv -q >/dev/null
    "$PASUR" sim greedy random --boards 41 --level 0.95 --csv same.csv -q >/dev/null
    "$PASUR" sim greedy random --boards 41 --level 0.9 --csv ninety.csv -q >/dev/null
    diff <(untimed usual.csv) <(untimed same.csv)
    ! grep '^# level' usual.csv same.csv
    grep -q '^# level: 0.9$' ninety.csv
    python3 - <<'PY'
import csv
def half(name):
    row = next(csv.DictReader(line for line in open(name) if line[0] != '#'))
    return (float(row['diff_ci_high']) - float(row['diff_ci_low'])) / 2 / float(row['diff_sd']) * 41 ** .5
assert abs(half('usual.csv') - 2.0210753903) < 1e-8 and abs(half('ninety.csv') - 1.6838510133) < 1e-8
PY
}

@test "a rule that asks for a width takes more boards for a higher level" {
    for level in 0.8 0.95 0.99; do "$PASUR" sim greedy random --boards 1G --stop ci=0.5 --level $level --csv $level.csv -q >/dev/null; done
    [ "$(column 0.8.csv boards | tail -1)" -lt "$(column 0.95.csv boards | tail -1)" ]
    [ "$(column 0.95.csv boards | tail -1)" -lt "$(column 0.99.csv boards | tail -1)" ]
}

@test "a run that is kept is read, and goes on, at any level" {
    "$PASUR" sim greedy random --boards 300 --csv plain.csv --level 0.8 -q >/dev/null
    "$PASUR" sim greedy random --boards 300 --run kept -q >/dev/null
    "$PASUR" runs kept --level 0.8 --csv kept.csv -q
    diff <(untimed plain.csv) <(untimed kept.csv)
    grep -q '^# level: 0.8$' kept.csv
    "$PASUR" sim greedy random --boards 300 --run kept --level 0.8 --csv again.csv -q >/dev/null
    diff <(untimed plain.csv) <(untimed again.csv)
    ! grep level kept/run.json
}

@test "files of different levels are one question, and their errors are found again" {
    "$PASUR" rate greedy random counter --boards 40 --csv a.csv -q >/dev/null
    "$PASUR" rate greedy random counter --boards 40 --seed 2 --csv b.csv -q >/dev/null
    "$PASUR" sim greedy random --boards 200 --csv 1.csv -q >/dev/null
    "$PASUR" sim greedy random --boards 200 --level 0.8 --csv 1w.csv -q >/dev/null
    "$PASUR" sim greedy random --boards 200 --seed 2 --csv 2.csv -q >/dev/null
    for first in 1 1w; do "$PASUR" pool $first.csv 2.csv --csv - -q | grep '^greedy,,,win_rate'; done | cut -d, -f10 >errors
    awk 'NR == 1 { one = $1 } NR == 2 { exit !($1 / one > 0.99 && $1 / one < 1.01) }' errors
}

@test "pages and pictures of a file say its level" {
    "$PASUR" sim greedy random --boards 50 --level 0.9 --csv sim.csv -q >/dev/null
    "$PASUR" report sim.csv -o page.html -q
    grep -q 'hold at 90 %' page.html
    grep -q 'with 90 % confidence' page.html
    ! grep '95 %' page.html
    if command -v gnuplot; then
        "$PASUR" plot sim.csv -o sim.svg
        grep -q 'with 90 % intervals' sim.svg
    fi
}

@test "promises are put on trial at the level" {
    cd "$BATS_FILE_TMPDIR"
    grep -q '80 %' promises
    ! grep '95 %' promises
    python3 - <<'PY'
import csv
rows = {row['check']: row for row in csv.DictReader(line for line in open('promises.csv') if line[0] != '#')}
promise = lambda check: rows[check]['promise']
assert promise('null tactics: an interval without 0') == 'at most 20 %, all rows together'
assert promise('fixed interval misses, sim, 100 boards') == '20 +- 4 %'
assert promise('test of points says high, low is true') == '4.5 +- 1.5 %'
# an interval of 95 % misses in 5 % of the trials, one of 80 % in many more
for check, row in rows.items():
    if row['promise'] == '20 +- 4 %': assert .11 < float(row['rate']) < .3, (check, row['rate'])
PY
}

@test "verdicts on promises stand in file and page" {
    cd "$BATS_FILE_TMPDIR"
    run ! grep -qF '+- 0.00' promises
    # a check that takes long says its own trials, in its row and in the sentence below
    grep -q '^Elo misses, rate, 30 boards .* 10  ' promises
    grep -q '100 trials each, but 10 for the 3 slow ones; seed 1' promises
    rows promises.csv | sed '1d; s/.*,//' >verdicts
    [ "$(sort -u verdicts | tr '\n' ' ')" = "kept not refuted " ]
    kept=$(grep -cx kept verdicts) all=$("$PASUR" calibrate --dry-run -q | sed 1d | grep -c .)
    "$PASUR" report promises.csv -o a.html -q
    grep -q "Of $all promises of intervals and tests, $kept are kept, $((all - kept)) are not refuted, 0 are broken\." a.html
    [ "$(grep -c '<td>not refuted</td>' a.html)" -ge $((all - kept)) ]
    grep -q 'not refuted: not all of it is, which may be chance' a.html
}

@test "a level that is none is refused" {
    for level in 0 0.4 1 1.2 95; do refuses sim greedy random --boards 2 --level $level -- "--level: $level is out of range; expected 0.5 to 0.9999"; done
    refuses rate greedy random --boards 2 --level 0.9995 -- "--level 0.9995: intervals of ratings come from resampling, at most 0.999"
    refuses sim greedy random --level high -- "--level: 'high' is not a number"
}
