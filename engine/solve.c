/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values: what the solver prepares before a search, and the alpha-beta search with its transposition table. */
#include "engine/solve.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* ---- positions */

/* A position of the script. `rest` is packed so that pool and rest are the whole key of what follows. */
typedef struct {
    CardSet pool;  /* folded */
    uint64_t rest; /* see REST_… */
    int16_t left;  /* points of cards not yet in a pile */
    uint8_t ply;
} Spot;

/* The fields of `rest`, from the lowest bit on: the cards that are still held (bit seat * HAND + slot); the deal;
   who captured last (1 + side; 0 where nobody did or it is moot); the clubs of each side (both below 7, or the
   winner's number and 0, or clubs_cap twice once they are settled); side 0's Surs minus side 1's in six bits, where
   they matter. */
enum { REST_DEAL = 16, REST_LAST = 19, REST_CLUBS = 21, CLUBS_BITS = 4, REST_SURS = 29, REST_BITS = 35 };

static inline int spot_clubs(const Spot *spot, int side)
{
    return (int)(spot->rest >> (REST_CLUBS + CLUBS_BITS * side) & 15);
}
static inline unsigned spot_both_clubs(const Spot *spot) { return (unsigned)(spot->rest >> REST_CLUBS & 255); }
static inline bool spot_settled(const Spot *spot, const Script *script)
{
    return spot_both_clubs(spot) == script->settled;
}
static inline int spot_surs(const Spot *spot)
{
    int surs = (int)(spot->rest >> REST_SURS & 63);
    return surs < 32 ? surs : surs - 64;
}

/* The folded pool with one more card of the class whose places are given. Where a settled club has taken the last of
   them, the club's own place is free. */
static inline CardSet fold_add(CardSet pool, CardSet places)
{
    CardSet room = places & ~pool;
    if (!room) room = places >> 1 & CLUBS;
    return pool | (room & -room);
}
/* The folded pool once the clubs are settled: a club takes an ordinary place of its rank while there is one. */
static inline CardSet fold_clubs(CardSet pool, const Script *script)
{
    CardSet nibbles = (pool & script->merge & ~(pool >> 3)) * 15;
    return (pool & ~nibbles) | (pool & nibbles) << 1;
}

/* ---- what stays fixed while a round is searched */

static CardSet places_of(const Script *script, Card card)
{
    CardSet alone = script->fold[0];
    return set_has(alone, card) ? set_of(card) : RANK_SET(card_rank(card)) & ~alone;
}

static CardSet script_fold(const Script *script, CardSet set, bool settled)
{
    CardSet pool = 0;
    for (CardSet rest = set; rest; rest = set_rest(rest))
        pool = fold_add(pool, places_of(script, set_first(rest)));
    return settled ? fold_clubs(pool, script) : pool;
}

static void clubs_set(Spot *spot, int side, int count)
{
    int shift = REST_CLUBS + CLUBS_BITS * side;
    spot->rest = (spot->rest & ~(UINT64_C(15) << shift)) | (uint64_t)count << shift;
}

static int script_clubs(const Script *script, Spot *spot, int side, int count)
{
    const int before = spot_clubs(spot, side);
    const int after = before + count < script->clubs_cap ? before + count : script->clubs_cap;
    if (spot_clubs(spot, !side) >= CLUBS_WON || before == after) return 0;
    clubs_set(spot, side, after);
    if (after < CLUBS_WON) return 0;
    clubs_set(spot, !side, after == script->clubs_cap ? after : 0);
    return scoring_clubs(after, &script->rules) - (before < CLUBS_WON ? 0 : scoring_clubs(before, &script->rules));
}

static void script_surs(Spot *spot, int surs)
{
    int most = (PLAYS - spot->ply + 1) / 2; /* plays that one side still has */
    surs = surs > most ? most : surs < -most ? -most : surs;
    spot->rest = (spot->rest & ~(UINT64_C(63) << REST_SURS)) | (uint64_t)(surs & 63) << REST_SURS;
}

/* True if, with any play, somebody captures once all of `later` has been played. */
static bool capture_sure(CardSet later)
{
    for (int value = 1; value <= 5; value++)
        if ((later & RANK_SET(value - 1)) && (later & RANK_SET(10 - value))) return true;
    for (int rank = JACK; rank <= KING; rank++)
        if (set_rest(later & RANK_SET(rank))) return true;
    return false;
}

