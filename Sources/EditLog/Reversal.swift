/// The step that changes reverse, or some changes of it.
package struct Reversal {
  package let step: Int64
  package var part: Part?

  package init(step: Int64, part: Part? = nil) {
    (self.step, self.part) = (step, part)
  }

  package struct Part {
    package let step: Int64
    package let changes: ClosedRange<Int64>

    package init(step: Int64, changes: ClosedRange<Int64>) {
      (self.step, self.changes) = (step, changes)
    }
  }
}
