import Records

/// Why the store could not do what was asked; it carries no wording, except SQLite's own message for errors that come
/// from the database.
public enum StoreError: Error, Hashable, Sendable {
  /// The file cannot be opened at all.
  case cannotOpen(path: String, reason: OpenFailure)
  /// A file that is not the database could not be written; the number is the system's.
  case cannotWrite(path: String, errno: Int32)
  /// A new database should be created at a path where there is already something.
  case alreadyExists(path: String)
  /// The file is not a database, or is an encrypted one.
  case notADatabase
  /// The database is malformed; the detail is SQLite's.
  case damaged(detail: String)
  /// The database is malformed after the given number of rows of a table, which can be read; the detail is SQLite's.
  case damagedAfter(rowCount: Int, detail: String)
  /// The database was made for a later version of SQLite.
  case tooNew
  /// The edit log was made by a later version of this library.
  case newerEditLog
  /// The edit log has an obsolete format, and another program is using it.
  case olderEditLog
  /// The schema is damaged, or has something that this version of SQLite does not know; the detail is SQLite's.
  case newerSchema(detail: String)
  /// The database has no table or view of this name.
  case noSuchTable(String)
  /// The database has no table whose rows can be shown and named.
  case noUsableTable
  /// The database, its folder or the connection is read-only.
  case readOnly
  /// The rows of the named view or table have no keys, so none can be named or changed.
  case noKeys(table: String, isView: Bool)
  /// The named table can only be changed by the program that created it.
  case cannotChange(table: String, Obstacle)
  /// The columns of a table cannot be changed in the way that was asked for.
  case cannotChangeField(FieldObstacle)
  /// The file was moved, replaced or removed while it was open.
  case fileReplaced
  /// A program ended in the middle of a write, and the journal that it left behind cannot be read without writing.
  case unfinishedWrite
  /// Another program has written to a database that nobody had open before, and what was read from it may be a mixture
  /// of old and new; it must be opened again.
  case changedMeanwhile
  /// Another connection holds the lock, and waiting for it took too long.
  case busy
  /// The disk is full, or the database has reached its maximum size.
  case full
  /// The system could not read or write; the code is SQLite's extended one.
  case ioError(code: Int32)
  /// The row is no longer in the table.
  case rowGone
  /// Another row has the key of the one that was read or shown.
  case rowReplaced
  /// Somebody else has also changed a field that was set here.
  case conflict
  /// The rows to undo or redo are no longer as the step left them: somebody else has changed them.
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
  /// A row of the named table points to the row, so it cannot be deleted, and the fields that are pointed to cannot be
  /// changed; the title is the row's own, or nil if it has none.
  case isPointedTo(title: String?, by: String)
  /// The table belongs to Core Data, and the database does not say which entity its rows belong to.
  case unknownEntity(table: String)
  /// The table belongs to Core Data and has rows of several entities, which are given by their numbers; a new row must
  /// say which it belongs to.
  case severalEntities(table: String, [Int64: String])
  /// A title or kinds that the person specified do not fit the initial table.
  case cannotApply(SchemaError, to: Schema)
  /// A constraint or a trigger of the table rejects the values; the message is SQLite's or the trigger's.
  case constraint(message: String)
  /// A foreign key is violated, and SQLite does not say which.
  case foreignKey
  /// Once the transaction were committed, a row of one table would point to no row of another one.
  case danglingReference(from: String, to: String)
  /// A value has more bytes than SQLite can store.
  case tooLarge(byteCount: Int, limit: Int)
  /// The statement was interrupted.
  case interrupted
  /// Anything else, with SQLite's extended code and message.
  case other(code: Int32, message: String)

  /// Why only the program that created a table can change it.
  public enum Obstacle: Hashable, Sendable {
    /// A trigger calls a function or names a table that does not exist; the detail is SQLite's.
    case trigger(name: String, detail: String)
    /// An index uses a collation that does not exist here.
    case collation(String)
    /// Anything else; the detail is SQLite's.
    case other(detail: String)
  }

  /// Why a file could not be opened.
  public enum OpenFailure: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The folder for a new file does not exist.
    case folderMissing
    /// The path leads to a folder.
    case directory
    /// The path leads to a pipe, a device or a socket.
    case notAFile
    /// The path leads to a pipe from which nobody reads.
    case unreadPipe
    /// A new database has a name with an ending that SQLite uses for the files next to a database.
    case companion(end: String)
    /// The file is the database that is open.
    case openDatabase
    /// The path is that of a file that SQLite keeps, or would keep, next to the open database.
    case besideDatabase
    /// The file belongs to the edit log.
    case editLog
    /// The process lacks the permission to read or write the file, or a folder on the way to it.
    case denied
    /// The edit log's path is a link to something else.
    case link
    /// The edit log belongs to another user.
    case otherOwner
    /// The edit log is in a folder in which every user could replace it.
    case openToAll
    /// The file at the edit log's path is not an edit log.
    case notALog
    /// The system's error number gives the reason.
    case system(errno: Int32)
    /// SQLite's extended code is all that is known.
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
