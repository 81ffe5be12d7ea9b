# SPDX-License-Identifier: GPL-3.0-or-later
# PASUR_ISA in the environment names the instruction set whose fast paths are used.

setup() {
    tests=$(dirname "$PASUR")/tests
}

# The sets that this processor and build have.
sets() {
    for isa in plain avx2 avx512 neon; do
        PASUR_ISA=$isa "$PASUR" --version >/dev/null 2>&1 && echo $isa
    done
}

# bats test_tags=quick
@test "an instruction set that is unknown or not there is one line and status 2" {
    PASUR_ISA=sse9 run "$PASUR" --version
    [ "$status" -eq 2 ]
    [ "$output" = "pasur: unknown PASUR_ISA 'sse9' (plain, avx2, avx512 or neon)" ]
    other=neon
    [ "$(uname -m)" = x86_64 ] || other=avx2
    PASUR_ISA=$other run "$PASUR" --version
    [ "$status" -eq 2 ]
    [[ "$output" == "pasur: PASUR_ISA=$other: not available on this processor and build; the best is "* ]]
    [ "${#lines[@]}" -eq 1 ]
    PASUR_ISA='' "$PASUR" --version >/dev/null
    PASUR_ISA=plain "$PASUR" --version >/dev/null
}

# bats test_tags=sanitized
@test "many decisions are those of each alone in every instruction set" {
    for isa in $(sets | sed '$d'); do # with the best of them the tests run by themselves
        PASUR_ISA=$isa "$tests/agents/test_choose_many"
        PASUR_ISA=$isa "$tests/library/test_step_lanes"
    done
}

# bats test_tags=sanitized
@test "scores of nets are the same in every instruction set" {
    for isa in $(sets | sed '$d'); do
        PASUR_ISA=$isa "$tests/agents/net/test_net"
    done
}

# bats test_tags=quick
@test "boards have the same results in every instruction set" {
    cd "$BATS_TEST_TMPDIR"
    for isa in $(sets); do
        PASUR_ISA=$isa "$PASUR" sim tactic "tactic:starve=1,offer_declined=1" --boards 300 -q --rounds-csv - | grep -v '^#' >"$isa"
        PASUR_ISA=$isa "$PASUR" sim tactic greedy random --rules pagat,players=3,last_sweep=match --boards 100 -q --rounds-csv - |
            grep -v '^#' >>"$isa"
        cmp plain "$isa"
    done
    [ "$(wc -l <plain)" -gt 900 ]
}
