/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries every play in the same sampled deals: solved with open cards, or played on by the agent. */
#include "analysis/study/advise_worlds.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "agents/match_value.h"
#include "engine/match.h"
#include "engine/round.h"
#include "engine/solve.h"
#include "sim/moments.h"
#include "sim/players.h"

/* 97.5 % quantile of the normal distribution: there are 100 deals or more. */
static const double DEALS_QUANTILE = 1.9600;

/* Whole numbers: points times the number of other sides, or chances in 1/EQUITY_ONE. */
typedef struct {
    Moments value, behind; /* behind: the choice's value minus this one's */
} Sums;

/* One thread's. */
typedef struct {
    Player players[MAX_SEATS];
    SolveEntry *entries;
    Solver solver;
    Sums sums[MAX_MOVES];
    int values[MAX_MOVES]; /* of the deal */
    Voids voids;
} WorldsWorker;

struct Worlds {
    const AdviseTask *task;
    Advice *advice;
    Sampler sampler;
    uint64_t deals;
    Sums sums[MAX_MOVES];
    WorldsWorker *workers; /* task->threads of them */
};

static bool worker_open(WorldsWorker *worker, const AdviseTask *task, AdviseKind kind)
{
    const Rules *rules = task->view->rules;
    if (kind != ADVISE_ROLLOUTS) {
        size_t entries = solver_entries(rules);
        worker->entries = malloc(entries * sizeof *worker->entries);
        if (worker->entries) solver_init(&worker->solver, worker->entries, entries);
        return worker->entries;
    }
    for (int seat = 0; seat < rules->players; seat++)
        if (!player_open(&worker->players[seat], task->agent, rules)) return false;
    return true;
}

