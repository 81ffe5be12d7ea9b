/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/search/playout.h"

#include "agents/search/playout_run.h"

static void classes_init(Classes *classes, const Rules *rules, const Fold *fold)
{
    *classes = (Classes){0};
    for (Card card = 0; card < CARDS; card++) {
        int rank = card_rank(card);
        bool alone = set_has(fold->alone, card);
        CardSet cards = alone ? set_of(card) : RANK_SET(rank) & ~fold->alone;
        if (set_first(cards) != card) {
            classes->of[card] = classes->of[set_first(cards)];
            continue;
        }
        int class = classes->count++;
        classes->of[card] = (uint8_t) class;
        classes->cards[class] = cards;
        classes->value[class] = (uint8_t)(rank + 1);
        classes->worth[class] = (uint32_t)worth_cards(set_of(card), rules) + (set_of(card) & CLUBS ? TALLY_CLUB : 0);
    }
}

void playout_init(Playout *playout, const Rules *rules, const int16_t scores[], bool fold)
{
    *playout = (Playout){.rules = rules, .end = PLAYS, .fold = {PACK}};
    if (fold) playout->fold = fold_for(rules);
    classes_init(&playout->classes, rules, &playout->fold);
    handling_init(playout->handling, &playout->classes);
    for (int seat = 0; seat < rules->players; seat++)
        playout->side[seat] = (uint8_t)rules_side(rules, seat);
    static const int RANK_OF_KIND[] = {ACE, JACK, KING};
    for (int last = 0; last < 2; last++) {
        playout->sur_counts[last] = sur_in_deal(last ? rules->deals - 1 : 0, rules) == LAST_DEAL_YES;
        for (int seat = 0; seat < rules->players; seat++) {
            Table table = {.deal = (uint8_t)(last ? rules->deals - 1 : 0), .turn = (uint8_t)seat};
            memcpy(table.scores, scores, rules->sides * sizeof *scores);
            for (int kind = 0; kind < 3; kind++)
                playout->sur_possible[last][playout->side[seat]][kind] =
                    table_sur_possible(&table, rules, RANK_OF_KIND[kind]);
        }
    }
    playout->club_points = (float)worth_club(CLUBS_WON, rules) / CLUBS_WON;
}

void public_init(PublicState *state, const Playout *playout, const Table *table)
{
    *state = (PublicState){
        .pool = table->pool, .ply = table->ply, .turn = table->turn, .deal = table->deal, .last = table->last};
    for (int side = 0; side < playout->rules->sides; side++) {
        state->surs[side] = table->surs[side];
        state->piles[side] = table->piles[side];
        for (CardSet rest = table->piles[side]; rest; rest = set_rest(rest))
            state->tally[side] += playout->classes.worth[playout->classes.of[set_first(rest)]];
    }
}

static CardSet seen_of(const PublicState *state)
{
    return state->pool | state->piles[0] | state->piles[1] | state->piles[2] | state->piles[3];
}

CardSet public_hand(const PublicState *state, const Playout *playout, const uint8_t classes[], int size)
{
    CardSet unseen = PACK & ~seen_of(state), hand = 0;
    for (int i = 0; i < size; i++)
        hand |= set_of(set_last(playout->classes.cards[classes[i]] & unseen & ~hand));
    return hand;
}

void public_table(Table *table, const PublicState *state, const int16_t scores[])
{
    *table =
        (Table){.pool = state->pool, .ply = state->ply, .turn = state->turn, .deal = state->deal, .last = state->last};
    memcpy(table->piles, state->piles, sizeof table->piles);
    memcpy(table->scores, scores, sizeof table->scores);
    memcpy(table->surs, state->surs, sizeof table->surs);
}

