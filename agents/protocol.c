/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads the lines of the protocol. */
#include "agents/protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/text/number.h"

/* The words of a line, and room for one more, so that a longer line is noticed. */
enum { WORDS_MOST = 28 };

/* Cuts a line at single blanks. Returns how many words there are; WORDS_MOST: too many. An empty word is a word. */
static int words_cut(char *words[static WORDS_MOST], char *line)
{
    for (int count = 0; count < WORDS_MOST;) {
        words[count++] = line;
        line += strcspn(line, " ");
        if (!*line) return count;
        *line++ = 0;
    }
    return WORDS_MOST;
}

static bool id_read(uint64_t *id, const char *text) { return number_u64(id, text) == NUMBER_OK && *id > 0; }

/* ---- hello and ready */

static int rules_print_all(char *text, size_t size, const Rules *rules)
{
    char value[32];
    int used = snprintf(text, size, "%s", RULE_PRESETS[rules->preset].name);
    for (int i = 0; i < RULE_KEY_COUNT; i++) {
        rule_print(value, sizeof value, &RULE_KEYS[i], rules);
        used += snprintf(text + used, size - (size_t)used, ",%s=%s", RULE_KEYS[i].name, value);
    }
    return used;
}

void protocol_hello_print(char text[static PROTOCOL_ASK_TEXT], const ProtocolHello *hello)
{
    int used = sprintf(text, "hello %d version %s rules ", PROTOCOL_VERSION, hello->version);
    used += rules_print_all(text + used, (size_t)(PROTOCOL_ASK_TEXT - used), &hello->rules);
    snprintf(text + used, (size_t)(PROTOCOL_ASK_TEXT - used), " seed %" PRIu64, hello->seed);
}

bool protocol_hello_parse(ProtocolHello *hello, const char *line, Error *error)
{
    static const char *const KEYS[] = {"hello", "version", "rules", "seed"};
    char copy[PROTOCOL_ASK_TEXT], *words[WORDS_MOST];
    ProtocolHello made = {0};
    uint64_t version;
    if (strlen(line) >= sizeof copy) return error_set(error, "no hello: a line longer than %zu bytes", sizeof copy - 1);
    strcpy(copy, line);
    const int count = words_cut(words, copy);
    for (int i = 0; i < 8; i += 2)
        if (i + 1 >= count || strcmp(words[i], KEYS[i / 2]) != 0)
            return error_set(error, "no hello: expected 'hello %d version V rules R seed S'", PROTOCOL_VERSION);
    if (number_u64(&version, words[1]) != NUMBER_OK || version != PROTOCOL_VERSION)
        return error_set(error, "hello %.20s: this is version %d of the protocol", words[1], PROTOCOL_VERSION);
    if (count != 8 || !*words[3] || strlen(words[3]) >= sizeof made.version)
        return error_set(error, "no hello: expected one word for the version, and nothing behind the seed");
    strcpy(made.version, words[3]);
    if (!rules_parse(&made.rules, words[5], error)) return false;
    if (number_u64(&made.seed, words[7]) != NUMBER_OK)
        return error_set(error, "seed '%.20s': expected a whole number", words[7]);
    *hello = made;
    return true;
}

void protocol_ready_print(char text[static PROTOCOL_READY_TEXT], const ProtocolReady *ready)
{
    snprintf(text, PROTOCOL_READY_TEXT, "ready %d%s%s", PROTOCOL_VERSION, ready->batch ? " batch" : "",
             ready->legal ? " legal" : "");
}

/* Sets the bits of the words between commas. False if one is none of the names. */
static bool bits_read(uint32_t *bits, char *list, const char *const names[], int count)
{
    if (*bits) return false;
    for (char *next, *word = list; word; word = next) {
        int at = 0;
        next = strchr(word, ',');
        if (next) *next++ = 0;
        while (at < count && (!names[at] || strcmp(names[at], word) != 0))
            at++;
        if (at == count) return false;
        *bits |= UINT32_C(1) << at;
    }
    return true;
}

