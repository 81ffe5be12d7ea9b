# SPDX-License-Identifier: GPL-3.0-or-later
# Programs as agents: exec, serve.

bats_require_minimum_version 1.5.0
load refuses
load csv

# alike COMMAND AGENT: the command, in which AGENT stands for that agent, has the same CSV when the agent is a program
alike() {
    local words=() word agent=$2
    for word in $1; do [ "$word" = AGENT ] && words+=("$agent") || words+=("$word"); done
    "$PASUR" "${words[@]}" -q --csv "$BATS_TEST_TMPDIR/own" >/dev/null
    for word in "${!words[@]}"; do [ "${words[word]}" != "$agent" ] || words[word]="exec:'$PASUR' serve $agent"; done
    "$PASUR" "${words[@]}" -q --csv "$BATS_TEST_TMPDIR/served" >/dev/null
    untimed "$BATS_TEST_TMPDIR/own" | grep -v '^#' | sed "s/$agent/NAME/" >"$BATS_TEST_TMPDIR/a"
    untimed "$BATS_TEST_TMPDIR/served" | grep -v '^#' | sed "s/exec:'[^']*' serve $agent/NAME/" >"$BATS_TEST_TMPDIR/b"
    grep -q NAME "$BATS_TEST_TMPDIR/a" || [ "${1%% *}" = advise ]
    cmp "$BATS_TEST_TMPDIR/a" "$BATS_TEST_TMPDIR/b"
}

# bats test_tags=quick
@test "an agent that is served plays as the agent itself, to the last digit" {
    for agent in random greedy counter tactic tactic:exact=1 ismcts:iters=30; do
        alike "sim AGENT greedy --boards 20" $agent
        alike "sim greedy AGENT random --boards 6 --threads 2" $agent
        alike "sim AGENT tactic --boards 6 --rules bicycle,players=4" $agent
        alike "sim AGENT random --matches 2 --rules pagat,target=30" $agent
        alike "rate AGENT random --boards 10" $agent
    done
    alike "sim tactic:goal=match greedy --matches 3" tactic:goal=match
}

@test "and so it does in advice, and as the opponent of tactics" {
    for agent in random greedy counter tactic; do
        alike "advise --hand Ac4d8sQh --pool 3c9d --agent AGENT --iters 400" $agent
        alike "advise --hand 4d8sQh --pool Jd9d5h --deal 3 --scores 20/31 --surs 1/0 --piles 6c5sAh/2c9c --agent AGENT --iters 200" $agent
        [ $agent = tactic ] || alike "tactics --tactics leave_11 --opponent AGENT --boards 40" $agent
    done
}

# bats test_tags=quick
@test "serve speaks as the protocol has it" {
    ask='ask 17 seat 0 deal 1 hand 4d8sQh pool 3c9dQcKh piles 5s6c/- surs 0/0 scores 0/0 last 0 stream 0123456789abcdef/fedcba9876543211 first 3c5s9dKh plays 6cx5s,Qc'
    run --separate-stderr "$PASUR" serve greedy <<<"hello 1 version 9 rules pagat seed 1
nonsense
$ask
${ask/17/18} legal 4d,8sx3c,QhxQc
${ask/hand 4d8sQh/hand 4d8s}

bye
$ask"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${lines[0]}" = "ready 1 batch" ]
    [[ "${lines[1]}" =~ ^"error 0 " ]]
    [[ "${lines[2]}" =~ ^"play 17 "[^\ ]+" "[0-9a-f]{16}$ ]]
    [ "${lines[3]}" = "${lines[2]/17/18}" ]
    [[ "${lines[4]}" =~ ^"error 17 hand: expected 3 cards" ]]
    [ "${#lines[@]}" -eq 5 ]
    # the end of input is an end as well, also before a hello
    "$PASUR" serve greedy </dev/null
    [ "$(echo "$ask" | "$PASUR" serve greedy)" = "error 0 expected a hello first" ]
    [ "$( (printf 'hello 1 version 9 rules pagat seed 1\n'; head -c 100000 /dev/zero | tr '\0' x; printf '\n%s\n' "$ask") |
        "$PASUR" serve greedy | cut -d' ' -f1-2 | tr '\n' ,)" = "ready 1,error 0,play 17," ]
}

# bats test_tags=quick
@test "what cannot be started or served is refused in one line" {
    refuses sim exec: greedy --boards 1 -- "names no program"
    refuses sim "exec:  " greedy --boards 1 -- "names no program"
    refuses sim exec:/nowhere/bot greedy --boards 1 -- "'/nowhere/bot' is no program that can be run"
    refuses sim exec:/tmp greedy --boards 1 -- "'/tmp' is no program that can be run"
    refuses sim "exec:cat 'x" greedy --boards 1 -- "a quote is not closed"
    refuses sim greedy random --boards 1 --move-timeout 0 -- "--move-timeout"
    refuses serve -- "AGENT"
    refuses serve gredy -- "did you mean 'greedy'"
    for agent in oracle ismcts:keep=1 tactic:leave_11=x; do
        run --separate-stderr "$PASUR" serve $agent <<<"hello 1 version 9 rules pagat seed 1"
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [ "${#stderr_lines[@]}" -eq 1 ]
    done
    for hello in "hello 2 version 9 rules pagat seed 1" "hello 1 version 9 rules nowhere seed 1" "hello 1" \
        "hello 1 version 9 rules pagat seed x"; do
        run --separate-stderr "$PASUR" serve greedy <<<"$hello"
        [ "$status" -eq 2 ]
        [ "${#stderr_lines[@]}" -eq 1 ]
    done
}

# bats test_tags=quick
@test "a program's words are as its quotes have them, and no shell reads them" {
    cat >"$BATS_TEST_TMPDIR/a bot" <<'BOT'
#!/usr/bin/env bash
printf '<%s>' "$@" >&2
BOT
    chmod +x "$BATS_TEST_TMPDIR/a bot"
    "$PASUR" sim "exec:'$BATS_TEST_TMPDIR/a bot' one 'two  three' \"four \\\" \$HOME\" f\\ ive ; *" random --boards 1 \
        --threads 1 --max-void 0.999 --bot-log "$BATS_TEST_TMPDIR/logs" -q >/dev/null || true
    grep -qF '<one><two  three><four " $HOME><f ive><;><*>' "$BATS_TEST_TMPDIR"/logs/*
}
