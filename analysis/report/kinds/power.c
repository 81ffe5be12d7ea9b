/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says how many boards a question takes, and what a sequential test finds in counts. */
#include "analysis/report/kinds/kinds.h"

#include <math.h>

#include "analysis/report/text.h"
#include "analysis/stats/rating.h"
#include "analysis/stats/sprt.h"
#include "engine/text/number.h"

enum { COST_TEXT = 160 };
/* No run plays more boards. */
#define RUN_MOST 1e15

static char *count_text(char out[static SHORT_TEXT], double boards)
{
    if (boards < 1e6)
        snprintf(out, SHORT_TEXT, "%.0f", boards);
    else
        short_count(out, boards);
    return out;
}

/* "12345 boards (11.9k to 12.8k), 4.5 s": range: the answer at both ends of the interval of the standard deviation. */
static const char *cost_text(char out[static COST_TEXT], const PowerQuestion *power, double boards, Interval range)
{
    char count[SHORT_TEXT], low[SHORT_TEXT], high[SHORT_TEXT], time[SHORT_TEXT];
    if (!(boards <= RUN_MOST)) {
        snprintf(out, COST_TEXT, "more than %g boards", RUN_MOST);
        return out;
    }
    int used = snprintf(out, COST_TEXT, "%s boards", count_text(count, boards));
    if (interval_known(range))
        used += snprintf(out + used, COST_TEXT - (size_t)used, " (%s to %s)", count_text(low, range.low),
                         count_text(high, range.high));
    short_time(time, boards / power->per_second);
    if (!isnan(power->per_second)) snprintf(out + used, COST_TEXT - (size_t)used, ", %s", time);
    return out;
}

/* Boards for a test of this one hypothesis against the other where the truth is as said. */
static SprtOutlook sprt_row(const PowerQuestion *power, double sd, double place)
{
    const SprtPlan *plan = power->test;
    const double low = power->results ? share_of_elo(plan->low) : plan->low;
    const double high = power->results ? share_of_elo(plan->high) : plan->high;
    const double truth = place == 0 ? low : place == 1 ? high : (low + high) / 2;
    return sprt_outlook(low, high, plan->alpha, plan->beta, sd, truth);
}

/* What a number of the question counts. */
static const char *unit_of(const PowerQuestion *power, bool test)
{
    if (test && power->results) return "Elo";
    return power->matches ? "of the matches" : "points a round";
}

static void sprt_answer(FILE *out, const PowerQuestion *power)
{
    static const struct {
        double place;
        const char *name;
    } ROWS[] = {{0, "low"}, {0.5, "between"}, {1, "high"}};
    const SprtPlan *plan = power->test;
    const Spread *spread = power->results ? &power->share : &power->first; /* of matches the same */
    const Interval sd = spread_interval(spread, POWER_ALPHA, INFINITY);
    fprintf(out, "A test of %g against %g %s (alpha %g, beta %g) takes on average\n", plan->low, plan->high,
            unit_of(power, true), plan->alpha, plan->beta);
    for (int i = 0; i < 3; i++) {
        char cost[COST_TEXT];
        Interval range = sd;
        const SprtOutlook outlook = sprt_row(power, spread->sd, ROWS[i].place);
        if (interval_known(sd))
            range = (Interval){sprt_row(power, sd.low, ROWS[i].place).boards,
                               sprt_row(power, sd.high, ROWS[i].place).boards};
        fprintf(out, "  %-28s if the truth is %s, and then says 'high' in %.1f %%\n",
                cost_text(cost, power, outlook.boards, range), ROWS[i].name, 100 * outlook.pass);
    }
}

/* How many boards a question takes, by the standard deviation of one. */
typedef double BoardsFor(const PowerQuestion *power, double sd);

static double boards_effect(const PowerQuestion *power, double sd)
{
    return boards_for_test(sd, power->effect, power->alpha, 1 - power->beta);
}

static double boards_fixed(const PowerQuestion *power, double sd)
{
    return boards_for_interval(sd, power->width, power->alpha);
}

static double boards_watched(const PowerQuestion *power, double sd)
{
    return boards_for_anytime(sd, power->width, power->alpha);
}

/* ahead: it is the spread of the run's own boards that ends it. */
static const char *answer_text(char out[static COST_TEXT], const PowerQuestion *power, BoardsFor *boards_for,
                               bool ahead)
{
    const double boards = boards_for(power, power->widest.sd);
    Interval range = spread_interval(&power->widest, POWER_ALPHA, ahead ? boards : INFINITY);
    if (interval_known(range)) range = (Interval){boards_for(power, range.low), boards_for(power, range.high)};
    return cost_text(out, power, boards, range);
}

void power_answers(FILE *out, const PowerQuestion *power)
{
    char cost[COST_TEXT];
    if (power->effect != 0)
        fprintf(out, "To see a true difference of %g %s with a chance of %g %% (two-sided, alpha %g): %s\n",
                power->effect, unit_of(power, false), 100 * (1 - power->beta), power->alpha,
                answer_text(cost, power, boards_effect, false));
    if (power->width > 0) {
        fprintf(out, "For a %g %% interval of %g %s to either side: %s if the number of boards is fixed beforehand,\n",
                100 * (1 - power->alpha), power->width, power->matches ? "of the matches" : "points",
                answer_text(cost, power, boards_fixed, false));
        fprintf(out, "  %s if it is watched and stopped (--stop ci=%g)\n",
                answer_text(cost, power, boards_watched, true), power->width);
    }
    if (power->test) sprt_answer(out, power);
    if (interval_known(spread_interval(&power->widest, POWER_ALPHA, INFINITY)))
        fputs("In brackets: how far the pilot leaves the number open, 95 %.\n", out);
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
    fprintf(out, "%lld board%s, score %.2f %%, Elo %s (%g %%: %s)\n", (long long)score.n, PLURAL(score.n),
            100 * share.mean, elo, 100 * (1 - alpha), range_text(range, "%+.*f", interval));
    fprintf(out, "LLR of Elo %g against %g; low at %.4f, high at %.4f, from %d boards on\n", plan->high, plan->low,
            plan->bound_low, plan->bound_high, SPRT_MIN_BOARDS);
    llr_print(out, "logistic", sprt_llr_logistic(counts, count, plan->low, plan->high), plan, score.n);
    llr_print(out, "normalized", sprt_llr_normalized(counts, count, plan->low, plan->high), plan, score.n);
}

void power_legend(FILE *out, const Page *page)
{
    static const char *const SENTENCES[] = {
        "A board is one shuffled pack, played once in each seating; a difference is in points a round.",
        "With --matches it is a share of the matches.",
        "Boards are reckoned for the agent whose boards spread most; a test is about the agent named first.",
        "An interval that is watched holds at any time, and so takes more boards than one that is looked at once.",
    };
    if (page->legend == LEGEND_FULL) legend_print(out, page, SENTENCES, sizeof SENTENCES / sizeof *SENTENCES);
}
