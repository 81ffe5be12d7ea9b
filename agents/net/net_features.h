/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the net of the agent policy looks at: features that are there or not, numbered. Those of a decision say what the
   seat sees; those of each of its plays, what the play does. Suits count only as far as they score: a set of cards is
   described by its folded set (net_fold), in which the cards of a rank that are neither clubs nor the ten of diamonds
   cannot be told apart. Seats are numbered by their place behind the one to move: the next one, the one after it, the
   one before. */
#pragma once

#include "agents/agent.h"

/* The number of what is written below. Groups are added behind the others, so that files of a smaller number can be
   read (net.c). */
enum { NET_FEATURES = 3, NET_POINT = 13, NET_CERTAIN = 1 << 16 };

enum {
    NET_OTHERS = MAX_SEATS - 1,
    NET_RIVALS = 8,           /* classes of clubs: 0 … 7 */
    NET_SCORING_CLASSES = 24, /* classes of what a capture is worth: see scoring_class */
    NET_CLUBS = 5,            /* classes of clubs won: 4 is more than 3 */
    NET_HOLDERS = 4,          /* whose Surs: own, of the side that plays next, after next, before */
    NET_CHANCES = 16,         /* classes of a chance */
    NET_TOTALS = 32,          /* of the sum of the pool's numerals: 31 is more than 30 */
    NET_SIZES = 16,           /* of the number of cards in the pool: 15 is more than 14 */
    NET_REPLIES = 6,          /* what a card does to a pool: see NetReply */
    NET_LAST_PLAYS = 16       /* plays left in the round: 15 is more than 14 */
};

/* clang-format off */
/* A group of features: its name, its size, how many of it are there at most. */
#define NET_VIEW_GROUPS(ROW)                                                                                           \
    ROW(VIEW_HAND, CARDS, HAND)                             /* the own hand, folded */                                 \
    ROW(VIEW_POOL, CARDS, CARDS)                            /* the pool, folded */                                     \
    ROW(VIEW_UNSEEN, CARDS, CARDS)                          /* the cards that the seat has not seen, folded */         \
    ROW(VIEW_TRAILED, NET_OTHERS * CARDS, NET_OTHERS * HAND)  /* by seat: what it trailed in this deal, folded */      \
    ROW(VIEW_CAPTURED, NET_OTHERS * CARDS, NET_OTHERS * HAND) /* by seat: with what it captured in this deal, folded */ \
    ROW(VIEW_DECLINED, NET_OTHERS * RANKS, NET_OTHERS * RANKS) /* by seat: ranks that could have captured when it      \
                                                               trailed in this deal */                                 \
    ROW(VIEW_NO_SUR, NET_OTHERS * RANKS, NET_OTHERS * RANKS) /* by seat: ranks that could have made a Sur when it made \
                                                               none in this deal */                                    \
    ROW(VIEW_CLUBS, NET_RIVALS * NET_RIVALS, 1)             /* own clubs, and those of the best other side */          \
    ROW(VIEW_NEXT_CLUBS, NET_RIVALS, 1)                     /* clubs of the side that plays next */                    \
    ROW(VIEW_SURS, 1 + NET_HOLDERS * 3, NET_HOLDERS)        /* nobody holds one; by holder: one, two, more */          \
    ROW(VIEW_SUR_BARRED, NET_HOLDERS, NET_HOLDERS)          /* by holder: its score allows no Sur */                   \
    ROW(VIEW_PLY, PLAYS, 1)                                 /* plays made in the round */                              \
    ROW(VIEW_DEALS_LEFT, 6, 1)                              /* deals that follow: 0 … 5 */                             \
    ROW(VIEW_HAND_SIZE, HAND, 1)                            /* cards in the hand: 1 … 4 */                             \
    ROW(VIEW_LAST, 2 * (1 + NET_HOLDERS), 1)                /* in the last deal or before it: who captured last */     \
    ROW(VIEW_TOTAL, NET_TOTALS, 1)                          /* the sum of the pool's numerals */                       \
    ROW(VIEW_SIZE, NET_SIZES, 1)                            /* cards in the pool */                                    \
    ROW(VIEW_LATEST, NET_OTHERS * CARDS, NET_OTHERS)        /* by seat: the card of its latest play of this deal,      \
                                                               folded */                                               \
    ROW(VIEW_OFFERED, NET_OTHERS * RANKS, NET_OTHERS * RANKS) /* by seat: ranks that could have made a Sur of what it  \
                                                               left in this deal */                                    \
    ROW(VIEW_PASSED, NET_OTHERS * RANKS, NET_OTHERS * RANKS) /* by seat: ranks that could have captured more than it   \
                                                               did when it captured in this deal */
