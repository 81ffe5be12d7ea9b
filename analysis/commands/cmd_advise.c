/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur advise: what each legal play is worth. */
#include <string.h>
#include <unistd.h>

#include "agents/search/search.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/goal.h"
#include "analysis/report/kinds/advise.h"
#include "analysis/study/review.h"
#include "engine/match.h"
#include "engine/notation.h"
#include "engine/text/number.h"
#include "sim/files/record_file.h"
#include "sim/files/text_buffer.h"

typedef struct {
    ViewText view_text;
    const char *record, *agent;
    uint64_t number, ply, iterations;
    double seconds;
    bool watch;
    uint64_t next; /* --watch: iterations at which a line is due */
    Goal goal;
    MatchEquity equity; /* the table, where the agent plays for points */

    Record taken;   /* the record that is asked for */
    uint64_t count; /* records of the file … */
    bool matches;   /* … which are all of matches */
    KnownView known;
    CardSet history[PLAYS];
    View view;
    AdviseTask task;
    Advised advised;
} AdviseCommand;

static const Option OPTIONS[] = {
    {"hand",
     "your cards, such as Ac7hTd, 'A♣ 7♥ 10♦' or Ac,7h,Td; where all hands lie open (open_hands=1) those of all seats, A/B, that of "
     "seat 0 first",
     OPTION_AT(AdviseCommand, view_text.hand), .metavar = "CARDS", .heading = "What you know",
     .brief = "your cards, such as Ac7hTd or 'A♣ 7♥ 10♦'"},
    {"pool", "the cards on the table; - is none", OPTION_AT(AdviseCommand, view_text.pool), .metavar = "CARDS",
     .brief = "the cards on the table; - is none"},
    {"piles",
     "captured cards as far as known, first those of seat 0, which plays first in the round, whoever you are; the others could "
     "be anywhere but in a hand",
     OPTION_AT(AdviseCommand, view_text.piles), .metavar = "A/B",
     .brief = "captured cards, first those of the side that plays first"},
    {"surs", "Surs that each side holds, in the same order (default none)", OPTION_AT(AdviseCommand, view_text.surs),
     .metavar = "A/B"},
    {"scores", "of the sides before this round, in the same order (default zeros)",
     OPTION_AT(AdviseCommand, view_text.scores), .metavar = "A/B"},
    {"deal", "which deal, from 1 (default: what the cards tell)", OPTION_AT(AdviseCommand, view_text.deal),
     .metavar = "K"},
    {"last", "which side captured last: 0 is that of seat 0", OPTION_AT(AdviseCommand, view_text.last),
     .metavar = "SIDE"},
    {"seat", "yours; seat 0 plays first (default: what fits)", OPTION_AT(AdviseCommand, view_text.seat),
     .metavar = "SEAT"},
    {"rules", "preset[,key=value]... (default pagat)", OPTION_AT(AdviseCommand, view_text.rules), .metavar = "R",
     .takes = TAKES_RULES},
    {"record", "the position of a record; the same as FILE", OPTION_AT(AdviseCommand, record), .file = FILE_READ,
     .metavar = "FILE", .heading = "Or a record"},
    {"number", "which record of the file, from 0", OPTION_AT(AdviseCommand, number), .fallback = "0"},
    {"ply", "the position after this many of its plays, instead of all", OPTION_AT(AdviseCommand, ply), .high = "47"},
    {"agent", "whose opinion; an agent that does not search plays sampled deals out at every seat",
     OPTION_AT(AdviseCommand, agent), .metavar = "A", .fallback = "ismcts", .heading = "Advice",
     .brief = "whose opinion", .takes = TAKES_AGENT},
    {"time", "seconds; without it 1, or what the agent says", OPTION_AT(AdviseCommand, seconds), .low = "0.001",
     .high = "1000000", .brief = "seconds (default 1)"},
    {"iters", "instead of --time, and repeatable: iterations of all 16 trees together, or sampled deals",
     OPTION_AT(AdviseCommand, iterations), .low = "100", .high = "10G"},
    OPTIONS_GOAL(AdviseCommand, goal),
    {"watch", "show on stderr how it deepens", OPTION_AT(AdviseCommand, watch)},
    {OPTION_SEED},
    {OPTION_MAX_VOID},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    OPTIONS_BOTS,
    OPTIONS_RUN,
};
enum { VIEW_OPTIONS = 9 }; /* the first so many rows are of a view */

