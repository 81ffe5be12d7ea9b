/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole matches, spoiled. */
#include "tests/referee/referee.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Spoils the match's records; false if this match cannot be spoiled so. *count may grow by one. */
typedef bool SpoilMatch(RefRecord *records, int *count, RefRandom *random);

static bool score_changed(RefRecord *records, int *count, RefRandom *random)
{
    if (*count < 2) return false;
    RefRecord *record = &records[1 + ref_below(random, *count - 1)];
    record->scores[ref_below(random, ref_sides(&record->rules))]++;
    return true;
}

static bool round_lost(RefRecord *records, int *count, RefRandom *random)
{
    if (*count < 2) return false;
    int at = ref_below(random, *count - 1);
    for (int i = at; i + 1 < *count; i++)
        records[i] = records[i + 1];
    (*count)--;
    return true;
}

static bool round_twice(RefRecord *records, int *count, RefRandom *random)
{
    int at = ref_below(random, *count);
    for (int i = *count; i > at; i--)
        records[i] = records[i - 1];
    (*count)++;
    return true;
}

static bool rounds_change_places(RefRecord *records, int *count, RefRandom *random)
{
    if (*count < 2) return false;
    int at = ref_below(random, *count - 1);
    RefRecord first = records[at];
    records[at] = records[at + 1];
    records[at + 1] = first;
    return true;
}

static bool unfinished(RefRecord *records, int *count, RefRandom *random)
{
    (void)records, (void)random;
    return --*count > 0;
}

static bool after_the_end(RefRecord *records, int *count, RefRandom *random)
{
    (void)random;
    records[*count] = records[0];
    snprintf(records[*count].note[2], REF_WHY, "%d", *count);
    (*count)++;
    return true;
}

/* The scores that follow from all rounds before `round`, in the order of its sides. */
static void scores_before(int scores[REF_SEATS], const RefRecord *records, int round)
{
    RefMatch match = {0};
    for (int i = 0; i < round; i++)
        ref_match_take(&match, &records[i]);
    ref_match_scores(scores, &match);
}

/* After the end follows a round that would be right if the match went on, as a tie-break among the tied sides alone
   would when another side has won it. */
static bool played_on(RefRecord *records, int *count, RefRandom *random)
{
    int scores[REF_SEATS], last = *count - 1, sides = ref_sides(&records[0].rules);
    char text[REF_RULES];
    memcpy(text, records[0].rules_text, sizeof text);
    scores_before(scores, records, *count);
    RefRecord *record = &records[(*count)++];
    ref_random_play(record, text, scores, true, random);
    snprintf(record->note[2], REF_WHY, "%d", last + 1);
    return sides > 1;
}

/* A round of another match by the same rules stands in the place of one of these. */
static bool other_match(RefRecord *records, int *count, RefRandom *random)
{
    RefRecord *others = calloc(REF_MATCH + 1, sizeof *others);
    int theirs = others == NULL ? 0 : ref_random_match(others, records[0].rules_text, 0, random);
    int most = theirs < *count ? theirs : *count;
    bool differ = false;
    if (most > 1) {
        int at = 1 + ref_below(random, most - 1);
        differ = memcmp(records[at].scores, others[at].scores, sizeof records[at].scores) != 0;
        records[at] = others[at];
    }
    free(others);
    return differ;
}

/* The match begins with scores that have won it. */
static bool won_before(RefRecord *records, int *count, RefRandom *random)
{
    (void)count;
    RefRecord *record = &records[0];
    int sides = ref_sides(&record->rules), winner = ref_below(random, sides), best = record->rules.target;
    for (int side = 0; side < sides; side++)
        best = record->scores[side] >= best ? record->scores[side] + 1 : best;
    record->scores[winner] = best;
    return true;
}

/* The seats of a round do not move on: its scores stand where they stood. */
static bool seats_stay(RefRecord *records, int *count, RefRandom *random)
{
    if (*count < 2) return false;
    RefRecord *record = &records[1 + ref_below(random, *count - 1)];
    int sides = ref_sides(&record->rules), last = record->scores[sides - 1];
    bool equal = true;
    for (int side = sides - 1; side > 0; side--) {
        equal = equal && record->scores[side] == record->scores[side - 1];
        record->scores[side] = record->scores[side - 1];
    }
    equal = equal && record->scores[0] == last;
    record->scores[0] = last;
    return !equal;
}

