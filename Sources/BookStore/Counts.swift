import Records

/// The numbers of records that the store holds and of statements that it has run, for the meter.
public struct Counts: Hashable, Sendable {
  /// The rows of the table, as far as they have been counted.
  public var known: RowCount
  /// The records whose fields are held, including dirty ones.
  public var hydrated: Int
  /// The records that differ from the database.
  public var dirty: Int
  /// The bytes held for the fields of hydrated records, as `Record.byteCount` estimates them.
  public var byteCount: Int
  /// The statements that the store has run since it was opened, including BEGIN and COMMIT.
  ///
  /// Statements that only check whether somebody else has written do not count.
  public var statementCount: Int

  /// Creates counts from their parts.
  public init(known: RowCount, hydrated: Int, dirty: Int, byteCount: Int, statementCount: Int) {
    self.known = known
    self.hydrated = hydrated
    self.dirty = dirty
    self.byteCount = byteCount
    self.statementCount = statementCount
  }
}
