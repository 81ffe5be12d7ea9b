# SPDX-License-Identifier: GPL-3.0-or-later
# Run directories that somebody else has made: to look at one plays nothing, writes nothing and follows no link.

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
    printf 'PASURLOG\1\0\0\0' >theirs/chunks
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
            [[ "$stderr" == "pasur: theirs/run.json: its words are no run as this program writes them" ]] ||
                [[ "$stderr" == "pasur: theirs/run.json: it names no command of this program" ]]
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

# bats test_tags=quick
@test "what is no file of a run is neither waited for nor followed" {
    echo precious >../precious
    for file in run.json chunks lock; do
        for kind in fifo link directory; do
            rm -rf theirs
            cp -r made theirs
            rm theirs/$file
            case $kind in
            fifo) mkfifo theirs/$file ;;
            link) ln -s "$PWD/../precious" theirs/$file ;;
            directory) mkdir theirs/$file ;;
            esac
            run --separate-stderr "$PASUR" sim greedy random --boards 100 --run theirs
            [ "$status" -ne 0 ]
            [[ "$stderr" == "pasur sim: theirs/$file: "* ]]
            run --separate-stderr "$PASUR" runs theirs
            [ $file = lock ] || [ "$status" -ne 0 ]
        done
    done
    [ "$(cat ../precious)" = precious ]
}

# bats test_tags=quick
@test "a file with another name elsewhere is read and never written" {
    for file in chunks lock; do
        rm -rf theirs
        cp -r made theirs
        ln theirs/$file ../kept
        cp ../kept ../before
        run --separate-stderr "$PASUR" sim greedy random --boards 100 --run theirs
        [ "$status" -eq 5 ]
        [ "$stderr" = "pasur sim: theirs/$file: it has another name elsewhere, under which it would change too" ]
        cmp ../kept ../before
        "$PASUR" runs theirs >../out
        rm ../kept
    done
}
