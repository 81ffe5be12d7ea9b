/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads files of weights. */
#include "agents/tactic/weights.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/words.h"

enum { LINE = 256 };

/* Reads one line without its comment; bit i of *named: parameter i was named before. */
static bool line_read(Agent *agent, uint64_t *named, const char *line, Error *error)
{
    Words words = {.rest = line, .separator = ' '};
    if (!words_next(&words, error)) return !words.failed;
    const Names names = agent_param_names(agent->kind);
    int index = name_lookup(&names, words.text, error);
    if (index < 0) return false;
    const AgentParam *param = &agent->kind->params[index];
    if (param->type != PARAM_DOUBLE) return error_set(error, "'%s' is not a real number", param->name);
    if (*named >> index & 1) return error_set(error, "'%s' is given twice", param->name);
    *named |= UINT64_C(1) << index;
    double before = agent->values[index];
    Words more;
    if (!words_next(&words, error) || (more = words, words_next(&more, error)))
        return error_set(error, "a line is 'name value', for instance '%s 1.5'", param->name);
    if (!agent_param_set(agent, index, words.text, error)) return false;
    if (agent->given >> index & 1) agent->values[index] = before;
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
            line[strcspn(line, "#\r\n")] = 0;
            good = line_read(agent, &named, line, error);
        }
        if (!good) error_under(error, "%s:%d", path, number);
    }
    if (good && ferror(file)) good = error_set(error, "%s: %s", path, strerror(errno));
    if (good && !named) good = error_set(error, "%s: no weight in it; a line is 'name value'", path);
    fclose(file);
    return good;
}
