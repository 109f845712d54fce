/// The statements and rows of a session, next to those that the 2008 sample would have needed by the rules in
/// docs/hydration.md.
///
/// The sample reads all keys with one statement, each title and each first look with one more, and on a memory warning and
/// at its end it writes every record that it holds, with one statement each.
public struct SessionAccount: Hashable, Sendable {
  /// The statements that all connections of the store have run on the database.
  public var statementCount = 0
  /// The titles that lists have read.
  public var titleCount = 0
  /// How often a record was hydrated.
  public var lookCount = 0
  /// The rows that write-backs have written.
  public var writtenCount = 0
  /// The records that differ from the database now.
  public var dirtyCount = 0
  /// The rows of the first list, as far as they are counted; the sample would have read the title of each.
  public var rowCount = RowCount.exactly(0)
  /// How often the sample would have been started.
  public var startCount = 1
  /// The records that the sample would hold now.
  public var sampleHeldCount = 0
  /// The rows that the sample would have written so far.
  public var sampleWrittenCount = 0
  /// How many records were evicted without a memory warning.
  ///
  /// The sample has no budget, so a later look at such a record would have been free there: its figures are then an upper
  /// bound.
  public var evictedCount = 0
  /// The last memory warning, if there was one.
  public var warning: Warning?

  /// The counts at a memory warning.
  public struct Warning: Hashable, Sendable {
    /// The records that the sample would have held, and so would have written.
    public var heldCount: Int
    /// The rows that this store has written on the warning, or since the one before.
    public var changedCount: Int

    /// Makes a warning of its parts.
    public init(heldCount: Int, changedCount: Int) {
      (self.heldCount, self.changedCount) = (heldCount, changedCount)
    }
  }

  /// Makes an account of nothing.
  public init() {}

  /// The statements that the sample would have run so far.
  public var sampleStatementCount: Int {
    startCount + rowCount.value + lookCount + sampleWrittenCount
  }

  /// Whether the figures of the sample are exact.
  public var isExact: Bool { rowCount.isExact && evictedCount == 0 }

  /// The account at the end of the program, when the sample writes what it holds.
  public var ended: SessionAccount {
    var account = self
    account.sampleWrittenCount += account.sampleHeldCount
    account.sampleHeldCount = 0
    return account
  }

  /// The account of two sessions, one after the other.
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
