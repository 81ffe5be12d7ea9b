# SPDX-License-Identifier: GPL-3.0-or-later
# A person at the table: pasur play, and the agent human in pasur sim, through a pipe and on a terminal.

bats_require_minimum_version 1.5.0
load refuses

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    unset COLUMNS NO_COLOR
    export LC_ALL=C.UTF-8
}

# played_by PLACE FILE: what the agent named at that place played in a file of records, a line each
played_by() {
    awk -v place="$1" '/^round / { round = $2 } /^play / { for (i = 2; i <= NF; i++) if ((i - 2 + round) % 2 == place) print $i }' "$2"
}

# ---- through a pipe

@test "who types what another agent plays plays its match, card by card" {
    "$PASUR" sim greedy ismcts:iters=50 --matches 1 --no-duplicate --seed 3 --records other.txt -q >/dev/null
    played_by 0 other.txt >typed
    [ "$(wc -l <typed)" -gt 40 ]
    "$PASUR" sim human ismcts:iters=50 --matches 1 --seed 3 --records sim.txt <typed >told
    diff <(sed 's/human/greedy/' sim.txt) other.txt
    "$PASUR" play ismcts:iters=50 --seed 3 --records play.txt <typed >told
    diff <(sed 's/human/greedy/' play.txt) other.txt
    "$PASUR" replay --match play.txt >replayed
    # all that was told of the last score is what the records say
    end=$(sed -n '2s/^0,1,[0-9]*,\([0-9]*\) \([0-9]*\),.*/\1 \2/p' replayed)
    [ "$(sed -n 's/^the match  *\([0-9]*\)  *\([0-9]*\)$/\1 \2/p' told | tail -n 1)" = "$end" ]
    [ "$(grep -c '^The count ' told)" -eq "$(grep -c '^play ' play.txt)" ]
    [ "$(grep -cE '^You (play|lay) ' told)" -eq "$(wc -l <typed)" ]
    grep -q ' the match in [0-9]* rounds\.$' told
}

# bats test_tags=slow
@test "from the second seat too" {
    "$PASUR" sim ismcts:iters=50 greedy --matches 1 --no-duplicate --seed 4 --records other.txt -q >/dev/null
    played_by 1 other.txt >typed
    "$PASUR" play ismcts:iters=50 --seat 1 --seed 4 --records play.txt <typed >told
    diff <(sed 's/human/greedy/' play.txt) other.txt
    grep -q '^Round 1: you 0, ismcts 0, of 62\. ismcts plays first\.$' told
}

# bats test_tags=quick
@test "numbers play too, for any number of players and every preset" {
    for rules in pagat pagat,players=3 pagat,players=4 pagat,players=4,teams=0 bicycle ru-baaz playpasur; do
        yes 1 | head -n 400 | "$PASUR" play greedy --rules $rules --seed 2 --records "$rules.txt" >"$rules.told"
        [ "$("$PASUR" replay --match "$rules.txt" | sed 1d | cut -d, -f2)" = 1 ]
    done
    grep -q '^greedy 2 (partner) ' pagat,players=4.told
    grep -q '^greedy 3 ' pagat,players=4,teams=0.told
    yes 1 | "$PASUR" play greedy tactic --seed 2 --records three.txt >told
    grep -q '^rules pagat,players=3$' three.txt
    grep -q '^tactic ' told
}

# bats test_tags=quick
@test "without an argument a match against ismcts begins, with other cards each time" {
    "$PASUR" play </dev/null >first || [ $? -eq 130 ]
    grep -q '^Pâsur, rules pagat: a match against ismcts, a strong player, which plays to win the match\.$' first
    grep -q '^Round 1: you 0, ismcts 0, of 62\. You play first\.$' first
    for i in 1 2 3 4 5 6 7 8; do "$PASUR" play </dev/null || [ $? -eq 130 ]; done | grep '^Again: ' | sort -u >again
    [ "$(wc -l <again)" -gt 1 ]
    # what Again names is the same game
    again=$(sed -n 's/^Again: pasur //p' first)
    "$PASUR" $again </dev/null >second || [ $? -eq 130 ]
    cmp first second
}

