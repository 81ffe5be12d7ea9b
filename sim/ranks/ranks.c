/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages between ranks, by MPI where it is built in. */
#include "sim/ranks/ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int own, count = 1;

int ranks_count(void) { return count; }
int ranks_own(void) { return own; }
void ranks_broadcast(TextBuffer *bytes) { ranks_broadcast_from(0, bytes); }

void ranks_wait(void)
{
    const struct timespec moment = {0, 200000};
    nanosleep(&moment, NULL);
}

#ifdef WITH_MPI
#include <mpi.h>

enum { PIECE = 1 << 28, FAILED = 5 /* the exit status */ };
/* By these a process knows that it was not started alone: mpirun of Open MPI, srun --mpi=pmix and pmi2. */
static const char *const STARTED[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};

static MPI_Request sending = MPI_REQUEST_NULL;
static TextBuffer sent_bytes; /* what is under way */

const char *ranks_build(void) { return "with MPI"; }

bool ranks_begin(Error *error)
{
    int threads;
    bool started = false;
    for (size_t i = 0; i < sizeof STARTED / sizeof *STARTED; i++)
        started |= getenv(STARTED[i]) != NULL;
    if (!started) return true;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &threads) != MPI_SUCCESS)
        return error_set(error, "MPI cannot be started");
    for (size_t i = 0; i < sizeof STARTED / sizeof *STARTED; i++)
        unsetenv(STARTED[i]); /* a program that this one starts is no rank */
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    return threads >= MPI_THREAD_FUNNELED || error_set(error, "this MPI does not go with threads");
}

void ranks_end(void)
{
    int begun = 0;
    MPI_Initialized(&begun);
    if (begun) MPI_Finalize();
    text_buffer_free(&sent_bytes);
}

static void wait_for(MPI_Request *request)
{
    for (int done = 0; MPI_Test(request, &done, MPI_STATUS_IGNORE), !done;)
        ranks_wait();
}

void ranks_broadcast_from(int from, TextBuffer *bytes)
{
    MPI_Request request;
    uint64_t length = bytes->length;
    MPI_Ibcast(&length, 1, MPI_UINT64_T, from, MPI_COMM_WORLD, &request);
    wait_for(&request);
    char *at = bytes->data;
    if (own != from) {
        if (!text_buffer_reserve(bytes, length + 1)) ranks_abort("out of memory");
        at = bytes->data + bytes->length;
        bytes->length += length;
    }
    for (uint64_t sent = 0; sent < length; sent += PIECE) {
        const uint64_t left = length - sent;
        MPI_Ibcast(at + sent, (int)(left < PIECE ? left : PIECE), MPI_BYTE, from, MPI_COMM_WORLD, &request);
        wait_for(&request);
    }
}

int ranks_first(int number, int *its)
{
    MPI_Request request;
    int pair[2] = {number ? own : count, number}, least[2];
    MPI_Iallreduce(pair, least, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD, &request);
    wait_for(&request);
    *its = least[1];
    return least[0] < count ? least[0] : -1;
}

void ranks_send_numbers(int to, int tag, const uint64_t numbers[static RANK_NUMBERS])
{
    MPI_Send(numbers, RANK_NUMBERS * sizeof *numbers, MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

bool ranks_send_results(int tag, TextBuffer *bytes)
{
    int done = 1;
    if (sending != MPI_REQUEST_NULL) MPI_Test(&sending, &done, MPI_STATUS_IGNORE);
    if (!done) return false;
    const TextBuffer old = sent_bytes;
    sent_bytes = *bytes;
    *bytes = old;
    bytes->length = 0;
    if (sent_bytes.length > INT32_MAX) ranks_abort("a message is too long");
    MPI_Isend(sent_bytes.data, (int)sent_bytes.length, MPI_BYTE, 0, tag, MPI_COMM_WORLD, &sending);
    return true;
}

bool ranks_poll(int *from, int *tag, TextBuffer *bytes)
{
    int there = 0, length = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there) return false;
    MPI_Get_count(&status, MPI_BYTE, &length);
    bytes->length = 0;
    if (!text_buffer_reserve(bytes, (size_t)length + 1)) ranks_abort("out of memory");
    MPI_Recv(bytes->data, length, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    bytes->length = (size_t)length;
    *from = status.MPI_SOURCE;
    *tag = status.MPI_TAG;
    return true;
}

_Noreturn void ranks_abort(const char *why)
{
    fprintf(stderr, "pasur: rank %d: %s\n", own, why);
    MPI_Abort(MPI_COMM_WORLD, FAILED);
    exit(FAILED);
}

#else

const char *ranks_build(void) { return "without MPI: make MPI=1 with libopenmpi-dev"; }

bool ranks_begin(Error *error)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    if (!size || !strcmp(size, "1")) return true;
    return error_set(error, "started %.20s times by mpirun, and this build has no MPI: make MPI=1", size);
}

void ranks_end(void) {}
void ranks_broadcast_from(int from, TextBuffer *bytes) { (void)from, (void)bytes; }
void ranks_send_numbers(int to, int tag, const uint64_t numbers[static RANK_NUMBERS])
{
    (void)to, (void)tag, (void)numbers;
}

int ranks_first(int number, int *its)
{
    *its = number;
    return number ? 0 : -1;
}

bool ranks_send_results(int tag, TextBuffer *bytes)
{
    (void)tag;
    bytes->length = 0;
    return true;
}

bool ranks_poll(int *from, int *tag, TextBuffer *bytes)
{
    (void)from, (void)tag, (void)bytes;
    return false;
}

_Noreturn void ranks_abort(const char *why)
{
    fprintf(stderr, "pasur: %s\n", why);
    abort();
}

#endif
