# SPDX-License-Identifier: GPL-3.0-or-later
# Files are found by wildcard: drop a .c into its folder and it is built; a tests/**/test_*.c or *.bats is run.

CONFIG  ?= release
PREFIX  ?= /usr/local
LIB     ?= lib
CC      ?= cc
JOBS    ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
OUT     := build/$(CONFIG)
# where the program and the library of this configuration lie for those who use them
MADE    := $(if $(filter release,$(CONFIG)),build,$(OUT))
comma   := ,

# ---- what differs between configurations; each has its own object folder
SANITIZE      := -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_release  = -O3 -DNDEBUG -fPIC -fvisibility=hidden $(HARDEN)
FLAGS_test    := -O2 -g -fPIC -fvisibility=hidden
FLAGS_gcc      = -O3 -DNDEBUG -fPIC -fvisibility=hidden $(HARDEN) -Werror
FLAGS_clang   := -O3 -DNDEBUG -march=native -Werror
FLAGS_mpi     := -O2 -g -Werror
FLAGS_arm64   := -O2 -g -Werror
FLAGS_i386    := -O2 -g -msse2 -mfpmath=sse
FLAGS_s390x   := -O2 -g
FLAGS_asan    := -O1 -g $(SANITIZE)
FLAGS_msan    := -O1 -g -fsanitize=memory -fsanitize-memory-track-origins -fno-omit-frame-pointer
FLAGS_tsan    := -O1 -g -fsanitize=thread -fno-omit-frame-pointer
FLAGS_web     := --target=wasm32-wasi -O3 -DNDEBUG -msimd128 -mbulk-memory -fvisibility=hidden -ftls-model=local-exec \
                 -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -Iweb/wasi -Werror \
                 -Wno-unused-parameter -Wno-unknown-pragmas # of the threads that a page does not have
FLAGS_fuzz    := -O1 -g $(SANITIZE) -fsanitize=fuzzer-no-link
ifeq ($(origin FLAGS_$(CONFIG)),undefined)
$(error CONFIG=$(CONFIG) is none of release test gcc clang mpi arm64 i386 s390x web asan msan tsan fuzz)
endif
ifneq ($(filter gcc asan,$(CONFIG)),)
CC := gcc
CXX := g++
else ifeq ($(CONFIG),arm64)
CC := aarch64-linux-gnu-gcc
else ifneq ($(filter i386 s390x,$(CONFIG)),)
CC := $(if $(filter i386,$(CONFIG)),i686,s390x)-linux-gnu-gcc
CXX := $(CC:gcc=g++)
else ifneq ($(filter clang web msan tsan fuzz,$(CONFIG)),)
CC := clang
CXX := clang++
endif

# Release builds lie at a place of their own in memory, and what the loader wrote there cannot be written over. docs/speed.md
# says what more would cost: `make HARDEN='-fstack-protector-strong …'`; `make HARDEN=` does without.
ifneq ($(filter release gcc,$(CONFIG)),)
HARDEN ?= -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
ifneq ($(shell uname -s),Darwin)
HARDEN_LINK := $(if $(HARDEN),-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now $(if $(findstring -static,$(LDFLAGS)),,-pie))
endif
endif

# ---- libraries: OpenMP everywhere, GSL for analysis/, zlib and libzstd for sim/files/packer.c where they are there
ifeq ($(shell uname -s),Darwin)
BREW        := $(shell brew --prefix 2>/dev/null || echo /opt/homebrew)
OPENMP      := -Xpreprocessor -fopenmp -I$(BREW)/opt/libomp/include
OPENMP_LIBS := -L$(BREW)/opt/libomp/lib -lomp
SYSTEM      := -I$(BREW)/include -D_DARWIN_C_SOURCE
SYSTEM_LIBS := -L$(BREW)/lib
else ifneq ($(CONFIG),web)
OPENMP      := -fopenmp
OPENMP_LIBS := -fopenmp
endif
GSL_LIBS := $(shell pkg-config --libs gsl 2>/dev/null || echo -lgsl -lgslcblas)
GSL      := $(shell pkg-config --cflags gsl 2>/dev/null)

# Compressed files where these libraries are found; `make ZLIB= ZSTD=` does without. $(call found,PACKAGE,HEADER,LIBRARY)
found = $(shell pkg-config --exists $1 2>/dev/null && pkg-config --libs $1 || \
    { printf '\043include <stdio.h>\n\043include <$2>\n' | $(CC) $(SYSTEM) $(CPPFLAGS) $(CFLAGS) -x c -fsyntax-only - 2>/dev/null && echo $3; })
