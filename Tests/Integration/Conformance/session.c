// Applies the events of a trace to an engine by the C interface, as `ReplaySession` applies them to the model in Swift.
//
// Most events are one call. The first report about a component is two calls, because the component must be created first. The
// first call of an event carries its time. The second call carries the latest time, so a time that goes back causes one
// diagnostic.
#include "session.h"

#include <stdlib.h>
#include <string.h>

static const pv_scene no_scene;
static const pv_component no_component;

// MARK: Calls

// Ends the program after an unexpected status. With a blank name of a page, the engine has emitted a diagnostic (RD-009).
static void check(pv_status status, bool may_be_destroyed, const char *call) {
    if (status == PV_OK || status == PV_ERROR_BLANK_NAME || (may_be_destroyed && status == PV_ERROR_HANDLE)) return;
    fprintf(stderr, "replay: expected PV_OK from %s, found %s\n", call, pv_status_name(status));
    exit(70);
}

#define CALL(call) check(call, false, #call)
// Makes a call about a component that may be destroyed. For a destroyed one, the engine emits a diagnostic (AP-010).
#define CALL_ABOUT(component, call) check(call, (component)->is_destroyed, #call)

static pv_time next_time(session *session) {
    pv_time time = session->next;
    session->next = session->latest;
    return time;
}

static pv_page make_page(const event *event) {
    pv_page page = 0;
    pv_text context = event->context.exists ? event->context.text : (pv_text){0};
    if (event->page.exists) CALL(pv_page_create(event->page.text, context, &page));
    return page;
}

static pv_payload make_payload(const event *event) {
    pv_payload payload = 0;
    if (event->payload)
        CALL(pv_payload_create(event->payload->as.object.fields, event->payload->as.object.count, &payload));
    return payload;
}

static void end_page(pv_page page) {
    if (page) CALL(pv_page_destroy(page));
}

static void end_payload(pv_payload payload) {
    if (payload) CALL(pv_payload_destroy(payload));
}

// MARK: Names

static size_t scene_of(session *session, pv_text name) {
    ptrdiff_t known = names_find(&session->scene_names, name);
    if (known >= 0) return (size_t)known;
    size_t number = names_insert(&session->scene_names, name);
    session->scenes = grown(session->scenes, number, sizeof(pv_scene));
    CALL(pv_scene_create(session->engine, number, &session->scenes[number]));
    return number;
}

// The scene that an event names, or none.
static pv_scene named_scene(session *session, const event *event) {
    if (!event->scene.exists) return no_scene;
    size_t number = scene_of(session, event->scene.text);
    return session->scenes[number];
}

// Marks a component that a `show` has destroyed. C has no query for this, so the call below always fails: with PV_ERROR_HANDLE
// for a destroyed container, otherwise with PV_ERROR_VALUE.
static void notice_end(const session *session, component *component) {
    if (!component->is_shown || component->is_destroyed) return;
    pv_declaration declaration = PV_DECLARATION;
    declaration.container = component->handle;
    declaration.attached = 2;
    component->is_destroyed =
        pv_component_create(session->engine, &declaration, 0, PV_NOW, NULL) == PV_ERROR_HANDLE;
}

// Returns the number of the newest component with a name, or -1.
static ptrdiff_t known(const session *session, pv_text name) {
    ptrdiff_t number = names_find(&session->component_names, name);
    if (number < 0) return -1;
    size_t newest = session->newest[number];
    notice_end(session, &session->components[newest]);
    return (ptrdiff_t)newest;
}

static bool is_alive(const session *session, pv_text name) {
    ptrdiff_t number = known(session, name);
    return number >= 0 && !session->components[number].is_destroyed;
}

// Adds a component without creating it in the engine. It replaces an earlier one with the name.
static size_t add(session *session, pv_text name, size_t scene) {
    ptrdiff_t number = names_find(&session->component_names, name);
    size_t predecessors = 0;
    if (number >= 0) {
        predecessors = session->components[session->newest[number]].predecessors + 1;
    } else {
        number = (ptrdiff_t)names_insert(&session->component_names, name);
        session->newest = grown(session->newest, (size_t)number, sizeof(size_t));
    }
    session->newest[number] = session->component_count;
    session->components = grown(session->components, session->component_count, sizeof(component));
    session->components[session->component_count] =
        (component){.name = (size_t)number, .predecessors = predecessors, .scene = scene};
    return session->component_count++;
}

