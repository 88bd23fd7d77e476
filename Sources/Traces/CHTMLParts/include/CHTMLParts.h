// The fixed parts of HTML documents: timelines (TL-009) and audit reports (AU-301), and the chapters of `Specs`. Each function
// returns the text of one or several files, encoded in UTF-8 and null-terminated. The text is constant, and nobody frees it.
#ifndef CHTML_PARTS_H
#define CHTML_PARTS_H

// The scripts, one after another.
const char *timeline_script(void);
const char *timeline_page_style(void);
const char *timeline_shapes_style(void);
const char *timeline_colours_style(void);
const char *timeline_palette(void);
const char *timeline_sent_style(void);
const char *timeline_toolbar(void);
const char *rule_chapters(void);
const char *audit_style(void);

#endif
