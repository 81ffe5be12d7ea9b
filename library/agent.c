/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents and players; boards that they play, and what plays are worth. */
#include <stdlib.h>
#include <string.h>

#include "agents/planner/chances.h"
#include "engine/solve.h"
#include "library/handles.h"
#include "sim/advise.h"
#include "sim/arena.h"
#include "sim/boards.h"
#include "sim/voids.h"

/* ---- agents */

pasur_agent *agent_new(const pasur_rules *rules, pasur_error *error)
{
    pasur_agent *agent = calloc(1, sizeof *agent);
    if (!agent) return fail_memory(error), NULL;
    agent->rules = rules->rules;
    return agent;
}

pasur_agent *pasur_agent_new(const pasur_rules *rules, const char *text, pasur_error *error)
{
    Error why;
    if (text_check(text, "agent", error)) return NULL;
    pasur_agent *agent = agent_new(rules, error);
    if (!agent) return NULL;
    if (!agent_parse(&agent->agent, text, &agent->rules, &why)) {
        free(agent);
        return fail_as(error, &why), NULL;
    }
    const bool person = agent_has(&agent->agent, TRAIT_PERSON);
    if (person) error_set(&why, "human: only the program asks a person; pasur_agent_own makes your own agent");
    if (!person && agents_for_rounds(&agent->agent, 1, &why)) return agent;
    pasur_agent_free(agent);
    return fail_as(error, &why), NULL;
}

void pasur_agent_free(pasur_agent *agent)
{
    if (!agent) return;
    agent_free(&agent->agent);
    free(agent);
}

/* ---- players */

pasur_player *pasur_player_new(const pasur_agent *agent, pasur_error *error)
{
    pasur_player *player = calloc(1, sizeof *player);
    if (player && player_open(&player->player, &agent->agent, &agent->rules)) {
        player->agent = agent;
        player->seat = -1;
        return player;
    }
    free(player);
    return fail_memory(error), NULL;
}

void pasur_player_free(pasur_player *player)
{
    if (!player) return;
    player_close(&player->player);
    free(player);
}

/* PASUR_INPUT if there is no such seating, or the agent was made for other rules than those of the round. */
static int play_check(const pasur_agent *agent, const pasur_round *round, int seating, pasur_error *error)
{
    if (!rules_equal(&agent->rules, &round->rules))
        return fail(error, PASUR_INPUT, "the agent was made for other rules than those of the round");
    return seating < 0 || seating >= MAX_SEATS ? fail(error, PASUR_INPUT, "seating: 0 to 3") : PASUR_OK;
}

int pasur_player_begin(pasur_player *player, const pasur_round *round, int seat, uint64_t seed, uint64_t board,
                       int seating, pasur_error *error)
{
    Table table;
    if (play_check(player->agent, round, seating, error)) return PASUR_INPUT;
    if (seat < 0 || seat >= round->rules.players) return fail(error, PASUR_INPUT, "seat: there is no such seat");
    const View view = round_view(&table, round, seat);
    player->player.rng = player_rng(seed, board, seating, seat);
    player->seat = seat;
    player_begin(&player->player, &view);
    return PASUR_OK;
}

int fail_player(pasur_error *error, const VoidBoard *failure)
{
    char text[VOID_TEXT];
    return fail(error, PASUR_FAILED, void_print(text, failure));
}

int pasur_player_choose(pasur_player *player, const pasur_round *round, pasur_cards *play, pasur_error *error)
{
    if (play_check(player->agent, round, 0, error)) return PASUR_INPUT;
    if (pasur_round_over(round)) return fail(error, PASUR_INPUT, "the round is over");
    if (pasur_round_turn(round) != player->seat)
        return fail(error, PASUR_INPUT, "it is another seat's turn, or pasur_player_begin was not called");
    const View view = game_view(&round->game, &round->rules);
    const CardSet chosen = player_ask(&player->player, &view, &round->game.round);
    if (!chosen) {
        VoidBoard failure = player_failure(&player->player, &view);
        failure.seating = SEATING_POSITION;
        return fail_player(error, &failure);
    }
    *play = chosen;
    return PASUR_OK;
}

