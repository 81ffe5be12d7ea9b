/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole matches: the referee plays them, judges them and spoils them. It follows the people, who change their seats. */
#include "tests/referee/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* People at the seats of the first round, before anybody has moved. */
static void sit_down(RefMatch *match, const RefRules *rules)
{
    *match = (RefMatch){.rules = *rules, .winner = -1};
    for (int seat = 0; seat < rules->players; seat++)
        match->person[seat] = seat;
}

/* Who played first now plays last, all others a place earlier. */
static void move_on(RefMatch *match)
{
    int first = match->person[0], last = match->rules.players - 1;
    for (int seat = 0; seat < last; seat++)
        match->person[seat] = match->person[seat + 1];
    match->person[last] = first;
}

/* The score that a person, or the team of this person, has in the match is kept at the first of its people. */
static int account(const RefMatch *match, int person)
{
    return match->rules.teams != 0 && match->rules.players == 4 ? person % 2 : person;
}

/* Scores of the round's sides, from those of the people who sit there. */
static void scores_now(int scores[REF_SEATS], const RefMatch *match)
{
    for (int seat = match->rules.players - 1; seat >= 0; seat--)
        scores[ref_side_of(&match->rules, seat)] = match->score[account(match, match->person[seat])];
}

/* The side, by the order of the first round, that has won; -1: nobody. */
static int has_won(const RefMatch *match)
{
    int sides = ref_sides(&match->rules);
    for (int side = 0; side < sides; side++) {
        bool beaten = match->score[side] < match->rules.target;
        for (int other = 0; other < sides; other++)
            if (other != side && match->score[other] >= match->score[side]) beaten = true;
        if (!beaten) return side;
    }
    return -1;
}

static bool refuse(RefMatch *match, const char *why)
{
    match->wrong = true;
    snprintf(match->error, sizeof match->error, "round %d: %s", match->rounds, why);
    return false;
}

/* The plays of a record once more: where may a side stop it? -1: nowhere. */
static int may_stop_after(const RefRecord *record)
{
    RefRound round;
    ref_round_start(&round, &record->rules, &record->pack, record->scores);
    for (int i = 0; i < record->plays; i++) {
        ref_play(&round, &record->play[i]);
        if (!round.over && ref_claimable(&round)) return i + 1;
    }
    return -1;
}

/* A line of the record that numbers it: is it the number? An absent line is "". */
static bool numbered(const char *line, int number)
{
    char *end;
    unsigned long long value = strtoull(line, &end, 10);
    return *line != '\0' && *end == '\0' && value == (unsigned long long)number;
}

/* The names of a round, of which the first has gone to the end; names here hold no blanks. */
static bool names_moved(const char *before, const char *now)
{
    char moved[REF_WHY];
    const char *blank = strchr(before, ' ');
    if (*before == '\0' || *now == '\0' || blank == NULL) return true;
    snprintf(moved, sizeof moved, "%s %.*s", blank + 1, (int)(blank - before), before);
    return strcmp(moved, now) == 0;
}

static bool comes_next(RefMatch *match, const RefRecord *record)
{
    if (match->winner >= 0) return refuse(match, "the match is over");
    for (int side = 0; match->rounds == 0 && side < ref_sides(&record->rules); side++)
        match->score[side] = record->scores[side];
    bool has_round = record->note[2][0] != '\0', has_match = record->note[3][0] != '\0';
    if (has_round != has_match) return refuse(match, "match and round stand together or not at all");
    if (has_round && !numbered(record->note[2], match->rounds)) return refuse(match, "it is another round's turn");
    if (match->rounds > 0 && memcmp(&record->rules, &match->rules, sizeof match->rules) != 0)
        return refuse(match, "other rules");
    int scores[REF_SEATS] = {0};
    if (match->rounds == 0 && has_won(match) >= 0) return refuse(match, "a side had won before the round");
    scores_now(scores, match);
    for (int side = 0; side < ref_sides(&record->rules); side++)
        if (scores[side] != record->scores[side]) return refuse(match, "the scores are not those of the round before");
    if (!names_moved(match->names, record->note[0])) return refuse(match, "the names have not moved on by one seat");
    snprintf(match->names, REF_WHY, "%s", record->note[0]);
    return true;
}

