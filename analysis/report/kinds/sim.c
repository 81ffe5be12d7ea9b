/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What agents score and win: the rows of `sim`, what is said of them, and their picture. */
#include "analysis/report/kinds/kinds.h"

#include <math.h>
#include <string.h>

#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/stats/rating.h"
#include "engine/text/number.h"

/* ---- the rows */

#define AT(member) FIGURE_AT(SimRow, member)
#define MATCHES(member, divisor) FIGURE_PER(SimRow, member, divisor)
#define MEAN(member) FIGURE_PER(SimRow, tally.counts.member, sides)
static const Figure FIGURES[] = {
    {"agent", "name", "the agent", AT(agent), .title = "agent"},
    {"boards", "boards", "packs played, each in every seating", AT(boards)},
    {"rounds", "rounds", "rounds played", AT(rounds)},
    {"points_mean", "points a round", "mean of the points that the agent's side scored", AT(figures.points.mean),
     .title = "points (95 %)", .width = -28, .drop = 1, .format = "%.*f",
     .interval = offsetof(SimRow, figures.points_interval)},
    {"points_se", "points a round", "standard error of points_mean, over boards", AT(figures.points.se)},
    {"diff_mean", "points a round", "mean of the side's points less the mean of the other sides' points",
     AT(figures.diff.mean), .title = "over the others (95 %)", .width = -28, .format = "%+.*f",
     .interval = offsetof(SimRow, figures.diff_interval)},
    {"diff_ci_low", "points a round", "low end of the 95 % interval of diff_mean, over boards",
     AT(figures.diff_interval.low)},
    {"diff_ci_high", "points a round", "high end of that interval", AT(figures.diff_interval.high)},
    {"diff_sd", "points a round", "standard deviation of one board's difference", AT(figures.diff.sd)},
    {"win_rate", "share", "rounds in which no side scored more; a highest score that n sides share counts 1/n",
     AT(figures.wins.mean), .title = "wins, % (95 %)", .width = -28, .drop = 2, .format = "%.*f", .scale = 100,
     .interval = offsetof(SimRow, figures.win_interval)},
    {"win_ci_low", "share", "low end of the 95 % interval of win_rate", AT(figures.win_interval.low)},
    {"win_ci_high", "share", "high end of that interval", AT(figures.win_interval.high)},
    {"draws", "rounds", "rounds in which the agent's side shared the highest score", AT(tally.counts.draws)},
    {"clubs_mean", "cards a round", "clubs captured", MEAN(clubs)},
    {"clubs_won", "rounds", "rounds in which the side won the clubs, whether or not the rules pay for that",
     AT(tally.counts.clubs_won)},
    {"surs_mean", "Surs a round", "Surs of the side", MEAN(surs)},
    {"aces_mean", "cards a round", "aces captured", MEAN(aces)},
    {"jacks_mean", "cards a round", "jacks captured", MEAN(jacks)},
    {"two_c", "rounds", "rounds in which the side captured the two of clubs", AT(tally.counts.two_c)},
    {"ten_d", "rounds", "rounds in which the side captured the ten of diamonds", AT(tally.counts.ten_d)},
    {"captures_mean", "plays a round", "plays of the side that captured", MEAN(captures)},
    {"plays", "plays", "plays that the agent chose", AT(tally.counts.plays)},
    {"ns_per_play", "nanoseconds",
     "time that the agent took for a play, measured on some of the boards; no two runs agree on it",
     FIGURE_PER(SimRow, tally.counts.nanoseconds, tally.counts.timed_plays)},
    {"elo", "Elo", "win_rate as Elo, with two sides", AT(elo)},
    {"elo_ci_low", "Elo", "low end of its 95 % interval", AT(elo_interval.low)},
    {"elo_ci_high", "Elo", "high end of that interval", AT(elo_interval.high)},
    {"matches", "matches",
     "matches played: win_rate, draws and elo are about them, all other figures about their rounds",
     MATCHES(matches, one)},
    {"rounds_a_match", "rounds", "mean length of a match", MATCHES(match_rounds, matches)},
    {"won_count", "share", "matches that the agent's side won by the count after a round",
     MATCHES(won_count, match_sides)},
    {"won_per_shodam", "share", "matches that it won by stopping them midway", MATCHES(won_shodam, match_sides)},
    {"won_tie_break", "share", "matches that it won by the count after a tie-break", MATCHES(won_tie, match_sides)},
    {"limit_rounds", "share", "rounds that the side began with so high a score that it makes no Surs (sur_limit)",
     MATCHES(limit_rounds, round_sides)},
    {"limit_surs", "Surs a match", "Surs that the limit took from the side", MATCHES(limit_surs, match_sides)},
    {"margin_mean", "points", "the side's final score less the best of the other sides'", MATCHES(margin, match_sides)},
    {"won_by_mean", "points", "the same of matches that it won", MATCHES(won_margin, won)},
    {"match_gain", "share", "what a round is worth in matches won, by the table of --equity; else empty",
     AT(worth.gain.mean)},
    {"match_gain_low", "share", "low end of its 95 % interval, over boards", AT(worth.interval.low)},
    {"match_gain_high", "share", "high end of that interval", AT(worth.interval.high)},
};
static const Figure MATCH_ROWS[] = {
    {NULL, "name", "the agent", AT(agent), .title = "agent"},
    {NULL, "share", "matches won", AT(figures.wins.mean), .title = "matches won, % (95 %)", .width = -28,
     .format = "%.*f", .scale = 100, .interval = offsetof(SimRow, figures.win_interval)},
    {NULL, "Elo", "matches won, as Elo", AT(elo), .title = "Elo (95 %)", .width = -24, .drop = 2, .format = "%+.0f",
     .interval = offsetof(SimRow, elo_interval)},
    {NULL, "points a round", "mean of the side's points less the mean of the other sides' points",
     AT(figures.diff.mean), .title = "points over the others (95 %)", .width = -29, .drop = 1, .format = "%+.*f",
     .interval = offsetof(SimRow, figures.diff_interval)},
};
const FigureTable SIM_MATCH_TABLE = {"sim --matches", "agent", FIGURE_ROWS(MATCH_ROWS), NULL};
const FigureTable SIM_FIGURES = {"sim --csv", "agent", FIGURE_ROWS(FIGURES), NULL};

