import Records

/// What a screen asks for about changes by rule.
public enum RuleEffect: Hashable, Sendable {
  /// Show what a rule, as it was typed, would do with rows of the list; the answers are `Update.rule`.
  case preview(RowSet, String)
  /// Change the rows that were shown by the rule, except for some.
  case change(except: Set<RecordID>)
  /// Stop working out what the rule would do.
  case close
}
