import BookStore
import Platform
import Records
import SQLite

/// Creates a library from a tree, on a machine without one.
struct LibraryCreation {
  private let folder: SyncFolder
  private let history: any History

  /// The time limits for each of the tree's statements, which anyone with access to the place may have written, and for all.
  private static let (patience, wholePatience) = (Duration.seconds(1), 10.0)

  init(_ folder: SyncFolder, _ history: any History) { (self.folder, self.history) = (folder, history) }

  /// Creates the tables, without rows.
  ///
  /// - Throws: `nothingThere` if no machine has begun, or why its files cannot be read.
  func create(at place: String?) throws(SyncError) {
    try history.fetch()
    let commits = TreeCommits(history: history) { _ in }
    guard let head = try commits.merged(Set(try history.heads().values)) else {
      throw history.leftOut.first?.reason ?? .nothingThere(place: place ?? folder.library)
    }
    let declarations = try commits.rows(of: TreeFormat.declarations, in: head).compactMap {
      TreeDeclaration($0)
    }
    let statements = declarations.sorted { $0.table.bytes.lexicographicallyPrecedes($1.table.bytes) }
      .flatMap(\.statements).map(\.string).filter { $0.uppercased().hasPrefix("CREATE ") }
    do throws(SystemError) { try Folder.make(Folder.containing(folder.library)) } catch {
      throw .file(path: folder.library, error)
    }
    try forget()
    try store { () throws(StoreError) in
      try NewFile(path: folder.library).create { temporary throws(StoreError) in
        let connection = try Connection(path: temporary, options: ConnectionOptions())
        // The file is synced before it gets its name.
        try connection.run("PRAGMA synchronous = OFF")
        let end = SystemClock.threadSeconds + Self.wholePatience
        for text in Self.ordered(statements) where SystemClock.threadSeconds < end {
          // A failed statement leaves out its table, which is later reported as missing. One that is interrupted ends its
          // transaction, so each has its own.
          try? connection.withTimeLimit(Self.patience) { () throws(StoreError) in try connection.run(text) }
        }
      }
    }
  }

  /// Tables first, then virtual tables, which triggers fill, and then the rest.
  private static func ordered(_ statements: [String]) -> [String] {
    func rank(_ text: String) -> Int {
      let words = text.uppercased().split(maxSplits: 3, whereSeparator: \.isWhitespace)
      return words.dropFirst().first == "TABLE" ? 0 : words.dropFirst().first == "VIRTUAL" ? 1 : 2
    }
    return statements.enumerated().sorted { (rank($0.1), $0.0) < (rank($1.1), $1.0) }.map(\.element)
  }

  /// Forgets the tree of a lost library, but keeps the machine's name and place.
  private func forget() throws(SyncError) {
    guard folder.isThere else { return }
    try store { () throws(StoreError) in
      let connection = try Connection(path: folder.shadow, options: ConnectionOptions())
      let tables = try connection.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 't[0-9]*'", [],
        { $0.string(at: 0) })
      try connection.transaction { () throws(StoreError) in
        for name in tables { try connection.run("DROP TABLE \(name)") }
        for name in ["tbl", "line", "fact", "contest", "touched", "refused", "sent", "past"] {
          try connection.run("DELETE FROM \(name)")
        }
        try connection.run("DELETE FROM meta WHERE name NOT IN ('machine', 'own', 'machines', 'place')")
      }
    }
    unlink(folder.intent)
  }

  // MARK: Rows

  /// Copies the shadow's rows into the empty tables; returns false, with nothing done, if they are not empty or reject a row.
  func fill(from shadow: Shadow) throws(SyncError) -> Bool {
    let connection = try store { () throws(StoreError) in
      let connection = try Connection(path: folder.library, options: ConnectionOptions())
      connection.setForeignKeys(areOn: false)
      connection.setTriggers(areOn: false)
      return connection
    }
    do throws(StoreError) {
      try connection.transaction { () throws(StoreError) in
        for table in shadow.tables {
          if try connection.exists("SELECT 1 FROM main.\(quoted(table.name))") {
            throw .alreadyExists(path: "")
          }
          try fill(table, from: shadow, connection)
        }
      }
    } catch {
      if error == .interrupted { throw .cancelled }
      return false
    }
    rebuildIndexes(connection)
    return true
  }

  private func fill(_ table: SyncedTable, from shadow: Shadow, _ connection: Connection) throws(StoreError) {
    let names = table.columns.map { quoted($0.name) }.joined(separator: ", ")
    let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try connection.uncachedStatement(
      "INSERT INTO main.\(quoted(table.name)) (\(names)) VALUES (\(marks))")
    let sql = "SELECT \(table.shadowColumns.joined(separator: ", ")) FROM \(table.shadowName)"
    try shadow.connection.uncachedStatement(sql).forEachRow { row throws(StoreError) in
      try insertion.run(binding: row.values(at: 0..<table.columns.count))
    }
  }

  /// Rebuilds full-text indexes; other modules reject the command.
  private func rebuildIndexes(_ connection: Connection) {
    let sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'"
    for name in (try? connection.rows(sql, [], { $0.string(at: 0) })) ?? [] {
      try? connection.run("INSERT INTO main.\(quoted(name)) (\(quoted(name))) VALUES ('rebuild')")
    }
  }
}
