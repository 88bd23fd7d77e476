// A strict reader of JSON (RFC 8259). It keeps integers exact, and the order of keys.
#include "json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAXIMUM_LEVEL = 512 };

// MARK: Memory

// A block of memory that holds the texts and values of one line.
typedef struct block {
    struct block *next;
    size_t size, used;
    max_align_t bytes[];
} block;

static block *blocks;

static void *allocate(size_t size) {
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!blocks || blocks->size - blocks->used < size) {
        size_t whole = size > 65536 ? size : 65536;
        block *new = malloc(sizeof(block) + whole);
        if (!new) abort();
        *new = (block){.next = blocks, .size = whole};
        blocks = new;
    }
    void *result = (char *)blocks->bytes + blocks->used;
    blocks->used += size;
    return result;
}

static void release_all(void) {
    while (blocks && blocks->next) {
        block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
    if (blocks) blocks->used = 0;
}

// A growing list of elements.
typedef struct list {
    char *bytes;
    size_t count, capacity;
} list;

static void append(list *list, const void *element, size_t size) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 8;
        list->bytes = realloc(list->bytes, list->capacity * size);
        if (!list->bytes) abort();
    }
    memcpy(list->bytes + list->count++ * size, element, size);
}

// Moves the elements into the memory of the line.
static void *finished(list *list, size_t size) {
    void *result = allocate(list->count * size + 1);
    if (list->count) memcpy(result, list->bytes, list->count * size);
    free(list->bytes);
    return result;
}

// MARK: Parsing

typedef struct parser {
    const unsigned char *at, *end;
    const char *error;
} parser;

static bool fail(parser *parser, const char *message) {
    if (!parser->error) parser->error = message;
    return false;
}

static int next(const parser *parser) { return parser->at < parser->end ? *parser->at : -1; }

static void skip_space(parser *parser) {
    while (next(parser) == ' ' || next(parser) == '\t' || next(parser) == '\r' || next(parser) == '\n') parser->at++;
}

static bool take(parser *parser, int byte, const char *message) {
    if (next(parser) != byte) return fail(parser, message);
    parser->at++;
    return true;
}

static bool is_digit(int byte) { return byte >= '0' && byte <= '9'; }

// Returns the length of the UTF-8 sequence at a position, or 0 if it is malformed.
static size_t sequence_length(const unsigned char *at, const unsigned char *end) {
    size_t rest = (size_t)(end - at);
    unsigned char first = at[0];
    unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || length > rest) return 0;
    if (length > 1 && (at[1] < low || at[1] > high)) return 0;
    for (size_t index = 2; index < length; index++)
        if ((at[index] & 0xC0) != 0x80) return 0;
    return length;
}

static bool hexadecimal(parser *parser, uint32_t *unit) {
    *unit = 0;
    for (int count = 0; count < 4; count++) {
        int byte = next(parser);
        uint32_t digit;
        if (is_digit(byte)) digit = (uint32_t)byte - '0';
        else if (byte >= 'a' && byte <= 'f') digit = (uint32_t)byte - 'a' + 10;
        else if (byte >= 'A' && byte <= 'F') digit = (uint32_t)byte - 'A' + 10;
        else return fail(parser, "expected a hexadecimal digit");
        *unit = *unit << 4 | digit;
        parser->at++;
    }
    return true;
}

static size_t encode(uint32_t scalar, char *to) {
    if (scalar < 0x80) {
        to[0] = (char)scalar;
        return 1;
    }
    size_t length = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
    for (size_t index = length - 1; index > 0; index--, scalar >>= 6) to[index] = (char)(0x80 | (scalar & 0x3F));
    to[0] = (char)((length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0) | scalar);
    return length;
}

static bool unicode_escape(parser *parser, char *to, size_t *length) {
    uint32_t unit, low;
    if (!hexadecimal(parser, &unit)) return false;
    if (unit >= 0xDC00 && unit <= 0xDFFF) return fail(parser, "expected the first half of a surrogate pair");
    if (unit >= 0xD800 && unit <= 0xDBFF) {
        if (!take(parser, '\\', "expected the second half of a surrogate pair")) return false;
        if (!take(parser, 'u', "expected the second half of a surrogate pair")) return false;
        if (!hexadecimal(parser, &low)) return false;
        if (low < 0xDC00 || low > 0xDFFF) return fail(parser, "expected the second half of a surrogate pair");
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }
    *length += encode(unit, to);
    return true;
}

