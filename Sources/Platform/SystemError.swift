/// What the system has refused.
public struct SystemError: Error, Hashable, Sendable {
  /// The system's number of it, as `errno` gives it.
  public let number: Int32
  /// The path that it was refused for, where there is one.
  public let path: String?

  /// Describes a refusal by its number; that of the last one where nothing is said.
  public init(_ number: Int32 = errno, path: String? = nil) {
    (self.number, self.path) = (number, path)
  }

  /// What the system says of it: `Permission denied`.
  public var reason: String { String(cString: strerror(number)) }
}
