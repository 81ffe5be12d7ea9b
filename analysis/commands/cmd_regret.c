/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur regret: what the choices of agents cost by a strong reference, on the same positions for all. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/planner/planner.h"
#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/study/regret.h"
#include "engine/notation.h"

#define AT(member) FIGURE_AT(RegretRow, member)
static const Figure AGENTS[] = {
    {"agent", "name", "who was asked", AT(agent), .title = "agent", .plain = "agent", .key = KEY_WHO},
    {"positions", "count", "each of a round of its own", AT(positions), .title = "positions", .width = 9, .drop = 2,
     .plain = "positions"},
    FIGURE_VALUE(
        "regret", "ci", "points a round",
        "what its choices lose against the best plays by the reference, over all decisions of a "
        "side; each best play was found in other playouts than those that value it, so that this is not too much; below 0 by "
        "chance alone",
        "its 95 % interval, over positions; empty with fewer than 300", RegretRow, regret.mean, regret_interval,
        .title = "regret (95 %)", .width = -24, .format = "%.*f", .plain = "points a round lost", .measured = ""),
    {"best", "share", "of the positions where it chose a play of the highest value", AT(best), .title = "best play, %",
     .width = 12, .drop = 1, .format = "%.1f"},
    {"apart", "share", "of the positions where it chose otherwise than the first agent", AT(apart),
     .title = "otherwise, %", .width = 12, .drop = 3, .format = "%.1f"},
    FIGURE_VALUE("more", "more_ci", "points a round", "its regret less that of the first agent, position by position",
                 "its interval, over positions: 95 % for all agents together", RegretRow, more.mean, more_interval,
                 .title = "more than the first (95 % for all)", .width = -33, .format = "%+.*f",
                 .plain = "more than the first", .measured = "more_sd"),
    {"more_sd", "points a round", "standard deviation of one position's difference", AT(more.sd)},
    {"decision_loss", "points a decision", "what a choice loses on average", AT(decision)},
};
#undef AT
static const FigureTable REGRET_FIGURES = {"regret --csv", "agent", FIGURE_ROWS(AGENTS), NULL};

/* What an agent by itself loses, or how it differs from the first. */
static void agents_verdicts(Verdicts *verdicts, Result *result)
{
    const int agent = result_column(result, "agent"), more = result_column(result, "more");
    const Interval of_one = result_interval(result, 0, "ci");
    if (result->row_count == 1)
        verdict_add(verdicts,
                    (Verdict){.words = !interval_known(of_one)
                                           ? "The choices of $1 lost $s points a round here against the best plays by "
                                             "the reference; so few positions do not show it."
                                       : of_one.low > 0
                                           ? "The choices of $1 lose $v points a round against the best plays by the "
                                             "reference."
                                           : "It is not shown that the choices of $1 lose anything against the best "
                                             "plays by the reference: $v points a round.",
                              .names = {result_text(result, 0, agent)},
                              .size = number_at(result, 0, "regret"),
                              .interval = of_one,
                              .format = "%.2f"});
    for (size_t row = 1; row < result->row_count; row++) {
        const double size = result_number(result, row, more);
        const char *how = size < 0 ? "fewer" : "more";
        Verdict verdict = verdict_amount(size, result_interval(result, row, "more_ci"), 2);
        verdict.names[0] = result_text(result, row, agent);
        verdict.names[1] = result_text(result, 0, agent);
        verdict.sign = -verdict.sign; /* who loses less is the better one */
        verdict.words =
            size == 0
                ? "$1 and $2 are not told apart: they chose plays of the same values."
                : result_format(
                      result,
                      !interval_known(verdict.interval)
                          ? "The choices of $1 lost $s points a round %s than those of $2 here; so few positions do not "
                            "show it."
                      : verdict.sign
                          ? "The choices of $1 lose $s points a round %s than those of $2 ($r; 95 %% for all agents "
                            "together)."
                          : "$1 and $2 are not told apart: $1 lost $s points a round %s ($r; 95 %% for all agents "
                            "together).",
                      how);
        verdict_add(verdicts, verdict);
    }
}

