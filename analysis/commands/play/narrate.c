/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says what happens at the table: breaks it into lines and paints the red cards. */
#include "analysis/commands/play/narrate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/table.h"
#include "engine/table.h"
#include "engine/text/number.h"
#include "sim/files/text_buffer.h"

enum { PIPE_WIDTH = 80, INDENT = 2, GAP = 2 };

bool talk_close(const Talk *talk, PageText *text)
{
    char *lines = NULL;
    size_t length;
    FILE *stream = open_memstream(&lines, &length);
    const bool good = page_text_close(text, stream ? stream : talk->out, &talk->page);
    if (text_stream_close(stream, &lines)) page_paint(talk->out, &talk->page, lines);
    free(lines);
    return good;
}

void talk_say(const Talk *talk, const char *format, ...)
{
    PageText text;
    va_list args;
    if (!page_text_open(&text)) return;
    va_start(args, format);
    vfprintf(text.stream, format, args);
    va_end(args);
    talk_close(talk, &text);
}

/* Says texts of such widths side by side: as many columns as fit, read from left to right. */
static void talk_columns(const Talk *talk, const char *const texts[], int count)
{
    const int width = talk->page.width > 0 ? talk->page.width : PIPE_WIDTH;
    int widest = 0;
    for (int i = 0; i < count; i++)
        if (display_width(texts[i]) > widest) widest = display_width(texts[i]);
    int columns = (width - INDENT + GAP) / (widest + GAP);
    if (columns < 1) columns = 1;
    for (int i = 0; i < count; i++) {
        const bool last = i + 1 == count || (i + 1) % columns == 0;
        if (i % columns == 0) fprintf(talk->out, "%*s", INDENT, "");
        page_paint(talk->out, &talk->page, texts[i]);
        if (last)
            fputc('\n', talk->out);
        else
            fprintf(talk->out, "%*s", widest + GAP - display_width(texts[i]), "");
    }
}

/* ---- who */

enum { LISTED = 30 /* plays that are listed at once */, NAME_SHOWN = 64 };

static const char *name_of(const Talk *talk, int seat)
{
    const int players = talk->rules->players;
    return seat == talk->seat ? "You" : talk->names[(seat - talk->seat + players) % players];
}

/* The side as the end of a sentence has it: "you", "ismcts", "the other side". */
static const char *side_name(const Talk *talk, int side)
{
    const bool own = side == rules_side(talk->rules, talk->seat);
    if (talk->rules->teams) return own ? "your side" : "the other side";
    return own ? "you" : name_of(talk, side);
}

/* ---- a round begins */

void narrate_round(const Talk *talk, const Table *table, int round)
{
    const Rules *rules = talk->rules;
    int barred = 0, most = 0, used = 0, listed = 0;
    char scores[MAX_SIDES * (NAME_SHOWN + 16)] = "", names[sizeof scores] = "", target[32] = "";
    for (int i = 0; i < rules->sides && talk->match; i++) {
        const int side = (rules_side(rules, talk->seat) + i) % rules->sides, score = table->scores[side];
        const char *name = side_name(talk, side);
        used += snprintf(scores + used, sizeof scores - (size_t)used, "%s%.*s %d", i ? ", " : ": ", NAME_SHOWN, name,
                         score);
        most = score > most ? score : most;
        if (!sur_by_score(score, rules))
            listed += snprintf(names + listed, sizeof names - (size_t)listed, "%s%.*s", barred++ ? ", " : "",
                               NAME_SHOWN, name);
    }
    if (talk->match) snprintf(target, sizeof target, ", of %d", rules->target);
    talk_say(talk, "\nRound %d%s%s. %s play%s first.\n", round, scores, target, name_of(talk, 0),
             talk->seat ? "s" : "");
    if (most >= rules->target)
        talk_say(talk, "The lead is shared at %d, so nobody has won yet: this round is played to its end.\n", most);
    if (barred && sur_points(1, rules))
        talk_say(talk, "No Surs in this round, from a score of %d on: %s.\n", rules->sur_limit, names);
}

/* ---- a play */

/* "(2 clubs, 4 points)", what the cards are worth; empty where that is nothing. */
static const char *scoring_text(char out[static SHORT_TEXT + 32], CardSet cards, const Rules *rules)
{
    const int clubs = set_count(cards & CLUBS), points = scoring_cards(cards, rules);
    char some[SHORT_TEXT] = "", paid[SHORT_TEXT] = "";
    *out = 0;
    if (clubs) snprintf(some, sizeof some, "%d club%s", clubs, PLURAL(clubs));
    if (points) snprintf(paid, sizeof paid, "%d point%s", points, PLURAL(points));
    if (clubs || points) snprintf(out, SHORT_TEXT + 32, " (%s%s%s)", some, clubs && points ? ", " : "", paid);
    return out;
}

