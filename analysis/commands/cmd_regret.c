/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur regret: what the choices of agents cost, judged by a strong reference, on the same positions for all. */
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/verdict.h"
#include "analysis/study/regret.h"

#define AT(member) COLUMN_AT(RegretRow, member)
static const Column AGENTS[] = {
    {"agent", "name", "the agent that was asked", AT(agent), .title = "agent", .plain = "agent", .key = KEY_WHO},
    {"positions", "count", "decisions, each from a different round", AT(positions), .title = "positions", .drop = 2,
     .plain = "positions"},
    COLUMN_VALUE(
        "regret", "ci", "points a round",
        "what its choices lose against the reference's best plays, over all decisions of a side; each best play is "
        "chosen by playouts other than those that value it, so that this is not too high; below 0 only by chance",
        "its 95 % interval, over positions; empty with fewer than 300", RegretRow, regret.mean, regret_interval,
        .title = "regret (95 %)", .format = "%.*f", .plain = "points a round lost", .measured = ""),
    {"best", "share", "share of the positions in which it chose a play of the highest value", AT(best),
     .title = "best play, %", .drop = 1, .format = "%.1f"},
    {"apart", "share", "share of the positions in which it chose differently from the first agent", AT(apart),
     .title = "otherwise, %", .drop = 3, .format = "%.1f"},
    COLUMN_VALUE("more", "more_ci", "points a round", "its regret less that of the first agent, position by position",
                 "its interval, over positions: 95 % for all agents together", RegretRow, more.mean, more_interval,
                 .title = "more than the first (95 % for all)", .format = "%+.*f", .plain = "more than the first",
                 .measured = "more_sd"),
    {"more_sd", "points a round", "standard deviation of one position's difference", AT(more.sd)},
    {"decision_loss", "points a decision", "what a choice loses on average", AT(decision)},
};
#undef AT
static const ColumnTable REGRET_COLUMNS = {"regret --csv", "agent", COLUMN_ROWS(AGENTS), NULL};

/* What an agent by itself loses. */
static void agent_verdict(Verdicts *verdicts, Result *result)
{
    const Interval interval = result_interval(result, 0, "ci");
    verdict_add(verdicts,
                (Verdict){.words = interval.low > 0
                                       ? "The choices of $1 lose $v points a round against the reference's best "
                                         "plays."
                                       : "The choices of $1 are not shown to lose anything against the reference's "
                                         "best plays: $v points a round.",
                          .names = {text_at(result, 0, "agent")},
                          .size = number_at(result, 0, "regret"),
                          .interval = interval,
                          .format = "%.2f"});
}

/* How agents differ from the first; $2 is that. */
static void agents_verdicts(Verdicts *verdicts, Result *result)
{
    if (result->row_count == 1) agent_verdict(verdicts, result);
    for (size_t row = 1; row < result->row_count; row++) {
        const double size = number_at(result, row, "more");
        Verdict verdict = verdict_amount(size, result_interval(result, row, "more_ci"), 2);
        verdict.names[0] = text_at(result, row, "agent");
        verdict.names[1] = text_at(result, 0, "agent");
        verdict.words =
            size == 0 ? "$1 and $2 cannot be told apart: they chose plays of the same values."
            : !interval_known(verdict.interval)
                ? "The choices of $1 lost $s points a round %s than those of $2 here, but so few positions do not "
                  "show it."
            : interval_sign(verdict.interval, 0)
                ? "The choices of $1 lose $s points a round %s than those of $2 ($r; 95 %% for all agents together)."
                : "$1 and $2 cannot be told apart: $1 lost $s points a round %s ($r; 95 %% for all agents together).";
        if (size != 0) verdict.words = result_format(result, verdict.words, size < 0 ? "fewer" : "more");
        verdict_add(verdicts, verdict);
    }
}

static const Picture PICTURE = {.title = "What choices lose by a reference",
                                .subtitle = "with 95 % intervals, on the same positions",
                                .unit = "points a round",
                                MARKS(NULL, NULL, "{agent}", "regret", "ci"),
                                .is = CHART_OWN | CHART_ZERO};

static const ResultKind RESULT_REGRET = {
    .table = &REGRET_COLUMNS,
    .question = "Whose choices cost the least?",
    .boardless = true,
    .verdicts = agents_verdicts,
    .method =
        "Rounds are played by a few agents, and each agent that is judged is asked for a play in one decision of "
        "each round. A reference tries every play of a position in the same playouts, drawn by what the plays so far "
        "tell. What plays lose against the best ones is added up over the decisions of a side. The difference "
        "between two agents comes from the positions in which they choose differently.",
    .page = "agents.md",
    .picture = &PICTURE,
};

/* ---- the command */

typedef struct {
    uint64_t positions, playouts;
    const char *players, *reference;

    Agent agents[2 * REGRET_AGENTS + 1]; /* `count` of them: judged, players and reference */
    int count;
    Regret regret;
} RegretCommand;

