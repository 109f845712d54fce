import CSQLite
import TestSupport

/// The rows of all tables of a database, by their keys.
struct StockState {
  /// The tables' rows; tables of modules, and what these keep for themselves, are left out.
  private var tables: [String: [[StockValue]: [StockValue]]] = [:]
  private var columns: [String: Columns] = [:]
  /// The boxes of R-trees, by their tables and numbers.
  private var boxes: [String: [StockValue: [StockValue]]] = [:]

  private struct Columns {
    var keys: [String]
    var names: [String]
  }

  init(_ database: StockDatabase) throws {
    let names = try database.rows(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    for row in names {
      guard let name = row[0].text, !name.hasPrefix("sqlite_") else { continue }
      let info = try database.rows(
        "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid", [name])
      let keys = info.filter { $0[1] != 0 }.sorted { $0[1].integer ?? 0 < $1[1].integer ?? 0 }
      let columns = Columns(
        keys: row[1] == 1 ? keys.compactMap { $0[0].text } : ["rowid"], names: info.compactMap { $0[0].text })
      self.columns[name] = columns
      let list = (columns.keys + columns.names).map(Self.quoted).joined(separator: ", ")
      for row in try database.rows("SELECT \(list) FROM \(Self.quoted(name))") {
        tables[name, default: [:]][Array(row.prefix(columns.keys.count))] = Array(
          row.dropFirst(columns.keys.count))
      }
    }
    let trees =
      "SELECT substr(name, 1, length(name) - 6) FROM sqlite_schema WHERE name LIKE '%!_rowid' ESCAPE '!'"
    for name in try database.texts(trees) {
      for row in try database.rows("SELECT * FROM \(Self.quoted(name))") {
        boxes[name, default: [:]][row[0]] = row
      }
    }
  }

  /// Adds the boxes of R-trees that are missing.
  func restoreIndexes(_ database: StockDatabase, before: StockState) throws {
    for (name, rows) in before.boxes {
      for (key, values) in rows where boxes[name]?[key] == nil {
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try database.run("INSERT INTO \(Self.quoted(name)) VALUES (\(marks))", values)
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
  func correct(_ database: StockDatabase, before: StockState, after: StockState, start: StockState) throws {
    csqlite_switch(database.connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    defer { csqlite_switch(database.connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1) }
    for (name, columns) in columns {
      let (b, a) = (before.tables[name] ?? [:], after.tables[name] ?? [:])
      let (p, q) = (start.tables[name] ?? [:], tables[name] ?? [:])
      var writes: [(key: [StockValue], row: [StockValue]?)] = []
      for key in Set(b.keys).union(a.keys).union(p.keys).union(q.keys) {
        let goal = Self.goal(b[key], a[key], p[key], q[key])
        if goal != q[key] { writes.append((key, goal)) }
      }
      for write in writes where q[write.key] != nil {
        let keys = columns.keys.map { Self.quoted($0) + " = ?" }.joined(separator: " AND ")
        try database.run("DELETE FROM \(Self.quoted(name)) WHERE \(keys)", write.key)
      }
      for case (let key, let row?) in writes {
        let hasOwn = columns.keys != ["rowid"]
        let list = ((hasOwn ? [] : columns.keys) + columns.names).map(Self.quoted)
        try database.run(
          "INSERT INTO \(Self.quoted(name)) (\(list.joined(separator: ", "))) VALUES (\(list.map { _ in "?" }.joined(separator: ", ")))",
          (hasOwn ? [] : key) + row)
      }
    }
  }

  /// What a row is to hold in the end.
  private static func goal(
    _ before: [StockValue]?, _ after: [StockValue]?, _ start: [StockValue]?, _ now: [StockValue]?
  ) -> [StockValue]? {
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
