/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Players: how an agent's memory is opened, asked for plays and closed, and how players play a round to its end. Every
   loop that plays with agents is here. */
#pragma once

#include "agents/agent.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "sim/schedule.h"
#include "sim/voids.h"

/* Plays whose time was taken, and that time. */
typedef struct {
    uint64_t plays, nanoseconds;
} PlayTime;

static inline void play_time_add(PlayTime *time, PlayTime more)
{
    time->plays += more.plays;
    time->nanoseconds += more.nanoseconds;
}

/* Who plays at a seat. */
typedef struct {
    const Agent *agent;
    void *memory;    /* the agent's working memory; NULL if it needs none */
    Rng rng;         /* the player's stream, used by nobody else */
    PlayTime time;   /* of the player's decisions, where it is taken */
    CardSet refused; /* once the agent failed: what it wanted to play … */
    const char *why; /* … and why that is no play */
} Player;

/* Opens a player's memory. False if memory runs out; nothing needs closing then. */
bool player_open(Player *player, const Agent *agent, const Rules *rules);
/* Closes the memory of a player that was opened or is all zero. */
void player_close(Player *player);
/* The stream of whoever plays at `seat`: it depends on these four alone, whoever that is. */
static inline Rng player_rng(uint64_t seed, uint64_t board, int seating, int seat)
{
    return rng_for(seed, board, PURPOSE_AGENT + (uint64_t)(seating * MAX_SEATS + seat));
}
/* Tells the player that a round begins, or goes on from a position; the view is the player's own. */
void player_begin(Player *player, const View *view);
/* The legal play that the player chooses; 0 if the agent failed, and then player->why says how. `round` is what the
   view is of; it may be NULL for an agent that does not see all cards. This is the only place where the plays of agents
   are checked. */
CardSet player_ask(Player *player, const View *view, const Round *round);
/* Begins the player, with this stream, where the round stands, and asks it. 0: it failed, which is added to the voids of
   that board and seating. */
CardSet player_ask_there(Player *player, Rng rng, const View *view, const Round *round, uint64_t board, int seating,
                         Voids *voids);
/* As player_ask; `timed`: player->time grows by what it took, once the player was prepared; not by its first decision where
   that warms it up (AgentKind.cold). */
CardSet player_ask_timed(Player *player, const View *view, const Round *round, bool timed);

/* Is what the player wants to play legal? Else player->why says why not. */
bool player_check(Player *player, const View *view, CardSet play);

/* A round with its past. */
typedef struct {
    Round round;                 /* as it stands */
    CardSet first_pool;          /* the pool before the first play */
    CardSet history[PLAYS];      /* round.table.ply plays so far */
    bool history_known;          /* false where the round began from a position whose past nobody knows */
    SideCount counts[MAX_SIDES]; /* once the round is over */
    uint8_t captures[MAX_SIDES]; /* plays of the side that captured, since the last start */
    bool match;                  /* a round of a match: per shodam may stop it … */
    int claims_from;             /* … once there are this many Surs, see match_claims_from */
} Game;

/* How the player to move failed in that seating of the board, once game_play has returned false. */
VoidBoard game_failure(const Game *game, Player *const players[static MAX_SEATS], uint64_t board, int seating);
/* The same for any player, who was asked with this view; all but the board and the seating. */
VoidBoard player_failure(const Player *player, const View *view);
/* Starts a round; scores as in round_start. */
void game_start(Game *game, const Rules *rules, const Pack *pack, const int16_t *scores);
/* The same for a round of a match, which per shodam may stop. */
void game_start_match(Game *game, const Rules *rules, const Pack *pack, const int16_t *scores);
/* The pieces of game_play: tells each player that the round begins, or that it is over; the view of the seat to move;
   makes a legal play, and returns false if the round is over. */
void game_players_tell(const Game *game, const Rules *rules, Player *const players[static MAX_SEATS], bool over);
View game_view(const Game *game, const Rules *rules);
bool game_put(Game *game, const Rules *rules, CardSet play);
/* May a side stop the match, after a capture? */
bool game_stopped(const Game *game, const Rules *rules);
/* The record of a game as far as it was played, with the count where it is over; who played and where is not in it. */
Record game_record(const Game *game, const Rules *rules, const Pack *pack);
/* Plays a round on to its end, players[seat] at each seat. False if an agent failed: game->round.table.turn is its
   seat. timed: adds to each player's time (about 40 ns a decision are the clock's own). */
bool game_play(Game *game, const Rules *rules, Player *const players[static MAX_SEATS], bool timed);

/* The players of one thread: for each agent as many as it may hold seats, each with a memory of its own. */
typedef struct {
    const Schedule *schedule;
    size_t count;  /* agents */
    bool blind;    /* nobody looks at the plays of a round that is over */
    bool lockstep; /* rounds are played side by side, since all agents decide in lanes */
    /* By agent: it sits down in several of the line-ups that play a board together, and does not go on from one play to
       the next; owned. NULL: there is one line-up. */
    bool *shared;
    Player (*players)[MAX_SEATS];
} Players;

/* False if memory runs out; nothing needs closing then. */
bool players_open(Players *players, const Schedule *schedule, const Agent *agents, size_t count);
void players_close(Players *players);
