# SPDX-License-Identifier: GPL-3.0-or-later
# The program against the independent referee, from the command line.

load known

setup_file() { rule_sets >"$BATS_FILE_TMPDIR/rule_sets"; }

# every_rules SEED: every preset for every number of players, and random rule sets
every_rules() {
    cat "$BATS_FILE_TMPDIR/rule_sets"
    "$REFEREE" rules 20 "$1"
}

@test "the referee knows every preset, every key and every value that the program lists" {
    cd "$BATS_TEST_TMPDIR"
    [ -n "$(presets)" ] && [ -n "$(rule_keys)" ]
    for preset in $(presets); do
        "$PASUR" rules "$preset" | sed 1d | awk '{ print $1 "=" $2 }' >values
        [ "$(cut -d= -f1 values)" = "$(rule_keys)" ]
        # with all its values written out it is the same preset
        "$REFEREE" random "$preset,$(paste -sd , values)" 20 1 >written
        "$REFEREE" random "$preset" 20 1 | sed "s/^rules .*/rules $preset,$(paste -sd , values)/" | cmp - written
    done
}

@test "replay agrees with the referee on records right, broken off and stopped" {
    for rules in $(every_rules 1); do
        "$REFEREE" random "$rules" 20 2 >"$BATS_TEST_TMPDIR/records"
        "$REFEREE" random "$rules" 10 3 shodam >>"$BATS_TEST_TMPDIR/records"
        "$REFEREE" partial "$rules" 10 4 >>"$BATS_TEST_TMPDIR/records"
        "$PASUR" replay "$BATS_TEST_TMPDIR/records" >"$BATS_TEST_TMPDIR/a"
        [ -s "$BATS_TEST_TMPDIR/a" ]
        "$REFEREE" replay "$BATS_TEST_TMPDIR/records" | cmp - "$BATS_TEST_TMPDIR/a"
        "$REFEREE" reword 5 <"$BATS_TEST_TMPDIR/records" | "$PASUR" replay - | cmp - "$BATS_TEST_TMPDIR/a"
    done
}

# bats test_tags=slow
@test "every spoiled record is refused with a reason" {
    cd "$BATS_TEST_TMPDIR"
    for rules in $(every_rules 6); do
        # what is no record in a file of its own, what is played wrong all together
        "$REFEREE" random "$rules" 1 7 | "$REFEREE" spoil 8 |
            awk '/^# expect/ { file = /input/ ? sprintf("input-%03d", n++) : "wrong" } { print >file }'
        run "$PASUR" replay wrong
        [ "$status" -eq 1 ]
        [ "${#lines[@]}" -eq $(($(grep -c '^# expect' wrong) + 1)) ]
        [ "$(grep -cE '^[0-9]+,0,.*[a-z]' <<<"$output")" -eq $((${#lines[@]} - 1)) ]
        for file in input-*; do
            status=0
            "$PASUR" replay "$file" >out 2>err || status=$?
            [ "$status" -eq 2 ]
            mapfile told <err
            [ ! -s out ] && [ "${#told[@]}" -eq 1 ] && [[ "${told[0]}" =~ $file:[0-9]+:\ .+$'\n' ]]
        done
        rm wrong input-*
    done
}

@test "replay --match agrees with the referee on whole matches, right and spoiled in every way" {
    cd "$BATS_TEST_TMPDIR"
    local compared=0
    # matches begin at zeros, at any scores, or tied at the target
    for rules in $(every_rules 12); do
        "$REFEREE" matches "$rules" 3 13 >matches
        [ -s matches ] || continue # a rule set under which hardly anything scores
        compared=$((compared + 1))
        "$PASUR" replay --match matches >rows
        cut -d, -f2 rows | sed 1d | sort -u | grep -qx 1
        "$REFEREE" judge matches | cmp - rows
        "$REFEREE" matches "$rules" 1 $((100 + compared)) >match
        [ -s match ] || continue
        "$REFEREE" spoil-match $((200 + compared)) <match >spoiled
        cat spoiled >>all_spoiled
        run "$PASUR" replay --match spoiled
        [ "$status" -eq 1 ]
        [ "${#lines[@]}" -eq $(($(grep -c '^# expect' spoiled) + 1)) ]
        [ "$(grep -cE '^[0-9]+,0,.*[a-z]' <<<"$output")" -eq $((${#lines[@]} - 1)) ]
        # what both say of how far a spoiled match was right is the same, too
        cut -d, -f1-6 <<<"$output" >ours
        "$REFEREE" judge spoiled | cut -d, -f1-6 | cmp - ours
    done
    [ $compared -ge 20 ]
    # every way came up
    "$REFEREE" match-ways | sort >ways
    [ "$(wc -l <ways)" -gt 20 ]
    sed -n 's/^# expect: //p' all_spoiled | sort -u | cmp - ways
}

# rounds_of MATCH: its records in a file of matches
rounds_of() { awk -v RS= -v ORS='\n\n' -v match_line="match $1" '$0 ~ "(^|\n)" match_line "(\n|$)"' matches; }

@test "two matches whose rounds alternate are no matches" {
    cd "$BATS_TEST_TMPDIR"
    for rules in pagat pagat,players=3 pagat,players=4 wikipedia,players=4; do
        "$REFEREE" matches "$rules" 20 16 >matches
        # the first two that have two rounds or more
        "$REFEREE" judge matches | awk -F, 'NR > 1 && $3 > 1 { print $1 }' | head -2 >long
        rounds_of "$(sed -n 1p long)" >one
        rounds_of "$(sed -n 2p long)" >other
        "$PASUR" replay --match <(cat one other) >/dev/null
        awk -v RS= -v ORS='\n\n' 'FILENAME == "one" { a[++n] = $0; next } { b[++m] = $0 }
            END { for (i = 1; i <= n || i <= m; i++) { if (i <= n) print a[i]; if (i <= m) print b[i] } }' one other >mixed
        run "$PASUR" replay --match mixed
        [ "$status" -eq 1 ]
        [ "$(grep -c '^[0-9]*,0,' <<<"$output")" -eq $((${#lines[@]} - 1)) ]
        [ "${#lines[@]}" -ge 5 ]
        cut -d, -f1-6 <<<"$output" >ours
        "$REFEREE" judge mixed | cut -d, -f1-6 | cmp - ours
    done
}

# bats test_tags=slow
@test "perft to depth 6 agrees with the referee under every preset" {
    for rules in $(every_rules 9); do
        { "$REFEREE" setup "$rules" 2 10; "$REFEREE" partial "$rules" 4 11; } >"$BATS_TEST_TMPDIR/positions"
        for depth in 1 4 6; do
            "$PASUR" perft "$BATS_TEST_TMPDIR/positions" --depth "$depth" >"$BATS_TEST_TMPDIR/a"
            [ "$(wc -l <"$BATS_TEST_TMPDIR/a")" -eq 6 ]
            "$REFEREE" perft "$BATS_TEST_TMPDIR/positions" "$depth" | cmp - "$BATS_TEST_TMPDIR/a"
        done
    done
}
