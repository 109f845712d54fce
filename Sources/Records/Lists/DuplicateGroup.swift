/// Rows of a table that may be the same.
public struct DuplicateGroup: Hashable, Sendable {
  /// What the rows have in common.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The name that a service has for them.
    case source
    /// The ISBN; one of 10 digits is the same as the one of 13 that it became.
    case isbn
    /// The title and the first author.
    case title
    /// The author, and titles that differ only in how they are written.
    case similar
    /// The fields that somebody has named.
    case fields
  }

  /// What the rows have in common; where several things join them, the weakest.
  public var reason: Reason
  /// Whether nothing is known that makes it doubtful.
  public var isSure: Bool
  /// The rows, in the order of their keys.
  public var ids: [RecordID]
  /// The title of the first row.
  public var title: Value

  /// Makes a group of its parts.
  public init(_ reason: Reason, isSure: Bool, ids: [RecordID], title: Value = .null) {
    (self.reason, self.isSure, self.ids, self.title) = (reason, isSure, ids, title)
  }
}
