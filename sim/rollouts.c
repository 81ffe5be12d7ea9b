/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays in sampled deals, all plays in each deal; the best rival by halving; means. */
#include "sim/rollouts.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "agents/match_value.h"
#include "engine/match.h"
#include "engine/scoring.h"

/* ---- one play of one round */

int rollout_scoring(int *lead, const Round *round, const Rules *rules, int side, const MatchEquity *equity)
{
    const Table *table = &round->table;
    int points[MAX_SIDES], winner;
    count_points(points, table, rules);
    *lead = rules->sides * points[side];
    for (int other = 0; other < rules->sides; other++)
        *lead -= points[other];
    if (!equity) return *lead;
    if (!table_over(table) && table_shodam(table, rules, &winner)) return winner == side ? EQUITY_ONE : 0;
    const int chance = match_equity_units(equity, table->scores[0] + points[0], table->scores[1] + points[1], false);
    return side ? EQUITY_ONE - chance : chance;
}

bool rollout_play(Game *game, const RolloutSeats *seats, CardSet play, uint64_t deal)
{
    const Rules *rules = seats->rules;
    Player *players[MAX_SEATS] = {0};
    int winner;
    for (int seat = 0; seat < rules->players; seat++) {
        players[seat] = &seats->players[seat];
        players[seat]->rng = player_rng(seats->seed, deal, 0, seat);
    }
    game->history[game->round.table.ply] = play;
    round_play(&game->round, rules, play);
    if (game->match && table_shodam(&game->round.table, rules, &winner)) return true;
    if (game_play(game, rules, players, false)) return true;
    const VoidBoard failure = game_failure(game, players, deal, seats->seating);
    voids_add(seats->voids, &failure);
    return false;
}

/* ---- plays of a view in sampled deals */

/* One thread's. */
typedef struct {
    Player players[MAX_SEATS];
    RolloutSeats seats;
    Solver *solver; /* NULL: the agent plays on; owned */
    RolloutSums sums[MAX_MOVES];
    int values[MAX_MOVES]; /* of the deal */
    int points[MAX_MOVES]; /* likewise, where values are chances and the agent plays on */
    Voids voids;
} RolloutWorker;

struct Rollouts {
    RolloutTask task;
    Sampler sampler;
    RolloutWorker *workers; /* task.threads of them */
};

static bool rollout_worker_open(RolloutWorker *worker, const RolloutTask *task)
{
    const Rules *rules = task->view->rules;
    worker->seats = (RolloutSeats){worker->players, rules, task->seed, SEATING_DEAL, &worker->voids};
    if (!task->agent) return (worker->solver = solver_open(rules));
    for (int seat = 0; seat < rules->players; seat++)
        if (!player_open(&worker->players[seat], task->agent, rules)) return false;
    return true;
}

void rollouts_close(Rollouts *rollouts)
{
    for (int i = 0; rollouts->workers && i < rollouts->task.threads; i++) {
        for (int seat = 0; seat < MAX_SEATS; seat++)
            player_close(&rollouts->workers[i].players[seat]);
        free(rollouts->workers[i].solver);
    }
    free(rollouts->workers);
    free(rollouts);
}

Rollouts *rollouts_open(const RolloutTask *task)
{
    Rollouts *rollouts = calloc(1, sizeof *rollouts);
    if (!rollouts) return NULL;
    rollouts->task = *task;
    bool good = sampler_of(&rollouts->sampler, task->view);
    rollouts->workers = calloc((size_t)task->threads, sizeof *rollouts->workers);
    for (int i = 0; good && rollouts->workers && i < task->threads; i++)
        good = rollout_worker_open(&rollouts->workers[i], task);
    if (good && rollouts->workers) return rollouts;
    rollouts_close(rollouts);
    return NULL;
}

