/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent human plays what the person says, who is told where a round begins and ends; a person who wants no more
   leaves the round unplayed. */
#include "agents/human.h"
#include "sim/players.h"
#include "tests/engine/claims.h"

typedef struct {
    int begun, asked, ended, most; /* most: plays until the person wants no more */
    int ply;                       /* of the view at the end */
} Told;

static void begin(void *context, const View *view)
{
    Told *told = context;
    assert_int_equal(view->table->ply, 0);
    told->begun++;
}

static CardSet ask(void *context, const View *view)
{
    Told *told = context;
    CardSet plays[MAX_MOVES];
    assert_int_equal(view->table->turn, view->seat);
    if (told->asked++ == told->most) return 0;
    return plays[moves_list(plays, view->hand, view->table->pool, NULL) - 1];
}

static void end(void *context, const View *view)
{
    Told *told = context;
    told->ended++;
    told->ply = view->table->ply;
}

static bool round_with(Told *told, const HumanSeat *human, const char *other, const int16_t *scores)
{
    const Rules rules = rules_of("pagat");
    Agent agents[2];
    Player players[2], *seated[MAX_SEATS] = {&players[0], &players[1]};
    Game game;
    Pack pack;
    Error error;
    Rng rng = rng_make(5, 1);
    pack_deal(&pack, &rules, &rng);
    assert_true(agents_open(agents, (const char *const[]){"human", other}, 2, &rules, &error));
    human_seat(&agents[0], human);
    for (int seat = 0; seat < 2; seat++) {
        assert_true(player_open(&players[seat], &agents[seat], &rules));
        players[seat].rng = player_rng(1, 0, 0, seat);
    }
    game_start_match(&game, &rules, &pack, scores);
    const bool played = game_play(&game, &rules, seated, false);
    if (!played) assert_int_equal(game.round.table.turn, 0);
    for (int seat = 0; seat < 2; seat++)
        player_close(&players[seat]);
    agents_free(agents, 2);
    assert_int_equal(told->begun, human != NULL);
    return played;
}

static void is_asked_and_told(void **state)
{
    (void)state;
    Told told = {.most = PLAYS};
    const HumanSeat human = {&told, begin, ask, end};
    assert_true(round_with(&told, &human, "greedy", (int16_t[MAX_SIDES]){0}));
    assert_int_equal(told.asked, PLAYS / 2);
    assert_int_equal(told.ended, 1);
    assert_int_equal(told.ply, PLAYS);
}

static void is_told_of_per_shodam(void **state)
{
    (void)state;
    Told told = {.most = PLAYS};
    const HumanSeat human = {&told, begin, ask, end};
    assert_true(round_with(&told, &human, "greedy", (int16_t[MAX_SIDES]){60, 60}));
    assert_int_equal(told.ended, 1);
    assert_true(told.ply < PLAYS);
}

static void may_stop(void **state)
{
    (void)state;
    Told told = {.most = 3};
    const HumanSeat human = {&told, begin, ask, end};
    assert_false(round_with(&told, &human, "greedy", (int16_t[MAX_SIDES]){0}));
    assert_int_equal(told.asked, 4);
    assert_int_equal(told.ended, 0);
}

static void does_nothing_alone(void **state)
{
    (void)state;
    Told told = {.most = PLAYS};
    assert_false(round_with(&told, NULL, "greedy", (int16_t[MAX_SIDES]){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_asked_and_told), cmocka_unit_test(is_told_of_per_shodam),
                                       cmocka_unit_test(may_stop), cmocka_unit_test(does_nothing_alone)};
    return cmocka_run_group_tests_name("agents/human", tests, NULL, NULL);
}
