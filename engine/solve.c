/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/solve.h"

#include <assert.h>
#include <string.h>

#include "engine/count.h"

typedef struct {
    CardSet pool;
    int16_t left; /* points of cards not yet taken */
    uint16_t hands;
    uint8_t ply, clubs[2], last; /* last: 0 moot or nobody, 1 + side */
    int8_t surs; /* side 0's minus side 1's; only if they matter */
} Spot;

typedef struct {
    CardSet capture;
    int16_t gain, order;
    uint8_t slot;
    bool sur;
} Move;

enum { MAX_FOLDED = 4 * 165 };

static inline int deal_of(const Solver *s, int ply) { return ply >> (2 + s->seats_log); }
static inline int hand_of(const Solver *s, int ply)
{
    return (deal_of(s, ply) << s->seats_log) + (ply & ((1 << s->seats_log) - 1));
}

static int points_of(const Solver *s, CardSet set)
{
    const Rules *r = s->rules;
    return set & (ACES | TENS | JACKS | TWO_OF_CLUBS) ? count_cards(set, r) : 0;
}

static int min_int(int a, int b) { return a < b ? a : b; }

/* Clubs that join the pile; returns the points. */
static int clubs_gain(const Solver *s, uint8_t clubs[2], int side, int count)
{
    if (!count || s->clubs_cap == 0) return 0;
    int before = clubs[side], after = min_int(before + count, s->clubs_cap);
    clubs[side] = (uint8_t)after;
    if (s->rules->clubs == CLUBS_PERCARD) return after - before;
    if (after == s->clubs_cap) {
        clubs[0] = clubs[1] = (uint8_t)after;
        return before == after ? 0 : s->rules->clubs_points;
    }
    return 0;
}
static bool clubs_settled(const Solver *s, const Spot *n) { return n->clubs[0] == s->clubs_cap && n->clubs[1] == s->clubs_cap; }

static CardSet merge_clubs(const Solver *s, CardSet pool)
{
    CardSet move = pool & s->merge & ~(pool >> 3);
    CardSet nibbles = move * 15;
    return (pool & ~nibbles) | (pool & nibbles) << 1;
}

static int end_value(const Solver *s, const Spot *n)
{
    if (!n->last || !n->pool) return 0;
    int side = n->last - 1;
    uint8_t clubs[2] = {n->clubs[0], n->clubs[1]};
    int v = points_of(s, n->pool) + clubs_gain(s, clubs, side, set_count(n->pool & CLUBS));
    return side == 0 ? v : -v;
}

static inline CardSet add_card(CardSet pool, const SolveCard *c)
{
    CardSet room = c->places & ~pool;
    return pool | (room & -room);
}

/* Child and gain */
static int spot_play(const Solver *s, Spot *out, const Spot *n, const Move *m)
{
    const Rules *r = s->rules;
    int side = n->ply & 1, seat = n->ply & ((1 << s->seats_log) - 1);
    const SolveCard *c = &s->cards[hand_of(s, n->ply)][m->slot];
    *out = *n;
    out->hands = (uint16_t)(n->hands & ~(1u << (seat * HAND + m->slot)));
    int gain = 0;
    if (m->capture) {
        CardSet taken = m->capture;
        out->pool = n->pool ^ taken;
        bool last_deal = deal_of(s, n->ply) + 1 == r->deals;
        if (!out->pool) {
            if (s->can_sur[side] && s->sur_card[c->rank] && (!last_deal || r->sur_last_deal != LAST_DEAL_NO)) {
                int sign = side ? -1 : 1;
                if (!last_deal || r->sur_last_deal == LAST_DEAL_YES || (r->sur_cancel && n->surs * sign < 0)) {
                    gain += r->sur_points;
                    if (s->track_surs) out->surs = (int8_t)(out->surs + sign);
                }
            }
        } else if (r->last_sweep == SWEEP_MATCH && n->ply >= PLAYS - r->players) {
            taken |= out->pool;
            out->pool = 0;
        }
        int points = points_of(s, taken) + c->points;
        out->left = (int16_t)(out->left - points);
        gain += points + clubs_gain(s, out->clubs, side, set_count(taken & CLUBS) + c->club);
        out->last = (uint8_t)(1 + side);
    } else {
        out->pool = add_card(n->pool, c);
    }
    if (clubs_settled(s, out)) out->pool = merge_clubs(s, out->pool);
    out->ply++;
    int per = HAND << s->seats_log;
    if ((out->ply & (per - 1)) == 0 && r->players == 2 ? true : (out->ply % per) == 0) out->hands = (uint16_t)s->full_hands;
    if (s->last_moot[out->ply == PLAYS ? 5 : deal_of(s, out->ply)] && out->ply < PLAYS) out->last = 0;
    if (s->track_surs) {
        int r2 = (PLAYS - out->ply + 1) / 2;
        if (out->surs > r2) out->surs = (int8_t)r2;
        if (out->surs < -r2) out->surs = (int8_t)-r2;
    }
    return gain;
}

