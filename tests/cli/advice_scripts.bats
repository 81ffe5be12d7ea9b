# SPDX-License-Identifier: GPL-3.0-or-later
# Advice in Lua: what scripts may do, what they are refused, and that their answer is always the same.

bats_require_minimum_version 1.5.0
load csv
load interrupted
load kept

ADVICE=$BATS_TEST_DIRNAME/../../examples/advice

setup() {
    cd "$BATS_TEST_TMPDIR"
    printf 'function value() return 0 end\n' >zero.lua
    ! "$PASUR" sim lua:zero.lua greedy --boards 2 -q 2>&1 | grep -q 'built without Lua' || skip "built without Lua"
}

# refuses_script REASON: the script on stdin is refused at the start, in one line with these words
refuses_script() {
    cat >s.lua
    run --separate-stderr timeout 60 "$PASUR" sim lua:s.lua greedy --boards 2 -q
    [ "$status" -eq 2 ] && [ -z "$output" ] && [ "$(wc -l <<<"$stderr")" -eq 1 ] && [[ "$stderr" == "pasur sim: agent lua: s.lua:"*"$1"* ]] ||
        { echo "status $status: $stderr"; return 1; }
}
# body TEXT: a function value of these words
body() { printf 'function value(play, seen)\n%s\nend\n' "$1"; }

@test "every example plays, alone and added to a tactic, the same with any number of threads" {
    for script in "$ADVICE"/*.lua; do
        case $script in */by_*) continue ;; esac
        "$PASUR" sim "lua:$script" greedy --boards 60 -q --threads 1 --csv one.csv >/dev/null
        "$PASUR" sim "lua:$script" greedy --boards 60 -q --threads 3 --csv three.csv >/dev/null
        diff <(untimed one.csv) <(untimed three.csv)
        "$PASUR" sim "tactic:advice=$script" tactic --boards 60 -q --threads 2 >/dev/null
    done
    [ "$(ls "$ADVICE" | wc -l)" -ge 12 ]
}

@test "a script's value decides: trail the lowest, or the highest" {
    body 'return #play.captured == 0 and play.card.value or 20' >high.lua
    body 'return #play.captured == 0 and -play.card.value or 20' >low.lua
    "$PASUR" sim lua:high.lua lua:low.lua --boards 300 -q --csv v.csv >/dev/null
    [ "$(field v.csv 1 points_mean)" != "$(field v.csv 2 points_mean)" ]
}

@test "tactic.NAME(play) is the row: a script of deny_sur plays as the weight does" {
    body 'return 1.5 * tactic.deny_sur(play)' >deny.lua
    "$PASUR" sim tactic:name=a,only=base_points,advice=deny.lua greedy --boards 200 -q --csv script.csv >/dev/null
    "$PASUR" sim tactic:name=a,only=deny_sur greedy --boards 200 -q --csv row.csv >/dev/null
    [ "$(field script.csv 1 points_mean)" = "$(field row.csv 1 points_mean)" ]
    [ "$(field script.csv 1 diff_sd)" = "$(field row.csv 1 diff_sd)" ]
}

@test "parameters: a default, a value, a wrong one, and one that the script does not declare" {
    cp "$ADVICE/feast.lua" .
    "$PASUR" sim tactic:name=a,advice=feast.lua,feast.cards=5,feast.weight=0.5 greedy --boards 60 -q --csv given.csv >/dev/null
    "$PASUR" sim tactic:name=a,advice=feast.lua greedy --boards 60 -q --csv default.csv >/dev/null
    [ "$(field given.csv 1 points_mean)" = "$(field default.csv 1 points_mean)" ]
    run -2 "$PASUR" sim tactic:advice=feast.lua,feast.cards=99 greedy
    [[ "$output" == *"feast.cards=99: expected a whole number from 2 to 9"* ]]
    run -2 "$PASUR" sim tactic:advice=feast.lua,feast.card=3 greedy
    [[ "$output" == *"unknown parameter 'feast.card'; did you mean 'feast.cards'?"* ]]
    run -2 "$PASUR" tactics --advice feast.lua --sweep feast.pool=2:4:1
    [[ "$output" == *"unknown tactic 'feast.pool' ('pasur agents' lists them; here there are also feast, feast.cards, feast.weight)" ]]
    run -2 "$PASUR" sim tactic:feast.cards=3,advice=feast.lua greedy
    [[ "$output" == *"unknown parameter 'feast.cards'"* ]]
}

