/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents choose plays. An agent is given a View, so it cannot refer to what it may not know. Every kind of agent is one
   row of functions and properties in its own file; this header has the form of a row, the list of the kinds, and how an
   agent is read from its name. */
#pragma once

#include "agents/match_equity.h"
#include "engine/round.h"
#include "engine/solve.h"
#include "engine/table.h"
#include "engine/text/words.h"

/* What one seat knows. All pointers are the caller's and live until choose returns. */
typedef struct {
    const Rules *rules;
    const Table *table; /* table->turn == seat when the agent is asked */
    CardSet hand;       /* the seat's own, not empty */
    int seat;
    CardSet first_pool;     /* the pool before the first play of the history */
    const CardSet *history; /* table->ply plays of this round, each the card with what it captured; NULL: unknown */
    const CardSet *hands; /* of all seats, where they lie open (open_hands), and only the stock is hidden; else NULL */
} View;

/* The hands of a round as its seats see them: View.hands. */
static inline const CardSet *hands_open(const CardSet hands[], const Rules *rules)
{
    return rules->open_hands ? hands : NULL;
}

/* What the seat to move of a round knows; history NULL: nobody knows it. */
static inline View turn_view(const Round *round, const Rules *rules, CardSet first_pool, const CardSet *history)
{
    const Table *table = &round->table;
    return (View){rules,      table,   round->hands[table->turn],      table->turn,
                  first_pool, history, hands_open(round->hands, rules)};
}

/* Prepares sampling of the rounds that agree with the view; see engine/round.h. */
static inline bool sampler_of(Sampler *sampler, const View *view)
{
    return sampler_init(sampler, view->rules, view->table, view->hand, view->hands);
}

/* The pool before the first play of a deal that began at that ply. What was captured was trailed before, or lay in the
   first pool. */
static inline CardSet deal_pool(CardSet first_pool, const CardSet history[], int began)
{
    CardSet trailed = first_pool, captured = 0;
    for (int ply = 0; ply < began; ply++) {
        const CardSet captures = -(CardSet)(set_rest(history[ply]) != 0);
        trailed |= history[ply] & ~captures;
        captured |= history[ply] & captures;
    }
    return trailed & ~captured;
}

/* The cards that the seat cannot tell by its hand, the pool and the piles; other hands that lie open are among them. */
static inline CardSet view_unseen(const View *view)
{
    const CardSet *piles = view->table->piles;
    return PACK & ~(view->hand | view->table->pool | piles[0] | piles[1] | piles[2] | piles[3]);
}

/* The same without the hands that lie open: the stock, and what was captured unseen. */
static inline CardSet view_hidden(const View *view)
{
    CardSet cards = view_unseen(view);
    for (int seat = 0; view->hands && seat < view->rules->players; seat++)
        cards &= ~view->hands[seat];
    return cards;
}

/* A solver with a table for whole rounds, as much as solver_entries says; to be freed. NULL if memory runs out. */
Solver *solver_open(const Rules *rules);
/* True, with the round, if only one round agrees with the view: in the last deal of two players the unseen cards are
   the other hand. */
bool exact_round(Round *round, const View *view);

/* The cards that the seat to move at `from`, a position that the view's history leads to, plays from there to the end
   of the deal, as far as the view has seen it. */
CardSet view_spent(const View *view, Table from);
/* A play that another seat made. */
typedef struct {
    Table table; /* before it; its turn is the seat */
    CardSet play;
    CardSet spent; /* cards that the seat has played from it on in its deal */
} SeenPlay;
enum { SEEN_PLAYS = (MAX_SEATS - 1) * HAND }; /* in one deal, at most */
/* Lists these plays from a deal on, as the view's history has them; returns how many. */
int seen_plays(SeenPlay out[], const View *view, int deal);
/* What its seat knew before the play, if it holds `held` at the end of the deal, or now. */
static inline View seen_view(const SeenPlay *seen, const View *view, CardSet held)
{
    return (View){view->rules,   &seen->table, seen->spent | held, seen->table.turn, view->first_pool,
                  view->history, NULL};
}

/* ---- parameters */

/* PARAM_FILE: a text, the name of a file that is read. */
typedef enum { PARAM_INT, PARAM_DOUBLE, PARAM_BOOL, PARAM_CHOICE, PARAM_TEXT, PARAM_FILE } ParamType;

typedef struct {
    const char *name;
    ParamType type;
    double low, high;  /* inclusive, numbers only */
    double fallback;   /* default value, of two players where it depends on the rules; a choice: index of its word */
    const char *words; /* choices separated by spaces */
    const char *help;
} AgentParam;

