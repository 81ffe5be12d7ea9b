/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur help: the topics, the list of commands, and what a command takes. pasur manual: everything that --help says.
   pasur columns, agents, rules: lists of the columns of every CSV file, of the agents and of the rules. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "engine/data_file.h"
#include "engine/text/words.h"

enum { NAMES_MOST = 64, WIDTH = 80 };

DATA_FILE(help_text, "analysis/commands/help.txt")

/* ---- the topics: help.txt has each as it is printed, below a line "= NAME: SUMMARY" and with an empty line behind it. What
   is indented by two blanks is a paragraph, by four a sample; "- WORD: MEANING" stands in two columns. What stands between
   backquotes is something to type; the terminal shows quotes in their place. */

enum { TOPICS_MOST = 16, TEXT_MOST = 1024 };

typedef struct {
    char name[16], summary[80];
    const char *text, *end;
} Topic;

/* Takes the line that begins there, without its end; returns where the next one begins. */
static const char *line_take(char out[static TEXT_MOST], const char *at)
{
    const char *end = memchr(at, '\n', (size_t)((const char *)help_text_end - at));
    snprintf(out, TEXT_MOST, "%.*s", (int)(end - at), at);
    return end + 1;
}

/* All of them, up to one without a name; read once. */
static const Topic *topics_read(void)
{
    static Topic topics[TOPICS_MOST + 1];
    static int count;
    char line[TEXT_MOST];
    if (count) return topics;
    for (const char *at = (const char *)help_text, *next; at < (const char *)help_text_end; at = next) {
        next = line_take(line, at);
        if (*line == '=' && count < TOPICS_MOST &&
            sscanf(line, "= %15[^:]: %79[^\n]", topics[count].name, topics[count].summary) == 2)
            topics[count++].text = next;
        else if (count && *line)
            topics[count - 1].end = next;
    }
    return topics;
}

const char *help_topic(size_t index, const char **summary)
{
    const Topic *topic = &topics_read()[index];
    *summary = topic->summary;
    return *topic->name ? topic->name : NULL;
}

/* ---- pasur help */

/* The word for the list of all commands, where `pasur --help` has what fits a screen: the first of them and names. */
static const char ALL[] = "commands";
enum { FIRST_COMMANDS = 12 };

/* The names of commands, those that are rare or the others. */
static void names_print(FILE *out, const char *before, const Command *const *command, bool rare)
{
    for (; *command; command++) {
        if ((*command)->rare != rare) continue;
        fprintf(out, "%s %s", before, (*command)->spec.command);
        before = ",";
    }
    fputs(".\n", out);
}

static void usage_print(FILE *out, const Driver *driver, bool all)
{
    const Command *const *command = driver->commands;
    fputs("Monte Carlo research on the card game Pasur.\n\n"
          "Usage: pasur COMMAND [options]\n\nCommands:\n",
          out);
    for (int i = 0; *command && (all || i < FIRST_COMMANDS); command++) {
        if (!all && (*command)->rare) continue;
        fprintf(out, "  %-9s  %s\n", (*command)->spec.command, (*command)->spec.summary);
        i++;
    }
    if (!all) {
        names_print(out, "and", command, false);
        names_print(out, "More:", driver->commands, true);
        fputs("Topics:", out);
        for (const Topic *topic = topics_read(); *topic->name; topic++)
            fprintf(out, " %s%s", topic->name, *topic[1].name ? "," : ".\n");
        fprintf(out, "'pasur help %s' describes all of them, 'pasur help NAME' one.\n", ALL);
    } else {
        fputs("\nTopics, by 'pasur help TOPIC':\n", out);
        for (const Topic *topic = topics_read(); *topic->name; topic++)
            fprintf(out, "  %-9s  %s\n", topic->name, topic->summary);
        fputs("\n'pasur help COMMAND' or 'pasur COMMAND --help' shows a command's options.\n", out);
    }
    fputs("Example: pasur sim greedy random --boards 1M\n", out);
}

