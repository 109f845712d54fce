import EditLog
import Listings
import Records
import SQLite

/// Merges rows in the open transaction: references to the rows that go are changed to the row that stays.
///
/// If a unique key forbids that, or the row that stays already has the same child row, the child rows are merged, too.
struct RowJoin {
  private let writer: RowWriter
  private(set) var count = MergeCount()
  /// Child rows already merged: two readings without a date are two readings.
  private var joined: Set<RecordID> = []
  private var own: Set<RecordID> = []

  init(_ writer: RowWriter) { self.writer = writer }

  private var database: Database { writer.database }
  private var connection: Connection { writer.connection }

  mutating func join(_ kept: RecordID, _ gone: [RecordID], setting cells: [Change.Cell]) throws(StoreError) {
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

  private mutating func move(
    _ link: ChildLink, from id: RecordID, _ parent: TableSQL, to kept: RecordID, _ final: [String: Value]
  ) throws(StoreError) {
    let cells = zip(link.columns, link.targets).map {
      Change.Cell(column: $0, value: final.value($1))
    }
    for child in try link.rows(pointingTo: id, parent, on: connection) {
      // The merged rows themselves are handled later; a trigger may have removed others meanwhile.
      guard !own.contains(child), try connection.exists(link.child.exists, child.values) else { continue }
      if id != kept, let same = try same(as: child, link, cells) {
        try merge(child, into: same, link)
      } else {
        try move(child, link, cells)
      }
    }
  }

  private mutating func move(
    _ child: RecordID, _ link: ChildLink, _ cells: [Change.Cell]
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
    // Undo cannot yet reverse a change of a key together with that of the rows that point to it.
    for own in leading where try !own.rows(pointingTo: child, link.child, on: connection).isEmpty {
      throw .isPointedTo(title: nil, by: own.child.schema.table)
    }
    try set(changed, of: child)
    count.note(link.shown) { $0.movedCount += 1 }
  }

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

  private func same(
    as child: RecordID, _ link: ChildLink, _ cells: [Change.Cell]
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

  private mutating func merge(_ gone: RecordID, into kept: RecordID, _ link: ChildLink) throws(StoreError) {
    joined.insert(kept)
    let rows = [try database.heldValues(of: kept), try database.heldValues(of: gone)]
    let (cells, dropped) = MergedRow(link.child.schema, rows, choices: [:], fixed: link.columns).result
    count.note(dropped: dropped)
    try join(kept, [gone], setting: cells)
    count.note(link.shown) { $0.joinedCount += 1 }
  }

  private func set(_ cells: [Change.Cell], of id: RecordID) throws(StoreError) {
    do throws(StoreError) {
      try writer.set(cells, of: id)
    } catch {
      throw writer.constraints.explained(error, of: id)
    }
  }
}

extension [String: Value] {
  func value(_ column: String) -> Value {
    self[column] ?? first { $0.key.isSameName(as: column) }?.value ?? .null
  }

  fileprivate func hasValue(_ column: String) -> Bool { !value(column).isNull }

  fileprivate func without(_ link: ChildLink) -> [String: Value] {
    let left = link.child.schema.key.columns + link.columns
    return Dictionary(
      compactMap { column, value in
        left.contains { $0.isSameName(as: column) } ? nil : (column.lowercased(), value)
      }
    ) { first, _ in first }
  }
}

/// Decides which child rows of two merged books say the same; the tables are those of the template `reading`.
enum SameChild {
  /// The columns that identify a row's content, by table; the first complete set counts.
  private static let columns: [String: [[String]]] = [
    "reading": [["finished"], ["stopped"], ["started"], []],
    "progress": [["at", "page", "percent"]],
    "quote": [["text"]],
    "source": [["service", "id"]],
    "loan": [["person", "direction", "lent_on"]],
  ]

  static func isKnown(_ schema: Schema) -> Bool { columns[schema.table.lowercased()] != nil }

  /// Whether two rows say the same, though either may say more than the other.
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

struct ChildLink {
  let child: TableSQL
  /// The table as users know it: a row that joins rows to a shelf is a shelf to them.
  let shown: Schema
  let key: ForeignKey

  var columns: [String] { key.columns }
  var targets: [String] { key.targets }

  static func all(to parent: TableSQL, in database: Database) throws(StoreError) -> [ChildLink] {
    let reader = SchemaReader(connection: database.connection)
    var links: [ChildLink] = []
    for entry in try database.tables(pointingTo: parent.schema.table) where entry.kind == .table {
      for key in try reader.foreignKeys(of: entry.name)
      where key.table.isSameName(as: parent.schema.table) && key.columns.count == key.targets.count {
        let child = try database.sql(of: entry.id)
        let shown = try shown(child.schema, besides: parent.schema.table, in: database)
        links.append(ChildLink(child: child, shown: shown, key: key))
      }
    }
    return links
  }

  private static func shown(
    _ child: Schema, besides table: String, in database: Database
  ) throws(StoreError) -> Schema {
    let other = child.references.first { !$0.table.isSameName(as: table) }
    guard child.isJoining, let other, let entry = database.entry(named: other.table) else { return child }
    var (shown, nouns) = (child, try database.schema(of: entry.id))
    (shown.singular, shown.plural) = (nouns.singular, nouns.plural)
    return shown
  }

  func rows(pointingTo id: RecordID, _ parent: TableSQL, on connection: Connection) throws(StoreError)
    -> [RecordID]
  {
    let keys = child.schema.key.columns.map { "c.\(quoted($0))" }.separated(by: ", ")
    let text = key.pointing(keys, from: child.schema.table, to: parent)
    return try connection.rows(text, id.values) { [child] in child.id(in: $0) }
  }
}

struct MergedRow {
  private let schema: Schema
  private let rows: [[String: Value]]
  private let choices: [Int: Merge.Choice]
  private let fixed: [String]

  /// - Parameter fixed: Columns that keep the value of the row that stays, besides those of its key.
  init(_ schema: Schema, _ rows: [[String: Value]], choices: [Int: Merge.Choice], fixed: [String] = []) {
    (self.schema, self.rows, self.choices) = (schema, rows, choices)
    self.fixed = schema.key.columns + fixed
  }

  var result: (cells: [Change.Cell], dropped: [(field: Field, value: Value)]) {
    var (cells, dropped): ([Change.Cell], [(field: Field, value: Value)]) = ([], [])
    for (index, field) in schema.fields.enumerated() where isFree(field) {
      let held = values(of: index)
      let merged = MergedValue(field)
      var value = merged.value(of: held, choices[index])
      if value.isNull, !field.takesNull { value = held[0] }
      if value != held[0] { cells.append(Change.Cell(column: field.column, value: value)) }
      dropped += merged.lost(held, by: value).map { (field, $0.head) }
    }
    return (cells, dropped)
  }

  var title: Value {
    var values = rows[0]
    for cell in result.cells { values[cell.column] = cell.value }
    return schema.title(of: schema.fields.map { values.value($0.column) })
  }

  private func isFree(_ field: Field) -> Bool {
    !field.isGenerated && !fixed.contains { $0.isSameName(as: field.column) }
  }

  /// The values of a field in all rows, except references to merged rows and composite references that do not fit.
  private func values(of field: Int) -> [Value] {
    let column = schema.fields[field].column
    return rows.enumerated().map { place, row in
      let value = row.value(column)
      for reference in schema.references where reference.fields.contains(field) {
        if isWithin(reference, row, place) || place > 0 && !fits(reference, row) { return .null }
      }
      return value
    }
  }

  /// Whether a row points to one of the merged rows; the row that stays may point to itself.
  private func isWithin(_ reference: Reference, _ row: [String: Value], _ place: Int) -> Bool {
    guard reference.table.isSameName(as: schema.table) else { return false }
    let pointing = reference.fields.map { row.value(schema.fields[$0].column) }
    return rows.enumerated().contains { other, target in
      !(place == 0 && other == 0) && reference.columns.map { target.value($0) } == pointing
    }
  }

  private func fits(_ reference: Reference, _ row: [String: Value]) -> Bool {
    guard reference.fields.count > 1 else { return true }
    return reference.fields.allSatisfy { field in
      let column = schema.fields[field].column
      let (own, other) = (rows[0].value(column), row.value(column))
      return !MergedValue.isEmpty(other) && (MergedValue.isEmpty(own) || own == other)
        || choices[field] != nil
    }
  }
}
