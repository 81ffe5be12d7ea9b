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

#include "sim/simulate.h"

enum { BOARDS = 400 };

static CardSet choose_or_fail(const Agent *agent, void *mind, const View *view, Rng *rng)
{
    (void)agent, (void)mind;
    CardSet moves[MAX_MOVES];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    return rng_bounded(rng, 100) ? moves[rng_bounded(rng, (uint32_t)count)] : 0;
}

static const AgentKind FAILING = {.name = "failing", .choose = choose_or_fail};

typedef struct {
    Tally tally;
    uint64_t done;
    char *rows, *records;
    size_t rows_size, records_size;
} Outcome;

/* With `failing`, the second agent fails on one decision in a hundred. */
static void run(Outcome *out, int threads, bool failing)
{
    Error error;
    Schedule schedule;
    Agent agents[2];
    assert_true(schedule_make(&schedule, "pagat", 2, true, &error));
    assert_true(agent_parse(&agents[0], "greedy", &schedule.rules, &error));
    assert_true(agent_parse(&agents[1], "random", &schedule.rules, &error));
    if (failing) agents[1].kind = &FAILING;
    memset(out, 0, sizeof *out);
    OutputFile rows = {.file = open_memstream(&out->rows, &out->rows_size)};
    OutputFile records = {.file = open_memstream(&out->records, &out->records_size)};
    assert_true(rows.file && records.file);
    const Simulation simulation = {.schedule = &schedule,
                                   .agents = agents,
                                   .boards = BOARDS,
                                   .threads = threads,
                                   .rounds = &rows,
                                   .records = &records};
    assert_int_equal(simulate(&simulation, &out->tally, &out->done), ARENA_DONE);
    assert_true(output_file_close(&rows, &error) && output_file_close(&records, &error));
    for (int agent = 0; agent < 2; agent++) /* times are not reproducible */
        out->tally.agents[agent].nanoseconds = 0;
}

static void outcome_free(Outcome *out)
{
    free(out->rows);
    free(out->records);
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
    assert_int_equal(out.tally.boards + out.tally.voids.boards, BOARDS);
    assert_in_range(out.tally.voids.boards, 1, BOARDS - 1);
    assert_int_equal(out.tally.agents[0].points.n, out.tally.boards);
    assert_int_equal(lines(out.rows), 4 * out.tally.boards);
    assert_int_equal(boards_that_begin_rows(out.rows), out.tally.boards);
    outcome_free(&out);
}

static void outcomes_do_not_depend_on_threads(void **state)
{
    (void)state;
    static Outcome alone, many;
    for (int failing = 0; failing < 2; failing++) {
        run(&alone, 1, failing);
        for (int threads = 2; threads <= 5; threads++) {
            run(&many, threads, failing);
            assert_memory_equal(&many.tally, &alone.tally, sizeof alone.tally);
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
        cmocka_unit_test(outcomes_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
