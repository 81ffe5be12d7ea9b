/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes run.json, compares it and reads it; opens run directories. */
#include "sim/run/run_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/crc32c.h"
#include "sim/files/output_file.h"
#include "sim/files/text_buffer.h"
#include "sim/run/chunk_log.h"

static bool put_text(TextBuffer *out, const char *text) { return text_buffer_add(out, text, strlen(text)); }

/* NULL is empty. Names of files need not be UTF-8, and are to be found again. */
static bool put_string(TextBuffer *out, const char *text) { return json_string_kept(out, text ? text : ""); }

static bool put_key(TextBuffer *out, const char *key)
{
    return put_text(out, "    ") && put_string(out, key) && put_text(out, ": ");
}

static bool put_list(TextBuffer *out, const char *key, const char *const texts[], int count)
{
    bool good = put_key(out, key) && put_text(out, "[");
    for (int i = 0; i < count; i++)
        good = good && put_text(out, i ? ", " : "") && put_string(out, texts[i]);
    return good && put_text(out, "],\n");
}

bool run_info_print(TextBuffer *out, const RunInfo *info)
{
    const char *const texts[][2] = {{"version", info->version},    {"command", info->command}, {"rules", info->rules},
                                    {"reads", info->reads},        {"keeps", info->keeps},     {"part", info->part},
                                    {"signature", info->signature}};
    char seed[32];
    bool good = put_text(out, "{\n");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        good = good && put_key(out, texts[i][0]) && put_string(out, texts[i][1]) && put_text(out, ",\n");
    good = good && put_list(out, "agents", info->agents, info->agent_count) &&
           put_list(out, "words", info->words, info->word_count);
    snprintf(seed, sizeof seed, "%" PRIu64 "\n}\n", info->seed);
    return good && put_key(out, "seed") && put_text(out, seed);
}

/* Where the value of that key stands; NULL: there is none. */
static const char *value_find(const TextBuffer *text, const char *key, size_t *length)
{
    char start[40];
    const size_t before = (size_t)snprintf(start, sizeof start, "    \"%s\": ", key);
    const char *end = text->data + text->length;
    for (const char *line = text->data, *next; line < end; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        if (!next) next = end;
        *length = (size_t)(next - line);
        if (*length < before || memcmp(line, start, before)) continue;
        *length -= before;
        if (*length && next[-1] == ',') --*length;
        return line + before;
    }
    return NULL;
}

/* What four hexadecimal digits say; -1: they are none. */
static int code_of(const char digits[static 4])
{
    const char text[] = {digits[0], digits[1], digits[2], digits[3], 0};
    return strspn(text, "0123456789abcdef") == 4 ? (int)strtol(text, NULL, 16) : -1;
}

/* Reads a string of the list at *at, and moves behind it; the text, cut to `room` bytes (1 or more), goes to *out, which
   moves on. False: there is none. */
static bool string_next(const char **at, const char *end, char **out, size_t room)
{
    const char *c = *at;
    if (c == end || *c != '"') return false;
    for (c++; c < end && *c != '"'; c++) {
        const int code = *c == '\\' && end - c > 5 && c[1] == 'u' ? code_of(c + 2) : -1;
        if (code >= 0)
            c += 5;
        else if (*c == '\\' && ++c == end)
            return false;
        if (room > 1) *(*out)++ = (char)(code >= 0 ? code : *c), room--;
    }
    if (c >= end) return false;
    *(*out)++ = 0;
    *at = c + 1;
    return true;
}

bool run_info_value(char *out, size_t size, const TextBuffer *text, const char *key)
{
    size_t length;
    const char *value = value_find(text, key, &length), *from = value;
    char *to = out;
    if (value && !string_next(&from, value + length, &to, size)) snprintf(out, size, "%.*s", (int)length, value);
    return value;
}

