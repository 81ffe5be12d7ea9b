/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts of advice: the interpreter and its sandbox, what a script sees, its parameters, and the agent lua. */
#include "agents/tactic/advice.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/sandbox.h"
#include "engine/round.h"

/* A reason of a failure: it stays as long as the agent, since void boards name it. */
struct AdviceReason {
    struct AdviceReason *next;
    char text[];
};

static void advice_free(void *more)
{
    AdviceScript *advice = more;
    for (struct AdviceReason *next; advice->reasons; advice->reasons = next)
        next = advice->reasons->next, free(advice->reasons);
    free(advice->path);
    free(advice->text);
    free(advice);
}

const AdviceScript *advice_of(const Agent *agent)
{
    const OwnKind *own = agent->kind->own;
    return own && own->more_free == advice_free ? own->more : NULL;
}

#ifdef WITH_LUA

#define VALUE_MOST 1e6

/* Where an interpreter's registry has what C looks up. */
enum { AT_ENV = SANDBOX_FREE, AT_VALUES, AT_GROUP, AT_CARDS /* and 51 more */ };
/* What the functions at AT_VALUES and AT_GROUP have at hand: the script's function, what it gets, and how it is shown,
   so that nothing can be written to it. */
enum { OF_SCRIPT = 1, OF_PLAY, OF_PLAY_SHOWN, OF_SEEN, OF_SEEN_SHOWN, OF_SURS, OF_SCORES };
enum { SCRIPT_BYTES = 64 * 1024 };

/* ---- what a script sees: lists of cards and numbers, those of each side in an order that begins with the own one. Next
   to them stand play.card and play.sur. */

enum { PLAY_CAPTURED, PLAY_LEFT, SEEN_HAND, SEEN_POOL, SEEN_UNSEEN, SEEN_PILES, LISTS = SEEN_PILES + MAX_SIDES };
static const char *const LIST_NAMES[SEEN_PILES] = {"captured", "left", "hand", "pool", "unseen"};
enum {
    SEEN_DEAL,
    SEEN_DEALS,
    SEEN_PLAYS,
    SEEN_PLAYERS,
    SEEN_LAST,
    SEEN_SURS,
    SEEN_SCORES = SEEN_SURS + MAX_SIDES,
    NUMBERS = SEEN_SCORES + MAX_SIDES
};
static const char *const NUMBER_NAMES[SEEN_SURS] = {"deal", "deals", "plays", "players", "last"};

struct AdviceMemory {
    Sandbox box; /* its why: how the script failed last */
    const AdviceScript *advice;
    Agent *agent;         /* that gets the script's parameters; NULL: it has them */
    const double *params; /* of the agent, from the factor on; NULL: the script is only read */
    int param_count;
    const AgentParam *rows; /* and what they are called */
    const FeatureRules *by_rules;
    bool broken; /* it could not be read */
    double factor;
    /* the decision under way */
    const View *view;
    Rng *rng;
    const CardSet *plays;
    int count, at, group;
    CardSet *lists[LISTS];           /* in objects of the interpreter */
    int card, sur, numbers[NUMBERS]; /* as the tables of the interpreter have them; -1: not yet */
    uint32_t asked, known;           /* rows of TACTICS: the script has asked for, and of this decision are known */
    double values[MAX_MOVES];
    int64_t said[MAX_MOVES][TACTIC_COUNT];
};

static AdviceMemory *memory_of(lua_State *lua) { return (AdviceMemory *)sandbox_of(lua); }

/* ---- sets of cards: the one kind of object that scripts get. A card is a set of one. */

static CardSet *cards_new(lua_State *lua, CardSet set)
{
    CardSet *cards = lua_newuserdatauv(lua, sizeof *cards, 0);
    *cards = set;
    luaL_setmetatable(lua, "cards");
    return cards;
}

static void card_push(lua_State *lua, Card card) { lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_CARDS + card); }

static const char LETTERS[] = "A23456789TJQKcdhs"; /* of ranks and suits */

/* The cards that a text names by ranks, suits, or both: "JQK", "c", "Kc", "A2c". */
static CardSet cards_named(lua_State *lua, const char *text)
{
    CardSet ranks = 0, suits = 0;
    for (const char *next = text; *next; next++) {
        const char *letter = strchr(LETTERS, *next);
        if (!letter)
            luaL_error(lua, "'%s' names no cards; expected ranks A23456789TJQK and suits cdhs", text);
        else if (letter < LETTERS + RANKS)
            ranks |= RANK_SET(letter - LETTERS);
        else
            suits |= CLUBS << (letter - LETTERS - RANKS);
    }
    return (ranks ? ranks : PACK) & (suits ? suits : PACK);
}

