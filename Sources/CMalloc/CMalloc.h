/// What Swift's view of the C library leaves out of the allocator.
#ifndef CMALLOC_H
#define CMALLOC_H

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// The bytes that the allocator holds for nobody, or -1 where it does not say.
static inline long long cmalloc_free_bytes(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  return (long long)mallinfo2().fordblks;
#else
  return -1;
#endif
}

/// Has what is freed merged with its free neighbours at once, where the allocator would leave small pieces for later.
static inline void cmalloc_merge_at_once(void) {
#ifdef __GLIBC__
  mallopt(M_MXFAST, 0);
#endif
}

/// Gives the allocator's free pages back to the system, where it keeps them for itself.
static inline void cmalloc_release(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
