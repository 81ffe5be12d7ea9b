/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random playouts by instructions of AVX2 and BMI2: the plays of playout_random.c, coin for coin. A capture is picked
   out of all subsets of eight numerals at once (docs/notes/2026-11-lockstep.md), and taken away by two instructions. */
#include "agents/search/playout.h"

#include "agents/isa.h"

#if defined __AVX2__ && defined __BMI2__ && !defined PASUR_PLAIN

#include <immintrin.h>

#define INLINE __attribute__((always_inline)) static inline

bool random_wide_possible(void) { return isa_bits(); }

typedef struct {
    uint64_t values, worths; /* byte i: of the i-th numeral, worths as Handling.byte has it; 0 beyond the last */
    unsigned filled;         /* bits of these words that numerals have: 8 each */
    uint32_t word;           /* see playout.h */
    uint32_t low;            /* the sums of the first four numerals, as bits */
    uint64_t others[SLOTS];  /* of jacks, queens, kings: the sum of their Handling.other */
} WidePool;

/* The tally of cards whose worths these are. */
INLINE uint32_t bytes_worth(uint64_t worths)
{
    const __m128i sum = _mm_sad_epu8(_mm_cvtsi64_si128((long long)worths), _mm_setzero_si128());
    const uint32_t clubs = (uint32_t)_mm_popcnt_u64(worths & UINT64_C(0x0101010101010101) * BYTE_CLUB);
    return (uint32_t)_mm_cvtsi128_si32(sum) + clubs * (TALLY_CLUB - BYTE_CLUB);
}

/* The sums of all subsets of four numerals, those from byte `first` on: byte j is for the subset whose numerals' bits
   are in j. */
INLINE __m128i subset_sums(__m128i values, const char first)
{
    const char X = -128, A = first, B = (char)(first + 1), C = (char)(first + 2), D = (char)(first + 3); /* X: none */
    const __m128i a = _mm_shuffle_epi8(values, _mm_setr_epi8(X, A, X, A, X, A, X, A, X, A, X, A, X, A, X, A));
    const __m128i b = _mm_shuffle_epi8(values, _mm_setr_epi8(X, X, B, B, X, X, B, B, X, X, B, B, X, X, B, B));
    const __m128i c = _mm_shuffle_epi8(values, _mm_setr_epi8(X, X, X, X, C, C, C, C, X, X, X, X, C, C, C, C));
    const __m128i d = _mm_shuffle_epi8(values, _mm_setr_epi8(X, X, X, X, X, X, X, X, D, D, D, D, D, D, D, D));
    return _mm_add_epi8(_mm_add_epi8(a, b), _mm_add_epi8(c, d));
}

/* The numbers 0 … 15, each with some bits turned over. */
#define TURNED(t)                                                                                                      \
    {                                                                                                                  \
        0 ^ t, 1 ^ t, 2 ^ t, 3 ^ t, 4 ^ t, 5 ^ t, 6 ^ t, 7 ^ t, 8 ^ t, 9 ^ t, 10 ^ t, 11 ^ t, 12 ^ t, 13 ^ t, 14 ^ t,  \
            15 ^ t                                                                                                     \
    }
static const _Alignas(16) uint8_t ORDERS[16][16] = {
    TURNED(0), TURNED(1), TURNED(2),  TURNED(3),  TURNED(4),  TURNED(5),  TURNED(6),  TURNED(7),
    TURNED(8), TURNED(9), TURNED(10), TURNED(11), TURNED(12), TURNED(13), TURNED(14), TURNED(15)};

/* 0xff in byte s where bit s of the sums is set. */
INLINE __m128i sums_spread(uint32_t sums)
{
    const __m128i bits = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
    const __m128i which = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    const __m128i bytes = _mm_shuffle_epi8(_mm_set1_epi16((short)sums), which);
    return _mm_cmpeq_epi8(_mm_and_si128(bytes, bits), bits);
}

/* The numerals that a card takes which wants this sum, as full bytes; some have that sum. From the last place to the
   first, the coin of a place says whether the numeral there is left where taking and leaving can both lead to the sum.
   So it is the subset that comes first where bit i of a subset's number is turned over for a coin that says "take", and
   the bits of the last places weigh most: first of the upper half, then of the lower. */
