/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur rate: a tournament among many agents. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"
#include "analysis/report/verdict.h"

typedef struct {
    uint64_t boards;
    const char *gauntlet_text, *cross;

    Schedule schedule;
    int gauntlet;
    Tournament tournament;
    RateResult result;
} Rate;

static void cross_fill(const Driver *driver, Result *out) { cross_result(out, &((const Rate *)driver->own)->result); }

static const Option OPTIONS[] = {
    {"boards", "packs to play, each once in every seating of every meeting; 30 where an agent searches",
     OPTION_AT(Rate, boards), .low = "1", .high = "1G", .fallback = "1k", .heading = "Sample",
     .brief = "packs to play, each in every seating of every meeting"},
    {OPTION_MATCHES},
    {OPTION_FROM},
    {OPTION_MAX_ROUNDS},
    {"gauntlet", "only meetings of this agent; it may be among those named", OPTION_AT(Rate, gauntlet_text),
     .metavar = "A", .brief = "only meetings of this agent", .takes = TAKES_AGENT},
    {OPTION_RULES},
    {OPTION_SEED},
    {OPTION_NO_DUPLICATE},
    {OPTION_MAX_VOID},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {"cross", "write the cross-table as CSV, a row for each agent and opponent", OPTION_AT(Rate, cross),
     .file = FILE_FIGURES, .result = cross_fill, .metavar = "FILE", .brief = "write the cross-table as CSV"},
    {OPTION_PLOT},
    OPTIONS_BOTS,
    {OPTION_BOT_BATCH},
    OPTIONS_RUN,
    OPTIONS_KEEP,
};

static bool rate_prepare(Driver *driver, Error *error)
{
    Rate *rate = driver->own;
    const ParsedOptions *parsed = &driver->parsed;
    const char *names[TOURNAMENT_MAX_AGENTS + 1]; /* that of --gauntlet first, unless it is among those named */
    Rules rules;
    int count = 0;
    rate->gauntlet = NO_GAUNTLET;
    for (int i = parsed->arg_count - 1; i >= 0 && rate->gauntlet_text; i--)
        if (!strcmp(parsed->args[i], rate->gauntlet_text)) rate->gauntlet = i;
    if (rate->gauntlet_text && rate->gauntlet == NO_GAUNTLET) {
        rate->gauntlet = 0;
        names[count++] = rate->gauntlet_text;
    }
    for (int i = 0; i < parsed->arg_count; i++)
        names[count++] = parsed->args[i];
    if (driver_alpha(driver) < 0.001)
        return error_set(error, "--level %g: intervals of ratings come from resampling, at most 0.999",
                         driver->common.level);
    if (count < 2) return error_set(error, "one agent alone: name at least 2");
    if (count > TOURNAMENT_MAX_AGENTS) return error_set(error, "more than %d agents", TOURNAMENT_MAX_AGENTS);
    if (!rules_parse(&rules, driver->common.rules, error) ||
        !driver_schedule(driver, &rate->schedule, pairing_size(&rules, count), error))
        return false;
    if (!driver_agents(driver, names, count, &rate->schedule.rules, error)) return false;
    driver_fewer_boards(driver, &rate->boards, 30);
    if (driver->common.matches) rate->boards = driver->common.matches;
    return tournament_init(&rate->tournament, &rate->schedule, (size_t)count, rate->gauntlet, rate->boards, error);
}

static void head_print(const Driver *driver, FILE *out, uint64_t boards)
{
    const Rate *rate = driver->own;
    const Schedule *schedule = &rate->schedule;
    const size_t pairings = rate->tournament.pairing_count;
    fprintf(out, "%d agents, %zu meeting%s on the same %llu board%s in %d seating%s: %.0f %s; rules %s, seed %llu\n",
            driver->agent_count, pairings, PLURAL(pairings), (unsigned long long)boards, PLURAL(boards),
            schedule->seatings, PLURAL(schedule->seatings), (double)boards * (double)pairings * schedule->seatings,
            schedule->match_rounds ? "matches" : "rounds", driver->setup.rules_text,
            (unsigned long long)schedule->seed);
}

