# SPDX-License-Identifier: GPL-3.0-or-later
# pasur tactics: what it prints and writes, and what it refuses.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load csv
load known

@test "a width that no run reaches is status 3, and no error" {
    run "$PASUR" tactics --tactics deny_sur --stop ci=1e-300 --boards 50 -q --csv -
    [ "$status" -eq 3 ]
    [[ "$output" != *inf* && "$output" != *nan* ]]
    run "$PASUR" sim greedy random --stop ci=1e-300 --boards 200
    [ "$status" -eq 3 ]
    [[ "$output" == *"The interval is not as narrow as +-1e-300 after 200 boards: it is +-"* ]]
    [[ "$output" != *inf* && "$output" != *nan* ]]
}

# bats test_tags=quick
@test "every tactic alone and without, sorted, with a sentence" {
    cd "$BATS_TEST_TMPDIR"
    run --separate-stderr "$PASUR" tactics --boards 400 --csv a.csv -q
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ "$output" == *"deny_sur "*"alone"* ]]
    # with two players there is no third whose Surs could be cancelled
    [[ "$output" == *$'\nLeft out, since it cannot come up under these rules: feed_cancel split_faces\n'* ]]
    grep -q '^# left_out: feed_cancel split_faces$' a.csv
    [[ "$output" == *"For a beginner who takes the most points at once and follows no advice, the largest measured value against tactic is that of "*": +"*" (95 % for all rows: +"*") points a round; that it is above "*" is not shown."* ]]
    [[ "$output" == *"Again: pasur tactics --boards 400 --csv a.csv -q --seed 1"* ]]
    begins a.csv tactic,measure,opponent,boards,value,ci_low,ci_high,p,p_adjusted,active_share
    [ -n "$(tactics)" ]
    for tactic in $(tactics | grep -v 'feed_cancel\|split_faces' | grep -vxF "$(weightless)"); do printf '%s\n' $tactic,alone $tactic,without; done | sort >all
    rows a.csv | tail -n +2 | cut -d, -f1,2 | sort | cmp - all
}

@test "bars are blocks in a UTF-8 locale and plain characters elsewhere" {
    LC_ALL=C.UTF-8 "$PASUR" tactics --tactics deny_sur --boards 200 -q | grep -q '█'
    run bash -c "LC_ALL=C '$PASUR' tactics --tactics deny_sur --boards 200 -q | LC_ALL=C grep '[^ -~]'"
    [ "$status" -eq 1 ]
    LC_ALL=C "$PASUR" tactics --tactics deny_sur --boards 200 -q | grep -q '####'
}

@test "what cannot come up is in no row, and not in the family of the intervals" {
    cd "$BATS_TEST_TMPDIR"
    for question in "--tactics @deny_sur" "--pairs --tactics deny_sur,@jack_face" "--sweep @deny_sur=0:1:1" \
        "--by deal --tactics @deny_sur"; do
        case $question in --sweep*) name=feed_cancel=0:2:1, ;; *) name=feed_cancel, ;; esac
        "$PASUR" tactics ${question/@/} --boards 300 -q --csv right.csv >/dev/null
        "$PASUR" tactics ${question/@/$name} --boards 300 -q --csv more.csv >table
        cmp <(rows right.csv) <(rows more.csv)
        grep -q '^Left out, since it cannot come up under these rules: feed_cancel$' table
    done
    "$PASUR" tactics --rules pagat,players=3 --boards 20 -q >table
    grep -q '^Left out, since it cannot come up under these rules: split_faces$' table
    grep -q '^feed_cancel ' table
    "$PASUR" tactics --rules pagat,sur_points=0,clubs_points=0 --boards 20 -q >table
    grep -q '^Left out, .*: seek_clubs hold_clubs deny_sur raise_11 feed_cancel split_faces leave_11$' table
}

# bats test_tags=quick
@test "the base: what it costs to forget it" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" tactics --tactics base_points,base_clubs,base_sur --boards 100 -q --csv a.csv >table
    [ "$(rows a.csv | tail -n +2 | cut -d, -f1,2 | tr '\n' ' ')" = "base_points,without base_clubs,without base_sur,without " ]
    # what the full set gains from the same opponent, less what it gains without
    for agent in tactic tactic:base_points=0; do
        "$PASUR" sim $agent tactic --boards 100 -q --csv sim.csv >/dev/null
        field sim.csv 1 diff_mean
    done | paste -sd ' ' | awk -v value="$(field a.csv 1 value)" '{ exit !(value > 0 && ($1 - $2 - value) ^ 2 < 1e-18) }'
    "$PASUR" tactics --sweep base_clubs=0:1:0.5 --boards 100 -q --csv sweep.csv >/dev/null
    [ "$(rows sweep.csv | wc -l)" -eq 4 ]
    "$PASUR" tactics --tactics base_sur --by deal --boards 100 -q >/dev/null
}