static bool presets_read(uint32_t *bits, char *list)
{
    const char *names[32];
    for (int i = 0; i < RULE_PRESET_COUNT; i++)
        names[i] = RULE_PRESETS[i].name;
    return bits_read(bits, list, names, RULE_PRESET_COUNT);
}

static bool players_read(uint32_t *bits, char *list)
{
    static const char *const NUMBERS[] = {NULL, NULL, "2", "3", "4"};
    return bits_read(bits, list, NUMBERS, 5);
}

static bool name_read(char out[static 64], const char *name)
{
    for (const char *at = name; *at; at++)
        if (*at <= ' ' || *at > '~' || strchr(",\"", *at)) return false;
    if (*out || !*name || strlen(name) >= 64) return false;
    strcpy(out, name);
    return true;
}

/* Reads a word behind 'ready 1'. */
static bool ready_word(ProtocolReady *ready, char *word)
{
    bool *flag = !strcmp(word, "batch")   ? &ready->batch
                 : !strcmp(word, "legal") ? &ready->legal
                 : !strcmp(word, "end")   ? &ready->end
                                          : NULL;
    if (flag) return !*flag && (*flag = true);
    if (!strncmp(word, "rules=", 6)) return presets_read(&ready->presets, word + 6);
    if (!strncmp(word, "players=", 8)) return players_read(&ready->players, word + 8);
    return !strncmp(word, "name=", 5) && name_read(ready->name, word + 5);
}

bool protocol_ready_parse(ProtocolReady *ready, const char *line, Error *error)
{
    char copy[PROTOCOL_READY_TEXT + 1], word[24], *words[WORDS_MOST];
    ProtocolReady made = {0};
    uint64_t version;
    snprintf(copy, sizeof copy, "%s", line);
    const int count = words_cut(words, copy);
    if (count < 2 || strcmp(words[0], "ready") != 0)
        return error_set(error, "no ready: expected 'ready %d'", PROTOCOL_VERSION);
    if (number_u64(&version, words[1]) != NUMBER_OK || version != PROTOCOL_VERSION)
        return error_set(error, "ready %.20s: this is version %d of the protocol", words[1], PROTOCOL_VERSION);
    for (int i = 2; i < count; i++) {
        snprintf(word, sizeof word, "%s", words[i]);
        if (!ready_word(&made, words[i]))
            return error_set(
                error, "ready: '%s' is none of batch, legal, end, rules=PRESET, players=N and name=NAME, once", word);
    }
    *ready = made;
    return true;
}

bool protocol_ready_plays(const ProtocolReady *ready, const Rules *rules)
{
    return (!ready->presets || ready->presets >> rules->preset & 1) &&
           (!ready->players || ready->players >> rules->players & 1);
}

/* ---- writing requests */

static char *text_add(char *at, const char *text)
{
    const size_t length = strlen(text);
    memcpy(at, text, length);
    return at + length;
}

/* Writes a number of at most five digits. */
static char *number_add(char *at, unsigned number)
{
    char digits[5];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) && count < 5);
    while (count)
        *at++ = digits[--count];
    return at;
}

static char *cards_add(char *at, CardSet set)
{
    if (!set) *at++ = '-';
    for (; set; set = set_rest(set), at += 2) {
        char card[3];
        card_print(card, set_first(set));
        memcpy(at, card, 2);
    }
    return at;
}

static char *play_add(char *at, CardSet card, CardSet captured)
{
    at = cards_add(at, card);
    if (!captured) return at;
    *at++ = 'x';
    return cards_add(at, captured);
}

static char *hex_add(char *at, uint64_t number)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        *at++ = "0123456789abcdef"[number >> shift & 15];
    return at;
}

/* The table at the first play of the round. */
static Table table_first(const ProtocolAsk *ask)
{
    Table table = {.pool = ask->first_pool, .last = NOBODY};
    memcpy(table.scores, ask->table.scores, sizeof table.scores);
    return table;
}

