#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What README and docs show is what the program does.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    PAGES=(README.md docs/*.md)
}

# bats test_tags=quick
@test "the pages and pictures that 'make docs' writes are as it writes them" {
    for topic in notation glossary; do
        "$PASUR" help $topic --markdown | diff - docs/$topic.md
    done
    awk -f docs/reference.awk library/pasur.h | diff - docs/library-reference.md
    awk -v out="$BATS_TEST_TMPDIR" -f docs/img/cards.awk docs/img/cards.txt
    [ "$(ls "$BATS_TEST_TMPDIR"/*.svg | wc -l)" -eq "$(grep -c '^picture ' docs/img/cards.txt)" ]
    for picture in "$BATS_TEST_TMPDIR"/*.svg; do
        cmp "$picture" docs/img/"${picture##*/}"
    done
}

# bats test_tags=quick
@test "CITATION.cff has the program's version" {
    [ "pasur $(sed -n 's/^version: //p' CITATION.cff)" = "$("$PASUR" --version | head -n 1)" ]
}

# bats test_tags=quick
@test "every page stands in the contents and in the site" {
    for page in docs/*.md; do
        page=${page##*/}
        [ "$page" != README.md ] || continue
        grep -qF "]($page)" docs/README.md || { echo "docs/README.md: $page"; return 1; }
        grep -qE "[[ ]$page([],]|\$)" docs/mkdocs.yml || { echo "docs/mkdocs.yml: $page"; return 1; }
    done
}

# bats test_tags=quick
@test "the pages that reports name are there" {
    pages=$(sed -n 's/^ *\.page = "\([^"#]*\).*/\1/p' analysis/report/kinds/*.c | sort -u)
    [ -n "$pages" ]
    (cd docs && ls $pages)
}

# bats test_tags=quick
@test "links between pages lead to a file and to a heading" {
    for page in "${PAGES[@]}" docs/notes/*.md; do
        awk '/^```/ { code = !code } !code' "$page" | grep -oE '\]\([^)]*\)' | sed 's/^](//; s/)$//' | sort -u |
            while IFS= read -r link; do
                case $link in http*) continue ;; esac
                file=${link%%#*}
                target=$page
                [ -z "$file" ] || target=$(dirname "$page")/$file
                [ -e "$target" ] || { echo "$page: $link: no such file"; exit 1; }
                [[ $link == *#* ]] || continue
                sed -n 's/^##* //p' "$target" | tr '[:upper:]' '[:lower:]' | LC_ALL=C sed 's/[^a-z0-9 _-]//g; s/ /-/g' |
                    grep -qxF -- "${link#*#}" || { echo "$page: $link: no such heading"; exit 1; }
            done
    done
}

# bats test_tags=slow
@test "what a page shows is what its commands print" {
    local failed=0
    for page in "${PAGES[@]}"; do
        tests/docs/pages check "$page" || failed=1
    done
    [ $failed -eq 0 ]
}

# bats test_tags=quick
@test "the tour shows every command" {
    commands=$("$PASUR" help commands | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
    grep -q '^sim$' <<<"$commands"
    for command in $commands; do
        grep -qE "(^|')pasur $command( |$)" docs/tour.md || { echo "$command"; return 1; }
    done
}

# A command that stands in a text, in a table, is a question of docs/findings, or is too long to be run here. Left out are those that are not whole: with a
# name in capitals or three dots for what the reader puts there, names of files (`pasur sim --csv`), and nets that a command
# before them makes.
# bats test_tags=quick,slow
@test "the other commands of a page are accepted" {
    local count=0 weights quiet
    bin=$BATS_TEST_TMPDIR/bin
    mkdir "$bin"
    ln -s "$(realpath "$PASUR")" "$bin/pasur"
    ln -s "$PWD/examples" "$BATS_TEST_TMPDIR" # programs that pages name as players
    { for page in "${PAGES[@]}"; do tests/docs/pages shown "$page"; done; grep -h '^pasur ' docs/findings/*.txt; } | sed 's/ [|>;] .*//; s/ &&.*//' |
        awk 'NF > 3 && ($2 ~ /^(sim|tactics|tune|rate|exploit|equity|power|calibrate)$/ || ($2 == "advise" && /--hand/))' |
        grep -vE ' --csv$|policy:file=|[$…"]|(^|[ =:,/+])[A-Z][A-Z0-9]*([ =:,./+]|$)' | sort -u >"$BATS_TEST_TMPDIR/shown"
    cd "$BATS_TEST_TMPDIR"
    while IFS= read -r command; do
        weights=$(grep -oE 'weights=[^ ,]+' <<<"$command" | cut -d= -f2) || true
        for file in $weights; do
            mkdir -p "$(dirname "$file")"
            echo 'leave_11 1' >"$file"
        done
        # quiet, it does not try how long it would take
        case " $command " in *" -q "* | *" --quiet "*) quiet= ;; *) quiet=-q ;; esac
        PATH=$bin:$PATH bash -c "$command --dry-run $quiet" >out 2>err </dev/null || { echo "$command"; cat err; return 1; }
        count=$((count + 1))
    done <shown
    [ $count -gt 50 ]
}

# bats test_tags=quick
@test "the player that the README shows compiles" {
    awk '/^```c$/ { code = 1; next } /^```/ { code = 0 } code' README.md >"$BATS_TEST_TMPDIR/shown.c"
    grep -q AGENT_COLLECTOR "$BATS_TEST_TMPDIR/shown.c"
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -I. -D_XOPEN_SOURCE=700 -fsyntax-only "$BATS_TEST_TMPDIR/shown.c"
}

# bats test_tags=slow
@test "the pages build as a site, every link of it" {
    command -v mkdocs >/dev/null || skip "no mkdocs"
    env -u MAKEFLAGS -u MAKELEVEL make -s site SITE="$BATS_TEST_TMPDIR/source" SITE_OUT="$BATS_TEST_TMPDIR/site"
    [ -s "$BATS_TEST_TMPDIR/site/game.html" ]
}
