/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a decision and its plays look like to a net: prepares what all plays of a decision share, and finds the features. */
#include "agents/net/net_features.h"

#include "engine/table.h"

/* ---- what a card of each rank does to a pool: bit r of a mask stands for rank r */

enum { ELEVEN = 11 };

/* The sum of the numerals. */
static inline int numerals_sum(CardSet set)
{
    int sum = 0;
    for (set &= NUMERALS; set; set = set_rest(set))
        sum += card_rank(set_first(set)) + 1;
    return sum;
}

/* The ranks whose numerals make eleven with one of these sums: bit s of `sums`, 1 … 10. */
static inline uint32_t ranks_of_sums(uint32_t sums)
{
    uint32_t ranks = 0;
    for (int sum = 1; sum < ELEVEN; sum++)
        ranks |= (sums >> sum & 1) << (ELEVEN - 1 - sum);
    return ranks;
}

/* The ranks that can capture one of the cards `wanted` of the pool, whatever else they take. */
static uint32_t pool_takers(CardSet pool, CardSet wanted)
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
static uint32_t pool_capturers(CardSet pool)
{
    uint32_t ranks = ranks_of_sums(capture_reach(pool));
    return ranks | (uint32_t)((pool & (NUMERALS | JACKS)) != 0) << JACK | (uint32_t)((pool & QUEENS) != 0) << QUEEN |
           (uint32_t)((pool & KINGS) != 0) << KING;
}

/* The ranks that can empty the pool, jacks, queens and kings only where that is a Sur. */
static uint32_t pool_clearers(CardSet pool, const Rules *rules)
{
    uint32_t ranks = 0;
    if (!pool) return 0;
    if (!(pool & (QUEENS | KINGS)) && sur_by_rank(JACK, rules)) ranks |= 1u << JACK;
    if (!(pool & ~NUMERALS)) {
        int sum = numerals_sum(pool);
        if (sum < ELEVEN) ranks |= 1u << (ELEVEN - 1 - sum);
    } else if (!set_rest(pool) && card_rank(set_first(pool)) > JACK && sur_by_rank(card_rank(set_first(pool)), rules)) {
        ranks |= 1u << card_rank(set_first(pool));
    }
    return ranks;
}

/* What cards of each rank do to the pool that `after` has, for the seat to move there: ranks[reply] has those that do at
   least so much. */
static void pool_replies(uint32_t ranks[static NET_REPLIES], const NetPosition *position, const Table *after,
                         CardSet pool)
{
    const Rules *rules = position->view->rules;
    CardSet clubs = pool & position->clubs, points = pool & position->points, two = pool & position->two_points;
    uint32_t sur = 0;
    if (table_sur_points(after, rules))
        for (uint32_t rest = pool_clearers(pool, rules); rest; rest &= rest - 1)
            if (table_sur_possible(after, rules, __builtin_ctz(rest))) sur |= rest & -rest;
    ranks[NET_REPLY_NONE] = (1u << RANKS) - 1;
    ranks[NET_REPLY_SUR] = sur;
    ranks[NET_REPLY_POINTS] = sur | (two ? pool_takers(pool, two) : 0);
    ranks[NET_REPLY_POINT] = ranks[NET_REPLY_POINTS] | (points & ~two ? pool_takers(pool, points & ~two) : 0);
    ranks[NET_REPLY_CLUB] = ranks[NET_REPLY_POINT] | (clubs & ~points ? pool_takers(pool, clubs & ~points) : 0);
    ranks[NET_REPLY_PLAIN] = ranks[NET_REPLY_CLUB] | pool_capturers(pool);
}

/* What the best capture of a card of each rank takes from that pool, in 1/NET_POINT; -1: it captures nothing. `clearing`
   are the ranks that make a Sur. */
static void pool_worths(int worths[static RANKS], const NetPosition *position, const Table *after, CardSet pool,
                        uint32_t clearing)
{
    const int sur = table_sur_points(after, position->view->rules) * NET_POINT;
    int best[ELEVEN], jack = -1;
    best[0] = 0;
    for (int sum = 1; sum < ELEVEN; sum++)
        best[sum] = -1;
    worths[QUEEN] = worths[KING] = -1;
    for (CardSet rest = pool; rest; rest = set_rest(rest)) {
        const Card card = set_first(rest);
        const int rank = card_rank(card), worth = position->worths[card];
        if (rank > JACK) {
            if (worth > worths[rank]) worths[rank] = worth;
            continue;
        }
        jack = (jack < 0 ? 0 : jack) + worth;
        for (int sum = ELEVEN - 1; rank < JACK && sum > rank; sum--)
            if (best[sum - rank - 1] >= 0 && best[sum - rank - 1] + worth > best[sum])
                best[sum] = best[sum - rank - 1] + worth;
    }
    for (int rank = ACE; rank < JACK; rank++)
        worths[rank] = best[ELEVEN - 1 - rank];
    worths[JACK] = jack;
    for (; clearing; clearing &= clearing - 1)
        worths[__builtin_ctz(clearing)] += sur;
}

