/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second, slow and plain reading of the rules of Pâsur, to judge the engine by.
   It shares no code with the engine: cards are ints in arrays, captures are found by recursion over subsets.
   Functions that can fail return false and write one line to `why` (REF_WHY bytes). */
#ifndef TESTS_REFEREE_REFEREE_H
#define TESTS_REFEREE_REFEREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REF_PACK = 52, REF_SEATS = 4, REF_WHY = 256, REF_RULES = 512, REF_LINE = 4096, REF_TEXT = 16384 };

/* ---- cards: 4 * rank + suit, rank 0 (ace) … 12 (king), suit 0 c, 1 d, 2 h, 3 s; so 0 … 51 in pack order ---- */

enum { REF_ACE = 0, REF_TEN = 9, REF_JACK = 10, REF_QUEEN = 11, REF_KING = 12, REF_CLUBS = 0, REF_DIAMONDS = 1 };

/* A list of different cards. */
typedef struct {
    int n;
    int card[REF_PACK];
} RefCards;

int ref_rank(int card);
int ref_suit(int card);
int ref_value(int card); /* 1 … 10, or 0 for a face card */
bool ref_has(const RefCards *cards, int card);
bool ref_same_cards(const RefCards *a, const RefCards *b); /* as sets */
void ref_add(RefCards *cards, int card);
void ref_add_all(RefCards *cards, const RefCards *more);
void ref_remove(RefCards *cards, int card); /* must be there; the others keep their order */
void ref_insert(RefCards *cards, int place, int card);
void ref_sort(RefCards *cards);
void ref_print_card(char out[3], int card);
/* Reads one card at *text and moves *text past it; false if there is none. */
bool ref_read_card(const char **text, int *card);

/* ---- chance: splitmix64 ---- */

typedef struct {
    uint64_t state;
} RefRandom;

int ref_below(RefRandom *random, int n); /* 0 … n-1, all alike; n > 0 */
void ref_shuffle(RefRandom *random, RefCards *cards);

/* ---- rules ---- */

enum { REF_BURY, REF_SWAP, REF_REDEAL, REF_KEEP };   /* pool_jacks */
enum { REF_LAST_NO, REF_LAST_CANCEL, REF_LAST_YES }; /* sur_last_deal */
enum { REF_CLUBS_MOST, REF_CLUBS_PERCARD };          /* clubs */
enum { REF_TIE_NOBODY, REF_TIE_OTHER };              /* clubs_tie */
enum { REF_SWEEP_CAPTURER, REF_SWEEP_MATCH };        /* last_sweep */

/* Keys that pay for cards: ROW(key, pagat, is it one of them?). */
#define REF_PAYING(ROW)                                                                                                \
    ROW(ten_points, 3, rank == REF_TEN && suit == REF_DIAMONDS)                                                        \
    ROW(tens_points, 0, rank == REF_TEN && suit != REF_DIAMONDS)                                                       \
    ROW(two_points, 2, rank == 1 && suit == REF_CLUBS)                                                                 \
    ROW(ace_points, 1, rank == REF_ACE)                                                                                \
    ROW(jack_points, 1, rank == REF_JACK)
#define REF_PAYING_MEMBER(key, pagat, is_one) int key;

/* One int for each key of rules.md; words are the enums above. */
typedef struct {
    int players, teams;
    int pool_jacks, pool_bury_twice, pool_max_kq;
    int sur_points, sur_limit, sur_cancel, sur_last_deal, sur_faces, sur_jack;
    int clubs, clubs_points, clubs_cap, clubs_tie, clubs_least;
    REF_PAYING(REF_PAYING_MEMBER)
    int last_sweep, open_hands, target, per_shodam;
    int shuffle; /* between rounds: 0 perfect, K riffles; says nothing about a round */
} RefRules;

/* `rules` is untouched on failure. A text has fewer than REF_RULES characters. */
bool ref_rules_parse(RefRules *rules, const char *text, char *why);
int ref_sides(const RefRules *rules);
int ref_side_of(const RefRules *rules, int seat);
int ref_deals(const RefRules *rules); /* 6, 4 or 3 */

