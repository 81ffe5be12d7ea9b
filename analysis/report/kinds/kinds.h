/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every kind of result: its row, and what its command tells people. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/stats/combine.h"
#include "analysis/stats/estimate.h"
#include "analysis/stats/sprt.h"
#include "analysis/study/bench/bench.h"
#include "analysis/study/calibrate.h"
#include "analysis/study/equity.h"
#include "analysis/study/exploit.h"
#include "analysis/study/learn/learn.h"
#include "analysis/study/openings.h"
#include "analysis/study/regret.h"
#include "analysis/study/review.h"
#include "analysis/study/sim_figures.h"
#include "analysis/study/tactics/tactic_run.h"
#include "analysis/study/tournament.h"
#include "analysis/study/tuning/tune.h"
#include "analysis/study/vary.h"
#include "engine/notation.h"
#include "engine/text/error.h"
#include "sim/boards.h"
#include "sim/files/figures.h"
#include "sim/reasons.h"
#include "sim/rounds.h"

/* The rows. */
extern const ResultKind RESULT_SIM, RESULT_ROUNDS, RESULT_MATCHES, RESULT_BY_SCORE, RESULT_RATE, RESULT_CROSS,
    RESULT_TACTICS, RESULT_SWEEP, RESULT_STRATA, RESULT_PAIRS, RESULT_TUNE, RESULT_EQUITY, RESULT_EXPLOIT, RESULT_LEARN,
    RESULT_ADVISE, RESULT_REVIEW, RESULT_PLAYERS, RESULT_BENCH, RESULT_COMPARE, RESULT_CALIBRATE, RESULT_POOL,
    RESULT_POWER, RESULT_OPENINGS, RESULT_OPENING_RULES, RESULT_OPENING_BOARDS, RESULT_DIFFERENCE, RESULT_VARY,
    RESULT_REGRET, RESULT_REGRET_PLAYS;

/* Those with a picture, and those of which no picture would say more than the table, up to NULL. */
extern const ResultKind *const DRAWN_KINDS[], *const UNDRAWN_KINDS[];

/* Below, NAME_result fills what the command has found into a result, NAME_summary tells it to people; `found` is that
   result, whose verdicts are told among it. */

/* ---- sim */

/* For the progress line: how the first agent does, LLR of a test, void boards. */
enum { SIM_PROGRESS = AGENT_NAME + 2 * FIGURE_CELL };
void sim_progress(char out[static SIM_PROGRESS], const SimResult *result, const StopRule *stop);
/* Head lines of a test, the header and a row for each agent. */
void sim_result(Result *out, const SimResult *result, const StopRule *stop);
/* The table for people, the sentence that says what it means, and how the rule ended the run. */
void sim_summary(FILE *out, const Page *page, const SimResult *result, const StopRule *stop, Result *found);

/* ---- sim --by score */

enum { SIM_SITUATIONS = 64 };

/* One pair of scores: that of the side that plays first stands first. */
typedef struct {
    int16_t scores[MAX_SIDES];
    Sums sums;
    bool cut; /* it was not played to its end */
} Situation;

typedef struct {
    const Schedule *schedule; /* whose scores do not count */
    const Agent *agents;
    const Situation *situations;
    size_t count, asked; /* that were begun; that were asked for, for all of which the intervals hold together */
    double rho;          /* of the anytime interval of one that was cut */
    double alpha;        /* with which some interval of them all misses */
} SituationResult;

void situations_result(Result *out, const SituationResult *result);
void situations_summary(FILE *out, const Page *page, const SituationResult *result, Result *found);

/* ---- --equity */

/* What a round of the first agent is worth to it. */
void round_worth_print(FILE *out, const SimResult *result, const EquityTable *table);
/* What a point is worth at some scores, and so many points with their interval; whose: what they are of. */
void points_worth_print(FILE *out, const EquityTable *table, const Rules *rules, double points, Interval interval,
                        const char *whose);

/* ---- rate */

/* Intervals hold for one row each; a pair counts as decided where all pairs together are sure (Holm). */
typedef struct {
    const Tournament *tournament;
    const Agent *agents;
    double alpha; /* of either */
    Rating points[TOURNAMENT_MAX_AGENTS], elo[TOURNAMENT_MAX_AGENTS];
    bool beats[TOURNAMENT_MAX_AGENTS * TOURNAMENT_MAX_AGENTS];          /* as of tournament_beats */
    double adjusted[TOURNAMENT_MAX_AGENTS * TOURNAMENT_MAX_AGENTS / 2]; /* by pair, as of tournament_holm */
    uint16_t order[TOURNAMENT_MAX_AGENTS];                              /* agents, best first */
    TournamentFit explained;
} RateResult;

