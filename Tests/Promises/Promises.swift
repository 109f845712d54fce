import BookStore
import Foundation
import Records
import Synchronization
import TestSupport
import Testing

/// The nine promises as tests of a store; each on a library of its own.
struct Promises<Store: PromisedStore> {
  private let folder: TemporaryFolder
  private let statements = Statements()

  /// The statements that a store has run.
  private final class Statements: Sendable {
    private let texts = Mutex<[String]>([])

    func note(_ sql: String) { texts.withLock { $0.append(sql) } }

    /// Those over the table since the last call.
    func take() -> [String] {
      texts.withLock { texts in
        defer { texts = [] }
        return texts.filter { $0.contains("book") && !$0.contains("sqlite_") && !$0.contains("PRAGMA") }
      }
    }
  }

  private static var count: Int { 500 }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "log"), withIntermediateDirectories: true)
    try BookStore.create(at: path, count: Self.count, book: Self.book) { (_) throws(StoreError) in }
  }

  /// Every hundredth book has no author, and every hundredth an empty one.
  private static func book(_ number: Int) -> [Value] {
    let author: Value = number % 100 == 50 ? .null : .text(Text(number % 100 == 51 ? "" : "Author \(number)"))
    return [.text(Text("Title \(number)")), .real(Double(number) * 86_400), author]
  }

  private var path: String { folder.path + "/books.sqlite" }

  private func open(log: String = "log") throws -> Store {
    try Store(path: path, log: folder.path + "/" + log) { [statements] in statements.note($0) }
  }

  /// What another program reads: the first columns of the rows of a query, quoted as SQL has it.
  private func read(_ query: String) throws -> [Value] {
    try PlainDatabase(path: path) { _ in }.rows(query, columns: 1).compactMap(\.first)
  }

  private func change(_ sql: String) throws { try PlainDatabase(path: path) { _ in }.run(sql) }

  private func author(_ key: Int64) throws -> Value? {
    try read("SELECT author FROM book WHERE pk = \(key)").first
  }

  private static func keys(_ keys: Int64...) -> [Value] { keys.map { .integer($0) } }

  /// Tests a promise by its number.
  func check(_ number: Int) throws {
    switch number {
    case 1: try oneObject()
    case 2: try opening()
    case 3: try warning()
    case 4: try failure()
    case 5: try conflict()
    case 6: try kill()
    case 7: try file()
    case 8: try others()
    default: try budget()
    }
  }

  /// 1. One object per row, also after a warning.
  private func oneObject() throws {
    let store = try open()
    let first = try store.record(7)
    _ = try store.record(8)
    #expect(try store.record(7) === first)
    #expect(store.warn() == 0)
    #expect(try store.record(7) === first)
  }

  /// 2. Opening and a screenful cost one query, a first look one statement, a second none.
  private func opening() throws {
    let store = try open()
    #expect(try store.titles(0..<24) == (1...24).map { "Title \($0)" })
    #expect(statements.take().count == 1)
    #expect(!store.isHydrated(3))
    _ = try store.record(3)
    #expect(statements.take().count == 1)
    #expect(store.isHydrated(3))
    _ = try store.record(3)
    #expect(statements.take() == [])
  }

  /// 3. A warning is one transaction with the dirty records alone, and of them the changed columns.
  private func warning() throws {
    let store = try open()
    for key in Int64(1)...20 { _ = try store.record(key) }
    for key in [Int64(2), 4, 6] { try store.setAuthor("Somebody Else", of: key) }
    #expect(store.isDirty(2) && !store.isDirty(3))
    _ = statements.take()
    #expect(store.warn() == 0)
    let updates = statements.take().filter { $0.uppercased().contains("UPDATE") }
    #expect(updates.count == 3)
    #expect(
      updates.allSatisfy { $0.contains("author") && !$0.contains("title") && !$0.contains("copyright") })
    #expect((Int64(1)...20).allSatisfy { !store.isHydrated($0) })
    #expect(try read("SELECT pk FROM book WHERE author = 'Somebody Else' ORDER BY pk") == Self.keys(2, 4, 6))
  }

  /// 4. What cannot be written stays, and can be tried again.
  private func failure() throws {
    let store = try open()
    try store.setAuthor("Somebody Else", of: 5)
    try change("CREATE TRIGGER no BEFORE UPDATE ON book BEGIN SELECT RAISE(ABORT, 'no'); END")
    #expect(store.warn() == 1)
    #expect(store.isDirty(5) && store.isHydrated(5))
    #expect(try store.author(of: 5) == "Somebody Else")
    try change("DROP TRIGGER no")
    #expect(store.warn() == 0)
    #expect(try author(5) == .text("Somebody Else"))
  }

  /// 5. What somebody else has changed meanwhile is not overwritten before the person chooses.
  private func conflict() throws {
    let store = try open()
    try store.setAuthor("Mine", of: 5)
    try change("UPDATE book SET author = 'Theirs' WHERE pk = 5")
    _ = store.warn()
    #expect(try author(5) == .text("Theirs"))
    #expect(store.conflicts == [5])
    store.keepMine(5)
    #expect(store.warn() == 0)
    #expect(try author(5) == .text("Mine"))
    #expect(store.conflicts == [])
  }

  /// 6. What was accepted survives `kill -9`: what is on the disk at that moment is enough.
  private func kill() throws {
    let store = try open()
    for key in Int64(1)...3 { try store.setAuthor("Somebody Killed", of: key) }
    let log = folder.url.appending(path: "log")
    try FileManager.default.copyItem(at: log, to: folder.url.appending(path: "left"))
    #expect(try author(1) == .text("Author 1"))
    let next = try open(log: "left")
    #expect(try next.recover() == 3)
    #expect((Int64(1)...3).allSatisfy(next.isDirty))
    #expect(next.warn() == 0)
    #expect(
      try read("SELECT pk FROM book WHERE author = 'Somebody Killed' ORDER BY pk") == Self.keys(1, 2, 3))
    withExtendedLifetime(store) {}
  }

  /// 7. Nothing is added to the file or beside it.
  private func file() throws {
    let schema = try read("SELECT group_concat(type || name || coalesce(sql, '')) FROM sqlite_schema")
    let mode = try read("PRAGMA journal_mode")
    try edit(try open())
    #expect(try read("SELECT group_concat(type || name || coalesce(sql, '')) FROM sqlite_schema") == schema)
    #expect(try read("PRAGMA journal_mode") == mode)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["books.sqlite", "log"])
  }

  private func edit(_ store: Store) throws {
    try store.setAuthor("Somebody Else", of: 5)
    _ = try store.titles(0..<24)
    #expect(store.warn() == 0)
  }

  /// 8. What nobody changed is what it was: NULL, an empty text, dates and titles.
  private func others() throws {
    let query = "SELECT quote(title) || quote(copyright) || quote(author) FROM book WHERE pk <> 5 ORDER BY pk"
    let before = try read(query)
    let store = try open()
    for key in Int64(1)...Int64(Self.count) { _ = try store.record(key) }
    try edit(store)
    #expect(try read(query) == before)
    #expect(try read("SELECT title FROM book WHERE pk = 5") == [.text("Title 5")])
  }

  /// 9. A budget is kept, and what has to go is written first.
  private func budget() throws {
    let (store, limit) = (try open(), 20_000)
    for key in Int64(1)...Int64(Self.count) {
      _ = try store.record(key)
      if key.isMultiple(of: 5) { try store.setAuthor("Sundry Hands", of: key) }
      try store.keepWithin(bytes: limit)
      #expect(store.heldBytes <= limit)
    }
    #expect(store.heldBytes > 0 && store.isHydrated(Int64(Self.count)) && !store.isHydrated(1))
    let written = try read("SELECT pk FROM book WHERE author = 'Sundry Hands'").count
    let dirty = (Int64(1)...Int64(Self.count)).count(where: store.isDirty)
    #expect(written > 0 && written + dirty == Self.count / 5)
  }
}
