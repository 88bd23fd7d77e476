// One event of a trace, with names in the place of handles.
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
    // The payload or the properties; null if there are none.
    const pv_value *payload;
    pv_page_state state;
    // 1, 0, or -1 for left out.
    int32_t attached;
    // 0 for left out.
    uint64_t next_page_view;
} event;

// Reads the event of a line. Returns null, or a message about the first error.
const char *event_read(const line *line, event *event);

#endif