INLINE uint64_t wide_pick(const WidePool *pool, int sum, uint32_t coins)
{
    const unsigned takes = _bzhi_u32(~coins, pool->filled / 8); /* what is not there stays not there */
    const __m128i values = _mm_cvtsi64_si128((long long)pool->values);
    const __m128i low_order = _mm_load_si128((const __m128i *)ORDERS[takes & 15]);
    const __m128i high_order = _mm_load_si128((const __m128i *)ORDERS[takes >> 4]);
    const __m128i low = _mm_shuffle_epi8(subset_sums(values, 0), low_order);
    const __m128i high = _mm_shuffle_epi8(subset_sums(values, 4), high_order);
    const __m128i wanted = _mm_sub_epi8(_mm_set1_epi8((char)sum), high); /* below 0: too much */
    const __m128i found = _mm_shuffle_epi8(sums_spread(pool->low), wanted);
    const unsigned upper = _tzcnt_u32((unsigned)_mm_movemask_epi8(found));
    const __m128i rest = _mm_shuffle_epi8(wanted, _mm_set1_epi8((char)upper));
    const unsigned lower = _tzcnt_u32((unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(low, rest)));
    return _pdep_u64((upper << 4 | lower) ^ takes, UINT64_C(0x0101010101010101)) * 0xff;
}

INLINE uint32_t sums_with(uint32_t sums, uint64_t values)
{
    for (int i = 0; i < 4; i++)
        sums |= sums << (values >> 8 * i & 0xff);
    return sums;
}

/* A numeral takes what the coins say. */
INLINE uint32_t wide_take(WidePool *pool, int sum, uint32_t coins)
{
    const uint64_t taken = wide_pick(pool, sum, coins);
    const uint64_t left =
        pool->values & ~taken; /* in their places still: the next play waits for nothing but the sums */
    uint32_t sums = sums_with(1, left);
    if (left >> 32) sums = sums_with(sums, left >> 32);
    const uint32_t gain = bytes_worth(pool->worths & taken);
    pool->values = _pext_u64(pool->values, ~taken);
    pool->worths = _pext_u64(pool->worths, ~taken);
    pool->filled -= (unsigned)_mm_popcnt_u64(taken);
    pool->low = sums_with(1, pool->values);
    const uint32_t sweepable = left || pool->word >> JACK_BIT & 1 ? SWEEPABLE : 0;
    pool->word = (pool->word & (FACES | 1 << JACK_BIT)) | (sums & SUMS) | sweepable;
    return gain;
}

/* The tally of all that lies there. */
INLINE uint32_t wide_worth(const WidePool *pool)
{
    const uint64_t *others = pool->others;
    return bytes_worth(pool->worths) + (uint32_t)(others[SLOT_SWEEP] + others[SLOT_QUEENS] + others[SLOT_KINGS]);
}

/* A jack takes all numerals and jacks. */
INLINE uint32_t wide_sweep(WidePool *pool)
{
    const uint32_t gain = bytes_worth(pool->worths) + (uint32_t)pool->others[SLOT_SWEEP];
    pool->values = pool->worths = 0;
    pool->filled = 0;
    pool->others[SLOT_SWEEP] = 0;
    pool->low = 1;
    pool->word = (pool->word & FACES) | 1;
    return gain;
}

/* A queen or a king takes one of its kind. */
INLINE uint32_t wide_take_face(WidePool *pool, const Handling *handle)
{
    const uint64_t lying = pool->others[handle->slot], cards = (lying >> 32) - 1;
    const uint32_t left = (uint32_t)cards * handle->plain;
    pool->others[handle->slot] = cards << 32 | left;
    if (!cards) pool->word &= ~handle->set;
    return (uint32_t)lying - left;
}

INLINE void wide_trail(WidePool *pool, const Handling *handle)
{
    const unsigned at = pool->filled;
    pool->values |= (uint64_t)handle->shift << at;
    pool->worths |= (uint64_t)handle->byte << at;
    pool->filled = at + (handle->listed & 8);
    pool->low |= at < 32 ? pool->low << handle->shift : 0;
    pool->word |= ((pool->word & SUMS) << handle->shift & SUMS) | handle->set;
    pool->others[handle->slot] += handle->other;
}

