/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the chance in a tactic's value comes from (docs/notes/2026-11-chance.md, "Fewer boards for the same answer"):
   `tactic_chance TACTIC[,TACTIC…] [BOARDS [SEED]]`, rows of `pasur tactics` against tactic, two players, pagat.

   Every board is played again with some of its chance dealt anew. The correlation of both values is the share of the
   variance that is known from what stayed the same, if the rest is independent (Sobol'), and of antithetic boards it
   says what their mean saves: nothing unless it is below 0. */
#include <string.h>

#include "analysis/study/tactics/tactic_study.h"
#include "sim/lineups.h"
#include "tests/bench/pack_changes.h"

enum { SEATINGS = 2, MOST_ROWS = 24, MOST_DEALT = 64, NO_DEAL = 255 };

/* What the rows come to in the seatings of a board, in points, and in which deal their variants first chose
   otherwise. */
typedef struct {
    int16_t value[MOST_ROWS][SEATINGS];
    uint8_t deal[MOST_ROWS][SEATINGS], ply[MOST_ROWS][SEATINGS];
} RowValues;

typedef struct {
    TacticStudy study;
    Agent players[MAX_LINEUP_PLAYERS];
    Lineup lineups[MAX_LINEUP_PLAYERS];
    LineupPair pairs[MOST_ROWS];
    Lineups table;
    uint64_t boards, seed;
    Pack *packs, *others;      /* [board]: as shuffled, and changed */
    RowValues *played, *again; /* [board] of both */
} Trial;

/* ---- playing */

static void *room(uint64_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory) give_up(5, "out of memory");
    return memory;
}

static void trial_open(Trial *trial, const char *tactics, uint64_t boards, uint64_t seed)
{
    Error error;
    const TacticRequest request = {
        .rules = "pagat", .agent = "tactic", .opponents = "tactic", .tactics = tactics, .seed = seed};
    TacticStudy *study = &trial->study;
    if (!tactic_study_open(study, &request, &error)) give_up(2, "%s", error.text);
    if (study->row_count > MOST_ROWS) give_up(2, "more than %d rows", MOST_ROWS);
    const int variants = study->variant_count;
    for (int i = 0; i < variants; i++) {
        trial->players[i] = study_variant(study, i);
        trial->lineups[i] = (Lineup){{(uint8_t)i, (uint8_t)variants}};
    }
    trial->players[variants] = study->opponents[0];
    for (int row = 0; row < study->row_count; row++)
        trial->pairs[row] =
            (LineupPair){(uint16_t)study->rows[row].variants[0], (uint16_t)study->rows[row].variants[1]};
    trial->table = (Lineups){&study->schedule, trial->players, variants + 1,    trial->lineups,
                             variants,         trial->pairs,   study->row_count};
    trial->boards = boards;
    trial->seed = seed;
    trial->packs = room(boards, sizeof *trial->packs);
    trial->others = room(boards, sizeof *trial->others);
    trial->played = room(boards, sizeof *trial->played);
    trial->again = room(boards, sizeof *trial->again);
    for (uint64_t i = 0; i < boards; i++)
        schedule_pack(&trial->packs[i], &study->schedule, i);
}

static void board_take(RowValues *out, const LineupTable *table, const Trial *trial, int place)
{
    for (int row = 0; row < trial->table.pair_count; row++)
        for (int seating = 0; seating < SEATINGS; seating++) {
            const LineupPair *pair = &trial->pairs[row];
            const Divergence *divergence = lineups_divergence(table, place, seating, row);
            out->value[row][seating] = (int16_t)(lineups_diff(table, place, seating, pair->a)[seating] -
                                                 lineups_diff(table, place, seating, pair->b)[seating]);
            out->ply[row][seating] = divergence->ply == NEVER ? PLAYS : divergence->ply;
            out->deal[row][seating] = divergence->ply == NEVER ? NO_DEAL : divergence->deal;
        }
}

