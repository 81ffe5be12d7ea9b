/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates of a simulation, when it may stop, and what rounds and points are worth in matches. */
#include "analysis/study/sim_estimates.h"

#include <math.h>

#include "analysis/stats/rating.h"
#include "analysis/stats/sprt.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

Interval sim_interval(const Estimate *estimate, const SimResult *result)
{
    return interval_ended(estimate, result->alpha, result->rho);
}

Interval sim_share_interval(const Estimate *share, const SimResult *result)
{
    Interval interval = result->rho > 0 ? sim_interval(share, result) : interval_share(share, result->alpha);
    if (interval_known(interval)) interval = (Interval){fmax(0, interval.low), fmin(1, interval.high)};
    return interval;
}

AgentEstimates agent_estimates(const SimResult *result, int agent)
{
    const Sums *sums = result->sums;
    const Schedule *schedule = result->schedule;
    const int table = table_row(sums);
    const Moments points = sums_moments(sums, agent, SUM_points), diff = sums_moments(sums, agent, SUM_diff),
                  wins = sums_moments(sums, agent, SUM_wins), rounds = sums_moments(sums, table, SUM_rounds),
                  points_both = sums_both(sums, agent, SUM_points, table, SUM_rounds, SUM_points_rounds),
                  diff_both = sums_both(sums, agent, SUM_diff, table, SUM_rounds, SUM_diff_rounds);
    const double scale = board_scale(schedule, agent), sides = schedule->side_count[agent],
                 others = schedule->rules.sides - 1;
    const bool matches = sim_matches(result);
    AgentEstimates estimates = {
        .points = matches ? estimate_ratio(&points, &rounds, &points_both, sides) : estimate_of(&points, scale),
        .diff =
            matches ? estimate_ratio(&diff, &rounds, &diff_both, sides * others) : estimate_of(&diff, scale * others),
        .wins = estimate_of(&wins, scale * win_scale(schedule->rules.sides)),
    };
    estimates.points_interval = sim_interval(&estimates.points, result);
    estimates.diff_interval = sim_interval(&estimates.diff, result);
    estimates.win_interval = sim_share_interval(&estimates.wins, result);
    return estimates;
}

Estimate seat_effect(const SimResult *result)
{
    const Schedule *schedule = result->schedule;
    if (schedule->seatings == 1) return (Estimate){0, NAN, NAN, NAN};
    const Moments seat = sums_moments(result->sums, table_row(result->sums), SUM_seat_0);
    return estimate_of(&seat, schedule->seatings * (schedule->rules.sides - !sim_matches(result)));
}

double duplicate_gain(const SimResult *result)
{
    const Moments wins = sums_moments(result->sums, 0, SUM_wins), diff = sums_moments(result->sums, 0, SUM_diff);
    if (result->schedule->seatings == 1) return NAN;
    double single = 0;
    for (int place = 0; place < result->schedule->seatings; place++) {
        const Moments there = sums_moments(result->sums, 0, SUM_place_0 + place);
        const double sd = estimate_of(&there, 1).sd;
        single += sd * sd;
    }
    const int sides = result->schedule->rules.sides;
    const double sd = sim_matches(result) ? sides * estimate_of(&wins, win_scale(sides)).sd : estimate_of(&diff, 1).sd;
    return variance_ratio(single, sd * sd);
}

/* ---- when a run of sim may stop before its last board */

bool stop_plan_parse(SprtPlan *plan, const char *text, const TestLevels *levels, Error *error)
{
    double bounds[2];
    const char *why = "takes two numbers LOW,HIGH, such as 0,0.1";
    SprtPlan made;
    if (number_list(bounds, 2, text, ',') != 2 ||
        !sprt_plan(&made, bounds[0], bounds[1], levels->alpha, levels->beta, &why))
        return error_set(error, "'%.60s': %s", text, why);
    if (levels->results && (bounds[0] < -SPRT_FARTHEST_ELO || bounds[1] > SPRT_FARTHEST_ELO))
        return error_set(error, "'%.60s': hypotheses in Elo must lie between %g and %g", text, -SPRT_FARTHEST_ELO,
                         SPRT_FARTHEST_ELO);
    *plan = made;
    return true;
}

