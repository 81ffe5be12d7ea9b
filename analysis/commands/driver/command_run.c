/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a command from its options to the exit status, after preparing the process: standard descriptors, signals,
   threads. Plays its boards, and writes its heads, results and files. */
#include "analysis/commands/driver/command_run.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agents/tactic/advice.h"
#include "analysis/report/table.h"
#include "engine/crc32c.h"
#include "library/version.h"
#include "sim/files/text_buffer.h"
#include "sim/ranks/ranks.h"

/* ---- the process */

void version_print(void)
{
    const char *editor = line_editor();
    printf("pasur %s\ncommit %s\nbuilt by %s\n%s, lines are edited %s%s\n%s\n", PASUR_VERSION, PASUR_COMMIT,
           PASUR_BUILD, pack_kinds(), editor ? "with " : "by the terminal", editor ? editor : "", ranks_build());
}

void process_begin(void)
{
    setlocale(LC_CTYPE, "C.UTF-8"); /* for the widths of characters */
    signal(SIGXFSZ, SIG_IGN);       /* a file that may grow no more is a file that cannot be written */
    signal(SIGCHLD, SIG_DFL);       /* or nobody could wait for gnuplot */
    /* A file of the user's would take the place of a closed descriptor. What stands there now fails as a closed one
       does: stdin cannot be read, the others cannot be written. */
    for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; standard++)
        if (fcntl(standard, F_GETFD) < 0 &&
            open("/dev/null", standard == STDIN_FILENO ? O_WRONLY : O_RDONLY) != standard)
            _exit(STATUS_FAILED);
}

enum { STACK_KB = 128, STACK_TO_PLAY_KB = 512 };

/* The stack of a thread as OpenMP starts it, in bytes. */
static size_t thread_stack(pthread_attr_t *attributes)
{
    const char *given = getenv("OMP_STACKSIZE");
    char *unit = NULL;
    const unsigned long long number = given ? strtoull(given, &unit, 10) : 0;
    size_t size = 0;
    if (number) {
        const char *const units = "bkmg", *at = strchr(units, *unit | ('a' - 'A'));
        pthread_attr_setstacksize(attributes, number << 10 * (at && *unit ? at - units : 1));
    }
    pthread_attr_getstacksize(attributes, &size);
    return size;
}

static void *thread_wait(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/* Can this many threads be there? False with the reason if the system does not give them: OpenMP ends the process where
   it cannot start a thread. Those that are tried wait for each other without taking time. */
static bool process_threads(int threads, Error *error)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_attr_t attributes;
    int started = 0;
    if (threads < 2) return true;
    pthread_t *others = calloc((size_t)threads, sizeof *others);
    pthread_attr_init(&attributes);
    bool good = others && thread_stack(&attributes) >= STACK_TO_PLAY_KB * 1024;
    pthread_mutex_lock(&gate);
    for (; good && started < threads - 1; started += good)
        good = !pthread_create(&others[started], &attributes, thread_wait, &gate);
    pthread_mutex_unlock(&gate);
    while (started)
        pthread_join(others[--started], NULL);
    pthread_attr_destroy(&attributes);
    free(others);
    return good || error_system(error,
                                "%d threads with a stack of %d kB cannot be started: reduce --threads, or allow more "
                                "memory, processes or stack (ulimit -v, ulimit -u, OMP_STACKSIZE)",
                                threads, STACK_TO_PLAY_KB);
}

/* Is the stack of the first thread as large as this command needs? With a smaller one it would end without a word. */
static bool stack_enough(const Command *command, Error *error)
{
    const int least = option_find(&command->spec, "threads") ? STACK_TO_PLAY_KB : STACK_KB;
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur / 1024 >= (rlim_t)least)
        return true;
    return error_system(error, "a stack of %llu kB is too small; allow %d (ulimit -s %d)",
                        (unsigned long long)stack.rlim_cur / 1024, least, least);
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
    result_head(out, "command", "%s", driver->run.identity ? driver->run.identity : driver->again);
    if (driver->common.seed || option_find(&driver->command->spec, "seed")) result_head_number(out, "seed", seed);
    if (driver->setup.rules) result_head(out, "rules", "%s", driver->setup.rules_text);
    if (driver_alpha(driver) != USUAL_ALPHA) result_head_number(out, "level", number_text(level, driver->common.level));
    script_heads(&driver->files, out);
    result_head(out, "start", "%s", driver->end.start);
    if (wall >= 0) result_head_number(out, "wall_seconds", driver->run.look.on ? "" : seconds);
}

