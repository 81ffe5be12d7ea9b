/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards, of rounds or of matches, round after round and many side by side, with the deal passed on and the cards
   shuffled as the rules say: by one thread, or by many in board order; adds up their measures, and writes rows and
   records. */
#include "sim/boards.h"

#include <stdlib.h>
#include <string.h>

#include "agents/batch/batch.h"
#include "agents/isa.h"
#include "sim/checkpoint.h"
#include "sim/rounds.h"

/* ---- boards that are played together */

/* Who sits down where nobody is named. */
static const Pairing AS_NAMED = {{0, 1, 2, 3}};

/* A round, or a match that is going on. */
typedef struct {
    Board *board;
    int seating, index; /* index: among those that are played together */
    bool over;
    RoundPlay *round; /* that is played; NULL: none */
    int dealt;        /* the round of which the pack is; 0: none, since the first has the board's */
    Pack pack;
} SeatingPlay;

struct BoardsPlayer {
    Players *players;
    RoundsPlayer *rounds_player;
    uint64_t room;      /* boards */
    SeatingPlay *plays; /* of each board one for each seating: first those of one seating, then those of the next */
    Rng *streams;       /* [seat of the first round][play] */
    RoundPlay *rounds;  /* of the plays that go on */
};

/* All but its pack. */
static void board_seat(Board *board, const Schedule *schedule, const Pairing *pairing, uint64_t index)
{
    board->index = index;
    board->schedule = schedule;
    board->order = schedule_order(schedule, pairing ? pairing : &AS_NAMED, index);
    board->timed = index % TIMED_EVERY == 0;
    board->played = true;
    board->stops = false;
    board->round = NULL;
    memcpy(board->scores, schedule->scores, sizeof board->scores);
    memset(board->times, 0, sizeof board->times);
}

void board_begin(Board *board, const Schedule *schedule, const Pairing *pairing, uint64_t index)
{
    board_seat(board, schedule, pairing, index);
    schedule_pack(&board->pack, schedule, index);
}

PlayedRound board_round(const Board *board, const Schedule *schedule, int seating)
{
    const uint64_t index = schedule_round(schedule, board->index, seating);
    const bool match = schedule->match_rounds;
    return (PlayedRound){.board = board->index,
                         .order = &board->order,
                         .rotation = seating,
                         .seating = seating,
                         .pack = &board->pack,
                         .game = &board->games[seating],
                         .index = match ? 0 : index,
                         .match = match ? (int64_t)index : NO_MATCH};
}

static const VoidBoard ENDLESS = {.why = "no side has won after the most rounds that a match may last"};
static const VoidBoard TOO_HIGH = {.why = "the scores of a match without a winner exceed what a record can hold"};

/* The board is void; why stands in the failure, which names the agent at fault if there is one. Of seatings side by
   side the first that failed counts, at which a board that is played alone ends. */
static void board_void(Board *board, const VoidBoard *failure, const Schedule *schedule, int seating)
{
    if (!board->played && board->failure.seating <= seating) return;
    board->failure = *failure;
    board->failure.board = board->index;
    board->failure.seating = seating;
    board->failure.rounds = failure->agent && schedule->match_rounds ? board->matches[seating].rounds + 1 : 0;
    board->played = false;
}

/* The seats whose agents split the kings and queens that they capture, one bit for each, in the round that was played
   last. */
static unsigned seats_splitting(const SeatingPlay *play, const Players *players)
{
    const Schedule *schedule = players->schedule;
    const int rotation = schedule_rotation(schedule, play->seating, play->board->matches[play->seating].rounds - 1);
    unsigned seats = 0;
    for (int seat = 0; seat < schedule->rules.players; seat++) {
        const size_t agent = play->board->order.agents[schedule_agent(schedule, rotation, seat)];
        seats |= (unsigned)agent_has(players->players[agent][0].agent, TRAIT_SPLITS) << seat;
    }
    return seats;
}

/* The cards of the next round of a match. Its first pack is the board's; later ones are shuffled anew, the same in all
   seatings, or riffled as the round before was played by those who sat there. */