/* ---- a decision */

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

/* Finds what the other seats did in this deal. */
static void history_find(NetPosition *position, const View *view)
{
    const Rules *rules = view->rules;
    const int players = rules->players, deal_began = view->table->deal * HAND * players;
    CardSet pool = view->first_pool;
    if (!view->history || view->table->ply == deal_began) return;
    for (int ply = 0; ply < view->table->ply; ply++) {
        CardSet play = view->history[ply], card = play & ~pool, taken = play & pool;
        int place = (ply % players - view->seat + players) % players - 1;
        if (ply >= deal_began && place >= 0) {
            *(taken ? &position->captured[place] : &position->trailed[place]) |= card;
            if (!taken) position->declined[place] |= pool_capturers(pool);
            if (taken != pool && sur_in_deal(view->table->deal, rules) != LAST_DEAL_NO)
                position->no_sur[place] |= pool_clearers(pool, rules);
        }
        pool = taken ? pool ^ taken : pool | card;
        if (taken && sweeps_at(ply, rules)) pool = 0;
    }
}

static void clubs_find(NetPosition *position, const View *view)
{
    const int sides = view->rules->sides, own = rules_side(view->rules, view->seat);
    bool settled = false;
    for (int other = 0; other < sides; other++) {
        int clubs = set_count(view->table->piles[(own + other) % sides] & CLUBS);
        settled |= clubs >= CLUBS_WON && clubs >= view->rules->clubs_least;
        position->clubs_won[other] = clubs < NET_RIVALS ? clubs : NET_RIVALS - 1;
        if (other && position->clubs_won[other] > position->clubs_best)
            position->clubs_best = position->clubs_won[other];
    }
    position->clubs = settled && !worth_clubs_vary(view->rules) ? 0 : CLUBS;
}

/* Of n unseen cards h are in the next hand: the chance that w cards are all elsewhere, C(n - w, h) / C(n, h), one card
   after the other. */
static void misses_find(NetPosition *position)
{
    const int count = position->unseen_count, held = position->next_held;
    int64_t chance = NET_CERTAIN;
    for (int wanted = 0; wanted <= count; wanted++) {
        position->misses[wanted] = (int32_t)chance;
        const int left = count - wanted;
        chance = left > held ? chance * (left - held) / left : 0;
    }
}

void net_position_init(NetPosition *position, const View *view)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    *position = (NetPosition){.view = view, .unseen = view_unseen(view), .pool = table->pool};
    position->unseen_count = set_count(position->unseen);
    clubs_find(position, view);
    for (int rank = 0; rank < RANKS; rank++) {
        CardSet cards = RANK_SET(rank);
        position->unseen_ranks[rank] = (uint8_t)set_count(position->unseen & cards);
        for (CardSet rest = cards & (table->pool | view->hand); rest; rest = set_rest(rest)) {
            CardSet card = rest & -rest;
            int worth = worth_cards(card, rules);
            position->worths[set_first(card)] =
                (uint16_t)(worth * NET_POINT + (card & position->clubs ? worth_club(NET_POINT, rules) : 0));
            if (worth > 0) position->points |= card;
            if (worth > 1) position->two_points |= card;
        }
    }
    history_find(position, view);
    int ply = table->ply + 1, next = (view->seat + 1) % rules->players;
    if (ply < PLAYS) {
        Table after = {.ply = (uint8_t)ply, .deal = table->deal};
        if (ply == (table->deal + 1) * HAND * rules->players) after.deal++;
        position->next_held = table_hand_size(&after, rules, next);
    }
    misses_find(position);
}

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

/* ---- the features of a decision */

/* Clubs, Surs, and who captured last. */
static void put_sides(Writer *writer, const NetPosition *position)
{
    const View *view = position->view;
    const Rules *rules = view->rules;
    const Table *table = view->table;
    const int sides = rules->sides, own = rules_side(rules, view->seat);
    int surs = 0;
    for (int other = 0; other < sides; other++) {
        int side = (own + other) % sides, held = table->surs[side];
        if (held) put(writer, NET_VIEW_SURS + 1 + other * 3 + at_most(held, 3) - 1);
        if (!sur_by_score(table->scores[side], rules)) put(writer, NET_VIEW_SUR_BARRED + other);
        surs += held;
    }
    if (!surs) put(writer, NET_VIEW_SURS);
    put(writer, NET_VIEW_CLUBS + position->clubs_won[0] * NET_RIVALS + position->clubs_best);
    put(writer, NET_VIEW_NEXT_CLUBS + position->clubs_won[1]);
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
    for (int place = 0; place + 1 < view->rules->players; place++) {
        put_set(&writer, NET_VIEW_TRAILED + place * CARDS, net_fold(position->trailed[place]));
        put_set(&writer, NET_VIEW_CAPTURED + place * CARDS, net_fold(position->captured[place]));
        put_set(&writer, NET_VIEW_DECLINED + place * RANKS, position->declined[place]);
        put_set(&writer, NET_VIEW_NO_SUR + place * RANKS, position->no_sur[place]);
    }
    put_sides(&writer, position);
    put(&writer, NET_VIEW_PLY + table->ply);
    put(&writer, NET_VIEW_DEALS_LEFT + view->rules->deals - 1 - table->deal);
    put(&writer, NET_VIEW_HAND_SIZE + set_count(view->hand) - 1);
    put(&writer, NET_VIEW_TOTAL + at_most(numerals_sum(table->pool), NET_TOTALS - 1));
    put(&writer, NET_VIEW_SIZE + at_most(set_count(table->pool), NET_SIZES - 1));
    return writer.count;
}

