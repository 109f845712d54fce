import Records

/// The preview of a rule so far.
public struct RulePage: Hashable, Sendable {
  /// A row that would change, or that cannot take the value.
  public struct Line: Hashable, Sendable {
    package let id: RecordID
    package let title: String
    package let before: String
    package let after: String
    /// Why the row cannot take the value; nil if it can.
    public let refusal: String?

    package init(id: RecordID, title: String, before: String, after: String, refusal: String?) {
      (self.id, self.title, self.before, self.after, self.refusal) = (id, title, before, after, refusal)
    }
  }

  package var lines: [Line] = []
  package var changedCount = 0
  package var sameCount = 0
  package var refusedCount = 0
  /// Rows that were not tried in the database before a trial ended.
  public var untriedCount = 0
  package var count: Int { changedCount + sameCount + refusedCount }
  package var isComplete = false

  /// The first batch of rows, whose lines are made again when the others have been examined.
  public static let firstCount = 64
  package static let lineLimit = 20_000

  package init() {}
}

/// A request of a screen about changes by rule.
public enum RuleEffect: Hashable, Sendable {
  /// Preview a rule, as typed; the answers are `Update.rule`.
  case preview(RowSet, String)
  case change(Rows)
  case close

  /// The rows of a preview to change.
  public enum Rows: Hashable, Sendable {
    case all(except: Set<RecordID>)
    case only(Set<RecordID>)

    package func contains(_ id: RecordID) -> Bool {
      switch self {
      case .all(let leftOut): !leftOut.contains(id)
      case .only(let rows): rows.contains(id)
      }
    }
  }
}
