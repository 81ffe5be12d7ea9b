/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions, the values of their plays, and what agents choose. */
#include "analysis/study/regret.h"

#include <math.h>
#include <stdlib.h>

#include "agents/planner/planner.h"

/* ---- a position */

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
    Game played, decisions[PLAYS];
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
        if (moves_list(plays, view.hand, view.table->pool, &fold) > 1) decisions[count++] = *game;
        game_put(game, rules, played.history[ply]);
    }
    *game = decisions[(int)((double)count * ((double)(index % PARTS) + rng_double(&rng)) / PARTS)];
    return count;
}

/* Puts the position, its plays as the reference values them, and by whom each is chosen. The players are those of the
   rounds, of each as many as there are seats, then those that are judged, then the reference. */
static bool position_look(void *arg, Player players[], uint64_t index, TextBuffer *row, Voids *voids)
{
    const RegretTask *task = &((const Regret *)arg)->task;
    const Schedule *schedule = task->schedule;
    const uint64_t board = share_first(SHARE_VALIDATION) + index;
    Player *judged = players + task->player_count * schedule->rules.players;
    PlannedPlay plays[MAX_MOVES];
    uint32_t chosen[MAX_MOVES] = {0};
    Game game;
    const int decisions = position_make(&game, task, players, index, voids);
    if (!decisions) return false;
    const View view = game_view(&game, &schedule->rules);
    const Fold fold = fold_for(view.rules);
    Rng rng = rng_for(schedule->seed, board, PURPOSE_SAMPLE);
    const int count = planner_values(plays, judged[task->judged_count].memory, &view, task->rounds, &rng);
    for (int k = 0; k < task->judged_count; k++) {
        const Rng own = player_rng(schedule->seed, board, 1, view.seat);
        const CardSet play = player_ask_there(&judged[k], own, &view, &game.round, index, 0, voids);
        if (!play) return false;
        for (int i = 0; i < count; i++)
            if (plays[i].play == fold_play(play, view.hand, view.table->pool, &fold)) chosen[i] |= 1u << k;
    }
    bool good = put_uint(row, (uint64_t)game.round.table.ply) && put_uint(row, (uint64_t)decisions) &&
                put_uint(row, view.hand) && put_uint(row, view.table->pool) && put_uint(row, (uint64_t)count);
    for (int i = 0; good && i < count; i++)
        good = put_uint(row, plays[i].play) && put_int(row, lround(plays[i].values[0] * REGRET_UNIT)) &&
               put_int(row, lround(plays[i].values[1] * REGRET_UNIT)) && put_uint(row, chosen[i]);
    return good;
}

static bool position_take(void *arg, uint64_t index, Fields *row)
{
    Regret *regret = arg;
    RegretPlay plays[MAX_MOVES];
    get_uint(row); /* ply */
    const int decisions = (int)get_uint(row);
    get_uint(row), get_uint(row); /* hand and pool */
    const int count = (int)get_uint(row);
    if (row->failed || count < 1 || count > MAX_MOVES) return false;
    for (RegretPlay *play = plays; play < plays + count; play++) {
        play->play = get_uint(row);
        for (int half = 0; half < 2; half++)
            play->values[half] = (int32_t)get_int(row);
        play->chosen = (uint32_t)get_uint(row);
    }
    regret->losses[index] = regret_losses(plays, count, decisions, regret->task.judged_count);
    return true;
}

ArenaEnd regret_measure(Regret *out)
{
    const RegretTask *task = &out->task;
    const Agent *agents[REGRET_AGENTS * (MAX_SEATS + 1) + 1];
    int count = 0;
    out->losses = calloc(task->survey.count, sizeof *out->losses);
    if (!out->losses) return ARENA_FAILED;
    for (int i = 0; i < task->player_count; i++)
        for (int seat = 0; seat < task->schedule->rules.players; seat++)
            agents[count++] = &task->players[i];
    for (int i = 0; i < task->judged_count; i++)
        agents[count++] = &task->judged[i];
    agents[count++] = task->reference;
    Survey survey = task->survey;
    survey.rules = &task->schedule->rules;
    survey.agents = agents;
    survey.player_count = count;
    survey.together = 1;
    survey.known = (KnownAgents){{task->judged}, {(size_t)(task->judged_count + task->player_count + 1)}};
    survey.look = position_look;
    survey.take = position_take;
    survey.arg = out;
    return survey_run(&out->done, &survey);
}

/* ---- regret */

/* By which halves of the values: a bit for each. */
static int value_by(const RegretPlay *play, int halves)
{
    return (halves & 1 ? play->values[0] : 0) + (halves & 2 ? play->values[1] : 0);
}

static const RegretPlay *best_of(const RegretPlay plays[], int count, int halves)
{
    const RegretPlay *best = plays;
    for (const RegretPlay *play = plays; play < plays + count; play++)
        if (value_by(play, halves) > value_by(best, halves)) best = play;
    return best;
}

RegretLosses regret_losses(const RegretPlay plays[], int count, int decisions, int agents)
{
    enum { BOTH = 3 };
    RegretLosses out = {.there = true, .decisions = (uint8_t)decisions};
    const int highest = value_by(best_of(plays, count, BOTH), BOTH);
    const int by_other = best_of(plays, count, 1)->values[1] + best_of(plays, count, 2)->values[0];
    for (const RegretPlay *play = plays; play < plays + count; play++) {
        if (value_by(play, BOTH) == highest) out.best |= play->chosen;
        if (!(play->chosen & 1)) out.apart |= play->chosen;
        for (int k = 0; k < agents; k++)
            if (play->chosen >> k & 1) out.losses[k] = by_other - value_by(play, BOTH);
    }
    return out;
}

/* Unknown with too few positions: the dearest mistakes are seldom met. */
static Interval losses_interval(const Extremes *losses, double scale, double alpha)
{
    return losses->sum.n < REGRET_LEAST ? (Interval){NAN, NAN} : interval_skewed(losses, scale, alpha);
}

void regret_find(Regret *regret)
{
    const RegretTask *task = &regret->task;
    /* Losses are doubled, and each side has its share of the round's decisions. */
    const double sides = task->schedule->rules.sides, scale = 2. * REGRET_UNIT * sides;
    for (int k = 0; k < task->judged_count; k++) {
        Extremes losses = {0}, more = {0};
        int64_t best = 0, apart = 0, decisions = 0;
        for (const RegretLosses *of = regret->losses; of < regret->losses + regret->done; of++) {
            if (!of->there) continue;
            extremes_add(&losses, (int64_t)of->losses[k] * of->decisions);
            extremes_add(&more, (int64_t)(of->losses[k] - of->losses[0]) * of->decisions);
            decisions += of->decisions;
            best += of->best >> k & 1;
            apart += of->apart >> k & 1;
        }
        const double count = (double)losses.sum.n;
        RegretRow *row = &regret->rows[k];
        *row = (RegretRow){.agent = task->judged[k].name,
                           .positions = losses.sum.n,
                           .regret = estimate_of(&losses.sum, scale),
                           .regret_interval = losses_interval(&losses, scale, task->alpha),
                           .best = (double)best / count,
                           .apart = NAN,
                           .more = {.mean = NAN, .sd = NAN, .se = NAN},
                           .more_interval = {NAN, NAN}};
        row->decision = row->regret.mean * sides * count / (double)decisions;
        if (!k) continue; /* the others are compared with it */
        row->apart = (double)apart / count;
        row->more = estimate_of(&more.sum, scale);
        row->more_interval =
            losses_interval(&more, scale, bonferroni_alpha(task->alpha, (size_t)task->judged_count - 1));
    }
}