/* ---- printing */

enum { INDENT = 2, WORD_COLUMN = 24 };

/* Writes a text in lines from `column` on, where the first one begins. */
static void text_lines(const char *text, int column, int width)
{
    char plain[TEXT_MOST];
    const size_t length = strlen(text);
    assert(length < TEXT_MOST);
    for (size_t i = 0; i <= length; i++)
        plain[i] = text[i] == '`' ? '\'' : text[i];
    page_words(stdout, plain, length, column, column, width);
    putchar('\n');
}

static void topic_word(const char *word, const char *meaning, int width)
{
    printf("%*s%-*s ", INDENT, "", WORD_COLUMN - INDENT - 1, word);
    text_lines(meaning, WORD_COLUMN, width);
}

/* Prints the topic in lines of that width; samples are left as they are. */
static void topic_print(const Topic *topic, int width)
{
    char line[TEXT_MOST], *meaning;
    for (const char *at = topic->text; at < topic->end;) {
        at = line_take(line, at);
        if (*line == '-' && (meaning = strstr(line, ": "))) {
            *meaning = 0;
            topic_word(line + INDENT, meaning + strlen(": "), width);
        } else if (strspn(line, " ") == INDENT) {
            printf("%*s", INDENT, "");
            text_lines(line + INDENT, INDENT, width);
        } else {
            puts(line);
        }
    }
}

/* What the program's tables know of a topic. */
static void topic_more(const Driver *driver, const Topic *topic, int width)
{
    if (!strcmp(topic->name, "rules")) {
        puts("\nPresets");
        for (int i = 0; i < RULE_PRESET_COUNT; i++)
            topic_word(RULE_PRESETS[i].name, RULE_PRESETS[i].source, width);
    } else if (!strcmp(topic->name, "agents")) {
        puts("\nKinds");
        for (int i = 0; i < AGENT_KIND_COUNT; i++)
            topic_word(AGENT_KINDS[i]->name, AGENT_KINDS[i]->help, width);
    } else if (!strcmp(topic->name, "csv")) {
        puts("\nFiles, and what a row is");
        for (const Command *const *command = driver->commands; *command; command++)
            for (const ResultKind *const *kind = (*command)->results; kind && *kind; kind++)
                topic_word((*kind)->table->file, (*kind)->table->row, width);
    }
}

/* NULL: there is none of that name. */
static const Topic *topic_find(const char *word)
{
    const Topic *topic = topics_read();
    while (*topic->name && strcmp(topic->name, word))
        topic++;
    return *topic->name ? topic : NULL;
}

static bool name_refuse(const Driver *driver, const char *word, bool topics, Error *error)
{
    const char *names[NAMES_MOST];
    Names list = NAMES_OF(topics ? "command or topic" : "command", names, 0, "'pasur help' lists them");
    for (const Topic *topic = topics_read(); topics && *topic->name; topic++)
        names[list.count++] = topic->name;
    for (const Command *const *command = driver->commands; *command; command++) {
        assert(list.count < NAMES_MOST);
        names[list.count++] = (*command)->spec.command;
    }
    return name_unknown(error, &list, word);
}

static bool help_print(Driver *driver, Error *error)
{
    PageText text;
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    if (!word || !strcmp(word, ALL)) {
        if (!page_text_open(&text)) return error_memory(error);
        usage_print(text.stream, driver, word);
        return page_text_close(&text, stdout, &driver->page) || error_memory(error);
    }
    const Topic *topic = topic_find(word);
    const Command *command = command_named(driver->commands, word);
    if (!topic && !command) return name_refuse(driver, word, true, error);
    const int width = driver->page.width > 0 && driver->page.width < WIDTH ? driver->page.width : WIDTH;
    if (topic) topic_print(topic, width);
    if (topic) topic_more(driver, topic, width);
    if (topic && command) fputs("\nThe command\n\n", stdout);
    if (command) options_help(stdout, &command->spec, driver->page.width, false);
    return true;
}

