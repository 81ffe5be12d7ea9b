#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What was measured for the pages: .ci/findings, and that pages and data agree.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
}

# place: a small repository with three questions and one page
place() {
    there=$BATS_TEST_TMPDIR/there
    mkdir -p "$there/.ci" "$there/docs/findings"
    cp .ci/findings "$there/.ci"
    cat >"$there/docs/findings/all.txt" <<'E'
[better: Is greedy better than random?]
# seeds 1 2; 1 s
pasur sim greedy random --boards 200

[advice: What is leaving eleven worth?]
# seeds 1 2; 1 s
pasur tactics --tactics leave_11,raise_11 --boards 300

[equals: Is greedy better than one who sees points alone?]
# seeds 1 2; 1 s
pasur sim greedy tactic:only=base_points --boards 60
E
    cat >"$there/README.md" <<'E'
# A page

It wins <!--=better greedy | 0.0 ± 0.0-->?<!--/--> points.<!--if better greedy > 1-->

<!--table advice by tactic | (+0.0 ± 0.0)
| tactic | alone | without |
| `{}` | {alone} | {without} |
-->
<!--/table-->
E
    PASUR=$(realpath "$PASUR")
    export PASUR
    cd "$there"
}

# bats test_tags=quick
@test "the pages have the figures of docs/findings/data, and claim what these bear out" {
    .ci/findings pages
}

# bats test_tags=quick
@test "what each preset and each key of the rules changes is asked" {
    vary=$(sed -n 's/.*--vary \([^ ]*\) .*/\1/p' docs/findings/rules.txt | tr '/,' '\n\n')
    # french is pagat for two and three; the size of a table is measured for docs/players.md
    for name in $("$PASUR" rules --markdown | sed -n 's/^| `\([a-z_-]*\)` .*/\1/p'); do
        case $name in french | players | teams) continue ;; esac
        grep -qE "^$name(=|\$)" <<<"$vary" || { echo "$name"; return 1; }
        grep -qE "^\| \`([^\`]*,)?$name(=[^\`]*)?\` \| [^\`]*\|\$" docs/rules.md || [ "$name" = pagat ] || { echo "docs/rules.md: $name"; return 1; }
    done
}

@test "what is not there is told in one line" {
    PASUR=./nowhere run -1 .ci/findings stale
    [ "$output" = "PASUR: ./nowhere is no program; 'make' builds build/pasur" ]
    for part in 3 3/2 0/1 x; do
        PART=$part run -1 .ci/findings run
        [ "$output" = "PART: '$part': expected I/N, such as 1/2" ]
    done
    run -1 .ci/findings run nobody
    [ "$output" = "no question is called nobody" ]
}

# bats test_tags=slow
@test "questions are asked once, and their answers stand in the page" {
    place
    .ci/findings run >told 2>begun
    grep -q '^6 runs' told
    # it does not begin in silence
    [ "$(head -n 1 begun)" = "short runs of 3 questions say what is missing or stale: a minute or so" ]
    grep -qE '<!--=better greedy \| 0\.0 ± 0\.0-->5\.[0-9] ± 0\.[0-9]<!--/-->' README.md
    [ "$(grep -c '^| `[a-z]*_11` |' README.md)" -eq 2 ]
    cp README.md before.md
    .ci/findings run >told
    grep -q '^nothing is missing or stale' told
    cmp README.md before.md
    .ci/findings check
    .ci/findings stale >told
    grep -q '^0 of 6' told
}

# bats test_tags=slow
@test "a sentence that the data do not bear out, and a figure typed by hand, are named" {
    place
    .ci/findings run >told
    sed -i 's/better greedy > 1/better greedy > 7/' README.md
    run -1 .ci/findings pages
    [[ $output == *"README.md: '…It wins 5."*"points.': better greedy > 7 is not so: +5."* ]]
    sed -i 's/better greedy > 7/better greedy shown/; s/-->5\.[0-9] ±/-->9.9 ±/' README.md
    run -1 .ci/findings pages
    [[ $output == "README.md: has other figures than docs/findings/data"* ]]
    sed -i 's/better greedy shown/better nobody shown/' README.md
    run -1 .ci/findings pages
    [[ $output == *"better nobody: 0 rows"* ]]
    # the whole interval has to lie there, not the estimate alone
    sed -i 's/better nobody shown/better greedy in 4 7/' README.md
    .ci/findings render
    estimate=$(grep -o 'wins <!--.*-->[0-9.]* ±' README.md | grep -o '[0-9.]* ±$')
    sed -i "s/in 4 7/in 4 ${estimate% ±}1/" README.md
    run -1 .ci/findings pages
    [[ $output == *"better greedy in 4 5."*" is not so"* ]]
    # the difference of two figures, not their ends, says whether they are apart
    sed -i "s/better greedy in 4 ${estimate% ±}1/better greedy not apart from equals greedy/" README.md
    run -1 .ci/findings pages
    [[ $output == *"better greedy not apart from equals greedy is not so: +5."*", "* ]]
    sed -i 's/better greedy not apart from equals greedy/better greedy apart from equals greedy and better greedy not apart from better greedy/' README.md
    .ci/findings pages
    # and a page without its data is no page
    sed -i 's/<!--if .*-->/<!--if better greedy > 1-->/' README.md
    .ci/findings pages
    rm docs/findings/data/better.2.csv
    run -1 .ci/findings pages
    [ "$output" = "better: no data yet" ]
}