static void hand_load(Script *script, ScriptHand *hand, CardSet set)
{
    uint8_t repeats[2][HAND] = {{0}}; /* earlier slots with an equal card */
    int count = 0;
    *hand = (ScriptHand){0};
    for (CardSet rest = set; rest; rest = set_rest(rest), count++) {
        Card card = set_first(rest);
        hand->cards[count] = (ScriptCard){
            .places = places_of(script, card),
            .points = (int16_t)scoring_cards(set_of(card), &script->rules),
            .rank = (uint8_t)card_rank(card),
            .club = card_suit(card) == CLUB,
        };
        for (int settled = 0; settled < 2; settled++) {
            CardSet equals = RANK_SET(card_rank(card)) & ~script->fold[settled];
            int before = set_count(set & equals & (set_of(card) - 1)); /* they stand side by side */
            if (set_has(equals, card)) repeats[settled][count] = (uint8_t)(((1 << before) - 1) << (count - before));
        }
    }
    for (unsigned slots = 0; slots < 1u << count; slots++)
        for (int slot = 0; slot < count; slot++) {
            if (!(slots >> slot & 1)) continue;
            int rank = hand->cards[slot].rank;
            if (script->sur_rank[rank]) hand->sur_ranks[slots] |= (uint16_t)(1u << rank);
            hand->takes[slots] |= (uint16_t)(rank < JACK ? 1u << (10 - rank) : rank_taken(rank));
            for (int settled = 0; settled < 2; settled++)
                if (!(repeats[settled][slot] & slots)) hand->distinct[settled][slots] |= (uint8_t)(1u << slot);
        }
}

/* The most that clubs can still score for a side with `own` of them. */
static int clubs_room(const Script *script, int own, int other)
{
    if ((own == script->clubs_cap && other == own) || other >= CLUBS_WON) return 0;
    return script->clubs_full - (own < CLUBS_WON ? 0 : scoring_clubs(own, &script->rules));
}

/* What depends on the ply, or on the clubs of both sides, alone. */
static void tables_load(Script *script)
{
    for (int ply = 0; ply <= PLAYS; ply++) {
        const int side = ply & 1, seat = ply & ((1 << script->seats_log) - 1);
        const int surs = script->sur_end > ply ? script->sur_end - ply : 0;
        script->plies[ply].hand = (uint8_t)((ply >> script->deal_log << script->seats_log) + seat);
        script->plies[ply].shift = (uint8_t)(HAND * seat);
        script->plies[ply].own_surs = (int16_t)(script->can_sur[side] ? sur_points((surs + 1) / 2, &script->rules) : 0);
        script->plies[ply].other_surs = (int16_t)(script->can_sur[!side] ? sur_points(surs / 2, &script->rules) : 0);
    }
    for (int first = 0; first <= script->clubs_cap; first++)
        for (int second = 0; second <= script->clubs_cap; second++) {
            const int both = first | second << CLUBS_BITS;
            script->clubs_room[0][both] = (int16_t)clubs_room(script, first, second);
            script->clubs_room[1][both] = (int16_t)clubs_room(script, second, first);
        }
    script->settled = (uint8_t)(script->clubs_cap | script->clubs_cap << CLUBS_BITS);
}

/* What follows from the rules and from who may make Surs. A script has mostly done that for the round before. */
static void rules_load(Script *script, const Table *table, const Rules *rules)
{
    bool teams = rules->players == 4, can_sur[2];
    for (int side = 0; side < 2; side++)
        can_sur[side] = sur_points(1, rules) && sur_by_score(table->scores[side], rules);
    if (script->loaded && rules_equal(&script->rules, rules) && !memcmp(script->can_sur, can_sur, sizeof can_sur))
        return;
    memset(script, 0, sizeof *script);
    script->loaded = true;
    memcpy(script->can_sur, can_sur, sizeof can_sur);
    script->rules = *rules;
    for (int settled = 0; settled < 2; settled++)
        script->fold[settled] = scoring_alone(rules, settled);
    script->merge = CLUBS & ~script->fold[1];
    script->scoring = scoring_scoring(rules);
    script->full_hands = teams ? 0xffff : 0xff;
    script->seats_log = teams ? 2 : 1;
    script->deal_log = teams ? 4 : 3;
    script->clubs_full = scoring_clubs(CLUBS_IN_PACK, rules);
    script->clubs_cap = script->clubs_full ? CLUBS_WON : 0;
    while (scoring_clubs(script->clubs_cap, rules) < script->clubs_full)
        script->clubs_cap++;
    for (int rank = 0; rank < RANKS; rank++)
        script->sur_rank[rank] = sur_by_rank(rank, rules);
    const int last_deal = sur_in_deal(rules->deals - 1, rules);
    bool cancels = last_deal == LAST_DEAL_CANCEL && rules->sur_cancel;
    script->track_surs = cancels && sur_points(1, rules);
    script->sur_end = last_deal == LAST_DEAL_YES || cancels ? PLAYS : PLAYS - HAND * rules->players;
    tables_load(script);
}

