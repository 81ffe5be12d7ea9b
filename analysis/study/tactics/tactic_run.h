/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study from the first board to the verdict: a fixed number of boards, or as many as each row needs. */
#pragma once

#include "analysis/stats/estimate.h"
#include "analysis/study/tactics/tactic_value.h"

/* With fewer boards whose results differ a cell is too rare to say anything about: intervals lean on these boards
   alone, so boards on which another choice came to the same in the end do not count for this. */
enum { RARE_BOARDS = 40 };

/* What the result tells of: a row, or with strata one stratum of a row. */
typedef struct {
    int row, stratum;                /* stratum -1: the row */
    int64_t boards, active, changed; /* as the measures TACTIC_… */
    Estimate value;                  /* points a round, or a share of the matches */
    Interval interval;               /* simultaneous; unknown where the cell is too rare */
    double p, p_adjusted;
    double gain; /* of pairing: how many times more rounds it would take with the variants on boards of their own, each
                    board once; NAN for a stratum */
    bool exact;  /* the variants are the same, the value is 0 */
    bool rare;
    bool settled; /* as narrow as wanted, or known to be too rare; false where no width is wanted */
} TacticCell;

/* A study that is going on. */
typedef struct {
    uint64_t done, expected; /* boards, in board order */
    const Voids *voids;
    const struct TacticState *state;
} TacticProgress;

/* The cell that is known least: of those that are not settled, the one whose interval is widest; the interval is valid
   at any time, and simultaneous. False while none is known. */
bool tactic_widest(TacticCell *out, const TacticProgress *now);

typedef struct {
    const TacticStudy *study;
    uint64_t boards;   /* at most */
    double half_width; /* wanted of every cell; 0: play all boards */
    double alpha;      /* with which some interval of them all misses */
    int threads;
    struct Checkpoint *checkpoint;                       /* where results are kept; NULL: nowhere */
    Blocks *blocks;                                      /* as in TacticValues */
    bool (*watch)(void *arg, const TacticProgress *now); /* called after every few boards; false: stop; may be NULL */
    /* Where the rows' values come from, as tactic_values_play in all but arg; NULL: boards are played. */
    ArenaEnd (*play)(void *arg, const TacticValues *values, Sums *sums, uint64_t *done);
    void *arg; /* of both */
} TacticJob;

typedef struct {
    TacticCell *cells; /* in the order of rows, and strata in their order */
    int cell_count;
    double alpha;     /* of the job */
    Sums sums;        /* of tactic_shape */
    uint64_t boards;  /* of the longest row */
    bool interrupted; /* the user stopped it */
    bool stopped;     /* he or watch did */
} TacticResult;

/* False if memory runs out. The result is freed by tactic_result_free whatever is returned. */
bool tactic_run(TacticResult *result, const TacticJob *job);
void tactic_result_free(TacticResult *result);
