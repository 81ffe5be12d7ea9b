/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur equity: the chance to win a match from every pair of scores. */
#include <math.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"
#include "sim/boards.h"

/* Scores from which whole matches are played as well, as shares of the target. They differ: between equals the chances
   from equal scores are known without a match. */
static const struct {
    double score, opponent;
} CHECKS[] = {{0.2, 0}, {0.5, 0.4}, {0.75, 0.6}, {0.9, 0.8}};
enum { CHECK_COUNT = sizeof CHECKS / sizeof *CHECKS };

typedef struct {
    uint64_t boards, check, third;
    const char *at;

    Schedule schedule; /* of whole matches */
    bool alike, apart; /* as in EquityJob */
    Equity *equity;
    Voids voids;                 /* of rounds and whole matches */
    int at_scores[EQUITY_SIDES]; /* of --at */
    EquityCheck checks[CHECK_COUNT];
    int check_count;
} EquityCommand;

static const Option OPTIONS[] = {
    {"boards",
     "packs to play, shared out to the situations that differ; each once in every seating of different agents, and once "
     "between equals; their courses stay in memory, about 140 bytes a round",
     OPTION_AT(EquityCommand, boards), .low = "1k", .high = "100M", .fallback = "500k", .heading = "Sample",
     .brief = "packs to play; memory: 140 bytes a round"},
    {"check", "boards of whole matches to check the table by, from each of four sets of scores",
     OPTION_AT(EquityCommand, check), .low = "0", .high = "1G", .fallback = "2k",
     .brief = "boards of whole matches to check the table by"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"third", "the score of the third side, where three play", OPTION_AT(EquityCommand, third), .low = "0",
     .high = "1k", .fallback = "0", .heading = "Output"},
    {"at", "print the chance at these scores, yours first; of three sides the third stands last, or is --third",
     OPTION_AT(EquityCommand, at), .metavar = "A/B[/C]", .brief = "print the chance at these scores, yours first"},
    {OPTION_MAX_VOID},
    {OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {OPTION_PLOT},
    OPTIONS_BOTS,
    {OPTION_BOT_BATCH},
    OPTIONS_RUN,
    OPTIONS_KEEP,
};

/* "tactic against greedy and greedy" */
enum { NAMES_TEXT = (EQUITY_SIDES + 1) * AGENT_NAME };
static const char *names_text(char out[static NAMES_TEXT], const Driver *driver)
{
    const Agent *agents = driver->agents;
    snprintf(out, NAMES_TEXT, "%s against %s%s%s", agents[0].name, agents[1].name,
             driver->agent_count > 2 ? " and " : "", driver->agent_count > 2 ? agents[2].name : "");
    return out;
}

/* ---- before the first board */

static bool at_read(EquityCommand *own, Error *error)
{
    const int sides = own->schedule.rules.sides, target = own->schedule.rules.target;
    double scores[EQUITY_SIDES + 1];
    const int count = (int)number_list(scores, EQUITY_SIDES + 1, own->at, '/');
    bool good = count == 2 || count == sides;
    for (int i = 0; good && i < count; i++) {
        good = scores[i] == floor(scores[i]) && scores[i] >= 0 && scores[i] < target;
        if (good) own->at_scores[i] = (int)scores[i];
    }
    if (good && count == 3) own->third = (uint64_t)own->at_scores[2];
    own->at_scores[2] = (int)own->third;
    return good || error_set(error, "--at: '%.40s': expected %s scores below the target %d, such as %s", own->at,
                             sides == 2 ? "two" : "two or three", target, sides == 2 ? "48/44" : "48/44/30");
}

/* Three agents sit in the order in which they are named; fewer sit A A A or A B B. */
static bool agents_read(Driver *driver, int sides, Error *error)
{
    EquityCommand *own = driver->own;
    const ParsedOptions *parsed = &driver->parsed;
    const char *names[EQUITY_SIDES];
    own->alike = true;
    for (int i = 0; i < sides; i++) {
        names[i] = parsed->args[i < parsed->arg_count ? i : parsed->arg_count - 1];
        own->alike &= !strcmp(names[i], names[0]);
    }
    return driver_agents(driver, names, sides, &own->schedule.rules, error);
}

/* Does some agent play by the scores of the match? Such are for two sides. */
static bool plays_by_scores(const Driver *driver)
{
    bool found = false;
    for (int i = 0; i < driver->agent_count; i++)
        found |= agent_has(&driver->agents[i], TRAIT_MATCH);
    return found;
}

/* What has no table. */
static bool rules_fit(const Driver *driver, Error *error)
{
    const EquityCommand *own = driver->own;
    const Rules *rules = &own->schedule.rules;
    const char *why;
    if (rules->sides > EQUITY_SIDES)
        return error_set(error, "--rules: a table is for two or three sides, and these rules have %d", rules->sides);
    if (driver->parsed.arg_count > rules->sides)
        return error_set(error, "%d agents named for %d sides", driver->parsed.arg_count, rules->sides);
    if (rules->sides > 2 && rules->target > EQUITY_TARGET_THREE)
        return error_set(error, "target: of three sides at most %d, and it is %d", EQUITY_TARGET_THREE, rules->target);
    if (rules->shuffle)
        return error_set(error, "shuffle: equity takes perfect shuffles, where rounds do not depend on each other");
    if (driver_given(driver, "third") && rules->sides == 2)
        return error_set(error, "--third: there is no third side; --rules pagat,players=3 has one");
    if (own->third >= rules->target)
        return error_set(error, "--third: %llu: expected a score below the target %d", (unsigned long long)own->third,
                         rules->target);
    return match_ends(rules, &why) || error_set(error, "%s", why);
}

static bool equity_prepare(Driver *driver, Error *error)
{
    EquityCommand *own = driver->own;
    Rules rules;
    if (!rules_parse_seated(&rules, driver->common.rules, driver->parsed.arg_count == 3 ? 3 : 2, error) ||
        !driver_schedule(driver, &own->schedule, rules.sides < 2 || rules.sides > EQUITY_SIDES ? 2 : rules.sides,
                         error) ||
        !rules_fit(driver, error) || (own->at && !at_read(own, error)))
        return false;
    own->schedule.fixed_order = true;
    driver->setup.scores_count = driver->setup.matches = true;
    if (!agents_read(driver, rules.sides, error)) return false;
    own->apart = plays_by_scores(driver);
    const uint64_t least = (uint64_t)equity_situations(&rules, own->apart) * EQUITY_PARTS;
    if (own->boards < least)
        return error_set(error, "--boards: %llu: expected %llu or more, %d for each situation",
                         (unsigned long long)own->boards, (unsigned long long)least, EQUITY_PARTS);
    driver->work.total = own->boards;
    if (own->check) driver->setup.undivided = "--check looks at the table of all parts; give --check 0";
    return true;
}

static void equity_plan(const Driver *driver, FILE *out)
{
    const EquityCommand *own = driver->own;
    const int situations = equity_situations(&own->schedule.rules, own->apart);
    char names[NAMES_TEXT];
    fprintf(out, "rules %s, %s, seed %llu\n", driver->setup.rules_text, names_text(names, driver),
            (unsigned long long)driver->common.seed);
    fprintf(
        out,
        "%llu boards for %d situation%s, in %d seating%s; %llu boards of whole matches from each of %d sets of scores\n",
        (unsigned long long)own->boards, situations, PLURAL(situations), own->alike ? 1 : own->schedule.seatings,
        PLURAL(own->alike ? 1 : own->schedule.seatings), (unsigned long long)own->check, own->check ? CHECK_COUNT : 0);
}

/* ---- the work */

static bool equity_watch(void *arg, uint64_t done, const Voids *voids)
{
    Driver *driver = arg;
    EquityCommand *own = driver->own;
    own->voids = *voids;
    driver->work.done = done;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, "boards", done, driver->work.total, "");
    return driver_voids(driver, voids, (double)driver->work.total);
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
        Sums sums;
        uint64_t done;
        *check = (EquityCheck){
            .scores = {(int)(CHECKS[i].score * target), (int)(CHECKS[i].opponent * target), (int)own->third}};
        for (int side = 0; side < schedule.rules.sides; side++)
            schedule.scores[side] = (int16_t)check->scores[side];
        schedule.match_rounds = MATCH_ROUNDS;
        const BoardsJob boards = {.schedule = &schedule,
                                  .agents = driver->agents,
                                  .first = share_first(SHARE_TEST) + ((uint64_t)i << 48),
                                  .boards = own->check,
                                  .threads = driver->threads,
                                  .checkpoint = driver->kept.checkpoint};
        end = simulate(&boards, NULL, &sums, &done);
        voids_merge(&own->voids, &sums.voids);
        const Moments wins = sums_moments(&sums, 0, SUM_wins);
        sums_free(&sums);
        driver_voids(driver, &own->voids, (double)driver->work.total);
        if (end != ARENA_DONE) break;
        check->table = equity_at(own->equity, check->scores, EQUITY_EACH_FIRST, 0);
        check->matches = estimate_of(&wins, board_scale(&schedule, 0) * win_scale(schedule.rules.sides));
        own->check_count++;
    }
    return end;
}