static void stream_begin(const Driver *driver, OutputFile *file, const ColumnTable *table)
{
    Result heads = {0};
    heads_fill(driver, &heads, -1);
    columns_begin(file, table, heads.heads, heads.head_count);
    result_free(&heads);
}

/* Where a command's rows go. */
static OutputFile *rows_file(Driver *driver)
{
    CommandFile *file = files_find(&driver->files, "json");
    return file ? &file->out : &files_add(&driver->files, "standard output", "-", FILE_STREAM)->out;
}

void driver_row(Driver *driver, const ColumnTable *table, const void *row)
{
    if (!driver->begun && driver->rows->json)
        stream_begin(driver, driver->rows, table);
    else if (!driver->begun)
        columns_begin(driver->rows, table, NULL, 0);
    driver->begun = true;
    columns_row(driver->rows, table, row);
}

/* How often programs were ended since they failed, and why: into the heads of a result, and for people, whichever is not
   NULL; nothing where none was. */
static void failures_tell(const Driver *driver, Result *out, FILE *people)
{
    const CommandFiles *files = &driver->files;
    for (int list = 0; list < files->player_lists; list++)
        for (int i = 0; i < files->players[list].count; i++) {
            const Agent *agent = &files->players[list].agents[i];
            const struct Bots *bots = bots_of(agent);
            for (int kind = 0; bots && kind < bots->failure_count; kind++) {
                const BotFailure *failure = &bots->failures[kind];
                const unsigned long long times = failure->count;
                const char *said = *failure->said ? "; the first: " : "";
                if (out)
                    result_head(out, "restarts", "%llu time%s of %s: %s%s%s", times, PLURAL(times), agent->name,
                                failure->why, said, failure->said);
                if (people)
                    fprintf(people, "%s failed %llu time%s (each request after that starts it again): %s%s%s\n",
                            agent->name, times, PLURAL(times), failure->why, said, failure->said);
            }
        }
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
    failures_tell(driver, out, NULL);
    fill(driver, out);
    result_head_unbounded(out);
}

/* Did memory suffice for all that is in them? To be asked again when they have been told, which makes sentences. */
static bool results_whole(const Driver *driver)
{
    for (size_t i = 0; i < driver->result_count; i++)
        if (driver->results[i].failed) return false;
    return true;
}

/* Lets the command fill its results. False if memory runs out. */
static bool results_make(Driver *driver, Error *error)
{
    const OptionsSpec *spec = &driver->command->spec;
    if (!driver->command->result) return true;
    driver->results = calloc(1 + spec->option_count, sizeof *driver->results);
    if (!driver->results) return error_memory(error);
    result_make(driver, &driver->results[driver->result_count++], driver->command->result);
    for (size_t i = 0; i < spec->option_count; i++) {
        if (!spec->options[i].result) continue;
        CommandFile *file = files_find(&driver->files, spec->options[i].name);
        if (file) file->result = &driver->results[driver->result_count];
        result_make(driver, &driver->results[driver->result_count++], spec->options[i].result);
    }
    return results_whole(driver) || error_memory(error);
}

/* The last line of a file that was written while the command worked: it says how the run ended. */
static void last_line_set(const Driver *driver, const CommandFile *file, char out[static MARK_ROOM])
{
    char wall[SHORT_TEXT] = "";
    const bool has_heads = file->option && file->option->columns;
    if (!driver->run.look.on) snprintf(wall, sizeof wall, "%.3f", driver->end.wall);
    if (file->use == FILE_STREAM && driver->end.partial && file->option)
        snprintf(out, MARK_ROOM, "# PARTIAL: %s\n%s", driver->end.part, has_heads ? "" : "\n");
    else if (has_heads)
        snprintf(out, MARK_ROOM, "# wall_seconds: %s\n", wall);
    else if (file->use == FILE_JSON && !driver->command->result && driver->end.partial)
        snprintf(out, MARK_ROOM, "{\"PARTIAL\":\"stopped before the end\"}\n");
}

