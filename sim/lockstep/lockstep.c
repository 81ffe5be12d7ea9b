/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards in lockstep. At each seat the rounds stand sorted by who sits there, and players who may be are asked
   together. */
#include "sim/lockstep/lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "sim/clock.h"

enum { ROUNDS = BOARDS_CHUNK * MAX_SEATS };
_Static_assert((int)ROUNDS <= (int)MAX_DECISIONS, "all rounds may be asked about together");

/* What a round is to the player at one of its seats. */
typedef struct {
    Game *game;
    Board *board;
    int agent;     /* who plays, of the schedule's agents … */
    size_t player; /* … and the first agent of the same numbers … */
    size_t key;    /* … and what players that are asked together have in common */
} Place;

/* The rounds as one seat sees them, those of the same key one after the other, and among them those of the same player. */
typedef struct {
    Place places[ROUNDS];
    AgentDecision decisions[ROUNDS]; /* of the same rounds; hands are kept here and nowhere else */
    Rng rngs[ROUNDS];
    int ends[ROUNDS]; /* where those of each key end, … */
    int keys;         /* … so many of them */
} SeatPlaces;

struct Lockstep {
    Players *players;
    size_t *same;          /* by agent: the first agent of the same numbers … */
    size_t *alike;         /* … and the first that may be asked with it */
    bool same_scores;      /* all seatings begin with the same scores of the sides */
    uint64_t first, count; /* of the boards played last */
    int rounds;
    bool timed; /* some of these boards */
    Board boards[BOARDS_CHUNK];
    SeatPlaces seats[MAX_SEATS];
    CardSet plays[ROUNDS];
};

