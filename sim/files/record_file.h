/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records one by one from a file; lines may end in CR LF. */
#ifndef PASUR_SIM_FILES_RECORD_FILE_H
#define PASUR_SIM_FILES_RECORD_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/notation.h"
#include "engine/text/error.h"

typedef struct {
    FILE *file;
    const char *name; /* as the user gave it */
    char *line;
    size_t line_room;
    bool ended; /* the end of the file is reached */
    bool found; /* a record has been read */
    RecordReader reader;
} RecordFile;

typedef enum {
    RECORD_NEXT,
    RECORD_END,
    RECORD_BAD, /* the file is not made of records, or cannot be read: error->system */
} RecordFileStatus;

/* Opens a file; "-" is stdin. `name` must outlive *file. False with the reason. */
bool record_file_open(RecordFile *file, const char *name, Error *error);
/* The next record. A file without any record is bad. RECORD_BAD comes with the reason, "FILE:LINE: reason". */
RecordFileStatus record_file_next(RecordFile *file, Record *record, Error *error);
void record_file_close(RecordFile *file);

#endif
