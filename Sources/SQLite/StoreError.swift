import Records

/// Why the store could not do what was asked.
///
/// Errors carry no wording, except SQLite's own message for errors that come from the database.
public enum StoreError: Error, Hashable, Sendable {
  case cannotOpen(path: String, reason: OpenFailure)
  case cannotWrite(path: String, errno: Int32)
  case alreadyExists(path: String)
  /// The file is not a database, or is an encrypted one.
  case notADatabase
  /// The detail is SQLite's.
  case damaged(detail: String)
  /// This many rows of a table can still be read; the detail is SQLite's.
  case damagedAfter(rowCount: Int, detail: String)
  case tooNew
  case newerEditLog
  /// The edit log has an obsolete format, and another program is using it.
  case olderEditLog
  /// The schema is damaged or needs a later version of SQLite; the detail is SQLite's.
  case newerSchema(detail: String)
  case noSuchTable(String)
  /// The database has no table whose rows can be shown and named.
  case noUsableTable
  case readOnly
  /// The rows of the view or table have no keys, so none can be named or changed.
  case noKeys(table: String, isView: Bool)
  /// Only the program that created the table can change it.
  case cannotChange(table: String, Obstacle)
  case cannotChangeField(FieldObstacle)
  case fileReplaced
  /// A program ended in the middle of a write, and its journal cannot be read without writing.
  case unfinishedWrite
  /// Another program has written to a database opened as immutable. What was read may mix old and new; reopen the database.
  case changedMeanwhile
  case busy
  case full
  /// The code is SQLite's extended one.
  case ioError(code: Int32)
  case rowGone
  /// Another row now has the key.
  case rowReplaced
  /// Another program has also changed a field that was set here.
  case conflict
  /// Another program has changed the rows to undo or redo.
  case changedSince
  /// A value of the row was never read, so the row cannot be inserted again as it was.
  case incompleteRow
  /// A trigger of the table skipped the write without an error.
  case ignored
  /// The field is part of the row's key, so it cannot be set.
  case fixedField
  /// The key belongs to a row that another program has deleted and that still has unwritten edits here.
  case keyOfGoneRow
  /// Another row holds these values in fields that must be unique; the fields are indices in the table's schema.
  case notUnique(fields: [Int], values: [Value])
  /// No row of the target table, whose schema is given, holds these values in the given fields.
  case noSuchTarget(Schema, fields: [Int], values: [Value])
  /// A row of the named table references this row, whose title is given; it cannot be deleted, nor its referenced fields
  /// changed.
  case isPointedTo(title: String?, by: String)
  /// The table belongs to Core Data, and the database does not say which entity its rows belong to.
  case unknownEntity(table: String)
  /// The table belongs to Core Data and has rows of several entities, given by number; a new row must say to which it belongs.
  case severalEntities(table: String, [Int64: String])
  /// A title or kinds that the person specified do not fit the initial table.
  case cannotApply(SchemaError, to: Schema)
  /// A constraint or a trigger of the table rejects the values; the message is SQLite's or the trigger's.
  case constraint(message: String)
  case foreignKey
  /// After the commit, a row of one table would reference a missing row of another.
  case danglingReference(from: String, to: String)
  case tooLarge(byteCount: Int, limit: Int)
  case interrupted
  case other(code: Int32, message: String)

  /// Why only the program that created a table can change it.
  public enum Obstacle: Hashable, Sendable {
    /// A trigger calls a function or names a table that does not exist; the detail is SQLite's.
    case trigger(name: String, detail: String)
    case collation(String)
    /// Anything else; the detail is SQLite's.
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
    /// The process may not access the file, or a folder on the way to it.
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

extension StoreError {
  /// Whether retrying a row would fail again although other rows succeed.
  package var isAboutRow: Bool {
    switch self {
    case .constraint, .foreignKey, .danglingReference, .notUnique, .noSuchTarget, .ignored, .tooLarge,
      .isPointedTo, .unknownEntity, .severalEntities:
      true
    case .other(let code, _): code & 0xFF == 20
    default: false
    }
  }
}
