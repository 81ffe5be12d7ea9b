/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions, the values of their plays, and what agents choose. */
#include "analysis/study/regret.h"

#include <math.h>
#include <stdlib.h>

#include "agents/planner/planner.h"

/* ---- a position */

typedef struct {
    const RegretTask *task;
    Regret *regret;
} RegretWork;

/* Takes a decision of the board's round, which is played to its end, each seat by one of the players, of which each has one
   for each seat: *game stands before it. Returns how many decisions the round has; 0: an agent failed. */
static int position_make(Game *game, const RegretTask *task, Player players[], uint64_t index, Voids *voids)
{
    /* The decisions of positions in a row are spread over the round. */
    enum { PARTS = 16 };
    const Schedule *schedule = task->schedule;
    const Rules *rules = &schedule->rules;
    const uint64_t board = share_first(SHARE_VALIDATION) + index;
    Rng rng = rng_for(schedule->seed, board, PURPOSE_TEST);
    Player *seated[MAX_SEATS] = {0};
    const Fold fold = fold_for(rules);
    CardSet plays[MAX_MOVES];
    uint8_t plies[PLAYS];
    Game played;
    int count = 0;
    Pack pack;
    schedule_pack(&pack, schedule, board);
    for (int seat = 0; seat < rules->players; seat++) {
        const uint32_t who = rng_bounded(&rng, (uint32_t)task->player_count);
        seated[seat] = &players[(int)who * rules->players + seat];
        seated[seat]->rng = player_rng(schedule->seed, board, 0, seat);
    }
    game_start(&played, rules, &pack, NULL);
    if (!game_play(&played, rules, seated, false)) {
        const VoidBoard failure = game_failure(&played, seated, board_number(board), 0);
        voids_add(voids, &failure);
        return 0;
    }
    game_start(game, rules, &pack, NULL);
    for (int ply = 0; ply < played.round.table.ply; ply++) {
        const View view = game_view(game, rules);
        if (moves_list(plays, view.hand, view.table->pool, &fold) > 1) plies[count++] = (uint8_t)ply;
        game_put(game, rules, played.history[ply]);
    }
    const int taken = plies[(int)((double)count * ((double)(index % PARTS) + rng_double(&rng)) / PARTS)];
    game_start(game, rules, &pack, NULL);
    for (int ply = 0; ply < taken; ply++)
        game_put(game, rules, played.history[ply]);
    return count;
}

static int32_t units(double points) { return (int32_t)lround(points * REGRET_UNIT); }

/* Values the plays of the position. False: memory ran out. */
static bool position_value(RegretPosition *out, const RegretTask *task, Player *reference, const View *view,
                           uint64_t index)
{
    PlannedPlay plays[MAX_MOVES];
    Rng rng = rng_for(task->schedule->seed, share_first(SHARE_VALIDATION) + index, PURPOSE_SAMPLE);
    out->count = (size_t)planner_values(plays, reference->memory, view, task->rounds, &rng);
    out->plays = calloc(out->count + 1, sizeof *out->plays);
    for (size_t i = 0; out->plays && i < out->count; i++)
        out->plays[i] =
            (RegretPlay){.play = plays[i].play, .values = {units(plays[i].values[0]), units(plays[i].values[1])}};
    return out->plays;
}

/* Asks every agent. False: one failed. */
static bool position_judge(RegretPosition *out, const RegretTask *task, Player judged[], const Game *game,
                           const View *view, uint64_t index, Voids *voids)
{
    const Fold fold = fold_for(view->rules);
    for (int k = 0; k < task->judged_count; k++) {
        const Rng rng = player_rng(task->schedule->seed, share_first(SHARE_VALIDATION) + index, 1, view->seat);
        const CardSet play = player_ask_there(&judged[k], rng, view, &game->round, index, 0, voids);
        if (!play) return false;
        const CardSet wanted = fold_play(play, view->hand, view->table->pool, &fold);
        for (size_t i = 0; i < out->count; i++)
            if (out->plays[i].play == wanted) out->plays[i].chosen |= 1u << k;
    }
    return true;
}

/* The players are those of the rounds, of each as many as there are seats, then those that are judged, then the
   reference. */
static bool position_look(void *arg, Player players[], uint64_t index, Voids *voids)
{
    const RegretWork *work = arg;
    const RegretTask *task = work->task;
    const Rules *rules = &task->schedule->rules;
    Player *judged = players + task->player_count * rules->players, *reference = judged + task->judged_count;
    RegretPosition *out = &work->regret->positions[index];
    Game game;
    const int decisions = position_make(&game, task, players, index, voids);
    if (!decisions) return true;
    const View view = game_view(&game, rules);
    *out = (RegretPosition){.ply = (uint8_t)game.round.table.ply,
                            .decisions = (uint8_t)decisions,
                            .hand = view.hand,
                            .pool = game.round.table.pool};
    if (!position_value(out, task, reference, &view, index)) return false;
    out->there = position_judge(out, task, judged, &game, &view, index, voids);
    return true;
}