# bats test_tags=quick
@test "standard error, pairing and verdict stand in the CSV too" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" tactics --tactics deny_sur,count_cards --boards 400 -q --csv a.csv >table
    begins a.csv tactic,measure,opponent,boards,value,ci_low,ci_high,p,p_adjusted,active_share,pairing,se,verdict
    # p is that of value / se
    rows a.csv | awk -F, '$2 == "alone" && $1 == "deny_sur" { exit !($12 > 0 && $5 / $12 > 4 && $8 < 0.0001) }'
    rows a.csv | tail -n +2 | cut -d, -f1-13 | while IFS=, read -r tactic measure _ _ _ _ _ _ _ _ pairing se verdict; do
        grep -q "^$tactic  *[-0-9.]*  $measure .* $(printf %.1f "$pairing") .*  $verdict$" table
    done
    "$PASUR" tactics --tactics jack_face --by deal --boards 100 -q --csv deal.csv >/dev/null
    [[ "$(columns deal.csv)" == *,per_change,se,verdict* ]]
}

# bats test_tags=quick
@test "a weight of 0 says what to type" {
    cd "$BATS_TEST_TMPDIR"
    hint="Weight 0, so there is nothing to measure: jack_face raise_11; try --added jack_face=1, or --sweep jack_face=0:2:0.5"
    for question in "" --pairs "--by deal"; do
        "$PASUR" tactics --agent tactic:only=deny_sur+starve --tactics raise_11,deny_sur,jack_face,starve $question --boards 50 -q >table
        grep -qxF "$hint" table
        ! grep -q '^\(raise_11\|jack_face\) ' table || false # what was not measured is no row
    done
    refuses tactics --tactics offer_declined -- "the weight of offer_declined is 0, so there is nothing to measure; give --added offer_declined=1, or --sweep offer_declined=0:2:0.5"
    "$PASUR" tactics --agent tactic:jack_face=1 --sweep jack_face=0:2:1 --boards 50 -q >table
    ! grep -q '^Weight 0' table || false
    "$PASUR" tactics --boards 50 -q >table
    first=$(weightless | head -n 1)
    hint="Weight 0, so there is nothing to measure: $(weightless | grep -vx split_faces | paste -sd ' ')"
    grep -qxF "$hint; try --added $first=1, or --sweep $first=0:2:0.5" table
}

# bats test_tags=quick
@test "a sweep, pairs and strata have headers of their own" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" tactics --sweep deny_sur=0:2:0.5 --boards 100 -q --csv sweep.csv >said
    grep -q '^\(Of\|All\) 4 weights' said # the weight 0 is the same by definition
    begins sweep.csv tactic,weight,opponent,boards,value,ci_low,ci_high,p,p_adjusted,active_share
    grep -q '^deny_sur,0,tactic,100,0,0,0,,,0,,0,the same by definition\(,.*\)\?$' sweep.csv
    [ "$(grep -c '^deny_sur,' sweep.csv)" -eq 5 ]
    "$PASUR" tactics --pairs --tactics deny_sur,raise_11,jack_face --boards 100 -q --csv pairs.csv >/dev/null
    begins pairs.csv tactic_a,tactic_b,opponent,boards,value,ci_low,ci_high,p,p_adjusted,active_share
    [ "$(grep -vc '^#' pairs.csv)" -eq 4 ]
    "$PASUR" tactics --by deal --tactics deny_sur --boards 200 -q --csv deal.csv >/dev/null
    begins deal.csv tactic,by,stratum,opponent,boards,value,ci_low,ci_high,p,p_adjusted,active_share,per_change
    [ "$(grep -c '^deny_sur,deal,' deal.csv)" -eq 6 ]
    # the strata add up to the whole
    whole=$("$PASUR" tactics --tactics deny_sur --boards 200 -q --csv - | awk -F, '$2 == "without" { print $5 }')
    grep '^deny_sur' deal.csv | awk -F, -v whole="$whole" '{ sum += $6 } END { exit !((sum - whole) ^ 2 < 1e-18) }'
}