/* ---- the search */

/* Beyond any value; a bound from -FAR to FAR, FAR added, has this many bits. */
enum { BOUND_BITS = BITS_FOR(2 * (ROUND_POINTS + 1)), FAR = (1 << (BOUND_BITS - 1)) - 1 };

typedef struct {
    CardSet capture;
    int16_t points; /* of the cards taken */
    int16_t order;  /* the higher, the sooner */
    uint8_t slot;
    uint8_t index; /* in the list, 255 for all beyond */
} Move;

/* ---- positions */

static inline const ScriptHand *hand_of(const Script *script, int ply)
{
    return script->hands + script->plies[ply].hand;
}
static inline unsigned hand_slots(const Script *script, const Spot *spot)
{
    return spot->rest >> script->plies[spot->ply].shift & 15;
}
static inline int points_of(const Script *script, CardSet set)
{
    return set & script->scoring ? scoring_cards(set, &script->rules) : 0;
}

/* What the cards left in the pool bring side 0 once all cards are played. */
static int end_value(const Script *script, const Spot *spot)
{
    int last = (int)(spot->rest >> REST_LAST & 3);
    if (!last || !spot->pool) return 0;
    Spot end = *spot;
    int points = points_of(script, spot->pool) + script_clubs(script, &end, last - 1, set_count(spot->pool & CLUBS));
    return last == 1 ? points : -points;
}

/* What a capture that empties the pool gains by its Sur, which the child then holds. */
static int sur_gain(const Script *script, Spot *child, int side, int rank)
{
    if (!script->can_sur[side] || !script->sur_rank[rank] || child->ply > script->sur_end) return 0;
    if (script->track_surs) {
        int surs = spot_surs(child), toward = side ? -1 : 1;
        bool last_deal = child->ply > PLAYS - (1 << script->deal_log);
        if (last_deal && surs * toward >= 0) return 0;
        script_surs(child, surs + toward);
    }
    return sur_points(1, &script->rules);
}

/* Makes the move; returns what the mover gains. */
static inline int spot_play(Spot *child, const Script *script, const Spot *spot, const Move *move)
{
    int side = spot->ply & 1, gain = 0;
    const ScriptCard *card = hand_of(script, spot->ply)->cards + move->slot;
    child->ply = (uint8_t)(spot->ply + 1);
    child->left = spot->left;
    child->rest = spot->rest & ~(UINT64_C(1) << (script->plies[spot->ply].shift + move->slot));
    if (!move->capture) {
        child->pool = fold_add(spot->pool, card->places);
    } else {
        CardSet taken = move->capture;
        child->pool = spot->pool ^ taken;
        gain = move->points;
        if (!child->pool) {
            gain += sur_gain(script, child, side, card->rank);
        } else if (sweeps_at(spot->ply, &script->rules)) {
            gain += points_of(script, child->pool);
            taken = spot->pool;
            child->pool = 0;
        }
        child->left = (int16_t)(child->left - move->points);
        if (!spot_settled(spot, script) && ((taken & CLUBS) || card->club))
            gain += script_clubs(script, child, side, set_count(taken & CLUBS) + card->club);
        child->rest = (child->rest & ~(UINT64_C(3) << REST_LAST)) | (uint64_t)(1 + side) << REST_LAST;
    }
    if (spot_settled(child, script)) child->pool = fold_clubs(child->pool, script);
    int deal = spot->ply >> script->deal_log;
    if (!(child->rest & script->full_hands) && child->ply < PLAYS) {
        deal++;
        child->rest += (UINT64_C(1) << REST_DEAL) + script->full_hands;
    }
    if (script->last_moot[deal]) child->rest &= ~(UINT64_C(3) << REST_LAST);
    return gain;
}

/* Bounds of what the side to move can still gain beyond the other. */
static inline void spot_bounds(int *low, int *high, const Script *script, const Spot *spot)
{
    const int side = spot->ply & 1;
    const unsigned clubs = spot_both_clubs(spot);
    *high = spot->left + script->clubs_room[side][clubs] + script->plies[spot->ply].own_surs;
    *low = -spot->left - script->clubs_room[!side][clubs] - script->plies[spot->ply].other_surs;
}

