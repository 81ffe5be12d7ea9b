/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How figures of each kind are made, for a reader who has nothing but the page. */
#include <string.h>

#include "analysis/report/charts/markup.h"
#include "analysis/report/page/page_parts.h"

static const char BOARD[] =
    "A board is one shuffled pack, played once in each seating of the agents, so that the luck of the cards falls on all of "
    "them alike; a board in which an agent failed is left out whole. Intervals are over boards and hold at 95 %. The seed "
    "fixes every card and every choice: the same command gives the same figures, whatever the number of threads.";

/* What belongs to a kind: the first of these whose name begins that of the kind, and a page of the documentation. */
static const struct {
    const char *made_by, *text, *page;
} METHODS[] = {
    {"sim --by",
     "From each pair of scores both agents play first in turn, so that equals would win one half; the intervals "
     "hold for all pairs together (Bonferroni).",
     "matches.md"},
    {"sim",
     "diff is an agent's points less the mean of the other sides' in the same round. Where a run may stop early "
     "(--stop), its interval is valid at every look.",
     "players.md"},
    {"tactics",
     "Two versions of one agent, with the tactic and without it, play the same boards with the same random "
     "numbers against the same opponent; where the tactic changes nothing the difference is exactly 0. Intervals "
     "hold for all rows together (Bonferroni), p is adjusted for all of them (Holm).",
     "tactics.md"},
    {"tune",
     "Weights were searched on some boards, chosen on others, and tested on boards that were never used before; the "
     "test alone decides, and the validation takes no part in any choice.",
     "tuning.md"},
    {"rate",
     "All agents meet each other on the same boards. A rating is fitted to all meetings at once; its interval comes "
     "from boards drawn again with repetition (bootstrap).",
     "tuning.md"},
    {"exploit",
     "Exploiters, who know the agent, play it on boards of their own; the best of them plays fresh boards, which took no "
     "part in the choice. What it wins there is a lower bound: a better exploiter may win more.",
     "strength.md"},
    {"equity",
     "Rounds are played from each pair of scores; the chances follow from them by solving the match backward from "
     "its end, and whole matches check the result.",
     "matches.md"},
    {"advise",
     "The cards that the player cannot see are dealt again and again, as they may lie, and the round is played out "
     "from there.",
     "search.md"},
    {"calibrate",
     "Each interval and test is tried many times where the truth is known, by the functions that the commands "
     "themselves use, and its errors are counted.",
     "reliability.md"},
    {"bench", "Speeds are of one build on one machine, and differ from run to run.", "speed.md"},
};

/* A page of the documentation: a link, where it is known where that is. */
static void page_name(FILE *out, const char *docs, const char *page)
{
    const size_t length = docs ? strlen(docs) : 0;
    if (docs) {
        fputs("<a href=\"", out);
        markup_text(out, docs);
        fprintf(out, "%s%s\">", length && docs[length - 1] != '/' ? "/" : "", page);
    }
    fprintf(out, docs ? "docs/%s</a>" : "<code>docs/%s</code>", page);
}

void page_methods_write(FILE *out, const PageTable *table, const char *docs)
{
    const char *interval = csv_reader_head(table->reader, "interval"), *name = table->kind->made_by;
    fputs("<details><summary>How these figures are made</summary><p>", out);
    if (strcmp(name, "bench --csv") && strcmp(name, "calibrate --csv")) fprintf(out, "%s ", BOARD);
    size_t i = 0;
    const size_t count = sizeof METHODS / sizeof *METHODS;
    while (i < count && strncmp(name, METHODS[i].made_by, strlen(METHODS[i].made_by)))
        i++;
    if (i < count) fputs(METHODS[i].text, out);
    if (interval) {
        fputs(" Intervals of this file: ", out);
        markup_text(out, interval);
        putc('.', out);
    }
    fputs("</p><p>Read on: ", out);
    if (i < count) {
        page_name(out, docs, METHODS[i].page);
        fputs(", ", out);
    }
    page_name(out, docs, "methods.md");
    fputs(" (every interval and test), ", out);
    page_name(out, docs, "csv.md");
    fputs(" (every column).</p></details>\n", out);
}
