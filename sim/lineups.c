/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards by many line-ups at once: a game that they share is split where they choose otherwise, and games that
   come to the same position are made one again. */
#include "sim/lineups.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/advice.h"
#include "agents/tactic/tactics.h"
#include "sim/boards.h"
#include "sim/measures.h"
#include "sim/players.h"

enum { NO_INDEX = 0xffff };

/* One round, played by all line-ups that have chosen the same so far. They are a list: first, next[first], … to
   NO_INDEX. */
typedef struct {
    Round round;
    Rng rngs[MAX_SEATS];
    uint64_t players[MAX_SEATS]; /* who sits there in some line-up of the game: a bit for each player */
    uint16_t batch[MAX_SEATS];   /* of the tactic players among them; NO_INDEX: not looked up */
    uint16_t place;              /* of its board and seating in the block: board * seatings + seating */
    uint8_t seating;
    uint16_t first, last;
} SharedGame;

/* A set of tactic players: their weights, ready to be compared, and the games in which they are to move. */
typedef struct {
    uint64_t players; /* 0: this entry is free */
    TacticVariants variants;
    uint16_t *games;
    int count;
} TacticBatch;

/* A block is the boards that are played at once, at most BLOCK of them: what they have in common is worked out once,
   and many decisions can be made side by side. With more than BLOCK_LINEUPS line-ups in all seatings of all boards, the
   games would not fit into the processor's cache. */
enum { BLOCK = 256, BLOCK_LINEUPS = 2048 };
/* Batches: of each player alone, of sets of players in the order in which they come up, of all players. */
enum { SET_BATCHES = 128, BATCH_OF_ALL = MAX_LINEUP_PLAYERS + SET_BATCHES, BATCHES };
enum { TRANSPOSITION_SLOTS = 4096 };

/* What lies in arrays by [place][line-up] has one index: place * line-ups + line-up. */
struct LineupTable {
    const Lineups *lineups;
    const Rules *rules;
    int block;     /* boards at once */
    Lineup *seats; /* [seating][line-up]: the player at each seat */
    Player players[MAX_LINEUP_PLAYERS][MAX_SEATS];
    uint64_t tactics; /* players whose decisions are made in batches: a bit for each */
    FeatureRules feature_rules;
    AdviceMemory *grouper; /* NULL: there is none */
    bool merges;           /* games may become one again */
    bool surs_add;         /* Surs held only add to the result: nobody's choice or later Sur depends on them */

    uint64_t first_board;                  /* of those at the table */
    bool failed;                           /* an agent has, in them …  */
    VoidBoard failure;                     /* … in this way */
    CardSet first_pool[BLOCK * MAX_SEATS]; /* [place] */
    SharedGame *games;                     /* one for each line-up at most */
    int game_count;
    CardSet (*histories)[PLAYS]; /* [game]; NULL: nobody asks for them */
    uint16_t *next;              /* [place][line-up] of the same game */
    uint8_t *choice;             /* [place][line-up] while its game splits: which of the plays it chose; else NEVER */
    int (*carried)[MAX_SIDES];   /* [place][line-up] points that it has beyond what its game's table shows */
    int (*diff)[MAX_SIDES];      /* [place][line-up] */
    Divergence *divergences;     /* [place][pair] */

    TacticBatch *batches;      /* BATCHES of them */
    uint16_t waiting[BATCHES]; /* batches with games */
    int waiting_count;
    uint16_t *batch_games; /* their games[] */
    TacticDecision *decisions;
    CardSet *chosen;

    uint16_t slots[TRANSPOSITION_SLOTS]; /* games by their hash; NO_INDEX: free */

    /* Of one decision: what each player at the seat chose, and its stream afterwards. */
    CardSet plays[MAX_LINEUP_PLAYERS];
    Rng after[MAX_LINEUP_PLAYERS];

    /* Of matches, which share nothing: each line-up plays each board. */
    Players seated;
    BoardsPlayer *matches;
    Board *boards;                  /* [board][line-up] */
    uint64_t (*courses)[MAX_SEATS]; /* [board][line-up]: hashes of what was played, by seating */
};

