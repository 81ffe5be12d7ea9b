# SPDX-License-Identifier: GPL-3.0-or-later
# pasur solve: exact values with open cards.

load refuses
load interrupted

setup_file() { bats_require_minimum_version 1.5.0; }

@test "the public decks have their published values" {
    head -n 400 tests/data/public_decks.txt >"$BATS_TEST_TMPDIR/decks.txt"
    run --separate-stderr "$PASUR" solve "$BATS_TEST_TMPDIR/decks.txt"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = record,play,value ]
    found=$(sed -n 's/^[0-9]*,-,//p' <<<"$output")
    wanted=$(sed -n 's/^# value //p' "$BATS_TEST_TMPDIR/decks.txt")
    [ -n "$wanted" ]
    [ "$found" = "$wanted" ]
}

# bats test_tags=quick
@test "a round has its value and one row for each legal play" {
    head -n 5 tests/data/public_decks.txt >"$BATS_TEST_TMPDIR/one.txt"
    run --separate-stderr "$PASUR" solve "$BATS_TEST_TMPDIR/one.txt"
    [ "$status" -eq 0 ]
    [ "$output" = 'record,play,value
0,-,-6
0,2dx9h,-6
0,3d,-6
0,9c,-6
0,Jcx5s9hTd,-6' ]
}

# bats test_tags=quick
@test "a position has no row for the round, and an ended round none at all, which is told" {
    play=$(sed -n 's/^play //p' tests/data/public_log.txt | head -n 1)
    deal=$(sed -n 's/^deal //p' tests/data/public_log.txt | head -n 1)
    rules=$(sed -n 's/^rules //p' tests/data/public_log.txt | head -n 1)
    run --separate-stderr "$PASUR" solve - <<<"rules $rules
deal $deal
play ${play% *}

rules $rules
deal $deal
play $play"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -ge 2 ]
    [[ "${lines[1]}" == "0,${play##* },"* ]]
    [[ "$output" != *-,* ]]
    [[ "$output" != *$'\n'1,* ]]
    [ "$stderr" = "pasur solve: note: -:5: the round is over; 1 of 2 records get no row for that" ]
}

@test "a file of ended rounds is refused" {
    refuses solve tests/data/public_log.txt -- "public_log.txt:2: the round is over; leave off"
}

@test "three sides are refused" {
    sed 's/^rules .*/rules pagat,players=3,pool_max_kq=4,pool_jacks=keep/' tests/data/public_decks.txt |
        head -n 3 >"$BATS_TEST_TMPDIR/three.txt"
    refuses solve "$BATS_TEST_TMPDIR/three.txt" -- "three.txt:2: the rules have 3 sides; solve works for two"
    refuses solve "$BATS_TEST_TMPDIR/absent.txt" -- absent.txt
    refuses solve -- FILE
}

@test "records are read as they come, and rounds that are over are told at the end" {
    cd "$BATS_TEST_TMPDIR"
    mkfifo pipe
    "$PASUR" sim random random --boards 600 --records records >summary
    # the last four plays are left
    sed -E 's/^(play( [^ ]*){44}).*/\1/; /^(points|surs|clubs)/d' records >positions
    exec {feed}<>pipe # which waits for no reader
    eval "\"\$PASUR\" solve pipe >rows $feed>&- &"
    cat positions >&$feed
    awaits $! '[ -s rows ]' # before the file has ended
    cat positions >&$feed
    exec {feed}>&-
    wait $!
    [ "$(tail -n 1 rows | cut -d, -f1)" -eq 2399 ]
    [ "$(cut -d, -f1 rows | sort -u | wc -l)" -eq 2401 ]
    { sed "/^$/q" records; cat positions; } >mixed
    run --separate-stderr "$PASUR" solve mixed
    [ "$status" -eq 0 ]
    [[ "$stderr" == "pasur solve: note: mixed:1: the round is over; 1 of 1201 records get no row for that" ]]
    ! grep -q '^0,' <<<"$output" || false
}
