import EditLog
import Listings
import Records
import SQLite
import Tables

/// Makes one row of two in the open transaction: what points to the row that goes points to the row that stays.
///
/// Where a unique key forbids that, or the row that stays has the same already, the two rows that point become one in the
/// same way.
struct RowJoin {
  private let writer: RowWriter
  /// What was done.
  private(set) var count = MergeCount()
  /// The rows into which another one that points has gone already: two readings without a date are two readings.
  private var joined: Set<RecordID> = []
  /// The rows that are being made one.
  private var own: Set<RecordID> = []

  init(_ writer: RowWriter) { self.writer = writer }

  private var database: Database { writer.database }
  private var connection: Connection { writer.connection }

  /// Gives all that points to rows to another row, deletes them, and sets fields of the row that stays.
  ///
  /// - Parameters:
  ///   - kept: The row that stays.
  ///   - gone: The rows that go.
  ///   - cells: What the row that stays holds in the end, where that is something else.
  mutating func join(
    _ kept: RecordID, _ gone: [RecordID], setting cells: [LoggedChange.Cell]
  ) throws(StoreError) {
    let sql = try database.sql(of: kept.table)
    let links = try ChildLink.all(to: sql, in: database)
    let values = try database.heldValues(of: kept)
    let others = own
    own.formUnion([kept] + gone)
    defer { own = others }
    let final = values.merging(cells.map { ($0.column, $0.value) }) { $1 }
    for link in links {
      for id in gone { try move(link, from: id, sql, to: kept, final) }
      let isMoved = link.targets.contains { values.value($0) != final.value($0) }
      if isMoved { try move(link, from: kept, sql, to: kept, final) }
    }
    for id in gone { try writer.delete(id) }
    try set(cells, of: kept)
  }

  // MARK: Rows that point

  /// Has the rows that point to a row by a foreign key point to another one, which holds some values in the end.
  private mutating func move(
    _ link: ChildLink, from id: RecordID, _ parent: TableSQL, to kept: RecordID, _ final: [String: Value]
  ) throws(StoreError) {
    let cells = zip(link.columns, link.targets).map {
      LoggedChange.Cell(column: $0, value: final.value($1))
    }
    for child in try link.rows(pointingTo: id, parent, on: connection) {
      // The rows themselves are set and deleted later; a trigger may have removed another one meanwhile.
      guard !own.contains(child), try connection.exists(link.child.exists, child.values) else { continue }
      if id != kept, let same = try same(as: child, link, cells) {
        try merge(child, into: same, link)
      } else {
        try move(child, link, cells)
      }
    }
  }

  private mutating func move(
    _ child: RecordID, _ link: ChildLink, _ cells: [LoggedChange.Cell]
  ) throws(StoreError) {
    let held = try database.heldValues(of: child)
    let changed = cells.filter { held.value($0.column) != $0.value }
    if changed.isEmpty { return }
    let final = held.merging(changed.map { ($0.column, $0.value) }) { $1 }
    let leading = try ChildLink.all(to: link.child, in: database).filter { own in
      changed.contains { cell in own.targets.contains { $0.isSameName(as: cell.column) } }
    }
    for holder in try holders(of: final, link.child) where holder != child && !own.contains(holder) {
      return try merge(child, into: holder, link)
    }
    // Undo cannot yet take back a change of a key together with those of the rows that point to it.
    for own in leading where try !own.rows(pointingTo: child, link.child, on: connection).isEmpty {
      throw .isPointedTo(title: nil, by: own.child.schema.table)
    }
    try set(changed, of: child)
    count.note(link.shown) { $0.movedCount += 1 }
  }

  /// The row that already has the values of a unique key.
  private func holders(of values: [String: Value], _ sql: TableSQL) throws(StoreError) -> [RecordID] {
    let key = sql.schema.key.columns.map { values.value($0) }
    let keyed = sql.schema.key.columns.allSatisfy { values.hasValue($0) }
    var found: [RecordID] = []
    if keyed, try connection.exists(sql.exists, key) { found.append(sql.id(key)) }
    for unique in sql.schema.uniqueKeys {
      let held = unique.fields.map { values.value(sql.schema.fields[$0].column) }
      if held.contains(.null) { continue }
      found += try connection.statement(sql.holders(of: unique)).rows(binding: held) { sql.id(in: $0) }
    }
    return found
  }

