/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#include <assert.h>
#include <stdio.h>

void ref_random_scores(int scores[REF_SEATS], const RefRules *rules, RefRandom *random)
{
    int sides = ref_sides(rules), best = 0;
    bool zeros = ref_below(random, 4) == 0;
    for (int side = 0; side < sides; side++) {
        int near = 0;
        switch (zeros ? 0 : 1 + ref_below(random, 3)) {
        case 1: near = ref_below(random, rules->target); break;
        case 2: near = rules->sur_limit - 2 + ref_below(random, 4); break;
        case 3: near = rules->target - 16 + ref_below(random, 18); break;
        default: break;
        }
        scores[side] = near > 0 ? near : 0;
        if (scores[side] > scores[best]) best = side;
    }
    if (scores[best] >= rules->target) scores[(best + 1) % sides] = scores[best];
}

static const RefPlay *pick(const RefPlays *plays, const RefCards *pool, bool keen, RefRandom *random)
{
    for (int tries = 0; keen && tries < 20; tries++) {
        const RefPlay *play = &plays->play[ref_below(random, plays->n)];
        if (play->taken.n == pool->n || (tries >= 10 && play->taken.n > 0)) return play;
    }
    return &plays->play[ref_below(random, plays->n)];
}

static void write_figures(RefRecord *record, const RefRound *round)
{
    record->has_points = record->has_surs = record->has_clubs = true;
    ref_count(record->points, round);
    ref_clubs(record->clubs, round);
    for (int side = 0; side < ref_sides(&record->rules); side++)
        record->surs[side] = round->surs[side];
}

void ref_random_deal(RefRecord *record, const char *rules_text, RefRandom *random)
{
    char why[REF_WHY];
    *record = (RefRecord){0};
    snprintf(record->rules_text, REF_RULES, "%s", rules_text);
    bool parsed = ref_rules_parse(&record->rules, rules_text, why);
    assert(parsed);
    (void)parsed;
    ref_setup(&record->pack, &record->rules, random);
}

static void play_on(RefRecord *record, bool shodam, RefRandom *random)
{
    bool keen = ref_below(random, 2) == 0; /* takes what it can: many Surs */
    RefRound round;
    ref_round_start(&round, &record->rules, &record->pack, record->scores);
    while (!round.over && !(shodam && ref_claimable(&round))) {
        RefPlays plays = {0};
        ref_legal(&plays, &round.hand[round.seat], &round.pool);
        const RefPlay *play = pick(&plays, &round.pool, keen, random);
        record->play[record->plays++] = *play;
        ref_play(&round, play);
        ref_plays_free(&plays);
    }
    write_figures(record, &round);
}

void ref_random_round(RefRecord *record, const char *rules_text, bool shodam, RefRandom *random)
{
    ref_random_deal(record, rules_text, random);
    ref_random_scores(record->scores, &record->rules, random);
    play_on(record, shodam, random);
}

void ref_random_play(RefRecord *record, const char *rules_text, const int scores[REF_SEATS], bool shodam,
                     RefRandom *random)
{
    ref_random_deal(record, rules_text, random);
    for (int side = 0; side < ref_sides(&record->rules); side++)
        record->scores[side] = scores[side];
    play_on(record, shodam, random);
}

void ref_random_position(RefRecord *record, const char *rules_text, RefRandom *random)
{
    ref_random_round(record, rules_text, false, random);
    record->plays = ref_below(random, record->plays);
    record->has_points = record->has_surs = record->has_clubs = false;
}