static const Pack *pack_next(SeatingPlay *play, const SeatingPlay *first, const Players *players)
{
    const Schedule *schedule = players->schedule;
    const Rules *rules = &schedule->rules;
    const Board *board = play->board;
    const int round = board->matches[play->seating].rounds;
    if (!round) return &board->pack;
    Rng rng = rng_for(schedule->seed, board->index, PURPOSE_ROUND + (uint64_t)round);
    if (rules->shuffle) {
        Card order[CARDS];
        const Pack *before = round == 1 ? &board->pack : &play->pack;
        pack_gather(order, rules, before, board->games[play->seating].history, seats_splitting(play, players));
        pack_deal_riffled(&play->pack, order, rules, &rng);
    } else if (first->board == board && first->dealt == round) {
        play->pack = first->pack;
    } else {
        pack_deal(&play->pack, rules, &rng);
    }
    play->dealt = round;
    return &play->pack;
}

/* Begins the seating of a board. */
static void play_begin(SeatingPlay *play, const BoardsPlayer *player, Board *board, int seating, int index, int count)
{
    const Schedule *schedule = player->players->schedule;
    const uint64_t seed = schedule->seed, number = board->index;
    int16_t scores[MAX_SIDES] = {0};
    play->board = board;
    play->seating = seating;
    play->index = index;
    play->over = false;
    play->dealt = 0;
    for (int seat = 0; seat < schedule->rules.players; seat++)
        player->streams[seat * count + index] = player_rng(seed, number, seating, seat);
    schedule_scores(scores, schedule, board->scores, seating);
    match_start(&board->matches[seating], scores);
}

/* Starts the next round. False: there is none, since it is over, or the board is void. `count`: plays side by side, of
   which `first` is that of the board's first seating. */
static bool play_round_begin(SeatingPlay *play, RoundPlay *round, const BoardsPlayer *player, const SeatingPlay *first,
                             int count)
{
    const Schedule *schedule = player->players->schedule;
    const Rules *rules = &schedule->rules;
    Board *board = play->board;
    const Match *match = &board->matches[play->seating];
    int16_t scores[MAX_SIDES] = {0};
    RoundPlay seated;
    if (play->over || (!board->played && board->failure.seating <= play->seating)) return false;
    if (schedule->match_rounds && match->rounds == schedule->match_rounds)
        return board_void(board, &ENDLESS, schedule, play->seating), false;
    round->game = &board->games[play->seating];
    round->pack = board->dealt[play->seating] = pack_next(play, first, player->players);
    round->ahead = NULL;
    round->timed = board->timed && (!player->players->lockstep || board->index % LOCKSTEP_TIMED == 0);
    round_seat(&seated, schedule, &board->order, play->seating);
    for (int seat = 0; seat < rules->players; seat++) { /* from round to round everybody moves on by one seat */
        const int from = (seat + match->rounds) % rules->players;
        round->agents[seat] = seated.agents[from];
        round->memories[seat] = seated.memories[from];
        round->streams[seat] = &player->streams[from * count + play->index];
    }
    match_scores(scores, match, rules);
    (schedule->match_rounds || board->stops ? game_start_match : game_start)(round->game, rules, round->pack, scores);
    return true;
}

/* The round is over: it is taken, and added to its match. False if memory ran out. */
static bool play_round_end(SeatingPlay *play, const RoundPlay *played, const Schedule *schedule)
{
    Board *board = play->board;
    Match *match = &board->matches[play->seating];
    const int rotation = schedule_rotation(schedule, play->seating, match->rounds);
    if (played->failed) return board_void(board, &played->failure, schedule, play->seating), true;
    for (int seat = 0; board->timed && seat < schedule->rules.players; seat++)
        play_time_add(&board->times[schedule_agent(schedule, rotation, seat)], played->times[seat]);
    if (!schedule->match_rounds) return true;
    PlayedRound round = board_round(board, schedule, play->seating);
    round.rotation = rotation;
    round.pack = played->pack;
    round.index = (uint64_t)match->rounds;
    if (board->round && !board->round(board->state, &round)) return false;
    if (!match_add(match, &schedule->rules, &board->games[play->seating].round.table))
        board_void(board, &TOO_HIGH, schedule, play->seating);
    play->over = match->winner != NOBODY;
    return true;
}

