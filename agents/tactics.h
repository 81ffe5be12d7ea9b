/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tactics: what each says about a play, one row each. A row's value depends on what everybody sees, the own hand
   and the play alone, so that the weights can change without computing it again. */
#ifndef PASUR_AGENTS_TACTICS_H
#define PASUR_AGENTS_TACTICS_H

#include "agents/odds.h"

/* Values of tactics are whole numbers of 1/TACTIC_POINT points, so that sums and ties are exact. */
enum { TACTIC_POINT = 4096, TACTIC_COUNT = 15 };

/* What the tactics need of a rule set, computed once. */
typedef struct {
    const Rules *rules;
    Odds odds;
    /* What the clubs of a round are worth to a side that is `lead` ahead of the best other side while `left` clubs are
       not taken, in 1/TACTIC_POINT points of the difference: clubs[lead + CLUB_LEAD][left]. */
    int32_t clubs[2 * 13 + 1][13 + 1];
    int32_t worth[CARDS]; /* points of a card without its club */
    CardSet scoring;      /* cards with points, and clubs */
} TacticRules;

enum { CLUB_LEAD = 13 };

/* What the tactics need of a decision, computed once for all its plays. */
typedef struct {
    const TacticRules *base;
    const Rules *rules;
    const Table *table;
    CardSet hand, pool, unseen;
    uint64_t reach;        /* nibble s full: some pool numerals sum to s, s = 0 … 15 */
    uint64_t takers;       /* unseen numerals, the suits of value 11 - s in nibble s */
    int total;             /* of the pool's numerals */
    int side;              /* to move */
    int clubs, lead, left; /* that the side has; ahead of the best other side; not yet taken by anybody */
    int32_t club;          /* what taking one club is worth now, 1/TACTIC_POINT points */
    int unseen_count;
    int next;                   /* cards that the next player will hold */
    int others;                 /* cards that all opponents hold who play before the own side does again */
    bool capturing;             /* some legal play captures */
    bool next_faces, next_jack; /* a king or a queen, a jack of the next player can score a Sur */
    int32_t sur_cost;           /* what a Sur of the next player costs the side (below 0: gains), 0: none is possible */
    int32_t sur_gain;           /* what a Sur of the side gains it now */
} Scene;

typedef enum { TRAIL_NUMERAL, TRAIL_FACE, TRAIL_JACK, CAPTURE_CARD, CAPTURE_JACK, PLAY_KINDS } PlayKind;

/* One legal play. */
typedef struct {
    CardSet play, card, captured;
    CardSet left; /* the pool after it */
    int rank;     /* of the card played */
    PlayKind kind;
} Option;

typedef struct {
    AgentParam weight; /* name, range, default; help with its source */
    unsigned kinds;    /* bit k: it speaks on plays of PlayKind k; elsewhere its value is 0 */
    int32_t (*value)(const Scene *scene, const Option *option); /* asked for those kinds only */
} Tactic;

/* The first BASE_COUNT rows are the base, which is always there. */
enum { BASE_COUNT = 3 };
extern const Tactic TACTICS[TACTIC_COUNT];

/* Index of the tactic of that name, or -1. */
int tactic_find(const char *name, size_t length);

void tactic_rules_init(TacticRules *base, const Rules *rules);
/* `moves` are the legal plays of the view. All pointers are kept until the scene is no longer used. */
void scene_init(Scene *scene, const TacticRules *base, const View *view, const CardSet *moves, int count);
void option_init(Option *option, const Scene *scene, CardSet play);

#endif
