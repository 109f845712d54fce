import Records

/// A field whose existing texts are wanted for completion.
public struct SuggestionRequest: Hashable, Sendable {
  /// The table.
  public let table: TableID
  /// The field, by its index in the schema.
  public let field: Int
  /// Whether the typed text is a list of such texts, separated by semicolons.
  public var isOfParts = false
}
