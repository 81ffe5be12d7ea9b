# SPDX-License-Identifier: GPL-3.0-or-later
# pasur compare: the difference of two results, paired or not, whether they are equivalent, and what it refuses.

bats_require_minimum_version 1.5.0
load csv

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    for agent in greedy counter; do
        "$PASUR" sim $agent random --boards 200 --rounds-csv $agent.csv --csv $agent-figures.csv --run $agent -q
    done
    "$PASUR" sim counter random --boards 300 --seed 2 --rounds-csv counter2.csv --csv counter2-figures.csv -q
    "$PASUR" sim greedy random --boards 100 --csv alone-figures.csv --run alone -q
}

setup() { cd "$BATS_FILE_TMPDIR" || return 1; }

# refused STATUS WORDS ARGS…: that status, and one line that says the words
refused() {
    run --separate-stderr "$PASUR" compare "${@:3}"
    [ "$status" -eq "$1" ]
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == *"$2"* ]] || { echo "$stderr"; return 1; }
}

@test "paired is what differencing the rounds board by board gives" {
    "$PASUR" compare greedy.csv counter.csv --csv paired.csv -q
    python3 - <<'PY'
import csv, math, statistics
def lines(name): return csv.DictReader(line for line in open(name) if line[0] != '#')
def boards(name, agent):
    points = {}
    for row in lines(name):
        if row['agent'] == agent: points.setdefault(row['board'], []).append(float(row['diff']))
    return {board: sum(of) / len(of) for board, of in points.items()}
a, b = boards('greedy.csv', 'greedy'), boards('counter.csv', 'counter')
d = [b[i] - a[i] for i in a]
row = next(r for r in lines('paired.csv') if r['figure'] == 'diff_mean')
near = lambda key, value: math.isclose(float(row[key]), value, rel_tol=1e-9) or exit(f"{key} {row[key]} {value}")
se = statistics.stdev(d) / len(d) ** .5
near('value', statistics.mean(d)); near('se', se); near('df', 199)
near('ci_high', statistics.mean(d) + 1.9719565442493954 * se)
assert row['who'] == 'greedy' and row['who_b'] == 'counter' and row['paired'] == '1' and row['boards_a'] == '200'
def won(name, agent): # by board, a shared round half
    shares = {}
    for row in lines(name):
        if row['agent'] == agent: shares[row['board']] = shares.get(row['board'], 0) + (float(row['diff']) > 0) / 2 + (float(row['diff']) == 0) / 4
    return shares
a, b = won('greedy.csv', 'greedy'), won('counter.csv', 'counter')
d = [b[i] - a[i] for i in a]
row = next(r for r in lines('paired.csv') if r['figure'] == 'win_rate')
near('value', statistics.mean(d)); near('se', statistics.stdev(d) / len(d) ** .5)
assert row['hypothesis'] == '2' and row['unit'] == 'share'
PY
    # where a round lacks a seat nobody knows who won it
    grep -v ',random,' greedy.csv >lacks.csv
    refused 2 "--figure: 'win_rate' is not among the figures that both have: diff_mean" lacks.csv counter.csv --figure win_rate
    grep -q '^# pairing: paired by 200 boards that both played$' paired.csv
    run "$PASUR" compare greedy.csv counter.csv
    [ "${lines[0]}" = "B measured against A: a difference above 0 means more in B." ]
    [[ "$output" == *"B lies above A in diff_mean of greedy (in B counter), by "* ]]
}

@test "what cannot be paired says why, and that intervals may be too narrow" {
    run "$PASUR" compare alone-figures.csv counter
    [[ "$output" == *"not paired: alone-figures.csv is not a run directory, as --run makes it; the two are taken as independent, though they played the same cards"* ]]
    [[ "$output" == *"A and B played the same cards but are taken as independent, so that intervals may be too narrow."* ]]
    run "$PASUR" compare alone-figures.csv counter.csv
    [[ "$output" == *"not paired: alone-figures.csv has no rounds, which sim keeps with --rounds-csv; "* ]]
    run "$PASUR" compare alone counter.csv
    [[ "$output" == *"not paired: counter.csv is not a run directory, as --run makes it; "* ]]
    run "$PASUR" compare counter-figures.csv counter2-figures.csv
    [[ "$output" == *"not paired: the seeds are 1 and 2; "* && "$output" != *"too narrow"* ]]
}

