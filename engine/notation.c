/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards, plays, records of rounds, and what one player knows, as text. */
#include "engine/notation.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "engine/table.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

/* ---- cards and plays */

static const char RANK_CHARS[] = "A23456789TJQK";
static const char SUIT_CHARS[] = "cdhs";

void card_print(char text[static 3], Card card)
{
    text[0] = RANK_CHARS[card_rank(card)];
    text[1] = SUIT_CHARS[card_suit(card)];
    text[2] = 0;
}

void cards_print(char text[static CARDS_TEXT], CardSet set)
{
    *text = 0;
    for (; set; set = set_rest(set), text += 2)
        card_print(text, set_first(set));
}

void play_print(char text[static PLAY_TEXT], Card card, CardSet captured)
{
    card_print(text, card);
    if (captured) {
        text[2] = 'x';
        cards_print(text + 3, captured);
    }
}

/* Does the text begin with this character, and moves past it? */
static bool sign_read(const char **text, const char *sign)
{
    const bool found = !strncmp(*text, sign, strlen(sign));
    if (found) *text += strlen(sign);
    return found;
}

/* The suit that *text begins with, and moves past it; -1: none. Also one of the signs U+2660 to U+2667, filled or not,
   and what asks for its colours behind it. */
static int suit_read(const char **text)
{
    static const char SIGNS[] = "shdc"; /* in the order of U+2660 to U+2663, and once more */
    const char *at = *text;
    int letter = tolower((unsigned char)*at++);
    if (!strncmp(*text, "\xe2\x99", 2) && ((*text)[2] & 0xf8) == 0xa0) {
        letter = SIGNS[(*text)[2] & 3];
        at += 2;
        if (!sign_read(&at, "\xef\xb8\x8e")) sign_read(&at, "\xef\xb8\x8f");
    }
    const char *suit = letter ? strchr(SUIT_CHARS, letter) : NULL;
    if (!suit) return -1;
    *text = at;
    return (int)(suit - SUIT_CHARS);
}

/* Reads one card at *text and moves past it. */
static bool card_read(Card *card, const char **text)
{
    const char *at = *text;
    int rank = digit_read(&at);
    if (!rank && *at) rank = toupper((unsigned char)*at++);
    if (rank == '1' && digit_read(&at) == '0') rank = 'T';
    const char *found = rank ? strchr(RANK_CHARS, rank) : NULL;
    const int suit = found ? suit_read(&at) : -1;
    if (suit < 0) return false;
    *card = card_of((int)(found - RANK_CHARS), suit);
    *text = at;
    return true;
}

static const char *spaces_skip(const char *text) { return text + strspn(text, " \t\r"); }

/* How many bytes of the text's beginning a reason shows: whole characters. */
static int shown_length(const char *text)
{
    int length = (int)strnlen(text, 8);
    while (length > 0 && (text[length] & 0xc0) == 0x80)
        length--;
    return length;
}

bool cards_parse(CardSet *set, Card *order, const char *text, Error *error)
{
    CardSet cards = 0;
    Card listed[CARDS];
    int n = 0;
    for (text = spaces_skip(text); *text; text = spaces_skip(text)) {
        const bool comma = n && (sign_read(&text, ",") || sign_read(&text, "\xd8\x8c"));
        if (comma) text = spaces_skip(text);
        Card card;
        if (comma && !*text) return error_set(error, "nothing follows the last ','");
        if (!card_read(&card, &text))
            return error_set(error, "'%.*s' does not begin with a card (rank A23456789TJQK, suit cdhs)",
                             shown_length(text), text);
        if (set_has(cards, card)) {
            char name[3];
            card_print(name, card);
            return error_set(error, "the card %s appears twice", name);
        }
        cards |= set_of(card);
        listed[n++] = card;
    }
    *set = cards;
    if (order) memcpy(order, listed, (size_t)n * sizeof *listed);
    return true;
}

bool play_parse(Play *play, const char *text, Error *error)
{
    const char *at = text;
    Card card;
    CardSet captured = 0;
    if (!card_read(&card, &at)) return error_set(error, "the play '%.20s' does not begin with a card", text);
    if (*at == 'x' || *at == 'X') {
        if (!cards_parse(&captured, NULL, at + 1, error)) return error_under(error, "the play '%.20s'", text);
        if (!captured) return error_set(error, "the play '%.20s': no card follows the x", text);
        if (set_has(captured, card)) return error_set(error, "the play '%.20s' captures the card that is played", text);
    } else if (*at) {
        return error_set(error, "the play '%.20s' is not a card, or a card, x and the cards it captures", text);
    }
    *play = (Play){captured, card};
    return true;
}

