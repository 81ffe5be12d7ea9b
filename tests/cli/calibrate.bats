# SPDX-License-Identifier: GPL-3.0-or-later
# pasur calibrate: promises kept, the CSV, what it refuses.

bats_require_minimum_version 1.5.0
load refuses
load csv

# checks: how many the program lists
checks() { "$PASUR" calibrate --dry-run -q | sed 1d | grep -c .; }

# bats test_tags=slow
@test "the promises are kept" {
    cd "$BATS_TEST_TMPDIR"
    COLUMNS=80 run --separate-stderr "$PASUR" calibrate --repetitions 400 --csv a.csv --json a.json
    [ "$status" -eq 0 ]
    ! grep -v ' trials, ' <<<"$stderr" | grep .
    tr '\n' ' ' <<<"$output" | sed 's/  */ /g' |
        grep -q ' In brackets: the 95 % interval of the errors\. kept: all of it is within the promise; not refuted: '
    [[ "$output" == *"null tactics"*"kept"* ]]
    [ "$(sed '/^Again/d' <<<"$output" | awk 'length > 80' | wc -l)" -eq 0 ]
    [[ "$output" == *$'\nnarrow terminal: without promise, which --csv has\n'* ]]
    [[ "${output//$'\n  '/ }" == *"$(checks) of $(checks) promises kept or not refuted, 400 trials each, but 40 for the 3 slow ones; seed 1"* ]]
    begins a.csv check,promise,trials,errors,rate,rate_se,broken,nominal,tolerance
    grep -q '^"--stop ci=0.1 misses, deny_sur, at any time",at most 5 %,400,.*,0,0.05,0,' a.csv
    grep -q ',5 +- 1 %,400,.*,0,0.05,0.01,' a.csv
    [ "$(grep -v '^#' a.csv | sed 1d | wc -l)" -eq "$(checks)" ]
    grep -q '^"Elo misses, rate, 30 boards",at most 5 %,40,' a.csv
    grep -q '^# wall_seconds: [0-9.]*$' a.csv
    run ! grep PARTIAL a.csv
    header a.csv "calibrate --csv"
    same_in_json a.json a.csv
}

@test "a dry run lists the promises; wrong requests are refused" {
    run "$PASUR" calibrate --dry-run
    [ "$status" -eq 0 ]
    [[ "$output" == *"at most 5 %"* ]]
    refuses calibrate --repetitions 10 -- "--repetitions"
    refuses calibrate tactic -- "tactic"
}
