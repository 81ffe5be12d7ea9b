/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const NOTES[REF_NOTES] = {"agents", "seed", "round", "match"};
static const char BLANKS[] = " \t\r";

/* ---- reading ---- */

/* Which lines of a record were seen. */
typedef struct {
    bool any, rules, scores, deal, play, points, surs, clubs, note[REF_NOTES];
    int scores_given, points_given, surs_given, clubs_given;
} Seen;

/* Cuts the next line, without blanks at its end, into `line` (REF_LINE bytes). */
static bool next_line(char *line, RefReader *reader, char *why)
{
    size_t length = strcspn(reader->at, "\n");
    reader->line++;
    if (length >= REF_LINE) {
        snprintf(why, REF_WHY, "the line is too long");
        return false;
    }
    memcpy(line, reader->at, length);
    reader->at += reader->at[length] == '\n' ? length + 1 : length;
    while (length > 0 && strchr(BLANKS, line[length - 1]) != NULL)
        length--;
    line[length] = '\0';
    return true;
}

/* Cuts the next word into `word` (REF_WHY bytes); false at the end of the text. */
static bool next_word(char *word, const char **text)
{
    *text += strspn(*text, BLANKS);
    size_t length = strcspn(*text, BLANKS);
    snprintf(word, REF_WHY, "%.*s", (int)length, *text);
    *text += length;
    return length > 0;
}

static bool read_numbers(int number[REF_SEATS], int *given, const char *text, char *why)
{
    char word[REF_WHY];
    *given = 0;
    while (next_word(word, &text)) {
        if (*given == REF_SEATS) {
            snprintf(why, REF_WHY, "more than %d numbers", REF_SEATS);
            return false;
        }
        if (strlen(word) > 6 || strspn(word, "0123456789") != strlen(word)) {
            snprintf(why, REF_WHY, "'%.100s' is not a number", word);
            return false;
        }
        int value = 0;
        for (const char *digit = word; *digit != '\0'; digit++)
            value = 10 * value + (*digit - '0');
        number[(*given)++] = value;
    }
    return true;
}

static bool read_deal(RefCards *pack, const char *text, char *why)
{
    pack->n = 0;
    while (text += strspn(text, BLANKS), *text != '\0') {
        const char *start = text;
        int card;
        if (!ref_read_card(&text, &card)) {
            snprintf(why, REF_WHY, "'%.3s' is not a card", start);
            return false;
        }
        if (ref_has(pack, card)) {
            snprintf(why, REF_WHY, "%.2s is dealt twice", start);
            return false;
        }
        ref_add(pack, card);
    }
    if (pack->n != REF_PACK) {
        snprintf(why, REF_WHY, "the deal has %d cards, not %d", pack->n, REF_PACK);
        return false;
    }
    return true;
}

bool ref_play_parse(RefPlay *play, const char *text)
{
    play->taken.n = 0;
    if (!ref_read_card(&text, &play->card)) return false;
    if (*text == '\0') return true;
    if (*text++ != 'x' || *text == '\0') return false;
    while (*text != '\0') {
        int card;
        if (!ref_read_card(&text, &card) || ref_has(&play->taken, card)) return false;
        ref_add(&play->taken, card);
    }
    return true;
}

static bool read_plays(RefRecord *record, const char *text, char *why)
{
    char word[REF_WHY];
    record->plays = 0;
    while (next_word(word, &text)) {
        RefPlay play;
        if (!ref_play_parse(&play, word)) {
            snprintf(why, REF_WHY, "'%.100s' is not a play", word);
            return false;
        }
        if (record->plays < REF_MAX_PLAYS) record->play[record->plays++] = play;
    }
    return true;
}

/* Marks a key as seen; false if it was already. */
static bool first_time(bool *seen, const char *key, char *why)
{
    if (*seen) snprintf(why, REF_WHY, "a second '%.100s' line in one record", key);
    bool first = !*seen;
    *seen = true;
    return first;
}

