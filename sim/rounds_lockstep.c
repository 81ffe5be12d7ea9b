/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds in lockstep. Rounds are lanes (agents/batch/batch.h), in which the agents decide. */
#include "sim/play_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "agents/batch/batch.h"
#include "sim/files/system.h"

enum { ROUNDS = LOCKSTEP_ROUNDS };
_Static_assert((int)ROUNDS <= (int)MANY_ROUNDS && AGENT_KIND_COUNT <= UINT8_MAX, "all rounds go on together");

typedef struct {
    Players *players;
    size_t *same;   /* by agent: the first agent of the same numbers, whose memory does for all of them … */
    uint8_t *kinds; /* … and the kind's number: agents of a kind are asked together */
    bool remembers; /* some agent looks at plays that were made */
    bool timed;     /* some rounds are */
    bool stops;     /* per shodam may stop some rounds, whose lanes go on for nobody */
    RoundPlay *rounds[ROUNDS];   /* by lane */
    int ends[MAX_SEATS][ROUNDS]; /* by lane: behind the last one of those from there on where that kind has the seat */
    ManyRounds many;
} Lockstep;

/* Do these agents decide the same? By their numbers alone: none of these kinds asks for its texts once it is read. */
static bool agents_same(const Agent *a, const Agent *b)
{
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

static const Agent *agent_at(const Players *players, size_t agent) { return players->players[agent][0].agent; }

static void *lockstep_open(Players *players)
{
    Lockstep *lockstep = calloc(1, sizeof *lockstep);
    size_t *same = calloc(players->count, sizeof *same);
    uint8_t *kinds = calloc(players->count, sizeof *kinds);
    if (!lockstep || !same || !kinds) return free(lockstep), free(same), free(kinds), NULL;
    *lockstep = (Lockstep){.players = players, .same = same, .kinds = kinds};
    lockstep->many.rules = &players->schedule->rules;
    for (size_t i = 0; i < players->count; i++) {
        const Agent *agent = agent_at(players, i);
        while (!agents_same(agent_at(players, same[i]), agent))
            same[i]++;
        while (agent_row(agent) != AGENT_KINDS[kinds[i]])
            kinds[i]++;
        lockstep->remembers |= !agent_has(agent, TRAIT_FORGETS);
    }
    return lockstep;
}

static void lockstep_close(void *opened)
{
    Lockstep *lockstep = opened;
    if (lockstep) free(lockstep->same), free(lockstep->kinds);
    free(lockstep);
}

bool lockstep_possible(const Agent *agents, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!agent_has(&agents[i], TRAIT_MANY)) return false;
    return true;
}

/* ---- a round comes and goes */

/* The kind of who sits there. */
static int round_kind(const Lockstep *lockstep, const RoundPlay *round, int seat)
{
    return lockstep->kinds[round->agents[seat]];
}

/* Does a round have its lane behind that of the other one? */
static bool round_behind(const Lockstep *lockstep, const RoundPlay *round, const RoundPlay *other)
{
    for (int seat = 0; seat < lockstep->many.rules->players; seat++) {
        const int own = round_kind(lockstep, round, seat), others = round_kind(lockstep, other, seat);
        if (own != others) return own > others;
    }
    return false;
}

/* Gives each round a lane: those in which the same kinds sit at the seats have theirs side by side. */
static void rounds_arrange(Lockstep *lockstep, RoundPlay rounds[], int count)
{
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at && round_behind(lockstep, lockstep->rounds[at - 1], &rounds[i]); at--)
            lockstep->rounds[at] = lockstep->rounds[at - 1];
        lockstep->rounds[at] = &rounds[i];
    }
    for (int seat = 0; seat < lockstep->many.rules->players; seat++)
        for (int lane = count - 1, kind = -1; lane >= 0; lane--) {
            const int next = round_kind(lockstep, lockstep->rounds[lane], seat);
            lockstep->ends[seat][lane] = next == kind ? lockstep->ends[seat][lane + 1] : lane + 1;
            kind = next;
        }
    lockstep->many.rounds = count;
    lockstep->many.keeps = lockstep->remembers || !lockstep->players->blind;
}

