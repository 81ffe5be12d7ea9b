/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads agents.conf, and puts what stands there in place of names. */
#include "analysis/commands/driver/aliases.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/exploit/exploiter.h"
#include "agents/text_lines.h"
#include "sim/files/text_buffer.h"
#include "sim/files/text_file.h"

/* ---- the file */

/* The text without blanks around it, in its place. */
static char *trimmed(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    for (size_t length = strlen(text); length && isspace((unsigned char)text[length - 1]);)
        text[--length] = 0;
    return text;
}

/* The kind of agents that the text names; NULL: none. */
static const AgentKind *kind_of(const char *text)
{
    const size_t length = strcspn(text, ":");
    for (int i = 0; i < AGENT_KIND_COUNT; i++)
        if (strlen(AGENT_KINDS[i]->name) == length && !strncmp(AGENT_KINDS[i]->name, text, length))
            return AGENT_KINDS[i];
    return NULL;
}

const Alias *alias_find(const Aliases *aliases, const char *text)
{
    for (size_t i = 0; i < aliases->count; i++)
        if (!strcmp(aliases->list[i].name, text) || !strcmp(aliases->list[i].text, text)) return &aliases->list[i];
    return NULL;
}

/* Is the line of the file right? */
static bool alias_valid(const Aliases *aliases, const char *name, const char *text, Error *error)
{
    const Alias *other = alias_find(aliases, name);
    if (!isalnum((unsigned char)*name) || agent_shown_length(name) != strlen(name))
        return error_set(error,
                         "'%.80s' is no name: expected a letter or digit, and up to %d letters, digits and . _ + -",
                         name, AGENT_SHOWN - 1);
    if (kind_of(name)) return error_set(error, "'%s' is an agent of pasur; take another name", name);
    if (other) return error_set(error, "'%s' stands in line %d already", name, other->line);
    return kind_of(text) ||
           error_set(error, "'%.80s' names no agent; expected one of pasur's, as exec:PROGRAM (%s)", text, AGENTS_HINT);
}

/* Takes the line apart and adds its alias. */
static bool alias_add(Aliases *aliases, char *line, int number, Error *error)
{
    char *equals = strchr(line, '=');
    if (!equals) return error_set(error, "expected NAME = SPECIFICATION");
    *equals = 0;
    const char *name = trimmed(line), *text = trimmed(equals + 1);
    if (!alias_valid(aliases, name, text, error)) return false;
    if (strlen(text) >= AGENT_NAME) return error_set(error, "longer than %d characters", AGENT_NAME - 1);
    Alias *grown = realloc(aliases->list, (aliases->count + 1) * sizeof *grown);
    if (!grown) return error_memory(error);
    aliases->list = grown;
    Alias *alias = &grown[aliases->count++];
    *alias = (Alias){.line = number};
    strcpy(alias->name, name);
    strcpy(alias->said, text);
    const int kind = (int)strcspn(text, ":");
    const char *rest = text[kind] ? text + kind + 1 : "";
    int length = 0;
    if (!strncmp(rest, "name=", 5))
        strcpy(alias->text, text);
    else
        length = snprintf(alias->text, sizeof alias->text, "%.*s:name=%s%s%s", kind, text, name,
                          !*rest                ? ""
                          : kind_of(text)->read ? ":"
                                                : ",",
                          rest);
    return length < AGENT_NAME || error_set(error, "with its name longer than %d characters", AGENT_NAME - 1);
}

/* The user's own file, in out; false: the environment names no folder. */
static bool user_file(char out[static PATH_MAX])
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const bool config = folder && *folder == '/';
    if (!config && !(home && *home)) return false;
    const int length = snprintf(out, PATH_MAX, "%s/pasur/agents.conf", config ? folder : home);
    if (config) return length < PATH_MAX;
    return snprintf(out, PATH_MAX, "%s/.config/pasur/agents.conf", home) < PATH_MAX;
}

bool aliases_read(Aliases *out, const char *file, Error *error)
{
    char path[PATH_MAX];
    *out = (Aliases){0};
    if (!file && (!user_file(path) || access(path, F_OK))) return true;
    FILE *stream = text_file_open(file ? file : path, error);
    if (!stream && file) error->system &= errno == ENOMEM; /* what the user named is not there */
    if (!stream) return file && error_under(error, "--agents");
    bool good = (out->path = strdup(file ? file : path)) || error_memory(error);
    TextLines lines = {.file = stream};
    while (good && text_lines_next(&lines, error)) {
        char *text = trimmed(lines.line);
        if (*text && *text != '#') good = alias_add(out, text, lines.number, error);
    }
    if (out->path && !lines.ended) good = text_lines_blame(&lines, out->path, error);
    text_lines_free(&lines);
    fclose(stream);
    return good;
}

