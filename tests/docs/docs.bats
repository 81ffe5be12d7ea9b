#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What README and docs show is what the program does.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    PAGES=(README.md docs/*.md)
}

# bats test_tags=quick
@test "'make docs' writes a page of each reference, and the pictures of cards as they are" {
    cp -R docs/img "$BATS_TEST_TMPDIR/img"
    tools/docs "$BATS_TEST_TMPDIR/out"
    diff -r docs/img "$BATS_TEST_TMPDIR/img"
    for page in commands csv glossary keys library-reference notation; do
        grep -q '^# ' "$BATS_TEST_TMPDIR/out/$page.md" || { echo "$page"; return 1; }
        [ ! -e docs/$page.md ]
    done
    for name in $("$PASUR" help commands | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do grep -qxF "## \`pasur $name\`" "$BATS_TEST_TMPDIR/out/commands.md"; done
}

# bats test_tags=quick
@test "CITATION.cff has the program's version" {
    [ "pasur $(sed -n 's/^version: //p' CITATION.cff)" = "$("$PASUR" --version | head -n 1)" ]
}

# bats test_tags=quick
@test "every page stands in the contents and in the site; README and docs stay short" {
    for page in docs/*.md; do
        page=${page##*/}
        [ "$page" != README.md ] || continue
        grep -qF "]($page)" docs/README.md || { echo "docs/README.md: $page"; return 1; }
        grep -qE "[[ ]$page([],]|\$)" docs/mkdocs.yml || { echo "docs/mkdocs.yml: $page"; return 1; }
    done
    [ "$(ls docs/*.md | wc -l)" -le 20 ]
    [ "$(wc -l <README.md)" -le 170 ]
    # words by hand: without what commands print and generated tables
    words=$(awk 'FNR == 1 { code = 0 } /^```/ { code = !code; next } /^<!--table/ { table = 1 } !code && !table { n += NF } /^<!--.table/ { table = 0 } END { print n }' docs/*.md)
    [ "$words" -le 22000 ]
}

# bats test_tags=quick
@test "the pages that reports and the program name are there" {
    pages=$(sed -n 's/^ *\.page = "\([^"#]*\).*/\1/p' analysis/commands/*.c | sort -u)
    [ -n "$pages" ]
    (cd docs && ls $pages)
    for page in $(grep -rhoE 'docs/[a-z.-]+\.md' --include='*.[ch]' --include='*.py' agents analysis engine library python sim web main.c | sort -u); do
        [ -e "$page" ] || { grep -rlF "$page" --include='*.[ch]' --include='*.py' agents analysis engine library python sim web main.c; echo "$page"; return 1; }
    done
}

# bats test_tags=quick
@test "links between pages lead to a file and to a heading" {
    for page in *.md docs/*.md docs/findings/*.md docs/notes/*.md; do
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

# A command that stands in a text or a table, is a question of docs/findings, or is too long to be run here. Left out are those
# that are not whole: with a name in capitals or three dots for what the reader puts there, and nets that a command makes.
# bats test_tags=quick,slow
@test "the other commands of a page are accepted" {
    local count=0 quiet
    bin=$BATS_TEST_TMPDIR/bin
    mkdir "$bin"
    ln -s "$(realpath "$PASUR")" "$bin/pasur"
    ln -s "$PWD/examples" "$PWD/data" "$PWD/examples/advice/feast.lua" "$BATS_TEST_TMPDIR" # programs, scripts and nets that pages name
    { for page in "${PAGES[@]}"; do tests/docs/pages shown "$page"; done; grep -h '^pasur ' docs/findings/*.txt; } | sed 's/ [|>;] .*//; s/ &&.*//' |
        awk 'NF > 3 && ($2 ~ /^(sim|tactics|tune|rate|exploit|equity|power|calibrate|regret)$/ || ($2 == "advise" && /--hand/))' |
        grep -vE ' --csv$|policy:file=self|[$…"{]|(^|[ =:,/+])[A-Z][A-Z0-9]*([ =:,./+]|$)' | sort -u >"$BATS_TEST_TMPDIR/shown"
    cd "$BATS_TEST_TMPDIR"
    while IFS= read -r command; do
        # quiet, it does not try how long it would take
        case " $command " in *" -q "* | *" --quiet "*) quiet= ;; *) quiet=-q ;; esac
        PATH=$bin:$PATH bash -c "$command --dry-run $quiet" >out 2>err </dev/null || { echo "$command"; cat err; return 1; }
        count=$((count + 1))
    done <shown
    [ $count -gt 50 ]
}

# bats test_tags=slow
@test "the pages build as a site, every link of it" {
    command -v mkdocs >/dev/null || skip "no mkdocs"
    env -u MAKEFLAGS -u MAKELEVEL SITE="$BATS_TEST_TMPDIR/source" SITE_OUT="$BATS_TEST_TMPDIR/site" tools/site
    [ -s "$BATS_TEST_TMPDIR/site/game.html" ]
    [ -s "$BATS_TEST_TMPDIR/site/commands.html" ]
}