static void matches_fill(SimRow *row, const SimResult *result, int agent)
{
    const Schedule *schedule = result->schedule;
    const Tally *tally = result->tally;
    const TallyCounts *counts = &tally->agents[agent].counts;
    row->one = 1;
    row->matches = tally->lengths.n;
    row->match_sides = tally->lengths.n * schedule->side_count[agent];
    row->match_rounds = (int64_t)tally->lengths.sum;
    row->round_sides = row->sides;
    row->won_count = counts->won_count;
    row->won_shodam = counts->won_shodam;
    row->won_tie = counts->won_tie;
    row->limit_rounds = counts->limit_rounds;
    row->limit_surs = counts->limit_surs;
    row->margin = counts->margin;
    row->won_margin = counts->won_margin;
    row->won = counts->won_count + counts->won_shodam + counts->won_tie;
}

void sim_rows(SimRow rows[static MAX_SEATS], const SimResult *result)
{
    const Schedule *schedule = result->schedule;
    const Tally *tally = result->tally;
    for (int agent = 0; agent < schedule->agents; agent++) {
        SimRow *row = &rows[agent];
        *row = (SimRow){.agent = result->agents[agent].name,
                        .boards = tally->boards,
                        .rounds = sim_matches(result) ? (int64_t)tally->rounds.sum : tally->boards * schedule->seatings,
                        .figures = agent_figures(result, agent),
                        .tally = tally->agents[agent],
                        .elo = NAN,
                        .elo_interval = {NAN, NAN}};
        row->sides = row->rounds * schedule->side_count[agent];
        if (schedule->rules.sides == 2 && tally->boards) {
            row->elo = elo_of_share(row->figures.wins.mean);
            row->elo_interval = elo_of_interval(row->figures.win_interval);
        }
        if (sim_matches(result)) matches_fill(row, result, agent);
        row->worth = round_worth(result, agent);
    }
}

/* ---- what points are worth in matches */

/* How far the table may be wrong itself. */
static void table_error_print(FILE *out, const EquityTable *table)
{
    if (isnan(table->se))
        fprintf(out, "How far the table %s errs itself is not known.\n", table->name);
    else
        fprintf(out, "The table's own standard errors, at most %.2f %%, are not in the intervals.\n", 100 * table->se);
}

