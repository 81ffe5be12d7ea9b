/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays matches, round after round, with the deal passed on and the cards shuffled as the rules say: side by side in
   lockstep, or one after the other. */
#include <stdlib.h>
#include <string.h>

#include "engine/match.h"
#include "sim/boards.h"

/* A match that is going on. */
typedef struct {
    MatchBoard *board;
    int seating;
    RoundPlay first;        /* who sits at each seat of the first round */
    Rng streams[MAX_SEATS]; /* of those who sat there */
    Pack pack;              /* of the round … */
    Game game;              /* … and how it goes */
} MatchPlay;

struct MatchesPlayer {
    Players *players;
    const RoundsWay *way;
    void *opened;        /* by the way */
    bool *splits;        /* of each agent: it has TRAIT_SPLITS */
    uint64_t room;       /* boards */
    MatchPlay *plays;    /* of each board one for each seating */
    RoundPlay *rounds;   /* of the matches that go on … */
    MatchPlay **matches; /* … and which these are */
};

/* Who sat at a seat of the first round sits so many rounds later where their places have moved on to. */
static int first_seat(const MatchPlay *play, const Rules *rules, int seat)
{
    return (seat + play->board->matches[play->seating].rounds) % rules->players;
}

/* ---- a match */

/* The seats whose agents split the kings and queens that they capture, one bit for each, in the round that was played
   last. */
static unsigned seats_splitting(const MatchPlay *play, const MatchesPlayer *player)
{
    const Rules *rules = &player->players->schedule->rules;
    const int before = play->board->matches[play->seating].rounds - 1;
    unsigned seats = 0;
    for (int seat = 0; seat < rules->players; seat++)
        seats |= (unsigned)player->splits[play->first.agents[(seat + before) % rules->players]] << seat;
    return seats;
}

/* The cards of the next round. Its first pack is a board's; later ones are shuffled anew, or riffled as the round
   before was played by those who sat there. */
static void pack_next(MatchPlay *play, const MatchesPlayer *player)
{
    const Schedule *schedule = player->players->schedule;
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
        pack_gather(order, rules, &play->pack, play->game.history, seats_splitting(play, player));
        pack_deal_riffled(&play->pack, order, rules, &rng);
    } else {
        pack_deal(&play->pack, rules, &rng);
    }
}

static const VoidBoard ENDLESS = {.why = "no side has won after as many rounds as a match may last"};
static const VoidBoard TOO_HIGH = {.why =
                                       "the scores of a match without a winner have grown beyond what a record holds"};

/* The board is void; why stands in the failure, which names the agent at fault if there is one. Of matches side by side
   that of the first seating counts, at which a board that is played alone ends. */
static void board_void(MatchBoard *board, const VoidBoard *failure, int seating)
{
    if (!board->played && board->failure.seating < seating) return;
    board->failure = *failure;
    board->failure.board = board->index;
    board->failure.seating = seating;
    board->failure.rounds = board->failure.agent ? board->matches[seating].rounds + 1 : 0;
    board->played = false;
}

/* Begins the match of a seating from the schedule's scores. */
static void match_begin(MatchPlay *play, MatchBoard *board, const Schedule *schedule, int seating)
{
    int16_t scores[MAX_SIDES] = {0};
    play->board = board;
    play->seating = seating;
    round_seat(&play->first, schedule, &board->order, seating);
    for (int seat = 0; seat < schedule->rules.players; seat++)
        play->streams[seat] = player_rng(schedule->seed, board->index, seating, seat);
    schedule_scores(scores, schedule, seating);
    match_start(&board->matches[seating], scores);
}

/* Starts the next round. False: there is none, since a side has won, or the board is void. `dealt`: the pack of the
   same round in another seating of the board; NULL: none is at hand. */
static bool match_round_begin(MatchPlay *play, RoundPlay *round, const MatchesPlayer *player, const Pack *dealt)
{
    const Schedule *schedule = player->players->schedule;
    const Rules *rules = &schedule->rules;
    MatchBoard *board = play->board;
    const Match *match = &board->matches[play->seating];
    int16_t scores[MAX_SIDES] = {0};
    if (match->winner != NOBODY || (!board->played && board->failure.seating <= play->seating)) return false;
    if (match->rounds == schedule->match_rounds) return board_void(board, &ENDLESS, play->seating), false;
    if (dealt && !rules->shuffle)
        play->pack = *dealt;
    else
        pack_next(play, player);
    round->game = &play->game;
    round->pack = &play->pack;
    round->ahead = NULL;
    round->timed = board->timed;
    for (int seat = 0; seat < rules->players; seat++) {
        const int first = first_seat(play, rules, seat);
        round->agents[seat] = play->first.agents[first];
        round->minds[seat] = play->first.minds[first];
        round->streams[seat] = &play->streams[first];
    }
    match_scores(scores, match, rules);
    game_start_match(&play->game, rules, &play->pack, scores);
    return true;
}

