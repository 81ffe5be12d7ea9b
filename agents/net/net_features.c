/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a decision and its plays look like to a net: prepares what all plays of a decision share, and finds the
   features. */
#include "agents/net/net_features.h"

#include "agents/lanes.h"
#include "engine/table.h"

/* ---- what a card of each rank does to a pool: bit r of a mask stands for rank r */

enum { ELEVEN = 11 };

/* The ranks that can empty the pool, whose numerals make `total`; jacks, queens and kings only where that is a Sur. */
static uint32_t pool_clearers(CardSet pool, int total, const Rules *rules)
{
    uint32_t ranks = 0;
    if (!pool) return 0;
    if (!(pool & (QUEENS | KINGS)) && sur_by_rank(JACK, rules)) ranks |= 1u << JACK;
    if (!(pool & ~NUMERALS)) {
        if (total < ELEVEN) ranks |= 1u << (ELEVEN - 1 - total);
    } else if (!set_rest(pool) && card_rank(set_first(pool)) > JACK && sur_by_rank(card_rank(set_first(pool)), rules)) {
        ranks |= 1u << card_rank(set_first(pool));
    }
    return ranks;
}

enum { NOTHING = -(1 << 24) };

static void pool_empty(NetPool *pool)
{
    *pool = (NetPool){.numerals = {CARD_SET(JACK, CLUB)}, .best_face = {-1, -1, -1}};
    for (int rank = 0; rank < JACK + 1 + JACK; rank++)
        pool->best[rank] = rank == JACK ? 0 : NOTHING;
}

/* Adds a card to the pool: what it is worth, in 1/NET_POINT, and what it is. */
static void pool_add(NetPool *pool, int rank, int worth, int thing)
{
    const uint64_t taker = CARD_SET(rank < JACK ? JACK : rank, CLUB), any = pool->numerals[0];
    for (int i = 0; i < NET_THINGS; i++)
        pool->faces[i] |= i <= thing ? taker : 0;
    if (rank >= JACK) {
        int32_t *best = &pool->best_face[rank - JACK];
        *best = rank > JACK ? (worth > *best ? worth : *best) : (*best < 0 ? 0 : *best) + worth;
        return;
    }
    const int value = rank + 1;
    for (int i = 0; i < NET_THINGS; i++)
        pool->numerals[i] |= (i <= thing ? any : pool->numerals[i]) >> SUITS * value;
    pool->best_face[0] = (pool->best_face[0] < 0 ? 0 : pool->best_face[0]) + worth;
    for (int to = 0; to < JACK; to++) {
        const int32_t with = pool->best[to + value] + worth;
        pool->best[to] = with > pool->best[to] ? with : pool->best[to];
    }
}

/* The ranks of which there are cards: the first bit of the nibble of each. */
static inline CardSet ranks_of(CardSet set) { return (set | set >> 1 | set >> 2 | set >> 3) & CLUBS; }

/* What is left of the position's pool after a play of `card`, which took `taken`: *pool, unless it is the position's
   own. */
