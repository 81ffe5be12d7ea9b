/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur study: many questions, each with its own run directory, and a page with the answers; pasur report: a page of
   what run directories, studies, CSV files and records hold. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/text_lines.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/results/reading.h"
#include "analysis/report/page.h"
#include "engine/text/words.h"
#include "sim/files/packer.h"
#include "sim/files/record_file.h"
#include "sim/files/system.h"
#include "sim/files/text_buffer.h"

/* ---- a file of questions, each a title in brackets and below it the command line that answers it:

     # what the file is about
     [What is leaving eleven worth?]
     pasur tactics --tactics deny_sur --stop ci=0.05 */

enum { STUDY_FOLDER = 64, STUDY_QUESTIONS_MOST = 200, WORDS_MOST = OPTIONS_MAX_ARGS, WORDS_BEFORE = 7 };
#define STUDY_COPY "study.txt" /* the file's name in its directory */

typedef struct {
    const char *title, *line;  /* line: the command as it stands there; NULL until it is read */
    int at;                    /* which line of the file that is */
    char folder[STUDY_FOLDER]; /* of its run: the title in small letters */
    const Command *command;    /* of question_split, as … */
    char *name, **words;       /* … its name there and what follows, up to NULL, with room for WORDS_BEFORE before */
} StudyQuestion;

typedef struct {
    Result memory;            /* of all texts */
    TextBuffer text;          /* the whole file */
    const char *title;        /* the first line of the file, if it is a comment; else NULL */
    StudyQuestion *questions; /* at most STUDY_QUESTIONS_MOST */
    size_t count;             /* at least 1 */
} StudyFile;

/* Takes "[title]", without the first bracket. */
static bool title_take(StudyFile *study, char *title, Error *error)
{
    StudyQuestion *question = &study->questions[study->count];
    char *end = title + strlen(title) - 1;
    size_t length = 0;
    if (study->count && !question[-1].line) return error_set(error, "the title before this one has no command line");
    if (end <= title || *end != ']') return error_set(error, "a title stands in brackets, as [What is it worth?]");
    if (study->count == STUDY_QUESTIONS_MOST)
        return error_set(error, "more than %d questions", (int)STUDY_QUESTIONS_MOST);
    *end = 0;
    for (const char *at = title; *at && length < STUDY_FOLDER - 1; at++)
        if (isascii(*at) && isalnum(*at))
            question->folder[length++] = (char)tolower(*at);
        else if (length && question->folder[length - 1] != '-')
            question->folder[length++] = '-';
    length -= length && question->folder[length - 1] == '-';
    question->folder[length] = 0;
    if (!length) return error_set(error, "a title needs letters or digits, after which its run is named");
    for (size_t i = 0; i < study->count; i++)
        if (!strcmp(study->questions[i].folder, question->folder))
            return error_set(error, "this title and that of line %d name the same directory, %s",
                             study->questions[i].at - 1, question->folder);
    question->title = result_join(&study->memory, "", title);
    study->count++;
    return true;
}

static bool line_take(StudyFile *study, char *line, int number, Error *error)
{
    StudyQuestion *question = study->count ? &study->questions[study->count - 1] : NULL;
    char *end = line + strlen(line);
    while (end > line && isspace((unsigned char)end[-1]))
        *--end = 0;
    line += strspn(line, " \t");
    if (number == 1 && *line == '#') study->title = result_join(&study->memory, "", line + strspn(line, "# \t"));
    if (!*line || *line == '#') return true;
    if (*line == '[') return title_take(study, line + 1, error);
    if (!question || question->line)
        return error_set(error, question ? "a question has one command line; the next begins with its [title]"
                                         : "expected a [title] above the first command line");
    question->at = number;
    question->line = result_join(&study->memory, "", line);
    return question->line || error_memory(error);
}

