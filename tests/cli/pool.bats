# SPDX-License-Identifier: GPL-3.0-or-later
# pasur pool: one result from several seeds, and what it refuses.

bats_require_minimum_version 1.5.0
load csv

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    "$PASUR" sim greedy random --boards 200 --seed 1 --csv 1.csv -q
    "$PASUR" sim greedy random --boards 400 --seed 2 --threads 1 --csv 2.csv -q
}

# refused STATUS WORDS FILES…: that status, and one line that says the words
refused() {
    run --separate-stderr "$PASUR" pool "${@:3}"
    [ "$status" -eq "$1" ]
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == *"$2"* ]] || { echo "$stderr"; return 1; }
}

@test "the mean is weighted by the inverse of the variance" {
    "$PASUR" pool 1.csv 2.csv --csv pool.csv -q
    python3 - <<'PY'
import csv, math
def rows(name): return list(csv.DictReader(line for line in open(name) if line[0] != '#'))
a, b = rows('1.csv')[0], rows('2.csv')[0]
pool = next(r for r in rows('pool.csv') if r['who'] == 'greedy' and r['figure'] == 'diff_mean')
m = [float(r['diff_mean']) for r in (a, b)]
w = [int(r['boards']) / float(r['diff_sd']) ** 2 for r in (a, b)]
mean = sum(x * y for x, y in zip(m, w)) / sum(w)
q = sum(y * (x - mean) ** 2 for x, y in zip(m, w))
near = lambda key, value: math.isclose(float(pool[key]), value, rel_tol=1e-9) or exit(f"{key} {pool[key]} {value}")
near('value', mean); near('se', sum(w) ** -.5); near('q', q)
# Meier's error and Satterthwaite's degrees of freedom; Student's quantile of 0.025 with so many
share, left = [x / sum(w) for x in w], [int(r['boards']) - 1 for r in (a, b)]
error = (1 / sum(w) * (1 + 4 * sum(x * (1 - x) / n for x, n in zip(share, left)))) ** .5
assert 500 < 1 / sum(x * x / n for x, n in zip(share, left)) < 600
assert abs((float(pool['ci_high']) - mean) / error - 1.9642) < 5e-4
assert abs(float(pool['p']) - math.erfc(math.sqrt(q / 2))) < 2e-3 # Welch's, of hundreds of boards
assert pool['boards'] == '600' and pool['files'] == '2' and pool['df'] == '1'
PY
    grep -q '^# seeds: 1 2$' pool.csv
    grep -q '^# question: pasur sim greedy random' pool.csv
    ! grep '^# question' pool.csv | grep -e --seed -e --boards -e --csv
}

@test "the files of other commands are put together too" {
    for seed in 1 2; do
        "$PASUR" rate greedy random counter --boards 60 --seed $seed --csv rate$seed.csv --cross cross$seed.csv -q
        "$PASUR" tactics --tactics deny_sur --boards 200 --seed $seed --csv tactics$seed.csv -q
        "$PASUR" exploit greedy --exploiters counter --boards 60 --seed $seed --csv exploit$seed.csv -q
        "$PASUR" equity random --rules pagat,target=5 --boards 1k --check 20 --seed $seed --csv equity$seed.csv >/dev/null
    done
    for what in rate cross tactics exploit equity; do
        "$PASUR" pool ${what}1.csv ${what}2.csv --csv pool.csv -q >/dev/null
        [ "$(grep -vc '^#' pool.csv)" -ge 2 ]
    done
    "$PASUR" pool tactics1.csv tactics2.csv --csv - | grep -q '^# interval: simultaneous for all rows$'
}

