/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes tables of chances to win a match. */
#include "analysis/report/kinds/kinds.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "agents/match_equity.h"
#include "analysis/report/chart.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "engine/text/number.h"

/* The scores of all sides, and who plays first. */
typedef struct {
    int scores[EQUITY_SIDES];
    int seat; /* of the side whose chance it is */
    bool first;
    double win, se, opponent_win, opponent_se, third_win, third_se,
        third; /* those of a third side: NAN where there is none */
    Interval interval;
} EquityRow;

static const Figure FIGURES[] = {
    {"score", "points", "the score of the side whose chance it is, before a round", FIGURE_AT(EquityRow, scores[0]),
     .plain = "score"},
    {"opponent", "points", "the other side's score; of three, that of the side which plays next after it",
     FIGURE_AT(EquityRow, scores[1]), .plain = "the other score"},
    {"first_seat", "0 or 1", "1: the side plays first in the next round, 0: another does", FIGURE_AT(EquityRow, first),
     .plain = "plays first"},
    {"win", "share", "the chance of the side to win the match", FIGURE_AT(EquityRow, win), .format = "%.1f",
     .scale = 100, .interval = offsetof(EquityRow, interval), .plain = "chance to win the match, %"},
    FIGURE_ENDS("ci", "share", "its 95 % interval", EquityRow, interval),
    {"se", "share", "its standard error, from parts of the boards that were solved one by one",
     FIGURE_AT(EquityRow, se)},
    {"third", "points", "the third side's score (--third); empty: there are two sides", FIGURE_AT(EquityRow, third)},
    {"seat", "index", "the side's place in the order of play of the next round, from 0: it plays first",
     FIGURE_AT(EquityRow, seat)},
    {"opponent_win", "share", "the chance of the side with the score opponent", FIGURE_AT(EquityRow, opponent_win)},
    {"opponent_se", "share", "its standard error", FIGURE_AT(EquityRow, opponent_se)},
    {"third_win", "share", "the chance of the third side; empty: there are two", FIGURE_AT(EquityRow, third_win)},
    {"third_se", "share", "its standard error", FIGURE_AT(EquityRow, third_se)},
};
static const FigureTable EQUITY_FIGURES = {"equity --csv", "set of scores and place in the order of play",
                                           FIGURE_ROWS(FIGURES), NULL};

/* seat: of the side with the first of the scores, in the next round. */
static EquityRow row_of(const EquityReport *report, int score, int opponent, int seat)
{
    const int sides = report->rules->sides, first = (sides - seat) % sides;
    EquityRow row = {.scores = {score, opponent, report->third},
                     .seat = seat,
                     .first = !seat,
                     .third = NAN,
                     .third_win = NAN,
                     .third_se = NAN};
    const Estimate win = equity_at(report->equity, row.scores, first, 0),
                   other = equity_at(report->equity, row.scores, first, 1);
    row.win = win.mean;
    row.se = win.se;
    row.interval = equity_interval(&win, report->alpha);
    row.opponent_win = other.mean;
    row.opponent_se = other.se;
    if (sides > 2) {
        const Estimate third = equity_at(report->equity, row.scores, first, 2);
        row.third = report->third;
        row.third_win = third.mean;
        row.third_se = third.se;
    }
    return row;
}

/* A chance for people, in % with its interval, or as a share with its standard error. */
static const char *chance_text(char out[static FIGURE_CELL], const Estimate *chance, bool percent, double alpha)
{
    if (isnan(chance->se)) return "unknown";
    if (chance->se == 0)
        return chance->mean == 0 ? "none that was seen" : chance->mean == 1 ? "all that were seen" : "unknown";
    const Interval interval = equity_interval(chance, alpha);
    snprintf(out, FIGURE_CELL, percent ? "%.2f %% (%g %%: %.2f to %.2f)" : "%.4f (se %.4f)",
             percent ? 100 * chance->mean : chance->mean, percent ? 100 * (1 - alpha) : chance->se, 100 * interval.low,
             100 * interval.high);
    return out;
}

/* "48-44", or of three sides "48-44-30". */
enum { SCORES_TEXT = 32 };
static const char *scores_text(char out[static SCORES_TEXT], const EquityReport *report, const int scores[],
                               char between)
{
    const int length = snprintf(out, SCORES_TEXT, "%d%c%d", scores[0], between, scores[1]);
    if (report->rules->sides > 2) snprintf(out + length, SCORES_TEXT - (size_t)length, "%c%d", between, scores[2]);
    return out;
}