enum { MAX_AGENT_PARAMS = 64, AGENT_NAME = 256, AGENT_SHOWN = 63 };
_Static_assert(MAX_AGENT_PARAMS <= 64, "Agent.given has a bit for each");

/* ---- agents */

typedef struct AgentKind AgentKind;
typedef struct OwnKind OwnKind;
struct SearchOptions;
struct SearchResult;
struct BatchRounds;

/* A configured agent: immutable once made, shared by all threads. */
typedef struct Agent {
    const AgentKind *kind;
    char text[AGENT_NAME];           /* as the user wrote it, for agent_parse */
    char name[AGENT_NAME];           /* for tables and files: what name= says, or the text */
    double values[MAX_AGENT_PARAMS]; /* in the order of the kind's parameters */
    char *texts[MAX_AGENT_PARAMS];   /* PARAM_TEXT and PARAM_FILE values, owned; NULL if not given */
    uint64_t given;                  /* bit i: parameter i was named by the user */
    MatchEquity equity;              /* the chances by which it plays for the match; no target: it plays for points */
    void *own;                       /* what else its kind keeps of it, for that kind alone; NULL: nothing */
    bool (*stopped)(void); /* is a decision that is under way to be given up? Its play is dropped then; NULL: never */
} Agent;

static inline bool agent_stopped(const Agent *agent) { return agent->stopped && agent->stopped(); }

/* What the program asks of an agent beside its plays. */
enum {
    TRAIT_CHEATS = 1 << 0,    /* It sees all cards: it has choose_open in place of choose. */
    TRAIT_TIMED = 1 << 1,     /* It decides by the clock, so that its plays do not repeat. */
    TRAIT_REMEMBERS = 1 << 2, /* Its memory goes on from one play to the next, and must see every play of one round. */
    /* Of what was played it asks only which cards are unseen and how many clubs each side has: two rounds that agree in
       these, in the hands and in the pool go on alike. */
    TRAIT_FORGETS = 1 << 3,
    TRAIT_TACTICS = 1 << 4, /* Its first parameters are the weights of TACTICS (agents/tactic/tactics.h). */
    /* Its play is always one of moves_list, so that nobody checks it: for kinds that a check would slow down by more
       than 3 %. A test proves it under all presets. */
    TRAIT_LISTED = 1 << 6,
    TRAIT_MATCH = 1 << 7, /* It plays for the match, by agent_equity: single rounds are not for it. */
    /* It may be asked by kind->choose_batch. It has TRAIT_LISTED, so that no play is checked, and does not ask when a round
       begins or ends. */
    TRAIT_BATCH = 1 << 8,
    TRAIT_PROGRAM =
        1 << 9, /* Code that is not of this program decides, and need not decide the same if it is asked again. */
    TRAIT_PERSON = 1 << 10, /* It is a person at the terminal, for one seat in one thread. */
    TRAIT_SLOW =
        1 << 12, /* It searches, for a millisecond or so: too slowly to be asked for every hand that it may hold. */
    TRAIT_SPLITS = 1 << 11, /* It puts one card of a captured pair of kings or queens onto an opponent's pile. */
};

/* An answer to a decision that was asked for among many. */
typedef struct {
    uint64_t ticket; /* of the decision */
    CardSet play;    /* not checked */
    bool drew;       /* it drew from the stream, whose state is then `state`; else one number counts as drawn */
    uint64_t state;
} AgentAnswer;

/* What an agent does that takes many decisions before it answers the first. Where one of these fails, nothing that was
   asked for will be answered, and each decision may be asked for again by choose. */
typedef struct {
    int (*takes)(const void *memory); /* how many, now; 0: it does not */
    bool (*post)(void *memory, const View *view, const Rng *rng, uint64_t *ticket);
    bool (*take)(void *memory, AgentAnswer *answer); /* waits for the next answer */
    void (*fail)(void *memory, const char *why);     /* an answer was wrong; why NULL: it was not asked for */
} AgentBatch;

/* How an agent searches. */
typedef struct {
    void (*options)(struct SearchOptions *options, const Agent *agent); /* agents/search/search.h */
    /* Where it is no search by these options: what it makes of each play with as many iterations as they say. False if
       it failed. Draws only from *rng. NULL: they say all. */
    bool (*values)(struct SearchResult *out, const Agent *agent, void *memory, const View *view, Rng *rng);
    const AgentParam *iterations; /* the parameter of how much it searches for each decision … */
    const AgentParam *seconds;    /* … or how long */
} AgentSearch;

/* What a tuning asks about the parameters. */
typedef struct {
    int base_count;   /* this many of the first are its base: what is left of it when its other weights are 0 */
    uint64_t no_play; /* bit i: no play depends on parameter i; a tuning of all of them leaves it out */
} AgentTuning;