@test "the legend and the verdicts are those of the table" {
    cd "$BATS_TEST_TMPDIR"
    explained() { "$PASUR" tactics "$@" --explain -q; }
    explained --tactics deny_sur --boards 300 >plain
    grep -q '^value: points a round that the tactic brings (alone), or that are lost without it\.$' plain
    grep -q '^p: adjusted for all rows together (Holm)\.$' plain
    grep -qx '  deny_sur       leave no pool that the next player can clear' plain
    grep -q '^  pairing  *how many times more rounds' plain
    ! grep -q 'took no more boards' plain || false
    explained --sweep deny_sur=0:2:1 --boards 300 >sweep
    grep -q '^value: points a round more than with the weight 0\.' sweep
    grep -qx 'What the tactic says:' sweep
    explained --sweep deny_sur=0:0:1 --boards 300 >nothing
    ! grep -q '^p: ' nothing || false
    explained --pairs --tactics high_trail,hold_clubs,count_cards --boards 20k >pairs
    grep -q '^value: points a round that two tactics are worth together beyond the sum of each alone\.' pairs
    grep -q '^hold_clubs  *count_cards .*  less together$' pairs
    [ "$(sed '1,/^What the tactics say:/d' pairs | head -n 3)" = "  high_trail     nothing to capture: trail high
  hold_clubs     do not trail a club that you may match later
  count_cards    leave what is safe, given every card seen" ]
    grep -q '^Of 3 pairs of tactics, 0 are shown to be worth more together and 3 worth less, with 95 % confidence for all of them together\.$' pairs
    "$PASUR" tactics --pairs --agent tactic:many_cards=0.03 --tactics deny_sur,many_cards --boards 3000 -q >more
    grep -q '^deny_sur  *many_cards .*  more together$' more
    explained --by deal --tactics deny_sur --boards 300 >deal
    grep -q '^value: points a round of the whole value, ' deal
    grep -q '^  a change  *mean change of a round in which the versions chose differently$' deal
    grep -q '^too rare, too few: it changed fewer than 40 boards\.$' deal
    ! grep -q '^  pairing ' deal || false
    "$PASUR" tactics --tactics deny_sur --stop ci=0.2 -q >stopped
    grep -q '^Rows stopped when they were precise enough, after [0-9]* to [0-9]* boards (the CSV has them)\.$' stopped
}

# bats test_tags=quick
@test "a verdict does not contradict the p beside it" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" tactics --boards 1000 --seed 3 -q >table
    grep -q '^raise_11  *0\.1  alone .* 0\.03[0-9]*  helps, by p alone$' table
    run ! grep -E ' (<0\.0001|0\.0[0-4][0-9]*)  not shown$' table
    run ! grep -E ' (0\.0[5-9]|0\.[1-9]|1\.)[0-9]*  (its opposite )?(helps|hurts)(, by p alone)?$' table
    "$PASUR" tactics --boards 1000 --seed 3 -q --explain | grep -q '^by p alone: '
}

@test "a weight below 0 is said" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" tactics --agent tactic:deny_sur=-1,raise_11=-1 --tactics deny_sur,jack_face --boards 100 -q --csv a.csv >table
    grep -q '^With a weight below 0 the agent does the opposite of the advice, and the row is what that is worth: deny_sur$' table
    grep -q '^# reversed: deny_sur$' a.csv
    grep -q '^deny_sur  *-1  alone ' table
    rows a.csv | tail -n +2 | sed 's/.*,//' | sort -u | cmp - <(printf '%s\n' -1 1.7)
    "$PASUR" tactics --tactics many_cards --boards 2k --agent tactic:many_cards=-2 --opponent random -q >table
    grep -q '^many_cards  *-2  .*  its opposite \(helps\|hurts\)$' table
    grep -q 'the opposite of many_cards' table
    "$PASUR" tactics --tactics deny_sur,jack_face --boards 100 -q --csv b.csv >table
    ! grep -q 'weight below 0' table || false
    ! grep -q '^# reversed' b.csv || false
    if command -v gnuplot >/dev/null; then
        "$PASUR" plot a.csv -o a.svg
        grep -qF '<text>deny_sur, reversed</text>' a.svg
        grep -qF '<text>jack_face</text>' a.svg
    fi
}

@test "any number of threads gives the same file" {
    cd "$BATS_TEST_TMPDIR"
    for threads in 1 5; do
        "$PASUR" tactics --tactics deny_sur,feed_cancel --rules pagat,players=3 --opponent greedy,tactic --stop ci=0.5 \
            --threads $threads -q --csv - | sed '/^# \(command\|start\|wall\)/d' >$threads.csv
    done
    [ "$(grep -vc '^#' 1.csv)" -gt 1 ]
    cmp 1.csv 5.csv
}

