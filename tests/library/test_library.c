/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library's rules, rounds, views, agents and simulations, beside what the engine and the simulator do
   themselves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/solve.h"
#include "library/pasur.h"
#include "sim/boards.h"
#include "tests/test.h"

static const char *const RULE_SETS[] = {"pagat,players=2", "pagat,players=3", "pagat,players=4", "ru-baaz",
                                        "pagat,players=4,teams=0"};
enum { RULE_SET_COUNT = sizeof RULE_SETS / sizeof *RULE_SETS, BOARDS = 20, MOST_ROWS = BOARDS * 4 * 4 };

static pasur_error error;

static pasur_rules *rules_new(const char *text)
{
    pasur_rules *rules = pasur_rules_new(text, 0, &error);
    assert_non_null(rules);
    return rules;
}

static pasur_agent *agent_new(const pasur_rules *rules, const char *text)
{
    pasur_agent *agent = pasur_agent_new(rules, text, &error);
    assert_non_null(agent);
    return agent;
}

TEST(versions_and_texts)
{
    char text[PASUR_RULES_TEXT];
    pasur_cards cards = 7, play;
    assert_int_equal(pasur_abi(), PASUR_ABI);
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", PASUR_VERSION_NUMBER / 10000, PASUR_VERSION_NUMBER / 100 % 100,
             PASUR_VERSION_NUMBER % 100);
    assert_string_equal(pasur_version(), version);

    assert_int_equal(pasur_cards_read(&cards, "Ac 10d Ks", &error), PASUR_OK);
    assert_true(cards == (UINT64_C(1) << 0 | UINT64_C(1) << 37 | UINT64_C(1) << 51));
    assert_string_equal(pasur_cards_text(text, cards), "AcTdKs");
    assert_int_equal(pasur_cards_read(&cards, "AcAc", &error), PASUR_INPUT);
    assert_int_equal(error.status, PASUR_INPUT);
    assert_true(strlen(error.text) > 5 && !strchr(error.text, '\n'));
    assert_string_equal(pasur_cards_text(text, cards), "AcTdKs"); /* untouched */
    assert_int_equal(pasur_cards_read(&cards, "", NULL), pasur_cards_read(&cards, "", &error));

    assert_int_equal(pasur_play_read(&play, "7hx4c", &error), PASUR_OK);
    assert_int_equal(pasur_cards_read(&cards, "7hKd", &error), PASUR_OK);
    assert_string_equal(pasur_play_text(text, play, cards), "7hx4c");
    assert_int_equal(pasur_play_read(&play, "4c!", &error), PASUR_INPUT);
    assert_int_equal(pasur_play_read(&play, NULL, &error), PASUR_INPUT);
    assert_int_equal(pasur_cards_read(&cards, NULL, &error), PASUR_INPUT);
}

/* ---- rounds */

/* A round that anybody plays, beside the engine's, and what is written of it half way. */
static void check_round(const pasur_rules *rules, uint64_t board)
{
    Rules own;
    Pack pack;
    Round beside;
    Rng rng = rng_for(5, board, PURPOSE_CARDS), choices = rng_for(5, board, PURPOSE_TEST);
    char text[PASUR_RECORD_TEXT], again[PASUR_RECORD_TEXT];
    pasur_cards plays[PASUR_LEGAL];
    CardSet moves[MAX_MOVES];
    assert_true(rules_parse(&own, pasur_rules_text(text, rules), &(Error){.system = false}));
    pack_deal(&pack, &own, &rng);
    round_start(&beside, &own, &pack, NULL);
    pasur_round *round = pasur_round_new(rules, &error), *read = pasur_round_new(rules, &error);
    pasur_round_deal(round, 5, board);
    for (int ply = 0; ply < PASUR_PLAYS; ply++) {
        const size_t count = pasur_round_legal(round, plays);
        assert_int_equal(count, moves_list(moves, round_hand(&beside), beside.table.pool, NULL));
        assert_memory_equal(plays, moves, count * sizeof *plays);
        assert_int_equal(pasur_round_ply(round), ply);
        assert_int_equal(pasur_round_turn(round), beside.table.turn);
        assert_false(pasur_round_over(round));
        assert_int_equal(pasur_round_play(round, pasur_round_pool(round), &error), PASUR_INPUT);
        const CardSet play = plays[rng_bounded(&choices, (uint32_t)count)];
        assert_int_equal(pasur_round_play(round, play, &error), PASUR_OK);
        round_play(&beside, &own, play);
        assert_cards_equal(pasur_round_pool(round), beside.table.pool);
        for (int seat = 0; seat < own.players; seat++)
            assert_cards_equal(pasur_round_hand(round, seat), beside.hands[seat]);
        assert_int_equal(pasur_round_hand(round, own.players), 0);
        for (int side = 0; side < own.sides; side++)
            assert_cards_equal(pasur_round_pile(round, side), beside.table.piles[side]);
        if (ply != 30 && ply != 47) continue;
        assert_int_equal(pasur_round_read(read, pasur_round_text(text, round), &error), PASUR_OK);
        assert_string_equal(pasur_round_text(again, read), text);
        assert_int_equal(pasur_round_ply(read), ply + 1);
    }
    SideCount counts[MAX_SIDES];
    pasur_count told[PASUR_SEATS];
    count_sides(counts, &beside.table, &own);
    pasur_round_count(read, told);
    for (int side = 0; side < own.sides; side++) {
        assert_int_equal(told[side].points, counts[side].points);
        assert_int_equal(told[side].clubs, counts[side].clubs);
        assert_int_equal(told[side].surs, counts[side].surs);
        assert_int_equal(told[side].cards, counts[side].cards);
    }
    assert_true(pasur_round_over(round));
    assert_int_equal(pasur_round_legal(round, plays), 0);
    assert_int_equal(pasur_round_play(round, plays[0], &error), PASUR_INPUT);
    pasur_round_free(round);
    pasur_round_free(read);
}

