/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur power: how many boards a question needs; a sequential test evaluated from counts. */
#include <math.h>

#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/stats/rating.h"
#include "analysis/study/sim_figures.h"
#include "sim/simulate.h"

enum { PILOT_LEAST = 100 };
static const double WIDTH_USUAL = 0.05, WIDTH_OF_MATCHES = 0.01; /* is asked where nothing is */

typedef struct {
    PowerQuestion question;
    double sd;
    const char *sprt, *llr;
    uint64_t pilot;

    SprtPlan plan;                       /* of --sprt */
    int64_t counts[SPRT_MAX_CATEGORIES]; /* of --llr: boards by half points */
    size_t count_count;
    Schedule schedule; /* of the pilot, and what came of it */
    Tally tally;
    int widest;                  /* the agent whose boards spread most, and its figures */
    AgentFigures figures, first; /* first: those of the first agent */
    Moments seen[MAX_SEATS][2];  /* of each agent: points more than the others, and wins, up to the last look */
    Moments groups[MAX_SEATS][2][SPREAD_GROUPS]; /* the same by group of boards */
    uint64_t watched;                            /* boards up to the last look */
} Power;

static const Option OPTIONS[] = {
    {"effect", "boards to see a true difference of X points a round", OPTION_AT(Power, question.effect),
     .heading = "Question", .brief = "boards to see a true difference of X points a round"},
    {"ci",
     "boards for an interval of at most X points to either side; 0.05 (with --matches 0.01) where nothing is asked",
     OPTION_AT(Power, question.width), .brief = "boards for an interval of at most X to either side"},
    {"sprt", "boards to expect of 'sim --stop sprt=LOW,HIGH'", OPTION_AT(Power, sprt), .metavar = "LOW,HIGH",
     .brief = "boards to expect of 'sim --stop sprt=LOW,HIGH'"},
    {"llr",
     "evaluate the test --sprt (in Elo) from counts of boards by half points, such as lost,drawn,won or five "
     "numbers for pairs of rounds",
     OPTION_AT(Power, llr), .metavar = "COUNTS", .brief = "evaluate the test --sprt (in Elo) from counts of boards"},
    {"alpha", "chance to see what is not there; intervals hold with 1 - alpha", OPTION_AT(Power, question.alpha),
     .low = "1e-9", .high = "0.5", .fallback = "0.05"},
    {"beta", "chance to miss what is there", OPTION_AT(Power, question.beta), .low = "1e-9", .high = "0.5",
     .fallback = "0.05"},
    {"model", "what --sprt is about: points a round, or results in Elo", OPTION_AT(Power, question.results),
     .choices = "points results", .fallback = "points"},
    {"sd", "standard deviation of one board, in points a round, instead of a pilot", OPTION_AT(Power, sd),
     .heading = "Spread", .brief = "of one board, in points a round, instead of a pilot"},
    {"pilot", "boards of the pilot; they are reserved for it, and 'sim' never plays them", OPTION_AT(Power, pilot),
     .low = "100", .high = "100M", .fallback = "2k", .metavar = "N", .brief = "boards of the pilot"},
    {OPTION_COMMON(matches, "matches",
                   "a pilot of N boards of whole matches instead of --pilot; X, LOW and HIGH are then shares of the "
                   "matches, 0.01 is 1 %"),
     .low = "100", .high = "100M", .metavar = "N", .brief = "a pilot of whole matches; X is a share of them"},
    {OPTION_FROM},
    {OPTION_MAX_ROUNDS},
    {OPTION_RULES},
    {OPTION_SEED},
    {OPTION_NO_DUPLICATE},
    {OPTION_MAX_VOID},
    OPTIONS_BOTS,
    {OPTION_BOT_BATCH},
    OPTIONS_RUN,
};

/* Reads --llr. */
static bool counts_read(Power *power, Error *error)
{
    double numbers[SPRT_MAX_CATEGORIES];
    int64_t boards = 0;
    const size_t count = number_list(numbers, SPRT_MAX_CATEGORIES, power->llr, ',');
    bool good = count >= 3 && count % 2 == 1;
    for (size_t i = 0; good && i < count; i++) {
        good = numbers[i] >= 0 && numbers[i] <= 1e15 && numbers[i] == floor(numbers[i]);
        if (good) boards += power->counts[i] = (int64_t)numbers[i];
    }
    if (!good)
        return error_set(error,
                         "--llr: '%.60s': takes 3, 5, 7 or 9 whole numbers separated by commas, boards by half points "
                         "from 0 on, such as 1187,7410,13475,7378,1164",
                         power->llr);
    power->count_count = count;
    return boards || error_set(error, "--llr: all counts are 0");
}

