/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur study: many questions, each in a run directory of its own, and a page of the answers. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/results/study_file.h"
#include "engine/text/words.h"

enum { FOLDER_ROOM = 4100, PATH_ROOM = FOLDER_ROOM + STUDY_FOLDER, WORDS_MOST = OPTIONS_MAX_ARGS };

typedef struct {
    const char *run, *out; /* options */
    StudyFile file;
    char folder[FOLDER_ROOM], page[PATH_ROOM], threads[24];
    bool held;                /* signals are held back, and handed on while a question is asked */
    sigset_t signals, before; /* these signals, and SIGCHLD; those that were held back before */
    bool stopped;             /* one of them has come */
    bool changed;             /* a run answers another command than its question asks */
} Study;

static const Option OPTIONS[] = {
    {"run", "for the runs and the page; default FILE without .txt", OPTION_AT(Study, run), .metavar = "DIR",
     .heading = "Output"},
    {"output", "the page; default DIR/report.html", OPTION_AT(Study, out), .letter = 'o', .file = FILE_OWN,
     .metavar = "FILE.html"},
    {.heading = "Run", OPTION_THREADS},
    {OPTION_QUIET},
    {OPTION_DRY_RUN},
};

/* ---- children: each command runs in one, and has its own threads, signals and memory */

static void signal_wakes(int signal_number) { (void)signal_number; }

/* From here on signals wait until child_status takes them. */
static void signals_hold(Study *study)
{
    static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU, SIGCHLD};
    struct sigaction old;
    sigemptyset(&study->signals);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) /* nohup has SIGHUP passed over */
        if (SIGNALS[i] != SIGHUP || sigaction(SIGHUP, NULL, &old) || old.sa_handler != SIG_IGN)
            sigaddset(&study->signals, SIGNALS[i]);
    signal(SIGCHLD, signal_wakes); /* a signal that is passed over need not be held back */
    sigprocmask(SIG_BLOCK, &study->signals, &study->before);
    study->held = true;
}

/* Waits for the child, and hands it the signals that come; a terminal has sent them to it as well. Returns its status
   as waitpid has it, or -1. */
static int child_status(Study *study, pid_t child)
{
    int status = -1, signal_number;
    for (pid_t ended = 0; ended != child;) {
        if (study->held && !sigwait(&study->signals, &signal_number) && signal_number != SIGCHLD) {
            study->stopped = true;
            kill(child, signal_number);
        }
        ended = waitpid(child, &status, study->held ? WNOHANG : 0);
        if (ended < 0 && errno != EINTR) return -1;
    }
    return status;
}

/* Runs the command of these words (up to NULL); with --quiet it prints nothing on stdout. errors: a descriptor that takes
   its stderr while it prints nothing else; or -1. Returns its exit status; STATUS_FAILED if it did not end by itself. */
static int command_fork(const Driver *driver, Study *study, char *words[], int errors)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        if (study->held) signal(SIGCHLD, SIG_DFL), sigprocmask(SIG_SETMASK, &study->before, NULL);
        if ((errors >= 0 || driver->common.quiet) && !freopen("/dev/null", "w", stdout)) _exit(STATUS_FAILED);
        if (errors >= 0 && dup2(errors, STDERR_FILENO) < 0) _exit(STATUS_FAILED);
        const int status = command_run(command_named(driver->commands, words[0]), driver->commands, words);
        fflush(stdout);
        _exit(status);
    }
    const int status = child > 0 ? child_status(study, child) : -1;
    if (status >= 0 && WIFEXITED(status)) return WEXITSTATUS(status);
    return study->stopped ? STATUS_INTERRUPTED : STATUS_FAILED;
}

/* ---- questions */

/* Is what the command plays kept by --run? Of a study --run means another thing. */
static bool keeps_runs(const Command *command) { return option_find(&command->spec, "run") && !command->forks; }

/* Cuts the line of a question, which is the caller's to free, into words, with `more` (up to NULL) behind the command.
   False with the reason where it is no command of a study. */
