# SPDX-License-Identifier: GPL-3.0-or-later
# Every build gives the same answers: the compilers' flags, and .ci/signature, which compares builds.

bats_require_minimum_version 1.5.0

# bats test_tags=quick
@test "floating point is compiled as it is written, in every object, whatever flags the user gives" {
    for config in release native asan; do
        run --separate-stderr env -u MAKEFLAGS -u MFLAGS make -nB V=1 CONFIG=$config CFLAGS=-ffast-math CXXFLAGS=-ffast-math tests
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
