/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the first agent wins from each pair of scores, as a table, CSV and a sentence. */
#include "analysis/report/sim_scores.h"

#include <math.h>

#include "analysis/report/figure_print.h"
#include "analysis/stats/rating.h"

typedef struct {
    int score, opponent;
    char scores[24];
    const char *agent;
    int64_t boards, matches;
    Estimate wins;
    Interval interval;
    double elo, first, second;
    Interval elo_interval;
    const char *verdict;
} SituationRow;

#define AT(member) FIGURE_AT(SituationRow, member)
static const Figure FIGURES[] = {
    {"score", "points", "score with which the side that plays first begins the match", AT(score)},
    {"opponent", "points", "score of the other side", AT(opponent)},
    {NULL, "points", "both, that of the side that plays first before the other", AT(scores), .title = "scores",
     .width = -7},
    {"agent", "name", "the first agent, which has both places in turn", AT(agent)},
    {"boards", "boards", "sequences of packs, each played in every seating", AT(boards)},
    {"matches", "matches", "matches played", AT(matches), .title = "matches", .width = 9, .drop = 3},
    {"win_rate", "share", "matches that the agent won", AT(wins.mean), .title = "wins, % (95 % for all rows)",
     .width = -28, .format = "%.*f", .scale = 100, .interval = offsetof(SituationRow, interval)},
    {"win_ci_low", "share", "low end of its interval, which holds for all rows together (Bonferroni)",
     AT(interval.low)},
    {"win_ci_high", "share", "high end of that interval", AT(interval.high)},
    {"elo", "Elo", "win_rate as Elo", AT(elo), .title = "Elo", .width = 6, .drop = 2, .format = "%+.1f"},
    {"first", "share", "matches that it won where it had the score `score` and played first", AT(first),
     .title = "as first %", .width = 10, .drop = 1, .format = "%.2f", .scale = 100},
    {"second", "share", "matches that it won where it had the score `opponent` and played second", AT(second),
     .title = "as second %", .width = 11, .drop = 1, .format = "%.2f", .scale = 100},
    {"verdict", "text", "more, less: the interval leaves out one half; else not shown", AT(verdict),
     .title = "verdict"},
};
const FigureTable SIM_SCORE_FIGURES = {"sim --by score --csv", "pair of scores", FIGURE_ROWS(FIGURES), NULL};

/* The share that the agent won at that place of the first round. */
static double place_share(const SituationResult *result, const Situation *situation, int place)
{
    const int sides = result->schedule->rules.sides;
    if (result->schedule->seatings < sides) return NAN;
    return (estimate_of(&situation->tally.agents[0].by_place[place], 1).mean + 1) / sides;
}

static SituationRow row_of(const SituationResult *result, size_t index)
{
    const Situation *situation = &result->situations[index];
    const double scale = tally_scale(result->schedule, 0) * win_scale(result->schedule->rules.sides);
    const double alpha = bonferroni_alpha(SIM_ALPHA, result->asked);
    SituationRow row = {.score = situation->scores[0],
                        .opponent = situation->scores[1],
                        .agent = result->agents[0].name,
                        .boards = situation->tally.boards,
                        .matches = situation->tally.lengths.n,
                        .wins = estimate_of(&situation->tally.agents[0].wins, scale),
                        .first = place_share(result, situation, 0),
                        .second = place_share(result, situation, 1)};
    snprintf(row.scores, sizeof row.scores, "%d-%d", row.score, row.opponent);
    row.interval = situation->cut ? interval_anytime(&row.wins, alpha, result->rho) : interval_share(&row.wins, alpha);
    if (interval_known(row.interval)) row.interval = (Interval){fmax(0, row.interval.low), fmin(1, row.interval.high)};
    row.elo = elo_of_share(row.wins.mean);
    row.verdict = row.interval.low > 0.5 ? "more" : row.interval.high < 0.5 ? "less" : "not shown";
    return row;
}

/* Of those that have a board. */
static size_t rows_fill(SituationRow rows[static SIM_SITUATIONS], const SituationResult *result)
{
    size_t count = 0;
    for (size_t i = 0; i < result->count; i++)
        if (result->situations[i].tally.boards) rows[count++] = row_of(result, i);
    return count;
}

void situations_csv(OutputFile *csv, const SituationResult *result)
{
    SituationRow rows[SIM_SITUATIONS];
    figures_table(csv, &SIM_SCORE_FIGURES, rows, sizeof *rows, rows_fill(rows, result));
}

void situations_summary(FILE *out, const Page *page, const SituationResult *result)
{
    SituationRow rows[SIM_SITUATIONS];
    const size_t count = rows_fill(rows, result);
    size_t more = 0, less = 0;
    figures_print(out, page, &SIM_SCORE_FIGURES, rows, sizeof *rows, count);
    for (size_t i = 0; i < count; i++) {
        more += rows[i].interval.low > 0.5;
        less += rows[i].interval.high < 0.5;
    }
    fprintf(out,
            "%s is shown to win more than half of the matches from %zu of %zu pairs of scores, and less from %zu.\n",
            result->agents[0].name, more, count, less);
    fputs(
        "From each pair both agents play first with the score before the dash in turn, so that equals would win one half.\n",
        out);
}
