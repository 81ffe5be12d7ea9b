/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of sim and its rules to stop, on sums that are made up, so that the right answer is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/sim_estimates.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

/* Two agents, two seatings; boards of agent 0: diff +6 and -2 in turn over both rounds, which are diff / 2 and diff /
   2. */
typedef struct {
    Schedule schedule;
    Agent agents[2];
    Sums sums;
} Made;

static void made_fill(Made *made, int boards)
{
    Error error;
    *made = (Made){0};
    assert_true(schedule_make(&made->schedule, "pagat", 2, true, &error));
    for (int agent = 0; agent < 2; agent++)
        snprintf(made->agents[agent].name, sizeof made->agents[agent].name, "agent%d", agent);
    const SumsShape shape = sim_shape(&made->schedule);
    assert_true(sums_open(&made->sums, &shape));
    for (int i = 0; i < boards; i++) {
        BoardValues values = {0};
        for (int agent = 0; agent < 2; agent++) {
            int64_t *row = values.rows[agent];
            row[SUM_diff] = (i % 2 ? -2 : 6) * (agent ? -1 : 1);
            row[SUM_points] = 20 + row[SUM_diff];
            row[SUM_wins] = i % 4;
            row[SUM_place_0] = row[SUM_place_1] = row[SUM_diff] / 2;
            values.rows[2][SUM_seat_0 + agent] = row[SUM_diff];
        }
        sums_add(&made->sums, values.rows[0]);
    }
}

static SimResult result_of(const Made *made, double rho)
{
    return (SimResult){&made->schedule, made->agents, &made->sums, rho, USUAL_ALPHA};
}

TEST(figures_are_per_round)
{
    Made made;
    made_fill(&made, 400);
    const SimResult result = result_of(&made, 0);
    const AgentEstimates estimates = agent_estimates(&result, 0);
    const double sd = 2 * sqrt(400.0 / 399); /* of a board, points a round */
    assert_close(estimates.points.mean, 11, 1e-12);
    assert_close(estimates.diff.mean, 1, 1e-12);
    assert_close(estimates.diff.sd, sd, 1e-12);
    assert_close(estimates.wins.mean, 1.5 / 4, 1e-12);
    assert_close(estimates.diff_interval.high - 1, student_upper(0.025, 399) * sd / 20, 1e-12);
    const Interval share = interval_share(&estimates.wins, USUAL_ALPHA);
    assert_close(estimates.win_interval.low, share.low, 0);
    assert_close(seat_effect(&result).mean, 1, 1e-12);
    assert_close(seat_effect(&result).sd, sd, 1e-12);
    /* both rounds of a board alike: half as good as rounds on boards of their own */
    assert_close(duplicate_gain(&result), 0.5, 1e-12);
    sums_free(&made.sums);
}

TEST(what_ended_a_run_decides_what_its_intervals_are)
{
    const StopRule never = {.kind = STOP_NEVER}, width = {.kind = STOP_WIDTH, .width = 1}, test = {.kind = STOP_TEST};
    assert_true(stop_rho(&never, 0.1, false) == 0);
    assert_true(stop_rho(&never, 0.1, true) == 0.1);
    assert_true(stop_rho(&width, 0.1, false) == 0.1 && stop_rho(&test, 0.1, false) == 0.1);

    Made made;
    made_fill(&made, 400);
    const double rho = anytime_rho(USUAL_ALPHA, 400);
    const SimResult result = result_of(&made, rho);
    const AgentEstimates estimates = agent_estimates(&result, 0);
    assert_close(estimates.diff_interval.high, interval_anytime(&estimates.diff, USUAL_ALPHA, rho).high, 0);
    assert_close(estimates.win_interval.high, interval_anytime(&estimates.wins, USUAL_ALPHA, rho).high, 0);
    assert_true(interval_half_width(estimates.diff_interval) > 1.4 * 1.96 * estimates.diff.se);
    sums_free(&made.sums);
}

TEST(a_run_stops_when_its_interval_is_narrow_enough)
{
    Made made;
    made_fill(&made, 400);
    const SimResult result = result_of(&made, anytime_rho(USUAL_ALPHA, 400));
    const double half = interval_half_width(agent_estimates(&result, 0).diff_interval);
    const StopRule wide = {.kind = STOP_WIDTH, .width = half * 1.001},
                   narrow = {.kind = STOP_WIDTH, .width = half / 1.001};
    const StopRule tiny = {.kind = STOP_WIDTH, .width = 1e-300}, never = {.kind = STOP_NEVER};
    assert_true(stop_reached(&wide, &result));
    assert_false(stop_reached(&narrow, &result));
    assert_false(stop_reached(&never, &result));
    const StopRule half_as_wide = {.kind = STOP_WIDTH, .width = half / 2};
    assert_in_range(stop_expected_boards(&half_as_wide, 1000000, &result), 1599, 1601);
    assert_int_equal(stop_expected_boards(&half_as_wide, 1000, &result), 1000);
    assert_int_equal(stop_expected_boards(&tiny, UINT64_C(1000000000000000), &result), UINT64_C(1000000000000000));
    assert_close(stop_planned_boards(&tiny, 1000000, USUAL_ALPHA), 1000000, 0);
    /* as long as one agent's interval is not known, the widest is not */
    made.sums.x[SUM_diff] = 400;
    made.sums.xx[SUM_diff] = 400;
    assert_true(isnan(stop_width(&result)));
    assert_false(stop_reached(&wide, &result));
    sums_free(&made.sums);
}

TEST(a_test_of_one_board_says_that_it_knows_nothing)
{
    Made made;
    StopRule rule = {.kind = STOP_TEST};
    assert_true(sprt_plan(&rule.plan, 0, 1, 0.05, 0.05, NULL));
    for (int boards = 1; boards <= 400; boards += 399) {
        made_fill(&made, boards);
        const SimResult result = result_of(&made, 0.1);
        assert_true(isnan(stop_llr(&rule, &result)) == (boards == 1));
        assert_int_equal(stop_verdict(&rule, &result), boards == 1 ? SPRT_UNDECIDED : SPRT_HIGH);
        sums_free(&made.sums);
    }
}
