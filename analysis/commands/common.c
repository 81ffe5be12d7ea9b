/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/commands/common.h"
#include "analysis/report/charts/plot.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/report/version.h"
#include "sim/arena.h"
#include "sim/files/record_file.h"
#include "sim/files/text_buffer.h"

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

const Option OPTION_PLOT = {.name = "plot",
                            .type = OPTION_TEXT,
                            .offset = offsetof(PlotOutput, out),
                            .metavar = "FILE.svg",
                            .help = "draw the figures (SVG or PNG; needs gnuplot)"};

int common_threads(const CommonOptions *common) { return common->threads ? (int)common->threads : arena_cores(); }

bool common_takes_stdout(const CommonOptions *common)
{
    const char *names[] = {common->csv, common->rounds_csv, common->records};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i] && !strcmp(names[i], "-")) return true;
    return false;
}

void rules_note(const char *command, const CommonOptions *common, const Rules *rules)
{
    char keys[RULES_TEXT];
    rules_match_keys(keys, rules);
    if (*keys && !common->quiet)
        command_error(0, command,
                      "note: rules: no effect here of %s: every round begins with scores of 0 and is played out", keys);
}

static bool quoted_add(TextBuffer *text, const char *word)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (*word && word[strspn(word, PLAIN)] == 0) return text_buffer_printf(text, " %s", word);
    if (!text_buffer_printf(text, " '")) return false;
    for (; *word; word++)
        if (!(*word == '\'' ? text_buffer_printf(text, "'\\''") : text_buffer_printf(text, "%c", *word))) return false;
    return text_buffer_printf(text, "'");
}

static bool words_add(TextBuffer *text, int argc, char **argv)
{
    bool good = text_buffer_printf(text, "pasur");
    for (int i = 0; i < argc && good; i++)
        good = quoted_add(text, argv[i]);
    return good;
}

/* Ends the text; gives it away, or frees it if something went wrong. */
static char *text_take(TextBuffer *text, bool good)
{
    if (good && text_buffer_printf(text, "%c", 0)) return text->data;
    text_buffer_free(text);
    return NULL;
}

char *command_text(int argc, char **argv)
{
    TextBuffer text = {0};
    return text_take(&text, words_add(&text, argc, argv));
}

char *command_again(const OptionsSpec *spec, const ParsedOptions *parsed, int argc, char **argv,
                    const char *size_option, uint64_t size, uint64_t seed)
{
    TextBuffer text = {0};
    bool good = words_add(&text, argc, argv);
    if (good && size_option && !options_given(spec, parsed, size_option))
        good = text_buffer_printf(&text, " --%s %llu", size_option, (unsigned long long)size);
    if (good && !options_given(spec, parsed, "seed"))
        good = text_buffer_printf(&text, " --seed %llu", (unsigned long long)seed);
    return text_take(&text, good);
}