#define NET_PLAY_GROUPS(ROW)                                                                                           \
    ROW(PLAY_TRAILED, CARDS, 1)                             /* the card that is trailed, folded */                     \
    ROW(PLAY_CAPTURING, CARDS, 1)                           /* the card that captures, folded */                       \
    ROW(PLAY_TAKEN, CARDS, CARDS)                           /* what it captures, folded */                             \
    ROW(PLAY_POINTS, 16, 1)                                 /* the points of these cards: 15 is more than 14 */        \
    ROW(PLAY_CLUBS, NET_RIVALS, 1)                          /* the clubs among these cards: 0 … 7 */                   \
    ROW(PLAY_SUR, 4, 1)                                     /* it makes a Sur; cancels one; empties the pool and makes \
                                                               none; leaves cards */                                   \
    ROW(PLAY_TOTAL, NET_TOTALS, 1)                          /* the sum of the numerals that it leaves */               \
    ROW(PLAY_SIZE, NET_SIZES, 1)                            /* the number of cards that it leaves */                   \
    ROW(PLAY_REPLY, RANKS * NET_REPLIES * SUITS, RANKS)     /* by rank: what a card of it does to the pool that is     \
                                                               left, and how many of it are unseen: 1 … 4 */           \
    ROW(PLAY_OWN_REPLY, RANKS * NET_REPLIES, HAND - 1)      /* by rank left in the hand: the same */                   \
    ROW(PLAY_SUR_CHANCE, NET_CHANCES, 1)                    /* the chance that the next hand can make a Sur, or      \
                                                               cancel one */                                           \
    ROW(PLAY_POINTS_CHANCE, NET_CHANCES, 1)                 /* … that, or capture a card with points */                \
    ROW(PLAY_CAPTURE_CHANCE, NET_CHANCES, 1)                /* … capture anything */                                   \
    ROW(PLAY_DECLINED, RANKS * NET_REPLIES, RANKS)          /* by rank that the next seat could have captured with when \
                                                               it trailed in this deal: what a card of it does to the \
                                                               pool that is left */                                    \
    ROW(PLAY_NO_SUR, RANKS, RANKS)                          /* by rank that could make a Sur and could before, when the \
                                                               next seat made none in this deal */                     \
    ROW(PLAY_OWN_CLUBS, NET_RIVALS * NET_CLUBS, 1)          /* own clubs before it, and clubs that it wins: 0 … 4 */    \
    ROW(PLAY_RIVAL_CLUBS, NET_RIVALS * NET_CLUBS, 1)        /* clubs of the best other side, and the same */           \
    ROW(PLAY_THREAT, NET_SCORING_CLASSES, 1)                         /* what the next hand wins from the pool that is left, on    \
                                                               average: its best capture */                            \
    ROW(PLAY_OWN_BEST, NET_SCORING_CLASSES, 1)                       /* the best capture of the own hand from that pool */      \
    ROW(PLAY_LAST, NET_LAST_PLAYS * 3, 1)                   /* plays left in the round after it, and who captured last \
                                                               after it: nobody, the own side, another */              \
    ROW(PLAY_OFFERED, RANKS, RANKS)                         /* by rank that could make a Sur and could after the next  \
                                                               seat's plays of this deal */                            \
    ROW(PLAY_PASSED, RANKS * NET_REPLIES, RANKS)            /* by rank that could have captured more than the next seat \
                                                               did in this deal: what a card of it does to the pool    \
                                                               that is left */
/* clang-format on */

/* The first number of each group, NET_VIEW_HAND …: those of decisions and of plays are counted apart. */
#define NET_GROUP_FIRST(name, size, most) NET_##name, NET_##name##_END = NET_##name + (size)-1,
enum { NET_VIEW_GROUPS(NET_GROUP_FIRST) NET_VIEW_FEATURES };
enum { NET_PLAY_GROUPS(NET_GROUP_FIRST) NET_PLAY_FEATURES };
#undef NET_GROUP_FIRST

/* How many there are at most: of a decision, of a play. */
#define NET_GROUP_MOST(name, size, most) +(most)
enum { NET_VIEW_MOST = NET_VIEW_GROUPS(NET_GROUP_MOST), NET_PLAY_MOST = NET_PLAY_GROUPS(NET_GROUP_MOST) };
#undef NET_GROUP_MOST

/* What a card does to a pool. */
typedef enum {
    NET_REPLY_NONE,   /* it captures nothing */
    NET_REPLY_PLAIN,  /* it captures nothing that counts */
    NET_REPLY_CLUB,   /* … a club at best */
    NET_REPLY_POINT,  /* … a card with a point at best */
    NET_REPLY_POINTS, /* … a card with two points or more at best */
    NET_REPLY_SUR     /* it makes a Sur, or cancels one */
} NetReply;

/* What cards of each rank can do to a pool, by what a capture may take: anything, a club, a point, two points, each of
   them or better. A rank is the first bit of its nibble. */
