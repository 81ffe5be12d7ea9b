/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates for each agent and seat from the sums of `sim`. */
#pragma once

#include "agents/match_equity.h"
#include "analysis/stats/estimate.h"
#include "analysis/stats/sprt.h"
#include "engine/text/error.h"
#include "sim/measures.h"

typedef struct {
    const Schedule *schedule;
    const Agent *agents;
    const Sums *sums;
    double
        rho; /* > 0: the data had a say in when to stop, so intervals are anytime-valid; 0: boards fixed beforehand */
    double alpha; /* with which intervals miss */
} SimResult;

/* Per round and side: points, points more than the mean of the other sides. Share of the wins, of rounds (one that n
   sides share counts 1 / n) or of matches. */
typedef struct {
    Estimate points, diff, wins;
    Interval points_interval, diff_interval, win_interval;
} AgentEstimates;

/* The interval of a mean, and of a share, as valid as the result asks for. */
Interval sim_interval(const Estimate *estimate, const SimResult *result);
Interval sim_share_interval(const Estimate *share, const SimResult *result);
AgentEstimates agent_estimates(const SimResult *result, int agent);
/* Are whole matches played? */
static inline bool sim_matches(const SimResult *result) { return result->schedule->match_rounds > 0; }

/* When `sim` may stop before its last board: the interval is narrow enough, or a sequential test is decided.
   The first agent is tested, on boards in index order. */

typedef enum { STOP_NEVER, STOP_WIDTH, STOP_TEST } StopKind;

typedef struct {
    StopKind kind;
    double width; /* STOP_WIDTH: largest half-width of an agent's interval, points a round or share of the matches */
    SprtPlan plan;
    bool
        results; /* the test is about results, in Elo; else about points a round, or what is won more than the fair share */
    bool matches; /* the run is of matches */
} StopRule;

/* What may go wrong of a test, and what it is about. */
typedef struct {
    double alpha, beta; /* chance of the verdict HIGH where LOW is true, and the other way round */
    int results;        /* 0: it is about points a round, 1: about results, see StopRule */
} TestLevels;

/* Reads ci=X, or where `levels` are given also sprt=LOW,HIGH. False with a reason, and *rule untouched. */
bool stop_parse(StopRule *rule, const char *text, const TestLevels *levels, Error *error);
/* Reads LOW,HIGH. False with a reason, and *plan untouched. */
bool stop_plan_parse(SprtPlan *plan, const char *text, const TestLevels *levels, Error *error);
/* Refuses a test on results where the two agents do not hold as many sides; and of matches a width or hypotheses that are
   no shares. */
bool stop_fits(const StopRule *rule, const Schedule *schedule, Error *error);

/* About how many boards will be played, at most `boards`, with intervals that miss with `alpha`; for anytime_rho, so it
   depends on no data. */
double stop_planned_boards(const StopRule *rule, uint64_t boards, double alpha);
/* The rho of a result's intervals: the planned one where the data had a say in when the run ended, by a rule or because
   the user cut it; else 0, the number of boards was fixed beforehand. */
double stop_rho(const StopRule *rule, double planned, bool cut);
/* About how many boards a run that has come so far will take, at most `boards` if they have an end. */
uint64_t stop_expected_boards(const StopRule *rule, uint64_t boards, const SimResult *result);
/* LLR of a STOP_TEST so far; NAN while it is unknown, and without a test. */
double stop_llr(const StopRule *rule, const SimResult *result);
SprtVerdict stop_verdict(const StopRule *rule, const SimResult *result);
/* Is it time? */
bool stop_reached(const StopRule *rule, const SimResult *result);
/* The half-width of the widest interval of an agent; NAN if one is unknown. */
double stop_width(const SimResult *result);

/* What points are worth in matches won, by a table of match equity; two sides. */

typedef struct EquityTable {
    MatchEquity equity;
    const char *name; /* as the user gave it */
} EquityTable;

/* What is known of an agent. What its rounds are worth: its chance to win the match if the agents play one round and then
   go on as those of the table, less `before`, its chance if all rounds are played by these; both are the mean over who
   plays first. Without a table NAN. */
typedef struct {
    const char *agent;
    int64_t boards, rounds, sides; /* sides: the sides of the agent in all rounds */
    AgentEstimates estimates;
    struct {
        int64_t sum, sides, one; /* sides and 1 where it is known, else 0 */
    } of[SIM_MEASURE_COUNT];
    double elo, before;
    Estimate gain; /* over boards */
    Interval elo_interval, gain_interval;
    /* of matches, all 0 where rounds are played: */
    int64_t one, matches, match_sides, match_rounds, round_sides, won;
} SimRow;

SimRow sim_row(const SimResult *result, int agent);

/* What the first seat gains on the others, whoever sits there, in points a round; in matches what who sits there in the
   first round wins more than the fair share. Of no boards where agents did not change seats. */
Estimate seat_effect(const SimResult *result);
/* By what factor playing each board in all seatings cut the variance of what the run is about, against as many rounds
   (or matches) on boards of their own; NAN when unknown. */
double duplicate_gain(const SimResult *result);

/* The scores at which points are valued: at the start, in the middle, late. */
enum { EQUITY_SCORES = 3 };
/* What a point of difference (the own points less the other's) in a round is worth to two sides with that score: half of
   what a point more is worth than a point less. Mean over who plays first. */
double point_scoring(const MatchEquity *equity, const Rules *rules, int which);