int pasur_play_round(pasur_round *round, const pasur_agent *const seats[], uint64_t seed, uint64_t board, int seating,
                     pasur_error *error)
{
    Player players[MAX_SEATS] = {{0}}, *seated[MAX_SEATS] = {0};
    const int count = round->rules.players;
    Game game = round->game;
    int status = PASUR_OK;
    for (int seat = 0; seat < count && !status; seat++)
        status = play_check(seats[seat], round, seating, error);
    for (int seat = 0; seat < count && !status; seat++) {
        seated[seat] = &players[seat];
        if (!player_open(&players[seat], &seats[seat]->agent, &round->rules)) status = fail_memory(error);
        players[seat].rng = player_rng(seed, board, seating, seat);
    }
    if (!status && !table_over(&game.round.table) && !game_play(&game, &round->rules, seated, false)) {
        const VoidBoard failure = game_failure(&game, seated, board, seating);
        status = fail_player(error, &failure);
    }
    for (int seat = 0; seat < count; seat++)
        player_close(&players[seat]);
    if (!status) round->game = game;
    return status;
}

/* ---- many boards, as arrays */

enum { MAX_FIRST = 50 }; /* boards are numbered below 2^50, see sim/schedule.h */

/* Arrays have a place for each board, so that only what is void needs to be told in order. */
typedef struct {
    StretchRun stretch; /* the first: boards_add_up gets it */
    const BoardsJob *job;
    const pasur_sim_rows *rows;
} Run;

static void row_put(int32_t *column, size_t row, int32_t value)
{
    if (column) column[row] = value;
}

static bool rows_add(const void *arg, Stretch *stretch, const Board *board, size_t pairing)
{
    const Run *run = arg;
    const Schedule *schedule = run->job->schedule;
    const Rules *rules = &schedule->rules;
    size_t row = (size_t)(board->index - run->job->first) * (size_t)(schedule->seatings * rules->players);
    (void)pairing;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const PlayedRound round = board_round(board, schedule, seating);
        for (int seat = 0; seat < rules->players; seat++, row++) {
            const SideCount none = {0};
            const SideCount *count = board->played ? &round.game->counts[rules_side(rules, seat)] : &none;
            row_put(run->rows->agent, row, board->played ? round_agent(&round, schedule, seat) : -1);
            row_put(run->rows->points, row, count->points);
            row_put(run->rows->surs, row, count->surs);
            row_put(run->rows->clubs, row, count->clubs);
        }
    }
    return board_count(stretch, &run->stretch, board);
}

static bool schedule_of(Schedule *schedule, const Rules *rules, int count, int alone, Error *error)
{
    char text[RULES_TEXT];
    rules_print(text, rules);
    if (!schedule_make(schedule, text, count, !alone, error)) return false;
    /* a text that does not say how many players there are leaves it to the agents */
    return schedule->rules.players == rules->players ||
           error_set(error, "%d agents cannot be seated at %d seats", count, (int)rules->players);
}

int pasur_sim_seatings(const pasur_rules *rules, int count, int alone)
{
    Error why;
    Schedule schedule;
    return schedule_of(&schedule, &rules->rules, count, alone, &why) ? schedule.seatings : 0;
}

int pasur_sim(const pasur_rules *rules, const pasur_agent *const agents[], int count, const pasur_sim_options *options,
              const pasur_sim_rows *rows, uint64_t *voids, pasur_error *error)
{
    Error why;
    Schedule schedule;
    Agent seated[MAX_SEATS];
    Sums sums = {0};
    char text[VOID_TEXT];
    if (!schedule_of(&schedule, &rules->rules, count, options->alone, &why)) return fail_as(error, &why);
    if (options->first >> MAX_FIRST || options->boards > (UINT64_C(1) << MAX_FIRST) - options->first)
        return fail(error, PASUR_INPUT, "boards: numbers below 2^50 only");
    if (options->threads < 0 || options->threads > MAX_THREADS) return fail(error, PASUR_INPUT, THREADS_RANGE);
    for (int i = 0; i < count; i++) {
        if (!rules_equal(&agents[i]->rules, &rules->rules))
            return fail(error, PASUR_INPUT, "an agent was made for other rules than these");
        seated[i] = agents[i]->agent;
    }
    schedule.seed = options->seed;
    const BoardsJob job = {.schedule = &schedule,
                           .agents = seated,
                           .first = options->first,
                           .boards = options->boards,
                           .threads = options->threads ? options->threads : arena_cores()};
    Run run = {.stretch = {.shape = BOARD_COUNTS, .sums = &sums}, .job = &job, .rows = rows};
    const bool good = boards_add_up(&job, &(BoardsUse){.add = rows_add}, &run.stretch) == ARENA_DONE;
    const Voids found = sums.voids;
    sums_free(&sums);
    if (!good) return fail_memory(error);
    if (voids) *voids = (uint64_t)found.boards;
    if (found.boards && (uint64_t)found.boards == job.boards)
        return fail(error, PASUR_FAILED, void_print(text, &found.kinds[0].first));
    return PASUR_OK;
}

