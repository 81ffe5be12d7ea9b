/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records: one round as lines `key value`. */
#include <stdio.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

static bool read_rules(RecordReader *reader, int key, const char *value, Error *error)
{
    (void)key;
    return rules_parse(&reader->record.rules, value, error);
}

static bool read_deal(RecordReader *reader, int key, const char *value, Error *error)
{
    (void)key;
    CardSet set;
    int count;
    if (!cards_parse(&set, reader->record.pack.cards, &count, value, error)) return error_under(error, "deal");
    if (count != CARDS) return error_set(error, "deal: %d cards, not 52", count);
    return true;
}

static bool read_plays(RecordReader *reader, int key, const char *value, Error *error)
{
    (void)key;
    Record *record = &reader->record;
    record->has_play = true;
    Words words = {.rest = value, .separator = ' '};
    while (words_next(&words, error)) {
        Play play;
        if (!play_parse(&play, words.text, error)) return false;
        if (record->play_count <= PLAYS) record->plays[record->play_count++] = play;
    }
    return !words.failed;
}

static bool read_numbers(RecordReader *reader, int key, const char *value, Error *error)
{
    int count = 0;
    Words words = {.rest = value, .separator = ' '};
    while (words_next(&words, error)) {
        int64_t number;
        if (count == MAX_SIDES) return error_set(error, "'%.20s' is a number too many", words.text);
        if (!number_whole(&number, words.text, 0, MAX_SCORE, error)) return error_under(error, "'%.20s'", words.text);
        reader->numbers[key][count++] = (int)number;
    }
    reader->number_count[key] = count;
    return !words.failed;
}

static bool read_agents(RecordReader *reader, int key, const char *value, Error *error)
{
    (void)key;
    if (strlen(value) >= RECORD_AGENTS) return error_set(error, "agents: longer than %d characters", RECORD_AGENTS - 1);
    memcpy(reader->record.agents, value, strlen(value) + 1);
    return true;
}

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

static bool read_count(RecordReader *reader, int key, const char *value, Error *error)
{
    Record *record = &reader->record;
    uint64_t *number = key == KEY_SEED ? &record->seed : key == KEY_ROUND ? &record->round : &record->match;
    bool *has = key == KEY_SEED ? &record->has_seed : key == KEY_ROUND ? &record->has_round : &record->has_match;
    *has = number_u64(number, value) == NUMBER_OK;
    return *has || error_set(error, "'%.20s': expected a whole number from 0 to %llu", value, UINT64_MAX + 0ULL);
}

typedef struct {
    const char *name;
    bool (*read)(RecordReader *, int key, const char *value, Error *error);
} RecordKey;

static const RecordKey KEYS[RECORD_KEYS] = {
    [KEY_RULES] = {"rules", read_rules},     [KEY_SCORES] = {"scores", read_numbers},
    [KEY_AGENTS] = {"agents", read_agents},  [KEY_SEED] = {"seed", read_count},
    [KEY_ROUND] = {"round", read_count},     [KEY_MATCH] = {"match", read_count},
    [KEY_DEAL] = {"deal", read_deal},        [KEY_PLAY] = {"play", read_plays},
    [KEY_POINTS] = {"points", read_numbers}, [KEY_SURS] = {"surs", read_numbers},
    [KEY_CLUBS] = {"clubs", read_numbers},
};

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
    return KEYS[key].read(reader, key, value, error);
}

/* Copies the numbers of a key, one for each side. */
static bool numbers_take(int out[], const RecordReader *reader, int key, int *error_line, Error *error)
{
    int sides = reader->record.rules.sides;
    if (!reader->lines[key]) return true;
    if (reader->number_count[key] != sides) {
        *error_line = reader->lines[key];
        return error_set(error, "%s: %d numbers for %d sides", KEYS[key].name, reader->number_count[key], sides);
    }
    for (int side = 0; side < sides; side++)
        out[side] = reader->numbers[key][side];
    return true;
}

