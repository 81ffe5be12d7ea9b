/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads records from a file, line by line, and gathers their packs. */
#include "sim/files/record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/files/text_buffer.h"
#include "sim/files/text_file.h"

enum { NAME_SHOWN = 128 };

typedef struct {
    FILE *file;
    char name[NAME_SHOWN]; /* as reasons show it */
    char *line;
    size_t line_room;
    bool ended; /* the end of the file */
    bool cut;   /* which ends within a line */
    RecordReader reader;
} RecordFile;

/* Reads the next line, without its end, unless the file has ended. */
static bool line_next(RecordFile *file, Error *error)
{
    errno = 0;
    ssize_t length = getline(&file->line, &file->line_room, file->file);
    if (length < 0 || ferror(file->file)) { /* a line that an error cuts off is none */
        file->ended = true;
        return (!ferror(file->file) && errno != ENOMEM) ||
               error_write(error, errno != EISDIR && errno != EBADMSG, "%s: %s", file->name, text_file_reason(errno));
    }
    if (memchr(file->line, 0, (size_t)length))
        return error_set(error, "%s:%d: a zero byte; records are text", file->name, file->reader.line + 1);
    file->cut = file->line[length - 1] != '\n';
    while (length > 0 && (file->line[length - 1] == '\n' || file->line[length - 1] == '\r'))
        file->line[--length] = 0;
    return true;
}

static bool records_take(RecordFile *file, Record *record, RecordTake *take, void *context, Error *error)
{
    bool found = false;
    while (!file->ended) {
        if (!line_next(file, error)) return false;
        int bad_line = file->reader.line + 1;
        switch (record_feed(&file->reader, record, file->ended ? NULL : file->line, &bad_line, error)) {
        case READ_MORE: break;
        case READ_ERROR: return error_under(error, "%s:%d", file->name, bad_line);
        case READ_RECORD:
            found = true;
            record->cut = file->ended && file->cut;
            if (take(context, record, error)) break;
            return error->system ? false : error_under(error, "%s:%d", file->name, record->first_line);
        }
    }
    return found || error_set(error, "%s: it holds no record", file->name);
}

bool record_file_read(const char *name, RecordTake *take, void *context, Error *error)
{
    const bool is_stdin = strcmp(name, "-") == 0;
    RecordFile file = {.file = is_stdin ? stdin : text_file_open(name, error)};
    text_one_line(file.name, sizeof file.name, is_stdin ? "standard input" : name);
    if (!file.file) return error->system &= errno == ENOMEM, false;
    Record *record = malloc(sizeof *record);
    const bool good = record ? records_take(&file, record, take, context, error) : error_memory(error);
    free(record);
    free(file.line);
    if (!is_stdin) fclose(file.file);
    return good;
}

typedef struct {
    Packs *packs;
    const char *name;
    const Rules *rules;
} PackReader;

static bool pack_take(void *context, const Record *record, Error *error)
{
    PackReader *reader = context;
    Packs *packs = reader->packs;
    const Rules *rules = reader->rules;
    if (record->rules.players != rules->players)
        return error_set(error, "a record for %d players, where %d play", record->rules.players, rules->players);
    const char *why;
    if (!first_pool_allowed(pack_pool(&record->pack, rules), rules, &why))
        return error_set(error, "%s; --rules can", why);
    if (!*packs->note && !rules_equal(&record->rules, rules)) {
        char text[RULES_TEXT];
        rules_print(text, &record->rules);
        snprintf(packs->note, sizeof packs->note,
                 "note: %.128s:%d: dealt by other rules (%s); only its cards are taken", reader->name,
                 record->first_line, text);
    }
    return list_add(&packs->packs, &packs->count, &record->pack, sizeof record->pack) || error_memory(error);
}

bool packs_read(Packs *packs, const char *name, const Rules *rules, Error *error)
{
    *packs = (Packs){0};
    if (record_file_read(name, pack_take, &(PackReader){packs, name, rules}, error)) return true;
    packs_free(packs);
    return false;
}

void packs_free(Packs *packs)
{
    free(packs->packs);
    *packs = (Packs){0};
}

bool position_of(Position *out, const Record *record, uint64_t number, Error *error)
{
    *out = (Position){.number = number, .line = record->first_line, .played = record->has_play, .rules = record->rules};
    return record_position(&out->round, record, error);
}
