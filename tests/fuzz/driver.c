/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzzer without libFuzzer, for any compiler: every file that is named, or lies in a folder that is named, as it
   is, and then -runs=N changed ones. The same seed makes the same inputs. With -keep=FILE each input is written there
   before it is tried, so that the one that ends the program is found. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/rng.h"
#include "tests/fuzz/input.h"

enum { FILES = 1000, LONGEST = 1 << 17, CHANGES = 8 };

typedef struct {
    uint8_t *data;
    size_t size;
} Input;

static Input inputs[FILES];
static size_t input_count;
static uint8_t tried[LONGEST];
static size_t tried_size;
static const char *keep;

static void file_read(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file || input_count == FILES) perror(name), exit(2);
    Input *input = &inputs[input_count++];
    input->data = malloc(LONGEST);
    MUST(input->data);
    input->size = fread(input->data, 1, LONGEST, file);
    fclose(file);
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static void path_read(const char *path)
{
    struct stat what;
    struct dirent **names;
    if (stat(path, &what)) perror(path), exit(2);
    if (!S_ISDIR(what.st_mode)) return file_read(path);
    const int count = scandir(path, &names, NULL, by_name);
    for (int i = 0; i < count; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, names[i]->d_name);
        if (names[i]->d_name[0] != '.') file_read(name);
        free(names[i]);
    }
    if (count >= 0) free(names);
}

static void keep_tried(void)
{
    FILE *file = keep ? fopen(keep, "wb") : NULL;
    if (file) fwrite(tried, 1, tried_size, file), fclose(file);
}

/* One change: a bit, a byte, a piece that goes, comes twice, or comes from another input. */
static void change(Rng *rng)
{
    const size_t at = rng_bounded(rng, (uint32_t)tried_size + 1), left = tried_size - at;
    const size_t length = rng_bounded(rng, (uint32_t)(left < 64 ? left : 64) + 1);
    const Input *other = &inputs[rng_bounded(rng, (uint32_t)input_count)];
    switch (rng_bounded(rng, 5)) {
    case 0:
        if (left) tried[at] ^= (uint8_t)(1 << rng_bounded(rng, 8));
        break;
    case 1:
        if (left) tried[at] = (uint8_t)rng_bounded(rng, 256);
        break;
    case 2:
        memmove(tried + at, tried + at + length, left - length);
        tried_size -= length;
        break;
    case 3:
        if (tried_size + length > LONGEST) break;
        memmove(tried + at + length, tried + at, left);
        tried_size += length;
        break;
    default:
        if (length < other->size)
            memcpy(tried + at, other->data + rng_bounded(rng, (uint32_t)(other->size - length)), length);
    }
}

int main(int argc, char *argv[])
{
    long runs = 0;
    for (int i = 1; i < argc; i++) {
        if (!strncmp(argv[i], "-runs=", 6))
            runs = atol(argv[i] + 6);
        else if (!strncmp(argv[i], "-keep=", 6))
            keep = argv[i] + 6;
        else
            path_read(argv[i]);
    }
    if (!input_count) inputs[input_count++] = (Input){(uint8_t *)input_text((const uint8_t *)"", 0), 0};
    for (long run = 0; run < (long)input_count + runs; run++) {
        Rng rng = rng_for(1, (uint64_t)run, PURPOSE_TEST);
        const size_t from = run < (long)input_count ? (size_t)run : rng_bounded(&rng, (uint32_t)input_count);
        tried_size = inputs[from].size;
        memcpy(tried, inputs[from].data, tried_size);
        for (uint32_t i = run < (long)input_count ? 0 : 1 + rng_bounded(&rng, CHANGES); i > 0; i--)
            change(&rng);
        keep_tried();
        LLVMFuzzerTestOneInput(tried, tried_size);
    }
    printf("%ld runs\n", (long)input_count + runs);
    for (size_t i = 0; i < input_count; i++)
        free(inputs[i].data);
    return 0;
}
