/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the kinds of agents, and agents read from their names. */
#include "agents/agent.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/round.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

#define AGENT_ADDRESS(NAME) &AGENT_##NAME,
const AgentKind *const AGENT_KINDS[AGENT_KIND_COUNT] = {AGENT_ROWS(AGENT_ADDRESS) AGENT_MORE_ROWS(AGENT_ADDRESS)};

const char AGENT_STOPPED[] = "the user stopped the run";
const char AGENT_SILENT[] = "it did not answer in time (--move-timeout)";

/* ---- human: a person. Agents neither print nor read, so the program that has a terminal gives the agent a kind with
   functions of its own (analysis/commands/play/seat.c). */

/* Nobody is there. */
static CardSet human_choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent, (void)memory, (void)view, (void)rng;
    return 0;
}

/* A person gives no play only who wants no more. */
static const char *human_failure(const void *memory)
{
    (void)memory;
    return AGENT_STOPPED;
}

const AgentKind AGENT_HUMAN = {.name = "human",
                               .help = "a person at the terminal, one seat of 'pasur play' or 'pasur sim'",
                               .traits = TRAIT_PERSON,
                               .choose = human_choose,
                               .failure = human_failure};

/* ---- of all kinds */

const AgentKind *agent_kind_named(const char *name, Error *error)
{
    const char *names[AGENT_KIND_COUNT];
    char word[AGENT_NAME];
    for (int i = 0; i < AGENT_KIND_COUNT; i++)
        names[i] = AGENT_KINDS[i]->name;
    const Names kinds = NAMES_OF("agent", names, AGENT_KIND_COUNT, AGENTS_HINT);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, ":"), name);
    const int row = name_lookup(&kinds, word, error);
    return row < 0 ? NULL : AGENT_KINDS[row];
}

Names agent_param_names(const AgentKind *kind)
{
    Names names = NAMES_OF("parameter", kind->params, kind->param_count,
                           kind->own && *kind->own->hint ? kind->own->hint : AGENTS_HINT);
    names.groups = kind->param_groups;
    return names;
}

double agent_given(const Agent *agent, const AgentParam *param)
{
    if (!param) return 0;
    ptrdiff_t index = param - agent->kind->params;
    return agent->given >> index & 1 ? agent->values[index] : 0;
}

bool agent_has(const Agent *agent, unsigned traits)
{
    const AgentKind *kind = agent->kind;
    unsigned has = kind->traits | (kind->traits_of ? kind->traits_of(agent) : 0);
    if (agent_equity(agent)) has |= TRAIT_MATCH;
    return (has & traits) == traits;
}

Solver *solver_open(const Rules *rules)
{
    typedef struct {
        Solver solver;
        SolveEntry table[];
    } Own;
    const size_t entries = solver_entries(rules);
    Own *own = malloc(sizeof *own + entries * sizeof *own->table);
    if (!own) return NULL;
    solver_init(&own->solver, own->table, entries);
    return &own->solver;
}

bool exact_round(Round *round, const View *view)
{
    Sampler sampler;
    Rng unused = rng_make(0, 0); /* nothing is left to chance */
    if (view->rules->players != 2 || !table_last_deal(view->table, view->rules) || !sampler_of(&sampler, view) ||
        sampler.count != sampler.hands)
        return false;
    sampler_round(round, &sampler, &unused);
    return true;
}

CardSet view_spent(const View *view, Table from)
{
    const int seat = from.turn, deal = from.deal;
    CardSet cards = 0;
    while (from.ply < view->table->ply && from.deal == deal) {
        const CardSet play = view->history[from.ply];
        if (from.turn == seat) cards |= play & ~from.pool;
        table_play(&from, view->rules, play);
    }
    return cards;
}

int seen_plays(SeenPlay out[], const View *view, int deal)
{
    int count = 0;
    if (!view->history) return 0;
    Table table = table_begun(view->first_pool, view->table->scores);
    while (table.ply < view->table->ply) {
        const CardSet play = view->history[table.ply];
        if (table.turn != view->seat && table.deal >= deal)
            out[count++] = (SeenPlay){table, play, view_spent(view, table)};
        table_play(&table, view->rules, play);
    }
    return count;
}

/* Reads a value that is no text. */
static bool value_read(double *value, const AgentParam *param, const char *text, Error *error)
{
    int64_t whole;
    if (param->type == PARAM_DOUBLE) return number_real(value, text, param->low, param->high, error);
    if (param->type == PARAM_CHOICE) {
        whole = choice_read(param->words, text, error);
        if (whole < 0) return false;
    } else if (!number_whole(&whole, text, (int64_t)param->low, (int64_t)param->high, error)) {
        return false;
    }
    *value = (double)whole;
    return true;
}

