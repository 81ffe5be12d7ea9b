-- trail a numeral whose partner has been seen four times: nobody can take it alone
local PARTNER = {"T", "9", "8", "7", "6", "5", "4", "3", "2", "A"}
function value(play, seen)
    if #play.captured > 0 or play.card.value == 0 then return 0 end
    return 1 - chance(PARTNER[play.card.value])
end
