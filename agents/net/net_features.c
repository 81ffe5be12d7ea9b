/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the features of a decision and of its plays. */
#include "agents/net/net_features.h"

#include "engine/sur.h"
#include "engine/worth.h"

enum { ELEVEN = 11 };

/* Where numbers are written. */
typedef struct {
    uint16_t *out;
    int count;
} Writer;

static inline void put(Writer *writer, int number) { writer->out[writer->count++] = (uint16_t)number; }

static inline void put_set(Writer *writer, int first, uint64_t bits)
{
    for (; bits; bits = set_rest(bits))
        put(writer, first + set_first(bits));
}

static inline int at_most(int value, int most) { return value < most ? value : most; }

CardSet net_fold(CardSet set)
{
    /* of a nibble the first card stays; as many of the others as there are come first */
    const CardSet ones = CLUBS;
    CardSet diamonds = set >> DIAMOND & ones, hearts = set >> HEART & ones, spades = set >> SPADE & ones;
    CardSet any = diamonds | hearts | spades, all = diamonds & hearts & spades;
    CardSet two = (diamonds & hearts) | (diamonds & spades) | (hearts & spades);
    CardSet folded = (set & ones) | any << DIAMOND | two << HEART | all << SPADE;
    CardSet tens = set & TENS, others = tens & ~(CARD_SET(TEN, CLUB) | TEN_OF_DIAMONDS);
    tens ^= others;
    if (others) tens |= CARD_SET(TEN, HEART) | (set_rest(others) ? CARD_SET(TEN, SPADE) : 0);
    return (folded & ~TENS) | tens;
}

static int numerals_sum(CardSet set)
{
    int sum = 0;
    for (set &= NUMERALS; set; set = set_rest(set))
        sum += card_rank(set_first(set)) + 1;
    return sum;
}

/* ---- ranks and what they do to a pool; bit r of a mask stands for rank r */

/* The ranks whose numerals make eleven with one of these sums: bit s of `sums`, 1 … 10. */
static inline uint32_t ranks_of_sums(uint32_t sums)
{
    uint32_t ranks = 0;
    for (int sum = 1; sum < ELEVEN; sum++)
        ranks |= (sums >> sum & 1) << (ELEVEN - 1 - sum);
    return ranks;
}

/* The ranks that can capture one of the cards `wanted` of the pool, whatever else they take. */
static uint32_t ranks_taking(CardSet pool, CardSet wanted)
{
    uint32_t ranks = 0, sums = 0;
    if (wanted & (NUMERALS | JACKS)) ranks |= 1u << JACK;
    if (wanted & QUEENS) ranks |= 1u << QUEEN;
    if (wanted & KINGS) ranks |= 1u << KING;
    for (CardSet rest = wanted & NUMERALS; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        sums |= capture_reach(pool & ~set_of(card)) << (card_rank(card) + 1);
    }
    return ranks | ranks_of_sums(sums);
}

/* The ranks that can capture anything. */
static uint32_t ranks_capturing(CardSet pool)
{
    uint32_t ranks = ranks_of_sums(capture_reach(pool));
    return ranks | (uint32_t)((pool & (NUMERALS | JACKS)) != 0) << JACK | (uint32_t)((pool & QUEENS) != 0) << QUEEN |
           (uint32_t)((pool & KINGS) != 0) << KING;
}

/* The ranks that can empty the pool, jacks only where that is a Sur. */
static uint32_t ranks_clearing(CardSet pool, const Rules *rules)
{
    uint32_t ranks = 0;
    if (!pool) return 0;
    if (!(pool & (QUEENS | KINGS)) && rules->sur_jack) ranks |= 1u << JACK;
    if (!(pool & ~NUMERALS)) {
        int sum = numerals_sum(pool);
        if (sum < ELEVEN) ranks |= 1u << (ELEVEN - 1 - sum);
    } else if (!set_rest(pool) && card_rank(set_first(pool)) > JACK && rules->sur_faces) {
        ranks |= 1u << card_rank(set_first(pool));
    }
    return ranks;
}

/* ---- a decision */

void net_position_init(NetPosition *position, const View *view)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    bool settled = false;
    for (int side = 0; side < rules->sides; side++)
        settled |= set_count(table->piles[side] & CLUBS) >= CLUBS_WON;
    *position = (NetPosition){.view = view, .unseen = view_unseen(view), .pool = table->pool};
    position->unseen_count = set_count(position->unseen);
    for (int rank = 0; rank < RANKS; rank++) {
        CardSet cards = RANK_SET(rank);
        position->unseen_ranks[rank] = (uint8_t)set_count(position->unseen & cards);
        for (CardSet rest = cards & (table->pool | view->hand); rest; rest = set_rest(rest)) {
            CardSet card = rest & -rest;
            int worth = worth_cards(card, rules);
            if (worth > 0) position->points |= card;
            if (worth > 1) position->two_points |= card;
        }
    }
    position->clubs = settled && !worth_clubs_vary(rules) ? 0 : CLUBS;
    int ply = table->ply + 1, next = (view->seat + 1) % rules->players;
    if (ply < PLAYS) {
        Table after = {.ply = (uint8_t)ply, .deal = table->deal};
        if (ply == (table->deal + 1) * HAND * rules->players) after.deal++;
        position->next_held = table_hand_size(&after, rules, next);
    }
}

