/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands need from their driver: options, agents, the schedule, void boards, the command line that repeats a
   run, and notes. */
#include "analysis/commands/driver/driver.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/match.h"
#include "library/version.h"

void *driver_value(const Driver *driver, const Option *option)
{
    return (char *)(option->common ? (void *)&driver->common : driver->own) + option->offset;
}

double driver_alpha(const Driver *driver)
{
    return driver->common.level > 0 ? level_alpha(driver->common.level) : USUAL_ALPHA;
}

bool driver_given(const Driver *driver, const char *option)
{
    const Option *row = option_find(&driver->command->spec, option);
    assert(row);
    return driver->parsed.given >> (row - driver->command->spec.options) & 1;
}

bool driver_alone(const Driver *driver, const char *option, const char *const others[], Error *error)
{
    for (; *others; others++) {
        if (!option_find(&driver->command->spec, *others) || !driver_given(driver, *others)) continue;
        return driver->run.look.on ? error_set(error, "--%s: a run with --%s has none", *others, option)
                                   : error_set(error, "--%s and --%s: give one of them", option, *others);
    }
    return true;
}

/* Agents that are programs obey the user's options, if the command has them, and Ctrl-C. */
static void bots_take(Driver *driver, const Agent *agents, int count)
{
    const CommonOptions *common = &driver->common;
    for (int i = 0; i < count; i++) {
        struct Bots *bots = bots_of(&agents[i]);
        if (!bots) continue;
        BotSettings *settings = &bots->settings;
        if (common->move_timeout > 0) settings->move_timeout = common->move_timeout;
        if (common->start_timeout > 0) settings->start_timeout = common->start_timeout;
        if (common->bot_batch) settings->batch = (int)common->bot_batch;
        settings->memory = common->bot_memory;
        settings->log_folder = common->bot_log;
        settings->version = PASUR_VERSION;
        settings->seed = common->seed;
        settings->stopped = interrupt_seen;
        bots->number = (uint64_t)++driver->setup.bots;
    }
}

bool driver_take_agents(Driver *driver, Agent *agents, int count, Error *error)
{
    files_add_agents(&driver->files, agents, count);
    bots_take(driver, agents, count);
    for (int i = 0; i < count; i++)
        if (!agent_has(&agents[i], TRAIT_LISTED)) {
            agents[i].stopped = interrupt_overdue; /* its decisions may be long */
            driver->work.may_fail |= agents[i].kind->failure != NULL;
        }
    for (int i = 0; i < count && !driver->setup.people; i++)
        if (agent_has(&agents[i], TRAIT_PERSON))
            return error_set(error, "agent %.100s: a person can take a seat only in 'pasur play' and 'pasur sim'",
                             agents[i].name);
    for (int i = 0; i < count * (driver->set_count - 1); i++) { /* opened once, they play under all rule sets */
        const int set = 1 + i / count;
        Agent other;
        if (!agent_parse(&other, agents[i % count].text, &driver->schedules[set].rules, error))
            return error_under(error, "--vary: %.60s", driver->sets[set].name);
        agent_free(&other);
    }
    Error why;
    if (driver->setup.matches || driver->common.matches || agents_for_rounds(agents, count, &why)) return true;
    return error_set(error, "%s%s", why.text, option_find(&driver->command->spec, "matches") ? ", or --matches" : "");
}

bool driver_agents(Driver *driver, const char *const *texts, int count, const Rules *rules, Error *error)
{
    assert(!driver->agents);
    driver->agents = calloc((size_t)count, sizeof *driver->agents);
    if (!driver->agents) return error_memory(error);
    if (!agents_open(driver->agents, texts, count, rules, error)) return false;
    driver->agent_count = count;
    return driver_take_agents(driver, driver->agents, count, error);
}

/* Is there something wrong with options about matches where rounds are played, or the other way round? */
static bool matches_asked_right(const Driver *driver, Error *error)
{
    const char *of_matches[] = {"from", "max-rounds"}, *sample = driver->command->sample;
    if (driver->common.matches && sample && driver_given(driver, sample))
        return error_set(error, "--%s and --matches: give one of them", sample);
    if (driver->common.matches && driver->common.deal)
        return error_set(error, "--deal gives the cards of single rounds; --matches shuffles packs of its own");
    for (size_t i = 0; !driver->common.matches && i < sizeof of_matches / sizeof *of_matches; i++)
        if (option_find(&driver->command->spec, of_matches[i])->common && driver_given(driver, of_matches[i]))
            return error_set(error, "--%s is about whole matches; it goes with --matches N", of_matches[i]);
    return true;
}