/* False with "FILE:LINE: ..." if something in it is wrong; study_free in either case. */
static bool study_read(StudyFile *out, const char *name, Error *error)
{
    *out = (StudyFile){0};
    TextLines lines = {.file = text_file_open(name, error)};
    if (!lines.file) return error->system &= errno == ENOMEM, false;
    out->questions = result_alloc(&out->memory, STUDY_QUESTIONS_MOST + 1, sizeof *out->questions);
    bool good = out->questions || error_memory(error);
    while (good && text_lines_next(&lines, error)) {
        good = text_buffer_add(&out->text, lines.line, strlen(lines.line)) && text_buffer_add(&out->text, "\n", 1);
        good = good ? line_take(out, lines.line, lines.number, error) : error_memory(error);
    }
    good &= lines.ended;
    if (good && !out->count) good = error_set(error, "no question: a [title] and below it 'pasur COMMAND ...'");
    if (good && !out->questions[out->count - 1].line) good = error_set(error, "the last title has no command line");
    if (!good) text_lines_blame(&lines, name, error);
    fclose(lines.file);
    text_lines_free(&lines);
    return good && (!out->memory.failed || error_memory(error));
}

static void study_free(StudyFile *study)
{
    result_free(&study->memory);
    text_buffer_free(&study->text);
}

/* ---- pasur study */

typedef struct {
    const char *run, *out; /* options */
    StudyFile file;
    char *folder, *page, threads[24]; /* of file.memory: the directory, the page */
    bool stopped;                     /* by the user */
    bool changed;                     /* a run answers another command than its question asks */
} Study;

static const Option STUDY_OPTIONS[] = {
    {"run", "directory of the runs and the page; default FILE without .txt", OPTION_AT(Study, run), .metavar = "DIR",
     .heading = "Output"},
    {"output", "the page; default DIR/report.html", OPTION_AT(Study, out), .letter = 'o', .file = FILE_OWN,
     .metavar = "FILE.html"},
    {.heading = "Run", OPTION_THREADS},
    {OPTION_QUIET},
    {OPTION_DRY_RUN},
};

/* ---- questions */

/* Is what the command plays kept by --run? Of a study --run means another thing. */
static bool keeps_runs(const Command *command) { return option_find(&command->spec, "run") && !command->nests; }

/* A name in the directory of the study. */
static char *path_in(Study *study, const char *name)
{
    return result_join(&study->file.memory, study->folder, result_format(&study->file.memory, "/%s", name));
}

/* Cuts the line of a question into words. False with the reason where it is no command of a study. */
static bool question_split(StudyFile *study, StudyQuestion *question, const Command *const commands[], Error *error)
{
    char *line = result_join(&study->memory, "", question->line),
         **words = result_alloc(&study->memory, WORDS_BEFORE + WORDS_MOST, sizeof *words);
    if (!line || !words) return error_memory(error);
    words += WORDS_BEFORE - 2;
    const int count = words_quoted(words, WORDS_MOST / 2, line);
    if (count < 0) return error_set(error, "a quote is not closed");
    if (count > WORDS_MOST / 2) return error_set(error, "too many words");
    if (strcmp(words[0], "pasur"))
        return error_set(error, "expected 'pasur COMMAND ...' or a '[title]', found '%.60s'", words[0]);
    if (count == 1) return error_set(error, "'pasur' needs a command, such as 'pasur sim greedy random'");
    const char *names[64];
    Names list = NAMES_OF("command", names, 0, "a study asks commands that have --run");
    for (const Command *const *command = commands; *command && list.count < 64; command++)
        if (keeps_runs(*command)) names[list.count++] = (*command)->spec.command;
    question->command = command_named(commands, words[1]);
    question->name = words[1];
    question->words = words + 2;
    if (!question->command) return name_unknown(error, &list, words[1]);
    if (keeps_runs(question->command)) return true;
    error_set(error, "'pasur %s' keeps no run directory; a study asks", words[1]);
    for (size_t i = 0; i < list.count; i++)
        error_set(error, "%s%s %s", error->text, i ? "," : "", names[i]);
    return false;
}

/* The words of a question's command, which runs in that directory (NULL: in none); dry: it only says what it would do. */
static char **question_words(Study *study, const StudyQuestion *question, char *path, bool dry, bool quiet)
{
    static char run[] = "--run", plan[] = "--dry-run", silent[] = "--quiet", threads[] = "--threads";
    char **at = question->words;
    if (quiet) *--at = silent;
    if (dry) *--at = plan;
    if (*study->threads && !dry) *--at = study->threads, *--at = threads;
    if (path) *--at = path, *--at = run;
    *--at = question->name;
    return at;
}

