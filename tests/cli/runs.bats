# SPDX-License-Identifier: GPL-3.0-or-later
# Run directories: what was stopped goes on, parts come to the whole, and nothing else is taken for either.
# bats file_tags=slow

bats_require_minimum_version 1.5.0
load refuses
load kept
load interrupted

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# goes_on HOW STATUS ARGS…: stopped at its third and at its tenth chunk (or later writes, HOW kill), it comes to the same,
# with the files $files beside --csv
goes_on() {
    local how=$1 stopped=$2 at file
    shift 2
    library
    "$PASUR" "$@" --threads 1 --csv plain.csv >summary
    for file in ${files:-}; do mv $file plain.$file; done
    for at in 7 20; do
        faulty pwrite $at "$how" "$@" --run d --csv a.csv --threads 2
        [ "$status" -eq "$stopped" ]
        [ "$(wc -c <d/chunks)" -gt 64 ]
    done
    "$PASUR" "$@" --run d --csv a.csv --threads 2 >summary 2>err
    grep -q 'note: continues with what is in d' err
    same plain.csv a.csv
    for file in ${files:-}; do cmp <(figures $file) <(figures plain.$file); done
    # and who only looks says the same
    "$PASUR" runs d --csv looked.csv >summary
    same plain.csv looked.csv
}

@test "sim is killed and goes on, with its files" {
    files="records rows" goes_on kill 137 sim greedy random --boards 500 --records records --rounds-csv rows
    "$PASUR" runs d --records looked.records --rounds-csv looked.rows >summary
    for file in records rows; do cmp <(grep -v '^#' plain.$file) <(grep -v '^#' looked.$file); done
}

@test "sim of matches is killed and goes on" {
    files="rows matches" goes_on kill 137 sim greedy random --matches 60 --rounds-csv rows --matches-csv matches
}

@test "signals stop a run in good order" {
    goes_on term 130 sim greedy random --boards 500
    for how in int hup usr1; do
        rm -rf d
        faulty pwrite 5 $how sim greedy random --boards 500 --run d --csv b.csv
        [ "$status" -eq 130 ]
        grep -q '^PARTIAL: ' out
        grep -qE 'note: finished work is kept in d, [1-9][0-9]* boards; the same command continues' err
        "$PASUR" sim greedy random --boards 500 --run d --csv b.csv >summary
        same plain.csv b.csv
    done
}

@test "a run that stops by itself stops there again" {
    goes_on kill 137 sim greedy random --boards 5k --stop ci=0.9
    rm -rf d
    goes_on kill 137 sim greedy random --boards 5k --stop sprt=5,5.5
}

@test "tactics is killed and goes on" {
    goes_on kill 137 tactics --tactics deny_sur --boards 6k
    rm -rf d
    goes_on kill 137 tactics --tactics deny_sur --matches 400
}

@test "rate is killed and goes on" {
    files=cross goes_on kill 137 rate greedy random counter --boards 100 --cross cross
}

@test "exploit is killed and goes on, with the fresh boards' files; it has no parts" {
    files="records rows" goes_on kill 137 exploit greedy --exploiters counter,exploiter:playouts=20:greedy --boards 120 \
        --trial 80 --records records --rounds-csv rows
    "$PASUR" runs d --records looked.records --rounds-csv looked.rows >summary
    for file in records rows; do cmp <(grep -v '^#' plain.$file) <(grep -v '^#' looked.$file); done
    refuses exploit greedy --run e --part 1/2 -- "--part"
    rm -rf d
    goes_on kill 137 exploit greedy --exploiters counter --stop ci=0.7
}

@test "tune is killed and goes on" {
    files=weights goes_on kill 137 tune tactic --rules pagat,players=3 --step 0.02 --seed 3 --opponent tactic --rounds 100k \
        --params deny_sur,count_cards,starve,jack_face,feed_cancel --test 20k --save weights
}

@test "equity is killed and goes on" {
    goes_on kill 137 equity greedy --rules pagat,target=12 --boards 1k
}

