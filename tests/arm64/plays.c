/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds by tactic, whose decisions are made many at once and each alone, by greedy and by the nets that are
   built in, and prints a hash of all plays and scores: the same on every processor. For processors for which this
   machine has no libraries but that of C: it is linked with the engine and the agents alone. Status 1: a decision among
   many is not that of its own. */
#include <stdio.h>
#include <stdlib.h>

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
    FeatureRules by_rules;
    TacticWeights weights;
    TacticVariants variants;
    Net net;
    int side_by_side; /* decisions that were made so */
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
static void game_start(Game *game, const Rules *rules, int number)
{
    double values[TACTIC_COUNT];
    for (int row = 0; row < TACTIC_COUNT; row++) {
        values[row] = tactic_default(row, rules);
        if (number % 2 && values[row] == 0) values[row] = 1;
        if (TACTICS[row].sees & SEES_PLAYS) values[row] = 0;
    }
    feature_rules_init(&game->by_rules, rules);
    tactic_weights_init(&game->weights, values);
    tactic_variants_init(&game->variants, (const double *const[]){values}, 1);
    for (int i = 0; i < ROUNDS; i++) {
        Pack pack;
        const int16_t scores[MAX_SIDES] = {(int16_t)i, (int16_t)(ROUNDS - i), 20, 20};
        game->rngs[i] = rng_for(SEED, (uint64_t)(number * ROUNDS + i), 0);
        pack_deal(&pack, rules, &game->rngs[i]);
        round_start(&game->rounds[i], rules, &pack, scores);
        game->first_pools[i] = game->rounds[i].table.pool;
    }
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
    TacticDecision decisions[ROUNDS];
    CardSet chosen[ROUNDS];
    bool same = true;
    for (int i = 0; i < ROUNDS; i++) {
        const View view = view_of(game, rules, i);
        Rng drawn = game->rngs[i];
        decisions[i] = (TacticDecision){.table = view.table, .hand = view.hand, .wanted = 1, .draw = rng_next(&drawn)};
    }
    game->side_by_side += tactic_choose_batch(chosen, &game->by_rules, rules, &game->variants, decisions, ROUNDS);
    for (int i = 0; i < ROUNDS; i++) {
        const View view = view_of(game, rules, i);
        CardSet play = tactic_choose(&game->by_rules, &game->weights, &view, &game->rngs[i]);
        same &= play == chosen[i];
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
        if (!rules_parse(&rules, RULES[number], &error) || !net_builtin(&game->net, &rules, &error))
            return fprintf(stderr, "plays: %s\n", error.text), 2;
        game_start(game, &rules, number);
        for (int ply = 0; same && ply < PLAYS; ply++)
            same = play_all(game, &rules, ply, &hash);
        net_free(&game->net);
    }
    if (same && !game->side_by_side != (isa_lanes_hindrance() != NULL)) same = false;
    free(game);
    if (!same) return fprintf(stderr, "plays: a decision among many is not that of its own\n"), 1;
    printf("plays %016llx\n", (unsigned long long)hash);
    return 0;
}
