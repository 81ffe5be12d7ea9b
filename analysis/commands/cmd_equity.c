/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur equity: the chance to win a match from every pair of scores. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "agents/match_equity.h"
#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/stats/estimate.h"
#include "analysis/study/equity.h"
#include "engine/text/number.h"
#include "sim/boards.h"

/* Scores from which whole matches are played as well, as shares of the target. They differ: between equals the chances
   from equal scores are known without a match. */
static const struct {
    double score, opponent;
} CHECKS[] = {{0.2, 0}, {0.5, 0.4}, {0.75, 0.6}, {0.9, 0.8}};
enum { CHECK_COUNT = sizeof CHECKS / sizeof *CHECKS, NAMES_TEXT = (EQUITY_SIDES + 1) * AGENT_NAME };

/* What whole matches from some scores say of the first agent's chance. */
typedef struct {
    int scores[EQUITY_SIDES];
    Estimate table, matches; /* the mean of all sides' turns to play first */
} EquityCheck;

typedef struct {
    EquityJob job;
    uint64_t check, third;
    const char *at;

    char names[NAMES_TEXT]; /* who play, for people */
    double alpha;           /* of intervals */
    const Schedule *schedule;
    int situations;
    Equity *equity;
    int at_scores[EQUITY_SIDES]; /* of --at */
    EquityCheck checks[CHECK_COUNT];
    int check_count;
} EquityCommand;

/* The scores of all sides, and who plays first. */
typedef struct {
    int scores[EQUITY_SIDES];
    int seat; /* of the side whose chance it is */
    bool first;
    double win, se, opponent_win, opponent_se, third_win, third_se,
        third; /* those of a third side: NAN where there is none */
    Interval interval;
} EquityRow;

static const Column COLUMNS[] = {
    {"score", "points", "the score of the side whose chance it is, before a round", COLUMN_AT(EquityRow, scores[0]),
     .plain = "score", .key = KEY_WHO},
    {"opponent", "points", "the other side's score; with three sides, that of the side that plays next",
     COLUMN_AT(EquityRow, scores[1]), .plain = "the other score", .key = KEY_AGAINST},
    {"first_seat", "0 or 1", "1: the side plays first in the next round, 0: another does", COLUMN_AT(EquityRow, first),
     .plain = "plays first", .key = KEY_WHICH},
    COLUMN_VALUE("win", "ci", "share", "the chance of the side to win the match", "its 95 % interval", EquityRow, win,
                 interval, .format = "%.1f", .plain = "chance to win the match, %", .measured = "se"),
    {"se", "share", "its standard error, from parts of the boards solved separately", COLUMN_AT(EquityRow, se)},
    {"third", "points", "the third side's score (--third); empty: there are two sides", COLUMN_AT(EquityRow, third)},
    {"seat", "index", "the side's place in the order of play of the next round, from 0: it plays first",
     COLUMN_AT(EquityRow, seat)},
    {"opponent_win", "share", "the chance of the side with the score opponent", COLUMN_AT(EquityRow, opponent_win)},
    {"opponent_se", "share", "its standard error", COLUMN_AT(EquityRow, opponent_se)},
    {"third_win", "share", "the chance of the third side; empty: there are two", COLUMN_AT(EquityRow, third_win)},
    {"third_se", "share", "its standard error", COLUMN_AT(EquityRow, third_se)},
};
static const ColumnTable EQUITY_COLUMNS = {"equity --csv", "set of scores and place in the order of play",
                                           COLUMN_ROWS(COLUMNS), NULL};

