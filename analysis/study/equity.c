/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the rounds on which a table rests, and solves the chances to win the match backward from them. */
#include "analysis/study/equity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/table.h"
#include "sim/run/chunk_log.h"
#include "sim/sums.h"

/* ---- situations that differ, and the courses of the rounds that were played from each */

/* What each side has scored in a round so far, in the order of the round's seats. */
typedef struct {
    uint16_t points[EQUITY_SIDES];
} RoundStep;

/* Rounds that come to the same count, and whose sides never had more than the same peak on the way. */
typedef struct {
    RoundStep last, peak;
    uint32_t rounds;
    size_t first; /* of them in EquityRounds.courses */
} CourseGroup;

/* Which steps a round took: those after which somebody's points had changed, and the count. */
typedef struct {
    size_t first; /* in EquityRounds.steps */
    uint32_t count;
    uint32_t list; /* that the round belongs to: see rounds_list */
    RoundStep last, peak;
} Course;

typedef struct {
    Course *courses; /* list by list, once they are grouped */
    RoundStep *steps;
    CourseGroup *groups;
    size_t *lists; /* groups of list i: lists[i] to lists[i + 1] - 1 */
    size_t course_count, course_room, step_count, step_room;
} EquityRounds;

/* From which scores rounds differ. The scores of a situation stand in the order of the agents. */
typedef struct {
    Rules rules;
    bool alike;  /* all sides are played by the same agent: it does not matter who of them plays first */
    bool apart;  /* agents play by the scores: every cell of the table is a situation of its own */
    int turns;   /* who may play first, where that matters: sides, or 1 */
    int count;   /* of situations */
    int ties_to; /* apart: two sides tied at this score or more are in one situation */
    int8_t limits[1 << EQUITY_SIDES]; /* not apart: the situation, by the sides that make no Surs; -1: none */
} Situations;

/* Rounds of one situation, of who plays first, and of one part of the boards. */
static inline size_t rounds_list(const Situations *situations, int situation, int turn, int part)
{
    return ((size_t)situation * (size_t)situations->turns + (size_t)turn) * EQUITY_PARTS + (size_t)part;
}

/* ---- situations */

/* The sides that make no Surs, a bit for each seat. */
static unsigned equity_limited(const Rules *rules, const int scores[])
{
    unsigned sides = 0;
    for (int side = 0; side < rules->sides; side++)
        sides |= (unsigned)!sur_by_score(scores[side], rules) << side;
    return sides;
}

static void situations_find(Situations *out, const Rules *rules, bool alike, bool apart)
{
    *out = (Situations){.rules = *rules, .alike = alike, .apart = apart, .turns = alike ? 1 : rules->sides};
    const int target = rules->target;
    out->ties_to = target > rules->sur_limit ? target : rules->sur_limit; /* from there on neither side makes a Sur */
    if (apart) {
        out->count = target * target + out->ties_to - target + 1;
        return;
    }
    memset(out->limits, -1, sizeof out->limits);
    for (unsigned sides = 0; sides < 1u << rules->sides; sides++) {
        /* at the limit below the target; or else where sides are tied at both */
        const bool met = !sides || (rules->sur_limit && (rules->sur_limit < target || (sides & (sides - 1))));
        if (met) out->limits[sides] = (int8_t)out->count++;
    }
}

/* The situation of sides with these scores, in the order of their seats. */
static int situation_of(const Situations *situations, const int scores[])
{
    const Rules *rules = &situations->rules;
    if (!situations->apart) return situations->limits[equity_limited(rules, scores)];
    const int target = rules->target, tie = scores[0] < situations->ties_to ? scores[0] : situations->ties_to;
    return scores[0] < target ? scores[0] * target + scores[1] : target * target + tie - target;
}

/* Scores that are in the situation. */
static void situation_scores(int16_t out[static EQUITY_SIDES], const Situations *situations, int situation)
{
    const Rules *rules = &situations->rules;
    const int target = rules->target, tie = situation - target * target;
    memset(out, 0, EQUITY_SIDES * sizeof *out);
    if (situations->apart) {
        out[0] = (int16_t)(tie < 0 ? situation / target : target + tie);
        out[1] = (int16_t)(tie < 0 ? situation % target : target + tie);
        return;
    }
    for (unsigned sides = 0; sides < 1u << rules->sides; sides++)
        for (int side = 0; side < rules->sides && situations->limits[sides] == situation; side++)
            out[side] = (int16_t)(sides >> side & 1 ? rules->sur_limit : 0);
}

