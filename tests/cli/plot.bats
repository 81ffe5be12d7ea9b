# SPDX-License-Identifier: GPL-3.0-or-later
# pasur plot: a picture for every kind of file, and what it refuses.

setup_file() { bats_require_minimum_version 1.5.0; }

setup() {
    data=$BATS_TEST_DIRNAME/../data/plot
    cd "$BATS_TEST_TMPDIR" || return 1
}

# draws KIND TEXT…: the picture of KIND.csv, one that the test has made or else that of tests/data/plot, is made, silently,
# and has each text
draws() {
    local kind=$1 text file=$1.csv
    [ -e "$file" ] || file=$data/$file
    shift
    run --separate-stderr "$PASUR" plot "$file" -o "$kind.svg"
    echo "$stderr"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    [ -z "$stderr" ]
    grep -q '</svg>' "$kind.svg"
    ! grep -q 'scale(0' "$kind.svg" || false # some viewers refuse the whole picture then
    for text in "$@"; do
        grep -qF "<text>$text</text>" "$kind.svg" || { echo "no '$text' in $kind.svg"; return 1; }
    done
}

# of_matches KIND TEXT: the same file with a head that says so is drawn in per cent of matches
of_matches() {
    sed '1i # unit: share of the matches' "$data/$1.csv" >"of_matches_$1.csv"
    "$PASUR" plot "of_matches_$1.csv" -o of_matches.svg
    grep -qF "<text>$2</text>" of_matches.svg
    ! grep -q 'points a round' of_matches.svg || false
}

# refuses STATUS TEXT ARGS…: with programs from $programs, nothing on stdout, one line on stderr that has TEXT
refuses() {
    local expected=$1 text=$2
    shift 2
    run --separate-stderr env PATH="${programs:-$PATH}" "$PASUR" plot "$@"
    echo "status $status: $stderr"
    [ "$status" -eq "$expected" ]
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == "pasur plot: "*"$text"* ]]
}

# bats test_tags=quick
@test "sim" { draws sim "Who scores more" tactic random "points a round more than the others"; }

@test "review" {
    draws review "How the chance to win changed" "chance of human" "what a play lost" "match 1, round 2" "match 1, round 3"
    # what a pointer shows on a mark: who played what, and what it cost
    grep -q 'human: 2♣, which cost 10\.24 %' review.svg
    # all is seen from one side: 49.35 of the other is 50.65 of human
    tr '\n' ' ' <review.svg | grep -q '<title>chance of human, play of the round 0 +50\.65 '
    # points of three sides: a curve for each player
    sed 's/^# unit: %/# unit: points/; s/^# rules: .*/# rules: pagat,players=3/' "$data/review.csv" >three.csv
    "$PASUR" plot three.csv -o three.svg
    for text in "How the round changed" human greedy; do grep -qF "<text>$text</text>" three.svg; done
}

# bats test_tags=quick
@test "rounds" {
    "$PASUR" sim greedy random --boards 100 --seed 1 --rounds-csv rounds.csv -q >/dev/null
    draws rounds "greedy: mean +5.470, sd 10.937, 200 rounds" "% of rounds" "points a round more than the other"
}

@test "regret" {
    draws regret "What choices lose by a reference" policy tactic greedy "points a round"
}

@test "exploit" {
    draws exploit "By how much a player who knows the agent beats it, at least" trial fresh exploiter:greedy \
        "points a round more than the agent"
}

@test "matches: who wins more, by how much, and by the scores at the start" {
    draws sim_matches "Who wins more matches" greedy "% of the matches won"
    draws matches "% of matches" "How much an agent wins or loses a match by"
    draws by_score "What tactic wins, by the scores at the start" 31 48 "% of the matches won, less 50"
}

@test "tactics" {
    draws tactics deny_sur split_faces alone without "against greedy" "too rare to say" "points a round"
    # the best tactic stands first
    [ "$(grep -oE '<text>(deny_sur|count_cards)<' tactics.svg | head -n 1)" = "<text>deny_sur<" ]
}

@test "sweep" { draws sweep deny_sur jack_save weight "against tactic" "points a round"; }

@test "an axis on which one whole number stands has room of half of it" {
    awk -F, '/^#/ || !head { print; head = !/^#/; next } $2 == 1' "$data/sweep.csv" >one.csv
    draws one 0.6 1.4
}

