/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many decisions by tactics, one by one where the fast path leaves them open. */
#include "agents/tactic/wide/tactic_many.h"

#include <string.h>

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
            weights[variant] = tactic_weight(values[variant][row]);
        row_place(variants, row, weights);
    }
    variants->sees = tactics_sees(variants->parts.weights);
    variants->wide = !tactic_wide_hindrance(variants->parts.weights);
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
                 .first_pool = decision->first_pool,
                 .history = decision->history};
    int count = moves_list(moves, view.hand, view.table->pool, NULL);
    uint32_t varies = 0; /* bit p: part p tells the plays apart */
    CardSet first = moves[0];
    if (count > 1) {
        Features features;
        features_init(&features, by_rules, &view, moves, count, variants->sees);
        tactics_parts(sums, &features, moves, count, &variants->parts);
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

/* Can all of them be decided eight at a time? */
static bool wide_possible(const TacticVariants *variants, const TacticDecision decisions[], int count)
{
    for (int i = 0; !variants && i < count; i++)
        if (!decisions[i].own->wide) return false;
    return !variants || variants->wide;
}

/* How many of these decisions one call of tactic_wide takes. */
static int part_count(const TacticVariants *variants, const TacticDecision decisions[], int count)
{
    int part = count < WIDE_DECISIONS ? count : WIDE_DECISIONS;
    for (int i = 1, changes = 0; !variants && i < part; i++) {
        changes += decisions[i].own != decisions[i - 1].own;
        if (changes == TACTIC_COLUMNS) return i;
    }
    return part;
}

int tactic_choose_many(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVariants *variants,
                       const TacticDecision decisions[], int count)
{
    enum { FEW = 3 }; /* fewer decisions are made sooner one by one */
    const int each = variants ? variants->count : 1;
    int open[WIDE_DECISIONS], made = 0;
    bool wide = count >= FEW && wide_possible(variants, decisions, count) && !sweeps_at(decisions[0].table->ply, rules);
    for (int first = 0, part; first < count; first += part) {
        CardSet *chosen = out + first * each;
        part = part_count(variants, decisions + first, count - first);
        int left = part;
        if (wide) left = tactic_wide(chosen, open, by_rules, rules, variants, decisions + first, part);
        made += part - left;
        for (int i = 0; i < left; i++) {
            const int at = wide ? open[i] : i;
            const TacticDecision *decision = &decisions[first + at];
            choose_one(chosen + at * each, by_rules, rules, variants ? variants : decision->own, decision);
        }
    }
    return made;
}
