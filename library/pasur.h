/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libpasur: the game of Pâsur, its agents and its simulator, for programs in C, C++ and languages that can call C.

     #include <pasur.h>                cc program.c $(pkg-config --cflags --libs pasur)

   A round between two agents:

     pasur_error error;
     pasur_rules *rules = pasur_rules_new("pagat", 2, &error);
     pasur_agent *tactic = pasur_agent_new(rules, "tactic", &error), *greedy = pasur_agent_new(rules, "greedy", &error);
     pasur_round *round = pasur_round_new(rules, &error);
     const pasur_agent *seats[] = {tactic, greedy};
     pasur_round_deal(round, 1, 0);
     pasur_play_round(round, seats, 1, 0, 0, &error);

   Errors. A function that makes an object returns NULL if it fails. Other functions that can fail return a status:
   PASUR_OK, or the kind of failure, and then nothing is changed except by pasur_env_choose and pasur_env_restore. Each
   of them takes a pasur_error, which gets one line in plain words; it may be NULL. No other pointer may be NULL unless
   a comment says so; a text that is NULL is an error.
   Memory. The caller owns what pasur_…_new returned, and frees it with pasur_…_free (NULL is allowed). Arrays belong to
   the caller, and are as long as their comment says. Objects copy what they need of rules; players and simulations use
   their agents, which must live longer.
   Threads. Rules and agents do not change once they are made, and any number of threads may use them. Only one thread
   at a time may use any other object.
   Randomness. Everything follows from a seed and the number of a board, as in the program: the same seed gives the
   figures that `pasur sim` prints for it, to the last digit.
   ABI. Within one PASUR_ABI functions are only added, and structs keep their members. */
#ifndef PASUR_H
#define PASUR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PASUR_API __attribute__((visibility("default")))
#define PASUR_MUST_USE __attribute__((warn_unused_result))
#else
#define PASUR_API
#define PASUR_MUST_USE
#endif

/* ==== Versions */

#define PASUR_ABI 1
/* The version of this header: 10000 * major + 100 * minor + patch, for #if. */
#define PASUR_VERSION_NUMBER 100

/* The PASUR_ABI of the loaded library. */
PASUR_API int pasur_abi(void);
/* Its version, such as "0.2.0"; a constant. */
PASUR_API const char *pasur_version(void);

/* ==== Errors */

enum {
    PASUR_OK = 0,
    PASUR_INPUT = 2,  /* the input is wrong */
    PASUR_FAILED = 4, /* an agent failed: it made an illegal play, or could not decide */
    PASUR_SYSTEM = 5  /* memory ran out, or a file cannot be read */
};

typedef struct pasur_error {
    int status;      /* PASUR_INPUT … */
    char text[1024]; /* one line without a line end */
} pasur_error;

/* ==== Cards */

/* A set of cards: bit `card` is set, card = 4 * rank + suit; ranks A 2 … T J Q K are 0 … 12, suits c d h s 0 … 3.
   A play is one such set: the played card together with what it captures. */
typedef uint64_t pasur_cards;

enum {
    PASUR_CARDS = 52,
    PASUR_SEATS = 4,         /* at most */
    PASUR_PLAYS = 48,        /* of a round, for any number of players */
    PASUR_LEGAL = 1320,      /* legal plays of a position, at most */
    PASUR_CARDS_TEXT = 105,  /* bytes of any set as text, with its end */
    PASUR_PLAY_TEXT = 108,   /* of any play */
    PASUR_RULES_TEXT = 512,  /* of any rules */
    PASUR_RECORD_TEXT = 9280 /* of any round's record */
};

/* Reads distinct cards such as "Ac7hTd"; spaces, either case and "10d" are allowed. */
PASUR_API PASUR_MUST_USE int pasur_cards_read(pasur_cards *cards, const char *text, pasur_error *error);
/* Writes them in the order of the pack; returns text. */
PASUR_API char *pasur_cards_text(char text[PASUR_CARDS_TEXT], pasur_cards cards);
/* Writes a play by who holds `hand`: the card, and "x" with what it captures, if anything: "7hx4c", "Kd". */
PASUR_API char *pasur_play_text(char text[PASUR_PLAY_TEXT], pasur_cards play, pasur_cards hand);
/* Reads a play, without checking that it is legal. */
PASUR_API PASUR_MUST_USE int pasur_play_read(pasur_cards *play, const char *text, pasur_error *error);

