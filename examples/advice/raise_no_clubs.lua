-- a pool of ten or less and nothing to capture: lift it to eleven or more, without clubs
function value(play, seen)
    if #play.captured > 0 or sum(seen.pool) > 10 or play.card.suit == "c" then return 0 end
    return (play.card.value == 0 or sum(play.left) >= 11) and 1 or 0
end