@test "files of different questions, and of the same seed, are refused" {
    "$PASUR" sim tactic random --boards 200 --seed 3 --csv other.csv -q
    "$PASUR" sim greedy random --rules ru-baaz --boards 200 --seed 3 --csv rules.csv -q
    "$PASUR" rate greedy random --boards 50 --seed 3 --csv rate.csv -q
    refused 2 "1.csv and other.csv answer different questions: 'pasur sim greedy random" 1.csv other.csv
    refused 2 "answer different questions" 1.csv rules.csv
    refused 2 "answer different questions" 1.csv rate.csv
    cp 1.csv copy.csv
    refused 2 "1.csv and copy.csv have the same seed, 1" 1.csv copy.csv
    refused 2 "1.csv is given twice" 2.csv 1.csv ./1.csv
    sed '/^# command/d' 2.csv >nobody.csv
    refused 2 "nobody.csv: no line '# command" 1.csv nobody.csv
    sed '/^# seed/d' 2.csv >unsown.csv
    refused 2 "unsown.csv: no line '# seed:'" 1.csv unsown.csv
    refused 2 "nowhere.csv" 1.csv nowhere.csv
    "$PASUR" sim greedy random --boards 4 --csv sim.csv --rounds-csv rounds.csv -q
    refused 2 "are not pooled" rounds.csv 1.csv
}

@test "a page does not put shares and Elo under points a round" {
    cd "$BATS_TEST_TMPDIR"
    for seed in 1 2; do "$PASUR" sim greedy random --boards 40 --seed $seed --csv $seed.csv -q; done
    "$PASUR" pool 1.csv 2.csv --csv pool.csv -q
    "$PASUR" compare 1.csv 2.csv --csv compare.csv -q
    "$PASUR" report pool.csv -o pool.html -q
    "$PASUR" report compare.csv -o compare.html -q
    for page in pool compare; do
        ! grep -q '<th[^>]*>points a round</th>' $page.html
        grep -q '<td>win_rate</td>.*<td>share</td>' $page.html
        grep -q '<td>elo</td>.*<td>Elo</td>' $page.html
    done
}

@test "seeds that lie apart are told, with the spread between them" {
    awk -F, -v OFS=, '/^greedy/ { $6 += 9; $7 += 9; $8 += 9 } 1' 2.csv >far.csv
    run "$PASUR" pool 1.csv far.csv
    [ "$status" -eq 0 ]
    [[ "$output" == *"The files differ by more than chance explains in 1 of "* ]]
    [[ "$output" == *"Most of all in diff_mean of greedy: with the spread between files it is "* ]]
    run "$PASUR" pool 1.csv 2.csv
    [[ "$output" == *"No figure of greedy and random is shown to differ between the files"* ]]
}

# bats test_tags=quick
@test "of few boards there is no interval, and random effects stand beside fixed ones" {
    for seed in 1 2 3 4 5; do "$PASUR" sim tactic greedy --boards $((seed == 5 ? 19 : 20)) --seed $seed --csv few$seed.csv -q >few; done
    run "$PASUR" pool few?.csv
    [[ "$output" == *"No interval is given for 3 of 3 figures: a file has fewer than 20 boards, too few to know its error."* ]]
    [[ "$output" != *" differ between"* && "$output" != *" to +"* ]]
    "$PASUR" pool few[1-4].csv --csv pool.csv >told
    python3 - <<'PY'
import csv
rows = list(csv.DictReader(line for line in open('pool.csv') if line[0] != '#'))
told = open('told').read()
assert ('random effects (95 %)' in told and 'tau2 (95 %)' in told) == any(float(r['i2']) > 0 for r in rows)
for row in rows:
    assert (float(row['i2']) > 0) == (float(row['tau2']) > 0) == bool(row['spread_ci_low'])
    assert float(row['tau2_ci_low']) <= float(row['tau2']) <= float(row['tau2_ci_high'])
assert any(float(r['i2']) > 0 for r in rows)
PY
}

