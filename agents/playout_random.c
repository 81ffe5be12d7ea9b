/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random playouts, which a search spends its time on: the pool's numerals lie as bytes in two words, captures are picked
   and removed without branches. Pools of more than PLACES numerals are left to the slower general code. */
#include "agents/playout_run.h"

enum { PLACES = 8, FEW = 4 };

/* shifts[taken][place]: by how many bits the byte at `place` moves down when those of `taken` are removed. */
static const uint8_t SHIFTS[1 << FEW][FEW] = {
    {0, 0, 0, 0},  {0, 8, 8, 8},   {0, 0, 8, 8},  {0, 8, 16, 16}, {0, 0, 0, 8}, {0, 8, 8, 16},
    {0, 0, 8, 16}, {0, 8, 16, 24}, {0, 0, 0, 0},  {0, 8, 8, 8},   {0, 0, 8, 8}, {0, 8, 16, 16},
    {0, 0, 0, 8},  {0, 8, 8, 16},  {0, 0, 8, 16}, {0, 8, 16, 24},
};

typedef struct {
    uint64_t values, classes; /* byte i: the i-th numeral; 0 beyond the last */
    uint32_t reach;           /* sums of numerals */
    uint32_t worth;           /* of numerals and jacks */
    int numerals, jacks;
} Packed;

/* Takes a random set of numerals that sums to `sum` out of at most `places`; returns its tally. */
static inline uint32_t packed_take(Packed *pool, const Classes *classes, int sum, uint32_t coins, const int places)
{
    uint32_t reach[PLACES];
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
    pool->reach = sums;
    pool->worth -= gain;
    return gain;
}

void run_random_fast(Run *run, Rng *rng)
{
    const Playout *playout = run->playout;
    const Classes *classes = &playout->classes;
    const int players = playout->rules->players, end = playout->end;
    PublicState *state = run->state;
    Packed pool = {.reach = 1};
    int faces[2] = {run->pool.faces[0], run->pool.faces[1]};
    uint32_t face_worth[2] = {run->pool.face_worth[0], run->pool.face_worth[1]};
    uint32_t tally[MAX_SIDES];
    Rng coins = *rng;
    if (run->pool.numerals >= PLACES) return;
    for (int i = run->pool.numerals - 1; i >= 0; i--) {
        pool.values = pool.values << 8 | run->pool.values[i];
        pool.classes = pool.classes << 8 | run->pool.classes[i];
    }
    pool.reach = run->pool.reach[run->pool.numerals];
    pool.worth = run->pool.worth;
    pool.numerals = run->pool.numerals;
    pool.jacks = run->pool.jacks;
    memcpy(tally, state->tally, sizeof tally);
    int ply = state->ply, turn = state->turn, last = state->last;
    for (; ply < end; ply++, turn = turn + 1 == players ? 0 : turn + 1) {
        int class = run->order[ply], value = classes->value[class];
        uint32_t worth = classes->worth[class], gain;
        if (value <= 10) {
            if (!(pool.reach >> (11 - value) & 1)) {
                if (pool.numerals == PLACES) break;
                pool.values |= (uint64_t)value << 8 * pool.numerals;
                pool.classes |= (uint64_t) class << 8 * pool.numerals;
                pool.reach |= pool.reach << value;
                pool.worth += worth;
                pool.numerals++;
                continue;
            }
            gain = pool.numerals <= FEW ? packed_take(&pool, classes, 11 - value, rng_next(&coins), FEW)
                                        : packed_take(&pool, classes, 11 - value, rng_next(&coins), PLACES);
        } else if (value == 11) {
            if (!(pool.numerals | pool.jacks)) {
                pool.worth = worth;
                pool.jacks = 1;
                continue;
            }
            gain = pool.worth;
            pool = (Packed){.reach = 1};
        } else {
            int kind = value - 12;
            if (!faces[kind]) {
                faces[kind] = 1;
                face_worth[kind] = worth;
                continue;
            }
            gain = face_worth[kind];
            face_worth[kind] = 0;
            faces[kind]--;
        }
        int side = playout->side[turn];
        tally[side] += gain + worth;
        last = side;
        if (!(pool.numerals | pool.jacks | faces[0] | faces[1])) {
            int last_deal = ply >= PLAYS - HAND * players;
            if (playout->sur_possible[last_deal][side][kind_of(value)])
                sur_score(state->surs, playout, side, last_deal);
        } else if (ply >= PLAYS - players && playout->rules->last_sweep == SWEEP_MATCH) {
            tally[side] += pool.worth + face_worth[0] + face_worth[1];
            pool = (Packed){.reach = 1};
            memset(faces, 0, sizeof faces);
            memset(face_worth, 0, sizeof face_worth);
        }
    }
    *rng = coins;
    memcpy(state->tally, tally, sizeof tally);
    state->ply = (uint8_t)ply;
    state->turn = (uint8_t)turn;
    state->last = (int8_t)last;
    state->deal = (uint8_t)((ply < PLAYS ? ply : PLAYS - 1) / (HAND * players));
    run->pool.worth = pool.worth;
    run->pool.face_worth[0] = face_worth[0];
    run->pool.face_worth[1] = face_worth[1];
    if (ply == PLAYS) return; /* nobody reads the rest */
    pool_clear_numerals(&run->pool);
    run->pool.jacks = pool.jacks;
    memcpy(run->pool.faces, faces, sizeof faces);
    for (int i = 0; i < pool.numerals; i++)
        pool_add(&run->pool, classes, (int)(pool.classes >> 8 * i & 0xff));
    run->pool.worth = pool.worth;
}