@test "--stop ci=X is as narrow as asked" {
    run "$PASUR" tactics --tactics deny_sur --stop ci=0.01 --boards 500 -q
    [ "$status" -eq 3 ]
    [[ "$output" == *"2 of 2 rows did not become as precise as +-0.01."* ]]
    "$PASUR" tactics --tactics deny_sur,raise_11 --stop ci=0.2 -q --csv - |
        awk -F, '/^(deny_sur|raise_11)/ { rows++; if ($7 - $6 > 0.4) exit 1 } END { if (rows != 4) exit 1 }'
}

# bats test_tags=quick
@test "a dry run and a picture" {
    cd "$BATS_TEST_TMPDIR"
    run "$PASUR" tactics --dry-run --csv never.csv
    [ "$status" -eq 0 ]
    count=$(tactics | grep -v 'feed_cancel\|split_faces' | grep -vcxF "$(weightless)")
    # a tactic whose weight is 0 brings no versions of its own
    [[ "$output" =~ "$((2 * count)) rows, "([0-9]+)" versions of tactic; rules pagat, seed 1; 20000 boards in 2 seatings" ]]
    ((BASH_REMATCH[1] > 2 && BASH_REMATCH[1] <= 2 * count + 2))
    [ ! -e never.csv ]
    if command -v gnuplot >/dev/null; then
        "$PASUR" tactics --tactics deny_sur --boards 100 -q --plot a.svg >/dev/null
        grep -q '<svg' a.svg
        [ ! -e a.svg.csv ]
    fi
}

@test "Ctrl-C keeps what was finished" {
    cd "$BATS_TEST_TMPDIR"
    interrupted "grep -q '^deny_sur,.*,[1-9][0-9]*,' a.csv" tactics --tactics deny_sur --boards 1G -q --csv a.csv
    grep -q '^PARTIAL' out
    grep -q '^# PARTIAL' a.csv
    [ "$(grep -c '^deny_sur,' a.csv)" -eq 2 ]
}

@test "wrong requests are refused" {
    refuses tactics --tactics leave_12 -- "did you mean 'leave_11'"
    refuses tactics --tactics base_sur,deny_sur --pairs -- "--pairs: 'base_sur' belongs to the base"
    refuses tactics --tactics feed_cancel -- "under these rules feed_cancel cannot come up"
    refuses tactics --sweep feed_cancel=0:1:1 -- "under these rules feed_cancel cannot come up"
    refuses tactics --tactics feed_cancel,deny_sur --pairs -- "two tactics or more that can come up"
    refuses tactics --opponent nobody -- "unknown agent 'nobody'"
    refuses tactics --opponent greedy,random,greedy -- "--opponent: 'greedy' is named twice"
    refuses tactics --tactics deny_sur,deny_sur -- "--tactics: tactic 'deny_sur' is named twice"
    refuses tactics --sweep deny_sur=0:1:0.5,jack_face=0:1:1,deny_sur=0:2:1 -- "--sweep: tactic 'deny_sur' is given twice"
    refuses tactics --opponent greedy,,random -- "unknown agent ''"
    refuses tactics --opponent random,random,random,random,random,random,random,random,greedy -- "--opponent: more than 8 agents"
    refuses tactics --opponent "random,$(printf 'a%.0s' {1..300})" -- "longer than 255 characters"
    refuses tactics --agent greedy -- "has no tactics"
    refuses tactics --sweep deny_sur -- "deny_sur=0:3:0.25"
    refuses tactics --sweep deny_sur=3:0:1 -- "--sweep: deny_sur goes up, but LOW 3 is above HIGH 0"
    refuses tactics --sweep deny_sur=0:3:0.25 --pairs -- "--sweep takes neither"
    refuses tactics --pairs --by deal -- "--pairs does not go with --by"
    refuses tactics --stop ci=0 -- "--stop"
    refuses tactics --stop sprt=0,1 -- "ci=X"
    refuses tactics --rules pagat,players=5 -- "players"
    refuses tactics --plot a.gif -- ".svg, .png or .pdf"
    refuses tactics --boards 1 -- "--boards"
}

