/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts of advice: the interpreter and its sandbox, what a script sees, and its parameters. */
#include "agents/tactic/advice.h"

#include <errno.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_LUA
#include <lauxlib.h>
#include <lualib.h>

#include "engine/data_file.h"
#endif
#include "engine/round.h"

static int reason_compare(const void *a, const void *b) { return strcmp(a, b); }

static void advice_free(void *more)
{
    AdviceScript *advice = more;
    for (char *why; advice->reasons; free(why)) {
        why = *(char **)advice->reasons;
        tdelete(why, &advice->reasons, reason_compare);
    }
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

enum {
    SCRIPT_BYTES = 64 * 1024,
    MEMORY = 1024 * 1024,  /* bytes of one interpreter */
    INSTRUCTIONS = 100000, /* of one call */
    VALUE_MOST = 1000000,  /* points */
};
/* Where an interpreter's registry has functions of the prelude, those of the script and what they get, and cards. */
enum {
    AT_CHECK = 4,
    AT_GROUP,
    AT_VALUE,
    AT_SEE,
    AT_SEAL,
    AT_DECLARE,
    AT_CARD,
    AT_SEEN_SHOWN,
    AT_PLAY_SHOWN,
    AT_PLAY,
    AT_SCRIPT_GROUP,
    AT_SCRIPT_VALUE,
    AT_CARDS /* and 51 more */
};
/* Lists of cards that a script sees. */
enum { PLAY_CAPTURED, PLAY_LEFT, SEEN_HAND, SEEN_POOL, SEEN_UNSEEN, SEEN_PILES, LISTS = SEEN_PILES + MAX_SIDES };

struct AdviceMemory {
    lua_State *lua;       /* NULL: memory ran out for it */
    size_t used;          /* bytes of it */
    char why[ERROR_TEXT]; /* how the script failed last, one line with file and line; "": it did not */
    const AdviceScript *advice;
    Agent *agent;       /* the script's; of a reader its parameters are added */
    const Rules *rules; /* by which it plays; NULL: the script is only read */
    FeatureRules by_rules;
    bool broken; /* it could not be read */
    double factor;
    CardSet *lists[LISTS]; /* in objects of the interpreter */
    int card, sur;         /* as its table `play` has them; -1: not yet */
    /* the decision under way */
    const View *view;
    Rng *rng;
    const CardSet *plays;
    AdviceUse use;
    double *out; /* what the function says of each play */
    int count, at;
    uint32_t asked, known; /* rows of TACTICS: the script has asked for, and of this decision are known */
    int64_t said[MAX_MOVES][TACTIC_COUNT];
};

static AdviceMemory *memory_of(lua_State *lua) { return *(AdviceMemory **)lua_getextraspace(lua); }

/* ---- the sandbox: an interpreter with no files, no clock, nothing that loads or catches; with limits of memory and of
   instructions; and with tables walked in a fixed order. Functions with a lua_State raise Lua's errors, which
   sandbox_run catches. */

/* The allocator, which gives no more than MEMORY in all. */
static void *sandbox_alloc(void *arg, void *block, size_t old, size_t size)
{
    AdviceMemory *box = arg;
    if (!block) old = 0;
    if (size > old && box->used + (size - old) > MEMORY) return NULL;
    if (!size) {
        box->used -= old;
        return free(block), NULL;
    }
    void *more = realloc(block, size);
    if (more) box->used = box->used - old + size;
    return more;
}

/* Names the line of the script, also where that has called the prelude. */
static void limit_reached(lua_State *lua, lua_Debug *at)
{
    int level = 0;
    do
        lua_getinfo(lua, "Sl", at);
    while (*at->source != '@' && lua_getstack(lua, ++level, at));
    lua_pushfstring(lua, "%s:%d: more than %d instructions in one call", at->short_src, at->currentline, INSTRUCTIONS);
    lua_error(lua);
}

/* Calls the function below its arguments, which begins to count its instructions anew. */
static void sandbox_call(lua_State *lua, int arguments, int results)
{
    lua_sethook(lua, limit_reached, LUA_MASKCOUNT, INSTRUCTIONS);
    lua_call(lua, arguments, results);
}

/* Calls a function of the prelude's with what was pushed: these are none of the script's instructions. */
static void prelude_call(lua_State *lua, int place, int arguments, int results)
{
    lua_sethook(lua, NULL, 0, 0);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, place);
    lua_insert(lua, -1 - arguments);
    lua_call(lua, arguments, results);
}

