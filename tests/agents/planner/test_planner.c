/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanitized: not part of make quick. */
/* The agent planner plays legally under all rules, the same from equal streams, and exactly in the last deal. */
#include "tests/agents/net/past.h"

#include <math.h>

#include "agents/planner/planner.h"
#include "agents/search/search.h"
#include "engine/solve.h"
#include "tests/test.h"

static Error error;

static Agent planner_for(const Rules *rules, const char *text)
{
    Agent agent;
    if (!agent_parse(&agent, text, rules, &error)) fail_msg("%s", error.text);
    return agent;
}

/* Plays the round on; both memories must choose alike. Returns how many plays there were. */
static int round_through(Past *past, const Agent *agent, void *memory, void *twin, uint64_t seed)
{
    int plays = 0;
    while (!table_over(&past->round.table)) {
        const char *why;
        View view = past_view(past);
        view.hands = hands_open(past->round.hands, &past->rules);
        Rng rng = rng_for(51, seed * PLAYS + (uint64_t)plays, PURPOSE_TEST), same = rng;
        const CardSet play = AGENT_PLANNER.choose(agent, memory, &view, &rng);
        about_round(&past->rules, &past->round);
        about_play(play);
        if (!play_legal(view.hand, view.table->pool, play, &why)) fail_msg("%s", why);
        if (twin) assert_true(AGENT_PLANNER.choose(agent, twin, &view, &same) == play);
        past->history[past->round.table.ply] = play;
        round_play(&past->round, &past->rules, play);
        plays++;
    }
    about_play(0);
    return plays;
}

/* A memory that has played other rounds chooses as a new one does, also where hands lie open and with the value of a
   net. */
TEST(equal_streams_give_equal_plays)
{
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "pagat,open_hands=1"};
    for (int i = 0; i < 8; i++) {
        Past past;
        Rng rng = rng_for(53, (uint64_t)i, PURPOSE_TEST);
        past_make(&past, RULES[i % 4], 0, &rng);
        Agent agent = planner_for(&past.rules, "planner:playouts=60,hands=40");
        void *memory = AGENT_PLANNER.memory_open(&agent, &past.rules),
             *twin = AGENT_PLANNER.memory_open(&agent, &past.rules);
        round_through(&past, &agent, memory, NULL, (uint64_t)i);
        past_make(&past, RULES[i % 4], 0, &rng);
        round_through(&past, &agent, memory, twin, (uint64_t)i);
        AGENT_PLANNER.memory_close(memory);
        AGENT_PLANNER.memory_close(twin);
        agent_free(&agent);
    }
}

TEST(the_last_deal_is_exact)
{
    enum { ENTRIES = 1 << 12 };
    static SolveEntry entries[ENTRIES];
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    for (int i = 0; i < 60; i++) {
        Past past;
        CardSet plays[MAX_MOVES];
        Rng rng = rng_for(54, (uint64_t)i, PURPOSE_TEST);
        int values[MAX_MOVES], best = -1000, chosen = -1000;
        past_make(&past, "pagat", 40 + i % 8, &rng);
        Agent agent = planner_for(&past.rules, "planner:playouts=40,hands=20");
        void *memory = AGENT_PLANNER.memory_open(&agent, &past.rules);
        const View view = past_view(&past);
        const CardSet play = AGENT_PLANNER.choose(&agent, memory, &view, &rng);
        const int count = moves_list(plays, view.hand, view.table->pool, NULL);
        solve_plays(values, &solver, &past.round, &past.rules, plays, count);
        for (int k = 0; k < count; k++) {
            if (values[k] > best) best = values[k];
            if (plays[k] == play) chosen = values[k];
        }
        assert_int_equal(chosen, best);
        AGENT_PLANNER.memory_close(memory);
        agent_free(&agent);
    }
}