bool run_info_same(const TextBuffer *there, const TextBuffer *here, bool parts, Error *error)
{
    enum { SHOWN = 160 };
    /* the keys, and what they are called in a reason */
    static const char *const KEYS[][2] = {{"version", "version"},
                                          {"command", "command"},
                                          {"rules", "rules"},
                                          {"reads", "what it reads, with checksums,"},
                                          {"keeps", "what it keeps beside sums"},
                                          {"part", "part"},
                                          {"signature", "the signature of what it plays"},
                                          {"agents", "agents"},
                                          {"words", "words"},
                                          {"seed", "seed"}};
    size_t same = there->length - here->length;
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        size_t length, our_length;
        const char *key = KEYS[i][0], *value = value_find(there, key, &length);
        const char *ours = value_find(here, key, &our_length);
        if (!value || !ours) return error_set(error, "it is not as this program writes it");
        if (length == our_length && !memcmp(value, ours, length)) continue;
        same -= length - our_length;
        if (!parts && !strcmp(key, "part")) continue;
        error_set(error, "%s is %.*s there and %.*s here", KEYS[i][1], length < SHOWN ? (int)length : SHOWN, value,
                  our_length < SHOWN ? (int)our_length : SHOWN, ours);
        if (parts && !strcmp(key, "command"))
            error_set(error,
                      "%s; name another directory: for more boards with another --seed, so that 'pasur pool' can put "
                      "both together",
                      error->text);
        if (parts && !strcmp(key, "keeps"))
            error_set(error, "%s; name the same options for files of rows, or another directory", error->text);
        return false;
    }
    return !same || error_set(error, "it is not as this program writes it");
}

char **run_info_words(const TextBuffer *text)
{
    enum { WORDS_MOST = 512 };
    size_t length;
    const char *value = value_find(text, "words", &length);
    if (!value || !length || *value != '[') return calloc(1, sizeof(char *));
    char **words = calloc(1, (WORDS_MOST + 1) * sizeof *words + length + 1), *out = (char *)(words + WORDS_MOST + 1);
    const char *end = value++ + length;
    if (!words) return NULL;
    for (int count = 0; count < WORDS_MOST; count++) {
        char *word = out;
        if (!string_next(&value, end, &out, (size_t)(end - value))) break;
        words[count] = word;
        if (end - value < 2 || *value != ',') break;
        value += 2;
    }
    return words;
}

enum { INFO_MOST = 1 << 20, HOLDER = 128 };

static char *path_of(const char *folder, const char *name)
{
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    if (path) strcat(strcat(strcpy(path, folder), "/"), name);
    return path;
}

/* ---- the lock */

/* Says who holds the lock, as they wrote it there. */
static bool held(const char *name, int lock, Error *error)
{
    char holder[HOLDER] = "", shown[HOLDER];
    const ssize_t length = pread(lock, holder, sizeof holder - 1, 0);
    holder[length > 0 ? length : 0] = 0;
    holder[strcspn(holder, "\n")] = 0;
    return error_system(error, "%.200s: %s writes there; one program at a time can", name,
                        *holder ? text_one_line(shown, sizeof shown, holder) : "another program");
}

static bool holder_write(int lock)
{
    char host[64] = "?", text[HOLDER];
    gethostname(host, sizeof host - 1);
    const int length = snprintf(text, sizeof text, "process %ld on %.60s\n", (long)getpid(), host);
    return ftruncate(lock, 0) == 0 && bytes_write(lock, 0, text, (size_t)length);
}

static bool lock_take(RunDir *dir, Error *error)
{
    char *path = path_of(dir->name, "lock");
    if (!path) return error_memory(error);
    dir->lock = run_file_open(path, O_RDWR | O_CREAT, error);
    bool good = dir->lock >= 0;
    if (good && flock(dir->lock, LOCK_EX | LOCK_NB))
        good = errno == EWOULDBLOCK ? held(dir->name, dir->lock, error) : error_file(error, path, errno);
    if (good && !holder_write(dir->lock)) good = error_file(error, path, errno);
    free(path);
    return good;
}

/* ---- run.json */

