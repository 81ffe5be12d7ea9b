/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses plays of several decisions side by side: loads the decisions into lanes, lists and scores their plays, picks.
   The Makefile compiles this once for each instruction set that has lanes; ISA is its name. */
#include "agents/lanes.h"

#if LANES > 1

#include "agents/batch/batch.h"
#include "agents/batch/ways.h"
#include "agents/tactic/values.h"

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* of features that no row looks at */
#endif

#define PASTE(a, b) a##b
#define NAME_OF(isa) PASTE(tactic_lanes_, isa)

/* In a byte that else holds a number. */
enum { NONE = UINT8_MAX };
_Static_assert((int)BATCH_SIZE <= (int)NONE, "which is less");

/* ---- plays */

enum { SLOTS = 8 };

/* The plays of decisions, in slots. */
typedef struct {
    Lanes plays[SLOTS], scores[SLOTS];
    Lanes counts; /* the number of plays of each decision */
    Lanes draws;  /* which of the best it takes */
    int slots;    /* the largest of these numbers */
    Mask over;    /* lanes with more plays or numerals than there is room for */
} LanePlays;

/* Lists the plays of hands of `size` cards, in the order of moves_list. */
INLINE void plays_fill(LanePlays *plays, const Features *features, int size)
{
    Ways ways;
    ways_count(&ways, features->pool, features->hand, size, 4);
    plays->counts = ways.count;
    for (plays->slots = 0; plays->slots < SLOTS; plays->slots++) {
        const Lanes slot = all((uint64_t)plays->slots);
        if (plays->slots >= size && !any(below(slot, ways.count))) break;
        plays->plays[plays->slots] = way_play(&ways, slot, size);
    }
    plays->over =
        below(all(MOST_NUMERALS), popcount(features->pool & NUMERALS)) | ways.over | below(all(SLOTS), ways.count);
}

/* Of the plays of the highest score the one that the draw says. */
INLINE Lanes plays_pick(const LanePlays *plays)
{
    Lanes ties, scores[SLOTS];
    if (plays->slots == 1) return plays->plays[0];
    for (int slot = 0; slot < plays->slots; slot++)
        scores[slot] = blend(below(all((uint64_t)slot), plays->counts), plays->scores[slot], all((uint64_t)INT64_MIN));
    const Lanes best = values_best(scores, plays->slots, &ties);
    return tie_play(plays->plays, scores, plays->slots, best, times_unsigned(plays->draws, ties) >> 32);
}

/* ---- weights */

/* So many vectors of weights at most stand side by side, each beside decisions of its own. */
enum { TACTIC_COLUMNS = LARGE_TABLE };

/* Where decisions have different weights, each looks its own up in a column. */
typedef struct {
    bool own;
    int32_t numbers[TACTIC_COUNT][TACTIC_COLUMNS];
    Weighing by;
} LaneWeights;

/* Lists the weights of decisions that are made from round `first` on as columns: of as many as these have room for, whose
   number becomes *count. Returns what their rows look at. */
static unsigned weights_list(LaneWeights *weights, uint64_t columns[], const TacticWeights *const of[], int *count,
                             const uint8_t like[], int first)
{
    enum { PLACES_BITS = 6, PLACES = 1 << PLACES_BITS };
    const TacticWeights *listed[TACTIC_COLUMNS];
    uint8_t places[PLACES]; /* by hash: columns, or NONE */
    unsigned sees = 0;
    int known = 0, i = 0;
    memset(places, NONE, sizeof places);
    for (; i < *count; i++) {
        if (like[i] != first + i) continue;
        uint64_t place = (uintptr_t)of[i] * UINT64_C(0x9e3779b97f4a7c15) >> (64 - PLACES_BITS);
        while (places[place] != NONE && listed[places[place]] != of[i])
            place = (place + 1) % PLACES;
        if (places[place] == NONE) {
            if (known == TACTIC_COLUMNS) break;
            listed[known] = of[i];
            sees |= of[i]->sees;
            for (int row = 0; row < TACTIC_COUNT; row++)
                weights->numbers[row][known] = of[i]->weights[row];
            places[place] = (uint8_t)known++;
        }
        columns[i] = places[place];
    }
    *count = i;
    weights->own = known > 1;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        int32_t any_weight = 0;
        for (int k = 0; k < known; k++)
            any_weight |= weights->numbers[row][k];
        weights->by.weighed[row] = any_weight && TACTICS[row].kinds;
        weights->by.weights[row] = all((uint64_t)weights->numbers[row][0]);
    }
    return sees;
}

