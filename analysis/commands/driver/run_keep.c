/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run directory of a command: what makes a run the same run, opening the directory to continue or to read, and
   messages about it; and commands that many ranks play. */
#include "analysis/commands/driver/run_keep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/study/signature.h"
#include "engine/crc32c.h"
#include "library/version.h"
#include "sim/files/text_buffer.h"
#include "sim/ranks/ranks.h"
#include "sim/run/run_dir.h"

enum { KEEPS_TEXT = 128, PART_TEXT = 48, SIGNATURE_TEXT = 24, IDENTITY_SHOWN = 1024 };

/* ---- what makes a run the same run, for run.json: the words of its command */

/* The words of the command, each with a zero behind it, in an order that does not depend on the user's: its name, options,
   and behind "--" the arguments. */
typedef struct {
    char *text;          /* owned */
    size_t length, args; /* args: where those begin */
} CommandWords;

static void word_put(FILE *out, const char *word) { fwrite(word, 1, strlen(word) + 1, out); }

static bool words_make(CommandWords *words, const Driver *driver, Error *error)
{
    FILE *out = open_memstream(&words->text, &words->length);
    if (!out) return error_memory(error);
    word_put(out, driver->command->spec.command);
    driver_words(driver, "", word_put, out);
    if (driver->parsed.arg_count) word_put(out, "--");
    words->args = (size_t)ftell(out);
    for (int i = 0; i < driver->parsed.arg_count; i++)
        word_put(out, driver->parsed.args[i]);
    return text_stream_close(out, &words->text) || error_memory(error);
}

/* The command as one reads it: arguments first. */
static bool identity_make(Driver *driver, Error *error)
{
    size_t length;
    FILE *out = open_memstream(&driver->run.identity, &length);
    if (!out) return error_memory(error);
    fprintf(out, "pasur %s", driver->command->spec.command);
    for (int i = 0; i < driver->parsed.arg_count; i++)
        again_word(out, driver->parsed.args[i]);
    driver_words(driver, "", again_word, out);
    return text_stream_close(out, &driver->run.identity) || error_memory(error);
}

/* ---- what it reads and keeps */

/* A FileTake, of the stream that gets it. */
static bool checksum_add(void *out, const char *what, const char *name, Error *error)
{
    (void)what;
    unsigned char part[1 << 14];
    uint32_t crc = 0;
    FILE *file = fopen(name, "rb");
    if (!file) return error_file(error, name, errno);
    for (size_t length; (length = fread(part, 1, sizeof part, file)) > 0;)
        crc = crc32c(crc, part, length);
    const bool good = !ferror(file);
    fclose(file);
    fprintf(out, "%s%s %08" PRIx32, ftell(out) ? ", " : "", name, crc);
    return good || error_file(error, name, EIO);
}

/* The files that the command and its agents read, each with its checksum, with ", " between them; programs of agents
   that are only looked at are left out. NULL with the reason. */
static char *reads_make(const Driver *driver, Error *error)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool good = out || error_memory(error);
    for (int i = 0; good && i < driver->files.count; i++) {
        const CommandFile *file = &driver->files.list[i];
        if (file->use == FILE_READ && file->option) good = checksum_add(out, file->what, file->name, error);
    }
    good = good && files_agents_read(&driver->files, checksum_add, out, error);
    if (!text_stream_close(out, &text) && good) good = error_memory(error);
    if (!good) free(text), text = NULL;
    return text;
}

/* The options whose files need more than sums. */
static void keeps_make(char out[static KEEPS_TEXT], const Driver *driver)
{
    *out = 0;
    for (int i = 0; i < driver->files.count; i++) {
        const CommandFile *file = &driver->files.list[i];
        const size_t used = strlen(out);
        if (file->use == FILE_STREAM && file->option)
            snprintf(out + used, KEEPS_TEXT - used, "%s%s", used ? " " : "", file->option->name);
    }
}

/* ---- all of it */

