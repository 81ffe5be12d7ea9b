# SPDX-License-Identifier: GPL-3.0-or-later
# pasur sim: same answer for any threads, files, stopping, interrupts, wrong use.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load csv
load known

setup() { cd "$BATS_TEST_TMPDIR"; }

# holds EXPRESSION: an arithmetic claim
holds() { awk "BEGIN { exit !($1) }"; }

@test "the three outputs are the same for 1, 2 and 5 threads" {
    for rules in pagat pagat,players=3 pagat,players=4 wikipedia,players=4,teams=0; do
        for threads in 1 2 5; do
            "$PASUR" sim greedy random --rules "$rules" --boards 700 --threads $threads --quiet \
                --csv csv$threads --rounds-csv rounds$threads --records records$threads >summary$threads
            untimed csv$threads >figures$threads
            grep -v '^#' rounds$threads >rows$threads
            [ "$(sed -n '/^agent/,/^seat effect/p' summary$threads)" = "$(sed -n '/^agent/,/^seat effect/p' summary1)" ]
        done
        for threads in 2 5; do
            cmp figures1 figures$threads
            cmp rows1 rows$threads
            cmp records1 records$threads
        done
    done
}

@test "records of every preset replay, and agree with the rows" {
    for rules in $(rule_sets); do
        "$PASUR" sim greedy random --rules "$rules" --boards 20 --quiet --records records --rounds-csv rounds.csv >summary
        "$PASUR" replay records >replay.csv
        [ "$(grep -c ',1,' replay.csv)" -eq "$(grep -c ^deal records)" ]
        # the points of each round, side by side, once from the rows and once from the plays
        sides=$(sed -n 's/^points //p' records | head -n 1 | wc -w)
        grep -v '^#' rounds.csv | awk -F, -v sides=$sides 'NR > 1 && $4 < sides { p[$2] = p[$2] ($4 ? " " : "") $6; n = $2 }
            END { for (i = 0; i <= n; i++) print p[i] }' >a
        awk -F, 'NR > 1 { print $3 }' replay.csv >b
        cmp a b
    done
}

# bats test_tags=quick
@test "a round's parts add up to its points under every preset and under house rules" {
    for rules in $(rule_sets) $("$REFEREE" rules 25 7); do
        "$PASUR" rules "$rules" | tail -n +2 >keys
        "$PASUR" sim greedy random --rules "$rules" --boards 10 --quiet --rounds-csv rounds.csv >summary
        awk 'FILENAME == "keys" { worth[$1] = $2; next } /^#/ { next }
            !rows++ { n = split($0, column, ","); next }
            { split($0, field, ","); for (i = 1; i <= n; i++) of[column[i]] = field[i]
              parts = of["clubs_points"] + of["surs"] * worth["sur_points"] + of["aces"] * worth["ace_points"]
              parts += of["jacks"] * worth["jack_points"] + of["two_c"] * worth["two_points"]
              parts += of["ten_d"] * worth["ten_points"] + of["tens"] * worth["tens_points"]
              if (parts != of["points"]) { print $0 ": " parts; bad = 1 } }
            END { exit bad || rows < 21 }' keys rounds.csv || { echo "$rules"; return 1; }
    done
}

# bats test_tags=quick
@test "the figures are the sums of the rows" {
    "$PASUR" sim greedy random --boards 500 --quiet --csv sim.csv --rounds-csv rounds.csv >summary
    grep -v '^#' rounds.csv | awk -F, 'NR > 1 && $5 == "greedy" { n++; points += $6; diff += $7; surs += $8; clubs += $9; two += $12; aces += $10
        jacks += $11; tens += $18; captures += $15; draws += $7 == 0; wins += $7 > 0 }
        END { printf "%.9f %.9f %.9f %.9f %.9f %d %d %.9f", points/n, diff/n, surs/n, clubs/n, captures/n, two, draws, (wins + draws/2)/n
              printf " %.9f %.9f %.9f\n", aces/n, jacks/n, tens/n }' >sums
    read -r points diff surs clubs captures two draws wins aces jacks tens <sums
    [ "$(field sim.csv 1 boards)" -eq 500 ]
    [ "$(field sim.csv 1 rounds)" -eq 1000 ]
    [ "$(field sim.csv 1 plays)" -eq 24000 ]
    [ "$(field sim.csv 1 two_c)" -eq "$two" ]
    [ "$(field sim.csv 1 draws)" -eq "$draws" ]
    for pair in points_mean:$points diff_mean:$diff surs_mean:$surs clubs_mean:$clubs captures_mean:$captures win_rate:$wins \
        aces_mean:$aces jacks_mean:$jacks tens_mean:$tens; do
        holds "($(field sim.csv 1 "${pair%:*}") - ${pair#*:})^2 < 1e-16"
    done
    # one board's standard deviation, from the boards themselves
    grep -v '^#' rounds.csv | awk -F, 'NR > 1 && $5 == "greedy" { b[$1] += $7 / 2 } END { for (i in b) { n++; s += b[i]; q += b[i]^2 } print sqrt((q - s * s / n) / (n - 1)) }' >sd
    holds "($(field sim.csv 1 diff_sd) - $(cat sd))^2 < 1e-8"
}