static bool question_words(char *words[static WORDS_MOST], char **line, const Driver *driver,
                           const StudyQuestion *question, char *const more[], Error *error)
{
    char *cut[WORDS_MOST + 1];
    size_t added = 0;
    if (!(*line = strdup(question->line))) return error_memory(error);
    const int count = words_quoted(cut, WORDS_MOST / 2, *line);
    if (count < 0) return error_set(error, "a quote is not closed");
    if (count > WORDS_MOST / 2) return error_set(error, "too many words");
    if (strcmp(cut[0], "pasur"))
        return error_set(error, "expected 'pasur COMMAND ...' or a '[title]', found '%.60s'", cut[0]);
    if (count == 1) return error_set(error, "'pasur' needs a command, such as 'pasur sim greedy random'");
    const char *names[64];
    Names list = NAMES_OF("command", names, 0, "a study asks commands that have --run");
    for (const Command *const *command = driver->commands; *command && list.count < 64; command++)
        if (keeps_runs(*command)) names[list.count++] = (*command)->spec.command;
    const Command *command = command_named(driver->commands, cut[1]);
    if (!command) return name_unknown(error, &list, cut[1]);
    if (!keeps_runs(command)) {
        error_set(error, "'pasur %s' keeps no run directory; a study asks", command->spec.command);
        for (size_t i = 0; i < list.count; i++)
            error_set(error, "%s%s %s", error->text, i ? "," : "", names[i]);
        return false;
    }
    words[0] = cut[1];
    while (more[added])
        words[added + 1] = more[added], added++;
    memcpy(words + added + 1, cut + 2, (size_t)(count - 1) * sizeof *cut); /* and NULL */
    return true;
}

static void question_folder(char out[static PATH_ROOM], const Study *study, const StudyQuestion *question)
{
    snprintf(out, PATH_ROOM, "%s/%s", study->folder, question->folder);
}

/* Asks the command itself whether its words are right; false with "FILE:LINE: what it says". */
static bool question_check(const Driver *driver, Study *study, const StudyQuestion *question, Error *error)
{
    char *words[WORDS_MOST], *line, dry[] = "--dry-run", quiet[] = "--quiet", run[] = "--run", folder[PATH_ROOM],
                                    text[ERROR_TEXT / 2] = "";
    int ends[2];
    if (pipe(ends)) return error_system(error, "no pipe can be opened: %s", strerror(errno));
    question_folder(folder, study, question);
    bool good = question_words(words, &line, driver, question, (char *[]){run, folder, dry, quiet, NULL}, error);
    const int status = good ? command_fork(driver, study, words, ends[1]) : 0;
    close(ends[1]);
    FILE *errors = fdopen(ends[0], "r");
    if (status) {
        good = errors && fgets(text, sizeof text, errors);
        text[strcspn(text, "\n")] = 0;
        error_write(error, status == STATUS_FAILED, "%s",
                    !strncmp(text, "pasur ", 6) ? text + 6
                    : good                      ? text
                                                : "the command cannot be run");
    }
    good = good && !status;
    if (!good) error_under(error, "%.200s:%d", driver->parsed.args[0], question->at);
    free(line);
    errors ? fclose(errors) : close(ends[0]);
    return good;
}

static int question_ask(const Driver *driver, Study *study, size_t index, Error *error)
{
    const StudyQuestion *question = &study->file.questions[index];
    char *words[WORDS_MOST], *line, run[] = "--run", threads[] = "--threads", quiet[] = "--quiet", folder[PATH_ROOM];
    char *more[8] = {run, folder}, kept[PATH_ROOM + 16];
    int count = 2;
    if (*study->threads) more[count++] = threads, more[count++] = study->threads;
    if (driver->common.quiet) more[count++] = quiet;
    question_folder(folder, study, question);
    if (!driver->common.quiet) {
        printf("%s[%zu of %zu] ", index ? "\n" : "", index + 1, study->file.count);
        text_put(stdout, question->title);
        putchar('\n');
    }
    snprintf(kept, sizeof kept, "%s/run.json", folder);
    const bool old = access(kept, F_OK) == 0;
    int status = STATUS_FAILED;
    if (question_words(words, &line, driver, question, more, error)) status = command_fork(driver, study, words, -1);
    free(line);
    const bool changed = old && status == STATUS_WRONG_USE; /* its words alone were right */
    study->changed |= changed;
    if (status == STATUS_WRONG_USE || status == STATUS_VOID || status == STATUS_FAILED)
        error_set(error, "%.200s:%d: '%.200s' ended with status %d%s%s", driver->parsed.args[0], question->at,
                  question->title, status,
                  changed ? "; a question that is changed needs a new title, or the study another directory (--run)"
                          : "",
                  index + 1 < study->file.count ? "; the others go on" : ""),
            fprintf(stderr, "pasur study: %s\n", error->text);
    return status;
}

/* ---- the command */