@test "strata" { draws strata "raise_11, by deal" "pool total" deal "31 and more" "against counter"; }

@test "pairs" { draws pairs rich_capture high_trail "(-0.04)"; }

@test "tune" {
    draws tune objective step weight "points a round"
    of_matches tune "% of the matches won, above an equal"
}

@test "tune marks the chosen step and prints its values; the test and the validation are no steps" {
    awk -F, -v OFS=, '/^#/ { print; next } /^step/ { print $0, "phase,chosen,boards"; next }
        { print $0, ($1 > 79 ? "validation" : $1 > 78 ? "test" : "search"), ($1 == 40), 99 }' "$data/tune.csv" >chosen.csv
    sed -i '/^80,/s/1.16041/77/' chosen.csv
    "$PASUR" plot chosen.csv
    grep -qF "<text>weights, with their values at the chosen step, 40</text>" chosen.svg
    grep -qF ">deny_sur  -0.0174</text>" chosen.svg
    # no column behind the weights is one of them, and the validation, which says 77, is not drawn
    ! grep -qE ">(phase|chosen|boards) " chosen.svg || false
    [ "$(grep -c "<text>80</text>" chosen.svg)" -eq 2 ]
    "$PASUR" plot "$data/tune.csv" -o last.svg
    grep -qF "<text>weights, with their last values</text>" last.svg
}

@test "rate" {
    draws rate greedy "tactic:deny_sur=0" "points a round more than the average agent"
    of_matches rate "% of the matches won against the average agent, less 50"
}

@test "equity" {
    "$PASUR" equity random --rules pagat,target=8 --boards 1k --check 0 --csv equity.csv -q >/dev/null
    draws equity "The chance to win the match" "plays second"
}

@test "of many squares some are shown, evenly spaced, each with its own hover text" {
    for n in 20 50; do
        awk -v n=$n 'BEGIN {
            print "score,opponent,first_seat,win,ci_low,ci_high"
            for (i = 0; i < n; i++) for (j = 0; j < n; j++) print i "," j ",1," 0.5 + (i - j) / 1000 "," 0.4 + (i - j) / 1000 "," 0.6 + (i - j) / 1000
        }' >$n.csv
        "$PASUR" plot $n.csv -o $n.svg
    done
    [ "$(grep -c '<title>' 20.svg)" -eq 400 ]
    grep -A1 '<title>19 to 0, plays first' 20.svg | grep -q '^+1.90 (-8.10 to +11.90) % of the matches'
    [ "$(grep -c '<title>' 50.svg)" -eq 289 ] # 17 by 17 of 50 by 50
    grep -q '17 of 50 rows, evenly spaced' 50.svg
    grep -A1 '<title>48 to 0, plays first' 50.svg | grep -q '^+4.80 (-5.20 to +14.80) % of the matches'
}

@test "equity of three sides" {
    "$PASUR" equity random --rules pagat,players=3,target=21 --third 5 --boards 1k --check 0 --csv equity_three.csv -q >/dev/null
    draws equity_three "The chance to win the match, of three sides" "plays third"
    grep -q "the third has 5; rules pagat,players=3,target=21" equity_three.svg
}

@test "cross" {
    draws cross greedy "+0.8" "points a round that the row's agent wins by"
    of_matches cross "% of the matches that the row's agent wins, less 50"
}

@test "advise" {
    draws advise Qh 8sx3c "points by which your side wins the round"
    [ "$(grep -oE '<text>(Qh|4d|8sx3c|Ac)<' advise.svg | tr -d '\n')" = "<text>Qh<<text>8sx3c<<text>4d<<text>Ac<" ]
    sed 's/^# unit: points/# unit: %/' "$data/advise.csv" >chance.csv
    "$PASUR" plot chance.csv
    grep -qF '<text>chance to win the match, %</text>' chance.svg
}

@test "bench" { draws bench "553.8k rounds/s" "random, 2 threads" "1.25 times" "4.73 us"; }

@test "bench --compare: ratios with their intervals" {
    draws compare "How much faster this build is than another" "tactic counter" "times as fast; above 1 this build is faster"
}

@test "learn: what each net won" {
    draws learn "What each net scores" "generation 1, against tactic" "generation 2, against the panel, beyond the net" before \
        "at the end, against policy" "points a round more than that player"
    sed '/gate\|validation/d' "$data/learn.csv" >lessons.csv
    refuses 2 "no net has played yet" lessons.csv
}

