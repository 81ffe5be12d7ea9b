/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur study: many questions, each in a run directory of its own, and a page of the answers. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/commands/results/study_file.h"
#include "analysis/report/text.h"
#include "sim/files/text_buffer.h"

enum { PATH_ROOM = 4400, WORDS_ROOM = STUDY_WORDS_MOST + 8 };

typedef struct {
    const char *run, *out; /* options */
    bool anywhere;
    StudyFile study;
    char folder[PATH_ROOM], page[PATH_ROOM], threads[24];
    double seconds[STUDY_QUESTIONS_MOST]; /* that each question takes, about; NAN: it is not known */
} Study;

static const Option OPTIONS[] = {
    {"run", "for the runs and the page; default FILE without .txt", OPTION_AT(Study, run), .metavar = "DIR",
     .heading = "Output"},
    {"output", "the page; default DIR/report.html", OPTION_AT(Study, out), .letter = 'o', .file = FILE_OWN,
     .metavar = "FILE.html"},
    {"anywhere", "questions may write files outside this folder: /tmp/x, ../x", OPTION_AT(Study, anywhere)},
    {.heading = "Run", OPTION_THREADS},
    {OPTION_QUIET},
    {OPTION_DRY_RUN},
};

/* ---- children: each command runs in one, and has its own threads, signals and memory */

static volatile sig_atomic_t child_now, asked;

/* Hands the signal on; a terminal has sent it to the child as well. */
static void pass_on(int signal_number)
{
    asked = 1;
    if (child_now > 0) kill((pid_t)child_now, signal_number);
}

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU};

static void signals_take(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler}, old;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++)
        if (sigaction(SIGNALS[i], NULL, &old) == 0 && (old.sa_handler != SIG_IGN || SIGNALS[i] != SIGHUP))
            sigaction(SIGNALS[i], &action, NULL);
}

/* Holds these signals back, so that none finds a child that is not noted yet; *old: the signals that were held back
   before. */
static void signals_hold(sigset_t *old)
{
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++)
        sigaddset(&held, SIGNALS[i]);
    sigprocmask(SIG_BLOCK, &held, old);
}

/* Waits for the child and returns its status as waitpid has it, or -1. While it is noted the child is there, if only as
   a zombie, so that no signal goes to another process of its number. */
static int child_wait(pid_t child)
{
    siginfo_t info;
    int status = -1;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0)
        if (errno != EINTR) break;
    child_now = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}

/* Runs the command of these words (up to NULL). silent: it prints nothing on stdout; errors: a descriptor that takes
   its stderr, or -1. Returns its exit status; STATUS_FAILED if it did not end by itself. */
static int command_fork(const Driver *driver, char *words[], bool silent, int errors)
{
    int status = 0;
    const Command *command = command_named(driver->commands, words[0]);
    sigset_t old;
    fflush(stdout);
    signals_hold(&old);
    const pid_t child = asked ? -1 : fork();
    if (child == 0) {
        signals_take(SIG_DFL);
        sigprocmask(SIG_SETMASK, &old, NULL);
        if (silent && !freopen("/dev/null", "w", stdout)) _exit(STATUS_FAILED);
        if (errors >= 0 && dup2(errors, STDERR_FILENO) < 0) _exit(STATUS_FAILED);
        status = command_run(command, driver->commands, words);
        fflush(stdout);
        _exit(status);
    }
    child_now = child > 0 ? child : 0;
    sigprocmask(SIG_SETMASK, &old, NULL);
    if (child < 0) return asked ? STATUS_INTERRUPTED : STATUS_FAILED;
    status = child_wait(child);
    if (status < 0) return STATUS_FAILED;
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    return asked ? STATUS_INTERRUPTED : STATUS_FAILED;
}

/* The words of a question with more behind the command, so that they stand before a "--" of the user's. */
static void words_join(char *out[static WORDS_ROOM], const StudyQuestion *question, char *const more[])
{
    int count = 0;
    out[count++] = question->words[0];
    for (; *more; more++)
        out[count++] = *more;
    for (int i = 1; i < question->count; i++)
        out[count++] = question->words[i];
    out[count] = NULL;
}

/* Asks the command itself whether its words are right; false with "FILE:LINE: what it says". */
static bool question_check(const Driver *driver, const StudyQuestion *question, Error *error)
{
    char *words[WORDS_ROOM], dry[] = "--dry-run", quiet[] = "--quiet", text[ERROR_TEXT / 2];
    int ends[2];
    if (pipe(ends)) return error_system(error, "no pipe can be opened: %s", strerror(errno));
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK); /* the child ends before it is heard; what a pipe does not hold is lost */
    }
    words_join(words, question, (char *[]){dry, quiet, NULL});
    const int status = command_fork(driver, words, true, ends[1]);
    const ssize_t length = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    close(ends[1]);
    text[length > 0 ? length : 0] = 0;
    text[strcspn(text, "\n")] = 0;
    if (!status) return true;
    error_write(error, status == STATUS_FAILED, "%.200s:%zu: %s", driver->parsed.args[0], question->at,
                !strncmp(text, "pasur ", 6) ? text + 6
                : *text                     ? text
                                            : "the command cannot be run");
    return false;
}

