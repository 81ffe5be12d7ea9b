/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of rounds, their differences over deals, and sentences. */
#include "sim/reasons.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/worth.h"

/* ---- one deal */

/* By how much the own side is ahead in these, times the number of other sides. */
static int reason_lead(const int of[static MAX_SIDES], int own, int sides)
{
    int lead = sides * of[own];
    for (int side = 0; side < sides; side++)
        lead -= of[side];
    return lead;
}

void reason_deal(ReasonDeal *out, const View *view, const CardSet history[static PLAYS], const Table *end)
{
    const Rules *rules = view->rules;
    const int sides = rules->sides, start = view->table->ply, own = table_side(view->table, rules);
    Table now = *view->table;
    int points[MAX_SIDES], sum = 0, clubs[MAX_SIDES] = {0};
    *out = (ReasonDeal){0};
    while (now.ply < end->ply) {
        const Table before = now;
        const CardSet play = history[before.ply], taken = play & before.pool;
        const int later = before.ply - start < 2 ? before.ply - start : 2, side = table_side(&before, rules);
        int surs[MAX_SIDES] = {0}, cards[MAX_SIDES] = {0}, swept[MAX_SIDES] = {0};
        table_play(&now, rules, set_first(play & ~before.pool), taken);
        for (int i = 0; i < sides; i++) {
            const CardSet gained = now.piles[i] & ~before.piles[i], captured = i == side && taken ? play : 0;
            surs[i] = sur_points(now.surs[i], rules) - sur_points(before.surs[i], rules);
            cards[i] = worth_cards(captured, rules);
            swept[i] = worth_cards(gained & ~captured, rules);
        }
        out->points[REASON_SUR_OWN + later] += reason_lead(surs, own, sides);
        out->points[REASON_CARDS_OWN + later] += reason_lead(cards, own, sides);
        out->points[REASON_SWEEP] += reason_lead(swept, own, sides);
        out->happened[REASON_SUR_OWN + later] |= reason_lead(surs, side, sides) > 0;
        out->happened[REASON_CARDS_OWN + later] |= taken != 0;
    }
    count_points(points, end, rules);
    for (int i = 0; i < sides; i++)
        clubs[i] = clubs_count(end->piles[i]);
    out->happened[REASON_SWEEP] = end->last == own;
    out->happened[REASON_CLUBS] = worth_clubs_winner(clubs, rules, table_over(end)) == own;
    for (int part = 0; part < REASON_CLUBS; part++)
        sum += out->points[part];
    out->points[REASON_CLUBS] = reason_lead(points, own, sides) - sum; /* and what was there before, in all deals */
}

/* ---- many deals */

bool reasons_find(Reasons *out, const AdviseTask *task, CardSet better, CardSet worse, Error *error)
{
    const View *view = task->view;
    const CardSet plays[2] = {better, worse};
    Moments sums[REASON_PARTS] = {0};
    int64_t apart[REASON_PARTS] = {0}, happened[REASON_PARTS][2] = {0};
    Voids voids = {0};
    Agent agent;
    *out = (Reasons){.jack = (worse & view->hand & JACKS) && !(better & view->hand & JACKS)};
    if (!advise_player(&agent, task, error)) return false;
    Rollouts *rollouts = rollouts_open(&(RolloutTask){.view = view,
                                                      .agent = &agent,
                                                      .equity = task->equity,
                                                      .plays = plays,
                                                      .count = 2,
                                                      .threads = 1,
                                                      .seed = task->seed,
                                                      .voids = &voids});
    for (uint64_t deal = 0; rollouts && deal < REASON_DEALS; deal++) {
        ReasonDeal parts[2];
        bool good = true;
        for (int k = 0; good && k < 2; k++) {
            Game game;
            good = rollouts_game(&game, rollouts, k, deal);
            if (good) reason_deal(&parts[k], view, game.history, &game.round.table);
        }
        if (!good) continue;
        out->deals++;
        for (int part = 0; part < REASON_PARTS; part++) {
            const int difference = parts[0].points[part] - parts[1].points[part];
            moments_add(&sums[part], difference);
            apart[part] += difference != 0;
            for (int k = 0; k < 2; k++)
                happened[part][k] += parts[k].happened[part];
        }
    }
    agent_free(&agent);
    if (!rollouts) return error_memory(error);
    rollouts_close(rollouts);
    if (out->deals < 2) return true;
    const RolloutUnit unit = rollout_unit(ROLLOUT_POINTS, view->rules, NULL, task->reach[0]);
    bool named[REASON_PARTS] = {false};
    for (int part = 0; part < REASON_PARTS; part++) {
        out->points[part] = rollout_mean(&sums[part], apart[part], &unit);
        out->all += out->points[part].mean;
        for (int k = 0; k < 2; k++)
            out->share[part][k] = (double)happened[part][k] / out->deals;
        /* the play's own cards and Sur are the same in all deals */
        if (part == REASON_SUR_OWN || part == REASON_CARDS_OWN) out->points[part].low = out->points[part].mean;
    }
    for (int most; out->count < REASONS_MOST; named[most] = true, out->list[out->count++] = (ReasonPart)most) {
        most = -1;
        for (int part = 0; part < REASON_PARTS; part++)
            if (!named[part] && out->points[part].low > 0 && out->points[part].mean >= 0.05 &&
                (most < 0 || out->points[part].mean > out->points[most].mean))
                most = part;
        if (most < 0) break;
    }
    return true;
}

