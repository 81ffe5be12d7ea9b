/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a line of tests/scenarios, and prints facts in the same words. */
#include "tests/engine/scenario.h"

#include <glob.h>
#include <stdlib.h>

#include "tests/engine/claims.h"

/* The words of a line; those of the second block are claims after `play`, and part of the position before it. */
enum {
    WORD_RULES,
    WORD_SCORES,
    WORD_DEAL,
    WORD_SEAT,
    WORD_OVER,
    WORD_HAND,
    WORD_HANDS,
    WORD_FIRST,
    WORD_STOCK,
    WORD_TACTIC,
    WORD_PLAY,
    WORD_POOL,
    WORD_PILES,
    WORD_SURS,
    WORD_LAST,
    WORD_PLAYS,
    WORD_POINTS,
    WORD_CLUBS,
    WORD_STOPS,
    WORD_BECOMES,
    WORD_WINS,
    WORD_NEXT,
    WORD_CHOOSES,
    WORDS
};
static const char *const NAMES[WORDS] = {"rules",  "scores", "deal",  "seat",    "over",  "hand", "hands",  "first",
                                         "stock",  "tactic", "play",  "pool",    "piles", "surs", "last",   "plays",
                                         "points", "clubs",  "stops", "becomes", "wins",  "next", "chooses"};

/* By which word each claim is made. */
static const int CLAIM_WORDS[CLAIMS] = {WORD_PLAYS, WORD_POOL,  WORD_PILES,   WORD_SURS, WORD_LAST, WORD_POINTS,
                                        WORD_CLUBS, WORD_STOPS, WORD_BECOMES, WORD_WINS, WORD_NEXT, WORD_CHOOSES};

enum { VALUE = RULES_TEXT };

/* What follows each word, joined by blanks: of the position, and of the claims after `play`. */
typedef struct {
    bool has[2][WORDS];
    char value[2][WORDS][VALUE];
} Words;

static void words_read(Words *words, char *line)
{
    int word = -1, after = 0;
    for (char *token = strtok(line, " \t\n"); token; token = strtok(NULL, " \t\n")) {
        /* what follows a word is its value, as in `deal last` */
        bool wants = word >= 0 && word != WORD_OVER && !*words->value[after][word];
        int found = wants ? WORDS : 0;
        while (found < WORDS && strcmp(NAMES[found], token) != 0)
            found++;
        if (found < WORDS) {
            after |= word == WORD_PLAY;
            word = found;
            if (words->has[after][word]) fail_msg("'%s' is there twice", token);
            words->has[after][word] = true;
        } else {
            if (word < 0 || word == WORD_OVER) fail_msg("'%s' is no word of a scenario", token);
            char *value = words->value[after][word];
            size_t used = strlen(value);
            if (used + strlen(token) + 2 > VALUE) fail_msg("more than %d characters follow a word", VALUE);
            snprintf(value + used, VALUE - used, "%s%s", used ? " " : "", token);
        }
    }
    for (int i = 0; i < 2; i++)
        for (word = 0; word < WORDS; word++)
            if (words->has[i][word] && word != WORD_OVER && !*words->value[i][word])
                fail_msg("nothing follows '%s'", NAMES[word]);
    for (word = 0; word < WORD_POOL; word++)
        if (words->has[1][word]) fail_msg("'%s' stands after the plays", NAMES[word]);
}

static CardSet set_read(const char *text) { return strcmp(text, "-") ? cards_of(text) : 0; }

/* `A/B…`: exactly `count` pieces. */
static void pieces_read(char *pieces[], int count, char *text)
{
    int found = 0;
    for (char *next = text; next; text = next) {
        next = strchr(text, '/');
        if (next) *next++ = 0;
        if (found < count) pieces[found] = text;
        found++;
    }
    if (found != count) fail_msg("%d pieces between slashes, not %d", found, count);
}

static void sets_read(CardSet sets[], int count, char *text)
{
    char *pieces[MAX_SEATS];
    pieces_read(pieces, count, text);
    for (int i = 0; i < count; i++)
        sets[i] = set_read(pieces[i]);
}

