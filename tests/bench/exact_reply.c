/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The most that anybody can win from an agent in the last two deals of a round of two players, exactly, and what share
   of it exploiters win (docs/notes/2026-11-strength.md, "How near the bounds are").

     exact_reply AGENT [EXPLOITERS [CARDS [BOARDS [SEED [RULES [STREAMS]]]]]]

   EXPLOITERS are names with commas, `-` for none, an empty word for two that know AGENT.

   A board: the agent plays against itself until each hand of the deal before the last has CARDS cards (4: none is
   played yet). From there one seat is taken over by the best reply, or by an exploiter. What that seat sees is all that
   it goes by:
   every other hand that may be is weighed by the agent's plays so far and goes along; after each play of the agent the
   hands part by what it would have played with them; own plays take the most of the weighted sum. Each new own hand is
   gone through, and in the last deal nothing is hidden. An exploiter is asked in each of these positions, once, and of
   the last deal plays one for each way to get there: what its plays cost there is compared with the best reply's. So no
   exploiter can win more than the best reply on any board: that is checked.

   An agent that draws more than one number, as a search does, is measured with STREAMS of random numbers that each
   position fixes: it plays what it would play with one of them, each as likely, and the best reply knows all of their
   answers, though not which it is. With more streams that comes nearer to the agent, whose chances nobody can list; from
   few of them more can be won. */
#include <string.h>

#include "engine/round.h"
#include "engine/solve.h"
#include "tests/bench/draws.h"

enum { SEATS = 2, EXPLOITERS = 8, STOCK = 2 * HAND, MEMO = 1 << 18, SOLVED = 1 << 12 };

/* A hand that the agent may hold. */
typedef struct {
    CardSet hand;
    double weight;
} Held;

/* What the best reply wins from a position of the last deal. */
typedef struct {
    CardSet pool, piles[SEATS], own;
    int16_t surs[SEATS];
    int8_t last;
    bool known;
    double value;
} Memo;

/* One seat of a board. */
typedef struct {
    const Rules *rules;
    Player *agent;   /* whose policy is known */
    Player *replies; /* who sits at the own seat; NULL: the best reply */
    Memo *memo;      /* of the best reply; MEMO of them */
    Solver *solver;  /* of the last deal, in which the agent's plays are exact; NULL: they are not */
    int streams;     /* of random numbers in each position; 0: the agent breaks ties alone */
    Rng rng;
    int seat, deal;
    CardSet first_pool, history[PLAYS];
} Seat;

static View seat_view(Seat *seat, const Table *table, CardSet hand)
{
    return (View){.rules = seat->rules,
                  .table = table,
                  .hand = hand,
                  .seat = table->turn,
                  .first_pool = seat->first_pool,
                  .history = seat->history};
}

static Table table_after(Seat *seat, const Table *table, CardSet play)
{
    Table next = *table;
    const CardSet card = play & ~table->pool;
    seat->history[table->ply] = play;
    table_play(&next, seat->rules, set_first(card), play ^ card);
    return next;
}

static double table_value(const Seat *seat, const Table *table)
{
    int points[MAX_SIDES];
    count_points(points, table, seat->rules);
    return points[seat->seat] - points[!seat->seat];
}

/* One of the streams of random numbers that the agent may have in a position. */
static Rng position_rng(const View *view, int stream)
{
    uint64_t key = rng_mix(view->hand) ^ view->first_pool;
    for (int ply = 0; ply < view->table->ply; ply++)
        key = rng_mix(key ^ view->history[ply]);
    return rng_make(key, (uint64_t)stream);
}

/* Lists the agent's plays in a position with their chances. */
static void plays_list(Draws *draws, const Seat *seat, const View *view)
{
    if (!seat->streams) {
        draws_of(draws, seat->agent, view);
        return;
    }
    draws->count = 0;
    for (int stream = 0; stream < seat->streams; stream++) {
        seat->agent->rng = position_rng(view, stream);
        const CardSet play = player_ask(seat->agent, view, NULL);
        if (!play) give_up(1, "%s gave no play: %s", seat->agent->agent->name, seat->agent->why);
        draws_add(draws, play, 1.0 / seat->streams);
    }
}

