/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random playouts, which a search spends its time on: the pool's numerals lie as bytes in two words, captures are
   picked and removed without branches. Pools of more than POOL_PLACES numerals are left to the slower general code. The
   same with instructions that not every processor has: playout_random_wide.c. */
#include "agents/search/playout.h"

enum { FEW = 4 };

/* shifts[taken][place]: by how many bits the byte at `place` moves down when those of `taken` are removed. */
static const uint8_t SHIFTS[1 << FEW][FEW] = {
    {0, 0, 0, 0},  {0, 8, 8, 8},   {0, 0, 8, 8},  {0, 8, 16, 16}, {0, 0, 0, 8}, {0, 8, 8, 16},
    {0, 0, 8, 16}, {0, 8, 16, 24}, {0, 0, 0, 0},  {0, 8, 8, 8},   {0, 0, 8, 8}, {0, 8, 16, 16},
    {0, 0, 0, 8},  {0, 8, 8, 16},  {0, 0, 8, 16}, {0, 8, 16, 24},
};

typedef struct {
    uint64_t values, classes; /* byte i: the i-th numeral; 0 beyond the last */
    uint32_t word;
    int numerals;
    uint32_t worth[SLOTS];
    int cards[SLOTS]; /* of queens and kings */
} Packed;

void handling_init(Handling handling[static CARDS], const Classes *classes)
{
    for (int class = 0; class < classes->count; class ++) {
        const int value = classes->value[class];
        const uint32_t worth = classes->worth[class];
        Handling *handle = &handling[class];
        *handle = (Handling){.worth = worth, .other = value <= 10 ? 0 : worth | UINT64_C(1) << 32};
        if (value <= 10) {
            handle->set = SWEEPABLE;
            handle->test = (uint8_t)(11 - value);
            handle->shift = (uint8_t)value;
            handle->listed = 0xff;
            handle->byte = (uint8_t)(worth % TALLY_CLUB | (worth / TALLY_CLUB ? BYTE_CLUB : 0));
        } else if (value == 11) {
            handle->set = SWEEPABLE | 1 << JACK_BIT;
            handle->test = SWEEP_BIT;
        } else {
            handle->set = value == 12 ? 1 << QUEEN_BIT : 1 << KING_BIT;
            handle->test = value == 12 ? QUEEN_BIT : KING_BIT;
            handle->slot = value == 12 ? SLOT_QUEENS : SLOT_KINGS;
            handle->plain = classes->plain[value - 12];
        }
    }
}

/* Takes a random set of numerals that sums to `sum` out of at most `places`; returns its tally. */
static inline uint32_t packed_take(Packed *pool, const Classes *classes, int sum, uint32_t coins, const int places)
{
    uint32_t reach[POOL_PLACES];
    uint32_t sums = 1, taken = 0, gain = 0;
    for (int i = 0; i < places; i++) {
        reach[i] = sums;
        sums |= sums << (pool->values >> 8 * i & 0xff);
    }
    coins |= ~((1u << pool->numerals) - 1); /* so that no empty place is taken */
    for (int i = places - 1; i >= 0; i--) {
        int value = (int)(pool->values >> 8 * i & 0xff);
        uint32_t leave = reach[i] >> sum;
        uint32_t take = (reach[i] << value) >> sum & ~(leave & coins >> i) & 1;
        sum -= value & -(int)take;
        taken |= take << i;
    }
    uint64_t values = 0, kept = 0;
    int down = 0;
    for (int i = 0; i < places; i++) {
        uint32_t take = taken >> i & 1;
        uint64_t keep = (uint64_t)take - 1;
        uint64_t class = pool->classes >> 8 * i & 0xff;
        int shift = places == FEW ? SHIFTS[taken][i] : down;
        gain += classes->worth[class] & -take;
        values |= (pool->values & keep & UINT64_C(0xff) << 8 * i) >> shift;
        kept |= (pool->classes & keep & UINT64_C(0xff) << 8 * i) >> shift;
        down += 8 & -(int)take;
    }
    pool->values = values;
    pool->classes = kept;
    pool->numerals -= set_count(taken);
    sums = 1;
    for (int i = 0; i < places; i++)
        sums |= sums << (values >> 8 * i & 0xff);
    pool->word = (pool->word & (FACES | 1 << JACK_BIT)) | (sums & SUMS);
    if (pool->numerals || pool->word >> JACK_BIT & 1) pool->word |= SWEEPABLE;
    pool->worth[SLOT_SWEEP] -= gain;
    return gain;
}

/* A jack takes all numerals and jacks. */
static inline uint32_t packed_sweep(Packed *pool)
{
    uint32_t gain = pool->worth[SLOT_SWEEP];
    pool->values = pool->classes = 0;
    pool->numerals = 0;
    pool->worth[SLOT_SWEEP] = 0;
    pool->word = (pool->word & FACES) | 1;
    return gain;
}

