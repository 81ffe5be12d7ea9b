/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ranks tell each other, by MPI where it is built in. */
#include "sim/ranks/ranks.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int own, count = 1;

int ranks_count(void) { return count; }
int ranks_own(void) { return own; }

#ifdef WITH_MPI
#include <mpi.h>

enum { PIECE = 1 << 28, FAILED = 5 /* the exit status */ };
/* By these a process knows that it was not started alone: mpirun of Open MPI, srun --mpi=pmix and pmi2. */
static const char *const STARTED[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};

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
    return threads >= MPI_THREAD_FUNNELED || error_set(error, "this MPI does not support threads");
}

void ranks_end(void)
{
    int begun = 0;
    MPI_Initialized(&begun);
    if (begun) MPI_Finalize();
}

static void wait_for(MPI_Request *request)
{
    const struct timespec moment = {0, 200000};
    for (int done = 0; MPI_Test(request, &done, MPI_STATUS_IGNORE), !done;)
        nanosleep(&moment, NULL);
}

/* From that rank to all, or from `from` to rank 0, piece by piece. */
static void bytes_carry(bool all, int from, void *bytes, size_t length)
{
    MPI_Request request;
    for (char *at = bytes; length > 0;) {
        const int piece = (int)(length < PIECE ? length : PIECE);
        if (all)
            MPI_Ibcast(at, piece, MPI_BYTE, from, MPI_COMM_WORLD, &request);
        else if (own)
            MPI_Isend(at, piece, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
        else
            MPI_Irecv(at, piece, MPI_BYTE, from, 0, MPI_COMM_WORLD, &request);
        wait_for(&request);
        at += piece;
        length -= (size_t)piece;
    }
}

void ranks_broadcast(int from, void *bytes, size_t length) { bytes_carry(true, from, bytes, length); }

/* Room for this many bytes more behind the text, which are then its. */
static char *text_grow(TextBuffer *text, size_t length)
{
    if (!text_buffer_reserve(text, length + 1)) ranks_abort("out of memory");
    text->length += length;
    return text->data + text->length - length;
}

void ranks_broadcast_text(TextBuffer *text)
{
    uint64_t length = text->length;
    ranks_broadcast(0, &length, sizeof length);
    ranks_broadcast(0, own ? text_grow(text, length) : text->data, length);
}

void ranks_gather(TextBuffer *text)
{
    uint64_t length = text->length;
    for (int from = 1; from < count; from++) {
        if (own && own != from) continue;
        bytes_carry(false, from, &length, sizeof length);
        bytes_carry(false, from, own ? text->data : text_grow(text, length), length);
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
    return error_set(error, "started %.20s times by mpirun, but this build has no MPI: make MPI=1", size);
}

void ranks_end(void) {}
void ranks_broadcast(int from, void *bytes, size_t length) { (void)from, (void)bytes, (void)length; }
void ranks_broadcast_text(TextBuffer *text) { (void)text; }
void ranks_gather(TextBuffer *text) { (void)text; }

int ranks_first(int number, int *its)
{
    *its = number;
    return number ? 0 : -1;
}

_Noreturn void ranks_abort(const char *why)
{
    fprintf(stderr, "pasur: %s\n", why);
    abort();
}

#endif
