# SPDX-License-Identifier: GPL-3.0-or-later
# --vary of sim and tactics: the same packs under several rule sets.

bats_require_minimum_version 1.5.0
load refuses
load csv

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

@test "tactics: values are those of a run under each rule set, and differences are of the same boards" {
    "$PASUR" tactics --tactics deny_sur,jack_face --vary sur_points=5,10 --boards 400 --csv vary.csv -q >/dev/null
    for points in 5 10; do
        "$PASUR" tactics --tactics deny_sur,jack_face --rules pagat,sur_points=$points --boards 400 --csv $points.csv -q >/dev/null
    done
    python3 - <<'PY'
import csv
rows = lambda name: list(csv.DictReader(line for line in open(name) if line[0] != '#'))
vary = {(r['who'], r['which'], r['rules']): r for r in rows('vary.csv')}
assert len(vary) == 8
for points in ('5', '10'):
    for row in rows(points + '.csv'):
        one = vary[row['tactic'], row['measure'], 'sur_points=' + points]
        assert float(one['value']) == float(row['value']) and one['against'] == row['opponent'], (one, row)
        assert abs(float(one['se']) - float(row['se'])) < 1e-12
for (who, which, rules), row in vary.items():
    if rules == 'sur_points=5':
        assert row['difference'] == '' and row['p'] == ''
        continue
    first = vary[who, which, 'sur_points=5']
    assert abs(float(row['difference']) - float(row['value']) + float(first['value'])) < 1e-12
    # eight values and four differences hold together: Student's quantile of 0.05/12 with 399 degrees of freedom
    for name in ('', 'difference_'):
        width = float(row[name + 'ci_high']) - float(row[name + 'ci_low'])
        assert abs(width / 2 / float(row[name + 'se']) - 2.881) < 0.01, (width / 2 / float(row[name + 'se']))
    assert float(row['difference_ci_low']) < float(row['difference']) < float(row['difference_ci_high'])
apart = vary['deny_sur', 'without', 'sur_points=10']
both = vary['deny_sur', 'without', 'sur_points=5']
# board by board: the error is smaller than that of two runs on boards of their own
assert float(apart['difference_se']) < 0.8 * (float(apart['se']) ** 2 + float(both['se']) ** 2) ** .5
PY
    for threads in 1 3; do
        "$PASUR" tactics --tactics deny_sur --vary sur_points=5,10 --boards 300 --threads $threads --csv - -q | grep -v '^# \(command\|start\|wall\)' >t$threads
    done
    cmp t1 t3
}

@test "sim: points, Surs and who plays first of rounds, and how long matches are" {
    "$PASUR" sim tactic greedy --vary pagat/bicycle --boards 300 --csv vary.csv -q >/dev/null
    "$PASUR" sim tactic greedy --rules bicycle --boards 300 --csv bicycle.csv -q >/dev/null
    [ "$(rows vary.csv | awk -F, '$1 == "greedy" && $2 == "points_mean" && $4 == "bicycle" { print $6 }')" = "$(field bicycle.csv 2 points_mean)" ]
    [ "$(rows vary.csv | awk -F, '$1 == "greedy" && $2 == "diff_mean" && $4 == "bicycle" { print $6 }')" = "$(field bicycle.csv 2 diff_mean)" ]
    awk -F, -v a="$(field bicycle.csv 1 surs_mean)" -v b="$(field bicycle.csv 2 surs_mean)" \
        '$2 == "surs" && $4 == "bicycle" { found = 1; if ((a + b - $6) ^ 2 > 1e-12) exit 1 } END { exit !found }' vary.csv
    "$PASUR" sim greedy random --vary target=51,101 --matches 60 --csv long.csv -q >long
    "$PASUR" sim greedy random --rules pagat,target=101 --matches 60 --csv 101.csv -q >/dev/null
    [ "$(rows long.csv | awk -F, '$2 == "rounds_a_match" && $4 == "target=101" { print $6 }')" = "$(field 101.csv 1 rounds_a_match)" ]
    grep -q '^Rounds in a match: .* more under target=101 than under target=51 (95 % for each: .*)\.$' long
    for seed in 1 2; do "$PASUR" sim greedy random --vary target=51,101 --matches 40 --seed $seed --csv $seed.csv -q >/dev/null; done
    "$PASUR" pool 1.csv 2.csv -q | grep -q '^table .*rounds_a_match .* target=101$'
}

