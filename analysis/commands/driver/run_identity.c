/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes a run the same run: its command, what that reads and what is kept of it. */
#include "analysis/commands/driver/run_identity.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agents/bots/bots.h"
#include "agents/exploit/known.h"

#include "analysis/report/version.h"
#include "analysis/study/signature.h"
#include "engine/crc32c.h"

enum { WORDS_MOST = 2 * OPTIONS_MAX_ROWS + OPTIONS_MAX_ARGS + 1 };

/* ---- the command */

/* The words of the command, in an order that does not depend on the user's. */
typedef struct CommandWords {
    const char *words[WORDS_MOST];
    int count;
    char *numbers; /* text of those that are numbers, and names of options; owned */
    size_t used, room;
} CommandWords;

static void word_add(CommandWords *words, const char *format, const char *text)
{
    char *at = words->numbers + words->used;
    const int length = snprintf(at, words->room - words->used, format, text);
    words->used += (size_t)length + 1;
    words->words[words->count++] = at;
}

/* The value as it is to be given. */
static const char *value_text(char out[static 64], const Option *option, const void *value)
{
    switch (option->type) {
    case OPTION_TEXT: return *(const char *const *)value;
    case OPTION_COUNT: snprintf(out, 64, "%" PRIu64, *(const uint64_t *)value); break;
    case OPTION_NUMBER: return number_text(out, *(const double *)value);
    case OPTION_CHOICE: {
        const char *word = option->choices;
        for (int i = 0; i < *(const int *)value; i++)
            word += strcspn(word, " ") + 1;
        snprintf(out, 64, "%.*s", (int)strcspn(word, " "), word);
        break;
    }
    case OPTION_FLAG: break;
    }
    return out;
}

/* Does the option belong to what makes a run the same? */
static bool option_tells(const Option *option)
{
    return !option->aside && (option->file == FILE_NONE || option->file == FILE_READ);
}

bool run_identity_words(const Command *command, char *const words[], Error *error)
{
    bool good = option_find(&command->spec, "run") != NULL;
    for (words++; good && *words && strcmp(*words, "--") != 0; words++) {
        const Option *option = strncmp(*words, "--", 2) ? NULL : option_find(&command->spec, *words + 2);
        good = option && option_tells(option) && !strcmp(option->name, *words + 2) &&
               (option->type == OPTION_FLAG || *++words);
    }
    return good || error_set(error, "its words are no run as this program writes them");
}

static bool words_make(CommandWords *words, const Driver *driver, Error *error)
{
    const OptionsSpec *spec = &driver->command->spec;
    *words = (CommandWords){.room = 1 << 16};
    for (int i = 0; i < driver->parsed.arg_count; i++)
        words->room += strlen(driver->parsed.args[i]) + 1;
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        const void *value =
            (option->common ? (const char *)&driver->common : (const char *)driver->own) + option->offset;
        if (option->type == OPTION_TEXT && *(const char *const *)value)
            words->room += strlen(*(const char *const *)value) + 1;
    }
    words->numbers = malloc(words->room);
    if (!words->numbers) return error_memory(error);
    word_add(words, "%s", spec->command);
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        const bool sample = driver->command->sample && !strcmp(option->name, driver->command->sample);
        char text[64];
        const void *value =
            (option->common ? (const char *)&driver->common : (const char *)driver->own) + option->offset;
        const bool open = sample && (*(const uint64_t *)value >= BOARDS_NO_END || driver->common.matches);
        const bool always = !strcmp(option->name, "seed") || (sample && !open);
        if (!option_tells(option) || (!always && !driver_given(driver, option->name))) continue;
        word_add(words, "--%s", option->name);
        if (option->type != OPTION_FLAG) word_add(words, "%s", value_text(text, option, value));
    }
    if (driver->parsed.arg_count) words->words[words->count++] = "--";
    for (int i = 0; i < driver->parsed.arg_count; i++)
        words->words[words->count++] = driver->parsed.args[i];
    return true;
}

/* The command as one reads it: arguments first. */
static bool identity_make(Driver *driver, const CommandWords *words, Error *error)
{
    size_t length;
    FILE *out = open_memstream(&driver->identity, &length);
    if (!out) return error_memory(error);
    fprintf(out, "pasur %s", words->words[0]);
    for (int i = 0; i < driver->parsed.arg_count; i++)
        again_word(out, driver->parsed.args[i]);
    for (int i = 1; i < words->count && strcmp(words->words[i], "--"); i++)
        again_word(out, words->words[i]);
    return fclose(out) == 0 || error_memory(error);
}

/* ---- what it reads and keeps */

