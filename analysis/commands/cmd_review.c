/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur review: what each play of records cost. */
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "analysis/report/review_report.h"

typedef struct {
    const char *agent, *players_csv;
    uint64_t iterations, worst;
    bool open;

    Record *records; /* of the file; owned */
    size_t count;
    ReviewTask task;
    Review review;
} ReviewCommand;

static void players_write(const Driver *driver, OutputFile *file)
{
    review_players_csv(file, &((const ReviewCommand *)driver->own)->review);
}

static const Option OPTIONS[] = {
    {"agent", "who judges: an agent that searches", OPTION_AT(ReviewCommand, agent), .metavar = "A",
     .fallback = "ismcts", .heading = "Judgement", .takes = TAKES_AGENT},
    {"iters", "iterations for each position, of all 16 trees together", OPTION_AT(ReviewCommand, iterations),
     .low = "100", .high = "10G", .fallback = "50k", .brief = "iterations for each position"},
    {"open", "exact values with open cards instead, of two sides: what nobody at the table could know counts too",
     OPTION_AT(ReviewCommand, open), .brief = "exact values with open cards instead"},
    {OPTION_SEED},
    {"worst", "how many of the costliest plays are shown", OPTION_AT(ReviewCommand, worst), .low = "0", .high = "1000",
     .fallback = "10", .heading = "Output", .brief = "costliest plays that are shown"},
    {OPTION_CSV},
    {OPTION_JSON},
    {"players", "write a CSV row for each player", OPTION_AT(ReviewCommand, players_csv), .file = FILE_FIGURES,
     .metavar = "FILE", .write = players_write},
    OPTIONS_RUN,
};

/* ---- before the first play */

static bool record_take(void *context, const Record *record, Error *error)
{
    Driver *driver = context;
    ReviewCommand *own = driver->own;
    Round round;
    if (!record_position(&round, record, error) || !review_possible(&record->rules, &own->task, error)) return false;
    if (!(own->count & (own->count - 1))) {
        Record *grown = realloc(own->records, (own->count ? 2 * own->count : 1) * sizeof *grown);
        if (!grown) return error_memory(error);
        own->records = grown;
    }
    own->records[own->count++] = *record;
    driver->total += (uint64_t)record->play_count;
    return true;
}

static bool prepare(Driver *driver, Error *error)
{
    ReviewCommand *own = driver->own;
    driver->scores_count = driver->repeats = true;
    driver->unit = "plays";
    if (own->open && (driver_given(driver, "agent") || driver_given(driver, "iters")))
        return error_set(error, "--open asks no agent; leave out --%s",
                         driver_given(driver, "agent") ? "agent" : "iters");
    Rules rules;
    if (!rules_parse(&rules, "pagat", error) || !driver_agents(driver, &own->agent, 1, &rules, error)) return false;
    own->task = (ReviewTask){.agent = driver->agents,
                             .iterations = own->iterations,
                             .seed = driver->common.seed,
                             .threads = driver->threads,
                             .open = own->open,
                             .seats = (1u << MAX_SEATS) - 1};
    if (!record_file_read(driver->parsed.args[0], record_take, driver, error)) return false;
    driver->rules = &own->records[0].rules;
    own->review.open = own->open;
    return true;
}

static void plan(const Driver *driver, FILE *out)
{
    const ReviewCommand *own = driver->own;
    fprintf(out, "%llu plays of %zu record%s, ", (unsigned long long)driver->total, own->count, PLURAL(own->count));
    if (own->open)
        fprintf(out, "solved with open cards\n");
    else
        fprintf(out, "each by %llu iterations of %s, seed %llu\n", (unsigned long long)own->iterations,
                driver->agents->name, (unsigned long long)driver->common.seed);
}

/* ---- the plays */

static bool watch(void *context)
{
    Driver *driver = context;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, "plays", driver->done, driver->total, "");
    driver->done++;
    return !interrupt_seen();
}

/* Adds what was found in a record. */
static bool plays_add(Review *review, const Record *record, uint64_t number, const ReviewPlay plays[], int count,
                      Error *error)
{
    if (!review_add(&review->players, record, plays, count))
        return error_set(error, "there are more than %d players", REVIEW_PLAYERS);
    if (review->count + (size_t)count > review->room) {
        const size_t room = 2 * review->room + PLAYS;
        ReviewedPlay *grown = realloc(review->plays, room * sizeof *grown);
        if (!grown) return error_memory(error);
        review->plays = grown;
        review->room = room;
    }
    for (int i = 0; i < count; i++)
        review->plays[review->count++] =
            (ReviewedPlay){.record = number,
                           .match = record->match,
                           .round = record->round,
                           .has_match = record->has_match,
                           .player = review_player(&review->players, record, plays[i].seat),
                           .play = plays[i]};
    return true;
}

/* Looks at a record with the agent as it plays by the record's rules. */
static bool record_review(Driver *driver, size_t number, Error *error)
{
    ReviewCommand *own = driver->own;
    const Record *record = &own->records[number];
    ReviewPlay plays[PLAYS];
    Agent agent;
    int count;
    if (!agent_parse(&agent, own->agent, &record->rules, error)) return false;
    ReviewTask task = own->task;
    task.agent = &agent;
    bool good = review_record(plays, &count, &driver->interrupted, record, &task, watch, driver, error);
    agent_free(&agent);
    if (good) good = plays_add(&own->review, record, number, plays, count, error);
    driver->done = own->review.count;
    return good;
}

static bool work(Driver *driver, Error *error)
{
    const ReviewCommand *own = driver->own;
    bool good = true;
    for (size_t i = 0; i < own->count && good && !driver->interrupted; i++)
        good = record_review(driver, i, error) ||
               error_under(error, "%.128s:%d", driver->parsed.args[0], own->records[i].first_line);
    return good;
}

static void figures(const Driver *driver, OutputFile *file)
{
    const ReviewCommand *own = driver->own;
    figures_head(file, "judge", "%s", own->open ? "open cards" : driver->agents->name);
    review_csv(file, &own->review);
}

static bool summary(const Driver *driver, FILE *out)
{
    const ReviewCommand *own = driver->own;
    if (own->open)
        fprintf(out, "%zu plays of %zu records, solved with open cards; %s\n\n", own->review.count, own->count,
                driver->took);
    else
        fprintf(out, "%zu plays of %zu record%s, each by %llu iterations of %s, seed %llu; %s\n\n", own->review.count,
                own->count, PLURAL(own->count), (unsigned long long)own->iterations, driver->agents->name,
                (unsigned long long)driver->common.seed, driver->took);
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
    COMMAND_TABLES(&REVIEW_FIGURES, &REVIEW_PLAYER_FIGURES),
    .prepare = prepare,
    .plan = plan,
    .work = work,
    .figures = figures,
    .summary = summary,
    .free = review_free,
};
