import BookStore
import Records

/// A store that breaks each of the promises, as one does that was written in a hurry: so each test is seen to fail.
///
/// Do not learn from it, except what to look for in one of your own.
final class HastyStore: PromisedStore {
  /// A new one at each look: the first promise.
  private final class Book {
    var values: [Value]
    init(_ values: [Value]) { self.values = values }
  }

  private let database: PlainDatabase
  private var authors: [Int64: Value] = [:]
  private var titles: [String] = []
  private var held: Set<Int64> = []
  private var edited: [Int64: String] = [:]

  init(path: String, log: String, trace: @escaping @Sendable (String) -> Void) throws {
    database = try PlainDatabase(path: path, trace: trace)
    // The file is the person's: the seventh.
    try database.run("CREATE INDEX IF NOT EXISTS by_author ON book (author)")
    // A statement for each row: the second.
    for key in try database.rows("SELECT pk FROM book ORDER BY pk", columns: 1) {
      let row = try database.rows("SELECT title FROM book WHERE pk = ?", key, columns: 1)
      if case .text(let title)? = row.first?.first { titles.append(title.string) }
    }
  }

  func titles(_ rows: Range<Int>) throws -> [String] { Array(titles[rows]) }

  func record(_ key: Int64) throws -> AnyObject {
    let row = try database.rows(
      "SELECT title, copyright, author FROM book WHERE pk = ?", [.integer(key)], columns: 3)
    held.insert(key)
    authors[key] = row.first?[2]
    return Book(row.first ?? [])
  }

  func author(of key: Int64) throws -> String? {
    if let author = edited[key] { return author }
    _ = try record(key)
    guard case .text(let author)? = authors[key] else { return nil }
    return author.string
  }

  func setAuthor(_ author: String, of key: Int64) throws {
    held.insert(key)
    edited[key] = author
  }

  func isHydrated(_ key: Int64) -> Bool { held.contains(key) }

  func isDirty(_ key: Int64) -> Bool { edited[key] != nil }

  /// Writes all that is held, in all columns, over whatever is there, and forgets what fails: the third, the fourth, the fifth
  /// and the eighth.
  func warn() -> Int {
    for key in held {
      var author = edited[key].map { Value.text(Text($0)) } ?? authors[key] ?? .null
      if author == .null { author = .text("") }
      try? database.run(
        "UPDATE book SET title = title, copyright = copyright, author = ? WHERE pk = ?",
        [author, .integer(key)])
    }
    (held, edited, authors) = ([], [:], [:])
    return 0
  }

  let conflicts: [Int64] = []

  func keepMine(_ key: Int64) {}

  var heldBytes: Int { held.count * 100 }

  /// Lets everything go, unwritten: the ninth.
  func keepWithin(bytes: Int) throws { if heldBytes > bytes { (held, edited) = ([], [:]) } }

  /// Keeps nothing for that: the sixth.
  func recover() throws -> Int { 0 }
}