# bats test_tags=sanitized
@test "words are answered and make no play" {
    printf '%s\n' help hint why 'why 2' count table undo undo foo Kz 99 '' quit |
        "$PASUR" play greedy --seed 5 >told || [ $? -eq 130 ]
    for word in help hint why count table undo quit; do grep -q "^  $word  *[a-z]" told; done
    # a hint is the advice of the position: each play with its number, and what to play
    grep -qE '^  play +win % \(95 %\) +behind \(95 %\) +points' told
    [ "$(grep -cE '^[* ] [1-4] .*  [0-9.]+ \([0-9.]+ to [0-9.]+\).* [+-][0-9.]+' told)" -eq 4 ]
    [ "$(grep -c '^Play 7♦ takes 4♣' told)" -eq 2 ]
    grep -q '^7♦ takes 4♣ is what ismcts would play itself\.$' told
    grep -q '^Captured  *you  *greedy$' told
    grep -q '^match so far  *0  *0$' told
    grep -q '^Not seen yet, 44 cards, ' told
    [ "$(grep -c '^Table  ' told)" -eq 2 ]
    grep -qx "'foo': neither a play .*" told
    grep -qx 'There are plays 1 to 4, but no 99\.' told
    run ! grep -qE '^(You|greedy) (play|lay)s? [A0-9KQJ]' told
}

# bats test_tags=quick
@test "each turn begins with how the sides stand, and help says what per shodam does" {
    printf '%s\n' help 1 1 quit | "$PASUR" play greedy --seed 5 --from 40/31 >told || [ $? -eq 130 ]
    tr '\n' ' ' <told | sed 's/  */ /g' | grep -q 'Who has them alone in a round stops it at once (per shodam)\.'
    grep -qx 'So far you 40 + 0 (0 clubs, 0 Surs), greedy 31 + 0 (0 clubs, 0 Surs)' told
    # what was told of a capture is in the next turn's line
    grep -qx 'greedy plays J♦ and takes 4♣ 6♦ 7♣ 9♣ 10♥ (3 clubs, 1 point)\.' told
    grep -qx 'So far you 40 + 0 (0 clubs, 0 Surs), greedy 31 + 1 (3 clubs, 0 Surs)' told
    [ "$(grep -c '^So far ' told)" -eq 3 ]
    printf 'quit\n' | "$PASUR" play greedy --seed 5 --round >told || [ $? -eq 130 ]
    grep -qx 'So far you 0 (0 clubs, 0 Surs), greedy 0 (0 clubs, 0 Surs)' told
}

# bats test_tags=sanitized
@test "a hint is what advise says, and the same for the same seed" {
    local options advice format row
    while IFS='|' read -r options advice format; do
        printf 'hint\nquit\n' | "$PASUR" play greedy --seed 5 $options >told || [ $? -eq 130 ]
        hand=$(sed -n 's/^Hand  *//p' told) table=$(sed -n 's/^Table  *//p' told)
        "$PASUR" advise --hand "$hand" --pool "$table" --seed 5 --iters 100k --csv - -q $advice >advice.csv
        awk -F, -v format="$format" '/^[A2-9TJQK]/ { printf format, $2, $3, $4, $11 }' advice.csv | sort >expected
        [ "$(grep -c . expected)" -eq 4 ]
        while read -r row; do tr -s ' ' <told | grep -qE "^[* ] ?[0-9] .*$row"; done <expected
        grep -qE '^  your side wins the clubs  +[0-9]+ % \([0-9]+ to [0-9]+\)$' told
    done <<'ROWS'
--round||\\%+.2f [(]\\%+.2f to \\%+.2f[)]\n
--seat 0|--goal match|%.2f [(]%.2f to %.2f[)].* %+.2f\n
ROWS
}

# bats test_tags=quick
@test "rules without a table of chances have hints in points, and say so" {
    printf 'hint\nquit\n' | "$PASUR" play greedy --seed 5 --rules bicycle >told || [ $? -eq 130 ]
    grep -qE '^  play +points \(95 %\) ' told
    grep -q '^These rules have no table of chances to win the match: ' told
}

# bats test_tags=quick
@test "a tie-break is told, and scores from which there are no Surs" {
    "$PASUR" play greedy --seed 5 --from 64/64 </dev/null >told || [ $? -eq 130 ]
    grep -q '^Round 1: you 64, greedy 64, of 62\. You play first\.$' told
    grep -q '^The lead is shared at 64, so nobody has won yet: this round is played to its end\.$' told
    grep -q '^No Surs in this round, with a score of 50 or more: you, greedy\.$' told
}

