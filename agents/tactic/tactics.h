/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tactics, one row each, and decisions by them: a play's score is the weighted sum of their values, and the play
   with the highest score is chosen. A row's value depends only on what everybody sees, the hand of the seat to move and
   the play, so that weights can change without computing it again. A worth is the number of points by which a side gets
   ahead of the mean of the others, in whole numbers of 1/POINT, so that sums and ties of scores are exact. */
#pragma once

#include "agents/agent.h"
#include "engine/table.h"
#include "engine/text/words.h"

/* ---- what a rule set says once and for all */

enum { POINT_BITS = 12, POINT = 1 << POINT_BITS, CERTAIN_BITS = 20, CERTAIN = 1 << CERTAIN_BITS };

/* The most cards that other seats hold; the numbers of wanted cards for which chances are kept: all that may be
   unseen. */
enum { MAX_HIDDEN = HAND * (MAX_SEATS - 1), MISSES = CARDS };

/* The numbers of ways in which hidden hands can be dealt: `held` cards out of `cards` in choose[held][cards] ways,
   exact in a double; `inverse` has one divided by each. Chances that come of them take every unseen card to lie
   anywhere with equal chance (hypergeometric); what a player's plays tell about its hand is left aside. */
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
    int32_t club_share; /* the part of one club in what the clubs are worth */
    /* For clubs=percard: by the clubs that are left a side's part of them, in 1/POINT; 2^32 / the number of other
       sides; the most that the clubs pay, in 1/POINT. */
    int32_t club_shares[16];
    uint64_t rival_part, clubs_cap;
    int32_t high_trail[16]; /* by rank of a numeral: a tenth of its value */
    int32_t sur_points;     /* the worth of a Sur to the side that makes it */
    int32_t sur_share;      /* what every other side loses by it against the mean */
    bool sur_plain;         /* two sides to each of which a Sur is worth sur_points, whoever holds Surs */
    unsigned sur_deals;     /* bit d: Surs count in deal d */
    int32_t points[CARDS];  /* the points of a card, the clubs left aside */
    Price prices[PAYING];   /* price_count of them */
    int price_count;
    CardSet scoring; /* the cards with points, and the clubs */
    /* By ply and number of wanted cards: the chance, in 1/CERTAIN, that the next player holds none of them, or no
       opponent who plays before the own side plays again, where all that was dealt before is known. */
    int32_t next_misses[PLAYS][MISSES], others_misses[PLAYS][MISSES];
    uint8_t next[PLAYS];      /* by ply: cards in the next player's hand when it plays */
    uint8_t others[PLAYS];    /* by ply: such cards of all opponents who play before the own side plays again */
    uint8_t next_deal[PLAYS]; /* by ply: the deal in which the next player plays */
} FeatureRules;

void feature_rules_init(FeatureRules *by_rules, const Rules *rules);

/* ---- the rows */

typedef enum { TRAIL_NUMERAL, TRAIL_FACE, TRAIL_JACK, CAPTURE_CARD, CAPTURE_JACK, PLAY_KINDS } PlayKind;

/* What only some tactics look at, prepared where one of these has a weight. */
enum {
    SEES_UNSEEN = 1,
    SEES_CLUBS = 2,
    SEES_STAKES = 4 | SEES_UNSEEN | SEES_CLUBS,
    SEES_PLAYS = 8, /* what was played in this deal: of agents of such tactics no two games are merged */
    SEES_DECLINED = SEES_PLAYS | SEES_STAKES
};

/* Sets of kinds of plays: bit k stands for PlayKind k. */
enum {
    ON_NUMERAL = 1 << TRAIL_NUMERAL,
    ON_FACE = 1 << TRAIL_FACE,
    ON_JACK = 1 << TRAIL_JACK | 1 << CAPTURE_JACK,
    ON_TRAIL = 1 << TRAIL_NUMERAL | 1 << TRAIL_FACE | 1 << TRAIL_JACK,
    ON_CAPTURE = 1 << CAPTURE_CARD | 1 << CAPTURE_JACK,
    ON_ALL = ON_TRAIL | ON_CAPTURE,
    ON_NOTHING = 0, /* it changes no play: a weight above 0 switches it on, and others ask whether it is */
};