@test "void boards are told again as they were" {
    "$ROGUE" sim greedy rogue:every=500 --boards 300 --max-void 100 --threads 1 >plain
    "$ROGUE" sim greedy rogue:every=500 --boards 300 --max-void 100 --threads 1 --run d >summary
    "$ROGUE" sim greedy rogue:every=500 --boards 300 --max-void 100 --threads 1 --run d >again
    voids() { sed -n '/^void boards: [1-9]/,/^Again/p' "$1" | grep -v ^Again; }
    [ -n "$(voids plain)" ]
    cmp <(voids plain) <(voids summary)
    cmp <(voids plain) <(voids again)
    cmp <(voids plain) <("$ROGUE" runs d 2>err | sed -n '/^void boards: [1-9]/,$p')
}

@test "a part has no more void boards than --max-void allows, of all that it has played" {
    for command in "sim greedy rogue:every=500 --boards 300" "rate greedy rogue:every=500 --boards 300" \
        "equity rogue:every=500 --boards 1k --rules pagat,target=20 --check 0" \
        "tactics --tactics deny_sur --opponent rogue:every=500 --boards 300"; do
        rm -rf d
        run "$ROGUE" $command --threads 1 --run d --part 1/2 -q
        [ "$status" -eq 4 ]
        [[ "${lines[*]: -1}" == *" void board"*", more than --max-void allows; the first: board "* ]]
        # what is kept counts when it goes on
        run "$ROGUE" $command --threads 1 --run d --part 1/2 -q
        [ "$status" -eq 4 ]
        "$ROGUE" $command --threads 1 --run d --part 1/2 --max-void 0.9 >summary
        grep -q '^part 1 of 2: 100.0 % is in d' summary
        run "$ROGUE" $command --threads 1 --run d --part 1/2 --max-void 1 -q
        [ "$status" -eq 4 ]
    done
}

@test "another command, seed or weights file is refused by its difference" {
    echo "deny_sur 1" >w
    "$PASUR" sim greedy tactic:weights=w --boards 20 --threads 1 --run d >summary
    cp -r d before
    refuses sim greedy tactic:weights=w --boards 30 --threads 1 --run d -- "d/run.json: command is "
    refuses sim greedy tactic:weights=w --boards 20 --seed 2 --threads 1 --run d -- '--seed 1" there and'
    refuses sim greedy tactic:weights=w --boards 20 --threads 1 --run d --records - -- 'd/run.json: what it keeps beside sums is "" there and "records" here; name the same options for files of rows, or another directory'
    "$PASUR" sim greedy random --boards 20 --threads 1 --run kept --rounds-csv rows --records r >summary
    refuses sim greedy random --boards 20 --threads 1 --run kept --records r -- 'kept/run.json: what it keeps beside sums is "rounds-csv records" there and "records" here; name the same options'
    refuses sim greedy random --boards 20 --threads 1 --run kept -- 'kept/run.json: what it keeps beside sums is "rounds-csv records" there and "" here; name the same options'
    echo "deny_sur 2" >w
    refuses sim greedy tactic:weights=w --boards 20 --threads 1 --run d -- 'd/run.json: what it reads, with checksums, is "w '
    sed -i 's/"version": "/&0/' d/run.json
    refuses runs d -- 'd/chunks: it belongs to another run' # than run.json is of
    diff -r before/chunks d/chunks
}

@test "a run's signature is of its own agents under its own rules" {
    signature() {
        rm -rf d
        "$PASUR" sim "$@" --boards 2 --threads 1 --run d -q >summary
        sed -n 's/^    "signature": "\([0-9a-f]\{16\}\)",$/\1/p' d/run.json
    }
    plays=$(signature greedy random)
    [ "$(signature greedy random --seed 2)" = "$plays" ]
    [ "$(printf '%s\n' "$plays" "$(signature tactic random)" "$(signature greedy random --rules playpasur)" \
        "$(signature tactic:deny_sur=0 random)" "$(signature ismcts:iters=2 random)" | grep . | sort -u | wc -l)" -eq 5 ]
}

@test "a second writer is told that there is a first" {
    mkdir d
    "$PASUR" sim greedy random --boards 1G --threads 1 --run d --csv a.csv >out 2>err &
    pid=$!
    until [ -s d/chunks ]; do kill -0 $pid; sleep 0.05; done
    kill -STOP $pid # each of the others waits for two seconds
    for more in "" "--csv a.csv"; do
        run "$PASUR" sim greedy random --boards 1G --threads 1 --run d $more
        [ "$status" -eq 5 ]
        [[ "$output" == *"d: another program writes there; one program at a time can"* ]]
    done
    "$PASUR" runs d >looked
    grep -q 'a program goes on there' looked
    stopped $pid TERM CONT
}

