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
    return put_text(out, out->length ? "    " : "{\n    ") && json_string(out, key, false) && put_text(out, ": ");
}

/* Names of files need not be UTF-8, and are to be found again. */
bool run_info_text(TextBuffer *out, const char *key, const char *text)
{
    return put_key(out, key) && json_string(out, text, true) && put_text(out, ",\n");
}

bool run_info_list(TextBuffer *out, const char *key, const char *words, size_t length)
{
    bool good = put_key(out, key) && put_text(out, "[");
    for (const char *word = words; word < words + length; word += strlen(word) + 1)
        good = good && put_text(out, word > words ? ", " : "") && json_string(out, word, true);
    return good && put_text(out, "],\n");
}

bool run_info_seed(TextBuffer *out, uint64_t seed)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64 "\n}\n", seed);
    return put_key(out, "seed") && put_text(out, text);
}

/* A line of run.json. */
typedef struct {
    const char *text, *key, *value; /* key NULL: it has none; value: without the comma behind it */
    int length, key_length, value_length;
} InfoLine;

/* Reads the line at *at, and moves behind it. */
static InfoLine line_next(const char **at, const char *end)
{
    static const char INDENT[] = "    \"", COLON[] = "\": ";
    const char *text = *at, *stop = memchr(text, '\n', (size_t)(end - text));
    *at = stop ? stop + 1 : end;
    if (!stop) stop = end;
    InfoLine out = {.text = text, .length = (int)(stop - text)};
    const char *key = text + sizeof INDENT - 1;
    if (stop <= key || memcmp(text, INDENT, sizeof INDENT - 1) != 0) return out;
    const char *colon = memchr(key, '"', (size_t)(stop - key)), *value = colon ? colon + sizeof COLON - 1 : stop + 1;
    if (value > stop || memcmp(colon, COLON, sizeof COLON - 1) != 0) return out;
    out.key = key, out.key_length = (int)(colon - key);
    out.value = value, out.value_length = (int)(stop - value) - (stop > value && stop[-1] == ',');
    return out;
}