# bats test_tags=quick
@test "two of a name are told apart by their seats in the first round, at the table as in a review" {
    yes 1 | "$PASUR" play greedy --rules pagat,players=3 --round --seat 1 --seed 5 --records three.txt >told
    grep -q '^greedy 0 \(lays\|plays\) ' told
    grep -q '^greedy 2 \(lays\|plays\) ' told
    tr '\n' ' ' <told | sed 's/  */ /g' | grep -q 'The number after a name is its seat in the first round, from 0, which plays first; yours is 1\.'
    "$PASUR" review three.txt --iters 100 -q | sed -n '/^player/,$ s/^\(greedy [0-9]\|human\)  .*/\1/p' | sort >players
    diff players - <<<$'greedy 0\ngreedy 2\nhuman'
}

# bats test_tags=quick
@test "--confirm sends what is confirmed, and nothing else" {
    { echo 1; echo u; echo 1; echo; echo quit; } | "$PASUR" play greedy --seed 5 --confirm >told || [ $? -eq 130 ]
    [ "$(grep -c '^Taken back\.$' told)" -eq 1 ]
    [ "$(grep -cE '^You (play|lay) ' told)" -eq 1 ]
}

# bats test_tags=quick
@test "a play that wins at once is worth 100 %, and why says that it wins" {
    printf '%s\n' 1 1 1 1 hint why Jd | "$PASUR" play tactic --from 60/59 --seed 13 >told
    grep -qE '^\* 4 J♦ takes 5♠ 9♥ +100\.00 \(100\.00 to 100\.00\) ' told
    grep -qx 'J♦ takes 5♠ 9♥ wins the match at once, per shodam\.' told
    grep -qx 'Per shodam: with what is captured already, you win the match\.' told
}

# bats test_tags=sanitized,slow
@test "why promises a Sur only where the next player may make one" {
    for from in 20/40 20/55 55/20; do
        printf '%s\n' 'why 1' 'why 2' 'why 3' quit | "$PASUR" play tactic --from $from --seed 12 >told || [ $? -eq 130 ]
        [ "$(grep -c '^[A0-9KQJ]*[♣♦♥♠].* leaves ' told)" -ge 2 ]
        sed "s|^|$from |" told
    done >all
    grep -q '^20/40 .* unseen cards\{0,1\} can make' all
    grep -q '^55/20 .* unseen cards\{0,1\} can make' all
    run ! grep -q '^20/55 .* can make' all
}

# bats test_tags=quick
@test "help says what scores by the rules of the table" {
    echo help | "$PASUR" play greedy --seed 5 >told || [ $? -eq 130 ]
    tr '\n' ' ' <told | grep -q 'What scores: the most clubs 7, the 10 of diamonds 3, the 2 of clubs 2, each ace 1, each jack 1, a Sur 5\. With 62 the match is won\.'
    echo help | "$PASUR" play greedy --rules bicycle,tens_points=4,sur_points=0 --seed 5 >told || [ $? -eq 130 ]
    tr '\n' ' ' <told | grep -q 'What scores: each club 1, for the side with the most, the 10 of diamonds 3, the 2 of clubs 2, each other ten 4, each ace 1, each jack 1\. '
    echo help | "$PASUR" play greedy --rules pagat,clubs_least=8 --seed 5 >told || [ $? -eq 130 ]
    tr '\n' ' ' <told | grep -q 'What scores: the most clubs 7 (not with fewer than 8), the 10'
}

# bats test_tags=quick
@test "the table is shown where others play first in a deal" {
    yes 1 | "$PASUR" play greedy --rules pagat,players=4 --seat 3 --round --seed 5 >told
    [ "$(grep -c '^Deal ' told)" -eq 3 ]
    [ "$(grep -A1 '^Deal ' told | grep -c '^Table  ')" -eq 3 ]
    grep -A2 '^Deal ' told | grep -q '^greedy 0 '
}

