/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur equity: the chance to win a match from every pair of scores. */
#include <math.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/estimate_text.h"
#include "analysis/report/figure_print.h"
#include "analysis/study/equity.h"
#include "sim/matches.h"

/* Scores from which whole matches are played as well, as shares of the target. They differ: between equals the chances from
   equal scores are known without a match. */
static const struct {
    double score, opponent;
} CHECKS[] = {{0.2, 0}, {0.5, 0.4}, {0.75, 0.6}, {0.9, 0.8}};
enum { CHECK_COUNT = sizeof CHECKS / sizeof *CHECKS, ENDLESS_TEXT = 80 };

/* The scores of all sides, and who plays first. */
typedef struct {
    int scores[EQUITY_SIDES];
    int seat; /* of the side whose chance it is */
    bool first;
    double win, se, opponent_win, opponent_se, third_win, third_se, third; /* those of a third side: NAN where there is none */
    Interval interval;
} EquityRow;

typedef struct {
    int scores[EQUITY_SIDES];
    Estimate table, matches; /* the mean of all sides' turns to play first */
    int64_t endless;         /* boards in which a match found no end */
} EquityCheck;

typedef struct {
    uint64_t boards, check, third;
    const char *at;

    Schedule schedule; /* of whole matches */
    bool alike, apart; /* as in EquityJob */
    Equity *equity;
    Voids voids;                /* of rounds and whole matches */
    int at_scores[EQUITY_SIDES]; /* of --at */
    EquityCheck checks[CHECK_COUNT];
    int check_count;
} EquityCommand;

static const Option OPTIONS[] = {
    {"boards",
     "packs to play, shared out to the situations that differ; each once in every seating of different agents, and once "
     "between equals",
     OPTION_AT(EquityCommand, boards), .low = "1k", .high = "1G", .fallback = "2M", .heading = "Sample"},
    {"check", "boards of whole matches to check the table by, from each of four sets of scores",
     OPTION_AT(EquityCommand, check), .low = "0", .high = "1G", .fallback = "2k"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"third", "the score of the third side, where three play", OPTION_AT(EquityCommand, third), .low = "0",
     .high = "1k", .fallback = "0", .heading = "Output"},
    {"at", "print the chance at these scores, yours first; of three sides the third stands last, or is --third",
     OPTION_AT(EquityCommand, at), .metavar = "A/B[/C]"},
    {OPTION_MAX_VOID},
    {OPTION_CSV},
    {OPTION_PLOT},
    OPTIONS_RUN,
};

static const Figure FIGURES[] = {
    {"score", "points", "the score of the side whose chance it is, before a round", FIGURE_AT(EquityRow, scores[0])},
    {"opponent", "points", "the other side's score; of three, that of the side which plays next after it",
     FIGURE_AT(EquityRow, scores[1])},
    {"first_seat", "0 or 1", "1: the side plays first in the next round, 0: another does", FIGURE_AT(EquityRow, first)},
    {"win", "share", "the chance of the side to win the match", FIGURE_AT(EquityRow, win)},
    {"ci_low", "share", "lower end of its 95 % interval", FIGURE_AT(EquityRow, interval.low)},
    {"ci_high", "share", "upper end of its 95 % interval", FIGURE_AT(EquityRow, interval.high)},
    {"se", "share", "its standard error, from parts of the boards that were solved one by one",
     FIGURE_AT(EquityRow, se)},
    {"third", "points", "the third side's score (--third); empty: there are two sides", FIGURE_AT(EquityRow, third)},
    {"seat", "index", "the side's place in the order of play of the next round, from 0: it plays first",
     FIGURE_AT(EquityRow, seat)},
    {"opponent_win", "share", "the chance of the side with the score opponent", FIGURE_AT(EquityRow, opponent_win)},
    {"opponent_se", "share", "its standard error", FIGURE_AT(EquityRow, opponent_se)},
    {"third_win", "share", "the chance of the third side; empty: there are two", FIGURE_AT(EquityRow, third_win)},
    {"third_se", "share", "its standard error", FIGURE_AT(EquityRow, third_se)},
};
static const FigureTable EQUITY_FIGURES = {"equity --csv", "set of scores, and who plays first", FIGURE_ROWS(FIGURES),
                                           NULL};