/* What a tactic is about. Where none of that can bring points, the tactic says nothing. */
enum {
    ABOUT_CARDS = 1,
    ABOUT_CLUBS = 2,
    ABOUT_SURS = 4,
    ABOUT_RIVALS = 8,   /* Surs by which one opponent cancels another's */
    ABOUT_SHUFFLE = 16, /* what lies where in the next pack of a match */
    ABOUT_ANY = 0,      /* it has something to say whatever scores */
};

/* clang-format off */
/* The table of tactics. A row: the tactic's name; its default weights with two players, with three or four who play
   each for himself, with two teams; the plays that it speaks on; what it looks at; what it is about; its source; the
   advice in one line; what its value says, which value_NAME of values.h finds. The first BASE_COUNT rows are the
   base, which is always there. A weight below 0 plays the opposite of the advice (docs/tactics.md). */
#define PAGES "rule pages"
#define TACTIC_ROWS(ROW)                                                                                               \
    ROW(base_points,     1.0,   1.0,   1.0, ON_CAPTURE, 0, ABOUT_CARDS,                                                \
        "base, " PAGES, "of several captures take the one worth more", "points of the cards that it takes")            \
    ROW(base_clubs,      1.5,   1.0,   1.2, ON_CAPTURE, 0, ABOUT_CLUBS,                                                \
        "base, " PAGES, "of several captures the one with more clubs", "each 1/13 of clubs_points; percard: 1")        \
    ROW(base_sur,        1.0,  1.25,  0.35, ON_CAPTURE, 0, ABOUT_SURS,                                                 \
        "base", "make a Sur, or cancel one", "what it gains")                                                          \
    ROW(high_trail,     0.05,   0.1,   0.2, ON_NUMERAL, 0, ABOUT_ANY,                                                  \
        PAGES, "nothing to capture: trail high", "value / 10")                                                         \
    ROW(seek_clubs,      0.3,  0.25,   0.2, ON_CAPTURE, SEES_CLUBS, ABOUT_CLUBS,                                       \
        PAGES, "take clubs, towards seven", "worth in the race for them")                                              \
    ROW(hold_clubs,     0.05,  0.02,   0.1, ON_TRAIL, SEES_UNSEEN | SEES_CLUBS, ABOUT_CLUBS,                           \
        PAGES, "do not trail a club that you may match later", "-its worth")                                           \
    ROW(rich_capture,    0.4,  0.45,   0.3, ON_CAPTURE, 0, ABOUT_CARDS | ABOUT_CLUBS,                                  \
        PAGES, "of several cards that capture play the one worth more", "its own worth; what it takes: the base")      \
    ROW(many_cards,     -0.4,  -0.3, -0.15, ON_CAPTURE, 0, ABOUT_ANY,                                                  \
        PAGES, "prefer the capture with more cards", "their number")                                                   \
    ROW(jack_clear,     -0.5,  -1.4,  -0.6, ON_CAPTURE & ON_JACK, 0, ABOUT_ANY,                                        \
        PAGES, "clear the pool with a jack when that leaves it empty", "1")                                            \
    ROW(jack_face,       1.7,   1.8,   1.3, ON_JACK, 0, ABOUT_ANY,                                                     \
        PAGES, "keep jacks while a king or a queen lies", "-1")                                                        \
    ROW(jack_few,        1.7,   1.8,   1.3, ON_JACK, 0, ABOUT_ANY,                                                     \
        PAGES, "keep jacks while few cards lie, and no king or queen", "-1, less from 1 card to 4")                    \
    ROW(deny_sur,        1.5,   1.3,   1.0, ON_ALL, SEES_UNSEEN, ABOUT_SURS,                                           \
        "leave_11 with the cards counted", "leave no pool that the next player can clear", "-Sur x chance")            \
    ROW(raise_11,        0.1,   0.2,  0.02, ON_NUMERAL | ON_FACE, 0, ABOUT_SURS,                                       \
        PAGES, "pool of 10 or less, nothing to win: trail a face, else lift it to 11", "1")                            \
    ROW(face_over_ace,  0.25,  0.05,   0.1, ON_FACE, 0, ABOUT_ANY,                                                     \
        PAGES, "trail a king or a queen, not a club, rather than an ace", "1")                                         \
    ROW(count_cards,     1.0,   1.2,  0.45, ON_ALL, SEES_STAKES, ABOUT_CARDS | ABOUT_CLUBS,                            \
        "on no page, common practice", "leave what is safe, given every card seen", "-worth x chance")                 \
    ROW(feed_cancel,     0.6,   0.7,   0.8, ON_ALL, SEES_UNSEEN, ABOUT_RIVALS,                                         \
        PAGES, "a rival holds Surs, another plays next: leave it a Sur", "gain x chance")                              \
    ROW(starve,          2.5,   1.3,   0.9, ON_ALL, SEES_UNSEEN, ABOUT_ANY,                                            \
        "card maker's page, rob the next player of a capture", "leave a pool that the next player must trail on",      \
        "-chance that it captures, jacks apart")                                                                       \
    ROW(offer_declined,    0,     0,     0, ON_ALL, SEES_DECLINED, ABOUT_CARDS | ABOUT_CLUBS | ABOUT_SURS,             \
        "as a search does", "leave what the next player let lie in this deal",                                         \
        "what count_cards and deny_sur fear of it")                                                                    \
    ROW(split_faces,       0,     0,     0, ON_NOTHING, 0, ABOUT_SHUFFLE,                                              \
        PAGES, "put one of a captured pair of kings or queens onto an opponent's pile", "above 0: does so")            \
    ROW(leave_11,          0,     0,     0, ON_ALL, 0, ABOUT_SURS,                                                     \
        PAGES, "leave a minimum of 11 points on the table", "-1 where numerals of 1-10 in all are left alone")