/* ---- records: one round as lines `key value` */

/* In the order in which a record is written. A row: the key; where its value lies in Record: uint64_t of seed to match,
   int16_t for each side of scores and counts; where the bool lies that says whether it is there (0: nothing does). */
/* clang-format off */
#define KEY_ROWS(ROW)                                                                                                  \
    ROW(rules,  AT(rules),  0)                                                                                         \
    ROW(scores, AT(scores), 0)                                                                                         \
    ROW(agents, AT(agents), 0)                                                                                         \
    ROW(seed,   AT(seed),   AT(has_seed))                                                                              \
    ROW(round,  AT(round),  AT(has_round))                                                                             \
    ROW(match,  AT(match),  AT(has_match))                                                                             \
    ROW(deal,   AT(pack),   0)                                                                                         \
    ROW(pool,   AT(pool),   AT(noted))                                                                                 \
    ROW(play,   AT(plays),  AT(has_play))                                                                              \
    ROW(points, AT(points), AT(has_points))                                                                            \
    ROW(surs,   AT(surs),   AT(has_surs))                                                                              \
    ROW(clubs,  AT(clubs),  AT(has_clubs))
/* clang-format on */
#define AT(member) offsetof(Record, member)
#define KEY_INDEX(name, ...) KEY_##name,
#define KEY_ROW(name, offset, has) {#name, offset, has},
enum { KEY_ROWS(KEY_INDEX) };
static const struct {
    const char *name;
    size_t offset, has;
} KEYS[RECORD_KEYS] = {KEY_ROWS(KEY_ROW)};

static const void *value_of(const Record *record, int key) { return (const char *)record + KEYS[key].offset; }
static bool is_given(const Record *record, int key) { return *((const bool *)record + KEYS[key].has); }

/* Reads the cards of a deal, or of a first pool. */
static bool cards_read(Record *record, int key, const char *value, Error *error)
{
    const bool deal = key == KEY_deal;
    const int wanted = deal ? CARDS : FIRST_POOL;
    CardSet set;
    if (!cards_parse(&set, deal ? record->pack.cards : NULL, value, error))
        return error_under(error, "%s", KEYS[key].name);
    const int count = set_count(set);
    if (!deal) record->pool = set;
    return count == wanted ||
           error_set(error, "%s: %d cards%s%d", KEYS[key].name, count, deal ? ", not " : "; a first pool has ", wanted);
}

/* The place in a pack of the card that is played as number `ply`, where hands are in the order in which they are
   played. */
static int noted_place(int ply, const Rules *rules)
{
    const int players = rules->players, plays = HAND * players, deal = ply / plays, at = ply % plays;
    const int hand = deal ? deal * players + at % players : at % players;
    return hand * HAND + (deal ? FIRST_POOL : 0) + at / players;
}

/* Makes the pack of a record that names the first pool and the plays. False: a card is there twice. */
static bool noted_deal(Record *record, Error *error)
{
    const int plays = HAND * record->rules.players;
    Card *pack = record->pack.cards;
    CardSet left = PACK & ~record->pool;
    int place = plays;
    memset(pack, CARDS, CARDS); /* no card yet */
    for (CardSet rest = record->pool; rest; rest = set_rest(rest))
        pack[place++] = set_first(rest);
    for (int i = 0; i < record->play_count && i < PLAYS; i++) {
        const Card card = record->plays[i].card;
        char text[3];
        card_print(text, card);
        if (!set_has(left, card))
            return error_set(error, "play %d: %s %s", i + 1, text,
                             set_has(record->pool, card) ? "lies in the first pool" : "was played before");
        left ^= set_of(card);
        pack[noted_place(i, &record->rules)] = card;
    }
    for (place = 0; place < CARDS; place++) {
        if (pack[place] < CARDS) continue;
        pack[place] = set_first(left);
        left = set_rest(left);
    }
    record->known = record->play_count < PLAYS ? record->play_count / plays * plays : PLAYS;
    return true;
}

bool record_dealt(const Record *record, Error *error)
{
    return record_known(record) == PLAYS ||
           error_set(error, "without a deal the cards are known of whole deals that were played: of %d plays here",
                     record->known);
}

