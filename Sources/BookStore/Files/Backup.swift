import CSQLite
import Listings
import Platform
import Records
import SQLite

/// Copies a database as it is at one moment, while others may read and write it.
///
/// SQLite's online backup makes the copy, with mode 0600, under a temporary name until it is complete.
public struct Backup {
  private static let step: Int32 = 1_024
  /// In seconds.
  private static let patience = 10.0

  private let source: Connection
  private let logFolder: String?

  /// Opens the database to copy; no copy gets the path of an edit log in `logFolder`.
  public init(of path: String, logFolder: String? = nil) throws(StoreError) {
    self.logFolder = logFolder
    // If no file can be created beside it, a database in WAL mode is read as it is.
    let isWritable = access(Folder.containing(path), W_OK) == 0
    source = try Connection(
      path: path, options: isWritable ? ConnectionOptions().readOnly : ConnectionOptions(isReadOnly: true))
  }

  /// Copies the file that a connection has open, whatever is at its path by now.
  init(of source: Connection) { (self.source, logFolder) = (source, nil) }

  /// Makes the copy; no file is replaced, and after an error there is no copy.
  ///
  /// - Parameters:
  ///   - views: The views to store in a table of the copy; nil for no table.
  ///   - progress: Gets the fraction done, from 0 to 1, which decreases if another program changes what was copied. An error
  ///     that it throws ends the work.
  /// - Throws: `alreadyExists`, `cannotOpen`, `busy` after ten seconds of a lock, or another error.
  public func run(
    to path: String, carrying views: [CarriedView]? = nil, progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    try run(to: path, progress: progress) { temporary throws(StoreError) in
      if let views { try CarriedView.write(views, to: temporary) }
    }
  }

  func run(
    to path: String, progress: (Double) throws(StoreError) -> Void,
    finish: (String) throws(StoreError) -> Void
  ) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw .alreadyExists(path: path) }
    // At such a path, SQLite would take the copy for a part of the database, and delete it.
    try OpenFiles(database: source.path, logFolder: logFolder).check(Text(path))
    try NewFile(path: path).create { temporary throws(StoreError) in
      try copy(to: try Connection(path: temporary, options: ConnectionOptions()).raw, progress)
      if source.isOutdated { throw .changedMeanwhile }
      try finish(temporary)
    }
  }

  private func copy(
    to target: RawConnection, _ progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let backup = sqlite3_backup_init(target.pointer, "main", source.pointer, "main") else {
      throw StoreError(connection: target.pointer)
    }
    var code = SQLITE_OK
    do throws(StoreError) {
      code = try copy(backup, progress)
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw StoreError(code: code, message: String(cString: sqlite3_errstr(end == SQLITE_OK ? code : end)))
    }
  }

  private func copy(
    _ backup: OpaquePointer, _ progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) -> Int32 {
    var waitEnd = SystemClock.monotonicSeconds + Self.patience
    while true {
      let code = sqlite3_backup_step(backup, Self.step)
      let count = max(1, sqlite3_backup_pagecount(backup))
      try progress(1 - Double(sqlite3_backup_remaining(backup)) / Double(count))
      switch code {
      case SQLITE_OK: waitEnd = SystemClock.monotonicSeconds + Self.patience
      case SQLITE_BUSY where SystemClock.monotonicSeconds < waitEnd,
        SQLITE_LOCKED where SystemClock.monotonicSeconds < waitEnd:
        usleep(20_000)
      default: return code
      }
    }
  }
}

/// A view of a list, stored in a table of the library, so that another machine shows it too.
public struct CarriedView: Hashable, Sendable {
  /// The name of the table that is shown.
  public var table: String
  /// The name of the view; nil for the table's last state.
  public var name: String?
  /// The view's serialised form, which only its owner reads.
  public var text: String

  /// Creates a view.
  public init(table: String, name: String?, text: String) {
    (self.table, self.name, self.text) = (table, name, text)
  }

  static func write(_ views: [CarriedView], to path: String) throws(StoreError) {
    let connection = try Connection(path: path, options: ConnectionOptions())
    let table = quoted(SchemaReader.viewTable)
    try connection.transaction { () throws(StoreError) in
      try connection.run("DROP TABLE IF EXISTS \(table)")
      try connection.run("CREATE TABLE \(table) (shown TEXT NOT NULL, name TEXT, view TEXT NOT NULL)")
      for view in views {
        try connection.execute(
          "INSERT INTO \(table) VALUES (?, ?, ?)",
          [.text(Text(view.table)), view.name.map { .text(Text($0)) } ?? .null, .text(Text(view.text))])
      }
    }
  }
}

extension BookStore {
  /// The views that the library carries; only a copy made with views has any.
  public func carriedViews() throws(StoreError) -> [CarriedView] {
    guard database.hasViews else { return [] }
    return try database.connection.rows(
      "SELECT shown, name, view FROM \(quoted(SchemaReader.viewTable)) ORDER BY rowid"
    ) { row in
      CarriedView(
        table: row.string(at: 0), name: row.value(at: 1).isNull ? nil : row.string(at: 1),
        text: row.string(at: 2))
    }
  }
}
