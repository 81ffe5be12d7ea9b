/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches or samples deals until the advice has what it was asked for. */
#include "sim/advise.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/match_value.h"
#include "agents/search/search.h"
#include "engine/match.h"
#include "engine/round.h"
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
    uint64_t first; /* iterations of the first step */
    AdviseWatch watch;
    void *context;
    bool stopped; /* watch said so */
} Work;

static bool work_watch(Work *work)
{
    work->stopped = work->watch && !work->watch(work->context, work->advice);
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
static RolloutMean figure_mean(const Work *work, RolloutFigure figure, const Moments *moments, int64_t apart)
{
    const AdviseTask *task = work->task;
    RolloutUnit unit = rollout_unit(figure, task->view->rules, task->equity, task->reach[0]);
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
    table_play(&after, task->view->rules, set_first(play & task->view->hand), play & ~task->view->hand);
    return table_shodam(&after, task->view->rules, &winner);
}

/* Fills the play's figures from its sums; unknown where it was not made. */
static void play_fill(Work *work, int play)
{
    AdvisePlay *out = &work->advice->plays[play];
    const RolloutSums *sums = &work->sums[play];
    const RolloutMean unknown = {NAN, NAN, NAN};
    RolloutMean value = unknown, behind = unknown, points = unknown;
    if (sums->value.n) {
        value = figure_mean(work, ROLLOUT_VALUE, &sums->value, sums->value.n);
        behind = figure_mean(work, ROLLOUT_BEHIND, &sums->behind, sums->apart);
        if (match_ended(work->task, out->play)) value.low = value.high = value.mean;
        if (play == work->advice->choice) behind.low = behind.high = 0; /* it is itself */
    }
    if (sums->points.n > 1) points = figure_mean(work, ROLLOUT_POINTS, &sums->points, sums->points.n);
    out->value = value.mean, out->low = value.low, out->high = value.high;
    out->behind = behind.mean, out->behind_low = behind.low, out->behind_high = behind.high;
    out->points = points.mean, out->points_low = points.low, out->points_high = points.high;
}

/* Goes on until `deals` (two or more, unless the kind is ADVISE_EXACT) have been tried, and fills the advice's
   plays. */
static void deals_grow(Work *work, uint64_t deals)
{
    Advice *advice = work->advice;
    int all[MAX_MOVES];
    for (int i = 0; i < advice->count; i++)
        all[i] = i;
    rollouts_make(work->rollouts, work->sums, all, advice->count, advice->choice, advice->iterations, deals);
    advice->iterations = deals;
    for (int play = 0; play < advice->count; play++) {
        play_fill(work, play);
        advice->plays[play].visits = (uint64_t)work->sums[play].value.n;
    }
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
        if (i != advice->choice && advice->plays[i].behind < fmin(0, advice->plays[next].behind)) next = i;
    return next;
}

/* The best of the plays that are not the choice by another name. */
static void rival_find(Advice *advice, const View *view)
{
    Fold fold = fold_for(view->rules);
    CardSet chosen = fold_play(advice->plays[advice->choice].play, view->hand, view->table->pool, &fold);
    const AdvisePlay *best = NULL;
    advice->rival = -1;
    for (int i = 0; i < advice->count; i++) {
        const AdvisePlay *play = &advice->plays[i];
        if (isnan(play->value) || fold_play(play->play, view->hand, view->table->pool, &fold) == chosen) continue;
        if (best && play->value <= best->value) continue;
        best = play;
        advice->rival = i;
    }
}

/* ---- search */

/* What a tree makes of a play, in the unit of the advice. */
static double tree_value(const RootParallel *trees, const Advice *advice, int play, int tree)
{
    return (advice->is_chance ? 100 : 1) * root_parallel_tree(trees, tree)->plays[play].value;
}

/* What tree `tree` makes of a play beyond what all make of it, as a part of their mean. Trees count alike, however
   often each tried the play: where captured cards are unknown, each has dealt them out in its own way. */
static double residual(const RootParallel *trees, const Advice *advice, int play, int tree)
{
    return (tree_value(trees, advice, play, tree) - advice->plays[play].value) / ROOT_PARALLEL_TREES;
}

/* Half the width of the interval of a play's value, or of how much worse than `other` (-1: none) it is. Unknown where
   not all trees tried both. */
static double trees_half(const RootParallel *trees, const Advice *advice, int play, int other, double reach)
{
    double squares = 0;
    for (int tree = 0; tree < ROOT_PARALLEL_TREES; tree++) {
        double off = residual(trees, advice, play, tree);
        if (other >= 0) off -= residual(trees, advice, other, tree);
        if (!root_parallel_tree(trees, tree)->plays[play].visits) return NAN;
        if (other >= 0 && !root_parallel_tree(trees, tree)->plays[other].visits) return NAN;
        squares += off * off;
    }
    const double half =
        (reach > 0 ? reach : TREES_QUANTILE) * sqrt(squares * ROOT_PARALLEL_TREES / (ROOT_PARALLEL_TREES - 1));
    return half < ROUNDING ? 0 : half;
}

/* Means over the trees that tried the play. */
static void search_play(Advice *advice, const RootParallel *trees, int index, double reach)
{
    double sum = 0;
    int tried = 0;
    AdvisePlay *out = &advice->plays[index];
    *out = (AdvisePlay){
        .play = root_parallel_tree(trees, 0)->plays[index].play, .points = NAN, .points_low = NAN, .points_high = NAN};
    for (int tree = 0; tree < ROOT_PARALLEL_TREES; tree++) {
        const SearchPlay *part = &root_parallel_tree(trees, tree)->plays[index];
        out->visits += part->visits;
        if (part->visits) sum += tree_value(trees, advice, index, tree), tried++;
    }
    out->value = tried ? sum / tried : NAN;
    const double half = trees_half(trees, advice, index, -1, reach);
    out->low = out->value - half;
    out->high = out->value + half;
}

static void search_compare(Advice *advice, const RootParallel *trees, int index, double reach)
{
    AdvisePlay *play = &advice->plays[index];
    const double half = trees_half(trees, advice, index, advice->choice, reach);
    play->behind = advice->plays[advice->choice].value - play->value;
    play->behind_low = play->behind - half;
    play->behind_high = play->behind + half;
}

static void search_fill(Advice *advice, const RootParallel *trees, double reach)
{
    const SearchResult *first = root_parallel_tree(trees, 0);
    advice->count = first->count;
    advice->choice = 0;
    for (int i = 0; i < advice->count; i++) {
        search_play(advice, trees, i, reach);
        const AdvisePlay *play = &advice->plays[i], *best = &advice->plays[advice->choice];
        bool level = first->flat || play->visits == best->visits;
        if (level ? play->value > best->value : play->visits > best->visits) advice->choice = i;
    }
    for (int i = 0; i < advice->count; i++)
        search_compare(advice, trees, i, reach);
}

/* ---- both */

/* Ends of intervals of chances are chances. */
static void chances_bound(Advice *advice)
{
    for (int i = 0; advice->is_chance && i < advice->count; i++) {
        advice->plays[i].low = fmin(advice->plays[i].value, fmax(0, advice->plays[i].low));
        advice->plays[i].high = fmax(advice->plays[i].value, fmin(100, advice->plays[i].high));
    }
}

static void work_grow(Work *work, uint64_t iterations)
{
    Advice *advice = work->advice;
    if (work->trees) {
        root_parallel_grow(work->trees, iterations, work->task->threads);
        advice->iterations = root_parallel_iterations(work->trees);
        search_fill(advice, work->trees, work->task->reach[1]);
    } else {
        deals_grow(work, iterations);
    }
    rival_find(advice, work->task->view);
    chances_bound(advice);
}

/* Deepens until the iterations or the seconds are used up. False if watch wanted to stop before. */
static bool work_run(Work *work)
{
    const AdviseTask *task = work->task;
    Advice *advice = work->advice;
    const bool measured = work->trees && task->measured; /* that takes the other half of the time */
    uint64_t done = 0, step = work->first, least = work->trees ? ROOT_PARALLEL_TREES : 4;
    double start = seconds_now(), end = start + (measured ? task->seconds / 2 : task->seconds);
    for (;;) {
        double before = seconds_now();
        if (task->iterations && step > task->iterations - done) step = task->iterations - done;
        work_grow(work, done + step);
        double after = seconds_now(), rate = (double)(advice->iterations - done) / (after - before + 1e-9);
        done = advice->iterations;
        bool finished = task->iterations ? done >= task->iterations : after + 1e-3 >= end;
        advice->partial = !finished || measured;
        if (!work_watch(work)) return finished && !measured;
        if (finished) return true;
        double wanted = rate * (task->iterations || end - after > STEP ? STEP : end - after);
        if (wanted > 4 * (double)step) wanted = 4 * (double)step;
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
            before += advice->plays[k].value > advice->plays[i].value;
        if (i == advice->choice || (advice->plays[i].value > -INFINITY && before < MEASURED_PLAYS - 1))
            plays[count++] = i;
    }
    return count;
}

bool advise_player(Agent *out, const AdviseTask *task, Error *error)
{
    const Agent *agent = task->agent;
    const Names names = agent_param_names(agent->kind);
    const int table = task->equity && agent_equity(agent) ? name_find(&names, "equity") : -1;
    const char *file = table >= 0 ? agent->texts[table] : NULL;
    char text[AGENT_NAME + 1];
    snprintf(text, sizeof text, "%s%s%s%s", AGENT_TACTIC.name, table >= 0 ? ":goal=match" : "", file ? ",equity=" : "",
             file ? file : "");
    return agent_parse(out, text, task->view->rules, error);
}

/* Measures the plays of a search, and puts that in the place of its own values; stopped: it was, and so few deals will
   do. False with the reason. */
static bool search_measure(Work *work, bool stopped, Error *error)
{
    Advice *advice = work->advice;
    const View *view = work->task->view;
    const Fold fold = fold_for(view->rules);
    const CardSet chosen = fold_play(advice->plays[advice->choice].play, view->hand, view->table->pool, &fold);
    Agent agent;
    int plays[MAX_MOVES], rival;
    bool rivals[MAX_MOVES];
    if (!advise_player(&agent, work->task, error)) return false;
    for (int i = 0; i < advice->count; i++)
        rivals[i] = fold_play(advice->plays[i].play, view->hand, view->table->pool, &fold) != chosen;
    RolloutJob job = {.make = measured_deals,
                      .context = work,
                      .plays = plays,
                      .count = measured_find(plays, advice),
                      .choice = advice->choice,
                      .rivals = rivals,
                      .sums = work->sums,
                      .made = advice->iterations / ITERATIONS_A_PLAY};
    const bool good = rollouts_begin(work, &agent);
    bool measured = good && !stopped && rollouts_measure(&rival, &job);
    stopped |= work->stopped;
    if (good && !measured) {
        work->watch = NULL; /* nobody is asked any more */
        work->stopped = false;
        job.made = 0;
        measured = rollouts_measure(&rival, &job);
    }
    if (measured) {
        advice->rival = rival;
        advice->deals = (uint64_t)work->sums[advice->choice].value.n;
        for (int i = 0; i < advice->count; i++)
            play_fill(work, i);
        chances_bound(advice);
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
    player.rng = player_rng(task->seed, UINT64_MAX, 0, 0);
    player_begin(&player, task->view);
    const CardSet choice = player_ask(&player, task->view, NULL);
    if (choice) {
        advice->choice = advice_find(advice, task->view, choice);
    } else {
        VoidBoard failure = player_failure(&player, task->view);
        failure.seating = SEATING_POSITION;
        voids_add(&advice->voids, &failure);
        error_set(error, "no advice: %s", void_print(text, &failure));
    }
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
        work->first = options->variant == VARIANT_PIMC ? FIRST_PIMC : FIRST_SEARCH;
        work->trees = root_parallel_open(options, view, task->seed);
        return work->trees || error_memory(error);
    }
    work->first = FIRST_DEALS;
    CardSet plays[MAX_MOVES];
    Fold fold = fold_for(view->rules);
    advice->folded = true;
    advice->count = moves_list(plays, view->hand, view->table->pool, &fold);
    for (int i = 0; i < advice->count; i++)
        advice->plays[i].play = plays[i];
    return choice_find(advice, task, error) && (rollouts_begin(work, task->agent) || error_memory(error));
}

static void work_close(Work *work)
{
    if (work->trees) root_parallel_close(work->trees);
    if (work->rollouts) rollouts_close(work->rollouts);
    free(work);
}

bool advise(Advice *out, const AdviseTask *task, AdviseWatch watch, void *context, Error *error)
{
    SearchOptions options;
    bool searches = search_options(&options, task->agent);
    AdviseTask mine = *task;
    Work *work = calloc(1, sizeof *work);
    *out = (Advice){.kind = kind_of(task->view, searches), .is_chance = task->equity, .rival = -1};
    if (!work) return error_memory(error);
    work->task = &mine;
    work->advice = out;
    work->watch = watch;
    work->context = context;
    if (out->kind == ADVISE_EXACT) mine.iterations = 1;
    bool good = work_open(work, &options, error);
    const bool whole = good && work_run(work);
    if (good && work->trees && mine.measured) good = search_measure(work, !whole, error);
    if (good && out->voids.boards && (uint64_t)out->voids.boards == out->iterations) {
        char text[VOID_TEXT];
        error_set(error, "every deal is void; the first: %s", void_print(text, &out->voids.kinds[0].first));
        good = false;
    }
    work_close(work);
    return good;
}