static char *history_add(char *at, const ProtocolAsk *ask, const Rules *rules)
{
    Table table = table_first(ask);
    at = text_add(text_add(cards_add(text_add(at, " first "), ask->first_pool), " plays "),
                  ask->first_pool && ask->table.ply ? "" : "-");
    while (ask->first_pool && table.ply < ask->table.ply) {
        const CardSet play = ask->history[table.ply], card = play & ~table.pool;
        if (table.ply) *at++ = ',';
        at = play_add(at, card, play ^ card);
        table_play(&table, rules, set_first(card), play ^ card);
    }
    return at;
}

static char *legal_add(char *at, const ProtocolAsk *ask)
{
    CardSet moves[MAX_MOVES];
    const int count = moves_list(moves, ask->hand, ask->table.pool, NULL);
    at = text_add(at, " legal ");
    for (int i = 0; i < count; i++) {
        if (i) *at++ = ',';
        at = play_add(at, moves[i] & ask->hand, moves[i] & ~ask->hand);
    }
    return at;
}

int protocol_ask_print(char text[static PROTOCOL_LEGAL_TEXT], const ProtocolAsk *ask, const Rules *rules, bool legal)
{
    const Table *table = &ask->table;
    char *at = text + sprintf(text, "ask %" PRIu64 " seat %d deal %d hand ", ask->id, table->turn, table->deal + 1);
    for (int seat = 0; seat < (rules->open_hands ? rules->players : 1); seat++) {
        if (seat) *at++ = '/';
        at = cards_add(at, rules->open_hands ? ask->hands[seat] : ask->hand);
    }
    at = text_add(cards_add(text_add(at, " pool "), table->pool), " piles ");
    for (int side = 0; side < rules->sides; side++) {
        if (side) *at++ = '/';
        at = cards_add(at, table->piles[side]);
    }
    at = text_add(at, " surs ");
    for (int side = 0; side < rules->sides; side++) {
        if (side) *at++ = '/';
        at = number_add(at, table->surs[side]);
    }
    at = text_add(at, " scores ");
    for (int side = 0; side < rules->sides; side++) {
        if (side) *at++ = '/';
        at = number_add(at, (unsigned)table->scores[side]);
    }
    at = text_add(at, " last ");
    *at++ = (char)(table->last == NOBODY ? '-' : '0' + table->last);
    at = hex_add(text_add(at, " stream "), ask->stream.state);
    *at++ = '/';
    at = history_add(hex_add(at, ask->stream.inc), ask, rules);
    if (legal) at = legal_add(at, ask);
    *at = 0;
    return (int)(at - text);
}

void protocol_ask_of(ProtocolAsk *ask, uint64_t id, const View *view, const Rng *stream)
{
    ask->id = id;
    ask->table = *view->table;
    ask->hand = view->hand;
    if (view->hands) memcpy(ask->hands, view->hands, sizeof ask->hands);
    ask->first_pool = view->history ? view->first_pool : 0;
    if (view->history) memcpy(ask->history, view->history, view->table->ply * sizeof *ask->history);
    ask->stream = *stream;
}

View protocol_view(const ProtocolAsk *ask, const Rules *rules)
{
    return (View){.rules = rules,
                  .table = &ask->table,
                  .hand = ask->hand,
                  .seat = ask->table.turn,
                  .first_pool = ask->first_pool,
                  .history = ask->first_pool ? ask->history : NULL,
                  .hands = hands_open(ask->hands, rules)};
}

/* ---- reading requests */

/* The values of a request, in their order on the line. */
enum { ID, SEAT, DEAL, HAND_CARDS, POOL, PILES, SURS, SCORES, LAST, STREAM, FIRST, PLAYED, LEGAL, VALUES };
static const char *const KEYS[VALUES] = {"ask",    "seat", "deal",   "hand",  "pool",  "piles", "surs",
                                         "scores", "last", "stream", "first", "plays", "legal"};