/* "tactic against greedy and greedy" */
enum { NAMES_TEXT = (EQUITY_SIDES + 1) * AGENT_NAME };
static const char *names_text(char out[static NAMES_TEXT], const Driver *driver)
{
    const Agent *agents = driver->agents;
    snprintf(out, NAMES_TEXT, "%s against %s%s%s", agents[0].name, agents[1].name, driver->agent_count > 2 ? " and " : "",
             driver->agent_count > 2 ? agents[2].name : "");
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

/* Does some agent play by the scores of the match? */
static bool plays_by_scores(const Driver *driver)
{
    bool found = false;
    for (int i = 0; i < driver->agent_count; i++)
        found |= agent_has(&driver->agents[i], 0x80);
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

static bool prepare(Driver *driver, Error *error)
{
    EquityCommand *own = driver->own;
    Rules rules;
    if (!rules_parse_seated(&rules, driver->common.rules, driver->parsed.arg_count == 3 ? 3 : 2, error) ||
        !driver_schedule(driver, &own->schedule, rules.sides < 2 || rules.sides > EQUITY_SIDES ? 2 : rules.sides, error) ||
        !rules_fit(driver, error) || (own->at && !at_read(own, error)))
        return false;
    own->schedule.fixed_order = true;
    driver->scores_count = true;
    if (!agents_read(driver, rules.sides, error)) return false;
    own->apart = plays_by_scores(driver);
    if (own->apart && rules.sides > 2)
        return error_set(error, "goal: of three sides every set of scores would be played by itself; take goal=points");
    const uint64_t least = (uint64_t)equity_situations(&rules, own->apart) * EQUITY_PARTS;
    if (own->boards < least)
        return error_set(error, "--boards: %llu: expected %llu or more, %d for each situation",
                         (unsigned long long)own->boards, (unsigned long long)least, EQUITY_PARTS);
    driver->total = own->boards;
    return true;
}

static void plan(const Driver *driver, FILE *out)
{
    const EquityCommand *own = driver->own;
    const int situations = equity_situations(&own->schedule.rules, own->apart);
    char names[NAMES_TEXT];
    fprintf(out, "rules %s, %s, seed %llu\n", driver->rules_text, names_text(names, driver),
            (unsigned long long)driver->common.seed);
    fprintf(out,
            "%llu boards for %d situation%s, in %d seating%s; %llu boards of whole matches from each of %d sets of scores\n",
            (unsigned long long)own->boards, situations, PLURAL(situations), own->alike ? 1 : own->schedule.seatings,
            PLURAL(own->alike ? 1 : own->schedule.seatings), (unsigned long long)own->check,
            own->check ? CHECK_COUNT : 0);
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
        *check = (EquityCheck){
            .scores = {(int)(CHECKS[i].score * target), (int)(CHECKS[i].opponent * target), (int)own->third}};
        for (int side = 0; side < schedule.rules.sides; side++)
            schedule.scores[side] = (int16_t)check->scores[side];
        const BoardsJob boards = {.schedule = &schedule,
                                  .agents = driver->agents,
                                  .first = share_first(SHARE_TEST) + ((uint64_t)i << 48),
                                  .boards = own->check,
                                  .threads = driver->threads};
        end = matches_play(&boards, MATCH_ROUNDS, &tally);
        voids_merge(&own->voids, &tally.voids);
        driver_voids(driver, &own->voids, (double)driver->total);
        if (end != ARENA_DONE) break;
        check->table = equity_at(own->equity, check->scores, EQUITY_EACH_FIRST, 0);
        check->matches = estimate_of(&tally.wins, schedule.seatings);
        check->endless = tally.endless;
        own->check_count++;
    }
    return end;
}

static bool work(Driver *driver, Error *error)
{
    EquityCommand *own = driver->own;
    Schedule schedule = own->schedule;
    ArenaEnd end;
    if (own->alike) schedule.seatings = 1;
    const EquityJob job = {
        .boards = {.schedule = &schedule,
                   .agents = driver->agents,
                   .boards = own->boards,
                   .threads = driver->threads},
        .alike = own->alike,
        .apart = own->apart,
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

/* seat: of the side with the first of the scores, in the next round. */
static EquityRow row_of(const EquityCommand *own, int score, int opponent, int seat)
{
    const int sides = own->schedule.rules.sides, first = (sides - seat) % sides;
    EquityRow row = {.scores = {score, opponent, (int)own->third}, .seat = seat, .first = !seat, .third = NAN,
                     .third_win = NAN, .third_se = NAN};
    const Estimate win = equity_at(own->equity, row.scores, first, 0), other = equity_at(own->equity, row.scores, first, 1);
    row.win = win.mean;
    row.se = win.se;
    row.interval = equity_interval(&win);
    row.opponent_win = other.mean;
    row.opponent_se = other.se;
    if (sides > 2) {
        const Estimate third = equity_at(own->equity, row.scores, first, 2);
        row.third = (double)own->third;
        row.third_win = third.mean;
        row.third_se = third.se;
    }
    return row;
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

/* What becomes of boards of whole matches that do not count. */
static const char *endless_text(char out[static ENDLESS_TEXT], const EquityCheck *check)
{
    *out = 0;
    if (check->endless)
        snprintf(out, ENDLESS_TEXT, "; %lld more found no end in %d rounds", (long long)check->endless, MATCH_ROUNDS);
    return out;
}

/* "48-44", or of three sides "48-44-30". */
enum { SCORES_TEXT = 32 };
static const char *scores_text(char out[static SCORES_TEXT], const EquityCommand *own, const int scores[], char between)
{
    const int length = snprintf(out, SCORES_TEXT, "%d%c%d", scores[0], between, scores[1]);
    if (own->schedule.rules.sides > 2) snprintf(out + length, SCORES_TEXT - (size_t)length, "%c%d", between, scores[2]);
    return out;
}

static void figures(const Driver *driver, OutputFile *file)
{
    const EquityCommand *own = driver->own;
    const Rules *rules = &own->schedule.rules;
    char table[SHORT_TEXT], matches[SHORT_TEXT], endless[ENDLESS_TEXT], scores[SCORES_TEXT], names[NAMES_TEXT];
    figures_head(file, "agents", "%s", names_text(names, driver));
    for (int i = 0; i < own->check_count; i++) {
        const EquityCheck *check = &own->checks[i];
        figures_head(file, "check", "%s: %s by the table, %s by %lld boards of whole matches%s",
                     scores_text(scores, own, check->scores, '/'), chance_text(table, &check->table, false),
                     chance_text(matches, &check->matches, false), (long long)check->matches.n,
                     endless_text(endless, check));
    }
    figures_header(file, &EQUITY_FIGURES);
    for (int score = 0; score < rules->target; score++)
        for (int opponent = 0; opponent < rules->target; opponent++)
            for (int seat = 0; seat < rules->sides; seat++) {
                const EquityRow row = row_of(own, score, opponent, seat);
                figures_row(file, &EQUITY_FIGURES, &row);
            }
}

static const char *const PLACES[] = {"first", "second", "third"};
/* Every tenth of the target, in whole points; on a narrow page fewer. */
static void grid_print(FILE *out, const Page *page, const EquityCommand *own, int seat)
{
    const int target = own->schedule.rules.target, sides = own->schedule.rules.sides;
    const int room = page->width > 0 ? (page->width - 10) / 7 : target;
    int step = target < 10 ? 1 : (target + 5) / 10;
    while ((target + step - 1) / step > room && step < target)
        step++;
    fprintf(out, "\nChance to win the match, in %%, where your side plays %s in the next round:\nyou \\ they",
            PLACES[seat]);
    for (int opponent = 0; opponent < target; opponent += step)
        fprintf(out, "%7d", opponent);
    fputc('\n', out);
    for (int score = 0; score < target; score += step) {
        fprintf(out, "%10d", score);
        for (int opponent = 0; opponent < target; opponent += step)
            fprintf(out, "%7.1f",
                    100 * equity_at(own->equity, (int[]){score, opponent, (int)own->third}, (sides - seat) % sides, 0).mean);
        fputc('\n', out);
    }
}

static void at_print(FILE *out, const EquityCommand *own)
{
    const int sides = own->schedule.rules.sides, *at = own->at_scores;
    const int best = sides > 2 && at[2] > at[1] ? at[2] : at[1];
    char range[FIGURE_CELL], scores[SCORES_TEXT];
    for (int seat = 0; seat < sides; seat++) {
        const EquityRow row = row_of(own, at[0], at[1], seat);
        const Interval interval = {100 * row.interval.low, 100 * row.interval.high};
        const int decimals = interval_decimals(2, interval);
        fprintf(out, "%s, %s, and you play %s: %.*f %% (%s)", scores_text(scores, own, at, '-'),
                at[0] > best   ? "you lead"
                : at[0] < best ? "you are behind"
                               : "level",
                PLACES[seat], decimals, 100 * row.win, range_text(range, "%.*f", interval));
        if (sides > 2) fprintf(out, "; the next side %.1f %%, the third %.1f %%", 100 * row.opponent_win, 100 * row.third_win);
        fputc('\n', out);
    }
}

static double widest_se(const EquityCommand *own)
{
    const int target = own->schedule.rules.target;
    double widest = 0;
    for (int score = 0; score < target; score++)
        for (int opponent = 0; opponent < target; opponent++)
            widest = fmax(widest, row_of(own, score, opponent, 0).se);
    return widest;
}

static bool summary(const Driver *driver, FILE *out)
{
    const EquityCommand *own = driver->own;
    const Rules *rules = &own->schedule.rules;
    const int situations = equity_situations(rules, own->apart);
    char table[SHORT_TEXT], matches[SHORT_TEXT], endless[ENDLESS_TEXT], scores[SCORES_TEXT], names[NAMES_TEXT];
    fprintf(out, "%s, to %d; %llu boards in %d situation%s, rules %s, seed %llu; %s\n", names_text(names, driver),
            rules->target, (unsigned long long)driver->done, situations, PLURAL(situations), driver->rules_text,
            (unsigned long long)driver->common.seed, driver->took);
    if (rules->sides > 2)
        fprintf(out, "The opponent plays next after you, the third side after the opponent%s.\n",
                own->at ? "" : "; the third side has --third points");
    if (own->at) at_print(out, own);
    for (int seat = 0; seat < rules->sides && !own->at; seat++)
        grid_print(out, &driver->page, own, seat);
    if (driver->page.legend == LEGEND_FULL)
        fputs("A row is your score before the next round, a column theirs; --csv has every score, with intervals.\n",
              out);
    fprintf(out, "\nThe largest standard error is %.2f %%.\n", 100 * widest_se(own));
    for (int i = 0; i < own->check_count; i++) {
        const EquityCheck *check = &own->checks[i];
        fprintf(out, "From %s the table says %s, whole matches on %lld board%s %s%s.\n",
                scores_text(scores, own, check->scores, '-'), chance_text(table, &check->table, true),
                (long long)check->matches.n, PLURAL(check->matches.n), chance_text(matches, &check->matches, true),
                endless_text(endless, check));
    }
    return true;
}

static void equity_command_free(Driver *driver) { equity_free(((EquityCommand *)driver->own)->equity); }

const Command CMD_EQUITY = {
    .spec = {.command = "equity",
             .summary = "the chance to win a match from every pair of scores",
             .args = {"A [B [C]]", 1, EQUITY_SIDES, NULL},
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