/* ---- the deal ---- */

/* Is this a first pool that the rules let stand? */
bool ref_pool_right(const RefRules *rules, const RefCards *pool, char *why);
/* Puts the pool of a shuffled pack right; false means redeal everything. Places 4 * players … +3 of `pack` are the
   pool, what follows is the stock with its top first. */
bool ref_put_right(const RefRules *rules, RefCards *pack, RefRandom *random);
/* Shuffles and deals until the pool is right. */
void ref_setup(RefCards *pack, const RefRules *rules, RefRandom *random);

/* ---- a round ---- */

typedef struct {
    int card;
    RefCards taken; /* in pack order; none: a trail */
} RefPlay;

typedef struct {
    int n, room;
    RefPlay *play; /* owned, see ref_plays_free */
} RefPlays;

/* All in terms of seats, but for piles, surs, before and last_capturer, which are by side. */
typedef struct {
    RefRules rules;
    int before[REF_SEATS]; /* scores before this round */
    RefCards stock;        /* top first */
    RefCards hand[REF_SEATS];
    RefCards pool;
    RefCards pile[REF_SEATS];
    int surs[REF_SEATS]; /* still held */
    int last_capturer;   /* side, or -1 */
    int deal;            /* 1 … ref_deals */
    int seat;            /* to play */
    int plays;           /* so far */
    bool over;
} RefRound;

void ref_round_start(RefRound *round, const RefRules *rules, const RefCards *pack, const int before[REF_SEATS]);
/* Every legal play of a player with this hand before this pool, added to `plays`. */
void ref_legal(RefPlays *plays, const RefCards *hand, const RefCards *pool);
void ref_plays_free(RefPlays *plays);
bool ref_play_legal(const RefRound *round, const RefPlay *play, char *why);
void ref_play(RefRound *round, const RefPlay *play); /* must be legal */
/* Sequences of `depth` plays from here; a round that ends earlier counts as one. */
uint64_t ref_perft(const RefRound *round, int depth);

/* ---- the count ---- */

/* Points of each side: the end of the round if it is over, else a count midway. */
void ref_count(int points[REF_SEATS], const RefRound *round);
void ref_clubs(int clubs[REF_SEATS], const RefRound *round);
/* May a side stop the match now (per shodam)? */
bool ref_claimable(const RefRound *round);

/* ---- records ---- */

enum { REF_MAX_PLAYS = 64, REF_NOTES = 4 };

/* One round as written. Longer play lists are cut at REF_MAX_PLAYS, which is past every round's end. */
typedef struct {
    char rules_text[REF_RULES];
    RefRules rules;
    int scores[REF_SEATS];
    RefCards pack;
    int plays;
    RefPlay play[REF_MAX_PLAYS];
    bool has_points, has_surs, has_clubs;
    int points[REF_SEATS], surs[REF_SEATS], clubs[REF_SEATS];
    char note[REF_NOTES][REF_WHY]; /* agents, seed, round, match; "" where absent */
} RefRecord;

typedef struct {
    const char *at; /* the rest of the text, owned by the caller */
    int line;       /* number of the last line read, from 1 */
} RefReader;

typedef enum { REF_READ_RECORD, REF_READ_END, REF_READ_BAD } RefRead;

/* The next record of the text; for a bad one, `why` and reader->line say what is wrong where. */
RefRead ref_record_read(RefRecord *record, RefReader *reader, char *why);
/* Writes the record in canonical form, with the empty line at its end, into `out` of REF_TEXT bytes. */
void ref_record_print(char *out, const RefRecord *record);
void ref_play_print(char *out, const RefPlay *play);
bool ref_play_parse(RefPlay *play, const char *text);

/* What the referee says of a record. */
typedef struct {
    bool ok;
    bool counted; /* every play was legal, so that the figures hold */
    int sides;
    int points[REF_SEATS], surs[REF_SEATS], clubs[REF_SEATS];
    char error[REF_WHY]; /* "" if ok */
} RefVerdict;

