/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds in lockstep. Rounds are lanes (agents/batch/batch.h), those with the same players side by side; agents
   that decide in lanes do so there, others are asked about all rounds of a seat together. */
#include "sim/play_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "agents/batch/batch.h"
#include "sim/files/system.h"

enum { ROUNDS = LOCKSTEP_ROUNDS };
_Static_assert((int)ROUNDS <= (int)MAX_DECISIONS && (int)ROUNDS <= (int)MANY_ROUNDS, "all rounds go on together");

/* Rounds that one seat decides about together. */
typedef struct {
    int first, end; /* in lanes: these; else these of `asked` */
    bool lanes;
    PlayTime time; /* of one of them, where some round is timed */
} Together;

typedef struct {
    Together together[ROUNDS];
    int count;
    /* Lanes whose player does not decide in lanes, those of one Together one after the other, and among them those of
       the same player; and their decisions. */
    int askers;
    uint8_t asked[ROUNDS];
    AgentDecision decisions[ROUNDS];
} SeatRounds;

typedef struct {
    Players *players;
    size_t *same;              /* by agent: the first agent of the same numbers … */
    size_t *alike;             /* … and the first of those who are asked together with it */
    bool timed;                /* some rounds are */
    bool asks;                 /* some players do not decide in lanes, and look at tables */
    bool stops;                /* per shodam may stop some rounds, whose lanes go on for nobody */
    RoundPlay *rounds[ROUNDS]; /* by lane … */
    Table tables[ROUNDS];      /* … and what players look at */
    SeatRounds seats[MAX_SEATS];
    ManyRounds many;
} Lockstep;

/* Do these agents decide the same? By their numbers alone: none of these kinds asks for its texts once it is read. */
static bool agents_same(const Agent *a, const Agent *b)
{
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

/* May they be asked together? */
static bool agents_alike(const Agent *a, const Agent *b)
{
    return agents_same(a, b) || (a->kind == b->kind && a->kind->many->alike && a->kind->many->alike(a, b));
}

static size_t first_agent(const Players *players, size_t agent, bool (*like)(const Agent *, const Agent *))
{
    size_t first = 0;
    while (!like(players->players[first][0].agent, players->players[agent][0].agent))
        first++;
    return first;
}

static void *lockstep_open(Players *players)
{
    Lockstep *lockstep = calloc(1, sizeof *lockstep);
    size_t *same = calloc(2 * players->count, sizeof *same);
    if (!lockstep || !same) return free(lockstep), free(same), NULL;
    lockstep->players = players;
    lockstep->many.rules = &players->schedule->rules;
    lockstep->same = same;
    lockstep->alike = same + players->count;
    for (size_t i = 0; i < players->count; i++) {
        lockstep->same[i] = first_agent(players, i, agents_same);
        lockstep->alike[i] = first_agent(players, i, agents_alike);
    }
    return lockstep;
}

static void lockstep_close(void *opened)
{
    Lockstep *lockstep = opened;
    if (lockstep) free(lockstep->same);
    free(lockstep);
}

bool lockstep_possible(const Agent *agents, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!agent_has(&agents[i], TRAIT_MANY)) return false;
    return true;
}

/* ---- who sits where */

static size_t lane_alike(const Lockstep *lockstep, int lane, int seat)
{
    return lockstep->alike[lockstep->rounds[lane]->agents[seat]];
}

static size_t lane_same(const Lockstep *lockstep, int lane, int seat)
{
    return lockstep->same[lockstep->rounds[lane]->agents[seat]];
}

static const Agent *lane_agent(const Lockstep *lockstep, int lane, int seat)
{
    return lockstep->players->players[lockstep->rounds[lane]->agents[seat]][0].agent;
}

static bool lane_asked(const Lockstep *lockstep, int lane, int seat)
{
    return !lane_agent(lockstep, lane, seat)->kind->many->lanes;
}

/* Does a round have its lane behind that of the other one? */
static bool round_behind(const Lockstep *lockstep, const RoundPlay *round, const RoundPlay *other)
{
    for (int seat = 0; seat < lockstep->many.rules->players; seat++) {
        const size_t own = lockstep->alike[round->agents[seat]], others = lockstep->alike[other->agents[seat]];
        if (own != others) return own > others;
    }
    return false;
}

