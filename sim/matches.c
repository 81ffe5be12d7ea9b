/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays matches, round after round, with the deal passed on and the cards shuffled as the rules say. */
#include "sim/matches.h"

#include <string.h>

#include "agents/tactic/tactic_agent.h"
#include "engine/riffle.h"

/* The seats whose agents split the kings and queens that they capture, bit = seat. */
static unsigned seats_splitting(Player *const seated[static MAX_SEATS], const Rules *rules)
{
    unsigned seats = 0;
    for (int seat = 0; seat < rules->players; seat++)
        seats |= (unsigned)tactic_agent_splits(seated[seat]->agent) << seat;
    return seats;
}

/* The cards of the next round. Its first pack is a board's; later ones are shuffled anew, or riffled as the round before was
   played by those who sat there. */
static void pack_next(Pack *pack, const Schedule *schedule, uint64_t board, int round, const Game *before,
                      Player *const seated[static MAX_SEATS])
{
    const Rules *rules = &schedule->rules;
    if (!round) {
        schedule_pack(pack, schedule, board);
        return;
    }
    Rng rng = rng_for(schedule->seed, board, PURPOSE_ROUND + (uint64_t)round);
    if (rules->shuffle) {
        Card order[CARDS];
        pack_gather(order, rules, pack, before->history, seats_splitting(seated, rules));
        pack_deal_riffled(pack, order, rules, &rng);
    } else {
        pack_deal(pack, rules, &rng);
    }
}

static const VoidBoard ENDLESS = {.why = "no side has won after as many rounds as a match may last"};
static const VoidBoard TOO_HIGH = {.why =
                                       "the scores of a match without a winner have grown beyond what a record holds"};

/* The board is void; why stands in the failure, which names the agent at fault if there is one. */
static bool board_void(MatchBoard *board, const VoidBoard *failure, int seating)
{
    board->failure = *failure;
    board->failure.board = board->index;
    board->failure.seating = seating;
    board->failure.rounds = board->failure.agent ? board->matches[seating].rounds + 1 : 0;
    board->played = false;
    return true;
}

bool match_play(MatchBoard *board, Players *players, int seating)
{
    const Schedule *schedule = players->schedule;
    const Rules *rules = &schedule->rules;
    Match *match = &board->matches[seating];
    Player *first[MAX_SEATS] = {0}, *seated[MAX_SEATS] = {0};
    int16_t scores[MAX_SIDES] = {0};
    Pack pack;
    Game game;
    players_seat(first, players, &board->order, board->index, seating);
    schedule_scores(scores, schedule, seating);
    match_start(match, scores);
    while (match->winner == NOBODY) {
        if (match->rounds == schedule->match_rounds) return board_void(board, &ENDLESS, seating);
        pack_next(&pack, schedule, board->index, match->rounds, &game, seated);
        for (int seat = 0; seat < rules->players; seat++)
            seated[seat] = first[(seat + match->rounds) % rules->players];
        match_scores(scores, match, rules);
        game_start_match(&game, rules, &pack, scores);
        if (!game_play(&game, rules, seated, board->timed)) {
            const VoidBoard failure = game_failure(&game, seated, board->index, seating);
            board_void(board, &failure, seating);
            return !void_by_stop(&failure);
        }
        const PlayedRound round = {.board = board->index,
                                   .order = &board->order,
                                   .rotation = schedule_rotation(schedule, seating, match->rounds),
                                   .pack = &pack,
                                   .game = &game,
                                   .index = (uint64_t)match->rounds,
                                   .match = (int64_t)schedule_round(schedule, board->index, seating),
                                   .timed = board->timed};
        if (board->told && !board->told(board->arg, match, &round)) return false;
        if (!match_add(match, rules, &game.round.table)) return board_void(board, &TOO_HIGH, seating);
    }
    for (int seat = 0; seat < rules->players; seat++)
        board->nanoseconds[schedule_agent(schedule, seating, seat)] += first[seat]->nanoseconds;
    return true;
}

bool match_board_play(MatchBoard *board, Players *players, const Pairing *pairing, uint64_t index)
{
    static const Pairing AS_NAMED = {{0, 1, 2, 3}};
    const Schedule *schedule = players->schedule;
    bool memory = true;
    board->index = index;
    board->order = schedule_order(schedule, pairing ? pairing : &AS_NAMED, index);
    board->timed = index % TIMED_EVERY == 0;
    board->played = true;
    memset(board->nanoseconds, 0, sizeof board->nanoseconds);
    for (int seating = 0; seating < schedule->seatings && board->played && memory; seating++)
        memory = match_play(board, players, seating);
    return memory;
}
