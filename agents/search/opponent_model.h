/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How other players may play: a style is a softmax over what a bot thinks of each play, in points, with a share of plays
   at random. A player's style is not known; its plays tell (agents/search/infer.h). */
#ifndef PASUR_AGENTS_SEARCH_OPPONENT_MODEL_H
#define PASUR_AGENTS_SEARCH_OPPONENT_MODEL_H

#include "agents/tactic/tactic.h"
#include "engine/text/error.h"

#define STYLE_NAMES "loose careful tactic counter greedy random"
enum { STYLE_LOOSE, STYLE_CAREFUL, STYLE_TACTIC, STYLE_COUNTER, STYLE_GREEDY, STYLE_RANDOM, STYLE_COUNT };

/* sharpness: by how much a point more raises the logarithm of a play's chance; careless: share of plays at random. */
typedef struct {
    float sharpness, careless;
} Manner;

/* What the styles need to know of the rules, and which of them are thought possible (bit i: style i). */
typedef struct {
    SceneRules base;
    TacticWeights weights; /* the defaults of `tactic` */
    Fold fold;
    uint32_t possible;
    Manner manners[STYLE_COUNT];
} Styles;

/* names: `a+b…`; NULL: all. On failure writes one line to error. */
bool styles_parse(uint32_t *possible, const char *names, Error *error);
/* fold: as that of the plays to be asked for. */
void styles_init(Styles *styles, const Rules *rules, const Fold *fold, uint32_t possible);
/* The chance of `play` under each of the styles in the set `asked`; 0 for the others. */
void styles_likelihood(float out[static STYLE_COUNT], const Styles *styles, uint32_t asked, const View *view,
                       CardSet play);
/* Unnormalised chances of some of the view's legal plays for a loose player: 1 for one that gains nothing. */
void style_weights(float out[], const Styles *styles, const View *view, const CardSet plays[], int count);
/* A folded play of one style. */
CardSet style_play(const Styles *styles, int style, const View *view, Rng *rng);
/* Before any play is seen; unnormalised, 0 for a style that is not thought possible. */
float style_prior(const Styles *styles, int style);
const char *style_name(int style);
/* False for a loose player, of whom more may be feared than its style says. */
bool style_is_bot(int style);

#endif