static bool record_finish(RecordReader *reader, int *error_line, Error *error)
{
    Record *record = &reader->record;
    int scores[MAX_SIDES] = {0};
    if (!reader->lines[KEY_DEAL]) {
        *error_line = record->first_line;
        return error_set(error, "the record that begins here has no deal");
    }
    if (!reader->lines[KEY_RULES]) rules_parse(&record->rules, "pagat", error);
    if (!numbers_take(scores, reader, KEY_SCORES, error_line, error) ||
        !numbers_take(record->points, reader, KEY_POINTS, error_line, error) ||
        !numbers_take(record->surs, reader, KEY_SURS, error_line, error) ||
        !numbers_take(record->clubs, reader, KEY_CLUBS, error_line, error))
        return false;
    for (int side = 0; side < MAX_SIDES; side++)
        record->scores[side] = (int16_t)scores[side];
    record->has_points = reader->lines[KEY_POINTS];
    record->has_surs = reader->lines[KEY_SURS];
    record->has_clubs = reader->lines[KEY_CLUBS];
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

static int numbers_print(char *text, const char *key, const int numbers[], int count)
{
    int used = sprintf(text, "%s", key);
    for (int i = 0; i < count; i++)
        used += sprintf(text + used, " %d", numbers[i]);
    return used + sprintf(text + used, "\n");
}

int record_print(char text[static RECORD_TEXT], const Record *record)
{
    char rules[RULES_TEXT], play[PLAY_TEXT];
    int sides = record->rules.sides, scores[MAX_SIDES];
    for (int side = 0; side < sides; side++)
        scores[side] = record->scores[side];
    rules_print(rules, &record->rules);
    int used = sprintf(text, "rules %s\n", rules);
    used += numbers_print(text + used, "scores", scores, sides);
    if (*record->agents) used += sprintf(text + used, "agents %s\n", record->agents);
    if (record->has_seed) used += sprintf(text + used, "seed %llu\n", (unsigned long long)record->seed);
    if (record->has_round) used += sprintf(text + used, "round %llu\n", (unsigned long long)record->round);
    if (record->has_match) used += sprintf(text + used, "match %llu\n", (unsigned long long)record->match);
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
    if (record->has_points) used += numbers_print(text + used, "points", record->points, sides);
    if (record->has_surs) used += numbers_print(text + used, "surs", record->surs, sides);
    if (record->has_clubs) used += numbers_print(text + used, "clubs", record->clubs, sides);
    return used + sprintf(text + used, "\n");
}

bool record_position(Round *round, const Record *record, Error *error)
{
    round_start(round, &record->rules, &record->pack, record->scores);
    for (int i = 0; i < record->play_count; i++) {
        const Play *play = &record->plays[i];
        const char *why;
        if (!round_legal(round, &record->rules, play->card, play->captured, &why)) {
            char text[PLAY_TEXT];
            play_print(text, play->card, play->captured);
            return error_set(error, "play %d (%s) by seat %d: %s", i + 1, text, round->table.turn, why);
        }
        round_play(round, &record->rules, play->captured | set_of(play->card));
    }
    return true;
}

/* Compares one line of the record with what the plays give. */
static bool numbers_agree(const char *key, bool has, const int written[], const int counted[], int sides, Error *error)
{
    for (int side = 0; has && side < sides; side++)
        if (written[side] != counted[side])
            return error_set(error, "%s: side %d has %d, not %d", key, side, counted[side], written[side]);
    return true;
}

bool record_replay(Round *round, SideCount counts[static MAX_SIDES], const Record *record, Error *error)
{
    const Rules *rules = &record->rules;
    const char *why;
    int stopper, points[MAX_SIDES], surs[MAX_SIDES], clubs[MAX_SIDES];
    round_start(round, rules, &record->pack, record->scores);
    bool legal = first_pool_allowed(round->table.pool, rules, &why);
    if (!legal)
        error_set(error, "deal: %s", why);
    else
        legal = record_position(round, record, error);
    count_sides(counts, &round->table, rules);
    if (!legal) return false;
    if (record->has_points && !table_over(&round->table) && !table_shodam(&round->table, rules, &stopper))
        return error_set(error, "points are given, but after %d plays the round is not over", record->play_count);
    for (int side = 0; side < rules->sides; side++) {
        points[side] = counts[side].points;
        surs[side] = counts[side].surs;
        clubs[side] = counts[side].clubs;
    }
    return numbers_agree("points", record->has_points, record->points, points, rules->sides, error) &&
           numbers_agree("surs", record->has_surs, record->surs, surs, rules->sides, error) &&
           numbers_agree("clubs", record->has_clubs, record->clubs, clubs, rules->sides, error);
}