/* ---- the position */

static bool record_take(void *context, const Record *record, Error *error)
{
    (void)error;
    AdviseCommand *own = context;
    own->matches = (own->matches || !own->count) && record->has_match;
    if (own->count++ == own->number) own->taken = *record;
    return true;
}

/* Replays the record, keeping its plays as they become the view's history. */
static bool record_view(AdviseCommand *own, Error *error)
{
    Record *record = &own->taken;
    const char *why;
    Round round;
    own->view.first_pool = pack_pool(&record->pack, &record->rules);
    if (!first_pool_allowed(own->view.first_pool, &record->rules, &why)) return error_set(error, "deal: %s", why);
    if (!record_position(&round, record, error)) return false;
    if (table_over(&round.table))
        return error_set(error, "the round is over; --ply N takes the position after N plays");
    if (record->play_count >= record_known(record))
        return error_set(error, "who holds what after play %d is not known; --ply N takes a position before it",
                         record_known(record));
    for (int i = 0; i < record->play_count; i++)
        own->history[i] = record->plays[i].captured | set_of(record->plays[i].card);
    own->known = view_of_round(&record->rules, &round);
    own->view.history = own->history;
    return true;
}

/* Takes the position from the file's records. */
static bool records_view(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    Record *record = &own->taken;
    const char *name = own->record;
    if (!record_file_read(name, record_take, own, error)) return false;
    const unsigned long long count = own->count;
    if (count <= own->number)
        return error_set(error, "%.128s: it holds %llu record%s, the last is --number %llu", name, count, PLURAL(count),
                         count - 1);
    if (driver_given(driver, "ply")) {
        if (own->ply > (uint64_t)record->play_count)
            return error_set(error, "--ply %llu: the record at %.128s:%d has %d plays", (unsigned long long)own->ply,
                             name, record->first_line, record->play_count);
        record->play_count = (int)own->ply;
    }
    if (!record_view(own, error)) return error_under(error, "%.128s:%d", name, record->first_line);
    if (count > 1 && !driver_given(driver, "number"))
        snprintf(driver->setup.note, sizeof driver->setup.note,
                 "note: the first of %llu records; --number K takes another", count);
    return true;
}

static bool position_read(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    const ParsedOptions *parsed = &driver->parsed;
    if (parsed->arg_count && own->record)
        return error_set(error, "--record and '%.128s' both name a file; give one", parsed->args[0]);
    /* "--hand 7h 4c" without quotes: the rest looks like a file */
    if (parsed->arg_count && (own->view_text.hand || own->view_text.pool) && strcmp(parsed->args[0], "-") != 0 &&
        access(parsed->args[0], F_OK) != 0)
        return error_set(error, "'%.128s' is no file; put cards with blanks in quotes, such as --hand '7h 4c'",
                         parsed->args[0]);
    if (parsed->arg_count) own->record = parsed->args[0];
    for (int i = 0; i < VIEW_OPTIONS && own->record; i++)
        if (driver_given(driver, OPTIONS[i].name))
            return error_set(error, "--%s belongs to a view; a record has its own", OPTIONS[i].name);
    if (own->record) return records_view(driver, error);
    if (driver_given(driver, "number") || driver_given(driver, "ply"))
        return error_set(error, "--%s belongs to a record; name its FILE",
                         driver_given(driver, "number") ? "number" : "ply");
    if (!own->view_text.hand || !own->view_text.pool)
        return error_set(
            error,
            "--%s is missing; expected: pasur advise --hand CARDS --pool CARDS [...], or FILE; such as: pasur advise --hand 7h4cJdKs --pool 2c5d9h",
            own->view_text.hand ? "pool" : "hand");
    return view_parse(&own->known, &own->view_text, error);
}

/* ---- the agent and how long */

/* Is there a match whose chances can be told? The table is the agent's; one that cannot play for the match gets it
   besides. */