# one_run: the directory d with several chunks, and plain.csv
one_run() {
    library
    "$PASUR" sim greedy random --boards 300 --threads 1 --csv plain.csv >summary
    faulty pwrite 0 none sim greedy random --boards 300 --threads 1 --run d --csv a.csv
    [ "$status" -eq 0 ]
    same plain.csv a.csv
}

@test "damage in the middle is told and played again" {
    one_run
    cp -r d whole
    size=$(wc -c <d/chunks)
    middle=$((size / 2))
    for at in 600 $middle; do
        rm -rf d
        cp -r whole d
        printf '\252\125' | dd of=d/chunks bs=1 seek=$at conv=notrunc 2>/dev/null
        "$PASUR" sim greedy random --boards 300 --threads 1 --run d --csv a.csv >summary 2>err
        grep -q 'note: [0-9]* bytes of d/chunks are damaged and left out: what stood there is played again, once$' err
        same plain.csv a.csv
        size=$(wc -c <d/chunks)
        "$PASUR" sim greedy random --boards 300 --threads 1 --run d --csv a.csv >summary 2>err
        same plain.csv a.csv
        [ "$(wc -c <d/chunks)" -eq "$size" ]
    done
}

@test "a damaged head of the chunks is told, read past, and written anew" {
    one_run
    cp d/chunks whole
    printf '\252\125' | dd of=d/chunks bs=1 seek=3 conv=notrunc 2>/dev/null
    "$PASUR" runs d >listed 2>err
    grep -q 'note: 32 bytes of d/chunks are damaged and left out$' err
    "$PASUR" sim greedy random --boards 300 --threads 1 --run d --csv a.csv >summary 2>err
    grep -q 'note: 32 bytes of d/chunks are damaged and left out: ' err
    same plain.csv a.csv
    cmp d/chunks whole
}

@test "figures of a directory that holds nothing whole are none" {
    one_run
    truncate -s 32 d/chunks
    run -1 --separate-stderr "$PASUR" runs d --csv c -q
    [ "$stderr" = "pasur runs: d: nothing in it is complete, so there are no figures to write" ]
    [ ! -e c ]
    "$PASUR" runs d >/dev/null
}

@test "a torn end is left out and played again" {
    one_run
    truncate -s -3 d/chunks
    "$PASUR" sim greedy random --boards 300 --threads 1 --run d --csv a.csv >summary 2>err
    grep -q 'bytes of d/chunks were torn and left out' err
    same plain.csv a.csv
}

@test "what is no run directory is left alone" {
    run_in() { refuses sim greedy random --boards 20 --threads 1 --run "$1" -- "$2"; }
    mkdir empty lost
    : >empty/run.json
    run_in empty "empty/run.json: it is not as this program writes it"
    "$PASUR" sim greedy random --boards 20 --threads 1 --run ends -q
    printf ']' >>ends/run.json
    run_in ends "ends/run.json: it is not as this program writes it"
    sed -i '$ d' ends/run.json
    printf ']\n' >>ends/run.json
    run_in ends "ends/run.json: it is not as this program writes it"
    rm -r ends
    : >lost/chunks
    run_in lost "lost: it has chunks without a run.json that says whose"
    refuses runs lost -- "lost: it is not a run directory: there is no run.json"
    refuses runs nowhere -- "nowhere: it is not a run directory"
    refuses runs lost/chunks -- "lost/chunks: it is not a run directory"
    refuses runs -- "empty"
    rm -r empty lost
    refuses runs -- "no directory here holds a run"
    : >file
    run "$PASUR" sim greedy random --boards 20 --threads 1 --run file
    [ "$status" -eq 5 ]
    [[ "$output" == *"file/lock: Not a directory"* ]]
    mkdir mine
    for dir in mine new; do
        run "$PASUR" sim greedy random --boards 20 --run $dir --csv /nowhere/x
        [ "$status" -eq 5 ]
    done
    [ -d mine ] && [ ! -e new ]
}

