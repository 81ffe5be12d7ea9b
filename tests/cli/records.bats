# SPDX-License-Identifier: GPL-3.0-or-later
# pasur replay, perft and deal.

bats_require_minimum_version 1.5.0
load refuses
load interrupted
load csv

setup() {
    log=$PWD/tests/data/public_log.txt
    cd "$BATS_TEST_TMPDIR"
}

# bats test_tags=quick
@test "the public log replays" {
    run --separate-stderr "$PASUR" replay "$log"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${lines[0]}" = "record,ok,points,surs,clubs,error" ]
    [ "${lines[1]}" = "0,1,25 5,2 0,8 5," ]
    [ "${#lines[@]}" -eq 7 ]
    "$PASUR" replay - <"$log" >piped
    [ "$output" = "$(cat piped)" ]
    sed 's/$/\r/' "$log" | "$PASUR" replay - | cmp - piped
}

# bats test_tags=quick
@test "the public log is one whole match" {
    run --separate-stderr "$PASUR" replay --match "$log"
    [ "$status" -eq 0 ]
    [ "$output" = $'match,ok,rounds,scores,winner,end,error\n0,1,6,58 77,1,count,' ]
    # without its last record nobody has won; with one record more the match was over
    awk -v RS= -v ORS='\n\n' 'NR < 6' "$log" >short
    run "$PASUR" replay --match short
    [ "$status" -eq 1 ]
    [ "${lines[1]}" = "0,0,5,54 61,,,after 5 rounds nobody has won" ]
    { cat "$log"; printf '\n'; tail -n 5 "$log"; } >long
    run "$PASUR" replay --match long
    [ "$status" -eq 1 ]
    [ "${lines[1]}" = '0,0,6,58 77,1,count,"round 6: a round follows, but the match has ended"' ]
    # what is said of a match is about its sides, whoever sits in a record that is none of its rounds
    { awk -v RS= -v ORS='\n\n' 'NR < 2' "$log"; "$PASUR" deal --rules pagat,players=3 | grep -v "^round"; } >three
    run "$PASUR" replay --match three
    [ "$status" -eq 1 ]
    [ "${lines[1]}" = "0,0,1,25 5,,,round 1: rules: not those of the previous round" ]
}

# bats test_tags=quick
@test "a wrong record has ok 0 and its reason, and the status is 1" {
    sed 's/^points 25 5/points 24 5/' "$log" >wrong
    run "$PASUR" replay wrong
    [ "$status" -eq 1 ]
    [ "${lines[1]}" = '0,0,25 5,2 0,8 5,"points: side 0 has 25, not 24"' ]
    [ "${#lines[@]}" -eq 7 ]
    # the first two plays swapped: the figures are unknown
    sed 's/^play \([^ ]*\) \([^ ]*\)/play \2 \1/' "$log" >swapped
    run "$PASUR" replay swapped
    [ "$status" -eq 1 ]
    [[ "${lines[1]}" == 0,0,,,,*"play 1"* ]]
}

# bats test_tags=quick
@test "what is no record is status 2 with file and line" {
    { cat "$log"; printf 'deal AcAc\n'; } >bad
    line=$(wc -l <bad)
    refuses sim random random --deal bad -- ": bad:$line: "
    sed '2s/^rules/ruler/' "$log" >bad
    refuses replay bad -- "bad:2: "
    refuses replay nowhere -- "nowhere: No such file or directory"
    refuses replay . -- "Is a directory"
    refuses replay -- "expected: pasur replay [options] FILE"
    printf 'rules pagat\0\n' >bad
    refuses replay bad -- "bad:1: a zero byte"
}

