# SPDX-License-Identifier: GPL-3.0-or-later
# pasur agents and rules.

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
        case $agent in human | exec | exploiter | lua) continue ;; esac
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
    # each seat has a last card, not the round
    [[ "$output" == *"last_sweep "*"match: a capture with a seat's last card sweeps the pool; the rest is the last capturer's"* ]]
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