/* What the agents play on a few boards. False with the reason if the user stops it, or memory runs out. */
static bool signature_print(char out[static SIGNATURE_TEXT], Driver *driver, Error *error)
{
    uint64_t number = 0;
    bool played = true;
    for (int i = 0; i < driver->files.player_lists && played; i++)
        played = signature_of_run(&number, driver->setup.rules_text, driver->files.players[i].agents,
                                  driver->files.players[i].count);
    snprintf(out, SIGNATURE_TEXT, "%016" PRIx64, number);
    driver->work.interrupted |= !played && interrupt_seen();
    return played ||
           (driver->work.interrupted ? error_set(error, "stopped before the first board") : error_memory(error));
}

static bool info_print(TextBuffer *out, const Driver *driver, const CommandWords *words, const char *reads,
                       const char *signature)
{
    char keeps[KEEPS_TEXT], part[PART_TEXT] = "";
    const Checkpoint *directory = &driver->run.directory;
    keeps_make(keeps, driver);
    if (directory->parts) snprintf(part, sizeof part, "%" PRIu64 "/%" PRIu64, directory->part, directory->parts);
    return run_info_text(out, "version", PASUR_VERSION) && run_info_text(out, "command", driver->run.identity) &&
           run_info_text(out, "rules", driver->setup.rules_text) && run_info_text(out, "reads", reads) &&
           run_info_text(out, "keeps", keeps) && run_info_text(out, "part", part) &&
           run_info_text(out, "signature", signature) &&
           run_info_list(out, "agents", words->text + words->args, words->length - words->args) &&
           run_info_list(out, "words", words->text, words->length) && run_info_seed(out, driver->common.seed);
}

/* Makes the run.json of the command that the driver is about to run. False with the reason if a file cannot be read, the
   user stops it, or memory runs out. */
static bool info_make(TextBuffer *out, Driver *driver, Error *error)
{
    char signature[SIGNATURE_TEXT], *reads = NULL;
    CommandWords words = {.text = NULL};
    const bool good = words_make(&words, driver, error) && (reads = reads_make(driver, error)) &&
                      signature_print(signature, driver, error) &&
                      (info_print(out, driver, &words, reads, signature) || error_memory(error));
    free(words.text);
    free(reads);
    return good;
}

/* ---- many ranks */

bool ranks_fit(const Command *command, Error *error)
{
    if (ranks_count() == 1 || (option_find(&command->spec, "run") && !command->nests)) return true;
    return error_set(error, "started as %d ranks; only commands with --run, such as sim, can be", ranks_count());
}

/* The same for options, and for whom they name. */
static bool ranks_fit_options(const Driver *driver, Error *error)
{
    if (driver->common.part)
        return error_set(error, "--part: the ranks of a run play all of it; start each part as its own process");
    if (driver->common.bot_log)
        return error_set(error, "--bot-log: the ranks of a run would write the same files; take one process");
    if (driver->setup.people)
        return error_set(error, "human: a person plays with one process, and this is one of many ranks");
    return true;
}

bool ranks_agree(bool good, Error *error)
{
    int number;
    const int first = ranks_count() == 1 ? -1 : ranks_first(good ? 0 : 1, &number);
    if (first < 0) return good;
    ranks_broadcast(first, error, sizeof *error);
    if (first) error_under(error, "rank %d", first);
    return false;
}

/* The others play what rank 0 plays. */
static bool same_run(const Driver *driver, Error *error)
{
    TextBuffer first = {0};
    if (!ranks_own()) first = driver->run.info;
    ranks_broadcast_text(&first);
    if (!ranks_own()) return true;
    const bool same = run_info_same(&first, &driver->run.info, false, error) ||
                      error_under(error, "it does not play what rank 0 plays");
    text_buffer_free(&first);
    return same;
}

bool ranks_join(Driver *driver, bool good, Error *error)
{
    if (ranks_count() == 1) return good;
    if (!ranks_agree(good, error) || !ranks_agree(same_run(driver, error), error)) return false;
    if (!driver->run.checkpoint) driver->run.checkpoint = &driver->run.directory;
    return true;
}

/* ---- --part */

/* A number of the environment of Slurm. */
static bool slurm_number(uint64_t *out, const char *name, Error *error)
{
    const char *text = getenv(name);
    return (text && number_u64(out, text) == NUMBER_OK) ||
           error_set(error, "--part slurm: %s is %s in the environment; give --part I/N", name,
                     text ? "no number" : "not set");
}

