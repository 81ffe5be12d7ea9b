/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums by blocks of boards: where blocks begin and end, what a simulation adds to them, and that they come back out of
   a log. */
#include <stdlib.h>

#include "engine/rng.h"
#include "sim/simulate.h"
#include "tests/engine/claims.h"
#include "tests/rogue/rogue.h"
#include "tests/sim/run/kept.h"

enum { WIDTH = 3 };

/* Adds boards one by one: 1 to the first sum, the board's hash to the second, and nothing to the third. */
static void boards_add(BlockSums *sums, uint64_t first, uint64_t count)
{
    for (uint64_t board = first; board < first + count; board++) {
        int64_t *numbers = block_sums_board(sums, WIDTH, board);
        assert_non_null(numbers);
        numbers[0]++;
        numbers[1] += (int32_t)rng_mix(board);
    }
}

static void assert_same_blocks(const BlockSums *a, const BlockSums *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->width, b->width);
    assert_memory_equal(a->values, b->values, a->count * (size_t)(BLOCK_HEAD + a->width) * sizeof *a->values);
}

/* Where the block of a board begins, and how many boards it may have, as the header says it. */
static uint64_t first_of(uint64_t board, uint64_t *size)
{
    uint64_t power = 1;
    while (power <= board / 2)
        power *= 2;
    *size = board < 128 ? 1 : power / 64;
    return board - board % *size;
}

static void blocks_begin_where_the_number_of_the_board_says(void **state)
{
    (void)state;
    enum { BOARDS = 70000 };
    BlockSums sums = {0};
    boards_add(&sums, 0, BOARDS);
    uint64_t next = 0;
    for (size_t i = 0; i < sums.count; i++) {
        const int64_t *block = block_at(&sums, i);
        uint64_t size;
        assert_int_equal(block[BLOCK_FIRST], next);
        assert_int_equal(first_of(next, &size), next);
        if (i + 1 < sums.count) assert_int_equal(block[BLOCK_SEEN], size);
        assert_int_equal(block[BLOCK_HEAD], block[BLOCK_SEEN]);
        assert_int_equal(block[BLOCK_HEAD + 2], 0);
        next += (uint64_t)block[BLOCK_SEEN];
    }
    assert_int_equal(next, BOARDS);
    assert_true(sums.count < 128 + 64 * 10);
    block_sums_free(&sums);
}

/* A share of a run begins at a board that may need all 64 bits. */
static void boards_far_on_have_blocks_too(void **state)
{
    (void)state;
    static const uint64_t FAR[] = {UINT64_C(1) << 40, UINT64_C(1) << 63, (UINT64_C(3) << 62) + 12345};
    for (size_t i = 0; i < sizeof FAR / sizeof *FAR; i++) {
        BlockSums sums = {0};
        uint64_t size;
        boards_add(&sums, FAR[i], 1000);
        assert_int_equal(sums.count, 1);
        assert_int_equal((uint64_t)block_at(&sums, 0)[BLOCK_FIRST], first_of(FAR[i], &size));
        assert_int_equal(block_at(&sums, 0)[BLOCK_SEEN], 1000);
        block_sums_free(&sums);
    }
}

static void whatever_parts_are_merged_the_sums_are_the_same(void **state)
{
    (void)state;
    Rng rng = rng_for(1, 0, PURPOSE_TEST);
    for (int turn = 0; turn < 30; turn++) {
        const uint64_t begin = rng_bounded(&rng, 3000);
        BlockSums whole = {0}, merged = {0}, part = {0};
        uint64_t end = begin;
        for (int parts = 0; parts < 12; parts++) {
            const uint64_t count = rng_bounded(&rng, 300);
            block_sums_clear(&part);
            boards_add(&part, end, count);
            assert_true(block_sums_merge(&merged, &part));
            end += count;
        }
        boards_add(&whole, begin, end - begin);
        assert_same_blocks(&merged, &whole);
        block_sums_free(&whole);
        block_sums_free(&merged);
        block_sums_free(&part);
    }
}

