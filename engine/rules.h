/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rule set: the keys of the rule pages as data, one row for each key, one for each preset. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "engine/text/error.h"

enum { MAX_SEATS = 4, MAX_SIDES = 4, HAND = 4, FIRST_POOL = 4 };
/* What a card, the clubs or a Sur can be worth at most. */
enum { MAX_POINTS = 100 };
/* Cards played in a round, for any number of players. */
enum { PLAYS = 48 };

enum { POOL_BURY, POOL_SWAP, POOL_REDEAL, POOL_KEEP };
enum { LAST_DEAL_NO, LAST_DEAL_CANCEL, LAST_DEAL_YES };
enum { CLUBS_MOST, CLUBS_PERCARD };
enum { TIE_NOBODY, TIE_OTHER };
enum { SWEEP_CAPTURER, SWEEP_MATCH };

/* Every field is a key of that name; a choice holds the index of its word. */
typedef struct {
    uint16_t players, teams;
    uint16_t pool_jacks, pool_bury_twice, pool_max_kq;
    uint16_t sur_points, sur_limit, sur_cancel, sur_last_deal, sur_faces, sur_jack;
    uint16_t clubs, clubs_points, clubs_cap, clubs_tie;
    uint16_t ten_points, tens_points, two_points, ace_points, jack_points;
    uint16_t last_sweep;
    uint16_t target, per_shodam, shuffle; /* shuffle: 0 perfect, K: K riffles */
    /* derived */
    uint16_t sides;            /* who scores: players, or 2 with teams */
    uint16_t deals;            /* of four cards each: 48 / 4 / players */
    uint16_t preset;           /* index of the preset it was built from */
    uint16_t players_explicit; /* the text or its preset said how many seats */
} Rules;

typedef struct {
    const char *name;
    size_t offset;      /* of the uint16_t in Rules */
    bool match;         /* says nothing about a round that begins with scores of 0 and is played out */
    uint16_t low, high; /* inclusive range of a number */
    const char *words;  /* choices separated by spaces; NULL for a number */
    uint16_t pagat;     /* default value */
    const char *help;
} RuleKey;

typedef struct {
    const char *name;
    const char *source;
    const char *overrides; /* what differs from pagat, as key=value,… */
    bool three;            /* there is a game for three players */
    bool teams_only;       /* four players only as two teams */
} RulePreset;

extern const RuleKey RULE_KEYS[];
extern const int RULE_KEY_COUNT;
extern const RulePreset RULE_PRESETS[];
extern const int RULE_PRESET_COUNT;

enum { RULES_TEXT = 512 }; /* bytes that any rule set fits in when printed */

/* Reads `preset[,key=value]…`. On failure writes one line to error and leaves *rules as it was. */
bool rules_parse(Rules *rules, const char *text, Error *error);
/* The same for so many seats where neither the text nor its preset says how many. */
bool rules_parse_seated(Rules *rules, const char *text, int players, Error *error);
/* The shortest text that reads back as *rules: the preset and what differs from it. */
void rules_print(char text[static RULES_TEXT], const Rules *rules);
/* The keys of matches that differ from the preset, as "target, shuffle"; empty: none. */
void rules_match_keys(char text[static RULES_TEXT], const Rules *rules);
/* The value of one key as text. */
void rule_print(char *text, size_t size, const RuleKey *key, const Rules *rules);
/* What values the key takes, as a phrase. */
void rule_range(char *text, size_t size, const RuleKey *key);
bool rules_equal(const Rules *a, const Rules *b);

static inline int rules_side(const Rules *rules, int seat) { return rules->teams ? seat & 1 : seat; }
