/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds in lockstep. At each seat they stand sorted by who sits there, and players who may be are asked
   together. */
#include "sim/play_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"

enum { ROUNDS = LOCKSTEP_ROUNDS };
_Static_assert((int)ROUNDS <= (int)MAX_DECISIONS, "all rounds may be asked about together");

/* What a round is to the player at one of its seats. */
typedef struct {
    Game *game;
    RoundPlay *round;
    size_t player; /* who plays: the first agent of the same numbers … */
    size_t key;    /* … and the first agent of those who are asked together with it */
} Place;

/* The rounds as one seat sees them, those who are asked together one after the other, and among them those of the same
   player. */
typedef struct {
    Place places[ROUNDS];
    AgentDecision decisions[ROUNDS]; /* of the same rounds; hands are kept here and nowhere else */
    int ends[ROUNDS];                /* where those of each key end … */
    int keys;                        /* … of so many keys */
} SeatPlaces;

typedef struct {
    Players *players;
    size_t *same;  /* by agent: the first agent of the same numbers … */
    size_t *alike; /* … and the first of those who are asked together with it */
    int rounds;    /* that are not over */
    bool timed;    /* some of them */
    bool stops;    /* per shodam may stop some of them … */
    bool stopped;  /* … and has just done so */
    SeatPlaces seats[MAX_SEATS];
    CardSet plays[ROUNDS];
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

/* ---- deals */

/* Does the place stand behind the other one? */
static bool place_behind(const Place *place, const Place *other)
{
    return place->key > other->key || (place->key == other->key && place->player > other->player);
}

/* Puts the round among those of each seat, sorted by key and player. */
static void round_add(Lockstep *lockstep, RoundPlay *round)
{
    for (int seat = 0; seat < lockstep->players->schedule->rules.players; seat++) {
        Place *places = lockstep->seats[seat].places;
        const size_t agent = round->agents[seat];
        const Place place = {round->game, round, lockstep->same[agent], lockstep->alike[agent]};
        int at = lockstep->rounds;
        for (; at && place_behind(&places[at - 1], &place); at--)
            places[at] = places[at - 1];
        places[at] = place;
    }
    lockstep->rounds++;
    lockstep->timed |= round->timed;
    lockstep->stops |= round->game->match && round->game->claims_from <= PLAYS;
}

/* Finds where the rounds of each key end. */
static void keys_find(SeatPlaces *places, int rounds)
{
    places->keys = 0;
    for (int i = 0; i < rounds; i++)
        if (i + 1 == rounds || places->places[i + 1].key != places->places[i].key) places->ends[places->keys++] = i + 1;
}

/* Readies the decisions of a seat for the first deal. */
static void seat_open(Lockstep *lockstep, int seat)
{
    SeatPlaces *places = &lockstep->seats[seat];
    for (int i = 0; i < lockstep->rounds; i++) {
        const Place *place = &places->places[i];
        Round *round = &place->game->round;
        places->decisions[i] = (AgentDecision){.table = &round->table,
                                               .hand = round->hands[seat],
                                               .rng = place->round->streams[seat],
                                               .mind = lockstep->players->players[place->player][0].mind,
                                               .first_pool = place->game->first_pool,
                                               .history = place->game->history};
        round->hands[seat] = 0;
    }
    keys_find(places, lockstep->rounds);
}

static void seats_deal(Lockstep *lockstep, int deal)
{
    const Rules *rules = &lockstep->players->schedule->rules;
    for (int seat = 0; seat < rules->players; seat++)
        for (int i = 0; i < lockstep->rounds; i++)
            lockstep->seats[seat].decisions[i].hand =
                round_dealt(&lockstep->seats[seat].places[i].game->round, rules, deal, seat);
}

/* ---- plays */

/* Makes the players of some rounds decide together; each spends the same time. */
static void places_decide(CardSet plays[], const Lockstep *lockstep, int seat, int first, int count)
{
    const SeatPlaces *places = &lockstep->seats[seat];
    const Schedule *schedule = lockstep->players->schedule;
    const Agent *agent = lockstep->players->players[places->places[first].player][0].agent;
    const uint64_t start = lockstep->timed ? nanoseconds_now() : 0;
    agent->kind->many->choose(plays + first, agent, &schedule->rules, places->decisions + first, count);
    if (!lockstep->timed) return;
    const uint64_t each = nanoseconds_since(start) / (uint64_t)count;
    for (int i = first; i < first + count; i++) {
        RoundPlay *round = places->places[i].round;
        if (round->timed) play_time_add(&round->times[seat], (PlayTime){1, each});
    }
}

static void seat_decide(Lockstep *lockstep, int seat)
{
    const SeatPlaces *places = &lockstep->seats[seat];
    for (int i = 0, first = 0; i < places->keys; first = places->ends[i++])
        places_decide(lockstep->plays, lockstep, seat, first, places->ends[i] - first);
}

/* Gives what is left in the pool to who has just captured. */
static void pools_sweep(const CardSet plays[], const Place places[], int count, int side)
{
    for (int i = 0; i < count; i++) {
        Table *table = &places[i].game->round.table;
        if (!set_rest(plays[i])) continue; /* a card alone is trailed */
        table->piles[side] |= table->pool;
        table->pool = 0;
    }
}

/* Finds the rounds that a side stops after the plays of that seat. */
static void rounds_stop(Lockstep *lockstep, int seat)
{
    for (int i = 0; i < lockstep->rounds; i++) {
        const Place *place = &lockstep->seats[seat].places[i];
        if (!set_rest(lockstep->plays[i]) || !game_stopped(place->game, &lockstep->players->schedule->rules)) continue;
        place->round->stopped = lockstep->stopped = true;
    }
}

/* Leaves out the rounds that have been stopped. */
static void rounds_drop(Lockstep *lockstep)
{
    const Rules *rules = &lockstep->players->schedule->rules;
    int kept = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        SeatPlaces *places = &lockstep->seats[seat];
        kept = 0;
        for (int i = 0; i < lockstep->rounds; i++) {
            const Place place = places->places[i];
            if (place.round->stopped) {
                place.game->round.hands[seat] = places->decisions[i].hand;
                if (!seat) count_sides(place.game->counts, &place.game->round.table, rules);
                continue;
            }
            places->decisions[kept] = places->decisions[i];
            places->places[kept++] = place;
        }
        keys_find(places, kept);
    }
    lockstep->rounds = kept;
    lockstep->stopped = false;
}