/* ---- before the pilot */

/* What is asked makes sense. */
static bool question_check(const Driver *driver, Error *error)
{
    static const char *const OF_PILOT[] = {"no-duplicate", "matches", "from", "max-rounds"};
    Power *power = driver->own;
    PowerQuestion *question = &power->question;
    const bool agents = driver->parsed.arg_count > 0, sd_given = driver_given(driver, "sd");
    const bool asks_effect = driver_given(driver, "effect"), asks_ci = driver_given(driver, "ci");
    const TestLevels levels = {question->alpha, question->beta, question->results};
    if (power->llr && !power->sprt) return error_set(error, "--llr: needs the hypotheses in Elo, --sprt LOW,HIGH");
    const bool asks = asks_effect || asks_ci || power->sprt;
    if (levels.results && !power->sprt)
        return error_set(error, "--model results: belongs to --sprt LOW,HIGH; --effect and --ci are in points a round");
    if (asks && !asks_effect && !power->sprt && driver_given(driver, "beta"))
        return error_set(error, "--beta: belongs to --effect and --sprt");
    for (size_t i = 0; i < sizeof OF_PILOT / sizeof *OF_PILOT && !agents; i++)
        if (driver_given(driver, OF_PILOT[i]))
            return error_set(error, "--%s: belongs to a pilot; name its agents", OF_PILOT[i]);
    if (!asks && !agents && !sd_given)
        return error_set(error, "nothing is asked: give --effect X, --ci X or --sprt LOW,HIGH, such as: "
                                "pasur power greedy random --ci 0.05");
    if (!asks) question->width = driver->common.matches ? WIDTH_OF_MATCHES : WIDTH_USUAL;
    if (asks_effect && question->effect == 0) return error_set(error, "--effect: takes a number other than 0");
    if (asks_ci && !(question->width > 0)) return error_set(error, "--ci: takes a number above 0");
    if (sd_given && !(power->sd > 0)) return error_set(error, "--sd: takes a number above 0");
    if (power->sprt && !stop_plan_parse(&power->plan, power->sprt, &levels, error)) return error_under(error, "--sprt");
    if (power->sprt) question->test = &power->plan;
    if (power->llr && (agents || sd_given || asks_effect || asks_ci))
        return error_set(error, "--llr: takes --sprt, --alpha and --beta only");
    if (power->llr) return counts_read(power, error);
    if (sd_given && agents) return error_set(error, "--sd: stands in for a pilot; name no agents");
    if (sd_given && driver_given(driver, "pilot"))
        return error_set(error, "--sd: stands in for a pilot; leave --pilot out");
    if (!sd_given && !agents) return error_set(error, "name agents for a pilot, or give --sd X");
    if (sd_given && levels.results) return error_set(error, "--model results: needs a pilot, not --sd");
    return true;
}

static bool prepare(Driver *driver, Error *error)
{
    Power *power = driver->own;
    const Schedule *schedule = &power->schedule;
    const ParsedOptions *parsed = &driver->parsed;
    power->question.per_second = NAN;
    power->question.widest = power->question.first = (Spread){.sd = power->sd, .log_se = NAN};
    driver->setup.repeats = parsed->arg_count > 0;
    if (!question_check(driver, error)) return false;
    if (!parsed->arg_count) {
        /* Nothing is played by them, but what is wrong is refused. */
        Rules rules;
        return rules_parse(&rules, driver->common.rules, error);
    }
    if (!driver_schedule(driver, &power->schedule, parsed->arg_count, error) ||
        !driver_agents(driver, parsed->args, parsed->arg_count, &schedule->rules, error))
        return false;
    if (driver->common.matches && driver_given(driver, "pilot"))
        return error_set(error, "--pilot and --matches: give one of them");
    if (driver->common.matches) power->pilot = driver->common.matches;
    power->question.matches = driver->common.matches > 0;
    if (power->question.results && (schedule->agents != 2 || schedule->rules.sides != 2))
        return error_set(error, "--model results: takes two agents and two sides");
    return true;
}