/* Why nobody gets a Sur for this capture that empties the table. */
static const char *sur_missing(const Table *before, const Rules *rules, Card card)
{
    if (!sur_by_rank(card_rank(card), rules))
        return card_rank(card) == JACK ? "a jack makes none" : "kings and queens make none";
    if (sur_in_deal(before->deal, rules) == LAST_DEAL_NO) return "the last deal has none";
    if (!sur_by_score(before->scores[table_side(before, rules)], rules))
        return "with that score there are none any more";
    return "in the last deal it could only cancel one";
}

/* Says what came of a capture that has emptied the table. */
static void sur_say(const Talk *talk, const Table *before, const Table *after, Card card)
{
    const Rules *rules = talk->rules;
    const int side = table_side(before, rules);
    if (!sur_points(1, rules)) return;
    if (after->surs[side] > before->surs[side]) {
        talk_say(talk, "Sur! The table is empty: %d point%s for %s.\n", sur_points(1, rules),
                 PLURAL(sur_points(1, rules)), side_name(talk, side));
        return;
    }
    for (int other = 0; other < rules->sides; other++)
        if (after->surs[other] < before->surs[other]) {
            talk_say(talk, "Sur! The table is empty: it cancels a Sur of %s.\n", side_name(talk, other));
            return;
        }
    talk_say(talk, "The table is empty, but that is no Sur: %s.\n", sur_missing(before, rules, card));
}

/* Where the cards go that are left after the last play, or after a capture that sweeps. */
static void left_say(const Talk *talk, const Table *after, CardSet left, bool swept)
{
    char cards[CARDS_SHOWN], worth[SHORT_TEXT + 32];
    if (!left) return;
    cards_show(cards, left, talk);
    scoring_text(worth, left, talk->rules);
    if (swept)
        talk_say(talk, "The last card sweeps the table: %s%s.\n", cards, worth);
    else if (after->last == NOBODY)
        talk_say(talk, "Left on the table: %s. Nobody has captured, so it is nobody's.\n", cards);
    else
        talk_say(talk, "Left on the table: %s%s. %s to %s, who captured last.\n", cards, worth,
                 set_count(left) == 1 ? "It goes" : "They go", side_name(talk, after->last));
}

void narrate_play(const Talk *talk, Table *table, CardSet play)
{
    const Rules *rules = talk->rules;
    const Table before = *table;
    const CardSet taken = play & before.pool, card = play & ~before.pool;
    const bool you = before.turn == talk->seat;
    const char *name = name_of(talk, before.turn);
    char put[CARDS_SHOWN], took[CARDS_SHOWN], worth[SHORT_TEXT + 32];
    table_play(table, rules, set_first(card), taken);
    cards_show(put, card, talk);
    if (!taken)
        talk_say(talk, "%s %s %s.\n", name, you ? "lay" : "lays", put);
    else
        talk_say(talk, "%s %s %s and %s %s%s.\n", name, you ? "play" : "plays", put, you ? "take" : "takes",
                 cards_show(took, taken, talk), scoring_text(worth, play, rules));
    if (taken && taken == before.pool) sur_say(talk, &before, table, set_first(card));
    const bool swept = taken && taken != before.pool && sweeps_at(before.ply, rules);
    const CardSet left = (before.pool & ~taken) | (taken ? 0 : card);
    if (swept || table_over(table)) left_say(talk, table, left, swept);
}

/* ---- a choice */

void narrate_pool(const Talk *talk, CardSet pool)
{
    char cards[CARDS_SHOWN];
    cards_show(cards, pool, talk);
    talk_say(talk, "Table  %s\n", *cards ? cards : "empty");
}

void narrate_choice(const Talk *talk, const View *view, const CardSet plays[], int count)
{
    char hand[CARDS_SHOWN], texts[LISTED][PLAY_SHOWN + 8];
    const char *list[LISTED];
    const int shown = count < LISTED ? count : LISTED, players = view->rules->players;
    narrate_pool(talk, view->table->pool);
    for (int i = 1; view->hands && i < players; i++) { /* the others', where they lie open, as they play next */
        cards_show(hand, view->hands[(view->seat + i) % players], talk);
        talk_say(talk, "%s  %s\n", i == 1 ? "Next " : "Then ", *hand ? hand : "no cards");
    }
    talk_say(talk, "Hand   %s\n", cards_show(hand, view->hand, talk));
    for (int i = 0; i < shown; i++) {
        char play[PLAY_SHOWN];
        snprintf(texts[i], sizeof *texts, "%d %s", i + 1, play_show(play, plays[i], view->hand, talk));
        list[i] = texts[i];
    }
    talk_columns(talk, list, shown);
    if (count > shown) talk_say(talk, "  and %d plays more: type the cards\n", count - shown);
}

