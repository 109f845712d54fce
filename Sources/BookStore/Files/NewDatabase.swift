import Records

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

extension BookStore {
  /// Makes a new database of books that a generator gives, in one transaction.
  ///
  /// The file gets mode 0600. Nothing is ever replaced, and no half-made file is left.
  ///
  /// - Parameters:
  ///   - count: How many books it is to have.
  ///   - book: Gives the values of a book's fields, in the order of `Schema.books`, for its number from 1 on.
  ///   - progress: Is told the part that is done, from 0 to 1; an error that it throws ends the work.
  /// - Throws: `alreadyExists`, `cannotOpen`, what writing can end with, or what `progress` throws.
  package static func create(
    at path: String, count: Int, book: (Int) -> [Value], progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    try NewFile(path: path).create { temporary throws(StoreError) in
      let connection = try Connection(path: temporary, options: StoreOptions())
      try connection.run("BEGIN IMMEDIATE")
      try connection.run(NewDatabase.table)
      let insert = try connection.statement("INSERT INTO book (title, copyright, author) VALUES (?, ?, ?)")
      for number in stride(from: 1, through: count, by: 1) {
        try insert.run(binding: book(number))
        if number.isMultiple(of: 1_024) { try progress(Double(number) / Double(count)) }
      }
      try connection.run("COMMIT")
    }
  }
}
