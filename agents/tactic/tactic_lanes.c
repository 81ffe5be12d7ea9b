/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses plays of several decisions side by side: loads the decisions into lanes, lists and scores their plays, picks.
   The Makefile compiles this once for each instruction set that has lanes; ISA is its name. */
#include "agents/lanes.h"

#if LANES > 1

#include <assert.h>

#include "agents/batch/ways.h"
#include "agents/tactic/values.h"

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* of features that no row looks at */
#endif

#define PASTE(a, b) a##b
#define NAME_OF(isa) PASTE(tactic_lanes_, isa)

/* ---- plays */

enum { SLOTS = 8 };

/* The plays of the decisions, in slots. */
typedef struct {
    Lanes cards[SLOTS], captured[SLOTS];
    Lanes counts; /* the number of plays of each decision */
    int slots;    /* the largest of these numbers */
    Mask over;    /* lanes with more plays or numerals than there is room for */
} LanePlays;

/* Lists the plays of hands of `size` cards, in the order of moves_list. */
INLINE void plays_fill(LanePlays *plays, const Features *features, int size)
{
    Ways ways;
    ways_count(&ways, features->pool, features->hand, size);
    plays->counts = ways.count;
    for (plays->slots = 0; plays->slots < SLOTS; plays->slots++) {
        const Lanes slot = all((uint64_t)plays->slots);
        if (plays->slots >= size && !any(below(slot, ways.count))) break;
        const Lanes play = way_play(&ways, slot, size);
        plays->cards[plays->slots] = play & features->hand;
        plays->captured[plays->slots] = play & features->pool;
    }
    plays->over =
        below(all(MOST_NUMERALS), popcount(features->pool & NUMERALS)) | ways.over | below(all(SLOTS), ways.count);
}

/* Of the plays of the highest score the one that the draw says. */
INLINE Lanes plays_pick(const LanePlays *plays, const Lanes scores[], Lanes draws)
{
    Lanes best = all((uint64_t)INT64_MIN), tied = all(0), seen = all(0), chosen = all(0);
    for (int slot = 0; slot < plays->slots; slot++)
        best = larger(best, scores[slot]);
    for (int slot = 0; slot < plays->slots; slot++)
        tied += keep(equal(scores[slot], best), all(1));
    const Lanes wanted = times_unsigned(draws, tied) >> 32;
    for (int slot = 0; slot < plays->slots; slot++) {
        const Mask tie = equal(scores[slot], best);
        chosen = blend(tie & equal(seen, wanted), plays->cards[slot] | plays->captured[slot], chosen);
        seen += keep(tie, all(1));
    }
    return chosen;
}

INLINE Lanes variant_pick(const int32_t factors[], int parts, Lanes (*sums)[TACTIC_COUNT], const LanePlays *plays,
                          Lanes draws)
{
    Lanes scores[SLOTS];
    for (int slot = 0; slot < plays->slots; slot++) {
        Lanes score = all(0);
        for (int part = 0; part < parts; part++)
            score += factors[part] == 1 ? sums[slot][part] : sums[slot][part] * (uint64_t)(int64_t)factors[part];
        scores[slot] = blend(below(all((uint64_t)slot), plays->counts), score, all((uint64_t)INT64_MIN));
    }
    return plays_pick(plays, scores, draws);
}

/* ---- weights */

/* Where decisions have weights of their own, these are looked up for each group of lanes. */
typedef struct {
    bool own;
    SmallTable columns[TACTIC_COUNT];              /* by row: those of the columns … */
    int32_t numbers[TACTIC_COUNT][TACTIC_COLUMNS]; /* … which lie here */
    Weighing by;
} LaneWeights;

static void weights_share(LaneWeights *weights, const TacticVariants *variants)
{
    weights->own = false;
    weights->by.part = variants->parts.part;
    weights->by.parts = variants->parts.count;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        weights->by.weighed[row] = variants->parts.weights[row] != 0;
        weights->by.weights[row] = all((uint64_t)variants->parts.weights[row]);
    }
}

/* Lists the vectors of weights as columns. Returns what their rows look at. */
static unsigned weights_list(LaneWeights *weights, uint8_t columns[], const TacticDecision decisions[], int count)
{
    unsigned sees = 0;
    int column = -1;
    memset(weights->numbers, 0, sizeof weights->numbers);
    for (int i = 0; i < count; i++) {
        const TacticVariants *own = decisions[i].own;
        if (!i || own != decisions[i - 1].own) {
            column++;
            sees |= own->parts.sees;
            for (int row = 0; row < TACTIC_COUNT; row++)
                weights->numbers[row][column] = own->parts.weights[row];
        }
        columns[i] = (uint8_t)column;
    }
    weights->own = true;
    weights->by.part = NULL;
    weights->by.parts = 1;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        int32_t any_weight = 0;
        for (int i = 0; i < TACTIC_COLUMNS; i++)
            any_weight |= weights->numbers[row][i];
        weights->columns[row] = small_table(weights->numbers[row]);
        weights->by.weighed[row] = any_weight != 0;
    }
    return sees;
}

