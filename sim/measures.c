/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From played rounds and matches to the values of a board. */
#include "sim/measures.h"

#include "agents/match_equity.h"

#define MEASURE_NAME(name, ...) #name,
const char *const SIM_MEASURES[SIM_MEASURE_COUNT] = {
    AGENT_SQUARED(MEASURE_NAME) TABLE_SQUARED(MEASURE_NAME) SIDE_MEASURES(MEASURE_NAME) AGENT_MEASURES(MEASURE_NAME)
        TABLE_MEASURES(MEASURE_NAME) SIDE_MEASURES_MORE(MEASURE_NAME) PAYING_ROWS(MEASURE_NAME)};

/* ---- units */

void side_points(int out[static MAX_SIDES], const SideCount counts[static MAX_SIDES], int sides)
{
    for (int side = 0; side < sides; side++)
        out[side] = counts[side].points;
}

void diff_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides)
{
    int total = 0;
    for (int side = 0; side < sides; side++)
        total += points[side];
    for (int side = 0; side < sides; side++)
        out[side] = sides * points[side] - total;
}

void win_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides)
{
    int best = points[0], sharing = 0;
    for (int side = 1; side < sides; side++)
        best = points[side] > best ? points[side] : best;
    for (int side = 0; side < sides; side++)
        sharing += points[side] == best;
    for (int side = 0; side < sides; side++)
        out[side] = points[side] < best ? 0 : win_scale(sides) / sharing;
}

/* ---- a round */

/* Surs of each side that the limit took in a round: they would have counted, or cancelled one. */
static void limit_surs(int out[static MAX_SIDES], const Rules *rules, const PlayedRound *played)
{
    const Game *game = played->game;
    Round round;
    round_start(&round, rules, played->pack, game->round.table.scores);
    for (int ply = 0; ply < game->round.table.ply; ply++) {
        const CardSet play = game->history[ply];
        const int side = table_side(&round.table, rules), rank = card_rank(set_first(play & round_hand(&round)));
        const bool clears = set_rest(play) && !(round.table.pool & ~play);
        out[side] += clears && !sur_by_score(round.table.scores[side], rules) && sur_by_rank(rank, rules) &&
                     table_sur_points(&round.table, rules) > 0;
        round_play(&round, rules, play);
    }
}

static void limit_add(BoardValues *values, const Schedule *schedule, const PlayedRound *round)
{
    const Rules *rules = &schedule->rules;
    const int16_t *scores = round->game->round.table.scores;
    int surs[MAX_SIDES] = {0};
    bool bites = false;
    for (int side = 0; side < rules->sides; side++)
        bites |= !sur_by_score(scores[side], rules);
    if (!bites) return;
    limit_surs(surs, rules, round);
    for (int agent = 0; agent < schedule->agents; agent++)
        for (unsigned sides = schedule->sides[round->rotation][agent]; sides; sides &= sides - 1) {
            const int side = __builtin_ctz(sides);
            int64_t *row = values->rows[round->order->agents[agent]];
            row[SUM_limit_rounds] += !sur_by_score(scores[side], rules);
            row[SUM_limit_surs] += surs[side];
        }
}

/* ---- a round: match equity */

/* The side that stops the match in this round, or NOBODY: the round was played out whatever the scores. */
static int round_stopper(const Rules *rules, const Pack *pack, const Game *game)
{
    Round round;
    int side;
    round_start(&round, rules, pack, game->round.table.scores);
    for (int ply = 0; ply + 1 < PLAYS; ply++) {
        round_play(&round, rules, game->history[ply]);
        if (set_rest(game->history[ply]) && table_shodam(&round.table, rules, &side)) return side;
    }
    return NOBODY;
}

/* The chance of the first agent's side after a round, by schedule->equity, in 1/EQUITY_ONE. It began with the schedule's
   scores, and per shodam may have stopped it midway. Two sides. */
static int round_chance(const Schedule *schedule, const PlayedRound *round)
{
    const Game *game = round->game;
    const int16_t *before = game->round.table.scores;
    const int own = schedule->sides[round->seating][0] >> 1 & 1, other = !own;
    const int stopper = round_stopper(&schedule->rules, round->pack, game);
    if (stopper != NOBODY) return stopper == own ? EQUITY_ONE : 0;
    /* who played first now plays last */
    return match_equity_units(schedule->equity, before[own] + game->counts[own].points,
                              before[other] + game->counts[other].points, own == 1);
}

