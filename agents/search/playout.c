/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round as a search sees it: classes of cards, what everybody sees of a position, how it is played on by a policy
   or at random, and its value between two deals. */
#include "agents/search/playout.h"

#include <math.h>

/* ---- classes and positions */

static void classes_init(Classes *classes, const Rules *rules, const Fold *fold)
{
    *classes = (Classes){.plain = {MAX_POINTS, MAX_POINTS}};
    for (Card card = 0; card < CARDS; card++) {
        int rank = card_rank(card), points = scoring_cards(set_of(card), rules);
        if (rank > JACK && classes->plain[rank - QUEEN] > (uint32_t)points)
            classes->plain[rank - QUEEN] = (uint32_t)points;
        bool alone = set_has(*fold, card);
        CardSet cards = alone ? set_of(card) : RANK_SET(rank) & ~*fold;
        if (set_first(cards) != card) {
            classes->of[card] = classes->of[set_first(cards)];
            continue;
        }
        int class = classes->count++;
        classes->of[card] = (uint8_t) class;
        classes->cards[class] = cards;
        classes->value[class] = (uint8_t)(rank + 1);
        classes->tally[class] = (uint32_t)points + (set_of(card) & CLUBS ? TALLY_CLUB : 0);
    }
}

void playout_init(Playout *playout, const Rules *rules, const int16_t scores[], bool fold)
{
    *playout = (Playout){.rules = rules, .end = PLAYS, .fold = PACK};
    if (fold) playout->fold = fold_for(rules);
    classes_init(&playout->classes, rules, &playout->fold);
    for (int seat = 0; seat < rules->players; seat++)
        playout->side[seat] = (uint8_t)rules_side(rules, seat);
    static const int RANKS_OF_KINDS[SUR_KINDS] = {[SUR_NUMERAL] = ACE, [SUR_JACK] = JACK, [SUR_FACE] = KING};
    for (int last = 0; last < 2; last++) {
        playout->sur_counts[last] = sur_in_deal(last ? rules->deals - 1 : 0, rules) == LAST_DEAL_YES;
        for (int seat = 0; seat < rules->players; seat++) {
            Table table = {.deal = (uint8_t)(last ? rules->deals - 1 : 0), .turn = (uint8_t)seat};
            memcpy(table.scores, scores, rules->sides * sizeof *scores);
            for (int kind = 0; kind < SUR_KINDS; kind++)
                playout->sur_possible[last][playout->side[seat]][kind] =
                    table_sur_possible(&table, rules, RANKS_OF_KINDS[kind]);
        }
    }
    playout->club_points = (float)scoring_club(CLUBS_WON, rules) / CLUBS_WON;
}

void public_init(PublicState *state, const Playout *playout, const Table *table)
{
    *state = (PublicState){.table = *table};
    for (int side = 0; side < playout->rules->sides; side++)
        state->tally[side] = tally_of(table->piles[side], &playout->classes);
}

static CardSet unseen_at(const Table *table)
{
    const CardSet *piles = table->piles;
    return PACK & ~(table->pool | piles[0] | piles[1] | piles[2] | piles[3]);
}

CardSet public_hand(const PublicState *state, const Playout *playout, const uint8_t classes[], int size)
{
    CardSet unseen = unseen_at(&state->table), hand = 0;
    for (int i = 0; i < size; i++)
        hand |= set_of(set_last(playout->classes.cards[classes[i]] & unseen & ~hand));
    return hand;
}

void public_play(PublicState *state, const Playout *playout, int class, CardSet captured)
{
    CardSet before[MAX_SIDES];
    memcpy(before, state->table.piles, sizeof before);
    const Card card = set_last(playout->classes.cards[class] & unseen_at(&state->table));
    table_play(&state->table, playout->rules, set_of(card) | captured);
    for (int side = 0; side < playout->rules->sides; side++)
        state->tally[side] += tally_of(state->table.piles[side] ^ before[side], &playout->classes);
}

