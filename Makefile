# SPDX-License-Identifier: GPL-3.0-or-later
# Files are found by wildcard: drop a .c into its folder and it is built; a tests/**/test_*.c or *.bats is run.

CONFIG  ?= release
PREFIX  ?= /usr/local
CC      ?= cc
JOBS    ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
OUT     := build/$(CONFIG)

# ---- what differs between configurations; each has its own object folder
SANITIZE      := -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_release := -O3 -DNDEBUG
FLAGS_test    := -O2 -g
FLAGS_gcc     := -O3 -DNDEBUG -Werror
FLAGS_clang   := -O2 -g -Werror
FLAGS_mpi     := -O2 -g -Werror
FLAGS_native  := -O3 -DNDEBUG -march=native
FLAGS_asan    := -O1 -g $(SANITIZE)
FLAGS_fuzz    := -O1 -g $(SANITIZE) -fsanitize=fuzzer-no-link
ifeq ($(origin FLAGS_$(CONFIG)),undefined)
$(error CONFIG=$(CONFIG) is none of release test gcc clang mpi native asan fuzz)
endif
ifneq ($(filter gcc asan,$(CONFIG)),)
CC := gcc
CXX := g++
else ifneq ($(filter clang native fuzz,$(CONFIG)),)
CC := clang
CXX := clang++
endif

# ---- libraries: OpenMP everywhere, GSL for analysis/, zlib and libzstd for sim/files/packer.c where they are there
ifeq ($(shell uname -s),Darwin)
BREW        := $(shell brew --prefix 2>/dev/null || echo /opt/homebrew)
OPENMP      := -Xpreprocessor -fopenmp -I$(BREW)/opt/libomp/include
OPENMP_LIBS := -L$(BREW)/opt/libomp/lib -lomp
SYSTEM      := -I$(BREW)/include -D_DARWIN_C_SOURCE
SYSTEM_LIBS := -L$(BREW)/lib
else
OPENMP      := -fopenmp
OPENMP_LIBS := -fopenmp
endif
GSL_LIBS := $(shell pkg-config --libs gsl 2>/dev/null || echo -lgsl -lgslcblas)
GSL      := $(shell pkg-config --cflags gsl 2>/dev/null)

# Compressed files where these libraries are found; `make ZLIB= ZSTD=` does without. $(call found,PACKAGE,HEADER,LIBRARY)
found = $(shell pkg-config --exists $1 2>/dev/null && pkg-config --libs $1 || \
    { printf '\043include <$2>\n' | $(CC) $(SYSTEM) $(CPPFLAGS) $(CFLAGS) -x c -fsyntax-only - 2>/dev/null && echo $3; })
ifeq ($(origin ZLIB),undefined)
ZLIB := $(call found,zlib,zlib.h,-lz)
endif
ifeq ($(origin ZSTD),undefined)
ZSTD := $(call found,libzstd,zstd.h,-lzstd)
endif
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

WARN      := -Wall -Wextra -Wshadow -Wconversion
INCLUDE   := -I. -D_XOPEN_SOURCE=700
# Floating point as written, a * b + c rounded twice, so that every compiler and processor gives the same answer; it
# stands behind what the user asks for.
FLOATS    := -fno-fast-math -ffp-contract=off
C_FLAGS   := -std=c11 $(WARN) $(FLAGS_$(CONFIG)) $(OPENMP) $(INCLUDE) $(SYSTEM) $(GSL) $(PACKERS) $(CPPFLAGS) $(CFLAGS) $(FLOATS)
CXX_FLAGS := -std=c++17 $(WARN) $(FLAGS_$(CONFIG)) $(INCLUDE) $(SYSTEM) $(CPPFLAGS) $(CXXFLAGS) $(FLOATS)
LINK_LIBS := $(SYSTEM_LIBS) $(MPI_LIBS) $(GSL_LIBS) $(ZLIB) $(ZSTD) -lm $(OPENMP_LIBS) $(LDLIBS)

