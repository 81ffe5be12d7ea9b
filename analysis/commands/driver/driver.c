/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands ask of their driver: options, agents, the schedule, void boards, the command line that repeats a run,
   notes, and the heads of files. */
#include "analysis/commands/driver/driver.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "agents/bots/bot.h"
#include "agents/tactic/advice.h"
#include "engine/crc32c.h"
#include "engine/match.h"
#include "library/version.h"
#include "sim/rounds.h"

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
        return driver->kept.look ? error_set(error, "--%s: a run with --%s has none", *others, option)
                                 : error_set(error, "--%s and --%s: give one of them", option, *others);
    }
    return true;
}

/* Agents that are programs obey the user's options and Ctrl-C. */
static void bots_take(Driver *driver, const Agent *agents, int count)
{
    const CommonOptions *common = &driver->common;
    const BotSettings settings = {.move_timeout = common->move_timeout > 0 ? common->move_timeout : BOT_TIMEOUT,
                                  .start_timeout = common->start_timeout > 0 ? common->start_timeout : BOT_TIMEOUT,
                                  .end_timeout = BOT_END_TIMEOUT,
                                  .batch = common->bot_batch ? (int)common->bot_batch : BOT_BATCH,
                                  .memory = common->bot_memory,
                                  .log_folder = common->bot_log,
                                  .version = PASUR_VERSION,
                                  .seed = common->seed,
                                  .stopped = interrupt_seen};
    for (int i = 0; i < count; i++) {
        struct Bots *bots = bots_of(&agents[i]);
        if (!bots) continue;
        bots->settings = settings;
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
            return error_set(error, "agent %.100s: a person takes a seat in 'pasur play' and 'pasur sim' alone",
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

/* Makes the boards matches, from the scores that are asked for. */
static bool schedule_matches(Driver *driver, Schedule *schedule, Error *error)
{
    const CommonOptions *common = &driver->common;
    const Rules *rules = &schedule->rules;
    const char *why;
    if (!match_ends(rules, &why)) return error_set(error, "--matches: %s", why);
    if (common->from && !scores_parse(schedule->scores, common->from, rules, error))
        return error_under(error, "--from");
    if (!match_round_begins(schedule->scores, rules, &why)) return error_set(error, "--from %s: %s", common->from, why);
    schedule->scores_by_side = true;
    schedule->match_rounds = (int)common->max_rounds;
    driver->setup.scores_count = true;
    return true;
}

/* The boards of --rules, --seed, --no-duplicate and --deal for so many agents. */
static bool driver_schedule(Driver *driver, Schedule *schedule, int agents, Error *error)
{
    const CommonOptions *common = &driver->common;
    if (!schedule_make(schedule, common->rules, agents, !common->no_duplicate, error)) return false;
    schedule->seed = common->seed;
    driver->setup.rules = &schedule->rules;
    if (option_find(&driver->command->spec, "matches")) {
        if (!matches_asked_right(driver, error)) return false;
        if (common->matches && !schedule_matches(driver, schedule, error)) return false;
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
        table.se = match_equity_builtin_se();
    } else {
        files_add(&driver->files, "--equity", name, FILE_READ);
        if (!match_equity_read(&table.equity, name, rules, error)) return error_under(error, "--equity");
        table.se = largest_se(name);
    }
    driver->worth = table;
    return true;
}

/* --equity, and where the command has --at also that, which puts each round through the table. */
static bool worth_take(Driver *driver, Error *error)
{
    Schedule *schedule = &driver->schedule;
    const Rules *rules = &schedule->rules;
    const char *at = driver->common.at;
    double scores[2];
    if (!driver->common.equity)
        return !at || error_set(error, "--at says where the rounds of --equity begin; name a table there");
    if (!option_find(&driver->command->spec, "at")) return equity_open(driver, error);
    if (schedule->match_rounds) return error_set(error, "--equity is about single rounds; --matches plays the matches");
    if (schedule->agents != 2 || driver->common.no_duplicate)
        return error_set(error, "--equity takes two agents, and boards in all seatings");
    if (!equity_open(driver, error)) return false;
    schedule->equity = &driver->worth.equity;
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

/* Plans the boards of rule sets, whose agents are opened under the first of them. */
static bool sets_take(Driver *driver, const Seated *seated, Error *error)
{
    driver->sets = seated->sets;
    driver->set_count = seated->set_count;
    for (int set = 0; set < seated->set_count; set++) {
        driver->common.rules = seated->sets[set].text;
        if (!driver_schedule(driver, &driver->schedules[set], seated->table, error))
            return error_under(error, "--vary: %.60s", seated->sets[set].name);
    }
    if (seated->set_count) driver->common.rules = seated->sets->text;
    return driver_schedule(driver, &driver->schedule, seated->table, error);
}

bool driver_seat(Driver *driver, Error *error)
{
    const Command *command = driver->command;
    Seated seated = {0};
    Rules rules;
    if (!command->seats) return true;
    if (!command->seats(driver, &seated, error)) return false;
    if (!seated.table) return rules_parse(&rules, driver->common.rules, error);
    if (!sets_take(driver, &seated, error) || !stop_take(driver, error) ||
        (seated.count && !driver_agents(driver, seated.names, seated.count, &driver->schedule.rules, error)))
        return false;
    driver->plan.boards = (BoardsJob){.schedule = &driver->schedule, .agents = driver->agents};
    if (command->sample) driver->plan.boards.boards = sample_take(driver);
    const double planned = stop_planned_boards(&driver->stop, driver->plan.boards.boards, driver_alpha(driver));
    driver->rho = planned > 0 ? anytime_rho(driver_alpha(driver), planned) : 0;
    return worth_take(driver, error);
}

/* ---- the work */

/* Boards that are played, and what was done before. */
typedef struct {
    Driver *driver;
    uint64_t before, each;
    Voids voids;
} BoardsPlay;

static bool play_watch(void *arg, const Sums *sums, uint64_t done)
{
    const BoardsPlay *play = arg;
    Driver *driver = play->driver;
    const Command *command = driver->command;
    Voids voids = play->voids;
    const uint64_t total = driver->work.total;
    const double plays = driver->plan.points ? (double)driver->plan.boards.pairing_count : 1; /* each void or not */
    driver->work.done = play->before + done * play->each;
    if (progress_due(&driver->progress)) {
        char rest[PROGRESS_REST] = "";
        const uint64_t expected = command->progress ? command->progress(driver, rest) : total;
        progress_show(&driver->progress, "boards", driver->work.done, expected, rest);
    }
    voids_merge(&voids, &sums->voids);
    return driver_voids(driver, &voids, plays * (double)(total < BOARDS_NO_END ? total : driver->work.done)) &&
           !(command->stop && command->stop(driver));
}

static const struct {
    const char *option;
    const FigureTable *figures; /* of the header, after heads; NULL: neither */
} STREAMS[SIM_STREAMS] = {[STREAM_ROUNDS] = {"rounds-csv", &ROUND_FIGURES},
                          [STREAM_RECORDS] = {"records", NULL},
                          [STREAM_MATCHES] = {"matches-csv", &MATCH_FIGURES}};

/* Plays the plan's boards behind those that were played before, with their rows. */
static ArenaEnd plan_play(Driver *driver)
{
    const BoardsPlan *plan = &driver->plan;
    const BoardsUse *use = plan->use.whole ? &plan->use : &BOARDS_MEASURED;
    const bool begun = driver->sums.voids.boards; /* which the sums count themselves */
    BoardsPlay play = {driver, driver->work.done, plan->each ? plan->each : 1,
                       begun ? (Voids){.boards = 0} : driver->work.voids};
    OutputFile *streams[SIM_STREAMS] = {NULL};
    BoardsJob boards = plan->boards;
    StretchRun run = {.streams = streams,
                      .sums = &driver->sums,
                      .blocks = use->shape.rows && !use->shape.blocks ? NULL : driver->kept.blocks,
                      .watch = play_watch,
                      .arg = &play};
    for (int i = 0; i < SIM_STREAMS && plan->files; i++) {
        CommandFile *file = files_find(&driver->files, STREAMS[i].option);
        if (file) streams[i] = &file->out;
    }
    boards.threads = driver->threads;
    boards.checkpoint = driver->kept.checkpoint;
    const ArenaEnd end = plan->points ? boards_play_points(&boards, plan->points, plan->points_arg, &run)
                                      : boards_add_up(&boards, use, &run);
    driver->work.done = play.before + run.done * play.each;
    return end;
}

bool driver_work(Driver *driver, Error *error)
{
    const Command *command = driver->command;
    if (command->work) return command->work(driver, error);
    const uint64_t each = driver->plan.each ? driver->plan.each : 1, boards = driver->plan.boards.boards;
    if (!driver->work.total) driver->work.total = boards < BOARDS_NO_END ? boards * each : boards;
    for (int i = 0; i < SIM_STREAMS; i++)
        if (STREAMS[i].figures && files_find(&driver->files, STREAMS[i].option))
            figures_header(driver_stream(driver, STREAMS[i].option), STREAMS[i].figures);
    ArenaEnd end = ARENA_DONE;
    for (bool more = boards; end == ARENA_DONE && more; more = command->next && command->next(driver))
        end = plan_play(driver);
    Error later;
    const bool good = driver_ended(driver, end, error);
    return command->found(driver, good ? error : &later) && good; /* also of the boards before memory ran out */
}

bool driver_ended(Driver *driver, ArenaEnd end, Error *error)
{
    driver->work.interrupted |= end == ARENA_INTERRUPTED;
    return end != ARENA_FAILED || error_memory(error);
}

bool driver_voids(Driver *driver, const Voids *voids, double boards)
{
    const double limit = driver->common.max_void;
    if (run_keep_part(driver) && voids != &driver->kept.directory.voids)
        return true; /* what a part plays is not released */
    driver->work.counts_voids = true;
    if (voids->boards != driver->work.voids.boards) driver->work.voids = *voids;
    driver->work.too_many_voids = (double)voids->boards > (limit < 1 ? limit * boards : limit);
    return !driver->work.too_many_voids;
}

bool driver_done(void *arg, uint64_t done, const Voids *voids)
{
    Driver *driver = arg;
    const uint64_t total = driver->work.total;
    driver->work.done = done;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, driver->work.unit, done, total, "");
    return driver_voids(driver, voids, (double)total);
}

Survey driver_survey(Driver *driver, uint64_t count)
{
    return (Survey){.threads = driver->threads,
                    .count = count,
                    .checkpoint = driver->kept.checkpoint,
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
        char text[64], name[64];
        snprintf(name, sizeof name, " %s ", option->name);
        if (!(driver->parsed.given >> i & 1) || !option_identifies(option) || strstr(but, name)) continue;
        snprintf(name, sizeof name, "--%s", option->name);
        put(out, name);
        if (option->type != OPTION_FLAG) put(out, option_value_text(text, option, driver_value(driver, option)));
    }
}

bool stdout_flush(int reason, Error *error)
{
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout)) return true;
    if (errno) reason = errno;
    return error_system(error, "standard output: %s", reason ? strerror(reason) : "it cannot be written");
}

bool driver_printed(Error *error) { return stdout_flush(errno, error); }

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

/* ---- heads and figures */

/* The scripts of agents, each with a checksum of its text. */
static void script_heads(const CommandFiles *files, Result *out)
{
    for (int list = 0; list < files->player_lists; list++)
        for (int i = 0; i < files->players[list].count; i++) {
            const AdviceScript *script = advice_of(&files->players[list].agents[i]);
            if (script) result_head(out, "script", "%s %08x", script->path, crc32c(0, script->text, script->length));
        }
}

/* What the run is, and how long it took, where that is known (>= 0). */
static void heads_fill(const Driver *driver, Result *out, double wall)
{
    char seed[SHORT_TEXT], seconds[SHORT_TEXT], level[NUMBER_TEXT];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)driver->common.seed);
    snprintf(seconds, sizeof seconds, "%.3f", wall);
    result_head(out, "version", "%s", PASUR_VERSION);
    result_head(out, "commit", "%s", PASUR_COMMIT);
    result_head(out, "build", "%s", PASUR_BUILD);
    result_head(out, "command", "%s", driver->kept.identity ? driver->kept.identity : driver->again);
    if (driver->common.seed || option_find(&driver->command->spec, "seed")) result_head_number(out, "seed", seed);
    if (driver->setup.rules) result_head(out, "rules", "%s", driver->setup.rules_text);
    if (driver_alpha(driver) != USUAL_ALPHA) result_head_number(out, "level", number_text(level, driver->common.level));
    script_heads(&driver->files, out);
    result_head(out, "start", "%s", driver->end.start);
    if (wall >= 0) result_head_number(out, "wall_seconds", driver->kept.look ? "" : seconds);
}

