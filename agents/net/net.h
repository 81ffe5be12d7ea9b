/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The net of the agent policy: whole numbers only, so that every processor finds the same scores. The features of a
   decision (net_features.h) are rows of numbers that add up to a layer of hidden units; a play adds its own rows.
   Hidden units are cut to 0 … 1, a second layer is cut the same way, and its weighted sum is the play's score: of two
   plays the one with the higher score is better, and exp(score), divided by the sum over all plays, is the share of a
   player who draws its plays. A second layer of its own, with which the training of the next net begins, says from the
   decision's hidden units by how many points the side to move will beat the mean of the others in the rest of the round.

   The same net in real numbers, as training has it:
     a = hidden_bias + sum of view_rows[f] + sum of play_rows[g]     (the value: without play_rows)
     h = cut(a)                     cut(x) = 0 below 0, 1 above 1, else x
     s = cut(second_bias + second h)
     score = out s
     value = value_bias + value_out cut(value_second_bias + value_second h) */
#pragma once

#include "agents/isa.h"
#include "agents/net/net_features.h"

/* Shares of plays were learned as e^(value / half a point): docs/agents.md. */
static const double NET_POINTS = 0.5;

/* How large a net may be. */
enum {
    NET_STEP = 16,         /* units of each layer are a multiple of that */
    NET_HIDDEN_MOST = 256, /* and no more than that */
    NET_SECOND_MOST = 64
};

enum {
    NET_ONE = 1 << 16,        /* scores and values are in 1/NET_ONE … */
    NET_SCORE_MOST = 1 << 30, /* … and neither above this nor below its negative */
    NET_MADE = 400,           /* bytes of the line that says how it was made */
    NET_FILE_MOST = 1 << 21   /* bytes of a file */
};

typedef struct {
    int hidden; /* hidden units: NET_STEP … NET_HIDDEN_MOST */
    int second; /* units of the second layer of a play: NET_STEP … NET_SECOND_MOST */
    int value;  /* of the value: the same, or 0: there is no value */
} NetShape;

/* ---- real numbers, for training */

/* Where the parts of a net lie in one array of net_param_count numbers; a matrix row by row. */
typedef struct {
    float *view_rows;         /* [NET_VIEW_FEATURES][hidden] */
    float *play_rows;         /* [NET_PLAY_FEATURES][hidden] */
    float *hidden_bias;       /* [hidden] */
    float *second;            /* [second][hidden] */
    float *second_bias;       /* [second] */
    float *out;               /* [second] */
    float *value_second;      /* [value][hidden] */
    float *value_second_bias; /* [value] */
    float *value_out;         /* [value] */
    float *value_bias;        /* [1], also where there is no value */
} NetFloats;

bool net_shape_valid(const NetShape *shape, Error *error);
size_t net_param_count(const NetShape *shape);
NetFloats net_floats(float params[], const NetShape *shape);

/* ---- whole numbers, for playing */

/* Every number of a layer is a share of 1 << bits. The bits are as many as leave no sum that could overflow. */
typedef struct Net {
    NetShape shape;
    Rules rules;         /* of the games that it was made from */
    char made[NET_MADE]; /* one line: the command, its seed, how many positions */
    int hidden_bits;     /* of view_rows, play_rows, hidden_bias, and of the hidden units */
    int second_bits;     /* of second and value_second */
    const int16_t *view_rows, *play_rows, *hidden_bias; /* as in NetFloats */
    const int16_t *second, *value_second;
    const int32_t *second_bias, *value_second_bias; /* hidden_bits + second_bits */
    const int32_t *out, *value_out, *value_bias;    /* in 1/NET_ONE */
    const int16_t *second_pairs;                    /* second once more, as NetLayer wants it */
    void *owned;                                    /* what net_free frees; NULL: nothing */
} Net;

/* The net in whole numbers, from net_param_count real ones, which stay as they are. False, with the reason, where a
   number is not finite, or so large that no scale holds it. net_free is due after true. */
bool net_quantise(Net *net, float params[], const NetShape *shape, const Rules *rules, const char *made, Error *error);
/* The real numbers of a net in whole ones, net_param_count of them. */
void net_params(float params[], const Net *net);
/* The file of a net: *bytes is to be freed. False if memory runs out. */
bool net_pack(unsigned char **bytes, size_t *size, const Net *net, Error *error);
/* Reads what net_pack wrote; any bytes may be given. False, with the reason, where they are anything else. net_free is
   due after true. */
bool net_unpack(Net *net, const unsigned char bytes[], size_t size, Error *error);
void net_free(Net *net);
/* The net that is built in for this many players, teams or not, whatever else the rules say. False if memory runs out.
   net_free is due after true. */
bool net_builtin(Net *net, const Rules *rules, Error *error);
/* For kinds of agents that keep a net and nothing else (Agent.own): the net of a file, which must be for as many
   players, or (NULL) the built-in one. False with the reason; net_close is due unless agent->own is NULL. */
bool net_open(Agent *agent, const char *file, const Rules *rules, Error *error);
void net_close(Agent *agent);

/* The scores of `count` legal plays, in 1/NET_ONE. Of two plays, one that scores NET_ONE more is worth NET_POINTS
   points more, as the net has learned it. */
void net_scores(int32_t scores[], const Net *net, const NetPosition *position, const CardSet plays[], int count);
/* What a net keeps of a position whatever the hand of the seat to move: other hands cost it less. */
typedef struct {
    uint64_t key; /* of all plays so far; 0: it keeps nothing */
    NetPosition position;
    int16_t sums[NET_HIDDEN_MOST]; /* of the decision, as if the hand were unseen */
} NetTable;
/* A memory of positions under the same rules; it changes nothing but how long they take. */
enum { NET_TABLES = 1 << 8 };
typedef struct {
    NetTable tables[NET_TABLES]; /* by a part of the key */
    NetLine line;
    CardSet unseen; /* a folded set: the cards that were not open to everybody in the position before … */
    int16_t unseen_sums[NET_HIDDEN_MOST]; /* … and the sum of their rows; undefined where there are none */
} NetMemory;
void net_memory_clear(NetMemory *memory);
/* net_scores of the view; `key`, which is not 0, stands for all plays so far. */
void net_memory_scores(int32_t scores[], const Net *net, NetMemory *memory, uint64_t key, const View *view,
                       const CardSet plays[], int count);
/* ---- its sums, which net.c alone asks for: net_kernel.c, once for each instruction set. All of them give the same
   numbers. */

/* Features that are there, and the rows of all: [number][hidden]. */
typedef struct {
    const int16_t *rows;
    const uint16_t *features;
    int count;
    const uint16_t *less; /* features that go: their rows are taken away */
    int less_count;
} NetRows;

/* A second layer. Its weights stand for NET_STEP units after the other, of these for two hidden units after the other,
   of these unit by unit: [units / NET_STEP][hidden / 2][NET_STEP][2]. */
typedef struct {
    int units, hidden, hidden_bits, second_bits;
    const int16_t *pairs;
    const int32_t *bias, *out;
} NetLayer;

typedef struct {
    /* sums[i] = from[i] + the rows. */
    void (*add)(int16_t sums[], const int16_t from[], const NetRows *rows, int hidden);
    /* The weighted sum of a second layer over from[] + the rows, in 1/NET_ONE of a share of 1 << hidden_bits. */
    int64_t (*score)(const NetLayer *layer, const int16_t from[], const NetRows *rows);
} NetKernel;

extern const NetKernel net_kernel_plain, net_kernel_avx2, net_kernel_neon;
