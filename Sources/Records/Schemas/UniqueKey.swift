/// Fields whose combined values are unique; NULL never equals another value.
public struct UniqueKey: Hashable, Sendable {
  /// The indices of the fields in their schema; never empty.
  public var fields: [Int]
  /// The unquoted names of the collations for comparing the fields' texts, one for each of `fields`.
  public var collations: [String]

  /// Creates a key.
  public init(fields: [Int], collations: [String]) { (self.fields, self.collations) = (fields, collations) }
}
