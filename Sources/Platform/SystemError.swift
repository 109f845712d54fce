/// A failed system call.
public struct SystemError: Error, Hashable, Sendable {
  /// The `errno` value.
  public let number: Int32
  /// The path that the call failed for, if any.
  public let path: String?

  /// Describes an error by number; by default the current `errno`.
  public init(_ number: Int32 = errno, path: String? = nil) { (self.number, self.path) = (number, path) }

  /// The system's message, such as `Permission denied`.
  public var reason: String { String(cString: strerror(number)) }
}
