# SPDX-License-Identifier: GPL-3.0-or-later
# The changes of `make mutation` still fit the code; the run itself takes too long for every day.

bats_require_minimum_version 1.5.0

# bats test_tags=quick
@test "every change to the statistics still applies" {
    run "$BATS_TEST_DIRNAME/run" --applies
    [ -z "$output" ]
    [ "$status" -eq 0 ]
    [ "$(grep -vcE '^(#|$)' "$BATS_TEST_DIRNAME/changes")" -ge 30 ]
}

# bats test_tags=quick
@test "a change whose text is gone, or is there twice, does not apply" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p tests/mutation
    cp "$BATS_TEST_DIRNAME/run" tests/mutation
    printf 'int a = 1; /* .* */\nint b = 2, c = 2;\n' >code.c
    applies() {
        printf '%s\n' "$1" >tests/mutation/changes
        run tests/mutation/run --applies
    }
    applies 'a pattern means itself | any | code.c | /* .* */ | /* & */'
    [ "$status" -eq 0 ]
    applies 'gone | any | code.c | a = 3 | a = 4'
    [ "$status" -eq 1 ]
    [ "$output" = "code.c: the text of 'gone' is not there exactly once: a = 3" ]
    applies 'twice | any | code.c | = 2 | = 3'
    [ "$status" -eq 1 ]
    applies 'who | somebody | code.c | a = 1 | a = 2'
    [ "$status" -eq 1 ]
    applies 'short | any | code.c'
    [ "$status" -eq 1 ]
}
