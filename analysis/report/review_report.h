/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `review` says of records: the dearest plays, what each player loses, and both as CSV. */
#pragma once

#include <stdio.h>

#include "analysis/report/text/page.h"
#include "analysis/study/review.h"
#include "sim/files/figures.h"

/* A play of a record. */
typedef struct {
    uint64_t record;       /* in the file, from 0 */
    uint64_t match, round; /* as the record says */
    bool has_match;
    int player; /* among the players */
    ReviewPlay play;
} ReviewedPlay;

typedef struct {
    ReviewedPlay *plays; /* in the order of the file; owned by whoever fills it */
    size_t count, room;
    ReviewPlayers players;
    bool open;   /* values with open cards */
    bool chance; /* values are chances to win the match, in %, not points */
} Review;

/* What values and costs are in: "points" or "%". */
const char *review_unit(const Review *review);
extern const FigureTable REVIEW_FIGURES, REVIEW_PLAYER_FIGURES;
/* A row for each play. */
void review_csv(OutputFile *csv, const Review *review);
/* A row for each player. */
void review_players_csv(OutputFile *csv, const Review *review);
/* The `worst` plays that cost most, the dearest first, and a row for each player. False if memory runs out. */
bool review_summary(FILE *out, const Page *page, const Review *review, size_t worst);
/* Places of the plays that cost something, the dearest first; of those of one player, or of all (-1). Returns how many, at
   most `most`. */
size_t review_worst(size_t out[], size_t most, const Review *review, int player);
