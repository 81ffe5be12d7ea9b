/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Match equity, smoothed over the rest of a round (the numbers are fitted: docs/notes/2026-11-matches.md), and
   alpha-beta over the chance to win the match. */
#include "agents/match_value.h"

#include <math.h>

#include "engine/match.h"
#include "engine/scoring.h"

enum { USUAL_TOTAL = 20, RACE_SURS = 2, BINS = 9 };

/* Variance of a side's part of the total, in the points of pagat squared, with no deal left to come and with each
   more. */
static const float VARIANCE_LAST = 8.6f, VARIANCE_DEAL = 3.3f;

/* The chance that a side makes a Sur in a deal, by whether it leads it. */
static const float SUR_CHANCE[2] = {0.07f, 0.05f};
/* A race to the target, in parts of the rest of the round: what it is worth to lead every deal, and how far points do
   not come evenly. Chosen by hand, from five pairs of scores. */
static const float RACE_LEAD = 0.1f, RACE_NOISE = 0.2f;
/* The normal distribution in nine steps, wide enough for its standard deviation. */
static const float BIN_STEP = 0.54f;
static const float NORMAL[BINS] = {0.0276f, 0.0663f, 0.1238f, 0.1802f, 0.2042f, 0.1802f, 0.1238f, 0.0663f, 0.0276f};

void match_value_init(MatchRoundValue *value, const MatchEquity *equity, const Rules *rules, const int16_t scores[])
{
    *value = (MatchRoundValue){.equity = equity, .rules = rules, .scores = {scores[0], scores[1]}};
    value->total = scoring_cards(PACK, rules) + scoring_clubs(scoring_clubs_usual(rules), rules);
    const bool tied = scores[0] >= rules->target || scores[1] >= rules->target;
    const int reach = value->total + RACE_SURS * sur_points(1, rules);
    value->race =
        rules->per_shodam && !tied && scores[0] + reach >= rules->target && scores[1] + reach >= rules->target;
    value->claims_from = tied ? PLAYS : match_claims_from(scores, rules);
}

void match_open_at(MatchOpen *open, const MatchRoundValue *value, int ply)
{
    const Rules *rules = value->rules;
    const float scale = (float)value->total / (float)USUAL_TOTAL;
    const float deal = (float)(HAND * rules->players), left = (float)(PLAYS - ply) / deal * 6 / (float)rules->deals;
    const float variance = left > 1 ? VARIANCE_LAST + VARIANCE_DEAL * (left - 1) : VARIANCE_LAST * left;
    const float last = sur_in_deal(rules->deals - 1, rules) == LAST_DEAL_YES ? 0 : deal,
                surs = ((float)(PLAYS - ply) - last) / deal;
    open->spread = scale * sqrtf(variance);
    for (int side = 0; side < 2; side++) {
        const bool can = surs > 0 && sur_by_score(value->scores[side], rules) && sur_points(1, rules);
        const float mean = can ? SUR_CHANCE[side] * surs * 6 / (float)rules->deals : 0, none = expf(-mean);
        open->chances[side][0] = none;
        open->chances[side][1] = mean * none;
        open->chances[side][2] = 1 - none - mean * none;
    }
}

/* Both sides reach the target, with these scores in the end: the chance that side 0 is first, if points come evenly. */
static float race_chance(const MatchRoundValue *value, const MatchStanding *at, float own, float other)
{
    const float target = (float)value->equity->target;
    const float from[2] = {(float)(value->scores[0] + at->now[0]), (float)(value->scores[1] + at->now[1])};
    const float mine = (target - from[0]) / (own - from[0]), theirs = (target - from[1]) / (other - from[1]);
    const float ahead = (theirs - mine + RACE_LEAD) / RACE_NOISE;
    return 0.5f + 0.5f * ahead / sqrtf(1 + ahead * ahead);
}

/* The chance of side 0 with that part of the total, at the end of the round. */
static float end_chance(const MatchRoundValue *value, const MatchStanding *at, float part, int own, int other)
{
    const MatchEquity *equity = value->equity;
    const float most = (float)value->total, target = (float)equity->target;
    if (value->race && (float)own + part >= target && (float)other + most - part >= target)
        return race_chance(value, at, (float)own + part, (float)other + most - part);
    const int whole = (int)part;
    own += whole;
    other += value->total - whole;
    const float low = (float)match_equity_units(equity, own, other, false);
    if (part == (float)whole) return low / EQUITY_ONE;
    const float high = (float)match_equity_units(equity, own + 1, other - 1, false);
    return (low + (part - (float)whole) * (high - low)) / EQUITY_ONE;
}

/* The mean over these parts, the lowest first: with the first ones the other side has won, with the last ones side 0. */
static float mean_chance(const MatchRoundValue *value, const MatchStanding *at, const float parts[], int own, int other)
{
    const MatchEquity *equity = value->equity;
    const uint16_t *table = equity->second ? equity->second : equity->first;
    const int target = equity->target, all = other + value->total;
    const int below = all - target + 1, reached = target - own; /* the other side is below the target; side 0 has it */
    const int lost = (below < reached ? below : reached) - 1, won = below < reached ? reached : below;
    const int start = equity->second ? own * target + all : all * target + own;
    const int step = equity->second ? target - 1 : 1 - target;
    float mean = 0;
    int bin = 0;
    while (bin < BINS && parts[bin] < (float)lost)
        bin++;
    for (; bin < BINS && parts[bin] < (float)won; bin++) {
        const float part = parts[bin];
        const int whole = (int)part;
        if (whole < below || whole + 1 >= reached || whole == all) { /* it needs more than two chances of the table */
            mean += NORMAL[bin] * end_chance(value, at, part, own, other);
        } else {
            const int here = table[start + whole * step], next = table[start + (whole + 1) * step];
            const float low = (float)(equity->second ? here : EQUITY_ONE - here);
            const float more = (float)(equity->second ? next - here : here - next);
            mean += NORMAL[bin] * ((low + (part - (float)whole) * more) / EQUITY_ONE);
        }
    }
    for (; bin < BINS; bin++)
        mean += NORMAL[bin];
    return mean;
}

