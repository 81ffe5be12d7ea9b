/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tactics look at: the features of a decision, prepared once for all its plays, and one of these plays.
   A worth is the number of points by which a side gets ahead of the mean of the others, in whole numbers of 1/POINT, so
   that sums and ties of scores are exact. */
#pragma once

#include "agents/agent.h"
#include "engine/table.h"

enum { POINT_BITS = 12, POINT = 1 << POINT_BITS, CERTAIN_BITS = 20, CERTAIN = 1 << CERTAIN_BITS, ELEVEN = 11 };

#define FACES (QUEENS | KINGS)

/* The most cards that other seats hold; the numbers of wanted cards for which chances are kept. */
enum { MAX_HIDDEN = HAND * (MAX_SEATS - 1), MISSES = 32 };

/* The numbers of ways in which hidden hands can be dealt: `held` cards out of `cards` in choose[held][cards] ways, exact in
   a double; `inverse` has one divided by each. Chances that come of them take every unseen card to lie anywhere with equal
   chance (hypergeometric); what a player's plays tell about its hand is left aside. */
typedef struct {
    double choose[MAX_HIDDEN + 1][CARDS + 1];
    double inverse[MAX_HIDDEN + 1][CARDS + 1];
} Odds;

/* What a rule set says once and for all. */
typedef struct {
    Odds odds;
    /* What all the clubs of a side are worth to it while it has `lead` clubs more than the best other side and `left`
       clubs are not captured yet: clubs[lead + CLUBS_IN_PACK][left]. Every club left is taken to go to any side with
       equal chance. With clubs=percard: the chance that the side wins the clubs, in 1/POINT. */
    int32_t clubs[2 * CLUBS_IN_PACK + 1][CLUBS_IN_PACK + 1];
    int32_t club_share;    /* the part of one club in what the clubs are worth */
    int32_t sur_points;    /* the worth of a Sur to the side that makes it */
    int32_t sur_share;     /* what every other side loses by it against the mean */
    bool sur_plain;        /* two sides to each of which a Sur is worth sur_points, whoever holds Surs */
    unsigned sur_deals;    /* bit d: Surs count in deal d */
    int32_t points[CARDS]; /* the points of a card, the clubs left aside */
    struct {
        CardSet cards; /* all the cards with these points, which are not 0 */
        int32_t points;
    } prices[CARDS]; /* price_count of them */
    int price_count;
    CardSet scoring; /* the cards with points, and the clubs */
    /* By ply and number of wanted cards: the chance, in 1/CERTAIN, that the next player holds none of them, or no opponent who
       plays before the own side plays again, where all that was dealt before is known. */
    int32_t next_misses[PLAYS][MISSES], others_misses[PLAYS][MISSES];
    uint8_t next[PLAYS];      /* by ply: cards in the next player's hand when it plays */
    uint8_t others[PLAYS];    /* by ply: such cards of all opponents who play before the own side plays again */
    uint8_t next_deal[PLAYS]; /* by ply: the deal in which the next player plays */
} FeatureRules;

/* A card of the pool that is worth something, and the cards that could capture it. */
typedef struct {
    CardSet card;
    int32_t worth;
    uint64_t reach; /* nibble s is full if numerals of the pool, this card among them, sum to s */
    CardSet takers; /* cards that capture it whatever else lies in the pool */
    int unseen;     /* the number of unseen cards among these */
} Stake;

/* The parts of Features that only some tactics look at, prepared where one of these has a weight. */
enum {
    SEES_UNSEEN = 1,
    SEES_CLUBS = 2,
    SEES_STAKES = 4 | SEES_UNSEEN | SEES_CLUBS,
    SEES_PLAYS = 8, /* what was played in this deal: of agents of such tactics no two games are merged */
    SEES_DECLINED = SEES_PLAYS | SEES_STAKES
};

