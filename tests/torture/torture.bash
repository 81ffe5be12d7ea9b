# SPDX-License-Identifier: GPL-3.0-or-later
# What runs that are killed, or cannot write, may leave. TORTURE=N tries N calls for each kind of fault and of file, and N
# kills; without it few are tried.

boards=48
turn=0
run=(sim greedy random --boards "$boards" --threads 1 --quiet)

# begins: the library of faults, and the run that nothing disturbs: reference.csv, .rows, .records, .calls
begins() {
    [ "$(uname -s)" = Linux ] || skip "the library of faults is for Linux"
    faults=$BATS_FILE_TMPDIR/faults.so
    [ -e "$faults" ] || ${CC:-cc} -std=gnu11 -O1 -shared -fPIC "$BATS_TEST_DIRNAME/faults.c" -o "$faults" -ldl
    LD_PRELOAD=$faults "$PASUR" --version >/dev/null 2>&1 || skip "this build cannot be run with a library before it"
    cd "$BATS_TEST_TMPDIR" || return
    ends=("")
    for kind in gz:gzip zst:zstd; do
        if "$PASUR" --version | grep -q "with \(.*and \)\?\.${kind%:*} " && command -v "${kind#*:}" >/dev/null; then
            ends+=(".${kind%:*}")
        fi
    done
    "$PASUR" "${run[@]}" --csv figures --rounds-csv rows --records reference.records >summary
    grep -v '^#' figures >reference.csv
    grep -v '^#' rows >reference.rows
    rm figures rows
}

# disturbed END CALL AT HOW: the run with that fault, over old files; $status is how it ended, $calls how many calls it made
disturbed() {
    status=0
    rm -f calls
    for name in figures rows records; do echo "old $name" >"$name$1"; done
    FAULT_CALL=$2 FAULT_AT=$3 FAULT_HOW=$4 FAULT_LOG=calls LD_PRELOAD=$faults "$PASUR" "${run[@]}" \
        --csv "figures$1" --rounds-csv "rows$1" --records "records$1" >summary 2>errors || status=$?
    calls=$(cat calls 2>/dev/null || true)
}

plain() { case $1 in *.gz*) gzip -dc <"$1" ;; *.zst*) zstd -dcq <"$1" ;; *) cat "$1" ;; esac; }

is_old() { echo "old ${1%%.*}" | cmp -s - "$1"; }

# is_sound FILE: the old file, or the new one, whole, or so many first boards of it marked PARTIAL; $found says which
is_sound() {
    local first
    found=old
    if is_old "$1"; then return; fi
    plain "$1" >text || { echo "$1 does not read back"; return 1; }
    first=$(sed -n 's/^# PARTIAL: the first \([0-9]*\) of [0-9]* boards *$/\1/p' text)
    found=${first:-whole}
    : "${first:=$boards}"
    case $1 in
    rows*)
        [ "$found" != whole ] || grep -q '^# wall_seconds: ' text
        cmp <(grep -v '^#' text) <(head -n $((4 * first + 1)) reference.rows) ;;
    records*)
        [ "$found" = whole ] || sed -i '$d' text # the empty line behind the mark
        cmp <(grep -v '^#' text) <(awk -v RS= -v ORS='\n\n' -v n=$((2 * first)) 'NR <= n' reference.records) ;;
    figures*)
        [ "$found" != whole ] || { grep -q '^# wall_seconds: ' text &&
            cmp <(grep -v '^#' text | cut -d, -f1-22) <(cut -d, -f1-22 reference.csv); }
        [ "$(grep -v '^#' text | tr -cd ',\n' | sort -u)" = "$(head -n 1 reference.csv | tr -cd ,)" ]
        [ "$(grep -vc '^#' text)" -eq 3 ] ;;
    esac
}

# is_begun FILE: the beginning of the new one, as far as it reads back
is_begun() {
    { plain "$1" 2>/dev/null || true; } | sed '/^#/d' >body
    case $1 in
    rows*) cmp -n "$(wc -c <body)" body reference.rows ;;
    records*) cmp -n "$(wc -c <body)" body reference.records ;;
    figures*) [ "$(wc -l <body)" -le 3 ] ;;
    esac
}

# judges END WANTED…: what the run left is sound, its status is one of those, and 0 only where all is whole
judges() {
    local name
    [[ " ${*:2} " == *" $status "* ]] || { cat errors; echo "status $status"; return 1; }
    for name in figures rows records; do
        is_sound "$name$1"
        [ "$status" -ne 0 ] || [ "$found" = whole ]
        if [ -e "$name$1.unfinished" ]; then is_begun "$name$1.unfinished"; fi
        if [ "$status" -eq 0 ]; then [ ! -e "$name$1.unfinished" ]; fi
    done
    # what is no longer old, and not whole, is told
    [ "$status" -ne 5 ] || grep -q "^pasur sim: " errors
}

# again END: the next run is as if nothing had happened
again() {
    disturbed "$1" none 0 none
    judges "$1" 0
}

# each_fault CALL HOW WANTED…: at one call after the other, for plain and compressed files; without TORTURE for one kind
each_fault() {
    local end step at all
    for end in "${ends[@]}"; do
        [ -n "${TORTURE:-}" ] || [ "$end" = "${ends[turn % ${#ends[@]}]}" ] || continue
        disturbed "$end" "$1" 0 none
        judges "$end" 0
        all=$calls
        step=$((all / ${TORTURE:-4} + 1))
        for ((at = 1; at <= all; at += step)); do
            echo "# $1 $at $2 $end"
            rm -f ./*.unfinished
            disturbed "$end" "$1" $at "$2"
            judges "$end" "${@:3}"
            [ "$2" != kill ] || again "$end"
            tried=$((${tried:-0} + 1))
        done
    done
    turn=$((turn + 1))
}
