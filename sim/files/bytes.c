/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes that are whole. */
#include "sim/files/bytes.h"

#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

bool bytes_write(int file, uint64_t offset, const void *bytes, size_t length)
{
    for (const char *at = bytes; length > 0;) {
        const ssize_t done = pwrite(file, at, length, (off_t)offset);
        if (done < 0 && errno == EINTR) continue;
        if (done == 0) errno = ENOSPC;
        if (done <= 0) return false;
        at += done;
        offset += (uint64_t)done;
        length -= (size_t)done;
    }
    return true;
}

bool bytes_read(int file, uint64_t offset, void *out, size_t length)
{
    for (char *at = out; length > 0;) {
        const ssize_t done = pread(file, at, length, (off_t)offset);
        if (done < 0 && errno == EINTR) continue;
        if (done == 0) errno = EIO; /* it has become shorter */
        if (done <= 0) return false;
        at += done;
        offset += (uint64_t)done;
        length -= (size_t)done;
    }
    return true;
}