static bool plays_read(Record *record, const char *value, Error *error)
{
    Words words = {.rest = value, .separator = ' '};
    while (words_next(&words, error)) {
        Play play;
        if (!play_parse(&play, words.text, error)) return false;
        if (record->play_count <= PLAYS) record->plays[record->play_count++] = play;
    }
    return !words.failed;
}

/* Reads a number for each side; how many there are is checked when the rules are known. */
static bool numbers_read(int16_t out[static MAX_SIDES], int *count, const char *value, Error *error)
{
    Words words = {.rest = value, .separator = ' '};
    while (words_next(&words, error)) {
        int64_t number;
        if (*count == MAX_SIDES) return error_set(error, "'%.20s' is a number too many", words.text);
        if (!number_whole(&number, words.text, 0, MAX_SCORE, error)) return error_under(error, "'%.20s'", words.text);
        out[(*count)++] = (int16_t)number;
    }
    return !words.failed;
}

static bool value_read(RecordReader *reader, int key, const char *value, Error *error)
{
    Record *record = &reader->record;
    void *out = (char *)record + KEYS[key].offset;
    switch (key) {
    case KEY_rules: return rules_parse(out, value, error);
    case KEY_deal:
    case KEY_pool: return cards_read(record, key, value, error);
    case KEY_play: return plays_read(record, value, error);
    case KEY_agents:
        snprintf(record->agents, sizeof record->agents, "%s", value);
        return strlen(value) < RECORD_AGENTS ||
               error_set(error, "agents: longer than %d characters", RECORD_AGENTS - 1);
    case KEY_seed:
    case KEY_round:
    case KEY_match:
        return number_u64(out, value) == NUMBER_OK ||
               error_set(error, "'%.20s': expected a whole number from 0 to %llu", value, UINT64_MAX + 0ULL);
    default: return numbers_read(out, &reader->number_count[key], value, error);
    }
}

/* Takes one `key value` line, already trimmed. */
static bool line_read(RecordReader *reader, const char *text, Error *error)
{
    const Names keys =
        NAMES_OF("key", KEYS, RECORD_KEYS, "a record has rules, scores, deal or pool, play, points, surs, clubs");
    Words words = {.rest = text, .separator = ' ', .names = &keys};
    if (!words_next(&words, error)) return false;
    const int key = words.index;
    const char *value = words.rest ? words.rest + strspn(words.rest, " \t") : "";
    if (reader->record.lines[key]) return error_set(error, "the key '%s' appears twice in one record", KEYS[key].name);
    reader->record.lines[key] = reader->line;
    if (!*value && key != KEY_play) return error_set(error, "nothing follows '%s'", KEYS[key].name);
    if (KEYS[key].has) *((bool *)&reader->record + KEYS[key].has) = true;
    return value_read(reader, key, value, error);
}

/* The reason is about this line of the file. */
static bool error_at(Error *error, int line)
{
    error->line = line;
    return false;
}

static bool record_finish(RecordReader *reader, Error *error)
{
    Record *record = &reader->record;
    const int *lines = record->lines;
    if (!lines[KEY_deal] && !record->noted) {
        error_set(error, "the record that begins here has neither a deal nor the first pool");
        return error_at(error, record->first_line);
    }
    if (lines[KEY_deal] && record->noted)
        return error_set(error, "pool: the deal already gives it"), error_at(error, lines[KEY_pool]);
    if (!lines[KEY_rules]) rules_parse(&record->rules, "pagat", error);
    if (record->noted && !noted_deal(record, error)) return error_at(error, lines[KEY_play]);
    for (int key = 0; key < RECORD_KEYS; key++) {
        const int count = reader->number_count[key], sides = record->rules.sides;
        if (!count || count == sides) continue;
        error_set(error, "%s: %d numbers for %d sides", KEYS[key].name, count, sides);
        return error_at(error, lines[key]);
    }
    return true;
}

/* Takes a line without the blanks before it, not empty. */
static bool line_take(RecordReader *reader, const char *line, Error *error)
{
    char text[RECORD_TEXT];
    size_t length = strlen(line);
    while (strchr(" \t\r\n", line[length - 1]))
        length--;
    if (length >= sizeof text)
        return error_set(error, "a line of %zu characters is longer than any in a record", length);
    memcpy(text, line, length);
    text[length] = 0;
    if (!reader->record.first_line) reader->record.first_line = reader->line;
    return line_read(reader, text, error);
}

