/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How each match ended for each seat, as CSV rows. */
#include "sim/simulate.h"

typedef struct {
    uint64_t match, board;
    const char *agent, *end;
    int seating, seat, score_before, score, margin, rounds;
    bool won;
} MatchSeat;

static const Figure FIGURES[] = {
    {"match", "index", "the match, from 0 over the whole run", FIGURE_AT(MatchSeat, match)},
    {"board", "index", "the board, from 0: its matches share their packs as long as they last",
     FIGURE_AT(MatchSeat, board)},
    {"seating", "index", "which of the board's seatings, from 0", FIGURE_AT(MatchSeat, seating)},
    {"seat", "index", "the seat in the first round, from 0: the seat that plays first there",
     FIGURE_AT(MatchSeat, seat)},
    {"agent", "name", "who sat there", FIGURE_AT(MatchSeat, agent)},
    {"score_before", "points", "the side's score before the first round", FIGURE_AT(MatchSeat, score_before)},
    {"score", "points", "the side's score at the end", FIGURE_AT(MatchSeat, score)},
    {"margin", "points", "that score less the best of the other sides", FIGURE_AT(MatchSeat, margin)},
    {"won", "0 or 1", "1: the side won the match", FIGURE_AT(MatchSeat, won)},
    {"rounds", "rounds", "rounds of the match", FIGURE_AT(MatchSeat, rounds)},
    {"end", "text",
     "how it ended: count (of its last round), per_shodam (a side stopped it midway), tie_break (count of a round that began "
     "with the highest score shared at the target or above)",
     FIGURE_AT(MatchSeat, end)},
};
const FigureTable MATCH_FIGURES = {"sim --matches-csv", "match and seat", FIGURE_ROWS(FIGURES), NULL};

bool match_rows_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const MatchBoard *board,
                    int seating)
{
    const Rules *rules = &schedule->rules;
    const Match *match = &board->matches[seating];
    int16_t scores[MAX_SIDES] = {0};
    schedule_scores(scores, schedule, seating);
    MatchSeat row = {.match = schedule_round(schedule, board->index, seating),
                     .board = board->index,
                     .seating = seating,
                     .rounds = match->rounds,
                     .end = match->end == MATCH_SHODAM ? "per_shodam"
                            : match->tie_break         ? "tie_break"
                                                       : "count"};
    for (row.seat = 0; row.seat < rules->players; row.seat++) {
        const int side = rules_side(rules, row.seat);
        row.agent = agents[board->order.agents[schedule_agent(schedule, seating, row.seat)]].name;
        row.score_before = scores[side];
        row.score = match->scores[side];
        row.margin = match_margin(match, rules, side);
        row.won = side == match->winner;
        if (!figures_add(text, &MATCH_FIGURES, &row)) return false;
    }
    return true;
}
