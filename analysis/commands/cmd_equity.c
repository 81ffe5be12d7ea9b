/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur equity: the chance to win a match from every pair of scores. */
#include <math.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/estimate_text.h"
#include "analysis/report/figure_print.h"
#include "analysis/study/equity.h"
#include "sim/matches.h"

/* Pairs of scores from which whole matches are played as well, as shares of the target. */
static const struct {
    double score, opponent;
} CHECKS[] = {{0, 0}, {0.5, 0.5}, {0.75, 0.6}, {0.9, 0.9}};
enum { CHECK_COUNT = sizeof CHECKS / sizeof *CHECKS };

/* A pair of scores, and who plays first. */
typedef struct {
    int score, opponent;
    bool first;
    double win, se;
    Interval interval;
} EquityRow;

typedef struct {
    int score, opponent;
    Estimate table, matches; /* the mean of both sides' turns to play first */
} EquityCheck;

typedef struct {
    uint64_t boards, check;
    const char *at;

    Schedule schedule;
    Equity *equity;
    Voids voids;               /* of rounds and whole matches */
    int at_score, at_opponent; /* of --at */
    EquityCheck checks[CHECK_COUNT];
    int check_count;
} EquityCommand;

static const Option OPTIONS[] = {
    {"boards", "packs to play in each situation that differs, each once in both seatings",
     OPTION_AT(EquityCommand, boards), .low = "1k", .high = "10M", .fallback = "100k", .heading = "Sample"},
    {"check", "boards of whole matches to check the table by, from each of four pairs of scores",
     OPTION_AT(EquityCommand, check), .low = "0", .high = "1G", .fallback = "2k"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"at", "print the chance at these scores, yours first", OPTION_AT(EquityCommand, at), .metavar = "A/B",
     .heading = "Output"},
    {OPTION_MAX_VOID},
    {OPTION_CSV},
    {OPTION_PLOT},
    OPTIONS_RUN,
};

static const Figure FIGURES[] = {
    {"score", "points", "the score of the side whose chance it is, before a round", FIGURE_AT(EquityRow, score)},
    {"opponent", "points", "the other side's score", FIGURE_AT(EquityRow, opponent)},
    {"first_seat", "0 or 1", "1: the side plays first in the next round, 0: the other side does",
     FIGURE_AT(EquityRow, first)},
    {"win", "share", "the chance of the side to win the match", FIGURE_AT(EquityRow, win)},
    {"ci_low", "share", "lower end of its 95 % interval", FIGURE_AT(EquityRow, interval.low)},
    {"ci_high", "share", "upper end of its 95 % interval", FIGURE_AT(EquityRow, interval.high)},
    {"se", "share", "its standard error, from parts of the boards that were solved one by one",
     FIGURE_AT(EquityRow, se)},
};
static const FigureTable EQUITY_FIGURES = {"equity --csv", "pair of scores, and who plays first", FIGURE_ROWS(FIGURES),
                                           NULL};

/* ---- before the first board */

static bool at_read(EquityCommand *own, Error *error)
{
    double scores[2];
    const int target = own->schedule.rules.target;
    if (number_list(scores, 2, own->at, '/') == 2 && scores[0] == floor(scores[0]) && scores[1] == floor(scores[1]) &&
        scores[0] >= 0 && scores[1] >= 0 && scores[0] < target && scores[1] < target) {
        own->at_score = (int)scores[0];
        own->at_opponent = (int)scores[1];
        return true;
    }
    return error_set(error, "--at: '%.40s': expected two scores below the target %d, such as 48/44", own->at, target);
}

static bool prepare(Driver *driver, Error *error)
{
    EquityCommand *own = driver->own;
    const ParsedOptions *parsed = &driver->parsed;
    const char *const names[] = {parsed->args[0], parsed->args[parsed->arg_count - 1]};
    const char *why;
    if (!driver_schedule(driver, &own->schedule, 2, error)) return false;
    const Rules *rules = &own->schedule.rules;
    if (rules->sides != 2)
        return error_set(error, "--rules: a match is for two sides, and these rules have %d", rules->sides);
    if (rules->shuffle)
        return error_set(error, "shuffle: equity takes perfect shuffles, where rounds do not depend on each other");
    if (!match_ends(rules, &why)) return error_set(error, "%s", why);
    if (own->at && !at_read(own, error)) return false;
    driver->total = own->boards * (uint64_t)equity_situations(rules);
    driver->scores_count = true;
    return driver_agents(driver, names, 2, rules, error);
}

static bool alike(const Driver *driver)
{
    return driver->parsed.arg_count == 1 || !strcmp(driver->parsed.args[0], driver->parsed.args[1]);
}