ReadStatus record_feed(RecordReader *reader, Record *record, const char *line, Error *error)
{
    reader->line++;
    if (line) line += strspn(line, " \t\r\n");
    const bool more = line && *line;
    if (more ? *line == '#' : !reader->record.first_line) return READ_MORE;
    if (!(more ? line_take(reader, line, error) : record_finish(reader, error))) {
        if (!error->line) error->line = reader->line;
        return READ_ERROR;
    }
    if (more) return READ_MORE;
    *record = reader->record;
    *reader = (RecordReader){.line = reader->line};
    return READ_RECORD;
}

static int numbers_print(char *text, const Record *record, int key)
{
    const int16_t *numbers = value_of(record, key);
    int used = sprintf(text, "%s", KEYS[key].name);
    for (int side = 0; side < record->rules.sides; side++)
        used += sprintf(text + used, " %d", numbers[side]);
    return used + sprintf(text + used, "\n");
}

int record_print(char text[static RECORD_TEXT], const Record *record)
{
    char rules[RULES_TEXT], play[PLAY_TEXT];
    rules_print(rules, &record->rules);
    int used = sprintf(text, "rules %s\n", rules);
    used += numbers_print(text + used, record, KEY_scores);
    if (*record->agents) used += sprintf(text + used, "agents %s\n", record->agents);
    for (int key = KEY_seed; key <= KEY_match; key++) {
        const uint64_t *number = value_of(record, key);
        if (is_given(record, key))
            used += sprintf(text + used, "%s %llu\n", KEYS[key].name, (unsigned long long)*number);
    }
    used += sprintf(text + used, record->noted ? "pool " : "deal ");
    const int first = record->noted ? HAND * record->rules.players : 0;
    for (int i = first; i < (record->noted ? first + FIRST_POOL : CARDS); i++, used += 2)
        card_print(text + used, record->pack.cards[i]);
    used += sprintf(text + used, "\n");
    if (record->has_play) {
        used += sprintf(text + used, "play");
        for (int i = 0; i < record->play_count; i++) {
            play_print(play, record->plays[i].card, record->plays[i].captured);
            used += sprintf(text + used, " %s", play);
        }
        used += sprintf(text + used, "\n");
    }
    for (int key = KEY_points; key <= KEY_clubs; key++)
        if (is_given(record, key)) used += numbers_print(text + used, record, key);
    return used + sprintf(text + used, "\n");
}

bool record_position(Round *round, const Record *record, Error *error)
{
    const char *why;
    if (record->noted && !first_pool_allowed(record->pool, &record->rules, &why))
        return error_set(error, "pool: %s", why), error_at(error, record->lines[KEY_pool]);
    round_start(round, &record->rules, &record->pack, record->scores);
    for (int i = 0; i < record->play_count; i++) {
        const Play *play = &record->plays[i];
        if (!round_legal(round, play->card, play->captured, &why)) {
            char text[PLAY_TEXT];
            play_print(text, play->card, play->captured);
            error_set(error, "play %d (%s) by seat %d: %s", i + 1, text, round->table.turn, why);
            return error_at(error, record->lines[KEY_play]);
        }
        round_play(round, &record->rules, play->captured | set_of(play->card));
    }
    return true;
}

/* Compares one line of the record with what the plays give. */
static bool numbers_agree(const Record *record, int key, const SideCount counts[], Error *error)
{
    const int16_t *written = value_of(record, key);
    for (int side = 0; is_given(record, key) && side < record->rules.sides; side++) {
        const SideCount *count = &counts[side];
        const int counted = key == KEY_points ? count->points : key == KEY_surs ? count->surs : count->clubs;
        if (written[side] != counted)
            return error_set(error, "%s: side %d has %d, not %d", KEYS[key].name, side, counted, written[side]);
    }
    return true;
}

bool record_replay(Round *round, const Record *record, Error *error)
{
    const Rules *rules = &record->rules;
    SideCount counts[MAX_SIDES];
    const char *why;
    int stopper;
    round_start(round, rules, &record->pack, record->scores);
    const bool legal = (first_pool_allowed(round->table.pool, rules, &why) || error_set(error, "deal: %s", why)) &&
                       record_position(round, record, error);
    count_sides(counts, &round->table, rules);
    if (legal && record->has_points && !table_over(&round->table) && !table_shodam(&round->table, rules, &stopper))
        return error_set(error, "points are given, but after %d plays the round is not over", record->play_count);
    return legal && numbers_agree(record, KEY_points, counts, error) &&
           numbers_agree(record, KEY_surs, counts, error) && numbers_agree(record, KEY_clubs, counts, error);
}

