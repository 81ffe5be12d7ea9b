/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds: one by one; or side by side, the same play of all of them at a time, so that agents decide in lanes
   (agents/batch/batch.h), and agents that take many decisions get them all before they answer. */
#include "sim/play_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "agents/batch/batch.h"
#include "agents/isa.h"
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

static Player *round_player(const Players *players, const RoundPlay *round, int seat)
{
    return &players->players[round->agents[seat]][round->memories[seat]];
}

/* Plays a round by itself. Its players are copies, which go on with its streams: two of one agent share a memory. */
static void round_play_alone(const Players *players, RoundPlay *round)
{
    Player seats[MAX_SEATS], *seated[MAX_SEATS] = {0};
    const Rules *rules = &players->schedule->rules;
    round->failed = round->ahead && round->ahead->failed;
    if (round->failed) return;
    for (int seat = 0; seat < rules->players; seat++) {
        seats[seat] = *round_player(players, round, seat);
        seated[seat] = &seats[seat];
        seated[seat]->rng = *round->streams[seat];
        seated[seat]->time = (PlayTime){0};
    }
    round->failed = !game_play(round->game, rules, seated, round->timed);
    if (round->failed) round->failure = game_failure(round->game, seated, 0, 0);
    for (int seat = 0; seat < rules->players; seat++) {
        *round->streams[seat] = seated[seat]->rng;
        round->times[seat] = seated[seat]->time;
    }
}

/* ---- decisions */

/* How often decisions of a round may be asked for again before it is given up. */
enum { ASKED_AGAIN_MOST = 3 };

static const char FAILS_TOO_OFTEN[] = "it failed too often while this round was open";

/* How many decisions the player takes before it answers the first; 0: it does not, now. */
static int takes_batch(const Player *player)
{
    const AgentBatch *batch = player->agent->kind->batch;
    return batch ? batch->takes(player->memory) : 0;
}

/* What the player sees, which goes on with the lane's stream. */
static View ask_view(Seat *seen, const LaneAsk *ask)
{
    const Game *game = ask->round->game;
    View view = batch_view(seen, ask->batch, ask->lane);
    view.hands = hands_open(seen->round.hands, view.rules);
    if (game) memcpy(seen->round.stock, game->round.stock, sizeof seen->round.stock);
    ask->player->rng = (Rng){ask->batch->states[view.seat][ask->lane], ask->batch->sequences[view.seat][ask->lane]};
    ask->player->time = (PlayTime){0};
    return view;
}

/* A round goes on for nobody: with any play. */
static void lane_idle(BatchRounds *batch, int lane)
{
    CardSet moves[MAX_MOVES];
    moves_list(moves, batch_hands(batch, batch_seat(batch))[lane], batch->pool[lane], NULL);
    batch_plays(batch)[lane] = moves[0];
}

/* Keeps the answer; 0: the player failed. */
static void ask_end(LaneAsk *ask, const View *view, CardSet play)
{
    RoundPlay *round = ask->round;
    ask->waits = false;
    ask->batch->states[view->seat][ask->lane] = ask->player->rng.state;
    play_time_add(&round->times[view->seat], ask->player->time);
    batch_plays(ask->batch)[ask->lane] = play;
    if (play) return;
    round->failed = ask->batch->stopped[ask->lane] = true;
    round->failure = player_failure(ask->player, view);
    lane_idle(ask->batch, ask->lane);
}

static void ask_alone(LaneAsk *ask)
{
    Seat seen;
    const View view = ask_view(&seen, ask);
    if (ask->begins) player_begin(ask->player, &view);
    ask_end(ask, &view, player_ask_timed(ask->player, &view, &seen.round, ask->round->timed));
}

/* The decision that the player was asked for by that ticket, or, of all it has not answered, first. */
static LaneAsk *ask_find(LaneAsk asks[], int count, const Player *player, const uint64_t *ticket)
{
    for (LaneAsk *ask = asks; ask < asks + count; ask++)
        if (ask->waits && ask->player == player && (!ticket || ask->ticket == *ticket)) return ask;
    return NULL;
}

/* A player gives no more answers: what it was asked for is asked for again, one by one. The first that a silent one left
   without an answer has had its time, and rounds that were open at too many failures are given up. */
