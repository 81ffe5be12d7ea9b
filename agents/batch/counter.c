/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent counter: a public bot, reimplemented from its description. */
#include "agents/batch/batch.h"
#include "engine/table.h"

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

/* ---- the threat */

/* The chance that the next player holds a card of each rank. */
static void next_odds(double out[static RANKS], const View *view)
{
    const int ply = view->table->ply + 1, players = view->rules->players;
    const int held = ply < PLAYS ? HAND - ply % (HAND * players) / players : 0;
    const CardSet unseen = view_unseen(view);
    const int count = set_count(unseen);
    double odds[SUITS + 1];
    for (int wanted = 0; wanted <= SUITS; wanted++) {
        double miss = 1;
        for (int i = 0; i < held; i++)
            miss *= 1 - (double)wanted / count;
        odds[wanted] = 1 - miss;
    }
    for (int rank = 0; rank < RANKS; rank++)
        out[rank] = odds[rank_count(unseen, rank)];
}

/* Subsets of the forty numerals whose sum is ten at most; a pool has some dozens. */
enum { MAX_SUBSETS = 4051 };

/* The most that a player of each rank wins so far, and a capture that may win more; the card itself is not counted. */
static void capture_weigh(double best[static RANKS], const Table *table, const Rules *rules, int rank, double cards,
                          int count, bool clears)
{
    double value = cards + CARD_TAKEN * count;
    if (clears && table_sur_possible(table, rules, rank)) value += table_sur_points(table, rules);
    best[rank] = value > best[rank] ? value : best[rank];
}

/* The most that the seat to move can win with a card of each rank. A subset's value is that of the subset without its last
   card and that card's, the same sum in the same order as cards_value has it. */
static void captures_best(double best[static RANKS], const Table *table, const Rules *rules, const double values[])
{
    struct {
        double value;
        int sum, count;
    } subsets[MAX_SUBSETS + 1]; /* one more than there are */
    const CardSet pool = table->pool, swept = pool & (NUMERALS | JACKS);
    const int cards = set_count(pool);
    int listed = 1;
    subsets[0].value = subsets[0].sum = subsets[0].count = 0;
    for (CardSet rest = pool & NUMERALS; rest; rest = set_rest(rest)) {
        const Card card = set_first(rest);
        for (int i = 0, before = listed; i < before; i++) {
            const int sum = subsets[i].sum + card_rank(card) + 1;
            subsets[listed].value = subsets[i].value + values[card];
            subsets[listed].sum = sum;
            subsets[listed].count = subsets[i].count + 1;
            listed += sum <= JACK;
        }
    }
    for (int rank = ACE; rank < RANKS; rank++)
        best[rank] = 0;
    for (int i = 1; i < listed; i++)
        capture_weigh(best, table, rules, JACK - subsets[i].sum, subsets[i].value, subsets[i].count,
                      subsets[i].count == cards);
    if (swept) capture_weigh(best, table, rules, JACK, cards_value(values, swept), set_count(swept), swept == pool);
    for (CardSet rest = pool & (QUEENS | KINGS); rest; rest = set_rest(rest))
        capture_weigh(best, table, rules, card_rank(set_first(rest)), values[set_first(rest)], 1, cards == 1);
}

/* How much the play leaves to the next player: the largest, over the ranks, of what a card of that rank wins times the
   chance that the next player holds one. */
static double counter_threat(const Table *after, const View *view, const double values[], const double odds[])
{
    double worst = 0, best[RANKS];
    captures_best(best, after, view->rules, values);
    for (int rank = ACE; rank < RANKS; rank++) {
        const double loss = best[rank] * odds[rank];
        worst = loss > worst ? loss : worst;
    }
    return worst;
}

static void counter_score(double scores[], const View *view, const CardSet moves[], int count)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    double values[CARDS], odds[RANKS], club = club_value(view);
    next_odds(odds, view);
    for (CardSet rest = view->hand | table->pool; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        values[card] = scoring_cards(set_of(card), rules) + (set_has(CLUBS, card) ? club : 0);
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
        table_play(&after, rules, moves[i]);
        scores[i] = value - THREAT * counter_threat(&after, view, values, odds);
    }
}

static CardSet counter_choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent, (void)memory;
    CardSet moves[MAX_MOVES];
    double scores[MAX_MOVES], best = 0;
    scores[0] = 0;
    int count = moves_list(moves, view->hand, view->table->pool, NULL), ties = 0;
    if (count > 1) counter_score(scores, view, moves, count);
    for (int i = 0; i < count; i++) {
        if (!i || scores[i] > best) best = scores[i], ties = 0;
        if (scores[i] == best) moves[ties++] = moves[i];
    }
    return moves[rng_bounded(rng, (uint32_t)ties)];
}

static void choose_batch(BatchRounds *batch, int first, int count)
{
    for (int round = first; round < first + count; round++)
        if (batch->like[round] == round) batch_choose(batch, &AGENT_COUNTER, round);
}

const AgentKind AGENT_COUNTER = {
    .name = "counter",
    .help = "a public bot: cards and Sur won, minus what the next player may take from the pool that is left, by "
            "card counting",
    .traits = TRAIT_FORGETS | TRAIT_LISTED | TRAIT_BATCH,
    .choose = counter_choose,
    .choose_batch = choose_batch,
    .score = counter_score,
};
