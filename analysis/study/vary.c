/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards under one rule set after the other, some at a time, and adds up values and differences. */
#include "analysis/study/vary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/tactics/tactic_run.h"
#include "engine/text/words.h"

enum { BLOCK = 2048 }; /* boards whose values are in memory */

/* ---- rule sets */

/* The text of the rules without a key's own word. */
static void without(char out[static RULES_TEXT], const char *rules, const char *key)
{
    const size_t length = strlen(key);
    size_t used = 0;
    for (const char *word = rules; *word; word += strcspn(word, ",") + (word[strcspn(word, ",")] != 0)) {
        const size_t size = strcspn(word, ",");
        if (!strncmp(word, key, length) && word[length] == '=') continue;
        used += (size_t)snprintf(out + used, RULES_TEXT - used, "%s%.*s", used ? "," : "", (int)size, word);
    }
}

/* Adds the rules `name`: a preset with its keys, or keys upon `rest`. */
static bool set_add(RuleSets *out, Rules made[], const char *rest, const char *name, Error *error)
{
    char *text = out->rules[out->count];
    const bool upon = memchr(name, '=', strcspn(name, ",")) != NULL;
    if (out->count == RULE_SETS) return error_set(error, "--vary: takes %d rule sets at most", RULE_SETS);
    Rules *rules = &made[out->count];
    snprintf(out->names[out->count], RULE_SET_NAME, "%s", name);
    if (snprintf(text, RULES_TEXT, "%s%s%s", upon ? rest : "", upon ? "," : "", name) >= RULES_TEXT)
        return error_set(error, "--vary: the rules are too long");
    if (!rules_parse(rules, text, error)) return error_under(error, "--vary");
    if (rules->players != made->players || rules->sides != made->sides)
        return error_set(error, "--vary: %.60s has %d seats and %.60s %d: a table stays as large as it is", name,
                         rules->players, out->names[0], made->players);
    for (int i = 0; i < out->count; i++)
        if (rules_equal(rules, &made[i]))
            return error_set(error, "--vary: %.60s and %.60s are the same rules", out->names[i], name);
    out->count++;
    return true;
}

bool rule_sets_read(RuleSets *out, const char *rules, const char *vary, Error *error)
{
    Rules base, made[RULE_SETS];
    char key[32] = "", rest[RULES_TEXT] = "", name[RULE_SET_NAME];
    const char *part = strchr(vary, '/') ? "/" : ",", *at = vary;
    const size_t length = strcspn(vary, "=");
    *out = (RuleSets){.count = 0};
    if (!rules_parse(&base, rules, error)) return false;
    if (strlen(rules) >= RULES_TEXT || !strpbrk(vary, "/,") ||
        (*part == ',' && (!vary[length] || length >= sizeof key)))
        return error_set(error, "--vary: '%.60s': expected KEY=V,W or A/B, such as sur_points=5,10 or pagat/bicycle",
                         vary);
    snprintf(rest, sizeof rest, "%s", rules);
    if (*part == ',') {
        snprintf(key, sizeof key, "%.*s", (int)length, vary);
        without(rest, rules, key);
        at += length + 1;
    }
    for (;; at++) {
        const size_t size = strcspn(at, part);
        if (strlen(key) + size + 2 > sizeof name) return error_set(error, "--vary: a rule set is too long");
        snprintf(name, sizeof name, "%s%s%.*s", key, *key ? "=" : "", (int)size, at);
        if (!set_add(out, made, rest, name, error)) return false;
        at += size;
        if (!*at) return true;
    }
}

/* ---- the boards */

/* What stands in the first row of a board until its value does: a board that is void has none. */
enum { NO_VALUE = INT32_MIN };

/* Is the board void under any rule set? */
static bool board_void(const VaryJob *job, const int32_t *values, uint64_t board)
{
    const size_t rows = (size_t)job->rows, set_size = BLOCK * rows;
    for (int set = 0; set < job->sets; set++)
        if (values[(size_t)set * set_size + board * rows] == NO_VALUE) return true;
    return false;
}

static void block_add(VaryCell *cells, const VaryJob *job, const int32_t *values, uint64_t count)
{
    const size_t rows = (size_t)job->rows, set_size = BLOCK * rows;
    for (uint64_t board = 0; board < count; board++)
        for (size_t row = 0; row < rows && !board_void(job, values, board); row++)
            for (int set = 0; set < job->sets; set++) {
                VaryCell *cell = &cells[row * (size_t)job->sets + (size_t)set];
                const int64_t value = values[(size_t)set * set_size + board * rows + row];
                const int64_t difference = value - values[board * rows + row];
                moments_add(&cell->value, value);
                moments_add(&cell->difference, difference);
                cell->other += value != 0;
                cell->changed += difference != 0;
            }
}