# ---- what there is to build
# the .c files of these folders and of the rooms in them
sources     = $(foreach d,$1,$(wildcard $d/*.c $d/*/*.c $d/*/*/*.c))
LIBRARY_SRC := $(call sources,engine agents)
PROGRAM_SRC := $(call sources,sim analysis)
FUZZ_SRC    := $(wildcard tests/fuzz/*.c)
BENCH_SRC   := $(wildcard tests/bench/*.c)
TESTS_C     := $(filter-out $(FUZZ_SRC) $(BENCH_SRC),$(call sources,tests))
TESTS_CXX   := $(wildcard tests/*.cpp tests/*/*.cpp tests/*/*/*.cpp)
TEST_SRC    := $(foreach f,$(TESTS_C),$(if $(filter test_%,$(notdir $f)),$f))
HELPER_SRC  := $(filter-out $(TEST_SRC) tests/referee/main.c tests/rogue/agents.c tests/torture/faults.c,$(TESTS_C))
BATS        := $(wildcard tests/*.bats tests/*/*.bats)
FORMATTED   := $(foreach d,engine agents sim analysis tests,$(wildcard $d/*.[ch] $d/*/*.[ch] $d/*/*/*.[ch] $d/*/*.cpp)) main.c

# what a program that is built on the library may include
PUBLIC       := $(addprefix engine/,card.h count.h match.h moves.h notation.h riffle.h rng.h round.h rules.h sample.h solve.h solve_script.h sur.h table.h worth.h) \
                engine/text/error.h engine/text/names.h agents/agent.h agents/match_equity.h
LIBRARY_OBJ  := $(LIBRARY_SRC:%.c=$(OUT)/%.o)
PROGRAM_OBJ  := $(PROGRAM_SRC:%.c=$(OUT)/%.o)
HELPER_OBJ   := $(HELPER_SRC:%.c=$(OUT)/%.o) $(TESTS_CXX:%.cpp=$(OUT)/%.o)
TEST_BIN     := $(TEST_SRC:%.c=$(OUT)/%)
FUZZ_BIN     := $(FUZZ_SRC:%.c=$(OUT)/%)
BENCH_BIN    := $(BENCH_SRC:%.c=$(OUT)/%)
REFEREE      := $(if $(wildcard tests/referee/main.c),$(OUT)/referee)
ROGUE        := $(OUT)/rogue
OBJECTS      := $(LIBRARY_OBJ) $(PROGRAM_OBJ) $(HELPER_OBJ) $(OUT)/main.o $(OUT)/tests/referee/main.o $(OUT)/tests/rogue/agents.o \
                $(patsubst %.c,$(OUT)/%.o,$(TEST_SRC) $(FUZZ_SRC) $(BENCH_SRC))
# helpers in C++ (the published PCG) need its runtime
TEST_LINK    := $(if $(TESTS_CXX),$(CXX),$(CC))

# A sub-make for another configuration, on all cores unless -j was given.
SUBMAKE := +$(MAKE) --no-print-directory $(if $(findstring j,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: all demo quick test check mutation torture install clean fuzz help docs format format-check layers tests referee force \
        bench-tools equity-table
.DELETE_ON_ERROR:
.SECONDARY:

all: build/pasur build/libpasur.a ## the program and the library, optimised (the default)

build/pasur build/libpasur.a: build/%: build/release/%
	@cp -f $< $@
build/referee: build/release/referee
	@cp -f $< $@
referee: build/referee ## build/referee, the slow independent referee of the tests
build/bench/%: build/release/tests/bench/%
	@mkdir -p $(@D)
	@cp -f $< $@
bench-tools: $(BENCH_SRC:tests/%.c=build/%) ## build/bench/*, programs that fit the numbers of the search, and measure shuffles
equity-table: build/pasur ## agents/match_equity_pagat.c, the table of chances that agents read (about a quarter of an hour of processor time)
	tests/bench/equity_table build/pasur > build/match_equity_pagat.c && cp build/match_equity_pagat.c agents

demo: ## a million rounds, greedy against random, with a verdict
	@.ci/deps build
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
	$(SUBMAKE) CONFIG=clang tests
	$(SUBMAKE) CONFIG=gcc tests
	$(SUBMAKE) CONFIG=gcc layers
	@.ci/tests gcc
	$(SUBMAKE) CONFIG=native program
	@.ci/signature build/gcc/pasur build/native/pasur
	$(SUBMAKE) CONFIG=fuzz fuzzers
	$(SUBMAKE) CONFIG=asan tests
	@.ci/tests asan --filter-tags '!slow'

mutation: ## spoil the statistics line by line in a copy, and see that a test or calibrate notices each (4 min of processor time)
	@.ci/deps test
	tests/mutation/run '$(CHANGES)'

TORTURE ?= 1000
torture: ## kill runs, and let their writes fail, at TORTURE calls for files and moments (1000: at every call)
	@.ci/deps test
	$(SUBMAKE) all
	TORTURE=$(TORTURE) PASUR='$(CURDIR)/build/pasur' bats tests/torture

install: all ## into PREFIX (/usr/local), under DESTDIR
	install -d $(foreach d,bin lib share/doc/pasur $(addprefix include/pasur/,$(sort $(dir $(PUBLIC)))),'$(DESTDIR)$(PREFIX)/$d')
	install -m 755 build/pasur '$(DESTDIR)$(PREFIX)/bin'
	install -m 644 build/libpasur.a '$(DESTDIR)$(PREFIX)/lib'
	for f in $(PUBLIC); do install -m 644 $$f '$(DESTDIR)$(PREFIX)/include/pasur'/$$f || exit 1; done
	install -m 644 LICENSE CHANGELOG.md $(wildcard README.md docs/*.md) '$(DESTDIR)$(PREFIX)/share/doc/pasur'

clean: ## remove build/
	rm -rf build

docs: build/pasur ## docs/csv.md, the page of columns, from the program
	build/pasur columns --markdown > build/csv.md && cp build/csv.md docs/csv.md

format: ## lay out every source file with clang-format
	clang-format -i $(FORMATTED)

FUZZ_SECONDS ?= 30
fuzz: ## run each tests/fuzz/*.c for FUZZ_SECONDS (clang's libFuzzer); new inputs go to build/fuzz/corpus
	$(SUBMAKE) CONFIG=fuzz fuzzers
	@set -e; for f in $(FUZZ_SRC:tests/fuzz/%.c=%); do mkdir -p build/fuzz/corpus/$$f; \
	    build/fuzz/tests/fuzz/$$f -max_total_time=$(FUZZ_SECONDS) build/fuzz/corpus/$$f \
	        $$(ls -d tests/fuzz/corpus/$$f 2>/dev/null); done

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

# ---- parts of check
.PHONY: fuzzers program
program: $(OUT)/pasur
tests: $(OUT)/pasur $(OUT)/libpasur.a $(REFEREE) $(ROGUE) $(TEST_BIN) $(BENCH_BIN)
fuzzers: $(FUZZ_BIN)
format-check:
	@bad=0; for f in $(FORMATTED); do clang-format $$f | cmp -s - $$f || { echo "$$f: run 'make format'"; bad=1; }; done; \
	    exit $$bad
layers: $(LIBRARY_OBJ) $(PROGRAM_OBJ)
	@.ci/layers $(OUT)

# ---- rules; objects are built again when the flags change; V=1 shows the commands
Q := $(if $(V),,@)
say = @$(if $(V),:,printf '%-5s %s\n' $1 $2)
# for agents/tactic/wide/tactic_wide.c, which is used where the processor has it
FLAGS_wide := $(if $(filter x86_64%,$(shell $(CC) -dumpmachine)),-mavx512f -mavx512dq -mavx512bw -mavx512vpopcntdq)
FLAGS_NOW := $(CC) $(C_FLAGS) $(FLAGS_wide) $(CXX) $(CXX_FLAGS)
$(OUT)/flags: force
	@mkdir -p $(@D)
	@printf '%s\n' '$(FLAGS_NOW)' | cmp -s - $@ || printf '%s\n' '$(FLAGS_NOW)' > $@

MPI_NOW := $(MPI_FLAGS) $(MPI_LIBS)
$(OUT)/mpi: force
	@mkdir -p $(@D)
	@printf '%s\n' '$(MPI_NOW)' | cmp -s - $@ || printf '%s\n' '$(MPI_NOW)' > $@

$(OUT)/sim/ranks/ranks.o: $(OUT)/mpi
$(OBJECTS): $(OUT)/flags 
$(OUT)/tests/%.o: C_FLAGS += -UNDEBUG
$(OUT)/sim/ranks/ranks.o: C_FLAGS += $(MPI_FLAGS)
$(OUT)/agents/tactic/wide/tactic_wide.o: C_FLAGS += $(FLAGS_wide)

$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(C_FLAGS) -MMD -MP -c -o $@ $<
$(OUT)/%.o: %.cpp
	@mkdir -p $(@D)
	$(call say,CXX,$@)
	$(Q)$(CXX) $(CXX_FLAGS) -MMD -MP -c -o $@ $<

$(OUT)/libpasur.a: $(LIBRARY_OBJ)
$(OUT)/libsim.a: $(PROGRAM_OBJ)
$(OUT)/libtests.a: $(HELPER_OBJ)
$(OUT)/%.a:
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(OUT)/pasur: $(OUT)/main.o $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)
$(OUT)/referee: $(OUT)/tests/referee/main.o $(OUT)/libtests.a
	$(call say,LINK,$@)
	$(Q)$(TEST_LINK) $(FLAGS_$(CONFIG)) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)
$(OUT)/rogue: $(OUT)/main.o $(OUT)/tests/rogue/agents.o $(OUT)/tests/rogue/rogue.o $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)
$(TEST_BIN): $(OUT)/%: $(OUT)/%.o $(OUT)/libtests.a $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(TEST_LINK) $(FLAGS_$(CONFIG)) $(LDFLAGS) -o $@ $^ -lcmocka $(LINK_LIBS)
$(BENCH_BIN): $(OUT)/%: $(OUT)/%.o $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(FLAGS_$(CONFIG)) $(LDFLAGS) -o $@ $^ $(LINK_LIBS)
$(FUZZ_BIN): $(OUT)/%: $(OUT)/%.o $(OUT)/libtests.a $(OUT)/libsim.a $(OUT)/libpasur.a
	$(call say,LINK,$@)
	$(Q)$(TEST_LINK) $(FLAGS_$(CONFIG)) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ -lcmocka $(LINK_LIBS)

-include $(OBJECTS:.o=.d)
