/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each round gave each seat, as CSV rows. */
#include "sim/simulate.h"

typedef struct {
    uint64_t board, round;
    char match[NUMBER_TEXT];
    const char *agent;
    SideCount count; /* of the seat's side */
    double diff;
    int seat, captures, score_before, score_after, clubs_points;
} RoundSeat;

/* The column of a class of paying cards. Columns only ever come at the end: the first five stand where they always stood,
   those that came later behind all others. */
#define COLUMN_OF(class)                                                                                               \
    ((class) == PAYING_aces    ? 9                                                                                     \
     : (class) == PAYING_jacks ? 10                                                                                    \
     : (class) == PAYING_two_c ? 11                                                                                    \
     : (class) == PAYING_ten_d ? 12                                                                                    \
     : (class) == PAYING_tens  ? 17                                                                                    \
                               : 19 - 5 + (class))
#define PAYING_FIGURE(name, key, pagat, cards, help, label, each, column)                                              \
    [COLUMN_OF(PAYING_##name)] = {#name, __builtin_popcountll(cards) == 1 ? "0 or 1" : "cards", column,                \
                                  FIGURE_AT(RoundSeat, count.name)},
#define PAYING_NAME(name, ...) ", " #name
#define PAYING_NAMES PAYING_ROWS(PAYING_NAME)

static const Figure FIGURES[] = {
    {"board", "index", "the board, from 0: the same cards in each of its rounds", FIGURE_AT(RoundSeat, board)},
    {"round", "index", "the round, from 0 over the whole run; of a match, from 0 in the match",
     FIGURE_AT(RoundSeat, round)},
    {"match", "index", "the match, from 0; empty where rounds are played alone", FIGURE_AT(RoundSeat, match)},
    {"seat", "index", "the seat, from 0: the seat that plays first", FIGURE_AT(RoundSeat, seat)},
    {"agent", "name", "who sat there", FIGURE_AT(RoundSeat, agent)},
    {"points", "points", "what the seat's side scored in the round", FIGURE_AT(RoundSeat, count.points)},
    {"diff", "points", "the side's points less the mean of the other sides' points", FIGURE_AT(RoundSeat, diff)},
    {"surs", "Surs", "Surs of the side that count", FIGURE_AT(RoundSeat, count.surs)},
    {"clubs", "cards", "clubs that the side captured", FIGURE_AT(RoundSeat, count.clubs)},
    [13] = {"cards", "cards", "cards that the side captured", FIGURE_AT(RoundSeat, count.cards)},
    {"captures", "plays", "plays of the side that captured", FIGURE_AT(RoundSeat, captures)},
    {"score_before", "points", "the side's score in the match before the round", FIGURE_AT(RoundSeat, score_before)},
    {"score_after", "points", "the side's score in the match after the round", FIGURE_AT(RoundSeat, score_after)},
    [18] = {"clubs_points", "points",
            "what the side scored for its clubs; with surs" PAYING_NAMES
            ", each times what the rules give for it, that is points",
            FIGURE_AT(RoundSeat, clubs_points)},
    PAYING_ROWS(PAYING_FIGURE) /* each at its place */
};
const FigureTable ROUND_FIGURES = {"sim --rounds-csv", "round and seat", FIGURE_ROWS(FIGURES), NULL};

bool rounds_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const PlayedRound *round)
{
    const Game *game = round->game;
    const int sides = schedule->rules.sides;
    int points[MAX_SIDES], diff[MAX_SIDES];
    side_points(points, game->counts, sides);
    diff_units(diff, points, sides);
    RoundSeat row = {.board = round->board, .round = round->index};
    if (round->match != NO_MATCH) snprintf(row.match, sizeof row.match, "%lld", (long long)round->match);
    for (row.seat = 0; row.seat < schedule->rules.players; row.seat++) {
        const int side = rules_side(&schedule->rules, row.seat);
        row.agent = agents[round_agent(round, schedule, row.seat)].name;
        row.count = game->counts[side];
        row.clubs_points = row.count.clubs_won ? worth_clubs(row.count.clubs, &schedule->rules) : 0;
        row.diff = (double)diff[side] / (sides - 1);
        row.captures = game->captures[side];
        row.score_before = game->round.table.scores[side];
        row.score_after = row.score_before + row.count.points;
        if (!figures_add(text, &ROUND_FIGURES, &row)) return false;
    }
    return true;
}