# bats test_tags=quick
@test "three and four sides: the shares of the wins are those of the rows, and add up to one" {
    for seats in 3 4; do
        rules=pagat,players=$seats
        [ $seats -eq 3 ] || rules=$rules,teams=0
        agents=$(echo greedy random counter tactic | cut -d' ' -f1-$seats)
        "$PASUR" sim $agents --rules $rules --boards 300 -q --csv sim.csv --rounds-csv rounds.csv >summary
        grep -v '^#' rounds.csv | awk -F, 'NR > 1 { if ($6 > most[$2]) most[$2] = $6; points[$2, $5] = $6; agent[$5]; round[$2] }
            END { for (r in round) {
                      n = 0
                      for (a in agent) n += points[r, a] == most[r]
                      for (a in agent) wins[a] += (points[r, a] == most[r]) / n
                      rounds++
                  }
                  for (a in agent) printf "%s %.12f\n", a, wins[a] / rounds }' | sort >rows
        grep -v '^#' sim.csv | awk -F, 'NR > 1 { printf "%s %.12f\n", $1, $10 }' | sort | cmp - rows
        "$PASUR" rate $agents --rules $rules --boards 150 -q --csv rate.csv --cross cross.csv >summary
        grep -v '^#' rate.csv | awk -F, 'NR > 1 { sum += $7 } END { exit !(sum > 1 - 1e-12 && sum < 1 + 1e-12) }'
        # of two agents each is ahead of the other, or they are level
        grep -v '^#' cross.csv | awk -F, 'NR > 1 { sum += $7 } END { n = '$seats'*('$seats'-1)/2; exit !(sum > n - 1e-12 && sum < n + 1e-12) }'
    done
}

# bats test_tags=quick
@test "greedy beats random, and two of a kind are even" {
    "$PASUR" sim greedy random --boards 5k --quiet --csv sim.csv >summary
    holds "$(field sim.csv 1 diff_ci_low) > 5 && $(field sim.csv 1 diff_ci_high) < 7"
    holds "$(field sim.csv 1 diff_mean) == -($(field sim.csv 2 diff_mean))"
    grep -q '^greedy scores .* points a round more than random' summary
    "$PASUR" sim random random --boards 5k --quiet >summary
    grep -qE '^No difference is shown: .* between [0-9.]+ less and [0-9.]+ more points a round than ' summary
}

@test "duplicate play cuts the variance, and without it a board is one round" {
    "$PASUR" sim random random --boards 4k --quiet >summary
    run ! grep -E '^(duplicate play|void boards): ' summary # as it should be
    "$PASUR" sim random random --boards 4k --explain >summary
    grep -qx 'void boards: 0' summary
    gain=$(sed -n 's/^duplicate play: \([0-9.]*\) times.*/\1/p' summary)
    holds "$gain > 1.2"
    "$PASUR" sim random random --boards 4k --quiet --no-duplicate --csv sim.csv >summary
    [ "$(field sim.csv 1 rounds)" -eq 4000 ]
    [ -z "$(sed -n '/^duplicate play/p;/^seat effect/p' summary)" ]
}

