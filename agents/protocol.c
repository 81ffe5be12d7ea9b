/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads the lines of the protocol. */
#include "agents/protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/number.h"
#include "engine/text/words.h"

/* The words of a line, and room for one more, so that a longer line is noticed; and the longest version. */
enum { WORDS_MOST = 28, VERSION_TEXT = 64 };

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

void protocol_hello_print(char text[static PROTOCOL_ASK_TEXT], const char *version, const Rules *rules, uint64_t seed)
{
    char value[32];
    int used = sprintf(text, "hello %d version %.*s rules %s", PROTOCOL_VERSION, (int)strcspn(version, " "), version,
                       RULE_PRESETS[rules->preset].name);
    for (const RuleKey *key = RULE_KEYS; key < RULE_KEYS + RULE_KEY_COUNT; key++) {
        rule_print(value, sizeof value, key, rules);
        used += snprintf(text + used, (size_t)(PROTOCOL_ASK_TEXT - used), ",%s=%s", key->name, value);
    }
    snprintf(text + used, (size_t)(PROTOCOL_ASK_TEXT - used), " seed %" PRIu64, seed);
}

static bool version_read(const char *line, const char *text, Error *error)
{
    uint64_t version;
    if (number_u64(&version, text) == NUMBER_OK && version == PROTOCOL_VERSION) return true;
    return error_set(error, "%s %.20s: this is version %d of the protocol", line, text, PROTOCOL_VERSION);
}

bool protocol_hello_parse(Rules *rules, const char *line, Error *error)
{
    static const char *const KEYS[] = {"hello", "version", "rules", "seed"};
    char copy[PROTOCOL_ASK_TEXT], *words[WORDS_MOST];
    uint64_t seed;
    if (strlen(line) >= sizeof copy) return error_set(error, "no hello: a line longer than %zu bytes", sizeof copy - 1);
    strcpy(copy, line);
    const int count = words_cut(words, copy);
    for (int i = 0; i < 8; i += 2)
        if (i + 1 >= count || strcmp(words[i], KEYS[i / 2]) != 0)
            return error_set(error, "no hello: expected 'hello %d version V rules R seed S'", PROTOCOL_VERSION);
    if (!version_read("hello", words[1], error)) return false;
    if (count != 8 || !*words[3] || strlen(words[3]) >= VERSION_TEXT)
        return error_set(error, "no hello: expected one word for the version, and nothing after the seed");
    if (!rules_parse(rules, words[5], error)) return false;
    return number_u64(&seed, words[7]) == NUMBER_OK ||
           error_set(error, "seed '%.20s': expected a whole number", words[7]);
}

/* Reads the bits of a list of names, the first of its kind, each once. */
static bool bits_read(uint32_t *bits, const char *list, const char *const names[], int count)
{
    const Names known = NAMES_OF("", names, count, NULL);
    Words words = {.rest = list, .separator = ',', .names = &known};
    Error unused;
    if (*bits || !words_rest(&words, &unused)) return false;
    *bits = (uint32_t)words.given;
    return *bits;
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
    static const char *const NUMBERS[] = {"2", "3", "4"};
    const char *presets[32];
    for (int i = 0; i < RULE_PRESET_COUNT; i++)
        presets[i] = RULE_PRESETS[i].name;
    bool *flag = !strcmp(word, "batch")   ? &ready->batch
                 : !strcmp(word, "legal") ? &ready->legal
                 : !strcmp(word, "end")   ? &ready->end
                                          : NULL;
    if (flag) return !*flag && (*flag = true);
    if (!strncmp(word, "rules=", 6)) return bits_read(&ready->presets, word + 6, presets, RULE_PRESET_COUNT);
    if (!strncmp(word, "players=", 8)) return bits_read(&ready->players, word + 8, NUMBERS, MAX_SEATS - 1);
    return !strncmp(word, "name=", 5) && name_read(ready->name, word + 5);
}

