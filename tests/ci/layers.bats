# SPDX-License-Identifier: GPL-3.0-or-later
# .ci/layers sees in compiled code what it is there to see.

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