/* Do these agents decide the same? By their numbers alone: none of these kinds asks for its texts once it is read. */
static bool agents_same(const Agent *a, const Agent *b)
{
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

/* May they be asked together? */
static bool agents_alike(const Agent *a, const Agent *b)
{
    return agents_same(a, b) || (a->kind == b->kind && a->kind->alike && a->kind->alike(a, b));
}

static size_t first_agent(const Players *players, size_t agent, bool (*like)(const Agent *, const Agent *))
{
    size_t first = 0;
    while (!like(players->players[first][0].agent, players->players[agent][0].agent))
        first++;
    return first;
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
    size_t *same = calloc(2 * players->count, sizeof *same);
    if (!lockstep || !same) return free(lockstep), free(same), NULL;
    lockstep->players = players;
    lockstep->same = same;
    lockstep->alike = same + players->count;
    for (size_t i = 0; i < players->count; i++) {
        lockstep->same[i] = first_agent(players, i, agents_same);
        lockstep->alike[i] = first_agent(players, i, agents_alike);
    }
    lockstep->same_scores = scores_same(players->schedule);
    return lockstep;
}

void lockstep_close(Lockstep *lockstep)
{
    if (lockstep) free(lockstep->same);
    free(lockstep);
}

bool lockstep_possible(const Players *players)
{
    for (size_t agent = 0; agent < players->count; agent++)
        if (!players->players[agent][0].agent || !agent_has(players->players[agent][0].agent, TRAIT_MANY)) return false;
    return true;
}

/* ---- deals */

/* Does the place stand behind the other one? */
static bool place_behind(const Place *place, const Place *other)
{
    return place->key > other->key || (place->key == other->key && place->player > other->player);
}

/* Puts the round of a board among those of the seat, sorted by key and player. */
static void place_add(Lockstep *lockstep, Board *board, int seating, int seat)
{
    const Schedule *schedule = lockstep->players->schedule;
    Place *places = lockstep->seats[seat].places;
    Place place = {.game = &board->games[seating], .board = board, .agent = schedule_agent(schedule, seating, seat)};
    const size_t agent = board->order.agents[place.agent];
    place.player = lockstep->same[agent];
    place.key = lockstep->alike[agent] * MAX_SEATS + (lockstep->same_scores ? 0 : (size_t)seating);
    int at = lockstep->rounds;
    for (; at && place_behind(&places[at - 1], &place); at--)
        places[at] = places[at - 1];
    places[at] = place;
}

static void round_open(Lockstep *lockstep, Board *board, int seating)
{
    const Schedule *schedule = lockstep->players->schedule;
    int16_t scores[MAX_SIDES];
    schedule_scores(scores, schedule, seating);
    game_start(&board->games[seating], &schedule->rules, &board->pack, scores);
    for (int seat = 0; seat < schedule->rules.players; seat++)
        place_add(lockstep, board, seating, seat);
    lockstep->rounds++;
}

/* Readies the decisions of a seat for the first deal. */
static void seat_open(Lockstep *lockstep, int seat)
{
    const Schedule *schedule = lockstep->players->schedule;
    SeatPlaces *places = &lockstep->seats[seat];
    for (int i = 0; i < lockstep->rounds; i++) {
        const Place *place = &places->places[i];
        Round *round = &place->game->round;
        const int seating = (int)(place->game - place->board->games);
        places->rngs[i] = player_rng(schedule->seed, place->board->index, seating, seat);
        places->decisions[i] = (AgentDecision){.table = &round->table,
                                               .hand = round->hands[seat],
                                               .rng = &places->rngs[i],
                                               .mind = lockstep->players->players[place->player][0].mind,
                                               .first_pool = place->game->first_pool,
                                               .history = place->game->history};
        round->hands[seat] = 0;
    }
    places->keys = 0;
    for (int i = 0; i < lockstep->rounds; i++)
        if (i + 1 == lockstep->rounds || places->places[i + 1].key != places->places[i].key)
            places->ends[places->keys++] = i + 1;
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
static void places_decide(CardSet plays[], const Lockstep *lockstep, const Place places[],
                          const AgentDecision decisions[], int count)
{
    const Agent *agent = lockstep->players->players[places->player][0].agent;
    const Rules *rules = &lockstep->players->schedule->rules;
    const uint64_t start = lockstep->timed ? nanoseconds_now() : 0;
    agent->kind->choose_many(plays, agent, rules, decisions, count);
    if (!lockstep->timed) return;
    const uint64_t each = (nanoseconds_now() - start) / (uint64_t)count;
    for (int i = 0; i < count; i++)
        if (places[i].board->timed) places[i].board->nanoseconds[places[i].agent] += each;
}

static void seat_decide(Lockstep *lockstep, int seat)
{
    const SeatPlaces *places = &lockstep->seats[seat];
    for (int i = 0, first = 0; i < places->keys; first = places->ends[i++])
        places_decide(lockstep->plays + first, lockstep, places->places + first, places->decisions + first,
                      places->ends[i] - first);
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

/* Makes the plays of the seat, as game_put does, but that a round ends at its last play alone. */
static void seat_play(Lockstep *lockstep, int seat, int ply)
{
    const Rules *rules = &lockstep->players->schedule->rules;
    SeatPlaces *places = &lockstep->seats[seat];
    const int side = rules_side(rules, seat), next = ply + 1 < PLAYS ? ply + 1 : ply;
    const uint8_t deal = (uint8_t)(next / (HAND * rules->players)), turn = (uint8_t)((ply + 1) % rules->players);
    const bool sweeps = table_sweeps(&places->places[0].game->round.table, rules);
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
}

void lockstep_play(Lockstep *lockstep, const BoardsJob *job, uint64_t first, uint64_t count)
{
    const Schedule *schedule = lockstep->players->schedule;
    const int players = schedule->rules.players;
    lockstep->first = first;
    lockstep->count = count;
    lockstep->rounds = 0;
    lockstep->timed = false;
    for (uint64_t i = 0; i < count; i++) {
        board_prepare(&lockstep->boards[i], job, schedule, first + i);
        lockstep->timed |= lockstep->boards[i].timed;
    }
    for (int seating = 0; seating < schedule->seatings; seating++)
        for (uint64_t i = 0; i < count; i++)
            round_open(lockstep, &lockstep->boards[i], seating);
    for (int seat = 0; seat < players; seat++)
        seat_open(lockstep, seat);
    for (int ply = 0; ply < PLAYS; ply++) {
        if (ply && ply % (HAND * players) == 0) seats_deal(lockstep, ply / (HAND * players));
        seat_decide(lockstep, ply % players);
        seat_play(lockstep, ply % players, ply);
    }
    for (int i = 0; i < lockstep->rounds; i++) {
        Game *game = lockstep->seats[0].places[i].game;
        table_finish(&game->round.table);
        count_sides(game->counts, &game->round.table, &schedule->rules);
    }
}

const Board *lockstep_find(const Lockstep *lockstep, uint64_t index)
{
    return index - lockstep->first < lockstep->count ? &lockstep->boards[index - lockstep->first] : NULL;
}
