/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves many positions by many threads. */
#include "analysis/study/solve_positions.h"

#include <stdlib.h>

#include "sim/files/system.h"

static void position_solve(Solved *out, Solver *solver, const Position *position, bool value_only)
{
    out->count = 0;
    out->nodes = 0;
    out->has_value = value_only || !position->played;
    if (!value_only) {
        solve_plays(out->plays, &out->count, solver, &position->round, &position->rules);
        out->nodes = solver->nodes;
    }
    /* the best of all plays is the position's value */
    for (int i = 0; i < out->count; i++)
        if (!i || out->plays[i].value > out->value) out->value = out->plays[i].value;
    if (!out->has_value || out->count) return;
    solve_value(&out->value, solver, &position->round, &position->rules);
    out->nodes += solver->nodes;
}

bool positions_solve(const SolveJob *job, bool *stopped)
{
    size_t entries = 1 << 12;
    bool complete = true, early = false;
    for (size_t i = 0; i < job->count; i++)
        if (solver_entries(&job->positions[i].rules) > entries) entries = solver_entries(&job->positions[i].rules);
#pragma omp parallel num_threads(job->threads)
    {
        SolveEntry *table = malloc(entries * sizeof *table);
        Solver *solver = malloc(sizeof *solver);
        Solved *solved = malloc(sizeof *solved);
        const bool ready = table && solver && solved;
        if (ready) solver_init(solver, table, entries);
#pragma omp for ordered schedule(dynamic)
        for (size_t i = 0; i < job->count; i++) {
            const double start = seconds_now();
            const bool skipped = interrupt_seen();
            if (ready && !skipped) {
                position_solve(solved, solver, &job->positions[i], job->value_only);
                solved->seconds = seconds_now() - start;
            }
#pragma omp ordered
            {
                complete = complete && ready;
                early |= skipped;
                if (complete && !early) job->take(job->arg, &job->positions[i], solved);
            }
        }
        free(solved);
        free(solver);
        free(table);
    }
    *stopped = complete && early;
    return complete;
}