static int number_read(const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (!*text || *end) fail_msg("'%s' is no number", text);
    return (int)number;
}

static void numbers_read(int numbers[], int count, char *text)
{
    char *pieces[MAX_SEATS];
    pieces_read(pieces, count, text);
    for (int i = 0; i < count; i++)
        numbers[i] = number_read(pieces[i]);
}

static int side_read(const char *text, const Rules *rules)
{
    if (!strcmp(text, "nobody")) return NOBODY;
    int side = number_read(text);
    if (side < 0 || side >= rules->sides) fail_msg("there is no side %d", side);
    return side;
}

/* Plays separated by blanks. */
static int plays_read(Play plays[], int most, char *text)
{
    int count = 0;
    for (char *next = text; next; text = next) {
        Error error;
        next = strchr(text, ' ');
        if (next) *next++ = 0;
        if (count == most) fail_msg("more than %d plays", most);
        if (!play_parse(&plays[count++], text, &error)) fail_msg("%s", error.text);
    }
    return count;
}

/* The cards, each in its place. */
static int cards_read(Card cards[], int most, const char *text)
{
    CardSet set;
    Card order[CARDS];
    Error error;
    if (!cards_parse(&set, order, text, &error)) fail_msg("%s", error.text);
    const int count = set_count(set);
    if (count > most) fail_msg("more than %d cards", most);
    memcpy(cards, order, (size_t)count);
    return count;
}

/* The position: what is not told is the beginning of a round. */
static void position_read(Scenario *scenario, Words *words)
{
    char(*value)[VALUE] = words->value[0];
    const bool *has = words->has[0];
    Table *table = &scenario->table;
    snprintf(scenario->rules_text, sizeof scenario->rules_text, "%s", has[WORD_RULES] ? value[WORD_RULES] : "pagat");
    const Rules *rules = &scenario->rules;
    scenario->rules = rules_of(scenario->rules_text);
    int numbers[MAX_SIDES] = {0}, deal = 1, seat = 0, held = HAND;
    table->last = NOBODY;
    if (has[WORD_SCORES]) numbers_read(numbers, rules->sides, value[WORD_SCORES]);
    for (int side = 0; side < rules->sides; side++)
        table->scores[side] = (int16_t)numbers[side];
    memset(numbers, 0, sizeof numbers);
    if (has[WORD_SURS]) numbers_read(numbers, rules->sides, value[WORD_SURS]);
    for (int side = 0; side < rules->sides; side++)
        table->surs[side] = (uint8_t)numbers[side];
    if (has[WORD_PILES]) sets_read(table->piles, rules->sides, value[WORD_PILES]);
    if (has[WORD_POOL]) table->pool = set_read(value[WORD_POOL]);
    if (has[WORD_LAST]) table->last = (int8_t)side_read(value[WORD_LAST], rules);
    if (has[WORD_SEAT]) seat = number_read(value[WORD_SEAT]);
    if (has[WORD_DEAL]) deal = strcmp(value[WORD_DEAL], "last") ? number_read(value[WORD_DEAL]) : rules->deals;
    if (seat >= rules->players || deal < 1 || deal > rules->deals) fail_msg("no such seat or deal");
    if (has[WORD_HANDS]) sets_read(scenario->hands, rules->players, value[WORD_HANDS]);
    if (has[WORD_HAND]) scenario->hands[seat] = set_read(value[WORD_HAND]);
    if (has[WORD_HANDS] || has[WORD_HAND]) held = set_count(scenario->hands[seat]);
    table->turn = (uint8_t)seat;
    table->deal = (uint8_t)(has[WORD_OVER] ? rules->deals - 1 : deal - 1);
    table->ply =
        (uint8_t)(has[WORD_OVER] ? PLAYS : (deal - 1) * HAND * rules->players + (HAND - held) * rules->players + seat);
    if (has[WORD_FIRST] && cards_read(scenario->first, FIRST_POOL, value[WORD_FIRST]) != FIRST_POOL)
        fail_msg("a first pool has %d cards", FIRST_POOL);
    if (has[WORD_STOCK]) scenario->stock_count = cards_read(scenario->stock, CARDS, value[WORD_STOCK]);
    if (has[WORD_TACTIC]) snprintf(scenario->tactic, sizeof scenario->tactic, "%s", value[WORD_TACTIC]);
    if (has[WORD_PLAY]) scenario->play_count = plays_read(scenario->play, SCENARIO_PLAYS, value[WORD_PLAY]);
}

