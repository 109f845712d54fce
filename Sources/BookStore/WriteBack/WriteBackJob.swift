/// A write-back in the background, as far as it is: what it has taken, written and let go of.
///
/// One thing comes after the other. Only the writing is done by another thread, the rest in slices between the keys.
final class WriteBackJob {
  /// What is being done.
  var phase = Phase.taking
  /// The changes that have been taken; nothing once they are being settled.
  var pending: PendingWriteBack
  /// The place among the dirty records before which they have still to be looked at.
  var place: Int
  /// Those are taken that have been dirty since then or longer, in `Clock` seconds.
  let since: Double
  /// When it began, in `Clock` seconds.
  let start = Clock.seconds
  /// The store's data version before the write, and after it.
  var dataVersion: Int64?
  var writtenVersion: Int64?
  /// The writer's data version before the store's was read, if nobody is known to have written since then.
  var writerVersion: Int64?
  /// Whether nobody else had written until then since the first of the records was read.
  var isUnwritten = false
  /// What became of the changes, once they are written.
  var settlement: Settlement?
  /// What is let go when it is written.
  var release: Release
  /// The last look at a record that is let go of for a memory warning.
  var lastUse = 0
  /// Whether a memory warning came meanwhile, which what was set since is to be written for.
  var isWarned = false
  /// The records, and their bytes, that have been let go.
  var released = (recordCount: 0, byteCount: 0)

  init(
    _ pending: consuming PendingWriteBack, before place: Int = 0, since: Double = 0, _ release: Release
  ) {
    (self.pending, self.place, self.since, self.release) = (pending, place, since, release)
  }

  /// Whether the store's own thread has something to do.
  var hasStep: Bool {
    switch phase {
    case .taking, .reading, .settling, .releasing: true
    case .looking, .writing, .confirming, .done: false
    }
  }

  /// What a write-back does.
  enum Phase {
    /// The changes of dirty records are taken.
    case taking
    /// The writer's data version is asked for.
    case looking
    /// What was read of their rows is noted, for somebody else has written.
    case reading
    /// They are being written.
    case writing
    /// The writer's data version is asked for once more.
    case confirming
    /// What became of them is noted in the records, and those that are to go are let go.
    case settling
    /// All other clean records are let go.
    case releasing
    /// Nothing is left to do.
    case done
  }

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
