/// The step of a log that changes take back, or the changes of it.
package struct Reversal {
  package let step: Int64
  package var part: Part?

  /// Creates one from its parts.
  package init(step: Int64, part: Part? = nil) {
    (self.step, self.part) = (step, part)
  }

  /// Some changes of the step.
  package struct Part {
    /// The step that they are moved to.
    package let step: Int64
    package let changes: ClosedRange<Int64>

    /// Creates one from its parts.
    package init(step: Int64, changes: ClosedRange<Int64>) {
      (self.step, self.changes) = (step, changes)
    }
  }
}
