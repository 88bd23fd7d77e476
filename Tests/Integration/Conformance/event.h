// One event of a trace. It has names instead of handles.
#ifndef CONFORMANCE_EVENT_H
#define CONFORMANCE_EVENT_H

#include "json.h"

typedef enum event_kind {
    EVENT_CREATE,
    EVENT_COMPONENT,
    EVENT_PENDING,
    EVENT_READY,
    EVENT_SCENE,
    EVENT_INTERACTION,
    EVENT_DEEP_LINK,
    EVENT_DISCARD_DEEP_LINK,
    EVENT_RECORD,
    EVENT_SESSION_END,
    EVENT_NOTE,
    EVENT_BEGIN,
    EVENT_COMMIT,
    EVENT_SHOW,
} event_kind;

// An optional text.
typedef struct maybe_text {
    bool exists;
    pv_text text;
} maybe_text;

typedef struct event {
    event_kind kind;
    // The pv_component_event or the pv_scene_event.
    int32_t report;
    bool has_time;
    pv_time time;
    maybe_text session, component, scene, parent, page, context, name, url, source, text;
    // The payload or, for an interaction, the properties; null if there are none.
    const pv_value *payload;
    pv_page_state state;
    // 1 or 0; -1 without the key.
    int32_t attached, exclusive;
    bool has_level;
    int32_t level;
    // -1 without the key.
    int64_t expires;
    // The entries of a `show`, one for each object of the list.
    const pv_value *entries;
    // 0 without the key.
    uint64_t next_page_view;
} event;

// Reads the event of a line. Returns null, or a message about the first error.
const char *event_read(const line *line, event *event);
// Reads an entry of a `show` into the members that a `create` has. Returns null, or a message about the first error.
const char *entry_read(const pv_value *object, event *entry, bool *is_visible);

#endif
