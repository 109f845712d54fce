/// Compares a session's statements and rows with those of the 2008 sample.
///
/// The sample reads all keys with one statement, and each title and record on its first access. On a memory warning and at its
/// end it writes every record that it holds, with one statement each. The rules are in docs/hydration.md.
public struct SessionAccount: Hashable, Sendable {
  /// The statements that all connections of the store have run.
  public var statementCount = 0
  /// The titles that lists have read.
  public var titleCount = 0
  /// The number of hydrations.
  public var lookCount = 0
  /// The rows that write-backs have written.
  public var writtenCount = 0
  /// The records that currently differ from the database.
  public var dirtyCount = 0
  /// The rows of the first list counted so far; the sample would have read each title.
  public var rowCount = RowCount.exactly(0)
  /// How often the sample would have been started.
  public var startCount = 1
  /// The records that the sample would hold now.
  public var sampleHeldCount = 0
  /// The rows that the sample would have written so far.
  public var sampleWrittenCount = 0
  /// The records evicted without a memory warning; the sample's figures are then an upper bound, because it would keep them.
  public var evictedCount = 0
  /// The last memory warning, if there was one.
  public var warning: Warning?

  /// The counts at a memory warning.
  public struct Warning: Hashable, Sendable {
    /// The records that the sample would have held and thus written, and the rows that this store has written on this
    /// warning, or since the previous one.
    public var heldCount, changedCount: Int

    package init(heldCount: Int, changedCount: Int) {
      (self.heldCount, self.changedCount) = (heldCount, changedCount)
    }
  }

  package init() {}

  /// The statements that the sample would have run so far.
  public var sampleStatementCount: Int { startCount + rowCount.value + lookCount + sampleWrittenCount }

  /// Whether the figures of the sample are exact.
  public var isExact: Bool { rowCount.isExact && evictedCount == 0 }

  /// The account at the end of the program, when the sample writes what it holds.
  public var ended: SessionAccount {
    var account = self
    account.sampleWrittenCount += account.sampleHeldCount
    account.sampleHeldCount = 0
    return account
  }

  /// The account of two consecutive sessions.
  public static func + (first: SessionAccount, second: SessionAccount) -> SessionAccount {
    var sum = first
    sum.statementCount += second.statementCount
    sum.titleCount += second.titleCount
    sum.lookCount += second.lookCount
    sum.writtenCount += second.writtenCount
    let rows = first.rowCount.value + second.rowCount.value
    let areCounted = first.rowCount.isExact && second.rowCount.isExact
    sum.rowCount = areCounted ? .exactly(rows) : .atLeast(rows)
    sum.startCount += second.startCount
    sum.dirtyCount = second.dirtyCount
    sum.sampleHeldCount = second.sampleHeldCount
    sum.sampleWrittenCount += second.sampleWrittenCount
    sum.evictedCount += second.evictedCount
    sum.warning = second.warning ?? first.warning
    return sum
  }
}
