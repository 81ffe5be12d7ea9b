/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses eight plays at a time: loads decisions into lanes, scores their plays, picks. */
#include "agents/fast_paths.h"
#include "agents/tactic/wide/tactic_many.h"

#if defined __AVX512VPOPCNTDQ__ && defined __BMI2__ && !defined PASUR_PLAIN

#include <assert.h>
#include <string.h>

#include "agents/tactic/wide/wide_tactics.h"

INLINE Lanes variant_pick(const int32_t factors[], int parts, Lanes (*sums)[TACTIC_COUNT], const WidePlays *plays,
                          Lanes draws)
{
    Lanes scores[SLOTS], best = all((uint64_t)INT64_MIN), tied = all(0), seen = all(0), chosen = all(0);
    for (int slot = 0; slot < plays->slots; slot++) {
        Lanes score = all(0);
        for (int part = 0; part < parts; part++)
            score += sums[slot][part] * (uint64_t)(int64_t)factors[part];
        scores[slot] = pick(below(all((uint64_t)slot), plays->counts), score, all((uint64_t)INT64_MIN));
        best = larger(best, scores[slot]);
    }
    for (int slot = 0; slot < plays->slots; slot++)
        tied += keep(equal(scores[slot], best), all(1));
    Lanes wanted = (Lanes)_mm512_mul_epu32((__m512i)draws, (__m512i)tied) >> 32;
    for (int slot = 0; slot < plays->slots; slot++) {
        Mask tie = equal(scores[slot], best);
        chosen = pick(tie & equal(seen, wanted), plays->cards[slot] | plays->captured[slot], chosen);
        seen += keep(tie, all(1));
    }
    return chosen;
}

/* What Surs are worth now, by who holds some, to sides whose scores allow them. */
static void shared_surs(WideShared *shared, const FeatureRules *by_rules, const Rules *rules, const Table *table)
{
    int32_t gains[SMALL_TABLE] = {0}, costs[SMALL_TABLE] = {0};
    shared->side = table_side(table, rules);
    shared->next = rules_side(rules, (table->turn + 1) % rules->players);
    shared->costs = shared->feeds = false;
    for (int holder = NOBODY; holder < rules->sides; holder++) {
        const int at = holder == NOBODY ? NO_HOLDER : holder;
        Table like = *table;
        memset(like.surs, 0, sizeof like.surs);
        memset(like.scores, 0, sizeof like.scores);
        if (holder != NOBODY) like.surs[holder] = 1;
        features_surs(&gains[at], &costs[at], by_rules, rules, &like);
        shared->costs |= costs[at] > 0;
        shared->feeds |= costs[at] < 0;
    }
    shared->sur_gain = small_table(gains);
    shared->sur_cost = small_table(costs);
}

/* What the clubs are worth where the winner is paid by the number of its clubs. */
static void shared_clubs(WideShared *shared, const Rules *rules)
{
    const uint64_t rivals = rules->sides - 1u;
    int32_t shares[SMALL_TABLE] = {0};
    for (int left = 0; worth_clubs_vary(rules) && left <= CLUBS_IN_PACK; left++)
        shares[left] = left * POINT / rules->sides;
    shared->club_shares = small_table(shares);
    shared->rival_part = ((UINT64_C(1) << 32) + rivals - 1) / rivals;
    shared->clubs_cap = (uint64_t)worth_clubs(CLUBS_IN_PACK, rules) * POINT;
}

static void shared_init(WideShared *shared, const FeatureRules *by_rules, const Rules *rules,
                        const TacticDecision *decision)
{
    const Table *table = decision->table;
    const View view = {.rules = rules, .table = table, .hand = decision->hand, .seat = table->turn};
    const int unseen = set_count(view_unseen(&view));
    assert(unseen == CARDS - HAND - table->ply - set_count(view.hand)); /* as in the tables of by_rules */
    shared->by_rules = by_rules;
    shared->rules = rules;
    shared->last_deal = table_last_deal(table, rules);
    shared->seat = table->turn;
    shared->ply = table->ply;
    shared->deal = table->deal;
    shared->others = by_rules->others[table->ply];
    shared_surs(shared, by_rules, rules, table);
    shared_clubs(shared, rules);
    int32_t trail[SMALL_TABLE] = {0};
    misses_load(&shared->others_miss, by_rules->others_misses[table->ply], &by_rules->odds, shared->others, unseen);
    misses_load(&shared->next_miss, by_rules->next_misses[table->ply], &by_rules->odds, by_rules->next[table->ply],
                unseen);
    shared->sur_chance = _mm512_sub_epi32(_mm512_set1_epi32(CERTAIN), shared->next_miss.tables[0]);
    for (int rank = 0; rank < JACK; rank++)
        trail[rank] = (rank + 1) * POINT / 10;
    shared->high_trail = small_table(trail);
}

