// Tests of the C interface. The file is C11 and C++17: `run` compiles it as both, and links each program to both libraries.
//
// usage: behaviour FOLDER    FOLDER: an empty folder for the recordings
#define _POSIX_C_SOURCE 200809L
#include <pageview.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void fail(int line, const char *what, long long expected, long long found) {
    fprintf(stderr, "behaviour.c:%d: %s: expected %lld, found %lld\n", line, what, expected, found);
    failures++;
}

#define EQUAL(what, expected)                                                                                                   \
    do {                                                                                                                        \
        long long found_ = (long long)(what), expected_ = (long long)(expected);                                                \
        if (found_ != expected_) fail(__LINE__, #what, expected_, found_);                                                      \
    } while (0)
#define OK(call) EQUAL(call, PV_OK)
#define TRUE(condition) EQUAL(!!(condition), 1)

static bool is(pv_text text, const char *expected) {
    return text.bytes && text.length == strlen(expected) && !memcmp(text.bytes, expected, text.length);
}

static const pv_scene no_scene = {0, 0};
static const pv_component no_component = {0, 0};
static const pv_declaration no_declaration = PV_DECLARATION;
static const pv_link_options no_options = PV_LINK_OPTIONS;

static pv_text text(const char *bytes) {
    pv_text result = {bytes, bytes ? strlen(bytes) : 0};
    return result;
}

static pv_field field(const char *name, pv_value_kind kind) {
    pv_field result;
    memset(&result, 0, sizeof result);
    result.name = text(name);
    result.value.kind = kind;
    return result;
}

// MARK: Received records

typedef struct {
    int records, views, leaves, interactions, links, pages, diagnostics, released;
    char name[64], context[64], previous[64], diagnostic[64], field[64];
    pv_record last;
    pv_page_view_id previous_id;
    pv_engine engine;
    pv_receiver receiver;
    pv_component component;
    int action;
} log_t;

static void keep(char *to, pv_text from) {
    size_t length = from.length < 63 ? from.length : 63;
    if (length) memcpy(to, from.bytes, length);
    to[length] = 0;
}

enum { NOTHING, REMOVE_ITSELF, DESTROY_ENGINE, REPORT, STOP };

static void receive(const pv_record *record, void *context) {
    log_t *log = (log_t *)context;
    EQUAL(log->released, 0);
    EQUAL(record->size, sizeof *record);
    log->records++;
    log->last = *record;
    switch (record->kind) {
    case PV_PAGE_VIEW:
        log->views++;
        log->previous[0] = 0;
        if (record->previous) {
            keep(log->previous, record->previous->page.name);
            log->previous_id = record->previous->id;
        }
        log->field[0] = 0;
        if (record->field_count) keep(log->field, record->fields[0].name);
        break;
    case PV_PAGE_LEAVE: log->leaves++; break;
    case PV_INTERACTION: log->interactions++; break;
    case PV_DEEP_LINK: log->links++; break;
    case PV_CURRENT_PAGE: log->pages++; break;
    case PV_DIAGNOSTIC:
        log->diagnostics++;
        keep(log->diagnostic, record->name);
        break;
    default: fail(__LINE__, "kind", 0, record->kind);
    }
    if (record->has_page) {
        keep(log->name, record->page.name);
        keep(log->context, record->page.context);
    }
    int action = log->action;
    log->action = NOTHING;
    switch (action) {
    case REMOVE_ITSELF:
        OK(pv_receiver_remove(log->receiver));
        EQUAL(pv_receiver_remove(log->receiver), PV_ERROR_HANDLE);
        break;
    case DESTROY_ENGINE: OK(pv_engine_destroy(log->engine)); break;
    case REPORT: OK(pv_component_report(log->component, PV_DID_DISAPPEAR, PV_NOW)); break;
    case STOP: OK(pv_engine_stop(log->engine, PV_NOW)); break;
    default: break;
    }
}

static void release(void *context) { ((log_t *)context)->released++; }

static void begin(log_t *log, pv_kinds kinds) {
    memset(log, 0, sizeof *log);
    OK(pv_engine_create(NULL, &log->engine));
    OK(pv_receiver_add(log->engine, kinds, receive, log, release, &log->receiver));
}

static void end(log_t *log) {
    OK(pv_engine_destroy(log->engine));
    EQUAL(log->released, 1);
}

static pv_page page(const char *name, const char *context) {
    pv_page result = 0;
    OK(pv_page_create(text(name), text(context), &result));
    return result;
}

static pv_component component(pv_engine engine, pv_page page, pv_page_state state) {
    pv_declaration declaration = PV_DECLARATION;
    pv_component result = no_component;
    declaration.page = page;
    declaration.state = state;
    OK(pv_component_create(engine, &declaration, 7, 0, &result));
    return result;
}

// MARK: Records

static void page_views(void) {
    log_t log;
    begin(&log, PV_ALL_KINDS);
    pv_page home_page = page("home", NULL), item_page = page("item", "shoes");
    pv_component home = component(log.engine, home_page, PV_STATE_DEFAULT);
    pv_component item = component(log.engine, item_page, PV_STATE_PENDING);
    OK(pv_component_report(home, PV_WILL_APPEAR, 1));
    OK(pv_component_report(home, PV_DID_APPEAR, 1));
    EQUAL(log.views, 1);
    EQUAL(log.pages, 1);
    TRUE(!strcmp(log.name, "home") && !log.context[0]);
    OK(pv_component_report(item, PV_DID_APPEAR, 2));
    EQUAL(log.views, 1);

    pv_field fields[2] = {field("price", PV_DECIMAL), field("sale", PV_BOOL)};
    fields[0].value.as.text = text("89.90");
    fields[1].value.as.boolean = true;
    OK(pv_component_ready_with(item, 0, fields, 2, 3));
    EQUAL(log.views, 2);
    TRUE(!strcmp(log.name, "item") && !strcmp(log.context, "shoes") && !strcmp(log.previous, "home"));
    TRUE(!strcmp(log.field, "price"));
    pv_record view = log.last;
    EQUAL(view.kind, PV_PAGE_VIEW);
    EQUAL(view.sequence, 2);
    EQUAL(view.cause, PV_CAUSE_READY);
    EQUAL(view.time, 3);
    EQUAL(view.has_appearance, 1);
    EQUAL(view.appeared_at, 2);
    EQUAL(view.id.component.number, item.number);
    EQUAL(view.id.component.engine, log.engine);
    EQUAL(view.id.component_tag, 7);
    EQUAL(view.id.number, 1);
    EQUAL(view.field_count, 2);
    EQUAL(log.previous_id.component.number, home.number);

    OK(pv_component_report(item, PV_WILL_DISAPPEAR, 4));
    OK(pv_component_report(item, PV_DID_DISAPPEAR, 5));
    EQUAL(log.leaves, 1);
    EQUAL(log.views, 2);
    OK(pv_component_report(home, PV_DESTROY, 6));
    EQUAL(log.leaves, 2);
    EQUAL(log.last.kind, PV_CURRENT_PAGE);
    TRUE(!log.last.has_page);
    EQUAL(pv_component_report(home, PV_DID_APPEAR, 7), PV_ERROR_HANDLE);
    EQUAL(log.diagnostics, 1);
    TRUE(!strcmp(log.diagnostic, "eventAfterDestroy"));
    EQUAL(log.last.id.component.number, home.number);
    OK(pv_component_report(item, PV_DID_DISAPPEAR, 8));
    TRUE(!strcmp(log.diagnostic, "didDisappearWithoutAppear"));
    OK(pv_component_report(item, PV_DID_APPEAR, 1));
    EQUAL(log.diagnostics, 3);
    OK(pv_page_destroy(home_page));
    OK(pv_page_destroy(item_page));
    end(&log);
}

static void nested_values(const pv_record *record, void *context) {
    int *count = (int *)context;
    (*count)++;
    EQUAL(record->field_count, 7);
    const pv_field *fields = record->fields;
    TRUE(is(fields[0].name, "null") && fields[0].value.kind == PV_NULL);
    EQUAL(fields[1].value.as.integer, INT64_MIN);
    TRUE(fields[2].value.kind == PV_DOUBLE && fields[2].value.as.number == 0.5);
    TRUE(fields[3].value.kind == PV_STRING && fields[3].value.as.text.length == 3
         && !memcmp(fields[3].value.as.text.bytes, "a\0b", 3));
    EQUAL(fields[4].value.kind, PV_ARRAY);
    EQUAL(fields[4].value.as.array.count, 2);
    EQUAL(fields[4].value.as.array.items[1].as.integer, 2);
    EQUAL(fields[5].value.kind, PV_OBJECT);
    TRUE(is(fields[5].value.as.object.fields[0].name, "inner"));
    TRUE(fields[6].value.kind == PV_STRING && fields[6].value.as.text.bytes && fields[6].value.as.text.length == 0);
}

static void values(void) {
    pv_engine engine;
    pv_payload payload = 0;
    int count = 0;
    OK(pv_engine_create(NULL, &engine));
    OK(pv_receiver_add(engine, PV_PAGE_VIEW | PV_INTERACTION, nested_values, &count, NULL, NULL));
    pv_field fields[8] = {field("null", PV_NULL),     field("int", PV_INT),     field("double", PV_DOUBLE),
                          field("text", PV_STRING),   field("array", PV_ARRAY), field("object", PV_OBJECT),
                          field("empty", PV_STRING),  field("int", PV_INT)};
    pv_value items[2];
    memset(items, 0, sizeof items);
    items[0].kind = items[1].kind = PV_INT;
    items[0].as.integer = 1;
    items[1].as.integer = 2;
    pv_field inner = field("inner", PV_BOOL);
    fields[2].value.as.number = 0.5;
    fields[3].value.as.text.bytes = "a\0b";
    fields[3].value.as.text.length = 3;
    fields[4].value.as.array.items = items;
    fields[4].value.as.array.count = 2;
    fields[5].value.as.object.fields = &inner;
    fields[5].value.as.object.count = 1;
    fields[6].value.as.text = text("");
    fields[7].value.as.integer = INT64_MIN;
    OK(pv_payload_create(fields, 8, &payload));
    pv_page home = page("home", "");
    pv_component c = component(engine, home, PV_STATE_PENDING);
    OK(pv_component_report(c, PV_DID_APPEAR, 1));
    OK(pv_component_ready(c, 0, payload, 2));
    EQUAL(count, 1);
    OK(pv_interaction_record(engine, text("tap"), payload, no_scene, 3));
    EQUAL(count, 2);
    OK(pv_page_view_record(engine, no_component, home, payload, no_scene, 4));
    EQUAL(count, 3);
    OK(pv_payload_destroy(payload));
    EQUAL(pv_payload_destroy(payload), PV_ERROR_HANDLE);
    OK(pv_engine_destroy(engine));
}

// Sets a field to arrays in each other. With the payload of the field, there are that many levels.
static void nested_arrays(pv_field *one, int levels) {
    static pv_value chain[512];
    memset(chain, 0, sizeof chain);
    *one = field("deep", PV_ARRAY);
    one->value.as.array.items = chain;
    one->value.as.array.count = levels > 2;
    for (int i = 0; i < levels - 2; i++) {
        chain[i].kind = PV_ARRAY;
        chain[i].as.array.items = chain + i + 1;
        chain[i].as.array.count = i < levels - 3;
    }
}

static void rejected_values(void) {
    pv_payload payload = 99;
    pv_field one = field("a", PV_STRING);
    one.value.as.text.bytes = "\xC0\x80";
    one.value.as.text.length = 2;
    EQUAL(pv_payload_create(&one, 1, &payload), PV_ERROR_TEXT);
    const char *wrong[] = {"\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82",
                           "\xF5\x80\x80\x80", "a\xFF", "\xE0\x80\x80", "\xF0\x80\x80\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        EQUAL(pv_page_create(text(wrong[i]), text(NULL), &payload), PV_ERROR_TEXT);
    }
    one.value.as.text.bytes = NULL;
    EQUAL(pv_payload_create(&one, 1, &payload), PV_ERROR_NULL);
    one.value.as.text.bytes = "";
    one.value.as.text.length = SIZE_MAX;
    EQUAL(pv_payload_create(&one, 1, &payload), PV_ERROR_TOO_LARGE);
    one = field("a", 8);
    EQUAL(pv_payload_create(&one, 1, &payload), PV_ERROR_VALUE);
    one = field("a", PV_DECIMAL);
    one.value.as.text = text("1e5");
    EQUAL(pv_payload_create(&one, 1, &payload), PV_ERROR_VALUE);
    EQUAL(pv_payload_create(NULL, 1, &payload), PV_ERROR_NULL);
    EQUAL(pv_payload_create(&one, SIZE_MAX, &payload), PV_ERROR_TOO_LARGE);
    EQUAL(pv_payload_create(&one, 1000001, &payload), PV_ERROR_TOO_LARGE);
    EQUAL(pv_payload_create(NULL, 0, NULL), PV_ERROR_NULL);
    // A circle of values ends at the depth limit, and a wide circle at the limit of their number.
    pv_value circle[2];
    memset(circle, 0, sizeof circle);
    circle[0].kind = circle[1].kind = PV_ARRAY;
    circle[0].as.array.items = circle[1].as.array.items = circle;
    circle[0].as.array.count = 1;
    circle[1].as.array.count = 2;
    one = field("a", PV_ARRAY);
    one.value.as.array.items = circle;
    one.value.as.array.count = 1;
    EQUAL(pv_payload_create(&one, 1, &payload), PV_ERROR_TOO_LARGE);
    one.value.as.array.items = circle + 1;
    EQUAL(pv_payload_create(&one, 1, &payload), PV_ERROR_TOO_LARGE);
    EQUAL(payload, 99);
    nested_arrays(&one, 501);
    EQUAL(pv_payload_create(&one, 1, &payload), PV_ERROR_TOO_LARGE);
    nested_arrays(&one, 500);
    OK(pv_payload_create(&one, 1, &payload));
    OK(pv_payload_destroy(payload));
    OK(pv_payload_create(NULL, 0, &payload));
    OK(pv_payload_destroy(payload));
}

static void links_and_queries(void) {
    log_t log;
    begin(&log, PV_ALL_KINDS);
    pv_page home = page("home", "tab");
    pv_component c = component(log.engine, home, PV_STATE_READY);
    pv_answer answer;
    char buffer[8];
    memset(&answer, 1, sizeof answer);
    OK(pv_page_query(log.engine, PV_QUERY_CURRENT_PAGE, no_scene, NULL, 0, &answer));
    TRUE(!answer.exists && !answer.needed && !answer.scene.engine);
    OK(pv_component_report(c, PV_DID_APPEAR, 5));
    EQUAL(pv_page_query(log.engine, PV_QUERY_CURRENT_PAGE, no_scene, buffer, 6, &answer), PV_ERROR_BUFFER);
    TRUE(answer.needed == 7 && !answer.exists);
    EQUAL(pv_page_query(log.engine, PV_QUERY_CURRENT_PAGE, no_scene, NULL, 100, &answer), PV_ERROR_BUFFER);
    for (pv_query query = PV_QUERY_CURRENT_PAGE; query <= PV_QUERY_LAST_COUNTED_PAGE; query++) {
        OK(pv_page_query(log.engine, query, no_scene, buffer, 7, &answer));
        TRUE(answer.exists && is(answer.page.page.name, "home") && is(answer.page.page.context, "tab") && answer.is_counted);
        TRUE(answer.page.page.name.bytes == buffer && answer.page.id.component.number == c.number);
        EQUAL(answer.began_at, query == PV_QUERY_LAST_COUNTED_PAGE ? 0 : 5);
    }
    EQUAL(pv_page_query(log.engine, 3, no_scene, buffer, 8, &answer), PV_ERROR_VALUE);
    OK(pv_page_query(log.engine, 0, no_scene, NULL, 0, NULL));
    pv_scene main_scene, other;
    OK(pv_main_scene(log.engine, &main_scene));
    OK(pv_page_query(log.engine, PV_QUERY_CURRENT_PAGE, main_scene, buffer, 8, &answer));
    EQUAL(answer.scene.number, main_scene.number);
    OK(pv_scene_create(log.engine, 42, &other));
    OK(pv_page_query(log.engine, PV_QUERY_CURRENT_PAGE, other, buffer, 8, &answer));
    TRUE(!answer.exists);

    OK(pv_deep_link_handle(log.engine, text("app://item"), text("mail"), no_scene, 6, buffer, 8, &answer));
    TRUE(answer.exists && is(answer.page.page.name, "home"));
    EQUAL(log.links, 1);
    EQUAL(pv_deep_link_handle(log.engine, text("app://item"), text(NULL), other, 7, buffer, 1, &answer), PV_ERROR_BUFFER);
    EQUAL(log.links, 2);
    EQUAL(log.last.scene_tag, 42);
    OK(pv_deep_link_discard(log.engine, other, 8));
    OK(pv_scene_report(main_scene, PV_SCENE_BACKGROUND, 9));
    OK(pv_scene_report(main_scene, PV_SCENE_INACTIVE, 9));
    OK(pv_scene_report(main_scene, PV_SCENE_FOREGROUND, 10));
    OK(pv_scene_report(main_scene, PV_SCENE_ACTIVE, 10));
    OK(pv_component_attach(c, other, 11));
    OK(pv_component_report(c, PV_DID_APPEAR, 11));
    EQUAL(log.last.scene.number, other.number);
    OK(pv_scene_report(other, PV_SCENE_CLOSE, 12));
    OK(pv_scene_report(other, PV_SCENE_FOREGROUND, 13));
    OK(pv_component_move(c, component(log.engine, 0, PV_STATE_DEFAULT), 14));
    OK(pv_component_move(c, no_component, 15));
    OK(pv_recording_note(log.engine, text("remark"), 0, 16));
    OK(pv_engine_stop(log.engine, 17));
    OK(pv_engine_start(log.engine, true, 18));
    pv_time now = -1;
    OK(pv_engine_now(log.engine, &now));
    TRUE(now >= 0);
    OK(pv_page_destroy(home));
    end(&log);
}

static void policies_and_blank_names(void) {
    pv_engine_options options = PV_ENGINE_OPTIONS;
    pv_engine engine = 5;
    options.reveal = 2;
    EQUAL(pv_engine_create(&options, &engine), PV_ERROR_VALUE);
    options.reveal = PV_COUNTS;
    options.size--;
    EQUAL(pv_engine_create(&options, &engine), PV_ERROR_VALUE);
    EQUAL(engine, 5);
    options.size++;
    OK(pv_engine_create(&options, &engine));
    log_t log;
    memset(&log, 0, sizeof log);
    OK(pv_receiver_add(engine, PV_PAGE_VIEW | PV_DIAGNOSTIC, receive, &log, NULL, &log.receiver));
    pv_page home = page("home", NULL), blank = page(" \t", NULL);
    pv_component below = component(engine, home, PV_STATE_READY), above = component(engine, home, PV_STATE_READY);
    OK(pv_component_report(below, PV_DID_APPEAR, 1));
    OK(pv_component_report(above, PV_DID_APPEAR, 2));
    OK(pv_component_report(above, PV_DID_DISAPPEAR, 3));
    EQUAL(log.views, 3);
    EQUAL(log.last.cause, PV_CAUSE_REVEALED);
    EQUAL(pv_component_ready(below, blank, 0, 4), PV_ERROR_BLANK_NAME);
    EQUAL(pv_component_pending(below, blank, 4), PV_ERROR_BLANK_NAME);
    EQUAL(pv_page_view_record(engine, no_component, blank, 0, no_scene, 4), PV_ERROR_BLANK_NAME);
    EQUAL(pv_page_view_record(engine, no_component, 0, 0, no_scene, 4), PV_ERROR_HANDLE);
    // The time of this call is before the last time, which is a diagnostic of its own.
    component(engine, blank, PV_STATE_READY);
    EQUAL(log.diagnostics, 6);
    TRUE(!strcmp(log.diagnostic, "emptyPageName"));
    OK(pv_engine_destroy(engine));
}

// MARK: Misuse

static void misuse(void) {
    log_t log, other;
    begin(&log, PV_ALL_KINDS);
    begin(&other, PV_ALL_KINDS);
    pv_page home = page("home", NULL), stale_page = page("old", NULL), out = 0;
    OK(pv_page_destroy(stale_page));
    EQUAL(pv_page_destroy(stale_page), PV_ERROR_HANDLE);
    pv_component mine = component(log.engine, home, PV_STATE_READY), foreign = component(other.engine, home, PV_STATE_READY);
    pv_scene foreign_scene;
    OK(pv_main_scene(other.engine, &foreign_scene));
    EQUAL(pv_component_attach(mine, foreign_scene, 1), PV_ERROR_FOREIGN_HANDLE);
    EQUAL(pv_component_attach(mine, no_scene, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_move(mine, foreign, 1), PV_ERROR_FOREIGN_HANDLE);
    EQUAL(pv_page_view_record(log.engine, foreign, 0, 0, no_scene, 1), PV_ERROR_FOREIGN_HANDLE);
    EQUAL(pv_interaction_record(log.engine, text("tap"), 0, foreign_scene, 1), PV_ERROR_FOREIGN_HANDLE);
    pv_declaration declaration = PV_DECLARATION;
    declaration.container = foreign;
    EQUAL(pv_component_declare(mine, &declaration, 1), PV_ERROR_FOREIGN_HANDLE);
    declaration.container = no_component;
    declaration.page = stale_page;
    EQUAL(pv_component_declare(mine, &declaration, 1), PV_ERROR_HANDLE);
    declaration.page = 0;
    declaration.attached = 2;
    EQUAL(pv_component_declare(mine, &declaration, 1), PV_ERROR_VALUE);
    declaration.attached = 0;
    declaration.state = 3;
    EQUAL(pv_component_declare(mine, &declaration, 1), PV_ERROR_VALUE);
    declaration.state = -1;
    EQUAL(pv_component_declare(mine, &declaration, 1), PV_ERROR_VALUE);
    declaration.state = 0;
    declaration.size = 0;
    EQUAL(pv_component_declare(mine, &declaration, 1), PV_ERROR_VALUE);
    OK(pv_component_declare(mine, NULL, 1));
    EQUAL(pv_component_report(mine, 10, 1), PV_ERROR_VALUE);
    EQUAL(pv_component_report(mine, -1, 1), PV_ERROR_VALUE);
    EQUAL(pv_component_report(mine, INT32_MAX, 1), PV_ERROR_VALUE);
    EQUAL(pv_component_ready(mine, stale_page, 0, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_ready(mine, 0, home, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_ready(mine, log.engine, 0, 1), PV_ERROR_HANDLE);
    EQUAL(pv_receiver_add(log.engine, PV_ALL_KINDS, NULL, NULL, release, NULL), PV_ERROR_NULL);
    EQUAL(pv_receiver_add(log.engine, 64, receive, NULL, release, NULL), PV_ERROR_VALUE);
    EQUAL(pv_receiver_add(0, PV_ALL_KINDS, receive, NULL, release, NULL), PV_ERROR_HANDLE);
    EQUAL(pv_engine_create(NULL, NULL), PV_ERROR_NULL);
    EQUAL(pv_page_create(text("a"), text(NULL), NULL), PV_ERROR_NULL);
    EQUAL(pv_page_create(text("a"), text("\xFF"), &out), PV_ERROR_TEXT);
    pv_recording recording = 0;
    EQUAL(pv_recording_start(log.engine, text("/nonexistent/x.trace"), NULL, &recording), PV_ERROR_FILE);
    EQUAL(pv_recording_start(log.engine, text("\xFF"), NULL, &recording), PV_ERROR_TEXT);
    EQUAL(log.records, 0);

    // Numbers that the library did not issue.
    uint64_t random = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        pv_component c = {random, (uint64_t)i};
        pv_scene s = {random, 1};
        EQUAL(pv_engine_destroy(random), PV_ERROR_HANDLE);
        EQUAL(pv_page_destroy(random), PV_ERROR_HANDLE);
        EQUAL(pv_payload_destroy(random), PV_ERROR_HANDLE);
        EQUAL(pv_receiver_remove(random), PV_ERROR_HANDLE);
        EQUAL(pv_recording_stop(random, NULL), PV_ERROR_HANDLE);
        EQUAL(pv_component_report(c, PV_DID_APPEAR, 1), PV_ERROR_HANDLE);
        EQUAL(pv_scene_report(s, PV_SCENE_CLOSE, 1), PV_ERROR_HANDLE);
        c.engine = log.engine, c.number = random | 1u << 20;
        s.engine = log.engine, s.number = random;
        EQUAL(pv_component_report(c, PV_DID_APPEAR, 1), PV_ERROR_HANDLE);
        EQUAL(pv_scene_report(s, PV_SCENE_CLOSE, 1), PV_ERROR_HANDLE);
    }

    // After the end of the engine.
    pv_engine engine = log.engine;
    pv_receiver receiver = log.receiver;
    pv_scene scene;
    pv_answer answer;
    OK(pv_main_scene(engine, &scene));
    end(&log);
    EQUAL(pv_engine_destroy(engine), PV_ERROR_HANDLE);
    EQUAL(pv_engine_stop(engine, 1), PV_ERROR_HANDLE);
    EQUAL(pv_engine_start(engine, true, 1), PV_ERROR_HANDLE);
    EQUAL(pv_engine_now(engine, NULL), PV_ERROR_HANDLE);
    EQUAL(pv_main_scene(engine, &scene), PV_ERROR_HANDLE);
    EQUAL(pv_scene_create(engine, 1, &scene), PV_ERROR_HANDLE);
    EQUAL(pv_scene_report(scene, PV_SCENE_CLOSE, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_create(engine, NULL, 1, 1, NULL), PV_ERROR_HANDLE);
    EQUAL(pv_component_declare(mine, NULL, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_report(mine, PV_DID_APPEAR, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_attach(mine, scene, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_move(mine, no_component, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_pending(mine, 0, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_ready(mine, 0, 0, 1), PV_ERROR_HANDLE);
    EQUAL(pv_component_ready_with(mine, 0, NULL, 0, 1), PV_ERROR_HANDLE);
    EQUAL(pv_interaction_record(engine, text("tap"), 0, no_scene, 1), PV_ERROR_HANDLE);
    EQUAL(pv_page_view_record(engine, no_component, home, 0, no_scene, 1), PV_ERROR_HANDLE);
    EQUAL(pv_deep_link_handle(engine, text("a"), text(NULL), no_scene, 1, NULL, 0, &answer), PV_ERROR_HANDLE);
    EQUAL(pv_deep_link_discard(engine, no_scene, 1), PV_ERROR_HANDLE);
    EQUAL(pv_recording_note(engine, text("a"), 0, 1), PV_ERROR_HANDLE);
    EQUAL(pv_receiver_add(engine, 1, receive, NULL, NULL, NULL), PV_ERROR_HANDLE);
    EQUAL(pv_receiver_remove(receiver), PV_ERROR_HANDLE);
    EQUAL(pv_page_query(engine, 0, no_scene, NULL, 0, &answer), PV_ERROR_HANDLE);
    EQUAL(pv_recording_start(engine, text("a"), NULL, NULL), PV_ERROR_HANDLE);
    end(&other);
    OK(pv_page_destroy(home));
    TRUE(!strcmp(pv_status_name(PV_ERROR_TOO_LARGE), "PV_ERROR_TOO_LARGE") && pv_status_name(-5)
         && pv_api_version() == PV_API_VERSION);
}

// MARK: Callbacks

static void callbacks(void) {
    for (int action = REMOVE_ITSELF; action <= STOP; action++) {
        log_t log;
        begin(&log, PV_ALL_KINDS);
        pv_page home = page("home", NULL);
        log.component = component(log.engine, home, PV_STATE_READY);
        log.action = action;
        OK(pv_component_report(log.component, PV_DID_APPEAR, PV_NOW));
        EQUAL(log.released, action == REMOVE_ITSELF || action == DESTROY_ENGINE);
        // Reported inside the callback: the page view, the current page, the leave, and the current page again.
        EQUAL(log.records, action == REPORT || action == STOP ? 4 : 1);
        EQUAL(pv_engine_destroy(log.engine), action == DESTROY_ENGINE ? PV_ERROR_HANDLE : PV_OK);
        EQUAL(log.released, 1);
        OK(pv_page_destroy(home));
    }
}

// MARK: Threads

typedef struct {
    pv_engine engine;
    pv_page page;
    int seed;
} work_t;

static int live_contexts;
static pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER;

static void count_release(void *context) {
    pthread_mutex_lock(&live_lock);
    live_contexts--;
    pthread_mutex_unlock(&live_lock);
    free(context);
}

static void touch(const pv_record *record, void *context) {
    ((char *)context)[0]++;
    if (record->kind == PV_PAGE_VIEW && record->sequence % 16 == 0) {
        pv_answer answer;
        char buffer[64];
        pv_page_query(record->scene.engine, PV_QUERY_CURRENT_PAGE, no_scene, buffer, sizeof buffer, &answer);
        pv_component_report(record->id.component, PV_DID_DISAPPEAR, PV_NOW);
    }
}

static void *work(void *argument) {
    work_t *own = (work_t *)argument;
    for (int i = 0; i < 400; i++) {
        pv_declaration declaration = PV_DECLARATION;
        pv_component c;
        pv_receiver receiver = 0;
        declaration.page = own->page;
        if (pv_component_create(own->engine, &declaration, (uint64_t)i, PV_NOW, &c)) break;
        void *context = calloc(1, 1);
        pthread_mutex_lock(&live_lock);
        live_contexts++;
        pthread_mutex_unlock(&live_lock);
        if (pv_receiver_add(own->engine, PV_ALL_KINDS, touch, context, count_release, &receiver)) count_release(context);
        pv_component_report(c, PV_DID_APPEAR, PV_NOW);
        pv_component_report(c, PV_WILL_DISAPPEAR, PV_NOW);
        pv_component_report(c, PV_DID_DISAPPEAR, PV_NOW);
        pv_receiver_remove(receiver);
        pv_component_report(c, PV_DESTROY, PV_NOW);
    }
    return NULL;
}

static void *destroy(void *argument) {
    work_t *own = (work_t *)argument;
    struct timespec pause = {0, own->seed * 1000000L};
    nanosleep(&pause, NULL);
    pv_engine_destroy(own->engine);
    return NULL;
}

typedef struct {
    pv_receiver receiver;
    int calls, released;
} own_t;

static void remove_itself(const pv_record *record, void *context) {
    own_t *own = (own_t *)context;
    (void)record;
    own->calls++;
    OK(pv_receiver_remove(own->receiver));
}

static void release_itself(void *context) { ((own_t *)context)->released++; }

static void *report_until_end(void *argument) {
    pv_component c;
    if (pv_component_create(*(pv_engine *)argument, NULL, 0, PV_NOW, &c)) return NULL;
    while (!pv_component_report(c, PV_DID_DISAPPEAR, PV_NOW)) continue;
    return NULL;
}

// Another thread calls each receiver while it is being added. The receiver knows its handle, and is called once.
static void receivers_that_remove_themselves(void) {
    enum { COUNT = 10000 };
    static own_t own[COUNT];
    pv_engine engine;
    pthread_t reporter;
    OK(pv_engine_create(NULL, &engine));
    pthread_create(&reporter, NULL, report_until_end, &engine);
    for (int i = 0; i < COUNT; i++) OK(pv_receiver_add(engine, PV_ALL_KINDS, remove_itself, own + i, release_itself, &own[i].receiver));
    OK(pv_engine_stop(engine, PV_NOW));
    OK(pv_engine_destroy(engine));
    pthread_join(reporter, NULL);
    int repeated = 0, released = 0;
    for (int i = 0; i < COUNT; i++) repeated += own[i].calls > 1, released += own[i].released;
    EQUAL(repeated, 0);
    EQUAL(released, COUNT);
}

static void threads(void) {
    for (int round = 0; round < 12; round++) {
        work_t shared;
        pthread_t workers[6], destroyer;
        OK(pv_engine_create(NULL, &shared.engine));
        shared.page = page("home", NULL);
        shared.seed = round;
        for (int i = 0; i < 6; i++) pthread_create(&workers[i], NULL, work, &shared);
        pthread_create(&destroyer, NULL, destroy, &shared);
        for (int i = 0; i < 6; i++) pthread_join(workers[i], NULL);
        pthread_join(destroyer, NULL);
        OK(pv_page_destroy(shared.page));
    }
    EQUAL(live_contexts, 0);
}

// MARK: Recordings

typedef struct {
    pv_recording recording;
    int calls;
} naming_t;

static size_t name_it(pv_component component, pv_scene scene, uint64_t tag, char *buffer, size_t capacity, void *context) {
    naming_t *naming = (naming_t *)context;
    naming->calls++;
    TRUE(naming->recording);
    if (component.number && scene.number) fail(__LINE__, "both numbers", 0, 1);
    size_t length = tag == 1 ? 300 : 4;
    if (length <= capacity) memset(buffer, tag == 1 ? 'x' : 'w', length);
    return scene.number && !tag ? 0 : length;
}

static int naming_released;
static void release_naming(void *context) { (void)context, naming_released++; }

static void recordings(const char *folder) {
    char path[1024];
    for (int file = 0; file < 2; file++) {
        snprintf(path, sizeof path, "%s/%s", folder, file ? "session.jsonl" : "session.trace");
        pv_engine engine;
        naming_t naming = {0, 0};
        uint64_t lost = 99;
        OK(pv_engine_create(NULL, &engine));
        // The recording names the component before `pv_recording_start` returns.
        OK(pv_component_create(engine, NULL, 4, 0, NULL));
        pv_recording_options options = PV_RECORDING_OPTIONS;
        options.title = text("from C");
        options.naming = name_it;
        options.context = &naming;
        options.release = release_naming;
        OK(pv_recording_start(engine, text(path), &options, &naming.recording));
        TRUE(naming.calls > 0);
        EQUAL(pv_recording_start(engine, text(path), &options, NULL), PV_ERROR_FILE);
        pv_page home = page("home", NULL);
        pv_declaration declaration = PV_DECLARATION;
        pv_component first, second;
        pv_scene scene;
        OK(pv_scene_create(engine, 3, &scene));
        declaration.page = home;
        OK(pv_component_create(engine, &declaration, 1, 1000, &first));
        declaration.scene = scene;
        OK(pv_component_create(engine, &declaration, 2, 1000, &second));
        OK(pv_component_report(first, PV_DID_APPEAR, 2000));
        OK(pv_component_report(second, PV_DID_APPEAR, 2000));
        OK(pv_recording_note(engine, text("a remark"), 0, 3000));
        // The reader of recordings accepts the deepest payload.
        pv_field deep;
        nested_arrays(&deep, 500);
        OK(pv_component_ready_with(second, 0, &deep, 1, 3000));
        OK(pv_component_report(first, PV_DESTROY, 4000));
        EQUAL(naming_released, file);
        if (file) {
            OK(pv_engine_destroy(engine));
            EQUAL(pv_recording_stop(naming.recording, &lost), PV_ERROR_HANDLE);
            EQUAL(lost, 99);
        } else {
            OK(pv_recording_stop(naming.recording, &lost));
            EQUAL(lost, 0);
            EQUAL(pv_recording_stop(naming.recording, &lost), PV_ERROR_HANDLE);
            OK(pv_engine_destroy(engine));
        }
        EQUAL(naming_released, file + 1);
        OK(pv_page_destroy(home));
    }
}

// MARK: Updates, lists and containers

typedef struct {
    pv_turn turn;
    int scheduled, released;
} loop_t;

static void schedule(pv_turn turn, void *context) {
    loop_t *loop = (loop_t *)context;
    if (loop->turn) EQUAL(turn, loop->turn);
    loop->scheduled++;
}

static void release_loop(void *context) { ((loop_t *)context)->released++; }

static void updates(void) {
    log_t log;
    begin(&log, PV_PAGE_VIEW | PV_PAGE_LEAVE | PV_DIAGNOSTIC);
    pv_page list_page = page("list", NULL), item_page = page("item", NULL);
    pv_component list = component(log.engine, list_page, PV_STATE_READY);
    pv_component item = component(log.engine, item_page, PV_STATE_READY);

    // A redirect in one update counts only the page that the user sees.
    OK(pv_begin(log.engine, 1));
    OK(pv_begin(log.engine, 1));
    OK(pv_component_report(list, PV_DID_APPEAR, 1));
    OK(pv_component_report(list, PV_DID_DISAPPEAR, 1));
    OK(pv_component_report(item, PV_DID_APPEAR, 1));
    OK(pv_commit(log.engine, 2));
    EQUAL(log.records, 0);
    OK(pv_commit(log.engine, 2));
    EQUAL(log.records, 1);
    EQUAL(log.last.time, 2);
    TRUE(!strcmp(log.name, "item"));
    OK(pv_commit(log.engine, 3));
    TRUE(!strcmp(log.diagnostic, "commitWithoutBegin"));
    OK(pv_component_report(item, PV_DID_DISAPPEAR, 4));
    EQUAL(log.leaves, 1);
    EQUAL(log.last.current_nanoseconds, 2);

    // A turn has the effect of an update.
    loop_t loop = {0, 0, 0};
    OK(pv_turn_create(log.engine, schedule, &loop, release_loop, &loop.turn));
    OK(pv_turn_end(loop.turn));
    for (int navigation = 0; navigation < 2; navigation++) {
        OK(pv_turn_begin(loop.turn));
        OK(pv_component_report(list, PV_DID_APPEAR, PV_NOW));
        OK(pv_turn_begin(loop.turn));
        OK(pv_component_report(list, PV_DID_DISAPPEAR, PV_NOW));
        OK(pv_component_report(item, PV_DID_APPEAR, PV_NOW));
        EQUAL(loop.scheduled, navigation + 1);
        EQUAL(log.views, navigation + 1);
        OK(pv_turn_end(loop.turn));
        OK(pv_turn_end(loop.turn));
        EQUAL(log.views, navigation + 2);
        TRUE(!strcmp(log.name, "item"));
        OK(pv_component_report(item, PV_DID_DISAPPEAR, PV_NOW));
    }
    // A stop ends the update, and the next report of the same turn begins another one.
    OK(pv_turn_begin(loop.turn));
    OK(pv_engine_stop(log.engine, PV_NOW));
    OK(pv_engine_start(log.engine, false, PV_NOW));
    OK(pv_turn_begin(loop.turn));
    EQUAL(loop.scheduled, 4);
    OK(pv_component_report(list, PV_DID_APPEAR, PV_NOW));
    EQUAL(log.views, 3);
    OK(pv_turn_destroy(loop.turn));
    EQUAL(log.views, 4);
    EQUAL(log.diagnostics, 1);
    EQUAL(loop.released, 1);
    EQUAL(pv_turn_begin(loop.turn), PV_ERROR_HANDLE);
    EQUAL(pv_turn_end(loop.turn), PV_ERROR_HANDLE);
    EQUAL(pv_turn_destroy(loop.turn), PV_ERROR_HANDLE);

    pv_turn none = 0;
    EQUAL(pv_turn_create(log.engine, NULL, &loop, release_loop, &none), PV_ERROR_NULL);
    EQUAL(pv_turn_create(log.engine, schedule, &loop, release_loop, NULL), PV_ERROR_NULL);
    EQUAL(pv_turn_create(99, schedule, &loop, release_loop, &none), PV_ERROR_HANDLE);
    EQUAL(pv_begin(99, PV_NOW), PV_ERROR_HANDLE);
    EQUAL(pv_commit(99, PV_NOW), PV_ERROR_HANDLE);
    EQUAL(loop.released, 1);
    // The engine ends the helper.
    loop.turn = 0;
    OK(pv_turn_create(log.engine, schedule, &loop, release_loop, &loop.turn));
    OK(pv_turn_begin(loop.turn));
    OK(pv_page_destroy(list_page));
    OK(pv_page_destroy(item_page));
    end(&log);
    EQUAL(loop.released, 2);
    EQUAL(pv_turn_end(loop.turn), PV_ERROR_HANDLE);
}

static pv_entry entry(const char *key, pv_page page, uint64_t tag) {
    pv_entry result;
    memset(&result, 0, sizeof result);
    result.size = sizeof result;
    result.key = text(key);
    result.page = page;
    result.tag = tag;
    return result;
}

static void lists(void) {
    log_t log;
    begin(&log, PV_PAGE_VIEW | PV_PAGE_LEAVE | PV_DIAGNOSTIC);
    pv_scene scene;
    OK(pv_main_scene(log.engine, &scene));
    pv_page list_page = page("list", NULL), item_page = page("item", NULL);
    pv_entry entries[3] = {entry("list", list_page, 11), entry("item 7", item_page, 12), entry("list", item_page, 13)};
    OK(pv_show(scene, entries, 1, 1));
    EQUAL(log.views, 1);
    EQUAL(log.last.id.component_tag, 11);
    entries[1].state = PV_STATE_PENDING;
    OK(pv_show(scene, entries, 3, 2));
    EQUAL(log.views, 1);
    TRUE(!strcmp(log.diagnostic, "duplicateKey"));
    // The same key is the same page, which is ready now.
    entries[1].state = PV_STATE_READY;
    OK(pv_show(scene, entries, 2, 3));
    EQUAL(log.views, 2);
    TRUE(!strcmp(log.name, "item") && !strcmp(log.previous, "list"));
    EQUAL(log.last.id.component_tag, 12);
    EQUAL(log.last.appeared_at, 2);
    // A record has the handle of the entry.
    pv_component item = log.last.id.component;
    OK(pv_component_focus(item, 4));
    // An entry that is left out ends, and the list below is revealed and not counted again.
    OK(pv_show(scene, entries, 1, 5));
    EQUAL(log.views, 2);
    EQUAL(log.leaves, 1);
    EQUAL(log.last.id.component_tag, 12);
    // A hidden entry hides what is inside it.
    pv_entry tabs[2] = {entry("tabs", 0, 0), entry("feed", item_page, 14)};
    tabs[0].is_hidden = true;
    tabs[1].container_key_or_none = text("tabs");
    OK(pv_show(scene, tabs, 2, 6));
    EQUAL(log.views, 2);
    tabs[0].is_hidden = false;
    OK(pv_show(scene, tabs, 2, 7));
    EQUAL(log.views, 3);
    EQUAL(log.last.id.component_tag, 14);
    // A higher level lies above.
    pv_entry dialog[2] = {entry("dialog", list_page, 15), entry("feed", item_page, 14)};
    dialog[0].has_level = true;
    dialog[0].level = 1;
    OK(pv_show(scene, dialog, 2, 8));
    char buffer[64];
    pv_answer answer;
    OK(pv_page_query(log.engine, PV_QUERY_CURRENT_PAGE, scene, buffer, sizeof buffer, &answer));
    TRUE(is(answer.page.page.name, "list"));
    OK(pv_show(scene, NULL, 0, 9));
    EQUAL(log.leaves, 4);

    EQUAL(pv_show(scene, NULL, 1, 9), PV_ERROR_NULL);
    EQUAL(pv_show(no_scene, dialog, 1, 9), PV_ERROR_HANDLE);
    EQUAL(pv_show(scene, dialog, (size_t)1 << 40, 9), PV_ERROR_TOO_LARGE);
    EQUAL(pv_show(scene, dialog, SIZE_MAX, 9), PV_ERROR_TOO_LARGE);
    dialog[1].page = 99;
    EQUAL(pv_show(scene, dialog, 2, 9), PV_ERROR_HANDLE);
    dialog[1] = entry("feed", item_page, 14);
    dialog[1].state = 3;
    EQUAL(pv_show(scene, dialog, 2, 9), PV_ERROR_VALUE);
    dialog[1].state = 0;
    dialog[1].size--;
    EQUAL(pv_show(scene, dialog, 2, 9), PV_ERROR_VALUE);
    dialog[1] = entry("\xFF", item_page, 14);
    EQUAL(pv_show(scene, dialog, 2, 9), PV_ERROR_TEXT);
    // A list that is rejected changes nothing.
    EQUAL(log.views, 4);
    OK(pv_page_destroy(list_page));
    OK(pv_page_destroy(item_page));
    end(&log);
}

static void containers(void) {
    log_t log;
    begin(&log, PV_ALL_KINDS);
    pv_page feed_page = page("feed", NULL), chat_page = page("chat", NULL);
    pv_declaration declaration = PV_DECLARATION;
    declaration.exclusive = 1;
    pv_component tabs, feed, chat, dialog;
    OK(pv_component_create(log.engine, &declaration, 1, 0, &tabs));
    declaration.exclusive = -1;
    declaration.container = tabs;
    declaration.page = feed_page;
    OK(pv_component_create(log.engine, &declaration, 2, 0, &feed));
    declaration.page = chat_page;
    OK(pv_component_create(log.engine, &declaration, 3, 0, &chat));
    // All tabs appear at launch, and the last one is in front.
    OK(pv_begin(log.engine, 1));
    OK(pv_component_report(feed, PV_DID_APPEAR, 1));
    OK(pv_component_report(chat, PV_DID_APPEAR, 1));
    OK(pv_commit(log.engine, 1));
    EQUAL(log.views, 1);
    TRUE(!strcmp(log.name, "chat"));
    OK(pv_component_select(feed, 2));
    EQUAL(log.views, 2);
    EQUAL(log.leaves, 1);
    TRUE(!strcmp(log.name, "feed"));
    OK(pv_component_report(chat, PV_SELECT, 3));
    EQUAL(log.views, 3);
    OK(pv_component_deselect(chat, 4));
    EQUAL(log.views, 4);
    OK(pv_component_focus(chat, 5));
    TRUE(log.last.kind == PV_CURRENT_PAGE && !strcmp(log.name, "chat"));

    // An interaction in the pane that is not in front.
    OK(pv_component_interaction_record(feed, PV_TEXT("tap"), 0, 6));
    EQUAL(log.interactions, 1);
    TRUE(!strcmp(log.name, "feed"));
    EQUAL(log.last.id.component_tag, 2);

    // A dialog of a higher level stays in front when a page below it appears again.
    declaration = no_declaration;
    declaration.page = chat_page;
    declaration.has_level = true;
    declaration.level = 1;
    OK(pv_component_create(log.engine, &declaration, 4, 7, &dialog));
    OK(pv_component_report(dialog, PV_DID_APPEAR, 7));
    OK(pv_component_report(feed, PV_DID_DISAPPEAR, 8));
    OK(pv_component_report(feed, PV_DID_APPEAR, 9));
    char buffer[64];
    pv_answer answer;
    OK(pv_page_query(log.engine, PV_QUERY_CURRENT_PAGE, no_scene, buffer, sizeof buffer, &answer));
    EQUAL(answer.page.id.component_tag, 4);

    declaration = no_declaration;
    declaration.exclusive = 2;
    EQUAL(pv_component_declare(dialog, &declaration, 9), PV_ERROR_VALUE);
    // A program that was compiled with the first version of the header has shorter structs.
    declaration = no_declaration;
    declaration.size = (offsetof(pv_declaration, reserved) + 7) / 8 * 8;
    declaration.exclusive = 2;
    OK(pv_component_declare(dialog, &declaration, 9));
    EQUAL(pv_component_report(dialog, 10, 9), PV_ERROR_VALUE);
    EQUAL(pv_component_report(dialog, -1, 9), PV_ERROR_VALUE);
    EQUAL(pv_component_select(no_component, 9), PV_ERROR_HANDLE);
    OK(pv_component_report(dialog, PV_DESTROY, 10));
    EQUAL(pv_component_focus(dialog, 10), PV_ERROR_HANDLE);
    EQUAL(pv_component_interaction_record(dialog, PV_TEXT("tap"), 0, 11), PV_ERROR_HANDLE);
    EQUAL(log.interactions, 2);
    EQUAL(pv_component_interaction_record(no_component, PV_TEXT("tap"), 0, 11), PV_ERROR_HANDLE);
    EQUAL(log.interactions, 2);
    OK(pv_page_destroy(feed_page));
    OK(pv_page_destroy(chat_page));
    end(&log);
}

static void targets_of_links(void) {
    log_t log;
    begin(&log, PV_PAGE_VIEW | PV_DIAGNOSTIC);
    pv_page home_page = page("home", NULL), item_page = page("item", NULL);
    pv_link_options options = PV_LINK_OPTIONS;
    options.target = text("item");
    OK(pv_deep_link_handle_with(log.engine, text("app://item"), PV_NO_TEXT, no_scene, &options, 1, NULL, 0, NULL));
    pv_scene window;
    OK(pv_scene_create(log.engine, 5, &window));
    pv_declaration declaration = PV_DECLARATION;
    declaration.scene = window;
    declaration.page = home_page;
    pv_component home, item;
    OK(pv_component_create(log.engine, &declaration, 1, 1, &home));
    declaration.page = item_page;
    OK(pv_component_create(log.engine, &declaration, 2, 1, &item));
    OK(pv_component_report(home, PV_DID_APPEAR, 2));
    EQUAL(log.views, 1);
    TRUE(!log.last.link);
    OK(pv_component_report(item, PV_DID_APPEAR, 3));
    EQUAL(log.views, 2);
    TRUE(log.last.link);
    OK(pv_component_report(item, PV_DID_DISAPPEAR, 4));

    options = no_options;
    options.expires_nanoseconds = 10;
    OK(pv_deep_link_handle_with(log.engine, text("app://item"), PV_NO_TEXT, window, &options, 5, NULL, 0, NULL));
    OK(pv_component_report(item, PV_DID_APPEAR, 16));
    EQUAL(log.views, 3);
    TRUE(!strcmp(log.diagnostic, "deepLinkExpired"));
    options.expires_nanoseconds = -2;
    EQUAL(pv_deep_link_handle_with(log.engine, text("a"), PV_NO_TEXT, window, &options, 5, NULL, 0, NULL), PV_ERROR_VALUE);
    options = no_options;
    options.size = 8;
    EQUAL(pv_deep_link_handle_with(log.engine, text("a"), PV_NO_TEXT, window, &options, 5, NULL, 0, NULL), PV_ERROR_VALUE);
    OK(pv_page_destroy(home_page));
    OK(pv_page_destroy(item_page));
    end(&log);
}

static void time_in_the_background(void) {
    log_t log;
    memset(&log, 0, sizeof log);
    pv_engine_options options = PV_ENGINE_OPTIONS;
    options.foreground = PV_COUNTS;
    options.foreground_minimum_nanoseconds = -1;
    EQUAL(pv_engine_create(&options, &log.engine), PV_ERROR_VALUE);
    options.foreground_minimum_nanoseconds = 100;
    OK(pv_engine_create(&options, &log.engine));
    OK(pv_receiver_add(log.engine, PV_PAGE_VIEW, receive, &log, release, &log.receiver));
    pv_scene scene;
    OK(pv_main_scene(log.engine, &scene));
    pv_page home_page = page("home", NULL);
    pv_component home = component(log.engine, home_page, PV_STATE_READY);
    OK(pv_component_report(home, PV_DID_APPEAR, 1));
    OK(pv_scene_report(scene, PV_SCENE_BACKGROUND, 2));
    OK(pv_scene_report(scene, PV_SCENE_FOREGROUND, 101));
    EQUAL(log.views, 1);
    OK(pv_scene_report(scene, PV_SCENE_BACKGROUND, 102));
    OK(pv_scene_report(scene, PV_SCENE_FOREGROUND, 202));
    EQUAL(log.views, 2);
    EQUAL(log.last.cause, PV_CAUSE_FOREGROUNDED);
    OK(pv_page_destroy(home_page));
    end(&log);
    // The options of the first version of the header end before `reserved`.
    options.size = (offsetof(pv_engine_options, reserved) + 7) / 8 * 8;
    pv_engine old;
    OK(pv_engine_create(&options, &old));
    OK(pv_engine_destroy(old));
    options.size += 1;
    EQUAL(pv_engine_create(&options, &old), PV_ERROR_VALUE);
}

// Neither the removal of a receiver nor a delivery may take time that grows with the number of receivers.
static void many_receivers(void) {
    enum { COUNT = 20000 };
    static log_t logs[COUNT];
    pv_engine engine;
    OK(pv_engine_create(NULL, &engine));
    pv_page home_page = page("home", NULL);
    pv_component home = component(engine, home_page, PV_STATE_READY);
    for (int i = 0; i < COUNT; i++)
        OK(pv_receiver_add(engine, PV_PAGE_VIEW, receive, &logs[i], release, &logs[i].receiver));
    OK(pv_component_report(home, PV_DID_APPEAR, 1));
    int views = 0, released = 0;
    for (int i = 0; i < COUNT; i++) views += logs[i].views;
    EQUAL(views, COUNT);
    for (int i = 0; i < COUNT; i++) OK(pv_receiver_remove(logs[i].receiver));
    for (int i = 0; i < COUNT; i++) released += logs[i].released;
    EQUAL(released, COUNT);
    OK(pv_page_destroy(home_page));
    OK(pv_engine_destroy(engine));
}

// A thread with the stack that the header states creates the deepest payload, records it, and receives it.
static void *deep_payload(void *levels) {
    log_t log;
    begin(&log, PV_INTERACTION);
    pv_field one = field("a", PV_NULL);
    nested_arrays(&one, *(int *)levels);
    pv_payload payload = 0;
    OK(pv_payload_create(&one, 1, &payload));
    OK(pv_interaction_record(log.engine, PV_TEXT("tap"), payload, no_scene, 1));
    EQUAL(log.interactions, 1);
    OK(pv_payload_destroy(payload));
    end(&log);
    return NULL;
}

static void small_stacks(void) {
    const struct {
        size_t size;
        int levels;
    } stacks[] = {{256 << 10, 499}, {64 << 10, 99}};
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) {
        pthread_attr_t attributes;
        pthread_t thread;
        int levels = stacks[i].levels;
        EQUAL(pthread_attr_init(&attributes), 0);
        EQUAL(pthread_attr_setstacksize(&attributes, stacks[i].size), 0);
        EQUAL(pthread_create(&thread, &attributes, deep_payload, &levels), 0);
        EQUAL(pthread_join(thread, NULL), 0);
        pthread_attr_destroy(&attributes);
    }
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: behaviour FOLDER\n");
        return 64;
    }
    page_views();
    values();
    rejected_values();
    links_and_queries();
    policies_and_blank_names();
    misuse();
    callbacks();
    threads();
    receivers_that_remove_themselves();
    recordings(arguments[1]);
    updates();
    lists();
    containers();
    targets_of_links();
    time_in_the_background();
    many_receivers();
    small_stacks();
    if (failures) fprintf(stderr, "behaviour: expected no failure, found %d\n", failures);
    return failures ? 1 : 0;
}
