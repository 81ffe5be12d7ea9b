/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a net sees a decision and its plays: prepares what all plays of a decision share, and finds the features. */
#include "agents/net/net_features.h"

#include <string.h>

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

static const NetPool EMPTY_POOL = {
    .numerals = {CARD_SET(JACK, CLUB)},
    .best = {[0 ... JACK - 1] = NOTHING, [JACK + 1 ... 2 * JACK] = NOTHING},
    .best_face = {-1, -1, -1},
};

/* Adds a card to the pool: what it is worth, in 1/NET_POINT, and what it is. */
static void pool_add(NetPool *pool, int rank, int scoring, int thing)
{
    const uint64_t taker = CARD_SET(rank < JACK ? JACK : rank, CLUB), any = pool->numerals[0];
    for (int i = 0; i < NET_THINGS; i++)
        pool->faces[i] |= i <= thing ? taker : 0;
    if (rank >= JACK) {
        int32_t *best = &pool->best_face[rank - JACK];
        *best = rank > JACK ? (scoring > *best ? scoring : *best) : (*best < 0 ? 0 : *best) + scoring;
        return;
    }
    const int value = rank + 1;
    for (int i = 0; i < NET_THINGS; i++)
        pool->numerals[i] |= (i <= thing ? any : pool->numerals[i]) >> SUITS * value;
    pool->best_face[0] = (pool->best_face[0] < 0 ? 0 : pool->best_face[0]) + scoring;
    for (int to = 0; to < JACK; to++) {
        const int32_t with = pool->best[to + value] + scoring;
        pool->best[to] = with > pool->best[to] ? with : pool->best[to];
    }
}

/* Adds these cards to the pool. */
static void pool_add_all(NetPool *pool, CardSet cards, const NetScoring *are)
{
    for (; cards; cards = set_rest(cards)) {
        const Card card = set_first(cards);
        pool_add(pool, card_rank(card), are->scoring[card], are->things[card]);
    }
}

/* The ranks of which there are cards: the first bit of the nibble of each. */
static inline CardSet ranks_of(CardSet set) { return (set | set >> 1 | set >> 2 | set >> 3) & CLUBS; }

