# SPDX-License-Identifier: GPL-3.0-or-later
# One run or more of every command, with every option that writes a file: for tests that look at what the program does to
# what is around it. To be run in an empty folder and in this order, since later rows read what earlier ones wrote. Rows
# that play need not be long.
every_command=(
    "deal --boards 2"
    "sim greedy random --boards 60 --csv sim.csv --rounds-csv rounds.csv --records played --plot sim.svg"
    "sim tactic greedy --boards 40 --rounds-csv rounds.csv.gz --records played.zst --csv sim.csv"
    "sim greedy tactic counter --rules ru-baaz --boards 20 --csv sim.csv"
    "sim greedy random --rules pagat,target=20 --matches 20 --matches-csv matches.csv --records matches --csv sim.csv"
    "sim greedy random --boards 1G --stop ci=2 --csv sim.csv"
    "sim ismcts:iters=20 greedy --boards 4 --csv sim.csv"
    "tactics --tactics deny_sur,jack_face --boards 60 --csv tactics.csv --plot tactics.svg"
    "tactics --tactics deny_sur --rules pagat,target=20 --matches 20 --csv tactics.csv"
    "tune tactic --params deny_sur --opponent random --rounds 100k --test 5000 --csv tune.csv --plot tune.svg --save tuned"
    "rate greedy random counter --boards 40 --csv rate.csv --cross cross.csv --plot rate.svg"
    "rate greedy random --rules pagat,target=20 --matches 20 --csv rate.csv"
    "exploit greedy --boards 4 --trial 2 --csv exploit.csv --rounds-csv rounds.csv --records played"
    "learn --rounds 32 --epochs 1 --units 16 --boards 10 --run taught --csv learn.csv -o small.net"
    "equity random --boards 1k --check 20 --rules pagat,target=20 --csv equity.csv --plot equity.svg"
    "power greedy random --ci 0.5 --pilot 200"
    "openings --agent greedy --boards 200 --csv openings.csv"
    "regret greedy --positions 20 --playouts 20 --csv regret.csv"
    "calibrate --repetitions 100 --csv calibrate.csv"
    "advise --hand Ac4d8sQh --pool 3c9d --iters 400 --csv advise.csv"
    "sim exec:$BATS_TEST_DIRNAME/../../examples/bots/bot.sh greedy --boards 2 --bot-log logs --csv sim.csv"
    "serve greedy"
    "check exec:$BATS_TEST_DIRNAME/../../examples/bots/bot.sh --rules pagat --rounds 1"
    "solve position"
    "play greedy --round --seed 3 --records game"
    "review game --iters 200 --csv review.csv"
    "replay played"
    "replay --match matches"
    "perft position --depth 3"
    "bench --seconds 0.001 --repetitions 1 --csv bench.csv"
    "plot rounds.csv -o again.svg --script again.gp"
    "report sim.csv -o page.html"
    "sim greedy random --boards 60 --run kept --csv sim.csv --rounds-csv rounds.csv --records played"
    "sim greedy random --boards 60 --run part1 --part 1/2 --quiet"
    "sim greedy random --boards 60 --run part2 --part 2/2 --quiet"
    "tactics --tactics deny_sur --boards 60 --run tested --csv tactics.csv"
    "rate greedy random --boards 20 --run rated --cross cross.csv"
    "sim greedy random --boards 60 --seed 1 --csv seed1.csv"
    "sim greedy random --boards 60 --seed 2 --csv seed2.csv"
    "pool seed1.csv seed2.csv --csv pool.csv --json pool.json"
    "compare seed2.csv kept --csv compare.csv --within 9"
    "runs kept --csv sim.csv --rounds-csv rounds.csv --records played --plot sim.svg"
    "runs"
    "merge part1 part2 --csv sim.csv --plot sim.svg"
    "study questions --run asked"
    "report asked kept -o page.html"
    "columns"
    "agents"
    "rules"
)

# Not run here: they print pages.
other_commands="help manual complete"

# The commands that the program has.
commands_of_program() { "$PASUR" help commands | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'; }

# What rows read: a position late in a round, and questions. To be called in that folder.
inputs_write() {
    "$PASUR" sim greedy random --boards 1 --seed 3 --records - -q | sed '/^$/q' |
        sed '/^points\|^surs\|^clubs/d' | awk '/^play/ { for (i = 1; i <= 38; i++) printf "%s ", $i; print ""; next } { print }' >position
    printf '[Who is better?]\npasur sim greedy random --boards 20\n' >questions
}

# row_run ROW [PROGRAM…]: runs it, on several threads where the command has them; WRAP: what stands before the program
row_run() {
    local words=($1)
    ! "$PASUR" "${words[0]}" --help | grep -q '^  --threads' || words+=(--threads 4)
    if [ "${words[0]}" = play ]; then
        $WRAP "$PASUR" "${words[@]}" < <(yes 1 | head -n 2000)
    else
        $WRAP "$PASUR" "${words[@]}" </dev/null
    fi
}
