/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With which chances an agent makes its plays in a position, where it draws one number and chooses evenly among the
   plays that it holds to be equal, in their order (random, greedy, counter, tactic). */
#pragma once

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/text/error.h"
#include "engine/text/number.h"
#include "sim/boards.h"
#include "sim/players.h"

enum { DRAWS_MOST = 16, DRAW_GRID = 60 /* exact chances for up to six equal plays */ };

typedef struct {
    CardSet plays[DRAWS_MOST];
    double chances[DRAWS_MOST];
    int count;
} Draws;

/* What goes wrong ends the program with one line on stderr: status 2 for wrong use, 5 when memory runs out. */
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

/* A stream whose first number is this one. */
static inline Rng rng_showing(uint32_t number)
{
    /* the output is the low half of (state >> 18 ^ state) >> 27 while the highest five bits of the state are 0 */
    uint64_t state = 0;
    for (int bit = 31; bit >= 0; bit--) {
        const int at = bit + 27;
        const uint64_t higher = at + 18 < 64 ? state >> (at + 18) : 0;
        state |= ((number >> bit & 1) ^ (higher & 1)) << at;
    }
    return (Rng){state, 1};
}

/* The play that the agent makes if it draws the place `at` of the grid. */
static inline CardSet draw_ask(Player *player, const View *view, int at)
{
    const Rng before = player->rng = rng_showing((uint32_t)((at + 0.5) / DRAW_GRID * 0x1p32));
    Rng after = before;
    rng_next(&after);
    const CardSet play = player_ask(player, view, NULL);
    if (!play) give_up(1, "%s gave no legal play", player->agent->name);
    if (player->rng.state != before.state && player->rng.state != after.state)
        give_up(2, "%s draws more than one number; expected an agent that breaks ties alone", player->agent->name);
    return play;
}

static inline void draws_add(Draws *draws, CardSet play, double chance)
{
    int i = 0;
    while (i < draws->count && draws->plays[i] != play)
        i++;
    if (i == DRAWS_MOST) give_up(2, "more than %d equal plays", DRAWS_MOST);
    if (i == draws->count) draws->plays[draws->count] = play, draws->chances[draws->count++] = 0;
    draws->chances[i] += chance;
}

/* Adds the grid's places from … to, of which the first is played as `first` and the last as `last`. The equal plays
   come in an order, so that all places between two of the same play have that play. */
static inline void draws_span(Draws *draws, Player *player, const View *view, int from, CardSet first, int to,
                              CardSet last)
{
    if (first == last) {
        draws_add(draws, first, (to - from + 1.0) / DRAW_GRID);
    } else if (to - from == 1) {
        draws_add(draws, first, 1.0 / DRAW_GRID);
        draws_add(draws, last, 1.0 / DRAW_GRID);
    } else {
        const int middle = (from + to) / 2;
        const CardSet play = draw_ask(player, view, middle);
        draws_span(draws, player, view, from, first, middle, play);
        draws_span(draws, player, view, middle, play, to, last);
        draws_add(draws, play, -1.0 / DRAW_GRID); /* the middle was counted twice */
    }
}

/* The chances of the agent's plays; player->rng is changed. */
static inline void draws_of(Draws *draws, Player *player, const View *view)
{
    draws->count = 0;
    draws_span(draws, player, view, 0, draw_ask(player, view, 0), DRAW_GRID - 1, draw_ask(player, view, DRAW_GRID - 1));
}
