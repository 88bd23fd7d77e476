// Counts what a program allocates, exactly: whoever links this calls it instead of the C library's malloc.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// What was allocated while counting. A realloc counts as one allocation of its new size.
struct allocation_counts {
    uint64_t calls, bytes;
};

// What is allocated and not freed since tracking began, in the bytes that were asked for and in those that they take.
struct live_bytes {
    int64_t requested, usable;
};

// Whether allocations come here and are counted right, by trying it; false where the hook does not know the C library.
bool allocation_hook_is_sound(void);

// Begins to count, from zero.
void allocation_hook_start(void);

// Ends counting. Own: of the calling thread. All: of every thread.
void allocation_hook_stop(struct allocation_counts *own, struct allocation_counts *all);

// Begins to track live blocks, from zero. At most 12 million at a time.
void allocation_hook_track(void);

// What is live now of all since tracking began; what was there before and is freed meanwhile counts as less.
void allocation_hook_live(struct live_bytes *live);

// Ends tracking.
void allocation_hook_untrack(void);