static void plan(const Driver *driver, FILE *out)
{
    const Power *power = driver->own;
    const Schedule *schedule = &power->schedule;
    if (!driver->agent_count)
        fputs("No pilot: nothing is played.\n", out);
    else
        fprintf(out, "A pilot of %llu boards%s in %d seating%s; rules %s, seed %llu\n",
                (unsigned long long)power->pilot, power->question.matches ? " of matches" : "", schedule->seatings,
                PLURAL(schedule->seatings), driver->setup.rules_text, (unsigned long long)schedule->seed);
}

/* ---- the pilot */

/* The spread that the question is about, as the pilot shows it. */
static bool spread_take(Driver *driver, Error *error)
{
    Power *power = driver->own;
    PowerQuestion *question = &power->question;
    const bool ended = driver->work.interrupted || driver->work.too_many_voids;
    const double rho = ended ? anytime_rho(SIM_ALPHA, (double)power->pilot) : 0;
    const SimResult result = {&power->schedule, driver->agents, &power->tally, rho};
    for (int agent = driver->agent_count - 1; agent >= 0; agent--) {
        const AgentFigures figures = agent_figures(&result, agent);
        const double scale = tally_scale(&power->schedule, agent);
        const int sides = power->schedule.rules.sides;
        const Estimate *estimate = main_estimate(&figures, &result);
        power->first = figures;
        question->first = spread_of(power->groups[agent][0], SPREAD_GROUPS, scale * (sides - 1));
        question->share = spread_of(power->groups[agent][1], SPREAD_GROUPS, scale * win_scale(sides));
        if (question->matches) question->first = question->share;
        if (agent < driver->agent_count - 1 && main_estimate(&power->figures, &result)->sd > estimate->sd) continue;
        power->widest = agent;
        power->figures = figures;
        question->widest = question->first;
    }
    if (question->widest.sd > 0 && (!question->results || question->share.sd > 0)) return true;
    driver->work.done = 0;
    if (driver->work.too_many_voids) return true; /* which the driver tells */
    if (driver->work.interrupted)
        return error_set(error, "stopped after %lld board%s of the pilot: too few to say",
                         (long long)power->tally.boards, PLURAL(power->tally.boards));
    return error_set(error, "all boards of the pilot came out the same: agents too alike, or --pilot too small; or "
                            "give --sd");
}

static bool watch(void *arg, const Tally *tally, uint64_t done)
{
    Driver *driver = arg;
    Power *power = driver->own;
    const size_t group = spread_group(power->watched, power->pilot);
    for (int agent = 0; agent < driver->agent_count; agent++)
        for (int what = 0; what < 2; what++) {
            const Moments *now = what ? &tally->agents[agent].wins : &tally->agents[agent].diff;
            Moments *seen = &power->seen[agent][what];
            const Moments more = {now->n - seen->n, now->sum - seen->sum, now->sum_sq - seen->sum_sq};
            moments_merge(&power->groups[agent][what][group], &more);
            *seen = *now;
        }
    power->watched = done;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, "boards", done, driver->work.total, "");
    return driver_voids(driver, &tally->voids, (double)driver->work.total);
}

static bool work(Driver *driver, Error *error)
{
    Power *power = driver->own;
    if (!driver->agent_count) return true;
    const Simulation simulation = {.watch = watch, .arg = driver};
    const BoardsJob boards = {.schedule = &power->schedule,
                              .agents = driver->agents,
                              .first = share_first(SHARE_PILOT),
                              .boards = driver->work.total = power->pilot,
                              .threads = driver->threads};
    driver->work.unit = "boards of the pilot";
    const double started = seconds_now();
    if (!driver_ended(driver, simulate(&boards, &simulation, &power->tally, &driver->work.done), error)) return false;
    const Tally *tally = &power->tally;
    power->question.per_second = (double)(tally->boards + tally->voids.boards) / (seconds_now() - started);
    if (driver->work.interrupted || (!driver->work.too_many_voids && tally->boards >= PILOT_LEAST))
        return spread_take(driver, error);
    driver->work.done = 0;
    if (driver->work.too_many_voids) return true;
    driver->work.too_many_voids = true;
    return error_set(error, "%lld of %llu boards of the pilot are void: too few are left",
                     (long long)tally->voids.boards, (unsigned long long)power->pilot);
}

