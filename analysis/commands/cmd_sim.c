/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur sim: agents against each other over many boards. */
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/play/seat.h"
#include "analysis/commands/vary.h"
#include "analysis/report/kinds/sim.h"
#include "analysis/report/verdict.h"
#include "analysis/study/sim_figures.h"
#include "sim/boards.h"
#include "sim/rounds.h"

enum { ORDER_TURNS, ORDER_FIXED };
enum { SIM_BY_NOTHING, SIM_BY_SCORE };
/* Scores of --by score, as shares of the target: every two of them are a pair. */
static const double LEVELS[] = {0, 0.5, 0.65, 0.78, 0.89};
enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS, SITUATIONS = LEVEL_COUNT * LEVEL_COUNT };
_Static_assert((int)SITUATIONS <= (int)SCHEDULES_MOST, "a schedule for each pair of scores");

typedef struct {
    uint64_t boards;
    const char *vary_text;
    int order, by;

    PersonSeat person; /* who plays, if somebody does */
    SimResult result;
    SimFound found;
    Vary vary; /* of --vary */
} Sim;

static const Option OPTIONS[] = {
    {"boards",
     "packs to play, each once in every seating; 100 where an agent searches; with --stop ci= at most, and if not given until it stops",
     OPTION_AT(Sim, boards), .low = "1", .high = BOARDS_MOST, .fallback = "100k", .heading = "Sample",
     .brief = "packs to play, each once in every seating"},
    {OPTION_MATCHES},
    {OPTION_FROM},
    {OPTION_MAX_ROUNDS},
    {"by",
     "score: play the boards of matches from 25 pairs of scores (fewer where the target is small), and say what the first "
     "agent wins from each; two "
     "sides",
     OPTION_AT(Sim, by), .choices = "nothing score", .fallback = "nothing"},
    {OPTION_RULES},
    {VARY_OPTION(Sim, vary_text)},
    {OPTION_DEAL},
    {OPTION_SEED},
    {OPTION_NO_DUPLICATE},
    {"order",
     "of three or four different agents around the table: turns, so that every board takes the next order around it (with "
     "teams, partners stay partners), and with --no-duplicate another plays first; fixed, as they are named",
     OPTION_AT(Sim, order), .choices = "turns fixed", .fallback = "turns"},
    {OPTION_COMMON(
         stop, "stop",
         "ci=X: as soon as every agent's interval, valid at any time, is at most X points a round to either "
         "side; sprt=LOW,HIGH: as soon as a sequential test knows whether A is LOW or HIGH points a round better; with "
         "--matches all three are shares of the matches, and LOW and HIGH what A wins more than its fair share"),
     .metavar = "RULE", .brief = "ci=X: when that precise; sprt=LOW,HIGH: when decided", .words = "ci= sprt="},
    {OPTION_COMMON(levels.alpha, "alpha", "chance of the verdict HIGH where LOW is true"), .low = "1e-9", .high = "0.5",
     .fallback = "0.05"},
    {OPTION_COMMON(levels.beta, "beta", "chance of the verdict LOW where HIGH is true"), .low = "1e-9", .high = "0.5",
     .fallback = "0.05"},
    {OPTION_COMMON(
         levels.results, "model",
         "what the test is about: points a round (or matches won), or results of two agents, LOW and HIGH in Elo"),
     .choices = "points results", .fallback = "points"},
    {OPTION_MAX_VOID},
    {OPTION_EQUITY, .heading = "Worth in matches"},
    {OPTION_COMMON(at, "at",
                   "with --equity: the scores with which rounds begin (default 0/0), that of A first in every seating"),
     .metavar = "A/B"},
    OPTIONS_FIGURES,
    {OPTION_ROUNDS_CSV},
    {OPTION_RECORDS},
    {OPTION_MATCHES_CSV},
    {OPTION_PLOT},
    OPTIONS_BOTS,
    {OPTION_BOT_BATCH},
    OPTIONS_RUN,
    OPTIONS_KEEP,
};