static bool hex_read(uint64_t *out, const char *text, char end)
{
    uint64_t number = 0;
    for (int i = 0; i < 16; i++) {
        const char *digit = text[i] ? strchr("0123456789abcdef", text[i]) : NULL;
        if (!digit) return false;
        number = number << 4 | (uint64_t)(digit - "0123456789abcdef");
    }
    *out = number;
    return text[16] == end;
}

static bool stream_read(Rng *stream, const char *text, Error *error)
{
    if (hex_read(&stream->state, text, '/') && hex_read(&stream->inc, text + 17, 0) && stream->inc & 1) return true;
    return error_set(error, "stream '%.40s': expected two numbers of 16 hexadecimal digits, the second odd", text);
}

/* Reads cards that lie nowhere else so far; "-": none. */
static bool cards_take(CardSet *set, CardSet *placed, const char *key, const char *text, Error *error)
{
    *set = 0;
    if (strcmp(text, "-") != 0 && !cards_parse(set, NULL, NULL, text, error)) return error_under(error, "%s", key);
    if (*set & *placed) return error_set(error, "%s: a card of them is somewhere else too", key);
    *placed |= *set;
    return true;
}

static bool number_take(int *number, const char *key, const char *text, int low, int high, Error *error)
{
    int64_t value;
    if (!number_whole(&value, text, low, high, error)) return error_under(error, "%s", key);
    *number = (int)value;
    return true;
}

/* Reads the hand, or those of all seats where they lie open. */
static bool hands_read(ProtocolAsk *ask, CardSet *placed, char *text, const Rules *rules, Error *error)
{
    const char *key = KEYS[HAND_CARDS];
    memset(ask->hands, 0, sizeof ask->hands);
    if (!rules->open_hands) return cards_take(&ask->hand, placed, key, text, error);
    for (int seat = 0; seat < rules->players; seat++) {
        char *next = text ? strchr(text, '/') : NULL;
        if (next) *next++ = 0;
        if (!text || (seat + 1 == rules->players && next))
            return error_set(error, "%s: expected one of each of the %d seats, which lie open", key, rules->players);
        if (!cards_take(&ask->hands[seat], placed, key, text, error)) return false;
        text = next;
    }
    return true;
}

/* Has each seat that is seen as many cards as it holds in the position? */
static bool hands_fit(ProtocolAsk *ask, const Table *table, const Rules *rules, const char *after, Error *error)
{
    if (rules->open_hands) ask->hand = ask->hands[table->turn];
    for (int seat = 0; seat < rules->players; seat++) {
        const CardSet hand = rules->open_hands ? ask->hands[seat] : ask->hand;
        const int cards = table_hand_size(table, rules, seat);
        if (!rules->open_hands && seat != table->turn) continue;
        if (set_count(hand) != cards)
            return error_set(error, "hand: expected %d card%s%s", cards, PLURAL(cards), after);
    }
    return true;
}