/* seat: of the side with the first of the scores, in the next round. */
static EquityRow row_of(const EquityCommand *own, int score, int opponent, int seat)
{
    const int sides = own->schedule->rules.sides, first = (sides - seat) % sides;
    EquityRow row = {.scores = {score, opponent, (int)own->third},
                     .seat = seat,
                     .first = !seat,
                     .third = NAN,
                     .third_win = NAN,
                     .third_se = NAN};
    const Estimate win = equity_at(own->equity, row.scores, first, 0),
                   other = equity_at(own->equity, row.scores, first, 1);
    row.win = win.mean;
    row.se = win.se;
    row.interval = equity_interval(&win, own->alpha);
    row.opponent_win = other.mean;
    row.opponent_se = other.se;
    if (sides > 2) {
        const Estimate third = equity_at(own->equity, row.scores, first, 2);
        row.third = (int)own->third;
        row.third_win = third.mean;
        row.third_se = third.se;
    }
    return row;
}

/* A chance for people, in % with its interval, or as a share with its standard error. */
static const char *chance_text(char out[static COLUMN_CELL], const Estimate *chance, bool percent, double alpha)
{
    if (isnan(chance->se)) return "unknown";
    if (chance->se == 0)
        return chance->mean == 0 ? "none that was seen" : chance->mean == 1 ? "all that were seen" : "unknown";
    const Interval interval = equity_interval(chance, alpha);
    snprintf(out, COLUMN_CELL, percent ? "%.2f %% (%g %%: %.2f to %.2f)" : "%.4f (se %.4f)",
             percent ? 100 * chance->mean : chance->mean, percent ? 100 * (1 - alpha) : chance->se, 100 * interval.low,
             100 * interval.high);
    return out;
}

/* "48-44", or of three sides "48-44-30". */
enum { SCORES_TEXT = 32 };
static const char *scores_text(char out[static SCORES_TEXT], const EquityCommand *own, const int scores[], char between)
{
    const int length = snprintf(out, SCORES_TEXT, "%d%c%d", scores[0], between, scores[1]);
    if (own->schedule->rules.sides > 2)
        snprintf(out + length, SCORES_TEXT - (size_t)length, "%c%d", between, scores[2]);
    return out;
}

/* The checksum by which agents know the table again; only tables of two sides are read. */
static void crc_head(Result *out, const EquityCommand *own)
{
    const int target = own->schedule->rules.target;
    const size_t pairs = (size_t)(target * target);
    uint16_t *chances = own->schedule->rules.sides == 2 ? result_alloc(out, 2 * pairs, sizeof *chances) : NULL;
    for (size_t i = 0; chances && i < 2 * pairs; i++) {
        const size_t pair = i % pairs;
        const double win = row_of(own, (int)pair / target, (int)pair % target, i >= pairs).win;
        if (isnan(win)) return; /* nobody can read it */
        chances[i] = (uint16_t)lround(win * EQUITY_ONE);
    }
    if (chances) result_head(out, "crc32c", "%08" PRIx32, match_equity_crc(chances, 2 * pairs));
}

/* Head lines, the header, and a row for all scores of the first two sides. */
static void equity_result(const Driver *driver, Result *out)
{
    const EquityCommand *own = driver->own;
    const int target = own->schedule->rules.target, sides = own->schedule->rules.sides;
    char table[COLUMN_CELL], matches[COLUMN_CELL], scores[SCORES_TEXT];
    result_head(out, "agents", "%s", own->names);
    for (const EquityCheck *check = own->checks; check < own->checks + own->check_count; check++)
        result_head(out, "check", "%s: %s by the table, %s by %lld boards of whole matches",
                    scores_text(scores, own, check->scores, '/'), chance_text(table, &check->table, false, own->alpha),
                    chance_text(matches, &check->matches, false, own->alpha), (long long)check->matches.n);
    crc_head(out, own);
    result_begin(out, &RESULT_EQUITY, NULL);
    for (int i = 0; i < target * target * sides; i++) {
        const EquityRow row = row_of(own, i / sides / target, i / sides % target, i % sides);
        result_row(out, &EQUITY_COLUMNS, &row);
    }
}

static const char *const PLACES[] = {"first", "second", "third"};
/* Chances where the side has this place in the next round. */
typedef struct {
    const EquityCommand *own;
    int seat, step; /* step: between the scores of two rows */
} Grid;