void round_worth_print(FILE *out, const SimResult *result, const EquityTable *table)
{
    const Schedule *schedule = result->schedule;
    const RoundWorth worth = round_worth(result, 0);
    const Interval percent = {100 * worth.interval.low, 100 * worth.interval.high};
    char gain[FIGURE_CELL];
    fprintf(
        out,
        "By the table %s a round played so from %d-%d is worth %s %% of a match to %s, whose chance is %.1f %% after it "
        "instead of %.1f %%.\n",
        table->name, schedule->scores[0], schedule->scores[1],
        interval_text(gain, "%+.*f", 100 * worth.gain.mean, percent), result->agents[0].name,
        100 * (worth.before + worth.gain.mean), 100 * worth.before);
    table_error_print(out, table);
}

void points_worth_print(FILE *out, const EquityTable *table, const Rules *rules, double points, Interval interval)
{
    char cell[FIGURE_CELL], number[DECIMAL_TEXT];
    fprintf(out, "By the table %s a point of difference in a round is worth", table->name);
    for (int i = 0; i < WORTH_SCORES; i++) {
        const int score = worth_score(rules, i);
        fprintf(out, "%s %.2f %% of a match at %d-%d", i ? "," : "", 100 * point_worth(&table->equity, score), score,
                score);
    }
    fprintf(out, ", so that %s points are worth", decimal_text(number, false, interval_decimals(2, interval), points));
    for (int i = 0; i < WORTH_SCORES; i++) {
        const double worth = 100 * point_worth(&table->equity, worth_score(rules, i));
        const double ends[] = {worth * interval.low, worth * interval.high};
        const Interval scaled = {fmin(ends[0], ends[1]), fmax(ends[0], ends[1])};
        fprintf(out, "%s %s %%", i ? "," : "", interval_text(cell, "%.*f", worth * points, scaled));
    }
    fputs(".\n", out);
    table_error_print(out, table);
}

/* ---- matches from several pairs of scores */

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

/* ---- people */

/* ---- a test */

/* What the test of results is made of, and as Elo what the table has as wins; that of matches has the Elo itself. */
static void results_print(FILE *out, const SimResult *result, const SimRow *row)
{
    char elo[FIGURE_CELL];
    fprintf(out, "boards by half points of %s:", row->agent);
    for (int i = 0; i <= 2 * result->schedule->seatings; i++)
        fprintf(out, "%c%lld", i ? ',' : ' ', (long long)result->tally->results[i]);
    fputc('\n', out);
    if (!sim_matches(result) && row->boards)
        fprintf(out, "%s wins %.2f %% of the rounds, Elo %s\n", row->agent, 100 * row->figures.wins.mean,
                interval_text(elo, "%+.1f", row->elo, row->elo_interval));
}

/* The interval seems to contradict the verdict: it leaves open what the test has refused, or that the agents are equal. */
static bool interval_open(const StopRule *stop, const SimResult *result, const SimRow *row, double refused)
{
    const bool matches = sim_matches(result);
    const double equal = stop->results || matches ? fair_share(result) : 0;
    const double other = stop->results ? share_of_elo(refused) : matches ? equal + refused : refused;
    const Interval interval = stop->results ? row->figures.win_interval : main_interval(&row->figures, result);
    return (interval.low <= other && other <= interval.high) || (interval.low <= equal && equal <= interval.high);
}

/* What the test found, and what it knew; the row is the first agent's. */
static void test_print(FILE *out, const StopRule *stop, const SimResult *result, const SimRow *row)
{
    const SprtPlan *plan = &stop->plan;
    const char *unit = stop->results   ? "Elo"
                       : stop->matches ? "of the matches more than the fair share"
                                       : "points a round";
    const char *name = result->agents[0].name;
    const SprtVerdict verdict = stop_verdict(stop, result);
    const long long boards = result->tally->boards;
    char llr[FIGURE_CELL];
    if (isnan(stop_llr(stop, result)))
        fprintf(out, "The LLR of %s is not known yet: %s.\n", name,
                boards < 2 ? "it takes two boards" : "all boards came out the same");
    else
        fprintf(out, "%s: %s at %g against %g %s\n",
                llr_text(llr, 3, stop_llr(stop, result), plan->bound_low, plan->bound_high), name, plan->high,
                plan->low, unit);
    if (stop->results) results_print(out, result, row);
    if (verdict == SPRT_UNDECIDED) {
        fprintf(out, "The test is undecided after %lld board%s%s.\n", boards, PLURAL(boards),
                boards < SPRT_MIN_BOARDS ? ", too few for a verdict" : "");
        return;
    }
    const double refused = verdict == SPRT_HIGH ? plan->low : plan->high;
    fprintf(out, "The test says %s after %lld boards: %g rather than %g %s.\n", verdict == SPRT_HIGH ? "HIGH" : "LOW",
            boards, verdict == SPRT_HIGH ? plan->high : plan->low, refused, unit);
    if (interval_open(stop, result, row, refused))
        fputs(
            "The test chooses between these two values alone. The interval holds at any time and is wider than that takes.\n",
            out);
}