/* Lists the own plays with the chances with which they are made. */
static void replies_list(Draws *draws, Seat *seat, const Table *table, CardSet own)
{
    const View view = seat_view(seat, table, own);
    draws->count = 1;
    draws->chances[0] = 1;
    if (seat->replies == seat->agent)
        plays_list(draws, seat, &view);
    else if (!(draws->plays[0] = player_ask(seat->replies, &view, NULL)))
        give_up(1, "%s gave no play: %s", seat->replies->agent->name, seat->replies->why);
}

/* ---- the last deal, in which all cards are known */

/* Where the best reply's value from the table is kept; found: it is there. */
static Memo *memo_find(bool *found, const Seat *seat, const Table *table, CardSet own)
{
    const uint64_t key = rng_mix(rng_mix(rng_mix(table->pool) ^ table->piles[0]) ^ own);
    Memo *memo = &seat->memo[(key ^ table->piles[1]) % MEMO];
    *found = memo->known && memo->pool == table->pool && memo->own == own && memo->last == table->last &&
             !memcmp(memo->piles, table->piles, sizeof memo->piles) &&
             !memcmp(memo->surs, table->surs, sizeof memo->surs);
    return memo;
}

static void memo_put(Memo *memo, const Table *table, CardSet own, double value)
{
    *memo = (Memo){.pool = table->pool, .own = own, .last = table->last, .known = true, .value = value};
    memcpy(memo->piles, table->piles, sizeof memo->piles);
    memcpy(memo->surs, table->surs, sizeof memo->surs);
}

/* What the best reply wins from an agent whose plays are exact: both play their best. */
static double exact_value(const Seat *seat, const Table *table, CardSet own, CardSet other)
{
    Round round = {.table = *table};
    int value;
    round.hands[seat->seat] = own;
    round.hands[!seat->seat] = other;
    if (!solve_value(&value, seat->solver, &round, seat->rules)) give_up(1, "the last deal is not solved");
    return table->turn == seat->seat ? value : -value;
}

/* What the best reply wins from here. */
static double last_value(Seat *seat, const Table *table, CardSet own, CardSet other)
{
    Draws draws;
    CardSet plays[MAX_MOVES];
    double sum = 0, best = -INFINITY;
    bool found;
    if (table_over(table)) return table_value(seat, table);
    if (seat->solver) return exact_value(seat, table, own, other);
    if (table->turn != seat->seat) {
        const View view = seat_view(seat, table, other);
        plays_list(&draws, seat, &view);
        for (int i = 0; i < draws.count; i++) {
            const Table next = table_after(seat, table, draws.plays[i]);
            sum += draws.chances[i] * last_value(seat, &next, own, other & ~draws.plays[i]);
        }
        return sum;
    }
    Memo *memo = memo_find(&found, seat, table, own);
    if (found) return memo->value;
    const int count = moves_list(plays, own, table->pool, NULL);
    for (int i = 0; i < count; i++) {
        const Table next = table_after(seat, table, plays[i]);
        const double value = last_value(seat, &next, own & ~plays[i], other);
        if (value > best) best = value;
    }
    memo_put(memo, table, own, best);
    return best;
}

/* The cards of the last deal; returns which they are. */
static CardSet stock_list(Card stock[static STOCK], const Table *table)
{
    const CardSet rest = PACK & ~(table->pool | table->piles[0] | table->piles[1]);
    for (CardSet left = rest; left; left = set_rest(left))
        *stock++ = set_first(left);
    return rest;
}

static CardSet stock_hand(const Card stock[static STOCK], const int places[static HAND])
{
    CardSet hand = 0;
    for (int i = 0; i < HAND; i++)
        hand |= set_of(stock[places[i]]);
    return hand;
}