/* Plays the record; `round` is left where it stops, before an illegal play if there is one. */
void ref_judge(RefVerdict *verdict, RefRound *round, const RefRecord *record);

/* ---- random rounds; the rules text must be right ---- */

/* A right rules text, any preset with any overrides, into `out` of REF_RULES bytes. */
void ref_random_rules(char *out, RefRandom *random);
/* Scores to begin a round with: zeros, anything, or close to where the rules change their memory. Never a match that is
   won already: a highest score at or above the target is shared. */
void ref_random_scores(int scores[REF_SEATS], const RefRules *rules, RefRandom *random);
/* A deal with the pool put right, and scores of 0. */
void ref_random_deal(RefRecord *record, const char *rules_text, RefRandom *random);
/* A round played at random with its figures: to its end, or with `shodam` until a side may stop the match. */
void ref_random_round(RefRecord *record, const char *rules_text, bool shodam, RefRandom *random);
/* A round broken off before its end, without figures. */
void ref_random_position(RefRecord *record, const char *rules_text, RefRandom *random);

/* A round from these scores, played as ref_random_round does. */
void ref_random_play(RefRecord *record, const char *rules_text, const int scores[REF_SEATS], bool shodam,
                     RefRandom *random);

/* ---- matches ---- */

enum { REF_MATCH = 200 }; /* rounds that a random match lasts at most */

/* A match while its records are read; all zero before the first. Scores and winner are by the sides of the first
   round. */
typedef struct {
    RefRules rules;
    char name[REF_WHY], names[REF_WHY]; /* its `match` line; who sat in the last round; "" where there is none */
    int person[REF_SEATS];              /* who sits at each seat of the next round, by the seat in the first */
    int score[REF_SEATS];
    int records, rounds, winner; /* winner: -1 nobody yet */
    bool stopped, wrong;
    char error[REF_WHY + 20];
} RefMatch;

/* Begins a match with these scores, in the order of the sides of its first round. */
void ref_match_begin(RefMatch *match, const RefRules *rules, const int scores[REF_SEATS]);
/* Adds what the next round gave its sides: who has won, and the seats move on. */
void ref_match_add(RefMatch *match, const int points[REF_SEATS]);
/* The scores before the next round, in the order of its sides. */
void ref_match_scores(int scores[REF_SEATS], const RefMatch *match);
/* Takes the match's next record; false if it is wrong, or something was wrong before. */
bool ref_match_take(RefMatch *match, const RefRecord *record);
/* After its last record; false if anything is wrong with the match. */
bool ref_match_end(RefMatch *match);
/* The row `match,ok,rounds,scores,winner,end,` without the error; index is its name if it has none. */
void ref_match_print(char *out, const RefMatch *match, int index);
/* A match played at random into REF_MATCH + 1 records, from zeros, any scores or a tie at the target; how many it took,
   0 if it found no end. */
int ref_random_match(RefRecord *records, const char *rules_text, int number, RefRandom *random);
/* The cards of a finished round as the next dealer gathers them, top first; who sits where `splits` says so splits the
   kings and queens that they capture. */
void ref_gather(RefCards *order, const RefRecord *record, const bool splits[REF_SEATS]);
int ref_spoil_match_ways(void);
const char *ref_spoil_match_name(int way);
/* Spoils the records of a right match; false if this one cannot be spoiled so. One record may be added. */
bool ref_spoil_match(RefRecord *records, int *count, int way, RefRandom *random);

/* ---- wrong records ---- */

/* How many ways there are to spoil a record. */
int ref_spoil_ways(void);
/* Writes a correct record spoiled in one way into `out` (REF_TEXT bytes) and names what to expect of it: "input" for
   what is not a record at all, else what is wrong with the play. False if this record cannot be spoiled so. */
bool ref_spoil(char *out, const char **expect, const RefRecord *record, int way, RefRandom *random);
/* The same record in other words: cases, orders, spaces, comments that a reader must accept. */
void ref_reword(char *out, const RefRecord *record, RefRandom *random);

#endif