static const char METHOD[] =
    "Rounds are played by a few agents, and each agent that is judged is asked for a play in one decision of each round. "
    "A reference tries every play of a position in the same playouts, drawn by what the plays so far tell. What a play "
    "loses against the best one is added up over the decisions of a side. The difference of two agents rests on the "
    "positions where they choose otherwise.";

static const Picture PICTURE = {.title = "What choices lose by a reference",
                                .subtitle = "with 95 % intervals, on the same positions",
                                .unit = "points a round",
                                MARKS(NULL, NULL, "{agent}", "regret", "ci"),
                                .is = CHART_OWN | CHART_ZERO};

static const ResultKind RESULT_REGRET = {
    .table = &REGRET_FIGURES,
    .question = "Whose choices cost least?",
    .boardless = true,
    .verdicts = agents_verdicts,
    .method = METHOD,
    .page = "agents.md",
    .picture = &PICTURE,
};

/* ---- the plays of each position */

enum { CHOSEN_TEXT = 400 };

typedef struct {
    int64_t position;
    int ply, decisions;
    char hand[CARDS_TEXT], pool[CARDS_TEXT], play[PLAY_TEXT], chosen[CHOSEN_TEXT];
    double first, second, behind;
} PlayRow;

#define AT(member) FIGURE_AT(PlayRow, member)
static const Figure PLAYS_FIGURES[] = {
    {"position", "number", "which position, from 0", AT(position)},
    {"ply", "count", "plays of its round before it", AT(ply)},
    {"decisions", "count", "of its round, between plays that differ", AT(decisions)},
    {"hand", "cards", "of the player", AT(hand)},
    {"pool", "cards", "what lies there", AT(pool)},
    {"play", "play", "one of its plays; equal ones once", AT(play)},
    {"value_1", "points", "that the play's side wins in the round, by one half of the playouts", AT(first)},
    {"value_2", "points", "the same by the other half", AT(second)},
    {"behind", "points", "how much less the play is worth than the best one, by both halves", AT(behind)},
    {"chosen_by", "names", "the agents that chose it, with blanks between them", AT(chosen)},
};
#undef AT
static const FigureTable PLAY_FIGURES = {"regret --values-csv", "play of a position", FIGURE_ROWS(PLAYS_FIGURES), NULL};

static const ResultKind RESULT_REGRET_PLAYS = {
    .table = &PLAY_FIGURES,
    .question = "What is each play of the positions worth?",
    .part = "each play",
    .boardless = true,
    .method = METHOD,
    .page = "agents.md",
};

static void chosen_print(char out[static CHOSEN_TEXT], uint32_t chosen, const RegretTask *task)
{
    size_t used = 0;
    *out = 0;
    for (int k = 0; k < task->judged_count && used < CHOSEN_TEXT; k++)
        if (chosen >> k & 1)
            used += (size_t)snprintf(out + used, CHOSEN_TEXT - used, "%s%s", used ? " " : "", task->judged[k].name);
}

static void position_write(OutputFile *out, const RegretPosition *position, int64_t number, const RegretTask *task)
{
    int most = INT32_MIN;
    for (size_t i = 0; i < position->count; i++) {
        const int both = position->plays[i].values[0] + position->plays[i].values[1];
        most = both > most ? both : most;
    }
    for (size_t i = 0; i < position->count; i++) {
        const RegretPlay *play = &position->plays[i];
        PlayRow row = {.position = number,
                       .ply = position->ply,
                       .decisions = position->decisions,
                       .first = (double)play->values[0] / REGRET_UNIT,
                       .second = (double)play->values[1] / REGRET_UNIT,
                       .behind = (most - play->values[0] - play->values[1]) / (2. * REGRET_UNIT)};
        cards_print(row.hand, position->hand);
        cards_print(row.pool, position->pool);
        play_print(row.play, set_first(play->play & position->hand), play->play & ~position->hand);
        chosen_print(row.chosen, play->chosen, task);
        figures_row(out, &PLAY_FIGURES, &row);
    }
}

