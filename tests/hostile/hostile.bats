# SPDX-License-Identifier: GPL-3.0-or-later
# Bots that do what no bot may: the board is void and says why, the program is started again, the run goes on, and nothing of
# them is left behind.

bats_require_minimum_version 1.5.0
# bats file_tags=sanitized

setup() {
    cp -r "$BATS_TEST_DIRNAME/bots" "$BATS_TEST_TMPDIR/bots"
    cd "$BATS_TEST_TMPDIR"
}

# The bot | the options of the run | void boards of 10 | why. Times are short where the bot never answers; where it does, they
# are those of a user who names none.
rows=(
    "crashes | | 3 | its program crashed, or was ended by a signal"
    "exits | | 3 | its program ended before it answered"
    "hangs | --move-timeout 1 | 3 | it did not answer in time (--move-timeout)"
    "ignores_term | --move-timeout 1 | 3 | it did not answer in time (--move-timeout)"
    "stops | --move-timeout 1 | 3 | it did not answer in time (--move-timeout)"
    "late | --move-timeout 1 | 3 | it did not answer in time (--move-timeout)"
    "silent | --start-timeout 0.1 | 10 | it did not say 'ready' in time"
    "wrong_hello | | 10 | it did not say 'ready 1' as the protocol requires"
    "rubbish | | 3 | its answer is malformed"
    "gives_up | | 3 | it answered with an error"
    "illegal | | 3 | the played card is not in the hand"
    "twice | | 3 | it answered a request that was not made"
    "floods | | 3 | it wrote a line without end"
    "floods_lines | | 3 | it answered a request that was not made"
    "closes_input | | 3 | it closed its input"
    "closes_output | | 3 | it closed its output"
    "grows | --bot-memory 50M | 3 | its program ended before it answered"
    "forks | | 0 | "
)

# left: processes of these bots
left() { pgrep -f "$BATS_TEST_TMPDIR/bots" | grep -vx $$ || true; }

# Has a bot been started? The program's own line names it before that.
started() { pgrep -fa "$BATS_TEST_TMPDIR/bots" | grep -qv "^[0-9]* $PASUR "; }

# awaits CONDITION: until it holds, however long that takes
awaits() { until eval "$1"; do sleep 0.05; done; }

against_all() {
    local row bot options voids why
    for row in "${rows[@]}"; do
        IFS='|' read -r bot options voids why < <(sed 's/ *| */|/g' <<<"$row")
        [ -z "${1:-}" ] || [[ " $* " == *" $bot "* ]] || continue
        echo "$row"
        "$PASUR" sim "exec:$PWD/bots/$bot" random --boards 10 --no-duplicate --max-void 0.999 --threads 1 -q \
            --bot-log logs $options >out 2>err || [ "$voids" = 10 ]
        [ ! -s err ] || [ "$voids" = 10 ]
        grep -qx "void boards: $voids" out || [ "$voids" = 10 ]
        [ "$voids" = 0 ] || cat out err | grep -qF ": $why; hand "
        [ -z "$(left)" ]
    done
}

# bats test_tags=quick
@test "each hostile bot makes its own boards void, with its reason, and leaves nothing behind" {
    against_all
}

@test "of many requests at once only those are void that fail by themselves" {
    for how in exits hangs rubbish illegal gives_up other; do
        for batch in "" batch; do
            "$PASUR" sim "exec:$PWD/bots/moody $how $batch" random --boards 24 --max-void 0.999 --move-timeout 1 \
                --threads 1 -q --records records$batch --bot-log logs >out$batch
            sed -n '/^void boards/,/^Again/p' out$batch | grep -v -e '^Again' -e ' starts it again): ' | sed 's/ batch//' | tr -d ' ' >voids$batch
            [ -z "$(left)" ]
        done
        grep -q '^voidboards:[1-9]' voids
        cmp voids voidsbatch
        [ -s records ]
        cmp <(grep -v '^agents' records) <(grep -v '^agents' recordsbatch)
    done
}

@test "more void boards than allowed end with status 4, at once and in one line" {
    status=0
    "$PASUR" sim "exec:$PWD/bots/rubbish" random --boards 10 --no-duplicate --threads 1 -q >out 2>err || status=$?
    [ "$status" -eq 4 ]
    [ "$(wc -l <err)" -eq 1 ]
    [ -z "$(left)" ]
}

@test "kinds of failures are counted apart, and stand in the CSV's head" {
    "$PASUR" rate "exec:$PWD/bots/rubbish" "exec:$PWD/bots/exits" random --boards 10 --max-void 0.999 -q --threads 1 --csv csv >out
    [ "$(grep -c '^# void: [1-9][0-9]* such as ' csv)" -eq 2 ]
    grep -q '^# void: .* its answer is malformed' csv
    grep -q '^# void: .* its program ended before it answered' csv
}

@test "Ctrl-C waits for no bot" {
    for bot in silent ignores_term hangs stops; do
        "$PASUR" sim "exec:$PWD/bots/$bot" random --boards 1M --move-timeout 100000 --threads 2 >out 2>err &
        pid=$!
        awaits started
        sleep 1
        kill -INT $pid
        status=0
        wait $pid || status=$?
        [ "$status" -eq 130 ]
        ! grep -q '^void boards: [1-9]' out
        awaits '[ -z "$(left)" ]'
    done
}

@test "advice that waits for a bot is stopped as well" {
    for bot in silent ignores_term; do
        "$PASUR" advise --hand Ac4d8sQh --pool 3c9dQcKh --agent "exec:$PWD/bots/$bot" --iters 1M --move-timeout 100000 >out 2>err &
        pid=$!
        awaits started
        kill -INT $pid
        status=0
        wait $pid || status=$?
        [ "$status" -eq 130 ]
        awaits '[ -z "$(left)" ]'
    done
    [ -s out ] || grep -qx 'pasur advise: stopped before there was any advice' err
}

@test "what a bot writes to stderr is kept, process after process" {
    cat >talks <<'BOT'
#!/usr/bin/env bash
. bots/bot.bash
echo "begins" >&2
ready
while asked; do
    echo "play $id $play"
    echo "played $play" >&2
    now_and_then && exit 1
done
echo "ends" >&2
BOT
    chmod +x talks
    "$PASUR" sim exec:./talks random --boards 10 --no-duplicate --max-void 0.999 --threads 1 -q --bot-log logs >out
    [ "$(ls logs)" = bot-1-0001.log ]
    [ "$(grep -c '^begins$' logs/*)" -eq "$(grep -c '^# started: ' logs/*)" ]
    [ "$(grep -c '^# ended, since: ' logs/*)" -eq "$(sed -n 's/^void boards: //p' out)" ]
    [ "$(tail -n 1 logs/*)" = ends ]
    status=0
    "$PASUR" sim exec:./talks random --boards 10 --bot-log talks >out 2>err || status=$?
    [ "$status" -eq 5 ]
}
