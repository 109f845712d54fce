import BookStore
import Foundation
import GRDB
import Records

/// A folder with a database of a few books and its edit log.
struct Bookcase {
  let folder: String
  var path: String { folder + "/books.sqlite" }
  var log: String { folder + "/state" }

  /// The fields that a script sets, as indices in the schema.
  static let fields = [0, 2]

  /// What a stubborn one says.
  static let refusal = "kept"

  /// Makes the database of so many books.
  ///
  /// - Parameter isStubborn: Whether it refuses to delete every third row.
  init(in parent: String, count: Int, hasWriteAheadLog: Bool, isStubborn: Bool = false) throws {
    folder = parent + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try DatabaseQueue(path: path).writeWithoutTransaction { database in
      if hasWriteAheadLog { try database.execute(sql: "PRAGMA journal_mode = WAL") }
      try database.execute(
        sql: """
          CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO book SELECT i, 'title' || i, i, 'author' || i FROM n;
          """)
      guard isStubborn else { return }
      try database.execute(
        sql: """
          CREATE TRIGGER stubborn BEFORE DELETE ON book WHEN old.pk % 3 = 0
            BEGIN SELECT RAISE(ABORT, '\(Self.refusal)'); END
          """)
    }
  }

  /// One that another process has made.
  init(folder: String) {
    self.folder = folder
  }

  /// Opens the database as the program does.
  func store(waiting timeout: Duration = .zero) throws(StoreError) -> BookStore {
    try BookStore(
      path: path,
      options: StoreOptions(busyTimeout: timeout, editLog: EditLogOptions(folder: log)))
  }

  /// What the database holds, as another program reads it, past the VFS that fails.
  func rows() throws -> Shelf.Rows {
    try plainly { database in
      let rows = try Row.fetchAll(database, sql: "SELECT pk, title, author FROM book")
      return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], [$0[1] ?? "NULL", $0[2] ?? "NULL"]) })
    }
  }

  /// What SQLite finds wrong with the database, or nil.
  func damage() throws -> String? {
    let found = try plainly { try String.fetchAll($0, sql: "PRAGMA integrity_check").joined(separator: "; ") }
    return found == "ok" ? nil : found
  }

  private func plainly<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: path, configuration: configuration).read(body)
  }

  /// Keeps everything as it is now beside it, to be looked at by hand.
  ///
  /// Another program copies, for a file that is read and closed here takes the locks with it that SQLite has on it.
  func copy() throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "rm -rf \"$0-before\" && cp -a \"$0\" \"$0-before\"", folder]
    try shell.run()
    shell.waitUntilExit()
  }

  /// Removes everything.
  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}

extension BookStore {
  /// All rows as the person sees them, edits that are not written included.
  func shownRows() throws(StoreError) -> Shelf.Rows {
    var shown: Shelf.Rows = [:]
    for case let row? in try rows(in: 0..<1_000) {
      let values = try snapshot(of: row.id).values
      shown[row.id.rowid ?? 0] = Bookcase.fields.map { values[$0].plainText }
    }
    return shown
  }
}

extension Value {
  /// A text as it is, anything else in a form that no script writes.
  var plainText: String {
    if case .text(let text) = self { text.string } else { isNull ? "NULL" : "\(self)" }
  }
}
