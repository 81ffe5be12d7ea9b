# SPDX-License-Identifier: GPL-3.0-or-later
# The page pasur.html: its program answers as the same source does natively, and is played at in Chromium.
# bats file_tags=slow,check

root=$BATS_TEST_DIRNAME/../..

setup_file() {
    export BUILT=
    command -v node >/dev/null && command -v wasm-ld >/dev/null && "$root/.ci/deps" web 2>/dev/null || return 0
    make -s -C "$root" web >&2 && export BUILT=$root/build
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    [ -n "$BUILT" ] || skip "clang, wasm-ld, wasi-libc or node are missing; .ci/deps web gets them"
}

page_answers() { node "$BATS_TEST_DIRNAME/engine.mjs" "$BUILT/web/pasur.wasm"; }
native_answers() { # numbers written as the page's are
    "$(dirname "$PASUR")/table" |
        node -e 'for (const line of require("fs").readFileSync(0, "utf8").trim().split("\n")) console.log(JSON.stringify(JSON.parse(line)))'
}

# tab RULES SEED AGENT…: a match that nobody sits at, to its end or so far
match_requests() {
    local rules=$1 seed=$2
    shift 2
    { printf 'begin\t%s\t%s\t-\t-' "$rules" "$seed" && printf '\t%s' "$@" && echo; }
    for round in 1 2; do
        for play in {1..48}; do echo think; done
        echo next
    done
    echo record
}

@test "the page answers as the program does, plays and advice to the last digit" {
    {
        echo setup
        match_requests pagat 3 policy ismcts:iters=30
        match_requests pagat,players=3 4 tactic greedy counter
        match_requests pagat,players=4 5 policy tactic random greedy
        match_requests ru-baaz 6 tactic ismcts:iters=20 greedy
        match_requests wikipedia,open_hands=1,shuffle=3 7 tactic policy
        printf 'view\tpagat\t8h5s3c\t9c5d\tAc2c/7d4d\t0/0\t0/0\t-\t-\t-\nadvise\tismcts\t500\t1\nadvise\ttactic\t300\t2\nadvise\tpolicy\t100\t2\n'
        printf 'view\tpagat\tAc2d\t9c\t-\t-\t-\t-\t-\t-\nat\t7\nundo\t5\nview_of\t5\nadvise\ttactic\t200\t1\nplay\tAcAd\nnonsense\nbegin\tpagat\t1\t9\t-\tgreedy\tgreedy\n'
    } >requests
    page_answers <requests >page
    native_answers <requests >native
    cmp page native
    [ "$(wc -l <page)" -eq "$(wc -l <requests)" ]
    grep -q '"error":"unknown request"' page
    [ "$(grep -c '"kind"' page)" -eq 4 ]
}

@test "its matches are those that the program plays with the same seed" {
    for agents in "policy tactic" "ismcts:iters=30 greedy"; do
        set -- $agents
        "$PASUR" sim $agents --matches 1 --no-duplicate --rules pagat,target=20 --seed 8 -q --records sim >/dev/null
        { match_requests pagat,target=20 8 $agents; } | page_answers | sed -n '$s/^{"record":"\(.*\)"}$/\1/p' | sed 's/\\n/\n/g' >page
        "$PASUR" replay page >/dev/null
        plays() { grep -E '^(deal|play|points)' "$1" | head -n 6; }
        plays sim >a
        plays page >b
        [ "$(wc -l <a)" -eq 6 ]
        cmp a b
    done
}

@test "records of pasur play and of pasur sim are read, with their players' names" {
    yes 1 | "$PASUR" play greedy --round --seed 5 --records played.txt >/dev/null
    "$PASUR" sim tactic greedy random --boards 1 --no-duplicate --seed 5 --records simulated.txt -q >/dev/null
    for file in played.txt simulated.txt; do printf 'read\t%s\n' "$(paste -sd '\t' "$file")"; done | page_answers >page
    [ "$(grep -c '"over":1' page)" -eq 2 ]
    head -n 1 page | grep -q '"names":\["human","greedy"\]'
    tail -n 1 page | grep -q '"names":\["tactic","greedy","random"\]'
}

@test "hints are those of pasur advise with the same seed" {
    options="--hand 8h5s3c --pool 9c5d --piles Ac2c/7d4d"
    "$PASUR" advise $options --agent ismcts --iters 700 --seed 4 -q --csv - | grep -v '^#' | tail -n +2 | cut -d, -f1,2 | sort >program
    printf 'view\tpagat\t8h5s3c\t9c5d\tAc2c/7d4d\t-\t-\t-\t-\t-\nadvise\tismcts\t700\t4\n' | page_answers | tail -n 1 |
        node -e 'for (const play of JSON.parse(require("fs").readFileSync(0)).plays) console.log(play.play + "," + play.value)' | sort >page
    [ -s program ]
    cmp program page
}

