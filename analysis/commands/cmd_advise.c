/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur advise: what each legal play is worth. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/agent_list.h"
#include "agents/search/root_parallel.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/common.h"
#include "analysis/commands/files.h"
#include "analysis/commands/progress.h"
#include "analysis/report/advice_report.h"
#include "analysis/report/run_head.h"
#include "engine/notation.h"
#include "engine/text/number.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"
#include "sim/files/record_file.h"
#include "sim/files/text_buffer.h"

enum { WATCH_ROWS = 16, REPEAT_ARGS = 40 };
static const double REDRAW = 0.25; /* seconds */

typedef struct {
    ViewText view;
    const char *record, *agent;
    uint64_t number, ply, iterations;
    double seconds;
    bool watch;
} AdviseOptions;

#define ROW(member) .type = OPTION_TEXT, .offset = offsetof(AdviseOptions, member)

static const Option VIEW_ROWS[] = {
    {.name = "hand", ROW(view.hand), .metavar = "CARDS", .help = "your cards"},
    {.name = "pool", ROW(view.pool), .metavar = "CARDS", .help = "the cards on the table; - is none"},
    {.name = "piles",
     ROW(view.piles),
     .metavar = "A/B",
     .help = "captured cards, a piece for each side, as far as known; the others could be anywhere but in a hand"},
    {.name = "surs", ROW(view.surs), .metavar = "A/B", .help = "Surs that each side holds (default none)"},
    {.name = "scores", ROW(view.scores), .metavar = "A/B", .help = "before this round (default zeros)"},
    {.name = "deal", ROW(view.deal), .metavar = "K", .help = "which deal, from 1 (default: what the cards tell)"},
    {.name = "last", ROW(view.last), .metavar = "SIDE", .help = "which side captured last, from 0"},
    {.name = "seat", ROW(view.seat), .metavar = "SEAT", .help = "yours; seat 0 plays first (default: what fits)"},
    {.name = "rules", ROW(view.rules), .metavar = "R", .help = "preset[,key=value]... (default pagat)"},
};
static const Option RECORD_ROWS[] = {
    {.name = "record", ROW(record), .metavar = "FILE", .help = "the position of a record; the same as FILE"},
    {.name = "number",
     .type = OPTION_COUNT,
     .offset = offsetof(AdviseOptions, number),
     .fallback = "0",
     .help = "which record of the file, from 0"},
    {.name = "ply",
     .type = OPTION_COUNT,
     .offset = offsetof(AdviseOptions, ply),
     .high = "47",
     .help = "the position after so many plays of it, instead of all"},
};
static const Option SEARCH_ROWS[] = {
    {.name = "agent",
     ROW(agent),
     .metavar = "A",
     .fallback = "ismcts",
     .help = "whose opinion; an agent that does not search plays sampled deals out at every seat"},
    {.name = "time",
     .type = OPTION_NUMBER,
     .offset = offsetof(AdviseOptions, seconds),
     .low = "0.001",
     .high = "1000000",
     .help = "seconds; without it 1, or what the agent says"},
    {.name = "iters",
     .type = OPTION_COUNT,
     .offset = offsetof(AdviseOptions, iterations),
     .low = "100",
     .high = "10G",
     .help = "instead of --time, and repeatable: iterations of all 16 trees together, or sampled deals"},
    {.name = "watch", .type = OPTION_FLAG, .offset = offsetof(AdviseOptions, watch), .help = "show how it deepens"},
};
enum {
    VIEW_COUNT = sizeof VIEW_ROWS / sizeof *VIEW_ROWS,
    RECORD_COUNT = sizeof RECORD_ROWS / sizeof *RECORD_ROWS,
    SEARCH_COUNT = sizeof SEARCH_ROWS / sizeof *SEARCH_ROWS
};

/* Everything of one call. */
typedef struct {
    AdviseOptions options;
    CommonOptions common;
    KnownView known;
    CardSet history[PLAYS];
    View view;
    Agent agent;
    AdviseTask task;
    OutputFile csv;
    char note[512]; /* empty: none */
    bool table;     /* on stdout */
    /* --watch */
    bool terminal;
    int lines;     /* drawn */
    double drawn;  /* when */
    uint64_t next; /* iterations at which a line is due */
    bool interrupted;
} Call;

/* ---- the position */