Worlds *worlds_open(const AdviseTask *task, Advice *advice)
{
    Worlds *worlds = calloc(1, sizeof *worlds);
    if (!worlds) return NULL;
    worlds->task = task;
    worlds->advice = advice;
    const View *view = task->view;
    bool good = sampler_init(&worlds->sampler, view->rules, view->table, view->hand);
    worlds->workers = calloc((size_t)task->threads, sizeof *worlds->workers);
    for (int i = 0; good && worlds->workers && i < task->threads; i++)
        good = worker_open(&worlds->workers[i], task, advice->kind);
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

static void solve_chances(WorldsWorker *worker, const Worlds *worlds, const Round *round)
{
    MatchSolvePlay solved[MAX_MOVES];
    MatchRoundValue value;
    const Rules *rules = worlds->task->view->rules;
    const Fold fold = fold_for(rules);
    match_value_init(&value, worlds->task->equity, rules, round->table.scores);
    const int count = match_solve_plays(solved, &value, round, &fold, UINT64_MAX);
    for (int i = 0; i < count; i++)
        worker->values[i] = solved[i].chance; /* the advice's plays are folded in the same way */
}

static void solve_values(WorldsWorker *worker, const Worlds *worlds, const Round *round)
{
    SolvePlay solved[MAX_MOVES];
    int count, next = 0;
    if (worlds->task->equity) {
        solve_chances(worker, worlds, round);
        return;
    }
    solve_plays(solved, &count, &worker->solver, round, worlds->task->view->rules);
    /* Both lists are in the order of moves_list. */
    for (int i = 0; i < count && next < worlds->advice->count; i++)
        if (solved[i].play == worlds->advice->plays[next].play) worker->values[next++] = solved[i].value;
}

/* What a round that was played on is worth to the side: over, or stopped by per shodam. */
static int game_value(const Game *game, const Worlds *worlds, int side)
{
    const Rules *rules = worlds->task->view->rules;
    const Table *table = &game->round.table;
    int points[MAX_SIDES], sum = 0, winner;
    count_points(points, table, rules);
    if (!worlds->task->equity) {
        for (int other = 0; other < rules->sides; other++)
            sum += points[other];
        return rules->sides * points[side] - sum;
    }
    if (!table_over(table) && table_shodam(table, rules, &winner)) return winner == side ? EQUITY_ONE : 0;
    MatchRoundValue value;
    match_value_init(&value, worlds->task->equity, rules, table->scores);
    const int chance = match_value_end(&value, points);
    return side ? EQUITY_ONE - chance : chance;
}

/* What each play comes to when it is made in `start` and the agent plays on at every seat. False if it failed. */
static bool rollout_values(WorldsWorker *worker, const Worlds *worlds, const Round *start, uint64_t deal)
{
    const AdviseTask *task = worlds->task;
    const View *view = task->view;
    const Rules *rules = view->rules;
    int side = rules_side(rules, view->seat), ply = view->table->ply;
    Game game = {.first_pool = view->first_pool, .history_known = view->history};
    Player *players[MAX_SEATS] = {0};
    if (view->history) memcpy(game.history, view->history, (size_t)ply * sizeof *game.history);
    game.match = task->equity;
    game.claims_from = match_claims_from(view->table->scores, rules);
    for (int i = 0; i < worlds->advice->count; i++) {
        int winner;
        game.round = *start;
        game.history[ply] = worlds->advice->plays[i].play;
        round_play(&game.round, rules, game.history[ply]);
        for (int seat = 0; seat < rules->players; seat++) {
            players[seat] = &worker->players[seat];
            players[seat]->rng = player_rng(task->seed, deal, 0, seat);
        }
        const bool stopped = task->equity && table_shodam(&game.round.table, rules, &winner);
        if (!stopped && !game_play(&game, rules, players, false)) {
            const VoidBoard failure = game_failure(&game, players, deal, SEATING_DEAL);
            voids_add(&worker->voids, &failure);
            return false;
        }
        worker->values[i] = game_value(&game, worlds, side);
    }
    return true;
}

static void deal_try(WorldsWorker *worker, const Worlds *worlds, uint64_t deal)
{
    Round round;
    Sampler sampler = worlds->sampler;
    Rng rng = rng_for(worlds->task->seed, deal, PURPOSE_SAMPLE);
    sampler_round(&round, &sampler, &rng);
    if (worlds->advice->kind != ADVISE_ROLLOUTS)
        solve_values(worker, worlds, &round);
    else if (!rollout_values(worker, worlds, &round, deal))
        return;
    for (int i = 0; i < worlds->advice->count; i++) {
        moments_add(&worker->sums[i].value, worker->values[i]);
        moments_add(&worker->sums[i].behind, worker->values[worlds->advice->choice] - worker->values[i]);
    }
}

/* Mean and half the width of its interval, in points or %; the interval is a point where values are exact. */
static double mean_of(double *half, const Moments *moments, const Worlds *worlds)
{
    const double scale = worlds->task->equity ? EQUITY_ONE / 100. : worlds->task->view->rules->sides - 1;
    const double n = (double)moments->n, sum = (double)moments->sum, mean = sum / n;
    const double variance = ((double)moments->sum_sq - mean * sum) / (n - 1);
    *half = worlds->advice->kind == ADVISE_EXACT ? 0 : DEALS_QUANTILE * sqrt(variance > 0 ? variance / n : 0) / scale;
    return mean / scale;
}

static void play_fill(AdvisePlay *out, const Worlds *worlds, const Sums *sums)
{
    double half;
    out->visits = (uint64_t)sums->value.n;
    out->value = mean_of(&half, &sums->value, worlds);
    out->low = out->value - half;
    out->high = out->value + half;
    out->behind = mean_of(&half, &sums->behind, worlds);
    out->behind_low = out->behind - half;
    out->behind_high = out->behind + half;
}

void worlds_grow(Worlds *worlds, uint64_t deals)
{
#pragma omp parallel for num_threads(worlds->task->threads) schedule(dynamic, 4)
    for (uint64_t deal = worlds->deals; deal < deals; deal++)
        deal_try(&worlds->workers[omp_get_thread_num()], worlds, deal);
    worlds->deals = deals;
    for (int i = 0; i < worlds->task->threads; i++) {
        voids_merge(&worlds->advice->voids, &worlds->workers[i].voids);
        worlds->workers[i].voids = (Voids){0};
    }
    for (int play = 0; play < worlds->advice->count; play++) {
        Sums *sums = &worlds->sums[play];
        for (int i = 0; i < worlds->task->threads; i++) {
            Sums *part = &worlds->workers[i].sums[play];
            moments_merge(&sums->value, &part->value);
            moments_merge(&sums->behind, &part->behind);
            *part = (Sums){0};
        }
        play_fill(&worlds->advice->plays[play], worlds, sums);
    }
}
