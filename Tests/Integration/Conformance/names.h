// A hash table of texts. Their numbers are the order of their insertion.
#ifndef CONFORMANCE_NAMES_H
#define CONFORMANCE_NAMES_H

#include <pageview.h>

typedef struct names {
    pv_text *texts;
    size_t count;
    // The number of each text plus 1, by hash; 0 for an empty slot. The size is a power of two.
    size_t *slots;
    size_t size;
} names;

// Returns the number of a text, or -1.
ptrdiff_t names_find(const names *names, pv_text text);
// Inserts a copy of a text that the table does not have. Returns its number.
size_t names_insert(names *names, pv_text text);
void names_free(names *names);

// Returns memory for at least one more element, or ends the program.
void *grown(void *elements, size_t count, size_t size);

#endif
