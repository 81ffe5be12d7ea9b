/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records: one round as lines `key value`. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

/* In the order in which a record is written. A row: the key; where its value lies in Record: uint64_t of seed to match,
   int16_t for each side of scores and counts; where the bool lies that says whether it is there (0: nothing does). */
/* clang-format off */
#define KEY_ROWS(ROW)                                                                                                  \
    ROW(rules,  AT(rules),  0)                                                                                         \
    ROW(scores, AT(scores), 0)                                                                                         \
    ROW(agents, AT(agents), 0)                                                                                         \
    ROW(seed,   AT(seed),   AT(has_seed))                                                                              \
    ROW(round,  AT(round),  AT(has_round))                                                                             \
    ROW(match,  AT(match),  AT(has_match))                                                                             \
    ROW(deal,   AT(pack),   0)                                                                                         \
    ROW(play,   AT(plays),  AT(has_play))                                                                              \
    ROW(points, AT(points), AT(has_points))                                                                            \
    ROW(surs,   AT(surs),   AT(has_surs))                                                                              \
    ROW(clubs,  AT(clubs),  AT(has_clubs))
/* clang-format on */
#define AT(member) offsetof(Record, member)
#define KEY_INDEX(name, ...) KEY_##name,
#define KEY_ROW(name, offset, has) {#name, offset, has},
enum { KEY_ROWS(KEY_INDEX) };
static const struct {
    const char *name;
    size_t offset, has;
} KEYS[RECORD_KEYS] = {KEY_ROWS(KEY_ROW)};

static const void *value_of(const Record *record, int key) { return (const char *)record + KEYS[key].offset; }
static bool is_given(const Record *record, int key) { return *((const bool *)record + KEYS[key].has); }

static bool deal_read(Record *record, const char *value, Error *error)
{
    CardSet set;
    int count;
    if (!cards_parse(&set, record->pack.cards, &count, value, error)) return error_under(error, "deal");
    return count == CARDS || error_set(error, "deal: %d cards, not 52", count);
}

static bool plays_read(Record *record, const char *value, Error *error)
{
    Words words = {.rest = value, .separator = ' '};
    while (words_next(&words, error)) {
        Play play;
        if (!play_parse(&play, words.text, error)) return false;
        if (record->play_count <= PLAYS) record->plays[record->play_count++] = play;
    }
    return !words.failed;
}

/* Reads a number for each side; how many there are is checked when the rules are known. */
static bool numbers_read(int16_t out[static MAX_SIDES], int *count, const char *value, Error *error)
{
    Words words = {.rest = value, .separator = ' '};
    while (words_next(&words, error)) {
        int64_t number;
        if (*count == MAX_SIDES) return error_set(error, "'%.20s' is a number too many", words.text);
        if (!number_whole(&number, words.text, 0, MAX_SCORE, error)) return error_under(error, "'%.20s'", words.text);
        out[(*count)++] = (int16_t)number;
    }
    return !words.failed;
}

static bool value_read(RecordReader *reader, int key, const char *value, Error *error)
{
    Record *record = &reader->record;
    void *out = (char *)record + KEYS[key].offset;
    switch (key) {
    case KEY_rules: return rules_parse(out, value, error);
    case KEY_deal: return deal_read(record, value, error);
    case KEY_play: return plays_read(record, value, error);
    case KEY_agents:
        snprintf(record->agents, sizeof record->agents, "%s", value);
        return strlen(value) < RECORD_AGENTS ||
               error_set(error, "agents: longer than %d characters", RECORD_AGENTS - 1);
    case KEY_seed:
    case KEY_round:
    case KEY_match:
        return number_u64(out, value) == NUMBER_OK ||
               error_set(error, "'%.20s': expected a whole number from 0 to %llu", value, UINT64_MAX + 0ULL);
    default: return numbers_read(out, &reader->number_count[key], value, error);
    }
}

/* Takes one `key value` line, already trimmed. */
static bool line_read(RecordReader *reader, const char *text, Error *error)
{
    const Names keys =
        NAMES_OF("key", KEYS, RECORD_KEYS, "a record has rules, scores, deal, play, points, surs, clubs");
    Words words = {.rest = text, .separator = ' ', .names = &keys};
    if (!words_next(&words, error)) return false;
    const int key = words.index;
    const char *value = words.rest ? words.rest + strspn(words.rest, " \t") : "";
    if (reader->lines[key]) return error_set(error, "the key '%s' is there twice in one record", KEYS[key].name);
    reader->lines[key] = reader->line;
    if (!*value && key != KEY_play) return error_set(error, "nothing follows '%s'", KEYS[key].name);
    if (KEYS[key].has) *((bool *)&reader->record + KEYS[key].has) = true;
    return value_read(reader, key, value, error);
}