/* ---- before a file is touched */

/* The directory: the file's name without its folder and .txt. */
static bool folder_name(Study *study, const char *file, Error *error)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    const size_t length = strlen(base);
    const bool text = length > 4 && !strcmp(base + length - 4, ".txt");
    if (study->run)
        snprintf(study->folder, sizeof study->folder, "%s", study->run);
    else if (text)
        snprintf(study->folder, sizeof study->folder, "%.*s", (int)(length - 4), base);
    else
        return error_set(error, "%.200s does not end in .txt; --run DIR says where the runs are to be", file);
    if (strlen(study->folder) > 4000) return error_set(error, "--run: a name too long");
    return true;
}

/* What stands in the directory of the study: its copy, its page, and from 0 on the runs of its questions. */
enum { FOLDER_COPY = -2, FOLDER_PAGE = -1 };
static void folder_path(char out[static PATH_ROOM + STUDY_FOLDER], const Study *study, int which)
{
    snprintf(out, PATH_ROOM + STUDY_FOLDER, "%s/%s", study->folder,
             which == FOLDER_COPY   ? STUDY_COPY
             : which == FOLDER_PAGE ? "report.html"
                                    : study->study.questions[which].folder);
}

/* False with the reason if one of these is a link, by which another file would be lost, or (unless it was asked for by
   name) the directory itself leads to another place. */
static bool folder_stays(const Study *study, Error *error)
{
    char path[PATH_ROOM + STUDY_FOLDER];
    struct stat what;
    for (int i = FOLDER_COPY; i < study->study.count; i++) {
        folder_path(path, study, i);
        if (study_link_leads_out(study->run ? study->folder : ".", path))
            return error_set(
                error, "%.200s is outside the folder, where a link leads; --anywhere lets a study write there", path);
        if (lstat(path, &what) == 0 && S_ISLNK(what.st_mode))
            return error_set(error, "%.200s is a link; --anywhere lets a study write where it leads", path);
    }
    return true;
}

/* Is the file that a question writes one of the study's own? Then its name, else NULL. */
static const char *own_file(char out[static PATH_ROOM + STUDY_FOLDER], const Study *study, const char *name,
                            const char *file)
{
    if (files_same(name, file)) return file;
    if (files_same(name, study->page)) return study->page;
    folder_path(out, study, FOLDER_COPY);
    return files_same(name, out) ? out : NULL;
}

/* Each file that a question writes is its own, and (unless --anywhere is given) lies in this folder or below. */
static bool writes_differ(const Study *study, const char *file, int index, Error *error)
{
    const StudyQuestion *question = &study->study.questions[index];
    const Option *option, *others;
    char path[PATH_ROOM + STUDY_FOLDER];
    int at = 1;
    for (const char *name; (name = study_writes(question, &at, &option));) {
        bool link;
        if (!study->anywhere && study_leads_out(name, &link))
            return error_set(error, "--%s %.200s is outside the folder%s; --anywhere lets a study write there",
                             option->name, name, link ? ", where a link leads" : "");
        const char *own = own_file(path, study, name, file);
        if (own) return error_set(error, "--%s %.200s: that is %.200s, a file of the study", option->name, name, own);
        for (int i = 0; i < index; i++) {
            int other = 1;
            for (const char *second; (second = study_writes(&study->study.questions[i], &other, &others));)
                if (files_same(name, second))
                    return error_set(error, "--%s %.200s is a file of the question of line %zu too", option->name, name,
                                     study->study.questions[i].at);
        }
    }
    return true;
}

static bool study_prepare(Driver *driver, Error *error)
{
    Study *study = driver->own;
    const char *file = driver->parsed.args[0];
    if (!strcmp(file, "-")) return error_set(error, "a study needs a file, which is read again to go on");
    if (!study_read(&study->study, file, driver->commands, error) || !folder_name(study, file, error)) return false;
    snprintf(study->page, sizeof study->page, study->out ? "%s" : "%s/report.html",
             study->out ? study->out : study->folder);
    if (!study->anywhere && !folder_stays(study, error)) return false;
    if (driver->common.threads)
        snprintf(study->threads, sizeof study->threads, "%llu", (unsigned long long)driver->common.threads);
    for (int i = 0; i < study->study.count; i++) {
        const StudyQuestion *question = &study->study.questions[i];
        if (!writes_differ(study, file, i, error)) return error_under(error, "%.200s:%zu", file, question->at);
        if (!question_check(driver, &study->study.questions[i], error)) return false;
    }
    return true;
}