/* ---- courses */

static void rounds_free(EquityRounds *rounds)
{
    free(rounds->courses);
    free(rounds->steps);
    free(rounds->groups);
    free(rounds->lists);
    *rounds = (EquityRounds){0};
}

/* Writes a round that was played as a row: its list, its steps, and what each side has at each of them. False if memory
   runs out. */
static bool course_put(TextBuffer *out, const Rules *rules, const Game *game, size_t list)
{
    const Table *end = &game->round.table;
    RoundStep steps[PLAYS];
    uint32_t count = 0;
    Table table = table_begun(game->first_pool, end->scores);
    while (table.ply < end->ply) {
        int points[MAX_SIDES];
        RoundStep *step = &steps[count];
        const CardSet play = game->history[table.ply], captured = play & table.pool;
        table_play(&table, rules, play);
        if (!captured && table.ply < end->ply) continue;
        count_points(points, &table, rules);
        *step = (RoundStep){{0}};
        for (int side = 0; side < rules->sides; side++)
            step->points[side] = (uint16_t)points[side];
        count += !count || memcmp(step, step - 1, sizeof *step);
    }
    bool good = put_uint(out, list) && put_uint(out, count);
    for (uint32_t i = 0; i < count; i++)
        for (int side = 0; good && side < rules->sides; side++)
            good = put_uint(out, steps[i].points[side]);
    return good;
}

/* Reads such a row into the rounds. False if memory runs out, or it is none. */
static bool course_get(EquityRounds *rounds, Fields *in, int sides, size_t lists)
{
    const uint64_t list = get_uint(in), count = get_uint(in);
    Course course = {.first = rounds->step_count, .list = (uint32_t)list, .count = (uint32_t)count};
    if (in->failed || list >= lists || count > PLAYS ||
        !list_reserve(&rounds->courses, &rounds->course_room, rounds->course_count, 1, sizeof(Course)) ||
        !list_reserve(&rounds->steps, &rounds->step_room, rounds->step_count, PLAYS, sizeof(RoundStep)))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        RoundStep step = {{0}};
        for (int side = 0; side < sides; side++) {
            step.points[side] = (uint16_t)get_uint(in);
            if (step.points[side] > course.peak.points[side]) course.peak.points[side] = step.points[side];
        }
        rounds->steps[rounds->step_count++] = course.last = step;
    }
    rounds->courses[rounds->course_count++] = course;
    return !in->failed;
}

static int key_compare(const Course *a, const Course *b)
{
    if (a->list != b->list) return a->list < b->list ? -1 : 1;
    const int last = memcmp(&a->last, &b->last, sizeof a->last);
    return last ? last : memcmp(&a->peak, &b->peak, sizeof a->peak);
}

static int course_compare(const void *a, const void *b)
{
    const Course *one = a, *other = b;
    const int key = key_compare(one, other);
    return key ? key : one->first < other->first ? -1 : one->first > other->first;
}

/* Sorts the courses into lists and groups. False if memory runs out. */
static bool rounds_group(EquityRounds *rounds, const Situations *situations)
{
    const size_t count = rounds->course_count, lists = rounds_list(situations, situations->count, 0, 0);
    size_t groups = 0, list = 0;
    rounds->lists = calloc(lists + 1, sizeof *rounds->lists);
    rounds->groups = calloc(count + 1, sizeof *rounds->groups);
    if (!rounds->lists || !rounds->groups) return false;
    if (count) qsort(rounds->courses, count, sizeof *rounds->courses, course_compare);
    for (size_t i = 0; i < count; i++) {
        const Course *course = &rounds->courses[i];
        while (list < course->list)
            rounds->lists[++list] = groups;
        if (!i || key_compare(course - 1, course))
            rounds->groups[groups++] = (CourseGroup){.last = course->last, .peak = course->peak, .first = i};
        rounds->groups[groups - 1].rounds++;
    }
    while (list < lists)
        rounds->lists[++list] = groups;
    return true;
}

/* Has every list a round? */
static bool rounds_complete(const EquityRounds *rounds, const Situations *situations)
{
    for (size_t list = 0; list < rounds_list(situations, situations->count, 0, 0); list++)
        if (rounds->lists[list] == rounds->lists[list + 1]) return false;
    return true;
}

/* ---- playing */

typedef struct {
    StretchRun stretch; /* its rows are rounds */
    const Situations *situations;
    EquityRounds *rounds;
    Sums sums;
} RoundsRun;

