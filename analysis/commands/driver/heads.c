/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the heads of files: what a run is, how it ended, and what was void; and the figures below them. */
#include "analysis/commands/driver/heads.h"

#include <string.h>

#include "library/version.h"

enum { OPEN_LINE = 150 };

static void head_write(const Driver *driver, OutputFile *file, double wall)
{
    char seed[SHORT_TEXT], seconds[SHORT_TEXT];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)driver->common.seed);
    snprintf(seconds, sizeof seconds, "%.3f", wall);
    figures_head(file, "version", "%s", PASUR_VERSION);
    figures_head(file, "commit", "%s", PASUR_COMMIT);
    figures_head(file, "build", "%s", PASUR_BUILD);
    figures_head(file, "command", "%s", driver->identity ? driver->identity : driver->again);
    if (driver->common.seed || option_find(&driver->command->spec, "seed")) figures_head_number(file, "seed", seed);
    if (driver->rules) figures_head(file, "rules", "%s", driver->rules_text);
    figures_head(file, "start", "%s", driver->start);
    if (wall >= 0) figures_head_number(file, "wall_seconds", driver->look ? "" : seconds);
}

/* The last line of a stream's head, always as long. Returns its length. */
static size_t open_line_print(char text[static OPEN_LINE + 2], const char *key, const char *value)
{
    char line[OPEN_LINE];
    snprintf(line, sizeof line, "# %s: %.120s", key, value);
    return (size_t)snprintf(text, OPEN_LINE + 2, "%-*s\n", OPEN_LINE, line);
}

OutputFile *driver_stream(Driver *driver, const char *option)
{
    char line[OPEN_LINE + 2];
    CommandFile *file = files_find(&driver->files, option);
    if (!file) return NULL;
    head_write(driver, &file->out, -1);
    file->open_line = output_file_write_open(&file->out, line, open_line_print(line, "PARTIAL", "the run is not over"));
    return &file->out;
}

OutputFile *driver_rows(Driver *driver)
{
    CommandFile *file = files_find(&driver->files, "json");
    return file ? &file->out : &files_add(&driver->files, "standard output", "-", FILE_STREAM)->out;
}

void json_heads_write(Driver *driver)
{
    for (int i = 0; i < driver->files.count && !driver->command->figures; i++)
        if (driver->files.list[i].use == FILE_JSON) head_write(driver, &driver->files.list[i].out, -1);
}

/* Says in a head what was void, if anything was. */
static void voids_head(const Driver *driver, OutputFile *file)
{
    char first[VOID_TEXT];
    for (int64_t i = 0; i < driver->voids.count; i++) {
        const VoidKind *kind = &driver->voids.kinds[i];
        figures_head(file, "void", "%lld such as %s", (long long)kind->boards, void_print(first, &kind->first));
    }
}

/* Writes a head and the figures of an option; NULL: those of the command, if it has any. */
static void table_write(const Driver *driver, OutputFile *out, void (*write)(const Driver *, OutputFile *))
{
    if (!write && !driver->command->figures) return;
    head_write(driver, out, driver->wall);
    if (driver->partial) figures_head(out, "PARTIAL", "%s", driver->part);
    voids_head(driver, out);
    (write ? write : driver->command->figures)(driver, out);
}

void files_end(Driver *driver, bool figures)
{
    char wall[SHORT_TEXT] = "", line[OPEN_LINE + 2];
    if (!driver->look) snprintf(wall, sizeof wall, "%.3f", driver->wall);
    for (int i = 0; i < driver->files.count; i++) {
        CommandFile *file = &driver->files.list[i];
        OutputFile *out = file->use == FILE_PICTURE ? &driver->files.plot.csv : &file->out;
        if (file->open_line > 0)
            output_file_overwrite(out, file->open_line, line,
                                  open_line_print(line, driver->partial ? "PARTIAL" : "wall_seconds",
                                                  driver->partial ? driver->part : wall));
        else if (file->option && file->use == FILE_STREAM && driver->partial)
            snprintf(out->mark, sizeof out->mark, "# PARTIAL: %s\n%s", driver->part, file->open_line ? "" : "\n");
        else if (file->use == FILE_JSON && !driver->command->figures && driver->partial)
            snprintf(out->mark, sizeof out->mark, "{\"PARTIAL\":\"stopped before the end\"}\n");
        out->drop |= file->use == FILE_STREAM && driver->partial && !figures;
        if (!figures || (file->use != FILE_FIGURES && file->use != FILE_JSON && file->use != FILE_PICTURE)) continue;
        table_write(driver, out, file->option->write);
        const OptionsSpec *spec = &driver->command->spec;
        for (size_t k = 0; k < spec->option_count && file->use == FILE_JSON; k++)
            if (spec->options[k].write) table_write(driver, out, spec->options[k].write);
    }
}
