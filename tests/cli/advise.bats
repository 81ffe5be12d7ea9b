# SPDX-License-Identifier: GPL-3.0-or-later
# pasur advise: what each legal play is worth.

load refuses
load interrupted
load csv

setup_file() { bats_require_minimum_version 1.5.0; }

VIEW=(--hand 4c7hJdKs --pool 7dTd2c3h)

figures() { grep -v '^#' <<<"$1"; }

# bats test_tags=quick
@test "a view gets a table, a sentence and the command that repeats it" {
    run --separate-stderr "$PASUR" advise "${VIEW[@]}" --iters 20k
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ "${lines[0]}" == "You play first of two (pagat), deal 1 of 6: hand 4c7hJdKs, pool 2c3h7dTd" ]]
    [[ "${lines[2]}" == "* Jdx2c3h7dTd "* ]]
    [[ "$output" == *$'\nPlay Jdx2c3h7dTd: it is estimated '* ]]
    again=$(sed -n 's/^Again: pasur //p' <<<"$output")
    [ "$output" = "$("$PASUR" $again)" ]
}

@test "the figures do not depend on the threads, nor on how long it was meant to take" {
    one=$("$PASUR" advise "${VIEW[@]}" --iters 30k --threads 1 --csv -)
    two=$("$PASUR" advise "${VIEW[@]}" --iters 30k --threads 2 --csv -)
    [ -n "$(figures "$one")" ]
    [ "$(figures "$one")" = "$(figures "$two")" ]
    timed=$("$PASUR" advise "${VIEW[@]}" --time 0.05 --csv -)
    again=$(sed -n 's/^# command: pasur //p' <<<"$timed")
    [ "$(figures "$timed")" = "$(figures "$("$PASUR" $again --csv -)")" ]
}

# bats test_tags=quick
@test "the CSV has a row for each legal play and one choice" {
    run --separate-stderr "$PASUR" advise --hand 4c4d --pool 7c7d7hKs --deal 3 --agent greedy --iters 200 --csv -
    [ "$status" -eq 0 ]
    rows=$(figures "$output")
    begins - play,value,ci_low,ci_high,visits,choice,behind,behind_ci_low,behind_ci_high,deals <<<"$rows"
    [ "$(tail -n +2 <<<"$rows" | cut -d, -f1 | tr '\n' ' ')" = "4cx7h 4cx7d 4cx7c 4dx7h 4dx7d 4dx7c " ]
    [ "$(tail -n +2 <<<"$rows" | cut -d, -f5 | sort -u)" = 200 ]
    [ "$(tail -n +2 <<<"$rows" | cut -d, -f6 | grep -c 1)" -eq 1 ]
    [ "$(tail -n +2 <<<"$rows" | cut -d, -f10 | sort -u)" = 200 ]
    # 7d and 7h are the same to the score
    [ "$(grep ^4cx7d, <<<"$rows" | cut -d, -f2-4)" = "$(grep ^4cx7h, <<<"$rows" | cut -d, -f2-4)" ]
}

# bats test_tags=quick
@test "chances of what follows a play are counted, and told by the plays of a record" {
    cd "$BATS_TEST_TMPDIR"
    # of all unseen cards the other holds some: jacks, kings and what makes eleven with the pool
    "$PASUR" advise --hand 4c7h --pool 2d9h --deal 6 --piles \
        AcAdAhAs2c2h2s3c3d3h3s4d4h5c5d5h5s6c6d6h6s7c7d7s8c8d8h8s9c9d9sTcTdThTs/ --agent greedy --iters 100 --csv - >view.csv
    grep -q '^# holds_counted: A 0.0000, .*, J 0\.[0-9]*, ' view.csv
    [ -z "$(field view.csv 1 capture_told)" ]
    "$PASUR" sim tactic tactic --boards 1 --seed 3 --records games -q >/dev/null
    "$PASUR" advise games --ply 3 --agent tactic --iters 100 --csv told.csv 2>/dev/null >table
    "$PASUR" advise games --ply 3 --agent tactic --iters 100 --csv again.csv --threads 1 -q 2>/dev/null >/dev/null
    [ "$(figures "$(cat told.csv)")" = "$(figures "$(cat again.csv)")" ]
    grep -q '^How likely after .*, by counting and by what the plays of this deal reveal:$' table
    # chances are told in words, without columns to explain
    [ "$("$PASUR" advise games --ply 3 --agent tactic --iters 100 --explain 2>/dev/null | grep -c '^The columns:$')" -eq 1 ]
    grep -q '^  the next player captures something  *[0-9.]* %  *[0-9.]* %' table
    for name in capture sur jack clubs clubs_others; do
        for row in 1 2; do
            for way in counted told; do
                awk -v p="$(field told.csv $row ${name}_$way)" 'BEGIN { exit !(p != "" && p >= 0 && p <= 1) }'
            done
        done
    done
    # a chance to win the match comes with points
    "$PASUR" advise games --ply 3 --iters 400 --goal match --csv match.csv 2>/dev/null >/dev/null
    [ -n "$(field match.csv 1 points)" ] && [ -z "$(field told.csv 1 points)" ]
}

