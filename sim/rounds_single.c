/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds one after the other, or, where agents take many decisions before they answer the first, side by side:
   each round is a lane, which goes on until somebody is to answer later, so that neither the agents nor the way to them
   is idle while one decision waits. */
#include "sim/play_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"

void round_seat(RoundPlay *round, const Schedule *schedule, const Pairing *order, int seating)
{
    uint8_t held[MAX_SEATS] = {0}; /* seats that the agent holds so far */
    for (int seat = 0; seat < schedule->rules.players; seat++) {
        const int agent = schedule_agent(schedule, seating, seat);
        round->agents[seat] = order->agents[agent];
        round->memories[seat] = held[agent]++;
    }
}

/* The players of a round sit down, as its memories, and go on with its streams; afterwards they leave. Players that sit
   are copies, whose memories are the thread's. */
static void players_sit(Player out[static MAX_SEATS], Player *seated[static MAX_SEATS], const Players *players,
                        const RoundPlay *round)
{
    for (int seat = 0; seat < players->schedule->rules.players; seat++) {
        out[seat] = players->players[round->agents[seat]][round->memories[seat]];
        out[seat].rng = *round->streams[seat];
        out[seat].time = (PlayTime){0};
        seated[seat] = &out[seat];
    }
}

static void players_leave(RoundPlay *round, const Player seats[static MAX_SEATS], const Players *players)
{
    for (int seat = 0; seat < players->schedule->rules.players; seat++) {
        *round->streams[seat] = seats[seat].rng;
        round->times[seat] = seats[seat].time;
    }
}

/* ---- one after the other */

static void round_play_alone(Players *players, RoundPlay *round)
{
    Player seats[MAX_SEATS], *seated[MAX_SEATS] = {0};
    round->failed = round->ahead && round->ahead->failed;
    if (round->failed) return;
    players_sit(seats, seated, players, round);
    round->failed = !game_play(round->game, &players->schedule->rules, seated, round->timed);
    if (round->failed) round->failure = game_failure(round->game, seated, 0, 0);
    players_leave(round, seats, players);
}

/* ---- side by side */

typedef enum { LANE_RUNS, LANE_WAITS, LANE_OVER } LaneState;

typedef struct {
    LaneState state;
    RoundPlay *round;
    Game *game;
    Player players[MAX_SEATS], *seated[MAX_SEATS];
    uint64_t ticket; /* LANE_WAITS: of the decision */
    int asked_again; /* how many of the round's decisions were asked for again */
} Lane;

/* How often decisions of a round may be asked for again before it is given up. */
enum { ASKED_AGAIN_MOST = 3 };

static const char FAILS_TOO_OFTEN[] = "it failed too often while this round was open";

typedef struct {
    Players *players;
    int lane_count;
    int turn; /* from here on a lane is sought that waits */
    Lane lanes[SINGLE_ROUNDS];
} Single;

static void *single_open(Players *players)
{
    Single *single = calloc(1, sizeof *single);
    if (single) single->players = players;
    return single;
}

/* How many decisions the player takes before it answers the first; 0: it does not, now. */
static int takes_many(const Player *player)
{
    const AgentBatch *batch = player->agent ? player->agent->kind->batch : NULL;
    return batch ? batch->takes(player->memory) : 0;
}

/* Side by side, if some agent takes many decisions, and none is a person or goes on from one play to the next. */
static int single_room(const void *opened)
{
    const Players *players = ((const Single *)opened)->players;
    int room = 1;
    for (size_t agent = 0; agent < players->count; agent++) {
        const Player *player = players->players[agent];
        if (!player->agent || agent_has(player->agent, TRAIT_REMEMBERS) || agent_has(player->agent, TRAIT_PERSON))
            return 1;
        for (int k = 0; k < MAX_SEATS; k++)
            if (takes_many(&player[k]) > room) room = takes_many(&player[k]);
    }
    return room < SINGLE_ROUNDS ? room : SINGLE_ROUNDS;
}

static Player *lane_mover(Lane *lane) { return lane->seated[lane->game->round.table.turn]; }

static void lane_open(Lane *lane, const Players *players, RoundPlay *round)
{
    *lane = (Lane){.round = round, .game = round->game};
    round->failed = false;
    players_sit(lane->players, lane->seated, players, round);
    game_players_begin(lane->game, &players->schedule->rules, lane->seated);
}

/* The player to move failed. */
static void lane_fail(Lane *lane)
{
    lane->state = LANE_OVER;
    lane->round->failed = true;
    lane->round->failure = game_failure(lane->game, lane->seated, 0, 0);
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
    const CardSet play = player_ask_timed(player, &view, &lane->game->round, lane->round->timed);
    if (play)
        lane_put(lane, schedule, play);
    else
        lane_fail(lane);
}

static bool lane_waits(Lane *lane, const void *memory)
{
    return lane->state == LANE_WAITS && lane_mover(lane)->memory == memory;
}

