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

  /// Creates an entry.
  public init(id: RecordID, title: Value, isDirty: Bool, byteCount: Int, age: Double) {
    (self.id, self.title, self.isDirty, self.byteCount, self.age) = (id, title, isDirty, byteCount, age)
  }
}
