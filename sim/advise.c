/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches or samples deals until the advice has what it was asked for, and finds what speaks for it. */
#include "sim/advise.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "agents/match_value.h"
#include "agents/search/search.h"
#include "engine/match.h"
#include "engine/round.h"
#include "engine/scoring.h"
#include "engine/solve.h"
#include "sim/files/system.h"
#include "sim/players.h"
#include "sim/rollouts.h"

AdviseTask advise_task(const Agent *agent, const View *view, uint64_t seed, uint64_t iterations, int threads)
{
    return (AdviseTask){.agent = agent,
                        .view = view,
                        .seed = seed,
                        .iterations = iterations,
                        .threads = threads,
                        .equity = agent_equity(agent),
                        .measured = true};
}

/* ---- what deepens: a search, or plays over sampled deals, solved with open cards or played on by an agent */

typedef struct {
    const AdviseTask *task;
    Advice *advice;
    RootParallel *trees;
    Rollouts *rollouts; /* of the advice's plays: instead, or when the search is done */
    CardSet plays[MAX_MOVES];
    RolloutSums sums[MAX_MOVES];
    bool stopped; /* watch said so, or the user */
    bool deaf;    /* nobody is asked any more */
} Work;

static bool work_watch(Work *work)
{
    const AdviseTask *task = work->task;
    if (work->deaf) return true;
    work->stopped =
        (task->watch && !task->watch(task->context, work->advice)) || (work->advice->partial && interrupt_seen());
    return !work->stopped;
}

/* Opens rollouts for the advice's plays; they are played on by the agent or, of ADVISE_SOLVED and ADVISE_EXACT, solved
   with open cards (two sides). False if memory runs out. */
static bool rollouts_begin(Work *work, const Agent *agent)
{
    const AdviseTask *task = work->task;
    Advice *advice = work->advice;
    const bool solved = advice->kind == ADVISE_SOLVED || advice->kind == ADVISE_EXACT;
    for (int i = 0; i < advice->count; i++)
        work->plays[i] = advice->plays[i].play;
    work->rollouts = rollouts_open(&(RolloutTask){.view = task->view,
                                                  .agent = solved ? NULL : agent,
                                                  .equity = task->equity,
                                                  .plays = work->plays,
                                                  .count = advice->count,
                                                  .threads = task->threads,
                                                  .seed = task->seed,
                                                  .voids = &advice->voids});
    return work->rollouts;
}

/* In points or %; a point where values are exact. */
static RolloutMean measure_mean(const Work *work, RolloutMeasure measure, const Moments *moments, int64_t apart)
{
    const AdviseTask *task = work->task;
    RolloutUnit unit = rollout_unit(measure, task->view->rules, task->equity, task->reach);
    unit.plain = !task->measured;
    RolloutMean mean = rollout_mean(moments, apart, &unit);
    if (work->advice->kind == ADVISE_EXACT) mean.low = mean.high = mean.mean;
    return mean;
}

/* Does the play end the match, whatever is hidden? */
static bool match_ended(const AdviseTask *task, CardSet play)
{
    Table after = *task->view->table;
    int winner;
    if (!task->equity) return false;
    table_play(&after, task->view->rules, play);
    return table_shodam(&after, task->view->rules, &winner);
}

/* Fills the play's figures from its sums; unknown where it was not made. */
static void play_fill(Work *work, int play)
{
    AdvisePlay *out = &work->advice->plays[play];
    const RolloutSums *sums = &work->sums[play];
    out->value = out->behind = out->points = (RolloutMean){NAN, NAN, NAN};
    if (sums->value.n) {
        out->value = measure_mean(work, ROLLOUT_VALUE, &sums->value, sums->value.n);
        out->behind = measure_mean(work, ROLLOUT_BEHIND, &sums->behind, sums->apart);
        if (match_ended(work->task, out->play)) out->value.low = out->value.high = out->value.mean;
        if (play == work->advice->choice) out->behind.low = out->behind.high = 0; /* it is itself */
    }
    if (sums->points.n > 1) out->points = measure_mean(work, ROLLOUT_POINTS, &sums->points, sums->points.n);
}

/* ---- the advice */

