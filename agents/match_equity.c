/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Match equity from a file of `pasur equity --csv`, or built in. */
#include "agents/match_equity.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/text_lines.h"
#include "engine/crc32c.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

enum { UNKNOWN = UINT16_MAX };
#define COLUMNS "score,opponent,first_seat,win"
#define WRITES "'pasur equity A --csv FILE' writes a table"

/* The table that is built in, of `tactic` against itself, and behind it its largest standard error: data/README.md. */
enum { PAGAT_TARGET = 62 };
static const uint16_t PAGAT_CHANCES[PAGAT_TARGET * PAGAT_TARGET + 1] = {
#include "data/equity-pagat.txt"
};

/* Chances do not depend on how a pack is shuffled: the table is made with perfect shuffles. */
static bool rules_fit(const Rules *made, const Rules *rules)
{
    Rules wanted = *rules;
    wanted.shuffle = made->shuffle;
    return rules_equal(made, &wanted);
}

const MatchEquity *match_equity_builtin(const Rules *rules)
{
    static const MatchEquity PAGAT = {.target = PAGAT_TARGET, .first = PAGAT_CHANCES};
    Error unused;
    Rules pagat;
    return rules_parse(&pagat, "pagat", &unused) && rules_fit(&pagat, rules) ? &PAGAT : NULL;
}

void match_equity_free(MatchEquity *equity)
{
    free(equity->owned);
    *equity = (MatchEquity){0};
}

/* ---- a file */

uint32_t match_equity_crc(const uint16_t *chances, size_t count)
{
    uint32_t crc = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned char bytes[2] = {(unsigned char)(chances[i] & 0xff), (unsigned char)(chances[i] >> 8)};
        crc = crc32c(crc, bytes, 2);
    }
    return crc;
}

typedef struct {
    const Rules *rules;
    uint16_t *chances; /* [first][score][opponent] */
    bool header, ruled;
    char crc[16]; /* as the head has it; empty: it has none */
} EquityReader;

static uint16_t *chance_at(const EquityReader *reader, int64_t score, int64_t opponent, bool first)
{
    const int64_t target = reader->rules->target;
    return &reader->chances[(first ? 0 : target * target) + score * target + opponent];
}

/* A line `# key: value` before the header. */
static bool head_read(EquityReader *reader, const char *line, Error *error)
{
    static const char RULES[] = "# rules: ", PARTIAL[] = "# PARTIAL:", CRC[] = "# crc32c: ";
    char asked[RULES_TEXT];
    Rules made;
    if (!strncmp(line, PARTIAL, strlen(PARTIAL))) return error_set(error, "the table of a stopped run");
    if (!strncmp(line, CRC, strlen(CRC))) snprintf(reader->crc, sizeof reader->crc, "%.15s", line + strlen(CRC));
    if (strncmp(line, RULES, strlen(RULES)) != 0) return true;
    line += strlen(RULES);
    if (!rules_parse(&made, line, error)) return false;
    rules_print(asked, reader->rules);
    reader->ruled = true;
    return rules_fit(&made, reader->rules) ||
           error_set(error, "a table for the rules %.200s; expected one for %.200s", line, asked);
}

static bool header_read(EquityReader *reader, const char *line, Error *error)
{
    const size_t length = strlen(COLUMNS);
    if (strncmp(line, COLUMNS, length) != 0 || (line[length] && line[length] != ','))
        return error_set(error, "not a table of chances, which begins with the columns " COLUMNS "; " WRITES);
    reader->header = true;
    return reader->ruled || error_set(error, "no line '# rules: ...' before the columns; " WRITES);
}

