/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does a bot keep to the protocol? It is asked in random positions of rule sets, at every seat, each request twice; it
   gets lines that are none, and its input ends. The first rule set is pagat for two. One for which the bot is not
   ready, or which it says that it does not play, is left out, and is no error; a bot that is not ready under the first
   is asked nothing more. */
#pragma once

#include "agents/bots/bot.h"
#include "engine/notation.h"

enum { FINDING_TEXT = 512, CHECK_FAILURES = 50, SET_FAILURES = 10 };

typedef struct {
    bool error;              /* the bot breaks the protocol or the rules; else a note */
    const char *kind;        /* the same text for findings of one kind */
    char what[FINDING_TEXT]; /* one sentence */
    const KnownView *view;   /* the position; NULL: it is not about one */
} BotFinding;

typedef struct {
    uint64_t requests; /* answered by a legal play */
    uint64_t errors, notes;
    uint64_t rule_sets;      /* tried, and … */
    uint64_t left_out;       /* … not played by the bot */
    double seconds, longest; /* for those requests, and for the slowest of them */
    KnownView slowest;
    ProtocolReady ready; /* what it said of itself at the first hello */
    bool given_up;       /* after CHECK_FAILURES failures, or since it was never ready */
    bool partial;        /* stopped by the user */
} BotCheckResult;

typedef struct {
    struct Bots *bots;
    uint64_t seed;
    uint64_t rounds;   /* of each rule set, each position of which is asked about */
    const char *rules; /* NULL: every preset with every number of players */
    void (*found)(void *arg, const BotFinding *finding);
    void (*next)(void *arg, const BotCheckResult *result,
                 const Rules *rules); /* a rule set was tried, and others follow */
    void *arg;
} BotCheckTask;

/* False with the reason if the rules are none, or memory runs out. */
bool bot_check(BotCheckResult *result, const BotCheckTask *task, Error *error);