/* ---- how long it takes */

enum { TRIED_MS = 3000 }; /* after which nothing is said of a question */

typedef struct {
    const Driver *driver;
    const Study *study;
    int index;
} TimeAsked;

/* In the child: about how many seconds a question takes, without what is kept of it. */
static bool time_try(void *arg, void *answer)
{
    const TimeAsked *asked_for = arg;
    const Driver *driver = asked_for->driver;
    const Study *study = asked_for->study;
    const StudyQuestion *question = &study->study.questions[asked_for->index];
    char *words[WORDS_ROOM], quiet[] = "--quiet", threads[] = "--threads", kept[PATH_ROOM + STUDY_FOLDER];
    char *more[] = {quiet, *study->threads ? threads : NULL, (char *)(uintptr_t)study->threads, NULL};
    const char *dir = kept;
    Error unused;
    RunLook look = {.dirs = &dir, .count = 1, .quiet = true, .error = &unused};
    double left = 1; /* the share of it that is not kept */
    snprintf(kept, sizeof kept, "%s/%s", study->folder, question->folder);
    if (!access(kept, F_OK) && !command_look(driver->commands, &look, (char *[]){quiet, NULL}))
        left = !look.partial ? 0 : look.total ? 1 - (double)look.done / (double)look.total : 1;
    *(double *)answer = 0;
    if (!(left > 0)) return true;
    words_join(words, question, more);
    const CommandTrial tried = command_try(question->command, driver->commands, words);
    const bool known = tried.done && tried.total && tried.total < BOARDS_NO_END;
    if (known) *(double *)answer = left * tried.seconds * (double)tried.total / (double)tried.done;
    return known;
}

/* Finds about how long each question takes. */
static void times_find(const Driver *driver, Study *study)
{
    for (int i = 0; i < study->study.count && !asked; i++) {
        TimeAsked asked_for = {driver, study, i};
        if (!child_answer(&study->seconds[i], sizeof study->seconds[i], TRIED_MS, time_try, &asked_for))
            study->seconds[i] = NAN;
    }
}

/* Says about how long the questions from this one on take, if that is a second or more. */
static void left_print(const Study *study, int from, FILE *out)
{
    char text[SHORT_TEXT];
    double sum = 0;
    int unknown = 0;
    for (int i = from; i < study->study.count; i++)
        if (isnan(study->seconds[i]))
            unknown++;
        else
            sum += study->seconds[i];
    short_time(text, sum);
    if (unknown)
        fprintf(out, "the study: more than %s left; how long %d of its questions take%s is not known\n", text, unknown,
                unknown == 1 ? "s" : "");
    else if (sum >= 1)
        fprintf(out, "the study: about %s left, as the first moments went\n", text);
}

static void study_plan(const Driver *driver, FILE *out)
{
    Study *study = driver->own;
    char shown[ERROR_TEXT];
    fprintf(out, "%d question%s, answered in %s:\n", study->study.count, PLURAL(study->study.count),
            text_one_line(shown, sizeof shown, study->folder));
    for (int i = 0; i < study->study.count; i++) {
        fprintf(out, "  %s: ", study->study.questions[i].folder);
        text_put(out, study->study.questions[i].line);
        fputc('\n', out);
    }
    if (driver->common.quiet) return;
    times_find(driver, study);
    left_print(study, 0, out);
}

/* ---- the work */

