/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur rate: a tournament among many agents. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/stats/rating.h"
#include "analysis/study/tournament.h"
#include "engine/text/error.h"
#include "engine/text/number.h"

enum { NAME_MOST = 32 };

#define NASH_ALONE 0.995

#define UNIT "points a round, or share (--matches)"
#define STRENGTH                                                                                                       \
    "strength, from all pairs together; the mean of all agents is 0; with --matches the share that it wins against "   \
    "the average agent, less one half"

typedef struct {
    int rank;
    const char *agent;
    char short_name[NAME_MOST + 1];
    EntrantEstimates of;
    Rating points, elo, nash;
    double against;
    RatingFit fit; /* the same in all rows */
    RatingCircle circle;
    const char *beaten, *beats; /* who stands before and behind the agent in its circle */
    bool shown;                 /* each of the three beats the next beyond doubt */
} RateRow;

/* A pair of agents that met, as the first of them sees it. */
typedef struct {
    const char *agent, *opponent;
    PairEstimates of;
} CrossRow;

/* Intervals hold for one row each. */
typedef struct {
    uint64_t boards;
    const char *gauntlet_text, *cross_file;

    int gauntlet;
    Tournament tournament;
    RateRow rows[TOURNAMENT_MAX_AGENTS]; /* as the agents were named … */
    Ranked order[TOURNAMENT_MAX_AGENTS]; /* … and best first, the unknown last */
    PairEstimates *pairs;                /* of the tournament's table; owned */
} Rate;

static bool of_matches(const Rate *rate) { return rate->tournament.schedule->match_rounds > 0; }

/* The agent's name, cut where it has to be so that it still differs from the others'. */
static void short_name(char out[static NAME_MOST + 1], const Agent *agents, size_t count, size_t agent)
{
    const char *name = agents[agent].name;
    size_t differs = 0;
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (i != agent && name[same] && name[same] == agents[i].name[same])
            same++;
        if (same > differs) differs = same;
    }
    text_cut(out, NAME_MOST + 1, name, differs);
}