bool ref_match_take(RefMatch *match, const RefRecord *record)
{
    if (match->wrong) return false;
    if (match->records++ == 0) {
        sit_down(match, &record->rules);
        match->records = 1;
        snprintf(match->name, REF_WHY, "%s", record->note[3]);
    }
    if (!comes_next(match, record)) return false;
    RefVerdict verdict;
    RefRound round;
    ref_judge(&verdict, &round, record);
    if (!verdict.ok) return refuse(match, verdict.error);
    int stop = may_stop_after(record);
    if (stop >= 0 && stop < record->plays) return refuse(match, "it goes on though a side stops the match");
    if (stop < 0 && !round.over) return refuse(match, "it ends though nobody may stop the match");
    bool paid[REF_SEATS] = {false};
    for (int seat = 0; seat < match->rules.players; seat++) {
        int to = account(match, match->person[seat]);
        if (!paid[to]) match->score[to] += verdict.points[ref_side_of(&match->rules, seat)];
        paid[to] = true;
    }
    match->rounds++;
    match->winner = has_won(match);
    match->stopped = stop >= 0;
    move_on(match);
    return true;
}

bool ref_match_end(RefMatch *match)
{
    if (match->wrong) return false;
    if (match->winner < 0) return refuse(match, "nobody has won yet");
    return true;
}

void ref_match_print(char *out, const RefMatch *match, int index)
{
    out += match->name[0] != '\0' ? sprintf(out, "%s", match->name) : sprintf(out, "%d", index);
    out += sprintf(out, ",%d,%d,", !match->wrong, match->rounds);
    for (int side = 0; side < ref_sides(&match->rules); side++)
        out += sprintf(out, "%s%d", side > 0 ? " " : "", match->score[side]);
    if (match->winner >= 0)
        sprintf(out, ",%d,%s,", match->winner, match->stopped ? "per_shodam" : "count");
    else
        sprintf(out, ",,,");
}

int ref_random_match(RefRecord *records, const char *rules_text, int number, RefRandom *random)
{
    RefMatch match = {0};
    for (int round = 0; round < REF_MATCH; round++) {
        RefRecord *record = &records[round];
        int scores[REF_SEATS] = {0};
        char why[REF_WHY];
        RefRules rules;
        if (!ref_rules_parse(&rules, rules_text, why)) return 0;
        if (round > 0) scores_now(scores, &match);
        ref_random_play(record, rules_text, scores, true, random);
        snprintf(record->note[2], REF_WHY, "%d", round);
        snprintf(record->note[3], REF_WHY, "%d", number);
        for (int seat = 0, used = 0; seat < rules.players; seat++)
            used += snprintf(record->note[0] + used, (size_t)(REF_WHY - used), "%splayer%d", seat > 0 ? " " : "",
                             (seat + round) % rules.players);
        if (!ref_match_take(&match, record)) return 0;
        if (match.winner >= 0) return round + 1;
    }
    return 0;
}

/* Whose pile gets the card that somebody at this seat gives away: that of the first opponent who plays behind. */
static int opponent_behind(const RefRules *rules, int seat)
{
    int other = seat;
    do
        other = (other + 1) % rules->players;
    while (ref_side_of(rules, other) == ref_side_of(rules, seat));
    return ref_side_of(rules, other);
}

