/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick, nor run under sanitizers. */
/* Lessons and trainings are the same whatever the threads and the interruptions, and what is trained is learned. */
#include <stdlib.h>
#include <unistd.h>

#include "analysis/study/learn/learn.h"
#include "tests/engine/claims.h"

enum { ROUNDS = 40, EPOCHS = 4 };

typedef struct {
    Rules rules;
    Agent agents[2];
    Lessons lessons;
    TrainPlan plan;
    TrainJob job;
    float *params;
    size_t size; /* bytes of params */
} Class;

static void lessons_make(Lessons *lessons, const Class *class, uint64_t rounds, int threads)
{
    const TeacherPlan plan = {
        .rules = &class->rules, .seed = 2, .teacher = &class->agents[0], .guest = &class->agents[1]};
    const TeacherJob job = {.plan = &plan, .rounds = rounds, .threads = threads};
    assert_int_equal(teacher_run(lessons, &job), ARENA_DONE);
    assert_int_equal(lessons->count, rounds);
}

static void class_open(Class *class, const char *rules)
{
    const char *const names[] = {"ismcts:iters=20", "tactic"};
    Error error;
    *class = (Class){.rules = rules_of(rules), .plan = learn_train_plan(3)};
    assert_true(agents_open(class->agents, names, 2, &class->rules, &error));
    lessons_make(&class->lessons, class, ROUNDS, 1);
    class->plan.shape = (NetShape){16, 16, 16};
    class->plan.epochs = EPOCHS;
    class->plan.batch = 64;
    class->job = (TrainJob){.plan = &class->plan, .rules = &class->rules, .lessons = &class->lessons, .threads = 1};
    class->size = net_param_count(&class->plan.shape) * sizeof *class->params;
    class->params = malloc(class->size);
    assert_non_null(class->params);
}

static void class_close(Class *class)
{
    free(class->params);
    lessons_free(&class->lessons);
    agents_free(class->agents, 2);
}

static void lessons_do_not_depend_on_threads(void **state)
{
    (void)state;
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "pagat,players=4,teams=0"};
    for (int i = 0; i < COUNT(RULES); i++) {
        Class class;
        Lessons other = {0};
        class_open(&class, RULES[i]);
        lessons_make(&other, &class, ROUNDS, 3);
        assert_int_equal(other.bytes.length, class.lessons.bytes.length);
        assert_memory_equal(other.bytes.data, class.lessons.bytes.data, other.bytes.length);
        /* more are added behind those that are there */
        lessons_free(&other);
        lessons_make(&other, &class, 7, 1);
        assert_memory_equal(other.bytes.data, class.lessons.bytes.data, other.bytes.length);
        lessons_free(&other);
        class_close(&class);
    }
}

static void examples_are_decisions(void **state)
{
    (void)state;
    Class class;
    Examples examples = {0};
    class_open(&class, "pagat");
    for (size_t i = 0; i < class.lessons.count; i++) {
        size_t length;
        const char *bytes = lessons_at(&class.lessons, i, &length);
        assert_true(examples_add(&examples, &class.rules, bytes, length, &class.plan.targets));
    }
    assert_true(examples.count > 10 * ROUNDS && examples.count <= (size_t)PLAYS * ROUNDS);
    for (size_t i = 0; i < examples.count; i++) {
        const Example example = examples_at(&examples, i);
        double sum = 0;
        assert_true(example.play_count >= 2 && example.chosen < example.play_count);
        for (int play = 0; play < example.play_count; play++)
            sum += (double)example.shares[play];
        assert_true(sum > 0.9999 && sum < 1.0001);
        for (int k = 0; k < example.view_count; k++)
            assert_true(example.view[k] < NET_VIEW_FEATURES);
    }
    examples_free(&examples);
    class_close(&class);
}

static void training_learns_and_repeats(void **state)
{
    (void)state;
    Class class;
    TrainResult one, three;
    Error error;
    class_open(&class, "pagat");
    float *other = malloc(class.size);
    assert_int_equal(train(&one, class.params, &class.job, &error), ARENA_DONE);
    class.job.threads = 3;
    assert_int_equal(train(&three, other, &class.job, &error), ARENA_DONE);
    assert_memory_equal(class.params, other, class.size);
    assert_memory_equal(&one, &three, sizeof one);
    assert_int_equal(one.epochs, EPOCHS);
    const Loss *first = &one.losses[0].trained, *last = &one.losses[EPOCHS - 1].trained;
    assert_true(last->count > 10 * ROUNDS);
    assert_true(last->cross / (double)last->count < 0.95 * first->cross / (double)first->count);
    assert_true(last->lost / (double)last->count < 0.8 * first->lost / (double)first->count);
    assert_true(last->square / (double)last->count < first->square / (double)first->count);
    free(other);
    class_close(&class);
}

static bool stop_in_third(void *arg, int epoch, double share)
{
    (void)arg, (void)share;
    return epoch < 2;
}

static void training_goes_on(void **state)
{
    (void)state;
    char folder[] = "/tmp/pasur-train-XXXXXX", keep[64];
    Class class;
    TrainResult whole, parts;
    Error error;
    assert_non_null(mkdtemp(folder));
    snprintf(keep, sizeof keep, "%s/state", folder);
    class_open(&class, "pagat,players=3");
    float *other = malloc(class.size);
    assert_int_equal(train(&whole, class.params, &class.job, &error), ARENA_DONE);
    class.job.keep = keep;
    class.job.tick = stop_in_third;
    assert_int_equal(train(&parts, other, &class.job, &error), ARENA_STOPPED);
    assert_int_equal(parts.epochs, 2);
    class.job.tick = NULL;
    class.job.reads_only = true;
    assert_int_equal(train(&parts, other, &class.job, &error), ARENA_INTERRUPTED);
    assert_int_equal(parts.epochs, 2);
    class.job.reads_only = false;
    assert_int_equal(train(&parts, other, &class.job, &error), ARENA_DONE);
    assert_memory_equal(class.params, other, class.size);
    assert_memory_equal(&whole, &parts, sizeof whole);
    /* that of another training is refused, and so is one that is cut */
    class.plan.seed++;
    assert_int_equal(train(&parts, other, &class.job, &error), ARENA_FAILED);
    assert_non_null(strstr(error.text, "it is damaged, or of another training"));
    class.plan.seed--;
    assert_int_equal(truncate(keep, 1000), 0);
    assert_int_equal(train(&parts, other, &class.job, &error), ARENA_FAILED);
    free(other);
    class_close(&class);
    unlink(keep);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons_do_not_depend_on_threads),
        cmocka_unit_test(examples_are_decisions),
        cmocka_unit_test(training_learns_and_repeats),
        cmocka_unit_test(training_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