static bool parse_string(parser *parser, pv_text *text) {
    if (!take(parser, '"', "expected a string")) return false;
    // The text is never longer than its JSON.
    const unsigned char *end = parser->at;
    while (end < parser->end && *end != '"') end += *end == '\\' && parser->end - end > 1 ? 2 : 1;
    char *bytes = allocate((size_t)(end - parser->at) + 1);
    size_t length = 0;
    for (;;) {
        int byte = next(parser);
        if (byte < 0) return fail(parser, "expected '\"' at the end of the string");
        if (byte == '"') break;
        if (byte < 0x20) return fail(parser, "expected an escape for a control character");
        if (byte != '\\') {
            size_t count = sequence_length(parser->at, parser->end);
            if (count == 0) return fail(parser, "expected a character in UTF-8");
            memcpy(bytes + length, parser->at, count);
            length += count;
            parser->at += count;
            continue;
        }
        parser->at++;
        const char *escapes = "\"\\/bfnrt", *meanings = "\"\\/\b\f\n\r\t";
        int kind = next(parser);
        const char *found = kind > 0 ? strchr(escapes, kind) : NULL;
        if (kind != 'u' && !found) return fail(parser, "expected an escape");
        parser->at++;
        if (found) bytes[length++] = meanings[found - escapes];
        else if (!unicode_escape(parser, bytes + length, &length)) return false;
    }
    parser->at++;
    *text = (pv_text){bytes, length};
    return true;
}

static bool digits(parser *parser, const char *message) {
    if (!is_digit(next(parser))) return fail(parser, message);
    while (is_digit(next(parser))) parser->at++;
    return true;
}

static bool parse_number(parser *parser, pv_value *value) {
    const unsigned char *start = parser->at;
    bool is_whole = true;
    if (next(parser) == '-') parser->at++;
    if (next(parser) == '0') {
        parser->at++;
        if (is_digit(next(parser))) return fail(parser, "expected no digit after a leading zero");
    } else if (!digits(parser, "expected a value")) {
        return false;
    }
    if (next(parser) == '.') {
        is_whole = false;
        parser->at++;
        if (!digits(parser, "expected a digit after the point")) return false;
    }
    if (next(parser) == 'e' || next(parser) == 'E') {
        is_whole = false;
        parser->at++;
        if (next(parser) == '+' || next(parser) == '-') parser->at++;
        if (!digits(parser, "expected a digit in the exponent")) return false;
    }
    size_t length = (size_t)(parser->at - start);
    if (is_whole) {
        bool is_negative = *start == '-', fits = true;
        int64_t whole = 0;
        // The value is built as a negative number, because the range of negative numbers is larger by one.
        for (const unsigned char *byte = start + is_negative; fits && byte < parser->at; byte++) {
            int64_t digit = *byte - '0';
            fits = whole >= (INT64_MIN + digit) / 10;
            if (fits) whole = whole * 10 - digit;
        }
        if (fits && (is_negative || whole != INT64_MIN)) {
            *value = (pv_value){.kind = PV_INT, .as.integer = is_negative ? whole : -whole};
            return true;
        }
    }
    char *text = allocate(length + 1);
    memcpy(text, start, length);
    text[length] = 0;
    double number = strtod(text, NULL);
    if (!isfinite(number)) return fail(parser, "expected a finite number");
    *value = (pv_value){.kind = PV_DOUBLE, .as.number = number};
    return true;
}

static bool parse_value(parser *parser, pv_value *value, int level);

// Calls `element` for each element between two brackets.
static bool parse_list(
    parser *parser, int first, int last, int level, bool (*element)(struct parser *, list *, int), list *elements) {
    if (level > MAXIMUM_LEVEL) return fail(parser, "expected at most 512 levels of nesting");
    if (!take(parser, first, "expected a bracket")) return false;
    skip_space(parser);
    while (next(parser) != last) {
        if (elements->count > 0) {
            if (!take(parser, ',', "expected ',' or a closing bracket")) return false;
            skip_space(parser);
        }
        if (!element(parser, elements, level + 1)) return false;
        skip_space(parser);
    }
    parser->at++;
    return true;
}

static bool parse_item(parser *parser, list *items, int level) {
    pv_value value;
    if (!parse_value(parser, &value, level)) return false;
    append(items, &value, sizeof value);
    return true;
}

static bool parse_key(parser *parser, pv_text *key) {
    if (!parse_string(parser, key)) return false;
    skip_space(parser);
    if (!take(parser, ':', "expected ':'")) return false;
    skip_space(parser);
    return true;
}

static bool parse_field(parser *parser, list *fields, int level) {
    pv_field field;
    if (!parse_key(parser, &field.name) || !parse_value(parser, &field.value, level)) return false;
    append(fields, &field, sizeof field);
    return true;
}

