# The page docs/library-reference.md out of library/pasur.h: awk -f docs/reference.awk library/pasur.h
# A comment that stands alone explains the declaration below it; of a declaration the comments inside it stay in it.
function flush() {
    if (code != "") {
        gsub(/PASUR_API |PASUR_MUST_USE /, "", code)
        printf "```c\n%s```\n", code
        if (words != "") printf "%s\n", words
        printf "\n"
    } else if (words != "") printf "%s\n\n", words
    code = words = ""
}
function text(line) {
    sub(/^ *(\/\* )?/, "", line)
    sub(/ *\*\/$/, "", line)
    return line
}
BEGIN { print "# The library, function by function\n\nThis page is `library/pasur.h` as text; [the guide](library.md) shows it at work.\n" }
/SPDX/ || /^#|^extern|^}$/ { next }
/^$/ && !inside { if (started) flush(); next }
/^\/\* ==== / { flush(); started = 1; title = text($0); sub(/^==== /, "", title); printf "## %s\n\n", title; next }
!started { # the head of the file: what holds for all of it
    if (/^     /) { # an example
        if (!example) printf "%s\n\n```c\n", words
        words = ""; example = 1
        print substr($0, 6)
        next
    }
    if (/^ *$/) next
    if (example) { print "```\n"; example = 0 }
    line = text($0)
    if (line == "") next
    if (line ~ /^(Errors|Memory|Threads|Randomness|ABI)\. /) {
        if (words != "") print words "\n"
        words = ""
        sub(/\. /, ".** ", line)
        line = "**" line
    }
    words = words (words == "" ? "" : "\n") line
    next
}
/^\/\*/ { flush(); comment = 1 }
comment { words = words (words == "" ? "" : "\n") text($0); if (/\*\/$/) comment = 0; next }
{
    if (code != "" && !inside && !/^PASUR_API/) flush()
    code = code $0 "\n"
    braces = (braces || /\{$/) && !/^}/
    inside = braces || !/;( *\/\*.*)?$/
}
END { flush() }
