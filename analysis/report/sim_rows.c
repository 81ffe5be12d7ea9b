/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the agents of `sim` scored, a row each. */
#include "analysis/report/sim_rows.h"

#include <math.h>

#include "analysis/stats/rating.h"

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
