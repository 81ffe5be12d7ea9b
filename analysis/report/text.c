/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures text, breaks it into lines, writes estimates, escapes it for HTML. */
#include "analysis/report/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "engine/notation.h"
#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

/* ---- width */

/* The bytes of the character that the text begins with, and its columns. */
static size_t character_read(const char *text, int *columns)
{
    const unsigned char *at = (const unsigned char *)text;
    const int known = text_character(text), length = known ? known : 1;
    wchar_t code = *at & (0x7f >> length);
    for (int i = 1; i < length; i++)
        code = code << 6 | (at[i] & 0x3f);
    *columns = length > 1 && wcwidth(code) >= 0 ? wcwidth(code) : 1;
    return (size_t)length;
}

int display_width_of(const char *text, size_t length)
{
    int sum = 0, columns;
    for (const char *end = text + length; text < end; sum += columns)
        text += character_read(text, &columns);
    return sum;
}

int display_width(const char *text) { return display_width_of(text, strlen(text)); }

/* ---- the page */

static const char RED[] = "\033[31m", PLAIN[] = "\033[0m"; /* of red cards */

enum { INDENT = 2, PIPE_WIDTH = 120, LEGEND_LINES = 2, LEGEND_TEXT = 2048 };

/* Where the lines begin that go on from this one: below the last text that stands two blanks or more behind another, if
   that leaves most of the width; else a little to the right. */
static int indent_of(const char *line, size_t length, int width)
{
    const int own = (int)strspn(line, " ");
    int indent = own + INDENT;
    for (size_t i = (size_t)own; i + 2 < length; i++) {
        if (strncmp(line + i, "  ", 2) != 0 || line[i + 2] == ' ') continue;
        const int column = display_width_of(line, i + 2);
        if (column <= width * 2 / 5) indent = column;
    }
    return indent < width / 2 ? indent : INDENT;
}

int page_words(FILE *out, const char *text, size_t length, int column, int indent, int width)
{
    const char *end = text + length;
    int lines = 1;
    while (text < end) {
        size_t blanks = strspn(text, " \n");
        if (blanks > (size_t)(end - text)) blanks = (size_t)(end - text);
        text += blanks;
        size_t word = text < end ? strcspn(text, " \n") : 0;
        if (!strncmp(text + word, " %", 2)) word += 1 + strcspn(text + word + 1, " \n"); /* "95 %" */
        const int wide = display_width_of(text, word);
        const bool breaks = width > 0 && column > indent && column + (int)blanks + wide > width;
        if (out) fprintf(out, "%s%*s", breaks ? "\n" : "", breaks ? indent : (int)blanks, "");
        if (out) fwrite(text, 1, word, out);
        column = (breaks ? indent : column + (int)blanks) + wide;
        lines += breaks;
        text += word;
    }
    return lines;
}

/* Writes one line of `length` bytes without its end, in several where it must be. Returns how many. */
static int line_wrap(FILE *out, const char *line, size_t length, int width)
{
    return page_words(out, line, length, 0, width > 0 ? indent_of(line, length, width) : 0, width);
}

int page_wrap(FILE *out, const Page *page, const char *text)
{
    int lines = 0;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        lines += line_wrap(out, text, length, page->width);
        text += length;
        if (*text) fputc(*text++, out);
    }
    return lines;
}

const char *text_at_level(char *out, size_t size, const char *text, double alpha)
{
    static const char USUAL[] = "95 %";
    size_t used = 0;
    if (alpha == 0 || alpha == USUAL_ALPHA) return snprintf(out, size, "%s", text), out;
    for (char before = 0; *text && used + NUMBER_TEXT < size; before = *text++) {
        const bool level = !strncmp(text, USUAL, strlen(USUAL)) && (!before || !strchr("0123456789.", before));
        if (level) used += (size_t)snprintf(out + used, size - used, "%g", 100 * (1 - alpha));
        if (level) text++; /* the blank and the sign are taken as they are */
        if (!level) out[used++] = *text;
    }
    out[used] = 0;
    return out;
}

void legend_print(FILE *out, const Page *page, const char *const sentences[], size_t count)
{
    static const char MORE[] = " (--explain tells more)";
    char text[LEGEND_TEXT] = "", sentence[LEGEND_TEXT];
    if (page->legend == LEGEND_FULL)
        for (size_t i = 0; i < count; i++)
            fprintf(out, "%s\n", text_at_level(sentence, sizeof sentence, sentences[i], page->alpha));
    if (page->legend != LEGEND_SHORT || !count) return;
    const int width = page->width > 0 ? page->width : PIPE_WIDTH;
    size_t shown = 0;
    for (; shown < count; shown++) {
        char longer[LEGEND_TEXT];
        const int length = snprintf(longer, sizeof longer, "%s%s%s%s", text, *text ? " " : "",
                                    text_at_level(sentence, sizeof sentence, sentences[shown], page->alpha),
                                    shown + 1 < count ? MORE : "");
        if (length >= LEGEND_TEXT || line_wrap(NULL, longer, (size_t)length, width) > LEGEND_LINES) break;
        strcat(strcat(text, *text ? " " : ""), sentence);
    }
    if (shown < count) strcat(text, *text ? MORE : MORE + 1);
    line_wrap(out, text, strlen(text), width);
    fputc('\n', out);
}

