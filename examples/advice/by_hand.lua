-- for --by: which hand it was, by its best card
groups = {"a jack", "a king or queen", "numerals"}
function group(play, seen)
    if count(seen.hand, "J") > 0 then return "a jack" end
    return count(seen.hand, "QK") > 0 and "a king or queen" or "numerals"
end
