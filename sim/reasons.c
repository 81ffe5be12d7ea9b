/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of rounds, their differences over deals, and sentences. */
#include "sim/reasons.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/scoring.h"

/* ---- one deal */

/* By how much the own side is ahead in these, times the number of other sides. */
static int reason_lead(const int of[static MAX_SIDES], int own, int sides)
{
    int lead = sides * of[own];
    for (int side = 0; side < sides; side++)
        lead -= of[side];
    return lead;
}

/* history: the plays of the view's table and of the round from there on; `end`: the round then. */
static void reason_deal(ReasonDeal *out, const View *view, const CardSet history[static PLAYS], const Table *end)
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
            out->cancels |= later == 1 && i != own && now.surs[i] < before.surs[i];
            const CardSet gained = now.piles[i] & ~before.piles[i], captured = i == side && taken ? play : 0;
            surs[i] = sur_points(now.surs[i], rules) - sur_points(before.surs[i], rules);
            cards[i] = scoring_cards(captured, rules);
            swept[i] = scoring_cards(gained & ~captured, rules);
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
    out->happened[REASON_CLUBS] = scoring_clubs_winner(clubs, rules, table_over(end)) == own;
    for (int part = 0; part < REASON_CLUBS; part++)
        sum += out->points[part];
    out->points[REASON_CLUBS] = reason_lead(points, own, sides) - sum; /* and what was there before, in all deals */
}

/* ---- many deals */

/* Lists the parts that are shown to speak for the better play, the largest first. */
static void reasons_list(Reasons *out)
{
    bool named[REASON_PARTS] = {false};
    while (out->count < REASONS_MOST) {
        int most = -1;
        for (int part = 0; part < REASON_PARTS; part++)
            if (!named[part] && out->points[part].low > 0 && out->points[part].mean >= 0.05 &&
                (most < 0 || out->points[part].mean > out->points[most].mean))
                most = part;
        if (most < 0) break;
        named[most] = true;
        out->list[out->count++] = (ReasonPart)most;
    }
}

bool reasons_find(Reasons *out, const AdviseTask *task, CardSet better, CardSet worse, Error *error)
{
    const View *view = task->view;
    const CardSet plays[2] = {better, worse};
    Moments sums[REASON_PARTS] = {0};
    int64_t apart[REASON_PARTS] = {0};
    Voids voids = {0};
    Agent agent;
    *out = (Reasons){.compared = true,
                     .shown = true,
                     .chance = task->equity,
                     .jack = (worse & view->hand & JACKS) && !(better & view->hand & JACKS)};
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
        Game game;
        bool good = true;
        for (int k = 0; good && k < 2; k++)
            if ((good = rollouts_game(&game, rollouts, k, deal)))
                reason_deal(&parts[k], view, game.history, &game.round.table);
        if (!good) continue;
        out->deals++;
        for (int part = 0; part < REASON_PARTS; part++) {
            const int difference = parts[0].points[part] - parts[1].points[part];
            moments_add(&sums[part], difference);
            apart[part] += difference != 0;
            for (int k = 0; k < 2; k++)
                out->share[part][k] += parts[k].happened[part];
        }
        for (int k = 0; k < 2; k++)
            out->cancels[k] += parts[k].cancels;
    }
    agent_free(&agent);
    if (!rollouts) return error_memory(error);
    rollouts_close(rollouts);
    if (out->deals < 2) return true;
    const RolloutUnit unit = rollout_unit(ROLLOUT_POINTS, view->rules, NULL, task->reach[0]);
    for (int part = 0; part < REASON_PARTS; part++) {
        out->points[part] = rollout_mean(&sums[part], apart[part], &unit);
        out->all += out->points[part].mean;
        for (int k = 0; k < 2; k++)
            out->share[part][k] /= out->deals;
        /* the play's own cards and Sur are the same in all deals */
        if (part == REASON_SUR_OWN || part == REASON_CARDS_OWN) out->points[part].low = out->points[part].mean;
    }
    for (int k = 0; k < 2; k++)
        out->cancels[k] /= out->deals;
    reasons_list(out);
    return true;
}

bool reasons_advised(Reasons *out, const Advice *advice, const AdviseTask *task, int play, Error *error)
{
    const AdvisePlay *choice = &advice->plays[advice->choice], *other = &advice->plays[play];
    const bool told = advice->kind != ADVISE_SEARCH || advice->deals;
    const bool better = other->behind_low > 0, worse = other->behind_high < 0;
    *out = (Reasons){.compared = true};
    if (!told || (!better && !worse)) return true;
    const bool good =
        reasons_find(out, task, better ? choice->play : other->play, better ? other->play : choice->play, error);
    out->choice = better;
    return good;
}

