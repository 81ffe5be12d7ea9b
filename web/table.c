/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests of web/table.h. */
#include <inttypes.h>
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/protocol.h"
#include "engine/match.h"
#include "library/version.h"
#include "sim/advise.h"
#include "sim/files/text_buffer.h"
#include "sim/players.h"
#include "web/table.h"

/* What a page calls. */
#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

enum { ARGS = 64 };

static struct {
    Rules rules;
    uint64_t seed;
    int read_round;        /* of the match, of a record */
    int own;               /* the person's seat in the first round; -1: nobody's */
    bool begun, is_record; /* is_record: a round that was read, whose players are not here */
    char names[MAX_SEATS][AGENT_NAME];
    Agent agents[MAX_SEATS]; /* by seats of the first round */
    Player players[MAX_SEATS];
    Match match;
    Pack pack;
    Game game;
    Rng streams[PLAYS + 1][MAX_SEATS]; /* of the players before each play */
    CardSet plays[PLAYS];              /* that were made, also those that were taken back */
    int known;                         /* how many of them */
    TextBuffer records;                /* of the rounds that are over */
    KnownView view;                    /* a position: the user's own … */
    Game past;                         /* … or that of a round */
    bool of_round;
} table;

static char *words[ARGS]; /* of the request … */
static int word_count;
static FILE *out; /* … the answer … */
static char last; /* … and what was written there last */

/* ---- JSON */

static void string_write(const char *text)
{
    TextBuffer quoted = {.length = 0};
    if (json_string(&quoted, text, false)) fwrite(quoted.data, 1, quoted.length, out);
    text_buffer_free(&quoted);
}

/* Writes a format in which ' is a quote, %s a text, %c cards, %d an int, %u a uint64_t, and %f a number or null. What
   follows a whole member is set off from it by a comma. */
static void json_write(const char *format, ...)
{
    char cards[CARDS_TEXT];
    double number;
    va_list args;
    if (!strchr("{[:", last) && !strchr("}]:", *format)) putc(',', out);
    va_start(args, format);
    for (const char *at = format; *at; last = *at++)
        if (*at != '%') {
            putc(*at == '\'' ? '"' : *at, out);
        } else if (*++at == 's') {
            string_write(va_arg(args, const char *));
        } else if (*at == 'c') {
            cards_print(cards, va_arg(args, CardSet));
            string_write(cards);
        } else if (*at == 'd') {
            fprintf(out, "%d", va_arg(args, int));
        } else if (*at == 'u') {
            fprintf(out, "%" PRIu64, va_arg(args, uint64_t));
        } else {
            number = va_arg(args, double);
            fprintf(out, number == number ? "%.17g" : "null", number);
        }
    va_end(args);
}

/* A member that is a list, each of whose members has that format. */
#define JSON_LIST(name, count, format, of_i)                                                                           \
    do {                                                                                                               \
        json_write("'" name "':[");                                                                                    \
        for (int i = 0; i < (count); i++)                                                                              \
            json_write(format, of_i);                                                                                  \
        json_write("]");                                                                                               \
    } while (0)

static bool answer_fail(const char *why)
{
    json_write("{'error':%s}", why);
    return false;
}

/* ---- rules */

static bool answer_setup(void)
{
    json_write("{'version':%s,'presets':[", PASUR_VERSION);
    for (int i = 0; i < RULE_PRESET_COUNT; i++) {
        const RulePreset *preset = &RULE_PRESETS[i];
        json_write("{'name':%s,'source':%s,'three':%d,'teams_only':%d}", preset->name, preset->source, preset->three,
                   preset->teams_only);
    }
    json_write("]");
    json_write("'agents':[");
    for (int i = 0; i < AGENT_KIND_COUNT; i++) {
        const AgentKind *kind = AGENT_KINDS[i];
        if (kind->traits & TRAIT_PERSON || kind->read) continue; /* whose name alone makes none */
        json_write("{'name':%s,'help':%s,'cheats':%d}", kind->name, kind->help, (kind->traits & TRAIT_CHEATS) != 0);
    }
    json_write("]}");
    return true;
}

static void rules_write(const Rules *rules)
{
    char text[RULES_TEXT];
    rules_print(text, rules);
    json_write("'rules':%s,'players':%d,'sides':%d,'teams':%d,'deals':%d,'target':%d,'open':%d", text, rules->players,
               rules->sides, rules->teams, rules->deals, rules->target, rules->open_hands);
}