@test "calibrate" {
    draws calibrate "errors, % of the trials" "null tactics: an interval without 0" \
        "--stop ci=0.02 misses, face_over_ace, at any time" "fixed interval misses, face_over_ace, 4000 boards"
    ! grep -q BROKEN calibrate.svg || false
    # too many errors are beyond what is promised, and said to be
    sed '/^"test of points says high/s/10000,[^,]*,[^,]*,[^,]*,0/10000,1000,0.1,0.003,1/' "$data/calibrate.csv" >broken.csv
    "$PASUR" plot broken.csv
    grep -qF '<text>test of points says high, low is true: BROKEN</text>' broken.svg
    [ "$(grep -c '<text>.*BROKEN' broken.svg)" -eq 1 ]
    [ "$(grep -c '<title>.*BROKEN' broken.svg)" -eq 1 ]
    grep -qF '<text>10</text>' broken.svg
}

@test "PNG, the default name, stdin, and a head without anything" {
    cp "$data/sim.csv" here.csv
    "$PASUR" plot here.csv
    [ -s here.svg ]
    "$PASUR" plot here.csv -o here.png
    [ "$(head -c 4 here.png | tail -c 3)" = PNG ]
    grep -v '^#' here.csv | tr '\n' '\r' | sed 's/\r/\r\n/g' | "$PASUR" plot - -o bare.svg
    grep -q '<text>tactic</text>' bare.svg
}

@test "what was stopped early is marked" {
    sed 's/^# seed/# PARTIAL: the first 77 boards\n&/' "$data/sim.csv" >stopped.csv
    "$PASUR" plot stopped.csv
    grep -q '<text>PARTIAL: the first 77 boards; ' stopped.svg
}

@test "the kept script draws the same picture by itself" {
    cp "$data/tactics.csv" t.csv
    "$PASUR" plot t.csv -o t.svg --script t.gp
    mv t.svg first.svg
    rm t.csv
    gnuplot -d t.gp
    # the same texts at the same places; hover text and dark colours are the program's
    cmp <(grep '<text>\|translate' t.svg | grep -o '<text>.*\|translate([^)]*)') \
        <(grep '<text>\|translate' first.svg | grep -o '<text>.*\|translate([^)]*)')
    # a PNG has nothing else, and is the same
    "$PASUR" plot "$data/tactics.csv" -o t.png --script t.gp
    mv t.png first.png
    gnuplot -d t.gp
    cmp t.png first.png
}

@test "an SVG says what its marks stand for, and follows a dark screen" {
    "$PASUR" plot "$data/tactics.csv" -o t.svg
    grep -qF '<title>deny_sur, alone, against greedy' t.svg
    grep -q 'prefers-color-scheme:dark' t.svg
    ! grep -E '<title>[^<]*(using|[$]D|Gnuplot)' t.svg || false
    grep -A1 '<title>feed_cancel, alone' t.svg | grep -q 'too rare to say'
}

@test "PDF" {
    "$PASUR" plot "$data/tactics.csv" -o t.pdf
    [ "$(head -c 5 t.pdf)" = "%PDF-" ]
}

@test "partners are one row, a pair that is too rare says so, and the command at the foot is whole" {
    "$PASUR" sim greedy random counter tactic --rules pagat,players=4 --boards 9 -q --csv teams.csv >/dev/null
    "$PASUR" plot teams.csv
    grep -qF '<text>greedy and counter<' teams.svg
    ! grep -qF '<text>greedy<' teams.svg || false
    head=$(grep '^tactic_a' "$data/pairs.csv")
    printf '# command: pasur tactics %s\n%s\na,b,greedy,9,0,,\nb,c,greedy,9,-123.456,-200,-100\n' \
        "$(seq -s ' ' 100)" "$head" >pairs.csv
    "$PASUR" plot pairs.csv
    [ "$(grep -c '<text>rare</text>' pairs.svg)" -eq 2 ]
    ! grep -qF '+0.00<' pairs.svg || false
    # the labels stand before what is in the panel's squares
    for number in $(seq 100); do
        grep -E "^[[:space:]]*<text" pairs.svg | grep -qE "[ >[]$number[] <]" || { echo "no $number at the foot"; return 1; }
    done
}

