/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text file of questions, each a title in brackets and below it the command line that answers it:

     # what the file is about
     [What is leaving eleven worth?]
     pasur tactics --tactics deny_sur --stop ci=0.05 */
#pragma once

#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

enum { STUDY_FOLDER = 64, STUDY_QUESTIONS_MOST = 200 };
#define STUDY_COPY "study.txt" /* the file's name in its directory */

typedef struct {
    char *title, *line;        /* owned: the command as it stands there; NULL until it is read */
    int at;                    /* which line of the file that is */
    char folder[STUDY_FOLDER]; /* of its run: the title in small letters */
} StudyQuestion;

typedef struct {
    TextBuffer text;          /* the whole file */
    char title[256];          /* the first line of the file, if it is a comment; else empty */
    StudyQuestion *questions; /* owned */
    size_t count;             /* at least 1 */
} StudyFile;

/* False with "FILE:LINE: ..." if something in it is wrong; study_free in either case. */
bool study_read(StudyFile *out, const char *name, Error *error);
void study_free(StudyFile *study);
