/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text file of questions, each a title in brackets and below it the command line that answers it:

     # what the file is about
     [What is leaving eleven worth?]
     pasur tactics --tactics deny_sur --stop ci=0.05

   Words are as a shell has them without its expansions: blanks part them, and '...' and "..." keep them together. */
#pragma once

#include <stddef.h>

#include "analysis/commands/commands.h"

enum { STUDY_WORDS_MOST = 128, STUDY_FOLDER = 64, STUDY_QUESTIONS_MOST = 200 };
#define STUDY_COPY "study.txt" /* the file's name in its directory */
/* Stands there above the command of a question whose run answers another one. */
#define STUDY_CHANGED "# changed: the run that is kept answers another command"

typedef struct {
    char *title, *line;            /* owned: the command as it stands there */
    char *words[STUDY_WORDS_MOST]; /* without "pasur", up to NULL, in `text` */
    char *text;                    /* owned */
    int count;
    size_t at;                 /* which line of the file the command is */
    bool changed;              /* STUDY_CHANGED stands above it */
    char folder[STUDY_FOLDER]; /* of its run: the title in small letters */
    const Command *command;
} StudyQuestion;

typedef struct {
    char *text; /* the whole file; owned */
    size_t length;
    char title[256];          /* the first line of the file, if it is a comment; else empty */
    StudyQuestion *questions; /* owned */
    int count;                /* at least 1 */
} StudyFile;

/* False with "FILE:LINE: ..." if something in it is wrong; study_free in either case. */
bool study_read(StudyFile *out, const char *name, const Command *const commands[], Error *error);
void study_free(StudyFile *study);
/* The next file, or folder of --bot-log, that the question writes, from word *at (first 1) on; NULL: there is no more. */
const char *study_writes(const StudyQuestion *question, int *at, const Option **option);
/* Does the name lead out of the folder where the study is run, also by a link? */
bool study_leads_out(const char *name, bool *link);
/* Does a link on the way to the file or directory, which need not be there yet, lead out of this directory? */
bool study_link_leads_out(const char *directory, const char *name);
