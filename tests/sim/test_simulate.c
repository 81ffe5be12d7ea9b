/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Void boards are left out whole, counted, and the same for any threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/boards.h"
#include "tests/rogue/rogue.h"
#include "tests/sim/run/kept.h"
#include "tests/sim/same_sums.h"

enum { BOARDS = 400 };

static CardSet choose_or_fail(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent, (void)memory;
    CardSet moves[MAX_MOVES];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    return rng_bounded(rng, 100) ? moves[rng_bounded(rng, (uint32_t)count)] : 0;
}

static const AgentKind FAILING = {.name = "failing", .choose = choose_or_fail};

typedef struct {
    Sums sums;
    uint64_t done;
    char *rows, *records;
} Outcome;

/* With `failing`, the second agent fails on one decision in a hundred. */
static void run(Outcome *out, int threads, bool failing)
{
    Error error;
    Schedule schedule;
    static Agent agents[2]; /* whom the sums name */
    assert_true(schedule_make(&schedule, "pagat", 2, true, &error));
    assert_true(agent_parse(&agents[0], "greedy", &schedule.rules, &error));
    assert_true(agent_parse(&agents[1], "random", &schedule.rules, &error));
    if (failing) agents[1].kind = &FAILING;
    memset(out, 0, sizeof *out);
    OutputFile rows = unnamed_file(), records = unnamed_file();
    const BoardsJob boards = {.schedule = &schedule, .agents = agents, .boards = BOARDS, .threads = threads};
    const Simulation simulation = {.streams = {&rows, &records}};
    assert_int_equal(simulate(&boards, &simulation, &out->sums, &out->done), ARENA_DONE);
    out->rows = unnamed_close(&rows);
    out->records = unnamed_close(&records);
    for (int agent = 0; agent < 2; agent++) /* times are not reproducible */
        out->sums.x[agent * SIM_MEASURE_COUNT + SUM_nanoseconds] = 0;
}

static void outcome_free(Outcome *out)
{
    free(out->rows);
    free(out->records);
    sums_free(&out->sums);
}

static int lines(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static int boards_that_begin_rows(const char *rows)
{
    int boards = 0;
    long last = -1;
    for (const char *at = rows; *at; at = strchr(at, '\n') + 1) {
        long board = strtol(at, NULL, 10);
        boards += board != last;
        last = board;
    }
    return boards;
}

static void void_boards_are_left_out_whole(void **state)
{
    (void)state;
    static Outcome out;
    run(&out, 2, true);
    assert_int_equal(out.done, BOARDS);
    assert_int_equal(out.sums.boards + out.sums.voids.boards, BOARDS);
    assert_in_range(out.sums.voids.boards, 1, BOARDS - 1);
    assert_int_equal(sums_moments(&out.sums, 0, SUM_points).n, out.sums.boards);
    assert_int_equal(lines(out.rows), 4 * out.sums.boards);
    assert_int_equal(boards_that_begin_rows(out.rows), out.sums.boards);
    outcome_free(&out);
}

/* Each way to break the rules voids the board, whatever the preset, and says how. */
static void illegal_plays_make_boards_void(void **state)
{
    (void)state;
    static const struct {
        const char *how, *why;
    } WAYS[] = {
        {"nothing", "no card is played"},
        {"stolen", "the played card is not in the hand"},
        {"foreign", "a captured card is not in the pool"},
        {"two", "more than one card of the hand is played"},
        {"sum", "the card and what it takes do not sum to 11"},
        {"jack", "a jack takes all numerals and jacks, and nothing else"},
        {"trail", "the card can capture and must"},
    };
    static const char *const RULES[] = {"pagat", "playpasur", "pagat,players=4,teams=0", "wikipedia,players=2"};
    for (size_t way = 0; way < sizeof WAYS / sizeof *WAYS; way++)
        for (size_t r = 0; r < sizeof RULES / sizeof *RULES; r++) {
            Error error;
            Schedule schedule;
            Agent agents[2];
            Sums sums;
            uint64_t done;
            assert_true(schedule_make(&schedule, RULES[r], 2, true, &error));
            assert_true(agent_parse(&agents[0], "greedy", &schedule.rules, &error));
            agents[1] = rogue_make(WAYS[way].how);
            const BoardsJob boards = {.schedule = &schedule, .agents = agents, .boards = 60, .threads = 2};
            assert_int_equal(simulate(&boards, NULL, &sums, &done), ARENA_DONE);
            assert_true(sums.voids.boards >= 50);
            assert_int_equal(sums.boards + sums.voids.boards, done);
            int64_t such = 0;
            for (int64_t i = 0; i < sums.voids.count; i++) {
                const VoidKind *kind = &sums.voids.kinds[i];
                assert_ptr_equal(kind->first.agent, &agents[1]);
                if (!strcmp(kind->first.why, WAYS[way].why)) such = kind->boards;
                assert_int_equal(!kind->first.play, way == 0);
            }
            if (such != sums.voids.boards)
                fail_msg("%s: %s: %d of %d", RULES[r], WAYS[way].how, (int)such, (int)sums.voids.boards);
            sums_free(&sums);
        }
}

/* Counts by agent and reason add up in any order. */
static void voids_add_up(void **state)
{
    (void)state;
    enum { PARTS = 5 };
    static Agent agents[3];
    static const char *const WHY[] = {"one", "another"};
    static Voids whole, parts[PARTS], forward, backward;
    char text[VOID_TEXT];
    for (uint64_t board = 0; board < 200; board++) {
        const VoidBoard failure = {
            .agent = &agents[board % 3], .why = WHY[board / 7 % 2], .board = board, .hand = 1, .pool = 6, .play = 3};
        voids_add(&whole, &failure);
        voids_add(&parts[board * board % PARTS], &failure);
    }
    for (int i = 0; i < PARTS; i++) {
        voids_merge(&forward, &parts[i]);
        voids_merge(&backward, &parts[PARTS - 1 - i]);
    }
    assert_memory_equal(&forward, &whole, sizeof whole);
    assert_memory_equal(&backward, &whole, sizeof whole);
    assert_int_equal(whole.boards, 200);
    assert_int_equal(whole.count, 6);
    assert_int_equal(whole.kinds[0].boards + whole.kinds[1].boards + whole.kinds[2].boards, 102);
    strcpy(agents[0].name, "cheat");
    assert_string_equal(void_print(text, &whole.kinds[0].first),
                        "board 0, seating 0: agent cheat at seat 0 played AcxAd: one; hand Ac, pool AdAh");
}

static void outcomes_do_not_depend_on_threads(void **state)
{
    (void)state;
    static Outcome alone, many;
    for (int failing = 0; failing < 2; failing++) {
        run(&alone, 1, failing);
        for (int threads = 2; threads <= 5; threads++) {
            run(&many, threads, failing);
            assert_same_sums(&many.sums, &alone.sums);
            assert_string_equal(many.rows, alone.rows);
            assert_string_equal(many.records, alone.records);
            outcome_free(&many);
        }
        outcome_free(&alone);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(void_boards_are_left_out_whole),
        cmocka_unit_test(illegal_plays_make_boards_void),
        cmocka_unit_test(voids_add_up),
        cmocka_unit_test(outcomes_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
