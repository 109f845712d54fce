/// How much memory is held at a moment, and by whom.
public struct MemoryFigures: Hashable, Sendable {
  /// The bytes that hydrated records hold, as `Record.byteCount` estimates them.
  public var records: Int
  /// The bytes that SQLite has allocated, by all its connections.
  public var sqlite: Int
  /// The bytes that the process has taken for itself, its heap and stacks, or nil if the system does not say.
  ///
  /// Only these can be given back: pages of the program's file stay once their code has run.
  public var anonymous: Int?
  /// The bytes of the process that are in the machine's memory, the anonymous ones and those of files, or nil if the
  /// system does not say.
  public var resident: Int?
  /// The bytes that the allocator holds for nobody, or nil where it does not say.
  public var free: Int?
  /// The bytes of unnamed files with texts, orders and values, or nil if there are none.
  public var disk: Int?
  /// Whether a memory warning was answered just before.
  public var isAfterWarning = false

  /// Makes figures of their parts.
  public init(records: Int, sqlite: Int, anonymous: Int?, resident: Int?, free: Int?) {
    self.records = records
    self.sqlite = sqlite
    self.anonymous = anonymous
    self.resident = resident
    self.free = free
  }
}
