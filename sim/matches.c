/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays matches, round after round, with the deal passed on and the cards shuffled as the rules say. */
#include "sim/matches.h"

#include <string.h>

#include "agents/tactic/tactic_agent.h"
#include "engine/match.h"

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
static void pack_next(MatchPlay *play, const Schedule *schedule)
{
    const Rules *rules = &schedule->rules;
    const MatchBoard *board = play->board;
    const int round = board->matches[play->seating].rounds;
    if (!round) {
        schedule_pack(&play->pack, schedule, board->index);
        return;
    }
    Rng rng = rng_for(schedule->seed, board->index, PURPOSE_ROUND + (uint64_t)round);
    if (rules->shuffle) {
        Card order[CARDS];
        pack_gather(order, rules, &play->pack, play->game.history, seats_splitting(play->seated, rules));
        pack_deal_riffled(&play->pack, order, rules, &rng);
    } else {
        pack_deal(&play->pack, rules, &rng);
    }
}

static const VoidBoard ENDLESS = {.why = "no side has won after as many rounds as a match may last"};
static const VoidBoard TOO_HIGH = {.why =
                                       "the scores of a match without a winner have grown beyond what a record holds"};

/* The board is void; why stands in the failure, which names the agent at fault if there is one. Of matches side by side
   that of the first seating counts, with which match_board_play ends. */
static void board_void(MatchBoard *board, const VoidBoard *failure, int seating)
{
    if (!board->played && board->failure.seating < seating) return;
    board->failure = *failure;
    board->failure.board = board->index;
    board->failure.seating = seating;
    board->failure.rounds = board->failure.agent ? board->matches[seating].rounds + 1 : 0;
    board->played = false;
}

void match_play_begin(MatchPlay *play, MatchBoard *board, Players *players, int seating)
{
    const Schedule *schedule = players->schedule;
    int16_t scores[MAX_SIDES] = {0};
    play->board = board;
    play->seating = seating;
    players_seat(play->seated, players, &board->order, board->index, seating);
    for (int seat = 0; seat < schedule->rules.players; seat++)
        play->first[seat] = *play->seated[seat];
    schedule_scores(scores, schedule, seating);
    match_start(&board->matches[seating], scores);
}

bool match_play_round(MatchPlay *play, const Schedule *schedule, const Pack *dealt)
{
    const Rules *rules = &schedule->rules;
    MatchBoard *board = play->board;
    const Match *match = &board->matches[play->seating];
    int16_t scores[MAX_SIDES] = {0};
    if (match->winner != NOBODY || (!board->played && board->failure.seating <= play->seating)) return false;
    if (match->rounds == schedule->match_rounds) return board_void(board, &ENDLESS, play->seating), false;
    if (dealt && !rules->shuffle)
        play->pack = *dealt;
    else
        pack_next(play, schedule);
    for (int seat = 0; seat < rules->players; seat++)
        play->seated[seat] = &play->first[(seat + match->rounds) % rules->players];
    match_scores(scores, match, rules);
    game_start_match(&play->game, rules, &play->pack, scores);
    return true;
}

bool match_play_add(MatchPlay *play, const Schedule *schedule)
{
    MatchBoard *board = play->board;
    Match *match = &board->matches[play->seating];
    const PlayedRound round = {.board = board->index,
                               .order = &board->order,
                               .rotation = schedule_rotation(schedule, play->seating, match->rounds),
                               .pack = &play->pack,
                               .game = &play->game,
                               .index = (uint64_t)match->rounds,
                               .match = (int64_t)schedule_round(schedule, board->index, play->seating),
                               .timed = board->timed};
    if (board->told && !board->told(board->arg, match, &round)) return false;
    if (!match_add(match, &schedule->rules, &play->game.round.table)) board_void(board, &TOO_HIGH, play->seating);
    return true;
}

void match_play_end(const MatchPlay *play, const Schedule *schedule)
{
    for (int seat = 0; seat < schedule->rules.players; seat++)
        play->board->nanoseconds[schedule_agent(schedule, play->seating, seat)] += play->first[seat].nanoseconds;
}

bool match_play(MatchBoard *board, Players *players, int seating)
{
    const Schedule *schedule = players->schedule;
    MatchPlay play;
    match_play_begin(&play, board, players, seating);
    while (match_play_round(&play, schedule, NULL)) {
        if (!game_play(&play.game, &schedule->rules, play.seated, board->timed)) {
            const VoidBoard failure = game_failure(&play.game, play.seated, board->index, seating);
            board_void(board, &failure, seating);
            return !void_by_stop(&failure);
        }
        if (!match_play_add(&play, schedule)) return false;
    }
    match_play_end(&play, schedule);
    return true;
}

void match_board_begin(MatchBoard *board, const Schedule *schedule, const Pairing *pairing, uint64_t index)
{
    static const Pairing AS_NAMED = {{0, 1, 2, 3}};
    board->index = index;
    board->order = schedule_order(schedule, pairing ? pairing : &AS_NAMED, index);
    board->timed = index % TIMED_EVERY == 0;
    board->played = true;
    memset(board->nanoseconds, 0, sizeof board->nanoseconds);
}

bool match_board_play(MatchBoard *board, Players *players, const Pairing *pairing, uint64_t index)
{
    const Schedule *schedule = players->schedule;
    bool memory = true;
    match_board_begin(board, schedule, pairing, index);
    for (int seating = 0; seating < schedule->seatings && board->played && memory; seating++)
        memory = match_play(board, players, seating);
    return memory;
}