static bool answer_rules(void)
{
    char value[64];
    Rules rules;
    Error error;
    const char *why;
    if (!rules_parse_seated(&rules, words[1], word_count > 2 ? atoi(words[2]) : 2, &error))
        return answer_fail(error.text);
    if (!match_ends(&rules, &why)) return answer_fail(why);
    json_write("{");
    rules_write(&rules);
    json_write("'keys':[");
    for (const RuleKey *key = RULE_KEYS; key < RULE_KEYS + RULE_KEY_COUNT; key++) {
        rule_print(value, sizeof value, key, &rules);
        json_write("{'name':%s,'help':%s,'value':%s", key->name, key->help, value);
        if (key->words) json_write("'words':%s", key->words);
        json_write("'low':%d,'high':%d,'match':%d}", key->low, key->high, key->match);
    }
    json_write("]}");
    return true;
}

/* ---- the round */

/* The seat of the first round of who sits at `seat` now. */
static int first_seat(int seat) { return (seat + table.match.rounds) % table.rules.players; }

static int own_seat(void)
{
    const int players = table.rules.players;
    return table.own < 0 ? -1 : (table.own + players - table.match.rounds % players) % players;
}

/* What a play does to the Surs: 1 it makes one, -1 it cancels another's, 0 neither. */
static int sur_of(const Table *before, const Rules *rules, CardSet play)
{
    Table after = *before;
    int gained = 0;
    table_play(&after, rules, play);
    for (int side = 0; side < rules->sides; side++)
        gained += after.surs[side] - before->surs[side];
    return gained > 0 ? 1 : gained < 0 ? -1 : 0;
}

static void play_write(const Table *before, const Rules *rules, CardSet play)
{
    char text[PLAY_TEXT];
    const CardSet taken = play & before->pool, card = play ^ taken;
    play_print(text, set_first(card), taken);
    json_write("{'play':%s,'card':%c,'takes':%c,'sur':%d}", text, card, taken, sur_of(before, rules, play));
}

static void legal_write(const Table *before, const Rules *rules, CardSet hand)
{
    static CardSet plays[MAX_MOVES];
    const int count = hand ? moves_list(plays, hand, before->pool, NULL) : 0;
    json_write("'legal':[");
    for (int i = 0; i < count; i++)
        play_write(before, rules, plays[i]);
    json_write("]");
}

/* One side of the count, line by line: what it has in its pile, and what that is worth. */
static void count_write(const SideCount *count, CardSet pile)
{
    static const char *const CLASSES[] = {
#define CLASS_NAME(name, key, ...) #name,
        PAYING_ROWS(CLASS_NAME)};
    const Rules *rules = &table.rules;
    json_write("{'points':%d,'cards':%d,'clubs':%d,'clubs_points':%d,'surs':%d,'surs_points':%d,'paying':[",
               count->points, count->cards, count->clubs, count->clubs_won ? scoring_clubs(count->clubs, rules) : 0,
               count->surs, sur_points(count->surs, rules));
    for (int i = 0; i < PAYING; i++)
        json_write("{'name':%s,'cards':%c,'points':%d}", CLASSES[i], pile & PAYING_CARDS[i],
                   count->paying[i] * rules->paying[i]);
    json_write("]}");
}

static void history_write(const Game *game)
{
    Table before = table_begun(game->first_pool, game->round.table.scores);
    json_write("'history':[");
    for (int i = 0; i < game->round.table.ply; i++) {
        json_write("{'seat':%d,'deal':%d,'does':", before.turn, before.deal);
        play_write(&before, &table.rules, game->history[i]);
        json_write("}");
        table_play(&before, &table.rules, game->history[i]);
    }
    json_write("]");
}

static bool round_ended(const Game *game) { return table_over(&game->round.table) || game_stopped(game, &table.rules); }

