/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What choices cost by a reference: agents, and the plays of each position. */
#include "analysis/report/kinds/kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/csv.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "engine/notation.h"

#define AT(member) FIGURE_AT(RegretRow, member)
static const Figure AGENTS[] = {
    {"agent", "name", "who was asked", AT(agent), .title = "agent", .plain = "agent"},
    {"positions", "count", "each of a round of its own", AT(positions), .title = "positions", .width = 9, .drop = 2,
     .plain = "positions"},
    {"regret", "points a round",
     "what its choices lose against the best plays by the reference, over all decisions of a "
     "side; each best play was found in other playouts than those that value it, so that this is not too much; below 0 by "
     "chance alone",
     AT(regret.mean), .title = "regret (95 %)", .width = -24, .format = "%.*f",
     .interval = offsetof(RegretRow, regret_interval), .plain = "points a round lost"},
    FIGURE_ENDS("ci", "points a round", "its 95 % interval, over positions; empty with fewer than 300", RegretRow,
                regret_interval),
    {"best", "share", "of the positions where it chose a play of the highest value", AT(best), .title = "best play, %",
     .width = 12, .drop = 1, .format = "%.1f", .scale = 100},
    {"apart", "share", "of the positions where it chose otherwise than the first agent", AT(apart),
     .title = "otherwise, %", .width = 12, .drop = 3, .format = "%.1f", .scale = 100},
    {"more", "points a round", "its regret less that of the first agent, position by position", AT(more.mean),
     .title = "more than the first (95 % for all)", .width = -33, .format = "%+.*f",
     .interval = offsetof(RegretRow, more_interval), .plain = "more than the first"},
    FIGURE_ENDS("more_ci", "points a round", "its interval, over positions: 95 % for all agents together", RegretRow,
                more_interval),
    {"more_sd", "points a round", "standard deviation of one position's difference", AT(more.sd)},
    {"decision_loss", "points a decision", "what a choice loses on average", AT(decision)},
};
#undef AT
static const FigureTable REGRET_FIGURES = {"regret --csv", "agent", FIGURE_ROWS(AGENTS), NULL};

void regret_result(Result *out, const Regret *regret, const RegretTask *task)
{
    result_rows(out, &RESULT_REGRET, regret->rows, sizeof *regret->rows, (size_t)task->judged_count);
}

void regret_summary(FILE *out, const Page *page, const Regret *regret, const RegretTask *task, Result *found)
{
    figures_print(out, page, &REGRET_FIGURES, 0, regret->rows, sizeof *regret->rows, (size_t)task->judged_count);
    if (regret->rows[0].positions < REGRET_LEAST)
        fprintf(
            out,
            "%lld positions are too few for intervals: a few mistakes cost most of what is lost. Take --positions %d "
            "or more.\n",
            (long long)regret->rows[0].positions, REGRET_LEAST);
    verdicts_print(out, found);
}

/* What an agent by itself loses, or how it differs from the first. */
static void agents_verdicts(Verdicts *verdicts, Result *result)
{
    const int agent = result_column(result, "agent"), more = result_column(result, "more");
    const Interval of_one = result_interval(result, 0, "ci");
    if (result->row_count == 1)
        verdict_add(verdicts,
                    (Verdict){.words = !interval_known(of_one)
                                           ? "The choices of $1 lost $s points a round here against the best plays by "
                                             "the reference; so few positions do not show it."
                                       : of_one.low > 0
                                           ? "The choices of $1 lose $v points a round against the best plays by the "
                                             "reference."
                                           : "It is not shown that the choices of $1 lose anything against the best "
                                             "plays by the reference: $v points a round.",
                              .names = {result_text(result, 0, agent)},
                              .size = number_at(result, 0, "regret"),
                              .interval = of_one,
                              .format = "%.2f"});
    for (size_t row = 1; row < result->row_count; row++) {
        const double size = result_number(result, row, more);
        const bool fewer = size < 0;
        Verdict verdict = verdict_amount(size, result_interval(result, row, "more_ci"), 2);
        verdict.names[0] = result_text(result, row, agent);
        verdict.names[1] = result_text(result, 0, agent);
        verdict.sign = -verdict.sign; /* who loses less is the better one */
        if (size == 0)
            verdict.words = "$1 and $2 are not told apart: they chose plays of the same values.";
        else if (!interval_known(verdict.interval))
            verdict.words = result_format(result,
                                          "The choices of $1 lost $s points a round %s than those of $2 here; so few "
                                          "positions do not show it.",
                                          fewer ? "fewer" : "more");
        else if (verdict.sign)
            verdict.words = result_format(result,
                                          "The choices of $1 lose $s points a round %s than those of $2 ($r; 95 %% "
                                          "for all agents together).",
                                          fewer ? "fewer" : "more");
        else
            verdict.words = result_format(result,
                                          "$1 and $2 are not told apart: $1 lost $s points a round %s ($r; 95 %% for "
                                          "all agents together).",
                                          fewer ? "fewer" : "more");
        verdict_add(verdicts, verdict);
    }
}