/* Plays packs; the ties of board i are broken as on board first + i. */
static void packs_play(RowValues *out, Trial *trial, const Pack *packs, uint64_t first)
{
    trial->study.schedule.packs = packs;
    trial->study.schedule.pack_count = trial->boards;
    const int block = lineups_block(&trial->table);
#pragma omp parallel
    {
        LineupTable *table = lineups_open(&trial->table);
        if (!table) give_up(5, "out of memory");
#pragma omp for schedule(dynamic, 1)
        for (uint64_t i = 0; i < trial->boards; i += (uint64_t)block) {
            const uint64_t left = trial->boards - i;
            const int count = left < (uint64_t)block ? (int)left : block;
            if (!lineups_play(table, first + i, count)) give_up(5, "an agent gave no play");
            for (int place = 0; place < count; place++)
                board_take(&out[i + (uint64_t)place], table, trial, place);
        }
        lineups_close(table);
    }
}

/* ---- figures */

static void packs_change(Trial *trial, Change *change, int number)
{
    for (uint64_t i = 0; i < trial->boards; i++) {
        Rng rng = rng_for(trial->seed, i, PURPOSE_TEST);
        trial->others[i] = trial->packs[i];
        change(&trial->others[i], number, &rng);
    }
}

typedef struct {
    double n, x, y, xx, yy, xy;
} Cross;
enum { CROSS_SUMS = sizeof(Cross) / sizeof(double) };

static void cross_add(Cross *sums, double x, double y)
{
    const Cross more = {1, x, y, x * x, y * y, x * y};
    const double *from = &more.n;
    for (int i = 0; i < CROSS_SUMS; i++)
        (&sums->n)[i] += from[i];
}

static double covariance(const Cross *sums) { return sums->xy / sums->n - sums->x / sums->n * (sums->y / sums->n); }
static double variance(const Cross *sums) { return sums->xx / sums->n - sums->x / sums->n * (sums->x / sums->n); }

static double correlation(const Cross *sums)
{
    const double other = sums->yy / sums->n - sums->y / sums->n * (sums->y / sums->n);
    return covariance(sums) / sqrt(variance(sums) * other);
}

/* A row's values, played and again, in groups of boards for the jackknife. */
static void row_cross(Cross out[static GROUPS], const Trial *trial, const RowValues *again, int row)
{
    memset(out, 0, GROUPS * sizeof *out);
    for (uint64_t i = 0; i < trial->boards; i++) {
        const int16_t *x = trial->played[i].value[row], *y = again[i].value[row];
        cross_add(&out[i % GROUPS], x[0] + x[1], y[0] + y[1]);
    }
}

/* A row's values in the two seatings of a board. */
static void seating_cross(Cross out[static GROUPS], const Trial *trial, int row)
{
    memset(out, 0, GROUPS * sizeof *out);
    for (uint64_t i = 0; i < trial->boards; i++)
        cross_add(&out[i % GROUPS], trial->played[i].value[row][0], trial->played[i].value[row][1]);
}

/* A figure of all groups, and its standard error. */
static double figure(double *error, const Cross groups[static GROUPS], double (*of)(const Cross *))
{
    Cross all = {0};
    double without[GROUPS];
    for (int i = 0; i < GROUPS * CROSS_SUMS; i++)
        (&all.n)[i % CROSS_SUMS] += (&groups[i / CROSS_SUMS].n)[i % CROSS_SUMS];
    for (int group = 0; group < GROUPS; group++) {
        Cross rest = all;
        for (int i = 0; i < CROSS_SUMS; i++)
            (&rest.n)[i] -= (&groups[group].n)[i];
        without[group] = of(&rest);
    }
    *error = standard_error(without);
    return of(&all);
}

static double deviation(const Cross *sums) { return sqrt(variance(sums)) / SEATINGS; }

static void head_print(const TacticStudy *study)
{
    printf("%-34s", "");
    for (int row = 0; row < study->row_count; row++)
        printf("  %14s", tactic_name(study->rows[row].tactic));
    printf("\n%-34s", "");
    for (int row = 0; row < study->row_count; row++)
        printf("  %14s", MEASURE_NAMES[study->rows[row].measure]);
    putchar('\n');
}

static void line_print(const char *name, const Trial *trial, const RowValues *again)
{
    printf("%-34s", name);
    for (int row = 0; row < trial->table.pair_count; row++) {
        Cross groups[GROUPS];
        double error;
        row_cross(groups, trial, again, row);
        const double value = figure(&error, groups, again == trial->played ? deviation : correlation);
        printf("  %6.3f ± %.3f", value, error);
    }
    putchar('\n');
}

