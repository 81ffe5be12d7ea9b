# SPDX-License-Identifier: GPL-3.0-or-later
# Draws the pictures of cards that FILE lists (cards.txt says how) as OUT/NAME.svg:
#   awk -v out=docs/img -f docs/img/cards.awk docs/img/cards.txt
# Everything is a path, so no font is needed; what stands beside the cards is grey, for light and dark pages alike.

function ink(suit) { return suit == "d" || suit == "h" ? "#c4122f" : "#1c1c1c" }

# Opens a picture of the rows so far and writes it.
function picture_end(   i, file) {
    if (name == "") return
    file = out "/" name ".svg"
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", width + 8, y + 4, width + 8, y + 4 > file
    print "<defs><clipPath id=\"card\"><rect width=\"" W "\" height=\"" H "\" rx=\"6\"/></clipPath></defs>" > file
    for (i = 1; i <= parts; i++) print part[i] > file
    print "</svg>" > file
    close(file)
    name = ""
}

function add(text) { part[++parts] = text }

# The characters of a text as strokes of that colour, `size` times 10 by 16, the first one's corner at x, y. Returns its width.
function strokes(text, x, y, size, colour,   i, c, at) {
    at = 0
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        add(sprintf("<path d=\"%s\" transform=\"translate(%.1f %.1f) scale(%.2f)\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.2\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>", GLYPH[c], x + at, y, size, colour))
        at += (c == "1" ? 10 : 14) * size
    }
    return at - 4 * size
}

function suit(s, x, y, size) {
    add(sprintf("<path d=\"%s\" transform=\"translate(%.1f %.1f) scale(%.2f)\" fill=\"%s\"/>", SUIT[s], x, y, size, ink(s)))
}

function card(text, mark, x, y,   rank, s) {
    rank = substr(text, 1, 1) == "T" ? "10" : substr(text, 1, 1)
    s = substr(text, 2, 1)
    add(sprintf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#fff\" stroke=\"%s\" stroke-width=\"%d\"/>", x, y, W, H, mark == "!" ? "#e07b00" : mark == "*" ? "#1479c4" : "#8a8a8a", mark == "" ? 1 : 4))
    strokes(rank, x + 7, y + 8, 0.95, ink(s))
    suit(s, x + 12, y + 35, 0.38)
    suit(s, x + W / 2 + 4, y + H / 2 + 10, 0.95)
}

function back(x, y,   i) {
    add(sprintf("<g transform=\"translate(%d %d)\"><rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#35618e\"/><g clip-path=\"url(#card)\" stroke=\"#7fa3c7\" stroke-width=\"2\">", x, y, W, H))
    for (i = -H; i < W; i += 12) add(sprintf("<path d=\"M%d,0 l%d,%d M%d,0 l%d,%d\"/>", i, H, H, W - i, -H, H))
    add(sprintf("</g><rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"none\" stroke=\"#8a8a8a\"/></g>", W, H))
}

function token(t, x, y) {
    if (t == ".") return 14
    if (t == "##") { back(x, y); return W }
    if (t == "()") {
        add(sprintf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"none\" stroke=\"#8a8a8a\" stroke-width=\"2\" stroke-dasharray=\"6 5\"/>", x, y, W, H))
        return W
    }
    if (t ~ /^n/) return strokes(substr(t, 2), x + 2, y + H / 2 - 14, 1.7, GREY) + 8
    if (t ~ /^[+=>]$/) return strokes(t, x + 2, y + H / 2 - 11, 1.4, GREY) + 6
    if (t !~ /^[A2-9TJQK][cdhs][!*]?$/) { print FILENAME ":" FNR ": unknown thing '" t "'" > "/dev/stderr"; exit 2 }
    card(substr(t, 1, 2), substr(t, 3), x, y)
    return W
}