const Command CMD_HELP = {
    .spec = {.command = "help",
             .summary = "what a command takes, or one of the topics below",
             .args = {"[COMMAND|TOPIC]", 0, 1, NULL, TAKES_TOPIC},
             .about =
                 "Lists the commands, all of them with 'commands'; with a command, says what it takes; with a topic "
                 "(rules, agents, advice, notation, csv, glossary, statuses), explains it.",
             .example = "pasur help glossary"},
    .work = help_print,
};

/* ---- pasur manual */

static bool manual_print(Driver *driver, Error *error)
{
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const Command *named = word ? command_named(driver->commands, word) : NULL;
    if (word && !named) return name_refuse(driver, word, false, error);
    for (const Command *const *command = driver->commands; *command; command++) {
        if (named && *command != named) continue;
        if (!named) printf("%s==== pasur %s\n\n", command > driver->commands ? "\n" : "", (*command)->spec.command);
        options_help(stdout, &(*command)->spec, driver->page.width, true);
    }
    return stdout_flush(errno, error);
}

const Command CMD_MANUAL = {
    .rare = true,
    .spec = {.command = "manual",
             .summary = "everything that --help says, of one command or of all",
             .args = {"[COMMAND]", 0, 1, NULL, TAKES_COMMAND},
             .about = "Prints the manual of one command or of all, as '--help all' of each does. 'make install' makes "
                      "man pages of it.",
             .example = "pasur manual sim"},
    .work = manual_print,
};

/* ---- pasur columns */

/* Does the user's word name the table: all of its file, or the command that writes it? Several may write it: their names
   are apart by commas. */
static bool is_named(const ColumnTable *table, const char *word)
{
    const size_t length = strlen(word);
    for (const char *file = table->file; file; file = strstr(file, ", ")) {
        file += strspn(file, ", ");
        if (!strncmp(file, word, length) && (strcspn(file, ",") == length || strcspn(file, " ") == length)) return true;
    }
    return false;
}

static bool columns_print(Driver *driver, Error *error)
{
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const char *files[NAMES_MOST];
    Names names = NAMES_OF("file", files, 0, "'pasur columns' lists them");
    bool shown = false;
    PageText text;
    if (!page_text_open(&text)) return error_memory(error);
    for (const Command *const *command = driver->commands; *command; command++)
        for (const ResultKind *const *kind = (*command)->results; kind && *kind; kind++) {
            const ColumnTable *table = (*kind)->table;
            assert(names.count < NAMES_MOST);
            files[names.count++] = table->file;
            if (word && !is_named(table, word)) continue;
            if (shown) fputc('\n', text.stream);
            columns_explain(text.stream, table);
            shown = true;
        }
    if (!page_text_close(&text, stdout, &driver->page)) return error_memory(error);
    return shown || name_unknown(error, &names, word);
}

const Command CMD_COLUMNS = {
    .rare = true,
    .spec = {.command = "columns",
             .summary = "every column of every CSV file, with unit and meaning",
             .args = {"[FILE]", 0, 1, NULL, TAKES_COMMAND},
             .about = "Lists the columns of the CSV files that the commands write, with the unit of each and what it "
                      "means. FILE is a command ('sim') or one of its files ('sim --rounds-csv').",
             .example = "pasur columns sim"},
    .work = columns_print,
};

/* ---- pasur agents */

/* "; default 1.5, 3 players 1.4, 4 players 2": of two players, and where others have another. */
static void defaults_print(FILE *out, const AgentKind *kind, int index)
{
    static const char *const RULES[] = {"pagat,players=3", "pagat,players=4"};
    char number[NUMBER_TEXT];
    Error error;
    Rules rules;
    fprintf(out, "; default %s", number_text(number, kind->params[index].fallback));
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        if (!rules_parse(&rules, RULES[i], &error)) continue;
        double fallback = agent_default(kind, index, &rules);
        if (fallback != kind->params[index].fallback)
            fprintf(out, ", %d players %s", rules.players, number_text(number, fallback));
    }
}