/* ---- plays and their order */

/* Ranks of which one card could empty a pool of these face cards, and numerals of this sum, as bits; its Sur need not
   count. */
static inline unsigned pool_takers(CardSet faces, int sum)
{
    if (!faces) return sum >= 1 && sum <= 10 ? 1u << (10 - sum) : 0;
    return sum || set_rest(faces) ? 0 : 1u << card_rank(set_first(faces)) & ~(1u << JACK);
}

enum { ORDER_KNOWN = INT16_MAX, ORDER_SUR = 7, ORDER_THREAT = 25, ORDER_CAUGHT = 12 };
enum { SUMS_TAKEN = 0x7fe }; /* 1 to 10 */
enum { ORDER_POINT = 4, ORDER_CLUB = 3, ORDER_JACK = 6 };

/* Room for the plays of a hand: captures by one numeral are sets none of which holds another, and of n cards there
   are at most n over n/2 such; a king or a queen has up to four captures. */
static inline int moves_most(const Spot *spot)
{
    static const int16_t SETS[] = {4, 4, 4, 4, 6, 10, 20, 35, 70, 126, 252};
    const int numerals = set_count(spot->pool & NUMERALS);
    return numerals < (int)(sizeof SETS / sizeof *SETS) ? HAND * SETS[numerals] : MAX_MOVES;
}

/* Lists the folded plays with a guess of how good each is. */
static int moves_guess(Move *out, Solver *solver, const Spot *spot, int known)
{
    const Script *script = &solver->script;
    CardSet *captures = solver->captures, pool = spot->pool, faces = pool & ~NUMERALS;
    const ScriptHand *hand = hand_of(script, spot->ply);
    bool settled = spot_settled(spot, script);
    int club = settled ? 0 : ORDER_CLUB, count = 0, sum = 0;
    int sur = spot->ply < script->sur_end && script->can_sur[spot->ply & 1] ? ORDER_SUR : 0;
    /* what the next seat holds: ranks that make a Sur, and what it takes */
    const int ply = spot->ply + 1;
    const bool deals = !(ply & ((1 << script->deal_log) - 1)), surs = ply < script->sur_end && script->can_sur[ply & 1];
    const unsigned held = deals ? 15 : (unsigned)(spot->rest >> script->plies[ply].shift & 15);
    const unsigned next_takes = hand_of(script, ply)->takes[held];
    const unsigned next_surs = surs ? hand_of(script, ply)->sur_ranks[held] : 0;
    uint32_t reach = 1;
    for (CardSet rest = pool & NUMERALS; rest; rest = set_rest(rest)) {
        int value = card_rank(set_first(rest)) + 1;
        reach |= reach << value;
        sum += value;
    }
    for (unsigned slots = hand->distinct[settled][hand_slots(script, spot)]; slots; slots &= slots - 1) {
        int slot = __builtin_ctz(slots);
        const ScriptCard *card = hand->cards + slot;
        const int rank = card->rank, value = rank + 1;
        if (!capture_possible(pool, reach, rank)) {
            CardSet added = rank < JACK ? 0 : set_of(card_of(rank, 0));
            const unsigned taken = rank < JACK ? reach << value & SUMS_TAKEN : rank_taken(rank);
            int order = -rank / 4 - (next_takes & taken ? ORDER_CAUGHT : 0);
            /* a face card that trails finds none of its rank, so that its suit does not matter */
            if (next_surs & pool_takers(faces | added, rank < JACK ? sum + value : sum)) order -= ORDER_THREAT;
            out[count] = (Move){0, 0, (int16_t)order, (uint8_t)slot, (uint8_t)(count < 255 ? count : 255)};
            count++;
            continue;
        }
        int found = capture_list(captures, pool, rank, &script->fold[settled]);
        for (int i = 0; i < found; i++, count++) {
            CardSet taken = captures[i];
            int points = points_of(script, taken) + card->points, order = ORDER_POINT * points - set_count(taken);
            if (rank == JACK) order += ORDER_JACK;
            if (club) order += club * card->club + ((taken & CLUBS) ? club * set_count(taken & CLUBS) : 0);
            if (taken == pool)
                order += script->sur_rank[rank] ? sur : 0;
            else if (next_surs & pool_takers(faces & ~taken, rank < JACK ? sum + value - 11 : rank == JACK ? 0 : sum))
                order -= ORDER_THREAT;
            out[count] =
                (Move){taken, (int16_t)points, (int16_t)order, (uint8_t)slot, (uint8_t)(count < 255 ? count : 255)};
        }
    }
    if (known >= 0 && known < count) out[known].order = ORDER_KNOWN;
    return count;
}

