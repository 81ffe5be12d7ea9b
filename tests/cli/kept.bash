# SPDX-License-Identifier: GPL-3.0-or-later
# Runs in run directories that are stopped by the library of tests/torture/faults.c, at a call and not at a time, and go on.

# library: builds it; skips where a program cannot be run with it
library() {
    [ "$(uname -s)" = Linux ] || skip "the library of faults is for Linux"
    faults=$BATS_FILE_TMPDIR/faults.so
    [ -e "$faults" ] || ${CC:-cc} -std=gnu11 -O1 -shared -fPIC "$BATS_TEST_DIRNAME/../torture/faults.c" -o "$faults" -ldl
    LD_PRELOAD=$faults "$PASUR" --version >/dev/null 2>&1 || skip "this build cannot be run with a library before it"
}

# hasty: from now on $PASUR finds at every look at a clock a second more, where that can be done, so that what it does
# after some seconds it does soon
hasty() {
    [ "$(uname -s)" = Linux ] || return 0
    library
    mkdir hasty
    printf '#!/bin/sh\nFAULT_CLOCK=1 LD_PRELOAD="%s" exec "%s" "$@"\n' "$faults" "$PASUR" >hasty/pasur
    chmod +x hasty/pasur
    PASUR=$PWD/hasty/pasur
}

# figures FILE: without what differs from run to run: the head, and the column ns_per_play
figures() {
    awk -F, -v OFS=, '/^#/ { next } !seen++ { for (i = 1; i <= NF; i++) if ($i == "ns_per_play") at = i } at { $at = "" } 1' "$1"
}

# same FILE FILE
same() { cmp <(figures "$1") <(figures "$2"); }

# faulty CALL AT HOW ARGS…: pasur ARGS with that fault at a call for the run directory's chunks, each result in a chunk of
# its own, since every look at the clock finds it two seconds on; $status is how it ended
faulty() {
    status=0
    FAULT_FILE=/chunks FAULT_CALL=$1 FAULT_AT=$2 FAULT_HOW=$3 FAULT_CLOCK=${clock:-2} LD_PRELOAD=$faults \
        "$PASUR" "${@:4}" >out 2>err || status=$?
}
