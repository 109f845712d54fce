import Records

/// A request of a screen about reading and lending books.
public enum ReadingEffect: Hashable, Sendable {
  case start(RowSet)
  /// The answer is `Update.begun`.
  case askAboutEnd(RowSet)
  /// The values are those of the form, then the minutes and the note of the last session, if any.
  case finish(RowSet, [Value])
  /// The answer is `Update.begun`.
  case askHowFar(RecordID)
  case noteProgress(RecordID, [Value])
  /// Ask who borrows the books, or whether they are back; the answer is `Update.begun` or `Update.alert`.
  case lend(RowSet)
  case noteLoans(RowSet, [Value])
  /// The answer is `Update.opened`.
  case openLoans
  /// Record the return of the books, or of those of the loans.
  case takeBack(RowSet)
}
