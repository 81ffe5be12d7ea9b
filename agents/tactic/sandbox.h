/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An interpreter of Lua for one script of a user's: no files, no clock, nothing that loads or catches; limits of memory
   and of instructions; tables walked in a fixed order; and nothing that a call sets outlasts it, so that its answer
   depends on its arguments alone. Functions with a lua_State raise Lua's errors, which sandbox_run catches. */
#pragma once

#ifdef WITH_LUA
#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>

#include "engine/text/error.h"

enum { SANDBOX_FREE = 7 }; /* places of the registry from here on, without a gap, are the owner's */

typedef struct {
    lua_State *lua;
    const char *path;     /* of the script, the caller's */
    size_t used;          /* bytes */
    char why[ERROR_TEXT]; /* how it failed last, one line with file and line */
} Sandbox;

static inline Sandbox *sandbox_of(lua_State *lua) { return *(Sandbox **)lua_getextraspace(lua); }

/* box is all zero, or was closed, and stays where it is. False if memory runs out. */
bool sandbox_open(Sandbox *box, const char *path);
void sandbox_close(Sandbox *box);
/* Runs the function of C's at the top; false with box->why if it raised an error. */
bool sandbox_run(Sandbox *box);
/* Pushes a new environment, with what scripts may use of Lua. */
void sandbox_environment(lua_State *lua);
/* Pushes the text as a function in the environment at `env`, the top, twice. */
void sandbox_load(lua_State *lua, const char *text, size_t length, int env);
/* Calls the function below its arguments, which begins to count its instructions anew. */
void sandbox_call(lua_State *lua, int arguments, int results);
/* Pops the script's function: from here on nothing in its environment can be written to. */
void sandbox_seal(lua_State *lua);
/* Replaces the table at the top by one that shows it and cannot be written to. */
void sandbox_frozen(lua_State *lua);
/* Raises an error if a call has changed a variable that outlasts it. */
void sandbox_check(lua_State *lua);
#endif