/* What is left of the position's pool after a play of `card`, which took `taken`. */
static void pool_after(NetPool *pool, const NetPosition *position, CardSet left, CardSet card, CardSet taken)
{
    const bool trailed = !taken && left;
    *pool = trailed ? position->replies : EMPTY_POOL;
    pool_add_all(pool, trailed ? card : left, &position->cards);
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

/* The same of one card. */
static inline Card card_fold(Card card)
{
    const int rank = card_rank(card);
    return set_has(CLUBS | TEN_OF_DIAMONDS, card) ? card : card_of(rank, rank == TEN ? HEART : DIAMOND);
}

/* Finds what all cards are worth, and what they are; `counts`: clubs count. */
static const NetScoring *scoring_find(NetLine *line, bool counts, const Rules *rules)
{
    NetScoring *are = &line->cards[counts];
    for (int card = 0; card < CARDS && !are->found; card++) {
        const CardSet set = UINT64_C(1) << card;
        const int points = scoring_cards(set, rules);
        const bool club = counts && set & CLUBS;
        are->scoring[card] = (uint16_t)(points * NET_POINT + (club ? scoring_club(NET_POINT, rules) : 0));
        are->things[card] = points > 1 ? 3 : points > 0 ? 2 : club;
    }
    are->found = true;
    return are;
}

/* ---- the way through a deal */

void net_line_clear(NetLine *line)
{
    line->ply = -1;
    line->cards[0].found = line->cards[1].found = false;
    for (int i = 0; i < NET_DEAL_PLAYS; i++)
        line->odds[i].unseen = -1;
}

/* Finds what can be done with the pool of a step. */
static void step_pool(NetStep *step, bool surs, const Rules *rules)
{
    step->total = numerals_total(step->pool);
    step->clearers = surs ? pool_clearers(step->pool, step->total, rules) : 0;
}

/* The first step: nobody has played in the deal, which began with this pool. */
static void line_begin(NetLine *line, CardSet pool, bool surs, const Rules *rules)
{
    NetStep *step = line->steps;
    step->pool = pool;
    step_pool(step, surs, rules);
    step->replies = EMPTY_POOL;
    pool_add_all(&step->replies, pool, &line->cards[line->clubs]);
    for (int seat = 0; seat < rules->players; seat++)
        step->seen[seat] = (NetSeen){0};
}

/* The ranks that could have captured more from a pool than these cards, half a point and a card that counts not at all
   apart. */
static uint32_t pool_passed(const NetPool *pool, CardSet taken, const uint16_t scoring[])
{
    uint32_t ranks = 0;
    int more = NET_POINT / 2;
    for (; taken; taken = set_rest(taken))
        more += scoring[set_first(taken)];
    for (int rank = 0; rank < RANKS; rank++)
        ranks |= (uint32_t)((rank < JACK ? pool->best[rank] : pool->best_face[rank - JACK]) > more) << rank;
    return ranks;
}

/* The step after a play. */
static void line_step(NetLine *line, int ply, CardSet play, bool surs, const Rules *rules)
{
    const NetStep *from = &line->steps[ply - line->began];
    NetStep *step = &line->steps[ply + 1 - line->began];
    const CardSet pool = from->pool, card = play & ~pool, taken = play & pool;
    const NetScoring *are = &line->cards[line->clubs];
    for (int seat = 0; seat < rules->players; seat++)
        step->seen[seat] = from->seen[seat];
    NetSeen *seen = &step->seen[ply % rules->players];
    step->pool = !taken ? pool | card : sweeps_at(ply, rules) ? 0 : pool ^ taken;
    step_pool(step, surs, rules);
    step->replies = taken ? EMPTY_POOL : from->replies;
    pool_add_all(&step->replies, taken ? step->pool : card, are);
    seen->latest = card;
    if (taken) {
        seen->captured |= card;
        seen->passed |= pool_passed(&from->replies, taken, are->scoring);
    } else {
        seen->trailed |= card;
        seen->declined |= capture_ranks(pool);
    }
    if (taken != pool) seen->no_sur |= from->clearers;
    seen->offered |= step->clearers;
}

/* The step of the view: the way is walked from where it leaves the one that is known. */
static const NetStep *line_walk(NetLine *line, const View *view, bool clubs)
{
    const Rules *rules = view->rules;
    const int began = view->table->deal * HAND * rules->players, now = view->table->ply;
    const bool surs = sur_in_deal(view->table->deal, rules) != LAST_DEAL_NO;
    int ply = 0;
    while (view->history && ply < line->ply && ply < now && line->history[ply] == view->history[ply])
        ply++;
    if (line->ply < began || ply < began || line->began != began || line->clubs != clubs ||
        line->first_pool != view->first_pool || !view->history) {
        ply = view->history ? began : now;
        line->began = ply;
        line->clubs = clubs;
        line->first_pool = view->first_pool;
        if (view->history) memcpy(line->history, view->history, (size_t)began * sizeof *line->history);
        line_begin(line, view->history ? deal_pool(view->first_pool, view->history, began) : view->table->pool, surs,
                   rules);
    }
    for (; ply < now; ply++) {
        line->history[ply] = view->history[ply];
        line_step(line, ply, view->history[ply], surs, rules);
    }
    line->ply = view->history ? now : -1;
    return &line->steps[now - line->began];
}

/* A seat or a side that is this many places behind another; a remainder would take longer. */
static inline int place_around(int place, int count) { return place < count ? place : place - count; }

/* Finds how many clubs the sides have; returns false where they are settled, and count no longer. */
static bool clubs_find(NetPosition *position, const View *view)
{
    const int sides = view->rules->sides, own = rules_side(view->rules, view->seat);
    bool settled = false;
    position->clubs_best = 0;
    for (int other = 0; other < sides; other++) {
        const int clubs = set_count(view->table->piles[place_around(own + other, sides)] & CLUBS);
        settled |= clubs >= CLUBS_WON && clubs >= view->rules->clubs_least;
        position->clubs_won[other] = clubs < NET_RIVALS ? clubs : NET_RIVALS - 1;
        if (other && position->clubs_won[other] > position->clubs_best)
            position->clubs_best = position->clubs_won[other];
    }
    return !settled || scoring_clubs_vary(view->rules);
}

/* Of n unseen cards h are in the next hand: the chance that w cards are all elsewhere, C(n - w, h) / C(n, h), one card
   after the other. */
static void odds_find(NetOdds *odds, int count, int held)
{
    if (odds->unseen == count && odds->next_held == held) return;
    uint32_t chance = NET_CERTAIN, hands = 1; /* ways to deal the next hand in order */
    odds->unseen = count;
    odds->next_held = held;
    for (int i = 0; i < held; i++)
        hands *= (uint32_t)(count - i);
    for (uint32_t wanted = 0, missing = hands; wanted <= (uint32_t)count; wanted++) {
        const uint32_t left = (uint32_t)count - wanted, others = left > (uint32_t)held ? left - (uint32_t)held : 0;
        const uint32_t class = (NET_CHANCES - 2) * (hands - missing) / hands;
        odds->misses[wanted] = (int32_t)chance;
        odds->classes[wanted] = (uint8_t)(missing == hands ? 0 : missing ? 1 + class : NET_CHANCES - 1);
        chance = others ? chance * others / left : 0;
        missing = others ? missing * others / left : 0;
    }
}

/* Finds what holds for the next seat whatever is played: how many cards it holds when it plays, which is returned, and
   what a Sur would bring it. */
static int next_find(NetPosition *position, const View *view)
{
    const Rules *rules = view->rules;
    Table next = *view->table;
    next.ply++;
    next.turn = (uint8_t)place_around(view->seat + 1, rules->players);
    position->deal_over = next.ply == (next.deal + 1) * HAND * rules->players && next.ply < PLAYS;
    next.deal += position->deal_over;
    position->next_sur = table_sur_possible(&next, rules, ACE) ? table_sur_points(&next, rules) : 0;
    return table_over(&next) ? 0 : table_hand_size(&next, rules, next.turn);
}

void net_position_hand(NetPosition *position, const View *view)
{
    position->view = view;
    position->unseen = view_unseen(view);
    position->unseen_ranks = nibble_counts(position->unseen);
}

void net_position_along(NetPosition *position, NetLine *line, const View *view)
{
    const int players = view->rules->players;
    const int place = view->table->ply - view->table->deal * HAND * players; /* in the deal */
    position->pool = view->table->pool;
    const bool clubs = clubs_find(position, view);
    position->cards = *scoring_find(line, clubs, view->rules);
    const NetStep *step = line_walk(line, view, clubs);
    position->total = step->total;
    position->replies = step->replies;
    for (int other = 1; other < players; other++)
        position->seen[other - 1] = step->seen[place_around(view->seat + other, players)];
    net_position_hand(position, view);
    odds_find(&line->odds[place], set_count(position->unseen), next_find(position, view));
    position->odds = line->odds[place];
}

void net_position_init(NetPosition *position, const View *view)
{
    NetLine line;
    net_line_clear(&line);
    net_position_along(position, &line, view);
}

/* Where numbers are written. */
typedef struct {
    uint16_t *out;
    int count;
} Writer;

static inline void feature_put(Writer *writer, int number) { writer->out[writer->count++] = (uint16_t)number; }

static inline void put_set(Writer *writer, int first, uint64_t bits)
{
    for (; bits; bits = set_rest(bits))
        feature_put(writer, first + set_first(bits));
}

/* The same of a folded set of cards. */
static inline void put_cards(Writer *writer, int first, CardSet cards)
{
    if (cards) put_set(writer, first, net_fold(cards));
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
        const int side = place_around(own + other, sides), held = table->surs[side];
        if (held) feature_put(writer, NET_VIEW_SURS + 1 + other * 3 + at_most(held, 3) - 1);
        if (!sur_by_score(table->scores[side], rules)) feature_put(writer, NET_VIEW_SUR_BARRED + other);
        surs += held;
    }
    if (!surs) feature_put(writer, NET_VIEW_SURS);
    feature_put(writer, NET_VIEW_CLUBS + position->clubs_won[0] * NET_RIVALS + position->clubs_best);
    feature_put(writer, NET_VIEW_NEXT_CLUBS + position->clubs_won[1]);
    const int last = table->last == NOBODY ? 0 : 1 + place_around(table->last - own + sides, sides);
    feature_put(writer, NET_VIEW_LAST + table_last_deal(table, rules) * (1 + NET_HOLDERS) + last);
}