TEST(rounds_are_the_engines)
{
    for (int set = 0; set < RULE_SET_COUNT; set++) {
        pasur_rules *rules = rules_new(RULE_SETS[set]);
        for (uint64_t board = 0; board < BOARDS; board++)
            check_round(rules, board);
        pasur_rules_free(rules);
    }
}

TEST(packs_and_records_are_checked)
{
    uint8_t pack[PASUR_CARDS];
    char before[PASUR_RECORD_TEXT], after[PASUR_RECORD_TEXT];
    pasur_rules *rules = rules_new("pagat");
    pasur_round *round = pasur_round_new(rules, &error);
    pasur_round_text(before, round);
    for (uint8_t card = 0; card < PASUR_CARDS; card++)
        pack[card] = card;
    const int32_t scores[] = {10, 61}, high[] = {0, 30001};
    assert_int_equal(pasur_round_deal_pack(round, pack, high, &error), PASUR_INPUT);
    pack[8] = 7;
    assert_int_equal(pasur_round_deal_pack(round, pack, NULL, &error), PASUR_INPUT);
    pack[8] = 52;
    assert_int_equal(pasur_round_deal_pack(round, pack, NULL, &error), PASUR_INPUT);
    pack[8] = 40; /* a jack in the first pool */
    pack[40] = 8;
    assert_int_equal(pasur_round_deal_pack(round, pack, NULL, &error), PASUR_INPUT);
    assert_int_equal(pasur_round_read(round, "rules pagat\n", &error), PASUR_INPUT);
    assert_int_equal(pasur_round_read(round, "", &error), PASUR_INPUT);
    strcpy(after, before);
    strcat(after, "\n");
    strcat(after, before);
    assert_int_equal(pasur_round_read(round, after, &error), PASUR_INPUT); /* two records */
    assert_string_equal(pasur_round_text(after, round), before);
    pack[8] = 8;
    pack[40] = 40;
    assert_int_equal(pasur_round_deal_pack(round, pack, scores, &error), PASUR_OK);
    assert_cards_equal(pasur_round_hand(round, 1), UINT64_C(0xf0));
    assert_non_null(strstr(pasur_round_text(after, round), "scores 10 61\n"));
    uint8_t told[PASUR_CARDS];
    pasur_round_pack(round, told);
    assert_memory_equal(told, pack, sizeof told);
    pasur_round *copy = pasur_round_new(rules, &error);
    pasur_round_copy(copy, round);
    assert_string_equal(pasur_round_text(before, copy), after);
    pasur_round_free(copy);
    pasur_round_free(round);
    pasur_rules_free(rules);
}

/* ---- agents, boards */

/* Rows of every board and seating, by players who are asked play by play. */
static void check_boards(const pasur_rules *rules, const pasur_agent *const agents[], int count, int alone)
{
    static int32_t agent[MOST_ROWS], points[MOST_ROWS], surs[MOST_ROWS], clubs[MOST_ROWS], again[MOST_ROWS];
    const pasur_sim_options options = {.seed = 3, .first = 7, .boards = BOARDS, .alone = alone, .threads = 2};
    const pasur_sim_options single = {.seed = 3, .first = 7, .boards = BOARDS, .alone = alone, .threads = 1};
    const pasur_sim_rows rows = {agent, points, surs, clubs}, other = {.points = again};
    const int seatings = pasur_sim_seatings(rules, count, alone), players = pasur_rules_players(rules);
    uint64_t voids = 9;
    pasur_round *round = pasur_round_new(rules, &error);
    assert_int_equal(pasur_sim(rules, agents, count, &options, &rows, &voids, &error), PASUR_OK);
    assert_int_equal(voids, 0);
    assert_int_equal(pasur_sim(rules, agents, count, &single, &other, NULL, &error), PASUR_OK);
    assert_memory_equal(points, again, sizeof *points * (size_t)(BOARDS * seatings * players));
    for (int i = 0; i < BOARDS * seatings; i++) {
        const uint64_t board = 7 + (uint64_t)(i / seatings);
        const int32_t *seated = &agent[i * players];
        const pasur_agent *seats[PASUR_SEATS];
        pasur_player *at[PASUR_SEATS];
        pasur_count counts[PASUR_SEATS];
        pasur_round_deal(round, 3, board);
        for (int seat = 0; seat < players; seat++) {
            seats[seat] = agents[seated[seat]];
            at[seat] = pasur_player_new(seats[seat], &error);
            assert_int_equal(pasur_player_begin(at[seat], round, seat, 3, board, i % seatings, &error), PASUR_OK);
        }
        while (!pasur_round_over(round)) {
            pasur_cards play;
            const int turn = pasur_round_turn(round);
            assert_int_equal(pasur_player_choose(at[(turn + 1) % players], round, &play, &error), PASUR_INPUT);
            assert_int_equal(pasur_player_choose(at[turn], round, &play, &error), PASUR_OK);
            assert_int_equal(pasur_round_play(round, play, &error), PASUR_OK);
        }
        for (int both = 0; both < 2; both++) {
            pasur_round_count(round, counts);
            for (int seat = 0; seat < players; seat++) {
                const pasur_count *side = &counts[pasur_rules_side(rules, seat)];
                assert_int_equal(points[i * players + seat], side->points);
                assert_int_equal(surs[i * players + seat], side->surs);
                assert_int_equal(clubs[i * players + seat], side->clubs);
            }
            pasur_round_deal(round, 3, board); /* and once more in one go */
            assert_int_equal(pasur_play_round(round, seats, 3, board, i % seatings, &error), PASUR_OK);
        }
        for (int seat = 0; seat < players; seat++)
            pasur_player_free(at[seat]);
    }
    pasur_round_free(round);
}

