-- do not capture down to ten: a capture that leaves numerals of one to ten in all
function value(play, seen)
    local left = sum(play.left)
    return #play.captured > 0 and left >= 1 and left <= 10 and -1 or 0
end
