import Records

/// A field whose existing texts are wanted to complete what is typed.
public struct SuggestionRequest: Hashable, Sendable {
  /// The table.
  public let table: TableID
  /// The field, by its index in the schema.
  public let field: Int
  /// Whether what is typed names several of the texts, parted by semicolons.
  public var isOfParts = false
}
