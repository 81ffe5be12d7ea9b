# SPDX-License-Identifier: GPL-3.0-or-later
# Parameters of anybody's bot: {NAME=DEFAULT:LOW:HIGH} in the words of exec:.

bats_require_minimum_version 1.5.0
load csv

setup() {
    cd "$BATS_TEST_TMPDIR"
    cat >bot.sh <<'SH'
#!/bin/sh
# plays the first legal play if its number is below 1, else the last
echo "$@" >>told
while read -r word rest; do
    case $word in
    hello) echo ready 1 legal ;;
    ask)
        id=${rest%% *}
        legal=${rest##* legal }
        legal=${legal%% *}
        case $1 in 0*) play=${legal%%,*} ;; *) play=${legal##*,} ;; esac
        echo "play $id $play"
        ;;
    esac
done
SH
    chmod +x bot.sh
}

@test "a simulation starts the program with the defaults" {
    "$PASUR" sim 'exec:./bot.sh {fear=0.5:0:2} {depth=3:1:9} {x} {"a":1}' greedy --boards 2 -q --threads 1 >/dev/null
    [ "$(sort -u told)" = '0.5 3 {x} {a:1}' ]
    "$PASUR" sim 'exec:name=mine:./bot.sh --fear={fear=1.25:0:2}' greedy --boards 2 -q --threads 1 | grep -q '^mine '
    grep -qx -- '--fear=1.25' told
}

@test "a sweep starts a process with each value, and the value is what plays" {
    "$PASUR" tactics --agent 'exec:./bot.sh {fear=0.5:0:2}' --sweep fear=0:2:1 --opponent greedy --boards 60 -q --threads 1 --csv s.csv >/dev/null
    [ "$(sort -u told)" = $'0\n0.5\n1\n2' ]
    [ "$(field s.csv 1 value)" = 0 ]
    [ "$(field s.csv 2 value)" = "$(field s.csv 3 value)" ]
    [ "$(field s.csv 2 value)" != 0 ]
    run -2 "$PASUR" tactics --agent 'exec:./bot.sh {n=3:1:9}' --sweep n=1:2:0.5 --opponent greedy
    [[ "$output" == *"n is a whole number"* ]]
    run -2 "$PASUR" tactics --agent 'exec:./bot.sh {n=3:1:9}' --sweep n=0:2:1 --opponent greedy
    [[ "$output" == *"the weight of n goes from 1 to 9"* ]]
    run -2 "$PASUR" tactics --agent 'exec:./bot.sh' --sweep n=0:2:1 --opponent greedy
    [[ "$output" == *"has no tactics"* ]]
}

@test "a tuning tunes them, and names the agent with its numbers" {
    run "$PASUR" tune 'exec:./bot.sh {fear=0.5:0:2} {depth=3:1:9}' --params fear --opponent greedy --rounds 100k --dry-run
    [ "$status" -eq 0 ]
    [[ "$output" == *"1 parameter of exec:"* ]]
    run -2 "$PASUR" tune 'exec:./bot.sh {fear=0.5:0:2}' --params fera --opponent greedy
    [[ "$output" == *"did you mean 'fear'?"* ]]
}

@test "what stands in braces is a default within a range, once" {
    for wrong in '{a=3:0:2}' '{a=1:2:0}' '{a=nan:0:1}' '{a=1:0:inf}'; do
        run -2 "$PASUR" sim "exec:./bot.sh $wrong" greedy
        [[ "$output" == *"expected {NAME=DEFAULT:LOW:HIGH}"* ]] || { echo "$wrong: $output"; return 1; }
    done
    run -2 "$PASUR" sim 'exec:./bot.sh {a=1:0:2} {a=1:0:2}' greedy
    [[ "$output" == *"'a' is the name of another parameter"* ]]
}
