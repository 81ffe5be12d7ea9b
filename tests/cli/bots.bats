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

# bats test_tags=sanitized
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
        alike "advise --hand Ac4d8sQh --pool 3c9d --agent AGENT --iters 100" $agent
        alike "advise --hand 4d8sQh --pool Jd9d5h --deal 3 --scores 20/31 --surs 1/0 --piles 6c5sAh/2c9c --agent AGENT --iters 100" $agent
        [ $agent = tactic ] || alike "tactics --tactics deny_sur --opponent AGENT --boards 40" $agent
    done
}

# bats test_tags=quick
@test "serve speaks as the protocol requires" {
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
    [[ "${lines[4]}" =~ ^"error 17 plays: " ]]
    [ "${#lines[@]}" -eq 5 ]
    # piles without cards are written as 'pasur check' prints a position, too
    [ "$(printf '%s\n' "hello 1 version 9 rules pagat seed 1" "${ask/17/19}" |
        sed 's|hand .* piles [^ ]*|hand 4d8s9sQh pool 3c9dQcKh piles /|; s|first .*|first 3c9dQcKh plays -|; s|last 0|last -|' |
        "$PASUR" serve greedy | cut -c1-8 | tail -n 1)" = "play 19 " ]
    # the end of input is an end as well, also before a hello
    "$PASUR" serve greedy </dev/null
    [ "$(echo "$ask" | "$PASUR" serve greedy)" = "error 0 expected a hello first" ]
    [ "$( (printf 'hello 1 version 9 rules pagat seed 1\n'; head -c 100000 /dev/zero | tr '\0' x; printf '\n%s\n' "$ask") |
        "$PASUR" serve greedy | cut -d' ' -f1-2 | tr '\n' ,)" = "ready 1,error 0,play 17," ]
}

# bats test_tags=quick
@test "what cannot be started or served is refused in one line" {
    refuses sim exec: greedy --boards 1 -- "names no program"
    refuses sim exec:name=mine greedy --boards 1 -- "names no program; expected exec:PROGRAM ARGS, or exec:name=NAME:PROGRAM ARGS"
    refuses sim "exec:  " greedy --boards 1 -- "names no program"
    refuses sim exec:/nowhere/bot greedy --boards 1 -- "'/nowhere/bot' is not a program that can be run"
    refuses sim exec:/tmp greedy --boards 1 -- "'/tmp' is not a program that can be run"
    refuses sim "exec:cat 'x" greedy --boards 1 -- "a quote is not closed"
    refuses sim greedy random --boards 1 --move-timeout 0 -- "--move-timeout"
    refuses serve -- "AGENT"
    refuses serve gredy -- "did you mean 'greedy'"
    for agent in oracle ismcts:keep=1 tactic:deny_sur=x; do
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

# checked STATUS BOT TEXT…: pasur check of the bot ends so, and a line has each text
checked() {
    local status=0 text
    "$PASUR" check "exec:$2" --move-timeout "${timeout:-60}" $options >out 2>err || status=$?
    [ "$status" -eq "$1" ]
    for text in "${@:3}"; do grep -qF -- "$text" out; done
}

@test "check finds nothing wrong with an agent that is served, nor with the examples" {
    cd "$BATS_TEST_TMPDIR"
    examples=$BATS_TEST_DIRNAME/../../examples/bots
    for agent in greedy counter tactic; do
        checked 0 "'$PASUR' serve $agent" "it said: ready 1 batch" "the bot keeps to the protocol and the rules: 4032 right answers under 21 rule sets, 0 errors, 0 notes"
    done
    checked 0 "$examples/bot.sh" "it said: ready 1 legal" " 0 errors"
    ! grep '^error' out
    # each rule set starts it anew, which takes a while
    ! command -v python3 >/dev/null || options="--rules wikipedia,players=4" checked 0 "python3 $examples/bot.py" " 0 errors"
    "$PASUR" check "exec:'$PASUR' serve greedy" --rules wikipedia,players=3 --rounds 3 | grep -q "288 right answers under 1 rule set, "
}

@test "check tells of what a bot does wrong, with the position" {
    cd "$BATS_TEST_TMPDIR"
    bots=$BATS_TEST_DIRNAME/../hostile/bots
    checked 1 "$bots/illegal" "error: an illegal play, " ": the played card is not in the hand; --rules pagat" "the bot breaks the protocol or the rules"
    checked 1 "$bots/rubbish" "error: its answer is malformed: 'play 50 my best card'; --rules pagat"
    checked 1 "$bots/twice" "error: it answered a request that was not made: 'play "
    checked 1 "$bots/gives_up" "error: it answered with an error: 'error 50 I do not know'; --rules "
    checked 1 "$bots/wrong_hello" "error: at the hello, rules pagat,players=2: it did not say 'ready 1' as the protocol requires: 'ready 2'; nothing more is tried" \
        "0 right answers under 1 rule set, 1 error, 0 notes"
    [ "$(wc -l <out)" -eq 2 ]
    options="--start-timeout 0.1" checked 1 "$bots/silent" \
        "error: at the hello, rules pagat,players=2: it did not say 'ready' in time; nothing more" " 1 error, 0 notes"
    [ "$(wc -l <out)" -eq 2 ]
    # a kind of error is one line, with what the bot said, and how often it came
    checked 1 "$bots/crashes" "error: its program crashed, or was ended by a signal: signal 11, " "; --rules pagat" \
        "given up after 50 failures" ": signal 11, " "error, 50 times in all: its program crashed"
    [ "$(grep -c '^error' out)" -eq 2 ]
    # a position that is told is one that advice takes
    "$PASUR" check "exec:$bots/illegal" | sed -n 's/^error: .*; --rules/--rules/p' | grep . | while read -r view; do
        "$PASUR" advise $view --agent greedy --iters 100 -q >/dev/null
    done
}

@test "check begins with pagat for two, and a bot that plays some rules alone is right" {
    cd "$BATS_TEST_TMPDIR"
    cat >two <<'BOT'
#!/bin/sh
while read -r word id rest; do
    case $word in
    hello) case $rest in *players=2,*) echo "ready 1 legal$SAYS" ;; *) echo "error 0 two players only" ; exit ;; esac ;;
    ask) rest=${rest##* legal } && echo "play $id ${rest%%,*}" ;;
    bye) exit ;;
    esac
