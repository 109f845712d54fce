import Records

/// Why the store could not do what was asked; it carries no wording, except SQLite's own where the database has a say.
public enum StoreError: Error, Hashable, Sendable {
  /// The file cannot be opened at all.
  case cannotOpen(path: String, reason: OpenFailure)
  /// A new database was asked for where there is something already.
  case alreadyExists(path: String)
  /// The file is something else than a database, or an encrypted one.
  case notADatabase
  /// The database contradicts itself; the detail is SQLite's.
  case damaged(detail: String)
  /// The database contradicts itself after so many rows of a table, which can be read; the detail is SQLite's.
  case damagedAfter(rowCount: Int, detail: String)
  /// The database was made for a later version of SQLite.
  case tooNew
  /// The edit log was made by a later version of this library.
  case newerEditLog
  /// The schema has something that this SQLite does not know, or is damaged; the detail is SQLite's.
  case newerSchema(detail: String)
  /// The database has no table or view of this name.
  case noSuchTable(String)
  /// The database has no table whose rows can be shown and named.
  case noUsableTable
  /// The database, its folder or the connection to it takes no writes.
  case readOnly
  /// The named table can only be changed by the program that made it.
  case cannotChange(table: String, Obstacle)
  /// The file was moved, replaced or removed while it was open.
  case fileReplaced
  /// A program ended in the middle of a write, and what it left behind cannot be read without writing.
  case unfinishedWrite
  /// Another program has written to a database that nobody had open before, and what was read of it may be old and new at
  /// once; it is to be opened anew.
  case changedMeanwhile
  /// Another connection holds the lock, and waiting for it took too long.
  case busy
  /// The disk is full, or the database has reached its largest size.
  case full
  /// The system could not read or write; the code is SQLite's extended one.
  case ioError(code: Int32)
  /// The row is no longer in the table.
  case rowGone
  /// Another row has the key of the one that was read or shown.
  case rowReplaced
  /// Somebody else has changed a field that was set here, too.
  case conflict
  /// What was to be undone, or done again, is not as it was left: somebody else has changed it.
  case changedSince
  /// A value of the row was never read, so that the row cannot be inserted again as it was.
  case incompleteRow
  /// A trigger of the table passed over the write without an error.
  case ignored
  /// The field is part of what names the row, and so it cannot be set.
  case fixedField
  /// The key is that of a row which another program has deleted, and what was set in that row is not written.
  case keyOfGoneRow
  /// Another row holds the values in fields that keep rows apart, which are indices in the table's schema.
  case notUnique(fields: [Int], values: [Value])
  /// No row of the table that is pointed to, whose schema it is, holds the values in these fields of it.
  case noSuchTarget(Schema, fields: [Int], values: [Value])
  /// A row of the named table points to the row, which cannot go or give up what it is pointed to by; the row's title is
  /// nil where it has none.
  case isPointedTo(title: String?, by: String)
  /// The table is one of Core Data, and the database does not say of which entity its rows are.
  case unknownEntity(table: String)
  /// The table of Core Data has rows of several entities, by their numbers, of which a new row has to say its own.
  case severalEntities(table: String, [Int64: String])
  /// A title or kinds that were said by hand do not fit the table to begin with.
  case cannotApply(SchemaError, to: Schema)
  /// A constraint or a trigger of the table refuses the values; the message is SQLite's or the trigger's.
  case constraint(message: String)
  /// A foreign key is not kept, and it cannot be told which.
  case foreignKey
  /// A value has more bytes than SQLite holds.
  case tooLarge(byteCount: Int, limit: Int)
  /// The statement was interrupted.
  case interrupted
  /// Anything else, with SQLite's extended code and message.
  case other(code: Int32, message: String)

  /// What keeps a table from being changed by anybody but the program that made it.
  public enum Obstacle: Hashable, Sendable {
    /// A trigger calls a function or names a table that is not there; the detail is SQLite's.
    case trigger(name: String, detail: String)
    /// An index is in the order of a collation that is not there.
    case collation(String)
    /// Anything else; the detail is SQLite's.
    case other(detail: String)
  }

  /// Why a file could not be opened.
  public enum OpenFailure: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The folder that a new file is to be in does not exist.
    case folderMissing
    /// The path leads to a folder.
    case directory
    /// The path leads to a pipe, a device or a socket.
    case notAFile
    /// A new database was asked for under a name that SQLite has for a file beside another one, which ends so.
    case companion(end: String)
    /// The file is the database that is open.
    case openDatabase
    /// SQLite keeps the file beside the database that is open, or would.
    case besideDatabase
    /// The file belongs to the edit log.
    case editLog
    /// The file, or a folder on the way to it, may not be read or written.
    case denied
    /// An edit log would be opened that is a link to something else.
    case link
    /// An edit log would be opened that another user has made.
    case otherOwner
    /// An edit log would be opened in a folder in which every user can put another one in its place.
    case openToAll
    /// The file is in the place of an edit log and holds what no such log does.
    case notALog
    /// The system's error number says why.
    case system(errno: Int32)
    /// SQLite's extended code is all that is known.
    case sqlite(code: Int32)
  }
}
