/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads results that come back, and writes what they ask. */
#include "analysis/commands/results/reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/commands/commands.h"
#include "analysis/report/csv.h"
#include "analysis/report/kinds/sim.h"
#include "engine/text/words.h"
#include "sim/files/text_buffer.h"

enum { WORDS_MOST = OPTIONS_MAX_ARGS };

/* ---- the question */

/* Does the option say how much is played, or with which seed? */
static bool says_how_much(const Command *command, const Option *option)
{
    return !strcmp(option->name, "seed") || !strcmp(option->name, "stop") ||
           (command->sample && !strcmp(option->name, command->sample));
}

static bool names_agents(OptionTakes takes) { return takes == TAKES_AGENT || takes == TAKES_AGENTS; }

/* The rules as the program writes them, so that one set of rules has one text; another text as it is. */
static const char *value_as_meant(char rules[static RULES_TEXT], const Option *option, const char *text)
{
    Rules read;
    Error unused;
    if (option->takes != TAKES_RULES || !rules_parse(&read, text, &unused)) return text;
    rules_print(rules, &read);
    return rules;
}

static void question_print(FILE *out, const Command *command, const ParsedOptions *parsed, const void *own,
                           const CommonOptions *common, bool agents)
{
    fprintf(out, "pasur %s", command->spec.command);
    for (int i = 0; i < parsed->arg_count; i++)
        again_word(out, agents || !names_agents(command->spec.args.takes) ? parsed->args[i] : "AGENT");
    for (size_t i = 0; i < command->spec.option_count; i++) {
        const Option *option = &command->spec.options[i];
        char text[64] = "";
        const void *value = (const char *)(option->common ? (const void *)common : own) + option->offset;
        const bool given = parsed->given >> i & 1;
        if (!option_identifies(option) || says_how_much(command, option) || !(given || option->fallback)) continue;
        if (!agents && names_agents(option->takes)) continue;
        char rules[2][RULES_TEXT];
        const char *shown = value_as_meant(rules[0], option, option_value_text(text, option, value));
        if (option->fallback && !strcmp(shown, value_as_meant(rules[1], option, option->fallback)))
            continue; /* as if it were not given */
        fprintf(out, " --%s", option->name);
        if (option->type != OPTION_FLAG && strcmp(option->name, "matches")) again_word(out, shown);
    }
}

/* What a table calls the agent: what name= says, or the text. */
static void agent_shown(char out[static AGENT_NAME], const char *text)
{
    const char *rest = strchr(text, ':'), *shown = rest && !strncmp(rest, ":name=", 6) ? rest + 6 : text;
    snprintf(out, AGENT_NAME, "%.*s", (int)(shown > text ? agent_shown_length(shown) : strlen(text)), shown);
}

/* Fills question, place and agents from these words, "sim A B --options". */
static bool question_read(Reading *out, const Command *command, char *words[], Error *error)
{
    void *own = calloc(1, command->size + 1);
    CommonOptions common = {0};
    ParsedOptions parsed;
    bool good = own || error_memory(error);
    if (good && options_parse(&parsed, &command->spec, words, own, &common, error) != OPTIONS_OK)
        good = error_under(error, "%.200s: its command", out->name);
    for (int agents = 0; good && agents < 2; agents++) {
        char **text = agents ? &out->question : &out->place;
        size_t length;
        FILE *stream = open_memstream(text, &length);
        if (stream) question_print(stream, command, &parsed, own, &common, agents);
        good = text_stream_close(stream, text) || error_memory(error);
    }
    for (int i = 0; good && i < parsed.arg_count && i < MAX_SEATS; i++)
        agent_shown(out->agents[out->agent_count++], parsed.args[i]);
    free(own);
    return good;
}

static bool question_find(Reading *out, const Driver *driver, Error *error)
{
    const char *line = result_head_of(&out->result, "command");
    char *words[WORDS_MOST + 1], *copy = strdup(line ? line : "");
    if (!copy) return error_memory(error);
    const int count = words_quoted(words, WORDS_MOST, copy);
    const Command *command = count > 1 && count <= WORDS_MOST && !strcmp(words[0], "pasur")
                                 ? command_named(driver->commands, words[1])
                                 : NULL;
    const bool good = command
                          ? question_read(out, command, words + 1, error)
                          : error_set(error, "%.200s: no line '# command: pasur ...' says what it answers", out->name);
    free(copy);
    return good;
}

/* ---- rows of rounds and of matches, as blocks of one board: of each agent its differences and its wins, and its rows */