static bool row_read(EquityReader *reader, const char *line, Error *error)
{
    static const char *const NAMES[] = {"score", "opponent", "first_seat", "win"};
    const int64_t highest[] = {reader->rules->target - 1, reader->rules->target - 1, 1};
    int64_t whole[3];
    double win;
    Words words = {.rest = line, .separator = ',', .may_be_empty = true};
    for (int i = 0; i < 4; i++) {
        if (!words_next(&words, error)) return words.failed ? false : error_set(error, "%s is missing", NAMES[i]);
        if (i < 3 ? !number_whole(&whole[i], words.text, 0, highest[i], error)
                  : !number_real(&win, words.text, 0, 1, error))
            return error_under(error, "%s: '%.40s'", NAMES[i], words.text);
    }
    uint16_t *chance = chance_at(reader, whole[0], whole[1], whole[2]);
    if (*chance != UNKNOWN)
        return error_set(error, "%d,%d,%d stands there twice", (int)whole[0], (int)whole[1], (int)whole[2]);
    *chance = (uint16_t)lround(win * EQUITY_ONE);
    return true;
}

/* Is there a chance for every pair of scores? */
static bool table_complete(const EquityReader *reader, Error *error)
{
    const int target = reader->rules->target;
    if (!reader->header) return error_set(error, "no table of chances; " WRITES);
    for (int score = 0; score < target; score++)
        for (int opponent = 0; opponent < target; opponent++)
            for (int first = 1; first >= 0; first--)
                if (*chance_at(reader, score, opponent, first) == UNKNOWN)
                    return error_set(error, "the row %d,%d,%d is missing: a table has every pair below the target %d",
                                     score, opponent, first, target);
    char crc[16];
    snprintf(crc, sizeof crc, "%08" PRIx32, match_equity_crc(reader->chances, (size_t)(2 * target * target)));
    return !*reader->crc || !strcmp(crc, reader->crc) ||
           error_set(error, "damaged: its chances have the checksum %s, its head says %.8s", crc, reader->crc);
}

static bool lines_read(EquityReader *reader, FILE *file, const char *name, Error *error)
{
    TextLines lines = {.file = file};
    bool good = true;
    while (good && text_lines_next(&lines, error))
        good = reader->header       ? row_read(reader, lines.line, error)
               : *lines.line == '#' ? head_read(reader, lines.line, error)
                                    : header_read(reader, lines.line, error);
    good = lines.ended ? table_complete(reader, error) || error_under(error, "%.128s", name)
                       : text_lines_blame(&lines, name, error);
    if (!good) error->system = false;
    text_lines_free(&lines);
    return good;
}

bool match_equity_read(MatchEquity *out, const char *name, const Rules *rules, Error *error)
{
    const size_t pairs = (size_t)rules->target * rules->target;
    FILE *file = fopen(name, "r");
    if (!file) return error_set(error, "%.128s: %s", name, strerror(errno));
    const int magic = getc(file);
    if (magic == 0x1f || magic == 0x28) {
        fclose(file);
        return error_set(error, "%.128s: is compressed; agents read only uncompressed tables", name);
    }
    if (magic != EOF) ungetc(magic, file);
    EquityReader reader = {.rules = rules, .chances = malloc(2 * pairs * sizeof *reader.chances)};
    if (reader.chances) memset(reader.chances, 0xff, 2 * pairs * sizeof *reader.chances);
    const bool good = reader.chances ? lines_read(&reader, file, name, error) : error_memory(error);
    fclose(file);
    if (!good) {
        free(reader.chances);
        return false;
    }
    *out = (MatchEquity){rules->target, reader.chances, reader.chances + pairs, reader.chances};
    return true;
}

bool match_equity_find(MatchEquity *out, const char *file, const Rules *rules, Error *error)
{
    char text[RULES_TEXT];
    if (rules->sides != 2)
        return error_set(error, "goal=match is for two sides, and these rules have %d; expected goal=points",
                         rules->sides);
    if (file) return match_equity_read(out, file, rules, error);
    const MatchEquity *found = match_equity_builtin(rules);
    rules_print(text, rules);
    if (found) *out = *found;
    return found || error_set(error,
                              "goal=match: no table of chances for %.200s; 'pasur equity A --rules %.200s --csv FILE' "
                              "makes one for equity=FILE",
                              text, text);
}
