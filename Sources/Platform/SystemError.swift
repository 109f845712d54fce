/// A failed system call.
package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32
  /// The path that the call failed for, if any.
  package let path: String?

  /// Describes an error by number; by default the current `errno`.
  package init(_ number: Int32 = errno, path: String? = nil) { (self.number, self.path) = (number, path) }

  /// The system's message, such as `Permission denied`.
  package var reason: String { String(cString: strerror(number)) }
}