enum { ROW_FIGURES = 2, AGENT_NUMBERS = 3 };

typedef struct {
    Reading *reading;
    CsvReader csv;
    int board, seat, agent, value, points; /* columns */
    double seats_a_side;
    bool whole_matches; /* rounds of matches: who won is not in their rows */
    /* the round that is read: */
    int agents[MAX_SEATS], seats;
    double scored[MAX_SEATS];
} Rows;

static void rows_open(Rows *rows)
{
    Result *result = &rows->reading->result;
    const bool rounds = rows->reading->from == FROM_ROUNDS;
    const char *text = result_head_of(result, "rules");
    Rules rules;
    Error unused;
    rows->board = result_column(result, "board");
    rows->seat = result_column(result, "seat");
    rows->agent = result_column(result, "agent");
    rows->value = result_column(result, rounds ? "diff" : "won");
    rows->points = result_column(result, "points");
    rows->seats_a_side =
        text && rules_parse(&rules, text, &unused) && rules.sides ? (double)rules.players / rules.sides : 1;
    rows->reading->blocks.width = BLOCK_HEAD + AGENT_NUMBERS * (size_t)rows->reading->agent_count;
}

/* The numbers of an agent on the board that is read: its differences or won matches, its won rounds, its rows. */
static double *rows_numbers(const Rows *rows, int agent)
{
    const BlockNumbers *blocks = &rows->reading->blocks;
    return blocks->values + (blocks->count - 1) * blocks->width + BLOCK_HEAD + AGENT_NUMBERS * agent;
}

/* A round of which all rows are read: its highest points share the win. */
static void rows_round(Rows *rows)
{
    double best = -INFINITY, sharing = 0;
    for (int seat = 0; seat < rows->seats; seat++)
        best = fmax(best, rows->scored[seat]);
    for (int seat = 0; seat < rows->seats; seat++)
        sharing += rows->scored[seat] == best;
    for (int seat = 0; seat < rows->seats; seat++)
        if (rows->scored[seat] == best) rows_numbers(rows, rows->agents[seat])[1] += rows->seats_a_side / sharing;
    rows->seats = 0;
}

static bool rows_board(Rows *rows, double board)
{
    BlockNumbers *blocks = &rows->reading->blocks;
    const size_t size = blocks->width * sizeof *blocks->values;
    rows_round(rows);
    if (!(blocks->count & (blocks->count - 1))) { /* room for as many again */
        double *more = realloc(blocks->values, (blocks->count ? 2 * blocks->count : 1) * size);
        if (!more) return error_memory(&rows->reading->result.error);
        blocks->values = more;
    }
    double *block = blocks->values + blocks->count++ * blocks->width;
    memset(block, 0, size);
    block[BLOCK_FIRST] = board;
    block[BLOCK_SEEN] = 1;
    return true;
}

/* The agent's place in the command; -1 with the reason. */
static int rows_agent(Rows *rows, const char *name)
{
    for (int i = 0; i < rows->reading->agent_count; i++)
        if (!strcmp(rows->reading->agents[i], name)) return i;
    return result_complain(&rows->reading->result, "the command names no agent %.60s", name), -1;
}

static bool rows_take(Rows *rows)
{
    Result *result = &rows->reading->result;
    const BlockNumbers *blocks = &rows->reading->blocks;
    const double last = blocks->count ? block_of(blocks, blocks->count - 1)[BLOCK_FIRST] : -INFINITY;
    double board, seat, value;
    if (!csv_number(&board, &rows->csv, (size_t)rows->board) || !csv_number(&seat, &rows->csv, (size_t)rows->seat) ||
        !csv_number(&value, &rows->csv, (size_t)rows->value))
        return false;
    if (!(board >= last) || isnan(value) || !(seat >= 0 && seat < MAX_SEATS))
        return result_complain(result, "board, seat or figure is not as it should be here");
    const int agent = rows_agent(rows, rows->csv.fields[rows->agent]);
    if (agent < 0 || (board > last && !rows_board(rows, board))) return false;
    if (rows->reading->from == FROM_ROUNDS) {
        if (seat == 0) rows_round(rows);
        if (rows->seats == MAX_SEATS) return result_complain(result, "a round of too many seats");
        if (!csv_number(&rows->scored[rows->seats], &rows->csv, (size_t)rows->points)) return false;
        rows->agents[rows->seats++] = agent;
        rows->whole_matches |= *rows->csv.fields[result_column(result, "match")] != 0;
    }
    double *numbers = rows_numbers(rows, agent);
    numbers[0] += value;
    numbers[AGENT_NUMBERS - 1]++;
    return true;
}