bool advised_find(Advised *out, const AdviseTask *task, AdviseWatch watch, void *context, Error *error)
{
    Advice *advice = &out->advice;
    const bool good = advise(advice, task, watch, context, error);
    const int next = good ? advice_next(advice) : -1;
    out->why = (Reasons){0};
    out->chances.reach = task->reach[0];
    out->chances.count = advice->count;
    for (int i = 0; i < advice->count; i++)
        out->chances.plays[i] = advice->plays[i].play;
    return good && (chances_find(&out->chances, task->view, CHANCES_DEALS, task->seed) || error_memory(error)) &&
           (next < 0 || reasons_advised(&out->why, advice, task, next, error));
}

/* ---- words */

/* Of each part: what happens after a play, whose share of the deals is told of both; NULL: it is the same in all deals.
   Then what is said where the shares are alike, or not told: %s is the better play. */
static const struct {
    const char *happens, *words;
} REASON_WORDS[REASON_PARTS] = {
    [REASON_SUR_OWN] = {NULL, "%s makes a Sur, or cancels one"},
    [REASON_SUR_NEXT] = {"the next player makes a Sur", "after %s the next player's Surs cost your side less"},
    [REASON_SUR_LATER] = {NULL, "after %s your side does better in the Surs that come later"},
    [REASON_CARDS_OWN] = {NULL, "%s takes cards that pay more"},
    [REASON_CARDS_NEXT] = {"the next player captures something",
                           "after %s the next player captures cards that pay less"},
    [REASON_CARDS_LATER] = {NULL, "after %s your side takes more of the cards that pay, later in the round"},
    [REASON_SWEEP] = {"your side makes the last capture, which takes what is left,",
                      "after %s what is left at the end is worth more to your side"},
    [REASON_CLUBS] = {"your side wins the clubs", "after %s your side gets more for clubs"},
};

/* The sentence on one part. Returns its length. */
static int reason_say(char out[static REASONS_TEXT], const Reasons *reasons, ReasonPart part, const char *better,
                      const char *other)
{
    const char *happens = REASON_WORDS[part].happens, *words = REASON_WORDS[part].words;
    const double *share = reasons->share[part], points = reasons->points[part].mean;
    char sentence[REASONS_TEXT / 2];
    if (part == REASON_SUR_NEXT && reasons->cancels[0] > reasons->cancels[1])
        happens = "the next player cancels a Sur of another side", share = reasons->cancels;
    if (reasons->jack && part == REASON_CARDS_LATER)
        words = "%s keeps the jack, with which your side takes more of the cards that pay, later in the round";
    if (happens && fabs(share[0] - share[1]) >= 0.01)
        snprintf(sentence, sizeof sentence, "%s in %.0f %% of the deals after %s and in %.0f %% after %s", happens,
                 100 * share[1], other, 100 * share[0], better);
    else
        snprintf(sentence, sizeof sentence, words, better);
    if (*sentence >= 'a' && *sentence <= 'z') *sentence = (char)(*sentence - 'a' + 'A');
    return snprintf(out, REASONS_TEXT, "%s (%.1f point%s).", sentence, points,
                    points >= 0.95 && points < 1.05 ? "" : "s");
}

char *reasons_text(char out[static REASONS_TEXT], const Reasons *reasons, const char *better, const char *other)
{
    int used = 0;
    *out = 0;
    if (!better) better = "the better play", other = "it";
    if (reasons->compared && !reasons->shown)
        snprintf(out, REASONS_TEXT, "It is not shown that one is better than the other.");
    if (!reasons->shown) return out;
    for (int i = 0; i < reasons->count; i++) {
        char one[REASONS_TEXT];
        reason_say(one, reasons, reasons->list[i], better, other);
        used += snprintf(out + used, (size_t)(REASONS_TEXT - used), "%s%.700s", i ? " " : "", one);
    }
    if (reasons->chance && reasons->all < 0)
        snprintf(out + used, (size_t)(REASONS_TEXT - used),
                 "%sFor the points of this round alone %s is better by %.1f: the score of the match decides.",
                 used ? " " : "", other, -reasons->all);
    else if (!used)
        snprintf(out, REASONS_TEXT, "No single reason is shown over these deals.");
    return out;
}