@test "cards may be typed with signs and commas" {
    told() { "$PASUR" advise "$@" --iters 200 | grep -v ^Again; }
    want=$(told "${VIEW[@]}")
    [ "$(told --hand '4♣,7♥,J♦,K♠' --pool '7d, 10♦, 2c 3h')" = "$want" ]
    [ "$(told --hand '4♧ 7♡ J♢ K♤' --pool 7D10d2c3H)" = "$want" ]
    refuses advise --hand 4c,,7h --pool 2d -- "hand: ',7h' does not begin with a card"
    refuses advise --hand 4c7h, --pool 2d -- "hand: nothing follows the last ','"
    printf 'deal 4♣7h\n' >"$BATS_TEST_TMPDIR/record"
    refuses advise "$BATS_TEST_TMPDIR/record" -- "record:1: deal: 2 cards, not 52"
}

# bats test_tags=quick
@test "a record's position in its last deal has the solver's values" {
    record=$(sed -n '2,5p' tests/data/public_log.txt)
    plays=$(sed -n 's/^play //p' <<<"$record" | cut -d' ' -f1-41)
    position=$(sed '/^play/d' <<<"$record")$'\n'"play $plays"
    solved=$("$PASUR" solve - <<<"$position" | tail -n +2 | cut -d, -f2,3)
    run --separate-stderr "$PASUR" advise - --csv - <<<"$position"
    [ "$status" -eq 0 ]
    [ "$(figures "$output" | tail -n +2 | cut -d, -f1,2)" = "$solved" ]
    run --separate-stderr "$PASUR" advise --record tests/data/public_log.txt --ply 41
    [ "$status" -eq 0 ]
    [[ "$output" == *"All cards are known, so the values are exact: play "* ]]
    [[ "$stderr" == "pasur advise: note: the first of 6 records; --number K takes another" ]]
}

@test "every number of seats, and the teams" {
    for rules in pagat pagat,players=3 pagat,players=4 pagat,players=4,teams=0 ru-baaz; do
        run --separate-stderr "$PASUR" advise "${VIEW[@]}" --rules "$rules" --deal 2 --iters 2k
        [ "$status" -eq 0 ]
        [[ "$output" == *"captured cards are not named"* ]]
    done
}

@test "a pile may be known in part, and one card may be left out" {
    run --separate-stderr "$PASUR" advise --hand 4c7hJdKs --pool 2c3hTd --piles 9d/ --iters 2k
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "You play second of two (pagat), deal 1 of 6: "* ]]
    [[ "$output" == *$'\n1 captured card is not named (--piles): '* ]]
}

@test "watching prints lines without escape codes" {
    run --separate-stderr "$PASUR" advise "${VIEW[@]}" --iters 100k --watch
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -ge 2 ]
    [[ "${stderr_lines[0]}" == *" iterations: Jdx2c3h7dTd +"* ]]
    [[ "$output$stderr" != *$'\033'* ]]
}

