// Writes JSON byte for byte as `pageview replay` writes it (TR-004, TR-008).
#include "json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Returns the character that begins at a position, and its length. The text is UTF-8.
static uint32_t decode(const unsigned char *at, size_t *length) {
    if (at[0] < 0x80) return (*length = 1, at[0]);
    if (at[0] < 0xE0) return (*length = 2, (at[0] & 0x1Fu) << 6 | (at[1] & 0x3Fu));
    if (at[0] < 0xF0) return (*length = 3, (at[0] & 0xFu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu));
    return (*length = 4, (at[0] & 7u) << 18 | (at[1] & 0x3Fu) << 12 | (at[2] & 0x3Fu) << 6 | (at[3] & 0x3Fu));
}

// Returns whether a character controls a terminal (TR-008).
static bool is_control(uint32_t scalar) {
    return scalar < 0x20 || (scalar >= 0x7F && scalar <= 0x9F) || scalar == 0x61C || scalar == 0x200E
        || scalar == 0x200F || (scalar >= 0x2028 && scalar <= 0x202E) || (scalar >= 0x2066 && scalar <= 0x2069);
}

void write_escaped(FILE *out, pv_text text) {
    const char *controls = "\b\t\n\f\r", *letters = "btnfr";
    for (size_t index = 0, length = 0; index < text.length; index += length) {
        uint32_t scalar = decode((const unsigned char *)text.bytes + index, &length);
        const char *control = scalar > 0 && scalar < 0x20 ? strchr(controls, (int)scalar) : NULL;
        if (scalar == '"' || scalar == '\\') fprintf(out, "\\%c", (int)scalar);
        else if (control) fprintf(out, "\\%c", letters[control - controls]);
        else if (is_control(scalar)) fprintf(out, "\\u%04x", (unsigned)scalar);
        else fwrite(text.bytes + index, 1, length, out);
    }
}

void write_string(FILE *out, pv_text text) {
    fputc('"', out);
    write_escaped(out, text);
    fputc('"', out);
}

void write_seconds(FILE *out, int64_t nanoseconds) {
    uint64_t magnitude = nanoseconds < 0 ? 0 - (uint64_t)nanoseconds : (uint64_t)nanoseconds;
    char fraction[16];
    int length = snprintf(fraction, sizeof fraction, ".%09llu", (unsigned long long)(magnitude % 1000000000));
    while (fraction[length - 1] == '0') length--;
    if (length == 1) length = 0;
    fprintf(out, "%s%llu%.*s", nanoseconds < 0 ? "-" : "", (unsigned long long)(magnitude / 1000000000), length, fraction);
}

// Writes the fewest digits from which `strtod` reads the same number. Returns the exponent of the first digit.
static int shortest_digits(double number, char *result) {
    char text[40];
    for (int places = 0;; places++) {
        snprintf(text, sizeof text, "%.*e", places, number);
        if (strtod(text, NULL) != number && places < 16) {
            // Below a power of two, the numbers are closer together. So the next larger decimal may give the number.
            int last = places == 0 ? 0 : places + 1;
            if (text[last] == '9') continue;
            text[last]++;
            if (strtod(text, NULL) != number) continue;
        }
        char *exponent = strchr(text, 'e');
        size_t count = 0;
        for (char *byte = text; byte < exponent; byte++)
            if (*byte != '.') result[count++] = *byte;
        while (count > 1 && result[count - 1] == '0') count--;
        result[count] = 0;
        return atoi(exponent + 1);
    }
}

static void write_double(FILE *out, double number) {
    char digits[24];
    if (signbit(number)) fputc('-', out);
    number = fabs(number);
    if (number == 0) {
        fputs("0.0", out);
        return;
    }
    int exponent = shortest_digits(number, digits), count = (int)strlen(digits);
    if (exponent < -4 || exponent > 15) {
        fprintf(out, "%c%s%se%+03d", digits[0], count > 1 ? "." : "", digits + 1, exponent);
    } else if (exponent < 0) {
        fprintf(out, "0.%.*s%s", -exponent - 1, "000", digits);
    } else if (count <= exponent + 1) {
        fprintf(out, "%s%.*s.0", digits, exponent + 1 - count, "00000000000000000");
    } else {
        fprintf(out, "%.*s.%s", exponent + 1, digits, digits + exponent + 1);
    }
}

static void write_value(FILE *out, const pv_value *value) {
    switch (value->kind) {
    case PV_NULL: fputs("null", out); break;
    case PV_BOOL: fputs(value->as.boolean ? "true" : "false", out); break;
    case PV_INT: fprintf(out, "%lld", (long long)value->as.integer); break;
    case PV_DOUBLE: write_double(out, value->as.number); break;
    case PV_DECIMAL: fwrite(value->as.text.bytes, 1, value->as.text.length, out); break;
    case PV_STRING: write_string(out, value->as.text); break;
    case PV_ARRAY:
        fputc('[', out);
        for (size_t index = 0; index < value->as.array.count; index++) {
            if (index > 0) fputc(',', out);
            write_value(out, &value->as.array.items[index]);
        }
        fputc(']', out);
        break;
    case PV_OBJECT: write_object(out, value->as.object.fields, value->as.object.count); break;
    default: abort();
    }
}

void write_object(FILE *out, const pv_field *fields, size_t count) {
    fputc('{', out);
    for (size_t index = 0; index < count; index++) {
        if (index > 0) fputc(',', out);
        write_string(out, fields[index].name);
        fputc(':', out);
        write_value(out, &fields[index].value);
    }
    fputc('}', out);
}
