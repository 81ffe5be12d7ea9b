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

/* ---- their figures */

static bool row_counts(Result *result, size_t row)
{
    const FigureTable *table = result->kind->table;
    for (const Figure *key = table->figures; key < table->figures + table->count; key++)
        if (key->only && strcmp(text_at(result, row, key->name), key->only)) return false;
    return true;
}

bool figure_is_share(const char *unit) { return !strncmp(unit, "share", 5); }

/* The interval that stands behind a figure. */
static Interval figure_interval(const Result *result, size_t row, const Figure *figure)
{
    const Figure *low = figure + 1;
    while (!low->name || strlen(low->name) < 4 || strcmp(low->name + strlen(low->name) - 4, "_low"))
        low++;
    return (Interval){number_at(result, row, low[0].name), number_at(result, row, low[1].name)};
}

/* The figure of a row with its standard error: as its columns say it, where the number of boards was fixed; else half
   the interval, which is never too narrow. The error is unknown where it has no interval. */
static void measure_read(Finding *out, Result *result, size_t row, const Figure *figure)
{
    const char *how = result_head_of(result, "interval"), *error = figure->measured;
    const bool fixed = !how || !strstr(how, "any");
    const Interval interval = figure_interval(result, row, figure);
    double se = fixed && *error ? number_at(result, row, error) : NAN;
    out->boards = number_at(result, row, "boards");
    if (strstr(error, "_sd")) se /= sqrt(out->boards);
    if (isnan(se)) {
        const double df = out->boards > 1 ? out->boards - 1 : 1e6;
        se = interval_half_width(interval) / student_upper(result_alpha(result) / 2, df);
    }
    out->measured = (Measured){number_at(result, row, figure->name), se, out->boards};
    if (!interval_known(interval) || !isfinite(out->measured.value) || !(se > 0)) out->measured.se = NAN;
}

/* Which row it is, by its keys. */
static void keys_read(Finding *out, Result *result, size_t row)
{
    const FigureTable *table = result->kind->table;
    for (const Figure *key = table->figures; key < table->figures + table->count; key++)
        if (key->key) out->key.names[key->key - 1] = text_at(result, row, key->name);
}

/* Those that are measured. False if memory runs out. */
static bool findings_make(Findings *out, Result *result)
{
    const FigureTable *table = result->kind->table;
    *out = (Findings){.list = calloc(result->row_count * MEASURES_MOST + 1, sizeof *out->list)};
    for (size_t row = 0; out->list && row < result->row_count; row++) {
        int which = 0;
        if (!row_counts(result, row)) continue;
        for (const Figure *figure = table->figures; figure < table->figures + table->count; figure++) {
            if (!figure->measured) continue;
            const char *unit = strstr(figure->unit, ", or ") ? result_unit(result) : figure->unit;
            const int number = which++;
            if (!result_filled(result, figure->name)) continue;
            Finding *finding = &out->list[out->count];
            *finding = (Finding){
                .key = {.figure = figure->name, .unit = unit}, .row = row, .which = number, .ratio = out->count++};
            keys_read(finding, result, row);
            measure_read(finding, result, row, figure);
        }
    }
    return out->list != NULL;
}

/* Has it measured figures? */
static bool kind_measured(const ResultKind *kind)
{
    for (size_t i = 0; i < kind->table->count; i++)
        if (kind->table->figures[i].measured) return true;
    return false;
}

static bool names_same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static bool finding_is(const RowKey *a, const RowKey *b)
{
    for (int key = 0; key < MEASURE_KEYS; key++)
        if (a->names[key] && strcmp(a->names[key], b->names[key])) return false;
    return !strcmp(a->figure, b->figure);
}

const Finding *finding_same(const Findings *in, const Finding *finding, size_t index)
{
    if (index < in->count && finding_is(&finding->key, &in->list[index].key)) return &in->list[index];
    for (size_t i = 0; i < in->count; i++)
        if (finding_is(&finding->key, &in->list[i].key)) return &in->list[i];
    return NULL;
}

/* ---- rows of rounds and of matches, as blocks of one board: of each agent its differences (or won matches) and its won
   rounds, each over its rows */

enum { AGENT_VALUE, AGENT_ROWS, AGENT_WINS, AGENT_ROUNDS, AGENT_NUMBERS };

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

/* The numbers of an agent on the board that is read. */
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
        if (rows->scored[seat] == best)
            rows_numbers(rows, rows->agents[seat])[AGENT_WINS] += rows->seats_a_side / sharing;
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
    numbers[AGENT_VALUE] += value;
    numbers[AGENT_ROWS]++, numbers[AGENT_ROUNDS]++;
    return true;
}

