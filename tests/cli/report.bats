#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# pasur report: a page of results.
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    data=$BATS_TEST_DIRNAME/../data/plot
}

# has FILE TEXT…: the file has each text, literally
has() {
    local file=$1 text
    shift
    for text in "$@"; do
        grep -qF -- "$text" "$file" || { echo "no '$text' in $file"; return 1; }
    done
}

# whole FILE: it asks for nothing else
whole() {
    tail -n 1 "$1" | grep -q '</html>'
    # names of formats are no addresses
    ! sed 's,http://www.w3.org/[a-z0-9/]*,,g' "$1" | grep -oE '(src|href|url)[=(]["'\'']?[^"'\''# )>]+' | grep -vE 'data:|[=(]["'\'']?$' || false
    [ "$(grep -o '<script' "$1" | wc -l)" -eq 1 ]
}

@test "a page of CSV files of every kind" {
    "$PASUR" sim greedy random --boards 100 --rounds-csv rounds.csv -q >/dev/null
    "$PASUR" equity random --rules pagat,target=8 --boards 1k --check 0 --csv equity.csv -q >/dev/null
    "$PASUR" report rounds.csv equity.csv "$data"/{sim,sim_matches,matches,by_score,tactics,sweep,strata,pairs,tune,rate,cross,exploit,advise,bench,calibrate}.csv -o page.html
    whole page.html
    [ "$(grep -c '<section ' page.html)" -eq 17 ]
    [ "$(grep -c '<svg class="pasur-picture"' page.html)" -eq 32 ] # each for a narrow screen too, but what streams from a file
    has page.html "Of 13 promises of intervals and tests, 0 are broken." "beyond the sum of each alone is that of <b>jack_clear</b> and <b>jack_save</b>: +0.46 (95 % for all rows: +0.36 to +0.56) points a round, against <b>greedy</b>; that it is above hold_clubs with many_cards and 2 more is not shown." \
        "the side that plays first wins " "<summary>What the columns mean</summary>" "<code>docs/methods.md</code>" \
        "A board is one shuffled pack" \
        "A player who knows <b>greedy</b> beats it by at least 6.87 points a round: the lower end of the 95 % interval, 6.87 to 11.83 around 9.35."
    # no two things have one name, and no hover text is gnuplot's
    [ -z "$(grep -oE ' id=["'\''][^"'\'']+' page.html | sort | uniq -d)" ]
    ! grep -E '<title>[^<]*(using|\$D|Gnuplot)' page.html || false
}

@test "a table has the few columns that answer, with words for names" {
    "$PASUR" report "$data/sim.csv" -o page.html
    has page.html '>player</th>' '>points a round over the others</th>' '>won, %</th>' \
        'In brackets: the numbers between which the true value lies, with 95 % confidence.'
    ! grep -q 'clubs_mean' page.html || false
    grep -q '^<tr><th scope="row">tactic</th><td class="n" data-v="[0-9.]*">+[0-9.]* <span class="muted">(+[0-9.]* to +[0-9.]*)</span></td>' page.html
    has page.html '<dt>points a round over the others</dt><dd>'
    # of matches the share that is won
    "$PASUR" report "$data/sim_matches.csv" -o page.html
    has page.html '>won, %</th>' '>matches</th>'
    # many rows are folded
    "$PASUR" equity random --rules pagat,target=8 --boards 1k --check 0 --csv equity.csv -q >/dev/null
    "$PASUR" report equity.csv -o page.html
    has page.html "<summary>The table: $(grep -vc '^#\|^score' equity.csv) rows</summary>" '>chance to win the match, %</th>'
}

@test "who has the highest rating is the strongest only where each of the others is shown to be weaker" {
    # the mean of all lies in the interval of the best, but no other player does
    printf 'agent,rounds,rating,ci_low,ci_high\noracle,90,7,6,8\na,90,0.5,-0.2,1.2\nb,90,-1.5,-2,-1\nc,90,-6,-7,-5\n' >apart.csv
    sed 's/^b.*/b,90,0.4,-0.1,0.9/; s/^c.*/c,90,0.3,-0.2,0.8/' apart.csv >near.csv
    "$PASUR" report apart.csv -o page.html -q
    has page.html "<b>a</b> is the strongest player: its rating is +0.50 (95 %: -0.20 to +1.20) points a round.</p>"
    "$PASUR" report near.csv -o page.html -q
    has page.html "<b>a</b> has the highest rating: +0.50 (95 %: -0.20 to +1.20) points a round; that it is above b and 1 more is not shown.</p>"
    grep -v oracle near.csv >players.csv
    "$PASUR" report players.csv -o page.html -q
    has page.html "<b>a</b> has the highest rating: +0.50 (95 %: -0.20 to +1.20) points a round more than the average agent; that it is above b and 1 more is not shown."
}

