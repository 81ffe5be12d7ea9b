/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command does for agents that are programs. */
#include "agents/bots/bots.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "analysis/report/version.h"

void bots_take(Driver *driver, const Agent *agents, int count)
{
    const CommonOptions *common = &driver->common;
    const BotSettings settings = {.move_timeout = common->move_timeout > 0 ? common->move_timeout : BOT_TIMEOUT,
                                  .memory = common->bot_memory,
                                  .log_folder = common->bot_log,
                                  .version = PASUR_VERSION,
                                  .seed = common->seed,
                                  .stopped = interrupt_seen};
    for (int i = 0; i < count; i++) {
        struct Bots *bots = bots_of(&agents[i]);
        if (!bots) continue;
        bots->settings = settings;
        bots->number = (uint64_t)++driver->bots;
    }
}

bool bots_prepare(const Driver *driver, Error *error)
{
    const char *folder = driver->common.bot_log;
    if (!folder || !driver->bots) return true;
    struct stat status;
    if (mkdir(folder, 0777) == 0) return true;
    if (errno != EEXIST || stat(folder, &status)) return error_file(error, folder, errno);
    if (!S_ISDIR(status.st_mode)) return error_file(error, folder, ENOTDIR);
    return access(folder, W_OK | X_OK) == 0 || error_file(error, folder, errno);
}
