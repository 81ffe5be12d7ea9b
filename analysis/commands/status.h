/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exit statuses of every command; 0: done, a test: the high hypothesis holds. */
#pragma once

#include "engine/text/error.h"

enum {
    STATUS_NO = 1,           /* the answer is no; a test: the low hypothesis */
    STATUS_WRONG_USE = 2,    /* or bad input */
    STATUS_UNDECIDED = 3,    /* a test */
    STATUS_VOID = 4,         /* more void boards than allowed */
    STATUS_FAILED = 5,       /* the system */
    STATUS_INTERRUPTED = 130 /* by the user; what was finished is kept */
};

/* The exit status that an error asks for. */
static inline int error_status(const Error *error) { return error->system ? STATUS_FAILED : STATUS_WRONG_USE; }