#define AT(member) COLUMN_AT(RateRow, member)
enum { CIRCLES = 1 }; /* case of the terminal's table */
static const Column RATE_ROWS[] = {
    {.title = "#", AT(rank)},
    {.help = "the agent", AT(short_name), .title = "agent"},
    {"agent", "name", "the agent", AT(agent), .plain = "player", .key = KEY_WHO},
    {.unit = UNIT,
     .help = STRENGTH,
     AT(points.value),
     .title = "points a round (95 %)",
     .matches = "matches won, % (95 %)",
     .format = "%+.3f",
     .interval = offsetof(RateRow, points.interval)},
    {.help = "strength on the scale of Elo, by which side of a pair scored more, or won the match",
     AT(elo.value),
     .title = "Elo (95 %)",
     .format = "%+.0f",
     .interval = offsetof(RateRow, elo.interval),
     .drop = 3},
    {"rounds", "rounds", "rounds that the agent played; with --matches the matches", AT(of.rounds), .title = "rounds",
     .matches = "matches", .drop = 1},
    COLUMN_VALUE("rating", "ci", UNIT, STRENGTH, "the 95 % interval of rating", RateRow, points.value, points.interval,
                 .plain = "", .measured = ""),
    {"points_diff", UNIT,
     "mean of the agent's points less the mean of the other sides' points; with --matches win_rate less an equal "
     "share for every side",
     AT(of.diff)},
    {"win_rate", "share",
     "rounds in which no side scored more; a highest score that n sides share counts 1/n; with --matches the matches "
     "that it won",
     AT(of.share), .title = "wins %", .format = "%.2f", .drop = 2, .plain = "won, %"},
    COLUMN_VALUE(
        "elo", "elo_ci", "Elo",
        "rating on the scale of Elo, by which side of a pair scored more, or won the match; the mean of all agents is 0; empty: "
        "not known, or without a bound, as the head `unbounded` says",
        "the 95 % interval of elo", RateRow, elo.value, elo.interval, .measured = ""),
    COLUMN_VALUE(
        "nash", "nash", "share",
        "Nash average: the agent's share in the mixture of agents that none beats on average, the most even one if "
        "there are several; empty: nothing shows that one rating for each agent does not explain all pairs (fit_p), "
        "or two agents did not meet",
        "nash on 95 % of the resampled boards", RateRow, nash.value, nash.interval, .title = "Nash, % (95 %)",
        .when = CIRCLES, .format = "%.0f", .drop = 4,
        .legend = "its share in the mixture of agents that none beats on average (Nash average)"),
    {"nash_diff", UNIT, "by how much the agent beats that mixture, at most 0", AT(against)},
    {"fit_df", "number",
     "independent circles of pairs, around which differences of ratings add up to 0; the same in all rows, as are fit_p "
     "and cyclic",
     AT(fit.df)},
    {"fit_p", "probability",
     "p-value of \"one rating for each agent explains all pairs\" (Hotelling's test of those circles); empty: too few "
     "boards, or no circle",
     AT(fit.p)},
    {"cyclic", "share",
     "share of the variance of the pairs' differences that no ratings explain, less what chance adds", AT(fit.cyclic)},
    {"circle", UNIT,
     "the strongest circle of three agents with this one: its margin over circle_beats, plus that agent's over "
     "circle_beaten_by, plus that one's over it; 0 if ratings explain the three",
     AT(circle.sum)},
    {"circle_beats", "name", "the agent that it beats in that circle", AT(beats)},
    {"circle_beaten_by", "name", "the agent that beats it there", AT(beaten)},
    {"circle_shown", "0 or 1",
     "1: each of the three beats the next, for all pairs together (decided in rate --cross); 0: the circle may be chance, "
     "or one of distances alone",
     AT(shown)},
};
static const ColumnTable RATE_COLUMNS = {"rate --csv", "agent", COLUMN_ROWS(RATE_ROWS), NULL};

/* The pair as a sees it; without an opponent where they never meet. */
static CrossRow cross_row(const Rate *rate, size_t a, size_t b)
{
    const Tournament *tournament = &rate->tournament;
    const RatedPair *pair = tournament_pair(tournament, a, b);
    if (!pair) return (CrossRow){.opponent = NULL};
    CrossRow row = {rate->rows[a].agent, rate->rows[b].agent, rate->pairs[pair - tournament->table.pairs]};
    if (pair->a == a) return row;
    row.of.diff.mean = -row.of.diff.mean;
    row.of.share = 1 - row.of.share;
    row.of.interval = interval_scaled(row.of.interval, -1);
    return row;
}

/* Does each of the three beat the next, beyond doubt for all pairs together? */
static bool circle_shown(const Rate *rate, size_t first, const RatingCircle *circle)
{
    const size_t of[] = {first, circle->second, circle->third, first};
    bool shown = !isnan(circle->sum);
    for (int i = 0; i < 3 && shown; i++) {
        const CrossRow row = cross_row(rate, of[i], of[i + 1]);
        shown = row.of.decided && row.of.diff.mean > 0;
    }
    return shown;
}