@test "--quiet leaves stderr empty" {
    run --separate-stderr "$PASUR" advise tests/data/public_log.txt --ply 41 -q
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    run --separate-stderr "$PASUR" advise "${VIEW[@]}" --iters 100k --quiet
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ "$output" == *"Play Jdx2c3h7dTd"* ]]
}

@test "Ctrl-C shows what there is" {
    cd "$BATS_TEST_TMPDIR"
    interrupted "grep -q 'Play Jdx2c3h7dTd' out" advise "${VIEW[@]}" --time 100
    head -n 1 out | grep -qx 'PARTIAL: the first [0-9]* iterations'
}

@test "a view that cannot be is one line and status 2" {
    refuses advise --hand 4c4c --pool 2d -- "hand: the card 4c appears twice"
    refuses advise --hand 4c --pool 4c -- "pool: the card 4c is already somewhere else"
    refuses advise --hand AcAdAhAs --pool 2c --deal 1 --seat 0 -- "a hand of 4 with 1 cards"
    refuses advise --hand Ac --pool 2c --surs $'1\n1' -- "surs '1?1'"
    refuses advise --hand Ac -- "--pool is missing"
    refuses advise -- "--hand is missing"
}

@test "a first pool against the rules is one line and status 2" {
    refuses advise --hand 4c7hQdKs --pool 7dJdJc3h -- "pool: the first pool holds a jack, which pool_jacks does not allow (no deal is named"
    refuses advise --hand 4c7hQdKs --pool KcKdKh3h --deal 1 -- "pool: the first pool holds more kings or queens than pool_max_kq"
    "$PASUR" advise --hand 4c7hQdKs --pool 7dJdJc3h --rules pagat,pool_jacks=keep --iters 1k
    # later a jack may lie there: it was put down where there was nothing to take
    "$PASUR" advise --hand 4c7hQdKs --pool 7dJd9c3h --deal 2 --iters 1k
    refuses advise --hand 4c7hQdKs --pool 7dJdJc3h --deal 2 -- "pool: JcJd can lie there together only since the first pool, but the first pool holds a jack"
    "$PASUR" advise --hand 4c7hQd --pool JdQsKc --piles /9c2c --iters 1k
    "$PASUR" advise --hand 4c7hQdKs --pool JdQsKc2h --piles -/- --deal 2 --iters 1k
    sed -n 's/^deal JsTs4d3hAhAs4s3s9s/deal 9sTs4d3hAhAs4s3sJs/p' tests/data/public_log.txt >"$BATS_TEST_TMPDIR/jack.txt"
    refuses advise "$BATS_TEST_TMPDIR/jack.txt" -- "/jack.txt:1: deal: the first pool holds a jack, which pool_jacks does"
}

@test "captures, Surs and a last capture that cannot have been are one line and status 2" {
    refuses advise --hand 7h4s --pool 4c --scores 50/0 --surs 1/0 --deal 3 -- "surs: side 0 holds 1, but from a score of 50 (sur_limit) it scores none; side 0 is seat 0, which plays first"
    refuses advise --hand 7h4s --pool 4c --piles 3c8d --deal 3 -- "beginning with that of seat 0, which plays first"
    refuses advise --rules pagat,players=4 --hand 7h4s --pool 4c --scores 50/0 --surs 1/0 --deal 2 -- "side 0 has seats 0 and 2"
    refuses advise --rules pagat,players=4,teams=0 --hand 7h4cJdKs --pool 2c5d9h --piles 2d///3h --deal 1 -- "piles: side 3 has captured, but not yet played"
    refuses advise --hand 4c7hQdKs --pool 2d8h3h9s --last 0 -- "last: side 0 has captured, but not yet played (no deal is named"
    refuses advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTcKd8d3h/ --last 1 -- "last: side 1 has captured nothing"
    # the deal that can be is found
    run "$PASUR" advise --rules pagat,players=4,teams=0 --hand 7h4cJdKs --pool 2c5d9h --piles 2d///3h --iters 1k
    [[ "${lines[0]}" == "You play first of four (pagat,players=4,teams=0), deal 2 of 3: "* ]]
}