static void param_print(FILE *out, const AgentKind *kind, int index)
{
    static const char *const VALUES[] = {[PARAM_TEXT] = "TEXT", [PARAM_FILE] = "FILE", [PARAM_CHOICE] = "WORD",
                                         [PARAM_BOOL] = "N",    [PARAM_INT] = "N",     [PARAM_DOUBLE] = "X"};
    const AgentParam *param = &kind->params[index];
    char low[NUMBER_TEXT], high[NUMBER_TEXT];
    fprintf(out, "    %s=%s", param->name, VALUES[param->type]);
    if (param->type == PARAM_CHOICE)
        fprintf(out, " (%s; default %s)", param->words,
                choice_word(low, sizeof low, param->words, (int)param->fallback));
    else if (param->type != PARAM_TEXT && param->type != PARAM_FILE) {
        fprintf(out, " (%s to %s", number_text(low, param->low), number_text(high, param->high));
        defaults_print(out, kind, index);
        fputc(')', out);
    }
    fprintf(out, "  %s\n", param->help);
}

static void kind_print(FILE *out, const AgentKind *kind)
{
    fprintf(out, "%-10s  %s%s\n", kind->name, kind->help, kind->traits & TRAIT_CHEATS ? " (sees all cards)" : "");
    for (int k = 0; k < kind->param_count; k++)
        param_print(out, kind, k);
    for (const NameGroup *group = kind->param_groups; group && group->name; group++) {
        fprintf(out, "    %s=X  sets", group->name);
        for (uint64_t rows = group->rows; rows; rows &= rows - 1)
            fprintf(out, "%s %s", rows == group->rows ? "" : " and", kind->params[__builtin_ctzll(rows)].name);
        fprintf(out, ", which were one\n");
    }
}

static bool agents_list(Driver *driver, Error *error)
{
    PageText text;
    const char *asked = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const AgentKind *one = asked ? agent_kind_named(asked, error) : NULL;
    if (asked && !one) return false;
    if (!page_text_open(&text)) return error_memory(error);
    for (int i = 0; i < AGENT_KIND_COUNT; i++)
        if (!one || one == AGENT_KINDS[i]) kind_print(text.stream, AGENT_KINDS[i]);
    return page_text_close(&text, stdout, &driver->page) || error_memory(error);
}

const Command CMD_AGENTS = {
    .spec = {.command = "agents",
             .summary = "list the agents with their parameters",
             .args = {"[AGENT]", 0, 1, NULL, TAKES_AGENT},
             .about = "Lists the agents, how each plays, and its parameters; with an argument, one of them.",
             .example = "pasur agents tactic",
             .notes = "An agent is named with its parameters as name[:key=value,...]. Tables and files show the "
                      "agent under the NAME of name=NAME, which comes first, as in exec:name=mine:./bot."},
    .work = agents_list,
};

/* ---- pasur rules */

enum { VALUE_TEXT = 32, RANGE_TEXT = 128, KEY_COLUMNS = 16, VALUE_COLUMNS = 9 };

typedef struct {
    bool markdown;
} RulesList;

static const Option RULES_OPTIONS[] = {
    {"markdown", "print Markdown tables instead, in a player's words", OPTION_AT(RulesList, markdown)},
};

static const char *value_of(char out[static VALUE_TEXT], const char *preset, const RuleKey *key)
{
    Rules rules;
    Error unused;
    if (!rules_parse(&rules, preset, &unused)) return "";
    rule_print(out, VALUE_TEXT, key, &rules);
    return out;
}

static const char *preset_cell(Result *memory, const void *own, size_t row, size_t column)
{
    char value[VALUE_TEXT];
    (void)own;
    if (!row) return column ? RULE_PRESETS[column - 1].name : "Key";
    if (!column) return RULE_KEYS[row - 1].name;
    return result_format(memory, "%s", value_of(value, RULE_PRESETS[column - 1].name, &RULE_KEYS[row - 1]));
}

