# SPDX-License-Identifier: GPL-3.0-or-later
# The library as one file: it compiles with one command where nothing else of the source is, and passes the library's tests.
# bats file_tags=check

bats_require_minimum_version 1.5.0

# bats test_tags=slow
@test "the amalgamation stands by itself and passes the tests of the library" {
    command -v python3 >/dev/null || skip "no python3"
    built=$(dirname "$(readlink -f "$PASUR")")
    ls "$built"/tests/library/test_*.o "$built/libtests.a" >/dev/null || skip "the tests are not built here"
    python3 packaging/amalgamate "$BATS_TEST_TMPDIR/one"
    cd "$BATS_TEST_TMPDIR"
    [ "$(ls one | xargs)" = "pasur.c pasur.h" ]
    ! grep -E '^# *include "' one/pasur.c | grep -vx '#include "pasur.h"'
    "${CC:-cc}" -std=c11 -O1 -fopenmp -c one/pasur.c
    for test in "$built"/tests/library/test_*.o; do
        "${CXX:-c++}" -o test "$test" pasur.o "$built/libtests.a" -lcmocka -fopenmp -lgsl -lgslcblas -lm
        ./test >told 2>&1 || { cat told; return 1; }
    done
}