static int gen(const Solver *s, Move *out, const Spot *n)
{
    int seat = n->ply & ((1 << s->seats_log) - 1);
    int h = hand_of(s, n->ply), settled = clubs_settled(s, n);
    unsigned hand = n->hands >> (seat * HAND) & 15;
    uint32_t reach = capture_reach(n->pool);
    Move *o = out;
    CardSet list[MAX_CAPTURES];
    for (unsigned rest = hand; rest; rest &= rest - 1) {
        int slot = __builtin_ctz(rest);
        if (s->equal[settled][h][slot] & hand) continue;
        const SolveCard *c = &s->cards[h][slot];
        if (!capture_possible(n->pool, reach, c->rank)) {
            *o++ = (Move){.slot = (uint8_t)slot};
            continue;
        }
        int k = capture_list(list, n->pool, c->rank, &s->fold[settled]);
        for (int i = 0; i < k; i++) *o++ = (Move){.capture = list[i], .slot = (uint8_t)slot};
    }
    return (int)(o - out);
}

static void order_moves(const Solver *s, Move *m, int k, const Spot *n, int best)
{
    int h = hand_of(s, n->ply);
    for (int i = 0; i < k; i++) {
        const SolveCard *c = &s->cards[h][m[i].slot];
        int v = 0;
        if (m[i].capture) {
            v = 20 + 4 * (points_of(s, m[i].capture) + c->points) + 3 * set_count(m[i].capture & CLUBS) + 3 * c->club + set_count(m[i].capture);
            if (m[i].capture == n->pool && c->rank != JACK) v += 20;
        } else v = c->rank - 3 * c->club;
        if (i == best) v = 1000;
        m[i].order = (int16_t)v;
    }
}

static inline uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ (b * 0x9E3779B97F4A7C15u)) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

enum { V0 = 4096 };