/* What a tournament that has played boards came to. False if memory runs out. */
static bool rows_make(Rate *rate, const Agent *agents, double alpha)
{
    const Tournament *tournament = &rate->tournament;
    const uint64_t seed = tournament->schedule->seed;
    Rating points[TOURNAMENT_MAX_AGENTS], elo[TOURNAMENT_MAX_AGENTS];
    TournamentFit explained;
    rate->pairs = calloc(tournament->table.count, sizeof *rate->pairs);
    if (!rate->pairs || tournament->failed || !tournament_rate(tournament, points, elo, alpha, seed) ||
        !tournament_pairs(tournament, rate->pairs, alpha) || !tournament_fit(tournament, &explained, alpha, seed))
        return false;
    for (size_t agent = 0; agent < tournament->table.agents; agent++) {
        const RatingCircle *circle = &explained.circles[agent];
        RateRow *row = &rate->rows[agent];
        *row = (RateRow){
            .agent = agents[agent].name,
            .of = entrant_estimates(tournament, agent),
            .points = points[agent],
            .elo = elo[agent],
            .nash = explained.nash[agent],
            .against = explained.against[agent],
            .fit = explained.fit,
            .circle = *circle,
            .beats = isnan(circle->sum) ? "" : agents[circle->second].name,
            .beaten = isnan(circle->sum) ? "" : agents[circle->third].name,
            .shown = circle_shown(rate, agent, circle),
        };
        short_name(row->short_name, agents, tournament->table.agents, agent);
        rate->order[agent] = (Ranked){agent, isnan(points[agent].value) ? -INFINITY : points[agent].value};
    }
    ranked_sort(rate->order, tournament->table.agents);
    return true;
}

#undef AT
#define AT(member) COLUMN_AT(CrossRow, member)
static const Column CROSS_ROWS[] = {
    {"agent", "name", "one agent of a pair", AT(agent), .plain = "player", .key = KEY_WHO},
    {"opponent", "name", "the other", AT(opponent), .plain = "against", .key = KEY_AGAINST},
    {"boards", "boards", "packs on which the two met", AT(of.diff.n)},
    COLUMN_VALUE("diff_mean", "diff_ci", UNIT,
                 "mean of the agent's points less the opponent's; with --matches win_rate less one half",
                 "the 95 % interval of diff_mean, over boards", CrossRow, of.diff.mean, of.interval, .plain = "",
                 .measured = ""),
    {"win_rate", "share",
     "rounds in which the agent's side scored more than the opponent's, whatever others scored; a draw counts half; "
     "with --matches the matches that it won, where a win of a third side counts half",
     AT(of.share)},
    {"p", "probability", "two-sided p-value of neither being better, for the pair alone", AT(of.p)},
    {"p_adjusted", "probability", "p adjusted for all pairs of the tournament together by Holm's method",
     AT(of.adjusted)},
    {"decided", "0 or 1",
     "1: p_adjusted is at most 0.05 (1 less --level); 0: the difference may be chance, '?' on the terminal",
     AT(of.decided), .plain = "for all pairs together", .no = "may be chance", .yes = "decided"},
};
static const ColumnTable CROSS_COLUMNS = {"rate --cross", "ordered pair of agents that met", COLUMN_ROWS(CROSS_ROWS),
                                          NULL};

/* ---- for people */

/* Ratings, best first. */
static void rate_table(FILE *out, const Page *page, const Rate *rate)
{
    const size_t agents = rate->tournament.table.agents;
    RateRow rows[TOURNAMENT_MAX_AGENTS];
    double most = 0; /* in the Nash average */
    for (size_t i = 0; i < agents; i++) {
        rows[i] = rate->rows[rate->order[i].index];
        rows[i].rank = (int)i + 1;
        most = fmax(most, rows[i].nash.value);
    }
    const bool mixed = most > 0 && most < NASH_ALONE;
    column_table_print(out, page, &RATE_COLUMNS, (of_matches(rate) ? OF_MATCHES : 0) | (mixed ? CIRCLES : 0), rows,
                       sizeof *rows, agents);
    if (!interval_known(rows[0].points.interval) && interval_known(rows[0].elo.interval))
        fputs("No intervals of the results: all boards were alike.\n", out);
}

/* The titles and a row for each agent, best first: numbers, with '?' where they may be chance; where not, with the decimals
   that show the sign. */
