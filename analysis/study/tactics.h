/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Studies of what tactics are worth: which variants of an agent are compared, one row for each question; the rows'
   results on boards, as exact sums; and when they are looked at, from the first board to the verdict.

   A variant is the agent with other weights. The base is the agent with weight 0 for every tactic outside the base; the
   full set is the agent as given. For a tactic of the base, the only question is what is lost without it. A row's value
   is the sum of its variants' results, each with its sign.

   A board is one pack, played in each seating by every variant of the tested agent, against every opponent. Cards and
   streams are those of a simulation with the same seed, so a variant's result on a board is the same as in `sim`, and a
   row in which the tactic made no difference is exactly zero. Nothing is played twice: games that are the same up to
   some decision are one game up to there. Whole matches are played one by one. */
#pragma once

#include "agents/tactic/advice.h"
#include "analysis/stats/estimate.h"
#include "sim/boards.h"

typedef enum {
    MEASURE_ALONE,   /* base with the tactic - base */
    MEASURE_WITHOUT, /* full set - full set without the tactic */
    MEASURE_WEIGHT,  /* full set with this weight - full set with the weight 0 */
    MEASURE_ADDED,   /* full set without the tactic, and with it at a given weight - without it */
    MEASURE_PAIR,    /* both - one - other + base: what the two are worth together beyond the sum */
} Measure;
extern const char *const MEASURE_NAMES[];

/* By what the value of a tactic in the full set (MEASURE_WITHOUT) may be divided: by where in a round the two variants
   first chose differently. BY_DEAL: in which deal. BY_POOL: what the pool's numerals summed to. BY_SCORE: how far the
   tested side was ahead of the best other side, counted as if the round had ended there. BY_SCRIPT: what the function
   group of a script says. */
typedef enum { BY_NOTHING, BY_DEAL, BY_POOL, BY_SCORE, BY_SCRIPT } By;
enum { MAX_STRATA = 8 };

enum { MAX_TERMS = 4, MAX_OPPONENTS = 8, MAX_ROWS = 4096 };

typedef struct {
    Measure measure;
    int tactic, other; /* indices of the agent's parameters, TACTICS first; other: the pair's second, else -1 */
    double weight;     /* the one that is measured */
    int opponent;
    int terms;               /* 2, or 4 for a pair */
    int variants[MAX_TERMS]; /* indices; those with an even place count positive, the others negative; then 0 */
} TacticRow;

typedef struct {
    Schedule schedule; /* agent 0 is the one whose tactics are measured, agent 1 the opponent */
    Agent agent;
    Agent opponents[MAX_OPPONENTS];
    int opponent_count;
    double (*variants)[MAX_AGENT_PARAMS]; /* values of the agent's parameters */
    int variant_count;
    TacticRow *rows;
    int row_count;
    double weights[MAX_AGENT_PARAMS]; /* at which rows measure: the agent's, or a given one */
    By by;
    const char *by_name; /* what a stratum means in the CSV's column `by` */
    int strata;          /* cells of a row; BY_NOTHING: 1 */
    const char *stratum_names[MAX_STRATA];
    Agent grouper; /* BY_SCRIPT: has the script; else no kind */
    uint64_t
        left_out; /* a bit for each tactic: asked for, but it cannot come up under the rules, so that no row is about it */
    uint64_t idle; /* the same of tactics with the weight 0 in the agent, of which there is nothing to measure */
    const struct EquityTable *equity_table; /* what points are worth in matches, for the report; NULL: nobody asks */
} TacticStudy;

/* What is asked for; texts as the user wrote them, NULL where nothing was said. */
typedef struct {
    const char *agent, *opponents;
    const char *tactics; /* a,b,…; NULL: all */
    const char *sweep;   /* tactic=low:high:step[,…] */
    bool pairs;
    const char *by;     /* all, deal, pool, score, or a script; NULL: all */
    const char *added;  /* tactic=weight[,…] */
    const char *advice; /* a script, which is added */
} TacticRequest;

/* On boards of two agents, perhaps of whole matches. False with one line in error, which names the option; nothing needs
   freeing then. */
