/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards by many line-ups at once: a game that they share is split where they choose otherwise, and games that
   come to the same position are made one again. */
#include "sim/lineups.h"

#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "sim/measures.h"
#include "sim/players.h"

enum { NO_INDEX = 0xffff, SHARED_PLAYERS = 64 };

/* One round, played by all line-ups that have chosen the same so far. They are a list from `first` to
   `last`. */
typedef struct {
    Round round;
    Rng rngs[MAX_SEATS];
    uint64_t course;
    uint64_t players[MAX_SEATS]; /* who sits there in some line-up of the game: a bit for each player */
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

/* A line-up in a round: what it has beyond what its game shows, … */
typedef struct {
    uint64_t course;
    int points[MAX_SIDES];
    uint16_t next;  /* … the next of its game, … */
    uint8_t choice; /* … and, while its game splits, which of the plays it chose */
} Line;

/* A block is the boards that are played at once, at most BLOCK of them: what they have in common is worked out once,
   and many decisions can be made side by side. With more than BLOCK_LINEUPS line-ups in all seatings of all boards, the
   games would not fit into the processor's cache. */
enum { BLOCK = 256, BLOCK_LINEUPS = 2048 };
/* Batches: of each player alone, of sets of players in the order in which they come up, of all players. */
enum { SET_BATCHES = 128, BATCH_OF_ALL = SHARED_PLAYERS + SET_BATCHES, BATCHES };
enum { TRANSPOSITION_SLOTS = 4096 };

/* Line-ups that share games: those from `first` on, as many as have a bit for each of their players. */
typedef struct {
    int first, count, player_count;
    uint16_t players[SHARED_PLAYERS]; /* which of the job's agents these are */
} LineupSet;

/* The working memory of one thread for the line-ups of a set. */
typedef struct {
    const BoardsJob *job;
    const Schedule *schedule;
    const LineupSet *set;
    const uint8_t (*seated)[MAX_SEATS]; /* [line-up][agent of the schedule]: its player */
    const Rules *rules;
    int block, seatings;
    Player players[SHARED_PLAYERS][MAX_SEATS];
    uint64_t tactics; /* players whose decisions are made in batches: a bit for each */
    FeatureRules feature_rules;
    bool merges;   /* games may become one again */
    bool surs_add; /* Surs held only add to the result: nobody's choice or later Sur depends on them */

    uint64_t first_board;                  /* of those at the table */
    VoidBoard failure;                     /* of an agent in them */
    CardSet first_pool[BLOCK * MAX_SEATS]; /* [place] */
    SharedGame *games;                     /* one for each line-up at most */
    int game_count;
    CardSet (*histories)[PLAYS]; /* [game]; NULL: nobody asks for them */
    Line *lines;                 /* place * line-ups + line-up is its index */

    TacticBatch *batches;      /* BATCHES of them */
    uint16_t waiting[BATCHES]; /* batches with games */
    int waiting_count;
    uint16_t *batch_games; /* their games[] */
    TacticDecision *decisions;
    CardSet *chosen;

    uint16_t slots[TRANSPOSITION_SLOTS]; /* games by their hash; NO_INDEX: free */

    /* Of one decision: what each player at the seat chose, and its stream afterwards. */
    CardSet plays[SHARED_PLAYERS];
    Rng after[SHARED_PLAYERS];
} LineupTable;

/* What a play, the number-th of its round or match, adds to a course. What is added up can be carried from game to game.
   */
static inline uint64_t course_play(CardSet play, int number)
{
    return rng_mix(play + (uint64_t)number * UINT64_C(0x9e3779b97f4a7c15));
}

/* Index of a game's line-up 0 among the lines. */
static inline int game_base(const LineupTable *table, const SharedGame *game)
{
    return game->place * table->set->count;
}

/* Who plays at the seat in a line-up of the game; index: of its line. */
static inline int game_player(const LineupTable *table, const SharedGame *game, uint16_t index, int seat)
{
    return table->seated[index - game_base(table, game)][schedule_agent(table->schedule, game->seating, seat)];
}

/* ---- one game of many line-ups */

/* Asks a player for its play. False if the agent failed. */
static bool game_ask(LineupTable *table, const SharedGame *game, const View *view, int index)
{
    Player *player = &table->players[index][view->seat];
    player->rng = game->rngs[view->seat];
    table->plays[index] = player_ask(player, view, &game->round);
    table->after[index] = player->rng;
    if (table->plays[index]) return true;
    table->failure = player_failure(player, view);
    table->failure.board = table->first_board + (uint64_t)(game->place / table->seatings);
    table->failure.seating = game->seating;
    return false;
}

static bool chose_the_same(const LineupTable *table, int a, int b)
{
    return table->plays[a] == table->plays[b] && table->after[a].state == table->after[b].state;
}

static void game_advance(LineupTable *table, SharedGame *game, CardSet play, Rng after)
{
    const int ply = game->round.table.ply;
    game->rngs[game->round.table.turn] = after;
    game->course += course_play(play, ply);
    if (table->histories) table->histories[game - table->games][ply] = play;
    round_play(&game->round, table->rules, play);
}

/* What the seat to move of a game sees. */
static View shared_view(const LineupTable *table, const SharedGame *game)
{
    const CardSet *history = table->histories ? table->histories[game - table->games] : NULL;
    return turn_view(&game->round, table->rules, table->first_pool[game->place], history);
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

/* Puts a line-up at the end of the game's list. */
static void game_append(LineupTable *table, SharedGame *game, uint16_t index)
{
    for (int seat = 0; seat < table->rules->players; seat++)
        game->players[seat] |= UINT64_C(1) << game_player(table, game, index, seat);
    if (game->first == NO_INDEX)
        game->first = index;
    else
        table->lines[game->last].next = index;
    game->last = index;
    table->lines[index].next = NO_INDEX;
}

/* Divides the line-ups of a game by what their player at `seat` chose, two plays or more: those with the first play
   stay, those with each other play get a game of their own. */
static void game_split(LineupTable *table, SharedGame *game, int seat)
{
    int choosers[SHARED_PLAYERS], choices = 0;
    SharedGame *games[SHARED_PLAYERS];
    for (uint16_t index = game->first; index != NO_INDEX; index = table->lines[index].next) {
        int player = game_player(table, game, index, seat), choice = 0;
        while (choice < choices && !chose_the_same(table, choosers[choice], player))
            choice++;
        if (choice == choices) choosers[choices++] = player;
        table->lines[index].choice = (uint8_t)choice;
    }
    uint16_t rest = game->first;
    for (int choice = 0; choice < choices; choice++) {
        games[choice] = choice ? &table->games[table->game_count++] : game;
        if (choice) game_copy(table, games[choice], game);
        game_empty(games[choice]);
    }
    while (rest != NO_INDEX) {
        uint16_t index = rest;
        rest = table->lines[index].next;
        game_append(table, games[table->lines[index].choice], index);
    }
    for (int choice = 0; choice < choices; choice++)
        game_advance(table, games[choice], table->plays[choosers[choice]], table->after[choosers[choice]]);
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
    return game_split(table, game, seat), true;
}

/* Starts the game that all line-ups share in one seating of a board. */
static void game_begin(LineupTable *table, uint64_t board, const Pack *pack, int place, int seating)
{
    SharedGame *game = &table->games[table->game_count++];
    round_start(&game->round, table->rules, pack, NULL);
    for (int seat = 0; seat < table->rules->players; seat++)
        game->rngs[seat] = player_rng(table->schedule->seed, board, seating, seat);
    game_empty(game);
    game->course = 0;
    game->place = (uint16_t)place;
    game->seating = (uint8_t)seating;
    table->first_pool[place] = game->round.table.pool;
    for (int i = 0, base = game_base(table, game); i < table->set->count; i++) {
        table->lines[base + i] = (Line){0};
        game_append(table, game, (uint16_t)(base + i));
    }
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
    const double *weights[SHARED_PLAYERS];
    int count = 0;
    for (uint64_t rest = players; rest; rest &= rest - 1)
        weights[count++] = tactic_agent_weights(&table->job->agents[table->set->players[__builtin_ctzll(rest)]]);
    tactic_variants_init(&batch->variants, weights, count);
    batch->players = players;
    batch->games = table->batch_games + (size_t)index * (size_t)(table->block * table->seatings * table->set->count);
    batch->count = 0;
}

/* Puts a game into the batch of its tactic players at the seat: of one alone, or of a set that came up before others of
   its hash; all other sets, each of which is rare, share the batch of all. */
static void game_queue(LineupTable *table, int index, int seat)
{
    const uint64_t players = table->games[index].players[seat] & table->tactics;
    _Static_assert(SET_BATCHES == 128, "the seven highest bits of the hash");
    int found = players & (players - 1) ? SHARED_PLAYERS + (int)(players * UINT64_C(0x9e3779b97f4a7c15) >> 57)
                                        : __builtin_ctzll(players);
    if (table->batches[found].players && table->batches[found].players != players) found = BATCH_OF_ALL;
    TacticBatch *batch = &table->batches[found];
    if (!batch->players) batch_init(table, found, found == BATCH_OF_ALL ? table->tactics : players);
    if (!batch->count) table->waiting[table->waiting_count++] = (uint16_t)found;
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
        next = table->lines[lineup].next;
        for (int side = 0; side < table->rules->sides; side++)
            table->lines[lineup].points[side] += there[side] - here[side];
        table->lines[lineup].course += from->course - into->course;
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

static const Agent *table_agent(const LineupTable *table, int player)
{
    return &table->job->agents[table->set->players[player]];
}

/* Opens players that are asked one by one, at each seat a memory, and notes those that decide in batches. False if
   memory runs out. */
static bool table_players_open(LineupTable *table)
{
    for (int player = 0; player < table->set->player_count; player++) {
        const Agent *agent = table_agent(table, player);
        if (agent_has(agent, TRAIT_TACTICS | TRAIT_WEIGHS | TRAIT_LISTED)) {
            table->tactics |= UINT64_C(1) << player;
            continue;
        }
        for (int seat = 0; seat < table->rules->players; seat++)
            if (!player_open(&table->players[player][seat], agent, table->rules)) return false;
    }
    return true;
}

/* Has every agent that trait? */
static bool agents_have(const BoardsJob *job, unsigned trait)
{
    for (size_t i = 0; i < job->agent_count; i++)
        if (!agent_has(&job->agents[i], trait)) return false;
    return true;
}

static void table_close(LineupTable *table)
{
    if (!table) return;
    for (int player = 0; player < table->set->player_count; player++)
        for (int seat = 0; seat < MAX_SEATS; seat++)
            player_close(&table->players[player][seat]);
    free(table->games);
    free(table->lines);
    free(table->batches);
    free(table->batch_games);
    free(table->decisions);
    free(table->chosen);
    free(table->histories);
    free(table);
}

/* NULL if memory runs out. */
static LineupTable *table_open(const BoardsJob *job, const Schedule *schedule, const LineupSet *set,
                               const uint8_t (*seated)[MAX_SEATS], int block)
{
    LineupTable *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->job = job;
    table->schedule = schedule;
    table->set = set;
    table->seated = seated + set->first;
    table->rules = &schedule->rules;
    table->block = block;
    table->seatings = schedule->seatings;
    table->merges = agents_have(job, TRAIT_FORGETS);
    table->surs_add = sur_adds_up(table->rules);
    feature_rules_init(&table->feature_rules, table->rules);
    const size_t count = (size_t)(block * table->seatings * set->count);
    table->games = calloc(count, sizeof *table->games);
    table->lines = calloc(count, sizeof *table->lines);
    table->batches = calloc(BATCHES, sizeof *table->batches);
    table->batch_games = calloc(BATCHES * count, sizeof *table->batch_games);
    table->decisions = calloc(count, sizeof *table->decisions);
    table->chosen = calloc(count * (size_t)set->player_count, sizeof *table->chosen);
    if (!table->merges) table->histories = calloc(count, sizeof *table->histories);
    if (table->games && table->lines && table->batches && table->batch_games && table->decisions && table->chosen &&
        (table->merges || table->histories) && table_players_open(table))
        return table;
    table_close(table);
    return NULL;
}

/* ---- boards of line-ups that share */

/* Gives each line-up of a game that is over its outcome. */
static void game_score(const LineupTable *table, const SharedGame *game, Outcome outcomes[])
{
    const Rules *rules = table->rules;
    const int board = game->place / table->seatings, base = game_base(table, game);
    const int first = board * (int)table->job->pairing_count + table->set->first - base;
    int points[MAX_SIDES], own[MAX_SIDES];
    count_points(points, &game->round.table, rules);
    for (uint16_t index = game->first; index != NO_INDEX; index = table->lines[index].next) {
        const Line *line = &table->lines[index];
        for (int side = 0; side < rules->sides; side++)
            own[side] = points[side] + line->points[side];
        diff_units(own, own, rules->sides);
        outcomes[(first + index) * table->seatings + game->seating] =
            (Outcome){schedule_sum(table->schedule, game->seating, 0, own), game->course + line->course};
    }
}

/* Plays boards, as many as a block holds. False: an agent failed, so that they are void, or the user stopped it. */
static bool shared_play(LineupTable *table, Outcome outcomes[], uint64_t first, int count)
{
    const int players = table->rules->players;
    table->game_count = 0;
    table->first_board = first;
    batches_clear(table);
    for (int place = 0; place < count; place++) {
        Pack pack;
        schedule_pack(&pack, table->schedule, first + (uint64_t)place);
        for (int seating = 0; seating < table->seatings; seating++)
            game_begin(table, first + (uint64_t)place, &pack, place * table->seatings + seating, seating);
    }
    for (int ply = 0; ply < PLAYS; ply++) {
        /* Within a deal games seldom come to the same hands. */
        if (table->merges && ply && ply % (HAND * players) == 0) transpositions_join(table);
        if (!games_step(table, ply % players)) return false;
    }
    for (int i = 0; i < table->game_count; i++)
        game_score(table, &table->games[i], outcomes);
    return true;
}

/* ---- line-ups in sets */

/* Takes a line-up into a set, and notes who its players are there. False: there is no room for them. */
static bool set_take(LineupSet *set, const Pairing *lineup, int agents, uint8_t seated[])
{
    const int before = set->player_count;
    for (int i = 0; i < agents; i++) {
        int player = 0;
        while (player < set->player_count && set->players[player] != lineup->agents[i])
            player++;
        if (player == SHARED_PLAYERS) return set->player_count = before, false;
        if (player == set->player_count) set->players[set->player_count++] = lineup->agents[i];
        seated[i] = (uint8_t)player;
    }
    set->count++;
    return true;
}

/* All line-ups of a thread. */
typedef struct {
    LineupSet *sets;
    size_t set_count;
    uint8_t (*seated)[MAX_SEATS]; /* as in LineupTable */
    LineupTable **tables;         /* of the sets */
} SharedLineups;

static void lineups_close(void *opened)
{
    SharedLineups *lineups = opened;
    for (size_t i = 0; lineups->tables && i < lineups->set_count; i++)
        table_close(lineups->tables[i]);
    free((void *)lineups->tables);
    free(lineups->sets);
    free(lineups->seated);
    free(lineups);
}

/* Parts the line-ups into sets. NULL if memory runs out. */
static SharedLineups *lineups_part(const BoardsJob *job)
{
    SharedLineups *lineups = calloc(1, sizeof *lineups);
    bool good = lineups && (lineups->seated = calloc(job->pairing_count + 1, sizeof *lineups->seated)) != NULL;
    for (size_t i = 0; good && i < job->pairing_count; i++) {
        LineupSet *last = lineups->set_count ? &lineups->sets[lineups->set_count - 1] : NULL, next = {.first = (int)i};
        if (last && set_take(last, &job->pairings[i], job->schedule->agents, lineups->seated[i])) continue;
        set_take(&next, &job->pairings[i], job->schedule->agents, lineups->seated[i]);
        good = list_add(&lineups->sets, &lineups->set_count, &next, sizeof next);
    }
    if (good) return lineups;
    if (lineups) lineups_close(lineups);
    return NULL;
}

static void *lineups_open(const BoardsJob *job, const Schedule *schedule, uint64_t block)
{
    SharedLineups *lineups = lineups_part(job);
    bool good = lineups && (lineups->tables = calloc(lineups->set_count + 1, sizeof(LineupTable *))) != NULL;
    for (size_t i = 0; good && i < lineups->set_count; i++)
        good = (lineups->tables[i] = table_open(job, schedule, &lineups->sets[i], lineups->seated, (int)block)) != NULL;
    if (good) return lineups;
    if (lineups) lineups_close(lineups);
    return NULL;
}

/* One at once where an agent may fail, since then only its own board is void, or take its time. */
static uint64_t lineups_block(const BoardsJob *job)
{
    SharedLineups *lineups = lineups_part(job);
    uint64_t most = 1, block = 1;
    if (!lineups) return 0;
    for (size_t i = 0; i < lineups->set_count; i++)
        if ((uint64_t)lineups->sets[i].count > most) most = (uint64_t)lineups->sets[i].count;
    if (agents_have(job, TRAIT_FORGETS | TRAIT_LISTED))
        block = BLOCK_LINEUPS / (most * (uint64_t)job->schedule->seatings);
    lineups_close(lineups);
    return block > BLOCK ? BLOCK : block ? block : 1;
}

static bool lineups_play(void *opened, Outcome outcomes[], uint64_t first, int count, VoidBoard *failure)
{
    SharedLineups *lineups = opened;
    for (size_t i = 0; i < lineups->set_count; i++)
        if (!shared_play(lineups->tables[i], outcomes, first, count))
            return *failure = lineups->tables[i]->failure, false;
    return true;
}

const BoardsShare LINEUPS_SHARE = {lineups_block, lineups_open, lineups_close, lineups_play};

/* ---- line-ups that are played apart */

bool course_round(void *kept, const PlayedRound *round)
{
    uint64_t *course = (uint64_t *)kept + round->seating;
    const int first = round->match == NO_MATCH ? 0 : (int)round->index * PLAYS;
    for (int ply = 0; ply < round->game->round.table.ply; ply++)
        *course += course_play(round->game->history[ply], first + ply);
    return true;
}

void course_begin(const void *arg, const Board *board)
{
    (void)arg;
    memset(board->kept, 0, COURSE_SIZE);
}

Outcome lineup_outcome(const WholeBoard *whole, size_t schedule, size_t lineup, int seating, int seatings)
{
    if (whole->outcomes[schedule]) return whole->outcomes[schedule][lineup * (size_t)seatings + (size_t)seating];
    const Board *board = &whole->boards[schedule][lineup];
    return (Outcome){board_value(board, seating), ((const uint64_t *)board->kept)[seating]};
}
