/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards side by side. Each round of them is a lane, which goes on until somebody is to answer later. */
#include "sim/board_block.h"

#include <stdlib.h>
#include <string.h>

#include "sim/files/clock.h"

typedef enum { LANE_RUNS, LANE_WAITS, LANE_OVER } LaneState;

typedef struct {
    LaneState state;
    Board *board;
    int seating;
    Game *game;
    Player players[MAX_SEATS], *seated[MAX_SEATS]; /* minds are those of the thread */
    uint64_t ticket;                               /* LANE_WAITS: of the decision */
} Lane;

struct BoardBlock {
    Players *players;
    uint64_t first, count; /* of the boards played last */
    int lane_count;
    int turn; /* from here on a lane is sought that waits */
    Board boards[BOARDS_CHUNK];
    Lane lanes[BOARDS_CHUNK * MAX_SEATS];
};

BoardBlock *board_block_open(Players *players)
{
    BoardBlock *block = calloc(1, sizeof *block);
    if (block) block->players = players;
    return block;
}

void board_block_close(BoardBlock *block) { free(block); }

static bool takes_many(const Player *player)
{
    const AgentBatch *batch = player->agent ? player->agent->kind->batch : NULL;
    return batch && batch->takes(player->mind);
}

bool board_block_wanted(const Players *players)
{
    bool wanted = false;
    for (size_t agent = 0; agent < players->count; agent++) {
        const Player *player = players->players[agent];
        if (!player->agent || agent_has(player->agent, TRAIT_REMEMBERS) || agent_has(player->agent, TRAIT_PERSON))
            return false;
        for (int k = 0; k < MAX_SEATS; k++)
            wanted |= takes_many(&player[k]);
    }
    return wanted;
}

static Player *lane_mover(Lane *lane) { return lane->seated[lane->game->round.table.turn]; }

/* ---- a lane */

static void lane_open(Lane *lane, BoardBlock *block, Board *board, int seating)
{
    const Schedule *schedule = block->players->schedule;
    *lane = (Lane){.board = board, .seating = seating, .game = &board->games[seating]};
    players_seat(lane->seated, block->players, &board->order, board->index, seating);
    for (int seat = 0; seat < schedule->rules.players; seat++) {
        lane->players[seat] = *lane->seated[seat];
        lane->seated[seat] = &lane->players[seat];
    }
    board_round_start(board, schedule, seating);
    game_tell(lane->game, &schedule->rules, lane->seated);
}

/* The player to move failed; of a board's failures that of the first seating is told, where board_play would have ended. */
static void lane_fail(Lane *lane)
{
    Board *board = lane->board;
    lane->state = LANE_OVER;
    if (!board->played && board->failure.seating < lane->seating) return;
    board->played = false;
    board->failure = game_failure(lane->game, lane->seated, board->index, lane->seating);
}

static void lane_put(Lane *lane, const Schedule *schedule, CardSet play)
{
    lane->state = LANE_RUNS;
    if (game_put(lane->game, &schedule->rules, play)) return;
    count_sides(lane->game->counts, &lane->game->round.table, &schedule->rules);
    lane->state = LANE_OVER;
}

/* Asks the player to move, and waits. */
static void lane_ask(Lane *lane, const Schedule *schedule)
{
    Player *player = lane_mover(lane);
    const View view = game_view(lane->game, &schedule->rules);
    const uint64_t start = lane->board->timed ? nanoseconds_now() : 0;
    const CardSet play = player_ask(player, &view, &lane->game->round);
    if (lane->board->timed) player->nanoseconds += nanoseconds_since(start);
    if (play)
        lane_put(lane, schedule, play);
    else
        lane_fail(lane);
}

/* A mind gives no more answers: what it was asked for is asked for again, one by one. */
static void mind_failed(BoardBlock *block, const void *mind)
{
    for (int i = 0; i < block->lane_count; i++) {
        Lane *lane = &block->lanes[i];
        if (lane->state == LANE_WAITS && lane_mover(lane)->mind == mind) lane_ask(lane, block->players->schedule);
    }
}

