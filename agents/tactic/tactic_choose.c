/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions by tactics: one at a time, or in lanes if the processor has them. */
#include <math.h>
#include <string.h>

#include "agents/isa.h"
#include "agents/tactic/values.h"

/* ---- what is looked at */

/* A weight in 1/WEIGHT_ONE, rounded. */
static int32_t weight_of(double value) { return (int32_t)lround(value * WEIGHT_ONE); }

void tactic_weights_init(TacticWeights *weights, const double values[static TACTIC_COUNT])
{
    for (int i = 0; i < TACTIC_COUNT; i++)
        weights->weights[i] = weight_of(values[i]);
    weights->sees = tactics_see(weights->weights);
}

/* Where hands lie open a row looks at those cards as unseen that the players it fears hold or will be dealt. */
typedef struct {
    uint32_t rows; /* that look at these: bit i stands for row i */
    CardSet unseen;
    int others; /* this many of them are held by the opponents who play before the own side does again */
} OpenLook;

/* Prepares what the rows look at; `look`: where hands lie open, else NULL. */
__attribute__((noinline)) static void view_features(Features *features, Shared *shared, const FeatureRules *by_rules,
                                                    const View *view, bool capturing, unsigned sees,
                                                    const OpenLook *look)
{
    const Table *table = view->table;
    int32_t gain, cost;
    const CardSet unseen = !(sees & SEES_UNSEEN) ? 0 : look ? look->unseen : view_unseen(view);
    shared_init(shared, by_rules, view->rules, table, sees, set_count(unseen));
    if (look)
        misses_load(&shared->others_miss, &by_rules->odds, look->others, by_rules->others_misses[table->ply],
                    set_count(unseen));
    surs_find(&gain, &cost, shared, table);
    Seen seen = {.hand = view->hand,
                 .pool = table->pool,
                 .unseen = unseen,
                 .piles = {table->piles[0], table->piles[1], table->piles[2], table->piles[3]},
                 .sur_gain = (Lanes)(int64_t)gain,
                 .sur_cost = (Lanes)(int64_t)cost,
                 .last = (Lanes)(int64_t)last_of(shared, table)};
    if (sees & SEES_PLAYS && view->history && !look)
        seen.history = view->history, seen.row = 1, seen.first_pool = view->first_pool;
    features->shared = shared;
    features->hand = view->hand;
    features->pool = table->pool;
    numerals_fill(features);
    features_fill(features, &seen, mask_all(capturing));
}

static inline PlayKind play_kind(CardSet card, CardSet captured)
{
    const int rank = card_rank(set_first(card));
    if (captured) return rank == JACK ? CAPTURE_JACK : CAPTURE_CARD;
    return rank < JACK ? TRAIL_NUMERAL : rank > JACK ? TRAIL_FACE : TRAIL_JACK;
}

/* The sums of one play, compiled once for each kind of play, with the rows that speak on it. */
INLINE void kind_sums(Lanes sums[], bool rows, const Weighing *by, const Features *features, CardSet play)
{
    const CardSet card = play & features->hand, captured = play & features->pool;
    switch (play_kind(card, captured)) {
    case TRAIL_NUMERAL: play_sums(sums, rows, by, features, card, captured, 1 << TRAIL_NUMERAL); break;
    case TRAIL_FACE: play_sums(sums, rows, by, features, card, captured, 1 << TRAIL_FACE); break;
    case TRAIL_JACK: play_sums(sums, rows, by, features, card, captured, 1 << TRAIL_JACK); break;
    case CAPTURE_CARD: play_sums(sums, rows, by, features, card, captured, 1 << CAPTURE_CARD); break;
    case CAPTURE_JACK: play_sums(sums, rows, by, features, card, captured, 1 << CAPTURE_JACK); break;
    case PLAY_KINDS: break;
    }
}

/* ---- where hands lie open */

/* The rows that fear the next player alone, and the one that thinks of what the own side may hold later. All others
   fear every opponent who plays before the own side does again. */
enum {
    NEXT_ROWS = 1 << TACTIC_deny_sur | 1 << TACTIC_feed_cancel | 1 << TACTIC_starve,
    LATER_ROWS = 1 << TACTIC_hold_clubs,
};
enum { OPEN_LOOKS = 3 };

/* The hand of the next player is what it holds, or is dealt from the stock. Of the opponents who play before the own
   side does again, those who are dealt new cards first count only where nobody else is left. */
static void open_looks(OpenLook looks[static OPEN_LOOKS], const FeatureRules *by_rules, const View *view)
{
    const Rules *rules = view->rules;
    const int players = rules->players, side = rules_side(rules, view->seat), ply = view->table->ply;
    const CardSet hidden = view_hidden(view), next = view->hands[(view->seat + 1) % players];
    CardSet others = 0;
    for (int i = 1; i < players; i++) {
        const int seat = (view->seat + i) % players;
        if (rules_side(rules, seat) == side) break;
        others |= view->hands[seat];
    }
    looks[0] = (OpenLook){NEXT_ROWS, next ? next : hidden, by_rules->others[ply]};
    looks[1] = (OpenLook){LATER_ROWS, hidden, 0};
    looks[2] = (OpenLook){~(uint32_t)(NEXT_ROWS | LATER_ROWS), others ? others : hidden,
                          others ? set_count(others) : by_rules->others[ply]};
}

