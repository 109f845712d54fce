import Records

/// Creates tables that a library lacks: first a copy of the database is made, some pages at a time, and then the tables, in
/// one transaction.
///
/// Once it is done the store has to be opened again (`BookStore.reopened()`).
public final class TableJob: Job {
  /// The tables.
  public let tables: [MissingTable]
  private let fields: TableEditor
  private var copy: SafetyCopy?
  private var isDone = false

  init(_ fields: TableEditor, _ tables: [MissingTable]) { (self.fields, self.tables) = (fields, tables) }

  /// The part of the copy that is made, from 0 to 1.
  public var fraction: Double { isDone ? 1 : copy?.fraction ?? 0 }

  /// Copies some more pages, or creates the tables once there are none left.
  ///
  /// - Returns: Whether there is more to do.
  /// - Throws: `busy`, after which it can be tried again, or why the tables are not created.
  public func step() throws(StoreError) -> Bool {
    if isDone { return false }
    guard let copy else {
      copy = try fields.makeCopy()
      return true
    }
    if try copy.step() { return true }
    try fields.create(tables)
    isDone = true
    return false
  }
}