static const char METHOD[] =
    "Rounds are played by a few agents, and each agent that is judged is asked for a play in one decision of each round. "
    "A reference tries every play of a position in the same playouts, drawn by what the plays so far tell. What a play "
    "loses against the best one is added up over the decisions of a side. The difference of two agents rests on the "
    "positions where they choose otherwise.";

static bool agents_draw(Chart *chart)
{
    chart->title = "What choices lose by a reference";
    chart->subtitle = "with 95 % intervals, on the same positions";
    chart->unit = "points a round";
    chart->zero = true;
    return chart_rows(chart, "agent", "regret", "ci");
}

static const Measures MEASURES = {.keys = {"agent"},
                                  .list = {{"regret", "ci", NULL, NULL}, {"more", "more_ci", NULL, "more_sd"}}};

const ResultKind RESULT_REGRET = {
    .measures = &MEASURES,
    .table = &REGRET_FIGURES,
    .first = 3,
    .needs = {"regret", "ci_low", "ci_high"},
    .question = "Whose choices cost least?",
    .boardless = true,
    .verdicts = agents_verdicts,
    .method = METHOD,
    .page = "agents.md",
    .draw = agents_draw,
};

/* ---- the plays of each position */

enum { CHOSEN_TEXT = 400 };

typedef struct {
    int64_t position;
    int ply, decisions;
    char hand[CARDS_TEXT], pool[CARDS_TEXT], play[PLAY_TEXT], chosen[CHOSEN_TEXT];
    double first, second, behind;
} PlayRow;

#define AT(member) FIGURE_AT(PlayRow, member)
static const Figure PLAYS_FIGURES[] = {
    {"position", "number", "which position, from 0", AT(position)},
    {"ply", "count", "plays of its round before it", AT(ply)},
    {"decisions", "count", "of its round, between plays that differ", AT(decisions)},
    {"hand", "cards", "of the player", AT(hand)},
    {"pool", "cards", "what lies there", AT(pool)},
    {"play", "play", "one of its plays; equal ones once", AT(play)},
    {"value_1", "points", "that the play's side wins in the round, by one half of the playouts", AT(first)},
    {"value_2", "points", "the same by the other half", AT(second)},
    {"behind", "points", "how much less the play is worth than the best one, by both halves", AT(behind)},
    {"chosen_by", "names", "the agents that chose it, with blanks between them", AT(chosen)},
};
#undef AT
static const FigureTable PLAY_FIGURES = {"regret --values-csv", "play of a position", FIGURE_ROWS(PLAYS_FIGURES), NULL};

const ResultKind RESULT_REGRET_PLAYS = {
    .table = &PLAY_FIGURES,
    .question = "What is each play of the positions worth?",
    .part = "each play",
    .boardless = true,
    .method = METHOD,
    .page = "agents.md",
};

static void chosen_print(char out[static CHOSEN_TEXT], uint32_t chosen, const RegretTask *task)
{
    size_t used = 0;
    *out = 0;
    for (int k = 0; k < task->judged_count && used < CHOSEN_TEXT; k++)
        if (chosen >> k & 1)
            used += (size_t)snprintf(out + used, CHOSEN_TEXT - used, "%s%s", used ? " " : "", task->judged[k].name);
}

static void position_write(OutputFile *out, const RegretPosition *position, int64_t number, const RegretTask *task)
{
    int most = INT32_MIN;
    for (int i = 0; i < position->count; i++) {
        const int both = position->plays[i].values[0] + position->plays[i].values[1];
        most = both > most ? both : most;
    }
    for (int i = 0; i < position->count; i++) {
        const RegretPlay *play = &position->plays[i];
        PlayRow row = {.position = number,
                       .ply = position->ply,
                       .decisions = position->decisions,
                       .first = (double)play->values[0] / REGRET_UNIT,
                       .second = (double)play->values[1] / REGRET_UNIT,
                       .behind = (most - play->values[0] - play->values[1]) / (2. * REGRET_UNIT)};
        cards_print(row.hand, position->hand);
        cards_print(row.pool, position->pool);
        play_print(row.play, set_first(play->play & position->hand), play->play & ~position->hand);
        chosen_print(row.chosen, play->chosen, task);
        figures_row(out, &PLAY_FIGURES, &row);
    }
}

/* What the values depend on, beside rules and seed. */
static const char *const HEADS[] = {"players", "reference", "playouts"};

