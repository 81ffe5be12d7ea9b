/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the command in a result's head, and writes what it asks. */
#include "analysis/commands/results/question.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/driver/run_keep.h"
#include "engine/text/words.h"
#include "sim/files/text_buffer.h"

enum { WORDS_MOST = OPTIONS_MAX_ARGS };

void kinds_list(const ResultKind *out[static KINDS_MOST + 1], const Command *const commands[])
{
    size_t count = 0;
    for (; *commands; commands++)
        for (const ResultKind *const *kind = (*commands)->results; kind && *kind && count < KINDS_MOST; kind++)
            out[count++] = *kind;
    out[count] = NULL;
}

/* Does the option say how much is played, or with which seed? */
static bool says_how_much(const Command *command, const Option *option)
{
    static const char *const NAMES[] = {"seed", "stop"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (!strcmp(option->name, NAMES[i])) return true;
    return command->sample && !strcmp(option->name, command->sample);
}

static bool names_agents(OptionTakes takes) { return takes == TAKES_AGENT || takes == TAKES_AGENTS; }

/* The rules as the program writes them, so that one set of rules has one text; another text as it is. */
static const char *value_as_meant(char rules[static RULES_TEXT], const Option *option, const char *text)
{
    Rules read;
    Error unused;
    if (option->takes != TAKES_RULES || !rules_parse(&read, text, &unused)) return text;
    rules_print(rules, &read);
    return rules;
}

static void question_print(FILE *out, const Command *command, const ParsedOptions *parsed, const void *own,
                           const CommonOptions *common, bool agents)
{
    fprintf(out, "pasur %s", command->spec.command);
    for (int i = 0; i < parsed->arg_count; i++)
        again_word(out, agents || !names_agents(command->spec.args.takes) ? parsed->args[i] : "AGENT");
    for (size_t i = 0; i < command->spec.option_count; i++) {
        const Option *option = &command->spec.options[i];
        char text[64] = "";
        const void *value = (const char *)(option->common ? (const void *)common : own) + option->offset;
        const bool given = parsed->given >> i & 1;
        if (!option_identifies(option) || says_how_much(command, option) || !(given || option->fallback)) continue;
        if (!agents && names_agents(option->takes)) continue;
        char rules[2][RULES_TEXT];
        const char *shown = value_as_meant(rules[0], option, option_value_text(text, option, value));
        if (option->fallback && !strcmp(shown, value_as_meant(rules[1], option, option->fallback)))
            continue; /* as if it were not given */
        fprintf(out, " --%s", option->name);
        if (option->type != OPTION_FLAG && strcmp(option->name, "matches")) again_word(out, shown);
    }
}

char *question_make(const Driver *driver, const Result *result, bool agents, Error *error)
{
    const char *line = result_head_of(result, "command");
    char *words[WORDS_MOST + 1] = {NULL}, *copy = strdup(line ? line : ""), *to = copy, *question = NULL;
    const char *from = copy;
    int count = 0;
    size_t length;
    while (copy && *(from += strspn(from, " \t")) && count < WORDS_MOST) {
        words[count++] = to;
        if (!words_quoted_next(&to, &from)) break;
        from += *from != 0;
        *to++ = 0;
    }
    const Command *command = count > 1 && !strcmp(words[0], "pasur") ? command_named(driver->commands, words[1]) : NULL;
    void *own = command ? calloc(1, command->size + 1) : NULL;
    CommonOptions common = {0};
    ParsedOptions parsed;
    if (!copy)
        error_memory(error);
    else if (!command)
        error_set(error, "%.200s: no line '# command: pasur ...' says what it answers", result->name);
    else if (!own)
        error_memory(error);
    else if (options_parse(&parsed, &command->spec, words + 1, own, &common, error) != OPTIONS_OK)
        error_under(error, "%.200s: its command", result->name);
    else {
        FILE *out = open_memstream(&question, &length);
        if (out) question_print(out, command, &parsed, own, &common, agents);
        if (!text_stream_close(out, &question)) {
            error_memory(error);
            free(question);
            question = NULL;
        }
    }
    free(own);
    free(copy);
    return question;
}

bool results_fit(const Result *a, const char *question_a, const Result *b, const char *question_b, Error *error)
{
    if (strcmp(question_a, question_b))
        return error_set(error, "%.100s and %.100s answer different questions: '%.150s' and '%.150s'", a->name, b->name,
                         question_a, question_b);
    return a->kind == b->kind ||
           error_set(error, "%.100s and %.100s hold different figures of one question: those of '%.60s' and of '%.60s'",
                     a->name, b->name, a->kind->table->file, b->kind->table->file);
}

bool is_directory(const char *name)
{
    struct stat what;
    return stat(name, &what) == 0 && S_ISDIR(what.st_mode);
}

bool directory_read(const Driver *driver, Result *out, KeptBlocks *blocks, const char *name, Error *error)
{
    char quiet[] = "--quiet", part[40] = "";
    RunDir dir;
    if (!run_dir_look(&dir, name, error)) return false;
    run_info_value(part, sizeof part, &dir.info, "part");
    run_dir_close(&dir, error);
    if (*part) return error_set(error, "%.200s: a part of a run; 'pasur merge' puts the parts together", name);
    RunLook look = {.dirs = &name, .count = 1, .quiet = true, .keeps = true, .blocks = blocks, .error = error};
    error_set(error, "%.200s cannot be read", name);
    const int status = command_look(driver->commands, &look, (char *const[]){quiet, NULL});
    for (size_t i = 1; i < look.result_count; i++)
        result_free(&look.results[i]);
    if (look.result_count) *out = look.results[0];
    free(look.results);
    if (status) return false;
    return look.result_count || error_set(error, "%.200s: nothing of it is finished yet", name);
}
