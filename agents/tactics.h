/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tactics: what each says about a play, one row each. A row's value depends on what everybody sees, the own hand
   and the play alone, so that weights can change without computing it again. */
#ifndef PASUR_AGENTS_TACTICS_H
#define PASUR_AGENTS_TACTICS_H

#include "agents/scene.h"

/* Bit k: plays of PlayKind k. */
enum {
    ON_NUMERAL = 1 << TRAIL_NUMERAL,
    ON_FACE = 1 << TRAIL_FACE,
    ON_JACK = 1 << TRAIL_JACK | 1 << CAPTURE_JACK,
    ON_TRAIL = 1 << TRAIL_NUMERAL | 1 << TRAIL_FACE | 1 << TRAIL_JACK,
    ON_CAPTURE = 1 << CAPTURE_CARD | 1 << CAPTURE_JACK,
    ON_ALL = ON_TRAIL | ON_CAPTURE,
};

/* clang-format off */
/* ROW(name, default weight, plays that it speaks on, help); the first BASE_COUNT rows are the base, always there. The
   sentences before a semicolon are those of the pages (docs: rules.md, the section on tactics). */
#define TACTIC_ROWS(ROW)                                                                                               \
    ROW(base_points, 1.0, ON_CAPTURE, "base: points of the cards taken from the pool")                                 \
    ROW(base_clubs, 1.6, ON_CAPTURE, "base: clubs taken from the pool; 1/13 of clubs_points each (percard: 1)")        \
    ROW(base_sur, 1.0, ON_CAPTURE, "base: what a Sur made or cancelled gains")                                         \
    ROW(high_trail, 0.3, ON_NUMERAL, "nothing to capture: trail high; a tenth of the value")                           \
    ROW(seek_clubs, 0.3, ON_CAPTURE, "take clubs, towards seven; what they change in the race for the clubs")          \
    ROW(hold_clubs, 0.02, ON_TRAIL, "do not trail a club that you may match later; what one club is worth now")        \
    ROW(rich_capture, 0.25, ON_CAPTURE, "of several cards that capture, play the one worth more points and clubs")     \
    ROW(many_cards, 0.03, ON_CAPTURE, "prefer the capture with more cards; how many")                                  \
    ROW(jack_clear, 0.025, ON_CAPTURE & ON_JACK, "clear the pool with a jack when that leaves it empty")               \
    ROW(jack_save, 1.5, ON_JACK, "keep jacks while kings or queens lie in the pool, or while it holds little")         \
    ROW(leave_11, 1.5, ON_ALL, "do not leave a pool of 1-10 that the next player can clear; the Sur times its chance") \
    ROW(raise_11, 0.35, ON_NUMERAL | ON_FACE, "pool of 10 or less, nothing to win: trail a face, else lift it to 11")  \
    ROW(face_over_ace, 0.1, ON_FACE, "trail a king or a queen, not a club, rather than an ace")                        \
    ROW(count_cards, 1.3, ON_ALL, "leave what is safe, given every card seen; points and clubs times their chances")   \
    ROW(feed_cancel, 1.0, ON_ALL, "an opponent holds Surs, another one plays next: leave it a Sur; times its chance")
/* clang-format on */

#define TACTIC_INDEX(name, ...) TACTIC_##name,
enum { TACTIC_ROWS(TACTIC_INDEX) TACTIC_COUNT, BASE_COUNT = 3 };

typedef struct {
    AgentParam weight;                                          /* name, range, default, help */
    unsigned kinds;                                             /* ON_…: on other plays its value is 0 */
    int32_t (*value)(const Scene *scene, const Option *option); /* asked for those plays only */
} Tactic;

extern const Tactic TACTICS[TACTIC_COUNT];

/* Index of the tactic of that name, or -1. */
int tactic_find(const char *name, size_t length);
/* For each play the sum, over the rows that have a weight, of the weight times the row's value. */
void tactics_score(int64_t scores[], const Scene *scene, const CardSet moves[], int count,
                   const int32_t weights[static TACTIC_COUNT]);

#endif