@test "each pair counts once, and all pairs together decide: single intervals do not" {
    head=agent,opponent,boards,diff_mean,diff_ci_low,diff_ci_high,win_rate
    {
        echo $head
        printf 'a,b,100,1,0.1,1.9,0.6\na,c,100,2,1.5,2.5,0.7\nb,a,100,-1,-1.9,-0.1,0.4\n'
        printf 'b,c,100,0,-1,1,0.5\nc,a,100,-2,-2.5,-1.5,0.3\nc,b,100,0,-1,1,0.5\n'
    } >single.csv
    "$PASUR" report single.csv -o page.html
    has page.html "The largest measured difference is that of <b>a</b> over <b>c</b>: +2.00 (95 %: +1.50 to +2.50) points a round.</p>" "<p>The interval of 2 of 3 pairs leaves out 0, but each holds by itself"
    ! grep -q 'decided for all together' page.html || false
    awk -F, 'NR == 1 { print $0 ",p,p_adjusted,decided"; next } { d = $4 ^ 2 > 3; print $0 "," (d ? "0.001,0.003,1" : "0.04,0.08,0") }' single.csv >holm.csv
    "$PASUR" report holm.csv -o page.html
    has page.html "<p>1 of 3 pairs is decided for all together with 95 % confidence.</p>" '<td>may be chance</td>' '<td>decided</td>'
    grep -v '^a,c\|^c,a' holm.csv >open.csv
    "$PASUR" report open.csv -o page.html
    has page.html "+1.00 (95 %: +0.10 to +1.90) points a round, which is not shown to differ from 0.</p>" "<p>0 of 2 pairs are decided"
}

# bats test_tags=slow
@test "of a tactic the page has the advice, whom it helps, and whether the agent does the opposite" {
    "$PASUR" tactics --tactics deny_sur --boards 2k --opponent greedy --csv one.csv -q >/dev/null
    "$PASUR" report one.csv -o page.html
    advice='<q>leave no pool that the next player can clear</q> (<b>deny_sur</b>)'
    has page.html "<h2>What is a tactic worth?</h2>" "For a beginner who takes the most points at once and follows no advice, $advice is worth +1." \
        "For an expert who follows all advice, $advice is worth +0." " points a round against <b>greedy</b>." \
        "<dt><code>deny_sur</code></dt><dd>leave no pool that the next player can clear</dd>"
    "$PASUR" report "$data"/{tactics,sim}.csv -o page.html
    has page.html ") is worth most against <b>"
    sed 's/^# seed/# reversed: deny_sur\n&/' "$data/tactics.csv" >opposite.csv
    "$PASUR" report opposite.csv -o page.html
    has page.html "follows no advice, the opposite of <q>leave no pool" "(its weight is below 0 here: the agent does the opposite"
    # of a tuning: what the start gains, and which trial was chosen
    "$PASUR" tune tactic --params deny_sur --opponent random --rounds 100k --test 5k --csv tuned.csv -q >/dev/null || [[ $? =~ ^[13]$ ]]
    "$PASUR" report tuned.csv "$data/sim.csv" -o page.html
    has page.html '>over the start</th>' '<td>chosen</td>'
    sed -n '/<nav/,/<.nav/p' page.html >list
    has list "boards that took no part in any choice" "<code class=\"muted\">pasur tune "
}

@test "a run directory: its words and its figures, and nothing is played" {
    "$PASUR" sim greedy random --boards 300 --run kept -q >summary --csv kept.csv
    "$PASUR" rate random greedy counter --boards 60 --run rated -q >/dev/null
    "$PASUR" report kept rated --docs https://example.org/docs --title "What we found" -o page.html >told
    [ "$(cat told)" = "page.html: 3 results" ]
    sed 's,https://example.org/docs/,#,g' page.html >linked.html
    whole linked.html
    has page.html "<h1>What we found</h1>" "<b>greedy</b> scores $(sed -n 's/^greedy scores \([0-9.]* points a round more than\) random.*/\1/p' summary)" \
        "rated - each against each" '<a href="https://example.org/docs/methods.md">' \
        "<code>pasur sim greedy random --boards 300 --seed 1</code>" "$(grep ^greedy kept.csv | cut -d, -f2)"
    ! grep -q 'Started\|Seconds' page.html || false
    [ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'pasur-report-*' -newer kept.csv -user "$(id -un)" 2>/dev/null)" ]
}

