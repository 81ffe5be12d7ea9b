# SPDX-License-Identifier: GPL-3.0-or-later
# What a run writes: over nothing else, and nothing is lost when it fails or is stopped.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load csv

setup() { cd "$BATS_TEST_TMPDIR"; }

# fails STATUS REASON ARGS…: one line on stderr
fails() {
    run --separate-stderr "$PASUR" "${@:3}"
    [ "$status" -eq "$1" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == *"$2"* ]]
}

# bats test_tags=quick
@test "no file is written over another, whatever its name" {
    echo "deny_sur 1" >weights
    cp weights kept
    "$PASUR" deal --boards 2 >deals
    cp deals kept_deals
    refuses sim greedy random --csv one --records ./one -- "--csv 'one' and --records './one' are the same file"
    refuses sim greedy random --deal ./deals --records deals -- "--deal './deals' and --records 'deals' are the same file"
    refuses sim tactic:weights=weights greedy --csv ./weights -- "--csv './weights' and weights 'weights' are the same file"
    refuses rate tactic:weights=weights greedy --cross weights -- "--cross and weights both name 'weights'"
    refuses rate greedy random --csv one --cross ./one -- "are the same file"
    refuses tactics --agent tactic:weights=weights --csv weights -- "--csv and weights both name 'weights'"
    refuses tactics --opponent tactic:weights=weights --csv weights -- "--csv and weights both name 'weights'"
    refuses tactics --csv ./t.svg --plot t.svg -- "are the same file"
    refuses tune tactic --from weights --csv ./weights -- "--csv './weights' and --from 'weights' are the same file"
    refuses tune tactic --save one --csv ./one -- "are the same file"
    refuses advise deals --csv deals -- "--csv and the record both name 'deals'"
    ln -s weights link
    refuses sim tactic:weights=weights greedy --csv link -- "are the same file"
    ln -s nowhere one_link
    ln -s ./nowhere other_link
    refuses sim greedy random --csv one_link --records other_link -- "are the same file"
    [ ! -e nowhere ]
    echo old >first
    ln first second
    refuses sim greedy random --csv first --rounds-csv second -- "are the same file"
    [ "$(cat first)" = old ]
    [ ! -e one ]
    cmp weights kept
    cmp deals kept_deals
    # what is no file of its own may be named twice
    "$PASUR" sim greedy random --boards 2 --csv /dev/null --records /dev/../dev/null --quiet >summary
}

# bats test_tags=quick
@test "no file is standard output or standard error too" {
    # same WHERE ARGS…: pasur ARGS, one of whose files is where WHERE sends what it prints, is refused
    same() {
        run bash -c "'$PASUR' ${*:2} $1"
        [ "$status" -eq 2 ]
        cat printed told 2>/dev/null | grep -qE "are the same file; give each its own$"
        ! grep -q points printed || false
        rm -f printed told
    }
    "$PASUR" deal >deals
    same ">printed 2>told" sim greedy random --boards 2 --csv printed
    same ">printed 2>told" sim greedy random --boards 2 --csv /dev/stdout
    same ">printed 2>told" sim greedy random --boards 2 --csv ./printed --dry-run
    same ">printed 2>told" tactics --boards 2 --plot p.svg --csv printed
    same ">printed 2>told" tune tactic --rounds 100k --save printed
    same ">>deals 2>told" replay deals
    same ">>deals 2>told" solve deals
    same ">>deals 2>told" perft ./deals
    same ">printed 2>told" plot printed -o x.svg
    same ">printed 2>&1" sim greedy random --boards 2 --csv printed
    same "2>told" sim greedy random --boards 2 --csv told
    [ ! -e p.svg ]
    # what is no file of its own may be both, and "-" is one
    "$PASUR" sim greedy random --boards 2 --csv /dev/stdout | grep -q '^agent,'
    "$PASUR" sim greedy random --boards 2 --csv /dev/null >/dev/null
    "$PASUR" sim greedy random --boards 2 --csv - >figures
    head -n 1 figures | grep -q '^# version'
}

# bats test_tags=quick
@test "what stood there stays until there is something to write" {
    echo old >good
    fails 5 "/nowhere/x: No such file or directory" sim greedy random --boards 10 --csv good --rounds-csv new --records /nowhere/x
    [ "$(cat good)" = old ]
    [ ! -e new ]
    fails 5 "/nowhere/x: " rate greedy random --boards 10 --csv good --cross /nowhere/x
    [ "$(cat good)" = old ]
    "$PASUR" sim greedy random --boards 10 --csv good --quiet >summary
    grep -q ^greedy good
    ! grep -q old good || false
}