bool protocol_ready_parse(ProtocolReady *ready, const char *line, Error *error)
{
    char copy[PROTOCOL_READY_TEXT + 1], *words[WORDS_MOST];
    ProtocolReady made = {0};
    snprintf(copy, sizeof copy, "%s", line);
    const int count = words_cut(words, copy);
    if (count < 2 || strcmp(words[0], "ready") != 0)
        return error_set(error, "no ready: expected 'ready %d'", PROTOCOL_VERSION);
    if (!version_read("ready", words[1], error)) return false;
    for (int i = 2; i < count; i++)
        if (!ready_word(&made, words[i]))
            return error_set(error,
                             "ready: '%.23s' is not one of batch, legal, end, rules=PRESET, players=N and name=NAME, "
                             "once each",
                             words[i]);
    *ready = made;
    return true;
}

bool protocol_ready_plays(const ProtocolReady *ready, const Rules *rules)
{
    return (!ready->presets || ready->presets >> rules->preset & 1) &&
           (!ready->players || ready->players >> (rules->players - 2) & 1);
}

/* ---- writing requests */

static char *cards_add(char *at, CardSet set)
{
    if (!set) return stpcpy(at, "-");
    cards_print(at, set);
    return at + 2 * set_count(set);
}

static char *play_add(char *at, CardSet card, CardSet captured)
{
    play_print(at, set_first(card), captured);
    return at + (captured ? 3 + 2 * set_count(captured) : 2);
}

static char *history_add(char *at, const ProtocolAsk *ask)
{
    CardSet pool = ask->first_pool;
    const int plays = pool ? ask->known.round.table.ply : 0;
    at = stpcpy(cards_add(stpcpy(at, " first "), pool), plays ? " plays " : " plays -");
    for (int ply = 0; ply < plays; ply++) {
        const CardSet play = ask->history[ply], card = play & ~pool;
        if (ply) *at++ = ',';
        at = play_add(at, card, play ^ card);
        pool = play == card ? pool | card : pool & ~play; /* what a last card sweeps is not played again */
    }
    return at;
}

static char *legal_add(char *at, const KnownView *known)
{
    CardSet moves[MAX_MOVES];
    const CardSet hand = round_hand(&known->round);
    const int count = moves_list(moves, hand, known->round.table.pool, NULL);
    at = stpcpy(at, " legal ");
    for (int i = 0; i < count; i++) {
        if (i) *at++ = ',';
        at = play_add(at, moves[i] & hand, moves[i] & ~hand);
    }
    return at;
}

int protocol_ask_print(char text[static PROTOCOL_LEGAL_TEXT], const ProtocolAsk *ask, bool legal)
{
    const KnownView *known = &ask->known;
    const Table *table = &known->round.table;
    const Rules *rules = &known->rules;
    char *at = text + sprintf(text, "ask %" PRIu64 " seat %d deal %d hand ", ask->id, table->turn, table->deal + 1);
    for (int seat = 0; seat < (rules->open_hands ? rules->players : 1); seat++) {
        if (seat) *at++ = '/';
        at = cards_add(at, known->round.hands[rules->open_hands ? seat : table->turn]);
    }
    at = stpcpy(cards_add(stpcpy(at, " pool "), table->pool), " piles ");
    for (int side = 0; side < rules->sides; side++) {
        if (side) *at++ = '/';
        at = cards_add(at, table->piles[side]);
    }
    for (int side = 0; side < rules->sides; side++)
        at += sprintf(at, "%s%d", side ? "/" : " surs ", table->surs[side]);
    for (int side = 0; side < rules->sides; side++)
        at += sprintf(at, "%s%d", side ? "/" : " scores ", table->scores[side]);
    at += sprintf(at, " last %c stream %016" PRIx64 "/%016" PRIx64, table->last == NOBODY ? '-' : '0' + table->last,
                  ask->stream.state, ask->stream.inc);
    at = history_add(at, ask);
    if (legal) at = legal_add(at, known);
    *at = 0;
    return (int)(at - text);
}

