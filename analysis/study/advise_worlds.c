/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries every play in the same sampled deals: solved with open cards, or played on by the agent. */
#include "analysis/study/advise_worlds.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "engine/sample.h"
#include "engine/solve.h"
#include "sim/players.h"

/* Whole numbers: points times the number of other sides. */
typedef struct {
    int64_t sum, squares;
    int64_t behind, behind_squares; /* the choice's value minus this one's */
} Sums;

/* One thread's. */
typedef struct {
    Player players[MAX_SEATS];
    SolveEntry *entries;
    Solver solver;
    Sums sums[MAX_MOVES];
    int values[MAX_MOVES]; /* of the deal */
    bool failed;
} WorldsWorker;

struct Worlds {
    const AdviseTask *task;
    bool solve;
    Sampler sampler;
    CardSet plays[MAX_MOVES];
    int count, choice;
    uint64_t deals;
    Sums sums[MAX_MOVES];
    WorldsWorker *workers; /* task->threads of them */
};

static bool worker_open(WorldsWorker *worker, const AdviseTask *task, bool solve)
{
    const Rules *rules = task->view->rules;
    if (solve) {
        size_t entries = solver_entries(rules);
        worker->entries = malloc(entries * sizeof *worker->entries);
        if (worker->entries) solver_init(&worker->solver, worker->entries, entries);
        return worker->entries;
    }
    for (int seat = 0; seat < rules->players; seat++)
        if (!player_open(&worker->players[seat], task->agent, rules)) return false;
    return true;
}

Worlds *worlds_open(const AdviseTask *task, bool solve, const CardSet plays[], int count, int choice)
{
    Worlds *worlds = calloc(1, sizeof *worlds);
    if (!worlds) return NULL;
    *worlds = (Worlds){.task = task, .solve = solve, .count = count, .choice = choice};
    memcpy(worlds->plays, plays, (size_t)count * sizeof *plays);
    const View *view = task->view;
    bool good = sampler_init(&worlds->sampler, view->rules, view->table, view->hand);
    worlds->workers = calloc((size_t)task->threads, sizeof *worlds->workers);
    for (int i = 0; good && worlds->workers && i < task->threads; i++)
        good = worker_open(&worlds->workers[i], task, solve);
    if (good && worlds->workers) return worlds;
    worlds_close(worlds);
    return NULL;
}

void worlds_close(Worlds *worlds)
{
    for (int i = 0; worlds->workers && i < worlds->task->threads; i++) {
        for (int seat = 0; seat < MAX_SEATS; seat++)
            player_close(&worlds->workers[i].players[seat]);
        free(worlds->workers[i].entries);
    }
    free(worlds->workers);
    free(worlds);
}

static void solve_values(WorldsWorker *worker, const Worlds *worlds, const Round *round)
{
    SolvePlay solved[MAX_MOVES];
    int count, next = 0;
    solve_plays(solved, &count, &worker->solver, round, worlds->task->view->rules);
    /* Both lists are in the order of moves_list. */
    for (int i = 0; i < count && next < worlds->count; i++)
        if (solved[i].play == worlds->plays[next]) worker->values[next++] = solved[i].value;
}

/* What each play comes to when it is made in `start` and the agent plays on at every seat. */
static void rollout_values(WorldsWorker *worker, const Worlds *worlds, const Round *start, uint64_t deal)
{
    const AdviseTask *task = worlds->task;
    const View *view = task->view;
    const Rules *rules = view->rules;
    int side = rules_side(rules, view->seat), ply = view->table->ply;
    Game game = {.first_pool = view->first_pool, .history_known = view->history};
    Player *players[MAX_SEATS] = {0};
    if (view->history) memcpy(game.history, view->history, (size_t)ply * sizeof *game.history);
    for (int i = 0; i < worlds->count; i++) {
        int sum = 0;
        game.round = *start;
        game.history[ply] = worlds->plays[i];
        round_play(&game.round, rules, worlds->plays[i]);
        for (int seat = 0; seat < rules->players; seat++) {
            players[seat] = &worker->players[seat];
            players[seat]->rng = player_rng(task->seed, deal, 0, seat);
        }
        worker->failed = !game_play(&game, rules, players, false);
        if (worker->failed) return;
        for (int other = 0; other < rules->sides; other++)
            sum += game.counts[other].points;
        worker->values[i] = rules->sides * game.counts[side].points - sum;
    }
}

static void deal_try(WorldsWorker *worker, const Worlds *worlds, uint64_t deal)
{
    Round round;
    Sampler sampler = worlds->sampler;
    Rng rng = rng_for(worlds->task->seed, deal, PURPOSE_SAMPLE);
    sampler_round(&round, &sampler, &rng);
    if (worlds->solve)
        solve_values(worker, worlds, &round);
    else
        rollout_values(worker, worlds, &round, deal);
    for (int i = 0; i < worlds->count && !worker->failed; i++) {
        Sums *sums = &worker->sums[i];
        int64_t value = worker->values[i], behind = worker->values[worlds->choice] - value;
        sums->sum += value;
        sums->squares += value * value;
        sums->behind += behind;
        sums->behind_squares += behind * behind;
    }
}

bool worlds_grow(Worlds *worlds, uint64_t deals)
{
    bool good = true;
#pragma omp parallel for num_threads(worlds->task->threads) schedule(dynamic, 4)
    for (uint64_t deal = worlds->deals; deal < deals; deal++) {
        WorldsWorker *worker = &worlds->workers[omp_get_thread_num()];
        if (!worker->failed) deal_try(worker, worlds, deal);
    }
    for (int i = 0; i < worlds->task->threads; i++) {
        WorldsWorker *worker = &worlds->workers[i];
        for (int play = 0; play < worlds->count; play++) {
            Sums *sums = &worlds->sums[play], *part = &worker->sums[play];
            sums->sum += part->sum;
            sums->squares += part->squares;
            sums->behind += part->behind;
            sums->behind_squares += part->behind_squares;
            *part = (Sums){0};
        }
        good = good && !worker->failed;
    }
    worlds->deals = deals;
    return good;
}

/* Mean and half the width of its interval, in points; the interval is a point where the quantile is 0. */
static double mean_of(double *half, int64_t sum, int64_t squares, uint64_t deals, double scale, double quantile)
{
    double n = (double)deals, mean = (double)sum / n;
    double variance = ((double)squares - mean * (double)sum) / (n - 1);
    *half = quantile > 0 ? quantile * sqrt(variance > 0 ? variance / n : 0) / scale : 0;
    return mean / scale;
}

void worlds_play(AdvisePlay *out, const Worlds *worlds, int play, double quantile)
{
    const Sums *sums = &worlds->sums[play];
    double half, scale = worlds->task->view->rules->sides - 1;
    *out = (AdvisePlay){.play = worlds->plays[play], .visits = worlds->deals};
    out->value = mean_of(&half, sums->sum, sums->squares, worlds->deals, scale, quantile);
    out->low = out->value - half;
    out->high = out->value + half;
    out->behind = mean_of(&half, sums->behind, sums->behind_squares, worlds->deals, scale, quantile);
    out->behind_low = out->behind - half;
    out->behind_high = out->behind + half;
}