/* What a tournament that has played boards came to. False if memory runs out. */
bool rate_result_make(RateResult *result, const Tournament *tournament, const Agent *agents, double alpha);

/* For the progress line: who leads, "tactic leads, +1.230 (+1.100 to +1.360) points more than its opponents", if that
   is known, and the void boards. */
enum { RATE_PROGRESS = AGENT_NAME + 2 * FIGURE_CELL };
void rate_progress(char out[static RATE_PROGRESS], const Tournament *tournament, const Agent *agents, double alpha);
/* Header and rows: one for each agent as named; one for each ordered pair that met. */
void rate_result(Result *out, const RateResult *result);
void cross_result(Result *out, const RateResult *result);
/* Ratings, best first; the cross-table. */
void rate_table(FILE *out, const Page *page, const RateResult *result);
void cross_table(FILE *out, const Page *page, const RateResult *result);
/* Whether ratings explain all pairs; if not, the strongest circle that is shown and the Nash average. */
void rate_fit_print(FILE *out, const Page *page, Result *ratings);

/* ---- tactics */

/* The header and a row for each cell. */
void study_result(Result *out, const TacticStudy *study, const TacticResult *result);

/* For the progress line: the cell that is known least, "deny_sur without +1.221 (+1.172 to +1.270) points", if any, and
   the void boards. */
enum { STUDY_PROGRESS = AGENT_NAME + 2 * FIGURE_CELL };
void study_progress(char out[static STUDY_PROGRESS], const TacticStudy *study, const TacticProgress *now);

/* The tactics whose weight in the agent is below 0, so that their rows are about doing the opposite, bit = tactic. */
uint64_t study_reversed(const TacticStudy *study);

/* How many rows are not as precise as was wanted. */
int study_unsettled(const TacticResult *result);
/* The table, sorted by value (strata and sweeps in their order), with bars, and a sentence. False if memory runs
   out. */
bool study_summary(FILE *out, const Page *page, const TacticStudy *study, const TacticResult *result, double half_width,
                   Result *found);

/* ---- tune */

/* For the progress line: where the search is, or how the test stands. */
enum { TUNE_PROGRESS = 2 * FIGURE_CELL + 64 };
void tune_progress(char out[static TUNE_PROGRESS], const TuneSetup *setup, const TuneNow *now);
/* What would be done. */
void tune_plan(FILE *out, const TuneSetup *setup);
void tune_print(FILE *out, const Page *page, const TuneSetup *setup, const TuneResult *result, Result *found);
void tune_result(Result *out, const TuneSetup *setup, const TuneResult *result);
/* Writes the file that was asked for, with the command in a comment, and PARTIAL in its first line if the test was not
   over; a file that stood there is replaced whole, or stays. False with a reason. */
bool tune_save(const TuneSetup *setup, TuneResult *result, const char *command, Error *error);

/* ---- equity */

/* What whole matches from some scores say of the first agent's chance. */
typedef struct {
    int scores[EQUITY_SIDES];
    Estimate table, matches; /* the mean of all sides' turns to play first */
} EquityCheck;

/* A table that is solved. */
typedef struct {
    const Equity *equity;
    const Rules *rules;
    const char *agents; /* who play, for people */
    double alpha;       /* of intervals */
    int third;          /* the third side's score, where there are three */
    const EquityCheck *checks;
    int check_count;
} EquityReport;

/* Head lines, the header, and a row for all scores of the first two sides. */
void equity_result(Result *out, const EquityReport *report);
/* Tables of some scores, or with `at` (not NULL) the chances at these; how far they err; the checks. */
void equity_summary(FILE *out, const Page *page, const EquityReport *report, const int *at, Result *found);

/* ---- exploit */

void exploit_result(Result *out, const ExploitResult *result);
/* For the progress line: who is on trial, or what the chosen one wins so far. */
enum { EXPLOIT_PROGRESS = AGENT_NAME + FIGURE_CELL };
void exploit_progress(char out[static EXPLOIT_PROGRESS], const ExploitResult *result, int trial);
/* The table, whom the exploiters took the agent to be, and the bound. */
void exploit_summary(FILE *out, const Page *page, const ExploitResult *result, Result *found);