static bool checksum_add(char out[static READS_TEXT], const char *name, Error *error)
{
    unsigned char part[1 << 16];
    uint32_t crc = 0;
    const size_t used = strlen(out);
    FILE *file = fopen(name, "rb");
    if (!file) return error_file(error, name, errno);
    for (size_t length; (length = fread(part, 1, sizeof part, file)) > 0;)
        crc = crc32c(crc, part, length);
    const bool good = !ferror(file);
    fclose(file);
    const int length = snprintf(out + used, READS_TEXT - used, "%s%s %08" PRIx32, used ? ", " : "", name, crc);
    if (!good) return error_file(error, name, EIO);
    return used + (size_t)length < READS_TEXT ||
           error_set(error, "--run: the names of the files that are read are too long");
}

/* A program as an agent: itself, and the words behind it that name files. */
static bool bot_add(char out[static READS_TEXT], const BotCommand *command, Error *error)
{
    struct stat what;
    if (!command->path) return true; /* it is only looked at */
    if (!checksum_add(out, command->path, error)) return false;
    for (int i = 1; command->words[i]; i++)
        if (stat(command->words[i], &what) == 0 && S_ISREG(what.st_mode) &&
            !checksum_add(out, command->words[i], error))
            return false;
    return true;
}

/* What the agent reads, and whom it knows. */
static bool agent_add(char out[static READS_TEXT], const Agent *agent, Error *error)
{
    for (int k = 0; k < agent->kind->param_count; k++)
        if (agent->kind->params[k].type == PARAM_FILE && agent->texts[k] && !checksum_add(out, agent->texts[k], error))
            return false;
    const Agent *known = known_of(agent);
    const struct Bots *bots = bots_of(agent);
    if (known && !agent_add(out, known, error)) return false;
    return !bots || bot_add(out, &bots->command, error);
}

bool run_identity_reads(char out[static READS_TEXT], const Driver *driver, Error *error)
{
    *out = 0;
    for (int i = 0; i < driver->files.count; i++) {
        const CommandFile *file = &driver->files.list[i];
        if (file->use == FILE_READ && file->option && !checksum_add(out, file->name, error)) return false;
    }
    for (int list = 0; list < driver->files.player_lists; list++)
        for (int i = 0; i < driver->files.players[list].count; i++)
            if (!agent_add(out, &driver->files.players[list].agents[i], error)) return false;
    return true;
}

/* The options whose files need more than sums. */
static void keeps_make(char out[static 128], const Driver *driver)
{
    *out = 0;
    for (int i = 0; i < driver->files.count; i++) {
        const CommandFile *file = &driver->files.list[i];
        const size_t used = strlen(out);
        if (file->use == FILE_STREAM && file->option)
            snprintf(out + used, 128 - used, "%s%s", used ? " " : "", file->option->name);
    }
}

/* ---- all of it */

/* The parts of the signature by which this run may differ. */
static unsigned signature_parts(const Driver *driver)
{
    unsigned parts = driver->command->tunes ? SIGNATURE_TUNINGS : 0;
    for (int list = 0; list < driver->files.player_lists; list++)
        for (int i = 0; i < driver->files.players[list].count; i++) {
            const Agent *agent = &driver->files.players[list].agents[i];
            const AgentKind *kind = agent->kind;
            /* who sees all cards searches at tables of three and four, who knows another values rounds as searches do */
            if (kind->search || (kind->traits & TRAIT_CHEATS) || known_of(agent)) parts |= SIGNATURE_SEARCHES;
        }
    return parts;
}

bool run_identity_make(RunIdentity *out, Driver *driver, Error *error)
{
    uint64_t number;
    *out = (RunIdentity){.command = malloc(sizeof *out->command)};
    if (!out->command) return error_memory(error);
    if (!words_make(out->command, driver, error) || !identity_make(driver, out->command, error) ||
        !run_identity_reads(out->reads, driver, error))
        return false;
    keeps_make(out->keeps, driver);
    if (driver->kept.parts)
        snprintf(out->part, sizeof out->part, "%" PRIu64 "/%" PRIu64, driver->kept.part, driver->kept.parts);
    if (!signature_take(&number, signature_parts(driver), driver->threads)) {
        driver->interrupted = interrupt_seen();
        return driver->interrupted ? error_set(error, "stopped before the first board") : error_memory(error);
    }
    snprintf(out->signature, sizeof out->signature, "%016" PRIx64, number);
    out->info = (RunInfo){.version = PASUR_VERSION,
                          .signature = out->signature,
                          .command = driver->identity,
                          .rules = driver->rules_text,
                          .agents = driver->parsed.args,
                          .agent_count = driver->parsed.arg_count,
                          .seed = driver->common.seed,
                          .words = out->command->words,
                          .word_count = out->command->count,
                          .reads = out->reads,
                          .keeps = out->keeps,
                          .part = out->part};
    return true;
}

void run_identity_free(RunIdentity *identity)
{
    if (identity->command) free(identity->command->numbers);
    free(identity->command);
}