/* What lies where, and who is to play. */
static void stand_write(const Game *game)
{
    const Rules *rules = &table.rules;
    const Table *now = &game->round.table;
    const bool ended = round_ended(game), open = ended || rules->open_hands || table.is_record;
    const int own = own_seat();
    const int rounds = table.match.rounds;
    SideCount counts[MAX_SIDES];
    Match after = table.match; /* with this round */
    int stopped = NOBODY;
    count_sides(counts, now, rules);
    if (ended && game->match) match_add(&after, rules, now);
    if (!table_over(now) && ended) table_shodam(now, rules, &stopped);
    json_write("'turn':%d,'ply':%d,'deal':%d,'last':%d,'over':%d,'stopped':%d", now->turn, now->ply, now->deal,
               now->last, ended, stopped);
    JSON_LIST("hands", rules->players, "%c", open || i == own || own < 0 ? game->round.hands[i] : (CardSet)0);
    JSON_LIST("piles", rules->sides, "%c", now->piles[i]);
    JSON_LIST("sizes", rules->players, "%d", table_hand_size(now, rules, i));
    JSON_LIST("scores", rules->sides, "%d", now->scores[i]);
    JSON_LIST("surs", rules->sides, "%d", now->surs[i]);
    JSON_LIST("points", rules->sides, "%d", counts[i].points);
    JSON_LIST("after", rules->sides, "%d", game->match ? after.scores[match_side(rules, rounds, i)] : 0);
    json_write("'winner':%d",
               after.winner == NOBODY ? NOBODY : (after.winner + rules->sides - rounds % rules->sides) % rules->sides);
    json_write("'pool':%c", now->pool);
    legal_write(now, rules, !ended && (open || own < 0 || now->turn == own) ? game->round.hands[now->turn] : 0);
    json_write("'counts':[");
    for (int side = 0; ended && side < rules->sides; side++)
        count_write(&counts[side], now->piles[side]);
    json_write("]");
}

static bool game_write(const Game *game)
{
    const Rules *rules = &table.rules;
    json_write("{");
    rules_write(rules);
    json_write("'seed':%u,'match':%d,'round':%d,'own':%d,'known':%d,'first_pool':%c", table.seed, game->match,
               table.is_record ? table.read_round : table.match.rounds, own_seat(), table.known, game->first_pool);
    JSON_LIST("names", rules->players, "%s", table.names[table.is_record ? i : first_seat(i)]);
    history_write(game);
    stand_write(game);
    json_write("}");
    return true;
}

/* *past is the round before that play. */
static bool game_at(Game *past, int ply)
{
    const Table *now = &table.game.round.table;
    if (!table.begun || ply < 0 || ply > table.known) return answer_fail("the round has no such play");
    game_start_match(past, &table.rules, &table.pack, now->scores);
    past->match = table.game.match;
    for (int i = 0; i < ply; i++)
        game_put(past, &table.rules, table.plays[i]);
    return true;
}

static bool answer_at(void)
{
    Game past;
    return game_at(&past, word_count > 1 ? atoi(words[1]) : 0) && game_write(&past);
}

/* ---- the match */

static void table_clear(void)
{
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        player_close(&table.players[seat]);
        agent_free(&table.agents[seat]);
        table.agents[seat] = (Agent){0};
    }
    table.records.length = 0;
    table.begun = table.is_record = false;
}

/* The players' streams as they are before the next play. */
static void streams_keep(void)
{
    for (int seat = 0; seat < table.rules.players; seat++)
        table.streams[table.game.round.table.ply][seat] = table.players[seat].rng;
}

static void players_begin(void)
{
    Player *seated[MAX_SEATS] = {0};
    for (int seat = 0; seat < table.rules.players; seat++)
        seated[seat] = &table.players[first_seat(seat)];
    game_players_tell(&table.game, &table.rules, seated, false);
}

static void round_begin(void)
{
    int16_t scores[MAX_SIDES] = {0};
    Rng rng = rng_for(table.seed, 0, table.match.rounds ? PURPOSE_ROUND + (uint64_t)table.match.rounds : PURPOSE_CARDS);
    if (table.match.rounds && table.rules.shuffle) {
        Card order[CARDS];
        pack_gather(order, &table.rules, &table.pack, table.game.history, 0);
        pack_deal_riffled(&table.pack, order, &table.rules, &rng);
    } else {
        pack_deal(&table.pack, &table.rules, &rng);
    }
    match_scores(scores, &table.match, &table.rules);
    game_start_match(&table.game, &table.rules, &table.pack, scores);
    table.known = 0;
    players_begin();
    streams_keep();
}

