# SPDX-License-Identifier: GPL-3.0-or-later
# The fuzzers without a clock: their seeds, among them what was found before, and the same changed inputs each time.

bats_require_minimum_version 1.5.0

@test "every fuzzer gets through its seeds and a thousand changed ones" {
    for source in tests/fuzz/fuzz_*.c; do
        name=$(basename "$source" .c)
        name=${name#fuzz_}
        seeds=(tests/fuzz/seeds/"$name")
        case $name in csv | plot) seeds+=(tests/data/plot) ;; esac
        run --separate-stderr "$FUZZ/fuzz_$name" -runs=1000 "${seeds[@]}"
        [ "$status" -eq 0 ] || { echo "$name: $stderr"; false; }
        [ "${output% runs}" -gt 1000 ]
    done
}