rooms() { node "$BATS_TEST_DIRNAME/rooms.mjs" "$BUILT/web/pasur.wasm" "${1:-en}"; }

@test "a position without deal and place is answered as pasur advise answers it, and says what was taken" {
    # hand | pool | piles as the page has them, mine first | and as the program has them
    while IFS='|' read -r hand pool mine piles taken; do
        "$PASUR" advise --hand $hand --pool $pool --piles $piles --iters 20000 -q >advised
        echo "position #position=pagat/$hand/$pool/$mine////" | rooms >shown
        "$PASUR" advise $(head -n 1 shown) --iters 20000 -q >again # the position as the page names it
        diff <(grep -v '^Again' advised) <(grep -v '^Again' again)
        grep -qx "Taken for deal $taken of 2." shown
        # the choice is worth the same, and as likely
        value=$(awk '/^\* / { print $3 }' advised)
        grep -qF -- "| $value " shown
        [ "$(sed -n 's/^  it holds a jack  *\([0-9.]*\) %$/\1/p' advised | xargs printf 'the next player holds a jack | %.0f %%')" = "$(grep '^the next player holds a jack' shown)" ]
    done <<'END'
4c7hJdKs|2c5d9h|.|/|1 of 6; your place in the order of play: 2
4c7hJdKs|2c5d9h|.AcTc|AcTc/|1 of 6; your place in the order of play: 2
4c7hJdKs|2c5d|2d.|2d/ --seat 0|2 of 6; your place in the order of play: 1
3c5s8h|5d9c|Ac2c.4d7d|Ac2c/4d7d|1 of 6; your place in the order of play: 1
END
    echo "position #position=pagat/4c7hJdKs/2c5d9h/.////" | rooms fa | grep -q '^این چیدمان دست ۱ از ۶ گرفته شد؛ جای شما در نوبت: ۲ از ۲\.$'
    # what the program refuses, and what was said
    echo "position #position=pagat/4c7hJdKs/2c5d9hJc/.////" | rooms | grep -q "That does not work: pool: the first pool holds a jack"
    echo "position #position=pagat/4c7hJdKs/2c5d9h/.///3/2" | rooms | grep -qx "Taken for deal 3 of 6; your place in the order of play: 2 of 2."
}

@test "hints of a match have chances, and say how far a play is behind and why the choice is not the best row" {
    advice='{"kind":"search","chance":1,"choice":1,"rival":2,"reasons":[],"plays":[
{"play":"6c","value":49.91,"low":49.1,"high":50.6,"behind":-0.05,"points":0.61},
{"play":"3cx8h","value":49.86,"low":49.2,"high":50.5,"behind":0,"points":0.45},
{"play":"8d","value":48.89,"low":48.1,"high":49.6,"behind":0.97,"points":-0.06}]}'
    echo "advice" $advice | rooms >shown
    grep -q 'Play | You win | Less | ' shown
    grep -q '3♣ × 8♥ | 49.9 % 49.2 % to 50.5 %' shown
    grep -q '^| Best | ' shown
    grep -q '^| 1.0 | ' shown
    grep -qx '6♣ comes out higher in these deals. The choice is still 3♣ × 8♥: the search weighs more than these deals.' shown
    # nothing of that where the choice is the best row; points alone
    echo "advice" $advice | sed 's/"choice":1,"rival":2/"choice":0,"rival":1/; s/"chance":1/"chance":0/; s/"behind":0,/"behind":0.05,/' | rooms >shown
    grep -q 'Play | Points | Less | ' shown
    ! grep -q 'all the same' shown
    grep -q '^| 0.05 | ' shown
    # such a match is judged so
    printf 'begin\tpagat\t7\t0\t-\tgreedy\tgreedy\nview_of\t0\nadvise\tismcts:goal=match\t500\t1\n' | page_answers | tail -n 1 |
        node -e 'const { chance, plays } = JSON.parse(require("fs").readFileSync(0)); if (!chance || !plays.every(({ points }) => Number.isFinite(points))) throw new Error("no points")'
}

@test "a review says what its costs are of: the match, or points" {
    "$PASUR" sim random greedy --matches 1 --no-duplicate --rules pagat,target=62 --seed 8 -q --records match.txt >/dev/null
    awk 'BEGIN { RS = ""; ORS = "\n\n" } NR == 1' match.txt >one.txt
    sed '/^match\|^round\|^scores/d' one.txt >round.txt
    printf 'review one.txt\nreview round.txt\n' | rooms >shown
    grep -q 'cost [0-9.]* % of the match' shown
    grep -q 'cost [0-9.]* points' shown
    echo 'review one.txt' | rooms fa | grep -q '٪ از شانس برد'
}