/* Opens who sits at the seats, by the names in turn. False, with the answer. */
static bool seats_open(char *names[], int count)
{
    Error error;
    for (int seat = 0; seat < table.rules.players; seat++) {
        const char *name = names[seat % count];
        const bool person = seat == table.own || !strcmp(name, "you");
        snprintf(table.names[seat], sizeof table.names[seat], "%s", person ? "you" : name);
        if (!agent_parse(&table.agents[seat], person ? "random" : name, &table.rules, &error))
            return answer_fail(error.text);
        if (!player_open(&table.players[seat], &table.agents[seat], &table.rules)) return answer_fail("out of memory");
        table.players[seat].rng = player_rng(table.seed, 0, 0, seat);
    }
    return true;
}

static bool answer_begin(void)
{
    Error error;
    int16_t scores[MAX_SIDES] = {0};
    const char *why;
    table_clear();
    if (!rules_parse_seated(&table.rules, words[1], word_count - 5, &error)) return answer_fail(error.text);
    if (!match_ends(&table.rules, &why)) return answer_fail(why);
    if (strcmp(words[4], "-") && !scores_parse(scores, words[4], &table.rules, &error)) return answer_fail(error.text);
    if (!match_round_begins(scores, &table.rules, &why)) return answer_fail(why);
    table.seed = strtoull(words[2], NULL, 10);
    table.own = strcmp(words[3], "-") ? atoi(words[3]) : -1;
    if (table.own >= table.rules.players) return answer_fail("there is no such seat");
    match_start(&table.match, scores);
    if (!seats_open(words + 5, word_count - 5)) return false;
    table.begun = true;
    round_begin();
    return game_write(&table.game);
}

/* Adds the record of the round as far as it was played. */
static bool record_write(const Game *game)
{
    TextBuffer *text = &table.records;
    Record record = game_record(game, &table.rules, &table.pack);
    record.seed = table.seed;
    record.has_seed = record.has_round = record.has_match = !table.is_record;
    record.round = (uint64_t)table.match.rounds;
    record.has_play = record.play_count > 0;
    for (int seat = 0, used = 0; seat < table.rules.players && used < RECORD_AGENTS; seat++)
        used += snprintf(record.agents + used, sizeof record.agents - (size_t)used, "%s%s", seat ? " " : "",
                         table.names[table.is_record ? seat : first_seat(seat)]);
    if (!text_buffer_reserve(text, RECORD_TEXT)) return answer_fail("out of memory");
    text->length += (size_t)record_print(text->data + text->length, &record);
    return true;
}

/* Makes a play of who is to move, and ends the round where it was the last. */
static bool play_make(CardSet play)
{
    const int ply = table.game.round.table.ply;
    if (ply == table.known || table.plays[ply] != play) table.known = ply + 1;
    table.plays[ply] = play;
    game_put(&table.game, &table.rules, play);
    streams_keep();
    return game_write(&table.game);
}

static bool answer_play(void)
{
    Play typed;
    Error error;
    const char *why;
    const Round *round = &table.game.round;
    if (!table.begun || table.is_record || round_ended(&table.game)) return answer_fail("no play is to be made");
    if (!play_parse(&typed, words[1], &error)) return answer_fail(error.text);
    if (!round_legal(round, typed.card, typed.captured, &why)) return answer_fail(why);
    return play_make((CardSet)1 << typed.card | typed.captured);
}

static bool answer_think(void)
{
    if (!table.begun || table.is_record || round_ended(&table.game)) return answer_fail("no play is to be made");
    const View view = game_view(&table.game, &table.rules);
    Player *player = &table.players[first_seat(view.seat)];
    const CardSet chosen = player_ask(player, &view, &table.game.round);
    return chosen ? play_make(chosen) : answer_fail(player->why ? player->why : "the agent made no legal play");
}

static bool answer_next(void)
{
    if (!table.begun || table.is_record || !round_ended(&table.game)) return answer_fail("the round is not over");
    Match after = table.match;
    if (!match_add(&after, &table.rules, &table.game.round.table)) return answer_fail("the scores have grown too high");
    if (after.winner != NOBODY) return answer_fail("the match is over");
    if (!record_write(&table.game)) return false;
    table.match = after;
    round_begin();
    return game_write(&table.game);
}

static bool answer_undo(void)
{
    Game past;
    const int ply = word_count > 1 ? atoi(words[1]) : 0;
    if (!game_at(&past, ply)) return false;
    table.game = past;
    if (!table.is_record) {
        players_begin();
        for (int seat = 0; seat < table.rules.players; seat++)
            table.players[seat].rng = table.streams[ply][seat];
    }
    return game_write(&table.game);
}

