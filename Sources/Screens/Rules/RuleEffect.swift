import Records

/// A request of a screen about changes by rule.
public enum RuleEffect: Hashable, Sendable {
  /// Preview a rule, as typed, on rows of the list; the answers are `Update.rule`.
  case preview(RowSet, String)
  case change(Rows)
  /// Stop working out the preview.
  case close

  /// The rows of a preview to change.
  public enum Rows: Hashable, Sendable {
    case all(except: Set<RecordID>)
    case only(Set<RecordID>)

    /// Whether a row is to be changed.
    public func contains(_ id: RecordID) -> Bool {
      switch self {
      case .all(let leftOut): !leftOut.contains(id)
      case .only(let rows): rows.contains(id)
      }
    }
  }
}
