/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur openings: for each first pool and hand what to play first, and what it is worth. */
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/study/openings.h"
#include "engine/notation.h"

enum { SHOWN = 20 /* situations, on the terminal and in the picture */ };

/* A name with blanks, as a reader of the terminal has it. Returns out. */
static char *name_words(char out[static COLUMN_CELL], const char *name)
{
    snprintf(out, COLUMN_CELL, "%s", name);
    for (char *at = out; (at = strchr(at, '_'));)
        *at = ' ';
    return out;
}

static void pool_cell(char out[static COLUMN_CELL], const void *row)
{
    name_words(out, ((const OpeningRow *)row)->pool);
}
static void hand_cell(char out[static COLUMN_CELL], const void *row)
{
    name_words(out, ((const OpeningRow *)row)->hand);
}

#define AT(member) COLUMN_AT(OpeningRow, member)
static const Column ROWS[] = {
    {"pool", "text", "the first pool: the sum of its numerals, and how many kings and queens lie (2: or more)",
     AT(pool), .title = "first pool", .cell = pool_cell, .plain = "first pool", .key = KEY_WHO},
    {"hand", "text", "what the hand can take without a jack, and whether it holds one", AT(hand), .title = "hand takes",
     .cell = hand_cell, .plain = "hand", .key = KEY_WHICH},
    {"pool_share", "share", "of all first pools, exact by counting", AT(pool_share)},
    {"boards", "boards", "boards boards that measured the play; it was chosen on others", AT(boards),
     .plain = "boards"},
    {"share", "share", "share of the boards with this pool and hand on which there is such a play", AT(share),
     .title = "boards %", .format = "%.1f", .drop = 2},
    {"play", "word", "the kind of play that wins most there (docs/tactics.md lists them)", AT(play), .title = "play",
     .plain = "play", .key = KEY_AGAINST},
    COLUMN_VALUE("value", "ci", "points", "points of the round beyond the others', when it is played first",
                 "its 95 % interval", OpeningRow, value.mean, value_interval, .title = "worth (95 %)",
                 .format = "%+.*f", .drop = 1, .plain = "worth, points", .measured = ""),
    COLUMN_VALUE("gain", "gain_ci", "points", "by how much that exceeds the value of the first play of --against",
                 "its interval, 95 % for all rows together", OpeningRow, gain.mean, gain_interval,
                 .title = "gain (95 % for all)", .format = "%+.*f", .plain = "more than --against", .measured = ""),
};

static const Column RULES[] = {
    {"rule", "text", "the rule in words", AT(rule), .title = "rule", .plain = "rule"},
    {"number", "count", "which rule; the first that fits applies", AT(number), .title = "no"},
    {"play", "word", "the kind of play", AT(play)},
    {"boards", "boards", "boards boards that measured it; it was found on others", AT(boards), .plain = "boards"},
    {"share", "share", "share share of the boards on which it fits", AT(share), .title = "boards %", .format = "%.1f",
     .plain = "of the boards, %"},
    COLUMN_VALUE(
        "gain", "gain_ci", "points",
        "points gained, where the rule fits, over the rules below it, or over the first play of --against where none "
        "of them fits",
        "its interval, 95 % for all rules together", OpeningRow, gain.mean, gain_interval, .title = "gain (95 %)",
        .format = "%+.*f", .plain = "gain, points"),
    {"worth", "points a round", "share times gain: what the rule brings over all boards", AT(worth), .title = "a round",
     .format = "%+.3f"},
};
#undef AT
static const ColumnTable OPENING_RULES_COLUMNS = {"openings --rules-csv", "rule", COLUMN_ROWS(RULES), NULL};
static const ColumnTable OPENING_COLUMNS = {"openings --csv", "first pool and hand", COLUMN_ROWS(ROWS), NULL};

