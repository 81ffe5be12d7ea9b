/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the agents of `sim` scored: the figures as CSV, the summary with its sentence. */
#include "analysis/report/sim_report.h"

#include <math.h>
#include <string.h>

#include "analysis/report/figure_print.h"

typedef struct {
    const char *agent;
    int64_t boards, rounds, sides; /* sides: the sides of the agent in all rounds */
    AgentFigures figures;
    AgentTally tally;
} SimRow;

#define AT(member) FIGURE_AT(SimRow, member)
#define MEAN(member) FIGURE_PER(SimRow, tally.member, sides)
static const Figure FIGURES[] = {
    {"agent", "name", "the agent", AT(agent), .title = "agent"},
    {"boards", "boards", "packs played, each in every seating", AT(boards)},
    {"rounds", "rounds", "rounds played", AT(rounds)},
    {"points_mean", "points a round", "mean of the points that the agent's side scored", AT(figures.points.mean),
     .title = "points (95 %)", .width = -28, .format = "%.*f", .interval = offsetof(SimRow, figures.points_interval)},
    {"points_se", "points a round", "standard error of points_mean, over boards", AT(figures.points.se)},
    {"diff_mean", "points a round", "mean of the side's points less the mean of the other sides' points",
     AT(figures.diff.mean), .title = "more than the others (95 %)", .width = -28, .format = "%+.*f",
     .interval = offsetof(SimRow, figures.diff_interval)},
    {"diff_ci_low", "points a round", "low end of the 95 % interval of diff_mean, over boards",
     AT(figures.diff_interval.low)},
    {"diff_ci_high", "points a round", "high end of that interval", AT(figures.diff_interval.high)},
    {"diff_sd", "points a round", "standard deviation of one board's difference", AT(figures.diff.sd)},
    {"win_rate", "share", "rounds in which no side scored more; a shared highest score counts half",
     AT(figures.wins.mean), .title = "wins, % (95 %)", .width = -28, .format = "%.*f", .scale = 100,
     .interval = offsetof(SimRow, figures.win_interval)},
    {"win_ci_low", "share", "low end of the 95 % interval of win_rate", AT(figures.win_interval.low)},
    {"win_ci_high", "share", "high end of that interval", AT(figures.win_interval.high)},
    {"draws", "rounds", "rounds in which the agent's side shared the highest score", AT(tally.draws)},
    {"clubs_mean", "cards a round", "clubs captured", MEAN(clubs)},
    {"clubs_won", "rounds", "rounds in which the side won the clubs, whether or not the rules pay for that",
     AT(tally.clubs_won)},
    {"surs_mean", "Surs a round", "Surs of the side", MEAN(surs)},
    {"aces_mean", "cards a round", "aces captured", MEAN(aces)},
    {"jacks_mean", "cards a round", "jacks captured", MEAN(jacks)},
    {"two_c", "rounds", "rounds in which the side captured the two of clubs", AT(tally.two_c)},
    {"ten_d", "rounds", "rounds in which the side captured the ten of diamonds", AT(tally.ten_d)},
    {"captures_mean", "plays a round", "plays of the side that captured", MEAN(captures)},
    {"plays", "plays", "plays that the agent chose", AT(tally.plays)},
    {"ns_per_play", "nanoseconds", "time that the agent took for a play, measured on some of the boards",
     FIGURE_PER(SimRow, tally.nanoseconds, tally.timed_plays)},
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

void sim_csv(OutputFile *csv, const SimResult *result)
{
    SimRow rows[MAX_SEATS];
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
    if (interval_known(figures.diff_interval))
        used = snprintf(out, SIM_PROGRESS, "%s %+.3f (%+.3f to %+.3f) points, ", result->agents[0].name,
                        figures.diff.mean, figures.diff_interval.low, figures.diff_interval.high);
    if (stop->kind == STOP_TEST)
        used += snprintf(out + used, SIM_PROGRESS - (size_t)used, "LLR %.2f (%.2f to %.2f), ", stop_llr(stop, result),
                         stop->plan.bound_low, stop->plan.bound_high);
    snprintf(out + used, SIM_PROGRESS - (size_t)used, "%lld void", (long long)result->tally->voids.boards);
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
    char cell[FIGURE_CELL];
    SimRow rows[MAX_SEATS];
    rows_fill(rows, result);
    figures_print(out, &SIM_FIGURES, rows, sizeof *rows, (size_t)schedule->agents);
    agents_open_note(out, result->agents, schedule->agents);
    if (schedule->seatings > 1) {
        Estimate seat = seat_figures(result, 0);
        Interval interval =
            result->rho > 0 ? interval_anytime(&seat, SIM_ALPHA, result->rho) : interval_t(&seat, SIM_ALPHA);
        fprintf(out, "seat effect: who plays first scores %s more than the others, points a round\n",
                interval_text(cell, "%+.*f", seat.mean, interval));
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
    sentence_print(out, result);
}