static void presets_print(FILE *out, const Page *page)
{
    char range[RANGE_TEXT];
    fputs("Presets (--rules PRESET[,key=value]...):\n", out);
    for (const RulePreset *preset = RULE_PRESETS; preset < RULE_PRESETS + RULE_PRESET_COUNT; preset++)
        fprintf(out, "  %-10s %s%s\n", preset->name, preset->source,
                !preset->teams_only ? ""
                : preset->three     ? " (four only in teams)"
                                    : " (two, or four in teams)");
    fputc('\n', out);
    texts_print(out, page, 1 + (size_t)RULE_KEY_COUNT, 1 + (size_t)RULE_PRESET_COUNT, 1, preset_cell, NULL);
    fputc('\n', out);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        rule_range(range, sizeof range, &RULE_KEYS[k]);
        fprintf(out, "%-*s %s\n%-*s (%s)\n", KEY_COLUMNS, RULE_KEYS[k].name, RULE_KEYS[k].help, KEY_COLUMNS, "", range);
    }
}

/* Presets and keys as tables of a page, in a player's words. */
static void markdown_print(FILE *out)
{
    fputs("| preset | from | how it is played | other than `pagat` |\n|---|---|---|---|\n", out);
    for (int i = 0; i < RULE_PRESET_COUNT; i++) {
        const RulePreset *preset = &RULE_PRESETS[i];
        fprintf(out, "| `%s` | %s | %s | %s |\n", preset->name, preset->source, preset->words_of_players,
                preset->overrides);
    }
    fputs("\n| key | what it is about | values | `pagat` |\n|---|---|---|---|", out);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        const RuleKey *key = &RULE_KEYS[k];
        char range[RANGE_TEXT], value[VALUE_TEXT];
        rule_range(range, sizeof range, key);
        fprintf(out, "\n| `%s` | %s%s%s | %s | %s |", key->name, key->words_of_players ? "" : "What ",
                key->words_of_players ? key->words_of_players : key->help, key->words_of_players ? "" : " pays.", range,
                value_of(value, "pagat", key));
    }
    fputc('\n', out);
}

static void keys_print(FILE *out, const Rules *rules)
{
    char text[RULES_TEXT], value[VALUE_TEXT];
    rules_print(text, rules);
    fprintf(out, "%s: %d seats, %d sides, %d deals\n", text, rules->players, rules->sides, rules->deals);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        rule_print(value, sizeof value, &RULE_KEYS[k], rules);
        fprintf(out, "%-*s %-*s  %s\n", KEY_COLUMNS, RULE_KEYS[k].name, VALUE_COLUMNS, value, RULE_KEYS[k].help);
    }
}

static bool rules_work(Driver *driver, Error *error)
{
    Rules rules;
    PageText text;
    const bool one = driver->parsed.arg_count > 0;
    if (one && !rules_parse(&rules, driver->parsed.args[0], error)) return false;
    if (((RulesList *)driver->own)->markdown) {
        if (one) return error_set(error, "--markdown lists all presets and keys");
        return markdown_print(stdout), stdout_flush(errno, error);
    }
    if (!page_text_open(&text)) return error_memory(error);
    if (one)
        keys_print(text.stream, &rules);
    else
        presets_print(text.stream, &driver->page);
    return page_text_close(&text, stdout, &driver->page) || error_memory(error);
}

const Command CMD_RULES = {
    .spec = {.command = "rules",
             .summary = "list presets and keys with their values",
             .args = {"[R]", 0, 1, NULL, TAKES_RULES},
             .about = "Lists presets and keys with their values, ranges and meaning; with an argument, the values of "
                      "that rule set.",
             .example = "pasur rules wikipedia,target=100,sur_points=10",
             OPTION_ROWS(RULES_OPTIONS)},
    .size = sizeof(RulesList),
    .work = rules_work,
};