/* The cards of an argument: an object, a name, or a table of these. */
static CardSet cards_at(lua_State *lua, int index, int depth)
{
    const CardSet *cards = lua_touserdata(lua, index);
    if (cards) return *cards;
    CardSet set = 0;
    switch (lua_type(lua, index)) {
    case LUA_TSTRING: return cards_named(lua, lua_tostring(lua, index));
    case LUA_TTABLE:
        if (depth) break;
        for (lua_Integer i = 1, count = luaL_len(lua, index); i <= count && i <= CARDS; i++, lua_pop(lua, 1)) {
            lua_geti(lua, index, i);
            set |= cards_at(lua, lua_gettop(lua), depth + 1);
        }
        return set;
    default: break;
    }
    luaL_error(lua, "expected cards, got %s", luaL_typename(lua, index));
    return 0;
}

/* Pushes the card at that place of a list, from 1 on. False if there is none. */
static bool place_push(lua_State *lua, CardSet set, lua_Integer place)
{
    while (set && place-- > 1)
        set = set_rest(set);
    if (!set || place) return false;
    card_push(lua, set_first(set));
    return true;
}

/* list[i]. A card's own table asks this for what it does not have. */
static int cards_index(lua_State *lua)
{
    const CardSet *cards = lua_touserdata(lua, 1);
    if (lua_isinteger(lua, 2)) return cards && place_push(lua, *cards, lua_tointeger(lua, 2));
    return luaL_error(lua, "%s no '%s'", cards ? "a list of cards has" : "a card has", luaL_tolstring(lua, 2, NULL));
}

static int cards_length(lua_State *lua)
{
    lua_pushinteger(lua, set_count(*(CardSet *)lua_touserdata(lua, 1)));
    return 1;
}

static int ipairs_next(lua_State *lua)
{
    const lua_Integer place = lua_tointeger(lua, 2) + 1;
    const CardSet *cards = lua_touserdata(lua, 1);
    lua_pushinteger(lua, place);
    if (cards) return place_push(lua, *cards, place) ? 2 : 0;
    return lua_geti(lua, 1, place) == LUA_TNIL ? 1 : 2;
}

/* ipairs(list), which looks into lists of cards without Lua's detours. */
static int ipairs_call(lua_State *lua)
{
    luaL_checkany(lua, 1);
    lua_pushcfunction(lua, ipairs_next);
    lua_pushvalue(lua, 1);
    lua_pushinteger(lua, 0);
    return 3;
}

/* Pushes a card, with a table of what it has: a table is looked into faster than a function is called. */
static void card_make(lua_State *lua, Card card, const Rules *rules)
{
    const char name[] = {LETTERS[card_rank(card)], LETTERS[RANKS + card_suit(card)], 0};
    cards_new(lua, set_of(card));
    lua_newtable(lua); /* its metatable */
    lua_pushcfunction(lua, cards_length), lua_setfield(lua, -2, "__len");
    lua_pushliteral(lua, "card"), lua_setfield(lua, -2, "__name");
    lua_newtable(lua);
    lua_pushvalue(lua, -3), lua_rawseti(lua, -2, 1);
    lua_pushstring(lua, name), lua_setfield(lua, -2, "name");
    lua_pushlstring(lua, name, 1), lua_setfield(lua, -2, "rank");
    lua_pushstring(lua, name + 1), lua_setfield(lua, -2, "suit");
    lua_pushinteger(lua, card_rank(card) < JACK ? card_rank(card) + 1 : 0), lua_setfield(lua, -2, "value");
    lua_pushinteger(lua, rules ? scoring_cards(set_of(card), rules) : 0), lua_setfield(lua, -2, "points");
    luaL_setmetatable(lua, "cards");
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
}

static void cards_make(lua_State *lua, const Rules *rules)
{
    static const luaL_Reg METHODS[] = {{"__index", cards_index}, {"__len", cards_length}, {NULL, NULL}};
    luaL_newmetatable(lua, "cards");
    luaL_setfuncs(lua, METHODS, 0);
    lua_pop(lua, 1);
    for (int card = 0; card < CARDS; card++) {
        card_make(lua, (Card)card, rules);
        lua_rawseti(lua, LUA_REGISTRYINDEX, AT_CARDS + card);
    }
}

/* ---- functions for scripts */

