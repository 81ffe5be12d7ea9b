/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads tables of match equity for commands; brings --goal, --equity and the agent's own goal together. */
#include "analysis/commands/equity_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/report/result.h"

/* The largest standard error of a file that was read as a table; NAN: it does not say. */
static double largest_se(const char *name)
{
    CsvReader reader;
    Result result;
    double largest = NAN, se;
    int column = -1;
    if (csv_open(&reader, &result, name) && csv_begin(&reader)) column = result_column(&result, "se");
    while (column >= 0 && csv_next(&reader) == CSV_ROW)
        if (csv_number(&se, &reader, (size_t)column)) largest = fmax(largest, se); /* fmax passes NaN over */
    csv_close(&reader);
    result_free(&result);
    return largest;
}

bool equity_table_open(EquityTable *out, Driver *driver, const char *name, const Rules *rules, Error *error)
{
    EquityTable table = {.name = name};
    if (rules->sides != 2)
        return error_set(error, "--equity: a table is for two sides, and these rules have %d", rules->sides);
    if (!strcmp(name, "builtin")) {
        const MatchEquity *builtin = match_equity_builtin(rules);
        if (!builtin)
            return error_set(error, "--equity: the builtin table is for pagat with two players; "
                                    "'pasur equity A --rules R --csv FILE' writes another");
        table.equity = *builtin;
        table.se = match_equity_builtin_se();
    } else {
        files_add(&driver->files, "--equity", name, FILE_READ);
        if (!match_equity_read(&table.equity, name, rules, error)) return error_under(error, "--equity");
        table.se = largest_se(name);
    }
    *out = table;
    return true;
}

bool round_worth_asked(Driver *driver, EquityTable *table, Schedule *schedule, const char *equity, const char *at,
                       Error *error)
{
    const Rules *rules = &schedule->rules;
    double scores[2];
    if (!equity) return !at || error_set(error, "--at says where the rounds of --equity begin; name a table there");
    if (schedule->match_rounds) return error_set(error, "--equity is about single rounds; --matches plays the matches");
    if (schedule->agents != 2 || driver->common.no_duplicate)
        return error_set(error, "--equity takes two agents, and boards in all seatings");
    if (!equity_table_open(table, driver, equity, rules, error)) return false;
    schedule->equity = &table->equity;
    driver->setup.scores_count = true;
    if (!at) return true;
    if (number_list(scores, 2, at, '/') != 2)
        return error_set(error, "--at: '%.40s': expected two scores, such as 48/44", at);
    for (int agent = 0; agent < 2; agent++) {
        if (scores[agent] < 0 || scores[agent] >= rules->target || scores[agent] != floor(scores[agent]))
            return error_set(error, "--at: '%.40s': expected scores from 0 to %d", at, rules->target - 1);
        schedule->scores[agent] = (int16_t)scores[agent];
    }
    return true;
}

/* ---- --goal */

bool goal_known(const Rules *rules)
{
    MatchEquity unused;
    Error no_table;
    const bool known = match_equity_find(&unused, NULL, rules, &no_table);
    if (known) match_equity_free(&unused);
    return known;
}

bool goal_decide(Goal *goal, const char **agent, const Rules *rules, bool matches, Error *error)
{
    Agent parsed;
    if (goal->equity_file && goal->goal == GOAL_OF_POINTS)
        return error_set(error, "--equity belongs to chances to win the match; leave out --goal points");
    if (!agent_parse(&parsed, *agent, rules, error)) return false;
    const Names names = agent_param_names(parsed.kind);
    const int at = name_find(&names, "goal"), its = agent_equity(&parsed) ? GOAL_OF_MATCH : GOAL_OF_POINTS;
    goal->says = at >= 0 && parsed.given >> at & 1;
    agent_free(&parsed);
    if (goal->says && (goal->equity_file || (goal->goal != GOAL_AUTO && goal->goal != its)))
        return error_set(error, "--%s, but the agent %.100s says itself what it plays for",
                         goal->equity_file              ? "equity"
                         : goal->goal == GOAL_OF_POINTS ? "goal points"
                                                        : "goal match",
                         *agent);
    if (goal->goal == GOAL_AUTO)
        goal->goal = goal->says ? its : goal->equity_file || matches ? GOAL_OF_MATCH : GOAL_OF_POINTS;
    goal->table = goal->equity_file && strcmp(goal->equity_file, "builtin") ? goal->equity_file : NULL;
    if (goal->goal != GOAL_OF_MATCH || goal->says || at < 0) return true;
    snprintf(goal->text, sizeof goal->text, "%s%cgoal=match%s%s", *agent, strchr(*agent, ':') ? ',' : ':',
             goal->table ? ",equity=" : "", goal->table ? goal->table : "");
    *agent = goal->text;
    return true;
}