# bats test_tags=quick
@test "a board's cards do not depend on the agents, and those of pasur deal are the same" {
    "$PASUR" sim greedy greedy --boards 20 --quiet --records a >summary
    "$PASUR" sim random random --boards 20 --quiet --records b --no-duplicate >summary
    "$PASUR" deal --boards 20 >c
    grep ^deal b >deals
    grep ^deal a | uniq | cmp - deals
    grep ^deal c | cmp - deals
    "$PASUR" deal --boards 20 --seed 2 | grep ^deal >other
    run cmp other deals
    [ "$status" -eq 1 ]
}

@test "four agents play as the rules' teams say" {
    "$PASUR" sim random greedy random greedy --rules pagat,teams=0 --boards 2 --records alone --quiet >summary
    [ "$(grep -c "^rules pagat,players=4,teams=0$" alone)" -eq 8 ]
    "$PASUR" sim random greedy random greedy --rules wikipedia,teams=1 --boards 2 --records partners --quiet >summary
    [ "$(grep -c "^rules wikipedia,players=4,teams=1$" partners)" -eq 8 ]
    run --separate-stderr "$PASUR" sim random greedy --rules pagat,teams=1 --boards 2
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"teams=1 needs players=4, not players=2"* ]]
}

@test "orders around the table take turns, so that equal agents score alike wherever they are named" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" sim random greedy greedy --boards 6k --records turns --csv turns.csv -q >summary
    grep -q '^order: both orders around the table took turns' summary
    [ "$(grep ^agents turns | head -n 6 | sort | uniq -c | sort -n | tr -s ' \n' ' ')" = \
        " 2 agents greedy greedy random 2 agents greedy random greedy 2 agents random greedy greedy " ]
    # the intervals of the two greedy agents overlap
    grep ^greedy turns.csv | awk -F, 'NR == 1 { low = $7; high = $8 } NR == 2 { exit !($7 < high && low < $8) }'
    "$PASUR" sim random greedy greedy --boards 6k --order fixed --csv fixed.csv -q >summary
    grep -q '^order: fixed, so the seat that each agent plays behind is part of the differences (--order fixed)$' summary
    run ! awk -F, '/^greedy/ { if (n++) exit !($7 < high && low < $8); low = $7; high = $8 }' fixed.csv
    "$PASUR" sim greedy random --boards 4 -q >summary
    run ! grep '^order' summary
}

@test "without duplicate play it does not count either who is named first" {
    cd "$BATS_TEST_TMPDIR"
    # who plays first is worth two points, seven standard errors are one
    "$PASUR" sim greedy greedy --boards 8k --no-duplicate --csv turns.csv -q >summary
    holds "-1 < $(field turns.csv 1 diff_mean) && $(field turns.csv 1 diff_mean) < 1"
    "$PASUR" sim greedy greedy --boards 8k --no-duplicate --order fixed --csv fixed.csv -q >summary
    holds "$(field fixed.csv 1 diff_mean) > 1"
    "$PASUR" rate greedy greedy greedy --boards 3k --no-duplicate -q >summary
    grep -q '^0 of 3 pairs are decided' summary
    "$PASUR" rate greedy greedy greedy greedy --rules pagat,players=3 --boards 3k --no-duplicate -q >summary
    grep -q '^0 of 6 pairs are decided' summary
}

@test "with fixed order everybody plays behind the same player, else not" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" sim random greedy counter tactic --rules pagat,teams=0 --boards 12 --records turns -q >plan
    "$PASUR" sim random greedy counter tactic --rules pagat,teams=0 --boards 12 --records fixed --order fixed -q >plan
    orders() { grep ^agents "$1" | awk '{ for (i = 2; i < 6; i++) if ($i == "random") { print $((i - 1) % 4 + 2), $(i % 4 + 2), $((i + 1) % 4 + 2) } }' | sort | uniq -c; }
    [ "$(orders fixed | wc -l)" -eq 1 ]
    [ "$(orders turns | awk '$1 == 8' | wc -l)" -eq 6 ]
    "$PASUR" sim random greedy counter tactic --boards 12 --records teams -q >plan
    [ "$(orders teams | wc -l)" -eq 2 ]
}

@test "partners are named together" {
    run "$PASUR" sim tactic greedy counter random --boards 2000 -q
    [[ "$output" == *$'\n'"tactic and counter score "*" more than greedy and random: "*", and win "* ]]
    run "$PASUR" sim random greedy random tactic --boards 2000 -q
    [[ "$output" == *$'\n'"greedy and tactic score "*" more than random and random: "*", and win "* ]]
    run "$PASUR" sim tactic greedy counter random --boards 2000 -q --rules pagat,teams=0
    [[ "$output" == *" scores "*" more than the others' mean: "*", and wins "* ]]
}