@test "--dry-run finds files that cannot be written, and makes none" {
    for command in "sim greedy random" "rate greedy random" tactics "tune tactic"; do
        fails 5 "/nowhere/x: " $command --dry-run --csv /nowhere/x
        "$PASUR" $command --dry-run --csv new >plan
        [ ! -e new ]
    done
    fails 5 "/nowhere/x: " tune tactic --dry-run --save /nowhere/x
}

@test "a signal that comes twice at once is one: nothing is lost" {
    "$PASUR" sim tactic greedy --boards 10M --threads 1 --csv figures --records records >summary 2>errors &
    awaits $! '[ -s records.unfinished ]'
    # while it stands still nothing can come between the two
    stopped $! STOP INT TERM CONT
    grep -q "^PARTIAL: the first [0-9]* of 10000000 boards" summary
    grep -q "^# PARTIAL: the first" figures
    [ "$(tail -n 1 records)" = "" ]
    "$PASUR" replay records | tail -n 1 | grep -q "^[0-9]*,1,"
}

@test "a slow end says what it waits for, and the next Ctrl-C ends at once" {
    # A Ctrl-C before the first play has begun ends the program without waiting: then a later one is tried.
    local steps=1 told='grep -q "finishing current work; Ctrl-C again ends at once" errors'
    while :; do
        "$PASUR" sim ismcts:iters=1G greedy --boards 1 --threads 1 --quiet >summary 2>errors &
        awaits $! "catches $!"
        for ((i = 0; i < steps; i++)); do sleep 0.1; done
        kill -INT $!
        if awaits $! "$told"; then break; fi
        wait $! || true
        steps=$((2 * steps))
        [ $steps -lt 2000 ]
    done
    stopped $!
    [ ! -s summary ]
}

@test "deal, replay and solve that are stopped leave whole rows" {
    "$PASUR" deal --boards 50k >deals
    "$PASUR" solve deals >values &
    awaits $! '[ -s values ]'
    stopped $!
    head -n 1 values | grep -q '^record,play,value$'
    tail -n 1 values | grep -qE '^[0-9]+,[^,]+,-?[0-9]+$'
    "$PASUR" deal --boards 1G >many &
    awaits $! '[ -s many ]'
    stopped $!
    [ "$(tail -n 1 many)" = "" ]
    "$PASUR" replay many >all
    [ "$(wc -l <all)" -gt 1 ]
}

@test "a file that may grow no more is told, and all end with the summary's last board" {
    run --separate-stderr bash -c "ulimit -f 100; '$PASUR' sim greedy random --boards 1M --rounds-csv rows --records records"
    [ "$status" -eq 5 ]
    [[ "$stderr" == *"records: File too large" ]]
    [[ "$output" == "PARTIAL: the first "* ]]
    [ "$(tail -n 1 records)" = "" ]
    "$PASUR" replay records >replayed
    boards=$(sed -n 's/^PARTIAL: the first \([0-9]*\) of .*/\1/p' <<<"$output")
    [ "$boards" -gt 0 ]
    [ "$(tail -n 1 replayed | cut -d, -f1)" -eq $((2 * boards - 1)) ]
    [ "$(grep -v '^#' rows | tail -n 1 | cut -d, -f1)" -eq $((boards - 1)) ]
    [ "$(tail -n 1 rows)" = "# PARTIAL: the first $boards of 1000000 boards" ]
    [ "$(grep -v '^#' rows | tail -n 1 | tr -cd ,)" = "$(columns rows | tr -cd ,)" ]
}

@test "a picture that nothing could draw is refused before the run" {
    mkdir empty
    run --separate-stderr env PATH="$PWD/empty" "$PASUR" sim greedy random --boards 1G --plot x.svg
    [ "$status" -eq 5 ]
    [[ "$stderr" == *"--plot: gnuplot is not installed: "* ]]
    # what it shows is kept where it can be drawn later
    run --separate-stderr env PATH="$PWD/empty" "$PASUR" sim greedy random --boards 100 --plot x.svg --csv a.csv
    [ "$status" -eq 5 ]
    [[ "$stderr" == *"gnuplot is not installed: "* ]]
    [ ! -e x.svg ]
    [ "$(grep -c '^greedy,' a.csv)" -eq 1 ]
    ! command -v gnuplot >/dev/null || "$PASUR" plot a.csv -o x.svg
}

