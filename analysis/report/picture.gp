# SPDX-License-Identifier: GPL-3.0-or-later
# Lays a picture out and draws it. Above stand what picture.c says of it: `form`, the texts, a few numbers, lists of names
# and panels, and the marks as $D, whose indexes are the panels; of curves it has one for each group. Its columns: x, y, low,
# high, half of a bar, the y of a dot or the value of a square, the group, its state (1: the value may be 0, 2: it is too rare
# to say, below 0: there is nothing to draw), from where to where it is wanted or, of curves, its interval alone is drawn,
# what stands at the mark, and what shows where a pointer rests. Lengths are pixels.

# ---- text: a character is rather too wide than too narrow, as a part of its font's size

set encoding utf8
large = 19.0; text = 14.0; small = 12.0; side = 24.0
most(a, b) = a > b ? a : b
least(a, b) = a < b ? a : b
# in lines of n characters, which end at a blank, where `between` stands then, or behind one of the marks
last(s, n, marks) = (k = 0, sum [at = 1:n] (s[at+1:at+1] eq " " || strstrt(marks, s[at:at]) ? (k = at) : 0), k ? k : n)
wrap(s, n, marks, between) = strlen(s) <= n ? s : wrap_at(s, n, marks, between, last(s, n, marks))
wrap_at(s, n, marks, between, at) = s[1:at].(s[at+1:at+1] eq " " ? between : "\n").wrap(trim(s[at+1:*]), n, marks, between)
lines(s) = 1 + (strlen(s) ? sum [at = 1:strlen(s)] (s[at:at] eq "\n") : 0)
# without the middle of what is too long
short(s, n) = strlen(s) <= n ? s : s[1:n*3/5]."…".s[strlen(s)-n+n*3/5+2:*]
label(s, n) = lines(wrap(s, most(n, 4), ":,+", "\n")) > 4 ? short(s, n) : wrap(s, most(n, 4), ":,+", "\n")
block(s, font) = wrap(s, int((width - 2 * side) / (0.56 * font)), ",", "\n")
command(s) = wrap(s, int((width - 2 * side) / (0.56 * small)), ",", " \\\n    ")

# in the name of a tic, which is a format
percent(s) = strstrt(s, "%") ? s[1:strstrt(s, "%")]."%".percent(s[strstrt(s, "%")+1:*]) : s
tic(s, n) = percent(label(s, n))

# ---- colours: Okabe and Ito's, without the yellow that is lost on white

array colors[7] = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x000000]
ink = 0x222222; muted = 0x666666; paper = 0xffffff
color(g) = colors[int(g) % 7 + 1]
shade(g, state) = state > 1 ? 0xb4b4b4 : color(g)
fill(g, state) = shade(g, state) + (state == 1 ? 0xb0000000 : 0)

# ---- layout

rows = form eq "dots" || form eq "bars"
squares = form eq "squares"
curves = form eq "curves" || form eq "steps"
width = asked > 0 ? 1.0 * asked : 960.0
chars = int((panels > 1 ? 0.3 : 0.45) * width / (0.62 * text))
widest = 0; deepest = 1; named = 0
do for [i = 1:shown] {
    widest = most(widest, least(chars, strlen(name[i])))
    deepest = most(deepest, lines(label(name[i], chars)))
}
do for [i = 1:legend] { named = most(named, least(40, strlen(group[i]))) }
if (squares) {
    number = digits ? 0.62 * small * digits + 8 : 0
    below = 0.62 * small * widest + 20
    left = below + 14
    cell = shown <= 20 ? most(most(44, number), least(64, 560.0 / most(shown, 1))) : most(3, 560.0 / shown)
    abreast = asked > 0 ? int(most(1, least(panels, (asked - left) / 260))) : panels
    if (asked > 0) { cell = least(cell, ((asked - left) / abreast - 36) / most(shown, 1)) }
    numbers = shown <= 20 && cell >= number
    tall = wide = cell * most(shown, 1)
    across = wide + 36
    if (asked <= 0) { width = most(640.0, left + panels * across) }
} else {
    numbers = 1
    below = bare ? 16 : 64
    left = rows ? 36 + 0.62 * text * widest : 100
    gap = rows ? 28 : 100
    abreast = apart ? 1 : int(most(1, least(panels, rows ? (width - left) / 260.0 : width / 440.0)))
    across = (width - left - side + gap) / abreast
    wide = across - gap
    tall = rows ? shown * most(most(26, 15 * groups + 8), 17.0 * deepest + 9) : form eq "spread" ? 150 : abreast > 1 ? 200 : 260
}
y_subtitle = 20.0 + 24 * lines(block(title, large)) + 4
y = y_legend = y_subtitle + 18 * lines(block(subtitle, small + 1)) + 12
if (squares) { y = y + 16 * lines(block(unit, small)) + 4 + 44 }
columns = int(most(1, (width - left - 10) / (0.62 * text * named + 40)))
if (legend) { y = y + 22 * ((legend + columns - 1) / columns) + 6 }
top = y + (panel[1] ne "" ? 30 : 8)
down = tall + (x_own[1] ne "" || !(curves || form eq "spread") ? below : 34) + 30
y_command = top + tall + ((panels - 1) / abreast) * down + below + 10
y_version = y_command + (foot ne "" ? 16 * lines(command(foot)) : 0)
height = y_version + (version ne "" ? 16 * lines(block(version, small)) : 0) + 14

