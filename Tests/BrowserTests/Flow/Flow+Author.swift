import BookStore
import Records
import TestSupport
import Testing

/// What the flows of edits, other programs and undo share.
extension Flow {
  /// Gives the Divine Comedy another author, from the list and back to it.
  @discardableResult func editAuthor(_ text: String = "Durante") -> Flow {
    press("End", "Enter", "Enter", "End", "Enter")
    retype(text)
    return press("Esc", "Esc")
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

  /// Adds rows, so that there are so many, and answers their names.
  @discardableResult func insertMany(_ count: Int = 6_000) throws -> [RecordID] {
    try OtherProgram(path).run(
      """
      WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO book (pk, title, author) SELECT i, 'Title ' || i, 'Nobody' FROM n
      """)
    return (4...Int64(count)).map { .rowid($0) }
  }
}
