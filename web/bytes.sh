#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# web/bytes.sh NAME FILE: assembly for WebAssembly that holds the bytes of FILE from NAME on, up to NAME_end.
printf '\t.section .rodata.%s,"",@\n\t.globl %s\n\t.hidden %s\n\t.p2align 4\n%s:\n' "$1" "$1" "$1" "$1"
od -An -v -tu1 -w32 "$2" | sed 's/^ */\t.byte /; s/  */,/2g; s/\.byte,/.byte /'
size=$(wc -c <"$2")
printf '\t.size %s, %d\n\t.globl %s_end\n\t.hidden %s_end\n%s_end = %s + %d\n' "$1" "$size" "$1" "$1" "$1" "$1" "$size"
