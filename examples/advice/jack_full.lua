-- a jack takes a pool full of points
params = {points = {3, 1, 10}}
function value(play, seen)
    if play.card.rank ~= "J" then return 0 end
    local taken = points(play.captured) + 0.5 * count(play.captured, "c")
    return taken >= params.points and taken - params.points + 1 or 0
end