static int record_find(Record *record, const Call *call, const char *name, uint64_t *count, Error *error)
{
    RecordFile file;
    if (!record_file_open(&file, name, error)) return STATUS_WRONG_USE;
    Record *each = malloc(sizeof *each);
    RecordFileStatus status = RECORD_BAD;
    error_memory(error);
    for (*count = 0; each && (status = record_file_next(&file, each, error)) == RECORD_NEXT; ++*count)
        if (*count == call->options.number) *record = *each;
    free(each);
    record_file_close(&file);
    if (status == RECORD_BAD) return error_status(error);
    if (*count > call->options.number) return 0;
    error_set(error, "%.128s: it holds %llu record%s, the last is --number %llu", name, (unsigned long long)*count,
              PLURAL(*count), (unsigned long long)*count - 1);
    return STATUS_WRONG_USE;
}

/* Replays the record, keeping its plays as they become the view's history. */
static bool record_view(Call *call, Record *record, bool ply_given, const char *name, Error *error)
{
    const char *why;
    Round round;
    if (ply_given && call->options.ply > (uint64_t)record->play_count)
        return error_set(error, "--ply %llu: the record at %.128s:%d has %d plays",
                         (unsigned long long)call->options.ply, name, record->first_line, record->play_count);
    if (ply_given) record->play_count = (int)call->options.ply;
    call->view.first_pool = pack_pool(&record->pack, &record->rules);
    if (!first_pool_allowed(call->view.first_pool, &record->rules, &why))
        return error_set(error, "%.128s:%d: deal: %s", name, record->first_line, why);
    if (!record_position(&round, record, error)) return error_under(error, "%.128s:%d", name, record->first_line);
    if (table_over(&round.table))
        return error_set(error, "%.128s:%d: the round is over; --ply N takes the position after N plays", name,
                         record->first_line);
    for (int i = 0; i < record->play_count; i++)
        call->history[i] = record->plays[i].captured | set_of(record->plays[i].card);
    call->known = (KnownView){.rules = record->rules, .table = round.table, .hand = round_hand(&round)};
    call->view.history = call->history;
    return true;
}

static int record_read(Call *call, const char *name, bool number_given, bool ply_given, Error *error)
{
    Record *record = malloc(sizeof *record);
    uint64_t count;
    if (!record) return error_memory(error), STATUS_FAILED;
    int status = record_find(record, call, name, &count, error);
    if (!status && !record_view(call, record, ply_given, name, error)) status = STATUS_WRONG_USE;
    if (!status && count > 1 && !number_given)
        snprintf(call->note, sizeof call->note, "the first of %llu records; --number K takes another",
                 (unsigned long long)count);
    free(record);
    return status;
}

/* The name of a view option that was given, or NULL. */
static const char *view_option(const OptionsSpec *spec, const ParsedOptions *parsed)
{
    for (int i = 0; i < VIEW_COUNT; i++)
        if (options_given(spec, parsed, VIEW_ROWS[i].name)) return VIEW_ROWS[i].name;
    return NULL;
}

static int position_read(Call *call, const OptionsSpec *spec, const ParsedOptions *parsed, Error *error)
{
    AdviseOptions *options = &call->options;
    const char *given = view_option(spec, parsed);
    bool number = options_given(spec, parsed, "number"), ply = options_given(spec, parsed, "ply");
    if (parsed->arg_count && options->record)
        return error_set(error, "--record and '%.128s' both name a file; give one", parsed->args[0]), STATUS_WRONG_USE;
    if (parsed->arg_count) options->record = parsed->args[0];
    if (options->record && given)
        return error_set(error, "--%s belongs to a view; a record has its own", given), STATUS_WRONG_USE;
    if (options->record) return record_read(call, options->record, number, ply, error);
    if (number || ply)
        return error_set(error, "--%s belongs to a record; name its FILE", number ? "number" : "ply"), STATUS_WRONG_USE;
    if (!options->view.hand || !options->view.pool)
        return error_set(error, "--%s is missing; right is: pasur advise --hand CARDS --pool CARDS [...], or FILE",
                         options->view.hand ? "pool" : "hand"),
               STATUS_WRONG_USE;
    return view_parse(&call->known, &options->view, error) ? 0 : STATUS_WRONG_USE;
}

/* ---- the agent and how long */

/* What the agent's own parameter says, or 0. */
static double agent_given(const Agent *agent, const char *name)
{
    int index = agent_param(agent->kind, name);
    return index >= 0 && (agent->given >> index & 1) ? agent->values[index] : 0;
}

