/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards by many pairings and keeps the points of each side. */
#include "sim/pairings.h"

#include <string.h>

#include "sim/boards.h"
#include "sim/measures.h"
#include "sim/run/chunk_log.h"
#include "sim/stretch.h"

typedef struct {
    StretchRun stretch;
    const BoardsJob *boards;
    PairingTake *take;
    void *arg; /* of take */
    Sums sums;
} PairingsRun;

/* Each pairing of a board that counts is 1; its points are a row: was it played, and then those of each seating and
   side. A match is worth 1 point to its winner. */
static const MeasureRow MEASURES[] = {{"pairings", "pairings", "that count"}};

static bool pairing_add(const void *arg, void *out, const Board *board, size_t pairing)
{
    static const int64_t ONE[] = {1};
    const PairingsRun *run = arg;
    const Schedule *schedule = run->boards->schedule;
    Stretch *stretch = out;
    bool good = put_uint(&stretch->texts[0], board->played);
    (void)pairing;
    for (int seating = 0; good && board->played && seating < schedule->seatings; seating++) {
        int points[MAX_SIDES];
        board_points(points, board, schedule, seating);
        for (int side = 0; good && side < schedule->rules.sides; side++)
            good = put_int(&stretch->texts[0], points[side]);
    }
    return good && stretch_add(stretch, &run->stretch, board->index, board->played ? ONE : NULL, &board->failure);
}

static bool rows_take(void *arg, uint64_t first, uint64_t count, FieldReader *rows)
{
    PairingsRun *run = arg;
    const Schedule *schedule = run->boards->schedule;
    const size_t pairings = run->boards->pairing_count;
    for (uint64_t i = first; i < first + count; i++) {
        PairingResult result = {.played = get_uint(rows) == 1};
        for (int seating = 0; result.played && seating < schedule->seatings; seating++)
            for (int side = 0; side < schedule->rules.sides; side++)
                result.points[seating][side] = (int)get_int(rows);
        if (rows->failed) return run->stretch.failed = true, false;
        if (!run->take(run->arg, run->boards->first + i / pairings, i % pairings, &result, &run->sums.voids))
            return false;
    }
    return true;
}

ArenaEnd pairings_play(const BoardsJob *boards, PairingTake *take, void *arg)
{
    PairingsRun run = {.boards = boards, .take = take, .arg = arg};
    run.stretch = (StretchRun){
        .shape = {.measures = MEASURES, .count = 1, .rows = 1}, .sums = &run.sums, .rows = rows_take, .arg = &run};
    const ArenaEnd end = boards_add_up(boards, &(BoardsUse){.blind = true, .add = pairing_add}, &run.stretch);
    sums_free(&run.sums);
    return end;
}

int pairing_diff(const PairingResult *result, const Schedule *schedule, int index)
{
    int sum = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        int diff[MAX_SIDES];
        diff_units(diff, result->points[seating], schedule->rules.sides);
        sum += schedule_sum(schedule, seating, index, diff);
    }
    return sum;
}