void public_play(PublicState *state, const Playout *playout, int class, CardSet captured)
{
    const Rules *rules = playout->rules;
    const Classes *classes = &playout->classes;
    CardSet card = set_of(set_last(classes->cards[class] & ~seen_of(state)));
    if (captured) {
        int side = playout->side[state->turn], last = state->deal + 1 == rules->deals;
        state->pool &= ~captured;
        state->piles[side] |= captured | card;
        state->tally[side] += classes->worth[class] + tally_of(captured, classes);
        state->last = (int8_t)side;
        if (!state->pool) {
            if (playout->sur_possible[last][side][kind_of(classes->value[class])])
                sur_score(state->surs, playout, side, last);
        } else if (rules->last_sweep == SWEEP_MATCH && state->ply >= PLAYS - rules->players) {
            state->tally[side] += tally_of(state->pool, classes);
            state->piles[side] |= state->pool;
            state->pool = 0;
        }
    } else {
        state->pool |= card;
    }
    state->ply++;
    if (++state->turn == rules->players) {
        state->turn = 0;
        if (state->ply == (state->deal + 1) * HAND * rules->players && state->ply < PLAYS) state->deal++;
    }
    if (state->ply == PLAYS && state->last != NOBODY) {
        state->tally[state->last] += tally_of(state->pool, classes);
        state->pool = 0;
    }
}

void public_points(int points[static MAX_SIDES], const PublicState *state, const Playout *playout)
{
    const Rules *rules = playout->rules;
    int clubs[MAX_SIDES];
    for (int side = 0; side < rules->sides; side++) {
        clubs[side] = (int)(state->tally[side] / TALLY_CLUB);
        points[side] = (int)(state->tally[side] % TALLY_CLUB) + sur_points(state->surs[side], rules);
    }
    int winner = worth_clubs_winner(clubs, rules, true);
    if (winner != NOBODY) points[winner] += worth_clubs(clubs[winner], rules);
}

int public_captures(CardSet out[static MAX_CAPTURES], const PublicState *state, const Playout *playout, int class)
{
    int count = capture_list(out, state->pool, playout->classes.value[class] - 1, &playout->fold);
    if (!count) out[count++] = 0;
    return count;
}

/* ---- playing on ---- */

/* What a policy has to know of a play. */
typedef struct {
    uint32_t gain; /* tally captured, with the card itself; of a trail: of the card given away */
    int left;      /* cards in the pool after it */
    int sum;       /* of the numerals there; more than 10 where anything else lies there, too */
    bool trail, sur;
} Look;

enum { JACK_SUM = 11 };

/* Weights after the tactics section of the rules: a trail gives its card away, a pool of 1 to 10 invites a Sur. */
static float look_score(const Look *look, const Playout *playout, const PublicState *state, int side)
{
    bool open = true;
    for (int i = 0; i < playout->rules->sides; i++)
        open = open && state->tally[i] / TALLY_CLUB < CLUBS_WON;
    float club = open ? playout->club_points : 0;
    float gain = (float)(look->gain % TALLY_CLUB) + club * (float)(look->gain / TALLY_CLUB);
    float score = look->trail ? 0 : gain;
    if (look->sur) score += (float)sur_points(1, playout->rules);
    if (playout->policy != POLICY_TACTIC) return score;
    if (look->trail) score -= 1.2f * gain;
    int last = state->deal + 1 == playout->rules->deals;
    int next = playout->side[(state->turn + 1) % playout->rules->players];
    if (look->left && look->sum <= 10 && next != side && playout->sur_possible[last][next][0])
        score -= 0.2f * (float)sur_points(1, playout->rules);
    return score;
}

/* Plays the class; of several captures the one of `taken`. */
static inline void run_play(Run *run, int class, uint64_t taken)
{
    const Playout *playout = run->playout;
    const Classes *classes = &playout->classes;
    PublicState *state = run->state;
    Pool *pool = &run->pool;
    int value = classes->value[class], side = playout->side[state->turn];
    uint32_t gain;
    if (value <= 10) {
        if (!taken) {
            pool_add(pool, classes, class);
            return;
        }
        gain = pool_remove(pool, classes, taken);
    } else if (value == 11) {
        if (!(pool->numerals | pool->jacks)) {
            pool_add(pool, classes, class);
            return;
        }
        gain = pool_sweep(pool);
    } else {
        if (!pool->faces[value - 12]) {
            pool_add(pool, classes, class);
            return;
        }
        gain = pool_take_face(pool, value - 12);
    }
    state->tally[side] += gain + classes->worth[class];
    state->last = (int8_t)side;
    int last = state->deal + 1 == playout->rules->deals;
    if (pool_empty(pool)) {
        if (playout->sur_possible[last][side][kind_of(value)]) sur_score(state->surs, playout, side, last);
    } else if (playout->rules->last_sweep == SWEEP_MATCH && state->ply >= PLAYS - playout->rules->players) {
        state->tally[side] += pool_sweep(pool) + pool_take_faces(pool);
    }
}