/* Every play has a value, also a single one, and the one that is chosen is among the best of those tried most. */
TEST(says_what_plays_are_scoring)
{
    for (int i = 0; i < 40; i++) {
        Past past;
        CardSet plays[MAX_MOVES];
        SearchResult found;
        Rng rng = rng_for(56, (uint64_t)i, PURPOSE_TEST);
        past_make(&past, "pagat", i, &rng);
        Agent agent = planner_for(&past.rules, "planner:playouts=200,hands=50");
        void *memory = AGENT_PLANNER.memory_open(&agent, &past.rules);
        const View view = past_view(&past);
        const Fold fold = fold_for(&past.rules);
        assert_true(AGENT_PLANNER.search->values(&found, &agent, memory, &view, &rng));
        assert_int_equal(found.count, moves_list(plays, view.hand, view.table->pool, &fold));
        uint64_t visits = 0;
        for (int k = 0; k < found.count; k++) {
            const SearchPlay *play = &found.plays[k], *best = &found.plays[found.best];
            assert_true(play->play == plays[k] && play->visits > 0 && fabs(play->value) < 60);
            assert_true(play->visits < best->visits || play->value <= best->value);
            visits += play->visits;
        }
        assert_in_range(visits, 2 * 32, 250); /* plays are left out after 32 rounds at the soonest */
        assert_int_equal(visits, found.iterations);
        AGENT_PLANNER.memory_close(memory);
        agent_free(&agent);
    }
}

/* The two values of a play come from determinizations of their own and lie near each other; in the last deal they are
   exact. What was asked before, and an own search, change nothing. */
TEST(values_for_others_are_found_twice)
{
    enum { ENTRIES = 1 << 12, CASES = 40 };
    static SolveEntry entries[ENTRIES];
    static PlannedPlay found[MAX_MOVES], again[MAX_MOVES];
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    int differ = 0;
    for (int i = 0; i < CASES; i++) {
        Past past;
        CardSet plays[MAX_MOVES];
        int solved[MAX_MOVES];
        Rng rng = rng_for(57, (uint64_t)i, PURPOSE_TEST), same = rng_for(58, (uint64_t)i, PURPOSE_TEST);
        past_make(&past, "pagat", 8 + i, &rng);
        Agent agent = planner_for(&past.rules, "planner:hands=50"),
              plain = planner_for(&past.rules, "planner:hands=50,search=0");
        void *memory = AGENT_PLANNER.memory_open(&agent, &past.rules),
             *twin = AGENT_PLANNER.memory_open(&plain, &past.rules);
        const View view = past_view(&past);
        const Fold fold = fold_for(&past.rules);
        AGENT_PLANNER.choose(&agent, memory, &view, &rng);
        rng = same;
        const int count = planner_values(found, memory, &view, 200, &rng);
        assert_int_equal(planner_values(again, twin, &view, 200, &same), count);
        assert_int_equal(count, moves_list(plays, view.hand, view.table->pool, &fold));
        solve_plays(solved, &solver, &past.round, &past.rules, plays, count);
        for (int k = 0; k < count; k++) {
            const double *values = found[k].values;
            assert_true(found[k].play == plays[k] && fabs(values[0] - values[1]) < 3);
            assert_true(values[0] == again[k].values[0] && values[1] == again[k].values[1]);
            differ += values[0] != values[1];
            assert_true(8 + i < 40 || (solved[k] == values[0] && values[0] == values[1]));
        }
        AGENT_PLANNER.memory_close(memory);
        AGENT_PLANNER.memory_close(twin);
        agent_free(&agent);
        agent_free(&plain);
    }
    assert_true(differ > CASES);
}

/* Plays of a view without history, as `pasur advise` may give it. */
TEST(needs_no_history)
{
    for (int i = 0; i < 40; i++) {
        Past past;
        const char *why;
        Rng rng = rng_for(55, (uint64_t)i, PURPOSE_TEST);
        past_make(&past, "pagat", i, &rng);
        Agent agent = planner_for(&past.rules, "planner:playouts=30,hands=20");
        void *memory = AGENT_PLANNER.memory_open(&agent, &past.rules);
        View view = past_view(&past);
        view.history = NULL;
        const CardSet play = AGENT_PLANNER.choose(&agent, memory, &view, &rng);
        assert_true(play_legal(view.hand, view.table->pool, play, &why));
        AGENT_PLANNER.memory_close(memory);
        agent_free(&agent);
    }
}