static const char *grid_cell(Result *memory, const void *own, size_t row, size_t column)
{
    const Grid *grid = own;
    const int score = ((int)row - 1) * grid->step, opponent = ((int)column - 1) * grid->step;
    if (!row && !column) return "you \\ they";
    if (!row || !column) return result_format(memory, "%d", row ? score : opponent);
    return result_format(memory, "%.1f", 100 * row_of(grid->own, score, opponent, grid->seat).win);
}

/* Every tenth of the target, in whole points. */
static void grid_print(FILE *out, const Page *page, const EquityCommand *own, int seat)
{
    const int target = own->schedule->rules.target, step = target < 10 ? 1 : (target + 5) / 10;
    const size_t lines = (size_t)((target + step - 1) / step + 1);
    fprintf(out, "\nChance to win the match, in %%, where your side plays %s in the next round:\n", PLACES[seat]);
    texts_print(out, page, lines, lines, 1, grid_cell, &(Grid){own, seat, step});
}

static void at_print(FILE *out, const EquityCommand *own)
{
    const int *at = own->at_scores;
    const int sides = own->schedule->rules.sides;
    const int best = sides > 2 && at[2] > at[1] ? at[2] : at[1];
    char range[COLUMN_CELL], scores[SCORES_TEXT];
    for (int seat = 0; seat < sides; seat++) {
        const EquityRow row = row_of(own, at[0], at[1], seat);
        const Interval interval = interval_scaled(row.interval, 100);
        const int decimals = interval_decimals(2, interval);
        fprintf(out, "%s, %s, and you play %s: %.*f %% (%s)", scores_text(scores, own, at, '-'),
                at[0] > best   ? "you lead"
                : at[0] < best ? "you are behind"
                               : "level",
                PLACES[seat], decimals, 100 * row.win, range_text(range, "%.*f", interval));
        if (sides > 2)
            fprintf(out, "; the next side %.1f %%, the third %.1f %%", 100 * row.opponent_win, 100 * row.third_win);
        fputc('\n', out);
    }
}

static double widest_se(const EquityCommand *own)
{
    const int target = own->schedule->rules.target, sides = own->schedule->rules.sides;
    double widest = 0;
    for (int i = 0; i < target * target * sides; i++)
        widest = fmax(widest, row_of(own, i / sides / target, i / sides % target, i % sides).se);
    return widest;
}

/* Tables of some scores, or with --at the chances there; how far they err; the checks. */
static bool equity_summary(const Driver *driver, FILE *out)
{
    const EquityCommand *own = driver->own;
    const int sides = own->schedule->rules.sides;
    char table[COLUMN_CELL], matches[COLUMN_CELL], scores[SCORES_TEXT];
    fprintf(out, "%s, to %d; %llu boards in %d situation%s, rules %s, seed %llu; %s\n", own->names,
            own->schedule->rules.target, (unsigned long long)driver->work.done, own->situations,
            PLURAL(own->situations), driver->setup.rules_text, (unsigned long long)driver->common.seed,
            driver->end.took);
    if (sides > 2 && !own->at)
        fprintf(out, "You, the opponent and the third side, which has %d, play in this order.\n", (int)own->third);
    if (own->at) at_print(out, own);
    for (int seat = 0; seat < sides && !own->at; seat++)
        grid_print(out, &driver->page, own, seat);
    if (driver->page.legend == LEGEND_FULL && !own->at)
        fputs("A row is your score before the next round, a column theirs; --csv has every score, with intervals.\n",
              out);
    fputc('\n', out);
    if (!own->at) verdicts_print(out, driver->results);
    fprintf(out, "The largest standard error is %.2f %%.\n", 100 * widest_se(own));
    for (const EquityCheck *check = own->checks; check < own->checks + own->check_count; check++)
        fprintf(out, "From %s the table says %s, whole matches on %lld board%s %s.\n",
                scores_text(scores, own, check->scores, '-'), chance_text(table, &check->table, true, own->alpha),
                (long long)check->matches.n, PLURAL(check->matches.n),
                chance_text(matches, &check->matches, true, own->alpha));
    return true;
}