/* The claims; `then`: what they are about, 1 after plays. */
static void claims_read(Scenario *scenario, Words *words, int then)
{
    char(*value)[VALUE] = words->value[then];
    const bool *has = words->has[then];
    const Rules *rules = &scenario->rules;
    Facts *claims = &scenario->claims;
    claims->sides = rules->sides;
    for (int claim = 0; claim < CLAIMS; claim++)
        if (has[CLAIM_WORDS[claim]] && (then || CLAIM_WORDS[claim] >= WORD_PLAYS)) claims->told |= 1u << claim;
    if (claims->told >> CLAIM_PLAYS & 1) claims->play_count = plays_read(claims->plays, MAX_MOVES, value[WORD_PLAYS]);
    if (claims->told >> CLAIM_POOL & 1) claims->pool = set_read(value[WORD_POOL]);
    if (claims->told >> CLAIM_PILES & 1) sets_read(claims->piles, rules->sides, value[WORD_PILES]);
    if (claims->told >> CLAIM_SURS & 1) numbers_read(claims->surs, rules->sides, value[WORD_SURS]);
    if (claims->told >> CLAIM_LAST & 1) claims->last = side_read(value[WORD_LAST], rules);
    if (claims->told >> CLAIM_POINTS & 1) numbers_read(claims->points, rules->sides, value[WORD_POINTS]);
    if (claims->told >> CLAIM_CLUBS & 1) numbers_read(claims->clubs, rules->sides, value[WORD_CLUBS]);
    if (claims->told >> CLAIM_STOPS & 1) claims->stops = side_read(value[WORD_STOPS], rules);
    if (claims->told >> CLAIM_BECOMES & 1)
        claims->becomes = strcmp(value[WORD_BECOMES], "redeal") ? set_read(value[WORD_BECOMES]) : 0;
    if (claims->told >> CLAIM_WINS & 1) claims->wins = side_read(value[WORD_WINS], rules);
    if (claims->told >> CLAIM_NEXT & 1) numbers_read(claims->next, rules->sides, value[WORD_NEXT]);
    if (claims->told >> CLAIM_CHOOSES & 1)
        claims->play_count = plays_read(claims->plays, MAX_MOVES, value[WORD_CHOOSES]);
    for (int word = WORD_PLAYS; then && word < WORDS; word++)
        if (words->has[0][word]) fail_msg("'%s' stands before the plays", NAMES[word]);
    if (!claims->told) fail_msg("nothing is claimed");
    if (claims->told >> CLAIM_STOPS & 1 && !scenario->play_count) fail_msg("a match is stopped after a play");
    if (has[WORD_PLAYS] && has[WORD_CHOOSES]) fail_msg("'plays' and 'chooses' do not stand together");
    if (*scenario->tactic ? !has[WORD_CHOOSES] : has[WORD_CHOOSES]) fail_msg("a tactic chooses");
}

void scenario_read(Scenario *scenario, const char *where, char *line)
{
    char text[SCENARIO_WHERE + SCENARIO_LINE + 2];
    static Words words;
    snprintf(text, sizeof text, "%s: %s", where, line);
    about_text(text);
    *scenario = (Scenario){0};
    words = (Words){0};
    snprintf(scenario->where, sizeof scenario->where, "%s", where);
    words_read(&words, line);
    position_read(scenario, &words);
    claims_read(scenario, &words, words.has[0][WORD_PLAY]);
}

static int compare_plays(const void *a, const void *b)
{
    const Play *x = a, *y = b;
    if (x->card != y->card) return x->card < y->card ? -1 : 1;
    return x->captured < y->captured ? -1 : x->captured > y->captured;
}

