/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur power: how many boards a question needs; a sequential test evaluated from counts. */
#include <math.h>
#include <string.h>

#include "agents/agent_list.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/common.h"
#include "analysis/commands/progress.h"
#include "analysis/report/agent_notes.h"
#include "analysis/report/sim_report.h"
#include "analysis/stats/power.h"
#include "analysis/stats/rating.h"
#include "analysis/stats/sprt.h"
#include "engine/text/error.h"
#include "engine/text/number.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"
#include "sim/files/text_buffer.h"
#include "sim/simulate.h"

enum { MODEL_POINTS, MODEL_RESULTS };
enum { PILOT_LEAST = 100 };

typedef struct {
    double effect, ci, sd, alpha, beta;
    const char *sprt, *llr;
    int model;
    uint64_t pilot;
} PowerOptions;

#define ROW(member) .offset = offsetof(PowerOptions, member)

static const Option QUESTION_ROWS[] = {
    {.name = "effect",
     .type = OPTION_NUMBER,
     ROW(effect),
     .help = "boards to see a true difference of X points a round"},
    {.name = "ci", .type = OPTION_NUMBER, ROW(ci), .help = "boards for an interval of at most X points to either side"},
    {.name = "sprt",
     .type = OPTION_TEXT,
     ROW(sprt),
     .metavar = "LOW,HIGH",
     .help = "boards to expect of 'sim --stop sprt=LOW,HIGH'"},
    {.name = "llr",
     .type = OPTION_TEXT,
     ROW(llr),
     .metavar = "COUNTS",
     .help = "evaluate the test --sprt (in Elo) from counts of boards by half points, such as lost,drawn,won or five "
             "numbers for pairs of rounds"},
    {.name = "alpha",
     .type = OPTION_NUMBER,
     ROW(alpha),
     .low = "1e-9",
     .high = "0.5",
     .fallback = "0.05",
     .help = "chance to see what is not there; intervals hold with 1 - alpha"},
    {.name = "beta",
     .type = OPTION_NUMBER,
     ROW(beta),
     .low = "1e-9",
     .high = "0.5",
     .fallback = "0.05",
     .help = "chance to miss what is there"},
    {.name = "model",
     .type = OPTION_CHOICE,
     ROW(model),
     .choices = "points results",
     .fallback = "points",
     .help = "what --sprt is about: points a round, or results in Elo"},
};
static const Option SPREAD_ROWS[] = {
    {.name = "sd",
     .type = OPTION_NUMBER,
     ROW(sd),
     .help = "standard deviation of one board, in points a round, instead of a pilot"},
    {.name = "pilot",
     .type = OPTION_COUNT,
     ROW(pilot),
     .low = "100",
     .high = "100M",
     .fallback = "2k",
     .metavar = "N",
     .help = "boards of the pilot; they are reserved for it, and 'sim' never plays them"},
};

typedef struct {
    PowerOptions options;
    CommonOptions common;
    bool asks_effect, asks_ci, asks_sprt;
    SprtPlan plan;
    double sd;         /* of one board, points a round: of the agent that varies most */
    double first_sd;   /* of the first agent, which --stop sprt= is about */
    double share_sd;   /* of one board's share of the wins; NAN: unknown */
    double per_second; /* boards; NAN: unknown */
} Power;

/* "12.3k boards, 4.5 s" */
static const char *cost_text(char *out, size_t size, const Power *power, double boards)
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

static void sprt_answer(const Power *power)
{
    const SprtPlan *plan = &power->plan;
    const bool results = power->options.model == MODEL_RESULTS;
    const double low = results ? share_of_elo(plan->low) : plan->low;
    const double high = results ? share_of_elo(plan->high) : plan->high;
    const char *unit = results ? "Elo" : "points a round";
    const struct {
        double truth;
        const char *name;
    } ROWS[] = {{low, "low"}, {(low + high) / 2, "between"}, {high, "high"}};
    printf("A test of %g against %g %s (alpha %g, beta %g) takes on average\n", plan->low, plan->high, unit,
           plan->alpha, plan->beta);
    for (int i = 0; i < 3; i++) {
        char cost[128];
        const SprtOutlook outlook = sprt_outlook(low, high, plan->alpha, plan->beta,
                                                 results ? power->share_sd : power->first_sd, ROWS[i].truth);
        printf("  %-28s if the truth is %s, and then says 'high' in %.1f %%\n",
               cost_text(cost, sizeof cost, power, outlook.boards), ROWS[i].name, 100 * outlook.pass);
    }
}

