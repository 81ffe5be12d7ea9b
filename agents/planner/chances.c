/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts unseen cards, sums the weights of hands, and plays out sampled deals. */
#include "agents/planner/chances.h"

#include <math.h>
#include <stdlib.h>

#include "agents/planner/hands.h"
#include "agents/tactic/tactics.h"

enum { HANDS_WEIGHED = 4096 };
static const double REACH = 1.96; /* standard errors to the ends of intervals where the caller does not say */

/* What is made for one view. */
typedef struct {
    OpponentModel model;
    Answers answers;
    HeldHands held;
    const View *view;
    double reach;
    Table after; /* the first of the plays: whose turn it is then, and how many cards are held, no play changes */
} ChanceWork;

static const Likely UNKNOWN = {NAN, NAN, NAN};

static Likely share_certain(double value) { return (Likely){value, value, value}; }

/* Wilson's interval of a share of this many observations, which need not be whole. */
static Likely share_sampled(double share, double observations, double reach)
{
    if (!(observations > 0)) return UNKNOWN;
    const double square = reach * reach / observations, middle = (share + square / 2) / (1 + square);
    const double half = sqrt(square * share * (1 - share) + square * square / 4) / (1 + square);
    return (Likely){share, fmin(share, fmax(0, middle - half)), fmax(share, fmin(1, middle + half))};
}

/* ---- cards that are wanted */

static Table table_after(const View *view, CardSet play)
{
    Table after = *view->table;
    table_play(&after, view->rules, play);
    return after;
}

static CardSet capturing_cards(CardSet pool)
{
    CardSet cards = 0;
    for (uint32_t ranks = capture_ranks(pool); ranks; ranks &= ranks - 1)
        cards |= RANK_SET(__builtin_ctz(ranks));
    return cards;
}

CardSet chances_sur_cards(const Table *after, const Rules *rules)
{
    const char *why;
    CardSet cards = 0;
    if (!after->pool || table_over(after) || !table_sur_points(after, rules)) return 0;
    for (int rank = 0; rank < CARDS / 4; rank++)
        if (table_sur_possible(after, rules, rank) && capture_legal(after->pool, rank, after->pool, &why))
            cards |= RANK_SET(rank);
    return cards;
}

/* ---- what the next player holds */

/* The chance that the next player holds one of the cards, every hidden card lying anywhere with equal chance. */
static double chance_counted(const ChanceWork *work, CardSet wanted)
{
    const View *view = work->view;
    const Table *after = &work->after;
    const Odds *odds = &work->model.by_rules.odds;
    const int held = table_hand_size(after, view->rules, after->turn);
    if (view->hands && after->deal == view->table->deal) return (view->hands[after->turn] & wanted) != 0;
    const CardSet hidden = view_hidden(view);
    const int count = set_count(hidden), misses = count - set_count(hidden & wanted);
    return 1 - odds->choose[held][misses] / odds->choose[held][count];
}

/* The same by the hands that were weighed. */
static Likely chance_told(const ChanceWork *work, CardSet wanted)
{
    const HeldHands *held = &work->held;
    double with = 0, all = 0, squares = 0;
    for (int i = 0; i < held->count; i++) {
        const double weight = held->hands[i].weight;
        all += weight;
        squares += weight * weight;
        if (held->hands[i].hands[work->after.turn] & wanted) with += weight;
    }
    return held->all ? share_certain(with / all) : share_sampled(with / all, all * all / squares, work->reach);
}

static Chance chance_of(const ChanceWork *work, CardSet wanted)
{
    const Likely counted = share_certain(chance_counted(work, wanted));
    const bool same_deal = work->after.deal == work->view->table->deal;
    return (Chance){counted, !work->view->history            ? UNKNOWN
                             : work->held.count && same_deal ? chance_told(work, wanted)
                                                             : counted};
}

/* ---- who wins the clubs */

