/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpreter of scripts: its limits, what it offers, and how it is kept from remembering. */
#ifdef WITH_LUA
#include "agents/tactic/sandbox.h"

#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MEMORY = 1024 * 1024,  /* bytes of one interpreter */
    INSTRUCTIONS = 100000, /* of one call */
    MOST_WALKED = 256,     /* entries of a table that pairs walks */
    DEEPEST = 64           /* tables within tables */
};
/* Where the registry has what freezing notes. */
enum { AT_WATCHED = 4, AT_DONE };

/* The allocator, which gives no more than MEMORY in all. */
static void *sandbox_alloc(void *arg, void *block, size_t old, size_t size)
{
    Sandbox *box = arg;
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

static void limit_reached(lua_State *lua, lua_Debug *at)
{
    lua_getinfo(lua, "Sl", at);
    lua_pushfstring(lua, "%s:%d: more than %d instructions in one call", at->short_src, at->currentline, INSTRUCTIONS);
    lua_error(lua);
}

void sandbox_call(lua_State *lua, int arguments, int results)
{
    lua_sethook(lua, limit_reached, LUA_MASKCOUNT, INSTRUCTIONS);
    lua_call(lua, arguments, results);
}

/* ---- what scripts are offered */

/* The next of the keys that pairs has sorted. */
static int pairs_next(lua_State *lua)
{
    const lua_Integer at = lua_tointeger(lua, lua_upvalueindex(2)) + 1;
    lua_pushinteger(lua, at);
    lua_replace(lua, lua_upvalueindex(2));
    if (lua_rawgeti(lua, lua_upvalueindex(1), at) == LUA_TNIL) return 1;
    lua_pushvalue(lua, -1);
    lua_gettable(lua, lua_upvalueindex(3));
    return 2;
}

/* Is the key at `a` before that at `b`? Numbers are before texts. */
static bool key_before(lua_State *lua, int a, int b)
{
    const bool numbers = lua_type(lua, a) == LUA_TNUMBER;
    if (numbers != (lua_type(lua, b) == LUA_TNUMBER)) return numbers;
    return lua_compare(lua, a, b, LUA_OPLT);
}

/* pairs(t): walks a table in the order of its keys, which Lua's own does not fix. */
static int pairs_call(lua_State *lua)
{
    luaL_checktype(lua, 1, LUA_TTABLE);
    lua_settop(lua, 1);
    if (luaL_getmetafield(lua, 1, "__index") == LUA_TNIL) lua_pushvalue(lua, 1);
    lua_newtable(lua); /* 3: the keys */
    int count = 0;
    for (lua_pushnil(lua); lua_next(lua, 2); count++) {
        lua_pop(lua, 1); /* 4: the key */
        if (lua_type(lua, 4) != LUA_TNUMBER && lua_type(lua, 4) != LUA_TSTRING)
            return luaL_error(lua, "pairs: a key is neither a number nor a text");
        if (count == MOST_WALKED) return luaL_error(lua, "pairs: more than %d entries", MOST_WALKED);
        int place = count;
        for (; place && (lua_rawgeti(lua, 3, place), key_before(lua, 4, 5)); place--)
            lua_rawseti(lua, 3, place + 1);
        lua_settop(lua, 4);
        lua_pushvalue(lua, 4);
        lua_rawseti(lua, 3, place + 1);
    }
    lua_pushinteger(lua, 0);
    lua_pushvalue(lua, 2);
    lua_pushcclosure(lua, pairs_next, 3);
    return 1;
}

/* Copies what stands in the list, words with blanks, from a table of Lua's to the table at the top. */
static void names_keep(lua_State *lua, int from, const char *list)
{
    for (const char *word = list; *word;) {
        const size_t length = strcspn(word, " ");
        lua_pushlstring(lua, word, length);
        lua_pushvalue(lua, -1);
        lua_rawget(lua, from);
        lua_rawset(lua, -3);
        word += length + (word[length] == ' ');
    }
}

/* Puts one of Lua's libraries into the environment at `env`, without what could tell of clock or address, or run for
   long without being counted. */
static void library_keep(lua_State *lua, int env, const char *name, lua_CFunction open, const char *list)
{
    luaL_requiref(lua, name, open, 0);
    lua_newtable(lua);
    names_keep(lua, lua_gettop(lua) - 1, list);
    lua_setfield(lua, env, name);
    lua_pop(lua, 1);
}

void sandbox_environment(lua_State *lua)
{
    lua_newtable(lua);
    const int env = lua_gettop(lua);
    luaL_requiref(lua, "_G", luaopen_base, 0);
    lua_pushvalue(lua, env);
    names_keep(lua, env + 1, "assert error select tonumber type");
    lua_settop(lua, env);
    lua_pushcfunction(lua, pairs_call);
    lua_setfield(lua, env, "pairs");
    library_keep(lua, env, "string", luaopen_string, "byte char len lower rep reverse sub upper");
    library_keep(lua, env, "table", luaopen_table, "concat insert remove unpack");
    library_keep(lua, env, "math", luaopen_math,
                 "abs ceil exp floor fmod huge log max maxinteger min mininteger pi sqrt tointeger type ult");
    lua_pushliteral(lua, ""); /* what ("text"):name() finds */
    lua_getmetatable(lua, -1);
    lua_getfield(lua, env, "string");
    lua_setfield(lua, -2, "__index");
    lua_settop(lua, env);
}

void sandbox_load(lua_State *lua, const char *text, size_t length, int env)
{
    char chunk[160];
    snprintf(chunk, sizeof chunk, "@%s", sandbox_of(lua)->path);
    if (luaL_loadbufferx(lua, text, length, chunk, "t")) lua_error(lua);
    lua_pushvalue(lua, env);
    lua_setupvalue(lua, env + 1, 1);
    lua_pushvalue(lua, env + 1);
}

/* ---- nothing outlasts a call */

static int locked(lua_State *lua)
{
    return luaL_error(lua, "'%s' is set where nothing may be kept from one call to the next; use a local variable",
                      luaL_tolstring(lua, 2, NULL));
}

static int frozen_length(lua_State *lua)
{
    lua_pushinteger(lua, (lua_Integer)lua_rawlen(lua, lua_upvalueindex(1)));
    return 1;
}

void sandbox_frozen(lua_State *lua)
{
    lua_newtable(lua);
    lua_createtable(lua, 0, 3);
    lua_pushvalue(lua, -3);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, locked);
    lua_setfield(lua, -2, "__newindex");
    lua_pushvalue(lua, -3);
    lua_pushcclosure(lua, frozen_length, 1);
    lua_setfield(lua, -2, "__len");
    lua_setmetatable(lua, -2);
    lua_remove(lua, -2);
}