/* Says in streams how they ended, and writes the results, if there are any; without `results` the old files stay in
   place of streams, and with `drop` all old files. */
static void files_end(Driver *driver, bool results, bool drop)
{
    for (int i = 0; i < driver->files.count; i++) {
        CommandFile *file = &driver->files.list[i];
        if (!drop) last_line_set(driver, file, file->out.mark);
        file->out.drop = drop || (file->use == FILE_STREAM && driver->end.partial && !results);
        if (!driver->result_count) continue;
        Result *own = file->result ? file->result : driver->results;
        if (file->use == FILE_RESULTS) result_write(own, &file->out);
        if (file->use == FILE_PICTURE) driver->files.drawn = own;
        for (size_t k = 0; k < driver->result_count; k++) {
            Result *result = &driver->results[k];
            if (file->use == FILE_JSON) result_write(result, &file->out);
            if (file->use == FILE_PICTURE && !driver->files.drawn->kind->picture) driver->files.drawn = result;
        }
    }
}

/* ---- the work */

/* How often a board of the plan counts. */
static uint64_t plan_each(const BoardsPlan *plan) { return plan->each ? plan->each : 1; }

static bool play_watch(void *arg, const Sums *sums, uint64_t done)
{
    Driver *driver = arg;
    const Command *command = driver->command;
    const BoardsPlan *plan = &driver->plan;
    Voids voids = driver->work.voids_before;
    const uint64_t total = driver->work.total;
    const double plays = plan->points ? (double)plan->boards.pairing_count : 1; /* each void or not */
    driver->work.done = driver->work.before + done * plan_each(plan);
    if (progress_due(&driver->progress)) {
        char rest[PROGRESS_REST] = "";
        const uint64_t expected = command->progress ? command->progress(driver, rest) : total;
        progress_show(&driver->progress, "boards", driver->work.done, expected, rest);
    }
    voids_merge(&voids, &sums->voids);
    return driver_voids(driver, &voids, plays * (double)(total < BOARDS_NO_END ? total : driver->work.done)) &&
           !(command->stop && command->stop(driver));
}

/* Plays the plan's boards behind those that were played before, with their rows. */
static ArenaEnd plan_play(Driver *driver)
{
    static const char *const STREAMS[SIM_STREAMS] = {
        [STREAM_ROUNDS] = "rounds-csv", [STREAM_RECORDS] = "records", [STREAM_MATCHES] = "matches-csv"};
    const BoardsPlan *plan = &driver->plan;
    const BoardsUse *use = plan->use.whole ? &plan->use : &BOARDS_MEASURED;
    OutputFile *streams[SIM_STREAMS] = {NULL};
    BoardsJob boards = plan->boards;
    StretchRun run = {.streams = streams,
                      .sums = &driver->sums,
                      .blocks =
                          driver->run.look.on && (!use->shape.rows || use->shape.blocks) ? &driver->run.blocks : NULL,
                      .watch = play_watch,
                      .arg = driver};
    for (int i = 0; i < SIM_STREAMS && plan->files; i++) {
        CommandFile *file = files_find(&driver->files, STREAMS[i]);
        if (file) streams[i] = &file->out;
    }
    boards.threads = driver->threads;
    boards.checkpoint = driver->run.checkpoint;
    driver->work.before = driver->work.done;
    /* void boards before them, unless the sums count those themselves */
    driver->work.voids_before = driver->sums.voids.boards ? (Voids){.boards = 0} : driver->work.voids;
    const ArenaEnd end = plan->points ? boards_play_points(&boards, plan->points, plan->points_arg, &run)
                                      : boards_add_up(&boards, use, &run);
    driver->work.done = driver->work.before + run.done * plan_each(plan);
    return end;
}

