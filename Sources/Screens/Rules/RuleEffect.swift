import Records

/// What a screen asks for about changes by rule.
public enum RuleEffect: Hashable, Sendable {
  /// Show what a rule, as it was typed, would do with rows of the list; the answers are `Update.rule`.
  case preview(RowSet, String)
  /// Change rows of the preview by the rule.
  case change(Rows)
  /// Stop working out what the rule would do.
  case close

  /// The rows of a preview that are changed.
  public enum Rows: Hashable, Sendable {
    /// All but these.
    case all(except: Set<RecordID>)
    /// Only these.
    case only(Set<RecordID>)

    /// Whether a row is one of them.
    public func contains(_ id: RecordID) -> Bool {
      switch self {
      case .all(let leftOut): !leftOut.contains(id)
      case .only(let rows): rows.contains(id)
      }
    }
  }
}
