/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run directory of a command: opening it to go on or to look, and what is said of it. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/commands/driver/run_identity.h"
#include "library/version.h"
#include "sim/ranks/ranks.h"

/* ---- --part */

/* A task of an array of jobs of Slurm. */
static bool part_of_slurm(Journal *journal, Error *error)
{
    uint64_t numbers[4] = {0};
    static const char *const NAMES[] = {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
                                        "SLURM_ARRAY_TASK_STEP"};
    for (size_t i = 0; i < 4; i++) {
        const char *text = getenv(NAMES[i]);
        if (!text && i == 3) numbers[3] = 1;
        if (!text && i == 2) numbers[2] = 1;
        if (text ? number_u64(&numbers[i], text) != NUMBER_OK : i < 2)
            return error_set(error, "--part slurm: %s is %s in the environment; give --part I/N", NAMES[i],
                             text ? "no number" : "not set");
    }
    const uint64_t step = numbers[3] ? numbers[3] : 1;
    journal->part = numbers[0] >= numbers[2] ? (numbers[0] - numbers[2]) / step + 1 : 0;
    journal->parts = numbers[1];
    if (journal->part && journal->part <= journal->parts) return true;
    return error_set(error, "--part slurm: task %" PRIu64 " of %" PRIu64 " from %" PRIu64 " on; give --part I/N",
                     numbers[0], numbers[1], numbers[2]);
}

static bool part_read(Journal *journal, const char *text, Error *error)
{
    char word[24];
    const char *slash = strchr(text, '/');
    if (!strcmp(text, "slurm")) return part_of_slurm(journal, error);
    if (slash && (size_t)(slash - text) < sizeof word) {
        snprintf(word, sizeof word, "%.*s", (int)(slash - text), text);
        if (number_u64(&journal->part, word) == NUMBER_OK && number_u64(&journal->parts, slash + 1) == NUMBER_OK &&
            journal->part >= 1 && journal->part <= journal->parts)
            return true;
    }
    return error_set(error, "--part: '%.60s': expected I/N with I from 1 to N, such as 2/4, or slurm", text);
}

/* ---- before a file is touched */

/* No file that the command writes is one of the directory. */
static bool files_name(Driver *driver, Error *error)
{
    static const char *const NAMES[] = {"chunks", "run.json", "lock"};
    const char *run = driver->common.run;
    const size_t room = strlen(run) + 16;
    driver->run_files = calloc(3, room);
    if (!driver->run_files) return error_memory(error);
    for (size_t i = 0; i < 3; i++) {
        char *path = driver->run_files + i * room;
        snprintf(path, room, "%s/%s", run, NAMES[i]);
        files_add(&driver->files, "--run", path, FILE_READ);
    }
    return true;
}

bool run_keep_prepare(Driver *driver, Error *error)
{
    const CommonOptions *common = &driver->common;
    if (driver->look) return true;
    if (ranks_count() > 1 && !ranks_fit_options(driver, error)) return false;
    if (!common->run && !ranks_own() && (common->part || common->repair))
        return error_set(error, "--%s goes with --run DIR", common->part ? "part" : "repair");
    if (!common->run && ranks_count() == 1) return true;
    for (int i = 0; i < driver->files.count; i++)
        if (driver->files.list[i].use == FILE_READ && !strcmp(driver->files.list[i].name, "-"))
            return error_set(error, "%s: %s is standard input, which cannot be read again; give a file",
                             ranks_count() > 1 ? "many ranks" : "--run", driver->files.list[i].what);
    if (!common->run) return true;
    if (common->part && driver->undivided) return error_set(error, "--part: %s", driver->undivided);
    if (common->part && !part_read(&driver->kept, common->part, error)) return false;
    return files_name(driver, error);
}

bool run_keep_folder(const Driver *driver, Error *error)
{
    const char *name = driver->common.run;
    return !name || driver->look || mkdir(name, 0777) == 0 || errno == EEXIST || error_file(error, name, errno);
}

/* ---- opening */

static bool damage_told(const Driver *driver, const ChunkLog *log, Error *error)
{
    char text[ERROR_TEXT / 2];
    const LogDamage *harm = chunk_log_harmed(log);
    if (log->torn)
        driver_note(driver, "note: the last %" PRIu64 " bytes of %.200s were torn, and are left out", log->torn,
                    log->name);
    if (!harm) return true;
    log_damage_print(text, sizeof text, log, harm);
    if (!driver->common.repair && !driver->look) return error_set(error, "%s; --repair plays them again", text);
    driver_note(driver, "note: %s%s", text, driver->look ? "" : ", and played again");
    return true;
}

static bool part_watch(void *arg, uint64_t done, uint64_t all)
{
    Driver *driver = arg;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, driver->unit, done, all, "");
    return driver_voids(driver, &driver->kept.voids, (double)all);
}