/* The view of the decision under way. */
static const View *view_of(lua_State *lua)
{
    const View *view = memory_of(lua)->view;
    if (!view) luaL_error(lua, "only value and group may ask this");
    return view;
}

/* count(cards, which): how many there are, of those that `which` names. */
static int count_call(lua_State *lua)
{
    const CardSet which = lua_isnoneornil(lua, 2) ? PACK : cards_at(lua, 2, 0);
    lua_pushinteger(lua, set_count(cards_at(lua, 1, 0) & which));
    return 1;
}

/* sum(cards): of the numerals. */
static int sum_call(lua_State *lua)
{
    lua_pushinteger(lua, numerals_total(cards_at(lua, 1, 0) & NUMERALS));
    return 1;
}

/* points(cards): what they pay, the clubs left aside. */
static int points_call(lua_State *lua)
{
    lua_pushinteger(lua, scoring_cards(cards_at(lua, 1, 0), view_of(lua)->rules));
    return 1;
}

/* chance(cards): that the next player holds one of them. */
static int chance_call(lua_State *lua)
{
    const AdviceMemory *memory = memory_of(lua);
    const View *view = view_of(lua);
    const CardSet wanted = cards_at(lua, 1, 0) & *memory->lists[SEEN_UNSEEN];
    const CardSet next = view->hands ? view->hands[(view->seat + 1) % view->rules->players] : 0;
    const int held = memory->by_rules->next[view->table->ply];
    const CardSet hidden = view_hidden(view);
    const Odds *odds = &memory->by_rules->odds;
    const int left = set_count(hidden & ~wanted), all = set_count(hidden);
    lua_pushnumber(lua, !wanted ? 0
                        : next  ? (next & wanted) != 0
                                : 1 - odds->choose[held][left] * odds->inverse[held][all]);
    return 1;
}

/* played(i): the card of the round's play number i, what it captured, and which side played it (1: the own). */
static int played_call(lua_State *lua)
{
    const AdviceMemory *memory = memory_of(lua);
    const lua_Integer number = luaL_checkinteger(lua, 1);
    const View *view = memory->view;
    if (!view || !view->history || number < 1 || number > view->table->ply) return 0;
    CardSet pool = view->first_pool, card = 0, captured = 0;
    for (int i = 0; i < number; i++) {
        card = view->history[i] & ~pool;
        captured = view->history[i] & pool;
        pool = captured ? pool ^ captured : pool | card;
    }
    const Rules *rules = view->rules;
    const int side = rules_side(rules, (int)(number - 1) % rules->players), own = rules_side(rules, view->seat);
    card_push(lua, set_first(card));
    cards_new(lua, captured);
    lua_pushinteger(lua, 1 + (side - own + rules->sides) % rules->sides);
    return 3;
}

/* tactic.NAME(play): what a row of TACTICS says of the play, in points. */
static int tactic_call(lua_State *lua)
{
    AdviceMemory *memory = memory_of(lua);
    const int row = (int)lua_tointeger(lua, lua_upvalueindex(1));
    const View *view = view_of(lua);
    if (!(memory->known >> row & 1)) {
        TacticParts parts;
        tactic_parts_rows(&parts);
        memory->known = memory->asked |= UINT32_C(1) << row;
        for (int i = 0; i < TACTIC_COUNT; i++)
            if (!(memory->known >> i & 1)) parts.weights[i] = 0;
        parts.sees = tactics_see(parts.weights);
        tactics_parts(memory->said, memory->by_rules, &parts, view,
                      plays_capture(memory->plays, memory->count, view->table->pool), memory->plays, memory->count);
    }
    lua_pushnumber(lua, (double)memory->said[memory->at][row] / POINT);
    return 1;
}

/* math.random(), (m), (m, n), as Lua has it, from the seat's stream. */
static int random_call(lua_State *lua)
{
    Rng *rng = memory_of(lua)->rng;
    if (!rng) return luaL_error(lua, "math.random: only within value");
    if (lua_isnoneornil(lua, 1)) return lua_pushnumber(lua, rng_next(rng) * 0x1p-32), 1;
    const lua_Integer first = luaL_checkinteger(lua, 1), low = lua_isnoneornil(lua, 2) ? 1 : first;
    const lua_Integer high = lua_isnoneornil(lua, 2) ? first : luaL_checkinteger(lua, 2);
    if (low > high || high - low >= UINT32_MAX || low < -INT32_MAX || high > INT32_MAX)
        return luaL_error(lua, "math.random: an empty range, or one that is too wide");
    lua_pushinteger(lua, low + rng_bounded(rng, (uint32_t)(high - low) + 1));
    return 1;
}