/* ---- the command */

typedef struct {
    uint64_t positions, playouts;
    const char *players, *reference, *values_csv;

    Schedule schedule;
    RegretTask task;
    Regret regret;
    uint64_t written; /* positions whose values are in the file of --values-csv */
} RegretCommand;

static const Option OPTIONS[] = {
    {"positions", "decisions, each of a round of its own", OPTION_AT(RegretCommand, positions), .low = "10",
     .high = "1M", .fallback = "2k", .heading = "Sample", .brief = "decisions, each of a round of its own"},
    {"playouts",
     "rounds in which the reference tries each play of a position; even, since each half has its own best play",
     OPTION_AT(RegretCommand, playouts), .low = "2", .high = "1M", .fallback = "200",
     .brief = "rounds in which each play is tried"},
    {"players", "who play the rounds from which positions come, each seat one of them at random",
     OPTION_AT(RegretCommand, players), .metavar = "A,B", .fallback = "policy,policy:mix=1,tactic",
     .takes = TAKES_AGENTS},
    {"reference", "planner with its options: what it believes of the others' hands and plays values the plays",
     OPTION_AT(RegretCommand, reference), .metavar = "A", .fallback = "planner", .takes = TAKES_AGENT},
    {OPTION_RULES},
    {OPTION_SEED},
    {OPTION_MAX_VOID},
    OPTIONS_FIGURES,
    {"values-csv", "write the values of all plays, and who chose which, as CSV; FILE.gz or FILE.zst: compressed",
     OPTION_AT(RegretCommand, values_csv), OPTION_STREAM, .brief = "write the values of all plays"},
    {OPTION_PLOT},
    OPTIONS_RUN,
    OPTIONS_BOTS,
};

/* Opens the agents that are judged, those that play, and the reference, in this order. */
static bool agents_prepare(Driver *driver, Error *error)
{
    RegretCommand *own = driver->own;
    const Rules *rules = &own->schedule.rules;
    const char *names[2 * REGRET_AGENTS + 1];
    char list[REGRET_AGENTS][AGENT_NAME];
    int count = 0;
    for (; count < driver->parsed.arg_count; count++)
        names[count] = driver->parsed.args[count];
    int players = 0;
    for (const char *at = own->players; *at;) {
        const size_t length = agent_length(at);
        if (players == REGRET_AGENTS || length >= AGENT_NAME)
            return error_set(error, "--players: expected at most %d agents", REGRET_AGENTS);
        snprintf(list[players], AGENT_NAME, "%.*s", (int)length, at);
        names[count + players] = list[players];
        players++;
        at += length + (at[length] == ',');
    }
    names[count + players] = own->reference;
    if (!driver_agents(driver, names, count + players + 1, rules, error)) return false;
    const Agent *reference = &driver->agents[count + players];
    if (reference->kind != &AGENT_PLANNER)
        return error_set(error, "--reference %.100s: expected planner, with or without options", own->reference);
    for (int i = 0; i < count; i++)
        if (agent_has(&driver->agents[i], TRAIT_CHEATS))
            return error_set(error, "'%.100s' sees all cards: what it does not know cannot be put to it",
                             driver->agents[i].name);
    own->task = (RegretTask){.schedule = &own->schedule,
                             .judged = driver->agents,
                             .judged_count = count,
                             .players = driver->agents + count,
                             .player_count = players,
                             .reference = reference,
                             .count = own->positions,
                             .rounds = (int)(own->playouts / 2),
                             .alpha = driver_alpha(driver),
                             .threads = driver->threads,
                             .arg = driver};
    return true;
}

