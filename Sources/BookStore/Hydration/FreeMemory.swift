import CMalloc

/// Gives the allocator's free pages back to the system where the allocator keeps them for itself.
func releaseFreeMemory() {
  cmalloc_release()
}