# bats test_tags=sanitized
@test "text of every program is read: a byte order mark, CR LF, signs of suits, Persian digits and commas" {
    marked() { printf '\xef\xbb\xbf'; sed 's/$/\r/' "$1"; }
    "$PASUR" sim greedy tactic --boards 2 --records plain -q >/dev/null
    sed '/^\(deal\|play\)/s/c/♣/2g' plain | sed '/^deal/s/\([0-9TJQKA][dhs♣]\)/\1،/g; /^deal/s/،$//' | sed '/^deal/s/T/۱۰/g; /^play/s/h/♥/g' >signs
    grep -q '۱۰' signs && grep -q '♥' signs && grep -q '،' signs
    marked signs >marked
    "$PASUR" replay plain >expected
    "$PASUR" replay marked | cmp expected -
    "$PASUR" sim random greedy --boards 3 --deal plain --csv - | untimed - >expected
    "$PASUR" sim random greedy --boards 3 --deal marked --csv - | untimed - | sed 's/marked/plain/' | cmp expected -
    marked <(sed '/^$/q' signs) >first # a page reviews what it shows
    "$PASUR" report first -o page.html
    grep -q 'Record of greedy, tactic: ' page.html
    printf 'deny_sur 2.5\n' >weights
    marked weights >marked-weights
    "$PASUR" sim tactic:weights=marked-weights greedy --boards 2 -q >/dev/null
    "$PASUR" equity random --boards 1k --check 20 --rules pagat,target=20 --csv equity -q >/dev/null
    marked equity >marked-equity
    "$PASUR" sim tactic:goal=match,equity=marked-equity greedy --matches 2 --rules pagat,target=20 -q >/dev/null
    printf '# Ours\n[One]\npasur sim greedy random --boards 10\n' >study.txt
    marked study.txt >asked.txt
    "$PASUR" study asked.txt -q
    grep -qF '<h1>Ours</h1>' asked/report.html
    "$PASUR" advise --hand '5♠، ۱۰♦' --pool '6♥' --rules pagat --deal 1 --iters 100 -q | grep -q '5sx6h'
    "$PASUR" sim greedy random --boards 3 --csv semicolons -q >/dev/null
    sed -i '/^#/!s/,/;/g' semicolons
    refuses report semicolons -- "semicolons between its columns, as some spreadsheets write them; expected commas"
    [ ! -e semicolons.html ]
}

# bats test_tags=sanitized
@test "no reader of text wants more memory than a line may have" {
    (ulimit -v 200000 && "$PASUR" --version) >/dev/null 2>&1 || skip "this build wants more for itself, as sanitizers do"
    head -c 100000000 /dev/zero | gzip -1 >zeros.gz
    head -c 100000000 /dev/zero | tr '\0' x | gzip -1 >long.gz
    ulimit -v 200000
    for file in /dev/zero /dev/full zeros.gz; do
        refuses replay $file -- "$file:1: a zero byte; expected text in UTF-8"
        refuses perft $file --depth 1 -- "$file:1: a zero byte"
        refuses solve $file -- "$file:1: a zero byte"
        refuses sim random random --deal $file -- "$file:1: a zero byte"
        refuses play --resume $file -- "$file: a zero byte"
        refuses plot $file -o x.svg -- "$file"
        refuses report $file -o x.html -- "$file"
        refuses study $file -- "$file"
    done
    for file in /dev/zero /dev/full; do
        refuses sim tactic:weights=$file random --boards 1 -- "$file:1: a zero byte"
        refuses sim tactic:goal=match,equity=$file random --matches 1 -- "$file:1: a zero byte"
        refuses sim policy:file=$file random --boards 1 -- "$file"
        refuses advise --record $file --ply 0 -- "$file:1: a zero byte"
        refuses merge $file -- "$file"
    done
    refuses replay long.gz -- "long.gz:1: a line of more than 1 MB; expected text"
    refuses play --resume long.gz -- "long.gz: a line of more than 1 MB"
}

# bats test_tags=quick
@test "what stands before a torn record is printed, and the torn one is named" {
    "$PASUR" sim random greedy --boards 2 --records records >summary
    "$PASUR" replay records >all
    end=$(grep -n '^clubs' records | tail -n 1 | cut -d: -f1) # the last line that is not empty
    first=$((end - 9))
    # cut in a card of the last play line
    play=$(grep -n '^play' records | tail -n 1 | cut -d: -f1)
    { head -n $((play - 1)) records; sed -n "${play}p" records | cut -c 1-6 | tr -d '\n'; } >torn
    for command in replay "perft --depth 1"; do
        # shellcheck disable=SC2086
        run --separate-stderr "$PASUR" $command torn
        [ "$status" -eq 2 ]
        [[ "$stderr" == "pasur ${command%% *}: torn:$play: the play "* ]]
        [ "${#lines[@]}" -eq $([ "$command" = "perft --depth 1" ] && echo 3 || echo 4) ]
        [ "$command" != replay ] || [ "$output" = "$(head -n 4 all)" ]
    done
    # cut between two plays, where nobody can tell that it is torn, and in the last number
    { head -n $((play - 1)) records; sed -n "${play}p" records | cut -d ' ' -f 1-9 | tr -d '\n'; } >torn
    run --separate-stderr "$PASUR" replay torn
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 5 ]
    [ "$stderr" = "pasur replay: note: torn:$first: the file ends within a line: its last record may be torn" ]
    # with the end of that line it is a position, and nothing is said
    echo >>torn
    run --separate-stderr "$PASUR" replay torn
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    # a whole record may end without the end of its line
    head -n "$end" records | head -c -1 >unended
    run --separate-stderr "$PASUR" replay unended
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "$output" = "$(cat all)" ]
}

