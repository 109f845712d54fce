import Records

/// Why changes are appended to the log.
struct LogPurpose {
  var cause = ChangeEntry.Cause.edit
  /// The step that the changes belong to, if it consists of several calls.
  var step: EditStep?
  /// The step of the log, or the part of one, that the changes undo or redo.
  var reversing: Reversal?
}
