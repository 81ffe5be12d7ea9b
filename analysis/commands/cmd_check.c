/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur check: does a bot keep to the protocol? It is asked in random positions of rule sets, at every seat, each
   request twice; it gets malformed lines, and its input ends. The first rule set is pagat for two. One for which the
   bot is not ready, or which it says that it does not play, is skipped without an error; a bot that is not ready under
   the first is asked nothing more. */
#include <stdarg.h>
#include <string.h>

#include "agents/bots/bot.h"
#include "analysis/commands/commands.h"
#include "engine/notation.h"
#include "sim/files/system.h"
#include "sim/players.h"

enum { FINDING_TEXT = 512, CHECK_FAILURES = 50, SET_FAILURES = 10 };
enum { UNKNOWN_EVERY = 5, BATCH = 16, LONG_LINE = 10000 };
enum { FOUND_MOST = 64 }; /* kinds of findings; the first of each is printed, and how many more there were */

typedef struct {
    const char *kind; /* the same text for findings of one kind */
    char what[FINDING_TEXT];
    bool error;
    uint64_t count;
} FoundKind;

typedef struct {
    uint64_t rounds; /* option: of each rule set, each position of which is asked about */
    Agent agent;
    Bot *bot;
    Rules rules;
    const char *rules_text; /* NULL: every preset with every number of players */
    uint64_t seed;
    uint64_t failures, set_failures; /* in all, and under these rules */
    bool left;                       /* these rules are left out from here on */
    bool given_up;                   /* after CHECK_FAILURES failures, or since it was never ready */

    uint64_t requests; /* answered by a legal play */
    uint64_t errors, notes;
    uint64_t rule_sets, left_out; /* tried, and of these not played by the bot */
    double seconds, longest;      /* for those requests, and for the slowest of them */
    KnownView slowest;
    ProtocolReady ready; /* what it said of itself at the first hello … */
    char said[96];       /* … as it wrote it; "": it never was ready */
    FoundKind found[FOUND_MOST];
    int kinds;
} Check;

static const Option OPTIONS[] = {
    {"rounds", "random rounds of each rule set; the bot is asked at each of their plays, at every seat",
     OPTION_AT(Check, rounds), .low = "1", .high = "1M", .fallback = "2", .heading = "Options"},
    {OPTION_COMMON(rules, "rules", "preset[,key=value]...; default every preset with every number of players"),
     .takes = TAKES_RULES, .metavar = "R"},
    {OPTION_SEED},
    OPTIONS_BOTS,
    {.heading = "Run", OPTION_QUIET},
};

static bool is_over(const Check *check) { return interrupt_seen() || check->given_up; }
static bool set_over(const Check *check) { return is_over(check) || check->left; }

/* Counts a finding, and prints the first of its kind; error: the bot breaks the protocol or the rules, else it is a
   note; kind NULL: the format is; ask NULL: it is not about a position. */
__attribute__((format(printf, 5, 6))) static void report(Check *check, bool error, const char *kind,
                                                         const ProtocolAsk *ask, const char *format, ...)
{
    char view[VIEW_TEXT];
    va_list args;
    int at = 0;
    if (check->bot->why == AGENT_STOPPED) return;
    check->errors += error;
    check->notes += !error;
    if (!kind) kind = format;
    while (at < check->kinds && check->found[at].kind != kind)
        at++;
    if (at == FOUND_MOST || check->found[at].count++) return;
    FoundKind *found = &check->found[at];
    check->kinds = at + 1;
    found->kind = kind;
    found->error = error;
    va_start(args, format);
    vsnprintf(found->what, sizeof found->what, format, args);
    va_end(args);
    if (ask) view_print(view, &ask->known);
    printf("%s: %s%s%s\n", error ? "error" : "note", found->what, ask ? "; " : "", ask ? view : "");
    fflush(stdout);
}

/* The bot failed: it has been ended, and is started again with the next request. */
static void check_failed(Check *check, const ProtocolAsk *ask)
{
    char text[FINDING_TEXT];
    bot_story(text, sizeof text, check->bot);
    report(check, true, check->bot->why, ask, "%s", text);
    check->given_up = ++check->failures >= CHECK_FAILURES;
    check->left |= ++check->set_failures >= SET_FAILURES && !check->rules_text;
}