/* What the best reply wins from the beginning of the last deal: the mean over all hands that it may give. */
static double stock_value(Seat *seat, const Table *table)
{
    Card stock[STOCK];
    int places[HAND] = {0, 1, 2, 3}, hands = 0;
    double sum = 0;
    bool found;
    const Memo *memo = memo_find(&found, seat, table, 0);
    if (found) return memo->value;
    const CardSet rest = stock_list(stock, table);
    do {
        const CardSet own = stock_hand(stock, places);
        sum += last_value(seat, table, own, rest ^ own);
        hands++;
    } while (places_next(places, HAND, STOCK));
    memo_put(memo_find(&found, seat, table, 0), table, 0, sum / hands);
    return sum / hands;
}

/* How much less than the best reply seat->replies win in the last deal, by one sampled deal: each own play costs what
   the best reply would have won from there beyond what it wins after that play. */
static double stock_loss(Seat *seat, Table table)
{
    Card stock[STOCK];
    int places[HAND];
    double loss = 0;
    const CardSet rest = stock_list(stock, &table);
    for (int i = 0; i < HAND; i++)
        places[i] = i;
    cards_draw(stock, STOCK, HAND, &seat->rng);
    CardSet own = stock_hand(stock, places), other = rest ^ own;
    while (!table_over(&table)) {
        const bool mine = table.turn == seat->seat;
        const View view = seat_view(seat, &table, mine ? own : other);
        Player *player = mine ? seat->replies : seat->agent;
        if (player == seat->agent) player->rng = rng_make(rng_next(&seat->rng), 0);
        const double before = mine ? last_value(seat, &table, own, other) : 0;
        const CardSet play = player_ask(player, &view, NULL);
        if (!play) give_up(1, "%s gave no play: %s", player->agent->name, player->why);
        own &= ~play;
        other &= ~play;
        table = table_after(seat, &table, play);
        if (mine) loss += before - last_value(seat, &table, own, other);
    }
    return loss;
}

/* ---- the deal before, in which the other hand is hidden */

static double deal_value(Seat *seat, const Table *table, CardSet own, const Held *held, int count);

static double own_value(Seat *seat, const Table *table, CardSet own, const Held *held, int count)
{
    CardSet plays[MAX_MOVES];
    double best = -INFINITY, sum = 0;
    if (seat->replies) {
        Draws draws;
        replies_list(&draws, seat, table, own);
        for (int i = 0; i < draws.count; i++) {
            const Table next = table_after(seat, table, draws.plays[i]);
            sum += draws.chances[i] * deal_value(seat, &next, own & ~draws.plays[i], held, count);
        }
        return sum;
    }
    const int moves = moves_list(plays, own, table->pool, NULL);
    for (int i = 0; i < moves; i++) {
        const Table next = table_after(seat, table, plays[i]);
        const double value = deal_value(seat, &next, own & ~plays[i], held, count);
        if (value > best) best = value;
    }
    return best;
}

/* A play of the agent with a hand that it may hold. */
typedef struct {
    CardSet play;
    Held then;
} Branch;

static int by_play(const void *a, const void *b)
{
    const Branch *x = a, *y = b;
    if (x->play != y->play) return x->play < y->play ? -1 : 1;
    return (x->then.hand > y->then.hand) - (x->then.hand < y->then.hand);
}

static double other_value(Seat *seat, const Table *table, CardSet own, const Held *held, int count)
{
    int branches = 0, end;
    double sum = 0;
    Branch *branch = malloc((size_t)count * DRAWS_MOST * sizeof *branch);
    Held *then = malloc((size_t)count * DRAWS_MOST * sizeof *then);
    if (!branch || !then) give_up(5, "out of memory");
    for (int i = 0; i < count; i++) {
        Draws draws;
        const View view = seat_view(seat, table, held[i].hand);
        plays_list(&draws, seat, &view);
        for (int k = 0; k < draws.count; k++)
            branch[branches++] =
                (Branch){draws.plays[k], {held[i].hand & ~draws.plays[k], held[i].weight * draws.chances[k]}};
    }
    qsort(branch, (size_t)branches, sizeof *branch, by_play);
    for (int begin = 0; begin < branches; begin = end) {
        for (end = begin; end < branches && branch[end].play == branch[begin].play; end++)
            then[end - begin] = branch[end].then;
        const Table next = table_after(seat, table, branch[begin].play);
        sum += deal_value(seat, &next, own, then, end - begin);
    }
    free(branch);
    free(then);
    return sum;
}

