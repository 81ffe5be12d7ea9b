/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tactics of a file say, for readers to whom their names say nothing. */
#include <string.h>

#include "analysis/report/charts/markup.h"
#include "analysis/report/page/page_parts.h"
#include "analysis/report/tactics/tactic_words.h"

/* Had it a weight below 0? */
static bool reversed(const PageTable *table, const char *name)
{
    const char *names = csv_reader_head(table->reader, "reversed");
    return names && strstr(names, name);
}

void page_tactic_name(FILE *out, const PageTable *table, const char *name)
{
    char advice[TACTIC_WORDS];
    const bool known = tactic_words(advice, name);
    if (known) {
        fputs(reversed(table, name) ? "the opposite of <q>" : "<q>", out);
        markup_text(out, advice);
        fputs("</q> (", out);
    }
    fputs("<b>", out);
    markup_text(out, name);
    fputs(known ? "</b>)" : "</b>", out);
}

/* Does a row before this one have the name in that column, or this row in one of those before it? */
static bool named_before(const PageTable *table, const int columns[], size_t row, size_t index)
{
    const char *name = table->rows[row][columns[index]];
    for (size_t at = 0; at <= row; at++)
        for (size_t i = 0; i < (at < row ? 2 : index); i++)
            if (columns[i] >= 0 && !strcmp(table->rows[at][columns[i]], name)) return true;
    return false;
}

static void advice_write(FILE *out, const PageTable *table, const char *name)
{
    char advice[TACTIC_WORDS];
    if (!tactic_words(advice, name)) return;
    fprintf(out, "<dt><code>%s</code></dt><dd>", name);
    markup_text(out, advice);
    if (reversed(table, name))
        fputs(" (its weight is below 0 here: the agent does the opposite, and the value is what that is worth)", out);
    fputs("</dd>\n", out);
}

void page_tactics_write(FILE *out, const PageTable *table)
{
    const bool pairs = page_table_is(table, "tactics --pairs");
    const int columns[] = {csv_reader_column(table->reader, pairs ? "tactic_a" : "tactic"),
                           pairs ? csv_reader_column(table->reader, "tactic_b") : -1};
    if (!table->kind || !table->count || strncmp(table->kind->made_by, "tactics", 7)) return;
    fputs("<details class=\"columns\"><summary>What the tactics say</summary><dl>\n", out);
    for (size_t row = 0; row < table->count; row++)
        for (size_t i = 0; i < 2; i++)
            if (columns[i] >= 0 && !named_before(table, columns, row, i))
                advice_write(out, table, table->rows[row][columns[i]]);
    if (page_table_is(table, "tactics --csv"))
        fputs(
            "<dt>alone</dt><dd>added to a player who follows no advice and takes what is worth most at once: what a "
            "beginner gains by it</dd>\n"
            "<dt>without</dt><dd>taken from a player who follows all of it: what an expert loses who forgets it</dd>\n",
            out);
    fputs("</dl></details>\n", out);
}
