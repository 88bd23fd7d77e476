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

const char *timeline_colours_style(void) {
    static const unsigned char text[] = {
#embed "Timeline/colours.css" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}

const char *timeline_palette(void) {
    static const unsigned char text[] = {
#embed "Timeline/palette.txt" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}

const char *timeline_toolbar(void) {
    static const unsigned char text[] = {
#embed "Timeline/toolbar.html" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}

// The chapters of the specification with all rules, one after another.
const char *rule_chapters(void) {
    static const unsigned char text[] = {
#embed "../../../Specs/Bridges/CInterface.md" suffix(,)
#embed "../../../Specs/Bridges/Conformance.md" suffix(,)
#embed "../../../Specs/Bridges/Web.md" suffix(,)
#embed "../../../Specs/Core/Appearances.md" suffix(,)
#embed "../../../Specs/Core/Declarative.md" suffix(,)
#embed "../../../Specs/Core/Lifecycle.md" suffix(,)
#embed "../../../Specs/Core/NavigationState.md" suffix(,)
#embed "../../../Specs/Core/Order.md" suffix(,)
#embed "../../../Specs/Core/PageViews.md" suffix(,)
#embed "../../../Specs/Core/Policies.md" suffix(,)
#embed "../../../Specs/Core/Queries.md" suffix(,)
#embed "../../../Specs/Core/Readiness.md" suffix(,)
#embed "../../../Specs/Tools/Audit.md" suffix(,)
#embed "../../../Specs/Tools/Scale.md" suffix(,)
#embed "../../../Specs/Traces/Explaining.md" suffix(,)
#embed "../../../Specs/Traces/Notation.md" suffix(,)
#embed "../../../Specs/Traces/Recording.md" suffix(,)
#embed "../../../Specs/Traces/Simulator.md" suffix(,)
#embed "../../../Specs/Traces/Testing.md" suffix(,)
#embed "../../../Specs/Traces/Timeline.md" suffix(,)
#embed "../../../Specs/Tracking/Consent.md" suffix(,)
#embed "../../../Specs/Tracking/Engagement.md" suffix(,)
#embed "../../../Specs/Tracking/Journal.md" suffix(,)
#embed "../../../Specs/Tracking/Migration.md" suffix(,)
#embed "../../../Specs/Tracking/Privacy.md" suffix(,)
#embed "../../../Specs/Tracking/Tracking.md" suffix(,)
#embed "../../../Specs/Tracking/WireFormats.md" suffix(, 0)
    };
    return (const char *)text;
}

const char *audit_style(void) {
    static const unsigned char text[] = {
#embed "Audit/report.css" suffix(, 0) if_empty(0)
    };
    return (const char *)text;
}
