import Records

/// What a screen asks for about reading and lending books.
public enum ReadingEffect: Hashable, Sendable {
  /// Note that readings begin.
  case start(RowSet)
  /// Ask about readings that have ended; the answer is `Update.begun`.
  case askAboutEnd(RowSet)
  /// Note that readings have ended, with the values of the form, and the minutes and the note of the last session, if any.
  case finish(RowSet, [Value])
  /// Ask how far the book was read; the answer is `Update.begun`.
  case askHowFar(RecordID)
  /// Note how far the book was read, with the values of the form.
  case noteProgress(RecordID, [Value])
  /// Ask to whom the books are lent, or whether they are back; the answer is `Update.begun` or `Update.alert`.
  case lend(RowSet)
  /// Note that several books are lent, with the values of the form.
  case noteLoans(RowSet, [Value])
  /// Open the list of the loans that are not back; the answer is `Update.opened`.
  case openLoans
  /// Note that the books, or those of the loans, are back.
  case takeBack(RowSet)
}
