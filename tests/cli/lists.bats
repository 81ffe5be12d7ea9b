# SPDX-License-Identifier: GPL-3.0-or-later
# pasur agents, rules and bench.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load csv
load known
load kept

# bats test_tags=quick
@test "every listed agent plays" {
    agents=$("$PASUR" agents | sed -n 's/^\([a-z]\{1,\}\) .*/\1/p')
    grep -q '^greedy$' <<<"$agents"
    for agent in $agents; do
        case $agent in human | exec | exploiter) continue ;; esac
        "$PASUR" sim "$agent" random --boards 1 --quiet >/dev/null
    done
}

# bats test_tags=quick
@test "agents say the defaults for each number of players" {
    run "$PASUR" agents
    [ "$status" -eq 0 ]
    [ "$(grep -c '^    jack_clear=X (-100 to 100; default -[0-9.]*, 3 players -[0-9.]*, 4 players -[0-9.]*)  ' <<<"$output")" -eq 1 ]
    [ "$(grep -c '^    exact=N (0 to 1; default [01])  ' <<<"$output")" -ge 1 ]
    # what is listed is what is played
    for players in 2 3 4; do
        sed -n '/^tactic /,/^    only=/s/^    \([a-z_0-9]*\)=X (-100 to 100; default \([^)]*\)).*/\1 \2/p' <<<"$output" |
            awk -v players=$players '{ w = $2; for (i = 3; i < NF; i += 3) if ($i == players) w = $(i + 2)
                                       sub(",$", "", w); print $1, w }' >"$BATS_TEST_TMPDIR/weights"
        [ "$(cut -d' ' -f1 "$BATS_TEST_TMPDIR/weights")" = "$(weights)" ]
        for agent in tactic "tactic:weights=$BATS_TEST_TMPDIR/weights"; do
            "$PASUR" sim "$agent" counter --rules pagat,players=$players --boards 50 --csv - -q |
                untimed - | grep '^tactic' | cut -d, -f2-
        done >"$BATS_TEST_TMPDIR/figures"
        [ "$(sort -u "$BATS_TEST_TMPDIR/figures" | wc -l)" -eq 1 ]
    done
}

# bats test_tags=quick
@test "every listed preset and key is accepted" {
    run "$PASUR" rules
    [ "$status" -eq 0 ]
    [[ "$(presets)" == pagat$'\n'* && "$(rule_keys)" == *$'\n'sur_points$'\n'* ]]
    for preset in $(presets); do
        [ "$("$PASUR" rules $preset | sed '1d;s/ .*//')" = "$(rule_keys)" ]
        "$PASUR" rules $preset | while read -r key value _; do
            case $key in *:) continue ;; esac
            "$PASUR" rules "$preset,$key=$value" >/dev/null
        done
    done
    run "$PASUR" rules wikipedia,target=100,sur_points=10
    [ "${lines[0]}" = "wikipedia,sur_points=10,target=100: 2 seats, 2 sides, 6 deals" ]
    [[ "$output" == *"target           100 "* ]]
    [[ "$("$PASUR" rules)" == *"  playpasur  the playpasur.com reference (two, or four in teams)"* ]]
    [[ "$("$PASUR" rules playpasur,players=4)" == "playpasur,players=4: 4 seats, 2 sides, 3 deals"* ]]
    refuses rules nowhere -- "unknown preset 'nowhere'"
    refuses agents everything -- "unknown agent 'everything'"
    refuses agents greedy tactic -- "unexpected argument 'tactic'"
    # one of them by itself, as it stands among all
    for agent in $("$PASUR" agents | sed -n 's/^\([a-z]\{1,\}\) .*/\1/p'); do
        [ "$("$PASUR" agents $agent)" = "$("$PASUR" agents | sed -n "/^$agent /,/^[a-z]/{/^$agent /p; /^ /p;}")" ]
    done
}

