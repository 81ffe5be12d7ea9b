/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a page of results together: a list of what was found, then a section for each result. */
#include "analysis/report/page/report_page.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/report/charts/markup.h"
#include "analysis/report/charts/plot.h"
#include "analysis/report/charts/svg.h"
#include "analysis/report/page/page_parts.h"
#include "library/version.h"

enum { SENTENCES_MOST = 6 };

/* Where text is gathered. */
typedef struct {
    FILE *list, *body; /* the list at the top, and the sections */
    char *texts[2];
    size_t lengths[2];
} Pages;

/* ---- the verdict */

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

/* Is this line of a summary a sentence for people on what was found, and no row of a table? */
static bool is_sentence(const char *line, size_t length)
{
    size_t words = 1;
    if (length < 20 || line[length - 1] != '.' || *line == ' ' || begins(line, "Rows that were precise")) return false;
    for (size_t i = 1; i < length; i++) {
        if (line[i] == ' ' && line[i - 1] == ' ') return false;
        words += line[i] == ' ';
    }
    return words >= 5;
}

static void sentence_write(FILE *out, const char *text)
{
    char line[2000];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    markup_text(out, line);
}

/* The sentences of a summary, each a paragraph. Returns how many. */
static int sentences_write(FILE *out, const char *summary)
{
    int count = 0;
    for (size_t length; summary && *summary && count < SENTENCES_MOST; summary += length + (summary[length] == '\n')) {
        length = strcspn(summary, "\n");
        if (!is_sentence(summary, length)) continue;
        fputs("<p>", out);
        sentence_write(out, summary);
        fputs("</p>\n", out);
        count++;
    }
    return count;
}

/* The sentence of a summary that says most: what a test decided, or else the first. NULL: there is none. */
static const char *sentence_best(const char *summary)
{
    const char *best = NULL;
    for (size_t length; summary && *summary; summary += length + (summary[length] == '\n')) {
        length = strcspn(summary, "\n");
        if (!is_sentence(summary, length)) continue;
        if (begins(summary, "The test ") || begins(summary, "Accepted") || begins(summary, "Refused")) return summary;
        if (!best) best = summary;
    }
    return best;
}

/* Are the words of the page better than the first sentence of the terminal? */
static bool says_best(const PageTable *table)
{
    return page_table_is(table, "rate --csv") || page_table_is(table, "rate --cross") ||
           page_table_is(table, "equity --csv") || (table->kind && begins(table->kind->made_by, "tactics"));
}

/* What a file of the kind answers, for the title of a result that has none; NULL: the command is its title. */
static const char *question_of(const PageTable *table)
{
    static const char *const QUESTIONS[][2] = {
        {"sim --by score --csv", "Who wins from which scores?"},
        {"sim --csv", "Who is stronger?"},
        {"tactics --csv", "What is a tactic worth?"},
        {"tactics --sweep", "How much weight should a tactic have?"},
        {"tactics --by", "Where is a tactic worth most?"},
        {"tactics --pairs", "Which tactics go together?"},
        {"tune --csv", "Can the player be made better?"},
        {"rate --csv", "Who is best?"},
        {"rate --cross", "Who beats whom?"},
        {"exploit --csv", "How much can be won from a player who is known?"},
        {"equity --csv", "How likely is it to win the match?"},
        {"advise --csv", "What should be played?"},
        {"calibrate --csv", "Do the statistics keep their promises?"},
    };
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof *QUESTIONS; i++)
        if (page_table_is(table, QUESTIONS[i][0])) return QUESTIONS[i][1];
    return NULL;
}

static void verdict_write(FILE *out, const ReportPart *part, const PageTable *table)
{
    const char *partial = csv_reader_partial(table->reader);
    if (partial) {
        fputs("<p class=\"partial\"><strong>PARTIAL:</strong> ", out);
        markup_text(out, partial);
        fputs(". The run is not over; the figures are of what is finished.</p>\n", out);
    }
    if (part->now) {
        fputs("<p class=\"partial\"><strong>Not this question:</strong> the study asks <code>", out);
        markup_text(out, part->now);
        fputs(
            "</code> now, and these are the figures of the command below. The question needs a new title, or the study "
            "another directory.</p>\n",
            out);
    }
    fputs("<div class=\"verdict\">", out);
    if (says_best(table)) {
        fputs("<p>", out);
        page_verdict_write(out, table);
        fputs("</p>\n", out);
    }
    if (!sentences_write(out, part->summary) && !says_best(table)) {
        fputs("<p>", out);
        page_verdict_write(out, table);
        fputs("</p>\n", out);
    }
    fputs("</div>\n", out);
}

/* ---- a section */

static void facts_write(FILE *out, const ReportPart *part, const CsvReader *reader)
{
    static const struct {
        const char *key, *title;
    } FACTS[] = {{"command", "Command"}, {"rules", "Rules"},          {"seed", "Seed"},       {"version", "Version"},
                 {"start", "Started"},   {"wall_seconds", "Seconds"}, {"void", "Void boards"}};
    fputs("<dl>\n<dt>From</dt><dd><code>", out);
    markup_text(out, part->name);
    fputs("</code></dd>\n", out);
    for (size_t i = 0; i < sizeof FACTS / sizeof *FACTS; i++) {
        const char *value = csv_reader_head(reader, FACTS[i].key);
        const bool when = !strcmp(FACTS[i].key, "start") || !strcmp(FACTS[i].key, "wall_seconds");
        if (!value || (when && part->summary)) continue; /* of a directory they are those of this look */
        fprintf(out, "<dt>%s</dt><dd><code>", FACTS[i].title);
        markup_text(out, value);
        fputs("</code></dd>\n", out);
    }
    fputs("</dl>\n", out);
}