@test "each opponent of the list plays by its name alone" {
    echo setup | page_answers | node -e 'for (const { name, cheats } of JSON.parse(require("fs").readFileSync(0)).agents) if (!cheats) console.log(name)' >names
    grep -qx ismcts names
    ! grep -qx exploiter names
    while read -r name; do printf 'begin\tpagat\t1\t1\t-\t%s\t%s\nthink\n' "$name" "$name"; done <names | page_answers >page
    [ "$(wc -l <page)" -eq "$((2 * $(wc -l <names)))" ]
    ! grep '"error"' page
}

@test "its memory stays flat over a hundred rounds" {
    matches() {
        for seed in $(seq $1 $2); do match_requests pagat $seed policy tactic; printf 'view_of\t3\nadvise\tismcts\t200\t1\n'; done
        echo memory
    }
    { matches 1 5; matches 6 50; } | page_answers | grep '^[0-9]' >sizes # two rounds each
    [ "$(wc -l <sizes)" -eq 2 ]
    [ "$(sort -u sizes | wc -l)" -eq 1 ]
}

@test "chances of the next player are those of counting, and reasons are those of advise" {
    # 43 cards are unseen, of which the next player holds three: 1 - C(39,3) / C(43,3) that there is a jack, ...
    printf 'view\tpagat\t8h5s3c\t9c5d\tAc2c/7d4d\t-\t-\t-\t-\t-\nadvise\tismcts\t500\t1\nwhy\tismcts\t3c\t8h\t1\n' | page_answers >answers
    sed -n 2p answers >advice
    sed -n 3p answers >made
    node -e '
const { plays, reasons } = JSON.parse(require("fs").readFileSync("advice"));
const none = (wanted) => [0, 1, 2].reduce((p, i) => p * (43 - wanted - i) / (43 - i), 1);
const near = (a, b) => { if (!(Math.abs(a - b) < 1e-9)) throw new Error(a + " is not " + b); };
const eight = plays.find((one) => one.play === "8h"); // leaves 9c 5d 8h: 2, 6, 3 and jacks take something, and only jacks all
near(eight.jack, 100 * (1 - none(4)));
near(eight.captures, 100 * (1 - none(3 + 4 + 3 + 4)));
near(eight.makes_sur, 0);
if (!(eight.clubs[1] < eight.clubs[0] && eight.clubs[0] < eight.clubs[2] && eight.clubs_told === null)) throw new Error("clubs");
if (!reasons.every(({ part, points, better, other }) => part && points > 0 && better >= 0 && other <= 100)) throw new Error("reasons");
const { why } = JSON.parse(require("fs").readFileSync("made")); // of a play that was made
if (!/^[A-Z].*\.$/.test(why)) throw new Error(why);'
}

@test "both languages say everything" {
    cat >words.mjs <<END
import { wordNames } from "$root/web/words.js";
const { en, fa } = wordNames();
console.log(en.filter((name) => !fa.includes(name)).concat(fa.filter((name) => !en.includes(name))).join("\n"));
END
    [ -z "$(node words.mjs)" ]
    # what the page asks for is there
    grep -ohE '(word|told)\("[a-z_A-Z0-9-]*"' "$root"/web/*.js | cut -d'"' -f2 | grep -v '_$' | sort -u | while read -r name; do
        grep -q "\b$name\"\?:" "$root/web/text/en.js" || { echo "no word $name"; false; }
    done
    # and each key of the rules has a name in both
    "$PASUR" rules | sed -n '/^Key/,/^$/s/^\([a-z_0-9]*\) .*/\1/p' >keys
    [ "$(wc -l <keys)" -ge 26 ]
    for tongue in en fa; do
        while read -r name; do grep -q "\bkey_$name:" "$root/web/text/$tongue.js" || { echo "no word $name"; false; }; done <keys
    done
}

@test "the page is one small file that asks for nothing" {
    [ "$(gzip -9c "$BUILT/pasur.html" | wc -c)" -lt 900000 ]
    [ -z "$(sed '/<script type="module">/,$d' "$BUILT/pasur.html" | grep -oE '(src|href)="[^#"]*"')" ]
    grep -q "default-src 'none'" "$BUILT/pasur.html"
    [ "$(cat "$root"/web/*.js "$root"/web/text/*.js "$root"/web/*.css "$root"/web/*.html | wc -l)" -le 3800 ]
}

@test "every room is gone through in Chromium, by touch, mouse and keys, and its records replay" {
    chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
    modules=${BROWSER_MODULES:-$root/build/browser}
    [ -n "$chromium" ] || skip "there is no Chromium; .ci/deps browser gets it"
    [ -d "$modules/node_modules/axe-core" ] || skip "there is no axe-core; .ci/deps browser gets it"
    mkdir records
    CHROMIUM=$chromium node "$BATS_TEST_DIRNAME/page.mjs" "$modules" "$BUILT/pasur.html" records
    [ "$(ls records | wc -l)" -eq 12 ]
    for record in records/*; do "$PASUR" replay "$record" >/dev/null; done
}