/* Index of a game's line-up 0 in the arrays by [place][line-up]. */
static inline int game_base(const LineupTable *table, const SharedGame *game)
{
    return game->place * table->lineups->count;
}

/* Who plays at the seats in a line-up of the game; index: as in next[]. */
static inline const Lineup *game_lineup(const LineupTable *table, const SharedGame *game, uint16_t index)
{
    return &table->seats[game->seating * table->lineups->count + index - game_base(table, game)];
}

/* ---- one game of many line-ups */

/* Notes how a decision of the game failed. */
static void failure_note(LineupTable *table, const SharedGame *game, VoidBoard failure)
{
    table->failure = failure;
    table->failure.board = table->first_board + (uint64_t)(game->place / table->lineups->schedule->seatings);
    table->failure.seating = game->seating;
}

/* Asks a player for its play. False if the agent failed. */
static bool game_ask(LineupTable *table, const SharedGame *game, const View *view, int index)
{
    Player *player = &table->players[index][view->seat];
    player->rng = game->rngs[view->seat];
    table->plays[index] = player_ask(player, view, &game->round);
    table->after[index] = player->rng;
    if (table->plays[index]) return true;
    failure_note(table, game, player_failure(player, view));
    return false;
}

static bool chose_the_same(const LineupTable *table, int a, int b)
{
    return table->plays[a] == table->plays[b] && table->after[a].state == table->after[b].state;
}

static void game_advance(LineupTable *table, SharedGame *game, CardSet play, Rng after)
{
    game->rngs[game->round.table.turn] = after;
    if (table->histories) table->histories[game - table->games][game->round.table.ply] = play;
    round_play(&game->round, table->rules, play);
}

/* By how many points the side to move leads the best other side in this line-up, counted as if the round ended here. */
static int lead_of(const LineupTable *table, const Round *round, int lineup)
{
    const Rules *rules = table->rules;
    int points[MAX_SIDES], side = table_side(&round->table, rules), best = INT_MIN;
    count_points(points, &round->table, rules);
    for (int other = 0; other < rules->sides; other++) {
        points[other] += table->carried[lineup][other];
        if (other != side && points[other] > best) best = points[other];
    }
    return points[side] - best;
}

/* What the seat to move of a game sees. */
static View shared_view(const LineupTable *table, const SharedGame *game)
{
    const int seat = game->round.table.turn;
    return (View){.rules = table->rules,
                  .table = &game->round.table,
                  .hand = game->round.hands[seat],
                  .seat = seat,
                  .first_pool = table->first_pool[game->place],
                  .history = table->histories ? table->histories[game - table->games] : NULL,
                  .hands = hands_open(game->round.hands, table->rules)};
}

/* In which group the play of the line-up is. */
static bool group_find(uint8_t *group, LineupTable *table, const SharedGame *game, int lineup)
{
    const View view = shared_view(table, game);
    const int player = game_lineup(table, game, (uint16_t)(game_base(table, game) + lineup))->players[view.seat];
    const int found = advice_group(table->grouper, &view, table->plays[player]);
    if (found < 0)
        failure_note(table, game,
                     (VoidBoard){.agent = table->lineups->grouper,
                                 .why = advice_failure(table->grouper),
                                 .hand = view.hand,
                                 .pool = view.table->pool,
                                 .seat = view.seat});
    *group = (uint8_t)found;
    return found >= 0;
}

/* Notes for the pairs of this game's line-ups where they are about to diverge. choice[] of the game's line-ups is set,
   that of all others is NEVER. False: the grouper's script failed. */
static bool divergences_note(LineupTable *table, const SharedGame *game)
{
    const Round *round = &game->round;
    Divergence divergence = {
        .ply = round->table.ply,
        .deal = round->table.deal,
        .total = (uint8_t)numerals_total(round->table.pool),
    };
    const uint8_t *choice = table->choice + game_base(table, game);
    Divergence *divergences = table->divergences + game->place * table->lineups->pair_count;
    for (int i = 0; i < table->lineups->pair_count; i++) {
        const LineupPair *pair = &table->lineups->pairs[i];
        uint8_t a = choice[pair->a], b = choice[pair->b];
        if (a == b || a == NEVER || b == NEVER || divergences[i].ply != NEVER) continue;
        divergence.lead = (int16_t)lead_of(table, round, game_base(table, game) + pair->a);
        if (table->grouper && !group_find(&divergence.group, table, game, pair->a)) return false;
        divergences[i] = divergence;
    }
    return true;
}

