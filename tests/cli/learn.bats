# SPDX-License-Identifier: GPL-3.0-or-later
# Nets that are trained: the same net from the same command, whatever happens in between, and what is said of it.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load kept

small="--rounds 100 --boards 10 --units 16"

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    "$PASUR" learn $small --generations 1 -o small.net -q >out
}
setup() { cd "$BATS_TEST_TMPDIR"; }

@test "a net that begins from nothing learns by self-play, and its panel is told" {
    "$PASUR" learn --rounds 600 --generations 1 --boards 20 --units 16 -o self.net --csv self.csv >out 2>err
    grep -Eq '^generation 1, self-play: 600 rounds and [0-9]{5} positions in all; entropy 0\.[0-9]*, value off by ' out
    for opponent in policy tactic ismcts:iters=100; do
        grep -q "^generation 1, gate: .* points a round against $opponent on 20 boards\$" out
        grep -Eq "^(The net beats $opponent by|$opponent beats the net by|The net and $opponent cannot be told apart: the net scores) [0-9.]* points a round.* \(95 % for all opponents: " out
    done
    grep -q '^generation 1, gate: .* points a round against the panel on 20 boards, taken$' out
    # self-play, 3 of the panel and their mean, 3 validations
    [ "$(grep -vc '^#' self.csv)" -eq 9 ]
    grep -q '^# net: pasur learn --method selfplay --rules pagat --seed 1 --generations 1 --epochs 1 --units 16 --boards 20 --rounds 600; generation 1, [0-9]* positions' self.csv
    "$PASUR" sim policy:file=self.net,exact=0 random --boards 100 -q --csv played.csv >out
    awk -F, '/^#/ { next } !head { for (i = 1; i <= NF; i++) at[$i] = i; head = 1; next }
             { exit !($at["diff_ci_low"] > 3) }' played.csv
}

@test "the method that commands of before name makes the same net" {
    "$PASUR" learn --method selfplay $small --generations 1 -o same.net -q >out
    cmp "$BATS_FILE_TMPDIR/small.net" same.net
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
    [ "$(grep -c 'generation 1, self-play: ' typescript)" -eq 1 ]
    TERM=xterm script -qfec "'$PASUR' runs d" typescript >/dev/null
    [ "$(grep -c 'generation 1, self-play: ' typescript)" -eq 1 ]
    TERM=xterm script -qfec "'$PASUR' learn $small --run d -q" typescript >/dev/null
    [ "$(grep -c 'generation 1, self-play: ' typescript)" -eq 1 ]
}

@test "neither threads nor the processor change what is learned" {
    "$PASUR" learn $small --threads 1 -o one.net --csv one.csv -q >out
    PASUR_ISA=plain "$PASUR" learn $small --threads 2 -o two.net --csv two.csv -q >out
    cmp one.net two.net
    diff <(grep -v '^#' one.csv) <(grep -v '^#' two.csv)
    "$PASUR" learn $small --seed 2 -o other.net -q >out
    run ! cmp -s <(tail -n +7 one.net) <(tail -n +7 other.net)
}

# bats test_tags=slow
@test "what is stopped or killed goes on to the same net, and a damaged state is played anew" {
    more="--rounds 600 --generations 2 --boards 10 --units 16"
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
    cp d/generation-2.fit kept
    printf x >>d/generation-2.fit
    "$PASUR" runs d >out 2>err || true
    grep -q 'note: d/generation-2.fit was damaged$' err
    "$PASUR" learn $more --run d -o again.net >out 2>err
    grep -q 'note: d/generation-2.fit was damaged, and that generation was played anew' err
    cmp whole.net again.net
    cmp kept d/generation-2.fit
}

# bats test_tags=slow
@test "it goes on from a net that is there, for any number of players" {
    local rules
    for rules in pagat pagat,players=3 pagat,players=4 pagat,players=4,teams=0; do
        "$PASUR" learn --rules $rules --from builtin --rounds 16 --generations 1 --boards 10 -o one.net -q >out
        grep -q '^generation 1, gate: .* points a round against the panel, beyond the net before on 10 boards, ' out
        [ -e one.net ] || grep -q '^No net was shown to score more against the panel than the one it began from: none is kept\.$' out
    done
    "$PASUR" learn --from "$BATS_FILE_TMPDIR/small.net" --rounds 16 --generations 1 --boards 10 >out 2>err
    grep -q '^generation 1, gate: .* points a round against the panel, beyond the net before on 10 boards, ' out
    refuses sim policy:file="$BATS_FILE_TMPDIR/small.net" greedy --rules pagat,players=3 -- "small.net: a net for the rules"
}

# bats test_tags=slow
@test "another command on the directory is refused by its difference" {
    tiny="--rounds 16 --boards 10 --units 16"
    "$PASUR" learn $tiny --generations 1 --run d -q >out
    refuses learn $tiny --generations 1 --run d --seed 2 -q -- "there and"
    refuses learn $tiny --generations 2 --run d -q -- "d/run.json: command is \"pasur learn --rounds 16 --generations 1 "
}

# bats test_tags=slow
@test "Ctrl-C says how far it came, and writes no net" {
    hasty
    "$PASUR" learn --rounds 1M -o a.net --run d --threads 1 >out 2>err &
    pid=$!
    awaits $pid "[ -e d/chunks ]"
    stopped $pid
    grep -q '^PARTIAL: ' out
    [ ! -e a.net ]
}

@test "what cannot be is refused" {
    refuses learn --generations 17 -- "--generations"
    refuses learn --from builtin --units 64 -- "--units and --from: an existing net has its own units"
    refuses learn --from nowhere.net -- "nowhere.net"
    refuses learn --method sarsa -- "--method"
    run --separate-stderr "$PASUR" learn $small -o /nowhere/net -q
    [ "$status" -eq 5 ]
    [[ "$stderr" == *"/nowhere/net"* ]]
}