/* Runs the function of C's at the top; false, with the reason, if it raised an error: Lua says in which line of the script,
   or it stands with the file alone. */
static bool sandbox_run(AdviceMemory *memory)
{
    lua_State *lua = memory->lua;
    const int status = lua_pcall(lua, 0, 0, 0);
    if (status == LUA_OK) return true;
    const char *path = memory->advice->path;
    const char *said = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : "error() with no text";
    const bool placed = !strncmp(said, path, strlen(path)) || !strncmp(said, "...", 3);
    char line[sizeof memory->why];
    if (status == LUA_ERRMEM)
        snprintf(line, sizeof line, "%s: it needs more than %d KB of memory", path, MEMORY / 1024);
    else
        snprintf(line, sizeof line, "%s%s%s", placed ? "" : path, placed ? "" : ": ", said);
    text_one_line(memory->why, sizeof memory->why, line);
    lua_settop(lua, 0);
    return false;
}

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

/* Makes the cards, each once. */
static void cards_make(lua_State *lua, const Rules *rules)
{
    for (Card card = 0; card < CARDS; card++) {
        cards_new(lua, set_of(card));
        lua_pushvalue(lua, -1);
        lua_rawseti(lua, LUA_REGISTRYINDEX, AT_CARDS + card);
        lua_pushlstring(lua, &LETTERS[card_rank(card)], 1);
        lua_pushlstring(lua, &LETTERS[RANKS + card_suit(card)], 1);
        lua_pushinteger(lua, card_rank(card) < JACK ? card_rank(card) + 1 : 0);
        lua_pushinteger(lua, rules ? scoring_cards(set_of(card), rules) : 0);
        prelude_call(lua, AT_CARD, 5, 0);
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
    const int held = memory->by_rules.next[view->table->ply];
    const CardSet hidden = view_hidden(view);
    const Odds *odds = &memory->by_rules.odds;
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
        memory->known = memory->asked |= UINT32_C(1) << row;
        tactics_say(memory->said, &memory->by_rules, memory->known, view,
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

DATA_FILE(advice_prelude, "agents/tactic/prelude.lua")

/* Leaves the environment of a script at the top. */
static void environment_make(lua_State *lua, const Rules *rules)
{
    static const luaL_Reg LIBRARIES[] = {{"_G", luaopen_base},
                                         {LUA_STRLIBNAME, luaopen_string},
                                         {"table", luaopen_table},
                                         {"math", luaopen_math},
                                         {"debug", luaopen_debug}};
    static const luaL_Reg CALLS[] = {{"count", count_call},
                                     {"sum", sum_call},
                                     {"points", points_call},
                                     {"chance", chance_call},
                                     {"played", played_call},
                                     {"random", random_call},
                                     {NULL, NULL}};
    static const luaL_Reg METHODS[] = {{"__index", cards_index}, {"__len", cards_length}, {NULL, NULL}};
    const size_t length = (size_t)(advice_prelude_end - advice_prelude);
    if (luaL_loadbufferx(lua, (const char *)advice_prelude, length, "=prelude", "t")) lua_error(lua);
    for (size_t i = 0; i < sizeof LIBRARIES / sizeof *LIBRARIES; i++)
        luaL_requiref(lua, LIBRARIES[i].name, LIBRARIES[i].func, 0);
    luaL_newlib(lua, CALLS);
    luaL_newmetatable(lua, "cards");
    luaL_setfuncs(lua, METHODS, 0);
    lua_call(lua, 7, 8);
    for (int place = AT_CHECK; place <= AT_CARD; place++)
        lua_rawseti(lua, LUA_REGISTRYINDEX, place);
    lua_createtable(lua, 0, TACTIC_COUNT);
    for (int row = 0; row < TACTIC_COUNT; row++) {
        lua_pushinteger(lua, row);
        lua_pushcclosure(lua, tactic_call, 1);
        lua_setfield(lua, -2, TACTICS[row].name);
    }
    lua_setfield(lua, -2, "tactic");
    cards_make(lua, rules);
}

/* ---- what a script declares: functions for the prelude */

static int group_declare(lua_State *lua)
{
    AdviceScript *advice = (AdviceScript *)memory_of(lua)->advice;
    text_one_line(advice->groups[advice->group_count++], sizeof *advice->groups, lua_tostring(lua, 1));
    return 0;
}

/* Adds a number of that name to the agent's: default, low, high, and whether it is whole. */
static int param_declare(lua_State *lua)
{
    const AdviceMemory *memory = memory_of(lua);
    char name[128];
    Error error;
    snprintf(name, sizeof name, "%s.%s", memory->advice->name, lua_tostring(lua, 1));
    const AgentParam param = {.name = name,
                              .type = lua_toboolean(lua, 5) ? PARAM_INT : PARAM_DOUBLE,
                              .fallback = lua_tonumber(lua, 2),
                              .low = lua_tonumber(lua, 3),
                              .high = lua_tonumber(lua, 4),
                              .help = "of the script"};
    if (agent_param_add(memory->agent, param, &error)) return 0;
    lua_pushstring(lua, error.text);
    return lua_error(lua);
}

static void script_declare(lua_State *lua)
{
    lua_pushcfunction(lua, group_declare);
    lua_pushinteger(lua, ADVICE_GROUPS);
    lua_pushcfunction(lua, param_declare);
    prelude_call(lua, AT_DECLARE, 3, 0);
}

/* ---- a script is read */

/* Gives the script, which is at the top, its numbers in the order in which they were declared, and the lists. */
static void script_seal(lua_State *lua, AdviceMemory *memory)
{
    const Agent *agent = memory->agent;
    luaL_checkstack(lua, LISTS + MAX_AGENT_PARAMS, "params"); /* a C function has room for 20 */
    const int below = lua_gettop(lua) - 1;
    lua_pushinteger(lua, memory->rules->deals);
    lua_pushinteger(lua, memory->rules->players);
    for (int i = 0; i < LISTS; i++)
        memory->lists[i] = cards_new(lua, 0);
    memory->card = memory->sur = -1;
    for (int i = memory->advice->first + 1; i < agent->kind->param_count; i++)
        if (agent->kind->params[i].type == PARAM_INT)
            lua_pushinteger(lua, (lua_Integer)agent->values[i]);
        else
            lua_pushnumber(lua, agent->values[i]);
    prelude_call(lua, AT_SEAL, lua_gettop(lua) - below, 1 + AT_SCRIPT_VALUE - AT_SEEN_SHOWN);
    for (int place = AT_SEEN_SHOWN; place <= AT_SCRIPT_VALUE; place++)
        lua_rawseti(lua, LUA_REGISTRYINDEX, place);
}

static int script_load(lua_State *lua)
{
    AdviceMemory *memory = memory_of(lua);
    char chunk[160];
    environment_make(lua, memory->rules);
    snprintf(chunk, sizeof chunk, "@%s", memory->advice->path);
    if (luaL_loadbufferx(lua, memory->advice->text, memory->advice->length, chunk, "t")) lua_error(lua);
    lua_insert(lua, -2);
    lua_setupvalue(lua, -2, 1);
    lua_pushvalue(lua, -1);
    sandbox_call(lua, 0, 0);
    if (memory->rules)
        script_seal(lua, memory);
    else
        script_declare(lua);
    return 0;
}

void advice_close(AdviceMemory *memory)
{
    if (memory && memory->lua) lua_close(memory->lua);
    free(memory);
}

/* Opens the interpreter with the script. False if memory runs out. */
static bool memory_load(AdviceMemory *memory)
{
    memory->broken = true;
    memory->lua = lua_newstate(sandbox_alloc, memory);
    if (!memory->lua) return false;
    *(AdviceMemory **)lua_getextraspace(memory->lua) = memory;
    lua_pushcfunction(memory->lua, script_load);
    memory->broken = !sandbox_run(memory);
    return true;
}

AdviceMemory *advice_open(const Agent *agent, const Rules *rules)
{
    AdviceMemory *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    memory->advice = advice_of(agent);
    memory->agent = (Agent *)agent;
    memory->rules = rules;
    if (rules) feature_rules_init(&memory->by_rules, rules), memory->factor = agent->values[memory->advice->first];
    return memory_load(memory) ? memory : (free(memory), NULL);
}

/* ---- a decision */

/* Tells the prelude what a view shows: of sides in an order that begins with the own one. */
static void seen_tell(lua_State *lua, AdviceMemory *memory)
{
    const View *view = memory->view;
    const Table *table = view->table;
    const Rules *rules = view->rules;
    const int own = rules_side(rules, view->seat), sides = rules->sides;
    *memory->lists[SEEN_HAND] = view->hand;
    *memory->lists[SEEN_POOL] = table->pool;
    *memory->lists[SEEN_UNSEEN] = view_unseen(view);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_SEE);
    lua_pushinteger(lua, table->deal + 1);
    lua_pushinteger(lua, table->ply);
    lua_pushinteger(lua, table->last == NOBODY ? 0 : 1 + (table->last - own + sides) % sides);
    for (int i = 0; i < sides; i++) {
        const int side = (own + i) % sides;
        *memory->lists[SEEN_PILES + i] = table->piles[side];
        lua_pushinteger(lua, table->surs[side]);
        lua_pushinteger(lua, table->scores[side]);
    }
    lua_sethook(lua, NULL, 0, 0);
    lua_call(lua, 3 + 2 * sides, 0);
}

/* Has the script's function look at the play under way. */
static double play_ask(lua_State *lua, AdviceMemory *memory)
{
    const View *view = memory->view;
    const CardSet play = memory->plays[memory->at], pool = view->table->pool, captured = play & pool;
    const Card card = set_first(play & ~pool);
    *memory->lists[PLAY_CAPTURED] = captured;
    *memory->lists[PLAY_LEFT] = captured ? pool ^ captured : pool | set_of(card);
    const bool sur = captured == pool && captured && table_sur_possible(view->table, view->rules, card_rank(card));
    if (card != memory->card || sur != memory->sur) {
        lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_PLAY);
        card_push(lua, card);
        lua_setfield(lua, -2, "card");
        lua_pushboolean(lua, memory->sur = sur);
        lua_setfield(lua, -2, "sur");
        memory->card = card;
    }
    lua_rawgeti(lua, LUA_REGISTRYINDEX, memory->use == ADVICE_GROUP ? AT_SCRIPT_GROUP : AT_SCRIPT_VALUE);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_PLAY_SHOWN);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_SEEN_SHOWN);
    sandbox_call(lua, 2, 1);
    if (memory->use == ADVICE_GROUP) {
        prelude_call(lua, AT_GROUP, 1, 1);
    } else if (lua_type(lua, -1) != LUA_TNUMBER || !(fabs(lua_tonumber(lua, -1)) <= VALUE_MOST)) {
        prelude_call(lua, AT_VALUE, 1, 1);
    }
    const double said = lua_tonumber(lua, -1);
    lua_settop(lua, 0);
    return memory->use == ADVICE_VALUE ? said * memory->factor : said;
}