ifeq ($(origin ZLIB),undefined)
ZLIB := $(call found,zlib,zlib.h,-lz)
endif
ifeq ($(origin ZSTD),undefined)
ZSTD := $(call found,libzstd,zstd.h,-lzstd)
endif
# Lines are edited with readline, or libedit, where one is found; `make READLINE= EDITLINE=` does without.
ifeq ($(origin READLINE),undefined)
READLINE := $(call found,readline,readline/readline.h,-lreadline)
endif
ifeq ($(origin EDITLINE),undefined)
EDITLINE := $(if $(READLINE),,$(call found,libedit,editline/readline.h,-ledit))
endif
EDITOR_FLAG := $(if $(READLINE),-DWITH_READLINE=1,$(if $(EDITLINE),-DWITH_EDITLINE=1))
PACKERS := $(if $(ZLIB),-DWITH_ZLIB=1) $(if $(ZSTD),-DWITH_ZSTD=1)

# `make MPI=1`: commands of many ranks (sim/ranks) by Open MPI. Only the file that speaks to it is compiled for it.
ifeq ($(CONFIG),mpi)
MPI := 1
endif
ifeq ($(MPI),1)
MPI_FLAGS := -DWITH_MPI=1 $(shell pkg-config --cflags ompi-c 2>/dev/null || mpicc --showme:compile)
MPI_LIBS  := $(shell pkg-config --libs ompi-c 2>/dev/null || mpicc --showme:link)
ifeq ($(MPI_LIBS),)
$(error MPI=1: no Open MPI found; on Debian: apt-get install libopenmpi-dev openmpi-bin)
endif
else ifneq ($(MPI),)
$(error MPI is 1 or not given)
endif

# no frame takes more than half of the stack that a command asks for when it starts (STACK_TO_PLAY_KB in command_run.c)
WARN      := -Wall -Wextra -Wshadow -Wconversion $(if $(filter gcc,$(CONFIG)),-Wframe-larger-than=262144)
INCLUDE   := -I. -D_XOPEN_SOURCE=700
# Floating point as written, a * b + c rounded twice, so that every compiler and processor gives the same answer; it
# stands behind what the user asks for.
FLOATS    := -fno-fast-math -ffp-contract=off
C_FLAGS   := -std=c11 $(WARN) $(FLAGS_$(CONFIG)) $(OPENMP) $(INCLUDE) $(SYSTEM) $(GSL) $(PACKERS) $(EDITOR_FLAG) $(CPPFLAGS) $(CFLAGS) $(FLOATS)
CXX_FLAGS := -std=c++17 $(WARN) $(FLAGS_$(CONFIG)) $(INCLUDE) $(SYSTEM) $(CPPFLAGS) $(CXXFLAGS) $(FLOATS)
LINK_LIBS := $(SYSTEM_LIBS) $(MPI_LIBS) $(GSL_LIBS) $(ZLIB) $(ZSTD) $(READLINE) $(EDITLINE) -lm $(OPENMP_LIBS) $(LDLIBS)