# bats test_tags=quick
@test "records are read as they come" {
    mkfifo pipe
    for command in replay "perft --depth 1"; do
        exec {feed}<>pipe # which waits for no reader
        eval "\"\$PASUR\" $command pipe >rows $feed>&- &"
        "$PASUR" deal --boards 1k >&$feed
        awaits $! '[ -s rows ]' # before the file has ended
        exec {feed}>&-
        wait $!
    done
}

@test "a file without a record is status 2 for every command" {
    : >empty
    printf '# only a comment\n\n  \n' >comments
    for command in replay perft solve advise "sim random random --deal"; do
        for file in empty comments; do
            # shellcheck disable=SC2086
            refuses $command $file -- "pasur ${command%% *}: $file: it holds no record"
        done
        # shellcheck disable=SC2086
        refuses $command - -- "standard input: it holds no record" <empty
    done
}

@test "a deal without plays counts as nothing yet" {
    "$PASUR" deal >deal
    run "$PASUR" replay deal
    [ "$status" -eq 0 ]
    [ "${lines[1]}" = "0,1,0 0,0 0,0 0," ]
}

@test "perft prints a line for each position" {
    "$PASUR" deal --boards 4 --rules pagat,players=3 >deals
    [ "$("$PASUR" perft deals --depth 0)" = $'1\n1\n1\n1' ]
    [ "$("$PASUR" perft deals --depth 3 | wc -l)" -eq 4 ]
    "$PASUR" perft - --depth 3 <deals | cmp - <("$PASUR" perft deals --depth 3)
    # one play: as many as the round's first seat may make; a finished round: one
    "$PASUR" perft "$log" --depth 5 >finished
    [ "$(sort -u finished)" = 1 ]
    [ "$(wc -l <finished)" -eq 6 ]
    refuses perft deals --depth 49 -- "--depth: 49 is out of range; expected 0 to 48"
    sed 's/^play \([^ ]*\) \([^ ]*\)/play \2 \1/' "$log" >swapped
    refuses perft swapped -- "swapped:$(grep -n "^play" swapped | head -n 1 | cut -d: -f1): play 1"
}

# bats test_tags=quick
@test "perft agrees with the referee" {
    for rules in pagat pagat,players=3 pagat,players=4 wikipedia,players=4 playpasur playpasur,players=4; do
        "$PASUR" deal --boards 3 --rules $rules >deals
        "$PASUR" perft deals --depth 4 >counts
        [ "$(grep -c '^[1-9]' counts)" -eq 3 ]
        "$REFEREE" perft deals 4 | cmp counts -
    done
}

# bats test_tags=quick
@test "deals obey their rules and differ" {
    for rules in pagat pagat,players=4,pool_jacks=redeal,pool_max_kq=0 wikipedia bicycle ru-baaz; do
        "$PASUR" deal --boards 200 --rules $rules >deals
        "$PASUR" replay deals >/dev/null
        "$REFEREE" replay deals >/dev/null
        [ "$(grep ^deal deals | sort -u | wc -l)" -eq 200 ]
    done
    refuses deal --rules pagat,players=7 -- "rules: players=7: expected a whole number from 2 to 4"
    refuses deal --boards 0 -- "--boards: 0 is out of range; expected 1 to"
    refuses deal file -- "unexpected argument 'file'"
}

@test "a full disk is told by every command" {
    [ -w /dev/full ] || skip "no /dev/full"
    "$PASUR" deal >deal
    for command in deal agents rules "rules bicycle" "replay deal" "perft deal" "bench --only random --seconds 0.001"; do
        run bash -c '"$PASUR" $0 >/dev/full' "$command"
        [ "$status" -eq 5 ]
        [[ "$output" == "pasur "*"No space left on device"* ]]
    done
}