/* The figures of rows: a Finding and a BlockFigure each. */
static bool rows_figures(const Rows *rows, Error *error)
{
    Reading *reading = rows->reading;
    BlockNumbers *blocks = &reading->blocks;
    const bool rounds = reading->from == FROM_ROUNDS;
    const size_t room = ROW_FIGURES * MAX_SEATS;
    blocks->figures = calloc(room, sizeof *blocks->figures);
    reading->findings.list = calloc(room, sizeof *reading->findings.list);
    if (!blocks->figures || !reading->findings.list) return error_memory(error);
    for (int place = 0; place < ROW_FIGURES * reading->agent_count; place++) {
        const int agent = place / ROW_FIGURES, number = place % ROW_FIGURES;
        const bool wins = number || !rounds;
        if (number && (!rounds || rows->whole_matches)) continue;
        const BlockFigure figure = {wins ? "win_rate" : "diff_mean", (size_t)agent, AGENT_NUMBERS * agent + number,
                                    AGENT_NUMBERS * agent + AGENT_NUMBERS - 1, 1};
        PairedSums sums = {0};
        for (size_t i = 0; i < blocks->count; i++) {
            double numbers[4] = {0};
            block_numbers(numbers, block_of(blocks, i), &figure);
            paired_add(&sums, numbers, 1);
        }
        const Estimate e = paired_estimate(&sums, 0);
        blocks->figures[blocks->figure_count++] = figure;
        reading->findings.list[reading->findings.count++] =
            (Finding){.key = {{reading->agents[agent]}, figure.figure, wins ? "share" : "points a round", 0},
                      .row = (size_t)agent,
                      .measured = {e.mean, e.se > 0 ? e.se : NAN, (double)e.n},
                      .boards = (double)e.n};
    }
    return true;
}

static bool rows_read(Rows *rows, Error *error)
{
    Reading *reading = rows->reading;
    CsvRead read;
    for (int i = 0; i < reading->agent_count; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(reading->agents[i], reading->agents[k]))
                return error_set(error,
                                 "%.200s: two agents are named %.60s, so its rows do not tell who is who; compare "
                                 "figures (--csv) or run directories, or tell them apart by name=",
                                 reading->name, reading->agents[i]);
    rows_open(rows);
    while ((read = csv_next(&rows->csv)) == CSV_ROW)
        if (!rows_take(rows)) break;
    if (read != CSV_END) return *error = reading->result.error, false;
    if (reading->blocks.count) rows_round(rows);
    if (!result_head_of(&reading->result, "PARTIAL") && !result_head_of(&reading->result, "wall_seconds"))
        return error_set(error, "%.200s: it is cut off: no line '# wall_seconds:' ends it", reading->name);
    return rows_figures(rows, error);
}

/* ---- run directories */

static bool is_directory(const char *name)
{
    struct stat what;
    return stat(name, &what) == 0 && S_ISDIR(what.st_mode);
}

bool directory_look(RunLook *look, char part[static 40], const Driver *driver, const char *name, Error *error)
{
    char quiet[] = "--quiet";
    RunDir dir;
    *part = 0;
    if (!run_dir_look(&dir, name, error)) return false;
    run_info_value(part, 40, &dir.info, "part");
    run_dir_close(&dir, error);
    look->dirs = &name;
    look->count = 1;
    look->keeps = true;
    look->error = error;
    error_set(error, "%.200s cannot be read", name);
    return !command_look(driver->commands, look, (char *const[]){quiet, NULL});
}

static bool blocks_copy(BlockNumbers *out, const Blocks *blocks)
{
    const SumsShape *shape = blocks->count ? &blocks->list->sums.shape : &(SumsShape){.count = 0};
    const int sums = shape->rows * shape->count;
    out->width = BLOCK_HEAD + 1 + (size_t)sums;
    double *to = out->values = calloc(blocks->count * out->width + 1, sizeof *out->values);
    if (!to) return false;
    for (const Block *block = blocks->list; out->count < blocks->count; out->count++, block++) {
        *to++ = (double)block->first;
        *to++ = (double)block_boards(block);
        *to++ = (double)block->sums.boards;
        for (int i = 0; i < sums; i++)
            *to++ = (double)block->sums.x[i];
    }
    return true;
}

