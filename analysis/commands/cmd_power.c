/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur power: how many boards a question needs; a sequential test evaluated from counts. */
#include <math.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/stats/rating.h"
#include "analysis/stats/sprt.h"
#include "analysis/study/sim_estimates.h"
#include "engine/text/number.h"
#include "sim/boards.h"

/* What may be asked. The unit of a board's spread is points a round; where matches are played, shares of the matches. */
enum { EFFECT, FIXED, WATCHED, TEST_LOW, TEST_BETWEEN, TEST_HIGH, QUESTIONS };
static const struct {
    const char *name, *words; /* words: of the wanted number and its unit */
    double place;             /* where the truth of a test lies between its hypotheses */
} ASKED[QUESTIONS] = {
    {"effect", "To see a true difference of %s %s", 0},
    {"ci", "An interval of %s %s to either side, if the number of boards is fixed beforehand,", 0},
    {"ci_watched", "An interval of %s %s to either side, if the run is watched and stopped,", 0},
    {"sprt_low", "The test, where the truth is its low end, %s %s,", 0},
    {"sprt_between", "The test, where the truth is in the middle, %s %s,", 0.5},
    {"sprt_high", "The test, where the truth is its high end, %s %s,", 1},
};

typedef struct {
    const char *question;
    double wanted;
    const char *unit;
    double boards;
    Interval range;                     /* the answer at both ends of the interval of the standard deviation */
    double seconds, says_high, sd, llr; /* NAN: nothing is said of it */
    const char *verdict;                /* of a test; NULL: there is none */
    int which;                          /* of ASKED */
} PowerRow;

static const Column COLUMNS[] = {
    {"question", "text",
     "what is asked: effect, ci (fixed number of boards), ci_watched (--stop ci=), sprt_low, sprt_between and sprt_high (a "
     "test, by where the truth lies), llr_logistic, llr_normalized",
     COLUMN_AT(PowerRow, question), .plain = "question"},
    {"wanted", "see unit", "the difference, half-width or true value that is asked about", COLUMN_AT(PowerRow, wanted),
     .plain = "of"},
    {"unit", "text", "points a round, of the matches (a share), or Elo", COLUMN_AT(PowerRow, unit), .plain = "unit"},
    {"boards", "boards", "how many it takes; for a test, on average", COLUMN_AT(PowerRow, boards), .plain = "boards"},
    {"boards_low", "boards", "the same at the lower end of the pilot's 95 % interval", COLUMN_AT(PowerRow, range.low)},
    {"boards_high", "boards", "and at the upper end", COLUMN_AT(PowerRow, range.high)},
    {"seconds", "seconds", "how long that takes at the speed of the pilot", COLUMN_AT(PowerRow, seconds)},
    {"says_high", "share", "share of the tests that then say 'high'", COLUMN_AT(PowerRow, says_high)},
    {"sd", "see unit", "standard deviation of one board", COLUMN_AT(PowerRow, sd)},
    {"llr", "number", "log-likelihood ratio of --llr", COLUMN_AT(PowerRow, llr)},
    {"verdict", "text", "what the test says of it: undecided, low, high", COLUMN_AT(PowerRow, verdict)},
};
static const ColumnTable POWER_COLUMNS = {"power --csv", "answer", COLUMN_ROWS(COLUMNS), NULL};

static void power_verdicts(Verdicts *verdicts, Result *result)
{
    const char *agents = result_head_of(result, "agents");
    for (size_t row = 0; row < result->row_count; row++) {
        const double boards = number_at(result, row, "boards");
        const Interval range = result_interval(result, row, "boards");
        for (int i = 0; i < QUESTIONS && boards > 0; i++) {
            char count[SHORT_TEXT], low[SHORT_TEXT], high[SHORT_TEXT];
            if (strcmp(text_at(result, row, "question"), ASKED[i].name) != 0) continue;
            const char *asked =
                result_format(result, ASKED[i].words, text_at(result, row, "wanted"), text_at(result, row, "unit"));
            short_count(count, boards);
            short_count(low, range.low);
            short_count(high, range.high);
            asked = result_format(result, "%s takes %s boards%s%s", asked, count, agents ? " of " : "",
                                  agents ? agents : "");
            if (interval_known(range)) asked = result_format(result, "%s (95 %%: %s to %s)", asked, low, high);
            verdict_say(verdicts, result, "%s.", asked);
        }
    }
}