/* ---- learn */

void learn_result(Result *out, const LearnResult *result);
/* One line of a stage that is over, without its end. */
enum { LEARN_LINE = 2 * FIGURE_CELL };
void learn_line(char out[static LEARN_LINE], const LearnNote *note);
/* The lines of its stages, if `course`, and what the net wins from whom. */
void learn_summary(FILE *out, const LearnResult *result, bool course, Result *found);

/* ---- review */

/* What values and costs are in: "points" or "%". */
const char *review_unit(const Review *review);
/* A row for each play. */
void review_result(Result *out, const Review *review);
/* A row for each player. */
void review_players_result(Result *out, const Review *review);
/* The `worst` plays that cost most, the dearest first, with the reasons, and a row for each player. False if memory
   runs out. */
bool review_summary(FILE *out, const Page *page, const Review *review, size_t worst);

/* ---- advise */

typedef struct {
    const Advised *advised;
    const View *view;
    const char *agent;
    double alpha;       /* of the advice's intervals */
    const Page *seated; /* who asks sits at the table: each legal play has its number, and cards stand as on that page,
                           ten plays at most; NULL: as in records, and equal plays share a row */
} AdviceShown;

/* What is known of the position: one line. */
void advice_head(FILE *file, const KnownView *known);
/* The plays, what the figures are made of, how likely things are after the choice, and what to play and why. False if
   memory runs out. */
bool advised_print(FILE *file, const Page *page, const AdviceShown *shown);
/* What to play, and how sure that is against that other play of the advice (-1: there is none): one sentence. */
void advice_sentence(FILE *file, const AdviceShown *shown, int other);
/* Why the choice is better than that other play, or worse, by their names. Returns out. */
char *advice_why(char out[static REASONS_TEXT], const AdviceShown *shown, const Reasons *why, int other);
/* One row for each legal play; of equal plays only the first can be the choice. */
void advice_result(Result *out, const AdviceShown *shown);

/* ---- bench */

/* The heads and rows of what was finished. */
void bench_result(Result *out, const Bench *bench);
void compare_result(Result *out, const Bench *bench, double alpha);
/* The same for people, with the signature at the end. */
void bench_table(FILE *out, const Page *page, const Bench *bench);
void compare_table(FILE *out, const Page *page, const Bench *bench, double alpha);

/* ---- calibrate */

typedef struct {
    CheckPromise promise;
    CheckResult result;
    Interval interval; /* of result.rate; in the CSV */
    double alpha;      /* of that interval, and of the intervals that are on trial */
    const char *verdict;
} CalibrateRow;
/* For lines that are told while trials go on. */
extern const FigureTable CALIBRATE_FIGURES;
CalibrateRow calibrate_row(CheckPromise promise, const CheckResult *result, double alpha);
void calibrate_legend(FILE *out, const Page *page);
void calibrate_result(Result *out, const CheckResult results[], int count, double alpha);

/* ---- pool and compare */

/* Which figure of which row of some result; texts are borrowed. */
typedef struct {
    const char *names[MEASURE_KEYS]; /* of the row, as Measures has them; NULL: it has none */
    const char *figure, *unit;
    int64_t hypothesis; /* from 1; rows that follow from each other have one: see hypotheses_number */
} RowKey;

typedef struct {
    RowKey key;
    size_t row;
    Measured measured; /* se NAN: the row has no interval */
    double boards;     /* NAN: it does not say */
} Finding;

/* A result's figures that are measured, by rows; owned. */
typedef struct {
    Finding *list;
    size_t count;
} Findings;

/* Those of a result of a kind that has measures. False if memory runs out. */
bool findings_make(Findings *out, Result *result);
/* The one of the same row and figure, which is at `index` or anywhere; NULL: there is none. */
const Finding *finding_same(const Findings *in, const Finding *finding, size_t index);

/* Below, rows are structs of `size` bytes that begin with a RowKey. */

/* Numbers the hypotheses of rows: A against B and B against A are one, and win_rate and elo of one row; two: rows of one
   figure are those of two agents, and one too. */
void hypotheses_number(void *rows, size_t size, size_t count, bool two);
/* Holm's method over hypotheses, for each of which its first p stands, from the double at offset `from` of each row to
   that at `to`; asked: the offset of a double that is above 0 in the rows that count (SIZE_MAX: all). False if memory
   runs out. */
