# SPDX-License-Identifier: GPL-3.0-or-later
# A command that gets no memory says so in one line with status 5, and leaves old files, whole ones, or the first boards marked
# PARTIAL; it does not crash, wait, or leave anything besides. `make torture` tries every command.

bats_require_minimum_version 1.5.0
load memory

setup() {
    [ "$(uname -s)" = Linux ] || skip "the library of faults is for Linux"
    top=$BATS_TEST_TMPDIR
    faults=$top/faults.so
    ${CC:-cc} -std=gnu11 -O1 -shared -fPIC "$BATS_TEST_DIRNAME/faults.c" -o "$faults" -ldl
    LD_PRELOAD=$faults "$PASUR" --version >/dev/null 2>&1 || skip "this build cannot be run with a library before it"
    rows_run
}
teardown() { [ -z "${tried:-}" ] || echo "# ${BATS_TEST_DESCRIPTION}: $tried tried in $(sed 's/.* //' "$top/done" | sort -u | wc -l) commands" >&3; }

@test "one allocation fails" { each_place once; }

@test "from an allocation on there is no memory" { each_place full; }