void public_points(int points[], const PublicState *state, const Playout *playout)
{
    const Rules *rules = playout->rules;
    int clubs[MAX_SIDES];
    for (int side = 0; side < rules->sides; side++) {
        clubs[side] = (int)(state->tally[side] / TALLY_CLUB);
        points[side] = (int)(state->tally[side] % TALLY_CLUB) + sur_points(state->table.surs[side], rules);
    }
    const int winner = scoring_clubs_winner(clubs, rules, table_over(&state->table));
    if (winner != NOBODY) points[winner] += scoring_clubs(clubs[winner], rules);
}

int public_captures(CardSet out[static MAX_CAPTURES], const PublicState *state, const Playout *playout, int class)
{
    int count = capture_list(out, state->table.pool, playout->classes.value[class] - 1, &playout->fold);
    if (!count) out[count++] = 0;
    return count;
}

/* ---- playing on */

/* A playout on its way. */
typedef struct {
    uint8_t *order;
    const Playout *playout;
    PublicState *state; /* all but its pool, which is in `pool` meanwhile */
    Pool *pool;
    uint32_t leaves; /* all ones: a coin of 1 leaves a numeral, until a card trails in a LARGE_POOL; 0: it takes it */
} PlayoutRun;

enum { LARGE_POOL = 8 };

/* SUR_… of a card of this value. */
static inline int sur_kind(int value) { return value <= 10 ? SUR_NUMERAL : value == 11 ? SUR_JACK : SUR_FACE; }

/* A Sur by `side`: cancels one of another side's, or counts. */
static inline void sur_score(uint8_t surs[], const Playout *playout, int side, int last)
{
    int victim = sur_victim(surs, side, playout->rules);
    if (victim != NOBODY)
        surs[victim]--;
    else
        surs[side] = (uint8_t)(surs[side] + playout->sur_counts[last]);
}

static inline bool pool_reaches(const Pool *pool, int sum) { return pool->reach[pool->numerals] >> sum & 1; }

/* A random set of numerals with this sum, which is reachable, as a mask of places: every such set has a chance,
   though not the same one. From the last place to the first, a coin decides where both taking and leaving can lead
   to the sum. */
static inline uint64_t pool_pick(const Pool *pool, int sum, uint32_t coins)
{
    uint64_t taken = 0;
    for (int i = pool->numerals - 1; i >= 0; i--) {
        uint64_t reach = pool->reach[i];
        uint64_t take = reach << pool->values[i] >> sum & (~(reach >> sum) | coins >> (i & 31)) & 1;
        sum -= (int)take * pool->values[i];
        taken |= take << i;
    }
    return taken;
}

/* Removes the numerals of the mask; returns their tally. */
static inline uint32_t pool_remove(Pool *pool, const Classes *classes, uint64_t taken)
{
    uint32_t gain = 0;
    int kept = 0;
    for (int i = 0; i < pool->numerals; i++) {
        uint32_t take = taken >> i & 1;
        int class = pool->classes[i], value = pool->values[i];
        gain += classes->tally[class] & -take;
        pool->classes[kept] = (uint8_t) class;
        pool->values[kept] = (uint8_t)value;
        pool->reach[kept + 1] = reach_with(pool->reach[kept], value);
        kept += !take;
    }
    pool->numerals = kept;
    pool->tally -= gain;
    return gain;
}

/* A jack takes all numerals and jacks; returns their tally. */
static inline uint32_t pool_sweep(Pool *pool)
{
    uint32_t gain = pool->tally;
    pool_clear_numerals(pool);
    pool->jacks = 0;
    pool->tally = 0;
    return gain;
}

/* The tally of the queen (kind 0) or king (kind 1) that one of its kind takes. Where several lie there it takes the
   one that counts more than the others, of which there is one at most: the club. */
static inline uint32_t pool_face(const Pool *pool, const Classes *classes, int kind)
{
    return pool->face_scoring[kind] - classes->plain[kind] * (uint32_t)(pool->faces[kind] - 1);
}
static inline uint32_t pool_take_face(Pool *pool, const Classes *classes, int kind)
{
    const uint32_t gain = pool_face(pool, classes, kind);
    pool->face_scoring[kind] -= gain;
    pool->faces[kind]--;
    return gain;
}