done
BOT
    chmod +x two
    checked 0 ./two "pagat,players=2: 192 right answers, 0 errors; next: " \
        "note: at the hello, rules pagat,players=3: it answered the hello with an error: 'error 0 two players only'; they are left out" \
        "note, 15 times in all: at the hello, " "15 rule sets are left out, which it does not play" \
        "the bot keeps to the protocol and the rules: 1152 right answers"
    # one that says so is not asked
    SAYS=" players=2 rules=pagat,french name=Two" checked 0 ./two "it said: ready 1 legal players=2 rules=pagat,french name=Two" \
        "384 right answers under 2 rule sets, 0 errors"
    ! grep 'at the hello' out || false
    SAYS=" players=5" checked 1 ./two "it did not say 'ready 1' as the protocol requires: 'ready 1 legal players=5'"
    options="--rules wikipedia" checked 0 ./two " 0 errors, "
}

# A bot that takes batches; $crash: how often it ends with status 3 and a word, of all requests; $wait: seconds before
# 'ready'; $warm: before its first answer.
batches() {
    cat >batches.awk <<'BOT'
/^ask/ && warm { system("sleep " warm); warm = 0 }
/^hello/ { if (wait) system("sleep " wait); print "ready 1 legal batch" (ends ? " end" : ""); fflush() }
/^ask/ {
    if (crash && ++asked % crash == 0) { print "out of luck" >"/dev/stderr"; exit 3 }
    split($NF, legal, ",")
    answers = answers "play " $2 " " legal[1] "\n"
    if (ends) next
}
/^(ask|end)/ { printf "%s", answers; answers = ""; fflush() }
/^bye/ { exit }
BOT
    local awk=awk
    ! command -v mawk >/dev/null || awk="mawk -W interactive"
    bot="exec:name=awk:$awk -v crash=${crash:-0} -v ends=${ends:-0} -v wait=${wait:-0} -v warm=${warm:-0} -f batches.awk"
}

