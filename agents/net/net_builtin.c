/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unpacks the nets that are built in. */
#include "agents/net/net_builtin.h"

#include <stdlib.h>

#include "agents/net/net.h"

bool net_builtin(Net *net, const Rules *rules, Error *error)
{
    const struct {
        int players, teams;
        const uint64_t *words;
        size_t size;
    } nets[] = {
        {2, 0, NET_TWO, NET_TWO_SIZE},
        {3, 0, NET_THREE, NET_THREE_SIZE},
        {4, 1, NET_TEAMS, NET_TEAMS_SIZE},
        {4, 0, NET_TEAMS, NET_TEAMS_SIZE},
    };
    int found = 0;
    while (nets[found].players != rules->players || nets[found].teams != rules->teams)
        found++;
    const size_t size = nets[found].size;
    unsigned char *bytes = malloc(size);
    if (!bytes) return error_memory(error);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(nets[found].words[i / 8] >> 8 * (i % 8));
    const bool good = net_unpack(net, bytes, size, error);
    free(bytes);
    return good;
}