/* Begins the files to which rows go meanwhile, and does what the command does, or plays driver->plan and what the command
   plans behind it, has the sums looked at, and says in driver->work how far it is. */
static bool driver_work(Driver *driver, Error *error)
{
    const Command *command = driver->command;
    for (int i = 0; i < driver->files.count; i++) {
        CommandFile *file = &driver->files.list[i];
        if (file->option && file->option->columns) stream_begin(driver, &file->out, file->option->columns);
    }
    if (command->work) return command->work(driver, error);
    const uint64_t boards = driver->plan.boards.boards;
    if (!driver->work.total) driver->work.total = boards < BOARDS_NO_END ? boards * plan_each(&driver->plan) : boards;
    ArenaEnd end = ARENA_DONE;
    for (bool more = boards; end == ARENA_DONE && more; more = command->next && command->next(driver))
        end = plan_play(driver);
    Error later;
    const bool good = driver_ended(driver, end, error);
    return command->found(driver, good ? error : &later) && good; /* also of the boards before memory ran out */
}

/* ---- how long a run would take: its first moments are tried in a process of its own, so that a board that is under
   way cannot delay the answer, and nothing that is tried leaves a trace */

enum { MOST_SECONDS = 1, TRIED_MICROSECONDS = 300000 };

/* The trial is over, or, if it does not heed that, the process. */
static void trial_over(int signal_number)
{
    interrupt_ask();
    signal(signal_number, SIG_DFL);
    alarm(MOST_SECONDS);
}

/* Says about how long the command would take: in the child, which tries it for a third of a second. It fails where that
   is not known, also by the signal that ends it. */
static _Noreturn void trial_run(Driver *driver, FILE *out)
{
    Error error;
    char time[SHORT_TEXT], rate[SHORT_TEXT];
    driver->common.quiet = true;
    driver->out = NULL;
    progress_start(&driver->progress, true);
    signal(SIGALRM, trial_over);
    setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = TRIED_MICROSECONDS}, NULL);
    const double started = seconds_now();
    driver_work(driver, &error);
    const double seconds = seconds_now() - started, done = (double)driver->work.done;
    alarm(0);
    const uint64_t total = driver->work.total; /* 0, or BOARDS_NO_END: it is not known when it ends */
    const char *threads = driver->threads > 1 ? "threads" : "thread";
    if (!driver->work.done || seconds <= 0) _exit(STATUS_NO);
    if (total && total < BOARDS_NO_END) {
        const double all = seconds * (double)total / done;
        short_time(time, all);
        fprintf(out, "%s %s with %d %s, judging by the first moments\n", all < 1 ? "less than" : "about",
                all < 1 ? "a second" : time, driver->threads, threads);
    } else {
        short_count(rate, done / seconds);
        fprintf(out, "about %s %s a second with %d %s, until its rule ends it\n", rate, driver->work.unit,
                driver->threads, threads);
    }
    fflush(out);
    _exit(0);
}

/* The same for commands that play, while the process has no other thread. */
static void estimate_print(Driver *driver, FILE *out)
{
    int status = 1;
    if (!driver->command->sample || driver->setup.people || driver->setup.bots) return;
    fflush(out);
    const pid_t child = fork();
    if (!child) trial_run(driver, out);
    if (child > 0) waitpid(child, &status, 0);
    if (status)
        fprintf(out, "how long that takes is not known: the first %s take more than a moment\n", driver->work.unit);
}

/* ---- from the command line to the first board */

int command_failed(const Driver *driver, int status, const Error *error)
{
    const RunLook *look = &driver->run.look;
    const char *command = look->merges ? "merge" : look->on ? "runs" : driver->command->spec.command;
    if (look->error)
        *look->error = *error;
    else if (!ranks_own())
        fprintf(stderr, "pasur %s: %s\n", command, error->text);
    return error->system ? STATUS_FAILED : status;
}