static void rows_verdicts(Verdicts *verdicts, Result *result)
{
    static const VerdictColumns COLUMNS = {{"play", "pool", "hand"}, "gain", "gain_ci", 0, "points", NULL};
    verdict_highest(
        verdicts, result, &COLUMNS,
        (VerdictWords){"$1 gains $v $u where the first pool is \"$2\" and the hand \"$3\"",
                       "$1 gains most where the first pool is \"$2\" and the hand \"$3\": $v $u",
                       "The largest measured gain is that of $1 where the first pool is \"$2\" and the hand "
                       "\"$3\": $v $u",
                       "$1 at \"$2\" with \"$3\"", NULL});
    verdict_counts(verdicts, result, &COLUMNS, "situations", "above 0", "below 0");
}

/* The situations that come most often. */
static bool openings_draw(Chart *chart)
{
    Result *result = chart->result;
    const char *against = result_head_of(result, "against");
    const double *shares = result_numbers(result, "share");
    const size_t rows = result->row_count, count = rows < SHOWN ? rows : SHOWN;
    Ranked *often = result_alloc(result, rows, sizeof *often);
    Columns gain;
    if (!shares || !often || !columns_read(&gain, result, "gain", "gain_ci")) return false;
    for (size_t i = 0; i < rows; i++)
        often[i] = (Ranked){i, shares[i]};
    ranked_sort(often, rows);
    chart->picture.subtitle = result_format(result, "in the %zu most common situations; 95 %% for all together", count);
    chart->picture.unit = result_format(result, "points of the round more than after the first play of %s",
                                        against ? against : "another player");
    for (size_t i = 0; i < count; i++) {
        const size_t row = often[i].index;
        char name[COLUMN_CELL];
        name_words(name, result_words(result, row, "{pool}, {hand}: {play}"));
        if (!chart_mark(chart, (Mark){.row = result_join(result, name, ""),
                                      .value = gain.value[row],
                                      .interval = {gain.low[row], gain.high[row]}}))
            return false;
    }
    return !result->failed;
}

static const Picture PICTURE = {
    .form = CHART_BARS, .title = "What to play first", .is = CHART_ZERO, .draw = openings_draw};

static const char METHOD[] =
    "On each board the first player tries one play of each kind on the pool as it was dealt, and the agent plays on at every "
    "seat. Which play is best in a situation is chosen on the boards with even numbers and measured on those with odd "
    "numbers.";

const ResultKind RESULT_OPENINGS = {
    .table = &OPENING_COLUMNS,
    .question = "What to play first?",
    .verdicts = rows_verdicts,
    .method = METHOD,
    .page = "tactics.md",
    .picture = &PICTURE,
};

static const ResultKind RESULT_OPENING_RULES = {
    .table = &OPENING_RULES_COLUMNS,
    .question = "Which rules for the first play?",
    .part = "the rules",
    .method = METHOD,
    .page = "tactics.md",
};

/* ---- what came of each board, from which all else is found */

typedef struct {
    int64_t board;
    char pool[CARDS_TEXT], hand[CARDS_TEXT];
    const char *play;
    double value, against, own;
} BoardRow;

#define AT(member) COLUMN_AT(BoardRow, member)
static const Column BOARDS[] = {
    {"board", "number", "which board, from 0: those with even numbers choose, those with odd numbers measure",
     AT(board)},
    {"pool", "cards", "the first pool", AT(pool)},
    {"hand", "cards", "the hand the hand of the player who plays first", AT(hand)},
    {"play", "word", "the kind of play that was tried", AT(play)},
    {"value", "points", "points of the round beyond the others', when it is played first", AT(value)},
    {"against", "points", "the same after the first play of --against", AT(against)},
    {"own", "points", "the same after the first play of --agent", AT(own)},
};
#undef AT
static const ColumnTable OPENING_BOARDS_COLUMNS = {"openings --boards-csv", "board and kind of play",
                                                   COLUMN_ROWS(BOARDS), NULL};
static const ResultKind RESULT_OPENING_BOARDS = {.table = &OPENING_BOARDS_COLUMNS, .page = "tactics.md"};

/* ---- the command */

typedef struct {
    const char *agent, *against, *rules_csv, *boards_csv;
    uint64_t boards;

    Openings openings;
} OpeningsCommand;

/* Who plays on where nobody is named: the first that plays by the rules. */
static const char *const AGENTS_USUAL[] = {"policy", "tactic"};

