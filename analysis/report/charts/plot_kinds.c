/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns make a kind of file, and what pictures share: columns, order, frame, legend. */
#include "analysis/report/charts/plot_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const PlotKind PLOT_KINDS[] = {
    {"sim --csv",
     4,
     {"agent", "boards", "rounds", "points_mean", "diff_mean", "diff_ci_low", "diff_ci_high"},
     false,
     plot_sim},
    {"sim --rounds-csv", 5, {"board", "round", "match", "seat", "agent", "diff"}, true, plot_rounds},
    {"sim --matches-csv", 4, {"match", "board", "seating", "seat", "agent", "margin"}, true, plot_match_rows},
    {"sim --by score --csv",
     4,
     {"score", "opponent", "agent", "boards", "win_rate", "win_ci_low", "win_ci_high"},
     false,
     plot_by_score},
    {"tactics --csv",
     3,
     {"tactic", "measure", "opponent", "boards", "value", "ci_low", "ci_high"},
     false,
     plot_tactics},
    {"tactics --sweep", 2, {"tactic", "weight", "value", "ci_low", "ci_high"}, false, plot_sweep},
    {"tactics --by", 3, {"tactic", "by", "stratum", "value", "ci_low", "ci_high"}, false, plot_strata},
    {"tactics --pairs", 2, {"tactic_a", "tactic_b", "value", "ci_low", "ci_high"}, false, plot_pairs},
    {"tune --csv", 3, {"step", "evaluations", "objective", "ci_low", "ci_high"}, false, plot_tune},
    {"rate --csv", 3, {"agent", "rounds", "rating", "ci_low", "ci_high"}, false, plot_rate},
    {"rate --cross", 3, {"agent", "opponent", "boards", "diff_mean", "diff_ci_low", "diff_ci_high"}, false, plot_cross},
    {"exploit --csv",
     3,
     {"exploiter", "agent", "sample", "diff_mean", "diff_ci_low", "diff_ci_high"},
     false,
     plot_exploit},
    {"equity --csv", 3, {"score", "opponent", "first_seat", "win", "ci_low", "ci_high"}, false, plot_equity},
    {"advise --csv", 4, {"play", "value", "ci_low", "ci_high"}, false, plot_advise},
    {"learn --csv",
     3,
     {"generation", "stage", "epoch", "opponent", "diff_mean", "diff_ci_low", "diff_ci_high"},
     false,
     plot_learn},
    {"bench --csv", 3, {"what", "unit", "value"}, false, plot_bench},
    {"bench --compare",
     3,
     {"what", "threads", "rounds", "ratio", "ratio_ci_low", "ratio_ci_high"},
     false,
     plot_compare},
    {"calibrate --csv", 4, {"check", "promise", "trials", "errors", "nominal", "tolerance"}, false, plot_calibrate},
    {.made_by = NULL},
};

static bool begins_with(const CsvReader *reader, const PlotKind *kind)
{
    size_t i = 0;
    while (i < kind->first && i < reader->column_count && strcmp(reader->columns[i], kind->columns[i]) == 0)
        i++;
    return i == kind->first;
}

static bool has_columns(CsvReader *reader, const PlotKind *kind)
{
    for (const char *const *column = kind->columns; *column; column++)
        if (csv_reader_column(reader, *column) < 0)
            return csv_reader_complain(reader, "the header begins like that of %s, but has no column '%s'",
                                       kind->made_by, *column);
    return true;
}

static void unknown_kind(CsvReader *reader)
{
    char columns[100] = "", shown[104];
    for (size_t i = 0; i < reader->column_count; i++)
        snprintf(columns + strlen(columns), sizeof columns - strlen(columns), "%s%s", i ? "," : "", reader->columns[i]);
    csv_reader_complain(reader, "unknown columns '%s'; known are the files of",
                        text_one_line(shown, strlen(columns) > 70 ? 74 : sizeof shown, columns));
    for (const PlotKind *kind = PLOT_KINDS; kind->made_by; kind++)
        error_set(&reader->error, "%s%s %s", reader->error.text, kind == PLOT_KINDS ? "" : ",", kind->made_by);
}

const PlotKind *plot_kind_of(CsvReader *reader)
{
    for (const PlotKind *kind = PLOT_KINDS; kind->made_by; kind++)
        if (begins_with(reader, kind)) return has_columns(reader, kind) ? kind : NULL;
    unknown_kind(reader);
    return NULL;
}

static int highest_first(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? 1 : -1;
    return (x->index > y->index) - (x->index < y->index);
}

