/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts sums and void boards into a run's log and gets them back. */
#include "sim/results/result_fields.h"

#include <string.h>

bool put_moments(TextBuffer *out, const Moments *moments)
{
    return put_int(out, moments->n) && put_wide(out, moments->sum) && put_wide(out, moments->sum_sq);
}

/* What is far beyond any run would overflow where it is added up. */
#define SUM_MOST ((int64_t)1 << 56)
#define WIDE_MOST ((__int128)1 << 118)

int64_t get_sum(FieldReader *in)
{
    const int64_t sum = get_int(in);
    if (sum > SUM_MOST || sum < -SUM_MOST) reader_fail(in);
    return in->failed ? 0 : sum;
}

static __int128 get_wide_sum(FieldReader *in)
{
    const __int128 sum = get_wide(in);
    if (sum > WIDE_MOST || sum < -WIDE_MOST) reader_fail(in);
    return in->failed ? 0 : sum;
}

void get_moments(FieldReader *in, Moments *moments)
{
    Moments more = {.n = get_sum(in)};
    more.sum = get_wide_sum(in);
    more.sum_sq = get_wide_sum(in);
    moments_merge(moments, &more);
}

/* ---- void boards */

/* Number of the agent among those known, from 1 on; 0: none. */
static size_t agent_number(const KnownAgents *agents, const Agent *agent)
{
    for (size_t i = 0; agent && i < agents->counts[0] + agents->counts[1]; i++) {
        const size_t behind = i < agents->counts[0] ? 0 : agents->counts[0];
        if (&agents->agents[behind > 0][i - behind] == agent) return i + 1;
    }
    return 0;
}

static const Agent *agent_numbered(FieldReader *in, const KnownAgents *agents)
{
    const uint64_t number = get_uint(in);
    if (number > agents->counts[0] + agents->counts[1]) reader_fail(in);
    if (in->failed || !number) return NULL;
    return number <= agents->counts[0] ? &agents->agents[0][number - 1]
                                       : &agents->agents[1][number - 1 - agents->counts[0]];
}

bool put_void(TextBuffer *out, const VoidBoard *board, const KnownAgents *agents)
{
    return put_uint(out, agent_number(agents, board->agent)) && put_bytes(out, board->why, strlen(board->why)) &&
           put_uint(out, board->board) && put_uint(out, board->hand) && put_uint(out, board->pool) &&
           put_uint(out, board->play) && put_int(out, board->seating) && put_int(out, board->seat) &&
           put_int(out, board->rounds);
}

static int64_t get_between(FieldReader *in, int64_t least, int64_t most)
{
    const int64_t value = get_int(in);
    if (value < least || value > most) reader_fail(in);
    return in->failed ? 0 : value;
}

void get_void(FieldReader *in, VoidBoard *board, const KnownAgents *agents)
{
    size_t length;
    *board = (VoidBoard){.agent = agent_numbered(in, agents), .why = ""};
    const char *why = get_bytes(in, &length);
    if (why && !(board->why = pool_text(in->pool, why, length))) board->why = "", reader_fail(in);
    board->board = get_uint(in);
    board->hand = get_uint(in);
    board->pool = get_uint(in);
    board->play = get_uint(in);
    board->seating = (int32_t)get_between(in, SEATING_POSITION, INT32_MAX);
    board->seat = (int32_t)get_between(in, 0, MAX_SEATS - 1);
    board->rounds = get_between(in, 0, INT32_MAX);
    if (board_share(board->board) > SHARE_VALIDATION || (board->hand | board->pool) & ~PACK) reader_fail(in);
}

bool put_voids(TextBuffer *out, const Voids *voids, const KnownAgents *agents)
{
    bool good = put_int(out, voids->boards) && put_int(out, voids->count);
    for (int64_t i = 0; good && i < voids->count; i++)
        good = put_int(out, voids->kinds[i].boards) && put_void(out, &voids->kinds[i].first, agents);
    return good;
}

void get_voids(FieldReader *in, Voids *voids, const KnownAgents *agents)
{
    Voids more = {.boards = get_sum(in)};
    const int64_t count = get_sum(in);
    int64_t left = more.boards; /* what further kinds may have: two of one kind add up, too */
    if (left < 0 || count < 0 || count > VOID_KINDS) reader_fail(in);
    for (; !in->failed && more.count < count; more.count++) {
        VoidKind *kind = &more.kinds[more.count];
        kind->boards = get_sum(in);
        if (kind->boards < 1 || kind->boards > left) reader_fail(in);
        left -= kind->boards;
        get_void(in, &kind->first, agents);
    }
    if (!in->failed) voids_merge(voids, &more);
}

/* ---- tallies */

enum { TALLY_MOMENTS = 5 + MAX_SEATS };

static void moments_of(Moments *out[static TALLY_MOMENTS], AgentTally *agent)
{
    Moments *const some[] = {&agent->points, &agent->diff, &agent->wins, &agent->points_rounds, &agent->diff_rounds};
    memcpy(out, some, sizeof some);
    for (int i = 0; i < MAX_SEATS; i++)
        out[5 + i] = &agent->by_place[i];
}

enum { RUN_MOMENTS = 3 + MAX_SEATS };

static void run_moments(Moments *out[static RUN_MOMENTS], Tally *tally)
{
    Moments *const some[] = {&tally->chances, &tally->rounds, &tally->lengths};
    memcpy(out, some, sizeof some);
    for (int i = 0; i < MAX_SEATS; i++)
        out[3 + i] = &tally->by_seat[i];
}

bool put_tally(TextBuffer *out, const Tally *tally, int count, const KnownAgents *agents)
{
    Tally copy = *tally;
    Moments *moments[RUN_MOMENTS], *own[TALLY_MOMENTS];
    bool good = put_int(out, tally->boards) && put_voids(out, &tally->voids, agents);
    run_moments(moments, &copy);
    for (int i = 0; good && i < RUN_MOMENTS; i++)
        good = put_moments(out, moments[i]);
    for (int i = 0; good && i < RESULT_KINDS; i++)
        good = put_int(out, tally->results[i]);
    for (int agent = 0; good && agent < count; agent++) {
        moments_of(own, &copy.agents[agent]);
        for (int i = 0; good && i < TALLY_MOMENTS; i++)
            good = put_moments(out, own[i]);
        for (int i = 0; good && i < TALLY_COUNTS; i++)
            good = put_int(out, tally->agents[agent].counts.counts[i]);
    }
    return good;
}

void get_tally(FieldReader *in, Tally *tally, int count, const KnownAgents *agents)
{
    Moments *moments[RUN_MOMENTS], *own[TALLY_MOMENTS];
    tally->boards += get_sum(in);
    get_voids(in, &tally->voids, agents);
    run_moments(moments, tally);
    for (int i = 0; i < RUN_MOMENTS; i++)
        get_moments(in, moments[i]);
    for (int i = 0; i < RESULT_KINDS; i++)
        tally->results[i] += get_sum(in);
    for (int agent = 0; agent < count; agent++) {
        moments_of(own, &tally->agents[agent]);
        for (int i = 0; i < TALLY_MOMENTS; i++)
            get_moments(in, own[i]);
        for (int i = 0; i < TALLY_COUNTS; i++)
            tally->agents[agent].counts.counts[i] += get_sum(in);
    }
}
