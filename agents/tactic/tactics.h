/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tactics: what each says about a play, one row each. A row's value depends on what everybody sees, the hand of the
   seat to move and the play alone, so that weights can change without computing it again. */
#pragma once

#include "agents/tactic/features.h"
#include "engine/text/words.h"

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
/* The table of tactics. A row: the tactic's name; its default weights with two players, with three or four who play each
   for himself, with two teams; the plays that it speaks on; what it looks at; what it is about; WIDE if it also has a
   function for eight decisions at once (wide/wide_tactics.h), PLAIN if it has none, so that where it has a weight all
   decisions are made one by one; its help with its source, and in brackets what its value says. The first BASE_COUNT rows
   are the base, which is always there. A weight below 0 plays the opposite of the advice (docs/tactics.md). */
#define PAGES "rule pages: "
#define TACTIC_ROWS(ROW)                                                                                               \
    ROW(base_points,     1.0,   1.0,   1.0, ON_CAPTURE, 0, ABOUT_CARDS, WIDE,                                          \
        PAGES "of several captures take the one worth more; base [points of the cards that it takes]")                 \
    ROW(base_clubs,     1.25,   0.7,   1.6, ON_CAPTURE, 0, ABOUT_CLUBS, WIDE,                                          \
        PAGES "of several captures the one with more clubs; base [each 1/13 of clubs_points; percard: 1]")             \
    ROW(base_sur,        0.9,   1.0,   0.5, ON_CAPTURE, 0, ABOUT_SURS, WIDE,                                           \
        "base: make a Sur, or cancel one [what it gains]")                                                               \
    ROW(high_trail,     0.25,   0.3,   0.3, ON_NUMERAL, 0, ABOUT_ANY, WIDE,                                            \
        PAGES "nothing to capture: trail high [value / 10]")                                                           \
    ROW(seek_clubs,      0.3,  0.25,   0.3, ON_CAPTURE, SEES_CLUBS, ABOUT_CLUBS, WIDE,                                 \
        PAGES "take clubs, towards seven [worth in the race for them]")                                                \
    ROW(hold_clubs,     0.01,  0.02,   0.1, ON_TRAIL, SEES_UNSEEN | SEES_CLUBS, ABOUT_CLUBS, WIDE,                     \
        PAGES "do not trail a club that you may match later [-its worth]")                                             \
    ROW(rich_capture,    0.4,   0.4,  0.35, ON_CAPTURE, 0, ABOUT_CARDS | ABOUT_CLUBS, WIDE,                            \
        PAGES "of several cards that capture play the one worth more [its own worth; what it takes: the base]")        \
    ROW(many_cards,     0.01,  -0.1,   0.1, ON_CAPTURE, 0, ABOUT_ANY, WIDE,                                            \
        PAGES "prefer the capture with more cards [their number]")                                                     \
    ROW(jack_clear,     -0.2,  -1.2,  -0.8, ON_CAPTURE & ON_JACK, 0, ABOUT_ANY, WIDE,                                  \
        PAGES "clear the pool with a jack when that leaves it empty [1]")                                              \
    ROW(jack_save,       1.5,   1.5,   1.7, ON_JACK, 0, ABOUT_ANY, WIDE,                                               \
        PAGES "keep jacks while a king or queen lies, or few cards lie [-1, less from 1 card to 4]")                           \
    ROW(leave_11,        1.3,   1.0,   1.4, ON_ALL, SEES_UNSEEN, ABOUT_SURS, WIDE,                                     \
        PAGES "leave no pool of 1-10 that the next player can clear [-Sur x chance]")                                  \
    ROW(raise_11,        0.2,   0.1,  0.05, ON_NUMERAL | ON_FACE, 0, ABOUT_SURS, WIDE,                                 \
        PAGES "pool of 10 or less, nothing to win: trail a face, else lift it to 11 [1]")                              \
    ROW(face_over_ace,  0.05,   0.1,   0.1, ON_FACE, 0, ABOUT_ANY, WIDE,                                               \
        PAGES "trail a king or a queen, not a club, rather than an ace [1]")                                           \
    ROW(count_cards,     1.5,   1.4,   1.0, ON_ALL, SEES_STAKES, ABOUT_CARDS | ABOUT_CLUBS, WIDE,                      \
        "on no page, common practice: leave what is safe, given every card seen [-worth x chance]")                    \
    ROW(feed_cancel,     1.0,   0.8,   1.0, ON_ALL, SEES_UNSEEN, ABOUT_RIVALS, WIDE,                                   \
        PAGES "a rival holds Surs, another plays next: leave it a Sur [gain x chance]")                                \
    ROW(starve,            0,     0,     0, ON_ALL, SEES_UNSEEN, ABOUT_ANY, WIDE,                                       \
        "found by a search: leave a pool that the next player must trail on [-chance that it captures, jacks apart]")  \
    ROW(offer_declined,    0,     0,     0, ON_ALL, SEES_DECLINED, ABOUT_CARDS | ABOUT_CLUBS | ABOUT_SURS, WIDE,        \
        "as a search does: leave what the next player let lie in this deal [what count_cards and leave_11 fear of it]") \
    ROW(split_faces,       0,     0,     0, ON_NOTHING, 0, ABOUT_SHUFFLE, WIDE,                                        \
        PAGES "put one of a captured pair of kings or queens onto an opponent's pile [above 0: does so]")
