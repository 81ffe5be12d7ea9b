/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records from a file; lines may end in CR LF. */
#pragma once

#include <stdbool.h>

#include "engine/notation.h"
#include "engine/text/error.h"

/* Takes one record, which is gone afterwards. False: reading ends here, for a reason that it gives. */
typedef bool RecordTake(void *context, const Record *record, Error *error);

/* Hands over the records of a file one by one; "-" is stdin. False, with "FILE: reason" or "FILE:LINE: reason", if the
   file cannot be read, is not made of records, holds none, or take said so. */
bool record_file_read(const char *name, RecordTake *take, void *context, Error *error);
