import Platform
import Records
import SQLite

/// Creates a database's file, so that no program ever sees an incomplete one and no existing file is replaced.
package struct NewFile {
  let path: String

  package init(path: String) { self.path = path }

  package func create(
    makingFolders: Bool = false, _ fill: (_ temporary: String) throws(StoreError) -> Void
  ) throws(StoreError) {
    if let end = FileAccess.companionEnds.first(where: path.hasSuffix) {
      throw .cannotOpen(path: path, reason: .companion(end: end))
    }
    if makingFolders { try makeFolder(Folder.containing(path)) }
    let file = try OutputFile(Text(path), replaces: false, isPrivate: true)
    let temporary = file.temporaryPath
    defer { for end in FileAccess.companionEnds { unlink(temporary + end) } }
    try fill(temporary)
    try file.finish()
  }

  private func makeFolder(_ folder: String) throws(StoreError) {
    do throws(SystemError) { try Folder.make(folder) } catch {
      throw FileAccess.failure(path, error.number)
    }
  }
}

extension NewFile {
  func create(
    _ template: Template, makingFolders: Bool = false, _ fill: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    try create(makingFolders: makingFolders) { temporary throws(StoreError) in
      let connection = try Connection(path: temporary, options: ConnectionOptions())
      try connection.run("BEGIN IMMEDIATE")
      try connection.runScript(template.sql)
      try fill(connection)
      try connection.run("COMMIT")
    }
  }
}

extension BookStore {
  /// Creates a database with generated books, in one transaction; replaces no file and leaves no incomplete one.
  ///
  /// - Parameters:
  ///   - book: Returns the values of a book, in the order of `Schema.books`, for its number from 1.
  ///   - progress: Gets the fraction done, from 0 to 1; an error that it throws ends the work.
  package static func create(
    at path: String, count: Int, book: (Int) -> [Value], progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    try NewFile(path: path).create(.sample) { connection throws(StoreError) in
      let insert = try connection.statement("INSERT INTO book (title, copyright, author) VALUES (?, ?, ?)")
      for number in stride(from: 1, through: count, by: 1) {
        try insert.run(binding: book(number))
        if number.isMultiple(of: 1_024) { try progress(Double(number) / Double(count)) }
      }
    }
  }
}
