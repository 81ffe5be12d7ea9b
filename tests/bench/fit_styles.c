/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well the styles of agents/search/opponent_model.c explain the plays of agents against themselves: mean logarithms
   of the chance of a play, and those of the loose style for other sharpnesses and careless shares. */
#include "agents/search/opponent_model.h"
#include "tests/bench/self_play.h"

static const char *const AGENTS[] = {"tactic", "counter", "greedy", "random", "ismcts:iters=500"};
static const float SHARPNESS[] = {0.3f, 0.5f, 0.7f, 1, 1.3f, 1.7f, 2.2f, 3, 5, 10, 30};
static const float CARELESS[] = {0.01f, 0.02f, 0.05f, 0.1f, 0.2f, 0.3f};
enum {
    AGENT_ROWS = 5,
    SHARP_ROWS = 11,
    CARELESS_COLUMNS = 6,
    CANDIDATES = OPPONENT_STYLES + SHARP_ROWS * CARELESS_COLUMNS
};
_Static_assert(sizeof AGENTS / sizeof *AGENTS == AGENT_ROWS && sizeof SHARPNESS / sizeof *SHARPNESS == SHARP_ROWS &&
                   sizeof CARELESS / sizeof *CARELESS == CARELESS_COLUMNS,
               "the tables' sizes");

/* The net of the style policy. */
static Net net;

/* Candidates: the styles, then the loose style by sharpness and careless share. */
typedef struct {
    double plays, logs[CANDIDATES];
} FitSums;

static void play_add(FitSums *sums, const OpponentModel *model, const View *view, CardSet play)
{
    float chances[OPPONENT_STYLES];
    OpponentModel other = *model;
    opponent_likelihood(chances, model, model->possible, view, play);
    float even = chances[OPPONENT_RANDOM];
    if (even == 1) return;
    sums->plays++;
    for (int style = 0; style < OPPONENT_STYLES; style++)
        sums->logs[style] += log((double)chances[style]);
    double *log_sum = sums->logs + OPPONENT_STYLES;
    for (int i = 0; i < SHARP_ROWS; i++) {
        other.manners[OPPONENT_LOOSE] = (Manner){.sharpness = SHARPNESS[i]};
        opponent_likelihood(chances, &other, 1u << OPPONENT_LOOSE, view, play);
        for (int j = 0; j < CARELESS_COLUMNS; j++)
            *log_sum++ += log((double)((1 - CARELESS[j]) * chances[OPPONENT_LOOSE] + CARELESS[j] * even));
    }
}

/* The last deal of two players is left out: with all cards known, plays are exact. */
static void round_add(void *context, int group, const Schedule *schedule, const Board *board)
{
    const Rules *rules = &schedule->rules;
    int plays = rules->players == 2 ? PLAYS - HAND * 2 : PLAYS;
    Fold fold = fold_for(rules);
    OpponentModel model;
    Round round;
    opponent_model_init(&model, rules, &fold, (1u << OPPONENT_STYLES) - 1, &net);
    round_start(&round, rules, &board->pack, NULL);
    const CardSet first_pool = round.table.pool, *history = board->games[0].history;
    for (int ply = 0; ply < plays; ply++) {
        View view = {rules, &round.table, round_hand(&round), round.table.turn, first_pool, history, NULL};
        play_add((FitSums *)context + group, &model, &view, history[ply]);
        round_play(&round, rules, history[ply]);
    }
}

typedef struct {
    double plays, means[CANDIDATES];
    double without[CANDIDATES][GROUPS]; /* means without a group */
} Logs;

static void logs_take(Logs *logs, const FitSums groups[static GROUPS])
{
    *logs = (Logs){0};
    for (int group = 0; group < GROUPS; group++)
        logs->plays += groups[group].plays;
    for (int i = 0; i < CANDIDATES; i++) {
        double sum = 0;
        for (int group = 0; group < GROUPS; group++)
            sum += groups[group].logs[i];
        logs->means[i] = sum / logs->plays;
        for (int group = 0; group < GROUPS; group++)
            logs->without[i][group] = (sum - groups[group].logs[i]) / (logs->plays - groups[group].plays);
    }
}

static int best_of(const double means[], int first, int end)
{
    int best = first;
    for (int i = first; i < end; i++)
        if (means[i] > means[best]) best = i;
    return best;
}

static void styles_print(const Logs logs[])
{
    char word[32];
    printf("%-18s%9s", "", "plays");
    for (int style = 0; style < OPPONENT_STYLES; style++)
        printf("%17s", choice_word(word, sizeof word, OPPONENT_STYLE_NAMES, style));
    for (int row = 0; row < AGENT_ROWS; row++) {
        printf("\n%-18s%9.0f", AGENTS[row], logs[row].plays);
        for (int style = 0; style < OPPONENT_STYLES; style++)
            printf("%9.4f ±%.4f", logs[row].means[style], standard_error(logs[row].without[style]));
    }
    putchar('\n');
}

static void loose_print(const char *name, const Logs *logs, Manner used)
{
    int best = best_of(logs->means, OPPONENT_STYLES, CANDIDATES);
    double gains[GROUPS];
    for (int group = 0; group < GROUPS; group++)
        gains[group] = logs->without[best][group] - logs->without[OPPONENT_LOOSE][group];
    printf("\n%s, loose style: sharpness by careless share; the best (*) %.4f, in use (%.2f and %.2f) %.4f,\n"
           "their difference with standard error %.4f\n%6s",
           name, logs->means[best], (double)used.sharpness, (double)used.careless, logs->means[OPPONENT_LOOSE],
           standard_error(gains), "");
    for (int j = 0; j < CARELESS_COLUMNS; j++)
        printf("%9.2f", (double)CARELESS[j]);
    for (int i = 0; i < SHARP_ROWS; i++) {
        printf("\n%6.1f", (double)SHARPNESS[i]);
        for (int j = 0, at = OPPONENT_STYLES + i * CARELESS_COLUMNS; j < CARELESS_COLUMNS; j++, at++)
            printf("%8.4f%c", logs->means[at], at == best ? '*' : ' ');
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    static Logs logs[AGENT_ROWS];
    Sample sample = sample_read(argc, argv, "1k");
    const Rules *rules = &sample.schedule.rules;
    Fold fold = fold_for(rules);
    OpponentModel model;
    Error error;
    if (!net_builtin(&net, rules, &error)) give_up(5, "%s", error.text);
    opponent_model_init(&model, rules, &fold, 0, &net);
    for (int row = 0; row < AGENT_ROWS; row++) {
        FitSums groups[GROUPS] = {0};
        rounds_play(&sample, AGENTS[row], round_add, groups);
        logs_take(&logs[row], groups);
    }
    sample_print(&sample, "each agent against itself");
    printf(
        "plays with a choice, and the mean logarithm of a play's chance under each style (random: all plays even)\n\n");
    styles_print(logs);
    for (int row = 0; row < AGENT_ROWS; row++)
        loose_print(AGENTS[row], &logs[row], model.manners[OPPONENT_LOOSE]);
    net_free(&net);
}
