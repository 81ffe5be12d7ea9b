# SPDX-License-Identifier: GPL-3.0-or-later
# What people read fits their terminal, and is explained as far as they ask.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    unset COLUMNS
}

COMMANDS=(
    "sim greedy random --boards 200"
    "sim greedy greedy --boards 200 --stop sprt=0,1 --model results"
    "sim tactic greedy counter random --boards 50 --stop ci=0.01"
    "tactics --boards 100 --tactics deny_sur,rich_capture --opponent tactic,greedy"
    "tactics --boards 100 --tactics deny_sur --by deal"
    "tactics --boards 100 --sweep deny_sur=0:1:1"
    "rate greedy random counter tactic --boards 30"
    "tune tactic --params feed_cancel --opponent random --rounds 100k --test 5k"
    "power greedy random --pilot 200 --effect 0.1 --ci 0.05 --sprt 0,1"
    "power --llr 1187,7410,13475,7378,1164 --sprt -3,1"
    "advise --hand Ac4d8sQh --pool 3c9d --iters 200 --agent counter"
    "equity random --rules pagat,target=62 --boards 1k --check 0"
    "review round.txt --iters 100"
    "exploit greedy --exploiters counter --boards 60"
    "exploit ismcts:iters=2 --exploiters random,greedy --boards 30 --trial 30"
    "learn --rounds 32 --epochs 1 --units 16 --boards 10"
    "calibrate --dry-run"
    "rules"
    "agents"
    "columns tactics"
    "advise --hand 4c --pool 7c7d7hKs --deal 3 --agent greedy --iters 200"
)

# wide WIDTH FILE: lines that are wider, but for those that are to be copied or are one word
wide() {
    awk -v width="$1" '{ line = $0; gsub(/[\200-\277]/, "", line) }
        length(line) > width && line !~ /^(Again|As an agent): / && line ~ /[^ ] +[^ ]/' "$2"
}

# bats test_tags=slow
@test "no line is wider than the terminal" {
    local command width
    "$PASUR" sim greedy tactic --boards 1 --no-duplicate --records round.txt -q >/dev/null
    for command in "${COMMANDS[@]}"; do
        for width in 60 80 100 120; do
            [[ $command == *\ --* ]] && all="-q --explain" || all= # a list is whole
            [[ ! $command =~ ^(tune|equity|exploit|learn) ]] || all+=" --run ${command//[^a-z]/}" # what takes long is played once
            COLUMNS=$width "$PASUR" $command $all >fitted || [[ $? =~ ^[13]$ ]]
            [ -s fitted ]
            [ -z "$(LC_ALL=C wide $width fitted)" ] || { echo "$width: $command"; LC_ALL=C wide $width fitted; return 1; }
        done
    done
}

@test "a column that is left out is in the CSV, as is said" {
    COLUMNS=50 "$PASUR" advise --hand 7h4cJdKs --pool 2c5d9h --iters 200 --csv "$BATS_TEST_TMPDIR/a.csv" >fitted
    left_out=$(tr '\n' ' ' <fitted | sed 's/  */ /g' | sed -n 's/.*narrow terminal: without \(.*\), which.*/\1/p')
    [ "$left_out" = "behind (95 %), visits" ]
    for column in behind visits; do
        grep -v '^#' "$BATS_TEST_TMPDIR/a.csv" | head -n 1 | grep -qE "(^|,)$column(,|$)"
    done
}