static void test_heads(OutputFile *csv, const StopRule *stop, const SimResult *result)
{
    static const char *const VERDICTS[] = {[SPRT_UNDECIDED] = "undecided", [SPRT_LOW] = "low", [SPRT_HIGH] = "high"};
    char number[NUMBER_TEXT];
    const double llr = stop_llr(stop, result);
    figures_head_number(csv, "llr", isnan(llr) ? "" : number_text(number, llr));
    figures_head_number(csv, "llr_low", number_text(number, stop->plan.bound_low));
    figures_head_number(csv, "llr_high", number_text(number, stop->plan.bound_high));
    figures_head(csv, "verdict", "%s", VERDICTS[stop_verdict(stop, result)]);
}

void sim_csv(OutputFile *csv, const SimResult *result, const StopRule *stop)
{
    SimRow rows[MAX_SEATS];
    if (stop->kind == STOP_TEST) test_heads(csv, stop, result);
    sim_rows(rows, result);
    figures_table(csv, &SIM_FIGURES, rows, sizeof *rows, (size_t)result->schedule->agents);
}

enum { SIDE_NAME = 2 * AGENT_NAME + 8 };

static bool pairs(const Schedule *schedule) { return schedule->agents == 4 && schedule->rules.teams; }

/* The agent, or where four play as two teams both of its side. */
static char *side_name(char out[static SIDE_NAME], const SimResult *result, int agent)
{
    int other = agent ^ 2;
    if (!pairs(result->schedule)) return strcpy(out, result->agents[agent].name);
    snprintf(out, SIDE_NAME, "%s and %s", result->agents[agent & other].name, result->agents[agent | other].name);
    return out;
}

void sim_progress(char out[static SIM_PROGRESS], const SimResult *result, const StopRule *stop)
{
    const AgentFigures figures = agent_figures(result, 0);
    int used = 0;
    char text[FIGURE_CELL];
    const Interval won = {100 * figures.win_interval.low, 100 * figures.win_interval.high};
    if (sim_matches(result) && interval_known(won))
        used = snprintf(out, SIM_PROGRESS, "%s wins %s %%, ", result->agents[0].name,
                        interval_text(text, "%.1f", 100 * figures.wins.mean, won));
    else if (interval_known(figures.diff_interval))
        used = snprintf(out, SIM_PROGRESS, "%s %s points, ", result->agents[0].name,
                        interval_text(text, "%+.3f", figures.diff.mean, figures.diff_interval));
    if (stop->kind == STOP_TEST && !isnan(stop_llr(stop, result)))
        used += snprintf(out + used, SIM_PROGRESS - (size_t)used, "%s, ",
                         llr_text(text, 2, stop_llr(stop, result), stop->plan.bound_low, stop->plan.bound_high));
    snprintf(out + used, SIM_PROGRESS - (size_t)used, "%lld void", (long long)result->tally->voids.boards);
}

/* The agent that does best. */
static int best_agent(const SimResult *result)
{
    int best = 0;
    double most = -INFINITY;
    for (int agent = 0; agent < result->schedule->agents; agent++) {
        const AgentFigures figures = agent_figures(result, agent);
        if (main_estimate(&figures, result)->mean <= most) continue;
        most = main_estimate(&figures, result)->mean;
        best = agent;
    }
    return best;
}

enum { NAMED_TEXT = 16, AGAINST_TEXT = SIDE_NAME + 64 };

/* Whom the agent is compared with. */
static char *against_text(char out[static AGAINST_TEXT], const SimResult *result, int agent)
{
    const Schedule *schedule = result->schedule;
    char other[SIDE_NAME];
    strcpy(out, "the others' mean");
    if (schedule->agents == 2 || pairs(schedule))
        snprintf(out, AGAINST_TEXT, "%s%s", schedule->side_count[agent ^ 1] > 1 ? "the mean of the other sides, " : "",
                 side_name(other, result, agent ^ 1));
    return out;
}

