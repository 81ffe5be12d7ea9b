# SPDX-License-Identifier: GPL-3.0-or-later
# Every build gives the same answers: the compilers' flags, and .ci/signature, which compares builds.

bats_require_minimum_version 1.5.0

# bats test_tags=quick
@test "floating point is compiled as it is written, in every object, whatever flags the user gives" {
    for config in CONFIG=release 'CC=clang OUT=build/clang' CONFIG=asan; do
        run --separate-stderr env -u MAKEFLAGS -u MFLAGS make -nB V=1 $config CFLAGS=-ffast-math CXXFLAGS=-ffast-math tests
        [ "$status" -eq 0 ]
        compiled=$(grep -c -- ' -MMD -MP -c -o ' <<<"$output")
        [ "$compiled" -ge "$(find engine agents sim analysis tests/bench -name '*.c' | wc -l)" ]
        [ "$(grep -c -- ' -ffast-math .*-fno-fast-math -ffp-contract=off .*-MMD -MP -c -o ' <<<"$output")" -eq "$compiled" ]
    done
}

# bats test_tags=quick
@test "builds with different signatures, or with none, are refused by name" {
    cd "$BATS_TEST_TMPDIR"
    for hash in 00000000000000aa 00000000000000ab; do
        printf '#!/bin/sh\necho signature %s\n' $hash >$hash
        chmod +x $hash
    done
    signature=$OLDPWD/.ci/signature
    cp 00000000000000aa same
    run "$signature" ./00000000000000aa ./same
    [ "$status" -eq 0 ]
    run "$signature" ./00000000000000aa ./same ./00000000000000ab
    [ "$status" -eq 1 ]
    [[ "$output" == "./00000000000000aa has the signature 00000000000000aa, ./00000000000000ab 00000000000000ab: "* ]]
    run "$signature" ./00000000000000aa /bin/true
    [ "$status" -eq 1 ]
    [ "$output" = "/bin/true bench prints no signature" ]
}

# bats test_tags=quick
@test "it builds without the libraries that compress, and says how to get them" {
    cc=${CC:-cc}
    for with in "" -DWITH_ZLIB=1 -DWITH_ZSTD=1; do
        case $with in *ZLIB*) header=zlib.h ;; *ZSTD*) header=zstd.h ;; *) header=stdio.h ;; esac
        echo "#include <$header>" | $cc -x c -fsyntax-only - 2>/dev/null || continue
        $cc -std=c11 -Wall -Wextra -Wshadow -Wconversion -Werror -I. -D_XOPEN_SOURCE=700 $with -fsyntax-only sim/files/packer.c
    done
    cat >"$BATS_TEST_TMPDIR/kinds.c" <<'C'
#include <stdio.h>
#include "sim/files/packer.h"
int main(void) { return printf("%s\n%s\n%s\n", pack_kinds(), pack_missing(PACK_GZIP), pack_missing(PACK_ZSTD)) < 0; }
C
    $cc -std=c11 -I. -D_XOPEN_SOURCE=700 "$BATS_TEST_TMPDIR/kinds.c" sim/files/packer.c sim/files/text_buffer.c engine/text/text.c -lm -o "$BATS_TEST_TMPDIR/kinds"
    run "$BATS_TEST_TMPDIR/kinds"
    [ "${lines[0]}" = "without .gz (zlib) and .zst (libzstd)" ]
    [ "${lines[1]}" = "this build is without .gz; install zlib (zlib1g-dev) and run make again" ]
    [ "${lines[2]}" = "this build is without .zst; install libzstd (libzstd-dev) and run make again" ]
}

# built: what the copy's version.o holds
built() {
    env -u MAKEFLAGS -u MFLAGS make -s CONFIG=release build/release/{engine/text/text,library/version}.o >/dev/null
    strings build/release/library/version.o | grep -E "^$1"
}

# bats test_tags=quick
@test "a program knows its commit, what was changed since, and how it was built; a new commit compiles one file" {
    for tool in git strings; do command -v $tool >/dev/null || skip "no $tool"; done
    sources=(Makefile tools .ci main.c data engine agents sim analysis library web)
    mkdir "$BATS_TEST_TMPDIR/a b" "$BATS_TEST_TMPDIR/bare"
    cp -R "${sources[@]}" "$BATS_TEST_TMPDIR/a b"
    cp -R "${sources[@]}" "$BATS_TEST_TMPDIR/bare"
    export GIT_CEILING_DIRECTORIES=$BATS_TEST_TMPDIR GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
    cd "$BATS_TEST_TMPDIR/bare"
    [ "$(built unknown)" = "unknown (built without git)" ]

    cd "../a b"
    echo /build/ >.gitignore
    git init -q && git add . && git -c user.name=a -c user.email=a@example.org commit -qm first
    commit=$(git rev-parse --short=12 HEAD)
    [ "$(built $commit)" = $commit ]
    cp -R . "$BATS_TEST_TMPDIR/elsewhere"
    echo "// more" >>main.c
    [ "$(built $commit)" = $commit+changes ]
    touch build/mark
    git -c user.name=a -c user.email=a@example.org commit -qam second
    [ "$(built "$(git rev-parse --short=12 HEAD)" | wc -l)" -eq 1 ]
    [ "$(find build -newer build/mark -name '*.o')" = build/release/library/version.o ]

    # the same checkout in another folder is the same program
    cd "$BATS_TEST_TMPDIR/elsewhere"
    cp build/release/library/version.o first.o
    rm -r build
    [ "$(built $commit)" = $commit ]
    cmp first.o build/release/library/version.o
}
