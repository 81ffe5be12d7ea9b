/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records: one round as lines `key value`. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

enum {
    KEY_RULES,
    KEY_SCORES,
    KEY_AGENTS,
    KEY_SEED,
    KEY_ROUND,
    KEY_MATCH,
    KEY_DEAL,
    KEY_PLAY,
    KEY_POINTS,
    KEY_SURS,
    KEY_CLUBS
};

#define KEY(name) #name, offsetof(Record, name)

/* In the order in which a record is written. */
static const struct {
    const char *name;
    size_t offset; /* of the value in Record: uint64_t of seed to match, int16_t for each side of scores and counts */
    size_t has;    /* of the bool that says whether it is there; 0: nothing does */
} KEYS[RECORD_KEYS] = {
    [KEY_RULES] = {KEY(rules), 0},
    [KEY_SCORES] = {KEY(scores), 0},
    [KEY_AGENTS] = {KEY(agents), 0},
    [KEY_SEED] = {KEY(seed), offsetof(Record, has_seed)},
    [KEY_ROUND] = {KEY(round), offsetof(Record, has_round)},
    [KEY_MATCH] = {KEY(match), offsetof(Record, has_match)},
    [KEY_DEAL] = {"deal", offsetof(Record, pack), 0},
    [KEY_PLAY] = {"play", offsetof(Record, plays), offsetof(Record, has_play)},
    [KEY_POINTS] = {KEY(points), offsetof(Record, has_points)},
    [KEY_SURS] = {KEY(surs), offsetof(Record, has_surs)},
    [KEY_CLUBS] = {KEY(clubs), offsetof(Record, has_clubs)},
};

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
    case KEY_RULES: return rules_parse(out, value, error);
    case KEY_DEAL: return deal_read(record, value, error);
    case KEY_PLAY: return plays_read(record, value, error);
    case KEY_AGENTS:
        snprintf(record->agents, sizeof record->agents, "%s", value);
        return strlen(value) < RECORD_AGENTS ||
               error_set(error, "agents: longer than %d characters", RECORD_AGENTS - 1);
    case KEY_SEED:
    case KEY_ROUND:
    case KEY_MATCH:
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
    if (!*value && key != KEY_PLAY) return error_set(error, "nothing follows '%s'", KEYS[key].name);
    if (KEYS[key].has) *((bool *)&reader->record + KEYS[key].has) = true;
    return value_read(reader, key, value, error);
}

static bool record_finish(RecordReader *reader, int *error_line, Error *error)
{
    Record *record = &reader->record;
    if (!reader->lines[KEY_DEAL]) {
        *error_line = record->first_line;
        return error_set(error, "the record that begins here has no deal");
    }
    if (!reader->lines[KEY_RULES]) rules_parse(&record->rules, "pagat", error);
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
    used += numbers_print(text + used, record, KEY_SCORES);
    if (*record->agents) used += sprintf(text + used, "agents %s\n", record->agents);
    for (int key = KEY_SEED; key <= KEY_MATCH; key++) {
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
    for (int key = KEY_POINTS; key <= KEY_CLUBS; key++)
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
        const int counted = key == KEY_POINTS ? count->points : key == KEY_SURS ? count->surs : count->clubs;
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
    return legal && numbers_agree(record, KEY_POINTS, counts, error) &&
           numbers_agree(record, KEY_SURS, counts, error) && numbers_agree(record, KEY_CLUBS, counts, error);
}
