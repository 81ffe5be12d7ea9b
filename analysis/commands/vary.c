/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --vary: plays the boards under each rule set, and makes the rows. */
#include "analysis/commands/vary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/table.h"
#include "analysis/report/verdict.h"
#include "sim/boards.h"

static void value_cell(char out[static COLUMN_CELL], const void *row)
{
    const VaryRow *of = row;
    char number[DECIMAL_TEXT];
    *out = 0;
    if (!isnan(of->value.mean))
        snprintf(out, COLUMN_CELL, "%.200s",
                 decimal_text(number, false, interval_decimals(2, of->interval), of->value.mean));
}

static void interval_cell(char out[static COLUMN_CELL], const void *row)
{
    range_text(out, "%.*f", ((const VaryRow *)row)->interval);
}

#define AT(member) COLUMN_AT(VaryRow, member)
static const Column ROWS[] = {
    {"who", "name", "an agent or a tactic; table: all agents together", AT(of.who), .title = "who", .plain = "who",
     .key = KEY_WHO},
    {"which", "word",
     "for a tactic its measure; else the figure, as in the columns of sim, or: surs, all Surs in a round; "
     "first_diff, by how much the side that plays first outscores the others; rounds_a_match; first_win, the share "
     "of matches that the side that plays first wins beyond an equal share",
     AT(of.which), .title = "which", .plain = "which", .key = KEY_WHICH},
    {"against", "name", "for a tactic the opponent; else empty", AT(of.against), .title = "against", .drop = 2,
     .plain = "against", .key = KEY_AGAINST},
    {"rules", "word", "what the rule set changes", AT(rules), .title = "rules", .plain = "rules", .key = KEY_RULES},
    {"boards", "boards", "how many it comes from, the same under all rule sets", AT(value.n), .plain = "boards"},
    {"value", "as the figure", "the figure under these rules", AT(value.mean), .title = "value", .cell = value_cell,
     .interval = offsetof(VaryRow, interval), .plain = "value", .measured = "se"},
    {"ci_low", "as the figure", "low end of its 95 % interval; of tactics for all rows together", AT(interval.low),
     .title = "95 %", .cell = interval_cell, .drop = 1, .legend = "the interval of value"},
    {"ci_high", "as the figure", "high end of that interval", AT(interval.high)},
    COLUMN_VALUE("difference", "difference_ci", "as the figure",
                 "value less that under the first rule set, board by board",
                 "its 95 % interval; of tactics for all rows together", VaryRow, difference.mean, apart,
                 .title = "less the first (95 %)", .format = "%+.*f", .plain = "less that under the first",
                 .measured = "difference_se"),
    {"p", "probability", "two-sided chance of a difference this large if there is none", AT(p)},
    {"p_adjusted", "probability",
     "p, adjusted for all rows (Holm); of two sides whose differences mirror each other one counts", AT(p_adjusted),
     .title = "p", .legend = "chance of such differences if there are none, for all rows together (Holm)"},
    {"se", "as the figure", "standard error of value", AT(value.se)},
    {"difference_se", "as the figure", "standard error of difference", AT(difference.se)},
};
static const ColumnTable VARY_COLUMNS_TABLE = {"tactics --vary --csv, sim --vary --csv", "figure and rule set",
                                               COLUMN_ROWS(ROWS), NULL};

/* What a figure of sim is called in a sentence, in which $1 is the agent, and its unit in a picture, if it has another one
   there than its name. */
static const struct {
    const char *measure, *words, *unit;
} SAID[] = {{"points_mean", "Points a round of $1", "points a round"},
            {"diff_mean", "Points a round by which $1 outscores the others", "points a round over the others"},
            {"win_rate", "The share of the matches that $1 wins", "share won"},
            {"surs", "Surs of all in a round", NULL},
            {"first_diff", "Points a round by which the side that plays first outscores the others", NULL},
            {"rounds_a_match", "Rounds in a match", NULL},
            {"first_win", "The share of the matches that the side which plays first wins beyond an equal one", NULL}};

static void vary_verdicts(Verdicts *verdicts, Result *result)
{
    enum { MOST = 6 };
    size_t shown = 0;
    for (size_t row = 0; row < result->row_count; row++) {
        const double size = number_at(result, row, "difference");
        if (!(number_at(result, row, "p_adjusted") <= result_alpha(result)) || ++shown > MOST) continue;
        const char *against = text_at(result, row, "against"), *which = text_at(result, row, "which");
        const char *words = *against ? result_format(result, "$1, $2 against %s", against) : "$1, $2";
        for (size_t i = 0; !*against && i < sizeof SAID / sizeof *SAID; i++)
            if (!strcmp(which, SAID[i].measure)) words = SAID[i].words;
        Verdict verdict = verdict_amount(size, result_interval(result, row, "difference_ci"), 2);
        verdict.names[0] = text_at(result, row, "who");
        verdict.names[1] = which;
        verdict.names[2] = text_at(result, row, "rules");
        verdict.words =
            result_format(result, "%s: $s %s under $3 than under %s (%s: $r).", words, size < 0 ? "less" : "more",
                          text_at(result, 0, "rules"), *against ? "95 % for all rows" : "95 % for each");
        verdict_add(verdicts, verdict);
    }
    if (!shown)
        verdict_say(verdicts, result, "No figure is shown to differ between the rules (Holm, %g %%).",
                    100 * result_alpha(result));
    if (shown > MOST) verdict_say(verdicts, result, "%zu more figures differ.", shown - MOST);
}

