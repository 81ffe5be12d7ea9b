-- three players: leave the next player a Sur that cancels the rival's, on a pool without clubs
function value(play, seen)
    if seen.players < 3 or count(play.left, "c") > 0 then return 0 end
    return tactic.feed_cancel(play)
end