@test "a bot that takes batches and fails is counted with its reason, and past a bound its boards are void" {
    cd "$BATS_TEST_TMPDIR"
    crash=500 batches
    "$PASUR" sim "$bot" greedy --boards 60 --threads 1 -q --csv csv >out
    grep -qx 'void boards: 0' out
    grep -Eqx "awk failed [1-9][0-9]* times? \(each request after that starts it again\): its program ended before it answered; the first: exit status 3; on stderr 'out of luck'" out
    grep -Eq "^# restarts: [1-9][0-9]* times? of awk: its program ended before it answered; the first: exit status 3; " csv
    [ "$(grep -c '^awk,' csv)" -eq 1 ] # by the name that it was given
    # its plays are those of one that never fails
    batches
    "$PASUR" sim "$bot" greedy --boards 60 --threads 1 -q --csv whole >out
    ! grep -q 'failed' out || false
    diff <(grep -v '^#' csv | cut -d, -f1-20) <(grep -v '^#' whole | cut -d, -f1-20)
    crash=60 ends=1 batches
    "$PASUR" sim "$bot" greedy --boards 60 --threads 1 -q --max-void 0.999 >out || [ $? -eq 4 ]
    grep -q 'it failed too often while this round was open' out
}

@test "the requests of a batch can have an end, and however many are asked side by side, the plays are the same" {
    cd "$BATS_TEST_TMPDIR"
    for run in "0 1" "0 64" "1 1" "1 64" "1 256"; do
        ends=${run% *} batches
        "$PASUR" sim "$bot" greedy --boards 300 --threads 1 -q --batch ${run#* } --csv csv >/dev/null
        grep -v '^#' csv | cut -d, -f1-20 >figures
        [ -e first ] || cp figures first
        cmp first figures
    done
    refuses sim greedy random --boards 1 --batch 257 -- "--batch"
}

@test "the time of a program's plays begins when it is ready and warm, and --move-timeout does not hurry its start" {
    cd "$BATS_TEST_TMPDIR"
    wait=3 warm=1 batches
    "$PASUR" sim "$bot" greedy --boards 1 --threads 1 -q --move-timeout 2.5 --csv csv >out
    grep -qx 'void boards: 0' out
    # 48 plays: with the start they would take over 60 ms each, with the first play over 20 ms
    grep -v '^#' csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i } /^awk/ { exit !($column["ns_per_play"] < 20e6) }'
}

