/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the features of a decision and of its plays. */
#include "agents/net/net_pool.h"
#include "engine/table.h"

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

/* ---- a decision */

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