/* Makes the journal of directories that are open, which it takes. */
static bool journal_begin(Driver *driver, RunDir *dirs, int count, Error *error)
{
    Error unused;
    const uint64_t part = driver->kept.part, parts = driver->kept.parts;
    if (!journal_open(&driver->kept, dirs, (size_t)count, error)) {
        journal_close(&driver->kept, &unused);
        return false;
    }
    driver->kept.part = part;
    driver->kept.parts = parts;
    driver->kept.reads = driver->look != NULL;
    driver->kept.watch = part_watch;
    driver->kept.arg = driver;
    driver->journal = &driver->kept;
    return true;
}

/* What ranks of the same run have in common, for people. */
static bool same_make(Driver *driver, const RunInfo *info, Error *error)
{
    size_t length;
    FILE *out = open_memstream(&driver->same, &length);
    if (!out) return error_memory(error);
    fprintf(out, "version %s, command %s, files %s, signature %s", info->version, info->command,
            *info->reads ? info->reads : "none", info->signature);
    return fclose(out) == 0 || error_memory(error);
}

/* Opens the directory of a run that is to be played. */
static bool keep_open(Driver *driver, const RunInfo *info, Error *error)
{
    RunDir *dir = calloc(1, sizeof *dir);
    if (!dir) return error_memory(error);
    const bool good = run_dir_open(dir, driver->common.run, info, error);
    if (!good) return free(dir), false;
    if (!journal_begin(driver, dir, 1, error)) return false;
    if (!damage_told(driver, &dir->log, error)) {
        Error unused;
        driver->journal = NULL;
        journal_close(&driver->kept, &unused);
        return false;
    }
    if (dir->log.count) driver_note(driver, "note: goes on with what is in %.200s", driver->common.run);
    return true;
}

/* ---- looking */

/* The parts are each there once. */
static bool parts_complete(const RunDir dirs[], int count, Error *error)
{
    uint64_t parts = 0;
    for (int i = 0; i < count; i++) {
        char text[PART_TEXT] = "";
        Journal part = {0};
        run_info_value(text, sizeof text, &dirs[i].info, "part");
        if (!*text && count > 1)
            return error_set(error, "%.200s: it holds a whole run and no part of one", dirs[i].name);
        if (*text && !part_read(&part, text, error)) return error_under(error, "%.200s", dirs[i].name);
        if (i && part.parts != parts)
            return error_set(error, "%.200s: it is part %s, and %.200s one of %" PRIu64, dirs[i].name, text,
                             dirs[0].name, parts);
        parts = part.parts;
        for (int k = 0; k < i; k++) {
            char other[PART_TEXT];
            if (run_info_value(other, sizeof other, &dirs[k].info, "part") && !strcmp(other, text))
                return error_set(error, "%.200s and %.200s are both part %s", dirs[k].name, dirs[i].name, text);
        }
    }
    for (uint64_t k = 1; k <= parts && parts > (uint64_t)count; k++) {
        bool there = false;
        char text[PART_TEXT], own[PART_TEXT];
        snprintf(own, sizeof own, "%" PRIu64 "/%" PRIu64, k, parts);
        for (int i = 0; i < count; i++)
            there |= run_info_value(text, sizeof text, &dirs[i].info, "part") && !strcmp(text, own);
        if (!there) return error_set(error, "part %s is missing", own);
    }
    return true;
}

/* The directory keeps what is wanted beside the figures. */
static bool streams_kept(const Driver *driver, const RunDir *dir, Error *error)
{
    char keeps[128] = "";
    run_info_value(keeps, sizeof keeps, &dir->info, "keeps");
    for (int i = 0; i < driver->files.count; i++) {
        const CommandFile *file = &driver->files.list[i];
        if (file->use != FILE_STREAM || !file->option) continue;
        const char *at = strstr(keeps, file->option->name);
        if (at) continue;
        return error_set(error, "--%s: %.200s keeps sums alone: its command has no --%s", file->option->name, dir->name,
                         file->option->name);
    }
    return true;
}

/* The command, as the directory has it. */
static bool identity_read(Driver *driver, const RunDir *dir, Error *error)
{
    driver->identity = malloc(dir->info.length + 1);
    if (!driver->identity) return error_memory(error);
    if (!run_info_value(driver->identity, dir->info.length + 1, &dir->info, "command")) *driver->identity = 0;
    return true;
}

