import Records

/// What a detail asks for about the rows that point to its record.
public enum RelatedEffect: Hashable, Sendable {
  /// Read the first of them; the answer is `Update.related`.
  case read(RecordID, RelatedRows)
  /// Start a new one in a list of them; the answer is `Update.begun`.
  case add(ListSource)
  /// Add parts with these titles to the list that a joining table makes, and remove others; the editor waits until it is
  /// done.
  case change(RecordID, RelatedRows, adding: [String], removing: [String])
}
