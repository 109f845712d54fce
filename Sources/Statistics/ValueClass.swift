import Records

/// The rows whose values in a field are counted together: one value, or a range of them.
public struct ValueClass: Hashable, Sendable {
  /// What the values are called: `Leo Tolstoy`, `100–199`, `2024-05`, `Monday`.
  public var label: String
  /// The rows with such a value.
  public var tally: Tally
  /// What finds these rows, in the finder's language; nil if nothing does.
  public var query: String?

  /// Creates a class of its parts.
  public init(label: String, tally: Tally, query: String? = nil) {
    (self.label, self.tally, self.query) = (label, tally, query)
  }
}