/* ---- records */

static bool answer_record(void)
{
    const size_t over = table.records.length;
    if (!table.begun) return answer_fail("there is no round");
    if (!record_write(&table.game)) return false;
    json_write("{'record':%s}", table.records.data);
    table.records.length = over;
    return true;
}

/* Takes the first record of the lines. */
static bool record_take(Record *record, char *lines[], int count, Error *error)
{
    RecordReader reader = {0};
    for (int i = 0; i <= count; i++) {
        const ReadStatus read = record_feed(&reader, record, i < count ? lines[i] : NULL, error);
        if (read == READ_RECORD) return true;
        if (read == READ_ERROR) return error_under(error, "line %d", error->line);
    }
    return error_set(error, "no record");
}

/* Names of a record's seats, if there is one for each. */
static void names_take(const char *agents)
{
    int names = *agents != 0;
    for (const char *c = agents; *c; c++)
        names += *c == ' ';
    for (int seat = 0; seat < table.rules.players; seat++) {
        const int length = names == table.rules.players ? (int)strcspn(agents, " ") : 0;
        snprintf(table.names[seat], sizeof table.names[seat], "%.*s", length, agents);
        agents += length + (agents[length] == ' ');
    }
}

static bool answer_read(void)
{
    static Record record;
    Round round;
    Error error;
    if (!record_take(&record, words + 1, word_count - 1, &error) || !record_dealt(&record, &error) ||
        !record_replay(&round, &record, &error))
        return answer_fail(error.text);
    table_clear();
    table.rules = record.rules;
    table.pack = record.pack;
    table.seed = record.has_seed ? record.seed : 1;
    table.own = -1;
    table.begun = table.is_record = true;
    match_start(&table.match, NULL);
    names_take(record.agents);
    game_start_match(&table.game, &table.rules, &table.pack, record.scores);
    table.game.match = record.has_match;
    table.read_round = record.has_round ? (int)record.round : 0;
    table.known = 0;
    for (int i = 0; i < record.play_count; i++) {
        table.plays[table.known++] = (CardSet)1 << record.plays[i].card | record.plays[i].captured;
        game_put(&table.game, &table.rules, table.plays[i]);
    }
    return game_write(&table.game);
}

/* The round that was read goes on from a play, with the person at a seat. */
static bool answer_go_on(void)
{
    Game past;
    const int ply = atoi(words[1]), seat = atoi(words[2]);
    if (!table.is_record) return answer_fail("no record was read");
    if (seat < 0 || seat >= table.rules.players) return answer_fail("there is no such seat");
    if (!game_at(&past, ply)) return false;
    table.own = seat;
    if (!seats_open(words + 3, word_count - 3)) return table_clear(), false;
    table.is_record = false;
    match_start(&table.match, past.round.table.scores);
    table.game = past;
    table.known = ply;
    players_begin();
    for (int i = 0; i <= ply; i++)
        for (int one = 0; one < table.rules.players; one++)
            table.streams[i][one] = table.players[one].rng;
    return game_write(&table.game);
}

/* ---- a position, and what plays are worth there */

static View position_view(void)
{
    return turn_view(&table.view.round, &table.view.rules, table.of_round ? table.past.first_pool : 0,
                     table.of_round ? table.past.history : NULL);
}

static bool view_write(void)
{
    char text[VIEW_TEXT];
    const Table *now = &table.view.round.table;
    view_print(text, &table.view);
    json_write("{");
    rules_write(&table.view.rules);
    json_write("'options':%s,'hand':%c,'pool':%c,'deal':%d,'turn':%d,'ply':%d", text, round_hand(&table.view.round),
               now->pool, now->deal, now->turn, now->ply);
    legal_write(now, &table.view.rules, round_hand(&table.view.round));
    json_write("}");
    return true;
}

static bool answer_view(void)
{
    Error error;
    const char *said[10] = {0};
    for (int i = 1; i < word_count && i < 10; i++)
        said[i] = strcmp(words[i], "-") ? words[i] : NULL;
    const ViewText text = {said[1], said[2], said[3], said[4], said[5], said[6], said[7], said[8], said[9]};
    if (!view_parse(&table.view, &text, &error)) return answer_fail(error.text);
    table.of_round = false;
    return view_write();
}

/* What who is to move knows. */
static void position_take(const Game *past)
{
    table.view = (KnownView){table.rules, past->round};
    table.past = *past;
    table.of_round = true;
}