/* ==== Rules */

typedef struct pasur_rules pasur_rules;

/* Reads `preset[,key=value]…` ("pagat", "pagat,players=3,clubs_points=10"; `pasur rules` lists them). players: 2 … 4 if
   neither the text nor its preset says how many; 0: the preset's number. */
PASUR_API PASUR_MUST_USE pasur_rules *pasur_rules_new(const char *text, int players, pasur_error *error);
PASUR_API void pasur_rules_free(pasur_rules *rules);
/* The shortest text that reads back as these rules; returns text. */
PASUR_API char *pasur_rules_text(char text[PASUR_RULES_TEXT], const pasur_rules *rules);
/* Seats, 2 … 4. */
PASUR_API int pasur_rules_players(const pasur_rules *rules);
/* The sides that score: players, or two teams. */
PASUR_API int pasur_rules_sides(const pasur_rules *rules);
/* The side for which a seat plays. */
PASUR_API int pasur_rules_side(const pasur_rules *rules, int seat);

/* ==== A round */

typedef struct pasur_round pasur_round;

/* A round that is dealt: board 0 of seed 1, with scores of 0. */
PASUR_API PASUR_MUST_USE pasur_round *pasur_round_new(const pasur_rules *rules, pasur_error *error);
PASUR_API void pasur_round_free(pasur_round *round);
/* Copies *from to *to, including its rules. */
PASUR_API void pasur_round_copy(pasur_round *to, const pasur_round *from);

/* Deals the cards of a board of a seed, as `pasur deal` shows them; the scores stay 0. */
PASUR_API void pasur_round_deal(pasur_round *round, uint64_t seed, uint64_t board);
/* Deals a pack: the four cards of seat 0, of seat 1 …, the four of the first pool, then each later deal, seat by seat.
   scores[sides], -30000 … 30000, are those of the match before this round; NULL: 0. Refuses a missing or repeated card,
   and a first pool that the rules do not allow. */
PASUR_API PASUR_MUST_USE int pasur_round_deal_pack(pasur_round *round, const uint8_t pack[PASUR_CARDS],
                                                   const int32_t *scores, pasur_error *error);
/* The cards of the round in that order, for pasur_round_deal_pack with the scores of a match. */
PASUR_API void pasur_round_pack(const pasur_round *round, uint8_t pack[PASUR_CARDS]);
/* Reads one record (the notation of `pasur sim --records`), with its own rules, up to its last play. */
PASUR_API PASUR_MUST_USE int pasur_round_read(pasur_round *round, const char *text, pasur_error *error);
/* Writes the round's record up to its last play; returns text. */
PASUR_API char *pasur_round_text(char text[PASUR_RECORD_TEXT], const pasur_round *round);

PASUR_API int pasur_round_over(const pasur_round *round); /* 1 or 0 */
PASUR_API int pasur_round_turn(const pasur_round *round); /* the seat to play */
PASUR_API int pasur_round_ply(const pasur_round *round);  /* plays made, 0 … 48 */
PASUR_API pasur_cards pasur_round_hand(const pasur_round *round, int seat);
PASUR_API pasur_cards pasur_round_pool(const pasur_round *round);
PASUR_API pasur_cards pasur_round_pile(const pasur_round *round, int side); /* captured, with what captured it */

/* The legal plays of the seat to move, in the order of the pack; returns how many, 0 once the round is over. */
PASUR_API size_t pasur_round_legal(const pasur_round *round, pasur_cards plays[PASUR_LEGAL]);
/* Makes a play of the seat to move; new hands are dealt automatically. Refuses an illegal play, and says why. */
PASUR_API PASUR_MUST_USE int pasur_round_play(pasur_round *round, pasur_cards play, pasur_error *error);

/* What a side has scored. */
typedef struct pasur_count {
    int32_t points;                         /* of this round */
    int32_t surs, clubs, aces, jacks, tens; /* how many; tens: other than the ten of diamonds */
    int32_t two_of_clubs, ten_of_diamonds;  /* 0 or 1 */
    int32_t clubs_won;                      /* 0 or 1 */
    int32_t cards;                          /* captured */
} pasur_count;

/* counts[sides]; an unfinished round counts as if it ended here, with clubs only for seven or more. */
PASUR_API void pasur_round_count(const pasur_round *round, pasur_count counts[PASUR_SEATS]);

/* ==== What one seat knows */

