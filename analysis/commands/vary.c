/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --vary: opens what is measured under each rule set, plays it, and makes its rows. */
#include "analysis/commands/vary.h"

#include <stdlib.h>
#include <string.h>

/* ---- before the first board */

bool vary_open(Vary *vary, Driver *driver, const char *text, int agents, Error *error)
{
    static const char *const ALONE[] = {"sweep",      "pairs",   "by",          "stop", "deal", "equity", "at",
                                        "rounds-csv", "records", "matches-csv", "plot", "run",  "part",   "max-void"};
    const OptionsSpec *spec = &driver->command->spec;
    for (size_t i = 0; i < sizeof ALONE / sizeof *ALONE; i++)
        if (option_find(spec, ALONE[i]) && driver_given(driver, ALONE[i]))
            return error_set(error, "--vary and --%s: give one of them", ALONE[i]);
    if (!rule_sets_read(&vary->sets, driver->common.rules, text, error)) return false;
    for (int set = vary->sets.count - 1; set >= 0; set--) {
        driver->common.rules = vary->sets.rules[set];
        if (!driver_schedule(driver, &vary->schedules[set], agents, error))
            return error_under(error, "--vary: %.60s", vary->sets.names[set]);
    }
    driver->setup.rules = &vary->schedules[0].rules;
    for (int set = 1; set < vary->sets.count && !driver->common.matches && !*driver->setup.note; set++) {
        char keys[RULES_TEXT];
        rules_match_keys(keys, &vary->schedules[set].rules);
        if (*keys)
            snprintf(driver->setup.note, sizeof driver->setup.note,
                     "note: --vary: no effect here of %.200s: every round begins with scores of 0 and is played out; "
                     "--matches plays whole matches",
                     keys);
    }
    return true;
}

bool vary_agents_fit(const Vary *vary, const char *list, const char *const *texts, int count, Error *error)
{
    Agent agents[MAX_OPPONENTS];
    for (int set = 1; set < vary->sets.count; set++) {
        const Rules *rules = &vary->schedules[set].rules;
        const int opened = list ? agents_open_list(agents, MAX_OPPONENTS, list, rules, error)
                           : agents_open(agents, texts, count, rules, error) ? count
                                                                             : 0;
        if (!opened) return error_under(error, "--vary: %.60s", vary->sets.names[set]);
        agents_free(agents, opened);
    }
    return true;
}

void vary_plan(const Vary *vary, FILE *out)
{
    fputs("the same boards under", out);
    for (int set = 0; set < vary->sets.count; set++)
        fprintf(out, "%s %s", set ? "," : "", vary->sets.names[set]);
    fputc('\n', out);
}

/* ---- the boards */

typedef struct {
    Vary *vary;
    Driver *driver;
    VaryFigure figures[VARY_FIGURES]; /* of sim */
    int rows;
    uint64_t first; /* of the block */
    int set;
    int32_t *values;
} VaryRun;

static ArenaEnd tactics_play(void *arg, int set, uint64_t first, uint64_t count, int32_t *values)
{
    VaryRun *run = arg;
    TacticStudy study = *run->vary->study;
    uint64_t done;
    Sums sums;
    study.schedule = run->vary->schedules[set];
    const TacticValues job = {
        .study = &study, .first = first, .boards = count, .threads = run->driver->threads, .values = values};
    const SumsShape shape = tactic_shape(&study);
    const ArenaEnd end = sums_open(&sums, &shape) ? tactic_values_play(&job, &sums, &done) : ARENA_FAILED;
    voids_merge(&run->vary->voids, &sums.voids);
    sums_free(&sums);
    return end;
}

static void board_note(void *arg, uint64_t board, const BoardValues *values)
{
    const VaryRun *run = arg;
    vary_board(run->values + (board - run->first) * (uint64_t)run->rows, &run->vary->schedules[run->set], values);
}

