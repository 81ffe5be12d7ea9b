/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds by tactic, whose decisions are made many at once and each alone, by greedy and by the nets that are
   built in, and prints a hash of all plays and scores: the same on every processor. For processors for which this
   machine has no libraries but that of C: it is linked with the engine and the agents alone. Status 1: a decision among
   many is not that of its own. */
#include <stdio.h>
#include <stdlib.h>

#include "agents/batch/batch.h"
#include "agents/isa.h"
#include "agents/net/net.h"
#include "agents/tactic/tactics.h"

enum { ROUNDS = 64, SEED = 25 };

static const char *const RULES[] = {
    "pagat",
    "pagat,players=3",
    "pagat,players=4",
    "pagat,players=4,teams=0",
    "pagat,clubs=percard,sur_jack=1",
    "playpasur",
    "bicycle,players=3",
    "wikipedia,players=4",
    "pagat,last_sweep=match",
};
enum { RULES_COUNT = sizeof RULES / sizeof *RULES };

typedef struct {
    Round rounds[ROUNDS];
    Rng rngs[ROUNDS];
    CardSet first_pools[ROUNDS], histories[ROUNDS][PLAYS];
    Agent agent;
    void *memory;
    BatchRounds batch;
    Net net;
} Game;

static View view_of(const Game *game, const Rules *rules, int i)
{
    const Round *round = &game->rounds[i];
    return (View){.rules = rules,
                  .table = &round->table,
                  .hand = round_hand(round),
                  .seat = round->table.turn,
                  .first_pool = game->first_pools[i],
                  .history = game->histories[i]};
}

/* Every row that does not look at the plays has a weight, in every other rule set also those that have none by default. */
static bool game_start(Game *game, const Rules *rules, int number, Error *error)
{
    double *values = game->agent.values;
    if (!agent_parse(&game->agent, "tactic", rules, error)) return false;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        values[row] = tactic_default(row, rules);
        if (number % 2 && values[row] == 0) values[row] = 1;
        if (TACTICS[row].sees & SEES_PLAYS) values[row] = 0;
    }
    game->memory = AGENT_TACTIC.memory_open(&game->agent, rules);
    if (!game->memory) return error_set(error, "out of memory");
    game->batch.rules = rules;
    game->batch.rounds = ROUNDS;
    for (int i = 0; i < ROUNDS; i++) {
        Pack pack;
        const int16_t scores[MAX_SIDES] = {(int16_t)i, (int16_t)(ROUNDS - i), 20, 20};
        game->rngs[i] = rng_for(SEED, (uint64_t)(number * ROUNDS + i), 0);
        pack_deal(&pack, rules, &game->rngs[i]);
        round_start(&game->rounds[i], rules, &pack, scores);
        game->first_pools[i] = game->rounds[i].table.pool;
    }
    return true;
}

/* The play that the net scores highest. */
static CardSet net_play(const Game *game, const View *view, uint64_t *hash)
{
    CardSet plays[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    NetPosition position;
    const int count = moves_list(plays, view->hand, view->table->pool, NULL);
    int best = 0;
    net_position_init(&position, view);
    net_scores(scores, &game->net, &position, plays, count);
    for (int i = 0; i < count; i++) {
        *hash = (*hash ^ (uint32_t)scores[i]) * UINT64_C(0x100000001b3);
        if (scores[i] > scores[best]) best = i;
    }
    return plays[best];
}

/* One play of every round. False if a decision differs from the same alone. */
static bool play_all(Game *game, const Rules *rules, int ply, uint64_t *hash)
{
    BatchRounds *batch = &game->batch;
    const int seat = ply % rules->players;
    bool same = true;
    batch->ply = ply;
    for (int i = 0; i < ROUNDS; i++) {
        batch_put(batch, i, &game->rounds[i].table);
        batch_hands(batch, seat)[i] = round_hand(&game->rounds[i]);
        batch->states[seat][i] = game->rngs[i].state;
        batch->sequences[seat][i] = game->rngs[i].inc;
        batch->memories[seat][i] = game->memory;
    }
    if (!isa_lanes_hindrance()) AGENT_TACTIC.choose_batch(batch, 0, ROUNDS);
    for (int i = 0; i < ROUNDS; i++) {
        const View view = view_of(game, rules, i);
        CardSet play = AGENT_TACTIC.choose(&game->agent, game->memory, &view, &game->rngs[i]);
        same &= isa_lanes_hindrance() || play == batch_plays(batch)[i];
        if (i % 2 && ply % 3 == 0) play = AGENT_GREEDY.choose(NULL, NULL, &view, &game->rngs[i]);
        if (i % 4 == 2) play = net_play(game, &view, hash);
        game->histories[i][ply] = play;
        *hash = (*hash ^ play) * UINT64_C(0x100000001b3);
        round_play(&game->rounds[i], rules, play);
    }
    return same;
}

int main(void)
{
    Game *game = calloc(1, sizeof *game);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    bool same = game != NULL;
    for (int number = 0; same && number < RULES_COUNT; number++) {
        Rules rules;
        Error error;
        if (!rules_parse(&rules, RULES[number], &error) || !net_builtin(&game->net, &rules, &error) ||
            !game_start(game, &rules, number, &error))
            return fprintf(stderr, "plays: %s\n", error.text), 2;
        for (int ply = 0; same && ply < PLAYS; ply++)
            same = play_all(game, &rules, ply, &hash);
        net_free(&game->net);
        AGENT_TACTIC.memory_close(game->memory);
        agent_free(&game->agent);
    }
    free(game);
    if (!same) return fprintf(stderr, "plays: a decision among many is not that of its own\n"), 1;
    printf("plays %016llx\n", (unsigned long long)hash);
    return 0;
}