typedef struct pasur_view {
    pasur_cards hand;                 /* its own */
    pasur_cards pool;                 /* on the table */
    pasur_cards piles[PASUR_SEATS];   /* captured, by side */
    pasur_cards first_pool;           /* the pool before the first play of the history */
    pasur_cards history[PASUR_PLAYS]; /* the first `ply` entries: the plays so far, each with what it captured */
    int32_t scores[PASUR_SEATS];      /* by side: of the match, before this round */
    int32_t surs[PASUR_SEATS];        /* by side: Surs that it holds */
    int32_t seat;                     /* whose view it is */
    int32_t ply;                      /* plays made; the seat to move is ply % players */
    int32_t deal;                     /* from 0 */
    int32_t last;                     /* the side that captured last, or -1 */
    int32_t history_known;            /* 0: history and first_pool say nothing */
    pasur_cards hands[PASUR_SEATS];   /* by seat, where all hands lie open (open_hands=1); else 0 */
} pasur_view;

PASUR_API void pasur_round_view(pasur_view *view, const pasur_round *round, int seat);

/* A view as people write it, the options of `pasur advise`: all except hand and pool may be NULL. Captured cards that
   the seat does not know may be missing from the piles. If all hands lie open, `hand` names those of all seats,
   A/B[/…]. */
typedef struct pasur_view_words {
    const char *hand, *pool, *piles, *surs, *scores, *deal, *last, *seat;
} pasur_view_words;

/* Reads the view of a seat that is to move. Refuses an impossible view, and says why. */
PASUR_API PASUR_MUST_USE int pasur_view_read(pasur_view *view, const pasur_rules *rules, const pasur_view_words *words,
                                             pasur_error *error);
/* Adds the history to the view of a seat that is to move: the pool before the first play, and all plays so far with
   commas between them, "6cx5s,Qc", or "-" (docs/protocol.md: first, plays). Refuses a history that does not lead to the
   view. */
PASUR_API PASUR_MUST_USE int pasur_view_read_plays(pasur_view *view, const pasur_rules *rules, const char *first,
                                                   const char *plays, pasur_error *error);
/* The legal plays of a view whose seat is to move, in the order of the pack; returns how many. */
PASUR_API size_t pasur_view_legal(const pasur_view *view, pasur_cards plays[PASUR_LEGAL]);

/* ==== Agents */

typedef struct pasur_agent pasur_agent;

/* Reads an agent as on the command line: "greedy", "tactic:exact=1", "ismcts:iters=500" (`pasur agents` lists them). An
   agent that plays for the match (goal=match) is refused: rounds are played here, and values are points. */
PASUR_API PASUR_MUST_USE pasur_agent *pasur_agent_new(const pasur_rules *rules, const char *text, pasur_error *error);
/* None of its players may still exist. */
PASUR_API void pasur_agent_free(pasur_agent *agent);

/* The caller's own agent: returns the play that it chooses, one of plays[count], the legal plays of the view. `random`
   are 64 random bits of the seat's stream, the same whenever the round is played again. Any other answer, such as 0, is
   a failure: PASUR_FAILED, or a void board. If several threads play, several may call it at once. */
typedef pasur_cards pasur_choose(void *context, const pasur_view *view, const pasur_cards plays[], size_t count,
                                 uint64_t random);
/* context is passed to every call; name appears in messages: 1 to 255 bytes of UTF-8 without control characters; NULL:
   "own". */
PASUR_API PASUR_MUST_USE pasur_agent *pasur_agent_own(const pasur_rules *rules, const char *name, pasur_choose *choose,
                                                      void *context, pasur_error *error);

/* Decisions of many rounds at once, valid during the call. The legal plays of decision i are plays[first[i]] …
   plays[first[i + 1] - 1]; what its seat sees is written as by pasur_view_observe. */
typedef struct pasur_decisions {
    size_t count;
    const pasur_view *views;  /* [count] */
    const uint8_t *planes;    /* [count][PASUR_PLANES][52] */
    const int16_t *counts;    /* [count][PASUR_COUNTS] */
    const uint32_t *first;    /* [count + 1] */
    const pasur_cards *plays; /* [first[count]] */
    const uint64_t *random;   /* [count]: 64 random bits of each seat's stream */
} pasur_decisions;

/* The same for a function that decides on up to 256 plays at once, as a network does: it writes to chosen[count], which
   holds zeros, the play of each decision. pasur_sim and pasur_env_choose gather decisions for it; other functions call
   it for one. */