/* Reads a position whose plays are not known: some captured cards may be missing from the piles. */
static bool position_read(ProtocolAsk *ask, char *const values[static VALUES], const Rules *rules, Error *error)
{
    Table *table = &ask->table;
    CardSet placed = 0;
    int16_t surs[MAX_SIDES];
    int seat = 0, deal = 0, last = NOBODY;
    char *pile = values[PILES];
    *table = (Table){0};
    if (!number_take(&seat, KEYS[SEAT], values[SEAT], 0, rules->players - 1, error) ||
        !number_take(&deal, KEYS[DEAL], values[DEAL], 1, rules->deals, error) ||
        !hands_read(ask, &placed, values[HAND_CARDS], rules, error))
        return false;
    const int held = set_count(placed);
    if (rules->open_hands) ask->hand = ask->hands[seat];
    if (!cards_take(&table->pool, &placed, KEYS[POOL], values[POOL], error)) return false;
    for (int side = 0; side < rules->sides; side++) {
        char *next = pile ? strchr(pile, '/') : NULL;
        if (next) *next++ = 0;
        if (!pile || (side + 1 == rules->sides && next))
            return error_set(error, "piles: expected one of each of the %d sides", rules->sides);
        if (!cards_take(&table->piles[side], &placed, KEYS[PILES], pile, error)) return false;
        pile = next;
    }
    if (!scores_parse(surs, values[SURS], rules, error) || !scores_parse(table->scores, values[SCORES], rules, error) ||
        (strcmp(values[LAST], "-") && !number_take(&last, KEYS[LAST], values[LAST], 0, rules->sides - 1, error)))
        return false;
    for (int side = 0; side < rules->sides; side++) {
        if (surs[side] > PLAYS) return error_set(error, "surs: more than %d", PLAYS);
        table->surs[side] = (uint8_t)surs[side];
    }
    const int hand = set_count(ask->hand), captured = set_count(placed) - held - set_count(table->pool);
    if (hand < 1 || hand > HAND) return error_set(error, "hand: expected 1 to %d cards", HAND);
    const int ply = ((deal - 1) * HAND + HAND - hand) * rules->players + seat;
    if (captured + set_count(table->pool) > FIRST_POOL + ply)
        return error_set(error, "pool, piles: more cards than there are by then");
    table->ply = (uint8_t)ply;
    table->turn = (uint8_t)seat;
    table->deal = (uint8_t)(deal - 1);
    table->last = (int8_t)last;
    ask->first_pool = 0;
    return hands_fit(ask, table, rules, " at each seat", error);
}

/* Makes a play of the history on the table. `seen`: every card so far. */
static bool play_make(Table *table, CardSet *seen, CardSet *made, const Rules *rules, const char *text, Error *error)
{
    Play play;
    const char *why;
    if (table_over(table)) return error_set(error, "more plays than a round has");
    if (!play_parse(&play, text, error)) return false;
    if (set_has(*seen, play.card)) return error_set(error, "the card of %.20s is not the player's", text);
    if (!capture_legal(table->pool, card_rank(play.card), play.captured, &why))
        return error_set(error, "play %d, %.40s: %s", table->ply + 1, text, why);
    *seen |= set_of(play.card);
    *made = play.captured | set_of(play.card);
    table_play(table, rules, play.card, play.captured);
    return true;
}

/* Replays the round to the request's position. */
static bool history_read(ProtocolAsk *ask, char *const values[static VALUES], const Rules *rules, Error *error)
{
    if (!scores_parse(ask->table.scores, values[SCORES], rules, error)) return false;
    if (!cards_parse(&ask->first_pool, NULL, NULL, values[FIRST], error)) return error_under(error, "first");
    if (set_count(ask->first_pool) != FIRST_POOL) return error_set(error, "first: expected 4 cards");
    CardSet held = 0;
    if (!hands_read(ask, &held, values[HAND_CARDS], rules, error)) return false;
    Table table = table_first(ask);
    CardSet seen = ask->first_pool;
    for (char *next = strcmp(values[PLAYED], "-") ? values[PLAYED] : NULL, *play; (play = next);) {
        next = strchr(play, ',');
        if (next) *next++ = 0;
        if (!play_make(&table, &seen, &ask->history[table.ply % PLAYS], rules, play, error))
            return error_under(error, "plays");
    }
    if (table_over(&table)) return error_set(error, "plays: the round is over");
    if (held & seen) return error_set(error, "hand: a card of it has been seen elsewhere");
    if (!hands_fit(ask, &table, rules, " after these plays", error)) return false;
    ask->table = table;
    return true;
}

/* The same words, whether a pile without cards is written '-' or not at all? */
static bool words_equal(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += *a == '-';
        b += *b == '-';
        if (*a != *b || !*a) return *a == *b;
    }
}

