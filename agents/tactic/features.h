/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tactics look at: a decision, prepared once for all its plays, and one of these plays.
   Worths are whole numbers of 1/POINT points by which a side is ahead of the mean of the others, so that sums and ties
   of scores are exact. */
#ifndef PASUR_AGENTS_TACTIC_FEATURES_H
#define PASUR_AGENTS_TACTIC_FEATURES_H

#include "agents/tactic/odds.h"
#include "engine/worth.h"

enum { POINT = 4096, CERTAIN_BITS = 20, CERTAIN = 1 << CERTAIN_BITS, ELEVEN = 11 };

#define FACES (QUEENS | KINGS)

/* What a rule set says once and for all. */
typedef struct {
    Odds odds;
    /* What the clubs are worth to a side that is `lead` ahead of the best other side while `left` are not taken:
       clubs[lead + CLUBS_IN_PACK][left]. Each club left is thought to go to one side or another with equal chance.
       clubs=percard: the chance alone, in 1/POINT. */
    int32_t clubs[2 * CLUBS_IN_PACK + 1][CLUBS_IN_PACK + 1];
    int32_t club_share;            /* of one club in what the clubs are worth */
    int32_t sur_points, sur_share; /* of a Sur to its maker, and its part in the mean of the others */
    bool sur_plain;                /* a Sur is worth sur_points to either of two sides, whoever holds Surs */
    unsigned sur_deals;            /* bit d: Surs count in deal d */
    int32_t points[CARDS];         /* without clubs */
    CardSet scoring;               /* cards with points, and the clubs */
    uint8_t next[PLAYS];           /* by ply: cards that the next player will hold */
    uint8_t
        others[PLAYS]; /* cards that the opponents hold in all, each when it plays, until the own side plays again */
    uint8_t next_deal[PLAYS]; /* the deal in which the next player plays */
} FeatureRules;

/* A card of the pool that is worth something, and who could take it. */
typedef struct {
    CardSet card;
    int32_t worth;
    uint64_t reach; /* nibble s full: it sums to s, alone or with other numerals of the pool */
    CardSet takers; /* cards that take it whatever else lies there */
    int unseen;     /* how many of these are unseen */
} Stake;

enum { MAX_STAKES = 32 };

/* What only some tactics look at: the parts of a features that are prepared where they are asked for. */
enum { SEES_UNSEEN = 1, SEES_CLUBS = 2, SEES_STAKES = 4 | SEES_UNSEEN | SEES_CLUBS };

/* A decision. */
typedef struct {
    const FeatureRules *by_rules;
    const Rules *rules;
    const Table *table;
    CardSet hand, pool;
    int total;              /* of the pool's numerals */
    int side;               /* to move */
    bool capturing;         /* some legal play captures */
    bool last_deal, sweeps; /* a capture now takes the whole pool */
    int32_t sur_gain;       /* what a Sur of the side gains it now, 0 where there are none */
    int32_t sur_cost;       /* what a Sur of the next player costs it; below 0: it gains */
    /* SEES_UNSEEN */
    CardSet unseen;
    uint64_t counts; /* nibble r: unseen cards of rank r */
    int unseen_count;
    int sur_jacks;         /* unseen jacks, where a jack can score a Sur */
    uint64_t trail_counts; /* counts and sur_jacks as far as they clear the pool once a numeral is trailed */
    int trail_jacks;
    const double *next_row; /* of the odds, by cards left out */
    double next_scale;
    /* SEES_CLUBS */
    int clubs;      /* that the side has */
    int lead, left; /* clubs ahead of the best other side; clubs not taken yet */
    int32_t club;   /* what one more club is worth now */
    /* SEES_STAKES */
    const double *others_row;
    double others_scale;
    uint64_t reach;      /* nibble s full: some pool numerals sum to s, 0 … 15 */
    uint64_t partners;   /* nibble s: unseen numerals of value 11 - s */
    uint64_t own_takers; /* suits of the hand's numerals of value 11 - s in nibble s */
    int last;            /* in the last deal 1 if the side captured last, -1 if another did; else 0 */
    int stakes_count;
    Stake stakes[MAX_STAKES];
} Features;

