# SPDX-License-Identifier: GPL-3.0-or-later
# .ci/instructions, on a small program of which one knows how much it does.

bats_require_minimum_version 1.5.0

setup() {
    command -v valgrind >/dev/null || skip "no valgrind"
    counter=$PWD/.ci/instructions
    cd "$BATS_TEST_TMPDIR"
    cat >pasur.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    volatile long sum = 0;
    if (!strcmp(argv[1], "--version")) return puts("pasur 0\nbuilt by a compiler") < 0;
    if (!getenv("PASUR_ISA") || getenv("HOME") || argc < 4) return 1;
    for (long i = atol(argv[1]); i > 0; i--) sum += i;
    return sum < 0;
}
C
    ${CC:-cc} -O1 pasur.c -o pasur
    export COUNTS=counts CFLAGS=-O1 # of flags of one's own nothing is said
}

# bats test_tags=quick
@test "a workload that takes over 3 % more is refused, one that takes less is told" {
    printf '%s\n' '# the first line' 'built by -' '0 | 100000' '0 | 200000' >counts
    "$counter" ./pasur write
    [ "$(sed -n '1p; 2p' counts)" = "# the first line
built by a compiler" ]
    first=$(sed -n 's/^\([0-9]*\) | 100000$/\1/p' counts) second=$(sed -n 's/^\([0-9]*\) | 200000$/\1/p' counts)
    [ "$first" -gt 300000 ] && [ "$second" -gt $((2 * first - 10000)) ] && [ "$second" -lt $((2 * first + 10000)) ]
    [ "$("$counter" ./pasur)" = "instructions: 2 workloads take what counts says, within 3 %" ]

    sed -i 's/ 200000$/ 205000/' counts
    [ "$("$counter" ./pasur)" = "instructions: 2 workloads take what counts says, within 3 %" ]
    sed -i 's/ 205000$/ 207000/' counts
    run -1 "$counter" ./pasur
    [[ "${lines[0]}" == "instructions: +3."[0-9]" % in 'pasur 207000': "*", and were $second" ]]
    [ "${#lines[@]}" -eq 2 ]
    sed -i 's/ 207000$/ 150000/' counts
    run -0 "$counter" ./pasur
    [[ "${lines[0]}" == "instructions: -2"[45].[0-9]" % in 'pasur 150000'; 'make instructions' keeps that" ]]
}

# bats test_tags=quick
@test "counts of another compiler are not compared, a workload that fails is" {
    printf '%s\n' 'built by another compiler' '1 | 1000' >counts
    run -0 "$counter" ./pasur
    [ "$output" = "instructions: not compared: the counts are of 'another compiler', this build is by 'a compiler'" ]
    printf '%s\n' 'built by a compiler' '1 | ' >counts
    run "$counter" ./pasur
    [ "$status" -ne 0 ]
}

# bats test_tags=quick
@test "on Debian 12 the counts are of its compiler" {
    grep -qs '^VERSION_ID="12"' /etc/os-release && grep -qs '^ID=debian' /etc/os-release && [ "$(uname -m)" = x86_64 ] ||
        skip "this is not Debian 12"
    printf '%s\n' 'built by another compiler' '1 | 1000' >counts
    run -1 env -u CFLAGS -u CPPFLAGS "$counter" ./pasur
    [ "${lines[1]}" = "instructions: on Debian 12 they should be: run 'make instructions'" ]
}