BEGIN {
    W = 58; H = 82; GREY = "#808080"
    if (out == "") out = "."
    GLYPH["A"] = "M0,16 L5,0 L10,16 M2,10.5 L8,10.5"
    GLYPH["1"] = "M1,3.5 L5,0 L5,16"
    GLYPH["2"] = "M0,4 C0,-1.5 10,-1.5 10,4 C10,8 0,11 0,16 L10,16"
    GLYPH["3"] = "M0,0 L10,0 L5,6 C12,6 12,16 5,16 C2,16 0.5,15 0,13"
    GLYPH["4"] = "M7,16 L7,0 L0,11 L10,11"
    GLYPH["5"] = "M9,0 L1.5,0 L1,7 C3,5.5 10,5 10,10.5 C10,17.5 2,17 0,13.5"
    GLYPH["6"] = "M8.5,0 C3,2 0,7 0,11 C0,17.5 10,17.5 10,11 C10,5.5 1.5,5.5 0,11"
    GLYPH["7"] = "M0,0 L10,0 L4,16"
    GLYPH["8"] = "M5,7.5 C-1,7.5 -1,0 5,0 C11,0 11,7.5 5,7.5 C-2,7.5 -2,16 5,16 C12,16 12,7.5 5,7.5"
    GLYPH["9"] = "M1.5,16 C7,14 10,9 10,5 C10,-1.5 0,-1.5 0,5 C0,10.5 8.5,10.5 10,5"
    GLYPH["0"] = "M5,0 C-1.5,0 -1.5,16 5,16 C11.5,16 11.5,0 5,0"
    GLYPH["J"] = "M8,0 L8,11 C8,17.5 0.5,17.5 0,12"
    GLYPH["Q"] = "M5,0 C-1.5,0 -1.5,16 5,16 C11.5,16 11.5,0 5,0 M6,11.5 L10.5,17"
    GLYPH["K"] = "M0,0 L0,16 M9.5,0 L0,10 M3.5,6.8 L10,16"
    GLYPH["+"] = "M5,3 L5,13 M0,8 L10,8"
    GLYPH["="] = "M0,5.5 L10,5.5 M0,10.5 L10,10.5"
    GLYPH[">"] = "M0,8 L10,8 M6,4 L10,8 L6,12"
    SUIT["d"] = "M0,-17 L12.5,0 L0,17 L-12.5,0 Z"
    SUIT["h"] = "M0,16 C-5,8 -15,2 -15,-6 C-15,-12 -11,-15 -7,-15 C-3.5,-15 -1,-13 0,-10 C1,-13 3.5,-15 7,-15 C11,-15 15,-12 15,-6 C15,2 5,8 0,16 Z"
    SUIT["s"] = "M0,-16 C5,-9 15,-3 15,4.5 C15,9.5 11.5,12 8,12 C5,12 2.5,10.5 1.2,8.5 C1.6,12 3,14.5 5,16.5 L-5,16.5 C-3,14.5 -1.6,12 -1.2,8.5 C-2.5,10.5 -5,12 -8,12 C-11.5,12 -15,9.5 -15,4.5 C-15,-3 -5,-9 0,-16 Z"
    SUIT["c"] = "M0,-16 a7,7 0 0 1 5.2,11.7 a7,7 0 1 1 -3.9,11.4 C1.7,11.5 3,14.5 5,16.5 L-5,16.5 C-3,14.5 -1.7,11.5 -1.3,7.1 a7,7 0 1 1 -3.9,-11.4 a7,7 0 0 1 5.2,-11.7 Z"
}
/^#/ && !/^##/ { next }
NF == 0 { next }
$1 == "picture" { picture_end(); name = $2; parts = 0; y = 4; width = 0; next }
{
    gaps = 1
    for (i = 1; i <= NF; i++) gaps = gaps && $i == "."
    if (gaps) { y += 6; next }
    x = 4
    for (i = 1; i <= NF; i++) x += token($i, x, y) + 8
    if (x - 8 > width) width = x - 8
    y += H + 10
}
END { picture_end() }