typedef void pasur_choose_many(void *context, const pasur_decisions *decisions, pasur_cards chosen[]);
PASUR_API PASUR_MUST_USE pasur_agent *pasur_agent_own_many(const pasur_rules *rules, const char *name,
                                                           pasur_choose_many *choose, void *context,
                                                           pasur_error *error);

/* An agent at a seat, with its memory and its stream of random numbers. */
typedef struct pasur_player pasur_player;

PASUR_API PASUR_MUST_USE pasur_player *pasur_player_new(const pasur_agent *agent, pasur_error *error);
PASUR_API void pasur_player_free(pasur_player *player);
/* Call this before a round: the player sits at `seat`, and draws from the stream of that seat of the board. If a board
   is played several times with the agents in different seats, number these seatings 0, 1 …; else the seating is 0. */
PASUR_API PASUR_MUST_USE int pasur_player_begin(pasur_player *player, const pasur_round *round, int seat, uint64_t seed,
                                                uint64_t board, int seating, pasur_error *error);
/* The player's choice in the round, in which it must be its seat's turn; the round does not change. PASUR_FAILED: its
   choice was not a legal play. */
PASUR_API PASUR_MUST_USE int pasur_player_choose(pasur_player *player, const pasur_round *round, pasur_cards *play,
                                                 pasur_error *error);

/* Plays the round on to its end, seats[players] at the seats, as the seating `seating` of that board. */
PASUR_API PASUR_MUST_USE int pasur_play_round(pasur_round *round, const pasur_agent *const seats[], uint64_t seed,
                                              uint64_t board, int seating, pasur_error *error);

/* ==== Many boards */

typedef struct pasur_sim_options {
    uint64_t seed;   /* 1 in the program */
    uint64_t first;  /* the first board, from 0 */
    uint64_t boards; /* how many */
    int32_t alone;   /* 0: duplicate play, every board in all seatings; 1: each board once, agents taking turns */
    int32_t threads; /* 1 … 1024; 0: all cores. 1 for a caller's own agent that only one thread may call */
} pasur_sim_options;

/* Caller's arrays, each of boards * seatings * players entries: [board][seating][seat]; NULL: not wanted. */
typedef struct pasur_sim_rows {
    int32_t *agent;  /* which of the agents sat there, from 0; -1: the board is void, and its other entries are 0 */
    int32_t *points; /* of the seat's side */
    int32_t *surs;
    int32_t *clubs;
} pasur_sim_rows;

/* How many times `count` agents play each board; 0 if that many agents cannot be seated. */
PASUR_API int pasur_sim_seatings(const pasur_rules *rules, int count, int alone);
/* Plays boards among `count` agents as `pasur sim` does: two, or as many as there are seats. A board on which an agent
   failed is void and counted in *voids (may be NULL). PASUR_FAILED: all boards are void. */
PASUR_API PASUR_MUST_USE int pasur_sim(const pasur_rules *rules, const pasur_agent *const agents[], int count,
                                       const pasur_sim_options *options, const pasur_sim_rows *rows, uint64_t *voids,
                                       pasur_error *error);

/* ==== What plays are worth */

/* Exact values with open cards: by how much the side to move outscores the other, with best play by both, for each
   legal play in the order of pasur_round_legal; *count of them. Only for two sides. */
PASUR_API PASUR_MUST_USE int pasur_solve(const pasur_round *round, pasur_cards plays[PASUR_LEGAL],
                                         int32_t values[PASUR_LEGAL], size_t *count, pasur_error *error);

typedef struct pasur_advise_options {
    uint64_t seed;
    uint64_t iterations; /* 100 or more; 0: as many as `seconds` allow */
    double seconds;
    int32_t threads; /* 1 … 1024; 0: all cores */
} pasur_advise_options;

typedef struct pasur_advice {
    pasur_cards play;
    double value;     /* points beyond the mean of the other sides; NAN: unknown */
    double low, high; /* its 95 % interval */
    uint64_t visits;  /* of the search, or sampled deals */
} pasur_advice;

/* What each legal play of a view is worth to an agent, as `pasur advise` says it; *count of them, *choice is the index
   of the play that the agent chooses. Equivalent plays may share an entry. */
PASUR_API PASUR_MUST_USE int pasur_advise(const pasur_agent *agent, const pasur_view *view,
                                          const pasur_advise_options *options, pasur_advice advice[PASUR_LEGAL],
                                          size_t *count, size_t *choice, pasur_error *error);

