# SPDX-License-Identifier: GPL-3.0-or-later
# Files of every version that was let out or landed, in tests/data/formats by the commit that wrote them (make.sh): this
# program reads each, or refuses it by name.

bats_require_minimum_version 1.5.0

setup() {
    formats=$BATS_TEST_DIRNAME/../data/formats
    versions=$(cd "$formats" && ls -d [0-9a-f]*[0-9]*/ | tr -d /)
    [ "$(wc -w <<<"$versions")" -ge 2 ]
}

@test "records of every version are checked play by play" {
    for records in "$formats"/*/records.txt; do
        "$PASUR" replay "$records" >"$BATS_TEST_TMPDIR/rows"
        [ "$(grep -cE '^[0-9]+,1,' "$BATS_TEST_TMPDIR/rows")" -eq 12 ]
    done
}

@test "run directories of an older version are refused in one line" {
    for version in $versions; do
        cp -R "$formats/$version/run" "$BATS_TEST_TMPDIR/$version"
        cd "$BATS_TEST_TMPDIR"
        run -2 "$PASUR" runs $version
        [[ "$output" == "pasur runs: $version/chunks: its format is version 1, and this program reads 3; "* ]]
        [ ${#lines[@]} -eq 1 ]
        cmp $version/chunks "$formats/$version/run/chunks"
    done
}

@test "a directory of a program that knows one measure more is read" {
    cp -R "$formats/kings/run" "$BATS_TEST_TMPDIR/run" # of this program with SIDE_MEASURES_MORE(M) M(kings, …)
    cd "$BATS_TEST_TMPDIR"
    run -0 "$PASUR" runs run
    [[ "$output" == *'greedy  13.50 (11.99 to 15.01)  +4.67 (+2.19 to +7.15)'* ]]
    "$PASUR" sim greedy random --boards 30 --seed 1 --threads 1 --run run >out 2>err
    grep -q 'note: continues with what is in run' err
}

@test "CSV files of every version are drawn and reported" {
    cd "$BATS_TEST_TMPDIR"
    for version in $versions; do
        "$PASUR" report "$formats/$version"/{sim,rate,tactics}.csv -o $version.html
        grep -q '</html>' $version.html
        command -v gnuplot >/dev/null || continue
        for file in "$formats/$version"/{sim,cross,tactics}.csv; do
            "$PASUR" plot "$file" -o "$(basename "$file").svg"
            grep -q '</svg>' "$(basename "$file").svg"
        done
    done
}

@test "tables of match equity and nets of every version are played by" {
    for table in "$formats"/*/equity.csv; do
        "$PASUR" sim tactic:goal=match,equity="$table" greedy --matches 2 --rules pagat,target=7 -q
    done
    for net in "$formats"/*/*.net; do
        "$PASUR" sim policy:file="$net" greedy --boards 2 -q
    done
    # those of a version to come
    sed '1s/pasur-net 1/pasur-net 2/' "$formats/1aa4e3a/small.net" >"$BATS_TEST_TMPDIR/later.net"
    run -2 "$PASUR" sim policy:file="$BATS_TEST_TMPDIR/later.net" greedy --boards 2
    [[ "$output" == *'later.net: a file of version 2; expected 1'* ]]
}