/* Tells of files that are no longer those that the run read: what stands in its chunks is still of the old ones. */
static void reads_compare(const Driver *driver, const RunDir *dir)
{
    Error unused;
    char ours[READS_TEXT], theirs[READS_TEXT] = "";
    if (!run_identity_reads(ours, driver, &unused)) return;
    run_info_value(theirs, sizeof theirs, &dir->info, "reads");
    for (char *file = ours, *next; *file; file = next) {
        next = file + strcspn(file, ",");
        if (*next) *next = 0, next += 2;
        if (strstr(theirs, file)) continue;
        const char *checksum = strrchr(file, ' ');
        driver_note(driver, "note: %.200s: %.*s has changed since it was played by", dir->name,
                    checksum ? (int)(checksum - file) : 0, file);
    }
}

static bool look_open(Driver *driver, Error *error)
{
    RunLook *look = driver->look;
    Error unused;
    char version[SHORT_TEXT];
    RunDir *dirs = calloc((size_t)look->count, sizeof *dirs);
    int open = 0;
    bool good = dirs || error_memory(error);
    for (; good && open < look->count; open += good) {
        RunDir *dir = &dirs[open];
        good = run_dir_look(dir, look->dirs[open], error);
        if (good && run_info_value(version, sizeof version, &dir->info, "version") && strcmp(version, PASUR_VERSION)) {
            error_set(error, "%.200s: version is %.60s there and %s here", dir->name, version, PASUR_VERSION);
            open++, good = false;
            break;
        }
    }
    for (int i = 1; good && i < look->count; i++)
        good = run_info_same(&dirs[0].info, &dirs[i].info, false, error) ||
               error_under(error, "%.200s and %.200s", dirs[0].name, dirs[i].name);
    good = good && identity_read(driver, &dirs[0], error) && streams_kept(driver, &dirs[0], error);
    char part[PART_TEXT] = "";
    if (good && !look->merges && run_info_value(part, sizeof part, &dirs[0].info, "part") && *part)
        good = part_read(&driver->kept, part, error) || error_under(error, "%.200s", dirs[0].name);
    good = good && (!look->merges || parts_complete(dirs, look->count, error));
    if (good && !journal_begin(driver, dirs, look->count, error)) return false;
    if (good) reads_compare(driver, &dirs[0]);
    for (int i = 0; good && i < look->count; i++)
        good = damage_told(driver, &dirs[i].log, error);
    for (int i = 0; !good && i < open && !driver->journal; i++)
        run_dir_close(&dirs[i], &unused);
    if (!good && !driver->journal) free(dirs);
    return good;
}

bool run_keep_open(Driver *driver, Error *error)
{
    RunIdentity identity;
    if (driver->look) return look_open(driver, error);
    if (!driver->common.run && ranks_count() == 1) return true;
    bool good = run_identity_make(&identity, driver, error) && same_make(driver, &identity.info, error);
    if (good && driver->common.run) good = keep_open(driver, &identity.info, error);
    run_identity_free(&identity);
    return good;
}

/* ---- after the work */

static void part_say(Driver *driver, const Journal *journal)
{
    driver->done = journal->found + journal->added;
    driver->total = journal->part_jobs;
    if (!driver->out) return;
    fprintf(driver->out, "part %" PRIu64 " of %" PRIu64 ": %.1f %% is in %s\n", journal->part, journal->parts,
            driver->total ? 100 * (double)driver->done / (double)driver->total : 100.0, journal->dirs[0].name);
}

/* Names the first directory of those that are merged in which results are missing. */
static void unfinished_say(const Journal *journal, Error *error)
{
    char part[PART_TEXT] = "", missing[PART_TEXT];
    snprintf(missing, sizeof missing, "%" PRIu64 "/%zu", journal_missing_part(journal, journal->dir_count),
             journal->dir_count);
    error_set(error, "%.200s: its run is not finished; its command goes on with it", journal->dirs->name);
    for (size_t i = 0; i < journal->dir_count; i++)
        if (run_info_value(part, sizeof part, &journal->dirs[i].info, "part") && !strcmp(part, missing))
            error_set(error, "%.200s: part %s is not finished; its command goes on with it", journal->dirs[i].name,
                      part);
}

bool run_keep_close(Driver *driver, bool good, Error *error)
{
    Error later;
    Journal *journal = driver->journal;
    if (!journal) return good;
    driver->goes_on = journal->found > 0;
    if (journal->failed) {
        *error = journal->error;
        good = false;
    }
    if (driver->look) {
        driver->interrupted = interrupt_seen();
        driver->partial |= journal->missing.count > 0;
        if (good && driver->look->merges && journal->missing.count) {
            unfinished_say(journal, error);
            driver->done = 0;
            good = false;
        }
    }
    if (run_keep_part(driver))
        part_say(driver, journal);
    else if (!driver->look && driver->interrupted && good && driver->common.run)
        driver_note(driver, "note: what is finished is kept in %.200s; the same command goes on", driver->common.run);
    const bool closed = journal_close(journal, good ? error : &later);
    driver->journal = NULL;
    return closed && good;
}