@test "names are shown literally and never executed" {
    {
        grep '^agent' "$data/sim.csv"
        tail -n 1 "$data/sim.csv" | sed 's/^[^,]*/"a_b^{c} @m `touch pwned1` it'"''"'s ""q"" \\\\n $v %d <b>\&amp; '"'"'."`touch pwned2`".'"'"'"/'
        tail -n 1 "$data/sim.csv" | sed 's/^[^,]*/"EOD\n!touch pwned3\nsystem(1)"/'
    } >evil.csv
    for name in "'" "''a''" "}{" '}' '\' '\"' '@x' "'\";system('touch pwned8')#"; do
        tail -n 1 "$data/sim.csv" | sed 's/^[^,]*,/,/' | { IFS= read -r rest; printf '"%s"%s\n' "${name//\"/\"\"}" "$rest"; } >>evil.csv
    done
    "$PASUR" plot evil.csv -o evil.svg --script evil.gp
    for text in "<text>'<" "<text>''a''<" '<text>}{<' '<text>\<' "'\";system('touch pwned8')#"; do
        grep -qF "$text" evil.svg || { echo "no $text"; false; }
    done
    grep -q 'EOD?!touch pwned3?system(1)' evil.svg
    printf '# command: `touch pwned4` '"'"' ."\n# rules: `touch pwned5`\n' | cat - evil.csv >evil2.csv
    "$PASUR" plot evil2.csv -o '|touch pwned6;.svg' --script evil2.gp
    grep -qF '`touch pwned4`' '|touch pwned6;.svg'
    gnuplot -d evil2.gp
    "$PASUR" plot "$data/sim.csv" -o "\`touch pwned7\`'.svg" --script evil3.gp
    gnuplot -d evil3.gp
    ! ls pwned* 2>/dev/null || false
}

@test "unknown values, one row, twins and many rows" {
    head=$(grep '^tactic,' "$data/tactics.csv")
    printf '%s\ndeny_sur,alone,greedy,100,,,,,,\n' "$head" >unknown.csv
    "$PASUR" plot unknown.csv
    printf '%s\ndeny_sur,alone,greedy,100,0.5,NaN,nan,,,1\n' "$head" >one.csv
    "$PASUR" plot one.csv
    grep -q '<text>deny_sur</text>' one.svg
    { grep '^agent' "$data/sim.csv"; tail -n 1 "$data/sim.csv"; tail -n 1 "$data/sim.csv"; } >twins.csv
    "$PASUR" plot twins.csv
    [ "$(grep -c '<text>random</text>' twins.svg)" -eq 2 ]
    { echo "$head"; seq 0 9999 | awk '{ print "t" $1 ",alone,greedy,1000," $1 - 3000 "," $1 - 3010 "," $1 - 2990 ",,,1" }'; } >many.csv
    "$PASUR" plot many.csv
    grep -q '60 of 10000 rows' many.svg
    grep -q '<text>t9999</text>' many.svg
    { echo tactic,weight,opponent,boards,value,ci_low,ci_high; seq 0 9999 | sed 's/.*/t,&,greedy,1000,&,&,&/'; } >long.csv
    "$PASUR" plot long.csv
    grep -q '</svg>' long.svg
    { grep '^agent,opp' "$data/cross.csv"; seq 0 9999 | sed 's/.*/a&,b&,1000,1,0,2,0.5/'; } >sparse.csv
    "$PASUR" plot sparse.csv
    grep -q '40 of [0-9]* rows, those with the highest values' sparse.svg
}

@test "rounds are streamed, whatever their spread" {
    "$PASUR" sim greedy random --boards 1 --rounds-csv rounds.csv -q >/dev/null
    { grep ^board rounds.csv; for i in 1 -1 0.5 300 -40; do echo "0,0,,0,x,1,$i,0,0,0,0,0,0,0,0,0,0,0,0"; done; } >wide.csv
    "$PASUR" plot wide.csv
    grep -q '5 rounds' wide.svg
    sed 's/,300,/,30000,/' wide.csv >wider.csv
    refuses 2 "column 'diff': 30000 points in a round?" wider.csv
}