/* Plays the round out after the play, by `tactic` at every seat; the side that wins the clubs, or NOBODY. */
static int clubs_winner(const ChanceWork *work, Round round, CardSet play, Rng rng)
{
    const Rules *rules = work->view->rules;
    SideCount counts[MAX_SIDES];
    round_play(&round, rules, play);
    while (!table_over(&round.table)) {
        const View view = turn_view(&round, rules, 0, NULL);
        round_play(&round, rules, tactic_choose(&work->model.by_rules, &work->model.weights, &view, &rng));
    }
    count_sides(counts, &round.table, rules);
    for (int side = 0; side < rules->sides; side++)
        if (counts[side].clubs_won) return side;
    return NOBODY;
}

/* By sampled deals that all plays share: told by the weights of hands, or all alike. */
static void clubs_find(Chances *out, ChanceWork *work, bool told, uint64_t seed)
{
    int won[MAX_MOVES][MAX_SIDES] = {{0}};
    for (int deal = 0; deal < out->deals; deal++) {
        Rng rng = rng_for(seed, (uint64_t)deal, PURPOSE_SAMPLE);
        uint8_t styles[MAX_SEATS];
        Round start;
        if (told)
            held_round(&start, styles, &work->held, rng_double(&rng), &rng);
        else
            sampler_round(&start, &work->held.sampler, &rng);
        for (int k = 0; k < out->count; k++) {
            const int winner = clubs_winner(work, start, out->plays[k], rng);
            if (winner != NOBODY) won[k][winner]++;
        }
    }
    for (int k = 0; k < out->count; k++)
        for (int side = 0; side < work->view->rules->sides; side++) {
            const Likely found = share_sampled((double)won[k][side] / out->deals, out->deals, work->reach);
            Chance *chance = &out->of[k].clubs[side];
            if (!told) chance->counted = found;
            chance->told = work->view->history ? found : UNKNOWN;
        }
}

/* ---- all of it */

static void chances_fill(Chances *out, ChanceWork *work, uint64_t seed)
{
    const Rules *rules = work->view->rules;
    work->after = table_after(work->view, out->plays[0]);
    out->seat = work->after.turn;
    out->held = table_over(&work->after) ? 0 : table_hand_size(&work->after, rules, work->after.turn);
    out->hands = work->held.count;
    out->all = work->held.count && work->held.all;
    for (int rank = 0; rank < CARDS / 4; rank++)
        out->ranks[rank] = out->held ? chance_of(work, RANK_SET(rank)) : (Chance){share_certain(0), share_certain(0)};
    for (int k = 0; k < out->count; k++) {
        const Table after = table_after(work->view, out->plays[k]);
        PlayChances *of = &out->of[k];
        of->capture = of->sur = (Chance){share_certain(0), share_certain(0)};
        if (!out->held) continue;
        of->capture = chance_of(work, capturing_cards(after.pool));
        of->sur = chance_of(work, chances_sur_cards(&after, rules));
    }
    clubs_find(out, work, false, seed);
    if (work->held.count) clubs_find(out, work, true, seed);
}

bool chances_find(Chances *out, const View *view, int deals, uint64_t seed)
{
    ChanceWork *work = calloc(1, sizeof *work);
    const Fold fold = fold_for(view->rules);
    bool good = false;
    if (!work) return false;
    work->view = view;
    work->reach = out->reach > 0 ? out->reach : REACH;
    out->deals = deals;
    opponent_model_init(&work->model, view->rules, &fold, OPPONENT_USUAL, NULL);
    if (answers_init(&work->answers) && held_init(&work->held, HANDS_WEIGHED)) {
        Rng rng = rng_for(seed, 0, PURPOSE_AGENT);
        good = held_weigh(&work->held, &work->answers, &work->model, view, &rng);
        if (good) chances_fill(out, work, seed);
        held_close(&work->held);
    }
    answers_close(&work->answers);
    free(work);
    return good;
}