static int plays_ask(lua_State *lua)
{
    AdviceMemory *memory = memory_of(lua);
    seen_tell(lua, memory);
    for (memory->at = 0; memory->at < memory->count; memory->at++)
        memory->out[memory->at] = play_ask(lua, memory);
    prelude_call(lua, AT_CHECK, 0, 0);
    return 0;
}

bool advice_ask(AdviceMemory *memory, AdviceUse use, double out[], const View *view, const CardSet plays[], int count,
                Rng *rng)
{
    if (memory->broken) return false;
    memory->use = use;
    memory->view = view;
    memory->rng = rng;
    memory->plays = plays;
    memory->count = count;
    memory->known = 0;
    memory->out = out;
    lua_pushcfunction(memory->lua, plays_ask);
    const bool good = sandbox_run(memory);
    memory->view = NULL;
    memory->rng = NULL;
    if (good) return true;
    lua_close(memory->lua); /* with what the call has changed */
    memory_load(memory);
    return false;
}

const char *advice_failure(const AdviceMemory *memory)
{
    AdviceScript *advice = (AdviceScript *)memory->advice;
    char *why = strdup(memory->why), **kept = NULL;
    while (atomic_flag_test_and_set(&advice->asked)) {} /* seldom, and for moments */
    if (why) kept = tsearch(why, &advice->reasons, reason_compare);
    atomic_flag_clear(&advice->asked);
    if (!kept || *kept != why) free(why);
    return kept ? *kept : "its script failed, and there was no memory left to say why";
}