/* ==== What is likely to follow */

/* A chance: by counting, where every unseen card lies anywhere with equal chance, and by what the plays of this deal
   reveal about the hands; each with the ends of its 95 % interval, which are the chance itself if nothing was sampled.
   NAN: unknown, for example `told` without a history. */
typedef struct pasur_chance {
    double counted, counted_low, counted_high;
    double told, told_low, told_high;
} pasur_chance;

typedef struct pasur_chances {
    pasur_cards play;
    pasur_chance capture;            /* the next player captures something after the play */
    pasur_chance sur;                /* it makes a Sur that counts, or cancels one */
    pasur_chance clubs[PASUR_SEATS]; /* by side: it wins the clubs; by sampled deals that `tactic` plays out */
} pasur_chances;

enum { PASUR_RANKS = 13 };

/* What may follow each legal play of a view whose seat is to move, in the order of pasur_view_legal; *count of them.
   ranks (may be NULL): the next player holds an ace, a two … a king. The samples depend only on the seed. */
PASUR_API PASUR_MUST_USE int pasur_chances_find(pasur_chances chances[PASUR_LEGAL], size_t *count,
                                                pasur_chance ranks[PASUR_RANKS], const pasur_rules *rules,
                                                const pasur_view *view, uint64_t seed, pasur_error *error);

/* ==== Actions by number, for learning programs */

/* Every play has a number, whatever the position. 0 … 51: the card of that number trails. From 52 on come the captures,
   by played card in the order of the pack. A numeral has one for each set of other numerals that sum to 11 with it,
   ascending as pasur_cards; a jack has one number, whatever it takes; queens and kings have one for each other card of
   their kind, ascending. */
enum { PASUR_ACTIONS = 12180 };

/* The number of a play by who holds `hand`; -1: no such play exists. */
PASUR_API int32_t pasur_action(pasur_cards play, pasur_cards hand);
/* The play with that number on that pool, legal for the holder of the card; 0: there is none. */
PASUR_API pasur_cards pasur_action_play(int32_t action, pasur_cards pool);

/* ==== What one seat sees as numbers, for learning programs */

/* "In order" begins with the seat itself and continues in the order of play. Sides are in the order of their first
   seats. There are always four entries; those of seats and sides that the rules do not have are 0. */

/* Planes are 52 bytes of 0 or 1, one for each card. */
enum {
    PASUR_PLANE_HAND = 0,   /* the seat's hand */
    PASUR_PLANE_POOL = 1,   /* the pool */
    PASUR_PLANE_PILES = 2,  /* 4 planes: the sides' piles, in order */
    PASUR_PLANE_UNSEEN = 6, /* the cards that lie in none of these */
    PASUR_PLANE_PLAYS = 7,  /* 4 planes: the last play in this round of each seat, in order, with what it captured */
    PASUR_PLANES = 11
};

/* Counts are whole numbers. */
enum {
    PASUR_COUNT_PLY = 0,     /* plays made, 0 … 48 */
    PASUR_COUNT_DEAL = 1,    /* from 0 */
    PASUR_COUNT_HANDS = 2,   /* 4: cards in each seat's hand, in order */
    PASUR_COUNT_SURS = 6,    /* 4: Surs that each side holds, in order; */
    PASUR_COUNT_CLUBS = 10,  /* 4: clubs in its pile, */
    PASUR_COUNT_CARDS = 14,  /* 4: cards in its pile, */
    PASUR_COUNT_POINTS = 18, /* 4: its points in this round so far, as pasur_round_count says, */
    PASUR_COUNT_LAST = 22,   /* 4: 1 if it captured last, else 0, */
    PASUR_COUNT_SCORES = 26, /* 4: its score of the match before this round */
    PASUR_COUNTS = 30
};

/* Writes what the seat of a view sees, whichever seat is to move: planes[PASUR_PLANES][52] and counts[PASUR_COUNTS],
   NULL: not wanted. The rules are those of the view. If the history is unknown, the last plays are 0. */
PASUR_API void pasur_view_observe(const pasur_view *view, const pasur_rules *rules, uint8_t *planes, int16_t *counts);

/* ==== Many rounds side by side, for learning programs */

typedef struct pasur_env pasur_env;

enum { PASUR_ROUNDS = 2097152 }; /* side by side, at most */