static const char *cross_cell(Result *memory, const void *own, size_t row, size_t column)
{
    const Rate *rate = own;
    if (column == 1) return row ? rate->rows[rate->order[row - 1].index].short_name : "agent";
    if (!row) return column ? result_format(memory, "%zu ", column - 1) : "  #";
    if (!column) return result_format(memory, "%zu", row);
    const CrossRow pair = cross_row(rate, rate->order[row - 1].index, rate->order[column - 2].index);
    const double diff = (of_matches(rate) ? 100 : 1) * pair.of.diff.mean;
    const int least = of_matches(rate) ? 1 : 2;
    char number[DECIMAL_TEXT];
    if (!pair.of.diff.n) return "- ";
    decimal_text(number, true, pair.of.decided ? decimals_apart(least, diff, 0) : least, diff);
    return result_format(memory, "%s%s", number, pair.of.decided ? " " : "?");
}

static void cross_table(FILE *out, const Page *page, const Rate *rate)
{
    const size_t agents = rate->tournament.table.agents;
    fprintf(out, "%s (?: may be chance):\n",
            !of_matches(rate) ? "Points a round by which the row beats the column"
            : rate->tournament.schedule->rules.sides == 2
                ? "Matches in 100 that the row won against the column, less 50"
                : "Matches in 100 that the row won against the column, less 50; those that others won count half");
    texts_print(out, page, agents + 1, agents + 2, 2, cross_cell, rate);
}

/* ---- verdicts */

/* The strongest of the circles of three that are shown. */
static void circle_say(Verdicts *verdicts, Result *result)
{
    const int circle = result_column(result, "circle"), shown = result_column(result, "circle_shown");
    const double scale = result_matches(result) ? 100 : 1;
    const char *unit = result_matches(result) ? "% of the matches" : result_unit(result);
    size_t first = result->row_count;
    for (size_t row = 0; row < result->row_count; row++)
        if (result_number(result, row, shown) > 0 &&
            (first == result->row_count || result_number(result, row, circle) > result_number(result, first, circle)))
            first = row;
    if (first == result->row_count) {
        verdict_say(verdicts, result,
                    "No three agents are shown to beat each other in a circle, but margins do not add up: A over "
                    "C is not A over B plus B over C.");
        return;
    }
    const char *a = text_at(result, first, "agent");
    const char *b = text_at(result, first, "circle_beats");
    const char *c = text_at(result, first, "circle_beaten_by");
    verdict_say(verdicts, result,
                "The largest measured circle of three that is shown: %s beats %s, which beats %s, which beats %s; "
                "the three margins sum to %.2f %s, where ratings would give 0.",
                a, b, c, a, scale * result_number(result, first, circle), unit);
}

/* The mixture, the largest part first, each with its interval over boards. */
static void nash_say(Verdicts *verdicts, Result *result)
{
    const int nash = result_column(result, "nash");
    const char *mixture = "", *alone = NULL;
    Ranked *parts = result_alloc(result, result->row_count, sizeof *parts);
    for (size_t row = 0; parts && row < result->row_count; row++)
        parts[row] = (Ranked){row, result_number(result, row, nash)};
    if (parts) ranked_sort(parts, result->row_count);
    for (size_t i = 0; parts && !alone && i < result->row_count && parts[i].rank >= 1 - NASH_ALONE; i++) {
        char range[COLUMN_CELL] = "";
        const char *name = text_at(result, parts[i].index, "agent");
        const Interval part = result_interval(result, parts[i].index, "nash");
        if (interval_known(part))
            snprintf(range, sizeof range, " (95 %%: %.0f to %.0f %%)", 100 * part.low, 100 * part.high);
        mixture =
            result_format(result, "%s%s%s %.0f %%%s", mixture, *mixture ? ", " : "", name, 100 * parts[i].rank, range);
        if (parts[i].rank > NASH_ALONE) alone = name;
    }
    if (alone && agent_name_cheats(alone)) return;
    if (alone)
        verdict_say(verdicts, result, "By the measured margins no agent here beats %s on average (Nash average: %s).",
                    alone, mixture);
    else if (*mixture)
        verdict_say(verdicts, result,
                    "By the measured margins no agent here beats this mixture on average (Nash average): %s.", mixture);
}

