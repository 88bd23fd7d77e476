// Copies files into the program, because a library without Foundation cannot find its resources at run time. SwiftPM's rule
// `embedInCode` would generate Swift array literals, which take the compiler twenty seconds for these files.
#include "CHTMLParts.h"

// Clang accepts `#embed` in older versions of C too, and warns of it.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *timeline_script(void) {
    static const unsigned char text[] = {
#embed "Timeline/data.js" suffix(,)
#embed "Timeline/scale.js" suffix(,)
#embed "Timeline/rows.js" suffix(,)
#embed "Timeline/marks.js" suffix(,)
#embed "Timeline/moving.js" suffix(,)
#embed "Timeline/pointing.js" suffix(, 0)
    };
    return (const char *)text;
}

const char *timeline_page_style(void) {
    static const unsigned char text[] = {
#embed "Timeline/page.css" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}

const char *timeline_shapes_style(void) {
    static const unsigned char text[] = {
#embed "Timeline/shapes.css" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}

const char *timeline_sent_style(void) {
    static const unsigned char text[] = {
#embed "Timeline/sent.css" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}

const char *timeline_toolbar(void) {
    static const unsigned char text[] = {
#embed "Timeline/toolbar.html" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}

const char *timeline_rules(void) {
    static const unsigned char text[] = {
#embed "Timeline/rules.md" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}

const char *audit_style(void) {
    static const unsigned char text[] = {
#embed "Audit/report.css" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}
