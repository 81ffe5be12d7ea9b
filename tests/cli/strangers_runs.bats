# SPDX-License-Identifier: GPL-3.0-or-later
# Run directories that somebody else has made: to look at one plays nothing and writes nothing.

bats_require_minimum_version 1.5.0

setup() {
    mkdir "$BATS_TEST_TMPDIR/here" && cd "$BATS_TEST_TMPDIR/here" || return 1
    "$PASUR" sim greedy random --boards 100 --run made -q >../out
}

# words WORDS: a directory that says it was written by these words, with the beginning of a log that fits any run
words() {
    rm -rf theirs
    mkdir theirs
    sed "s|^    \"words\": .*|    \"words\": [$1],|" made/run.json >theirs/run.json
    printf 'PASURLOG\3\0\0\0' >theirs/chunks
}

# bats test_tags=quick
@test "words that would write or play are refused" {
    words '"sim", "--boards", "100", "--seed", "1", "--", "greedy", "random"'
    "$PASUR" runs theirs
    while read -r line; do
        words "$line"
        for command in runs merge; do
            run --separate-stderr "$PASUR" $command theirs
            [ "$status" -eq 2 ]
            [ "${#stderr_lines[@]}" -eq 1 ]
            [[ "$stderr" == "pasur $command: theirs/run.json: its words are no run as this program writes them" ]] ||
                [[ "$stderr" == "pasur $command: theirs/run.json: it names no command of this program" ]]
        done
        [ "$(ls)" = $'made\ntheirs' ]
    done <<'LINES'
"sim", "--csv", "stolen", "--boards", "100", "--", "greedy", "random"
"sim", "--csv=stolen", "--boards", "100", "--", "greedy", "random"
"sim", "--records", "../stolen", "--boards", "100", "--", "greedy", "random"
"sim", "--plot", "stolen.svg", "--boards", "100", "--", "greedy", "random"
"sim", "--run", "stolen", "--boards", "100", "--", "greedy", "random"
"sim", "-q", "--boards", "100", "--", "greedy", "random"
"sim", "--help"
"sim", "greedy", "--csv", "stolen", "--", "random"
"sim", "--seed"
"tune", "--save", "stolen", "--", "tactic"
"plot", "-o", "stolen.svg", "--", "made/run.json"
"runs", "--", "theirs"
"bench"
"deal", "--boards", "2"

LINES
}