void aliases_free(Aliases *aliases)
{
    for (size_t i = 0; i < aliases->word_count; i++)
        free(aliases->words[i]);
    free(aliases->words);
    free(aliases->list);
    free(aliases->path);
    *aliases = (Aliases){0};
}

/* ---- the command line */

/* Writes the agent of these letters, with what its name stands for; an exploiter's is named behind its own options. */
static void agent_put(FILE *out, const Aliases *aliases, const char *text, size_t length)
{
    char name[AGENT_NAME];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    const Alias *alias = alias_find(aliases, name);
    const size_t known = length < sizeof name ? known_offset(name) : 0;
    if (alias) {
        fputs(alias->text, out);
    } else if (known) {
        fwrite(text, 1, known, out);
        agent_put(out, aliases, text + known, length - known);
    } else {
        fwrite(text, 1, length, out);
    }
}

/* Writes one agent, or a list with commas. */
static void agents_put(FILE *out, const Aliases *aliases, const char *text, bool list)
{
    for (;; text++) {
        const size_t length = list ? agent_length(text) : strlen(text);
        agent_put(out, aliases, text, length);
        text += length;
        if (!*text) return;
        fputc(*text, out);
    }
}

/* A name stands for a whole agent: no keys go behind it. `text` is one agent, or a list with commas. */
static bool agents_valid(const Aliases *aliases, const char *text, bool list, Error *error)
{
    char name[AGENT_NAME];
    for (;; text++) {
        const size_t length = list ? agent_length(text) : strlen(text), end = strcspn(text, ":");
        snprintf(name, sizeof name, "%.*s", (int)(end < length ? end : 0), text);
        const Alias *alias = *name ? alias_find(aliases, name) : NULL;
        if (alias && !strcmp(alias->name, name))
            return error_set(error, "'%s' is a name of %.300s:%d, and takes no keys; it stands for %s", name,
                             aliases->path, alias->line, alias->said);
        text += length;
        if (!*text) return true;
    }
}

/* Puts a new word in place of *value, which lies in a word of argv. */
static bool word_put(Aliases *aliases, char **argv, const char **value, bool list, Error *error)
{
    char *word = NULL;
    size_t size;
    while (*argv && !(*argv <= *value && *value <= *argv + strlen(*argv)))
        argv++;
    if (!*argv) return true; /* it is a default */
    if (!agents_valid(aliases, *value, list, error)) return false;
    const size_t before = (size_t)(*value - *argv);
    FILE *out = open_memstream(&word, &size);
    if (!out) return error_memory(error);
    fwrite(*argv, 1, before, out);
    agents_put(out, aliases, *value, list);
    char **words =
        text_stream_close(out, &word) ? realloc(aliases->words, (aliases->word_count + 1) * sizeof *words) : NULL;
    if (!words) return free(word), error_memory(error);
    aliases->words = words;
    words[aliases->word_count++] = *argv = word;
    *value = word + before;
    return true;
}

/* Takes --agents FILE out of argv: nobody needs it any more. */
static void option_drop(char **argv, const char *file)
{
    while (*argv && !(*argv <= file && file <= *argv + strlen(*argv)))
        argv++;
    if (!*argv) return;
    char **next = argv + 1;
    if (*argv == file) argv--; /* the option's name is a word of its own */
    while ((*argv++ = *next++)) {}
}

bool aliases_apply(Aliases *aliases, const OptionsSpec *spec, ParsedOptions *parsed, void *own, CommonOptions *common,
                   char **argv, Error *error)
{
    if (!option_find(spec, "agents")) return true;
    if (!aliases_read(aliases, common->agents_file, error)) return false;
    if (common->agents_file) option_drop(argv, common->agents_file);
    if (!aliases->count) return true;
    for (int i = 0; spec->args.takes == TAKES_AGENT && i < parsed->arg_count; i++)
        if (!word_put(aliases, argv, &parsed->args[i], false, error)) return false;
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        const bool list = option->takes == TAKES_AGENTS;
        if (!list && option->takes != TAKES_AGENT) continue;
        const char **value = (const char **)((char *)(option->common ? (void *)common : own) + option->offset);
        if (*value && !word_put(aliases, argv, value, list, error)) return false;
    }
    return true;
}

bool alias_blame(const Aliases *aliases, Error *error)
{
    char agent[AGENT_SHOWN + 16];
    for (size_t i = 0; i < aliases->count; i++) {
        const Alias *alias = &aliases->list[i];
        snprintf(agent, sizeof agent, "agent %s: ", alias->name);
        if (strstr(error->text, agent)) return error_under(error, "%.300s:%d", aliases->path, alias->line);
    }
    return false;
}
