/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks a bot what it must be able to answer. */
#include "analysis/study/bot_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "agents/bots/bot.h"
#include "sim/files/system.h"

enum { UNKNOWN_EVERY = 5, BATCH = 16, LONG_LINE = 10000 };

typedef struct {
    const BotCheckTask *task;
    BotCheckResult *result;
    Bot *bot;
    Rules rules;
    uint64_t failures, set_failures; /* in all, and under these rules */
    bool was_ready;                  /* ever */
    bool left;                       /* these rules are left out from here on */
} Check;

static bool is_over(const Check *check) { return interrupt_seen() || check->result->given_up; }
static bool set_over(const Check *check) { return is_over(check) || check->left; }

/* The position of a request. */
static KnownView view_asked(const Check *check, const ProtocolAsk *ask)
{
    KnownView view = {.rules = check->rules, .table = ask->table, .hand = ask->hand};
    memcpy(view.hands, ask->hands, sizeof view.hands);
    return view;
}

/* Reports a finding; ask NULL: it is not about a position. */
static void report_kind(Check *check, bool error, const char *kind, const ProtocolAsk *ask, const char *text)
{
    BotFinding finding = {.error = error, .kind = kind};
    KnownView view;
    if (check->bot->process.why == AGENT_STOPPED) return;
    snprintf(finding.what, sizeof finding.what, "%s", text);
    if (ask) {
        view = view_asked(check, ask);
        finding.view = &view;
    }
    check->result->errors += error;
    check->result->notes += !error;
    check->task->found(check->task->arg, &finding);
}