# bats test_tags=quick
@test "--deal takes the cards of a file, in turn and again" {
    "$PASUR" deal --boards 3 --seed 9 | sed 's/$/\r/' >deals
    "$PASUR" sim random random --boards 7 --no-duplicate --deal deals --records records --quiet >summary
    tr -d '\r' <deals | grep ^deal >three
    cat three three <(head -n 1 three) | cmp - <(grep ^deal records)
    # the same boards as shuffling with that seed
    "$PASUR" sim greedy random --boards 3 --seed 9 --quiet --records shuffled >summary
    "$PASUR" sim greedy random --boards 3 --deal deals --seed 9 --quiet --records dealt >summary
    cmp <(grep -v ^seed shuffled) <(grep -v ^seed dealt)
    # other rules are noted
    run --separate-stderr "$PASUR" sim random random --rules wikipedia --boards 3 --deal deals
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"note: deals:1: dealt by other rules (pagat)"* ]]
    run --separate-stderr "$PASUR" sim random random random --boards 3 --deal deals
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"deals:1: a record for 2 players, but 3 play"* ]]
    # a first pool that the rules would have put right
    "$PASUR" deal --rules pagat,pool_jacks=keep --boards 40 >jacks
    run --separate-stderr "$PASUR" sim random random --boards 3 --deal jacks
    [ "$status" -eq 2 ]
    [[ "$stderr" == *": the first pool holds a jack, which pool_jacks does not allow; --rules can" ]]
    "$PASUR" sim random random --rules pagat,pool_jacks=keep --boards 40 --deal jacks --records kept --quiet >summary
    [ -n "$("$PASUR" replay kept)" ]
}

@test "--stop ci=X stops at the same board for any threads, with an interval that narrow" {
    for threads in 1 3; do
        "$PASUR" sim greedy random --boards 1M --stop ci=0.2 --threads $threads --quiet --csv csv$threads >summary
        untimed csv$threads >figures$threads
    done
    cmp figures1 figures3
    holds "$(field csv1 1 boards) < 100000 && $(field csv1 1 boards) > 1000"
    holds "$(field csv1 1 diff_ci_high) - $(field csv1 1 diff_ci_low) <= 0.4"
    grep -q '^# interval: anytime' csv1
    grep -q '^Stopped after' summary
}

# bats test_tags=quick
@test "--csv - prints CSV and nothing else" {
    run --separate-stderr "$PASUR" sim greedy random --boards 200 --csv - --quiet
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    begins - "agent,boards,rounds,points_mean,points_se,diff_mean,diff_ci_low,diff_ci_high,diff_sd,win_rate,win_ci_low,win_ci_high,draws,clubs_mean,clubs_won,surs_mean,aces_mean,jacks_mean,two_c,ten_d,captures_mean,plays,ns_per_play" <<<"$output"
    [ "$(grep -vc '^#' <<<"$output")" -eq 3 ]
    for key in version commit build command seed rules start wall_seconds; do grep -q "^# $key: " <<<"$output"; done
}

@test "the command that repeats a run repeats it" {
    "$PASUR" sim greedy random --rules pagat,players=3 >summary
    again=$(sed -n 's/^Again: pasur //p' summary)
    [ "$again" = "sim greedy random --rules pagat,players=3 --boards 100000 --seed 1" ]
}

@test "the table shows points with the interval that the CSV's error gives, in short lines" {
    "$PASUR" sim greedy tactic:deny_sur=0 --boards 20k --quiet --csv sim.csv >summary
    for row in 1 2; do
        agent=$(field sim.csv $row agent)
        awk -v agent="$agent" -v mean="$(field sim.csv $row points_mean)" -v se="$(field sim.csv $row points_se)" '
            $1 == agent && !seen++ {
                gsub(/[()]/, "")
                for (i = 0; i < 3; i++) off[i] = $(2 + i + (i == 2)) - mean - (i == 1 ? -1.96 : i == 2 ? 1.96 : 0) * se
                for (i = 0; i < 3; i++) if (off[i] > 0.006 || off[i] < -0.006) exit bad = 1
            }
            END { exit bad || !seen }' summary
    done
    [ "$(sed -n '/^agent/,/^seat effect/p' summary | awk 'length > 110' | wc -l)" -eq 0 ]
    grep -q '^agent  *points (95 %)  *over the other (95 %)  *wins, % (95 %)$' summary
}

