-- SPDX-License-Identifier: GPL-3.0-or-later
-- What scripts of advice may use of Lua, without what could tell of clock or address, or run for long without being
-- counted; and that nothing outlasts a call: tables are shown by others that cannot be written to, and variables that
-- functions share are noted. agents/tactic/advice.c runs it once in each interpreter, with functions of its own.
local lua, string, table, math, debug, calls, cards = ...
local error, next, setmetatable, type, format = lua.error, lua.next, lua.setmetatable, lua.type, string.format

local function kept(from, names)
  local some = {}
  for name in string.gmatch(names, '%a+') do some[name] = from[name] end
  return some
end
local env = kept(lua, 'assert error ipairs select tonumber type')
env.string = kept(string, 'byte char len lower rep reverse sub upper')
local rep = string.rep
-- Lua repeats an empty text in time that nobody counts.
function env.string.rep(text, times, between)
  if text == '' and (between or '') == '' then times = 0 end
  return rep(text, times, between)
end
env.table = kept(table, 'concat insert remove unpack')
env.math = kept(math, 'abs ceil exp floor fmod huge log max maxinteger min mininteger pi sqrt tointeger type ult')
for name, call in next, calls do env[name] = call end
env.math.random, env.random = env.random, nil
lua.getmetatable('').__index = env.string

