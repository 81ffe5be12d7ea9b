/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur report: a page of what run directories, studies and CSV files hold. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/text_lines.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/results/reading.h"
#include "analysis/commands/results/study_file.h"
#include "analysis/report/draw.h"
#include "analysis/report/page.h"
#include "sim/files/packer.h"
#include "sim/files/record_file.h"
#include "sim/files/text_buffer.h"

enum { PARTS_MOST = 2 * STUDY_QUESTIONS_MOST, ROWS_READ = 400 };

typedef struct {
    const char *out, *title, *docs; /* options */
    bool own_page;                  /* the page of a study goes into its directory */
    ReportPart *parts;              /* PARTS_MOST for each argument, as of the next two */
    Result *results;
    CsvReader *readers; /* of those that are read from files */
    size_t count;
    ReviewedRound *rounds; /* REVIEWED_MOST for each argument */
    size_t round_count;
    Result texts; /* owns the texts of the parts */
    const ResultKind *kinds[KINDS_MOST + 1];
} Report;

static const Option OPTIONS[] = {
    {"output", "the page; - is stdout", OPTION_AT(Report, out), .letter = 'o', .file = FILE_OWN,
     .fallback = "report.html", .metavar = "FILE.html", .heading = "Output"},
    {"title", "the title of the page", OPTION_AT(Report, title)},
    {"docs", "folder or address of the documentation, for links into it", OPTION_AT(Report, docs), .metavar = "PLACE"},
    {OPTION_QUIET},
};

static ReportPart *part_add(Report *report, const char *title, const char *name)
{
    ReportPart *part = &report->parts[report->count++];
    *part = (ReportPart){.title = title, .name = name};
    return part;
}

static bool is_file(const char *path)
{
    struct stat what;
    return stat(path, &what) == 0 && S_ISREG(what.st_mode);
}

/* ---- run directories */

/* A part with such a result, which is the report's to free. */
static ReportPart *result_add(Report *report, const char *title, const char *name, Result result)
{
    report->results[report->count] = result;
    ReportPart *part = part_add(report, title, name);
    part->result = &report->results[report->count - 1];
    return part;
}

/* Lets the command that wrote a directory find its results again, and tell them. */
static bool run_read(Driver *driver, const char *title, const char *name, Error *error)
{
    Report *report = driver->own;
    char part[40], *summary = NULL;
    size_t length;
    FILE *out = open_memstream(&summary, &length);
    if (!out) return error_memory(error);
    RunLook look = {.out = out};
    bool good = directory_look(&look, part, driver, name, error);
    if (!text_stream_close(out, &summary)) good = error_memory(error);
    const char *told = result_format(&report->texts, "%s", summary ? summary : "");
    free(summary);
    for (size_t i = 0; i < look.result_count; i++) {
        const char *more = i ? look.results[i].kind->part : NULL;
        ReportPart *added =
            result_add(report, more ? result_format(&report->texts, "%s - %s", title ? title : name, more) : title,
                       name, look.results[i]);
        if (!i) added->summary = told;
    }
    free(look.results);
    if (good && !look.result_count)
        part_add(report, title, name)->missing =
            *part ? "It holds a part of a run; 'pasur merge' puts the parts together."
                  : "Nothing of it is finished yet.";
    return good && (!report->texts.failed || error_memory(error));
}

/* The parts of the study of a directory. */
static bool study_add(Driver *driver, const char *name, const char *copy, Error *error)
{
    Report *report = driver->own;
    StudyFile study;
    bool good = study_read(&study, copy, error);
    for (size_t i = 0; good && i < study.count; i++) {
        const StudyQuestion *question = &study.questions[i];
        const char *title = result_format(&report->texts, "%s", question->title),
                   *folder = result_format(&report->texts, "%s/%s", name, question->folder);
        if (is_file(result_format(&report->texts, "%s/run.json", folder)))
            good = run_read(driver, title, folder, error);
        else
            *part_add(report, title, folder) =
                (ReportPart){.title = title,
                             .name = folder,
                             .command = result_format(&report->texts, "%s", question->line),
                             .missing = "Not played yet."};
    }
    if (!report->title && *study.title && driver->parsed.arg_count == 1)
        report->title = result_format(&report->texts, "%s", study.title);
    if (report->own_page) report->out = result_format(&report->texts, "%s/report.html", name);
    study_free(&study);
    return good && (!report->texts.failed || error_memory(error));
}

static bool file_read(Report *report, const char *name, Error *error)
{
    ReportPart *part = result_add(report, NULL, name, (Result){0});
    CsvReader *reader = part->rest = &report->readers[report->count - 1];
    Result *result = part->result;
    if (!csv_open(reader, result, name) || !csv_begin(reader)) return *error = result->error, false;
    csv_kind(reader, report->kinds); /* or nobody knows its columns */
    const bool whole = result->kind && result->kind->draw && !result->kind->streams;
    if (!csv_rows(reader, whole ? CSV_MOST_ROWS : ROWS_READ)) return *error = result->error, false;
    return result->kind || result->row_count || result->column_count > 1 ||
           error_set(error,
                     "%.200s: neither records nor a table: it has no rows, and no command of pasur writes '%.40s'",
                     name, result->columns[0].name);
}

