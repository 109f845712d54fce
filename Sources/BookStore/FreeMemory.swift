#if canImport(Glibc)
  import Glibc
#endif

/// Gives the allocator's free pages back to the system where the allocator keeps them for itself.
///
/// `malloc_trim` is looked up by its name, because Swift's view of glibc leaves out the header that declares it.
func releaseFreeMemory() {
  #if canImport(Glibc)
    typealias Trim = @convention(c) (Int) -> Int32
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  #endif
}