/* Makes the directory and keeps the questions in it, with which the page begins. */
static bool folder_open(const Study *study, Error *error)
{
    char path[PATH_ROOM + 32];
    struct stat what;
    snprintf(path, sizeof path, "%s/run.json", study->folder);
    if (stat(path, &what) == 0)
        return error_set(error, "%.200s holds a run of its own; give another directory by --run", study->folder);
    if (mkdir(study->folder, 0777) && errno != EEXIST) return error_file(error, study->folder, errno);
    const int folder = open(study->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* stays open, and locked, to the end */
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return error_system(error, "%.200s: another study is at work there", study->folder);
    snprintf(path, sizeof path, "%s/" STUDY_COPY, study->folder);
    return atomic_file_write(path, study->study.text, study->study.length, error);
}

static int question_ask(const Driver *driver, Study *study, int index)
{
    Error failed;
    StudyQuestion *question = &study->study.questions[index];
    char *words[WORDS_ROOM], run[] = "--run", threads[] = "--threads", quiet[] = "--quiet",
                             folder[PATH_ROOM + STUDY_FOLDER];
    char *more[8] = {run, folder};
    int count = 2;
    snprintf(folder, sizeof folder, "%s/%s", study->folder, question->folder);
    if (*study->threads) more[count++] = threads, more[count++] = study->threads;
    if (driver->common.quiet) more[count++] = quiet;
    words_join(words, question, more);
    if (!driver->common.quiet) {
        printf("%s[%d of %d] ", index ? "\n" : "", index + 1, study->study.count);
        text_put(stdout, question->title);
        putchar('\n');
        left_print(study, index, stdout);
    }
    char kept[PATH_ROOM + STUDY_FOLDER + 16];
    struct stat what;
    snprintf(kept, sizeof kept, "%s/run.json", folder);
    const bool old = stat(kept, &what) == 0;
    const int status = command_fork(driver, words, driver->common.quiet, -1);
    const bool changed = question->changed = old && status == STATUS_WRONG_USE; /* its words alone were right */
    if (status == STATUS_WRONG_USE || status == STATUS_VOID || status == STATUS_FAILED)
        error_set(&failed, "%.200s:%zu: '%.200s' ended with status %d%s%s", driver->parsed.args[0], question->at,
                  question->title, status,
                  changed ? "; a question that is changed needs a new title, or the study another directory (--run)"
                          : "",
                  index + 1 < study->study.count ? "; the others go on" : ""),
            fprintf(stderr, "pasur study: %s\n", failed.text);
    return status;
}

/* Marks the questions whose runs answer other commands, in the copy of the file, for the page. */
static bool changes_mark(const StudyFile *study, const char *folder, Error *error)
{
    char path[PATH_ROOM + 32], *text = NULL;
    size_t length = 0, number = 1;
    int changed = 0;
    for (int i = 0; i < study->count; i++)
        changed += study->questions[i].changed;
    if (!changed) return true;
    FILE *out = open_memstream(&text, &length);
    if (!out) return error_memory(error);
    for (const char *line = study->text; *line; number++) {
        const size_t size = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
        for (int i = 0; i < study->count; i++)
            if (study->questions[i].changed && study->questions[i].at == number) fputs(STUDY_CHANGED "\n", out);
        fwrite(line, 1, size, out);
        line += size;
    }
    snprintf(path, sizeof path, "%s/" STUDY_COPY, folder);
    const bool good =
        (text_stream_close(out, &text) || error_memory(error)) && atomic_file_write(path, text, length, error);
    free(text);
    return good;
}

static int page_write(const Driver *driver, Study *study)
{
    char report[] = "report", output[] = "--output", quiet[] = "--quiet", *words[8] = {report};
    int count = 1;
    words[count++] = study->folder;
    words[count++] = output, words[count++] = study->page;
    words[count++] = quiet;
    const int status = command_fork(driver, words, false, -1);
    if (!status && !driver->common.quiet) {
        putchar('\n');
        text_put(stdout, study->page);
        printf(": %d question%s\n", study->study.count, PLURAL(study->study.count));
    }
    return status;
}

static bool study_work(Driver *driver, Error *error)
{
    Study *study = driver->own;
    if (!folder_open(study, error)) return false;
    signals_take(pass_on);
    if (!driver->common.quiet) times_find(driver, study);
    int worst = 0;
    for (int i = 0; i < study->study.count && !asked; i++) {
        const int status = question_ask(driver, study, i);
        if (status == STATUS_INTERRUPTED) asked = 1;
        if (status == STATUS_WRONG_USE || status == STATUS_VOID || status == STATUS_FAILED)
            worst = status > worst ? status : worst;
    }
    driver->work.interrupted = asked;
    asked = 0;
    if (!changes_mark(&study->study, study->folder, error)) return false;
    const int page = page_write(driver, study);
    driver->work.verdict = page > worst ? page : worst;
    if (driver->work.interrupted)
        driver_note(driver, "note: what is finished is kept in %.200s; the same command goes on", study->folder);
    return true;
}

static void own_free(Driver *driver) { study_free(&((Study *)driver->own)->study); }

const Command CMD_STUDY = {
    .spec =
        {.command = "study",
         .summary = "many questions from a file, kept, and a page of the answers",
         .args = {"FILE", 1, 1, "FILE", TAKES_FILE},
         .about =
             "Answers the questions of a text file, each by a command with a run directory of its own, and writes a "
             "page of the answers. The same command goes on after whatever stopped it.",
         .example = "printf '[Who wins?]\\npasur sim greedy random\\n' > ask.txt\npasur study ask.txt",
         .notes =
             "A question is two lines: a title in brackets and its command, sim, tactics, tune, rate, exploit, equity or learn. "
             "docs/report.md shows a file of questions.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Study),
    .forks = true,
    .prepare = study_prepare,
    .plan = study_plan,
    .work = study_work,
    .free = own_free,
};
