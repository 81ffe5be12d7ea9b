-- for --by: who is ahead in clubs, and whether the pool is small
groups = {"ahead, small pool", "ahead, large pool", "not ahead, small pool", "not ahead, large pool"}
function group(play, seen)
    local ahead = count(seen.piles[1], "c") > count(seen.piles[2], "c")
    return (ahead and "ahead, " or "not ahead, ") .. (sum(seen.pool) <= 10 and "small pool" or "large pool")
end