/* All but those of the hand and of the unseen cards. */
static void put_view(Writer *writer, const NetPosition *position)
{
    const View *view = position->view;
    const Table *table = view->table;
    put_cards(writer, NET_VIEW_POOL, table->pool);
    uint64_t declined = 0, no_sur = 0, offered = 0, passed = 0; /* the ranks of one seat behind those of another */
    for (int place = 0; place + 1 < view->rules->players; place++) {
        const NetSeen *seen = &position->seen[place];
        put_cards(writer, NET_VIEW_TRAILED + place * CARDS, seen->trailed);
        put_cards(writer, NET_VIEW_CAPTURED + place * CARDS, seen->captured);
        if (seen->latest) feature_put(writer, NET_VIEW_LATEST + place * CARDS + card_fold(set_first(seen->latest)));
        declined |= (uint64_t)seen->declined << place * RANKS;
        no_sur |= (uint64_t)seen->no_sur << place * RANKS;
        offered |= (uint64_t)seen->offered << place * RANKS;
        passed |= (uint64_t)seen->passed << place * RANKS;
    }
    put_set(writer, NET_VIEW_DECLINED, declined);
    put_set(writer, NET_VIEW_NO_SUR, no_sur);
    put_set(writer, NET_VIEW_OFFERED, offered);
    put_set(writer, NET_VIEW_PASSED, passed);
    put_sides(writer, position);
    feature_put(writer, NET_VIEW_PLY + table->ply);
    feature_put(writer, NET_VIEW_DEALS_LEFT + view->rules->deals - 1 - table->deal);
    feature_put(writer, NET_VIEW_HAND_SIZE + set_count(view->hand) - 1);
    feature_put(writer, NET_VIEW_TOTAL + at_most(position->total, NET_TOTALS - 1));
    feature_put(writer, NET_VIEW_SIZE + at_most(set_count(table->pool), NET_SIZES - 1));
}