@test "rows that go into a pipe say at their end that more should follow" {
    "$PASUR" sim greedy random --boards 1G --threads 1 --rounds-csv - --quiet >rows &
    awaits $! '[ -s rows ]'
    stopped $!
    tail -n 1 rows | grep -qx '# PARTIAL: the first [0-9]* of 1000000000 boards'
    "$PASUR" sim greedy random --boards 10 --rounds-csv - --quiet >whole
    ! grep -q PARTIAL whole || false
    tail -n 1 whole | grep -qx '# wall_seconds: [0-9.]*'
    command -v gnuplot >/dev/null || return 0
    "$PASUR" plot - -o rows.svg <rows
    grep -q '<text>PARTIAL: the first [0-9]* of 1000000000 boards; ' rows.svg
    "$PASUR" plot - -o whole.svg <whole
    ! grep -q PARTIAL whole.svg || false
    head -n -1 whole >cut
    "$PASUR" plot cut -o cut.svg
    grep -q '<text>PARTIAL: the file is cut off; ' cut.svg
    # the head of older files says it
    sed -e '/^board,/i # PARTIAL: the first 5 of 10 boards' -e '$d' whole >older
    "$PASUR" plot older -o older.svg
    grep -q '<text>PARTIAL: the first 5 of 10 boards; ' older.svg
}

# bats test_tags=quick
@test "a run that is killed leaves the old files, and what it wrote beside them" {
    for name in figures rows records; do echo old >$name; done
    "$PASUR" sim tactic greedy --boards 1G --threads 1 --csv figures --rounds-csv rows --records records >summary 2>errors &
    awaits $! '[ -s records.unfinished ]'
    kill -KILL $!
    wait $! || true
    for name in figures rows records; do [ "$(cat $name)" = old ]; done
    ! grep -Eq '^# (PARTIAL|wall_seconds): ' rows.unfinished || false
    # the next run says so, and writes over it
    run --separate-stderr "$PASUR" sim tactic greedy --boards 10 --csv figures --rounds-csv rows --records records
    [ "$status" -eq 0 ]
    for name in figures rows records; do
        [ ! -e $name.unfinished ]
        [[ "$stderr" == *"pasur sim: note: "*"/$name.unfinished, which a killed program left behind, is overwritten"* ]] ||
            [[ "$stderr" == *"pasur sim: note: $name.unfinished, which a killed program left behind, is overwritten"* ]]
        ! grep -q old $name || false
    done
    ! grep -q PARTIAL rows records figures || false
    [ "$(grep -c ^deal records)" -eq 20 ]
}

# bats test_tags=quick
@test "records that should go on say so in their last line" {
    "$PASUR" sim greedy random --boards 1G --threads 1 --records records --rounds-csv rows --quiet >summary &
    awaits $! '[ -s records.unfinished ]'
    stopped $!
    tail -n 2 records | head -n 1 | grep -qx '# PARTIAL: the first [0-9]* of 1000000000 boards'
    [ "$(tail -n 2 records | head -n 1)" = "$(sed -n 's/ *$//; /^# PARTIAL/p' rows)" ]
    "$PASUR" replay records >replayed
    "$PASUR" sim greedy random --boards 10 --deal records --quiet >summary
    "$PASUR" sim greedy random --boards 10 --records records --quiet >summary
    ! grep -q PARTIAL records || false
}

# bats test_tags=sanitized
@test "one run at a time writes a file" {
    "$PASUR" sim greedy random --boards 1G --threads 1 --records records --quiet >summary &
    pid=$!
    awaits $pid '[ -s records.unfinished ]'
    kill -STOP $pid # each of the others waits for two seconds
    fails 5 "records: another program is writing records.unfinished" sim greedy random --boards 1 --records records
    fails 5 "records: another program is writing records.unfinished" sim greedy random --boards 1 --records records --dry-run
    stopped $pid INT CONT
    "$PASUR" sim greedy random --boards 1 --records records --quiet >summary
    [ "$(grep -c ^deal records)" -eq 2 ]
}