/* Leaves the environment of a script at the top. */
static void environment_make(lua_State *lua, const Rules *rules)
{
    static const luaL_Reg CALLS[] = {{"count", count_call},
                                     {"sum", sum_call},
                                     {"points", points_call},
                                     {"chance", chance_call},
                                     {"played", played_call},
                                     {"ipairs", ipairs_call},
                                     {NULL, NULL}};
    sandbox_environment(lua);
    const int env = lua_gettop(lua);
    luaL_setfuncs(lua, CALLS, 0);
    lua_getfield(lua, env, "math");
    lua_pushcfunction(lua, random_call);
    lua_setfield(lua, env + 1, "random");
    lua_createtable(lua, 0, TACTIC_COUNT);
    for (int row = 0; row < TACTIC_COUNT; row++) {
        lua_pushinteger(lua, row);
        lua_pushcclosure(lua, tactic_call, 1);
        lua_setfield(lua, -2, TACTICS[row].name);
    }
    lua_setfield(lua, env, "tactic");
    lua_settop(lua, env);
    cards_make(lua, rules);
}

/* ---- a script is read */

/* Pushes a new table, and how it is shown, as `name` of the table at `into`, or left above it (NULL). */
static void shown_new(lua_State *lua, int into, const char *name)
{
    lua_newtable(lua);
    lua_pushvalue(lua, -1);
    sandbox_frozen(lua);
    if (name) lua_setfield(lua, into, name);
}

/* Pushes what every call gets, from OF_PLAY on. */
static void arguments_make(lua_State *lua, AdviceMemory *memory)
{
    const int play = lua_gettop(lua) + 1, seen = play + 2, piles = seen + 4;
    memory->card = memory->sur = -1;
    memset(memory->numbers, -1, sizeof memory->numbers);
    shown_new(lua, 0, NULL);
    shown_new(lua, 0, NULL);
    shown_new(lua, seen, "surs");
    shown_new(lua, seen, "scores");
    shown_new(lua, seen, "piles");
    for (int i = 0; i < LISTS; i++) {
        memory->lists[i] = cards_new(lua, 0);
        if (i < SEEN_PILES)
            lua_setfield(lua, i < SEEN_HAND ? play : seen, LIST_NAMES[i]);
        else
            lua_rawseti(lua, piles, 1 + i - SEEN_PILES);
    }
    lua_pop(lua, 1);
}

/* Keeps the function, which asks the script's of that name, with what it needs from `arguments` on. */
static void asker_keep(lua_State *lua, int env, const char *name, lua_CFunction function, int arguments, int place)
{
    lua_getfield(lua, env, name);
    for (int i = OF_PLAY; i <= OF_SCORES; i++)
        lua_pushvalue(lua, arguments + i - OF_PLAY);
    lua_pushcclosure(lua, function, OF_SCORES);
    lua_rawseti(lua, LUA_REGISTRYINDEX, place);
}

/* The agent's numbers in place of what the script declares. */
static void params_set(lua_State *lua, const AdviceMemory *memory, int env)
{
    const size_t prefix = strlen(memory->advice->name) + 1;
    if (lua_getfield(lua, env, "params") == LUA_TTABLE)
        for (int i = 1; i < memory->param_count; i++) {
            if (memory->rows[i].type == PARAM_INT)
                lua_pushinteger(lua, (lua_Integer)memory->params[i]);
            else
                lua_pushnumber(lua, memory->params[i]);
            lua_setfield(lua, -2, memory->rows[i].name + prefix);
        }
    lua_pop(lua, 1);
}

static int values_find(lua_State *lua);
static int group_find(lua_State *lua);

static int script_load(lua_State *lua)
{
    AdviceMemory *memory = memory_of(lua);
    environment_make(lua, memory->by_rules ? memory->view->rules : NULL);
    const int env = lua_gettop(lua);
    lua_pushvalue(lua, env);
    lua_rawseti(lua, LUA_REGISTRYINDEX, AT_ENV);
    sandbox_load(lua, memory->advice->text, memory->advice->length, env);
    memory->view = NULL;
    sandbox_call(lua, 0, 0);
    if (!memory->params) return 0;
    params_set(lua, memory, env);
    sandbox_seal(lua);
    const int arguments = lua_gettop(lua) + 1;
    arguments_make(lua, memory);
    asker_keep(lua, env, "value", values_find, arguments, AT_VALUES);
    asker_keep(lua, env, "group", group_find, arguments, AT_GROUP);
    return 0;
}

