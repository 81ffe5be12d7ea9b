-- in the last deal keep a capture for the end: whoever captures last takes what is left
params = {weight = {1.0, 0.0, 5.0}}
function value(play, seen)
    if seen.deal < seen.deals or #play.captured == 0 then return 0 end
    return -params.weight * (#seen.hand - 1) / 3
end
