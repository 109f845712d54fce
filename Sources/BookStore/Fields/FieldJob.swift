import EditLog
import Records
import SQLite

/// Changes the columns of a table: first a copy of the database is made, some pages at a time, and then the change, in one
/// transaction.
///
/// Once it is done the store has to be opened again (`BookStore.reopened()`).
public final class FieldJob: Job {
  /// The change.
  public let change: FieldChange
  /// The table.
  public let table: TableID
  private let fields: TableEditor
  private let purpose: LogPurpose
  /// The number in the log of the change that is taken back, whose values come back with the column.
  private let reversed: Int64?
  private var copy: SafetyCopy?
  private var isDone = false

  init(
    _ fields: TableEditor, _ change: FieldChange, of table: TableID, as purpose: LogPurpose,
    reversing number: Int64?
  ) {
    (self.fields, self.change, self.table) = (fields, change, table)
    (self.purpose, reversed) = (purpose, number)
  }

  /// The part of the copy that is made, from 0 to 1.
  public var fraction: Double { isDone ? 1 : copy?.fraction ?? 0 }

  /// Copies some more pages, or makes the change once there are none left.
  ///
  /// - Returns: Whether there is more to do.
  /// - Throws: `busy`, after which it can be tried again, or why the tables stay as they are.
  public func step() throws(StoreError) -> Bool {
    if isDone { return false }
    guard let copy else {
      copy = try fields.makeCopy()
      return true
    }
    if try copy.step() { return true }
    try fields.make(change, of: table, as: purpose, reversing: reversed)
    isDone = true
    return false
  }
}