/* Plays seatings side by side, those of this many boards: the same round of each at a time. False if memory ran out. */
static bool plays_finish(const BoardsPlayer *player, SeatingPlay plays[], int count, int boards)
{
    const Schedule *schedule = player->players->schedule;
    for (int rounds = -1; rounds;) {
        rounds = 0;
        for (int i = 0; i < count; i++) {
            RoundPlay *round = &player->rounds[rounds];
            const bool begun = play_round_begin(&plays[i], round, player, &player->plays[i % boards], count);
            plays[i].round = begun ? round : NULL;
            if (begun && !schedule->match_rounds && i >= boards) round->ahead = round - boards;
            rounds += begun;
        }
        if (rounds) rounds_player_play(player->rounds_player, player->rounds, rounds);
        for (int i = 0; i < count; i++)
            if (plays[i].round && !play_round_end(&plays[i], plays[i].round, schedule)) return false;
        if (!schedule->match_rounds) break;
    }
    return true;
}

/* One match after the other, unless they go in lockstep; rounds that are played alone all at once. */
bool boards_player_play(BoardsPlayer *player, Board boards[], uint64_t count)
{
    const Schedule *schedule = player->players->schedule;
    const bool together = !schedule->match_rounds || player->players->lockstep;
    const int plays = (int)count * schedule->seatings;
    for (int i = 0; i < plays; i++) {
        SeatingPlay *play = &player->plays[i];
        play_begin(play, player, &boards[i % (int)count], i / (int)count, together ? i : 0, together ? plays : 1);
        if (!together && play->board->played && !plays_finish(player, play, 1, 1)) return false;
    }
    return !together || plays_finish(player, player->plays, plays, (int)count);
}

BoardsPlayer *boards_player_open(Players *players)
{
    const uint64_t seatings = (uint64_t)players->schedule->seatings;
    BoardsPlayer *player = calloc(1, sizeof *player);
    if (!player) return NULL;
    player->players = players;
    player->rounds_player = rounds_player_open(players);
    player->room = players->lockstep                 ? BATCH_SIZE / seatings
                   : players->schedule->match_rounds ? 1
                                                     : BATCH_ROUNDS / seatings;
    const size_t plays = player->room * seatings;
    player->plays = calloc(plays, sizeof *player->plays);
    player->streams = calloc(plays * MAX_SEATS, sizeof *player->streams);
    player->rounds = calloc(plays, sizeof *player->rounds);
    if (player->rounds_player && player->plays && player->streams && player->rounds) return player;
    boards_player_close(player);
    return NULL;
}

void boards_player_close(BoardsPlayer *player)
{
    if (!player) return;
    rounds_player_close(player->rounds_player);
    free(player->plays);
    free(player->streams);
    free(player->rounds);
    free(player);
}

static uint64_t boards_player_room_now(const BoardsPlayer *player)
{
    const uint64_t boards = rounds_player_boards(player->rounds_player);
    return boards < player->room ? boards : player->room;
}

/* ---- many boards */

static size_t pairing_count(const BoardsJob *job) { return job->pairings ? job->pairing_count : 1; }

static size_t agent_count(const BoardsJob *job)
{
    return job->pairings ? job->agent_count : (size_t)job->schedule->agents;
}

/* In lockstep plain code is slower than one by one. */
bool boards_in_lockstep(const BoardsJob *job, const Schedule *schedule)
{
    bool all = !schedule->rules.open_hands && !isa_lanes_hindrance();
    for (size_t i = 0; i < agent_count(job); i++)
        all = all && agent_has(&job->agents[i], TRAIT_BATCH);
    return all;
}

/* Does an agent take many decisions before it answers the first? */
static bool takes_batches(const BoardsJob *job)
{
    for (size_t i = 0; i < agent_count(job); i++)
        if (job->agents[i].kind->batch) return true;
    return false;
}

/* Rounds that a thread plays side by side; 0: those of a result. */
static uint64_t rounds_side_by_side(const BoardsJob *job)
{
    return boards_in_lockstep(job, job->schedule) ? BATCH_SIZE : takes_batches(job) ? BATCH_ROUNDS : 0;
}

/* A call of boards_add_up. Its jobs are line-ups of boards, or whole boards. */
typedef struct {
    const BoardsJob *job;
    const BoardsUse *use;
    StretchRun *stretch;
    size_t schedules, lineups; /* lineups: of a job */
    uint64_t block;            /* jobs that a thread plays at once; 0: as many as its player takes */
} BoardsRun;

/* The boards of one thread under one schedule. */
typedef struct {
    Players players;
    BoardsPlayer *player;
    size_t room;   /* boards */
    Board *boards; /* [job][line-up], of those that are played together */
    char *state;   /* of each of them; rounds that are played alone by one line-up are taken once their board is over,
                          and need one */
} SeatedBoards;

