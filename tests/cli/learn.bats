# SPDX-License-Identifier: GPL-3.0-or-later
# Nets that are trained: the same net from the same command, whatever happens in between, and what is said of it.

bats_require_minimum_version 1.5.0
load refuses
load interrupted

small="--rounds 48 --teacher ismcts:iters=10 --epochs 3 --boards 20 --units 16"

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "a net is trained, plays, and the summary says what it wins" {
    "$PASUR" learn $small -o small.net --csv learn.csv >out 2>err
    [ "$(grep -c '^generation [12], lessons: ' out)" -eq 2 ]
    [ "$(grep -c '^generation [12], training: 3 epochs of [0-9]* positions; held out: ' out)" -eq 2 ]
    grep -q '^generation 1, gate: .* points a round against tactic on 20 boards, taken$' out
    grep -Eq '^generation 2, gate: .* points a round against the net before on 20 boards, (taken|refused)$' out
    grep -Eq '^(The net beats tactic:exact=1 by|tactic:exact=1 beats the net by|The net and tactic:exact=1 are not told apart: the net scores) [0-9.]* points a round.* \(95 %( for all opponents)?: ' out
    grep -q '^The net is that of generation [12]\.$' out
    "$PASUR" sim policy:file=small.net random --boards 20 -q >played
    # 2 lessons, 6 epochs, 2 gates, 2 validations
    [ "$(grep -vc '^#' learn.csv)" -eq 13 ]
    grep -q '^# net: pasur learn --rules pagat --teacher ismcts:iters=10 --seed 1 --generations 2 --epochs 3 --units 16 --boards 20 --rounds 48; generation [12], [0-9]* positions' learn.csv
}

# bats test_tags=slow
@test "without -o it says that the net is not written" {
    "$PASUR" learn $small --generations 1 >out 2>err
    grep -q '^pasur learn: note: no -o: the net will not be written$' err
    grep -q '^It is not written, since there is no -o\.$' out
    "$PASUR" learn $small --generations 1 --dry-run >out 2>err
    grep -q 'no -o: the net will not be written' err
    "$PASUR" learn $small --generations 1 --run d -q >out 2>err
    [ ! -s err ]
    grep -q '^It is not written, since there is no -o; the same command with -o FILE writes it\.$' out
    "$PASUR" learn $small --generations 1 --run d -o a.net >out 2>err
    run ! grep -q -e 'no -o' out err
    [ -s a.net ]
}

# bats test_tags=slow
@test "on a terminal every stage is told once" {
    script --version 2>/dev/null | grep -q util-linux || skip "no script(1) of util-linux"
    TERM=xterm script -qfec "'$PASUR' learn $small --run d" typescript >/dev/null
    [ "$(grep -c 'generation 1, lessons: ' typescript)" -eq 1 ]
    [ "$(grep -c 'against tactic:exact=1 on\|beats tactic:exact=1 by\|tactic:exact=1 beats\|and tactic:exact=1 are not' typescript)" -eq 1 ]
    TERM=xterm script -qfec "'$PASUR' runs d" typescript >/dev/null
    [ "$(grep -c 'generation 1, lessons: ' typescript)" -eq 1 ]
    TERM=xterm script -qfec "'$PASUR' learn $small --run d -q" typescript >/dev/null
    [ "$(grep -c 'generation 1, lessons: ' typescript)" -eq 1 ]
}

# bats test_tags=slow
@test "threads change neither the net nor the figures" {
    "$PASUR" learn $small --threads 1 -o one.net --csv one.csv -q >out
    "$PASUR" learn $small --threads 3 -o three.net --csv three.csv -q >out
    cmp one.net three.net
    diff <(grep -v '^#' one.csv) <(grep -v '^#' three.csv)
    "$PASUR" learn $small --seed 2 -o two.net -q >out
    run ! cmp -s one.net two.net
}

@test "--dry-run speaks of lessons and of the time asked for" {
    "$PASUR" learn --teacher ismcts:iters=10 --hours 0.1 --threads 1 --dry-run >out
    grep -q '; 2 generations of as many rounds as 0.1 hours allow with ismcts:iters=10, ' out
    # the second line is that of a slow machine
    grep -qE '^about .* rounds of the lessons a second with 1 thread, for 70 % of 0.1 hours$|^how long that takes is not known: the first rounds of the lessons ' out
}

