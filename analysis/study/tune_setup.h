/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `tune` was asked: the agent, its parameters, where they start, and the opponents. */
#ifndef PASUR_ANALYSIS_STUDY_TUNE_SETUP_H
#define PASUR_ANALYSIS_STUDY_TUNE_SETUP_H

#include "analysis/commands/common.h"
#include "analysis/study/tuner.h"
#include "engine/text/error.h"
#include "sim/schedule.h"

enum { TUNE_MAX_OPPONENTS = 16 };

typedef struct {
    const char *params, *opponents, *from, *save; /* params, from: NULL if not given */
    uint64_t rounds, batch, test;
    double step, gain;
    int method; /* TunerMethod */
} TuneOptions;

typedef struct {
    TuneOptions options;
    CommonOptions common;
    char *command; /* that repeats the run; owned */
    Schedule schedule;
    const char *from; /* base, defaults, or the file */
    Agent agent;      /* with the start's values */
    Agent opponents[TUNE_MAX_OPPONENTS];
    int opponent_count;
    size_t count;                 /* of parameters */
    int params[MAX_AGENT_PARAMS]; /* their indices */
    TunerRange ranges[MAX_AGENT_PARAMS];
    double start[MAX_AGENT_PARAMS];
} TuneSetup;

/* Fills what follows options, common and command. On failure says why; tune_setup_free in either case. */
bool tune_setup(TuneSetup *setup, const char *agent, Error *error);
void tune_setup_free(TuneSetup *setup);
const AgentParam *tune_param(const TuneSetup *setup, size_t index);

#endif
