/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `pasur help TOPIC` tells.

   In texts and meanings, what stands between backquotes is something to type; the terminal leaves the quotes out. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A paragraph. */
typedef struct {
    const char *title;  /* NULL: it goes on under the last one */
    const char *text;   /* one paragraph */
    const char *sample; /* lines as they are, each ended by \n; NULL: none */
} TopicBlock;

/* A word and what it means. */
typedef struct {
    const char *word, *meaning;
} TopicWord;

/* Words of one subject, in order of the alphabet. */
typedef struct {
    const char *title;
    const TopicWord *words;
    size_t count;
} TopicWords;

typedef struct {
    const char *name, *summary;
    const char *heading; /* of the page, and of what is printed */
    const TopicBlock *blocks;
    size_t block_count;
    const TopicWords *lists; /* after the blocks */
    size_t list_count;
} Topic;

extern const Topic TOPICS[];
extern const size_t TOPIC_COUNT;

/* Prints the topic for people, in lines of that width; samples are left as they are. */
void topic_print(FILE *out, const Topic *topic, int width);
/* A line or more of a list below it: a word and what it means. */
void topic_word(FILE *out, const char *word, const char *meaning, int width);