/* The line of that key; its key is NULL where there is none. */
static InfoLine line_find(const TextBuffer *text, const char *key)
{
    const char *at = text->data, *end = at + text->length;
    InfoLine line = {.key = NULL};
    while (at < end) {
        line = line_next(&at, end);
        if (line.key && (size_t)line.key_length == strlen(key) && !memcmp(line.key, key, strlen(key))) return line;
    }
    return (InfoLine){.key = NULL};
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
    const InfoLine line = line_find(text, key);
    const char *from = line.value;
    char *to = out;
    if (line.key && !string_next(&from, line.value + line.value_length, &to, size))
        snprintf(out, size, "%.*s", line.value_length, line.value);
    return line.key;
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

bool run_info_same(const TextBuffer *there, const TextBuffer *here, bool parts, Error *error)
{
    enum { SHOWN = 160 };
    const char *theirs = there->data, *end = theirs + there->length, *ours = here->data, *our_end = ours + here->length;
    bool alike = true;
    while (alike && theirs < end && ours < our_end) {
        const InfoLine a = line_next(&theirs, end), b = line_next(&ours, our_end);
        if (a.length == b.length && !memcmp(a.text, b.text, (size_t)a.length)) continue;
        alike = a.key && b.key && a.key_length == b.key_length && !memcmp(a.key, b.key, (size_t)a.key_length);
        char key[SHOWN];
        const char *name = key, *advice = "";
        snprintf(key, sizeof key, "%.*s", a.key_length, alike ? a.key : "");
        if (!alike || (!parts && !strcmp(key, "part"))) continue;
        for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
            if (!strcmp(key, KEYS[i].key)) name = KEYS[i].name, advice = parts ? KEYS[i].advice : "";
        return error_set(error, "%s is %.*s there and %.*s here%s", name,
                         a.value_length < SHOWN ? a.value_length : SHOWN, a.value,
                         b.value_length < SHOWN ? b.value_length : SHOWN, b.value, advice);
    }
    return (alike && theirs == end && ours == our_end) || error_set(error, "it is not as this program writes it");
}

char **run_info_words(const TextBuffer *text, size_t places)
{
    enum { WORDS_MOST = 512 };
    const InfoLine line = line_find(text, "words");
    if (!line.value_length || *line.value != '[') return calloc(places + 1, sizeof(char *));
    const char *value = line.value + 1, *end = line.value + line.value_length;
    char **words = calloc(1, (places + WORDS_MOST + 1) * sizeof *words + (size_t)line.value_length + 1);
    char *out = (char *)(words + places + WORDS_MOST + 1);
    if (!words) return NULL;
    for (size_t count = 0; count < WORDS_MOST; count++) {
        char *word = out;
        if (!string_next(&value, end, &out, (size_t)(end - value))) break;
        words[places + count] = word;
        if (end - value < 2 || *value != ',') break;
        value += 2;
    }
    return words;
}

enum { INFO_MOST = 1 << 20 };

/* The path of a file of the directory, which the system refuses where it is cut. Returns out. */
static const char *path_of(char out[static RUN_PATH], const char *folder, const char *name)
{
    snprintf(out, RUN_PATH, "%s/%s", folder, name);
    return out;
}

/* ---- the lock */

static bool run_dir_held(const char *name, Error *error)
{
    return error_system(error, "%.200s: another program writes there; one program at a time can", name);
}

static bool lock_take(RunDir *dir, Error *error)
{
    char path[RUN_PATH];
    dir->lock = run_file_open(path_of(path, dir->name, "lock"), O_RDWR | O_CREAT, error);
    if (dir->lock < 0) return false;
    if (file_lock(dir->lock) == 0) return true;
    return errno == EWOULDBLOCK ? run_dir_held(dir->name, error) : error_file(error, path, errno);
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

/* Which part of a run the directory holds. */
static bool part_read(RunDir *dir, Error *error)
{
    char text[48] = "", more;
    run_info_value(text, sizeof text, &dir->info, "part");
    return !*text ||
           (sscanf(text, "%" SCNu64 "/%" SCNu64 "%c", &dir->part, &dir->parts, &more) == 2 && dir->part &&
            dir->part <= dir->parts) ||
           error_set(error, "it is not as this program writes it");
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
    char path[RUN_PATH];
    path_of(path, name, "run.json");
    *out = (RunDir){.name = name, .lock = -1, .log.file = -1};
    path_of(out->log_name, name, "chunks");
    bool good = !info || mkdir(name, 0777) == 0 || errno == EEXIST || error_file(error, name, errno);
    good = good && (!info || lock_take(out, error)) && info_read(out, path, &there, error);
    if (good && !there)
        good = info ? info_write(out, path, info, error)
                    : error_set(error, "%.200s: it is not a run directory: there is no run.json", name);
    else if (good && info)
        good = run_info_same(&out->info, info, true, error) || error_under(error, "%.200s", path);
    good = good &&
           chunk_log_open(&out->log, out->log_name, crc32c(0, out->info.data, out->info.length), info != NULL, error) &&
           (part_read(out, error) || error_under(error, "%.200s", path));
    if (good && !info) out->written = run_dir_written(name, &unused);
    if (!good) run_dir_close(out, &unused);
    return good;
}

bool run_dir_written(const char *name, Error *error)
{
    char path[RUN_PATH];
    Error unused;
    const int lock = run_file_open(path_of(path, name, "lock"), O_RDONLY, &unused);
    const bool taken = lock >= 0 && flock(lock, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
    if (taken) run_dir_held(name, error);
    if (lock >= 0) close(lock);
    return taken;
}

bool run_dir_close(RunDir *dir, Error *error)
{
    const bool good = chunk_log_close(&dir->log, error);
    if (dir->lock >= 0) close(dir->lock);
    text_buffer_free(&dir->info);
    *dir = (RunDir){.lock = -1, .log.file = -1};
    return good;
}