@test "a test says its verdict first; an unfinished run says PARTIAL, and one without boards that there are none" {
    "$PASUR" sim tactic random --stop sprt=0,0.5 --boards 5k --run tested -q >/dev/null
    "$PASUR" report tested "$data/sim.csv" -o page.html
    grep -A3 '<nav' page.html | grep -q "The test says HIGH after"
    sed 's/^# seed/# PARTIAL: the first 77 boards\n&/' "$data/sim.csv" >stopped.csv
    "$PASUR" report stopped.csv -o page.html
    has page.html "<strong>PARTIAL:</strong> the first 77 boards"
    "$PASUR" sim greedy random --boards 100 --run part --part 1/2 -q >/dev/null
    "$PASUR" report part -o page.html
    has page.html "It holds a part of a run"
}

@test "names are text, whatever is in them" {
    name='"</title></h2></script></style><script>window.hostile=true</script><img src=x onerror=window.hostile=true>'"'"' onmouseover=""window.hostile=true&#60;"'
    head=$(grep '^agent' "$data/sim.csv")
    rest=$(tail -n 1 "$data/sim.csv" | sed 's/^[^,]*,//')
    bytes=$(printf 'a\001\377\033[31m\342\200')
    {
        printf '# command: pasur sim "<script>window.hostile=true</script>" --> ]]> <!--\n# rules: <b onclick=x>\n'
        printf '# version: "><script>1</script>\n# PARTIAL: <i>\n# interval: </p><script>2</script>\n# void: <u>\n'
        printf '%s\n%s,%s\n"%s",%s\n' "$head" "$name" "$rest" "$bytes" "$rest"
    } >evil.csv
    cp evil.csv '<script>alert(1)<%2fscript>.csv'
    "$PASUR" report evil.csv '<script>alert(1)<%2fscript>.csv' --title '</title><script>3</script>' --docs '"><script>4</script>' -o page.html
    [ "$(grep -oi '<script' page.html | wc -l)" -eq 1 ]
    [ "$(grep -oi '</script' page.html | wc -l)" -eq 1 ]
    ! grep -oiE '<(img|b onclick|i>|u>)|onerror=["w]?window[^&<]*>' page.html | grep -i '<' || false
    # an attribute ends where we end it: no quote of a name is left as it is
    ! grep -F 'onmouseover="' page.html | grep -v '^[[:space:]]*<text>' || false
    has page.html "&lt;img src=x onerror=window.hostile=true&gt;&#39; onmouseover=&quot;window.hostile=true&amp;#60;" "a???[31m??"
    ! LC_ALL=C grep -q "$(printf '\001\|\033\|\377')" page.html || false
    printf '%s\n%s,%s\n' "<x>,$head" "1,$name" "$rest" >columns.csv
    "$PASUR" report columns.csv -o page.html
    has page.html "&lt;x&gt;"
}

@test "files that no picture shows are tables; many rows are cut and say so" {
    printf 'what,number\na,1\nb,\nc,2.5\n' >own.csv
    "$PASUR" report own.csv -o - >page.html
    has page.html "<th scope=\"col\">what</th>" '<td class="n">2.5</td>'
    has page.html "No command of pasur writes these columns"
    ! grep -q "<svg" page.html || false
    run --separate-stderr "$PASUR" report own.csv "$data/sim.csv" -o both.html
    [ "$status" -eq 0 ]
    [ "$output" = "both.html: 2 results" ]
    [ "$stderr" = "pasur report: note: own.csv: no command of pasur writes these columns; the page has them as a plain table" ]
    [ "$("$PASUR" report "$data/sim.csv" -o one.html)" = "one.html: 1 result" ]
    { echo n; seq 1000; } >many.csv
    "$PASUR" report many.csv -o page.html
    has page.html "The first 400 rows; the file has more."
    [ "$(grep -c '^<tr>' page.html)" -eq 400 ]
    echo a,b >none.csv
    "$PASUR" report none.csv -o page.html
}

