/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which variants of an agent are to be compared: one row for each question.

   A variant is the agent with other weights. The base is the agent with the weight 0 for every tactic that is not of
   the base; the full set is the agent as given. Of a tactic of the base it is asked only what is lost without it. A
   row's value is the sum of its variants' results, each with its sign. */
#pragma once

#include "agents/agent.h"
#include "engine/text/error.h"
#include "sim/schedule.h"

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
    int variants[MAX_TERMS]; /* indices; those with an even place count positive, the others negative */
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
    Agent grouper; /* BY_SCRIPT: has the script; else no kind */
    uint64_t
        left_out; /* a bit for each tactic: asked for, but it cannot come up under the rules, so that no row is about it */
    uint64_t idle; /* the same of tactics with the weight 0 in the agent, of which there is nothing to measure */
    const struct EquityTable *worth; /* what points are worth in matches, for the report; NULL: nobody asks */
} TacticStudy;

/* What is asked for; texts as the user wrote them, NULL where nothing was said. */
typedef struct {
    const char *rules, *agent, *opponents;
    const char *tactics; /* a,b,…; NULL: all */
    const char *sweep;   /* tactic=low:high:step[,…] */
    bool pairs;
    const char *by; /* all, deal, pool, score, or a script; NULL: all */
    uint64_t seed;
    const char *added;  /* tactic=weight[,…] */
    const char *advice; /* a script, which is added */
} TacticRequest;

/* False with one line in error, which names the option; nothing needs freeing then. */
bool tactic_study_open(TacticStudy *study, const TacticRequest *request, Error *error);
/* The same on boards of two agents, perhaps of whole matches, in place of the request's rules and seed. */
bool tactic_study_open_on(TacticStudy *study, const TacticRequest *request, const Schedule *schedule, Error *error);
void tactic_study_free(TacticStudy *study);

/* Are whole matches played? Then values are shares of the matches. */
static inline bool study_matches(const TacticStudy *study) { return study->schedule.match_rounds > 0; }
/* The tested agent with the values of a variant; its texts stay with the study. */
Agent study_variant(const TacticStudy *study, int variant);
/* The agent of the study as whose copy or variant a player sat down. */
const Agent *study_player(const TacticStudy *study, const Agent *player);

/* Index of an item in a list that grows, added if it is new; -1 if memory runs out. */
int list_index(void *list, int *count, const void *item, size_t size);

static inline const char *tactic_name(const TacticStudy *study, int tactic)
{
    return study->agent.kind->params[tactic].name;
}
enum { TACTIC_SET_TEXT = 512 };
/* The names of a set of tactics (a bit for each), with blanks between them. Returns out. */
char *tactic_set_names(char out[static TACTIC_SET_TEXT], const TacticStudy *study, uint64_t set);
/* The tactics that rows are about, but for rows that say their weight themselves. */
uint64_t study_tactics(const TacticStudy *study);
/* Number of strata, and what a stratum is called: "1" … for deals, "0", "1-5" … for the pool's total, … */
int strata_count(const TacticStudy *study);
const char *stratum_name(const TacticStudy *study, int stratum);
/* What a stratum index means in the CSV's column `by`. */
const char *by_name(const TacticStudy *study);
