/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The random agent gives the published results of uniformly random play, deck by deck. */
#include "tests/engine/claims.h"

#include "agents/agent.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "tests/test.h"

enum { DECKS = 100, PUBLISHED_ROUNDS = 5000, ROUNDS = 2000 };

/* Reads the first decks of the file, with their rules. */
static void decks_read(Record decks[DECKS])
{
    FILE *file = fopen("tests/data/public_decks.txt", "r");
    assert_non_null(file);
    static RecordReader reader;
    char line[RECORD_TEXT];
    Error error;
    for (int deck = 0; deck < DECKS;) {
        assert_non_null(fgets(line, sizeof line, file));
        ReadStatus status = record_feed(&reader, &decks[deck], line, &error);
        assert_int_not_equal(status, READ_ERROR);
        deck += status == READ_RECORD;
    }
    fclose(file);
}

/* Seat 0's points minus seat 1's after a random round. */
static int random_difference(const Agent *agent, const Record *deck, Rng *rng)
{
    Round round;
    round_start(&round, &deck->rules, &deck->pack, NULL);
    while (!table_over(&round.table)) {
        View view = {
            .rules = &deck->rules, .table = &round.table, .hand = round_hand(&round), .seat = round.table.turn};
        round_play(&round, &deck->rules, agent->kind->choose(agent, NULL, &view, rng));
    }
    int points[MAX_SIDES];
    count_points(points, &round.table, &deck->rules);
    return points[0] - points[1];
}

TEST(agrees_with_the_published_results)
{
    static Record decks[DECKS];
    Agent agent;
    char line[128];
    Error error;
    decks_read(decks);
    Rules pagat = rules_of("pagat");
    assert_true(agent_parse(&agent, "random", &pagat, &error));
    FILE *file = fopen("tests/data/public_random.csv", "r");
    assert_non_null(file);
    double chi_mean = 0, chi_rate = 0;
    int rows = 0, deck;
    double rate, mean;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%d,%lf,%lf", &deck, &rate, &mean) != 3) continue;
        Rng rng = rng_for(1, (uint64_t)deck, PURPOSE_TEST);
        double sum = 0, squares = 0, no_loss = 0;
        for (int i = 0; i < ROUNDS; i++) {
            int difference = random_difference(&agent, &decks[deck], &rng);
            sum += difference, squares += difference * difference, no_loss += difference >= 0;
        }
        double ours = sum / ROUNDS, variance = squares / ROUNDS - ours * ours,
               both = 1.0 / ROUNDS + 1.0 / PUBLISHED_ROUNDS;
        chi_mean += (ours - mean) * (ours - mean) / (variance * both);
        double pooled = (no_loss + rate * PUBLISHED_ROUNDS) / (ROUNDS + PUBLISHED_ROUNDS);
        double gap = no_loss / ROUNDS - rate;
        chi_rate += gap * gap / (pooled * (1 - pooled) * both);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, DECKS);
    double p_mean = chi_square_tail(chi_mean, DECKS), p_rate = chi_square_tail(chi_rate, DECKS);
    if (p_mean < 1e-3 || p_rate < 1e-3) fail_msg("means: p = %g, no-loss rates: p = %g", p_mean, p_rate);
    print_message("means: chi-square %.1f, no-loss rates: %.1f, both of %d\n", chi_mean, chi_rate, DECKS);
}