static const Option OPTIONS[] = {
    {"positions", "decisions, each from a different round", OPTION_AT(RegretCommand, positions), .low = "10",
     .high = "1M", .fallback = "2k", .heading = "Sample", .brief = "decisions, each from a different round"},
    {"playouts",
     "rounds in which the reference tries each play of a position; even, since each half chooses its own best play",
     OPTION_AT(RegretCommand, playouts), .low = "2", .high = "1M", .fallback = "200",
     .brief = "rounds in which each play is tried"},
    {"players", "the agents that play the rounds from which positions are taken, one at random at each seat",
     OPTION_AT(RegretCommand, players), .metavar = "A,B", .fallback = "policy,policy:mix=1,tactic",
     .takes = TAKES_AGENTS},
    {"reference", "planner with its options: it values plays by its beliefs about the others' hands and plays",
     OPTION_AT(RegretCommand, reference), .metavar = "A", .fallback = "planner", .takes = TAKES_AGENT},
    {OPTION_RULES},
    {OPTION_SEED},
    {OPTION_MAX_VOID},
    OPTIONS_RESULTS,
    {OPTION_PLOT},
    OPTIONS_BOTS,
    OPTIONS_RUN,
    OPTIONS_KEEP,
};

/* Opens the agents that are judged, those that play, and the reference, in this order. */
static bool regret_prepare(Driver *driver, Error *error)
{
    RegretCommand *own = driver->own;
    const Rules *rules = &driver->schedule.rules;
    driver->work.unit = "positions";
    if (own->playouts % 2)
        return error_set(error, "--playouts %llu: one half finds the best play, the other values it; take %llu or %llu",
                         (unsigned long long)own->playouts, (unsigned long long)own->playouts - 1,
                         (unsigned long long)own->playouts + 1);
    const int judged = driver->parsed.arg_count;
    Agent *players = own->agents + judged;
    if (!agents_open(own->agents, driver->parsed.args, judged, rules, error)) return false;
    own->count = judged;
    const int playing = agents_open_list(players, REGRET_AGENTS, own->players, rules, error);
    own->count += playing;
    if (!playing) return error_under(error, "--players");
    if (!agent_parse(&players[playing], own->reference, rules, error)) return false;
    own->count++;
    if (players[playing].kind != &AGENT_PLANNER)
        return error_set(error, "--reference %.100s: expected planner, with or without options", own->reference);
    for (int i = 0; i < judged; i++)
        if (agent_has(&own->agents[i], TRAIT_CHEATS))
            return error_set(error,
                             "'%.100s' sees all cards, so it cannot be asked what it would play without "
                             "knowing them",
                             own->agents[i].name);
    own->regret.task = (RegretTask){.schedule = &driver->schedule,
                                    .judged = own->agents,
                                    .judged_count = judged,
                                    .players = players,
                                    .player_count = playing,
                                    .reference = &players[playing],
                                    .rounds = (int)(own->playouts / 2),
                                    .alpha = driver_alpha(driver)};
    driver->work.total = own->positions;
    return driver_take_agents(driver, own->agents, own->count, error);
}

static void regret_plan(const Driver *driver, FILE *out)
{
    const RegretCommand *own = driver->own;
    fprintf(out, "%llu positions, rules %s, seed %llu, of rounds by %s; each play in %llu playouts of %s\n",
            (unsigned long long)own->positions, driver->setup.rules_text, (unsigned long long)driver->common.seed,
            own->players, (unsigned long long)own->playouts, own->reference);
}

static bool regret_work(Driver *driver, Error *error)
{
    RegretCommand *own = driver->own;
    own->regret.task.survey = driver_survey(driver, own->positions);
    if (!driver_ended(driver, regret_measure(&own->regret), error)) return false;
    regret_find(&own->regret);
    return true;
}

static void regret_command_result(const Driver *driver, Result *out)
{
    const RegretCommand *own = driver->own;
    result_rows(out, &RESULT_REGRET, own->regret.rows, sizeof *own->regret.rows, (size_t)own->regret.task.judged_count);
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
            "%lld positions are too few for intervals: a few mistakes make up most of the loss. Take --positions %d "
            "or more.\n",
            positions, REGRET_LEAST);
    verdicts_print(out, driver->results);
    return true;
}

static void regret_close(Driver *driver)
{
    RegretCommand *own = driver->own;
    free(own->regret.losses);
    agents_free(own->agents, own->count);
}

const Command CMD_REGRET = {
    .spec = {.command = "regret",
             .summary = "what an agent's choices cost, by a strong reference",
             .args = {"AGENT...", 1, REGRET_AGENTS, NULL, TAKES_AGENT},
             .about =
                 "Asks each agent for one play in each of many positions, each from a different round. A reference "
                 "tries all plays of a position in the same playouts, so that two agents differ only where they "
                 "choose differently: this separates in minutes agents for which 'pasur sim' needs hours.",
             .example = "pasur regret policy tactic --positions 200",
             .notes = "docs/agents.md says what the figure means, and on which pairs it was tested.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(RegretCommand),
    .sample = "positions",
    COMMAND_RESULTS(&RESULT_REGRET),
    .seats = driver_study,
    .prepare = regret_prepare,
    .plan = regret_plan,
    .work = regret_work,
    .result = regret_command_result,
    .summary = regret_command_summary,
    .free = regret_close,
};