@test "what one board cannot tell is left empty" {
    "$PASUR" sim random random --boards 1 --quiet --csv sim.csv >summary
    [ -z "$(field sim.csv 1 diff_ci_low)" ]
    [ -z "$(field sim.csv 1 diff_sd)" ]
    [ -n "$(field sim.csv 1 diff_mean)" ]
    grep -q '^Too few boards' summary
}

# bats test_tags=quick
@test "--dry-run says what would be done and makes no file" {
    run --separate-stderr "$PASUR" sim greedy random --rules pagat,players=3 --boards 10 --csv x --records y --dry-run
    [ "$status" -eq 0 ]
    [[ "$output" == *"seats in turn: greedy random random"* ]]
    [[ "$output" == *"10 boards in 3 seatings: 30 rounds"* ]]
    [ ! -e x ] && [ ! -e y ]
}

# bats test_tags=quick
@test "Ctrl-C keeps what is finished: PARTIAL, status 130, whole boards" {
    for signal in INT TERM; do
        "$PASUR" sim greedy random --boards 1G --csv sim.csv --rounds-csv rounds.csv --records records >summary 2>err &
        pid=$!
        awaits $pid '[ -s records.unfinished ]'
        stopped $pid $signal
        grep -q ^PARTIAL summary
        grep -q '^# PARTIAL: ' sim.csv
        boards=$(field sim.csv 1 boards)
        [ "$boards" -gt 0 ]
        [ "$(grep -vc '^#' rounds.csv)" -eq $((4 * boards + 1)) ]
        [ "$(grep -c ^deal records)" -eq $((2 * boards)) ]
        # what was kept is what a run of that many boards gives
        "$PASUR" sim greedy random --boards "$boards" --quiet --rounds-csv same.csv >summary
        cmp <(grep -v '^#' rounds.csv) <(grep -v '^#' same.csv)
        rm records
    done
}

@test "a file that cannot be written is status 5, with its name" {
    [ -w /dev/full ] || skip "no /dev/full"
    for option in --csv --rounds-csv --records; do
        run --separate-stderr "$PASUR" sim random random --boards 3000 --quiet $option /dev/full
        [ "$status" -eq 5 ]
        [[ "$stderr" == "pasur sim: /dev/full: No space left on device" ]]
        run --separate-stderr "$PASUR" sim random random --boards 10 --quiet $option no/such/folder
        [ "$status" -eq 5 ]
        [[ "$stderr" == *"no/such/folder: No such file or directory" ]]
    done
    run bash -c '"$PASUR" sim random random --boards 10 --quiet >/dev/full'
    [ "$status" -eq 5 ]
}

@test "wrong use is one line that says what would be right" {
    echo keep >kept
    refuses sim -- "expected: pasur sim [options] A B [C D]"
    refuses sim random -- "too few arguments"
    refuses sim a b c d e -- "unexpected argument 'e'"
    refuses sim random nobody -- "unknown agent 'nobody'"
    refuses sim random random:x=1 -- "unknown parameter 'x'"
    refuses sim random ismcts:playout=tactic -- "ismcts: playout=tactic: expected one of: random, greedy, guarded"
    refuses sim random random random --rules pagat,players=2 -- "3 agents for 2 seats: name 2"
    refuses sim random random random --rules pagat,players=4 -- "name 4, or 2 to sit A B A B"
    refuses sim random random random random --rules ru-baaz -- "name 3, or 2 to sit A B B"
    refuses sim random random --rules pagat,surs=1 -- "unknown key 'surs'"
    refuses sim random random --rules nowhere -- "unknown preset 'nowhere'"
    refuses sim random random --boards 0 -- "--boards: 0 is out of range; expected 1 to"
    refuses sim random random --boards many -- "'many' is not a whole number"
    refuses sim random random --seed -1 -- "--seed"
    refuses sim random random --threads 0 -- "--threads: 0 is out of range; expected 1 to 1024"
    refuses sim random random --max-void -1 -- "--max-void"
    for stop in ci ci= ci=0 ci=-1 ci=x; do
        refuses sim random random --csv kept --stop "$stop" -- "--stop: '$stop'"
    done
    refuses sim random random --deal nowhere --csv kept -- "nowhere: No such file or directory"
    refuses sim random random --deal kept --csv other -- "kept:1: "
    : >empty
    refuses sim random random --deal empty --csv kept -- "empty: it holds no record"
    refuses sim random random --csv kept --records kept -- "--csv and --records both name 'kept'"
    refuses sim random random --csv - --records - -- "--csv and --records both name '-'"
    refuses sim random random --csv -- "--csv needs a value"
    refuses sim random random --kept kept -- "unknown option '--kept'"
    [ "$(cat kept)" = keep ]
    [ ! -e other ]
}

