/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent greedy: the play that gains most at once. */
#include "agents/batch/batch.h"
#include "engine/table.h"

/* What the play gains at once by the points of the cards taken, the clubs and a Sur, in 1/CLUBS_IN_PACK points. */
static int greedy_gain(const View *view, CardSet play)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    CardSet card = play & view->hand, captured = play ^ card;
    if (!captured) return 0;
    int value = 0;
    if (captured == table->pool) {
        if (table_sur_possible(table, rules, card_rank(set_first(card))))
            value += table_sur_points(table, rules) * CLUBS_IN_PACK;
    } else if (sweeps_at(table->ply, rules)) {
        play |= table->pool;
    }
    int club = scoring_club(CLUBS_IN_PACK, rules);
    return value + scoring_cards(play, rules) * CLUBS_IN_PACK + set_count(play & CLUBS) * club;
}

static void greedy_score(double scores[], const View *view, const CardSet moves[], int count)
{
    for (int i = 0; i < count; i++)
        scores[i] = (double)greedy_gain(view, moves[i]) / CLUBS_IN_PACK;
}

static CardSet greedy_choose_one(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent, (void)memory;
    CardSet moves[MAX_MOVES];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    int best = -1, ties = 0;
    for (int i = 0; i < count; i++) {
        int value = greedy_gain(view, moves[i]);
        if (value > best) best = value, ties = 0;
        if (value == best) moves[ties++] = moves[i];
    }
    return ties == 1 ? moves[0] : moves[rng_bounded(rng, (uint32_t)ties)];
}

static void choose_batch(BatchRounds *batch, int first, int count) { batch_lanes()->greedy(batch, first, count); }

const AgentKind AGENT_GREEDY = {
    .name = "greedy",
    .help = "the play that gains most at once: card points, 1/13 of clubs_points (percard: 1) a club, "
            "sur_points for a Sur made or cancelled; ties at random",
    .traits = TRAIT_FORGETS | TRAIT_LISTED | TRAIT_BATCH,
    .choose = greedy_choose_one,
    .choose_batch = choose_batch,
    .score = greedy_score,
};