@test "planner teaches what it wins by each play, and its last deal is exact" {
    local taught="--teacher planner:playouts=20 --rounds 16 --generations 1 --epochs 1 --boards 20 --units 16"
    "$PASUR" learn $taught --threads 1 -o one.net -q >out
    "$PASUR" learn $taught --threads 3 -o three.net -q >out
    cmp one.net three.net
    "$PASUR" learn ${taught/playouts=20/playouts=20,exact=0} -o guessed.net -q >out
    run ! cmp -s one.net guessed.net
}

# bats test_tags=slow
@test "three and four players, in teams or not, have nets of their own" {
    local rules
    for rules in pagat,players=3 pagat,players=4 pagat,players=4,teams=0; do
        "$PASUR" learn --rules $rules --rounds 16 --teacher ismcts:iters=2 --generations 1 --epochs 1 --boards 10 --units 16 -o one.net -q >out
        run ! grep -q 'exact=1' out
        "$PASUR" sim policy:file=one.net greedy --rules $rules --boards 5 -q >played
    done
    refuses sim policy:file=one.net greedy --rules pagat -- "one.net: a net for the rules"
}

# bats test_tags=slow
@test "hours end at a whole chunk, and --rounds makes the same net again" {
    "$PASUR" learn --hours 0.0002 --generations 2 --teacher ismcts:iters=10 --epochs 2 --boards 20 --units 16 -o timed.net --csv timed.csv -q >out
    rounds=$(sed -n 's/^# net: .* --rounds \([0-9]*\); .*/\1/p' timed.csv)
    [ "$rounds" -ge 16 ]
    [ $((rounds % 16)) -eq 0 ]
    again=$(sed -n 's/^Again: pasur //p' out)
    [[ "$again" == "learn "*" --rounds $rounds --csv timed.csv -o timed.net" ]]
    [[ "$again" != *--hours* ]]
    "$PASUR" learn --rounds "$rounds" --generations 2 --teacher ismcts:iters=10 --epochs 2 --boards 20 --units 16 -o again.net -q >out
    cmp timed.net again.net
    mv timed.net first.net
    "$PASUR" $again -q >out
    cmp first.net timed.net
}

# bats test_tags=slow
@test "weight decay makes another net, which names it" {
    "$PASUR" learn $small --generations 1 -o usual.net -q >out
    "$PASUR" learn $small --generations 1 --decay 0.5 -o same.net -q >out
    "$PASUR" learn $small --generations 1 --decay 0.2 -o other.net -q >out
    cmp usual.net same.net
    [[ "$(head -n 6 usual.net | tail -n 1)" != *--decay* ]]
    [[ "$(head -n 6 other.net | tail -n 1)" == *" --decay 0.2 --boards 20 --rounds 48; "* ]]
    run ! cmp -s <(tail -n +7 usual.net) <(tail -n +7 other.net)
    "$PASUR" learn $small --generations 1 --decay 0.2 --run d -o same.net --csv other.csv -q >out
    cmp other.net same.net
    grep -q -e "^# command: pasur learn .* --decay 0\.2 --boards 20\$" other.csv
    grep -q -e '"--decay", "0\.2"' d/run.json
    "$PASUR" runs d -q >out
    refuses learn --decay -1 -- "--decay"
}

# bats test_tags=slow
@test "a run that is killed while it trains goes on to the same net" {
    more="--rounds 48 --teacher ismcts:iters=10 --epochs 40 --boards 20 --units 16"
    "$PASUR" learn $more -o whole.net --csv whole.csv -q >out
    for state in generation-1.fit generation-2.fit; do
        "$PASUR" learn $more --run d --threads 1 -o a.net --csv a.csv -q >out 2>err &
        awaits $! "[ -e d/$state ]"
        kill -KILL $! || true # on a busy machine it may be through
        wait $! || true
    done
    "$PASUR" learn $more --run d -o a.net --csv a.csv -q >out
    cmp whole.net a.net
    diff <(grep -v '^#' whole.csv) <(grep -v '^#' a.csv)
    # who looks at the directory finds the same
    "$PASUR" runs d --csv looked.csv >out
    diff <(grep -v '^#' whole.csv) <(grep -v '^#' looked.csv)
}

