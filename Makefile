# SPDX-License-Identifier: GPL-3.0-or-later
# Files are found by wildcard: drop a .c into its folder and it is built; a tests/**/test_*.c or *.bats is run.
# CONFIG is release, test, asan, tsan or fuzz, or a file of tools/config. Another compiler has a folder of its own:
# make CC=clang OUT=build/clang.

CONFIG  ?= release
PREFIX  ?= /usr/local
LIB     ?= lib
CC      ?= cc
JOBS    ?= $(shell getconf _NPROCESSORS_ONLN || echo 2)
OUT     ?= build/$(CONFIG)
MADE    := $(if $(filter build/release,$(OUT)),build,$(OUT))
comma   := ,
# the library for other programs: its name in a program that was linked has the ABI
ABI     := $(shell sed -n 's/^\#define PASUR_ABI //p' library/pasur.h)
VERSION := $(shell sed -n 's/^\#define PASUR_VERSION "\(.*\)"/\1/p' library/version.h)
.DEFAULT_GOAL := all
# ---- what differs between configurations; each has its own object folder (why -mtune: docs/notes/2026-11-speed.md)
SANITIZE     := -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_release = -O3 -DNDEBUG -fPIC -fvisibility=hidden $(if $(X86),-mtune=skylake) $(HARDEN)
FLAGS_test   := -O3 -g -fPIC -fvisibility=hidden $(if $(X86),-mtune=skylake)
FLAGS_asan   := -O1 -g -fPIC $(SANITIZE)
FLAGS_tsan   := -O1 -g -fsanitize=thread -fno-omit-frame-pointer
FLAGS_fuzz   := -O1 -g $(SANITIZE) -fsanitize=fuzzer-no-link
ifneq ($(filter tsan fuzz,$(CONFIG)),)
CC  := clang
CXX := clang++
endif