static bool task_make(Call *call, const OptionsSpec *spec, const ParsedOptions *parsed, Error *error)
{
    const AdviseOptions *options = &call->options;
    SearchOptions search;
    if (options->iterations && options_given(spec, parsed, "time"))
        return error_set(error, "--time and --iters exclude each other");
    if (!agents_open(&call->agent, &options->agent, 1, error)) return false;
    if (!call->agent.kind->choose)
        return error_set(error,
                         "--agent %.100s sees all cards, and a view does not tell them; ismcts:variant=pimc samples "
                         "them, 'pasur solve' takes them from a record",
                         call->agent.name);
    if (!agents_play_rules(&call->agent, 1, &call->known.rules, error)) return false;
    double iterations = (double)options->iterations, seconds = options->seconds;
    if (search_options(&search, &call->agent) && !options->iterations && seconds <= 0) {
        iterations = ROOT_PARALLEL_TREES * agent_given(&call->agent, "iters");
        seconds = agent_given(&call->agent, "time");
    }
    call->view.rules = &call->known.rules;
    call->view.table = &call->known.table;
    call->view.hand = call->known.hand;
    call->view.seat = call->known.table.turn;
    call->task = (AdviseTask){
        .agent = &call->agent,
        .view = &call->view,
        .seed = call->common.seed,
        .iterations = (uint64_t)iterations,
        .seconds = seconds > 0 ? seconds : 1,
        .threads = common_threads(&call->common),
    };
    return true;
}

/* ---- while it runs */

static bool watch(void *context, const Advice *advice)
{
    Call *call = context;
    double now = seconds_now();
    call->interrupted = advice->partial && interrupt_seen();
    if (!call->options.watch || advice->kind == ADVISE_EXACT) return !call->interrupted;
    if (call->terminal && now - call->drawn >= REDRAW) {
        if (call->lines) printf("\033[%dA\033[J", call->lines);
        call->lines = 1 + advice_table(stdout, advice, &call->view, WATCH_ROWS);
        advice_line(stdout, advice, &call->view);
        fflush(stdout);
        call->drawn = now;
    } else if (!call->terminal && !call->common.quiet && (advice->iterations >= call->next || !advice->partial)) {
        advice_line(stderr, advice, &call->view);
        call->next = 2 * advice->iterations;
    }
    return !call->interrupted;
}

/* ---- afterwards */

static void head_print(const Call *call)
{
    const KnownView *known = &call->known;
    const Table *table = &known->table;
    char rules[RULES_TEXT], hand[CARDS_TEXT], pool[CARDS_TEXT];
    rules_print(rules, &known->rules);
    cards_print(hand, known->hand);
    cards_print(pool, table->pool);
    printf("Seat %d of %d (%s), deal %d of %d: hand %s, pool %s\n\n", table->turn, known->rules.players, rules,
           table->deal + 1, known->rules.deals, hand, *pool ? pool : "empty");
}

/* What the figures are made of. */
static void basis_print(const Call *call, const Advice *advice)
{
    const Table *table = &call->known.table;
    char count[SHORT_TEXT];
    short_count(count, (double)advice->iterations);
    int seen = set_count(table->pool);
    for (int side = 0; side < call->known.rules.sides; side++)
        seen += set_count(table->piles[side]);
    int missing = FIRST_POOL + table->ply - seen;
    putchar('\n');
    if (advice->kind != ADVISE_EXACT && !advice->is_reward)
        printf("Points: by how much your side wins the round%s, captured cards included; ",
               call->known.rules.sides > 2 ? " against the mean of the others" : "");
    if (advice->kind == ADVISE_SEARCH)
        printf("%s iterations in %d trees by %s.\n", count, ROOT_PARALLEL_TREES, call->agent.name);
    else if (advice->kind == ADVISE_ROLLOUTS)
        printf("%s sampled deals, played on by %s.\n", count, call->agent.name);
    else if (advice->kind == ADVISE_SOLVED)
        printf("%s sampled deals, each solved with open cards.\n", count);
    if (missing)
        printf("%d captured card%s not told (--piles): anywhere but in a hand, with any side.\n", missing,
               missing == 1 ? " is" : "s are");
}

