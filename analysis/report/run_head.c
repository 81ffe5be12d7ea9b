/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which program, command, seed and rules made a file. */
#include "analysis/report/run_head.h"

#include "analysis/report/version.h"

void run_head_write(OutputFile *csv, const char *command, uint64_t seed, const Rules *rules, const char *start,
                    double wall)
{
    char text[RULES_TEXT];
    rules_print(text, rules);
    figures_head(csv, "version", "%s", PASUR_VERSION);
    figures_head(csv, "command", "%s", command);
    figures_head(csv, "seed", "%llu", (unsigned long long)seed);
    figures_head(csv, "rules", "%s", text);
    figures_head(csv, "start", "%s", start);
    if (wall >= 0) figures_head(csv, "wall_seconds", "%.3f", wall);
}
