import Records

/// The field whose texts are to complete one that is being typed.
public struct SuggestionRequest: Hashable, Sendable {
  /// The table.
  public let table: TableID
  /// The field, by its index in the schema.
  public let field: Int
}
