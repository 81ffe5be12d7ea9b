/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the rounds of each situation and keeps their courses, those that are alike in groups. */
#include "analysis/study/equity_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "engine/table.h"
#include "sim/journal.h"
#include "sim/tally.h"

/* ---- situations */

/* Two sides tied from here on are alike: neither makes a Sur. */
static int ties_alike_from(const Rules *rules)
{
    return rules->target > rules->sur_limit ? rules->target : rules->sur_limit;
}

/* The sides that make no Surs, bit = seat. */
static unsigned limited(const Rules *rules, const int scores[])
{
    unsigned sides = 0;
    for (int side = 0; side < rules->sides; side++)
        sides |= (unsigned)!sur_by_score(scores[side], rules) << side;
    return sides;
}

void situations_find(Situations *out, const Rules *rules, bool alike, bool apart)
{
    *out = (Situations){.rules = *rules, .alike = alike, .apart = apart, .turns = alike ? 1 : rules->sides};
    const int target = rules->target;
    out->ties_to = ties_alike_from(rules);
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

int situation_of(const Situations *situations, const int scores[])
{
    const Rules *rules = &situations->rules;
    if (!situations->apart) return situations->limits[limited(rules, scores)];
    const int target = rules->target, tie = scores[0] < situations->ties_to ? scores[0] : situations->ties_to;
    return scores[0] < target ? scores[0] * target + scores[1] : target * target + tie - target;
}

void situation_scores(int16_t out[static EQUITY_SIDES], const Situations *situations, int situation)
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

void rounds_free(EquityRounds *rounds)
{
    free(rounds->courses);
    free(rounds->steps);
    free(rounds->groups);
    free(rounds->lists);
    *rounds = (EquityRounds){0};
}

/* Room for `more` behind `count` of them. */
static bool grow(void **items, size_t *room, size_t count, size_t more, size_t size)
{
    if (count + more <= *room) return true;
    void *grown = realloc(*items, (2 * *room + more) * size);
    if (!grown) return false;
    *items = grown;
    *room = 2 * *room + more;
    return true;
}

static bool rounds_reserve(EquityRounds *rounds, size_t courses, size_t steps)
{
    return grow((void **)&rounds->courses, &rounds->course_room, rounds->course_count, courses, sizeof(Course)) &&
           grow((void **)&rounds->steps, &rounds->step_room, rounds->step_count, steps, sizeof(RoundStep));
}

/* The course of a round that was played. False if memory runs out. */
static bool course_add(EquityRounds *rounds, const Rules *rules, const Game *game, size_t list)
{
    const Table *end = &game->round.table;
    Course course = {.first = rounds->step_count, .list = (uint32_t)list};
    Table table = {.pool = game->first_pool, .last = NOBODY};
    if (!rounds_reserve(rounds, 1, PLAYS)) return false;
    memcpy(table.scores, end->scores, sizeof table.scores);
    while (table.ply < end->ply) {
        int points[MAX_SIDES];
        RoundStep step = {{0}};
        const CardSet play = game->history[table.ply], captured = play & table.pool;
        table_play(&table, rules, set_first(play ^ captured), captured);
        if (!captured && table.ply < end->ply) continue;
        count_points(points, &table, rules);
        for (int side = 0; side < rules->sides; side++) {
            step.points[side] = (uint16_t)points[side];
            if (step.points[side] > course.peak.points[side]) course.peak.points[side] = step.points[side];
        }
        if (course.count && !memcmp(&step, &course.last, sizeof step)) continue;
        rounds->steps[rounds->step_count++] = course.last = step;
        course.count++;
    }
    rounds->courses[rounds->course_count++] = course;
    return true;
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

/* Puts the steps in the order of the courses, in which they are read again and again. False if memory runs out. */
static bool steps_sort(EquityRounds *rounds)
{
    RoundStep *sorted = malloc((rounds->step_count + 1) * sizeof *sorted);
    size_t count = 0;
    if (!sorted) return false;
    for (size_t i = 0; i < rounds->course_count; i++) {
        Course *course = &rounds->courses[i];
        memcpy(sorted + count, rounds->steps + course->first, course->count * sizeof *sorted);
        course->first = count;
        count += course->count;
    }
    free(rounds->steps);
    rounds->steps = sorted;
    rounds->step_room = rounds->step_count;
    return true;
}

bool rounds_group(EquityRounds *rounds, const Situations *situations)
{
    const size_t count = rounds->course_count, lists = rounds_list(situations, situations->count, 0, 0);
    size_t groups = 0, list = 0;
    rounds->lists = calloc(lists + 1, sizeof *rounds->lists);
    rounds->groups = calloc(count + 1, sizeof *rounds->groups);
    if (!rounds->lists || !rounds->groups) return false;
    if (count) qsort(rounds->courses, count, sizeof *rounds->courses, course_compare);
    if (!steps_sort(rounds)) return false;
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

bool rounds_complete(const EquityRounds *rounds, const Situations *situations)
{
    for (size_t list = 0; list < rounds_list(situations, situations->count, 0, 0); list++)
        if (rounds->lists[list] == rounds->lists[list + 1]) return false;
    return true;
}

/* ---- playing */

typedef struct {
    const EquityJob *job;
    const Situations *situations;
    EquityRounds *rounds;
    Voids voids;
    bool failed;
} RoundsRun;

/* A chunk of boards. */
typedef struct {
    EquityRounds rounds;
    Voids voids;
} RoundsChunk;

static void chunk_clear(void *result)
{
    RoundsChunk *chunk = result;
    chunk->rounds.course_count = chunk->rounds.step_count = 0;
    chunk->voids = (Voids){0};
}

static void chunk_free(void *result) { rounds_free(&((RoundsChunk *)result)->rounds); }

/* The scores of the board's situation. Where agents play by the scores, its rounds are those of a match. */
static void board_prepare(const void *arg, Board *board)
{
    const Situations *situations = ((const RoundsRun *)arg)->situations;
    int16_t of_agents[EQUITY_SIDES];
    situation_scores(of_agents, situations, (int)(board->index % (uint64_t)situations->count));
    memcpy(board->scores, of_agents, sizeof of_agents);
    board->match = situations->apart;
}

static bool add(const void *arg, void *result, const Board *board, size_t pairing)
{
    const Situations *situations = ((const RoundsRun *)arg)->situations;
    RoundsChunk *chunk = result;
    (void)pairing;
    if (!board->played) {
        voids_add(&chunk->voids, &board->failure);
        return true;
    }
    const int part = (int)(board->index / (uint64_t)situations->count % EQUITY_PARTS);
    for (int turn = 0; turn < situations->turns; turn++) {
        const Game *game = &board->games[turn];
        int scores[MAX_SIDES];
        for (int side = 0; side < situations->rules.sides; side++)
            scores[side] = game->round.table.scores[side];
        const size_t list = rounds_list(situations, situation_of(situations, scores), turn, part);
        if (!course_add(&chunk->rounds, &situations->rules, game, list)) return false;
    }
    return true;
}

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    RoundsRun *run = arg;
    EquityRounds *rounds = run->rounds;
    const RoundsChunk *chunk = result;
    const EquityRounds *more = &chunk->rounds;
    voids_merge(&run->voids, &chunk->voids);
    if (!rounds_reserve(rounds, more->course_count, more->step_count)) return run->failed = true, false;
    for (size_t i = 0; i < more->course_count; i++) {
        Course course = more->courses[i];
        course.first += rounds->step_count;
        rounds->courses[rounds->course_count++] = course;
    }
    if (more->step_count)
        memcpy(rounds->steps + rounds->step_count, more->steps, more->step_count * sizeof *more->steps);
    rounds->step_count += more->step_count;
    return !run->job->watch || run->job->watch(run->job->arg, first + count, &run->voids);
}

/* ---- how a journal keeps results */

static bool put(const void *shared, TextBuffer *out, const void *result)
{
    const BoardsJob *boards = ((const BoardsRun *)shared)->job;
    const RoundsChunk *chunk = result;
    const EquityRounds *rounds = &chunk->rounds;
    const KnownAgents agents = boards_known(boards);
    bool good = put_voids(out, &chunk->voids, &agents) && put_uint(out, rounds->course_count);
    for (size_t i = 0; good && i < rounds->course_count; i++) {
        const Course *course = &rounds->courses[i];
        good = put_uint(out, course->list) && put_uint(out, course->count);
        for (uint32_t k = 0; good && k < course->count; k++)
            for (int side = 0; good && side < boards->schedule->rules.sides; side++)
                good = put_uint(out, rounds->steps[course->first + k].points[side]);
    }
    return good;
}

/* Gets the steps of a course. */
static void steps_get(FieldReader *in, EquityRounds *rounds, Course *course, int sides)
{
    for (uint32_t k = 0; k < course->count; k++) {
        RoundStep step = {{0}};
        for (int side = 0; side < sides; side++) {
            step.points[side] = (uint16_t)get_uint(in);
            if (step.points[side] > course->peak.points[side]) course->peak.points[side] = step.points[side];
        }
        rounds->steps[rounds->step_count++] = course->last = step;
    }
}

static bool get(void *shared, FieldReader *in, uint32_t kind, BoardRange jobs, void *result)
{
    const BoardsJob *boards = ((const BoardsRun *)shared)->job;
    const RoundsRun *run = ((const BoardsRun *)shared)->arg;
    RoundsChunk *chunk = result;
    EquityRounds *rounds = &chunk->rounds;
    const KnownAgents agents = boards_known(boards);
    const size_t lists = rounds_list(run->situations, run->situations->count, 0, 0);
    (void)kind;
    get_voids(in, &chunk->voids, &agents);
    const uint64_t courses = get_uint(in);
    if (courses > jobs.count * EQUITY_SIDES) reader_fail(in);
    for (uint64_t i = 0; i < courses && !in->failed; i++) {
        Course course = {.first = rounds->step_count};
        const uint64_t list = get_uint(in), steps = get_uint(in);
        if (list >= lists || steps > PLAYS) reader_fail(in);
        if (in->failed) return true;
        if (!rounds_reserve(rounds, 1, PLAYS)) return false;
        course.list = (uint32_t)list;
        course.count = (uint32_t)steps;
        steps_get(in, rounds, &course, boards->schedule->rules.sides);
        rounds->courses[rounds->course_count++] = course;
    }
    return true;
}

static void voids_of(const void *result, Voids *into) { voids_merge(into, &((const RoundsChunk *)result)->voids); }

ArenaEnd rounds_play(EquityRounds *rounds, const Situations *situations, const EquityJob *job)
{
    static const ResultFormat FORMAT = {.kind = KIND_EQUITY, .put = put, .get = get, .voids = voids_of};
    static const BoardsUse USE = {.size = sizeof(RoundsChunk),
                                  .clear = chunk_clear,
                                  .free = chunk_free,
                                  .format = &FORMAT,
                                  .prepare = board_prepare,
                                  .add = add,
                                  .release = release};
    RoundsRun run = {.job = job, .situations = situations, .rounds = rounds};
    Schedule schedule = *job->boards.schedule;
    BoardsJob boards = job->boards;
    schedule.seatings = situations->turns;
    schedule.fixed_order = true;
    boards.schedule = &schedule;
    const ArenaEnd end = boards_play(&boards, &USE, &run);
    return run.failed ? ARENA_FAILED : end;
}