/* Runs that command; returns its exit status. */
static int question_run(const Driver *driver, const StudyQuestion *question, char *path, bool dry)
{
    return command_nested(question->command, driver->commands,
                          question_words(driver->own, question, path, dry, driver->common.quiet));
}

/* Asks the command itself whether its words are right; false with "FILE:LINE: what it says". */
static bool question_check(const Driver *driver, Study *study, StudyQuestion *question, Error *error)
{
    char *path = path_in(study, question->folder);
    if (!path) return error_memory(error);
    return (question_split(&study->file, question, driver->commands, error) &&
            (command_right(question->command, driver->commands, question_words(study, question, path, true, true),
                           error) ||
             error_under(error, "%s", question->command->spec.command))) ||
           error_under(error, "%.200s:%d", driver->parsed.args[0], question->at);
}

static bool is_failure(int status)
{
    return status == STATUS_WRONG_USE || status == STATUS_VOID || status == STATUS_FAILED;
}

static int question_ask(const Driver *driver, Study *study, size_t index, Error *error)
{
    const StudyQuestion *question = &study->file.questions[index];
    char *path = path_in(study, question->folder),
         *kept = path ? result_join(&study->file.memory, path, "/run.json") : NULL;
    if (!kept) return error_memory(error), STATUS_FAILED;
    if (!driver->common.quiet) {
        printf("%s[%zu of %zu] ", index ? "\n" : "", index + 1, study->file.count);
        text_put(stdout, question->title);
        putchar('\n');
    }
    const bool old = access(kept, F_OK) == 0;
    const int status = question_run(driver, question, path, false);
    const bool changed = old && status == STATUS_WRONG_USE; /* its words alone were right */
    study->changed |= changed;
    study->stopped |= status == STATUS_INTERRUPTED || interrupt_seen();
    if (is_failure(status))
        error_set(error, "%.200s:%d: '%.200s' ended with status %d%s%s", driver->parsed.args[0], question->at,
                  question->title, status,
                  changed ? "; a changed question needs a new title, or the study another directory (--run)" : "",
                  index + 1 < study->file.count ? "; the others go on" : ""),
            fprintf(stderr, "pasur study: %s\n", error->text);
    return status;
}

/* The directory: the file's name without its folder and .txt. */
static bool folder_name(Study *study, const char *file, Error *error)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    const size_t length = strlen(base);
    const bool text = length > 4 && !strcmp(base + length - 4, ".txt");
    if (!study->run && !text)
        return error_set(error, "%.200s does not end in .txt; say with --run DIR where the runs go", file);
    Result *memory = &study->file.memory;
    study->folder = result_join(memory, "", study->run ? study->run : base);
    if (study->folder && !study->run) study->folder[length - 4] = 0;
    if (study->folder) study->page = study->out ? result_join(memory, "", study->out) : path_in(study, "report.html");
    return study->page || error_memory(error);
}

static bool study_prepare(Driver *driver, Error *error)
{
    Study *study = driver->own;
    const char *file = driver->parsed.args[0];
    if (!strcmp(file, "-")) return error_set(error, "a study needs a file, which it reads again to continue");
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
    char shown[ERROR_TEXT];
    (void)out; /* stdout itself, since the commands write there */
    printf("%zu question%s, answered in %s:\n", study->file.count, PLURAL(study->file.count),
           text_one_line(shown, sizeof shown, study->folder));
    for (size_t i = 0; i < study->file.count; i++) {
        const StudyQuestion *question = &study->file.questions[i];
        printf("  %s: ", question->folder);
        text_put(stdout, question->line);
        putchar('\n');
        if (!driver->common.quiet) question_run(driver, question, NULL, true);
    }
}

static bool copy_write(Study *study, Error *error)
{
    const char *path = path_in(study, STUDY_COPY);
    return path ? atomic_file_write(path, study->file.text.data, study->file.text.length, error) : error_memory(error);
}

