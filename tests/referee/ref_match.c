/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole matches: the referee plays and judges them. It follows the people, who change their seats. */
#include "tests/referee/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* People sit at the seats of the first round. */
void ref_match_begin(RefMatch *match, const RefRules *rules, const int scores[REF_SEATS])
{
    *match = (RefMatch){.rules = *rules, .winner = -1};
    for (int seat = 0; seat < rules->players; seat++)
        match->person[seat] = seat;
    for (int side = 0; side < ref_sides(rules); side++)
        match->score[side] = scores[side];
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

/* Each side's is that of the people who sit there. */
void ref_match_scores(int scores[REF_SEATS], const RefMatch *match)
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

void ref_match_add(RefMatch *match, const int points[REF_SEATS])
{
    bool paid[REF_SEATS] = {false};
    for (int seat = 0; seat < match->rules.players; seat++) {
        int to = account(match, match->person[seat]);
        if (!paid[to]) match->score[to] += points[ref_side_of(&match->rules, seat)];
        paid[to] = true;
    }
    match->rounds++;
    match->winner = has_won(match);
    move_on(match);
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
    bool has_round = record->note[2][0] != '\0', has_match = record->note[3][0] != '\0';
    if (has_round != has_match) return refuse(match, "match and round stand together or not at all");
    if (has_round && !numbered(record->note[2], match->rounds)) return refuse(match, "it is another round's turn");
    if (match->rounds > 0 && memcmp(&record->rules, &match->rules, sizeof match->rules) != 0)
        return refuse(match, "other rules");
    int scores[REF_SEATS] = {0};
    if (match->rounds == 0 && has_won(match) >= 0) return refuse(match, "a side had won before the round");
    ref_match_scores(scores, match);
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
        ref_match_begin(match, &record->rules, record->scores);
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
    ref_match_add(match, verdict.points);
    match->stopped = stop >= 0;
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

/* Before a match: zeros, anything, or a tie at the target or above it. */
static void scores_to_begin(int scores[REF_SEATS], const RefRules *rules, RefRandom *random)
{
    int sides = ref_sides(rules), begins = ref_below(random, 4), tied = ref_below(random, sides);
    for (int side = 0; side < sides; side++)
        scores[side] = 0;
    if (begins == 1) ref_random_scores(scores, rules, random);
    if (begins != 2) return;
    for (int side = 0; side < sides; side++)
        scores[side] = ref_below(random, rules->target);
    scores[tied] = scores[(tied + 1) % sides] = rules->target + ref_below(random, 3);
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
        if (round > 0)
            ref_match_scores(scores, &match);
        else
            scores_to_begin(scores, &rules, random);
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