/* 97.5 % quantile of Student's t with one degree of freedom less than there are trees. */
static const double TREES_QUANTILE = 2.1314;
/* Values of trees that lie no further apart are the same. */
static const double ROUNDING = 1e-9;
_Static_assert(ROOT_PARALLEL_TREES == 16, "the quantile above is for 15 degrees of freedom");

enum { FIRST_SEARCH = ROOT_PARALLEL_TREES * 256, FIRST_PIMC = ROOT_PARALLEL_TREES, FIRST_DEALS = 100 };
static const double STEP = 0.1; /* seconds between looks */

int advice_find(const Advice *advice, const View *view, CardSet play)
{
    Fold fold = fold_for(view->rules);
    CardSet wanted = advice->folded ? fold_play(play, view->hand, view->table->pool, &fold) : play;
    int i = 0;
    while (advice->plays[i].play != wanted)
        i++;
    return i;
}

int advice_next(const Advice *advice)
{
    int next = advice->rival;
    /* other deals have said which play is next; one that the table puts before the choice goes before it */
    for (int i = 0; next >= 0 && advice->deals && i < advice->count; i++)
        if (i != advice->choice && advice->plays[i].behind.mean < fmin(0, advice->plays[next].behind.mean)) next = i;
    return next;
}

/* The best of the plays that are not the choice. */
static void rival_find(Advice *advice)
{
    advice->rival = -1;
    for (int i = 0; i < advice->count; i++)
        if (i != advice->choice && !isnan(advice->plays[i].value.mean) &&
            (advice->rival < 0 || advice->plays[i].value.mean > advice->plays[advice->rival].value.mean))
            advice->rival = i;
}

/* ---- search */

/* Half the width of the interval of a play's value, or of how much worse than `other` (-1: none) it is. Unknown where not
   all trees tried both. Trees count alike, however often each tried a play: where captured cards are unknown, each has
   dealt them out in its own way. */
static double trees_half(const RootParallel *trees, const Advice *advice, int play, int other)
{
    const double unit = advice->is_chance ? 100 : 1;
    double squares = 0;
    for (int tree = 0; tree < ROOT_PARALLEL_TREES; tree++) {
        const SearchPlay *plays = root_parallel_tree(trees, tree)->plays;
        if (!plays[play].visits || (other >= 0 && !plays[other].visits)) return NAN;
        double off = (unit * plays[play].value - advice->plays[play].value.mean) / ROOT_PARALLEL_TREES;
        if (other >= 0) off -= (unit * plays[other].value - advice->plays[other].value.mean) / ROOT_PARALLEL_TREES;
        squares += off * off;
    }
    const double half = TREES_QUANTILE * sqrt(squares * ROOT_PARALLEL_TREES / (ROOT_PARALLEL_TREES - 1));
    return half < ROUNDING ? 0 : half;
}

static RolloutMean mean_around(double mean, double half) { return (RolloutMean){mean, mean - half, mean + half}; }

/* Fills the plays by means over the trees that tried each; ends of intervals of chances are chances. */
static void search_fill(Advice *advice, const RootParallel *trees)
{
    const SearchResult *first = root_parallel_tree(trees, 0);
    const double unit = advice->is_chance ? 100 : 1;
    advice->count = first->count;
    advice->choice = 0;
    for (int i = 0; i < advice->count; i++) {
        AdvisePlay *out = &advice->plays[i];
        const AdvisePlay *best = &advice->plays[advice->choice];
        double sum = 0;
        int tried = 0;
        *out = (AdvisePlay){.play = first->plays[i].play, .points = {NAN, NAN, NAN}};
        for (int tree = 0; tree < ROOT_PARALLEL_TREES; tree++) {
            const SearchPlay *part = &root_parallel_tree(trees, tree)->plays[i];
            out->visits += part->visits;
            if (part->visits) sum += unit * part->value, tried++;
        }
        out->value.mean = tried ? sum / tried : NAN;
        out->value = mean_around(out->value.mean, trees_half(trees, advice, i, -1));
        if (advice->is_chance) {
            out->value.low = fmin(out->value.mean, fmax(0, out->value.low));
            out->value.high = fmax(out->value.mean, fmin(100, out->value.high));
        }
        const bool level = first->flat || out->visits == best->visits;
        if (level ? out->value.mean > best->value.mean : out->visits > best->visits) advice->choice = i;
    }
    for (int i = 0; i < advice->count; i++)
        advice->plays[i].behind = mean_around(advice->plays[advice->choice].value.mean - advice->plays[i].value.mean,
                                              trees_half(trees, advice, i, advice->choice));
}