bool schedule_matches(Schedule *schedule, const char *option, const char *from, int rounds, Error *error)
{
    const Rules *rules = &schedule->rules;
    const char *why;
    if (!match_ends(rules, &why)) return error_set(error, "--%s: %s", option, why);
    if (from && !scores_parse(schedule->scores, from, rules, error)) return error_under(error, "--from");
    if (!match_round_begins(schedule->scores, rules, &why)) return error_set(error, "--from %s: %s", from, why);
    schedule->scores_by_side = true;
    schedule->match_rounds = rounds;
    return true;
}

/* The boards of these rules, --seed, --no-duplicate and --deal for this many agents. */
static bool driver_schedule(Driver *driver, Schedule *schedule, const char *rules, int agents, Error *error)
{
    const CommonOptions *common = &driver->common;
    if (!schedule_make(schedule, rules, agents, !common->no_duplicate, error)) return false;
    schedule->seed = common->seed;
    driver->setup.rules = &schedule->rules;
    if (option_find(&driver->command->spec, "matches")) {
        if (!matches_asked_right(driver, error)) return false;
        if (common->matches && !schedule_matches(schedule, "matches", common->from, (int)common->max_rounds, error))
            return false;
        driver->setup.scores_count |= common->matches > 0;
    }
    if (!common->deal) return true;
    if (!packs_read(&driver->packs, common->deal, &schedule->rules, error)) return false;
    schedule->packs = driver->packs.packs;
    schedule->pack_count = driver->packs.count;
    snprintf(driver->setup.note, sizeof driver->setup.note, "%s", driver->packs.note);
    return true;
}

bool driver_seats(Driver *driver, Seated *out, Error *error)
{
    (void)error;
    out->table = out->count = driver->parsed.arg_count;
    memcpy(out->names, driver->parsed.args, (size_t)out->count * sizeof *out->names);
    return true;
}

bool driver_study(Driver *driver, Seated *out, Error *error)
{
    (void)driver, (void)error;
    out->table = 2;
    return true;
}

/* When the boards may end before the last one. */
static bool stop_take(Driver *driver, Error *error)
{
    const CommonOptions *common = &driver->common;
    StopRule *stop = &driver->stop;
    const bool tests = option_find(&driver->command->spec, "beta");
    if (common->stop) driver->setup.undivided = "--stop looks at the boards of all parts";
    if (common->stop && !stop_parse(stop, common->stop, tests ? &common->levels : NULL, error)) return false;
    stop->matches = common->matches > 0;
    return stop_fits(stop, &driver->schedule, error);
}

/* How many boards are planned. */
static uint64_t sample_take(Driver *driver)
{
    const Command *command = driver->command;
    uint64_t *boards = driver_value(driver, option_find(&command->spec, command->sample));
    if (driver->common.matches)
        *boards = driver->common.matches;
    else if (driver->stop.kind == STOP_WIDTH && !driver_given(driver, command->sample))
        *boards = BOARDS_NO_END;
    else if (!driver->common.stop && !driver_given(driver, command->sample) && command->fewer)
        for (int i = 0; i < driver->agent_count; i++)
            if (agent_has(&driver->agents[i], TRAIT_SLOW)) *boards = command->fewer;
    return *boards;
}

/* Reads the table that --equity names. */
static bool equity_open(Driver *driver, Error *error)
{
    const char *name = driver->common.equity;
    const Rules *rules = &driver->schedule.rules;
    EquityTable table = {.name = name};
    if (rules->sides != 2)
        return error_set(error, "--equity: a table is for two sides, and these rules have %d", rules->sides);
    if (!strcmp(name, "builtin")) {
        const MatchEquity *builtin = match_equity_builtin(rules);
        if (!builtin)
            return error_set(error, "--equity: the builtin table is for pagat with two players; "
                                    "'pasur equity A --rules R --csv FILE' writes another");
        table.equity = *builtin;
    } else {
        files_add(&driver->files, "--equity", name, FILE_READ);
        if (!match_equity_read(&table.equity, name, rules, error)) return error_under(error, "--equity");
    }
    driver->equity = table;
    return true;
}