static void fit_verdicts(Verdicts *verdicts, Result *result)
{
    const int column = result_column(result, "fit_p");
    const double p = column < 0 ? NAN : result_number(result, 0, column);
    char text[40];
    if (isnan(p)) return; /* of an older file, or without circles */
    snprintf(text, sizeof text, p < 0.001 ? "p < 0.001" : "p = %.2g", p);
    if (p > result_alpha(result)) {
        verdict_say(verdicts, result,
                    "These boards do not refute that one rating for each agent explains all pairs (%s).", text);
        return;
    }
    verdict_say(
        verdicts, result,
        "One rating for each agent misses %.1f %% of the variation between pairs, more than chance explains (%s).",
        100 * number_at(result, 0, "cyclic"), text);
    circle_say(verdicts, result);
    nash_say(verdicts, result);
}

static const char FIT_EXPLAINED[] =
    "The last sentences:\n"
    "  fit       if one rating for each agent explained all, the margins of A over B and of B over C would add "
    "up to that of\n"
    "            A over C. p is the chance of sums this far off if it did\n"
    "  circle    three agents of which each beats the next, and the last the first: no order fits them. It is "
    "named if all three pairs are decided\n",
                  NASH_EXPLAINED[] =
                      "  Nash      the agent, or the mixture of agents, to choose without knowing the others' choice\n";

/* Whether ratings explain all pairs; if not, the strongest circle that is shown and the Nash average. */
static void rate_fit_print(FILE *out, const Page *page, Result *result)
{
    Verdicts verdicts = {.count = 0};
    fit_verdicts(&verdicts, result);
    for (size_t i = 0; i < verdicts.count; i++) {
        verdict_print(out, &verdicts.list[i], result, false);
        putc('\n', out);
    }
    if (page->legend != LEGEND_FULL || !verdicts.count) return;
    fputs(FIT_EXPLAINED, out);
    if (result_filled(result, "nash")) fputs(NASH_EXPLAINED, out);
}

/* Says so, and true, where no row has an interval: then nobody is shown to be better than anybody. */
static bool too_few_boards(Verdicts *verdicts, Result *result, const char *ends)
{
    for (size_t row = 0; row < result->row_count; row++) {
        const Interval interval = result_interval(result, row, ends);
        if (!isnan(interval.low) || !isnan(interval.high)) return false; /* an end may have no bound */
    }
    double most = 0;
    for (size_t row = 0; row < result->row_count; row++)
        most = fmax(most, number_at(result, row, "boards"));
    if (most < BLOCKS_FEW)
        verdict_say(verdicts, result,
                    "Too few boards for intervals, or to show which agent is better: that takes 30, and more in a run "
                    "cut short.");
    else
        verdict_say(verdicts, result, "No intervals: too few boards, or all were alike.");
    return true;
}

static void rate_verdicts(Verdicts *verdicts, Result *result)
{
    static const VerdictColumns RATINGS = {{"agent"}, "rating", "ci", 0, NULL, NULL},
                                STRONGEST = {{"agent"}, "rating", "ci", NAN, NULL, NULL};
    if (too_few_boards(verdicts, result, result_column(result, "elo_ci_low") < 0 ? "ci" : "elo_ci")) return;
    bool bound = false; /* somebody is no player, but raises the mean of all */
    for (size_t row = 0; row < result->row_count; row++)
        bound |= agent_name_cheats(text_at(result, row, "agent"));
    const char *than = bound ? "" : " more than the average agent";
    verdict_highest(verdicts, result, &STRONGEST,
                    (VerdictWords){result_format(result, "$1 has a rating of $v $u%s", than),
                                   result_format(result, "$1 is the strongest player: its rating is $v $u%s", than),
                                   result_format(result, "$1 has the highest rating: $v $u%s", than), "$1", NULL});
    for (size_t row = 0; row < result->row_count; row++) {
        const char *name = text_at(result, row, "agent");
        if (agent_name_cheats(name))
            verdict_say(verdicts, result, "%s sees all cards: it is a bound, not a player.", name);
    }
    if (!bound) verdict_counts(verdicts, result, &RATINGS, "ratings", "above the average agent", "below it");
    fit_verdicts(verdicts, result);
}

