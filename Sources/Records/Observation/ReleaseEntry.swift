/// A record that the budget would evict soon.
public struct ReleaseEntry: Hashable, Sendable {
  /// The record.
  public var id: RecordID
  /// Its title, as it is with its edits.
  public var title: Value
  /// Whether it differs from the database, and so would be written first.
  public var isDirty: Bool
  /// The bytes that it holds.
  public var byteCount: Int
  /// The seconds since it was looked at last; it is exact to about a second.
  public var age: Double

  /// Makes an entry of its parts.
  public init(id: RecordID, title: Value, isDirty: Bool, byteCount: Int, age: Double) {
    self.id = id
    self.title = title
    self.isDirty = isDirty
    self.byteCount = byteCount
    self.age = age
  }
}
