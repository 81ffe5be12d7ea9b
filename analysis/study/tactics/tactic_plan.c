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

/* Who plays as a term of the row, or as the opponent after the last term. The weights say all of an agent of the tested
   kind, so an opponent of that kind may be the same player as a variant. Texts stay with their owner. */
static Agent row_agent(const TacticStudy *study, const TacticRow *row, int term)
{
    Agent agent = term < row->terms ? study->agent : study->opponents[row->opponent];
    if (agent.kind == study->agent.kind) memset(agent.texts, 0, sizeof agent.texts);
    if (term < row->terms) memcpy(agent.values, study->variants[row->variants[term]], sizeof agent.values);
    return agent;
}

/* Index of the player at the table, added if it is new; -1: no room. */
static int player_index(LineupPlan *table, const Agent *agent)
{
    int i = 0, count = table->lineups.player_count;
    while (i < count && !agents_equal(&table->players[i], agent))
        i++;
    if (i < count) return i;
    if (count == MAX_LINEUP_PLAYERS) return -1;
    table->players[table->lineups.player_count++] = *agent;
    return i;
}

/* Index of the line-up, added if it is new. */
static uint16_t lineup_index(LineupPlan *table, Lineup lineup)
{
    int i = 0;
    while (i < table->lineups.count && memcmp(&table->list[i], &lineup, sizeof lineup))
        i++;
    if (i == table->lineups.count) table->list[table->lineups.count++] = lineup;
    return (uint16_t)i;
}

/* Index of the pair of line-ups, added if it is new. */
static int pair_index(LineupPlan *table, LineupPair pair)
{
    int i = 0;
    while (i < table->lineups.pair_count && memcmp(&table->pairs[i], &pair, sizeof pair))
        i++;
    if (i == table->lineups.pair_count) table->pairs[table->lineups.pair_count++] = pair;
    return i;
}

/* Puts the line-ups that a row needs on a table, and notes in the plan where they lie. False: no room for its players. */
static bool row_add(LineupPlan *table, RowPlan *plan, const TacticStudy *study)
{
    static const int PAIRS[MAX_PAIRS][2] = {{0, 1}, {2, 3}, {0, 3}, {2, 1}};
    const TacticRow *row = &study->rows[plan->row];
    int players[MAX_TERMS + 1], kept = table->lineups.player_count;
    for (int term = 0; term <= row->terms; term++) {
        const Agent agent = row_agent(study, row, term);
        players[term] = player_index(table, &agent);
        if (players[term] >= 0) continue;
        table->lineups.player_count = kept;
        return false;
    }
    for (int term = 0; term < row->terms; term++)
        plan->lineups[term] = lineup_index(table, (Lineup){{(uint8_t)players[term], (uint8_t)players[row->terms]}});
    for (int i = 0; i < (row->terms == 2 ? 1 : MAX_PAIRS); i++)
        plan->pairs[i] = pair_index(table, (LineupPair){plan->lineups[PAIRS[i][0]], plan->lineups[PAIRS[i][1]]});
    return true;
}

/* Adds an empty table with room for the line-ups of all rows. False if memory runs out. */
static bool table_open(TacticPlan *plan, const TacticStudy *study)
{
    LineupPlan *more = realloc(plan->tables, (size_t)(plan->table_count + 1) * sizeof *more);
    if (!more) return false;
    plan->tables = more;
    LineupPlan *table = &more[plan->table_count++];
    *table = (LineupPlan){.players = calloc(MAX_LINEUP_PLAYERS, sizeof *table->players),
                          .list = calloc((size_t)study->row_count * MAX_TERMS, sizeof *table->list),
                          .pairs = calloc((size_t)study->row_count * MAX_PAIRS, sizeof *table->pairs)};
    table->lineups = (Lineups){
        .schedule = &study->schedule, .players = table->players, .lineups = table->list, .pairs = table->pairs};
    return table->players && table->list && table->pairs;
}

void tactic_plan_free(TacticPlan *plan)
{
    for (int i = 0; i < plan->table_count; i++) {
        free(plan->tables[i].players);
        free(plan->tables[i].list);
        free(plan->tables[i].pairs);
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
        while (!row_add(&plan->tables[plan->table_count - 1], added, study))
            if (!table_open(plan, study)) return false;
        added->table = plan->table_count - 1;
    }
    for (int i = 0; i < plan->table_count; i++) {
        int block = lineups_block(&plan->tables[i].lineups);
        plan->block = i && plan->block < block ? plan->block : block;
    }
    return true;
}
