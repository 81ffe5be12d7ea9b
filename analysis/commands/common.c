/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/commands/common.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/commands/version.h"
#include "sim/arena.h"
#include "sim/files/record_file.h"
#include "sim/files/text.h"

#define ROW(member) .offset = offsetof(CommonOptions, member)

const Option OPTION_RULES = {.name = "rules",
                             .type = OPTION_TEXT,
                             ROW(rules),
                             .fallback = "pagat",
                             .metavar = "R",
                             .help = "preset[,key=value]...; 'pasur rules' lists them"};
const Option OPTION_DEAL = {.name = "deal",
                            .type = OPTION_TEXT,
                            ROW(deal),
                            .metavar = "FILE",
                            .help = "take the boards' cards from this file's records, in turn and again from the "
                                    "start, instead of shuffling; - is stdin"};
const Option OPTION_CSV = {.name = "csv",
                           .type = OPTION_TEXT,
                           ROW(csv),
                           .metavar = "FILE",
                           .help = "write the figures as CSV; - is stdout, and then nothing else is printed there"};
const Option OPTION_ROUNDS_CSV = {.name = "rounds-csv",
                                  .type = OPTION_TEXT,
                                  ROW(rounds_csv),
                                  .metavar = "FILE",
                                  .help = "write a CSV row for each round and seat"};
const Option OPTION_RECORDS = {
    .name = "records", .type = OPTION_TEXT, ROW(records), .metavar = "FILE", .help = "write every round as a record"};
const Option OPTION_SEED = {.name = "seed",
                            .type = OPTION_COUNT,
                            ROW(seed),
                            .fallback = "1",
                            .metavar = "S",
                            .help = "the same seed gives the same answer"};
const Option OPTION_THREADS = {.name = "threads",
                               .type = OPTION_COUNT,
                               ROW(threads),
                               .low = "1",
                               .high = "1024",
                               .metavar = "T",
                               .help = "default all cores; the answer does not depend on it"};
const Option OPTION_NO_DUPLICATE = {
    .name = "no-duplicate", .type = OPTION_FLAG, ROW(no_duplicate), .help = "a board is one round in one seating"};
const Option OPTION_QUIET = {
    .name = "quiet", .letter = 'q', .type = OPTION_FLAG, ROW(quiet), .help = "no progress and no notes on stderr"};
const Option OPTION_DRY_RUN = {.name = "dry-run",
                               .type = OPTION_FLAG,
                               ROW(dry_run),
                               .help = "check everything, say what would be done, and do nothing"};

int common_threads(const CommonOptions *common) { return common->threads ? (int)common->threads : arena_cores(); }

bool common_takes_stdout(const CommonOptions *common)
{
    const char *names[] = {common->csv, common->rounds_csv, common->records};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i] && !strcmp(names[i], "-")) return true;
    return false;
}

bool agents_open(Agent *agents, const char *const *texts, int count, Error *error)
{
    for (int i = 0; i < count; i++)
        if (!agent_parse(&agents[i], texts[i], error)) {
            agents_free(agents, i);
            return false;
        }
    return true;
}

/* A comma ends an agent unless `key=value` without a colon follows. */
static size_t agent_length(const char *text)
{
    size_t length = strcspn(text, ",");
    while (text[length]) {
        const char *next = text + length + 1;
        if (next[strcspn(next, ",:=")] != '=') break;
        length += 1 + strcspn(next, ",");
    }
    return length;
}

int agents_open_list(Agent agents[], int most, const char *option, const char *list, Error *error)
{
    for (int count = 0;; list++) {
        char name[AGENT_NAME + 1]; /* one longer than agent_parse takes, so that it tells of longer ones */
        size_t length = agent_length(list);
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        bool good = count < most && agent_parse(&agents[count], name, error);
        if (!good) {
            if (count == most) error_set(error, "%s: more than %d agents", option, most);
            agents_free(agents, count);
            return 0;
        }
        count++;
        list += length;
        if (!*list) return count;
    }
}

void agents_free(Agent *agents, int count)
{
    for (int i = 0; i < count; i++)
        agent_free(&agents[i]);
}

bool agents_timed(const Agent *agents, int count)
{
    for (int i = 0; i < count; i++) {
        int time = agent_param(agents[i].kind, "time");
        if (time >= 0 && agents[i].values[time] > 0) return true;
    }
    return false;
}

void agents_open_note(FILE *out, const Agent *agents, int count)
{
    for (int kind = 0; kind < AGENT_KIND_COUNT; kind++)
        for (int i = 0; AGENT_KINDS[kind]->choose_open && i < count; i++)
            if (agents[i].kind == AGENT_KINDS[kind]) {
                fprintf(out, "%s cheats: it sees all cards; an upper bound, not a player\n", AGENT_KINDS[kind]->name);
                break;
            }
}

bool agents_play_rules(const Agent *agents, int count, const Rules *rules, Error *error)
{
    for (int i = 0; i < count; i++)
        if (agents[i].kind->plays_rules && !agents[i].kind->plays_rules(rules, error)) return false;
    return true;
}