INLINE void weights_look(LaneWeights *weights, Lanes columns)
{
    for (int row = 0; row < TACTIC_COUNT; row++)
        if (weights->by.weighed[row]) weights->by.weights[row] = small_entry(weights->columns[row], columns);
}

/* ---- decisions */

/* Decisions side by side, sorted. */
typedef struct {
    uint8_t order[LANE_DECISIONS]; /* by place: the decision */
    uint64_t hand[LANE_DECISIONS], pool[LANE_DECISIONS], piles[MAX_SIDES][LANE_DECISIONS];
    uint64_t surs[LANE_DECISIONS]; /* a byte for each side, GAINS and COSTS */
    uint64_t last[LANE_DECISIONS];
    uint64_t draw[LANE_DECISIONS], wanted[LANE_DECISIONS];
    uint64_t column[LANE_DECISIONS];                             /* of its own weights, where decisions have such */
    uint64_t history[LANE_DECISIONS], deal_pool[LANE_DECISIONS]; /* where a row looks at them */
} LaneDecisions;

/* The scores let the side to move, or that of the next player, make Surs. */
#define GAINS (UINT64_C(1) << 32)
#define COSTS (UINT64_C(1) << 33)

/* What Surs are worth where the scores allow them, as surs_weigh has it, by the place of the first bit of `surs`: in
   the byte of the side that holds some, or behind them. Where Surs cancel each other no more than one side holds some,
   and elsewhere it does not matter who does. */
typedef struct {
    int32_t gains[SMALL_TABLE], costs[SMALL_TABLE];
} SurTables;

static void sur_tables_fill(SurTables *tables, const Shared *shared, const Table *table)
{
    for (int holder = 0; holder < SMALL_TABLE; holder++) {
        uint8_t surs[MAX_SIDES] = {0};
        if (holder < MAX_SIDES) surs[holder] = 1;
        surs_weigh(&tables->gains[holder], &tables->costs[holder], shared->by_rules, shared->rules, table, surs);
    }
}

INLINE Lanes sur_entry(const int32_t table[static SMALL_TABLE], Mask mask, Lanes holder)
{
    return keep(mask, down_signed(small_entry(small_table(table), holder) << 32, 32));
}

/* Sorts the decisions by the number of numerals in the pool, so that those side by side have about as many plays and
   stakes. The last decision also fills the lanes that are left over. */
static void decisions_sort(uint8_t order[static LANE_DECISIONS], const TacticDecision decisions[], int count)
{
    enum { SIZES = 8, BYTE = 8 };
    _Static_assert(LANE_DECISIONS <= UINT8_MAX + 1, "a byte holds every place");
    /* A byte for each size: first how many have it, then the place of the next one. A byte that runs over adds to those
       of larger sizes, which nobody has then. */
    uint64_t places = 0;
    uint8_t shifts[LANE_DECISIONS];
    for (int i = 0; i < count; i++) {
        const int size = set_count(decisions[i].table->pool & NUMERALS);
        shifts[i] = (uint8_t)(BYTE * (size < SIZES ? size : SIZES - 1));
        places += UINT64_C(1) << shifts[i];
    }
    places *= UINT64_C(0x0101010101010100); /* to each the numbers below it */
    for (int i = 0; i < count; i++) {
        order[places >> shifts[i] & UINT8_MAX] = (uint8_t)i;
        places += UINT64_C(1) << shifts[i];
    }
    for (int i = count; i % LANES; i++)
        order[i] = order[count - 1];
}

static void decisions_fill(LaneDecisions *lanes, const Shared *shared, const uint8_t columns[],
                           const TacticDecision decisions[], int count)
{
    const int sides = shared->rules->sides, next = next_side(decisions[0].table, shared->rules);
    decisions_sort(lanes->order, decisions, count);
    for (int i = 0; i < count || i % LANES; i++) {
        const TacticDecision *decision = &decisions[lanes->order[i]];
        const Table *table = decision->table;
        lanes->hand[i] = decision->hand;
        lanes->pool[i] = table->pool;
        for (int side = 0; side < sides; side++)
            lanes->piles[side][i] = table->piles[side];
        lanes->surs[i] = (uint64_t)table->surs[0] | (uint64_t)table->surs[1] << 8 | (uint64_t)table->surs[2] << 16 |
                         (uint64_t)table->surs[3] << 24 |
                         (sur_by_score(table->scores[shared->side], shared->rules) ? GAINS : 0) |
                         (sur_by_score(table->scores[next], shared->rules) ? COSTS : 0);
        lanes->last[i] = (uint64_t)(int64_t)last_of(shared, table);
        lanes->draw[i] = decision->draw;
        lanes->wanted[i] = decision->wanted;
        lanes->column[i] = columns[lanes->order[i]];
        if (!(shared->sees & SEES_PLAYS)) continue;
        const CardSet *history = decision->history;
        lanes->history[i] = (uintptr_t)history;
        lanes->deal_pool[i] = history ? deal_pool(decision->first_pool, history, shared->began) : 0;
    }
}

