/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums over boards, and void boards, as fields of a run's log (sim/run/chunk_log.h). Getting adds to what is there. */
#pragma once

#include "sim/results/tally.h"
#include "sim/run/chunk_log.h"

/* The agents that may have failed, in two arrays one after the other: what is kept of an agent is its number among them. */
typedef struct {
    const Agent *agents[2];
    size_t counts[2];
} KnownAgents;

/* A sum that put_int has put; one that is beyond any run fails the reader. */
int64_t get_sum(FieldReader *in);
/* False if memory runs out. */
bool put_moments(TextBuffer *out, const Moments *moments);
void get_moments(FieldReader *in, Moments *moments);
bool put_void(TextBuffer *out, const VoidBoard *board, const KnownAgents *agents);
void get_void(FieldReader *in, VoidBoard *board, const KnownAgents *agents);
bool put_voids(TextBuffer *out, const Voids *voids, const KnownAgents *agents);
void get_voids(FieldReader *in, Voids *voids, const KnownAgents *agents);
/* `count` agents of the tally. */
bool put_tally(TextBuffer *out, const Tally *tally, int count, const KnownAgents *agents);
void get_tally(FieldReader *in, Tally *tally, int count, const KnownAgents *agents);
