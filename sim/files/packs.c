/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The packs of a file of records. */
#include "sim/files/packs.h"

#include <stdlib.h>

#include "sim/files/record_file.h"

static bool pack_add(Packs *packs, uint64_t *room, const Pack *pack)
{
    if (packs->count == *room) {
        uint64_t more = *room ? 2 * *room : 64;
        Pack *grown = realloc(packs->packs, more * sizeof *grown);
        if (!grown) return false;
        packs->packs = grown;
        *room = more;
    }
    packs->packs[packs->count++] = *pack;
    return true;
}

/* Adds the record's pack. */
static bool record_add(Packs *packs, uint64_t *room, const char *name, const Record *record, const Rules *rules,
                       Error *error)
{
    if (record->rules.players != rules->players)
        return error_set(error, "%s:%d: a record for %d players, where %d play", name, record->first_line,
                         record->rules.players, rules->players);
    const char *why;
    if (!first_pool_allowed(pack_pool(&record->pack, rules), rules, &why))
        return error_set(error, "%s:%d: %s; --rules can", name, record->first_line, why);
    if (!*packs->note && !rules_equal(&record->rules, rules)) {
        char text[RULES_TEXT];
        rules_print(text, &record->rules);
        snprintf(packs->note, sizeof packs->note,
                 "note: %.128s:%d: dealt by other rules (%s); only its cards are taken", name, record->first_line,
                 text);
    }
    if (!pack_add(packs, room, &record->pack)) return error_memory(error);
    return true;
}

bool packs_read(Packs *packs, const char *name, const Rules *rules, Error *error)
{
    RecordFile file;
    RecordFileStatus status = RECORD_NEXT;
    uint64_t room = 0;
    *packs = (Packs){0};
    if (!record_file_open(&file, name, error)) return false;
    Record *record = malloc(sizeof *record);
    bool good = record || error_memory(error);
    while (good && status == RECORD_NEXT) {
        status = record_file_next(&file, record, error);
        good = status != RECORD_BAD && (status == RECORD_END || record_add(packs, &room, name, record, rules, error));
    }
    free(record);
    record_file_close(&file);
    if (!good) packs_free(packs);
    return good;
}

void packs_free(Packs *packs)
{
    free(packs->packs);
    *packs = (Packs){0};
}