static bool names_stay(RefRecord *records, int *count, RefRandom *random)
{
    if (*count < 2) return false;
    int at = 1 + ref_below(random, *count - 1);
    memcpy(records[at].note[0], records[at - 1].note[0], REF_WHY);
    return true;
}

/* They move on by two seats, or of two sides back again. */
static bool seats_move_twice(RefRecord *records, int *count, RefRandom *random)
{
    if (*count < 2) return false;
    RefRecord *record = &records[1 + ref_below(random, *count - 1)];
    int sides = ref_sides(&record->rules), first = record->scores[0];
    bool equal = true;
    for (int side = 0; side + 1 < sides; side++) {
        equal = equal && record->scores[side] == record->scores[side + 1];
        record->scores[side] = record->scores[side + 1];
    }
    record->scores[sides - 1] = first;
    return !equal;
}

/* Two who sit side by side change places; of partners it is one and an opponent. */
static bool names_change_places(RefRecord *records, int *count, RefRandom *random)
{
    if (*count < 2) return false;
    char *names = records[1 + ref_below(random, *count - 1)].note[0], swapped[REF_WHY];
    int first = (int)strcspn(names, " "), second = (int)strcspn(names + first + 1, " ");
    snprintf(swapped, sizeof swapped, "%.*s %.*s%s", second, names + first + 1, first, names,
             names + first + 1 + second);
    memcpy(names, swapped, sizeof swapped);
    return true;
}

static bool number_wrong(RefRecord *records, int *count, RefRandom *random)
{
    int at = ref_below(random, *count);
    snprintf(records[at].note[2], REF_WHY, "%d", at + 1);
    return true;
}

static bool number_missing(RefRecord *records, int *count, RefRandom *random)
{
    records[ref_below(random, *count)].note[2][0] = '\0';
    return true;
}

/* A key of the rules changes in the middle of a match. */
static bool rules_change(RefRecord *records, int *count, RefRandom *random)
{
    static const struct {
        const char *key;
        size_t offset;
        int values; /* 0 … values - 1; target has no 0 */
    } KEYS[] = {
        {"target", offsetof(RefRules, target), 1001},         {"per_shodam", offsetof(RefRules, per_shodam), 2},
        {"sur_points", offsetof(RefRules, sur_points), 101},  {"sur_limit", offsetof(RefRules, sur_limit), 1001},
        {"clubs_tie", offsetof(RefRules, clubs_tie), 2},      {"ace_points", offsetof(RefRules, ace_points), 101},
        {"clubs_least", offsetof(RefRules, clubs_least), 14}, {"open_hands", offsetof(RefRules, open_hands), 2},
        {"shuffle", offsetof(RefRules, shuffle), 2},
    };
    static const char *const WORDS[][2] = {{"nobody", "other"}, {"perfect", "riffle:1"}};
    int way = ref_below(random, sizeof KEYS / sizeof KEYS[0]), now;
    const char *key = KEYS[way].key;
    if (*count < 2 || strstr(records[0].rules_text, key) != NULL) return false;
    RefRecord *record = &records[1 + ref_below(random, *count - 1)];
    memcpy(&now, (const char *)&record->rules + KEYS[way].offset, sizeof now);
    int value = (now + 1) % KEYS[way].values;
    if (value == 0 && strcmp(key, "target") == 0) value = 1;
    size_t used = strlen(record->rules_text);
    const char *const *words = strcmp(key, "clubs_tie") == 0 ? WORDS[0] : strcmp(key, "shuffle") == 0 ? WORDS[1] : NULL;
    if (words != NULL)
        snprintf(record->rules_text + used, REF_RULES - used, ",%s=%s", key, words[value]);
    else
        snprintf(record->rules_text + used, REF_RULES - used, ",%s=%d", key, value);
    return true;
}

/* The record holds this many of its plays, and no figures; may a side stop the match there? */
static bool cut(RefRecord *record, int plays)
{
    RefVerdict verdict;
    RefRound round;
    record->plays = plays;
    record->has_points = record->has_surs = record->has_clubs = false;
    ref_judge(&verdict, &round, record);
    return ref_claimable(&round);
}

/* A round is cut short by its last play, where nobody may stop the match. */
static bool last_play_lost(RefRecord *records, int *count, RefRandom *random)
{
    RefRecord *record = &records[ref_below(random, *count)];
    return !cut(record, record->plays - 1);
}

