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
};
/* Where the registry has the functions that the prelude returns. */
enum { AT_FROZEN = 4, AT_SEAL, AT_CHECK };

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

/* ---- what scripts may use of Lua, without what could tell of clock or address, or run for long without being counted;
   and that nothing outlasts a call: tables are shown by others that cannot be written to, and variables that functions
   share are noted. */

static const char PRELUDE[] =
    "local lua, string, table, math, debug = ...\n"
    "local error, next, setmetatable, type, format = lua.error, lua.next, lua.setmetatable, lua.type, string.format\n"
    "local function kept(from, names)\n"
    "  local some = {}\n"
    "  for name in string.gmatch(names, '%a+') do some[name] = from[name] end\n"
    "  return some\n"
    "end\n"
    "local env = kept(lua, 'assert error select tonumber type')\n"
    "env.string = kept(string, 'byte char len lower rep reverse sub upper')\n"
    "env.table = kept(table, 'concat insert remove unpack')\n"
    "env.math = kept(math, 'abs ceil exp floor fmod huge log max maxinteger min mininteger pi sqrt tointeger type ult')\n"
    "lua.getmetatable('').__index = env.string\n"
    "local function locked(_, key)\n"
    "  error(format([['%s' is set where nothing may be kept from one call to the next; use a local variable]],\n"
    "               lua.tostring(key)), 2)\n"
    "end\n"
    "local function key_before(a, b)\n"
    "  local number = type(a) == 'number'\n"
    "  if number ~= (type(b) == 'number') then return number end\n"
    "  return a < b\n"
    "end\n"
    "local function pairs(values)\n" /* walks a table in the order of its keys, which Lua's own does not fix */
    "  if type(values) ~= 'table' then error('pairs: expected a table, got ' .. type(values), 2) end\n"
    "  local keys, at, shown = {}, 0, lua.getmetatable(values)\n"
    "  if shown then values = shown.__index end\n"
    "  for key in next, values do\n"
    "    if type(key) ~= 'number' and type(key) ~= 'string' then\n"
    "      error('pairs: a key is neither a number nor a text', 2)\n"
    "    end\n"
    "    if #keys == 256 then error('pairs: more than 256 entries', 2) end\n"
    "    keys[#keys + 1] = key\n"
    "  end\n"
    "  table.sort(keys, key_before)\n"
    "  return function()\n"
    "    at = at + 1\n"
    "    return keys[at], values[keys[at]]\n"
    "  end\n"
    "end\n"
    "env.pairs = pairs\n"
    "local function frozen(values)\n"
    "  return setmetatable({}, {__index = values, __newindex = locked, __len = function() return #values end})\n"
    "end\n"
    "local done, watched, freeze = {[pairs] = pairs}, {}, nil\n"
    "local function variables_freeze(f, depth)\n"
    "  local i, name, value = 1, debug.getupvalue(f, 1)\n"
    "  while name do\n"
    "    local id = debug.upvalueid(f, i)\n"
    "    if not done[id] then\n"
    "      done[id] = true\n"
    "      value = freeze(value, depth + 1)\n"
    "      debug.setupvalue(f, i, value)\n"
    "      table.move({f, i, value}, 1, 3, #watched + 1, watched)\n"
    "    end\n"
    "    i = i + 1\n"
    "    name, value = debug.getupvalue(f, i)\n"
    "  end\n"
    "end\n"
    "function freeze(value, depth)\n"
    "  local kind = type(value)\n"
    "  if kind ~= 'table' and (kind ~= 'function' or debug.getinfo(value, 'S').what == 'C') then return value end\n"
    "  if depth > 64 then error('tables are nested more than 64 deep', 0) end\n"
    "  if done[value] then return done[value] end\n"
    "  local out = kind == 'table' and frozen(value) or value\n"
    "  done[value], done[out] = out, out\n"
    "  if kind == 'function' then variables_freeze(value, depth) end\n"
    "  for key, inner in next, kind == 'table' and value or {} do value[key] = freeze(inner, depth + 1) end\n"
    "  return out\n"
    "end\n"
    "local function seal(script)\n"
    "  debug.setupvalue(script, 1, freeze(env, 0))\n"
    "  done = nil\n"
    "end\n"
    "local getupvalue = debug.getupvalue\n"
    "local function check()\n"
    "  for i = 1, #watched, 3 do\n"
    "    local name, now = getupvalue(watched[i], watched[i + 1])\n"
    "    if now ~= watched[i + 2] then\n"
    "      local where = debug.getinfo(watched[i], 'S')\n"
    "      error(format([[%s:%d: a call changes '%s', which would outlast it; make it local to the function]],\n"
    "             where.short_src, where.linedefined, name), 0)\n"
    "    end\n"
    "  end\n"
    "end\n"
    "return env, check, seal, frozen\n";

void sandbox_environment(lua_State *lua)
{
    static const luaL_Reg LIBRARIES[] = {{"_G", luaopen_base},
                                         {LUA_STRLIBNAME, luaopen_string},
                                         {"table", luaopen_table},
                                         {"math", luaopen_math},
                                         {"debug", luaopen_debug}};
    if (luaL_loadbufferx(lua, PRELUDE, sizeof PRELUDE - 1, "=prelude", "t")) lua_error(lua);
    for (size_t i = 0; i < sizeof LIBRARIES / sizeof *LIBRARIES; i++)
        luaL_requiref(lua, LIBRARIES[i].name, LIBRARIES[i].func, 0);
    lua_call(lua, 5, 4);
    for (int place = AT_FROZEN; place <= AT_CHECK; place++)
        lua_rawseti(lua, LUA_REGISTRYINDEX, place);
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

/* Calls a function of the prelude's with the value at the top. */
static void prelude_call(lua_State *lua, int place, int results)
{
    lua_sethook(lua, NULL, 0, 0); /* this is not of the script's instructions */
    lua_rawgeti(lua, LUA_REGISTRYINDEX, place);
    lua_insert(lua, -2);
    lua_call(lua, 1, results);
}

void sandbox_frozen(lua_State *lua) { prelude_call(lua, AT_FROZEN, 1); }

void sandbox_seal(lua_State *lua) { prelude_call(lua, AT_SEAL, 0); }

void sandbox_check(lua_State *lua)
{
    lua_pushnil(lua);
    prelude_call(lua, AT_CHECK, 0);
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