void advice_close(AdviceMemory *memory)
{
    if (memory) sandbox_close(&memory->box);
    free(memory);
}

/* Opens the interpreter with the script. False if memory runs out. */
static bool memory_load(AdviceMemory *memory, const Rules *rules)
{
    if (!sandbox_open(&memory->box, memory->advice->path)) return !(memory->broken = true);
    const View view = {.rules = rules};
    memory->view = &view;
    lua_pushcfunction(memory->box.lua, script_load);
    memory->broken = !sandbox_run(&memory->box);
    memory->view = NULL;
    return true;
}

/* The memory with the script. NULL if memory runs out; memory->box.why is empty if all went well. */
static AdviceMemory *memory_make(const Agent *agent, const FeatureRules *by_rules, const Rules *rules, Agent *reader)
{
    AdviceMemory *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    memory->advice = advice_of(agent);
    memory->agent = reader;
    memory->by_rules = by_rules;
    if (by_rules) memory->params = agent->values + memory->advice->first, memory->factor = *memory->params;
    memory->rows = agent->kind->params + memory->advice->first;
    memory->param_count = agent->kind->param_count - memory->advice->first;
    return memory_load(memory, rules) ? memory : (free(memory), NULL);
}

/* The groups that the script names. */
static void groups_declare(lua_State *lua, AdviceScript *advice)
{
    if (lua_getfield(lua, 1, "groups") == LUA_TNIL) {
        snprintf(advice->groups[0], sizeof *advice->groups, "no");
        snprintf(advice->groups[1], sizeof *advice->groups, "yes");
        advice->group_count = 2;
    } else {
        const lua_Integer count = lua_istable(lua, 2) ? luaL_len(lua, 2) : 0;
        for (int i = 0; i < count && i < ADVICE_GROUPS; i++) {
            const char *name = lua_rawgeti(lua, 2, i + 1) == LUA_TSTRING ? lua_tostring(lua, -1) : "";
            if (!*name || strlen(name) >= sizeof *advice->groups)
                luaL_error(lua, "groups: a name has 1 to %d characters", (int)sizeof *advice->groups - 1);
            text_one_line(advice->groups[i], sizeof *advice->groups, name);
        }
        if (count < 2 || count > ADVICE_GROUPS) luaL_error(lua, "groups: expected 2 to %d names", ADVICE_GROUPS);
        advice->group_count = (int)count;
    }
    lua_settop(lua, 1);
}

/* What the script declares: a number of its own for each entry of `params`, in the order of their names. */
static int params_declare(lua_State *lua)
{
    static const char FORM[] = "expected params = {NAME = {default, low, high}}";
    AdviceMemory *memory = memory_of(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_ENV);
    groups_declare(lua, (AdviceScript *)memory->advice);
    if (lua_getfield(lua, 1, "params") == LUA_TNIL) return 0;
    if (!lua_istable(lua, 2)) return luaL_error(lua, FORM);
    lua_getfield(lua, 1, "pairs");
    lua_pushvalue(lua, 2);
    lua_call(lua, 1, 1); /* 3: the walk */
    for (lua_pushvalue(lua, 3), lua_call(lua, 0, 2); !lua_isnil(lua, 4); lua_pushvalue(lua, 3), lua_call(lua, 0, 2)) {
        const char *name = lua_type(lua, 4) == LUA_TSTRING ? lua_tostring(lua, 4) : "";
        AgentParam param = {.type = PARAM_INT, .help = "of the script"};
        double *const numbers[] = {&param.fallback, &param.low, &param.high};
        char full[128];
        Error error;
        for (int i = 0; i < 3; i++) {
            if (!lua_istable(lua, 5) || lua_rawgeti(lua, 5, i + 1) != LUA_TNUMBER)
                return luaL_error(lua, "params.%s: %s", name, FORM);
            if (!lua_isinteger(lua, -1)) param.type = PARAM_DOUBLE;
            *numbers[i] = lua_tonumber(lua, -1);
        }
        if (!*name || agent_shown_length(name) != strlen(name))
            return luaL_error(lua, "params: a name has letters, digits and _ alone");
        if (!(param.low <= param.fallback && param.fallback <= param.high && param.low > -1e9 && param.high < 1e9))
            return luaL_error(lua, "params.%s: expected low <= default <= high", name);
        snprintf(full, sizeof full, "%s.%s", memory->advice->name, name);
        param.name = full;
        if (!agent_param_add(memory->agent, param, &error)) return luaL_error(lua, "%s", error.text);
        lua_settop(lua, 3);
    }
    return 0;
}