static void cross_verdicts(Verdicts *verdicts, Result *result)
{
    static const VerdictColumns PAIRS = {{"agent", "opponent"}, "diff_mean", "diff_ci", 0, NULL, NULL};
    const int decided = result_column(result, "decided");
    size_t shown = 0;
    if (too_few_boards(verdicts, result, "diff_ci")) return;
    verdict_highest(verdicts, result, &PAIRS,
                    (VerdictWords){"$1 beats $2 by $v $u", "$1 beats $2 by the largest margin: $v $u",
                                   "The largest measured difference is that of $1 over $2: $v $u", NULL, NULL});
    for (size_t row = 0; row < result->row_count; row++)
        shown += decided < 0 ? interval_sign(result_interval(result, row, "diff_ci"), 0) != 0
                             : result_number(result, row, decided) > 0;
    const size_t pairs = result->row_count / 2; /* each stands there twice */
    shown /= 2;
    if (decided >= 0)
        verdict_say(verdicts, result, "%zu of %zu pairs %s decided for all together with 95 %% confidence.", shown,
                    pairs, shown == 1 ? "is" : "are");
    else
        verdict_say(verdicts, result,
                    "The interval of %zu of %zu pairs leaves out 0, but each holds by itself: they do not decide for "
                    "all pairs together, and of many pairs some leave it out by chance.",
                    shown, pairs);
}

/* ---- pictures and kinds */

static const Picture RATE_PICTURE = {.title = "Ratings",
                                     .unit = "points a round more than the average agent",
                                     .matches = "% of the matches won against the average agent, less 50",
                                     MARKS(NULL, NULL, "{agent}", "rating", "ci"),
                                     .is = CHART_OWN | CHART_ZERO | CHART_SORTED},
                     CROSS_PICTURE = {.form = CHART_SQUARES,
                                      .title = "Who beats whom",
                                      .subtitle = "the row's agent against the column's; pale, in brackets: may be 0 "
                                                  "(95 % interval)",
                                      .unit = "points a round that the row's agent wins by",
                                      .matches = "% of the matches that the row's agent wins, less 50",
                                      .format = "%+.1f",
                                      .between = "against",
                                      MARKS(NULL, "{opponent}", "{agent}", "diff_mean", "diff_ci"),
                                      .is = CHART_SORTED};

static const char RATE_METHOD[] =
    "All agents meet each other on the same boards. A rating is fitted to all meetings at once; its interval comes "
    "from boards resampled with replacement (bootstrap).";

const ResultKind RESULT_RATE = {
    .best = "rating",
    .table = &RATE_COLUMNS,
    .question = "Who is best?",
    .method = RATE_METHOD,
    .page = "tuning.md",
    .verdicts = rate_verdicts,
    .by_place = true,
    .picture = &RATE_PICTURE,
};
const ResultKind RESULT_CROSS = {
    .table = &CROSS_COLUMNS,
    .question = "Who beats whom?",
    .part = "each against each",
    .method = RATE_METHOD,
    .page = "tuning.md",
    .verdicts = cross_verdicts,
    .picture = &CROSS_PICTURE,
};

/* ---- the command */

/* In what the figures of a file are. */
static void unit_head(Result *out, const Rate *rate)
{
    result_head(out, "unit", "%s", of_matches(rate) ? "share of the matches" : "points a round");
}

static void cross_fill(const Driver *driver, Result *out)
{
    const Rate *rate = driver->own;
    const size_t agents = rate->tournament.table.agents;
    unit_head(out, rate);
    result_begin(out, &RESULT_CROSS, NULL);
    for (size_t i = 0; i < agents * agents; i++) {
        const CrossRow row = cross_row(rate, i / agents, i % agents);
        if (row.opponent) result_row(out, &CROSS_COLUMNS, &row);
    }
}