/* ---- a script is taken into an agent */

static bool file_read(AdviceScript *advice, Error *error)
{
    FILE *file = fopen(advice->path, "rb");
    if (!file) return error_set(error, "%s: %s", advice->path, strerror(errno));
    advice->text = calloc(1, SCRIPT_BYTES + 2);
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
    return error_set(error, "%s: a script's name has only letters, digits and _", advice->path);
}

bool advice_read(Agent *agent, const char *path, Error *error)
{
    OwnKind *own = agent_own_kind(agent, error);
    if (!own) return false;
    if (own->more) return error_set(error, "a player has only one script; '%s' is another", path);
    AdviceScript *advice = calloc(1, sizeof *advice);
    if (!advice) return error_memory(error);
    own->more = advice;
    own->more_free = advice_free;
    own->kind.traits &= ~(unsigned)TRAIT_LISTED; /* a script may fail */
    advice->first = own->kind.param_count;
    if (!(advice->path = strdup(path))) return error_memory(error);
    if (!name_find_in(advice, error) || !file_read(advice, error)) return false;
    sscanf(advice->text, "--%127[^\n]", advice->about);
    const AgentParam factor = {advice->name, PARAM_DOUBLE, -100, 100, 1, NULL, "of what the script says"};
    if (!agent_param_add(agent, factor, error)) return error_under(error, "%s", path);
    own->tuning.no_play |= UINT64_C(1) << advice->first;
    AdviceMemory *memory = advice_open(agent, NULL);
    const bool good = memory ? !memory->broken || error_set(error, "%s", memory->why) : error_memory(error);
    advice_close(memory);
    return good;
}

