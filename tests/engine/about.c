/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remembers what the running test is about and prints it in words when the test fails. */
#include "tests/engine/about.h"

#include <stdio.h>
#include <string.h>

#include "engine/notation.h"

enum { LINE = 2048, TEXT = 8192 };

static struct {
    bool running, has_position;
    Rules rules;
    Table table;
    CardSet hands[MAX_SEATS]; /* of the seat to move alone: one_hand */
    bool one_hand;
    CardSet play;    /* 0: none in particular */
    char text[TEXT]; /* empty: none */
} about;

void about_round(const Rules *rules, const Round *round)
{
    about.has_position = true;
    about.rules = *rules;
    about.table = round->table;
    memcpy(about.hands, round->hands, sizeof about.hands);
    about.one_hand = false;
    about.play = 0;
}

void about_table(const Rules *rules, const Table *table, CardSet hand)
{
    about.has_position = true;
    about.rules = *rules;
    about.table = *table;
    about.hands[table->turn] = hand;
    about.one_hand = true;
    about.play = 0;
}

void about_play(CardSet play) { about.play = play; }

void about_text(const char *text) { snprintf(about.text, sizeof about.text, "%s", text); }

/* Appends the word and one piece for each of `count` sets, as `word A/-/B`. */
static int print_sets(char *text, int used, const char *word, const CardSet sets[], int count)
{
    for (int i = 0; i < count; i++) {
        char cards[CARDS_TEXT];
        cards_print(cards, sets[i]);
        used +=
            snprintf(text + used, LINE - (size_t)used, "%s%s%s", i ? "/" : word, i ? "" : " ", *cards ? cards : "-");
    }
    return used;
}

static int print_numbers(char *text, int used, const char *word, const int numbers[], int count)
{
    for (int i = 0; i < count; i++)
        used += snprintf(text + used, LINE - (size_t)used, "%s%s%d", i ? "/" : word, i ? "" : " ", numbers[i]);
    return used;
}

/* One line that tests/scenarios would read; hands NULL: none are known. */
static void print_position(char text[static LINE], const Rules *rules, const Table *table, const CardSet *hands,
                           bool one_hand)
{
    char name[RULES_TEXT];
    int scores[MAX_SIDES], surs[MAX_SIDES];
    for (int side = 0; side < MAX_SIDES; side++)
        scores[side] = table->scores[side], surs[side] = table->surs[side];
    rules_print(name, rules);
    int used = snprintf(text, LINE, "rules %s deal %d seat %d%s", name, table->deal + 1, table->turn,
                        table_over(table) ? " over" : "");
    used = print_numbers(text, used, " scores", scores, rules->sides);
    used = print_numbers(text, used, " surs", surs, rules->sides);
    if (table->last != NOBODY) used += snprintf(text + used, LINE - (size_t)used, " last %d", table->last);
    used = print_sets(text, used, " piles", table->piles, rules->sides);
    used = print_sets(text, used, " pool", &table->pool, 1);
    if (hands && one_hand) print_sets(text, used, " hand", &hands[table->turn], 1);
    if (hands && !one_hand) print_sets(text, used, " hands", hands, rules->players);
}

/* The play as it is written, where its card lies in the hand that the test is about. */
static void print_play(char text[static CARDS_TEXT + 16], CardSet play)
{
    CardSet hand = about.has_position ? about.hands[about.table.turn] : 0, card = play & hand;
    if (set_count(card) == 1) {
        play_print(text, set_first(card), play & ~hand & PACK);
    } else {
        char cards[CARDS_TEXT];
        cards_print(cards, play & PACK);
        snprintf(text, CARDS_TEXT + 16, "no play (%s)", cards);
    }
}

void about_run(void **state)
{
    const AboutClaim *test = *state;
    void *none = NULL;
    about.running = true;
    about.has_position = false;
    *about.text = 0;
    test->claim(&none);
    about.running = false;
}

/* cmocka prints a message up to a length. */
static void print_line(const char *head, const char *text)
{
    print_message("# %s", head);
    for (; *text; text += strnlen(text, 500))
        print_message("%.500s", text);
    print_message("\n");
}

int about_tell(void **state)
{
    (void)state;
    if (!about.running) return 0;
    about.running = false;
    for (char *line = strtok(about.text, "\n"); line; line = strtok(NULL, "\n"))
        print_line("", line);
    if (about.has_position) {
        char text[LINE];
        print_position(text, &about.rules, &about.table, about.hands, about.one_hand);
        print_line("position: ", text);
        if (about.play) {
            print_play(text, about.play);
            print_line("play: ", text);
        }
    }
    return 0;
}

void about_int_equal(intmax_t found, intmax_t wanted, const char *what, const char *file, int line)
{
    if (found == wanted) return;
    print_error("%s: found %jd, wanted %jd\n", what, found, wanted);
    _fail(file, line);
}

void about_cards_equal(CardSet found, CardSet wanted, const char *file, int line)
{
    char a[CARDS_TEXT], b[CARDS_TEXT];
    if (found == wanted) return;
    cards_print(a, found & PACK);
    cards_print(b, wanted & PACK);
    print_error("found %s, wanted %s\n", *a ? a : "no cards", *b ? b : "no cards");
    _fail(file, line);
}

void about_play_equal(CardSet found, CardSet wanted, const char *file, int line)
{
    char a[CARDS_TEXT + 16], b[CARDS_TEXT + 16];
    if (found == wanted) return;
    print_play(a, found);
    print_play(b, wanted);
    print_error("found the play %s, wanted %s\n", a, b);
    _fail(file, line);
}

void about_tables_equal(const Rules *rules, const Table *found, const Table *wanted, const char *file, int line)
{
    char text[LINE];
    if (!memcmp(found, wanted, sizeof *found)) return;
    print_position(text, rules, found, NULL, false);
    print_error("found  ply %d %s\n", found->ply, text);
    print_position(text, rules, wanted, NULL, false);
    print_error("wanted ply %d %s\n", wanted->ply, text);
    _fail(file, line);
}

void about_play_legal(const Rules *rules, const Round *round, CardSet play, const char *file, int line)
{
    const char *why = "it is not one card of the hand";
    CardSet card = play & round_hand(round);
    if (set_count(card) == 1 && round_legal(round, set_first(card), play ^ card, &why)) return;
    char text[CARDS_TEXT + 16];
    about_round(rules, round);
    print_play(text, play);
    print_error("the play %s is not legal: %s\n", text, why);
    _fail(file, line);
}