/* The round is over: it is taken, and added to the match. False if memory ran out, or the user stopped an agent. */
static bool match_round_end(MatchPlay *play, const RoundPlay *played, const Schedule *schedule)
{
    MatchBoard *board = play->board;
    Match *match = &board->matches[play->seating];
    const PlayedRound round = {.board = board->index,
                               .order = &board->order,
                               .rotation = schedule_rotation(schedule, play->seating, match->rounds),
                               .seating = play->seating,
                               .pack = &play->pack,
                               .game = &play->game,
                               .index = (uint64_t)match->rounds,
                               .match = (int64_t)schedule_round(schedule, board->index, play->seating)};
    if (played->failed) {
        board_void(board, &played->failure, play->seating);
        return !void_by_stop(&played->failure);
    }
    for (int seat = 0; board->timed && seat < schedule->rules.players; seat++)
        play_time_add(&board->times[schedule_agent(schedule, round.rotation, seat)], played->times[seat]);
    if (board->take_round && !board->take_round(board->kept, match, &round)) return false;
    if (!match_add(match, &schedule->rules, &play->game.round.table)) board_void(board, &TOO_HIGH, play->seating);
    return true;
}

/* ---- matches */

MatchesPlayer *matches_open(Players *players, const RoundsWay *way)
{
    const uint64_t seatings = (uint64_t)players->schedule->seatings;
    MatchesPlayer *player = calloc(1, sizeof *player);
    if (!player) return NULL;
    player->players = players;
    player->way = way;
    player->opened = way->open(players);
    player->splits = calloc(players->count, sizeof *player->splits);
    for (size_t i = 0; player->splits && i < players->count; i++)
        player->splits[i] = agent_has(players->players[i][0].agent, TRAIT_SPLITS);
    player->room = way == &ROUNDS_LOCKSTEP ? LOCKSTEP_ROUNDS / seatings : 1;
    player->plays = calloc(player->room * seatings, sizeof *player->plays);
    player->rounds = calloc(player->room * seatings, sizeof *player->rounds);
    player->matches = calloc(player->room * seatings, sizeof(MatchPlay *));
    if (player->opened && player->splits && player->plays && player->rounds && player->matches) return player;
    matches_close(player);
    return NULL;
}

void matches_close(MatchesPlayer *player)
{
    if (!player) return;
    player->way->close(player->opened);
    free(player->splits);
    free(player->plays);
    free(player->rounds);
    free((void *)player->matches);
    free(player);
}

uint64_t matches_room(const MatchesPlayer *player) { return player->room; }

/* Starts the next round of every match that goes on; returns how many that are. Matches of `boards` boards stand there,
   first those of one seating, then those of the next. */
static int rounds_begin(MatchesPlayer *player, MatchPlay plays[], int count, int boards)
{
    const Pack *dealt[LOCKSTEP_ROUNDS] = {NULL}; /* of each board */
    int rounds = 0;
    for (int i = 0; i < count; i++) {
        MatchPlay *play = &plays[i];
        if (!match_round_begin(play, &player->rounds[rounds], player, dealt[i % boards])) continue;
        dealt[i % boards] = &play->pack;
        player->matches[rounds++] = play;
    }
    return rounds;
}

/* Plays matches side by side, the same round of each at a time. False as matches_play. */
static bool matches_finish(MatchesPlayer *player, MatchPlay plays[], int count, int boards)
{
    for (int rounds; (rounds = rounds_begin(player, plays, count, boards));) {
        player->way->play(player->opened, player->rounds, rounds);
        for (int i = 0; i < rounds; i++)
            if (!match_round_end(player->matches[i], &player->rounds[i], player->players->schedule)) return false;
    }
    return true;
}

bool matches_play(MatchesPlayer *player, MatchBoard boards[], uint64_t count)
{
    const Schedule *schedule = player->players->schedule;
    MatchPlay *play = player->plays;
    for (int seating = 0; seating < schedule->seatings; seating++)
        for (uint64_t i = 0; i < count; i++)
            match_begin(play++, &boards[i], schedule, seating);
    if (player->way == &ROUNDS_LOCKSTEP)
        return matches_finish(player, player->plays, (int)(play - player->plays), (int)count);
    for (MatchPlay *next = player->plays; next < play; next++)
        if (next->board->played && !matches_finish(player, next, 1, 1)) return false;
    return true;
}