# bats test_tags=sanitized
@test "who leaves by quit or at the end of the input gets the review of the rounds that are over" {
    # by rules without a table of chances: these are reviewed in a fifth of the time
    { yes 1 | head -n 30; echo quit; } | "$PASUR" play greedy --rules bicycle --seed 5 --review --records kept.txt >told || [ $? -eq 130 ]
    [ "$(grep -c '^round 1 deal [1-6]  human ' told)" -eq 3 ]
    grep -qx 'All plays: pasur review kept.txt --seed 5' told
    yes 1 | head -n 30 | "$PASUR" play greedy --rules bicycle --seed 5 --review >told || [ $? -eq 130 ]
    [ "$(grep -c '^round 1 deal [1-6]  human ' told)" -eq 3 ]
}

# bats test_tags=slow
@test "--review tells the dearest plays of the person as a review of the records does" {
    yes 1 | "$PASUR" play greedy --from 55/58 --seed 7 --review --records match.txt >told
    sed -n '/^What your plays cost, /,$p' told >review
    [ "$(grep -c '^round [0-9]* deal [1-6]  human ' review)" -eq 3 ]
    sed -nE 's/^round .* ([0-9.]+) \([-0-9.]+ to [0-9.]+\)$/\1/p' review >costs
    "$PASUR" review match.txt --seed 7 --csv - -q |
        awk -F, '$7 ~ /human/ { printf "%.2f\n", $12 }' | sort -rg | head -n 3 | diff costs -
    grep -q '^round .* (hand .*, table .*): ' review
    grep -qE '^human +[0-9]+ +[0-9]+ ' review
}

# ---- where it ends

# bats test_tags=quick
@test "the end of the input and quit end with 130, and keep the rounds that are over" {
    yes 1 | head -n 30 >some
    "$PASUR" play greedy --seed 5 --records kept.txt <some >told || [ $? -eq 130 ]
    grep -q '^There is no more input: the game stops here\.$' told
    [ "$(grep -c '^play ' kept.txt)" -eq 1 ]
    grep -q '^# PARTIAL: the first 1 ' kept.txt
    { cat some; echo quit; } | "$PASUR" sim human greedy --boards 5 --seed 5 >told || [ $? -eq 130 ]
    grep -q '^PARTIAL: the first 1 of 5 boards$' told
    grep -q '^void boards: 0$' told
    { cat some; echo quit; } | "$PASUR" sim human greedy --matches 2 --seed 5 >told || [ $? -eq 130 ]
    grep -q '^PARTIAL: the first 0 of 2 boards$' told
    "$PASUR" sim human greedy --boards 1 <&- >told || [ $? -eq 130 ]
    grep -q '^There is no more input' told
}

# ---- left, and gone on with

# bats test_tags=sanitized
@test "a match that is left goes on with --resume: same cards, same plays of the others, as if it had not been left" {
    PATH=$(dirname "$PASUR"):$PATH
    while read -r options; do
        eval "set -- $options"
        yes 1 | "$PASUR" play "$@" --seed 3 --records whole.txt >whole
        { yes 1 | head -n 9; echo quit; } | "$PASUR" play "$@" --seed 3 >told || [ $? -eq 130 ]
        grep -qx "To go on: pasur play --resume match-3.txt" told
        yes 1 | head -n 35 | "$PASUR" play --resume "match-3.txt" >told || [ $? -eq 130 ]
        grep -q '^To go on: ' told
        yes 1 | "$PASUR" play --resume "match-3.txt" --records parts.txt >told
        cmp whole.txt parts.txt
        # what is told, from the round on that was under way, is the same; of a match that is over nothing is kept
        for file in told whole; do grep -E '^(Round [0-9]|.* (plays?|lays?) [A0-9JQK]|.* the match)' $file >$file.lines; done
        tail -n "$(wc -l <told.lines)" whole.lines | diff told.lines -
        grep -q '^Round ' told.lines
        [ ! -e match-3.txt ]
    done <<'ROWS'
tactic
ismcts:iters=100
ismcts:iters=100,keep=1 --seat 1
"exec:pasur serve greedy"
greedy tactic --rules pagat,players=3 --seat 1 --from 20/10/15
greedy --rules ru-baaz
ROWS
}

