/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur check: does a bot keep to the protocol? */
#include <string.h>

#include "agents/bots/bot.h"
#include "analysis/commands/commands.h"
#include "analysis/study/bot_check.h"

enum { KINDS_MOST = 64 }; /* of findings; the first of each is printed, and how many more there were */

typedef struct {
    const char *kind;
    char what[FINDING_TEXT];
    bool error;
    uint64_t count;
} FoundKind;

typedef struct {
    uint64_t rounds;
    Agent agent;
    Rules rules;
    FoundKind found[KINDS_MOST];
    int kinds;
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
    if (!driver_take_agents(driver, &own->agent, 1, error)) return false;
    BotSettings *settings = &bots_of(&own->agent)->settings;
    settings->end_timeout = settings->move_timeout; /* a busy machine ends a program late, too */
    return true;
}

/* Prints the first finding of a kind, and counts the others. */
static void found(void *arg, const BotFinding *finding)
{
    CheckOwn *own = arg;
    char view[VIEW_TEXT] = "";
    int at = 0;
    while (at < own->kinds && own->found[at].kind != finding->kind)
        at++;
    if (at == KINDS_MOST || own->found[at].count++) return;
    own->kinds = at + 1;
    own->found[at].kind = finding->kind;
    own->found[at].error = finding->error;
    memcpy(own->found[at].what, finding->what, sizeof finding->what);
    if (finding->view) view_print(view, finding->view);
    printf("%s: %s%s%s\n", finding->error ? "error" : "note", finding->what, *view ? "; " : "", view);
    fflush(stdout);
}

/* After the first rule set. */
static void next(void *arg, const BotCheckResult *result, const Rules *rules)
{
    char text[RULES_TEXT];
    (void)arg;
    rules_print(text, rules);
    printf("%s: %llu right answer%s, %llu error%s; next: every preset and number of players that it plays\n", text,
           (unsigned long long)result->requests, PLURAL(result->requests), (unsigned long long)result->errors,
           PLURAL(result->errors));
    fflush(stdout);
}

/* Kinds of findings that were found more often than once. */
static void counts_print(const CheckOwn *own)
{
    for (int i = 0; i < own->kinds; i++)
        if (own->found[i].count > 1)
            printf("%s, %llu times in all: %.60s%s\n", own->found[i].error ? "error" : "note",
                   (unsigned long long)own->found[i].count, own->found[i].what,
                   strlen(own->found[i].what) > 60 ? "..." : "");
}

static void ready_print(const ProtocolReady *ready)
{
    printf("it said: ready%s%s%s", ready->batch ? ", batch" : "", ready->legal ? ", legal" : "",
           ready->end ? ", end" : "");
    for (int i = 0; i < RULE_PRESET_COUNT; i++)
        if (ready->presets >> i & 1) printf(", rules %s", RULE_PRESETS[i].name);
    for (int players = 2; players <= MAX_SEATS; players++)
        if (ready->players >> players & 1) printf(", %d players", players);
    printf("%s%s\n", *ready->name ? ", name " : "", ready->name);
}

static void result_print(const CheckOwn *own, const BotCheckResult *result)
{
    char mean[SHORT_TEXT], longest[SHORT_TEXT], view[VIEW_TEXT];
    counts_print(own);
    if (result->given_up && result->errors >= CHECK_FAILURES) printf("given up after %d failures\n", CHECK_FAILURES);
    if (result->requests) {
        snprintf(mean, sizeof mean, "%.3g", 1e3 * result->seconds / (double)result->requests);
        snprintf(longest, sizeof longest, "%.3g", 1e3 * result->longest);
        view_print(view, &result->slowest);
        printf("time of a play: mean %s ms, longest %s ms; %s\n", mean, longest, view);
        ready_print(&result->ready);
    }
    if (result->left_out && result->requests)
        printf("%llu rule set%s left out, which it does not play\n", (unsigned long long)result->left_out,
               result->left_out == 1 ? " is" : "s are");
    printf("%s: %llu right answer%s under %llu rule set%s, %llu error%s, %llu note%s\n",
           result->errors     ? "the bot breaks the protocol or the rules"
           : result->partial  ? "PARTIAL: no error so far"
           : result->requests ? "the bot keeps to the protocol and the rules"
                              : "nothing was asked, since the bot says that it does not play by these rules",
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
                               .next = next,
                               .arg = own};
    interrupt_catch();
    if (!bot_check(&result, &task, error)) return false;
    result_print(own, &result);
    driver->work.interrupted = result.partial;
    driver->work.verdict = result.errors || (!result.requests && !result.partial) ? STATUS_NO : 0;
    return true;
}

static void check_free(Driver *driver)
{
    CheckOwn *own = driver->own;
    if (own->agent.kind) agent_free(&own->agent);
}

const Command CMD_CHECK = {
    .spec =
        {.command = "check",
         .summary = "does a bot keep to the line protocol?",
         .args = {"exec:PROGRAM", 1, 1, NULL, TAKES_AGENT},
         .about =
             "Asks a program in random positions of every preset, at every seat, each request twice, and tells of "
             "illegal plays, answers that are none, and answers that change when a request is repeated (a "
             "note). It sends lines that are no requests, many requests at once to a bot that says 'batch', "
             "ends the input, and says how long a play takes. It begins with pagat for two, and leaves out what the "
             "bot says it does not play. A kind of finding is one line, with its first position as 'pasur advise' "
             "takes it.",
         .example = "pasur check exec:'pasur serve greedy'",
         .notes = "Exit status: 0 no error, 1 errors. docs/protocol.md is the protocol.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(CheckOwn),
    .prepare = prepare,
    .work = work,
    .free = check_free,
};
