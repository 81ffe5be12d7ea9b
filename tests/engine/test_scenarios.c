/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine on the scenarios: for a hand and a pool, exactly the plays that the line lists. */
#include "tests/engine/claims.h"

#include <glob.h>

#include "engine/notation.h"

static void check_line(const char *path, char *line)
{
    CardSet hand = 0, pool = 0, listed[MAX_MOVES], moves[MAX_MOVES];
    int plays = 0;
    bool in_plays = false;
    for (char *word = strtok(line, " \t\n"); word; word = strtok(NULL, " \t\n")) {
        Error error;
        Play play;
        if (in_plays) {
            if (!play_parse(&play, word, &error)) fail_msg("%s: %s", path, error.text);
            listed[plays++] = play.captured | set_of(play.card);
        } else if (!strcmp(word, "plays")) {
            in_plays = true;
        } else {
            char *value = strtok(NULL, " \t\n");
            assert_non_null(value);
            if (!strcmp(word, "hand")) hand = cards_of(value);
            if (!strcmp(word, "pool")) pool = strcmp(value, "-") ? cards_of(value) : 0;
            if (!strcmp(word, "rules")) rules_of(value);
        }
    }
    int count = moves_list(moves, hand, pool, NULL);
    assert_int_equal(count, plays);
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (int j = 0; j < plays; j++)
            found |= moves[i] == listed[j];
        assert_true(found);
    }
}

static void scenarios_hold(void **state)
{
    (void)state;
    glob_t names;
    char line[1024];
    int checked = 0;
    assert_int_equal(glob("tests/scenarios/*.txt", 0, NULL, &names), 0);
    for (size_t i = 0; i < names.gl_pathc; i++) {
        FILE *file = fopen(names.gl_pathv[i], "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file))
            if (*line != '#' && *line != '\n') check_line(names.gl_pathv[i], line), checked++;
        fclose(file);
    }
    globfree(&names);
    assert_true(checked >= 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scenarios_hold)};
    return cmocka_run_group_tests_name("engine on the scenarios", tests, NULL, NULL);
}