static void plan(const Driver *driver, FILE *out)
{
    const EquityCommand *own = driver->own;
    fprintf(out, "rules %s, %s against %s, seed %llu\n", driver->rules_text, driver->agents[0].name,
            driver->agents[1].name, (unsigned long long)driver->common.seed);
    fprintf(
        out,
        "%llu boards in each of %d situations, in %d seatings; %llu boards of whole matches from each of %d scores\n",
        (unsigned long long)own->boards, equity_situations(&own->schedule.rules), own->schedule.seatings,
        (unsigned long long)own->check, own->check ? CHECK_COUNT : 0);
}

/* ---- the work */

static bool watch(void *arg, uint64_t done, const Voids *voids)
{
    Driver *driver = arg;
    EquityCommand *own = driver->own;
    own->voids = *voids;
    driver->done = done;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, "boards", done, driver->total, "");
    return driver_voids(driver, voids, (double)driver->total);
}

/* The chance where both sides play first in turn. */
static Estimate both_turns(const Equity *equity, int score, int opponent)
{
    const Estimate first = equity_at(equity, score, opponent, true), second = equity_at(equity, score, opponent, false);
    /* the two are not independent: the larger error is on the safe side */
    return (Estimate){first.n, (first.mean + second.mean) / 2, fmax(first.sd, second.sd), fmax(first.se, second.se)};
}

/* Plays whole matches from some scores. */
static ArenaEnd table_check(Driver *driver)
{
    EquityCommand *own = driver->own;
    const int target = own->schedule.rules.target;
    ArenaEnd end = ARENA_DONE;
    for (int i = 0; own->check && i < CHECK_COUNT && end == ARENA_DONE; i++) {
        EquityCheck *check = &own->checks[i];
        Schedule schedule = own->schedule;
        MatchTally tally;
        *check =
            (EquityCheck){.score = (int)(CHECKS[i].score * target), .opponent = (int)(CHECKS[i].opponent * target)};
        schedule.scores[0] = (int16_t)check->score;
        schedule.scores[1] = (int16_t)check->opponent;
        schedule.match_rounds = MATCH_ROUNDS;
        const BoardsJob boards = {.schedule = &schedule,
                                  .agents = driver->agents,
                                  .first = share_first(SHARE_TEST) + ((uint64_t)i << 48),
                                  .boards = own->check,
                                  .threads = driver->threads};
        end = matches_play(&boards, &tally);
        voids_merge(&own->voids, &tally.voids);
        driver_voids(driver, &own->voids, (double)driver->total);
        if (end != ARENA_DONE) break;
        check->table = both_turns(own->equity, check->score, check->opponent);
        check->matches = estimate_of(&tally.wins, schedule.seatings);
        own->check_count++;
    }
    return end;
}

static bool work(Driver *driver, Error *error)
{
    EquityCommand *own = driver->own;
    ArenaEnd end;
    const EquityJob job = {
        .boards = {.schedule = &own->schedule,
                   .agents = driver->agents,
                   .boards = own->boards,
                   .threads = driver->threads},
        .alike = alike(driver),
        .watch = watch,
        .arg = driver,
    };
    own->equity = equity_play(&job, &end);
    if (!own->equity) driver->done = 0;
    if (!own->equity && end == ARENA_DONE) {
        driver->too_many_voids = true;
        return error_set(error, "%lld void boards leave too few for a table", (long long)own->voids.boards);
    }
    if (own->equity && !equity_solve(own->equity, driver->threads)) driver->done = 0, end = ARENA_FAILED;
    if (own->equity && end == ARENA_DONE) end = table_check(driver);
    return driver_ended(driver, end, error);
}

/* ---- what it says */

static EquityRow row_of(const EquityCommand *own, int score, int opponent, bool first)
{
    const Estimate estimate = equity_at(own->equity, score, opponent, first);
    return (EquityRow){score, opponent, first, estimate.mean, estimate.se, equity_interval(&estimate)};
}

/* A chance with its error: in % for people, and as a share. */
static const char *chance_text(char out[static SHORT_TEXT], const Estimate *chance, bool percent)
{
    if (isnan(chance->se)) return "unknown";
    const double factor = percent ? 100 : 1, errors = percent ? 1.96 : 1;
    snprintf(out, SHORT_TEXT, percent ? "%.2f %% +- %.2f" : "%.4f (se %.4f)", factor * chance->mean,
             factor * errors * chance->se);
    return out;
}

static void figures(const Driver *driver, OutputFile *file)
{
    const EquityCommand *own = driver->own;
    const int target = own->schedule.rules.target;
    char table[SHORT_TEXT], matches[SHORT_TEXT];
    figures_head(file, "agents", "%s against %s", driver->agents[0].name, driver->agents[1].name);
    for (int i = 0; i < own->check_count; i++) {
        const EquityCheck *check = &own->checks[i];
        figures_head(file, "check", "%d/%d: %s by the table, %s by %lld boards of whole matches", check->score,
                     check->opponent, chance_text(table, &check->table, false),
                     chance_text(matches, &check->matches, false), (long long)check->matches.n);
    }
    figures_header(file, &EQUITY_FIGURES);
    for (int score = 0; score < target; score++)
        for (int opponent = 0; opponent < target; opponent++)
            for (int first = 1; first >= 0; first--) {
                const EquityRow row = row_of(own, score, opponent, first);
                figures_row(file, &EQUITY_FIGURES, &row);
            }
}

