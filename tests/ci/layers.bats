# SPDX-License-Identifier: GPL-3.0-or-later
# .ci/layers sees in includes and in compiled code what it is there to see.

# compiled FILE CODE: an object of that name for .ci/layers to look at
compiled() {
    mkdir -p "$BATS_TEST_TMPDIR/$(dirname "$1")"
    ${CC:-cc} -O2 -x c - -c -o "$BATS_TEST_TMPDIR/$1.o" <<<"$2"
}

@test "mutable statics, output, exit and memory are found where they are forbidden, and only there" {
    for room in engine agents; do
        compiled $room/file_static 'static int n; int f(void) { return ++n; }'
        compiled $room/function_static 'int f(void) { static int n = 1; return ++n; }'
        compiled $room/thread_static 'static _Thread_local int n; int f(void) { return ++n; }'
        compiled $room/pointers 'static const char *n[] = {"a", "b"}; const char **f(void) { return n; }'
        compiled $room/global 'int n;'
        compiled $room/constants 'static const int n = 1; const int *f(void) { return &n; }
            static const char *const NAMES[] = {"a", "b"}; const char *const *g(void) { return NAMES; }'
        compiled $room/output 'int puts(const char *); void f(void) { puts("a"); }'
        compiled $room/memory 'void *malloc(unsigned long); void *f(void) { return malloc(3); }'
    done
    compiled analysis/stats/exits '_Noreturn void exit(int); void f(void) { exit(1); }'
    compiled analysis/stats/file_static 'static int n; int f(void) { return ++n; }'
    compiled analysis/commands/output 'int puts(const char *); void f(void) { puts("a"); }'
    run .ci/layers "$BATS_TEST_TMPDIR"
    [ "$status" -eq 1 ]
    found=$(sed -n "s|^$BATS_TEST_TMPDIR/||p" <<<"$output" | sed 's/global n\..*/global n/' | sort)
    for room in engine agents; do
        for file in file_static function_static global pointers thread_static; do echo "$room/$file.o: mutable global n"; done
        echo "$room/output.o: uses puts"
    done | cat - <(echo "engine/memory.o: uses malloc"; echo "analysis/stats/exits.o: uses exit") | sort >"$BATS_TEST_TMPDIR/wanted"
    diff "$BATS_TEST_TMPDIR/wanted" - <<<"$found"
}

# A program of a few files in the test's folder, and .ci/layers with the circles KNOWN that it is told.
included() { # FILE INCLUDED…
    mkdir -p "$(dirname "$1")"
    printf '#include "%s"\n' "${@:2}" >"$1"
}
layers() { # KNOWN
    awk -v known="$1" '/^KNOWN = / { print; print known; skip = 1; next } /^"""$/ { skip = 0 } !skip' \
        "$BATS_TEST_DIRNAME/../../.ci/layers" >layers
    run python3 layers "$BATS_TEST_TMPDIR"
}

@test "includes that point upward, go in a circle or leave the layers are found, and known circles that are mended" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p engine agents/deep sim library analysis
    : >engine/cards.h
    compiled engine/cards 'int f(void) { return 1; }'
    included engine/rules.c engine/rules.h engine/cards.h
    included engine/rules.h engine/cards.h
    included agents/agent.h engine/rules.h
    included agents/deep/search.c agents/agent.h
    included analysis/study.c agents/agent.h library/pasur.h
    included library/pasur.h engine/rules.h
    included main.c analysis/study.c
    layers ''
    [ "$status" -eq 0 ] && [ "$output" = 'layers: ok' ]

    included engine/cards.h agents/agent.h
    layers ''
    [ "$status" -eq 1 ]
    [[ "$output" = *"engine/cards.h:1: includes agents/agent.h: engine comes before agents"* ]]
    included engine/cards.h engine/rules.h
    layers ''
    [ "$status" -eq 1 ]
    [[ "$output" = *"a circle of includes: engine/rules -> engine/cards -> engine/rules"*"engine/rules.c:2: includes engine/cards.h"*"engine/cards.h:1: includes engine/rules.h" ]]
    layers 'engine/rules -> engine/cards'
    [ "$status" -eq 0 ]
    : >engine/cards.h
    layers 'engine/rules -> engine/cards'
    [ "$status" -eq 1 ]
    [ "$output" = 'engine/rules -> engine/cards: in no circle any more; please take it out of KNOWN in .ci/layers' ]

    # a circle of folders whose files have none
    : >agents/deep/table.h
    included agents/registry.c agents/deep/table.h
    layers ''
    [ "$status" -eq 1 ]
    [[ "$output" = *"a circle of includes: agents -> agents/deep -> agents"* ]]
    layers 'agents -> agents/deep'
    [ "$status" -eq 0 ]
    rm agents/registry.c

    included agents/deep/search.c search.h tests/tests.h agents/agent.h
    : >agents/deep/search.h
    mkdir tests && : >tests/tests.h
    layers ''
    [ "$status" -eq 1 ]
    [ "${#lines[@]}" -eq 2 ]
    [[ "${lines[0]}" = "agents/deep/search.c:1: includes search.h: not a file of a layer"* ]]
    [[ "${lines[1]}" = "agents/deep/search.c:2: includes tests/tests.h: not a file of a layer"* ]]
}