static bool directory_read(Reading *out, const Driver *driver, Error *error)
{
    char part[40];
    KeptBlocks blocks = {0};
    RunLook look = {.quiet = true, .blocks = &blocks};
    bool good = directory_look(&look, part, driver, out->name, error);
    for (size_t i = 1; i < look.result_count; i++)
        result_free(&look.results[i]);
    if (look.result_count) out->result = look.results[0];
    free(look.results);
    if (*part)
        good = error_set(error, "%.200s: a part of a run; 'pasur merge' puts the parts together", out->name);
    else if (good && !look.result_count)
        good = error_set(error, "%.200s: nothing of it is finished yet", out->name);
    good = good && (blocks_copy(&out->blocks, &blocks.blocks) || error_memory(error));
    out->blocks.figures = blocks.figures;
    out->blocks.figure_count = blocks.figure_count;
    blocks_free(&blocks.blocks);
    return good;
}

/* ---- any of them */

/* Opens a file and reads its heads. */
static bool file_begin(Reading *out, CsvReader *csv, const Driver *driver, Error *error)
{
    const ResultKind *kinds[KINDS_MOST + 1];
    kinds_list(kinds, driver->commands);
    if (!csv_open(csv, &out->result, out->name) || !csv_begin(csv) || !csv_kind(csv, kinds))
        return *error = out->result.error, false;
    out->from = out->result.kind == &RESULT_ROUNDS    ? FROM_ROUNDS
                : out->result.kind == &RESULT_MATCHES ? FROM_MATCHES
                                                      : FROM_FIGURES;
    return out->from < FROM_FIGURES || csv_rows(csv, CSV_MOST_ROWS) || (*error = out->result.error, false);
}

bool reading_read(Reading *out, Driver *driver, const char *name, Error *error)
{
    Result *result = &out->result;
    Rows rows = {.reading = out};
    *out = (Reading){.name = name, .from = FROM_DIRECTORY};
    if (!strcmp(name, "-")) return error_set(error, "stdin is read once only: name files");
    bool good = is_directory(name) ? directory_read(out, driver, error) : file_begin(out, &rows.csv, driver, error);
    result->name = name;
    out->kind = out->from < FROM_FIGURES ? &RESULT_SIM : result->kind;
    if (good && !out->kind->measures)
        good = error_set(error, "%.200s: a result of '%s' is neither compared nor pooled", name,
                         result->kind->table->file);
    out->seed = result_head_of(result, "seed");
    if (good && !out->seed) good = error_set(error, "%.200s: no line '# seed:' says its seed", name);
    if (good && result_partial(result) && out->from >= FROM_FIGURES)
        driver_note(driver, "note: %s is not whole: %s", name, result_partial(result));
    good = good && question_find(out, driver, error) &&
           (out->from < FROM_FIGURES ? rows_read(&rows, error)
                                     : findings_make(&out->findings, result) || error_memory(error));
    csv_close(&rows.csv);
    return good;
}

void reading_free(Reading *reading)
{
    result_free(&reading->result);
    free(reading->question);
    free(reading->place);
    free(reading->findings.list);
    free(reading->blocks.figures);
    free(reading->blocks.values);
}

bool readings_fit(Driver *driver, const Reading *a, const Reading *b, bool agents, Error *error)
{
    const char *commits[2] = {result_head_of(&a->result, "commit"), result_head_of(&b->result, "commit")};
    if (agents ? strcmp(a->question, b->question) : strcmp(a->place, b->place))
        return error_set(error, "%.100s and %.100s answer different questions: '%.150s' and '%.150s'", a->name, b->name,
                         a->question, b->question);
    if (a->kind != b->kind)
        return error_set(error,
                         "%.100s and %.100s hold different figures of one question: those of '%.60s' and of '%.60s'",
                         a->name, b->name, a->kind->table->file, b->kind->table->file);
    if (commits[0] && commits[1] && strcmp(commits[0], commits[1]))
        driver_note(driver, "note: %s and %s were written by different versions, %s and %s", a->name, b->name,
                    commits[0], commits[1]);
    return true;
}

const BlockFigure *block_figure(const BlockNumbers *blocks, const Finding *finding)
{
    for (size_t i = 0; i < blocks->figure_count; i++)
        if (blocks->figures[i].row == finding->row && !strcmp(blocks->figures[i].figure, finding->key.figure))
            return &blocks->figures[i];
    return NULL;
}

void block_numbers(double out[static 2], const double *block, const BlockFigure *figure)
{
    out[0] = block[BLOCK_HEAD + figure->sum] / figure->scale;
    out[1] = block[BLOCK_HEAD + figure->count];
}
