/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says how many boards a question takes, and what a sequential test finds in counts. */
#include "analysis/report/power_report.h"

#include <math.h>

#include "analysis/report/estimate_text.h"
#include "analysis/stats/rating.h"
#include "analysis/stats/sprt.h"
#include "engine/text/number.h"

/* "12.3k boards, 4.5 s" */
static const char *cost_text(char *out, size_t size, const PowerQuestion *power, double boards)
{
    char count[SHORT_TEXT], time[SHORT_TEXT];
    short_time(time, boards / power->per_second);
    if (boards < 1e6)
        snprintf(count, sizeof count, "%.0f", boards);
    else
        short_count(count, boards);
    snprintf(out, size, isnan(power->per_second) ? "%s boards" : "%s boards, %s", count, time);
    return out;
}

static void sprt_answer(FILE *out, const PowerQuestion *power)
{
    const SprtPlan *plan = power->test;
    const bool results = power->results;
    const double low = results ? share_of_elo(plan->low) : plan->low;
    const double high = results ? share_of_elo(plan->high) : plan->high;
    const char *unit = results ? "Elo" : "points a round";
    const struct {
        double truth;
        const char *name;
    } ROWS[] = {{low, "low"}, {(low + high) / 2, "between"}, {high, "high"}};
    fprintf(out, "A test of %g against %g %s (alpha %g, beta %g) takes on average\n", plan->low, plan->high, unit,
            plan->alpha, plan->beta);
    for (int i = 0; i < 3; i++) {
        char cost[128];
        const SprtOutlook outlook = sprt_outlook(low, high, plan->alpha, plan->beta,
                                                 results ? power->share_sd : power->first_sd, ROWS[i].truth);
        fprintf(out, "  %-28s if the truth is %s, and then says 'high' in %.1f %%\n",
                cost_text(cost, sizeof cost, power, outlook.boards), ROWS[i].name, 100 * outlook.pass);
    }
}

void power_answers(FILE *out, const PowerQuestion *power)
{
    char cost[128];
    if (power->effect != 0)
        fprintf(out, "To see a true difference of %g points a round with a chance of %g %% (two-sided, alpha %g): %s\n",
                power->effect, 100 * (1 - power->beta), power->alpha,
                cost_text(cost, sizeof cost, power,
                          boards_for_test(power->widest_sd, power->effect, power->alpha, 1 - power->beta)));
    if (power->width > 0) {
        fprintf(out,
                "For a %g %% interval of %g points to either side: %s if the number of boards is fixed beforehand,\n",
                100 * (1 - power->alpha), power->width,
                cost_text(cost, sizeof cost, power, boards_for_interval(power->widest_sd, power->width, power->alpha)));
        fprintf(out, "  %s if it is watched and stopped (--stop ci=%g)\n",
                cost_text(cost, sizeof cost, power, boards_for_anytime(power->widest_sd, power->width, power->alpha)),
                power->width);
    }
    if (power->test) sprt_answer(out, power);
}

/* As many decimals as show whether a bound is reached. */
static int llr_decimals(int least, const SprtPlan *plan, double llr)
{
    return decimals_apart(decimals_apart(least, llr, plan->bound_low), llr, plan->bound_high);
}

static void llr_print(FILE *out, const char *name, double llr, const SprtPlan *plan, int64_t boards)
{
    static const char *const VERDICTS[] = {"undecided", "low", "high"};
    char number[DECIMAL_TEXT];
    fprintf(out, "%-10s  %s  %s\n", name, decimal_text(number, false, llr_decimals(6, plan, llr), llr),
            VERDICTS[sprt_verdict(plan, boards, llr)]);
}

void power_llr(FILE *out, const SprtPlan *plan, double alpha, const int64_t *counts, size_t count)
{
    Moments score = {0};
    for (size_t i = 0; i < count; i++)
        score.n += counts[i], score.sum += (__int128)counts[i] * (int64_t)i,
            score.sum_sq += (__int128)counts[i] * (int64_t)(i * i);
    const Estimate share = estimate_of(&score, (double)count - 1);
    const Interval interval = elo_of_interval(interval_share(&share, alpha));
    char elo[DECIMAL_TEXT], range[FIGURE_CELL];
    decimal_text(elo, true, interval_decimals(2, interval), elo_of_share(share.mean));
    fprintf(out, "%lld boards, score %.2f %%, Elo %s (%g %%: %s)\n", (long long)score.n, 100 * share.mean, elo,
            100 * (1 - alpha), range_text(range, "%+.*f", interval));
    fprintf(out, "LLR of Elo %g against %g; low at %.4f, high at %.4f, from %d boards on\n", plan->high, plan->low,
            plan->bound_low, plan->bound_high, SPRT_MIN_BOARDS);
    llr_print(out, "logistic", sprt_llr_logistic(counts, count, plan->low, plan->high), plan, score.n);
    llr_print(out, "normalized", sprt_llr_normalized(counts, count, plan->low, plan->high), plan, score.n);
}

void power_legend(FILE *out, const Page *page)
{
    static const char *const SENTENCES[] = {
        "A board is one shuffled pack, played once in each seating; a difference is in points a round.",
        "Boards are reckoned for the agent whose boards spread most; a test is about the agent named first.",
        "An interval that is watched holds at any time, and so takes more boards than one that is looked at once.",
    };
    if (page->legend == LEGEND_FULL) legend_print(out, page, SENTENCES, sizeof SENTENCES / sizeof *SENTENCES);
}
