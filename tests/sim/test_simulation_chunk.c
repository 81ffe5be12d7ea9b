/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulation kept in a checkpoint, with other bytes in it, does no harm. */
#include <stdlib.h>

#include "engine/rng.h"
#include "sim/boards.h"
#include "tests/engine/claims.h"
#include "tests/rogue/rogue.h"
#include "tests/sim/run/kept.h"
#include "tests/sim/same_sums.h"
#include "tests/test.h"

typedef struct {
    Sums sums;
    char *texts[3]; /* rows of rounds, records, rows of matches */
} Simulated;

static void outcome_free(Simulated *out)
{
    sums_free(&out->sums);
    for (int i = 0; i < 3; i++)
        free(out->texts[i]);
}

typedef struct {
    Schedule schedule;
    Agent agents[MAX_SEATS];
    uint64_t boards;
    int threads;
} Case;

/* The kinds of agents in turn, and at the last seat one that fails once in `rogue` decisions (0: none does). */
static void case_make(Case *made, const char *rules, int agents, bool duplicate, int rogue)
{
    static const char *const NAMES[] = {"greedy", "random", "counter", "tactic"};
    Error error;
    about_text(rules);
    *made = (Case){.boards = 40, .threads = 2};
    if (!schedule_make(&made->schedule, rules, agents, duplicate, &error)) fail_msg("%s: %s", rules, error.text);
    for (int i = 0; i < agents; i++)
        assert_true(agent_parse(&made->agents[i], NAMES[i], &made->schedule.rules, &error));
    if (!rogue) return;
    made->agents[agents - 1] = rogue_make("pool");
    made->agents[agents - 1].values[1] = rogue;
}

/* files: which are wanted, bit by bit. */
static void play(Simulated *out, const Case *what, Checkpoint *checkpoint, int files)
{
    OutputFile outs[3];
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 3; i++)
        if (files >> i & 1) outs[i] = unnamed_file();
    const BoardsJob boards = {.schedule = &what->schedule,
                              .agents = what->agents,
                              .boards = what->boards,
                              .threads = what->threads,
                              .checkpoint = checkpoint};
    OutputFile *const streams[] = {files & 1 ? &outs[0] : NULL, files & 2 ? &outs[1] : NULL,
                                   files & 4 ? &outs[2] : NULL};
    StretchRun run = {.streams = streams, .sums = &out->sums};
    assert_int_equal(boards_add_up(&boards, &BOARDS_MEASURED, &run), ARENA_DONE);
    for (int i = 0; i < 3; i++)
        if (files >> i & 1) out->texts[i] = unnamed_close(&outs[i]);
}

/* Bytes of a payload are changed, with a right checksum: the chunk is refused, or read as other results. Whatever it
   is, it ends. */
TEST(payloads_of_other_bytes_do_no_harm)
{
    static const char *const RULES[] = {"pagat", "pagat,players=4"};
    Rng rng = rng_for(8, 0, PURPOSE_TEST);
    for (int turn = 0; turn < 4; turn++) {
        const KeptDir dir = kept_name(), spoilt = kept_name();
        static Simulated found;
        Case what;
        Checkpoint checkpoint;
        Error error;
        TextBuffer payload = {0};
        int refused = 0;
        case_make(&what, RULES[turn / 2], turn / 2 ? 4 : 2, true, 400);
        what.boards = turn % 2 ? 3 : 16;
        what.schedule.match_rounds = turn % 2 ? 30 : 0;
        kept_open(&checkpoint, &dir, 1, false);
        play(&found, &what, &checkpoint, turn % 2 ? 7 : 3);
        outcome_free(&found);
        const LogChunk chunk = checkpoint.dirs[0].log.chunks[0];
        assert_true(chunk_log_read(&checkpoint.dirs[0].log, &chunk, &payload, &error));
        kept_close(&checkpoint);
        for (int try = 0; try < 150; try++) {
            char *bytes = malloc(payload.length);
            assert_non_null(bytes);
            memcpy(bytes, payload.data, payload.length);
            for (uint32_t k = 1 + rng_bounded(&rng, 4); k; k--)
                bytes[rng_bounded(&rng, (uint32_t)(try % 2 ? payload.length : 200))] = (char)rng_next(&rng);
            const size_t length = try % 5 ? payload.length : rng_bounded(&rng, (uint32_t)payload.length);
            kept_open(&checkpoint, &spoilt, 1, false);
            assert_true(chunk_log_append(&checkpoint.dirs[0].log, chunk.boards, chunk.kind, bytes, length, &error));
            kept_close(&checkpoint);
            kept_open(&checkpoint, &spoilt, 1, true);
            const BoardsJob boards = {.schedule = &what.schedule,
                                      .agents = what.agents,
                                      .boards = what.boards,
                                      .threads = 1,
                                      .checkpoint = &checkpoint};
            OutputFile none[3] = {{.open = false}};
            OutputFile *const streams[] = {&none[0], &none[1], turn % 2 ? &none[2] : NULL};
            found = (Simulated){.texts = {NULL}};
            StretchRun run = {.streams = streams, .sums = &found.sums};
            const ArenaEnd ended = boards_add_up(&boards, &BOARDS_MEASURED, &run);
            assert_true(ended == ARENA_DONE || ended == ARENA_INTERRUPTED);
            refused += checkpoint_failed(&checkpoint);
            for (int64_t i = 0; i < found.sums.voids.count; i++) {
                char text[VOID_TEXT];
                void_print(text, &found.sums.voids.kinds[i].first);
            }
            sums_free(&found.sums);
            assert_true(checkpoint_close(&checkpoint, &error));
            checkpoint_free(&checkpoint);
            kept_remove(&spoilt);
            free(bytes);
        }
        assert_in_range(refused, 30, 150);
        text_buffer_free(&payload);
        kept_remove(&dir);
    }
}