bool hypotheses_adjust(void *rows, size_t size, size_t count, size_t asked, size_t from, size_t to);
/* Which rows of a result of pool or compare say what one above them says, from the other side. NULL if memory runs
   out. */
const bool *rows_mirrored(Result *result);
/* Is a figure of that unit a part of 1, or the difference of two? */
bool figure_is_share(const char *unit);

/* A figure of a row, from several files. */
typedef struct {
    RowKey key;
    const char *each; /* what the files have, as a column says it */
    int64_t boards;   /* of all files; 0: they do not say */
    Pooled pool;
    Interval interval, spread_interval, tau2_interval;
    bool few; /* a file has fewer than POOL_BOARDS_LEAST boards: no interval and no p */
    double p_adjusted;
    int64_t row; /* of the first file, from 1 */
} PoolRow;

typedef struct {
    PoolRow *rows;          /* owned */
    size_t count, left_out; /* left out: no interval in some file */
} PoolResult;

/* What the figures of several results say together, with intervals that miss with `alpha`; `first` is the first result,
   which has measures, and takes texts. False if memory runs out. */
bool pool_make(PoolResult *out, Result *first, const Findings *const files[], int count, double alpha);
void pool_result(Result *out, const PoolResult *pool);
void pool_summary(FILE *out, const Page *page, const PoolResult *pool, Result *found);

/* ---- pasur power */

typedef struct {
    const char *question;
    double wanted;
    const char *unit;
    double boards;
    Interval range;
    double seconds, says_high, sd, llr; /* NAN: nothing is said of it */
    const char *verdict;                /* of a test; NULL: there is none */
} PowerRow;

/* ---- compare */

/* A figure of a row of A and of its match in B. */
typedef struct {
    RowKey key;
    const char *other; /* who is in B in place of the first name, or of whom it is against; NULL: the same */
    double a, b, boards_a, boards_b; /* values, and boards; NAN: they do not say */
    Difference difference;
    Interval interval;
    double p, adjusted;
    double within, p_within, within_adjusted, p_beyond, beyond_adjusted; /* NAN: nobody asked */
    bool paired;
} DifferenceRow;

typedef struct {
    DifferenceRow *rows; /* owned */
    size_t count, left_out;
    double within; /* 0: nobody asked whether the two are equivalent */
    bool together; /* intervals hold for all rows together (Bonferroni) */
    bool same;     /* both are one result */
    double alpha;  /* of intervals and of what is called shown */
} DifferenceResult;

/* Fills intervals and p values, from the differences of all rows. False if memory runs out. */
bool difference_finish(DifferenceResult *result);
/* Is equivalence shown of all rows (1), of some row that it lies beyond (-1), or neither (0)? Both adjusted (Holm). */
int difference_within(const DifferenceResult *result);
void difference_result(Result *out, const DifferenceResult *result);
void difference_summary(FILE *out, const Page *page, const DifferenceResult *result, Result *found);

/* ---- --vary */

void vary_result(Result *out, const VaryRow rows[], size_t count);
void vary_summary(FILE *out, const Page *page, const VaryRow rows[], size_t count, Result *found);

/* ---- regret */

enum { REGRET_HEAD = 1024, REGRET_MOST = 1000 /* points that a play may be worth */ };

/* A row for each agent. */
void regret_result(Result *out, const Regret *regret, const RegretTask *task);
void regret_summary(FILE *out, const Page *page, const Regret *regret, const RegretTask *task, Result *found);
/* The heads of a file with a row for each play of each position; the rows of positions from `first` on. */
void regret_plays_begin(OutputFile *out, const RegretTask *task);
void regret_plays_write(OutputFile *out, const Regret *regret, uint64_t first, const RegretTask *task);
/* Puts what such a file says into the positions of the task, as many as it wants. False with the reason, if it is none, or of
   values that another run would have. */
bool regret_plays_read(RegretPosition *positions, const char *name, const RegretTask *task, const char *rules,
                       Error *error);

/* ---- pasur openings */

void openings_result(Result *out, const Openings *openings);
void opening_rules_result(Result *out, const Openings *openings);
/* The file of --boards-csv: its header; the boards from `first` on, of so many other sides. */
void opening_boards_begin(OutputFile *out);
void opening_boards_write(OutputFile *out, const Openings *openings, uint64_t first, int others);
void openings_summary(FILE *out, const Page *page, const Openings *openings, const char *agent, const char *against,
                      Result *found);
