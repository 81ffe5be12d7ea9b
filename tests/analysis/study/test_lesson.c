/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lessons come back as they were written; damaged ones end, and harm nothing. */
#include "analysis/study/learn/lessons.h"
#include "tests/engine/claims.h"

enum { LEARNED = 64 }; /* decisions that are compared */

typedef struct {
    int ply;
    SearchResult found;
} Asked;

/* Labels that a search might give: whole visits, values in whole parts of a point. */
static void found_any(SearchResult *found, const View *view, Rng *rng)
{
    CardSet plays[MAX_MOVES];
    const Fold fold = fold_for(view->rules);
    *found = (SearchResult){.exact = rng_bounded(rng, 4) == 0};
    found->count = moves_list(plays, view->hand, view->table->pool, &fold);
    for (int i = 0; i < found->count; i++)
        found->plays[i] = (SearchPlay){.play = plays[i],
                                       .visits = rng_bounded(rng, 1000),
                                       .value = ((int)rng_bounded(rng, 2000) - 1000) / (double)LESSON_POINT};
}

/* A random round, of which about half of the decisions are labelled. Returns how many are. */
static int lesson_any(TextBuffer *out, Game *game, Asked asked[static PLAYS], const Rules *rules, Rng *rng)
{
    LessonWriter writer = {.rules = rules};
    Pack pack;
    int count = 0;
    pack_deal(&pack, rules, rng);
    game_start(game, rules, &pack, NULL);
    lesson_begin(&writer);
    while (!table_over(&game->round.table)) {
        CardSet plays[MAX_MOVES];
        const View view = game_view(game, rules);
        Asked *at = &asked[count];
        const bool label = rng_bounded(rng, 2);
        if (label) found_any(&at->found, &view, rng);
        at->ply = game->round.table.ply;
        const int legal = moves_list(plays, view.hand, view.table->pool, NULL);
        const CardSet play = plays[rng_bounded(rng, (uint32_t)legal)];
        assert_true(lesson_add(&writer, &view, play, label ? &at->found : NULL));
        count += label && at->found.count > 1;
        game_put(game, rules, play);
    }
    count_sides(game->counts, &game->round.table, rules);
    assert_true(lesson_end(&writer, out, &pack, game));
    text_buffer_free(&writer.plays);
    return count;
}

static void about_decision(const Decision *decision, const Asked *asked)
{
    const SearchResult *found = &asked->found;
    assert_int_equal(decision->view.table->ply, asked->ply);
    assert_int_equal(decision->count, found->count);
    assert_int_equal(decision->exact, found->exact);
    for (int i = 0; i < found->count; i++) {
        assert_true(decision->plays[i] == found->plays[i].play);
        assert_true((double)decision->values[i] == found->plays[i].value);
        if (!found->exact) assert_int_equal(decision->visits[i], found->plays[i].visits);
    }
    for (int i = 0; i < found->count; i++)
        assert_true(found->exact ? decision->values[i] <= decision->values[decision->chosen]
                                 : decision->visits[i] <= decision->visits[decision->chosen]);
}

static void they_come_back(void **state)
{
    (void)state;
    static Asked asked[PLAYS];
    for (int n = 0; n < PRESET_RULES_COUNT; n++) {
        const Rules rules = rules_of(PRESET_RULES[n]);
        Rng rng = rng_for(3, (uint64_t)n, PURPOSE_TEST);
        TextBuffer bytes = {0};
        Lesson lesson;
        Game game;
        int points[MAX_SIDES], next = 0;
        const int count = lesson_any(&bytes, &game, asked, &rules, &rng);
        assert_true(lesson_open(&lesson, &rules, bytes.data, bytes.length));
        while (lesson_next(&lesson)) {
            assert_true(next < count);
            about_decision(&lesson.decision, &asked[next++]);
        }
        assert_int_equal(next, count);
        assert_false(lesson.in.failed);
        assert_true(table_over(&lesson.game.round.table));
        assert_memory_equal(lesson.game.history, game.history, sizeof game.history);
        count_points(points, &game.round.table, &rules);
        for (int side = 0; side < rules.sides; side++)
            assert_int_equal(lesson.points[side], points[side]);
        text_buffer_free(&bytes);
    }
}

static void read_through(const Rules *rules, const char *bytes, size_t length)
{
    Lesson lesson;
    int decisions = 0;
    if (!lesson_open(&lesson, rules, bytes, length)) return;
    while (lesson_next(&lesson))
        assert_true(++decisions <= PLAYS && lesson.decision.count >= 1);
}

static void damaged_ones_end(void **state)
{
    (void)state;
    static Asked asked[PLAYS];
    const Rules rules = rules_of("pagat");
    Rng rng = rng_make(8, 1);
    TextBuffer bytes = {0};
    Game game;
    lesson_any(&bytes, &game, asked, &rules, &rng);
    for (size_t length = 0; length < bytes.length; length++)
        read_through(&rules, bytes.data, length);
    for (int n = 0; n < 20000; n++) {
        const size_t at = rng_bounded(&rng, (uint32_t)bytes.length);
        const char was = bytes.data[at];
        bytes.data[at] = (char)rng_bounded(&rng, 256);
        read_through(&rules, bytes.data, bytes.length);
        if (n % 8) bytes.data[at] = was;
    }
    text_buffer_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_come_back),
        cmocka_unit_test(damaged_ones_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