@test "against a search, and by the clock" {
    run --separate-stderr "$PASUR" tactics --tactics deny_sur --opponent ismcts:iters=20 --boards 10 -q
    [ "$status" -eq 0 ]
    [[ "$output" == *"deny_sur     1.5  alone    ismcts:iters=20 "* ]]
    [[ "$output" != *"by the clock"* ]]
    run --separate-stderr "$PASUR" tactics --tactics deny_sur --opponent ismcts:time=0.0001 --boards 2 -q
    [ "$status" -eq 0 ]
    [[ "$output" == *"An agent decides by the clock (time=): another run gives other figures." ]]
}

@test "an opponent that remembers: what two runs of sim say, with the same seed" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" tactics --sweep deny_sur=3:3:1 --opponent ismcts:keep=1 --boards 5 -q --csv a.csv >/dev/null
    for weight in 3 0; do
        "$PASUR" sim tactic:deny_sur=$weight ismcts:keep=1 --boards 5 -q --csv sim.csv >/dev/null
        field sim.csv 1 diff_mean
    done | paste -sd ' ' | awk -v value="$(field a.csv 1 value)" '{ exit !(value != 0 && ($1 - $2 - value) ^ 2 < 1e-18) }'
}

@test "rows that hurt are not said to have 0 in them" {
    run "$PASUR" tactics --agent tactic:many_cards=2 --tactics many_cards --boards 2k -q
    [[ "$output" == *"Of 2 values of tactics, 0 are shown to be above 0 and 2 below 0, with 95 % confidence for all of them together."* ]]
}

@test "whole matches: what two runs of sim say, with the same seed" {
    cd "$BATS_TEST_TMPDIR"
    for rules in pagat,shuffle=riffle:2 pagat,players=3,target=30 pagat,players=4,target=30; do
        "$PASUR" tactics --sweep split_faces=1:1:1,deny_sur=2:2:1 --matches 60 --rules $rules --seed 5 -q --csv a.csv >/dev/null
        row=0
        for tactic in split_faces=1 deny_sur=2; do
            if [[ $tactic == split* && $rules != *riffle* ]]; then continue; fi
            row=$((row + 1))
            for agent in tactic:$tactic tactic:${tactic%=*}=0; do
                "$PASUR" sim $agent tactic --matches 60 --rules $rules --seed 5 -q --csv sim.csv >/dev/null
                field sim.csv 1 win_rate
            done | paste -sd ' ' | awk -v value="$(field a.csv $row value)" '{ exit !(value != 0 && ($1 - $2 - value) ^ 2 < 1e-18) }'
        done
    done
}

# bats test_tags=quick
@test "whole matches: shares in the CSV, per cent on the terminal" {
    cd "$BATS_TEST_TMPDIR"
    run --separate-stderr "$PASUR" tactics --tactics deny_sur,jack_face --matches 300 --csv a.csv --explain -q
    [ "$status" -eq 0 ]
    [[ "$output" == "300 boards of whole matches in 2 seatings, rules pagat, seed 1; "* ]]
    [[ "$output" == *" % of the matches; that it is above "* ]]
    [[ "$output" == *$'\nvalue: % of the matches that the tactic brings (alone), or that are lost without it.\n'* ]]
    [[ "$output" != *"Decided one by one"* && "$output" != *"Points are a side's own"* ]]
    [[ "$output" == *$'\nAgain: pasur tactics --tactics deny_sur,jack_face --matches 300 --csv a.csv --explain -q --seed 1'* ]]
    grep -q '^# unit: share of the matches$' a.csv
    begins a.csv tactic,measure,opponent,boards,value,ci_low,ci_high,p,p_adjusted,active_share
    value=$(awk -v value="$(rows a.csv | awk -F, '$1 == "deny_sur" && $2 == "without" { print $5 }')" 'BEGIN { printf "%+.2f", 100 * value }')
    [[ "$output" == *"deny_sur "*" without "*" $value "* ]]
    "$PASUR" tactics --tactics deny_sur --boards 50 -q --csv rounds.csv >/dev/null
    ! grep -q '^# unit' rounds.csv || false
    "$PASUR" tactics --tactics deny_sur --matches 20 --dry-run | grep -q '; 20 boards of whole matches in 2 seatings$'
    # scores to begin with, a width, sweeps and pairs
    "$PASUR" tactics --tactics deny_sur --matches 40 --from 30/20 --max-rounds 50 -q --csv from.csv >/dev/null
    "$PASUR" tactics --sweep deny_sur=0:2:1 --matches 40 -q --csv sweep.csv >/dev/null
    [ "$(field sweep.csv 1 value)$(field sweep.csv 1 verdict)" = "0the same by definition" ]
    "$PASUR" tactics --pairs --tactics deny_sur,jack_face --matches 40 -q --csv - | grep -q '^deny_sur,jack_face,tactic,40,'
    run "$PASUR" tactics --tactics deny_sur --matches 100 --stop ci=1e-9 -q
    [ "$status" -eq 3 ]
}

