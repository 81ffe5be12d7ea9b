/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `advise` says of a position: the table, the sentence, the CSV. */
#include "analysis/report/advice_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/search/root_parallel.h"
#include "engine/notation.h"
#include "engine/text/number.h"

enum { EQUALS_NAMED = 3, LEAST_WIDTH = 5 };

/* A play of the view as written. Returns text. */
static char *play_text(char text[static PLAY_TEXT], const View *view, CardSet play)
{
    play_print(text, set_first(play & view->hand), play & ~view->hand);
    return text;
}

typedef struct {
    const AdvisePlay *play;
    bool chosen;
} Row;

static int row_order(const void *left, const void *right)
{
    const Row *a = left, *b = right;
    if (a->chosen != b->chosen) return a->chosen ? -1 : 1;
    if (isnan(a->play->value) || isnan(b->play->value)) return isnan(a->play->value) - isnan(b->play->value);
    if (a->play->value != b->play->value) return a->play->value > b->play->value ? -1 : 1;
    return (a->play > b->play) - (a->play < b->play); /* both lie in one list */
}

static uint64_t visits_sum(const Advice *advice)
{
    uint64_t sum = 0;
    for (int i = 0; i < advice->count; i++)
        sum += advice->plays[i].visits;
    return sum;
}

static void equals_print(FILE *file, const Advice *advice, const View *view, const AdvisePlay *play)
{
    CardSet moves[MAX_MOVES];
    char text[PLAY_TEXT];
    int count = moves_list(moves, view->hand, view->table->pool, NULL), equals = 0;
    for (int i = 0; i < count; i++)
        if (moves[i] != play->play && &advice->plays[advice_find(advice, view, moves[i])] == play &&
            equals++ < EQUALS_NAMED)
            fprintf(file, "%s%s", equals > 1 ? ", " : "  or ", play_text(text, view, moves[i]));
    if (equals > EQUALS_NAMED) fprintf(file, " and %d more", equals - EQUALS_NAMED);
}

static void row_print(FILE *file, const Advice *advice, const View *view, const Row *row, int width, bool equals)
{
    const AdvisePlay *play = row->play;
    char text[PLAY_TEXT], visits[SHORT_TEXT];
    fprintf(file, "%c %-*s", row->chosen ? '*' : ' ', width, play_text(text, view, play->play));
    fprintf(file, isnan(play->value) ? "         ?" : "  %+8.2f", play->value);
    if (advice->kind != ADVISE_EXACT) {
        fprintf(file, isnan(play->low) ? "                    " : "  %+7.2f to %+7.2f", play->low, play->high);
        short_count(visits, (double)play->visits);
        fprintf(file, "  %7s", visits);
    }
    if (advice->kind == ADVISE_SEARCH)
        fprintf(file, "  %5.1f %%", 100 * (double)play->visits / (double)visits_sum(advice));
    if (equals && advice->folded) equals_print(file, advice, view, play);
    fputc('\n', file);
}

int advice_table(FILE *file, const Advice *advice, const View *view, int rows)
{
    Row list[MAX_MOVES];
    char text[PLAY_TEXT];
    int width = LEAST_WIDTH, shown = rows && rows < advice->count ? rows : advice->count;
    for (int i = 0; i < advice->count; i++)
        list[i] = (Row){&advice->plays[i], i == advice->choice};
    qsort(list, (size_t)advice->count, sizeof *list, row_order);
    for (int i = 0; i < shown; i++) {
        const int length = (int)strlen(play_text(text, view, list[i].play->play));
        width = length > width ? length : width;
    }
    fprintf(file, "  %-*s  %8s", width, "play", advice->is_reward ? "reward" : "points");
    if (advice->kind != ADVISE_EXACT)
        fprintf(file, "  %18s  %7s", "95 % interval", advice->kind == ADVISE_SEARCH ? "visits" : "deals");
    fprintf(file, "%s\n", advice->kind == ADVISE_SEARCH ? "    share" : "");
    for (int i = 0; i < shown; i++)
        row_print(file, advice, view, &list[i], width, !rows);
    if (shown < advice->count) fprintf(file, "  and %d more\n", advice->count - shown);
    return 1 + shown + (shown < advice->count);
}

