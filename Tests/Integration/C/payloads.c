// Tests the payloads in records: payloads that occur again, large ones, and texts that many values share. The file is C11 and
// C++17, like behaviour.c.
//
// usage: payloads
#include <pageview.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check(int line, bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "payloads.c:%d: expected %s, found otherwise\n", line, what);
    failures++;
}

#define TRUE(condition) check(__LINE__, condition, #condition)
#define OK(call) check(__LINE__, (call) == PV_OK, #call " == PV_OK")

enum { PAYLOADS = 12, LARGE = 20000, MANY = 1000000 };

// What the receiver found in the last record.
typedef struct {
    int views;
    int64_t number;
    size_t fields, items;
    bool is_whole;
} found_t;

// The longest text of the tests. Its bytes differ, so that a wrong copy is found.
static char letters[LARGE];

static bool is_prefix(pv_text text) { return text.length <= LARGE && !memcmp(text.bytes, letters, text.length); }

static void receive(const pv_record *record, void *context) {
    found_t *found = (found_t *)context;
    found->views++;
    found->fields = record->field_count;
    found->number = record->field_count ? record->fields[0].value.as.integer : -1;
    found->is_whole = true;
    for (size_t i = 1; i < record->field_count; i++) {
        const pv_value *value = &record->fields[i].value;
        if (value->kind == PV_STRING) found->is_whole &= is_prefix(value->as.text);
        if (value->kind != PV_ARRAY) continue;
        found->items = value->as.array.count;
        for (size_t item = 0; item < found->items; item++) found->is_whole &= is_prefix(value->as.array.items[item].as.text);
    }
}

// Returns a payload of a number and `texts` texts, each of `length` bytes.
static pv_payload payload(int64_t number, size_t texts, size_t length) {
    pv_payload result = 0;
    char(*names)[16] = (char(*)[16])calloc(texts + 1, 16);
    pv_field *fields = (pv_field *)calloc(texts + 1, sizeof *fields);
    for (size_t i = 0; i <= texts; i++) {
        fields[i].name.bytes = names[i];
        fields[i].name.length = (size_t)snprintf(names[i], 16, "value %zu", i);
        fields[i].value.kind = i ? PV_STRING : PV_INT;
        if (i) {
            fields[i].value.as.text.bytes = letters;
            fields[i].value.as.text.length = length;
        } else {
            fields[i].value.as.integer = number;
        }
    }
    OK(pv_payload_create(fields, texts + 1, &result));
    free(fields);
    free(names);
    return result;
}

typedef struct {
    pv_engine engine;
    pv_component page;
    found_t found;
} engine_t;

static void begin(engine_t *own) {
    pv_page page;
    pv_declaration declaration = PV_DECLARATION;
    memset(own, 0, sizeof *own);
    OK(pv_engine_create(NULL, &own->engine));
    OK(pv_receiver_add(own->engine, PV_PAGE_VIEW, receive, &own->found, NULL, NULL));
    OK(pv_page_create(PV_TEXT("page"), PV_NO_TEXT, &page));
    declaration.page = page;
    OK(pv_component_create(own->engine, &declaration, 0, PV_NOW, &own->page));
    OK(pv_page_destroy(page));
}

static void show(engine_t *own, pv_payload payload) {
    int views = own->found.views;
    OK(pv_component_ready(own->page, 0, payload, PV_NOW));
    OK(pv_component_report(own->page, PV_DID_APPEAR, PV_NOW));
    OK(pv_component_report(own->page, PV_DID_DISAPPEAR, PV_NOW));
    TRUE(own->found.views == views + 1 && own->found.is_whole);
}

// Each record has the payload of its page, whichever payloads the records before it had.
static void repeated_payloads(void) {
    engine_t own;
    pv_payload payloads[PAYLOADS];
    begin(&own);
    for (int i = 0; i < PAYLOADS; i++) payloads[i] = payload(i, i % 3 ? (size_t)i : 300, i % 4 ? 5 : LARGE / 4);
    for (int round = 0; round < 200; round++) {
        int i = (round * round + round / 3) % PAYLOADS;
        show(&own, payloads[i]);
        TRUE(own.found.number == i && own.found.fields == (i % 3 ? (size_t)i : 300) + 1);
        if (round % 7 == 0) {
            show(&own, 0);
            TRUE(own.found.fields == 0);
        }
        if (round % 5) continue;
        // Another payload may get the memory of this one.
        OK(pv_payload_destroy(payloads[i]));
        payloads[i] = payload(i, i % 3 ? (size_t)i : 300, i % 4 ? 5 : LARGE / 4);
    }
    for (int i = 0; i < PAYLOADS; i++) OK(pv_payload_destroy(payloads[i]));
    OK(pv_engine_destroy(own.engine));
}

// The library stores a text that a million values share once. Otherwise this payload needs 2 GB, and each record with it too.
static void shared_text(void) {
    engine_t own;
    pv_payload result = 0;
    pv_value *items = (pv_value *)calloc(MANY, sizeof *items);
    pv_field fields[2];
    memset(fields, 0, sizeof fields);
    fields[0].name = PV_TEXT("number");
    fields[0].value.kind = PV_INT;
    fields[1].name = PV_TEXT("items");
    fields[1].value.kind = PV_ARRAY;
    fields[1].value.as.array.items = items;
    fields[1].value.as.array.count = MANY - 2;
    for (int i = 0; i < MANY; i++) {
        items[i].kind = PV_STRING;
        items[i].as.text.bytes = letters;
        items[i].as.text.length = 2000;
    }
    begin(&own);
    OK(pv_payload_create(fields, 2, &result));
    show(&own, result);
    show(&own, result);
    TRUE(own.found.items == MANY - 2);
    OK(pv_payload_destroy(result));
    // The texts of this payload have more than 2 GiB.
    for (int i = 0; i < MANY; i++) items[i].as.text.length = 2200;
    TRUE(pv_payload_create(fields, 2, &result) == PV_ERROR_TOO_LARGE);
    OK(pv_engine_destroy(own.engine));
    free(items);
}

int main(void) {
    for (int i = 0; i < LARGE; i++) letters[i] = (char)('a' + i * i % 23);
    repeated_payloads();
    shared_text();
    if (failures) fprintf(stderr, "payloads: expected no failure, found %d\n", failures);
    return failures ? 1 : 0;
}