/* Reads the file into dir->info. *there false: there is none. */
static bool info_read(RunDir *dir, const char *path, bool *there, Error *error)
{
    struct stat what;
    const int file = run_file_open(path, O_RDONLY, error);
    *there = file >= 0;
    if (file < 0) return errno == ENOENT || errno == ENOTDIR;
    bool good = fstat(file, &what) == 0 || error_file(error, path, errno);
    if (good && (what.st_size > INFO_MOST || !what.st_size))
        good = error_set(error, "%.200s: it is not as this program writes it", path);
    const size_t length = good ? (size_t)what.st_size : 0;
    if (good && !text_buffer_reserve(&dir->info, length)) good = error_memory(error);
    if (good && !bytes_read(file, 0, dir->info.data, length)) good = error_file(error, path, errno);
    if (good) dir->info.length = length;
    close(file);
    return good;
}

/* The directory's run is that one: run.json says so, or is made. */
static bool info_agree(RunDir *dir, const char *path, const RunInfo *info, Error *error)
{
    bool there;
    struct stat log;
    TextBuffer ours = {0};
    if (!info_read(dir, path, &there, error)) return false;
    if (!run_info_print(&ours, info)) return text_buffer_free(&ours), error_memory(error);
    if (there) {
        const bool same = run_info_same(&dir->info, &ours, true, error) || error_under(error, "%.200s", path);
        text_buffer_free(&ours);
        return same;
    }
    dir->info = ours;
    if (lstat(dir->log_name, &log) == 0)
        return error_set(error, "%.200s: it has chunks without a run.json that says whose", dir->name);
    return atomic_file_write(path, ours.data, ours.length, error);
}

/* ---- the directory */

static bool dir_begin(RunDir *dir, const char *name, Error *error)
{
    *dir = (RunDir){.name = strdup(name), .log_name = path_of(name, "chunks"), .lock = -1, .log.file = -1};
    return (dir->name && dir->log_name) || error_memory(error);
}

static bool dir_fail(RunDir *dir)
{
    Error unused;
    run_dir_close(dir, &unused);
    return false;
}

static uint32_t run_number(const RunDir *dir) { return crc32c(0, dir->info.data, dir->info.length); }

bool run_dir_open(RunDir *out, const char *name, const RunInfo *info, Error *error)
{
    bool good = dir_begin(out, name, error);
    if (good && mkdir(name, 0777) && errno != EEXIST) good = error_file(error, name, errno);
    char *path = good ? path_of(name, "run.json") : NULL;
    if (good && !path) good = error_memory(error);
    good = good && lock_take(out, error) && info_agree(out, path, info, error) &&
           chunk_log_open(&out->log, out->log_name, run_number(out), true, error);
    free(path);
    return good || dir_fail(out);
}

bool run_dir_written(const char *name, Error *error)
{
    char *path = path_of(name, "lock");
    Error unused;
    const int lock = path ? run_file_open(path, O_RDONLY, &unused) : -1;
    const bool taken = lock >= 0 && flock(lock, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
    if (taken) held(name, lock, error);
    if (lock >= 0) close(lock);
    free(path);
    return taken;
}

bool run_dir_look(RunDir *out, const char *name, Error *error)
{
    Error unused;
    bool there = false, good = dir_begin(out, name, error);
    char *path = good ? path_of(name, "run.json") : NULL;
    if (good && !path) good = error_memory(error);
    good = good && info_read(out, path, &there, error);
    if (good && !there) good = error_set(error, "%.200s: it is no run directory: there is no run.json", name);
    good = good && chunk_log_open(&out->log, out->log_name, run_number(out), false, error);
    if (good) out->written = run_dir_written(name, &unused);
    free(path);
    return good || dir_fail(out);
}

bool run_dir_close(RunDir *dir, Error *error)
{
    const bool good = chunk_log_close(&dir->log, error);
    if (dir->lock >= 0) close(dir->lock);
    text_buffer_free(&dir->info);
    free(dir->name);
    free(dir->log_name);
    *dir = (RunDir){.lock = -1, .log.file = -1};
    return good;
}