# bats test_tags=quick
@test "a game that is killed has lost at most the last play, and its file is of records" {
    mkfifo typed
    "$PASUR" play greedy --seed 5 --save mine.txt <typed >told 3>&- &
    exec 9>typed
    printf '1\n1\n1\n' >&9
    for try in {1..500}; do ! grep -q '^Hand  *[^ ]*$' told || break; sleep 0.02; done
    kill -KILL $!
    exec 9>&-
    wait $! || true
    "$PASUR" replay mine.txt >replayed
    [ "$(sed -n 's/^play //p' mine.txt | wc -w)" -eq 6 ]
    echo quit | "$PASUR" play --resume mine.txt >again || [ $? -eq 130 ]
    diff <(grep -E ' (plays?|lays?) [^ ]*[♣♦♥♠]' told) <(grep -E ' (plays?|lays?) [^ ]*[♣♦♥♠]' again)
    grep -qx "$(grep '^Hand ' told | tail -n 1)" again
    [ ! -e match-5.txt ]
}

# bats test_tags=quick
@test "--study takes back at any time, past the count of a round, and a match goes on so too" {
    { yes 1 | head -n 30; echo quit; } | "$PASUR" play greedy --seed 5 --save one.txt >told || [ $? -eq 130 ]
    plays() { sed -n 's/^play //p' "$1"; }
    # 30 plays are made, six of them in the second round; ten are taken back and made again
    { yes 1 | head -n 30; yes undo | head -n 10; yes 1 | head -n 10; echo quit; } |
        "$PASUR" play greedy --seed 5 --study --save two.txt --records two.rec >told || [ $? -eq 130 ]
    diff <(plays one.txt) <(plays two.txt)
    diff <(grep streams: one.txt) <(grep streams: two.txt)
    [ "$(grep -c '^Your last play, and what followed it, is taken back\.$' told)" -eq 10 ]
    [ "$(grep -c '^Round 1: ' told)" -eq 2 ]
    [ "$(grep -c '^Round 2: ' told)" -eq 2 ]
    [ "$(grep -c '^play ' two.rec)" -eq 1 ]
    # everything can be taken back, and then nothing more
    { yes undo | head -n 31; echo quit; } | "$PASUR" play --resume two.txt >told || [ $? -eq 130 ]
    [ "$(grep -c ' is taken back\.$' told)" -eq 30 ]
    grep -qx 'You have played nothing yet\.' told
    [ "$(plays two.txt | wc -w)" -eq 0 ]
    # without --study a card that was sent stays
    printf '1\nundo\nquit\n' | "$PASUR" play greedy --seed 5 >told || [ $? -eq 130 ]
    tr '\n' ' ' <told | grep -q "A card that has been played cannot be taken back; 'pasur play --study' lets you take back plays at any time\."
    # a hint after it is of the position that is there again
    printf '%s\n' hint 1 2 undo undo 4 hint quit | "$PASUR" play greedy --round --seed 5 --study >told || [ $? -eq 130 ]
    [ "$(grep -c '^How likely after ' told)" -eq 2 ]
}

# bats test_tags=quick
@test "what cannot be gone on with is refused in one line, and a match that cannot be kept is played" {
    refuses play --resume nowhere.txt -- "--resume: nowhere.txt: No such file"
    "$PASUR" deal --boards 1 >deal.txt
    refuses play --resume deal.txt -- "--resume: deal.txt: it holds no match saved by 'pasur play'"
    printf '1\nquit\n' | "$PASUR" play greedy --seed 5 --save mine.txt >told || [ $? -eq 130 ]
    refuses play --save mine.txt -- "--save mine.txt: it already exists"
    refuses play --resume mine.txt --seed 6 -- "leave out --seed"
    refuses play --resume mine.txt greedy -- "leave out greedy"
    sed 's/^# word: --seed=5/# word: --seed=6/' mine.txt >other.txt
    run -2 --separate-stderr "$PASUR" play --resume other.txt
    [ "$stderr" = "pasur play: other.txt: its plays do not match the cards of its seed" ]
    sed 's/^# streams: .*/# streams: 1/' mine.txt >other.txt
    refuses play --resume other.txt -- "other.txt: it does not have a state for each of its plays"
    sed '/^# word: --seed=/d' mine.txt >other.txt
    refuses play --resume other.txt -- "--resume: other.txt: it names no seed"
    (mkdir gone && cd gone && rmdir ../gone && yes 1 | "$PASUR" play greedy --seed 5 >"$BATS_TEST_TMPDIR/told")
    [ "$(grep -c '^The match can no longer be saved: ' told)" -eq 1 ]
    grep -q ' the match in ' told
}