/* ---- a decision */

/* Fills what scripts see of a view. */
static void seen_fill(lua_State *lua, AdviceMemory *memory)
{
    const View *view = memory->view;
    const Table *table = view->table;
    const Rules *rules = view->rules;
    const int own = rules_side(rules, view->seat), sides = rules->sides;
    int now[NUMBERS];
    memset(now, -1, sizeof now);
    now[SEEN_DEAL] = table->deal + 1;
    now[SEEN_DEALS] = rules->deals;
    now[SEEN_PLAYS] = table->ply;
    now[SEEN_PLAYERS] = rules->players;
    now[SEEN_LAST] = table->last == NOBODY ? 0 : 1 + (table->last - own + sides) % sides;
    *memory->lists[SEEN_HAND] = view->hand;
    *memory->lists[SEEN_POOL] = table->pool;
    *memory->lists[SEEN_UNSEEN] = view_unseen(view);
    for (int i = 0; i < sides; i++) {
        const int side = (own + i) % sides;
        *memory->lists[SEEN_PILES + i] = table->piles[side];
        now[SEEN_SURS + i] = table->surs[side];
        now[SEEN_SCORES + i] = table->scores[side];
    }
    for (int i = 0; i < NUMBERS; i++) {
        if (now[i] == memory->numbers[i]) continue;
        lua_pushinteger(lua, memory->numbers[i] = now[i]);
        if (i < SEEN_SURS)
            lua_setfield(lua, lua_upvalueindex(OF_SEEN), NUMBER_NAMES[i]);
        else
            lua_rawseti(lua, lua_upvalueindex(i < SEEN_SCORES ? OF_SURS : OF_SCORES), 1 + (i - SEEN_SURS) % MAX_SIDES);
    }
}

static void play_fill(lua_State *lua, AdviceMemory *memory)
{
    const View *view = memory->view;
    const CardSet play = memory->plays[memory->at], pool = view->table->pool, captured = play & pool;
    const Card card = set_first(play & ~pool);
    const bool sur = captured == pool && captured && table_sur_possible(view->table, view->rules, card_rank(card));
    *memory->lists[PLAY_CAPTURED] = captured;
    *memory->lists[PLAY_LEFT] = captured ? pool ^ captured : pool | set_of(card);
    if (memory->card != card) {
        card_push(lua, card);
        lua_setfield(lua, lua_upvalueindex(OF_PLAY), "card");
        memory->card = card;
    }
    if (memory->sur == sur) return;
    lua_pushboolean(lua, memory->sur = sur);
    lua_setfield(lua, lua_upvalueindex(OF_PLAY), "sur");
}

/* Calls the script's function for the play under way; its result is at the top. */
static void play_ask(lua_State *lua, AdviceMemory *memory)
{
    play_fill(lua, memory);
    lua_pushvalue(lua, lua_upvalueindex(OF_SCRIPT));
    lua_pushvalue(lua, lua_upvalueindex(OF_PLAY_SHOWN));
    lua_pushvalue(lua, lua_upvalueindex(OF_SEEN_SHOWN));
    sandbox_call(lua, 2, 1);
}

/* Raises an error about what the script's function of that name returned, which is at the top. */
static void result_refuse(lua_State *lua, const char *name, const char *wanted)
{
    const int type = lua_type(lua, -1);
    const char *said = type == LUA_TNUMBER || type == LUA_TSTRING ? lua_tostring(lua, -1) : luaL_typename(lua, -1);
    lua_Debug at;
    lua_pushvalue(lua, lua_upvalueindex(OF_SCRIPT));
    lua_getinfo(lua, ">S", &at);
    luaL_error(lua, "%s:%d: %s returned %s%s; expected %s", at.short_src, at.linedefined, name,
               type == LUA_TSTRING ? "the text " : "", said, wanted);
}

static int values_find(lua_State *lua)
{
    AdviceMemory *memory = memory_of(lua);
    if (!lua_isfunction(lua, lua_upvalueindex(OF_SCRIPT)))
        return luaL_error(lua, "there is no function value(play, seen)");
    seen_fill(lua, memory);
    for (memory->at = 0; memory->at < memory->count; memory->at++) {
        play_ask(lua, memory);
        const double value = lua_tonumber(lua, -1);
        if (lua_type(lua, -1) != LUA_TNUMBER || !(fabs(value) <= VALUE_MOST))
            result_refuse(lua, "value", "a number of points, at most 1000000");
        memory->values[memory->at] = value;
        lua_pop(lua, 1);
    }
    sandbox_check(lua);
    return 0;
}

