import CMalloc

/// Makes the allocator coalesce freed blocks immediately, for the whole process.
///
/// Records come and go by the thousand. Otherwise, the allocator would coalesce their blocks all at once when the next large
/// block is freed: at the end of each write-back, which would take longer than noting its result.
package func mergeFreeMemoryAtOnce() { cmalloc_merge_at_once() }

/// Returns the allocator's free pages to the system, if the allocator supports it.
package func releaseFreeMemory() { cmalloc_release() }
