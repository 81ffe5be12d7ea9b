#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What was measured for the pages: tools/findings, and that pages and data agree.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
}

# place: a small repository with two questions, two tables and one page
place() {
    there=$BATS_TEST_TMPDIR/there
    mkdir -p "$there/tools" "$there/docs/findings/data"
    cp tools/findings "$there/tools"
    cat >"$there/docs/findings/all.txt" <<'E'
[better: Is greedy better than random?]
# seeds 1 2; 1 s
pasur sim greedy random --boards 200

[advice: What is leaving eleven worth?]
# seeds 1 2; 1 s
pasur tactics --tactics deny_sur,raise_11 --boards 300
E
    cat >"$there/docs/findings/tables.txt" <<'E'
[players] 0.0 ± 0.0
| player | points | wins |
| `greedy` | {better greedy} | {better greedy .win_rate | 0.0 %} |

[advice] (+0.0 ± 0.0)
| tactic | alone | unit | of nobody |
each advice tactic=* | `{}` | {alone} | {alone .opponent} | {better tactic=deny_sur} |
E
    printf '# A page\n\n<!--table players-->\n<!--/table-->\n\n<!--table advice-->\nby hand\n<!--/table-->\n' >"$there/README.md"
    PASUR=$(realpath "$PASUR")
    export PASUR
    cd "$there"
}

# bats test_tags=quick
@test "the tables of the pages are those of docs/findings/data, and no figure stands between marks of another kind" {
    tools/findings check
    run grep -nE '<!--(=|if |from )' README.md docs/*.md
    [ "$status" -eq 1 ]
}

# bats test_tags=quick
@test "what each preset and each key of the rules changes is asked" {
    vary=$(sed -n 's/.*--vary \([^ ]*\) .*/\1/p' docs/findings/rules.txt | tr '/,' '\n\n')
    # french is pagat for two and three; the size of a table is measured as other games
    for name in $("$PASUR" rules --markdown | sed -n 's/^| `\([a-z_-]*\)` .*/\1/p'); do
        case $name in french | players | teams) continue ;; esac
        grep -qE "^$name(=|\$)" <<<"$vary" || { echo "$name"; return 1; }
        [ "$name" = pagat ] || grep -qE "^\| \`([^\`]*,)?$name(=[^\`]*)?\` \|" docs/rules.md || { echo "docs/rules.md: $name"; return 1; }
    done
}

# bats test_tags=slow
@test "questions are asked once, and their answers of all seeds stand in the page" {
    place
    tools/findings run >told
    [ "$(grep -c 'no data yet' told)" -eq 4 ]
    grep -qE '^\| `greedy` \| 5\.[0-9] ± 0\.[0-9] \| [67][0-9]\.[0-9] % \|$' README.md
    grep -qE '^\| `deny_sur` \| \+1\.[0-9] ± 0\.[0-9] \| tactic \| – \|$' README.md
    [ "$(grep -c 'by hand' README.md)" -eq 0 ]
    cp README.md before.md
    [ -z "$(tools/findings run)" ]
    cmp README.md before.md
    tools/findings check
    # a figure typed by hand
    sed -i 's/ % |$/9 % |/' README.md
    run -1 tools/findings check
    [[ $output == "README.md: a table is not what docs/findings/data give"* ]]
    tools/findings write
    cmp README.md before.md
}

# bats test_tags=slow
@test "answers are stale where the command is another or what is measured plays otherwise, and no others" {
    place
    tools/findings run >told
    tools/findings stale
    cat >other <<E
#!/usr/bin/env bash
if [ "\$1" = tactics ]; then set -- "\$@" --agent tactic:starve=0.7; fi
exec "$PASUR" "\$@"
E
    chmod +x other
    PASUR=./other run -1 tools/findings stale
    [ "$(grep -c 'advice, seed .: what it measures plays otherwise now' <<<"$output")" -eq 2 ]
    [ "${#lines[@]}" -eq 2 ]
    sed -i 's/--boards 200/--boards 300/' docs/findings/all.txt
    run -1 tools/findings stale
    [ "$(grep -c 'better, seed .: the command is another' <<<"$output")" -eq 2 ]
    # columns that were added since make no answer stale
    sed -i 's/--boards 300/--boards 200/' docs/findings/all.txt
    sed -i '3s/300/200/' docs/findings/all.txt
    printf '#!/usr/bin/env bash\nset -o pipefail\n"%s" "$@" | sed "/^[a-z]/s/\\$/,1/"\n' "$PASUR" >other
    PASUR=./other tools/findings stale better
}

# bats test_tags=slow
@test "seeds that lie apart have the interval of their spread" {
    place
    tools/findings run >told
    awk -F, -v OFS=, '/^greedy/ { $6 += 9; $7 += 9; $8 += 9 } 1' docs/findings/data/better.2.csv >far
    mv far docs/findings/data/better.2.csv
    tools/findings write
    grep -qE '^\| `greedy` \| 1?[0-9]\.[0-9] ± [3-9][0-9]\.[0-9] ' README.md
}

# bats test_tags=quick
@test "a release asks for fresh findings first" {
    grep -q 'tools/findings stale ||' tools/dist
}