/* A decision, as the side to move sees it. */
typedef struct {
    const FeatureRules *by_rules;
    const Rules *rules;
    const Table *table;
    CardSet hand, pool;
    int total;        /* the sum of the pool's numerals */
    int side;         /* the side to move */
    bool capturing;   /* some legal play captures */
    bool last_deal;   /* this is the last deal */
    bool sweeps;      /* a capture now takes the whole pool */
    int32_t sur_gain; /* what the side gains by a Sur now, 0 where there are none */
    int32_t sur_cost; /* what it loses by a Sur of the next player; below 0: it gains */
    /* prepared for SEES_UNSEEN */
    CardSet unseen;
    uint64_t counts; /* nibble r: the number of unseen cards of rank r */
    int unseen_count;
    int sur_jacks;          /* unseen jacks, where a jack can make a Sur; else 0 */
    uint64_t trail_counts;  /* `counts` where a pool with a numeral trailed can be cleared by a numeral; else 0 */
    int trail_jacks;        /* `sur_jacks` where such a pool can be cleared by a jack; else 0 */
    const double *next_row; /* see features_next_misses */
    double next_scale;
    /* prepared for SEES_CLUBS */
    int clubs;    /* clubs that the side has captured */
    int lead;     /* clubs by which it is ahead of the best other side */
    int left;     /* clubs that nobody has captured */
    int32_t club; /* what one more club is worth to the side */
    /* prepared for SEES_STAKES */
    const double *others_row; /* see features_others_miss */
    double others_scale;
    uint64_t reach;      /* nibble s, 0 … 15, is full if some of the pool's numerals sum to s */
    uint64_t partners;   /* nibble s: the number of unseen numerals of value 11 - s */
    uint64_t own_takers; /* nibble s: the suits in which the hand has numerals of value 11 - s */
    int last;            /* in the last deal 1 if the side captured last, -1 if another side did; else 0 */
    int stakes_count;
    Stake stakes[CARDS]; /* stakes_count of them */
    /* prepared for SEES_DECLINED */
    /* unseen cards, jacks apart, with which all opponents who play before the own side does again could have captured when
       they trailed in this deal; 0 if nobody knows the plays of the round */
    CardSet declined;
} Features;

typedef enum { TRAIL_NUMERAL, TRAIL_FACE, TRAIL_JACK, CAPTURE_CARD, CAPTURE_JACK, PLAY_KINDS } PlayKind;

/* One legal play. */
typedef struct {
    CardSet card, captured;
    CardSet left; /* the pool after the play */
    int total;    /* the sum of the numerals in it */
    int rank;     /* the rank of the card played */
    PlayKind kind;
} PlayOption;

void feature_rules_init(FeatureRules *by_rules, const Rules *rules);
/* sur_gain and sur_cost of Features for the side to move. */
void features_surs(int32_t *gain, int32_t *cost, const FeatureRules *by_rules, const Rules *rules, const Table *table);
/* Prepares the features of a decision between the legal plays `moves` of the view. `sees` is a set of SEES_…: the parts
   that are wanted. The pointers are kept. */
void features_init(Features *features, const FeatureRules *by_rules, const View *view, const CardSet *moves, int count,
                   unsigned sees);

/* The features as they are if the opponents hold none of the cards `declined`: for SEES_UNSEEN and SEES_STAKES. At least one
   unseen card must be left for each card that they hold. */
void features_without(Features *features, CardSet declined);

static inline void play_option_init(PlayOption *option, const Features *features, CardSet play)
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

/* The sum of the numerals of a set. */
int numerals_total(CardSet set);

/* The sum of the nibbles of x, each of which is at most 8. */
static inline int nibbles_sum(uint64_t x)
{
    return (int)(((x & UINT64_C(0x0f0f0f0f0f0f0f0f)) + (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f))) *
                     UINT64_C(0x0101010101010101) >>
                 56);
}

/* Adds to the sums in `reach` those that are reached with these numerals too. Nibble s is full if s is reached; what the
   nibbles above ten hold does not matter. The first four cards take no branch: where one is missing, the shift leaves
   nothing but nibble 15. */
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

/* With clubs=percard, where the winner is paid by the number of its clubs: what all clubs are worth to the side to move
   once it has `more` of them, as by_rules->clubs has it for the other rules. */
int32_t features_percard_worth(const Features *features, int more);

/* What `count` more clubs are worth to the side to move. */
static inline int32_t features_clubs_worth(const Features *features, int count)
{
    if (worth_clubs_vary(features->rules))
        return features_percard_worth(features, count) - features_percard_worth(features, 0);
    const int32_t(*clubs)[CLUBS_IN_PACK + 1] = features->by_rules->clubs + CLUBS_IN_PACK + features->lead;
    return clubs[count][features->left - count] - clubs[0][features->left];
}

/* The chance, in 1/CERTAIN, that the next player holds none of `wanted` unseen cards. */
static inline int32_t features_next_misses(const Features *features, int wanted)
{
    return (int32_t)(features->next_row[features->unseen_count - wanted] * features->next_scale);
}

/* The chance, in 1/CERTAIN, that no opponent who plays before the own side does again holds one of `wanted` unseen cards. */
static inline int32_t features_others_miss(const Features *features, int wanted)
{
    return (int32_t)(features->others_row[features->unseen_count - wanted] * features->others_scale);
}