static void freeze(lua_State *lua, int depth);

/* Freezes what the function at the top keeps outside its calls, and notes its variables. */
static void function_freeze(lua_State *lua, int depth)
{
    Sandbox *box = sandbox_of(lua);
    const int function = lua_gettop(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_DONE);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_WATCHED);
    for (int i = 1; lua_getupvalue(lua, function, i); i++) {
        if (lua_rawgetp(lua, function + 1, lua_upvalueid(lua, function, i)) == LUA_TNIL) {
            lua_pushboolean(lua, true);
            lua_rawsetp(lua, function + 1, lua_upvalueid(lua, function, i));
            lua_pushvalue(lua, function + 3);
            freeze(lua, depth + 1);
            lua_pushvalue(lua, -1);
            lua_setupvalue(lua, function, i);
            lua_rawseti(lua, function + 2, 3 * box->watched + 3);
            lua_pushvalue(lua, function);
            lua_rawseti(lua, function + 2, 3 * box->watched + 1);
            lua_pushinteger(lua, i);
            lua_rawseti(lua, function + 2, 3 * box->watched + 2);
            box->watched++;
        }
        lua_settop(lua, function + 2);
    }
    lua_settop(lua, function);
}

/* Replaces the value at the top by one in which no call can keep anything. */
static void freeze(lua_State *lua, int depth)
{
    const int value = lua_gettop(lua), type = lua_type(lua, value);
    if ((type != LUA_TTABLE && type != LUA_TFUNCTION) || lua_iscfunction(lua, value)) return;
    if (depth > DEEPEST) luaL_error(lua, "tables are nested more than %d deep", DEEPEST);
    luaL_checkstack(lua, 16, NULL);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_DONE);
    lua_pushvalue(lua, value);
    if (lua_rawget(lua, value + 1) != LUA_TNIL) {
        lua_replace(lua, value);
        lua_settop(lua, value);
        return;
    }
    lua_pop(lua, 1);
    lua_pushvalue(lua, value);
    if (type == LUA_TTABLE) sandbox_frozen(lua);
    lua_pushvalue(lua, value); /* done[value] = done[frozen] = frozen */
    lua_pushvalue(lua, value + 2);
    lua_rawset(lua, value + 1);
    lua_pushvalue(lua, value + 2);
    lua_pushvalue(lua, value + 2);
    lua_rawset(lua, value + 1);
    if (type == LUA_TFUNCTION) {
        lua_settop(lua, value);
        function_freeze(lua, depth);
        return;
    }
    for (lua_pushnil(lua); lua_next(lua, value);) {
        freeze(lua, depth + 1);
        lua_pushvalue(lua, -2);
        lua_insert(lua, -2);
        lua_rawset(lua, value);
    }
    lua_settop(lua, value + 2);
    lua_replace(lua, value);
    lua_settop(lua, value);
}