@test "a study's directory is a list of its runs, and files among names are passed over" {
    printf '%s\n' '# Two' '[One question]' 'pasur sim greedy random --boards 50' '' '[Another]' 'pasur rate greedy random --boards 40' >two.txt
    "$PASUR" study two.txt -q >out
    list="two/another           whole, 40 boards  pasur rate greedy random --boards 40 --seed 1
two/one-question      whole, 50 boards  pasur sim greedy random --boards 50 --seed 1"
    for name in two two/; do
        run -0 --separate-stderr "$PASUR" runs $name
        [ "$output" = "$list" ]
        [ -z "$stderr" ]
    done
    run -0 --separate-stderr "$PASUR" runs two/*
    [ "$output" = "$list" ]
    [ "$(grep -c 'is a file, not a run directory$' <<<"$stderr")" -ge 1 ]
    run -0 --separate-stderr "$PASUR" runs -q two/*
    [ -z "$stderr" ]
    refuses runs two --csv a.csv -- "--csv takes one run; name one directory"
}

@test "what a look at a run writes has no seconds, and a run that goes on is not called cut" {
    "$PASUR" sim greedy random --boards 200 --run d --part 1/2 -q >out
    "$PASUR" sim greedy random --boards 200 --run e --part 2/2 -q >out
    "$PASUR" merge d e --csv a.csv --json a.json >out
    grep -Eqx '# wall_seconds: ?' a.csv
    grep -q '"wall_seconds":null' a.json
    library
    faulty pwrite 9 kill sim greedy random --boards 500 --run half --threads 1 --rounds-csv rows
    "$PASUR" runs half --rounds-csv looked >out
    grep -q '^The run is not complete: its intervals hold whenever it stops' out
    ! grep -q 'run was cut' out || false
    "$PASUR" sim greedy random --boards 500 --run half --threads 1 --rounds-csv rows --csv b.csv >out
    grep -Eqx '# wall_seconds: [0-9.]+' b.csv
    "$PASUR" runs half --rounds-csv looked >out
    grep -Eqx '# wall_seconds: *' looked
}

# bats test_tags=quick
@test "no output file is one of the run directory" {
    for file in chunks run.json lock; do
        refuses sim greedy random --run d --csv d/$file -- "--csv 'd/$file' is a part of a run directory; give it another name"
        refuses sim greedy random --run d// --csv d/$file -- "--csv 'd/$file' is a part of a run directory"
    done
    [ ! -e d ]
}

# bats test_tags=quick
@test "parts that are none" {
    for part in 0/4 5/4 x 1/0 1/4/5 -1/4 1/; do
        refuses sim greedy random --run d --part $part -- "--part: '$part': expected I/N with I from 1 to N"
    done
    refuses sim greedy random --part 1/2 -- "--part needs --run DIR"
    refuses sim greedy random --run d --part 1/2 --stop ci=1 -- "--part: "
    refuses tune tactic --run d --part 1/2 -- "--part"
    ! "$PASUR" tune --help all | grep -e --part || false
    # slurm PART ID COUNT MIN MAX TEXT
    slurm() {
        SLURM_ARRAY_TASK_ID=$2 SLURM_ARRAY_TASK_COUNT=$3 SLURM_ARRAY_TASK_MIN=$4 SLURM_ARRAY_TASK_MAX=$5 \
            refuses sim greedy random --run d --part "$1" -- "$6"
    }
    slurm slurm 9 4 1 4 "--part: task 9 of Slurm's array is none of 1 to 4"
    slurm slurm/8 9 1 9 9 "--part: task 9 of Slurm's array is none of 1 to 8"
    slurm slurm x 4 1 4 "--part slurm: SLURM_ARRAY_TASK_ID is no number"
    slurm slurm/0 1 1 1 1 "--part: 'slurm/0': expected I/N with I from 1 to N"
    # sbatch --array=3 after a lost part, --array=2,4, --array=1,4, --array=0-3, --array=1-9:4
    slurm slurm 3 1 3 3 "--part slurm: the array has 1 task, from 3 to 3, not all from 1 on; give the number of all parts: --part slurm/N"
    slurm slurm 4 2 2 4 "--part slurm: the array has 2 tasks, from 2 to 4, "
    slurm slurm 4 2 1 4 "--part slurm: the array has 2 tasks, from 1 to 4, "
    slurm slurm 2 4 0 3 "--part slurm: the array has 4 tasks, from 0 to 3, "
    slurm slurm 5 3 1 9 "--part slurm: the array has 3 tasks, from 1 to 9, "
    refuses sim greedy random --run d --part slurm -- "--part slurm: SLURM_ARRAY_TASK_ID is not set"
    [ ! -e d ]
    SLURM_ARRAY_TASK_ID=3 "$PASUR" sim greedy random --run d --part slurm/100 --dry-run 2>&1 >plan |
        grep -qx "pasur sim: note: part 3 of 100 is played, for 'pasur merge'"
    [ ! -e d ]
}

@test "parts come to the whole" {
    library
    sim=(sim greedy random --boards 250 --threads 1)
    "$PASUR" "${sim[@]}" --csv plain.csv --rounds-csv plain.rows --records plain.records >summary
    faulty pwrite 5 kill "${sim[@]}" --run p1 --part 1/3 --rounds-csv rows --records records
    [ "$status" -eq 137 ]
    "$PASUR" "${sim[@]}" --run p1 --part 1/3 --rounds-csv rows --records records >summary
    grep -q '^part 1 of 3: 100.0 % is in p1' summary
    SLURM_ARRAY_TASK_ID=2 "$PASUR" "${sim[@]}" --run p2 --part slurm/3 --rounds-csv rows --records records >summary 2>note
    grep -qx "pasur sim: note: part 2 of 3 is played, for 'pasur merge'" note
    refuses merge p1 p2 -- "part 3/3 is missing"
    refuses merge p1 p1 p2 -- "p1 and p1 are both part 1/3"
    faulty pwrite 5 kill "${sim[@]}" --run p3 --part 3/3 --rounds-csv rows --records records
    [ "$status" -eq 137 ]
    run "$PASUR" merge p3 p1 p2
    [ "$status" -eq 2 ]
    [[ "$output" == *"p3: part 3/3 is not finished; its command continues it" ]]
    "$PASUR" "${sim[@]}" --run p3 --part 3/3 --rounds-csv rows --records records >summary
    "$PASUR" merge p2 p3 p1 --csv a.csv --rounds-csv a.rows --records a.records >summary
    same plain.csv a.csv
    same plain.rows a.rows
    cmp <(grep -v '^#' plain.records) <(grep -v '^#' a.records)
    # another run's part
    "$PASUR" sim greedy random --boards 250 --threads 1 --seed 2 --run q3 --part 3/3 --rounds-csv rows --records records >summary
    refuses merge p1 p2 q3 -- "p1 and q3: command is "
    sed -i 's/"signature": "./"signature": "?/' q3/run.json
    refuses merge p1 p2 q3 -- "q3/chunks: it belongs to another run"
}

@test "parts of other commands come to the whole too" {
    for command in "rate greedy random --boards 100" "tactics --tactics deny_sur --boards 100" \
        "equity greedy --rules pagat,target=12 --boards 1k --check 0"; do
        rm -rf p1 p2
        "$PASUR" $command --threads 1 --csv plain.csv >summary
        for i in 1 2; do
            "$PASUR" $command --threads 1 --run p$i --part $i/2 >summary 2>err
            [ "$(cat err)" = "pasur ${command%% *}: note: part $i of 2 is played, for 'pasur merge'" ]
        done
        "$PASUR" merge p2 p1 --csv a.csv >summary
        same plain.csv a.csv
    done
}

@test "a directory's name reaches the terminal as text, and Again: as a shell takes it" {
    dir=$(printf "o'd\033[31m\nd")
    "$PASUR" sim greedy random --boards 5 --run "$dir" >summary 2>err
    again=$(sed -n 's/^Again: pasur/"$PASUR"/p' summary)
    "$PASUR" runs >>summary
    "$PASUR" runs "$dir" >>summary
    "$PASUR" report "$dir" -o "$dir/page.html" >>summary
    "$PASUR" report "$dir" -o - >page
    ! grep -q "$(printf '\033')" summary err page || false
    grep -q "^o'd?\[31m?d: " summary
    eval "$again" >again
    grep -q '^5 boards in 2 seatings' again
}