typedef struct {
    const BoardsRun *run;
    SeatedBoards *seated; /* of the schedules */
    int64_t *values;
    void *own;
} BoardsWorker;

static void seated_close(SeatedBoards *seated, const BoardsUse *use)
{
    for (uint64_t i = 0; seated->state && use->state_free && i < seated->room; i++)
        use->state_free(seated->state + i * use->state_size);
    boards_player_close(seated->player);
    players_close(&seated->players);
    free(seated->state);
    free(seated->boards);
}

/* Finds which agents several line-ups have. False if memory runs out. */
static bool players_share(Players *players, const BoardsJob *job)
{
    bool *known = calloc(2 * players->count, sizeof *known);
    players->shared = known;
    for (size_t i = 0; known && i < job->pairing_count; i++)
        for (int k = 0; k < job->schedule->agents; k++) {
            const uint16_t agent = job->pairings[i].agents[k];
            players->shared[agent] = known[players->count + agent];
            known[players->count + agent] = true;
        }
    return known;
}

static bool seated_open(SeatedBoards *seated, const BoardsRun *run, const Schedule *schedule)
{
    const BoardsJob *job = run->job;
    const size_t boards = run->block * run->lineups;
    if (!players_open(&seated->players, schedule, job->agents, agent_count(job))) return false;
    seated->players.blind =
        run->use->blind && !schedule->match_rounds && !schedule->equity && !stretch_wants(run->stretch, STREAM_RECORDS);
    if (run->lineups > 1 && !players_share(&seated->players, job)) return false;
    seated->players.lockstep = boards_in_lockstep(job, schedule);
    seated->player = boards_player_open(&seated->players);
    if (!seated->player) return false;
    seated->room = boards > seated->player->room ? boards : seated->player->room;
    seated->boards = calloc(seated->room, sizeof *seated->boards);
    seated->state = calloc(seated->room, run->use->state_size + 1);
    return seated->boards && seated->state;
}

static void worker_close(void *arg)
{
    BoardsWorker *worker = arg;
    const BoardsRun *run = worker->run;
    for (size_t i = 0; worker->seated && i < run->schedules; i++)
        seated_close(&worker->seated[i], run->use);
    if (worker->own) run->use->own_close(worker->own);
    free(worker->seated);
    free(worker->values);
    free(worker);
}

static void *worker_open(void *shared)
{
    const BoardsRun *run = shared;
    const SumsShape *shape = &run->stretch->shape;
    BoardsWorker *worker = calloc(1, sizeof *worker);
    if (!worker) return NULL;
    worker->run = run;
    worker->seated = calloc(run->schedules, sizeof *worker->seated);
    worker->values = calloc((size_t)(shape->rows * shape->count) + 1, sizeof *worker->values);
    bool good = worker->seated && worker->values;
    if (good && run->use->own_open) good = (worker->own = run->use->own_open(run->use->arg)) != NULL;
    for (size_t i = 0; good && i < run->schedules; i++)
        good = seated_open(&worker->seated[i], run, &run->job->schedule[i]);
    if (good) return worker;
    worker_close(worker);
    return NULL;
}

/* Readies the board that is the n-th of those played together, but for its cards; index: among line-ups of
   boards. */
static void seated_begin(const SeatedBoards *seated, const BoardsRun *run, uint64_t index, uint64_t n)
{
    const BoardsUse *use = run->use;
    const BoardsJob *job = run->job;
    const Schedule *schedule = seated->players.schedule;
    Board *board = &seated->boards[n];
    board_seat(board, schedule, job->pairings ? &job->pairings[index % job->pairing_count] : NULL,
               job->first + index / pairing_count(job));
    board->round = use->round;
    board->state = seated->state + (schedule->match_rounds || use->whole ? n * use->state_size : 0);
    if (use->prepare) use->prepare(run->stretch, board);
    if (use->begin && schedule->match_rounds) use->begin(run->stretch, board);
}

/* Deals the cards of boards that are ready but for these. */
static void boards_deal(Board boards[], const Schedule *schedule, uint64_t count)
{
    uint64_t indices[MOST_PACKS] = {0};
    Pack packs[MOST_PACKS];
    for (uint64_t i = 0; i < count; i++)
        indices[i] = boards[i].index;
    schedule_packs(packs, schedule, indices, (int)count);
    for (uint64_t i = 0; i < count; i++)
        boards[i].pack = packs[i];
}