# bats test_tags=slow
@test "figures of seeds that lie apart are named, and have the interval of their spread" {
    place
    .ci/findings run >told
    ! grep -q 'lie apart' told
    awk -F, -v OFS=, '/^greedy/ { $6 += 9; $7 += 9; $8 += 9 } 1' docs/findings/data/better.2.csv >far
    mv far docs/findings/data/better.2.csv
    run -1 .ci/findings render
    [[ $output == *"better: the seeds lie apart in diff_mean of greedy; its interval has their spread"* ]]
    grep -qE 'better greedy \| 0\.0 ± 0\.0-->1?[0-9]\.[0-9] ± [3-9][0-9]\.[0-9]<' README.md
}

# bats test_tags=slow
@test "data are stale where a player plays otherwise, and no others" {
    place
    .ci/findings run >told
    cat >other <<E
#!/usr/bin/env bash
if [ "\$1" = tactics ]; then set -- "\$@" --agent tactic:leave_11=0.7; fi
exec "$PASUR" "\$@"
E
    chmod +x other
    PASUR=./other run -1 .ci/findings stale
    [ "$(grep -c 'advice, seed .: what it measures plays otherwise now' <<<"$output")" -eq 2 ]
    [ "${lines[-1]}" = "2 of 6 answers are missing or stale: advice" ]
    sed -i 's/--boards 60/--boards 80/' docs/findings/all.txt
    run -1 .ci/findings stale
    [[ $output == *"equals, seed 1: the command is another"*"2 of 6"* ]]
}

# bats test_tags=slow
@test "a default weight makes those answers stale whose players have it, however small the change is" {
    place
    printf '\n[three: And with three players?]\n# seeds 1; 1 s\npasur tactics --tactics leave_11 --rules pagat,players=3 --boards 60\n' >>docs/findings/all.txt
    .ci/findings run >told
    # changed SED: answers and pages that are stale if `pasur agents` said so of the defaults
    changed() {
        printf '#!/usr/bin/env bash\nset -o pipefail\nif [ "$1" = agents ]; then "%s" "$@" | sed -E "%s"; else exec "%s" "$@"; fi\n' \
            "$PASUR" "$1" "$PASUR" >other
        chmod +x other
        PASUR=./other .ci/findings stale >told || true
        cat told
        sed 's/,.*//; s/ of .*//' told | sort -u | paste -sd ' '  >short
    }
    changed '/^    leave_11=/s/(3 players [0-9.]*)/\11/'
    [ "$(<short)" = "1 three" ]
    changed '/^    leave_11=/s/(default [0-9.]*)/\11/'
    [ "$(<short)" = "4 README.md rests on advice advice equals" ]
    changed '/^    leave_11=/s/(4 players [0-9.]*)/\11/'
    [ "$(<short)" = "0" ]
}

# bats test_tags=slow
@test "a table may have cells of other questions, texts, and what a command prints" {
    place
    .ci/findings run >told
    cat >>README.md <<'E'

<!--table advice by tactic | 0.0
| {} | over | verdict | of equals |
| {} | {alone} | {alone .verdict} | {equals greedy} |
-->
<!--/table-->

<!--from pasur --version-->
<!--/from-->
E
    .ci/findings render
    grep -qE '^\| leave_11 \| 1\.[0-9] \| helps \| – \|$' README.md
    "$PASUR" --version | head -n 1 | grep -qxFf - README.md
    .ci/findings pages
}

# bats test_tags=quick
@test "a release asks for fresh findings first" {
    env -u CONFIG -u MAKEFLAGS -u MAKELEVEL make -n dist | grep -B9 'git archive' | grep -q '\.ci/findings stale ||'
}