bool tactic_study_open(TacticStudy *study, const TacticRequest *request, const Schedule *schedule, Error *error);
void tactic_study_free(TacticStudy *study);

/* Are whole matches played? Then values are shares of the matches. */
static inline bool study_matches(const TacticStudy *study) { return study->schedule.match_rounds > 0; }
static inline const char *tactic_name(const TacticStudy *study, int tactic)
{
    return study->agent.kind->params[tactic].name;
}
enum { TACTIC_SET_TEXT = 512 };
/* The names of a set of tactics (a bit for each), with blanks between them. Returns out. */
char *tactic_set_names(char out[static TACTIC_SET_TEXT], const TacticStudy *study, uint64_t set);
/* The tactics that rows are about, but for rows that say their weight themselves. */
uint64_t study_tactics(const TacticStudy *study);

/* ---- on boards */

/* Measures of a row on a board. The part of its value that comes from rounds in which the variants first chose
   differently in one stratum (BY_NOTHING: one part, the row); the parts add up to the row, board by board. */
enum {
    TACTIC_PLUS,                                 /* [seating]: the sum of the variants that count positive … */
    TACTIC_MINUS = TACTIC_PLUS + MAX_SEATS,      /* … and of the others */
    TACTIC_VALUE = TACTIC_MINUS + MAX_SEATS,     /* [stratum]; a board without such a round is a zero */
    TACTIC_BOARDS = TACTIC_VALUE + MAX_STRATA,   /* 1: rows stop at looks of their own */
    TACTIC_ACTIVE,                               /* [stratum]: 1 if there is such a round … */
    TACTIC_CHANGED = TACTIC_ACTIVE + MAX_STRATA, /* … if the part is not zero … */
    TACTIC_ROUNDS = TACTIC_CHANGED + MAX_STRATA, /* … and how many rounds */
    TACTIC_MEASURES = TACTIC_ROUNDS + MAX_STRATA
};
SumsShape tactic_shape(const TacticStudy *study);

/* Integer observations of a board for one point a round, or for all of its matches, for estimate_of. */
double tactic_value_scale(const TacticStudy *study);

/* The line-ups of a study's rows, each once. All zero is empty. */
typedef struct {
    const TacticStudy *study;
    const bool *skip; /* [row]: no line-up is its; NULL: all rows are */
    Agent *agents;    /* of the line-ups; owned, but their texts stay with the study's */
    int agent_count;
    Pairing *lineups; /* owned, as are … */
    int lineup_count;
    int (*terms)[MAX_TERMS]; /* … [row]: the line-ups of its terms */
} TacticLineups;

/* In place of those that were there. False if memory runs out. */
bool tactic_lineups_make(TacticLineups *lineups, const TacticStudy *study, const bool *skip);
void tactic_lineups_free(TacticLineups *lineups);
/* The job that they play, but for the boards, and what becomes of these: sums of tactic_shape. Void are those in which an
   agent failed, the study's own or one of its opponents, which count for no row. */
BoardsJob tactic_job(const TacticLineups *lineups);
BoardsUse tactic_use(const TacticLineups *lineups);
/* For a use of another kind: what a row comes to on a board, under one of the schedules that the job has; `out` is zero.
   False: the board is void, or the script that groups its rounds failed. */
bool tactic_row(int64_t out[static TACTIC_MEASURES], const TacticLineups *lineups, int row, AdviceMemory *grouper,
                const WholeBoard *whole, size_t schedule, VoidBoard *failure);

/* ---- a study: a fixed number of boards, or as many as each row needs */

/* With fewer boards whose results differ a cell is too rare to say anything about: intervals lean on these boards
   alone, so boards on which another choice came to the same in the end do not count for this. */
enum { RARE_BOARDS = 40 };

/* What the result tells of: a row, or with strata one stratum of a row. */
typedef struct {
    int row, stratum;                /* BY_NOTHING: 0, the whole row */
    int64_t boards, active, changed; /* as the measures TACTIC_… */
    Estimate value;                  /* points a round, or a share of the matches */
    Interval interval;               /* simultaneous; unknown where the cell is too rare */
    double p, p_adjusted;
    int64_t hypothesis; /* from 1; 0: it is exact, and none */
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
