// An open hash table of addresses, outside the heap that it keeps the books of.
#define _GNU_SOURCE
#include "LiveBlocks.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

enum { places = 1 << 24, most = places / 4 * 3 };

static struct place {
    uintptr_t address;
    size_t requested;
} *table;
static size_t count;
static int64_t requested;
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void take_lock(void) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    }
}

static void leave_lock(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

static size_t home(uintptr_t address) { return (address >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 40; }

static size_t next(size_t place) { return (place + 1) % places; }

void live_blocks_reset(void) {
    take_lock();
    size_t size = sizeof(struct place) * (size_t)places;
    if (table) munmap(table, size);
    table = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    // A count that is wrong is worse than none.
    if (table == MAP_FAILED) abort();
    count = 0;
    requested = 0;
    leave_lock();
}

void live_blocks_add(void *block, size_t size) {
    take_lock();
    if (++count > most) abort();
    size_t place = home((uintptr_t)block);
    while (table[place].address) place = next(place);
    table[place] = (struct place){(uintptr_t)block, size};
    requested += (int64_t)size;
    leave_lock();
}

void live_blocks_remove(void *block, size_t otherwise) {
    take_lock();
    size_t place = home((uintptr_t)block);
    while (table[place].address && table[place].address != (uintptr_t)block) place = next(place);
    bool is_known = table[place].address;
    requested -= (int64_t)(is_known ? table[place].requested : otherwise);
    if (is_known) {
        count -= 1;
        // What stands behind the gap and would be looked for before it moves into it.
        for (size_t other = next(place); table[other].address; other = next(other)) {
            size_t wanted = home(table[other].address);
            if ((other - wanted) % places >= (other - place) % places) {
                table[place] = table[other];
                place = other;
            }
        }
        table[place].address = 0;
    }
    leave_lock();
}

int64_t live_blocks_requested(void) {
    take_lock();
    int64_t result = requested;
    leave_lock();
    return result;
}