static const NetPool *pool_after(NetPool *pool, const NetPosition *position, CardSet left, CardSet card, CardSet taken)
{
    if (!taken && left) {
        *pool = position->replies;
        pool_add(pool, card_rank(set_first(card)), position->worths[set_first(card)],
                 position->things[set_first(card)]);
        return pool;
    }
    pool_empty(pool);
    for (CardSet rest = left; rest; rest = set_rest(rest))
        pool_add(pool, card_rank(set_first(rest)), position->worths[set_first(rest)],
                 position->things[set_first(rest)]);
    return pool;
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

/* Finds what a card is worth, and what it is; of those in `clubs` a club counts. */
static void scoring_find(NetPosition *position, const View *view, int card, CardSet clubs)
{
    const CardSet set = UINT64_C(1) << card;
    const int points = scoring_cards(set, view->rules);
    const bool counts = set & clubs;
    position->worths[card] = (uint16_t)(points * NET_POINT + (counts ? scoring_club(NET_POINT, view->rules) : 0));
    position->things[card] = points > 1 ? 3 : points > 0 ? 2 : counts;
}

/* The ranks that could have captured more than `play` did, half a point and a card that counts not at all apart. */
static uint32_t pool_passed(NetPosition *position, const View *view, CardSet pool, CardSet play, CardSet clubs)
{
    NetPool could;
    int took = 0;
    uint32_t ranks = 0;
    pool_empty(&could);
    for (CardSet rest = pool; rest; rest = set_rest(rest)) {
        const int card = set_first(rest);
        scoring_find(position, view, card, clubs);
        pool_add(&could, card / SUITS, position->worths[card], position->things[card]);
        took += play >> card & 1 ? position->worths[card] : 0;
    }
    for (int rank = 0; rank < RANKS; rank++)
        ranks |= (uint32_t)((rank < JACK ? could.best[rank] : could.best_face[rank - JACK]) > took + NET_POINT / 2)
                 << rank;
    return ranks;
}

/* Finds what the other seats did in this deal. */
static void history_find(NetPosition *position, const View *view, CardSet clubs)
{
    const Rules *rules = view->rules;
    const int players = rules->players, now = view->table->ply, deal_began = view->table->deal * HAND * players;
    const bool surs = sur_in_deal(view->table->deal, rules) != LAST_DEAL_NO;
    if (!view->history || now == deal_began) return;
    CardSet pool = deal_pool(view->first_pool, view->history, deal_began);
    for (int ply = deal_began; ply < now; ply++) {
        CardSet play = view->history[ply], card = play & ~pool, taken = play & pool;
        int place = (ply % players - view->seat + players) % players - 1;
        const CardSet before = pool;
        if (place >= 0) {
            position->latest[place] = card;
            *(taken ? &position->captured[place] : &position->trailed[place]) |= card;
            if (!taken) position->declined[place] |= capture_ranks(pool);
            if (taken != pool && surs) position->no_sur[place] |= pool_clearers(pool, numerals_total(pool), rules);
        }
        pool = taken ? pool ^ taken : pool | card;
        if (taken && sweeps_at(ply, rules)) pool = 0;
        if (place < 0) continue;
        if (taken) position->passed[place] |= pool_passed(position, view, before, play, clubs);
        if (surs) position->offered[place] |= pool_clearers(pool, numerals_total(pool), rules);
    }
}

/* Finds how many clubs the sides have; returns those cards that count as clubs: none where they are settled. */
static CardSet clubs_find(NetPosition *position, const View *view)
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
    return settled && !scoring_clubs_vary(view->rules) ? 0 : CLUBS;
}

/* Of n unseen cards h are in the next hand: the chance that w cards are all elsewhere, C(n - w, h) / C(n, h), one card
   after the other. */
static void misses_find(NetPosition *position)
{
    /* 2^SHIFT / left, rounded up: a product with it is the quotient for all numbers below 2^SHIFT / left */
    enum { SHIFT = 40 };
#define PART(left) (((UINT64_C(1) << SHIFT) + (left)-1) / (left))
#define PARTS(from) PART(from), PART(from + 1), PART(from + 2), PART(from + 3), PART(from + 4), PART(from + 5)
    static const uint64_t PARTS_OF[] = {0,         PARTS(1),  PARTS(7),  PARTS(13), PARTS(19),
                                        PARTS(25), PARTS(31), PARTS(37), PARTS(43), PARTS(49)};
#undef PARTS
#undef PART
    const int count = position->unseen_count, held = position->next_held;
    uint64_t chance = NET_CERTAIN;
    for (int wanted = 0; wanted <= count; wanted++) {
        position->misses[wanted] = (int32_t)chance;
        const int left = count - wanted;
        const uint64_t part = left > held ? (uint64_t)(left - held) * PARTS_OF[left] : 0;
        chance = chance * part >> SHIFT;
    }
    int64_t all = 1;
    for (int i = 0; i < held && i < count; i++)
        all *= count - i;
    position->hands = all;
    position->hands_part = ((INT64_C(1) << NET_HANDS_SHIFT) + all - 1) / all;
}