/* clang-format on */

#define TACTIC_INDEX(name, ...) TACTIC_##name,
enum { TACTIC_ROWS(TACTIC_INDEX) TACTIC_COUNT, BASE_COUNT = 3 };
_Static_assert(TACTIC_COUNT <= 32, "sets of tactics, and of parts of their sum, fit in 32 bits");

typedef enum { WEIGHTS_TWO, WEIGHTS_SEVERAL, WEIGHTS_TEAMS, WEIGHT_SETS } WeightSet;

typedef struct {
    const char *name;
    double defaults[WEIGHT_SETS];
    unsigned kinds; /* ON_…: on other plays its value is 0 */
    unsigned sees;  /* SEES_…: what its value looks at */
    unsigned about; /* ABOUT_… */
    const char *advice;
} Tactic;

extern const Tactic TACTICS[TACTIC_COUNT];
extern const Names TACTIC_NAMES;
/* Names that older files of weights and older commands have for several tactics together. */
extern const NameGroup TACTIC_GROUPS[];

/* The default weight of a tactic under these rules. */
static inline double tactic_default(int tactic, const Rules *rules)
{
    WeightSet set = rules->players == 2 ? WEIGHTS_TWO : rules->teams ? WEIGHTS_TEAMS : WEIGHTS_SEVERAL;
    return TACTICS[tactic].defaults[set];
}
/* Can the tactic ever make a difference under these rules, in rounds by themselves or in matches? */
bool tactic_comes_up(int tactic, const Rules *rules, bool matches);

/* SEES_…: what the rows that have a weight look at. */
unsigned tactics_see(const int32_t weights[static TACTIC_COUNT]);

/* ---- one decision */

enum { WEIGHT_ONE = 1 << 16 };

/* One weight for each row of TACTICS, in 1/WEIGHT_ONE. */
typedef struct {
    int32_t weights[TACTIC_COUNT];
    unsigned sees; /* SEES_…: what the rows that have a weight look at */
} TacticWeights;

