// Replays traces through the C interface, and prints the lines of `pageview replay --all` (TR-004).
//
// usage: replay [--drop N] [FILE...]
//
// Each file is a trace in JSON Lines; without files, standard input is one. `pageview convert --to jsonl` converts the notation
// for people. --drop omits the report with number N of each trace. A test uses it to show that the comparison detects a
// difference.
//
// exit status: 0 success, 64 wrong use, 65 a malformed line, 66 an unreadable file, 70 an unexpected answer of the library
#include "session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The sessions of one trace.
typedef struct trace {
    pv_engine_options options;
    session *unnamed;
    names names;
    // The open session of each name, or null.
    session **sessions;
    // The number of reports before the omitted one; negative if no later report is omitted.
    long drop;
} trace;

static session **session_slot(trace *trace, maybe_text name) {
    if (!name.exists) return &trace->unnamed;
    ptrdiff_t number = names_find(&trace->names, name.text);
    if (number < 0) {
        number = (ptrdiff_t)names_insert(&trace->names, name.text);
        trace->sessions = grown(trace->sessions, (size_t)number, sizeof(session *));
        trace->sessions[number] = NULL;
    }
    return &trace->sessions[number];
}

static void apply(trace *trace, const event *event) {
    // A note without a time has no effect, and begins no session.
    if (event->kind == EVENT_NOTE && !event->has_time) return;
    if (event->kind == EVENT_COMPONENT && trace->drop-- == 0) return;
    session **session = session_slot(trace, event->session);
    if (!*session) *session = session_begin(event->session, &trace->options, stdout);
    session_apply(*session, event);
    if (event->kind == EVENT_SESSION_END) {
        session_free(*session);
        *session = NULL;
    }
}

static const struct { const char *name; size_t offset; const char *default_name; bool takes_time; } choices[] = {
    // names: choices
    {"cancelledDisappearance", offsetof(pv_engine_options, cancelled_disappearance), "continues", false},
    {"reveal", offsetof(pv_engine_options, reveal), "silent", false},
    {"foreground", offsetof(pv_engine_options, foreground), "silent", true},
    // end of names
};

static const char *choose(pv_choice *choice, const pv_value *value, const char *default_name) {
    if (!value) return NULL;
    if (value->kind != PV_STRING) return "expected the name of a choice";
    if (text_is(value->as.text, "counts")) *choice = PV_COUNTS;
    else if (text_is(value->as.text, default_name)) *choice = PV_CONTINUES;
    else return "expected the name of a choice";
    return NULL;
}

// Reads the shortest absence after which a page counts.
static const char *choose_time(pv_engine_options *options, const pv_value *value) {
    double seconds = value->kind == PV_INT ? (double)value->as.integer : value->kind == PV_DOUBLE ? value->as.number : -1;
    if (seconds < 0) return "expected the name of a choice, or seconds";
    options->foreground = PV_COUNTS;
    options->foreground_minimum_nanoseconds = (int64_t)llround(seconds * 1e9);
    return NULL;
}

static const char *read_header(const line *line, pv_engine_options *options) {
    const member *version = json_member(line, "trace"), *policy = json_member(line, "policy");
    const pv_value *value = &version->value;
    if (!(value->kind == PV_INT && value->as.integer == 1) && !(value->kind == PV_DOUBLE && value->as.number == 1))
        return "expected the version 1";
    if (!policy) return NULL;
    value = &policy->value;
    if (value->kind == PV_STRING) {
        bool is_literal = text_is(value->as.text, "literal"), is_session = text_is(value->as.text, "session");
        if (is_literal) options->cancelled_disappearance = PV_COUNTS;
        else if (is_session) options->reveal = options->foreground = PV_COUNTS;
        else if (!text_is(value->as.text, "standard")) return "expected the name of a policy";
        return NULL;
    }
    if (value->kind != PV_OBJECT) return "expected a policy";
    const char *error = NULL;
    for (size_t index = 0; index < sizeof choices / sizeof choices[0] && !error; index++) {
        const pv_value *choice = json_field(value, choices[index].name);
        error = choice && choice->kind != PV_STRING && choices[index].takes_time
            ? choose_time(options, choice)
            : choose((pv_choice *)((char *)options + choices[index].offset), choice, choices[index].default_name);
    }
    return error;
}

// Applies a line. Returns null, or a message about the first error.
static const char *apply_line(trace *trace, const char *bytes, size_t length, bool is_first) {
    line line;
    const char *error = json_read(bytes, length, &line);
    if (error) return error;
    bool is_event = json_member(&line, "event");
    if (json_member(&line, "expect")) return is_event ? "expected either 'event' or 'expect'" : NULL;
    if (!is_event && json_member(&line, "trace"))
        return is_first ? read_header(&line, &trace->options) : "expected the header to be the first line";
    event event;
    error = event_read(&line, &event);
    if (!error) apply(trace, &event);
    return error;
}

static bool is_blank(const char *bytes, size_t length) {
    for (size_t index = 0; index < length; index++)
        if (!strchr(" \t\r", bytes[index]) || !bytes[index]) return false;
    return true;
}

static int replay(const char *name, FILE *file, long drop) {
    trace trace = {.options = PV_ENGINE_OPTIONS, .drop = drop};
    char *text = NULL;
    size_t count = 0, start = 0;
    for (size_t more = 1; more > 0; count += more) {
        text = realloc(text, count + 65536);
        if (!text) abort();
        more = fread(text + count, 1, 65536, file);
    }
    if (count >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) start = 3;
    int status = 0;
    bool is_first = true;
    for (unsigned long number = 1; status == 0 && start < count; number++) {
        char *end = memchr(text + start, '\n', count - start);
        size_t length = end ? (size_t)(end - text) - start : count - start;
        if (!is_blank(text + start, length)) {
            const char *error = apply_line(&trace, text + start, length, is_first);
            is_first = false;
            if (error) {
                fprintf(stderr, "%s:%lu: %s\n", name, number, error);
                status = 65;
            }
        }
        start += length + 1;
    }
    free(text);
    session_free(trace.unnamed);
    for (size_t number = 0; number < trace.names.count; number++) session_free(trace.sessions[number]);
    names_free(&trace.names);
    free(trace.sessions);
    fflush(stdout);
    return status;
}

int main(int count, char **arguments) {
    long drop = -1;
    int first = 1, status = 0;
    if (count > 2 && strcmp(arguments[1], "--drop") == 0) {
        drop = strtol(arguments[2], NULL, 10) - 1;
        first = 3;
    }
    if (first < count && arguments[first][0] == '-') {
        fputs("usage: replay [--drop N] [FILE...]\n", stderr);
        return 64;
    }
    if (first == count) return replay("-", stdin, drop);
    for (int index = first; index < count; index++) {
        FILE *file = fopen(arguments[index], "rb");
        int own = 66;
        if (file) {
            own = replay(arguments[index], file, drop);
            fclose(file);
        } else {
            perror(arguments[index]);
        }
        if (own > status) status = own;
    }
    return status;
}
