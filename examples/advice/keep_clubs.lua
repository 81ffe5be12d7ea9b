-- do not trail a club that you may match later: one whose partner you hold, or nobody has shown
function value(play, seen)
    local card = play.card
    if #play.captured > 0 or card.suit ~= "c" then return 0 end
    for _, other in ipairs(seen.hand) do
        if other ~= card and card.value > 0 and other.value + card.value == 11 then return -1 end
    end
    return count(seen.unseen, card.value == 0 and card.rank or "A23456789T") > 0 and -0.5 or 0
end