/* --equity, and where the command has --at also that, which puts each round through the table. */
static bool equity_take(Driver *driver, Error *error)
{
    Schedule *schedule = &driver->schedule;
    const Rules *rules = &schedule->rules;
    const char *at = driver->common.at;
    double scores[2];
    if (!driver->common.equity)
        return !at || error_set(error, "--at says where the rounds of --equity begin; name a table with it");
    if (!option_find(&driver->command->spec, "at")) return equity_open(driver, error);
    if (schedule->match_rounds) return error_set(error, "--equity is about single rounds; --matches plays the matches");
    if (schedule->agents != 2 || driver->common.no_duplicate)
        return error_set(error, "--equity takes two agents, and boards in all seatings");
    if (!equity_open(driver, error)) return false;
    schedule->equity = &driver->equity.equity;
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

/* The text of the rules without a key's own word. */
static void rules_without(char out[static RULES_TEXT], const char *rules, const char *key)
{
    const size_t length = strlen(key);
    size_t used = 0;
    for (const char *word = rules; *word; word += strcspn(word, ",") + (word[strcspn(word, ",")] != 0)) {
        const size_t size = strcspn(word, ",");
        if (!strncmp(word, key, length) && word[length] == '=') continue;
        used += (size_t)snprintf(out + used, RULES_TEXT - used, "%s%.*s", used ? "," : "", (int)size, word);
    }
}

/* Adds the rule set of that name: a preset with its keys, or keys upon `rest`. */
static bool set_add(Driver *driver, Rules known[], const char *name, const char *rest, Error *error)
{
    RuleSet *set = &driver->sets[driver->set_count];
    Rules *rules = &known[driver->set_count];
    const bool upon = memchr(name, '=', strcspn(name, ",")) != NULL;
    snprintf(set->name, RULE_SET_NAME, "%s", name);
    if (snprintf(set->text, RULES_TEXT, "%s%s%s", upon ? rest : "", upon ? "," : "", name) >= RULES_TEXT)
        return error_set(error, "--vary: the rules are too long");
    if (!rules_parse(rules, set->text, error)) return error_under(error, "--vary");
    if (rules->players != known->players || rules->sides != known->sides)
        return error_set(error, "--vary: %.60s has %d seats and %.60s %d: all rule sets need as many seats", name,
                         rules->players, driver->sets->name, known->players);
    for (int i = 0; i < driver->set_count; i++)
        if (rules_equal(rules, &known[i]))
            return error_set(error, "--vary: %.60s and %.60s are the same rules", driver->sets[i].name, name);
    driver->set_count++;
    return true;
}

/* The rule sets of --vary: `KEY=V,W,…`, or `A/B/…`, each a preset with its keys or keys alone, upon the rules that a user
   gave: as many seats and sides each, no two alike. */
static bool sets_read(Driver *driver, Error *error)
{
    static const char *const OTHERS[] = {"sweep", "pairs",      "by",      "stop",        "deal", "equity",
                                         "at",    "rounds-csv", "records", "matches-csv", "plot", NULL};
    const char *rules = driver->common.rules, *text = driver->common.vary;
    Rules base, known[SCHEDULES_MOST];
    char key[32] = "", rest[RULES_TEXT] = "", name[RULE_SET_NAME];
    const char *part = strchr(text, '/') ? "/" : ",", *at = text;
    const size_t length = strcspn(text, "=");
    if (!driver_alone(driver, "vary", OTHERS, error) || !rules_parse(&base, rules, error)) return false;
    driver->sets = calloc(SCHEDULES_MOST, sizeof *driver->sets);
    if (!driver->sets) return error_memory(error);
    if (strlen(rules) >= RULES_TEXT || !strpbrk(text, "/,") ||
        (*part == ',' && (!text[length] || length >= sizeof key)))
        return error_set(error, "--vary: '%.60s': expected KEY=V,W or A/B, such as sur_points=5,10 or pagat/bicycle",
                         text);
    snprintf(rest, sizeof rest, "%s", rules);
    if (*part == ',') {
        snprintf(key, sizeof key, "%.*s", (int)length, text);
        rules_without(rest, rules, key);
        at += length + 1;
    }
    for (;; at++) {
        const size_t size = strcspn(at, part);
        if (driver->set_count == SCHEDULES_MOST)
            return error_set(error, "--vary: takes at most %d rule sets", SCHEDULES_MOST);
        if (strlen(key) + size + 2 > RULE_SET_NAME) return error_set(error, "--vary: a rule set is too long");
        snprintf(name, sizeof name, "%s%s%.*s", key, *key ? "=" : "", (int)size, at);
        if (!set_add(driver, known, name, rest, error)) return false;
        at += size;
        if (!*at) return true;
    }
}

/* Plans the boards of rule sets, whose agents are opened under the first of them. */
static bool sets_take(Driver *driver, int agents, Error *error)
{
    if (driver->common.vary && !sets_read(driver, error)) return false;
    for (int set = 0; set < driver->set_count; set++)
        if (!driver_schedule(driver, &driver->schedules[set], driver->sets[set].text, agents, error))
            return error_under(error, "--vary: %.60s", driver->sets[set].name);
    const char *rules = driver->set_count ? driver->sets->text : driver->common.rules;
    return driver_schedule(driver, &driver->schedule, rules, agents, error);
}

bool driver_seat(Driver *driver, Error *error)
{
    const Command *command = driver->command;
    Seated seated = {0};
    Rules rules;
    if (!command->seats) return true;
    if (!command->seats(driver, &seated, error)) return false;
    if (!seated.table) return rules_parse(&rules, driver->common.rules, error);
    if (!sets_take(driver, seated.table, error) || !stop_take(driver, error) ||
        (seated.count && !driver_agents(driver, seated.names, seated.count, &driver->schedule.rules, error)))
        return false;
    driver->plan.boards = (BoardsJob){.schedule = &driver->schedule, .agents = driver->agents};
    if (command->sample) driver->plan.boards.boards = sample_take(driver);
    const double planned = stop_planned_boards(&driver->stop, driver->plan.boards.boards, driver_alpha(driver));
    driver->rho = planned > 0 ? anytime_rho(driver_alpha(driver), planned) : 0;
    return equity_take(driver, error);
}

bool driver_ended(Driver *driver, ArenaEnd end, Error *error)
{
    driver->work.interrupted |= end == ARENA_INTERRUPTED;
    return end != ARENA_FAILED || error_memory(error);
}

bool driver_voids(Driver *driver, const Voids *voids, double boards)
{
    const double limit = driver->common.max_void;
    if (run_keep_part(driver) && voids != &driver->run.directory.voids)
        return true; /* what a part plays is not released */
    driver->work.counts_voids = true;
    if (voids->boards != driver->work.voids.boards) driver->work.voids = *voids;
    driver->work.too_many_voids = (double)voids->boards > (limit < 1 ? limit * boards : limit);
    return !driver->work.too_many_voids;
}

bool driver_watch(void *arg, const Voids *voids, uint64_t done, uint64_t total)
{
    Driver *driver = arg;
    driver->work.done = done;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, driver->work.unit, done, total, "");
    return driver_voids(driver, voids, (double)total);
}