ArenaEnd regret_measure(Regret *out, const RegretTask *task)
{
    const Agent *agents[REGRET_AGENTS * (MAX_SEATS + 1) + 1];
    int count = 0;
    *out = (Regret){.positions = calloc(task->count, sizeof *out->positions)};
    if (!out->positions) return ARENA_FAILED;
    for (int i = 0; i < task->player_count; i++)
        for (int seat = 0; seat < task->schedule->rules.players; seat++)
            agents[count++] = &task->players[i];
    for (int i = 0; i < task->judged_count; i++)
        agents[count++] = &task->judged[i];
    agents[count++] = task->reference;
    RegretWork work = {task, out};
    return survey_run(&out->done, &out->voids,
                      &(Survey){.rules = &task->schedule->rules,
                                .agents = agents,
                                .player_count = count,
                                .threads = task->threads,
                                .count = task->count,
                                .together = 1,
                                .look = position_look,
                                .arg = &work,
                                .watch = task->watch,
                                .watch_arg = task->arg});
}

void regret_free(Regret *regret, uint64_t count)
{
    for (uint64_t i = 0; regret->positions && i < count; i++)
        free(regret->positions[i].plays);
    free(regret->positions);
}

/* ---- regret */

static const RegretPlay *play_of(const RegretPosition *position, int agent)
{
    const RegretPlay *play = position->plays;
    while (!(play->chosen >> agent & 1))
        play++;
    return play;
}

/* The best play by one half of the values, or by both (2). */
static const RegretPlay *best_of(const RegretPosition *position, int half)
{
    const RegretPlay *best = position->plays;
    for (const RegretPlay *play = best; play < position->plays + position->count; play++) {
        const int value = half < 2 ? play->values[half] : play->values[0] + play->values[1];
        const int most = half < 2 ? best->values[half] : best->values[0] + best->values[1];
        if (value > most) best = play;
    }
    return best;
}

/* What a play loses in the position, twice: against the best of either half, by the values of the other. */
static int64_t loss_of(const RegretPosition *position, const RegretPlay *play)
{
    int64_t loss = 0;
    for (int half = 0; half < 2; half++)
        loss += best_of(position, half)->values[!half] - play->values[!half];
    return loss;
}

/* Unknown with too few positions: the dearest mistakes are seldom met. */
static Interval losses_interval(const Extremes *losses, double scale, double alpha)
{
    return losses->sum.n < REGRET_LEAST ? (Interval){NAN, NAN} : interval_skewed(losses, scale, alpha);
}

/* What an agent loses, and how much more than the first. */
static void regret_row(RegretRow *row, const Extremes *losses, const Extremes *more, const RegretTask *task, bool first)
{
    /* Losses are doubled, and each side has its share of the round's decisions. */
    const double scale = 2. * REGRET_UNIT * task->schedule->rules.sides;
    row->positions = losses->sum.n;
    row->regret = estimate_of(&losses->sum, scale);
    row->regret_interval = losses_interval(losses, scale, task->alpha);
    row->more = (Estimate){.mean = NAN, .sd = NAN, .se = NAN};
    row->more_interval = (Interval){NAN, NAN};
    if (first) return;
    row->more = estimate_of(&more->sum, scale);
    row->more_interval = losses_interval(more, scale, bonferroni_alpha(task->alpha, (size_t)task->judged_count - 1));
}

void regret_find(Regret *regret, const RegretTask *task)
{
    for (int k = 0; k < task->judged_count; k++) {
        Extremes losses = {0}, more = {0};
        int64_t best = 0, apart = 0, decisions = 0;
        for (uint64_t i = 0; i < regret->done; i++) {
            const RegretPosition *position = &regret->positions[i];
            if (!position->there) continue;
            const RegretPlay *play = play_of(position, k), *first = play_of(position, 0);
            const int64_t loss = loss_of(position, play), its = loss_of(position, first);
            const RegretPlay *highest = best_of(position, 2);
            extremes_add(&losses, loss * position->decisions);
            extremes_add(&more, (loss - its) * position->decisions);
            decisions += position->decisions;
            best += play->values[0] + play->values[1] == highest->values[0] + highest->values[1];
            apart += play != first;
        }
        const double count = (double)losses.sum.n;
        RegretRow *row = &regret->rows[k];
        *row = (RegretRow){
            .agent = task->judged[k].name, .best = (double)best / count, .apart = k ? (double)apart / count : NAN};
        regret_row(row, &losses, &more, task, !k);
        row->decision = row->regret.mean * task->schedule->rules.sides * count / (double)decisions;
    }
}
