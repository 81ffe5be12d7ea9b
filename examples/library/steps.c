/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random plays in 1024 rounds side by side: how fast a program that learns is fed.
   cc -O2 steps.c $(pkg-config --cflags --libs pasur) -lm -o steps; ./steps [STEPS] */
#include <math.h>
#include <pasur.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 1024 };

int main(int argc, char **argv)
{
    static uint8_t planes[N * PASUR_PLANES * PASUR_CARDS], ended[N];
    static int16_t counts[N * PASUR_COUNTS];
    static uint32_t first[N + 1];
    static pasur_cards plays[N * PASUR_LEGAL], chosen[N];
    static int32_t actions[N * PASUR_LEGAL], points[N * PASUR_SEATS];
    const pasur_env_arrays out = {planes, counts, NULL, first, plays, actions, points, ended};
    const long steps = argc > 1 ? atol(argv[1]) : 4800; /* 100 rounds each */
    pasur_error error;
    pasur_rules *rules = pasur_rules_new("pagat", 2, &error);
    pasur_env *env = rules ? pasur_env_new(rules, N, 1, &error) : NULL;
    if (!env) return fprintf(stderr, "%s\n", error.text), 1;

    double sum[PASUR_SEATS] = {0}, squares[PASUR_SEATS] = {0}, rounds = 0;
    uint64_t random = 1;
    const clock_t start = clock();
    pasur_env_observe(env, &out);
    for (long step = 0; step < steps; step++) {
        for (int i = 0; i < N; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            chosen[i] = plays[first[i] + (random >> 32) * (first[i + 1] - first[i]) / 4294967296u];
        }
        if (pasur_step(env, chosen, &out, &error)) return fprintf(stderr, "%s\n", error.text), 1;
        for (int i = 0; i < N; i++) {
            rounds += ended[i];
            for (int seat = 0; seat < PASUR_SEATS; seat++) {
                const double scored = points[i * PASUR_SEATS + seat];
                sum[seat] += scored;
                squares[seat] += scored * scored;
            }
        }
    }
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%.1f M plays a second\n", (double)steps * N / seconds / 1e6);
    for (int seat = 0; seat < pasur_rules_players(rules) && rounds > 1; seat++) {
        const double mean = sum[seat] / rounds, variance = (squares[seat] - sum[seat] * mean) / (rounds - 1);
        printf("seat %d: %.2f points a round, 95 %% interval +- %.2f, %.0f rounds\n", seat, mean,
               1.96 * sqrt(variance / rounds), rounds);
    }
    pasur_env_free(env);
    pasur_rules_free(rules);
    return 0;
}