const ResultKind RESULT_POWER = {
    .table = &POWER_COLUMNS,
    .question = "How many boards does a question need?",
    .verdicts = power_verdicts,
    .method =
        "The standard deviation of one board comes from a pilot, whose boards no other command plays, or from the "
        "user.",
    .page = "methods.md",
};

/* ---- the command */

enum { PILOT_LEAST = 100 };
static const double WIDTH_USUAL = 0.05, WIDTH_OF_MATCHES = 0.01; /* is asked where nothing is */

typedef struct {
    double effect, width; /* a difference to see, half-width of an interval; 0: not asked */
    const char *sprt, *llr;
    int results; /* 1: the test is about results, in Elo; 0: about points a round */
    double alpha, beta, sd;
    uint64_t pilot;

    bool matches;                        /* whole matches are played */
    double asked, told;                  /* with which the interval of --ci misses, and those of the forecast */
    SprtPlan plan;                       /* of --sprt */
    int64_t counts[SPRT_MAX_CATEGORIES]; /* of --llr: boards by half points */
    size_t count_count;
    double per_second; /* boards; NAN: unknown */
    /* Spreads of a board: of the agent that varies most, for whom the answer is enough for all; of the first agent, which
       --stop sprt= is about; of the first agent's share of the wins (sd NAN: unknown) */
    Spread widest, first, share;
    int widest_agent;
    AgentEstimates estimates[MAX_SEATS];
    Moments seen[MAX_SEATS][2];                  /* of each agent: points more than the others, and wins, so far */
    Moments groups[MAX_SEATS][2][SPREAD_GROUPS]; /* the same by group of boards */
    uint64_t watched;                            /* boards so far */
} Power;