/* ---- views: what one player knows */

/* ---- checks of what can have come about: what is refused is impossible; some of what is impossible is not refused. A
   reason begins with the key whose value is wrong */

/* How many of the first `ply` plays are the side's. */
static int side_plays(const Rules *rules, int side, int ply)
{
    int plays = 0;
    for (int seat = 0; seat < rules->players; seat++)
        if (rules_side(rules, seat) == side) plays += (ply + rules->players - 1 - seat) / rules->players;
    return plays;
}

/* Checks that each side has made the plays that its captures and Surs take: each of these brought it two cards.
   `missing`: captured cards that are not in the piles. */
static bool captures_possible(const Table *table, const Rules *rules, int missing, Error *error)
{
    const int before_last = PLAYS - HAND * rules->players;
    const bool all = sur_in_deal(rules->deals - 1, rules) == LAST_DEAL_YES || table->ply < before_last;
    int wanted = 0;
    for (int side = 0; side < rules->sides; side++) {
        const int surs = table->surs[side], listed = set_count(table->piles[side]), most = (missing + listed) / 2;
        const int scoring = side_plays(rules, side, all ? table->ply : before_last);
        const bool last = table->last == side, captured = listed || last;
        const int cards = 2 * (surs > captured ? surs : captured);
        if (captured && !side_plays(rules, side, table->ply))
            return error_set(error, "%s: side %d has captured, but not yet played", listed ? "piles" : "last", side);
        if (surs > most || surs > scoring)
            return error_set(error, "surs: side %d holds %d, but has %s for more than %d", side, surs,
                             surs > most ? "captured too few cards" : "made too few plays",
                             surs > most ? most : scoring);
        if (last && !listed && missing < 2)
            return error_set(error, "last: side %d has captured nothing; piles tell of all captured cards but %d", side,
                             missing);
        wanted += cards > listed ? cards - listed : 0;
    }
    return wanted <= missing ||
           error_set(error, "surs, last: they need %d captured cards that piles do not tell of, but there are %d",
                     wanted, missing);
}

/* Checks that no side holds Surs whose score allows none. */
static bool surs_allowed(const Table *table, const Rules *rules, Error *error)
{
    for (int side = 0; side < rules->sides; side++)
        if (table->surs[side] && !sur_by_score(table->scores[side], rules))
            return error_set(error, "surs: side %d holds %d, but from a score of %d (sur_limit) it scores none", side,
                             table->surs[side], rules->sur_limit);
    return true;
}

/* The cards of the pool that must be of the first pool. A jack lies with numerals that came after it. */
static CardSet pool_first(CardSet pool)
{
    CardSet first = 0;
    for (CardSet rest = pool & ~JACKS; rest; rest = set_rest(rest)) {
        CardSet others = pool & ~set_of(set_first(rest));
        if (capture_possible(others, capture_reach(others), card_rank(set_first(rest))))
            first |= set_of(set_first(rest));
    }
    if (set_count(pool & JACKS) > 1 || (first & NUMERALS)) first |= pool & JACKS;
    return first;
}

/* Checks the cards that lie in the pool together although each captures the other: whichever came later would have
   done so, unless all of them are of the first pool. */
static bool pool_possible(const Table *table, const Rules *rules, Error *error)
{
    CardSet first = pool_first(table->pool), captured = 0;
    const char *why = NULL;
    char cards[CARDS_TEXT], jacks[CARDS_TEXT], taken[CARDS_TEXT + 40];
    for (int side = 0; side < rules->sides; side++)
        captured |= table->piles[side];
    cards_print(jacks, captured & JACKS);
    snprintf(taken, sizeof taken, "%s in piles would have taken them", jacks);
    if (set_count(first) > FIRST_POOL)
        why = "that is 4 cards";
    else if ((first & (NUMERALS | JACKS)) && (captured & JACKS))
        why = taken;
    else if (first_pool_allowed(first, rules, &why))
        return true;
    cards_print(cards, first);
    return error_set(error, "pool: %s can lie there together only since the first pool, but %s", cards, why);
}

/* ---- reading */

