/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays matches, round after round, with the deal passed on and the cards shuffled as the rules say. */
#include "sim/matches.h"

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
    int16_t scores[MAX_SIDES] = {0};
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
            *failure = game_failure(&game, seated, board, seating);
            return MATCH_FAILED;
        }
        if (table->told) table->told(table->arg, match, &pack, &game);
        if (!match_add(match, rules, &game.round.table)) return MATCH_ENDLESS;
    }
    return MATCH_PLAYED;
}

/* ---- many boards */

typedef struct {
    int most;
    MatchTally tally;
} MatchesRun;

static bool play(const void *arg, void *result, Players *players, uint64_t board)
{
    const Schedule *schedule = players->schedule;
    MatchTally *tally = result;
    const Pairing order = {{0, 1, 2, 3}};
    const MatchTable table = {.players = players, .order = &order, .most = ((const MatchesRun *)arg)->most};
    int wins = 0, rounds = 0, shodam = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        Match match;
        VoidBoard failure;
        const MatchPlay end = match_play(&match, &table, board, seating, &failure);
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

ArenaEnd matches_play(const BoardsJob *boards, int most, MatchTally *tally)
{
    MatchesRun run = {.most = most};
    BoardsJob job = *boards;
    job.result_size = sizeof(MatchTally);
    job.play = play;
    job.release = release;
    job.arg = &run;
    const ArenaEnd end = boards_play(&job);
    *tally = run.tally;
    return end;
}
