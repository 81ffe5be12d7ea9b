/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A match of a person that is kept in a file from turn to turn, so that another start goes on with it: same cards, same
   random numbers of the others. The file holds records of the rounds, the last one unfinished, and in comments the words
   with which the play was started and where the random numbers stood after each play.

   Going on, and taking back, is playing the match again from its beginning without asking anybody, as far as plays are
   kept. Only agents that remember are asked in the round under way, so that they remember. */
#pragma once

#include <limits.h>

#include "analysis/commands/play/seat.h"
#include "sim/boards.h"

typedef struct {
    CardSet play;
    uint64_t stream; /* of who played it: its state afterwards */
    bool own;        /* it is the person's */
} KeptPlay;

typedef struct {
    Players players; /* first: KEPT_WAY finds the rest behind it */
    char *start;     /* the words with which the play was started, as lines of the file; owned */
    char **words;    /* of the file that was read: "play", then those, then NULL; owned */
    size_t word_count;
    const Agent *agents;
    PersonSeat *seat;
    const TextBuffer *records; /* of the rounds that are over */
    KeptPlay *plays;           /* of the whole match; owned */
    Pack pack;                 /* of the last round that was read */
    size_t count, own;         /* of all plays, and of the person's */
    size_t next;               /* of them is played again next */
    int rounds;                /* that have begun */
    char file[PATH_MAX];       /* empty: there is none yet */
    bool written;              /* the file holds the match */
    Error failure;             /* why the match could not be kept; empty: it could */
    Error fault;               /* why the match cannot go on; empty: it can */
} Kept;

/* Reads the file of that name, or with "last" the one that was left last: fills words, plays and file. False with the
   reason. */
bool kept_read(Kept *kept, const char *name, Error *error);
/* Puts a word into the lines for `start`. */
void kept_word(FILE *start, const char *word);
/* Takes back the person's last play and what followed it. */
void kept_take_back(Kept *kept);
/* The match is over: nothing of it need be kept. */
void kept_drop(Kept *kept);
void kept_free(Kept *kept);

/* Plays a round of the match; the players that the way is opened with are those of a Kept. */
extern const RoundsWay KEPT_WAY;
