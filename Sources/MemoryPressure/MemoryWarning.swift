package struct MemoryWarning: Hashable, Sendable {
  /// How short memory is; greater is shorter.
  package enum Level: Int, Hashable, Sendable, Comparable {
    /// Some tasks stall; evict what has not been used lately.
    case some
    /// All tasks stall; evict everything that can go.
    case full

    package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
  }

  package enum Origin: Hashable, Sendable {
    /// The kernel, which measures how long processes wait for memory.
    case system
    /// The service manager, through the path in `MEMORY_PRESSURE_WATCH`.
    case serviceManager
    case file
    case signal
  }

  package var level: Level
  package var origin: Origin

  package init(level: Level, origin: Origin) { (self.level, self.origin) = (level, origin) }
}
