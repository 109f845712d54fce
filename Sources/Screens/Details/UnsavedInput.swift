import Records

/// Typed input that has not been saved: the text in an editor, and the values of a new record.
public struct UnsavedInput: Hashable, Sendable {
  /// The name of the table that the input is for.
  public let table: String
  /// The text in the editor, if it has been changed.
  public var text: String?
  /// The values of a new record by column, without bytes; empty if there is no new record.
  public var draft: [String: Value]

  /// Makes unsaved input.
  public init(table: String, text: String?, draft: [String: Value]) {
    (self.table, self.text, self.draft) = (table, text, draft)
  }
}