@test "sentences call shown what the adjusted p does, and the page heads value and difference by their names" {
    "$PASUR" sim greedy tactic --vary sur_points=5,6 --boards 300 --csv vary.csv -q >out
    python3 - <<'PY'
import csv
rows = list(csv.DictReader(line for line in open('vary.csv') if line[0] != '#'))
said = [line for line in open('out') if ' under sur_points=6 than under sur_points=5 (' in line]
asked = [r for r in rows if r['p_adjusted']]
shown = [r for r in asked if float(r['p_adjusted']) <= .05]
apart = [r for r in asked if float(r['difference_ci_low']) * float(r['difference_ci_high']) > 0]
assert len(shown) == len(said) == 2 and len(apart) > len(shown), (len(shown), len(said), len(apart))
for row, line in zip(shown, said): assert row['who'] in line, line
PY
    "$PASUR" sim greedy tactic --vary sur_points=5,6 --boards 30 -q >few
    grep -qx 'No figure is shown to differ between the rules (Holm, 5 %).' few
    "$PASUR" report vary.csv -o vary.html -q
    grep -q '<th scope="col" class="n">value</th><th scope="col" class="n">less that under the first</th>' vary.html
}

@test "a run directory keeps what is played under each rule set, and parts are put together" {
    for command in "sim greedy tactic" "tactics --tactics deny_sur"; do
        rm -rf whole part1 part2
        "$PASUR" $command --vary sur_points=5,6 --boards 200 --csv alone.csv -q >/dev/null
        "$PASUR" $command --vary sur_points=5,6 --boards 200 --run whole -q >/dev/null
        for part in 1 2; do "$PASUR" $command --vary sur_points=5,6 --boards 200 --run part$part --part $part/2 -q >/dev/null; done
        "$PASUR" runs whole --csv read.csv -q
        "$PASUR" merge part1 part2 --csv merged.csv -q
        cmp <(grep -v '^#' alone.csv) <(grep -v '^#' read.csv)
        cmp <(grep -v '^#' alone.csv) <(grep -v '^#' merged.csv)
    done
}

@test "what does not go with --vary is refused" {
    refuses sim greedy random --vary sur_points=5 -- "expected KEY=V,W or A/B"
    refuses tactics --rules pagat --rules bicycle -- "--rules is given twice; give it once"
    refuses sim greedy random --vary points=5,6 -- "unknown key 'points'"
    refuses sim greedy random --vary sur_points=5,5 -- "are the same rules"
    refuses sim greedy random --vary players=2,3 -- "all rule sets need as many seats"
    refuses sim greedy random --vary target=$(seq -s, 33) --matches 10 -- "at most 32 rule sets"
    refuses sim greedy random --vary sur_points=5,6 --stop ci=1 -- "--vary and --stop: give one of them"
    refuses tactics --vary sur_points=5,6 --sweep deny_sur=0:1:1 -- "--vary and --sweep: give one of them"
    "$PASUR" sim greedy random --boards 10 --vary sur_points=5,6 --run kept -q
    refuses runs kept --rounds-csv r.csv -- "--rounds-csv: a run with --vary has none"
    "$PASUR" sim greedy random --rules pagat,sur_points=7 --vary sur_points=5,6 --dry-run -q | grep -qx 'the same boards under sur_points=5, sur_points=6'
}

@test "boards that are void under a rule set count under none" {
    run "$ROGUE" sim greedy rogue:every=300 --boards 300 -q --vary pagat/bicycle --csv both.csv
    [ "$status" -eq 4 ]
    boards=$(column both.csv boards | sort -u)
    [ "$boards" -gt 100 ] && [ "$boards" -lt 300 ]
    # the mean of points is not drawn towards zero
    [ "$(column both.csv value | head -n 1 | cut -d. -f1)" -ge 8 ]
}

@test "80 columns hold rule sets and p whole" {
    COLUMNS=80 "$PASUR" sim tactic greedy --vary sur_points=5,10 --boards 100 -q >narrow
    grep -q '^who  *which  *rules  *value  *less the first (95 %)  *p$' narrow
    [ "$(grep -c ' sur_points=10 .* [<01][0-9.]*$' narrow)" -ge 4 ]
    [ -z "$(awk 'length > 80 && !/^Again/' narrow)" ]
    COLUMNS=200 "$PASUR" sim tactic greedy --vary sur_points=5,10 --boards 100 -q | grep -q '^who .* value  *95 %  *less the first (95 %)  *p$'
}

@test "two runs are compared by their figures, not board by board" {
    for agent in greedy counter; do "$PASUR" sim $agent random --vary jack_points=1,2 --boards 200 --run $agent -q; done
    "$PASUR" compare greedy counter >out
    grep -q '^not paired: ' out
    run ! grep 'the same on every board' out
}

@test "a run directory says by which rules, and what varies upon them" {
    "$PASUR" sim greedy random --rules bicycle --vary sur_points=5/sur_points=10 --boards 20 --run d -q >out
    "$PASUR" runs d | grep -qF -- "--rules bicycle --vary sur_points=5/sur_points=10"
}