/* The task of an array of jobs of Slurm. Without a number of parts the array is the whole run, and its tasks must say
   so, as those of an array that repeats a few tasks do not. */
static bool part_of_slurm(Checkpoint *checkpoint, Error *error)
{
    uint64_t count, first, last;
    if (!slurm_number(&checkpoint->part, "SLURM_ARRAY_TASK_ID", error)) return false;
    if (!checkpoint->parts) {
        if (!slurm_number(&count, "SLURM_ARRAY_TASK_COUNT", error) ||
            !slurm_number(&first, "SLURM_ARRAY_TASK_MIN", error) || !slurm_number(&last, "SLURM_ARRAY_TASK_MAX", error))
            return false;
        if (first != 1 || last != count)
            return error_set(error,
                             "--part slurm: the array has %" PRIu64 " task%s, from %" PRIu64 " to %" PRIu64
                             ", not all from 1 on; give the number of all parts: --part slurm/N",
                             count, PLURAL(count), first, last);
        checkpoint->parts = count;
    }
    return (checkpoint->part && checkpoint->part <= checkpoint->parts) ||
           error_set(error, "--part: task %" PRIu64 " of Slurm's array is none of 1 to %" PRIu64, checkpoint->part,
                     checkpoint->parts);
}

static bool part_read(Checkpoint *checkpoint, const char *text, Error *error)
{
    char word[24];
    const size_t length = strcspn(text, "/");
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    const bool slurm = !strcmp(word, "slurm"), counted = text[length];
    checkpoint->parts = 0;
    if (counted ? number_u64(&checkpoint->parts, text + length + 1) == NUMBER_OK && checkpoint->parts : slurm) {
        if (slurm) return part_of_slurm(checkpoint, error);
        if (length < sizeof word && number_u64(&checkpoint->part, word) == NUMBER_OK && checkpoint->part &&
            checkpoint->part <= checkpoint->parts)
            return true;
    }
    return error_set(error, "--part: '%.60s': expected I/N with I from 1 to N, such as 2/4, or slurm/N, or slurm",
                     text);
}

/* ---- before a file is touched */

bool run_keep_prepare(Driver *driver, Error *error)
{
    const CommonOptions *common = &driver->common;
    if (driver->run.look.on) return true;
    if (ranks_count() > 1 && !ranks_fit_options(driver, error)) return false;
    if (!common->run && !ranks_own() && common->part) return error_set(error, "--part needs --run DIR");
    if (!common->run && ranks_count() == 1) return true;
    for (int i = 0; i < driver->files.count; i++)
        if (driver->files.list[i].use == FILE_READ && !strcmp(driver->files.list[i].name, "-"))
            return error_set(error, "%s: %s is standard input, which cannot be read again; give a file",
                             ranks_count() > 1 ? "many ranks" : "--run", driver->files.list[i].what);
    if (!common->run) return true;
    if (common->part && driver->setup.undivided) return error_set(error, "--part: %s", driver->setup.undivided);
    if (common->part && !part_read(&driver->run.directory, common->part, error)) return false;
    driver->files.run = common->run;
    if (common->dry_run) return true;
    driver->run.made = mkdir(common->run, 0777) == 0; /* other files may lie in it */
    return driver->run.made || errno == EEXIST || error_file(error, common->run, errno);
}

/* ---- opening */

/* Tells what of a log cannot be read. */
static void damage_report(const Driver *driver, const ChunkLog *log)
{
    const char *then = driver->run.look.on ? "" : ": what stood there is played again, once";
    if (log->damaged)
        driver_note(driver, "note: %" PRIu64 " bytes of %.200s are damaged and left out%s", log->damaged, log->name,
                    then);
    if (log->torn)
        driver_note(driver, "note: the last %" PRIu64 " bytes of %.200s were torn and left out%s", log->torn, log->name,
                    then);
}

/* Opens the checkpoint of the directories, and tells what of them cannot be read. */
static bool checkpoint_begin(Driver *driver, Error *error)
{
    Checkpoint *checkpoint = &driver->run.directory;
    checkpoint->reads = driver->run.look.on;
    checkpoint->watch = driver_watch;
    checkpoint->arg = driver;
    if (!checkpoint_open(checkpoint, error)) return false;
    driver->run.checkpoint = checkpoint;
    for (size_t i = 0; i < checkpoint->dir_count; i++)
        damage_report(driver, &checkpoint->dirs[i].log);
    return true;
}

