import Records

/// A step that is being undone or done again, some of its changes at a time.
///
/// Whoever stops in the middle leaves a step that holds the rest, and that the next undo goes on with.
public struct RunningUndo {
  let cause: ChangeEntry.Cause
  let step: EditLog.Step
  /// Whether rows come or go in it, and fields with them, as far as it was looked at.
  private(set) var hasRows: Bool
  /// What it is logged as.
  let editStep: EditStep
  /// The last change of the log when it began; those after it are its own.
  let lastChange: Int64
  /// The number of the log that it is in.
  let logNumber: Int
  /// Where what was done is moved to.
  var part: Int64?
  /// Whether nothing is done yet but looking whether all can be.
  var isChecking: Bool
  /// The changes before this one come next.
  var next = Int64.max
  /// How many changes come next.
  var size: Int
  /// What was done so far.
  public internal(set) var undone: UndoneStep
  /// How many changes were looked at, and made.
  var done = 0

  /// Whether it is more than is done in one go.
  public var isLarge: Bool { total > Self.wholeCount }
  /// Whether something is done again that was undone.
  public var isRedo: Bool { cause == .redo }
  /// Whether something was done.
  public var hasBegun: Bool { undone.count + undone.otherCount > 0 }
  /// The part that is done, from 0 to 1.
  public var fraction: Double { min(1, Double(done) / Double(hasRows ? total : 2 * total)) }
  private var total: Int { step.count }

  /// The most changes that are made in one transaction.
  private static let wholeCount = 256
  /// The changes that are made at a time where there are more, to begin with.
  private static let partSize = 64
  /// The most rows that come or go at a time.
  private static let largestPartSize = 1_024

  init(
    _ cause: ChangeEntry.Cause, _ step: EditLog.Step, hasRows: Bool, editStep: EditStep, lastChange: Int64,
    logNumber: Int, _ undone: UndoneStep
  ) {
    self.cause = cause
    self.step = step
    self.hasRows = hasRows
    self.editStep = editStep
    self.lastChange = lastChange
    self.logNumber = logNumber
    self.undone = undone
    let isLarge = step.count > Self.wholeCount
    // Where rows come and go one change makes the next one possible.
    isChecking = isLarge && !hasRows
    size = isLarge ? Self.partSize : Self.wholeCount
  }

  /// Begins anew as one in which rows come or go, which it is described by.
  mutating func takeInRows(_ main: UndoneStep) {
    if !hasBegun { undone = main }
    (hasRows, isChecking, next, done) = (true, false, .max, 0)
  }

  /// Has as many rows come or go in one transaction as leave time for a key: each transaction waits for the disk.
  ///
  /// - Parameter seconds: What the last ones have taken.
  mutating func adapt(to seconds: Double) {
    guard isLarge, hasRows else { return }
    if seconds < 0.004 { size = min(size * 2, max(size, Self.largestPartSize)) }
    if seconds > 0.008 { size = max(size / 2, min(size, Self.partSize)) }
  }

  /// Takes more changes in one go, since some may be possible only together with others; false where all were taken.
  mutating func widen() -> Bool {
    guard hasRows, done + size < total else { return false }
    size *= 4
    return true
  }
}
