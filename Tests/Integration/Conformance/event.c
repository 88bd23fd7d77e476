#include "event.h"

static const struct {
    const char *name;
    event_kind kind;
    int32_t report;
} kinds[] = {
    // names: EventKind
    {"create", EVENT_CREATE, 0},
    {"willAppear", EVENT_COMPONENT, PV_WILL_APPEAR},
    {"didAppear", EVENT_COMPONENT, PV_DID_APPEAR},
    {"willDisappear", EVENT_COMPONENT, PV_WILL_DISAPPEAR},
    {"didDisappear", EVENT_COMPONENT, PV_DID_DISAPPEAR},
    {"attach", EVENT_COMPONENT, PV_ATTACH},
    {"detach", EVENT_COMPONENT, PV_DETACH},
    {"destroy", EVENT_COMPONENT, PV_DESTROY},
    {"select", EVENT_COMPONENT, PV_SELECT},
    {"deselect", EVENT_COMPONENT, PV_DESELECT},
    {"focus", EVENT_COMPONENT, PV_FOCUS},
    {"pending", EVENT_PENDING, 0},
    {"ready", EVENT_READY, 0},
    {"sceneForeground", EVENT_SCENE, PV_SCENE_FOREGROUND},
    {"sceneBackground", EVENT_SCENE, PV_SCENE_BACKGROUND},
    {"sceneActive", EVENT_SCENE, PV_SCENE_ACTIVE},
    {"sceneInactive", EVENT_SCENE, PV_SCENE_INACTIVE},
    {"sceneClose", EVENT_SCENE, PV_SCENE_CLOSE},
    {"begin", EVENT_BEGIN, 0},
    {"commit", EVENT_COMMIT, 0},
    {"show", EVENT_SHOW, 0},
    {"interaction", EVENT_INTERACTION, 0},
    {"deepLink", EVENT_DEEP_LINK, 0},
    {"discardDeepLink", EVENT_DISCARD_DEEP_LINK, 0},
    {"record", EVENT_RECORD, 0},
    {"sessionEnd", EVENT_SESSION_END, 0},
    {"note", EVENT_NOTE, 0},
    // end of names
};

static const char *read_text(const line *line, const char *key, maybe_text *text) {
    const member *member = json_member(line, key);
    if (!member) return NULL;
    if (member->value.kind != PV_STRING) return "expected a string";
    *text = (maybe_text){true, member->value.as.text};
    return NULL;
}

static const char *read_payload(const line *line, const char *key, const pv_value **payload) {
    const member *member = json_member(line, key);
    if (!member) return NULL;
    if (member->value.kind != PV_OBJECT) return "expected an object";
    *payload = &member->value;
    return NULL;
}

static const char *read_page(const line *line, event *event) {
    const member *member = json_member(line, "page");
    if (!member) return NULL;
    if (member->value.kind == PV_STRING) {
        event->page = (maybe_text){true, member->value.as.text};
        return NULL;
    }
    if (member->value.kind != PV_OBJECT) return "expected a page";
    const pv_value *name = json_field(&member->value, "name"), *context = json_field(&member->value, "context");
    if (!name || name->kind != PV_STRING) return "expected the name of a page";
    event->page = (maybe_text){true, name->as.text};
    if (!context) return NULL;
    if (context->kind != PV_STRING) return "expected a context";
    event->context = (maybe_text){true, context->as.text};
    return NULL;
}

static const char *read_number(const line *line, event *event) {
    const member *member = json_member(line, "nextPageView");
    if (!member) return NULL;
    const pv_value *value = &member->value;
    double whole = value->kind == PV_DOUBLE ? value->as.number : 0;
    if (value->kind == PV_INT && value->as.integer > 0) event->next_page_view = (uint64_t)value->as.integer;
    else if (whole >= 1 && whole < 0x1p63 && (double)(uint64_t)whole == whole) event->next_page_view = (uint64_t)whole;
    else return "expected a whole number from 1";
    return NULL;
}

static const char *read_answer(const line *line, const char *key, int32_t *answer) {
    const member *member = json_member(line, key);
    if (!member) return NULL;
    if (member->value.kind != PV_BOOL) return "expected true or false";
    *answer = member->value.as.boolean;
    return NULL;
}

