-- leave no lone king or queen that the next player may hold the like of
function value(play, seen)
    local left = play.left
    if #left ~= 1 or left[1].value > 0 or left[1].rank == "J" or seen.deal == seen.deals then return 0 end
    return -5 * chance(left[1].rank)
end
