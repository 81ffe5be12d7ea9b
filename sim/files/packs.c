/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The packs of a file of records. */
#include "sim/files/packs.h"

#include <stdio.h>
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

typedef struct {
    Packs *packs;
    uint64_t room;
    const char *name;
    const Rules *rules;
} PackReader;

/* Adds the record's pack. */
static bool record_take(void *context, const Record *record, Error *error)
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
    return pack_add(packs, &reader->room, &record->pack) || error_memory(error);
}

bool packs_read(Packs *packs, const char *name, const Rules *rules, Error *error)
{
    PackReader reader = {.packs = packs, .name = name, .rules = rules};
    *packs = (Packs){0};
    if (record_file_read(name, record_take, &reader, error)) return true;
    packs_free(packs);
    return false;
}

void packs_free(Packs *packs)
{
    free(packs->packs);
    *packs = (Packs){0};
}