static bool number_read(int *number, const char *name, const char *text, int low, int high, Error *error)
{
    int64_t value;
    if (!number_whole(&value, text, low, high, error)) return error_under(error, "%s '%.20s'", name, text);
    *number = (int)value;
    return true;
}

/* Reads `a/b/…`, one piece for each side. */
static bool pieces_read(char pieces[static MAX_SIDES][WORD_TEXT], const char *name, const char *text, int sides,
                        Error *error)
{
    int count = 0;
    Words words = {.rest = text, .separator = '/', .may_be_empty = true};
    while (words_next(&words, error)) {
        if (count < sides) memcpy(pieces[count], words.text, WORD_TEXT);
        count++;
    }
    if (words.failed) return error_under(error, "%s", name);
    if (count == sides) return true;
    return error_set(
        error,
        "%s '%.40s': expected one piece for each of the %d sides, separated by /, beginning with that of seat 0, "
        "which plays first",
        name, text, sides);
}

static bool sides_read(int16_t out[static MAX_SIDES], const char *name, const char *text, int sides, int high,
                       Error *error)
{
    char pieces[MAX_SIDES][WORD_TEXT];
    int number = 0;
    if (!pieces_read(pieces, name, text, sides, error)) return false;
    for (int side = 0; side < sides; side++) {
        if (!number_read(&number, name, pieces[side], 0, high, error)) return false;
        out[side] = (int16_t)number;
    }
    return true;
}

bool scores_parse(int16_t scores[static MAX_SIDES], const char *text, const Rules *rules, Error *error)
{
    return sides_read(scores, "scores", text, rules->sides, MAX_SCORE, error);
}

static bool cards_take(CardSet *set, CardSet *seen, const char *name, const char *text, Error *error)
{
    char card[3];
    if (!strcmp(text, "-")) text = "";
    if (!cards_parse(set, NULL, text, error)) return error_under(error, "%s", name);
    if (*set & *seen) {
        card_print(card, set_first(*set & *seen));
        return error_set(error, "%s: the card %s is already somewhere else", name, card);
    }
    *seen |= *set;
    return true;
}

/* Reads the hands of all seats, which lie open. Whose turn it is follows from how many cards each holds: those who have
   played in this trick have one card less. */
static bool hands_take(KnownView *view, CardSet *seen, int *turn, const char *text, Error *error)
{
    char pieces[MAX_SEATS][WORD_TEXT];
    const int players = view->rules.players;
    int counts[MAX_SEATS];
    if (!strchr(text, '/'))
        return error_set(error, "hand: with open_hands=1 a view names the hands of all %d seats, A/B, seat 0's first",
                         players);
    if (!pieces_read(pieces, "hand", text, players, error)) return false;
    for (int seat = 0; seat < players; seat++) {
        if (!cards_take(&view->round.hands[seat], seen, "hand", pieces[seat], error)) return false;
        counts[seat] = set_count(view->round.hands[seat]);
    }
    *turn = 0;
    while (*turn + 1 < players && counts[*turn] < counts[players - 1])
        (*turn)++;
    for (int seat = 0; seat < players; seat++)
        if (counts[seat] != counts[players - 1] - (seat < *turn))
            return error_set(error, "hand: seat %d cannot hold %d card%s where the last seat holds %d", seat,
                             counts[seat], PLURAL(counts[seat]), counts[players - 1]);
    return true;
}

/* Finds how many plays have been made: the number that fits the hand's size and leaves no captured card missing from
   the piles, else the first number that is possible. Missing cards come from captures of two cards or more: there are
   two of them at least where no pile is known, and one at least for each pile of which a single card is known. */