# bats test_tags=quick
@test "an opponent that fails ends it, and is told; one that serves plays as itself" {
    PATH=$(dirname "$PASUR"):$PATH
    yes 1 | "$PASUR" play exec:false --seed 5 >told || [ $? -eq 4 ]
    grep -q '^The play cannot go on: .*exec:false at seat 1 played nothing: its program ended before it answered' told
    yes 1 | "$PASUR" play "exec:pasur serve greedy" --seed 5 --records bot.txt >told
    yes 1 | "$PASUR" play greedy --seed 5 --records own.txt >told
    diff <(grep -v '^agents' bot.txt) <(grep -v '^agents' own.txt)
}

# bats test_tags=quick
@test "what a person cannot do is refused in one line" {
    refuses sim human ismcts --threads 4 -- "--threads 4: a person plays one board at a time"
    refuses sim human human -- "one person plays at a terminal"
    refuses sim human ismcts --rules pagat,players=4 -- "a person takes one seat of 4: name 4 agents"
    refuses sim ismcts human --rules pagat,players=3 -- "a person takes one seat of 3: name 3 agents"
    for command in "rate human greedy" "tactics --opponent human" "power human greedy --ci 0.1" "equity human" \
        "advise --hand 4c --pool 7c --agent human" "review $BATS_TEST_DIRNAME/../data/public_log.txt --agent human" \
        "tune tactic --opponent human"; do
        refuses $command -- "agent human: a person can take a seat only in 'pasur play' and 'pasur sim'"
    done
    refuses tune human -- "agent human has no parameters to tune"
    refuses play human -- "human: that is you; name your opponents"
    refuses play greedy greedy greedy greedy -- "4 opponents: there are at most 3"
    refuses play greedy random --rules pagat,players=4 -- "2 opponents for 3 other seats: name 3, or one for all"
    refuses play --rules playpasur,players=3 -- "playpasur"
    refuses play --seat 2 -- "--seat 2: there are seats 0 to 1"
    refuses play --from 70/3 -- "--from 70/3: "
    refuses play --round --from 10/3 -- "--from is about a match"
    refuses play ismcts:goal=match --round -- "plays for the match"
    refuses play --rules pagat,sur_points=0,clubs_points=0,ten_points=0,two_points=0,ace_points=0,jack_points=0 -- "--rules: "
}

# bats test_tags=quick
@test "a person plays each pack once, by one thread, with or without a terminal for the results" {
    yes 1 | "$PASUR" sim human greedy --boards 2 --csv - 2>told >csv
    grep -q '^human,2,2,' csv
    run ! grep -q 'Table' csv
    grep -q '^The count ' told
    "$PASUR" sim human greedy --boards 2 --dry-run </dev/null >plan
    grep -q '^2 boards in 1 seating: 2 rounds$' plan
    yes 1 | "$PASUR" sim greedy human tactic --boards 1 >told
    grep -q '^tactic ' told
}

# ---- on a terminal