static bool again_make(Driver *driver, char **argv, Error *error)
{
    const Command *command = driver->command;
    const Option *sample = command->sample ? option_find(&command->spec, command->sample) : NULL;
    const uint64_t size = sample ? *(const uint64_t *)driver_value(driver, sample) : BOARDS_NO_END;
    FILE *again = again_start(driver);
    if (!again) return error_memory(error);
    for (; *argv; argv++)
        again_word(again, *argv);
    if (size < BOARDS_NO_END && !driver_given(driver, command->sample) && !driver->common.matches)
        fprintf(again, " --%s %llu", command->sample, (unsigned long long)size);
    if (option_find(&command->spec, "seed") && !driver_given(driver, "seed"))
        fprintf(again, " --seed %llu", (unsigned long long)driver->common.seed);
    return text_stream_close(again, &driver->again) || error_memory(error);
}

/* The files that the command's options and arguments name. */
static void files_list(Driver *driver)
{
    const OptionsSpec *spec = &driver->command->spec;
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        char what[40];
        if (option->file == FILE_NONE) continue;
        if (option->letter)
            snprintf(what, sizeof what, "-%c", option->letter);
        else
            snprintf(what, sizeof what, "--%s", option->name);
        CommandFile *file =
            files_add(&driver->files, what, *(const char *const *)driver_value(driver, option), option->file);
        if (file) file->option = option;
    }
    if (spec->args.file) files_add(&driver->files, spec->args.file, driver->parsed.args[0], FILE_READ);
    if (spec->args.takes != TAKES_FILE) return;
    driver->files.args = driver->parsed.args;
    driver->files.arg_count = driver->parsed.arg_count;
}

/* What stands on the page of driver->out. */
static void page_choose(Driver *driver)
{
    driver->page = terminal_page(driver->out ? driver->out : stderr);
    driver->page.alpha = driver_alpha(driver);
    driver->page.legend = driver->common.explain ? LEGEND_FULL : driver->common.quiet ? LEGEND_NONE : LEGEND_SHORT;
    driver->page.table = (TableStyle)driver->common.table;
    if (driver->page.table != TABLE_TEXT) driver->page.width = 0; /* its lines are whole */
    if (driver->page.table == TABLE_TEX) driver->page.unicode = false;
}

/* Everything that can be wrong before a file is touched. */
static bool command_prepared(Driver *driver, char **argv, Error *error)
{
    const Command *command = driver->command;
    driver->threads = driver->common.threads ? (int)driver->common.threads : arena_cores();
    driver->setup.repeats = command->sample != NULL && !driver->run.look.on;
    files_list(driver);
    if (!driver_seat(driver, error) || (command->prepare && !command->prepare(driver, error))) return false;
    if (command->results && !command->result) driver->rows = rows_file(driver);
    if (!run_keep_prepare(driver, error)) return false;
    if (driver->setup.rules) rules_print(driver->setup.rules_text, driver->setup.rules);
    if (driver->files.take_stdout) driver->out = driver->common.quiet ? NULL : stderr;
    page_choose(driver);
    return again_make(driver, argv, error) &&
           (ranks_own() || (files_differ(&driver->files, error) &&
                            (!driver->common.dry_run || files_open(&driver->files, true, error))));
}

/* Says what runs that were killed left where this one writes. */
static void leftovers_print(const Driver *driver)
{
    for (int i = 0; i < driver->files.count; i++) {
        const char *path = driver->files.list[i].out.path;
        if (path && driver->files.list[i].out.leftover)
            driver_note(driver, "note: %.200s, which a killed program left behind, is overwritten", path);
    }
}

static void notes_print(const Driver *driver)
{
    char keys[RULES_TEXT] = "";
    const bool rounds = driver->setup.rules && !driver->setup.scores_count;
    if (rounds) rules_match_keys(keys, driver->setup.rules);
    for (int set = 1; rounds && set < driver->set_count && !*keys; set++)
        rules_match_keys(keys, &driver->schedules[set].rules);
    if (*keys)
        driver_note(driver,
                    "note: rules: without effect here: %s; every round begins at 0 points and is played to "
                    "its end",
                    keys);
    if (*driver->setup.note) driver_note(driver, "%s", driver->setup.note);
    if (run_keep_part(driver))
        driver_note(driver, "note: part %llu of %llu is played, for 'pasur merge'",
                    (unsigned long long)driver->run.directory.part, (unsigned long long)driver->run.directory.parts);
}

