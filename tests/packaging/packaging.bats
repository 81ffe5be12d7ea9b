# SPDX-License-Identifier: GPL-3.0-or-later
# The source archive and the Debian packages that are made of it.
# bats file_tags=slow,check

bats_require_minimum_version 1.5.0

# A checkout of this commit that no other test builds in.
setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    git rev-parse HEAD >/dev/null 2>&1 || skip "this is no checkout"
    export checkout=$BATS_FILE_TMPDIR/checkout
    git clone -q . "$checkout"
}

setup() {
    [ -d "$checkout" ] || skip "this is no checkout"
    cd "$checkout" || return 1
}

# FRESH=no: whether findings are stale is asked elsewhere
quiet_make() { env -u MAKEFLAGS -u MAKELEVEL -u CONFIG -u WERROR make -s FRESH=no "$@"; }

@test "the source archive is the same bytes again, and knows its commit" {
    quiet_make dist
    cp build/pasur-*.tar.gz "$BATS_TEST_TMPDIR/first.tar.gz"
    touch README.md
    sleep 1.1 # the clock of an archive has seconds
    quiet_make dist
    cmp build/pasur-*.tar.gz "$BATS_TEST_TMPDIR/first.tar.gz"
    tar -xzf "$BATS_TEST_TMPDIR/first.tar.gz" -C "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR"/pasur-*/
    diff <(cd "$checkout" && git ls-files | sort) <(find . -type f -o -type l | sed 's|^\./||' | sort)
    [ "$(cat .ci/commit)" = "$(git -C "$checkout" rev-parse --short HEAD)" ]
    # what a build of it says
    quiet_make build/release/built.h
    grep -q "BUILT_COMMIT \"$(cat .ci/commit)\"" build/release/built.h
}

@test "lintian has nothing to say against the Debian packages, and they hold what they are for" {
    { command -v dh && command -v dh_python3 && command -v dpkg-buildpackage && command -v lintian; } >/dev/null || skip "no debhelper or lintian"
    # without optimisation: what is in the packages does not depend on it
    DEB_BUILD_OPTIONS=noopt quiet_make deb >"$BATS_TEST_TMPDIR/log" 2>&1 || { tail -n 40 "$BATS_TEST_TMPDIR/log"; false; }
    cd build/deb
    run lintian --allow-root --fail-on error,warning ./*.changes
    echo "$output"
    [ "$status" -eq 0 ]
    for package in pasur libpasur1 libpasur-dev python3-pasur; do
        dpkg-deb -x ${package}_*.deb root
    done
    LD_LIBRARY_PATH=$(dirname root/usr/lib/*/libpasur.so.1) root/usr/bin/pasur --version
    [ -e root/usr/include/pasur.h ]
    [ -e root/usr/share/man/man1/pasur-sim.1.gz ]
    [ "$(readlink root/usr/lib/*/libpasur.so)" = libpasur.so.1 ]
    grep -q "^libdir=.*/$(dpkg-architecture -qDEB_HOST_MULTIARCH)$" root/usr/lib/*/pkgconfig/pasur.pc
    dpkg-deb -f pasur_*.deb Depends | grep -q libgsl
    cd root
    /usr/bin/python3 -c 'import numpy' || skip "no numpy"
    LD_LIBRARY_PATH=$(dirname usr/lib/*/libpasur.so.1) PYTHONPATH=usr/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1 \
        /usr/bin/python3 -c 'import pasur; print(pasur.Round().legal()[0])'
}