static void answers_print(const Power *power)
{
    const PowerOptions *o = &power->options;
    char cost[128];
    if (power->asks_effect)
        printf("To see a true difference of %g points a round with a chance of %g %% (two-sided, alpha %g): %s\n",
               o->effect, 100 * (1 - o->beta), o->alpha,
               cost_text(cost, sizeof cost, power, boards_for_test(power->sd, o->effect, o->alpha, 1 - o->beta)));
    if (power->asks_ci) {
        printf("For a %g %% interval of %g points to either side: %s if the number of boards is fixed beforehand,\n",
               100 * (1 - o->alpha), o->ci,
               cost_text(cost, sizeof cost, power, boards_for_interval(power->sd, o->ci, o->alpha)));
        printf("  %s if it is watched and stopped (--stop ci=%g)\n",
               cost_text(cost, sizeof cost, power, boards_for_anytime(power->sd, o->ci, o->alpha)), o->ci);
    }
    if (power->asks_sprt) sprt_answer(power);
}

static void llr_print(const char *name, double llr, const SprtPlan *plan, int64_t boards)
{
    static const char *const VERDICTS[] = {"undecided", "low", "high"};
    printf("%-10s  %.6f  %s\n", name, llr, VERDICTS[sprt_verdict(plan, boards, llr)]);
}

/* The test from counts; returns the exit status. */
static int llr_answer(const Power *power)
{
    double numbers[SPRT_MAX_CATEGORIES];
    int64_t counts[SPRT_MAX_CATEGORIES];
    Moments score = {0};
    const size_t count = number_list(numbers, SPRT_MAX_CATEGORIES, power->options.llr, ',');
    bool good = count >= 3 && count % 2 == 1;
    for (size_t i = 0; good && i < count; i++) {
        good = numbers[i] >= 0 && numbers[i] <= 1e15 && numbers[i] == floor(numbers[i]);
        if (good) counts[i] = (int64_t)numbers[i];
    }
    if (!good) {
        char shown[64];
        return command_error(STATUS_WRONG_USE, "power",
                             "--llr: '%s': takes 3, 5, 7 or 9 whole numbers separated by commas, boards by half points "
                             "from 0 on, such as 1187,7410,13475,7378,1164",
                             text_one_line(shown, sizeof shown, power->options.llr));
    }
    for (size_t i = 0; i < count; i++)
        score.n += counts[i], score.sum += (__int128)counts[i] * (int64_t)i,
            score.sum_sq += (__int128)counts[i] * (int64_t)(i * i);
    if (!score.n) return command_error(STATUS_WRONG_USE, "power", "--llr: all counts are 0");
    const Estimate share = estimate_of(&score, (double)count - 1);
    const Interval interval = elo_of_interval(interval_share(&share, power->options.alpha));
    printf("%lld boards, score %.2f %%, Elo %+.2f (%g %%: %+.2f to %+.2f)\n", (long long)score.n, 100 * share.mean,
           elo_of_share(share.mean), 100 * (1 - power->options.alpha), interval.low, interval.high);
    printf("LLR of Elo %g against %g; low at %.4f, high at %.4f, from %d boards on\n", power->plan.high,
           power->plan.low, power->plan.bound_low, power->plan.bound_high, SPRT_MIN_BOARDS);
    llr_print("logistic", sprt_llr_logistic(counts, count, power->plan.low, power->plan.high), &power->plan, score.n);
    llr_print("normalized", sprt_llr_normalized(counts, count, power->plan.low, power->plan.high), &power->plan,
              score.n);
    return 0;
}

/* Is the spread known that the question is about? */
static bool pilot_varies(const Power *power)
{
    return power->sd > 0 && (power->options.model != MODEL_RESULTS || power->share_sd > 0);
}

