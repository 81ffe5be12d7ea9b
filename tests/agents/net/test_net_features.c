/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The features of decisions and plays: their numbers, and what they do not depend on. */
#include "tests/engine/claims.h"

#include "agents/net/net_features.h"

typedef struct {
    int first, size, most;
    const char *name;
} Group;

#define GROUP(name, size, most) {NET_##name, size, most, #name},
static const Group VIEW[] = {NET_VIEW_GROUPS(GROUP)}, PLAY[] = {NET_PLAY_GROUPS(GROUP)};

/* A round played at random up to `ply`, with its history. */
typedef struct {
    Rules rules;
    Round round;
    CardSet first_pool, history[PLAYS];
} Past;

static void past_make(Past *past, const char *rules, int ply, Rng *rng)
{
    Pack pack;
    past->rules = rules_of(rules);
    pack_deal(&pack, &past->rules, rng);
    int16_t scores[MAX_SIDES];
    for (int i = 0; i < MAX_SIDES; i++)
        scores[i] = (int16_t)rng_bounded(rng, 62);
    round_start(&past->round, &past->rules, &pack, scores);
    past->first_pool = past->round.table.pool;
    for (int i = 0; i < ply; i++) {
        CardSet moves[MAX_MOVES];
        int count = moves_list(moves, round_hand(&past->round), past->round.table.pool, NULL);
        past->history[i] = moves[rng_bounded(rng, (uint32_t)count)];
        round_play(&past->round, &past->rules, past->history[i]);
    }
}

static View past_view(const Past *past)
{
    return (View){.rules = &past->rules,
                  .table = &past->round.table,
                  .hand = round_hand(&past->round),
                  .seat = past->round.table.turn,
                  .first_pool = past->first_pool,
                  .history = past->history};
}

static void about_features(const uint16_t features[], int count, const Group groups[], size_t group_count)
{
    const Group *last = &groups[group_count - 1];
    for (size_t i = 0; i < group_count; i++) {
        int found = 0;
        for (int j = 0; j < count; j++)
            found += features[j] >= groups[i].first && features[j] < groups[i].first + groups[i].size;
        if (found > groups[i].most) fail_msg("%s: %d features", groups[i].name, found);
    }
    for (int i = 0; i < count; i++) {
        assert_true(features[i] < last->first + last->size);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(features[i], features[j]);
    }
}

static void each_group_keeps_its_bounds(void **state)
{
    (void)state;
    char text[RULES_TEXT];
    for (int i = 0; i < 4000; i++) {
        Rng rng = rng_for(5, (uint64_t)i, PURPOSE_TEST);
        Past past;
        random_rules(text, &rng);
        past_make(&past, i % 2 ? text : PRESET_RULES[i / 2 % PRESET_RULES_COUNT], (int)rng_bounded(&rng, PLAYS), &rng);
        uint16_t features[NET_VIEW_MOST], of_play[NET_PLAY_MOST];
        CardSet moves[MAX_MOVES];
        View view = past_view(&past);
        NetPosition position;
        net_position_init(&position, &view);
        about_features(features, net_view_features(features, &position), VIEW, sizeof VIEW / sizeof *VIEW);
        int count = moves_list(moves, view.hand, view.table->pool, NULL);
        for (int j = 0; j < count && j < 20; j++)
            about_features(of_play, net_play_features(of_play, &position, moves[j]), PLAY, sizeof PLAY / sizeof *PLAY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_group_keeps_its_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
