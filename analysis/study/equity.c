/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves the chances to win the match backward. */
#include "analysis/study/equity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/equity_rounds.h"

/* A cell is the scores in the order of the next round's seats, and who plays first where that matters. It holds the chances
   of all seats but the last, which has the rest. */
struct Equity {
    Situations situations;
    EquityRounds rounds;
    int sides, target;
    int ties_to;         /* two sides: ties from here on are all alike; three: the highest that are played on */
    size_t below, cells; /* cells of one turn: below the target, all */
    double *values[EQUITY_PARTS]; /* [turn][cell][seat] */
};

/* Of three tied sides, or of two whose seats are 0 1, 1 2, 2 0: the first of them. */
enum { TIE_OF_ALL = EQUITY_SIDES, TIE_KINDS };

int equity_situations(const Rules *rules, bool apart)
{
    Situations situations;
    situations_find(&situations, rules, false, apart);
    return situations.count;
}

Equity *equity_play(const EquityJob *job, ArenaEnd *end)
{
    const Rules *rules = &job->boards.schedule->rules;
    Equity *equity = calloc(1, sizeof *equity);
    *end = ARENA_FAILED;
    if (!equity) return NULL;
    situations_find(&equity->situations, rules, job->alike, job->apart);
    equity->sides = rules->sides;
    equity->target = rules->target;
    equity->below = (size_t)rules->target * rules->target;
    if (rules->sides == 2) {
        equity->ties_to = rules->target > rules->sur_limit ? rules->target : rules->sur_limit;
        equity->cells = equity->below + (size_t)(equity->ties_to - rules->target + 1);
    } else {
        equity->ties_to = rules->target + EQUITY_TIES;
        equity->below *= rules->target;
        equity->cells = equity->below + (EQUITY_TIES + 1) * (size_t)(equity->ties_to + 1) * TIE_KINDS;
    }
    *end = rounds_play(&equity->rounds, &equity->situations, job);
    if (*end != ARENA_FAILED && !rounds_group(&equity->rounds, &equity->situations)) *end = ARENA_FAILED;
    if (*end != ARENA_FAILED && rounds_complete(&equity->rounds, &equity->situations)) return equity;
    equity_free(equity);
    return NULL;
}

void equity_free(Equity *equity)
{
    if (!equity) return;
    rounds_free(&equity->rounds);
    for (int part = 0; part < EQUITY_PARTS; part++)
        free(equity->values[part]);
    free(equity);
}

/* ---- cells */

static int highest(const int scores[], int sides)
{
    int best = scores[0];
    for (int side = 1; side < sides; side++)
        best = scores[side] > best ? scores[side] : best;
    return best;
}

/* The cell of scores that begin a round, in the order of its seats; three sides: of no tie above ties_to. */
static size_t cell_of(const Equity *equity, const int scores[])
{
    const int sides = equity->sides, target = equity->target, best = highest(scores, sides);
    if (best < target) {
        size_t cell = 0;
        for (int side = 0; side < sides; side++)
            cell = cell * (size_t)target + (size_t)scores[side];
        return cell;
    }
    if (sides == 2) return equity->below + (size_t)((best < equity->ties_to ? best : equity->ties_to) - target);
    int kind = TIE_OF_ALL, low = best;
    for (int side = 0; side < sides; side++)
        if (scores[side] < best) kind = (side + 1) % sides, low = scores[side];
    return equity->below + ((size_t)(best - target) * (size_t)(equity->ties_to + 1) + (size_t)low) * TIE_KINDS +
           (size_t)kind;
}

/* ---- what the rounds from one cell come to */

/* The chances of the seats so far: what is won for certain, and what comes after rounds that go on; `same`: the share of
   rounds after which the scores are where they were, in the eyes of the table. */
typedef struct {
    double won[EQUITY_SIDES], same;
} Outlook;

typedef struct {
    const Equity *equity;
    const double *next;         /* values of the part and of who plays first in the next round */
    int scores[EQUITY_SIDES];   /* of the cell, by seat */
    bool stops;                 /* per shodam may stop the round */
    size_t here;                /* the cell to which rounds lead that score nothing */
    double after[EQUITY_SIDES]; /* chances after rounds that go on, by the next round's seats … */
    Outlook out;                /* … and all that is known else */
} CellRounds;

/* The side that has won with these scores, or NOBODY. */
static int winner_of(const int scores[], int sides, int target)
{
    const int best = highest(scores, sides);
    int winner = NOBODY;
    if (best < target) return NOBODY;
    for (int side = 0; side < sides; side++) {
        if (scores[side] != best) continue;
        if (winner != NOBODY) return NOBODY;
        winner = side;
    }
    return winner;
}

static int step_winner(const CellRounds *cell, const RoundStep *step)
{
    int scores[EQUITY_SIDES] = {0};
    for (int side = 0; side < cell->equity->sides; side++)
        scores[side] = cell->scores[side] + step->points[side];
    return winner_of(scores, cell->equity->sides, cell->equity->target);
}

