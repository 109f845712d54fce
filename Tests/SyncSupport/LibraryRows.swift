import Records
import TestSupport

/// What the tables of a walk's library hold, its columns by the names that they were born with.
struct LibraryRows {
  struct Table {
    let name: String
    let key: [String]
    /// The columns that point to rows, with the tables of those.
    let references: [String: String]
  }

  struct Row {
    let table: Table
    let values: [String: StockValue]

    var key: [StockValue] { table.key.map { values[$0] ?? .null } }
  }

  private(set) var rows: [Row] = []
  /// The columns that a table has, by its name.
  private(set) var columns: [String: Set<String>] = [:]
  /// How many rows point to nothing.
  private(set) var danglingCount = 0

  /// Tables come after those that their rows point to.
  static let tables: [Table] = [
    Table(name: "author", key: ["id"], references: [:]),
    Table(name: "book", key: ["pk"], references: ["author": "author", "series": "book"]),
    Table(name: "shelf", key: ["id"], references: [:]),
    Table(name: "reading", key: ["id"], references: ["book": "book"]),
    Table(name: "tag", key: ["name"], references: [:]),
    Table(name: "book_shelf", key: ["book", "shelf"], references: ["book": "book", "shelf": "shelf"]),
  ]

  static let schema = """
    CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT UNIQUE, note TEXT);
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT NOT NULL, note TEXT, words,
      author INTEGER REFERENCES author ON DELETE SET NULL, series INTEGER REFERENCES book ON DELETE SET NULL);
    CREATE TABLE reading (id INTEGER PRIMARY KEY, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, note TEXT);
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, note TEXT);
    CREATE TABLE book_shelf (book INTEGER REFERENCES book ON DELETE CASCADE,
      shelf INTEGER REFERENCES shelf ON DELETE CASCADE, place TEXT, PRIMARY KEY (book, shelf)) WITHOUT ROWID;
    CREATE TABLE tag (name TEXT PRIMARY KEY, note TEXT);
    """

  init() {}

  /// Reads a library; a column's name leads to the one that it was born with.
  init(_ path: String, birthNames: [String: String]) throws {
    let database = try StockDatabase(path, isReadOnly: true)
    for table in Self.tables {
      let sql = "SELECT * FROM \(table.name)"
      let names = try database.columns(sql).map { birthNames[$0] ?? $0 }
      columns[table.name] = Set(names)
      for row in try database.rows(sql) {
        rows.append(Row(table: table, values: Dictionary(uniqueKeysWithValues: zip(names, row))))
      }
    }
    danglingCount = try database.rows("PRAGMA foreign_key_check").count
  }

  /// Where two libraries differ in the columns that both have, with the local keys; nil if they are alike.
  func difference(from other: LibraryRows) -> String? {
    for table in Self.tables {
      let common = (columns[table.name] ?? []).intersection(other.columns[table.name] ?? []).sorted()
      let (mine, theirs) = (lines(of: table, common), other.lines(of: table, common))
      if mine != theirs {
        return "\(table.name) \(common): \(mine.subtracting(theirs)), there \(theirs.subtracting(mine))"
      }
    }
    return nil
  }

  private func lines(of table: Table, _ columns: [String]) -> Set<[StockValue]> {
    Set(rows.filter { $0.table.name == table.name }.map { row in columns.map { row.values[$0] ?? .null } })
  }
}

extension StockValue {
  /// A value as the store has it.
  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text.string)
    case .blob(let bytes): self = .blob(.init(bytes))
    }
  }
}