static void seatings_print(const Trial *trial)
{
    printf("%-34s", "the other seating, same pack");
    for (int row = 0; row < trial->table.pair_count; row++) {
        Cross groups[GROUPS];
        double error;
        seating_cross(groups, trial, row);
        const double value = figure(&error, groups, correlation);
        printf("  %6.3f ± %.3f", value, error);
    }
    putchar('\n');
}

/* ---- what it would bring to deal anew after the first deal in which the variants chose otherwise */

/* Keeps of `again`, which shares the first `deals` deals, the rounds that first changed in the last of these. */
static void rounds_keep(RowValues *kept, const Trial *trial, int deals)
{
    for (uint64_t i = 0; i < trial->boards; i++)
        for (int row = 0; row < trial->table.pair_count; row++)
            for (int seating = 0; seating < SEATINGS; seating++)
                if (trial->played[i].deal[row][seating] == deals - 1)
                    kept[i].value[row][seating] = trial->again[i].value[row][seating];
}

/* With K deals each after that: the variance is between + (1 - between)/K of what it was, and more plays are made, at
   best, if lines that parted are played apart to the end. */
static void redeals_print(const Trial *trial, const RowValues *kept)
{
    puts("\ndealt anew after the deal in which the variants first chose otherwise, K times in all");
    for (int row = 0; row < trial->table.pair_count; row++) {
        const TacticRow *of = &trial->study.rows[row];
        Cross groups[GROUPS];
        double error, plays = 0, more = 0, changed = 0, best = 1;
        int best_count = 1;
        row_cross(groups, trial, kept, row);
        const double between = figure(&error, groups, correlation);
        for (uint64_t i = 0; i < trial->boards; i++)
            for (int seating = 0; seating < SEATINGS; seating++) {
                const int ply = trial->played[i].ply[row][seating], deal = trial->played[i].deal[row][seating];
                plays += 2 * PLAYS - ply;
                more += deal == NO_DEAL ? 0 : 2 * (PLAYS - (deal + 1) * DEALT);
                changed += deal != NO_DEAL;
            }
        for (int count = 2; count <= MOST_DEALT; count++) {
            const double factor = 1 / ((between + (1 - between) / count) * (1 + (count - 1) * more / plays));
            if (factor > best) best = factor, best_count = count;
        }
        printf(
            "%-14s %-8s rounds changed %5.1f %%, variance between %.3f ± %.3f, plays more %.3f, best K %2d: factor %.2f\n",
            tactic_name(of->tactic), MEASURE_NAMES[of->measure], 100 * changed / (double)(SEATINGS * trial->boards),
            between, error, more / plays, best_count, best);
    }
}

int main(int argc, char **argv)
{
    static Trial trial;
    if (argc < 2 || argc > 4) give_up(2, "usage: %s TACTIC[,TACTIC...] [BOARDS [SEED]]", argv[0]);
    const uint64_t boards = count_read("BOARDS", argc > 2 ? argv[2] : "100000", 40 * GROUPS);
    trial_open(&trial, argv[1], boards, count_read("SEED", argc > 3 ? argv[3] : "1", 0));
    packs_play(trial.played, &trial, trial.packs, 0);
    RowValues *kept = room(boards, sizeof *kept);
    memcpy(kept, trial.played, boards * sizeof *kept);
    printf("pagat, two players, against tactic; %" PRIu64 " boards, seed %" PRIu64 "; ± standard errors\n", boards,
           trial.seed);
    head_print(&trial.study);
    line_print("standard deviation, points a round", &trial, trial.played);
    seatings_print(&trial);
    for (int part = 0; part < PART_COUNT; part++) {
        packs_change(&trial, PARTS[part].change, PARTS[part].number);
        packs_play(trial.again, &trial, trial.others, PARTS[part].other_ties ? boards : 0);
        line_print(PARTS[part].name, &trial, trial.again);
        if (PARTS[part].change == later_deals) rounds_keep(kept, &trial, PARTS[part].number);
    }
    redeals_print(&trial, kept);
    free(kept);
    return 0;
}