/* The first figure, or all tactics, under each of the rules. */
static bool vary_draw(Chart *chart)
{
    const char *first = text_at(chart->result, 0, "which");
    if (result_filled(chart->result, "against")) {
        chart->picture.row = "{who} {which} against {against}";
        chart->picture.only = NULL;
        return chart_rows(chart);
    }
    chart->picture.unit = first;
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++)
        if (SAID[i].unit && !strcmp(first, SAID[i].measure)) chart->picture.unit = SAID[i].unit;
    return chart_rows(chart);
}

static const Picture PICTURE = {.title = "What a rule changes",
                                .subtitle = "the same packs under each rule set, with 95 % intervals",
                                .only = "which",
                                MARKS(NULL, "{rules}", "{who}", "value", "ci"),
                                .draw = vary_draw};

const ResultKind RESULT_VARY = {
    .table = &VARY_COLUMNS_TABLE,
    .question = "What does a rule change?",
    .method =
        "The same packs are played under each rule set, by the same players with the same random draws, and figures "
        "are compared board by board.",
    .page = "rules.md",
    .verdicts = vary_verdicts,
    .picture = &PICTURE,
    .by_place = true,
    .together = true,
};

/* ---- the boards */

static bool sim_add(const void *arg, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const Vary *vary = arg;
    (void)own, (void)failure;
    for (int set = 0; set < vary->sets && !whole->failed; set++)
        vary_board(values, vary->sets, set, vary->measures, (int)vary->measure_count, board_values(whole->boards[set]));
    return !whole->failed;
}

static bool tactics_add(const void *arg, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const Vary *vary = arg;
    for (int set = 0; set < vary->sets; set++)
        for (int row = 0; row < vary->lineups->study->row_count; row++) {
            int64_t of[TACTIC_MEASURES] = {0};
            if (!tactic_row(of, vary->lineups, row, own, whole, (size_t)set, failure)) return false;
            vary_note(values, vary->sets, row, set, of[TACTIC_VALUE]);
        }
    return true;
}

/* Plans the boards of this many figures, by that use of them. */
static void boards_plan(Vary *vary, Driver *driver, BoardsJob job, BoardsUse use)
{
    vary->sets = driver->set_count;
    job.schedule = driver->schedules;
    job.schedules = (size_t)vary->sets;
    use.shape = vary_shape((int)vary->measure_count, vary->sets);
    use.arg = vary;
    driver->plan = (BoardsPlan){.boards = job, .use = use};
}

bool vary_boards(Vary *vary, Driver *driver, Error *error)
{
    BoardsUse use = BOARDS_MEASURED;
    vary->measures = calloc(VARY_COLUMNS, sizeof *vary->measures);
    if (!vary->measures) return error_memory(error);
    for (int set = 0; set < driver->set_count; set++)
        driver->schedules[set].fixed_order = driver->schedule.fixed_order;
    vary->measure_count = (size_t)vary_measures(vary->measures, driver->schedules, driver->agents);
    use.whole = sim_add;
    boards_plan(vary, driver, driver->plan.boards, use);
    return true;
}

bool vary_tactics(Vary *vary, Driver *driver, TacticLineups *lineups, const TacticStudy *study, uint64_t boards)
{
    vary->lineups = lineups;
    vary->measures = calloc((size_t)study->row_count + 1, sizeof *vary->measures);
    if (!vary->measures || !tactic_lineups_make(lineups, study, NULL)) return false;
    for (const TacticRow *row = study->rows; row < study->rows + study->row_count; row++)
        vary->measures[vary->measure_count++] = (VaryMeasure){.who = tactic_name(study, row->tactic),
                                                              .which = MEASURE_NAMES[row->measure],
                                                              .against = study->opponents[row->opponent].name,
                                                              .scale = tactic_value_scale(study)};
    BoardsJob job = tactic_job(lineups);
    BoardsUse use = tactic_use(lineups);
    job.boards = boards;
    use.whole = tactics_add;
    boards_plan(vary, driver, job, use);
    return true;
}

bool vary_found(Vary *vary, const Driver *driver, Error *error)
{
    const size_t count = vary->measure_count * (size_t)vary->sets;
    vary->rows = calloc(count + 1, sizeof *vary->rows);
    if (!vary->rows ||
        !vary_rows(vary->rows, &driver->sums, vary->measures, vary->sets, vary->lineups, driver_alpha(driver)))
        return error_memory(error);
    for (; vary->count < count; vary->count++)
        vary->rows[vary->count].rules = driver->sets[vary->rows[vary->count].set].name;
    return true;
}

void vary_print(const Driver *driver, FILE *out)
{
    const Schedule *schedule = &driver->schedule;
    fprintf(out, "%llu board%s%s in %d seating%s under each of %d rule sets, seed %llu; %s\n",
            (unsigned long long)driver->work.done, PLURAL(driver->work.done),
            schedule->match_rounds ? " of whole matches" : "", schedule->seatings, PLURAL(schedule->seatings),
            driver->set_count, (unsigned long long)schedule->seed, driver->end.took);
    result_print(out, &driver->page, driver->results, 0);
    verdicts_print(out, driver->results);
}

void vary_close(Vary *vary)
{
    free(vary->measures);
    free(vary->rows);
}
