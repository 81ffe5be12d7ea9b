# SPDX-License-Identifier: GPL-3.0-or-later
# What commands do when they get no memory. In the folder $top, for row K of every_command: before/K holds the files that it
# finds, after/K those that it leaves when nothing fails, places/K the numbers of its allocations that are to fail, a line each.

. "${BASH_SOURCE[0]%/*}/../cli/every_command.bash"
# one that takes seconds, shorter
every_command=("${every_command[@]/#bench /bench --only random }")
[ -n "${TORTURE:-}" ] || every_command=("${every_command[1]}" "rate greedy random --boards 20 --csv rate.csv")

plain() { case $1 in *.gz) gzip -dc <"$1" ;; *.zst) zstd -dcq <"$1" ;; *) cat "$1" ;; esac; }

# fault_settings K AT HOW: allocation AT of a run of row K fails (once), or all from there on (full)
fault_settings() { echo "FAULT_CALL=memory FAULT_AT=$2 FAULT_HOW=$3 FAULT_LOG=$top/calls.$1.$2 LD_PRELOAD=$faults"; }

# rows_run: every row of every_command without a fault, each on what the one before left
rows_run() {
    local k calls every=${TORTURE:+300} # where there are no more allocations than these, all are to fail; else the first from
                                        # each place, which is a line of the program with all that called it
    mkdir "$top/before" "$top/after" "$top/places"
    mkdir "$top/before/0"
    cd "$top/before/0" && inputs_write || return
    for ((k = 0; k < ${#every_command[@]}; k++)); do
        [ "$k" -eq 0 ] || cp -a "$top/after/$((k - 1))" "$top/before/$k"
        cp -a "$top/before/$k" "$top/after/$k"
        cd "$top/after/$k" || return
        WRAP="env $(fault_settings $k 0 once) FAULT_PLACES=$top/first" row_run "${every_command[k]}" >"$top/out"
        calls=$(cat "$top/calls.$k.0")
        { sort -nu "$top/first"; [ "$calls" -gt "${every:-0}" ] || seq "$calls"; } | sort -nu >"$top/places/$k"
    done
}

# same_table A B: but for the head and for times
same_table() { cmp -s "$1" "$2" || cmp -s <(plain "$1" | table) <(plain "$2" | table); }
table() {
    grep -v '^#' | awk -F, -v OFS=, '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == "ns_per_play" || $i == "seconds") c = i }
        { if (c) $c = ""; print }'
}

# left_wrong K STATUS: what is wrong with the files in this folder, which such a run of row K left
left_wrong() {
    local name before=$top/before/$1 after=$top/after/$1
    while read -r name; do
        case $name in
        *.unfinished) echo "$name is left" ;;
        ./*/chunks | ./*/state | ./*/generation-*) ;; # a run directory, which other tests look at
        *)
            [ "$2" -eq 0 ] || ! cmp -s "$name" "$before/$name" || continue
            [ -e "$after/$name" ] || { echo "$name is new"; continue; }
            case $name in *.svg | *.html | *.json | ./bench.csv | ./*/lock) continue ;; esac # with times in them; written whole or not at all
            same_table "$name" "$after/$name" || { [ "$2" -ne 0 ] && plain "$name" | grep -q '^# PARTIAL'; } ||
                echo "$name is neither old nor whole" ;;
        esac
    done < <(find . -type f)
    [ "$2" -ne 0 ] || (cd "$after" && find . -type f) | while read -r name; do [ -e "$name" ] || echo "$name is missing"; done
}

# memory_fails K AT HOW: row K with such a fault; tells what is wrong, and counts in $top/done
memory_fails() {
    local status=0 wrong here=$top/run.$1.$2
    cp -a "$top/before/$1" "$here"
    mkdir "$here.passing"
    cd "$here" || return
    TMPDIR=$here.passing WRAP="timeout 120 env $(fault_settings "$@")" row_run "${every_command[$1]}" >"$here.out" 2>"$here.err" ||
        status=$?
    wrong=$(left_wrong "$1" $status; find "$here.passing" -mindepth 1)
    case $status in
    0) ;;
    5) # a line for each directory, and who stumbled over it
        [ "$(grep -Evc '^$|^[0-9.kMG]+/[0-9.kMG]+ .* left|: note: |^pasur learn: generation' "$here.err")" -eq 1 ] || [[ ${every_command[$1]} == @(study|report|runs)* ]] || wrong+=" not one line"
        grep -q '^pasur[ :]' "$here.err" || wrong+=" no reason" ;;
    *) wrong+=" status $status" ;;
    esac
    echo "$status ${every_command[$1]%% *}" >>"$top/done"
    [ -z "$wrong" ] || { echo "${every_command[$1]}, allocation $2 $3:" $wrong; tail -n 3 "$here.err"; }
    cd "$top" && rm -r "$here" "$here".*
}

# each_place HOW: at TORTURE places of each row, or a few
each_place() {
    local k
    export faults top PASUR BATS_TEST_DIRNAME
    for k in "$top"/places/*; do
        awk -v k="${k##*/}" -v how="$1" -v step=$(($(wc -l <"$k") / ${TORTURE:-8} + 1)) 'NR % step == 0 { print k, $1, how }' "$k"
    done >"$top/faults"
    xargs -P "$(getconf _NPROCESSORS_ONLN)" -L 1 bash -c '. "$BATS_TEST_DIRNAME/memory.bash"; memory_fails "$@"' run <"$top/faults" >"$top/wrong"
    cat "$top/wrong"
    tried=$(wc -l <"$top/done")
    [ "$tried" -eq "$(wc -l <"$top/faults")" ]
    [ ! -s "$top/wrong" ]
}