/* Rounds that go on to the next one. */
static void goes_on(CellRounds *cell, const RoundStep *last, double rounds)
{
    const Equity *equity = cell->equity;
    const int sides = equity->sides;
    int next[EQUITY_SIDES] = {0};
    for (int seat = 0; seat < sides; seat++) {
        const int side = seat + 1 < sides ? seat + 1 : 0;
        next[seat] = cell->scores[side] + last->points[side];
    }
    const int best = highest(next, sides);
    if (sides > 2 && best > equity->ties_to) {
        int tied = 0;
        for (int seat = 0; seat < sides; seat++)
            tied += next[seat] == best;
        for (int seat = 0; seat < sides; seat++)
            cell->after[seat] += next[seat] == best ? rounds / tied : 0;
        return;
    }
    const size_t index = cell_of(equity, next);
    if (index == cell->here) {
        cell->out.same += rounds;
        return;
    }
    const double *values = cell->next + index * (size_t)(sides - 1);
    double rest = rounds;
    for (int seat = 0; seat < sides - 1; seat++) {
        cell->after[seat] += rounds * values[seat];
        rest -= rounds * values[seat];
    }
    cell->after[sides - 1] += rest;
}

/* A group whose rounds differ in who first stops the match, or may: one by one. */
static void courses_end(CellRounds *cell, const CourseGroup *group)
{
    const EquityRounds *rounds = &cell->equity->rounds;
    for (size_t i = group->first; i < group->first + group->rounds; i++) {
        const Course *course = &rounds->courses[i];
        int winner = NOBODY;
        for (uint32_t step = 0; step < course->count && winner == NOBODY; step++)
            winner = step_winner(cell, &rounds->steps[course->first + step]);
        if (winner == NOBODY)
            goes_on(cell, &course->last, 1);
        else
            cell->out.won[winner]++;
    }
}

static void group_end(CellRounds *cell, const CourseGroup *group)
{
    const int sides = cell->equity->sides, target = cell->equity->target;
    int reach = 0, winner = NOBODY;
    for (int side = 0; side < sides; side++) {
        if (cell->scores[side] + group->peak.points[side] < target) continue;
        reach++;
        winner = side; /* if it is the only one: nobody else had as much then */
    }
    if (reach && !cell->stops) winner = step_winner(cell, &group->last);
    if (reach > 1 && cell->stops)
        courses_end(cell, group);
    else if (winner == NOBODY)
        goes_on(cell, &group->last, group->rounds);
    else
        cell->out.won[winner] += group->rounds;
}

static Outlook cell_outlook(const Equity *equity, int part, const int scores[], int turn)
{
    const Situations *situations = &equity->situations;
    const EquityRounds *rounds = &equity->rounds;
    const int sides = equity->sides, next_turn = (turn + 1) % situations->turns;
    const size_t list = rounds_list(situations, situation_of(situations, scores), turn, part);
    int turned[EQUITY_SIDES];
    double count = 0;
    CellRounds cell = {.equity = equity,
                       .next = equity->values[part] + (size_t)next_turn * equity->cells * (size_t)(sides - 1),
                       .stops = equity->situations.rules.per_shodam && highest(scores, sides) < equity->target};
    for (int side = 0; side < sides; side++) {
        cell.scores[side] = scores[side];
        turned[side] = scores[(side + 1) % sides];
    }
    cell.here = cell_of(equity, turned);
    for (size_t i = rounds->lists[list]; i < rounds->lists[list + 1]; i++) {
        group_end(&cell, &rounds->groups[i]);
        count += rounds->groups[i].rounds;
    }
    for (int side = 0; side < sides; side++)
        cell.out.won[side] = (cell.out.won[side] + cell.after[(side + sides - 1) % sides]) / count;
    cell.out.same /= count;
    return cell.out;
}

/* ---- solving */

/* The chances from these scores, and from those that they lead back to: the same ones with the next side first. With w for
   what is won for certain and s for what leads back, v0 = w0 + s0 v1, v1 = w1 + s1 v2, … */
static void scores_solve(Equity *equity, int part, const int scores[])
{
    const int sides = equity->sides, turns = equity->situations.turns;
    int turned[2 * EQUITY_SIDES];
    double won[EQUITY_SIDES][EQUITY_SIDES], same[EQUITY_SIDES], value[EQUITY_SIDES] = {0}, cycle = 1;
    for (int i = 0; i < 2 * sides; i++)
        turned[i] = scores[i % sides];
    for (int turn = 0; turn < sides; turn++) {
        const Outlook outlook = cell_outlook(equity, part, turned + turn, turn % turns);
        for (int side = 0; side < sides; side++) {
            won[turn][side] = outlook.won[(side + sides - turn) % sides];
            value[side] += cycle * won[turn][side];
        }
        same[turn] = outlook.same;
        cycle *= outlook.same;
    }
    for (int side = 0; side < sides; side++)
        value[side] /= 1 - cycle;
    for (int turn = sides; turn-- > 0;) {
        /* here `value` is that of the turn behind this one, and becomes this one's */
        for (int side = 0; side < sides; side++)
            value[side] = won[turn][side] + same[turn] * value[side];
        double *values =
            equity->values[part] +
            ((size_t)(turn % turns) * equity->cells + cell_of(equity, turned + turn)) * (size_t)(sides - 1);
        for (int seat = 0; seat < sides - 1; seat++)
            values[seat] = value[(seat + turn) % sides];
    }
}