/* What a policy has to know of a play. */
typedef struct {
    uint32_t gain; /* the tally of what is captured, with the card itself; of a trail: of the card that is given away */
    int left;      /* cards in the pool after the play */
    int sum;       /* of the numerals among them; more than 10 where anything else lies there too */
    bool trail, sur;
} PolicyPlay;

enum { JACK_SUM = 11 }; /* what a card that is no numeral adds to the sum */

/* A policy's score of a play. POLICY_GUARDED weighs what it gives away, with weights after the advice of rule pages
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
        if (pool->numerals == LARGE_POOL) run->leaves = 0;
        pool_add(pool, classes, class);
        return;
    }
    uint32_t gain = taken         ? pool_remove(pool, classes, taken)
                    : value == 11 ? pool_sweep(pool)
                                  : pool_take_face(pool, classes, value - 12);
    state->tally[side] += gain + classes->tally[class];
    state->table.last = (int8_t)side;
    int last = state->table.deal + 1 == playout->rules->deals;
    if (pool_empty(pool)) {
        if (playout->sur_possible[last][side][sur_kind(value)]) sur_score(state->table.surs, playout, side, last);
    } else if (sweeps_at(state->table.ply, playout->rules)) {
        state->tally[side] += pool_scoring(pool);
        pool_load(pool, classes, 0);
    }
}

static inline void run_random(PlayoutRun *run, Rng *rng)
{
    int class = run->order[run->state->table.ply], value = run->playout->classes.value[class];
    uint64_t taken = 0;
    if (value <= 10 && pool_reaches(run->pool, 11 - value))
        taken = pool_pick(run->pool, 11 - value, rng_next(rng) ^ run->leaves);
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
        next.gain += run->playout->classes.tally[pool->classes[i]];
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
        .gain = classes->tally[class], .left = pool->numerals + others, .sum = numeral_sum + JACK_SUM * others};
    look.sur = run->playout->sur_possible[last][side][sur_kind(value)];
    if (value <= 10 && pool_reaches(pool, 11 - value)) {
        captures_offer(best, run, pool->numerals, 11 - value, look, 0);
        return;
    }
    if (value == 11 && pool->numerals + pool->jacks) {
        look.gain += pool->tally;
        look.left = pool->faces[0] + pool->faces[1];
        look.sum = JACK_SUM * look.left;
    } else if (value >= 12 && pool->faces[value - 12]) {
        look.gain += pool_face(pool, classes, value - 12);
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
    pool_load(pool, &playout->classes, state->table.pool);
    const bool random = playout->policy == POLICY_RANDOM;
    PlayoutRun run = {order, playout, state, pool, random && pool->numerals < LARGE_POOL ? UINT32_MAX : 0};
    if (random) {
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
    if (state->table.last != NOBODY) state->tally[state->table.last] += pool_scoring(pool);
    pool_load(pool, &playout->classes, 0);
}

/* ---- the value between two deals, fitted to rounds of tactic: docs/notes/2026-11-search.md. The seat
   that leads the next deal may take what lies in the pool. Other numbers would predict hardly better; another form
   might, before the last deal by a tenth of what is left. */

/* The chance that a side gets this many of the clubs that are left, each of which goes to any side with equal chance. */
static float clubs_reached(int wanted, int left, const Rules *rules)
{
    float chances[CLUBS_IN_PACK + 1] = {1}, sum = 0; /* by the number that the side gets */
    const float own = 1 / (float)rules->sides;
    for (int club = 1; club <= left; club++)
        for (int got = club; got >= 0; got--)
            chances[got] = chances[got] * (1 - own) + (got ? chances[got - 1] * own : 0);
    for (int got = wanted < 0 ? 0 : wanted; got <= left; got++)
        sum += chances[got];
    return sum;
}

/* Adds the points that each side may expect of the clubs: a softmax of its number of clubs, with steepness / sqrt(clubs
   left), until a side has won them. Returns true while nobody has. */
