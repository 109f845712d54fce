import BookStore
import Foundation
import Records
import Testing

@Suite("Opening") struct OpeningTests {
  @Test("What is no file, or has a pipe beside it, is refused; it is neither created nor waited for")
  func noFile() throws {
    let scratch = try Scratch("")
    func expectRefused(_ path: String, _ reason: StoreError.OpenFailure, at opened: String? = nil) {
      #expect(throws: StoreError.cannotOpen(path: path, reason: reason)) {
        try BookStore(path: opened ?? path)
      }
    }
    expectRefused(scratch.path, .missing)
    #expect(!FileManager.default.fileExists(atPath: scratch.path))
    expectRefused(scratch.folder, .directory)
    #expect(mkfifo(scratch.path, 0o600) == 0)
    expectRefused(scratch.path, .notAFile)
    for end in ["-journal", "-wal", "-shm"] {
      let scratch = try Scratch()
      #expect(mkfifo(scratch.path + end, 0o600) == 0)
      expectRefused(scratch.path + end, .notAFile, at: scratch.path)
    }
  }

  @Test("A path that begins with two slashes is a path", arguments: [true, false])
  func twoSlashes(isReadOnly: Bool) throws {
    let scratch = try Scratch(mode: "wal")
    let store = try BookStore(path: "/" + scratch.path, options: StoreOptions(isReadOnly: isReadOnly))
    #expect(try store.record(1).id == 1)
  }

  @Test(
    "Other files are refused and stay as they are",
    arguments: [
      (Data("A letter to the editor.\n".utf8), StoreError.notADatabase),
      (Data(String(repeating: "no database at all ", count: 400).utf8), .notADatabase),
      (Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 251) }), .notADatabase),
      (Data(), .noUsableTable),
    ])
  func otherFiles(content: Data, error: StoreError) throws {
    let scratch = try Scratch("")
    try content.write(to: URL(fileURLWithPath: scratch.path))
    #expect(throws: error) { try scratch.store() }
    #expect(try scratch.bytes() == content)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["books.sqlite"])
  }

  @Test("A database that was cut off is refused and stays as it is", arguments: [1, 3, 5])
  func truncated(pages: Int) throws {
    let scratch = try Scratch(Scratch.books(2_000))
    let content = try scratch.bytes().prefix(pages * 4096 + 100)
    try content.write(to: URL(fileURLWithPath: scratch.path))
    #expect { try scratch.store() } throws: { error in
      if case .damaged? = error as? StoreError { true } else { false }
    }
    #expect(try scratch.bytes() == content)
  }

  @Test("A database without a table is refused") func noTable() throws {
    let scratch = try Scratch("CREATE TABLE gone (title); DROP TABLE gone")
    #expect(throws: StoreError.noUsableTable) { try scratch.store() }
  }

  @Test("Opening, looking and closing changes no byte and adds no object")
  func openingChangesNothing() throws {
    let scratch = try Scratch()
    let before = try scratch.bytes()
    do {
      let store = try scratch.store()
      _ = try store.shelf.snapshot(of: 1)
      store.dehydrateAll()
    }
    #expect(try scratch.bytes() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["books.sqlite"])
  }

  @Test("Writing keeps the journal mode and the schema", arguments: ["delete", "wal"])
  func writingKeepsTheMode(mode: String) throws {
    let scratch = try Scratch(mode: mode)
    let schema = try scratch.rows("SELECT sql FROM sqlite_schema")
    do {
      let store = try scratch.store()
      try store.set("x", at: Book.author, of: 1)
      store.dehydrateAll()
      _ = try store.insert(["Edda"])
    }
    #expect(try scratch.rows("PRAGMA journal_mode") == [mode])
    #expect(try scratch.rows("SELECT sql FROM sqlite_schema") == schema)
  }

  @Test(
    "A file that may not be written opens read-only, one that may not be read is denied",
    .disabled(if: geteuid() == 0, "root may do everything"))
  func permissions() throws {
    let scratch = try Scratch()
    chmod(scratch.path, 0o400)
    #expect(try scratch.store().isReadOnly)
    chmod(scratch.path, 0o600)
    chmod(scratch.folder, 0o500)
    #expect(try scratch.store().isReadOnly)
    chmod(scratch.folder, 0o700)
    #expect(try !scratch.store().isReadOnly)
    chmod(scratch.path, 0)
    #expect(throws: StoreError.cannotOpen(path: scratch.path, reason: .denied)) { try scratch.store() }
  }

  @Test("A new database has the sample's table and books, for its owner alone") func create() throws {
    let scratch = try Scratch("")
    let path = scratch.folder + "/a/b/new.sqlite"
    // A folder is not made by mistyping one.
    #expect(throws: StoreError.cannotOpen(path: path, reason: .folderMissing)) {
      try BookStore.create(at: path, sample: true)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.folder + "/a"))
    try BookStore.create(at: path, sample: true, makingFolders: true)
    let store = try BookStore(path: path)
    #expect(store.schema == .books)
    let books: [[Value]] = [
      ["War and Peace", .real(-3_153_600_000), "Leo Tolstoy"],
      ["Mac OS X Internals", .real(1_166_832_000), "Amit Singh"],
      ["The Divine Comedy", .real(-20_466_864_000), "Dante Alighieri"],
    ]
    #expect(try store.shownRows(in: 0..<9).map { try store.shelf.snapshot(of: $0.id).values } == books)
    #expect(try mode(path) == 0o600)
    for folder in ["/a", "/a/b"] { #expect(try mode(scratch.folder + folder) == 0o700) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/a/b") == ["new.sqlite"])
  }

  @Test("A new database without the sample is empty, and replaces nothing") func createEmpty() throws {
    let scratch = try Scratch(.sample)
    #expect(try scratch.store().counts.known == .exactly(0))
    let columns = "pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48)"
    #expect(try scratch.rows("SELECT sql FROM sqlite_schema") == ["CREATE TABLE book (\(columns))"])
    try Data("precious".utf8).write(to: URL(fileURLWithPath: scratch.path))
    #expect(throws: StoreError.alreadyExists(path: scratch.path)) {
      try BookStore.create(at: scratch.path, sample: true)
    }
    #expect(try scratch.bytes() == Data("precious".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["books.sqlite"])
  }

  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }
}
