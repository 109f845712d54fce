import CSQLite
import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// A database in the store's hands, and a copy of it on which stock SQLite runs the same SQL.
///
/// What one of them refuses the other has to refuse, too; what both accept can be taken back in both.
final class Twin {
  /// Why a comparison goes no further: the issue is recorded.
  struct Disagreement: Error {}

  let scratch: Scratch
  let path: String
  private let stockPath: String
  private let stock: StockDatabase
  private var held: BookStore?
  private var done: [Change] = []

  /// What was done in both, with what takes it back.
  private enum Change {
    case edit(RecordID, [(field: Int, value: Value)])
    /// An edit of a table that reacts to it.
    case reaction(RecordID, (field: Int, value: Value), before: StockState, after: StockState)
    case insertion(RecordID, before: StockState, after: StockState)
    /// A row's values, that of the key first where it is no field.
    case deletion(sql: String, values: [Value], before: StockState, after: StockState)
  }

  init(_ scratch: Scratch, path: String, copy: String, table: String?) throws {
    (self.scratch, self.path, stockPath) = (scratch, path, copy)
    stock = try Stock.open(copy)
    // Nobody needs the copy after a power cut.
    try stock.run("PRAGMA synchronous = OFF")
    let log = EditLogOptions(folder: scratch.logFolder)
    held = try BookStore(path: path, options: StoreOptions(busyTimeout: .zero, table: table, editLog: log))
  }

  /// Opens a table of a family's database.
  convenience init(_ family: Family, table: String?) throws {
    let scratch = try Scratch("")
    try self.init(
      scratch, path: family.make(in: scratch.folder, as: "store.sqlite"),
      copy: family.make(in: scratch.folder, as: "stock.sqlite"), table: table)
  }

