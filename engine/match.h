/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A match: rounds until a side wins at the target (rules.md, "A match"), and the imperfect shuffle between two of
   them. */
#pragma once

#include "engine/notation.h"
#include "engine/round.h"

typedef enum { MATCH_GOES_ON, MATCH_COUNT, MATCH_SHODAM } MatchEnd;

/* Where a match stands between two rounds. Its sides are those of its first round: from round to round seats move on by
   one, so that the side which plays first then plays last. */
typedef struct {
    int16_t scores[MAX_SIDES];
    int rounds;     /* played */
    MatchEnd end;   /* MATCH_COUNT: after the count of a round; MATCH_SHODAM: a side stopped a round midway */
    int winner;     /* NOBODY while it goes on */
    bool tie_break; /* the last round began with the highest score shared, at the target or above */
} Match;

/* Begins a match; scores has MAX_SIDES entries, those beyond the sides unused; NULL means zeros. */
void match_start(Match *match, const int16_t *scores);
/* False, with the reason, if no round of a match begins with these scores: one side has reached the target and
   shares its score with nobody. */
bool match_round_begins(const int16_t scores[], const Rules *rules, const char **why);
/* False, with the reason, if a match could last for ever: nothing scores, or only Surs and those no longer near the
   target. */
bool match_ends(const Rules *rules, const char **why);
/* The side of the match that sits as `side` in its round number `round`. */
static inline int match_side(const Rules *rules, int round, int side) { return (side + round) % rules->sides; }
/* The scores before the next round, in the order of that round's sides. */
void match_scores(int16_t out[static MAX_SIDES], const Match *match, const Rules *rules);
/* The side's score less the best of the other sides'. */
int match_margin(const Match *match, const Rules *rules, int side);
/* How many Surs must count in a round that begins with these scores, before a side could stop the match: while there
   are fewer, nobody need look (table_shodam). More than can be made where the rules know no per shodam. */
int match_claims_from(const int16_t scores[], const Rules *rules);
/* Adds the next round, which is over or was stopped by per shodam. False, and the match as it was, if a score outgrows
   MAX_SCORE. */
bool match_add(Match *match, const Rules *rules, const Table *table);

/* ---- matches that were written down: their rounds' records in sequence */

/* Checks them one after the other; zero-initialise before the first. */
typedef struct {
    Match match;
    Record last;     /* the match's last record that was right; of the first round if there is none */
    bool begun;      /* a match is being read */
    bool wrong;      /* something is wrong with it, and the rest of it is not looked at */
    uint64_t number; /* of the match in the file, or as its records say */
} MatchReader;

/* Does the record belong to the match that is being read? */
bool match_continues(const MatchReader *reader, const Record *record);
/* Takes the first record of a match, or the next one. False, with the reason, if it is wrong. */
bool match_feed(MatchReader *reader, const Record *record, Error *error);
/* After the last record of a match. False, with the reason, if nobody has won it. */
bool match_finish(const MatchReader *reader, Error *error);

/* ---- the imperfect shuffle between two rounds (rules.md, "Between rounds"): how the cards are gathered, and
   riffles after Gilbert, Shannon and Reeds (Bayer and Diaconis, "Trailing the dovetail shuffle to its lair", 1992) */

/* One riffle: the cards are cut, and all ways to do it and to interleave the two packets are equally likely:
   2^-count. */
void cards_riffle(Card *cards, int count, Rng *rng);

/* The cards of a round that is over in the order in which they are gathered, the top card first. `history` are its
   plays; `splits` has a bit for each seat that puts one card of a captured pair of kings or queens onto the pile of the
   next opponent: the captured card, or the played one where that is no club and the captured one is. */
void pack_gather(Card order[static CARDS], const Rules *rules, const Pack *pack, const CardSet history[static PLAYS],
                 unsigned splits);
/* Deals the next round from the gathered cards: rules->shuffle riffles, and as many more for each redeal. */
void pack_deal_riffled(Pack *pack, const Card order[static CARDS], const Rules *rules, Rng *rng);
