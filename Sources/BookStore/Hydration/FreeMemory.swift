import CMalloc

/// Has the allocator merge what is freed with its free neighbours at once, in the whole process.
///
/// Records come and go by the thousand. What the allocator would leave unmerged of them, it would go through in one go
/// when the next large piece is freed: at the end of each write-back, for longer than noting what became of it takes.
func mergeFreeMemoryAtOnce() {
  cmalloc_merge_at_once()
}

/// Gives the allocator's free pages back to the system where the allocator keeps them for itself.
func releaseFreeMemory() {
  cmalloc_release()
}