static void asks_again(LaneAsk asks[], int count, const Player *player)
{
    const char *why = player->agent->kind->failure(player->memory);
    const LaneAsk *silent = why == AGENT_SILENT ? ask_find(asks, count, player, NULL) : NULL;
    for (LaneAsk *ask; (ask = ask_find(asks, count, player, NULL));) {
        const bool given_up = ask->round->asked_again++ >= ASKED_AGAIN_MOST;
        if (ask != silent && (!given_up || why == AGENT_STOPPED)) {
            ask_alone(ask);
            continue;
        }
        Seat seen;
        const View view = ask_view(&seen, ask);
        ask->player->why = ask == silent ? why : FAILS_TOO_OFTEN;
        ask->player->refused = 0;
        ask_end(ask, &view, 0);
    }
}

/* Takes the player's next answer, to whatever it was asked for. False if it has failed. */
static bool answer_take(LaneAsk asks[], int count, Player *player)
{
    const AgentBatch *batch = player->agent->kind->batch;
    const uint64_t start = nanoseconds_now();
    AgentAnswer answer;
    Seat seen;
    if (!batch->take(player->memory, &answer)) return false;
    LaneAsk *ask = ask_find(asks, count, player, &answer.ticket);
    if (!ask) return batch->fail(player->memory, NULL), false;
    const View view = ask_view(&seen, ask);
    if (ask->round->timed) play_time_add(&player->time, (PlayTime){1, nanoseconds_since(start)});
    const bool legal = player_check(player, &view, answer.play);
    if (answer.drew)
        player->rng.state = answer.state;
    else
        rng_next(&player->rng);
    ask_end(ask, &view, legal ? answer.play : 0);
    if (!legal) batch->fail(player->memory, player->why);
    return legal;
}

/* How many decisions the player of this one was asked for before it. */
static int asks_before(const LaneAsk asks[], const LaneAsk *ask)
{
    for (const LaneAsk *before = ask; before-- > asks;)
        if (before->player == ask->player) return before->number;
    return 0;
}

/* Asks for decisions up to the first that is more than its player takes; returns how many. */
static int asks_post(LaneAsk asks[], int count)
{
    for (LaneAsk *ask = asks; ask < asks + count; ask++) {
        Player *player = ask->player;
        const int takes = takes_batch(player);
        if (!takes) {
            ask_alone(ask);
            continue;
        }
        Seat seen;
        const View view = ask_view(&seen, ask);
        ask->number = asks_before(asks, ask) + 1;
        if (ask->number > takes) return (int)(ask - asks);
        ask->waits = true;
        if (!player->agent->kind->batch->post(player->memory, &view, &player->rng, &ask->ticket))
            asks_again(asks, (int)(ask - asks) + 1, player);
    }
    return count;
}

void lanes_ask(LaneAsk asks[], int count)
{
    for (int posted; count; asks += posted, count -= posted) {
        posted = asks_post(asks, count);
        /* first an answer of each player, so that none waits for its requests while another thinks */
        for (int all = 0; all < 2; all++) {
            const Player *before = NULL;
            for (int i = 0; i < posted; i++) {
                if (!asks[i].waits || (!all && asks[i].player == before)) continue;
                before = asks[i].player;
                do
                    if (!answer_take(asks, posted, asks[i].player)) asks_again(asks, posted, asks[i].player);
                while (all && asks[i].waits);
            }
        }
    }
}

/* ---- side by side */

/* The number of a kind that decides in lanes; who does not has another. */
enum { ASKED = AGENT_KIND_COUNT };
_Static_assert(ASKED <= UINT8_MAX, "a byte holds it");

typedef struct {
    RoundPlay *rounds[BATCH_SIZE];   /* by lane */
    int ends[MAX_SEATS][BATCH_SIZE]; /* by lane: behind the last one of those from there on where that kind has the
                                         seat */
    BatchRounds batch;
} Block;

enum { BATCH_BLOCKS = (BATCH_ROUNDS + BATCH_SIZE - 1) / BATCH_SIZE };
struct RoundsPlayer {
    Players *players;
    size_t *same;   /* by agent: the first agent of the same numbers, whose memory does for all of them in lanes … */
    uint8_t *kinds; /* … and the kind's number: agents of a kind are asked together */
    bool remembers; /* some agent looks at plays that were made */
    bool timed;     /* some rounds are */
    bool stops;     /* per shodam may stop some rounds */
    Block blocks[BATCH_BLOCKS];
    LaneAsk asks[BATCH_ROUNDS];
};

