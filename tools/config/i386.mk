# CONFIG=i386: a processor of 32 bits, by Debian's cross compiler. Sums of boards are integers of 128 bits, which
# compilers for 32 bits do not have: engine and agents alone.
LUA_FLAGS :=
LUA :=
CC  := i686-linux-gnu-gcc
CXX := i686-linux-gnu-g++
FLAGS_i386 := -O2 -g -msse2 -mfpmath=sse
PROGRAM_SRC :=
HELPER_SRC := $(filter tests/engine/% tests/referee/% tests/agents/%,$(HELPER_SRC))