static bool parse_member(parser *parser, list *members, int level) {
    member member;
    if (!parse_key(parser, &member.key)) return false;
    const char *start = (const char *)parser->at;
    if (!parse_value(parser, &member.value, level)) return false;
    member.written = (pv_text){start, (size_t)((const char *)parser->at - start)};
    append(members, &member, sizeof member);
    return true;
}

static bool parse_word(parser *parser, const char *word, pv_value value, pv_value *result) {
    size_t length = strlen(word);
    if ((size_t)(parser->end - parser->at) < length || memcmp(parser->at, word, length) != 0)
        return fail(parser, "expected true, false or null");
    parser->at += length;
    *result = value;
    return true;
}

static bool parse_value(parser *parser, pv_value *value, int level) {
    list list = {0};
    switch (next(parser)) {
    case '{':
        if (!parse_list(parser, '{', '}', level, parse_field, &list)) break;
        *value = (pv_value){.kind = PV_OBJECT, .as.object.count = list.count};
        value->as.object.fields = finished(&list, sizeof(pv_field));
        return true;
    case '[':
        if (!parse_list(parser, '[', ']', level, parse_item, &list)) break;
        *value = (pv_value){.kind = PV_ARRAY, .as.array.count = list.count};
        value->as.array.items = finished(&list, sizeof(pv_value));
        return true;
    case '"':
        *value = (pv_value){.kind = PV_STRING};
        return parse_string(parser, &value->as.text);
    case 't': return parse_word(parser, "true", (pv_value){.kind = PV_BOOL, .as.boolean = true}, value);
    case 'f': return parse_word(parser, "false", (pv_value){.kind = PV_BOOL, .as.boolean = false}, value);
    case 'n': return parse_word(parser, "null", (pv_value){.kind = PV_NULL}, value);
    default: return parse_number(parser, value);
    }
    free(list.bytes);
    return false;
}

const char *json_read(const char *bytes, size_t length, line *result) {
    release_all();
    parser parser = {(const unsigned char *)bytes, (const unsigned char *)bytes + length, NULL};
    list members = {0};
    skip_space(&parser);
    if (parse_list(&parser, '{', '}', 1, parse_member, &members)) {
        skip_space(&parser);
        if (parser.at != parser.end) fail(&parser, "expected the end of the line");
    }
    result->count = members.count;
    result->members = finished(&members, sizeof(member));
    return parser.error;
}

// MARK: Access

bool text_equal(pv_text left, pv_text right) {
    return left.length == right.length && (left.length == 0 || memcmp(left.bytes, right.bytes, left.length) == 0);
}

bool text_is(pv_text text, const char *other) { return text_equal(text, (pv_text){other, strlen(other)}); }

const member *json_member(const line *line, const char *key) {
    for (size_t index = line->count; index > 0; index--)
        if (text_is(line->members[index - 1].key, key)) return &line->members[index - 1];
    return NULL;
}

const pv_value *json_field(const pv_value *object, const char *name) {
    for (size_t index = object->as.object.count; index > 0; index--)
        if (text_is(object->as.object.fields[index - 1].name, name)) return &object->as.object.fields[index - 1].value;
    return NULL;
}

bool json_nanoseconds(pv_text written, int64_t *nanoseconds) {
    // The digits without the point, the number of digits before the point, and the exponent.
    char *all = allocate(written.length + 1);
    int64_t count = 0, point = 0, exponent = 0, limit = (int64_t)written.length + 40;
    bool saw_point = false, in_exponent = false, is_negative = false, exponent_is_negative = false;
    for (size_t index = 0; index < written.length; index++) {
        char byte = written.bytes[index];
        if (is_digit(byte) && in_exponent) {
            exponent = exponent * 10 + (byte - '0');
            // With an exponent above the limit, any digits exceed the range or give 0.
            if (exponent > limit) exponent = limit;
        } else if (is_digit(byte)) {
            all[count++] = byte;
            if (!saw_point) point++;
        } else if (byte == '.') saw_point = true;
        else if (byte == 'e' || byte == 'E') in_exponent = true;
        else if (byte == '-' && in_exponent) exponent_is_negative = true;
        else if (byte == '-') is_negative = true;
    }
    int64_t whole = point + (exponent_is_negative ? -exponent : exponent) + 9, first = 0;
    while (first < count && all[first] == '0') first++;
    *nanoseconds = 0;
    if (first == count || whole < 0) return true;
    if (whole - first > 19) return false;
    uint64_t value = 0;
    for (int64_t position = first; position < whole; position++) {
        uint64_t digit = position < count ? (uint64_t)(all[position] - '0') : 0;
        if (value > (INT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    if (whole < count && all[whole] >= '5' && ++value > INT64_MAX) return false;
    *nanoseconds = is_negative ? -(int64_t)value : (int64_t)value;
    return true;
}