/* The checksum by which agents know the table again; only tables of two sides are read. */
static void crc_head(Result *out, const EquityReport *report)
{
    const int target = report->rules->target;
    const size_t pairs = (size_t)(target * target);
    uint16_t *chances = report->rules->sides == 2 ? result_alloc(out, 2 * pairs, sizeof *chances) : NULL;
    for (size_t i = 0; chances && i < 2 * pairs; i++) {
        const size_t pair = i % pairs;
        const double win = row_of(report, (int)pair / target, (int)pair % target, i >= pairs).win;
        if (isnan(win)) return; /* nobody can read it */
        chances[i] = (uint16_t)lround(win * EQUITY_ONE);
    }
    if (chances) result_head(out, "crc32c", "%08" PRIx32, match_equity_crc(chances, 2 * pairs));
}

void equity_result(Result *out, const EquityReport *report)
{
    const int target = report->rules->target;
    char table[FIGURE_CELL], matches[FIGURE_CELL], scores[SCORES_TEXT];
    result_head(out, "agents", "%s", report->agents);
    for (int i = 0; i < report->check_count; i++) {
        const EquityCheck *check = &report->checks[i];
        result_head(out, "check", "%s: %s by the table, %s by %lld boards of whole matches",
                    scores_text(scores, report, check->scores, '/'),
                    chance_text(table, &check->table, false, report->alpha),
                    chance_text(matches, &check->matches, false, report->alpha), (long long)check->matches.n);
    }
    crc_head(out, report);
    result_begin(out, &RESULT_EQUITY, NULL);
    for (int score = 0; score < target; score++)
        for (int opponent = 0; opponent < target; opponent++)
            for (int seat = 0; seat < report->rules->sides; seat++) {
                const EquityRow row = row_of(report, score, opponent, seat);
                result_row(out, &EQUITY_FIGURES, &row);
            }
}

static const char *const PLACES[] = {"first", "second", "third"};
/* Every tenth of the target, in whole points. */
static void grid_print(FILE *out, const Page *page, const EquityReport *report, int seat)
{
    const int target = report->rules->target;
    const int step = target < 10 ? 1 : (target + 5) / 10, columns = (target + step - 1) / step + 1;
    Result memory = {0};
    const char **cells = result_alloc(&memory, (size_t)(columns * columns), sizeof *cells);
    for (int i = 0; cells && i < columns * columns; i++) {
        const int score = (i / columns - 1) * step, opponent = (i % columns - 1) * step;
        if (score < 0 || opponent < 0)
            cells[i] = score == opponent ? "you \\ they" : result_format(&memory, "%d", score < 0 ? opponent : score);
        else
            cells[i] = result_format(&memory, "%.1f", 100 * row_of(report, score, opponent, seat).win);
    }
    fprintf(out, "\nChance to win the match, in %%, where your side plays %s in the next round:\n", PLACES[seat]);
    if (cells && !memory.failed) texts_print(out, page, cells, (size_t)columns, (size_t)columns, "r");
    result_free(&memory);
}

static void at_print(FILE *out, const EquityReport *report, const int at[])
{
    const int sides = report->rules->sides;
    const int best = sides > 2 && at[2] > at[1] ? at[2] : at[1];
    char range[FIGURE_CELL], scores[SCORES_TEXT];
    for (int seat = 0; seat < sides; seat++) {
        const EquityRow row = row_of(report, at[0], at[1], seat);
        const Interval interval = {100 * row.interval.low, 100 * row.interval.high};
        const int decimals = interval_decimals(2, interval);
        fprintf(out, "%s, %s, and you play %s: %.*f %% (%s)", scores_text(scores, report, at, '-'),
                at[0] > best   ? "you lead"
                : at[0] < best ? "you are behind"
                               : "level",
                PLACES[seat], decimals, 100 * row.win, range_text(range, "%.*f", interval));
        if (sides > 2)
            fprintf(out, "; the next side %.1f %%, the third %.1f %%", 100 * row.opponent_win, 100 * row.third_win);
        fputc('\n', out);
    }
}

static double widest_se(const EquityReport *report)
{
    const int target = report->rules->target;
    double widest = 0;
    for (int score = 0; score < target; score++)
        for (int opponent = 0; opponent < target; opponent++)
            for (int seat = 0; seat < report->rules->sides; seat++)
                widest = fmax(widest, row_of(report, score, opponent, seat).se);
    return widest;
}

