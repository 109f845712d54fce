import Records
import TestSupport
import Testing

@testable import BookStore

/// A damaged table in which two rows have one key, which SQLite never makes.
@Suite("Two rows of one key")
struct DuplicateKeyTests {
  @Test("A list of them, sorted or not, shows rows and does not end the program")
  func list() throws {
    let scratch = try Scratch(
      "CREATE TABLE t (a, b, c, PRIMARY KEY (a, b, c)) WITHOUT ROWID; INSERT INTO t VALUES (1, 1, 'x'), (1, 1, 'y'), (2, 1, 'z');"
    )
    try Stock.open(scratch.path).run(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'b, c))', 'b))')")
    let store = try scratch.store()
    #expect(store.schema.key == .columns(["a", "b"]))
    try store.arrange(by: ListOrder(field: 2))
    try store.settle()
    #expect(try store.rows(in: 0..<3).count == 3)
    #expect(try store.record(RecordID(.columns([.integer(1), .integer(1)]))).values != nil)
  }
}
