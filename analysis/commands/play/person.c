/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seats a person among the agents of a command. */
#include "analysis/commands/play/person.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/agent.h"

enum { HINT_ITERATIONS = 400000 };

static bool is_person(const char *text)
{
    const size_t length = strlen(AGENT_HUMAN.name);
    return !strncmp(text, AGENT_HUMAN.name, length) && (!text[length] || text[length] == ':');
}

bool person_fits(Driver *driver, const char *const *texts, int count, bool *named, Error *error)
{
    int people = 0;
    for (int i = 0; i < count; i++)
        people += is_person(texts[i]);
    *named = people > 0;
    if (!people) return true;
    if (people > 1) return error_set(error, "human: one person plays at a terminal; name it once");
    if (driver->common.threads > 1)
        return error_set(error, "--threads %llu: a person plays one board after the other; leave it out, or take 1",
                         (unsigned long long)driver->common.threads);
    driver->people = true;
    driver->common.no_duplicate = true; /* who has seen the cards cannot play them again */
    driver->threads = 1;
    return true;
}

/* Colours for a terminal, unless NO_COLOR says otherwise (no-color.org). */
static Talk talk_of(FILE *out)
{
    const char *none = getenv("NO_COLOR");
    return (Talk){.out = out, .page = terminal_page(out), .colour = terminal_obeys(fileno(out)) && !(none && *none)};
}

/* The agent that sits `place` seats behind the person. */
static const Agent *agent_at(const Driver *driver, const Schedule *schedule, int own, int place)
{
    return &driver->agents[schedule->slots[(own + place) % schedule->rules.players]];
}

/* Names the others by the kinds of their agents; by all that was named of an agent where two are of one kind, and by their
   seats in the first round besides where two are the same. A partner is called so. */
static void names_give(PersonSeat *seat, const Driver *driver, const Schedule *schedule, int own)
{
    const Rules *rules = &schedule->rules;
    for (int place = 1; place < rules->players; place++) {
        const Agent *agent = agent_at(driver, schedule, own, place);
        char number[8] = "";
        int kin = 0, same = 0;
        for (int other = 1; other < rules->players; other++) {
            const Agent *another = agent_at(driver, schedule, own, other);
            same += !strcmp(another->name, agent->name);
            kin += another->kind == agent->kind && strcmp(another->name, agent->name) != 0;
        }
        const bool in_full = kin || agent->kind->read; /* a program's name is all that there is */
        if (same > 1) snprintf(number, sizeof number, " %d", (own + place) % rules->players);
        snprintf(seat->names[place], sizeof *seat->names, "%.40s%s%s", in_full ? agent->name : agent->kind->name,
                 number, rules->teams && place == 2 ? " (partner)" : "");
        seat->company.names[place] = seat->names[place];
    }
}

bool person_open(Person *person, Driver *driver, const Schedule *schedule, Error *error)
{
    const int players = schedule->rules.players;
    PersonSeat *seat = &person->seat;
    int own = -1, held = 0;
    for (int slot = 0; slot < players; slot++)
        if (agent_has(&driver->agents[schedule->slots[slot]], TRAIT_PERSON)) own = slot, held++;
    if (!held) return true;
    if (held > 1) return error_set(error, "human: a person takes one seat of %d: name %d agents", players, players);
    Agent *agent = &driver->agents[schedule->slots[own]];
    seat->talk = talk_of(driver->files.take_stdout ? stderr : stdout);
    seat->company = (Company){.rules = &schedule->rules, .match = schedule->match_rounds > 0};
    names_give(seat, driver, schedule, own);
    if (!coach_open(&seat->coach, &seat->company, schedule->seed, HINT_ITERATIONS, arena_cores(), error)) return false;
    person_seat_open(seat);
    human_seat(agent, &seat->human);
    return person->open = true;
}

void person_close(Person *person)
{
    if (person->open) coach_close(&person->seat.coach);
    person->open = false;
}