/* The view's round with the cards where they lie in `start`. */
static Game rollout_begin(const RolloutTask *task, const Round *start)
{
    const View *view = task->view;
    Game game = {.round = *start, .first_pool = view->first_pool, .history_known = view->history};
    if (view->history) memcpy(game.history, view->history, (size_t)view->table->ply * sizeof *game.history);
    game.match = task->equity;
    game.claims_from = match_claims_from(view->table->scores, view->rules);
    return game;
}

static Round rollout_sample(const Rollouts *rollouts, uint64_t deal)
{
    Round round;
    Sampler sampler = rollouts->sampler;
    Rng rng = rng_for(rollouts->task.seed, deal, PURPOSE_SAMPLE);
    sampler_round(&round, &sampler, &rng);
    return round;
}

bool rollouts_game(Game *out, Rollouts *rollouts, int play, uint64_t deal)
{
    const Round round = rollout_sample(rollouts, deal);
    *out = rollout_begin(&rollouts->task, &round);
    return rollout_play(out, &rollouts->workers[0].seats, rollouts->task.plays[play], deal);
}

/* Fills the worker's values with those of the deal. False: the agent failed. */
static bool rollout_deal(RolloutWorker *worker, const Rollouts *rollouts, const int plays[], int count, uint64_t deal)
{
    const RolloutTask *task = &rollouts->task;
    const Rules *rules = task->view->rules;
    const Round round = rollout_sample(rollouts, deal);
    if (!task->agent)
        return exact_values(worker->values, worker->solver, task->equity, &round, rules, task->plays, task->count,
                            UINT64_MAX);
    const Game begin = rollout_begin(task, &round);
    for (int k = 0; k < count; k++) {
        Game game = begin;
        if (!rollout_play(&game, &worker->seats, task->plays[plays[k]], deal)) return false;
        worker->values[plays[k]] = rollout_scoring(&worker->points[plays[k]], &game.round, rules,
                                                   rules_side(rules, task->view->seat), task->equity);
    }
    return true;
}

void rollouts_make(Rollouts *rollouts, RolloutSums sums[], const int plays[], int count, int choice, uint64_t first,
                   uint64_t end)
{
    const RolloutTask *task = &rollouts->task;
    const bool points = task->equity && task->agent;
#pragma omp parallel for num_threads(task->threads) schedule(dynamic, 4)
    for (uint64_t deal = first; deal < end; deal++) {
        RolloutWorker *worker = &rollouts->workers[omp_get_thread_num()];
        if (!rollout_deal(worker, rollouts, plays, count, deal)) continue;
        for (int k = 0; k < count; k++) {
            RolloutSums *sum = &worker->sums[plays[k]];
            const int value = worker->values[plays[k]];
            moments_add(&sum->value, value);
            if (points) moments_add(&sum->points, worker->points[plays[k]]);
            if (choice == NO_PLAY) continue;
            moments_add(&sum->behind, worker->values[choice] - value);
            sum->apart += worker->values[choice] != value;
        }
    }
    for (int i = 0; i < task->threads; i++) {
        RolloutWorker *worker = &rollouts->workers[i];
        voids_merge(task->voids, &worker->voids);
        worker->voids = (Voids){0};
        for (int k = 0; k < count; k++) {
            RolloutSums *into = &sums[plays[k]], *from = &worker->sums[plays[k]];
            moments_merge(&into->value, &from->value);
            moments_merge(&into->behind, &from->behind);
            moments_merge(&into->points, &from->points);
            into->apart += from->apart;
            *from = (RolloutSums){0};
        }
    }
}

/* ---- how much better a choice is */

/* The deals that find the rival have numbers from here on. */
static const uint64_t RIVAL_DEALS = UINT64_C(1) << 40;

/* Keeps the better half of the plays by their sums, which are of the same deals, in ascending order. Returns how
   many. */
static int rollouts_halve(int plays[], int count, const RolloutSums sums[])
{
    for (int dropped = count / 2; dropped; dropped--) {
        int worst = 0;
        for (int i = 1; i < count; i++)
            if (sums[plays[i]].value.sum <= sums[plays[worst]].value.sum) worst = i;
        count--;
        memmove(&plays[worst], &plays[worst + 1], (size_t)(count - worst) * sizeof *plays);
    }
    return count;
}