/* Makes the directory, with the questions where there are none yet. */
static bool folder_open(Study *study, Error *error)
{
    const char *run = path_in(study, "run.json"), *copy = path_in(study, STUDY_COPY);
    if (!run || !copy) return error_memory(error);
    if (access(run, F_OK) == 0)
        return error_set(error, "%.200s holds a run; give another directory with --run", study->folder);
    if (mkdir(study->folder, 0777) && errno != EEXIST) return error_file(error, study->folder, errno);
    const int folder = open(study->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* stays open, and locked, to the end */
    if (folder >= 0 && file_lock(folder) && errno == EWOULDBLOCK)
        return error_system(error, "%.200s: another study is at work there", study->folder);
    return access(copy, F_OK) == 0 || copy_write(study, error);
}

static int page_write(const Driver *driver, Study *study)
{
    char report[] = "report", output[] = "--output", quiet[] = "--quiet";
    char *words[] = {report, study->folder, output, study->page, quiet, NULL};
    interrupt_forget(); /* the page shows what is finished */
    const int status = command_nested(command_named(driver->commands, report), driver->commands, words);
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
    if (driver->common.quiet && !freopen("/dev/null", "w", stdout)) return error_file(error, "/dev/null", errno);
    for (size_t i = 0; i < study->file.count && !study->stopped; i++) {
        const int status = question_ask(driver, study, i, error);
        if (is_failure(status) && status > worst) worst = status;
    }
    driver->work.interrupted = study->stopped;
    if (study->changed)
        driver_note(driver, "note: the page shows the questions that the runs of %.200s answer", study->folder);
    else if (!copy_write(study, error))
        return false;
    const int page = page_write(driver, study);
    driver->work.verdict = page > worst ? page : worst;
    if (study->stopped)
        driver_note(driver, "note: finished work is kept in %.200s; the same command continues", study->folder);
    return true;
}

static void study_end(Driver *driver) { study_free(&((Study *)driver->own)->file); }

const Command CMD_STUDY = {
    .spec =
        {.command = "study",
         .summary = "answer many questions from a file, and write a page with the answers",
         .args = {"FILE", 1, 1, "FILE", TAKES_FILE},
         .about =
             "Answers the questions in a text file, each by a command with its own run directory, and writes a page "
             "with the answers. The same command continues after any interruption.",
         .example = "printf '[Who wins?]\\npasur sim greedy random\\n' > ask.txt\npasur study ask.txt",
         .notes =
             "A question is two lines: a title in brackets and its command, sim, tactics, tune, rate, exploit, equity, openings, regret or learn. "
             "docs/report.md shows a file of questions.",
         OPTION_ROWS(STUDY_OPTIONS)},
    .size = sizeof(Study),
    .nests = true,
    .prepare = study_prepare,
    .plan = study_plan,
    .work = study_work,
    .free = study_end,
};

/* ---- pasur report */

enum { PARTS_MOST = 2 * STUDY_QUESTIONS_MOST, ROWS_READ = 400 };

typedef struct {
    const char *out, *title, *docs; /* options */
    bool own_page;                  /* the page of a study goes into its directory */
    ReportPart **parts;             /* PARTS_MOST for each argument, of `memory` as their texts */
    size_t count;
    Result memory;
    const ResultKind *kinds[KINDS_MOST + 1];
} Report;

static const Option REPORT_OPTIONS[] = {
    {"output", "the page; - is stdout", OPTION_AT(Report, out), .letter = 'o', .file = FILE_OWN,
     .fallback = "report.html", .metavar = "FILE.html", .heading = "Output"},
    {"title", "the title of the page", OPTION_AT(Report, title)},
    {"docs", "folder or address of the documentation, for links into it", OPTION_AT(Report, docs), .metavar = "PLACE"},
    {OPTION_QUIET},
};

/* NULL: memory ran out, and report->memory has failed. */
static ReportPart *part_add(Report *report, const char *title, const char *name)
{
    ReportPart *part = result_alloc(&report->memory, 1, sizeof *part);
    if (!part) return NULL;
    *part = (ReportPart){.title = title, .name = name};
    return report->parts[report->count++] = part;
}

static bool is_file(const char *path)
{
    struct stat what;
    return stat(path, &what) == 0 && S_ISREG(what.st_mode);
}

/* Lets the command that wrote a directory find its results again. */
static bool run_read(Driver *driver, const char *title, const char *name, Error *error)
{
    Report *report = driver->own;
    Driver ran;
    const bool good = directory_look(&ran, driver, name, error);
    for (size_t i = 0; i < ran.result_count; i++) {
        const char *more = i ? ran.results[i].kind->part : NULL;
        if (more) more = result_format(&report->memory, "%s - %s", title ? title : name, more);
        ReportPart *part = part_add(report, more ? more : title, name);
        if (!part) continue;
        part->result = ran.results[i], part->from_directory = true;
        ran.results[i] = (Result){0};
    }
    ReportPart *none = good && !ran.result_count ? part_add(report, title, name) : NULL;
    if (none)
        none->missing = run_keep_part(&ran) ? "It holds a part of a run; 'pasur merge' puts the parts together."
                                            : "Nothing of it is finished yet.";
    driver_free(&ran);
    return good;
}

/* The parts of the study of a directory. */
static bool study_add(Driver *driver, const char *name, const char *copy, Error *error)
{
    Report *report = driver->own;
    StudyFile study;
    bool good = study_read(&study, copy, error);
    for (size_t i = 0; good && i < study.count; i++) {
        const StudyQuestion *question = &study.questions[i];
        const char *title = result_format(&report->memory, "%s", question->title),
                   *folder = result_format(&report->memory, "%s/%s", name, question->folder);
        if (is_file(result_format(&report->memory, "%s/run.json", folder))) {
            good = run_read(driver, title, folder, error);
            continue;
        }
        ReportPart *part = part_add(report, title, folder);
        if (part) part->missing = "Not played yet.";
        if (part) part->command = result_format(&report->memory, "%s", question->line);
    }
    if (!report->title && study.title && *study.title && driver->parsed.arg_count == 1)
        report->title = result_join(&report->memory, "", study.title);
    if (report->own_page) report->out = result_format(&report->memory, "%s/report.html", name);
    study_free(&study);
    return good;
}

static bool file_read(const Report *report, ReportPart *part, Error *error)
{
    Result *result = &part->result;
    CsvReader *reader = &part->rest;
    if (!csv_open(reader, result, part->name) || !csv_begin(reader)) return *error = result->error, false;
    csv_kind(reader, report->kinds); /* or nobody knows its columns */
    const bool whole = result->kind && result->kind->picture && !result->kind->streams;
    if (!csv_rows(reader, whole ? CSV_MOST_ROWS : ROWS_READ)) return *error = result->error, false;
    return result->kind || result->row_count || result->column_count > 1 ||
           error_set(error,
                     "%.200s: neither records nor a table: it has no rows, and no command of pasur writes '%.40s'",
                     part->name, result->columns[0].name);
}

static bool round_take(void *context, const Record *record, Error *error)
{
    ReportPart *part = context;
    if (part->round_count == REVIEWED_MOST) return part->left_out++, true;
    if (!reviewed_round(&part->rounds[part->round_count], &part->result, record, error))
        return error_under(error, "line %d", record->first_line);
    part->round_count++;
    return true;
}

/* Does the file begin as records do? What cannot be read is no such file. */
static bool is_records(const char *name)
{
    bool found = false;
    Error unused;
    TextLines lines = {.file = text_file_open(name, &unused)};
    while (lines.file && text_lines_next(&lines, &unused) && (*lines.line == '#' || !*lines.line)) {}
    if (lines.file && lines.line && strchr(lines.line, ' ')) {
        *strchr(lines.line, ' ') = 0;
        found = choice_read("rules scores agents seed match round deal", lines.line, &unused) >= 0;
    }
    if (lines.file) fclose(lines.file);
    text_lines_free(&lines);
    return found;
}

static bool argument_add(Driver *driver, const char *name, Error *error)
{
    Report *report = driver->own;
    struct stat what;
    if (stat(name, &what)) return error_file(error, name, errno), error->system = errno == ENOMEM, false;
    if (S_ISDIR(what.st_mode)) {
        const char *copy = result_format(&report->memory, "%s/" STUDY_COPY, name);
        return is_file(copy) ? study_add(driver, name, copy, error) : run_read(driver, NULL, name, error);
    }
    ReportPart *part = part_add(report, NULL, name);
    if (!part) return error_memory(error);
    if (!is_records(name)) return file_read(report, part, error);
    part->rounds = result_alloc(&part->result, REVIEWED_MOST, sizeof *part->rounds);
    return part->rounds ? record_file_read(name, round_take, part, error) : error_memory(error);
}

/* An address has a scheme that leads to pages; a link by any other could be a script. */
static bool docs_valid(const char *docs, Error *error)
{
    static const char *const SCHEMES[] = {"http://", "https://", "file://"};
    bool good = !docs || docs[strcspn(docs, ":/")] != ':';
    for (size_t i = 0; !good && i < sizeof SCHEMES / sizeof *SCHEMES; i++)
        good = !strncmp(docs, SCHEMES[i], strlen(SCHEMES[i]));
    return good ||
           error_set(error, "--docs '%.60s': expected a folder, or an address that begins with https:// or http://",
                     docs);
}

static bool report_prepare(Driver *driver, Error *error)
{
    Report *report = driver->own;
    if (!docs_valid(report->docs, error)) return false;
    for (int i = 0; i < driver->parsed.arg_count; i++) {
        const char *copy = result_format(&report->memory, "%s/" STUDY_COPY, driver->parsed.args[i]);
        if (!strcmp(driver->parsed.args[i], "-"))
            return error_set(error, "a page needs files; stdin can be read only once");
        if (files_same(report->out, copy)) return error_set(error, "-o '%.200s' holds the study's questions", copy);
    }
    kinds_list(report->kinds, driver->commands);
    report->own_page = driver->parsed.arg_count == 1 && !driver_given(driver, "output");
    report->parts = result_alloc(&report->memory, PARTS_MOST * (size_t)driver->parsed.arg_count, sizeof *report->parts);
    return report->parts || error_memory(error);
}

static bool report_work(Driver *driver, Error *error)
{
    Report *report = driver->own;
    TextBuffer page = {0};
    bool good = true;
    for (int i = 0; good && i < driver->parsed.arg_count; i++)
        good = argument_add(driver, driver->parsed.args[i], error) && (!report->memory.failed || error_memory(error));
    const ReportLook look = {.title = report->title ? report->title : "Pâsur: what was measured",
                             .docs = report->docs,
                             .pictures = gnuplot_found()};
    good = good && report_page(&page, &look, report->parts, report->count, error);
    if (good && !look.pictures) driver_note(driver, "note: the page has no pictures: %s", GNUPLOT_MISSING);
    for (size_t i = 0; good && i < report->count; i++)
        if (report->parts[i]->result.column_count && !report->parts[i]->result.kind)
            driver_note(driver,
                        "note: %s: no command of pasur writes these columns; the page has them as a plain table",
                        report->parts[i]->name);
    if (good && !strcmp(report->out, "-")) {
        fwrite(page.data, 1, page.length, stdout);
        good = stdout_flush(errno, error);
    } else if (good) {
        good = atomic_file_write(report->out, page.data, page.length, error);
        char shown[ERROR_TEXT];
        if (good && !driver->common.quiet)
            printf("%s: %zu result%s\n", text_one_line(shown, sizeof shown, report->out), report->count,
                   PLURAL(report->count));
    }
    text_buffer_free(&page);
    return good;
}

static void report_free(Driver *driver)
{
    Report *report = driver->own;
    for (size_t i = 0; i < report->count; i++) {
        ReportPart *part = report->parts[i];
        csv_close(&part->rest);
        result_free(&part->result);
    }
    result_free(&report->memory);
}

const Command CMD_REPORT = {
    .spec =
        {.command = "report",
         .summary = "a page of what run directories, CSV files and records hold",
         .args = {"DIR|FILE.csv|RECORDS...", 1, OPTIONS_MAX_ARGS, "FILE.csv", TAKES_FILE},
         .about = "Writes one HTML page: the findings in words, pictures, sortable tables, and how each figure was "
                  "made. It needs no other file, no network and no scripts.",
         .example = "pasur sim greedy random --csv sim.csv && pasur report sim.csv",
         .notes =
             "A DIR is a run directory (--run DIR), which is only read, or the directory of 'pasur study', whose own "
             "page is rewritten unless -o says otherwise. Of a file of records, the first 20 rounds are reviewed: "
             "the cards, the chance to win over the plays, and what each play was worth.",
         OPTION_ROWS(REPORT_OPTIONS)},
    .size = sizeof(Report),
    .prepare = report_prepare,
    .work = report_work,
    .free = report_free,
};
