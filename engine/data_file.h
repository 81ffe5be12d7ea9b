/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that the assembler puts into an object byte by byte. */
#pragma once

#if defined __APPLE__
#define SECTION ".const\n"
#define SYMBOL "_"
#define HIDDEN ".private_extern "
#define BACK ".text\n"
#else
#define SECTION ".pushsection .rodata\n"
#define SYMBOL ""
#define HIDDEN ".hidden "
#define BACK ".popsection\n"
#endif
#define LABEL(name) ".globl " SYMBOL #name "\n" HIDDEN SYMBOL #name "\n" SYMBOL #name ":\n"
#ifdef __wasm__ /* whose assembler includes no files: the Makefile writes the bytes out */
#define INCLUDED(name, file)
#else
#define INCLUDED(name, file) __asm__(SECTION LABEL(name) ".incbin \"" file "\"\n" LABEL(name##_end) BACK);
#endif
/* The bytes of the file, named from the repository's root, from `name` on, up to `name`_end. */
#define DATA_FILE(name, file)                                                                                          \
    INCLUDED(name, file)                                                                                               \
    extern __attribute__((visibility("hidden"))) const unsigned char name[], name##_end[];
