/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How other players may play: a style is a softmax over what a bot thinks of each play, in points, with a share of
   plays at random. A player's style is unknown; its plays reveal it by Bayes' rule. Plays of the finished deals, whose
   hands are known by now, tell the style; each possible hand of this deal weighs as much as the plays made from it are
   likely. */
#pragma once

#include "agents/net/net.h"
#include "agents/search/playout.h"
#include "agents/tactic/tactics.h"

#define OPPONENT_STYLE_NAMES "loose careful tactic counter greedy random policy"
enum {
    OPPONENT_LOOSE,
    OPPONENT_CAREFUL,
    OPPONENT_TACTIC,
    OPPONENT_COUNTER,
    OPPONENT_GREEDY,
    OPPONENT_RANDOM,
    OPPONENT_POLICY,
    OPPONENT_STYLES,
    OPPONENT_USUAL = (1 << OPPONENT_STYLES) - 1 - (1 << OPPONENT_POLICY) /* the styles thought possible by default */
};

/* How closely a style follows what its bot thinks. */
typedef struct {
    float sharpness; /* by how much a point more raises the logarithm of a play's chance */
    float careless;  /* share of plays at random */
} Manner;

/* What the chances of other players' plays depend on. */
typedef struct {
    FeatureRules by_rules;
    TacticWeights weights; /* the default weights of the agent tactic */
    Fold fold;             /* of the plays that are asked for */
    const Net *net;        /* of the style policy; NULL: nobody asks for it */
    Manner manners[OPPONENT_STYLES];
    float priors[OPPONENT_STYLES]; /* chances of the styles before any play is seen, unnormalised; 0: not possible */
} OpponentModel;

/* Bit i of `possible`: style i is thought possible. The net, which must outlive the model, is for the style policy;
   without that it may be NULL. */
void opponent_model_init(OpponentModel *model, const Rules *rules, const Fold *fold, uint32_t possible, const Net *net);
/* Reads styles, `a+b…`, as a set; NULL: the usual ones. On failure writes one line to error. */
bool opponent_styles_parse(uint32_t *possible, const char *names, Error *error);
/* The chances of some of the view's legal plays for a loose player, unnormalised: 1 for a play that gains nothing. */
void opponent_weights(float out[], const OpponentModel *model, const View *view, const CardSet plays[], int count);
/* A play drawn as a player of this style would choose it, folded. */
CardSet opponent_play(const OpponentModel *model, int style, const View *view, Rng *rng);

/* Who says what plays are worth to a style; nobody for one that plays at random. */
typedef enum { JUDGE_TACTIC, JUDGE_COUNTER, JUDGE_GREEDY, JUDGE_NET, JUDGE_NONE } Judge;

/* What the judges have said of the plays of one view, as far as they were asked; all 0 at first. */
enum { JUDGED_PLAYS = 12 };
typedef struct {
    NetMemory *memory;                      /* where the net keeps the position; NULL: nowhere … */
    uint64_t key;                           /* … and what stands for it there */
    uint32_t judged;                        /* bit i: judge i was asked */
    float scores[JUDGE_NONE][JUDGED_PLAYS]; /* by how many points the plays score less than the best of them */
} JudgedPlays;

/* By how many points all of the view's legal plays are worth less than the best of them to this style, 0 to one that
   plays at random. *judged is what was said of this view before; of more than JUDGED_PLAYS plays it keeps nothing. */
void opponent_scores(float out[], JudgedPlays *judged, const OpponentModel *model, int style, const View *view,
                     const CardSet plays[], int count);
/* Their chances for a player of this style. */
void opponent_shares(float out[], JudgedPlays *judged, const OpponentModel *model, int style, const View *view,
                     const CardSet plays[], int count);

/* ---- what plays tell */

/* Makes the chances of styles those after one of the view's legal plays, by Bayes' rule; returns how likely the play was.
   *judged as for opponent_scores. */
float opponent_update(float chances[static OPPONENT_STYLES], JudgedPlays *judged, const OpponentModel *model,
                      const View *view, const CardSet plays[], int count, CardSet play);

/* One way in which the other hands may lie. */
typedef struct {
    uint8_t classes[MAX_HIDDEN];              /* of the cards, seat by seat, as many as each has left */
    CardSet hand;                             /* of two players: the cards of the other one */
    float weight;                             /* how likely the plays are, given these hands */
    float styles[MAX_SEATS][OPPONENT_STYLES]; /* chances of each style, given these hands */
} WeighedHands;

typedef struct {
    View view; /* whose pointers are the caller's */
    int count; /* plays by others in this deal whose hands are not known */
    SeenPlay plays[SEEN_PLAYS];
    float styles[MAX_SEATS][OPPONENT_STYLES]; /* chances of each style after the earlier deals */
    int weighed;                              /* number of `hands` that have been weighed */
    WeighedHands *hands;                      /* the memory of who calls, options.infer of them */
    float *cumulative;                        /* likewise: the sum of the weights up to each of them */
    uint32_t *places;     /* likewise: a hash table of hands of two players, their number + 1; NULL: none is kept */
    uint32_t places_mask; /* entries - 1, twice as many as hands at least */
} Infer;

/* Reads the view's history, if there is one. */
void infer_init(Infer *infer, const OpponentModel *model, const View *view);
/* Weighs hands number `index`, after those before them; hands[seat] are the cards that the seat may hold now. */
void infer_weigh(Infer *infer, const OpponentModel *model, int index, const CardSet hands[]);
/* Index of the hands at which the sum of weights passes this share, 0 … 1, of the whole. */
int infer_draw(const Infer *infer, double share);
/* The style at which the sum of chances passes this share; one of the chances is above 0. */
int infer_style(const float chances[static OPPONENT_STYLES], double share);