@test "without gnuplot the page has no pictures and says so" {
    mkdir empty
    run --separate-stderr env PATH="$PWD/empty" "$PASUR" report "$data/sim.csv" -o page.html
    [ "$status" -eq 0 ]
    [[ "$stderr" == "pasur report: note: the page has no pictures: gnuplot is not installed"* ]]
    has page.html "There is no picture, since gnuplot was not installed." "<table"
}

# refuses STATUS TEXT ARGS…
refuses() {
    local expected=$1 text=$2
    shift 2
    run --separate-stderr "$PASUR" report "$@"
    echo "status $status: $stderr"
    [ "$status" -eq "$expected" ]
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == "pasur report: "*"$text"* ]]
}

@test "of records the page has each round, what its plays were worth, and the reviewer that draws them" {
    printf 'rules pagat\ndeal 5c9h2s3sKcKdKhQc2c4c6d6hAcAdAhAs2d2h3c3d3h4d4h4s5d5h5s6c6s7c7d7h7s8c8d8h8s9c9d9sTcTdThTsJcJdJhJsQdQhQsKs\nplay 5cx2c4c Kc\n' >round.txt
    for round in {1..21}; do sed '/^play/d' round.txt && echo; done >many.txt
    "$PASUR" report round.txt -o page.html >/dev/null
    grep -o '<script type="application/json">.*</script></div>' page.html | sed 's/<[^>]*>//g' |
        python3 -c 'import json, sys
story = json.load(sys.stdin)
assert [play["stand"]["pool"] for play in story["plays"]] == ["2c4c6d6h", "6d6h", "6d6hKc"]
assert [len(play["advice"]["plays"]) for play in story["plays"]] == [5, 3, 3], story
assert [one["does"]["play"] for one in story["last"]["history"]] == ["5cx2c4c", "Kc"]'
    grep -q '^class Review {' page.html # of web/review.js
    grep -q '^.card.c { color' page.html && ! grep -q '^import\|^export' page.html
    "$PASUR" report many.txt round.txt -o page.html >/dev/null
    [ "$(grep -c 'class="reviewer"' page.html)" -eq 21 ]
    grep -q '1 more rounds of the file are not on this page' page.html
    sed 's/5cx2c4c/5cx2c6d/' round.txt >bad.txt
    refuses 2 "bad.txt" bad.txt
}

@test "bad input is one line and status 2, and the old page stays" {
    echo old >report.html
    refuses 2 "missing.csv: No such file" missing.csv
    mkdir folder
    refuses 2 "folder" folder
    printf 'a,b\n1\n' >short.csv
    refuses 2 "short.csv:2: " short.csv
    refuses 2 "stdin" -
    cp "$data/sim.csv" same.csv
    refuses 2 "both name" same.csv -o same.csv
    refuses 2 "an argument both name 'same.csv'" "$data/rate.csv" same.csv -o same.csv
    [ "$(cat report.html)" = old ]
}

@test "in Chromium: no errors, nothing sticks out, nothing is wrong by axe-core, on a phone and a desk, light and dark" {
    chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
    modules=${BROWSER_MODULES:-$BATS_TEST_DIRNAME/../../build/browser}
    [ -n "$chromium" ] || skip "there is no Chromium; .ci/deps browser gets it"
    [ -d "$modules/node_modules/axe-core" ] || skip "there is no axe-core; .ci/deps browser gets it"
    "$PASUR" sim greedy random --boards 50 --run kept -q >/dev/null
    printf '%s\n"<script>window.hostile=true</script>",%s\n' "$(grep '^agent' "$data/sim.csv")" \
        "$(tail -n 1 "$data/sim.csv" | sed 's/^[^,]*,//')" >evil.csv
    "$PASUR" sim greedy random --boards 1 --no-duplicate --records round.txt -q >/dev/null
    sed -i 's/^agents .*/agents a<\/script><b> "b"/' round.txt
    "$PASUR" report kept kept evil.csv "$data"/{tactics,pairs,strata}.csv round.txt -o page.html
    CHROMIUM=$chromium node "$BATS_TEST_DIRNAME/../browser/check.mjs" "$modules" page.html
}