static const Option OPTIONS[] = {
    {"boards", "packs to play, each once in every seating of every meeting; 30 where an agent searches",
     OPTION_AT(Rate, boards), .low = "1", .high = "1G", .fallback = "1k", .heading = "Sample",
     .brief = "packs to play, each in every seating of every meeting"},
    {OPTION_MATCHES},
    {OPTION_FROM},
    {OPTION_MAX_ROUNDS},
    {"gauntlet", "only the meetings of this agent, which may be one of those named", OPTION_AT(Rate, gauntlet_text),
     .metavar = "A", .brief = "only meetings of this agent", .takes = TAKES_AGENT},
    {OPTION_RULES},
    {OPTION_SEED},
    {OPTION_NO_DUPLICATE},
    {OPTION_MAX_VOID},
    OPTIONS_RESULTS,
    {"cross", "write the cross-table as CSV, a row for each agent and opponent", OPTION_AT(Rate, cross_file),
     .file = FILE_RESULTS, .result = cross_fill, .metavar = "FILE", .brief = "write the cross-table as CSV"},
    {OPTION_PLOT},
    OPTIONS_BOTS,
    {OPTION_BOT_BATCH},
    OPTIONS_RUN,
    OPTIONS_KEEP,
};

/* That of --gauntlet first, unless it is among those named. */
static bool rate_seats(Driver *driver, Seated *out, Error *error)
{
    Rate *rate = driver->own;
    const ParsedOptions *parsed = &driver->parsed;
    Rules rules;
    if (driver_alpha(driver) < 0.001)
        return error_set(error, "--level %g: intervals of ratings come from resampling, at most 0.999",
                         driver->common.level);
    rate->gauntlet = NO_GAUNTLET;
    for (int i = parsed->arg_count - 1; i >= 0 && rate->gauntlet_text; i--)
        if (!strcmp(parsed->args[i], rate->gauntlet_text)) rate->gauntlet = i;
    if (rate->gauntlet_text && rate->gauntlet == NO_GAUNTLET) {
        rate->gauntlet = 0;
        out->names[out->count++] = rate->gauntlet_text;
    }
    for (int i = 0; i < parsed->arg_count; i++)
        out->names[out->count++] = parsed->args[i];
    if (out->count < 2) return error_set(error, "one agent alone: name at least 2");
    if (out->count > TOURNAMENT_MAX_AGENTS) return error_set(error, "more than %d agents", TOURNAMENT_MAX_AGENTS);
    if (!rules_parse(&rules, driver->common.rules, error)) return false;
    out->table = pairing_size(&rules, out->count);
    return true;
}

static bool rate_prepare(Driver *driver, Error *error)
{
    Rate *rate = driver->own;
    Tournament *tournament = &rate->tournament;
    const size_t agents = (size_t)driver->agent_count;
    if (!tournament_init(tournament, &driver->schedule, agents, rate->gauntlet, rate->boards, error)) return false;
    tournament->threads = driver->threads;
    driver->plan.boards.agent_count = agents;
    driver->plan.boards.pairings = tournament->pairings;
    driver->plan.boards.pairing_count = tournament->pairing_count;
    driver->plan.points = tournament_take;
    driver->plan.points_arg = tournament;
    return true;
}

static void head_print(const Driver *driver, FILE *out, uint64_t boards)
{
    const Rate *rate = driver->own;
    const Schedule *schedule = &driver->schedule;
    const size_t pairings = rate->tournament.pairing_count;
    fprintf(out, "%d agents, %zu meeting%s on the same %llu board%s in %d seating%s: %.0f %s; rules %s, seed %llu\n",
            driver->agent_count, pairings, PLURAL(pairings), (unsigned long long)boards, PLURAL(boards),
            schedule->seatings, PLURAL(schedule->seatings), (double)boards * (double)pairings * schedule->seatings,
            schedule->match_rounds ? "matches" : "rounds", driver->setup.rules_text,
            (unsigned long long)schedule->seed);
}