static const char *unit_of(const Advice *advice) { return advice->is_reward ? "reward" : "points"; }

void advice_line(FILE *file, const Advice *advice, const View *view)
{
    const AdvisePlay *choice = &advice->plays[advice->choice];
    char text[PLAY_TEXT], count[SHORT_TEXT];
    short_count(count, (double)advice->iterations);
    fprintf(file, "%s %s: %s %+.2f (%+.2f to %+.2f) %s", count, advice->kind == ADVISE_SEARCH ? "iterations" : "deals",
            play_text(text, view, choice->play), choice->value, choice->low, choice->high, unit_of(advice));
    if (advice->rival >= 0) {
        const AdvisePlay *rival = &advice->plays[advice->rival];
        fprintf(file, ", next %s %+.2f", play_text(text, view, rival->play), rival->value);
    }
    fputc('\n', file);
}

/* All plays with the best value, as "A, B or C"; returns how many. */
static int best_print(FILE *file, const Advice *advice, const View *view, double best)
{
    char text[PLAY_TEXT];
    int count = 0, at = 0;
    for (int i = 0; i < advice->count; i++)
        count += advice->plays[i].value == best;
    for (int i = 0; i < advice->count; i++) {
        if (advice->plays[i].value != best) continue;
        fprintf(file, "%s%s",
                at == 0          ? ""
                : at + 1 < count ? ", "
                                 : " or ",
                play_text(text, view, advice->plays[i].play));
        at++;
    }
    return count;
}

static void exact_sentence(FILE *file, const Advice *advice, const View *view, const char *agent)
{
    const AdvisePlay *choice = &advice->plays[advice->choice];
    char text[PLAY_TEXT];
    double best = choice->value, next = -INFINITY;
    for (int i = 0; i < advice->count; i++)
        best = fmax(best, advice->plays[i].value);
    for (int i = 0; i < advice->count; i++)
        if (advice->plays[i].value < best) next = fmax(next, advice->plays[i].value);
    fprintf(file, "All cards are known, so the values are exact: play ");
    int count = best_print(file, advice, view, best);
    fprintf(file, "%s; with best play by both the round ends %+.0f points for you",
            count > 1 ? ", which are equal" : "", best);
    if (next > -INFINITY) fprintf(file, ", with any other play %+.0f at the most", next);
    if (choice->value < best)
        fprintf(file, " (%s would play %s, %+.0f)", agent, play_text(text, view, choice->play), choice->value);
    fputs(".\n", file);
}

void advice_head(FILE *file, const KnownView *known)
{
    static const char *const PLACES[MAX_SEATS] = {"first", "second", "third", "fourth"},
                             *const COUNTS[MAX_SEATS + 1] = {[2] = "two", "three", "four"};
    const Table *table = &known->table;
    char rules[RULES_TEXT], hand[CARDS_TEXT], pool[CARDS_TEXT];
    rules_print(rules, &known->rules);
    cards_print(hand, known->hand);
    cards_print(pool, table->pool);
    fprintf(file, "You play %s of %s (%s), deal %d of %d: hand %s, pool %s\n", PLACES[table->turn],
            COUNTS[known->rules.players], rules, table->deal + 1, known->rules.deals, hand, *pool ? pool : "empty");
}

