/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents: who decides on a play. An agent is asked with a View and cannot name what it may not know. */
#ifndef PASUR_AGENTS_AGENT_H
#define PASUR_AGENTS_AGENT_H

#include "engine/moves.h"
#include "engine/round.h"
#include "engine/text/error.h"

/* What one seat knows. All pointers are the caller's and live until choose returns. */
typedef struct {
    const Rules *rules;
    const Table *table; /* table->turn == seat when it is asked */
    CardSet hand;       /* its own, not empty */
    int seat;
    CardSet first_pool;     /* where the history starts */
    const CardSet *history; /* table->ply plays of this round, each the card with what it captured; NULL: unknown */
} View;

/* FILE: a text, the name of a file that is read. */
typedef enum { PARAM_INT, PARAM_DOUBLE, PARAM_BOOL, PARAM_CHOICE, PARAM_TEXT, PARAM_FILE } ParamType;

typedef struct {
    const char *name;
    ParamType type;
    double low, high;  /* inclusive, numbers only */
    double fallback;   /* default value; a choice: index of its word */
    const char *words; /* choices separated by spaces */
    const char *help;
} AgentParam;

enum { MAX_AGENT_PARAMS = 64, AGENT_NAME = 256 };
_Static_assert(MAX_AGENT_PARAMS <= 64, "Agent.given and Agent.fixed have a bit for each");

typedef struct AgentKind AgentKind;

/* A configured agent: immutable once made, shared by all threads. */
typedef struct {
    const AgentKind *kind;
    char name[AGENT_NAME];           /* as the user wrote it */
    double values[MAX_AGENT_PARAMS]; /* in the order of the kind's parameters */
    char *texts[MAX_AGENT_PARAMS];   /* PARAM_TEXT and PARAM_FILE values, owned; NULL if not given */
    uint64_t given;                  /* bit i: parameter i was named by the user */
    uint64_t fixed;                  /* bit i: values[i] is no default; all bits: agent_settle has been called */
} Agent;

/* One row of the registry. A mind is the working memory of one seat in one thread, of any size, never shared. */
struct AgentKind {
    const char *name;
    const char *help; /* one line: the rule by which it plays */
    /* Parameter `index`, or NULL past the last; NULL function: no parameters. */
    const AgentParam *(*param)(int index);
    /* Default of parameter `index` under these rules, where it depends on them; NULL: param(index)->fallback, always. */
    double (*fallback)(int index, const Rules *rules);
    /* Last touch after the parameters are read: combine, check, read files. May be NULL. */
    bool (*configure)(Agent *agent, Error *error);
    /* Working memory; NULL functions: none needed. mind_open returns NULL when memory runs out. */
    void *(*mind_open)(const Agent *agent, const Rules *rules);
    void (*mind_close)(void *mind);
    /* Before the first decision of each round. May be NULL. */
    void (*begin)(const Agent *agent, void *mind, const View *view);
    /* Returns a legal play, drawing only from *rng; 0 if it failed (the board is void). */
    CardSet (*choose)(const Agent *agent, void *mind, const View *view, Rng *rng);
    /* Instead of choose, for an agent that sees all cards (cheating, and listed as such). */
    CardSet (*choose_open)(const Agent *agent, void *mind, const Rules *rules, const Round *round, Rng *rng);
    /* Rules that it can play; NULL: all. */
    bool (*plays_rules)(const Rules *rules, Error *error);
};

extern const AgentKind *const AGENT_KINDS[];
extern const int AGENT_KIND_COUNT;

/* Reads `name[:key=value,…]`; defaults that depend on the rules are those of two players until agent_settle. On failure
   writes one line to error; nothing needs freeing then. */
bool agent_parse(Agent *agent, const char *text, Error *error);
void agent_free(Agent *agent);
/* Gives the parameters that nobody set the defaults for these rules, for good. Who reads or changes values calls it
   first; who only plays need not, as mind_open does so for itself. */
void agent_settle(Agent *agent, const Rules *rules);
/* Default of parameter `index` under these rules. */
double agent_default(const AgentKind *kind, int index, const Rules *rules);
/* Index of the parameter of that name, or -1. */
int agent_param(const AgentKind *kind, const char *name);
int agent_param_count(const AgentKind *kind);
/* Reads the value of parameter `index`; on failure writes one line that says what it takes. */
bool agent_param_set(Agent *agent, int index, const char *text, Error *error);

#endif