# ---- axes: of 1 where one value is all, with some room at their ends, but not beyond a zero there

one(l, h) = !(h - l > 1e-9 * (abs(l) + abs(h)))
span(l, h) = one(l, h) ? (l != 0 ? 1.0 * abs(l) : 1.0) : h - l # a whole number would be halved to a whole one
least_of(l, h) = one(l, h) ? l - span(l, h) / 2 : l
most_of(l, h) = one(l, h) ? h + span(l, h) / 2 : h
axis_low(l, h) = l != l ? 0 : least_of(l, h) == 0 && most_of(l, h) > 0 ? 0 : least_of(l, h) - 0.05 * span(l, h)
axis_high(l, h) = l != l ? 1 : most_of(l, h) == 0 && least_of(l, h) < 0 ? 0 : most_of(l, h) + (bare ? 0.5 : 0.05) * span(l, h)
reach = low == low && most(abs(low), abs(high)) > 0 ? most(abs(low), abs(high)) : 1
from = squares ? -reach : axis_low(low, high)
high = squares ? reach : axis_high(low, high)
low = from
do for [p = 1:panels] {
    from = x_low[p]
    if (form ne "steps") { x_low[p] = axis_low(from, x_high[p]); x_high[p] = axis_high(from, x_high[p]) }
    from = y_low[p]
    y_low[p] = axis_low(from, y_high[p]); y_high[p] = axis_high(from, y_high[p])
    if (rows) { x_low[p] = low; x_high[p] = high }
    if (squares) { x_low[p] = -0.5; x_high[p] = shown - 0.5 }
    if (rows || squares) { y_low[p] = shown - 0.5; y_high[p] = -0.5 }
}

# ---- what all panels share; a PNG has twice the pixels, so that it stays sharp on fine screens and in print; a PDF has 96
# of them in an inch