/* ---- both */

/* Goes on until this many iterations were had, of deals two or more unless the kind is ADVISE_EXACT, and fills the plays. */
static void work_grow(Work *work, uint64_t iterations)
{
    Advice *advice = work->advice;
    int all[MAX_MOVES];
    if (work->trees) {
        root_parallel_grow(work->trees, iterations, work->task->threads);
        advice->iterations = root_parallel_iterations(work->trees, &advice->played);
        search_fill(advice, work->trees);
    } else {
        for (int i = 0; i < advice->count; i++)
            all[i] = i;
        rollouts_make(work->rollouts, work->sums, all, advice->count, advice->choice, advice->iterations, iterations);
        advice->iterations = iterations;
        for (int i = 0; i < advice->count; i++) {
            play_fill(work, i);
            advice->plays[i].visits = (uint64_t)work->sums[i].value.n;
        }
    }
    rival_find(advice);
}

/* Deepens, `first` iterations at first, until the iterations or the seconds are used up. False if it was stopped before. */
static bool work_run(Work *work, uint64_t first)
{
    const AdviseTask *task = work->task;
    Advice *advice = work->advice;
    const bool measured = work->trees && task->measured; /* that takes the other half of the time */
    const uint64_t most = advice->kind == ADVISE_EXACT ? 1 : task->iterations;
    const uint64_t least = work->trees ? ROOT_PARALLEL_TREES : 4;
    const double end = seconds_now() + (measured ? task->seconds / 2 : task->seconds);
    for (uint64_t done = 0, step = first;;) {
        const double before = seconds_now();
        if (most && step > most - done) step = most - done;
        work_grow(work, done + step);
        const double after = seconds_now(), rate = (double)(advice->iterations - done) / (after - before + 1e-9);
        done = advice->iterations;
        const bool finished = most ? done >= most : after + 1e-3 >= end;
        advice->partial = !finished || measured;
        if (!work_watch(work)) return finished && !measured;
        if (finished) return true;
        const double wanted = fmin(rate * (most ? STEP : fmin(STEP, end - after)), 4 * (double)step);
        step = wanted > (double)least ? (uint64_t)wanted : least;
    }
}

/* ---- what a search has found, measured by deals that it has not seen */

enum { MEASURED_PLAYS = 32 /* at most: those that the search values highest */, DEALS_AT_ONCE = 1024 };
/* So many iterations of a search take about as long as one play that is made and played on. */
enum { ITERATIONS_A_PLAY = 10 };

/* RolloutDeals */
static bool measured_deals(void *context, RolloutSums sums[], const int plays[], int count, int choice, uint64_t first,
                           uint64_t deals)
{
    Work *work = context;
    for (uint64_t done = 0; done < deals && !work->stopped;) {
        const uint64_t step = deals - done < DEALS_AT_ONCE ? deals - done : DEALS_AT_ONCE;
        rollouts_make(work->rollouts, sums, plays, count, choice, first + done, first + done + step);
        done += step;
        work_watch(work);
    }
    return !work->stopped;
}

/* Lists the plays that are measured, in ascending order. Returns how many. */
static int measured_find(int plays[], const Advice *advice)
{
    int count = 0;
    for (int i = 0; i < advice->count; i++) {
        int before = 0; /* plays that are valued higher */
        for (int k = 0; k < advice->count; k++)
            before += advice->plays[k].value.mean > advice->plays[i].value.mean;
        if (i == advice->choice || (advice->plays[i].value.mean > -INFINITY && before < MEASURED_PLAYS - 1))
            plays[count++] = i;
    }
    return count;
}

/* Who plays on where the plays of a search are measured: `tactic`, for the match by the same table as the agent. False
   with the reason. */
