/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the agents of `sim` scored: the figures as CSV, the summary with its sentence. */
#include "analysis/report/sim_report.h"

#include <math.h>
#include <string.h>

#include "analysis/report/estimate_text.h"
#include "analysis/report/figure_print.h"
#include "engine/text/number.h"

typedef struct {
    const char *agent;
    int64_t boards, rounds, sides; /* sides: the sides of the agent in all rounds */
    AgentFigures figures;
    AgentTally tally;
} SimRow;

#define AT(member) FIGURE_AT(SimRow, member)
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
    {"ns_per_play", "nanoseconds", "time that the agent took for a play, measured on some of the boards",
     FIGURE_PER(SimRow, tally.counts.nanoseconds, tally.counts.timed_plays)},
};
const FigureTable SIM_FIGURES = {"sim --csv", "agent", FIGURE_ROWS(FIGURES), NULL};

static void rows_fill(SimRow rows[static MAX_SEATS], const SimResult *result)
{
    const int64_t boards = result->tally->boards;
    for (int agent = 0; agent < result->schedule->agents; agent++)
        rows[agent] = (SimRow){
            .agent = result->agents[agent].name,
            .boards = boards,
            .rounds = boards * result->schedule->seatings,
            .sides = boards * tally_scale(result->schedule, agent),
            .figures = agent_figures(result, agent),
            .tally = result->tally->agents[agent],
        };
}

/* ---- a test */

/* What the test found, and what it knew. */
static void test_print(FILE *out, const StopRule *stop, const SimResult *result)
{
    const SprtPlan *plan = &stop->plan;
    const char *unit = stop->results ? "Elo" : "points a round", *name = result->agents[0].name;
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
    if (stop->results) {
        fprintf(out, "boards by half points of %s:", name);
        for (int i = 0; i <= 2 * result->schedule->seatings; i++)
            fprintf(out, "%c%lld", i ? ',' : ' ', (long long)result->tally->results[i]);
        fputc('\n', out);
    }
    if (verdict == SPRT_UNDECIDED)
        fprintf(out, "The test is undecided after %lld board%s%s.\n", boards, PLURAL(boards),
                boards < SPRT_MIN_BOARDS ? ", too few for a verdict" : "");
    else
        fprintf(out, "The test says %s after %lld boards: %g rather than %g %s.\n",
                verdict == SPRT_HIGH ? "HIGH" : "LOW", boards, verdict == SPRT_HIGH ? plan->high : plan->low,
                verdict == SPRT_HIGH ? plan->low : plan->high, unit);
}

static void test_heads(OutputFile *csv, const StopRule *stop, const SimResult *result)
{
    static const char *const VERDICTS[] = {[SPRT_UNDECIDED] = "undecided", [SPRT_LOW] = "low", [SPRT_HIGH] = "high"};
    char number[NUMBER_TEXT];
    const double llr = stop_llr(stop, result);
    figures_head(csv, "llr", "%s", isnan(llr) ? "" : number_text(number, llr));
    figures_head(csv, "llr_low", "%s", number_text(number, stop->plan.bound_low));
    figures_head(csv, "llr_high", "%s", number_text(number, stop->plan.bound_high));
    figures_head(csv, "verdict", "%s", VERDICTS[stop_verdict(stop, result)]);
}

void sim_csv(OutputFile *csv, const SimResult *result, const StopRule *stop)
{
    SimRow rows[MAX_SEATS];
    if (stop->kind == STOP_TEST) test_heads(csv, stop, result);
    rows_fill(rows, result);
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
    if (interval_known(figures.diff_interval))
        used = snprintf(out, SIM_PROGRESS, "%s %s points, ", result->agents[0].name,
                        interval_text(text, "%+.3f", figures.diff.mean, figures.diff_interval));
    if (stop->kind == STOP_TEST && !isnan(stop_llr(stop, result)))
        used += snprintf(out + used, SIM_PROGRESS - (size_t)used, "%s, ",
                         llr_text(text, 2, stop_llr(stop, result), stop->plan.bound_low, stop->plan.bound_high));
    snprintf(out + used, SIM_PROGRESS - (size_t)used, "%lld void", (long long)result->tally->voids.boards);
}

/* Who scores more. Where a test has the last word, no verdict stands beside its own. */
static void sentence_print(FILE *out, const SimResult *result, bool tested)
{
    const Schedule *schedule = result->schedule;
    int best = 0;
    for (int agent = 1; agent < schedule->agents; agent++)
        if (agent_figures(result, agent).diff.mean > agent_figures(result, best).diff.mean) best = agent;
    const AgentFigures figures = agent_figures(result, best);
    const Interval interval = figures.diff_interval;
    const int decimals = interval_decimals(3, interval);
    char name[SIDE_NAME], other[SIDE_NAME], against[SIDE_NAME + 64] = "the others' mean", number[3][DECIMAL_TEXT];
    const char *verb = pairs(schedule) ? "" : "s";
    side_name(name, result, best);
    if (schedule->agents == 2 || pairs(schedule))
        snprintf(against, sizeof against, "%s%s",
                 schedule->side_count[best ^ 1] > 1 ? "the mean of the other sides, " : "",
                 side_name(other, result, best ^ 1));
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
                schedule->rules.sides == 2 ? "draws count half" : "ties are shared out");
    else
        fprintf(out, "%s95 %% confidence %s score%s between %s less and %s more points a round than %s.\n",
                tested ? "With " : "No difference is shown: with ", name, verb, number[1], number[2], against);
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

void sim_summary(FILE *out, const Page *page, const SimResult *result, const StopRule *stop)
{
    const Schedule *schedule = result->schedule;
    char cell[FIGURE_CELL];
    SimRow rows[MAX_SEATS];
    rows_fill(rows, result);
    figures_print(out, page, &SIM_FIGURES, rows, sizeof *rows, (size_t)schedule->agents);
    agents_open_note(out, result->agents, schedule->agents);
    if (schedule->seatings > 1) {
        const Estimate seat = seat_figures(result, 0);
        if (seat.n)
            fprintf(out, "seat effect: who plays first scores %s more than the others, points a round\n",
                    interval_text(cell, "%+.*f", seat.mean, sim_interval(&seat, result)));
        double gain = duplicate_gain(result, 0);
        if (!isnan(gain))
            fprintf(out, "duplicate play: %.2f times less variance than as many rounds on boards of their own\n", gain);
    } else if (schedule_turns(schedule) > 1)
        fputs("one seating a board (--no-duplicate): the agents took turns at playing first\n", out);
    else
        fputs("one seating: who plays first always does, and that is part of the difference (--no-duplicate)\n", out);
    if (schedule->side_count[0] != schedule->side_count[1])
        fprintf(out, "seats: %s sits alone against two of %s\n", result->agents[0].name, result->agents[1].name);
    if (schedule_orders(schedule) > 1)
        fprintf(out, "order: %d circular orders took turns, so it does not count who is named before whom\n",
                schedule_orders(schedule));
    else if (schedule->agents > 2)
        fputs("order: fixed, so who plays behind whom is part of the differences (--order fixed)\n", out);
    sentence_print(out, result, stop->kind == STOP_TEST);
    if (stop->kind == STOP_TEST) test_print(out, stop, result);
    if (stop->kind == STOP_WIDTH) width_print(out, stop, result);
}