static void game_copy(LineupTable *table, SharedGame *into, const SharedGame *from)
{
    *into = *from;
    if (table->histories)
        memcpy(table->histories[into - table->games], table->histories[from - table->games], sizeof *table->histories);
}

static void game_empty(SharedGame *game)
{
    game->first = NO_INDEX;
    memset(game->players, 0, sizeof game->players);
}

/* Puts a line-up at the end of the game's list; index: as in next[]. */
static void game_append(LineupTable *table, SharedGame *game, uint16_t index)
{
    const Lineup *lineup = game_lineup(table, game, index);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        game->players[seat] |= UINT64_C(1) << lineup->players[seat];
    memset(game->batch, 0xff, sizeof game->batch);
    if (game->first == NO_INDEX)
        game->first = index;
    else
        table->next[game->last] = index;
    game->last = index;
    table->next[index] = NO_INDEX;
}

/* Divides the line-ups of a game by what their player at `seat` chose, two plays or more: those with the first play
   stay, those with each other play get a game of their own. False as divergences_note. */
static bool game_split(LineupTable *table, SharedGame *game, int seat)
{
    int choosers[MAX_LINEUP_PLAYERS], choices = 0;
    SharedGame *games[MAX_LINEUP_PLAYERS];
    for (uint16_t index = game->first; index != NO_INDEX; index = table->next[index]) {
        int player = game_lineup(table, game, index)->players[seat], choice = 0;
        while (choice < choices && !chose_the_same(table, choosers[choice], player))
            choice++;
        if (choice == choices) choosers[choices++] = player;
        table->choice[index] = (uint8_t)choice;
    }
    if (!divergences_note(table, game)) return false;
    uint16_t rest = game->first;
    for (int choice = 0; choice < choices; choice++) {
        games[choice] = choice ? &table->games[table->game_count++] : game;
        if (choice) game_copy(table, games[choice], game);
        game_empty(games[choice]);
    }
    while (rest != NO_INDEX) {
        uint16_t index = rest;
        rest = table->next[index];
        game_append(table, games[table->choice[index]], index);
        table->choice[index] = NEVER;
    }
    for (int choice = 0; choice < choices; choice++)
        game_advance(table, games[choice], table->plays[choosers[choice]], table->after[choosers[choice]]);
    return true;
}

/* Makes the plays of the seat to move. The tactic players among those who sit there have chosen, chosen[0 … count - 1];
   the others are asked. False: an agent failed. */
static bool game_step(LineupTable *table, SharedGame *game, const CardSet chosen[], int count)
{
    int seat = game->round.table.turn;
    uint64_t players = game->players[seat], tactics = players & table->tactics;
    Rng after = game->rngs[seat];
    bool same = true;
    if (count) {
        rng_next(&after); /* the draw of the tactic players, the same for all of them */
        for (int i = 1; i < count; i++)
            same &= chosen[i] == chosen[0];
        if (same && players == tactics) return game_advance(table, game, chosen[0], after), true;
        for (uint64_t rest = tactics; rest; rest &= rest - 1) {
            int player = __builtin_ctzll(rest);
            table->plays[player] = *chosen++;
            table->after[player] = after;
        }
    }
    const View view = shared_view(table, game);
    for (uint64_t rest = players ^ tactics; rest; rest &= rest - 1)
        if (!game_ask(table, game, &view, __builtin_ctzll(rest))) return false;
    int first = __builtin_ctzll(players);
    for (uint64_t rest = players & (players - 1); rest && same; rest &= rest - 1)
        same = chose_the_same(table, first, __builtin_ctzll(rest));
    if (same) return game_advance(table, game, table->plays[first], table->after[first]), true;
    return game_split(table, game, seat);
}