INLINE Lanes weight_of(const LaneWeights *weights, int row, Lanes columns)
{
    return large_entry(large_table(weights->numbers[row]), columns);
}

INLINE void weights_look(LaneWeights *weights, Lanes columns)
{
    for (int row = 0; row < TACTIC_COUNT; row++)
        if (weights->by.weighed[row]) weights->by.weights[row] = weight_of(weights, row, columns);
}

/* ---- decisions */

/* Decisions side by side, by number from the first of a batch on. */
typedef struct {
    const LaneBatch *batch;
    int first, count;             /* as many as there is room for weights of their own */
    uint8_t order[BATCH_ROOM];    /* the first decision in each position, but for those that others make, sorted … */
    int sorted;                   /* … this many */
    uint8_t next[BATCH_SIZE];     /* the next decision in the same position, or NONE */
    uint64_t columns[BATCH_SIZE]; /* of their weights */
    int32_t gains[SMALL_TABLE], costs[SMALL_TABLE]; /* see surs_fill */
} LaneDecisions;

/* What Surs are worth where the scores allow them, as surs_weigh has it, by the place of the first bit of `surs`: in
   the byte of the side that holds some, or behind them. Where Surs cancel each other no more than one side holds some,
   and elsewhere it does not matter who does. */
static void surs_fill(LaneDecisions *decisions, const Shared *shared, const Table *table)
{
    for (int holder = 0; holder < SMALL_TABLE; holder++) {
        uint8_t surs[MAX_SIDES] = {0};
        if (holder < MAX_SIDES) surs[holder] = 1;
        surs_weigh(&decisions->gains[holder], &decisions->costs[holder], shared->by_rules, shared->rules, table, surs);
    }
}

INLINE Lanes sur_entry(const int32_t table[static SMALL_TABLE], Mask mask, Lanes holder)
{
    return keep(mask, down_signed(small_entry(small_table(table), holder) << 32, 32));
}

/* Sorts the positions by the number of numerals in the pool, so that those side by side have about as many plays and
   stakes. The last one also fills the lanes that are left over. */
static void decisions_sort(LaneDecisions *decisions)
{
    enum { SIZES = 8, BYTE = 8 };
    /* A byte for each size: first how many have it, then the place of the next one. A byte that runs over adds to those
       of larger sizes, which nobody has then. */
    const BatchRounds *rounds = decisions->batch->rounds;
    uint64_t places = 0;
    uint8_t shifts[BATCH_SIZE], made[BATCH_SIZE], last[BATCH_SIZE]; /* last: by leader, in its position */
    int count = 0;
    memset(last, NONE, sizeof last);
    for (int i = 0; i < decisions->count; i++) {
        const int round = decisions->first + i;
        uint8_t *before = &last[rounds->leaders[round]];
        if (rounds->like[round] != round) continue;
        if (*before != NONE) {
            decisions->next[*before] = (uint8_t)i;
        } else {
            const int size = set_count(rounds->pool[round] & NUMERALS);
            made[count] = (uint8_t)i;
            shifts[count] = (uint8_t)(BYTE * (size < SIZES ? size : SIZES - 1));
            places += UINT64_C(1) << shifts[count++];
        }
        decisions->next[i] = NONE;
        *before = (uint8_t)i;
    }
    places *= UINT64_C(0x0101010101010100); /* to each the numbers below it */
    for (int i = 0; i < count; i++) {
        decisions->order[places >> shifts[i] & UINT8_MAX] = made[i];
        places += UINT64_C(1) << shifts[i];
    }
    decisions->sorted = count;
    for (int i = count; i % LANES; i++)
        decisions->order[i] = decisions->order[count - 1];
}

