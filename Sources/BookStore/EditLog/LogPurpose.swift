import Records

/// Why changes are appended to the log.
struct LogPurpose {
  var cause = ChangeEntry.Cause.edit
  /// The step that they are part of, if there is more to it.
  var step: EditStep?
  /// The step of the log, or what of it, that they undo or do again.
  var reversing: Reversal?
}