/* Do these agents decide the same? By their numbers alone: none of these kinds asks for its texts once it is read. */
static bool agents_same(const Agent *a, const Agent *b)
{
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

static const Agent *agent_at(const Players *players, size_t agent) { return players->players[agent][0].agent; }

RoundsPlayer *rounds_player_open(Players *players)
{
    RoundsPlayer *player = calloc(1, sizeof *player);
    size_t *same = calloc(players->count, sizeof *same);
    uint8_t *kinds = calloc(players->count, sizeof *kinds);
    if (!player || !same || !kinds) return free(player), free(same), free(kinds), NULL;
    const bool lanes = !players->schedule->rules.open_hands && !isa_lanes_hindrance();
    player->players = players;
    player->same = same;
    player->kinds = kinds;
    for (size_t i = 0; i < players->count; i++) {
        const Agent *agent = agent_at(players, i);
        while (!agents_same(agent_at(players, same[i]), agent))
            same[i]++;
        while (kinds[i] < ASKED &&
               (agent_row(agent) != AGENT_KINDS[kinds[i]] || !lanes || !agent_has(agent, TRAIT_BATCH)))
            kinds[i]++;
        player->remembers |= !agent_has(agent, TRAIT_FORGETS);
    }
    for (int i = 0; i < BATCH_BLOCKS; i++)
        player->blocks[i].batch.rules = &players->schedule->rules;
    return player;
}

void rounds_player_close(RoundsPlayer *player)
{
    if (player) free(player->same), free(player->kinds);
    free(player);
}

/* The kind of who sits there. */
static int round_kind(const RoundsPlayer *player, const RoundPlay *round, int seat)
{
    return player->kinds[round->agents[seat]];
}

/* Does a round have its lane behind that of the other one? */
static bool round_behind(const RoundsPlayer *player, const RoundPlay *round, const RoundPlay *other)
{
    for (int seat = 0; seat < player->players->schedule->rules.players; seat++) {
        const int own = round_kind(player, round, seat), others = round_kind(player, other, seat);
        if (own != others) return own > others;
    }
    return false;
}

/* Gives each round a lane: those in which the same kinds sit at the seats have theirs side by side. */
static void rounds_arrange(Block *block, const RoundsPlayer *player, RoundPlay rounds[], int count)
{
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at && round_behind(player, block->rounds[at - 1], &rounds[i]); at--)
            block->rounds[at] = block->rounds[at - 1];
        block->rounds[at] = &rounds[i];
    }
    for (int seat = 0; seat < block->batch.rules->players; seat++)
        for (int lane = count - 1, kind = -1, end = count; lane >= 0; lane--) {
            const int next = round_kind(player, block->rounds[lane], seat);
            if (next != kind) end = lane + 1;
            block->ends[seat][lane] = end;
            kind = next;
        }
    block->batch.rounds = count;
    block->batch.ply = 0;
    block->batch.keeps = player->remembers || !player->players->blind;
}

static void lane_open(RoundsPlayer *player, Block *block, int lane)
{
    BatchRounds *batch = &block->batch;
    RoundPlay *round = block->rounds[lane];
    const Game *game = round->game;
    round->failed = false;
    round->asked_again = 0;
    memset(round->times, 0, sizeof round->times);
    player->timed |= round->timed;
    player->stops |= game->match && game->claims_from <= PLAYS;
    const int like = round->ahead ? round->ahead->lane : lane; /* a round of the same pack, if its lane is open */
    const bool open = like < lane && block->rounds[like] == round->ahead;
    round->lane = lane;
    batch_open(batch, lane, &game->round, open ? like : -1);
    for (int seat = 0; seat < batch->rules->players; seat++) {
        Player *seated = round_player(player->players, round, seat);
        batch->states[seat][lane] = round->streams[seat]->state;
        batch->sequences[seat][lane] = round->streams[seat]->inc;
        batch->memories[seat][lane] = player->players->players[player->same[round->agents[seat]]][0].memory;
        if (!seated->agent->kind->begin) continue;
        View view = game_view(game, batch->rules);
        view.seat = seat;
        view.hand = game->round.hands[seat];
        player_begin(seated, &view);
    }
}

/* The round has been played as far as it goes. */
static void lane_close(const Block *block, int lane)
{
    const BatchRounds *batch = &block->batch;
    const RoundPlay *round = block->rounds[lane];
    Game *game = round->game;
    batch_round(&game->round, game->history, batch, lane);
    for (int side = 0; side < batch->rules->sides; side++)
        game->captures[side] = (uint8_t)(batch->captures[lane] >> 8 * side);
    for (int seat = 0; seat < batch->rules->players; seat++)
        round->streams[seat]->state = batch->states[seat][lane];
    if (table_over(&game->round.table)) table_finish(&game->round.table);
    count_sides(game->counts, &game->round.table, batch->rules);
}