/* Is the bot ready? Else the rule set is left out; all of them, and that is an error, if it was never ready. */
static bool check_greet(Check *check)
{
    char rules[RULES_TEXT], text[FINDING_TEXT / 2];
    const bool ready = bot_greet(check->bot), declined = !protocol_ready_plays(&check->bot->ready, &check->rules);
    if (ready || declined) {
        if (!*check->said) check->ready = check->bot->ready, strcpy(check->said, check->bot->line);
        check->left |= declined;
        check->left_out += declined;
        return ready;
    }
    rules_print(rules, &check->rules);
    bot_story(text, sizeof text, check->bot);
    report(check, !*check->said, NULL, NULL, "at the hello, rules %.100s: %s; %s%s", rules, text,
           *check->said ? "they are left out" : "nothing more is tried",
           check->bot->why == BOT_NOT_READY ? " (a program that prints to a pipe must flush its output after each line)"
                                            : "");
    check->left = true;
    check->left_out++;
    check->given_up |= !*check->said;
    return false;
}

/* ---- positions */

/* The play as it is written, or the cards where it is none from that hand. */
static void play_name(char out[static PLAY_TEXT], const ProtocolAsk *ask, CardSet play)
{
    const CardSet card = play & round_hand(&ask->known.round);
    if (card && !set_rest(card))
        play_print(out, set_first(card), play ^ card);
    else
        cards_print(out, play);
}

/* Is the answer to the request a legal play? Else that is reported; after: behind what. */
static bool answer_legal(Check *check, const ProtocolAsk *ask, const AgentAnswer *answer, const char *after)
{
    char play[PLAY_TEXT];
    const char *why;
    if (!answer->play)
        return report(check, true, after, ask, "an error instead of a play, after %s: '%s'", after, check->bot->line),
               false;
    if (play_legal(round_hand(&ask->known.round), ask->known.round.table.pool, answer->play, &why)) return true;
    play_name(play, ask, answer->play);
    report(check, true, NULL, ask, "an illegal play, %.100s: %s", play, why);
    return false;
}

/* Asks once, and takes the time. */
static bool ask_once(Check *check, ProtocolAsk *ask, AgentAnswer *answer)
{
    if (!check_greet(check)) return false;
    const double start = seconds_now();
    if (!bot_ask(check->bot, ask, answer)) return check_failed(check, ask), false;
    const double taken = seconds_now() - start;
    if (!answer_legal(check, ask, answer, "")) return false;
    check->requests++;
    check->seconds += taken;
    if (taken < check->longest) return true;
    check->longest = taken;
    check->slowest = ask->known;
    return true;
}

/* The same request, the same answer? */
static void position_check(Check *check, ProtocolAsk *ask, AgentAnswer *first)
{
    AgentAnswer second;
    char plays[2][PLAY_TEXT];
    if (!ask_once(check, ask, first) || set_over(check) || !ask_once(check, ask, &second)) return;
    play_name(plays[0], ask, first->play);
    play_name(plays[1], ask, second.play);
    if (first->play != second.play)
        report(check, false, NULL, ask, "the same request, a different answer: %.100s, then %.100s", plays[0],
               plays[1]);
    else if (first->drew != second.drew || first->state != second.state)
        report(check, false, NULL, ask, "the same request and answer, %.100s, but another STATE", plays[0]);
}

/* Requests that are sent before any is answered; each must be answered once, whatever the order. */
static void batch_check(Check *check, ProtocolAsk asks[], const AgentAnswer alone[], int count)
{
    uint32_t open = ((uint32_t)1 << count) - 1;
    for (int i = 0; i < count; i++)
        if (!bot_send(check->bot, &asks[i])) return check_failed(check, &asks[i]);
    while (open) {
        AgentAnswer answer;
        if (!bot_receive(check->bot, &answer)) return check_failed(check, &asks[set_first(open)]);
        const uint64_t place = answer.ticket - asks[0].id;
        if (place >= (uint64_t)count || !(open >> place & 1)) {
            report(check, true, NULL, NULL, "an answer to request %llu, which was not open",
                   (unsigned long long)answer.ticket);
            bot_end(check->bot, BOT_KILL);
            return;
        }
        open &= ~((uint32_t)1 << place);
        if (answer_legal(check, &asks[place], &answer, "many requests") && answer.play != alone[place].play)
            report(check, false, NULL, &asks[place], "a different play among many requests than alone");
    }
}