/* Starts the game that all line-ups share in one seating of a board. */
static void game_begin(LineupTable *table, uint64_t board, const Pack *pack, int place, int seating)
{
    const Lineups *lineups = table->lineups;
    SharedGame *game = &table->games[table->game_count++];
    round_start(&game->round, table->rules, pack, NULL);
    for (int seat = 0; seat < table->rules->players; seat++)
        game->rngs[seat] = player_rng(lineups->schedule->seed, board, seating, seat);
    game_empty(game);
    game->place = (uint16_t)place;
    game->seating = (uint8_t)seating;
    table->first_pool[place] = game->round.table.pool;
    int base = game_base(table, game);
    for (int i = 0; i < lineups->count; i++)
        game_append(table, game, (uint16_t)(base + i));
    memset(table->carried + base, 0, (size_t)lineups->count * sizeof *table->carried);
    memset(table->choice + base, NEVER, (size_t)lineups->count);
    for (int i = 0; i < lineups->pair_count; i++)
        table->divergences[place * lineups->pair_count + i].ply = NEVER;
}

/* ---- many games: those in which the same tactic players are to move are decided in one batch */

/* Where the members of a set stand among `players`: bit i for the i-th of them. */
static uint64_t places_of(uint64_t members, uint64_t players)
{
    uint64_t places = 0;
    for (; members; members &= members - 1) {
        uint64_t before = (members & -members) - 1;
        places |= UINT64_C(1) << __builtin_popcountll(players & before);
    }
    return places;
}

/* Makes the play of the seat in the games that wait in a batch. */
static bool batch_step(LineupTable *table, TacticBatch *batch, int seat)
{
    int count = batch->count, variants = batch->variants.count;
    uint64_t every = UINT64_MAX >> (MAX_TACTIC_VARIANTS - variants);
    for (int i = 0; i < count; i++) {
        const SharedGame *game = &table->games[batch->games[i]];
        uint64_t tactics = game->players[seat] & table->tactics;
        uint64_t wanted = tactics == batch->players ? every : places_of(tactics, batch->players);
        Rng rng = game->rngs[seat];
        table->decisions[i] = (TacticDecision){.table = &game->round.table,
                                               .hand = game->round.hands[seat],
                                               .wanted = wanted,
                                               .draw = rng_next(&rng),
                                               .hands = hands_open(game->round.hands, table->rules)};
    }
    tactic_choose_batch(table->chosen, &table->feature_rules, table->rules, &batch->variants, table->decisions, count);
    batch->count = 0;
    for (int i = 0; i < count; i++) {
        CardSet *chosen = table->chosen + i * variants;
        uint64_t wanted = table->decisions[i].wanted;
        int some = variants;
        if (wanted != every)
            for (some = 0; wanted; wanted &= wanted - 1)
                chosen[some++] = chosen[__builtin_ctzll(wanted)];
        if (!game_step(table, &table->games[batch->games[i]], chosen, some)) return false;
    }
    return true;
}

static void batch_init(LineupTable *table, int index, uint64_t players)
{
    TacticBatch *batch = &table->batches[index];
    const double *weights[MAX_LINEUP_PLAYERS];
    int count = 0;
    for (uint64_t rest = players; rest; rest &= rest - 1)
        weights[count++] = tactic_agent_weights(&table->lineups->players[__builtin_ctzll(rest)]);
    tactic_variants_init(&batch->variants, weights, count);
    batch->players = players;
    batch->games = table->batch_games +
                   (size_t)index * (size_t)(table->block * table->lineups->schedule->seatings * table->lineups->count);
    batch->count = 0;
}

/* The index of the batch for a set of tactic players. Each player alone has one, and so have the first sets of several
   that come up. All other sets, each of which is rare, share the batch of all tactic players. */
static int batch_of(LineupTable *table, uint64_t players)
{
    enum { PROBES = 4 };
    int index = BATCH_OF_ALL;
    _Static_assert(SET_BATCHES == 128, "the seven highest bits of the hash");
    if (!(players & (players - 1))) index = __builtin_ctzll(players);
    for (int i = 0; i < PROBES && index == BATCH_OF_ALL; i++) {
        int found = MAX_LINEUP_PLAYERS + ((int)(players * UINT64_C(0x9e3779b97f4a7c15) >> 57) + i) % SET_BATCHES;
        if (!table->batches[found].players || table->batches[found].players == players) index = found;
    }
    if (!table->batches[index].players) batch_init(table, index, index == BATCH_OF_ALL ? table->tactics : players);
    return index;
}