bool agent_param_set(Agent *agent, int index, const char *text, Error *error)
{
    const AgentParam *param = &agent->kind->params[index];
    if (param->type == PARAM_TEXT || param->type == PARAM_FILE) {
        if (param->type == PARAM_FILE && !*text) return error_set(error, "%s=: names no file", param->name);
        agent->texts[index] = strdup(text);
        return agent->texts[index] || error_memory(error);
    }
    return value_read(&agent->values[index], param, text, error) || error_under(error, "%s=%s", param->name, text);
}

OwnKind *agent_own_kind(Agent *agent, Error *error)
{
    const AgentKind *row = agent->kind;
    OwnKind *own = row->own ? row->own : calloc(1, sizeof *own);
    if (!own) error_memory(error);
    if (!own || row->own) return own;
    *own = (OwnKind){.kind = *row, .row = row};
    if (row->tuning) own->tuning = *row->tuning;
    if (row->param_count) memcpy(own->params, row->params, (size_t)row->param_count * sizeof *own->params);
    own->kind.own = own;
    own->kind.params = own->params;
    own->kind.tuning = &own->tuning;
    agent->kind = &own->kind;
    return own;
}

bool agent_param_add(Agent *agent, AgentParam param, Error *error)
{
    OwnKind *own = agent_own_kind(agent, error);
    if (!own) return false;
    const Names names = agent_param_names(agent->kind);
    const int index = own->kind.param_count;
    if (name_find(&names, param.name) >= 0)
        return error_set(error, "'%s' is the name of another parameter", param.name);
    if (index == MAX_AGENT_PARAMS) return error_set(error, "more than %d parameters", MAX_AGENT_PARAMS);
    if (!(param.name = strdup(param.name))) return error_memory(error);
    own->params[own->kind.param_count++] = param;
    agent->values[index] = param.fallback;
    const size_t used = strlen(own->hint);
    snprintf(own->hint + used, sizeof own->hint - used, used ? ", %s" : AGENTS_HINT "; here there are also %s",
             param.name);
    return true;
}

static void own_kind_free(OwnKind *own)
{
    for (int i = own->row->param_count; i < own->kind.param_count; i++)
        free((char *)own->params[i].name);
    if (own->more) own->more_free(own->more);
    free(own);
}

static bool params_read(Agent *agent, Words *words, Error *error)
{
    Names names = agent_param_names(agent->kind);
    words_pairs(words, ',', &names);
    while (words_next(words, error)) {
        if (!agent_param_set(agent, words->index, words->value, error)) return false;
        if (agent->kind->params[words->index].type != PARAM_FILE || !agent->kind->extend) continue;
        if (!agent->kind->extend(agent, words->index, error)) return false;
        names = agent_param_names(agent->kind);
    }
    agent->given = words->given;
    return !words->failed;
}

bool agent_params_read(Agent *agent, const char *text, Error *error)
{
    Words words = {.rest = text};
    return params_read(agent, &words, error);
}

size_t agent_shown_length(const char *text)
{
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-";
    const size_t length = strspn(text, LETTERS);
    return length <= AGENT_SHOWN ? length : 0;
}

/* Takes "name=NAME" at the beginning of what stands behind the kind. */
static bool name_take(Agent *agent, Words *words, Error *error)
{
    const char *name = words->rest ? words->rest + 5 : NULL;
    if (!name || strncmp(words->rest, "name=", 5) != 0) return true;
    const size_t length = agent_shown_length(name);
    const char end = name[length];
    if (!length || (end && !strchr(":,", end)))
        return error_set(error, "name=: expected 1 to %d letters, digits and . _ + -", AGENT_SHOWN);
    snprintf(agent->name, sizeof agent->name, "%.*s", (int)length, name);
    words->rest = end ? name + length + 1 : NULL;
    return true;
}

/* Reads what stands behind the name of the kind. */
static bool rest_read(Agent *agent, Words *words, const Rules *rules, Error *error)
{
    const AgentKind *kind = agent->kind;
    if (!name_take(agent, words, error)) return false;
    if (kind->read) return kind->read(agent, words->rest ? words->rest : "", rules, error);
    return params_read(agent, words, error) && (!kind->open || kind->open(agent, rules, error));
}

