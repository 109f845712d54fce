import Records

/// A request of a detail about the rows that point to its record.
public enum RelatedEffect: Hashable, Sendable {
  /// The answer is `Update.related`.
  case read(RecordID, RelatedRows)
  /// The answer is `Update.begun`.
  case add(ListSource)
  /// Change the list formed by a joining table; the editor waits for the result.
  case change(RecordID, RelatedRows, adding: [String], removing: [String])
}