static const Option OPTIONS[] = {
    {"effect", "boards to see a true difference of X points a round", OPTION_AT(Power, effect), .heading = "Question",
     .brief = "boards to see a true difference of X points a round"},
    {"ci",
     "boards for an interval of at most X points to either side; 0.05 (with --matches 0.01) if nothing else is asked",
     OPTION_AT(Power, width), .brief = "boards for an interval of at most X to either side"},
    {"sprt", "expected boards of 'sim --stop sprt=LOW,HIGH'", OPTION_AT(Power, sprt), .metavar = "LOW,HIGH",
     .brief = "expected boards of 'sim --stop sprt=LOW,HIGH'"},
    {"llr",
     "evaluate the test --sprt (in Elo) from counts of boards by half points, such as lost,drawn,won or five "
     "numbers for pairs of rounds",
     OPTION_AT(Power, llr), .metavar = "COUNTS"},
    {"alpha",
     "chance to see what is not there, in the tests of --effect and --sprt; intervals have --level or, if it is not "
     "given, 1 - alpha",
     OPTION_AT(Power, alpha), .low = "1e-9", .high = "0.5", .fallback = "0.05"},
    {"beta", "chance to miss what is there", OPTION_AT(Power, beta), .low = "1e-9", .high = "0.5", .fallback = "0.05"},
    {"model", "what --sprt tests: points a round, or results in Elo", OPTION_AT(Power, results),
     .choices = "points results", .fallback = "points"},
    {"sd", "standard deviation of one board, in points a round, instead of a pilot", OPTION_AT(Power, sd),
     .heading = "Spread", .brief = "of one board, in points a round, instead of a pilot"},
    {"pilot", "boards of the pilot; they are reserved for it, and 'sim' never plays them", OPTION_AT(Power, pilot),
     .low = "100", .high = "100M", .fallback = "2k", .metavar = "N", .brief = "boards of the pilot"},
    {OPTION_COMMON(matches, "matches",
                   "a pilot of N boards of whole matches instead of --pilot; X, LOW and HIGH are then shares of the "
                   "matches, 0.01 is 1 %"),
     .low = "100", .high = "100M", .metavar = "N"},
    {OPTION_FROM},
    {OPTION_MAX_ROUNDS},
    {OPTION_RULES},
    {OPTION_SEED},
    {OPTION_NO_DUPLICATE},
    {OPTION_MAX_VOID},
    OPTIONS_RESULTS,
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

/* Looks also whether what is asked makes sense. */
static bool power_seats(Driver *driver, Seated *out, Error *error)
{
    static const char *const OF_PILOT[] = {"no-duplicate", "matches", "from", "max-rounds"};
    Power *power = driver->own;
    const bool agents = driver->parsed.arg_count > 0, sd_given = driver_given(driver, "sd");
    const bool asks_effect = driver_given(driver, "effect"), asks_ci = driver_given(driver, "ci");
    power->told = driver_alpha(driver);
    power->asked = driver_given(driver, "level") ? power->told : power->alpha;
    const TestLevels levels = {power->alpha, power->beta, power->results};
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
    if (!asks) power->width = driver->common.matches ? WIDTH_OF_MATCHES : WIDTH_USUAL;
    if (asks_effect && power->effect == 0) return error_set(error, "--effect: takes a number other than 0");
    if (asks_ci && !(power->width > 0)) return error_set(error, "--ci: takes a number above 0");
    if (sd_given && !(power->sd > 0)) return error_set(error, "--sd: takes a number above 0");
    if (power->sprt && !stop_plan_parse(&power->plan, power->sprt, &levels, error)) return error_under(error, "--sprt");
    if (power->llr && (agents || sd_given || asks_effect || asks_ci))
        return error_set(error, "--llr: takes --sprt, --alpha and --beta only");
    if (power->llr) return counts_read(power, error);
    if (sd_given && agents) return error_set(error, "--sd: replaces a pilot run; name no agents");
    if (sd_given && driver_given(driver, "pilot"))
        return error_set(error, "--sd: replaces a pilot run; leave --pilot out");
    if (!sd_given && !agents) return error_set(error, "name agents for a pilot, or give --sd X");
    if (sd_given && levels.results) return error_set(error, "--model results: needs a pilot, not --sd");
    return driver_seats(driver, out, error);
}

static bool power_prepare(Driver *driver, Error *error)
{
    Power *power = driver->own;
    const Schedule *schedule = &driver->schedule;
    power->per_second = NAN;
    power->widest = power->first = (Spread){.sd = power->sd, .log_se = NAN};
    driver->setup.repeats = driver->agent_count > 0;
    power->matches = driver->common.matches > 0;
    if (driver->agent_count && power->results && (schedule->agents != 2 || schedule->rules.sides != 2))
        return error_set(error, "--model results: takes two agents and two sides");
    driver->plan.boards.first = share_first(SHARE_PILOT);
    if (driver->agent_count) driver->work.unit = "boards of the pilot";
    return true;
}

static void power_plan(const Driver *driver, FILE *out)
{
    const Power *power = driver->own;
    const Schedule *schedule = &driver->schedule;
    if (!driver->agent_count)
        fputs("No pilot: nothing is played.\n", out);
    else
        fprintf(out, "A pilot of %llu boards%s in %d seating%s; rules %s, seed %llu\n",
                (unsigned long long)power->pilot, power->matches ? " of matches" : "", schedule->seatings,
                PLURAL(schedule->seatings), driver->setup.rules_text, (unsigned long long)schedule->seed);
}

/* ---- the pilot */

/* The spread that the question is about, as the pilot shows it. */
static bool spread_take(Driver *driver, Error *error)
{
    Power *power = driver->own;
    const bool ended = driver->work.done == driver->work.total;
    const double alpha = power->told, rho = ended ? 0 : anytime_rho(alpha, (double)power->pilot);
    const SimResult result = {&driver->schedule, driver->agents, &driver->sums, rho, alpha};
    const int sides = driver->schedule.rules.sides;
    for (int agent = driver->agent_count - 1; agent >= 0; agent--) {
        const double scale = board_scale(&driver->schedule, agent);
        power->estimates[agent] = agent_estimates(&result, agent);
        power->share = spread_of(power->groups[agent][1], SPREAD_GROUPS, scale * win_scale(sides));
        power->first =
            power->matches ? power->share : spread_of(power->groups[agent][0], SPREAD_GROUPS, scale * (sides - 1));
        if (agent < driver->agent_count - 1 && power->widest.sd > power->first.sd) continue;
        power->widest_agent = agent;
        power->widest = power->first;
    }
    if (power->widest.sd > 0 && (!power->results || power->share.sd > 0)) return true;
    driver->work.done = 0;
    if (driver->work.too_many_voids) return true; /* which the driver tells */
    if (driver->work.interrupted)
        return error_set(error, "stopped after %lld board%s of the pilot: too few to say",
                         (long long)driver->sums.boards, PLURAL(driver->sums.boards));
    return error_set(error, "all boards of the pilot came out the same: agents too alike, or --pilot too small; or "
                            "give --sd");
}

/* After each few boards: adds what is new to their group. Never stops the pilot. */
static bool groups_fill(const Driver *driver)
{
    Power *power = driver->own;
    const size_t group = spread_group(power->watched, power->pilot);
    for (int agent = 0; agent < driver->agent_count; agent++)
        for (int what = 0; what < 2; what++) {
            const Moments now = sums_moments(&driver->sums, agent, what ? SUM_wins : SUM_diff);
            Moments *seen = &power->seen[agent][what];
            const Moments more = {now.n - seen->n, now.sum - seen->sum, now.sum_sq - seen->sum_sq};
            moments_merge(&power->groups[agent][what][group], &more);
            *seen = now;
        }
    power->watched = driver->work.done;
    return false;
}

static bool power_found(Driver *driver, Error *error)
{
    Power *power = driver->own;
    const Sums *sums = &driver->sums;
    if (!driver->agent_count) return true;
    power->per_second = (double)(sums->boards + sums->voids.boards) / (seconds_now() - driver->end.started);
    if (driver->work.interrupted || (!driver->work.too_many_voids && sums->boards >= PILOT_LEAST))
        return spread_take(driver, error);
    driver->work.done = 0;
    if (driver->work.too_many_voids) return true;
    driver->work.too_many_voids = true;
    return error_set(error, "%lld of %llu boards of the pilot are void: too few are left",
                     (long long)sums->voids.boards, (unsigned long long)power->pilot);
}

/* ---- the answers */

enum { COST_TEXT = 160 };
/* No run plays more boards. */
#define RUN_MOST 1e15

/* How many boards a question takes, by the standard deviation of one; a test on average, with the chance that it says
   'high'. */
static SprtOutlook boards_for(const Power *power, int which, double sd)
{
    const SprtPlan *plan = &power->plan;
    if (which == EFFECT) return (SprtOutlook){NAN, boards_for_test(sd, power->effect, power->alpha, 1 - power->beta)};
    if (which == FIXED) return (SprtOutlook){NAN, boards_for_interval(sd, power->width, power->asked)};
    if (which == WATCHED) return (SprtOutlook){NAN, boards_for_anytime(sd, power->width, power->asked)};
    const double low = power->results ? share_of_elo(plan->low) : plan->low;
    const double high = power->results ? share_of_elo(plan->high) : plan->high;
    const double truth = which == TEST_LOW ? low : which == TEST_HIGH ? high : (low + high) / 2;
    return sprt_outlook(low, high, plan->alpha, plan->beta, sd, truth);
}

/* The answer, and what the pilot leaves open of it. */
static PowerRow row_make(const Power *power, int which)
{
    const bool test = which >= TEST_LOW;
    const SprtPlan *plan = &power->plan;
    const Spread *spread = !test ? &power->widest : power->results ? &power->share : &power->first;
    const SprtOutlook found = boards_for(power, which, spread->sd);
    PowerRow row = {.which = which,
                    .question = ASKED[which].name,
                    .wanted = test              ? plan->low + ASKED[which].place * (plan->high - plan->low)
                              : which == EFFECT ? power->effect
                                                : power->width,
                    .unit = test && power->results ? "Elo"
                            : power->matches       ? "of the matches"
                                                   : "points a round",
                    .boards = found.boards,
                    .seconds = found.boards / power->per_second,
                    .says_high = found.pass,
                    .sd = spread->sd,
                    .llr = NAN};
    /* a run that is watched is ended by the spread of its own boards */
    row.range = spread_interval(spread, power->told, which == WATCHED ? row.boards : INFINITY);
    if (interval_known(row.range))
        row.range =
            (Interval){boards_for(power, which, row.range.low).boards, boards_for(power, which, row.range.high).boards};
    return row;
}

/* The test from counts, by logistic and by normalized Elo. */
static PowerRow llr_row(const Power *power, int normalized)
{
    static const char *const VERDICTS[] = {"undecided", "low", "high"};
    const SprtPlan *plan = &power->plan;
    PowerRow row = {.question = normalized ? "llr_normalized" : "llr_logistic",
                    .wanted = NAN,
                    .unit = "Elo",
                    .range = {NAN, NAN},
                    .seconds = NAN,
                    .says_high = NAN,
                    .sd = NAN};
    int64_t boards = 0;
    for (size_t i = 0; i < power->count_count; i++)
        boards += power->counts[i];
    row.boards = (double)boards;
    row.llr = (normalized ? sprt_llr_normalized : sprt_llr_logistic)(power->counts, power->count_count, plan->low,
                                                                     plan->high);
    row.verdict = VERDICTS[sprt_verdict(plan, boards, row.llr)];
    return row;
}

/* All that is answered. */
static void power_result(const Driver *driver, Result *out)
{
    const Power *power = driver->own;
    const bool is_asked[QUESTIONS] = {power->effect != 0, power->width != 0, power->width != 0,
                                      power->sprt,        power->sprt,       power->sprt};
    PowerRow rows[QUESTIONS];
    size_t count = 0;
    const char *agents = "";
    for (int i = 0; i < driver->agent_count; i++)
        agents = result_format(out, "%s%s%.72s", agents,
                               !i                            ? ""
                               : i + 1 < driver->agent_count ? ", "
                                                             : " and ",
                               driver->agents[i].name);
    if (*agents) result_head(out, "agents", "%s", agents);
    for (int i = 0; i < 2 && power->llr; i++)
        rows[count++] = llr_row(power, i);
    for (int i = 0; i < QUESTIONS && !power->llr; i++)
        if (is_asked[i]) rows[count++] = row_make(power, i);
    result_rows(out, &RESULT_POWER, rows, sizeof *rows, count);
}

/* ---- and in words */

static char *count_text(char out[static SHORT_TEXT], double boards)
{
    if (boards < 1e6)
        snprintf(out, SHORT_TEXT, "%.0f", boards);
    else
        short_count(out, boards);
    return out;
}

/* "12345 boards (11.9k to 12.8k), 4.5 s" */
static void cost_text(char out[static COST_TEXT], const PowerRow *row)
{
    char count[SHORT_TEXT], low[SHORT_TEXT], high[SHORT_TEXT], time[SHORT_TEXT];
    if (!(row->boards <= RUN_MOST)) {
        snprintf(out, COST_TEXT, "more than %g boards", RUN_MOST);
        return;
    }
    int used = snprintf(out, COST_TEXT, "%s boards", count_text(count, row->boards));
    if (interval_known(row->range))
        used += snprintf(out + used, COST_TEXT - (size_t)used, " (%s to %s)", count_text(low, row->range.low),
                         count_text(high, row->range.high));
    short_time(time, row->seconds);
    if (!isnan(row->seconds)) snprintf(out + used, COST_TEXT - (size_t)used, ", %s", time);
}

static void answer_print(FILE *out, const Power *power, const PowerRow *row)
{
    const SprtPlan *plan = &power->plan;
    char cost[COST_TEXT];
    cost_text(cost, row);
    if (row->which == EFFECT)
        fprintf(out, "To see a true difference of %g %s with a chance of %g %% (two-sided, alpha %g%s): %s\n",
                row->wanted, row->unit, 100 * (1 - power->beta), power->alpha,
                power->asked != power->alpha ? "; --level is of intervals alone" : "", cost);
    else if (row->which == FIXED)
        fprintf(out,
                "For a%s %g %% interval of %g %s to either side: %s if the number of boards is fixed beforehand,\n",
                power->asked > 0.1 && power->asked <= 0.2 ? "n" : "", 100 * (1 - power->asked), row->wanted,
                power->matches ? "of the matches" : "points", cost);
    else if (row->which == WATCHED)
        fprintf(out, "  %s if it is watched and stopped (--stop ci=%g)\n", cost, row->wanted);
    if (row->which == TEST_LOW)
        fprintf(out, "A test of %g against %g %s (alpha %g, beta %g) takes on average\n", plan->low, plan->high,
                row->unit, plan->alpha, plan->beta);
    if (row->which >= TEST_LOW)
        fprintf(out, "  %-28s if the truth is %s, and then says 'high' in %.1f %%\n", cost,
                strchr(row->question, '_') + 1, 100 * row->says_high);
}

/* The test from counts of boards by half points, from 0 on; the ratio with as many decimals as show whether a bound is
   reached. */
static void llr_print(FILE *out, const Power *power, const PowerRow rows[2])
{
    const SprtPlan *plan = &power->plan;
    const double alpha = power->alpha;
    Moments score = {0};
    for (size_t i = 0; i < power->count_count; i++)
        score.n += power->counts[i], score.sum += (__int128)power->counts[i] * (int64_t)i,
            score.sum_sq += (__int128)power->counts[i] * (int64_t)(i * i);
    const Estimate share = estimate_of(&score, (double)power->count_count - 1);
    const Interval interval = elo_of_interval(interval_share(&share, alpha));
    char number[DECIMAL_TEXT], range[COLUMN_CELL];
    decimal_text(number, true, interval_decimals(2, interval), elo_of_share(share.mean));
    fprintf(out, "%lld board%s, score %.2f %%, Elo %s (%g %%: %s)\n", (long long)score.n, PLURAL(score.n),
            100 * share.mean, number, 100 * (1 - alpha), range_text(range, "%+.*f", interval));
    fprintf(out, "LLR of Elo %g against %g; low at %.4f, high at %.4f, from %d boards on\n", plan->high, plan->low,
            plan->bound_low, plan->bound_high, SPRT_MIN_BOARDS);
    for (int i = 0; i < 2; i++) {
        const double llr = rows[i].llr;
        const int decimals = decimals_apart(decimals_apart(6, llr, plan->bound_low), llr, plan->bound_high);
        fprintf(out, "%-10s  %s  %s\n", strchr(rows[i].question, '_') + 1, decimal_text(number, false, decimals, llr),
                rows[i].verdict);
    }
}

/* What a test of results is about. */
static void score_print(FILE *out, const Driver *driver)
{
    const Power *power = driver->own;
    char elo[COLUMN_CELL];
    fprintf(out,
            "%s, which the test is about, wins %.2f %% of the %s, Elo %s; standard deviation of a board's share %.3f\n",
            driver->agents[0].name, 100 * power->estimates[0].wins.mean, power->matches ? "matches" : "rounds",
            interval_text(elo, "%+.1f", elo_of_share(power->estimates[0].wins.mean),
                          elo_of_interval(power->estimates[0].win_interval)),
            power->share.sd);
}

static void pilot_print(FILE *out, const Driver *driver)
{
    const Power *power = driver->own;
    const Schedule *schedule = &driver->schedule;
    const AgentEstimates *estimates = &power->estimates[power->widest_agent];
    char rate[SHORT_TEXT], text[COLUMN_CELL], number[DECIMAL_TEXT];
    short_count(rate, power->per_second);
    fprintf(out, "Pilot: %lld boards of %d %s%s (reserved, seed %llu), %s boards/s on %d thread%s\n",
            (long long)driver->sums.boards, schedule->seatings, power->matches ? "match" : "round",
            schedule->seatings == 1 ? ""
            : power->matches        ? "es"
                                    : "s",
            (unsigned long long)schedule->seed, rate, driver->threads, PLURAL(driver->threads));
    if (power->matches) {
        const Interval won = interval_scaled(estimates->win_interval, 100);
        fprintf(out, "%s wins %s %% of the matches", driver->agents[power->widest_agent].name,
                decimal_text(number, false, interval_decimals(2, won), 100 * estimates->wins.mean));
        if (interval_known(won)) fprintf(out, " (%s)", range_text(text, "%.2f", won));
    } else {
        fprintf(out, "%s: %s points a round more than the others", driver->agents[power->widest_agent].name,
                decimal_text(number, true, interval_decimals(3, estimates->diff_interval), estimates->diff.mean));
        if (interval_known(estimates->diff_interval))
            fprintf(out, " (%s)", range_text(text, "%+.3f", estimates->diff_interval));
    }
    fprintf(out, "; standard deviation of a board %.3f\n", power->widest.sd);
    agents_open_note(out, driver->agents, schedule->agents);
    if (power->results)
        score_print(out, driver);
    else if (power->sprt && power->first.sd < power->widest.sd)
        fprintf(out, "%s, which the test is about: standard deviation of a board %.3f\n", driver->agents[0].name,
                power->first.sd);
}

/* What the answers mean stands below, where all is asked for. */
static bool power_summary(const Driver *driver, FILE *out)
{
    static const char *const SENTENCES[] = {
        "A board is one shuffled pack, played once in each seating; a difference is in points a round.",
        "With --matches it is a share of the matches.",
        "Numbers of boards are for the agent whose boards vary most; a test is about the agent named first.",
        "An interval that is watched holds at any time, and so takes more boards than one looked at only once.",
    };
    const Power *power = driver->own;
    const PowerRow *rows = driver->results->structs;
    if (driver->agent_count) pilot_print(out, driver);
    if (power->llr) llr_print(out, power, rows);
    for (size_t i = 0; i < driver->results->row_count && !power->llr; i++)
        answer_print(out, power, &rows[i]);
    if (interval_known(spread_interval(&power->widest, power->told, INFINITY)))
        fprintf(out, "In brackets: the range that the pilot leaves open, with %g %% confidence.\n",
                100 * (1 - power->told));
    if (driver->page.legend == LEGEND_FULL)
        legend_print(out, &driver->page, SENTENCES, sizeof SENTENCES / sizeof *SENTENCES);
    return true;
}

const Command CMD_POWER = {
    .spec = {.command = "power",
             .summary = "how many boards an interval or a test needs",
             .args = {"[A B [C D]]", 0, MAX_SEATS, NULL, TAKES_AGENT},
             .about = "Says how many boards, and how much time, a question needs: from a pilot of the agents named, or "
                      "from a given standard deviation of one board.",
             .example = "pasur power greedy random --effect 0.1 --ci 0.05 --sprt 0,0.1",
             .notes =
                 "A pilot only estimates the standard deviation; the numbers of boards in brackets show its error, "
                 "by the jackknife over 50 groups of its boards. With --stop the run's own boards vary too.\n"
                 "pasur power --llr 1187,7410,13475,7378,1164 --sprt -3,1 evaluates a sequential test in Elo from "
                 "its\n"
                 "counts: logistic Elo (the expected score), and normalized Elo (the score in standard deviations).",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Power),
    .sample = "pilot",
    .seats = power_seats,
    .prepare = power_prepare,
    .plan = power_plan,
    .found = power_found,
    .stop = groups_fill,
    .result = power_result,
    .summary = power_summary,
    COMMAND_RESULTS(&RESULT_POWER),
};