# Release builds lie at a place of their own in memory, and what the loader wrote there cannot be written over.
# docs/speed.md says what more would cost: `make HARDEN='-fstack-protector-strong …'`; `make HARDEN=` does without.
HARDEN ?= $(if $(filter release,$(CONFIG)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)

# ---- libraries: OpenMP everywhere, GSL for analysis/, the others where they are there (`make ZLIB=` does without)
OPENMP       := -fopenmp
OPENMP_LIBS  := -fopenmp
SHARED       := libpasur.so.$(ABI)
SHARED_LINK  := libpasur.so
SHARED_FLAGS  = -shared -Wl,-soname,$(SHARED) -Wl,-z,relro,-z,now -Wl,--as-needed $(if $(filter asan,$(CONFIG)),,-Wl$(comma)--no-undefined)
HARDEN_LINK   = $(if $(HARDEN),-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now $(if $(findstring -static,$(LDFLAGS)),,-pie))
$(if $(filter Darwin,$(shell uname -s)),$(eval include tools/darwin.mk))
GSL_LIBS := $(shell pkg-config --libs gsl 2>/dev/null || echo -lgsl -lgslcblas)
GSL      := $(shell pkg-config --cflags gsl 2>/dev/null)
# $(call optional,NAME,PACKAGE,HEADER,LIBRARY): NAME is how to link it, or nothing
found = $(shell pkg-config --exists $1 2>/dev/null && pkg-config --libs $1 || \
    { printf '\043include <stdio.h>\n\043include <$2>\n' | $(CC) $(SYSTEM) $(CPPFLAGS) $(CFLAGS) -x c -fsyntax-only - 2>/dev/null && echo $3; })
optional = $(if $(filter undefined,$(origin $1)),$(eval $1 := $(call found,$2,$3,$4)))
LUA_NAMES = $(foreach n,lua5.4 lua-5.4 lua54,$(shell pkg-config --exists $n 2>/dev/null && echo $n)) lua5.4
$(call optional,ZLIB,zlib,zlib.h,-lz)
$(call optional,ZSTD,libzstd,zstd.h,-lzstd)
$(call optional,READLINE,readline,readline/readline.h,-lreadline)
$(if $(READLINE),,$(call optional,EDITLINE,libedit,editline/readline.h,-ledit))
$(call optional,LUA,$(firstword $(LUA_NAMES)),lua.h,-llua5.4)
LUA_FLAGS      := $(if $(LUA),-DWITH_LUA=1 $(shell pkg-config --cflags $(firstword $(LUA_NAMES)) 2>/dev/null))
OPTIONAL_FLAGS  = $(LUA_FLAGS) $(if $(ZLIB),-DWITH_ZLIB=1) $(if $(ZSTD),-DWITH_ZSTD=1) \
    $(if $(READLINE),-DWITH_READLINE=1,$(if $(EDITLINE),-DWITH_EDITLINE=1))
$(if $(filter 1,$(MPI)),$(eval include tools/mpi.mk))

# ---- what there is to build
sources     = $(foreach d,$1,$(wildcard $d/*.c $d/*/*.c $d/*/*/*.c)) # of these folders and of the rooms in them
LIBRARY_SRC := $(call sources,engine agents)
PROGRAM_SRC := $(filter-out web/wasi/%,$(call sources,sim analysis library web))
FUZZ_SRC    := $(wildcard tests/fuzz/fuzz_*.c)
BENCH_SRC   := $(wildcard tests/bench/*.c)
TESTS_C     := $(filter-out $(FUZZ_SRC) $(BENCH_SRC),$(call sources,tests))
TESTS_CXX   := $(wildcard tests/*.cpp tests/*/*.cpp tests/*/*/*.cpp)
TEST_SRC    := $(foreach f,$(TESTS_C),$(if $(filter test_%,$(notdir $f)),$f))
OWN_MAIN    := tests/fuzz/driver.c tests/referee/main.c tests/rogue/agents.c tests/torture/faults.c tests/arm64/plays.c tests/web/ask.c
HELPER_SRC  := $(filter-out $(TEST_SRC) $(OWN_MAIN),$(TESTS_C))
FORMATTED   := $(foreach d,engine agents sim analysis library tests web,$(wildcard $d/*.[ch] $d/*/*.[ch] $d/*/*/*.[ch] $d/*/*.cpp)) main.c

VERSION_OBJ := $(OUT)/library/version.o # knows the commit; outside the library, it makes no test link again

ifeq ($(origin FLAGS_$(CONFIG)),undefined)
$(if $(wildcard tools/config/$(CONFIG).mk),,$(error CONFIG=$(CONFIG) is none of release test asan tsan fuzz $(basename $(notdir $(wildcard tools/config/*.mk)))))
include tools/config/$(CONFIG).mk
endif

# what is compiled once more for each instruction set that has lanes, see agents/lanes.h
LANES_SRC    := agents/batch/batch_lanes.c agents/tactic/tactic_lanes.c agents/net/net_kernel.c
MACHINE      ?= $(shell $(CC) -dumpmachine)
X86          := $(filter x86_64%,$(MACHINE))
ISAS         := $(if $(X86),avx2 avx512)$(if $(filter aarch64% arm64%,$(MACHINE)),neon)
LIBRARY_OBJ  := $(patsubst %.c,$(OUT)/%.o,$(filter-out agents/tactic/tactic_lanes.c,$(LIBRARY_SRC))) \
                $(filter-out %/net_kernel.avx512.o,$(foreach isa,$(ISAS),$(LANES_SRC:%.c=$(OUT)/%.$(isa).o)))
PROGRAM_OBJ  := $(filter-out $(VERSION_OBJ),$(PROGRAM_SRC:%.c=$(OUT)/%.o)) \
                $(if $(PROGRAM_SRC),$(foreach isa,$(ISAS),$(OUT)/library/step_lanes.$(isa).o))
HELPER_OBJ   := $(HELPER_SRC:%.c=$(OUT)/%.o) $(TESTS_CXX:%.cpp=$(OUT)/%.o)
TEST_BIN     := $(TEST_SRC:%.c=$(OUT)/%)
FUZZ_BIN     := $(FUZZ_SRC:%.c=$(OUT)/%)
BENCH_BIN    := $(BENCH_SRC:%.c=$(OUT)/%)
# clang's libFuzzer, or with other compilers a main of our own
FUZZ_MAIN    := $(if $(filter fuzz,$(CONFIG)),,$(OUT)/tests/fuzz/driver.o)
OBJECTS      := $(LIBRARY_OBJ) $(PROGRAM_OBJ) $(VERSION_OBJ) $(HELPER_OBJ) $(OUT)/main.o $(OWN_MAIN:%.c=$(OUT)/%.o) \
                $(patsubst %.c,$(OUT)/%.o,$(TEST_SRC) $(FUZZ_SRC) $(BENCH_SRC))

# WERROR=-Werror is how `make check` builds; no frame takes more than half of the stack that a command asks for when it
# starts (STACK_TO_PLAY_KB in command_run.c).
ALL_FLAGS := -Wall -Wextra -Wshadow -Wconversion $(if $(WERROR),-Werror $(if $(findstring clang,$(CC)),,-Wframe-larger-than=262144)) $(FLAGS_$(CONFIG)) -I. -D_XOPEN_SOURCE=700 $(SYSTEM) $(CPPFLAGS)
# Floating point as written, a * b + c rounded twice, so that every compiler and processor gives the same answer.
FLOATS    := -fno-fast-math -ffp-contract=off
C_FLAGS   := -std=c11 $(ALL_FLAGS) $(OPENMP) $(GSL) $(OPTIONAL_FLAGS) $(CFLAGS) $(FLOATS)
CXX_FLAGS := -std=c++17 $(ALL_FLAGS) $(CXXFLAGS) $(FLOATS)
LINK_LIBS := $(SYSTEM_LIBS) $(MPI_LIBS) $(GSL_LIBS) $(ZLIB) $(ZSTD) $(READLINE) $(EDITLINE) $(LUA) -lm $(OPENMP_LIBS) $(LDLIBS)

SUBMAKE := +$(MAKE) --no-print-directory $(if $(findstring j,$(MAKEFLAGS)),,-j$(JOBS)) # for another configuration

.PHONY: all library web demo quick test check instructions mutation torture fuzz races docs site findings dist deb amalgamation install \
        uninstall format format-check help clean program tests fuzzers warnings layers libraries force
.DELETE_ON_ERROR:
.SECONDARY:

# ---- what to ask for
all: build/pasur ## the program, optimised (the default)
build/pasur: build/release/pasur
	@cp -f $< $@
library: $(OUT)/$(SHARED) ## build/libpasur.so, the library for other programs, with build/pasur.pc
	@[ $(MADE) = $(OUT) ] || cp -f $< $(MADE)
	@ln -sf $(SHARED) $(MADE)/$(SHARED_LINK)
	@sed 's|@PREFIX@|$(PREFIX)|; s|@LIB@|$(LIB)|; s|@VERSION@|$(VERSION)|; s|@LIBS_PRIVATE@|$(strip $(ZLIB) $(ZSTD) $(LUA) -lm $(OPENMP_LIBS))|' library/pasur.pc.in > $(MADE)/pasur.pc
web: ## build/pasur.html, a table to play at in a browser: one file, with the program in it as WebAssembly; build/app, the same to be served
	@.ci/deps web
	$(SUBMAKE) CONFIG=web build/web/pasur.wasm
	node web/assemble.mjs build/web/pasur.wasm build/pasur.html build/app
demo: ## a million rounds, greedy against random, with a verdict
	@.ci/deps demo
	$(SUBMAKE) all
	build/pasur sim greedy random --boards 500k
quick: ## what to run after each edit: build what changed, run the tests that take no time
test: ## build and run every test, assertions on
quick test:
	@.ci/deps test
	$(SUBMAKE) CONFIG=test tests
	@.ci/tests test $(filter --quick,--$@)
check: ## what CI runs: gcc and clang with warnings as errors, format, layers, tests, sanitizers, fuzzers, arm64
	@.ci/deps check
	@.ci/check
instructions: ## count instructions of small workloads anew, into .ci/instruction_counts (valgrind)
	$(SUBMAKE) program
	@.ci/instructions build/release/pasur write
mutation: ## spoil the statistics line by line in a copy, and see that a test or calibrate notices each (CHANGES=WORD)
	tests/mutation/run '$(CHANGES)'
torture: all ## kill runs, and let their writes fail, at every call for files (TORTURE=N: at N of them)
	TORTURE=$(or $(TORTURE),1000) PASUR='$(CURDIR)/build/pasur' bats tests/torture
fuzz: ## run every tests/fuzz/fuzz_*.c for SECONDS (20) with clang's libFuzzer
	$(SUBMAKE) CONFIG=fuzz fuzzers
	@.ci/fuzz $(or $(SECONDS),20) $(FUZZ)
races: ## look for data races: tests of threads and every command on four threads, by clang's ThreadSanitizer
	$(SUBMAKE) CONFIG=tsan tests
	@.ci/races
findings: build/pasur ## ask what the pages measured and is missing or stale, and write it into them (ONLY=NAMES)
	@tools/findings run $(ONLY)
docs site dist deb amalgamation: build/pasur ## pages that the program writes; a site; the source; Debian packages; one pasur.c
	VERSION=$(VERSION) tools/$@
install: $(MADE)/pasur library $(MADE)/man/pasur.1 ## program, library, header, man pages, completion and docs into PREFIX (/usr/local), under DESTDIR
uninstall: $(MADE)/man/pasur.1 ## remove what make install has put there, and the folders that are empty then
install uninstall:
	@MADE='$(MADE)' SHARED='$(SHARED)' SHARED_LINK='$(SHARED_LINK)' LIB='$(LIB)' PREFIX='$(PREFIX)' tools/install $@ '$(DESTDIR)$(PREFIX)'
format: ## lay out every source file with clang-format
	@clang-format -i $(FORMATTED)
help: ## this list
	@awk -F ':.*## ' '/^[a-z -]+:.*## / { printf "make %-22s %s\n", $$1, $$2 }' Makefile
clean: ## remove build/
	rm -rf build

# ---- parts of these
program: $(OUT)/pasur
tests: $(OUT)/pasur $(OUT)/table $(OUT)/libpasur.a $(OUT)/referee $(OUT)/rogue $(TEST_BIN) $(BENCH_BIN) $(if $(FUZZ_MAIN),$(FUZZ_BIN))
fuzzers: $(FUZZ_BIN)
warnings: # of the tests, which need not be built for that
	@printf '%s\n' $(TESTS_C) $(FUZZ_SRC) $(BENCH_SRC) | xargs -P $(JOBS) -n 16 $(CC) $(C_FLAGS) -fsyntax-only
format-check:
	@printf '%s\n' $(FORMATTED) | xargs -P $(JOBS) -n 16 clang-format --dry-run -Werror
layers: $(LIBRARY_OBJ) $(PROGRAM_OBJ) $(VERSION_OBJ)
	@.ci/layers $(OUT)
$(MADE)/man/pasur.1: $(MADE)/pasur
	@tools/man $< $(@D)

# ---- rules; objects are built again when the flags change; V=1 shows the commands
Q := $(if $(V),,@)
say = @$(if $(V),:,printf '%-5s %s\n' $1 $2)
# for code that is used where the processor has these, LANES as many numbers as agents/lanes.h says
FLAGS_bits   := $(if $(X86),-mavx2 -mbmi -mbmi2 -mpopcnt)
FLAGS_wide   := $(if $(X86),-mavx512f -mavx512dq -mavx512bw -mavx512cd -mavx512vpopcntdq)
FLAGS_avx2   := $(FLAGS_bits) -DLANES=4 -DISA=avx2
FLAGS_avx512 := $(FLAGS_bits) $(FLAGS_wide) -DLANES=8 -DISA=avx512
FLAGS_neon   := -DLANES=4 -DISA=neon

FLAGS_NOW    := $(CC) $(C_FLAGS) $(foreach isa,$(ISAS),$(FLAGS_$(isa))) $(CXX) $(CXX_FLAGS) $(MPI_FLAGS) $(MPI_LIBS)
$(OUT)/flags: force $(if $(wildcard $(OUT)/flags),,libraries)
	@mkdir -p $(@D)
	@printf '%s\n' '$(FLAGS_NOW)' | cmp -s - $@ || printf '%s\n' '$(FLAGS_NOW)' > $@
libraries: # asked for by the first build in a folder
	@.ci/deps build

$(OUT)/built.h: force
	@tools/built $@ '$(strip $(FLAGS_$(CONFIG)) $(CPPFLAGS) $(CFLAGS))'

$(OBJECTS) $(WEB_OBJ): $(OUT)/flags
$(VERSION_OBJ): C_FLAGS += -include $(OUT)/built.h
$(VERSION_OBJ): $(OUT)/built.h
$(OUT)/tests/%.o: C_FLAGS += -UNDEBUG
$(OUT)/sim/ranks/ranks.o: C_FLAGS += $(MPI_FLAGS)
# the compiler does not know that the assembler reads these files
$(OUT)/agents/net/net.o: $(wildcard data/*.net)
$(OUT)/agents/tactic/advice.o: agents/tactic/prelude.lua
$(OUT)/analysis/report/page.o: web/results.css web/style.css web/symbols.svg $(wildcard web/*.js web/text/*.js)
$(OUT)/analysis/report/picture.o $(OUT)/analysis/commands/cmd_help.o: analysis/report/picture.gp analysis/commands/help.txt

# $(call compiled,PATTERN OF THE OBJECT,ENDING,COMPILER,FLAGS)
define compiled
$(OUT)/$1: %.$2
	@mkdir -p $$(@D)
	$$(call say,CC,$$@)
	$$(Q)$3 $4 -MMD -MP -c -o $$@ $$<
endef
$(foreach isa,$(ISAS),$(eval $(call compiled,%.$(isa).o,c,$$(CC),$$(C_FLAGS) $$(FLAGS_$(isa)))))
$(eval $(call compiled,%.o,c,$$(CC),$$(C_FLAGS)))
$(eval $(call compiled,%.o,cpp,$$(CXX),$$(CXX_FLAGS)))

$(OUT)/libpasur.a: $(LIBRARY_OBJ)
$(OUT)/libsim.a: $(PROGRAM_OBJ)
$(OUT)/libtests.a: $(HELPER_OBJ)
$(OUT)/%.a:
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# $(call linked,WHAT,OF,COMPILER,FLAGS): with the program's own archives behind what it is of
define linked
$1: $2
	$$(call say,LINK,$$@)
	$$(Q)$3 $$(FLAGS_$(CONFIG)) $$(LDFLAGS) -o $$@ $$^ $4 $$(LINK_LIBS)
endef
SIM  := $(OUT)/libsim.a $(OUT)/libpasur.a
TEST := $(OUT)/libtests.a $(SIM)
CXX_LINK := $(if $(TESTS_CXX),$(CXX),$(CC)) # helpers in C++ (the published PCG) need its runtime
$(eval $(call linked,$(OUT)/pasur,$(OUT)/main.o $(VERSION_OBJ) $(SIM),$(CC),$(HARDEN_LINK)))
$(eval $(call linked,$(OUT)/rogue,$(OUT)/main.o $(OUT)/tests/rogue/agents.o $(OUT)/tests/rogue/rogue.o $(VERSION_OBJ) $(SIM),$(CC),$(HARDEN_LINK)))
$(eval $(call linked,$(OUT)/table,$(OUT)/tests/web/ask.o $(VERSION_OBJ) $(SIM),$(CC)))
$(eval $(call linked,$(OUT)/$(SHARED),$(patsubst %.c,$(OUT)/%.o,$(call sources,library)) $(VERSION_OBJ) $(SIM),$(CC),$(SHARED_FLAGS)))
$(eval $(call linked,$(OUT)/referee,$(OUT)/tests/referee/main.o $(OUT)/libtests.a,$(CXX_LINK)))
# plays of the agents, linked with nothing that another processor's C library does not have
$(OUT)/plays: LINK_LIBS := $(LUA) -lm $(OPENMP_LIBS)
$(eval $(call linked,$(OUT)/plays,$(OUT)/tests/arm64/plays.o $(OUT)/libpasur.a,$(CC)))
$(eval $(call linked,$(TEST_BIN),$(OUT)/%: $(OUT)/%.o $(TEST),$(CXX_LINK),-lcmocka))
$(eval $(call linked,$(BENCH_BIN),$(OUT)/%: $(OUT)/%.o $(SIM),$(CC)))
$(eval $(call linked,$(FUZZ_BIN),$(OUT)/%: $(OUT)/%.o $(FUZZ_MAIN) $(TEST),$(CXX_LINK),-lcmocka $(if $(FUZZ_MAIN),,-fsanitize=fuzzer)))

-include $(OBJECTS:.o=.d) $(WEB_OBJ:.o=.d)