/* The weights of eight decisions. */
typedef struct {
    bool own;                         /* each decision has its own, which are looked up for every eight of them … */
    SmallTable columns[TACTIC_COUNT]; /* … by row: those of the columns */
    Lanes rows[TACTIC_COUNT];
} WideWeights;

static void weights_share(WideWeights *weights, WideShared *shared, const TacticVariants *variants)
{
    weights->own = false;
    shared->part = variants->parts.part;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        shared->weighed[row] = variants->parts.weights[row] != 0;
        weights->rows[row] = all((uint64_t)variants->parts.weights[row]);
    }
}

/* Lists the vectors of weights as columns. */
static void weights_list(WideWeights *weights, WideShared *shared, uint8_t columns[], const TacticDecision decisions[],
                         int count)
{
    static const uint8_t ONE_PART[TACTIC_COUNT];
    int32_t table[TACTIC_COUNT][TACTIC_COLUMNS] = {{0}};
    int column = -1;
    for (int i = 0; i < count; i++) {
        const TacticVariants *own = decisions[i].own;
        if (!i || own != decisions[i - 1].own) {
            column++;
            for (int row = 0; row < TACTIC_COUNT; row++)
                table[row][column] = own->parts.weights[row];
        }
        columns[i] = (uint8_t)column;
    }
    weights->own = true;
    shared->part = ONE_PART;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        weights->columns[row] = small_table(table[row]);
        shared->weighed[row] = _mm512_test_epi32_mask(weights->columns[row], weights->columns[row]) != 0;
    }
}

INLINE void weights_look(WideWeights *weights, const WideShared *shared, Lanes columns)
{
    for (int row = 0; row < TACTIC_COUNT; row++)
        if (shared->weighed[row]) weights->rows[row] = small_entry(weights->columns[row], columns);
}

/* Sorts the decisions by the number of numerals in the pool, so that those side by side have about as many plays and
   stakes. The last decision also fills the lanes that are left over. */
static void decisions_sort(uint8_t order[static WIDE_DECISIONS], const TacticDecision decisions[], int count)
{
    enum { SIZES = 8 };
    int places[SIZES + 1] = {0};
    uint8_t sizes[WIDE_DECISIONS];
    for (int i = 0; i < count; i++) {
        int size = set_count(decisions[i].table->pool & NUMERALS);
        sizes[i] = (uint8_t)(size < SIZES ? size : SIZES - 1);
        places[sizes[i] + 1]++;
    }
    for (int size = 0; size < SIZES; size++)
        places[size + 1] += places[size];
    for (int i = 0; i < count; i++)
        order[places[sizes[i]]++] = (uint8_t)i;
    for (int i = count; i % LANES; i++)
        order[i] = order[count - 1];
}

static void decisions_fill(WideDecisions *wide, const WideShared *shared, const uint8_t columns[],
                           const TacticDecision decisions[], int count)
{
    const int sides = shared->rules->sides;
    decisions_sort(wide->order, decisions, count);
    for (int i = 0; i < count || i % LANES; i++) {
        const TacticDecision *decision = &decisions[wide->order[i]];
        const Table *table = decision->table;
        wide->hand[i] = decision->hand;
        wide->pool[i] = table->pool;
        for (int side = 0; side < sides; side++)
            wide->piles[side][i] = table->piles[side];
        uint32_t surs;
        memcpy(&surs, table->surs, sizeof surs);
        wide->surs[i] = surs | (sur_by_score(table->scores[shared->side], shared->rules) ? GAINS : 0) |
                        (sur_by_score(table->scores[shared->next], shared->rules) ? COSTS : 0);
        wide->last[i] = (uint64_t)(!shared->last_deal || table->last == NOBODY ? 0
                                   : table->last == shared->side               ? 1
                                                                               : -1);
        wide->draw[i] = decision->draw;
        wide->wanted[i] = decision->wanted;
        wide->column[i] = columns[wide->order[i]];
        if (!shared->weighed[TACTIC_offer_declined]) continue;
        wide->history[i] = (uint64_t)(uintptr_t)decision->history;
        wide->deal_pool[i] = decision->history ? deal_pool(decision, deal_began(shared)) : 0;
    }
}

/* Makes the decisions at the eight places from that one on: chosen[variant] for all variants that one of them wants.
   Returns the lanes that stay open. */