/* One row: a kind of agents. Any pointer but name, help and one of choose and choose_open may be NULL. A memory is the
   working memory of one seat in one thread, of any size, never shared. */
struct AgentKind {
    const char *name;
    const char *help; /* one line: the rule by which it plays */
    const AgentParam *params;
    int param_count;
    const NameGroup *param_groups; /* names for several parameters together, as Names has them */
    int goal; /* of GOAL_PARAM, behind which EQUITY_PARAM stands: it can play for the match; 0: it cannot */
    /* Default of parameter `index` under these rules, where it depends on them; NULL: that of the parameter, always. */
    double (*fallback)(int index, const Rules *rules);
    /* After parameter `index` was given, a file: takes the parameters that the file adds (agent_param_add). */
    bool (*extend)(Agent *agent, int index, Error *error);
    /* Reads what stands behind the name and its colon, where that is no list of parameters. */
    bool (*read)(Agent *agent, const char *text, const Rules *rules, Error *error);
    /* Last touch after the parameters are read, but for the chances of goal=match, which come behind it: combines and
       checks them, reads files into agent->own, refuses rules that the agent cannot play. */
    bool (*open)(Agent *agent, const Rules *rules, Error *error);
    /* Frees agent->own, which is not NULL; also after read or open has failed. NULL: it is not the agent's. */
    void (*close)(Agent *agent);
    unsigned traits;                           /* TRAIT_… of every agent of this kind */
    unsigned (*traits_of)(const Agent *agent); /* and those that depend on its parameters */
    /* Working memory; returns NULL when memory runs out. NULL: none is needed. */
    void *(*memory_open)(const Agent *agent, const Rules *rules);
    void (*memory_close)(void *memory);
    /* Before the first decision of each round. */
    void (*begin)(const Agent *agent, void *memory, const View *view);
    /* What a decision may need and is no part of its time, as a program that must start. False if that failed. */
    bool (*prepare)(void *memory);
    /* Does what prepare has started wait for its first decision, whose time may be that of warming up and does not
       count? NULL: never. */
    bool (*cold)(const void *memory);
    /* Returns a legal play, drawing only from *rng; with any other, or 0 if it failed, the board is void. */
    CardSet (*choose)(const Agent *agent, void *memory, const View *view, Rng *rng);
    /* Instead of choose, for an agent that sees all cards. */
    CardSet (*choose_open)(const Agent *agent, void *memory, const Rules *rules, const Round *round, Rng *rng);
    /* After a choose that returned 0, or prepare that failed: why, a sentence that stays; NULL, function or value: it
       just did. */
    const char *(*failure)(const void *memory);
    /* After a round is over, or was stopped by per shodam: the view's table is counted, its hand what is left. */
    void (*end)(const Agent *agent, void *memory, const View *view);

    /* what only some kinds have */
    const AgentBatch *batch;
    /* Of agents with TRAIT_BATCH: makes the decisions of this many rounds from `first` on, which are agents of this kind,
       and draws as much as choose does (agents/batch/batch.h). */
    void (*choose_batch)(struct BatchRounds *batch, int first, int count);
    const AgentSearch *search;
    const AgentTuning *tuning;
    /* What it thinks of `count` legal plays of the view, in points, for a model of a player who plays like this
       (agents/search/opponent_model.h). */
    void (*score)(double scores[], const View *view, const CardSet plays[], int count);
    OwnKind *own; /* of a kind that one agent has for itself; NULL: a row of AGENT_KINDS */
};

/* The kind of one agent whose name, or a file named there, adds parameters: those of the row come first. */
struct OwnKind {
    AgentKind kind;
    AgentTuning tuning;
    AgentParam params[MAX_AGENT_PARAMS]; /* behind those of the row with names of their own, owned */
    const AgentKind *row;
    char hint[256]; /* where a user finds the parameters; "": where those of the row are */
    void *more;     /* what the parameters are of; more_free frees it */
    void (*more_free)(void *more);
};

/* The failure of an agent that the user has stopped: its board is neither void nor played. */
extern const char AGENT_STOPPED[];
/* The failure of an agent that was silent for as long as it has for an answer. */
extern const char AGENT_SILENT[];

/* The kinds: a file that defines AGENT_NAME for each. */
#define AGENT_ROWS(ROW)                                                                                                \
    ROW(RANDOM)                                                                                                        \
    ROW(GREEDY)                                                                                                        \
    ROW(COUNTER)                                                                                                       \
    ROW(TACTIC)                                                                                                        \
    ROW(LUA)                                                                                                           \
    ROW(ISMCTS)                                                                                                        \
    ROW(ORACLE)                                                                                                        \
    ROW(HUMAN)                                                                                                         \
    ROW(EXEC)                                                                                                          \
    ROW(EXPLOITER)                                                                                                     \
    ROW(POLICY)                                                                                                        \
    ROW(PLANNER)