static void stream_heads_write(const Driver *driver, OutputFile *file)
{
    Result heads = {0};
    heads_fill(driver, &heads, -1);
    result_heads_write(&heads, file);
    result_free(&heads);
}

OutputFile *driver_stream(Driver *driver, const char *option)
{
    CommandFile *file = files_find(&driver->files, option);
    if (!file) return NULL;
    stream_heads_write(driver, &file->out);
    file->closes = true;
    return &file->out;
}

OutputFile *driver_rows(Driver *driver)
{
    CommandFile *file = files_find(&driver->files, "json");
    return file ? &file->out : &files_add(&driver->files, "standard output", "-", FILE_STREAM)->out;
}

void json_heads_write(Driver *driver)
{
    for (int i = 0; i < driver->files.count && !driver->command->result; i++)
        if (driver->files.list[i].use == FILE_JSON) stream_heads_write(driver, &driver->files.list[i].out);
}

bool bots_failed_next(const Driver *driver, BotsFailed *at)
{
    const CommandFiles *files = &driver->files;
    for (; at->list < files->player_lists; at->list++, at->player = 0)
        for (; at->player < files->players[at->list].count; at->player++, at->kind = 0) {
            const Agent *agent = &files->players[at->list].agents[at->player];
            const struct Bots *bots = bots_of(agent);
            if (!bots || at->kind == bots->failure_count) continue;
            const BotFailure *failure = &bots->failures[at->kind++];
            at->agent = agent->name;
            snprintf(at->times, sizeof at->times, "%llu time%s", (unsigned long long)failure->count,
                     PLURAL(failure->count));
            snprintf(at->why, sizeof at->why, "%s%s%s", failure->why, *failure->said ? "; the first: " : "",
                     failure->said);
            return true;
        }
    return false;
}

