/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the table says to a person: what happens, in lines that fit the terminal, cards with the signs of their suits,
   red ones red. */
#pragma once

#include <stdio.h>

#include "agents/agent.h"
#include "analysis/report/text.h"
#include "engine/card.h"

/* To whom it is said: the person's terminal, and who sits at the table by their places behind the person, whose own is
   0. */
typedef struct {
    FILE *out;
    Page page;
    const Rules *rules;
    const char *names[MAX_SEATS]; /* names[0] is not asked for: the person is "you" */
    int seat;                     /* the person's, in this round */
    bool match;                   /* the round belongs to a match */
} Talk;

/* Cards and plays as the review and the report write them too. */
static inline char *cards_show(char out[static CARDS_SHOWN], CardSet set, const Talk *talk)
{
    return page_cards(out, &talk->page, set);
}
static inline char *play_show(char out[static PLAY_SHOWN], CardSet play, CardSet hand, const Talk *talk)
{
    return page_play(out, &talk->page, play & hand, play & ~hand);
}
/* Says something, broken between words; a line end belongs to it. */
void talk_say(const Talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same of all that was printed on the text. False if memory runs out. */
bool talk_close(const Talk *talk, PageText *text);

/* ---- what happens at the table, as it is said to the person who sits there */

/* The scores of a match before the round and what they mean for it, and who plays first. */
void narrate_round(const Talk *talk, const Table *table, int round);
/* Makes the play on the table and tells of it: the card, what it takes and what that is worth, a Sur or why there is
   none, where what is left goes. */
void narrate_play(const Talk *talk, Table *table, CardSet play);
/* What each side has so far: its score in a match, points of this round, clubs and Surs, in a line. */
void narrate_standing(const Talk *talk, const Table *table);
/* The cards on the table. */
void narrate_pool(const Talk *talk, CardSet pool);
/* The table, the hand and the legal plays with their numbers. */
void narrate_choice(const Talk *talk, const View *view, const CardSet plays[], int count);
/* What each side has captured so far, with its score in a match, and which cards have not been seen. */
void narrate_seen(const Talk *talk, const View *view);
/* What scores by these rules. */
void narrate_scoring(const Talk *talk);
/* Who stops the match by per shodam. */
void narrate_shodam(const Talk *talk, const Table *table);
/* The count at the end of a round, line by line, with the scores after it. */
void narrate_count(const Talk *talk, const Table *table);