/* Fills in the features of the decisions in that order. */
INLINE void lanes_look(Features *features, const LaneDecisions *decisions, const uint8_t *order, Mask capturing)
{
    const Shared *shared = features->shared;
    const Rules *rules = shared->rules;
    const BatchRounds *rounds = decisions->batch->rounds;
    const int first = decisions->first, next = rules_side(rules, (shared->seat + 1) % rules->players);
    const Lanes surs = lanes_from(rounds->surs + first, order), barred = lanes_from(rounds->barred + first, order),
                holder = index_of(first_of(surs | UINT64_C(1) << 8 * MAX_SIDES)) >> 3;
    Seen seen = {.history = NULL}; /* without what no row looks at */
    seen.sur_gain = sur_entry(decisions->gains, no(meets(barred, all(UINT64_C(1) << 8 * shared->side))), holder);
    seen.sur_cost = sur_entry(decisions->costs, no(meets(barred, all(UINT64_C(1) << 8 * next))), holder);
    const Lanes last = shared->last_deal ? lanes_from(rounds->last + first, order) : all((uint64_t)NOBODY);
    seen.last = blend(equal(last, all((uint64_t)shared->side)), all(1),
                      keep(no(equal(last, all((uint64_t)NOBODY))), all((uint64_t)-1)));
    Lanes known = features->hand | features->pool;
    for (int side = 0; side < rules->sides; side++) {
        seen.piles[side] = lanes_from(rounds->piles[side] + first, order);
        known |= seen.piles[side];
    }
    seen.unseen = PACK & ~known;
    if (shared->sees & SEES_PLAYS && rounds->keeps) {
        seen.history = rounds->plays[0] + first;
        seen.row = BATCH_ROOM;
        seen.order = order;
        seen.first_pool = lanes_from(rounds->first_pool + first, order);
    }
    features_fill(features, &seen, capturing);
}

/* Values the plays of the positions in that order: into their scores, by weights->by; or, where `said` is not NULL, what
   each row says of them. */
INLINE void lanes_value(LanePlays *plays, Lanes said[][TACTIC_COUNT], const Shared *shared, const LaneWeights *weights,
                        const LaneDecisions *decisions, const uint8_t *order, int size)
{
    const LaneBatch *batch = decisions->batch;
    const int first = decisions->first;
    Features features;
    plays->draws = lanes_from(batch->draws + first - batch->first, order);
    features.shared = shared;
    features.hand = lanes_from(batch_hands(batch->rounds, shared->seat) + first, order);
    features.pool = lanes_from(batch->rounds->pool + first, order);
    numerals_fill(&features);
    plays_fill(plays, &features, size);
    if (plays->slots == 1) return;
    Mask capturing = mask_all(false);
    for (int slot = 0; slot < plays->slots; slot++)
        capturing |= meets(plays->plays[slot], features.pool);
    lanes_look(&features, decisions, order, capturing);
    for (int slot = 0; slot < plays->slots; slot++)
        play_sums(said ? said[slot] : &plays->scores[slot], said != NULL, &weights->by, &features,
                  plays->plays[slot] & features.hand, plays->plays[slot] & features.pool, ON_ALL);
    if ((shared->sees & SEES_STAKES) == SEES_STAKES)
        plays->over |= below(all(MOST_STAKES), popcount(features.pool & shared->by_rules->scoring));
}

/* Chooses by the weights of these columns, each in the position of the lane `at`. */
INLINE Lanes lanes_weigh(const LanePlays *plays, Lanes said[][TACTIC_COUNT], const LaneWeights *weights, Lanes columns,
                         Lanes at)
{
    LanePlays own;
    own.slots = plays->slots;
    own.counts = lanes_at(plays->counts, at);
    own.draws = lanes_at(plays->draws, at);
    for (int slot = 0; slot < own.slots; slot++) {
        own.plays[slot] = lanes_at(plays->plays[slot], at);
        own.scores[slot] = all(0);
    }
    for (int row = 0; row < TACTIC_COUNT && own.slots > 1; row++) {
        if (!weights->by.weighed[row]) continue;
        const Lanes weight = weight_of(weights, row, columns);
        for (int slot = 0; slot < own.slots; slot++)
            own.scores[slot] += times(lanes_at(said[slot][row], at), weight);
    }
    return plays_pick(&own);
}