/* Finds what the cards of the pool are worth, and what captures take from it. */
static void pool_find(NetPosition *position, const View *view)
{
    const CardSet pool = view->table->pool;
    pool_empty(&position->replies);
    for (CardSet rest = pool; rest; rest = set_rest(rest)) {
        const int at = set_first(rest);
        scoring_find(position, view, at, position->clubs);
        pool_add(&position->replies, at / SUITS, position->worths[at], position->things[at]);
    }
    position->total = numerals_total(pool);
}

void net_position_hand(NetPosition *position, const View *view)
{
    position->view = view;
    position->unseen = view_unseen(view);
    position->unseen_ranks = nibble_counts(position->unseen);
    for (CardSet rest = view->hand; rest; rest = set_rest(rest))
        scoring_find(position, view, set_first(rest), position->clubs);
}

void net_position_init(NetPosition *position, const View *view)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    *position = (NetPosition){.pool = table->pool, .unseen_count = set_count(view_unseen(view))};
    position->clubs = clubs_find(position, view);
    net_position_hand(position, view);
    pool_find(position, view);
    history_find(position, view, position->clubs);
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

/* All but those of the hand, where these cards are unseen. */
static void put_view(Writer *writer, const NetPosition *position, CardSet unseen)
{
    const View *view = position->view;
    const Table *table = view->table;
    put_set(writer, NET_VIEW_POOL, net_fold(table->pool));
    put_set(writer, NET_VIEW_UNSEEN, net_fold(unseen));
    for (int place = 0; place + 1 < view->rules->players; place++) {
        put_set(writer, NET_VIEW_TRAILED + place * CARDS, net_fold(position->trailed[place]));
        put_set(writer, NET_VIEW_CAPTURED + place * CARDS, net_fold(position->captured[place]));
        put_set(writer, NET_VIEW_DECLINED + place * RANKS, position->declined[place]);
        put_set(writer, NET_VIEW_NO_SUR + place * RANKS, position->no_sur[place]);
        put_set(writer, NET_VIEW_LATEST + place * CARDS, net_fold(position->latest[place]));
        put_set(writer, NET_VIEW_OFFERED + place * RANKS, position->offered[place]);
        put_set(writer, NET_VIEW_PASSED + place * RANKS, position->passed[place]);
    }
    put_sides(writer, position);
    put(writer, NET_VIEW_PLY + table->ply);
    put(writer, NET_VIEW_DEALS_LEFT + view->rules->deals - 1 - table->deal);
    put(writer, NET_VIEW_HAND_SIZE + set_count(view->hand) - 1);
    put(writer, NET_VIEW_TOTAL + at_most(position->total, NET_TOTALS - 1));
    put(writer, NET_VIEW_SIZE + at_most(set_count(table->pool), NET_SIZES - 1));
}

int net_view_features(uint16_t out[static NET_VIEW_MOST], const NetPosition *position)
{
    Writer writer = {out, 0};
    put_set(&writer, NET_VIEW_HAND, net_fold(position->view->hand));
    put_view(&writer, position, position->unseen);
    return writer.count;
}

int net_table_features(uint16_t out[static NET_VIEW_MOST], const NetPosition *position)
{
    Writer writer = {out, 0};
    put_view(&writer, position, position->unseen | position->view->hand);
    return writer.count;
}

int net_hand_features(uint16_t out[static HAND], uint16_t less[static HAND], const NetPosition *position)
{
    const CardSet hand = position->view->hand, unseen = position->unseen;
    Writer more = {out, 0}, fewer = {less, 0};
    put_set(&more, NET_VIEW_HAND, net_fold(hand));
    put_set(&fewer, NET_VIEW_UNSEEN, net_fold(unseen | hand) ^ net_fold(unseen));
    return more.count;
}

/* ---- the features of a play */