static int group_find(lua_State *lua)
{
    AdviceMemory *memory = memory_of(lua);
    const AdviceScript *advice = memory->advice;
    if (!lua_isfunction(lua, lua_upvalueindex(OF_SCRIPT)))
        return luaL_error(lua, "there is no function group(play, seen)");
    seen_fill(lua, memory);
    play_ask(lua, memory);
    memory->group = lua_isboolean(lua, -1) ? lua_toboolean(lua, -1) : ADVICE_GROUPS;
    const char *name = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : "";
    for (int i = 0; i < advice->group_count; i++)
        if (!strcmp(advice->groups[i], name)) memory->group = i;
    if (memory->group == ADVICE_GROUPS) result_refuse(lua, "group", "one of groups, or true or false");
    sandbox_check(lua);
    return 0;
}

/* Has the function of that place look at these plays. */
static bool decision_ask(AdviceMemory *memory, int function, const View *view, const CardSet plays[], int count,
                         Rng *rng)
{
    if (memory->broken) return false;
    memory->view = view;
    memory->rng = rng;
    memory->plays = plays;
    memory->count = count;
    memory->known = 0;
    memory->at = 0;
    lua_rawgeti(memory->box.lua, LUA_REGISTRYINDEX, function);
    const bool good = sandbox_run(&memory->box);
    memory->view = NULL;
    memory->rng = NULL;
    if (good) return true;
    sandbox_close(&memory->box); /* with what the call has changed */
    memory_load(memory, view->rules);
    return false;
}

bool advice_score(AdviceMemory *memory, int64_t scores[], const View *view, const CardSet plays[], int count, Rng *rng)
{
    const bool good = decision_ask(memory, AT_VALUES, view, plays, count, rng);
    for (int i = 0; i < count && good; i++)
        scores[i] += llround(memory->values[i] * memory->factor * POINT * WEIGHT_ONE);
    return good;
}

int advice_group(AdviceMemory *memory, const View *view, CardSet play)
{
    return decision_ask(memory, AT_GROUP, view, &play, 1, NULL) ? memory->group : -1;
}

const char *advice_failure(const AdviceMemory *memory)
{
    AdviceScript *advice = (AdviceScript *)memory->advice;
    const size_t size = strlen(memory->box.why) + 1;
    struct AdviceReason *reason;
#pragma omp critical
    {
        for (reason = advice->reasons; reason && strcmp(reason->text, memory->box.why) != 0;)
            reason = reason->next;
        if (!reason && (reason = malloc(sizeof *reason + size)) != NULL) {
            memcpy(reason->text, memory->box.why, size);
            reason->next = advice->reasons;
            advice->reasons = reason;
        }
    }
    return reason ? reason->text : "its script failed, and there was no memory to say why";
}

AdviceMemory *advice_open(const Agent *agent, const FeatureRules *by_rules, const Rules *rules)
{
    return memory_make(agent, by_rules, rules, NULL);
}

/* ---- a script is taken into an agent */

static bool file_read(AdviceScript *advice, Error *error)
{
    FILE *file = fopen(advice->path, "rb");
    if (!file) return error_set(error, "%s: %s", advice->path, strerror(errno));
    advice->text = malloc(SCRIPT_BYTES + 1);
    advice->length = advice->text ? fread(advice->text, 1, SCRIPT_BYTES + 1, file) : 0;
    const bool failed = ferror(file);
    fclose(file);
    if (!advice->text) return error_memory(error);
    return (!failed && advice->length <= SCRIPT_BYTES) ||
           error_set(error, "%s: %s", advice->path, failed ? "cannot be read" : "longer than 64 KB");
}

/* The script's name: that of its file without folder and ending. */
static bool name_find_in(AdviceScript *advice, Error *error)
{
    const char *slash = strrchr(advice->path, '/'), *name = slash ? slash + 1 : advice->path, *end = strrchr(name, '.');
    const size_t length = end ? (size_t)(end - name) : strlen(name);
    snprintf(advice->name, sizeof advice->name, "%.*s", (int)length, name);
    if (length && length < sizeof advice->name && agent_shown_length(advice->name) == length &&
        !strchr(advice->name, '.'))
        return true;
    return error_set(error, "%s: a script's name has letters, digits and _ alone", advice->path);
}