@test "--plot draws what a command writes, beside its CSV and with nothing left over" {
    draws_itself() {
        mkdir "$1"
        cd "$1"
        "$PASUR" "$@" --quiet --csv - --plot own.svg >own.csv 2>error || [ "$1" = tune ]
        [ ! -s error ]
        [ "$(ls | tr '\n' ' ')" = "error own.csv own.svg " ]
        "$PASUR" plot own.csv -o same.svg
        cmp own.svg same.svg
        cd ..
    }
    draws_itself sim greedy random --boards 50
    draws_itself tactics --tactics deny_sur --boards 50
    draws_itself rate greedy random --boards 50
    draws_itself tune tactic --params deny_sur --opponent greedy --rounds 100k --test 5k
    for command in "sim random greedy" "rate random greedy" tactics "tune tactic"; do
        run --separate-stderr "$PASUR" $command --plot x.gif
        [ "$status" -eq 2 ]
        [[ "$stderr" == *"'x.gif': a picture's name ends in .svg, .png or .pdf" ]]
        run --separate-stderr "$PASUR" $command --plot x.svg --csv x.svg
        [ "$status" -eq 2 ]
        [[ "$stderr" == *"--csv and --plot both name 'x.svg'"* ]]
    done
}

@test "bad input is one line and status 2" {
    echo 'x,y' >xy.csv
    refuses 2 "unknown columns 'x,y'; 'pasur columns' lists the files that are known" xy.csv
    [ ! -e xy.svg ]
    grep '^tactic,' "$data/tactics.csv" >empty.csv
    refuses 2 "empty.csv:2: no rows after the header" empty.csv
    "$PASUR" sim greedy random --boards 1 --rounds-csv - -q | grep '^board,' >norounds.csv
    refuses 2 "no rows" norounds.csv
    sed 's/,0.*//' "$data/tactics.csv" >short.csv
    refuses 2 "short.csv:" short.csv
    { head -n 8 "$data/sim.csv"; tail -n 1 "$data/sim.csv" | sed 's/-1.8/abc/'; } >word.csv
    refuses 2 "word.csv:9: column 'diff_mean': 'abc' is not a number" word.csv
    : >nothing.csv
    refuses 2 "no header line" nothing.csv
    refuses 2 "No such file or directory" missing.csv
    refuses 2 "directory" .
    refuses 2 "a picture's name ends in .svg, .png or .pdf" "$data/sim.csv" -o sim.gif
    refuses 2 "needs -o" -
    cp "$data/sim.csv" same.csv
    refuses 2 "--script and FILE.csv both name" same.csv --script same.csv
    cmp same.csv "$data/sim.csv"
    refuses 2 "--script and -o both name" same.csv --script same.svg
    ln -s same.csv link.svg
    refuses 2 "are the same file" same.csv -o link.svg
}

@test "more panels than fit are refused" {
    { grep '^tactic,' "$data/tactics.csv"; seq 0 999 | sed 's/.*/t&,m&,o&,100,1,0,2,,,1/'; } >measures.csv
    refuses 2 "more than 7 series are too many for a picture" measures.csv
}

@test "without gnuplot: how to get it, and the script all the same" {
    mkdir empty
    programs=$PWD/empty
    refuses 5 "gnuplot is not installed: 'apt install gnuplot-nox'" "$data/sim.csv" -o x.svg
    [ ! -e x.svg ]
    cp "$data/sim.csv" s.csv
    run --separate-stderr env PATH="$programs" "$PASUR" plot s.csv --script s.gp
    [ "$status" -eq 0 ]
    [ ! -e s.svg ]
    [[ "$stderr" == *"only the script s.gp is written"* ]]
    gnuplot -d s.gp
    [ -s s.svg ]
}

@test "only a whole picture takes the place of the old one" {
    mkdir bin
    gnuplot=$(command -v gnuplot)
    chmod_gnuplot() { { echo '#!/bin/sh'; cat; } >bin/gnuplot; chmod +x bin/gnuplot; }
    echo old >x.svg
    echo old >x.png
    programs=$PWD/bin:$PATH
    for broken in "cat >script" "'$gnuplot' -d | head -c 3000" "head -c 100 >script" ":"; do
        chmod_gnuplot <<<"$broken"
        refuses 5 "gnuplot drew no whole picture" "$data/sim.csv" -o x.svg
        refuses 5 "gnuplot drew no whole picture" "$data/sim.csv" -o x.png
        run env PATH="$programs" "$PASUR" sim greedy random --boards 2 --plot x.svg
        [ "$status" -eq 5 ]
        [ "$(cat x.svg x.png)" = $'old\nold' ]
    done
    [ "$(ls | grep -v separate-stderr)" = $'bin\nscript\nx.png\nx.svg' ]
}