static bool read_line(RefRecord *record, Seen *seen, const char *line, char *why)
{
    char key[REF_WHY];
    next_word(key, &line);
    line += strspn(line, BLANKS);
    seen->any = true;
    if (strcmp(key, "rules") == 0) {
        snprintf(record->rules_text, REF_RULES, "%.*s", REF_RULES - 1, line);
        return first_time(&seen->rules, key, why) && ref_rules_parse(&record->rules, line, why);
    }
    if (strcmp(key, "scores") == 0)
        return first_time(&seen->scores, key, why) && read_numbers(record->scores, &seen->scores_given, line, why);
    if (strcmp(key, "deal") == 0) return first_time(&seen->deal, key, why) && read_deal(&record->pack, line, why);
    if (strcmp(key, "play") == 0) return first_time(&seen->play, key, why) && read_plays(record, line, why);
    if (strcmp(key, "points") == 0)
        return first_time(&seen->points, key, why) && read_numbers(record->points, &seen->points_given, line, why);
    if (strcmp(key, "surs") == 0)
        return first_time(&seen->surs, key, why) && read_numbers(record->surs, &seen->surs_given, line, why);
    if (strcmp(key, "clubs") == 0)
        return first_time(&seen->clubs, key, why) && read_numbers(record->clubs, &seen->clubs_given, line, why);
    for (int i = 0; i < REF_NOTES; i++) {
        if (strcmp(key, NOTES[i]) == 0) {
            snprintf(record->note[i], REF_WHY, "%.*s", REF_WHY - 1, line);
            return first_time(&seen->note[i], key, why);
        }
    }
    snprintf(why, REF_WHY, "unknown key '%.100s'", key);
    return false;
}

static bool right_number(bool seen, int given, int sides, const char *key, char *why)
{
    if (seen && given != sides) {
        snprintf(why, REF_WHY, "%s: %d numbers for %d sides", key, given, sides);
        return false;
    }
    return true;
}

static bool whole_record(RefRecord *record, const Seen *seen, char *why)
{
    if (!seen->deal) {
        snprintf(why, REF_WHY, "a record without a deal");
        return false;
    }
    record->has_points = seen->points;
    record->has_surs = seen->surs;
    record->has_clubs = seen->clubs;
    int sides = ref_sides(&record->rules);
    return right_number(seen->scores, seen->scores_given, sides, "scores", why) &&
           right_number(seen->points, seen->points_given, sides, "points", why) &&
           right_number(seen->surs, seen->surs_given, sides, "surs", why) &&
           right_number(seen->clubs, seen->clubs_given, sides, "clubs", why);
}

RefRead ref_record_read(RefRecord *record, RefReader *reader, char *why)
{
    *record = (RefRecord){.rules_text = "pagat"};
    bool parsed = ref_rules_parse(&record->rules, record->rules_text, why);
    assert(parsed);
    (void)parsed;
    Seen seen = {0};
    while (*reader->at != '\0') {
        char line[REF_LINE];
        if (!next_line(line, reader, why)) return REF_READ_BAD;
        if (line[0] == '#') continue;
        if (line[0] == '\0' && seen.any) break;
        if (line[0] != '\0' && !read_line(record, &seen, line, why)) return REF_READ_BAD;
    }
    if (!seen.any) return REF_READ_END;
    return whole_record(record, &seen, why) ? REF_READ_RECORD : REF_READ_BAD;
}

/* ---- writing ---- */

static char *print_text(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return out + length;
}

void ref_play_print(char *out, const RefPlay *play)
{
    RefCards sorted = play->taken;
    ref_sort(&sorted);
    ref_print_card(out, play->card);
    out += 2;
    if (sorted.n > 0) out = print_text(out, "x");
    for (int i = 0; i < sorted.n; i++, out += 2)
        ref_print_card(out, sorted.card[i]);
}

static char *print_numbers(char *out, const char *key, const int number[REF_SEATS], int sides)
{
    out = print_text(out, key);
    for (int side = 0; side < sides; side++)
        out += sprintf(out, " %d", number[side]);
    return print_text(out, "\n");
}

void ref_record_print(char *out, const RefRecord *record)
{
    int sides = ref_sides(&record->rules);
    out += sprintf(out, "rules %s\n", record->rules_text);
    for (int i = 0; i < REF_NOTES; i++)
        if (record->note[i][0] != '\0') out += sprintf(out, "%s %s\n", NOTES[i], record->note[i]);
    out = print_numbers(out, "scores", record->scores, sides);
    out = print_text(out, "deal ");
    for (int i = 0; i < record->pack.n; i++, out += 2)
        ref_print_card(out, record->pack.card[i]);
    out = print_text(out, "\n");
    if (record->plays > 0) out = print_text(out, "play");
    for (int i = 0; i < record->plays; i++) {
        char text[2 * REF_PACK + 4];
        ref_play_print(text, &record->play[i]);
        out += sprintf(out, " %s", text);
    }
    if (record->plays > 0) out = print_text(out, "\n");
    if (record->has_points) out = print_numbers(out, "points", record->points, sides);
    if (record->has_surs) out = print_numbers(out, "surs", record->surs, sides);
    if (record->has_clubs) out = print_numbers(out, "clubs", record->clubs, sides);
    print_text(out, "\n");
}