ArenaEnd vary_run(VaryCell *cells, const VaryJob *job, uint64_t *done)
{
    const size_t set_size = BLOCK * (size_t)job->rows;
    int32_t *values = calloc((size_t)job->sets * set_size + 1, sizeof *values);
    ArenaEnd end = values ? ARENA_DONE : ARENA_FAILED;
    *done = 0;
    while (end == ARENA_DONE && *done < job->boards) {
        const uint64_t left = job->boards - *done, count = left < BLOCK ? left : BLOCK;
        for (size_t i = 0; i < (size_t)job->sets * set_size; i++)
            values[i] = NO_VALUE;
        for (int set = 0; set < job->sets && end == ARENA_DONE; set++)
            end = job->play(job->arg, set, *done, count, values + (size_t)set * set_size);
        if (end != ARENA_DONE) break;
        block_add(cells, job, values, count);
        *done += count;
        if (!job->watch(job->arg, *done)) break;
    }
    free(values);
    return end;
}

/* ---- rows */

/* Does the difference of one row say just what that of the other does, to the other side? */
static bool rows_mirror(const VaryRow *a, const VaryRow *b)
{
    return !b->first && !strcmp(a->rules, b->rules) && !strcmp(a->which, b->which) && a->difference.se > 0 &&
           a->difference.mean == -b->difference.mean && a->difference.se == b->difference.se;
}

/* Adjusts the p of all rows that compare, those that mirror an earlier one as that. False if memory runs out. */
static bool rows_adjust(VaryRow rows[], size_t count)
{
    double *p = calloc(2 * count + 1, sizeof *p);
    size_t *place = calloc(count + 1, sizeof *place), asked = 0;
    for (size_t i = 0; p && place && i < count; i++) {
        size_t other = 0;
        while (other < i && !rows_mirror(&rows[i], &rows[other]))
            other++;
        place[i] = other < i ? place[other] : asked;
        if (!rows[i].first && other == i) p[asked++] = rows[i].p;
    }
    const bool good = p && place;
    if (good) holm_adjust(p + count, p, asked);
    for (size_t i = 0; good && i < count; i++)
        rows[i].p_adjusted = rows[i].first ? NAN : p[count + place[i]];
    free(p);
    free(place);
    return good;
}

bool vary_finish(VaryRow rows[], size_t count, bool tactics, double alpha)
{
    const Interval unknown = {NAN, NAN};
    size_t asked = 0;
    for (size_t i = 0; i < count; i++)
        asked += rows[i].first ? 1 : 2;
    if (tactics && asked) alpha = bonferroni_alpha(alpha, asked);
    for (size_t i = 0; i < count; i++) {
        VaryRow *row = &rows[i];
        row->interval = tactics && row->other < RARE_BOARDS ? unknown
                        : row->share                        ? interval_share(&row->value, alpha)
                                                            : interval_t(&row->value, alpha);
        row->apart = row->first || row->changed < RARE_BOARDS ? unknown : interval_t(&row->difference, alpha);
        if (row->first) row->difference.mean = row->difference.se = NAN;
        row->p = interval_known(row->apart) ? p_two_sided(&row->difference, 0) : NAN;
    }
    return rows_adjust(rows, count);
}

/* ---- figures of sim */

int vary_figures(VaryFigure out[static VARY_FIGURES], const Schedule *schedule)
{
    const bool matches = schedule->match_rounds > 0;
    const int sides = schedule->rules.sides;
    int count = 0;
    for (int agent = 0; agent < schedule->agents; agent++) {
        const double scale = board_scale(schedule, agent);
        if (matches) {
            out[count++] = (VaryFigure){"win_rate", agent, scale * win_scale(sides)};
            continue;
        }
        out[count++] = (VaryFigure){"points_mean", agent, scale};
        out[count++] = (VaryFigure){"diff_mean", agent, scale * (sides - 1)};
    }
    if (schedule->seatings > 1)
        out[count++] =
            (VaryFigure){matches ? "first_win" : "first_diff", NOBODY, schedule->seatings * (sides - !matches)};
    out[count++] = (VaryFigure){matches ? "rounds_a_match" : "surs", NOBODY, schedule->seatings};
    return count;
}

void vary_board(int32_t *out, const Schedule *schedule, const BoardValues *values)
{
    const int64_t *table = values->rows[schedule->agents];
    int64_t surs = 0;
    for (int i = 0; i < schedule->agents; i++) {
        const int64_t *row = values->rows[i];
        surs += row[SUM_surs];
        *out++ = (int32_t)row[schedule->match_rounds ? SUM_wins : SUM_points];
        if (!schedule->match_rounds) *out++ = (int32_t)row[SUM_diff];
    }
    if (schedule->seatings > 1) *out++ = (int32_t)table[SUM_seat_0];
    *out = (int32_t)(schedule->match_rounds ? table[SUM_rounds] : surs);
}
