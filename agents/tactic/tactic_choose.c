/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions by tactics: one at a time, or in lanes where the processor has them. */
#include <math.h>
#include <string.h>

#include "agents/batch/batch.h"
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
    int others; /* so many of them are held by the opponents who play before the own side does again */
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
INLINE void kind_sums(Lanes sums[], const Weighing *by, const Features *features, CardSet play)
{
    const CardSet card = play & features->hand, captured = play & features->pool;
    switch (play_kind(card, captured)) {
    case TRAIL_NUMERAL: play_sums(sums, by, features, card, captured, 1 << TRAIL_NUMERAL); break;
    case TRAIL_FACE: play_sums(sums, by, features, card, captured, 1 << TRAIL_FACE); break;
    case TRAIL_JACK: play_sums(sums, by, features, card, captured, 1 << TRAIL_JACK); break;
    case CAPTURE_CARD: play_sums(sums, by, features, card, captured, 1 << CAPTURE_CARD); break;
    case CAPTURE_JACK: play_sums(sums, by, features, card, captured, 1 << CAPTURE_JACK); break;
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

void tactic_parts_rows(TacticParts *parts)
{
    *parts = (TacticParts){.count = TACTIC_COUNT, .sees = SEES_DECLINED};
    for (int row = 0; row < TACTIC_COUNT; row++) {
        parts->weights[row] = 1;
        parts->part[row] = (uint8_t)row;
    }
}

/* `look`: where hands lie open, else NULL. */
__attribute__((noinline)) static void parts_sum(int64_t sums[][TACTIC_COUNT], const FeatureRules *by_rules,
                                                const TacticParts *parts, const View *view, bool capturing,
                                                const OpenLook *look, const CardSet plays[], int count)
{
    const Weighing by = {.weights = parts->weights, .part = parts->part, .parts = parts->count};
    Features features;
    Shared shared;
    view_features(&features, &shared, by_rules, view, capturing, parts->sees, look);
    features.shared = &shared; /* as it is: here the compiler sees it */
    for (int i = 0; i < count; i++)
        kind_sums((Lanes *)sums[i], &by, &features, plays[i]);
}

/* The same where hands lie open: each row looks at the cards that it fears. */
static void open_parts(int64_t sums[][TACTIC_COUNT], const FeatureRules *by_rules, const TacticParts *parts,
                       const View *view, bool capturing, const CardSet plays[], int count)
{
    OpenLook looks[OPEN_LOOKS];
    int64_t own[MAX_MOVES][TACTIC_COUNT];
    open_looks(looks, by_rules, view);
    memset(sums, 0, (size_t)count * sizeof *sums);
    for (int look = 0; look < OPEN_LOOKS; look++) {
        TacticParts some = *parts;
        for (int row = 0; row < TACTIC_COUNT; row++)
            if (!(looks[look].rows >> row & 1)) some.weights[row] = 0;
        some.sees = tactics_see(some.weights);
        parts_sum(own, by_rules, &some, view, capturing, &looks[look], plays, count);
        for (int i = 0; i < count; i++)
            for (int part = 0; part < parts->count; part++)
                sums[i][part] += own[i][part];
    }
}

void tactics_parts(int64_t sums[][TACTIC_COUNT], const FeatureRules *by_rules, const TacticParts *parts,
                   const View *view, bool capturing, const CardSet plays[], int count)
{
    if (view->hands)
        open_parts(sums, by_rules, parts, view, capturing, plays, count);
    else
        parts_sum(sums, by_rules, parts, view, capturing, NULL, plays, count);
}

__attribute__((noinline)) static void open_score(int64_t scores[], const FeatureRules *by_rules,
                                                 const TacticWeights *weights, const View *view, bool capturing,
                                                 const CardSet plays[], int count)
{
    int64_t sums[MAX_MOVES][TACTIC_COUNT];
    TacticParts parts = {.count = 1};
    memcpy(parts.weights, weights->weights, sizeof parts.weights);
    open_parts(sums, by_rules, &parts, view, capturing, plays, count);
    for (int i = 0; i < count; i++)
        scores[i] = sums[i][0];
}

void tactics_score(int64_t scores[], const FeatureRules *by_rules, const TacticWeights *weights, const View *view,
                   bool capturing, const CardSet plays[], int count)
{
    const Weighing by = {.weights = weights->weights, .part = NULL, .parts = 1};
    Features features;
    Shared shared;
    if (__builtin_expect(view->hands != NULL, 0)) {
        open_score(scores, by_rules, weights, view, capturing, plays, count);
        return;
    }
    view_features(&features, &shared, by_rules, view, capturing, weights->sees, NULL);
    features.shared = &shared; /* as it is: here the compiler sees it */
    for (int i = 0; i < count; i++) {
        Lanes sum;
        kind_sums(&sum, &by, &features, plays[i]);
        scores[i] = (int64_t)sum;
    }
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

/* ---- many decisions */

/* Puts a row into a part: the variants give it these weights. */
static void row_place(TacticVariants *variants, int row, const int32_t weights[])
{
    TacticParts *parts = &variants->parts;
    int32_t whole = 0, factors[MAX_TACTIC_VARIANTS];
    bool switched = true; /* every variant gives it the same weight or none */
    for (int variant = 0; variant < variants->count; variant++) {
        if (!weights[variant]) continue;
        switched &= !whole || weights[variant] == whole;
        whole = weights[variant];
    }
    if (!whole) return;
    for (int variant = 0; variant < variants->count; variant++)
        factors[variant] = switched ? weights[variant] != 0 : weights[variant];
    int part = 0;
    for (bool same = false; part < parts->count; part++) {
        same = true;
        for (int variant = 0; variant < variants->count; variant++)
            same &= variants->factors[variant][part] == factors[variant];
        if (same) break;
    }
    parts->weights[row] = switched ? whole : 1;
    parts->part[row] = (uint8_t)part;
    if (part < parts->count) return;
    parts->count++;
    for (int variant = 0; variant < variants->count; variant++) {
        variants->factors[variant][part] = factors[variant];
        variants->changed[variant] |= (uint32_t)(factors[variant] != factors[0]) << part;
    }
}

void tactic_variants_init(TacticVariants *variants, const double *const values[], int count)
{
    memset(variants, 0, sizeof *variants);
    variants->count = count;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        int32_t weights[MAX_TACTIC_VARIANTS];
        for (int variant = 0; variant < count; variant++)
            weights[variant] = weight_of(values[variant][row]);
        row_place(variants, row, weights);
    }
    variants->parts.sees = tactics_see(variants->parts.weights);
}

static CardSet variant_pick(const TacticVariants *variants, int variant, const CardSet moves[],
                            int64_t sums[][TACTIC_COUNT], int count, uint32_t draw)
{
    int64_t scores[MAX_MOVES];
    const int32_t *factors = variants->factors[variant];
    for (int i = 0; i < count; i++) {
        scores[i] = 0;
        for (int part = 0; part < variants->parts.count; part++)
            scores[i] += factors[part] * sums[i][part];
    }
    return tactics_pick(moves, scores, count, draw);
}

static void choose_one(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVariants *variants,
                       const TacticDecision *decision)
{
    CardSet moves[MAX_MOVES];
    int64_t sums[MAX_MOVES][TACTIC_COUNT];
    View view = {.rules = rules,
                 .table = decision->table,
                 .hand = decision->hand,
                 .seat = decision->table->turn,
                 .hands = decision->hands};
    int count = moves_list(moves, view.hand, view.table->pool, NULL);
    uint32_t varies = 0; /* bit p: part p tells the plays apart */
    CardSet first = moves[0];
    if (count > 1) {
        tactics_parts(sums, by_rules, &variants->parts, &view, plays_capture(moves, count, view.table->pool), moves,
                      count);
        for (int i = 1; i < count; i++)
            for (int part = 0; part < variants->parts.count; part++)
                varies |= (uint32_t)(sums[i][part] != sums[0][part]) << part;
        first = variant_pick(variants, 0, moves, sums, count, decision->draw);
    }
    for (uint64_t rest = decision->wanted; rest; rest &= rest - 1) {
        int variant = __builtin_ctzll(rest);
        out[variant] = variants->changed[variant] & varies
                           ? variant_pick(variants, variant, moves, sums, count, decision->draw)
                           : first;
    }
}

TacticLanes *tactic_lanes_here(void)
{
    static TacticLanes *const BY_ISA[ISA_COUNT] = {
#if defined ISA_X86
        [ISA_AVX2] = tactic_lanes_avx2,
        [ISA_AVX512] = tactic_lanes_avx512,
#elif defined ISA_ARM
        [ISA_NEON] = tactic_lanes_neon,
#endif
    };
    return BY_ISA[isa_used()];
}

/* Makes up to MANY_ROUNDS of them in lanes. Returns how many stay open, and lists them. */
static int choose_lanes(CardSet out[], int open[], const FeatureRules *by_rules, const Rules *rules,
                        const TacticVariants *variants, const TacticDecision decisions[], int count)
{
    ManyRounds many;
    uint64_t draws[MANY_ROOM], wanted[MANY_ROOM];
    many.rules = rules;
    many.rounds = count;
    many.ply = decisions[0].table->ply;
    many.keeps = false;
    for (int i = 0; i < count; i++) {
        many_put(&many, i, decisions[i].table);
        many_hands(&many, many_seat(&many))[i] = decisions[i].hand;
        draws[i] = decisions[i].draw;
        wanted[i] = decisions[i].wanted;
    }
    return tactic_lanes_here()(out, open,
                               &(LaneBatch){.by_rules = by_rules,
                                            .many = &many,
                                            .count = count,
                                            .variants = variants,
                                            .wanted = wanted,
                                            .draws = draws});
}

int tactic_choose_batch(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVariants *variants,
                        const TacticDecision decisions[], int count)
{
    enum { FEW = 3 }; /* fewer decisions are made sooner one by one */
    int open[MANY_ROUNDS], made = 0;
    const bool lanes = count >= FEW && !rules->open_hands && tactic_lanes_here();
    for (int first = 0, part; first < count; first += part) {
        CardSet *chosen = out + first * variants->count;
        part = count - first < MANY_ROUNDS ? count - first : MANY_ROUNDS;
        const int left = lanes ? choose_lanes(chosen, open, by_rules, rules, variants, decisions + first, part) : part;
        made += part - left;
        for (int i = 0; i < left; i++) {
            const int at = lanes ? open[i] : i;
            choose_one(chosen + at * variants->count, by_rules, rules, variants, &decisions[first + at]);
        }
    }
    return made;
}