/* What is won with these hands, each counted by its weight. */
static double deal_value(Seat *seat, const Table *table, CardSet own, const Held *held, int count)
{
    if (table->deal == seat->deal)
        return table->turn == seat->seat ? own_value(seat, table, own, held, count)
                                         : other_value(seat, table, own, held, count);
    if (count != 1) give_up(1, "%d hands are left when all their cards are seen", count);
    const bool best = !seat->replies || (seat->solver && seat->replies == seat->agent);
    return held->weight * (stock_value(seat, table) - (best ? 0 : stock_loss(seat, *table)));
}

/* A play of the agent's in the deal. */
typedef struct {
    Table table; /* before it */
    CardSet play, card;
} Seen;

static int seen_list(Seen seen[static HAND], const Seat *seat, const Game *game)
{
    Table table = {.pool = game->first_pool, .last = NOBODY};
    int count = 0;
    while (table.ply < game->round.table.ply) {
        const CardSet play = game->history[table.ply], card = play & ~table.pool;
        if (table.deal == seat->deal && table.turn != seat->seat) seen[count++] = (Seen){table, play, card};
        table_play(&table, seat->rules, set_first(card), play ^ card);
    }
    return count;
}

/* How likely these plays are with the hand that is left. */
static double hand_weight(Seat *seat, const Seen seen[], int count, CardSet hand)
{
    double weight = 1;
    for (int i = count - 1; i >= 0; i--) {
        Draws draws;
        double chance = 0;
        hand |= seen[i].card;
        const View view = seat_view(seat, &seen[i].table, hand);
        plays_list(&draws, seat, &view);
        for (int k = 0; k < draws.count; k++)
            if (draws.plays[k] == seen[i].play) chance = draws.chances[k];
        weight *= chance;
    }
    return weight;
}

/* Every hand that the other seat may hold. */
static int hands_list(Held held[], Seat *seat, const Game *game)
{
    const Table *table = &game->round.table;
    const View view = seat_view(seat, table, game->round.hands[seat->seat]);
    Card unseen[CARDS];
    int places[HAND] = {0, 1, 2, 3}, count = 0, cards = 0;
    Seen seen[HAND];
    double sum = 0;
    const int seen_count = seen_list(seen, seat, game);
    for (CardSet left = view_unseen(&view); left; left = set_rest(left))
        unseen[cards++] = set_first(left);
    const int size = set_count(game->round.hands[!seat->seat]);
    do {
        CardSet hand = 0;
        for (int i = 0; i < size; i++)
            hand |= set_of(unseen[places[i]]);
        const double weight = hand_weight(seat, seen, seen_count, hand);
        sum += weight;
        if (weight > 0) held[count++] = (Held){hand, weight};
    } while (places_next(places, size, cards));
    for (int i = 0; i < count; i++)
        held[i].weight /= sum;
    return count;
}

/* ---- boards */

typedef struct {
    Rules rules;
    Agent agent, exploiters[EXPLOITERS];
    int count, cards, streams;
    bool exact; /* the agent's plays of the last deal are exact */
    uint64_t boards, seed;
} Study;

/* What the best reply, the agent itself and each exploiter win, over both seats of a board. */
typedef struct {
    double best, own, exploiters[EXPLOITERS], excess;
} ReplyValues;

