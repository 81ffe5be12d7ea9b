/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nets that are built in: files in data/, which the assembler puts into this object byte by byte. */
#include "agents/net/net.h"

/* The bytes of data/FILE from `name` on, up to `name`_end. */
#if defined __APPLE__
#define SECTION ".const\n"
#define SYMBOL "_"
#define HIDDEN ".private_extern "
#define BACK ".text\n"
#else
#define SECTION ".pushsection .rodata\n"
#define SYMBOL ""
#define HIDDEN ".hidden "
#define BACK ".popsection\n"
#endif
#define LABEL(name) ".globl " SYMBOL #name "\n" HIDDEN SYMBOL #name "\n" SYMBOL #name ":\n"
#define DATA_FILE(name, file)                                                                                          \
    __asm__(SECTION LABEL(name) ".incbin \"data/" file "\"\n" LABEL(name##_end) BACK);                                 \
    extern __attribute__((visibility("hidden"))) const unsigned char name[], name##_end[];

DATA_FILE(net_two, "two.net")
DATA_FILE(net_three, "three.net")
DATA_FILE(net_teams, "teams.net")

bool net_builtin(Net *net, const Rules *rules, Error *error)
{
    const unsigned char *from = rules->players == 2 ? net_two : rules->players == 3 ? net_three : net_teams;
    const unsigned char *end = rules->players == 2 ? net_two_end : rules->players == 3 ? net_three_end : net_teams_end;
    return net_unpack(net, from, (size_t)(end - from), error);
}