/* Ends the rounds that a side stops after these plays. */
static void rounds_stop(Block *block, const CardSet plays[])
{
    BatchRounds *batch = &block->batch;
    for (int lane = 0; lane < batch->rounds; lane++) {
        Game *game = block->rounds[lane]->game;
        if (batch->stopped[lane] || !set_rest(plays[lane])) continue; /* a card alone is trailed */
        batch_table(&game->round.table, batch, lane);
        batch->stopped[lane] = game_stopped(game, batch->rules);
        if (batch->stopped[lane]) lane_close(block, lane);
    }
}

/* ---- line-ups that came to the same position on the same board: whoever is to move in several of them decides once */

/* Do rounds of the same board and seating go on alike while the same agents choose? */
static bool lanes_alike(const BatchRounds *batch, int a, int b)
{
    const int sides = batch->rules->sides, players = batch->rules->players;
    bool alike = batch->pool[a] == batch->pool[b] && batch->last[a] == batch->last[b] &&
                 batch->surs[a] == batch->surs[b] && batch->scores[a] == batch->scores[b];
    for (int row = batch_held(batch, 0); alike && row < PLAYS / HAND; row++)
        alike = batch->hands[row][a] == batch->hands[row][b];
    for (int side = 0; alike && side < sides; side++)
        alike = set_count(batch->piles[side][a] & CLUBS) == set_count(batch->piles[side][b] & CLUBS);
    for (int seat = 0; alike && seat < players; seat++)
        alike = batch->states[seat][a] == batch->states[seat][b];
    return alike;
}

/* Finds leaders that go on alike from here on, of which all but the first have none of their own any more. Rounds of a
   board and seating, whose streams are the same, have their lanes side by side, but for other kinds of agents. */
static void leaders_find(BatchRounds *batch)
{
    const uint64_t *streams = batch->sequences[0];
    uint8_t next[BATCH_SIZE]; /* by leader: the next one of the same streams, or itself */
    for (int lane = 0, first = 0; lane < batch->rounds; lane++) {
        int other = batch->leaders[lane];
        next[lane] = (uint8_t)lane;
        if (streams[first] != streams[lane]) first = lane;
        if (other == lane)
            for (other = first; other < lane && !lanes_alike(batch, other, lane); other = next[other])
                if (next[other] == other) next[other] = (uint8_t)lane;
        batch->leaders[lane] = batch->leaders[other];
    }
}

/* Leaves those together that have chosen the same. */
static void leaders_part(BatchRounds *batch)
{
    const CardSet *plays = batch->plays[batch_next(batch)];
    const uint64_t *states = batch->states[batch_seat(batch)];
    uint8_t next[BATCH_SIZE]; /* by leader: the next one that has parted from the same, or itself */
    for (int lane = 0; lane < batch->rounds; lane++) {
        int other = batch->leaders[lane];
        next[lane] = (uint8_t)lane;
        while (plays[other] != plays[lane] || states[other] != states[lane]) {
            if (next[other] == other) next[other] = (uint8_t)lane;
            other = next[other];
        }
        batch->leaders[lane] = (uint8_t)other;
    }
}

/* Finds whose decision each round takes over: that of the same leader and agent, among the first few that decide. Nobody
   follows where a round goes on with any play of its own. */
static void likes_find(Block *block, const bool shared[], int seat)
{
    enum { FEW = 4 };
    BatchRounds *batch = &block->batch;
    uint8_t next[BATCH_SIZE]; /* by a round that decides: the next one of its leader, or itself */
    for (int lane = 0; lane < batch->rounds; lane++) {
        const uint16_t agent = block->rounds[lane]->agents[seat];
        int other = shared[agent] && !batch->stopped[lane] ? batch->leaders[lane] : lane;
        next[lane] = (uint8_t)lane;
        for (int looked = 0; other < lane && (batch->stopped[other] || block->rounds[other]->agents[seat] != agent);
             looked++) {
            if (next[other] == other) next[other] = (uint8_t)lane;
            other = looked < FEW ? next[other] : lane;
        }
        batch->like[lane] = (uint8_t)other;
    }
}

/* Takes decisions over. */
static void likes_follow(Block *block)
{
    BatchRounds *batch = &block->batch;
    CardSet *plays = batch_plays(batch);
    uint64_t *states = batch->states[batch_seat(batch)];
    for (int lane = 0; lane < batch->rounds; lane++) {
        const int like = batch->like[lane];
        if (like == lane) continue;
        plays[lane] = plays[like];
        states[lane] = states[like];
        if (!batch->stopped[like]) continue;
        batch->stopped[lane] = block->rounds[lane]->failed = true;
        block->rounds[lane]->failure = block->rounds[like]->failure;
    }
}

/* ---- decisions of the seat to move */