# bats test_tags=quick
@test "the file that is written first is no other file of the run" {
    refuses sim greedy random --csv one --records one.unfinished -- \
        "--csv 'one' is first written into 'one.unfinished', which --records names; give it another name"
    "$PASUR" deal >deals.unfinished
    cp deals.unfinished kept
    refuses sim greedy random --deal ./deals.unfinished --records deals -- "is first written into 'deals.unfinished', which --deal names"
    refuses sim greedy random --csv one.unfinished --records ./one -- "is first written into"
    cmp deals.unfinished kept
    # what stands in its place is not followed, nor emptied
    ln -s kept one.unfinished
    fails 5 "one.unfinished: " sim greedy random --boards 2 --csv one
    rm one.unfinished
    ln kept one.unfinished
    fails 5 "one.unfinished: File exists" sim greedy random --boards 2 --csv one
    mkdir two.unfinished
    fails 5 "two" sim greedy random --boards 2 --csv two
    cmp deals.unfinished kept
    [ ! -e one ]
}

# bats test_tags=quick
@test "a new file is where the name leads, with the old one's rights" {
    mkdir there
    echo old >there/rows
    chmod 640 there/rows
    ln -s there/rows link
    ln -s there/new dangling
    "$PASUR" sim greedy random --boards 2 --rounds-csv link --csv dangling --quiet >summary
    [ -L link ]
    [ -L dangling ]
    [[ "$(ls -l there/rows)" == -rw-r-----* ]]
    grep -q ^greedy there/new
    [ "$(grep -vc '^#' there/rows)" -eq 9 ]
    [ "$(ls there)" = $'new\nrows' ]
    # a name as long as names may be
    name=$(printf 'x%.0s' {1..255})
    "$PASUR" sim greedy random --boards 2 --csv "$name" --quiet >summary
    grep -q ^greedy "$name"
}

# bats test_tags=quick
@test "where nothing could be written the old files stay" {
    for name in figures rows records; do echo old >$name; done
    run bash -c '(trap "" XFSZ; ulimit -f 0; exec "$PASUR" sim greedy random --boards 100 \
        --csv figures --rounds-csv rows --records records 2>&1) | cat; exit "${PIPESTATUS[0]}"'
    [ "$status" -eq 5 ]
    [[ "$output" == *": File too large"* ]]
    for name in figures rows records; do
        [ "$(cat $name)" = old ]
        [ ! -e $name.unfinished ]
    done
}

# compressed TEST…: calls it with the ending and the program of each kind that this build and this machine have
compressed() {
    local kind ran=0
    for kind in "gz gzip" "zst zstd"; do
        set -- "$1" $kind
        if ! "$PASUR" --version | grep -q "with \(.*and \)\?\.$2 "; then
            refuses sim greedy random --records "x.$2" -- "--records 'x.$2': this build is without .$2; install "
            continue
        fi
        command -v "$3" >/dev/null || continue
        ran=1
        "$1" "$2" "$3"
    done
    [ $ran = 1 ] || skip "nothing here compresses"
}

is_read() {
    local run="sim greedy random --boards 300 --quiet"
    "$PASUR" $run --csv figures --rounds-csv rows --records records >summary
    "$PASUR" $run --csv figures.$1 --rounds-csv rows.$1 --records records.$1 >summary
    cmp records <($2 -dc records.$1)
    cmp <(grep -v '^#' rows) <($2 -dc rows.$1 | grep -v '^#')
    cmp <(grep '^greedy' figures | cut -d, -f1-22) <($2 -dc figures.$1 | grep '^greedy' | cut -d, -f1-22)
    $2 -dc rows.$1 | grep -q '^# wall_seconds: [0-9.]* *$'
    ! $2 -dc rows.$1 | grep -q PARTIAL || false
    [ "$(wc -c <rows.$1)" -lt "$(($(wc -c <rows) / 2))" ]
    # whoever reads the file reads what was compressed
    cmp <("$PASUR" replay records) <("$PASUR" replay records.$1)
    "$PASUR" sim greedy random --boards 4 --quiet --deal records --rounds-csv - | grep -v '^#' >deal
    cmp deal <("$PASUR" sim greedy random --boards 4 --quiet --deal records.$1 --rounds-csv - | grep -v '^#')
    "$PASUR" deal | $2 -c >position.$1
    "$PASUR" advise position.$1 --iters 100 --quiet >advice
    head -c 2000 records.$1 >cut
    run --separate-stderr "$PASUR" replay cut
    [ "$status" -eq 2 ]
    [ "$stderr" = "pasur replay: cut: its compressed contents are damaged or cut off" ]
    if command -v gnuplot >/dev/null; then "$PASUR" plot rows.$1 -o rows.svg; fi
    # a pipe too
    mkfifo pipe.$1
    $2 -dc <pipe.$1 >piped &
    "$PASUR" $run --records pipe.$1 >summary
    wait $!
    cmp records piped
}
# bats test_tags=quick
@test "files that end in .gz or .zst are compressed, and are read as others are" { compressed is_read; }