/* What the line says besides the plays must be what they lead to. */
static bool values_agree(const ProtocolAsk *ask, char *const values[static VALUES], const Rules *rules, Error *error)
{
    static const int CHECKED[] = {SEAT, DEAL, POOL, PILES, SURS, LAST};
    char text[PROTOCOL_LEGAL_TEXT], *words[WORDS_MOST];
    ProtocolAsk bare = *ask;
    bare.first_pool = 0;
    protocol_ask_print(text, &bare, rules, false);
    words_cut(words, text);
    for (size_t i = 0; i < sizeof CHECKED / sizeof *CHECKED; i++) {
        const char *right = words[2 * CHECKED[i] + 1];
        if (CHECKED[i] == PILES ? !words_equal(values[PILES], right) : strcmp(values[CHECKED[i]], right) != 0)
            return error_set(error, "%s %.120s: the plays lead to %s", KEYS[CHECKED[i]], values[CHECKED[i]], right);
    }
    return true;
}

bool protocol_ask_parse(ProtocolAsk *ask, char *line, const Rules *rules, Error *error)
{
    char *words[WORDS_MOST], *values[VALUES];
    const int count = words_cut(words, line), needed = 2 * LEGAL;
    ask->id = 0;
    if (count < 2 || strcmp(words[0], KEYS[ID]) != 0) return error_set(error, "'%.20s' is no request", line);
    if (!id_read(&ask->id, words[1])) return error_set(error, "ask '%.20s': expected a number above 0", words[1]);
    if (count != needed && count != needed + 2)
        return error_set(error, "a request has %d words, or %d with its legal plays", needed, needed + 2);
    for (int i = 0; i < count / 2; i++) {
        values[i] = words[2 * i + 1];
        if (strcmp(words[2 * i], KEYS[i]) != 0)
            return error_set(error, "'%.20s' stands where '%s' is expected", words[2 * i], KEYS[i]);
    }
    if (!stream_read(&ask->stream, values[STREAM], error)) return false;
    if (strcmp(values[FIRST], "-") != 0)
        return history_read(ask, values, rules, error) && values_agree(ask, values, rules, error);
    if (strcmp(values[PLAYED], "-") != 0) return error_set(error, "plays are told, but not the first pool");
    return position_read(ask, values, rules, error);
}

/* ---- answers */

void protocol_play_print(char text[static PROTOCOL_ANSWER_TEXT], const ProtocolAsk *ask, CardSet play)
{
    char *at = text + sprintf(text, "play %" PRIu64 " ", ask->id);
    at = play_add(at, play & ask->hand, play & ~ask->hand);
    *at++ = ' ';
    *hex_add(at, ask->stream.state) = 0;
}

void protocol_error_print(char text[static PROTOCOL_ANSWER_TEXT], uint64_t id, const char *reason)
{
    snprintf(text, PROTOCOL_ANSWER_TEXT, "error %" PRIu64 " %s", id, reason);
}

bool protocol_answer_parse(ProtocolAnswer *answer, char *line, Error *error)
{
    char *words[WORDS_MOST];
    ProtocolAnswer made = {0};
    Play play;
    if (strlen(line) >= PROTOCOL_ANSWER_TEXT)
        return error_set(error, "an answer longer than %d bytes", PROTOCOL_ANSWER_TEXT - 1);
    const int count = words_cut(words, line);
    if (!strcmp(words[0], "error") && count > 1 && number_u64(&made.id, words[1]) == NUMBER_OK) {
        made.kind = ANSWER_ERROR;
        *answer = made;
        return true;
    }
    if (strcmp(words[0], "play") != 0 || count < 3 || count > 4 || !id_read(&made.id, words[1]))
        return error_set(error, "'%.20s' is no answer: expected 'play ID PLAY'", line);
    if (!play_parse(&play, words[2], error)) return false;
    made.drew = count == 4;
    if (made.drew && !hex_read(&made.state, words[3], 0))
        return error_set(error, "state '%.20s': expected 16 hexadecimal digits", words[3]);
    made.play = play.captured | set_of(play.card);
    *answer = made;
    return true;
}
