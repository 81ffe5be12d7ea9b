/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards, plays, records and views as text, in the caller's buffers. Parsers take either case and `10c`, printers write
   the canonical form. A parser that fails writes one line to error and leaves its output untouched. */
#ifndef PASUR_ENGINE_NOTATION_H
#define PASUR_ENGINE_NOTATION_H

#include "engine/count.h"
#include "engine/round.h"

enum {
    CARDS_TEXT = 2 * CARDS + 1,              /* any set of cards */
    PLAY_TEXT = 2 * CARDS + 2,               /* any play */
    ERROR_TEXT = 256,                        /* any reason */
    RECORD_TEXT = 4096 + PLAYS * PLAY_TEXT   /* any record */
};

void card_print(char text[static 3], Card card);
void cards_print(char text[static CARDS_TEXT], CardSet set);
/* Reads a list of distinct cards, spaces allowed, in any order; *order (unless NULL, room for 52) keeps the order. */
bool cards_parse(CardSet *set, Card *order, int *count, const char *text, char *error, size_t size);

/* A play as written: which card was put down, and what it takes. */
typedef struct {
    CardSet captured;
    Card card;
} Play;

void play_print(char text[static PLAY_TEXT], Card card, CardSet captured);
bool play_parse(Play *play, const char *text, char *error, size_t size);

enum { RECORD_AGENTS = 512 };

/* One round as text: see the contract. Lines are numbered from 1; 0: not present. */
typedef struct {
    Rules rules;
    Pack pack;
    int16_t scores[MAX_SIDES];
    Play plays[PLAYS + 1]; /* one more than fits, so that a play after the end can be told */
    int play_count;
    int points[MAX_SIDES], surs[MAX_SIDES], clubs[MAX_SIDES];
    bool has_play, has_points, has_surs, has_clubs;
    char agents[RECORD_AGENTS]; /* empty: not given */
    uint64_t seed, round, match;
    bool has_seed, has_round, has_match;
    int first_line; /* of the record in its file */
} Record;

/* Reads records line by line. The caller owns the lines; zero-initialise before the first. */
typedef struct {
    Record record;
    unsigned seen; /* keys of the record so far, bit = row of the table of keys */
    char list_text[MAX_SIDES][64]; /* scores, points, surs, clubs: checked against the sides once the rules are known */
    int line;      /* lines read so far */
    int list_line[MAX_SIDES], deal_line;
} RecordReader;

typedef enum { READ_MORE, READ_RECORD, READ_ERROR } ReadStatus;

/* Takes one line without its newline, or NULL at the end of the file. READ_RECORD: *record is complete (ended by this
   empty line or the end). READ_ERROR: error says why, without file and line; *error_line (from 1) says where. */
ReadStatus record_feed(RecordReader *reader, Record *record, const char *line, int *error_line, char *error, size_t size);
/* Writes a record, ended by an empty line; returns its length. Pieces that are not present are left out. */
int record_print(char text[static RECORD_TEXT], const Record *record);
/* Plays the record from the deal as far as its plays go. Returns false with the reason (which play, why) at the first illegal
   one, or where the first pool breaks the rules, or where points, surs or clubs disagree; *round is then where it stopped. */
bool record_replay(Round *round, SideCount counts[static MAX_SIDES], const Record *record, char *error, size_t size);
/* Only the plays: no check of the first pool nor of the count. */
bool record_position(Round *round, const Record *record, char *error, size_t size);

#endif