/* ---- by score */

static int16_t level_score(int level, const Rules *rules) { return (int16_t)(LEVELS[level] * rules->target); }
/* Small targets have fewer of them. */
static bool level_new(int level, const Rules *rules)
{
    return !level || level_score(level, rules) != level_score(level - 1, rules);
}

static bool by_score_prepare(Driver *driver, Error *error)
{
    static const char *const OTHERS[] = {"from", "stop", "rounds-csv", "records", "matches-csv", NULL};
    Sim *sim = driver->own;
    const Rules *rules = &driver->schedule.rules;
    if (!driver->schedule.match_rounds)
        return error_set(error, "--by score is about whole matches; it goes with --matches N");
    if (rules->sides != 2) return error_set(error, "--by score takes two sides");
    if (!driver_alone(driver, "by score", OTHERS, error)) return false;
    size_t pairs = 0;
    for (int i = 0; i < SITUATIONS; i++) {
        const int first = i / LEVEL_COUNT, second = i % LEVEL_COUNT;
        if (!level_new(first, rules) || !level_new(second, rules)) continue;
        driver->schedules[pairs] = driver->schedule;
        driver->schedules[pairs].scores[0] = level_score(first, rules);
        driver->schedules[pairs++].scores[1] = level_score(second, rules);
    }
    sim->result.schedule = driver->schedules;
    driver->plan.boards.schedule = driver->schedules;
    driver->plan.boards.schedules = driver->plan.each = pairs;
    driver->plan.use = BOARDS_MEASURED;
    driver->plan.use.shape = SITUATIONS_SHAPE;
    driver->plan.use.shape.rows = (int)pairs;
    driver->plan.use.whole = situations_add;
    driver->plan.use.apart = true;
    driver->plan.use.arg = &sim->result;
    return true;
}

/* ---- the command */

static bool sim_seats(Driver *driver, Seated *out, Error *error)
{
    Sim *sim = driver->own;
    const ParsedOptions *parsed = &driver->parsed;
    bool person;
    if (!person_fits(driver, parsed->args, parsed->arg_count, &person, error)) return false;
    if (sim->vary_text && person) return error_set(error, "--vary: a person plays under one rule set");
    return (!sim->vary_text || vary_open(&sim->vary, driver, sim->vary_text, out, error)) &&
           driver_seats(driver, out, error);
}

static bool sim_prepare(Driver *driver, Error *error)
{
    Sim *sim = driver->own;
    Schedule *schedule = &driver->schedule;
    if (driver->stop.kind != STOP_TEST &&
        (driver_given(driver, "alpha") || driver_given(driver, "beta") || driver_given(driver, "model")))
        return error_set(error, "--alpha, --beta and --model belong to --stop sprt=LOW,HIGH");
    if (driver_given(driver, "matches-csv") && !schedule->match_rounds)
        return error_set(error, "--matches-csv is about whole matches; it goes with --matches N");
    schedule->fixed_order = sim->order == ORDER_FIXED || (driver->setup.people && schedule->agents > 2);
    sim->result = (SimResult){schedule, driver->agents, &driver->sums, driver->rho, driver_alpha(driver)};
    driver->plan.files = true;
    return (!sim->vary_text || vary_boards(&sim->vary, driver, error)) &&
           (!sim->by || by_score_prepare(driver, error)) && person_open(&sim->person, driver, schedule, error);
}