/* The same, unless other scores of the table stand for them, turned by a seat. */
static void scores_solve_once(Equity *equity, int part, const int scores[])
{
    int turned[EQUITY_SIDES];
    memcpy(turned, scores, (size_t)equity->sides * sizeof *turned);
    const size_t cell = cell_of(equity, turned);
    for (int i = 1; equity->situations.alike && i < equity->sides; i++) {
        const int first = turned[0];
        memmove(turned, turned + 1, (size_t)(equity->sides - 1) * sizeof *turned);
        turned[equity->sides - 1] = first;
        if (cell_of(equity, turned) < cell) return;
    }
    scores_solve(equity, part, scores);
}

static void ties_solve(Equity *equity, int part)
{
    const int sides = equity->sides;
    for (int tie = equity->ties_to; tie >= equity->target; tie--) {
        const int all[EQUITY_SIDES] = {tie, tie, tie};
        scores_solve_once(equity, part, all);
        for (int low = tie - 1; sides > 2 && low >= 0; low--)
            for (int side = 0; side < sides; side++) {
                int scores[EQUITY_SIDES] = {tie, tie, tie};
                scores[side] = low;
                scores_solve_once(equity, part, scores);
            }
    }
}

/* All scores below the target, those with the highest sum first. */
static void part_solve(Equity *equity, int part)
{
    const int top = equity->target - 1, thirds = equity->sides > 2 ? top : 0;
    ties_solve(equity, part);
    for (int sum = 2 * top + thirds; sum >= 0; sum--)
        for (int third = 0; third <= thirds && third <= sum; third++)
            for (int second = 0; second <= top && second <= sum - third; second++) {
                const int scores[EQUITY_SIDES] = {sum - third - second, second, third};
                if (scores[0] <= top) scores_solve_once(equity, part, scores);
            }
}

bool equity_solve(Equity *equity, int threads)
{
    const size_t chances = (size_t)(equity->sides - 1);
    for (int part = 0; part < EQUITY_PARTS; part++) {
        equity->values[part] =
            calloc((size_t)equity->situations.turns * equity->cells * chances, sizeof *equity->values[part]);
        if (!equity->values[part]) return false;
    }
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int part = 0; part < EQUITY_PARTS; part++)
        part_solve(equity, part);
    return true;
}

/* ---- estimates */

static double chance_of(const Equity *equity, int part, const int scores[], int first, int who)
{
    const int sides = equity->sides, seat = (who + sides - first) % sides;
    const int turn = equity->situations.alike ? 0 : first;
    int seated[EQUITY_SIDES];
    for (int i = 0; i < sides; i++)
        seated[i] = scores[(first + i) % sides];
    const double *values =
        equity->values[part] + ((size_t)turn * equity->cells + cell_of(equity, seated)) * (size_t)(sides - 1);
    double rest = 1;
    for (int i = 0; i < sides - 1; i++) {
        if (i == seat) return values[i];
        rest -= values[i];
    }
    return rest;
}

Estimate equity_at(const Equity *equity, const int scores[], int first, int who)
{
    const int from = first == EQUITY_EACH_FIRST ? 0 : first;
    const int to = first == EQUITY_EACH_FIRST ? equity->sides - 1 : first;
    double values[EQUITY_PARTS], sum = 0, squares = 0;
    for (int part = 0; part < EQUITY_PARTS; part++) {
        values[part] = 0;
        for (int turn = from; turn <= to; turn++)
            values[part] += chance_of(equity, part, scores, turn, who) / (to - from + 1);
        sum += values[part];
    }
    const double mean = sum / EQUITY_PARTS;
    for (int part = 0; part < EQUITY_PARTS; part++)
        squares += (values[part] - mean) * (values[part] - mean);
    const double sd = sqrt(squares / (EQUITY_PARTS - 1));
    return (Estimate){EQUITY_PARTS, mean, sd, sd / sqrt(EQUITY_PARTS)};
}

Interval equity_interval(const Estimate *estimate)
{
    Interval interval = interval_t(estimate, EQUITY_ALPHA);
    if (interval_known(interval)) {
        interval.low = fmax(0, interval.low);
        interval.high = fmin(1, interval.high);
    }
    return interval;
}
