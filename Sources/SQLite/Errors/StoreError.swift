import Records

/// Why the store could not do what was asked; the only wording is SQLite's own message.
public enum StoreError: Error, Hashable, Sendable {
  case cannotOpen(path: String, reason: OpenFailure)
  case cannotWrite(path: String, errno: Int32)
  case alreadyExists(path: String)
  /// The file is not a database, or is an encrypted one.
  case notADatabase
  /// The detail is SQLite's, as in the other cases.
  case damaged(detail: String)
  case damagedAfter(rowCount: Int, detail: String)
  case tooNew
  case newerEditLog
  /// The edit log has an obsolete format, and another program is using it.
  case olderEditLog
  /// The schema is damaged or needs a later version of SQLite.
  case newerSchema(detail: String)
  case noSuchTable(String)
  case noUsableTable
  case readOnly
  case noKeys(table: String, isView: Bool)
  case cannotChange(table: String, Obstacle)
  case cannotChangeField(FieldObstacle)
  case fileReplaced
  /// A program ended in the middle of a write, and its journal cannot be read without writing.
  case unfinishedWrite
  /// Another program has written to a database opened as immutable, so reads may mix old and new; reopen it.
  case changedMeanwhile
  case busy
  case full
  /// The code is SQLite's extended one.
  case ioError(code: Int32)
  case rowGone
  case rowReplaced
  /// Another program has also changed a field that was set here.
  case conflict
  /// Another program has changed the rows to undo or redo.
  case changedSince
  /// A value of the row was never read, so the row cannot be inserted again as it was.
  case incompleteRow
  /// A trigger of the table skipped the write without an error.
  case ignored
  case fixedField
  /// The key belongs to a row that another program has deleted and that still has unwritten edits here.
  case keyOfGoneRow
  /// Another row holds these values in unique fields, given as indices in the table's schema.
  case notUnique(fields: [Int], values: [Value])
  case noSuchTarget(Schema, fields: [Int], values: [Value])
  /// A row of the named table references this row, which cannot be deleted, nor its referenced fields changed.
  case isPointedTo(title: String?, by: String)
  case unknownEntity(table: String)
  /// A new row must say to which of these Core Data entities, by number, it belongs.
  case severalEntities(table: String, [Int64: String])
  /// A title or kinds that the person specified do not fit the initial table.
  case cannotApply(SchemaError, to: Schema)
  /// The message is SQLite's or the trigger's.
  case constraint(message: String)
  case foreignKey
  case danglingReference(from: String, to: String)
  case tooLarge(byteCount: Int, limit: Int)
  case interrupted
  case other(code: Int32, message: String)

  /// Why only the program that created a table can change it.
  public enum Obstacle: Hashable, Sendable {
    /// A trigger calls a function or names a table that does not exist; the detail is SQLite's.
    case trigger(name: String, detail: String)
    case collation(String)
    case other(detail: String)
  }

  /// Why a file could not be opened.
  public enum OpenFailure: Hashable, Sendable {
    case missing
    case folderMissing
    case directory
    /// The path leads to a pipe, a device or a socket.
    case notAFile
    case unreadPipe
    /// The name of a new database ends like a file that SQLite keeps next to a database.
    case companion(end: String)
    case openDatabase
    /// SQLite keeps, or would keep, a file at this path next to the open database.
    case besideDatabase
    case editLog
    case denied
    case link
    case otherOwner
    /// The edit log is in a folder in which every user could replace it.
    case openToAll
    case notALog
    case system(errno: Int32)
    case sqlite(code: Int32)
  }
}

/// A row that could not be written or restored.
public struct RowFailure: Hashable, Sendable {
  /// The row.
  public var id: RecordID
  /// Why it could not be written or restored.
  public var error: StoreError

  package init(id: RecordID, error: StoreError) { (self.id, self.error) = (id, error) }
}
