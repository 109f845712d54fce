/// A warning that memory is short: how short, and where it came from.
public struct MemoryWarning: Hashable, Sendable {
  /// How short memory is; more is greater.
  public enum Level: Int, Hashable, Sendable, Comparable {
    /// Some work waits for memory: what was not used for long can go.
    case some
    /// All work waits for memory: everything that can go must.
    case full

    /// Whether memory is shorter in the second.
    public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
  }

  /// Where the warning came from.
  public enum Origin: Hashable, Sendable {
    /// The kernel, which measures how long processes wait for memory.
    case system
    /// The service manager, over what it named in `MEMORY_PRESSURE_WATCH`.
    case serviceManager
    /// A file that the person named.
    case file
    /// Somebody who sent the process a signal.
    case signal
  }

  /// How short memory is.
  public var level: Level
  /// Where it came from.
  public var origin: Origin

  /// Makes a warning of its parts.
  public init(level: Level, origin: Origin) {
    self.level = level
    self.origin = origin
  }
}
