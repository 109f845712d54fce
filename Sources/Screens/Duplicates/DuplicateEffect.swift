import Records

/// A request of a screen about possible duplicates.
public enum DuplicateEffect: Hashable, Sendable {
  /// The answer is `Update.duplicates`.
  case open
  case compare([RecordID])
  case compareMarked(RowSet)
  /// Ask whether to merge rows, after counting what that changes; the answer is `Update.alert`.
  case ask(Merge)
  /// The answer is `Update.settledDuplicates`.
  case merge(Merge)
  /// Find the groups in which nothing differs, and ask whether to merge them; the answer is `Update.alert`.
  case findAlike
  case mergeAlike
  /// Remember that rows are not duplicates; the answer is `Update.settledDuplicates`.
  case callDifferent([RecordID])
}