static int search(Solver *s, const Spot *n, int alpha, int beta)
{
    if (n->ply == PLAYS) { int v = end_value(s, n); return v; }
    if (++s->nodes > s->node_limit) { s->aborted = true; return 0; }
    s->stat[deal_of(s, n->ply)]++;
    int side = n->ply & 1;
    const Rules *r = s->rules;
    /* bounds */
    int lo, hi;
    {
        int clubs = 0;
        if (!clubs_settled(s, n)) clubs = r->clubs == CLUBS_MOST ? r->clubs_points : r->clubs_cap;
        int rest = PLAYS - n->ply;
        int lastdeal = r->sur_last_deal == LAST_DEAL_NO ? HAND * r->players : 0;
        int splays = rest - lastdeal; if (splays < 0) splays = 0;
        int mine = (splays + 1) / 2, theirs = splays / 2;
        hi = n->left + clubs + (s->can_sur[side] ? mine * r->sur_points : 0);
        lo = -(n->left + clubs + (s->can_sur[!side] ? theirs * r->sur_points : 0));
        if (lo >= beta) return lo;
        if (hi <= alpha) return hi;
    }
    /* table */
    uint64_t rest = (uint64_t)n->hands | (uint64_t)deal_of(s, n->ply) << 16 | (uint64_t)n->last << 19 | (uint64_t)n->clubs[0] << 21 | (uint64_t)n->clubs[1] << 25 | (uint64_t)(n->surs & 63) << 29;
    uint64_t key = n->pool | rest << 52;
    uint64_t high = (rest >> 12) << 41; /* 23 bits: 41..63 */
    uint64_t hash = mix(n->pool, rest);
    SolveEntry *e = &s->table[hash & s->mask & ~1u];
    SolveEntry *hit = NULL;
    /* data: high 23 | lower 13 | upper 13 | move 8 | gen 7 */
    uint64_t tag = high | (s->generation & 127);
    for (int i = 0; i < 2; i++) if (e[i].key == key && ((e[i].data ^ tag) & (~UINT64_C(0) << 41 | 127)) == 0) { hit = e + i; break; }
    int best_index = -1;
    if (hit) {
        int l = (int)(hit->data >> 28 & 8191) - V0, u = (int)(hit->data >> 15 & 8191) - V0;
        if (l >= beta) return l;
        if (u <= alpha) return u;
        if (l == u) return l;
        if (l > lo) lo = l;
        if (u < hi) hi = u;
        best_index = (int)(hit->data >> 7 & 255) - 1;
    }
    int a = alpha > lo ? alpha : lo, b = beta < hi ? beta : hi;
    Move moves[MAX_FOLDED];
    int k = gen(s, moves, n);
    for (int i = 0; i < k; i++) moves[i].gain = (int16_t)i; /* keep index */
    order_moves(s, moves, k, n, best_index);
    int best = -V0, bi = 0;
    for (int i = 0; i < k; i++) {
        int pick = i;
        for (int j = i + 1; j < k; j++) if (moves[j].order > moves[pick].order) pick = j;
        Move m = moves[pick];
        moves[pick] = moves[i];
        Spot child;
        int gain = spot_play(s, &child, n, &m);
        int v;
        if (i == 0 || b - a <= 1) v = gain - search(s, &child, gain - b, gain - a);
        else {
            v = gain - search(s, &child, gain - a - 1, gain - a);
            if (v > a && v < b) v = gain - search(s, &child, gain - b, gain - a);
        }
        if (s->aborted) return 0;
        if (v > best) { best = v; bi = m.gain; if (v > a) a = v; if (v >= b) break; }
    }
    /* store */
    if (best >= b) { if (best > lo) lo = best; }
    if (best <= alpha) { if (best < hi) hi = best; }
    if (best > alpha && best < b) lo = hi = best;
    if (!hit) {
        uint64_t m127 = s->generation & 127;
        int g0 = (e[0].data & 127) != m127, g1 = (e[1].data & 127) != m127;
        if (g0) hit = e; else if (g1) hit = e + 1;
        else { /* depth: keep the shallower (earlier) in 0 */
            hit = e + 1;
        }
    }
    hit->key = key;
    hit->data = tag | (uint64_t)(lo + V0) << 28 | (uint64_t)(hi + V0) << 15 | (uint64_t)(bi < 255 ? bi + 1 : 0) << 7;
    return best;
}

static CardSet places_of(const Solver *s, Card card)
{
    return set_has(s->fold[0].alone, card) ? set_of(card) : RANK_SET(card_rank(card)) & ~s->fold[0].alone;
}

static void hand_load(Solver *s, int h, CardSet hand)
{
    Card cards[HAND];
    int k = 0;
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        Card c = set_first(rest);
        cards[k] = c;
        s->cards[h][k] = (SolveCard){places_of(s, c), (int16_t)count_cards(set_of(c), s->rules), (uint8_t)card_rank(c), card_suit(c) == CLUB};
        for (int f = 0; f < 2; f++) {
            s->equal[f][h][k] = 0;
            for (int j = 0; j < k; j++)
                if (card_rank(cards[j]) == card_rank(c) && !((s->fold[f].alone) & (set_of(c) | set_of(cards[j])))) s->equal[f][h][k] |= (uint8_t)(1 << j);
        }
        k++;
    }
}

void solver_init(Solver *s, SolveEntry *table, size_t entries)
{
    memset(s, 0, sizeof *s);
    s->table = table;
    s->mask = (uint32_t)(entries - 1);
    s->node_limit = UINT64_MAX;
    memset(table, 0, entries * sizeof *table);
}

static bool sure_capture(CardSet later, CardSet pool)
{
    /* some card of `later` completes a pair */
    for (int v = 1; v <= 10; v++) {
        CardSet a = RANK_SET(v - 1), b = RANK_SET(10 - v);
        if ((later & a) && ((later | pool) & b)) return true;
    }
    for (int rank = JACK; rank <= KING; rank++) {
        CardSet x = RANK_SET(rank) & later;
        if (x && (set_rest(x) || (pool & RANK_SET(rank)))) return true;
    }
    return (later & JACKS) && (pool & NUMERALS);
}