void protocol_ask_of(ProtocolAsk *ask, const View *view, const Rng *stream)
{
    ask->id = 0;
    ask->known = (KnownView){.rules = *view->rules, .round.table = *view->table};
    if (view->hands) memcpy(ask->known.round.hands, view->hands, sizeof ask->known.round.hands);
    ask->known.round.hands[view->seat] = view->hand;
    ask->first_pool = view->history ? view->first_pool : 0;
    if (view->history) memcpy(ask->history, view->history, view->table->ply * sizeof *ask->history);
    ask->stream = *stream;
}

View protocol_view(const ProtocolAsk *ask)
{
    return turn_view(&ask->known.round, &ask->known.rules, ask->first_pool, ask->first_pool ? ask->history : NULL);
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

/* Reads a position; where the plays are not known, some captured cards may be missing from the piles. */
static bool position_read(KnownView *known, char *const values[static VALUES], const Rules *rules, Error *error)
{
    const ViewText text = {.hand = values[HAND_CARDS],
                           .pool = values[POOL],
                           .piles = values[PILES],
                           .surs = values[SURS],
                           .scores = values[SCORES],
                           .deal = values[DEAL],
                           .last = strcmp(values[LAST], "-") ? values[LAST] : NULL,
                           .seat = values[SEAT]};
    if (!view_told(known, rules, &text, error)) return false;
    if (!text.last) known->round.table.last = NOBODY;
    return true;
}

/* Reads the plays, if they are told, which come to the position. */
static bool history_read(ProtocolAsk *ask, char *const values[static VALUES], const Rules *rules, Error *error)
{
    const bool told = strcmp(values[FIRST], "-") != 0;
    ask->first_pool = 0;
    const int count = plays_parse(ask->history, values[PLAYED], error);
    if (!told && count) return count > 0 && error_set(error, "plays are given, but not the first pool");
    if (!told) return true;
    if (count != ask->known.round.table.ply)
        return count >= 0 && error_set(error, "plays: %d, in a position after %d", count, ask->known.round.table.ply);
    if (!cards_parse(&ask->first_pool, NULL, values[FIRST], error)) return error_under(error, "first");
    return history_fits(&ask->known.round.table, ask->first_pool, ask->history, rules, error);
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
            return error_set(error, "found '%.20s' where '%s' is expected", words[2 * i], KEYS[i]);
    }
    return stream_read(&ask->stream, values[STREAM], error) && position_read(&ask->known, values, rules, error) &&
           history_read(ask, values, rules, error);
}

/* ---- answers */

void protocol_play_print(char text[static PROTOCOL_ANSWER_TEXT], const ProtocolAsk *ask, CardSet play)
{
    char *at = text + sprintf(text, "play %" PRIu64 " ", ask->id);
    at = play_add(at, play & round_hand(&ask->known.round), play & ~round_hand(&ask->known.round));
    sprintf(at, " %016" PRIx64, ask->stream.state);
}

void protocol_error_print(char text[static PROTOCOL_ANSWER_TEXT], uint64_t id, const char *reason)
{
    snprintf(text, PROTOCOL_ANSWER_TEXT, "error %" PRIu64 " %s", id, reason);
}

bool protocol_answer_parse(AgentAnswer *answer, char *line, Error *error)
{
    char *words[WORDS_MOST];
    AgentAnswer made = {0};
    Play play;
    if (strlen(line) >= PROTOCOL_ANSWER_TEXT)
        return error_set(error, "an answer longer than %d bytes", PROTOCOL_ANSWER_TEXT - 1);
    const int count = words_cut(words, line);
    if (strcmp(words[0], "error") != 0 || count < 2 || number_u64(&made.ticket, words[1]) != NUMBER_OK) {
        if (strcmp(words[0], "play") != 0 || count < 3 || count > 4 || !id_read(&made.ticket, words[1]))
            return error_set(error, "'%.20s' is not an answer: expected 'play ID PLAY'", line);
        if (!play_parse(&play, words[2], error)) return false;
        made.drew = count == 4;
        if (made.drew && !hex_read(&made.state, words[3], 0))
            return error_set(error, "state '%.20s': expected 16 hexadecimal digits", words[3]);
        made.play = play.captured | set_of(play.card);
    }
    *answer = made;
    return true;
}