static bool equity_work(Driver *driver, Error *error)
{
    EquityCommand *own = driver->own;
    Schedule schedule = own->schedule;
    ArenaEnd end;
    if (own->alike) schedule.seatings = 1;
    const EquityJob job = {
        .boards = {.schedule = &schedule,
                   .agents = driver->agents,
                   .boards = own->boards,
                   .threads = driver->threads,
                   .checkpoint = driver->kept.checkpoint},
        .alike = own->alike,
        .apart = own->apart,
        .watch = equity_watch,
        .arg = driver,
    };
    own->equity = equity_play(&job, &end);
    if (!own->equity) driver->work.done = 0;
    if (!own->equity && end == ARENA_DONE && !run_keep_part(driver)) { /* of a part nothing is released */
        driver->work.too_many_voids = true;
        return error_set(error, "%lld void boards leave too few for a table", (long long)own->voids.boards);
    }
    if (own->equity && !equity_solve(own->equity, driver->threads)) driver->work.done = 0, end = ARENA_FAILED;
    if (own->equity && end == ARENA_DONE) end = table_check(driver);
    return driver_ended(driver, end, error);
}

/* ---- what it says */

static EquityReport report_of(const Driver *driver, char names[static NAMES_TEXT])
{
    const EquityCommand *own = driver->own;
    return (EquityReport){.equity = own->equity,
                          .rules = &own->schedule.rules,
                          .agents = names_text(names, driver),
                          .alpha = driver_alpha(driver),
                          .third = (int)own->third,
                          .checks = own->checks,
                          .check_count = own->check_count};
}