# ---- what there is to build
# the .c files of these folders and of the rooms in them
sources     = $(foreach d,$1,$(wildcard $d/*.c $d/*/*.c $d/*/*/*.c))
LIBRARY_SRC := $(call sources,engine agents)
PROGRAM_SRC := $(filter-out web/wasi/%,$(call sources,sim analysis library web))
FUZZ_SRC    := $(wildcard tests/fuzz/fuzz_*.c)
BENCH_SRC   := $(wildcard tests/bench/*.c)
TESTS_C     := $(filter-out $(FUZZ_SRC) $(BENCH_SRC),$(call sources,tests))
TESTS_CXX   := $(wildcard tests/*.cpp tests/*/*.cpp tests/*/*/*.cpp)
TEST_SRC    := $(foreach f,$(TESTS_C),$(if $(filter test_%,$(notdir $f)),$f))
HELPER_SRC  := $(filter-out $(TEST_SRC) tests/fuzz/driver.c tests/referee/main.c tests/rogue/agents.c tests/torture/faults.c tests/arm64/plays.c tests/web/ask.c,$(TESTS_C))
ifeq ($(CONFIG),i386) # sums of boards are integers of 128 bits, which compilers for 32 bits do not have
PROGRAM_SRC :=
HELPER_SRC  := $(filter tests/engine/% tests/referee/% tests/agents/%,$(HELPER_SRC))
endif
BATS        := $(wildcard tests/*.bats tests/*/*.bats)
FORMATTED   := $(foreach d,engine agents sim analysis library tests web,$(wildcard $d/*.[ch] $d/*/*.[ch] $d/*/*/*.[ch] $d/*/*.cpp)) main.c

# the library for other programs: its name in a program that was linked has the ABI
ABI          := $(shell sed -n 's/^\#define PASUR_ABI //p' library/pasur.h)
VERSION      := $(shell sed -n 's/^\#define PASUR_VERSION "\(.*\)"/\1/p' library/version.h)
ifeq ($(shell uname -s),Darwin)
SHARED       := libpasur.$(ABI).dylib
SHARED_LINK  := libpasur.dylib
SHARED_FLAGS := -dynamiclib -install_name $(PREFIX)/$(LIB)/$(SHARED) -current_version $(VERSION) -compatibility_version $(ABI)
else
SHARED       := libpasur.so.$(ABI)
SHARED_LINK  := libpasur.so
SHARED_FLAGS := -shared -Wl,-soname,$(SHARED) -Wl,-z,relro,-z,now -Wl,--no-undefined -Wl,--as-needed
endif
# what is compiled once more for each instruction set that has lanes, see agents/lanes.h
LANES_SRC    := agents/tactic/tactic_lanes.c agents/net/net_kernel.c
MACHINE      := $(shell $(CC) $(filter --target=%,$(FLAGS_$(CONFIG))) -dumpmachine)
ISAS         := $(if $(filter x86_64%,$(MACHINE)),avx2 avx512)$(if $(filter aarch64% arm64%,$(MACHINE)),neon)
LIBRARY_OBJ  := $(patsubst %.c,$(OUT)/%.o,$(filter-out agents/tactic/tactic_lanes.c,$(LIBRARY_SRC))) \
                $(foreach isa,$(ISAS),$(LANES_SRC:%.c=$(OUT)/%.$(isa).o))
# version.o knows the commit; outside the library, it makes no test link again
VERSION_OBJ  := $(OUT)/library/version.o
PROGRAM_OBJ  := $(filter-out $(VERSION_OBJ),$(PROGRAM_SRC:%.c=$(OUT)/%.o)) \
                $(if $(PROGRAM_SRC),$(ISAS:%=$(OUT)/analysis/study/learn/gradient.%.o))
HELPER_OBJ   := $(HELPER_SRC:%.c=$(OUT)/%.o) $(TESTS_CXX:%.cpp=$(OUT)/%.o)
TEST_BIN     := $(TEST_SRC:%.c=$(OUT)/%)
FUZZ_BIN     := $(FUZZ_SRC:%.c=$(OUT)/%)
BENCH_BIN    := $(BENCH_SRC:%.c=$(OUT)/%)
REFEREE      := $(if $(wildcard tests/referee/main.c),$(OUT)/referee)
ROGUE        := $(OUT)/rogue
# clang's libFuzzer, or with other compilers a main of our own
FUZZ_MAIN    := $(if $(filter fuzz,$(CONFIG)),,$(OUT)/tests/fuzz/driver.o)
OBJECTS      := $(LIBRARY_OBJ) $(PROGRAM_OBJ) $(VERSION_OBJ) $(HELPER_OBJ) $(OUT)/main.o $(OUT)/tests/web/ask.o $(OUT)/tests/referee/main.o $(OUT)/tests/rogue/agents.o $(OUT)/tests/arm64/plays.o $(FUZZ_MAIN) \
                $(patsubst %.c,$(OUT)/%.o,$(TEST_SRC) $(FUZZ_SRC) $(BENCH_SRC))
# helpers in C++ (the published PCG) need its runtime
TEST_LINK    := $(if $(TESTS_CXX),$(CXX),$(CC))

# A sub-make for another configuration, on all cores unless -j was given.
SUBMAKE := +$(MAKE) --no-print-directory $(if $(findstring j,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: all library fresh dist deb amalgamation demo quick test check architectures instructions mutation torture install uninstall clean races analyze fuzz help docs findings site format format-check layers tests referee force \
        bench-tools equity-table net web
.DELETE_ON_ERROR:
.SECONDARY:

all: build/pasur ## the program, optimised (the default)

build/pasur: build/%: build/release/%
	@cp -f $< $@
library: $(OUT)/$(SHARED) ## build/libpasur.so, the library for other programs, with build/pasur.pc
	@[ $(MADE) = $(OUT) ] || cp -f $< $(MADE)
	@ln -sf $(SHARED) $(MADE)/$(SHARED_LINK)
	@sed 's|@PREFIX@|$(PREFIX)|; s|@LIB@|$(LIB)|; s|@VERSION@|$(VERSION)|; s|@LIBS_PRIVATE@|$(strip $(ZLIB) $(ZSTD) -lm $(OPENMP_LIBS))|' library/pasur.pc.in > $(MADE)/pasur.pc
build/referee: build/release/referee
	@cp -f $< $@
referee: build/referee ## build/referee, the slow independent referee of the tests
build/bench/%: build/release/tests/bench/%
	@mkdir -p $(@D)
	@cp -f $< $@
bench-tools: $(BENCH_SRC:tests/%.c=build/%) ## build/bench/*, programs that fit the numbers of the search, and measure shuffles and chance
# what these two change has a checksum in data/README.md
equity-table: build/pasur ## data/equity-pagat.txt, the table of chances that agents read (15 seconds of processor time)
	tests/bench/equity_table build/pasur > build/equity-pagat.txt && cp build/equity-pagat.txt data
	@sha256sum data/equity-pagat.txt
NAME ?= two
net: ## data/$(NAME).net, the net that is built in, becomes the file NET of pasur learn (NAME is two, three or teams)
	cp '$(NET)' data/$(NAME).net
	@sha256sum data/$(NAME).net

web: ## build/pasur.html, a table to play at in a browser: one file, with the program in it as WebAssembly; build/app, the same to be served
	@.ci/deps web
	$(SUBMAKE) CONFIG=web build/web/pasur.wasm
	node web/assemble.mjs build/web/pasur.wasm build/pasur.html build/app

demo: ## a million rounds, greedy against random, with a verdict
	@.ci/deps demo
	$(SUBMAKE) all
	build/pasur sim greedy random --boards 500k

quick: ## what to run after each edit: build what changed, run the tests that take no time
	$(SUBMAKE) CONFIG=test tests
	@.ci/tests test --quick

test: ## build and run every test, assertions on
	@.ci/deps test
	$(SUBMAKE) CONFIG=test tests
	@.ci/tests test

check: ## what CI runs: gcc and clang with warnings as errors, sanitizers, format, layers, tests
	@.ci/deps check
	$(SUBMAKE) format-check
	$(SUBMAKE) CONFIG=clang MPI=1 program warnings
	$(SUBMAKE) CONFIG=gcc tests
	$(SUBMAKE) CONFIG=gcc layers
	@PASUR=build/gcc/pasur .ci/findings check
	@.ci/instructions build/gcc/pasur
	@.ci/tests gcc
	@.ci/signature build/gcc/pasur build/clang/pasur
	$(SUBMAKE) CONFIG=gcc build/gcc/plays
	@.ci/arm64 build/gcc/plays
	@.ci/memory
	$(SUBMAKE) CONFIG=fuzz fuzzers
	@RUNS=30000 .ci/fuzz 120
	$(SUBMAKE) CONFIG=tsan program $(RACES_QUICK:%=build/tsan/tests/%)
	@.ci/races $(RACES_QUICK)
	$(SUBMAKE) CONFIG=asan tests
	@.ci/tests asan --sanitized

architectures: ## the unit tests for i386 and s390x (big-endian), by cross compilers under qemu-user
	@.ci/deps architectures
	$(SUBMAKE) CONFIG=gcc build/gcc/plays
	@PLAYS=build/gcc/plays .ci/architectures

instructions: ## count instructions of small workloads anew, into .ci/instruction_counts (valgrind)
	@.ci/deps check
	$(SUBMAKE) CONFIG=gcc program
	@.ci/instructions build/gcc/pasur write

mutation: ## spoil the statistics line by line in a copy, and see that a test or calibrate notices each (4 min of processor time)
	@.ci/deps test
	tests/mutation/run '$(CHANGES)'

TORTURE ?= 1000
torture: ## kill runs, and let their writes fail, at TORTURE calls for files and moments (1000: at every call)
	@.ci/deps test
	$(SUBMAKE) all
	TORTURE=$(TORTURE) PASUR='$(CURDIR)/build/pasur' bats tests/torture

# What make install puts there, one a line: mode, file, and its place under PREFIX.
INSTALLED = { echo 755 $(MADE)/pasur bin/pasur; echo 644 $(MADE)/$(SHARED) $(LIB)/$(SHARED); \
    echo 644 library/pasur.h include/pasur.h; echo 644 $(MADE)/pasur.pc $(LIB)/pkgconfig/pasur.pc; \
    for f in $(MADE)/man/*.1; do echo 644 $$f share/man/man1/$$(basename $$f); done; \
    [ ! -e build/pasur.html ] || echo 644 build/pasur.html share/pasur/pasur.html; \
    echo 644 completion/pasur.bash share/bash-completion/completions/pasur; \
    echo 644 completion/_pasur share/zsh/site-functions/_pasur; \
    echo 644 completion/pasur.fish share/fish/vendor_completions.d/pasur.fish; \
    find LICENSE $(wildcard *.md CITATION.cff examples) docs -name '*.gp' -o -path docs/findings/data -prune -o -type f -print | \
        while read -r f; do [ -x "$$f" ] && mode=755 || mode=644; echo $$mode "$$f" share/doc/pasur/"$$f"; done; }
ROOT = '$(DESTDIR)$(PREFIX)'

install: $(MADE)/pasur library $(MADE)/man/pasur.1 ## program, library, header, man pages, completion and docs into PREFIX (/usr/local), under DESTDIR
	@$(INSTALLED) | while read -r mode file place; do \
	    install -d $(ROOT)/"$${place%/*}" && install -m $$mode "$$file" $(ROOT)/"$$place" || exit 1; \
	done
	@ln -sf $(SHARED) $(ROOT)/$(LIB)/$(SHARED_LINK)
	@if [ ! '$(DESTDIR)' ] && [ "$$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi # where programs look for it

uninstall: ## remove what make install has put there, and the folders that are empty then (but those of /usr and /usr/local)
	@[ -e $(MADE)/man/pasur.1 ] || $(MAKE) --no-print-directory $(MADE)/man/pasur.1
	@$(INSTALLED) | while read -r mode file place; do rm -f $(ROOT)/"$$place" || exit 1; done
	@rm -f $(ROOT)/$(LIB)/$(SHARED_LINK)
	@case $(ROOT) in /usr | /usr/local) ;; *) \
	    cd $(ROOT) 2>/dev/null || exit 0; \
	    (cd '$(CURDIR)' && $(INSTALLED)) | sed 's|.* ||; s|/[^/]*$$||' | sort -ru | \
	        while read -r folder; do rmdir -p "$$folder" 2>/dev/null; done; \
	    if [ '$(DESTDIR)' ]; then cd '$(DESTDIR)' && rmdir -p '.$(PREFIX)'; else cd / && rmdir $(ROOT); fi 2>/dev/null ;; esac; true
	@for d in share/doc/pasur; do \
	    [ ! -d $(ROOT)/$$d ] || find $(ROOT)/$$d -depth -type d -exec rmdir {} + 2>/dev/null; done; true

# The man pages, which the program writes.
$(MADE)/man/pasur.1: $(MADE)/pasur
	@rm -rf $(@D) && mkdir -p $(@D)
	@for c in $$($< manual --format names); do $< manual $$c --format man > $(@D)/pasur-$$c.1 || exit 1; done
	@$< manual --format man > $@

DIST := pasur-$(VERSION)
fresh: build/pasur
	@.ci/findings stale || { echo "no release while findings are missing or stale; please run: make findings" >&2; exit 1; }
dist: $(if $(filter no,$(FRESH)),,fresh) ## build/pasur-VERSION.tar.gz, the source of the commit; the same bytes whenever it is made
	@mkdir -p build
	git archive --format=tar --prefix=$(DIST)/ HEAD | gzip -9n > build/$(DIST).tar.gz

amalgamation: ## build/amalgamation/pasur.c and pasur.h, the library as one file: cc -std=c11 -O2 -fopenmp -c pasur.c
	@python3 packaging/amalgamate build/amalgamation

deb: dist ## Debian packages of the commit, in build/deb
	@{ command -v dh && command -v dh_python3; } >/dev/null || { echo "missing for 'make deb'; please run: apt-get install debhelper dh-python dpkg-dev" >&2; exit 1; }
	@rm -rf build/deb && mkdir -p build/deb
	tar -xzf build/$(DIST).tar.gz -C build/deb && cp -R packaging/debian build/deb/$(DIST)
	@printf 'pasur (%s-0upstream1) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' '$(VERSION)' \
	    "$$(sed -n 's/^Maintainer: //p' packaging/debian/control)" "$$(git log -1 --format=%cD)" > build/deb/$(DIST)/debian/changelog
	cd build/deb/$(DIST) && env -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage --build=binary --unsigned-changes

clean: ## remove build/
	rm -rf build

docs: build/pasur ## the pages and pictures of docs/ that the program and scripts write
	build/pasur columns --markdown > build/csv.md && cp build/csv.md docs/csv.md
	build/pasur manual --format markdown > build/commands.md && cp build/commands.md docs/commands.md
	set -e; for topic in notation glossary; do build/pasur help $$topic --markdown > build/$$topic.md; \
	    cp build/$$topic.md docs/$$topic.md; done
	awk -f docs/reference.awk library/pasur.h > build/reference.md && cp build/reference.md docs/library-reference.md
	awk -v out=docs/img -f docs/img/cards.awk docs/img/cards.txt

findings: build/pasur ## ask what the pages measured and is missing or stale, and write it into them (ONLY=NAMES, PART=1/2)
	@PART=$(or $(PART),1/1) .ci/findings run $(ONLY)

SITE     ?= build/site-source
SITE_OUT ?= build/site
site: ## build/site, the pages as a site (Material for MkDocs, in Debian: mkdocs-material)
	@command -v mkdocs >/dev/null || { echo "missing for 'make site'; please install mkdocs-material" >&2; exit 1; }
	@rm -rf $(SITE) $(SITE_OUT) && mkdir -p $(SITE)/pages
	@cp -R docs/*.md docs/img docs/notes CITATION.cff examples $(SITE)/pages && rm $(SITE)/pages/README.md && cp docs/mkdocs.yml $(SITE)
	@for page in README CONTRIBUTING CHANGELOG; do sed 's#](docs/README.md)#](index.md)#; s#](docs/#](#g' $$page.md > $(SITE)/pages/$$page.md || exit 1; done
	@mv $(SITE)/pages/README.md $(SITE)/pages/index.md
	@sed -i.old 's#](\.\./README\.md)#](index.md)#g; s#](\.\./#](#g' $(SITE)/pages/*.md && rm $(SITE)/pages/*.old
	@sed -i.old 's#](\.\./README\.md)#](../index.md)#g' $(SITE)/pages/notes/*.md && rm $(SITE)/pages/notes/*.old
	@mkdir $(SITE)/pages/findings && cp docs/findings/*.txt docs/findings/README.md $(SITE)/pages/findings
	@[ ! -e build/app ] || cp build/app/* $(SITE)/pages
	@mkdocs build --quiet --strict -f $(SITE)/mkdocs.yml -d $(abspath $(SITE_OUT))

format: ## lay out every source file with clang-format
	clang-format -i $(FORMATTED)

analyze: ## read the source with cppcheck, gcc -fanalyzer and clang-tidy (5 minutes of processor time)
	@.ci/deps analyze
	@.ci/analyze

# tests of what threads do that take no time
RACES_QUICK := $(addprefix sim/test_,arena simulate pairings matches match_block) $(addprefix analysis/study/test_,tournament tuner variants)
races: ## look for data races: tests of sim/ and analysis/ and every command on four threads, by clang's ThreadSanitizer
	$(SUBMAKE) CONFIG=tsan tests
	@.ci/races

SECONDS ?= 20
fuzz: ## run every tests/fuzz/fuzz_*.c for SECONDS (20) with clang's libFuzzer; new inputs go to build/fuzz/corpus
	$(SUBMAKE) CONFIG=fuzz fuzzers
	@.ci/fuzz $(SECONDS) $(FUZZ)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

# ---- parts of check
.PHONY: fuzzers program warnings
program: $(OUT)/pasur
tests: $(OUT)/pasur $(OUT)/table $(OUT)/libpasur.a $(REFEREE) $(ROGUE) $(TEST_BIN) $(BENCH_BIN) $(if $(FUZZ_MAIN),$(FUZZ_BIN))
fuzzers: $(FUZZ_BIN)
warnings: # of the tests, which need not be built for that
	@printf '%s\n' $(TESTS_C) $(FUZZ_SRC) $(BENCH_SRC) | xargs -P $(JOBS) -n 16 $(CC) $(C_FLAGS) -fsyntax-only
format-check:
	@printf '%s\n' $(FORMATTED) | xargs -P $(JOBS) -n 16 clang-format --dry-run -Werror 2>&1 | \
	    sed -n "s/^\([^ :]*\):.*/\1: run 'make format'/p" | sort -u | { ! grep .; }
layers: $(LIBRARY_OBJ) $(PROGRAM_OBJ) $(VERSION_OBJ)
	@.ci/layers $(OUT)

# ---- rules; objects are built again when the flags change; V=1 shows the commands
Q := $(if $(V),,@)
say = @$(if $(V),:,printf '%-5s %s\n' $1 $2)
# for code that is used where the processor has these: BITS with pdep and pext, LANES as many numbers as agents/lanes.h says
X86          := $(filter x86_64%,$(MACHINE))
FLAGS_bits   := $(if $(X86),-mavx2 -mbmi -mbmi2 -mpopcnt)
FLAGS_wide   := $(if $(X86),-mavx512f -mavx512dq -mavx512bw -mavx512vpopcntdq)
FLAGS_avx2   := $(FLAGS_bits) -DLANES=4 -DISA=avx2
FLAGS_avx512 := $(FLAGS_bits) $(FLAGS_wide) -DLANES=8 -DISA=avx512
FLAGS_neon   := -DLANES=4 -DISA=neon
FLAGS_NOW := $(CC) $(C_FLAGS) $(foreach isa,$(ISAS),$(FLAGS_$(isa))) $(CXX) $(CXX_FLAGS)
$(OUT)/flags: force
	@mkdir -p $(@D)
	@printf '%s\n' '$(FLAGS_NOW)' | cmp -s - $@ || printf '%s\n' '$(FLAGS_NOW)' > $@

MPI_NOW := $(MPI_FLAGS) $(MPI_LIBS)
$(OUT)/mpi: force
	@mkdir -p $(@D)
	@printf '%s\n' '$(MPI_NOW)' | cmp -s - $@ || printf '%s\n' '$(MPI_NOW)' > $@

$(OUT)/sim/ranks/ranks.o: $(OUT)/mpi

# The commit, and whether the program's sources are its own. An archive has its commit in .ci/commit.
COMMIT  := $(if $(wildcard .git),$(shell git rev-parse --short=12 HEAD 2>/dev/null),$(filter-out $$%,$(shell cat .ci/commit)))
CHANGES := $(if $(wildcard .git),$(shell git status --porcelain -- Makefile main.c data engine agents sim analysis library web | head -n 1))
$(OUT)/built.h: export BUILT_COMMIT := $(if $(COMMIT),$(COMMIT)$(if $(CHANGES),+changes),unknown (built without git))
$(OUT)/built.h: export BUILT_FLAGS := $(strip $(FLAGS_$(CONFIG)) $(CPPFLAGS) $(CFLAGS))
$(OUT)/built.h: force
	@mkdir -p $(@D)
	@for name in BUILT_COMMIT BUILT_FLAGS; do \
	    printenv $$name | sed 's/[\\"]/\\&/g; s/.*/#define '$$name' "&"/'; done > $@.new
	@if cmp -s $@.new $@ || { [ ! '$(COMMIT)' ] && [ -e $@ ]; }; then rm $@.new; else mv $@.new $@; fi # git need not answer who installs

$(OBJECTS) $(WEB_OBJ): $(OUT)/flags
$(VERSION_OBJ): C_FLAGS += -include $(OUT)/built.h
$(VERSION_OBJ): $(OUT)/built.h
$(OUT)/tests/%.o: C_FLAGS += -UNDEBUG
$(OUT)/sim/ranks/ranks.o: C_FLAGS += $(MPI_FLAGS)
# the compiler does not know that the assembler reads these files
$(OUT)/agents/net/net.o: $(wildcard data/*.net)
$(OUT)/analysis/report/reviewer.o: web/style.css web/symbols.svg $(wildcard web/*.js web/text/*.js)
$(OUT)/library/planes_wide.o $(OUT)/library/counts_wide.o: C_FLAGS += $(FLAGS_wide)
$(OUT)/agents/many/many.o $(OUT)/agents/search/playout_random_wide.o $(OUT)/library/plays_wide.o: C_FLAGS += $(FLAGS_bits)

define LANES_RULE
$(OUT)/%.$1.o: %.c
	@mkdir -p $$(@D)
	$$(call say,CC,$$@)
	$$(Q)$$(CC) $$(C_FLAGS) $$(FLAGS_$1) -MMD -MP -c -o $$@ $$<
endef
$(foreach isa,$(ISAS),$(eval $(call LANES_RULE,$(isa))))
$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(C_FLAGS) -MMD -MP -c -o $@ $<
$(OUT)/%.o: %.cpp
	@mkdir -p $(@D)
	$(call say,CXX,$@)
	$(Q)$(CXX) $(CXX_FLAGS) -MMD -MP -c -o $@ $<

# plays of the agents, linked with nothing that another processor's C library does not have
$(OUT)/plays: $(OUT)/tests/arm64/plays.o $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(C_FLAGS) -o $@ $^ -lm $(OPENMP_LIBS) $(LDFLAGS)
$(OUT)/libpasur.a: $(LIBRARY_OBJ)
$(OUT)/libsim.a: $(PROGRAM_OBJ)
$(OUT)/libtests.a: $(HELPER_OBJ)
$(OUT)/%.a:
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# what a page can do of the program, with the nets as bytes that this assembler cannot include
WEB_OBJ := $(patsubst %.c,$(OUT)/%.o,$(filter-out agents/bots/%,$(LIBRARY_SRC)) $(call sources,web) \
           $(addprefix sim/,files/text_buffer.c advise.c leads.c players.c schedule.c voids.c)) $(patsubst data/%.net,$(OUT)/data/net_%.o,$(wildcard data/*.net))
$(OUT)/data/net_%.o: data/%.net web/bytes.sh $(OUT)/flags
	@mkdir -p $(@D)
	$(Q)sh web/bytes.sh net_$* $< > $(@:.o=.s) && $(CC) --target=wasm32-wasi -c -o $@ $(@:.o=.s)
$(OUT)/pasur.wasm: $(WEB_OBJ) $(VERSION_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CC) $(FLAGS_web) -mexec-model=reactor -Wl,--gc-sections,--strip-all -Wl,-z,stack-size=4194304 \
	    -Wl,--initial-memory=33554432 -o $@ $^ -lwasi-emulated-signal -lwasi-emulated-process-clocks -lm

# the same for tests: requests on stdin
$(OUT)/table: $(OUT)/tests/web/ask.o $(VERSION_OBJ) $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)

# all of library/, and of the rest what it calls
$(OUT)/$(SHARED): $(patsubst %.c,$(OUT)/%.o,$(call sources,library)) $(VERSION_OBJ) $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(C_FLAGS) $(SHARED_FLAGS) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)
$(OUT)/pasur: $(OUT)/main.o $(VERSION_OBJ) $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(C_FLAGS) $(HARDEN_LINK) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)
$(OUT)/referee: $(OUT)/tests/referee/main.o $(OUT)/libtests.a
	$(call say,LINK,$@)
	$(Q)$(TEST_LINK) $(FLAGS_$(CONFIG)) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)
$(OUT)/rogue: $(OUT)/main.o $(OUT)/tests/rogue/agents.o $(OUT)/tests/rogue/rogue.o $(VERSION_OBJ) $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(C_FLAGS) $(HARDEN_LINK) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)
$(TEST_BIN): $(OUT)/%: $(OUT)/%.o $(OUT)/libtests.a $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(TEST_LINK) $(FLAGS_$(CONFIG)) $(LDFLAGS) -o $@ $^ -lcmocka $(LINK_LIBS)
$(BENCH_BIN): $(OUT)/%: $(OUT)/%.o $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(FLAGS_$(CONFIG)) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)
$(FUZZ_BIN): $(OUT)/%: $(OUT)/%.o $(FUZZ_MAIN) $(OUT)/libtests.a $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(TEST_LINK) $(FLAGS_$(CONFIG)) $(if $(FUZZ_MAIN),,-fsanitize=fuzzer) $(LDFLAGS) -o $@ $^ -lcmocka $(LINK_LIBS)

-include $(OBJECTS:.o=.d) $(WEB_OBJ:.o=.d)
