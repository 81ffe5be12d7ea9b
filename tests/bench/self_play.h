/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the programs of this folder share: `NAME [RULES [ROUNDS [SEED]]]`, rounds of an agent against itself on all
   cores, in groups, and standard errors from the groups. What goes wrong ends the program with one line on stderr:
   status 2 for wrong use, 5 when memory runs out. */
#pragma once

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/text/error.h"
#include "engine/text/number.h"
#include "tests/sim/alone.h"

enum { GROUPS = 20 };

typedef struct {
    Schedule schedule; /* one agent at all seats */
    uint64_t rounds;   /* at least one in each group */
} Sample;

/* Uses a round that is over. Groups run side by side, each in one thread and in a fixed order. */
typedef void UseRound(void *context, int group, const Schedule *schedule, const Board *board);

static inline _Noreturn void give_up(int status, const char *format, ...)
{
    va_list args;
    flockfile(stderr); /* of several threads the first one speaks */
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(status);
}

static inline uint64_t count_read(const char *name, const char *text, uint64_t low)
{
    uint64_t count;
    if (number_u64(&count, text) != NUMBER_OK || count < low)
        give_up(2, "%s: '%s' is no whole number from %" PRIu64 " up", name, text, low);
    return count;
}

static inline Sample sample_read(int argc, char **argv, const char *rounds)
{
    Sample sample = {.schedule = {.agents = 1, .rotations = 1, .seatings = 1}};
    Error error;
    if (argc > 4) give_up(2, "'%s': usage: %s [RULES [ROUNDS [SEED]]]", argv[4], argv[0]);
    if (!rules_parse(&sample.schedule.rules, argc > 1 ? argv[1] : "pagat", &error)) give_up(2, "%s", error.text);
    sample.rounds = count_read("ROUNDS", argc > 2 ? argv[2] : rounds, GROUPS);
    sample.schedule.seed = count_read("SEED", argc > 3 ? argv[3] : "1", 0);
    return sample;
}

static inline void sample_print(const Sample *sample, const char *what)
{
    char text[RULES_TEXT];
    rules_print(text, &sample->schedule.rules);
    printf("%s, %" PRIu64 " rounds of %s, seed %" PRIu64 "; ± standard errors over rounds\n", text, sample->rounds,
           what, sample->schedule.seed);
}

static inline void rounds_play(const Sample *sample, const char *name, UseRound *use, void *context)
{
    const Schedule *schedule = &sample->schedule;
    Agent agent;
    Error error;
    if (!agent_parse(&agent, name, &schedule->rules, &error)) give_up(2, "%s", error.text);
#pragma omp parallel for schedule(dynamic, 1)
    for (int group = 0; group < GROUPS; group++) {
        Players players;
        Board board;
        if (!players_open(&players, schedule, &agent, 1)) give_up(5, "out of memory");
        for (uint64_t round = (uint64_t)group; round < sample->rounds; round += GROUPS) {
            if (!board_play(&board, &players, NULL, round)) give_up(5, "%s gave no play", name);
            use(context, group, schedule, &board);
        }
        players_close(&players);
    }
    agent_free(&agent);
}

/* Standard error of a figure (jackknife): without[group] is the figure from all other groups. */
static inline double standard_error(const double without[static GROUPS])
{
    double mean = 0, squares = 0;
    for (int group = 0; group < GROUPS; group++)
        mean += without[group] / GROUPS;
    for (int group = 0; group < GROUPS; group++)
        squares += (without[group] - mean) * (without[group] - mean);
    return sqrt(squares * (GROUPS - 1) / GROUPS);
}