/* Plays jobs. False: the user stopped it, or memory ran out. */
static bool seated_play(SeatedBoards *seated, const BoardsRun *run, uint64_t first, uint64_t jobs)
{
    const uint64_t count = jobs * run->lineups;
    for (uint64_t done = 0, some; done < count; done += some) {
        const uint64_t left = count - done, room = boards_player_room_now(seated->player);
        some = left < room ? left : room;
        for (uint64_t i = done; i < done + some; i++)
            seated_begin(seated, run, first * run->lineups + i, i);
        boards_deal(seated->boards + done, seated->players.schedule, some);
        if (!boards_player_play(seated->player, seated->boards + done, some)) return false;
    }
    return true;
}

/* Hands the rounds of a board of single rounds on, to whoever takes it as one of matches of a single round. False if
   memory ran out. */
static bool rounds_hand(const BoardsRun *run, const Board *board)
{
    const BoardsUse *use = run->use;
    const Schedule *schedule = board->schedule;
    if (!use->round || schedule->match_rounds) return true;
    if (use->begin) use->begin(run->stretch, board);
    for (int seating = 0; board->played && seating < schedule->seatings; seating++) {
        const PlayedRound round = board_round(board, schedule, seating);
        if (!use->round(board->state, &round)) return false;
    }
    return true;
}

/* Adds a whole board, the n-th of those that were played. False: the user stopped an agent, or memory ran out. */
static bool whole_add(const BoardsWorker *worker, Stretch *result, uint64_t index, uint64_t n)
{
    const BoardsRun *run = worker->run;
    const SumsShape *shape = &run->stretch->shape;
    WholeBoard whole = {.index = run->job->first + index};
    VoidBoard failure = {0};
    Voids apart = {0};
    for (size_t i = 0; i < run->schedules; i++) {
        const Board *boards = whole.boards[i] = worker->seated[i].boards + n * run->lineups;
        const VoidBoard *why = NULL; /* how it became void under this schedule */
        for (const Board *board = boards; board < boards + run->lineups && !why; board++) {
            if (!board->played) why = &board->failure;
            if (!rounds_hand(run, board) || (why && void_by_stop(why))) return false;
        }
        if (!why || whole.failed) continue;
        failure = *why;
        failure.board = whole.index;
        whole.failed = !run->use->apart;
        if (!run->use->apart) continue;
        whole.boards[i] = NULL;
        voids_add(&apart, &failure);
    }
    failure.board = whole.index;
    memset(worker->values, 0, (size_t)(shape->rows * shape->count) * sizeof *worker->values);
    const bool good = run->use->whole(run->use->arg, worker->own, worker->values, &whole, &failure);
    if (!stretch_add(result, run->stretch, whole.index, good ? worker->values : NULL, &failure)) return false;
    voids_merge(&result->sums.voids, &apart);
    return true;
}

/* The same of a job. */
static bool job_add(const BoardsWorker *worker, Stretch *result, uint64_t index, uint64_t n)
{
    const BoardsRun *run = worker->run;
    const Board *board = &worker->seated->boards[n];
    if (run->use->whole) return whole_add(worker, result, index, n);
    if (!board->played && void_by_stop(&board->failure)) return false;
    return rounds_hand(run, board) && run->use->add(run->stretch, result, board, index % pairing_count(run->job));
}

static uint64_t boards_work(void *arg, const ArenaRange *range)
{
    const BoardsWorker *worker = arg;
    const BoardsRun *run = worker->run;
    uint64_t done = 0;
    while (done < range->count && arena_wants(range)) {
        const uint64_t left = range->count - done, first = range->first + done,
                       room = run->block ? run->block : boards_player_room_now(worker->seated->player),
                       count = left < room ? left : room;
        for (size_t i = 0; i < run->schedules; i++)
            if (!seated_play(&worker->seated[i], run, first, count)) return done;
        for (uint64_t i = 0; i < count; i++, done++)
            if (!job_add(worker, arena_result(range, first + i), first + i, i)) return done;
    }
    return done;
}

/* Whole boards that are best played at once, as many as fill the rounds that are played side by side. */
static uint64_t whole_block(const BoardsRun *run)
{
    const BoardsJob *job = run->job;
    const uint64_t part = job->boards / 8,
                   block = rounds_side_by_side(job) / ((uint64_t)job->schedule->seatings * run->lineups);
    return block < 1 || part < 1 ? 1 : block < part ? block : part;
}