static void create(session *session, size_t number, const pv_declaration *declaration) {
    pv_component handle;
    CALL(pv_component_create(session->engine, declaration, number + 1, next_time(session), &handle));
    session->components[number].handle = handle;
}

// Creates a component in a scene, without other properties.
static void create_in(session *session, size_t number, pv_scene scene) {
    pv_declaration declaration = PV_DECLARATION;
    declaration.scene = scene;
    create(session, number, &declaration);
}

// Returns the component of an event. The first event about a component creates it.
static size_t component_of(session *session, const event *event) {
    ptrdiff_t found = known(session, event->component.text);
    if (found >= 0) return (size_t)found;
    pv_scene scene = named_scene(session, event);
    size_t number = add(session, event->component.text, event->scene.exists ? scene_of(session, event->scene.text) : 0);
    create_in(session, number, scene);
    return number;
}

// MARK: Events

// Returns the container that an event declares for a component.
//
// The container may be new. If it is destroyed, the component is in no container from now on (QU-002). A new component is in none
// already. For another one, the function creates a temporary container, because a destroyed component has no handle. The caller
// destroys it after the declaration.
static pv_component container(session *session, const event *event, size_t child, pv_component *temporary) {
    if (!event->parent.exists) return no_component;
    ptrdiff_t found = known(session, event->parent.text);
    if (is_alive(session, event->parent.text)) return session->components[found].handle;
    if (found >= 0) {
        if (!session->components[child].handle.engine) return no_component;
        pv_declaration declaration = PV_DECLARATION;
        declaration.scene = session->spare;
        CALL(pv_component_create(session->engine, &declaration, 0, next_time(session), temporary));
        return *temporary;
    }
    size_t scene = session->components[child].scene;
    size_t parent = add(session, event->parent.text, scene);
    create_in(session, parent, session->scenes[scene]);
    return session->components[parent].handle;
}

static void apply_create(session *session, const event *event) {
    pv_declaration declaration = PV_DECLARATION;
    declaration.scene = named_scene(session, event);
    declaration.page = make_page(event);
    declaration.payload = make_payload(event);
    declaration.state = event->state;
    declaration.attached = event->attached;
    declaration.exclusive = event->exclusive;
    declaration.has_level = event->has_level;
    declaration.level = event->level;
    pv_component temporary = no_component;
    pv_page page = declaration.page;

    ptrdiff_t found = known(session, event->component.text);
    bool is_new = !is_alive(session, event->component.text);
    size_t scene = event->scene.exists ? scene_of(session, event->scene.text) : 0;
    size_t child = is_new ? add(session, event->component.text, scene) : (size_t)found;
    bool is_own_parent = event->parent.exists && known(session, event->parent.text) == (ptrdiff_t)child;
    if (is_new && is_own_parent) {
        // The component needs a handle before it can be declared as its own container, which the engine rejects (QU-002).
        pv_declaration first = PV_DECLARATION;
        first.scene = declaration.scene;
        first.attached = declaration.attached;
        create(session, child, &first);
        declaration.scene = no_scene;
        declaration.attached = -1;
    } else if (is_new) {
        declaration.container = container(session, event, child, &temporary);
        create(session, child, &declaration);
    } else if (event->parent.exists && !is_own_parent && !is_alive(session, event->parent.text)) {
        // This call carries the time, so that the diagnostic of a time that goes back names this component.
        pv_declaration nothing = PV_DECLARATION;
        CALL(pv_component_declare(session->components[child].handle, &nothing, next_time(session)));
    }
    if (!is_new && event->scene.exists) session->components[child].scene = scene;
    if (!is_new || is_own_parent) {
        pv_component handle = session->components[child].handle;
        declaration.container = is_own_parent ? handle : container(session, event, child, &temporary);
        CALL(pv_component_declare(handle, &declaration, next_time(session)));
    }
    if (temporary.engine) CALL(pv_component_report(temporary, PV_DESTROY, session->latest));
    end_page(page);
    end_payload(declaration.payload);
}