/* A queen or a king takes one of its kind. */
static inline uint32_t packed_take_face(Packed *pool, const Handling *handle)
{
    const uint32_t left = (uint32_t)--pool->cards[handle->slot], worth = pool->worth[handle->slot];
    pool->worth[handle->slot] = left * handle->plain;
    if (!left) pool->word &= ~handle->set;
    return worth - left * handle->plain;
}

static void packed_load(Packed *packed, const Pool *pool)
{
    *packed = (Packed){.word = pool->reach[pool->numerals], .numerals = pool->numerals};
    for (int i = pool->numerals - 1; i >= 0; i--) {
        packed->values = packed->values << 8 | pool->values[i];
        packed->classes = packed->classes << 8 | pool->classes[i];
    }
    packed->worth[SLOT_SWEEP] = pool->worth;
    if (pool->numerals || pool->jacks) packed->word |= SWEEPABLE;
    if (pool->jacks) packed->word |= 1 << JACK_BIT;
    for (int kind = 0; kind < 2; kind++) {
        packed->worth[SLOT_QUEENS + kind] = pool->face_worth[kind];
        packed->cards[SLOT_QUEENS + kind] = pool->faces[kind];
        if (pool->faces[kind]) packed->word |= 1u << (QUEEN_BIT + kind);
    }
}

static void packed_store(Pool *pool, const Packed *packed, const Classes *classes)
{
    int jacks = pool->jacks; /* several lie there only if none was taken; a jack that trails is alone */
    pool_clear_numerals(pool);
    for (int i = 0; i < packed->numerals; i++)
        pool_add(pool, classes, (int)(packed->classes >> 8 * i & 0xff));
    pool->jacks = packed->word >> JACK_BIT & 1 ? jacks > 1 ? jacks : 1 : 0;
    pool->worth = packed->worth[SLOT_SWEEP];
    for (int kind = 0; kind < 2; kind++) {
        pool->faces[kind] = packed->cards[SLOT_QUEENS + kind];
        pool->face_worth[kind] = packed->worth[SLOT_QUEENS + kind];
    }
}

void run_random_fast(PlayoutRun *run, Rng *rng)
{
    const Playout *playout = run->playout;
    const Classes *classes = &playout->classes;
    const int players = playout->rules->players, end = playout->end;
    PublicState *state = run->state;
    if (run->pool->numerals >= POOL_PLACES) return;
    Packed pool;
    packed_load(&pool, run->pool);
    uint32_t tally[MAX_SIDES];
    memcpy(tally, state->tally, sizeof tally);
    Rng coins = *rng;
    int ply = state->table.ply, turn = state->table.turn, last = state->table.last;
    for (; ply < end; ply++, turn = turn + 1 == players ? 0 : turn + 1) {
        int class = run->order[ply];
        const Handling *handle = &playout->handling[class];
        if (!(pool.word >> handle->test & 1)) {
            if (pool.numerals == POOL_PLACES) break;
            pool.values |= (uint64_t)handle->shift << 8 * pool.numerals;
            pool.classes |= (uint64_t)(class & handle->listed) << 8 * pool.numerals;
            pool.numerals += handle->listed & 1;
            pool.word |= ((pool.word & SUMS) << handle->shift & SUMS) | handle->set;
            pool.worth[handle->slot] += handle->worth;
            pool.cards[handle->slot]++;
            continue;
        }
        int side = playout->side[turn], sum = handle->test;
        if (sum > 10)
            tally[side] += sum == SWEEP_BIT ? packed_sweep(&pool) : packed_take_face(&pool, handle);
        else if (pool.numerals <= FEW)
            tally[side] += packed_take(&pool, classes, sum, rng_next(&coins), FEW);
        else
            tally[side] += packed_take(&pool, classes, sum, rng_next(&coins), POOL_PLACES);
        tally[side] += handle->worth;
        last = side;
        if (!(pool.word & ANYTHING)) {
            int last_deal = ply >= PLAYS - HAND * players;
            if (playout->sur_possible[last_deal][side][sur_kind(classes->value[class])])
                sur_score(state->table.surs, playout, side, last_deal);
        } else if (sweeps_at(ply, playout->rules)) {
            tally[side] += packed_sweep(&pool) + pool.worth[SLOT_QUEENS] + pool.worth[SLOT_KINGS];
            pool = (Packed){.word = 1};
        }
    }
    *rng = coins;
    memcpy(state->tally, tally, sizeof tally);
    state->table.ply = (uint8_t)ply;
    state->table.turn = (uint8_t)turn;
    state->table.last = (int8_t)last;
    state->table.deal = (uint8_t)((ply < PLAYS ? ply : PLAYS - 1) / (HAND * players));
    packed_store(run->pool, &pool, classes);
}