/* Brings the most promising of the moves from `at` on to `at`; of equals the first. Which it is cannot be foreseen:
   no branch. */
static inline void moves_pick(Move *moves, int at, int count)
{
    int best = at, order = moves[at].order;
    for (int i = at + 1; i < count; i++) {
        const bool sooner = moves[i].order > order;
        best = sooner ? i : best;
        order = sooner ? moves[i].order : order;
    }
    Move move = moves[best];
    moves[best] = moves[at];
    moves[at] = move;
}

/* ---- the table: a position's whole key, so that a hit is never another position key:  pool (52 bits) | rest (low 12)
   data: rest (high 23) | lower bound + FAR | upper bound + FAR | index of the best move + 1 (8) | generation (what is
   left) */

enum { LOW_BITS = 64 - CARDS, DATA_REST = 64 - (REST_BITS - LOW_BITS), DATA_LOW = DATA_REST - BOUND_BITS };
enum { DATA_HIGH = DATA_LOW - BOUND_BITS, DATA_MOVE = DATA_HIGH - 8, GENERATIONS = 1 << DATA_MOVE, BUCKET = 2 };
enum { BOUND_MASK = (1 << BOUND_BITS) - 1 };
_Static_assert(DATA_MOVE >= 4, "bits are left for generations");

typedef struct {
    SolveEntry *entry; /* where it is or is to be */
    uint64_t key, tag;
    bool found;
} Probe;

