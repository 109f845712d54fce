import Records

/// The record that the inspector shows twice.
public struct ComparedRecord: Hashable, Sendable {
  /// Its table.
  public var schema: Schema
  /// Its name, or nil if there is no record.
  public var id: RecordID?
  /// Its title, as the screens know it.
  public var title: Value = .null
  /// Whether it is a new record, which is not in the table yet.
  public var isDraft = false
}
