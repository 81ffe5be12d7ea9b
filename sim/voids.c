/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts void boards and says how they came about. */
#include "sim/voids.h"

#include <stdio.h>
#include <string.h>

#include "engine/notation.h"
#include "sim/schedule.h"

bool void_by_stop(const VoidBoard *board) { return board->why == AGENT_STOPPED; }

/* Adds boards of one kind; the kinds stay in the order of their first boards. */
static void kind_add(Voids *voids, const VoidKind *kind)
{
    int64_t at = 0;
    VoidKind whole = *kind;
    while (at < voids->count && (voids->kinds[at].first.agent != kind->first.agent ||
                                 strcmp(voids->kinds[at].first.why, kind->first.why) != 0))
        at++;
    if (at == VOID_KINDS) return;
    if (at == voids->count) voids->kinds[voids->count++] = (VoidKind){0, kind->first};
    whole.boards += voids->kinds[at].boards;
    if (voids->kinds[at].first.board <= kind->first.board) whole.first = voids->kinds[at].first;
    for (; at && voids->kinds[at - 1].first.board > whole.first.board; at--)
        voids->kinds[at] = voids->kinds[at - 1];
    voids->kinds[at] = whole;
}

void voids_add(Voids *voids, const VoidBoard *board)
{
    if (void_by_stop(board)) return;
    voids->boards++;
    kind_add(voids, &(VoidKind){1, *board});
}

void voids_merge(Voids *into, const Voids *from)
{
    into->boards += from->boards;
    for (int64_t i = 0; i < from->count; i++)
        kind_add(into, &from->kinds[i]);
}

/* What the agent wanted to play: the card of its hand, and what it takes. */
static void wanted_print(char out[static PLAY_TEXT + 8], const VoidBoard *board)
{
    const CardSet play = board->play & PACK, card = play & board->hand;
    char text[PLAY_TEXT];
    if (card && !set_rest(card))
        play_print(text, set_first(card), play ^ card);
    else
        cards_print(text, play);
    snprintf(out, PLAY_TEXT + 8, "played %s", play ? text : "nothing");
}

char *void_print(char out[static VOID_TEXT], const VoidBoard *board)
{
    static const char *const OF[] = {[SHARE_SIM] = "",
                                     [SHARE_PILOT] = " of the pilot",
                                     [SHARE_SEARCH] = " of the search",
                                     [SHARE_POLISH] = " of the polish",
                                     [SHARE_TRIAL] = " of the trials",
                                     [SHARE_TEST] = " of the test",
                                     [SHARE_VALIDATION] = " of the validation"};
    char where[112], wanted[PLAY_TEXT + 8], hand[CARDS_TEXT], pool[CARDS_TEXT];
    const unsigned long long index = board_number(board->board);
    char round[32] = "";
    if (board->rounds) snprintf(round, sizeof round, ", round %d", (int)board->rounds - 1);
    if (board->seating == SEATING_POSITION)
        strcpy(where, "the position");
    else if (board->seating == SEATING_DEAL)
        snprintf(where, sizeof where, "deal %llu", index);
    else
        snprintf(where, sizeof where, "board %llu%s, seating %d%s", index, OF[board_share(board->board)],
                 (int)board->seating, round);
    if (!board->agent) return snprintf(out, VOID_TEXT, "%s: %s", where, board->why), out;
    wanted_print(wanted, board);
    cards_print(hand, board->hand);
    cards_print(pool, board->pool);
    snprintf(out, VOID_TEXT, "%s: agent %s at seat %d %s: %s; hand %s, pool %s", where, board->agent->name,
             (int)board->seat, wanted, board->why, hand, *pool ? pool : "-");
    return out;
}