@test "what is no table of text is refused, and says what is wanted" {
    refused() { # REASON ARGS…
        local reason=$1
        shift
        run --separate-stderr "$PASUR" report "$@" -o page.html
        [ "$status" -eq 2 ]
        [ "$stderr" = "pasur report: $reason" ]
        [ ! -e page.html ]
    }
    printf '\037\213' >two.gz
    refused "two.gz:1: the header line is no text; is this a CSV file?" two.gz
    "$PASUR" sim greedy random --boards 5 --json x.json -q >/dev/null
    echo 'hello world' >text.txt
    refused "text.txt: neither records nor a table: it has no rows, and no command of pasur writes 'hello world'" text.txt
    refused "x.json:1: JSON; expected CSV, as --csv FILE writes it, or a run directory (--run)" x.json
    for place in javascript:alert JavaScript:x data:text/html; do
        refused "--docs '$place': expected a folder, or an address that begins with https:// or http://" "$data/sim.csv" --docs "$place"
    done
    "$PASUR" report "$data/sim.csv" --docs ../docs -o page.html -q
    "$PASUR" report "$data/sim.csv" --docs https://host/docs -o page.html -q
}

@test "a narrow screen has drawings of its own; the best stands first; who sees all cards is no player" {
    printf 'agent,rounds,rating,ci_low,ci_high\nrandom,90,-8,-9,-7\ngreedy,90,1,0.5,1.5\noracle,90,7,6,8\n' >rate.csv
    sed '1i # PARTIAL: the first 30 of 60 boards' rate.csv >stopped.csv
    "$PASUR" sim greedy random --boards 100 --rounds-csv rounds.csv -q >/dev/null
    "$PASUR" report rate.csv stopped.csv rounds.csv -o page.html -q
    [ "$(grep -c 'class="wide large"' page.html)" -eq 2 ]
    [ "$(grep -c '<div class="small"' page.html)" -eq 2 ]
    grep -A2 '@media screen and (max-width:40rem) {' page.html | grep -q '.large { display: none; }'
    [ "$(grep -o '<th scope="row">[a-z]*' page.html | head -n 3 | tr '\n' ' ')" = '<th scope="row">oracle <th scope="row">greedy <th scope="row">random ' ]
    tr '\n' ' ' <page.html | sed 's/<[^>]*>//g; s/  */ /g' >words
    run ! grep -q 'oracle is the strongest' words
    # nor does the average with it in it say anything of players
    grep -q 'greedy is the strongest player: its rating is ' words
    ! grep -Eq 'shown to be above the average|no agent here beats' words || false
    grep -q 'oracle sees all cards: it is a bound, not a player\.' words
    has page.html 'oracle <span class="muted">(sees all cards: not a player)</span>'
    sed -n '/<nav/,/<\/nav>/p' page.html | grep -q 'PARTIAL:</strong> the first 30 of 60 boards'
    has page.html "How are the points of a round spread?"
}

@test "sentences name whom they are about, and call no loss a gain" {
    "$PASUR" power greedy random --effect 0.1 --ci 0.05 --sprt 0,0.1 --pilot 200 --csv power.csv -q >/dev/null
    "$PASUR" sim greedy random --boards 40 --csv a.csv -q >/dev/null
    "$PASUR" sim greedy random --boards 40 --seed 2 --csv b.csv -q >/dev/null
    "$PASUR" compare a.csv b.csv --csv compare.csv -q >/dev/null
    awk -v FS=, -v OFS=, '/^#/ { print; next } !head { for (i = 1; i <= NF; i++) column[$i] = i; head = 1; print; next }
        { for (name in column) if (name ~ /^(value|ci_low|ci_high)$/) $column[name] -= 2; print }' "$data/pairs.csv" >pairs.csv
    "$PASUR" report power.csv compare.csv pairs.csv a.csv -o page.html -q
    tr '\n' ' ' <page.html | sed 's/<[^>]*>//g; s/  */ /g' >words
    grep -Eq 'To see a true difference of 0\.1 points a round takes [0-9.k]+ boards of greedy and random \(95 %: [0-9.k]+ to [0-9.k]+\)\.' words
    grep -Eq 'The test, where the truth is its low end, 0 points a round, takes [0-9.k]+ boards of greedy and random \(95 %: [0-9.k]+ to [0-9.k]+\)\.' words
    grep -Eq 'in any of [0-9]+ figures of greedy \(Holm' words
    grep -q 'The largest measured gain of a pair beyond the sum of each alone is that of .*: -.*, which is below 0\.' words
    ! grep -q 'gain most' words || false
    has page.html '>points a round over the other</th>'
}
