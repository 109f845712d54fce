/// What a row that was to be deleted is now, against the one that the log has.
enum RowLikeness {
  /// It is gone, or as it was.
  case same
  /// Somebody else has changed something in it.
  case changed
  /// Nothing in it is as it was: it is another one that has its key.
  case another
}