/* Fills a result: the heads of all files, then what is found. */
static void result_make(const Driver *driver, Result *out, void (*fill)(const Driver *driver, Result *out))
{
    char first[VOID_TEXT];
    heads_fill(driver, out, driver->end.wall);
    if (driver->end.partial) result_head(out, "PARTIAL", "%s", driver->end.part);
    for (int64_t i = 0; i < driver->work.voids.count; i++) {
        const VoidKind *kind = &driver->work.voids.kinds[i];
        result_head(out, "void", "%lld such as %s", (long long)kind->boards, void_print(first, &kind->first));
    }
    BotsFailed failed = {0};
    while (bots_failed_next(driver, &failed))
        result_head(out, "restarts", "%s of %s: %s", failed.times, failed.agent, failed.why);
    fill(driver, out);
}

void kinds_list(const ResultKind *out[static KINDS_MOST + 1], const Command *const commands[])
{
    size_t count = 0;
    for (; *commands; commands++)
        for (const ResultKind *const *kind = (*commands)->results; kind && *kind && count < KINDS_MOST; kind++)
            out[count++] = *kind;
    out[count] = NULL;
}

bool results_make(Driver *driver, Error *error)
{
    const OptionsSpec *spec = &driver->command->spec;
    if (!driver->command->result) return true;
    driver->results = calloc(1 + spec->option_count, sizeof *driver->results);
    if (!driver->results) return error_memory(error);
    result_make(driver, &driver->results[driver->result_count++], driver->command->result);
    for (size_t i = 0; i < spec->option_count; i++)
        if (spec->options[i].result)
            result_make(driver, &driver->results[driver->result_count++], spec->options[i].result);
    return results_whole(driver) || error_memory(error);
}

