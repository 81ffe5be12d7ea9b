/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person who plays as the agent human: a conversation over stdin, with hints by the strongest agent. What happens is
   said in lines that fit the terminal, cards with the signs of their suits, red ones red. */
#pragma once

#include "agents/agent.h"
#include "analysis/commands/driver/driver.h"
#include "analysis/report/text.h"
#include "analysis/study/review.h"

/* To whom it is said: the person's terminal, and who sits at the table by their places behind the person, whose own is
   0. */
typedef struct {
    FILE *out;
    Page page;
    const Rules *rules;
    char names[MAX_SEATS][64]; /* names[0] is not asked for: the person is "you" */
    int seat;                  /* the person's, in this round */
    bool match;                /* the round belongs to a match */
} Talk;

/* Says something, broken between words; a line end belongs to it. */
void talk_say(const Talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The scores of a match before the round and what they mean for it, and who plays first. */
void narrate_round(const Talk *talk, const Table *table, int round);
/* The count at the end of a round, line by line, with the scores after it. */
void narrate_count(const Talk *talk, const Table *table);

typedef struct {
    Talk talk;
    Table table;     /* as far as the person has seen it */
    int deal, round; /* that were announced: deal -1 none yet, rounds from 1 */
    int told;        /* the round of which was told that it begins */
    int score_sum;   /* of all sides before the round, by which a new match is known */
    bool silent;     /* what happens has been before: it is told when the person is asked, if at all */
    bool confirm;    /* each play is asked for again before it is sent */
    bool shown;      /* how to get help was said */
    bool study;      /* plays can be taken back at any time … */
    bool has_played; /* … as far as there are any: whoever asks the person says so … */
    bool takes_back; /* … and the person wants it: `ask` gave no play for that. It stays until the person is asked */
    bool left;       /* the person wanted no more, and said so by a word or by the end of what is typed */
    AgentKind kind;  /* of the agent: human, who asks here */

    Agent coach; /* the strongest agent: in a match for the chance to win it, if there is a table of chances, else for
                    points; a row of AGENT_KINDS once a person sits there */
    uint64_t seed;
    Advised *advised;               /* what it makes … */
    int advised_round, advised_ply; /* … of that position; ply -1: there is no advice yet */
} PersonSeat;

/* ---- the person of a command: at most one, in one seat and one thread */

/* The name of the strongest agent for a round, or for a match where there is a table of chances for its rules. */
const char *person_strongest(const Rules *rules, bool match);
/* Says whether one of the agents that are named is a person. Then boards are played once, by one thread, in the order
   of the names: what else the user asked for is refused. False with the reason. Before the boards are made. */
bool person_fits(Driver *driver, const char *const *texts, int count, bool *named, Error *error);
/* Seats the person, if there is one, among the driver's agents as the schedule has them; both outlive the person. False
   with the reason. */
bool person_open(PersonSeat *seat, Driver *driver, const Schedule *schedule, Error *error);
void person_close(PersonSeat *seat);

/* ---- what advice on a position and reviews of rounds tell people, here and in their commands */

typedef struct {
    const Advised *advised;
    const View *view;
    const char *agent;
    double alpha;       /* of the advice's intervals */
    const Page *seated; /* who asks sits at the table: each legal play has its number, and cards stand as on that page,
                           ten plays at most; NULL: as in records */
} AdviceShown;

/* The plays, what the figures are made of, how likely things are after the choice, and what to play and why. False if
   memory runs out. */
bool advised_print(FILE *file, const Page *page, const AdviceShown *shown);
/* What to play, and how sure that is against that other play of the advice (-1: there is none): one sentence. */
void advice_sentence(FILE *file, const AdviceShown *shown, int other);
/* Why the choice is better than that other play, or worse, by their names. Returns out. */
char *advice_why(char out[static REASONS_TEXT], const AdviceShown *shown, const Reasons *why, int other);

/* The `worst` plays that cost most, the dearest first, with the reasons, and a row for each player. False if memory
   runs out. */
bool review_summary(FILE *out, const Page *page, const Review *review, size_t worst);