static bool rows_figures(const Rows *rows, Error *error)
{
    enum { FIGURES = AGENT_NUMBERS / 2 };
    Reading *reading = rows->reading;
    const BlockNumbers *blocks = &reading->blocks;
    const bool rounds = reading->from == FROM_ROUNDS;
    reading->findings.list = calloc(FIGURES * MAX_SEATS, sizeof *reading->findings.list);
    PairedBlock *boards = calloc(blocks->count + 1, sizeof *boards);
    if (!reading->findings.list || !boards) return free(boards), error_memory(error);
    for (int place = 0; place < FIGURES * reading->agent_count; place++) {
        const char *agent = reading->agents[place / FIGURES];
        const bool second = place % FIGURES, wins = second || !rounds;
        if (second && (!rounds || rows->whole_matches)) continue;
        for (size_t i = 0; i < blocks->count; i++) {
            const double *numbers = block_ratio(blocks, i, (size_t)place);
            boards[i] = (PairedBlock){{numbers[0], numbers[1]}, 1};
        }
        const Estimate e = paired_of(boards, blocks->count).of[0];
        reading->findings.list[reading->findings.count++] =
            (Finding){.key = {{agent}, wins ? "win_rate" : "diff_mean", wins ? "share" : "points a round", 0},
                      .row = (size_t)(place / FIGURES),
                      .ratio = (size_t)place,
                      .measured = {e.mean, e.se > 0 ? e.se : NAN, (double)e.n},
                      .boards = (double)e.n};
    }
    free(boards);
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

static bool directory_read(Reading *out, RunLook *look, const Driver *driver, Error *error)
{
    char part[40];
    bool good = directory_look(look, part, driver, out->name, error);
    for (size_t i = 1; i < look->result_count; i++)
        result_free(&look->results[i]);
    if (look->result_count) out->result = look->results[0];
    if (*part)
        good = error_set(error, "%.200s: a part of a run; 'pasur merge' puts the parts together", out->name);
    else if (good && !look->result_count)
        good = error_set(error, "%.200s: nothing of it is finished yet", out->name);
    return good;
}

/* The figures of what the directory keeps of blocks, by one rule: a sum over another one or over the boards. */
static bool directory_blocks(Reading *out, const RunLook *look, Error *error)
{
    BlockNumbers *blocks = &out->blocks;
    blocks->width = BLOCK_HEAD + 2 * out->findings.count;
    double *to = blocks->values = calloc(look->kept.count * blocks->width + 1, sizeof *blocks->values);
    if (!to) return error_memory(error);
    for (const Block *block = look->kept.list; blocks->count < look->kept.count; blocks->count++, block++) {
        *to++ = (double)block->first;
        *to++ = (double)block_boards(block);
        for (size_t i = 0; i < out->findings.count; i++, to += 2) {
            const Finding *finding = &out->findings.list[i];
            const BlockRatio *ratio = &look->ratios[finding->row][finding->which];
            if (!(ratio->scale > 0)) continue;
            to[0] = (double)sums_x(&block->sums, ratio->row, ratio->sum) / ratio->scale;
            to[1] = (double)(ratio->over < 0 ? block->sums.boards : sums_x(&block->sums, ratio->over, ratio->count));
        }
    }
    return true;
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
    RunLook look = {.quiet = true, .blocks = true};
    *out = (Reading){.name = name, .from = FROM_DIRECTORY};
    if (!strcmp(name, "-")) return error_set(error, "stdin is read once only: name files");
    bool good =
        is_directory(name) ? directory_read(out, &look, driver, error) : file_begin(out, &rows.csv, driver, error);
    result->name = name;
    out->kind = out->from < FROM_FIGURES ? &RESULT_SIM : result->kind;
    if (good && !kind_measured(out->kind))
        good = error_set(error, "%.200s: a result of '%s' is neither compared nor pooled", name,
                         result->kind->table->file);
    out->seed = result_head_of(result, "seed");
    if (good && !out->seed) good = error_set(error, "%.200s: no line '# seed:' says its seed", name);
    if (good && result_partial(result) && out->from >= FROM_FIGURES)
        driver_note(driver, "note: %s is not whole: %s", name, result_partial(result));
    good = good && question_find(out, driver, error) &&
           (out->from < FROM_FIGURES ? rows_read(&rows, error)
                                     : (findings_make(&out->findings, result) || error_memory(error)) &&
                                           directory_blocks(out, &look, error));
    csv_close(&rows.csv);
    blocks_free(&look.kept);
    free(look.ratios);
    free(look.results);
    return good;
}

void reading_free(Reading *reading)
{
    result_free(&reading->result);
    free(reading->question);
    free(reading->place);
    free(reading->findings.list);
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

/* ---- hypotheses */

/* Does one of two rows follow from the other? */
static bool hypothesis_same(const RowKey *a, const RowKey *b, bool two)
{
    enum { WHO, WHICH, AGAINST = MEASURE_AGAINST, RULE };
    const bool figure = !strcmp(a->figure, b->figure),
               results = (!strcmp(a->figure, "win_rate") && !strcmp(b->figure, "elo")) ||
                         (!strcmp(a->figure, "elo") && !strcmp(b->figure, "win_rate"));
    if (two && figure) return true;
    if ((!results && !figure) || !names_same(a->names[WHICH], b->names[WHICH]) ||
        !names_same(a->names[RULE], b->names[RULE]))
        return false;
    return (results && names_same(a->names[WHO], b->names[WHO]) && names_same(a->names[AGAINST], b->names[AGAINST])) ||
           (a->names[AGAINST] && names_same(a->names[WHO], b->names[AGAINST]) &&
            names_same(a->names[AGAINST], b->names[WHO]));
}

static RowKey *row_key(void *rows, size_t size, size_t index)
{
    return (RowKey *)(void *)((char *)rows + index * size);
}

void hypotheses_number(void *rows, size_t size, size_t count, bool two)
{
    int64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        RowKey *key = row_key(rows, size, i);
        key->hypothesis = 0;
        for (size_t k = 0; k < i && !key->hypothesis; k++)
            if (hypothesis_same(key, row_key(rows, size, k), two)) key->hypothesis = row_key(rows, size, k)->hypothesis;
        if (!key->hypothesis) key->hypothesis = ++number;
    }
}

bool hypotheses_adjust(void *rows, size_t size, size_t count, size_t asked, size_t from, size_t to)
{
    double *p = calloc(2 * count + 1, sizeof *p);
    size_t *of = calloc(count + 1, sizeof *of),
           found = 0; /* of: 1 + which p stands for the row; 0: it does not count */
    for (size_t i = 0; p && of && i < count; i++) {
        const char *row = (const char *)row_key(rows, size, i);
        if (asked != SIZE_MAX && !(*(const double *)(row + asked) > 0)) continue;
        for (size_t k = 0; k < i && !of[i]; k++)
            if (of[k] && row_key(rows, size, k)->hypothesis == row_key(rows, size, i)->hypothesis) of[i] = of[k];
        if (of[i]) continue;
        p[found] = *(const double *)(row + from);
        of[i] = ++found;
    }
    const bool good = p && of;
    if (good) holm_adjust(p + count, p, found);
    for (size_t i = 0; good && i < count; i++)
        if (of[i]) *(double *)((char *)row_key(rows, size, i) + to) = p[count + of[i] - 1];
    free(p);
    free(of);
    return good;
}

const bool *rows_mirrored(Result *result)
{
    const int figure = result_column(result, "figure"), hypothesis = result_column(result, "hypothesis");
    bool *mirrors = result_alloc(result, result->row_count, sizeof *mirrors);
    for (size_t row = 0; mirrors && row < result->row_count; row++)
        for (size_t k = 0; k < row && !mirrors[row]; k++)
            mirrors[row] = result_number(result, row, hypothesis) == result_number(result, k, hypothesis) &&
                           !strcmp(result_text(result, row, figure), result_text(result, k, figure));
    return mirrors;
}

void rows_tell(FILE *out, const Driver *driver, const FigureTable *table, unsigned is, const void *rows, size_t size,
               size_t count)
{
    const bool *mirrors = rows_mirrored(driver->results);
    char *told = result_alloc(driver->results, count, size);
    size_t kept = 0;
    for (size_t i = 0; mirrors && told && i < count; i++)
        if (!mirrors[i]) memcpy(told + kept++ * size, (const char *)rows + i * size, size);
    figures_print(out, &driver->page, table, is, told, size, kept);
    verdicts_print(out, driver->results);
}

const char *row_name(Result *result, size_t row)
{
    const char *which = text_at(result, row, "which"), *against = text_at(result, row, "against");
    return result_format(result, "%s%s%s%s%s", text_at(result, row, "who"), *which ? " " : "", which,
                         *against ? " against " : "", against);
}
