/// What Swift's view of the C library leaves out of the allocator.
#ifndef CMALLOC_H
#define CMALLOC_H

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Gives the allocator's free pages back to the system, where it keeps them for itself.
static inline void cmalloc_release(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