/* Opens the directory of a run that is to be played. */
static bool keep_open(Driver *driver, Error *error)
{
    RunDir *dir = driver->run.directory.dirs = calloc(1, sizeof *dir);
    if (!dir) return error_memory(error);
    if (!run_dir_open(dir, driver->common.run, &driver->run.info, error)) return false;
    driver->run.directory.dir_count = 1;
    if (!checkpoint_begin(driver, error)) return false;
    if (dir->log.count) driver_note(driver, "note: continues with what is in %.200s", driver->common.run);
    return true;
}

/* ---- looking */

bool run_look_open(Driver *driver, const char *const names[], int count, Error *error)
{
    Checkpoint *checkpoint = &driver->run.directory;
    RunDir *dirs = checkpoint->dirs = calloc((size_t)count, sizeof *dirs);
    char version[SHORT_TEXT];
    if (!dirs) return error_memory(error);
    for (int i = 0; i < count; i++) {
        RunDir *dir = &dirs[i];
        if (!run_dir_open(dir, names[i], NULL, error)) return false;
        checkpoint->dir_count++;
        if (run_info_value(version, sizeof version, &dir->info, "version") && strcmp(version, PASUR_VERSION))
            return error_set(error, "%.200s: version is %.60s there and %s here", dir->name, version, PASUR_VERSION);
        if (!run_info_same(&dirs->info, &dir->info, false, error))
            return error_under(error, "%.200s and %.200s", dirs->name, dir->name);
    }
    return true;
}

/* The parts are each there once. */
static bool parts_complete(const Checkpoint *checkpoint, Error *error)
{
    const RunDir *first = checkpoint->dirs, *of[OPTIONS_MAX_ARGS + 1] = {NULL}; /* by part */
    for (const RunDir *dir = first; dir < first + checkpoint->dir_count; dir++) {
        if (!dir->parts && checkpoint->dir_count > 1)
            return error_set(error, "%.200s: it holds a whole run, not a part of one", dir->name);
        if (dir->parts != first->parts)
            return error_set(error, "%.200s: it is part %" PRIu64 "/%" PRIu64 ", and %.200s one of %" PRIu64, dir->name,
                             dir->part, dir->parts, first->name, first->parts);
        if (dir->part > OPTIONS_MAX_ARGS) continue; /* this many are not named: one is missing */
        if (of[dir->part])
            return error_set(error, "%.200s and %.200s are both part %" PRIu64 "/%" PRIu64, of[dir->part]->name,
                             dir->name, dir->part, dir->parts);
        of[dir->part] = dir;
    }
    for (uint64_t k = 1; k <= first->parts; k++)
        if (k > OPTIONS_MAX_ARGS || !of[k])
            return error_set(error, "part %" PRIu64 "/%" PRIu64 " is missing", k, first->parts);
    return true;
}

/* The directory has what the files that are asked for need: a part no figures, another one what its command kept. */
static bool files_kept(const Driver *driver, const RunDir *dir, Error *error)
{
    char keeps[KEEPS_TEXT] = "";
    Error unused;
    run_info_value(keeps, sizeof keeps, &dir->info, "keeps");
    for (int i = 0; i < driver->files.count; i++) {
        const CommandFile *file = &driver->files.list[i];
        if (!file->option || file->use == FILE_READ) continue;
        if (run_keep_part(driver))
            return error_set(error, "%.200s: a part has no figures of its own; 'pasur merge' puts the parts together",
                             dir->name);
        if (file->use == FILE_STREAM && choice_read(keeps, file->option->name, &unused) < 0)
            return error_set(error, "--%s: %.200s keeps only sums: its command has no --%s", file->option->name,
                             dir->name, file->option->name);
    }
    return true;
}

