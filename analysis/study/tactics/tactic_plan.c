/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the line-ups of a study's rows, each once, and shares them out to tables. */
#include "analysis/study/tactics/tactic_plan.h"

#include <stdlib.h>
#include <string.h>

/* Do both play alike? Agents with texts are never taken to. */
static bool agents_equal(const Agent *a, const Agent *b)
{
    for (int i = 0; i < MAX_AGENT_PARAMS; i++)
        if (a->texts[i] || b->texts[i]) return false;
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

/* Index of the player at the table, added if it is new; -1: no room. The player's texts stay with their owner. */
static int player_index(Lineups *table, const Agent *agent)
{
    Agent *players = (Agent *)table->players;
    for (int i = 0; i < table->player_count; i++)
        if (agents_equal(&players[i], agent)) return i;
    if (table->player_count == MAX_LINEUP_PLAYERS) return -1;
    players[table->player_count] = *agent;
    return table->player_count++;
}

/* The tested agent with the values of a variant. */
static Agent variant_agent(const TacticStudy *study, int variant)
{
    Agent agent = study->agent;
    memset(agent.texts, 0, sizeof agent.texts);
    memcpy(agent.values, study->variants[variant], sizeof agent.values);
    return agent;
}

static Agent opponent_agent(const TacticStudy *study, int opponent)
{
    Agent agent = study->opponents[opponent];
    /* The weights say all of an agent of this kind, so that it may be the same player as a variant. */
    if (agent.kind == study->agent.kind) memset(agent.texts, 0, sizeof agent.texts);
    return agent;
}

typedef enum { ADDED, NO_ROOM, NO_MEMORY } Adding;

/* Puts the line-ups that a row needs on a table, and notes in the plan where they lie. */
static Adding row_add(Lineups *table, RowPlan *plan, const TacticStudy *study)
{
    static const int PAIRS[MAX_PAIRS][2] = {{0, 1}, {2, 3}, {0, 3}, {2, 1}};
    const TacticRow *row = &study->rows[plan->row];
    int players[MAX_TERMS + 1], kept = table->player_count;
    for (int term = 0; term <= row->terms; term++) {
        Agent agent =
            term < row->terms ? variant_agent(study, row->variants[term]) : opponent_agent(study, row->opponent);
        players[term] = player_index(table, &agent);
        if (players[term] < 0) {
            table->player_count = kept;
            return NO_ROOM;
        }
    }
    for (int term = 0; term < row->terms; term++) {
        const Lineup lineup = {{(uint8_t)players[term], (uint8_t)players[row->terms]}};
        int index = list_index(&table->lineups, &table->count, &lineup, sizeof lineup);
        if (index < 0) return NO_MEMORY;
        plan->lineups[term] = (uint16_t)index;
    }
    for (int i = 0; i < (row->terms == 2 ? 1 : MAX_PAIRS); i++) {
        const LineupPair pair = {plan->lineups[PAIRS[i][0]], plan->lineups[PAIRS[i][1]]};
        plan->pairs[i] = list_index(&table->pairs, &table->pair_count, &pair, sizeof pair);
        if (plan->pairs[i] < 0) return NO_MEMORY;
    }
    return ADDED;
}

/* Adds an empty table. False if memory runs out. */
static bool table_open(TacticPlan *plan, const TacticStudy *study)
{
    Lineups *more = realloc(plan->tables, (size_t)(plan->table_count + 1) * sizeof *more);
    if (!more) return false;
    plan->tables = more;
    Lineups *table = &more[plan->table_count++];
    *table = (Lineups){.schedule = &study->schedule, .players = calloc(MAX_LINEUP_PLAYERS, sizeof *table->players)};
    return table->players != NULL;
}

void tactic_plan_free(TacticPlan *plan)
{
    for (int i = 0; i < plan->table_count; i++) {
        free((void *)plan->tables[i].players);
        free((void *)plan->tables[i].lineups);
        free((void *)plan->tables[i].pairs);
    }
    free(plan->tables);
    free(plan->rows);
}

bool tactic_plan_make(TacticPlan *plan, const TacticStudy *study, const bool *skip)
{
    *plan = (TacticPlan){.rows = calloc((size_t)study->row_count + 1, sizeof *plan->rows)};
    if (!plan->rows || !table_open(plan, study)) return false;
    for (int row = 0; row < study->row_count; row++) {
        if (skip && skip[row]) continue;
        RowPlan *added = &plan->rows[plan->row_count++];
        added->row = row;
        Adding adding = row_add(&plan->tables[plan->table_count - 1], added, study);
        if (adding == NO_ROOM)
            adding = table_open(plan, study) ? row_add(&plan->tables[plan->table_count - 1], added, study) : NO_MEMORY;
        if (adding != ADDED) return false;
        added->table = plan->table_count - 1;
    }
    for (int i = 0; i < plan->table_count; i++) {
        int block = lineups_block(&plan->tables[i]);
        plan->block = i && plan->block < block ? plan->block : block;
    }
    return true;
}