/* Puts a game into the batch of its tactic players at the seat. */
static void game_queue(LineupTable *table, int index, int seat)
{
    SharedGame *game = &table->games[index];
    uint16_t *found = &game->batch[seat];
    if (*found == NO_INDEX) *found = (uint16_t)batch_of(table, game->players[seat] & table->tactics);
    TacticBatch *batch = &table->batches[*found];
    if (!batch->count) table->waiting[table->waiting_count++] = *found;
    batch->games[batch->count++] = (uint16_t)index;
}

/* Forgets the games that wait in batches. */
static void batches_clear(LineupTable *table)
{
    for (int i = 0; i < table->waiting_count; i++)
        table->batches[table->waiting[i]].count = 0;
    table->waiting_count = 0;
}

/* Makes the play of that seat in every game; false: an agent failed, and some games have not got it. */
static bool games_step(LineupTable *table, int seat)
{
    for (int i = 0, games = table->game_count; i < games; i++) {
        SharedGame *game = &table->games[i];
        if (game->players[seat] & table->tactics)
            game_queue(table, i, seat);
        else if (!game_step(table, game, NULL, 0))
            return false;
    }
    for (int i = 0; i < table->waiting_count; i++)
        if (!batch_step(table, &table->batches[table->waiting[i]], seat)) return false;
    table->waiting_count = 0;
    return true;
}

/* ---- games that have come to the same position by different plays */

/* Points of each side that only add up and that no agent's choice depends on: those of its cards, and of its Surs where
   Surs only add up. Clubs are not among them: the seventh decides. */
static void points_taken(int out[static MAX_SIDES], const LineupTable *table, const SharedGame *game)
{
    const Rules *rules = table->rules;
    const Table *seen = &game->round.table;
    for (int side = 0; side < rules->sides; side++)
        out[side] =
            scoring_cards(seen->piles[side], rules) + (table->surs_add ? sur_points(seen->surs[side], rules) : 0);
}

/* Clubs per side, one nibble each: all that later play needs of the piles. */
static uint64_t clubs_taken(const Table *seen)
{
    uint64_t clubs = 0;
    for (int side = 0; side < MAX_SIDES; side++)
        clubs |= ((seen->piles[side] & CLUBS) * UINT64_C(0x1111111111111) >> 48 & 15) << 4 * side;
    return clubs;
}

/* A hash of seating, pool and hands. Games that agree in these and differ elsewhere are few at any time. */
static uint64_t position_hash(const SharedGame *game)
{
    const Round *round = &game->round;
    return game->seating * UINT64_C(0xd6e8feb86659fd93) + round->table.pool * UINT64_C(0x9e3779b97f4a7c15) +
           (round->hands[0] ^ round->hands[2] << 7) * UINT64_C(0xbf58476d1ce4e5b9) +
           (round->hands[1] ^ round->hands[3] << 7) * UINT64_C(0x94d049bb133111eb);
}

/* Will both games go on alike as long as their players choose alike? */
static bool position_same(const LineupTable *table, const SharedGame *a, const SharedGame *b)
{
    const Table *x = &a->round.table, *y = &b->round.table;
    return a->place == b->place && x->pool == y->pool &&
           !memcmp(a->round.hands, b->round.hands, sizeof a->round.hands) && clubs_taken(x) == clubs_taken(y) &&
           x->last == y->last && (table->surs_add || !memcmp(x->surs, y->surs, sizeof x->surs)) &&
           !memcmp(a->rngs, b->rngs, sizeof a->rngs);
}

/* The line-ups of `from` go on in `into` and carry the points by which the two games differ. */
static void game_join(LineupTable *table, SharedGame *into, const SharedGame *from)
{
    int here[MAX_SIDES], there[MAX_SIDES];
    points_taken(here, table, into);
    points_taken(there, table, from);
    for (uint16_t lineup = from->first, next; lineup != NO_INDEX; lineup = next) {
        next = table->next[lineup];
        for (int side = 0; side < table->rules->sides; side++)
            table->carried[lineup][side] += there[side] - here[side];
        game_append(table, into, lineup);
    }
}