/* ---- records */

typedef struct {
    Report *report;
    ReportPart *part;
} RoundsRead;

static bool round_take(void *context, const Record *record, Error *error)
{
    const RoundsRead *reading = context;
    if (reading->part->round_count == REVIEWED_MOST) return reading->part->left_out++, true;
    if (!reviewed_round(&reading->report->rounds[reading->report->round_count], record, error))
        return error_under(error, "line %d", record->first_line);
    reading->report->round_count++;
    reading->part->round_count++;
    return true;
}

static bool records_read(Report *report, const char *name, Error *error)
{
    ReportPart *part = part_add(report, NULL, name);
    part->rounds = &report->rounds[report->round_count];
    return record_file_read(name, round_take, &(RoundsRead){report, part}, error);
}

/* Does the file begin as records do? What cannot be read is no such file. */
static bool is_records(const char *name)
{
    static const char *const KEYS[] = {"rules ", "scores ", "agents ", "seed ", "match ", "round ", "deal "};
    bool found = false, more = true;
    Error unused;
    TextLines lines = {.file = text_file_open(name, &unused)};
    while (lines.file && more && text_lines_next(&lines, &unused)) {
        more = *lines.line == '#' || !*lines.line;
        for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
            found |= !strncmp(lines.line, KEYS[i], strlen(KEYS[i]));
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
    if (!S_ISDIR(what.st_mode) && is_records(name)) return records_read(report, name, error);
    if (!S_ISDIR(what.st_mode)) return file_read(report, name, error);
    const char *copy = result_format(&report->texts, "%s/" STUDY_COPY, name);
    return is_file(copy) ? study_add(driver, name, copy, error) : run_read(driver, NULL, name, error);
}

/* ---- the command */

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
    const size_t most = PARTS_MOST * (size_t)driver->parsed.arg_count;
    for (int i = 0; i < driver->parsed.arg_count; i++)
        if (!strcmp(driver->parsed.args[i], "-"))
            return error_set(error, "a page needs files; stdin is read once only");
    kinds_list(report->kinds, driver->commands);
    report->own_page = driver->parsed.arg_count == 1 && !driver_given(driver, "output");
    report->parts = calloc(most, sizeof *report->parts);
    report->results = calloc(most, sizeof *report->results);
    report->readers = calloc(most, sizeof *report->readers);
    report->rounds = calloc(REVIEWED_MOST * (size_t)driver->parsed.arg_count, sizeof *report->rounds);
    if (!report->parts || !report->results || !report->readers || !report->rounds) return error_memory(error);
    for (int i = 0; i < driver->parsed.arg_count; i++) {
        const char *copy = result_format(&report->texts, "%s/" STUDY_COPY, driver->parsed.args[i]);
        if (files_same(report->out, copy)) return error_set(error, "-o '%.200s' holds the study's questions", copy);
    }
    return true;
}

static bool report_work(Driver *driver, Error *error)
{
    Report *report = driver->own;
    TextBuffer page = {0};
    bool good = true;
    for (int i = 0; good && i < driver->parsed.arg_count; i++)
        good = argument_add(driver, driver->parsed.args[i], error);
    const ReportLook look = {.title = report->title ? report->title : "Pâsur: what was measured",
                             .docs = report->docs,
                             .pictures = gnuplot_found()};
    good = good && report_page(&page, &look, report->parts, report->count, error);
    if (good && !look.pictures) driver_note(driver, "note: the page has no pictures: %s", GNUPLOT_MISSING);
    for (size_t i = 0; good && i < report->count; i++)
        if (report->parts[i].result && !report->parts[i].result->kind)
            driver_note(driver,
                        "note: %s: no command of pasur writes these columns; the page has them as a plain table",
                        report->parts[i].name);
    if (good && !strcmp(report->out, "-")) {
        fwrite(page.data, 1, page.length, stdout);
        good = driver_printed(error);
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
        csv_close(&report->readers[i]);
        result_free(&report->results[i]);
    }
    result_free(&report->texts);
    for (size_t i = 0; i < report->round_count; i++)
        reviewed_round_free(&report->rounds[i]);
    free(report->rounds);
    free(report->parts);
    free(report->results);
    free(report->readers);
}

const Command CMD_REPORT = {
    .spec =
        {.command = "report",
         .summary = "a page of what run directories, CSV files and records hold",
         .args = {"DIR|FILE.csv|RECORDS...", 1, OPTIONS_MAX_ARGS, "FILE.csv", TAKES_FILE},
         .about = "Writes one HTML page: what was found in words, pictures, tables that sort, and how each figure "
                  "was made. It needs no other file, no network and no scripts.",
         .example = "pasur sim greedy random --csv sim.csv && pasur report sim.csv",
         .notes =
             "A DIR is a run directory (--run DIR), of which nothing is played, or the directory of 'pasur study', whose own "
             "page is written again where no -o says otherwise. Of a file of records each round is reviewed, the first "
             "20 that there are: the cards, the chance to win over the plays, and what each play was worth.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Report),
    .prepare = report_prepare,
    .work = report_work,
    .free = report_free,
};