void rules_note(const char *command, const CommonOptions *common, const Rules *rules)
{
    char keys[RULES_TEXT];
    rules_match_keys(keys, rules);
    if (*keys && !common->quiet)
        command_error(0, command,
                      "note: rules: no effect here of %s: every round begins with scores of 0 and is played out", keys);
}

static bool pack_add(Packs *packs, uint64_t *room, const Pack *pack)
{
    if (packs->count == *room) {
        uint64_t more = *room ? 2 * *room : 64;
        Pack *grown = realloc(packs->packs, more * sizeof *grown);
        if (!grown) return false;
        packs->packs = grown;
        *room = more;
    }
    packs->packs[packs->count++] = *pack;
    return true;
}

/* Adds the record's pack; returns 0 or the exit status. */
static int record_add(Packs *packs, uint64_t *room, const char *name, const Record *record, const Rules *rules,
                      Error *error)
{
    if (record->rules.players != rules->players)
        return error_set(error, "%s:%d: a record for %d players, where %d play", name, record->first_line,
                         record->rules.players, rules->players),
               STATUS_WRONG_USE;
    const char *why;
    if (!first_pool_allowed(pack_pool(&record->pack, rules), rules, &why))
        return error_set(error, "%s:%d: %s; --rules can", name, record->first_line, why), STATUS_WRONG_USE;
    if (!*packs->note && !rules_equal(&record->rules, rules)) {
        char text[RULES_TEXT];
        rules_print(text, &record->rules);
        snprintf(packs->note, sizeof packs->note,
                 "note: %.128s:%d: dealt by other rules (%s); only its cards are taken", name, record->first_line,
                 text);
    }
    if (!pack_add(packs, room, &record->pack)) return error_memory(error), STATUS_FAILED;
    return 0;
}

int packs_read(Packs *packs, const char *name, const Rules *rules, Error *error)
{
    RecordFile file;
    uint64_t room = 0;
    *packs = (Packs){0};
    if (!record_file_open(&file, name, error)) return STATUS_WRONG_USE;
    Record *record = malloc(sizeof *record);
    int status = record ? 0 : (error_memory(error), STATUS_FAILED);
    for (bool more = true; !status && more;)
        switch (record_file_next(&file, record, error)) {
        case RECORD_NEXT: status = record_add(packs, &room, name, record, rules, error); break;
        case RECORD_END: more = false; break;
        case RECORD_BAD: status = STATUS_WRONG_USE; break;
        case RECORD_FAILED: status = STATUS_FAILED; break;
        }
    free(record);
    record_file_close(&file);
    if (status) packs_free(packs);
    return status;
}

void packs_free(Packs *packs)
{
    free(packs->packs);
    *packs = (Packs){0};
}

static bool quoted_add(Text *text, const char *word)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (*word && word[strspn(word, PLAIN)] == 0) return text_printf(text, " %s", word);
    if (!text_printf(text, " '")) return false;
    for (; *word; word++)
        if (!(*word == '\'' ? text_printf(text, "'\\''") : text_printf(text, "%c", *word))) return false;
    return text_printf(text, "'");
}

static bool words_add(Text *text, int argc, char **argv)
{
    bool good = text_printf(text, "pasur");
    for (int i = 0; i < argc && good; i++)
        good = quoted_add(text, argv[i]);
    return good;
}

/* Ends the text; gives it away, or frees it if something went wrong. */
static char *text_take(Text *text, bool good)
{
    if (good && text_printf(text, "%c", 0)) return text->data;
    text_free(text);
    return NULL;
}

char *command_text(int argc, char **argv)
{
    Text text = {0};
    return text_take(&text, words_add(&text, argc, argv));
}

char *command_again(const OptionsSpec *spec, const ParsedOptions *parsed, int argc, char **argv,
                    const char *size_option, uint64_t size, uint64_t seed)
{
    Text text = {0};
    bool good = words_add(&text, argc, argv);
    if (good && size_option && !options_given(spec, parsed, size_option))
        good = text_printf(&text, " --%s %llu", size_option, (unsigned long long)size);
    if (good && !options_given(spec, parsed, "seed"))
        good = text_printf(&text, " --seed %llu", (unsigned long long)seed);
    return text_take(&text, good);
}

void time_print(char text[static TIME_TEXT])
{
    time_t now = time(NULL);
    struct tm parts;
    if (!gmtime_r(&now, &parts) || !strftime(text, TIME_TEXT, "%Y-%m-%dT%H:%M:%SZ", &parts)) *text = 0;
}

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void csv_run_head(Csv *csv, const char *command, uint64_t seed, const Rules *rules, const char *start, double wall)
{
    char text[RULES_TEXT];
    rules_print(text, rules);
    csv_head(csv, "version", "%s", PASUR_VERSION);
    csv_head(csv, "command", "%s", command);
    csv_head(csv, "seed", "%llu", (unsigned long long)seed);
    csv_head(csv, "rules", "%s", text);
    csv_head(csv, "start", "%s", start);
    if (wall >= 0) csv_head(csv, "wall_seconds", "%.3f", wall);
}