static void print_plays(char *text, const Facts *facts)
{
    static Play plays[MAX_MOVES];
    int used = 0;
    memcpy(plays, facts->plays, (size_t)facts->play_count * sizeof *plays);
    qsort(plays, (size_t)facts->play_count, sizeof *plays, compare_plays);
    for (int i = 0; i < facts->play_count && used < FACT_TEXT - PLAY_TEXT - 16; i++) {
        char play[PLAY_TEXT];
        play_print(play, plays[i].card, plays[i].captured);
        used += sprintf(text + used, "%s%s", i ? " " : "", play);
    }
}

static void print_sets(char *text, const CardSet sets[], int count)
{
    int used = 0;
    for (int i = 0; i < count; i++) {
        char cards[CARDS_TEXT];
        cards_print(cards, sets[i]);
        used += sprintf(text + used, "%s%s", i ? "/" : "", *cards ? cards : "-");
    }
}

static void print_numbers(char *text, const int numbers[], int count)
{
    int used = 0;
    for (int i = 0; i < count; i++)
        used += sprintf(text + used, "%s%d", i ? "/" : "", numbers[i]);
}

static void print_side(char *text, int side)
{
    if (side == NOBODY)
        strcpy(text, "nobody");
    else
        sprintf(text, "%d", side);
}

void fact_print(char text[static FACT_TEXT], const Facts *facts, int claim)
{
    snprintf(text, FACT_TEXT, "%s ", NAMES[CLAIM_WORDS[claim]]);
    char *value = text + strlen(text);
    switch (claim) {
    case CLAIM_PLAYS:
    case CLAIM_CHOOSES: print_plays(value, facts); break;
    case CLAIM_POOL: print_sets(value, &facts->pool, 1); break;
    case CLAIM_PILES: print_sets(value, facts->piles, facts->sides); break;
    case CLAIM_SURS: print_numbers(value, facts->surs, facts->sides); break;
    case CLAIM_LAST: print_side(value, facts->last); break;
    case CLAIM_POINTS: print_numbers(value, facts->points, facts->sides); break;
    case CLAIM_CLUBS: print_numbers(value, facts->clubs, facts->sides); break;
    case CLAIM_STOPS: print_side(value, facts->stops); break;
    case CLAIM_WINS: print_side(value, facts->wins); break;
    case CLAIM_NEXT: print_numbers(value, facts->next, facts->sides); break;
    default:
        print_sets(value, &facts->becomes, 1);
        if (!facts->becomes) strcpy(value, "redeal");
    }
}

int scenario_compare(const Scenario *scenario, const char *who, const Facts *found)
{
    static char right[FACT_TEXT], text[FACT_TEXT];
    int wrong = 0;
    for (int claim = 0; claim < CLAIMS; claim++) {
        if (!(scenario->claims.told >> claim & 1)) continue;
        fact_print(right, &scenario->claims, claim);
        fact_print(text, found, claim);
        if (!strcmp(right, text)) continue;
        print_message("# %s: %s finds %s, not %s\n", scenario->where, who, text, right + strcspn(right, " ") + 1);
        wrong++;
    }
    return wrong;
}

int scenarios_visit(const char *pattern, void (*visit)(const Scenario *))
{
    glob_t names;
    char line[SCENARIO_LINE], where[SCENARIO_WHERE];
    static Scenario scenario;
    int count = 0;
    assert_int_equal(glob(pattern, 0, NULL, &names), 0);
    for (size_t i = 0; i < names.gl_pathc; i++) {
        FILE *file = fopen(names.gl_pathv[i], "r");
        assert_non_null(file);
        for (int number = 1; fgets(line, sizeof line, file); number++) {
            if (*line == '#' || *line == '\n') continue;
            snprintf(where, sizeof where, "%s:%d", names.gl_pathv[i], number);
            scenario_read(&scenario, where, line);
            visit(&scenario);
            count++;
        }
        fclose(file);
    }
    globfree(&names);
    return count;
}