static void equity_result_fill(const Driver *driver, Result *out)
{
    char names[NAMES_TEXT];
    const EquityReport report = report_of(driver, names);
    equity_result(out, &report);
}

static bool equity_command_summary(const Driver *driver, FILE *out)
{
    const EquityCommand *own = driver->own;
    const Rules *rules = &own->schedule.rules;
    const int situations = equity_situations(rules, own->apart);
    char names[NAMES_TEXT];
    const EquityReport report = report_of(driver, names);
    fprintf(out, "%s, to %d; %llu boards in %d situation%s, rules %s, seed %llu; %s\n", report.agents, rules->target,
            (unsigned long long)driver->work.done, situations, PLURAL(situations), driver->setup.rules_text,
            (unsigned long long)driver->common.seed, driver->end.took);
    equity_summary(out, &driver->page, &report, own->at ? own->at_scores : NULL, driver->results);
    return true;
}

static void equity_command_free(Driver *driver) { equity_free(((EquityCommand *)driver->own)->equity); }

const Command CMD_EQUITY = {
    .spec =
        {.command = "equity",
         .summary = "the chance to win a match from every pair of scores",
         .args = {"A [B [C]]", 1, EQUITY_SIDES, NULL, TAKES_AGENT},
         .about = "Says how likely the side of A is to win a match against B (another A if B is not named) from every "
                  "pair of scores, for who plays first. Rounds are played from each situation that differs, and the "
                  "match is then solved backward from its end; whole matches check the table.",
         .example = "pasur equity tactic --boards 500k --csv equity.csv",
         .notes =
             "Agents that play for the points of a round see the scores through sur_limit alone: there are four "
             "situations\nat most, and with 2M boards tactic against itself has a standard error "
             "of 0.1 % at most,\nin half a minute of processor time. With goal=match every pair of scores is a "
             "situation of its own (3845\nunder pagat): 2M boards take five minutes for tactic and err by 2 %, "
             "10M boards by 1 %; a search takes days.\n"
             "Three sides (--rules pagat,players=3) sit A, B, C in the order of play, A B B or A A A; --third says the "
             "score\nof the one behind the opponent. There are eight situations, and 2M boards take three minutes "
             "between equals.\nIntervals hold with 95 % for each cell by itself.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(EquityCommand),
    .sample = "boards",
    COMMAND_RESULTS(&RESULT_EQUITY),
    .prepare = equity_prepare,
    .plan = equity_plan,
    .work = equity_work,
    .result = equity_result_fill,
    .summary = equity_command_summary,
    .free = equity_command_free,
};
