/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanitized: not part of make quick. */
/* The agent policy plays what its net scores highest, under all rules. */
#include "tests/agents/net/past.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/solve.h"
#include "tests/test.h"

static Error error;
static const NetShape SHAPE = {32, 16, 16};

/* Writes bytes to a file that the caller removes. */
static void bytes_write(char name[static 40], const unsigned char *bytes, size_t size)
{
    strcpy(name, "/tmp/policy_XXXXXX");
    const int file = mkstemp(name);
    assert_true(file >= 0 && write(file, bytes, size) == (ssize_t)size && close(file) == 0);
}

/* policy with these further parameters and a net of random numbers for the rules. */
static bool policy_made(Agent *agent, const char *made_for, const Rules *rules, const char *more)
{
    char name[40], text[AGENT_NAME];
    unsigned char *bytes;
    size_t size;
    Net net = net_random(&SHAPE, made_for, 0.3, 7);
    assert_true(net_pack(&bytes, &size, &net, &error));
    bytes_write(name, bytes, size);
    snprintf(text, sizeof text, "policy:file=%s%s", name, more);
    const bool good = agent_parse(agent, text, rules, &error);
    unlink(name);
    free(bytes);
    net_free(&net);
    return good;
}

static Agent policy_for(const Rules *rules, const char *more)
{
    char text[RULES_TEXT];
    Agent agent;
    rules_print(text, rules);
    if (!policy_made(&agent, text, rules, more)) fail_msg("%s", error.text);
    return agent;
}

TEST(plays_the_highest_score)
{
    for (int i = 0; i < 300; i++) {
        Rng rng = rng_for(12, (uint64_t)i, PURPOSE_TEST);
        CardSet moves[MAX_MOVES];
        int32_t scores[MAX_MOVES], chosen = -NET_SCORE_MOST - 1, best = chosen;
        NetPosition position;
        Past past;
        past_any(&past, i, &rng);
        View view = past_view(&past);
        Agent agent = policy_for(&past.rules, ",exact=0");
        void *memory = AGENT_POLICY.memory_open(&agent, &past.rules);
        const Rng before = rng;
        const CardSet play = AGENT_POLICY.choose(&agent, memory, &view, &rng);
        assert_play_legal(&past.rules, &past.round, play);
        assert_memory_equal(&before, &rng, sizeof rng);
        net_position_init(&position, &view);
        int count = moves_list(moves, view.hand, view.table->pool, NULL);
        net_scores(scores, agent.own, &position, moves, count);
        for (int j = 0; j < count; j++) {
            best = scores[j] > best ? scores[j] : best;
            if (moves[j] == play) chosen = scores[j];
        }
        assert_int_equal(chosen, best);
        /* without the history, too */
        view.history = NULL;
        assert_play_legal(&past.rules, &past.round, AGENT_POLICY.choose(&agent, memory, &view, &rng));
        AGENT_POLICY.memory_close(memory);
        agent_free(&agent);
    }
}

/* In the last deal of two players exact=1 makes a play of the best value with open cards, under every rule set. */
TEST(exact_plays_the_best_value)
{
    enum { ENTRIES = 1 << 12, LAST_DEAL = PLAYS - 2 * HAND };
    static SolveEntry entries[ENTRIES];
    Solver solver;
    int otherwise = 0;
    solver_init(&solver, entries, ENTRIES);
    for (int preset = 0; preset < PRESET_RULES_COUNT; preset++) {
        const Rules rules = rules_of(PRESET_RULES[preset]);
        if (rules.players != 2) continue;
        Agent agent = policy_for(&rules, ",exact=1");
        void *memory = AGENT_POLICY.memory_open(&agent, &rules);
        for (int i = preset; i < 500; i += PRESET_RULES_COUNT) {
            Rng rng = rng_for(14, (uint64_t)i, PURPOSE_TEST);
            Past past;
            past_make(&past, PRESET_RULES[preset], LAST_DEAL + (int)rng_bounded(&rng, 2 * HAND), &rng);
            const View view = past_view(&past);
            const CardSet play = AGENT_POLICY.choose(&agent, memory, &view, &rng);
            CardSet plays[MAX_MOVES];
            int values[MAX_MOVES], best = INT16_MIN, value = INT16_MIN;
            const int count = moves_list(plays, view.hand, view.table->pool, NULL);
            solve_plays(values, &solver, &past.round, &past.rules, plays, count);
            for (int j = 0; j < count; j++) {
                best = values[j] > best ? values[j] : best;
                if (plays[j] == play) value = values[j];
                otherwise += values[j] != values[0];
            }
            about_play(play);
            assert_int_equal(value, best);
        }
        AGENT_POLICY.memory_close(memory);
        agent_free(&agent);
    }
    assert_true(otherwise > 50);
}

TEST(mix_draws_by_score)
{
    enum { DRAWS = 20000 };
    Rng rng = rng_for(13, 0, PURPOSE_TEST);
    CardSet moves[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    int drawn[MAX_MOVES] = {0};
    double sum = 0, chi_square = 0;
    NetPosition position;
    Past past;
    past_make(&past, "pagat", 0, &rng);
    View view = past_view(&past);
    Agent agent = policy_for(&past.rules, ",mix=0.5");
    void *memory = AGENT_POLICY.memory_open(&agent, &past.rules);
    const Fold fold = fold_for(&past.rules);
    net_position_init(&position, &view);
    const int count = moves_list(moves, view.hand, view.table->pool, &fold);
    assert_true(count > 2);
    net_scores(scores, agent.own, &position, moves, count);
    for (int i = 0; i < count; i++)
        sum += exp(scores[i] / (0.5 * NET_ONE));
    for (int k = 0; k < DRAWS; k++) {
        const CardSet play = AGENT_POLICY.choose(&agent, memory, &view, &rng);
        int i = 0;
        while (moves[i] != play)
            i++;
        drawn[i]++;
    }
    for (int i = 0; i < count; i++) {
        const double wanted = DRAWS * exp(scores[i] / (0.5 * NET_ONE)) / sum;
        chi_square += (drawn[i] - wanted) * (drawn[i] - wanted) / wanted;
    }
    assert_true(chi_square_tail(chi_square, count - 1) > 1e-4);
    AGENT_POLICY.memory_close(memory);
    agent_free(&agent);
}