/* The test program of tests/rogue has more. */
#ifndef AGENT_MORE_ROWS
#define AGENT_MORE_ROWS(ROW)
#endif

#define AGENT_DECLARE(NAME) extern const AgentKind AGENT_##NAME;
#define AGENT_ONE(NAME) +1
AGENT_ROWS(AGENT_DECLARE)
AGENT_MORE_ROWS(AGENT_DECLARE)
enum { AGENT_KIND_COUNT = AGENT_ROWS(AGENT_ONE) AGENT_MORE_ROWS(AGENT_ONE) };
extern const AgentKind *const AGENT_KINDS[AGENT_KIND_COUNT];

/* Where a user finds the names of agents, their parameters and tactics. */
#define AGENTS_HINT "'pasur agents' lists them"

/* Reads `kind[:key=value,…]`; what is not given has the default for these rules. The first key of any kind may be
   name=, and a comma or a colon behind it: what tables show. On failure writes one line to error; nothing needs freeing
   then. */
bool agent_parse(Agent *agent, const char *text, const Rules *rules, Error *error);
/* Bytes at the beginning of `text` that may be an agent's name= : at most AGENT_SHOWN letters, digits and . _ + -, else
   0. */
size_t agent_shown_length(const char *text);
/* The row of an agent's name, which ends at a colon. NULL with the reason (error NULL: nobody asks for it). */
const AgentKind *agent_kind_named(const char *name, Error *error);
/* Is the agent of that name one that sees all cards? */
bool agent_name_cheats(const char *name);
/* Bytes of the first agent of a list with commas, where key=value belongs to the agent before it. */
size_t agent_length(const char *list);
void agent_free(Agent *agent);
/* The table of chances by which it plays for the match; NULL: it plays for points. */
static inline const MatchEquity *agent_equity(const Agent *agent)
{
    return agent->equity.target ? &agent->equity : NULL;
}
/* True if the agent has all of these TRAIT_…. */
bool agent_has(const Agent *agent, unsigned traits);
/* Default of parameter `index` under these rules. */
double agent_default(const AgentKind *kind, int index, const Rules *rules);
/* The names of the parameters, for a list that a user writes. */
Names agent_param_names(const AgentKind *kind);
/* What the user gave for a parameter of the agent's kind, a number; 0 if nothing, or if it has no such parameter
   (NULL). */
double agent_given(const Agent *agent, const AgentParam *param);
/* For `read`: reads `key=value,…`; on failure writes one line. */
bool agent_params_read(Agent *agent, const char *text, Error *error);
/* Reads the value of parameter `index`; on failure writes one line that says what is expected. */
bool agent_param_set(Agent *agent, int index, const char *text, Error *error);
/* Gives the agent, and no other of its kind, a kind of its own if it has none yet. NULL with the reason. */
OwnKind *agent_own_kind(Agent *agent, Error *error);
/* Adds a parameter to that kind, with its default as its value; what is pointed to must outlive the agent, but for the
   name. False with the reason if it has one of that name, or has no room. */
bool agent_param_add(Agent *agent, AgentParam param, Error *error);
/* The row of AGENT_KINDS that the agent is of. */
static inline const AgentKind *agent_row(const Agent *agent)
{
    return agent->kind->own ? agent->kind->own->row : agent->kind;
}

/* ---- what an agent plays for: two parameters of the kinds that can play for the match */

enum { GOAL_POINTS, GOAL_MATCH };
#define GOAL_PARAM                                                                                                     \
    "goal", PARAM_CHOICE, 0, 0, GOAL_POINTS, "points match", "what it plays for: points, or the match (two sides)"
#define EQUITY_PARAM                                                                                                   \
    "equity", PARAM_FILE, 0, 0, 0, NULL, "goal=match: chances from 'pasur equity --csv'; built in for pagat with two"

/* ---- several agents at once, as a command names them */

/* Reads `count` agents that play by these rules; on failure none needs freeing. */
bool agents_open(Agent *agents, const char *const *texts, int count, const Rules *rules, Error *error);
/* The same for a list with commas, where key=value belongs to the agent before it: returns how many, at most `most`, or
   0 with the reason. */
int agents_open_list(Agent agents[], int most, const char *list, const Rules *rules, Error *error);
void agents_free(Agent *agents, int count);
/* False, with the reason, if an agent plays for the match: these play single rounds. */
bool agents_for_rounds(const Agent *agents, int count, Error *error);
/* True if some agent decides by the clock, so that a run does not repeat. */
bool agents_timed(const Agent *agents, int count);
