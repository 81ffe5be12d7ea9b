/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thousand boards of an agent of one's own against one of the library's.
   cc tournament.c $(pkg-config --cflags --libs pasur) -lm -o tournament */
#include <math.h>
#include <pasur.h>
#include <stdio.h>
#include <stdlib.h>

enum { BOARDS = 1000, SEATINGS = 2, SEATS = 2 };

/* Plays what captures most cards; among equals what comes first. */
static pasur_cards choose(void *context, const pasur_view *view, const pasur_cards plays[], size_t count,
                          uint64_t random)
{
    (void)context, (void)view, (void)random;
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (__builtin_popcountll(plays[i]) > __builtin_popcountll(plays[best])) best = i;
    return plays[best];
}

static void check(const void *made, const pasur_error *error)
{
    if (made) return;
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

int main(void)
{
    static int32_t agent[BOARDS * SEATINGS * SEATS], points[BOARDS * SEATINGS * SEATS];
    pasur_error error;
    pasur_rules *rules = pasur_rules_new("pagat", 2, &error);
    check(rules, &error);
    pasur_agent *mine = pasur_agent_own(rules, "most", choose, NULL, &error);
    check(mine, &error);
    pasur_agent *greedy = pasur_agent_new(rules, "greedy", &error);
    check(greedy, &error);

    const pasur_agent *agents[] = {mine, greedy};
    const pasur_sim_options options = {.seed = 1, .boards = BOARDS};
    const pasur_sim_rows rows = {.agent = agent, .points = points};
    if (pasur_sim(rules, agents, 2, &options, &rows, NULL, &error)) check(NULL, &error);

    double sum = 0, squares = 0, boards = 0; /* of what a board came to: mine less greedy's, a round */
    for (int board = 0; board < BOARDS; board++) {
        double diff = 0;
        if (agent[board * SEATINGS * SEATS] < 0) continue; /* void: an agent failed */
        boards++;
        for (int i = 0; i < SEATINGS * SEATS; i++) {
            const int row = board * SEATINGS * SEATS + i;
            diff += (agent[row] == 0 ? points[row] : -points[row]) / (double)SEATINGS;
        }
        sum += diff;
        squares += diff * diff;
    }
    const double mean = sum / boards, variance = (squares - sum * mean) / (boards - 1);
    printf("most - greedy: %+.2f points a round, 95 %% interval +- %.2f\n", mean, 1.96 * sqrt(variance / boards));

    pasur_agent_free(mine);
    pasur_agent_free(greedy);
    pasur_rules_free(rules);
    return 0;
}
