// Checks at compile time that the layout of the structs is the one of version 1 of the interface.
#include "pageview.h"

#define CHECK(condition) _Static_assert(condition, #condition)

CHECK(PV_API_VERSION == 1);
CHECK(PV_NOW == INT64_MIN);
#if UINTPTR_MAX == UINT64_MAX
CHECK(sizeof(pv_text) == 16);
CHECK(sizeof(pv_scene) == 16);
CHECK(sizeof(pv_component) == 16);
CHECK(sizeof(pv_value) == 24);
CHECK(sizeof(pv_field) == 40);
CHECK(sizeof(pv_engine_options) == 32);
CHECK(offsetof(pv_engine_options, reserved) == 20);
CHECK(sizeof(pv_declaration) == 88);
CHECK(offsetof(pv_declaration, reserved) == 68);
CHECK(sizeof(pv_entry) == 112);
CHECK(sizeof(pv_link_options) == 32);
CHECK(sizeof(pv_page_view_id) == 32);
CHECK(sizeof(pv_page_names) == 32);
CHECK(sizeof(pv_page_reference) == 64);
CHECK(sizeof(pv_link) == 40);
CHECK(sizeof(pv_answer) == 120);
CHECK(sizeof(pv_recording_options) == 64);
CHECK(sizeof(pv_record) == 240);
CHECK(offsetof(pv_record, current_nanoseconds) == 232);
#endif
