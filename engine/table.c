/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captures and lists of plays, what a play changes on the table, the count, and when a side may stop the match. */
#include "engine/table.h"

#include <string.h>

#include "engine/scoring.h"

/* ---- cards that are the same */

Fold fold_for(const Rules *rules) { return scoring_alone(rules, false); }

CardSet fold_set(CardSet set, CardSet within, const Fold *fold)
{
    CardSet folded = set & *fold;
    for (CardSet rest = set & ~*fold; rest;) {
        CardSet rank = RANK_SET(card_rank(set_first(rest))) & ~*fold;
        int surplus = set_count(within & rank) - set_count(set & rank);
        CardSet last = within & rank;
        while (surplus-- > 0)
            last = set_rest(last);
        folded |= last;
        rest &= ~rank;
    }
    return folded;
}

CardSet fold_play(CardSet play, CardSet hand, CardSet pool, const Fold *fold)
{
    return fold_set(play & hand, hand, fold) | fold_set(play & pool, pool, fold);
}

uint32_t capture_reach(CardSet pool)
{
    uint32_t reach = 1;
    for (CardSet rest = pool & NUMERALS; rest; rest = set_rest(rest))
        reach |= reach << (card_rank(set_first(rest)) + 1);
    return reach & 0x7ff;
}

bool capture_legal(CardSet pool, int rank, CardSet captured, const char **why)
{
    *why = NULL;
    if (captured & ~pool)
        *why = "a captured card is not in the pool";
    else if (!captured && capture_possible(pool, capture_reach(pool), rank))
        *why = "the card can capture and must";
    else if (captured && rank == JACK && captured != (pool & (NUMERALS | JACKS)))
        *why = "a jack takes all numerals and jacks, and nothing else";
    else if (captured && rank > JACK && (set_rest(captured) || !(captured & RANK_SET(rank))))
        *why = "a king or a queen takes exactly one of its kind";
    else if (rank < JACK && (captured & ~NUMERALS))
        *why = "a numeral takes numerals only";
    else if (captured && rank < JACK && rank + 1 + numerals_total(captured) != 11)
        *why = "the card and what it takes do not sum to 11";
    return !*why;
}

bool play_legal(CardSet hand, CardSet pool, CardSet play, const char **why)
{
    const CardSet card = play & hand;
    if (!play) return *why = "no card is played", false;
    if (!card) return *why = "the played card is not in the hand", false;
    if (set_rest(card)) return *why = "more than one card of the hand is played", false;
    return capture_legal(pool, card_rank(set_first(card)), play ^ card, why);
}

/* True if an equal card that comes after this one in the pool is not taken: taking that card instead makes the same
   play. */
static inline bool is_folded(Card card, CardSet pool, CardSet taken, const Fold *fold)
{
    CardSet later = RANK_SET(card_rank(card)) & ~*fold & ~((set_of(card) << 1) - 1);
    return !set_has(*fold, card) && (pool & later & ~taken);
}

/* Appends `taken` with every subset of `from` that sums to `need`; larger cards first. */
static CardSet *table_subsets(CardSet *out, CardSet from, int need, CardSet taken, CardSet pool, const Fold *fold)
{
    from &= NUMERALS_TO(need);
    while (from) {
        Card card = set_last(from);
        int value = card_rank(card) + 1;
        from ^= set_of(card);
        if (fold && is_folded(card, pool, taken, fold)) continue;
        if (value == need)
            *out++ = taken | set_of(card);
        else
            out = table_subsets(out, from, need - value, taken | set_of(card), pool, fold);
    }
    return out;
}

int capture_list(CardSet out[static MAX_CAPTURES], CardSet pool, int rank, const Fold *fold)
{
    if (rank < JACK) return (int)(table_subsets(out, pool, 10 - rank, 0, pool, fold) - out);
    if (rank == JACK) {
        *out = pool & (NUMERALS | JACKS);
        return *out != 0;
    }
    int count = 0;
    for (CardSet rest = pool & RANK_SET(rank); rest; rest = set_rest(rest))
        if (!fold || !is_folded(set_first(rest), pool, 0, fold)) out[count++] = set_of(set_first(rest));
    return count;
}

int moves_list(CardSet out[static MAX_MOVES], CardSet hand, CardSet pool, const Fold *fold)
{
    uint32_t reach = capture_reach(pool);
    int count = 0;
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int rank = card_rank(card);
        if (fold && is_folded(card, hand, 0, fold)) continue;
        if (!capture_possible(pool, reach, rank)) {
            out[count++] = set_of(card);
            continue;
        }
        int captures = capture_list(out + count, pool, rank, fold);
        for (int i = 0; i < captures; i++)
            out[count++] |= set_of(card);
    }
    return count;
}

/* ---- the table */

int table_hand_size(const Table *table, const Rules *rules, int seat)
{
    int played = table->ply - table->deal * HAND * rules->players; /* in this deal */
    return HAND - (played + rules->players - 1 - seat) / rules->players;
}