/* Every tenth of the target, in whole points; on a narrow page fewer. */
static void grid_print(FILE *out, const Page *page, const EquityCommand *own, bool first)
{
    const int target = own->schedule.rules.target, room = page->width > 0 ? (page->width - 10) / 7 : target;
    int step = target < 10 ? 1 : (target + 5) / 10;
    while ((target + step - 1) / step > room && step < target)
        step++;
    fprintf(out, "\nChance to win the match, in %%, where your side plays %s in the next round:\nyou \\ they",
            first ? "first" : "second");
    for (int opponent = 0; opponent < target; opponent += step)
        fprintf(out, "%7d", opponent);
    fputc('\n', out);
    for (int score = 0; score < target; score += step) {
        fprintf(out, "%10d", score);
        for (int opponent = 0; opponent < target; opponent += step)
            fprintf(out, "%7.1f", 100 * equity_at(own->equity, score, opponent, first).mean);
        fputc('\n', out);
    }
}

static void at_print(FILE *out, const EquityCommand *own)
{
    const int lead = own->at_score - own->at_opponent;
    char range[FIGURE_CELL];
    for (int first = 1; first >= 0; first--) {
        const EquityRow row = row_of(own, own->at_score, own->at_opponent, first);
        const Interval interval = {100 * row.interval.low, 100 * row.interval.high};
        const int decimals = interval_decimals(2, interval);
        fprintf(out, "%d-%d, %s, and you play %s: %.*f %% (%s)\n", row.score, row.opponent,
                lead > 0   ? "you lead"
                : lead < 0 ? "you are behind"
                           : "level",
                first ? "first" : "second", decimals, 100 * row.win, range_text(range, "%.*f", interval));
    }
}

static bool summary(const Driver *driver, FILE *out)
{
    const EquityCommand *own = driver->own;
    const int target = own->schedule.rules.target, situations = equity_situations(&own->schedule.rules);
    char table[SHORT_TEXT], matches[SHORT_TEXT];
    double widest = 0;
    for (int score = 0; score < target; score++)
        for (int opponent = 0; opponent < target; opponent++)
            widest = fmax(widest, equity_at(own->equity, score, opponent, true).se);
    fprintf(out, "%s against %s, to %d; %llu boards in %d situation%s, rules %s, seed %llu; %s\n",
            driver->agents[0].name, driver->agents[1].name, target, (unsigned long long)driver->done, situations,
            PLURAL(situations), driver->rules_text, (unsigned long long)driver->common.seed, driver->took);
    if (own->at) {
        at_print(out, own);
    } else {
        grid_print(out, &driver->page, own, true);
        grid_print(out, &driver->page, own, false);
    }
    if (driver->page.legend == LEGEND_FULL)
        fputs("A row is your score before the next round, a column theirs; --csv has every score, with intervals.\n",
              out);
    fprintf(out, "\nThe largest standard error is %.2f %%.\n", 100 * widest);
    for (int i = 0; i < own->check_count; i++) {
        const EquityCheck *check = &own->checks[i];
        fprintf(out, "From %d-%d the table says %s, whole matches on %lld board%s %s.\n", check->score, check->opponent,
                chance_text(table, &check->table, true), (long long)check->matches.n, PLURAL(check->matches.n),
                chance_text(matches, &check->matches, true));
    }
    return true;
}

static void equity_command_free(Driver *driver) { equity_free(((EquityCommand *)driver->own)->equity); }

const Command CMD_EQUITY = {
    .spec = {.command = "equity",
             .summary = "the chance to win a match from every pair of scores",
             .args = {"A [B]", 1, 2, NULL},
             .about =
                 "Says how likely the side of A is to win a match against B (another A if B is not named) from every "
                 "pair of scores, for who plays first. Rounds are played from each situation that differs, and the "
                 "match is then solved backward from its end; whole matches check the table.",
             .example = "pasur equity tactic --boards 100k --csv equity.csv --plot equity.svg",
             .notes =
                 "Agents play for the points of each round. They see the scores through sur_limit alone, so there are "
                 "four\nsituations at most. Intervals hold with 95 % for each cell by itself.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(EquityCommand),
    .sample = "boards",
    COMMAND_TABLES(&EQUITY_FIGURES),
    .prepare = prepare,
    .plan = plan,
    .work = work,
    .figures = figures,
    .summary = summary,
    .free = equity_command_free,
};