static void lane_open(Lockstep *lockstep, int lane)
{
    ManyRounds *many = &lockstep->many;
    RoundPlay *round = lockstep->rounds[lane];
    const Game *game = round->game;
    round->stopped = round->failed = false;
    memset(round->times, 0, sizeof round->times);
    lockstep->timed |= round->timed;
    lockstep->stops |= game->match && game->claims_from <= PLAYS;
    const int like = round->ahead ? round->ahead->lane : lane; /* a round of the same pack, if its lane is open */
    const bool open = like < lane && lockstep->rounds[like] == round->ahead;
    round->lane = lane;
    many_open(many, lane, &game->round, open ? like : -1);
    for (int seat = 0; seat < many->rules->players; seat++) {
        many->states[seat][lane] = round->streams[seat]->state;
        many->sequences[seat][lane] = round->streams[seat]->inc;
        many->memories[seat][lane] = lockstep->players->players[lockstep->same[round->agents[seat]]][0].memory;
    }
}

/* The round has been played as far as it goes. */
static void lane_close(Lockstep *lockstep, int lane)
{
    const ManyRounds *many = &lockstep->many;
    const RoundPlay *round = lockstep->rounds[lane];
    Game *game = round->game;
    many_round(&game->round, game->history, many, lane);
    for (int side = 0; side < many->rules->sides; side++)
        game->captures[side] = (uint8_t)(many->captures[lane] >> 8 * side);
    for (int seat = 0; seat < many->rules->players; seat++)
        round->streams[seat]->state = many->states[seat][lane];
    if (table_over(&game->round.table)) table_finish(&game->round.table);
    count_sides(game->counts, &game->round.table, many->rules);
}

/* Ends the rounds that a side stops after these plays. */
static void rounds_stop(Lockstep *lockstep, const CardSet plays[])
{
    const ManyRounds *many = &lockstep->many;
    for (int lane = 0; lane < many->rounds; lane++) {
        RoundPlay *round = lockstep->rounds[lane];
        if (round->stopped || !set_rest(plays[lane])) continue; /* a card alone is trailed */
        many_table(&round->game->round.table, many, lane);
        round->stopped = game_stopped(round->game, many->rules);
        if (round->stopped) lane_close(lockstep, lane);
    }
}

/* ---- plays */

/* Rounds in which the same kind is to move decide together, and each has spent as much time on it as all the others. */
static void seat_decide(Lockstep *lockstep, int seat)
{
    uint64_t start = lockstep->timed ? nanoseconds_now() : 0;
    for (int first = 0, end; first < lockstep->many.rounds; first = end) {
        end = lockstep->ends[seat][first];
        AGENT_KINDS[round_kind(lockstep, lockstep->rounds[first], seat)]->many(&lockstep->many, first, end - first);
        if (!lockstep->timed) continue;
        const uint64_t took = nanoseconds_since(start);
        for (int lane = first; lane < end; lane++)
            if (lockstep->rounds[lane]->timed && !lockstep->rounds[lane]->stopped)
                play_time_add(&lockstep->rounds[lane]->times[seat], (PlayTime){1, took / (uint64_t)(end - first)});
        start += took;
    }
}

static void lockstep_play(void *opened, RoundPlay rounds[], int count)
{
    Lockstep *lockstep = opened;
    ManyRounds *many = &lockstep->many;
    lockstep->timed = lockstep->stops = false;
    rounds_arrange(lockstep, rounds, count);
    for (int lane = 0; lane < count; lane++)
        lane_open(lockstep, lane);
    for (many->ply = 0; many->ply < PLAYS;) {
        const CardSet *plays = many_plays(many);
        seat_decide(lockstep, many_seat(many));
        batch_lanes()->put(many);
        if (lockstep->stops && many->ply < PLAYS) rounds_stop(lockstep, plays);
    }
    for (int lane = 0; lane < many->rounds; lane++)
        if (!lockstep->rounds[lane]->stopped) lane_close(lockstep, lane);
}

static int lockstep_room(const void *opened)
{
    (void)opened;
    return ROUNDS;
}

const RoundsWay ROUNDS_LOCKSTEP = {lockstep_open, lockstep_close, lockstep_room, lockstep_play};