static void sim_plan(const Driver *driver, FILE *out)
{
    const Sim *sim = driver->own;
    const Schedule *schedule = &driver->schedule;
    fprintf(out, "rules %s, %d seats, %d sides; seed %llu; seats in turn:", driver->setup.rules_text,
            schedule->rules.players, schedule->rules.sides, (unsigned long long)schedule->seed);
    for (int slot = 0; slot < schedule->rules.players; slot++)
        fprintf(out, " %s", driver->agents[schedule->slots[slot]].name);
    if (schedule_orders(schedule) > 1)
        fprintf(out, "; %d orders around the table take turns", schedule_orders(schedule));
    if (schedule_turns(schedule) > 1) fputs("; who plays first takes turns", out);
    if (driver->stop.kind == STOP_WIDTH && sim->boards == BOARDS_NO_END)
        fprintf(out, "\nboards in %d seating%s until the interval is +-%g\n", schedule->seatings,
                PLURAL(schedule->seatings), driver->stop.width);
    else
        fprintf(out, "\n%llu board%s in %d seating%s: %llu %s\n", (unsigned long long)sim->boards, PLURAL(sim->boards),
                schedule->seatings, PLURAL(schedule->seatings),
                (unsigned long long)sim->boards * (unsigned)schedule->seatings,
                driver->stop.matches ? "matches" : "rounds");
    if (sim->by) fprintf(out, "from each of %zu pairs of scores\n", driver->plan.boards.schedules);
    if (sim->vary_text) vary_plan(&sim->vary, out);
}

static uint64_t sim_progress(const Driver *driver, char rest[static PROGRESS_REST])
{
    const Sim *sim = driver->own;
    SimFound now;
    if (sim->by || sim->vary_text) return driver->work.total;
    sim_figures(&now, &sim->result, &driver->stop);
    sim_standing(rest, &now);
    return stop_expected_boards(&driver->stop, sim->boards, &sim->result);
}

static bool sim_stop(const Driver *driver)
{
    const Sim *sim = driver->own;
    return stop_reached(&driver->stop, &sim->result);
}

static BlockRatio sim_ratio(const Driver *driver, size_t row, int which)
{
    const Schedule *schedule = &driver->schedule;
    const int agent = (int)row, sides = schedule->rules.sides;
    const double seats = board_scale(schedule, agent), others = sides - 1;
    if (which == 1) return (BlockRatio){agent, BLOCK_WINS, -1, 0, seats * win_scale(sides)};
    if (which > 1) return (BlockRatio){0};
    if (!schedule->match_rounds) return (BlockRatio){agent, BLOCK_DIFF, -1, 0, others * seats};
    return (BlockRatio){agent, BLOCK_DIFF, schedule->agents, BLOCK_ROUNDS, others * schedule->side_count[agent]};
}

static bool sim_found(Driver *driver, Error *error)
{
    static const int STATUSES[] = {[SPRT_UNDECIDED] = STATUS_UNDECIDED, [SPRT_LOW] = STATUS_NO, [SPRT_HIGH] = 0};
    Sim *sim = driver->own;
    if (sim->vary_text) return vary_found(&sim->vary, &driver->sums, sim->result.alpha, error);
    if (sim->by) {
        SimResult *result = &sim->result;
        result->alpha = bonferroni_alpha(result->alpha, driver->plan.boards.schedules);
        result->rho = driver->work.done < driver->work.total ? anytime_rho(result->alpha, (double)sim->boards) : 0;
        return true;
    }
    sim->result.rho = stop_rho(&driver->stop, driver->rho, driver->work.interrupted);
    sim_figures(&sim->found, &sim->result, &driver->stop);
    if (driver->stop.kind == STOP_TEST) driver->work.verdict = STATUSES[sim->found.verdict];
    if (driver->stop.kind == STOP_WIDTH && !(sim->found.width <= driver->stop.width))
        driver->work.verdict = STATUS_UNDECIDED;
    return true;
}

static void sim_fill(const Driver *driver, Result *out)
{
    const Sim *sim = driver->own;
    if (sim->by) {
        situations_result(out, &sim->result);
        return;
    }
    if (sim->vary_text) {
        result_head(out, "vary", "%s", sim->vary_text);
        vary_result(&sim->vary, out);
        return;
    }
    result_head(out, "interval", "%s", sim->result.rho > 0 ? "anytime" : "fixed number of boards");
    sim_result(out, &sim->found);
}

