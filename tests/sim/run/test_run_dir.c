/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Run directories: the same run goes on, and any other is refused by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "sim/run/run_dir.h"

static const char *const AGENTS[] = {"greedy", "exec:bot \"a\\b\"\t1"};
static const char *const WORDS[] = {"sim", "--deal", "a \"b\\c\"\t", "", "--", "greedy"};

static RunInfo info_of(const char *version, const char *signature, const char *command, const char *rules,
                       const char *const agents[], int agent_count, uint64_t seed)
{
    return (RunInfo){.version = version,
                     .signature = signature,
                     .command = command,
                     .rules = rules,
                     .agents = agents,
                     .agent_count = agent_count,
                     .seed = seed,
                     .words = WORDS,
                     .word_count = 6,
                     .reads = "w.txt 00c0ffee",
                     .keeps = "records"};
}

#define INFO info_of("0.1.0", "1f3a", "pasur sim greedy 'x'", "pagat,players=2", AGENTS, 2, UINT64_MAX)

typedef struct {
    char name[40];
    RunDir dir;
    Error error;
    RunInfo info;
} Fixture;

static int set_up(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    *state = f;
    f->info = INFO;
    strcpy(f->name, "/tmp/pasur-run-XXXXXX");
    return mkdtemp(f->name) ? rmdir(f->name) : -1;
}