static bool value_clubs(float points[], const PublicState *state, const Playout *playout, float steepness)
{
    const Rules *rules = playout->rules;
    float clubs_points = (float)scoring_clubs(scoring_clubs_usual(rules), rules);
    float chances[MAX_SIDES], sum = 0;
    uint32_t left = CLUBS_IN_PACK;
    for (int side = 0; side < rules->sides; side++) {
        uint32_t clubs = state->tally[side] / TALLY_CLUB;
        left -= clubs;
        if (clubs < CLUBS_WON || clubs < rules->clubs_least) continue;
        points[side] += (float)scoring_clubs((int)clubs, rules);
        return false;
    }
    steepness /= sqrtf((float)(left ? left : 1));
    for (int side = 0; side < rules->sides; side++)
        sum += chances[side] = expf(steepness * (float)(state->tally[side] / TALLY_CLUB));
    for (int side = 0; side < rules->sides; side++) {
        const int missing = rules->clubs_least - (int)(state->tally[side] / TALLY_CLUB);
        if (rules->clubs_least) chances[side] *= clubs_reached(missing, (int)left, rules);
        points[side] += clubs_points * chances[side] / sum;
    }
    return true;
}

/* The chance that the side to move can make a Sur at once, by the number of cards still to be dealt that can do it. */
static float sur_chance(const PublicState *state, const Pool *pool, const Playout *playout, const uint8_t order[])
{
    int faces = pool->faces[0] + pool->faces[1], sum = 0, value;
    for (int i = 0; i < pool->numerals; i++)
        sum += pool->values[i];
    if (pool_empty(pool) || pool->jacks || faces > 1 || (faces && sum) || sum > 10) return 0;
    value = faces ? pool->faces[0] ? 12 : 13 : 11 - sum;
    int last = state->table.deal + 1 == playout->rules->deals, fitting = 0, unseen = PLAYS - state->table.ply;
    if (!playout->sur_possible[last][playout->side[state->table.turn]][sur_kind(value)]) return 0;
    for (int i = state->table.ply; i < PLAYS; i++)
        fitting += playout->classes.value[order[i]] == value;
    float none = 1;
    for (int i = 0; i < HAND; i++)
        none *= fmaxf(0, (float)(unseen - fitting - i)) / (float)(unseen - i);
    return 1 - none;
}

void playout_value(float points[static MAX_SIDES], const PublicState *state, const Pool *pool, const Playout *playout,
                   const uint8_t order[static PLAYS])
{
    const Rules *rules = playout->rules;
    const bool several = rules->sides > 2;
    const uint32_t lying = pool_scoring(pool);
    for (int side = 0; side < rules->sides; side++)
        points[side] = (float)(state->tally[side] % TALLY_CLUB) + (float)sur_points(state->table.surs[side], rules);
    const float club = value_clubs(points, state, playout, several ? 1.6f : 1.3f) ? playout->club_points : 0;
    points[playout->side[state->table.turn]] +=
        -1.3f * ((float)state->table.ply / PLAYS) +
        0.15f * (float)(pool->numerals + pool->jacks + pool->faces[0] + pool->faces[1]) +
        0.4f * (float)(lying % TALLY_CLUB) + 0.4f * (club * (float)(lying / TALLY_CLUB)) +
        (several ? 0.5f : 1.45f) * ((float)sur_points(1, rules) * sur_chance(state, pool, playout, order));
}

void playout_round_value(float points[static MAX_SIDES], const Round *round, const Playout *playout)
{
    const Table *table = &round->table;
    PublicState state;
    Pool pool;
    uint8_t order[PLAYS];
    int ply = table->ply;
    public_init(&state, playout, table);
    pool_load(&pool, &playout->classes, table->pool);
    for (int seat = 0; seat < playout->rules->players; seat++)
        for (CardSet rest = round->hands[seat]; rest; rest = set_rest(rest))
            order[ply++] = playout->classes.of[set_first(rest)];
    const Card *next = round->stock + table->deal * HAND * playout->rules->players;
    while (ply < PLAYS)
        order[ply++] = playout->classes.of[*next++];
    playout_value(points, &state, &pool, playout, order);
}
