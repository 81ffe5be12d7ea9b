/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads results from files and run directories, and says which question they answer. */
#include "analysis/commands/results/reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/commands/commands.h"
#include "analysis/report/result.h"
#include "engine/text/words.h"
#include "sim/files/text_buffer.h"
#include "sim/measures.h"

enum { WORDS_MOST = OPTIONS_MAX_ARGS };

/* ---- the question */

static bool names_agents(OptionTakes takes) { return takes == TAKES_AGENT || takes == TAKES_AGENTS; }

/* The words with all options that change the answer, and not how much is played, with which seed or, where `agents` is
   false, by whom. */
static void question_print(FILE *out, const Reading *reading, const Driver *asked, bool agents)
{
    const OptionsSpec *spec = &asked->command->spec;
    const char *rules = result_head_of(&reading->result, "rules"); /* one set of rules has one text there */
    char but[80];
    snprintf(but, sizeof but, " seed stop %s ", asked->command->sample ? asked->command->sample : "");
    fprintf(out, "pasur %s", spec->command);
    for (int i = 0; i < asked->parsed.arg_count; i++)
        again_word(out, agents || !names_agents(spec->args.takes) ? asked->parsed.args[i] : "AGENT");
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        char text[64] = "", name[64];
        snprintf(name, sizeof name, " %s ", option->name);
        if (!option_identifies(option) || strstr(but, name) || (!agents && names_agents(option->takes)) ||
            !(asked->parsed.given >> i & 1 || option->fallback))
            continue;
        const char *value = option_value_text(text, option, driver_value(asked, option));
        if (option->takes == TAKES_RULES && rules) value = rules;
        if (option->fallback && !strcmp(value, option->fallback)) continue; /* as if it were not given */
        fprintf(out, " --%s", option->name);
        if (option->type != OPTION_FLAG && strcmp(option->name, "matches")) again_word(out, value);
    }
}

