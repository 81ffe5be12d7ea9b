# SPDX-License-Identifier: GPL-3.0-or-later
# Agents that play for the match: goal=match, equity=FILE, advise --goal match.

load refuses
load csv

setup_file() {
    bats_require_minimum_version 1.5.0
    "$PASUR" equity greedy --rules pagat,target=31 --boards 1k --check 0 --seed 1 --csv "$BATS_FILE_TMPDIR/31.csv" >/dev/null
}

VIEW=(--hand 4c7hJdKs --pool 7dTd2c3h)

figures() { grep -v '^#' <<<"$1"; }

# bats test_tags=quick
@test "where single rounds are played, goal=match is refused in one line" {
    for agent in tactic:goal=match ismcts:goal=match oracle:goal=match; do
        refuses sim "$agent" greedy -- "agent $agent plays for the match, and single rounds are played here"
        refuses rate greedy "$agent" -- "agent $agent plays for the match"
    done
    refuses tactics --agent tactic:goal=match -- "plays for the match"
    refuses tune tactic:goal=match -- "plays for the match"
    refuses tune tactic --opponent tactic:goal=match -- "plays for the match"
    refuses sim tactic:goal=match greedy -- "expected goal=points, or --matches"
    refuses exploit tactic:goal=match -- "expected goal=points"
    [[ "$stderr" != *--matches* ]]
}

# bats test_tags=quick
@test "rules without a table, a wrong table and wrong company are refused" {
    refuses sim tactic:goal=match greedy --matches 9 --rules pagat,players=3 -- \
        "agent tactic: goal=match is for two sides, and these rules have 3"
    refuses sim tactic:goal=match greedy --matches 9 --rules pagat,target=31 -- \
        "no table of chances for pagat,target=31; 'pasur equity A --rules pagat,target=31 --csv FILE' makes one"
    refuses sim "tactic:goal=match,equity=$BATS_FILE_TMPDIR/31.csv" greedy --matches 9 -- \
        "31.csv:6: a table for the rules pagat,target=31; expected one for pagat"
    head -n 99 "$BATS_FILE_TMPDIR/31.csv" >"$BATS_TEST_TMPDIR/part.csv"
    refuses sim "tactic:goal=match,equity=$BATS_TEST_TMPDIR/part.csv" greedy --matches 9 --rules pagat,target=31 -- \
        "part.csv: the row "
    refuses sim tactic:equity=x greedy -- "equity= belongs to goal=match"
    refuses sim ismcts:goal=match,reward=win greedy --matches 9 -- "goal=match and reward= exclude each other"
    refuses sim ismcts:goal=match,variant=pimc greedy --matches 9 -- "variant=pimc exclude each other"
    refuses sim tactic:goal=goals greedy -- "expected one of: points, match"
}

@test "agents that play for the match play whole matches, the same on any threads" {
    for agent in tactic tactic:exact=1 ismcts:iters=30 oracle; do
        name="$agent$([[ $agent == *:* ]] && echo , || echo :)goal=match"
        one=$("$PASUR" sim "$name" greedy --matches 3 --from 50/45 --seed 4 --threads 1 --records - --quiet)
        two=$("$PASUR" sim "$name" greedy --matches 3 --from 50/45 --seed 4 --threads 2 --records - --quiet)
        [ "$(figures "$one")" = "$(figures "$two")" ]
        "$PASUR" replay --match - <<<"$one" >"$BATS_TEST_TMPDIR/checked"
        [ "$(grep -c ,1, "$BATS_TEST_TMPDIR/checked")" -ge 6 ]
    done
}

@test "a table of one's own is read, by file" {
    run --separate-stderr "$PASUR" sim "tactic:goal=match,equity=$BATS_FILE_TMPDIR/31.csv" tactic --matches 20 \
        --rules pagat,target=31 --seed 2
    [ "$status" -eq 0 ]
    [[ "$output" != *"void boards"* ]] # agents of the program cannot fail
}

@test "the play that ends the match at once is worth all of it" {
    # the jack takes Td and 2c: six points, and from 57 the match
    run --separate-stderr "$PASUR" advise "${VIEW[@]}" --scores 57/59 --goal match --iters 2k --csv -
    [ "$status" -eq 0 ]
    [ "$(figures "$output" | grep '^Jdx' | cut -d, -f2,3,4,6)" = 100,100,100,1 ]
    awk -F, '/^[4-9K]/ && $2 >= 95 { bad = 1 } END { exit bad }' <<<"$(figures "$output")"
    [[ "$output" == *"# unit: %"* ]]
    [[ "$output" == *"# equity: built in"* ]]
}

@test "advice for the match: chances with intervals, the command that repeats it, any agent" {
    for agent in ismcts tactic greedy; do
        run --separate-stderr "$PASUR" advise "${VIEW[@]}" --scores 48/40 --goal match --agent $agent --iters 500
        [ "$status" -eq 0 ]
        [[ "${lines[2]}" == *"win %"* ]]
        [[ "$output" == *"Win %: the chance of your side to win the match."* ]]
        again=$(sed -n 's/^Again: pasur //p' <<<"$output")
        [[ "$again" == *"--goal match"* ]]
        [ "$output" = "$("$PASUR" $again)" ]
        rows=$("$PASUR" $again --csv - | grep -v '^#' | tail -n +2)
        awk -F, '!(0 <= $3 && $3 <= $2 && $2 <= $4 && $4 <= 100) { bad = 1 } END { exit bad || NR < 4 }' <<<"$rows"
    done
    refuses advise "${VIEW[@]}" --goal match --scores 63/40 -- "--scores: a side had already won before the round"
    refuses advise "${VIEW[@]}" --goal points --equity "$BATS_FILE_TMPDIR/31.csv" -- "--equity belongs to chances to win the match; leave out --goal points"
    refuses advise "${VIEW[@]}" --goal match --equity "$BATS_FILE_TMPDIR/31.csv" -- "a table for the rules pagat,target=31"
    run --separate-stderr "$PASUR" advise "${VIEW[@]}" --rules pagat,target=31 --goal match \
        --equity "$BATS_FILE_TMPDIR/31.csv" --iters 1k
    [ "$status" -eq 0 ]
}

@test "advise for the match: what contradicts itself, and a match that is over, are refused" {
    cd "$BATS_TEST_TMPDIR"
    hand="--hand 7h4cJdKs --pool 2c5d9h --iters 1k"
    refuses advise $hand --goal match --agent ismcts:goal=points --scores 57/59 -- "says itself what it plays for"
    refuses advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h --goal match --scores 61/59 -- "side 0 has won the match"
    "$PASUR" advise $hand --goal match --scores 57/59 -q >out
    grep -q '^In the match you have 59, and the other side 57$' out
    "$PASUR" advise $hand --goal match --scores 57/59 --equity builtin -q | grep -v '^Again' >builtin
    diff <(grep -v '^Again' out) builtin
    printf '\037\213' >z.csv
    refuses advise $hand --goal match --equity z.csv -- "z.csv: is compressed"
}

# bats test_tags=quick
@test "a play that stops the match is worth exactly 100 %, whatever a point is worth there" {
    for seed in 1 2; do
        for piles in ThAd/ TdAd/; do
            "$PASUR" advise --hand 7h4cJdKs --pool 2c5d9h --piles $piles --scores 57/59 --goal match --iters 20k \
                --seed $seed --csv - -q | grep -q '^Jdx2c5d9h,100,100,100,'
        done
    done
}