/* ---- the count of a round, and what has been seen so far */

enum { LINE_TEXT = 1024, CELL = 80, SHEET_ROWS = PAYING + 8 };

/* A table of counts: a column for each side, the person's own first. */
typedef struct {
    const Talk *talk;
    char cells[SHEET_ROWS][MAX_SIDES + 1][CELL];
    size_t rows;
} Sheet;

/* The side of that column: the person's own is the first. */
static int side_at(const Talk *talk, int column)
{
    return (rules_side(talk->rules, talk->seat) + column) % talk->rules->sides;
}

/* The name of that column. */
static const char *head_of(const Talk *talk, int column)
{
    if (talk->rules->teams) return column ? "they" : "you two";
    return column ? name_of(talk, side_at(talk, column)) : "you";
}

static Sheet sheet_of(const Talk *talk, const char *label)
{
    Sheet sheet = {.talk = talk, .rows = 1};
    snprintf(sheet.cells[0][0], CELL, "%s", label);
    for (int i = 0; i < talk->rules->sides; i++)
        snprintf(sheet.cells[0][i + 1], CELL, "%.*s", NAME_SHOWN, head_of(talk, i));
    return sheet;
}

/* Adds a line of what is counted: how many of a thing each side has (NULL: that is not said), and the points for it. */
static void counts_add(Sheet *sheet, const char *label, const int counts[], const int points[])
{
    char(*cells)[CELL] = sheet->cells[sheet->rows++];
    snprintf(cells[0], CELL, "%s", label);
    for (int i = 0; i < sheet->talk->rules->sides; i++) {
        const int side = side_at(sheet->talk, i);
        if (counts)
            snprintf(cells[i + 1], CELL, "(%d) %3d", counts[side], points[side]);
        else
            snprintf(cells[i + 1], CELL, "%d", points[side]);
    }
}

static void sheet_say(const Sheet *sheet)
{
    const Talk *talk = sheet->talk;
    const char *cells[SHEET_ROWS * (MAX_SIDES + 1)];
    const size_t columns = (size_t)sheet->talk->rules->sides + 1;
    for (size_t i = 0; i < sheet->rows * columns; i++)
        cells[i] = sheet->cells[i / columns][i % columns];
    texts_print(talk->out, &talk->page, cells, sheet->rows, columns, "l");
}

#define CARD_LINE(name, key, pagat, cards, help, label, each, ...) {label, each},
/* The classes of cards that count by themselves: what they are called, all and each. */
static const struct {
    const char *label, *each;
} CARD_LINES[PAYING] = {PAYING_ROWS(CARD_LINE)};

static bool is_single(int class) { return !set_rest(PAYING_CARDS[class]); }

/* The classes in the order in which a count names them: single cards first. */
static void classes_order(int order[static PAYING])
{
    int count = 0;
    for (int single = 1; single >= 0; single--)
        for (int i = 0; i < PAYING; i++)
            if (is_single(i) == single) order[count++] = i;
}

static void points_add(Sheet *sheet, const SideCount counts[])
{
    const Rules *rules = sheet->talk->rules;
    int many[MAX_SIDES], points[MAX_SIDES], order[PAYING];
    classes_order(order);
    for (int side = 0; side < rules->sides; side++) {
        many[side] = counts[side].clubs;
        points[side] = counts[side].clubs_won ? scoring_clubs(counts[side].clubs, rules) : 0;
    }
    if (scoring_clubs(CLUBS_IN_PACK, rules)) counts_add(sheet, "clubs", many, points);
    for (int line = 0; line < PAYING; line++) {
        const int i = order[line];
        if (!rules->paying[i]) continue;
        for (int side = 0; side < rules->sides; side++) {
            many[side] = counts[side].paying[i];
            points[side] = many[side] * rules->paying[i];
        }
        counts_add(sheet, CARD_LINES[i].label, is_single(i) ? NULL : many, points);
    }
    for (int side = 0; side < rules->sides; side++) {
        many[side] = counts[side].surs;
        points[side] = sur_points(counts[side].surs, rules);
    }
    if (sur_points(1, rules)) counts_add(sheet, "Surs", many, points);
}

void narrate_count(const Talk *talk, const Table *table)
{
    const Rules *rules = talk->rules;
    Sheet sheet = sheet_of(talk, "The count");
    SideCount counts[MAX_SIDES];
    int points[MAX_SIDES], scores[MAX_SIDES];
    count_sides(counts, table, rules);
    points_add(&sheet, counts);
    for (int side = 0; side < rules->sides; side++) {
        points[side] = counts[side].points;
        scores[side] = table->scores[side] + counts[side].points;
    }
    counts_add(&sheet, "this round", NULL, points);
    if (talk->match) counts_add(&sheet, "the match", NULL, scores);
    fputc('\n', talk->out);
    sheet_say(&sheet);
    talk_say(talk, "(In brackets: how many of them.)\n");
}

