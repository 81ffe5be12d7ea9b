/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur complete: what may come next on a command line, from the rows of commands, options, agents and the like. */
#include <errno.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "analysis/commands/commands.h"
#include "engine/text/words.h"

enum { CANDIDATE = 512 };

/* The word that is being typed. */
typedef struct {
    const Command *const *commands;
    const char *word;  /* all of it */
    const char *rest;  /* what of it is to be completed */
    const char *agent; /* the first argument of the command; NULL: there is none yet */
} Typed;

/* Prints NAME and what follows it, if what is typed begins so. */
static void complete_propose(const Typed *typed, const char *name, const char *behind, const char *meaning)
{
    char candidate[CANDIDATE];
    snprintf(candidate, sizeof candidate, "%s%s", name, behind);
    if (strncmp(candidate, typed->rest, strlen(typed->rest)) != 0) return;
    printf("%.*s%s", (int)(typed->rest - typed->word), typed->word, candidate);
    if (meaning) printf("\t%.*s", (int)strcspn(meaning, "\n"), meaning);
    putchar('\n');
}

static void propose_files(const Typed *typed)
{
    printf(":files %.*s\n", (int)(typed->rest - typed->word), typed->word);
}

/* Words that are separated by single spaces. */
static void propose_words(const Typed *typed, const char *words)
{
    char word[CANDIDATE];
    for (int i = 0; words && *choice_word(word, sizeof word, words, i); i++)
        complete_propose(typed, word, "", NULL);
}

/* What is behind the last of these letters. */
static const char *behind_last(const char *text, const char *letters)
{
    const char *at = text;
    for (; *text; text++)
        if (strchr(letters, *text)) at = text + 1;
    return at;
}

/* The row of a table whose name stands before the `=` of `pair`; -1: there is none. */
static int row_typed(const Names *names, const char *pair)
{
    char word[CANDIDATE];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(pair, "="), pair);
    return name_find(names, word);
}

/* ---- agents */

static void propose_kinds(const Typed *typed)
{
    for (int i = 0; i < AGENT_KIND_COUNT; i++) {
        complete_propose(typed, AGENT_KINDS[i]->name, "", AGENT_KINDS[i]->help);
        if (AGENT_KINDS[i]->param_count) complete_propose(typed, AGENT_KINDS[i]->name, ":", "with parameters");
    }
}

/* `text` is the agent up to what is typed, with the colon or without. */
static void propose_agent(Typed *typed, const char *text, bool several)
{
    Error unused;
    const char *colon = strchr(text, ':'), *last = behind_last(text, ":,");
    const AgentKind *kind = colon ? agent_kind_named(text, &unused) : NULL;
    const Names names = kind ? agent_param_names(kind) : (Names){0};
    const int row = kind && strchr(last, '=') ? row_typed(&names, last) : -1;
    typed->rest = strchr(last, '=') ? behind_last(last, "=") : last;
    if (row >= 0 && kind->params[row].type == PARAM_FILE) propose_files(typed);
    if (row >= 0) propose_words(typed, kind->params[row].type == PARAM_BOOL ? "0 1" : kind->params[row].words);
    if (typed->rest != last) return;
    if (kind && !strcmp(kind->name, "lua") && last[-1] == ':') {
        propose_files(typed);
        return;
    }
    for (int i = 0; kind && i < kind->param_count; i++)
        complete_propose(typed, kind->params[i].name, "=", kind->params[i].help);
    if (!colon || (several && last > colon + 1)) propose_kinds(typed);
}

/* Where the last agent of a list begins; a last word that is neither key=value nor has a colon may yet be either. */
static const char *last_agent(const char *text)
{
    for (size_t length; text[length = agent_length(text)] && text[length + 1 + strcspn(text + length + 1, ",:")];)
        text += length + 1;
    return text;
}

/* ---- rules */

static void propose_rules(Typed *typed, const char *text)
{
    const char *last = behind_last(text, ",");
    typed->rest = last;
    if (strchr(last, '=')) {
        const Names names = NAMES_OF("key", RULE_KEYS, RULE_KEY_COUNT, NULL);
        const int row = row_typed(&names, last);
        typed->rest = behind_last(last, "=");
        if (row >= 0) propose_words(typed, RULE_KEYS[row].words);
        return;
    }
    for (int i = 0; i < RULE_PRESET_COUNT && last == text; i++)
        complete_propose(typed, RULE_PRESETS[i].name, "", RULE_PRESETS[i].source);
    for (int i = 0; i < RULE_KEY_COUNT && last > text; i++)
        complete_propose(typed, RULE_KEYS[i].name, "=", RULE_KEYS[i].help);
}

/* ---- options and arguments */

static void propose_commands(const Typed *typed)
{
    for (const Command *const *command = typed->commands; *command; command++)
        complete_propose(typed, (*command)->spec.command, "", (*command)->spec.summary);
}