/* ---- what plays are worth: exact values with open cards, and advice */

int pasur_solve(const pasur_round *round, pasur_cards plays[PASUR_LEGAL], int32_t values[PASUR_LEGAL], size_t *count,
                pasur_error *error)
{
    const Round *now = &round->game.round;
    if (round->rules.sides != 2) return fail(error, PASUR_INPUT, "only rounds of two sides can be solved");
    Solver *solver = solver_open(&round->rules);
    if (!solver) return fail_memory(error);
    const int number = moves_list(plays, round_hand(now), now->table.pool, NULL);
    solve_plays(values, solver, now, &round->rules, plays, number);
    free(solver);
    *count = (size_t)number;
    return PASUR_OK;
}

static void advice_copy(pasur_advice out[], size_t *count, size_t *choice, const Advice *advice)
{
    for (int i = 0; i < advice->count; i++) {
        const AdvisePlay *play = &advice->plays[i];
        out[i] = (pasur_advice){play->play, play->value.mean, play->value.low, play->value.high, play->visits};
    }
    *count = (size_t)advice->count;
    *choice = (size_t)advice->choice;
}

static int options_check(const pasur_advise_options *options, pasur_error *error)
{
    if (options->iterations && options->iterations < 100)
        return fail(error, PASUR_INPUT, "iterations: 100 or more, or 0 for as many as the seconds allow");
    if (!options->iterations && !(options->seconds > 0 && options->seconds <= 1e6))
        return fail(error, PASUR_INPUT, "seconds: above 0, at most 1000000, where there are no iterations");
    if (options->threads < 0 || options->threads > MAX_THREADS) return fail(error, PASUR_INPUT, THREADS_RANGE);
    return PASUR_OK;
}

int pasur_advise(const pasur_agent *agent, const pasur_view *view, const pasur_advise_options *options,
                 pasur_advice advice[PASUR_LEGAL], size_t *count, size_t *choice, pasur_error *error)
{
    Error why;
    Table table;
    if (!view_fits(view, &agent->rules, &why)) return fail_as(error, &why);
    if (options_check(options, error)) return PASUR_INPUT;
    if (agent_has(&agent->agent, TRAIT_CHEATS))
        return fail(error, PASUR_INPUT, "an agent that sees all cards has no advice");
    const View seen = view_seen(&table, view, &agent->rules);
    const int threads = options->threads ? options->threads : arena_cores();
    AdviseTask task = advise_task(&agent->agent, &seen, options->seed, options->iterations, threads);
    task.seconds = options->seconds;
    Advice *found = malloc(sizeof *found);
    if (!found) return fail_memory(error);
    const bool good = advise(found, &task, &why);
    if (good) advice_copy(advice, count, choice, found);
    free(found);
    return good ? PASUR_OK : why.system ? fail_as(error, &why) : fail(error, PASUR_FAILED, why.text);
}

/* ---- how likely things are */

static pasur_chance chance_copy(const Chance *chance)
{
    const Likely *counted = &chance->counted, *told = &chance->told;
    return (pasur_chance){counted->value, counted->low, counted->high, told->value, told->low, told->high};
}

int pasur_chances_find(pasur_chances chances[PASUR_LEGAL], size_t *count, pasur_chance ranks[PASUR_RANKS],
                       const pasur_rules *rules, const pasur_view *view, uint64_t seed, pasur_error *error)
{
    Error why;
    Table table;
    if (!view_fits(view, &rules->rules, &why)) return fail_as(error, &why);
    const View seen = view_seen(&table, view, &rules->rules);
    Chances *found = calloc(1, sizeof *found);
    if (!found) return fail_memory(error);
    found->count = moves_list(found->plays, seen.hand, table.pool, NULL);
    const bool good = chances_find(found, &seen, CHANCES_DEALS, seed);
    for (int i = 0; good && i < found->count; i++) {
        const PlayChances *of = &found->of[i];
        memset(&chances[i], 0, sizeof chances[i]);
        chances[i].play = found->plays[i];
        chances[i].capture = chance_copy(&of->capture);
        chances[i].sur = chance_copy(&of->sur);
        for (int side = 0; side < rules->rules.sides; side++)
            chances[i].clubs[side] = chance_copy(&of->clubs[side]);
    }
    for (int rank = 0; good && ranks && rank < PASUR_RANKS; rank++)
        ranks[rank] = chance_copy(&found->ranks[rank]);
    *count = good ? (size_t)found->count : 0;
    free(found);
    return good ? PASUR_OK : fail_memory(error);
}