static void rate_plan(const Driver *driver, FILE *out) { head_print(driver, out, ((const Rate *)driver->own)->boards); }

static bool rate_take(void *arg, uint64_t board, size_t pairing, const PairingResult *result, const Voids *voids)
{
    Driver *driver = arg;
    Rate *rate = driver->own;
    Tournament *tournament = &rate->tournament;
    const uint64_t all = rate->boards * tournament->pairing_count;
    if (!tournament_take(tournament, board, pairing, result, voids)) return false; /* work tells that memory ran out */
    driver->work.done = tournament->boards_over;
    if (progress_due(&driver->progress)) {
        char rest[RATE_PROGRESS];
        rate_progress(rest, tournament, driver->agents, driver_alpha(driver));
        progress_show(&driver->progress, "boards", driver->work.done, rate->boards, rest);
    }
    return driver_voids(driver, &tournament->voids, (double)all);
}

static bool rate_work(Driver *driver, Error *error)
{
    Rate *rate = driver->own;
    const BoardsJob boards = {
        .schedule = &rate->schedule,
        .agents = driver->agents,
        .agent_count = (size_t)driver->agent_count,
        .pairings = rate->tournament.pairings,
        .pairing_count = rate->tournament.pairing_count,
        .boards = driver->work.total = rate->boards,
        .threads = driver->threads,
        .checkpoint = driver->kept.checkpoint,
    };
    const ArenaEnd end = pairings_play(&boards, rate_take, driver);
    const bool good =
        driver_ended(driver, end == ARENA_STOPPED && !driver->work.too_many_voids ? ARENA_FAILED : end, error);
    const bool fitted =
        good && (!rate->tournament.blocks_used ||
                 rate_result_make(&rate->result, &rate->tournament, driver->agents, driver_alpha(driver)) ||
                 error_memory(error));
    if (!fitted) driver->work.done = 0; /* nothing can be said of boards whose pairings do not all count */
    return fitted;
}

static void rate_result_fill(const Driver *driver, Result *out)
{
    rate_result(out, &((const Rate *)driver->own)->result);
}

static bool rate_summary(const Driver *driver, FILE *out)
{
    const RateResult *result = &((const Rate *)driver->own)->result;
    head_print(driver, out, driver->work.done);
    rate_table(out, &driver->page, result);
    fputc('\n', out);
    cross_table(out, &driver->page, result);
    verdicts_print(out, &driver->results[1]);
    rate_fit_print(out, &driver->page, &driver->results[0]);
    fprintf(out, "%s\n", driver->end.took);
    return true;
}

static void rate_free(Driver *driver) { tournament_free(&((Rate *)driver->own)->tournament); }

const Command CMD_RATE = {
    .spec = {.command = "rate",
             .summary = "tournament among many agents, with ratings and a cross-table",
             .args = {"A B [C ...]", 1, TOURNAMENT_MAX_AGENTS, NULL, TAKES_AGENT},
             .about = "A tournament: every agent meets every other on the same boards, at a table of two, or of three "
                      "or four where the rules seat so many. Ratings are in points a round (with --matches in matches "
                      "won) and in Elo, with mean 0.",
             .example = "pasur rate greedy random counter tactic --cross cross.csv",
             .notes = "Elo: Bradley-Terry at tables of two, Plackett-Luce at larger ones, with a prior of one drawn "
                      "virtual\nboard for each pair, so that an agent that wins everything has a finite rating. "
                      "Intervals come from\nresampling boards. In the cross-table, a difference that may be chance is "
                      "marked with '?'. A test\nof fit says whether ratings explain all pairs; where they do not, the "
                      "strongest circle of three\nthat is shown and the Nash average follow, which --explain explains.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Rate),
    .sample = "boards",
    COMMAND_RESULTS(&RESULT_RATE, &RESULT_CROSS),
    .prepare = rate_prepare,
    .plan = rate_plan,
    .work = rate_work,
    .result = rate_result_fill,
    .summary = rate_summary,
    .free = rate_free,
};