# converse COMMAND TEXT LINE TEXT LINE…: on a terminal, types each line once what is shown since the last one has the text.
# What is shown is in the file typescript, and without what steers the terminal in the file shown; the status in $ended.
converse() {
    local command=$1 offset=1 tries
    shift
    script --version 2>/dev/null | grep -q util-linux || skip "no script(1) of util-linux"
    rm -f typescript ended unseen
    : >typescript
    {
        while [ $# -gt 0 ]; do
            until tail -c +$offset typescript | tr -d '\r' | grep -aqF -- "$1" || [ -e ended ]; do sleep 0.05; done
            # the text may have come with the end
            tail -c +$offset typescript | tr -d '\r' | grep -aqF -- "$1" || echo "$1" >>unseen
            offset=$(($(wc -c <typescript) + 1))
            printf "$2"
            shift 2
        done
        until [ -e ended ]; do sleep 0.05; done
    } | {
        local status=0
        TERM=${terminal:-xterm} script -qfec "$command" typescript >/dev/null || status=$?
        echo $status >ended
    }
    ended=$(cat ended)
    sed -e $'s/\033\\[[?0-9;]*[a-zA-Z]//g' -e 's/\r//g' typescript >shown
    [ ! -e unseen ] || { cat unseen shown; return 1; }
}

@test "on a terminal: colours, a slip that is mended, a hint, quit" {
    converse "'$PASUR' play greedy --round --seed 5" 'you> ' '9\1771\n' 'you> ' 'hint\n' 'How likely' 'quit\n'
    [ "$ended" -eq 130 ]
    grep -aqE '^You (play|lay) ' shown
    grep -aq $'\033\[31m[A0-9JQK]*[♦♥]\033\[0m' typescript
    run ! grep -aqE $'\033\[[0-9;]*m[A0-9JQK]*[♣♠]' typescript
    run ! grep -aq 'no 91' shown
}

@test "NO_COLOR, a terminal that knows no escapes, and letters where the locale has no signs" {
    NO_COLOR=1 converse "'$PASUR' play greedy --seed 5" 'you> ' 'quit\n'
    run ! grep -aq $'\033\[31m' typescript
    grep -aq '♥\|♦' shown
    terminal=dumb converse "'$PASUR' play greedy --seed 5" 'you> ' 'quit\n'
    run ! grep -aq $'\033' typescript
    LC_ALL=C converse "'$PASUR' play greedy --seed 5" 'you> ' '1\n' 'you> ' 'help\n' 'Ctrl-D' 'quit\n'
    run ! LC_ALL=C grep -aq '[^ -~[:cntrl:]]' typescript
    grep -aqE '^Hand   ([A0-9JQK]+[cdhs] ?){4}$' shown
    grep -aq '^Pasur, ' shown
}

@test "Ctrl-C and Ctrl-D end it at once, and the terminal is as it was" {
    for key in '\003' '\004'; do
        converse "trap : INT; '$PASUR' play greedy --seed 5; echo status \$?; stty -a" 'you> ' "$key" 'status' ''
        grep -aq 'status 130$' shown
        grep -aqE '(^|[^-])icanon' shown
        grep -aqE '(^|[^-])echo ' shown
    done
    # while an agent thinks, the first asks and the second ends
    converse "trap : INT; '$PASUR' play ismcts:iters=1000000000 --seat 1 --seed 5; echo status \$?" \
        'plays first' '\003' 'Ctrl-C again ends at once' '\003' 'status' ''
    grep -aq 'status 130$' shown
}

@test "nothing is wider than the terminal" {
    for width in 40 60 80; do
        converse "stty cols $width; '$PASUR' play tactic --rules pagat,players=4,teams=0 --seed 5" 'you> ' '1\n' 'you> ' 'hint\n' \
            'How likely' 'count\n' 'Not seen' 'why\n' 'Play' 'help\n' 'Ctrl-D' 'quit\n'
        sed -n '/^Type a play/,/^Again: /p' shown | grep -av '^Again: \|^To go on: \|you> ' | LC_ALL=C awk -v width=$width \
            '{ line = $0; gsub(/[\200-\277]/, "", line) } length(line) > width' >wide
        [ ! -s wide ] || { echo $width; cat wide; return 1; }
    done
}

# bats test_tags=quick
@test "a round is played with the cards of a file's record, and goes on with them" {
    "$PASUR" deal --boards 3 --seed 4 >deals.txt
    yes 1 | "$PASUR" play greedy --deal deals.txt --board 1 --seed 3 --records whole.txt >told
    [ "$(grep '^deal ' whole.txt)" = "$(grep '^deal ' deals.txt | sed -n 2p)" ]
    [ "$(grep -c '^play ' whole.txt)" -eq 1 ]
    printf '1\nquit\n' | "$PASUR" play greedy --deal deals.txt --board 1 --seed 3 >told || [ $? -eq 130 ]
    yes 1 | "$PASUR" play --resume match-3.txt --records resumed.txt >told
    diff <(grep -E '^(deal|play) ' whole.txt) <(grep -E '^(deal|play) ' resumed.txt)
    refuses play greedy --deal deals.txt --board 3 -- "--board 3: deals.txt holds 3 records, the last is --board 2"
    refuses play greedy --board 1 -- "--board is about the records of --deal FILE"
    refuses play greedy --deal - -- "--deal: a file"
    refuses play greedy --deal deals.txt --from 10/10 -- "--from is about a match"
}