/* The path of a file in the directory. */
static const char *path(const Fixture *f, const char *name)
{
    static char out[80];
    snprintf(out, sizeof out, "%s/%s", f->name, name);
    return out;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    const char *const names[] = {"lock", "run.json", "chunks", "elsewhere"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(path(f, names[i]));
    rmdir(f->name);
    free(f);
    return 0;
}

static void open_dir(Fixture *f)
{
    if (!run_dir_open(&f->dir, f->name, &f->info, &f->error)) fail_msg("%s", f->error.text);
}

static void close_dir(Fixture *f) { assert_true(run_dir_close(&f->dir, &f->error)); }

static void the_same_run_goes_on(void **state)
{
    Fixture *f = *state;
    open_dir(f);
    assert_true(chunk_log_append(&f->dir.log, (BoardRange){0, 16}, 0, "abc", 3, &f->error));
    close_dir(f);
    open_dir(f);
    assert_int_equal(f->dir.log.count, 1);
    assert_true(chunk_log_append(&f->dir.log, (BoardRange){16, 16}, 0, "def", 3, &f->error));
    close_dir(f);
    assert_true(run_dir_look(&f->dir, f->name, &f->error));
    assert_int_equal(f->dir.log.count, 2);
    close_dir(f);
}

static void run_json_is_json(void **state)
{
    (void)state;
    const RunInfo info = INFO;
    TextBuffer text = {0};
    char value[64];
    assert_true(run_info_print(&text, &info) && text_buffer_reserve(&text, 1));
    text.data[text.length] = 0;
    assert_string_equal(text.data,
                        "{\n"
                        "    \"version\": \"0.1.0\",\n"
                        "    \"command\": \"pasur sim greedy 'x'\",\n"
                        "    \"rules\": \"pagat,players=2\",\n"
                        "    \"reads\": \"w.txt 00c0ffee\",\n"
                        "    \"keeps\": \"records\",\n"
                        "    \"part\": \"\",\n"
                        "    \"signature\": \"1f3a\",\n"
                        "    \"agents\": [\"greedy\", \"exec:bot \\\"a\\\\b\\\"\\u00091\"],\n"
                        "    \"words\": [\"sim\", \"--deal\", \"a \\\"b\\\\c\\\"\\u0009\", \"\", \"--\", \"greedy\"],\n"
                        "    \"seed\": 18446744073709551615\n"
                        "}\n");
    assert_true(run_info_value(value, sizeof value, &text, "rules"));
    assert_string_equal(value, "pagat,players=2");
    assert_true(run_info_value(value, sizeof value, &text, "seed"));
    assert_string_equal(value, "18446744073709551615");
    assert_false(run_info_value(value, sizeof value, &text, "boards"));
    char **words = run_info_words(&text);
    assert_non_null(words);
    for (int i = 0; i < 6; i++)
        assert_string_equal(words[i], WORDS[i]);
    assert_null(words[6]);
    free(words);
    text_buffer_free(&text);
}

static void another_run_is_refused_with_the_difference(void **state)
{
    Fixture *f = *state;
    static const char *const OTHERS[] = {"greedy"};
    open_dir(f);
    close_dir(f);
    const struct {
        RunInfo info;
        const char *told;
    } rows[] = {
        {info_of("0.2.0", "1f3a", "x", "y", AGENTS, 2, 1), "version is \"0.1.0\" there and \"0.2.0\" here"},
        {info_of("0.1.0", "1f3b", "pasur sim greedy 'x'", "pagat,players=2", AGENTS, 2, 1),
         "the signature of what it plays is \"1f3a\" there and \"1f3b\" here"},
        {info_of("0.1.0", "1f3a", "x", "y", AGENTS, 2, 1), "command is \"pasur sim greedy 'x'\" there and \"x\" here"},
        {info_of("0.1.0", "1f3a", "pasur sim greedy 'x'", "pagat", AGENTS, 2, 1),
         "rules is \"pagat,players=2\" there and \"pagat\""},
        {info_of("0.1.0", "1f3a", "pasur sim greedy 'x'", "pagat,players=2", OTHERS, 1, 1),
         " there and [\"greedy\"] here"},
        {info_of("0.1.0", "1f3a", "pasur sim greedy 'x'", "pagat,players=2", AGENTS, 2, 1),
         "seed is 18446744073709551615 there and 1 here"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(run_dir_open(&f->dir, f->name, &rows[i].info, &f->error));
        assert_false(f->error.system);
        if (!strstr(f->error.text, rows[i].told) || !strstr(f->error.text, "/run.json: "))
            fail_msg("%s", f->error.text);
    }
    open_dir(f);
    close_dir(f);
}

static void a_second_writer_is_told_who_the_first_is(void **state)
{
    Fixture *f = *state;
    RunDir second;
    char process[32];
    open_dir(f);
    const pid_t child = fork();
    if (child == 0) _exit(run_dir_open(&second, f->name, &f->info, &f->error)); /* another process */
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_false(run_dir_open(&second, f->name, &f->info, &f->error));
    snprintf(process, sizeof process, ": process %ld on ", (long)getpid());
    assert_true(f->error.system);
    assert_non_null(strstr(f->error.text, process));
    assert_non_null(strstr(f->error.text, " writes there; one program at a time can"));
    assert_true(run_dir_look(&second, f->name, &f->error)); /* who only looks may */
    assert_true(run_dir_close(&second, &f->error));
    close_dir(f);
    open_dir(f);
    close_dir(f);
}

static void a_writer_that_is_killed_leaves_no_lock(void **state)
{
    Fixture *f = *state;
    const pid_t child = fork();
    if (child == 0) {
        open_dir(f);
        chunk_log_append(&f->dir.log, (BoardRange){0, 16}, 0, "abc", 3, &f->error);
        abort();
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    open_dir(f);
    assert_int_equal(f->dir.log.count, 1);
    close_dir(f);
}

static void what_is_not_ours_is_left_alone(void **state)
{
    Fixture *f = *state;
    struct stat there;
    assert_false(run_dir_look(&f->dir, f->name, &f->error));
    assert_int_equal(mkdir(f->name, 0777), 0);
    assert_false(run_dir_look(&f->dir, f->name, &f->error));
    assert_non_null(strstr(f->error.text, "it is no run directory: there is no run.json"));
    FILE *file = fopen(path(f, "chunks"), "w");
    fclose(file);
    assert_false(run_dir_open(&f->dir, f->name, &f->info, &f->error));
    assert_non_null(strstr(f->error.text, "it has chunks without a run.json"));
    unlink(path(f, "chunks"));
    file = fopen(path(f, "run.json"), "w");
    fputs("{ \"other\": 1 }\n", file);
    fclose(file);
    assert_false(run_dir_open(&f->dir, f->name, &f->info, &f->error));
    assert_non_null(strstr(f->error.text, "it is not as this program writes it"));
    unlink(path(f, "run.json"));
    /* no file is reached through a link */
    char elsewhere[80];
    strcpy(elsewhere, path(f, "elsewhere"));
    const char *const names[] = {"lock", "run.json", "chunks"};
    for (size_t i = 0; i < 3; i++) {
        unlink(path(f, names[i]));
        assert_int_equal(symlink(elsewhere, path(f, names[i])), 0);
        assert_false(run_dir_open(&f->dir, f->name, &f->info, &f->error));
        unlink(path(f, names[i]));
        assert_int_not_equal(lstat(elsewhere, &there), 0);
    }
    open_dir(f);
    close_dir(f);
}

/* A directory may come from somebody else. */
static void pipes_and_folders_in_place_of_files_are_refused(void **state)
{
    Fixture *f = *state;
    const char *const names[] = {"lock", "run.json", "chunks"};
    for (int i = 0; i < 6; i++) {
        const char *name = names[i / 2];
        open_dir(f);
        close_dir(f);
        unlink(path(f, name));
        assert_int_equal(i % 2 ? mkdir(path(f, name), 0777) : mkfifo(path(f, name), 0666), 0);
        assert_false(run_dir_open(&f->dir, f->name, &f->info, &f->error));
        assert_non_null(strstr(f->error.text, name));
        /* nobody needs the lock to look, and a pipe is not waited for */
        assert_int_equal(run_dir_look(&f->dir, f->name, &f->error), i < 2);
        assert_true(run_dir_close(&f->dir, &f->error));
        assert_int_equal(remove(path(f, name)), 0);
        unlink(path(f, "chunks"));
        unlink(path(f, "run.json"));
    }
}

/* A hard link: what is written to the file would change another. */
static void a_file_with_another_name_is_read_and_not_written(void **state)
{
    Fixture *f = *state;
    struct stat before, after;
    char elsewhere[80];
    strcpy(elsewhere, path(f, "elsewhere"));
    open_dir(f);
    assert_true(chunk_log_append(&f->dir.log, (BoardRange){0, 16}, 0, "payload", 7, &f->error));
    close_dir(f);
    const char *const names[] = {"lock", "chunks"};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(link(path(f, names[i]), elsewhere), 0);
        assert_int_equal(stat(elsewhere, &before), 0);
        assert_false(run_dir_open(&f->dir, f->name, &f->info, &f->error));
        assert_true(f->error.system);
        assert_non_null(strstr(f->error.text, "it has another name elsewhere"));
        assert_int_equal(stat(elsewhere, &after), 0);
        assert_int_equal(before.st_size, after.st_size);
        assert_memory_equal(&before.st_mtim, &after.st_mtim, sizeof before.st_mtim);
        assert_true(run_dir_look(&f->dir, f->name, &f->error));
        close_dir(f);
        unlink(elsewhere);
    }
    open_dir(f);
    close_dir(f);
}

#define DIR_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DIR_TEST(the_same_run_goes_on),
        cmocka_unit_test(run_json_is_json),
        DIR_TEST(another_run_is_refused_with_the_difference),
        DIR_TEST(a_second_writer_is_told_who_the_first_is),
        DIR_TEST(a_writer_that_is_killed_leaves_no_lock),
        DIR_TEST(what_is_not_ours_is_left_alone),
        DIR_TEST(pipes_and_folders_in_place_of_files_are_refused),
        DIR_TEST(a_file_with_another_name_is_read_and_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
