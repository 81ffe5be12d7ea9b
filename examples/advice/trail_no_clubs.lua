-- with nothing to capture trail the highest numeral, without clubs
function value(play, seen)
    if #play.captured > 0 or play.card.suit == "c" then return 0 end
    return play.card.value / 10
end
