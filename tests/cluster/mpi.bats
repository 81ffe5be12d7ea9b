# SPDX-License-Identifier: GPL-3.0-or-later
# Many ranks come to what one process comes to, to the bit, also when one of them is killed. MPI_PASUR, or build/mpi/pasur or
# build/clang/pasur, is a build with MPI.
# bats file_tags=slow,check

bats_require_minimum_version 1.5.0

setup() {
    has_mpi() { "$1" --version 2>/dev/null | grep -qx 'with MPI'; }
    for ranks in "${MPI_PASUR:-}" "$(dirname "$PASUR")"/../{mpi,clang}/pasur; do ! has_mpi "$ranks" || break; done
    has_mpi "$ranks" || skip "no build with MPI: make MPI=1 OUT=build/mpi program"
    command -v mpirun >/dev/null || skip "no mpirun"
    start=(timeout 300 mpirun --oversubscribe --bind-to none)
    [ "$(id -u)" != 0 ] || start+=(--allow-run-as-root)
    cd "$BATS_TEST_TMPDIR" || return
}

# all but the lines of the head that tell files and times, and what the column ns_per_play holds
untimed() {
    sed -E '/^# (command: |commit: |build: |start: |wall_seconds: |pasur )/d' "$1" | awk -F, -v OFS=, '
        !/^#/ && !head++ { for (i = 1; i <= NF; i++) if ($i == "ns_per_play") n = i }
        n { $n = "" }
        1'
}

# both WORDS…: 3 ranks and one process, with the same status and output but for times; @ in a file's name tells them apart
both() {
    local status=0 many=0 file
    "$PASUR" "${@//@/one}" --threads 1 >one.out || status=$?
    "${start[@]}" -n 3 "$ranks" "${@//@/many}" --threads 1 >many.out 2>many.err || many=$?
    [ "$many" -eq "$status" ] || { cat many.err; return 1; }
    told() { grep -vE '^Written to |^Again: |rounds/s|^[0-9.]+ s$| in [0-9.]+ s' | sed -E 's/; [0-9.]+ (s|min)\b.*//'; }
    diff <(told <one.out) <(told <many.out)
    for file in one.*; do
        [[ $file = *.out ]] || diff <(untimed "$file") <(untimed "many${file#one}")
    done
}

@test "sim until the interval is narrow" {
    both sim greedy random counter --stop ci=0.3 --csv @.csv --rounds-csv @.rows --records @.records
    [ "$(wc -l <one.rows)" -gt 1000 ]
}

@test "sim of matches with a test, which answers no" {
    both sim random greedy --matches 200k --stop sprt=0,0.05 --csv @.csv --matches-csv @.matches
    [ "$(grep -c . one.matches)" -gt 20 ]
}

@test "tactics until every interval is narrow" {
    both tactics --tactics deny_sur,seek_clubs --stop ci=0.3 --csv @.csv
}

@test "rate, with its cross-table" {
    both rate greedy random counter --boards 700 --csv @.csv --cross @.cross
}

@test "tune, step by step" {
    both tune tactic --rounds 100k --csv @.csv --save @.weights
}

@test "equity" {
    both equity greedy --rules pagat,target=20 --boards 3000 --csv @.csv
}

@test "run directories of many ranks keep the blocks of boards that those of one process keep" {
    for agent in greedy counter; do
        for what in "sim $agent random" "tactics --tactics deny_sur --opponent $agent"; do
            "$PASUR" $what --boards 1500 --run "one-${what%% *}-$agent" -q >/dev/null
            "${start[@]}" -n 3 "$ranks" $what --boards 1500 --threads 1 --run "many-${what%% *}-$agent" -q >/dev/null
        done
    done
    for command in sim tactics; do
        "$PASUR" compare one-$command-greedy one-$command-counter --csv one.csv -q
        "$PASUR" compare many-$command-greedy many-$command-counter --csv many.csv -q
        grep -q '^# pairing: paired by 1500 boards that both played, in [0-9]* blocks$' many.csv
        diff <(untimed one.csv) <(untimed many.csv)
        "$PASUR" compare one-$command-greedy many-$command-greedy -q | grep -qx 'A and B are the same on every board.'
    done
}

# killed RANK: the run, of seconds, is killed there after it has kept something, which is once a second, and goes on
killed() {
    local pid words=(sim ismcts:iters=150 greedy --boards 1800 --threads 1 --records many.records --csv many.csv --run kept)
    rm -rf kept
    "${start[@]}" -n 3 "$ranks" "${words[@]}" >first.out 2>&1 3>&- &
    local job=$!
    for ((i = 0; i < 600; i++)); do
        [ "$(stat -c %s kept/chunks 2>/dev/null || echo 0)" -le 200 ] || break
        sleep 0.1
    done
    for pid in $(grep -lxz "OMPI_COMM_WORLD_RANK=$1" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3); do
        [ "$(readlink "/proc/$pid/cwd")" != "$PWD" ] || [ "$(readlink "/proc/$pid/exe")" != "$(realpath "$ranks")" ] || kill -KILL "$pid"
    done
    status=0
    wait $job || status=$?
    [ "$status" -ne 0 ]
    "${start[@]}" -n 3 "$ranks" "${words[@]}" >second.out 2>&1
    grep -q 'continues with what is in kept' second.out
    diff <(untimed one.csv) <(untimed many.csv)
    cmp one.records many.records
}

@test "a rank is killed, and the same command goes on" {
    "$PASUR" sim ismcts:iters=150 greedy --boards 1800 --records one.records --csv one.csv --quiet >one.out
    killed 2
    killed 0
}

@test "what ranks cannot do is refused in one line" {
    run -2 --separate-stderr "${start[@]}" -n 3 "$ranks" bench
    grep -qx 'pasur bench: started as 3 ranks; only commands with --run, such as sim, can be' <<<"$stderr"
    run -2 --separate-stderr "${start[@]}" -n 3 "$ranks" sim greedy random --run kept --part 1/2
    [ "$(grep -c '^pasur sim: --part: ' <<<"$stderr")" -eq 1 ]
    run -2 --separate-stderr "${start[@]}" -n 3 "$ranks" sim greedy nobody
    [ "$(grep -c '^pasur sim: ' <<<"$stderr")" -eq 1 ]
    run -2 --separate-stderr "${start[@]}" -n 1 "$ranks" sim greedy random --boards 10 : -n 1 "$ranks" sim greedy random --boards 11
    grep -q '^pasur sim: rank .: it does not play what rank 0 plays: .*--boards 11' <<<"$stderr"
    run -0 --separate-stderr "${start[@]}" -n 3 "$ranks" sim greedy random --dry-run
    [ "$(grep -c '^rules pagat' <<<"$output")" -eq 1 ]
}

@test "a build without MPI does not play one run three times" {
    [ "$(realpath "$ranks")" != "$(realpath "$PASUR")" ] || skip "this build has MPI"
    run -2 --separate-stderr "${start[@]}" -n 3 "$PASUR" sim greedy random --boards 10
    grep -q 'this build has no MPI: make MPI=1' <<<"$stderr"
}