/* It is cut short anywhere, with the figures of the count midway. */
static bool false_stop(RefRecord *records, int *count, RefRandom *random)
{
    RefRecord *record = &records[ref_below(random, *count)];
    RefVerdict verdict;
    RefRound round;
    if (cut(record, ref_below(random, record->plays))) return false;
    ref_judge(&verdict, &round, record);
    record->has_points = true;
    memcpy(record->points, verdict.points, sizeof record->points);
    return true;
}

/* The first round of a match that begins tied at the target, cut where one side has more than every other. */
static bool tie_break_stopped(RefRecord *records, int *count, RefRandom *random)
{
    RefRecord *record = &records[0];
    int scores[REF_SEATS], sides = ref_sides(&record->rules);
    char text[REF_RULES];
    memcpy(text, record->rules_text, sizeof text);
    for (int side = 0; side < sides; side++)
        scores[side] = record->rules.target;
    ref_random_play(record, text, scores, false, random);
    snprintf(record->note[2], REF_WHY, "0");
    *count = 1;
    for (int plays = record->plays - 1; plays > 0; plays--) {
        RefVerdict verdict;
        RefRound round;
        cut(record, plays);
        ref_judge(&verdict, &round, record);
        for (int side = 0; side < sides; side++) {
            bool most = true;
            for (int other = 0; other < sides; other++)
                most = most && (other == side || verdict.points[other] < verdict.points[side]);
            if (most) return true;
        }
    }
    return false;
}

/* The last round, which per shodam stopped, is played on: for a play, for some, to its end. */
static bool missed_stop(RefRecord *records, int *count, RefRandom *random)
{
    RefRecord *record = &records[*count - 1];
    RefVerdict verdict;
    RefRound round;
    record->has_points = record->has_surs = record->has_clubs = false;
    ref_judge(&verdict, &round, record);
    if (!verdict.ok || round.over) return false;
    do {
        RefPlays plays = {0};
        ref_legal(&plays, &round.hand[round.seat], &round.pool);
        record->play[record->plays++] = plays.play[ref_below(random, plays.n)];
        ref_play(&round, &record->play[record->plays - 1]);
        ref_plays_free(&plays);
    } while (!round.over && ref_below(random, 4) > 0);
    return true;
}

/* The last round, which per shodam stopped, pays clubs as if it were over. */
static bool stop_pays_more(RefRecord *records, int *count, RefRandom *random)
{
    RefRecord *record = &records[*count - 1];
    RefVerdict verdict;
    RefRound round;
    ref_judge(&verdict, &round, record);
    if (round.over) return false;
    int more = record->rules.clubs_points > 0 ? record->rules.clubs_points : 1;
    record->points[ref_below(random, ref_sides(&record->rules))] += more;
    return true;
}

static bool play_missing(RefRecord *records, int *count, RefRandom *random)
{
    RefRecord *record = &records[ref_below(random, *count)];
    if (--record->plays < 1) return false;
    for (int i = 0; i < record->plays; i++)
        record->play[i] = record->play[i + 1];
    return true;
}

static const struct {
    const char *name;
    SpoilMatch *spoil;
} WAYS[] = {
    {"another score", score_changed},
    {"a round lost", round_lost},
    {"a round twice", round_twice},
    {"two rounds change places", rounds_change_places},
    {"a round of another match", other_match},
    {"won before it begins", won_before},
    {"no end", unfinished},
    {"a round after the end", after_the_end},
    {"played on after the end", played_on},
    {"the seats stay", seats_stay},
    {"the seats move twice", seats_move_twice},
    {"the names stay", names_stay},
    {"two names change places", names_change_places},
    {"a wrong number", number_wrong},
    {"a number missing", number_missing},
    {"other rules", rules_change},
    {"the last play lost", last_play_lost},
    {"a false stop", false_stop},
    {"a tie-break stopped", tie_break_stopped},
    {"a missed stop", missed_stop},
    {"a stop that pays more", stop_pays_more},
    {"a play missing", play_missing},
};

int ref_spoil_match_ways(void) { return sizeof WAYS / sizeof WAYS[0]; }

const char *ref_spoil_match_name(int way) { return WAYS[way].name; }

bool ref_spoil_match(RefRecord *records, int *count, int way, RefRandom *random)
{
    return WAYS[way].spoil(records, count, random);
}