INLINE void wide_load(WidePool *pool, const Playout *playout, CardSet cards)
{
    *pool = (WidePool){.word = 1, .low = 1};
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        wide_trail(pool, &playout->handling[playout->classes.of[set_first(rest)]]);
}

/* A class of numerals with this value and worth: all that tells them apart in a pool. Those of a rank stand
   together. */
static inline int class_like(const Playout *playout, unsigned value, unsigned byte)
{
    int class = playout->classes.of[card_of((int)value - 1, CLUB)];
    while (playout->handling[class].byte != byte)
        class ++;
    return class;
}

/* `jacks` lay there at first: several do only while none is taken. */
static void wide_store(Pool *pool, const WidePool *wide, const Playout *playout, int jacks)
{
    pool_load(pool, &playout->classes, 0);
    for (unsigned at = 0; at < wide->filled; at += 8)
        pool_add(pool, &playout->classes,
                 class_like(playout, (unsigned)(wide->values >> at) & 0xff, (unsigned)(wide->worths >> at) & 0xff));
    pool->jacks = wide->word >> JACK_BIT & 1 ? jacks > 1 ? jacks : 1 : 0;
    pool->worth += (uint32_t)wide->others[SLOT_SWEEP];
    for (int kind = 0; kind < 2; kind++) {
        pool->faces[kind] = (int)(wide->others[SLOT_QUEENS + kind] >> 32);
        pool->face_worth[kind] = (uint32_t)wide->others[SLOT_QUEENS + kind];
    }
}

bool run_random_wide(PlayoutRun *run, Rng *rng)
{
    const Playout *playout = run->playout;
    const Classes *classes = &playout->classes;
    const int players = playout->rules->players, end = playout->end;
    PublicState *state = run->state;
    const CardSet lying = state->table.pool;
    if (_mm_popcnt_u64(lying & NUMERALS) >= POOL_PLACES) return false;
    WidePool pool;
    wide_load(&pool, playout, lying);
    uint32_t tally[MAX_SIDES];
    memcpy(tally, state->tally, sizeof tally);
    Rng coins = *rng;
    int ply = state->table.ply, turn = state->table.turn, last = state->table.last;
    for (; ply < end; ply++, turn = turn + 1 == players ? 0 : turn + 1) {
        const int class = run->order[ply];
        const Handling *handle = &playout->handling[class];
        if (!(pool.word >> handle->test & 1)) {
            if (pool.filled == 8 * POOL_PLACES) break;
            wide_trail(&pool, handle);
            continue;
        }
        const int side = playout->side[turn], sum = handle->test;
        const uint32_t gain = sum <= 10          ? wide_take(&pool, sum, rng_next(&coins))
                              : sum == SWEEP_BIT ? wide_sweep(&pool)
                                                 : wide_take_face(&pool, handle);
        tally[side] += gain + handle->worth;
        last = side;
        if (!(pool.word & ANYTHING)) {
            const int last_deal = ply >= PLAYS - HAND * players;
            if (playout->sur_possible[last_deal][side][sur_kind(classes->value[class])])
                sur_score(state->table.surs, playout, side, last_deal);
        } else if (sweeps_at(ply, playout->rules)) {
            tally[side] += wide_worth(&pool);
            pool = (WidePool){.word = 1, .low = 1};
        }
    }
    *rng = coins;
    memcpy(state->tally, tally, sizeof tally);
    state->table.ply = (uint8_t)ply;
    state->table.turn = (uint8_t)turn;
    state->table.last = (int8_t)last;
    state->table.deal = (uint8_t)((ply < PLAYS ? ply : PLAYS - 1) / (HAND * players));
    if (ply < PLAYS) {
        wide_store(run->pool, &pool, playout, set_count(lying & JACKS));
    } else { /* only what all is worth counts */
        pool_load(run->pool, classes, 0);
        run->pool->worth = wide_worth(&pool);
    }
    return true;
}

#else

bool random_wide_possible(void) { return false; }

bool run_random_wide(PlayoutRun *run, Rng *rng)
{
    (void)run, (void)rng;
    return false;
}

#endif
