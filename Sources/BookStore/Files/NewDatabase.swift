import Records
import SQLite

/// Creates a database with the tables of a template.
struct NewDatabase {
  /// Where to create the database.
  let path: String
  var template = Template.sample

  /// Creates the database, and missing folders only if requested.
  ///
  /// - Parameter fill: Inserts the rows, in a transaction that is open.
  func create(
    makingFolders: Bool = false, _ fill: (Connection) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    try NewFile(path: path).create(makingFolders: makingFolders) { temporary throws(StoreError) in
      let connection = try Connection(path: temporary, options: ConnectionOptions())
      try connection.run("BEGIN IMMEDIATE")
      try connection.runScript(template.sql)
      try fill(connection)
      try connection.run("COMMIT")
    }
  }
}

extension BookStore {
  /// Creates a database with books from a generator, in one transaction.
  ///
  /// The file gets mode 0600. No file is ever replaced, and no incomplete file is left.
  ///
  /// - Parameters:
  ///   - count: How many books to insert.
  ///   - book: Returns the values of a book's fields, in the order of `Schema.books`, for its number, starting at 1.
  ///   - progress: A callback that gets the part that is done, from 0 to 1; an error that it throws ends the work.
  /// - Throws: `alreadyExists`, `cannotOpen`, any other error that writing can throw, or what `progress` throws.
  package static func create(
    at path: String, count: Int, book: (Int) -> [Value], progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    try NewDatabase(path: path).create { connection throws(StoreError) in
      let insert = try connection.statement("INSERT INTO book (title, copyright, author) VALUES (?, ?, ?)")
      for number in stride(from: 1, through: count, by: 1) {
        try insert.run(binding: book(number))
        if number.isMultiple(of: 1_024) { try progress(Double(number) / Double(count)) }
      }
    }
  }
}