/* What stands at typed->rest is made of that. */
static void propose_taken(Typed *typed, OptionTakes takes)
{
    Error unused;
    const char *text = typed->rest, *name, *summary;
    const AgentKind *kind = &AGENT_TACTIC;
    switch (takes) {
    case TAKES_ANY: break;
    case TAKES_FILE: propose_files(typed); break;
    case TAKES_COMMAND: propose_commands(typed); break;
    case TAKES_TOPIC:
        propose_commands(typed);
        for (size_t i = 0; (name = help_topic(i, &summary)); i++)
            if (!command_named(typed->commands, name)) complete_propose(typed, name, "", summary);
        break;
    case TAKES_RULES: propose_rules(typed, text); break;
    case TAKES_AGENT: propose_agent(typed, text, false); break;
    case TAKES_AGENTS:
        typed->rest = last_agent(text);
        propose_agent(typed, typed->rest, true);
        break;
    case TAKES_TACTICS:
    case TAKES_WEIGHTS:
    case TAKES_PARAMS:
        typed->rest = behind_last(text, ",");
        if (takes == TAKES_PARAMS && typed->agent) kind = agent_kind_named(typed->agent, &unused);
        if (!kind || strchr(typed->rest, '=')) break;
        for (int i = 0; i < (takes == TAKES_PARAMS ? kind->param_count : TACTIC_COUNT); i++)
            if (kind->params[i].type == PARAM_DOUBLE)
                complete_propose(typed, kind->params[i].name, takes == TAKES_WEIGHTS ? "=" : "", kind->params[i].help);
        break;
    }
}

static void propose_options(const Typed *typed, const OptionsSpec *spec)
{
    char name[CANDIDATE];
    for (size_t i = 0; i < spec->option_count; i++) {
        snprintf(name, sizeof name, "--%s", spec->options[i].name);
        complete_propose(typed, name, "", spec->options[i].brief ? spec->options[i].brief : spec->options[i].help);
    }
    complete_propose(typed, "--help", "", "the essentials on a screen; '--help all': all of it");
}

/* The words behind the command's name, of which the last one is being typed. */
static void propose_in_command(Typed *typed, const OptionsSpec *spec, const char *const words[], int count)
{
    const Option *waits = NULL; /* for its value */
    const char *value;
    char name[OPTION_SHOWN];
    bool ended = false, help = false;
    int args = 0;
    for (int i = 0; i < count - 1; i++) {
        const bool is_option = !ended && !waits && words[i][0] == '-' && words[i][1];
        const Option *option = is_option ? option_named(spec, name, words[i], &value) : NULL;
        if (!is_option && !waits && !args++) typed->agent = words[i];
        ended |= is_option && !strcmp(words[i], "--");
        help = is_option && (!strcmp(words[i], "--help") || !strcmp(words[i], "-h"));
        waits = option && option->type != OPTION_FLAG && !value ? option : NULL;
    }
    const Option *option = waits || ended ? NULL : option_named(spec, name, typed->word, &value);
    const Option *valued = waits ? waits : option && value ? option : NULL;
    if (option && value) typed->rest = value;
    if (help) {
        complete_propose(typed, "all", "", "all of it");
    } else if (valued) {
        propose_words(typed, valued->type == OPTION_CHOICE ? valued->choices : valued->words);
        propose_taken(typed, valued->file != FILE_NONE ? TAKES_FILE : valued->takes);
    } else if (typed->word[0] == '-' && !ended) {
        propose_options(typed, spec);
    } else if (args < spec->args.most) {
        propose_taken(typed, spec->args.file ? TAKES_FILE : spec->args.takes);
    }
    if (!help && !waits && !option && !*typed->word && args >= spec->args.least && !ended) propose_options(typed, spec);
}

/* Prints what may stand in place of the last of the words behind "pasur", each on a line "CANDIDATE", or "CANDIDATE tab
   MEANING", where it is not finished ending in one of : = and comma. Where a file may stand there is a line ":files
   PREFIX": PREFIX is the part of the last word before the file's name. There may be no words. */
static bool complete_work(Driver *driver, Error *error)
{
    const char *const *words = driver->parsed.args;
    const int count = driver->parsed.arg_count;
    Typed typed = {.commands = driver->commands, .word = count ? words[count - 1] : ""};
    typed.rest = typed.word;
    if (count <= 1) {
        propose_commands(&typed);
        complete_propose(&typed, "--help", "", "the list of commands");
        complete_propose(&typed, "--version", "", "version, commit and build");
    } else {
        const Command *command = command_named(driver->commands, words[0]);
        if (command) propose_in_command(&typed, &command->spec, words + 1, count - 1);
    }
    return stdout_flush(errno, error);
}

const Command CMD_COMPLETE = {
    .rare = true,
    .spec = {.command = "complete",
             .summary = "what may come next on a command line, for shell completion",
             .args = {"[-- WORD ...]", 0, OPTIONS_MAX_ARGS, NULL, TAKES_ANY},
             .about =
                 "Prints what may complete the last WORD of those after 'pasur': one candidate a line, then a tab "
                 "and what it means. Where a file may stand, there is a line ':files PREFIX', with what precedes the "
                 "file's name in that word.",
             .example = "pasur complete -- sim tactic:leave_1",
             .notes = "'make install' puts the completion of bash, zsh and fish where they look for it; in a "
                      "checkout, 'source completion/pasur.bash' does the same for bash."},
    .work = complete_work,
};
