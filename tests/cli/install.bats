# SPDX-License-Identifier: GPL-3.0-or-later
# What `make install` puts there works without the source tree.

setup() {
    root=$BATS_TEST_TMPDIR/root
    env -u MAKEFLAGS -u MAKELEVEL make -s install DESTDIR="$root" PREFIX=/opt/pasur
    prefix=$root/opt/pasur
}

# bats test_tags=slow
@test "the installed program runs and its headers and library compile into another program" {
    "$prefix/bin/pasur" --version
    cd "$BATS_TEST_TMPDIR"
    { for header in "$prefix"/include/pasur/*/*.h; do echo "#include \"${header#"$prefix/include/pasur/"}\""; done
      cat <<'C'
#include <stdio.h>
int main(void)
{
    Rng rng = rng_make(42, 54); /* the published demonstration of PCG32 */
    printf("%08x\n", rng_next(&rng));
}
C
    } >user.c
    cc -std=c11 -I"$prefix/include/pasur" user.c -L"$prefix/lib" -lpasur -lm -fopenmp -o user
    [ "$(./user)" = a15c02b7 ]
}
