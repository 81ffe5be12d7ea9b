/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What it would bring at best to correct a tactic's value for the luck of each deal (docs/notes, "Fewer boards for the
   same answer"): `deal_luck TACTIC[,TACTIC…] [BOARDS [PLAYOUTS [SEED]]]`, rows of `pasur tactics` against tactic, two
   players, pagat.

   The luck of a deal (AIVAT, Burch and others 2018) is what the position is worth with the hands that were dealt less
   what it was worth before. Both are means over as many playouts by the very agents that play the round, with the cards
   to come dealt anew, so that the luck has mean 0 whatever the playouts, and no value could foresee more of the round
   than they do when they are many. */
#include <string.h>

#include "analysis/study/tactics/tactic_study.h"
#include "engine/round.h"
#include "tests/bench/self_play.h"

enum { SEATINGS = 2, MOST_ROWS = 24, MOST_VARIANTS = 50 };

typedef struct {
    double value, luck, noise; /* noise: the variance of the luck that the playouts' own chance brings */
} Line;

/* What a thread plays with. Agents: the variants of the study and, last, the opponent. */
typedef struct {
    const Rules *rules;
    Players players, playing; /* of the rounds, and of the playouts */
    Rng rng;
    int playouts;
} LuckTable;

/* What a group of boards came to. */
typedef struct {
    double boards, value, values, left, lefts, noise; /* sums; left: the value less the luck */
} RowSums;

static int lead(const Round *round, const Rules *rules)
{
    int points[MAX_SIDES];
    count_points(points, &round->table, rules);
    return points[0] - points[1];
}

/* By how much side 0 wins a round that goes on with all later cards dealt anew, and with `hands` the hands as well. */
static int playout(LuckTable *table, const Game *from, Player *const seated[static MAX_SEATS], bool hands)
{
    Game game = *from;
    Round *round = &game.round;
    CardSet unseen = PACK & ~(round->table.pool | round->table.piles[0] | round->table.piles[1]);
    if (!hands) unseen &= ~(round->hands[0] | round->hands[1]);
    Card cards[CARDS], *next = cards;
    int count = 0;
    for (; unseen; unseen = set_rest(unseen))
        cards[count++] = set_first(unseen);
    cards_draw(cards, count, count, &table->rng);
    for (int seat = 0; hands && seat < 2; seat++, next += HAND)
        round->hands[seat] = set_of(next[0]) | set_of(next[1]) | set_of(next[2]) | set_of(next[3]);
    memcpy(round->stock + 2 * HAND * round->table.deal, next, (size_t)(cards + count - next));
    for (int seat = 0; seat < 2; seat++)
        seated[seat]->rng = rng_make((uint64_t)rng_next(&table->rng) << 32 | rng_next(&table->rng), 0);
    if (!game_play(&game, table->rules, seated, false)) give_up(5, "an agent gave no play");
    return lead(round, table->rules);
}

/* Adds the luck of the deal that was dealt last. */
static void luck_add(Line *line, LuckTable *table, const Game *game, Player *const seated[static MAX_SEATS])
{
    const double count = table->playouts;
    double sum = 0, squares = 0;
    for (int i = 0; i < table->playouts; i++) {
        const int luck = playout(table, game, seated, false) - playout(table, game, seated, true);
        sum += luck;
        squares += luck * luck;
    }
    line->luck += sum / count;
    line->noise += (squares / count - sum / count * (sum / count)) / (count - 1);
}

/* Seats the players of one seating, each with the stream of this board, seating and seat. */
static void players_seat(Player *seated[static MAX_SEATS], Players *players, const Pairing *pairing, uint64_t board,
                         int seating)
{
    RoundPlay round;
    round_seat(&round, players->schedule, pairing, seating);
    for (int seat = 0; seat < players->schedule->rules.players; seat++) {
        seated[seat] = &players->players[round.agents[seat]][round.minds[seat]];
        seated[seat]->rng = player_rng(players->schedule->seed, board, seating, seat);
    }
}

/* A variant's round on a board, and the luck of its deals after the first. */
static Line line_play(LuckTable *table, const Pack *pack, const Pairing *pairing, uint64_t board, int seating)
{
    Player *seated[MAX_SEATS] = {0}, *playing[MAX_SEATS] = {0};
    Line line = {0};
    Game game;
    players_seat(seated, &table->players, pairing, board, seating);
    players_seat(playing, &table->playing, pairing, board, seating);
    game_start(&game, table->rules, pack, NULL);
    game_players_begin(&game, table->rules, seated);
    do {
        const Table *seen = &game.round.table;
        if (seen->ply && seen->ply % (2 * HAND) == 0) luck_add(&line, table, &game, playing);
        const View view = game_view(&game, table->rules);
        const CardSet play = player_ask(seated[seen->turn], &view, &game.round);
        if (!play) give_up(5, "an agent gave no play");
        if (!game_put(&game, table->rules, play)) break;
    } while (true);
    line.value = lead(&game.round, table->rules);
    if (seating) line.value = -line.value, line.luck = -line.luck;
    return line;
}