bool table_sur_possible(const Table *table, const Rules *rules, int rank)
{
    return sur_in_deal(table->deal, rules) != LAST_DEAL_NO &&
           sur_by_score(table->scores[table_side(table, rules)], rules) && sur_by_rank(rank, rules);
}

int table_sur_points(const Table *table, const Rules *rules)
{
    bool cancels = sur_victim(table->surs, table_side(table, rules), rules) != NOBODY;
    return cancels || sur_in_deal(table->deal, rules) == LAST_DEAL_YES ? sur_points(1, rules) : 0;
}

/* Scores the Sur, if it is one, of the side to move, whose card of this rank has emptied the pool. */
static void sur_score(Table *table, const Rules *rules, int rank)
{
    const int side = table_side(table, rules), victim = sur_victim(table->surs, side, rules);
    if (!table_sur_possible(table, rules, rank)) return;
    if (victim != NOBODY)
        table->surs[victim]--;
    else if (sur_in_deal(table->deal, rules) == LAST_DEAL_YES)
        table->surs[side]++;
}

void table_finish(Table *table)
{
    if (table->last == NOBODY) return;
    table->piles[table->last] |= table->pool;
    table->pool = 0;
}

Table table_begun(CardSet first_pool, const int16_t scores[static MAX_SIDES])
{
    Table table = {.pool = first_pool, .last = NOBODY};
    memcpy(table.scores, scores, sizeof table.scores);
    return table;
}

void table_play(Table *table, const Rules *rules, CardSet play)
{
    const int side = table_side(table, rules);
    const CardSet captured = play & table->pool, card = play ^ captured;
    /* whether a play captures is hard to predict: no branch */
    const CardSet taken = -(CardSet)(captured != 0);
    table->pool = (table->pool ^ captured) | (card & ~taken);
    table->piles[side] |= play & taken;
    table->last = (int8_t)((side & (int)taken) | (table->last & ~(int)taken));
    if (!table->pool) {
        sur_score(table, rules, card_rank(set_first(card)));
    } else if (sweeps_at(table->ply, rules) &&
               captured) { /* in this order: whether a play captures is hard to predict */
        table->piles[side] |= table->pool;
        table->pool = 0;
    }
    table->ply++;
    table->turn = table->turn + 1 == rules->players ? 0 : (uint8_t)(table->turn + 1);
    if (table->ply == (table->deal + 1) * HAND * rules->players && table->ply < PLAYS) table->deal++;
    if (table->ply == PLAYS) table_finish(table);
}

/* ---- the count */

void count_points(int out[static MAX_SIDES], const Table *table, const Rules *rules)
{
    int clubs[MAX_SIDES];
    for (int side = 0; side < rules->sides; side++) {
        clubs[side] = clubs_count(table->piles[side]);
        out[side] = scoring_cards(table->piles[side], rules) + sur_points(table->surs[side], rules);
    }
    int winner = scoring_clubs_winner(clubs, rules, table_over(table));
    if (winner != NOBODY) out[winner] += scoring_clubs(clubs[winner], rules);
}

#define CLASS_COUNT(name, key, pagat, cards, ...) .name = (uint8_t)class_count(pile, cards),
void count_sides(SideCount out[static MAX_SIDES], const Table *table, const Rules *rules)
{
    int clubs[MAX_SIDES];
    for (int side = 0; side < rules->sides; side++)
        clubs[side] = clubs_count(table->piles[side]);
    const int winner = scoring_clubs_winner(clubs, rules, table_over(table));
    for (int side = 0; side < rules->sides; side++) {
        const CardSet pile = table->piles[side];
        SideCount *count = &out[side];
        *count = (SideCount){.surs = table->surs[side],
                             .clubs = (uint8_t)clubs[side],
                             .clubs_won = side == winner,
                             .cards = (uint8_t)set_count(pile),
                             PAYING_ROWS(CLASS_COUNT)};
        int points = sur_points(count->surs, rules) + (side == winner ? scoring_clubs(clubs[side], rules) : 0);
        for (int i = 0; i < PAYING; i++)
            points += count->paying[i] * rules->paying[i];
        count->points = (int16_t)points;
    }
}

int scores_leader(int *best, const int16_t scores[], const int points[], int sides)
{
    int leader = NOBODY;
    *best = INT16_MIN;
    for (int side = 0; side < sides; side++) {
        const int score = scores[side] + (points ? points[side] : 0);
        if (score == *best) leader = NOBODY;
        if (score > *best) *best = score, leader = side;
    }
    return leader;
}

bool table_shodam(const Table *table, const Rules *rules, int *side)
{
    if (!rules->per_shodam || !table->ply) return false;
    int best, points[MAX_SIDES];
    const bool shared = scores_leader(&best, table->scores, NULL, rules->sides) == NOBODY;
    if (best >= rules->target && shared) return false; /* a tie-break is played out */
    count_points(points, table, rules);
    const int leader = scores_leader(&best, table->scores, points, rules->sides);
    if (best < rules->target || leader == NOBODY) return false;
    *side = leader;
    return true;
}
