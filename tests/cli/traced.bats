# SPDX-License-Identifier: GPL-3.0-or-later
# What every command asks the system to write: only the files that its options name, and no link is followed to make one;
# play keeps its match in match-SEED.txt besides.
# bats file_tags=check

bats_require_minimum_version 1.5.0
load every_command

# the sanitizers' search for leaks cannot be traced
setup() {
    export ASAN_OPTIONS=detect_leaks=0
    strace -f -o /dev/null "$PASUR" --version >/dev/null 2>&1 || skip "strace cannot be run here"
    mkdir "$BATS_TEST_TMPDIR/here" && cd "$BATS_TEST_TMPDIR/here" || return 1
}

# written TRACE: the calls that make, change or remove a file or reach for another machine, each with the names in it;
# not those of gnuplot, which is another program, and of files without a name
written() {
    awk '
        /execve\(".*gnuplot"/ { foreign[$1] = 1 }
        foreign[$1] || /O_TMPFILE/ { next }
        /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/ ||
        $2 ~ /^(creat|rename|renameat|renameat2|unlink|unlinkat|mkdir|mkdirat|rmdir|link|linkat|symlink|symlinkat|chmod|fchmodat|chown|lchown|fchownat|mknod|mknodat|truncate|utime|utimes|utimensat|connect|bind)\(/ {
            sub(/^[0-9]+ +/, "")
            print
        }' "$1"
}

@test "every command is in the list" {
    for command in $(commands_of_program); do
        [[ " $other_commands " != *" $command "* ]] || continue
        printf '%s\n' "${every_command[@]}" | grep -q "^$command\( \|$\)" || { echo "$command is missing"; false; }
    done
}

# bats test_tags=slow
@test "no command writes outside of what its options name" {
    inputs_write
    export TMPDIR=$BATS_TEST_TMPDIR/passing # where reports keep figures until their page is written
    mkdir "$TMPDIR"
    export WRAP="strace -f -qq -e signal=none -e trace=%file,connect,bind -o ../trace"
    for row in "${every_command[@]}"; do
        echo "# $row"
        row_run "$row" >../out
        written ../trace >../calls
        # between quotes: the files' names
        grep -o '"[^"]*"' ../calls | tr -d '"' | sort -u >../names
        while read -r name; do
            [ "$name" != /dev/null ] || continue
            [[ "$row" != @(report|study)* || "$name" != "$TMPDIR"/pasur-report-* ]] || continue
            [[ "$row" != play* || "$name" != match-*.txt* ]] || continue
            [[ " $row " == *" ${name%.unfinished} "* ]] || [[ " $row " =~ " "--(bot-log|run)" ${name%%/*} " ]] || { echo "$name"; false; }
        done <../names
        # what is made is made without following a link
        [ -z "$(grep O_CREAT ../calls | grep -v 'O_NOFOLLOW\|"/dev/null"')" ]
        [ -z "$(ls "$TMPDIR")" ]
        # a row with an option for a file has written one
        [[ "$row" != *"--csv"* ]] || grep -q 'rename(' ../calls
    done
    for name in *; do
        [[ " ${every_command[*]} " == *" $name "* ]]
    done
}

@test "what is watched is seen" {
    export WRAP="strace -f -qq -e trace=%file,connect,bind -o trace"
    $WRAP sh -c 'echo >a; mv a b; mkdir c; rmdir c; ln -s b d; rm b d'
    written trace >calls
    for call in '"a", O_WRONLY' rename mkdir rmdir symlink unlink; do
        grep -q "$call" calls
    done
}
