/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How other players may play: a style is a softmax over what a bot thinks of each play, in points, with a share of plays
   at random. A player's style is not known; its plays tell (agents/search/infer.h). */
#ifndef PASUR_AGENTS_SEARCH_OPPONENT_MODEL_H
#define PASUR_AGENTS_SEARCH_OPPONENT_MODEL_H

#include "agents/tactic/tactic.h"
#include "engine/text/error.h"

#define OPPONENT_STYLE_NAMES "loose careful tactic counter greedy random"
enum {
    OPPONENT_LOOSE,
    OPPONENT_CAREFUL,
    OPPONENT_TACTIC,
    OPPONENT_COUNTER,
    OPPONENT_GREEDY,
    OPPONENT_RANDOM,
    OPPONENT_STYLES
};

/* sharpness: by how much a point more raises the logarithm of a play's chance; careless: share of plays at random. */
typedef struct {
    float sharpness, careless;
} Manner;

/* What the styles need to know of the rules, and which of them are thought possible (bit i: style i). */
typedef struct {
    FeatureRules by_rules;
    TacticWeights weights; /* the defaults of `tactic` */
    Fold fold;
    uint32_t possible;
    Manner manners[OPPONENT_STYLES];
} OpponentModel;

/* names: `a+b…`; NULL: all. On failure writes one line to error. */
bool opponent_styles_parse(uint32_t *possible, const char *names, Error *error);
/* fold: as that of the plays to be asked for. */
void opponent_model_init(OpponentModel *model, const Rules *rules, const Fold *fold, uint32_t possible);
/* The chance of `play` under each of the styles in the set `asked`; 0 for the others. */
void opponent_likelihood(float out[static OPPONENT_STYLES], const OpponentModel *model, uint32_t asked,
                         const View *view, CardSet play);
/* Unnormalised chances of some of the view's legal plays for a loose player: 1 for one that gains nothing. */
void opponent_weights(float out[], const OpponentModel *model, const View *view, const CardSet plays[], int count);
/* A folded play of one style. */
CardSet opponent_play(const OpponentModel *model, int style, const View *view, Rng *rng);
/* Before any play is seen; unnormalised, 0 for a style that is not thought possible. */
float opponent_prior(const OpponentModel *model, int style);
const char *opponent_style_name(int style);
/* False for a loose player, of whom more may be feared than its style says. */
bool opponent_is_bot(int style);

#endif