/* ---- an agent of one's own */

typedef struct {
    int fails; /* every this many of its decisions; 0: never */
    int asked;
} OwnState;

/* Any of the plays, drawn from `random`. */
static pasur_cards choose(void *context, const pasur_view *view, const pasur_cards plays[], size_t count,
                          uint64_t random)
{
    OwnState *own = context;
    pasur_cards legal[PASUR_LEGAL];
    assert_int_equal(pasur_view_legal(view, legal), count);
    assert_memory_equal(legal, plays, count * sizeof *plays);
    assert_true(view->history_known);
    own->asked++;
    return own->fails && own->asked % own->fails == 0 ? 0 : plays[random % count];
}

TEST(own_agents_play)
{
    pasur_rules *rules = rules_new("pagat");
    OwnState own = {0, 0}, sometimes = {500, 0}, never = {1, 0};
    pasur_agent *greedy = agent_new(rules, "greedy"), *mine = pasur_agent_own(rules, "mine", choose, &own, &error);
    const pasur_agent *agents[] = {mine, greedy};
    assert_null(pasur_agent_own(rules, "nobody", NULL, NULL, &error));
    check_boards(rules, agents, 2, 0);
    assert_true(own.asked > 0);
    pasur_agent_free(mine);

    static int32_t agent[BOARDS * 4], points[BOARDS * 4];
    const pasur_sim_options options = {.seed = 3, .boards = BOARDS, .threads = 1};
    const pasur_sim_rows rows = {.agent = agent, .points = points};
    uint64_t voids = 0, found = 0;
    agents[0] = mine = pasur_agent_own(rules, "sometimes", choose, &sometimes, &error);
    assert_int_equal(pasur_sim(rules, agents, 2, &options, &rows, &voids, &error), PASUR_OK);
    for (int board = 0; board < BOARDS; board++) {
        if (agent[4 * board] >= 0) continue;
        found++;
        for (int i = 4 * board; i < 4 * board + 4; i++)
            assert_true(agent[i] == -1 && points[i] == 0);
    }
    assert_true(voids > 0 && voids < BOARDS);
    assert_int_equal(found, voids);
    pasur_agent_free(mine);
    agents[0] = mine = pasur_agent_own(rules, "never", choose, &never, &error);
    assert_int_equal(pasur_sim(rules, agents, 2, &options, &rows, &voids, &error), PASUR_FAILED);
    assert_non_null(strstr(error.text, "never"));
    assert_int_equal(voids, BOARDS);

    pasur_round *round = pasur_round_new(rules, &error);
    pasur_player *player = pasur_player_new(mine, &error);
    pasur_cards play = 5;
    assert_int_equal(pasur_player_choose(player, round, &play, &error), PASUR_INPUT); /* before it began */
    assert_int_equal(pasur_player_begin(player, round, 2, 1, 0, 0, &error), PASUR_INPUT);
    assert_int_equal(pasur_player_begin(player, round, 0, 1, 0, 0, &error), PASUR_OK);
    assert_int_equal(pasur_player_choose(player, round, &play, &error), PASUR_FAILED);
    assert_int_equal(play, 5);
    assert_int_equal(pasur_play_round(round, agents, 1, 0, 0, &error), PASUR_FAILED);
    assert_int_equal(pasur_round_ply(round), 0);
    pasur_player_free(player);
    pasur_player_free(NULL);
    pasur_round_free(round);
    pasur_agent_free(mine);
    pasur_agent_free(greedy);
    pasur_agent_free(NULL);
    pasur_rules_free(rules);
}