-- Walks a table in the order of its keys, which Lua's own does not fix. Errors are those of the function at `level`.
local function walk(values, level)
  if type(values) ~= 'table' then error('pairs: expected a table, got ' .. type(values), level) end
  local keys, texts, at, shown = {}, {}, 0, lua.getmetatable(values)
  local lists = {number = keys, string = texts}
  if shown then values = shown.__index end
  for key in next, values do
    local list = lists[type(key)]
    if not list then error('pairs: a key is neither a number nor a text', level) end
    if #keys + #texts == 256 then error('pairs: more than 256 entries', level) end
    list[#list + 1] = key
  end
  table.sort(keys) -- by Lua's own order, which takes none of the script's instructions
  table.sort(texts)
  table.move(texts, 1, #texts, #keys + 1, keys)
  return function()
    at = at + 1
    return keys[at], values[keys[at]]
  end
end
function env.pairs(values) return walk(values, 2) end

-- Nothing can be written to what this returns, which shows the table.
local function locked(_, key)
  error(format([['%s' is set where nothing may be kept from one call to the next; use a local variable]],
               lua.tostring(key)), 2)
end
local function frozen(values)
  return setmetatable({}, {__index = values, __newindex = locked, __len = function() return #values end})
end

-- Freezes a value with all that is in it, and in what a function has at hand.
local done, watched, count, freeze = {[env.pairs] = env.pairs, [env.string.rep] = env.string.rep}, {}, 0, nil
local function variables_freeze(f, depth)
  local i, name, value = 1, debug.getupvalue(f, 1)
  while name do
    local id = debug.upvalueid(f, i)
    if not done[id] then
      done[id] = true
      value = freeze(value, depth + 1)
      debug.setupvalue(f, i, value)
      watched[count + 1], watched[count + 2], watched[count + 3] = f, i, value -- which may be nil
      count = count + 3
    end
    i = i + 1
    name, value = debug.getupvalue(f, i)
  end
end
function freeze(value, depth)
  local kind = type(value)
  if kind ~= 'table' and (kind ~= 'function' or debug.getinfo(value, 'S').what == 'C') then return value end
  if depth > 64 then error('tables are nested more than 64 deep', 0) end
  if done[value] then return done[value] end
  local out = kind == 'table' and frozen(value) or value
  done[value], done[out] = out, out
  if kind == 'function' then variables_freeze(value, depth) end
  for key, inner in next, kind == 'table' and value or {} do value[key] = freeze(inner, depth + 1) end
  return out
end

-- An error if a call has changed a variable that outlasts it.
local getupvalue = debug.getupvalue
local function check()
  for i = 1, count, 3 do
    local name, now = getupvalue(watched[i], watched[i + 1])
    if now ~= watched[i + 2] then
      local where = debug.getinfo(watched[i], 'S')
      error(format([[%s:%d: a call changes '%s', which would outlast it; make it local to the function]],
             where.short_src, where.linedefined, name), 0)
    end
  end
end

-- Gives a card a table of what it has: a table is looked into faster than a function is called.
local function card(self, rank, suit, value, points)
  local has = {self, name = rank .. suit, rank = rank, suit = suit, value = value, points = points}
  debug.setmetatable(self, {__len = cards.__len, __name = 'card', __index = setmetatable(has, cards)})
end

-- The script's function of that name, or one that says that there is none.
local function asked(name)
  if type(env[name]) == 'function' then return env[name] end
  return function() error(format('there is no function %s(play, seen)', name), 0) end
end

-- Gives the script's numbers these values; from here on nothing in its environment can be written to. Returns its
-- functions and what they get, of lists of cards that C fills: play and seen, each behind it as it is shown.
local seen, surs, scores, groups = {}, {}, {}, {'no', 'yes'}
local function seal(script, deals, players, captured, left, hand, pool, unseen, own, second, third, fourth, ...)
  local i, play = 0, {captured = captured, left = left}
  for name in walk(env.params or {}, 0) do
    i = i + 1
    env.params[name] = lua.select(i, ...)
  end
  debug.setupvalue(script, 1, freeze(env, 0))
  done = nil
  groups = env.groups or groups
  seen.hand, seen.pool, seen.unseen, seen.piles = hand, pool, unseen, frozen({own, second, third, fourth})
  seen.deals, seen.players, seen.surs, seen.scores = deals, players, frozen(surs), frozen(scores)
  return asked('value'), asked('group'), play, frozen(play), frozen(seen)
end

-- Takes the numbers that are seen in a decision, behind them Surs and scores of each side.
local function see(deal, plays, last, ...)
  seen.deal, seen.plays, seen.last = deal, plays, last
  surs[1], scores[1], surs[2], scores[2], surs[3], scores[3], surs[4], scores[4] = ...
end

-- Raises an error about what the script's function of that name returned.
local function refuse(name, said, wanted)
  local where, kind = debug.getinfo(env[name], 'S'), type(said)
  if kind == 'string' then said = 'the text ' .. said elseif kind ~= 'number' then said = kind end
  error(format('%s:%d: %s returned %s; expected %s', where.short_src, where.linedefined, name, said, wanted), 0)
end
local function value(said) refuse('value', said, 'a number of points, at most 1000000') end

-- The number of the group that the script's function says.
local function group(said)
  if type(said) == 'boolean' then return said and 1 or 0 end
  for i = 1, #groups do if groups[i] == said then return i - 1 end end
  refuse('group', said, 'one of groups, or true or false')
end

-- Tells C what the script declares: its groups, at most so many, and its numbers, in the order of their names.
local FORM = 'expected params = {NAME = {default, low, high}}'
local function declare(name_group, most, number)
  local groups, params = env.groups or groups, env.params
  local length = type(groups) == 'table' and #groups or 0
  for i = 1, length < most and length or most do
    local name = groups[i]
    if type(name) ~= 'string' or #name < 1 or #name > 31 or string.find(name, '%c') then
      error('groups: a name has 1 to 31 characters', 0)
    end
    name_group(name)
  end
  if length < 2 or length > most then error(format('groups: expected 2 to %d names', most), 0) end
  if params == nil then return end
  if type(params) ~= 'table' then error(FORM, 0) end
  for name, of in walk(params, 0) do
    local whole = true
    if type(name) ~= 'string' then name = '' end
    for i = 1, 3 do
      if type(of) ~= 'table' or type(of[i]) ~= 'number' then error(format('params.%s: %s', name, FORM), 0) end
      whole = whole and math.type(of[i]) == 'integer'
    end
    local default, low, high = of[1], of[2], of[3]
    if #name > 63 or not string.find(name, '^[A-Za-z0-9._+-]+$') then
      error('params: a name has letters, digits and _ alone', 0)
    end
    if not (low <= default and default <= high and low > -1e9 and high < 1e9) then
      error(format('params.%s: expected low <= default <= high', name), 0)
    end
    number(name, default, low, high, whole)
  end
end

return env, card, declare, seal, see, value, group, check