/* Finds the best of the rivals by sequential halving. False: stopped. */
static bool rollout_rival(int *rival, const RolloutJob *job, uint64_t made)
{
    int plays[MAX_MOVES], count = 0, stages = 0;
    uint64_t first = RIVAL_DEALS;
    for (int i = 0; i < job->count; i++)
        if (job->plays[i] != job->choice) plays[count++] = job->plays[i];
    while (count > 1 << stages)
        stages++;
    while (count > 1) {
        const uint64_t share = made / (uint64_t)(stages * count), deals = share > 1 ? share : 1;
        for (int i = 0; i < count; i++)
            job->sums[plays[i]] = (RolloutSums){0};
        if (!job->make(job->context, job->sums, plays, count, NO_PLAY, first, deals)) return false;
        first += deals;
        count = rollouts_halve(plays, count, job->sums);
    }
    *rival = count ? plays[0] : NO_PLAY;
    return true;
}

bool rollouts_measure(int *rival, const RolloutJob *job)
{
    const uint64_t rivals = job->made / 4, each = (job->made - rivals) / (uint64_t)job->count;
    if (!rollout_rival(rival, job, rivals)) return false;
    memset(job->sums, 0, MAX_MOVES * sizeof *job->sums);
    job->make(job->context, job->sums, job->plays, job->count, job->choice, 0,
              each > ROLLOUT_DEALS ? each : ROLLOUT_DEALS);
    return job->sums[job->choice].value.n > 1;
}

/* ---- means with intervals */

/* 97.5 % quantile of the normal distribution: there are 100 deals or more. */
static const double DEALS_QUANTILE = 1.9600;

RolloutUnit rollout_unit(RolloutMeasure measure, const Rules *rules, const MatchEquity *equity, double reach)
{
    RolloutUnit unit = {.reach = reach > 0 ? reach : DEALS_QUANTILE};
    if (equity && measure != ROLLOUT_POINTS) {
        unit.scale = EQUITY_ONE / 100.;
        unit.high = EQUITY_ONE;
        unit.low = measure == ROLLOUT_BEHIND ? -EQUITY_ONE : 0;
        unit.edged = true;
        return unit;
    }
    const int others = rules->sides - 1;
    unit.scale = others;
    unit.high = others * (scoring_cards(PACK, rules) + scoring_clubs(CLUBS_IN_PACK, rules) + sur_points(1, rules));
    unit.low = -unit.high;
    return unit;
}

/* The end of the interval towards that edge, where this many more deals lie; 0: none do. */
static double rollout_end(const Moments *moments, double more, double edge, const RolloutUnit *unit)
{
    const double n = (double)moments->n + more, sum = (double)moments->sum + more * edge, mean = sum / n;
    const double variance = ((double)moments->sum_sq + more * edge * edge - mean * sum) / (n - 1);
    const double half = unit->reach * sqrt(variance > 0 ? variance / n : 0) / unit->scale;
    const bool down = edge * (double)moments->n < (double)moments->sum;
    return mean / unit->scale + (down ? -half : half);
}

RolloutMean rollout_mean(const Moments *moments, int64_t apart, const RolloutUnit *unit)
{
    const double mean = (double)moments->sum / (double)moments->n;
    const bool same = (double)moments->sum_sq <= mean * (double)moments->sum;
    const bool careful = !unit->plain && (unit->edged || same || apart < RARE_DEALS);
    const double more = careful ? unit->reach * unit->reach / 2 : 0;
    RolloutMean out = {mean / unit->scale, rollout_end(moments, more, fmin(unit->low, mean - 1), unit),
                       rollout_end(moments, more, fmax(unit->high, mean + 1), unit)};
    if (unit->edged)
        out.low = fmax(out.low, unit->low / unit->scale), out.high = fmin(out.high, unit->high / unit->scale);
    return out;
}
