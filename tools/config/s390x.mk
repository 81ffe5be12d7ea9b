# CONFIG=s390x: a processor that has the highest byte first, by Debian's cross compiler.
LUA_FLAGS :=
LUA :=
CC  := s390x-linux-gnu-gcc
CXX := s390x-linux-gnu-g++
FLAGS_s390x := -O2 -g