/* A random round, which is played on at random, whatever the bot answers. */
static void round_check(Check *check, uint64_t round_index)
{
    Rng rng = rng_for(check->seed, round_index, PURPOSE_TEST + (check->rule_sets << 32));
    static ProtocolAsk asks[BATCH];
    static AgentAnswer answers[BATCH];
    int16_t scores[MAX_SIDES];
    Pack pack;
    Game game;
    ProtocolAsk ask = {.id = 0};
    int gathered = 0;
    for (int side = 0; side < MAX_SIDES; side++)
        scores[side] = (int16_t)(round_index ? rng_bounded(&rng, check->rules.target) : 0);
    pack_deal(&pack, &check->rules, &rng);
    game_start(&game, &check->rules, &pack, scores);
    for (bool over = false; !over && !set_over(check);) {
        CardSet moves[MAX_MOVES];
        View view = game_view(&game, &check->rules);
        const int count = moves_list(moves, view.hand, view.table->pool, NULL);
        if (!rng_bounded(&rng, UNKNOWN_EVERY)) view.history = NULL;
        const Rng stream = rng_for(check->seed, rng_next(&rng), PURPOSE_TEST);
        protocol_ask_of(&ask, &view, &stream);
        AgentAnswer *answer = &answers[gathered];
        *answer = (AgentAnswer){0};
        position_check(check, &ask, answer);
        asks[gathered] = ask;
        gathered += answer->play != 0;
        if (gathered == BATCH) {
            if (check->bot->ready.batch && check->bot->process) batch_check(check, asks, answers, BATCH);
            gathered = 0;
        }
        over = !game_put(&game, &check->rules, moves[rng_bounded(&rng, (uint32_t)count)]);
    }
}

/* ---- lines that are none, and the end */

/* Sends a line that is no request, then one that is: that one is answered, and the other by an error or nothing. A bot
   that fails at such a line may yet do well, since a host sends none. */
static void line_check(Check *check, const char *name, const char *line, size_t length)
{
    Bot *bot = check->bot;
    Pack pack;
    Game game;
    ProtocolAsk ask = {.id = 0};
    AgentAnswer answer = {0};
    Rng rng = rng_for(check->seed, 0, PURPOSE_TEST);
    pack_deal(&pack, &check->rules, &rng);
    game_start(&game, &check->rules, &pack, NULL);
    const View view = game_view(&game, &check->rules);
    protocol_ask_of(&ask, &view, &rng);
    if (set_over(check) || !check_greet(check)) return;
    bool good = bot_write(bot, line, length) && bot_send(bot, &ask);
    while (good && answer.ticket != ask.id) {
        good = bot_receive(bot, &answer);
        if (good && answer.play && answer.ticket != ask.id)
            report(check, false, line, NULL, "a play in answer to %s, which no host sends", name);
    }
    if (good)
        answer_legal(check, &ask, &answer, name);
    else
        report(check, false, name, NULL, "after %s, which no host sends: %s; better no answer, or 'error 0 WHY'", name,
               bot->why);
}

static void lines_check(Check *check)
{
    static const char *const LINES[][2] = {
        {"an empty line", "\n"},
        {"a line of one word", "nonsense\n"},
        {"a request without a number", "ask\n"},
        {"a request that is cut", "ask 999999999 seat 0 deal 1 hand 4d8s\n"},
        {"a request with a hand of no cards",
         "ask 999999999 seat 0 deal 1 hand Zz pool - piles -/- surs 0/0 scores 0/0 "
         "last - stream 0/0 first - plays -\n"},
        {"a line of blanks", "      \n"},
        {"a line of bytes that are no letters", "\x01\x80\xff\xfe\t\n"},
    };
    static char line[LONG_LINE];
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        line_check(check, LINES[i][0], LINES[i][1], strlen(LINES[i][1]));
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    line_check(check, "a line of 10000 letters", line, sizeof line);
}

/* Ends the bot, which should do so by itself. */
static void end_check(Check *check, BotEnd how)
{
    const char *const after = how == BOT_BYE ? "'bye' and the end of its input" : "the end of its input";
    if (set_over(check)) return;
    if (check_greet(check) && !bot_end(check->bot, how) && !interrupt_seen())
        report(check, true, after, NULL, "it goes on after %s, and had to be ended", after);
}

/* ---- rule sets */

static bool rules_check(Check *check, Error *error)
{
    check->left = false;
    check->set_failures = 0;
    check->bot = bot_open(&check->agent, &check->rules);
    if (!check->bot) return error_memory(error);
    if (!check->rule_sets) {
        lines_check(check);
        end_check(check, BOT_CLOSE);
    }
    for (uint64_t round = 0; round < check->rounds && !set_over(check); round++)
        round_check(check, round);
    end_check(check, BOT_BYE);
    bot_close(check->bot);
    check->rule_sets++;
    return true;
}

/* After the first rule set. */
static void next_print(const Check *check)
{
    char text[RULES_TEXT];
    rules_print(text, &check->rules);
    printf("%s: %llu right answer%s, %llu error%s; next: every preset and number of players that it plays\n", text,
           (unsigned long long)check->requests, PLURAL(check->requests), (unsigned long long)check->errors,
           PLURAL(check->errors));
    fflush(stdout);
}

/* Every preset with every number of players, from pagat for two on; those that the bot says it does not play are left
   out. */