# bats test_tags=quick
@test "a pipe gets the whole table, a terminal what it holds, and the rest is named" {
    tactics=(tactics --boards 100 --tactics deny_sur --seed 1)
    "$PASUR" "${tactics[@]}" >full
    grep -q '^tactic  *weight  *measure  *opponent  *value  *95 % for all rows  *boards%  *pairing  *p  *verdict$' full
    run ! grep -q '^narrow terminal' full
    COLUMNS=80 "$PASUR" "${tactics[@]}" >narrow
    grep -q '^tactic  *weight  *measure  *opponent  *value  *95 % for all rows  *p  *verdict$' narrow
    grep -q '^narrow terminal: without boards%, pairing, which --csv has$' narrow
    run ! grep -q '[#█]' narrow
    # one opponent, whom the sentences name, leaves 80 columns to the verdict
    COLUMNS=80 "$PASUR" tactics --boards 100 --seed 1 >narrow
    grep -q '^tactic  *weight  *measure  *value  *95 % for all rows  *verdict$' narrow
    [ "$(awk 'length > 80' narrow | grep -vc '^Again')" -eq 0 ]
    # a column that is left out is not explained below
    grep -q 'boards%: the share on which' full
    ! grep -q 'boards%:\|^p: adjusted\| p: adjusted' narrow || false
    COLUMNS=70 "$PASUR" sim tactic greedy --boards 100 | grep -q '^agent  *points (95 %)  *over the other (95 %)$'
    if script --version 2>/dev/null | grep -q util-linux; then
        script -qec "stty cols 80; '$PASUR' ${tactics[*]}" typescript </dev/null >/dev/null
        tr -d '\r' <typescript | grep -q '^narrow terminal: without boards%, pairing, which --csv has$'
    fi
}

# bats test_tags=quick
@test "wide numbers and names in UTF-8 do not shift columns" {
    printf 'deny_sur 1\n' >gewichte-für-später.txt
    "$PASUR" rate tactic:weights=gewichte-für-später.txt greedy --boards 20 -q >out
    # ratings begin in one column, below their title
    [ "$(LC_ALL=C awk '/^ *[#12]  .*(95 %|\()/ { gsub(/[\200-\277]/, ""); print match($0, /points a|[+-]?[0-9]+\.[0-9]+ \(/) }' out |
        sort -u | wc -l)" -eq 1 ]
}

# bats test_tags=quick
@test "a legend takes two lines, none with -q, and all is said with --explain" {
    tactics=(tactics --boards 100 --tactics deny_sur --seed 1)
    COLUMNS=80 "$PASUR" "${tactics[@]}" >short
    [ "$(sed -n '/^value: /,/^Again/p' short | wc -l)" -eq 3 ]
    grep -q '(--explain tells more)$' short
    "$PASUR" "${tactics[@]}" -q >none
    run ! grep -q '^value: ' none
    "$PASUR" "${tactics[@]}" -q --explain >all
    for column in tactic measure opponent value '95 % for all rows' boards% pairing p verdict; do
        grep -q "^  $column  " all
    done
    grep -q '^p: ' all
}

# bats test_tags=quick
@test "every command that prints a table takes --explain" {
    for command in sim tactics tune rate exploit power advise calibrate equity bench; do
        "$PASUR" $command --help all | grep -q '^ *--explain '
    done
    "$PASUR" sim greedy random --boards 100 --explain | grep -q '^  wins, % (95 %)  *rounds in which'
}

