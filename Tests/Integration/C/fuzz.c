// Calls the C interface with random functions, handles, texts, values, and struct sizes, from several threads and from callbacks.
// No call may crash. The sanitizers of the build find errors that do not cause a crash.
//
// usage: fuzz SEED CALLS THREADS
#include <pageview.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 64 };

// All threads read and write the handles without a lock, because any number is an allowed handle.
static _Atomic uint64_t handles[SLOTS];
static _Atomic uint64_t component_engines[SLOTS], component_numbers[SLOTS];
static _Atomic long contexts;
static _Thread_local uint64_t state;
static _Thread_local int depth;

static uint64_t next(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

static unsigned below(unsigned limit) { return (unsigned)(next() >> 33) % limit; }

static uint64_t handle(void) {
    switch (below(24)) {
    case 0: return next();
    case 1: return 0;
    // Near an issued handle: another slot, generation, or kind.
    case 2: return handles[below(SLOTS)] ^ 1ull << below(64);
    default: return handles[below(SLOTS)];
    }
}

static void keep(uint64_t handle) { handles[below(SLOTS)] = handle; }

static pv_component component(void) {
    unsigned slot = below(SLOTS);
    pv_component result = {component_engines[slot], component_numbers[slot]};
    switch (below(16)) {
    case 0: result.engine = handle(); break;
    case 1: result.number = next() >> below(64); break;
    case 2: return (pv_component){0, 0};
    default: break;
    }
    return result;
}

static pv_scene scene(void) {
    if (below(3) == 0) return (pv_scene){0, 0};
    return (pv_scene){below(4) ? component_engines[below(SLOTS)] : handle(), below(8) ? 1 + below(4) : next()};
}

static const char bytes[] = "home\0item\xC3\xA9\xF0\x9F\x98\x80\xFF\xC0\x80 \t\n\"{}";

static pv_text text(void) {
    if (below(12) == 0) return (pv_text){NULL, below(2)};
    size_t start = below(sizeof bytes), length = below((unsigned)(sizeof bytes - start) + 1);
    if (below(3)) start = 0, length = 4;
    return (pv_text){bytes + start, below(64) ? length : SIZE_MAX - below(4)};
}

// Values in a pool that refer to each other, in circles too. The mutable pool belongs to one thread.
static _Thread_local pv_field fields[8];
static _Thread_local pv_value items[8];

static void fill(pv_value *value) {
    memset(value, below(256), sizeof *value);
    value->kind = below(32) ? (int32_t)below(8) : (int32_t)next();
    switch (value->kind) {
    case PV_INT: value->as.integer = (int64_t)next(); break;
    case PV_STRING: value->as.text = text(); break;
    case PV_DECIMAL: value->as.text = below(2) ? PV_TEXT("12.50") : text(); break;
    case PV_ARRAY: {
        unsigned start = below(8);
        value->as.array.items = below(16) ? items + start : NULL;
        value->as.array.count = below(32) ? below(4) % (9 - start) % 2 : below(8 - start + 1);
        break;
    }
    case PV_OBJECT: {
        unsigned start = below(8);
        value->as.object.fields = below(16) ? fields + start : NULL;
        value->as.object.count = below(16) ? 0 : below(2) % (8 - start + 1);
        break;
    }
    default: break;
    }
}

static const pv_field *values(size_t *count) {
    for (int i = 0; i < 8; i++) {
        fields[i].name = text();
        fill(&fields[i].value);
        fill(&items[i]);
    }
    *count = below(64) ? below(9) : 1000001 + below(5);
    return below(32) ? fields : NULL;
}

static pv_time when(void) { return below(2) ? PV_NOW : below(2) ? (pv_time)below(1000) : (pv_time)next(); }

static int32_t enumerator(unsigned count) { return below(32) ? (int32_t)below(count) : (int32_t)next(); }

static void step(void);

// Reads the whole record, so that a sanitizer checks each byte.
static volatile uint64_t sum;

static void read_text(pv_text text) {
    for (size_t i = 0; i < text.length; i++) sum += (unsigned char)text.bytes[i];
}

static void read_fields(const pv_field *fields, size_t count);

static void read_value(const pv_value *value) {
    switch (value->kind) {
    case PV_STRING: case PV_DECIMAL: read_text(value->as.text); break;
    case PV_ARRAY: for (size_t i = 0; i < value->as.array.count; i++) read_value(&value->as.array.items[i]); break;
    case PV_OBJECT: read_fields(value->as.object.fields, value->as.object.count); break;
    default: break;
    }
}

static void read_fields(const pv_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++) read_text(fields[i].name), read_value(&fields[i].value);
}