static void blocks_come_back_out_of_fields(void **state)
{
    (void)state;
    for (uint64_t first = 0; first < 5000; first = 3 * first + 1)
        for (uint64_t count = 0; count < 3000; count = 7 * count + 1) {
            BlockSums sums = {0}, back = {0};
            TextBuffer text = {0};
            boards_add(&sums, first, count);
            field_block_sums(&(Fields){.out = &text}, &sums, WIDTH);
            FieldReader in = {.at = text.data, .end = text.data + text.length};
            field_block_sums(&(Fields){.in = &in}, &back, WIDTH);
            assert_false(in.failed);
            assert_ptr_equal(in.at, in.end);
            if (count) assert_same_blocks(&back, &sums);
            /* what is cut off is refused */
            BlockSums none = {0};
            in = (FieldReader){.at = text.data, .end = text.data + text.length - 1};
            field_block_sums(&(Fields){.in = &in}, &none, WIDTH);
            assert_true(in.failed);
            block_sums_free(&none);
            block_sums_free(&sums);
            block_sums_free(&back);
            text_buffer_free(&text);
        }
}

/* What a simulation with a run directory keeps of its boards, played or read. */
static void simulated(BlockSums *out, Sums *total, const KeptDir *dir, const Schedule *schedule, const Agent agents[],
                      int threads, bool reads)
{
    Journal journal;
    uint64_t done;
    kept_open(&journal, dir, 1, reads);
    const BoardsJob boards = {
        .schedule = schedule, .agents = agents, .boards = 700, .threads = threads, .journal = &journal};
    *out = (BlockSums){0};
    assert_int_equal(simulate(&boards, &(Simulation){.blocks = out}, total, &done), ARENA_DONE);
    kept_close(&journal);
}

static void blocks_of_a_simulation_add_up_to_its_sums(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"greedy", "random", "counter"};
    for (int turn = 0; turn < 3; turn++) { /* two seats, three seats, matches */
        const KeptDir dir = kept_name();
        const char *rules = turn == 1 ? "pagat,players=3" : turn ? "pagat,target=20" : "pagat";
        Schedule schedule;
        Agent agents[MAX_SEATS];
        Error error;
        Sums total, again;
        BlockSums played, kept;
        const int count = turn == 1 ? 3 : 2;
        assert_true(schedule_make(&schedule, rules, count, true, &error));
        if (turn == 2) schedule.match_rounds = MATCH_ROUNDS;
        for (int i = 0; i < count; i++)
            assert_true(agent_parse(&agents[i], NAMES[i], &schedule.rules, &error));
        agents[count - 1] = rogue_make("pool"); /* some boards are void */
        agents[count - 1].values[1] = 400;
        simulated(&played, &total, &dir, &schedule, agents, 2, false);
        simulated(&kept, &again, &dir, &schedule, agents, 1, true);
        assert_same_blocks(&kept, &played);
        int64_t sums[BLOCK_NUMBERS] = {0}, seen = 0;
        for (size_t i = 0; i < played.count; i++) {
            seen += block_at(&played, i)[BLOCK_SEEN];
            for (int k = 0; k < BLOCK_NUMBERS; k++)
                sums[k] += block_at(&played, i)[BLOCK_HEAD + k];
        }
        assert_int_equal(seen, 700);
        assert_true(total.boards < 700 && total.voids.boards == 700 - total.boards);
        assert_int_equal(sums[BLOCK_PLAYED], total.boards);
        assert_int_equal(sums[BLOCK_ROUNDS], sums_x(&total, table_row(&total), SUM_rounds));
        for (int i = 0; i < count; i++) {
            assert_int_equal(sums[BLOCK_DIFF + i], sums_x(&total, i, SUM_diff));
            assert_int_equal(sums[BLOCK_WINS + i], sums_x(&total, i, SUM_wins));
        }
        sums_free(&total);
        sums_free(&again);
        block_sums_free(&played);
        block_sums_free(&kept);
        kept_remove(&dir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_begin_where_the_number_of_the_board_says),
        cmocka_unit_test(boards_far_on_have_blocks_too),
        cmocka_unit_test(whatever_parts_are_merged_the_sums_are_the_same),
        cmocka_unit_test(blocks_come_back_out_of_fields),
        cmocka_unit_test(blocks_of_a_simulation_add_up_to_its_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
