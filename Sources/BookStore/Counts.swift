import Records

/// The numbers of held records and executed statements, for the meter.
public struct Counts: Hashable, Sendable {
  /// The rows of the table counted so far.
  public var known: RowCount
  /// The records whose fields are held, including dirty ones.
  public var hydrated: Int
  /// The records that differ from the database.
  public var dirty: Int
  /// The bytes held for the fields of hydrated records, as `Record.byteCount` estimates them.
  public var byteCount: Int
  /// The statements run since the store was opened, including BEGIN and COMMIT.
  ///
  /// Statements that only check whether another program has written do not count.
  public var statementCount: Int
}
