# SPDX-License-Identifier: GPL-3.0-or-later
# pasur review: what plays cost, and what players lose.

bats_require_minimum_version 1.5.0
load refuses
load csv

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    "$PASUR" sim tactic random --matches 1 --from 45/45 --no-duplicate --seed 3 --records match.txt -q >/dev/null
    # one round, in which few plays can decide the match: a review of it takes a fifth of the time
    "$PASUR" sim tactic random --matches 1 --from 56/50 --no-duplicate --seed 3 --records brief.txt -q >/dev/null
    "$PASUR" sim oracle random --boards 1 --no-duplicate --seed 3 --records oracle.txt -q >/dev/null
    "$PASUR" deal --boards 1 --seed 4 >deal.txt
}
setup() {
    cd "$BATS_FILE_TMPDIR" || return 1
    export LC_ALL=C.UTF-8
}

@test "every play has a row, and players' means are those of their plays" {
    "$PASUR" review match.txt --iters 400 --csv plays.csv >out
    sed -n '/^player /,/^cost/p' out | sed '1d;$d' | sed 's/ *([^)]*)//' >players # name, rounds, plays, choices, best, cost, a round
    plays=$(grep '^play ' match.txt | wc -w) rounds=$(grep -c '^play ' match.txt)
    [ "$(column plays.csv ply | wc -l)" -eq $((plays - rounds)) ]
    [ "$(awk '{ print $2 }' players | sort -u)" -eq "$rounds" ]
    grep -v '^#' plays.csv | awk -F, 'NR > 1 { n[$7]++; sum[$7] += $12 } END { for (p in n) printf "%s %d %.2f\n", p, n[p], sum[p] / n[p] }' |
        sort >means
    awk '{ printf "%s %d %.2f\n", $1, $3, $6 }' players | sort | diff - means
    # who plays at random loses more than who plays tactics, in one match already
    [ "$(sort -k6,6g players | tail -n 1 | cut -d' ' -f1)" = random ]
    grep -Eq '^tactic  +[0-9]+ ' out
    # the dearest stand first
    sed -n '/^where/,/^$/p' out | grep '^round' | grep -oE '[0-9.]+ \(|[0-9.]+$' | tr -d ' (' >costs
    costly=$(column plays.csv loss | awk '$1 > 0' | wc -l) # ten of them stand there at most
    [ "$(wc -l <costs)" -eq $((costly < 10 ? costly : 10)) ]
    [ "$costly" -ge 5 ]
    sort -rgc costs
}

# bats test_tags=sanitized
@test "cards are written as at the table: signs, words, red where there are colours; letters without UTF-8" {
    unset NO_COLOR
    # what a play is called at the table, from the record's own notation
    spoken() { sed -E 's/T/10/g; s/c/♣ /g; s/d/♦ /g; s/h/♥ /g; s/s/♠ /g; s/x/takes /; s/ $//'; }
    LC_ALL=C.UTF-8 "$PASUR" review brief.txt --iters 100 --worst 1000 --csv plays.csv -q >out
    worst=$(rows plays.csv | sed 1d | sort -t, -k12,12gr | head -n 1 | cut -d, -f8 | spoken)
    sed -n '/^where/{n;p}' out | grep -qF " $worst "
    LC_ALL=C "$PASUR" review brief.txt --iters 100 -q >letters
    run ! LC_ALL=C grep -q '[^ -~]' letters
    grep -qE '^round .* [A0-9JQK]+[cdhs] takes ([A0-9JQK]+[cdhs] )+' letters
    run ! grep -q $'\033' out
    # a terminal has red cards, unless NO_COLOR is set
    script --version 2>/dev/null | grep -q util-linux || skip "no script(1) of util-linux"
    LC_ALL=C.UTF-8 TERM=xterm script -qec "'$PASUR' review brief.txt --iters 100 -q" coloured >/dev/null
    grep -aq $'\033\[31m[A0-9JQK]*[♦♥]\033\[0m' coloured
    NO_COLOR=1 LC_ALL=C.UTF-8 TERM=xterm script -qec "'$PASUR' review brief.txt --iters 100 -q" plain >/dev/null
    run ! grep -aq $'\033\[31m' plain
}

