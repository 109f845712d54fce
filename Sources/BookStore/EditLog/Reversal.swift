/// The step of a log that changes take back, or the changes of it.
struct Reversal {
  let step: Int64
  var part: Part?

  /// Some changes of the step.
  struct Part {
    /// The step that they are moved to.
    let step: Int64
    let changes: ClosedRange<Int64>
  }
}
