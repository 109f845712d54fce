/// A database of books that is about to be made.
struct NewDatabase {
  /// Where the database is to be.
  let path: String

  /// Makes the database, and folders that are missing only where that is asked for.
  func create(sample: Bool, makingFolders: Bool) throws(StoreError) {
    try NewFile(path: path).create(makingFolders: makingFolders) { temporary throws(StoreError) in
      let connection = try Connection(path: temporary, options: StoreOptions())
      try connection.run("BEGIN IMMEDIATE")
      try connection.run(Self.table)
      if sample { try connection.run(Self.sampleBooks) }
      try connection.run("COMMIT")
    }
  }

  /// The sample's table.
  static let table =
    "CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48))"

  /// The sample's three books.
  private static let sampleBooks = """
    INSERT INTO book (title, copyright, author) VALUES
      ('War and Peace', -3153600000, 'Leo Tolstoy'),
      ('Mac OS X Internals', 1166832000, 'Amit Singh'),
      ('The Divine Comedy', -20466864000, 'Dante Alighieri')
    """
}