bool stop_parse(StopRule *rule, const char *text, const TestLevels *levels, Error *error)
{
    static const char *const KINDS[] = {"ci", "sprt"};
    const char *form = levels ? "ci=X or sprt=LOW,HIGH" : "ci=X";
    const Names names = NAMES_OF("rule", KINDS, levels ? 2 : 1, form);
    Words words = {.rest = text, .pairs = true, .form = form, .names = &names};
    StopRule made = {.kind = STOP_WIDTH};
    if (!words_next(&words, error)) return error_under(error, "--stop");
    if (words.index == 1) {
        double bounds[2];
        if (number_list(bounds, 2, words.value, ',') != 2)
            return error_set(error, "--stop: '%.60s': expected sprt=LOW,HIGH, such as sprt=0,0.05", text);
        made = (StopRule){.kind = STOP_TEST, .results = levels->results != 0};
        if (!stop_plan_parse(&made.plan, words.value, levels, error)) return error_under(error, "--stop");
    } else if (number_double(&made.width, words.value) != NUMBER_OK || !(made.width > 0)) {
        return error_set(error, "--stop: '%.60s': expected ci=X with X > 0, such as ci=0.01", text);
    }
    *rule = made;
    return true;
}

bool stop_fits(const StopRule *rule, const Schedule *schedule, Error *error)
{
    if (rule->results && (schedule->agents != 2 || schedule->side_count[0] != schedule->side_count[1]))
        return error_set(error, "--model results: takes two agents with as many sides each");
    if (!rule->matches || rule->results) return true;
    if (rule->kind == STOP_WIDTH && rule->width > 0.5)
        return error_set(error, "--stop ci=%g: with --matches a share, at most 0.5; 0.02 is 2 %%", rule->width);
    if (rule->kind == STOP_TEST && (rule->plan.low < -0.5 || rule->plan.high > 0.5))
        return error_set(error, "--stop sprt=%g,%g: with --matches shares from -0.5 to 0.5; 0.02 is 2 %%",
                         rule->plan.low, rule->plan.high);
    return true;
}

double stop_planned_boards(const StopRule *rule, uint64_t boards, double alpha)
{
    static const double BOARD_POINTS_SD = 5, BOARD_SHARE_SD = 0.25,
                        BOARD_MATCH_SD = 0.35; /* usual among sensible agents */
    const double BOARD_SD = rule->matches ? BOARD_MATCH_SD : BOARD_POINTS_SD;
    const SprtPlan *plan = &rule->plan;
    /* Nobody waits for that many: such a run is stopped by hand, and its interval is to be of use then. */
    static const double OUT_OF_REACH = 1e9, STOPPED_BY_HAND = 1e7;
    if (rule->kind == STOP_WIDTH) {
        const double wanted = fmin((double)boards, boards_for_anytime(BOARD_SD, rule->width, alpha));
        return wanted > OUT_OF_REACH ? STOPPED_BY_HAND : wanted;
    }
    if (rule->kind != STOP_TEST) return (double)boards;
    const double low = rule->results ? share_of_elo(plan->low) : plan->low;
    const double high = rule->results ? share_of_elo(plan->high) : plan->high;
    if (!(low < high)) return (double)boards;
    return fmin((double)boards,
                sprt_outlook(low, high, plan->alpha, plan->beta,
                             rule->results && !rule->matches ? BOARD_SHARE_SD : BOARD_SD, (low + high) / 2)
                    .boards);
}

double stop_rho(const StopRule *rule, double planned, bool cut)
{
    return rule->kind != STOP_NEVER || cut ? planned : 0;
}

static double half_of(const SimResult *result, int agent)
{
    const AgentEstimates estimates = agent_estimates(result, agent);
    return interval_half_width(sim_matches(result) ? estimates.win_interval : estimates.diff_interval);
}

uint64_t stop_expected_boards(const StopRule *rule, uint64_t boards, const SimResult *result)
{
    const double done = (double)(result->sums->boards + result->sums->voids.boards);
    const double half = half_of(result, 0);
    if (rule->kind != STOP_WIDTH || !(half > 0)) return boards;
    return (uint64_t)fmin((double)boards, done * fmax(1, pow(half / rule->width, 2)));
}