static void rules_fill(const Driver *driver, Result *out)
{
    const OpeningsCommand *own = driver->own;
    result_head(out, "against", "%s", driver->agents[1].name);
    result_rows(out, &RESULT_OPENING_RULES, own->openings.rules, sizeof *own->openings.rules,
                (size_t)own->openings.rule_count);
}

static const Option OPTIONS[] = {
    {"boards", "packs, each played once for each kind of first play; half of them choose, the other half measure",
     OPTION_AT(OpeningsCommand, boards), .low = "10", .high = "5M", .fallback = "100k", .heading = "Sample",
     .brief = "packs; half of them choose, the other half measure"},
    {"agent", "the agent that plays on at every seat; default policy, or tactic if no net is built in for the rules",
     OPTION_AT(OpeningsCommand, agent), .metavar = "A", .takes = TAKES_AGENT,
     .brief = "the agent that plays on at every seat"},
    {"against", "the agent whose first play the others are compared with", OPTION_AT(OpeningsCommand, against),
     .metavar = "A", .fallback = "random", .takes = TAKES_AGENT,
     .brief = "the agent whose first play the others are compared with"},
    {OPTION_RULES},
    {OPTION_SEED},
    {OPTION_MAX_VOID},
    OPTIONS_RESULTS,
    {"rules-csv", "write the rules as CSV", OPTION_AT(OpeningsCommand, rules_csv), .file = FILE_RESULTS,
     .metavar = "FILE", .result = rules_fill, .brief = "write the rules as CSV"},
    {"boards-csv",
     "write the result of every kind of first play on each board, from which everything else is computed, as CSV; "
     "FILE.gz or FILE.zst: compressed",
     OPTION_AT(OpeningsCommand, boards_csv), OPTION_STREAM(&OPENING_BOARDS_COLUMNS),
     .brief = "write each board, from which all else is computed"},
    {OPTION_PLOT},
    OPTIONS_BOTS,
    OPTIONS_RUN,
    OPTIONS_KEEP,
};

static bool openings_seats(Driver *driver, Seated *out, Error *error)
{
    OpeningsCommand *own = driver->own;
    Error unused;
    Agent agent;
    Rules rules;
    if (!rules_parse(&rules, driver->common.rules, error)) return false;
    for (size_t i = 0; !own->agent && i < sizeof AGENTS_USUAL / sizeof *AGENTS_USUAL; i++)
        if (agent_parse(&agent, AGENTS_USUAL[i], &rules, &unused)) own->agent = AGENTS_USUAL[i], agent_free(&agent);
    if (own->boards_csv) driver->setup.undivided = "--boards-csv is written by a whole run";
    *out = (Seated){.table = rules.players, .count = 2, .names = {own->agent, own->against}};
    return true;
}

static void openings_plan(const Driver *driver, FILE *out)
{
    const OpeningsCommand *own = driver->own;
    fprintf(out,
            "%llu boards, rules %s, seed %llu: the first plays of each kind, played on by %s, against those of %s\n",
            (unsigned long long)own->boards, driver->setup.rules_text, (unsigned long long)driver->common.seed,
            driver->agents[0].name, driver->agents[1].name);
}

/* Writes a board into the file of --boards-csv. */
static void board_write(OutputFile *file, int64_t number, const OpeningBoard *board, int others)
{
    for (unsigned kinds = board->there ? board->kinds : 0; kinds; kinds &= kinds - 1) {
        const int kind = __builtin_ctz(kinds);
        BoardRow row = {.board = number,
                        .play = OPENING_KIND[kind].name,
                        .value = (double)board->values[kind] / others,
                        .against = (double)board->base / others,
                        .own = (double)board->own / others};
        cards_print(row.pool, board->pool);
        cards_print(row.hand, board->hand);
        columns_row(file, &OPENING_BOARDS_COLUMNS, &row);
    }
}