@test "a picture needs no open stdin and no temporary folder" {
    for way in "<&-" "<&- 2>&-"; do
        rm -f x.svg x.png
        bash -c "TMPDIR=/nowhere '$PASUR' plot '$data/sim.csv' -o x.svg $way"
        tail -n 3 x.svg | grep -q '</svg>'
        bash -c "TMPDIR=/nowhere '$PASUR' sim greedy random --boards 9 --plot x.png $way" >summary
        tail -c 8 x.png | head -c 4 | grep -q IEND
    done
}

@test "what a picture needs is looked at before the run" {
    # so little room that no picture would fit
    echo old >x.svg
    run --separate-stderr bash -c "ulimit -f 8; '$PASUR' sim greedy random --boards 2 --plot x.svg"
    [ "$status" -eq 5 ]
    [ -z "$output" ]
    [ "$stderr" = "pasur sim: x.svg: File too large" ]
    [ "$(cat x.svg)" = old ]
    run --separate-stderr bash -c "ulimit -f 8; '$PASUR' sim greedy random --dry-run --plot x.svg"
    [ "$status" -eq 5 ]
    mkdir empty
    run --separate-stderr env PATH="$PWD/empty" "$PASUR" sim greedy random --dry-run --plot x.svg
    [ "$status" -eq 5 ]
    [[ "$stderr" == *"--plot: gnuplot is not installed: "* ]]
    [ "$(ls | grep -v separate-stderr)" = $'empty\nx.svg' ]
    [ "$(id -u)" -ne 0 ] || return 0 # who may write everywhere
    chmod a-w .
    run --separate-stderr "$PASUR" sim greedy random --boards 2 --plot x.svg
    chmod u+w .
    [ -z "$output" ]
    [ "$status" -eq 5 ]
    [[ "$stderr" == "pasur sim: x.svg: Permission denied" ]]
}

@test "numbers that no picture can show are refused with file and line" {
    for value in 1e308 -1.7e308 1e101; do
        sed "s/,-1\.8,/,$value,/" "$data/sim.csv" >large.csv
        line=$(grep -ne "$value" large.csv | cut -d: -f1)
        refuses 2 "large.csv:$line: column 'diff_mean': '$value' is too large a number" large.csv
    done
    sed "s/,-1\.8,/,1e99,/" "$data/sim.csv" >large.csv
    "$PASUR" plot large.csv
}

@test "a gnuplot that fails is quoted, and the old picture stays" {
    mkdir bin
    printf '#!/bin/sh\necho >&2\necho "plot x" >&2\necho "     ^" >&2\necho "\\"f.gp\\" line 3: undefined variable: x" >&2\nexit 1\n' >bin/gnuplot
    chmod +x bin/gnuplot
    echo old >x.svg
    programs=$PWD/bin:$PATH
    refuses 5 'gnuplot failed: "f.gp" line 3: undefined variable: x' "$data/sim.csv" -o x.svg
    [ "$(cat x.svg)" = old ]
    programs=$PATH
    refuses 5 "No such file or directory" "$data/sim.csv" -o no/such/x.svg
    refuses 5 "No such file or directory" "$data/sim.csv" -o x.svg --script no/such/x.gp
    [ ! -w /dev/full ] || { ln -s /dev/full full.svg && refuses 5 "No space left" "$data/sim.csv" -o full.svg; }
}

@test "a name that would end an XML section leaves the picture XML" {
    sed '0,/^greedy,/s//"x]]>y",/; 0,/^tactic,/s//"x]]>y",/' "$data/sim.csv" >odd.csv
    grep -q '"x]]>y"' odd.csv
    "$PASUR" plot odd.csv
    grep -qF '<text>x]]&gt;y</text>' odd.svg
    ! grep -qF ']]>' odd.svg || false
}

@test "width, title and foot are the user's" {
    size() { sed -n 's/^ *width="\([0-9]*\)" height="[0-9]*".*/\1/p' "$1" | head -n 1; }
    for kind in tactics strata cross tune; do
        "$PASUR" plot "$data/$kind.csv" -o narrow.svg --width 400 --title "A title that is so long that it takes more than one line" --no-foot
        [ "$(size narrow.svg)" = 400 ]
        grep -q '<text>A title that' narrow.svg
        ! grep -q '<text>pasur' narrow.svg || false
    done
    "$PASUR" plot "$data/tactics.csv" -o wide.svg --width 1200
    [ "$(size wide.svg)" = 1200 ]
    grep -q '<text>pasur' wide.svg
    # names and values keep their size in a narrow picture of rows; a map of squares is made smaller as a whole
    grep -q 'font-size="14.00"' wide.svg
    "$PASUR" plot "$data/tactics.csv" -o narrow.svg --width 400
    grep -q 'font-size="14.00"' narrow.svg
}

