# SPDX-License-Identifier: GPL-3.0-or-later
# What a round is like, from its records (pagat, rounds that begin at scores of 0), for docs/notes/2026-11-players.md:
#     pasur sim tactic tactic tactic --no-duplicate --boards 100k --records - -q | awk -f tests/bench/players.awk
# Prints a figure a line, with its 95 % interval over rounds; every round has cards of its own. Exits with 1 if the Surs that
# it sees made and cancelled do not leave those that a record says.

BEGIN { RS = ""; FS = "\n" }

# note(FIGURE, X): one more round's value
function note(figure, x) { sum[figure] += x; square[figure] += x * x; n[figure]++ }
function show(figure, scale, words,    mean, se) {
    mean = sum[figure] / n[figure]
    se = sqrt((square[figure] / n[figure] - mean * mean) / n[figure])
    printf "%-42s %9.3f +- %.3f\n", words, scale * mean, scale * 1.96 * se
}

# surs_of(PLAYS): counts who makes Surs; the cards of the pool are counted, not known
function surs_of(plays,    play, count, i, pool, side, jack, taken) {
    count = split(plays, play, " ")
    pool = 4; holder = -1; held = made = cancelled = 0
    for (i = 1; i <= count; i++) {
        taken = index(play[i], "x") ? (length(play[i]) - 3) / 2 : 0
        pool += taken ? -taken : 1
        jack = substr(play[i], 1, 1) == "J"
        side = (i - 1) % players % sides
        if (pool || !taken || jack || i > 48 - 4 * players) continue
        if (held && holder != side) { held--; cancelled++ }
        else { holder = side; held++; made++ }
    }
}

{
    delete line
    for (i = 1; i <= NF; i++) line[substr($i, 1, index($i, " ") - 1)] = substr($i, index($i, " ") + 1)
    players = match(line["rules"], /players=[234]/) ? substr(line["rules"], RSTART + 8, 1) : 2
    sides = split(line["points"], points, " ")
    split(line["surs"], surs, " ")
    split(line["clubs"], clubs, " ")
    all = left = most = best = 0
    for (i = 1; i <= sides; i++) {
        all += points[i]; left += surs[i]
        if (clubs[i] > most) { most = clubs[i]; share = 0 }
        share += clubs[i] == most
        if (points[i] > best || i == 1) { best = points[i]; level = 0 }
        level += points[i] == best
    }
    for (i = 1; i <= sides; i++) note("seat " (i - 1), points[i] - (all - points[i]) / (sides - 1))
    note("spread", (points[1] - (all - points[1]) / (sides - 1)) ^ 2)
    surs_of(line["play"])
    if (made - cancelled != left) { print "Surs: " line["play"]; bad = 1; exit 1 }
    note("all", all); note("side", all / sides)
    note("made", made); note("cancelled", cancelled); note("left", left)
    points_left += 5 * left; points_all += all
    both += 5 * left * all; points_left_squares += 25 * left * left; points_all_squares += all * all
    note("any", left > 0)
    note("nobody", sides == 2 ? most < 7 : share > 1 && !(sides == 3 && share == 2))
    note("third", sides == 3 && share == 2)
    note("draw", level > 1)
}

END {
    if (bad) exit 1
    rounds = n["all"]
    printf "%-42s %9d\n", "rounds", rounds
    printf "%-42s %9d\n", "plays of a seat", 48 / players
    show("side", 1, "points a side")
    for (i = 0; i < sides; i++) show("seat " i, 1, (sides < players ? "seats " i "+" i + 2 : "seat " i) " over the others")
    printf "%-42s %9.3f\n", "spread (sd) of the first over the others", sqrt(sum["spread"] / rounds - (sum["seat 0"] / rounds) ^ 2)
    ratio = points_left / points_all
    se = sqrt(points_left_squares - 2 * ratio * both + ratio * ratio * points_all_squares) / points_all
    printf "%-42s %9.3f +- %.3f\n", "% of the points are Surs", 100 * ratio, 196 * se
    show("made", 1, "Surs made a round")
    show("cancelled", 1, "... of these cancelled again")
    show("any", 100, "% of the rounds end with a Sur")
    show("nobody", 100, "% of the rounds: clubs nobody's")
    if (sides == 3) show("third", 100, "% ...: two share them, the third wins them")
    show("draw", 100, "% of the rounds are drawn")
}
