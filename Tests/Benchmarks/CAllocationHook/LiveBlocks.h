// The size that was asked for of each block that is live: the C library knows only what it takes.
#pragma once
#include <stddef.h>
#include <stdint.h>

void live_blocks_reset(void);
void live_blocks_add(void *block, size_t requested);
// A block that was there before counts as so many bytes less.
void live_blocks_remove(void *block, size_t otherwise);
int64_t live_blocks_requested(void);