@test "wrong use is one line and status 2" {
    refuses advise --hand Ac tests/data/public_log.txt -- "--hand belongs to a view"
    refuses advise --hand 7h 4c --pool 3c -- "'4c' is not a file; put cards with blanks in quotes, such as --hand '7h 4c'"
    refuses advise --record a b -- "--record and 'b' both name a file"
    refuses advise tests/data/public_log.txt -- "public_log.txt:2: the round is over; --ply N"
    refuses advise tests/data/public_log.txt --number 6 --ply 3 -- "it holds 6 records, the last is --number 5"
    refuses advise "${VIEW[@]}" --ply 3 -- "--ply belongs to a record"
    refuses advise "${VIEW[@]}" --time 1 --iters 100 -- "--time and --iters exclude each other"
    refuses advise "${VIEW[@]}" --agent oracle -- "oracle sees all cards"
    refuses advise "${VIEW[@]}" --agent nobody -- nobody
    refuses advise absent.txt -- absent.txt
}

@test "an agent that does not search: the next play is the next in the table" {
    run "$PASUR" advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h --agent tactic --iters 2000
    [ "$status" -eq 0 ]
    second=$(awk '/^\* /{getline; print $1; exit}' <<<"$output")
    [[ "$output" == *"better than the next, $second "* ]]
}

@test "the lead of a search is that of fresh deals, the same on terminal, CSV and picture" {
    cd "$BATS_TEST_TMPDIR"
    run --separate-stderr "$PASUR" advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h --iters 20k --csv a.csv
    [[ "$output" == *" iterations in 16 trees by ismcts; values from 375 fresh deals, with each play made in all of them and played on by tactic."* ]]
    # behind is the difference of the values, and the picture's intervals are those of behind
    figures "$(cat a.csv)" | awk -F, 'NR == 1 { next } { v[$1] = $2; b[$1] = $7; if ($6) best = $2; if ($10 != 375) exit 1 }
        END { for (p in v) if ((best - v[p] - b[p]) ^ 2 > 1e-18) exit 1 }'
    lead=$(figures "$(cat a.csv)" | awk -F, '$1 == "Ac" { printf "%.2f (%.2f to %.2f)", $7, $8, $9 }')
    grep -q "^  Ac .* $lead " <<<"$output"
    "$PASUR" plot a.csv
    grep -q 'the 95 % intervals are those of the difference from the agent.s play, which has none' a.svg
    range=$(figures "$(cat a.csv)" | awk -F, '{ v[$1] = $2; low[$1] = $8; high[$1] = $9; if ($6) best = $2 }
        END { printf "%+.2f to %+.2f", v["Ac"] + (v["Qh"] - v["Ac"] - high["Ac"]), v["Ac"] + (v["Qh"] - v["Ac"] - low["Ac"]) }')
    grep -qF "($range)" a.svg
}

@test "more Surs than the captured cards allow are refused" {
    refuses advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h --surs 4/0 -- "side 0 holds 4, but has captured too few cards for more than 3"
    "$PASUR" advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h --surs 3/0 --iters 1k
}

@test "what a play is worth is counted at the end of the round, whoever might stop a match before" {
    cd "$BATS_TEST_TMPDIR"
    for shodam in 0 1; do
        "$PASUR" advise --hand AcKd7h --pool 4c3d9s --scores 50/50 --agent greedy --iters 500 --quiet --csv - \
            --rules pagat,sur_limit=0,target=55,per_shodam=$shodam | grep -v '^#' >$shodam
    done
    cmp 0 1
    [ "$(wc -l <0)" -eq 4 ]
}

@test "chances near 100 % have intervals, also where all deals came to the same" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" advise --hand 7h4cJdKs --pool 2c5d9h --scores 40/58 --goal match --iters 200 --csv a.csv -q >out
    # of 200 deals, what comes once in 54 stays away with 2.5 %
    figures "$(cat a.csv)" | awk -F, 'NR > 1 && (!($3 < 99.95 && $2 - $3 > 1.8) || $4 > 100 || $3 < 0) { exit 1 }'
    figures "$(cat a.csv)" | awk -F, 'NR > 1 && $6 == 0 && !($9 > $8) { exit 1 }'
}