/* The agent whose difference varies most decides: the answer is enough for all. A test is about the first. */
static int pilot_figures(Power *power, const SimResult *result, double seconds, bool partial)
{
    const Schedule *schedule = result->schedule;
    int widest = 0;
    AgentFigures figures = agent_figures(result, 0);
    for (int agent = 1; agent < schedule->agents; agent++)
        if (agent_figures(result, agent).diff.sd > figures.diff.sd)
            widest = agent, figures = agent_figures(result, agent);
    power->sd = figures.diff.sd;
    power->first_sd = agent_figures(result, 0).diff.sd;
    power->share_sd = agent_figures(result, 0).wins.sd;
    power->per_second = (double)(result->tally->boards + result->tally->voids) / seconds;
    if (partial && !pilot_varies(power))
        return command_error(STATUS_INTERRUPTED, "power", "stopped after %lld board%s of the pilot: too few to say",
                             (long long)result->tally->boards, PLURAL(result->tally->boards));
    if (!pilot_varies(power))
        return command_error(
            STATUS_WRONG_USE, "power",
            "all boards of the pilot came out the same: agents too alike, or --pilot too small; or give "
            "--sd");
    char rate[SHORT_TEXT];
    short_count(rate, power->per_second);
    if (partial)
        printf("PARTIAL: the first %lld of %llu boards of the pilot\n",
               (long long)(result->tally->boards + result->tally->voids), (unsigned long long)power->options.pilot);
    printf("Pilot: %lld boards of %d round%s (reserved, seed %llu), %s boards/s on %d thread%s; void: %lld\n",
           (long long)result->tally->boards, schedule->seatings, PLURAL(schedule->seatings),
           (unsigned long long)schedule->seed, rate, common_threads(&power->common),
           PLURAL(common_threads(&power->common)), (long long)result->tally->voids);
    printf("%s: %+.3f points a round more than the others", result->agents[widest].name, figures.diff.mean);
    if (interval_known(figures.diff_interval))
        printf(" (%+.3f to %+.3f)", figures.diff_interval.low, figures.diff_interval.high);
    printf("; standard deviation of a board %.3f\n", power->sd);
    agents_open_note(stdout, result->agents, schedule->agents);
    if (power->asks_sprt && power->first_sd < power->sd)
        printf("%s, which the test is about: standard deviation of a board %.3f\n", result->agents[0].name,
               power->first_sd);
    return 0;
}

static int pilot_play(Power *power, const Schedule *schedule, const Agent *agents)
{
    const Simulation simulation = {.schedule = schedule,
                                   .agents = agents,
                                   .first = share_first(SHARE_PILOT),
                                   .boards = power->options.pilot,
                                   .threads = common_threads(&power->common)};
    Tally tally;
    uint64_t done;
    interrupt_catch();
    const double started = seconds_now();
    rules_note("power", &power->common, &schedule->rules);
    const ArenaEnd end = simulate(&simulation, &tally, &done);
    if (end == ARENA_FAILED) return command_error(STATUS_FAILED, "power", "out of memory");
    const bool partial = end == ARENA_INTERRUPTED;
    if (!partial && tally.boards < PILOT_LEAST)
        return command_error(STATUS_VOID, "power", "%lld of %llu boards of the pilot are void: agents failed",
                             (long long)tally.voids, (unsigned long long)done);
    const SimResult result = {schedule, agents, &tally,
                              partial ? anytime_rho(SIM_ALPHA, (double)power->options.pilot) : 0};
    const int status = pilot_figures(power, &result, seconds_now() - started, partial);
    if (!status) answers_print(power);
    return status ? status : partial ? STATUS_INTERRUPTED : 0;
}

static int pilot(Power *power, const ParsedOptions *parsed)
{
    Error error;
    Schedule schedule;
    Agent agents[MAX_SEATS];
    if (!schedule_make(&schedule, power->common.rules, parsed->arg_count, !power->common.no_duplicate, &error) ||
        !agents_open(agents, parsed->args, parsed->arg_count, &error))
        return command_error(STATUS_WRONG_USE, "power", "%s", error.text);
    schedule.seed = power->common.seed;
    int status = 0;
    if (!agents_play_rules(agents, parsed->arg_count, &schedule.rules, &error))
        status = command_error(STATUS_WRONG_USE, "power", "%s", error.text);
    else if (power->options.model == MODEL_RESULTS && (schedule.agents != 2 || schedule.rules.sides != 2))
        status = command_error(STATUS_WRONG_USE, "power", "--model results: takes two agents and two sides");
    else
        status = pilot_play(power, &schedule, agents);
    agents_free(agents, parsed->arg_count);
    return status;
}

