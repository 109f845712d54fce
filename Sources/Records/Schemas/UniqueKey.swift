/// Fields whose values together no two rows may hold; NULL is never the same as another.
public struct UniqueKey: Hashable, Sendable {
  /// The indices of the fields in their schema; never empty.
  public var fields: [Int]
  /// The names of the collations by which the fields' texts are compared, unquoted; as many as `fields`.
  public var collations: [String]

  /// Makes a key of its parts.
  public init(fields: [Int], collations: [String]) {
    self.fields = fields
    self.collations = collations
  }
}
