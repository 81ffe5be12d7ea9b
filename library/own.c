/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The caller's own agents: a function of the caller decides, on one play or on many at once. For the latter, decisions
   are gathered as for a program, and the function is called when the first answer is needed. */
#include <stdlib.h>
#include <string.h>

#include "library/handles.h"
#include "library/steps.h"

/* What an agent keeps: one of the two functions. */
typedef struct {
    pasur_choose *choose;
    pasur_choose_many *choose_batch;
    void *context;
} OwnAgent;

static uint64_t random_draw(Rng *rng)
{
    const uint64_t high = rng_next(rng);
    return high << 32 | rng_next(rng);
}

static void own_close(Agent *agent) { free(agent->own); }

enum { OWN_ROUNDS = 256 }; /* decisions at once, at most */

typedef struct {
    const OwnAgent *own;
    size_t count;            /* decisions that are gathered, or answered … */
    size_t taken;            /* … and how many of the answers were taken */
    bool answered;           /* the function has chosen for them */
    Rng streams[OWN_ROUNDS]; /* since random[] was drawn */
    uint64_t random[OWN_ROUNDS];
    pasur_view views[OWN_ROUNDS];
    uint8_t planes[OWN_ROUNDS][PASUR_PLANES][CARDS];
    int16_t counts[OWN_ROUNDS][PASUR_COUNTS];
    uint32_t first[OWN_ROUNDS + 1];
    CardSet chosen[OWN_ROUNDS];
    CardSet plays[OWN_ROUNDS * MAX_MOVES]; /* of which little is used */
} OwnMemory;

static void *memory_open(const Agent *agent, const Rules *rules)
{
    OwnMemory *memory = malloc(sizeof *memory); /* what is not written is not taken from the system */
    (void)rules;
    if (!memory) return NULL;
    memory->own = agent->own;
    memory->count = memory->taken = memory->first[0] = 0;
    memory->answered = false;
    return memory;
}

static void memory_empty(OwnMemory *memory)
{
    memory->count = memory->taken = 0;
    memory->answered = false;
}

static int own_takes(const void *memory) { return ((const OwnMemory *)memory)->own->choose_batch ? OWN_ROUNDS : 0; }

static bool own_post(void *arg, const View *view, const Rng *rng, uint64_t *ticket)
{
    OwnMemory *memory = arg;
    if (memory->answered) memory_empty(memory);
    const size_t i = memory->count++;
    Rng stream = *rng;
    *ticket = i;
    memory->random[i] = random_draw(&stream);
    memory->streams[i] = stream;
    view_show(&memory->views[i], view);
    if (memory->own->choose_batch) view_observe(view, memory->planes[i][0], memory->counts[i]);
    CardSet *plays = memory->plays + memory->first[i];
    memory->first[i + 1] = memory->first[i] + (uint32_t)moves_list(plays, view->hand, view->table->pool, NULL);
    return true;
}

static void own_answer(OwnMemory *memory)
{
    const OwnAgent *own = memory->own;
    const pasur_decisions decisions = {.count = memory->count,
                                       .views = memory->views,
                                       .planes = memory->planes[0][0],
                                       .counts = memory->counts[0],
                                       .first = memory->first,
                                       .plays = memory->plays,
                                       .random = memory->random};
    memset(memory->chosen, 0, memory->count * sizeof *memory->chosen);
    if (own->choose)
        memory->chosen[0] =
            own->choose(own->context, memory->views, memory->plays, memory->first[1], memory->random[0]);
    else
        own->choose_batch(own->context, &decisions, memory->chosen);
    memory->answered = true;
    memory->taken = 0;
}

static bool own_take(void *arg, AgentAnswer *out)
{
    OwnMemory *memory = arg;
    if (!memory->answered) own_answer(memory);
    const size_t i = memory->taken++;
    *out = (AgentAnswer){i, memory->chosen[i], true, memory->streams[i].state};
    return true;
}

static void fail_batch(void *arg, const char *why)
{
    (void)why;
    memory_empty(arg);
}

static CardSet choose_alone(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    AgentAnswer out;
    uint64_t ticket;
    (void)agent;
    memory_empty(memory);
    own_post(memory, view, rng, &ticket);
    own_take(memory, &out);
    rng->state = out.state;
    return out.play;
}

/* What was refused says enough. */
static const char *no_reason(const void *memory)
{
    (void)memory;
    return NULL;
}

static const AgentBatch BATCH = {.takes = own_takes, .post = own_post, .take = own_take, .fail = fail_batch};

static const AgentKind OWN = {
    .name = "own",
    .help = "a function of the program that uses the library",
    .close = own_close,
    .traits = TRAIT_PROGRAM,
    .memory_open = memory_open,
    .memory_close = free,
    .choose = choose_alone,
    .failure = no_reason,
    .batch = &BATCH,
};

/* ---- making them */

static pasur_agent *own_new(const pasur_rules *rules, const char *name, OwnAgent own, pasur_error *error)
{
    char shown[AGENT_NAME];
    if (!own.choose && !own.choose_batch) return fail(error, PASUR_INPUT, "choose: there is no function"), NULL;
    if (!name) name = OWN.name;
    if (!*name || strlen(name) >= AGENT_NAME || strcmp(text_one_line(shown, sizeof shown, name), name) != 0)
        return fail(error, PASUR_INPUT, "name: 1 to 255 bytes of UTF-8 without control characters"), NULL;
    pasur_agent *agent = agent_new(rules, error);
    OwnAgent *kept = malloc(sizeof *kept);
    if (!agent || !kept) return free(agent), free(kept), fail_memory(error), NULL;
    *kept = own;
    agent->agent = (Agent){.kind = &OWN, .own = kept};
    strcpy(agent->agent.name, name);
    return agent;
}

pasur_agent *pasur_agent_own(const pasur_rules *rules, const char *name, pasur_choose *choose, void *context,
                             pasur_error *error)
{
    return own_new(rules, name, (OwnAgent){.choose = choose, .context = context}, error);
}

pasur_agent *pasur_agent_own_many(const pasur_rules *rules, const char *name, pasur_choose_many *choose, void *context,
                                  pasur_error *error)
{
    return own_new(rules, name, (OwnAgent){.choose_batch = choose, .context = context}, error);
}