static void heads_value(char out[][REGRET_HEAD], const RegretTask *task)
{
    size_t used = 0;
    for (int i = 0; i < task->player_count && used < REGRET_HEAD; i++)
        used += (size_t)snprintf(out[0] + used, REGRET_HEAD - used, "%s%s", i ? "," : "", task->players[i].text);
    snprintf(out[1], REGRET_HEAD, "%s", task->reference->text);
    snprintf(out[2], REGRET_HEAD, "%d", 2 * task->rounds);
}

void regret_plays_begin(OutputFile *out, const RegretTask *task)
{
    char heads[3][REGRET_HEAD];
    heads_value(heads, task);
    for (int i = 0; i < 3; i++)
        figures_head(out, HEADS[i], "%s", heads[i]);
    figures_header(out, &PLAY_FIGURES);
}

void regret_plays_write(OutputFile *out, const Regret *regret, uint64_t first, const RegretTask *task)
{
    for (uint64_t i = first; i < regret->done; i++)
        if (regret->positions[i].there) position_write(out, &regret->positions[i], (int64_t)i, task);
}

/* ---- values that come back */

static bool head_same(Result *result, const char *key, const char *wanted)
{
    const char *found = result_head_of(result, key);
    return (found && !strcmp(found, wanted)) ||
           result_complain(result, "its values are of '%s: %.100s', and this run has '%.100s'", key, found ? found : "",
                           wanted);
}

static bool cell_play(CardSet *out, const char *text, Error *error)
{
    Play play;
    if (!play_parse(&play, text, error)) return false;
    *out = play.captured | set_of(play.card);
    return true;
}

/* Takes the current row; the positions of a file are in order, and its plays stand together. */
static bool row_take(RegretPosition *positions, const RegretTask *task, CsvReader *reader)
{
    enum { POSITION, PLY, DECISIONS, HAND_CARDS, POOL, PLAY, FIRST, SECOND };
    Result *result = reader->result;
    Error error;
    RegretPlay play = {0};
    double numbers[SECOND + 1];
    static const int NUMBERS[] = {POSITION, PLY, DECISIONS, FIRST, SECOND};
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        if (!csv_number(&numbers[NUMBERS[i]], reader, (size_t)NUMBERS[i])) return false;
        if (!(fabs(numbers[NUMBERS[i]]) < 1e9)) return result_complain(result, "a number is missing");
    }
    if (numbers[POSITION] < 0 || numbers[POSITION] >= (double)task->count) return true; /* fewer are wanted */
    RegretPosition *out = &positions[(uint64_t)numbers[POSITION]];
    out->ply = (uint8_t)numbers[PLY];
    out->decisions = (uint8_t)numbers[DECISIONS];
    if (!cards_parse(&out->hand, NULL, NULL, reader->fields[HAND_CARDS], &error) ||
        (*reader->fields[POOL] && !cards_parse(&out->pool, NULL, NULL, reader->fields[POOL], &error)) ||
        !cell_play(&play.play, reader->fields[PLAY], &error))
        return result_complain(result, "%.200s", error.text);
    if (fabs(numbers[FIRST]) > REGRET_MOST || fabs(numbers[SECOND]) > REGRET_MOST)
        return result_complain(result, "no play is worth so many points");
    play.values[0] = (int32_t)lround(numbers[FIRST] * REGRET_UNIT);
    play.values[1] = (int32_t)lround(numbers[SECOND] * REGRET_UNIT);
    RegretPlay *grown = realloc(out->plays, ((size_t)out->count + 1) * sizeof *grown);
    if (!grown) return error_memory(&result->error);
    out->plays = grown;
    out->plays[out->count++] = play;
    return true;
}

bool regret_plays_read(RegretPosition *positions, const char *name, const RegretTask *task, const char *rules,
                       Error *error)
{
    static const ResultKind *const KINDS[] = {&RESULT_REGRET_PLAYS, NULL};
    char heads[3][REGRET_HEAD], seed[32];
    Result result = {0};
    CsvReader reader;
    CsvRead read = CSV_BAD;
    heads_value(heads, task);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)task->schedule->seed);
    bool good = csv_open(&reader, &result, name) && csv_begin(&reader) && csv_kind(&reader, KINDS) &&
                head_same(&result, "rules", rules) && head_same(&result, "seed", seed);
    for (int i = 0; good && i < 3; i++)
        good = head_same(&result, HEADS[i], heads[i]);
    while (good && (read = csv_next(&reader)) == CSV_ROW)
        good = row_take(positions, task, &reader);
    good = good && read == CSV_END;
    if (!good) *error = result.error;
    csv_close(&reader);
    result_free(&result);
    return good;
}
