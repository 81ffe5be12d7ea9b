# SPDX-License-Identifier: GPL-3.0-or-later
# What `make install` puts there works without the source tree, and `make uninstall` takes it away again.

setup_file() {
    bats_require_minimum_version 1.5.0
    export root=$BATS_FILE_TMPDIR/a\ root prefix=$BATS_FILE_TMPDIR/a\ root/opt/pasur
    tests/in_turn make -s install DESTDIR="$root" PREFIX=/opt/pasur >&2
}

# NAME FILE [COMPILER…]: builds a program from the installed tree alone, as pkg-config says
build_on() {
    local name=$1 file=$2
    shift 2
    export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
    # the tree lies under DESTDIR, and its name has a space
    "${@:-cc}" -Wall -Wextra -Werror "$file" "-I$root$(pkg-config --variable=includedir pasur)" \
        "-L$root$(pkg-config --variable=libdir pasur)" -lpasur -lm -o "$name"
    export LD_LIBRARY_PATH=$prefix/lib DYLD_LIBRARY_PATH=$prefix/lib
}

# bats test_tags=slow
@test "the installed program runs, and programs are built on the installed header and library" {
    "$prefix/bin/pasur" --version
    [ "$(cd "$prefix/include" && ls)" = pasur.h ]
    examples=$PWD/examples/library
    cd "$BATS_TEST_TMPDIR"
    build_on tournament "$examples/tournament.c" cc -std=c11 -pedantic
    run ./tournament
    [ "$status" -eq 0 ]
    [[ "$output" =~ ^'most - greedy: '[-+][0-9.]+' points a round, 95 % interval +- '[0-9.]+$ ]]
    grep -qF -- "$output" "$examples/../../docs/library.md"
    build_on raii "$examples/tournament.cpp" c++ -std=c++17 -Wshadow -Wconversion -pedantic
    [ "$(./raii)" = "$output" ]
    build_on steps "$examples/steps.c" cc -std=c11 -pedantic -O2
    run ./steps
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 3 ]
    [[ "${lines[0]}" =~ ^[0-9]+\.[0-9]' M plays a second'$ ]]
    for line in "${lines[@]:1}"; do grep -qxF -- "$line" "$examples/../../docs/library.md"; done
    [ "$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --libs --cflags pasur | xargs)" = "-I/opt/pasur/include -L/opt/pasur/lib -lpasur" ]
    [[ " $(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --libs --static pasur) " == *" -lm "* ]]
    [ "$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --modversion pasur)" = "$("$prefix/bin/pasur" --version | sed 's/^pasur \([^ ]*\).*/\1/;q')" ]
}

# bats test_tags=slow
@test "who does not look whether a call failed is warned" {
    cd "$BATS_TEST_TMPDIR"
    printf '#include <pasur.h>\n#if PASUR_VERSION_NUMBER < 100\n#error\n#endif\nint main(void) { pasur_cards c; pasur_cards_read(&c, "Ac", 0); return 0; }\n' >deaf.c
    run build_on deaf deaf.c
    [ ! -e deaf ]
    [[ "$output" == *unused-result* ]]
}

# bats test_tags=slow
@test "rounds by the library are those of the program, from C++ too" {
    cd "$BATS_TEST_TMPDIR"
    cat >both.cpp <<'CPP'
#include <pasur.h>
#include <cstdio>
#include <vector>
int main()
{
    pasur_error error;
    pasur_rules *rules = pasur_rules_new("pagat", 3, &error);
    pasur_agent *tactic = pasur_agent_new(rules, "tactic", &error), *counter = pasur_agent_new(rules, "counter", &error);
    const pasur_agent *agents[] = {tactic, counter};
    std::vector<int32_t> points(20 * 3 * 3);
    pasur_sim_options options = {};
    options.seed = 9;
    options.boards = 20;
    pasur_sim_rows rows = {};
    rows.points = points.data();
    if (pasur_abi() != PASUR_ABI || pasur_sim(rules, agents, 2, &options, &rows, nullptr, &error)) return 1;
    for (int32_t value : points) std::printf("%d\n", value);
    pasur_agent_free(tactic);
    pasur_agent_free(counter);
    pasur_rules_free(rules);
}
CPP
    build_on both both.cpp c++ -pedantic
    ./both >library
    "$prefix/bin/pasur" sim tactic counter --rules pagat,players=3 --boards 20 --seed 9 --rounds-csv rows -q >summary
    awk -F, '/^#/ { next } !column { for (i = 1; i <= NF; i++) if ($i == "points") column = i; next } { print $column }' rows | diff - library
    [ "$(wc -l <library)" -eq 180 ]
}