ends_whole() {
    "$PASUR" sim greedy random --boards 1G --threads 1 --records records.$1 --rounds-csv rows.$1 --quiet >summary &
    awaits $! "[ -s records.$1.unfinished ]"
    stopped $!
    $2 -dc records.$1 >records
    tail -n 2 records | head -n 1 | grep -qx '# PARTIAL: the first [0-9]* of 1000000000 boards'
    "$PASUR" replay records.$1 | tail -n 1 | grep -q '^[0-9]*,1,'
    boards=$(($(grep -c ^deal records) / 2))
    $2 -dc rows.$1 >rows
    grep -q "^# PARTIAL: the first $boards of 1000000000 boards *\$" rows
    [ "$(grep -vc '^#' rows)" -eq $((4 * boards + 1)) ]
    # where files may grow no more
    run --separate-stderr bash -c "ulimit -f 100; '$PASUR' sim greedy random --boards 1M --rounds-csv rows.$1 --records records.$1"
    [ "$status" -eq 5 ]
    [[ "$stderr" == *"records.$1: File too large" ]]
    boards=$(sed -n 's/^PARTIAL: the first \([0-9]*\) of .*/\1/p' <<<"$output")
    [ "$boards" -gt 0 ]
    $2 -dc records.$1 >records
    $2 -dc rows.$1 >rows
    [ "$(grep -c ^deal records)" -eq $((2 * boards)) ]
    [ "$(grep -vc '^#' rows)" -eq $((4 * boards + 1)) ]
    grep -q "^# PARTIAL: the first $boards of 1000000 boards *\$" rows
    "$PASUR" replay records.$1 | tail -n 1 | grep -q '^[0-9]*,1,'
}
# bats test_tags=quick
@test "compressed files of runs that are stopped, or may write no more, are whole" { compressed ends_whole; }

