/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/tactic/weights.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 256 };
#define BLANKS " \t\r\n"

/* Reads one line without its comment; bit i of *named: parameter i was named before. */
static bool line_read(Agent *agent, uint64_t *named, char *line, Error *error)
{
    char *rest, *name = strtok_r(line, BLANKS, &rest);
    if (!name) return true;
    char *value = strtok_r(NULL, BLANKS, &rest), *more = strtok_r(NULL, BLANKS, &rest);
    int index = agent_param(agent->kind, name);
    if (index < 0 || agent->kind->param(index)->type != PARAM_DOUBLE)
        return error_set(error, "unknown weight '%s' of agent %s ('pasur agents' lists them)", name, agent->kind->name);
    if (!value || more) return error_set(error, "a line is 'name value', for instance '%s 1.5'", name);
    if (*named >> index & 1) return error_set(error, "%s is given twice", name);
    *named |= UINT64_C(1) << index;
    double kept = agent->values[index];
    if (!agent_param_set(agent, index, value, error)) return false;
    if (agent->given >> index & 1) agent->values[index] = kept;
    return true;
}

bool weights_read(Agent *agent, const char *path, Error *error)
{
    FILE *file = fopen(path, "r");
    if (!file) return error_set(error, "%s: %s", path, strerror(errno));
    char line[LINE];
    uint64_t named = 0;
    bool good = true;
    for (int number = 1; good && fgets(line, sizeof line, file); number++) {
        if (!strchr(line, '\n') && !feof(file)) {
            good = error_set(error, "longer than %d characters", LINE - 2);
        } else {
            line[strcspn(line, "#")] = 0;
            good = line_read(agent, &named, line, error);
        }
        if (!good) error_under(error, "%s:%d", path, number);
    }
    if (good && ferror(file)) good = error_set(error, "%s: %s", path, strerror(errno));
    if (good && !named) good = error_set(error, "%s: no weight in it; a line is 'name value'", path);
    fclose(file);
    return good;
}
