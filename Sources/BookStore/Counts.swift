import Records

/// What the store holds and has done, for the meter.
public struct Counts: Hashable, Sendable {
  /// The rows of the table, as far as they are counted.
  public var known: RowCount
  /// The records whose fields are held, dirty ones among them.
  public var hydrated: Int
  /// The records that differ from the database.
  public var dirty: Int
  /// The bytes held for the fields of hydrated records, as `Record.byteCount` estimates them.
  public var byteCount: Int
  /// The statements that the store ran since it was opened, its transactions' BEGIN and COMMIT among them.
  ///
  /// Those that only look whether somebody else has written do not count.
  public var statementCount: Int

  /// Makes counts of their parts.
  public init(known: RowCount, hydrated: Int, dirty: Int, byteCount: Int, statementCount: Int) {
    self.known = known
    self.hydrated = hydrated
    self.dirty = dirty
    self.byteCount = byteCount
    self.statementCount = statementCount
  }
}