static const char *read_rest(const line *line, event *event) {
    const member *time = json_member(line, "t"), *expires = json_member(line, "expires");
    if (time) {
        if (time->value.kind != PV_INT && time->value.kind != PV_DOUBLE) return "expected a number of seconds";
        if (!json_nanoseconds(time->written, &event->time)) return "expected seconds within 292 years";
        event->has_time = true;
    }
    if (expires && !json_nanoseconds(expires->written, &event->expires)) return "expected seconds within 292 years";
    const member *level = json_member(line, "level");
    if (level) {
        double number = level->value.kind == PV_INT ? (double)level->value.as.integer
            : level->value.kind == PV_DOUBLE ? level->value.as.number : 0.5;
        if (number != (double)(int32_t)number) return "expected a whole number of 32 bits";
        event->has_level = true;
        event->level = (int32_t)number;
    }
    const char *error = read_answer(line, "attached", &event->attached);
    if (!error) error = read_answer(line, "exclusive", &event->exclusive);
    if (error) return error;
    const member *state = json_member(line, "state");
    if (!state) return NULL;
    if (state->value.kind != PV_STRING) return "expected pending or ready";
    if (text_is(state->value.as.text, "pending")) event->state = PV_STATE_PENDING;
    else if (text_is(state->value.as.text, "ready")) event->state = PV_STATE_READY;
    else return "expected pending or ready";
    return NULL;
}

// Returns a message if the event lacks a key that it needs.
static const char *missing(const event *event) {
    switch (event->kind) {
    case EVENT_CREATE:
    case EVENT_COMPONENT:
    case EVENT_PENDING:
    case EVENT_READY: return event->component.exists ? NULL : "expected a component";
    case EVENT_INTERACTION: return event->name.exists ? NULL : "expected a name";
    case EVENT_DEEP_LINK: return event->url.exists ? NULL : "expected a url";
    case EVENT_SHOW: return event->entries ? NULL : "expected entries";
    case EVENT_RECORD: return event->component.exists || event->page.exists ? NULL : "expected a component or a page";
    default: return NULL;
    }
}

static const event no_event = {.kind = EVENT_NOTE, .attached = -1, .exclusive = -1, .expires = -1};

const char *event_read(const line *line, event *event) {
    maybe_text name = {0};
    const char *error = read_text(line, "event", &name);
    *event = no_event;
    size_t index = 0, count = sizeof kinds / sizeof kinds[0];
    while (index < count && !(name.exists && text_is(name.text, kinds[index].name))) index++;
    if (!error && index == count) error = "expected the name of an event";
    if (error) return error;
    event->kind = kinds[index].kind;
    event->report = kinds[index].report;

    const struct {
        const char *key;
        maybe_text *text;
    } texts[] = {
        {"session", &event->session}, {"component", &event->component}, {"scene", &event->scene},
        {"parent", &event->parent},   {"name", &event->name},           {"url", &event->url},
        {"source", &event->source},   {"text", &event->text},
    };
    for (index = 0; index < sizeof texts / sizeof texts[0]; index++)
        if ((error = read_text(line, texts[index].key, texts[index].text))) return error;
    const pv_value *properties = NULL;
    if ((error = read_payload(line, "payload", &event->payload))) return error;
    if ((error = read_payload(line, "properties", &properties))) return error;
    if (event->kind == EVENT_INTERACTION) event->payload = properties;
    if ((error = read_page(line, event)) || (error = read_number(line, event))) return error;
    if ((error = read_rest(line, event))) return error;
    const member *entries = json_member(line, "entries");
    if (entries && entries->value.kind != PV_ARRAY) return "expected a list";
    if (entries) event->entries = &entries->value;
    return missing(event);
}

const char *entry_read(const pv_value *object, event *entry, bool *is_visible) {
    if (object->kind != PV_OBJECT) return "expected an object";
    member members[object->as.object.count + 1];
    line line = {members, object->as.object.count};
    for (size_t index = 0; index < line.count; index++)
        members[index] = (member){object->as.object.fields[index].name, object->as.object.fields[index].value, {0}};
    *entry = no_event;
    int32_t visible = true;
    const char *error = read_text(&line, "component", &entry->component);
    if (!error) error = read_text(&line, "parent", &entry->parent);
    if (!error) error = read_payload(&line, "payload", &entry->payload);
    if (!error) error = read_page(&line, entry);
    if (!error) error = read_rest(&line, entry);
    if (!error) error = read_answer(&line, "visible", &visible);
    *is_visible = visible;
    // `members` ends with this function, so the payload must refer to `object`.
    entry->payload = json_field(object, "payload");
    return error ? error : entry->component.exists ? NULL : "expected a component";
}