# bats test_tags=sanitized
@test "a review is drawn, and stands in a report with cards as at the table" {
    "$PASUR" review brief.txt --iters 100 --csv drawn.csv --plot drawn.svg -q >/dev/null
    grep -q '<text>How the chance to win changed</text>' drawn.svg
    "$PASUR" report drawn.csv -o drawn.html
    grep -q 'How the chance to win changed' drawn.html
    grep -qE '<td>[A0-9JQK]+[♣♦♥♠] takes ' drawn.html
    tr '\n' ' ' <drawn.html | sed 's/<[^>]*>//g' | grep -qE 'The play with the largest measured cost: (tactic|random) played [A0-9JQK]+[♣♦♥♠]'
}

# bats test_tags=slow
@test "a play costs what advise says of it, in three records, and what is dearest is the same" {
    cp brief.txt 0.txt
    "$PASUR" sim tactic greedy --boards 1 --no-duplicate --seed 8 --records 1.txt -q >/dev/null
    "$PASUR" sim tactic random --boards 1 --no-duplicate --rules pagat,players=3 --seed 9 --records 2.txt -q >/dev/null 2>&1 ||
        "$PASUR" sim tactic random greedy --boards 1 --no-duplicate --seed 9 --records 2.txt -q >/dev/null
    for record in 0 1 2; do
        "$PASUR" review $record.txt --iters 400 --seed 7 --csv plays.csv -q >/dev/null
        rows plays.csv | awk -F, 'NR > 1 && $1 == 0 && $11 != "" { print $4 "," $8 "," $9 "," $11 "," $12 "," $13 }' >reviewed
        [ "$(wc -l <reviewed)" -gt 20 ]
        sed -i -n '1~3p' reviewed # plays of both, in all deals
        while IFS=, read -r ply play best value loss low; do
            "$PASUR" advise --record $record.txt --number 0 --ply "$ply" --iters 400 --seed 7 --csv advice.csv -q >/dev/null
            rows advice.csv | awk -F, -v play="$play" -v best="$best" -v value="$value" -v loss="$loss" -v low="$low" '
                $6 == 1 { choice = $1 } $1 == play { same = $2 == value && $7 + 0 == loss + 0 && $8 + 0 == low + 0; b = $7 }
                END { exit !(same && (choice == best || b == 0)) }' || { echo "record $record, ply $ply: $play"; return 1; }
        done <reviewed
    done
}

# bats test_tags=slow
@test "a match is reckoned in chances where there is a table, else in points, and --goal chooses" {
    local few="--iters 100"
    unit() {
        "$PASUR" review "${@:2}" $few --csv r.csv -q >out
        [ "$(grep -h '^# unit: ' r.csv)" = "# unit: $1" ]
    }
    unit % brief.txt
    grep -q '^round [1-9] deal [1-6]  ' out
    grep -q 'cost % a play' out
    unit points brief.txt --goal points
    run ! grep -qE 'cost %|% a play|of the match' out # reasons say in how many deals of a hundred
    cmp <(rows r.csv | grep -c .) <(echo $(($(grep '^play ' brief.txt | wc -w) - $(grep -c '^play ' brief.txt) + 1)))
    unit points oracle.txt
    unit % oracle.txt --goal match
    unit % brief.txt --agent ismcts:goal=match,c=0.4
    unit points brief.txt --agent ismcts:goal=points
    { cat brief.txt; echo; cat oracle.txt; } >mixed.txt
    unit points mixed.txt
    "$PASUR" sim greedy random --matches 1 --no-duplicate --from 50/50 --rules bicycle --records bicycle.txt -q >/dev/null
    unit points bicycle.txt
    "$PASUR" equity tactic --rules bicycle,target=20 --boards 1k --csv 20.csv -q >/dev/null
    "$PASUR" sim greedy random --matches 1 --no-duplicate --from 18/18 --rules bicycle,target=20 --records 20.txt -q >/dev/null
    unit points 20.txt
    unit % 20.txt --equity 20.csv
    refuses review bicycle.txt --goal match -- "no table of chances for bicycle"
    refuses review brief.txt --goal points --equity 20.csv -- "leave out --goal points"
    refuses review brief.txt --equity 20.csv -- "a table for the rules bicycle,target=20; expected one for pagat"
    refuses review brief.txt --goal points --agent ismcts:goal=match -- "says itself what it plays for"
}