double stop_llr(const StopRule *rule, const SimResult *result)
{
    const Sums *sums = result->sums;
    if (rule->kind != STOP_TEST) return NAN;
    if (rule->results)
        return sprt_llr_logistic(sums->x + table_row(sums) * SIM_MEASURE_COUNT + SUM_result_0,
                                 2 * (size_t)result->schedule->seatings + 1, rule->plan.low, rule->plan.high);
    const AgentEstimates estimates = agent_estimates(result, 0);
    const bool matches = sim_matches(result);
    const double fair = matches ? 1.0 / result->schedule->rules.sides : 0;
    return sprt_llr_mean(matches ? &estimates.wins : &estimates.diff, fair + rule->plan.low, fair + rule->plan.high);
}

SprtVerdict stop_verdict(const StopRule *rule, const SimResult *result)
{
    return sprt_verdict(&rule->plan, result->sums->boards, stop_llr(rule, result));
}

double stop_width(const SimResult *result)
{
    double widest = 0;
    for (int agent = 0; agent < result->schedule->agents; agent++) {
        const double half = half_of(result, agent);
        if (isnan(half) || half > widest) widest = half;
    }
    return widest;
}

bool stop_reached(const StopRule *rule, const SimResult *result)
{
    switch (rule->kind) {
    case STOP_WIDTH: return stop_width(result) <= rule->width;
    case STOP_TEST: return stop_verdict(rule, result) != SPRT_UNDECIDED;
    case STOP_NEVER: break;
    }
    return false;
}

/* ---- values rounds and points by the chances to win the match */

/* The chance from these scores, where both sides play first in turn. */
static double both_turns(const MatchEquity *equity, int score, int opponent)
{
    return (match_equity(equity, score, opponent, true) + match_equity(equity, score, opponent, false)) / 2;
}

static void equity_fill(SimRow *row, const SimResult *result, int agent)
{
    const Schedule *schedule = result->schedule;
    row->before = both_turns(schedule->equity, schedule->scores[0], schedule->scores[1]);
    const Moments chances = sums_moments(result->sums, table_row(result->sums), SUM_chances);
    row->gain = estimate_of(&chances, (double)schedule->seatings * EQUITY_ONE);
    row->gain.mean -= row->before;
    if (agent) { /* the chances of both sides add up to 1 */
        row->before = 1 - row->before;
        row->gain.mean = -row->gain.mean;
    }
    row->gain_interval = sim_interval(&row->gain, result);
}

SimRow sim_row(const SimResult *result, int agent)
{
    const Schedule *schedule = result->schedule;
    const Sums *sums = result->sums;
    const int64_t rounds = sums_x(sums, table_row(sums), SUM_rounds);
    const Interval unknown = {NAN, NAN};
    const int sides = schedule->side_count[agent];
    SimRow row = {.agent = result->agents[agent].name,
                  .boards = sums->boards,
                  .rounds = rounds,
                  .sides = rounds * sides,
                  .estimates = agent_estimates(result, agent),
                  .elo = NAN,
                  .elo_interval = unknown,
                  .gain = {0, NAN, NAN, NAN},
                  .gain_interval = unknown};
    for (int i = 0; i < SIM_MEASURE_COUNT; i++)
        if (sums_know(sums, i)) row.of[i].sum = sums_x(sums, agent, i), row.of[i].sides = row.sides, row.of[i].one = 1;
    if (schedule->rules.sides == 2 && sums->boards) {
        row.elo = elo_of_share(row.estimates.wins.mean);
        row.elo_interval = elo_of_interval(row.estimates.win_interval);
    }
    if (schedule->equity) equity_fill(&row, result, agent);
    if (!sim_matches(result)) return row;
    row.one = 1;
    row.matches = sums->boards * schedule->seatings;
    row.match_sides = row.matches * sides;
    row.match_rounds = rounds;
    row.round_sides = row.sides;
    row.won = row.of[SUM_won_count].sum + row.of[SUM_won_shodam].sum + row.of[SUM_won_tie].sum;
    return row;
}

double point_scoring(const MatchEquity *equity, const Rules *rules, int which)
{
    static const int OF_62[EQUITY_SCORES] = {0, 30, 55};
    const int score = OF_62[which] * rules->target / 62;
    return (both_turns(equity, score + 1, score) - both_turns(equity, score, score + 1)) / 2;
}