static void receive(const pv_record *record, void *context) {
    sum += *(char *)context + (uint64_t)record->time;
    read_text(record->page.name), read_text(record->page.context), read_text(record->name);
    read_fields(record->fields, record->field_count);
    if (record->previous) read_text(record->previous->page.name);
    if (record->link) {
        read_text(record->link->url), read_text(record->link->source);
        if (record->link->referrer) read_text(record->link->referrer->page.name);
    }
    if (state && depth < 3 && below(4) == 0) {
        depth++;
        step();
        depth--;
    }
}

static void release(void *context) {
    contexts--;
    free(context);
}

// Most turns end at once, some never.
static void schedule(pv_turn turn, void *context) {
    sum += *(char *)context;
    if (below(4)) pv_turn_end(turn);
}

static size_t name(pv_component component, pv_scene scene, uint64_t tag, char *buffer, size_t capacity, void *context) {
    (void)component, (void)scene, (void)context;
    size_t length = tag % 5 == 0 ? 0 : tag % 5 == 1 ? SIZE_MAX : tag % 5 == 2 ? 400 : 3;
    if (length <= capacity) memset(buffer, tag % 7 == 0 ? 0xFF : 'a', length);
    return length;
}

static void step(void) {
    char buffer[32];
    pv_answer answer;
    uint64_t out = 0;
    size_t count;
    switch (below(42)) {
    case 0: {
        pv_engine_options options = PV_ENGINE_OPTIONS;
        // names: choices
        options.cancelled_disappearance = enumerator(2);
        options.reveal = enumerator(2);
        options.foreground = enumerator(2);
        // end of names
        options.foreground_minimum_nanoseconds = when();
        if (below(16) == 0) options.size = next();
        if (!pv_engine_create(below(4) ? &options : NULL, below(64) ? &out : NULL) && out) keep(out);
        break;
    }
    case 1: pv_engine_destroy(handle()); break;
    case 2: pv_engine_stop(handle(), when()); break;
    case 3: case 4: pv_engine_start(handle(), below(2), when()); break;
    case 5: pv_engine_now(handle(), (pv_time *)(below(2) ? &out : NULL)); break;
    case 6: if (!pv_page_create(text(), text(), below(64) ? &out : NULL) && out) keep(out); break;
    case 7: if (below(4) == 0) pv_page_destroy(handle()); break;
    case 8: {
        const pv_field *source = values(&count);
        if (!pv_payload_create(source, count, &out)) keep(out);
        break;
    }
    case 9: if (below(4) == 0) pv_payload_destroy(handle()); break;
    case 10: { pv_scene created; pv_main_scene(handle(), &created); break; }
    case 11: { pv_scene created; pv_scene_create(handle(), next(), below(8) ? &created : NULL); break; }
    case 12: case 13: pv_scene_report(scene(), enumerator(5), when()); break;
    case 14: case 15: case 16: {
        pv_declaration declaration = PV_DECLARATION;
        pv_component created = {0, 0};
        if (below(16) == 0) declaration.size = next();
        if (below(2)) declaration.scene = scene();
        if (below(2)) declaration.container = component();
        declaration.page = handle(), declaration.payload = below(2) ? handle() : 0;
        declaration.state = enumerator(3), declaration.attached = enumerator(3) - 1;
        declaration.exclusive = enumerator(3) - 1, declaration.has_level = below(2), declaration.level = (int32_t)next();
        if (below(2)) {
            pv_component_declare(component(), below(16) ? &declaration : NULL, when());
        } else if (!pv_component_create(handle(), below(2) ? &declaration : NULL, next(), when(), &created)) {
            unsigned slot = below(SLOTS);
            component_engines[slot] = created.engine, component_numbers[slot] = created.number;
        }
        break;
    }
    case 17: case 18: case 19: case 20: pv_component_report(component(), enumerator(below(8) ? 6 : 10), when()); break;
    case 21: pv_component_attach(component(), scene(), when()); break;
    case 22: pv_component_move(component(), component(), when()); break;
    case 23: pv_component_pending(component(), below(2) ? handle() : 0, when()); break;
    case 24: pv_component_ready(component(), below(2) ? handle() : 0, below(2) ? handle() : 0, when()); break;
    case 25: {
        const pv_field *source = values(&count);
        pv_component_ready_with(component(), below(2) ? handle() : 0, source, count, when());
        break;
    }
    case 26: pv_interaction_record(handle(), text(), below(2) ? handle() : 0, scene(), when()); break;
    case 27: pv_page_view_record(handle(), component(), below(2) ? handle() : 0, below(2) ? handle() : 0, scene(), when()); break;
    case 28: pv_deep_link_handle(handle(), text(), text(), scene(), when(), buffer, below(33), below(2) ? &answer : NULL); break;
    case 29: pv_deep_link_discard(handle(), scene(), when()); break;
    case 30: pv_recording_note(handle(), text(), next() >> below(64), when()); break;
    case 31: {
        void *context = calloc(1, 1);
        contexts++;
        if (pv_receiver_add(handle(), (pv_kinds)below(below(8) ? 64 : 256), below(32) ? receive : NULL, context, release, &out)) {
            release(context);
        } else {
            keep(out);
        }
        break;
    }
    case 32: pv_receiver_remove(handle()); break;
    case 33: below(2) ? pv_component_select(component(), when()) : pv_component_deselect(component(), when()); break;
    case 34: pv_component_focus(component(), when()); break;
    case 35: pv_begin(handle(), when()); break;
    case 36: pv_commit(handle(), when()); break;
    case 37: {
        void *context = calloc(1, 1);
        contexts++;
        if (pv_turn_create(handle(), below(32) ? schedule : NULL, context, release, below(32) ? &out : NULL)) {
            release(context);
        } else {
            keep(out);
        }
        break;
    }
    case 38: {
        pv_turn turn = handle();
        switch (below(8)) {
        case 0: pv_turn_destroy(turn); break;
        case 1: case 2: case 3: pv_turn_end(turn); break;
        default: pv_turn_begin(turn);
        }
        break;
    }
    case 39: {
        pv_entry entries[8];
        memset(entries, 0, sizeof entries);
        for (int i = 0; i < 8; i++) {
            entries[i].size = below(64) ? sizeof *entries : next();
            entries[i].key = below(2) ? text() : (pv_text){bytes + below(8), 1};
            entries[i].tag = next(), entries[i].page = below(4) ? handle() : 0, entries[i].payload = below(4) ? 0 : handle();
            entries[i].state = enumerator(3), entries[i].is_hidden = below(4) == 0, entries[i].has_level = below(4) == 0;
            entries[i].level = (int32_t)next();
            if (below(4) == 0) entries[i].container_key_or_none = below(2) ? text() : (pv_text){bytes + below(8), 1};
        }
        pv_show(scene(), below(32) ? entries : NULL, below(32) ? below(9) : SIZE_MAX - below(4), when());
        break;
    }
    case 40: pv_component_interaction_record(component(), text(), below(2) ? handle() : 0, when()); break;
    case 41: {
        pv_link_options options = PV_LINK_OPTIONS;
        if (below(2)) options.target = text();
        if (below(2)) options.expires_nanoseconds = when();
        if (below(16) == 0) options.size = next();
        pv_deep_link_handle_with(
            handle(), text(), text(), scene(), below(4) ? &options : NULL, when(), buffer, below(33), below(2) ? &answer : NULL);
        break;
    }
    default:
        if (below(16)) {
            pv_page_query(handle(), enumerator(3), scene(), below(8) ? buffer : NULL, below(33), below(8) ? &answer : NULL);
        } else if (below(2)) {
            pv_recording_options options = PV_RECORDING_OPTIONS;
            options.naming = name;
            options.limit = 4096;
            options.without_user_data = below(2);
            char path[64];
            int length = snprintf(path, sizeof path, "%llx.%s", (unsigned long long)next(), below(2) ? "trace" : "jsonl");
            if (!pv_recording_start(handle(), (pv_text){path, (size_t)length}, below(8) ? &options : NULL, &out)) keep(out);
            // The recording keeps the file open after its removal.
            remove(path);
        } else {
            pv_recording_stop(handle(), &out);
        }
    }
}

static long calls;
static uint64_t seed;

static void run_alone(uintptr_t number, long count) {
    state = (seed + number + 1) * 0x9E3779B97F4A7C15u | 1;
    for (long i = 0; i < count; i++) step();
}

static void *run(void *number) {
    run_alone((uintptr_t)number, calls);
    return NULL;
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: fuzz SEED CALLS THREADS\n");
        return 64;
    }
    seed = strtoull(arguments[1], NULL, 10);
    int threads = atoi(arguments[3]);
    calls = atol(arguments[2]) / (threads < 1 ? 1 : threads);
    // The thread sanitizer does not see that the Swift runtime initializes each global once, so one thread begins.
    run_alone(64, 2000);
    pthread_t workers[64];
    for (int i = 0; i < threads && i < 64; i++) pthread_create(&workers[i], NULL, run, (void *)(uintptr_t)i);
    for (int i = 0; i < threads && i < 64; i++) pthread_join(workers[i], NULL);
    // Each engine that ends releases the contexts of its receivers and recordings.
    for (int i = 0; i < SLOTS; i++) pv_engine_destroy(handles[i]);
    printf("seed %s: %ld calls, %ld contexts of engines whose handles are lost\n", arguments[1], calls * threads, (long)contexts);
    return 0;
}