static void about_find(AdviceScript *advice)
{
    const char *text = advice->text;
    size_t length = advice->length > 2 && text[0] == '-' && text[1] == '-' ? 2 : 0;
    if (!length) return;
    while (length < advice->length && text[length] == ' ')
        length++;
    const char *end = memchr(text + length, '\n', advice->length - length);
    snprintf(advice->about, sizeof advice->about, "%.*s",
             (int)((end ? end : text + advice->length) - text - (ptrdiff_t)length), text + length);
}

bool advice_read(Agent *agent, const char *path, Error *error)
{
    OwnKind *own = agent_own_kind(agent, error);
    if (!own) return false;
    if (own->more) return error_set(error, "a player has one script; '%s' is another", path);
    AdviceScript *advice = calloc(1, sizeof *advice);
    if (!advice) return error_memory(error);
    own->more = advice;
    own->more_free = advice_free;
    own->kind.traits &= ~(unsigned)TRAIT_LISTED; /* a script may fail */
    advice->first = own->kind.param_count;
    if (!(advice->path = strdup(path))) return error_memory(error);
    if (!name_find_in(advice, error) || !file_read(advice, error)) return false;
    about_find(advice);
    const AgentParam factor = {advice->name, PARAM_DOUBLE, -100, 100, 1, NULL, "of what the script says"};
    if (!agent_param_add(agent, factor, error)) return error_under(error, "%s", path);
    own->tuning.no_play |= UINT64_C(1) << advice->first;
    AdviceMemory *memory = memory_make(agent, NULL, NULL, agent);
    if (!memory) return error_memory(error);
    lua_pushcfunction(memory->box.lua, params_declare);
    const bool good = !memory->broken && sandbox_run(&memory->box);
    if (!good) error_set(error, "%s", memory->box.why);
    advice_close(memory);
    return good;
}

bool advice_try(const Agent *agent, const Rules *rules, AdviceUse use, Error *error)
{
    FeatureRules *by_rules = malloc(sizeof *by_rules);
    if (!by_rules) return error_memory(error);
    feature_rules_init(by_rules, rules);
    AdviceMemory *memory = advice_open(agent, by_rules, rules);
    Pack pack;
    Round round;
    CardSet history[PLAYS], moves[MAX_MOVES];
    int64_t scores[MAX_MOVES];
    Rng rng = rng_for(0, 0, PURPOSE_CARDS);
    pack_deal(&pack, rules, &rng);
    round_start(&round, rules, &pack, NULL);
    const CardSet first_pool = round.table.pool;
    while (memory && !*memory->box.why && !table_over(&round.table)) {
        const Table *table = &round.table;
        const View view = turn_view(&round, rules, first_pool, history);
        const int count = moves_list(moves, view.hand, table->pool, NULL);
        memset(scores, 0, sizeof scores);
        if (use == ADVICE_VALUE ? !advice_score(memory, scores, &view, moves, count, &rng)
                                : advice_group(memory, &view, moves[0]) < 0)
            break;
        history[table->ply] = moves[table->ply % count];
        round_play(&round, rules, history[table->ply]);
    }
    const bool good = memory && !*memory->box.why;
    if (!good) memory ? error_set(error, "%s", memory->box.why) : error_memory(error);
    advice_close(memory);
    free(by_rules);
    return good;
}
#else

struct AdviceMemory {
    int unused;
};
bool advice_read(Agent *agent, const char *path, Error *error)
{
    (void)agent;
    return error_set(error, "%s: this program was built without Lua, which scripts need (liblua5.4-dev)", path);
}
bool advice_try(const Agent *agent, const Rules *rules, AdviceUse use, Error *error)
{
    return (void)agent, (void)rules, (void)use, (void)error, true;
}
AdviceMemory *advice_open(const Agent *agent, const FeatureRules *by_rules, const Rules *rules)
{
    return (void)agent, (void)by_rules, (void)rules, NULL;
}
void advice_close(AdviceMemory *memory) { (void)memory; }
bool advice_score(AdviceMemory *memory, int64_t scores[], const View *view, const CardSet plays[], int count, Rng *rng)
{
    return (void)memory, (void)scores, (void)view, (void)plays, (void)count, (void)rng, false;
}
int advice_group(AdviceMemory *memory, const View *view, CardSet play)
{
    return (void)memory, (void)view, (void)play, -1;
}
const char *advice_failure(const AdviceMemory *memory) { return (void)memory, NULL; }
#endif