static bool match_prepare(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    const Rules *rules = &own->known.rules;
    const char *why;
    int side;
    driver->setup.matches = true;
    if (!match_round_begins(own->known.table.scores, rules, &why)) return error_set(error, "--scores: %s", why);
    if (table_shodam(&own->known.table, rules, &side))
        return error_set(error, "--goal match: side %d has won the match with what it has captured so far (%s)", side,
                         side == rules_side(rules, own->known.table.turn) ? "that is you" : "that is not you");
    return own->goal.says || own->agent == own->goal.text ||
           match_equity_find(&own->equity, own->goal.table, rules, error);
}

static bool task_make(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    SearchOptions search;
    if (own->iterations && driver_given(driver, "time"))
        return error_set(error, "--time and --iters exclude each other");
    const bool matches = own->record && own->matches && goal_known(&own->known.rules);
    if (!goal_decide(&own->goal, &own->agent, &own->known.rules, matches, error) ||
        (own->goal.goal == GOAL_OF_MATCH && !match_prepare(driver, error)) ||
        !driver_agents(driver, &own->agent, 1, &own->known.rules, error))
        return false;
    const Agent *agent = driver->agents;
    if (agent_has(agent, TRAIT_CHEATS))
        return error_set(error,
                         "--agent %.100s sees all cards, and a view does not tell them; ismcts:variant=pimc samples "
                         "them, 'pasur solve' takes them from a record",
                         agent->name);
    double iterations = (double)own->iterations, seconds = own->seconds;
    if (search_options(&search, agent) && !own->iterations && seconds <= 0) {
        iterations = ROOT_PARALLEL_TREES * agent_given(agent, agent->kind->search->iterations);
        seconds = agent_given(agent, agent->kind->search->seconds);
    }
    own->view.rules = &own->known.rules;
    own->view.table = &own->known.table;
    own->view.hand = own->known.hand;
    own->view.hands = hands_open(own->known.hands, &own->known.rules);
    own->view.seat = own->known.table.turn;
    own->task = (AdviseTask){
        .agent = agent,
        .view = &own->view,
        .seed = driver->common.seed,
        .iterations = (uint64_t)iterations,
        .seconds = seconds > 0 ? seconds : 1,
        .threads = driver->threads,
        .equity = own->goal.goal != GOAL_OF_MATCH ? NULL
                  : agent_equity(agent)           ? agent_equity(agent)
                                                  : &own->equity,
        .measured = true,
    };
    advice_reach(own->task.reach, driver_alpha(driver));
    return true;
}

static bool advise_prepare(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    driver->setup.rules = &own->known.rules;
    driver->setup.scores_count = driver->setup.repeats = true;
    driver->work.unit = "iterations";
    return position_read(driver, error) && task_make(driver, error);
}

static void advise_plan(const Driver *driver, FILE *out)
{
    const AdviseCommand *own = driver->own;
    advice_head(out, &own->known);
    fprintf(out, "asked is %s, seed %llu", driver->agents->name, (unsigned long long)driver->common.seed);
    if (own->task.iterations)
        fprintf(out, ", %llu iterations\n", (unsigned long long)own->task.iterations);
    else
        fprintf(out, ", for %g s\n", own->task.seconds);
}

/* ---- while it runs */

static bool advise_watch(void *context, const Advice *advice)
{
    Driver *driver = context;
    AdviseCommand *own = driver->own;
    const double deals = (double)(own->task.iterations ? own->task.iterations : advice->iterations);
    driver->work.interrupted = advice->partial && interrupt_seen();
    if (own->watch && !driver->common.quiet && (advice->iterations >= own->next || !advice->partial)) {
        const AdvisePlay *choice = &advice->plays[advice->choice];
        char play[PLAY_TEXT], count[SHORT_TEXT];
        play_print(play, set_first(choice->play & own->view.hand), choice->play & ~own->view.hand);
        short_count(count, (double)advice->iterations);
        fprintf(stderr, "%s iterations: %s %+.2f\n", count, play, choice->value);
        own->next = 2 * advice->iterations;
    } else if (own->task.iterations && progress_due(&driver->progress))
        progress_show(&driver->progress, "iterations", advice->iterations, own->task.iterations, "");
    return (!advice->voids.boards || driver_voids(driver, &advice->voids, deals)) && !driver->work.interrupted;
}

