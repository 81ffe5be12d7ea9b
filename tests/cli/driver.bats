# SPDX-License-Identifier: GPL-3.0-or-later
# Every command that plays behaves alike: dry run, files, Ctrl-C, --quiet, Again.

bats_require_minimum_version 1.5.0
load csv
load interrupted

position="--hand Ac4d8sQh --pool 3c9d"

# command | what makes it short | what makes it last until it is stopped
runs=(
    "sim greedy random | --boards 50 | --boards 1G"
    "tactics --tactics deny_sur | --boards 50 | --boards 1G"
    "tactics --tactics deny_sur --opponent greedy | --matches 20 | --matches 1G"
    "tune tactic --params deny_sur --opponent random | --rounds 100k --test 5000 | --rounds 20M"
    "rate greedy random counter | --boards 30 | --boards 1G"
    "rate greedy random | --rules pagat,target=20 --matches 30 | --rules pagat,target=20 --matches 1G"
    "equity random | --boards 1k --check 20 --rules pagat,target=20 | --boards 10M --rules pagat,target=20"
    "exploit greedy --exploiters exploiter:playouts=20:greedy,counter --trial 2 | --boards 30 | --boards 1G"
    "learn --generations 1 --epochs 1 --units 16 --boards 10 -o ../small.net | --rounds 32 | --rounds 1G"
    "power greedy random --ci 0.1 | --pilot 200 | --pilot 100M"
    "calibrate | --repetitions 100 | --repetitions 1k --threads 1"
    "openings --agent tactic | --boards 2k | --boards 5M"
    "regret greedy random | --positions 40 --playouts 20 | --positions 1M"
    "advise $position | --iters 200 | --iters 10G"
    "review ../round.txt | --iters 100 | --iters 100k"
    "bench | --only random --seconds 0.001 --repetitions 1 | --only random --seconds 0.2 --repetitions 101 --threads 1"
)

setup() {
    mkdir "$BATS_TEST_TMPDIR/here" && cd "$BATS_TEST_TMPDIR/here" || return 1
    "$PASUR" sim greedy tactic --boards 1 --no-duplicate --records ../round.txt -q >/dev/null
}

# each_run FUNCTION: calls FUNCTION COMMAND SHORT LONG for every row
each_run() {
    local row name short long
    for row in "${runs[@]}"; do
        IFS='|' read -r name short long <<<"$row"
        echo "# $name"
        "$1" "${name% }" "$short" "$long"
    done
}

# files_of COMMAND: the options under which it writes files of rounds, each with a name that fits
files_of() {
    "$PASUR" "${1%% *}" --help all | sed -n '/^Output:/,/^$/s/^  --\([a-z-]*\) FILE\(\.svg\)\?\( .*\)\?$/\1/p' | sed '/^matches-csv$/d'
}
file_name() { if [ "$1" = plot ]; then echo "$2.svg"; else echo "$2"; fi; }

drawn() { [ "$1" != plot ] || command -v gnuplot >/dev/null; }

# fails_to_write ARGS…: status 5, one line on stderr that names /nowhere
fails_to_write() {
    run --separate-stderr "$PASUR" "$@"
    [ "$status" -eq 5 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == "pasur $1: /nowhere/"*": No such file or directory" ]]
}

# without_times FILE: what a run with the same seed must repeat
without_times() { grep '^#' "$1" | sed -E '/^# (command|start|wall_seconds)/d'; untimed "$1"; }

# finished_some ARGS…: Ctrl-C once something is finished; what the terminal shows is in the files out and err
finished_some() {
    local first=1
    case $1 in calibrate) first=45 ;; bench) first=4 ;; esac # before the first of these time goes by
    interrupted "grep -Eqs '^(# )?PARTIAL: the first [1-9]' out a.csv" "$@"
}

@test "every command with a dry run is in the table" {
    for command in $("$PASUR" help commands | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        "$PASUR" "$command" --help all | grep -q '^  --dry-run' || continue
        case $command in study | pool | compare) continue ;; esac # they have files of their own, or play nothing
        printf '%s\n' "${runs[@]}" | grep -q "^$command "
    done
    [ "${#runs[@]}" -ge 8 ]
}

touches_nothing() {
    local option before old
    run --separate-stderr "$PASUR" $1 --dry-run
    [ "$status" -eq 0 ]
    [ -n "$output" ]
    [ -z "$stderr" ]
    for option in $(files_of "$1"); do
        before=$(echo *)
        old=$(file_name "$option" old)
        echo old >"$old"
        "$PASUR" $1 --dry-run -q "--$option" "$(file_name "$option" new)" >plan # quiet, it does not try how long it would take
        "$PASUR" $1 --dry-run -q "--$option" "$old" >plan
        [ "$(<"$old")" = old ]
        rm plan "$old"
        [ "$(echo *)" = "$before" ]
        fails_to_write $1 --dry-run -q "--$option" "$(file_name "$option" /nowhere/x)"
    done
    [ ! -w /dev/full ] || told_full $1 --dry-run -q
}
told_full() {
    local status=0
    "$PASUR" "$@" >/dev/full 2>../told || status=$?
    [ "$status" -eq 5 ]
    [ "$(cat ../told)" = "pasur $1: standard output: No space left on device" ]
}
@test "a dry run says what would be done, touches nothing and finds files that cannot be written" {
    each_run touches_nothing
}

