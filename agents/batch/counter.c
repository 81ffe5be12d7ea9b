/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent counter: a public bot, written anew from its description. */
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

/* The ranks of which the next player may hold a card, and the chance of each. */
typedef struct {
    int count;
    struct {
        int rank;
        double odds;
    } ranks[RANKS];
} NextPlayer;

static NextPlayer next_player(const View *view)
{
    const int ply = view->table->ply + 1, players = view->rules->players;
    const int held = ply < PLAYS ? HAND - ply % (HAND * players) / players : 0;
    const CardSet unseen = view_unseen(view);
    const int count = set_count(unseen);
    double odds[SUITS + 1];
    NextPlayer next;
    next.count = 0;
    for (int wanted = 0; wanted <= SUITS; wanted++) {
        double miss = 1;
        for (int i = 0; i < held; i++)
            miss *= 1 - (double)wanted / count;
        odds[wanted] = 1 - miss;
    }
    for (int rank = 0; held && rank < RANKS; rank++) {
        next.ranks[next.count].rank = rank;
        next.ranks[next.count].odds = odds[rank_count(unseen, rank)];
        next.count += (unseen & RANK_SET(rank)) != 0;
    }
    return next;
}

/* Numerals of a pool whose subsets are all listed; with more of them captures are listed rank by rank. */
enum { MOST_LISTED = 8 };

static double capture_value(const Table *table, const Rules *rules, double cards, int count, bool clears, int rank)
{
    double value = cards + CARD_TAKEN * count;
    if (clears && table_sur_possible(table, rules, rank)) value += table_sur_points(table, rules);
    return value;
}

/* The most that the seat to move can win with a card of this rank, the card itself not counted. */
static double capture_best(const Table *table, const Rules *rules, const double values[], int rank)
{
    CardSet captures[MAX_CAPTURES];
    double best = 0;
    int count = capture_list(captures, table->pool, rank, NULL);
    for (int i = 0; i < count; i++) {
        double value = capture_value(table, rules, cards_value(values, captures[i]), set_count(captures[i]),
                                     captures[i] == table->pool, rank);
        if (value > best) best = value;
    }
    return best;
}

/* The same for all numerals at once: best[rank]. A subset's value is that of the subset without its last card and that
   card's, the same sum in the same order as cards_value has it. */
static void numerals_best(double best[static JACK], const Table *table, const Rules *rules, const double values[])
{
    struct {
        double value;
        int sum, count;
    } subsets[(1 << MOST_LISTED) + 1]; /* one more than there are */
    int listed = 1, all = 0;
    subsets[0].value = subsets[0].sum = subsets[0].count = 0;
    for (CardSet rest = table->pool & NUMERALS; rest; rest = set_rest(rest)) {
        const Card card = set_first(rest);
        all++;
        for (int i = 0, before = listed; i < before; i++) {
            const int sum = subsets[i].sum + card_rank(card) + 1;
            subsets[listed].value = subsets[i].value + values[card];
            subsets[listed].sum = sum;
            subsets[listed].count = subsets[i].count + 1;
            listed += sum <= JACK;
        }
    }
    for (int rank = ACE; rank < JACK; rank++)
        best[rank] = 0;
    for (int i = 1; i < listed; i++) {
        const int rank = JACK - subsets[i].sum;
        const bool clears = subsets[i].count == all && !(table->pool & ~NUMERALS);
        const double value = capture_value(table, rules, subsets[i].value, subsets[i].count, clears, rank);
        best[rank] = value > best[rank] ? value : best[rank];
    }
}

/* The same for a jack, which takes all numerals and jacks. */
static double jack_best(const Table *table, const Rules *rules, const double values[])
{
    const CardSet captured = table->pool & (NUMERALS | JACKS);
    if (!captured) return 0;
    const double value =
        capture_value(table, rules, cards_value(values, captured), set_count(captured), captured == table->pool, JACK);
    return value > 0 ? value : 0;
}

/* The same for a queen or king, which takes one of its kind. */
static double face_best(const Table *table, const Rules *rules, const double values[], int rank)
{
    double best = 0;
    for (CardSet rest = table->pool & RANK_SET(rank); rest; rest = set_rest(rest)) {
        const double value =
            capture_value(table, rules, values[set_first(rest)], 1, set_of(set_first(rest)) == table->pool, rank);
        best = value > best ? value : best;
    }
    return best;
}

/* How much the play leaves to the next player: the largest, over the ranks, of what a card of that rank wins times the
   chance that the next player holds one. */
static double counter_threat(const Table *after, const View *view, const double values[], const NextPlayer *next)
{
    double worst = 0, best[JACK];
    const bool listed = set_count(after->pool & NUMERALS) <= MOST_LISTED;
    if (listed) numerals_best(best, after, view->rules, values);
    for (int i = 0; i < next->count; i++) {
        const int rank = next->ranks[i].rank;
        double most = rank > JACK    ? face_best(after, view->rules, values, rank)
                      : rank == JACK ? jack_best(after, view->rules, values)
                      : listed       ? best[rank]
                                     : capture_best(after, view->rules, values, rank);
        double loss = most * next->ranks[i].odds;
        worst = loss > worst ? loss : worst;
    }
    return worst;
}

static void counter_score(double scores[], const View *view, const CardSet moves[], int count)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    const NextPlayer next = next_player(view);
    double values[CARDS], club = club_value(view);
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
        scores[i] = value - THREAT * counter_threat(&after, view, values, &next);
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
    .help = "a public bot: cards and Sur won, minus what the next player may take from the pool left, by card counting",
    .traits = TRAIT_FORGETS | TRAIT_LISTED | TRAIT_BATCH,
    .choose = counter_choose,
    .choose_batch = choose_batch,
    .score = counter_score,
};