/* `values` are within the ranges of the rows, one for each. */
void tactic_weights_init(TacticWeights *weights, const double values[static TACTIC_COUNT]);
/* The weights of an agent that has TRAIT_TACTICS, in the order of TACTICS. */
static inline const double *tactic_agent_weights(const Agent *agent) { return agent->values; }
/* Sets the agent's real numbers that a file names, except those that the user gave in the agent's name: lines `name
   value`, empty lines, and comments from `#` to the end of the line. A file must name one weight or more, as a file
   without any is what a full disk leaves. On failure writes one line to error: `FILE:LINE: reason`, or `FILE: reason`
   where it cannot be read. */
bool weights_read(Agent *agent, const char *path, Error *error);
/* Why a file that gives leave_11 a weight and does not name deny_sur is refused: it is from before November 2026. */
#define LEAVE_11_CHANGED                                                                                               \
    "leave_11 now means the page's sentence; its old meaning is called deny_sur: rename it, or name both (deny_sur 0)"

/* Does one of these plays capture? */
static inline bool plays_capture(const CardSet plays[], int count, CardSet pool)
{
    CardSet all = 0;
    for (int i = 0; i < count; i++)
        all |= plays[i];
    return (all & pool) != 0;
}

/* Scores each play by the sum, over the rows that have a weight, of the weight times the row's value. capturing: some
   legal play of the view captures. */
void tactics_score(int64_t scores[], const FeatureRules *by_rules, const TacticWeights *weights, const View *view,
                   bool capturing, const CardSet plays[], int count);

/* What each of the rows says of each play, in 1/POINT: said[play][row]; rows: bit i stands for row i, the others say 0. */
void tactics_say(int64_t said[][TACTIC_COUNT], const FeatureRules *by_rules, uint32_t rows, const View *view,
                 bool capturing, const CardSet plays[], int count);

/* The play of the highest score, ties at random. Draws exactly once from *rng, whatever the plays. */
CardSet tactic_choose(const FeatureRules *by_rules, const TacticWeights *weights, const View *view, Rng *rng);
/* The same by a number that was drawn. */
CardSet tactic_choose_drawn(const FeatureRules *by_rules, const TacticWeights *weights, const View *view,
                            uint32_t draw);
/* One of the plays of the highest score, chosen by the draw; the bias is below count / 2^32. */
static inline CardSet tactics_pick(const CardSet moves[], const int64_t scores[], int count, uint32_t draw)
{
    CardSet ties[MAX_MOVES];
    int64_t best = scores[0];
    int tied = 0;
    for (int i = 1; i < count; i++)
        best = scores[i] > best ? scores[i] : best;
    for (int i = 0; i < count; i++) {
        ties[tied] = moves[i];
        tied += scores[i] == best;
    }
    return ties[(uint64_t)draw * (uint32_t)tied >> 32];
}

/* The weights for the decision of this view, of two sides, by an agent that plays for the match. What a tactic says
   stays in points of the round; rows about Surs and about the clubs alone weigh as much more as these move the chance
   to win the match, compared with the same points that come one by one. */
void tactic_match_weights(TacticWeights *out, const TacticWeights *weights, const MatchEquity *equity,
                          const FeatureRules *by_rules, const View *view);

/* ---- decisions side by side in lanes: tactic_lanes.c, once for each instruction set that has lanes. The same plays,
   bit for bit, as one at a time. Much of a decision's time goes into branches that cannot be foreseen (how many plays,
   which capture, how many stakes); side by side there are hardly any. */

/* Decisions of rounds side by side (agents/batch/batch.h). */
typedef struct {
    const FeatureRules *by_rules;
    struct BatchRounds *rounds;
    int first, count;                    /* which rounds; those that take over the decision of another are left out */
    const TacticWeights *const *weights; /* by which each decides … */
    const uint64_t *draws;               /* … among plays of equal scores */
} LaneBatch;

/* Makes them: out[] by number from the first of the rounds on. A few stay open, as they have more plays, numerals or
   stakes than there is room for: returns how many, and lists them in open[], which has room for all. */
typedef int TacticLanes(CardSet out[], int open[], const LaneBatch *batch);
TacticLanes tactic_lanes_avx2, tactic_lanes_avx512, tactic_lanes_neon;
/* What makes decisions side by side on this processor; NULL: nothing does. */
TacticLanes *tactic_lanes_here(void);