/* Rounds of a kind decide together in lanes, and each has spent as much time on it as all the others. */
static void lanes_decide(const RoundsPlayer *player, Block *block, int kind, int first, int end)
{
    const int seat = batch_seat(&block->batch);
    const uint64_t start = player->timed ? nanoseconds_now() : 0;
    AGENT_KINDS[kind]->choose_batch(&block->batch, first, end - first);
    if (!player->timed) return;
    const PlayTime each = {1, nanoseconds_since(start) / (uint64_t)(end - first)};
    for (int lane = first; lane < end; lane++)
        if (block->rounds[lane]->timed && !block->batch.stopped[lane])
            play_time_add(&block->rounds[lane]->times[seat], each);
}

/* The decisions of the seat to move; those that are made in no lane are added to those that are asked for. Returns how
   many these are. */
static int block_decide(RoundsPlayer *player, Block *block, int asked)
{
    BatchRounds *batch = &block->batch;
    const int seat = batch_seat(batch);
    for (int first = 0, end; first < batch->rounds; first = end) {
        const int kind = round_kind(player, block->rounds[first], seat);
        end = block->ends[seat][first];
        if (kind != ASKED) lanes_decide(player, block, kind, first, end);
        for (int lane = first; kind == ASKED && lane < end; lane++) {
            RoundPlay *round = block->rounds[lane];
            if (batch->stopped[lane])
                lane_idle(batch, lane);
            else if (batch->like[lane] == lane)
                player->asks[asked++] = (LaneAsk){
                    .batch = batch, .lane = lane, .player = round_player(player->players, round, seat), .round = round};
        }
    }
    return asked;
}

static void rounds_play_together(RoundsPlayer *player, RoundPlay rounds[], int count)
{
    Block *const end = player->blocks + (count + BATCH_SIZE - 1) / BATCH_SIZE;
    const bool *shared = player->players->shared;
    player->timed = player->stops = false;
    for (Block *block = player->blocks; block < end; block++) {
        const int from = (int)(block - player->blocks) * BATCH_SIZE, left = count - from;
        rounds_arrange(block, player, rounds + from, left < BATCH_SIZE ? left : BATCH_SIZE);
        for (int lane = 0; lane < block->batch.rounds; lane++)
            lane_open(player, block, lane);
    }
    const int deal = HAND * player->players->schedule->rules.players;
    for (int ply = 0; ply < PLAYS; ply++) {
        int asked = 0;
        for (Block *block = player->blocks; block < end; block++) {
            /* within a deal rounds seldom come to the same hands */
            if (shared && (!ply || (ply % deal == 0 && !player->remembers))) leaders_find(&block->batch);
            if (shared) likes_find(block, shared, batch_seat(&block->batch));
            asked = block_decide(player, block, asked);
        }
        if (asked) lanes_ask(player->asks, asked);
        for (Block *block = player->blocks; block < end; block++) {
            const CardSet *plays = batch_plays(&block->batch);
            if (shared) likes_follow(block), leaders_part(&block->batch);
            batch_lanes()->put(&block->batch);
            if (player->stops && block->batch.ply < PLAYS) rounds_stop(block, plays);
        }
    }
    for (Block *block = player->blocks; block < end; block++)
        for (int lane = 0; lane < block->batch.rounds; lane++)
            if (!block->batch.stopped[lane]) lane_close(block, lane);
}

/* ---- either way */

/* Together, if some agent takes many decisions or line-ups share theirs, and none is a person or goes on from one play to
   the next. */
uint64_t rounds_player_boards(const RoundsPlayer *player)
{
    const Players *players = player->players;
    const uint64_t seatings = (uint64_t)players->schedule->seatings;
    uint64_t boards = players->shared ? BATCH_ROUNDS : 1;
    if (players->lockstep) return BATCH_SIZE / seatings;
    for (size_t agent = 0; agent < players->count; agent++) {
        const Player *seated = players->players[agent];
        if (agent_has(seated->agent, TRAIT_REMEMBERS) || agent_has(seated->agent, TRAIT_PERSON)) return 1;
        for (int k = 0; k < MAX_SEATS && seated[k].agent; k++)
            if ((uint64_t)takes_batch(&seated[k]) > boards) boards = (uint64_t)takes_batch(&seated[k]);
    }
    return boards < BATCH_ROUNDS / seatings ? boards : BATCH_ROUNDS / seatings;
}

void rounds_player_play(RoundsPlayer *player, RoundPlay rounds[], int count)
{
    if (player->players->lockstep || (count > 1 && rounds_player_boards(player) > 1)) {
        rounds_play_together(player, rounds, count);
        return;
    }
    for (int i = 0; i < count; i++)
        round_play_alone(player->players, &rounds[i]);
}
