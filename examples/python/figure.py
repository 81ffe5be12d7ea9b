# SPDX-License-Identifier: GPL-3.0-or-later
"""After how many rounds is the better player ahead? python3 figure.py [FILE.svg [SEED]] draws docs/img/ahead.svg, by
gnuplot. The cells may be run one by one."""
# %% The rounds: each board once, the agents taking turns in playing first.
import subprocess
import sys

import pasur

ROUNDS, LENGTHS = 100000, (1, 2, 3, 5, 7, 10, 15, 20, 30, 40)
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
margins = {other: pasur.sim(["tactic", other], boards=ROUNDS, seed=seed, alone=True).diff()
           for other in ("random", "greedy", "counter")}


# %% What they come to: sums of consecutive rounds, each of which is used once.
def ahead(margin, length):
    """In what percentage of the sets of so many rounds tactic has more points, a draw counting half, with Wilson's 95 %
    interval, which draws make too wide."""
    sums = margin[:len(margin) // length * length].reshape(-1, length).sum(axis=1)
    share, n, z = ((sums > 0) + (sums == 0) / 2).mean(), len(sums), 1.96
    middle, half = share + z * z / (2 * n), z * (share * (1 - share) / n + (z / (2 * n)) ** 2) ** 0.5
    return tuple(100 * x for x in (share, (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)))


shares = {other: [ahead(margin, length) for length in LENGTHS] for other, margin in margins.items()}
for other, margin in margins.items():
    print(f"tactic, {margin.mean():+.2f} points a round over {other}, is ahead")
    for length, (share, low, high) in zip(LENGTHS, shares[other]):
        if length in (1, 10, 40):
            print(f"  rounds {length:2}: {share:.1f} % ({low:.1f} to {high:.1f})")

# %% The figure.
rows = "\n".join(f"{length} " + " ".join(f"{value:.3f}" for column in columns for value in column)
                 for length, *columns in zip(LENGTHS, *shares.values()))
styles = "\n".join(f'set style line {i} lc rgb "{colour}" pt 7 ps 0.5 lw 1.6'
                   for i, colour in enumerate(("#5b8c3a", "#1f6fb4", "#d9822b"), 1))
lines = ", ".join(f"$rows using 1:{3 * i - 1}:{3 * i}:{3 * i + 1} with yerrorlines ls {i} title 'against {other}'"
                  for i, other in enumerate(shares, 1))
script = f"""set terminal svg size 860,340 dynamic font "sans-serif,13" background "#ffffff" noenhanced
{styles}
set border 3; set tics nomirror; set logscale x; set xrange [0.9:45]; set yrange [50:101]; set key bottom right
set xtics ({", ".join(map(str, LENGTHS))})
set xlabel "rounds"; set ylabel "tactic is ahead, %"
$rows << END
{rows}
END
plot {lines}
"""
picture = subprocess.run(["gnuplot"], input=script, capture_output=True, text=True, check=True).stdout
with open(sys.argv[1] if len(sys.argv) > 1 else "ahead.svg", "w") as file:
    file.write(picture)