/* Who scores more. Where a test has the last word, no verdict stands beside its own. */
static void sentence_print(FILE *out, const SimResult *result, bool tested)
{
    const int best = best_agent(result);
    const AgentFigures figures = agent_figures(result, best);
    const Interval interval = figures.diff_interval;
    const int decimals = interval_decimals(3, interval);
    char name[SIDE_NAME + NAMED_TEXT], against[AGAINST_TEXT + NAMED_TEXT], number[3][DECIMAL_TEXT];
    const char *verb = pairs(result->schedule) ? "" : "s";
    side_name(name, result, best);
    against_text(against, result, best);
    if (!strcmp(name, against)) {
        strcat(name, best ? ", named second," : ", named first,");
        strcat(against, best ? ", named first" : ", named second");
    }
    decimal_text(number[0], false, decimals, figures.diff.mean);
    decimal_text(number[1], false, decimals, fabs(interval.low));
    decimal_text(number[2], false, decimals, interval.high);
    if (!interval_known(interval))
        fprintf(out, "Too few boards to tell the agents apart.\n");
    else if (interval.low > 0)
        fprintf(out,
                "%s score%s %s points a round more than %s: between %s and %s more with 95 %% confidence, and win%s "
                "%.1f %% of the rounds (%s).\n",
                name, verb, number[0], against, number[1], number[2], verb, 100 * figures.wins.mean,
                result->schedule->rules.sides == 2 ? "draws count half" : "ties are shared out");
    else
        fprintf(out, "%s95 %% confidence %s score%s between %s less and %s more points a round than %s.\n",
                tested ? "With " : "No difference is shown: with ", name, verb, number[1], number[2], against);
}

/* ---- matches */

/* Who wins more of them. */
static void match_sentence_print(FILE *out, const SimResult *result, bool tested)
{
    const int best = best_agent(result);
    const AgentFigures figures = agent_figures(result, best);
    const Interval share = figures.win_interval, percent = {100 * share.low, 100 * share.high};
    const double fair = fair_share(result);
    const int decimals = decimals_apart(interval_decimals(1, percent), percent.low, 100 * fair);
    char name[SIDE_NAME + NAMED_TEXT], against[AGAINST_TEXT], number[3][DECIMAL_TEXT];
    const char *verb = pairs(result->schedule) ? "" : "s";
    side_name(name, result, best);
    if (!strcmp(name, against_text(against, result, best))) strcat(name, best ? ", named second," : ", named first,");
    decimal_text(number[0], false, decimals, 100 * figures.wins.mean);
    decimal_text(number[1], false, decimals, percent.low);
    decimal_text(number[2], false, decimals, percent.high);
    if (!interval_known(share))
        fprintf(out, "Too few boards to tell the agents apart.\n");
    else if (share.low > fair)
        fprintf(
            out,
            "%s win%s %s %% of the matches, between %s and %s %% with 95 %% confidence; an equal would win %.4g %%.\n",
            name, verb, number[0], number[1], number[2], 100 * fair);
    else
        fprintf(out, "%s95 %% confidence %s win%s between %s and %s %% of the matches; an equal would win %.4g %%.\n",
                tested ? "With " : "No difference is shown: with ", name, verb, number[1], number[2], 100 * fair);
}

/* How long matches are, how they end, and what the limit of Surs does. */
static void matches_print(FILE *out, const SimResult *result, const SimRow rows[])
{
    const Tally *tally = result->tally;
    const Schedule *schedule = result->schedule;
    const Rules *rules = &schedule->rules;
    const Estimate rounds = estimate_of(&tally->rounds, schedule->seatings), length = estimate_of(&tally->lengths, 1);
    double won = 0, count = 0, shodam = 0, tie = 0, margin = 0, match_sides = 0, round_sides = 0, limited = 0, surs = 0;
    char cell[FIGURE_CELL];
    for (int agent = 0; agent < schedule->agents; agent++) {
        const SimRow *row = &rows[agent];
        won += (double)row->won;
        count += (double)row->won_count;
        shodam += (double)row->won_shodam;
        tie += (double)row->won_tie;
        margin += (double)row->won_margin;
        match_sides += (double)row->match_sides;
        round_sides += (double)row->round_sides;
        limited += (double)row->limit_rounds;
        surs += (double)row->limit_surs;
    }
    fprintf(out, "a match: %s rounds", interval_text(cell, "%.*f", rounds.mean, sim_interval(&rounds, result)));
    if (!isnan(length.sd)) fprintf(out, ", standard deviation %.2f", length.sd);
    fprintf(out, "; the winner is %.1f points ahead\n", margin / won);
    fprintf(out,
            "ends: %.1f %% by the count after a round, %.1f %% by per shodam, %.2f %% by the count after a tie-break\n",
            100 * count / won, 100 * shodam / won, 100 * tie / won);
    if (rules->sur_limit && rules->sur_points)
        fprintf(
            out,
            "limit of Surs: sides began %.1f %% of their rounds with %d points or more, which took %.3f Surs a match\n",
            100 * limited / round_sides, rules->sur_limit, surs / match_sides * rules->sides);
}

