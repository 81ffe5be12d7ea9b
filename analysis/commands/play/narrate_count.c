/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells the count of a round, and what has been seen so far. */
#include <string.h>

#include "analysis/commands/play/narrate.h"
#include "analysis/report/text.h"
#include "engine/table.h"
#include "engine/text/number.h"

enum { LABEL = 14, COLUMN_LEAST = 6, COLUMN_MOST = 14, LINE_TEXT = 1024, CELL = 24 };

/* What a count is told to. */
typedef struct {
    const Talk *talk;
    const Company *company;
    int width; /* of a side's column */
} Sheet;

/* The side of that column: the person's own is the first. */
static int side_at(const Company *company, int column)
{
    return (rules_side(company->rules, company->seat) + column) % company->rules->sides;
}

/* The name of that column, never wider than it. */
static const char *head_of(char out[static LINE_TEXT], const Sheet *sheet, int column)
{
    const Company *company = sheet->company;
    const Rules *rules = company->rules;
    const char *name =
        rules->teams ? column ? "they" : "you two"
        : column     ? company->names[(side_at(company, column) - company->seat + rules->players) % rules->players]
                     : "you";
    /* too narrow a column keeps the number that tells two of one name apart */
    const size_t length = strlen(name);
    const bool numbered = length > 2 && name[length - 2] == ' ' && display_width(name) >= sheet->width;
    const char *number = numbered ? name + length - 2 : "";
    snprintf(out, LINE_TEXT, "%.*s%s", (int)display_cut(name, sheet->width - 1 - (int)strlen(number)), name, number);
    return out;
}

/* A line: the label, and a cell for each side, to the right. */
static void line_say(const Sheet *sheet, const char *label, const char cells[][CELL])
{
    char line[LINE_TEXT];
    int used = snprintf(line, sizeof line, "%-*s", LABEL, label);
    for (int i = 0; i < sheet->company->rules->sides; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, "%*s%s", sheet->width - display_width(cells[i]), "",
                         cells[i]);
    fprintf(sheet->talk->out, "%s\n", line);
}

static Sheet sheet_of(const Talk *talk, const Company *company)
{
    int width = (talk_width(talk) - LABEL) / company->rules->sides;
    width = width < COLUMN_LEAST ? COLUMN_LEAST : width > COLUMN_MOST ? COLUMN_MOST : width;
    return (Sheet){talk, company, width};
}

static void heads_say(const Sheet *sheet, const char *label)
{
    char cells[MAX_SIDES][CELL], head[LINE_TEXT];
    for (int i = 0; i < sheet->company->rules->sides; i++)
        snprintf(cells[i], CELL, "%.23s", head_of(head, sheet, i));
    line_say(sheet, label, cells);
}