# bats test_tags=quick
@test "each file's error is what its interval says, and intervals hold for all rows where theirs do" {
    for seed in 1 2; do
        "$PASUR" sim tactic random --boards 3k --stop ci=0.4 --seed $seed --csv any$seed.csv -q >any || [ $? -eq 3 ]
        "$PASUR" sim tactic random --rules pagat,target=40 --matches 20 --seed $seed --csv edge$seed.csv -q >any
        "$PASUR" tactics --tactics deny_sur,jack_face --boards 200 --seed $seed --csv tactics$seed.csv -q >any
    done
    "$PASUR" pool any?.csv --csv any.csv -q >any
    "$PASUR" pool edge?.csv --csv edge.csv -q >any
    "$PASUR" pool tactics?.csv --csv tactics.csv -q >any
    python3 - <<'PY'
import csv
def rows(name): return list(csv.DictReader(line for line in open(name) if line[0] != '#'))
def each(row): return [[float(x) for x in part.split()] for part in row['each'].split(';')]
# an interval that holds at any time: its half width is what counts, by Student's quantile
row = rows('any.csv')[0]
for file, seed in zip(each(row), (1, 2)):
    one = rows(f'any{seed}.csv')[0]
    assert abs(file[1] - float(one['diff_ci_low'])) < 2e-5, (file, one) # which is below 10, with six digits
# a share and its interval are between 0 and 1
edge = [r for r in rows('edge.csv') if r['figure'] == 'win_rate']
assert edge and all(float(r['ci_low']) >= 0 and float(r['ci_high']) <= 1 for r in edge)
assert any(2 * float(r['value']) - float(r['ci_low']) > 1 for r in edge) # it was cut
assert all(0 <= file[1] <= file[2] <= 1 for r in edge for file in each(r))
# Bonferroni for four rows: Student's quantile of 0.00625 with nearly 400 degrees of freedom, 2.51
for row in rows('tactics.csv'):
    half, se = (float(row['ci_high']) - float(row['ci_low'])) / 2, float(row['se'])
    assert 2.48 < half / se < 2.55, half / se
PY
}

@test "rows that follow from each other are one hypothesis, shares stay within 0 and 1, and directories are read" {
    for seed in 1 2; do
        "$PASUR" rate greedy random counter --boards 60 --seed $seed --cross cross$seed.csv -q
        "$PASUR" sim tactic random --rules pagat,target=10 --matches 20 --seed $seed --run run$seed --csv run$seed.csv -q
        "$PASUR" sim greedy random --boards 200 --seed $seed --csv $seed.csv -q
    done
    "$PASUR" pool cross1.csv cross2.csv --csv cross.csv >told
    [ "$(grep -c diff_mean told)" -eq 3 ] # each pair from one side
    # which p is adjusted for all rows, and which is not
    grep -q '  df  *p alone  *I2 %' told
    grep -qx 'No figure of .* is shown to differ between the files by more than chance explains (Holm, 5 %)\.' told
    "$PASUR" pool 1.csv 2.csv --csv sim.csv -q
    diff <("$PASUR" pool run1 run2 --csv - -q | grep -v '^#') <("$PASUR" pool run1.csv run2.csv --csv - -q | grep -v '^#')
    "$PASUR" pool run1 run2 --csv shares.csv -q
    python3 - <<'PY'
import csv
def rows(name): return list(csv.DictReader(line for line in open(name) if line[0] != '#'))
cross, sim = rows('cross.csv'), rows('sim.csv')
assert len(cross) == 6 and sorted(r['hypothesis'] for r in cross) == ['1', '1', '2', '2', '3', '3']
for row in cross:
    for twin in cross:
        if row['hypothesis'] == twin['hypothesis']: assert row['p_adjusted'] == twin['p_adjusted']
        if row is not twin and row['hypothesis'] == twin['hypothesis']: assert (row['who'], row['against']) == (twin['against'], twin['who'])
assert min(float(r['p_adjusted']) for r in cross) <= 3 * min(float(r['p']) for r in cross) + 1e-12
assert len(sim) == 6 and {r['figure']: r['hypothesis'] for r in sim} == {'diff_mean': '1', 'win_rate': '2', 'elo': '2'}
shares = [r for r in rows('shares.csv') if r['figure'] == 'win_rate']
assert shares and all(0 <= float(r['ci_low']) <= float(r['ci_high']) <= 1 for r in shares)
PY
}