/* The lane that has waited for the memory's answer longest. */
static Lane *lane_first(Single *single, const void *memory)
{
    Lane *first = NULL;
    for (int i = 0; i < single->lane_count; i++) {
        Lane *lane = &single->lanes[i];
        if (lane_waits(lane, memory) && (!first || lane->ticket < first->ticket)) first = lane;
    }
    return first;
}

/* A memory gives no more answers: what it was asked for is asked for again, one by one. The first that a silent one
   left without an answer has had its time, and rounds that were open at too many failures are given up. */
static void memory_failed(Single *single, const Player *failed)
{
    const char *why = failed->agent->kind->failure(failed->memory);
    const Lane *silent = why == AGENT_SILENT ? lane_first(single, failed->memory) : NULL;
    for (int i = 0; i < single->lane_count; i++) {
        Lane *lane = &single->lanes[i];
        if (!lane_waits(lane, failed->memory)) continue;
        const bool given_up = lane->asked_again++ >= ASKED_AGAIN_MOST;
        if (lane != silent && (!given_up || why == AGENT_STOPPED)) {
            lane_ask(lane, single->players->schedule);
            continue;
        }
        lane_mover(lane)->why = lane == silent ? why : FAILS_TOO_OFTEN;
        lane_mover(lane)->refused = 0;
        lane_fail(lane);
    }
}

/* Goes on until the round is over or somebody is to answer later. */
static void lane_run(Lane *lane, Single *single)
{
    const Schedule *schedule = single->players->schedule;
    while (lane->state == LANE_RUNS) {
        Player *player = lane_mover(lane);
        if (!takes_many(player)) {
            lane_ask(lane, schedule);
            continue;
        }
        const View view = game_view(lane->game, &schedule->rules);
        lane->state = LANE_WAITS;
        if (!player->agent->kind->batch->post(player->memory, &view, &player->rng, &lane->ticket))
            memory_failed(single, player);
    }
}

static Lane *lane_find(Single *single, const void *memory, uint64_t ticket)
{
    for (int i = 0; i < single->lane_count; i++)
        if (single->lanes[i].ticket == ticket && lane_waits(&single->lanes[i], memory)) return &single->lanes[i];
    return NULL;
}

/* Is some answer of the memory waited for? */
static bool memory_asked(Single *single, const void *memory) { return lane_first(single, memory); }

/* Takes the next answer of the lane's mover, to whatever lane it is. False if it has failed. */
static bool answer_take(Single *single, const Player *asked)
{
    const Schedule *schedule = single->players->schedule;
    const AgentBatch *batch = asked->agent->kind->batch;
    AgentAnswer answer;
    const uint64_t start = nanoseconds_now();
    if (!batch->take(asked->memory, &answer)) return false;
    Lane *lane = lane_find(single, asked->memory, answer.ticket);
    if (!lane) return batch->fail(asked->memory, NULL), false;
    Player *player = lane_mover(lane);
    const View view = game_view(lane->game, &schedule->rules);
    if (lane->round->timed) play_time_add(&player->time, (PlayTime){1, nanoseconds_since(start)});
    if (!player_check(player, &view, answer.play)) {
        lane_fail(lane);
        return batch->fail(asked->memory, player->why), false;
    }
    if (answer.drew)
        player->rng.state = answer.state;
    else
        rng_next(&player->rng);
    lane_put(lane, schedule, answer.play);
    return true;
}

/* Waits for an answer to the next lane that waits, and takes what else is there. False: no lane waits. */
static bool answers_take(Single *single)
{
    for (int i = 0; i < single->lane_count; i++) {
        Lane *lane = &single->lanes[(single->turn + i) % single->lane_count];
        if (lane->state != LANE_WAITS) continue;
        const Player asked = *lane_mover(lane);
        single->turn = (single->turn + i + 1) % single->lane_count;
        bool good;
        do
            good = answer_take(single, &asked);
        while (good && asked.agent->kind->batch->more(asked.memory) && memory_asked(single, asked.memory));
        if (!good) memory_failed(single, &asked);
        return true;
    }
    return false;
}

static void single_play(void *opened, RoundPlay rounds[], int count)
{
    Single *single = opened;
    if (count == 1 || count > SINGLE_ROUNDS || single_room(single) == 1) {
        for (int i = 0; i < count; i++)
            round_play_alone(single->players, &rounds[i]);
        return;
    }
    single->lane_count = count;
    single->turn = 0;
    for (int i = 0; i < count; i++)
        lane_open(&single->lanes[i], single->players, &rounds[i]);
    do
        for (int i = 0; i < count; i++)
            lane_run(&single->lanes[i], single);
    while (answers_take(single));
    for (int i = 0; i < count; i++)
        players_leave(&rounds[i], single->lanes[i].players, single->players);
}

const RoundsWay ROUNDS_SINGLE = {single_open, free, single_room, single_play};