void equity_summary(FILE *out, const Page *page, const EquityReport *report, const int *at, Result *found)
{
    const int sides = report->rules->sides;
    char table[FIGURE_CELL], matches[FIGURE_CELL], scores[SCORES_TEXT];
    if (sides > 2 && !at)
        fprintf(out, "You, the opponent and the third side, which has %d, play in this order.\n", report->third);
    if (at) at_print(out, report, at);
    for (int seat = 0; seat < sides && !at; seat++)
        grid_print(out, page, report, seat);
    if (page->legend == LEGEND_FULL && !at)
        fputs("A row is your score before the next round, a column theirs; --csv has every score, with intervals.\n",
              out);
    fputc('\n', out);
    if (!at) verdicts_print(out, found);
    fprintf(out, "The largest standard error is %.2f %%.\n", 100 * widest_se(report));
    for (int i = 0; i < report->check_count; i++) {
        const EquityCheck *check = &report->checks[i];
        fprintf(out, "From %s the table says %s, whole matches on %lld board%s %s.\n",
                scores_text(scores, report, check->scores, '-'), chance_text(table, &check->table, true, report->alpha),
                (long long)check->matches.n, PLURAL(check->matches.n),
                chance_text(matches, &check->matches, true, report->alpha));
    }
}

/* ---- verdict, picture and kind */

/* The chance at the beginning. */
static void equity_verdicts(Verdicts *verdicts, Result *result)
{
    const int score = result_column(result, "score"), opponent = result_column(result, "opponent");
    const int first = result_column(result, "first_seat"), third = result_column(result, "third");
    for (size_t row = 0; row < result->row_count; row++) {
        if (result_number(result, row, score) != 0 || result_number(result, row, opponent) != 0 ||
            result_number(result, row, first) != 1 || result_number(result, row, third) > 0)
            continue;
        const Interval chance = result_interval(result, row, "ci");
        const double fair = isnan(result_number(result, row, third)) ? 0.5 : 1. / 3;
        const int sign = interval_sign(chance, fair);
        verdict_add(verdicts,
                    (Verdict){.words = result_format(result,
                                                     "From scores of 0 the side that plays first wins $v %% of the "
                                                     "matches, which is %s an equal share.",
                                                     !sign      ? "not shown to differ from"
                                                     : sign > 0 ? "more than"
                                                                : "less than"),
                              .size = 100 * number_at(result, row, "win"),
                              .interval = {100 * chance.low, 100 * chance.high},
                              .format = "%.1f",
                              .sign = sign});
        return;
    }
}

static bool equity_draw(Chart *chart)
{
    static const char *const WORDS[] = {"plays first in the next round", "plays second", "plays third"};
    Result *result = chart->result;
    const char *third = text_at(result, 0, "third");
    const int seat = result_column(result, *third ? "seat" : "first_seat");
    const char **panels = result_alloc(result, result->row_count, sizeof *panels);
    for (size_t row = 0; panels && row < result->row_count; row++) {
        const double number = result_number(result, row, seat), at = *third ? number : 1 - number;
        panels[row] = at == 0 || at == 1 || at == 2 ? WORDS[(int)at] : result_text(result, row, seat);
    }
    chart->title = *third ? "The chance to win the match, of three sides" : "The chance to win the match";
    chart->subtitle = *third ? result_format(result,
                                             "downward: the score of the side; to the right: that of the next one; the "
                                             "third has %.20s",
                                             third)
                             : "downward: the score of the side; to the right: the other side's";
    chart->unit =
        *third ? "% of the matches that the side wins, less 33.3" : "% of the matches that the side wins, less 50";
    chart->format = "%+.0f";
    chart->between = "to";
    return panels && chart_pairs(chart, &(Pairs){"score", "opponent", "win", "ci", .in_order = true,
                                                 .middle = *third ? 1. / 3 : 0.5, .panels = panels});
}

static const Measures EQUITY_MEASURES = {.keys = {"score", "first_seat", "opponent"},
                                         .list = {{"win", "ci", "se", NULL}}};

const ResultKind RESULT_EQUITY = {
    .table = &EQUITY_FIGURES,
    .first = 3,
    .needs = {"win", "ci_low", "ci_high"},
    .question = "How likely is it to win the match?",
    .method =
        "Rounds are played from each pair of scores; the chances follow from them by solving the match backward from "
        "its end, and whole matches check the result. Each row is the chance of the side with the score against one "
        "with the other score.",
    .page = "matches.md",
    .verdicts = equity_verdicts,
    .measures = &EQUITY_MEASURES,
    .draw = equity_draw,
};