leaves_no_trace() {
    local option other
    local files
    files=$(files_of "$1")
    for option in $files; do
        for other in $files; do
            [ "$option" != "$other" ] && drawn "$option" && drawn "$other" || continue
            echo old >"$(file_name "$option" old)"
            fails_to_write $1 "--$option" "$(file_name "$option" new)" "--$other" "$(file_name "$other" /nowhere/x)"
            fails_to_write $1 "--$option" "$(file_name "$option" old)" "--$other" "$(file_name "$other" /nowhere/x)"
            [ "$(cat "$(file_name "$option" old)")" = old ]
            rm "$(file_name "$option" old)"
            [ -z "$(ls)" ]
        done
    done
}
# bats test_tags=slow,check
@test "a second file that cannot be written leaves no trace of the first" {
    each_run leaves_no_trace
}

# keeps_checks N: so many of calibrate's checks are told
keeps_checks() {
    [ "$(grep -cE '  (kept|not refuted)$' out)" -eq "$1" ]
    grep -q "^$1 of $1 promises kept or not refuted, 1000 trials each\(, but 100 for the [123] slow ones\)\?; seed 1; " out
    [ "$(grep -vc '^#' a.csv)" -eq $(($1 + 1)) ]
}
keeps_what_is_finished() {
    local files=() named
    rm -f a.csv a.svg rounds.csv
    named=$(files_of "$1")
    if [ -n "$named" ]; then files=(--csv a.csv); fi
    if grep -q rounds-csv <<<"$named"; then files+=(--rounds-csv rounds.csv); fi
    if grep -q plot <<<"$named" && drawn plot; then files+=(--plot a.svg); fi
    finished_some $1 $3 "${files[@]}"
    grep -Eqx 'PARTIAL: the first [0-9]+( of [0-9]+)? (boards|positions|measurements|checks|iterations|plays|boards of the (pilot|test|validation)|rounds of (the search|self-play))' out
    [ "$(grep -c PARTIAL out)" -eq 1 ]
    silent err
    if [ -e a.csv ]; then
        grep -qx "# $(grep PARTIAL out)" a.csv
        [ "$(grep -vc '^#' a.csv)" -ge 1 ]
    fi
    [ "$1" != calibrate ] || keeps_checks $(sed -n 's/^PARTIAL: the first \([0-9]*\) of .*/\1/p' out)
    [ ! -e rounds.csv ] || grep -q "^# $(grep PARTIAL out) *$" rounds.csv
    [ ! -e a.svg ] || grep -q "<text>$(grep PARTIAL out);" a.svg
}
# bats test_tags=slow
@test "Ctrl-C keeps what is finished and says PARTIAL everywhere in one form" {
    each_run keeps_what_is_finished
}

repeats_itself() {
    local again speeds='s/, [0-9.]+[kM]? boards.s//; s/, [0-9.]+ (ms|s|min|h|days?)\b//g'
    if [ -z "$(files_of "$1")" ]; then
        "$PASUR" $1 $2 --quiet >summary 2>err
        [ ! -s err ]
        again=$(sed -n 's/^Again: pasur //p' summary)
        eval "\"\$PASUR\" $again" >second || [ $? -lt 4 ]
        diff <(sed -E "$speeds" summary) <(sed -E "$speeds" second)
        return
    fi
    rm -f a.csv b.csv
    "$PASUR" $1 $2 --quiet --csv b.csv >summary 2>err || [ $? -lt 4 ]
    [ ! -s err ]
    [ "$1" != calibrate ] || grep -qF '  0.0 (0.0 to 3.7)' summary # few trials refute nothing, and show little
    again=$(sed -n 's/^Again: pasur //p' summary)
    again=${again:-$1 $2} # bench has other figures each time
    again=${again/ --quiet/}
    eval "\"\$PASUR\" ${again/ --csv b.csv/} --quiet --csv -" >a.csv 2>err || [ $? -lt 4 ]
    [ ! -s err ]
    [ "$(wc -l <a.csv)" -eq "$(wc -l <b.csv)" ]
    [ "$(columns a.csv)" = "$(columns b.csv)" ]
    [ "$1" = bench ] || diff <(without_times b.csv) <(without_times a.csv)
    [ "$1" != calibrate ] || return 0 # seconds go by before its first check; that it can be stopped is asked above
    finished_some $1 $3 --quiet --csv -
    silent err
    grep -q '^# PARTIAL: the first ' out
    [ "$(columns out)" = "$(columns b.csv)" ]
}
# bats test_tags=slow
@test "Again repeats the run to the last digit; --quiet with --csv - prints nothing but CSV, also when it is stopped" {
    each_run repeats_itself
}
