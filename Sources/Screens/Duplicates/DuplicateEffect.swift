import Records

/// What a screen asks for about rows that may be the same.
public enum DuplicateEffect: Hashable, Sendable {
  /// Look for them among the rows of the list; the answer is `Update.duplicates`.
  case open
  /// Show rows side by side.
  case compare([RecordID])
  /// Show the marked rows of the list side by side.
  case compareMarked(RowSet)
  /// Ask whether to merge rows, after counting what that changes; the answer is `Update.alert`.
  case ask(Merge)
  /// Merge rows; the answer is `Update.settledDuplicates`.
  case merge(Merge)
  /// Look for the groups in which nothing differs, and ask whether to merge them; the answer is `Update.alert`.
  case findAlike
  /// Merge the groups that were asked about.
  case mergeAlike
  /// Remember that rows are different ones; the answer is `Update.settledDuplicates`.
  case callDifferent([RecordID])
}