static bool ply_find(Table *table, const Rules *rules, int hand, int deal, int seat, int known, Error *error)
{
    int least = 2, halves = 0;
    Error first_reason = {0};
    const char *why;
    char where[48] = "";
    for (int side = 0; side < rules->sides; side++) {
        if (!table->piles[side]) continue;
        halves += set_count(table->piles[side]) == 1;
        least = halves ? halves : 1;
    }
    for (int exact = 1; exact >= 0; exact--)
        for (int ply = 0; ply < PLAYS; ply++) {
            const int trick = ply / rules->players, turn = ply % rules->players, missing = FIRST_POOL + ply - known;
            if (trick % HAND != HAND - hand || (deal && trick / HAND != deal - 1) || (seat >= 0 && turn != seat) ||
                (!ply && known > set_count(table->pool)) || /* something is captured */
                (exact ? missing || halves : missing < least || !ply))
                continue;
            table->ply = (uint8_t)ply;
            table->deal = (uint8_t)(trick / HAND);
            table->turn = (uint8_t)turn;
            if ((ply || first_pool_allowed(table->pool, rules, &why) || error_set(error, "pool: %s", why)) &&
                captures_possible(table, rules, missing, error))
                return true;
            if (exact && !deal)
                return error_set(error, "%s (no deal is named: it is taken for deal %d)", error->text, table->deal + 1);
            if (!*first_reason.text) first_reason = *error;
        }
    if (*first_reason.text) {
        *error = first_reason;
        return false;
    }
    if (deal) snprintf(where, sizeof where, " in deal %d", deal);
    if (seat >= 0) snprintf(where + strlen(where), sizeof where - strlen(where), " at seat %d", seat);
    return error_set(error, "a hand of %d with %d cards in pool and piles cannot be%s", hand, known, where);
}

/* Reads the pieces of a view; *hand of the player, whose seat is to be found, *deal from 1 (0: it is not named), *seat (-1),
   *known: the cards in pool and piles. */
static bool view_pieces(KnownView *view, CardSet *hand, int *deal, int *seat, int *known, const Rules *rules,
                        const ViewText *text, Error *error)
{
    KnownView made = {.rules = *rules, .round.table.last = NOBODY};
    Table *table = &made.round.table;
    CardSet seen = 0;
    int16_t surs[MAX_SIDES];
    int turn = -1, last = NOBODY, holders = 0;
    *deal = 0;
    *seat = -1;
    if (rules->open_hands ? !hands_take(&made, &seen, &turn, text->hand, error)
                          : !cards_take(hand, &seen, "hand", text->hand, error))
        return false;
    if (turn >= 0) *hand = made.round.hands[turn];
    const int held = set_count(seen), own = set_count(*hand);
    if (!cards_take(&table->pool, &seen, "pool", text->pool, error)) return false;
    if (own < 1 || own > HAND) return error_set(error, "hand: %d cards, not 1 to 4", own);
    if (text->piles) {
        char pieces[MAX_SIDES][WORD_TEXT];
        if (!pieces_read(pieces, "piles", text->piles, rules->sides, error)) return false;
        for (int side = 0; side < rules->sides; side++) {
            if (!cards_take(&table->piles[side], &seen, "piles", pieces[side], error)) return false;
            if (table->piles[side]) last = holders++ ? NOBODY : side;
        }
    }
    if (text->surs) {
        if (!sides_read(surs, "surs", text->surs, rules->sides, PLAYS, error)) return false;
        holders = 0;
        for (int side = 0; side < rules->sides; side++)
            holders += (table->surs[side] = (uint8_t)surs[side]) > 0;
        if (rules->sur_cancel && holders > 1)
            return error_set(error, "surs '%.20s': two sides cannot hold Surs where sur_cancel=1", text->surs);
    }
    if (text->scores && !scores_parse(table->scores, text->scores, rules, error)) return false;
    if ((text->deal && !number_read(deal, "deal", text->deal, 1, rules->deals, error)) ||
        (text->seat && !number_read(seat, "seat", text->seat, 0, rules->players - 1, error)) ||
        (text->last && !number_read(&last, "last", text->last, 0, rules->sides - 1, error)))
        return false;
    if (turn >= 0 && *seat >= 0 && *seat != turn)
        return error_set(error, "seat: by the hands it is the turn of seat %d, not %d", turn, *seat);
    if (turn >= 0) *seat = turn;
    table->last = (int8_t)last;
    *known = set_count(seen) - held;
    *view = made;
    return true;
}

bool view_parse(KnownView *view, const ViewText *text, Error *error)
{
    Rules rules;
    KnownView made;
    Table *table = &made.round.table;
    CardSet hand;
    int deal, seat, known;
    if (!rules_parse(&rules, text->rules ? text->rules : "pagat", error) ||
        !view_pieces(&made, &hand, &deal, &seat, &known, &rules, text, error))
        return false;
    if (!ply_find(table, &rules, set_count(hand), deal, seat, known, error) || !surs_allowed(table, &rules, error)) {
        if (!strstr(error->text, "side ")) return false;
        return error_set(error, "%s; side 0 %s", error->text,
                         rules.teams ? "has seats 0 and 2" : "is seat 0, which plays first");
    }
    if (!pool_possible(table, &rules, error)) return false;
    made.round.hands[table->turn] = hand;
    *view = made;
    return true;
}

