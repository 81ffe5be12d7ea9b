/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person who plays: what is typed, a seat (what the agent human is given: a conversation over stdin), and the person
   who plays as the agent human in a command. */
#pragma once

#include "agents/agent.h"
#include "agents/human.h"
#include "analysis/commands/driver/driver.h"
#include "analysis/commands/play/coach.h"
#include "analysis/commands/play/narrate.h"

/* ---- what a person types: a play by its number or by its cards in any order, or a word */

/* The words, each with what `help` says of it. */
#define TABLE_WORD_ROWS(ROW)                                                                                           \
    ROW(help, "this list")                                                                                             \
    ROW(hint, "what a strong player would do, and what each play is worth")                                            \
    ROW(why, "what speaks for that play; 'why 3': why not play 3")                                                     \
    ROW(count, "what has been captured and seen")                                                                      \
    ROW(table, "the cards again")                                                                                      \
    ROW(undo, "with --study: take back your last play, and so on to the beginning")                                    \
    ROW(quit, "stop here (Ctrl-D and Ctrl-C do too)")
#define TABLE_WORD_INDEX(name, help) WORD_##name,
typedef enum { TABLE_WORD_ROWS(TABLE_WORD_INDEX) TABLE_WORDS } TableWord;
extern const char *const TABLE_WORD_NAMES[TABLE_WORDS], *const TABLE_WORD_HELP[TABLE_WORDS];

typedef enum { TYPED_NOTHING, TYPED_PLAY, TYPED_WORD, TYPED_WRONG } TypedKind;

typedef struct {
    TypedKind kind;
    CardSet play;   /* TYPED_PLAY: a legal one; TYPED_WORD: that of a number behind the word, else 0 */
    TableWord word; /* TYPED_WORD */
    Error reason;   /* TYPED_WRONG: a sentence for the person */
} Typed;

/* Reads a line; `plays` are the legal ones, numbered from 1. A play is understood as soon as only one is meant: `7h`
   alone where the seven can take only one set. */
void typed_read(Typed *out, const char *line, const View *view, const CardSet plays[], int count, const Talk *talk);

/* ---- a seat */

typedef struct {
    Talk talk;
    Company company;
    char names[MAX_SEATS][64]; /* to which company.names may point */
    Coach coach;
    Table table;     /* as far as the person has seen it */
    int deal, round; /* that were announced: deal -1 none yet, rounds from 1 */
    int told;        /* the round of which was told that it begins */
    int score_sum;   /* of all sides before the round, by which a new match is known */
    bool confirm;    /* each play is asked for again before it is sent */
    bool shown;      /* how to get help was said */
    bool study;      /* plays can be taken back at any time … */
    bool has_played; /* … as far as there are any: whoever asks the person says so … */
    bool takes_back; /* … and the person wants it: `ask` gave no play for that */
    bool left;       /* the person wanted no more, and said so by a word or by the end of what is typed */
    bool open;       /* a person sits there */
    HumanSeat human;
} PersonSeat;

/* ---- the person of a command: at most one, in one seat and one thread */

/* Says whether one of the agents that are named is a person. Then boards are played once, by one thread, in the order
   of the names: what else the user asked for is refused. False with the reason. Before the boards are made. */
bool person_fits(Driver *driver, const char *const *texts, int count, bool *named, Error *error);
/* Seats the person, if there is one, among the driver's agents as the schedule has them; both outlive the person. False
   with the reason. */
bool person_open(PersonSeat *seat, Driver *driver, const Schedule *schedule, Error *error);
void person_close(PersonSeat *seat);
