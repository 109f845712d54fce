// The system's C library under one name.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

extension stat {
  package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32
  package let path: String?

  /// By default the current `errno`.
  package init(_ number: Int32 = errno, path: String? = nil) { (self.number, self.path) = (number, path) }

  /// The system's message, such as `Permission denied`.
  package var reason: String { String(cString: strerror(number)) }
}