static bool measuring_agent(Agent *out, const AdviseTask *task, Error *error)
{
    const Agent *agent = task->agent;
    const bool match = task->equity && agent_equity(agent);
    const char *file = match ? agent->texts[agent->kind->goal + 1] : NULL;
    char text[AGENT_NAME + 1];
    snprintf(text, sizeof text, "%s%s%s%s", AGENT_TACTIC.name, match ? ":goal=match" : "", file ? ",equity=" : "",
             file ? file : "");
    return agent_parse(out, text, task->view->rules, error);
}

/* Measures the plays of a search, and puts that in the place of its own values; stopped: it was, and so few deals will
   do. False with the reason. */
static bool search_measure(Work *work, bool stopped, Error *error)
{
    Advice *advice = work->advice;
    Agent agent;
    int plays[MAX_MOVES], rival;
    if (!measuring_agent(&agent, work->task, error)) return false;
    RolloutJob job = {.make = measured_deals,
                      .context = work,
                      .plays = plays,
                      .count = measured_find(plays, advice),
                      .choice = advice->choice,
                      .sums = work->sums,
                      .made = advice->iterations / ITERATIONS_A_PLAY};
    const bool good = rollouts_begin(work, &agent);
    bool measured = good && !stopped && rollouts_measure(&rival, &job);
    stopped |= work->stopped;
    if (good && !measured) {
        work->deaf = true;
        work->stopped = false;
        job.made = 0;
        measured = rollouts_measure(&rival, &job);
    }
    if (measured) {
        advice->rival = rival;
        advice->deals = (uint64_t)work->sums[advice->choice].value.n;
        for (int i = 0; i < advice->count; i++)
            play_fill(work, i);
    }
    advice->partial = stopped;
    if (work->rollouts) rollouts_close(work->rollouts);
    work->rollouts = NULL;
    agent_free(&agent);
    return good || error_memory(error);
}

/* Finds the agent's own choice. False with the reason. */
static bool choice_find(Advice *advice, const AdviseTask *task, Error *error)
{
    Player player;
    char text[VOID_TEXT];
    if (!player_open(&player, task->agent, task->view->rules)) return error_memory(error);
    const CardSet choice = player_ask_there(&player, player_rng(task->seed, UINT64_MAX, 0, 0), task->view, NULL, 0,
                                            SEATING_POSITION, &advice->voids);
    if (choice)
        advice->choice = advice_find(advice, task->view, choice);
    else
        error_set(error, "no advice: %s", void_print(text, &advice->voids.kinds[0].first));
    player_close(&player);
    return choice != 0;
}

/* How the values are found. */
static AdviseKind kind_of(const View *view, bool searches)
{
    Sampler sampler;
    sampler_of(&sampler, view);
    int others = 0; /* seats that hold cards */
    for (int seat = 0; seat < view->rules->players; seat++)
        others += seat != view->seat && table_hand_size(view->table, view->rules, seat);
    if (view->rules->sides == 2 && others <= 1 && sampler.hidden == sampler.hands)
        return sampler.count == sampler.hidden ? ADVISE_EXACT : ADVISE_SOLVED;
    return searches ? ADVISE_SEARCH : ADVISE_ROLLOUTS;
}

/* Opens what answers the task. False with the reason. */
static bool work_open(Work *work, const SearchOptions *options, Error *error)
{
    const AdviseTask *task = work->task;
    const View *view = task->view;
    Advice *advice = work->advice;
    if (advice->kind == ADVISE_SEARCH) {
        advice->folded = options->fold;
        work->trees = root_parallel_open(options, view, task->seed);
        return work->trees || error_memory(error);
    }
    CardSet plays[MAX_MOVES];
    Fold fold = fold_for(view->rules);
    advice->folded = true;
    advice->count = moves_list(plays, view->hand, view->table->pool, &fold);
    for (int i = 0; i < advice->count; i++)
        advice->plays[i].play = plays[i];
    return choice_find(advice, task, error) && (rollouts_begin(work, task->agent) || error_memory(error));
}

