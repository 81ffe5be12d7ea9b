/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of words and of pairs, piece by piece. */
#include "engine/text/words.h"

#include <assert.h>
#include <string.h>

#define BLANKS " \t"

/* Moves the next piece of the list into words->text. */
static bool piece_cut(Words *words, Error *error)
{
    const char separators[] = {words->separator, words->separator == ' ' ? '\t' : '\0', '\0'};
    size_t length = strcspn(words->rest, separators);
    if (length >= WORD_TEXT)
        return error_set(error, "'%.20s...' is longer than %d characters", words->rest, WORD_TEXT - 1);
    memcpy(words->text, words->rest, length);
    words->text[length] = '\0';
    const bool last = !words->rest[length], missing = last && !length && words->after && !words->may_be_empty;
    if (missing) return error_set(error, "nothing follows the last '%c'", words->after);
    words->after = words->rest[length];
    words->rest = last ? NULL : words->rest + length + 1;
    return true;
}

static bool pair_split(Words *words, Error *error)
{
    char *equals = strchr(words->text, '=');
    if (!equals)
        return error_set(error, "'%.60s' is not of the form %s", words->text, words->form ? words->form : "key=value");
    *equals = '\0';
    words->value = equals + 1;
    return true;
}

static bool name_take(Words *words, Error *error)
{
    words->index = name_lookup(words->names, words->text, error);
    if (words->index < 0) return false;
    assert(words->index < WORD_NAMES);
    if (words->given >> words->index & 1)
        return error_set(error, "%s '%s' is %s twice", words->names->what, words->text,
                         words->pairs ? "given" : "named");
    words->given |= UINT64_C(1) << words->index;
    return true;
}

bool words_next(Words *words, Error *error)
{
    if (words->failed || !words->rest) return false;
    if (words->separator == ' ') {
        words->rest += strspn(words->rest, BLANKS);
        if (!*words->rest) words->rest = NULL;
        if (!words->rest) return false;
    }
    words->failed = !piece_cut(words, error) || (words->pairs && !pair_split(words, error)) ||
                    (words->names && !name_take(words, error));
    return !words->failed;
}

bool words_rest(Words *words, Error *error)
{
    while (words_next(words, error)) {}
    return !words->failed;
}

void words_pairs(Words *words, char separator, const Names *keys)
{
    words->separator = separator;
    words->pairs = true;
    words->names = keys;
    words->given = 0;
}

bool words_quoted_next(char **out, const char **text)
{
    char quote = 0;
    for (; **text && (quote || !strchr(BLANKS, **text)); (*text)++) {
        if (quote ? **text == quote : **text == '\'' || **text == '"') {
            quote = quote ? 0 : **text;
        } else {
            if (**text == '\\' && quote != '\'' && (*text)[1]) (*text)++;
            *(*out)++ = **text;
        }
    }
    return !quote;
}