/* Writes lines among which tables stand as a source: all else is LaTeX's comments, or Markdown's text. */
static void sources_print(FILE *out, const Page *page, const char *text)
{
    bool inside = false;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        inside |= page->table == TABLE_TEX ? !strncmp(text, "\\begin{", 7) : *text == '|';
        if (inside || !length)
            fwrite(text, 1, length, out);
        else if (page->table == TABLE_TEX)
            fprintf(out, *text == '%' ? "%.*s" : "%% %.*s", (int)length, text);
        else {
            const size_t blanks = strspn(text, " ");
            fprintf(out, "%*s%s", (int)blanks, "", strchr("#-+>", text[blanks]) ? "\\" : "");
            text_escape(out, text + blanks, length - blanks, TABLE_MARKDOWN);
        }
        inside &= page->table == TABLE_TEX && strncmp(text, "\\end{", 5) != 0;
        text += length;
        if (*text) fputc(*text++, out);
    }
}

bool page_text_open(PageText *text)
{
    *text = (PageText){0};
    text->stream = open_memstream(&text->text, &text->length);
    return text->stream != NULL;
}

/* Leaves nothing in a text that a terminal obeys, but line ends and the colours of red cards. */
static void text_disarm(char *text)
{
    while (*text) {
        size_t known = (size_t)text_character(text);
        if (*text == '\n') known = 1;
        if (!strncmp(text, RED, strlen(RED))) known = strlen(RED);
        if (!strncmp(text, PLAIN, strlen(PLAIN))) known = strlen(PLAIN);
        if (!known) *text = '?';
        text += known ? known : 1;
    }
}

bool page_text_close(PageText *text, FILE *out, const Page *page)
{
    const bool good = text_stream_close(text->stream, &text->text);
    if (good) text_disarm(text->text);
    if (good && page->table != TABLE_TEXT)
        sources_print(out, page, text->text);
    else if (good)
        text->lines = page_wrap(out, page, text->text);
    free(text->text);
    return good;
}

/* ---- cards */

char *page_cards(char out[static CARDS_SHOWN], const Page *page, CardSet set)
{
    static const char RANKS_SHOWN[] = "A23456789TJQK";
    static const char *const SIGNS[] = {"\u2663", "\u2666", "\u2665", "\u2660"}, *const LETTERS[] = {"c", "d", "h",
                                                                                                     "s"};
    char *at = out;
    *out = 0;
    for (CardSet rest = set; rest; rest = set_rest(rest)) {
        const Card card = set_first(rest);
        if (at > out) *at++ = ' ';
        if (card_rank(card) == TEN)
            *at++ = '1', *at++ = '0';
        else
            *at++ = RANKS_SHOWN[card_rank(card)];
        const char *suit = (page->unicode ? SIGNS : LETTERS)[card_suit(card)];
        at = strcpy(at, suit) + strlen(suit);
    }
    return out;
}

char *page_play(char out[static PLAY_SHOWN], const Page *page, CardSet card, CardSet taken)
{
    char put[CARDS_SHOWN], took[CARDS_SHOWN];
    page_cards(put, page, card);
    page_cards(took, page, taken);
    snprintf(out, PLAY_SHOWN, "%s%s%s", put, *took ? " takes " : "", took);
    return out;
}

char *page_play_text(char out[static PLAY_SHOWN], const Page *page, const char *text)
{
    Play play;
    Error unused;
    if (play_parse(&play, text, &unused)) return page_play(out, page, set_of(play.card), play.captured);
    snprintf(out, PLAY_SHOWN, "%s", text);
    return out;
}

/* The bytes of a red card that stands here, sign included; 0: none does. */
static size_t red_card(const char *text)
{
    const size_t rank = strspn(text, "A1023456789JQK");
    const char *sign = text + rank;
    const bool red = !strncmp(sign, "\u2666", 3) || !strncmp(sign, "\u2665", 3);
    return rank && rank <= 2 && red ? rank + 3 : 0;
}

void page_paint(FILE *out, const Page *page, const char *text)
{
    while (page->colour && *text) {
        const size_t red = red_card(text);
        if (red)
            fprintf(out, "%s%.*s%s", RED, (int)red, text, PLAIN);
        else
            fputc(*text, out);
        text += red ? red : 1;
    }
    fputs(text, out);
}

/* ---- estimates */

enum { DECIMALS_MOST = 15 };

char *decimal_text(char out[static DECIMAL_TEXT], bool signed_, int decimals, double value)
{
    if (isnan(value)) return strcpy(out, "unknown");
    snprintf(out, DECIMAL_TEXT, signed_ ? "%+.*f" : "%.*f", decimals, value);
    const bool sign = *out == '-' || *out == '+';
    if (sign && !out[1 + strspn(out + 1, "0.")]) memmove(out, out + 1, strlen(out));
    return out;
}

