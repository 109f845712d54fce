/// A warning that memory is short.
public struct MemoryWarning: Hashable, Sendable {
  /// How short memory is; greater is shorter.
  public enum Level: Int, Hashable, Sendable, Comparable {
    /// Some tasks stall; evict what has not been used lately.
    case some
    /// All tasks stall; evict everything that can go.
    case full

    /// Whether memory is shorter at the second level.
    public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
  }

  /// The source of a warning.
  public enum Origin: Hashable, Sendable {
    /// The kernel, which measures how long processes wait for memory.
    case system
    /// The service manager, through the path in `MEMORY_PRESSURE_WATCH`.
    case serviceManager
    case file
    case signal
  }

  /// How short memory is.
  public var level: Level
  /// The source of the warning.
  public var origin: Origin

  /// Makes a warning.
  public init(level: Level, origin: Origin) {
    self.level = level
    self.origin = origin
  }
}