/* What the other seats did in this deal. */
static void put_history(Writer *writer, const View *view)
{
    const Rules *rules = view->rules;
    const int players = rules->players, deal_began = view->table->deal * HAND * players;
    CardSet pool = view->first_pool, trailed[MAX_SEATS] = {0}, captured[MAX_SEATS] = {0};
    uint32_t declined[MAX_SEATS] = {0}, no_sur[MAX_SEATS] = {0};
    if (view->table->ply == deal_began) return;
    for (int ply = 0; ply < view->table->ply; ply++) {
        CardSet play = view->history[ply], card = play & ~pool, taken = play & pool;
        int seat = ply % players;
        if (ply >= deal_began && seat != view->seat) {
            *(taken ? &captured[seat] : &trailed[seat]) |= card;
            if (!taken) declined[seat] |= ranks_capturing(pool);
            if (taken != pool && sur_in_deal(view->table->deal, rules) != LAST_DEAL_NO)
                no_sur[seat] |= ranks_clearing(pool, rules);
        }
        pool = taken ? pool ^ taken : pool | card;
        if (taken && rules->last_sweep == SWEEP_MATCH && ply >= PLAYS - players) pool = 0;
    }
    for (int other = 1; other < players; other++) {
        int seat = (view->seat + other) % players, place = other - 1;
        put_set(writer, NET_VIEW_TRAILED + place * CARDS, net_fold(trailed[seat]));
        put_set(writer, NET_VIEW_CAPTURED + place * CARDS, net_fold(captured[seat]));
        put_set(writer, NET_VIEW_DECLINED + place * RANKS, declined[seat]);
        put_set(writer, NET_VIEW_NO_SUR + place * RANKS, no_sur[seat]);
    }
}

/* Clubs, Surs, and who captured last. */
static void put_sides(Writer *writer, const View *view)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    const int sides = rules->sides, own = rules_side(rules, view->seat);
    int clubs[NET_HOLDERS] = {0}, best = 0, surs = 0;
    for (int other = 0; other < sides; other++) {
        int side = (own + other) % sides, held = table->surs[side];
        clubs[other] = at_most(set_count(table->piles[side] & CLUBS), NET_RIVALS - 1);
        if (other && clubs[other] > best) best = clubs[other];
        if (held) put(writer, NET_VIEW_SURS + 1 + other * 3 + at_most(held, 3) - 1);
        if (!sur_by_score(table->scores[side], rules)) put(writer, NET_VIEW_SUR_BARRED + other);
        surs += held;
    }
    if (!surs) put(writer, NET_VIEW_SURS);
    put(writer, NET_VIEW_CLUBS + clubs[0] * NET_RIVALS + best);
    put(writer, NET_VIEW_NEXT_CLUBS + clubs[1]);
    int last = table->last == NOBODY ? 0 : 1 + (table->last - own + sides) % sides;
    put(writer, NET_VIEW_LAST + table_last_deal(table, rules) * (1 + NET_HOLDERS) + last);
}

int net_view_features(uint16_t out[static NET_VIEW_MOST], const NetPosition *position)
{
    Writer writer = {out, 0};
    const View *view = position->view;
    const Table *table = view->table;
    put_set(&writer, NET_VIEW_HAND, net_fold(view->hand));
    put_set(&writer, NET_VIEW_POOL, net_fold(table->pool));
    put_set(&writer, NET_VIEW_UNSEEN, net_fold(position->unseen));
    if (view->history) put_history(&writer, view);
    put_sides(&writer, view);
    put(&writer, NET_VIEW_PLY + table->ply);
    put(&writer, NET_VIEW_DEALS_LEFT + view->rules->deals - 1 - table->deal);
    put(&writer, NET_VIEW_HAND_SIZE + set_count(view->hand) - 1);
    put(&writer, NET_VIEW_TOTAL + at_most(numerals_sum(table->pool), NET_TOTALS - 1));
    put(&writer, NET_VIEW_SIZE + at_most(set_count(table->pool), NET_SIZES - 1));
    return writer.count;
}

/* ---- a play */

/* The class of the chance that the next hand holds one of `wanted` unseen cards. */
static int chance_class(const NetPosition *position, int wanted)
{
    int64_t missing = 1, all = 1;
    for (int i = 0; i < position->next_held; i++) {
        missing *= position->unseen_count - wanted > i ? position->unseen_count - wanted - i : 0;
        all *= position->unseen_count > i ? position->unseen_count - i : 1;
    }
    if (missing >= all) return 0;
    return missing ? 1 + (int)((NET_CHANCES - 2) * (all - missing) / all) : NET_CHANCES - 1;
}