static void row_add(RowSums *sums, LuckTable *table, const TacticStudy *study, int row, uint64_t board)
{
    const Schedule *schedule = &study->schedule;
    double value = 0, left = 0;
    Pack pack;
    schedule_pack(&pack, schedule, board);
    for (int seating = 0; seating < SEATINGS; seating++)
        for (int term = 0; term < 2; term++) {
            const Pairing pairing = {{(uint16_t)study->rows[row].variants[term], (uint16_t)study->variant_count}};
            const Line line = line_play(table, &pack, &pairing, board, seating);
            value += term ? -line.value : line.value;
            left += term ? line.luck - line.value : line.value - line.luck;
            sums->noise += line.noise;
        }
    sums->boards++;
    sums->value += value;
    sums->values += value * value;
    sums->left += left;
    sums->lefts += left * left;
}

static double variance(double sum, double squares, double count)
{
    return squares / count - sum / count * (sum / count);
}

/* A row's figures: the share of the variance that is left, that of the playouts, and the mean luck in points a
   round. */
typedef struct {
    double left, noise, luck;
} RowFigures;

static RowFigures figures_of(const RowSums *sums)
{
    const double all = variance(sums->value, sums->values, sums->boards);
    return (RowFigures){variance(sums->left, sums->lefts, sums->boards) / all, sums->noise / sums->boards / all,
                        (sums->value - sums->left) / sums->boards / SEATINGS};
}

static void row_print(const RowSums groups[static GROUPS], const TacticRow *row)
{
    enum { SUMS = sizeof(RowSums) / sizeof(double) };
    RowSums all = {0};
    double left[GROUPS], luck[GROUPS];
    for (int i = 0; i < GROUPS * SUMS; i++)
        (&all.boards)[i % SUMS] += (&groups[i / SUMS].boards)[i % SUMS];
    for (int group = 0; group < GROUPS; group++) {
        RowSums rest = all;
        for (int i = 0; i < SUMS; i++)
            (&rest.boards)[i] -= (&groups[group].boards)[i];
        left[group] = figures_of(&rest).left;
        luck[group] = figures_of(&rest).luck;
    }
    const RowFigures figures = figures_of(&all);
    printf("%-14s %-8s variance left %.3f ± %.3f, of which the playouts' own %.3f; mean luck %+.3f ± %.3f\n",
           tactic_name(row->tactic), MEASURE_NAMES[row->measure], figures.left, standard_error(left), figures.noise,
           figures.luck, standard_error(luck));
}

static void group_play(RowSums *sums, const TacticStudy *study, const Agent *agents, int playouts, int group,
                       uint64_t boards)
{
    LuckTable table = {.rules = &study->schedule.rules,
                       .playouts = playouts,
                       .rng = rng_for(study->schedule.seed, (uint64_t)group, PURPOSE_TEST)};
    const size_t count = (size_t)study->variant_count + 1;
    if (!players_open(&table.players, &study->schedule, agents, count) ||
        !players_open(&table.playing, &study->schedule, agents, count))
        give_up(5, "out of memory");
    for (uint64_t board = (uint64_t)group; board < boards; board += GROUPS)
        for (int row = 0; row < study->row_count; row++)
            row_add(&sums[row * GROUPS + group], &table, study, row, board);
    players_close(&table.players);
    players_close(&table.playing);
}

int main(int argc, char **argv)
{
    static RowSums sums[MOST_ROWS * GROUPS];
    static Agent agents[MOST_VARIANTS + 1];
    TacticStudy study;
    Error error;
    if (argc < 2 || argc > 5) give_up(2, "usage: %s TACTIC[,TACTIC...] [BOARDS [PLAYOUTS [SEED]]]", argv[0]);
    const uint64_t boards = count_read("BOARDS", argc > 2 ? argv[2] : "200", 2 * GROUPS);
    const uint64_t playouts = count_read("PLAYOUTS", argc > 3 ? argv[3] : "1000", 2);
    const TacticRequest request = {.rules = "pagat",
                                   .agent = "tactic",
                                   .opponents = "tactic",
                                   .tactics = argv[1],
                                   .seed = count_read("SEED", argc > 4 ? argv[4] : "1", 0)};
    if (!tactic_study_open(&study, &request, &error)) give_up(2, "%s", error.text);
    if (study.row_count > MOST_ROWS || study.variant_count > MOST_VARIANTS) give_up(2, "too many rows");
    if (playouts > 1000000) give_up(2, "PLAYOUTS: at most a million");
    for (int i = 0; i < study.variant_count; i++)
        agents[i] = study_variant(&study, i);
    agents[study.variant_count] = study.opponents[0];
    printf("pagat, two players, against tactic; %" PRIu64 " boards, %" PRIu64 " playouts, seed %" PRIu64
           "; ± standard errors\n",
           boards, playouts, request.seed);
#pragma omp parallel for schedule(dynamic, 1)
    for (int group = 0; group < GROUPS; group++)
        group_play(sums, &study, agents, (int)playouts, group, boards);
    for (int row = 0; row < study.row_count; row++)
        row_print(&sums[row * GROUPS], &study.rows[row]);
    tactic_study_free(&study);
    return 0;
}
