/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums by blocks of boards: where blocks begin and end, what a simulation adds to them, and that they come back out of
   a log. */
#include <stdlib.h>

#include "engine/rng.h"
#include "sim/boards.h"
#include "tests/engine/claims.h"
#include "tests/rogue/rogue.h"
#include "tests/sim/run/kept.h"
#include "tests/test.h"

static const char *const ROWS[] = {"other", "ones", "hash"};
static const StretchRun RUN = {
    .shape = {.measures = ROWS, .count = 3, .squares = 1, .rows = 2, .blocks = 2, .blocks_first = 1}, .keeps = true};

/* Adds boards one by one: in each row 1 to one sum of its block, and the board's hash to the other. */
static void boards_add(Stretch *stretch, uint64_t first, uint64_t count)
{
    for (uint64_t board = first; board < first + count; board++) {
        const int32_t hash = (int32_t)rng_mix(board);
        const int64_t values[] = {7, 1, hash, 7, 1, -hash};
        assert_true(stretch_add(stretch, &RUN, board, values, NULL));
    }
}

static void assert_same_blocks(const Blocks *a, const Blocks *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const Sums *x = &a->list[i].sums, *y = &b->list[i].sums;
        assert_true(a->list[i].first == b->list[i].first && x->boards == y->boards);
        assert_int_equal(x->voids.boards, y->voids.boards);
        assert_memory_equal(x->x, y->x, (size_t)(x->shape.rows * x->shape.count) * sizeof *x->x);
    }
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

TEST(blocks_begin_where_the_number_of_the_board_says)
{
    enum { BOARDS = 70000 };
    Stretch stretch = {0};
    const Blocks *blocks = &stretch.blocks;
    boards_add(&stretch, 0, BOARDS);
    uint64_t next = 0;
    for (size_t i = 0; i < blocks->count; i++) {
        const Block *block = &blocks->list[i];
        uint64_t size;
        assert_int_equal(block->first, next);
        assert_int_equal(first_of(next, &size), next);
        if (i + 1 < blocks->count) assert_int_equal(block_boards(block), size);
        assert_int_equal(sums_x(&block->sums, 1, 0), block_boards(block));
        assert_int_equal(sums_x(&block->sums, 0, 1), -sums_x(&block->sums, 1, 1));
        next += (uint64_t)block_boards(block);
    }
    assert_int_equal(next, BOARDS);
    assert_true(blocks->count < 128 + 64 * 10);
    stretch_free(&stretch);
}

/* A share of a run begins at a board that may need all 64 bits. */
TEST(boards_far_on_have_blocks_too)
{
    static const uint64_t FAR[] = {UINT64_C(1) << 40, UINT64_C(1) << 63, (UINT64_C(3) << 62) + 12345};
    for (size_t i = 0; i < sizeof FAR / sizeof *FAR; i++) {
        Stretch stretch = {0};
        uint64_t size;
        boards_add(&stretch, FAR[i], 1000);
        assert_int_equal(stretch.blocks.count, 1);
        assert_true(stretch.blocks.list[0].first == first_of(FAR[i], &size));
        assert_int_equal(block_boards(stretch.blocks.list), 1000);
        stretch_free(&stretch);
    }
}

TEST(whatever_parts_are_merged_the_sums_are_the_same)
{
    Rng rng = rng_for(1, 0, PURPOSE_TEST);
    for (int turn = 0; turn < 30; turn++) {
        const uint64_t begin = rng_bounded(&rng, 3000);
        Stretch whole = {0}, merged = {0}, part = {0};
        uint64_t end = begin;
        for (int parts = 0; parts < 12; parts++) {
            const uint64_t count = rng_bounded(&rng, 300);
            stretch_clear(&part);
            boards_add(&part, end, count);
            assert_true(stretch_merge(&merged, &part));
            end += count;
        }
        boards_add(&whole, begin, end - begin);
        assert_same_blocks(&merged.blocks, &whole.blocks);
        stretch_free(&whole);
        stretch_free(&merged);
        stretch_free(&part);
    }
}