/* Jobs in a result. Programs want more of them, since a thread plays those of a result side by side. */
static uint64_t jobs_chunk(const BoardsRun *run, uint64_t jobs)
{
    enum { MORE = 4 };
    return run->block ? run->block : arena_chunk(takes_batches(run->job) ? jobs * MORE : jobs, BOARDS_CHUNK);
}

ArenaEnd boards_add_up(const BoardsJob *job, const BoardsUse *use, StretchRun *stretch)
{
    if (!stretch->shape.rows) stretch->shape = use->shape.rows ? use->shape : sim_shape(job->schedule);
    BoardsRun run = {.job = job, .use = use, .stretch = stretch, .schedules = job->schedules ? job->schedules : 1};
    const uint64_t jobs = use->whole ? job->boards : job->boards * pairing_count(job);
    run.lineups = use->whole ? pairing_count(job) : 1;
    if (use->whole && !(run.block = whole_block(&run))) return ARENA_FAILED;
    const ArenaJob arena = {.count = jobs,
                            .chunk = jobs_chunk(&run, jobs),
                            .threads = job->threads,
                            .together = use->whole ? 0 : rounds_side_by_side(job) / (uint64_t)job->schedule->seatings,
                            .quick = !use->whole && boards_in_lockstep(job, job->schedule),
                            .shared = &run,
                            .worker_open = worker_open,
                            .worker_close = worker_close,
                            .work = boards_work};
    if (!stretch->known.counts[0]) stretch->known = use->known;
    if (!stretch->known.counts[0]) stretch->known = (KnownAgents){{job->agents}, {agent_count(job)}};
    if (!stretch->sums->x && !sums_open(stretch->sums, &stretch->shape)) return ARENA_FAILED;
    return checkpoint_run(job->checkpoint, &arena, stretch);
}

static const char *const COUNTED[] = {"boards"};
const SumsShape BOARD_COUNTS = {.measures = COUNTED, .count = 1, .rows = 1};

bool board_count(Stretch *stretch, const StretchRun *run, const Board *board)
{
    static const int64_t ONE[] = {1};
    return stretch_add(stretch, run, board->index, board->played ? ONE : NULL, &board->failure);
}

void board_points(int points[static MAX_SIDES], const Board *board, const Schedule *schedule, int seating)
{
    memset(points, 0, MAX_SIDES * sizeof *points);
    if (schedule->match_rounds)
        points[board->matches[seating].winner] = 1;
    else
        side_points(points, board->games[seating].counts, schedule->rules.sides);
}

int board_value(const Board *board, int seating)
{
    const Schedule *schedule = board->schedule;
    int points[MAX_SIDES];
    board_points(points, board, schedule, seating);
    if (!schedule->match_rounds) diff_units(points, points, schedule->rules.sides);
    return schedule_sum(schedule, seating, 0, points);
}

/* ---- points alone */

typedef struct {
    StretchRun stretch; /* the first; its rows: was it played, and then the points of each seating and side */
    const BoardsJob *job;
    PointsTake *take;
    void *arg;      /* of it */
    StretchRun *of; /* what the caller asks for */
} PointsRun;

static bool points_add(const void *arg, Stretch *stretch, const Board *board, size_t pairing)
{
    const PointsRun *run = arg;
    const Schedule *schedule = run->job->schedule;
    bool good = put_uint(&stretch->texts[0], board->played);
    (void)pairing;
    for (int seating = 0; good && board->played && seating < schedule->seatings; seating++) {
        int points[MAX_SIDES];
        board_points(points, board, schedule, seating);
        for (int side = 0; good && side < schedule->rules.sides; side++)
            good = put_int(&stretch->texts[0], points[side]);
    }
    return good && board_count(stretch, &run->stretch, board);
}

static bool points_take(void *arg, uint64_t first, uint64_t count, Fields *rows)
{
    const PointsRun *run = arg;
    const Schedule *schedule = run->job->schedule;
    const size_t pairings = pairing_count(run->job);
    for (uint64_t i = first; i < first + count; i++) {
        BoardPoints board = {.played = get_uint(rows) == 1};
        for (int seating = 0; board.played && seating < schedule->seatings; seating++)
            for (int side = 0; side < schedule->rules.sides; side++)
                board.points[seating][side] = (int)get_int(rows);
        if (rows->failed || !run->take(run->arg, run->job->first + i / pairings, i % pairings, &board)) return false;
    }
    return true;
}

