# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench/growth: what it runs and how it sums it up, not how long that takes.

bats_require_minimum_version 1.5.0

setup() {
    growth=$PWD/tests/bench/growth
    cd "$BATS_TEST_TMPDIR"
    printf '#!/bin/sh\necho "$@" >>calls\n%s\n' '[ ! -e fails ]' >pasur
    chmod +x pasur
}

# bats test_tags=quick
@test "each size runs three times in turns with one thread, and a line sums it up" {
    run "$growth" pasur "agents of"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 3 ]
    [[ "${lines[2]}" =~ ^'| agents of rate | agents | '[+-][0-9.]+' | 4 '[0-9.]+' s, 8 '[0-9.]+' s, 16 '[0-9.]+' s, 32 '[0-9.]+' s |'$ ]]
    [ "$(wc -l <calls)" -eq 12 ]
    [ "$(grep -c -- ' --threads 1$' calls)" -eq 12 ]
    [ "$(awk '{ n = 0; for (i = 1; i <= NF; i++) n += /^rate / && $i ~ /^tactic:deny_sur=/; printf "%d ", n }' calls)" = \
        "4 8 16 32 4 8 16 32 4 8 16 32 " ]
    rm calls
    "$growth" pasur "threads of sim" >out
    [ "$(cut -d' ' -f1-7 calls | sort -u)" = "sim tactic tactic --boards 100000 --threads 1" ] ||
        grep -q '^sim tactic tactic --boards 100000 --threads 2 -q$' calls
    [ -z "$(grep -v ' -q$' calls)" ]
}

# bats test_tags=quick
@test "the program takes what each row runs" {
    cat >dry <<EOF
#!/bin/sh
exec "$PASUR" "\$@" --dry-run
EOF
    chmod +x dry
    for word in rounds matches boards rows agents iterations cards threads; do
        "$growth" ./dry "$word"
    done
}

# bats test_tags=quick
@test "memory is what the system says of the largest size" {
    [ -e /proc/self/status ] || skip "no /proc"
    run "$growth" pasur "memory of sim"
    [ "$status" -eq 0 ]
    [[ "${lines[2]}" =~ ^'| memory of sim | rounds | '[+-][0-9.]+' | 1000000 '[0-9.]+' MB, 10000000 '[0-9.]+' MB, 100000000 '[0-9.]+' MB |'$ ]]
    [ "$(cat calls)" = "sim random random --boards 500000 -q --threads 1
sim random random --boards 5000000 -q --threads 1
sim random random --boards 50000000 -q --threads 1" ]
}

# bats test_tags=quick
@test "a command that fails, and a row that there is not, are told" {
    touch fails
    run -1 "$growth" pasur "rounds of"
    [[ "${lines[-1]}" == *"/pasur sim greedy random --boards 50000 -q --threads 1 ended with status 1" ]]
    run -1 "$growth" pasur nothing
    [[ "$output" == "growth: no row has 'nothing'; rows are rounds of sim, "* ]]
    run -1 "$growth"
    [ "$output" = "usage: tests/bench/growth PASUR [WORD]" ]
}