# bats test_tags=slow
@test "the library shows names of its own alone, and every one of the header" {
    command -v nm >/dev/null || skip "no nm"
    lib=$(ls "$prefix"/lib/libpasur.*.1 "$prefix"/lib/libpasur.1.* 2>/dev/null | head -n 1)
    if [ "$(uname -s)" = Darwin ]; then nm -gU "$lib" | sed 's/.* _//'; else nm -D --defined-only "$lib" | sed 's/.* //'; fi |
        sort >"$BATS_TEST_TMPDIR/shown"
    grep -v "^#" "$prefix/include/pasur.h" | tr "\n" " " | grep -o 'PASUR_API [^(;_][^(;]*(' | sed 's/($//; s/.*[ *]//' | sort >"$BATS_TEST_TMPDIR/named"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/named")" -gt 30 ]
    diff "$BATS_TEST_TMPDIR/named" "$BATS_TEST_TMPDIR/shown"
}

# bats test_tags=slow
@test "every command has its man page, and mandoc has nothing to say against them" {
    cd "$prefix/share/man/man1"
    "$prefix/bin/pasur" help commands | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/pasur-\1.1/p' | cat - <(echo pasur.1) | sort | diff - <(ls | sort)
    command -v mandoc >/dev/null || skip "no mandoc"
    run bash -c 'mandoc -T lint -W warning *.1 | grep -v "missing date"'
    [ -z "$output" ]
    mandoc -T utf8 pasur-advise.1 | col -b | grep -q -- '--hand CARDS'
}

# bats test_tags=slow
@test "the installed documents lead to each other" {
    cd "$prefix/share/doc/pasur"
    [ -e LICENSE ]
    for page in README.md docs/*.md; do
        while read -r link; do
            [ -e "$(dirname "$page")/$link" ] || { echo "$page: $link"; return 1; }
        done < <(grep -o ']([^)#]*' "$page" | sed 's/^](//' | grep -v '^$\|:\|tests/')
    done
}

# bats test_tags=slow
@test "completion stands where the shells look for it" {
    PATH=$prefix/bin:$PATH
    bash -c '. "$prefix/share/bash-completion/completions/pasur"; complete -p pasur' | grep -q -- '-F _pasur pasur'
    grep -q '^#compdef pasur$' "$prefix/share/zsh/site-functions/_pasur"
    [ -e "$prefix/share/fish/vendor_completions.d/pasur.fish" ]
}

# bats test_tags=slow
@test "uninstall removes what install has put there, and nothing else" {
    there=$BATS_TEST_TMPDIR/there
    tests/in_turn make -s install PREFIX="$there" >/dev/null
    [ "$(cd "$there" && find . ! -type d | sort)" = "$(cd "$prefix" && find . ! -type d | sort)" ]
    for stranger in bin/other share/doc/pasur/mine share/man/man1/pasur-other.1 include/mine.h; do
        echo >"$there/$stranger"
    done
    tests/in_turn make -s uninstall PREFIX="$there" >/dev/null
    [ "$(cd "$there" && find . ! -type d | sort)" = "$(printf './%s\n' bin/other include/mine.h share/doc/pasur/mine share/man/man1/pasur-other.1)" ]
    rm "$there/share/doc/pasur/mine" "$there/include/mine.h"
    tests/in_turn make -s uninstall PREFIX="$there" >/dev/null # once more is no error
    [ ! -e "$there/share/doc/pasur" ]
    [ ! -e "$there/include/pasur.h" ]
}

# bats test_tags=slow
@test "uninstall leaves no empty folder" {
    stage=$BATS_TEST_TMPDIR/a\ stage
    mkdir "$stage"
    for place in "DESTDIR=$stage PREFIX=/usr/local" "DESTDIR=$stage PREFIX=/opt/pasur" "DESTDIR= PREFIX=$stage/own"; do
        destdir=${place%% PREFIX=*} prefix=PREFIX=${place#* PREFIX=}
        for goal in install uninstall; do
            env -u MAKEFLAGS -u MAKELEVEL make -s $goal "$destdir" "$prefix" >/dev/null
            [ "$goal" = uninstall ] || [ -n "$(find "$stage" -name pasur-sim.1)" ]
        done
        [ -z "$(ls "$stage")" ] || { find "$stage"; return 1; }
    done
}

# bats test_tags=slow
@test "examples and pictures come along, and the commands of the docs find them" {
    cd "$prefix/share/doc/pasur"
    [ -e examples/study.txt ]
    [ -x examples/bots/bot.py ]
    [ -e docs/img/tactics-2.svg ]
    "$prefix/bin/pasur" study examples/study.txt --run "$BATS_TEST_TMPDIR/none" --dry-run | grep -q 'pasur rate'
    "$prefix/bin/pasur" check exec:examples/bots/bot.py -q
}

# bats test_tags=slow
@test "another PREFIX, and a user whom git does not answer, compile nothing anew" {
    GIT_DIR=/nowhere tests/in_turn make install DESTDIR="$BATS_TEST_TMPDIR" PREFIX=/elsewhere >"$BATS_TEST_TMPDIR/made"
    ! grep -q '^CC' "$BATS_TEST_TMPDIR/made" || { cat "$BATS_TEST_TMPDIR/made"; return 1; }
    [ "$("$BATS_TEST_TMPDIR/elsewhere/bin/pasur" --version)" = "$("$prefix/bin/pasur" --version)" ]
}