/* Does a lane stand behind the other one where a seat is asked? */
static bool asked_behind(const Lockstep *lockstep, int seat, int lane, int other)
{
    const size_t own = lane_alike(lockstep, lane, seat), others = lane_alike(lockstep, other, seat);
    return own > others || (own == others && lane_same(lockstep, lane, seat) > lane_same(lockstep, other, seat));
}

/* Sorts the lanes whose player at the seat does not decide in lanes. */
static void askers_sort(Lockstep *lockstep, int seat)
{
    SeatRounds *rounds = &lockstep->seats[seat];
    rounds->askers = 0;
    for (int lane = 0; lane < lockstep->many.rounds; lane++) {
        if (!lane_asked(lockstep, lane, seat)) continue;
        int at = rounds->askers++;
        for (; at && asked_behind(lockstep, seat, rounds->asked[at - 1], lane); at--)
            rounds->asked[at] = rounds->asked[at - 1];
        rounds->asked[at] = (uint8_t)lane;
    }
    for (int i = 0; i < rounds->askers; i++) {
        const int lane = rounds->asked[i];
        const RoundPlay *round = lockstep->rounds[lane];
        rounds->decisions[i] =
            (AgentDecision){.table = &lockstep->tables[lane],
                            .rng = round->streams[seat],
                            .memory = lockstep->players->players[lane_same(lockstep, lane, seat)][0].memory,
                            .first_pool = round->game->first_pool,
                            .history = round->game->history};
    }
    lockstep->asks |= rounds->askers > 0;
}

/* Finds the rounds that a seat decides about together. */
static void seat_arrange(Lockstep *lockstep, int seat)
{
    SeatRounds *rounds = &lockstep->seats[seat];
    const int lanes = lockstep->many.rounds;
    askers_sort(lockstep, seat);
    rounds->count = 0;
    for (int first = 0, end; first < lanes; first = end) {
        end = first + 1;
        while (end < lanes && lane_alike(lockstep, end, seat) == lane_alike(lockstep, first, seat))
            end++;
        if (!lane_asked(lockstep, first, seat))
            rounds->together[rounds->count++] = (Together){.first = first, .end = end, .lanes = true};
    }
    for (int first = 0, end; first < rounds->askers; first = end) {
        const size_t alike = lane_alike(lockstep, rounds->asked[first], seat);
        end = first + 1;
        while (end < rounds->askers && lane_alike(lockstep, rounds->asked[end], seat) == alike)
            end++;
        rounds->together[rounds->count++] = (Together){.first = first, .end = end};
    }
}

/* Gives each round a lane. */
static void rounds_arrange(Lockstep *lockstep, RoundPlay rounds[], int count)
{
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at && round_behind(lockstep, lockstep->rounds[at - 1], &rounds[i]); at--)
            lockstep->rounds[at] = lockstep->rounds[at - 1];
        lockstep->rounds[at] = &rounds[i];
    }
    lockstep->many.rounds = count;
    lockstep->asks = false;
    for (int seat = 0; seat < lockstep->many.rules->players; seat++)
        seat_arrange(lockstep, seat);
}

/* ---- a round comes and goes */

static void lane_open(Lockstep *lockstep, int lane)
{
    ManyRounds *many = &lockstep->many;
    RoundPlay *round = lockstep->rounds[lane];
    const Game *game = round->game;
    round->stopped = round->failed = false;
    memset(round->times, 0, sizeof round->times);
    lockstep->timed |= round->timed;
    lockstep->stops |= game->match && game->claims_from <= PLAYS;
    lockstep->tables[lane] = game->round.table;
    batch_lanes()->open(many, lane, &game->round);
    for (int seat = 0; seat < many->rules->players; seat++) {
        many->states[seat][lane] = round->streams[seat]->state;
        many->sequences[seat][lane] = round->streams[seat]->inc;
    }
}

/* What each player of a round has spent: as much as all those who decided together with it. */
static void lane_times(const Lockstep *lockstep, int lane)
{
    RoundPlay *round = lockstep->rounds[lane];
    for (int seat = 0; seat < lockstep->many.rules->players; seat++) {
        const SeatRounds *rounds = &lockstep->seats[seat];
        for (const Together *together = rounds->together; together < rounds->together + rounds->count; together++)
            for (int i = together->first; i < together->end; i++)
                if ((together->lanes ? i : rounds->asked[i]) == lane) round->times[seat] = together->time;
    }
}

