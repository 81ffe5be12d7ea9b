/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every allocation of the library fails once: whoever asked gets PASUR_SYSTEM and a reason, nothing is lost, and what
   the call was to write is untouched or whole. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/pasur.h"
#include "tests/test.h"

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__ && !defined SANITIZED
#define REPLACED /* the allocator can be replaced by what stands here */
#endif

static long calls, fails_at,
    held; /* allocations of this program; the one that fails, 0: none; blocks that are not freed */

#ifdef REPLACED
extern char __executable_start,
    etext; /* where the linker put this program's code; that of other libraries lies elsewhere */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static bool fails(const void *caller)
{
    const char *from = caller;
    if (from < &__executable_start || from >= &etext || __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) != fails_at)
        return false;
    errno = ENOMEM;
    return true;
}
#define FAILS() fails(__builtin_return_address(0))

static void *hold(void *block)
{
    if (block) __atomic_add_fetch(&held, 1, __ATOMIC_RELAXED);
    return block;
}

void *malloc(size_t size) { return FAILS() ? NULL : hold(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return FAILS() ? NULL : hold(__libc_calloc(count, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return FAILS() ? NULL : hold(__libc_memalign(alignment, size)); }
void *realloc(void *old, size_t size)
{
    if (FAILS()) return NULL;
    return old ? __libc_realloc(old, size) : hold(__libc_malloc(size));
}
void free(void *block)
{
    if (block) __atomic_sub_fetch(&held, 1, __ATOMIC_RELAXED);
    __libc_free(block);
}
#endif

static pasur_error error;

static pasur_cards choose(void *context, const pasur_view *view, const pasur_cards plays[], size_t count,
                          uint64_t random)
{
    (void)context, (void)view;
    return plays[random % count];
}

static void choose_batch(void *context, const pasur_decisions *decisions, pasur_cards chosen[])
{
    (void)context;
    for (size_t i = 0; i < decisions->count; i++)
        chosen[i] = decisions->plays[decisions->first[i]];
}

/* Each makes something of the library's own and uses it; false where that failed. */

static bool is_played(const pasur_rules *rules, pasur_agent *agent)
{
    pasur_agent *other = agent ? pasur_agent_new(rules, "greedy", &error) : NULL;
    pasur_round *round = other ? pasur_round_new(rules, &error) : NULL;
    const pasur_agent *seats[] = {agent, other};
    const pasur_sim_options options = {.seed = 1, .boards = 1, .threads = 1};
    int32_t points[4];
    const pasur_sim_rows rows = {.points = points};
    bool good = round;
    if (round) pasur_round_deal(round, 1, 0);
    good = good && pasur_play_round(round, seats, 1, 0, 0, &error) == PASUR_OK && pasur_round_over(round);
    good = good && pasur_sim(rules, seats, 2, &options, &rows, NULL, &error) == PASUR_OK;
    pasur_round_free(round);
    pasur_agent_free(other);
    pasur_agent_free(agent);
    return good;
}

static const char *asked; /* the agent that plays */

static bool played(const pasur_rules *rules) { return is_played(rules, pasur_agent_new(rules, asked, &error)); }

static bool own_played(const pasur_rules *rules)
{
    return is_played(rules, pasur_agent_own(rules, "own", choose, NULL, &error)) &&
           is_played(rules, pasur_agent_own_many(rules, "many", choose_batch, NULL, &error));
}

static bool judged(const pasur_rules *rules)
{
    const pasur_advise_options options = {.seed = 1, .iterations = 100, .threads = 1};
    pasur_agent *agent = pasur_agent_new(rules, "ismcts:iters=50", &error);
    pasur_player *player = agent ? pasur_player_new(agent, &error) : NULL;
    pasur_round *round = player ? pasur_round_new(rules, &error) : NULL;
    pasur_cards plays[PASUR_LEGAL], play;
    int32_t values[PASUR_LEGAL];
    pasur_advice advice[PASUR_LEGAL];
    size_t count, choice;
    pasur_view view;
    bool good = round;
    if (round) pasur_round_deal(round, 1, 0);
    good = good && pasur_player_begin(player, round, pasur_round_turn(round), 1, 0, 0, &error) == PASUR_OK;
    good = good && pasur_player_choose(player, round, &play, &error) == PASUR_OK;
    while (good && pasur_round_ply(round) < 40) {
        pasur_round_legal(round, plays);
        good = pasur_round_play(round, plays[0], &error) == PASUR_OK;
    }
    if (good) pasur_round_view(&view, round, pasur_round_turn(round));
    good = good && pasur_solve(round, plays, values, &count, &error) == PASUR_OK;
    good = good && pasur_advise(agent, &view, &options, advice, &count, &choice, &error) == PASUR_OK;
    pasur_round_free(round);
    pasur_player_free(player);
    pasur_agent_free(agent);
    return good;
}

static bool stepped(const pasur_rules *rules)
{
    enum { ROUNDS = 4 };
    static const int32_t SCORES[ROUNDS][PASUR_SEATS] = {{3, 5}};
    pasur_agent *agent = pasur_agent_new(rules, "tactic", &error);
    pasur_player *player = agent ? pasur_player_new(agent, &error) : NULL;
    pasur_round *round = player ? pasur_round_new(rules, &error) : NULL;
    pasur_env *env = round ? pasur_env_new(rules, ROUNDS, 1, &error) : NULL;
    const pasur_round *starts[] = {round};
    pasur_cards plays[ROUNDS];
    const pasur_env_arrays none = {0};
    bool good = env;
    if (round) pasur_round_deal(round, 1, 0);
    good = good && pasur_env_scores(env, SCORES[0], &error) == PASUR_OK;
    good = good && pasur_env_scores(env, NULL, &error) == PASUR_OK;
    good = good && pasur_env_starts(env, starts, 1, &error) == PASUR_OK;
    good = good && pasur_env_choose(env, player, NULL, plays, &error) == PASUR_OK;
    good = good && pasur_step(env, plays, &none, &error) == PASUR_OK;
    uint8_t *bytes = good ? malloc(pasur_env_size(env)) : NULL;
    if (good && !bytes) good = false, error = (pasur_error){.status = PASUR_SYSTEM, .text = "out of memory"};
    if (good) pasur_env_save(env, bytes);
    good = good && pasur_env_restore(env, bytes, pasur_env_size(env), &error) == PASUR_OK;
    free(bytes);
    pasur_env_free(env);
    pasur_round_free(round);
    pasur_player_free(player);
    pasur_agent_free(agent);
    return good;
}

static bool used(bool (*use)(const pasur_rules *rules))
{
    pasur_rules *rules = pasur_rules_new("pagat", 2, &error);
    const bool good = rules && use(rules);
    pasur_rules_free(rules);
    return good;
}

static void each_fails(bool (*use)(const pasur_rules *rules))
{
#ifndef REPLACED
    skip();
#endif
    fails_at = 0;
    const bool works = used(use); /* what is made once is made */
    about_text(error.text);
    assert_true(works);
    calls = 0;
    assert_true(used(use));
    const long all = calls;
    assert_true(all > 3);
    for (long at = 1; at <= all; at++) {
        char about[60];
        snprintf(about, sizeof about, "allocation %ld of %ld", at, all);
        about_text(about);
        error = (pasur_error){0};
        calls = 0;
        fails_at = at;
        const long before = held;
        const bool good = used(use);
        fails_at = 0;
        assert_false(good);
        assert_int_equal(error.status, PASUR_SYSTEM);
        assert_non_null(strstr(error.text, "memory"));
        assert_int_equal(held, before);
    }
    assert_true(used(use));
}

TEST(while_agents_play)
{
    static const char *const AGENTS[] = {"random",
                                         "tactic",
                                         "counter",
                                         "ismcts:iters=2,exact=0",
                                         "ismcts:iters=2",
                                         "policy",
                                         "oracle",
                                         "planner:playouts=2,hands=2",
                                         "exploiter:playouts=2,hands=2:greedy"};
    for (size_t i = 0; i < sizeof AGENTS / sizeof *AGENTS; i++) {
        asked = AGENTS[i];
        each_fails(played);
    }
    each_fails(own_played);
}

TEST(while_plays_are_judged) { each_fails(judged); }
TEST(while_rounds_are_stepped) { each_fails(stepped); }
