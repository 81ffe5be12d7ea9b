/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rule set: the keys of the rule pages as data, one row for each key, one for each preset. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/card.h"
#include "engine/text/error.h"

enum { NOBODY = -1 };
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

/* The cards that pay by themselves, class by class: each card of a class is worth what the class's key says. Keys,
   counts, bounds, measures, columns, narration and fast paths come from these rows. The public pasur_count alone names
   the classes again: library/round.c does not compile without all of them. New rows stand last.

   ROW(name, key, its value by default, the cards, what the key pays for, the class in a count, each card of it in a
   sentence, its column in `sim --rounds-csv`, its place among the columns of classes: the next number) */
#define PAYING_ROWS(ROW)                                                                                               \
    ROW(ten_d, ten_points, 3, TEN_OF_DIAMONDS, "the ten of diamonds", "10 of diamonds", "the 10 of diamonds",          \
        "1: the side captured the ten of diamonds", 3)                                                                 \
    ROW(tens, tens_points, 0, TENS & ~TEN_OF_DIAMONDS, "each other ten", "other tens", "each other ten",               \
        "tens that the side captured, the ten of diamonds left aside", 4)                                              \
    ROW(two_c, two_points, 2, TWO_OF_CLUBS, "the two of clubs", "2 of clubs", "the 2 of clubs",                        \
        "1: the side captured the two of clubs", 2)                                                                    \
    ROW(aces, ace_points, 1, ACES, "each ace", "aces", "each ace", "aces that the side captured", 0)                   \
    ROW(jacks, jack_points, 1, JACKS, "each jack", "jacks", "each jack", "jacks that the side captured", 1)

#define PAYING_INDEX(name, ...) PAYING_##name,
#define PAYING_MEMBER(name, key, ...) uint16_t key;
#define PAYING_CARDS_OF(name, key, pagat, cards, ...) cards,
#define PAYING_ADD(name, key, pagat, cards, ...) +__builtin_popcountll(cards)
/* The classes by number, and how many there are. */
enum { PAYING_ROWS(PAYING_INDEX) PAYING };
/* How many cards pay under all keys together, each MAX_POINTS at most. */
enum { PAYING_PACK = 0 PAYING_ROWS(PAYING_ADD) };
/* The cards of each class. */
static const CardSet PAYING_CARDS[PAYING] = {PAYING_ROWS(PAYING_CARDS_OF)};

/* Every field is a key of that name; a choice holds the index of its word. */
typedef struct {
    uint16_t players, teams;
    uint16_t pool_jacks, pool_bury_twice, pool_max_kq;
    uint16_t sur_points, sur_limit, sur_cancel, sur_last_deal, sur_faces, sur_jack;
    uint16_t clubs, clubs_points, clubs_cap, clubs_tie, clubs_least;
    union {
        struct {
            PAYING_ROWS(PAYING_MEMBER)
        };
        uint16_t paying[PAYING]; /* the same: what each card of a class is worth */
    };
    uint16_t last_sweep, open_hands;
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
    const char *words_of_players; /* what it is about, in whole sentences; NULL: what a card pays, which `help` names */
} RuleKey;

typedef struct {
    const char *name;
    const char *source;
    const char *overrides; /* what differs from pagat, as key=value,… */
    bool three;            /* there is a game for three players */
    bool teams_only;       /* four players only as two teams */
    const char *words_of_players;
} RulePreset;

extern const RuleKey RULE_KEYS[];
extern const int RULE_KEY_COUNT;
extern const RulePreset RULE_PRESETS[];
extern const int RULE_PRESET_COUNT;

enum { RULES_TEXT = 512 }; /* bytes that any rule set fits in when printed */

/* Reads `preset[,key=value]…`. On failure writes one line to error and leaves *rules as it was. */
bool rules_parse(Rules *rules, const char *text, Error *error);
/* The same for this many seats where neither the text nor its preset says how many. */
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
