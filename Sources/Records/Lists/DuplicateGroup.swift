/// Rows of a table that may be the same.
public struct DuplicateGroup: Hashable, Sendable {
  /// What the rows have in common.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    case source
    /// 10 digits match the equivalent 13.
    case isbn
    case title
    /// The same title and first author, besides other people.
    case author
    /// The same author, and titles that differ only in spelling.
    case similar
    case fields
  }

  /// What the rows have in common; the weakest of several reasons.
  public var reason: Reason
  /// Whether nothing makes the group doubtful.
  public var isSure: Bool
  /// The rows, ordered by key.
  public var ids: [RecordID]
  /// The title of the first row.
  public var title: Value

  package init(_ reason: Reason, isSure: Bool, ids: [RecordID], title: Value = .null) {
    (self.reason, self.isSure, self.ids, self.title) = (reason, isSure, ids, title)
  }
}

/// The groups of rows that may be the same.
public struct DuplicateList: Hashable, Sendable {
  /// The groups, the surest first.
  public var groups: [DuplicateGroup]
  /// Whether the list has all groups.
  public var isComplete: Bool

  package init(_ groups: [DuplicateGroup] = [], isComplete: Bool = true) {
    (self.groups, self.isComplete) = (groups, isComplete)
  }
}