/* The bucket in which the position is, if it is anywhere. */
static inline SolveEntry *table_bucket(const Solver *solver, const Spot *spot)
{
    uint64_t hash = (spot->pool ^ spot->rest * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
    return solver->table + ((hash >> 32) & solver->mask);
}

static inline Probe table_find(const Solver *solver, const Spot *spot)
{
    const uint64_t TAG = ~UINT64_C(0) << DATA_REST | (GENERATIONS - 1);
    Probe probe = {
        .entry = table_bucket(solver, spot),
        .key = spot->pool | spot->rest << CARDS,
        .tag = spot->rest >> LOW_BITS << DATA_REST | solver->generation,
    };
    for (SolveEntry *entry = probe.entry; entry < probe.entry + BUCKET; entry++)
        if (entry->key == probe.key && !((entry->data ^ probe.tag) & TAG)) {
            probe.entry = entry;
            probe.found = true;
            return probe;
        }
    /* The position is not there: the bucket's first entry is kept where it is of this call, and the second gives
       way. */
    probe.entry += (probe.entry->data & (GENERATIONS - 1)) == solver->generation;
    return probe;
}

static inline void table_store(const Probe *probe, int low, int high, int move)
{
    assert(-FAR <= low && low <= high && high <= FAR);
    probe->entry->key = probe->key;
    probe->entry->data = probe->tag | (uint64_t)(low + FAR) << DATA_LOW | (uint64_t)(high + FAR) << DATA_HIGH |
                         (uint64_t)(move < 255 ? move + 1 : 0) << DATA_MOVE;
}

/* ---- the search */

/* What the side to move still gains beyond the other: exact within (alpha, beta), else a bound on that side. */
static int solve_search(Solver *solver, const Spot *spot, int alpha, int beta)
{
    const Script *script = &solver->script;
    int low, high, known = -1;
    if (spot->ply == PLAYS) return end_value(script, spot);
    spot_bounds(&low, &high, script, spot);
    if (low >= beta) return low;
    if (high <= alpha) return high;
    Probe probe = table_find(solver, spot);
    if (probe.found) {
        uint64_t data = probe.entry->data;
        int lower = (int)(data >> DATA_LOW & BOUND_MASK) - FAR, upper = (int)(data >> DATA_HIGH & BOUND_MASK) - FAR;
        low = lower > low ? lower : low;
        high = upper < high ? upper : high;
        if (low >= beta || low == high) return low;
        if (high <= alpha) return high;
        known = (int)(data >> DATA_MOVE & 255) - 1;
    }
    if (low > alpha) alpha = low - 1;
    if (high < beta) beta = high + 1;
    Move moves[moves_most(spot)]; /* no more than that: a search is as deep as a round */
    int count = moves_guess(moves, solver, spot, known), best = -FAR, best_move = 0, floor = alpha;
    for (int i = 0; i < count && best < beta; i++) {
        moves_pick(moves, i, count);
        Spot child;
        int gain = spot_play(&child, script, spot, moves + i), value;
        __builtin_prefetch(table_bucket(solver, &child));
        if (i && beta - floor > 1) {
            value = gain - solve_search(solver, &child, gain - floor - 1, gain - floor);
            if (value > floor && value < beta) value = gain - solve_search(solver, &child, gain - beta, gain - floor);
        } else {
            value = gain - solve_search(solver, &child, gain - beta, gain - floor);
        }
        if (value > best) {
            best = value;
            best_move = moves[i].index;
            if (value > floor) floor = value;
        }
    }
    if (best > alpha) low = best;
    if (best < beta) high = best;
    table_store(&probe, low, high, best_move);
    return best;
}

/* Prepares a search of the round from its position, which is *spot. Returns the points of side 0 so far beyond the
   other's. */
static int solve_start(Solver *solver, Spot *spot, const Round *round, const Rules *rules)
{
    Script *script = &solver->script;
    const Table *table = &round->table;
    int points = 0;
    assert(rules->sides == 2);
    if (++solver->generation == GENERATIONS) {
        memset(solver->table, 0, (solver->mask + (size_t)BUCKET) * sizeof *solver->table);
        solver->generation = 1;
    }
    rules_load(script, table, rules);
    *spot = (Spot){
        .left = (int16_t)scoring_cards(PACK & ~table->piles[0] & ~table->piles[1], rules),
        .rest = (uint64_t)table->deal << REST_DEAL | (uint64_t)(table->last + 1) << REST_LAST,
        .ply = table->ply,
    };
    for (int side = 0; side < 2; side++) {
        int sum = scoring_cards(table->piles[side], rules) + sur_points(table->surs[side], rules);
        sum += script_clubs(script, spot, side, set_count(table->piles[side] & CLUBS));
        points += side ? -sum : sum;
    }
    spot->pool = script_fold(script, table->pool, spot_settled(spot, script));
    if (script->track_surs) script_surs(spot, table->surs[0] - table->surs[1]);
    if (table_over(table)) return points;
    CardSet later = 0;
    for (int deal = rules->deals - 1; deal >= table->deal; deal--) {
        script->last_moot[deal] = capture_sure(later);
        for (int seat = 0; seat < rules->players; seat++) {
            CardSet hand = round->hands[seat];
            if (deal > table->deal)
                hand = round_dealt(round, rules, deal, seat);
            else
                spot->rest |= ((UINT64_C(1) << set_count(hand)) - 1) << (HAND * seat);
            hand_load(script, script->hands + deal * rules->players + seat, hand);
            later |= hand;
        }
    }
    if (script->last_moot[table->deal]) spot->rest &= ~(UINT64_C(3) << REST_LAST);
    return points;
}

size_t solver_entries(const Rules *rules) { return (size_t)1 << (rules->players == 2 ? 15 : 20); }

void solver_init(Solver *solver, SolveEntry *table, size_t entries)
{
    assert(entries >= 4 && !(entries & (entries - 1)));
    memset(table, 0, entries * sizeof *table);
    *solver = (Solver){.table = table, .mask = (uint32_t)(entries - BUCKET)};
}

/* A legal play as a move of the spot. */
static Move move_of(const Script *script, const Spot *spot, const Round *round, CardSet play)
{
    CardSet hand = round_hand(round), card = play & hand;
    Move move = {.slot = (uint8_t)set_count(hand & (card - 1))};
    if (play != card) {
        move.capture = spot->pool ^ script_fold(script, round->table.pool & ~play, spot_settled(spot, script));
        move.points = (int16_t)scoring_cards(play, &script->rules);
    }
    return move;
}

int solve_plays(int values[], Solver *solver, const Round *round, const Rules *rules, const CardSet plays[], int count)
{
    int best = INT_MIN;
    Spot spot, child;
    const int points = solve_start(solver, &spot, round, rules), own = spot.ply & 1 ? -points : points;
    for (int i = 0; i < count; i++) {
        Move move = move_of(&solver->script, &spot, round, plays[i]);
        const int gain = spot_play(&child, &solver->script, &spot, &move);
        values[i] = own + gain - solve_search(solver, &child, -FAR, FAR);
        best = values[i] > best ? values[i] : best;
    }
    return best;
}
