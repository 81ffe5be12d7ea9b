/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line-ups that share games get what each gets on a board of its own. */
#include "tests/analysis/claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "sim/lineups.h"
#include "tests/test.h"

/* Keeps the outcomes of boards. */
typedef struct {
    StretchRun stretch;
    uint64_t first;
    size_t size; /* outcomes of a board */
    int seatings;
    Outcome *outcomes;
} Kept;

static bool outcomes_keep(const void *arg, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const Kept *run = arg;
    (void)own, (void)failure;
    assert_false(whole->failed);
    for (size_t i = 0; i < run->size; i++)
        run->outcomes[(whole->index - run->first) * run->size + i] =
            lineup_outcome(whole, 0, i / (size_t)run->seatings, (int)(i % (size_t)run->seatings), run->seatings);
    values[0] = 1;
    return true;
}

static Outcome *outcomes_of(const BoardsJob *job, bool apart)
{
    static const MeasureRow MEASURE[] = {{"boards", "1", ""}};
    const SumsShape shape = {MEASURE, 1, 0, 1, 0, 0};
    Sums sums = {0};
    Kept run = {.stretch = {.shape = shape, .sums = &sums},
                .first = job->first,
                .size = job->pairing_count * (size_t)job->schedule->seatings,
                .seatings = job->schedule->seatings};
    const BoardsUse use = {.kept_size = COURSE_SIZE,
                           .begin = course_begin,
                           .round = course_round,
                           .whole = outcomes_keep,
                           .arg = &run,
                           .share = apart ? NULL : &LINEUPS_SHARE};
    run.outcomes = calloc(job->boards * run.size, sizeof *run.outcomes);
    assert_int_equal(boards_add_up(job, &use, &run.stretch), ARENA_DONE);
    assert_int_equal(sums_x(&sums, 0, 0), job->boards);
    sums_free(&sums);
    return run.outcomes;
}

static void sharing_changes_nothing(const BoardsJob *job)
{
    Outcome *shared = outcomes_of(job, false), *apart = outcomes_of(job, true);
    const size_t count = job->boards * job->pairing_count * (size_t)job->schedule->seatings;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(shared[i].value, apart[i].value);
        assert_true(shared[i].course == apart[i].course);
    }
    free(shared);
    free(apart);
}

/* More line-ups than there is room for among the games that are looked through for equal ones, and more players than
   share games. */
TEST(a_crowd_gets_what_each_gets_alone)
{
    enum { CROWD = 6000, PLAYERS = 70 };
    static Pairing list[CROWD];
    Agent players[PLAYERS];
    Schedule schedule;
    Error error;
    Rng rng = rng_for(3, 0, PURPOSE_TEST);
    assert_true(schedule_make(&schedule, "pagat", 3, true, &error));
    schedule.fixed_order = true;
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(agent_parse(&players[i], "tactic", &schedule.rules, &error));
        for (int tactic = 0; tactic < TACTIC_COUNT; tactic++)
            players[i].values[tactic] = 4 * rng_double(&rng) - 2;
    }
    /* a place has its own third of those who share, until the last line-ups have others */
    for (int i = 0; i < CROWD; i++)
        for (int place = 0; place < schedule.agents; place++)
            list[i].agents[place] = (uint16_t)(place * 20 + (int)rng_bounded(&rng, 20) + (i < CROWD - 100 ? 0 : 10));
    sharing_changes_nothing(&(BoardsJob){.schedule = &schedule,
                                         .agents = players,
                                         .agent_count = PLAYERS,
                                         .pairings = list,
                                         .pairing_count = CROWD,
                                         .boards = 1,
                                         .threads = 1});
    for (int i = 0; i < PLAYERS; i++)
        agent_free(&players[i]);
}

/* Players of several kinds, so that some are asked one by one, and more sets of them than have a batch of their own;
   with the last, games do not become one again. */
TEST(line_ups_get_what_boards_of_their_own_give)
{
    static const char *const TEXTS[] = {
        "greedy",
        "counter",
        "random",
        "tactic",
        "tactic:only=base_points",
        "tactic:only=deny_sur",
        "tactic:deny_sur=0",
        "tactic:deny_sur=3",
        "tactic:jack_face=0",
        "tactic:many_cards=2",
        "tactic:count_cards=0",
        "tactic:high_trail=2",
        "tactic:rich_capture=2",
        "tactic:seek_clubs=-2",
        "ismcts:iters=2,keep=0",
    };
    static const struct {
        const char *rules;
        int boards;
        size_t first, players;
    } SETUPS[] = {
        {"pagat", 40, 0, COUNT(TEXTS) - 1},
        {"pagat", 2, 10, COUNT(TEXTS) - 10},
        {"pagat,players=3", 2, 10, COUNT(TEXTS) - 10},
        {"pagat,players=4", 10, 0, COUNT(TEXTS) - 1},
        {"pagat,players=4,teams=0", 2, 10, COUNT(TEXTS) - 10},
    };
    for (size_t s = 0; s < COUNT(SETUPS); s++) {
        const size_t count = SETUPS[s].players;
        Agent players[COUNT(TEXTS)];
        Pairing list[COUNT(TEXTS) * COUNT(TEXTS)];
        Schedule schedule;
        Error error;
        assert_true(schedule_make(&schedule, SETUPS[s].rules, 2, true, &error));
        schedule.seed = 5;
        for (size_t i = 0; i < count; i++)
            assert_true(agent_parse(&players[i], TEXTS[SETUPS[s].first + i], &schedule.rules, &error));
        for (size_t i = 0; i < count * count; i++)
            list[i] = (Pairing){{(uint16_t)(i / count), (uint16_t)(i % count)}};
        sharing_changes_nothing(&(BoardsJob){.schedule = &schedule,
                                             .agents = players,
                                             .agent_count = count,
                                             .pairings = list,
                                             .pairing_count = count * count,
                                             .first = 100,
                                             .boards = (uint64_t)SETUPS[s].boards,
                                             .threads = 2});
        for (size_t i = 0; i < count; i++)
            agent_free(&players[i]);
    }
}