/* Finds the table of an agent that plays for the match. False with the reason if these rules have none, or more than two
   sides. */
static bool goal_read(Agent *agent, const Rules *rules, Error *error)
{
    const int goal = agent->kind->goal;
    const char *file = goal ? agent->texts[goal + 1] : NULL;
    if (!goal || agent->values[goal] != GOAL_MATCH) return !file || error_set(error, "equity= belongs to goal=match");
    return match_equity_find(&agent->equity, file, rules, error);
}

static bool has_control(const char *text)
{
    while (*text && text_character(text))
        text += text_character(text);
    return *text;
}

bool agent_parse(Agent *agent, const char *text, const Rules *rules, Error *error)
{
    Agent made = {0};
    const char *colon = strchr(text, ':');
    Words words = {.rest = colon ? colon + 1 : NULL, .after = ':'};
    if (strlen(text) >= sizeof made.name)
        return error_set(error, "agent '%.20s...': longer than %d characters", text, AGENT_NAME - 1);
    if (has_control(text))
        return error_set(error, "agent '%.120s': a control character, which no record can hold", text);
    strcpy(made.text, text);
    strcpy(made.name, text);
    const AgentKind *kind = agent_kind_named(text, error);
    if (!kind) return false;
    made.kind = kind;
    for (int i = 0; i < made.kind->param_count; i++)
        made.values[i] = agent_default(made.kind, i, rules);
    if (!rest_read(&made, &words, rules, error) || !goal_read(&made, rules, error)) {
        agent_free(&made);
        return error_under(error, "agent %s", strcmp(made.name, text) ? made.name : kind->name);
    }
    *agent = made;
    return true;
}

double agent_default(const AgentKind *kind, int index, const Rules *rules)
{
    const bool added = kind->own && index >= kind->own->row->param_count;
    return kind->fallback && !added ? kind->fallback(index, rules) : kind->params[index].fallback;
}

void agent_free(Agent *agent)
{
    for (int i = 0; i < MAX_AGENT_PARAMS; i++)
        free(agent->texts[i]);
    memset(agent->texts, 0, sizeof agent->texts);
    match_equity_free(&agent->equity);
    if (agent->own && agent->kind->close) agent->kind->close(agent);
    agent->own = NULL;
    if (!agent->kind || !agent->kind->own) return;
    OwnKind *own = agent->kind->own;
    agent->kind = own->row;
    own_kind_free(own);
}

bool agent_name_cheats(const char *name)
{
    const AgentKind *kind = agent_kind_named(name, NULL);
    return kind && kind->traits & TRAIT_CHEATS;
}

/* ---- several agents at once */

bool agents_open(Agent *agents, const char *const *texts, int count, const Rules *rules, Error *error)
{
    for (int i = 0; i < count; i++)
        if (!agent_parse(&agents[i], texts[i], rules, error)) {
            agents_free(agents, i);
            return false;
        }
    return true;
}

/* A comma ends an agent unless `key=value` without a colon follows. */
size_t agent_length(const char *list)
{
    size_t length = strcspn(list, ",");
    while (list[length]) {
        const char *next = list + length + 1;
        if (next[strcspn(next, ",:=")] != '=') break;
        length += 1 + strcspn(next, ",");
    }
    return length;
}

int agents_open_list(Agent agents[], int most, const char *list, const Rules *rules, Error *error)
{
    for (int count = 0;; list++) {
        char name[AGENT_NAME + 1]; /* one longer than agent_parse takes, so that it tells of longer ones */
        size_t length = agent_length(list);
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        bool good = count < most && agent_parse(&agents[count], name, rules, error);
        if (!good) {
            if (count == most) error_set(error, "more than %d agents", most);
            agents_free(agents, count);
            return 0;
        }
        count++;
        list += length;
        if (!*list) return count;
    }
}

void agents_free(Agent *agents, int count)
{
    for (int i = 0; i < count; i++)
        agent_free(&agents[i]);
}

bool agents_for_rounds(const Agent *agents, int count, Error *error)
{
    for (int i = 0; i < count; i++)
        if (agent_has(&agents[i], TRAIT_MATCH))
            return error_set(
                error, "agent %.100s plays for the match, and single rounds are played here; expected goal=points",
                agents[i].name);
    return true;
}

bool agents_timed(const Agent *agents, int count)
{
    for (int i = 0; i < count; i++)
        if (agent_has(&agents[i], TRAIT_TIMED)) return true;
    return false;
}
