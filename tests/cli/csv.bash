# SPDX-License-Identifier: GPL-3.0-or-later
# What a CSV file holds; FILE may be - for stdin. Columns may be added at the end of any file, so that nothing here counts
# them.

# rows FILE: without the head lines
rows() { grep -v '^#' "$1"; }
# columns FILE: the line of names
columns() { rows "$1" | head -n 1; }
# begins FILE NAMES: the columns are these, and perhaps more behind them
begins() {
    local names
    names=$(columns "$1")
    case $names, in "$2",*) ;; *) echo "$names"; return 1 ;; esac
}
# field FILE ROW NAME: one value; ROW from 1
field() { rows "$1" | awk -F, -v row="$2" -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR == row + 1 { print $c }'; }
# column FILE NAME: its values, a line each
column() { rows "$1" | awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }'; }
# untimed FILE: the rows without their times, which differ from run to run
untimed() { rows "$1" | awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "ns_per_play" || $i == "seconds") c = i } { if (c) $c = ""; print }'; }
# columns_of KIND: the names of a file's columns as they are listed, with commas between
columns_of() {
    "$PASUR" columns "$1" | awk 'NR > 1 && NF > 2 && $1 != "one" { print $1 }' | paste -sd,
}
# header FILE KIND: the header is what is listed for the kind
header() {
    [ -n "$(columns_of "$2")" ]
    [ "$(grep -v '^#' "$1" | head -1)" = "$(columns_of "$2")" ] || { grep -v '^#' "$1" | head -1; columns_of "$2"; return 1; }
}
# same_in_json JSON CSV… [-- JSON CSV…]…: the file of JSON lines holds these
same_in_json() { ! command -v python3 >/dev/null || python3 "$BATS_TEST_DIRNAME/same.py" "$@"; }