/* Caller's arrays for n rounds; NULL: not wanted. Observations are those of the seat to move. */
typedef struct pasur_env_arrays {
    uint8_t *planes;    /* [n][PASUR_PLANES][52] */
    int16_t *counts;    /* [n][PASUR_COUNTS] */
    int32_t *turn;      /* [n]: the seat to move */
    uint32_t *first;    /* [n + 1]: the legal plays of round i are plays[first[i]] … plays[first[i + 1] - 1] */
    pasur_cards *plays; /* room for n * PASUR_LEGAL, of which random play uses some 3 * n */
    int32_t *actions;   /* as long: the number of each of the plays */
    int32_t *points;    /* [n][PASUR_SEATS]: where a round has ended, the points of each seat's side, else 0 */
    uint8_t *ended;     /* [n]: 1 if the round ended with this step, else 0 */
} pasur_env_arrays;

/* n rounds, 1 … PASUR_ROUNDS: round i plays the boards i, i + n, i + 2n … of the seed in turn, each from scores of 0 to
   its last play. Every round has PASUR_PLAYS plays, so that the same seat is to move in all of them, and all end with
   the same step. */
PASUR_API PASUR_MUST_USE pasur_env *pasur_env_new(const pasur_rules *rules, size_t n, uint64_t seed,
                                                  pasur_error *error);
PASUR_API void pasur_env_free(pasur_env *env);
/* Starts again as after pasur_env_new, with this seed. */
PASUR_API void pasur_env_reset(pasur_env *env, uint64_t seed);
/* Writes the current state; points and ended are 0. */
PASUR_API void pasur_env_observe(const pasur_env *env, const pasur_env_arrays *out);
/* Makes plays[n], one in each round, then writes the new state. If a round has ended, its next board is dealt, and
   everything except points and ended describes that board. If a play is illegal, nothing is played or written, and the
   error names the round. `plays` must not be one of the arrays of out. */
PASUR_API PASUR_MUST_USE int pasur_step(pasur_env *env, const pasur_cards plays[], const pasur_env_arrays *out,
                                        pasur_error *error);
/* Sets the match scores before the rounds: scores[n][PASUR_SEATS], by side, -30000 … 30000, for every board that round
   i plays; NULL: 0. The rounds start again. */
PASUR_API PASUR_MUST_USE int pasur_env_scores(pasur_env *env, const int32_t *scores, pasur_error *error);
/* Plays from positions: from now on board b begins at the position of rounds[b % count], with its scores and plays, as
   `pasur sim --deal` takes the cards of records. All of them must have the rules of env, be unfinished, and have the
   same number of plays. count 0: boards are dealt again. The rounds start again; the given ones are copied. */
PASUR_API PASUR_MUST_USE int pasur_env_starts(pasur_env *env, const pasur_round *const rounds[], size_t count,
                                              pasur_error *error);
/* Saves the state of the rounds and the streams of their players to bytes[pasur_env_size(env)], the same on every
   machine; the seed is saved too, but not scores and starts. */
PASUR_API size_t pasur_env_size(const pasur_env *env);
PASUR_API void pasur_env_save(const pasur_env *env, uint8_t *bytes);
/* Restores that state, in an env with the same rules, n, scores and starts. Damaged bytes, or those of a different env,
   are refused. */
PASUR_API PASUR_MUST_USE int pasur_env_restore(pasur_env *env, const uint8_t *bytes, size_t size, pasur_error *error);
/* Copies the current round i (below n), with its rules, to *round: for its view, to solve it, or to write it down. */
PASUR_API void pasur_env_round(pasur_round *round, const pasur_env *env, size_t i);
/* Lets a player (one of our agents, or the caller's own) play beside a learning program: writes to plays[i] its choice
   as the seat to move in round i, for each of the n rounds where here[i] is not 0 (NULL: in all), and leaves the other
   plays unchanged. It draws from the stream that the seat has in pasur_play_round of that board with seating 0, and
   starts afresh at each play: pasur_player_begin need not be called before, but must be called again for
   pasur_player_choose, and ismcts:keep=1 keeps nothing. If it fails, plays already written stay, and the streams have
   advanced. */
PASUR_API PASUR_MUST_USE int pasur_env_choose(pasur_env *env, pasur_player *player, const uint8_t *here,
                                              pasur_cards plays[], pasur_error *error);

#ifdef __cplusplus
}
#endif
#endif