typedef enum { TRAIL_NUMERAL, TRAIL_FACE, TRAIL_JACK, CAPTURE_CARD, CAPTURE_JACK, PLAY_KINDS } PlayKind;

/* One legal play. */
typedef struct {
    CardSet card, captured;
    CardSet left; /* the pool after it */
    int total;    /* of the numerals in it */
    int rank;     /* of the card played */
    PlayKind kind;
} PlayOption;

void feature_rules_init(FeatureRules *by_rules, const Rules *rules);
/* by_rules->sur_plain: sur_gain and sur_cost, as in Features, of that side to move. */
void features_surs_plain(int32_t *gain, int32_t *cost, const FeatureRules *by_rules, const Rules *rules,
                         const Table *table, int side);
/* `moves` are the legal plays of the view; sees: SEES_… that are wanted. The pointers are kept. */
void features_init(Features *features, const FeatureRules *by_rules, const View *view, const CardSet *moves, int count,
                   unsigned sees);

static inline void option_init(PlayOption *option, const Features *features, CardSet play)
{
    option->card = play & features->hand;
    option->captured = play & features->pool;
    option->rank = card_rank(set_first(option->card));
    int rank = option->rank;
    if (option->captured) {
        option->left = features->pool ^ option->captured;
        option->kind = rank == JACK ? CAPTURE_JACK : CAPTURE_CARD;
        option->total = rank == JACK ? 0 : features->total - (rank < JACK ? ELEVEN - 1 - rank : 0);
    } else {
        option->left = features->pool | option->card;
        option->kind = rank < JACK ? TRAIL_NUMERAL : rank > JACK ? TRAIL_FACE : TRAIL_JACK;
        option->total = features->total + (rank < JACK ? rank + 1 : 0);
    }
}

/* Sum of the nibbles, each at most 8. */
static inline int nibbles_sum(uint64_t x)
{
    return (int)(((x & UINT64_C(0x0f0f0f0f0f0f0f0f)) + (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f))) *
                     UINT64_C(0x0101010101010101) >>
                 56);
}

/* Adds the numerals to the sums in `reach`: nibble s full stands for the sum s, and above ten anything goes. Four cards
   take no branch: in place of a missing one everything but nibble 15 is shifted out. */
static inline uint64_t reach_from(uint64_t reach, CardSet cards)
{
    const CardSet missing = UINT64_C(1) << 4 * 14;
    cards &= NUMERALS;
    for (int i = 0; i < 4; i++) {
        reach |= reach << (4 + 4 * card_rank(set_first(cards | missing)));
        cards &= cards - 1;
    }
    for (; cards; cards = set_rest(cards))
        reach |= reach << (4 + 4 * card_rank(set_first(cards)));
    return reach;
}

/* Clubs are the first cards of the nibbles: 13 fit in one. */
static inline int clubs_count(CardSet set) { return (int)((set & CLUBS) * UINT64_C(0x1111111111111111) >> 60); }

/* clubs=percard, where the winner's own number counts: the same as FeatureRules' clubs, with `more` clubs for the side. */
int32_t percard_worth(const Features *features, int more);

/* What `count` more clubs are worth to the side to move. */
static inline int32_t clubs_worth(const Features *features, int count)
{
    if (worth_clubs_vary(features->rules)) return percard_worth(features, count) - percard_worth(features, 0);
    const int32_t(*clubs)[CLUBS_IN_PACK + 1] = features->by_rules->clubs + CLUBS_IN_PACK + features->lead;
    return clubs[count][features->left - count] - clubs[0][features->left];
}

/* Chance, in 1/CERTAIN, that the next player holds none of `wanted` unseen cards. */
static inline int32_t next_misses(const Features *features, int wanted)
{
    return (int32_t)(features->next_row[features->unseen_count - wanted] * features->next_scale);
}

/* Chance, in 1/CERTAIN, that no opponent who plays before the own side does again holds one of `wanted` unseen cards. */
static inline int32_t others_miss(const Features *features, int wanted)
{
    return (int32_t)(features->others_row[features->unseen_count - wanted] * features->others_scale);
}

#endif