/* What a test of results is about. */
static void score_print(FILE *out, const Driver *driver)
{
    const Power *power = driver->own;
    char elo[FIGURE_CELL];
    fprintf(
        out,
        "%s, which the test is about, wins %.2f %% of the %s, Elo %s; standard deviation of a board's share %.3f\n",
        driver->agents[0].name, 100 * power->first.wins.mean, power->question.matches ? "matches" : "rounds",
        interval_text(elo, "%+.1f", elo_of_share(power->first.wins.mean), elo_of_interval(power->first.win_interval)),
        power->question.share.sd);
}

static void pilot_print(FILE *out, const Driver *driver)
{
    const Power *power = driver->own;
    const Schedule *schedule = &power->schedule;
    const PowerQuestion *question = &power->question;
    const AgentFigures *figures = &power->figures;
    char rate[SHORT_TEXT], text[FIGURE_CELL], number[DECIMAL_TEXT];
    short_count(rate, question->per_second);
    fprintf(out, "Pilot: %lld boards of %d %s%s (reserved, seed %llu), %s boards/s on %d thread%s\n",
            (long long)power->tally.boards, schedule->seatings, question->matches ? "match" : "round",
            schedule->seatings == 1 ? ""
            : question->matches     ? "es"
                                    : "s",
            (unsigned long long)schedule->seed, rate, driver->threads, PLURAL(driver->threads));
    if (question->matches) {
        const Interval won = {100 * figures->win_interval.low, 100 * figures->win_interval.high};
        fprintf(out, "%s wins %s %% of the matches", driver->agents[power->widest].name,
                decimal_text(number, false, interval_decimals(2, won), 100 * figures->wins.mean));
        if (interval_known(won)) fprintf(out, " (%s)", range_text(text, "%.2f", won));
    } else {
        fprintf(out, "%s: %s points a round more than the others", driver->agents[power->widest].name,
                decimal_text(number, true, interval_decimals(3, figures->diff_interval), figures->diff.mean));
        if (interval_known(figures->diff_interval))
            fprintf(out, " (%s)", range_text(text, "%+.3f", figures->diff_interval));
    }
    fprintf(out, "; standard deviation of a board %.3f\n", question->widest.sd);
    agents_open_note(out, driver->agents, schedule->agents);
    if (question->results)
        score_print(out, driver);
    else if (power->sprt && question->first.sd < question->widest.sd)
        fprintf(out, "%s, which the test is about: standard deviation of a board %.3f\n", driver->agents[0].name,
                question->first.sd);
}

static bool summary(const Driver *driver, FILE *out)
{
    const Power *power = driver->own;
    if (driver->agent_count) pilot_print(out, driver);
    if (power->llr)
        power_llr(out, &power->plan, power->question.alpha, power->counts, power->count_count);
    else
        power_answers(out, &power->question);
    power_legend(out, &driver->page);
    return true;
}

const Command CMD_POWER = {
    .spec = {.command = "power",
             .summary = "how many boards a wanted interval or test needs",
             .args = {"[A B [C D]]", 0, MAX_SEATS, NULL, TAKES_AGENT},
             .about = "Says how many boards, and how much time, a question needs: from a pilot of the agents named, or "
                      "from a given standard deviation of one board.",
             .example = "pasur power greedy random --effect 0.1 --ci 0.05 --sprt 0,0.1",
             .notes =
                 "A pilot knows the standard deviation with an error, which the numbers of boards in brackets show: "
                 "the\njackknife over 50 groups of its boards. With --stop the run's own boards vary too.\n"
                 "pasur power --llr 1187,7410,13475,7378,1164 --sprt -3,1 evaluates a sequential test in Elo from "
                 "its\ncounts: logistic Elo (the expected score), and normalized Elo (the score in standard "
                 "deviations).",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Power),
    .sample = "pilot",
    .prepare = prepare,
    .plan = plan,
    .work = work,
    .summary = summary,
};