/* ---- after the last board */

static const char *void_unit(const Voids *voids)
{
    return voids->count && voids->kinds[0].first.seating == SEATING_DEAL ? "deal" : "board";
}

static void voids_print(const Driver *driver, FILE *out)
{
    const Voids *voids = &driver->work.voids;
    char first[VOID_TEXT];
    if (!driver->work.counts_voids) return;
    /* That nothing is void says something where programs and people play: the others give no play that is none. */
    if (!voids->boards && !driver->common.explain && !driver->work.may_fail) return;
    fprintf(out, "void %ss: %lld\n", void_unit(voids), (long long)voids->boards);
    for (int64_t i = 0; i < voids->count; i++) {
        const VoidKind *kind = &voids->kinds[i];
        fprintf(out, "  %lld such as %s\n", (long long)kind->boards, void_print(first, &kind->first));
    }
}

static void plan_print(const Driver *driver, FILE *out)
{
    driver->command->plan(driver, out);
    for (int set = 0; set < driver->set_count; set++)
        fprintf(out, "%s %s", set ? "," : "the same boards under", driver->sets[set].name);
    if (driver->set_count) fputc('\n', out);
}

/* What the command would do, or what it found, broken into lines. */
static bool text_print(const Driver *driver, FILE *out, bool columns)
{
    PageText text;
    bool good = true;
    if (!page_text_open(&text)) return false;
    if (driver->common.dry_run)
        plan_print(driver, text.stream);
    else
        good = driver->command->summary(driver, text.stream);
    if (columns) voids_print(driver, text.stream);
    failures_tell(driver, NULL, text.stream);
    return page_text_close(&text, out, &driver->page) && good && results_whole(driver);
}

static bool summary_print(const Driver *driver, bool columns, Error *error)
{
    FILE *out = driver->out;
    if (!driver->command->summary || !out) return true;
    const char *comment = driver->page.table == TABLE_TEX ? "% " : "";
    if (driver->end.partial) fprintf(out, "%sPARTIAL: %s\n", comment, driver->end.part);
    if (!columns) return true;
    if (!text_print(driver, out, true)) return error_memory(error);
    if (driver->setup.repeats) { /* in one line, so that it can be copied */
        fprintf(out, "%sAgain: ", comment);
        text_put(out, driver->again);
        fputc('\n', out);
    }
    if (driver->setup.repeats && driver->files.timed) fprintf(out, "%s%s", comment, TIMED_NOTE);
    return true;
}

/* There are too many void boards. */
static bool voids_error(const Driver *driver, Error *error)
{
    char first[VOID_TEXT];
    const long long boards = driver->work.voids.boards;
    return error_set(error, "%lld void %s%s, more than --max-void allows; the first: %s", boards,
                     void_unit(&driver->work.voids), PLURAL(boards),
                     void_print(first, &driver->work.voids.kinds[0].first));
}

/* Is there a picture to be made of an answer without rows? It is left out, which is said. */
static bool picture_empty(const Driver *driver)
{
    const CommandFiles *files = &driver->files;
    char shown[ERROR_TEXT];
    if (!files->picture || !files->drawn || files->drawn->row_count || files->drawn->kind->streams) return false;
    fprintf(stderr, "pasur %s: %s is not drawn: the answer has no rows\n", driver->command->spec.command,
            text_one_line(shown, sizeof shown, files->picture));
    return true;
}

