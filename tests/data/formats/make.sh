#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/data/formats/make.sh PASUR FOLDER: a small file of each format that this program writes, in FOLDER. Run it with the
# program of a version that is let out, and keep what it makes: later versions must read it, or refuse it by name.
# What an older program does not know is left out.
set -u
pasur=$1
mkdir -p "$2" && cd "$2" || exit 1
write() { "$pasur" "$@" --seed 1 --quiet >/dev/null 2>&1 || true; }
write sim greedy random --boards 6 --csv sim.csv --rounds-csv rounds.csv --records records.txt
write sim greedy random --boards 30 --run run --threads 1
write sim greedy random --matches 4 --rules pagat,target=21 --matches-csv matches.csv
write tactics --tactics deny_sur --boards 20 --csv tactics.csv
write rate greedy random counter --boards 6 --csv rate.csv --cross cross.csv
write equity greedy --rules pagat,target=7 --boards 1k --csv equity.csv
write learn --rounds 20 --generations 1 --boards 20 --units 16 -o small.net
rm -f run/lock