bool advise(Advice *out, const AdviseTask *task, Error *error)
{
    SearchOptions options;
    const bool searches = search_options(&options, task->agent);
    Work *work = calloc(1, sizeof *work);
    *out = (Advice){.kind = kind_of(task->view, searches), .is_chance = task->equity, .rival = -1};
    if (!work) return error_memory(error);
    work->task = task;
    work->advice = out;
    bool good = work_open(work, &options, error);
    const bool whole = good && work_run(work, !work->trees                      ? FIRST_DEALS
                                              : options.variant == VARIANT_PIMC ? FIRST_PIMC
                                                                                : FIRST_SEARCH);
    if (good && work->trees && task->measured) good = search_measure(work, !whole, error);
    if (good && out->voids.boards && (uint64_t)out->voids.boards == out->iterations) {
        char text[VOID_TEXT];
        good = error_set(error, "every deal is void; the first: %s", void_print(text, &out->voids.kinds[0].first));
    }
    if (work->trees) root_parallel_close(work->trees);
    if (work->rollouts) rollouts_close(work->rollouts);
    free(work);
    return good;
}

/* ---- reasons: one deal */

/* The parts of one deal: points, times the number of other sides, by which the own side is ahead through them; and
   whether the thing happened: the next player makes a Sur, or captures; the own side makes the last sweep, or wins the
   clubs. The parts' sum is all that the play and what follows it bring. */
typedef struct {
    int points[REASON_PARTS];
    bool happened[REASON_KINDS];
} ReasonDeal;

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
        table_play(&now, rules, play);
        for (int i = 0; i < sides; i++) {
            out->happened[REASON_CANCELS] |= later == 1 && i != own && now.surs[i] < before.surs[i];
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
    out->happened[REASON_JACK] = out->happened[REASON_CARDS_LATER];
    out->happened[REASON_SWEEP] = end->last == own;
    out->happened[REASON_CLUBS] = scoring_clubs_winner(clubs, rules, table_over(end)) == own;
    for (int part = 0; part < REASON_CLUBS; part++)
        sum += out->points[part];
    out->points[REASON_CLUBS] = reason_lead(points, own, sides) - sum; /* and what was there before, in all deals */
}

/* ---- many deals */

/* Lists the parts that are shown to speak for the better play, the largest first. */
static void reasons_list(Reasons *out, bool jack)
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
        const double *cancels = out->share[REASON_CANCELS];
        const Reason told = most == REASON_SUR_NEXT && cancels[0] > cancels[1] ? REASON_CANCELS
                            : most == REASON_CARDS_LATER && jack               ? REASON_JACK
                                                                               : (Reason)most;
        out->points[told] = out->points[most];
        out->list[out->count++] = told;
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
    *out = (Reasons){.compared = true, .shown = true, .chance = task->equity};
    if (!measuring_agent(&agent, task, error)) return false;
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
        }
        for (int kind = 0; kind < REASON_KINDS; kind++)
            for (int k = 0; k < 2; k++)
                out->share[kind][k] += parts[k].happened[kind];
    }
    agent_free(&agent);
    if (!rollouts) return error_memory(error);
    rollouts_close(rollouts);
    if (out->deals < 2) return true;
    const RolloutUnit unit = rollout_unit(ROLLOUT_POINTS, view->rules, NULL, task->reach);
    for (int part = 0; part < REASON_PARTS; part++) {
        out->points[part] = rollout_mean(&sums[part], apart[part], &unit);
        out->all += out->points[part].mean;
        /* the play's own cards and Sur are the same in all deals */
        if (part == REASON_SUR_OWN || part == REASON_CARDS_OWN) out->points[part].low = out->points[part].mean;
    }
    for (int kind = 0; kind < REASON_KINDS; kind++)
        for (int k = 0; k < 2; k++)
            out->share[kind][k] /= out->deals;
    reasons_list(out, (worse & view->hand & JACKS) && !(better & view->hand & JACKS));
    return true;
}

