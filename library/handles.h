/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The structs behind the types of pasur.h. */
#pragma once

#include "library/pasur.h"
#include "sim/players.h"

/* Of a simulation or an advice; the system need not have room for more of them. */
enum { MAX_THREADS = 1024 };
#define THREADS_RANGE "threads: 1 to 1024, or 0 for all cores"

struct pasur_rules {
    Rules rules;
};

/* A round with the cards that were dealt. */
struct pasur_round {
    Rules rules;
    Pack pack;
    Game game;
};

struct pasur_agent {
    Rules rules;
    Agent agent;
};

struct pasur_player {
    const pasur_agent *agent;
    Player player;
    int seat; /* -1: no round has begun */
};

/* Writes why something failed, if anybody asks; returns the status. */
int fail(pasur_error *error, int status, const char *why);
/* The same for what the program's own functions say. */
int fail_as(pasur_error *error, const Error *why);
int fail_memory(pasur_error *error);
/* PASUR_INPUT if there is no text. */
int text_check(const char *text, const char *what, pasur_error *error);
/* Why a player failed. */
int fail_player(pasur_error *error, const VoidBoard *failure);

/* An agent of those rules that is not made yet; NULL if memory runs out. */
pasur_agent *agent_new(const pasur_rules *rules, pasur_error *error);

/* Deals a board; scores NULL: 0. */
void round_deal(pasur_round *round, uint64_t seed, uint64_t board, const int16_t *scores);
/* Makes *out what the view shows. */
void view_show(pasur_view *out, const View *view);
/* What a seat knows of a round, as if it were to move; *table is the view's. */
View round_view(Table *table, const pasur_round *round, int seat);
/* The view as the engine has it, whatever its numbers are, with its table. */
View view_seen(Table *table, const pasur_view *view, const Rules *rules);
/* False, with the reason, if no round by these rules shows it to a seat that is to move. */
bool view_fits(const pasur_view *view, const Rules *rules, Error *error);