static bool regret_prepare(Driver *driver, Error *error)
{
    RegretCommand *own = driver->own;
    Rules rules;
    driver->work.unit = "positions";
    if (own->playouts % 2)
        return error_set(error, "--playouts %llu: one half finds the best play, the other values it; take %llu or %llu",
                         (unsigned long long)own->playouts, (unsigned long long)own->playouts - 1,
                         (unsigned long long)own->playouts + 1);
    return rules_parse(&rules, driver->common.rules, error) &&
           driver_schedule(driver, &own->schedule, rules.players, error) && agents_prepare(driver, error);
}

static void regret_plan(const Driver *driver, FILE *out)
{
    const RegretCommand *own = driver->own;
    fprintf(out, "%llu positions, rules %s, seed %llu, of rounds by %s; each play in %llu playouts of %s\n",
            (unsigned long long)own->positions, driver->setup.rules_text, (unsigned long long)driver->common.seed,
            own->players, (unsigned long long)own->playouts, own->reference);
}

static bool regret_watch(void *arg, uint64_t done, const Voids *voids)
{
    Driver *driver = arg;
    RegretCommand *own = driver->own;
    CommandFile *plays = files_find(&driver->files, "values-csv");
    for (; own->written < done; own->written++) {
        const RegretPosition *position = &own->regret.positions[own->written];
        if (plays && position->there) position_write(&plays->out, position, (int64_t)own->written, &own->task);
    }
    return driver_done(driver, done, voids);
}

static bool regret_work(Driver *driver, Error *error)
{
    RegretCommand *own = driver->own;
    own->task.watch = regret_watch;
    driver->work.total = own->positions;
    OutputFile *plays = driver_stream(driver, "values-csv");
    if (plays) {
        figures_head(plays, "players", "%s", own->players);
        figures_head(plays, "reference", "%s", own->reference);
        figures_head(plays, "playouts", "%llu", (unsigned long long)own->playouts);
        figures_header(plays, &PLAY_FIGURES);
    }
    if (!driver_ended(driver, regret_measure(&own->regret, &own->task), error)) return false;
    regret_find(&own->regret, &own->task);
    return true;
}

static void regret_command_result(const Driver *driver, Result *out)
{
    const RegretCommand *own = driver->own;
    result_rows(out, &RESULT_REGRET, own->regret.rows, sizeof *own->regret.rows, (size_t)own->task.judged_count);
}

static bool regret_command_summary(const Driver *driver, FILE *out)
{
    const RegretCommand *own = driver->own;
    const long long positions = own->regret.rows->positions;
    fprintf(out, "%llu positions, rules %s, seed %llu; %s\n", (unsigned long long)driver->work.done,
            driver->setup.rules_text, (unsigned long long)driver->common.seed, driver->end.took);
    result_print(out, &driver->page, driver->results, 0);
    if (positions < REGRET_LEAST)
        fprintf(
            out,
            "%lld positions are too few for intervals: a few mistakes cost most of what is lost. Take --positions %d "
            "or more.\n",
            positions, REGRET_LEAST);
    verdicts_print(out, driver->results);
    return true;
}

static void regret_close(Driver *driver)
{
    RegretCommand *own = driver->own;
    regret_free(&own->regret, own->positions);
}

const Command CMD_REGRET = {
    .spec = {.command = "regret",
             .summary = "what choices cost by a strong reference",
             .args = {"AGENT...", 1, REGRET_AGENTS, NULL, TAKES_AGENT},
             .about =
                 "Asks each agent for one play in each of many positions, each of a round of its own. A reference has "
                 "tried all plays of a position in the same playouts, so that two agents differ only where they "
                 "choose otherwise: it takes minutes to tell apart what takes 'pasur sim' hours.",
             .example = "pasur regret policy tactic --positions 200",
             .notes = "docs/agents.md says what the figure means, and on which pairs it was tried.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(RegretCommand),
    .sample = "positions",
    COMMAND_RESULTS(&RESULT_REGRET, &RESULT_REGRET_PLAYS),
    .prepare = regret_prepare,
    .plan = regret_plan,
    .work = regret_work,
    .result = regret_command_result,
    .summary = regret_command_summary,
    .free = regret_close,
};