static bool openings_work(Driver *driver, Error *error)
{
    OpeningsCommand *own = driver->own;
    own->openings.task = (OpeningTask){.schedule = &driver->schedule,
                                       .agent = &driver->agents[0],
                                       .base = &driver->agents[1],
                                       .alpha = driver_alpha(driver),
                                       .survey = driver_survey(driver, driver->work.total = own->boards)};
    CommandFile *boards = files_find(&driver->files, "boards-csv");
    const bool good = driver_ended(driver, openings_play(&own->openings), error);
    for (uint64_t i = 0; boards && i < own->openings.done; i++)
        board_write(&boards->out, (int64_t)i, &own->openings.boards[i], driver->schedule.rules.sides - 1);
    if (!good) return false;
    return openings_find(&own->openings) || error_memory(error);
}

static void openings_command_result(const Driver *driver, Result *out)
{
    const OpeningsCommand *own = driver->own;
    result_head(out, "against", "%s", driver->agents[1].name);
    result_rows(out, &RESULT_OPENINGS, own->openings.rows, sizeof *own->openings.rows, (size_t)own->openings.row_count);
}

static bool openings_command_summary(const Driver *driver, FILE *out)
{
    const Openings *openings = &((const OpeningsCommand *)driver->own)->openings;
    const char *agent = driver->agents[0].name;
    const int count = openings->row_count, shown = count < SHOWN ? count : SHOWN;
    char text[COLUMN_CELL];
    Ranked often[OPENING_POOLS * OPENING_HANDS];
    OpeningRow rows[SHOWN];
    fprintf(out, "%llu boards, rules %s, seed %llu; %s\n", (unsigned long long)driver->work.done,
            driver->setup.rules_text, (unsigned long long)driver->common.seed, driver->end.took);
    if (openings->own.n < 2) return true; /* nothing can be said */
    interval_text(text, "%+.3f", openings->own.mean, openings->own_interval);
    fprintf(out,
            "The first play of %s is worth %s points a round more than that of %s, when %s plays on at every seat.\n",
            agent, text, driver->agents[1].name, agent);
    if (!count) return fputs("No situation has enough boards to say what is best there.\n", out), true;
    for (int i = 0; i < count; i++)
        often[i] = (Ranked){(size_t)i, (double)openings->rows[i].boards};
    ranked_sort(often, (size_t)count);
    for (int i = 0; i < shown; i++)
        rows[i] = openings->rows[often[i].index];
    fprintf(out, "What wins most by first pool and hand, on boards that took no part in the choice:\n");
    column_table_print(out, &driver->page, &OPENING_COLUMNS, 0, rows, sizeof *rows, (size_t)shown);
    if (shown < count) fprintf(out, "and %d rarer situations: --csv FILE has them.\n", count - shown);
    verdicts_print(out, driver->results);
    if (!openings->rule_count) return true;
    interval_text(text, "%+.3f", openings->by_rules.mean, openings->by_rules_interval);
    fprintf(out,
            "\n"
            "In rules, of which the first that fits applies; together they are worth %s points a round more than %s:\n",
            text, driver->agents[1].name);
    column_table_print(out, &driver->page, &OPENING_RULES_COLUMNS, 0, openings->rules, sizeof *openings->rules,
                       (size_t)openings->rule_count);
    return true;
}

static void openings_close(Driver *driver) { free(((OpeningsCommand *)driver->own)->openings.boards); }

const Command CMD_OPENINGS = {
    .spec = {.command = "openings",
             .summary = "what to play first, and what it is worth",
             .about =
                 "Says, for each kind of first pool and hand, which first play wins most and what it is worth; how "
                 "often such pools come up; and up to ten rules in words. Plays and rules are chosen on one half of "
                 "the boards, and measured on the other.",
             .example = "pasur openings --boards 2k",
             .notes = "docs/tactics.md explains the kinds of plays.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(OpeningsCommand),
    .sample = "boards",
    COMMAND_RESULTS(&RESULT_OPENINGS, &RESULT_OPENING_RULES, &RESULT_OPENING_BOARDS),
    .seats = openings_seats,
    .plan = openings_plan,
    .work = openings_work,
    .result = openings_command_result,
    .summary = openings_command_summary,
    .free = openings_close,
};
