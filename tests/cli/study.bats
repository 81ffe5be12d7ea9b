#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# pasur study: many questions from a file.
bats_require_minimum_version 1.5.0

load interrupted

setup() {
    cd "$BATS_TEST_TMPDIR"
    cat >ask.txt <<'END'
# What we ask
[Is greedy better than random?]
pasur sim greedy random --boards 60

  [Does "deny_sur" help?]
# a comment between
  pasur tactics --tactics deny_sur --boards 60 --opponent 'greedy,"random"'
END
    sed -i "s/'greedy,\"random\"'/'greedy',\"random\"/" ask.txt
}

@test "each question has a run of its own, and all are on one page; the same command plays nothing again" {
    "$PASUR" study ask.txt --threads 1 >told
    grep -qx '\[1 of 2\] Is greedy better than random?' told
    grep -q 'points a round more than random' told
    [ "$(tail -n 1 told)" = "ask/report.html: 2 questions" ]
    [ "$(ls ask | paste -sd ' ')" = "does-deny-sur-help is-greedy-better-than-random report.html study.txt" ]
    grep -qF '<h1>What we ask</h1>' ask/report.html
    grep -qF 'Does &quot;deny_sur&quot; help?</h2>' ask/report.html
    cksum ask/*/chunks >before
    run --separate-stderr "$PASUR" study ask.txt --threads 1 -q
    [ "$status" -eq 0 ]
    [ -z "$output$stderr" ]
    cksum ask/*/chunks | diff before -
    # the page is written again, in its place and with its title
    cp ask/report.html before.html
    rm ask/report.html
    [ "$("$PASUR" report ask)" = "ask/report.html: 2 results" ]
    cmp before.html ask/report.html
    [ ! -e report.html ]
    "$PASUR" report ask -o again.html --title Ours
    cmp again.html <(sed 's,<h1>.*</h1>,<h1>Ours</h1>,; s,<title>What we ask<,<title>Ours<,' ask/report.html)
}

@test "a net that is trained is a question, too" {
    printf '[A small net]\npasur learn --rounds 16 --generations 1 --epochs 2 --boards 10 -o small.net\n' >net.txt
    "$PASUR" study net.txt -q
    [ -s small.net ]
    grep -qF 'A small net</h2>' net/report.html
    grep -q 'The net is that of generation 1\.' net/report.html
    # all commands that have --run are named
    "$PASUR" study --help all | tr '\n' ' ' | tr -s ' ' | grep -qF 'sim, tactics, tune, rate, exploit, equity, openings, regret or learn'
    printf '[A]\npasur bench\n' >bench.txt
    run ! "$PASUR" study bench.txt
    [ "$(sed 's/.* asks //; s/, /\n/g' <<<"$output" | sort | paste -sd ' ')" = "equity exploit learn openings rate regret sim tactics tune" ]
}

@test "what was not played yet is on the page of the directory" {
    "$PASUR" study ask.txt --threads 1 -q
    rm -r ask/does-deny-sur-help
    "$PASUR" report ask -o page.html
    grep -q 'Not played yet.' page.html
    grep -qF "pasur tactics --tactics deny_sur --boards 60" page.html
}

@test "stopped by the user: what is finished is kept and shown, and the same command goes on" {
    printf '[First]\npasur sim greedy random --boards 40\n[Long]\npasur sim greedy random --boards 40M\n[Last]\npasur sim random random --boards 10\n' >long.txt
    "$PASUR" study long.txt --threads 1 >told 2>errors &
    pid=$!
    awaits $pid '[ -s long/long/chunks ]'
    stopped $pid
    [ ! -e long/last ]
    grep -q 'PARTIAL' long/report.html
    grep -q 'Not played yet.' long/report.html
    grep -q 'the same command continues' errors
    sed -i s/40M/90/ long.txt
    run --separate-stderr "$PASUR" study long.txt --threads 1 -q
    [ "$status" -eq 2 ] # another question, in the run of the old one
    [[ "$stderr" == *"long.txt:4: 'Long' ended with status 2; a changed question needs a new title, or the study another directory (--run); the others go on"* ]]
    [ -e long/last/chunks ]
}