/* Makes one of games that go on alike. Looks at games until the slots are full: the games behind go on alone, which
   costs time and nothing else. */
static void transpositions_join(LineupTable *table)
{
    int used = 0;
    _Static_assert(TRANSPOSITION_SLOTS == 1 << 12, "the twelve highest bits of the hash");
    memset(table->slots, 0xff, sizeof table->slots);
    for (int i = 0; i < table->game_count && used < TRANSPOSITION_SLOTS; i++) {
        SharedGame *game = &table->games[i];
        unsigned slot = (unsigned)(position_hash(game) >> 52);
        while (table->slots[slot] != NO_INDEX && !position_same(table, &table->games[table->slots[slot]], game))
            slot = (slot + 1) % TRANSPOSITION_SLOTS;
        if (table->slots[slot] == NO_INDEX) {
            table->slots[slot] = (uint16_t)i;
            used++;
        } else {
            game_join(table, &table->games[table->slots[slot]], game);
            if (i != --table->game_count) game_copy(table, game, &table->games[table->game_count]);
            i--;
        }
    }
}

/* ---- the table */

/* Opens players that are asked one by one, at each seat a memory, and notes those that decide in batches. False if
   memory runs out. */
static bool table_players_open(LineupTable *table)
{
    const Lineups *lineups = table->lineups;
    for (int player = 0; player < lineups->player_count; player++) {
        const Agent *agent = &lineups->players[player];
        if (agent_has(agent, TRAIT_TACTICS | TRAIT_WEIGHS | TRAIT_LISTED)) {
            table->tactics |= UINT64_C(1) << player;
            continue;
        }
        for (int seat = 0; seat < table->rules->players; seat++)
            if (!player_open(&table->players[player][seat], agent, table->rules)) return false;
    }
    return true;
}

/* May some player give a play that is not legal? Then only its own board is void. */
static bool players_may_fail(const Lineups *lineups)
{
    if (lineups->grouper) return true;
    for (int player = 0; player < lineups->player_count; player++)
        if (!agent_has(&lineups->players[player], TRAIT_LISTED)) return true;
    return false;
}

/* True if every player's choice depends on the piles by no more than their clubs and by what is unseen because of them;
   then two games with the same pool, hands and clubs go on alike. */
static bool players_forget(const Lineups *lineups)
{
    if (lineups->grouper) return false;
    for (int player = 0; player < lineups->player_count; player++)
        if (!agent_has(&lineups->players[player], TRAIT_FORGETS)) return false;
    return true;
}

/* Who plays at the seats, by seating and line-up; NULL if memory runs out. */
static Lineup *seats_make(const Lineups *lineups)
{
    const Schedule *schedule = lineups->schedule;
    Lineup *seats = calloc((size_t)(schedule->seatings * lineups->count), sizeof *seats), *next = seats;
    for (int seating = 0; seats && seating < schedule->seatings; seating++)
        for (int i = 0; i < lineups->count; i++, next++)
            for (int seat = 0; seat < schedule->rules.players; seat++)
                next->players[seat] = lineups->lineups[i].players[schedule_agent(schedule, seating, seat)];
    return seats;
}

/* Can matches of all line-ups be played in lockstep? */
static bool lineups_lockstep(const Lineups *lineups)
{
    static const Pairing SOME = {{0}};
    return boards_in_lockstep(&(BoardsJob){.schedule = lineups->schedule,
                                           .agents = lineups->players,
                                           .pairings = &SOME,
                                           .agent_count = (size_t)lineups->player_count});
}

/* What boards of matches need. False if memory runs out. */
static bool table_matches_open(LineupTable *table)
{
    const Lineups *lineups = table->lineups;
    const size_t boards = (size_t)(table->block * lineups->count);
    table->boards = calloc(boards, sizeof *table->boards);
    table->courses = calloc(boards, sizeof *table->courses);
    if (!table->boards || !table->courses ||
        !players_open(&table->seated, lineups->schedule, lineups->players, (size_t)lineups->player_count))
        return false;
    table->matches = boards_player_open(&table->seated, lineups_lockstep(lineups) ? &ROUNDS_LOCKSTEP : &ROUNDS_SINGLE);
    return table->matches != NULL;
}

