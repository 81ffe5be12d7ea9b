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

@test "its memory stays flat over a hundred rounds" {
    matches() {
        for seed in $(seq $1 $2); do match_requests pagat $seed policy tactic; printf 'view_of\t3\nadvise\tismcts\t200\t1\n'; done
        echo memory
    }
    { matches 1 5; matches 6 50; } | page_answers | grep '^[0-9]' >sizes # two rounds each
    [ "$(wc -l <sizes)" -eq 2 ]
    [ "$(sort -u sizes | wc -l)" -eq 1 ]
}

@test "chances of the next player are those of counting, and reasons are those of why" {
    # 43 cards are unseen, of which the next player holds three: 1 - C(39,3) / C(43,3) that there is a jack, ...
    printf 'view\tpagat\t8h5s3c\t9c5d\tAc2c/7d4d\t-\t-\t-\t-\t-\nadvise\tismcts\t500\t1\n' | page_answers | tail -n 1 >advice
    node -e '
const { plays, reasons } = JSON.parse(require("fs").readFileSync("advice"));
const none = (wanted) => [0, 1, 2].reduce((p, i) => p * (43 - wanted - i) / (43 - i), 1);
const near = (a, b) => { if (!(Math.abs(a - b) < 1e-9)) throw new Error(a + " is not " + b); };
const eight = plays.find((one) => one.play === "8h"); // leaves 9c 5d 8h: 2, 6, 3 and jacks take something, and only jacks all
near(eight.jack, 100 * (1 - none(4)));
near(eight.captures, 100 * (1 - none(3 + 4 + 3 + 4)));
near(eight.makes_sur, 0);
if (!(eight.clubs[1] < eight.clubs[0] && eight.clubs[0] < eight.clubs[2] && eight.clubs_told === null)) throw new Error("clubs");
if (!reasons.some(({ tactic, points }) => tactic === "starve" && points > 0)) throw new Error("no starve");'
}

@test "both languages say everything" {
    cat >words.mjs <<END
import { wordNames } from "$root/web/words.js";
const { en, fa } = wordNames();
console.log(en.filter((name) => !fa.includes(name)).concat(fa.filter((name) => !en.includes(name))).join("\n"));
END
    [ -z "$(node words.mjs)" ]
    # what the page asks for is there
    grep -oh 'word("[a-z_A-Z0-9]*"' "$root"/web/*.js | cut -d'"' -f2 | grep -v '_$' | sort -u | while read -r name; do
        grep -q "\b$name:" "$root/web/words.js" || { echo "no word $name"; false; }
    done
    # and what each key of the rules is about
    "$PASUR" rules | sed -n '/^Key/,/^$/s/^\([a-z_0-9]*\) .*/\1/p' >keys
    [ "$(wc -l <keys)" -ge 26 ]
    while read -r name; do grep -q "\b$name:" "$root/web/words.js" || { echo "no word $name"; false; }; done <keys
    # and what each tactic says
    "$PASUR" agents tactic | sed -n 's/^    \([a-z_0-9]*\)=X .*/why_\1/p' >tactics
    [ "$(wc -l <tactics)" -ge 18 ]
    while read -r name; do grep -q "\b$name:" "$root/web/words.js" || { echo "no word $name"; false; }; done <tactics
}

@test "the page is one small file that asks for nothing" {
    [ "$(gzip -9c "$BUILT/pasur.html" | wc -c)" -lt 1500000 ]
    [ -z "$(grep -oE '(src|href)="[^"]*"' "$BUILT/pasur.html")" ]
    grep -q "default-src 'none'" "$BUILT/pasur.html"
    [ "$(cat "$root"/web/*.js "$root"/web/*.css "$root"/web/*.html | wc -l)" -le 3000 ]
}

@test "whole rounds are played in Chromium, by mouse, by keys and by touch, and replayed" {
    chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
    modules=${BROWSER_MODULES:-$root/build/browser}
    [ -n "$chromium" ] || skip "there is no Chromium; .ci/deps browser gets it"
    [ -d "$modules/node_modules/axe-core" ] || skip "there is no axe-core; .ci/deps browser gets it"
    mkdir records
    CHROMIUM=$chromium node "$BATS_TEST_DIRNAME/page.mjs" "$modules" "$BUILT/pasur.html" records
    [ "$(ls records | wc -l)" -eq 39 ]
    for record in records/*; do "$PASUR" replay "$record" >/dev/null; done
}
