/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards, plays, records and views as text, in the caller's buffers. Parsers take either case, `10c` and signs of suits,
   printers write the canonical form. A parser that fails writes one line to error and leaves its output untouched. */
#pragma once

#include "engine/round.h"
#include "engine/text/error.h"

enum {
    CARDS_TEXT = 2 * CARDS + 1,            /* any set of cards */
    PLAY_TEXT = 3 + CARDS_TEXT,            /* any play */
    RECORD_TEXT = 4096 + PLAYS * PLAY_TEXT /* any record */
};

void card_print(char text[static 3], Card card);
void cards_print(char text[static CARDS_TEXT], CardSet set);
/* Reads a list of distinct cards, in any order, with spaces or single commas (also ،) between them or without; *order
   (unless NULL, room for 52) keeps the order. Suits are letters or signs (♣♦♥♠, filled or not), digits may be Persian or
   Arabic. */
bool cards_parse(CardSet *set, Card *order, const char *text, Error *error);

/* A play as written: which card was put down, and what it takes. */
typedef struct {
    CardSet captured;
    Card card;
} Play;

void play_print(char text[static PLAY_TEXT], Card card, CardSet captured);
bool play_parse(Play *play, const char *text, Error *error);

enum {
    RECORD_KEYS = 12,
    RECORD_AGENTS = 512,
    MAX_SCORE = 30000
}; /* of points a side in records and views: fits the table's scores */

/* One round as text: see the contract. Lines are numbered from 1; 0: not present. */
typedef struct {
    Rules rules;
    Pack pack;
    int16_t scores[MAX_SIDES], points[MAX_SIDES], surs[MAX_SIDES], clubs[MAX_SIDES];
    Play plays[PLAYS + 1]; /* one more than fits, so that a play after the end is noticed */
    int play_count;
    bool has_play, has_points, has_surs, has_clubs;
    char agents[RECORD_AGENTS]; /* empty: not given */
    uint64_t seed, round, match;
    bool has_seed, has_round, has_match;
    bool noted;             /* at a table: the first pool in place of the deal, and what was played … */
    CardSet pool;           /* … from which hands and deals follow, of whole deals: */
    int known;              /* of a noted record: plays whose hands are known. Other cards of `pack` lie anywhere */
    int first_line;         /* of the record in its file */
    int lines[RECORD_KEYS]; /* where each key of the record stands; 0: nowhere */
    bool cut;               /* the file ends within the record's last line; set by whoever reads the file */
} Record;

/* Reads records line by line; zero-initialise before the first. The caller owns the lines. */
typedef struct {
    Record record;
    int line;                      /* lines read so far */
    int number_count[RECORD_KEYS]; /* of the keys that list one number for each side: how many there are */
} RecordReader;

typedef enum { READ_MORE, READ_RECORD, READ_ERROR } ReadStatus;

/* Takes one line without its newline, or NULL at the end of the file. READ_RECORD: *record is complete (ended by this
   empty line or the end). READ_ERROR: error says why, without file and line; error->line says where. */
ReadStatus record_feed(RecordReader *reader, Record *record, const char *line, Error *error);
/* Writes a record, ended by an empty line; returns its length. Pieces that are not present are left out. */
int record_print(char text[static RECORD_TEXT], const Record *record);
/* Plays whose hands are known; PLAYS: all cards are. */
static inline int record_known(const Record *record) { return record->noted ? record->known : PLAYS; }
/* Are all cards of the record known? False with the reason. */
bool record_dealt(const Record *record, Error *error);
/* Plays the record from the deal as far as its plays go. Returns false with the reason (which play, why) at the
   first illegal one, or where the first pool breaks the rules, or where points, surs or clubs disagree; *round is
   then where it stopped. */
bool record_replay(Round *round, const Record *record, Error *error);
/* Only the plays: no check of a deal's first pool nor of the count. */
bool record_position(Round *round, const Record *record, Error *error);

/* Reads the scores of the sides before a round, A/B[/…]. */
bool scores_parse(int16_t scores[static MAX_SIDES], const char *text, const Rules *rules, Error *error);

/* What one player knows, as written: any piece but hand and pool may be NULL. Where all hands lie open (open_hands),
   `hand` names those of all seats, A/B[/…], that of seat 0 first. */
typedef struct {
    const char *rules, *hand, *pool, *piles, *surs, *scores, *deal, *last, *seat;
} ViewText;

/* A position of which the player to move knows the table, its own hand, and where all hands lie open (open_hands) those of
   all seats; nothing else of it is looked at. Captured cards that the player does not know of are missing from the piles:
   there are 4 + table.ply - |pool| - |piles| of them. */
typedef struct {
    Rules rules;
    Round round;
} KnownView;

enum { VIEW_TEXT = 1024, HANDS_TEXT = MAX_SEATS * (2 * HAND + 2) };

/* Reads a view. Where deal and seat are not given they are the first that are possible; where the piles hold all
   captured cards there is only one. Refuses what cannot be: a card twice, wrong counts, captures and Surs without the
   plays or the cards for them, Surs on two sides where they cancel or from scores that take none, cards in the pool
   that would have captured each other, a first pool that the rules do not let stand. */
bool view_parse(KnownView *view, const ViewText *text, Error *error);
/* Reads one of which deal and seat are given, by these rules, without asking whether a round comes to it. */
bool view_told(KnownView *view, const Rules *rules, const ViewText *text, Error *error);
/* Reads plays with commas between them, "-" for none, each the card with what it captured; returns how many. -1: with
   the reason. */
int plays_parse(CardSet plays[static PLAYS], const char *text, Error *error);
/* Do the table's first plays, from the first pool on, come to the table? False with the reason. */
bool history_fits(const Table *table, CardSet first_pool, const CardSet history[], const Rules *rules, Error *error);
/* Writes the options that read back as the view: --rules … --hand … --pool … and so on. */
void view_print(char text[static VIEW_TEXT], const KnownView *view);
/* Writes the hand as --hand takes it. */
void view_print_hand(char text[static HANDS_TEXT], const KnownView *view);
