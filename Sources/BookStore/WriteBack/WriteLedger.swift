import Records

/// What write-backs and memory warnings have done so far, for the session's account.
struct WriteLedger {
  /// The rows that were written.
  private(set) var writtenCount = 0
  /// The rows that the sample would have written on the warnings.
  private(set) var sampleWrittenCount = 0
  /// The last warning.
  private(set) var warning: SessionAccount.Warning?
  /// The records that warnings have dehydrated.
  private(set) var dehydratedCount = 0
  /// The counts at the last warning.
  private var last = (hydrations: 0, written: 0)

  /// Notes that rows were written.
  mutating func noteWritten(_ count: Int) { writtenCount += count }

  /// Notes a memory warning.
  ///
  /// - Parameters:
  ///   - hydrations: How often a record was hydrated so far.
  ///   - count: How many records the warning has dehydrated.
  ///   - isAnswered: Whether it wrote what there was to write; otherwise it is given again.
  mutating func noteWarning(hydrations: Int, dehydrated count: Int, isAnswered: Bool) {
    dehydratedCount += count
    guard isAnswered else { return }
    let held = heldCount(hydrations: hydrations)
    warning = SessionAccount.Warning(heldCount: held, changedCount: writtenCount - last.written)
    sampleWrittenCount += held
    last = (hydrations, writtenCount)
  }

  /// The records that were hydrated since the last warning, all of which the sample would still hold.
  func heldCount(hydrations: Int) -> Int { hydrations - last.hydrations }
}
