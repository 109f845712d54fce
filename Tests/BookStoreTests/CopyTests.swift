import Foundation
import Records
import Testing

@testable import BookStore
@testable import EditLog

/// People copy the one file that they know of: once the store is closed, all is in it.
struct CopyTests {
  private static let others = """
    CREATE TABLE reader (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO reader VALUES (1, 'Hedda'), (2, 'Oluf');
    CREATE VIRTUAL TABLE words USING fts5(word); INSERT INTO words VALUES ('boat'), ('bread');
    CREATE VIEW title AS SELECT pk AS id, title FROM book;
    """

  private func make(_ mode: String, hasOthers: Bool) throws -> Scratch {
    try Scratch(Scratch.books(50) + (hasOthers ? Self.others : ""), mode: mode)
  }

  /// Opens the database, has the store's threads begin what they may do, edits, and closes it.
  private func edit(_ scratch: Scratch, _ run: Int) throws {
    // With a rollback journal the threads that read keep writers waiting.
    let log = run.isMultiple(of: 2) ? EditLogOptions(folder: scratch.logFolder) : nil
    let store = try BookStore(
      path: scratch.path, options: StoreOptions(busyTimeout: .seconds(5), editLog: log))
    store.lists.countTables()
    store.listing.scoutAhead()
    try store.listing.arrange(
      by: ListOrder(field: Book.author), finding: run.isMultiple(of: 3) ? "Title" : "")
    for table in store.tables { _ = try store.lists.open(ListSource(table: table.id)) }
    try store.set(.text(Text("run \(run)")), at: Book.author, of: 7)
    _ = try store.insert([.text(Text("Edda \(run)"))])
    try store.delete(9)
    if run.isMultiple(of: 5) {
      store.writer.startDehydratingAll()
      try store.wait { store.writer.takeWriteBack() != nil }
    } else {
      #expect(store.dehydrateAll().writeBack.isComplete)
      if run.isMultiple(of: 4) { #expect(store.close()) }
    }
  }

  @Test("An edit is in a copy of the file alone, each time", arguments: ["wal", "delete"], [false, true])
  func alone(mode: String, hasOthers: Bool) throws {
    for run in 0..<25 {
      let scratch = try make(mode, hasOthers: hasOthers)
      try edit(scratch, run)
      let copy = scratch.folder + "/copy.db"
      try FileManager.default.copyItem(atPath: scratch.path, toPath: copy)
      let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
      #expect(files.filter { $0.hasPrefix("books") } == ["books.sqlite"], "run \(run)")
      let (authors, check) = try Stock.open(copy).use { database in
        (
          try database.texts(
            "SELECT author FROM book WHERE pk = 7 UNION ALL SELECT title FROM book WHERE pk IN (9, 51)"),
          try database.text("PRAGMA integrity_check")
        )
      }
      #expect(authors == ["run \(run)", "Edda \(run)"] && check == "ok", "run \(run)")
      guard authors.count == 2, files.count < 4 else { return }
      #expect(try Stock.pragma("journal_mode", scratch.path) == mode)
    }
  }

  @Test("While another program reads what was before, the log stays, and the edit is in a copy of both")
  func snapshot() throws {
    let scratch = try make("wal", hasOthers: true)
    let other = try Stock.open(scratch.path)
    try other.use { database in
      try database.run("BEGIN")
      #expect(try database.text("SELECT author FROM book WHERE pk = 7") == "Author 7")
      try edit(scratch, 1)
      #expect(FileManager.default.fileExists(atPath: scratch.path + "-wal"))
      for end in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: scratch.path + end, toPath: scratch.folder + "/copy.db" + end)
      }
      #expect(try database.text("SELECT author FROM book WHERE pk = 7") == "Author 7")
      try database.run("COMMIT")
    }
    let copied = try Stock.open(scratch.folder + "/copy.db").texts("SELECT author FROM book WHERE pk = 7")
    #expect(copied == ["run 1"])
    other.close()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 7") == ["run 1"])
  }
}
