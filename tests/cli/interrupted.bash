# SPDX-License-Identifier: GPL-3.0-or-later
# interrupted SECONDS ARGS…: Ctrl-C after so long; what it printed is in the files out and err
interrupted() {
    "$PASUR" "${@:2}" >out 2>err &
    local pid=$! status=0
    sleep "$1"
    kill -INT $pid
    wait $pid || status=$?
    [ "$status" -eq 130 ]
}