/* What cards of each rank do to the pool: ranks[reply] has those that do at least so much. */
static void replies_find(uint32_t ranks[static NET_REPLIES], const NetPosition *position, const Table *after,
                         CardSet pool)
{
    const Rules *rules = position->view->rules;
    CardSet clubs = pool & position->clubs, points = pool & position->points, two = pool & position->two_points;
    uint32_t sur = 0;
    if (table_sur_points(after, rules))
        for (uint32_t rest = ranks_clearing(pool, rules); rest; rest &= rest - 1)
            if (table_sur_possible(after, rules, __builtin_ctz(rest))) sur |= rest & -rest;
    ranks[NET_REPLY_NONE] = (1u << RANKS) - 1;
    ranks[NET_REPLY_SUR] = sur;
    ranks[NET_REPLY_POINTS] = sur | (two ? ranks_taking(pool, two) : 0);
    ranks[NET_REPLY_POINT] = ranks[NET_REPLY_POINTS] | (points & ~two ? ranks_taking(pool, points & ~two) : 0);
    ranks[NET_REPLY_CLUB] = ranks[NET_REPLY_POINT] | (clubs & ~points ? ranks_taking(pool, clubs & ~points) : 0);
    ranks[NET_REPLY_PLAIN] = ranks[NET_REPLY_CLUB] | ranks_capturing(pool);
}

/* What the next seat, and later the own one, can do with the pool that is left. */
static void put_replies(Writer *writer, const NetPosition *position, const Table *after, CardSet pool, CardSet hand)
{
    uint32_t ranks[NET_REPLIES];
    int wanted[NET_REPLIES] = {0}; /* unseen cards that do so much and no more */
    replies_find(ranks, position, after, pool);
    for (int rank = 0; rank < RANKS; rank++) {
        int unseen = position->unseen_ranks[rank], reply = NET_REPLY_SUR;
        bool own = hand & RANK_SET(rank);
        if (!unseen && !own) continue;
        while (!(ranks[reply] >> rank & 1))
            reply--;
        wanted[reply] += unseen;
        if (unseen) put(writer, NET_PLAY_REPLY + (rank * NET_REPLIES + reply) * SUITS + unseen - 1);
        if (own) put(writer, NET_PLAY_OWN_REPLY + rank * NET_REPLIES + reply);
    }
    int sur = wanted[NET_REPLY_SUR], points = sur + wanted[NET_REPLY_POINTS] + wanted[NET_REPLY_POINT];
    int capture = points + wanted[NET_REPLY_CLUB] + wanted[NET_REPLY_PLAIN];
    put(writer, NET_PLAY_SUR_CHANCE + chance_class(position, sur));
    put(writer, NET_PLAY_POINTS_CHANCE + chance_class(position, points));
    put(writer, NET_PLAY_CAPTURE_CHANCE + chance_class(position, capture));
}

/* What the play does to the Surs: 0 makes one, 1 cancels one, 2 empties the pool for nothing, 3 leaves cards. */
static int sur_class(const View *view, CardSet taken, int rank)
{
    const Table *table = view->table;
    const Rules *rules = view->rules;
    if (taken != table->pool) return 3;
    if (!taken || !table_sur_possible(table, rules, rank) || !table_sur_points(table, rules)) return 2;
    return sur_victim(table->surs, table_side(table, rules), rules) != NOBODY;
}

int net_play_features(uint16_t out[static NET_PLAY_MOST], const NetPosition *position, CardSet play)
{
    Writer writer = {out, 0};
    const View *view = position->view;
    const Rules *rules = view->rules;
    const CardSet card = play & view->hand, taken = play & position->pool, won = taken ? play : 0;
    const CardSet pool = taken ? position->pool ^ taken : position->pool | card;
    const int rank = card_rank(set_first(card)), side = table_side(view->table, rules);
    Table after = *view->table;
    table_play(&after, rules, set_first(card), taken);
    put(&writer, (taken ? NET_PLAY_CAPTURING : NET_PLAY_TRAILED) + set_first(net_fold(card)));
    put_set(&writer, NET_PLAY_TAKEN, net_fold(taken));
    put(&writer, NET_PLAY_POINTS + at_most(worth_cards(won, rules), 15));
    put(&writer, NET_PLAY_CLUBS + at_most(set_count(won & CLUBS), NET_RIVALS - 1));
    put(&writer, NET_PLAY_SUR + sur_class(view, taken, rank));
    put(&writer, NET_PLAY_TOTAL + at_most(numerals_sum(pool), NET_TOTALS - 1));
    put(&writer, NET_PLAY_SIZE + at_most(set_count(pool), NET_SIZES - 1));
    put_replies(&writer, position, &after, after.pool, view->hand ^ card);
    int left = at_most(PLAYS - after.ply, NET_LAST_PLAYS - 1);
    int last = after.last == NOBODY ? 0 : after.last == side ? 1 : 2;
    put(&writer, NET_PLAY_LAST + left * 3 + last);
    return writer.count;
}
