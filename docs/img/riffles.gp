# SPDX-License-Identifier: GPL-3.0-or-later
# gnuplot docs/img/riffles.gp > docs/img/riffles.svg: the picture of "The imperfect shuffle" in docs/notes/2026-11-shuffle.md.
# riffles, then value, low, high of seed 1 and of seed 2
$split << END
1 0.46 0.26 0.65 0.75 0.55 0.94
2 0.45 0.25 0.64 0.28 0.08 0.47
3 0.23 0.03 0.42 0.18 -0.02 0.38
4 0.11 -0.08 0.31 0.19 -0.01 0.39
5 0.06 -0.13 0.26 0.10 -0.10 0.29
6 0.06 -0.14 0.25 0.29 0.09 0.48
7 -0.07 -0.27 0.12 0.06 -0.14 0.26
10 -0.26 -0.46 -0.07 0.05 -0.15 0.25
END
# riffles, then points a round and the half width of the interval, of seed 1 and of seed 2
$traces << END
1 5.12 0.44 5.47 0.46
2 4.42 0.47 4.21 0.45
3 2.24 0.42 2.03 0.40
4 0.89 0.40 0.95 0.41
5 0.48 0.41 0.32 0.40
6 -0.31 0.38 0.08 0.41
7 -0.02 0.40 -0.17 0.39
10 -0.57 0.40 -0.03 0.39
END
set terminal svg size 860,340 dynamic font "sans-serif,13" background "#ffffff" noenhanced
set multiplot layout 1,2
set style line 1 lc rgb "#1f6fb4" pt 7 ps 0.7 lw 1.6
set style line 2 lc rgb "#d9822b" pt 7 ps 0.7 lw 1.6
set style line 9 lc rgb "#999999" lw 1
set border 3; set tics nomirror; set xtics 1,1,10; set xrange [0.5:10.6]; set xlabel "riffles between two rounds"
set arrow from graph 0, first 0 to graph 1, first 0 nohead ls 9
set key top right
set title "split_faces: % of the matches won more"
set yrange [-0.6:1.1]
plot $split using ($1-0.08):2:3:4 with yerrorbars ls 1 title "seed 1", "" using ($1+0.08):5:6:7 with yerrorbars ls 2 title "seed 2"
set title "Who remembers the pack: points a round won"
set yrange [-1.2:6.2]
plot $traces using ($1-0.08):2:3 with yerrorbars ls 1 title "seed 1", "" using ($1+0.08):4:5 with yerrorbars ls 2 title "seed 2"