void sandbox_seal(lua_State *lua, int env)
{
    lua_newtable(lua);
    lua_rawseti(lua, LUA_REGISTRYINDEX, AT_DONE);
    lua_newtable(lua);
    lua_rawseti(lua, LUA_REGISTRYINDEX, AT_WATCHED);
    lua_pushvalue(lua, env);
    freeze(lua, 0);
    lua_setupvalue(lua, env + 1, 1);
    lua_pushnil(lua);
    lua_rawseti(lua, LUA_REGISTRYINDEX, AT_DONE);
}

void sandbox_check(lua_State *lua)
{
    const Sandbox *box = sandbox_of(lua);
    const int base = lua_gettop(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, AT_WATCHED);
    for (int i = 0; i < box->watched; i++) {
        lua_rawgeti(lua, base + 1, 3 * i + 1);
        lua_rawgeti(lua, base + 1, 3 * i + 2);
        const char *name = lua_getupvalue(lua, base + 2, (int)lua_tointeger(lua, base + 3));
        lua_rawgeti(lua, base + 1, 3 * i + 3);
        if (!lua_rawequal(lua, base + 4, base + 5)) {
            lua_Debug at;
            lua_pushvalue(lua, base + 2);
            lua_getinfo(lua, ">S", &at);
            luaL_error(lua, "%s:%d: a call changes '%s', which would outlast it; make it local to the function",
                       at.short_src, at.linedefined, name);
        }
        lua_settop(lua, base + 1);
    }
}

/* ---- a state */

/* Notes why the script failed: Lua says in which line, or it stands with the file alone. */
static void script_blame(Sandbox *box, const char *said)
{
    const char *path = box->path;
    const bool placed = !strncmp(said, path, strlen(path)) || !strncmp(said, "...", 3);
    char line[sizeof box->why];
    snprintf(line, sizeof line, "%s%s%s", placed ? "" : path, placed ? "" : ": ", said);
    text_one_line(box->why, sizeof box->why, line);
}

bool sandbox_run(Sandbox *box)
{
    const int status = lua_pcall(box->lua, 0, 0, 0);
    if (status == LUA_OK) return true;
    const char *said = lua_type(box->lua, -1) == LUA_TSTRING ? lua_tostring(box->lua, -1) : "error() with no text";
    if (status == LUA_ERRMEM)
        snprintf(box->why, sizeof box->why, "%s: it needs more than %d KB of memory", box->path, MEMORY / 1024);
    else
        script_blame(box, said);
    lua_settop(box->lua, 0);
    return false;
}

bool sandbox_open(Sandbox *box, const char *path)
{
    box->path = path;
    box->watched = 0;
    box->lua = lua_newstate(sandbox_alloc, box);
    if (box->lua) *(Sandbox **)lua_getextraspace(box->lua) = box;
    return box->lua;
}

void sandbox_close(Sandbox *box)
{
    if (box->lua) lua_close(box->lua);
}
#else
typedef int SandboxUnused;
#endif
