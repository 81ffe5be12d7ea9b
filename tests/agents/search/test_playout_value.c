/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the value between two deals are what they are called. */
#include "tests/engine/claims.h"

#include <gsl/gsl_randist.h>

#include "agents/search/playout.c" /* the parts of a value are its own */
#include "tests/test.h"

/* A position between two deals, as a search sees it. */
typedef struct {
    Rules rules;
    Round round;
    Playout playout;
    PublicState state;
    Pool pool;
    CardSet unseen;
    uint8_t order[PLAYS];
} Boundary;

static void random_boundary(Boundary *at, const char *text, Rng *rng)
{
    static const int16_t SCORES[MAX_SIDES] = {0};
    at->rules = rules_of(text);
    int deal = 1 + (int)rng_bounded(rng, (uint32_t)at->rules.deals - 1u), ply = deal * HAND * at->rules.players;
    at->round = random_round(&at->rules, ply, rng);
    memcpy(at->round.table.scores, SCORES, sizeof SCORES);
    const Table *table = &at->round.table;
    at->unseen = PACK & ~(table->pool | table->piles[0] | table->piles[1] | table->piles[2] | table->piles[3]);
    playout_init(&at->playout, &at->rules, SCORES, true);
    public_init(&at->state, &at->playout, table);
    for (CardSet rest = at->unseen; rest; rest = set_rest(rest))
        at->order[ply++] = at->playout.classes.of[set_first(rest)];
    at->playout.end = at->state.table.ply;
    playout_run(&at->state, &at->pool, &at->playout, at->order, rng);
}

TEST(clubs_are_shared_out)
{
    Rng rng = rng_for(14, 0, PURPOSE_TEST);
    int open_ones = 0;
    for (int i = 0; i < 2000; i++) {
        Boundary at;
        random_boundary(&at, i & 1 ? "pagat" : "pagat,players=3", &rng);
        float points[MAX_SIDES] = {0}, sum = 0;
        bool open = value_clubs(points, &at.state, &at.playout, 1.3f), won = false;
        open_ones += open;
        for (int side = 0; side < at.rules.sides; side++) {
            int clubs = set_count(at.round.table.piles[side] & CLUBS);
            won = won || clubs >= 7;
            if (!open) assert_true(points[side] == (clubs >= 7 ? at.rules.clubs_points : 0));
            for (int other = 0; open && other < side; other++) {
                int more = clubs - set_count(at.round.table.piles[other] & CLUBS);
                assert_true(more > 0 ? points[side] > points[other] : (more < 0) == (points[side] < points[other]));
            }
            sum += points[side];
        }
        assert_true(open != won);
        assert_float_equal(sum, at.rules.clubs_points, 1e-4);
    }
    assert_in_range(open_ones, 1000, 1990);
}

TEST(sur_chance_is_that_of_a_hand)
{
    Rng rng = rng_for(14, 1, PURPOSE_TEST);
    int possible = 0;
    for (int i = 0; i < 3000; i++) {
        Boundary at;
        random_boundary(&at, i & 1 ? "pagat,sur_faces=0" : "pagat,players=4", &rng);
        const Table *table = &at.round.table;
        unsigned fitting = 0, unseen = (unsigned)set_count(at.unseen);
        for (CardSet rest = at.unseen; rest; rest = set_rest(rest)) {
            CardSet captures[MAX_CAPTURES];
            int rank = card_rank(set_first(rest)), count = capture_list(captures, table->pool, rank, NULL);
            bool sur = false;
            for (int j = 0; j < count; j++)
                sur = sur || captures[j] == table->pool;
            fitting += sur && table_sur_possible(table, &at.rules, rank);
        }
        double none = gsl_ran_hypergeometric_pdf(0, fitting, unseen - fitting, HAND);
        assert_float_equal(sur_chance(&at.state, &at.pool, &at.playout, at.order), (float)(1 - none), 1e-5);
        possible += fitting > 0;
    }
    assert_in_range(possible, 100, 2900);
}