  var store: BookStore { get throws { try #require(held) } }

  var schema: Schema { get throws { try store.schema } }

  func close() { held = nil }

  func files() throws -> [String] {
    let name = URL(fileURLWithPath: path).lastPathComponent
    return try FileManager.default.contentsOfDirectory(atPath: scratch.folder).filter { $0.hasPrefix(name) }
  }

  /// Holds all that is in the two databases against each other.
  ///
  /// - Parameter hasShadowTables: Whether the same statements were run in both, so that modules have kept the same.
  func compare(
    _ comment: String, withShadowTables hasShadowTables: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let mine = try Stock.content(path, withShadowTables: hasShadowTables)
    let theirs = try Stock.content(stockPath, withShadowTables: hasShadowTables)
    #expect(mine.schema == theirs.schema, "\(comment)", sourceLocation: sourceLocation)
    #expect(mine.failures == theirs.failures, "\(comment)", sourceLocation: sourceLocation)
    for (name, rows) in theirs.rows {
      #expect(mine.rows[name] == rows, "\(comment): \(name)", sourceLocation: sourceLocation)
    }
  }

  /// What a query answers in the copy.
  func rows(_ sql: String, _ values: [Value] = []) throws -> [[Value]] {
    try stock.rows(sql, values).map { $0.map(Value.init(_:)) }
  }

  /// Sets fields of a row and has them written, in both; whether both accept it.
  ///
  /// The store writes the edits of a table that reacts to them one by one.
  func set(_ cells: [(field: Int, value: Value)], of id: RecordID) throws -> Bool {
    guard try store.database.reacts(id.table) else { return try setAtOnce(cells, of: id) }
    var isAccepted = true
    for cell in cells {
      let values = try rows("SELECT \(columns([cell])) FROM \(table) WHERE \(isKey)", id.values)
      let before = try stock.use(StockState.init)
      guard let value = values.first?.first, value != cell.value, try setAtOnce([cell], of: id, isKept: false)
      else {
        isAccepted = false
        continue
      }
      _ = done.popLast()
      let after = try stock.use(StockState.init)
      done.append(.reaction(id, (cell.field, value), before: before, after: after))
    }
    return isAccepted
  }

  private func setAtOnce(
    _ cells: [(field: Int, value: Value)], of id: RecordID, isKept: Bool = true
  ) throws -> Bool {
    let before = try rows("SELECT \(columns(cells)) FROM \(table) WHERE \(isKey)", id.values)
    let reason = runInStock(try update(cells), cells.map(\.value) + id.values, isKept: isKept)
    let error = try setInStore(cells, of: id)
    try agree(reason, error, "UPDATE \(columns(cells)) of \(id.values)")
    guard reason == nil, let values = before.first else { return false }
    done.append(.edit(id, zip(cells, values).map { ($0.field, $1) }))
    return true
  }

  /// Inserts a row into both; its name if both accept it.
  func insert(_ values: [Value?]) throws -> RecordID? {
    let cells = zip(try schema.fields, values).filter { !$0.isGenerated && $1 != nil }
    let names = cells.map { quoted($0.0.column) }.joined(separator: ", ")
    let content = cells.isEmpty ? "DEFAULT VALUES" : "(\(names)) VALUES (\(marks(cells)))"
    let before = try stock.use(StockState.init)
    let reason = runInStock("INSERT INTO \(try table) \(content)", cells.compactMap(\.1))
    var (id, error): (RecordID?, StoreError?) = (nil, nil)
    do throws(StoreError) { id = try held?.insert(values) } catch let refusal { error = refusal }
    try agree(reason, error, "INSERT (\(names)) of \(values)")
    if let id { done.append(.insertion(id, before: before, after: try stock.use(StockState.init))) }
    return id
  }

  /// Deletes a row in both; whether both accept it.
  func delete(_ id: RecordID) throws -> Bool {
    let key = try schema.key.columns
    let names = try schema.fields.filter { !$0.isGenerated && !key.contains($0.column) }.map(\.column)
    let columns = (key + names).map(quoted).joined(separator: ", ")
    let row = try rows("SELECT \(columns) FROM \(table) WHERE \(isKey)", id.values)
    let before = try stock.use(StockState.init)
    let reason = runInStock("DELETE FROM \(try table) WHERE \(try isKey)", id.values)
    var error: StoreError?
    do throws(StoreError) { try held?.delete(id) } catch let refusal { error = refusal }
    try agree(reason, error, "DELETE of \(id.values)")
    guard reason == nil, let values = row.first else { return false }
    let insertion = "INSERT INTO \(try table) (\(columns)) VALUES (\(marks(values)))"
    let after = try stock.use(StockState.init)
    done.append(.deletion(sql: insertion, values: values, before: before, after: after))
    return true
  }

  /// Undoes all in both, the last first; what both refuse to undo stays.
  func undoAll() throws {
    while let change = done.popLast() {
      switch change {
      case .edit(let id, let cells):
        let error = try undo(cells.count) ?? store.dehydrateAll().writeBack.reason
        try agree(
          runInStock(update(cells), cells.map(\.value) + id.values), error,
          "undo of UPDATE \(columns(cells)) of \(id.values)")
      case .reaction(let id, let cell, let before, let after):
        let (sql, values) = (try update([cell]), [cell.value] + id.values)
        let reason = try undoInStock(sql, values, before: before, after: after, orPlain: true)
        try agree(reason, undo() ?? store.dehydrateAll().writeBack.reason, "undo of \(sql) of \(id.values)")
      case .insertion(let id, let before, let after):
        let reason = try undoInStock(
          "DELETE FROM \(table) WHERE \(isKey)", id.values, before: before, after: after)
        try agree(reason, undo(), "undo of INSERT")
      case .deletion(let sql, let values, let before, let after):
        let reason = try undoInStock(sql, values, before: before, after: after, orPlain: true)
        try agree(reason, undo(), "undo of DELETE of \(values)")
      }
    }
    #expect(throws: Never.self, "what cannot be undone is passed over") {
      let rest = try store.undo()
      #expect(rest == nil)
    }
  }

  /// Undoes a change by a statement, and corrects what triggers did besides; why the statement is refused, or nil.
  ///
  /// - Parameter orPlain: Whether it is tried again without triggers and foreign keys, so that rows of indexes have to be
  ///   put back as well.
  private func undoInStock(
    _ sql: String, _ values: [Value], before: StockState, after: StockState, orPlain: Bool = false
  ) throws -> String? {
    let start = try stock.use(StockState.init)
    var reason = runInStock(sql, values)
    let isPlain = reason != nil && orPlain
    if isPlain {
      setReactions(areOn: false)
      reason = runInStock(sql, values)
    }
    defer { if isPlain { setReactions(areOn: true) } }
    if reason != nil { return reason }
    try stock.use { database in
      try database.run("PRAGMA foreign_keys = OFF")
      let now = try StockState(database)
      try now.correct(database, before: before, after: after, start: start)
      if isPlain { try now.restoreIndexes(database, before: before) }
      try database.run("PRAGMA foreign_keys = ON")
    }
    return nil
  }

  private func setReactions(areOn: Bool) {
    stock.use { database in
      for option in [SQLITE_DBCONFIG_ENABLE_FKEY, SQLITE_DBCONFIG_ENABLE_TRIGGER] {
        csqlite_switch(database.connection, option, areOn ? 1 : 0)
      }
    }
  }

  /// Undoes steps in the store; why one of them is not, or nil.
  private func undo(_ count: Int = 1) throws -> StoreError? {
    for _ in 0..<count {
      do throws(StoreError) {
        let step = try held?.undo()
        #expect(step != nil)
      } catch {
        try held?.history.passOver()
        return error
      }
    }
    return nil
  }

  private var table: String { get throws { quoted(try schema.table) } }

  private var isKey: String {
    get throws { try schema.key.columns.map { quoted($0) + " = ?" }.joined(separator: " AND ") }
  }

  private func columns(_ cells: [(field: Int, value: Value)]) throws -> String {
    let fields = try schema.fields
    return cells.map { quoted(fields[$0.field].column) }.joined(separator: ", ")
  }

  private func update(_ cells: [(field: Int, value: Value)]) throws -> String {
    let fields = try schema.fields
    let terms = cells.map { quoted(fields[$0.field].column) + " = ?" }.joined(separator: ", ")
    return "UPDATE \(try table) SET \(terms) WHERE \(try isKey)"
  }

  /// Runs a statement that is to change one row; why it does not, or nil.
  ///
  /// - Parameter isKept: Whether what triggers did before one of them passed over the row stays, as of an update that is
  ///   one among others.
  private func runInStock(_ sql: String, _ values: [Value], isKept: Bool = false) -> String? {
    var count = 0
    do {
      try stock.run("BEGIN IMMEDIATE")
      defer { try? stock.run("ROLLBACK") }
      try stock.run(sql, values)
      count = stock.changeCount
      if count == 1 || isKept { try stock.run("COMMIT") }
    } catch { return "\(error)" }
    return count == 1 ? nil : "passed over, or \(count) rows"
  }

  /// Sets fields and writes them; why that is refused, with all taken back, or nil.
  private func setInStore(_ cells: [(field: Int, value: Value)], of id: RecordID) throws -> StoreError? {
    var (count, refusal): (Int, StoreError?) = (0, nil)
    do throws(StoreError) {
      for cell in cells {
        try held?.set(cell.value, at: cell.field, of: id)
        count += 1
      }
      refusal = held?.dehydrateAll().writeBack.reason
    } catch { refusal = error }
    if let refusal {
      let error = try undo(count)
      #expect(error == nil, "undo of what was refused by \(refusal)")
    }
    let store = try store
    #expect(store.counts.dirty == 0)
    store.dehydrateAll()
    return refusal
  }

  private func agree(_ reason: String?, _ error: StoreError?, _ what: String) throws {
    guard (reason == nil) != (error == nil) else { return }
    Issue.record(
      "\(try schema.table), \(what): stock SQLite \(reason ?? "accepts it"), the store \(error.map { "\($0)" } ?? "accepts it")"
    )
    throw Disagreement()
  }
}

/// A parameter for each value of a statement.
private func marks(_ values: some Collection) -> String { values.map { _ in "?" }.joined(separator: ", ") }

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
        try database.run("INSERT INTO \(Self.quoted(name)) VALUES (\(marks(values)))", values)
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
        let list = ((hasOwn ? [] : columns.keys) + columns.names).map(Self.quoted).joined(separator: ", ")
        let values = (hasOwn ? [] : key) + row
        try database.run("INSERT INTO \(Self.quoted(name)) (\(list)) VALUES (\(marks(values)))", values)
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
