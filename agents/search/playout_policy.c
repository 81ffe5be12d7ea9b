/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays a round on, every play by a policy or at random. */
#include "agents/search/playout_private.h"

/* What a policy has to know of a play. */
typedef struct {
    uint32_t gain; /* the tally of what is captured, with the card itself; of a trail: of the card that is given away */
    int left;      /* cards in the pool after the play */
    int sum;       /* of the numerals among them; more than 10 where anything else lies there too */
    bool trail, sur;
} PolicyPlay;

enum { JACK_SUM = 11 }; /* what a card that is no numeral adds to the sum */

/* A policy's score of a play. POLICY_GUARDED minds what it gives away, with weights after the advice of rule pages
   (docs/tactics.md): a trail gives its card away, a pool of 1 to 10 invites a Sur. It is not the agent tactic. */
static float policy_score(const PolicyPlay *look, const Playout *playout, const PublicState *state, int side)
{
    bool open = true;
    for (int i = 0; i < playout->rules->sides; i++)
        open = open && state->tally[i] / TALLY_CLUB < CLUBS_WON;
    float club = open ? playout->club_points : 0;
    float gain = (float)(look->gain % TALLY_CLUB) + club * (float)(look->gain / TALLY_CLUB);
    float score = look->trail ? 0 : gain;
    if (look->sur) score += (float)sur_points(1, playout->rules);
    if (playout->policy != POLICY_GUARDED) return score;
    if (look->trail) score -= 1.2f * gain;
    int last = state->table.deal + 1 == playout->rules->deals;
    int next = playout->side[(state->table.turn + 1) % playout->rules->players];
    if (look->left && look->sum <= 10 && next != side && playout->sur_possible[last][next][SUR_NUMERAL])
        score -= 0.2f * (float)sur_points(1, playout->rules);
    return score;
}

/* Plays a card of the class; of several captures by a numeral the one of the places `taken`. */
static inline void run_play(PlayoutRun *run, int class, uint64_t taken)
{
    const Playout *playout = run->playout;
    const Classes *classes = &playout->classes;
    PublicState *state = run->state;
    Pool *pool = run->pool;
    int value = classes->value[class], side = playout->side[state->table.turn];
    int lying = value == 11 ? pool->numerals + pool->jacks : value < 11 ? 0 : pool->faces[value - 12];
    if (!taken && !lying) {
        pool_add(pool, classes, class);
        return;
    }
    uint32_t gain = taken         ? pool_remove(pool, classes, taken)
                    : value == 11 ? pool_sweep(pool)
                                  : pool_take_face(pool, value - 12);
    state->tally[side] += gain + classes->worth[class];
    state->table.last = (int8_t)side;
    int last = state->table.deal + 1 == playout->rules->deals;
    if (pool_empty(pool)) {
        if (playout->sur_possible[last][side][sur_kind(value)]) sur_score(state->table.surs, playout, side, last);
    } else if (sweeps_at(state->table.ply, playout->rules)) {
        state->tally[side] += pool_worth(pool);
        pool_load(pool, classes, 0);
    }
}

static inline void run_random(PlayoutRun *run, Rng *rng)
{
    int class = run->order[run->state->table.ply], value = run->playout->classes.value[class];
    uint64_t taken = 0;
    if (value <= 10 && pool_reaches(run->pool, 11 - value)) taken = pool_pick(run->pool, 11 - value, rng_next(rng));
    run_play(run, class, taken);
}

/* The best play so far, and its score. */
typedef struct {
    float score;
    uint64_t taken; /* places of the numerals that it captures; 0 if it captures none */
} PolicyChoice;

/* Takes the play if it is better than the best so far. */
static void choice_offer(PolicyChoice *best, const PlayoutRun *run, PolicyPlay look, uint64_t taken)
{
    float score = policy_score(&look, run->playout, run->state, run->playout->side[run->state->table.turn]);
    if (score > best->score) *best = (PolicyChoice){score, taken};
}