/* The decisions in some positions, and in which lane that is. */
typedef struct {
    int count;
    uint8_t numbers[BATCH_ROOM];
    uint64_t at[BATCH_ROOM];
} Members;

/* The last one also fills the lanes that are left over. */
static void members_list(Members *members, const LaneDecisions *decisions, const uint8_t *order, int lanes)
{
    int count = 0;
    for (int lane = 0; lane < lanes; lane++)
        for (int i = order[lane]; i != NONE; i = decisions->next[i]) {
            members->numbers[count] = (uint8_t)i;
            members->at[count++] = (uint64_t)lane;
        }
    members->count = count;
    for (int i = count; i % LANES; i++) {
        members->numbers[i] = members->numbers[count - 1];
        members->at[i] = members->at[count - 1];
    }
}

/* Makes the decisions in the positions in that order, of which some have several. Returns the lanes that stay open. */
static unsigned members_choose(CardSet out[], const Members *members, const Shared *shared, LaneWeights *weights,
                               const LaneDecisions *decisions, const uint8_t *order, int size)
{
    LanePlays plays;
    Lanes said[SLOTS][TACTIC_COUNT];
    lanes_value(&plays, said, shared, weights, decisions, order, size);
    for (int i = 0; i < members->count; i += LANES) {
        const uint8_t *numbers = members->numbers + i;
        const Lanes chosen =
            lanes_weigh(&plays, said, weights, lanes_from(decisions->columns, numbers), load(members->at + i));
        for (int lane = 0; lane < LANES; lane++)
            out[numbers[lane]] = chosen[lane];
    }
    return mask_bits(plays.over);
}

/* The same where those in a position decide alike. */
static unsigned lanes_choose(CardSet out[], const Members *members, const Shared *shared, LaneWeights *weights,
                             const LaneDecisions *decisions, const uint8_t *order, int size)
{
    LanePlays plays;
    if (weights->own) weights_look(weights, lanes_from(decisions->columns, order));
    lanes_value(&plays, NULL, shared, weights, decisions, order, size);
    const Lanes chosen = plays_pick(&plays);
    for (int i = 0; i < members->count; i++)
        out[members->numbers[i]] = chosen[members->at[i]];
    return mask_bits(plays.over);
}

/* Makes decisions from the number `from` on, as many as there is room for weights of their own; returns how many.
   open[0 … *opened - 1] are those that stay open. */
static int decisions_make(CardSet out[], int open[], int *opened, const LaneBatch *batch, int from)
{
    BatchRounds *rounds = batch->rounds;
    Shared shared;
    LaneWeights weights;
    LaneDecisions decisions; /* nobody needs all of it empty */
    Table table;             /* what it says of all */
    decisions.batch = batch;
    decisions.first = batch->first + from;
    decisions.count = batch->count - from;
    const unsigned sees = weights_list(&weights, decisions.columns, batch->weights + from, &decisions.count,
                                       rounds->like + decisions.first, decisions.first);
    batch_table(&table, rounds, decisions.first);
    const int size = set_count(batch_hands(rounds, table.turn)[decisions.first]);
    shared_init(&shared, batch->by_rules, rounds->rules, &table, sees, CARDS - HAND - rounds->ply - size);
    surs_fill(&decisions, &shared, &table);
    decisions_sort(&decisions);
    for (int place = 0; place < decisions.sorted; place += LANES) {
        const uint8_t *order = decisions.order + place;
        const int left = decisions.sorted - place, lanes = left < LANES ? left : LANES;
        Members members;
        members_list(&members, &decisions, order, lanes);
        const unsigned over = (weights.own && members.count > lanes ? members_choose : lanes_choose)(
            out + from, &members, &shared, &weights, &decisions, order, size);
        for (int i = 0; over && i < members.count; i++) {
            open[*opened] = from + members.numbers[i];
            *opened += (int)(over >> members.at[i] & 1);
        }
    }
    return decisions.count;
}

TacticLanes NAME_OF(ISA);
int NAME_OF(ISA)(CardSet out[], int open[], const LaneBatch *batch)
{
    int opened = 0;
    for (int made = 0; made < batch->count;)
        made += decisions_make(out, open, &opened, batch, made);
    return opened;
}

#else

typedef int NoLanes;

#endif