static bool picture_write(FILE *out, const ReportLook *look, const ReportPart *part, const PageTable *table, int number,
                          Error *error)
{
    TextBuffer svg;
    if (!table->kind || !table->count) return true;
    if (!look->pictures) {
        fputs("<p class=\"muted\">There is no picture, since gnuplot was not installed.</p>\n", out);
        return true;
    }
    if (!plot_inline(&svg, part->csv, number, error)) return false;
    fprintf(out, "<figure><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Picture of result %d\">\n",
            number);
    fwrite(svg.data, 1, svg.length, out);
    fputs("</div></figure>\n", out);
    text_buffer_free(&svg);
    return true;
}

static void heading_write(Pages *pages, const char *title, int number)
{
    fprintf(pages->list, "<li><a href=\"#result%d\">", number);
    markup_text(pages->list, title);
    fputs("</a>", pages->list);
    fprintf(pages->body, "<section id=\"result%d\"><h2>", number);
    markup_text(pages->body, title);
    fputs("</h2>\n", pages->body);
}

static void missing_write(Pages *pages, const ReportPart *part, int number)
{
    heading_write(pages, part->title ? part->title : part->name, number);
    fputs(": not there yet</li>\n", pages->list);
    fputs("<p class=\"partial\">", pages->body);
    markup_text(pages->body, part->missing ? part->missing : "nothing is there yet");
    fputs("</p>\n", pages->body);
    if (part->command) {
        fputs("<dl><dt>Command</dt><dd><code>", pages->body);
        markup_text(pages->body, part->command);
        fputs("</code></dd></dl>\n", pages->body);
    }
    fputs("</section>\n", pages->body);
}

static bool section_write(Pages *pages, const ReportLook *look, const ReportPart *part, int number, CsvReader *reader,
                          Error *error)
{
    PageTable table;
    if (!csv_reader_begin(reader) || !page_table_read(&table, reader)) {
        *error = reader->error;
        return false;
    }
    const char *command = csv_reader_head(reader, "command");
    const char *question = question_of(&table), *title = part->title ? part->title : question ? question : command;
    heading_write(pages, title ? title : part->name, number);
    if (title == question && command) {
        fputs(" <code class=\"muted\">", pages->list);
        markup_text(pages->list, command);
        fputs("</code>", pages->list);
    }
    fputs(part->now ? " (the figures are of another command)<br>" : "<br>", pages->list);
    const bool own = says_best(&table) || page_table_is(&table, "tune --csv"); /* of tune also the validation */
    const char *sentence = own ? NULL : sentence_best(part->summary);
    if (sentence)
        sentence_write(pages->list, sentence);
    else
        page_verdict_write(pages->list, &table);
    fputs("</li>\n", pages->list);
    verdict_write(pages->body, part, &table);
    if (!picture_write(pages->body, look, part, &table, number, error)) return false;
    look->unknown[number - 1] = !page_table_write(pages->body, &table, look->tables, number);
    if (part->summary) {
        fprintf(pages->body,
                "<details><summary>As on the terminal</summary><div class=\"wide\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"Text of result %d\"><pre>",
                number);
        markup_text(pages->body, part->summary);
        fputs("</pre></div></details>\n", pages->body);
    }
    facts_write(pages->body, part, reader);
    if (table.kind) page_methods_write(pages->body, &table, look->docs);
    fputs("</section>\n", pages->body);
    return true;
}

static bool part_write(Pages *pages, const ReportLook *look, const ReportPart *part, int number, Error *error)
{
    CsvReader reader;
    if (!part->csv) return missing_write(pages, part, number), true;
    bool good = csv_reader_open(&reader, part->csv);
    if (!good) *error = reader.error;
    good = good && section_write(pages, look, part, number, &reader, error);
    csv_reader_close(&reader);
    return good;
}

/* ---- the page */

static void page_write(FILE *out, const ReportLook *look, const Pages *pages, size_t count)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
          "script-src 'unsafe-inline'; img-src data:\">\n<title>",
          out);
    markup_text(out, look->title);
    fprintf(out, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<header><h1>", PAGE_STYLE, SVG_STYLE);
    markup_text(out, look->title);
    fputs("</h1></header>\n<main>\n", out);
    if (count > 1) {
        fputs("<nav aria-label=\"Results\"><ol>\n", out);
        fwrite(pages->texts[0], 1, pages->lengths[0], out);
        fputs("</ol></nav>\n", out);
    }
    fwrite(pages->texts[1], 1, pages->lengths[1], out);
    fprintf(out, "</main>\n<footer><p>Written by pasur %s.</p></footer>\n<script>\n%s</script>\n</body>\n</html>\n",
            PASUR_VERSION, PAGE_SCRIPT);
}

bool report_page(TextBuffer *out, const ReportLook *look, const ReportPart *parts, size_t count, Error *error)
{
    Pages pages = {0};
    char *text = NULL;
    size_t length = 0;
    pages.list = open_memstream(&pages.texts[0], &pages.lengths[0]);
    pages.body = open_memstream(&pages.texts[1], &pages.lengths[1]);
    FILE *page = open_memstream(&text, &length);
    bool good = (pages.list && pages.body && page) || error_memory(error);
    for (size_t i = 0; good && i < count; i++)
        good = part_write(&pages, look, &parts[i], (int)i + 1, error);
    bool whole = !pages.list || fclose(pages.list) == 0;
    whole = (!pages.body || fclose(pages.body) == 0) && whole;
    if (good && whole) page_write(page, look, &pages, count);
    whole = (!page || fclose(page) == 0) && whole;
    if (good && !whole) good = error_memory(error);
    free(pages.texts[0]);
    free(pages.texts[1]);
    if (good)
        *out = (TextBuffer){.data = text, .length = length, .room = length};
    else
        free(text);
    return good;
}
