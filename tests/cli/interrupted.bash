# SPDX-License-Identifier: GPL-3.0-or-later
# Commands that are stopped. Nobody waits for a time: all wait for what the command has done, however long it takes.

# awaits PID CONDITION: until the condition (a command line) holds; false if the process ends without
awaits() {
    until eval "$2"; do
        kill -0 "$1" 2>/dev/null || { eval "$2" && return; echo "ended before: $2"; return 1; }
        sleep 0.05
    done
}

# catches PID: it is the program, no longer the shell that starts it, and has asked to be told of Ctrl-C, so that one does
# not merely kill it
catches() {
    [ -e /proc/self/status ] || { sleep 1; return; }
    local comm status
    comm=$(<"/proc/$1/comm") && status=$(<"/proc/$1/status") || return 1
    [ "$comm" = "${PASUR##*/}" ] && [[ "$status" =~ SigCgt:[[:space:]]*([0-9a-f]+) ]] && ((0x${BASH_REMATCH[1]} & 2))
}

# stopped PID [SIGNAL…]: the signals (INT) end it with status 130; the first may do before the next is sent
stopped() {
    local pid=$1 status=0 signal
    kill "-${2:-INT}" "$pid" || true
    for signal in "${@:3}"; do kill "-$signal" "$pid" || true; done
    wait "$pid" || status=$?
    [ "$status" -eq 130 ]
}

# worked PID TENTHS: it, with children that have ended, has worked for so many tenths of a second of a processor, however
# busy the machine is
worked() {
    local stat
    [ "$2" -gt 0 ] || return 0
    [ -e /proc/self/stat ] || { for ((stat = 0; stat < $2; stat++)); do sleep 0.1; done; return; }
    read -r -a stat <"/proc/$1/stat" || return 1
    : "${ticks:=$(getconf CLK_TCK)}"
    [ $(((stat[13] + stat[14] + stat[15] + stat[16]) * 10)) -ge $(($2 * ticks)) ]
}

# interrupted CONDITION ARGS…: Ctrl-C, later and later (earlier, if it was at its end by then) until the condition holds of what pasur ARGS left; it prints into
# the files out and err. The first after $first tenths of a second of a processor, 1 where that is not said; 0: each time
# at once.
interrupted() {
    local condition=$1 steps=${first:-1} pid
    shift
    while :; do
        "$PASUR" "$@" >out 2>err &
        pid=$!
        awaits $pid "catches $pid"
        awaits $pid "worked $pid $steps" || { steps=$((steps * 2 / 3)) && [ $steps -gt 0 ] && continue; } # a fast machine
        stopped $pid
        if eval "$condition"; then return; fi
        steps=$((steps + (steps + 1) / 2))
        [ $steps -lt 100000 ] # hours: it never will
    done
}

# silent FILE: a command that was stopped wrote nothing there but what a slow machine makes it say
silent() { ! grep -Ev '^$|^pasur: finishing current work; |^[0-9.kMGe+]+/[0-9.kMGe+]+ [a-z]+, .*/s, .* left' "$1"; }

# on_terminal TEXT ARGS…: Ctrl-C as soon as pasur ARGS shows a line that matches TEXT on a terminal ($terminal, or xterm); all
# that it showed is in the file typescript, and line by line without what steers the terminal in the file shown
on_terminal() {
    local text=$1 status=0
    shift
    script --version 2>/dev/null | grep -q util-linux || skip "no script(1) of util-linux"
    rm -f typescript ended
    {
        until grep -Eqs "$text" typescript || [ -e ended ]; do sleep 0.1; done
        printf '\003'
    } | { TERM=${terminal:-xterm} script -qfec "'$PASUR' $*" typescript >/dev/null || status=$?; touch ended; [ $status -eq 130 ]; }
    tr '\r' '\n' <typescript | sed $'s/\033\\[[?0-9]*[a-zA-Z]//g' >shown
    grep -Eq "$text" shown
}
