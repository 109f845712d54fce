import BookStore
import Records
import TestSupport
import Testing

/// What the flows of edits, other programs and undo share.
extension Flow {
  /// Gives the Divine Comedy another author, from the list and back to it.
  func editAuthor(_ text: String = "Durante") {
    press("End", "Enter", "Enter", "End", "Enter")
    retype(text)
    press("Esc", "Esc")
  }

  func expect(author: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expect(sql: "SELECT author FROM book WHERE pk = 3", [author], sourceLocation: sourceLocation)
  }

  /// Sets the author of 6,000 books, of which the library must have so many.
  func setAnon() {
    press("*", "=", "End", "Enter")
    type("Anon", "Enter", "Enter")
    expect("Set Author of 6,000 books.")
  }
}

extension Scratch {
  /// Edits the Divine Comedy's author in a session that ends without writing.
  func leaveEdit() throws { try store().set("Durante", at: 2, of: .rowid(3)) }

  /// Adds rows, so that there are six thousand, and answers their names.
  @discardableResult
  func insertMany() throws -> [RecordID] {
    try OtherProgram(path).run(
      """
      WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      INSERT INTO book (pk, title, author) SELECT i, 'Title ' || i, 'Nobody' FROM n
      """)
    return (4...6_000).map { .rowid($0) }
  }
}
