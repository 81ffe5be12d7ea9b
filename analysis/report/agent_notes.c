/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes on agents that see all cards. */
#include "analysis/report/agent_notes.h"

void agents_open_note(FILE *out, const Agent *agents, int count)
{
    for (int kind = 0; kind < AGENT_KIND_COUNT; kind++)
        for (int i = 0; i < count; i++)
            if (agents[i].kind == AGENT_KINDS[kind] && agent_has(&agents[i], TRAIT_CHEATS)) {
                fprintf(out, "%s cheats: it sees all cards; an upper bound, not a player\n", AGENT_KINDS[kind]->name);
                break;
            }
}
