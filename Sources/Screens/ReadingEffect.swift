import Records

/// What a screen asks for about reading and lending a book.
public enum ReadingEffect: Hashable, Sendable {
  /// Note that a reading begins.
  case start(RecordID)
  /// Ask about a reading that has ended; the answer is `Update.begun`.
  case askAboutEnd(RecordID)
  /// Note that a reading has ended, with the values of the form, and the minutes and the note of its last session, if any.
  case finish(RecordID, [Value])
  /// Ask how far the book was read; the answer is `Update.begun`.
  case askHowFar(RecordID)
  /// Note how far the book was read, with the values of the form.
  case noteProgress(RecordID, [Value])
  /// Ask to whom the book is lent, or whether it is back; the answer is `Update.begun` or `Update.alert`.
  case lend(RecordID)
  /// Open the list of the loans that are not back; the answer is `Update.opened`.
  case openLoans
  /// Note that the book, or that of the loan, is back.
  case takeBack(RecordID)
}