static bool presets_check(Check *check, Error *error)
{
    for (int i = 0; i < RULE_PRESET_COUNT; i++)
        for (int players = 2; players <= MAX_SEATS; players++)
            for (int teams = players == 4; teams >= 0; teams--) {
                char text[RULES_TEXT];
                Error unused;
                snprintf(text, sizeof text, "%s,players=%d,teams=%d", RULE_PRESETS[i].name, players, teams);
                if (is_over(check)) return true;
                if (!rules_parse(&check->rules, text, &unused)) continue;
                if (!protocol_ready_plays(&check->ready, &check->rules)) {
                    check->left_out++;
                    continue;
                }
                if (!rules_check(check, error)) return false;
                if (check->rule_sets == 1 && !is_over(check)) next_print(check);
            }
    return true;
}

/* ---- the command */

static bool check_prepare(Driver *driver, Error *error)
{
    Check *check = driver->own;
    const char *name = driver->parsed.args[0];
    if (!rules_parse(&check->rules, driver->common.rules ? driver->common.rules : "pagat", error) ||
        !agent_parse(&check->agent, name, &check->rules, error))
        return false;
    if (!bots_of(&check->agent)) return error_set(error, "'%.100s' is not a program; expected exec:PROGRAM ARGS", name);
    if (!driver_take_agents(driver, &check->agent, 1, error)) return false;
    check->rules_text = driver->common.rules;
    check->seed = driver->common.seed;
    BotSettings *settings = &bots_of(&check->agent)->settings;
    settings->end_timeout = settings->move_timeout; /* a busy machine ends a program late, too */
    return true;
}

static void result_print(const Check *check)
{
    char view[VIEW_TEXT];
    for (const FoundKind *found = check->found; found < check->found + check->kinds; found++)
        if (found->count > 1)
            printf("%s, %llu times in all: %.60s%s\n", found->error ? "error" : "note",
                   (unsigned long long)found->count, found->what, strlen(found->what) > 60 ? "..." : "");
    if (check->given_up && check->errors >= CHECK_FAILURES) printf("given up after %d failures\n", CHECK_FAILURES);
    if (check->requests) {
        view_print(view, &check->slowest);
        printf("time of a play: mean %.3g ms, longest %.3g ms; %s\n", 1e3 * check->seconds / (double)check->requests,
               1e3 * check->longest, view);
        printf("it said: %s\n", check->said);
    }
    if (check->left_out && check->requests)
        printf("%llu rule set%s left out, which it does not play\n", (unsigned long long)check->left_out,
               check->left_out == 1 ? " is" : "s are");
    printf("%s: %llu right answer%s under %llu rule set%s, %llu error%s, %llu note%s\n",
           check->errors      ? "the bot breaks the protocol or the rules"
           : interrupt_seen() ? "PARTIAL: no error so far"
           : check->requests  ? "the bot keeps to the protocol and the rules"
                              : "nothing was asked, since the bot says that it does not play by these rules",
           (unsigned long long)check->requests, PLURAL(check->requests), (unsigned long long)check->rule_sets,
           PLURAL(check->rule_sets), (unsigned long long)check->errors, PLURAL(check->errors),
           (unsigned long long)check->notes, PLURAL(check->notes));
}

static bool check_work(Driver *driver, Error *error)
{
    Check *check = driver->own;
    interrupt_catch();
    if (!(check->rules_text ? rules_check(check, error) : presets_check(check, error))) return false;
    result_print(check);
    driver->work.interrupted = interrupt_seen();
    driver->work.verdict = check->errors || (!check->requests && !interrupt_seen()) ? STATUS_NO : 0;
    return true;
}

static void check_free(Driver *driver)
{
    Check *check = driver->own;
    if (check->agent.kind) agent_free(&check->agent);
}

const Command CMD_CHECK = {
    .spec =
        {.command = "check",
         .summary = "does a bot keep to the line protocol?",
         .args = {"exec:PROGRAM", 1, 1, NULL, TAKES_AGENT},
         .about =
             "Asks a program for plays in random positions of every preset, at every seat, each request twice, and "
             "reports illegal plays, malformed answers, and answers that change when a request is repeated (a note). "
             "It sends lines that are not requests, many requests at once to a bot that says 'batch', ends the "
             "input, and says how long a play takes. It begins with pagat for two, and leaves out what the bot says "
             "it does not play. Each kind of finding is one line, with its first position as 'pasur advise' takes it.",
         .example = "pasur check exec:'pasur serve greedy'",
         .notes = "Exit status: 0 no error, 1 errors. docs/protocol.md is the protocol.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Check),
    .prepare = check_prepare,
    .work = check_work,
    .free = check_free,
};