@test "run directories are paired by blocks of boards, of which both have the same" {
    "$PASUR" sim greedy random --boards 3000 --rounds-csv long-greedy.csv --run long-greedy -q
    "$PASUR" sim counter random --boards 2010 --rounds-csv long-counter.csv --run long-counter -q
    "$PASUR" compare long-greedy long-counter --csv blocks.csv -q
    python3 - <<'PY'
import csv, math
def lines(name): return csv.DictReader(line for line in open(name) if line[0] != '#')
def first(board): # of its block
    size = 1
    while board >= 128 * size: size *= 2
    return board // size * size
def blocks(name, agent):
    out = {}
    for row in lines(name):
        block = out.setdefault(first(int(row['board'])), [0, set()])
        block[1].add(row['board'])
        if row['agent'] == agent: block[0] += float(row['diff']) / 2
    return {at: (total, len(boards)) for at, (total, boards) in out.items()}
a, b = blocks('long-greedy.csv', 'greedy'), blocks('long-counter.csv', 'counter')
pairs = [(a[i][0], b[i][0], a[i][1]) for i in a if i in b and a[i][1] == b[i][1]]
n, k = sum(p[2] for p in pairs), len(pairs)
mean = sum(p[1] - p[0] for p in pairs) / n
se = math.sqrt(sum((p[1] - p[0] - p[2] * mean) ** 2 / p[2] for p in pairs) / (k - 1) / n)
row = next(r for r in lines('blocks.csv') if r['figure'] == 'diff_mean')
near = lambda key, value: math.isclose(float(row[key]), value, rel_tol=1e-9) or exit(f"{key} {row[key]} {value}")
near('value', mean); near('se', se); near('df', k - 1); near('boards_a', n)
assert row['paired'] == '1' and n == 2000 and k == 381, (n, k)
PY
    grep -q '^# pairing: paired by 2000 boards that both played, in 381 blocks; left out: 1000 that only A has and 10 that only B has$' blocks.csv
    # a run of few boards has a block for each: what the rounds give
    diff <("$PASUR" compare alone counter --csv - -q | grep -v '^#' | cut -d, -f1-5,9-12 | cut -c1-60) \
        <("$PASUR" sim greedy random --boards 100 --rounds-csv hundred.csv -q >/dev/null && "$PASUR" compare hundred.csv counter.csv --csv - -q | grep -v '^#' | cut -d, -f1-5,9-12 | cut -c1-60)
    # whole matches
    for agent in greedy random; do
        "$PASUR" sim $agent counter --rules pagat,target=20 --matches 60 --run matches-$agent --matches-csv matches-$agent.csv -q
        "$PASUR" sim $agent counter --rules pagat,target=20 --matches 60 --run only-$agent -q
    done
    diff <("$PASUR" compare only-greedy only-random --figure win_rate --csv - -q | grep -v '^#' | cut -c1-90) \
        <("$PASUR" compare matches-greedy.csv matches-random.csv --csv - -q | grep -v '^#' | cut -c1-90)
}

@test "run directories of tactics are paired by blocks, also against another opponent" {
    for against in greedy counter; do
        "$PASUR" tactics --tactics deny_sur,jack_save --opponent $against --boards 200 --run tactics-$against -q
    done
    "$PASUR" tactics --tactics deny_sur,jack_save --opponent greedy --boards 200 --csv tactics-greedy.csv -q
    "$PASUR" compare tactics-greedy tactics-counter --csv paired.csv -q
    grep -q '^# pairing: paired by 200 boards that both played, in 164 blocks$' paired.csv
    grep -q '^deny_sur,alone,greedy,counter,value,' paired.csv
    python3 - <<'PY'
import csv
def rows(name): return list(csv.DictReader(line for line in open(name) if line[0] != '#'))
figures = {(r['tactic'], r['measure']): r for r in rows('tactics-greedy.csv')}
paired = rows('paired.csv')
assert len(paired) >= 2
for row in paired: # over all boards A's value is that of its figures
    assert abs(float(row['a']) - float(figures[row['who'], row['which']]['value'])) < 1e-9 and row['paired'] == '1'
PY
    run "$PASUR" compare tactics-greedy.csv tactics-counter
    [[ "$output" == *"not paired: tactics-greedy.csv is not a run directory, as --run makes it;"* ]]
}

