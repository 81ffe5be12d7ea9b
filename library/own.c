/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents of the caller's own: a function of his decides. */
#include <stdio.h>
#include <stdlib.h>

#include "library/handles.h"

/* What an agent of this kind keeps. */
typedef struct {
    pasur_choose *choose;
    void *context;
} OwnAgent;

static CardSet choose(const Agent *agent, void *mind, const View *view, Rng *rng)
{
    const OwnAgent *own = agent->own;
    (void)mind;
    CardSet plays[MAX_MOVES];
    const int count = moves_list(plays, view->hand, view->table->pool, NULL);
    const uint64_t high = rng_next(rng), random = high << 32 | rng_next(rng);
    pasur_view shown;
    view_show(&shown, view);
    return own->choose(own->context, &shown, plays, (size_t)count, random);
}

static void close_own(Agent *agent) { free(agent->own); }

static const AgentKind OWN = {
    .name = "own",
    .help = "a function of the program that uses the library",
    .close = close_own,
    .traits = TRAIT_PROGRAM,
    .choose = choose,
};

bool own_make(Agent *agent, const char *name, pasur_choose *choose_play, void *context)
{
    OwnAgent *own = malloc(sizeof *own);
    if (!own) return false;
    *own = (OwnAgent){choose_play, context};
    *agent = (Agent){.kind = &OWN, .own = own};
    text_one_line(agent->name, sizeof agent->name, name ? name : "own");
    return true;
}