/* The scores of the board's situation. Where agents play by the scores, its rounds are those of a match. */
static void board_prepare(const void *arg, Board *board)
{
    const Situations *situations = ((const RoundsRun *)arg)->situations;
    int16_t of_agents[EQUITY_SIDES];
    situation_scores(of_agents, situations, (int)(board->index % (uint64_t)situations->count));
    memcpy(board->scores, of_agents, sizeof of_agents);
    board->stops = situations->apart;
}

static bool equity_add(const void *arg, Stretch *stretch, const Board *board, size_t pairing)
{
    const RoundsRun *run = arg;
    const Situations *situations = run->situations;
    (void)pairing;
    const int part = (int)(board->index / (uint64_t)situations->count % EQUITY_PARTS);
    for (int turn = 0; board->played && turn < situations->turns; turn++) {
        const Game *game = &board->games[turn];
        int scores[MAX_SIDES];
        for (int side = 0; side < situations->rules.sides; side++)
            scores[side] = game->round.table.scores[side];
        const size_t list = rounds_list(situations, situation_of(situations, scores), turn, part);
        if (!course_put(&stretch->texts[0], &situations->rules, game, list)) return false;
    }
    return board_count(stretch, &run->stretch, board);
}

static bool rounds_take(void *arg, uint64_t first, uint64_t count, Fields *rows)
{
    const RoundsRun *run = arg;
    const Situations *situations = run->situations;
    const size_t lists = rounds_list(situations, situations->count, 0, 0);
    (void)first, (void)count;
    while (rows->at < rows->end)
        if (!course_get(run->rounds, rows, situations->rules.sides, lists)) return false;
    return true;
}

/* Plays the job's boards; they are shared out to the situations in turn. */
static ArenaEnd rounds_play(EquityRounds *rounds, const Situations *situations, const EquityJob *job)
{
    RoundsRun run = {.situations = situations, .rounds = rounds};
    Schedule schedule = *job->boards.schedule;
    BoardsJob boards = job->boards;
    schedule.seatings = situations->turns;
    schedule.fixed_order = true;
    boards.schedule = &schedule;
    run.stretch = (StretchRun){.shape = BOARD_COUNTS,
                               .sums = &run.sums,
                               .rows = rounds_take,
                               .arg = &run,
                               .watch = job->watch,
                               .watch_arg = job->arg};
    const ArenaEnd end =
        boards_add_up(&boards, &(BoardsUse){.prepare = board_prepare, .add = equity_add}, &run.stretch);
    sums_free(&run.sums);
    return end;
}

/* ---- the table */

/* A cell is the scores in the order of the next round's seats, and who plays first where that matters. It holds the
   chances of all seats but the last, which has the rest. */
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
        equity->ties_to = equity->situations.ties_to;
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

static int equity_highest(const int scores[], int sides)
{
    int best = scores[0];
    for (int side = 1; side < sides; side++)
        best = scores[side] > best ? scores[side] : best;
    return best;
}

/* The cell of scores that begin a round, in the order of its seats; three sides: of no tie above ties_to. */
static size_t cell_of(const Equity *equity, const int scores[])
{
    const int sides = equity->sides, target = equity->target, best = equity_highest(scores, sides);
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

/* The chances of the seats so far: what is won for certain, and what comes after rounds that go on; `same`: the share
   of rounds after which the scores are where they were, in the eyes of the table. */
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
    const int best = equity_highest(scores, sides);
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
static void round_continues(CellRounds *cell, const RoundStep *last, double rounds)
{
    const Equity *equity = cell->equity;
    const int sides = equity->sides;
    int next[EQUITY_SIDES] = {0};
    for (int seat = 0; seat < sides; seat++) {
        const int side = seat + 1 < sides ? seat + 1 : 0;
        next[seat] = cell->scores[side] + last->points[side];
    }
    const int best = equity_highest(next, sides);
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
            round_continues(cell, &course->last, 1);
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
        round_continues(cell, &group->last, group->rounds);
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
                       .stops = equity->situations.rules.per_shodam && equity_highest(scores, sides) < equity->target};
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

/* The chances from these scores, and from those that they lead back to: the same ones with the next side first. With w
   for what is won for certain and s for what leads back, v0 = w0 + s0 v1, v1 = w1 + s1 v2, … */
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

Interval equity_interval(const Estimate *estimate, double alpha)
{
    Interval interval = interval_t(estimate, alpha);
    if (interval_known(interval)) {
        interval.low = fmax(0, interval.low);
        interval.high = fmin(1, interval.high);
    }
    return interval;
}
