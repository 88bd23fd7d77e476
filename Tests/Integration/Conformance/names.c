#include "names.h"

#include <stdlib.h>
#include <string.h>

void *grown(void *elements, size_t count, size_t size) {
    // The capacity is the next power of two, so it needs no field.
    if (count & (count - 1) || (count > 0 && count < 8)) return elements;
    elements = realloc(elements, (count < 8 ? 8 : 2 * count) * size);
    if (!elements) abort();
    return elements;
}

// Returns the slot of a text, or the empty slot where it belongs.
static size_t *slot(const names *names, pv_text text) {
    uint64_t hash = 0xCBF29CE484222325;
    for (size_t index = 0; index < text.length; index++)
        hash = (hash ^ (unsigned char)text.bytes[index]) * 0x100000001B3;
    for (size_t at = (size_t)(hash ^ hash >> 32);; at++) {
        size_t *slot = &names->slots[at & (names->size - 1)];
        if (*slot == 0) return slot;
        pv_text other = names->texts[*slot - 1];
        if (other.length == text.length && memcmp(other.bytes, text.bytes, text.length) == 0) return slot;
    }
}

ptrdiff_t names_find(const names *names, pv_text text) {
    return names->size == 0 ? -1 : (ptrdiff_t)*slot(names, text) - 1;
}

static void enlarge(names *names) {
    names->size = names->size ? 2 * names->size : 16;
    free(names->slots);
    names->slots = calloc(names->size, sizeof(size_t));
    if (!names->slots) abort();
    for (size_t number = 0; number < names->count; number++) *slot(names, names->texts[number]) = number + 1;
}

size_t names_insert(names *names, pv_text text) {
    if (2 * (names->count + 1) > names->size) enlarge(names);
    char *bytes = malloc(text.length + 1);
    if (!bytes) abort();
    if (text.length) memcpy(bytes, text.bytes, text.length);
    names->texts = grown(names->texts, names->count, sizeof(pv_text));
    names->texts[names->count] = (pv_text){bytes, text.length};
    *slot(names, text) = names->count + 1;
    return names->count++;
}

void names_free(names *names) {
    for (size_t number = 0; number < names->count; number++) free((char *)names->texts[number].bytes);
    free(names->texts);
    free(names->slots);
    *names = (struct names){0};
}