@test "a value that is too rare to say is said so, and no line goes through it" {
    head=$(grep -v '^#' "$data/strata.csv" | head -n 1)
    columns() { echo "$head" | tr ',' '\n' | awk -v v="$1" -v l="$2" -v h="$3" -v d="$4" '
        /^tactic$/ { print "deny_sur"; next } /^by$/ { print "deal"; next } /^stratum$/ { print d; next }
        /^opponent$/ { print "greedy"; next } /^value$/ { print v; next } /^ci_low$/ { print l; next } /^ci_high$/ { print h; next } { print 1 }' | paste -sd,; }
    { echo "$head"; columns 1 0.5 1.5 1; columns 0 "" "" 2; columns 2 1.5 2.5 3; } >deals.csv
    "$PASUR" plot deals.csv -o deals.svg --script deals.gp
    grep -qF '<text>rare</text>' deals.svg
    # an empty line parts the values on both sides of it
    sed -n '/^\$D /,/^EOD/p' deals.gp | awk '/^0 1/ { a = 1 } a && /^$/ { b = 1 } b && /^2 2/ { c = 1 } /^1 0/ && $7 < 2 { exit 1 } END { exit !c }'
}

@test "pool, compare and --vary: the first figure in rows; what has no picture says what has" {
    for seed in 1 2; do "$PASUR" rate greedy random counter --boards 40 --seed $seed --cross cross$seed.csv -q; done
    "$PASUR" pool cross1.csv cross2.csv --csv pool.csv -q
    "$PASUR" compare cross1.csv cross2.csv --csv compare.csv -q
    "$PASUR" sim greedy random --boards 40 --vary clubs=most,percard --csv vary.csv -q
    data=. draws pool "seed 1" "seed 2" together "greedy against random" "diff_mean: points a round"
    ! grep -qF "<text>random against greedy</text>" pool.svg || false
    sed 's/; [-0-9.e]* [-0-9.e]* [-0-9.e]*,/;1e999 2 3,/' pool.csv >endless.csv
    refuses 2 "column each does not have three numbers for every file" endless.csv
    sed -E 's/^(([^,]*,){4})2,/\1nan,/' pool.csv >uncounted.csv
    refuses 2 "nan files; a picture has room for 6" uncounted.csv
    data=. draws compare "How two results differ" "greedy against random"
    data=. draws vary "What a rule changes" clubs=most clubs=percard greedy
    "$PASUR" power --sd 6 --ci 0.05 --csv power.csv -q
    refuses 2 "there is no picture of power --csv: its table says everything" power.csv
}

@test "a picture says its rules and its rows in whole words, at any width" {
    rules=pagat,players=4,teams=0,target=104,clubs_points=9,sur_points=6,jack_points=2,pool_max_kq=2,sur_limit=3
    sed "s/^# rules: .*/# rules: $rules/" "$data/sim.csv" >long.csv
    "$PASUR" plot long.csv -o long.svg
    ! grep -q '…' long.svg || false
    grep -qE '<text>[^<]*sur_limit=3</text>' long.svg
    "$PASUR" plot long.csv --width 380 -o long.svg
    for text in teams=0,target=104,clubs_points=9, sur_points=6,jack_points=2,pool_max_kq=2, sur_limit=3; do grep -qF "<text>$text</text>" long.svg; done
    ! grep -q '…' long.svg || false
    # in a narrow picture a name goes on in the next line
    "$PASUR" plot "$data/exploit.csv" --width 380 -o narrow.svg
    for text in exploiter: playouts=1200: greedy; do grep -qF "<text>$text</text>" narrow.svg; done
    ! grep -q '…' narrow.svg || false
    # above the colours there is room for what they mean
    "$PASUR" plot "$data/cross.csv" -o cross.svg
    grep -qF '<text>points a round that the row'"'"'s agent wins by</text>' cross.svg
}