/* A stretch may end before the last pairing of a board: who watches is told of whole boards. */
static bool points_watch(void *arg, const Sums *sums, uint64_t done)
{
    const PointsRun *run = arg;
    const uint64_t whole = done / pairing_count(run->job);
    if (whole == run->of->done || !run->of->watch) return true;
    run->of->done = whole;
    return run->of->watch(run->of->arg, sums, whole);
}

ArenaEnd boards_play_points(const BoardsJob *job, PointsTake *take, void *arg, StretchRun *of)
{
    Sums none = {0};
    StretchRun alone = {.sums = &none};
    PointsRun run = {.job = job, .take = take, .arg = arg, .of = of ? of : &alone};
    run.stretch = (StretchRun){
        .shape = BOARD_COUNTS, .sums = run.of->sums, .rows = points_take, .watch = points_watch, .arg = &run};
    const ArenaEnd end = boards_add_up(job, &(BoardsUse){.blind = true, .add = points_add}, &run.stretch);
    run.of->done = run.stretch.done / pairing_count(job);
    sums_free(&none);
    return end;
}

int points_diff(const BoardPoints *points, const Schedule *schedule, int index)
{
    int sum = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        int diff[MAX_SIDES];
        diff_units(diff, points->points[seating], schedule->rules.sides);
        sum += schedule_sum(schedule, seating, index, diff);
    }
    return sum;
}

/* ---- measures, rows and records */

/* What is known of a board while it is played. */
typedef struct {
    const StretchRun *run;
    const Schedule *schedule;
    BoardValues values;
    TextBuffer texts[MAX_SEATS][SIM_STREAMS]; /* [seating]: matches of a board are played side by side */
} MeasuredBoard;

static void measured_begin(const void *run, const Board *board)
{
    MeasuredBoard *measured = board->state;
    measured->run = run;
    measured->schedule = board->schedule;
    values_clear(&measured->values, board->schedule);
    for (int seating = 0; seating < MAX_SEATS; seating++)
        texts_clear(measured->texts[seating]);
}

static bool measured_round(void *state, const PlayedRound *round)
{
    MeasuredBoard *board = state;
    const Agent *agents = board->run->known.agents[0];
    TextBuffer *texts = board->texts[round->seating];
    values_round(&board->values, board->schedule, round);
    return (!stretch_wants(board->run, STREAM_ROUNDS) ||
            rounds_add(&texts[STREAM_ROUNDS], board->schedule, agents, round)) &&
           (!stretch_wants(board->run, STREAM_RECORDS) ||
            record_add(&texts[STREAM_RECORDS], board->schedule, agents, round));
}

static void measured_free(void *state)
{
    for (int seating = 0; seating < MAX_SEATS; seating++)
        texts_free(((MeasuredBoard *)state)->texts[seating]);
}

const BoardValues *board_values(const Board *board)
{
    MeasuredBoard *measured = board->state;
    const Schedule *schedule = board->schedule;
    int points[MAX_SEATS][MAX_SIDES];
    for (int seating = 0; seating < schedule->seatings; seating++)
        board_points(points[seating], board, schedule, seating);
    values_board(&measured->values, schedule, &board->order, points, schedule->match_rounds ? board->matches : NULL,
                 board->times);
    return &measured->values;
}

/* The rows of a seating, as far as they are wanted. False if memory runs out. */
static bool seating_rows(Stretch *stretch, const StretchRun *run, const Board *board, int seating)
{
    const MeasuredBoard *measured = board->state;
    const PlayedRound round = board_round(board, board->schedule, seating);
    return texts_add(stretch->texts, measured->texts[seating]) &&
           (!stretch_wants(run, STREAM_MATCHES) ||
            match_rows_add(&stretch->texts[STREAM_MATCHES], board->schedule, run->known.agents[0], &round,
                           &board->matches[seating]));
}

static bool measured_add(const void *run, Stretch *stretch, const Board *board, size_t pairing)
{
    (void)pairing;
    for (int seating = 0; board->played && seating < board->schedule->seatings; seating++)
        if (!seating_rows(stretch, run, board, seating)) return false;
    return stretch_add(stretch, run, board->index, board->played ? board_values(board)->rows[0] : NULL,
                       &board->failure);
}

const BoardsUse BOARDS_MEASURED = {.blind = true,
                                   .state_size = sizeof(MeasuredBoard),
                                   .begin = measured_begin,
                                   .round = measured_round,
                                   .state_free = measured_free,
                                   .add = measured_add};
