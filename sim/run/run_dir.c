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
#include "sim/files/system.h"
#include "sim/files/text_buffer.h"
#include "sim/run/chunk_log.h"

/* ---- run.json */

static bool put_text(TextBuffer *out, const char *text) { return text_buffer_add(out, text, strlen(text)); }

static bool put_key(TextBuffer *out, const char *key)
{
    return put_text(out, out->length ? "    " : "{\n    ") && json_string(out, key) && put_text(out, ": ");
}

/* Names of files need not be UTF-8, and are to be found again. */
bool run_info_text(TextBuffer *out, const char *key, const char *text)
{
    return put_key(out, key) && json_string_kept(out, text) && put_text(out, ",\n");
}

bool run_info_list(TextBuffer *out, const char *key, const char *const texts[], int count)
{
    bool good = put_key(out, key) && put_text(out, "[");
    for (int i = 0; i < count; i++)
        good = good && put_text(out, i ? ", " : "") && json_string_kept(out, texts[i]);
    return good && put_text(out, "],\n");
}

bool run_info_seed(TextBuffer *out, uint64_t seed)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64 "\n}\n", seed);
    return put_key(out, "seed") && put_text(out, text);
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

/* What keys are called in a reason, where that is not their name; and what can be done. */
static const struct {
    const char *key, *name, *advice;
} KEYS[] = {
    {"reads", "what it reads, with checksums,", ""},
    {"keeps", "what it keeps beside sums", "; name the same options for files of rows, or another directory"},
    {"signature", "the signature of what it plays", ""},
    {"command", "command",
     "; name another directory: for more boards with another --seed, so that 'pasur pool' can put both together"}};

enum { SHOWN = 160, LINE_SHOWN = SHOWN + 40 };

/* Copies the line at *at, cut to fit, and moves behind it. Returns where its value begins, behind the key, which then ends
   with a zero; NULL: it has no key. */
static char *line_read(char out[static LINE_SHOWN], const char **at, const char *end)
{
    const char *next = memchr(*at, '\n', (size_t)(end - *at)), *stop = next ? next : end;
    const size_t length = (size_t)(stop - *at) - (stop > *at && stop[-1] == ',');
    snprintf(out, LINE_SHOWN, "%.*s", (int)length, *at);
    *at = next ? next + 1 : end;
    char *colon = strstr(out, "\": ");
    if (!colon || strncmp(out, "    \"", 5) != 0) return NULL;
    *colon = 0;
    return colon + 3;
}

bool run_info_same(const TextBuffer *there, const TextBuffer *here, bool parts, Error *error)
{
    static const char ODD[] = "it is not as this program writes it";
    const char *theirs = there->data, *end = theirs + there->length, *ours = here->data, *our_end = ours + here->length;
    while (theirs < end && ours < our_end) {
        const char *a = theirs, *b = ours, *advice = "";
        char line[LINE_SHOWN], our_line[LINE_SHOWN];
        const char *value = line_read(line, &theirs, end), *our_value = line_read(our_line, &ours, our_end);
        if (theirs - a == ours - b && !memcmp(a, b, (size_t)(ours - b))) continue;
        if (!value || !our_value || strcmp(line, our_line) != 0) return error_set(error, ODD);
        const char *name = line + 5;
        if (!parts && !strcmp(name, "part")) continue;
        for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
            if (strcmp(line + 5, KEYS[i].key) != 0) continue;
            name = KEYS[i].name;
            if (parts) advice = KEYS[i].advice;
        }
        return error_set(error, "%s is %.*s there and %.*s here%s", name, SHOWN, value, SHOWN, our_value, advice);
    }
    return (theirs == end && ours == our_end) || error_set(error, ODD);
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

enum { INFO_MOST = 1 << 20 };

static char *path_of(const char *folder, const char *name)
{
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    if (path) strcat(strcat(strcpy(path, folder), "/"), name);
    return path;
}

/* ---- the lock */

static bool held(const char *name, Error *error)
{
    return error_system(error, "%.200s: another program writes there; one program at a time can", name);
}

static bool lock_take(RunDir *dir, Error *error)
{
    char *path = path_of(dir->name, "lock");
    if (!path) return error_memory(error);
    dir->lock = run_file_open(path, O_RDWR | O_CREAT, error);
    bool good = dir->lock >= 0;
    if (good && file_lock(dir->lock))
        good = errno == EWOULDBLOCK ? held(dir->name, error) : error_file(error, path, errno);
    free(path);
    return good;
}

/* ---- the directory */

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

/* Makes run.json. */
static bool info_write(RunDir *dir, const char *path, const TextBuffer *info, Error *error)
{
    struct stat log;
    if (lstat(dir->log_name, &log) == 0)
        return error_set(error, "%.200s: it has chunks without a run.json that says whose", dir->name);
    if (!text_buffer_add(&dir->info, info->data, info->length)) return error_memory(error);
    return atomic_file_write(path, info->data, info->length, error);
}

bool run_dir_open(RunDir *out, const char *name, const TextBuffer *info, Error *error)
{
    bool there = false;
    Error unused;
    char *path = path_of(name, "run.json");
    *out = (RunDir){.name = strdup(name), .log_name = path_of(name, "chunks"), .lock = -1, .log.file = -1};
    bool good = (path && out->name && out->log_name) || error_memory(error);
    if (good && info && mkdir(name, 0777) && errno != EEXIST) good = error_file(error, name, errno);
    good = good && (!info || lock_take(out, error)) && info_read(out, path, &there, error);
    if (good && !there)
        good = info ? info_write(out, path, info, error)
                    : error_set(error, "%.200s: it is no run directory: there is no run.json", name);
    else if (good && info)
        good = run_info_same(&out->info, info, true, error) || error_under(error, "%.200s", path);
    good = good &&
           chunk_log_open(&out->log, out->log_name, crc32c(0, out->info.data, out->info.length), info != NULL, error);
    if (good && !info) out->written = run_dir_written(name, &unused);
    free(path);
    if (!good) run_dir_close(out, &unused);
    return good;
}

bool run_dir_written(const char *name, Error *error)
{
    char *path = path_of(name, "lock");
    Error unused;
    const int lock = path ? run_file_open(path, O_RDONLY, &unused) : -1;
    const bool taken = lock >= 0 && flock(lock, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
    if (taken) held(name, error);
    if (lock >= 0) close(lock);
    free(path);
    return taken;
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