static Mask lanes_choose(Lanes chosen[], const WideShared *shared, WideWeights *weights, const TacticVariants *variants,
                         const WideDecisions *decisions, int place, int size)
{
    static const int32_t ONE_FACTOR[] = {1};
    uint64_t wanted = (uint64_t)_mm512_reduce_or_epi64((__m512i)load(decisions->wanted + place));
    WideFeatures features;
    WidePlays plays;
    Lanes sums[SLOTS][TACTIC_COUNT], draws = load(decisions->draw + place);
    const int parts = weights->own ? 1 : variants->parts.count;
    features.hand = load(decisions->hand + place);
    features.pool = load(decisions->pool + place);
    numerals_fill(&features);
    plays_fill(&plays, &features, size);
    if (plays.slots == 1) {
        for (; wanted; wanted &= wanted - 1)
            chosen[__builtin_ctzll(wanted)] = plays.cards[0] | plays.captured[0];
        return plays.over;
    }
    features_fill(&features, shared, decisions, place);
    if (weights->own) weights_look(weights, shared, load(decisions->column + place));
    const bool stakes = shared->weighed[TACTIC_count_cards] | shared->weighed[TACTIC_offer_declined];
    if (stakes) stakes_fill(&features, shared);
    if (shared->weighed[TACTIC_offer_declined]) declined_fill(&features, shared, decisions, place);
    features.capturing = 0;
    for (int slot = 0; slot < plays.slots; slot++)
        features.capturing |= some(plays.captured[slot]);
    features.raises = (Mask) ~(features.capturing | meets(features.pool, all(FACES))) &
                      below(features.total, all(ELEVEN)) & some(features.sur_loss);
    for (int slot = 0; slot < plays.slots; slot++)
        wide_score(sums[slot], parts, shared, weights->rows, &features, plays.cards[slot], plays.captured[slot]);
    for (; wanted; wanted &= wanted - 1) {
        int variant = __builtin_ctzll(wanted);
        const int32_t *factors = weights->own ? ONE_FACTOR : variants->factors[variant];
        chosen[variant] = variant_pick(factors, parts, sums, &plays, draws);
    }
    if (stakes) plays.over |= below(all(MOST_STAKES), ones(features.pool & shared->by_rules->scoring));
    return plays.over;
}

int tactic_wide(CardSet out[], int open[], const FeatureRules *by_rules, const Rules *rules,
                const TacticVariants *variants, const TacticDecision decisions[], int count)
{
    WideShared shared;
    WideWeights weights;
    WideDecisions wide;
    uint8_t columns[WIDE_DECISIONS] = {0};
    int opened = 0;
    const int size = set_count(decisions[0].hand), each = variants ? variants->count : 1;
    if (variants)
        weights_share(&weights, &shared, variants);
    else
        weights_list(&weights, &shared, columns, decisions, count);
    shared_init(&shared, by_rules, rules, &decisions[0]);
    decisions_fill(&wide, &shared, columns, decisions, count);
    for (int place = 0; place < count; place += LANES) {
        Lanes chosen[MAX_TACTIC_VARIANTS];
        int lanes = count - place < LANES ? count - place : LANES;
        Mask over = lanes_choose(chosen, &shared, &weights, variants, &wide, place, size);
        for (int lane = 0; lane < lanes; lane++) {
            int decision = wide.order[place + lane];
            CardSet *own = out + decision * each;
            for (uint64_t rest = wide.wanted[place + lane]; rest; rest &= rest - 1)
                own[__builtin_ctzll(rest)] = chosen[__builtin_ctzll(rest)][lane];
            open[opened] = decision;
            opened += over >> lane & 1;
        }
    }
    return opened;
}

const char *tactic_wide_hindrance(const int32_t weights[static TACTIC_COUNT])
{
    if (!fast_paths_allowed()) return "PASUR_PLAIN is set";
    if (!fast_paths_bits() || !fast_paths_lanes()) return "this processor lacks AVX-512, AVX2, BMI2 or a part of them";
    for (int row = 0; row < TACTIC_COUNT; row++)
        if (weights[row] && TACTICS[row].wide == PLAIN) return "a tactic is not in the fast path";
    return NULL;
}

#else

const char *tactic_wide_hindrance(const int32_t weights[static TACTIC_COUNT])
{
    (void)weights;
    return "this build is without the fast path";
}

int tactic_wide(CardSet out[], int open[], const FeatureRules *by_rules, const Rules *rules,
                const TacticVariants *variants, const TacticDecision decisions[], int count)
{
    (void)out, (void)open, (void)by_rules, (void)rules, (void)variants, (void)decisions;
    return count;
}

#endif