static void apply_report(session *session, const event *event) {
    size_t number = component_of(session, event);
    component *component = &session->components[number];
    if (event->report == PV_ATTACH && event->scene.exists) {
        size_t scene = scene_of(session, event->scene.text);
        CALL_ABOUT(
            component, pv_component_attach(component->handle, session->scenes[scene], next_time(session)));
        component->scene = scene;
        return;
    }
    CALL_ABOUT(component, pv_component_report(component->handle, event->report, next_time(session)));
    if (event->report == PV_DESTROY) component->is_destroyed = true;
}

static void apply_state(session *session, const event *event) {
    size_t number = component_of(session, event);
    component *component = &session->components[number];
    pv_page page = make_page(event);
    pv_time time = next_time(session);
    if (event->kind == EVENT_PENDING) {
        CALL_ABOUT(component, pv_component_pending(component->handle, page, time));
    } else if (event->payload) {
        const pv_field *fields = event->payload->as.object.fields;
        size_t count = event->payload->as.object.count;
        CALL_ABOUT(component, pv_component_ready_with(component->handle, page, fields, count, time));
    } else {
        CALL_ABOUT(component, pv_component_ready(component->handle, page, 0, time));
    }
    end_page(page);
}

static void apply_record(session *session, const event *event) {
    pv_page page = make_page(event);
    pv_payload payload = make_payload(event);
    if (event->component.exists) {
        size_t number = component_of(session, event);
        component *component = &session->components[number];
        CALL_ABOUT(
            component, pv_page_view_record(
                           session->engine, component->handle, page, payload, no_scene, next_time(session)));
    } else {
        pv_scene scene = named_scene(session, event);
        CALL(pv_page_view_record(session->engine, no_component, page, payload, scene, next_time(session)));
    }
    end_page(page);
    end_payload(payload);
}

static void apply_interaction(session *session, const event *event) {
    pv_payload properties = make_payload(event);
    ptrdiff_t number = event->component.exists ? known(session, event->component.text) : -1;
    if (number >= 0 && !(event->scene.exists && session->components[number].is_destroyed)) {
        component *component = &session->components[number];
        CALL_ABOUT(
            component, pv_component_interaction_record(
                           component->handle, event->name.text, properties, next_time(session)));
    } else {
        pv_scene scene = named_scene(session, event);
        CALL(pv_interaction_record(session->engine, event->name.text, properties, scene, next_time(session)));
    }
    end_payload(properties);
}

static void apply_link(session *session, const event *event) {
    pv_scene scene = named_scene(session, event);
    pv_link_options options = PV_LINK_OPTIONS;
    if (event->page.exists) options.target = event->page.text;
    options.expires_nanoseconds = event->expires;
    pv_text source = event->source.exists ? event->source.text : (pv_text){0};
    CALL(pv_deep_link_handle_with(
        session->engine, event->url.text, source, scene, &options, next_time(session), NULL, 0, NULL));
}

// Returns the number of the component of an entry, or of its container. A new component is created in the scene of the list.
static size_t mentioned(session *session, pv_text name, size_t scene, bool reuses_name) {
    if (is_alive(session, name) || (!reuses_name && known(session, name) >= 0)) return (size_t)known(session, name);
    size_t number = add(session, name, scene);
    create_in(session, number, session->scenes[scene]);
    return number;
}

