import CMalloc

/// Makes the allocator coalesce freed blocks immediately, for the whole process.
///
/// Otherwise, it would do so at the end of each write-back, which would take longer than noting the result.
package func mergeFreeMemoryAtOnce() { cmalloc_merge_at_once() }

/// Returns the allocator's free pages to the system, if the allocator supports it.
package func releaseFreeMemory() { cmalloc_release() }
