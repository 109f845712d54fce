import Records

/// The record that the inspector shows in two copies.
public struct ComparedRecord: Hashable, Sendable {
  /// Its table.
  public var schema: Schema
  /// Its key, or nil if there is no record.
  public var id: RecordID?
  /// Its title, as the screens know it.
  public var title: Value = .null
  /// Whether it is a new record that is not in the table yet.
  public var isDraft = false
}
