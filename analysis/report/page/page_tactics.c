/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tactics of a file say, for readers to whom their names say nothing. */
#include <string.h>

#include "agents/tactic/tactics.h"
#include "analysis/report/charts/markup.h"
#include "analysis/report/page/page_parts.h"

/* Had it a weight below 0? */
static bool reversed(const PageTable *table, const char *name)
{
    const char *names = csv_reader_head(table->reader, "reversed");
    return names && strstr(names, name);
}

void page_tactic_name(FILE *out, const PageTable *table, const char *name)
{
    char advice[TACTIC_ADVICE];
    const int tactic = name_find(&TACTIC_NAMES, name);
    if (tactic >= 0) {
        fputs(reversed(table, name) ? "the opposite of <q>" : "<q>", out);
        markup_text(out, tactic_advice(advice, tactic));
        fputs("</q> (", out);
    }
    fputs("<b>", out);
    markup_text(out, name);
    fputs(tactic >= 0 ? "</b>)" : "</b>", out);
}

/* The tactics that the file names. */
static unsigned tactics_named(const PageTable *table)
{
    static const char *const COLUMNS[] = {"tactic", "tactic_a", "tactic_b"};
    unsigned named = 0;
    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++) {
        const int column = csv_reader_column(table->reader, COLUMNS[i]);
        for (size_t row = 0; column >= 0 && row < table->count; row++) {
            const int tactic = name_find(&TACTIC_NAMES, table->rows[row][column]);
            if (tactic >= 0) named |= 1u << tactic;
        }
    }
    return named;
}

void page_tactics_write(FILE *out, const PageTable *table)
{
    char advice[TACTIC_ADVICE];
    unsigned rest = table->kind && !strncmp(table->kind->made_by, "tactics", 7) ? tactics_named(table) : 0;
    if (!rest) return;
    fputs("<details class=\"columns\"><summary>What the tactics say</summary><dl>\n", out);
    for (; rest; rest &= rest - 1) {
        const int tactic = __builtin_ctz(rest);
        fprintf(out, "<dt><code>%s</code></dt><dd>", TACTICS[tactic].name);
        markup_text(out, tactic_advice(advice, tactic));
        if (reversed(table, TACTICS[tactic].name))
            fputs(" (its weight is below 0 here: the agent does the opposite, and the value is what that is worth)",
                  out);
        fputs("</dd>\n", out);
    }
    if (page_table_is(table, "tactics --csv"))
        fputs(
            "<dt>alone</dt><dd>added to a player who follows no advice and takes what is worth most at once: what a "
            "beginner gains by it</dd>\n"
            "<dt>without</dt><dd>taken from a player who follows all of it: what an expert loses who forgets it</dd>\n",
            out);
    fputs("</dl></details>\n", out);
}
