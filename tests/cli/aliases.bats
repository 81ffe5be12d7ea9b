# SPDX-License-Identifier: GPL-3.0-or-later
# Names of the user's own for agents, from agents.conf.

bats_require_minimum_version 1.5.0
load csv
load refuses

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    mkdir -p config/pasur
    export XDG_CONFIG_HOME=$PWD/config
    cat >config/pasur/agents.conf <<CONF
# mine
safe = tactic:deny_sur=0
plain= greedy
bot  = exec:$PASUR serve greedy
reply = exploiter:cut=0:tactic
CONF
}

@test "a name of agents.conf stands wherever an agent is named, and tables show it" {
    "$PASUR" sim safe bot --boards 5 --csv sim.csv -q >out
    grep -q '^safe scores .* more than bot' out
    [ "$(grep -v '^#' sim.csv | cut -d, -f1 | tr '\n' ' ')" = "agent safe bot " ]
    "$PASUR" rate safe plain --gauntlet=plain --boards 5 -q --csv - | grep -q '^safe,'
    "$PASUR" tactics --agent safe --opponent plain,safe,random:name=luck --tactics jack_clear --boards 5 -q --csv - >tactics.csv
    [ "$(grep -v '^#' tactics.csv | cut -d, -f3 | sort -u | tr '\n' ' ')" = "luck opponent plain safe " ]
    "$PASUR" exploit plain --exploiters exploiter:playouts=9:safe --trial 1 --boards 1 -q --csv - >exploit.csv
    grep -q 'exploiter:playouts=9:tactic:name=safe,deny_sur=0' exploit.csv
    "$PASUR" advise --hand Ac4d8sQh --pool 3c9d --agent plain -q | grep -q '^plain'
    printf 'hello 1 version 0 rules pagat seed 1\nbye\n' | "$PASUR" serve plain | grep -q '^ready'
    "$PASUR" check bot --rounds 1 --rules pagat -q | grep -q .
    HOME=$PWD/home XDG_CONFIG_HOME= "$PASUR" sim safe plain --boards 5 -q --agents config/pasur/agents.conf | grep -q '^safe '
    mkdir -p home/.config && cp -r config/pasur home/.config
    HOME=$PWD/home XDG_CONFIG_HOME= "$PASUR" sim safe plain --boards 5 -q | grep -q '^safe '
}

@test "heads of files and run directories keep the specification, so that a run repeats without the file" {
    "$PASUR" sim safe plain --agents config/pasur/agents.conf --boards 5 --csv one.csv --run run -q >out
    again=$(sed -n 's/^Again: //p' out)
    [ "$again" = "pasur sim tactic:name=safe,deny_sur=0 greedy:name=plain --boards 5 --csv one.csv --run run -q --seed 1" ]
    rm config/pasur/agents.conf
    grep -q '^# command: pasur sim tactic:name=safe,deny_sur=0 greedy:name=plain --boards 5' one.csv
    grep -q 'name=safe,deny_sur=0' run/run.json
    ${again/pasur/"$PASUR"} >again
    untimed one.csv >one
    "$PASUR" runs run --csv two.csv >runs
    grep -q '^safe ' runs
    untimed two.csv | diff one -
}

@test "what is wrong in agents.conf is told with file and line" {
    says() { # LINE REASON...
        printf '\n%s\n' "$1" >wrong.conf
        refuses sim "${3-random}" greedy --boards 1 --agents wrong.conf -- "wrong.conf:2: $2"
    }
    says 'greedy = tactic' "'greedy' is an agent of pasur; take another name"
    says 'mine tactic' "expected NAME = SPECIFICATION"
    says 'mine = gredy' "'gredy' names no agent; expected one of pasur's, as exec:PROGRAM ('pasur agents' lists them)"
    says 'a b = greedy' "'a b' is no name: expected a letter or digit, and up to 62 letters, digits and . _ + -"
    says 'mine = tactic:leave_1=2' "agent mine: unknown parameter 'leave_1'; did you mean 'deny_sur'?" mine
    printf 'mine = greedy\nmine = random\n' >wrong.conf
    refuses sim mine greedy --boards 1 --agents wrong.conf -- "wrong.conf:2: 'mine' stands in line 1 already"
    printf 'mine = ismcts:iters=50\n' >keys.conf
    refuses sim mine:iters=70 greedy --boards 1 --agents keys.conf -- \
        "'mine' is a name of keys.conf:1, and takes no keys; it stands for ismcts:iters=50"
    run "$PASUR" sim random greedy --boards 1 --agents nowhere.conf
    [ "$status" -eq 2 ]
    [ "$output" = "pasur sim: --agents: nowhere.conf: No such file or directory" ]
}

@test "agents lists them, and completion proposes them" {
    "$PASUR" agents | grep -qx 'safe        tactic:deny_sur=0'
    "$PASUR" agents safe | head -1 | grep -qx "safe is tactic:deny_sur=0 ($PWD/config/pasur/agents.conf:2)"
    "$PASUR" agents safe | grep -q '^tactic '
    "$PASUR" complete -- sim sa | grep -q '^safe	tactic:deny_sur=0'
}