@test "no command writes over what it reads, nor into a run directory" {
    for i in 1 2; do
        "$PASUR" sim greedy random --boards 40 --seed $i --run d$i --csv f$i.csv -q >out
        "$PASUR" sim greedy random --boards 40 --run p$i --part $i/2 -q >out
    done
    ln -s d1/chunks link
    ln -s d1 other
    cksum d?/* p?/* f?.csv >before
    refuses runs d1 --csv d1/chunks -- "--csv 'd1/chunks' is a part of a run directory; give it another name"
    refuses runs d1 --csv link -- "a part of a run directory"
    refuses merge p1 p2 --csv p1/chunks -- "a part of a run directory"
    refuses report d1 -o d1/run.json -- "-o 'd1/run.json' is a part of a run directory"
    refuses compare d1 d2 --csv d1/chunks -- "a part of a run directory"
    refuses pool d1 d2 --csv d2/run.json -- "a part of a run directory"
    refuses rate greedy random --boards 10 --csv other/lock -- "a part of a run directory"
    refuses compare f1.csv f2.csv --json ./f2.csv -- "--json './f2.csv' and an argument 'f2.csv' are the same file"
    refuses pool f1.csv f2.csv --csv f2.csv -- "an argument both name 'f2.csv'"
    refuses report f1.csv f2.csv -o f2.csv -- "an argument both name 'f2.csv'"
    refuses sim greedy "exec:$BASH ./f1.csv" --boards 1 --csv f1.csv -- "--csv 'f1.csv' and exec './f1.csv' are the same file"
    cksum d?/* p?/* f?.csv | diff before -
}

@test "a page takes no place of a study's questions, and one study is at work in a folder" {
    printf '[A]\npasur sim greedy random --boards 20\n' >linked.txt
    "$PASUR" study linked.txt -q
    refuses report linked -o linked/study.txt -- "holds the study's questions"
    mkfifo go
    flock linked sh -c 'cat go' &
    until ! flock -n linked true; do kill -0 $!; sleep 0.05; done
    fails 5 "linked: another study is at work there" study linked.txt
    echo >go
    wait
    "$PASUR" study linked.txt -q
}

# bats test_tags=quick
@test "refusals come before the first byte, and keep old files" {
    echo bad >bad.txt
    "$PASUR" deal --boards 2 >some.txt
    cat bad.txt >>some.txt
    for name in bad.txt some.txt; do
        echo old >old.json
        run -2 "$PASUR" replay $name --json old.json
        [ "$(cat old.json)" = old ]
    done
    [ -z "$("$PASUR" replay bad.txt --json - 2>told)" ]
    "$PASUR" sim greedy random --boards 40 --run whole -q >out
    "$PASUR" sim greedy random --boards 40 --run part1 --part 1/2 --rounds-csv rows -q >out
    refuses runs whole --level bad -- "--level: 'bad' is not a number"
    refuses runs whole --cross x -- "whole was written by 'pasur sim', which has no option --cross"
    refuses merge part1 --rounds-csv - -- "part 2/2 is missing"
    refuses merge nowhere -- "pasur merge: nowhere: it is not a run directory"
    "$PASUR" runs whole | head -n 1 | grep -qx 'whole: pasur sim greedy random --boards 40 --seed 1'
}

# bats test_tags=quick
@test "messages say what is wrong" {
    "$PASUR" rate greedy random --boards 20 --csv rate.csv --cross cross.csv -q >out
    for command in pool compare; do
        refuses $command rate.csv cross.csv -- "hold different figures of one question: those of 'rate --csv' and of 'rate --cross'"
    done
    refuses pool $(seq 257) -- "pool: more than 256 arguments"
    run -5 python3 -c "import os, resource, sys
os.closerange(3, 64)
resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))
os.execv(sys.argv[1], sys.argv[1:])" "$PASUR" sim greedy random --boards 10 --csv fewer --rounds-csv rows
    [ "$output" = "pasur sim: rows: Too many open files" ]
    "$PASUR" sim greedy random --vary target=62,100 --boards 10 2>told >out
    grep -qx 'pasur sim: note: rules: without effect here: target; every round begins at 0 points and is played to its end' told
    "$PASUR" sim greedy random --vary target=10,20 --matches 10 2>told >out
    ! grep -q 'no effect' told
}

# bats test_tags=quick
@test "text of others reaches no terminal raw" {
    local hostile=$'a\r\e[2Kb\xc2\x9b2Jc\xe2\x80\xaed'
    # shown FILE: it is there, and nothing in it is obeyed
    clean() { ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' told || { cat -v told; return 1; }; }
    says() { "$PASUR" "$@" >told 2>&1 || true; grep -q 'a??\[2Kb' told || { cat -v told; return 1; }; clean; }
    "$PASUR" sim greedy random --boards 20 --csv one.csv --run one -q >out
    "$PASUR" sim greedy random --boards 20 --seed 2 --csv two.csv -q >out
    cp one.csv "$hostile.csv"
    cp -r one "$hostile"
    printf '[%s]\npasur sim greedy random --boards 20 --csv "%s.csv"\n' "$hostile" "$hostile" >ask.txt
    cp ask.txt "$hostile.txt"
    says study ask.txt --dry-run
    says study ask.txt
    says study "$hostile.txt"
    "$PASUR" sim greedy random --boards 20 --csv "$hostile.csv" >told
    clean
    rm "$hostile.csv"
    again=$(sed -n 's/^Again: //p' told)
    bash -c "${again/pasur/\"$PASUR\"} -q" >again # it names the same file
    grep -q '^greedy,' "$hostile.csv"
    says compare two.csv "$hostile.csv"
    says compare "$hostile.missing" one
    says compare one "$hostile"
    says pool "$hostile.csv" "$hostile.csv"
    says runs "$hostile"
    says runs one "$hostile"
    says merge "$hostile.missing"
    says report one.csv -o "$hostile.html"
    says plot "$hostile.csv" -o "$hostile.svg" --script "$hostile.svg"
    for command in replay solve review perft; do says $command "$hostile"; done
    refuses sim greedy "exec:name=a,$hostile" -- "a control character"
    refuses sim greedy $'exec:a\xe2\x80\xaeb' -- "a control character"
    # what stands in the heads and cells of files
    sed "s/greedy/$(printf 'a\\r\\x1b[2Kb\\xc2\\x9bgreedy')/" one.csv >head.csv
    sed "s/greedy/$(printf 'a\\r\\x1b[2Kb\\xc2\\x9bgreedy')/; s/seed: 1/seed: 2/; s/seed 1/seed 2/" one.csv >head2.csv
    for command in pool compare; do
        "$PASUR" $command head.csv head2.csv >told 2>&1 || true
        [ -s told ]
        clean
    done
}
