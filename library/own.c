/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents of the caller's own: a function of his decides. */
#include <stdio.h>
#include <stdlib.h>

#include "library/handles.h"

struct OwnAgent {
    pasur_choose *choose;
    void *context;
};

static CardSet choose(const Agent *agent, void *mind, const View *view, Rng *rng)
{
    const struct OwnAgent *own = agent->own;
    (void)mind;
    CardSet plays[MAX_MOVES];
    const int count = moves_list(plays, view->hand, view->table->pool, NULL);
    const uint64_t high = rng_next(rng), random = high << 32 | rng_next(rng);
    pasur_view shown;
    view_show(&shown, view);
    return own->choose(own->context, &shown, plays, (size_t)count, random);
}

static const AgentKind OWN = {
    .name = "own",
    .help = "a function of the program that uses the library",
    .choose = choose,
};

bool own_make(Agent *agent, const char *name, pasur_choose *choose_play, void *context)
{
    struct OwnAgent *own = malloc(sizeof *own);
    if (!own) return false;
    *own = (struct OwnAgent){choose_play, context};
    *agent = (Agent){.kind = &OWN, .own = own};
    text_one_line(agent->name, sizeof agent->name, name ? name : "own");
    return true;
}

bool own_free(Agent *agent)
{
    if (agent->kind != &OWN) return false;
    free(agent->own);
    return true;
}
