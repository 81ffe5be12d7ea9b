/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `tune` found: for people, the trajectory as CSV, the file of weights. */
#ifndef PASUR_ANALYSIS_REPORT_TUNE_REPORT_H
#define PASUR_ANALYSIS_REPORT_TUNE_REPORT_H

#include <stdio.h>

#include "analysis/stats/sprt.h"
#include "analysis/study/tune_setup.h"
#include "analysis/study/variants.h"
#include "engine/text/error.h"
#include "sim/files/csv.h"

#define TUNE_ALPHA 0.05
enum { TUNE_MAX_NOTES = 64 };

typedef struct {
    uint64_t step, rounds;
    Estimate score, gain;
    double point[MAX_AGENT_PARAMS];
} TuneNote;

typedef struct {
    TuneNote notes[TUNE_MAX_NOTES]; /* the validations */
    size_t note_count;
    double tuned[MAX_AGENT_PARAMS];
    TunerMethod method;
    uint64_t test_boards; /* that the test may take */
    const char *save;     /* where accepted weights go; NULL: nowhere */
    bool changed, partial;
    bool saved;    /* tune_save has done it */
    SprtPlan plan; /* of the test */
    Estimate gain, score;
    double llr;
    SprtVerdict verdict; /* the first, it stays */
    int64_t decided;     /* after so many boards */
} TuneReport;

void tune_note(TuneReport *report, const TunerView *view, uint64_t rounds);
/* Where the search is, for the progress line. */
void tune_state(char *out, size_t size, const TunerView *view);
/* Looks at the test so far: llr, verdict. */
void tune_judge(TuneReport *report);
/* Is there a verdict, and does the interval of the gain agree with it? */
bool tune_settled(const TuneReport *report);
/* Both say that the tuned numbers are better. */
bool tune_accepted(const TuneReport *report);
/* Had the test begun when the user stopped it? */
bool tune_stopped_in_test(const TuneReport *report);
/* What would be done. */
void tune_plan(FILE *out, const TuneSetup *setup, const TuneReport *report);
void tune_print(FILE *out, const TuneSetup *setup, const TuneReport *report);
extern const FigureTable TUNE_FIGURES;
void tune_csv(OutputFile *csv, const TuneSetup *setup, const TuneReport *report);
/* Writes report->save, with the command in a comment; a file that stood there is replaced whole, or stays. False with a
   reason. */
bool tune_save(const TuneSetup *setup, TuneReport *report, const char *command, Error *error);

#endif
