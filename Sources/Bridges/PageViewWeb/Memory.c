// Memory for the web module, which has no C library.
//
// Each block has the size of its class: a multiple of 8 bytes up to 256 bytes, a power of two above. A freed block stays in the
// list of its class until the next allocation of that class. So the memory is bounded by the largest use of each class.

#include <stddef.h>
#include <stdint.h>

enum { granule = 8, small_limit = 256, small_classes = small_limit / granule, class_count = small_classes + 24, page = 65536 };

struct block { struct block *next; };
typedef uint64_t __attribute__((aligned(1), may_alias)) unaligned;

extern unsigned char __heap_base;
static struct block *lists[class_count];
static uintptr_t top;

// Most copies are small. For them, a loop is faster than the instruction `memory.copy`, for which V8 calls a function.
void *memcpy(void *to, const void *from, size_t size) {
    if (size > 128) return __builtin_memcpy(to, from, size);
    unsigned char *target = to;
    const unsigned char *source = from;
    for (; size >= 8; size -= 8, target += 8, source += 8) *(unaligned *)target = *(const unaligned *)source;
    for (; size > 0; size--) *target++ = *source++;
    return to;
}

void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

int memcmp(const void *left, const void *right, size_t size) {
    const unsigned char *a = left, *b = right;
    for (; size > 0; size--, a++, b++) {
        if (*a != *b) return *a - *b;
    }
    return 0;
}

// Returns new memory. Without memory, the module traps at once, because the caller does not check the result.
static struct block *extend(size_t size) {
    if (top == 0) top = ((uintptr_t)&__heap_base + granule - 1) / granule * granule + granule - 4;
    uintptr_t block = top;
    if (size > UINT32_MAX - page - block) __builtin_trap();
    uintptr_t available = __builtin_wasm_memory_size(0) * page;
    if (block + size > available) {
        if (__builtin_wasm_memory_grow(0, (block + size - available + page - 1) / page) == (size_t)-1) __builtin_trap();
    }
    top = block + size;
    return (struct block *)block;
}

// Each block begins with the number of its class, 4 bytes before the address of the caller's memory.
void *malloc(size_t size) {
    if (size > (1u << 30)) __builtin_trap();
    size_t whole = (size + 4 + granule - 1) / granule * granule;
    uint32_t class;
    if (whole <= small_limit) {
        class = whole / granule - 1;
    } else {
        uint32_t bits = 32 - __builtin_clz(whole - 1);
        whole = (size_t)1 << bits;
        class = small_classes + bits - 9;
    }
    uint32_t *block = (uint32_t *)lists[class];
    if (block) {
        lists[class] = *(struct block **)(block + 1);
    } else {
        block = (uint32_t *)extend(whole);
    }
    *block = class;
    return block + 1;
}

void free(void *memory) {
    if (!memory) return;
    uint32_t class = ((uint32_t *)memory)[-1];
    *(struct block **)memory = lists[class];
    lists[class] = (struct block *)((uint32_t *)memory - 1);
}

// The Swift runtime asks for an alignment of 16 bytes, but no type of the module needs more than 8.
int posix_memalign(void **memory, size_t alignment, size_t size) {
    (void)alignment;
    *memory = malloc(size);
    return 0;
}

// The Swift runtime seeds its hashes with these bytes. They may be constant, because no output depends on the order of hashes.
void arc4random_buf(void *bytes, size_t size) { memset(bytes, 1, size); }