/* The command that gives the same figures: by as many iterations as there were. */
static bool again_make(Driver *driver, Error *error)
{
    const AdviseCommand *own = driver->own;
    const uint64_t iterations = own->advised.advice.iterations > 100 ? own->advised.advice.iterations : 100;
    FILE *again = again_start(driver);
    if (!again) return error_memory(error);
    fputs(" advise", again);
    for (int i = 0; i < driver->parsed.arg_count; i++)
        again_word(again, driver->parsed.args[i]);
    driver_words(driver, " time iters seed ", again_word, again);
    fprintf(again, " --iters %llu --seed %llu", (unsigned long long)iterations,
            (unsigned long long)driver->common.seed);
    if (driver_alpha(driver) != USUAL_ALPHA) fprintf(again, " --level %.10g", driver->common.level);
    if (driver_given(driver, "max-void")) fprintf(again, " --max-void %g", driver->common.max_void);
    return text_stream_close(again, &driver->again) || error_memory(error);
}

static bool advise_work(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    const Advice *advice = &own->advised.advice;
    driver->work.total = own->task.iterations;
    if (!advised_find(&own->advised, &own->task, advise_watch, driver, error)) {
        driver->work.interrupted = interrupt_seen();
        if (driver->work.interrupted) return error_set(error, "stopped before there was any advice");
        driver->work.too_many_voids = advice->voids.boards > 0; /* else memory ran out */
        return false;
    }
    driver->work.done = advice->iterations;
    return again_make(driver, error);
}

/* ---- afterwards */

static AdviceShown advise_shown(const Driver *driver)
{
    const AdviseCommand *own = driver->own;
    return (AdviceShown){&own->advised, &own->view, driver->agents->name, driver_alpha(driver), NULL};
}

static void advise_result(const Driver *driver, Result *out)
{
    const AdviseCommand *own = driver->own;
    const AdviceShown shown = advise_shown(driver);
    result_head(out, "agent", "%s", driver->agents->text);
    if (own->task.equity)
        result_head(out, "equity", "%s",
                    own->goal.table  ? own->goal.table
                    : own->goal.says ? "the agent's"
                                     : "built in");
    advice_result(out, &shown);
}

static bool advise_summary(const Driver *driver, FILE *out)
{
    const AdviceShown shown = advise_shown(driver);
    advice_head(out, &((const AdviseCommand *)driver->own)->known);
    if (driver->page.table == TABLE_TEXT) fputc('\n', out);
    return advised_print(out, &driver->page, &shown);
}

static void advise_free(Driver *driver) { match_equity_free(&((AdviseCommand *)driver->own)->equity); }

const Command CMD_ADVISE = {
    .spec =
        {.command = "advise",
         .summary = "what each legal play of a hand is worth",
         .args = {"[FILE]", 0, 1, "the record", TAKES_FILE},
         .about =
             "What each legal play is worth: estimated points with 95 % intervals, how far it lies behind what "
             "the agent would play. The position is what you know of a game, or that of a record in FILE (- is stdin), seen "
             "from the seat to move. Where nothing but captured cards is hidden, values are exact.",
         .example = "pasur advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h",
         .notes = "What a search chooses is measured by fresh deals, each play made in all of them and played\n"
                  "on by tactic: its own estimates drift as it goes on. Other deals find the best of the\n"
                  "other plays, so that the interval of the lead holds. Half of --time goes there.\n"
                  "How likely the next player captures, makes a Sur or holds a card is counted over all unseen\n"
                  "cards, and told by the plays of the deal, where a record has them: hands are weighed by how\n"
                  "likely they would have been played so. Who wins the clubs: tactic plays 400 deals out.\n"
                  "Each of the 16 trees has room for 65536 plays, some 140 MB for all of them; a search\n"
                  "whose tree is full goes on in it.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(AdviseCommand),
    COMMAND_RESULTS(&RESULT_ADVISE),
    .prepare = advise_prepare,
    .plan = advise_plan,
    .work = advise_work,
    .result = advise_result,
    .summary = advise_summary,
    .free = advise_free,
};