TEST(blocks_come_back_out_of_fields)
{
    for (uint64_t first = 0; first < 5000; first = 3 * first + 1)
        for (uint64_t count = 0; count < 3000; count = 7 * count + 1) {
            Stretch stretch = {0}, back = {0}, none = {0};
            const uint32_t kind = stretch_kind(&RUN, true);
            TextBuffer text = {0};
            boards_add(&stretch, first, count);
            Fields out = {.out = &text};
            if (count) field_stretch(&out, &stretch, &RUN, kind);
            assert_true(fields_good(&out));
            Fields in = {.at = text.data, .end = text.data + text.length};
            if (count) {
                field_stretch(&in, &back, &RUN, kind);
                assert_true(fields_good(&in));
                assert_ptr_equal(in.at, in.end);
                assert_same_blocks(&back.blocks, &stretch.blocks);
                /* what is cut off is refused */
                in = (Fields){.at = text.data, .end = text.data + text.length - 1};
                field_stretch(&in, &none, &RUN, kind);
                assert_true(in.failed);
            }
            stretch_free(&none);
            stretch_free(&stretch);
            stretch_free(&back);
            text_buffer_free(&text);
        }
}

/* What a simulation with a run directory keeps of its boards, played or read. */
static void simulated(Blocks *out, Sums *total, const KeptDir *dir, const Schedule *schedule, const Agent agents[],
                      int threads, bool reads)
{
    Checkpoint checkpoint;
    kept_open(&checkpoint, dir, 1, reads);
    const BoardsJob boards = {
        .schedule = schedule, .agents = agents, .boards = 700, .threads = threads, .checkpoint = &checkpoint};
    StretchRun run = {.sums = total, .blocks = out};
    *out = (Blocks){0};
    *total = (Sums){0};
    assert_int_equal(boards_add_up(&boards, &BOARDS_MEASURED, &run), ARENA_DONE);
    kept_close(&checkpoint);
}

TEST(blocks_of_a_simulation_add_up_to_its_sums)
{
    static const char *const NAMES[] = {"greedy", "random", "counter"};
    for (int turn = 0; turn < 3; turn++) { /* two seats, three seats, matches */
        const KeptDir dir = kept_name();
        const char *rules = turn == 1 ? "pagat,players=3" : turn ? "pagat,target=20" : "pagat";
        Schedule schedule;
        Agent agents[MAX_SEATS];
        Error error;
        Sums total, again;
        Blocks played, kept;
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
        int64_t seen = 0, boards = 0, rounds = 0, diff[MAX_SEATS] = {0}, wins[MAX_SEATS] = {0};
        for (size_t i = 0; i < played.count; i++) {
            const Sums *sums = &played.list[i].sums;
            seen += block_boards(&played.list[i]);
            boards += sums->boards;
            rounds += sums_x(sums, table_row(sums), BLOCK_ROUNDS);
            for (int agent = 0; agent < count; agent++) {
                diff[agent] += sums_x(sums, agent, BLOCK_DIFF);
                wins[agent] += sums_x(sums, agent, BLOCK_WINS);
            }
        }
        assert_int_equal(seen, 700);
        assert_true(total.boards < 700 && total.voids.boards == 700 - total.boards);
        assert_int_equal(boards, total.boards);
        assert_int_equal(rounds, sums_x(&total, table_row(&total), SUM_rounds));
        for (int i = 0; i < count; i++) {
            assert_int_equal(diff[i], sums_x(&total, i, SUM_diff));
            assert_int_equal(wins[i], sums_x(&total, i, SUM_wins));
        }
        sums_free(&total);
        sums_free(&again);
        blocks_free(&played);
        blocks_free(&kept);
        kept_remove(&dir);
    }
}