/* What is asked makes sense; false with the reason. */
static bool question_check(Power *power, const OptionsSpec *spec, const ParsedOptions *parsed, Error *error)
{
    const PowerOptions *o = &power->options;
    const bool sd_given = options_given(spec, parsed, "sd");
    power->asks_effect = options_given(spec, parsed, "effect");
    power->asks_ci = options_given(spec, parsed, "ci");
    power->asks_sprt = o->sprt != NULL;
    if (o->llr && !o->sprt) return error_set(error, "--llr: needs the hypotheses in Elo, --sprt LOW,HIGH");
    if (!power->asks_effect && !power->asks_ci && !power->asks_sprt)
        return error_set(error, "nothing is asked: give --effect X, --ci X or --sprt LOW,HIGH");
    if (power->asks_effect && o->effect == 0) return error_set(error, "--effect: takes a number other than 0");
    if (power->asks_ci && !(o->ci > 0)) return error_set(error, "--ci: takes a number above 0");
    if (sd_given && !(o->sd > 0)) return error_set(error, "--sd: takes a number above 0");
    if (o->sprt) {
        double bounds[2];
        const char *why = "takes two numbers LOW,HIGH, such as 0,0.1";
        if (number_list(bounds, 2, o->sprt, ',') != 2 ||
            !sprt_plan(&power->plan, bounds[0], bounds[1], o->alpha, o->beta, &why)) {
            char shown[64];
            return error_set(error, "--sprt: '%s': %s", text_one_line(shown, sizeof shown, o->sprt), why);
        }
    }
    if (o->llr && (parsed->arg_count || sd_given || power->asks_effect || power->asks_ci))
        return error_set(error, "--llr: takes --sprt, --alpha and --beta only");
    if (o->llr) return true;
    if (sd_given && parsed->arg_count) return error_set(error, "--sd: stands in for a pilot; name no agents");
    if (sd_given && options_given(spec, parsed, "pilot"))
        return error_set(error, "--sd: stands in for a pilot; leave --pilot out");
    if (!sd_given && !parsed->arg_count) return error_set(error, "name agents for a pilot, or give --sd X");
    if (sd_given && o->model == MODEL_RESULTS) return error_set(error, "--model results: needs a pilot, not --sd");
    return true;
}

int cmd_power(int argc, char **argv)
{
    Power power = {.share_sd = NAN, .per_second = NAN};
    const OptionGroup groups[] = {
        {"Question", QUESTION_ROWS, sizeof QUESTION_ROWS / sizeof *QUESTION_ROWS, &power.options},
        {"Spread", SPREAD_ROWS, sizeof SPREAD_ROWS / sizeof *SPREAD_ROWS, &power.options},
        {"Spread", &OPTION_RULES, 1, &power.common},
        {"Spread", &OPTION_SEED, 1, &power.common},
        {"Spread", &OPTION_NO_DUPLICATE, 1, &power.common},
        {"Spread", &OPTION_THREADS, 1, &power.common},
    };
    const OptionsSpec spec = {
        .command = "power",
        .args = "[A B [C D]]",
        .max_args = MAX_SEATS,
        .about =
            "Says how many boards, and how much time, a question needs: from a pilot of the agents named, or from a "
            "given standard deviation of one board.",
        .example = "pasur power greedy random --effect 0.1 --ci 0.05 --sprt 0,0.1",
        .notes = "pasur power --llr 1187,7410,13475,7378,1164 --sprt -3,1 evaluates a sequential test in Elo from its\n"
                 "counts: logistic Elo (the expected score), and normalized Elo (the score in standard deviations).",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    Error error;
    ParsedOptions parsed;
    const OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    if (!question_check(&power, &spec, &parsed, &error))
        return command_error(STATUS_WRONG_USE, "power", "%s", error.text);
    int status = 0;
    if (power.options.llr)
        status = llr_answer(&power);
    else {
        power.sd = power.first_sd = power.options.sd;
        if (parsed.arg_count)
            status = pilot(&power, &parsed);
        else
            answers_print(&power);
    }
    if (fflush(stdout) || ferror(stdout))
        return command_error(STATUS_FAILED, "power", "standard output cannot be written");
    return status;
}