bool advice_try(const Agent *agent, const Rules *rules, AdviceUse use, Error *error)
{
    AdviceMemory *memory = advice_open(agent, rules);
    Pack pack;
    Round round;
    CardSet history[PLAYS], moves[MAX_MOVES];
    double said[MAX_MOVES];
    Rng rng = rng_for(0, 0, PURPOSE_CARDS);
    pack_deal(&pack, rules, &rng);
    round_start(&round, rules, &pack, NULL);
    const CardSet first_pool = round.table.pool;
    while (memory && !*memory->why && !table_over(&round.table)) {
        const Table *table = &round.table;
        const View view = turn_view(&round, rules, first_pool, history);
        const int count = moves_list(moves, view.hand, table->pool, NULL);
        if (!advice_ask(memory, use, said, &view, moves, count, use == ADVICE_VALUE ? &rng : NULL)) break;
        history[table->ply] = moves[table->ply % count];
        round_play(&round, rules, history[table->ply]);
    }
    const bool good = memory ? !*memory->why || error_set(error, "%s", memory->why) : error_memory(error);
    advice_close(memory);
    return good;
}
#else

bool advice_read(Agent *agent, const char *path, Error *error)
{
    (void)agent;
    return error_set(error, "%s: this program was built without Lua, which scripts need (liblua5.4-dev)", path);
}
bool advice_try(const Agent *agent, const Rules *rules, AdviceUse use, Error *error)
{
    return (void)agent, (void)rules, (void)use, (void)error, true;
}
AdviceMemory *advice_open(const Agent *agent, const Rules *rules) { return (void)agent, (void)rules, NULL; }
void advice_close(AdviceMemory *memory) { (void)memory; }
bool advice_ask(AdviceMemory *memory, AdviceUse use, double out[], const View *view, const CardSet plays[], int count,
                Rng *rng)
{
    return (void)memory, (void)use, (void)out, (void)view, (void)plays, (void)count, (void)rng, false;
}
const char *advice_failure(const AdviceMemory *memory) { return (void)memory, NULL; }
#endif