/* The command that gives the same figures, for the caller to free; NULL if memory runs out. */
static char *repeat_command(const Call *call, uint64_t iterations)
{
    char view[VIEW_TEXT], number[24], ply[24], seed[24], iters[24];
    char *args[REPEAT_ARGS] = {(char[]){"advise"}};
    int count = 1;
    snprintf(number, sizeof number, "%llu", (unsigned long long)call->options.number);
    snprintf(ply, sizeof ply, "%d", call->known.table.ply);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)call->common.seed);
    snprintf(iters, sizeof iters, "%llu", (unsigned long long)iterations);
    if (call->options.record) {
        char *record[] = {"--record", (char *)call->options.record, "--number", number, "--ply", ply};
        memcpy(args + count, record, sizeof record);
        count += (int)(sizeof record / sizeof *record);
    } else {
        view_print(view, &call->known);
        for (char *rest, *word = strtok_r(view, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
            args[count++] = word;
    }
    char *end[] = {"--agent", (char *)call->agent.name, "--iters", iters, "--seed", seed};
    memcpy(args + count, end, sizeof end);
    return command_text(count + (int)(sizeof end / sizeof *end), args);
}

static bool csv_write(Call *call, const Advice *advice, const char *repeat, const char *start, double wall,
                      Error *error)
{
    if (!call->csv.file) return true;
    run_head_write(&call->csv, repeat, call->task.seed, &call->known.rules, start, wall);
    csv_head(&call->csv, "agent", "%s", call->agent.name);
    if (call->interrupted) csv_head(&call->csv, "PARTIAL", "stopped before it was done");
    advice_csv(&call->csv, advice, &call->view);
    return output_file_close(&call->csv, error);
}

static void summary_print(const Call *call, const Advice *advice, const char *repeat)
{
    if (call->lines) printf("\033[%dA\033[J", call->lines);
    if (call->interrupted) puts("PARTIAL: stopped before it was done\n");
    head_print(call);
    advice_table(stdout, advice, &call->view, 0);
    basis_print(call, advice);
    advice_sentence(stdout, advice, &call->view, call->agent.name);
    printf("Again: %s\n", repeat);
}

/* Asks the agent and shows what it says. Returns the exit status, with one line in error for 5. */
static int call_run(Call *call, Error *error)
{
    char start[TIME_TEXT];
    time_print(start);
    double began = seconds_now();
    Advice *advice = malloc(sizeof *advice);
    if (!advice) return error_memory(error), STATUS_FAILED;
    interrupt_catch();
    int status = STATUS_FAILED;
    if (advise(advice, &call->task, watch, call, error)) {
        char *repeat = repeat_command(call, advice->iterations > 100 ? advice->iterations : 100);
        error_memory(error);
        if (repeat && csv_write(call, advice, repeat, start, seconds_now() - began, error)) {
            if (call->table) summary_print(call, advice, repeat);
            error_set(error, "standard output cannot be written");
            bool written = fflush(stdout) == 0 && !ferror(stdout);
            status = !written ? STATUS_FAILED : call->interrupted ? STATUS_INTERRUPTED : 0;
        }
        free(repeat);
    }
    free(advice);
    return status;
}

static int prepare(Call *call, const OptionsSpec *spec, const ParsedOptions *parsed, Error *error)
{
    int status = position_read(call, spec, parsed, error);
    if (status) return status;
    if (!task_make(call, spec, parsed, error)) return STATUS_WRONG_USE;
    const NamedFile record = {"the record", call->options.record, true};
    const RunFiles files = {&call->common, &record, 1, &call->agent, 1};
    status = files_check(&files, error);
    if (status) return status;
    call->table = !common_takes_stdout(&call->common);
    call->terminal = call->table && isatty(STDOUT_FILENO);
    if (!call->common.csv || output_file_open(&call->csv, call->common.csv, error)) return 0;
    return STATUS_FAILED;
}

int cmd_advise(int argc, char **argv)
{
    Call call = {0};
    const OptionGroup groups[] = {
        {"What you know", VIEW_ROWS, VIEW_COUNT, &call.options},
        {"Or a record", RECORD_ROWS, RECORD_COUNT, &call.options},
        {"Advice", SEARCH_ROWS, SEARCH_COUNT, &call.options},
        {"Advice", &OPTION_SEED, 1, &call.common},
        {"Advice", &OPTION_THREADS, 1, &call.common},
        {"Advice", &OPTION_CSV, 1, &call.common},
        {"Advice", &OPTION_QUIET, 1, &call.common},
    };
    const OptionsSpec spec = {
        .command = "advise",
        .args = "[FILE]",
        .max_args = 1,
        .about =
            "What each legal play is worth: estimated points with a 95 % interval, and what the agent would play. "
            "The position is what you know of a game, or that of a record in FILE (- is stdin), seen from the seat "
            "to move. Where nothing but captured cards is hidden, values are exact.",
        .example = "pasur advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h",
        .notes = "CSV columns: play,value,ci_low,ci_high,visits,choice; a row for each legal play.\n"
                 "The interval is that of the estimate by this agent: it tells how far another\n"
                 "seed would move it, not how good the agent is.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    Error error;
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    int status = prepare(&call, &spec, &parsed, &error);
    if (!status) {
        if (*call.note && !call.common.quiet) fprintf(stderr, "pasur advise: note: %s\n", call.note);
        status = call_run(&call, &error);
    }
    if (call.agent.kind) agent_free(&call.agent);
    return status == STATUS_WRONG_USE || status == STATUS_FAILED ? command_error(status, "advise", "%s", error.text)
                                                                 : status;
}
