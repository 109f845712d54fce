import Records

/// What a person has typed and nothing has taken yet: the text in an editor, and the values of a new record.
public struct UnsavedInput: Hashable, Sendable {
  /// The table that it is for, by its name.
  public let table: String
  /// What is in the editor, if that is not what it began with.
  public var text: String?
  /// The values of a new record by their columns, without bytes; none if there is no new record.
  public var draft: [String: Value]

  /// Makes it of its parts.
  public init(table: String, text: String?, draft: [String: Value]) {
    (self.table, self.text, self.draft) = (table, text, draft)
  }
}