static bool answer_view_of(void)
{
    Game past;
    if (!game_at(&past, word_count > 1 ? atoi(words[1]) : table.game.round.table.ply)) return false;
    if (table_over(&past.round.table)) return answer_fail("the round is over");
    position_take(&past);
    return view_write();
}

/* A chance in %, by counting and, as NAME_told, by what the plays tell: the number, or with its interval
   [number, low, high]. */
static void chance_write(const char *name, const Chance *chance, bool interval)
{
    for (int told = 0; told < 2; told++) {
        const Likely *likely = told ? &chance->told : &chance->counted;
        char key[32];
        snprintf(key, sizeof key, "%s%s", name, told ? "_told" : "");
        json_write("%s:", key);
        json_write(interval && likely->value == likely->value ? "[%f,%f,%f]" : "%f", 100 * likely->value,
                   100 * likely->low, 100 * likely->high);
    }
}

/* What may follow a play: the next player captures something, makes a Sur, holds a jack; a side wins the clubs, the own
   one and the one that plays next. */
static void chances_write(const Chances *chances, int play, const View *view)
{
    const PlayChances *of = &chances->of[play];
    chance_write("clubs", &of->clubs[table_side(view->table, view->rules)], true);
    chance_write("clubs_next", &of->clubs[rules_side(view->rules, chances->seat)], true);
    if (!chances->held) return;
    chance_write("captures", &of->capture, false);
    chance_write("makes_sur", &of->sur, false);
    chance_write("jack", &chances->ranks[JACK], false);
}

/* Why the better one of two plays is better: the parts of a round that are shown to speak for it, the largest first,
   with points, and how often what it is about happens after the better play and the other, in %. */
static void reasons_write(const Reasons *why)
{
    char text[REASONS_TEXT];
    json_write("'why':%s,'reasons':[", reasons_text(text, why, NULL, NULL));
    for (int i = 0; i < why->count; i++) {
        const Reason kind = why->list[i];
        json_write("{'part':%s,'points':%f,'better':%f,'other':%f}", REASON_WORDS[kind].name, why->points[kind].mean,
                   100 * why->share[kind][0], 100 * why->share[kind][1]);
    }
    json_write("]");
}

static void advice_write(const Advised *advised, const View *view)
{
    const Advice *advice = &advised->advice;
    static const char *const KINDS[] = {"search", "rollouts", "solved", "exact"};
    char text[PLAY_TEXT];
    json_write("{'kind':%s,'chance':%d,'choice':%d,'rival':%d", KINDS[advice->kind], advice->is_chance, advice->choice,
               advice->rival);
    reasons_write(&advised->why);
    json_write("'plays':[");
    for (int i = 0; i < advice->count; i++) {
        const AdvisePlay *one = &advice->plays[i];
        play_print(text, set_first(one->play & view->hand), one->play & ~view->hand);
        json_write("{'play':%s,'value':%f,'low':%f,'high':%f,'behind':%f,'behind_low':%f,'behind_high':%f,'points':%f",
                   text, one->value.mean, one->value.low, one->value.high, one->behind.mean, one->behind.low,
                   one->behind.high, one->points.mean);
        chances_write(&advised->chances, i, view);
        json_write("'visits':%u}", one->visits);
    }
    json_write("]}");
}

/* What the agent makes of the position, as answer_advise has found last. */
static Advised advised;

static bool answer_advise(void)
{
    Agent agent;
    Error error;
    const View view = position_view();
    if (!round_hand(&table.view.round)) return answer_fail("there is no position");
    if (!agent_parse(&agent, words[1], &table.view.rules, &error)) return answer_fail(error.text);
    const AdviseTask task =
        advise_task(&agent, &view, strtoull(words[3], NULL, 10), strtoull(words[2], NULL, 10), omp_get_max_threads());
    const bool good = advised_find(&advised, &task, &error);
    agent_free(&agent);
    if (!good) return answer_fail(error.text);
    advice_write(&advised, &view);
    return true;
}

