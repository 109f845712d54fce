import Records

/// Rows that are counted together because of their value: a single value or a range.
public struct ValueClass: Hashable, Sendable {
  /// The name of the value or range: `Leo Tolstoy`, `100–199`, `2024-05`, `Monday`.
  public var label: String
  /// The rows with such a value.
  public var tally: Tally
  /// A query in the finder's language for these rows; nil if there is none.
  public var query: String?

  /// Creates a class.
  public init(label: String, tally: Tally, query: String? = nil) {
    (self.label, self.tally, self.query) = (label, tally, query)
  }
}
