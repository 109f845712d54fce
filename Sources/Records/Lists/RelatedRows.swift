/// The rows of a table that point to a record, as the end of a detail shows them: a fault until somebody looks.
public struct RelatedRows: Hashable, Sendable {
  /// The rows.
  public let source: ListSource
  /// What people read beside them.
  public let label: String
  /// What one of them is called.
  public let singular: String
  /// What several of them are called.
  public let plural: String
  /// What is known of them; nil until it was read.
  public var content: Content?

  /// The first of the rows.
  public struct Content: Hashable, Sendable {
    /// How many rows there are.
    public let count: RowCount
    /// The titles of the first ones.
    public let titles: [String]

    /// Makes it of its parts.
    public init(count: RowCount, titles: [String]) {
      (self.count, self.titles) = (count, titles)
    }
  }

  /// Makes a fault.
  public init(source: ListSource, label: String, singular: String, plural: String) {
    (self.source, self.label, self.singular, self.plural) = (source, label, singular, plural)
  }
}
