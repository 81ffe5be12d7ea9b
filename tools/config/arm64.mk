# CONFIG=arm64: engine and agents for arm64, by Debian's cross compiler; run under qemu-user by .ci/arm64.
LUA_FLAGS :=
LUA :=
CC := aarch64-linux-gnu-gcc
FLAGS_arm64 := -O2 -g -Werror
