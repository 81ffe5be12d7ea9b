/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays matches, round after round, with the deal passed on and the cards shuffled as the rules say. */
#include "sim/matches.h"

#include <stdlib.h>

#include "engine/riffle.h"

/* The cards of the next round. Its first pack is a board's; later ones are shuffled anew, or riffled as they were played. */
static void pack_next(Pack *pack, const Schedule *schedule, uint64_t board, int round, const Game *before)
{
    const Rules *rules = &schedule->rules;
    if (!round) {
        schedule_pack(pack, schedule, board);
        return;
    }
    Rng rng = rng_for(schedule->seed, board, PURPOSE_ROUND + (uint64_t)round);
    if (rules->shuffle) {
        Card order[CARDS];
        pack_gather(order, rules, pack, before->history);
        pack_deal_riffled(pack, order, rules, &rng);
    } else {
        pack_deal(pack, rules, &rng);
    }
}

MatchPlay match_play(Match *match, const MatchTable *table, uint64_t board, int seating, VoidBoard *failure)
{
    const Schedule *schedule = table->players->schedule;
    const Rules *rules = &schedule->rules;
    Player *first[MAX_SEATS] = {0}, *seated[MAX_SEATS] = {0};
    int16_t scores[MAX_SIDES];
    Pack pack;
    Game game;
    players_seat(first, table->players, table->order, board, seating);
    schedule_scores(scores, schedule, seating);
    match_start(match, scores);
    while (match->winner == NOBODY) {
        if (match->rounds == table->most) return MATCH_ENDLESS;
        pack_next(&pack, schedule, board, match->rounds, &game);
        for (int seat = 0; seat < rules->players; seat++)
            seated[seat] = first[(seat + match->rounds) % rules->players];
        match_scores(scores, match, rules);
        game_start_match(&game, rules, &pack, scores);
        if (!game_play(&game, rules, seated, false)) {
            *failure = game_failure(&game, seated);
            failure->board = board;
            failure->seating = seating;
            return MATCH_FAILED;
        }
        if (table->told) table->told(table->arg, match, &pack, &game);
        if (!match_add(match, rules, &game.round.table)) return MATCH_ENDLESS;
    }
    return MATCH_PLAYED;
}

/* ---- many boards */

typedef struct {
    const MatchesJob *job;
    MatchTally tally;
} MatchesRun;

typedef struct {
    const MatchesJob *job;
    Players players;
} MatchesWorker;

static void *worker_open(void *shared)
{
    const MatchesJob *job = ((MatchesRun *)shared)->job;
    MatchesWorker *worker = calloc(1, sizeof *worker);
    if (!worker) return NULL;
    worker->job = job;
    if (players_open(&worker->players, job->schedule, job->agents, (size_t)job->schedule->agents)) return worker;
    free(worker);
    return NULL;
}

static void worker_close(void *arg)
{
    MatchesWorker *worker = arg;
    players_close(&worker->players);
    free(worker);
}

static bool work(void *arg, uint64_t index, void *result)
{
    MatchesWorker *worker = arg;
    MatchTally *tally = result;
    const MatchesJob *job = worker->job;
    const Schedule *schedule = job->schedule;
    const Pairing order = {{0, 1}};
    const MatchTable table = {.players = &worker->players, .order = &order, .most = job->most};
    int wins = 0, rounds = 0, shodam = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        Match match;
        VoidBoard failure;
        const MatchPlay end = match_play(&match, &table, job->first + index, seating, &failure);
        if (end == MATCH_FAILED) voids_add(&tally->voids, &failure);
        tally->endless += end == MATCH_ENDLESS;
        if (end != MATCH_PLAYED) return true;
        wins += schedule->sides[seating][0] >> match.winner & 1;
        rounds += match.rounds;
        shodam += match.end == MATCH_SHODAM;
    }
    moments_add(&tally->wins, wins);
    tally->matches += schedule->seatings;
    tally->rounds += rounds;
    tally->shodam += shodam;
    return true;
}

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    MatchTally *tally = &((MatchesRun *)shared)->tally;
    const MatchTally *chunk = result;
    (void)first, (void)count;
    moments_merge(&tally->wins, &chunk->wins);
    tally->matches += chunk->matches;
    tally->rounds += chunk->rounds;
    tally->shodam += chunk->shodam;
    tally->endless += chunk->endless;
    voids_merge(&tally->voids, &chunk->voids);
    return true;
}

ArenaEnd matches_play(const MatchesJob *job, MatchTally *tally)
{
    MatchesRun run = {.job = job};
    const ArenaJob arena = {.count = job->boards,
                            .chunk = arena_chunk(job->boards, 4),
                            .threads = job->threads,
                            .shared = &run,
                            .worker_open = worker_open,
                            .worker_close = worker_close,
                            .result_size = sizeof(MatchTally),
                            .work = work,
                            .release = release};
    const ArenaEnd end = arena_run(&arena);
    *tally = run.tally;
    return end;
}
