# SPDX-License-Identifier: GPL-3.0-or-later
# refuses ARGS… -- TEXT: status 2, nothing on stdout, one line on stderr that has TEXT
refuses() {
    local args=() lines
    while [ "$1" != -- ]; do args+=("$1"); shift; done
    status=0
    output=$("$PASUR" "${args[@]}" 2>"$BATS_TEST_TMPDIR.refusal") || status=$?
    mapfile -t lines <"$BATS_TEST_TMPDIR.refusal"
    stderr=${lines[*]}
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$stderr" == *"$2"* ]] || { echo "$stderr"; return 1; }
}