/* The class of the chance that the next hand holds one of `wanted` unseen cards. */
static int chance_class(const NetPosition *position, int wanted)
{
    int64_t missing = 1;
    const int others = position->unseen_count - wanted;
    for (int i = 0; i < position->next_held; i++)
        missing *= others > i ? others - i : 0;
    if (missing >= position->hands) return 0;
    const int64_t share = (NET_CHANCES - 2) * (position->hands - missing) * position->hands_part >> NET_HANDS_SHIFT;
    return missing ? 1 + (int)share : NET_CHANCES - 1;
}

/* The class of a worth in 1/NET_POINT: steps of a quarter of a point up to 3 points, of a whole one above. */
static int scoring_class(int worth)
{
    const int quarters = (4 * worth + NET_POINT / 2) / NET_POINT;
    return quarters < 12 ? quarters : at_most(12 + (quarters - 12) / 4, NET_WORTHS - 1);
}

/* What the next hand wins on average with its best card, in 1/NET_POINT, where a card of each rank wins so much. */
static int threat_of(const NetPosition *position, const int worths[static RANKS])
{
    enum { BY_WORTH = 16 };                 /* more than the unseen cards of a rank */
    int keys[RANKS], count = 0, before = 0; /* ranks that win something, the one that wins most first */
    int64_t threat = 0;
    if (!position->next_held) return 0;
    for (int rank = 0; rank < RANKS; rank++) {
        const int unseen = (int)(position->unseen_ranks >> SUITS * rank & 0xf), key = worths[rank] * BY_WORTH + unseen;
        if (worths[rank] <= 0 || !unseen) continue;
        int at = count++;
        for (; at && keys[at - 1] < key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (int i = 0; i < count; i++) {
        const int unseen = keys[i] % BY_WORTH;
        threat += (int64_t)(keys[i] / BY_WORTH) * (position->misses[before] - position->misses[before + unseen]);
        before += unseen;
    }
    return (int)(threat / NET_CERTAIN);
}

/* What the next hand wins with its best card, and what the own one would; `clearing` are the ranks that make a Sur. */
static void put_worths(Writer *writer, const NetPosition *position, const Table *after, const NetPool *pool,
                       CardSet hand, uint32_t clearing)
{
    const int sur = table_sur_points(after, position->view->rules) * NET_POINT;
    int worths[RANKS], own = 0;
    for (int rank = 0; rank < RANKS; rank++)
        worths[rank] =
            (rank < JACK ? pool->best[rank] : pool->best_face[rank - JACK]) + (clearing >> rank & 1 ? sur : 0);
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        const int rank = card_rank(set_first(rest));
        if (worths[rank] > own) own = worths[rank];
    }
    put(writer, NET_PLAY_THREAT + scoring_class(threat_of(position, worths)));
    put(writer, NET_PLAY_OWN_BEST + scoring_class(own));
}

/* What the next seat, and later the own one, can do with the pool that is left, whose numerals make `total`. */
static void put_replies(Writer *writer, const NetPosition *position, const Table *after, const NetPool *pool, int total,
                        CardSet hand)
{
    const Rules *rules = position->view->rules;
    const bool next_holds = after->deal == position->view->table->deal; /* the cards that it held before */
    const bool surs = table_sur_points(after, rules) && table_sur_possible(after, rules, ACE);
    const uint32_t clearing = surs ? pool_clearers(after->pool, total, rules) : 0;
    const CardSet unseen = position->unseen;
    CardSet sur = 0, by[NET_THINGS];
    put_worths(writer, position, after, pool, hand, clearing);
    for (uint32_t rest = clearing; rest; rest &= rest - 1)
        sur |= CARD_SET(__builtin_ctz(rest), CLUB);
    for (int i = 0; i < NET_THINGS; i++)
        by[i] = (pool->numerals[i] & NUMERALS) | pool->faces[i] | sur;
    /* by rank, a NetReply: as many of the things, each better than the one before, as a card can take, and the Sur */
    const uint64_t replies = by[0] + by[1] + by[2] + by[3] + sur;
    for (CardSet rest = ranks_of(unseen); rest; rest = set_rest(rest)) {
        const int at = set_first(rest), reply = replies >> at & 0xf, count = position->unseen_ranks >> at & 0xf;
        put(writer, NET_PLAY_REPLY + (at / SUITS * NET_REPLIES + reply) * SUITS + count - 1);
    }
    for (CardSet rest = ranks_of(hand); rest; rest = set_rest(rest)) {
        const int at = set_first(rest), reply = replies >> at & 0xf;
        put(writer, NET_PLAY_OWN_REPLY + at / SUITS * NET_REPLIES + reply);
    }
    for (uint32_t rest = next_holds ? position->declined[0] : 0; rest; rest &= rest - 1) {
        const int rank = __builtin_ctz(rest), reply = replies >> SUITS * rank & 0xf;
        if (unseen & RANK_SET(rank)) put(writer, NET_PLAY_DECLINED + rank * NET_REPLIES + reply);
    }
    for (uint32_t rest = next_holds ? position->no_sur[0] & clearing : 0; rest; rest &= rest - 1)
        if (unseen & RANK_SET(__builtin_ctz(rest))) put(writer, NET_PLAY_NO_SUR + __builtin_ctz(rest));
    for (uint32_t rest = next_holds ? position->offered[0] & clearing : 0; rest; rest &= rest - 1)
        if (unseen & RANK_SET(__builtin_ctz(rest))) put(writer, NET_PLAY_OFFERED + __builtin_ctz(rest));
    for (uint32_t rest = next_holds ? position->passed[0] : 0; rest; rest &= rest - 1) {
        const int rank = __builtin_ctz(rest), reply = replies >> SUITS * rank & 0xf;
        if (unseen & RANK_SET(rank)) put(writer, NET_PLAY_PASSED + rank * NET_REPLIES + reply);
    }
    put(writer, NET_PLAY_SUR_CHANCE + chance_class(position, set_count(sur * 0xf & unseen)));
    put(writer, NET_PLAY_POINTS_CHANCE + chance_class(position, set_count(by[2] * 0xf & unseen)));
    put(writer, NET_PLAY_CAPTURE_CHANCE + chance_class(position, set_count(by[0] * 0xf & unseen)));
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
    const int total = position->total + (taken ? -numerals_total(taken) : numerals_total(card));
    const int rank = card_rank(set_first(card)), side = table_side(view->table, rules);
    Table after = *view->table;
    table_play(&after, rules, set_first(card), taken);
    put(&writer, (taken ? NET_PLAY_CAPTURING : NET_PLAY_TRAILED) + set_first(net_fold(card)));
    put_set(&writer, NET_PLAY_TAKEN, net_fold(taken));
    put(&writer, NET_PLAY_POINTS + at_most(scoring_cards(won, rules), 15));
    const int clubs = set_count(won & CLUBS), few = at_most(clubs, NET_CLUBS - 1);
    put(&writer, NET_PLAY_CLUBS + at_most(clubs, NET_RIVALS - 1));
    put(&writer, NET_PLAY_OWN_CLUBS + position->clubs_won[0] * NET_CLUBS + few);
    put(&writer, NET_PLAY_RIVAL_CLUBS + position->clubs_best * NET_CLUBS + few);
    put(&writer, NET_PLAY_SUR + sur_class(view, taken, rank));
    put(&writer, NET_PLAY_TOTAL + at_most(total, NET_TOTALS - 1));
    put(&writer, NET_PLAY_SIZE + at_most(set_count(pool), NET_SIZES - 1));
    NetPool room;
    const NetPool *left_pool = pool_after(&room, position, after.pool, card, taken);
    put_replies(&writer, position, &after, left_pool, total, view->hand ^ card);
    int left = at_most(PLAYS - after.ply, NET_LAST_PLAYS - 1);
    int last = after.last == NOBODY ? 0 : after.last == side ? 1 : 2;
    put(&writer, NET_PLAY_LAST + left * 3 + last);
    return writer.count;
}
