# SPDX-License-Identifier: GPL-3.0-or-later
# --help: one screen that begins with an example, and all of it with --help all.
# bats file_tags=sanitized

setup_file() {
    bats_require_minimum_version 1.5.0
    commands=$("$PASUR" help commands | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
    grep -q '^sim$' <<<"$commands"
    export commands
}

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# options_of COMMAND: the names of its options, without --help
options_of() { "$PASUR" "$1" --help all | sed -n 's/^  \(-[a-z], \)\?--\([a-z-]*\).*/\2/p' | grep -vx help; }

# bats test_tags=quick
@test "every help fits a screen of 80 columns and 24 lines with the prompt, and begins with an example" {
    for command in $commands; do
        "$PASUR" "$command" --help >help
        [ "$(wc -l <help)" -le 23 ] || { echo "$command"; return 1; }
        [ "$(wc -L <help)" -le 80 ] || { echo "$command"; return 1; }
        [[ "$(sed '/^Usage: /,$d' help)" == "Example: "*"pasur $command "* ]]
        sed -n 2,3p help | grep -q "^Usage: pasur $command \[options\]"
    done
}

@test "the short help names every option, and all of it describes each" {
    for command in $commands; do
        "$PASUR" "$command" --help >help
        "$PASUR" "$command" --help all >all
        "$PASUR" "$command" -h all | cmp - all
        "$PASUR" "$command" --help=all | cmp - all
        cmp -s help all || tail -n 1 help | grep -qx "'pasur $command --help all' shows everything."
        text=$(<help)$'\n'
        for option in $(options_of "$command"); do
            [[ $text =~ --$option[\ ,$'\n'] ]] || { echo "$command --$option"; return 1; }
        done
    done
    options_of sim | grep -qx rounds-csv
}

@test "every example runs when it is pasted" {
    PATH=$(dirname "$PASUR"):$PATH
    for command in $commands; do
        example=$("$PASUR" "$command" --help | sed '/^Usage: /,$d; s/^Example: //')
        if options_of "$command" | grep -qx dry-run; then
            example="$example --dry-run -q"
        elif [ "$command" = play ]; then
            example="$example < <(yes 1)"
        elif [ "$command" = plot ] && ! command -v gnuplot >/dev/null; then
            continue
        fi
        [ "$command" != play ] || example="$example --help" # a person would have to answer
        echo "# $example"
        bash -e -o pipefail -c "$example" </dev/null >out
        [ -s out ] || [ "$command" = plot ]
    done
    example=$("$PASUR" --help | sed -n 's/^Example: //p')
    bash -c "$example --dry-run" >out
    [ -s out ]
}
