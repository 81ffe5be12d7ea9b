/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/positional.h"

#include "sim/measures.h"

enum { HELD_ROUNDS = 1, HELD_RECORDS = 2, HELD_MATCHES = 4, HELD_BLOCKS = 8 };

static Moments moments_get(Fields *fields)
{
    Moments moments = {.n = 0};
    field_sum(fields, &moments.n);
    field_wide(fields, &moments.sum, (__int128)1 << 118);
    field_wide(fields, &moments.sum_sq, (__int128)1 << 118);
    return moments;
}

static Moments moments_take(Fields *fields, Sums *sums, int row, int measure)
{
    const Moments moments = moments_get(fields);
    sums->x[row * SIM_MEASURE_COUNT + measure] = (int64_t)moments.sum;
    sums->xx[row * SIM_SQUARES + measure] = moments.sum_sq;
    return moments;
}

/* The sum of products, from the moments of both and of their sum. */
static void product_take(Sums *sums, int row, int measure, const Moments *x, const Moments *y, const Moments *both)
{
    sums->x[row * SIM_MEASURE_COUNT + measure] = (int64_t)((both->sum_sq - x->sum_sq - y->sum_sq) / 2);
}

static void agent_get(Fields *fields, Sums *sums, int row, const Moments *rounds, bool matches)
{
    static const int COUNTS[] = {SUM_draws,     SUM_clubs,      SUM_clubs_won,   SUM_surs,         SUM_aces,
                                 SUM_jacks,     SUM_two_c,      SUM_ten_d,       SUM_captures,     SUM_plays,
                                 SUM_won_count, SUM_won_shodam, SUM_won_tie,     SUM_limit_rounds, SUM_limit_surs,
                                 SUM_margin,    SUM_won_margin, SUM_timed_plays, SUM_nanoseconds};
    const Moments points = moments_take(fields, sums, row, SUM_points),
                  diff = moments_take(fields, sums, row, SUM_diff);
    moments_take(fields, sums, row, SUM_wins);
    const Moments points_both = moments_get(fields), diff_both = moments_get(fields);
    if (matches) product_take(sums, row, SUM_points_rounds, &points, rounds, &points_both);
    if (matches) product_take(sums, row, SUM_diff_rounds, &diff, rounds, &diff_both);
    for (int place = 0; place < MAX_SEATS; place++)
        moments_take(fields, sums, row, SUM_place_0 + place);
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++)
        field_sum(fields, &sums->x[row * SIM_MEASURE_COUNT + COUNTS[i]]);
}

void positional_get(Fields *fields, uint32_t kind, Stretch *stretch, const KnownAgents *known, int width,
                    OutputFile *const streams[])
{
    Sums *sums = &stretch->sums;
    const int table = table_row(sums);
    int64_t *x = sums->x + table * SIM_MEASURE_COUNT;
    if (kind & HELD_ROUNDS) return reader_fail(fields->in);
    sums->unknown = 0;
#define NOT_HELD(name, ...) sums->unknown |= UINT64_C(1) << SUM_##name;
    SIDE_MEASURES_MORE(NOT_HELD)
    field_sum(fields, &sums->boards);
    field_voids(fields, &sums->voids, known);
    moments_take(fields, sums, table, SUM_chances);
    const Moments rounds = moments_take(fields, sums, table, SUM_rounds), lengths = moments_get(fields);
    const bool matches = lengths.n > 0;
    x[SUM_lengths_squared] = (int64_t)lengths.sum_sq;
    for (int seat = 0; seat < MAX_SEATS; seat++)
        moments_take(fields, sums, table, SUM_seat_0 + seat);
    for (int i = 0; i < RESULT_KINDS; i++)
        field_sum(fields, &x[SUM_result_0 + i]);
    for (int row = 0; row < table; row++)
        agent_get(fields, sums, row, &rounds, matches);
    if (kind & HELD_RECORDS) field_buffer(fields, &stretch->texts[STREAM_RECORDS], streams[STREAM_RECORDS]);
    if (kind & HELD_MATCHES) field_buffer(fields, &stretch->texts[STREAM_MATCHES], streams[STREAM_MATCHES]);
    if (kind & HELD_BLOCKS) field_block_sums(fields, &stretch->blocks, width);
}
