#define _GNU_SOURCE
#include "AllocationHook.h"

#if defined(__linux__) && __has_include(<gnu/libc-version.h>)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include "LiveBlocks.h"

// The C library's own, under the names by which it calls them itself.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_bool is_counting, is_tracking;
static atomic_uint_fast64_t all_calls, all_bytes;
static atomic_int_fast64_t live_usable;
// In the program itself, so that touching it allocates nothing.
static __thread uint64_t own_calls, own_bytes;

static void *taken(void *block, size_t size) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
        own_calls += 1;
        own_bytes += size;
        atomic_fetch_add_explicit(&all_calls, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&all_bytes, size, memory_order_relaxed);
    }
    if (block && atomic_load_explicit(&is_tracking, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&live_usable, (int64_t)malloc_usable_size(block), memory_order_relaxed);
        live_blocks_add(block, size);
    }
    return block;
}

static void given_back(void *block) {
    if (block && atomic_load_explicit(&is_tracking, memory_order_relaxed)) {
        size_t usable = malloc_usable_size(block);
        atomic_fetch_sub_explicit(&live_usable, (int64_t)usable, memory_order_relaxed);
        live_blocks_remove(block, usable);
    }
}

void *malloc(size_t size) { return taken(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) { return taken(__libc_calloc(count, size), count * size); }

void *realloc(void *block, size_t size) {
    given_back(block);
    return taken(__libc_realloc(block, size), size);
}

void free(void *block) {
    given_back(block);
    __libc_free(block);
}

void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size), size); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || !alignment) return EINVAL;
    void *block = memalign(alignment, size);
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

void allocation_hook_start(void) {
    own_calls = own_bytes = 0;
    atomic_store(&all_calls, 0);
    atomic_store(&all_bytes, 0);
    atomic_store(&is_counting, true);
}

void allocation_hook_stop(struct allocation_counts *own, struct allocation_counts *all) {
    atomic_store(&is_counting, false);
    *own = (struct allocation_counts){own_calls, own_bytes};
    *all = (struct allocation_counts){atomic_load(&all_calls), atomic_load(&all_bytes)};
}

void allocation_hook_track(void) {
    live_blocks_reset();
    atomic_store(&live_usable, 0);
    atomic_store(&is_tracking, true);
}

void allocation_hook_live(struct live_bytes *live) {
    *live = (struct live_bytes){live_blocks_requested(), atomic_load(&live_usable)};
}

void allocation_hook_untrack(void) { atomic_store(&is_tracking, false); }

bool allocation_hook_is_sound(void) {
    enum { blocks = 1000 };
    // Called as anybody calls them; the compiler must not know what they are, or it leaves them out.
    void *(*volatile take)(size_t) = malloc;
    void *(*volatile grow)(void *, size_t) = realloc;
    void (*volatile give)(void *) = free;
    void *taken[blocks];
    struct allocation_counts own, all;
    struct live_bytes most, half, none;
    allocation_hook_track();
    allocation_hook_start();
    for (size_t i = 0; i < blocks; i++) taken[i] = take(i + 1);
    allocation_hook_stop(&own, &all);
    allocation_hook_live(&most);
    for (size_t i = 0; i < blocks; i += 2) taken[i] = grow(taken[i], 3 * i + 100);
    for (size_t i = 0; i < blocks; i += 2) give(taken[i]);
    allocation_hook_live(&half);
    for (size_t i = 1; i < blocks; i += 2) give(taken[i]);
    allocation_hook_live(&none);
    allocation_hook_untrack();
    const int64_t sum = (int64_t)blocks * (blocks + 1) / 2, even = (int64_t)blocks / 2 * (blocks / 2 + 1);
    return own.calls == blocks && own.bytes == (uint64_t)sum && all.calls >= own.calls && most.requested == sum
        && most.usable >= sum && half.requested == even && none.requested == 0 && none.usable == 0;
}

#else
bool allocation_hook_is_sound(void) { return false; }
void allocation_hook_start(void) {}
void allocation_hook_stop(struct allocation_counts *own, struct allocation_counts *all) {
    *own = *all = (struct allocation_counts){0, 0};
}
void allocation_hook_track(void) {}
void allocation_hook_live(struct live_bytes *live) { *live = (struct live_bytes){0, 0}; }
void allocation_hook_untrack(void) {}
#endif
