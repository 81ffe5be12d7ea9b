# SPDX-License-Identifier: GPL-3.0-or-later
# Runs in run directories that are killed, or cannot write: no row is lost, none is there twice. TORTURE=N: N runs that are
# killed at moments of chance, and N calls for each kind of fault; without it few are tried.
# bats file_tags=slow

bats_require_minimum_version 1.5.0
load ../cli/kept

run=(sim greedy random --boards 600 --quiet)
files=(--csv csv --rounds-csv rows --records records)

setup() {
    library
    cd "$BATS_TEST_TMPDIR" || return
    "$PASUR" "${run[@]}" "${files[@]}" --threads 1 >summary
    mkdir plain
    mv csv rows records plain
    "$PASUR" "${run[@]}" "${files[@]}" --threads 1 --run whole >summary
    whole=$(wc -c <whole/chunks)
    rm -r whole csv rows records
}
teardown() { [ -z "${tried:-}" ] || echo "# ${BATS_TEST_DESCRIPTION}: $tried tried" >&3; }

# ends: the same command comes to its end, and all is as if nothing had happened; nothing in the log is damaged
ends() {
    "$PASUR" "${run[@]}" "${files[@]}" --run "$1" --threads 2 >summary 2>err
    ! grep -q 'are damaged' err || return 1
    same csv plain/csv
    cmp <(grep -v '^#' rows) <(grep -v '^#' plain/rows)
    cmp <(grep -v '^#' records) <(grep -v '^#' plain/records)
    "$PASUR" runs "$1" --rounds-csv rows --records records >summary 2>err
    cmp <(grep -v '^#' rows) <(grep -v '^#' plain/rows)
    cmp <(grep -v '^#' records) <(grep -v '^#' plain/records)
    rm -r "$1" csv rows records
    tried=$((${tried:-0} + 1))
}

# killed DIR SIGNAL: once the log is somewhere between where it stands and its end
killed() {
    local pid here
    here=$(cat "$1/chunks" 2>/dev/null | wc -c)
    FAULT_CLOCK=${clock:-2} LD_PRELOAD=$faults "$PASUR" "${run[@]}" "${files[@]}" --run "$1" --threads 2 >summary 2>err &
    pid=$!
    here=$((here + RANDOM * 17 % (whole - here > 0 ? whole - here : 1)))
    while kill -0 $pid 2>/dev/null && [ "$(cat "$1/chunks" 2>/dev/null | wc -c)" -le $here ]; do sleep 0.01; done
    kill "-$2" $pid 2>/dev/null || true
    status=0
    wait $pid || status=$?
    [ $status -eq 0 ] || [ $status -eq 137 ] || [ $status -eq 130 ]
    kills=$((${kills:-0} + (status != 0)))
}

@test "killed with SIGKILL at moments of chance" {
    for ((turn = 0; turn < ${TORTURE:-2} || (kills == 0 && turn < 100); turn++)); do
        killed d KILL
        [ $((turn % 2)) -eq 0 ] || killed d KILL
        ends d
    done
    echo "# $kills kills" >&3
    [ "$kills" -gt 0 ]
}

@test "stopped by SIGTERM, SIGINT, SIGHUP and SIGUSR1 at moments of chance" {
    for ((turn = 0; turn < ${TORTURE:-4}; turn++)); do
        signals=(TERM INT HUP USR1)
        killed d "${signals[turn % 4]}"
        ends d
    done
}

@test "the clock is set back at every look, and the run is killed" {
    for ((turn = 0; turn < ${TORTURE:-1}; turn++)); do
        clock=-100 killed d KILL
        ends d
    done
}

# each_fault CALL HOW STATUS…: at calls for files of the run directory, one after the other
each_fault() {
    local at step calls
    status=0
    FAULT_LOG=calls FAULT_FILE=/d/ FAULT_CALL=$1 FAULT_AT=0 FAULT_HOW=none FAULT_CLOCK=2 LD_PRELOAD=$faults \
        "$PASUR" "${run[@]}" --rounds-csv rows --records records --csv csv --run d >summary 2>err
    calls=$(cat calls)
    rm -r d
    step=$((calls / ${TORTURE:-2} + 1))
    for ((at = 1 + RANDOM % step; at <= calls; at += step)); do
        echo "# $1 $at of $calls $2"
        status=0
        FAULT_FILE=/d/ FAULT_CALL=$1 FAULT_AT=$at FAULT_HOW=$2 FAULT_CLOCK=2 LD_PRELOAD=$faults \
            "$PASUR" "${run[@]}" "${files[@]}" --run d --threads 2 >summary 2>err || status=$?
        [[ " ${*:3} " == *" $status "* ]]
        [ "$status" -ne 5 ] || grep -q '^pasur sim: .*d/' err
        ends d
    done
}

@test "killed before a write" { each_fault pwrite kill 137; }

@test "from a write on nothing can be written" { each_fault pwrite full 5; }

@test "one call fails" {
    each_fault pwrite once 0 5 # a write that is cut short is gone on with
    each_fault fsync once 5
}

@test "writes that take half of what they are given" { each_fault pwrite short 0; }

@test "a file system that is full, and then has room" {
    mkdir small
    for ((turn = 0; turn < ${TORTURE:-2}; turn++)); do
        size=$((8 + RANDOM % 120)) # kB; the run takes some 190
        mount -t tmpfs -o "size=${size}k" none small 2>/dev/null || skip "no file system can be mounted here"
        status=0
        "$PASUR" "${run[@]}" "${files[@]}" --run small/d --threads 2 >summary 2>err || status=$?
        echo "# $size kB: $status"
        { [ "$status" -eq 5 ] && grep -q '^pasur sim: small/d' err; } || { umount small; return 1; }
        mount -o remount,size=4m small
        ends small/d || { umount small; return 1; }
        umount small
    done
}