static inline void run_random(Run *run, Rng *rng)
{
    int class = run->order[run->state->ply], value = run->playout->classes.value[class];
    uint64_t taken = 0;
    if (value <= 10 && pool_reaches(&run->pool, 11 - value)) taken = pool_pick(&run->pool, 11 - value, rng_next(rng));
    run_play(run, class, taken);
}

/* The best capture of numerals by a card of the class, and its score; 0 if there is none. */
typedef struct {
    Look look;
    float score;
    uint64_t taken;
} Choice;

static void choice_offer(Choice *best, const Run *run, Look look, uint64_t taken)
{
    float score = look_score(&look, run->playout, run->state, run->playout->side[run->state->turn]);
    if (score > best->score) *best = (Choice){look, score, taken};
}

/* Offers every set of the first `places` numerals that sums to `sum`, together with `taken`. */
static void captures_offer(Choice *best, const Run *run, int places, int sum, Look look, uint64_t taken)
{
    const Pool *pool = &run->pool;
    if (!sum) {
        look.sur = !look.left && look.sur;
        choice_offer(best, run, look, taken);
        return;
    }
    for (int i = places - 1; i >= 0; i--) {
        int value = pool->values[i];
        if (value > sum || !(pool->reach[i] >> (sum - value) & 1)) continue;
        Look next = look;
        next.gain += run->playout->classes.worth[pool->classes[i]];
        next.left--;
        next.sum -= value;
        captures_offer(best, run, i, sum - value, next, taken | UINT64_C(1) << i);
    }
}

static void class_offer(Choice *best, const Run *run, int class)
{
    const Classes *classes = &run->playout->classes;
    const Pool *pool = &run->pool;
    int value = classes->value[class], side = run->playout->side[run->state->turn];
    int last = run->state->deal + 1 == run->playout->rules->deals;
    int others = pool->jacks + pool->faces[0] + pool->faces[1], numeral_sum = 0;
    for (int i = 0; i < pool->numerals; i++)
        numeral_sum += pool->values[i];
    Look look = {
        .gain = classes->worth[class], .left = pool->numerals + others, .sum = numeral_sum + JACK_SUM * others};
    look.sur = run->playout->sur_possible[last][side][kind_of(value)];
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

/* Plays the best-looking card of the hand, the first of equals: the cards lie in random order. */
static void run_best(Run *run)
{
    int players = run->playout->rules->players, ply = run->state->ply;
    int end = (run->state->deal + 1) * HAND * players, chosen = ply;
    Choice best = {.score = -1e9f};
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

static inline void run_advance(Run *run)
{
    PublicState *state = run->state;
    state->ply++;
    if (++state->turn == run->playout->rules->players) {
        state->turn = 0;
        if (state->ply == (state->deal + 1) * HAND * run->playout->rules->players && state->ply < PLAYS) state->deal++;
    }
}

void playout_run(PublicState *state, Rest *rest, const Playout *playout, uint8_t order[static PLAYS], Rng *rng)
{
    Run run; /* its lists are filled as far as they are read */
    run.order = order;
    run.playout = playout;
    run.state = state;
    pool_load(&run.pool, &playout->classes, state->pool);
    if (playout->policy == POLICY_RANDOM) {
        run_random_fast(&run, rng);
        for (; state->ply < playout->end; run_advance(&run))
            run_random(&run, rng);
    } else {
        for (; state->ply < playout->end; run_advance(&run))
            if (playout->noise && rng_next(rng) < playout->noise)
                run_random(&run, rng);
            else
                run_best(&run);
    }
    const Pool *pool = &run.pool;
    uint32_t left = pool->worth + pool->face_worth[0] + pool->face_worth[1];
    state->pool = 0;
    *rest = (Rest){0};
    if (state->ply == PLAYS) {
        if (state->last != NOBODY) state->tally[state->last] += left;
        return;
    }
    rest->tally = left;
    rest->jacks = pool->jacks;
    rest->queens = pool->faces[0];
    rest->kings = pool->faces[1];
    rest->cards = pool->numerals + pool->jacks + rest->queens + rest->kings;
    for (int i = 0; i < pool->numerals; i++)
        rest->sum += pool->values[i];
}