void match_values(float chances[], int count, const MatchRoundValue *value, const MatchOpen *open,
                  const MatchStanding *at)
{
    const Rules *rules = value->rules;
    const float step = BIN_STEP * open->spread, most = (float)value->total;
    float parts[BINS], means[MORE_SURS + 1][2 * MORE_SURS + 1]; /* by the Surs to come; -1: not yet needed */
    for (int bin = 0; bin < BINS; bin++) {
        const float part = at->part + step * (float)(bin - BINS / 2);
        parts[bin] = part < 0 ? 0 : part > most ? most : part;
    }
    for (int row = 0; row <= MORE_SURS; row++)
        for (int column = 0; column <= 2 * MORE_SURS; column++)
            means[row][column] = -1;
    for (int i = 0; i < count; i++) {
        float sum = 0;
        for (int side = 0; side < MORE_SURS; side++)
            for (int rival = 0; rival < MORE_SURS; rival++) {
                const float chance = open->chances[0][side] * open->chances[1][rival];
                const int more = side + (i == 1), others = rival + (i == 2);
                float *mean = rules->sur_cancel ? &means[0][MORE_SURS + more - others] : &means[more][others];
                int own = at->surs[0] + more, other = at->surs[1] + others;
                if (chance <= 0) continue;
                if (rules->sur_cancel) {
                    const int both = own < other ? own : other;
                    own -= both;
                    other -= both;
                }
                own = value->scores[0] + sur_points(own, rules);
                other = value->scores[1] + sur_points(other, rules);
                if (*mean < 0) *mean = mean_chance(value, at, parts, own, other);
                sum += chance * *mean;
            }
        chances[i] = sum;
    }
}

float match_value(const MatchRoundValue *value, const MatchOpen *open, const MatchStanding *at)
{
    float chance;
    match_values(&chance, 1, value, open, at);
    return chance;
}

float match_value_point(const MatchRoundValue *value, const MatchOpen *open, const MatchStanding *at)
{
    static const float REACH = 2, LEAST = 0.002f; /* two points more of the total are four of the difference */
    MatchStanding low = *at, high = *at;
    low.part -= REACH;
    high.part += REACH;
    const float point = (match_value(value, open, &high) - match_value(value, open, &low)) / (4 * REACH);
    return point > LEAST ? point : LEAST;
}

int match_value_end(const MatchRoundValue *value, const int points[static 2])
{
    return match_equity_units(value->equity, value->scores[0] + points[0], value->scores[1] + points[1], false);
}

/* ---- best play */

enum { LEAST = -1, HIGHEST = EQUITY_ONE + 1 };

typedef struct {
    MatchRoundValue value;
    Fold fold;
    uint64_t left; /* positions that may still be searched; 0: it gave up */
} MatchSolver;

/* The chance of side 0 if the match or the round is over; else below 0. */
static int over_chance(const MatchSolver *solver, const Table *table)
{
    const MatchRoundValue *value = &solver->value;
    const bool over = table_over(table);
    int points[MAX_SIDES], side;
    if (!over && !match_value_claims(value, table->surs)) return LEAST;
    count_points(points, table, value->rules);
    if (over) return match_value_end(value, points);
    side = match_value_claim(value, points);
    return side == NOBODY ? LEAST : side ? 0 : EQUITY_ONE;
}

/* Captures of much come first: they are the best plays most often. */
static void moves_order(CardSet moves[], int count, CardSet pool)
{
    for (int i = 1; i < count; i++) {
        const CardSet move = moves[i];
        const int size = set_count(move & pool);
        int at = i;
        for (; at && set_count(moves[at - 1] & pool) < size; at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

/* The chance of the side to move, if it lies between low and high; else a bound of it. */
static int position_chance(MatchSolver *solver, const Round *round, int low, int high)
{
    const Rules *rules = solver->value.rules;
    const bool second = table_side(&round->table, rules);
    const int over = over_chance(solver, &round->table);
    if (over >= 0) return second ? EQUITY_ONE - over : over;
    if (!solver->left || !--solver->left) return 0;
    CardSet moves[MAX_MOVES];
    const int count = moves_list(moves, round_hand(round), round->table.pool, &solver->fold);
    int best = LEAST;
    moves_order(moves, count, round->table.pool);
    for (int i = 0; i < count && best < high && solver->left; i++) {
        Round next = *round;
        round_play(&next, rules, moves[i]);
        const int from = best > low ? best : low;
        const int chance = EQUITY_ONE - position_chance(solver, &next, EQUITY_ONE - high, EQUITY_ONE - from);
        best = chance > best ? chance : best;
    }
    return best;
}

bool exact_values(int values[], Solver *solver, const MatchEquity *equity, const Round *round, const Rules *rules,
                  const CardSet plays[], int count, uint64_t most)
{
    if (!equity) return solve_plays(values, solver, round, rules, plays, count), true;
    MatchSolver chances = {.fold = fold_for(rules), .left = most};
    match_value_init(&chances.value, equity, rules, round->table.scores);
    for (int i = 0; i < count; i++) {
        Round next = *round;
        round_play(&next, rules, plays[i]);
        values[i] = EQUITY_ONE - position_chance(&chances, &next, LEAST, HIGHEST);
    }
    return chances.left;
}