/* ---- the features of a play */

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

/* The class of a worth in 1/NET_POINT: steps of a quarter of a point up to 3 points, of a whole one above. */
static int worth_class(int worth)
{
    const int quarters = (4 * worth + NET_POINT / 2) / NET_POINT;
    return quarters < 12 ? quarters : at_most(12 + (quarters - 12) / 4, NET_WORTHS - 1);
}

/* What the next hand wins with its best card, and what the own one would. */
static void put_worths(Writer *writer, const NetPosition *position, const Table *after, CardSet pool, CardSet hand,
                       uint32_t clearing)
{
    int worths[RANKS], own = 0, unseen = 0, left = RANKS;
    int64_t threat = 0;
    bool done[RANKS] = {false};
    pool_worths(worths, position, after, pool, clearing);
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        const int rank = card_rank(set_first(rest));
        if (worths[rank] > own) own = worths[rank];
    }
    while (left--) {
        int best = -1;
        for (int rank = 0; rank < RANKS; rank++)
            if (!done[rank] && position->unseen_ranks[rank] && worths[rank] > 0 &&
                (best < 0 || worths[rank] > worths[best]))
                best = rank;
        if (best < 0) break;
        done[best] = true;
        const int more = unseen + position->unseen_ranks[best];
        threat += (int64_t)worths[best] * (position->misses[unseen] - position->misses[more]);
        unseen = more;
    }
    if (!position->next_held) threat = 0;
    put(writer, NET_PLAY_THREAT + worth_class((int)(threat / NET_CERTAIN)));
    put(writer, NET_PLAY_OWN_BEST + worth_class(own));
}

/* What the next seat, and later the own one, can do with the pool that is left. */
static void put_replies(Writer *writer, const NetPosition *position, const Table *after, CardSet pool, CardSet hand)
{
    uint32_t ranks[NET_REPLIES];
    int wanted[NET_REPLIES] = {0};                                      /* unseen cards that do so much and no more */
    const bool next_holds = after->deal == position->view->table->deal; /* the cards that it held before */
    pool_replies(ranks, position, after, pool);
    put_worths(writer, position, after, pool, hand, ranks[NET_REPLY_SUR]);
    for (int rank = 0; rank < RANKS; rank++) {
        int unseen = position->unseen_ranks[rank], reply = NET_REPLY_SUR;
        bool own = hand & RANK_SET(rank);
        if (!unseen && !own) continue;
        while (!(ranks[reply] >> rank & 1))
            reply--;
        wanted[reply] += unseen;
        if (unseen) put(writer, NET_PLAY_REPLY + (rank * NET_REPLIES + reply) * SUITS + unseen - 1);
        if (own) put(writer, NET_PLAY_OWN_REPLY + rank * NET_REPLIES + reply);
        if (!unseen || !next_holds) continue;
        if (position->declined[0] >> rank & 1) put(writer, NET_PLAY_DECLINED + rank * NET_REPLIES + reply);
        if (reply == NET_REPLY_SUR && position->no_sur[0] >> rank & 1) put(writer, NET_PLAY_NO_SUR + rank);
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
    const int clubs = set_count(won & CLUBS), few = at_most(clubs, NET_CLUBS - 1);
    put(&writer, NET_PLAY_CLUBS + at_most(clubs, NET_RIVALS - 1));
    put(&writer, NET_PLAY_OWN_CLUBS + position->clubs_won[0] * NET_CLUBS + few);
    put(&writer, NET_PLAY_RIVAL_CLUBS + position->clubs_best * NET_CLUBS + few);
    put(&writer, NET_PLAY_SUR + sur_class(view, taken, rank));
    put(&writer, NET_PLAY_TOTAL + at_most(numerals_sum(pool), NET_TOTALS - 1));
    put(&writer, NET_PLAY_SIZE + at_most(set_count(pool), NET_SIZES - 1));
    put_replies(&writer, position, &after, after.pool, view->hand ^ card);
    int left = at_most(PLAYS - after.ply, NET_LAST_PLAYS - 1);
    int last = after.last == NOBODY ? 0 : after.last == side ? 1 : 2;
    put(&writer, NET_PLAY_LAST + left * 3 + last);
    return writer.count;
}