/* Goes on until the round is over or somebody is to answer later. */
static void lane_run(Lane *lane, BoardBlock *block)
{
    const Schedule *schedule = block->players->schedule;
    while (lane->state == LANE_RUNS) {
        Player *player = lane_mover(lane);
        if (!takes_many(player)) {
            lane_ask(lane, schedule);
            continue;
        }
        const View view = game_view(lane->game, &schedule->rules);
        lane->state = LANE_WAITS;
        if (!player->agent->kind->batch->post(player->mind, &view, &player->rng, &lane->ticket))
            mind_failed(block, player->mind);
    }
}

/* ---- answers */

static Lane *lane_find(BoardBlock *block, const void *mind, uint64_t ticket)
{
    for (int i = 0; i < block->lane_count; i++) {
        Lane *lane = &block->lanes[i];
        if (lane->state == LANE_WAITS && lane->ticket == ticket && lane_mover(lane)->mind == mind) return lane;
    }
    return NULL;
}

/* Is some answer of the mind waited for? */
static bool mind_asked(BoardBlock *block, const void *mind)
{
    for (int i = 0; i < block->lane_count; i++)
        if (block->lanes[i].state == LANE_WAITS && lane_mover(&block->lanes[i])->mind == mind) return true;
    return false;
}

/* Takes the next answer of the lane's mover, to whatever lane it is. False if it has failed. */
static bool answer_take(BoardBlock *block, const Player *asked)
{
    const Schedule *schedule = block->players->schedule;
    const AgentBatch *batch = asked->agent->kind->batch;
    AgentAnswer answer;
    const uint64_t start = nanoseconds_now();
    if (!batch->take(asked->mind, &answer)) return false;
    Lane *lane = lane_find(block, asked->mind, answer.ticket);
    if (!lane || !answer.play) return batch->fail(asked->mind), false;
    Player *player = lane_mover(lane);
    const View view = game_view(lane->game, &schedule->rules);
    if (lane->board->timed) player->nanoseconds += nanoseconds_since(start);
    if (!player_check(player, &view, answer.play)) {
        lane_fail(lane);
        return batch->fail(asked->mind), false;
    }
    if (answer.drew)
        player->rng.state = answer.state;
    else
        rng_next(&player->rng);
    lane_put(lane, schedule, answer.play);
    return true;
}

/* Waits for an answer to the next lane that waits, and takes what else is there. False: no lane waits. */
static bool answers_take(BoardBlock *block)
{
    for (int i = 0; i < block->lane_count; i++) {
        Lane *lane = &block->lanes[(block->turn + i) % block->lane_count];
        if (lane->state != LANE_WAITS) continue;
        const Player asked = *lane_mover(lane);
        block->turn = (block->turn + i + 1) % block->lane_count;
        bool good;
        do
            good = answer_take(block, &asked);
        while (good && asked.agent->kind->batch->more(asked.mind) && mind_asked(block, asked.mind));
        if (!good) mind_failed(block, asked.mind);
        return true;
    }
    return false;
}

/* ---- a block */

void board_block_play(BoardBlock *block, const BoardsJob *job, uint64_t first, uint64_t count)
{
    const Schedule *schedule = block->players->schedule;
    block->first = first;
    block->count = count;
    block->lane_count = block->turn = 0;
    for (uint64_t i = 0; i < count; i++) {
        board_prepare(&block->boards[i], job, schedule, first + i);
        for (int seating = 0; seating < schedule->seatings; seating++)
            lane_open(&block->lanes[block->lane_count++], block, &block->boards[i], seating);
    }
    do
        for (int i = 0; i < block->lane_count; i++)
            lane_run(&block->lanes[i], block);
    while (answers_take(block));
    for (int i = 0; i < block->lane_count; i++) {
        const Lane *lane = &block->lanes[i];
        for (int seat = 0; seat < schedule->rules.players; seat++)
            lane->board->nanoseconds[schedule_agent(schedule, lane->seating, seat)] += lane->players[seat].nanoseconds;
    }
}

const Board *board_block_find(const BoardBlock *block, uint64_t index)
{
    return index - block->first < block->count ? &block->boards[index - block->first] : NULL;
}