int net_view_features(uint16_t out[static NET_VIEW_MOST], const NetPosition *position)
{
    Writer writer = {out, 0};
    put_cards(&writer, NET_VIEW_HAND, position->view->hand);
    put_cards(&writer, NET_VIEW_UNSEEN, position->unseen);
    put_view(&writer, position);
    return writer.count;
}

int net_unseen_features(uint16_t out[static CARDS], uint16_t less[static CARDS], int *less_count, CardSet *known,
                        const NetPosition *position)
{
    const CardSet unseen = net_fold(position->unseen | position->view->hand);
    Writer more = {out, 0}, fewer = {less, 0};
    put_set(&more, NET_VIEW_UNSEEN, unseen & ~*known);
    put_set(&fewer, NET_VIEW_UNSEEN, *known & ~unseen);
    *known = unseen;
    *less_count = fewer.count;
    return more.count;
}

int net_table_features(uint16_t out[static NET_VIEW_MOST], const NetPosition *position)
{
    Writer writer = {out, 0};
    put_view(&writer, position);
    return writer.count;
}

int net_hand_features(uint16_t out[static HAND], uint16_t less[static HAND], const NetPosition *position)
{
    const CardSet hand = position->view->hand, unseen = position->unseen;
    Writer more = {out, 0}, fewer = {less, 0};
    put_cards(&more, NET_VIEW_HAND, hand);
    put_set(&fewer, NET_VIEW_UNSEEN, net_fold(unseen | hand) ^ net_fold(unseen));
    return more.count;
}