bool results_whole(const Driver *driver)
{
    for (size_t i = 0; i < driver->result_count; i++)
        if (driver->results[i].failed) return false;
    return true;
}

/* The result of an option, or the command's own. */
static Result *result_of(const Driver *driver, const Option *option)
{
    const OptionsSpec *spec = &driver->command->spec;
    size_t at = 0;
    for (size_t i = 0; i < spec->option_count && option->result; i++)
        if (spec->options[i].result && ++at && &spec->options[i] == option) return &driver->results[at];
    return &driver->results[0];
}

/* The option's result, or the first that has a picture. */
static Result *result_drawn(const Driver *driver, const Option *option)
{
    Result *drawn = result_of(driver, option);
    for (size_t k = 0; k < driver->result_count && !drawn->kind->picture; k++)
        if (driver->results[k].kind->picture) drawn = &driver->results[k];
    return drawn;
}

/* The last line of a file that was written while the command worked: it says how the run ended. */
static void last_line_set(const Driver *driver, const CommandFile *file, char out[static MARK_ROOM])
{
    char wall[SHORT_TEXT] = "";
    if (!driver->kept.look) snprintf(wall, sizeof wall, "%.3f", driver->end.wall);
    if (file->use == FILE_STREAM && driver->end.partial && file->option)
        snprintf(out, MARK_ROOM, "# PARTIAL: %s\n%s", driver->end.part, file->closes ? "" : "\n");
    else if (file->use == FILE_STREAM && file->closes)
        snprintf(out, MARK_ROOM, "# wall_seconds: %s\n", wall);
    else if (file->use == FILE_JSON && !driver->command->result && driver->end.partial)
        snprintf(out, MARK_ROOM, "{\"PARTIAL\":\"stopped before the end\"}\n");
}

void files_end(Driver *driver, bool figures)
{
    for (int i = 0; i < driver->files.count; i++) {
        CommandFile *file = &driver->files.list[i];
        if (!file->out.drop) last_line_set(driver, file, file->out.mark);
        file->out.drop |= file->use == FILE_STREAM && driver->end.partial && !figures;
        if (!driver->result_count) continue;
        if (file->use == FILE_FIGURES) result_write(result_of(driver, file->option), &file->out);
        if (file->use == FILE_PICTURE) driver->files.drawn = result_drawn(driver, file->option);
        for (size_t k = 0; k < driver->result_count && file->use == FILE_JSON; k++)
            result_write(&driver->results[k], &file->out);
    }
}