bool driver_done(void *driver, const Sums *sums, uint64_t done)
{
    return driver_watch(driver, &sums->voids, done, ((Driver *)driver)->work.total);
}

Survey driver_survey(Driver *driver, uint64_t count)
{
    return (Survey){.threads = driver->threads,
                    .count = count,
                    .checkpoint = driver->run.checkpoint,
                    .watch = driver_done,
                    .watch_arg = driver};
}

/* ---- the command line that repeats a run, as a shell would take it */

FILE *again_start(Driver *driver)
{
    free(driver->again);
    driver->again = NULL;
    FILE *again = open_memstream(&driver->again, &driver->again_length);
    if (again) fputs("pasur", again);
    return again;
}

void again_word(FILE *again, const char *word)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    const bool plain = *word && !word[strspn(word, PLAIN)];
    bool control = false; /* then it is written as $'...', without what a terminal would obey */
    for (const char *at = word; *at && !control; at += text_character(at))
        control = !text_character(at);
    fputs(plain ? " " : control ? " $'" : " '", again);
    while (*word) {
        const int known = text_character(word);
        if (control && (!known || strchr("'\\", *word)))
            fprintf(again, "\\%03o", (unsigned)(unsigned char)*word);
        else
            fprintf(again, *word == '\'' ? "'\\''" : "%.*s", known ? known : 1, word);
        word += known ? known : 1;
    }
    if (!plain) fputc('\'', again);
}

void driver_words(const Driver *driver, const char *but, void (*put)(FILE *out, const char *word), FILE *out)
{
    const OptionsSpec *spec = &driver->command->spec;
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        const void *value = driver_value(driver, option);
        char text[64], name[64];
        const bool sample = driver->command->sample && !strcmp(option->name, driver->command->sample);
        const bool always = !strcmp(option->name, "seed") ||
                            (sample && *(const uint64_t *)value < BOARDS_NO_END && !driver->common.matches);
        snprintf(name, sizeof name, " %s ", option->name);
        if (!(always || driver->parsed.given >> i & 1) || !option_identifies(option) || strstr(but, name)) continue;
        snprintf(name, sizeof name, "--%s", option->name);
        put(out, name);
        if (option->type != OPTION_FLAG) put(out, option_value_text(text, option, value));
    }
}

bool stdout_flush(int reason, Error *error)
{
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout)) return true;
    if (errno) reason = errno;
    return error_system(error, "standard output: %s", reason ? strerror(reason) : "it cannot be written");
}

void driver_note(const Driver *driver, const char *format, ...)
{
    char text[ERROR_TEXT + 64], line[ERROR_TEXT];
    va_list args;
    const Page page = terminal_page(stderr);
    if (driver->common.quiet) return;
    va_start(args, format);
    vsnprintf(text, ERROR_TEXT, format, args);
    va_end(args);
    text_one_line(line, sizeof line, text);
    snprintf(text, sizeof text, "pasur %s: %s\n", driver->command->spec.command, line);
    page_wrap(stderr, &page, text);
}

void kinds_list(const ResultKind *out[static KINDS_MOST + 1], const Command *const commands[])
{
    size_t count = 0;
    for (; *commands; commands++)
        for (const ResultKind *const *kind = (*commands)->results; kind && *kind && count < KINDS_MOST; kind++)
            out[count++] = *kind;
    out[count] = NULL;
}
