import CSQLite
import GRDB

/// The rows of all tables of a database, by their keys.
struct StockState {
  /// The tables' rows; tables of modules, and what these keep for themselves, are left out.
  private var tables: [String: [[DatabaseValue]: [DatabaseValue]]] = [:]
  private var columns: [String: Columns] = [:]
  /// The boxes of R-trees, by their tables and numbers.
  private var boxes: [String: [DatabaseValue: [DatabaseValue]]] = [:]

  private struct Columns {
    var keys: [String]
    var names: [String]
  }

  init(_ database: Database) throws {
    let names = try Row.fetchAll(
      database, sql: "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    for row in names {
      let (name, isWithoutRowID): (String, Bool) = (row[0], row[1])
      if name.hasPrefix("sqlite_") { continue }
      let info = try Row.fetchAll(
        database, sql: "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid",
        arguments: [name])
      let keys = info.filter { ($0[1] as Int) > 0 }.sorted { ($0[1] as Int) < ($1[1] as Int) }.map {
        $0[0] as String
      }
      let columns = Columns(keys: isWithoutRowID ? keys : ["rowid"], names: info.map { $0[0] })
      self.columns[name] = columns
      let list = (columns.keys + columns.names).map(Self.quoted).joined(separator: ", ")
      for row in try Row.fetchAll(database, sql: "SELECT \(list) FROM \(Self.quoted(name))") {
        let values = Array(row.databaseValues)
        tables[name, default: [:]][Array(values.prefix(columns.keys.count))] = Array(
          values.dropFirst(columns.keys.count))
      }
    }
    let trees =
      "SELECT substr(name, 1, length(name) - 6) FROM sqlite_schema WHERE name LIKE '%!_rowid' ESCAPE '!'"
    for name in try String.fetchAll(database, sql: trees) {
      for row in try Row.fetchAll(database, sql: "SELECT * FROM \(Self.quoted(name))") {
        let values = Array(row.databaseValues)
        boxes[name, default: [:]][values[0]] = values
      }
    }
  }

  /// Adds the boxes of R-trees that are missing.
  func restoreIndexes(_ database: Database, before: StockState) throws {
    for (name, rows) in before.boxes {
      for (key, values) in rows where boxes[name]?[key] == nil {
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try database.execute(
          sql: "INSERT INTO \(Self.quoted(name)) VALUES (\(marks))", arguments: StatementArguments(values))
      }
    }
  }

  private static func quoted(_ name: String) -> String {
    name == "rowid" ? name : "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  /// Has a database in which a change was undone by a statement, with all that triggers did then, hold what the change had
  /// found: what nobody has changed since is as it was before, and what the statement did besides is taken back.
  ///
  /// - Parameters:
  ///   - before: What the change had found.
  ///   - after: What it left.
  ///   - start: What was there before it was undone.
  func correct(_ database: Database, before: StockState, after: StockState, start: StockState) throws {
    csqlite_switch(database.sqliteConnection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    defer { csqlite_switch(database.sqliteConnection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1) }
    for (name, columns) in columns {
      let (b, a) = (before.tables[name] ?? [:], after.tables[name] ?? [:])
      let (p, q) = (start.tables[name] ?? [:], tables[name] ?? [:])
      var writes: [(key: [DatabaseValue], row: [DatabaseValue]?)] = []
      for key in Set(b.keys).union(a.keys).union(p.keys).union(q.keys) {
        let goal = Self.goal(b[key], a[key], p[key], q[key])
        if goal != q[key] { writes.append((key, goal)) }
      }
      for write in writes where q[write.key] != nil {
        let keys = columns.keys.map { Self.quoted($0) + " = ?" }.joined(separator: " AND ")
        try database.execute(
          sql: "DELETE FROM \(Self.quoted(name)) WHERE \(keys)", arguments: StatementArguments(write.key))
      }
      for case (let key, let row?) in writes {
        let hasOwn = columns.keys != ["rowid"]
        let list = ((hasOwn ? [] : columns.keys) + columns.names).map(Self.quoted)
        try database.execute(
          sql:
            "INSERT INTO \(Self.quoted(name)) (\(list.joined(separator: ", "))) VALUES (\(list.map { _ in "?" }.joined(separator: ", ")))",
          arguments: StatementArguments((hasOwn ? [] : key) + row))
      }
    }
  }

  /// What a row is to hold in the end.
  private static func goal(
    _ before: [DatabaseValue]?, _ after: [DatabaseValue]?, _ start: [DatabaseValue]?, _ now: [DatabaseValue]?
  ) -> [DatabaseValue]? {
    if before == after { return start }
    guard let before, let after else {
      // What came by a trigger and was changed since is left to the triggers.
      return before == nil && start != after ? now : before
    }
    guard let start, let now else { return now }
    return before.indices.map { place in
      if before[place] == after[place] { return start[place] }
      return start[place] == after[place] ? before[place] : now[place]
    }
  }
}
