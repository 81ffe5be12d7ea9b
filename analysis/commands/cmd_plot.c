/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur plot: a picture of a CSV file. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/files.h"
#include "analysis/commands/options.h"
#include "analysis/report/charts/gnuplot.h"
#include "analysis/report/charts/plot.h"
#include "analysis/report/charts/plot_kinds.h"
#include "engine/text/error.h"

typedef struct {
    const char *out, *script;
} PlotOptions;

static const Option ROWS[] = {
    {.name = "output",
     .letter = 'o',
     .type = OPTION_TEXT,
     .offset = offsetof(PlotOptions, out),
     .metavar = "FILE",
     .help = "the picture, FILE.svg or FILE.png; default the data's name with .svg"},
    {.name = "script",
     .type = OPTION_TEXT,
     .offset = offsetof(PlotOptions, script),
     .metavar = "FILE.gp",
     .help = "keep gnuplot's input, which holds the data too; this works without gnuplot"},
};

/* DATA.svg for DATA.csv, or false if it does not fit. */
static bool name_from(char *out, size_t size, const char *csv)
{
    size_t length = strlen(csv);
    if (length > 4 && strcmp(csv + length - 4, ".csv") == 0) length -= 4;
    return (size_t)snprintf(out, size, "%.*s.svg", (int)length, csv) < size;
}

static void list_kinds(char *out, size_t size)
{
    snprintf(out, size, "Drawn are the files of");
    size_t column = strlen(out);
    for (const PlotKind *kind = PLOT_KINDS; kind->made_by; kind++) {
        char word[64];
        snprintf(word, sizeof word, " %s%s", kind->made_by, kind[1].made_by ? "," : ".");
        bool wrap = column + strlen(word) > 78;
        column = wrap ? strlen(word) : column + strlen(word);
        snprintf(out + strlen(out), size - strlen(out), "%s%s", wrap ? "\n" : "", word + wrap);
    }
}

int cmd_plot(int argc, char **argv)
{
    PlotOptions mine = {0};
    char notes[600], from_csv[4100], shown[120];
    Error error;
    list_kinds(notes, sizeof notes);
    const OptionGroup groups[] = {{"Output", ROWS, sizeof ROWS / sizeof *ROWS, &mine}};
    const OptionsSpec spec = {
        .command = "plot",
        .args = "FILE.csv",
        .min_args = 1,
        .max_args = 1,
        .about = "Draws a CSV file that another command has written; its header says what it shows. '-' is stdin.",
        .example = "pasur plot tactics.csv -o tactics.png",
        .notes = notes,
        .groups = groups,
        .group_count = 1,
    };
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    const char *csv = parsed.args[0];
    if (!mine.out && strcmp(csv, "-") == 0)
        return command_error(STATUS_WRONG_USE, "plot", "data from stdin needs -o FILE.svg");
    if (!mine.out && !name_from(from_csv, sizeof from_csv, csv))
        return command_error(STATUS_WRONG_USE, "plot", "a name too long");
    const char *out = mine.out ? mine.out : from_csv;
    const NamedFile own[] = {{"FILE.csv", csv, true}, {"-o", out, false}, {"--script", mine.script, false}};
    const CommonOptions none = {0};
    const int wrong = files_check(&(RunFiles){&none, own, 3, NULL, 0}, &error);
    if (wrong) return command_error(wrong, "plot", "%s", error.text);
    bool script_only = mine.script && !mine.out && !gnuplot_found();
    PlotStatus status = (script_only ? plot_script : plot_draw)(csv, out, mine.script, &error);
    if (status != PLOT_DONE) return command_error((int)status, "plot", "%s", error.text);
    if (script_only)
        fprintf(stderr, "pasur plot: gnuplot is not installed, so only the script %s is written\n",
                text_one_line(shown, sizeof shown, mine.script));
    return 0;
}