/* Keeps and tells what was found; returns the exit status. */
static int command_finished(Driver *driver, bool good, Error *error)
{
    const Command *command = driver->command;
    Error later;
    char of_total[SHORT_TEXT] = "";
    const bool part = run_keep_part(driver);
    progress_end(&driver->progress);
    good = run_keep_close(driver, good, error);
    const unsigned long long done = part ? 0 : driver->work.done, total = driver->work.total;
    driver->end.wall = seconds_now() - driver->end.started;
    short_time(driver->end.took, driver->end.wall);
    if (driver->run.look.on) strcpy(driver->end.took, "read from the run directory");
    driver->end.partial |=
        !good || driver->work.interrupted || driver->work.too_many_voids || files_failed(&driver->files);
    if (total && total < BOARDS_NO_END) snprintf(of_total, sizeof of_total, " of %llu", total);
    snprintf(driver->end.part, sizeof driver->end.part, "the first %llu%s %s", done, of_total, driver->work.unit);
    const bool found = !part && (good || done) && (done || !driver->end.partial);
    const bool columns = found && results_make(driver, good ? error : &later);
    good &= columns || !found;
    /* What a user cannot do without comes first: a file of figures may yet fail, and a pipe to which they go may end
       us. */
    if (found && command->keep) good &= command->keep(driver, good ? error : &later);
    if (!part && (columns || good)) good &= summary_print(driver, columns, good ? error : &later);
    if (driver->out == stdout) good &= stdout_flush(0, good ? error : &later);
    files_end(driver, columns, !good && !error->system && !command->sample && !driver->work.interrupted);
    good &= files_close(&driver->files, columns && !picture_empty(driver), good ? error : &later);
    good &= stdout_flush(0, good ? error : &later);
    if (good && driver->work.too_many_voids && !driver->work.interrupted) good = voids_error(driver, error);
    const int status = driver->work.interrupted ? STATUS_INTERRUPTED : driver->work.too_many_voids ? STATUS_VOID : 0;
    if (!good) return command_failed(driver, status ? status : STATUS_WRONG_USE, error);
    if (part || (driver->run.look.on && !driver->run.look.merges)) return status;
    return status ? status : driver->work.verdict;
}

/* --help and --dry-run. */
static int help_or_plan(Driver *driver, OptionsStatus options)
{
    Error error;
    if (ranks_own()) return 0;
    if (options != OPTIONS_OK)
        options_help(stdout, &driver->command->spec, terminal_page(stdout).width, options == OPTIONS_HELP_ALL);
    else
        notes_print(driver);
    if (options == OPTIONS_OK && !text_print(driver, stdout, false))
        return error_memory(&error), command_failed(driver, STATUS_WRONG_USE, &error);
    if (options == OPTIONS_OK && !driver->common.quiet && ranks_count() == 1) estimate_print(driver, stdout);
    return stdout_flush(0, &error) ? 0 : command_failed(driver, STATUS_WRONG_USE, &error);
}

/* Makes the folder of --bot-log. False with the reason if it cannot be written to. */
static bool bots_prepare(const Driver *driver, Error *error)
{
    const char *folder = driver->common.bot_log;
    if (!folder || !driver->setup.bots) return true;
    char inside[PATH_MAX];
    if (mkdir(folder, 0777) && errno != EEXIST) return error_file(error, folder, errno);
    snprintf(inside, sizeof inside, "%s/.", folder);
    return access(inside, W_OK | X_OK) == 0 || error_file(error, folder, errno);
}

/* Takes back what was begun before the first board. */
static int command_undone(const Driver *driver, int status, const Error *error)
{
    if (driver->run.made) rmdir(driver->common.run); /* if nothing is in it */
    return command_failed(driver, status, error);
}