static ArenaEnd sim_play(void *arg, int set, uint64_t first, uint64_t count, int32_t *values)
{
    VaryRun *run = arg;
    Sums sums;
    uint64_t done;
    run->set = set, run->first = first, run->values = values;
    const BoardsJob boards = {.schedule = &run->vary->schedules[set],
                              .agents = run->driver->agents,
                              .first = first,
                              .boards = count,
                              .threads = run->driver->threads};
    const Simulation simulation = {.board = board_note, .arg = run};
    const ArenaEnd end = simulate(&boards, &simulation, &sums, &done);
    voids_merge(&run->vary->voids, &sums.voids);
    sums_free(&sums);
    return end;
}

static bool vary_watch(void *arg, uint64_t done)
{
    const VaryRun *run = arg;
    Driver *driver = run->driver;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, "boards", done, driver->work.total, "");
    return driver_voids(driver, &run->vary->voids, (double)driver->work.total);
}

/* ---- what they come to */

static void row_fill(VaryRow *out, const VaryRun *run, int row, int set, const VaryCell *cell)
{
    const Vary *vary = run->vary;
    const TacticRow *of = vary->study ? &vary->study->rows[row] : NULL;
    const VaryFigure *figure = &run->figures[row];
    const double scale = of ? tactic_value_scale(vary->study) : figure->scale;
    *out = (VaryRow){.rules = vary->sets.names[set],
                     .first = !set,
                     .share = !of && !strcmp(figure->figure, "win_rate"),
                     .value = estimate_of(&cell->value, scale),
                     .difference = estimate_of(&cell->difference, scale),
                     .other = cell->other,
                     .changed = cell->changed};
    out->who = of                        ? tactic_name(vary->study, of->tactic)
               : figure->agent == NOBODY ? "table"
                                         : run->driver->agents[figure->agent].name;
    out->which = of ? MEASURE_NAMES[of->measure] : figure->figure;
    out->against = of ? vary->study->opponents[of->opponent].name : "";
}

bool vary_work(Vary *vary, Driver *driver, uint64_t boards, Error *error)
{
    VaryRun *run = calloc(1, sizeof *run);
    if (!run) return error_memory(error);
    *run = (VaryRun){.vary = vary, .driver = driver};
    run->rows = vary->study ? vary->study->row_count : vary_figures(run->figures, &vary->schedules[0]);
    const size_t count = (size_t)(run->rows * vary->sets.count);
    VaryCell *cells = calloc(count + 1, sizeof *cells);
    vary->rows = calloc(count + 1, sizeof *vary->rows);
    driver->work.total = boards;
    const VaryJob job = {.sets = vary->sets.count,
                         .rows = run->rows,
                         .boards = boards,
                         .play = vary->study ? tactics_play : sim_play,
                         .watch = vary_watch,
                         .arg = run};
    ArenaEnd end = cells && vary->rows ? vary_run(cells, &job, &driver->work.done) : ARENA_FAILED;
    for (size_t i = 0; end != ARENA_FAILED && i < count; i++)
        row_fill(&vary->rows[vary->count++], run, (int)i / vary->sets.count, (int)i % vary->sets.count, &cells[i]);
    if (end != ARENA_FAILED && !vary_finish(vary->rows, vary->count, vary->study, driver_alpha(driver)))
        end = ARENA_FAILED;
    free(cells);
    free(run);
    return driver_ended(driver, end, error);
}

void vary_print(const Vary *vary, const Driver *driver, FILE *out)
{
    const Schedule *schedule = &vary->schedules[0];
    fprintf(out, "%llu board%s%s in %d seating%s under each of %d rule sets, seed %llu; %s\n",
            (unsigned long long)driver->work.done, PLURAL(driver->work.done),
            schedule->match_rounds ? " of whole matches" : "", schedule->seatings, PLURAL(schedule->seatings),
            vary->sets.count, (unsigned long long)schedule->seed, driver->end.took);
    vary_summary(out, &driver->page, vary->rows, vary->count, driver->results);
}

void vary_close(Vary *vary) { free(vary->rows); }