@test "the figures are drawn, and a picture of another kind is refused" {
    cd "$BATS_TEST_TMPDIR"
    run "$PASUR" sim greedy random --boards 100 -q --plot result.svg
    [ "$status" -eq 0 ]
    grep -q '<svg' result.svg
    [ ! -e result.svg.csv ]
    run "$PASUR" sim greedy random --boards 100 -q --plot result.gif
    [ "$status" -eq 2 ]
    run "$PASUR" sim greedy random --boards 100 -q --csv a.svg --plot a.svg
    [ "$status" -eq 2 ]
    [ ! -e a.svg ]
}

@test "a picture is drawn from a file of its own: one with a like name stays" {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    echo mine >keep.svg.csv
    run "$PASUR" sim greedy random --boards 100 -q --plot keep.svg
    [ "$status" -eq 0 ]
    run ls
    [ "$output" = "keep.svg
keep.svg.csv" ]
    [ "$(cat keep.svg.csv)" = mine ]
    run --separate-stderr "$PASUR" sim greedy random --boards 1G -q --plot none/keep.svg
    [ "$status" -eq 5 ]
    [[ "$stderr" == *"none/keep.svg: No such file"* ]]
}

@test "one board in one seating is one round" {
    run "$PASUR" sim greedy random --boards 1 --no-duplicate
    [[ "${lines[0]}" == "1 board in 1 seating, 1 round, rules pagat, "* ]]
}

@test "keys of matches are said to have no effect" {
    for command in "sim greedy random --boards 9" "tactics --boards 9" "rate greedy random --boards 9" "tune tactic"; do
        run --separate-stderr "$PASUR" $command --dry-run --rules pagat,shuffle=riffle:3,sur_points=6,target=51
        [ "$status" -eq 0 ]
        [ "$stderr" = "pasur ${command%% *}: note: rules: without effect here: target, shuffle; every round begins at 0 points and is played to its end" ]
        run --separate-stderr "$PASUR" $command --dry-run -q --rules pagat,target=51
        [ -z "$stderr" ]
        # what a preset says of them is not the user's doing
        run --separate-stderr "$PASUR" $command --dry-run --rules wikipedia,sur_points=6
        [ -z "$stderr" ]
    done
    # and they have none
    figures() { "$PASUR" sim tactic counter greedy --boards 500 -q --csv - --rules "$1" | untimed -; }
    plain=$(figures pagat)
    for keys in sur_limit=1 sur_limit=0 target=1 per_shodam=0 shuffle=riffle:1; do
        [ "$(figures pagat,$keys)" = "$plain" ]
    done
    [ "$(figures pagat,sur_points=6)" != "$plain" ]
}

@test "an interval that is out of reach is of use where the run is stopped by hand" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" sim greedy random --stop ci=1e-300 --threads 1 -q --csv figures.csv >/dev/null &
    sleep 1
    kill -INT $!
    wait $! || [ $? -eq 130 ]
    # greedy is some 5.5 points ahead, and thousands of boards show that
    grep -v '^#' figures.csv | awk -F, 'NR == 2 { exit !($7 > 3 && $8 < 9) }'
}

