/// A write-back that is being done away from the store's thread.
struct RunningWriteBack {
  /// What is being written.
  let pending: PendingWriteBack
  /// What is let go when it is written.
  var release: Release
  /// Whether a memory warning came meanwhile, which what was set since is to be written for.
  var isWarned = false

  /// Which records a write-back is for.
  enum Release: Hashable, Sendable {
    /// None: they stay hydrated.
    case nothing
    /// The records of the write-back, for the budget.
    case written
    /// All clean ones, for a memory warning.
    case everything
  }
}
