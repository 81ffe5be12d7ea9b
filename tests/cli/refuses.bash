# SPDX-License-Identifier: GPL-3.0-or-later
# refuses ARGS… -- TEXT: status 2, nothing on stdout, one line on stderr that has TEXT
refuses() {
    local args=()
    while [ "$1" != -- ]; do args+=("$1"); shift; done
    run --separate-stderr "$PASUR" "${args[@]}"
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == *"$2"* ]]
}