if (kind eq "svg") { set terminal svg noenhanced size floor(width + 0.5),floor(height + 0.5) font 'sans-serif,14' background rgb '#ffffff' }
if (kind eq "png") { set terminal pngcairo noenhanced size floor(2 * width + 0.5),floor(2 * height + 0.5) font 'sans,14' fontscale 1.5 linewidth 2 pointscale 3 background rgb '#ffffff' }
if (kind eq "pdf") { set terminal pdfcairo noenhanced size width / 96in,height / 96in font 'sans,14' fontscale 0.75 background rgb '#ffffff' }
if (exists('picture')) { set output picture }
set multiplot
unset key
set datafile missing NaN
set style fill solid noborder
set border 0
set format '%g'
set grid xtics linetype 1 linewidth 1 linecolor rgb '#e2e2e2'
if (rows) { set grid noytics } else { set grid ytics }
set xtics scale 0 font ',12' textcolor rgb muted
y_font = rows ? ',14' : ',12'
set ytics scale 0 font y_font textcolor rgb (rows || squares ? ink : muted)
set xzeroaxis linetype 1 linewidth 1.5 linecolor rgb muted
if (rows) { unset xzeroaxis; set yzeroaxis linetype 1 linewidth 1.5 linecolor rgb muted }
if (bare) { unset xtics; unset grid }
set label block(title, large) at screen side / width,1 - 32.0 / height left font ',19' textcolor rgb ink
set label block(subtitle, small + 1) at screen side / width,1 - (y_subtitle + 9) / height left font ',13' textcolor rgb muted
if (squares) {
    unset grid; unset xzeroaxis
    set palette defined (-1 '#d55d00', 0 '#f4f4f4', 1 '#0071b2')
    set cbrange [low:high]
    set cbtics scale 0 font ',12' textcolor rgb muted
    set label block(unit, small) at screen side / width,1 - (y_legend + 8) / height left font ',12' textcolor rgb ink
    set colorbox horizontal user origin screen side / width,screen 1 - (y - 44 + 14) / height size screen 260.0 / width,screen 14.0 / height noborder
}
if (legend) { set key noautotitle at screen left / width,1 - (y_legend - 6) / height left top horizontal Left reverse samplen 1 maxcols columns maxrows (legend + columns - 1) / columns }
if (foot ne "") { set label command(foot) at screen side / width,1 - (y_command + 8) / height left font ',12' textcolor rgb muted }
if (version ne "") { set label block(version, small) at screen side / width,1 - (y_version + 8) / height left font ',12' textcolor rgb muted }
base = most(least(0, high), low)
size = (squares ? cell : 14) / 10.5

# ---- the forms

# groups stand beside each other in a row or a step
aside(g) = groups < 2 ? 0 : (g + 0.5) / groups - 0.5
x(v, g) = form eq "steps" ? v + 0.4 * aside(g) : v
y(v, g) = rows ? v + 0.8 * aside(g) : v
# words stand behind a bar, or before its end where there is no more room
at(v, g) = rows ? least(most(most(0, v), low), high) : x(v, g)
before(v) = rows && least(most(most(0, v), low), high) >= low + (bare ? 0.95 : 0.7) * (high - low)
level(v, g) = curves ? low + (0.05 + 0.08 * g) * (high - low) : y(v, g)
told(g, state, v) = curves ? color(g) : rows && abs(state) > 1 ? muted : squares && abs(v) > 0.75 * high ? paper : ink

# what is drawn; a curve ends where a value is too rare
sure(v, state) = state < 0 || (curves && state > 1) ? NaN : v
here = "$D index (p - 1) * blocks:p * blocks - 1 using"
tone = squares ? "told($6, $7, $5)" : "told($6, $7, 0)"
each = "for [g = 0:blocks - 1] $D index (p - 1) * blocks + g"
intervals = here." (x($1, $6)):8:(0):($9-$8):(shade($6, $7)) with vectors nohead linewidth 2 linecolor rgb variable, ".here." (x($1, $6)):5:(shade($6, $7)) with points pointtype 7 pointsize 0.5 linecolor rgb variable"
dots = "$D index p - 1 using 8:(y($2, $6)):8:9:(y($2, $6)-0.4):(y($2, $6)+0.4) with boxxyerror linecolor rgb '#d6ead9', $D index p - 1 using 3:(y($2, $6)):($4-$3):(0):(shade($6, $7)) with vectors nohead linewidth 2 linecolor rgb variable, $D index p - 1 using (sure($1, $7)):(y($2, $6)):(shade($6, $7)) with points pointtype 7 pointsize 0.6 linecolor rgb variable"
bars = "$D index p - 1 using (sure($1, $7)):(y($2, $6)):(base):1:(y($2, $6)-$5):(y($2, $6)+$5):(fill($6, $7)) with boxxyerror linecolor rgb variable, $D index p - 1 using 3:(y($2, $6)):($4-$3):(0) with vectors nohead linewidth 2 linecolor rgb ink"
spread = "$D index p - 1 using 1:($2/2):(0.46):($2/2):(fill($6, $7)) with boxxyerror linecolor rgb variable"
if (form eq "squares") { marks = "$D index p - 1 using 1:2:(0.48):(0.48):5 with boxxyerror linecolor palette" }
if (form eq "curves") { marks = each." using 1:3:4 with filledcurves fillstyle transparent solid 0.22 noborder linecolor rgb color(g), ".each." using 1:(sure($2, $7)) with lines linewidth 2 dashtype 1 + g / 7 % 3 linecolor rgb color(g), ".intervals }
if (form eq "steps") { marks = each." using (x($1, $6)):(sure($2, $7)) with lines linewidth 1 dashtype 1 + g / 7 % 3 linecolor rgb color(g), ".intervals }
if (form eq "dots") { marks = dots }
if (form eq "bars") { marks = bars }
if (form eq "spread") { marks = spread }
# of more groups than colours lines tell the dashes
names = legend > 7 ? "with lines linewidth 2 dashtype 1 + (g - 1) / 7 % 3" : "with points pointtype 5 pointsize 1"
aligned = rows ? "left offset 0.7,0" : "center"
pointed = kind eq "svg" ? ", ".here." (strlen(strcol(11)) ? x($1, $6) : NaN):(y($2, $6)):11 with labels hypertext point pointtype 5 pointsize size linecolor rgb '#ff808080'" : ""

