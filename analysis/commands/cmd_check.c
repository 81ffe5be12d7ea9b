/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur check: does a bot keep to the protocol? */
#include <string.h>

#include "agents/bots/bot.h"
#include "analysis/commands/commands.h"
#include "analysis/study/bot_check.h"

enum { PRINTED_MOST = 10 }; /* findings of a kind that are printed */

typedef struct {
    uint64_t rounds;
    Agent agent;
    Rules rules;
    uint64_t found[2]; /* notes and errors so far */
} CheckOwn;

static const Option OPTIONS[] = {
    {"rounds", "random rounds of each rule set; the bot is asked at each of their plays, at every seat",
     OPTION_AT(CheckOwn, rounds), .low = "1", .high = "1M", .fallback = "2", .heading = "Options"},
    {OPTION_COMMON(rules, "rules", "preset[,key=value]...; default every preset with every number of players"),
     .takes = TAKES_RULES, .metavar = "R"},
    {OPTION_SEED},
    OPTIONS_BOTS,
    {.heading = "Run", OPTION_QUIET},
};

static bool prepare(Driver *driver, Error *error)
{
    CheckOwn *own = driver->own;
    const char *name = driver->parsed.args[0];
    if (!rules_parse(&own->rules, driver->common.rules ? driver->common.rules : "pagat", error) ||
        !agent_parse(&own->agent, name, &own->rules, error))
        return false;
    if (!bots_of(&own->agent)) return error_set(error, "'%.100s' is no program; expected exec:PROGRAM ARGS", name);
    return driver_take_agents(driver, &own->agent, 1, error);
}

static void found(void *arg, const BotFinding *finding)
{
    CheckOwn *own = arg;
    char view[VIEW_TEXT] = "";
    if (++own->found[finding->error] > PRINTED_MOST) return;
    if (finding->view) view_print(view, finding->view);
    printf("%s: %s%s%s\n", finding->error ? "error" : "note", finding->what, *view ? "; " : "", view);
    fflush(stdout);
}

static void result_print(const CheckOwn *own, const BotCheckResult *result)
{
    char mean[SHORT_TEXT], longest[SHORT_TEXT], view[VIEW_TEXT];
    for (int kind = 1; kind >= 0; kind--)
        if (own->found[kind] > PRINTED_MOST)
            printf("%s: and %llu more\n", kind ? "error" : "note", (unsigned long long)own->found[kind] - PRINTED_MOST);
    if (result->given_up && result->errors >= CHECK_FAILURES) printf("given up after %d failures\n", CHECK_FAILURES);
    if (result->requests) {
        snprintf(mean, sizeof mean, "%.3g", 1e3 * result->seconds / (double)result->requests);
        snprintf(longest, sizeof longest, "%.3g", 1e3 * result->longest);
        view_print(view, &result->slowest);
        printf("time of a play: mean %s ms, longest %s ms; %s\n", mean, longest, view);
        printf("it said: ready%s%s\n", result->batch ? ", batch" : "", result->legal ? ", legal" : "");
    }
    printf("%s: %llu right answer%s under %llu rule set%s, %llu error%s, %llu note%s\n",
           result->errors     ? "the bot breaks the protocol or the rules"
           : result->partial  ? "PARTIAL: no error so far"
           : result->requests ? "the bot keeps to the protocol and the rules"
                              : "nothing was asked",
           (unsigned long long)result->requests, PLURAL(result->requests), (unsigned long long)result->rule_sets,
           PLURAL(result->rule_sets), (unsigned long long)result->errors, PLURAL(result->errors),
           (unsigned long long)result->notes, PLURAL(result->notes));
}

static bool work(Driver *driver, Error *error)
{
    CheckOwn *own = driver->own;
    BotCheckResult result;
    const BotCheckTask task = {.bots = bots_of(&own->agent),
                               .seed = driver->common.seed,
                               .rounds = own->rounds,
                               .rules = driver->common.rules,
                               .found = found,
                               .arg = own};
    interrupt_catch();
    if (!bot_check(&result, &task, error)) return false;
    result_print(own, &result);
    driver->work.interrupted = result.partial;
    driver->work.verdict = result.errors ? STATUS_NO : 0;
    return true;
}

static void check_free(Driver *driver)
{
    CheckOwn *own = driver->own;
    if (own->agent.kind) agent_free(&own->agent);
}

const Command CMD_CHECK = {
    .spec = {.command = "check",
             .summary = "does a bot keep to the line protocol?",
             .args = {"exec:PROGRAM", 1, 1, NULL, TAKES_ANY},
             .about =
                 "Asks a program in random positions of every preset, at every seat, each request twice, and tells of "
                 "illegal plays, answers that are none, and answers that change when a request is repeated (a "
                 "note). It sends lines that are no requests, many requests at once to a bot that says 'batch', "
                 "ends the input, and says how long a play takes. A finding is one line, with the position as "
                 "'pasur advise' takes it.",
             .example = "pasur check exec:'pasur serve greedy'",
             .notes = "Exit status: 0 no error, 1 errors. docs/protocol.md is the protocol.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(CheckOwn),
    .prepare = prepare,
    .work = work,
    .free = check_free,
};
