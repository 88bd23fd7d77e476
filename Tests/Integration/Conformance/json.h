// Reads and writes the JSON of traces. Payloads are values of the C interface.
#ifndef CONFORMANCE_JSON_H
#define CONFORMANCE_JSON_H

#include <pageview.h>
#include <stdio.h>

// MARK: Reading

// One key of a line with its value.
typedef struct member {
    pv_text key;
    pv_value value;
    // The text of the value in the line. It gives the exact digits of a time.
    pv_text written;
} member;

// The keys of a line. The memory is valid until the next line is read.
typedef struct line {
    member *members;
    size_t count;
} line;

// Reads a line, which must be one object by the strict rules of TR-002. Returns null, or a message about the first error.
const char *json_read(const char *bytes, size_t length, line *result);
// Returns the last member with a key, or null.
const member *json_member(const line *line, const char *key);
// Returns the last field of an object with a name, or null.
const pv_value *json_field(const pv_value *object, const char *name);
// Converts the text of seconds to nanoseconds, rounded half away from zero. Returns false if they do not fit.
bool json_nanoseconds(pv_text written, int64_t *nanoseconds);

bool text_is(pv_text text, const char *other);
bool text_equal(pv_text left, pv_text right);

// MARK: Writing

// Writes a string with its quotes, and with the escapes of TR-008.
void write_string(FILE *out, pv_text text);
// Writes a part of a string: without quotes, with the same escapes.
void write_escaped(FILE *out, pv_text text);
// Writes nanoseconds as seconds, in the shortest decimal.
void write_seconds(FILE *out, int64_t nanoseconds);
// Writes named values as an object.
void write_object(FILE *out, const pv_field *fields, size_t count);

#endif