@test "a script is a name: it cannot be that of a tactic, and needs letters" {
    body 'return 0' >deny_sur.lua
    run -2 "$PASUR" sim tactic:advice=deny_sur.lua greedy
    [[ "$output" == *"'deny_sur' is the name of another parameter"* ]]
    cp deny_sur.lua 'a b.lua'
    run -2 "$PASUR" sim 'lua:a b.lua' greedy
    [[ "$output" == *"a script's name has only letters, digits and _"* ]]
    run -2 "$PASUR" sim lua:none.lua greedy
    [[ "$output" == *"none.lua: No such file or directory"* ]]
}

@test "a syntax error, an error while it is read, no function: one line with file and line, status 2" {
    refuses_script "1: unexpected symbol near" <<<'value = = 3'
    refuses_script "2: attempt to call a nil value (global 'frob')" < <(printf 'x = 1\nfrob()\n')
    refuses_script "there is no function value(play, seen)" <<<'x = 1'
    refuses_script "3: no such thing" < <(body 'local a
error("no such thing")')
    refuses_script "attempt to load a binary chunk" < <(printf '\033Lua')
}

@test "what is no number of points is refused: nil, text, a table, NaN, infinity, too much" {
    refuses_script "value returned nil; expected a number of points" < <(body '')
    refuses_script "value returned the text 3; expected a number of points" < <(body 'return "3"')
    refuses_script "value returned table" < <(body 'return {}')
    refuses_script "value returned " < <(body 'return 0/0')
    refuses_script "value returned inf" < <(body 'return 1/0')
    refuses_script "value returned 10000000.0" < <(body 'return 1e7')
}

@test "params of the wrong form are refused" {
    refuses_script "expected params = {NAME = {default, low, high}}" < <(echo 'params = 3'; body 'return 0')
    refuses_script "params.x: expected params" < <(echo 'params = {x = 3}'; body 'return 0')
    refuses_script "params.x: expected low <= default <= high" < <(echo 'params = {x = {5, 6, 7}}'; body 'return 0')
    refuses_script "params.x: expected low <= default" < <(echo 'params = {x = {0/0, 0, 1}}'; body 'return 0')
    refuses_script "a name has letters" < <(echo 'params = {["a b"] = {1, 0, 2}}'; body 'return 0')
}

# bats test_tags=quick
@test "a loop without end, a recursion without end, much memory: limits end them, at load and in a call" {
    refuses_script "more than 100000 instructions in one call" < <(body 'while true do end')
    refuses_script "more than 100000 instructions in one call" < <(body '::again:: goto again')
    refuses_script "more than 100000 instructions in one call" <<<'repeat until false'
    refuses_script "" < <(body 'local function f() return 1 + f() end
return f()')
    refuses_script "it needs more than 1024 KB of memory" < <(body 'return #("x"):rep(1 << 30)')
    refuses_script "it needs more than 1024 KB of memory" < <(body 'local s = "x" while true do s = s .. s end')
    refuses_script "it needs more than 1024 KB of memory" < <(body 'local t = {} for i = 1, 1e9 do t[i] = {} end')
    refuses_script "3: more than 100000 instructions in one call" < <(body 'while true do
for k in pairs({1, 2, 3}) do end end')
    body 'return #(""):rep(1 << 50)' >empty.lua
    timeout 60 "$PASUR" sim lua:empty.lua greedy --boards 2 -q
    refuses_script "pairs: more than 256 entries" < <(body 'local t = {} for i = 1, 300 do t[i] = i end for k in pairs(t) do end return 0')
    refuses_script "nested more than 64 deep" < <(echo 't = {} for i = 1, 200 do t = {t} end'; body 'return 0')
}

@test "no files, no clock, no loading, no pcall, no coroutines, no metatables" {
    for name in io os require load loadstring dofile loadfile pcall xpcall coroutine setmetatable getmetatable rawset rawget rawequal next \
        collectgarbage print debug package utf8 _G string.format string.dump string.gsub string.find math.randomseed table.move table.sort tostring; do
        body "return $name == nil and 0 or 'there'" >s.lua
        run timeout 60 "$PASUR" sim lua:s.lua greedy --boards 2 -q
        [ "$status" -eq 0 ] || { echo "$name: $output"; return 1; }
    done
    refuses_script "attempt to call a nil value" < <(body 'return ("x"):format()')
}

# bats test_tags=quick
@test "nothing outlasts a call: variables, globals, tables, libraries" {
    refuses_script "a call changes 'n', which would outlast it" < <(echo 'local n = 0'; body 'n = n + 1 return n')
    refuses_script "'n' is set where nothing may be kept" < <(body 'n = 1 return 0')
    refuses_script "'x' is set where nothing may be kept" < <(echo 'local t = {a = {}}'; body 't.a.x = 1 return 0')
    refuses_script "'1' is set where nothing may be kept" < <(echo 'memo = {5}'; body 'memo[1] = 1 return 0')
    refuses_script "'sub' is set where nothing may be kept" < <(body 'string.sub = 1 return 0')
    refuses_script "'x' is set where nothing may be kept" < <(body 'seen.x = 1 return 0')
    refuses_script "'x' is set where nothing may be kept" < <(body 'play.x = 1 return 0')
    refuses_script "attempt to index" < <(body 'seen.hand.x = 1 return 0')
    refuses_script "'cards' is set where nothing may be kept" < <(echo 'params = {cards = {1, 0, 2}}'; body 'params.cards = 2 return 0')
    refuses_script "a call changes 'n'" < <(printf 'local function counter() local n = 0 return function() n = n + 1 return n end end\nlocal c = counter()\n'; body 'return c()')
    refuses_script "a call changes 'b'" < <(echo 'local a, b, c = nil, nil, 1'; body 'b = c return 1')
    (echo 'local a, b, c = nil, 1, nil'; body 'return a or b or c') >s.lua
    "$PASUR" sim lua:s.lua greedy --boards 2 -q >/dev/null
}

# bats test_tags=quick
@test "tables are walked in the order of their keys, numbers first" {
    body 'local t, s = {b = 1, a = 2, [3] = 3, c = 4, [1] = 5, zz = 6, y = 7}, ""
for k, v in pairs(t) do s = s .. k .. v end
if s ~= "1533a2b1c4y7zz6" then error(s) end
return 0' >s.lua
    "$PASUR" sim lua:s.lua greedy --boards 4 -q >/dev/null
}

@test "what a script sees is what the table shows" {
    cat >s.lua <<'LUA'
function value(play, seen)
    assert(#seen.hand == 4 - math.floor(seen.plays % (4 * seen.players) / seen.players), "hand")
    local all = #seen.hand + #seen.pool + #seen.unseen
    for side = 1, seen.players do all = all + #seen.piles[side] end
    assert(all == 52, "52 cards")
    assert(#play.left == (#play.captured > 0 and #seen.pool - #play.captured or #seen.pool + 1), "left")
    assert(sum("A23") == 24 and count("c") == 13 and count("Kc") == 1 and points("J") == 4 and points({"Td", "2c"}) == 5, "names")
    assert(chance("A23456789TJQK") <= 1 and chance("") >= 0 and chance(seen.hand) == 0, "chance")
    assert(play.card.name == play.card.rank .. play.card.suit, "card")
    local found = false
    for i, card in ipairs(seen.hand) do found = found or card == play.card end
    assert(found and seen.hand[9] == nil and seen.hand[0] == nil and seen.hand[-1] == nil, "in hand")
    for i = 1, seen.plays do
        local card, captured, side = played(i)
        assert(#card == 1 and (side == 1) == ((seen.plays - i) % 2 == 1), "side")
    end
    assert(played(seen.plays + 1) == nil and played(0) == nil, "future")
    assert(not play.sur or #play.left == 0, "sur")
    local r = math.random(6)
    assert(r >= 1 and r <= 6 and math.random() < 1, "random")
    return r
end
LUA
    "$PASUR" sim lua:s.lua greedy --boards 40 -q --threads 1 --csv a.csv >/dev/null
    "$PASUR" sim lua:s.lua greedy --boards 40 -q --threads 2 --csv b.csv >/dev/null
    diff <(untimed a.csv) <(untimed b.csv)
}

@test "an error in mid-run makes the board void, with the reason" {
    body 'if seen.deal == 5 and #seen.pool == 7 then error("seven") end return 0' >s.lua
    run "$PASUR" sim lua:s.lua greedy --boards 300 --max-void 1 -q
    [ "$status" -eq 4 ]
    [[ "$output" == *"void boards: "*"s.lua:2: seven"* ]]
}

# bats test_tags=quick
@test "a call that fails changes nothing for the next: the same void boards with any number of threads" {
    { echo 'local n = 0'; body 'if seen.deal == 5 and #seen.pool == 7 then n = n + 1 error("seven") end if n > 0 then error("kept") end return 0'; } >s.lua
    for threads in 1 3; do
        "$PASUR" sim lua:s.lua greedy --boards 200 --max-void 200 -q --threads $threads --csv $threads.csv | sed -n '/^void/,/^Again/{ /^Again/!p }' >$threads.void
    done
    cmp 1.void 3.void
    diff <(untimed 1.csv) <(untimed 3.csv)
    grep -q seven 1.void
    ! grep -q kept 1.void
}

@test "measured: alone and added, in groups, swept, in pairs; what is asked wrongly is refused" {
    cp "$ADVICE/feast.lua" "$ADVICE/by_hand.lua" .
    "$PASUR" tactics --advice feast.lua --opponent tactic --boards 200 -q --csv m.csv --threads 1 >/dev/null
    [ "$(column m.csv measure | sort | paste -sd ' ')" = 'added alone' ]
    "$PASUR" tactics --advice feast.lua --opponent tactic --boards 200 -q --csv n.csv --threads 3 >/dev/null
    diff <(rows m.csv) <(rows n.csv)
    "$PASUR" tactics --agent tactic:advice=feast.lua --tactics feast --opponent tactic --boards 200 -q --csv w.csv >/dev/null
    [ "$(column w.csv measure | sort | paste -sd ' ')" = 'alone without' ]
    [ "$(rows m.csv | grep added | cut -d, -f5)" = "$(rows w.csv | grep without | cut -d, -f5)" ]
    "$PASUR" tactics --tactics deny_sur --by by_hand.lua --opponent tactic --boards 200 -q --csv g.csv >/dev/null
    [ "$(column g.csv stratum | paste -sd ,)" = 'a jack,a king or queen,numerals' ]
    "$PASUR" tactics --tactics deny_sur --by deal --opponent tactic --boards 200 -q --csv d.csv >/dev/null
    sum() { column "$1" value | awk '{ s += $1 } END { printf "%.6f", s }'; }
    [ "$(sum g.csv)" = "$(sum d.csv)" ]
    "$PASUR" tactics --advice feast.lua --sweep feast=0:1:1,feast.cards=5:6:1 --opponent tactic --boards 200 -q --csv s.csv >/dev/null
    [ "$(field s.csv 2 value)" = "$(field s.csv 3 value)" ]
    "$PASUR" tactics --advice feast.lua --pairs --tactics deny_sur --opponent tactic --boards 200 -q --csv p.csv >/dev/null
    [ "$(field p.csv 1 tactic_b)" = feast ]
    "$PASUR" tactics --added leave_11=1,offer_declined=0.5 --opponent tactic --boards 200 -q --csv a.csv >/dev/null
    [ "$(column a.csv measure | sort | paste -sd ' ')" = 'added added alone alone' ]
    for wrong in "--by feast.lua --tactics deny_sur|there is no function group" "--by none|expected one of" "--advice by_hand.lua|there is no function value" \
        "--advice feast.lua --tactics feast.cards|is no tactic" "--added only=1|unknown tactic" "--advice feast.lua --agent tactic:advice=feast.lua|has a script already" \
        "--advice feast.lua --sweep feast.cards=3:4:0.5|whole number" "--agent lua:by_hand.lua|there is no function value" "--tactics leave_11|give --added leave_11=1" \
        "--agent tactic:only=leave_11|the weight of leave_11 is 0"; do
        run -2 "$PASUR" tactics ${wrong%%|*} --opponent tactic --boards 100
        [[ "$output" == *"${wrong#*|}"* ]] || { echo "$wrong: $output"; return 1; }
    done
}

@test "a group that is none of the script's makes the board void, or is refused at the start" {
    printf 'groups = {"a", "b"}\nfunction group(play, seen) return "c" end\n' >g.lua
    run -2 "$PASUR" tactics --tactics deny_sur --by g.lua --boards 100
    [[ "$output" == *"g.lua:2: group returned the text c; expected one of groups"* ]]
    printf 'function group(play, seen) return play.sur end\n' >g.lua
    "$PASUR" tactics --tactics deny_sur --by g.lua --opponent tactic --boards 200 -q --csv g.csv >/dev/null
    [ "$(column g.csv stratum | paste -sd ,)" = 'no,yes' ]
    printf 'groups = {"a"}\nfunction group(play, seen) return "a" end\n' >g.lua
    run -2 "$PASUR" tactics --tactics deny_sur --by g.lua --boards 100
    [[ "$output" == *"groups: expected 2 to 8 names"* ]]
}

@test "a tuning tunes a script's numbers" {
    cp "$ADVICE/feast.lua" .
    run "$PASUR" tune tactic:advice=feast.lua --params feast.weight,feast.cards --opponent random --rounds 100k --dry-run
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 parameters of tactic:advice=feast.lua"* ]]
    run "$PASUR" tune lua:feast.lua --params feast.cards --opponent random --rounds 100k --dry-run
    [ "$status" -eq 0 ]
}

@test "what a tuning saves has a script's whole numbers, and is read again" {
    cp "$ADVICE/feast.lua" .
    hasty
    on_terminal "step [2-9]" tune tactic:advice=feast.lua --params feast.cards --opponent random --rounds 100k --save w
    cards=$(sed -n 's/^feast.cards //p' w)
    [[ "$cards" =~ ^[0-9]+$ ]]
    "$PASUR" sim tactic:advice=feast.lua,weights=w greedy --boards 50 -q --rounds-csv read.csv >out
    "$PASUR" sim tactic:advice=feast.lua,feast.cards="$cards" greedy --boards 50 -q --rounds-csv told.csv >out
    cmp <(grep -v '^#' read.csv | sed 's/^.*tactic[^"]*"//') <(grep -v '^#' told.csv | sed 's/^.*tactic[^"]*"//')
    grep -qx 'feast.weight 0.5' w
}

@test "a run directory knows the script: with another text it is refused" {
    cp "$ADVICE/feast.lua" .
    "$PASUR" sim tactic:advice=feast.lua greedy --boards 60 -q --run kept --csv a.csv >/dev/null
    grep -q '^# script: feast.lua [0-9a-f]\{8\}$' a.csv
    "$PASUR" sim tactic:advice=feast.lua greedy --boards 60 -q --run kept --csv a.csv >/dev/null
    echo '-- another' >>feast.lua
    run -2 "$PASUR" sim tactic:advice=feast.lua greedy --boards 60 -q --run kept --csv a.csv
    [[ "$output" == *"feast.lua"* ]]
}
