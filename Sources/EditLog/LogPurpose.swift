import Records

package struct LogPurpose {
  package var cause = ChangeEntry.Cause.edit
  package var step: EditStep?
  /// What the changes undo or redo.
  package var reversing: Reversal?
  package var origin: StepOrigin?

  package init(cause: ChangeEntry.Cause = .edit, step: EditStep? = nil, reversing: Reversal? = nil) {
    (self.cause, self.step, self.reversing) = (cause, step, reversing)
  }
}
