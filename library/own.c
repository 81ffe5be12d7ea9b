/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents of the caller's own: a function of the caller's decides, on one play or on many at once. */
#include <stdlib.h>
#include <string.h>

#include "library/handles.h"
#include "sim/play_rounds.h"

/* What an agent keeps: one of the two functions. */
typedef struct {
    pasur_choose *choose;
    pasur_choose_many *choose_many;
    void *context;
} OwnAgent;

static uint64_t random_draw(Rng *rng)
{
    const uint64_t high = rng_next(rng);
    return high << 32 | rng_next(rng);
}

static void own_close(Agent *agent) { free(agent->own); }

/* ---- one decision at a time */

static CardSet own_choose(const Agent *agent, void *mind, const View *view, Rng *rng)
{
    const OwnAgent *own = agent->own;
    (void)mind;
    CardSet plays[MAX_MOVES];
    const int count = moves_list(plays, view->hand, view->table->pool, NULL);
    const uint64_t random = random_draw(rng);
    pasur_view shown;
    view_show(&shown, view);
    return own->choose(own->context, &shown, plays, (size_t)count, random);
}

static const AgentKind OWN = {
    .name = "own",
    .help = "a function of the program that uses the library",
    .close = own_close,
    .traits = TRAIT_PROGRAM,
    .choose = own_choose,
};

/* ---- many decisions at once: they are gathered as for a program, and the function is called when the first answer is
   wanted */

enum { MANY = SINGLE_ROUNDS }; /* decisions at once, at most */

typedef struct {
    const OwnAgent *own;
    uint64_t tickets;  /* that were given */
    size_t count;      /* decisions that are gathered, or answered … */
    size_t taken;      /* … and how many of the answers were taken */
    bool answered;     /* the function has chosen for them */
    Rng streams[MANY]; /* since random[] was drawn */
    uint64_t ticket[MANY], random[MANY];
    pasur_view views[MANY];
    uint8_t planes[MANY][PASUR_PLANES][CARDS];
    int16_t counts[MANY][PASUR_COUNTS];
    uint32_t first[MANY + 1];
    CardSet chosen[MANY];
    CardSet plays[MANY * MAX_MOVES]; /* of which little is used */
} OwnMind;

static void *mind_open(const Agent *agent, const Rules *rules)
{
    OwnMind *mind = malloc(sizeof *mind); /* what is not written is not taken from the system */
    (void)rules;
    if (!mind) return NULL;
    mind->own = agent->own;
    mind->tickets = mind->count = mind->taken = mind->first[0] = 0;
    mind->answered = false;
    return mind;
}

static void mind_empty(OwnMind *mind)
{
    mind->count = mind->taken = 0;
    mind->answered = false;
}

static int takes(const void *mind)
{
    (void)mind;
    return MANY;
}

static bool post(void *arg, const View *view, const Rng *rng, uint64_t *ticket)
{
    OwnMind *mind = arg;
    if (mind->answered) mind_empty(mind);
    const size_t i = mind->count++;
    Rng stream = *rng;
    *ticket = mind->ticket[i] = ++mind->tickets;
    mind->random[i] = random_draw(&stream);
    mind->streams[i] = stream;
    view_show(&mind->views[i], view);
    view_observe(view, mind->planes[i][0], mind->counts[i]);
    CardSet *plays = mind->plays + mind->first[i];
    mind->first[i + 1] = mind->first[i] + (uint32_t)moves_list(plays, view->hand, view->table->pool, NULL);
    return true;
}

static void answer(OwnMind *mind)
{
    const pasur_decisions decisions = {.count = mind->count,
                                       .views = mind->views,
                                       .planes = mind->planes[0][0],
                                       .counts = mind->counts[0],
                                       .first = mind->first,
                                       .plays = mind->plays,
                                       .random = mind->random};
    memset(mind->chosen, 0, mind->count * sizeof *mind->chosen);
    mind->own->choose_many(mind->own->context, &decisions, mind->chosen);
    mind->answered = true;
    mind->taken = 0;
}

static bool take(void *arg, AgentAnswer *out)
{
    OwnMind *mind = arg;
    if (!mind->answered) answer(mind);
    const size_t i = mind->taken++;
    *out = (AgentAnswer){mind->ticket[i], mind->chosen[i], true, mind->streams[i].state};
    return true;
}

static bool more(const void *arg)
{
    const OwnMind *mind = arg;
    return mind->answered && mind->taken < mind->count;
}

static void fail_batch(void *arg, const char *why)
{
    (void)why;
    mind_empty(arg);
}

static CardSet choose_alone(const Agent *agent, void *arg, const View *view, Rng *rng)
{
    AgentAnswer out;
    uint64_t ticket;
    (void)agent;
    mind_empty(arg);
    post(arg, view, rng, &ticket);
    take(arg, &out);
    rng->state = out.state;
    mind_empty(arg);
    return out.play;
}

/* What was refused says enough. */
static const char *no_reason(const void *mind)
{
    (void)mind;
    return NULL;
}

static const AgentBatch BATCH = {.takes = takes, .post = post, .take = take, .more = more, .fail = fail_batch};

static const AgentKind OWN_MANY = {
    .name = "own",
    .help = "a function of the program that uses the library, for many decisions at once",
    .close = own_close,
    .traits = TRAIT_PROGRAM,
    .mind_open = mind_open,
    .mind_close = free,
    .choose = choose_alone,
    .failure = no_reason,
    .batch = &BATCH,
};

/* ---- making them */

static pasur_agent *own_new(const pasur_rules *rules, const AgentKind *kind, const char *name, const OwnAgent *own,
                            pasur_error *error)
{
    char shown[AGENT_NAME];
    if (!name) name = kind->name;
    if (!*name || strlen(name) >= AGENT_NAME || strcmp(text_one_line(shown, sizeof shown, name), name) != 0)
        return fail(error, PASUR_INPUT, "name: 1 to 255 bytes of UTF-8 without control characters"), NULL;
    pasur_agent *agent = agent_new(rules, error);
    OwnAgent *kept = malloc(sizeof *kept);
    if (!agent || !kept) {
        if (agent) fail_memory(error);
        free(agent);
        free(kept);
        return NULL;
    }
    *kept = *own;
    agent->agent = (Agent){.kind = kind, .own = kept};
    strcpy(agent->agent.name, name);
    return agent;
}

static pasur_agent *no_function(pasur_error *error)
{
    fail(error, PASUR_INPUT, "choose: there is no function");
    return NULL;
}

pasur_agent *pasur_agent_own(const pasur_rules *rules, const char *name, pasur_choose *choose, void *context,
                             pasur_error *error)
{
    const OwnAgent own = {.choose = choose, .context = context};
    return choose ? own_new(rules, &OWN, name, &own, error) : no_function(error);
}

pasur_agent *pasur_agent_own_many(const pasur_rules *rules, const char *name, pasur_choose_many *choose, void *context,
                                  pasur_error *error)
{
    const OwnAgent own = {.choose_many = choose, .context = context};
    return choose ? own_new(rules, &OWN_MANY, name, &own, error) : no_function(error);
}