/* The directory: the file's name without its folder and .txt. */
static bool folder_name(Study *study, const char *file, Error *error)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    const size_t length = strlen(base);
    const bool text = length > 4 && !strcmp(base + length - 4, ".txt");
    if (!study->run && !text)
        return error_set(error, "%.200s does not end in .txt; --run DIR says where the runs are to be", file);
    const int room = snprintf(study->folder, sizeof study->folder, "%.*s", study->run ? FOLDER_ROOM : (int)length - 4,
                              study->run ? study->run : base);
    snprintf(study->page, sizeof study->page, study->out ? "%s" : "%s/report.html",
             study->out ? study->out : study->folder);
    return room < FOLDER_ROOM - 32 || error_set(error, "--run: a name too long");
}

static bool study_prepare(Driver *driver, Error *error)
{
    Study *study = driver->own;
    const char *file = driver->parsed.args[0];
    if (!strcmp(file, "-")) return error_set(error, "a study needs a file, which is read again to go on");
    if (!study_read(&study->file, file, error) || !folder_name(study, file, error)) return false;
    if (driver->common.threads)
        snprintf(study->threads, sizeof study->threads, "%llu", (unsigned long long)driver->common.threads);
    for (size_t i = 0; i < study->file.count; i++)
        if (!question_check(driver, study, &study->file.questions[i], error)) return false;
    return true;
}

/* Each question, and what its command says of what it would do. */
static void study_plan(const Driver *driver, FILE *out)
{
    Study *study = driver->own;
    char shown[ERROR_TEXT], *words[WORDS_MOST], *line, dry[] = "--dry-run";
    Error unused;
    (void)out; /* stdout itself, since the commands write there */
    printf("%zu question%s, answered in %s:\n", study->file.count, PLURAL(study->file.count),
           text_one_line(shown, sizeof shown, study->folder));
    for (size_t i = 0; i < study->file.count; i++) {
        const StudyQuestion *question = &study->file.questions[i];
        printf("  %s: ", question->folder);
        text_put(stdout, question->line);
        putchar('\n');
        if (driver->common.quiet) continue;
        if (question_words(words, &line, driver, question, (char *[]){dry, NULL}, &unused))
            command_fork(driver, study, words, -1);
        free(line);
    }
}

static bool copy_write(const Study *study, Error *error)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/" STUDY_COPY, study->folder);
    return atomic_file_write(path, study->file.text.data, study->file.text.length, error);
}

/* Makes the directory, with the questions where there are none yet. */
static bool folder_open(const Study *study, Error *error)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/run.json", study->folder);
    if (access(path, F_OK) == 0)
        return error_set(error, "%.200s holds a run of its own; give another directory by --run", study->folder);
    if (mkdir(study->folder, 0777) && errno != EEXIST) return error_file(error, study->folder, errno);
    const int folder = open(study->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* stays open, and locked, to the end */
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return error_system(error, "%.200s: another study is at work there", study->folder);
    snprintf(path, sizeof path, "%s/" STUDY_COPY, study->folder);
    return access(path, F_OK) == 0 || copy_write(study, error);
}

static int page_write(const Driver *driver, Study *study)
{
    char report[] = "report", output[] = "--output", quiet[] = "--quiet";
    char *words[] = {report, study->folder, output, study->page, quiet, NULL};
    const int status = command_fork(driver, study, words, -1);
    if (!status && !driver->common.quiet) {
        putchar('\n');
        text_put(stdout, study->page);
        printf(": %zu question%s\n", study->file.count, PLURAL(study->file.count));
    }
    return status;
}

static bool study_work(Driver *driver, Error *error)
{
    Study *study = driver->own;
    int worst = 0;
    if (!folder_open(study, error)) return false;
    signals_hold(study);
    for (size_t i = 0; i < study->file.count && !study->stopped; i++) {
        const int status = question_ask(driver, study, i, error);
        study->stopped |= status == STATUS_INTERRUPTED;
        if (status == STATUS_WRONG_USE || status == STATUS_VOID || status == STATUS_FAILED)
            worst = status > worst ? status : worst;
    }
    driver->work.interrupted = study->stopped;
    if (study->changed)
        driver_note(driver, "note: the page shows the questions that the runs of %.200s answer", study->folder);
    else if (!copy_write(study, error))
        return false;
    const int page = page_write(driver, study);
    driver->work.verdict = page > worst ? page : worst;
    if (study->stopped)
        driver_note(driver, "note: what is finished is kept in %.200s; the same command goes on", study->folder);
    return true;
}

static void study_end(Driver *driver) { study_free(&((Study *)driver->own)->file); }

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
    .free = study_end,
};
