/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of each seat in each round and each match, as CSV rows, and rounds as records. */
#include "sim/rounds.h"

#include <stdio.h>

#include "engine/notation.h"
#include "sim/measures.h"

/* ---- rows of rounds */

typedef struct {
    uint64_t board, round;
    char match[NUMBER_TEXT];
    const char *agent;
    SideCount count; /* of the seat's side */
    double diff;
    int score_before, score_after, clubs_points;
    uint8_t seat, captures;
} RoundSeat;

/* The column of a class of paying cards, by its place among the classes. The columns that have fixed places are all but
   those of classes that came later, which stand behind them. A new column takes the number that FIXED_COLUMNS has,
   which grows by one: columns only ever come at the end. */
enum { FIXED_COLUMNS = 19 };
#define COLUMN_OF(place) ((place) < 4 ? 9 + (place) : (place) == 4 ? 17 : FIXED_COLUMNS - 5 + (place))
#define PAYING_COLUMN(name, key, pagat, cards, help, label, each, column, place)                                       \
    [COLUMN_OF(place)] = {#name, __builtin_popcountll(cards) == 1 ? "0 or 1" : "cards", column,                        \
                          COLUMN_AT(RoundSeat, count.name)},
#define PAYING_NAME(name, ...) " " #name ","
#define PAYING_NAMES PAYING_ROWS(PAYING_NAME)

static const Column COLUMNS[] = {
    {"board", "index", "the board, from 0: the same cards in each of its rounds", COLUMN_AT(RoundSeat, board)},
    {"round", "index", "the round, from 0 over the whole run; of a match, from 0 in the match",
     COLUMN_AT(RoundSeat, round)},
    {"match", "index", "the match, from 0; empty where rounds are played alone", COLUMN_AT(RoundSeat, match)},
    {"seat", "index", "the seat, from 0: the seat that plays first", COLUMN_AT(RoundSeat, seat)},
    {"agent", "name", "the agent that sat there", COLUMN_AT(RoundSeat, agent)},
    {"points", "points", "what the seat's side scored in the round", COLUMN_AT(RoundSeat, count.points)},
    {"diff", "points", "the side's points less the mean of the other sides' points", COLUMN_AT(RoundSeat, diff)},
    {"surs", "Surs", "Surs of the side that count", COLUMN_AT(RoundSeat, count.surs)},
    {"clubs", "cards", "clubs that the side captured", COLUMN_AT(RoundSeat, count.clubs)},
    [13] = {"cards", "cards", "cards that the side captured", COLUMN_AT(RoundSeat, count.cards)},
    {"captures", "plays", "plays of the side that captured", COLUMN_AT(RoundSeat, captures)},
    {"score_before", "points", "the side's score in the match before the round", COLUMN_AT(RoundSeat, score_before)},
    {"score_after", "points", "the side's score in the match after the round", COLUMN_AT(RoundSeat, score_after)},
    [18] = {"clubs_points", "points",
            "what the side scored for its clubs; added to" PAYING_NAMES
            " and surs, each times what the rules give for it, this makes points",
            COLUMN_AT(RoundSeat, clubs_points)},
    PAYING_ROWS(PAYING_COLUMN) /* each at its place */
};
const ColumnTable ROUND_COLUMNS = {"sim --rounds-csv", "round and seat", COLUMN_ROWS(COLUMNS), NULL};

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
        row.clubs_points = row.count.clubs_won ? scoring_clubs(row.count.clubs, &schedule->rules) : 0;
        row.diff = (double)diff[side] / (sides - 1);
        row.captures = game->captures[side];
        row.score_before = game->round.table.scores[side];
        row.score_after = row.score_before + row.count.points;
        if (!columns_add(text, &ROUND_COLUMNS, &row)) return false;
    }
    return true;
}

/* ---- rows of matches */

typedef struct {
    uint64_t match, board;
    const char *agent, *end;
    int seating, seat, score_before, score, margin, rounds;
    bool won;
} MatchSeat;

static const Column MATCH_ROWS[] = {
    {"match", "index", "the match, from 0 over the whole run", COLUMN_AT(MatchSeat, match)},
    {"board", "index", "the board, from 0: its matches share their packs as long as they last",
     COLUMN_AT(MatchSeat, board)},
    {"seating", "index", "which of the board's seatings, from 0", COLUMN_AT(MatchSeat, seating)},
    {"seat", "index", "the seat in the first round, from 0: the seat that plays first there",
     COLUMN_AT(MatchSeat, seat)},
    {"agent", "name", "the agent that sat there", COLUMN_AT(MatchSeat, agent)},
    {"score_before", "points", "the side's score before the first round", COLUMN_AT(MatchSeat, score_before)},
    {"score", "points", "the side's score at the end", COLUMN_AT(MatchSeat, score)},
    {"margin", "points", "that score less the best score of another side", COLUMN_AT(MatchSeat, margin)},
    {"won", "0 or 1", "1: the side won the match", COLUMN_AT(MatchSeat, won)},
    {"rounds", "rounds", "rounds of the match", COLUMN_AT(MatchSeat, rounds)},
    {"end", "text",
     "how it ended: count (of its last round), per_shodam (a side stopped it midway), tie_break (count of a round that began "
     "with the highest score shared at the target or above)",
     COLUMN_AT(MatchSeat, end)},
};
const ColumnTable MATCH_COLUMNS = {"sim --matches-csv", "match and seat", COLUMN_ROWS(MATCH_ROWS), NULL};

bool match_rows_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const PlayedRound *round,
                    const Match *match)
{
    const Rules *rules = &schedule->rules;
    int16_t scores[MAX_SIDES] = {0};
    schedule_scores(scores, schedule, schedule->scores, round->seating);
    MatchSeat row = {.match = (uint64_t)round->match,
                     .board = round->board,
                     .seating = round->seating,
                     .rounds = match->rounds,
                     .end = match->end == MATCH_SHODAM ? "per_shodam"
                            : match->tie_break         ? "tie_break"
                                                       : "count"};
    for (row.seat = 0; row.seat < rules->players; row.seat++) {
        const int side = rules_side(rules, row.seat);
        row.agent = agents[round->order->agents[schedule_agent(schedule, round->seating, row.seat)]].name;
        row.score_before = scores[side];
        row.score = match->scores[side];
        row.margin = match_margin(match, rules, side);
        row.won = side == match->winner;
        if (!columns_add(text, &MATCH_COLUMNS, &row)) return false;
    }
    return true;
}

/* ---- records */

/* The names of who sat at the seats, separated by spaces, as far as they fit. */
static void seat_names(char *out, size_t size, const Schedule *schedule, const Agent agents[], const PlayedRound *round)
{
    size_t used = 0;
    for (int seat = 0; seat < schedule->rules.players && used < size; seat++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", seat ? " " : "",
                                 agents[round_agent(round, schedule, seat)].name);
}

bool record_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const PlayedRound *round)
{
    Record record = game_record(round->game, &schedule->rules, round->pack);
    record.has_round = true;
    record.round = round->index;
    record.has_seed = !schedule->packs;
    record.seed = schedule->seed;
    record.has_match = round->match != NO_MATCH;
    if (record.has_match) record.match = (uint64_t)round->match;
    seat_names(record.agents, sizeof record.agents, schedule, agents, round);
    if (!text_buffer_reserve(text, RECORD_TEXT)) return false;
    text->length += (size_t)record_print(text->data + text->length, &record);
    return true;
}