/* ---- verdict, picture and kind */

/* The chance at the beginning. */
static void equity_verdicts(Verdicts *verdicts, Result *result)
{
    const int score = result_column(result, "score"), opponent = result_column(result, "opponent");
    const int first = result_column(result, "first_seat"), third = result_column(result, "third");
    for (size_t row = 0; row < result->row_count; row++) {
        if (result_number(result, row, score) != 0 || result_number(result, row, opponent) != 0 ||
            result_number(result, row, first) != 1 || result_number(result, row, third) > 0)
            continue;
        const Interval chance = result_interval(result, row, "ci");
        const double fair = isnan(result_number(result, row, third)) ? 0.5 : 1. / 3;
        const int sign = interval_sign(chance, fair);
        verdict_add(verdicts,
                    (Verdict){.words = result_format(result,
                                                     "From scores of 0 the side that plays first wins $v %% of the "
                                                     "matches, which is %s an equal share.",
                                                     !sign      ? "not shown to differ from"
                                                     : sign > 0 ? "more than"
                                                                : "less than"),
                              .size = 100 * number_at(result, row, "win"),
                              .interval = interval_scaled(chance, 100),
                              .format = "%.1f"});
        return;
    }
}

/* Who plays first, of two sides by the column `first_seat`, of three by `seat`. */
static bool equity_draw(Chart *chart)
{
    Result *result = chart->result;
    Picture *picture = &chart->picture;
    const char *third = text_at(result, 0, "third");
    picture->panel = "{first_seat}";
    if (*third) {
        picture->title = "The chance to win the match, of three sides";
        picture->subtitle = result_format(result,
                                          "downward: the score of the side; to the right: that of the next one; the "
                                          "third has %.20s",
                                          third);
        picture->unit = "% of the matches that the side wins, less 33.3";
        picture->panel = "{seat}";
        picture->middle = 1. / 3;
    }
    if (!chart_rows(chart)) return false;
    for (size_t i = 0; i < chart->panel_count; i++) {
        static const char *const WORDS[] = {"plays first in the next round", "plays second", "plays third"};
        double seat;
        if (number_double(&seat, chart->panels[i].title) != NUMBER_OK) continue;
        const double at = *third ? seat : 1 - seat;
        if (at == 0 || at == 1 || at == 2) chart->panels[i].title = WORDS[(int)at];
    }
    return true;
}

static const Picture PICTURE = {.form = CHART_SQUARES,
                                .title = "The chance to win the match",
                                .subtitle = "downward: the score of the side; to the right: the other side's",
                                .unit = "% of the matches that the side wins, less 50",
                                .middle = 0.5,
                                .format = "%+.0f",
                                .between = "to",
                                MARKS(NULL, "{opponent}", "{score}", "win", "ci"),
                                .draw = equity_draw};

const ResultKind RESULT_EQUITY = {
    .table = &EQUITY_COLUMNS,
    .question = "How likely is it to win the match?",
    .method =
        "Rounds are played from each pair of scores; the chances follow from them by solving the match backward from "
        "its end, and whole matches check the result. Each row is the chance of the side with the score against one "
        "with the other score.",
    .page = "matches.md",
    .verdicts = equity_verdicts,
    .picture = &PICTURE,
};

/* ---- the command */

