/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How other players may play: a style is a softmax over what a bot thinks of each play, in points, with a share of plays
   at random. A player's style is not known; its plays tell (agents/search/infer.h). */
#pragma once

#include "agents/net/net.h"
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
    uint32_t possible;     /* bit i: style i is thought possible */
    const Net *net;        /* of the style policy; NULL: nobody asks for it */
    Manner manners[OPPONENT_STYLES];
} OpponentModel;

/* The net, which must outlive the model, is for the style policy; without that it may be NULL. */
void opponent_model_init(OpponentModel *model, const Rules *rules, const Fold *fold, uint32_t possible, const Net *net);
/* Reads styles, `a+b…`, as a set; NULL: the usual ones. On failure writes one line to error. */
bool opponent_styles_parse(uint32_t *possible, const char *names, Error *error);
/* The chance of a style before any play is seen, unnormalised; 0 for one that is not thought possible. */
float opponent_prior(const OpponentModel *model, int style);
/* The chance of `play` under each of the styles in the set `asked`; 0 for the others. */
void opponent_likelihood(float out[static OPPONENT_STYLES], const OpponentModel *model, uint32_t asked,
                         const View *view, CardSet play);
/* The chances of some of the view's legal plays for a loose player, unnormalised: 1 for a play that gains nothing. */
void opponent_weights(float out[], const OpponentModel *model, const View *view, const CardSet plays[], int count);
/* A play drawn as a player of this style would choose it, folded. */
CardSet opponent_play(const OpponentModel *model, int style, const View *view, Rng *rng);