static void rate_plan(const Driver *driver, FILE *out) { head_print(driver, out, ((const Rate *)driver->own)->boards); }

/* Who leads, "tactic leads, +1.230 (+1.100 to +1.360) points more than its opponents", if that is known, and the void
   boards. */
static uint64_t rate_progress(const Driver *driver, char rest[static PROGRESS_REST])
{
    const Rate *rate = driver->own;
    Estimate diff;
    Interval interval;
    char name[NAME_MOST + 1], text[COLUMN_CELL];
    int used = 0;
    const size_t leader = tournament_leader(&rate->tournament, &diff, &interval, driver_alpha(driver));
    const bool matches = driver->common.matches > 0;
    const double scale = matches ? 100 : 1;
    interval = interval_scaled(interval, scale);
    if (interval_known(interval))
        used = snprintf(rest, PROGRESS_REST, "%s leads, %s %s, ",
                        text_one_line(name, sizeof name, driver->agents[leader].name),
                        interval_text(text, matches ? "%+.1f" : "%+.3f", scale * diff.mean, interval),
                        matches ? "% of its matches more than its fair share" : "points more than its opponents");
    snprintf(rest + used, PROGRESS_REST - (size_t)used, "%lld void", (long long)driver->sums.voids.boards);
    return driver->work.total;
}

static bool rate_found(Driver *driver, Error *error)
{
    Rate *rate = driver->own;
    const bool nothing = !rate->tournament.table.boards && !rate->tournament.failed;
    if (nothing || rows_make(rate, driver->agents, driver_alpha(driver))) return true;
    driver->work.done = 0;
    return error_memory(error);
}

static void rate_result_fill(const Driver *driver, Result *out)
{
    const Rate *rate = driver->own;
    unit_head(out, rate);
    result_rows(out, &RESULT_RATE, rate->rows, sizeof *rate->rows, rate->tournament.table.agents);
}

static bool rate_summary(const Driver *driver, FILE *out)
{
    const Rate *rate = driver->own;
    head_print(driver, out, driver->work.done);
    rate_table(out, &driver->page, rate);
    agents_open_note(out, driver->agents, driver->agent_count);
    fputc('\n', out);
    cross_table(out, &driver->page, rate);
    verdicts_print(out, &driver->results[1]);
    rate_fit_print(out, &driver->page, &driver->results[0]);
    fprintf(out, "%s\n", driver->end.took);
    return true;
}

static void rate_free(Driver *driver)
{
    Rate *rate = driver->own;
    tournament_free(&rate->tournament);
    free(rate->pairs);
}

const Command CMD_RATE = {
    .spec = {.command = "rate",
             .summary = "tournament among many agents, with ratings and a cross-table",
             .args = {"A B [C ...]", 1, TOURNAMENT_MAX_AGENTS, NULL, TAKES_AGENT},
             .about =
                 "A tournament: every agent meets every other on the same boards, at a table of two, or of three "
                 "or four where the rules seat that many. Ratings are in points a round (with --matches in matches "
                 "won) and in Elo, with mean 0.",
             .example = "pasur rate greedy random counter tactic --cross cross.csv",
             .notes = "Elo: Bradley-Terry at tables of two, Plackett-Luce at larger ones, with a prior of one drawn "
                      "virtual\n"
                      "board for each pair, so that an agent that wins everything has a finite rating. Intervals "
                      "come from\n"
                      "resampling boards. In the cross-table, a difference that may be chance is marked with '?'. A "
                      "test of fit says whether ratings explain all pairs; if they do not, the strongest circle of "
                      "three that is shown to exist and the Nash average follow; --explain explains them.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Rate),
    .sample = "boards",
    .fewer = 30,
    COMMAND_RESULTS(&RESULT_RATE, &RESULT_CROSS),
    .seats = rate_seats,
    .prepare = rate_prepare,
    .plan = rate_plan,
    .found = rate_found,
    .progress = rate_progress,
    .result = rate_result_fill,
    .summary = rate_summary,
    .free = rate_free,
};