static const Option OPTIONS[] = {
    {"boards",
     "packs to play, divided among the distinct situations; each once in every seating of different agents, and once "
     "between equal ones; rounds stay in memory, about 140 bytes each",
     OPTION_AT(EquityCommand, job.boards.boards), .low = "1k", .high = "100M", .fallback = "500k", .heading = "Sample",
     .brief = "packs to play; memory: 140 bytes a round"},
    {"check", "boards of whole matches that check the table, from each of four sets of scores",
     OPTION_AT(EquityCommand, check), .low = "0", .high = "1G", .fallback = "2k",
     .brief = "boards of whole matches to check the table by"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"third", "the score of the third side, if three play", OPTION_AT(EquityCommand, third), .low = "0", .high = "1k",
     .fallback = "0", .heading = "Output"},
    {"at",
     "print the chance at these scores, yours first; with three sides, the third score comes last or from "
     "--third",
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

/* ---- before the first board */

static bool at_read(EquityCommand *own, const Rules *rules, Error *error)
{
    const int sides = rules->sides, target = rules->target;
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

/* What has no table. */
static bool rules_fit(const Driver *driver, const Rules *rules, Error *error)
{
    const EquityCommand *own = driver->own;
    const char *why;
    if (rules->sides > EQUITY_SIDES)
        return error_set(error, "--rules: a table is for two or three sides, and these rules have %d", rules->sides);
    if (driver->parsed.arg_count > rules->sides)
        return error_set(error, "%d agents named for %d sides", driver->parsed.arg_count, rules->sides);
    if (rules->sides > 2 && rules->target > EQUITY_TARGET_THREE)
        return error_set(error, "target: with three sides at most %d, not %d", EQUITY_TARGET_THREE, rules->target);
    if (rules->shuffle)
        return error_set(error, "shuffle: equity needs perfect shuffles, so that rounds do not depend on each other");
    if (driver_given(driver, "third") && rules->sides == 2)
        return error_set(error, "--third: there is no third side; --rules pagat,players=3 has one");
    if (own->third >= rules->target)
        return error_set(error, "--third: %llu: expected a score below the target %d", (unsigned long long)own->third,
                         rules->target);
    return match_ends(rules, &why) || error_set(error, "%s", why);
}

/* Three agents sit in the order in which they are named; fewer sit A A A or A B B. */
static bool equity_seats(Driver *driver, Seated *out, Error *error)
{
    EquityCommand *own = driver->own;
    const ParsedOptions *parsed = &driver->parsed;
    Rules rules;
    if (!rules_parse_seated(&rules, driver->common.rules, parsed->arg_count == 3 ? 3 : 2, error) ||
        !rules_fit(driver, &rules, error))
        return false;
    own->job.alike = true;
    out->table = out->count = rules.sides;
    for (int i = 0; i < rules.sides; i++) {
        out->names[i] = parsed->args[i < parsed->arg_count ? i : parsed->arg_count - 1];
        own->job.alike &= !strcmp(out->names[i], out->names[0]);
    }
    driver->setup.scores_count = driver->setup.matches = true;
    return true;
}

static bool equity_prepare(Driver *driver, Error *error)
{
    EquityCommand *own = driver->own;
    const Agent *agents = driver->agents;
    const int sides = driver->agent_count;
    own->schedule = &driver->schedule;
    if (own->at && !at_read(own, &driver->schedule.rules, error)) return false;
    driver->schedule.fixed_order = true;
    for (int i = 0; i < sides; i++) /* such play by the scores of the match, and are for two sides */
        own->job.apart |= agent_has(&agents[i], TRAIT_MATCH);
    snprintf(own->names, sizeof own->names, "%s against %s%s%s", agents[0].name, agents[1].name,
             sides > 2 ? " and " : "", sides > 2 ? agents[2].name : "");
    own->alpha = driver_alpha(driver);
    own->situations = equity_situations(&driver->schedule.rules, own->job.apart);
    const uint64_t least = (uint64_t)own->situations * EQUITY_PARTS;
    if (own->job.boards.boards < least)
        return error_set(error, "--boards: %llu: expected %llu or more, %d for each situation",
                         (unsigned long long)own->job.boards.boards, (unsigned long long)least, EQUITY_PARTS);
    driver->work.total = own->job.boards.boards;
    if (own->check) driver->setup.undivided = "--check looks at the table of all parts; give --check 0";
    return true;
}

static void equity_plan(const Driver *driver, FILE *out)
{
    const EquityCommand *own = driver->own;
    const int seatings = own->job.alike ? 1 : own->schedule->seatings;
    fprintf(out, "rules %s, %s, seed %llu\n", driver->setup.rules_text, own->names,
            (unsigned long long)driver->common.seed);
    fprintf(
        out,
        "%llu boards for %d situation%s, in %d seating%s; %llu boards of whole matches from each of %d sets of scores\n",
        (unsigned long long)own->job.boards.boards, own->situations, PLURAL(own->situations), seatings,
        PLURAL(seatings), (unsigned long long)own->check, own->check ? CHECK_COUNT : 0);
}

/* ---- the work */

/* Plays whole matches from some scores. */
static ArenaEnd table_check(Driver *driver)
{
    EquityCommand *own = driver->own;
    const int target = own->schedule->rules.target;
    ArenaEnd end = ARENA_DONE;
    for (int i = 0; own->check && i < CHECK_COUNT && end == ARENA_DONE; i++) {
        EquityCheck *check = &own->checks[i];
        Schedule schedule = driver->schedule;
        Sums sums = {0};
        Voids voids = driver->work.voids; /* of rounds and of the matches before */
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
                                  .checkpoint = driver->run.checkpoint};
        end = boards_add_up(&boards, &BOARDS_MEASURED, &(StretchRun){.sums = &sums});
        voids_merge(&voids, &sums.voids);
        driver_voids(driver, &voids, (double)driver->work.total);
        const Moments wins = sums_moments(&sums, 0, SUM_wins);
        sums_free(&sums);
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
    BoardsJob *boards = &own->job.boards;
    ArenaEnd end;
    boards->schedule = &driver->schedule;
    boards->agents = driver->agents;
    boards->threads = driver->threads;
    boards->checkpoint = driver->run.checkpoint;
    own->job.watch = driver_done;
    own->job.arg = driver;
    own->equity = equity_play(&own->job, &end);
    if (!own->equity) driver->work.done = 0;
    if (!own->equity && end == ARENA_DONE && !run_keep_part(driver)) { /* of a part nothing is released */
        driver->work.too_many_voids = true;
        return error_set(error, "%lld void boards leave too few for a table", (long long)driver->work.voids.boards);
    }
    if (own->equity && !equity_solve(own->equity, driver->threads)) driver->work.done = 0, end = ARENA_FAILED;
    if (own->equity && end == ARENA_DONE) end = table_check(driver);
    return driver_ended(driver, end, error);
}

static void equity_command_free(Driver *driver) { equity_free(((EquityCommand *)driver->own)->equity); }

const Command CMD_EQUITY = {
    .spec =
        {.command = "equity",
         .summary = "the chance to win a match from every pair of scores",
         .args = {"A [B [C]]", 1, EQUITY_SIDES, NULL, TAKES_AGENT},
         .about = "Says how likely the side of A is to win a match against B (another A if B is not named) from every "
                  "pair of scores, for the player who plays first. Rounds are played from each distinct situation, and "
                  "the match is then solved backward from its end; whole matches check the table.",
         .example = "pasur equity tactic --boards 500k --csv equity.csv",
         .notes =
             "For agents that play for the points of a round, scores matter only through sur_limit: there are four "
             "situations at most, and with 2M boards tactic against itself has a standard error of 0.1 % at most,\n"
             "in half a minute of processor time. With goal=match every pair of scores is a situation of its own "
             "(3845\n"
             "under pagat): 2M boards take five minutes for tactic and err by 2 %, 10M boards by 1 %; a search takes "
             "days.\n"
             "Three sides (--rules pagat,players=3) sit A, B, C in the order of play, A B B or A A A; --third gives "
             "the score of the player after the opponent. There are eight situations, and 2M boards take three "
             "minutes between equal agents. Intervals hold with 95 % for each cell separately.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(EquityCommand),
    .sample = "boards",
    COMMAND_RESULTS(&RESULT_EQUITY),
    .seats = equity_seats,
    .prepare = equity_prepare,
    .plan = equity_plan,
    .work = equity_work,
    .result = equity_result,
    .summary = equity_summary,
    .free = equity_command_free,
};
