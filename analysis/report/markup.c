/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Escapes text for HTML and SVG. */
#include "analysis/report/markup.h"

#include "engine/text/error.h"

static const char *escaped(char character)
{
    switch (character) {
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

void markup_text(FILE *out, const char *text)
{
    while (*text) {
        const int known = text_character(text), bytes = known ? known : 1;
        const char *instead = known > 1 ? NULL : known || *text == '\n' ? escaped(*text) : "?";
        if (instead)
            fputs(instead, out);
        else
            fwrite(text, 1, (size_t)bytes, out);
        text += bytes;
    }
}
