# SPDX-License-Identifier: GPL-3.0-or-later
# What `make install` puts there works without the source tree, and `make uninstall` takes it away again.

setup_file() {
    bats_require_minimum_version 1.5.0
    export root=$BATS_FILE_TMPDIR/a\ root prefix=$BATS_FILE_TMPDIR/a\ root/opt/pasur
    env -u MAKEFLAGS -u MAKELEVEL make -s install DESTDIR="$root" PREFIX=/opt/pasur >&2
}

# bats test_tags=slow
@test "the installed program runs and its headers and library compile into another program" {
    "$prefix/bin/pasur" --version
    cd "$BATS_TEST_TMPDIR"
    { for header in "$prefix"/include/pasur/*/*.h; do echo "#include \"${header#"$prefix/include/pasur/"}\""; done
      cat <<'C'
#include <stdio.h>
int main(void)
{
    Rng rng = rng_make(42, 54); /* the published demonstration of PCG32 */
    printf("%08x\n", rng_next(&rng));
}
C
    } >user.c
    cc -std=c11 -I"$prefix/include/pasur" user.c -L"$prefix/lib" -lpasur -lm -fopenmp -o user
    [ "$(./user)" = a15c02b7 ]
}

# bats test_tags=slow
@test "every command has its man page, and mandoc has nothing to say against them" {
    cd "$prefix/share/man/man1"
    "$prefix/bin/pasur" manual --format names | sed 's/.*/pasur-&.1/' | cat - <(echo pasur.1) | sort | diff - <(ls | sort)
    "$prefix/bin/pasur" manual sim --format man | cmp - pasur-sim.1
    # the pages to which they refer are there
    sed -n 's/^.*\.\?Xr \([a-z-]*\) 1$/\1/p' *.1 | sort -u >"$BATS_TEST_TMPDIR/named"
    [ -s "$BATS_TEST_TMPDIR/named" ]
    while read -r page; do [ -e "$page.1" ]; done <"$BATS_TEST_TMPDIR/named"
    command -v mandoc >/dev/null || skip "no mandoc"
    run bash -c 'mandoc -T lint *.1 | grep -v "referenced manual not found: Xr pasur"'
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
    env -u MAKEFLAGS -u MAKELEVEL make -s install PREFIX="$there" >/dev/null
    [ "$(cd "$there" && find . -type f | sort)" = "$(cd "$prefix" && find . -type f | sort)" ]
    for stranger in bin/other share/doc/pasur/mine share/man/man1/pasur-other.1 include/pasur/mine.h; do
        echo >"$there/$stranger"
    done
    env -u MAKEFLAGS -u MAKELEVEL make -s uninstall PREFIX="$there" >/dev/null
    [ "$(cd "$there" && find . -type f | sort)" = "$(printf './%s\n' bin/other include/pasur/mine.h share/doc/pasur/mine share/man/man1/pasur-other.1)" ]
    rm "$there/share/doc/pasur/mine" "$there/include/pasur/mine.h"
    env -u MAKEFLAGS -u MAKELEVEL make -s uninstall PREFIX="$there" >/dev/null # once more is no error
    [ ! -e "$there/share/doc/pasur" ]
    [ ! -e "$there/include/pasur" ]
}

# bats test_tags=slow
@test "uninstall leaves no folder that install made, and every other one" {
    stage=$BATS_TEST_TMPDIR/a\ stage
    mkdir -p "$stage/usr/local/bin" "$stage/usr/local/lib" "$stage/usr/local/share/man"
    (cd "$stage" && find . | sort) >"$BATS_TEST_TMPDIR/before"
    for _ in 1 2; do env -u MAKEFLAGS -u MAKELEVEL make -s install DESTDIR="$stage" PREFIX=/usr/local >/dev/null; done
    [ -x "$stage/usr/local/bin/pasur" ]
    env -u MAKEFLAGS -u MAKELEVEL make -s uninstall DESTDIR="$stage" PREFIX=/usr/local >/dev/null
    (cd "$stage" && find . | sort) | diff "$BATS_TEST_TMPDIR/before" -
    env -u MAKEFLAGS -u MAKELEVEL make -s install DESTDIR="$stage" PREFIX=/opt/pasur >/dev/null
    env -u MAKEFLAGS -u MAKELEVEL make -s uninstall DESTDIR="$stage" PREFIX=/opt/pasur >/dev/null
    (cd "$stage" && find . | sort) | diff "$BATS_TEST_TMPDIR/before" -
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
