/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent counter: a public bot, written anew from its description. */
#include "agents/agent.h"
#include "engine/worth.h"

/* The numbers of the description that this bot follows (docs/tactics.md). */
static const double CLUB_ALONE = 0.18, CLUB_SIXTH = 1.2, CLUB_FROM_FOUR = 0.35, CLUB_RIVAL = 0.4;
static const double CARD_TAKEN = 0.06, TRAIL_COST = 1.4, TRAIL_COST_LAST = 0.5, THREAT = 0.9;

/* What one club is worth to the side to move, in points. */
static double club_value(const View *view)
{
    const Table *table = view->table;
    int side = table_side(table, view->rules), mine = 0, rival = 0;
    for (int i = 0; i < view->rules->sides; i++) {
        int clubs = set_count(table->piles[i] & CLUBS);
        if (i == side)
            mine = clubs;
        else if (clubs > rival)
            rival = clubs;
    }
    return CLUB_ALONE +
           (mine == 6                ? CLUB_SIXTH
            : mine == 4 || mine == 5 ? CLUB_FROM_FOUR
                                     : 0) +
           (rival == 5 ? CLUB_RIVAL : 0);
}

static double cards_value(const double values[], CardSet cards)
{
    double sum = 0;
    for (; cards; cards = set_rest(cards))
        sum += values[set_first(cards)];
    return sum;
}

/* The most that the seat to move can win with a card of this rank, the card itself not counted. */
static double capture_best(const Table *table, const Rules *rules, const double values[], int rank)
{
    CardSet captures[MAX_CAPTURES];
    double best = 0;
    int count = capture_list(captures, table->pool, rank, NULL);
    for (int i = 0; i < count; i++) {
        double value = cards_value(values, captures[i]) + CARD_TAKEN * set_count(captures[i]);
        if (captures[i] == table->pool && table_sur_possible(table, rules, rank))
            value += table_sur_points(table, rules);
        if (value > best) best = value;
    }
    return best;
}

/* How much the play leaves to the next player: the largest, over the ranks, of what a card of that rank wins times the
   chance that the next player holds one. */
static double threat(const Table *after, const View *view, const double values[], CardSet unseen)
{
    double worst = 0;
    int held = table_hand_size(after, view->rules, after->turn), count = set_count(unseen);
    if (!held) return 0;
    for (int rank = 0; rank < RANKS; rank++) {
        int wanted = set_count(unseen & RANK_SET(rank));
        if (!wanted) continue;
        double miss = 1;
        for (int i = 0; i < held; i++)
            miss *= 1 - (double)wanted / count;
        double loss = capture_best(after, view->rules, values, rank) * (1 - miss);
        if (loss > worst) worst = loss;
    }
    return worst;
}

static void score(double scores[], const View *view, const CardSet moves[], int count)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    CardSet unseen = view_unseen(view);
    double values[CARDS], club = club_value(view);
    for (CardSet rest = view->hand | table->pool; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        values[card] = worth_cards(set_of(card), rules) + (set_has(CLUBS, card) ? club : 0);
    }
    for (int i = 0; i < count; i++) {
        CardSet card = moves[i] & view->hand, captured = moves[i] ^ card;
        int rank = card_rank(set_first(card));
        double value;
        if (captured) {
            value = cards_value(values, moves[i]) + CARD_TAKEN * set_count(captured);
            if (captured == table->pool && table_sur_possible(table, rules, rank))
                value += table_sur_points(table, rules);
        } else {
            bool kept = table_last_deal(table, rules) && table->last == table_side(table, rules);
            value = -(kept ? TRAIL_COST_LAST : TRAIL_COST) * cards_value(values, card);
        }
        Table after = *table;
        table_play(&after, rules, set_first(card), captured);
        scores[i] = value - THREAT * threat(&after, view, values, unseen);
    }
}

static CardSet choose(const Agent *agent, void *mind, const View *view, Rng *rng)
{
    (void)agent, (void)mind;
    CardSet moves[MAX_MOVES];
    double scores[MAX_MOVES], best = 0;
    int count = moves_list(moves, view->hand, view->table->pool, NULL), ties = 0;
    score(scores, view, moves, count);
    for (int i = 0; i < count; i++) {
        if (!i || scores[i] > best) best = scores[i], ties = 0;
        if (scores[i] == best) moves[ties++] = moves[i];
    }
    return moves[rng_bounded(rng, (uint32_t)ties)];
}

const AgentKind AGENT_COUNTER = {
    .name = "counter",
    .help = "a public bot: cards and Sur won, minus what the next player may take from the pool left, by card counting",
    .traits = TRAIT_FORGETS | TRAIT_LISTED,
    .choose = choose,
    .score = score,
};