/* ---- words */

/* Of each part: what is said, with the shares of the worse and the better play where `shares`. */
static const struct {
    const char *words;
    bool shares;
} REASON_WORDS[REASON_PARTS] = {
    [REASON_SUR_OWN] = {"the better play makes or cancels a Sur, or more of them", false},
    [REASON_SUR_NEXT] = {"the next player makes a Sur", true},
    [REASON_SUR_LATER] = {"the Surs that come later are better for your side after the better play", false},
    [REASON_CARDS_OWN] = {"the better play takes cards that are worth more", false},
    [REASON_CARDS_NEXT] = {"the next player captures something", true},
    [REASON_CARDS_LATER] = {"after the better play your side takes more of the cards that pay later on", false},
    [REASON_SWEEP] = {"your side makes the last sweep", true},
    [REASON_CLUBS] = {"your side wins the clubs", true},
};

char *reasons_text(char out[static REASONS_TEXT], const Reasons *reasons, double chance)
{
    size_t used = 0;
    *out = 0;
    for (int i = 0; i < reasons->count && used < REASONS_TEXT; i++) {
        const ReasonPart part = reasons->list[i];
        const char *words =
            reasons->jack && part == REASON_CARDS_LATER
                ? "the better play keeps the jack, and your side takes more of the cards that pay later on"
                : REASON_WORDS[part].words;
        const double points = reasons->points[part].mean;
        char shares[80] = "";
        if (REASON_WORDS[part].shares)
            snprintf(shares, sizeof shares, " in %.0f %% of the deals after it, in %.0f %% after the better play",
                     100 * reasons->share[part][1], 100 * reasons->share[part][0]);
        used += (size_t)snprintf(out + used, REASONS_TEXT - used, "%s%c%s%s (%.1f point%s).", i ? " " : "",
                                 words[0] - 'a' + 'A', words + 1, shares, points,
                                 points >= 0.95 && points < 1.05 ? "" : "s");
    }
    if (used < REASONS_TEXT && chance > 0 && reasons->all < 0)
        snprintf(out + used, REASONS_TEXT - used,
                 "%sFor the points of this round alone it is %.1f better: the score of the match decides.",
                 used ? " " : "", -reasons->all);
    else if (!used)
        snprintf(out, REASONS_TEXT, "No single reason is shown over these deals.");
    return out;
}

bool reasons_advised(char out[static REASONS_TEXT], const Advice *advice, const AdviseTask *task, int play,
                     Error *error)
{
    const AdvisePlay *choice = &advice->plays[advice->choice], *other = &advice->plays[play];
    const bool told = advice->kind != ADVISE_SEARCH || advice->deals;
    const bool better = other->behind_low > 0, worse = other->behind_high < 0;
    Reasons reasons;
    snprintf(out, REASONS_TEXT, "It is not shown that one is better than the other.");
    if (!told || (!better && !worse)) return true;
    if (!reasons_find(&reasons, task, better ? choice->play : other->play, better ? other->play : choice->play, error))
        return false;
    reasons_text(out, &reasons, advice->is_chance ? fabs(other->behind) : NAN);
    return true;
}