LineupTable *lineups_open(const Lineups *lineups)
{
    LineupTable *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->lineups = lineups;
    table->rules = &lineups->schedule->rules;
    if (lineups->schedule->match_rounds) {
        table->block = lineups_block(lineups);
        if (table_matches_open(table)) return table;
        lineups_close(table);
        return NULL;
    }
    table->merges = players_forget(lineups);
    table->block = lineups_block(lineups);
    table->surs_add = sur_adds_up(table->rules);
    feature_rules_init(&table->feature_rules, table->rules);
    size_t rounds = (size_t)(table->block * lineups->schedule->seatings), count = rounds * (size_t)lineups->count;
    table->games = calloc(count, sizeof *table->games);
    table->next = calloc(count, sizeof *table->next);
    table->choice = calloc(count, sizeof *table->choice);
    table->carried = calloc(count, sizeof *table->carried);
    table->diff = calloc(count, sizeof *table->diff);
    table->divergences = calloc(rounds * ((size_t)lineups->pair_count + 1), sizeof *table->divergences);
    table->batches = calloc(BATCHES, sizeof *table->batches);
    table->batch_games = calloc(BATCHES * count, sizeof *table->batch_games);
    table->decisions = calloc(count, sizeof *table->decisions);
    table->chosen = calloc(count * (size_t)lineups->player_count, sizeof *table->chosen);
    if (!table->merges) table->histories = calloc(count, sizeof *table->histories);
    table->seats = seats_make(lineups);
    if (table->seats && table->games && table->next && table->choice && table->carried && table->diff &&
        table->divergences && table->batches && table->batch_games && table->decisions && table->chosen &&
        (table->merges || table->histories) && table_players_open(table) &&
        (!lineups->grouper ||
         (table->grouper = advice_open(lineups->grouper, &table->feature_rules, table->rules)) != NULL))
        return table;
    lineups_close(table);
    return NULL;
}

void lineups_close(LineupTable *table)
{
    for (int player = 0; player < table->lineups->player_count; player++)
        for (int seat = 0; seat < MAX_SEATS; seat++)
            player_close(&table->players[player][seat]);
    boards_player_close(table->matches);
    players_close(&table->seated);
    free(table->boards);
    free(table->courses);
    free(table->seats);
    free(table->games);
    free(table->next);
    free(table->choice);
    free(table->carried);
    free(table->diff);
    free(table->divergences);
    free(table->batches);
    free(table->batch_games);
    free(table->decisions);
    free(table->chosen);
    free(table->histories);
    advice_close(table->grouper);
    free(table);
}

int lineups_block(const Lineups *lineups)
{
    const int games = lineups->count * lineups->schedule->seatings;
    if (lineups->schedule->match_rounds)
        return lineups_lockstep(lineups) && games < LOCKSTEP_ROUNDS ? LOCKSTEP_ROUNDS / games : 1;
    if (!players_forget(lineups) || players_may_fail(lineups) || games > BLOCK_LINEUPS) return 1;
    return games * BLOCK < BLOCK_LINEUPS ? BLOCK : BLOCK_LINEUPS / games;
}

/* ---- boards */

static void board_start(LineupTable *table, uint64_t board, int place)
{
    const Schedule *schedule = table->lineups->schedule;
    Pack pack;
    schedule_pack(&pack, schedule, board);
    for (int seating = 0; seating < schedule->seatings; seating++)
        game_begin(table, board, &pack, place * schedule->seatings + seating, seating);
}

/* Gives each line-up of a game that is over its result. */
static void game_score(LineupTable *table, const SharedGame *game)
{
    const Rules *rules = table->rules;
    int points[MAX_SIDES], own[MAX_SIDES];
    count_points(points, &game->round.table, rules);
    for (uint16_t lineup = game->first; lineup != NO_INDEX; lineup = table->next[lineup]) {
        for (int side = 0; side < rules->sides; side++)
            own[side] = points[side] + table->carried[lineup][side];
        diff_units(table->diff[lineup], own, rules->sides);
    }
}

