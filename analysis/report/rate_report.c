/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/report/rate_report.h"

#include <math.h>
#include <string.h>

#include "analysis/report/agent_notes.h"
#include "analysis/stats/cycles.h"
#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

enum { NAME_MOST = 32, CELL = 48, CROSS_BLOCK = 10, CYCLES_SHOWN = 10 };

const char *const RATE_COLUMNS[RATE_COLUMN_COUNT] = {"agent",       "rounds",   "rating", "ci_low",     "ci_high",
                                                     "points_diff", "win_rate", "elo",    "elo_ci_low", "elo_ci_high"};
const char *const CROSS_COLUMNS[CROSS_COLUMN_COUNT] = {"agent",       "opponent",     "boards",  "diff_mean",
                                                       "diff_ci_low", "diff_ci_high", "win_rate"};

void rate_csv(OutputFile *csv, const RateResult *result)
{
    csv_names(csv, RATE_COLUMNS, RATE_COLUMN_COUNT);
    for (size_t i = 0; i < result->tournament->agents; i++) {
        csv_text(csv, result->agents[i].name);
        csv_integer(csv, result->tournament->entrants[i].rounds);
        csv_number(csv, result->points[i].value);
        csv_number(csv, result->points[i].interval.low);
        csv_number(csv, result->points[i].interval.high);
        csv_number(csv, entrant_diff(result->tournament, i));
        csv_number(csv, entrant_share(result->tournament, i));
        csv_number(csv, result->elo[i].value);
        csv_number(csv, result->elo[i].interval.low);
        csv_number(csv, result->elo[i].interval.high);
        csv_end_row(csv);
    }
}

/* The pair's difference as `a` sees it. */
static Estimate diff_of(const RateResult *result, const Pair *pair, size_t a)
{
    Estimate diff = pair_diff(result->tournament, pair);
    if (a != pair->a) diff.mean = -diff.mean;
    return diff;
}

void cross_csv(OutputFile *csv, const RateResult *result)
{
    csv_names(csv, CROSS_COLUMNS, CROSS_COLUMN_COUNT);
    for (size_t a = 0; a < result->tournament->agents; a++)
        for (size_t b = 0; b < result->tournament->agents; b++) {
            const Pair *pair = a == b ? NULL : tournament_pair(result->tournament, a, b);
            if (!pair) continue;
            const Estimate diff = diff_of(result, pair, a);
            const Interval interval = interval_t(&diff, RATE_ALPHA);
            const double share = pair_share(result->tournament, pair).mean;
            csv_text(csv, result->agents[a].name);
            csv_text(csv, result->agents[b].name);
            csv_integer(csv, diff.n);
            csv_number(csv, diff.mean);
            csv_number(csv, interval.low);
            csv_number(csv, interval.high);
            csv_number(csv, a == pair->a ? share : 1 - share);
            csv_end_row(csv);
        }
}

static char *rating_text(char out[static CELL], const Rating *rating, int decimals)
{
    if (isnan(rating->interval.low))
        snprintf(out, CELL, "%+.*f", decimals, rating->value);
    else
        snprintf(out, CELL, "%+.*f (%+.*f to %+.*f)", decimals, rating->value, decimals, rating->interval.low, decimals,
                 rating->interval.high);
    return out;
}

void rate_progress(char out[static RATE_PROGRESS], const Tournament *tournament, const Agent *agents)
{
    Estimate diff;
    Interval interval;
    char name[NAME_MOST + 1];
    int used = 0;
    const size_t leader = tournament_leader(tournament, &diff, &interval, RATE_ALPHA);
    if (interval_known(interval))
        used = snprintf(out, RATE_PROGRESS, "%s leads, %+.3f (%+.3f to %+.3f) points more than its opponents, ",
                        text_one_line(name, sizeof name, agents[leader].name), diff.mean, interval.low, interval.high);
    snprintf(out + used, RATE_PROGRESS - (size_t)used, "%lld void", (long long)tournament->voids);
}