/* How the wanted width ended the run. */
static void width_print(FILE *out, const StopRule *stop, const SimResult *result)
{
    char width[DECIMAL_TEXT];
    const double half = stop_width(result);
    const unsigned long long boards = (unsigned long long)(result->tally->boards + result->tally->voids.boards);
    if (half <= stop->width)
        fprintf(out, "Stopped after %llu boards: the interval is narrow enough.\n", boards);
    else if (isnan(half))
        fprintf(out, "The interval is not as narrow as +-%g after %llu boards: it is not known yet.\n", stop->width,
                boards);
    else
        fprintf(out, "The interval is not as narrow as +-%g after %llu boards: it is +-%s.\n", stop->width, boards,
                decimal_text(width, false, decimals_apart(3, half, stop->width), half));
}

/* Do all sides begin the match with the same score? */
static bool even_start(const Schedule *schedule)
{
    for (int side = 1; side < schedule->rules.sides; side++)
        if (schedule->scores[side] != schedule->scores[0]) return false;
    return true;
}

/* Who sat where, and what that did. */
static void seats_print(FILE *out, const SimResult *result)
{
    const Schedule *schedule = result->schedule;
    const bool matches = sim_matches(result);
    char cell[FIGURE_CELL];
    if (schedule->seatings > 1) {
        const Estimate seat = seat_figures(result, 0);
        const Interval interval = sim_interval(&seat, result);
        const double gain = duplicate_gain(result, 0);
        if (seat.n && matches && even_start(schedule))
            fprintf(
                out,
                "seat effect: who plays first in the first round wins %s %% of the matches more than the fair share\n",
                interval_text(cell, "%+.*f", 100 * seat.mean, (Interval){100 * interval.low, 100 * interval.high}));
        else if (seat.n && !matches)
            fprintf(out, "seat effect: who plays first scores %s more than the others, points a round\n",
                    interval_text(cell, "%+.*f", seat.mean, interval));
        if (!isnan(gain))
            fprintf(out, "duplicate play: %.2f times less variance than as many %s on boards of their own\n", gain,
                    matches ? "matches" : "rounds");
    } else if (schedule_turns(schedule) > 1)
        fputs("one seating a board (--no-duplicate): the agents took turns at playing first\n", out);
    else
        fputs("one seating: who plays first always does, and that is part of the difference (--no-duplicate)\n", out);
    if (schedule->side_count[0] != schedule->side_count[1])
        fprintf(out, "seats: %s sits alone against two of %s\n", result->agents[0].name, result->agents[1].name);
    if (schedule_orders(schedule) > 1)
        fprintf(
            out,
            schedule_orders(schedule) == 2
                ? "order: both orders around the table took turns, so it does not matter who is named before whom\n"
                : "order: all %d orders around the table took turns, so it does not matter who is named before whom\n",
            schedule_orders(schedule));
    else if (schedule->agents > 2)
        fputs("order: fixed, so who plays behind whom is part of the differences (--order fixed)\n", out);
}

void sim_summary(FILE *out, const Page *page, const SimResult *result, const StopRule *stop)
{
    const Schedule *schedule = result->schedule;
    const bool matches = sim_matches(result);
    SimRow rows[MAX_SEATS];
    sim_rows(rows, result);
    figures_print(out, page, matches ? &SIM_MATCH_TABLE : &SIM_FIGURES, rows, sizeof *rows, (size_t)schedule->agents);
    agents_open_note(out, result->agents, schedule->agents);
    if (matches && result->tally->boards) matches_print(out, result, rows);
    seats_print(out, result);
    (matches ? match_sentence_print : sentence_print)(out, result, stop->kind == STOP_TEST);
    if (stop->kind == STOP_TEST) test_print(out, stop, result, rows);
    if (stop->kind == STOP_WIDTH) width_print(out, stop, result);
    if (stop->kind == STOP_NEVER && result->rho > 0)
        fputs("The run is not whole: its intervals hold whenever one stops, and are wider than those of a whole run.\n",
              out);
}