@test "--stop ci= goes on until the interval is that narrow, or says that it is not" {
    run "$PASUR" sim greedy random --stop ci=0.2 -q
    [ "$status" -eq 0 ]
    [[ "$output" == *"Stopped after "*"narrow enough"*"Again: pasur sim greedy random --stop ci=0.2 -q --seed 1" ]]
    run "$PASUR" sim greedy random --stop ci=0.2 --boards 500 -q
    [ "$status" -eq 3 ]
    [[ "$output" == *"not as narrow as +-0.2 after 500 boards: it is +-0."* ]]
    run "$PASUR" sim greedy random --stop ci=0.2 --dry-run
    [[ "$output" == *"until the interval is +-0.2"* ]]
    # as many boards as can be named are a number all the same
    run "$PASUR" sim greedy random --boards 1000000G --dry-run
    [[ "$output" == *$'\n1000000000000000 boards in 2 seatings: 2000000000000000 rounds'* ]]
}

@test "what cannot be taken at face value is said" {
    run "$PASUR" sim greedy random --boards 100 --no-duplicate -q
    [[ "$output" == *"the agents took turns at playing first"* ]]
    run "$PASUR" sim greedy random --boards 100 --no-duplicate --order fixed -q
    [[ "$output" == *"the same agent always plays first"* ]]
    run "$PASUR" sim greedy random --boards 100 --rules pagat,players=3 -q
    [[ "$output" == *"seats: greedy sits alone against two of random"* ]]
    run "$PASUR" sim ismcts:time=0.0001 random --boards 2 -q
    [[ "$output" == *"another run gives other figures"* ]]
    run "$PASUR" sim ismcts:iters=5 random --boards 2 -q
    [[ "$output" != *"another run"* ]]
    run "$PASUR" sim oracle:ties=first oracle --boards 1 -q
    [ "$(grep -c '^oracle cheats: it sees all cards; an upper bound, not a player$' <<<"$output")" -eq 1 ]
    run "$PASUR" rate oracle greedy random --boards 2 -q
    [ "$(grep -c '^oracle cheats: it sees all cards; an upper bound, not a player$' <<<"$output")" -eq 1 ]
    run "$PASUR" tactics --opponent oracle,greedy --tactics deny_sur --boards 5
    [ "$(grep -c '^oracle cheats: it sees all cards; an upper bound, not a player$' <<<"$output")" -eq 1 ]
    run "$PASUR" rate greedy random --boards 2 -q
    [[ "$output" != *"sees all cards"* ]]
}

@test "what is equal shows no sign, and no verdict beside another" {
    "$PASUR" sim greedy greedy --boards 50 --threads 1 -q >summary
    run ! grep -E '[-+]0\.?0*( |\)|$)' summary
    grep -qE '^No difference is shown: with 95 % confidence greedy, named (first|second), scores between .* than greedy, named (first|second)\.$' summary
    "$PASUR" sim greedy greedy --matches 20 --threads 1 -q >summary
    grep -qE 'greedy, named (first|second), wins between' summary
    "$PASUR" sim greedy random --boards 50 -q >summary
    run ! grep -q ', named' summary
    run "$PASUR" sim greedy greedy --boards 1 -q
    [[ "$output" != *-0.00* ]]
}

@test "a dry run says about how long a run takes, and does not wait for a slow board" {
    "$PASUR" sim greedy random --boards 100M --threads 1 --dry-run | tail -n 1 >plan
    grep -qE '^about .* with 1 thread, judging by the first moments$|^how long that takes is not known' plan
    "$PASUR" sim greedy random --stop ci=0.001 --threads 1 --dry-run | tail -n 1 >plan
    grep -qE ' boards a second with 1 thread, until its rule ends it$|^how long that takes is not known' plan
    "$PASUR" sim ismcts:iters=100M greedy --boards 9 --dry-run | tail -n 1 >plan
    grep -q '^how long that takes is not known' plan
    [ "$("$PASUR" sim greedy random --boards 9 --dry-run -q | grep -c moments)" -eq 0 ]
}

# bats test_tags=quick
@test "where an agent searches a run that nobody sized is small" {
    "$PASUR" sim ismcts greedy --dry-run --quiet | grep -q '^100 boards'
    "$PASUR" sim tactic greedy --dry-run --quiet | grep -q '^100000 boards'
    "$PASUR" sim ismcts greedy --boards 300 --dry-run --quiet | grep -q '^300 boards'
    "$PASUR" rate ismcts greedy random --dry-run --quiet | grep -q 'the same 30 boards'
    "$PASUR" rate tactic greedy random --dry-run --quiet | grep -q 'the same 1000 boards'
}
