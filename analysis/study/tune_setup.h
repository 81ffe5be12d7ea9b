/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `tune` was asked: the agent, its parameters, where they start, and the opponents. */
#ifndef PASUR_ANALYSIS_STUDY_TUNE_SETUP_H
#define PASUR_ANALYSIS_STUDY_TUNE_SETUP_H

#include "agents/agent.h"
#include "analysis/study/tuner.h"
#include "engine/text/error.h"
#include "sim/schedule.h"

enum { TUNE_MAX_OPPONENTS = 16 };

/* What is asked for; texts as the user wrote them. */
typedef struct {
    const char *rules, *agent, *opponents;
    const char *params, *from, *save; /* NULL: nothing was said */
    uint64_t rounds, batch, seed;     /* rounds of the search, boards of a step (0: the method's choice) */
    uint64_t test;                    /* boards that the test may take */
    double step, gain;
    int method; /* TunerMethod */
} TuneRequest;

typedef struct {
    TuneRequest request;
    Schedule schedule;
    const char *from; /* base, defaults, or the file */
    bool from_file;
    Agent agent; /* with the start's values */
    Agent opponents[TUNE_MAX_OPPONENTS];
    int opponent_count;
    size_t count;                 /* of parameters */
    int params[MAX_AGENT_PARAMS]; /* their indices */
    TunerRange ranges[MAX_AGENT_PARAMS];
    double start[MAX_AGENT_PARAMS];
} TuneSetup;

/* Makes the setup from what is asked for. False with a reason, which names the option; tune_setup_free in either case. */
bool tune_setup_make(TuneSetup *setup, const TuneRequest *request, Error *error);
void tune_setup_free(TuneSetup *setup);
const AgentParam *tune_param(const TuneSetup *setup, size_t index);

#endif
