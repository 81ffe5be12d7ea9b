# SPDX-License-Identifier: GPL-3.0-or-later
# pasur calibrate: promises kept, the CSV, what it refuses.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load csv

# checks: how many the program lists
checks() { "$PASUR" calibrate --dry-run -q | sed 1d | grep -c .; }

# bats test_tags=slow
@test "the promises are kept" {
    cd "$BATS_TEST_TMPDIR"
    COLUMNS=80 run --separate-stderr "$PASUR" calibrate --repetitions 400 --csv a.csv -q
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ "$output" == *"null tactics"*"kept"* ]]
    [ "$(sed '/^Again/d' <<<"$output" | awk 'length > 80' | wc -l)" -eq 0 ]
    [[ "$output" == *$'\nnarrow terminal: without promise, which --csv has\n'* ]]
    [[ "${output//$'\n  '/ }" == *"$(checks) of $(checks) promises kept or not refuted, 400 trials each but 40 of the 3 that take long; seed 1"* ]]
    begins a.csv check,promise,trials,errors,rate,rate_se,broken,nominal,tolerance
    grep -q '^"--stop ci=0.1 misses, deny_sur, at any time",at most 5 %,400,.*,0,0.05,0,' a.csv
    grep -q ',5 +- 1 %,400,.*,0,0.05,0.01,' a.csv
    [ "$(grep -v '^#' a.csv | sed 1d | wc -l)" -eq "$(checks)" ]
    grep -q '^"Elo misses, rate, 30 boards",at most 5 %,40,' a.csv
    grep -q '^# wall_seconds: [0-9.]*$' a.csv
    run ! grep PARTIAL a.csv
}

# bats test_tags=slow
@test "any number of threads finds the same, and few trials refute nothing" {
    cd "$BATS_TEST_TMPDIR"
    for threads in 1 3; do
        "$PASUR" calibrate --repetitions 100 --threads $threads -q --csv a.csv >told
        sed '/^# \(command\|start\|wall\)/d' a.csv >$threads.csv
    done
    [ "$(grep -vc '^#' 1.csv)" -gt 1 ]
    cmp 1.csv 3.csv
    # so few refute nothing, and show little
    grep -qF '  0.0 (0.0 to 3.7)' told
    grep -q 'not refuted' told
    run ! grep -qF '+- 0.00' told
    # a check that takes long says its own trials, in its row and in the sentence below
    grep -q '^Elo misses, rate, 30 boards .* 10  ' told
    grep -q '100 trials each but 10 of the 3 that take long; seed 1' told
}

# bats test_tags=slow
@test "Ctrl-C keeps the checks that are finished, marked PARTIAL" {
    cd "$BATS_TEST_TMPDIR"
    first=22 interrupted "grep -q '^PARTIAL: the first [1-9]' out" calibrate --repetitions 3k --threads 1 --csv a.csv
    checks=$(grep -cE '  (kept|not refuted)$' out)
    [ "$checks" -ge 1 ]
    grep -q "^PARTIAL: the first $checks of $(checks) checks$" out
    grep -q "^$checks of $checks promises kept or not refuted, 3000 trials each\( but 300 of the [123] that take long\)\?; seed 1; " out
    grep -q "^# PARTIAL: the first $checks of $(checks) checks$" a.csv
    [ "$(grep -v '^#' a.csv | sed 1d | wc -l)" -eq "$checks" ]
}

@test "verdicts and intervals are explained at the level that was asked, and stand in file and page" {
    cd "$BATS_TEST_TMPDIR"
    "$PASUR" calibrate --repetitions 100 --level 0.8 --csv a.csv >out
    grep -q '^In brackets: the 80 % interval of the errors\. kept: all of it is within the promise; not refuted: ' out
    rows a.csv | sed '1d; s/.*,//' >verdicts
    [ "$(sort -u verdicts | tr '\n' ' ')" = "kept not refuted " ]
    kept=$(grep -cx kept verdicts) all=$(checks)
    "$PASUR" report a.csv -o a.html -q
    grep -q "Of $all promises of intervals and tests, $kept are kept, $((all - kept)) are not refuted, 0 are broken\." a.html
    [ "$(grep -c '<td>not refuted</td>' a.html)" -ge $((all - kept)) ]
    grep -q 'not refuted: not all of it is, which chance may explain' a.html
}

@test "a dry run lists the promises; wrong requests are refused" {
    run "$PASUR" calibrate --dry-run
    [ "$status" -eq 0 ]
    [[ "$output" == *"at most 5 %"* ]]
    refuses calibrate --repetitions 10 -- "--repetitions"
    refuses calibrate tactic -- "tactic"
}