/* Offers every set of the first `places` numerals that sums to `sum`, together with `taken`. */
static void captures_offer(PolicyChoice *best, const PlayoutRun *run, int places, int sum, PolicyPlay look,
                           uint64_t taken)
{
    const Pool *pool = run->pool;
    if (!sum) {
        look.sur = !look.left && look.sur;
        choice_offer(best, run, look, taken);
        return;
    }
    for (int i = places - 1; i >= 0; i--) {
        int value = pool->values[i];
        if (value > sum || !(pool->reach[i] >> (sum - value) & 1)) continue;
        PolicyPlay next = look;
        next.gain += run->playout->classes.worth[pool->classes[i]];
        next.left--;
        next.sum -= value;
        captures_offer(best, run, i, sum - value, next, taken | UINT64_C(1) << i);
    }
}

/* Offers the plays of a card of the class. */
static void class_offer(PolicyChoice *best, const PlayoutRun *run, int class)
{
    const Classes *classes = &run->playout->classes;
    const Pool *pool = run->pool;
    int value = classes->value[class], side = run->playout->side[run->state->table.turn];
    int last = run->state->table.deal + 1 == run->playout->rules->deals;
    int others = pool->jacks + pool->faces[0] + pool->faces[1], numeral_sum = 0;
    for (int i = 0; i < pool->numerals; i++)
        numeral_sum += pool->values[i];
    PolicyPlay look = {
        .gain = classes->worth[class], .left = pool->numerals + others, .sum = numeral_sum + JACK_SUM * others};
    look.sur = run->playout->sur_possible[last][side][sur_kind(value)];
    if (value <= 10 && pool_reaches(pool, 11 - value)) {
        captures_offer(best, run, pool->numerals, 11 - value, look, 0);
        return;
    }
    if (value == 11 && pool->numerals + pool->jacks) {
        look.gain += pool->worth;
        look.left = pool->faces[0] + pool->faces[1];
        look.sum = JACK_SUM * look.left;
    } else if (value >= 12 && pool->faces[value - 12]) {
        look.gain += pool->face_worth[value - 12];
        look.left--;
        look.sum -= JACK_SUM;
    } else {
        look.trail = true;
        look.left++;
        look.sum += value;
    }
    look.sur = look.sur && !look.left;
    choice_offer(best, run, look, 0);
}

/* Makes the play of the hand that scores best, the first of equals, as the cards lie in random order. */
static void run_best(PlayoutRun *run)
{
    int players = run->playout->rules->players, ply = run->state->table.ply;
    int end = (run->state->table.deal + 1) * HAND * players, chosen = ply;
    PolicyChoice best = {.score = -1e9f};
    uint64_t seen = 0;
    for (int i = ply; i < end; i += players) {
        if (seen >> run->order[i] & 1) continue;
        seen |= UINT64_C(1) << run->order[i];
        float before = best.score;
        class_offer(&best, run, run->order[i]);
        if (best.score > before) chosen = i;
    }
    uint8_t class = run->order[chosen];
    run->order[chosen] = run->order[ply];
    run->order[ply] = class;
    run_play(run, class, best.taken);
}

static inline void run_advance(PlayoutRun *run)
{
    PublicState *state = run->state;
    state->table.ply++;
    if (++state->table.turn == run->playout->rules->players) {
        state->table.turn = 0;
        if (state->table.ply == (state->table.deal + 1) * HAND * run->playout->rules->players &&
            state->table.ply < PLAYS)
            state->table.deal++;
    }
}

void playout_run(PublicState *state, Pool *pool, const Playout *playout, uint8_t order[static PLAYS], Rng *rng)
{
    PlayoutRun run = {order, playout, state, pool};
    const bool random = playout->policy == POLICY_RANDOM, wide = random && playout->wide && run_random_wide(&run, rng);
    if (!wide) pool_load(pool, &playout->classes, state->table.pool);
    if (random) {
        if (!wide) run_random_fast(&run, rng);
        for (; state->table.ply < playout->end; run_advance(&run))
            run_random(&run, rng);
    } else {
        for (; state->table.ply < playout->end; run_advance(&run))
            if (playout->noise && rng_next(rng) < playout->noise)
                run_random(&run, rng);
            else
                run_best(&run);
    }
    state->table.pool = 0;
    if (state->table.ply < PLAYS) return;
    if (state->table.last != NOBODY) state->tally[state->table.last] += pool_worth(pool);
    pool_load(pool, &playout->classes, 0);
}