/* ---- one decision */

/* What the rows say of the plays: `rows`, of each in sums[play * TACTIC_COUNT + row], or together in sums[play]. `look`:
   where hands lie open, else NULL. */
INLINE void plays_sum(int64_t sums[], bool rows, const FeatureRules *by_rules, const TacticWeights *weights,
                      const View *view, bool capturing, const OpenLook *look, const CardSet plays[], int count)
{
    const Weighing by = {.weights = weights->weights};
    Features features;
    Shared shared;
    view_features(&features, &shared, by_rules, view, capturing, weights->sees, look);
    features.shared = &shared; /* as it is: here the compiler sees it */
    for (int i = 0; i < count; i++)
        kind_sums((Lanes *)sums + i * (rows ? TACTIC_COUNT : 1), rows, &by, &features, plays[i]);
}

__attribute__((noinline)) static void rows_sum(int64_t sums[], const FeatureRules *by_rules,
                                               const TacticWeights *weights, const View *view, bool capturing,
                                               const OpenLook *look, const CardSet plays[], int count)
{
    plays_sum(sums, true, by_rules, weights, view, capturing, look, plays, count);
}

/* The rows' sums where hands lie open: each row looks at the cards that it fears. */
static void open_sum(int64_t sums[], const FeatureRules *by_rules, const TacticWeights *weights, const View *view,
                     bool capturing, const CardSet plays[], int count)
{
    OpenLook looks[OPEN_LOOKS];
    int64_t own[MAX_MOVES * TACTIC_COUNT];
    open_looks(looks, by_rules, view);
    memset(sums, 0, (size_t)(count * TACTIC_COUNT) * sizeof *sums);
    for (int look = 0; look < OPEN_LOOKS; look++) {
        TacticWeights some = *weights;
        for (int row = 0; row < TACTIC_COUNT; row++)
            if (!(looks[look].rows >> row & 1)) some.weights[row] = 0;
        some.sees = tactics_see(some.weights);
        rows_sum(own, by_rules, &some, view, capturing, &looks[look], plays, count);
        for (int i = 0; i < count * TACTIC_COUNT; i++)
            sums[i] += own[i];
    }
}

void tactics_say(int64_t said[][TACTIC_COUNT], const FeatureRules *by_rules, uint32_t rows, const View *view,
                 bool capturing, const CardSet plays[], int count)
{
    TacticWeights ones;
    for (int row = 0; row < TACTIC_COUNT; row++)
        ones.weights[row] = rows >> row & 1;
    ones.sees = tactics_see(ones.weights);
    if (view->hands)
        open_sum(said[0], by_rules, &ones, view, capturing, plays, count);
    else
        rows_sum(said[0], by_rules, &ones, view, capturing, NULL, plays, count);
}

__attribute__((noinline)) static void open_score(int64_t scores[], const FeatureRules *by_rules,
                                                 const TacticWeights *weights, const View *view, bool capturing,
                                                 const CardSet plays[], int count)
{
    int64_t sums[MAX_MOVES][TACTIC_COUNT];
    open_sum(sums[0], by_rules, weights, view, capturing, plays, count);
    for (int i = 0; i < count; i++) {
        scores[i] = 0;
        for (int row = 0; row < TACTIC_COUNT; row++)
            scores[i] += sums[i][row];
    }
}

void tactics_score(int64_t scores[], const FeatureRules *by_rules, const TacticWeights *weights, const View *view,
                   bool capturing, const CardSet plays[], int count)
{
    if (__builtin_expect(view->hands != NULL, 0))
        open_score(scores, by_rules, weights, view, capturing, plays, count);
    else
        plays_sum(scores, false, by_rules, weights, view, capturing, NULL, plays, count);
}

CardSet tactic_choose_drawn(const FeatureRules *by_rules, const TacticWeights *weights, const View *view, uint32_t draw)
{
    CardSet moves[MAX_MOVES];
    int64_t scores[MAX_MOVES];
    const CardSet pool = view->table->pool;
    const int count = moves_list(moves, view->hand, pool, NULL);
    if (count == 1) return moves[0];
    tactics_score(scores, by_rules, weights, view, plays_capture(moves, count, pool), moves, count);
    return tactics_pick(moves, scores, count, draw);
}

CardSet tactic_choose(const FeatureRules *by_rules, const TacticWeights *weights, const View *view, Rng *rng)
{
    return tactic_choose_drawn(by_rules, weights, view, rng_next(rng));
}

TacticLanes *tactic_lanes_here(void) { return OF_ISA(isa_used(), tactic_lanes, NULL); }
