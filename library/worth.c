/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plays are worth: exact values with open cards, and advice. */
#include <stdlib.h>

#include "analysis/study/advise.h"
#include "engine/solve.h"
#include "library/handles.h"
#include "sim/run/arena.h"

int pasur_solve(const pasur_round *round, pasur_cards plays[PASUR_LEGAL], int32_t values[PASUR_LEGAL], size_t *count,
                pasur_error *error)
{
    typedef struct {
        Solver solver;
        SolvePlay plays[MAX_MOVES];
        SolveEntry table[];
    } Work;
    const size_t entries = solver_entries(&round->rules);
    int found = 0;
    if (round->rules.sides != 2) return fail(error, PASUR_INPUT, "only rounds of two sides can be solved");
    Work *work = calloc(1, sizeof *work + entries * sizeof *work->table);
    if (!work) return fail_memory(error);
    solver_init(&work->solver, work->table, entries);
    const bool solved = solve_plays(work->plays, &found, &work->solver, &round->game.round, &round->rules);
    for (int i = 0; solved && i < found; i++) {
        plays[i] = work->plays[i].play;
        values[i] = work->plays[i].value;
    }
    free(work);
    if (solved) *count = (size_t)found;
    return solved ? PASUR_OK : fail(error, PASUR_INPUT, "the round cannot be solved");
}

static void advice_copy(pasur_advice out[], size_t *count, size_t *choice, const Advice *advice)
{
    for (int i = 0; i < advice->count; i++) {
        const AdvisePlay *play = &advice->plays[i];
        out[i] = (pasur_advice){play->play, play->value, play->low, play->high, play->visits};
    }
    *count = (size_t)advice->count;
    *choice = (size_t)advice->choice;
}

static int options_check(const pasur_advise_options *options, pasur_error *error)
{
    if (options->iterations && options->iterations < 100)
        return fail(error, PASUR_INPUT, "iterations: 100 or more, or 0 for as many as the seconds allow");
    if (!options->iterations && !(options->seconds > 0 && options->seconds <= 1e6))
        return fail(error, PASUR_INPUT, "seconds: above 0, at most 1000000, where there are no iterations");
    if (options->threads < 0 || options->threads > MAX_THREADS) return fail(error, PASUR_INPUT, THREADS_RANGE);
    return PASUR_OK;
}

int pasur_advise(const pasur_agent *agent, const pasur_view *view, const pasur_advise_options *options,
                 pasur_advice advice[PASUR_LEGAL], size_t *count, size_t *choice, pasur_error *error)
{
    Error why;
    Table table;
    if (!view_table(&table, view, &agent->rules, &why)) return fail_as(error, &why);
    if (options_check(options, error)) return PASUR_INPUT;
    if (agent_has(&agent->agent, TRAIT_CHEATS))
        return fail(error, PASUR_INPUT, "an agent that sees all cards has no advice");
    const View seen = {.rules = &agent->rules,
                       .table = &table,
                       .hand = view->hand,
                       .seat = view->seat,
                       .first_pool = view->first_pool,
                       .history = view->history_known ? view->history : NULL};
    const AdviseTask task = {.agent = &agent->agent,
                             .view = &seen,
                             .seed = options->seed,
                             .iterations = options->iterations,
                             .seconds = options->seconds,
                             .threads = options->threads ? options->threads : arena_cores()};
    Advice *found = malloc(sizeof *found);
    if (!found) return fail_memory(error);
    const bool good = advise(found, &task, NULL, NULL, &why);
    if (good) advice_copy(advice, count, choice, found);
    free(found);
    return good ? PASUR_OK : why.system ? fail_as(error, &why) : fail(error, PASUR_FAILED, why.text);
}