void narrate_scoring(const Talk *talk)
{
    const Rules *rules = talk->rules;
    char text[LINE_TEXT] = "", target[128] = "";
    int used = 0, order[PAYING];
    const int clubs = scoring_clubs(CLUBS_IN_PACK, rules), sur = sur_points(1, rules);
    classes_order(order);
    if (scoring_clubs_vary(rules))
        used = snprintf(text, sizeof text, ", each club 1, for the side with the most");
    else if (clubs)
        used = snprintf(text, sizeof text, ", the most clubs %d", clubs);
    if (used && rules->clubs_least)
        used += snprintf(text + used, sizeof text - (size_t)used, " (not with fewer than %d)", rules->clubs_least);
    for (int line = 0; line < PAYING; line++) {
        const int i = order[line], worth = rules->paying[i];
        if (worth) used += snprintf(text + used, sizeof text - (size_t)used, ", %s %d", CARD_LINES[i].each, worth);
    }
    if (sur) used += snprintf(text + used, sizeof text - (size_t)used, ", a Sur %d", sur);
    if (talk->match)
        snprintf(target, sizeof target, " With %d the match is won.%s", rules->target,
                 rules->per_shodam ? " Who has them alone in a round stops it at once (per shodam)." : "");
    if (used) talk_say(talk, "What scores: %s.%s\n", text + 2, target);
}

void narrate_shodam(const Talk *talk, const Table *table)
{
    const int own = rules_side(talk->rules, talk->seat), sides = talk->rules->sides;
    int winner;
    if (table_shodam(table, talk->rules, &winner))
        talk_say(talk, "Per shodam: with what is captured already, %s win%s the match.\n",
                 head_of(talk, (winner - own + sides) % sides), winner == own || talk->rules->teams ? "" : "s");
}

/* ---- how the sides stand */

void narrate_standing(const Talk *talk, const Table *table)
{
    const Rules *rules = talk->rules;
    int points[MAX_SIDES], used = 0;
    char text[LINE_TEXT];
    count_points(points, table, rules);
    for (int i = 0; i < rules->sides; i++) {
        const int side = side_at(talk, i), clubs = set_count(table->piles[side] & CLUBS), surs = table->surs[side];
        char score[24] = "", made[24] = "";
        if (talk->match) snprintf(score, sizeof score, "%d + ", table->scores[side]);
        if (sur_points(1, rules)) snprintf(made, sizeof made, ", %d Sur%s", surs, PLURAL(surs));
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%.40s %s%d (%d club%s%s)", i ? ", " : "",
                         head_of(talk, i), score, points[side], clubs, PLURAL(clubs), made);
    }
    talk_say(talk, "So far %s\n", text);
}

/* ---- what has been seen */

void narrate_seen(const Talk *talk, const View *view)
{
    const Rules *rules = talk->rules;
    const Table *table = view->table;
    const CardSet unseen = view_hidden(view);
    Sheet sheet = sheet_of(talk, "Captured");
    char cards[RANKS][CARDS_SHOWN];
    const char *list[RANKS];
    int of[MAX_SIDES], ranks = 0;
    static const struct {
        const char *label;
        CardSet cards;
    } LINES[] = {{"cards", PACK}, {"clubs", CLUBS}, {"aces", ACES}, {"jacks", JACKS}};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        for (int side = 0; side < rules->sides; side++)
            of[side] = set_count(table->piles[side] & LINES[i].cards);
        counts_add(&sheet, LINES[i].label, NULL, of);
    }
    for (int side = 0; side < rules->sides; side++)
        of[side] = table->surs[side];
    counts_add(&sheet, "Surs", NULL, of);
    count_points(of, table, rules);
    counts_add(&sheet, "points so far", NULL, of);
    for (int side = 0; side < rules->sides; side++)
        of[side] += table->scores[side];
    if (talk->match) counts_add(&sheet, "match so far", NULL, of);
    sheet_say(&sheet);
    talk_say(talk, "Not seen yet, %d card%s, %d of them clubs:\n", set_count(unseen), PLURAL(set_count(unseen)),
             set_count(unseen & CLUBS));
    for (int rank = ACE; rank < RANKS; rank++)
        if (unseen & RANK_SET(rank)) list[ranks] = cards_show(cards[ranks], unseen & RANK_SET(rank), talk), ranks++;
    talk_columns(talk, list, ranks);
}
