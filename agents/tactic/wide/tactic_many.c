/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/tactic/wide/tactic_many.h"

#include <string.h>

#include "agents/tactic/wide/tactic_wide.h"

/* Puts the row, with these weights in the versions, into a part. */
static void row_place(TacticVersions *versions, int row, const int32_t weights[])
{
    TacticParts *parts = &versions->parts;
    int32_t whole = 0, factors[MAX_TACTIC_VERSIONS];
    bool switched = true; /* the versions have the same weight or none */
    for (int version = 0; version < versions->count; version++) {
        if (!weights[version]) continue;
        switched &= !whole || weights[version] == whole;
        whole = weights[version];
    }
    if (!whole) return;
    for (int version = 0; version < versions->count; version++)
        factors[version] = switched ? weights[version] != 0 : weights[version];
    int part = 0;
    for (bool same = false; part < parts->count; part++) {
        same = true;
        for (int version = 0; version < versions->count; version++)
            same &= versions->factors[version][part] == factors[version];
        if (same) break;
    }
    parts->weights[row] = switched ? whole : 1;
    parts->part[row] = (uint8_t)part;
    if (part < parts->count) return;
    parts->count++;
    for (int version = 0; version < versions->count; version++) {
        versions->factors[version][part] = factors[version];
        versions->changed[version] |= (uint32_t)(factors[version] != factors[0]) << part;
    }
}

void tactic_versions_init(TacticVersions *versions, const double *const values[], int count)
{
    memset(versions, 0, sizeof *versions);
    versions->count = count;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        int32_t weights[MAX_TACTIC_VERSIONS];
        for (int version = 0; version < count; version++)
            weights[version] = tactic_weight(values[version][row]);
        row_place(versions, row, weights);
    }
    versions->sees = tactics_sees(versions->parts.weights);
}

static CardSet version_pick(const TacticVersions *versions, int version, const CardSet moves[],
                            int64_t sums[][TACTIC_COUNT], int count, uint32_t draw)
{
    int64_t scores[MAX_MOVES];
    const int32_t *factors = versions->factors[version];
    for (int i = 0; i < count; i++) {
        scores[i] = 0;
        for (int part = 0; part < versions->parts.count; part++)
            scores[i] += factors[part] * sums[i][part];
    }
    return tactics_pick(moves, scores, count, draw);
}

static void choose_one(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVersions *versions,
                       const TacticDecision *decision)
{
    CardSet moves[MAX_MOVES];
    int64_t sums[MAX_MOVES][TACTIC_COUNT];
    View view = {.rules = rules, .table = decision->table, .hand = decision->hand, .seat = decision->table->turn};
    int count = moves_list(moves, view.hand, view.table->pool, NULL);
    uint32_t varies = 0; /* parts that tell the plays apart */
    CardSet first = moves[0];
    if (count > 1) {
        Features features;
        features_init(&features, by_rules, &view, moves, count, versions->sees);
        tactics_parts(sums, &features, moves, count, &versions->parts);
        for (int i = 1; i < count; i++)
            for (int part = 0; part < versions->parts.count; part++)
                varies |= (uint32_t)(sums[i][part] != sums[0][part]) << part;
        first = version_pick(versions, 0, moves, sums, count, decision->draw);
    }
    for (uint64_t rest = decision->wanted; rest; rest &= rest - 1) {
        int version = __builtin_ctzll(rest);
        out[version] = versions->changed[version] & varies
                           ? version_pick(versions, version, moves, sums, count, decision->draw)
                           : first;
    }
}

void tactic_choose_many(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVersions *versions,
                        const TacticDecision decisions[], int count)
{
    enum { FEW = 3 }; /* fewer are sooner done one by one */
    int open[WIDE];
    bool wide = count >= FEW && tactic_wide_plays(by_rules, rules, versions);
    for (int first = 0; first < count; first += WIDE) {
        CardSet *own = out + first * versions->count;
        int part = count - first < WIDE ? count - first : WIDE, left = part;
        if (wide) left = tactic_wide(own, open, by_rules, rules, versions, decisions + first, part);
        for (int i = 0; i < left; i++) {
            int decision = wide ? open[i] : i;
            choose_one(own + decision * versions->count, by_rules, rules, versions, &decisions[first + decision]);
        }
    }
}
