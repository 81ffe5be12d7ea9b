/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur review: what each play of records cost. */
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/goal.h"
#include "analysis/report/kinds/kinds.h"
#include "sim/files/text_buffer.h"

typedef struct {
    const char *agent, *players_csv;
    uint64_t iterations, worst;
    bool open;
    Goal goal;

    Record *records; /* of the file; owned */
    size_t count;
    ReviewTask task;
    Review review;
} ReviewCommand;

static void players_fill(const Driver *driver, Result *out)
{
    const ReviewCommand *own = driver->own;
    result_head(out, "unit", "%s", review_unit(&own->review));
    review_players_result(out, &own->review);
}

static const Option OPTIONS[] = {
    {"agent", "who judges: an agent that searches", OPTION_AT(ReviewCommand, agent), .metavar = "A",
     .fallback = "ismcts", .heading = "Judgement", .takes = TAKES_AGENT},
    {"iters", "iterations for each position, of all 16 trees together", OPTION_AT(ReviewCommand, iterations),
     .low = "100", .high = "10G", .fallback = "50k", .brief = "iterations for each position"},
    {"open", "exact values with open cards instead, of two sides: what nobody at the table could know counts too",
     OPTION_AT(ReviewCommand, open), .brief = "exact values with open cards instead"},
    OPTIONS_GOAL(ReviewCommand, goal),
    {OPTION_SEED},
    {"worst", "how many of the costliest plays are shown", OPTION_AT(ReviewCommand, worst), .low = "0", .high = "1000",
     .fallback = "10", .heading = "Output", .brief = "costliest plays that are shown"},
    {OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {"players", "write a CSV row for each player", OPTION_AT(ReviewCommand, players_csv), .file = FILE_FIGURES,
     .metavar = "FILE", .result = players_fill},
    {OPTION_PLOT},
    OPTIONS_RUN,
};

/* ---- before the first play */

static bool record_take(void *context, const Record *record, Error *error)
{
    Driver *driver = context;
    ReviewCommand *own = driver->own;
    Round round;
    if (!record_position(&round, record, error)) return false;
    if (!list_add(&own->records, &own->count, record, sizeof *record)) return error_memory(error);
    const int known = record_known(record) < record->play_count ? record_known(record) : record->play_count;
    if (known < record->play_count)
        driver_note(
            driver,
            "note: the record at line %d stops within a deal, whose hands are not known: its first %d plays are reviewed",
            record->first_line, known);
    driver->work.total += (uint64_t)known;
    return true;
}

/* Can the agent, named so, judge all records? *bad: the first that it cannot, NULL: none. */
static bool judges_all(const ReviewCommand *own, const char *name, const Record **bad, Error *error)
{
    for (size_t i = 0; i < own->count; i++) {
        const Record *record = *bad = &own->records[i];
        ReviewTask task = own->task;
        Agent agent;
        if (i && !memcmp(&record->rules, &own->records[i - 1].rules, sizeof record->rules)) continue;
        if (!agent_parse(&agent, name, &record->rules, error)) return false;
        task.agent = &agent;
        const bool possible = review_possible(&record->rules, &task, error);
        agent_free(&agent);
        if (!possible) return false;
    }
    *bad = NULL;
    return true;
}

/* Decides what values are, and how the agent is named for that. False with the reason. */
static bool goal_take(Driver *driver, Error *error)
{
    ReviewCommand *own = driver->own;
    bool matches = true;
    if (own->open && own->goal.goal == GOAL_OF_MATCH)
        return error_set(error, "--open: exact values are points; leave out --goal match");
    if (own->open && own->goal.equity_file)
        return error_set(error, "--equity belongs to chances to win the match; leave out --open");
    for (size_t i = 0; i < own->count && matches; i++)
        matches = own->records[i].has_match && goal_known(&own->records[i].rules);
    if (own->open) return true;
    if (!goal_decide(&own->goal, &own->agent, &own->records[0].rules, matches, error)) return false;
    driver->setup.matches = own->goal.goal == GOAL_OF_MATCH;
    return true;
}

static bool review_prepare(Driver *driver, Error *error)
{
    ReviewCommand *own = driver->own;
    const char *file = driver->parsed.args[0];
    const Record *bad = NULL;
    driver->setup.scores_count = driver->setup.repeats = true;
    driver->work.unit = "plays";
    if (own->open && (driver_given(driver, "agent") || driver_given(driver, "iters")))
        return error_set(error, "--open asks no agent; leave out --%s",
                         driver_given(driver, "agent") ? "agent" : "iters");
    if (!record_file_read(file, record_take, driver, error) || !goal_take(driver, error)) return false;
    own->task = (ReviewTask){.iterations = own->iterations,
                             .seed = driver->common.seed,
                             .threads = driver->threads,
                             .open = own->open,
                             .seats = (1u << MAX_SEATS) - 1};
    advice_reach(own->task.reach, driver_alpha(driver));
    own->review.alpha = driver_alpha(driver);
    driver->setup.rules = &own->records[0].rules;
    if (!driver_agents(driver, &own->agent, 1, driver->setup.rules, error)) return false;
    if (!judges_all(own, own->agent, &bad, error)) /* by open cards it is the record that does not fit */
        return own->open ? error_under(error, "%.128s:%d", file, bad->first_line) : false;
    own->task.agent = driver->agents;
    own->review.open = own->open;
    own->review.chance = !own->open && agent_equity(driver->agents);
    return true;
}

static void review_plan(const Driver *driver, FILE *out)
{
    const ReviewCommand *own = driver->own;
    fprintf(out, "%llu plays of %zu record%s, ", (unsigned long long)driver->work.total, own->count,
            PLURAL(own->count));
    if (own->open)
        fprintf(out, "solved with open cards\n");
    else
        fprintf(out, "each by %llu iterations of %s, seed %llu\n", (unsigned long long)own->iterations,
                driver->agents->name, (unsigned long long)driver->common.seed);
}

/* ---- the plays */

static bool review_watch(void *context)
{
    Driver *driver = context;
    driver->work.done = ((const ReviewCommand *)driver->own)->review.count;
    if (progress_due(&driver->progress))
        progress_show(&driver->progress, "plays", driver->work.done, driver->work.total, "");
    return !interrupt_seen();
}

/* Looks at a record with the agent as it plays by the record's rules. */
static bool record_review(Driver *driver, size_t number, Error *error)
{
    ReviewCommand *own = driver->own;
    const Record *record = &own->records[number];
    Agent agent;
    if (!agent_parse(&agent, own->agent, &record->rules, error)) return false;
    ReviewTask task = own->task;
    task.agent = &agent;
    const bool good =
        review_record(&own->review, &driver->work.interrupted, record, number, &task, review_watch, driver, error);
    agent_free(&agent);
    driver->work.done = own->review.count;
    return good;
}

static bool review_work(Driver *driver, Error *error)
{
    const ReviewCommand *own = driver->own;
    bool good = true;
    for (size_t i = 0; i < own->count && good && !driver->work.interrupted; i++)
        good = record_review(driver, i, error) ||
               error_under(error, "%.128s:%d", driver->parsed.args[0], own->records[i].first_line);
    return good;
}

static void result_fill(const Driver *driver, Result *out)
{
    const ReviewCommand *own = driver->own;
    result_head(out, "judge", "%s", own->open ? "open cards" : driver->agents->text);
    result_head(out, "unit", "%s", review_unit(&own->review));
    review_result(out, &own->review);
}

static bool review_command_summary(const Driver *driver, FILE *out)
{
    const ReviewCommand *own = driver->own;
    if (own->open)
        fprintf(out, "%zu plays of %zu records, solved with open cards; %s\n\n", own->review.count, own->count,
                driver->end.took);
    else
        fprintf(out, "%zu plays of %zu record%s, each by %llu iterations of %s, seed %llu; %s\n\n", own->review.count,
                own->count, PLURAL(own->count), (unsigned long long)own->iterations, driver->agents->name,
                (unsigned long long)driver->common.seed, driver->end.took);
    return review_summary(out, &driver->page, &own->review, own->worst);
}

static void review_free(Driver *driver)
{
    ReviewCommand *own = driver->own;
    free(own->records);
    free(own->review.plays);
}

const Command CMD_REVIEW = {
    .spec = {.command = "review",
             .summary = "what each play of a record cost, and what each player loses",
             .args = {"FILE", 1, 1, "the file", TAKES_FILE},
             .about =
                 "What each play of the records in FILE (- is stdin) cost: each position is put to a search as its "
                 "player saw it, and the play's value is compared with that of the search's choice. With --open "
                 "all cards are known, and values are exact.",
             .example = "pasur sim tactic greedy --boards 1 --records - -q | pasur review -",
             .notes =
                 "Records come from 'pasur play --records', 'pasur sim --records', or by hand. docs/play.md has the "
                 "method.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(ReviewCommand),
    COMMAND_RESULTS(&RESULT_REVIEW, &RESULT_PLAYERS),
    .prepare = review_prepare,
    .plan = review_plan,
    .work = review_work,
    .result = result_fill,
    .summary = review_command_summary,
    .free = review_free,
};
