# SPDX-License-Identifier: GPL-3.0-or-later
# By what the first of two agents wins, in points a round under pagat: `pasur sim A B --csv - -q | awk -f tests/bench/won_by.awk`
# (docs/notes/2026-11-strength.md). The parts add up to the difference.
/^#/ { next }
{
    # a name with commas stands in quotes
    rest = $0
    for (n = 0; rest != ""; ) {
        if (rest ~ /^"/) { end = index(substr(rest, 2), "\""); field[++n] = substr(rest, 2, end - 1); rest = substr(rest, end + 3) }
        else { end = index(rest ",", ","); field[++n] = substr(rest, 1, end - 1); rest = substr(rest, end + 1) }
    }
}
!columns { columns = n; for (i = 1; i <= n; i++) at[field[i]] = i; next }
{ rows++; for (name in at) value[rows, name] = field[at[name]] }
function won(name, points) { return points * (value[1, name] - value[2, name]) }
function share(name, points) { return won(name, points) / value[1, "rounds"] }
END {
    surs = won("surs_mean", 5); clubs = share("clubs_won", 7); cards = won("aces_mean", 1) + won("jacks_mean", 1)
    cards += share("two_c", 2) + share("ten_d", 3)
    printf "%s: %+.2f = Surs %+.2f, clubs %+.2f, aces, jacks, 2c and Td %+.2f\n", value[1, "agent"], value[1, "diff_mean"], surs, clubs, cards
}
