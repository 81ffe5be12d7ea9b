/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a play changes on the table, the count, and when a side may stop the match. */
#include "engine/table.h"

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

static void sur_score(Table *table, const Rules *rules, int side)
{
    int victim = sur_victim(table->surs, side, rules);
    if (victim != NOBODY)
        table->surs[victim]--;
    else if (sur_in_deal(table->deal, rules) == LAST_DEAL_YES)
        table->surs[side]++;
}

void table_emptied(Table *table, const Rules *rules, int rank)
{
    if (table_sur_possible(table, rules, rank)) sur_score(table, rules, table_side(table, rules));
}

void table_finish(Table *table)
{
    if (table->last == NOBODY) return;
    table->piles[table->last] |= table->pool;
    table->pool = 0;
}

void table_play(Table *table, const Rules *rules, Card card, CardSet captured)
{
    int side = table_side(table, rules);
    table_move(table, side, set_of(card), captured);
    if (!table->pool) {
        table_emptied(table, rules, card_rank(card));
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
        out[side] = worth_cards(table->piles[side], rules) + sur_points(table->surs[side], rules);
    }
    int winner = worth_clubs_winner(clubs, rules, table_over(table));
    if (winner != NOBODY) out[winner] += worth_clubs(clubs[winner], rules);
}

int count_worth(const SideCount *count, const Rules *rules)
{
    int points = sur_points(count->surs, rules) + (count->clubs_won ? worth_clubs(count->clubs, rules) : 0);
    for (int i = 0; i < PAYING; i++)
        points += count->paying[i] * rules->paying[i];
    return points;
}

void count_sides(SideCount out[static MAX_SIDES], const Table *table, const Rules *rules)
{
    int clubs[MAX_SIDES];
    for (int side = 0; side < rules->sides; side++)
        clubs[side] = clubs_count(table->piles[side]);
    const int winner = worth_clubs_winner(clubs, rules, table_over(table));
    for (int side = 0; side < rules->sides; side++) {
        const CardSet pile = table->piles[side];
        SideCount *count = &out[side];
        *count = (SideCount){
            .surs = table->surs[side],
            .clubs = (uint8_t)clubs[side],
            .clubs_won = side == winner,
            .cards = (uint8_t)set_count(pile),
        };
        for (int i = 0; i < PAYING; i++)
            count->paying[i] = (uint8_t)set_count(pile & PAYING_CARDS[i]);
        count->points = (int16_t)count_worth(count, rules);
    }
}

bool table_shodam(const Table *table, const Rules *rules, int *side)
{
    if (!rules->per_shodam || !table->ply) return false;
    int best = 0, shared = 0;
    for (int i = 0; i < rules->sides; i++) {
        shared = table->scores[i] > best ? 1 : shared + (table->scores[i] == best);
        best = table->scores[i] > best ? table->scores[i] : best;
    }
    if (best >= rules->target && shared > 1) return false; /* a tie-break is played out */
    int points[MAX_SIDES];
    count_points(points, table, rules);
    best = -1;
    for (int i = 0; i < rules->sides; i++) {
        int score = table->scores[i] + points[i];
        if (score == best) shared = 2;
        if (score > best) best = score, shared = 1, *side = i;
    }
    return best >= rules->target && shared == 1;
}