/* Makes the plays of the seat, as game_put does. */
static void seat_play(Lockstep *lockstep, int seat, int ply)
{
    const Rules *rules = &lockstep->players->schedule->rules;
    SeatPlaces *places = &lockstep->seats[seat];
    const int side = rules_side(rules, seat), next = ply + 1 < PLAYS ? ply + 1 : ply;
    const uint8_t deal = (uint8_t)(next / (HAND * rules->players)), turn = (uint8_t)((ply + 1) % rules->players);
    const bool sweeps = sweeps_at(places->places[0].game->round.table.ply, rules);
    const int rounds = lockstep->rounds;
    for (int i = 0; i < rounds; i++) {
        Game *game = places->places[i].game;
        Table *table = &game->round.table;
        const CardSet play = lockstep->plays[i], card = play & places->decisions[i].hand, captured = play ^ card;
        places->decisions[i].hand ^= card;
        game->history[ply] = play;
        game->captures[side] = (uint8_t)(game->captures[side] + (captured != 0));
        table_move(table, side, card, captured);
        if (!table->pool) table_emptied(table, rules, card_rank(set_first(card)));
        table->ply = (uint8_t)(ply + 1);
        table->turn = turn;
        table->deal = deal;
    }
    if (sweeps) pools_sweep(lockstep->plays, places->places, rounds, side);
    if (lockstep->stops && ply + 1 < PLAYS) rounds_stop(lockstep, seat);
}

static void lockstep_play(void *opened, RoundPlay rounds[], int count)
{
    Lockstep *lockstep = opened;
    const Rules *rules = &lockstep->players->schedule->rules;
    const int players = rules->players;
    lockstep->rounds = 0;
    lockstep->timed = lockstep->stops = lockstep->stopped = false;
    for (int i = 0; i < count; i++) {
        rounds[i].stopped = rounds[i].failed = false;
        memset(rounds[i].times, 0, sizeof rounds[i].times);
        round_add(lockstep, &rounds[i]);
    }
    for (int seat = 0; seat < players; seat++)
        seat_open(lockstep, seat);
    for (int ply = 0; ply < PLAYS; ply++) {
        if (ply && ply % (HAND * players) == 0) seats_deal(lockstep, ply / (HAND * players));
        if (lockstep->stopped) rounds_drop(lockstep);
        if (!lockstep->rounds) return;
        seat_decide(lockstep, ply % players);
        seat_play(lockstep, ply % players, ply);
    }
    for (int i = 0; i < lockstep->rounds; i++) {
        Game *game = lockstep->seats[0].places[i].game;
        table_finish(&game->round.table);
        count_sides(game->counts, &game->round.table, rules);
    }
}

static int lockstep_room(const void *opened)
{
    (void)opened;
    return ROUNDS;
}

const RoundsWay ROUNDS_LOCKSTEP = {lockstep_open, lockstep_close, lockstep_room, lockstep_play};