// Applies a `show`. Components that do not exist are created in the same update.
static void apply_show(session *session, const event *event) {
    size_t count = event->entries->as.array.count, scene = event->scene.exists ? scene_of(session, event->scene.text) : 0;
    pv_entry *entries = calloc(count + 1, sizeof *entries);
    maybe_text *parents = calloc(count + 1, sizeof *parents);
    if (!entries || !parents) abort();
    CALL(pv_begin(session->engine, next_time(session)));
    for (size_t index = 0; index < count; index++) {
        struct event source;
        bool is_visible;
        if (entry_read(&event->entries->as.array.items[index], &source, &is_visible)) abort();
        size_t number = mentioned(session, source.component.text, scene, true);
        component *component = &session->components[number];
        // The list may contain the component twice. Then its later entry is ignored, and mentions no container.
        if (component->listed != session->shows + 1) parents[index] = source.parent;
        component->listed = session->shows + 1;
        component->is_shown = true;
        component->scene = scene;
        entries[index] = (pv_entry){
            .size = sizeof *entries, .key = source.component.text, .component_or_none = component->handle,
            .page = make_page(&source), .payload = make_payload(&source), .state = source.state,
            .is_hidden = !is_visible, .has_level = source.has_level, .level = source.level};
    }
    for (size_t index = 0; index < count; index++) {
        if (!parents[index].exists) continue;
        size_t number = mentioned(session, parents[index].text, scene, false);
        // A destroyed component contains nothing.
        if (!session->components[number].is_destroyed)
            entries[index].container_or_none = session->components[number].handle;
    }
    session->shows++;
    CALL(pv_show(session->scenes[scene], entries, count, session->latest));
    CALL(pv_commit(session->engine, session->latest));
    for (size_t index = 0; index < count; index++) {
        end_page(entries[index].page);
        end_payload(entries[index].payload);
    }
    free(parents);
    free(entries);
}

static void apply_other(session *session, const event *event) {
    pv_scene scene = named_scene(session, event);
    pv_time time = next_time(session);
    switch (event->kind) {
    case EVENT_SCENE:
        CALL(pv_scene_report(event->scene.exists ? scene : session->scenes[0], event->report, time));
        break;
    case EVENT_DISCARD_DEEP_LINK: CALL(pv_deep_link_discard(session->engine, scene, time)); break;
    case EVENT_SESSION_END: CALL(pv_engine_stop(session->engine, time)); break;
    case EVENT_BEGIN: CALL(pv_begin(session->engine, time)); break;
    case EVENT_COMMIT: CALL(pv_commit(session->engine, time)); break;
    default: CALL(pv_recording_note(session->engine, event->text.text, event->next_page_view, time)); break;
    }
}

void session_apply(session *session, const event *event) {
    session->next = event->has_time ? event->time : session->latest;
    if (session->next > session->latest) session->latest = session->next;
    switch (event->kind) {
    case EVENT_CREATE: apply_create(session, event); break;
    case EVENT_COMPONENT: apply_report(session, event); break;
    case EVENT_PENDING:
    case EVENT_READY: apply_state(session, event); break;
    case EVENT_RECORD: apply_record(session, event); break;
    case EVENT_INTERACTION: apply_interaction(session, event); break;
    case EVENT_DEEP_LINK: apply_link(session, event); break;
    case EVENT_SHOW: apply_show(session, event); break;
    default: apply_other(session, event); break;
    }
}

// MARK: Beginning and end

static void receive(const pv_record *record, void *context) { write_record(context, record); }

session *session_begin(maybe_text name, const pv_engine_options *options, FILE *out) {
    session *session = calloc(1, sizeof *session);
    if (!session) abort();
    session->out = out;
    session->name = name;
    char *bytes = malloc(name.text.length + 1);
    if (!bytes) abort();
    if (name.text.length) memcpy(bytes, name.text.bytes, name.text.length);
    session->name.text.bytes = bytes;
    CALL(pv_engine_create(options, &session->engine));
    CALL(pv_receiver_add(session->engine, PV_ALL_KINDS, receive, session, NULL, NULL));
    names_insert(&session->scene_names, (pv_text){"main", 4});
    session->scenes = grown(NULL, 0, sizeof(pv_scene));
    CALL(pv_main_scene(session->engine, &session->scenes[0]));
    CALL(pv_scene_create(session->engine, 0, &session->spare));
    // The time of a trace begins at 0.
    CALL(pv_recording_note(session->engine, (pv_text){"", 0}, 0, 0));
    return session;
}

void session_free(session *session) {
    if (!session) return;
    CALL(pv_engine_destroy(session->engine));
    names_free(&session->component_names);
    names_free(&session->scene_names);
    free((char *)session->name.text.bytes);
    free(session->components);
    free(session->newest);
    free(session->scenes);
    free(session);
}