/* ---- the features of a play */

/* The class of a worth in 1/NET_POINT: steps of a quarter of a point up to 3 points, of a whole one above. */
static int scoring_class(int scoring)
{
    const int quarters = (4 * scoring + NET_POINT / 2) / NET_POINT;
    return quarters < 12 ? quarters : at_most(12 + (quarters - 12) / 4, NET_SCORING_CLASSES - 1);
}

/* What the next hand wins on average with its best card, in 1/NET_POINT, where a card of each rank wins so much. */
static int threat_of(const NetPosition *position, const int scoring[static RANKS])
{
    enum { ROOM = 16 };                                                /* more than there are ranks */
    int keys[ROOM] = {0}, unseen[ROOM], better[ROOM] = {0}, count = 0; /* of ranks that win something */
    int64_t threat = 0;
    if (!position->odds.next_held) return 0;
    for (int rank = 0; rank < RANKS; rank++) {
        const int cards = (int)(position->unseen_ranks >> SUITS * rank & 0xf);
        keys[count] = scoring[rank] * ROOM + rank;
        unseen[count] = cards;
        count += scoring[rank] > 0 && cards;
    }
    /* the unseen cards that win more; no branch, as the order of ranks cannot be foreseen */
    for (int half = 0; half < count; half += ROOM / 2)
        for (int i = 0; i < count; i++)
            for (int k = half; k < half + ROOM / 2; k++)
                better[k] += keys[i] > keys[k] ? unseen[i] : 0;
    for (int i = 0; i < count; i++)
        threat += (int64_t)(keys[i] / ROOM) *
                  (position->odds.misses[better[i]] - position->odds.misses[better[i] + unseen[i]]);
    return (int)(threat / NET_CERTAIN);
}

/* What the next hand wins with its best card, and what the own one would; `clearing` are the ranks that make a Sur,
   which is worth `sur`. */
static void put_scoring(Writer *writer, const NetPosition *position, const NetPool *pool, CardSet hand,
                        uint32_t clearing, int sur)
{
    int scoring[RANKS], own = 0;
    memcpy(scoring, pool->best, JACK * sizeof *scoring);
    memcpy(scoring + JACK, pool->best_face, sizeof pool->best_face);
    for (; clearing; clearing &= clearing - 1)
        scoring[__builtin_ctz(clearing)] += sur;
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        const int rank = card_rank(set_first(rest));
        if (scoring[rank] > own) own = scoring[rank];
    }
    feature_put(writer, NET_PLAY_THREAT + scoring_class(threat_of(position, scoring)));
    feature_put(writer, NET_PLAY_OWN_BEST + scoring_class(own));
}

/* Those of the ranks of which cards are unseen; with `replies` by what they do. */
static inline void put_ranks(Writer *writer, int first, uint32_t ranks, CardSet unseen, const uint64_t *replies)
{
    for (; ranks; ranks &= ranks - 1) {
        const int rank = __builtin_ctz(ranks);
        const int number = replies ? rank * NET_REPLIES + (int)(*replies >> SUITS * rank & 0xf) : rank;
        if (unseen & RANK_SET(rank)) feature_put(writer, first + number);
    }
}