# bats test_tags=quick
@test "help fits the terminal too" {
    [ "$("$PASUR" help commands | grep -c '^  [a-z]')" -ge 16 ]
    COLUMNS=60 "$PASUR" --help >help
    [ -z "$(LC_ALL=C wide 60 help)" ]
    for command in $("$PASUR" help commands | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
        COLUMNS=60 "$PASUR" $command --help all | sed '/^\(Example\|Usage\):/d; /^Drawn are/,/\.$/d' >help
        [ -z "$(LC_ALL=C wide 60 help)" ] || { LC_ALL=C wide 60 help; return 1; }
        "$PASUR" $command --help all | sed '/^\(Example\|Usage\):/d' >help
        [ -z "$(LC_ALL=C wide 80 help)" ] || { LC_ALL=C wide 80 help; return 1; }
    done
}

@test "tables as Markdown and LaTeX" {
    cd "$BATS_TEST_TMPDIR"
    COLUMNS=60 "$PASUR" sim greedy random:name=a_b --boards 40 --table md -q >md
    grep -qE '^\| agent \| points \(95 %\) \|.*\|$' md
    grep -qE '^\|---\|---\|' md
    grep -qE '^\| a\\_b \| [0-9.]+ \([0-9.]+ to [0-9.]+\) \|.*\|$' md
    # advice has its chances as a table too, and one empty line before and behind each
    "$PASUR" advise --hand 7h4cJdKs --pool 2c5d9h --iters 200 --table md -q >advice
    grep -q '^|  | by counting |$' advice
    grep -qE '^\| your side wins the clubs \| [0-9]+ % \([0-9]+ to [0-9]+\) \|$' advice
    grep -qE '^  The next player holds, in %, by counting: A [0-9]+, 2 [0-9]+,.* K [0-9]+[.]$' advice
    [ -z "$(uniq -d advice)" ]
    "$PASUR" rate greedy random:name=a_b --boards 40 --table tex -q >tex
    grep -qxF '\begin{tabular}{rlllrr}' tex
    grep -qE '^[12] & a\\_b & .* \\\\$' tex
    grep -qF 'points a round (95 \%)' tex
    grep -qxF '\end{tabular}' tex
    grep -qxF '\toprule' tex && grep -qxF '\midrule' tex && grep -qxF '\bottomrule' tex
    # the cross-table too, with a true minus; all that is no table is a comment
    [ "$(grep -cxF '\end{tabular}' tex)" -eq 2 ]
    grep -qE '^2 & a\\_b & \$-\$[0-9.]+ & - ' tex || grep -qE '^2 & [a-z\_]+ & \$-\$[0-9.]+ & - ' tex
    [ -z "$(sed '/^\\begin/,/^\\end/d' tex | grep -v '^%' | tr -d '\n')" ]
    "$PASUR" rate greedy random:name=a_b --boards 40 --table md -q >cross
    [ "$(grep -c '^|---' cross)" -eq 2 ]
    ! grep -v '^Again' cross | grep -q '[^\]a_b' || false
    # what would print as other letters, or not at all
    "$PASUR" tactics --tactics deny_sur,jack_face --boards 300 --table tex -q >tex
    grep -qE '^deny\\_sur & 1.5 & alone & .* & \$<\$0\.0001 & helps \\\\$' tex
    sed -n '/tabular/,/tabular/p' tex >table
    ! LC_ALL=C grep "[^ -~]" table || return 1
    ! grep -E '(^|[^$])[<>]' table || return 1
    "$PASUR" equity greedy --rules pagat,target=6 --boards 2k --check 0 --table tex >chances
    [ "$(grep -cxF '\end{tabular}' chances)" -eq 2 ]
    grep -qF 'you \textbackslash{} they & 0 & 1 &' chances
    # only the table is another
    "$PASUR" sim greedy random:name=a_b --boards 40 -q >text
    [ "$(grep '^greedy scores' text)" = "$(grep '^greedy scores' md | tr -d '\\')" ]
}

@test "what --table tex prints is LaTeX as it stands" {
    command -v pdflatex >/dev/null && kpsewhich booktabs.sty >/dev/null || skip "no pdflatex with booktabs"
    cd "$BATS_TEST_TMPDIR"
    {
        printf '%s\n' '\documentclass{article}' '\usepackage{booktabs}' '\begin{document}'
        "$PASUR" rate greedy random:name=a_b tactic --boards 40 --table tex --explain
        "$PASUR" tactics --tactics deny_sur,many_cards --boards 300 --table tex --explain
        "$PASUR" tactics --tactics deny_sur,many_cards --pairs --boards 300 --table tex
        "$PASUR" sim greedy random --matches 40 --table tex
        "$PASUR" equity greedy --rules pagat,target=6 --boards 2k --check 0 --table tex
        "$PASUR" advise --hand 7h4cJdKs --pool 2c5d9h --iters 200 --table tex
        printf '%s\n' '\end{document}'
    } >all.tex
    pdflatex -halt-on-error -interaction=nonstopmode all.tex >log || { tail -n 20 log; return 1; }
    [ -s all.pdf ]
}