static bool sim_command_summary(const Driver *driver, FILE *out)
{
    const Sim *sim = driver->own;
    const Schedule *schedule = &driver->schedule;
    char rate[SHORT_TEXT], speed[SHORT_TEXT + 16] = "";
    if (sim->vary_text) vary_head(&sim->vary, driver, out);
    if (sim->by)
        fprintf(out, "%llu boards in %d seating%s from each of %zu pairs of scores, rules %s, seed %llu; %s\n",
                (unsigned long long)sim->boards, schedule->seatings, PLURAL(schedule->seatings),
                driver->plan.boards.schedules, driver->setup.rules_text, (unsigned long long)schedule->seed,
                driver->end.took);
    if (sim->vary_text || sim->by) {
        result_print(out, &driver->page, driver->results, 0);
        verdicts_print(out, driver->results);
        if (sim->by)
            fputs("From each pair both agents play first with the score before the dash in turn, so that equals would "
                  "win one half.\n",
                  out);
        return true;
    }
    const Sums *sums = &driver->sums;
    const double games = (double)sums->boards * schedule->seatings, rounds = (double)sim->found.rounds_played;
    char matches[SHORT_TEXT + 16] = "";
    if (driver->stop.matches) snprintf(matches, sizeof matches, "%.0f match%s, ", games, games == 1 ? "" : "es");
    short_count(rate, rounds / driver->end.wall);
    if (!driver->kept.goes_on) snprintf(speed, sizeof speed, ", %s rounds/s", rate);
    fprintf(out, "%lld board%s in %d seating%s, %s%.0f round%s, rules %s, seed %llu; %s%s\n", (long long)sums->boards,
            PLURAL(sums->boards), schedule->seatings, PLURAL(schedule->seatings), matches, rounds, PLURAL(rounds),
            driver->setup.rules_text, (unsigned long long)schedule->seed, driver->end.took, speed);
    sim_summary(out, &driver->page, &sim->found, driver->results);
    if (schedule->equity) round_worth_print(out, &sim->found, &driver->worth);
    return true;
}

static void sim_free(Driver *driver)
{
    Sim *sim = driver->own;
    person_close(&sim->person);
    vary_close(&sim->vary);
}

const Command CMD_SIM = {
    .spec =
        {.command = "sim",
         .summary = "agents against each other over many boards, or whole matches",
         .args = {"A B [C D]", 2, MAX_SEATS, NULL, TAKES_AGENT},
         .about =
             "Seats agents against each other and says who scores more, and how sure that is. A board is one "
             "shuffled pack, played once in each seating (every distinct rotation of the agents); with --matches it is "
             "as many packs as it takes until somebody has won the match.",
         .example = "pasur sim greedy random --boards 1M --csv result.csv",
         .notes =
             "Exit status: with --stop sprt= 0 HIGH, 1 LOW, 3 undecided; with --stop ci= 3 if it did not get so narrow.\n"
             "Two agents at four seats sit A B A B, at three seats A B B. Without --matches every round begins with scores of 0\n"
             "and is played out: sur_limit, target, per_shodam and shuffle belong to matches. 'pasur agents' lists the "
             "agents.\n--equity puts each round through a table of chances to win a match: played from the scores --at, stopped "
             "where\nper shodam would stop it, and with both sides then going on as the table's agents do. What is said is the "
             "mean\nchance after it less the chance before it, both over who plays first, with the interval of the boards.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Sim),
    .sample = "boards",
    COMMAND_RESULTS(&RESULT_SIM, &RESULT_ROUNDS, &RESULT_MATCHES, &RESULT_BY_SCORE),
    .fewer = 100,
    .seats = sim_seats,
    .prepare = sim_prepare,
    .plan = sim_plan,
    .stop = sim_stop,
    .progress = sim_progress,
    .found = sim_found,
    .result = sim_fill,
    .ratio = sim_ratio,
    .summary = sim_command_summary,
    .free = sim_free,
};
