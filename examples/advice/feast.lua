-- never leave a lone jack's feast: five or more cards on the table
params = {weight = {0.5, 0.0, 3.0}, cards = {5, 2, 9}}
function value(play, seen)
    return #play.left >= params.cards and -params.weight or 0
end
