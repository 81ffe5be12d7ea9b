/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits what is open in a round (agents/match_value.c) to rounds of tactic against itself: before each deal, how far a
   side's points of cards and clubs end from what the value between deals expects, and who makes Surs in the deal. */
#include <string.h>

#include "agents/search/playout.h"
#include "tests/bench/self_play.h"

enum { MOST_DEALS = 6 };

typedef struct {
    double rounds, missed, squares; /* the end less what was expected */
    double surs[2];                 /* made or cancelled, by the side that leads the deal and by the other */
} FitSums;

/* What side 0 may expect of the cards' and clubs' points. */
static double part_expected(Playout *playout, const Table *table)
{
    const Rules *rules = playout->rules;
    PublicState state;
    Pool pool;
    uint8_t order[PLAYS];
    float points[MAX_SIDES];
    CardSet unseen = PACK & ~table->pool & ~table->piles[0] & ~table->piles[1];
    for (int i = table->ply; i < PLAYS; i++, unseen = set_rest(unseen))
        order[i] = playout->classes.of[set_first(unseen)];
    public_init(&state, playout, table);
    playout->end = table->ply;
    playout_run(&state, &pool, playout, order, NULL); /* of no plays: describes the pool */
    playout_value(points, &state, &pool, playout, order);
    const int total = scoring_cards(PACK, rules) + scoring_clubs(CLUBS_WON, rules);
    return (total + (double)(points[0] - points[1]) - sur_points(table->surs[0] - table->surs[1], rules)) / 2;
}

static void round_add(void *context, int group, const Schedule *schedule, const Board *board)
{
    const Rules *rules = &schedule->rules;
    FitSums *sums = (FitSums *)context + group * MOST_DEALS;
    const int16_t scores[MAX_SIDES] = {0};
    const SideCount *count = board->games[0].counts;
    const double end = count->points - sur_points(count->surs, rules);
    Playout playout;
    Round round;
    playout_init(&playout, rules, scores, true);
    playout.policy = POLICY_GREEDY; /* draws nothing */
    round_start(&round, rules, &board->pack, scores);
    for (int ply = 0; ply < PLAYS; ply++) {
        FitSums *deal = &sums[round.table.deal];
        const int side = table_side(&round.table, rules);
        uint8_t surs[MAX_SIDES];
        memcpy(surs, round.table.surs, sizeof surs);
        if (ply % (HAND * rules->players) == 0) {
            const double missed = end - part_expected(&playout, &round.table);
            deal->rounds++;
            deal->missed += missed;
            deal->squares += missed * missed;
        }
        round_play(&round, rules, board->games[0].history[ply]);
        deal->surs[side] += memcmp(surs, round.table.surs, sizeof surs) != 0;
    }
}

int main(int argc, char **argv)
{
    static FitSums groups[GROUPS][MOST_DEALS];
    Sample sample = sample_read(argc, argv, "100k");
    if (sample.schedule.rules.sides != 2) give_up(2, "RULES: expected rules for two sides");
    rounds_play(&sample, "tactic", round_add, groups);
    sample_print(&sample, "tactic against itself");
    printf("%-12s%12s%12s%24s%12s\n", "deals left", "missed", "variance", "Surs a deal: leader", "the other");
    for (int deal = 0; deal < sample.schedule.rules.deals; deal++) {
        FitSums sum = {0};
        for (int group = 0; group < GROUPS; group++) {
            const FitSums *part = &groups[group][deal];
            sum.rounds += part->rounds;
            sum.missed += part->missed;
            sum.squares += part->squares;
            sum.surs[0] += part->surs[0];
            sum.surs[1] += part->surs[1];
        }
        const double mean = sum.missed / sum.rounds;
        printf("%-12d%12.2f%12.1f%24.3f%12.3f\n", sample.schedule.rules.deals - deal, mean,
               sum.squares / sum.rounds - mean * mean, sum.surs[0] / sum.rounds, sum.surs[1] / sum.rounds);
    }
}