enum { NET_THINGS = 4 };
typedef struct {
    /* The ranks of numerals that capture with numerals such a thing. That of a jack stands for the empty capture. */
    uint64_t numerals[NET_THINGS];
    uint64_t faces[NET_THINGS]; /* those of jacks, queens and kings that capture such a thing */
    /* What the best capture of a numeral of each rank takes, in 1/NET_POINT; below 0: it captures nothing. best[JACK]
       is the empty capture, behind it is room. best_face: the same of jacks, queens and kings. */
    int32_t best[JACK + 1 + JACK], best_face[RANKS - JACK];
} NetPool;

/* What a seat did in this deal. */
typedef struct {
    CardSet trailed, captured; /* the cards that it played … */
    CardSet latest;            /* … and the one it played last */
    uint32_t declined, no_sur; /* ranks that it could have captured with, made a Sur with */
    uint32_t offered, passed;  /* … that could make a Sur after it, could have captured more */
} NetSeen;

/* How likely the next hand holds some of the unseen cards. */
typedef struct {
    int unseen;                 /* the number of unseen cards; below 0: nothing is found yet */
    int next_held;              /* cards in the next seat's hand when it plays; 0 after the last play of the round */
    int32_t misses[CARDS + 1];  /* the chance that the next hand has none of this many unseen cards, in 1/NET_CERTAIN */
    uint8_t classes[CARDS + 1]; /* the class of the chance that it has one of them: 0 … NET_CHANCES - 1 */
} NetOdds;

/* All cards. */
typedef struct {
    bool found;
    uint16_t scoring[CARDS]; /* in 1/NET_POINT, a club with its share … */
    uint8_t things[CARDS];   /* … and what they are, as NetPool counts: 0 … 3 */
} NetScoring;

/* A table on the way through a deal. */
typedef struct {
    CardSet pool;
    int total;         /* of the pool's numerals */
    uint32_t clearers; /* ranks that can empty the pool: only where a Sur counts in this deal */
    NetPool replies;   /* to the pool as it lies */
    NetSeen seen[MAX_SEATS];
} NetStep;

enum { NET_DEAL_PLAYS = MAX_SEATS * HAND };

/* The way through a deal, for positions that go on from one another: what was found of a play is not found again. It
   changes nothing but how long a position takes. */
typedef struct {
    int began, ply;         /* the ply at which the deal began, and that of the last step; ply < 0: there is none */
    bool clubs;             /* do clubs count? */
    CardSet first_pool;     /* of the view … */
    CardSet history[PLAYS]; /* … and its plays up to the last step */
    NetStep steps[NET_DEAL_PLAYS + 1];
    NetOdds odds[NET_DEAL_PLAYS];
    NetScoring cards[2]; /* by whether clubs count */
} NetLine;

/* What all plays of a decision share. Made by net_position_init; the view must outlive it. */
typedef struct {
    const View *view;
    CardSet unseen, pool;
    uint64_t unseen_ranks;    /* nibbles: the number of unseen cards of each rank */
    NetSeen seen[NET_OTHERS]; /* by the other seats, the next one first */
    NetOdds odds;
    NetScoring cards;
    NetPool replies;          /* to the pool as it lies */
    int total;                /* of the pool's numerals */
    bool deal_over;           /* does another deal follow the play? */
    int next_sur;             /* points of a Sur of the next seat in the pool that it is left; 0: it makes none */
    int clubs_won[MAX_SIDES]; /* by side, the own one first, then in order of play; at most NET_RIVALS - 1 */
    int clubs_best;           /* of the other sides */
} NetPosition;

void net_position_init(NetPosition *position, const View *view);
/* No way is known yet. */
void net_line_clear(NetLine *line);
/* net_position_init by the way that *line knows, which then leads to the view. The rules are always the same. */
void net_position_along(NetPosition *position, NetLine *line, const View *view);
/* The same where another hand may see what the view of *position has seen, for less work. */
void net_position_hand(NetPosition *position, const View *view);
/* Write the numbers of the features that are there, in no particular order, none twice; return how many. `play` is
   legal. */
int net_view_features(uint16_t out[static NET_VIEW_MOST], const NetPosition *position);
int net_play_features(uint16_t out[static NET_PLAY_MOST], const NetPosition *position, CardSet play);
/* Those of a decision in three parts. The first are of all cards that are not open to everybody, a folded set: what
   comes and what goes where *known was that set before, which it then becomes. The second are all that do not depend on
   the hand. The third come with the hand, and as many of the first go. */
int net_unseen_features(uint16_t out[static CARDS], uint16_t less[static CARDS], int *less_count, CardSet *known,
                        const NetPosition *position);
int net_table_features(uint16_t out[static NET_VIEW_MOST], const NetPosition *position);
int net_hand_features(uint16_t out[static HAND], uint16_t less[static HAND], const NetPosition *position);

/* The folded set: in each rank as many cards, of which the clubs and the ten of diamonds stay what they are and the
   others are the first in pack order. */
CardSet net_fold(CardSet set);