@test "what a bot writes to stderr is bounded" {
    cd "$BATS_TEST_TMPDIR"
    printf '#!/bin/sh\nyes | head -c 2000000 >&2\n' >yes
    chmod +x yes
    "$PASUR" sim exec:./yes greedy --boards 3 --threads 1 -q --max-void 0.999 --bot-log logs >out 2>err || true
    [ "$(cat logs/* | wc -c)" -lt 1200000 ]
    cat logs/* | grep -q "the rest of this bot's stderr is not kept"
}

@test "long names of programs are cut where they still differ" {
    cd "$BATS_TEST_TMPDIR"
    batches
    "$PASUR" rate "exec:${bot#exec:name=awk:} -v bot=one" "exec:${bot#exec:name=awk:} -v bot=two" --boards 2 -q >out
    grep -q '^ *[12]  exec:.*\.\.\..*=one ' out
    grep -q '^ *[12]  exec:.*\.\.\..*=two ' out
    refuses sim "exec:name=a b:cat" greedy --boards 1 -- "name=: expected 1 to 63 letters"
}

# What docs/protocol.md says of pipes, language by language.
# bats test_tags=slow
@test "bots in other languages that flush play, and one that does not is slow to answer" {
    cd "$BATS_TEST_TMPDIR"
    plays() { "$PASUR" sim "exec:$1" random --boards 4 --threads 1 -q >out && grep -qx 'void boards: 0' out; }
    cat >bot.pl <<'BOT'
$| = 1;
while (<STDIN>) {
    print "ready 1 legal batch\n" if /^hello 1 /;
    last if /^bye/;
    print "play $1 $2\n" if /^ask (\d+) .* legal ([^,\s]+)/;
}
BOT
    cat >bot.awk <<'BOT'
/^hello 1 / { print "ready 1 legal"; fflush() }
/^bye/ { exit }
/^ask / { split($NF, legal, ","); print "play", $2, legal[1]; fflush() }
BOT
    cat >bot.js <<'BOT'
require('readline').createInterface({ input: process.stdin }).on('line', line => {
    const words = line.split(' ');
    if (words[0] === 'hello') console.log('ready 1 legal batch');
    if (words[0] === 'ask') console.log('play ' + words[1] + ' ' + words[words.length - 1].split(',')[0]);
    if (words[0] === 'bye') process.exit();
});
BOT
    grep -v '^\$|' bot.pl >held.pl
    if command -v perl; then
        plays "perl bot.pl"
        status=0
        "$PASUR" sim "exec:perl held.pl" random --boards 1 --threads 1 --start-timeout 1 -q >out 2>&1 || status=$?
        [ "$status" -eq 4 ]
        grep -q "it did not say 'ready' in time" out
        status=0
        "$PASUR" check "exec:perl held.pl" --rules pagat --start-timeout 1 >out 2>&1 || status=$?
        [ "$status" -eq 1 ]
        grep -q "^error: at the hello, rules pagat: it did not say 'ready' in time; .*must flush its output after each line)" out
    fi
    if command -v mawk; then plays "mawk -W interactive -f bot.awk"; fi
    if command -v node; then plays "node bot.js"; fi
}

# bats test_tags=slow
@test "check notes answers that change, and sees that a bot ends with its input" {
    cd "$BATS_TEST_TMPDIR"
    printf '#!/usr/bin/env bash\n. "%s/bot.bash"\n' "$BATS_TEST_DIRNAME/../hostile/bots" | tee changes stays batches >/dev/null
    chmod +x changes stays batches
    cat >>changes <<'BOT'
ready
plays=0
last() { play=${line##*,}; play=${play##* }; }
while read -r line && [ "$line" != bye ]; do
    id=${line#ask } play=${line##* legal }
    [ $((plays++ % 2)) -eq 0 ] && play=${play%%,*} || last
    echo "play ${id%% *} $play"
done
BOT
    options="--rules pagat" checked 0 ./changes "note: the same request, a different answer: " "; --rules " " 0 errors, "
    ! grep '^error' out
    cat >>stays <<'BOT'
ready
while asked; do echo "play $id $play"; done
while :; do sleep 0.1; done
BOT
    options="--rules pagat" timeout=5 checked 1 ./stays "error: it goes on after the end of its input, and had to be ended" "error: it goes on after 'bye'"
    # many requests: each is to be answered once
    cat >>batches <<'BOT'
read -r hello && echo 'ready 1 legal batch'
while asked; do
    echo "play $id $play"
    while read -r -t 0; do asked || exit 0; done
done
BOT
    options="--rules pagat --rounds 1" timeout=0.2 checked 1 ./batches "error: it did not answer in time"
    status=0
    "$PASUR" check greedy 2>err || status=$?
    [ "$status" -eq 2 ]
    grep -qx "pasur check: 'greedy' is not a program; expected exec:PROGRAM ARGS" err
}

@test "the example bots know a line that is no request; of one that does not a note says what would be better" {
    cd "$BATS_TEST_TMPDIR"
    for bot in bot.py bot.sh; do
        "$PASUR" check "exec:$BATS_TEST_DIRNAME/../../examples/bots/$bot" --rules pagat --rounds 1 >out 2>errors
        [ ! -s errors ]
        grep -q ' 0 errors, 0 notes$' out
    done
    # it takes any line for a request
    printf '#!/bin/sh\nread -r line && echo ready 1 legal\nwhile read -r ask id rest; do echo "play $id ${rest##*[ ,]}"; done\n' >any
    chmod +x any
    "$PASUR" check exec:./any --rules pagat --rounds 1 >out || true
    grep -qx "note: after a request that is cut, which no host sends: .*; better no answer, or 'error 0 WHY'" out
}
