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

/* What is played under one rule set: boards from `first` on, with their values. */
typedef struct {
    const Schedule *schedule;
    uint64_t first;
    int rows;
    int32_t *values;
} VarySet;

static void board_note(void *arg, uint64_t board, const BoardValues *values)
{
    const VarySet *set = arg;
    vary_board(set->values + (board - set->first) * (uint64_t)set->rows, set->schedule, values);
}

/* Plays boards under a rule set, as the command does without --vary. */
static ArenaEnd set_play(Vary *vary, const Driver *driver, VarySet *set, uint64_t count)
{
    Sums sums = {0};
    ArenaEnd end = ARENA_FAILED;
    uint64_t done;
    if (vary->study) {
        TacticStudy study = *vary->study;
        study.schedule = *set->schedule;
        const TacticValues job = {
            .study = &study, .first = set->first, .boards = count, .threads = driver->threads, .values = set->values};
        const SumsShape shape = tactic_shape(&study);
        if (sums_open(&sums, &shape)) end = tactic_values_play(&job, &sums, &done);
    } else {
        const BoardsJob boards = {.schedule = set->schedule,
                                  .agents = driver->agents,
                                  .first = set->first,
                                  .boards = count,
                                  .threads = driver->threads};
        end = simulate(&boards, &(Simulation){.board = board_note, .arg = set}, &sums, &done);
    }
    voids_merge(&vary->voids, &sums.voids);
    sums_free(&sums);
    return end;
}

/* Plays boards under each set, some at a time, and adds up what they come to. */
static ArenaEnd sets_play(Vary *vary, Driver *driver, Sums *sums, int rows, uint64_t boards)
{
    const size_t set_size = VARY_BLOCK * (size_t)rows, size = (size_t)vary->sets.count * set_size;
    int32_t *values = calloc(size + 1, sizeof *values);
    ArenaEnd end = values ? ARENA_DONE : ARENA_FAILED;
    for (uint64_t count; end == ARENA_DONE && driver->work.done < boards; driver->work.done += count) {
        const uint64_t first = driver->work.done, left = boards - first;
        count = left < VARY_BLOCK ? left : VARY_BLOCK;
        for (size_t i = 0; i < size; i++)
            values[i] = NO_VALUE;
        for (int i = 0; i < vary->sets.count && end == ARENA_DONE; i++)
            end = set_play(vary, driver, &(VarySet){&vary->schedules[i], first, rows, values + (size_t)i * set_size},
                           count);
        if (end != ARENA_DONE) break;
        if (!vary_add(sums, values, rows, vary->sets.count, count)) end = ARENA_FAILED;
        if (progress_due(&driver->progress))
            progress_show(&driver->progress, "boards", first + count, driver->work.total, "");
        if (!driver_voids(driver, &vary->voids, (double)driver->work.total)) boards = 0;
    }
    free(values);
    return end;
}

bool vary_work(Vary *vary, Driver *driver, uint64_t boards, Error *error)
{
    VaryFigure figures[VARY_FIGURES]; /* of sim */
    const TacticStudy *study = vary->study;
    const int sets = vary->sets.count, rows = study ? study->row_count : vary_figures(figures, &vary->schedules[0]);
    const SumsShape shape = vary_shape(rows, sets);
    Sums sums = {0};
    vary->rows = calloc((size_t)(rows * sets) + 1, sizeof *vary->rows);
    driver->work.total = boards;
    ArenaEnd end = vary->rows && sums_open(&sums, &shape) ? sets_play(vary, driver, &sums, rows, boards) : ARENA_FAILED;
    for (int i = 0; end != ARENA_FAILED && i < rows * sets; i++) {
        const TacticRow *of = study ? &study->rows[i / sets] : NULL;
        const VaryFigure *figure = &figures[i / sets];
        VaryRow *row = &vary->rows[vary->count++];
        *row = vary_row(&sums, i, of ? tactic_value_scale(study) : figure->scale);
        row->rules = vary->sets.names[i % sets];
        row->first = i % sets == 0;
        row->share = !of && !strcmp(figure->figure, "win_rate");
        row->who = of                        ? tactic_name(study, of->tactic)
                   : figure->agent == NOBODY ? "table"
                                             : driver->agents[figure->agent].name;
        row->which = of ? MEASURE_NAMES[of->measure] : figure->figure;
        row->against = of ? study->opponents[of->opponent].name : "";
    }
    if (end != ARENA_FAILED && !vary_finish(vary->rows, vary->count, study, driver_alpha(driver))) end = ARENA_FAILED;
    sums_free(&sums);
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