/* clang-format on */

enum { PLAIN, WIDE };

#define TACTIC_INDEX(name, ...) TACTIC_##name,
enum { TACTIC_ROWS(TACTIC_INDEX) TACTIC_COUNT, BASE_COUNT = 3 };
_Static_assert(TACTIC_COUNT <= 32, "sets of tactics, and of parts of their sum, fit in 32 bits");

typedef enum { WEIGHTS_TWO, WEIGHTS_SEVERAL, WEIGHTS_TEAMS, WEIGHT_SETS } WeightSet;

typedef struct {
    const char *name;
    double defaults[WEIGHT_SETS];
    unsigned kinds; /* ON_…: on other plays its value is 0 */
    unsigned sees;  /* SEES_…: what its value needs of the features */
    unsigned about; /* ABOUT_… */
    int wide;       /* WIDE or PLAIN */
    /* What it says of a play of one of these kinds. */
    int32_t (*value)(const Features *features, const PlayOption *option);
} Tactic;

extern const Tactic TACTICS[TACTIC_COUNT];
extern const Names TACTIC_NAMES;

enum { TACTIC_ADVICE = 128 };
/* The advice in one line, of its row: without the source and what the value says, "leave no pool of 1-10 that the next player
   can clear". Returns out. */
char *tactic_advice(char out[static TACTIC_ADVICE], int tactic);

/* The default weight of a tactic under these rules. */
static inline double tactic_default(int tactic, const Rules *rules)
{
    WeightSet set = rules->players == 2 ? WEIGHTS_TWO : rules->teams ? WEIGHTS_TEAMS : WEIGHTS_SEVERAL;
    return TACTICS[tactic].defaults[set];
}
/* Can the tactic ever make a difference under these rules, in rounds by themselves or in matches? */
bool tactic_comes_up(int tactic, const Rules *rules, bool matches);
/* SEES_…: what the rows that have a weight look at. */
unsigned tactics_sees(const int32_t weights[static TACTIC_COUNT]);
/* Scores each play by the sum, over the rows that have a weight, of the weight times the row's value. */
void tactics_score(int64_t scores[], const Features *features, const CardSet moves[], int count,
                   const int32_t weights[static TACTIC_COUNT]);

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

/* A weighted sum that is computed in parts: every row with a weight belongs to one part. */
typedef struct {
    int32_t weights[TACTIC_COUNT];
    uint8_t part[TACTIC_COUNT];
    int count;
} TacticParts;

/* Scores each play in parts: sums[play][part]. */
void tactics_parts(int64_t sums[][TACTIC_COUNT], const Features *features, const CardSet moves[], int count,
                   const TacticParts *parts);
