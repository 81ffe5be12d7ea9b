# The command line of the referee: REFEREE is the program, as .ci/tests sets it.

# bats test_tags=quick
@test "referee replay judges the public log" {
    run "$REFEREE" replay tests/data/public_log.txt
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "record,ok,points,surs,clubs,error" ]
    [ "${lines[1]}" = "0,1,25 5,2 0,8 5," ]
    [ "${#lines[@]}" -eq 7 ]
}

@test "random records are right, in their own and in other words" {
    for rules in $("$REFEREE" rules 20 1); do
        "$REFEREE" random "$rules" 20 2 shodam >"$BATS_TEST_TMPDIR/records"
        "$REFEREE" replay "$BATS_TEST_TMPDIR/records" >"$BATS_TEST_TMPDIR/a.csv"
        "$REFEREE" reword 3 <"$BATS_TEST_TMPDIR/records" | "$REFEREE" replay - | cmp - "$BATS_TEST_TMPDIR/a.csv"
        "$REFEREE" print "$BATS_TEST_TMPDIR/records" | cmp - "$BATS_TEST_TMPDIR/records"
    done
}

# bats test_tags=quick
@test "a wrong record is status 1, what is no record status 2 and nothing on stdout" {
    sed 's/^points 25 5/points 24 5/' tests/data/public_log.txt >"$BATS_TEST_TMPDIR/wrong"
    run "$REFEREE" replay "$BATS_TEST_TMPDIR/wrong"
    [ "$status" -eq 1 ]
    [[ "${lines[1]}" == "0,0,25 5,2 0,8 5,points"* ]]
    sed '8s/^rules/ruler/' tests/data/public_log.txt >"$BATS_TEST_TMPDIR/bad"
    status=0
    "$REFEREE" replay "$BATS_TEST_TMPDIR/bad" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" || status=$?
    [ "$status" -eq 2 ]
    [ ! -s "$BATS_TEST_TMPDIR/out" ]
    [ "$(cat "$BATS_TEST_TMPDIR/err")" = "$BATS_TEST_TMPDIR/bad:8: unknown key 'ruler'" ]
}

# bats test_tags=quick
@test "perft counts one line for each position" {
    "$REFEREE" partial pagat,players=3 5 4 >"$BATS_TEST_TMPDIR/positions"
    run "$REFEREE" perft "$BATS_TEST_TMPDIR/positions" 2
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 5 ]
    run "$REFEREE" perft "$BATS_TEST_TMPDIR/positions" 0
    [ "$output" = "$(printf '1\n1\n1\n1\n1')" ]
}