/* Why the first of two plays is better than the second. */
static bool why_write(const char *name, CardSet better, CardSet other, const char *seed)
{
    Agent agent;
    Error error;
    Reasons reasons;
    const View view = position_view();
    if (!agent_parse(&agent, name, &table.view.rules, &error)) return answer_fail(error.text);
    const AdviseTask task = advise_task(&agent, &view, strtoull(seed, NULL, 10), 0, 1);
    const bool good = reasons_find(&reasons, &task, better, other, &error);
    agent_free(&agent);
    if (!good) return answer_fail(error.text);
    json_write("{");
    reasons_write(&reasons);
    json_write("}");
    return true;
}

static bool answer_why(void)
{
    Error error;
    Play better, other;
    if (!round_hand(&table.view.round)) return answer_fail("there is no position");
    if (!play_parse(&better, words[2], &error) || !play_parse(&other, words[3], &error)) return answer_fail(error.text);
    return why_write(words[1], set_of(better.card) | better.captured, set_of(other.card) | other.captured, words[4]);
}

/* The same of the advice's choice and the play that was made, where it is shown to have cost something. */
static bool why_made(CardSet made)
{
    const View view = position_view();
    const Advice *advice = &advised.advice;
    if (!(advice->plays[advice_find(advice, &view, made)].behind.low > 0)) return json_write("null"), true;
    return why_write(words[1], advice->plays[advice->choice].play, made, words[3]);
}

/* Where the position or the agent is wrong, the answer is an error in the place of the advice. */
static bool answer_story(void)
{
    if (!table.begun) return answer_fail("there is no round");
    json_write("{'last':");
    game_write(&table.game);
    json_write("'plays':[");
    for (int ply = 0; ply <= table.game.round.table.ply; ply++) {
        Game past;
        if (!game_at(&past, ply)) return false;
        position_take(&past);
        json_write("{'stand':{");
        stand_write(&past);
        json_write("},'advice':");
        const bool asked = !round_ended(&past) && answer_advise();
        if (round_ended(&past)) json_write("null");
        json_write("'why':");
        if (!asked || ply == table.game.round.table.ply)
            json_write("null");
        else
            why_made(table.game.history[ply]);
        json_write("}");
    }
    json_write("]}");
    return true;
}

/* ---- requests */

typedef struct {
    const char *word;
    bool (*answer)(void);
    int least; /* words, the first among them … */
    const char *usage;
} Request;

static const Request REQUESTS[] = {
    {"setup", answer_setup, 1, NULL},
    {"rules", answer_rules, 2, "rules TEXT PLAYERS"},
    {"begin", answer_begin, 6, "begin RULES SEED SEAT SCORES AGENT..."},
    {"at", answer_at, 1, NULL},
    {"play", answer_play, 2, "play PLAY"},
    {"think", answer_think, 1, NULL},
    {"next", answer_next, 1, NULL},
    {"undo", answer_undo, 1, NULL},
    {"record", answer_record, 1, NULL},
    {"read", answer_read, 1, NULL},
    {"go_on", answer_go_on, 4, "go_on PLY SEAT AGENT..."},
    {"view", answer_view, 1, NULL},
    {"view_of", answer_view_of, 1, NULL},
    {"advise", answer_advise, 4, "advise AGENT ITERATIONS SEED"},
    {"why", answer_why, 5, "why AGENT BETTER OTHER SEED"},
    {"story", answer_story, 4, "story AGENT ITERATIONS SEED"},
};

EXPORT(pasur_ask) const char *pasur_ask(char *request);
const char *pasur_ask(char *request)
{
    static char *text;
    static size_t length;
    const Request *asked = REQUESTS, *const end = REQUESTS + sizeof REQUESTS / sizeof *REQUESTS;
    free(text);
    text = NULL;
    out = open_memstream(&text, &length);
    last = '{';
    if (!out) return "{\"error\":\"out of memory\"}";
    word_count = 0;
    for (char *line = request; line && word_count < ARGS; word_count++) {
        words[word_count] = line;
        line = strchr(line, '\n');
        if (line) *line++ = 0;
    }
    while (asked < end && strcmp(asked->word, words[0]))
        asked++;
    if (asked == end)
        answer_fail("unknown request");
    else if (word_count < asked->least)
        answer_fail(asked->usage);
    else
        asked->answer();
    return text_stream_close(out, &text) ? text : "{\"error\":\"out of memory\"}";
}

/* Room for a request. */
EXPORT(pasur_room) void *pasur_room(size_t size);
void *pasur_room(size_t size) { return malloc(size); }
EXPORT(pasur_room_free) void pasur_room_free(void *room);
void pasur_room_free(void *room) { free(room); }
