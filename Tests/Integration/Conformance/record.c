// Writes the records of a session byte for byte as `pageview replay --all` writes them (TR-004).
#include "session.h"

#include <stdlib.h>

// Returns the component of a record. The tag is 0 if an earlier call destroyed the component.
static const component *component_of(const session *session, pv_component handle, uint64_t tag) {
    if (tag > 0 && tag <= session->component_count) return &session->components[tag - 1];
    for (size_t number = 0; tag == 0 && number < session->component_count; number++) {
        const component *component = &session->components[number];
        if (component->handle.number == handle.number && component->is_destroyed) return component;
    }
    fprintf(stderr, "replay: expected the tag of a component, found %llu\n", (unsigned long long)tag);
    exit(70);
}

static void write_component(FILE *out, const session *session, pv_page_view_id id) {
    fputs(",\"component\":", out);
    if (id.component.engine == 0) fputs("null", out);
    else
        write_string(
            out, session->component_names.texts[component_of(session, id.component, id.component_tag)->name]);
}

static void write_id(FILE *out, const session *session, pv_page_view_id id) {
    if (id.component.engine == 0) {
        fprintf(out, "\"manual/%llu\"", (unsigned long long)id.number);
        return;
    }
    const component *component = component_of(session, id.component, id.component_tag);
    fputc('"', out);
    write_escaped(out, session->component_names.texts[component->name]);
    if (component->predecessors > 0) fprintf(out, "~%zu", component->predecessors + 1);
    fprintf(out, "/%llu\"", (unsigned long long)id.number);
}

static void write_names(FILE *out, pv_page_names page) {
    fputs("\"name\":", out);
    write_string(out, page.name);
    if (page.context.bytes) {
        fputs(",\"context\":", out);
        write_string(out, page.context);
    }
}

static void write_page(FILE *out, const pv_record *record) {
    fputs(",\"page\":", out);
    if (!record->has_page) {
        fputs("null", out);
        return;
    }
    fputc('{', out);
    write_names(out, record->page);
    fputc('}', out);
}

static void write_reference(FILE *out, const session *session, const char *key, const pv_page_reference *reference) {
    fprintf(out, ",\"%s\":", key);
    if (!reference) {
        fputs("null", out);
        return;
    }
    fputs("{\"id\":", out);
    write_id(out, session, reference->id);
    fputc(',', out);
    write_names(out, reference->page);
    fputc('}', out);
}

static void write_scene(FILE *out, const session *session, const pv_record *record) {
    if (record->scene_tag >= session->scene_names.count || record->scene.engine != session->engine) {
        fprintf(stderr, "replay: expected the tag of a scene, found %llu\n", (unsigned long long)record->scene_tag);
        exit(70);
    }
    fputs(",\"scene\":", out);
    write_string(out, session->scene_names.texts[record->scene_tag]);
}

static void write_link(FILE *out, const pv_link *link) {
    fputs("\"url\":", out);
    write_string(out, link->url);
    if (link->source.bytes) {
        fputs(",\"source\":", out);
        write_string(out, link->source);
    }
}

static void write_page_view(FILE *out, const session *session, const pv_record *record) {
    static const char *causes[] = {
    // names: Cause
    "appeared", "ready", "attached", "foregrounded", "revealed", "manual",
    // end of names
    };
    fprintf(out, "\"seq\":%llu,\"t\":", (unsigned long long)record->sequence);
    write_seconds(out, record->time);
    fputs(",\"id\":", out);
    write_id(out, session, record->id);
    write_page(out, record);
    if (record->field_count > 0) {
        fputs(",\"payload\":", out);
        write_object(out, record->fields, record->field_count);
    }
    write_scene(out, session, record);
    if (record->has_appearance) {
        write_component(out, session, record->id);
        fprintf(out, ",\"appearance\":%llu,\"appearedAt\":", (unsigned long long)record->id.number);
        write_seconds(out, record->appeared_at);
    }
    fprintf(out, ",\"cause\":\"%s\"", causes[record->cause]);
    if (record->previous) write_reference(out, session, "previous", record->previous);
    if (record->link) {
        fputs(",\"deepLink\":{", out);
        write_link(out, record->link);
        write_reference(out, session, "referrer", record->link->referrer);
        fputc('}', out);
    }
}

static void write_interaction(FILE *out, const session *session, const pv_record *record) {
    fputs(",\"name\":", out);
    write_string(out, record->name);
    fputs(",\"properties\":", out);
    write_object(out, record->fields, record->field_count);
    write_scene(out, session, record);
    write_page(out, record);
    fputs(",\"pageViewID\":", out);
    if (record->has_page) write_id(out, session, record->id);
    else fputs("null", out);
    write_component(out, session, record->id);
}

static void write_leave(FILE *out, const session *session, const pv_record *record) {
    static const char *outcomes[] = {
    // names: Outcome
    "counted", "neverReady", "neverVisible",
    // end of names
    };
    if (record->outcome != PV_OUTCOME_NEVER_VISIBLE) {
        fputs(",\"id\":", out);
        write_id(out, session, record->id);
    }
    write_page(out, record);
    write_scene(out, session, record);
    write_component(out, session, record->id);
    fprintf(out, ",\"outcome\":\"%s\",\"foreground\":", outcomes[record->outcome]);
    write_seconds(out, record->foreground_nanoseconds);
    fputs(",\"background\":", out);
    write_seconds(out, record->background_nanoseconds);
    fputs(",\"current\":", out);
    write_seconds(out, record->current_nanoseconds);
}

void write_record(const session *session, const pv_record *record) {
    FILE *out = session->out;
    const char *kind = NULL;
    switch (record->kind) {
    case PV_PAGE_VIEW: kind = "pageView"; break;
    case PV_PAGE_LEAVE: kind = "pageLeave"; break;
    case PV_INTERACTION: kind = "interaction"; break;
    case PV_DEEP_LINK: kind = "deepLink"; break;
    case PV_CURRENT_PAGE: kind = "currentPage"; break;
    case PV_DIAGNOSTIC: kind = "diagnostic"; break;
    default: fprintf(stderr, "replay: expected a kind of record, found %u\n", (unsigned)record->kind), exit(70);
    }
    fprintf(out, "{\"event\":\"%s\",", kind);
    if (record->kind == PV_PAGE_VIEW) {
        write_page_view(out, session, record);
    } else {
        fputs("\"t\":", out);
        write_seconds(out, record->time);
    }
    switch (record->kind) {
    case PV_INTERACTION: write_interaction(out, session, record); break;
    case PV_PAGE_LEAVE: write_leave(out, session, record); break;
    case PV_DEEP_LINK:
        fputc(',', out);
        write_link(out, record->link);
        write_scene(out, session, record);
        write_reference(out, session, "referrer", record->link->referrer);
        break;
    case PV_CURRENT_PAGE:
        write_scene(out, session, record);
        write_page(out, record);
        write_component(out, session, record->id);
        break;
    case PV_DIAGNOSTIC:
        fputs(",\"kind\":", out);
        write_string(out, record->name);
        if (record->id.component.engine != 0) write_component(out, session, record->id);
        break;
    }
    if (session->name.exists) {
        fputs(",\"session\":", out);
        write_string(out, session->name.text);
    }
    fputs("}\n", out);
}