/* The agent against itself, up to where the replies begin. */
static void game_begin(Game *game, const Study *study, uint64_t board, Player players[SEATS])
{
    Rng rng = rng_for(study->seed, board, PURPOSE_CARDS);
    Pack pack;
    pack_deal(&pack, &study->rules, &rng);
    game_start(game, &study->rules, &pack, NULL);
    for (int i = 0; i < SEATS; i++)
        players[i].rng = player_rng(study->seed, board, 0, i);
    while (game->round.table.ply < (study->rules.deals - 1) * HAND * SEATS - study->cards * SEATS) {
        const View view = game_view(game, &study->rules);
        if (study->streams)
            players[view.seat].rng = position_rng(&view, (int)rng_bounded(&rng, (uint32_t)study->streams));
        game_put(game, &study->rules, player_ask(&players[view.seat], &view, NULL));
    }
}

static double reply_value(Seat *seat, const Game *game, const Held *held, int count, Player *replies)
{
    seat->replies = replies;
    seat->rng = rng_for(game->round.hands[0], (uint64_t)seat->seat, PURPOSE_TEST);
    if (replies) {
        const View view = seat_view(seat, &game->round.table, game->round.hands[seat->seat]);
        player_begin(replies, &view);
    }
    return deal_value(seat, &game->round.table, game->round.hands[seat->seat], held, count) / SEATS;
}

static ReplyValues reply_values(const Study *study, uint64_t board, Player players[], Memo *memo, Held *held,
                                Solver *solver)
{
    ReplyValues values = {0};
    Game game;
    game_begin(&game, study, board, players);
    for (int i = 0; i < SEATS; i++) {
        Seat seat = {.rules = &study->rules,
                     .agent = &players[0],
                     .seat = i,
                     .memo = memo,
                     .solver = study->exact ? solver : NULL,
                     .streams = study->streams,
                     .deal = study->rules.deals - 2};
        memset(memo, 0, MEMO * sizeof *memo);
        memcpy(seat.history, game.history, sizeof seat.history);
        seat.first_pool = game.first_pool;
        const int count = hands_list(held, &seat, &game);
        const double best = reply_value(&seat, &game, held, count, NULL);
        values.best += best;
        values.own += reply_value(&seat, &game, held, count, seat.agent);
        for (int k = 0; k < study->count; k++) {
            Player *player = &players[SEATS + k];
            player->rng = player_rng(study->seed, board, 1 + k, i);
            const double value = reply_value(&seat, &game, held, count, player);
            values.exploiters[k] += value;
            if (value - best > values.excess) values.excess = value - best;
        }
    }
    return values;
}

static void boards_value(ReplyValues values[], const Study *study)
{
#pragma omp parallel
    {
        Player players[SEATS + EXPLOITERS] = {0};
        Solver solver;
        SolveEntry solved[SOLVED];
        Memo *memo = malloc(MEMO * sizeof *memo);
        Held *held = malloc(1000 * sizeof *held); /* four of twelve cards: 495 */
        bool good = memo && held;
        for (int i = 0; i < SEATS + study->count; i++)
            good &= player_open(&players[i], i < SEATS ? &study->agent : &study->exploiters[i - SEATS], &study->rules);
        if (!good) give_up(5, "out of memory");
        solver_init(&solver, solved, SOLVED);
#pragma omp for schedule(dynamic, 1)
        for (uint64_t board = 0; board < study->boards; board++)
            values[board] = reply_values(study, board, players, memo, held, &solver);
        for (int i = 0; i < SEATS + study->count; i++)
            player_close(&players[i]);
        free(memo);
        free(held);
    }
}

/* ---- what is printed */

/* Mean of what exploiter k (-1: the best reply) wins beyond the agent in its place, less `share` of what the best reply
   wins; *error: its standard error. */
static double gain(const ReplyValues values[], const Study *study, int k, double share, double *error)
{
    double sum = 0, squares = 0;
    const double n = (double)study->boards;
    for (uint64_t i = 0; i < study->boards; i++) {
        const double best = values[i].best - values[i].own;
        const double won = (k < 0 ? best : values[i].exploiters[k] - values[i].own) - share * best;
        sum += won;
        squares += won * won;
    }
    *error = sqrt((squares / n - sum / n * (sum / n)) / (n - 1));
    return sum / n;
}