/* Reports a finding, whose kind is its format with what it is about. */
#define report(check, error, ask, ...) report_about(check, error, NULL, ask, __VA_ARGS__)
static void report_about(Check *check, bool error, const char *about, const ProtocolAsk *ask, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

static void report_about(Check *check, bool error, const char *about, const ProtocolAsk *ask, const char *format, ...)
{
    char text[FINDING_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report_kind(check, error, about ? about : format, ask, text);
}

/* The bot failed: it has been ended, and is started again with the next request. */
static bool failed(Check *check, const ProtocolAsk *ask)
{
    char text[FINDING_TEXT];
    bot_story(text, sizeof text, &check->bot->process);
    report_kind(check, true, check->bot->process.why, ask, text);
    check->result->given_up = ++check->failures >= CHECK_FAILURES;
    check->left |= ++check->set_failures >= SET_FAILURES && check->task->rules == NULL;
    return false;
}

/* Is the bot ready? Else the rule set is left out; all of them, and that is an error, if it was never ready. */
static bool greet(Check *check)
{
    char rules[RULES_TEXT], text[FINDING_TEXT / 2];
    const bool ready = bot_greet(check->bot), declined = !protocol_ready_plays(&check->bot->ready, &check->rules);
    if (ready || declined) {
        if (!check->was_ready) check->result->ready = check->bot->ready;
        check->was_ready = true;
        check->left |= declined;
        check->result->left_out += declined;
        return ready;
    }
    rules_print(rules, &check->rules);
    bot_story(text, sizeof text, &check->bot->process);
    report(check, !check->was_ready, NULL, "at the hello, rules %.100s: %s; %s%s", rules, text,
           check->was_ready ? "they are left out" : "nothing more is tried",
           check->bot->process.why == BOT_NOT_READY
               ? " (a program that prints to a pipe must flush its output after each line)"
               : "");
    check->left = true;
    check->result->left_out++;
    check->result->given_up |= !check->was_ready;
    return false;
}

/* ---- positions */

/* Is the answer to the request legal? Else that is reported. */
static bool answer_legal(Check *check, const ProtocolAsk *ask, const ProtocolAnswer *answer)
{
    char play[PLAY_TEXT], cards[CARDS_TEXT];
    const char *why;
    if (play_legal(ask->hand, ask->table.pool, answer->play, &why)) return true;
    const CardSet card = answer->play & ask->hand;
    cards_print(cards, answer->play);
    if (card && !set_rest(card))
        play_print(play, set_first(card), answer->play ^ card);
    else
        snprintf(play, sizeof play, "%.100s", cards);
    report(check, true, ask, "an illegal play, %.100s: %s", play, why);
    return false;
}

/* Asks once, and takes the time. */
static bool ask_once(Check *check, ProtocolAsk *ask, ProtocolAnswer *answer)
{
    BotCheckResult *result = check->result;
    if (!greet(check)) return false;
    const double start = seconds_now();
    if (!bot_ask(check->bot, ask, answer)) return failed(check, ask);
    const double taken = seconds_now() - start;
    if (!answer_legal(check, ask, answer)) return false;
    result->requests++;
    result->seconds += taken;
    if (taken < result->longest) return true;
    result->longest = taken;
    result->slowest = view_asked(check, ask);
    return true;
}

static void play_name(char out[static PLAY_TEXT], const ProtocolAsk *ask, const ProtocolAnswer *answer)
{
    const CardSet card = answer->play & ask->hand;
    play_print(out, set_first(card), answer->play ^ card);
}

/* The same request, the same answer? */
static void position_check(Check *check, ProtocolAsk *ask, ProtocolAnswer *first)
{
    ProtocolAnswer second;
    char plays[2][PLAY_TEXT];
    if (!ask_once(check, ask, first) || set_over(check) || !ask_once(check, ask, &second)) return;
    play_name(plays[0], ask, first);
    play_name(plays[1], ask, &second);
    if (first->play != second.play)
        report(check, false, ask, "the same request, another answer: %.100s, then %.100s", plays[0], plays[1]);
    else if (first->drew != second.drew || first->state != second.state)
        report(check, false, ask, "the same request and answer, %.100s, but another STATE", plays[0]);
}

/* Requests that are sent before any is answered; each must be answered once, whatever the order. */
static void batch_check(Check *check, ProtocolAsk asks[], const ProtocolAnswer alone[], int count)
{
    uint32_t open = ((uint32_t)1 << count) - 1;
    for (int i = 0; i < count; i++)
        if (!bot_send(check->bot, &asks[i])) {
            failed(check, &asks[i]);
            return;
        }
    while (open) {
        ProtocolAnswer answer;
        if (!bot_receive(check->bot, &answer)) {
            failed(check, &asks[set_first(open)]);
            return;
        }
        const uint64_t place = answer.id - asks[0].id;
        if (place >= (uint64_t)count || !(open >> place & 1)) {
            report(check, true, NULL, "an answer to request %llu, which was not open", (unsigned long long)answer.id);
            bot_fail(check->bot, check->bot->process.why);
            return;
        }
        open &= ~((uint32_t)1 << place);
        if (answer.kind != ANSWER_PLAY)
            report(check, true, &asks[place], "an error in place of a play: '%s'", check->bot->line);
        else if (answer_legal(check, &asks[place], &answer) && answer.play != alone[place].play)
            report(check, false, &asks[place], "another play among many requests than alone");
    }
}

/* A random round, which is played on at random, whatever the bot answers. */
static void round_check(Check *check, uint64_t round_index, uint64_t set)
{
    Rng rng = rng_for(check->task->seed, round_index, PURPOSE_TEST + (set << 32));
    static ProtocolAsk asks[BATCH];
    static ProtocolAnswer answers[BATCH];
    int16_t scores[MAX_SIDES];
    Pack pack;
    Round round;
    ProtocolAsk ask = {.id = 0};
    int gathered = 0;
    for (int side = 0; side < MAX_SIDES; side++)
        scores[side] = (int16_t)(round_index ? rng_bounded(&rng, check->rules.target) : 0);
    pack_deal(&pack, &check->rules, &rng);
    round_start(&round, &check->rules, &pack, scores);
    const CardSet first_pool = round.table.pool;
    while (!table_over(&round.table) && !set_over(check)) {
        CardSet moves[MAX_MOVES];
        const int count = moves_list(moves, round_hand(&round), round.table.pool, NULL);
        ask.table = round.table;
        ask.hand = round_hand(&round);
        if (check->rules.open_hands) memcpy(ask.hands, round.hands, sizeof ask.hands);
        ask.first_pool = rng_bounded(&rng, UNKNOWN_EVERY) ? first_pool : 0;
        ask.stream = rng_for(check->task->seed, rng_next(&rng), PURPOSE_TEST);
        ProtocolAnswer *answer = &answers[gathered];
        *answer = (ProtocolAnswer){0};
        position_check(check, &ask, answer);
        asks[gathered] = ask;
        gathered += answer->play != 0;
        if (gathered == BATCH) {
            if (check->bot->ready.batch && check->bot->process.process) batch_check(check, asks, answers, BATCH);
            gathered = 0;
        }
        const CardSet play = moves[rng_bounded(&rng, (uint32_t)count)];
        ask.history[round.table.ply] = play;
        round_play(&round, &check->rules, play);
    }
}

/* ---- lines that are none, and the end */

/* Sends a line that is no request, then one that is: that one is answered, and the other by an error or nothing. A bot
   that fails at such a line may yet do well, since a host sends none. */
static void line_check(Check *check, const char *name, const char *line, size_t length)
{
    Bot *bot = check->bot;
    Pack pack;
    Round round;
    ProtocolAnswer answer = {0};
    Rng rng = rng_for(check->task->seed, 0, PURPOSE_TEST);
    pack_deal(&pack, &check->rules, &rng);
    round_start(&round, &check->rules, &pack, NULL);
    ProtocolAsk ask = {.table = round.table, .hand = round.hands[0], .first_pool = round.table.pool, .stream = rng};
    if (check->rules.open_hands) memcpy(ask.hands, round.hands, sizeof ask.hands);
    if (set_over(check) || !greet(check)) return;
    bool good =
        (bot_process_write(&bot->process, line, length, bot_deadline(check->task->bots->settings.move_timeout)) ||
         bot_fail(bot, bot->process.why)) &&
        bot_send(bot, &ask);
    while (good && answer.id != ask.id) {
        good = bot_receive(bot, &answer);
        if (good && answer.kind == ANSWER_PLAY && answer.id != ask.id)
            report_about(check, false, line, NULL, "a play in answer to %s, which no host sends", name);
    }
    if (!good) {
        report_about(check, false, name, NULL, "after %s, which no host sends: %s; better no answer, or 'error 0 WHY'",
                     name, bot->process.why);
    } else if (answer.kind != ANSWER_PLAY) {
        report_about(check, true, name, &ask, "an error in place of a play, after %s: '%s'", name, bot->line);
    } else {
        answer_legal(check, &ask, &answer);
    }
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
    if (greet(check) && !bot_process_end(&check->bot->process, how) && !interrupt_seen())
        report_about(check, true, after, NULL, "it goes on after %s, and had to be ended", after);
}

/* ---- rule sets */

static bool rules_check(Check *check, uint64_t set, Error *error)
{
    BotCheckResult *result = check->result;
    check->left = false;
    check->set_failures = 0;
    check->bot = bot_open(check->task->bots, &check->rules);
    if (!check->bot) return error_memory(error);
    if (!set) {
        lines_check(check);
        end_check(check, BOT_CLOSE);
    }
    for (uint64_t round = 0; round < check->task->rounds && !set_over(check); round++)
        round_check(check, round, set);
    end_check(check, BOT_BYE);
    bot_close(check->bot);
    result->rule_sets++;
    return true;
}

/* Every preset with every number of players, from pagat for two on; those that the bot says it does not play are left
   out. */
static bool presets_check(Check *check, Error *error)
{
    uint64_t set = 0;
    for (int i = 0; i < RULE_PRESET_COUNT; i++)
        for (int players = 2; players <= MAX_SEATS; players++)
            for (int teams = players == 4; teams >= 0; teams--) {
                char text[RULES_TEXT];
                Error unused;
                snprintf(text, sizeof text, "%s,players=%d,teams=%d", RULE_PRESETS[i].name, players, teams);
                if (is_over(check)) return true;
                if (!rules_parse(&check->rules, text, &unused)) continue;
                if (!protocol_ready_plays(&check->result->ready, &check->rules)) {
                    check->result->left_out++;
                    continue;
                }
                if (!rules_check(check, set++, error)) return false;
                if (set == 1 && !is_over(check)) check->task->next(check->task->arg, check->result, &check->rules);
            }
    return true;
}

bool bot_check(BotCheckResult *result, const BotCheckTask *task, Error *error)
{
    Check check = {.task = task, .result = result};
    *result = (BotCheckResult){0};
    bool good = task->rules ? rules_parse(&check.rules, task->rules, error) && rules_check(&check, 0, error)
                            : presets_check(&check, error);
    result->partial = interrupt_seen();
    return good;
}