static bool record_finish(RecordReader *reader, int *error_line, Error *error)
{
    Record *record = &reader->record;
    if (!reader->lines[KEY_deal]) {
        *error_line = record->first_line;
        return error_set(error, "the record that begins here has no deal");
    }
    if (!reader->lines[KEY_rules]) rules_parse(&record->rules, "pagat", error);
    for (int key = 0; key < RECORD_KEYS; key++) {
        const int count = reader->number_count[key], sides = record->rules.sides;
        if (!count || count == sides) continue;
        *error_line = reader->lines[key];
        return error_set(error, "%s: %d numbers for %d sides", KEYS[key].name, count, sides);
    }
    return true;
}

ReadStatus record_feed(RecordReader *reader, Record *record, const char *line, int *error_line, Error *error)
{
    reader->line++;
    *error_line = reader->line;
    if (line) line += strspn(line, " \t\r\n");
    if (line && *line == '#') return READ_MORE;
    if (line && *line) {
        char text[RECORD_TEXT];
        size_t length = strlen(line);
        while (strchr(" \t\r\n", line[length - 1]))
            length--;
        if (length >= sizeof text)
            return error_set(error, "a line of %zu characters is longer than any record's", length), READ_ERROR;
        memcpy(text, line, length);
        text[length] = 0;
        if (!reader->record.first_line) reader->record.first_line = reader->line;
        return line_read(reader, text, error) ? READ_MORE : READ_ERROR;
    }
    if (!reader->record.first_line) return READ_MORE;
    if (!record_finish(reader, error_line, error)) return READ_ERROR;
    *record = reader->record;
    *reader = (RecordReader){.line = reader->line};
    return READ_RECORD;
}

static int numbers_print(char *text, const Record *record, int key)
{
    const int16_t *numbers = value_of(record, key);
    int used = sprintf(text, "%s", KEYS[key].name);
    for (int side = 0; side < record->rules.sides; side++)
        used += sprintf(text + used, " %d", numbers[side]);
    return used + sprintf(text + used, "\n");
}

int record_print(char text[static RECORD_TEXT], const Record *record)
{
    char rules[RULES_TEXT], play[PLAY_TEXT];
    rules_print(rules, &record->rules);
    int used = sprintf(text, "rules %s\n", rules);
    used += numbers_print(text + used, record, KEY_scores);
    if (*record->agents) used += sprintf(text + used, "agents %s\n", record->agents);
    for (int key = KEY_seed; key <= KEY_match; key++) {
        const uint64_t *number = value_of(record, key);
        if (is_given(record, key))
            used += sprintf(text + used, "%s %llu\n", KEYS[key].name, (unsigned long long)*number);
    }
    used += sprintf(text + used, "deal ");
    for (int i = 0; i < CARDS; i++, used += 2)
        card_print(text + used, record->pack.cards[i]);
    used += sprintf(text + used, "\n");
    if (record->has_play) {
        used += sprintf(text + used, "play");
        for (int i = 0; i < record->play_count; i++) {
            play_print(play, record->plays[i].card, record->plays[i].captured);
            used += sprintf(text + used, " %s", play);
        }
        used += sprintf(text + used, "\n");
    }
    for (int key = KEY_points; key <= KEY_clubs; key++)
        if (is_given(record, key)) used += numbers_print(text + used, record, key);
    return used + sprintf(text + used, "\n");
}

bool record_position(Round *round, const Record *record, Error *error)
{
    round_start(round, &record->rules, &record->pack, record->scores);
    for (int i = 0; i < record->play_count; i++) {
        const Play *play = &record->plays[i];
        const char *why;
        if (!round_legal(round, play->card, play->captured, &why)) {
            char text[PLAY_TEXT];
            play_print(text, play->card, play->captured);
            return error_set(error, "play %d (%s) by seat %d: %s", i + 1, text, round->table.turn, why);
        }
        round_play(round, &record->rules, play->captured | set_of(play->card));
    }
    return true;
}

/* Compares one line of the record with what the plays give. */
static bool numbers_agree(const Record *record, int key, const SideCount counts[], Error *error)
{
    const int16_t *written = value_of(record, key);
    for (int side = 0; is_given(record, key) && side < record->rules.sides; side++) {
        const SideCount *count = &counts[side];
        const int counted = key == KEY_points ? count->points : key == KEY_surs ? count->surs : count->clubs;
        if (written[side] != counted)
            return error_set(error, "%s: side %d has %d, not %d", KEYS[key].name, side, counted, written[side]);
    }
    return true;
}

bool record_replay(Round *round, SideCount counts[static MAX_SIDES], const Record *record, Error *error)
{
    const Rules *rules = &record->rules;
    const char *why;
    int stopper;
    round_start(round, rules, &record->pack, record->scores);
    bool legal = first_pool_allowed(round->table.pool, rules, &why);
    if (!legal)
        error_set(error, "deal: %s", why);
    else
        legal = record_position(round, record, error);
    count_sides(counts, &round->table, rules);
    if (legal && record->has_points && !table_over(&round->table) && !table_shodam(&round->table, rules, &stopper))
        return error_set(error, "points are given, but after %d plays the round is not over", record->play_count);
    return legal && numbers_agree(record, KEY_points, counts, error) &&
           numbers_agree(record, KEY_surs, counts, error) && numbers_agree(record, KEY_clubs, counts, error);
}