int decimals_apart(int least, double a, double b)
{
    char left[DECIMAL_TEXT], right[DECIMAL_TEXT];
    if (a == b || isnan(a) || isnan(b)) return least;
    for (int decimals = least; decimals <= DECIMALS_MOST; decimals++)
        if (strcmp(decimal_text(left, false, decimals, a), decimal_text(right, false, decimals, b)) != 0)
            return decimals;
    return least;
}

char *p_text(char out[static COLUMN_CELL], double p)
{
    *out = 0;
    if (!isnan(p)) snprintf(out, COLUMN_CELL, p < 0.0001 ? "<0.0001" : "%.*f", decimals_apart(4, p, USUAL_ALPHA), p);
    return out;
}

int interval_decimals(int least, Interval interval)
{
    const double half = interval_half_width(interval);
    int decimals = least;
    if (!interval_known(interval) || half < 1e-12) return least; /* what rounding left of nothing */
    for (double coarse = 0.5 * pow(10, 1 - least); half > 0 && half <= coarse && decimals < DECIMALS_MOST; coarse /= 10)
        decimals++;
    decimals = decimals_apart(decimals, interval.low, 0);
    return decimals_apart(decimals, interval.high, 0);
}

static int least_of(const char *format)
{
    const char *point = strchr(format, '.');
    return !point || point[1] == '*' ? 2 : atoi(point + 1);
}

static bool signed_of(const char *format) { return strchr(format, '+') != NULL; }

char *range_text(char out[static COLUMN_CELL], const char *format, Interval interval)
{
    char low[DECIMAL_TEXT], high[DECIMAL_TEXT];
    const int decimals = interval_decimals(least_of(format), interval);
    *out = 0;
    if (interval_known(interval))
        snprintf(out, COLUMN_CELL, "%.150s to %.150s", decimal_text(low, signed_of(format), decimals, interval.low),
                 decimal_text(high, signed_of(format), decimals, interval.high));
    return out;
}

char *interval_text(char out[static COLUMN_CELL], const char *format, double value, Interval interval)
{
    char number[DECIMAL_TEXT], range[COLUMN_CELL];
    decimal_text(number, signed_of(format), interval_decimals(least_of(format), interval), value);
    if (isnan(value) || !interval_known(interval))
        snprintf(out, COLUMN_CELL, "%.150s", number);
    else
        snprintf(out, COLUMN_CELL, "%.100s (%.200s)", number, range_text(range, format, interval));
    return out;
}

char *llr_text(char out[static COLUMN_CELL], int least, double llr, double low, double high)
{
    char number[3][DECIMAL_TEXT];
    const int decimals = decimals_apart(decimals_apart(least, llr, low), llr, high);
    snprintf(out, COLUMN_CELL, "LLR %.80s (%.80s to %.80s)", decimal_text(number[0], false, decimals, llr),
             decimal_text(number[1], false, decimals, low), decimal_text(number[2], false, decimals, high));
    return out;
}

/* ---- characters on a terminal, in Markdown, LaTeX, HTML and SVG */

static void character_escape(FILE *out, char c, TableStyle style)
{
    static const char MARKUP[] = "<>&\"'", *const NAMES[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"},
                      *const SLASHED[] = {"", "*<_`|", "#$%&_{}", ""};
    const char *markup = style == TABLE_HTML ? strchr(MARKUP, c) : NULL;
    if (markup)
        fputs(NAMES[markup - MARKUP], out);
    else if (style == TABLE_TEX && strchr("\\^~", c))
        fputs(c == '\\' ? "\\textbackslash{}" : c == '^' ? "\\^{}" : "\\~{}", out);
    else if (style == TABLE_TEX && strchr("<>|", c))
        fprintf(out, "$%c$", c);
    else
        fprintf(out, strchr(SLASHED[style], c) ? "\\%c" : "%c", c);
}

void text_escape(FILE *out, const char *text, size_t length, TableStyle style)
{
    for (const char *end = text + length; text < end;) {
        const int known = text_character(text);
        if (known == 1 || (*text == '\n' && style != TABLE_TEXT))
            character_escape(out, *text, style);
        else if (!known || (style == TABLE_TEX && known > 2)) /* which LaTeX's usual fonts lack */
            fputc('?', out);
        else
            fwrite(text, 1, (size_t)known, out);
        text += known ? known : 1;
    }
}

void markup_text(FILE *out, const char *text) { text_escape(out, text, strlen(text), TABLE_HTML); }
void text_put(FILE *out, const char *text) { text_escape(out, text, strlen(text), TABLE_TEXT); }

void markup_print(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (; *format; format++) {
        const char directive = *format == '%' ? format[1] : 0;
        if (directive == 's')
            markup_text(out, va_arg(args, const char *));
        else if (directive == 'd')
            fprintf(out, "%d", va_arg(args, int));
        else
            putc(*format, out);
        format += directive == 's' || directive == 'd';
    }
    va_end(args);
}