/* Mixes the plays of a round into the hash of its match. */
static bool course_note(void *kept, const PlayedRound *round)
{
    uint64_t *course = &((uint64_t *)kept)[round->seating];
    for (int ply = 0; ply < round->game->round.table.ply; ply++) {
        *course = (*course ^ round->game->history[ply]) * UINT64_C(0x9e3779b97f4a7c15);
        *course ^= *course >> 32;
    }
    return true;
}

/* Boards of matches, of all line-ups side by side. */
static bool lineups_play_matches(LineupTable *table, uint64_t first, int count)
{
    const Lineups *lineups = table->lineups;
    const uint64_t boards = (uint64_t)(count * lineups->count), room = boards_player_room(table->matches);
    memset(table->courses, 0, boards * sizeof *table->courses);
    for (uint64_t done = 0, some; done < boards; done += some) {
        some = boards - done < room ? boards - done : room;
        for (uint64_t i = done; i < done + some; i++) {
            Pairing pairing = {{0}};
            for (int k = 0; k < lineups->schedule->agents; k++)
                pairing.agents[k] = lineups->lineups[i % (uint64_t)lineups->count].players[k];
            board_begin(&table->boards[i], lineups->schedule, &pairing, first + i / (uint64_t)lineups->count);
            table->boards[i].round = course_note;
            table->boards[i].kept = table->courses[i];
        }
        if (!boards_player_play(table->matches, table->boards + done, some)) return false;
        for (uint64_t i = done; i < done + some && !table->failed; i++) {
            table->failed = !table->boards[i].played && void_by_stop(&table->boards[i].failure);
            table->failure = table->boards[i].failure;
        }
        if (table->failed) return false;
    }
    return true;
}

bool lineups_play(LineupTable *table, uint64_t first, int count)
{
    table->failed = false;
    if (table->lineups->schedule->match_rounds) return lineups_play_matches(table, first, count);
    int players = table->rules->players, deal = HAND * players;
    table->game_count = 0;
    table->first_board = first;
    batches_clear(table);
    for (int place = 0; place < count; place++)
        board_start(table, first + (uint64_t)place, place);
    for (int ply = 0; ply < PLAYS; ply++) {
        /* Within a deal games seldom come to the same hands. */
        if (table->merges && ply && ply % deal == 0) transpositions_join(table);
        if (!games_step(table, ply % players)) return table->failed = true, false;
    }
    for (int i = 0; i < table->game_count; i++)
        game_score(table, &table->games[i]);
    return true;
}

const VoidBoard *lineups_failure(const LineupTable *table, int place)
{
    if (table->failed) return &table->failure;
    const Board *boards = table->boards ? table->boards + place * table->lineups->count : NULL;
    for (int i = 0; boards && i < table->lineups->count; i++)
        if (!boards[i].played) return &boards[i].failure;
    return NULL;
}

const int *lineups_diff(const LineupTable *table, int place, int seating, int lineup)
{
    return table->diff[(place * table->lineups->schedule->seatings + seating) * table->lineups->count + lineup];
}

int lineups_outcome(const LineupTable *table, int place, int seating, int lineup)
{
    const Lineups *lineups = table->lineups;
    if (!table->boards) return schedule_sum(lineups->schedule, seating, 0, lineups_diff(table, place, seating, lineup));
    const int winner = table->boards[place * lineups->count + lineup].matches[seating].winner;
    return lineups->schedule->sides[seating][0] >> winner & 1;
}

const Divergence *lineups_divergence(const LineupTable *table, int place, int seating, int pair)
{
    static const Divergence NOWHERE = {.ply = NEVER}, AT_ONCE = {.ply = 0};
    const Lineups *lineups = table->lineups;
    if (!table->boards)
        return &table->divergences[(place * lineups->schedule->seatings + seating) * lineups->pair_count + pair];
    const LineupPair *of = &lineups->pairs[pair];
    uint64_t(*courses)[MAX_SEATS] = table->courses + place * lineups->count;
    return courses[of->a][seating] == courses[of->b][seating] ? &NOWHERE : &AT_ONCE;
}