void ref_gather(RefCards *order, const RefRecord *record, const bool splits[REF_SEATS])
{
    RefCards heap[REF_SEATS] = {{0}}, lying = {0}; /* heaps lie face down: the last card is the top one */
    RefRound round;
    int sides = ref_sides(&record->rules);
    ref_round_start(&round, &record->rules, &record->pack, record->scores);
    for (int i = 0; i < record->plays; i++) {
        const RefPlay *play = &record->play[i];
        int side = ref_side_of(&record->rules, round.seat);
        RefCards taken = play->taken;
        bool sweeps = record->rules.last_sweep == REF_SWEEP_MATCH && round.hand[round.seat].n == 1 &&
                      round.deal == ref_deals(&record->rules);
        int given = -1; /* to an opponent */
        if (splits[round.seat] && taken.n == 1 && ref_rank(play->card) >= REF_QUEEN)
            given = ref_suit(taken.card[0]) == REF_CLUBS ? play->card : taken.card[0];
        if (taken.n > 0 && sweeps) taken = round.pool;
        ref_sort(&taken);
        for (int k = 0; k < taken.n; k++)
            if (taken.card[k] != given) ref_add(&heap[side], taken.card[k]);
        if (taken.n > 0 && play->card != given) ref_add(&heap[side], play->card);
        if (given >= 0) ref_add(&heap[opponent_behind(&record->rules, round.seat)], given);
        lying = round.pool;
        if (taken.n == 0) ref_add(&lying, play->card);
        for (int k = 0; k < taken.n; k++)
            ref_remove(&lying, taken.card[k]);
        ref_play(&round, play);
    }
    ref_sort(&lying);
    RefCards whole = {0}; /* from the bottom */
    if (round.last_capturer < 0)
        whole = lying;
    else
        ref_add_all(&heap[round.last_capturer], &lying);
    for (int side = 0; side < sides; side++)
        ref_add_all(&whole, &heap[side]);
    order->n = 0;
    for (int i = whole.n - 1; i >= 0; i--)
        ref_add(order, whole.card[i]);
}

/* ---- wrong matches */

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

static bool rules_change(RefRecord *records, int *count, RefRandom *random)
{
    if (*count < 2 || strstr(records[0].rules_text, "target=") != NULL) return false;
    RefRecord *record = &records[1 + ref_below(random, *count - 1)];
    snprintf(record->rules_text + strlen(record->rules_text), 20, ",target=%d",
             record->rules.target < 1000 ? 1000 : 999);
    return true;
}

/* A round is cut short, with the figures of a count midway, where nobody may stop the match. */
static bool false_stop(RefRecord *records, int *count, RefRandom *random)
{
    RefRecord *record = &records[ref_below(random, *count)];
    RefVerdict verdict;
    RefRound round;
    record->plays--;
    record->has_points = record->has_surs = record->has_clubs = false;
    ref_judge(&verdict, &round, record);
    return verdict.ok && !ref_claimable(&round);
}

/* The last round, which per shodam stopped, is played on for a play. */
static bool missed_stop(RefRecord *records, int *count, RefRandom *random)
{
    RefRecord *record = &records[*count - 1];
    RefVerdict verdict;
    RefRound round;
    record->has_points = record->has_surs = record->has_clubs = false;
    ref_judge(&verdict, &round, record);
    if (!verdict.ok || round.over) return false;
    while (!round.over) {
        RefPlays plays = {0};
        ref_legal(&plays, &round.hand[round.seat], &round.pool);
        record->play[record->plays++] = plays.play[ref_below(random, plays.n)];
        ref_play(&round, &record->play[record->plays - 1]);
        ref_plays_free(&plays);
    }
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
    {"another score", score_changed}, {"a round lost", round_lost},
    {"a round twice", round_twice},   {"two rounds change places", rounds_change_places},
    {"no end", unfinished},           {"a round after the end", after_the_end},
    {"the seats stay", seats_stay},   {"the names stay", names_stay},
    {"a wrong number", number_wrong}, {"a number missing", number_missing},
    {"other rules", rules_change},    {"a false stop", false_stop},
    {"a missed stop", missed_stop},   {"a play missing", play_missing},
};

int ref_spoil_match_ways(void) { return sizeof WAYS / sizeof WAYS[0]; }

bool ref_spoil_match(RefRecord *records, int *count, const char **name, int way, RefRandom *random)
{
    *name = WAYS[way].name;
    return WAYS[way].spoil(records, count, random);
}
