# SPDX-License-Identifier: GPL-3.0-or-later
# open_hands=1: all hands lie open, in views, requests, advice and play.

bats_require_minimum_version 1.5.0
load refuses
load csv

OPEN=pagat,open_hands=1
VIEW=(--rules $OPEN --hand 4c7hJdKs/AcAdTs2h --pool 7dTd2c3h)

figures() { grep -v '^#' <<<"$1"; }

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

# bats test_tags=quick
@test "a view names every hand, and its command repeats it" {
    run --separate-stderr "$PASUR" advise "${VIEW[@]}" --iters 5k
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "You play first of two ($OPEN), deal 1 of 6: hands 4c7hJdKs/AcAd2hTs, pool 2c3h7dTd" ]]
    again=$(sed -n 's/^Again: pasur //p' <<<"$output")
    [ "$output" = "$("$PASUR" $again)" ]
}

# bats test_tags=quick
@test "whose turn it is follows from the hands" {
    "$PASUR" advise --rules $OPEN --hand 4c7h/AcAdTs --pool 2c3h7dTd8s --agent greedy --iters 100 -q | grep -q '^You play second of two'
    "$PASUR" advise --rules $OPEN,players=3 --hand 4c/AcAd/8hKs --pool 2c3h7dTd8s --agent greedy --iters 100 -q |
        grep -q '^You play second of three'
    refuses advise --rules $OPEN --hand 4c7h --pool 2c -- "names the hands of all 2 seats"
    refuses advise --rules $OPEN --hand 4c7h/Ac/Ad --pool 2c -- "hand '4c7h/Ac/Ad'"
    refuses advise --rules $OPEN --hand 4c7h3d/Ac --pool 2c -- "cannot hold"
    refuses advise --rules $OPEN --hand 4c7h/Ac4c --pool 2c -- "4c is already somewhere else"
    refuses advise --rules $OPEN --hand 4c7h/Ac5c --pool 2c --seat 1 -- "the turn of seat 0"
    refuses advise --hand 4c7h/Ac4d --pool 2c -- "hand"
}

# bats test_tags=quick
@test "the cards of the next player count, and those of the stock are guessed" {
    "$PASUR" sim tactic tactic:deny_sur=0 --rules $OPEN --boards 200 -q --csv open.csv
    "$PASUR" sim tactic tactic:deny_sur=0 --boards 200 -q --csv hidden.csv
    ! cmp -s <(grep -v '^#' open.csv) <(grep -v '^#' hidden.csv)
}

@test "every agent plays, alike for any number of threads, and alone as when it is served" {
    for agent in random greedy counter tactic tactic:exact=1 ismcts:iters=40 policy oracle:iters=20 exploiter:greedy \
        planner:playouts=30; do
        for players in 2 3 4; do
            rules=$OPEN,players=$players
            # a second a seating: partners' whole rounds are solved
            [ "$agent$players" != oracle:iters=204 ] || { "$PASUR" sim $agent tactic --rules $rules --boards 1 --no-duplicate -q >played; continue; }
            for threads in 1 3; do
                "$PASUR" sim "$agent" tactic --rules $rules --boards 4 -q --threads $threads --csv $threads.csv
                untimed $threads.csv | grep -v '^#' >$threads.plain
            done
            cmp 1.plain 3.plain
        done
    done
    for agent in greedy tactic ismcts:iters=40; do
        "$PASUR" sim "$agent" random --rules $OPEN --boards 10 -q --records own >/dev/null
        "$PASUR" sim "exec:'$PASUR' serve $agent" random --rules $OPEN --boards 10 -q --records served >/dev/null
        cmp <(grep -v -e '^#' -e '^agents' own) <(grep -v -e '^#' -e '^agents' served)
    done
}

# bats test_tags=quick
@test "records, advice of a record, review, check and tactics know the key" {
    "$PASUR" sim greedy tactic --rules $OPEN --boards 1 -q --records r >/dev/null
    grep -q '^rules pagat,open_hands=1' r
    "$PASUR" replay r | grep -q ',1,'
    "$REFEREE" replay r | tail -n +2 | cut -d, -f2 | grep -c 1 | grep -qx 2
    "$PASUR" advise r --ply 6 --agent tactic --iters 100 -q | grep -q 'hands [^ ]*/[^ ]*, pool'
    "$PASUR" review r --iters 100 -q >/dev/null
    "$PASUR" check "exec:'$PASUR' serve tactic" --rules $OPEN -q
    "$PASUR" tactics --rules $OPEN --boards 20 -q >/dev/null
}

# bats test_tags=quick
@test "play shows the other hand" {
    "$PASUR" play greedy --rules $OPEN --seed 5 </dev/null >told || [ $? -eq 130 ]
    grep -q '^Next   ' told
    "$PASUR" play greedy --seed 5 </dev/null >hidden || [ $? -eq 130 ]
    ! grep -q '^Next   ' hidden
}