/* A line of what is counted: how many of a thing each side has, and the points for it where they are others. */
static void counts_say(const Sheet *sheet, const char *label, const int counts[], const int points[], bool many)
{
    char cells[MAX_SIDES][CELL];
    for (int i = 0; i < sheet->company->rules->sides; i++) {
        const int side = side_at(sheet->company, i);
        if (many)
            snprintf(cells[i], CELL, "(%d) %3d", counts[side], points[side]);
        else
            snprintf(cells[i], CELL, "%d", points[side]);
    }
    line_say(sheet, label, cells);
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

static void points_say(const Sheet *sheet, const SideCount counts[])
{
    const Rules *rules = sheet->company->rules;
    int many[MAX_SIDES], points[MAX_SIDES], order[PAYING];
    classes_order(order);
    for (int side = 0; side < rules->sides; side++) {
        many[side] = counts[side].clubs;
        points[side] = counts[side].clubs_won ? worth_clubs(counts[side].clubs, rules) : 0;
    }
    if (worth_clubs(CLUBS_IN_PACK, rules)) counts_say(sheet, "clubs", many, points, true);
    for (int line = 0; line < PAYING; line++) {
        const int i = order[line];
        if (!rules->paying[i]) continue;
        for (int side = 0; side < rules->sides; side++) {
            many[side] = counts[side].paying[i];
            points[side] = many[side] * rules->paying[i];
        }
        counts_say(sheet, CARD_LINES[i].label, many, points, !is_single(i));
    }
    for (int side = 0; side < rules->sides; side++) {
        many[side] = counts[side].surs;
        points[side] = sur_points(counts[side].surs, rules);
    }
    if (sur_points(1, rules)) counts_say(sheet, "Surs", many, points, true);
}

void narrate_count(const Talk *talk, const Company *company, const Table *table)
{
    const Rules *rules = company->rules;
    const Sheet sheet = sheet_of(talk, company);
    SideCount counts[MAX_SIDES];
    int points[MAX_SIDES], scores[MAX_SIDES];
    count_sides(counts, table, rules);
    fputc('\n', talk->out);
    heads_say(&sheet, "The count");
    points_say(&sheet, counts);
    for (int side = 0; side < rules->sides; side++) {
        points[side] = counts[side].points;
        scores[side] = table->scores[side] + counts[side].points;
    }
    counts_say(&sheet, "this round", points, points, false);
    if (company->match) counts_say(&sheet, "the match", scores, scores, false);
    talk_say(talk, "(In brackets: how many of them.)\n");
}

void narrate_scoring(const Talk *talk, const Company *company)
{
    const Rules *rules = company->rules;
    char text[LINE_TEXT] = "", target[64] = "";
    int used = 0, order[PAYING];
    const int clubs = worth_clubs(CLUBS_IN_PACK, rules), sur = sur_points(1, rules);
    classes_order(order);
    if (worth_clubs_vary(rules))
        used = snprintf(text, sizeof text, ", each club 1, for who has the most");
    else if (clubs)
        used = snprintf(text, sizeof text, ", the most clubs %d", clubs);
    if (used && rules->clubs_least)
        used += snprintf(text + used, sizeof text - (size_t)used, " (not with fewer than %d)", rules->clubs_least);
    for (int line = 0; line < PAYING; line++) {
        const int i = order[line], worth = rules->paying[i];
        if (worth) used += snprintf(text + used, sizeof text - (size_t)used, ", %s %d", CARD_LINES[i].each, worth);
    }
    if (sur) used += snprintf(text + used, sizeof text - (size_t)used, ", a Sur %d", sur);
    if (company->match) snprintf(target, sizeof target, " With %d the match is won.", rules->target);
    if (used) talk_say(talk, "What scores: %s.%s\n", text + 2, target);
}

void narrate_shodam(const Talk *talk, const Company *company, const Table *table)
{
    char name[LINE_TEXT];
    int winner;
    if (!table_shodam(table, company->rules, &winner)) return;
    const int own = rules_side(company->rules, company->seat), sides = company->rules->sides;
    const Sheet sheet = {talk, company, LINE_TEXT - 1};
    head_of(name, &sheet, (winner - own + sides) % sides);
    talk_say(talk, "Per shodam: with what is captured already, %s win%s the match.\n", name,
             winner == own || company->rules->teams ? "" : "s");
}

/* ---- what has been seen */

void narrate_seen(const Talk *talk, const Company *company, const View *view)
{
    const Rules *rules = company->rules;
    const Sheet sheet = sheet_of(talk, company);
    const Table *table = view->table;
    char cards[RANKS][CARDS_SHOWN];
    const char *list[RANKS];
    int of[MAX_SIDES], ranks = 0;
    static const struct {
        const char *label;
        CardSet cards;
    } LINES[] = {{"cards", PACK}, {"clubs", CLUBS}, {"aces", ACES}, {"jacks", JACKS}};
    heads_say(&sheet, "Captured");
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        for (int side = 0; side < rules->sides; side++)
            of[side] = set_count(table->piles[side] & LINES[i].cards);
        counts_say(&sheet, LINES[i].label, of, of, false);
    }
    for (int side = 0; side < rules->sides; side++)
        of[side] = table->surs[side];
    counts_say(&sheet, "Surs", of, of, false);
    count_points(of, table, rules);
    counts_say(&sheet, "points so far", of, of, false);
    for (int side = 0; side < rules->sides; side++)
        of[side] += table->scores[side];
    if (company->match) counts_say(&sheet, "match so far", of, of, false);
    const CardSet unseen = view_hidden(view);
    talk_say(talk, "Not seen yet, %d card%s, %d of them clubs:\n", set_count(unseen), PLURAL(set_count(unseen)),
             set_count(unseen & CLUBS));
    for (int rank = ACE; rank < RANKS; rank++)
        if (unseen & RANK_SET(rank)) list[ranks] = cards_show(cards[ranks], unseen & RANK_SET(rank), talk), ranks++;
    talk_columns(talk, list, ranks);
}
