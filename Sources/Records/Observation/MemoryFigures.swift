/// A snapshot of memory use, by owner.
public struct MemoryFigures: Hashable, Sendable {
  /// The bytes of hydrated records, as estimated by `Record.byteCount`.
  public var records: Int
  /// The bytes allocated by SQLite for all connections.
  public var sqlite: Int
  /// The bytes of the process's heap and stacks, the only ones that can be freed; nil if unknown.
  public var anonymous: Int?
  /// The resident bytes of the process, anonymous and file-backed; nil if the system does not report them.
  public var resident: Int?
  /// The unused bytes that the allocator holds; nil if it does not report them.
  public var free: Int?
  /// The bytes of unnamed files with texts, orders and values; nil if there are none.
  public var disk: Int?
  /// Whether a memory warning was handled just before.
  public var isAfterWarning = false

  package init(records: Int, sqlite: Int, anonymous: Int?, resident: Int?, free: Int?) {
    (self.records, self.sqlite, self.anonymous, self.resident) = (records, sqlite, anonymous, resident)
    self.free = free
  }
}

/// A record that will soon be evicted to stay within the memory budget.
public struct ReleaseEntry: Hashable, Sendable {
  /// The record's ID.
  public var id: RecordID
  /// The title, including edits.
  public var title: Value
  /// Whether the record has to be written first.
  public var isDirty: Bool
  /// The bytes that the record holds.
  public var byteCount: Int
  /// The seconds since the last access, exact to about a second.
  public var age: Double

  package init(id: RecordID, title: Value, isDirty: Bool, byteCount: Int, age: Double) {
    (self.id, self.title, self.isDirty, self.byteCount, self.age) = (id, title, isDirty, byteCount, age)
  }
}
