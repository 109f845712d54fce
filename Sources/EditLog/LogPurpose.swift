import Records

/// Why changes are appended to the log.
package struct LogPurpose {
  package var cause = ChangeEntry.Cause.edit
  /// The step that the changes belong to, if it consists of several calls.
  package var step: EditStep?
  /// The step of the log, or the part of one, that the changes undo or redo.
  package var reversing: Reversal?
  /// The origin of the step that the changes begin, if they begin one.
  package var origin: StepOrigin?

  /// Creates one from its parts.
  package init(cause: ChangeEntry.Cause = .edit, step: EditStep? = nil, reversing: Reversal? = nil) {
    (self.cause, self.step, self.reversing) = (cause, step, reversing)
  }
}