void ranked_sort(Ranked *list, size_t count) { qsort(list, count, sizeof *list, highest_first); }

bool columns_read(Columns *out, CsvTable *table, const char *value, const char *low, const char *high)
{
    *out = (Columns){.value = csv_table_numbers(table, value)};
    return out->value && (out->low = csv_table_numbers(table, low)) && (out->high = csv_table_numbers(table, high));
}

/* Counts the characters of the next line of at most so many, broken at a blank where there is one. */
static size_t line_length(const char *text, size_t chars)
{
    size_t length = strlen(text), blank = chars;
    if (length <= chars) return length;
    while (blank && text[blank] != ' ')
        blank--;
    for (length = blank ? blank : chars; !blank && length && ((unsigned char)text[length] & 0xc0) == 0x80; length--) {}
    return length ? length : chars; /* bytes that are no UTF-8 have no place to break them at */
}

/* The command that repeats what is shown, as a shell takes it: whole, in as many lines as it takes. Returns how many; `y`
   below 0: it only counts them. */
static int foot_write(Picture *picture, double y, const char *command, size_t chars)
{
    int lines = 0;
    while (*command) {
        char line[400];
        const size_t length = line_length(command, chars);
        snprintf(line, sizeof line, "%s%.*s%s", lines ? "    " : "", (int)length, command,
                 command[length] == ' ' ? " \\" : "");
        if (y >= 0) picture_text(picture, FRAME_SIDE, y + FOOT_LINE * lines, ALIGN_LEFT, FONT_SMALL, COLOR_MUTED, line);
        command += length;
        command += strspn(command, " ");
        lines++;
    }
    return lines;
}

void plot_frame(PlotJob *job, double width, double height, const char *title, const char *subtitle)
{
    Picture *picture = job->picture;
    char line[600], shown[SHORTENED_TEXT];
    const char *rules = csv_reader_head(job->reader, "rules"), *command = csv_reader_head(job->reader, "command");
    const char *version = csv_reader_head(job->reader, "version"), *partial = csv_reader_partial(job->reader);
    int chars = (int)fmin(120, (width - 2 * FRAME_SIDE) / (0.58 * FONT_SMALL));
    const int more = foot_write(picture, -1, command ? command : "", (size_t)chars - 6);
    height += FOOT_LINE * more;
    picture_begin(picture, width, height, title);
    picture_text(picture, FRAME_SIDE, 32, ALIGN_LEFT, FONT_TITLE, COLOR_INK, title);
    snprintf(line, sizeof line, "%s%s%s%s%s%s", partial ? "PARTIAL: " : "", partial ? partial : "", partial ? "; " : "",
             subtitle, rules ? "; rules " : "", rules ? rules : "");
    picture_text(picture, FRAME_SIDE, 58, ALIGN_LEFT, FONT_SMALL + 1, COLOR_MUTED, text_short(shown, line, chars));
    snprintf(line, sizeof line, "%s%s", version ? "pasur " : "", version ? version : "");
    foot_write(picture, height - 18 - FOOT_LINE * more, command ? command : "", (size_t)chars - 6);
    picture_text(picture, FRAME_SIDE, height - 18, ALIGN_LEFT, FONT_SMALL, COLOR_MUTED, text_short(shown, line, chars));
}

bool plot_matches(const PlotJob *job) { return !strcmp(value_unit(job->reader), "share of the matches"); }

bool opponent_levels(Levels *out, CsvTable *table, size_t most)
{
    if (!csv_table_levels(out, table, "opponent", most)) return false;
    for (size_t i = 0; i < out->count; i++)
        if (*out->names[i] && !(out->names[i] = csv_reader_join(table->reader, "against ", out->names[i])))
            return false;
    return true;
}

void plot_legend(Picture *picture, double left, double y, const char *const *names, size_t count)
{
    char name[SHORTENED_TEXT];
    if (count == 1 && !*names[0]) return;
    for (size_t i = 0; i < count && left < picture->width - 60; i++) {
        text_short(name, names[i], 28);
        picture_text(picture, left, y, ALIGN_LEFT, FONT_TEXT, series_color(i), "■");
        picture_text(picture, left + 18, y, ALIGN_LEFT, FONT_TEXT, COLOR_INK, name);
        left += 18 + text_width(name, FONT_TEXT) + 20;
    }
}

const char *value_unit(const CsvReader *reader)
{
    const char *unit = csv_reader_head(reader, "unit");
    return unit ? unit : "points a round";
}
