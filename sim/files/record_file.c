/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads records from a file, line by line, and gathers their packs. */
#include "sim/files/record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/text_lines.h"
#include "sim/files/packer.h"
#include "sim/files/text_buffer.h"

enum { NAME_SHOWN = 512 };

bool record_blame(Error *error, const char *name, const Record *record)
{
    return error_under(error, "%.512s:%d", name, error->line ? error->line : record->first_line);
}

static bool records_take(TextLines *lines, const char *name, Record *record, RecordTake *take, void *context,
                         Error *error)
{
    RecordReader reader = {0};
    bool found = false;
    while (!lines->ended) {
        if (!text_lines_next(lines, error) && !lines->ended) return text_lines_blame(lines, name, error);
        switch (record_feed(&reader, record, lines->ended ? NULL : lines->line, error)) {
        case READ_MORE: break;
        case READ_ERROR: return error_under(error, "%s:%d", name, error->line);
        case READ_RECORD:
            found = true;
            record->cut = lines->ended && lines->cut;
            if (take(context, record, error)) break;
            return error->system ? false : record_blame(error, name, record);
        }
    }
    return found || error_set(error, "%s: it holds no record", name);
}

bool record_stream_read(FILE *file, const char *name, RecordTake *take, void *context, Error *error)
{
    TextLines lines = {.file = file};
    Record *record = malloc(sizeof *record);
    const bool good = record ? records_take(&lines, name, record, take, context, error) : error_memory(error);
    free(record);
    text_lines_free(&lines);
    return good;
}

bool record_file_read(const char *name, RecordTake *take, void *context, Error *error)
{
    const bool is_stdin = strcmp(name, "-") == 0;
    char shown[NAME_SHOWN];
    FILE *file = is_stdin ? stdin : text_file_open(name, error);
    text_one_line(shown, sizeof shown, is_stdin ? "standard input" : name);
    if (!file) return error->system &= errno == ENOMEM, false;
    const bool good = record_stream_read(file, shown, take, context, error);
    if (!is_stdin) fclose(file);
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
        return error_set(error, "a record for %d players, but %d play", record->rules.players, rules->players);
    const char *why;
    if (!record_dealt(record, error)) return false;
    if (!first_pool_allowed(pack_pool(&record->pack, rules), rules, &why))
        return error_set(error, "%s; --rules can", why);
    if (!*packs->note && !rules_equal(&record->rules, rules)) {
        char text[RULES_TEXT];
        rules_print(text, &record->rules);
        snprintf(packs->note, sizeof packs->note, "note: %.128s:%d: dealt by other rules (%s); only its cards are used",
                 reader->name, record->first_line, text);
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