bool reasons_advised(Reasons *out, const Advice *advice, const AdviseTask *task, int play, Error *error)
{
    const AdvisePlay *choice = &advice->plays[advice->choice], *other = &advice->plays[play];
    const bool told = advice->kind != ADVISE_SEARCH || advice->deals;
    const bool better = other->behind.low > 0, worse = other->behind.high < 0;
    *out = (Reasons){.compared = true};
    if (!told || (!better && !worse)) return true;
    const bool good =
        reasons_find(out, task, better ? choice->play : other->play, better ? other->play : choice->play, error);
    out->choice = better;
    return good;
}

bool advised_find(Advised *out, const AdviseTask *task, Error *error)
{
    Advice *advice = &out->advice;
    const bool good = advise(advice, task, error);
    const int next = good ? advice_next(advice) : -1;
    out->why = (Reasons){0};
    out->chances.reach = task->reach;
    out->chances.count = advice->count;
    for (int i = 0; i < advice->count; i++)
        out->chances.plays[i] = advice->plays[i].play;
    return good && (chances_find(&out->chances, task->view, CHANCES_DEALS, task->seed) || error_memory(error)) &&
           (next < 0 || reasons_advised(&out->why, advice, task, next, error));
}

/* ---- words */

#define NEXT_SUR "after %s the next player's Surs cost your side less"
const ReasonWords REASON_WORDS[REASON_KINDS] = {
    [REASON_SUR_OWN] = {"sur_own", NULL, "%s makes a Sur, or cancels one"},
    [REASON_SUR_NEXT] = {"sur_next", "the next player makes a Sur", NEXT_SUR},
    [REASON_SUR_LATER] = {"sur_later", NULL, "after %s your side does better in the Surs that come later"},
    [REASON_CARDS_OWN] = {"cards_own", NULL, "%s takes cards that pay more"},
    [REASON_CARDS_NEXT] = {"cards_next", "the next player captures something",
                           "after %s the next player captures cards that pay less"},
    [REASON_CARDS_LATER] = {"cards_later", NULL,
                            "after %s your side takes more of the cards that pay, later in the round"},
    [REASON_SWEEP] = {"sweep", "your side makes the last capture, which takes what is left,",
                      "after %s what is left at the end is worth more to your side"},
    [REASON_CLUBS] = {"clubs", "your side wins the clubs", "after %s your side gets more for clubs"},
    [REASON_CANCELS] = {"cancels_next", "the next player cancels a Sur of another side", NEXT_SUR},
    [REASON_JACK] = {"keeps_jack", NULL,
                     "%s keeps the jack, with which your side takes more of the cards that pay, later in the round"},
};

/* The sentences, one behind the other. */
static void reasons_say(FILE *out, const Reasons *reasons, const char *better, const char *other)
{
    for (int i = 0; i < reasons->count; i++) {
        const Reason kind = reasons->list[i];
        const double *share = reasons->share[kind], points = reasons->points[kind].mean;
        const char *happens = REASON_WORDS[kind].happens;
        char sentence[REASONS_TEXT / 2];
        if (happens && fabs(share[0] - share[1]) >= 0.01)
            snprintf(sentence, sizeof sentence, "%s in %.0f %% of the deals after %s and in %.0f %% after %s", happens,
                     100 * share[1], other, 100 * share[0], better);
        else
            snprintf(sentence, sizeof sentence, REASON_WORDS[kind].words, better);
        fprintf(out, "%s%c%.680s (%.1f point%s).", i ? " " : "", toupper((unsigned char)*sentence), sentence + 1,
                points, points >= 0.95 && points < 1.05 ? "" : "s");
    }
    if (reasons->chance && reasons->all < 0)
        fprintf(out, "%sFor the points of this round alone %s is better by %.1f: the score of the match decides.",
                reasons->count ? " " : "", other, -reasons->all);
    else if (!reasons->count)
        fputs("No single reason is shown over these deals.", out);
}

char *reasons_text(char out[static REASONS_TEXT], const Reasons *reasons, const char *better, const char *other)
{
    FILE *text = reasons->shown ? fmemopen(out, REASONS_TEXT, "w") : NULL;
    *out = 0;
    if (reasons->compared && !reasons->shown)
        snprintf(out, REASONS_TEXT, "It is not shown that one is better than the other.");
    if (!text) return out;
    reasons_say(text, reasons, better ? better : "the better play", better ? other : "it");
    fclose(text);
    return out;
}