@test "any number of threads finds the same in matches" {
    cd "$BATS_TEST_TMPDIR"
    for threads in 1 3; do
        "$PASUR" tactics --tactics deny_sur,jack_face --opponent greedy,tactic --matches 100 --threads $threads -q --csv - | rows - >$threads.csv
    done
    cmp 1.csv 3.csv
}

# bats test_tags=quick
@test "what does not go with matches, or without them" {
    refuses tactics --matches 10 --by deal -- "--by is about where a round changed first; it does not go with --matches"
    refuses tactics --matches 10 --boards 10 -- "--boards and --matches: give one of them"
    refuses tactics --from 10/10 -- "--from is about whole matches; it goes with --matches N"
    refuses tactics --matches 10 --from 62/0 -- "--from 62/0: "
    refuses tactics --matches 10 --rules pagat,sur_points=0,clubs_points=0,ten_points=0,two_points=0,ace_points=0,jack_points=0 -- "--matches: "
}

# bats test_tags=quick
@test "splitting kings and queens is about matches with an imperfect shuffle, and nothing else" {
    cd "$BATS_TEST_TMPDIR"
    none="under these rules split_faces cannot come up, so there is nothing to measure"
    refuses tactics --tactics split_faces --matches 10 -- "$none"
    refuses tactics --tactics split_faces --rules pagat,shuffle=riffle:2 -- "$none"
    "$PASUR" tactics --matches 5 -q | grep -q '^Left out, .*: feed_cancel split_faces$'
    "$PASUR" tactics --matches 5 --rules pagat,shuffle=riffle:2 -q >table
    grep -q '^Left out, .*: feed_cancel$' table
    grep -q "^Weight 0, so there is nothing to measure: $(weightless | paste -sd ' '); " table
    # plays and the other rules know nothing of it
    for how in "--boards 40" "--matches 20" "--matches 20 --rules pagat,shuffle=riffle:1"; do
        for agent in tactic tactic:split_faces=1; do
            "$PASUR" sim greedy $agent $how -q --csv - | untimed - | cut -d, -f2- >$agent.csv
        done
        case $how in
        *riffle*) ! cmp -s tactic.csv tactic:split_faces=1.csv || false ;;
        *) cmp tactic.csv tactic:split_faces=1.csv ;;
        esac
    done
}

@test "a superlative is said where it is shown against every other row, and no opponent is picked" {
    cd "$BATS_TEST_TMPDIR"
    head=tactic,measure,opponent,boards,value,ci_low,ci_high
    printf '%s\n' $head starve,alone,greedy,900,3,2.5,3.5 deny_sur,alone,greedy,900,1,0.5,1.5 \
        starve,alone,tactic,900,1.2,0.7,1.7 deny_sur,alone,tactic,900,1,0.5,1.5 >a.csv
    "$PASUR" report a.csv -o a.html -q
    sed 's/<q>[^<]*<.q>//g; s/<[^>]*>//g' a.html >words
    grep -q 'follows no advice, *(starve) is worth most against greedy: +3.00 (95 % for all rows: +2.50 to +3.50) points a round\.$' words
    grep -q 'the largest measured value against tactic is that of *(starve): +1.20 .* points a round; that it is above deny_sur is not shown\.$' words
    printf '%s\n' tactic,by,stratum,opponent,boards,value,ci_low,ci_high deny_sur,deal,1,tactic,900,0.3,0.2,0.4 deny_sur,deal,2,tactic,900,0.1,0.05,0.15 >b.csv
    "$PASUR" report b.csv -o b.html -q
    grep -q 'earns most in deal <b>1</b>: +0.30' b.html
    sed -i 's/0.05,0.15$/0.05,0.25/' b.csv
    "$PASUR" report b.csv -o b.html -q
    ! grep -q 'earns most' b.html || false
    grep -q 'The largest measured part of the value of .* is that in deal <b>1</b>: .*; that it is above deal 2 is not shown' b.html
    "$PASUR" tactics --boards 2 -q --tactics starve | grep -q '^Too few boards to say anything: '
    "$PASUR" tactics --boards 41 -q --tactics starve | grep -q ' 100\.000 .*too few boards$'
}
