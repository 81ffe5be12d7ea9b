# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench/players.awk: what it reads off records is what the program says of the same rounds.

# figure WORDS: the number of that line
figure() { awk -v words="$1" 'index($0, words) == 1 { sub(/ *\+-.*/, ""); print $NF }' figures; }
# same A B: equal as printed, to three decimals
same() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && b != "" && a - b < 0.0006 && b - a < 0.0006) }'; }
# draws: the share of rounds that the first agent drew, in %
draws() { awk -F, '/^#/ { next } !at { for (i = 1; i <= NF; i++) if ($i == "draws") at = i; next } { print 100 * $at / $3; exit }' sim.csv; }

@test "figures of two, three and four are those of sim" {
    cd "$BATS_TEST_TMPDIR"
    for line in '2 2 2000 pagat' '3 3 2100 pagat,players=3' '4 4 2000 pagat,players=4,teams=0' '4 2 2000 pagat,players=4'; do
        read -r players sides boards rules <<<"$line"
        "$PASUR" sim $(yes greedy | head -"$players") --rules "$rules" --no-duplicate --boards "$boards" -q --records records \
            --csv sim.csv --rounds-csv rounds.csv >/dev/null
        awk -f "$BATS_TEST_DIRNAME/players.awk" records >figures
        [ "$(figure rounds)" -eq "$boards" ]
        [ "$(figure 'plays of a seat')" -eq $((48 / players)) ]
        # points of all seats; with partners both have their side's
        same "$(figure 'points a side')" "$(awk -F, '/^[0-9]/ { n++; sum += $6 } END { print sum / n }' rounds.csv)"
        same "$(awk -v a="$(figure 'Surs made a round')" -v b="$(figure '... of these')" 'BEGIN { print a - b }')" \
            "$(awk -F, -v sides="$sides" '/^[0-9]/ && $4 < sides { sum += $8; n += !$4 } END { print sum / n }' rounds.csv)"
        for seat in $(seq 0 $((sides - 1))); do
            [ $sides -lt $players ] && words="seats $seat+" || words="seat $seat "
            same "$(figure "$words")" "$(awk -F, -v seat=$seat '/^[0-9]/ && $4 == seat { sum += $7; n++ } END { print sum / n }' rounds.csv)"
        done
        # two sides share a draw, of more it may be three
        [ $sides -gt 2 ] || same "$(figure '% of the rounds are')" "$(draws)"
    done
}

@test "a record whose Surs are not those of its plays is noticed" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" sim greedy greedy --no-duplicate --boards 20 -q --records records >/dev/null
    sed 's/^surs [0-9]*/surs 7/' records >spoiled
    run awk -f "$BATS_TEST_DIRNAME/players.awk" spoiled
    [ "$status" -eq 1 ]
    [[ "$output" == "Surs: "* ]]
}
