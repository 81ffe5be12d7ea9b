/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/tactic/weights.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 256 };
#define BLANKS " \t\r\n"

/* Reads one line without its comment; bit i of *named: parameter i was named before. */
static bool line_read(Agent *agent, uint64_t *named, char *line, char *error, size_t size)
{
    char *rest, *name = strtok_r(line, BLANKS, &rest);
    if (!name) return true;
    char *value = strtok_r(NULL, BLANKS, &rest), *more = strtok_r(NULL, BLANKS, &rest);
    int index = agent_param(agent->kind, name);
    if (index < 0 || agent->kind->param(index)->type != PARAM_DOUBLE)
        return snprintf(error, size, "unknown weight '%s' of agent %s ('pasur agents' lists them)", name,
                        agent->kind->name),
               false;
    if (!value || more) return snprintf(error, size, "a line is 'name value', for instance '%s 1.5'", name), false;
    if (*named >> index & 1) return snprintf(error, size, "%s is given twice", name), false;
    *named |= UINT64_C(1) << index;
    double kept = agent->values[index];
    if (!agent_param_set(agent, index, value, error, size)) return false;
    if (agent->given >> index & 1) agent->values[index] = kept;
    return true;
}

bool weights_read(Agent *agent, const char *path, char *error, size_t size)
{
    FILE *file = fopen(path, "r");
    if (!file) return snprintf(error, size, "%s: %s", path, strerror(errno)), false;
    char line[LINE], reason[LINE + 64];
    uint64_t named = 0;
    bool good = true;
    for (int number = 1; good && fgets(line, sizeof line, file); number++) {
        if (!strchr(line, '\n') && !feof(file)) {
            snprintf(reason, sizeof reason, "longer than %d characters", LINE - 2);
            good = false;
        } else {
            line[strcspn(line, "#")] = 0;
            good = line_read(agent, &named, line, reason, sizeof reason);
        }
        if (!good) snprintf(error, size, "%s:%d: %s", path, number, reason);
    }
    if (good && ferror(file)) good = (snprintf(error, size, "%s: %s", path, strerror(errno)), false);
    if (good && !named) good = (snprintf(error, size, "%s: no weight in it; a line is 'name value'", path), false);
    fclose(file);
    return good;
}