/* Fills question, place and agents from these words, "sim A B --options". */
static bool question_read(Reading *out, const Command *command, char *words[], Error *error)
{
    Driver asked = {.command = command, .own = calloc(1, command->size + 1)};
    bool good = asked.own || error_memory(error);
    if (good && options_parse(&asked.parsed, &command->spec, words, asked.own, &asked.common, error) != OPTIONS_OK)
        good = error_under(error, "%.200s: its command", out->name);
    for (int agents = 0; good && agents < 2; agents++) {
        char **text = agents ? &out->question : &out->place;
        size_t length;
        FILE *stream = open_memstream(text, &length);
        if (stream) question_print(stream, out, &asked, agents);
        good = text_stream_close(stream, text) || error_memory(error);
    }
    for (int i = 0; good && i < asked.parsed.arg_count && i < MAX_SEATS; i++) { /* what name= says, or the text */
        const char *text = asked.parsed.args[i], *rest = strchr(text, ':'),
                   *shown = rest && !strncmp(rest, ":name=", 6) ? rest + 6 : text;
        snprintf(out->agents[out->agent_count++], AGENT_NAME, "%.*s",
                 (int)(shown > text ? agent_shown_length(shown) : strlen(text)), shown);
    }
    free(asked.own);
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

/* ---- its figures */

bool unit_is_share(const char *unit) { return !strncmp(unit, "share", 5); }

/* Which row it is, by its keys; false: it does not count. */
static bool row_find(RowKey *out, const Result *result, size_t row)
{
    for (const Column *column = result->columns; column < result->columns + result->column_count; column++) {
        if (!column->key && !column->only) continue;
        const char *text = text_at(result, row, column->name);
        if (column->only && strcmp(text, column->only)) return false;
        if (column->key) out->names[column->key - 1] = text;
    }
    return true;
}

/* The figure of a row with its standard error: as its columns say it, where the number of boards was fixed; else half
   the interval that stands behind the figure, which is never too narrow. The error is unknown where it has no
   interval. */
static Measured measure_read(const Result *result, size_t row, const Column *column)
{
    const char *how = result_head_of(result, "interval"), *error = column->measured;
    const bool fixed = !how || !strstr(how, "any");
    const Interval interval = interval_behind(result, row, (size_t)(column - result->columns));
    Measured out = {number_at(result, row, column->name), fixed && *error ? number_at(result, row, error) : NAN,
                    number_at(result, row, "boards")};
    if (strstr(error, "_sd")) out.se /= sqrt(out.boards);
    if (isnan(out.se)) {
        const double df = out.boards > 1 ? out.boards - 1 : 1e6;
        out.se = interval_half_width(interval) / student_upper(result_alpha(result) / 2, df);
    }
    if (!interval_known(interval) || !isfinite(out.value) || !(out.se > 0)) out.se = NAN;
    return out;
}

/* Those that are measured. False if memory runs out. */
static bool findings_make(Reading *out, Error *error)
{
    Result *result = &out->result;
    out->findings = result_alloc(result, result->row_count * MEASURES_MOST + 1, sizeof *out->findings);
    for (size_t row = 0; out->findings && row < result->row_count; row++) {
        RowKey key = {.names = {"", "", "", ""}};
        int which = 0;
        if (!row_find(&key, result, row)) continue;
        for (const Column *column = result->columns; column < result->columns + result->column_count; column++) {
            if (!column->measured) continue;
            key.column = column->name;
            key.unit = strstr(column->unit, ", or ") ? result_unit(result) : column->unit;
            out->findings[out->count] = (Finding){key, row, which++, measure_read(result, row, column)};
            out->count += result_filled(result, column->name);
        }
    }
    return out->findings || error_memory(error);
}

bool keys_same(const RowKey *a, const RowKey *b, int from, bool against)
{
    for (int key = from; key < MEASURE_KEYS; key++)
        if ((against || key != MEASURE_AGAINST) && strcmp(a->names[key], b->names[key])) return false;
    return !strcmp(a->column, b->column);
}

const Finding *finding_same(const Reading *in, const Finding *finding, size_t index)
{
    if (index < in->count && keys_same(&finding->key, &in->findings[index].key, 0, true)) return &in->findings[index];
    for (size_t i = 0; i < in->count; i++)
        if (keys_same(&finding->key, &in->findings[i].key, 0, true)) return &in->findings[i];
    return NULL;
}

/* ---- rows of rounds and of matches, as blocks of one board: sums over each agent's rows */

/* The rows of a file, and the round that they are in. */
typedef struct {
    Rules rules;
    int measures; /* of each agent: of rounds diff_mean and win_rate; of rounds of matches the first, of matches the second */
    double round;
    int seats, agents[MAX_SEATS], diff[MAX_SIDES]; /* seats: how many were read; diff: by side, times sides - 1 */
} RowsRead;

static void ratio_add(Reading *out, int finding, double value)
{
    double *ratio = out->blocks + (out->block_count - 1) * out->block_width + BLOCK_HEAD + 2 * finding;
    ratio[0] += value;
    ratio[1]++;
}

/* Takes a row, and with a round's last one adds what the agents won; not of a round that lacks a row. */
static void round_take(Reading *out, RowsRead *rows, double round, double seat, int agent, double diff)
{
    const Rules *rules = &rows->rules;
    int win[MAX_SIDES];
    if (seat == 0) rows->round = round, rows->seats = 0;
    if (round != rows->round || seat != rows->seats) return;
    rows->agents[rows->seats] = agent;
    rows->diff[rules_side(rules, rows->seats)] = (int)lround(diff * (rules->sides - 1));
    if (++rows->seats < rules->players) return;
    rows->seats = 0;
    win_units(win, rows->diff, rules->sides);
    for (int i = 0; i < rules->players; i++)
        ratio_add(out, 2 * rows->agents[i] + 1, (double)win[rules_side(rules, i)] / win_scale(rules->sides));
}

/* Adds the current row. False with the reason in the result's error. */
static bool row_take(Reading *out, RowsRead *rows, CsvReader *csv)
{
    enum { BOARD, VALUE, ROUND, SEAT, NUMBERS }; /* the last two may be missing */
    Result *result = &out->result;
    const char *const columns[] = {"board", out->from == FROM_ROUNDS ? "diff" : "won", "round", "seat"};
    const int who = result_column(result, "agent");
    const double last = out->block_count ? block_of(out, out->block_count - 1)[BLOCK_FIRST] : -INFINITY;
    double read[NUMBERS] = {NAN, NAN, NAN, NAN};
    int agent = 0;
    for (int i = 0; i < NUMBERS; i++) {
        const int at = result_column(result, columns[i]);
        if (who < 0 || (at < 0 && i <= VALUE))
            return result_complain(result, "it takes the columns agent, board and %s", columns[VALUE]);
        if (at >= 0 && !result_value_read(&read[i], result, csv->fields[at], (size_t)at)) return false;
    }
    if (!(read[BOARD] >= last) || isnan(read[VALUE]))
        return result_complain(result, "board or figure is not as it should be here");
    while (agent < out->agent_count && strcmp(out->agents[agent], csv->fields[who]))
        agent++;
    if (agent == out->agent_count) return result_complain(result, "the command names no agent %.60s", csv->fields[who]);
    const double block[BLOCK_HEAD + 4 * MAX_SEATS] = {read[BOARD], 1};
    if (read[BOARD] > last && !list_add(&out->blocks, &out->block_count, block, out->block_width * sizeof *block))
        return error_memory(&result->error);
    ratio_add(out, rows->measures * agent, read[VALUE]);
    if (rows->measures > 1) round_take(out, rows, read[ROUND], read[SEAT], agent, read[VALUE]);
    return true;
}

static bool rows_read(Reading *out, CsvReader *csv, Error *error)
{
    CsvRead read;
    RowsRead rows = {.measures = 1};
    if (out->from == FROM_ROUNDS && !strstr(out->place, " --matches") && result_rules(&rows.rules, &out->result))
        rows.measures = 2;
    for (int i = 0; i < out->agent_count; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(out->agents[i], out->agents[k]))
                return error_set(error,
                                 "%.200s: two agents are named %.60s, so its rows do not say who is who; compare "
                                 "figures (--csv) or run directories, or tell them apart by name=",
                                 out->name, out->agents[i]);
    const size_t measures = (size_t)rows.measures, count = measures * (size_t)out->agent_count;
    out->block_width = BLOCK_HEAD + 2 * count;
    while ((read = csv_next(csv)) == CSV_ROW)
        if (!row_take(out, &rows, csv)) break;
    if (read != CSV_END) return *error = out->result.error, false;
    if (!result_head_of(&out->result, "PARTIAL") && !result_head_of(&out->result, "wall_seconds"))
        return error_set(error, "%.200s: it is cut off: no line '# wall_seconds:' ends it", out->name);
    out->findings = result_alloc(&out->result, count, sizeof *out->findings);
    PairedBlock *boards = result_alloc(&out->result, out->block_count + 1, sizeof *boards);
    if (!out->findings || !boards) return error_memory(error);
    for (; out->count < count; out->count++) {
        const size_t agent = out->count / measures;
        const bool diff = out->from == FROM_ROUNDS && out->count % measures == 0;
        Finding *finding = &out->findings[out->count];
        for (size_t i = 0; i < out->block_count; i++) {
            const double *ratio = block_ratio(out, i, finding);
            boards[i] = (PairedBlock){{ratio[0], ratio[1]}, 1};
        }
        const Estimate e = paired_of(boards, out->block_count).of[0];
        *finding = (Finding){.key = {.names = {out->agents[agent], "", "", ""},
                                     .column = diff ? "diff_mean" : "win_rate",
                                     .unit = diff ? "points a round" : "share"},
                             .row = agent,
                             .measured = {e.mean, e.se > 0 ? e.se : NAN, (double)e.n}};
    }
    return true;
}

/* ---- run directories */

bool directory_look(Driver *out, const Driver *driver, const char *name, Error *error)
{
    error_set(error, "%.200s cannot be read", name);
    return !command_look(out, driver->commands, &name, 1, NULL, (RunLook){.quiet = true, .error = error});
}

static bool directory_read(Reading *out, Driver *ran, const Driver *driver, Error *error)
{
    bool good = directory_look(ran, driver, out->name, error);
    if (ran->result_count) out->result = *ran->results, *ran->results = (Result){0};
    if (run_keep_part(ran))
        good = error_set(error, "%.200s: a part of a run; 'pasur merge' puts the parts together", out->name);
    else if (good && !ran->result_count)
        good = error_set(error, "%.200s: nothing of it is finished yet", out->name);
    return good;
}

/* The figures of what the directory keeps of blocks, by one rule: a sum over another one or over the boards. */
static bool directory_blocks(Reading *out, const Driver *ran, Error *error)
{
    out->block_width = BLOCK_HEAD + 2 * out->count;
    const Blocks *kept = &ran->run.blocks;
    double *to = out->blocks = calloc(kept->count * out->block_width + 1, sizeof *out->blocks);
    if (!to) return error_memory(error);
    for (const Block *block = kept->list; out->block_count < kept->count; out->block_count++, block++) {
        *to++ = (double)block->first;
        *to++ = (double)block_boards(block);
        for (size_t i = 0; i < out->count; i++, to += 2) {
            const BlockRatio ratio = ran->command->ratio(ran, out->findings[i].row, out->findings[i].which);
            if (!(ratio.scale > 0)) continue;
            to[0] = (double)sums_x(&block->sums, ratio.row, ratio.sum) / ratio.scale;
            to[1] = (double)(ratio.over < 0 ? block->sums.boards : sums_x(&block->sums, ratio.over, ratio.count));
        }
    }
    return true;
}

/* ---- any of them */

/* Opens a file and reads its heads, and the rows of figures. */
static bool file_begin(Reading *out, CsvReader *csv, const Driver *driver, Error *error)
{
    const ResultKind *kinds[KINDS_MOST + 1];
    kinds_list(kinds, driver->commands);
    if (!csv_open(csv, &out->result, out->name) || !csv_begin(csv) || !csv_kind(csv, kinds))
        return *error = out->result.error, false;
    out->from = out->result.kind == &RESULT_ROUNDS    ? FROM_ROUNDS
                : out->result.kind == &RESULT_MATCHES ? FROM_MATCHES
                                                      : FROM_RESULTS;
    return out->from < FROM_RESULTS || csv_rows(csv, CSV_MOST_ROWS) || (*error = out->result.error, false);
}

bool reading_read(Reading *out, Driver *driver, const char *name, Error *error)
{
    Result *result = &out->result;
    CsvReader csv = {0};
    Driver ran = {.command = NULL};
    struct stat what;
    *out = (Reading){.name = name, .from = FROM_DIRECTORY};
    if (!strcmp(name, "-")) return error_set(error, "stdin can be read only once: name files");
    bool good = !stat(name, &what) && S_ISDIR(what.st_mode) ? directory_read(out, &ran, driver, error)
                                                            : file_begin(out, &csv, driver, error);
    result->name = name;
    out->kind = out->from < FROM_RESULTS ? &RESULT_SIM : result->kind;
    size_t measured = 0;
    while (good && measured < out->kind->table->count && !out->kind->table->columns[measured].measured)
        measured++;
    if (good && measured == out->kind->table->count)
        good = error_set(error, "%.200s: a result of '%s' is neither compared nor pooled", name,
                         result->kind->table->file);
    out->seed = result_head_of(result, "seed");
    if (good && !out->seed) good = error_set(error, "%.200s: no line '# seed:' says its seed", name);
    if (good && result_partial(result) && out->from >= FROM_RESULTS)
        driver_note(driver, "note: %s is not whole: %s", name, result_partial(result));
    good = good && question_find(out, driver, error) &&
           (out->from < FROM_RESULTS ? rows_read(out, &csv, error)
                                     : findings_make(out, error) && directory_blocks(out, &ran, error));
    csv_close(&csv);
    driver_free(&ran);
    return good;
}

void reading_free(Reading *reading)
{
    result_free(&reading->result);
    free(reading->question);
    free(reading->place);
    free(reading->blocks);
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
    const bool column = !strcmp(a->column, b->column),
               results = (!strcmp(a->column, "win_rate") && !strcmp(b->column, "elo")) ||
                         (!strcmp(a->column, "elo") && !strcmp(b->column, "win_rate"));
    const char *const *x = a->names, *const *y = b->names;
    if (two && column) return true;
    if ((!results && !column) || strcmp(x[WHICH], y[WHICH]) || strcmp(x[RULE], y[RULE])) return false;
    return (results && !strcmp(x[WHO], y[WHO]) && !strcmp(x[AGAINST], y[AGAINST])) ||
           (*x[AGAINST] && !strcmp(x[WHO], y[AGAINST]) && !strcmp(x[AGAINST], y[WHO]));
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

const bool *rows_mirrored(Result *result)
{
    bool *mirrors = result_alloc(result, result->row_count, sizeof *mirrors);
    for (size_t row = 0; mirrors && row < result->row_count; row++)
        for (size_t k = 0; k < row && !mirrors[row]; k++)
            mirrors[row] = number_at(result, row, "hypothesis") == number_at(result, k, "hypothesis") &&
                           !strcmp(text_at(result, row, "figure"), text_at(result, k, "figure"));
    return mirrors;
}

void rows_tell(FILE *out, const Driver *driver, const ColumnTable *table, unsigned is, const void *rows, size_t size,
               size_t count)
{
    const bool *mirrors = rows_mirrored(driver->results);
    char *told = result_alloc(driver->results, count, size);
    size_t kept = 0;
    for (size_t i = 0; mirrors && told && i < count; i++)
        if (!mirrors[i]) memcpy(told + kept++ * size, (const char *)rows + i * size, size);
    column_table_print(out, &driver->page, table, is, told, size, kept);
    verdicts_print(out, driver->results);
}
