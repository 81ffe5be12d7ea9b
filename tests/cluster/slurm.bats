# SPDX-License-Identifier: GPL-3.0-or-later
# An array job of Slurm, of which parts are killed and queued again, comes to what one machine comes to.
# bats file_tags=slow,check

bats_require_minimum_version 1.5.0

@test "four parts as an array job of Slurm, two of them stopped and queued again" {
    run timeout 400 "$BATS_TEST_DIRNAME/slurm.sh" "$PASUR"
    echo "$output"
    [ "$status" -ne 77 ] || skip "${output##*skipped: }"
    [ "$status" -eq 0 ]
}
