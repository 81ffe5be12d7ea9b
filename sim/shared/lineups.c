/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the table of line-ups and plays boards at it. */
#include "sim/shared/lineups.h"

#include <stdlib.h>

#include "agents/isa.h"
#include "engine/sur.h"
#include "sim/results/tally.h"
#include "sim/shared/lineup_table.h"

/* Opens players that are asked one by one, at each seat a mind, and notes those that decide in batches. False if memory
   runs out. */
static bool table_players_open(LineupTable *table)
{
    const Lineups *lineups = table->lineups;
    for (int player = 0; player < lineups->player_count; player++) {
        const Agent *agent = &lineups->players[player];
        if (agent_has(agent, TRAIT_TACTICS | TRAIT_WEIGHS | TRAIT_LISTED)) {
            table->tactics |= UINT64_C(1) << player;
            continue;
        }
        for (int seat = 0; seat < table->rules->players; seat++)
            if (!player_open(&table->players[player][seat], agent, table->rules)) return false;
    }
    return true;
}

/* May some player give a play that is not legal? Then only its own board is void. */
static bool players_may_fail(const Lineups *lineups)
{
    for (int player = 0; player < lineups->player_count; player++)
        if (!agent_has(&lineups->players[player], TRAIT_LISTED)) return true;
    return false;
}

/* True if every player's choice depends on the piles by no more than their clubs and by what is unseen because of them;
   then two games with the same pool, hands and clubs go on alike. */
static bool players_forget(const Lineups *lineups)
{
    for (int player = 0; player < lineups->player_count; player++)
        if (!agent_has(&lineups->players[player], TRAIT_FORGETS)) return false;
    return true;
}

/* Who plays at the seats, by seating and line-up; NULL if memory runs out. */
static Lineup *seats_make(const Lineups *lineups)
{
    const Schedule *schedule = lineups->schedule;
    Lineup *seats = calloc((size_t)(schedule->seatings * lineups->count), sizeof *seats), *next = seats;
    for (int seating = 0; seats && seating < schedule->seatings; seating++)
        for (int i = 0; i < lineups->count; i++, next++)
            for (int seat = 0; seat < schedule->rules.players; seat++)
                next->players[seat] = lineups->lineups[i].players[schedule_agent(schedule, seating, seat)];
    return seats;
}

LineupTable *lineups_open(const Lineups *lineups)
{
    LineupTable *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->lineups = lineups;
    table->rules = &lineups->schedule->rules;
    table->merges = players_forget(lineups);
    table->block = lineups_block(lineups);
    table->surs_add = sur_adds_up(table->rules);
    feature_rules_init(&table->feature_rules, table->rules);
    size_t rounds = (size_t)(table->block * lineups->schedule->seatings), count = rounds * (size_t)lineups->count;
    table->games = calloc(count, sizeof *table->games);
    table->next = calloc(count, sizeof *table->next);
    table->choice = calloc(count, sizeof *table->choice);
    table->carried = calloc(count, sizeof *table->carried);
    table->diff = calloc(count, sizeof *table->diff);
    table->divergences = calloc(rounds * ((size_t)lineups->pair_count + 1), sizeof *table->divergences);
    table->batches = calloc(BATCHES, sizeof *table->batches);
    table->batch_games = calloc(BATCHES * count, sizeof *table->batch_games);
    table->decisions = calloc(count, sizeof *table->decisions);
    table->chosen = calloc(count * (size_t)lineups->player_count, sizeof *table->chosen);
    if (!table->merges) table->histories = calloc(count, sizeof *table->histories);
    table->seats = seats_make(lineups);
    if (table->seats && table->games && table->next && table->choice && table->carried && table->diff &&
        table->divergences && table->batches && table->batch_games && table->decisions && table->chosen &&
        (table->merges || table->histories) && table_players_open(table))
        return table;
    lineups_close(table);
    return NULL;
}

void lineups_close(LineupTable *table)
{
    for (int player = 0; player < table->lineups->player_count; player++)
        for (int seat = 0; seat < MAX_SEATS; seat++)
            player_close(&table->players[player][seat]);
    free(table->seats);
    free(table->games);
    free(table->next);
    free(table->choice);
    free(table->carried);
    free(table->diff);
    free(table->divergences);
    free(table->batches);
    free(table->batch_games);
    free(table->decisions);
    free(table->chosen);
    free(table->histories);
    free(table);
}

int lineups_block(const Lineups *lineups)
{
    int games = lineups->count * lineups->schedule->seatings;
    if (!players_forget(lineups) || players_may_fail(lineups) || games > BLOCK_LINEUPS) return 1;
    return games * BLOCK < BLOCK_LINEUPS ? BLOCK : BLOCK_LINEUPS / games;
}

const char *lineups_hindrance(const Agent *agent)
{
    Agent forgets = *agent; /* the same without the tactics that look back */
    for (int row = 0; agent_has(agent, TRAIT_TACTICS) && row < TACTIC_COUNT; row++)
        if (TACTICS[row].sees & SEES_PLAYS) forgets.values[row] = 0;
    if (!agent_has(&forgets, TRAIT_TACTICS | TRAIT_WEIGHS)) return NULL;
    if (!agent_has(agent, TRAIT_WEIGHS)) return "a tactic looks at earlier plays of the deal";
    return isa_lanes_hindrance();
}

/* ---- boards */

static void board_start(LineupTable *table, uint64_t board, int place)
{
    const Schedule *schedule = table->lineups->schedule;
    Pack pack;
    schedule_pack(&pack, schedule, board);
    for (int seating = 0; seating < schedule->seatings; seating++)
        game_begin(table, board, &pack, place * schedule->seatings + seating, seating);
}

/* Gives each line-up of a game that is over its result. */
static void game_score(LineupTable *table, const SharedGame *game)
{
    const Rules *rules = table->rules;
    int points[MAX_SIDES], own[MAX_SIDES];
    count_points(points, &game->round.table, rules);
    for (uint16_t lineup = game->first; lineup != NO_INDEX; lineup = table->next[lineup]) {
        for (int side = 0; side < rules->sides; side++)
            own[side] = points[side] + table->carried[lineup][side];
        diff_units(table->diff[lineup], own, rules->sides);
    }
}

bool lineups_play(LineupTable *table, uint64_t first, int count)
{
    int players = table->rules->players, deal = HAND * players;
    table->game_count = 0;
    table->first_board = first;
    batches_clear(table);
    for (int place = 0; place < count; place++)
        board_start(table, first + (uint64_t)place, place);
    for (int ply = 0; ply < PLAYS; ply++) {
        /* Within a deal games seldom come to the same hands. */
        if (table->merges && ply && ply % deal == 0) transpositions_join(table);
        if (!games_step(table, ply % players)) return false;
    }
    for (int i = 0; i < table->game_count; i++)
        game_score(table, &table->games[i]);
    return true;
}

const VoidBoard *lineups_failure(const LineupTable *table) { return &table->failure; }

const int *lineups_diff(const LineupTable *table, int place, int seating, int lineup)
{
    return table->diff[(place * table->lineups->schedule->seatings + seating) * table->lineups->count + lineup];
}

const Divergence *lineups_divergence(const LineupTable *table, int place, int seating, int pair)
{
    return &table->divergences[(place * table->lineups->schedule->seatings + seating) * table->lineups->pair_count +
                               pair];
}
