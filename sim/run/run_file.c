/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of a run directory, which somebody else may have made. */
#include "sim/run/run_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int run_file_open(const char *path, int flags, Error *error)
{
    struct stat what;
    /* a pipe would let whoever opens it wait */
    const int file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    if (file < 0) return error_file(error, path, errno), -1;
    bool good = fstat(file, &what) == 0 || error_file(error, path, errno);
    if (good && !S_ISREG(what.st_mode)) good = error_set(error, "%.200s: it is no file", path);
    if (good && (flags & O_ACCMODE) != O_RDONLY && what.st_nlink > 1)
        good = error_system(error, "%.200s: it has another name elsewhere, under which it would change too", path);
    if (good) return file;
    close(file);
    return errno = EINVAL, -1;
}
