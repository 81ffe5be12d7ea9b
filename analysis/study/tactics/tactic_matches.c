/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the variants of a study in whole matches, and adds up what the rows come to. */
#include "analysis/study/tactics/tactic_matches.h"

#include <stdlib.h>
#include <string.h>

#include "sim/pairings.h"

enum { WATCH_EVERY = 16 }; /* boards */

typedef struct {
    const TacticValues *values;
    TacticSum *sums;
    Agent *agents;           /* variants, then opponents: copies */
    Pairing *pairings;       /* a variant and an opponent, each once */
    int (*terms)[MAX_TERMS]; /* [row]: its pairings */
    int pairing_count;
    PairingResult *results; /* of the board that is being taken, [pairing] */
    uint64_t done;
    Voids voids;
} MatchValues;

/* Lists the pairings that the rows need which are not skipped. False if memory runs out. */
static bool pairings_list(MatchValues *run)
{
    const TacticStudy *study = run->values->study;
    for (int i = 0; i < study->row_count; i++) {
        const TacticRow *row = &study->rows[i];
        for (int term = 0; term < row->terms && !(run->values->skip && run->values->skip[i]); term++) {
            const Pairing pairing = {{(uint16_t)row->variants[term], (uint16_t)(study->variant_count + row->opponent)}};
            run->terms[i][term] = list_index(&run->pairings, &run->pairing_count, &pairing, sizeof pairing);
            if (run->terms[i][term] < 0) return false;
        }
    }
    run->results = calloc((size_t)run->pairing_count + 1, sizeof *run->results);
    return run->results != NULL;
}

static bool values_open(MatchValues *run)
{
    const TacticStudy *study = run->values->study;
    const int variants = study->variant_count;
    run->agents = calloc((size_t)(variants + study->opponent_count), sizeof *run->agents);
    run->terms = calloc((size_t)study->row_count + 1, sizeof *run->terms);
    if (!run->agents || !run->terms || !pairings_list(run)) return false;
    for (int i = 0; i < variants; i++)
        run->agents[i] = study_variant(study, i);
    memcpy(run->agents + variants, study->opponents, (size_t)study->opponent_count * sizeof *run->agents);
    return true;
}

static void values_close(MatchValues *run)
{
    free(run->agents);
    free(run->pairings);
    free(run->terms);
    free(run->results);
}

/* Did the variants not all play the same in this seating? */
static bool match_active(PairingResult *const terms[static MAX_TERMS], int count, int seating)
{
    bool parted[MAX_TERMS]; /* from the term before */
    for (int i = 0; i < count; i++)
        parted[i] = terms[i]->course[seating] != terms[(i + count - 1) % count]->course[seating];
    return count == 2 ? parted[1] : (parted[1] || parted[3]) && (parted[0] || parted[2]);
}

/* Adds the board to a row's sum; returns the row's value on it. */
static int row_score(const MatchValues *run, int index)
{
    const TacticStudy *study = run->values->study;
    const TacticRow *row = &study->rows[index];
    TacticSum *sum = &run->sums[index];
    PairingResult *terms[MAX_TERMS] = {0};
    int value = 0, active = 0;
    for (int term = 0; term < row->terms; term++)
        terms[term] = &run->results[run->terms[index][term]];
    for (int seating = 0; seating < study->schedule.seatings; seating++) {
        int won[2] = {0, 0};
        for (int term = 0; term < row->terms; term++)
            won[term & 1] += schedule_sum(&study->schedule, seating, 0, terms[term]->points[seating]);
        for (int side = 0; side < 2; side++)
            moments_add(&sum->rounds[seating][side], won[side]);
        value += won[0] - won[1];
        active += match_active(terms, row->terms, seating);
    }
    moments_add(&sum->strata[0].value, value);
    sum->strata[0].boards += active > 0;
    sum->strata[0].changed += value != 0;
    sum->strata[0].rounds += active;
    return value;
}

/* The board is whole: all pairings have played it. */
static void board_add(MatchValues *run, uint64_t board)
{
    const TacticValues *values = run->values;
    const TacticStudy *study = values->study;
    for (int i = 0; i < run->pairing_count; i++) {
        VoidBoard failure = run->results[i].failure;
        if (run->results[i].played) continue;
        if (failure.agent) failure.agent = study_player(study, failure.agent);
        voids_add(&run->voids, &failure);
        return;
    }
    for (int row = 0; row < study->row_count; row++) {
        if (values->skip && values->skip[row]) continue;
        const int value = row_score(run, row);
        if (values->values)
            values->values[(board - values->first) * (uint64_t)study->row_count + (uint64_t)row] = value;
    }
}

static bool take(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    MatchValues *run = arg;
    const TacticValues *values = run->values;
    run->results[pairing] = *result;
    if (pairing + 1 < (size_t)run->pairing_count) return true;
    board_add(run, board);
    run->done++;
    if (!values->watch || (run->done % WATCH_EVERY && run->done < values->boards)) return true;
    return values->watch(values->arg, run->done, &run->voids);
}

ArenaEnd tactic_matches_play(const TacticValues *values, TacticSum *sums, uint64_t *done, Voids *voids)
{
    const TacticStudy *study = values->study;
    MatchValues run = {.values = values, .sums = sums};
    ArenaEnd end = ARENA_FAILED;
    if (values_open(&run)) {
        const BoardsJob boards = {.schedule = &study->schedule,
                                  .agents = run.agents,
                                  .agent_count = (size_t)(study->variant_count + study->opponent_count),
                                  .pairings = run.pairings,
                                  .pairing_count = (size_t)run.pairing_count,
                                  .first = values->first,
                                  .boards = values->boards,
                                  .threads = values->threads,
                                  .journal = values->journal};
        end = pairings_play(&boards, take, &run);
    }
    values_close(&run);
    *done = run.done;
    *voids = run.voids;
    return end;
}