# bats test_tags=slow
@test "another command on the directory is refused by its difference" {
    tiny="--method selfplay --rounds 16 --boards 10 --units 16"
    "$PASUR" learn $tiny --generations 1 --run d -q >out
    refuses learn $tiny --generations 1 --run d --seed 2 -q -- "--seed 1 --units 16 --boards 10\" there and"
    refuses learn $tiny --generations 2 --run d -q -- "d/run.json: command is \"pasur learn --method selfplay --rounds 16 --generations 1 "
}

# bats test_tags=slow
@test "a net whose state is damaged is trained anew" {
    "$PASUR" learn $small --run d -o whole.net -q >out
    "$PASUR" runs d --csv whole.csv >out
    for state in generation-1.fit generation-2.fit; do
        cp d/$state kept
        printf 'PASURFIT nonsense' >d/$state # torn
        { head -c 5000 kept; printf x; tail -c +5002 kept; } >d/$state
        run ! cmp -s kept d/$state
        "$PASUR" runs d >out 2>err
        grep -q "$state was damaged; its command" err
        "$PASUR" learn $small --run d -o again.net >out 2>err
        grep -q "note: d/$state was damaged, and that net was trained anew" err
        cmp kept d/$state
        cmp whole.net again.net
    done
    "$PASUR" runs d --csv again.csv >out
    diff <(grep -v '^#' whole.csv) <(grep -v '^#' again.csv)
}

@test "what cannot be is refused" {
    refuses learn --teacher tactic -- "--teacher tactic: it does not search"
    refuses learn --teacher ismcts:reward=win -o a.net -- "--teacher ismcts:reward=win: its values are not points"
    refuses learn --teacher ismcts:time=0.1 -- "it goes by the clock, so that no net could be made again; give iters="
    refuses learn --teacher planner:time=0.1 -- "it goes by the clock, so that no net could be made again; give playouts="
    refuses learn --hours 1 --rounds 100 -- "--hours and --rounds: give one of them"
    refuses learn --generations 17 -- "--generations"
    refuses learn --teacher nobody -- "unknown agent"
    run --separate-stderr "$PASUR" learn $small -o /nowhere/net -q
    [ "$status" -eq 5 ]
    [[ "$stderr" == *"/nowhere/net"* ]]
}

# bats test_tags=slow
@test "Ctrl-C says how far it came, and writes no net" {
    "$PASUR" learn --rounds 1M --teacher ismcts:iters=10 -o a.net --run d --threads 1 >out 2>err &
    pid=$!
    awaits $pid "[ \$(stat -c %s d/chunks 2>/dev/null || echo 0) -gt 100 ]"
    stopped $pid
    grep -q '^PARTIAL: ' out
    [ ! -e a.net ]
}

# ---- self-play

self="--method selfplay --rounds 100 --boards 20 --units 16"

@test "a net that begins from nothing learns by self-play, and its panel is told" {
    "$PASUR" learn --method selfplay --rounds 600 --generations 1 --boards 20 --units 16 -o self.net --csv self.csv >out 2>err
    grep -Eq '^generation 1, self-play: 600 rounds and [0-9]{5} positions in all; entropy 0\.[0-9]*, value off by ' out
    for opponent in policy tactic ismcts:iters=100; do
        grep -q "^generation 1, gate: .* points a round against $opponent on 20 boards\$" out
        grep -Eq "^(The net beats $opponent by|$opponent beats the net by|The net and $opponent are not told apart: the net scores) [0-9.]* points a round.* \(95 %( for all opponents)?: " out
    done
    grep -q '^generation 1, gate: .* points a round against the panel on 20 boards, taken$' out
    # self-play, 3 of the panel and their mean, 3 validations
    [ "$(grep -vc '^#' self.csv)" -eq 9 ]
    grep -q '^# net: pasur learn --method selfplay --rules pagat --seed 1 --generations 1 --epochs 1 --units 16 --boards 20 --rounds 600; generation 1, [0-9]* positions' self.csv
    "$PASUR" sim policy:file=self.net,exact=0 random --boards 100 -q --csv played.csv >out
    awk -F, '/^#/ { next } !head { for (i = 1; i <= NF; i++) at[$i] = i; head = 1; next }
             { exit !($at["diff_ci_low"] > 3) }' played.csv
}

