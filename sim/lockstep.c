/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards in lockstep. Each round of them is a lane; the lanes whose players are alike are asked together. */
#include "sim/lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "sim/clock.h"

enum { LANES = BOARDS_CHUNK * MAX_SEATS };
_Static_assert((int)LANES <= (int)MAX_DECISIONS, "all lanes may be asked together");

typedef struct {
    Board *board;
    Game *game;
    int seating;
    Rng rngs[MAX_SEATS];   /* of the players, seat by seat */
    size_t keys[MAX_SEATS]; /* players with the same key at a seat are asked together */
} Lane;

struct Lockstep {
    Players *players;
    size_t *alike;         /* by agent: the first agent that decides as it does */
    bool same_scores;      /* all seatings begin with the same scores of the sides */
    uint64_t first, count; /* of the boards played last */
    int lane_count;
    Board boards[BOARDS_CHUNK];
    Lane lanes[LANES];
    uint8_t order[MAX_SEATS][LANES]; /* by seat: the lanes, those of the same key one after the other */
    Decision decisions[LANES];
    CardSet plays[LANES];
};

/* Do these agents decide alike? By their numbers alone: none of these kinds asks for its texts once it is read. */
static bool agents_alike(const Agent *a, const Agent *b)
{
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

static bool scores_same(const Schedule *schedule)
{
    int16_t scores[MAX_SEATS][MAX_SIDES] = {{0}};
    bool same = true;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        schedule_scores(scores[seating], schedule, seating);
        same &= !memcmp(scores[seating], scores[0], sizeof scores[0]);
    }
    return same;
}

Lockstep *lockstep_open(Players *players)
{
    Lockstep *lockstep = calloc(1, sizeof *lockstep);
    size_t *alike = calloc(players->count, sizeof *alike);
    if (!lockstep || !alike) return free(lockstep), free(alike), NULL;
    for (size_t i = 0; i < players->count; i++)
        while (!agents_alike(players->players[alike[i]][0].agent, players->players[i][0].agent))
            alike[i]++;
    lockstep->players = players;
    lockstep->alike = alike;
    lockstep->same_scores = scores_same(players->schedule);
    return lockstep;
}

void lockstep_close(Lockstep *lockstep)
{
    if (lockstep) free(lockstep->alike);
    free(lockstep);
}

bool lockstep_possible(const Players *players)
{
    for (size_t agent = 0; agent < players->count; agent++)
        if (!players->players[agent][0].agent || !agent_has(players->players[agent][0].agent, TRAIT_MANY)) return false;
    return true;
}

/* ---- lanes */

static void lane_open(Lane *lane, const Lockstep *lockstep, Board *board, int seating)
{
    const Schedule *schedule = lockstep->players->schedule;
    int16_t scores[MAX_SIDES];
    lane->board = board;
    lane->game = &board->games[seating];
    lane->seating = seating;
    for (int seat = 0; seat < schedule->rules.players; seat++) {
        const size_t agent = lockstep->alike[board->order.agents[schedule_agent(schedule, seating, seat)]];
        lane->rngs[seat] = player_rng(schedule->seed, board->index, seating, seat);
        lane->keys[seat] = agent * MAX_SEATS + (lockstep->same_scores ? 0 : (size_t)seating);
    }
    schedule_scores(scores, schedule, seating);
    game_start(lane->game, &schedule->rules, &board->pack, scores);
}

/* Sorts the lanes by their keys at the seat. */
static void lanes_sort(Lockstep *lockstep, int seat)
{
    uint8_t *order = lockstep->order[seat];
    for (int i = 0; i < lockstep->lane_count; i++) {
        int place = i;
        for (; place && lockstep->lanes[order[place - 1]].keys[seat] > lockstep->lanes[i].keys[seat]; place--)
            order[place] = order[place - 1];
        order[place] = (uint8_t)i;
    }
}

/* ---- plays */

/* Adds the time of a decision to the boards that are timed. */
static void time_add(Lockstep *lockstep, const uint8_t order[], int count, int seat, uint64_t nanoseconds)
{
    for (int i = 0; i < count; i++) {
        const Lane *lane = &lockstep->lanes[order[i]];
        const int agent = schedule_agent(lockstep->players->schedule, lane->seating, seat);
        if (lane->board->timed) lane->board->nanoseconds[agent] += nanoseconds / (uint64_t)count;
    }
}

/* Makes the play of the seat in `count` lanes, whose players there are alike. */
static void lanes_step(Lockstep *lockstep, const uint8_t order[], int count, int seat)
{
    const Rules *rules = &lockstep->players->schedule->rules;
    const Player *player = &lockstep->players->players[lockstep->lanes[order[0]].keys[seat] / MAX_SEATS][0];
    bool timed = false;
    for (int i = 0; i < count; i++) {
        Lane *lane = &lockstep->lanes[order[i]];
        const Round *round = &lane->game->round;
        lockstep->decisions[i] = (Decision){&round->table, round->hands[seat], &lane->rngs[seat]};
        timed |= lane->board->timed;
    }
    const uint64_t start = timed ? nanoseconds_now() : 0;
    player->agent->kind->choose_many(lockstep->plays, player->agent, player->mind, rules, lockstep->decisions, count);
    if (timed) time_add(lockstep, order, count, seat, nanoseconds_now() - start);
    for (int i = 0; i < count; i++)
        game_put(lockstep->lanes[order[i]].game, rules, lockstep->plays[i]);
}

static void seat_step(Lockstep *lockstep, int seat)
{
    const uint8_t *order = lockstep->order[seat];
    for (int first = 0, end; first < lockstep->lane_count; first = end) {
        const size_t key = lockstep->lanes[order[first]].keys[seat];
        for (end = first + 1; end < lockstep->lane_count && lockstep->lanes[order[end]].keys[seat] == key;)
            end++;
        lanes_step(lockstep, order + first, end - first, seat);
    }
}

void lockstep_play(Lockstep *lockstep, const BoardsJob *job, uint64_t first, uint64_t count)
{
    const Schedule *schedule = lockstep->players->schedule;
    lockstep->first = first;
    lockstep->count = count;
    lockstep->lane_count = 0;
    for (uint64_t i = 0; i < count; i++) {
        board_prepare(&lockstep->boards[i], job, schedule, first + i);
        for (int seating = 0; seating < schedule->seatings; seating++)
            lane_open(&lockstep->lanes[lockstep->lane_count++], lockstep, &lockstep->boards[i], seating);
    }
    for (int seat = 0; seat < schedule->rules.players; seat++)
        lanes_sort(lockstep, seat);
    for (int ply = 0; ply < PLAYS; ply++)
        seat_step(lockstep, ply % schedule->rules.players);
    for (int i = 0; i < lockstep->lane_count; i++) {
        Game *game = lockstep->lanes[i].game;
        count_sides(game->counts, &game->round.table, &schedule->rules);
    }
}

const Board *lockstep_find(const Lockstep *lockstep, uint64_t index)
{
    return index - lockstep->first < lockstep->count ? &lockstep->boards[index - lockstep->first] : NULL;
}
