// One session of a trace: an engine, and the names of its components and scenes.
#ifndef CONFORMANCE_SESSION_H
#define CONFORMANCE_SESSION_H

#include "event.h"
#include "names.h"

// A component. Its tag in the engine is its number in the session plus 1.
typedef struct component {
    pv_component handle;
    // The number of its name.
    size_t name;
    // The number of earlier components with the name.
    size_t predecessors;
    // The number of the scene that contains the component.
    size_t scene;
    bool is_destroyed;
    // Whether a `show` listed the component, and may have destroyed it.
    bool is_shown;
    // The number of the last `show` that listed it.
    size_t listed;
} component;

typedef struct session {
    maybe_text name;
    pv_engine engine;
    // The latest time so far.
    pv_time latest;
    // The time of the next call: for the first call of an event its time, even if it goes back; then the latest time.
    pv_time next;
    FILE *out;

    component *components;
    size_t component_count;
    names component_names;
    // The newest component of each name.
    size_t *newest;
    // The scenes by the numbers of their names, which are also their tags. Scene 0 is the main scene.
    names scene_names;
    pv_scene *scenes;
    // The number of lists so far.
    size_t shows;
    // A scene for temporary components. It has no name, so no event of a trace is about it.
    pv_scene spare;
} session;

// Creates a session that writes its records to `out`.
session *session_begin(maybe_text name, const pv_engine_options *options, FILE *out);
void session_apply(session *session, const event *event);
// Destroys the session without a record.
void session_free(session *session);

// Writes a record of a session as one line.
void write_record(const session *session, const pv_record *record);

#endif