bool view_told(KnownView *view, const Rules *rules, const ViewText *text, Error *error)
{
    Table *table = &view->round.table;
    CardSet hand;
    int deal, seat, known;
    if (!view_pieces(view, &hand, &deal, &seat, &known, rules, text, error)) return false;
    const int ply = ((deal - 1) * HAND + HAND - set_count(hand)) * rules->players + seat;
    table->ply = (uint8_t)ply;
    table->turn = (uint8_t)seat;
    table->deal = (uint8_t)(deal - 1);
    view->round.hands[seat] = hand;
    return known <= FIRST_POOL + ply || error_set(error, "pool, piles: more cards than have been dealt by then");
}

int plays_parse(CardSet plays[static PLAYS], const char *text, Error *error)
{
    int count = 0;
    Words words = {.rest = text, .separator = ','};
    if (!strcmp(text, "-")) return 0;
    while (words_next(&words, error)) {
        Play play = {0};
        if (count == PLAYS) return error_set(error, "plays: more than a round has"), -1;
        if (!play_parse(&play, words.text, error)) return error_under(error, "plays"), -1;
        plays[count++] = set_of(play.card) | play.captured;
    }
    return words.failed ? (error_under(error, "plays"), -1) : count;
}

bool history_fits(const Table *table, CardSet first_pool, const CardSet history[], const Rules *rules, Error *error)
{
    Table at = table_begun(first_pool, table->scores);
    if (at.pool & ~PACK || set_count(at.pool) != FIRST_POOL) return error_set(error, "first pool: not four cards");
    for (int i = 0; i < table->ply; i++) {
        const CardSet play = history[i], card = play & ~at.pool;
        const char *why;
        if (play & ~PACK || set_count(card) != 1) return error_set(error, "history: play %d is not legal", i + 1);
        if (!capture_legal(at.pool, card_rank(set_first(card)), play ^ card, &why))
            return error_set(error, "history: play %d: %s", i + 1, why);
        table_play(&at, rules, play);
    }
    if (memcmp(&at.pool, &table->pool, sizeof at.pool) != 0 || memcmp(at.piles, table->piles, sizeof at.piles) != 0 ||
        memcmp(at.surs, table->surs, sizeof at.surs) != 0 || at.last != table->last)
        return error_set(error, "history: it does not lead to this table");
    return true;
}

static int sides_print(char *text, const char *name, const int16_t numbers[], int sides)
{
    int used = sprintf(text, " --%s %d", name, numbers[0]);
    for (int side = 1; side < sides; side++)
        used += sprintf(text + used, "/%d", numbers[side]);
    return used;
}

void view_print_hand(char text[static HANDS_TEXT], const KnownView *view)
{
    char cards[CARDS_TEXT];
    const bool open = view->rules.open_hands;
    for (int i = 0, used = 0; i < (open ? view->rules.players : 1); i++) {
        cards_print(cards, view->round.hands[open ? i : view->round.table.turn]);
        used += snprintf(text + used, (size_t)(HANDS_TEXT - used), "%s%s", i ? "/" : "", *cards ? cards : "-");
    }
}

void view_print(char text[static VIEW_TEXT], const KnownView *view)
{
    char rules[RULES_TEXT], cards[CARDS_TEXT], hands[HANDS_TEXT];
    const Table *table = &view->round.table;
    const int sides = view->rules.sides;
    int16_t surs[MAX_SIDES];
    rules_print(rules, &view->rules);
    int used = sprintf(text, "--rules %s", rules);
    view_print_hand(hands, view);
    used += sprintf(text + used, " --hand %s", hands);
    cards_print(cards, table->pool);
    used += sprintf(text + used, " --pool %s --piles ", *cards ? cards : "-");
    for (int side = 0; side < sides; side++) {
        cards_print(cards, table->piles[side]);
        used += sprintf(text + used, "%s%s", side ? "/" : "", cards);
        surs[side] = table->surs[side];
    }
    used += sides_print(text + used, "surs", surs, sides);
    used += sides_print(text + used, "scores", table->scores, sides);
    used += sprintf(text + used, " --deal %d --seat %d", table->deal + 1, table->turn);
    if (table->last != NOBODY) sprintf(text + used, " --last %d", table->last);
}