# said FILES…: the rows of their difference, without heads and unit
said() { "$PASUR" compare "$@" --csv - -q | grep -v '^#' | cut -d, -f1,4-9,14; }

@test "agents are compared by their places in the command, in rounds, figures and directories alike" {
    boards=300
    sim() { "$PASUR" sim "${@:2}" --boards $boards --rounds-csv $1.rows --csv $1.csv --run $1 -q; }
    sim with tactic tactic
    sim worse tactic:deny_sur=0 tactic
    sim named tactic:name=full tactic
    sim swapped greedy tactic
    sim counter-greedy counter greedy
    for end in .csv ""; do
        [[ "$(said with$end worse$end)" =~ ^.*"tactic,tactic:deny_sur=0,diff_mean,"[-0-9.]*,-0\.[0-9]*,-0\. ]]
        [[ "$(said worse$end with$end)" == *"tactic:deny_sur=0,tactic,diff_mean,-"* ]]
        "$PASUR" compare worse$end counter-greedy$end | grep -q '^The opponents differ too: tactic in A, greedy in B\.$'
    done
    [[ "$(said named.rows worse.rows)" == *"full,tactic:deny_sur=0,diff_mean,"* ]]
    "$PASUR" compare worse.rows counter-greedy.rows | grep -q '^The opponents differ too: tactic in A, greedy in B\.$'
    # the same blocks of one board: the same interval
    boards=100
    sim few tactic:deny_sur=0 tactic
    sim some tactic:name=full tactic
    diff <(said few.rows some.rows | cut -c1-60) <(said few some | cut -c1-60)
    refused 2 "with.rows: two agents are named tactic, so its rows do not say who is who; compare figures (--csv) or run directories, or tell them apart by name=" with.rows worse.rows
    sed 's/,tactic,/,nobody,/' worse.rows >nobody.rows
    refused 2 "the command names no agent nobody" named.rows nobody.rows
    # rows of --vary are found by place too
    "$PASUR" sim tactic tactic --vary sur_points=5,10 --boards 200 --csv vary-with.csv -q
    "$PASUR" sim tactic:deny_sur=0 tactic --vary sur_points=5,10 --boards 200 --csv vary-worse.csv -q
    "$PASUR" compare vary-with.csv vary-worse.csv --figure value --csv - -q | grep -q '^tactic,diff_mean,,tactic:deny_sur=0,value,[-0-9.]*,-[0-9.]*,-'
}

@test "a result and itself, a copy or its run directory are one result, and differ by nothing" {
    cp greedy-figures.csv copy.csv
    "$PASUR" sim greedy random --boards 300 --csv longer.csv -q
    for b in greedy-figures.csv copy.csv greedy; do
        run "$PASUR" compare greedy-figures.csv $b --figure elo
        [[ "$output" == *"A and B are one result: the same question, seed, boards and figures"*"A and B are the same on every board."* ]]
        [[ "$output" != *"+-"* && "$output" != *" to "* ]]
    done
    "$PASUR" compare greedy-figures.csv longer.csv -q | grep -q '^not paired: '
    "$PASUR" compare greedy-figures.csv copy.csv --within 0.001 -q | grep -q ' by no more than 0.001 points a round either way'
    # however few boards: files, rounds and directories alike
    for from in greedy.csv greedy-figures.csv greedy alone; do
        "$PASUR" compare $from $from --within 0.001 -q >told
        grep -q ' by no more than 0.001 points a round either way' told
    done
}