# ---- the panels

do for [p = 1:panels] {
    first = (p - 1) % abreast == 0
    keyed = p == 1 ? legend : 0
    from = left + ((p - 1) % abreast) * across
    start = top + ((p - 1) / abreast) * down
    set lmargin at screen from / width
    set rmargin at screen (from + wide) / width
    set tmargin at screen 1 - start / height
    set bmargin at screen 1 - (start + tall) / height
    if (squares) {
        every = int(ceil(17.0 / cell))
        if (0.62 * small * widest <= cell * every - 4) { set xtics norotate ('' -9) } else { set xtics rotate by 90 right ('' -9) }
        set for [i = 1:shown:every] xtics add ("".tic(name[i], chars) i - 1)
        set ytics ('' -9)
        if (first) { set for [i = 1:shown:every] ytics add ("".tic(name[i], chars) i - 1) } else { unset colorbox }
    } else { if (rows) {
        set ytics ('' -9)
        if (first) { set for [i = 1:shown] ytics add ("".tic(name[i], chars) i - 1) }
        set xlabel wrap(units[p], most(4, int(wide / (0.56 * text))), ",", "\n") font ',14' textcolor rgb ink
    } else {
        if (form eq "steps") {
            set xtics ('' -9)
            set for [i = 1:shown] xtics add ("".tic(name[i], int(wide / (x_high[p] - x_low[p]) / (0.55 * small))) i - 1)
        }
        x_shown = x_own[p] ne "" ? x_own[p] : p + abreast > panels ? x_title : ""
        set xlabel wrap(x_shown, int((wide + 80) / (0.56 * text)), ",", "\n") font ',14' textcolor rgb ink
        set ylabel wrap(units[p], int((tall + 40) / (0.56 * text)), ",", "\n") font ',14' textcolor rgb ink
    } }
    set xrange [x_low[p]:x_high[p]] noextend
    set yrange [y_low[p]:y_high[p]] noextend
    set label short(panel[p], int(most(wide / (0.62 * text), 8))) at graph 0,graph 1 left offset 0,0.8 font ',14' textcolor rgb ink
    if (line[p] == line[p]) { set arrow from first line[p],graph 0 to first line[p],graph 1 nohead dashtype 2 linewidth 1.5 linecolor rgb ink front }
    plot NaN, @marks, for [g = 1:keyed] NaN @names linecolor rgb color(g - 1) title "".short(group[g], 40), @here (strlen(strcol(10)) && !before($1) ? at($1, $6) : NaN):(level($2, $6)):10:(numbers ? @tone : NaN) with labels @aligned font ',12' textcolor rgb variable, @here (strlen(strcol(10)) && before($1) ? at($1, $6) : NaN):(level($2, $6)):10:(numbers ? @tone : NaN) with labels right offset -0.7,0 font ',12' textcolor rgb variable @pointed
    unset label
    unset arrow
    unset key
}
unset multiplot