# bats test_tags=slow
@test "threads do not matter, and standard input is read" {
    for threads in 1 3; do
        "$PASUR" review - --iters 800 --threads $threads --csv $threads.csv -q <brief.txt >/dev/null
    done
    cmp <(rows 1.csv) <(rows 3.csv)
}

# bats test_tags=slow
@test "what cannot be reviewed is refused" {
    refuses review -- "arguments missing"
    refuses review nowhere.txt -- "nowhere.txt: "
    refuses review match.txt --agent greedy -- "--agent greedy does not search"
    sed 's/^play \([^ ]*\) /play Kc \1 /' match.txt >wrong.txt
    refuses review wrong.txt -- "wrong.txt:$(grep -n '^play' wrong.txt | head -n 1 | cut -d: -f1): play "
    "$PASUR" sim greedy random tactic --boards 1 --no-duplicate --records three.txt -q >/dev/null
    "$PASUR" review three.txt --iters 100 >out
    grep -q '^tactic ' out
    "$PASUR" review deal.txt >out # dealt, not played
    grep -q '^No play was reviewed: no deal is complete\.$' out
}

# bats test_tags=quick
@test "a round noted at a table, its first pool and its plays, is counted and reviewed as far as its whole deals go" {
    "$PASUR" sim tactic greedy --boards 1 --no-duplicate --seed 9 --records dealt.txt -q >/dev/null
    deal=$(sed -n 's/^deal //p' dealt.txt) plays=$(sed -n 's/^play //p' dealt.txt)
    printf 'pool %s\nplay %s\n' "${deal:16:8}" "$plays" >noted.txt
    diff <("$PASUR" replay noted.txt) <("$PASUR" replay dealt.txt)
    # hands follow from the plays: the same figures as with the deal
    for record in dealt noted; do "$PASUR" review $record.txt --iters 100 --csv $record.csv -q >/dev/null; done
    diff <(rows noted.csv | cut -d, -f4-6,8-14) <(rows dealt.csv | cut -d, -f4-6,8-14)
    printf 'pool %s\nplay %s\n' "${deal:16:8}" "$(cut -d' ' -f1-19 <<<"$plays")" >half.txt
    run --separate-stderr "$PASUR" review half.txt --iters 100 --csv half.csv
    [[ "$stderr" == *"stops within a deal, whose hands are not known: its first 16 plays are reviewed"* ]]
    [ "$(column half.csv ply | wc -l)" -eq 16 ]
    refuses advise half.txt -- "who holds what after play 16 is not known; --ply N takes a position before it"
    refuses solve half.txt -- "the cards are known of whole deals that were played: of 16 plays here"
    refuses sim greedy greedy --boards 1 --deal half.txt -- "of 16 plays here"
    # the first play that cannot be is named
    first=$(cut -d' ' -f1 <<<"$plays")
    sed "s/^play [^ ]* [^ ]*/play $first $first/" half.txt >twice.txt
    refuses replay twice.txt -- "twice.txt:2: play 2: ${first:0:2} was played before"
    sed "s/^play [^ ]*/play ${deal:16:2}/" half.txt >lies.txt
    refuses replay lies.txt -- "lies.txt:2: play 1: ${deal:16:2} lies in the first pool"
    # the pool is the one that was put right
    printf '# noted\nplay %s\npool Jc%s\n' "" "$(cut -c3-8 <<<"${deal:16:8}")" >jack.txt
    refuses review jack.txt -- "jack.txt:3: pool: the first pool holds a jack, which pool_jacks does not allow"
    sed 's/^pool ..../pool /' half.txt >short.txt
    refuses replay short.txt -- "short.txt:1: pool: 2 cards; a first pool has 4"
}

# bats test_tags=sanitized
@test "a play that is shown to have cost something has its reasons, in the table and in the file" {
    "$PASUR" review brief.txt --iters 400 --csv plays.csv >out
    grep -q '^Why, over 200 sampled deals in which both are made and tactic plays on:$' out
    python3 - plays.csv <<'PY'
import csv, sys
rows = list(csv.DictReader(line for line in open(sys.argv[1]) if line[0] != "#"))
assert any(row["why"] for row in rows)
for row in rows:
    assert bool(row["why"]) == (row["ci_low"] != "" and float(row["ci_low"]) > 0), row
PY
}
