/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#include <stdio.h>

static bool play_through(RefRound *round, const RefRecord *record, char *why)
{
    char reason[REF_WHY];
    if (!ref_pool_right(&record->rules, &round->pool, why)) return false;
    for (int i = 0; i < record->plays; i++) {
        if (!ref_play_legal(round, &record->play[i], reason)) {
            char text[2 * REF_PACK + 4];
            ref_play_print(text, &record->play[i]);
            snprintf(why, REF_WHY, "play %d (%.30s): %.100s", i + 1, text, reason);
            return false;
        }
        ref_play(round, &record->play[i]);
    }
    return true;
}

static bool agree(const int written[REF_SEATS], const int counted[REF_SEATS], int sides, const char *what, char *why)
{
    for (int side = 0; side < sides; side++) {
        if (written[side] != counted[side]) {
            snprintf(why, REF_WHY, "%s: side %d has %d not %d", what, side, counted[side], written[side]);
            return false;
        }
    }
    return true;
}

/* Are the lines after the plays right? */
static bool lines_right(RefVerdict *verdict, const RefRound *round, const RefRecord *record)
{
    int sides = verdict->sides;
    if (record->has_points && !round->over && !ref_claimable(round)) {
        snprintf(verdict->error, REF_WHY, "points although the round is not over and nobody may stop it");
        return false;
    }
    if (record->has_points && !agree(record->points, verdict->points, sides, "points", verdict->error)) return false;
    if (record->has_surs && !agree(record->surs, verdict->surs, sides, "surs", verdict->error)) return false;
    return !record->has_clubs || agree(record->clubs, verdict->clubs, sides, "clubs", verdict->error);
}

void ref_judge(RefVerdict *verdict, RefRound *round, const RefRecord *record)
{
    *verdict = (RefVerdict){.sides = ref_sides(&record->rules)};
    ref_round_start(round, &record->rules, &record->pack, record->scores);
    verdict->counted = play_through(round, record, verdict->error);
    if (!verdict->counted) return;
    ref_count(verdict->points, round);
    ref_clubs(verdict->clubs, round);
    for (int side = 0; side < verdict->sides; side++)
        verdict->surs[side] = round->surs[side];
    verdict->ok = lines_right(verdict, round, record);
}