static int command_work(Driver *driver, char **argv)
{
    const Command *command = driver->command;
    Error error;
    const OptionsStatus options =
        options_parse(&driver->parsed, &command->spec, argv, driver->own, &driver->common, &error);
    const bool list = driver->run.look.quiet; /* of many in one process, which has its threads */
    driver->common.quiet |= list;
    if (ranks_own()) driver->common.quiet = true, driver->common.run = NULL;
    const bool help = options == OPTIONS_HELP || options == OPTIONS_HELP_ALL;
    const bool right =
        help || (options == OPTIONS_OK && stack_enough(command, &error) && command_prepared(driver, argv, &error));
    if (!ranks_agree(right, &error)) return command_undone(driver, STATUS_WRONG_USE, &error);
    if (help || driver->common.dry_run) return help_or_plan(driver, options);
    notes_print(driver);
    time_print(driver->end.start);
    if (list) driver->threads = 1;
    if ((!list && !command->nests && option_find(&command->spec, "threads") &&
         !process_threads(driver->threads, &error)) ||
        !bots_prepare(driver, &error) || (!ranks_own() && !files_open(&driver->files, false, &error))) {
        if (driver->common.run) run_dir_written(driver->common.run, &error); /* who writes there has the files too */
        return ranks_agree(false, &error), command_undone(driver, STATUS_FAILED, &error);
    }
    leftovers_print(driver);
    if (command->summary) interrupt_catch();
    if (!ranks_join(driver, run_keep_open(driver, &error), &error)) {
        Error later;
        files_end(driver, false, true);
        files_close(&driver->files, false, &later);
        return command_undone(driver, driver->work.interrupted ? STATUS_INTERRUPTED : STATUS_WRONG_USE, &error);
    }
    driver->end.started = seconds_now();
    progress_start(&driver->progress, driver->common.quiet || driver->setup.people);
    const bool good = driver_work(driver, &error);
    const int status = ranks_own() ? 0 : command_finished(driver, good, &error);
    checkpoint_over();
    return status;
}

void driver_free(Driver *driver)
{
    Error unused;
    if (driver->own && driver->command->free) driver->command->free(driver);
    agents_free(driver->agents, driver->agent_count);
    free(driver->agents);
    packs_free(&driver->packs);
    free(driver->sets);
    sums_free(&driver->sums);
    match_equity_free(&driver->equity.equity);
    free(driver->again);
    free(driver->run.identity);
    free(driver->run.words);
    text_buffer_free(&driver->run.info);
    for (size_t i = 0; i < driver->result_count; i++)
        result_free(&driver->results[i]);
    free(driver->results);
    checkpoint_close(&driver->run.directory, &unused);
    checkpoint_free(&driver->run.directory);
    blocks_free(&driver->run.blocks);
    free(driver->own);
}

/* False with the reason if memory runs out. */
static bool driver_begin(Driver *driver, const Command *command, const Command *const commands[], Error *error)
{
    driver->command = command;
    driver->commands = commands;
    driver->own = calloc(1, command->size + 1);
    driver->out = ranks_own() || driver->run.look.quiet ? NULL : stdout;
    driver->work.unit = "boards";
    return driver->own || error_memory(error);
}

int command_looks(Driver *driver, const Command *command, const Command *const commands[], char **argv)
{
    Error error;
    return driver_begin(driver, command, commands, &error) ? command_work(driver, argv)
                                                           : command_failed(driver, STATUS_WRONG_USE, &error);
}

int command_nested(const Command *command, const Command *const commands[], char **argv)
{
    Driver driver = {.command = NULL};
    const int status = command_looks(&driver, command, commands, argv);
    driver_free(&driver);
    return status;
}

bool command_right(const Command *command, const Command *const commands[], char **argv, Error *error)
{
    Driver driver = {.command = NULL};
    if (!driver_begin(&driver, command, commands, error)) return false;
    const OptionsStatus options =
        options_parse(&driver.parsed, &command->spec, argv, driver.own, &driver.common, error);
    const bool good = options == OPTIONS_OK ? command_prepared(&driver, argv, error) : options != OPTIONS_ERROR;
    driver_free(&driver);
    return good;
}

/* GSL goes on with what it did not get, unless it is stopped. */
static void gsl_failed(const char *reason, const char *file, int line, int number)
{
    (void)file, (void)line;
    fprintf(stderr, "pasur: %s\n", number == GSL_ENOMEM ? "out of memory" : reason);
    exit(STATUS_FAILED);
}

int command_run(const Command *command, const Command *const commands[], char **argv)
{
    Error error;
    int status = STATUS_WRONG_USE;
    gsl_set_error_handler(gsl_failed);
    if (!ranks_begin(&error) || !ranks_fit(command, &error)) {
        if (!ranks_own()) fprintf(stderr, "pasur %s: %s\n", command->spec.command, error.text);
    } else {
        status = command_nested(command, commands, argv);
    }
    ranks_end();
    return ranks_own() ? 0 : status;
}