@test "neither threads nor the processor change what self-play learns" {
    "$PASUR" learn $self --threads 1 -o one.net --csv one.csv -q >out
    PASUR_ISA=plain "$PASUR" learn $self --threads 2 -o two.net --csv two.csv -q >out
    cmp one.net two.net
    diff <(grep -v '^#' one.csv) <(grep -v '^#' two.csv)
    "$PASUR" learn $self --seed 2 -o other.net -q >out
    run ! cmp -s <(tail -n +7 one.net) <(tail -n +7 other.net)
}

# bats test_tags=slow
@test "self-play that is stopped or killed goes on to the same net" {
    more="--method selfplay --rounds 1k --generations 2 --boards 10 --units 16"
    "$PASUR" learn $more -o whole.net --csv whole.csv -q >out
    "$PASUR" learn $more --run d --threads 1 -o a.net >out 2>err &
    awaits $! "[ -e d/chunks ]"
    kill -INT $! || true # on a busy machine it may be through
    wait $! || true
    "$PASUR" learn $more --run d --threads 1 -o a.net >out 2>err &
    awaits $! "[ -e d/generation-1.fit ]"
    kill -KILL $! || true
    wait $! || true
    "$PASUR" learn $more --run d --threads 2 -o a.net --csv a.csv -q >out
    cmp whole.net a.net
    diff <(grep -v '^#' whole.csv) <(grep -v '^#' a.csv)
    "$PASUR" runs d --csv looked.csv >out
    diff <(grep -v '^#' whole.csv) <(grep -v '^#' looked.csv)
    # a damaged state is left out, and made again
    cp d/generation-2.fit kept
    printf x >>d/generation-2.fit
    "$PASUR" learn $more --run d -o again.net >out 2>err
    grep -q 'note: d/generation-2.fit was damaged, and that net was trained anew' err
    cmp whole.net again.net
    cmp kept d/generation-2.fit
}

# bats test_tags=slow
@test "self-play goes on from a net that is there, for any number of players" {
    local rules
    for rules in pagat pagat,players=3 pagat,players=4 pagat,players=4,teams=0; do
        "$PASUR" learn --method selfplay --rules $rules --from builtin --rounds 16 --generations 1 --boards 10 -o one.net -q >out
        grep -q '^generation 1, gate: .* points a round against the panel, beyond the net before on 10 boards, ' out
        [ -e one.net ] || grep -q '^No net was shown to score more against the panel than the one it began from: none is kept\.$' out
    done
    "$PASUR" learn $self --generations 1 -o small.net -q >out
    "$PASUR" learn --method selfplay --from small.net --rounds 16 --generations 1 --boards 10 >out 2>err
    grep -q '^generation 1, gate: .* points a round against the panel, beyond the net before on 10 boards, ' out
}

# bats test_tags=slow
@test "hours of self-play name the rounds that make the same net" {
    "$PASUR" learn --method selfplay --hours 0.0001 --boards 20 --units 16 -o timed.net -q >out
    again=$(sed -n 's/^Again: pasur //p' out)
    [[ "$again" == "learn --method selfplay --rules pagat --seed 1 --generations 2 --epochs 1 --units 16 --boards 20 --rounds "* ]]
    mv timed.net first.net
    "$PASUR" $again -q >out
    cmp first.net timed.net
}

@test "options of the other method are refused" {
    refuses learn --method selfplay --teacher ismcts -- "--teacher: of --method teacher alone"
    refuses learn --method selfplay --decay 1 -- "--decay: of --method teacher alone"
    refuses learn --from builtin -- "--from: of --method selfplay alone"
    refuses learn --method selfplay --from builtin --units 64 -- "--units and --from: a net that is there has its units"
    refuses learn --method selfplay --from nowhere.net -- "nowhere.net"
    refuses learn --method sarsa -- "--method"
}
