import Records

/// The record that the inspector compares in memory and in the database.
public struct ComparedRecord: Hashable, Sendable {
  /// The record's table.
  public var schema: Schema
  /// The record's key, or nil if there is no record.
  public var id: RecordID?
  /// The title as displayed on the screens.
  public var title: Value = .null
  /// Whether the record is new and not in the table yet.
  public var isDraft = false
}
