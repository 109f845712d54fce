import Records

/// A request of a screen about the groups of a sorted list.
public enum GroupEffect: Hashable, Sendable {
  /// The answer is `Update.groups`.
  case open
  /// Show the authors in the list, whatever it is sorted by; the answer is `Update.groups`, once for each field that is
  /// added up.
  case openAuthors
  /// Add up the numbers of a field, or of none; the answer is `Update.groups`.
  case total(Int?)
  case find(RowGroup)
  /// Show the list with headings, with the row at a place selected.
  case unfold(Int)
}