@test "a question that was changed is refused, and the page keeps the old one with its figures" {
    printf '[A]\npasur sim greedy random --boards 40\n' >one.txt
    [ "$("$PASUR" study one.txt --threads 1 | tail -n 1)" = "one/report.html: 1 question" ]
    cp one/study.txt asked.txt
    sed -i s/40/50/ one.txt
    run --separate-stderr "$PASUR" study one.txt --threads 1 -q
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"new title, or the study another directory (--run)" ]] # and there are no others
    cmp asked.txt one/study.txt
    grep -q 'pasur sim greedy random --boards 40' one/report.html
    # asked as before, it is answered
    sed -i s/50/40/ one.txt
    "$PASUR" study one.txt --threads 1 -q
    cmp one.txt one/study.txt
    run --separate-stderr "$PASUR" study missing
    [[ "$stderr" == "pasur study: missing: No such file"* ]]
}

# refuses TEXT STUDY-TEXT [ARGS…]
refuses() {
    local text=$1
    printf "$2" >bad.txt
    shift 2
    run --separate-stderr "$PASUR" study bad.txt "$@"
    echo "status $status: $stderr"
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == "pasur study: "*"$text"* ]]
    [ ! -e bad ]
}

# bats test_tags=quick
@test "bad input is one line with file and line, and nothing is made" {
    refuses "bad.txt:1: no question" ""
    refuses "bad.txt:1: expected a [title]" "pasur sim greedy random\n"
    refuses "bad.txt:2: the title before this one has no command line" "[a]\n[b]\npasur sim greedy random\n"
    refuses "bad.txt:2: the last title has no command line" "[a]\n"
    refuses "bad.txt:1: a title stands in brackets" "[a\npasur sim greedy random\n"
    refuses "bad.txt:1: a title needs letters" "[?]\npasur sim greedy random\n"
    refuses "bad.txt:3: this title and that of line 1 name the same directory, a-b" "[a b]\npasur sim greedy random\n[A, B!]\n"
    refuses "bad.txt:3: a question has one command line" "[a]\npasur sim greedy random\npasur sim greedy random\n"
    refuses "bad.txt:2: expected 'pasur COMMAND ...'" "[a]\nrm -rf /\n"
    refuses "bad.txt:2: 'pasur' needs a command" "[a]\npasur\n"
    refuses "bad.txt:2: a quote is not closed" "[a]\npasur sim 'greedy\n"
    refuses "bad.txt:2: unknown command 'simm'; did you mean 'sim'?" "[a]\npasur simm greedy random\n"
    refuses "bad.txt:2: 'pasur advise' keeps no run directory" "[a]\npasur advise --hand Ac --pool 2c\n"
    refuses "bad.txt:2: sim: --run is given twice; give it once" "[a]\npasur sim greedy random --run x\n"
    # the command itself finds what is wrong with its words
    refuses "bad.txt:3: sim: unknown agent 'gredy'; did you mean 'greedy'?" "# x\n[a]\npasur sim gredy random\n"
    refuses "bad.txt:2: tactics: " "[a]\npasur tactics --nothing\n"
    refuses "bad.txt:2: 'pasur study' keeps no run" "[a]\npasur study bad.txt\n"
    run --separate-stderr "$PASUR" study missing.txt
    [ "$status" -eq 2 ]
    [[ "$stderr" == "pasur study: missing.txt: No such file"* ]]
    cp ask.txt ask
    run --separate-stderr "$PASUR" study ask
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"say with --run DIR where"* ]]
}

@test "--dry-run says what would be asked and makes nothing; a run's own directory is refused" {
    run --separate-stderr "$PASUR" study ask.txt --dry-run
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 questions, answered in ask:"*"is-greedy-better-than-random: pasur sim greedy random --boards 60"* ]]
    printf '[A]\npasur sim greedy random --boards 1G\n[B]\npasur sim greedy random --stop ci=0.05\n' >open.txt
    "$PASUR" study open.txt --dry-run >plan
    grep -Eqx 'about [0-9.]+ (min|h|days) .*, judging by the first moments' plan
    [ ! -e ask ]
    "$PASUR" sim greedy random --boards 10 --run own -q >/dev/null
    run --separate-stderr "$PASUR" study ask.txt --run own
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"own holds a run; give another"* ]]
}

@test "the example is read as it is" {
    "$PASUR" study "$BATS_TEST_DIRNAME/../../examples/study.txt" --dry-run -q >plan
    grep -q '^  .*: pasur tactics ' plan
    [ "$(grep -c ': pasur ' plan)" -eq 10 ]
}
