/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When `sim` may stop before its last board: the interval is narrow enough, or a sequential test is decided.
   The figures of the first agent are tested, on boards in index order. */
#pragma once

#include "analysis/stats/sprt.h"
#include "analysis/study/sim_figures.h"
#include "engine/text/error.h"

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
/* Refuses a test on results where the two agents do not hold as many sides. */
bool stop_fits(const StopRule *rule, const Schedule *schedule, Error *error);

/* Refuses what cannot be of matches: a width or hypotheses that are no shares. */
bool stop_fits_matches(const StopRule *rule, Error *error);

/* About how many boards will be played, at most `boards`; for anytime_rho, so it depends on no data. */
double stop_planned_boards(const StopRule *rule, uint64_t boards);
/* The rho of a result's intervals: the planned one where the data had a say in when the run ended, by a rule or because the
   user cut it; else 0, the number of boards was fixed beforehand. */
double stop_rho(const StopRule *rule, double planned, bool cut);
/* About how many boards a run that has come so far will take, at most `boards` if they have an end. */
uint64_t stop_expected_boards(const StopRule *rule, uint64_t boards, const SimResult *result);
/* LLR of a STOP_TEST so far; NAN while unknown. */
double stop_llr(const StopRule *rule, const SimResult *result);
SprtVerdict stop_verdict(const StopRule *rule, const SimResult *result);
/* Is it time? */
bool stop_reached(const StopRule *rule, const SimResult *result);
/* The half-width of the widest interval of an agent; NAN if one is unknown. */
double stop_width(const SimResult *result);
