/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns make a kind of file, and what all pictures share: frame, legend. */
#include "analysis/report/charts/plot_kinds.h"

#include <math.h>
#include <string.h>

#include "engine/text/error.h"

const PlotKind PLOT_KINDS[] = {
    {"sim --csv", "agent,boards,rounds,points_mean", "diff_mean,diff_ci_low,diff_ci_high", false, plot_sim},
    {"sim --rounds-csv", "board,round,match,seat,agent", "diff", true, plot_rounds},
    {"tactics --csv", "tactic,measure,opponent", "boards,value,ci_low,ci_high", false, plot_tactics},
    {"tactics --sweep", "tactic,weight", "value,ci_low,ci_high", false, plot_sweep},
    {"tactics --by", "tactic,by,stratum", "value,ci_low,ci_high", false, plot_strata},
    {"tactics --pairs", "tactic_a,tactic_b", "value,ci_low,ci_high", false, plot_pairs},
    {"tune --csv", "step,evaluations,objective", "ci_low,ci_high", false, plot_tune},
    {"rate --csv", "agent,rounds,rating", "ci_low,ci_high", false, plot_rate},
    {"rate --cross", "agent,opponent,boards", "diff_mean,diff_ci_low,diff_ci_high", false, plot_cross},
    {"advise --csv", "play,value,ci_low,ci_high", NULL, false, plot_advise},
    {"bench --csv", "what,unit,value", NULL, false, plot_bench},
    {"calibrate --csv", "check,promise,trials,errors", "nominal,tolerance", false, plot_calibrate},
    {NULL, NULL, NULL, false, NULL},
};

/* The next name of a comma-separated list, its length in *length; NULL at the end. Begin with *rest = list. */
static const char *next_name(const char **rest, size_t *length)
{
    const char *name = *rest;
    if (!name || !*name) return NULL;
    *length = strcspn(name, ",");
    *rest = name + *length + (name[*length] == ',');
    return name;
}

static bool begins_with(const CsvReader *reader, const char *list)
{
    size_t length, index = 0;
    for (const char *name; (name = next_name(&list, &length)); index++)
        if (index == reader->column_count || strlen(reader->columns[index]) != length ||
            strncmp(reader->columns[index], name, length) != 0)
            return false;
    return true;
}

static bool has_needs(CsvReader *reader, const PlotKind *kind)
{
    const char *list = kind->needs;
    size_t length;
    for (const char *name; (name = next_name(&list, &length));) {
        char column[40];
        snprintf(column, sizeof column, "%.*s", (int)length, name);
        if (csv_reader_column(reader, column) < 0)
            return csv_reader_complain(reader, "the header begins like that of %s, but has no column '%s'",
                                       kind->made_by, column);
    }
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
        if (begins_with(reader, kind->begins)) return has_needs(reader, kind) ? kind : NULL;
    unknown_kind(reader);
    return NULL;
}

void plot_frame(PlotJob *job, double width, double height, const char *title, const char *subtitle)
{
    Picture *picture = job->picture;
    char line[600], shown[SHORTENED_TEXT];
    const char *rules = csv_reader_head(job->reader, "rules"), *command = csv_reader_head(job->reader, "command");
    const char *version = csv_reader_head(job->reader, "version"), *partial = csv_reader_head(job->reader, "PARTIAL");
    int chars = (int)fmin(120, (width - 2 * FRAME_SIDE) / (0.58 * FONT_SMALL));
    picture_begin(picture, width, height);
    picture_text(picture, FRAME_SIDE, 32, ALIGN_LEFT, FONT_TITLE, COLOR_INK, title);
    snprintf(line, sizeof line, "%s%s%s%s%s%s", partial ? "PARTIAL: " : "", partial ? partial : "", partial ? "; " : "",
             subtitle, rules ? "; rules " : "", rules ? rules : "");
    picture_text(picture, FRAME_SIDE, 58, ALIGN_LEFT, FONT_SMALL + 1, COLOR_MUTED, text_short(shown, line, chars));
    snprintf(line, sizeof line, "%s%s%s%s", command ? command : "", command && version ? "; " : "",
             version ? "version " : "", version ? version : "");
    picture_text(picture, FRAME_SIDE, height - 18, ALIGN_LEFT, FONT_SMALL, COLOR_MUTED, text_short(shown, line, chars));
}

bool opponent_levels(Levels *out, CsvTable *table, size_t most)
{
    return csv_table_few_levels(out, table, "opponent", most) && levels_prefix(out, table, "against ");
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
