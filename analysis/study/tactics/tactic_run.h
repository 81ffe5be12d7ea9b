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

/* When a row is looked at. */
typedef struct {
    double first; /* boards of the first look; 0: not planned yet */
    double next;  /* boards of the next look */
    int look;     /* which one that is */
} TacticLooks;

typedef struct {
    const TacticStudy *study;
    const Sums *sums;  /* of the boards so far: of tactic_shape, or empty; the caller's */
    uint64_t boards;   /* at most */
    double half_width; /* wanted of every cell; 0: play all boards */
    double alpha;      /* with which some interval of them all misses */

    TacticCell *cells; /* in the order of rows, and strata in their order; owned, as are the next two */
    int cell_count;
    bool *skip; /* [row]: it takes no more boards */
    TacticLooks *looks;
    double cell_alpha; /* of one cell */
    int strata;        /* cells of a row */
    double wanted;     /* boards by which looks are planned … */
    bool planned;      /* … as they are */
    uint64_t expected; /* boards, as far as is known now */
    bool stopped;      /* something else ended it */
} TacticRun;

/* Makes the cells of a run whose first members are set. False if memory runs out; tactic_run_free is due in either
   case. */
bool tactic_run_open(TacticRun *run);
void tactic_run_free(TacticRun *run);
/* The boards that were played, void ones too: of the longest row. */
static inline uint64_t tactic_run_played(const TacticRun *run)
{
    return (uint64_t)(run->sums->boards + run->sums->voids.boards);
}
/* Looks at what is due, and says until how many boards the rows that are not skipped are to be played; 0: no more. */
uint64_t tactic_run_next(TacticRun *run);
/* After the last board. False if memory runs out. */
bool tactic_run_end(TacticRun *run, bool stopped);

/* While it goes on, the cell that is known least: of those that are not settled, the one whose interval is widest; the
   interval is valid at any time, and simultaneous. False while none is known. */
bool tactic_widest(TacticCell *out, const TacticRun *run);
