import BookStore
import Foundation
import Records
import TestSupport

/// A folder with a database and its edit log.
protocol BookFolder {
  var folder: String { get }
}

extension BookFolder {
  var path: String { folder + "/books.sqlite" }

  /// Makes a folder in another.
  static func newFolder(in parent: String) throws -> String {
    let folder = parent + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  func store(waiting timeout: Duration = .seconds(5)) throws(StoreError) -> BookStore {
    let log = EditLogOptions(folder: folder + "/state")
    return try BookStore(path: path, options: StoreOptions(busyTimeout: timeout, editLog: log))
  }

  /// A connection of another program.
  static func queue(_ path: String) throws -> StockDatabase { try StockDatabase(path, patience: 5) }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

/// A folder with a database of a few books.
struct Bookcase: BookFolder {
  let folder: String

  /// The fields that a script sets, as indices in the schema.
  static let fields = [0, 2]

  /// What a stubborn one says.
  static let refusal = "kept"

  /// Makes the database of so many books.
  ///
  /// - Parameters:
  ///   - isStubborn: Whether it refuses to delete every third row.
  ///   - reacts: Whether triggers follow edits, too. The edits of one step are in such a database before the next step edits.
  init(
    in parent: String, count: Int, hasWriteAheadLog: Bool, isStubborn: Bool = false, reacts: Bool = true
  ) throws {
    folder = try Self.newFolder(in: parent)
    try queue().use { database in
      if hasWriteAheadLog { try database.run("PRAGMA journal_mode = WAL") }
      try database.run(
        """
        CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48),
          note TEXT CHECK (note IS NULL OR json_valid(note)));
        \(Self.followers) \(reacts ? Self.editFollowers : "")
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          INSERT INTO book SELECT i, 'title' || i, i, 'author' || i, '{"i": ' || i || '}' FROM n;
        """)
      guard isStubborn else { return }
      try database.run(
        """
        CREATE TRIGGER stubborn BEFORE DELETE ON book WHEN old.pk % 3 = 0
          BEGIN SELECT RAISE(ABORT, '\(Self.refusal)'); END
        """)
    }
  }

  /// What triggers write elsewhere when rows come and go: a number of books, and the last book of each author.
  private static let followers = """
    CREATE TABLE tally (count INTEGER);
    INSERT INTO tally VALUES (0);
    CREATE TABLE latest (author TEXT UNIQUE, pk INTEGER);
    CREATE TRIGGER comes AFTER INSERT ON book BEGIN
      UPDATE tally SET count = count + 1;
      INSERT OR IGNORE INTO latest VALUES (new.author, new.pk);
    END;
    CREATE TRIGGER goes AFTER DELETE ON book BEGIN UPDATE tally SET count = count - 1; END;
    """

  /// What they write elsewhere for edits, too: a full-text index.
  private static let editFollowers = """
    CREATE VIRTUAL TABLE book_text USING fts5(title, author, content = 'book', content_rowid = 'pk');
    CREATE TRIGGER indexed AFTER INSERT ON book BEGIN
      INSERT INTO book_text (rowid, title, author) VALUES (new.pk, new.title, new.author);
    END;
    CREATE TRIGGER unindexed AFTER DELETE ON book BEGIN
      INSERT INTO book_text (book_text, rowid, title, author) VALUES ("delete", old.pk, old.title, old.author);
    END;
    CREATE TRIGGER changes AFTER UPDATE ON book BEGIN
      INSERT INTO book_text (book_text, rowid, title, author) VALUES ("delete", old.pk, old.title, old.author);
      INSERT INTO book_text (rowid, title, author) VALUES (new.pk, new.title, new.author);
      INSERT OR REPLACE INTO latest VALUES (new.author, new.pk);
    END;
    """

  /// One that another process has made.
  init(folder: String) { self.folder = folder }

  /// What the database holds, as another program reads it, past the VFS that fails.
  func rows() throws -> Shelf.Rows {
    try plainly { database in
      let rows = try database.rows("SELECT pk, title, author FROM book")
      return Dictionary(
        uniqueKeysWithValues: rows.map {
          (Int64($0[0].integer ?? 0), [$0[1].description, $0[2].description])
        })
    }
  }

  /// What SQLite finds wrong with the database, or with what triggers have written elsewhere; nil if nothing is.
  func damage() throws -> String? {
    let found = try plainly { try $0.texts("PRAGMA integrity_check").joined(separator: "; ") }
    if found != "ok" { return found }
    let isCounted = try plainly {
      try $0.integer("SELECT (SELECT count FROM tally) = (SELECT count(*) FROM book)")
    }
    if isCounted != 1 { return "a trigger has run more often than rows have come and gone" }
    guard try plainly({ try $0.integer("SELECT 1 FROM sqlite_schema WHERE name = 'book_text'") }) == 1 else {
      return nil
    }
    do {
      try queue().write {
        try $0.run("INSERT INTO book_text (book_text, rank) VALUES ('integrity-check', 1)")
      }
      return nil
    } catch {
      return "the full-text index is not that of the books: \(error)"
    }
  }

  private func plainly<Result>(_ body: (StockDatabase) throws -> Result) throws -> Result {
    try queue().read(body)
  }

  private func queue() throws -> StockDatabase {
    try StockDatabase(path, allowsQuotedTexts: true, patience: 5)
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
}

extension BookStore {
  /// All rows as the person sees them, edits that are not written included.
  func shownRows() throws(StoreError) -> Shelf.Rows {
    var shown: Shelf.Rows = [:]
    for case let row? in try lists.rows(in: 0..<1_000) {
      let values = try shelf.snapshot(of: row.id).values
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