@test "--help names every figure that can be asked for" {
    "$PASUR" compare --help all | tr '\n' ' ' | tr -s ' ' >help
    figures=$(cat "$BATS_TEST_DIRNAME"/../../analysis/{report/kinds,commands}/*.c | tr -s '\n ' ' ' | grep -oE '[({] ?"[a-z_]+"|\.measured = "' |
        awk -F'"' '/measured/ { print name } { name = $2 }' | sort -u)
    [ "$(wc -w <<<"$figures")" -ge 12 ]
    for figure in $figures; do
        grep -q "[ ,:]$figure\b" help || { echo "no $figure"; return 1; }
    done
}

@test "boards that one of them lacks are left out" {
    "$PASUR" sim counter random --boards 150 --rounds-csv short.csv -q
    "$PASUR" compare greedy.csv short.csv --csv - -q >short-compared.csv
    grep -q '^# pairing: paired by 150 boards that both played; left out: 50 that only A has and 0 that only B has$' short-compared.csv
}

@test "differences of rounds, and whole matches, are those of sim" {
    "$PASUR" sim tactic greedy counter --boards 20 --seed 3 --rounds-csv three.csv --csv three-figures.csv -q
    for teams in 0 1; do
        "$PASUR" sim greedy random --rules pagat,players=4,teams=$teams --boards 40 --rounds-csv four$teams.csv --csv four$teams-figures.csv -q
    done
    "$PASUR" sim greedy random --rules pagat,target=20 --matches 20 --matches-csv m.csv --rounds-csv mr.csv --csv m-figures.csv -q
    "$PASUR" sim random greedy --rules pagat,target=20 --matches 20 --matches-csv m2.csv -q
    for pair in "three.csv three-figures.csv" "four0.csv four0-figures.csv" "four1.csv four1-figures.csv" "m.csv m-figures.csv" "mr.csv m-figures.csv" "counter2.csv counter2-figures.csv"; do
        "$PASUR" compare $pair --csv same.csv -q
        [ "$(grep -vc '^#' same.csv)" -ge 2 ]
        awk -F, '!/^#/ && $1 != "who" { if ($8 > 1e-9 || $8 < -1e-9) exit 1 }' same.csv
    done
    [ "$("$PASUR" compare three.csv three.csv --csv - -q | grep -c ',win_rate,')" -eq 3 ]
    [ "$("$PASUR" compare mr.csv mr.csv --csv - -q | grep -c ',win_rate,')" -eq 0 ] # that of m.csv is about matches
    "$PASUR" compare m.csv m2.csv --csv same.csv -q # the same agents, named the other way round
    grep -q '^greedy,,,random,win_rate,' same.csv
    refused 2 "no figure has an interval in both" m.csv mr.csv
}

@test "unpaired is Welch's, and says why" {
    "$PASUR" compare greedy-figures.csv counter2-figures.csv --csv unpaired.csv -q
    python3 - <<'PY'
import csv, math
def rows(name): return list(csv.DictReader(line for line in open(name) if line[0] != '#'))
a, b = rows('greedy-figures.csv')[0], rows('counter2-figures.csv')[0]
row = next(r for r in rows('unpaired.csv') if r['figure'] == 'diff_mean')
v = [float(r['diff_sd']) ** 2 / int(r['boards']) for r in (a, b)]
near = lambda key, value: math.isclose(float(row[key]), value, rel_tol=1e-9) or exit(f"{key} {row[key]} {value}")
near('value', float(b['diff_mean']) - float(a['diff_mean'])); near('se', sum(v) ** .5)
near('df', sum(v) ** 2 / (v[0] ** 2 / 199 + v[1] ** 2 / 299))
PY
    grep -q '^# pairing: not paired: the seeds are 1 and 2; the two are taken as independent$' unpaired.csv
    diff <(grep 'greedy,,,counter,diff_mean' unpaired.csv | cut -d, -f8,11) \
        <("$PASUR" compare greedy.csv counter2.csv --csv - -q | grep 'greedy,,,counter,diff_mean' | cut -d, -f8,11)
}

@test "--within asks by two one-sided tests" {
    status_of() { "$PASUR" compare "$@" >out || return $?; }
    status_of greedy.csv counter.csv --within 100
    grep -q 'A and B differ in diff_mean by no more than 100 points a round either way (two one-sided tests, 5 %).' out
    run status_of greedy.csv counter.csv --within 0.01
    [ "$status" -eq 1 ]
    grep -q 'They differ in diff_mean by more than 0.01 points a round (5 %).' out
    run status_of counter-figures.csv counter2-figures.csv --within 0.01
    [ "$status" -eq 3 ]
    grep -q 'That they differ in diff_mean by no more than 0.01 points a round is not shown (two one-sided tests, 5 %).' out
    status_of greedy greedy --within 0.01 --figure win_rate
    grep -q 'A and B are the same on every board.' out
    grep -q 'A and B differ in win_rate by no more than 0.01 (1 %) either way ' out
    refused 2 "--within 2: win_rate is a share, at most 0.5; 0.02 is 2 %" greedy counter --within 2 --figure win_rate
    # rows that were not asked do not count in what is adjusted
    [ "$("$PASUR" compare counter-figures.csv counter2-figures.csv --within 1 --csv - -q | awk -F, '/,diff_mean,/ { print ($16 > 0 && $16 == $17) }')" = 1 ]
    # just where the interval of level 1 - 2 alpha lies within
    python3 - <<'PY'
import csv, subprocess, os
def row(x): return next(csv.DictReader(line for line in subprocess.run([os.environ['PASUR'], 'compare', 'counter-figures.csv',
    'counter2-figures.csv', '--figure', 'diff_mean', '--within', str(x), '--csv', '-', '-q'], capture_output=True, text=True).stdout.splitlines() if line[0] != '#'))
one = row(1); value, se, df = (float(one[k]) for k in ('value', 'se', 'df'))
low, high = 1.6, 1.7 # Student's 5 % with some hundred degrees of freedom
assert float(row(abs(value) + low * se)['p_within']) > .05 > float(row(abs(value) + high * se)['p_within'])
PY
}

# bats test_tags=quick
@test "a block of boards that one run has in part is left out" {
    for boards in 129 130; do "$PASUR" sim greedy random --boards $boards --run last$boards -q; done
    "$PASUR" compare last129 last130 --csv - -q | grep -q '^# pairing: paired by 128 boards that both played, in 128 blocks; left out: 1 that only A has and 2 that only B has$'
}

# bats test_tags=quick
@test "few boards on which two questions do not differ prove nothing" {
    for boards in 99 100; do
        "$PASUR" sim tactic:count_cards=0.0 random --boards $boards --rounds-csv zero$boards -q
        "$PASUR" sim tactic:count_cards=0 random --boards $boards --rounds-csv null$boards -q
    done
    run "$PASUR" compare zero99 null99 --within 0.001
    [ "$status" -eq 3 ]
    "$PASUR" compare zero100 null100 --within 0.001
}

# bats test_tags=quick
@test "--within of many rows is Holm's, whatever the interval of one row says" {
    status_of() { "$PASUR" compare "$@" >out || return $?; }
    for seed in 1 2; do
        "$PASUR" rate greedy random counter tactic tactic:deny_sur=0 --boards 40 --seed $seed --cross null$seed.csv -q >null
    done
    run status_of null1.csv null2.csv --within 0.001 --csv null.csv
    [ "$status" -eq 3 ]
    grep -q ' is shown in 0 of 10 rows (two one-sided tests, Holm, 5 %).' out
    python3 - <<'PY'
import csv
rows = list(csv.DictReader(line for line in open('null.csv') if line[0] != '#'))
assert len({r['hypothesis'] for r in rows}) == 10 and len(rows) == 20
assert any(float(r['ci_low']) > .001 or float(r['ci_high']) < -.001 for r in rows)
assert min(float(r['p_beyond_adjusted']) for r in rows) > .05
within = sorted({r['hypothesis']: (float(r['p_within']), float(r['p_within_adjusted'])) for r in rows}.values())
assert abs(within[0][1] - min(1, 10 * within[0][0])) < 1e-9 # Holm's
PY
    # and where Holm's p says so, they differ by more
    run status_of null1.csv null2.csv --within 0.001 --level 0.5
    [ "$status" -eq 1 ]
    grep -q 'They differ in diff_mean by more than 0.001 points a round in [0-9] of 10 rows (Holm, 50 %).' out
}

@test "the results of other commands are compared too" {
    for seed in 1 2; do
        "$PASUR" rate greedy random counter --boards 60 --seed $seed --csv rate$seed.csv --cross cross$seed.csv -q
        "$PASUR" tactics --tactics deny_sur,jack_face --boards 200 --seed $seed --csv tactics$seed.csv -q
        "$PASUR" exploit greedy --exploiters counter --boards 60 --seed $seed --csv exploit$seed.csv -q
    done
    for what in rate cross tactics exploit; do
        "$PASUR" compare ${what}1.csv ${what}2.csv --csv other.csv -q
        [ "$(grep -vc '^#' other.csv)" -ge 2 ]
    done
    # each pair of a cross-table counts once, as in Holm's p
    "$PASUR" compare cross1.csv cross2.csv --within 50 --csv pairs.csv >told
    [ "$(grep -c ' diff_mean ' told)" -eq 4 ] # three rows and the sentence of --within
    grep -q '  p (Holm)  *p within$' told
    grep -qx 'No difference is shown in any of 3 figures of .* (Holm, 5 %)\.' told
    [ "$(grep -c ',diff_mean,' pairs.csv)" -eq 6 ]
    "$PASUR" compare cross1.csv cross2.csv --within 0.001 | grep -q ' in [0-3] of 3 rows'
    "$PASUR" compare tactics1.csv tactics2.csv --csv - | grep -q '^# interval: simultaneous for all rows$'
    "$PASUR" tactics --tactics deny_sur,jack_face --boards 300 --csv more.csv -q
    run "$PASUR" compare tactics1.csv more.csv
    [[ "$output" == *"not paired: tactics1.csv is not a run directory"* ]]
    "$PASUR" rate tactic random counter --boards 60 --seed 1 --csv field.csv -q >/dev/null
    refused 2 "rate1.csv and field.csv rate different fields, and a rating is relative to its field" rate1.csv field.csv
    "$PASUR" rate greedy random counter --boards 90 --csv more.csv --run more -q
    for b in more.csv more; do
        run "$PASUR" compare rate1.csv $b
        [[ "$output" == *"not paired: a rating is fitted to all boards of its field, and no board has one; the two are taken as independent, though they played the same cards"* ]]
    done
}

@test "other questions, other rules and what is damaged are refused in one line" {
    "$PASUR" sim greedy random --rules ru-baaz --boards 20 --csv rules.csv --rounds-csv rules-rounds.csv -q
    "$PASUR" rate greedy random --boards 20 --csv rate.csv -q
    refused 2 "greedy.csv and rules-rounds.csv answer different questions: 'pasur sim greedy random'" greedy.csv rules-rounds.csv
    refused 2 "answer different questions" greedy rules.csv
    refused 2 "answer different questions" greedy.csv rate.csv
    refused 2 "stdin can be read only once" - greedy.csv
    refused 2 "nowhere.csv" greedy.csv nowhere.csv
    refused 2 "--figure: 'elo' is not among the figures that both have: diff_mean" greedy.csv counter.csv --figure elo
    head -50 counter.csv >cut.csv
    refused 2 "cut.csv: it is cut off" greedy.csv cut.csv
    head -c 1000 counter.csv >cut.csv
    refused 2 "cut.csv:" greedy.csv cut.csv
    awk -F, -v OFS=, '/^7,/ { $1 = 3 } 1' counter.csv >order.csv
    refused 2 "order.csv:37: board or figure is not as it should be here" greedy.csv order.csv
    sed 's/^5,\(.*\),counter,\([0-9]*\),[-0-9.]*,/5,\1,counter,\2,many,/' counter.csv >word.csv
    refused 2 "word.csv:" greedy.csv word.csv
    sed 's/,diff,/,difference,/' greedy.csv >unlike.csv
    refused 2 "it takes the columns agent, board and diff" greedy.csv unlike.csv
    sed '/^# command/d' counter.csv >nobody.csv
    refused 2 "nobody.csv: no line '# command" greedy.csv nobody.csv
    cp -r counter harmed
    printf 'x' | dd of=harmed/chunks bs=1 seek=$(($(wc -c <harmed/chunks) - 9)) conv=notrunc status=none
    refused 2 "harmed" greedy harmed
    "$PASUR" sim greedy random --boards 20 --run part --part 1/2 -q
    refused 2 "part: a part of a run" part greedy
}

@test "rules that mean the same are the same question" {
    "$PASUR" sim greedy random --rules pagat,target=62 --boards 20 --seed 4 --csv written.csv -q
    "$PASUR" compare greedy-figures.csv written.csv --csv - -q | grep -q '^# b: pasur sim greedy random$'
    "$PASUR" pool greedy-figures.csv written.csv --csv - -q | grep -q '^# question: pasur sim greedy random$'
}