/* Of the column of names. */
static int names_width(const RateResult *result)
{
    char name[NAME_MOST + 1];
    int width = (int)strlen("agent");
    for (size_t i = 0; i < result->tournament->agents; i++) {
        const int length = (int)strlen(text_one_line(name, sizeof name, result->agents[i].name));
        width = length > width ? length : width;
    }
    return width;
}

void rate_table(FILE *out, const RateResult *result)
{
    const size_t agents = result->tournament->agents;
    const int width = names_width(result);
    char name[NAME_MOST + 1], points[CELL], elo[CELL];
    fprintf(out, "%3s  %-*s  %-30s  %-22s  %7s  %6s\n", "#", width, "agent", "points a round (95 %)", "Elo (95 %)",
            "rounds", "wins %");
    for (size_t i = 0; i < agents; i++) {
        const size_t a = result->order[i];
        fprintf(out, "%3zu  %-*s  %-30s  %-22s  %7lld  %6.2f\n", i + 1, width,
                text_one_line(name, sizeof name, result->agents[a].name), rating_text(points, &result->points[a], 3),
                rating_text(elo, &result->elo[a], 0), (long long)result->tournament->entrants[a].rounds,
                100 * entrant_share(result->tournament, a));
    }
    agents_open_note(out, result->agents, (int)agents);
}

static void cross_cell(FILE *out, const RateResult *result, size_t a, size_t b)
{
    char cell[CELL] = "-";
    const Pair *pair = a == b ? NULL : tournament_pair(result->tournament, a, b);
    const size_t agents = result->tournament->agents;
    if (pair) {
        const Estimate diff = diff_of(result, pair, a);
        const bool decided = result->beats[a * agents + b] || result->beats[b * agents + a];
        if (diff.n) snprintf(cell, sizeof cell, "%+.2f%s", diff.mean, decided ? "" : "?");
    }
    const size_t length = strlen(cell);
    fprintf(out, " %*s%s", 6, cell, length && cell[length - 1] == '?' ? "" : " ");
}

void cross_table(FILE *out, const RateResult *result)
{
    const size_t agents = result->tournament->agents;
    const int width = names_width(result);
    char name[NAME_MOST + 1];
    fprintf(out, "Points a round of the row more than the column (?: may be chance):\n");
    for (size_t first = 0; first < agents; first += CROSS_BLOCK) {
        const size_t end = first + CROSS_BLOCK < agents ? first + CROSS_BLOCK : agents;
        if (first) fputc('\n', out);
        fprintf(out, "%3s  %-*s", "#", width, "agent");
        for (size_t column = first; column < end; column++)
            fprintf(out, " %6zu ", column + 1);
        fputc('\n', out);
        for (size_t row = 0; row < agents; row++) {
            const size_t a = result->order[row];
            fprintf(out, "%3zu  %-*s", row + 1, width, text_one_line(name, sizeof name, result->agents[a].name));
            for (size_t column = first; column < end; column++)
                cross_cell(out, result, a, result->order[column]);
            fputc('\n', out);
        }
    }
}

void cycles_list(FILE *out, const RateResult *result)
{
    uint16_t members[CYCLES_SHOWN * TOURNAMENT_MAX_AGENTS];
    size_t length;
    const size_t found =
        cycles_find(members, sizeof members / sizeof *members, &length, result->beats, result->tournament->agents);
    size_t pairs = 0;
    for (size_t i = 0; i < result->tournament->agents * result->tournament->agents; i++)
        pairs += result->beats[i];
    fprintf(out, "%zu of %zu pairs are decided for all together with 95 %% confidence; ", pairs,
            result->tournament->pair_count);
    if (!found) {
        fprintf(out, "no circle among them.\n");
        return;
    }
    fprintf(out, "%zu circle%s among them, so that no single number can order these agents:\n", found, PLURAL(found));
    for (size_t c = 0; c < found && c < CYCLES_SHOWN; c++) {
        fprintf(out, "  %s", result->agents[members[c * length]].name);
        for (size_t k = 1; k <= length; k++)
            fprintf(out, " beats %s", result->agents[members[c * length + k % length]].name);
        fputc('\n', out);
    }
    if (found > CYCLES_SHOWN) fprintf(out, "  and %zu more\n", found - CYCLES_SHOWN);
}