/* The round has been played as far as it goes. */
static void lane_close(Lockstep *lockstep, int lane)
{
    ManyRounds *many = &lockstep->many;
    RoundPlay *round = lockstep->rounds[lane];
    Game *game = round->game;
    many_table(&game->round.table, many, lane);
    for (int side = 0; side < many->rules->sides; side++)
        game->captures[side] = (uint8_t)(many->captures[lane] >> 8 * side);
    for (int seat = 0; seat < many->rules->players; seat++) {
        game->round.hands[seat] = many_hands(many, seat)[lane];
        if (!lane_asked(lockstep, lane, seat)) round->streams[seat]->state = many->states[seat][lane];
    }
    if (round->timed) lane_times(lockstep, lane);
    if (table_over(&game->round.table)) table_finish(&game->round.table);
    count_sides(game->counts, &game->round.table, many->rules);
}

/* Ends the rounds that a side stops after the plays. */
static void rounds_stop(Lockstep *lockstep)
{
    const ManyRounds *many = &lockstep->many;
    for (int lane = 0; lane < many->rounds; lane++) {
        RoundPlay *round = lockstep->rounds[lane];
        if (round->stopped || !set_rest(many->plays[lane])) continue; /* a card alone is trailed */
        many_table(&round->game->round.table, many, lane);
        round->stopped = game_stopped(round->game, many->rules);
        if (round->stopped) lane_close(lockstep, lane);
    }
}

/* ---- plays */

static void together_decide(Lockstep *lockstep, int seat, const Together *together)
{
    ManyRounds *many = &lockstep->many;
    SeatRounds *rounds = &lockstep->seats[seat];
    const int first = together->first, count = together->end - first;
    const int lane = together->lanes ? first : rounds->asked[first];
    const Agent *agent = lane_agent(lockstep, lane, seat);
    CardSet plays[ROUNDS];
    if (together->lanes) {
        agent->kind->many->lanes(many, first, count);
        return;
    }
    for (int i = first; i < together->end; i++)
        rounds->decisions[i].hand = many_hands(many, seat)[rounds->asked[i]];
    agent->kind->many->choose(plays, agent, many->rules, rounds->decisions + first, count);
    for (int i = 0; i < count; i++)
        many->plays[rounds->asked[first + i]] = plays[i];
}

static void seat_decide(Lockstep *lockstep, int seat)
{
    uint64_t start = lockstep->timed ? nanoseconds_now() : 0;
    for (int i = 0; i < lockstep->seats[seat].count; i++) {
        Together *together = &lockstep->seats[seat].together[i];
        together_decide(lockstep, seat, together);
        if (!lockstep->timed) continue;
        const uint64_t took = nanoseconds_since(start);
        play_time_add(&together->time, (PlayTime){1, took / (uint64_t)(together->end - together->first)});
        start += took;
    }
}

/* Makes the plays of the seat; games and tables follow where somebody looks at them. */
static void seat_play(Lockstep *lockstep)
{
    ManyRounds *many = &lockstep->many;
    const int ply = many->ply;
    batch_lanes()->put(many);
    for (int lane = 0; (lockstep->asks || !lockstep->players->blind) && lane < many->rounds; lane++) {
        lockstep->rounds[lane]->game->history[ply] = many->plays[lane];
        if (lockstep->asks) many_table(&lockstep->tables[lane], many, lane);
    }
    if (lockstep->stops && many->ply < PLAYS) rounds_stop(lockstep);
}

static void lockstep_play(void *opened, RoundPlay rounds[], int count)
{
    Lockstep *lockstep = opened;
    ManyRounds *many = &lockstep->many;
    lockstep->timed = lockstep->stops = false;
    rounds_arrange(lockstep, rounds, count);
    for (int lane = 0; lane < count; lane++)
        lane_open(lockstep, lane);
    for (many->ply = 0; many->ply < PLAYS; seat_play(lockstep))
        seat_decide(lockstep, many_seat(many));
    for (int lane = 0; lane < many->rounds; lane++)
        if (!lockstep->rounds[lane]->stopped) lane_close(lockstep, lane);
}

static int lockstep_room(const void *opened)
{
    (void)opened;
    return ROUNDS;
}

const RoundsWay ROUNDS_LOCKSTEP = {lockstep_open, lockstep_close, lockstep_room, lockstep_play};