static void row_print(const ReplyValues values[], const Study *study, int k)
{
    double error, spread;
    const double best = gain(values, study, -1, 0, &error), won = gain(values, study, k, 0, &error);
    printf("%-44s %+.3f ± %.3f", k < 0 ? "best reply" : study->exploiters[k].name, won, 1.96 * error);
    if (k >= 0 && best > 0) {
        gain(values, study, k, won / best, &spread);
        printf("   %5.1f ± %.1f", 100 * won / best, 196 * spread / best);
    }
    putchar('\n');
}

/* Does the agent play its last deal by exact values? */
static bool plays_exactly(const Agent *agent)
{
    for (int i = 0; i < agent->kind->param_count; i++)
        if (!strcmp(agent->kind->params[i].name, "exact")) return agent->values[i] != 0;
    return false;
}

static Study study_read(int argc, char **argv)
{
    Study study;
    Error error;
    if (argc < 2 || argc > 8)
        give_up(2, "usage: %s AGENT [EXPLOITERS [CARDS [BOARDS [SEED [RULES [STREAMS]]]]]]", argv[0]);
    if (!rules_parse(&study.rules, argc > 6 ? argv[6] : "pagat,players=2", &error) ||
        !agent_parse(&study.agent, argv[1], &study.rules, &error))
        give_up(2, "%s", error.text);
    char usual[2 * AGENT_NAME];
    snprintf(usual, sizeof usual, "exploiter:%s,exploiter:search=1,playouts=1200:%s", argv[1], argv[1]);
    const char *names = argc > 2 && *argv[2] ? argv[2] : usual;
    const bool nobody = !strcmp(names, "-");
    study.count = nobody ? 0 : agents_open_list(study.exploiters, EXPLOITERS, names, &study.rules, &error);
    if (!nobody && !study.count) give_up(2, "%s", error.text);
    for (int i = 0; i < study.count; i++)
        if (agent_has(&study.exploiters[i], TRAIT_CHEATS)) give_up(2, "%s sees all cards", study.exploiters[i].name);
    study.cards = (int)count_read("CARDS", argc > 3 ? argv[3] : "3", 1);
    study.boards = count_read("BOARDS", argc > 4 ? argv[4] : "40", 2);
    study.seed = count_read("SEED", argc > 5 ? argv[5] : "1", 0);
    study.streams = (int)count_read("STREAMS", argc > 7 ? argv[7] : "0", 0);
    study.exact = plays_exactly(&study.agent);
    if (study.rules.players != SEATS) give_up(2, "players=%d: expected two", study.rules.players);
    if (study.cards > HAND) give_up(2, "CARDS: %d: expected 1 to %d", study.cards, HAND);
    return study;
}

int main(int argc, char **argv)
{
    Study study = study_read(argc, argv);
    double excess = 0;
    ReplyValues *values = malloc(study.boards * sizeof *values);
    if (!values) give_up(5, "out of memory");
    boards_value(values, &study);
    printf("%s, the last two deals from %d card%s each on: %" PRIu64 " boards in 2 seatings, seed %" PRIu64
           "; ± 95 %%\n",
           study.agent.name, study.cards, study.cards == 1 ? "" : "s", study.boards, study.seed);
    printf("%-44s %-17s %s\n", "", "points a round", "% of the most");
    for (int k = -1; k < study.count; k++)
        row_print(values, &study, k);
    for (uint64_t i = 0; i < study.boards; i++)
        excess = values[i].excess > excess ? values[i].excess : excess;
    free(values);
    agent_free(&study.agent);
    agents_free(study.exploiters, study.count);
    if (excess > 1e-9) give_up(1, "an exploiter wins %g more than the best reply on a board", excess);
    return 0;
}