# bats test_tags=slow
@test "the signature and the positions that the solver searches are the same each time, for any threads" {
    "$PASUR" bench --threads 1 --seconds 0.001 --csv - >"$BATS_TEST_TMPDIR/a"
    "$PASUR" bench --threads 3 --seconds 0.001 --csv - >"$BATS_TEST_TMPDIR/b"
    for row in '# signature: [0-9a-f]\{16\}$' 'solve round,nodes,[0-9][0-9.e+]*,'; do
        grep -q "^$row" "$BATS_TEST_TMPDIR/a"
        cmp <(grep "^$row" "$BATS_TEST_TMPDIR/a") <(grep "^$row" "$BATS_TEST_TMPDIR/b")
    done
    # a run that plays all that is in it has the same one
    library
    cd "$BATS_TEST_TMPDIR"
    faulty pwrite 1 kill tune tactic --params leave_11 --opponent ismcts:iters=1 --run d
    grep -qx "    \"signature\": \"$(sed -n 's/^# signature: //p' a)\"," d/run.json
}

@test "bench --csv has a row for each measurement" {
    run --separate-stderr "$PASUR" bench --threads 2 --seconds 0.001 --csv -
    [ "$status" -eq 0 ]
    begins - what,unit,value,threads <<<"$output"
    for row in random,rounds/s random,plays/s greedy,rounds/s greedy,plays/s ismcts,rounds/s ismcts,plays/s; do
        [ "$(grep -c "^$row,[0-9.e+]*,[12]$" <<<"$output")" -eq 2 ]
    done
    # a program, where this one can be started as one
    [ ! -x /proc/self/exe ] || [ "$(grep -c '^random as a bot,plays/s,[1-9][0-9.e+]*,1$' <<<"$output")" -eq 1 ]
    # matches, and how many times as fast as single rounds: neither a share of nothing nor a hundred times
    for row in "greedy in matches,rounds/s" "greedy in matches over boards,times"; do
        [ "$(grep -c "^$row,[0-9.e+]*,[12]$" <<<"$output")" -eq 2 ]
    done
    [ -z "$(awk -F, '/over boards/ && !($3 > 0.01 && $3 < 100)' <<<"$output")" ]
    rows="search,iterations/s
sampling and playout,iterations/s
search over sampling and playout,times
solve last deal,us
solve round,ms
solve round,nodes"
    [ "$(sed -n 's/^\(\(s[aeo][^,]*\),[^,]*\),[0-9.e+]*,1$/\1/p' <<<"$output")" = "$rows" ]
    # every value is a number
    [ -z "$(rows - <<<"$output" | tail -n +2 | cut -d, -f3 | grep -v '^[0-9][0-9.e+]*$')" ]
    grep -q '^# signature: [0-9a-f]\{16\}$' <<<"$output"
    refuses bench --seconds 0 -- "--seconds: 0 is out of range; expected 0.001 to 3600"
}

@test "bench: Ctrl-C keeps what is finished, marked PARTIAL" {
    cd "$BATS_TEST_TMPDIR"
    # it writes at the end; the signature is one measurement, rates are 20, and only then come those of searches
    first=30 interrupted "grep -q '^random' a.csv" bench --threads 1 --seconds 0.7 --csv a.csv
    silent err
    head -n 1 out | grep -Eqx 'PARTIAL: the first [0-9]+ of [0-9]+ measurements'
    grep -q "^# $(head -n 1 out)$" a.csv
    grep -Eq '^random,rounds/s,[0-9.e+]+,1$' a.csv
    grep -Eq '^random +1 thread ' out
    grep -q '^# signature: [0-9a-f]\{16\}$' a.csv
    done=$(sed -n 's/^PARTIAL: the first \([0-9]*\) .*/\1/p' out)
    [ "$(grep -c '^search,' a.csv)" -eq $((done > 16)) ]
    run ! grep -i nan a.csv out
}