/* Says what the one directory that is looked at is, unless that is to be quiet. */
static void look_tell(const Driver *driver)
{
    const RunLook *look = &driver->run.look;
    const RunDir *dir = driver->run.directory.dirs;
    char shown[ERROR_TEXT], command[IDENTITY_SHOWN], part[PART_TEXT + 8] = "";
    if (!look->on || look->merges || driver->common.quiet || !driver->out) return;
    if (dir->parts) snprintf(part, sizeof part, ", part %" PRIu64 "/%" PRIu64, dir->part, dir->parts);
    fprintf(driver->out, "%s: %s%s\n%zu chunk%s, %.1f KB%s\n", text_one_line(shown, sizeof shown, dir->name),
            text_one_line(command, sizeof command, driver->run.identity), part, dir->log.count, PLURAL(dir->log.count),
            (double)dir->log.end / 1000, dir->written ? "; a program goes on there" : "");
}

static bool look_begin(Driver *driver, Error *error)
{
    Checkpoint *checkpoint = &driver->run.directory;
    const bool merges = driver->run.look.merges;
    if (!merges) checkpoint->part = checkpoint->dirs->part, checkpoint->parts = checkpoint->dirs->parts;
    if (!files_kept(driver, checkpoint->dirs, error) || (merges && !parts_complete(checkpoint, error)) ||
        !checkpoint_begin(driver, error))
        return false;
    look_tell(driver);
    return true;
}

bool run_keep_open(Driver *driver, Error *error)
{
    const bool looks = driver->run.look.on;
    if (!looks && !driver->common.run && ranks_count() == 1) return true;
    if (!identity_make(driver, error)) return false;
    if (looks) return look_begin(driver, error);
    return info_make(&driver->run.info, driver, error) && (!driver->common.run || keep_open(driver, error));
}

/* ---- after the work */

static void part_print(Driver *driver, const Checkpoint *checkpoint)
{
    driver->work.done = checkpoint->found + checkpoint->added;
    driver->work.total = checkpoint->part_jobs;
    if (!driver->out) return;
    char shown[ERROR_TEXT];
    fprintf(driver->out, "part %" PRIu64 " of %" PRIu64 ": %.1f %% is in %s\n", checkpoint->part, checkpoint->parts,
            driver->work.total ? 100 * (double)driver->work.done / (double)driver->work.total : 100.0,
            text_one_line(shown, sizeof shown, checkpoint->dirs[0].name));
}

/* Names the first directory of those that are merged in which results are missing. */
static void unfinished_error(const Checkpoint *checkpoint, Error *error)
{
    const RunDir *dir = checkpoint->dirs;
    while (dir->parts && dir->part != checkpoint->missing_part)
        dir++;
    if (dir->parts)
        error_set(error, "%.200s: part %" PRIu64 "/%" PRIu64 " is not finished; its command continues it", dir->name,
                  dir->part, dir->parts);
    else
        error_set(error, "%.200s: its run is not finished; its command continues it", dir->name);
}

/* Of a run that was stopped: how much is kept, in the numbers of the line PARTIAL where there is one. */
static void run_note(Driver *driver, const Checkpoint *checkpoint)
{
    char part[PART_TEXT] = "";
    if (driver->work.done)
        snprintf(part, sizeof part, ", %" PRIu64 " %s", driver->work.done, driver->work.unit);
    else if (!checkpoint->found && !checkpoint->added)
        return;
    driver_note(driver, "note: finished work is kept in %.200s%s; the same command continues", driver->common.run,
                part);
}

bool run_keep_close(Driver *driver, bool good, Error *error)
{
    Error later;
    Checkpoint *checkpoint = driver->run.checkpoint;
    if (!checkpoint) return good;
    driver->run.goes_on = checkpoint->found > 0;
    if (checkpoint_failed(checkpoint)) {
        *error = checkpoint->error;
        good = false;
    }
    if (driver->run.look.on) {
        driver->work.interrupted = interrupt_seen();
        driver->end.partial |= checkpoint->missing_part > 0;
        if (good && driver->run.look.merges && checkpoint->missing_part) {
            unfinished_error(checkpoint, error);
            driver->work.done = 0;
            good = false;
        }
    }
    if (run_keep_part(driver))
        part_print(driver, checkpoint);
    else if (!driver->run.look.on && driver->work.interrupted && good && driver->common.run)
        run_note(driver, checkpoint);
    const bool closed = driver->run.look.on || checkpoint_close(checkpoint, good ? error : &later);
    driver->run.checkpoint = NULL;
    return closed && good;
}