/* What the next seat, and later the own one, can do with the pool that is left, whose numerals make `total`. */
static void put_replies(Writer *writer, const NetPosition *position, CardSet left, const NetPool *pool, int total,
                        CardSet hand)
{
    const uint32_t clearing = position->next_sur ? pool_clearers(left, total, position->view->rules) : 0;
    const uint8_t *classes = position->odds.classes;
    const CardSet unseen = position->unseen;
    CardSet sur = 0, by[NET_THINGS];
    put_scoring(writer, position, pool, hand, clearing, position->next_sur * NET_POINT);
    for (uint32_t rest = clearing; rest; rest &= rest - 1)
        sur |= CARD_SET(__builtin_ctz(rest), CLUB);
    for (int i = 0; i < NET_THINGS; i++)
        by[i] = (pool->numerals[i] & NUMERALS) | pool->faces[i] | sur;
    /* by rank, a NetReply: as many of the things, each better than the one before, as a card can take, and the Sur */
    const uint64_t replies = by[0] + by[1] + by[2] + by[3] + sur;
    for (CardSet rest = ranks_of(unseen); rest; rest = set_rest(rest)) {
        const int at = set_first(rest), reply = replies >> at & 0xf, count = position->unseen_ranks >> at & 0xf;
        feature_put(writer, NET_PLAY_REPLY + at * NET_REPLIES + reply * SUITS + count - 1);
    }
    for (CardSet rest = ranks_of(hand); rest; rest = set_rest(rest)) {
        const int at = set_first(rest), reply = replies >> at & 0xf;
        feature_put(writer, NET_PLAY_OWN_REPLY + at / SUITS * NET_REPLIES + reply);
    }
    if (!position->deal_over) { /* the next seat still has the cards that it held before */
        const NetSeen *next = &position->seen[0];
        put_ranks(writer, NET_PLAY_DECLINED, next->declined, unseen, &replies);
        put_ranks(writer, NET_PLAY_NO_SUR, next->no_sur & clearing, unseen, NULL);
        put_ranks(writer, NET_PLAY_OFFERED, next->offered & clearing, unseen, NULL);
        put_ranks(writer, NET_PLAY_PASSED, next->passed, unseen, &replies);
    }
    feature_put(writer, NET_PLAY_SUR_CHANCE + classes[set_count(sur * 0xf & unseen)]);
    feature_put(writer, NET_PLAY_POINTS_CHANCE + classes[set_count(by[2] * 0xf & unseen)]);
    feature_put(writer, NET_PLAY_CAPTURE_CHANCE + classes[set_count(by[0] * 0xf & unseen)]);
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
    const int rank = card_rank(set_first(card)), ply = view->table->ply, side = table_side(view->table, rules);
    const int last = taken ? side : view->table->last;
    const bool sweeps = (taken && sweeps_at(ply, rules)) || (ply + 1 == PLAYS && last != NOBODY);
    feature_put(&writer, (taken ? NET_PLAY_CAPTURING : NET_PLAY_TRAILED) + card_fold(set_first(card)));
    put_cards(&writer, NET_PLAY_TAKEN, taken);
    feature_put(&writer, NET_PLAY_POINTS + at_most(scoring_cards(won, rules), 15));
    const int clubs = set_count(won & CLUBS), few = at_most(clubs, NET_CLUBS - 1);
    feature_put(&writer, NET_PLAY_CLUBS + at_most(clubs, NET_RIVALS - 1));
    feature_put(&writer, NET_PLAY_OWN_CLUBS + position->clubs_won[0] * NET_CLUBS + few);
    feature_put(&writer, NET_PLAY_RIVAL_CLUBS + position->clubs_best * NET_CLUBS + few);
    feature_put(&writer, NET_PLAY_SUR + sur_class(view, taken, rank));
    feature_put(&writer, NET_PLAY_TOTAL + at_most(total, NET_TOTALS - 1));
    feature_put(&writer, NET_PLAY_SIZE + at_most(set_count(pool), NET_SIZES - 1));
    const CardSet left = sweeps ? 0 : pool;
    NetPool left_pool;
    pool_after(&left_pool, position, left, card, taken);
    put_replies(&writer, position, left, &left_pool, total, view->hand ^ card);
    const int plays_left = at_most(PLAYS - 1 - ply, NET_LAST_PLAYS - 1);
    feature_put(&writer, NET_PLAY_LAST + plays_left * 3 + (last == NOBODY ? 0 : last == side ? 1 : 2));
    return writer.count;
}
