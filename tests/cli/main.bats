# SPDX-License-Identifier: GPL-3.0-or-later
# The program itself: its version, its list of commands, wrong use.
# bats file_tags=quick

load refuses
setup_file() { bats_require_minimum_version 1.5.0; }

@test "the version is the changelog's newest" {
    run "$PASUR" --version
    [ "$status" -eq 0 ]
    newest=$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
    [ "${lines[0]}" = "pasur $newest" ]
    [[ "${lines[1]}" =~ ^commit\ ([0-9a-f]{12}(\+changes)?|unknown\ \(built\ without\ git\))$ ]]
    [[ "${lines[2]}" =~ ^built\ by\ (gcc|clang)\ [0-9].*,\ (x86-64|arm64|another\ processor) ]]
    [[ "${lines[3]}" =~ ^with(out)?\ .gz.*\ .zst ]]
}

@test "help lists the commands and goes to stdout" {
    run --separate-stderr "$PASUR" --help
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ "$output" == *"Usage: pasur COMMAND"* ]]
    # what a screen of 24 lines holds, with every name in it
    [ "$(COLUMNS=80 "$PASUR" --help | wc -l)" -le 24 ]
    [ "$(COLUMNS=80 "$PASUR" --help | LC_ALL=C awk 'length > 80')" = "" ]
    for command in $("$PASUR" help commands | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do grep -qw "$command" <<<"$output"; done
    run "$PASUR" help
    [ "$status" -eq 0 ]
}

@test "every listed command has a help with a usage line and an example" {
    commands=$("$PASUR" help commands | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
    grep -q '^sim$' <<<"$commands"
    for command in $commands; do
        run --separate-stderr "$PASUR" "$command" --help
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        [[ "$output" == *"Usage: pasur $command"* ]]
        [[ "$output" == *"Example: "*pasur\ * ]]
        # of a command that is a topic too, what there is to know of it stands before
        helped=$("$PASUR" help "$command")
        [[ $helped == "$output" || ( $helped == *$'\n\nThe command\n\n'"$output" && $command =~ ^(agents|rules)$ ) ]]
    done
}

@test "every listed topic is told in lines of 80 columns, and of fewer where the terminal is narrow" {
    export LC_ALL=C.UTF-8 # as grep counts
    topics=$("$PASUR" help commands | sed -n '/^Topics/,/^$/s/^  \([a-z]*\) .*/\1/p')
    [ "$(echo $topics)" = "rules agents advice notation csv glossary statuses" ]
    for topic in $topics; do
        run --separate-stderr "$PASUR" help "$topic"
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        [ "${#lines[@]}" -gt 10 ]
        [[ "$output" != *'`'* ]]
        [ -z "$("$PASUR" help "$topic" | sed '/^The command$/,$d' | grep -E '.{81}')" ]
        # samples, four blanks in, are to be copied
        [ -z "$(COLUMNS=60 "$PASUR" help "$topic" | sed '/^The command$/,$d' | grep -vE '^ {4}[^ ]' | grep -E '.{61}')" ]
    done
    [[ "$("$PASUR" help rules)" == *$'\n'"  ru-baaz "*"The command"* ]]
    [[ "$("$PASUR" help agents)" == *$'\n'"  ismcts "* ]]
    [[ "$("$PASUR" help csv)" == *$'\n'"  sim --rounds-csv      round and seat"* ]]
    [[ "$("$PASUR" help notation)" == *"7hx4c "* ]]
    for word in base board trail alone without Sur void seating; do
        "$PASUR" help glossary | grep -q "^  $word  "
    done
    refuses help glosary -- "unknown command or topic 'glosary'; did you mean 'glossary'?"
}

@test "every listed command refuses an option that does not exist" {
    commands=$("$PASUR" help commands | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
    grep -q '^sim$' <<<"$commands"
    for command in $commands; do
        refuses "$command" --no-such-option -- "pasur $command: unknown option '--no-such-option'"
    done
}

@test "wrong use is one line and status 2" {
    refuses -- "no command given"
    refuses nonsense -- "unknown command 'nonsense'"
    refuses $'two\nlines' -- "unknown command 'two?lines'"
    refuses help nonsense -- "unknown command or topic 'nonsense'"
    refuses --help nonsense -- "unknown command or topic 'nonsense'"
    refuses --version now -- "unexpected argument 'now'"
    refuses help a b -- "unexpected argument 'b'"
}

@test "a full disk is told" {
    [ -w /dev/full ] || skip "no /dev/full"
    run bash -c '"$PASUR" --help >/dev/full'
    [ "$status" -eq 5 ]
    [[ "$output" == *"No space left on device"* ]]
}