/* Fills in the features of the decisions at the places from that one on. */
INLINE void lanes_look(Features *features, const LaneDecisions *decisions, const SurTables *tables, int place,
                       Mask capturing)
{
    const Shared *shared = features->shared;
    Seen seen; /* without what no row looks at */
    const Lanes surs = load(decisions->surs + place), holder = index_of(first_of((surs & UINT32_MAX) | GAINS)) >> 3;
    seen.sur_gain = sur_entry(tables->gains, meets(surs, all(GAINS)), holder);
    seen.sur_cost = sur_entry(tables->costs, meets(surs, all(COSTS)), holder);
    seen.last = load(decisions->last + place);
    Lanes known = features->hand | features->pool;
    for (int side = 0; side < shared->rules->sides; side++) {
        seen.piles[side] = load(decisions->piles[side] + place);
        known |= seen.piles[side];
    }
    seen.unseen = PACK & ~known;
    if (shared->sees & SEES_PLAYS) {
        seen.history = load(decisions->history + place);
        seen.deal_pool = load(decisions->deal_pool + place);
    }
    features_fill(features, &seen, capturing);
}

/* Makes the decisions at the places from that one on: chosen[variant] for all variants that one of them wants. Returns
   the lanes that stay open. */
static unsigned lanes_choose(Lanes chosen[], const Shared *shared, LaneWeights *weights, const TacticVariants *variants,
                             const LaneDecisions *decisions, const SurTables *tables, int place, int size)
{
    static const int32_t ONE_FACTOR[] = {1};
    uint64_t wanted = 0;
    Features features;
    LanePlays plays;
    Lanes sums[SLOTS][TACTIC_COUNT];
    const Lanes draws = load(decisions->draw + place);
    for (int lane = 0; lane < LANES; lane++)
        wanted |= decisions->wanted[place + lane];
    features.shared = shared;
    features.hand = load(decisions->hand + place);
    features.pool = load(decisions->pool + place);
    numerals_fill(&features);
    plays_fill(&plays, &features, size);
    if (plays.slots == 1) {
        for (; wanted; wanted &= wanted - 1)
            chosen[__builtin_ctzll(wanted)] = plays.cards[0] | plays.captured[0];
        return mask_bits(plays.over);
    }
    Mask capturing = mask_all(false);
    for (int slot = 0; slot < plays.slots; slot++)
        capturing |= some(plays.captured[slot]);
    lanes_look(&features, decisions, tables, place, capturing);
    if (weights->own) weights_look(weights, load(decisions->column + place));
    for (int slot = 0; slot < plays.slots; slot++)
        play_sums(sums[slot], &weights->by, &features, plays.cards[slot], plays.captured[slot], ON_ALL);
    for (; wanted; wanted &= wanted - 1) {
        const int variant = __builtin_ctzll(wanted);
        const int32_t *factors = weights->own ? ONE_FACTOR : variants->factors[variant];
        chosen[variant] = variant_pick(factors, weights->by.parts, sums, &plays, draws);
    }
    if ((shared->sees & SEES_STAKES) == SEES_STAKES)
        plays.over |= below(all(MOST_STAKES), popcount(features.pool & shared->by_rules->scoring));
    return mask_bits(plays.over);
}

TacticLanes NAME_OF(ISA);
int NAME_OF(ISA)(CardSet out[], int open[], const FeatureRules *by_rules, const Rules *rules,
                 const TacticVariants *variants, const TacticDecision decisions[], int count)
{
    Shared shared;
    LaneWeights weights;
    LaneDecisions sorted;
    SurTables tables;
    uint8_t columns[LANE_DECISIONS] = {0};
    unsigned sees;
    int opened = 0;
    const Table *table = decisions[0].table;
    const int size = set_count(decisions[0].hand), each = variants ? variants->count : 1;
    if (variants)
        weights_share(&weights, variants), sees = variants->parts.sees;
    else
        sees = weights_list(&weights, columns, decisions, count);
    shared_init(&shared, by_rules, rules, table, sees, CARDS - HAND - table->ply - size);
    sur_tables_fill(&tables, &shared, table);
    decisions_fill(&sorted, &shared, columns, decisions, count);
    for (int place = 0; place < count; place += LANES) {
        Lanes chosen[MAX_TACTIC_VARIANTS];
        const int lanes = count - place < LANES ? count - place : LANES;
        const unsigned over = lanes_choose(chosen, &shared, &weights, variants, &sorted, &tables, place, size);
        for (int lane = 0; lane < lanes; lane++) {
            const int decision = sorted.order[place + lane];
            CardSet *own = out + decision * each;
            for (uint64_t rest = sorted.wanted[place + lane]; rest; rest &= rest - 1)
                own[__builtin_ctzll(rest)] = chosen[__builtin_ctzll(rest)][lane];
            open[opened] = decision;
            opened += (int)(over >> lane & 1);
        }
    }
    return opened;
}

#else

typedef int NoLanes;

#endif