void values_round(BoardValues *values, const Schedule *schedule, const PlayedRound *round)
{
    const Rules *rules = &schedule->rules;
    const Game *game = round->game;
    int points[MAX_SIDES], diff[MAX_SIDES];
    side_points(points, game->counts, rules->sides);
    diff_units(diff, points, rules->sides);
    values->rows[schedule->agents][SUM_rounds]++;
    for (int seat = 0; seat < rules->players; seat++)
        values->rows[round_agent(round, schedule, seat)][SUM_plays] +=
            (game->round.table.ply + rules->players - 1 - seat) / rules->players;
    for (int agent = 0; agent < schedule->agents; agent++)
        for (unsigned sides = schedule->sides[round->rotation][agent]; sides; sides &= sides - 1) {
            const int side = __builtin_ctz(sides);
            const SideCount *count = &game->counts[side];
            const CardSet pile = game->round.table.piles[side];
            int64_t *row = values->rows[round->order->agents[agent]];
            (void)pile;
            row[SUM_points] += points[side];
            row[SUM_diff] += diff[side];
#define MEASURE_VALUE(name, unit, help, value) row[SUM_##name] += (value);
            SIDE_MEASURES(MEASURE_VALUE)
            SIDE_MEASURES_MORE(MEASURE_VALUE)
#define PAYING_VALUE(name, ...) row[SUM_##name] += count->name;
            PAYING_ROWS(PAYING_VALUE)
        }
    if (round->match != NO_MATCH)
        limit_add(values, schedule, round);
    else if (schedule->equity)
        values->rows[schedule->agents][SUM_chances] += round_chance(schedule, round);
}

/* ---- a seating */

static void match_values(int64_t row[static SIM_MEASURE_COUNT], const Rules *rules, const Match *match, int side)
{
    const int margin = match_margin(match, rules, side);
    row[SUM_margin] += margin;
    if (side != match->winner) return;
    row[SUM_won_margin] += margin;
    row[SUM_won_tie] += match->tie_break;
    row[SUM_won_shodam] += match->end == MATCH_SHODAM;
    row[SUM_won_count] += match->end == MATCH_COUNT && !match->tie_break;
}

void values_board(BoardValues *values, const Schedule *schedule, const Pairing *order, int points[][MAX_SIDES],
                  const Match matches[], const PlayTime times[static MAX_SEATS])
{
    const Rules *rules = &schedule->rules;
    int64_t *table = values->rows[schedule->agents];
    int half_points = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        int diff[MAX_SIDES], win[MAX_SIDES];
        bool best[MAX_SEATS] = {false}; /* [agent]: its best side is the best of all */
        diff_units(diff, points[seating], rules->sides);
        win_units(win, points[seating], rules->sides);
        for (int seat = 0; seat < rules->players; seat++)
            table[SUM_seat_0 + seat] += diff[rules_side(rules, seat)];
        for (int agent = 0; agent < schedule->agents; agent++) {
            const int place = SUM_place_0 + (agent + schedule->seatings - seating) % schedule->seatings;
            int64_t *row = values->rows[order->agents[agent]];
            for (unsigned sides = schedule->sides[seating][agent]; sides; sides &= sides - 1) {
                const int side = __builtin_ctz(sides);
                row[place] += diff[side];
                row[SUM_wins] += win[side];
                row[SUM_draws] += win[side] > 0 && win[side] < win_scale(rules->sides);
                best[agent] |= win[side] > 0;
                if (matches) match_values(row, rules, &matches[seating], side);
            }
        }
        half_points += best[1] ? best[0] : 2;
        if (matches) table[SUM_lengths_squared] += matches[seating].rounds * matches[seating].rounds;
    }
    for (int agent = 0; agent < schedule->agents; agent++) {
        int64_t *row = values->rows[order->agents[agent]];
        row[SUM_timed_plays] = (int64_t)times[agent].plays;
        row[SUM_nanoseconds] = (int64_t)times[agent].nanoseconds;
        row[SUM_points_rounds] = row[SUM_points] * table[SUM_rounds];
        row[SUM_diff_rounds] = row[SUM_diff] * table[SUM_rounds];
    }
    if (schedule->agents == 2) /* the first agent, which may have sat down second */
        table[SUM_result_0 + (order->agents[0] ? 2 * schedule->seatings - half_points : half_points)]++;
}
