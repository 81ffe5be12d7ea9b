# SPDX-License-Identifier: GPL-3.0-or-later
# Runs that are killed, or cannot write, lose no old file and leave no torn one. `make torture` tries it at every
# call.

bats_require_minimum_version 1.5.0
load torture

setup() { begins; }
teardown() { [ -z "${tried:-}" ] || echo "# ${BATS_TEST_DESCRIPTION}: $tried tried" >&3; }

@test "killed before a call" { each_fault all kill 137; }

@test "from a call on nothing can be written" { each_fault all full 0 5; }

@test "one call fails" {
    for call in fwrite fflush fclose pwrite fsync ftruncate rename; do each_fault $call once 0 5; done
}

@test "writes that take half of what they are given" {
    for call in pwrite write; do each_fault $call short 0; done
}

@test "killed at any moment" {
    local pid end
    boards=20000
    run=(sim greedy random --boards "$boards" --threads 2 --quiet)
    "$PASUR" "${run[@]}" --csv figures --rounds-csv rows --records reference.records >summary
    grep -v '^#' figures >reference.csv
    grep -v '^#' rows >reference.rows
    for ((tried = 0; tried < ${TORTURE:-3}; tried++)); do
        end=${ends[tried % ${#ends[@]}]}
        for name in figures rows records; do echo "old $name" >"$name$end"; done
        "$PASUR" "${run[@]}" --csv "figures$end" --rounds-csv "rows$end" --records "records$end" >summary 2>errors &
        pid=$!
        sleep "0.$((RANDOM % 1000 + 1000))"
        kill -KILL $pid 2>/dev/null || true
        status=0
        wait $pid || status=$?
        judges "$end" 0 137
        again "$end"
    done
}

@test "a file system that is full" {
    local size step=$((240 / ${TORTURE:-3} + 1))
    mkdir small
    mount -t tmpfs -o size=1m none small 2>/dev/null || skip "no file system can be mounted here"
    umount small
    boards=300
    run=(sim greedy random --boards "$boards" --threads 1 --quiet)
    "$PASUR" "${run[@]}" --csv figures --rounds-csv rows --records reference.records >summary
    grep -v '^#' figures >reference.csv
    grep -v '^#' rows >reference.rows
    cp reference.* small
    for end in "${ends[@]}"; do
        for ((size = 8; size < 248; size += step)); do
            echo "# $size kB $end"
            mount -t tmpfs -o "size=${size}k" none small
            full_disk "$end" || { umount small; return 1; }
            umount small
            tried=$((${tried:-0} + 1))
        done
    done
}
# The files lie on the small disk, the rest does not.
full_disk() {
    local name status=0
    for name in figures rows records; do
        rm -f "$name$1"*
        echo "old $name" >"small/$name$1" || return 0 # not even these
    done
    "$PASUR" "${run[@]}" --csv "small/figures$1" --rounds-csv "small/rows$1" --records "small/records$1" >summary 2>errors || status=$?
    cp small/* .
    judges "$1" 0 5
}