void advice_basis(FILE *file, const Advice *advice, const KnownView *known, const char *agent)
{
    const Table *table = &known->table;
    char count[SHORT_TEXT];
    short_count(count, (double)advice->iterations);
    int seen = set_count(table->pool);
    for (int side = 0; side < known->rules.sides; side++)
        seen += set_count(table->piles[side]);
    const int missing = FIRST_POOL + table->ply - seen;
    fputc('\n', file);
    if (advice->kind != ADVISE_EXACT && !advice->is_reward)
        fprintf(file, "Points: by how much your side wins the round%s, captured cards included; ",
                known->rules.sides > 2 ? " against the mean of the others" : "");
    if (advice->kind == ADVISE_SEARCH)
        fprintf(file, "%s iterations in %d trees by %s.\n", count, ROOT_PARALLEL_TREES, agent);
    else if (advice->kind == ADVISE_ROLLOUTS)
        fprintf(file, "%s sampled deals, played on by %s.\n", count, agent);
    else if (advice->kind == ADVISE_SOLVED)
        fprintf(file, "%s sampled deals, each solved with open cards.\n", count);
    if (missing)
        fprintf(file, "%d captured card%s not told (--piles): anywhere but in a hand, with any side.\n", missing,
                missing == 1 ? " is" : "s are");
}

void advice_sentence(FILE *file, const Advice *advice, const View *view, const char *agent)
{
    const AdvisePlay *choice = &advice->plays[advice->choice];
    char play[PLAY_TEXT], other[PLAY_TEXT];
    char width[48] = "";
    play_text(play, view, choice->play);
    if (advice->count == 1) {
        fprintf(file, "Play %s: there is no other choice.\n", play);
        return;
    }
    if (advice->kind == ADVISE_EXACT) {
        exact_sentence(file, advice, view, agent);
        return;
    }
    if (advice->rival < 0) {
        fprintf(file, "Play %s: nothing else was tried.\n", play);
        return;
    }
    const AdvisePlay *rival = &advice->plays[advice->rival];
    const char *unit = unit_of(advice);
    play_text(other, view, rival->play);
    if (!isnan(rival->behind_low))
        snprintf(width, sizeof width, " (+-%.2f at 95 %%)", rival->behind_high - rival->behind);
    if (rival->behind_high < 0)
        fprintf(file, "%s plays %s, but %s is estimated %.2f %s better%s.\n", agent, play, other, -rival->behind, unit,
                width);
    else if (rival->behind_low > 0)
        fprintf(file, "Play %s: it is estimated %.2f %s better than the next, %s%s.\n", play, rival->behind, unit,
                other, width);
    else
        fprintf(file, "Play %s, but it and %s cannot be told apart: their estimates differ by %.2f %s%s.\n", play,
                other, fabs(rival->behind), unit, width);
}

typedef struct {
    char play[PLAY_TEXT];
    double value, low, high, visits;
    bool choice;
} AdviceRow;

static const Figure FIGURES[] = {
    {"play", "play", "a legal play, as records write it", FIGURE_AT(AdviceRow, play)},
    {"value", "points or reward", "what the play is worth to the side that plays; the head line `unit` says in what",
     FIGURE_AT(AdviceRow, value)},
    {"ci_low", "points or reward", "low end of the 95 % interval of the value", FIGURE_AT(AdviceRow, low)},
    {"ci_high", "points or reward", "high end of the 95 % interval of the value", FIGURE_AT(AdviceRow, high)},
    {"visits", "count", "how often the play was tried: the search's visits, or dealt worlds; empty where it is exact",
     FIGURE_AT(AdviceRow, visits)},
    {"choice", "0 or 1", "1: the agent plays this", FIGURE_AT(AdviceRow, choice)},
};
const FigureTable ADVISE_FIGURES = {"advise --csv", "legal play", FIGURE_ROWS(FIGURES), NULL};

void advice_csv(OutputFile *csv, const Advice *advice, const View *view)
{
    CardSet moves[MAX_MOVES];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    figures_head(csv, "unit", "%s", unit_of(advice));
    figures_header(csv, &ADVISE_FIGURES);
    for (int i = 0; i < count; i++) {
        const AdvisePlay *play = &advice->plays[advice_find(advice, view, moves[i])];
        const double visits = advice->kind == ADVISE_EXACT ? NAN : (double)play->visits;
        const bool choice = moves[i] == advice->plays[advice->choice].play;
        AdviceRow row = {"", play->value, play->low, play->high, visits, choice};
        play_text(row.play, view, moves[i]);
        figures_row(csv, &ADVISE_FIGURES, &row);
    }
}