static bool start(Solver *s, Spot *n, int *base, const Round *round, const Rules *rules)
{
    const Table *t = &round->table;
    if (rules->sides != 2) return false;
    s->rules = rules;
    s->seats_log = rules->players == 4 ? 2 : 1;
    s->full_hands = rules->players == 4 ? 0xffff : 0xff;
    s->fold[0] = fold_for(rules);
    s->generation++;
    if ((s->generation & 127) == 0) { memset(s->table, 0, ((size_t)s->mask + 1) * sizeof *s->table); s->generation++; }
    s->fold[1].alone = (s->fold[0].alone & TEN_OF_DIAMONDS) | (s->fold[0].alone & RANK_SET(TEN) & CLUBS) | TWO_OF_CLUBS;
    s->merge = CLUBS & ~s->fold[1].alone;
    s->clubs_cap = rules->clubs == CLUBS_MOST ? (rules->clubs_points ? 7 : 0) : rules->clubs_cap;
    for (int rank = 0; rank < RANKS; rank++) s->sur_card[rank] = rank < JACK || (rank == JACK ? rules->sur_jack : rules->sur_faces);
    for (int side = 0; side < 2; side++) s->can_sur[side] = rules->sur_points && !(rules->sur_limit && t->scores[side] >= rules->sur_limit);
    s->track_surs = rules->sur_cancel && rules->sur_last_deal == LAST_DEAL_CANCEL && rules->sur_points;
    memset(n, 0, sizeof *n);
    for (CardSet rest = t->pool; rest; rest = set_rest(rest)) {
        SolveCard c = {places_of(s, set_first(rest)), 0, 0, 0};
        n->pool = add_card(n->pool, &c);
    }
    n->ply = t->ply;
    n->last = (uint8_t)(t->last + 1);
    int clubs[2], points[2];
    for (int side = 0; side < 2; side++) {
        clubs[side] = set_count(t->piles[side] & CLUBS);
        n->clubs[side] = (uint8_t)min_int(clubs[side], s->clubs_cap);
        points[side] = count_cards(t->piles[side], rules) + t->surs[side] * rules->sur_points;
        if (rules->clubs == CLUBS_PERCARD) points[side] += n->clubs[side];
        else if (clubs[side] >= 7) points[side] += rules->clubs_points;
    }
    if (rules->clubs == CLUBS_MOST && (clubs[0] >= 7 || clubs[1] >= 7)) n->clubs[0] = n->clubs[1] = (uint8_t)s->clubs_cap;
    if (clubs_settled(s, n)) n->pool = merge_clubs(s, n->pool);
    n->left = (int16_t)count_cards(PACK & ~t->piles[0] & ~t->piles[1], rules);
    *base = points[0] - points[1];
    int held = t->surs[0] - t->surs[1];
    n->surs = (int8_t)(s->track_surs ? (held > 24 ? 24 : held < -24 ? -24 : held) : 0);
    if (n->ply == PLAYS) return true;
    CardSet later = 0;
    for (int deal = rules->deals - 1; deal >= t->deal; deal--) {
        s->last_moot[deal] = sure_capture(later, 0);
        for (int seat = 0; seat < rules->players; seat++) {
            CardSet hand = 0;
            if (deal == t->deal) hand = round->hands[seat];
            else for (int i = 0; i < HAND; i++) hand |= set_of(round->stock[(deal - 1) * HAND * rules->players + seat * HAND + i]);
            hand_load(s, deal * rules->players + seat, hand);
            later |= hand;
            if (deal == t->deal) n->hands |= (uint16_t)(((1 << set_count(hand)) - 1) << (HAND * seat));
        }
    }
    if (s->last_moot[t->deal]) n->last = 0;
    return true;
}

bool solve_value(int *value, Solver *s, const Round *round, const Rules *rules)
{
    Spot n;
    int base;
    if (!start(s, &n, &base, round, rules)) return false;
    s->aborted = false;
    if (n.ply == PLAYS) { *value = base; return true; }
    int lo = -V0 + 1, hi = V0 - 1, guess = 0;
    while (lo < hi) {
        int beta = guess == lo ? guess + 1 : guess;
        int v = search(s, &n, beta - 1, beta);
        if (s->aborted) return false;
        if (v < beta) hi = v; else lo = v;
        guess = v;
    }
    *value = (n.ply & 1 ? -base : base) + lo;
    return true;
}