  /// A row of the row that stays which says the same as one that is to be moved.
  private func same(
    as child: RecordID, _ link: ChildLink, _ cells: [LoggedChange.Cell]
  ) throws(StoreError) -> RecordID? {
    guard SameChild.isKnown(link.child.schema) else { return nil }
    let said = try database.heldValues(of: child).without(link)
    let condition = link.columns.map { "\(quoted($0)) = ?" }.joined(separator: " AND ")
    let text = "SELECT \(link.child.keyList) FROM \(link.child.table) WHERE \(condition)"
    for other in try connection.rows(text, cells.map(\.value), { link.child.id(in: $0) })
    where other != child && !joined.contains(other) && !own.contains(other) {
      if SameChild.isSame(said, try database.heldValues(of: other).without(link), in: link.child.schema) {
        return other
      }
    }
    return nil
  }

  /// Makes one row of two that point, which fill each other's empty fields.
  private mutating func merge(
    _ gone: RecordID, into kept: RecordID, _ link: ChildLink
  ) throws(StoreError) {
    joined.insert(kept)
    let rows = [try database.heldValues(of: kept), try database.heldValues(of: gone)]
    let (cells, dropped) = MergedRow(link.child.schema, rows, choices: [:], fixed: link.columns).result
    count.note(dropped: dropped)
    try join(kept, [gone], setting: cells)
    count.note(link.shown) { $0.joinedCount += 1 }
  }

  private func set(_ cells: [LoggedChange.Cell], of id: RecordID) throws(StoreError) {
    do throws(StoreError) {
      try writer.set(cells, of: id)
    } catch {
      throw writer.constraints.explained(error, of: id)
    }
  }
}

extension [String: Value] {
  /// The value of a column; names are compared as SQLite does.
  func value(_ column: String) -> Value {
    self[column] ?? first { $0.key.isSameName(as: column) }?.value ?? .null
  }

  /// Whether there is a value for a column.
  fileprivate func hasValue(_ column: String) -> Bool { !value(column).isNull }

  /// The values of a row that points, without its key and what it points with.
  fileprivate func without(_ link: ChildLink) -> [String: Value] {
    let left = link.child.schema.key.columns + link.columns
    return Dictionary(
      compactMap { column, value in
        left.contains { $0.isSameName(as: column) } ? nil : (column.lowercased(), value)
      }
    ) { first, _ in first }
  }
}

/// Which rows that point to two books say the same, so that one of them is enough once the books are one.
///
/// They are known by the tables of the template `reading`. Rows of other tables may well be there twice.
enum SameChild {
  /// The columns that say what a row is about, by table; of several sets the first that is filled in.
  private static let columns: [String: [[String]]] = [
    "reading": [["finished"], ["stopped"], ["started"], []],
    "progress": [["at", "page", "percent"]],
    "quote": [["text"]],
    "source": [["service", "id"]],
    "loan": [["person", "direction", "lent_on"]],
  ]

  /// Whether rows of a table can say the same.
  static func isKnown(_ schema: Schema) -> Bool { columns[schema.table.lowercased()] != nil }

  /// Whether two rows say the same, of which each may say more than the other.
  ///
  /// - Parameters:
  ///   - left, right: The rows, column by column, without their keys and what points to the books.
  static func isSame(_ left: [String: Value], _ right: [String: Value], in schema: Schema) -> Bool {
    guard let sets = columns[schema.table.lowercased()] else { return false }
    let contradict = left.contains { column, value in
      let other = right[column] ?? .null
      return !MergedValue.isEmpty(value) && !MergedValue.isEmpty(other) && value != other
    }
    if contradict { return false }
    func isFilled(_ row: [String: Value], _ columns: [String]) -> Bool {
      columns.contains { !MergedValue.isEmpty(row[$0] ?? .null) }
    }
    for set in sets {
      switch (isFilled(left, set), isFilled(right, set)) {
      case (true, true): return set.allSatisfy { left[$0] ?? .null == right[$0] ?? .null }
      case (false, false) where !set.isEmpty: continue
      case (false, false): return true
      default: return false
      }
    }
    return false
  }
}
