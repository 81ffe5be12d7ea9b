/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/report/sim_report.h"
#include "analysis/report/agent_notes.h"

#include <math.h>
#include <string.h>

const char *const SIM_COLUMNS[SIM_COLUMN_COUNT] = {
    "agent",       "boards",       "rounds",        "points_mean", "points_se",  "diff_mean",
    "diff_ci_low", "diff_ci_high", "diff_sd",       "win_rate",    "win_ci_low", "win_ci_high",
    "draws",       "clubs_mean",   "clubs_won",     "surs_mean",   "aces_mean",  "jacks_mean",
    "two_c",       "ten_d",        "captures_mean", "plays",       "ns_per_play"};

static void row_write(OutputFile *csv, const SimResult *result, int agent)
{
    const AgentTally *tally = &result->tally->agents[agent];
    const int64_t boards = result->tally->boards;
    const double rounds = (double)boards * tally_scale(result->schedule, agent); /* times sides */
    AgentFigures figures = agent_figures(result, agent);
    csv_text(csv, result->agents[agent].name);
    csv_integer(csv, boards);
    csv_integer(csv, boards * result->schedule->seatings);
    csv_number(csv, figures.points.mean);
    csv_number(csv, figures.points.se);
    csv_number(csv, figures.diff.mean);
    csv_number(csv, figures.diff_interval.low);
    csv_number(csv, figures.diff_interval.high);
    csv_number(csv, figures.diff.sd);
    csv_number(csv, figures.wins.mean);
    csv_number(csv, figures.win_interval.low);
    csv_number(csv, figures.win_interval.high);
    csv_integer(csv, tally->draws);
    csv_number(csv, (double)tally->clubs / rounds);
    csv_integer(csv, tally->clubs_won);
    csv_number(csv, (double)tally->surs / rounds);
    csv_number(csv, (double)tally->aces / rounds);
    csv_number(csv, (double)tally->jacks / rounds);
    csv_integer(csv, tally->two_c);
    csv_integer(csv, tally->ten_d);
    csv_number(csv, (double)tally->captures / rounds);
    csv_integer(csv, tally->plays);
    csv_number(csv, (double)tally->nanoseconds / (double)tally->timed_plays);
    csv_end_row(csv);
}

void sim_csv(OutputFile *csv, const SimResult *result)
{
    csv_names(csv, SIM_COLUMNS, SIM_COLUMN_COUNT);
    for (int agent = 0; agent < result->schedule->agents; agent++)
        row_write(csv, result, agent);
}

enum { CELL = 48 };

/* "+6.424 (+6.410 to +6.438)", with as many decimals as the interval deserves. */
static char *interval_text(char out[static CELL], double mean, Interval interval, double unit, const char *sign)
{
    char format[CELL];
    if (isnan(mean)) return strcpy(out, "unknown");
    double half = interval_half_width(interval) * unit;
    int decimals = !interval_known(interval) || half > 0.5 ? 2 : half > 0.05 ? 2 : half > 0.005 ? 3 : 4;
    if (!interval_known(interval)) {
        snprintf(format, sizeof format, "%%%s.%df", sign, decimals);
        snprintf(out, CELL, format, mean * unit);
        return out;
    }
    snprintf(format, sizeof format, "%%%s.%df (%%%s.%df to %%%s.%df)", sign, decimals, sign, decimals, sign, decimals);
    snprintf(out, CELL, format, mean * unit, interval.low * unit, interval.high * unit);
    return out;
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

static void sentence_print(FILE *out, const SimResult *result)
{
    const Schedule *schedule = result->schedule;
    int best = 0;
    for (int agent = 1; agent < schedule->agents; agent++)
        if (agent_figures(result, agent).diff.mean > agent_figures(result, best).diff.mean) best = agent;
    AgentFigures figures = agent_figures(result, best);
    Interval interval = figures.diff_interval;
    char name[SIDE_NAME], other[SIDE_NAME], against[SIDE_NAME + 64] = "the others' mean";
    const char *verb = pairs(schedule) ? "" : "s";
    side_name(name, result, best);
    if (schedule->agents == 2 || pairs(schedule))
        snprintf(against, sizeof against, "%s%s",
                 schedule->side_count[best ^ 1] > 1 ? "the mean of the other sides, " : "",
                 side_name(other, result, best ^ 1));
    if (!interval_known(interval))
        fprintf(out, "Too few boards to tell the agents apart.\n");
    else if (interval.low > 0)
        fprintf(out,
                "%s score%s %.*f points a round more than %s: between %.*f and %.*f more with 95 %% confidence, and "
                "win%s %.1f %% of the rounds (draws count half).\n",
                name, verb, 3, figures.diff.mean, against, 3, interval.low, 3, interval.high, verb,
                100 * figures.wins.mean);
    else
        fprintf(out,
                "No difference is shown: with 95 %% confidence %s score%s between %.3f less and %.3f more points a "
                "round than %s.\n",
                name, verb, -interval.low, interval.high, against);
}

void sim_summary(FILE *out, const SimResult *result)
{
    const Schedule *schedule = result->schedule;
    char cell[CELL];
    int width = 5;
    for (int agent = 0; agent < schedule->agents; agent++) {
        int length = (int)strlen(result->agents[agent].name);
        width = length > width ? length : width;
    }
    fprintf(out, "%-*s  %-28s  %-28s  %s\n", width, "agent", "points (95 %)", "more than the others (95 %)",
            "wins, % (95 %)");
    for (int agent = 0; agent < schedule->agents; agent++) {
        AgentFigures figures = agent_figures(result, agent);
        fprintf(out, "%-*s", width, result->agents[agent].name);
        fprintf(out, "  %-28s", interval_text(cell, figures.points.mean, figures.points_interval, 1, ""));
        fprintf(out, "  %-28s", interval_text(cell, figures.diff.mean, figures.diff_interval, 1, "+"));
        fprintf(out, "  %s\n", interval_text(cell, figures.wins.mean, figures.win_interval, 100, ""));
    }
    agents_open_note(out, result->agents, schedule->agents);
    if (schedule->seatings > 1) {
        Estimate seat = seat_figures(result, 0);
        Interval interval =
            result->rho > 0 ? interval_anytime(&seat, SIM_ALPHA, result->rho) : interval_t(&seat, SIM_ALPHA);
        fprintf(out, "seat effect: who plays first scores %s more than the others, points a round\n",
                interval_text(cell, seat.mean, interval, 1, "+"));
        double gain = duplicate_gain(result, 0);
        if (!isnan(gain))
            fprintf(out, "duplicate play: %.2f times less variance than as many rounds on boards of their own\n", gain);
    } else if (schedule->agents > 1)
        fputs("one seating: who plays first always does, and that is part of the difference (--no-duplicate)\n", out);
    sentence_print(out, result);
}
