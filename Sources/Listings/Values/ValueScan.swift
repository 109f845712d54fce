import Queries
import Records
import SQLite

/// Counts the distinct values of a field, or finds the rows that hold one of them; compares classes and bytes.
struct ValueScan: Sendable {
  let source: RowSource
  let field: Int

  private var sql: TableSQL { source.sql }
  private var filter: RowFilter? { source.filter }
  private var scope: ListSource.Scope? { source.scope }

  /// Whether the values are those of all rows of a table, so that the database's version can invalidate a cached result.
  var canBeKept: Bool { scope == nil && filter == nil && sql.schema.source == .table }

  /// Counts the values; the lines arrive in order, most frequent first.
  ///
  /// `total` is 0 if unknown; `progress` receives a fraction from 0 to 1, `report` the lines in the file so far and their
  /// rows.
  func count(
    on connection: Connection, _ edits: ValueEdits, into lines: ValueLines, total: Int,
    progress: @escaping (Double) -> Void, report: @escaping (_ lines: Int, _ rows: Int) -> Void
  ) throws(StoreError) {
    try defineFunctions(on: connection, edits, total, progress)
    // Otherwise the connection would keep the edits until the next count.
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    var values = DistinctValues { [unowned connection] in connection.isCancelled }
    var rowCount = 0
    let statement = try connection.uncachedStatement(valueText(edits), for: .list)
    try statement.forEachRow(binding: (filter?.bindings ?? []) + (scope?.values ?? [])) {
      row throws(StoreError) in
      try values.add(row)
      rowCount += 1
      if filter == nil, rowCount.isMultiple(of: SQLFunction.tickCount) { note(rowCount, total, progress) }
    }
    if sql.schema.field(at: field).kind == .list {
      try write(&values, asPartsInto: ValueWriter(lines, report: report))
    } else {
      try values.drain(into: lines, report: report)
    }
  }

  private func write(
    _ lists: inout DistinctValues, asPartsInto writer: ValueWriter
  ) throws(StoreError) {
    var parts = ValueParts()
    try lists.drain { line in parts.add(line.line) }
    for line in parts.lines { try writer.add(line, ofRows: 0) }
    try writer.flush(rowsBesides: parts.rowCount)
  }

  private func defineFunctions(
    on connection: Connection, _ edits: ValueEdits, _ total: Int,
    _ progress: @escaping (Double) -> Void
  ) throws(StoreError) {
    var scanned = 0
    var tests = filter?.functionTests { [unowned connection] in connection.isCancelled } ?? .init()
    let id = { [sql] (key: SQLFunction.Arguments) in sql.id(key.map(SQLFunction.value(of:))) }
    tests.edited = { edits.values[id($0)] }
    tests.numbered += [{ edits.isShown[id($0)] != nil }, { edits.isShown[id($0)] ?? false }]
    try SQLFunction.register(on: connection.pointer, tests) {
      scanned += SQLFunction.tickCount
      note(scanned, total, progress)
    }
  }

  private func note(_ count: Int, _ total: Int, _ progress: (Double) -> Void) {
    if total > 0 { progress(min(1, Double(count) / Double(total)) * 0.9) }
  }

  /// Grouping in SQL would sort all rows.
  private func valueText(_ edits: ValueEdits) -> String {
    let filtered = filter.map { [condition($0, edits)] } ?? []
    let conditions = filtered + (scope?.fields.map { sql.columnList([$0]) + " = ?" } ?? [])
    let meeting = conditions.isEmpty ? "" : " WHERE \(conditions.separated(by: " AND "))"
    return sql.valueRows(of: field, meeting: meeting) {
      !edits.values.isEmpty ? "\(SQLFunction.value)(\($0), \(sql.keyList))" : $0
    }
  }

  /// For edited rows, the store has already decided.
  private func condition(_ filter: RowFilter, _ edits: ValueEdits) -> String {
    if edits.isShown.isEmpty { return "(\(filter.text))" }
    func test(_ number: Int) -> String {
      "\(SQLFunction.test)(\(filter.tests.count + number), \(sql.keyList))"
    }
    return "CASE WHEN \(test(0)) THEN \(test(1)) ELSE (\(filter.text)) END"
  }

  func rows(
    holding value: Value, _ edits: ValueEdits, on connection: Connection
  ) throws(StoreError) -> FoundRows {
    try defineFunctions(on: connection, edits, 0) { _ in }
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    let isInteger = sql.schema.key.isInteger
    let file: RankFile? = isInteger ? try RankFile() : nil
    var table = RankTable(of: sql.schema.id, file: file)
    var (rowids, keys, written): ([Int64], [RecordID], Int) = ([], [], 0)
    func flush() throws(StoreError) {
      try file?.write(rowids, at: written)
      written += rowids.count
      rowids.removeAll(keepingCapacity: true)
    }
    let column = sql.columnList([field])
    let scoped = scope?.fields.map { " AND " + sql.columnList([$0]) + " = ?" }.joined() ?? ""
    let isPart = sql.schema.field(at: field).kind == .list && value.payloadByteCount > 0
    let holds =
      isPart
      ? "instr(\(column), ?1) > 0" : "\(column) IS ?1 COLLATE BINARY AND typeof(\(column)) = typeof(?1)"
    let filtered = filter.map { " AND " + condition($0, edits) } ?? ""
    let text =
      "SELECT \(sql.keyList) FROM \(sql.table) WHERE \(holds)\(filtered)\(scoped) ORDER BY \(sql.keyList)"
    let bindings = [value] + (filter?.bindings ?? []) + (scope?.values ?? [])
    try connection.uncachedStatement(text, for: .list).forEachRow(binding: bindings) {
      row throws(StoreError) in
      if isInteger { rowids.append(row.integer(at: 0)) } else { keys.append(sql.id(in: row)) }
      if rowids.count == 65_536 { try flush() }
    }
    try flush()
    if isInteger { table.extend(toFileCount: written) } else { table.append(keys) }
    return FoundRows(table: table)
  }
}

/// The items of lists, each with the number of rows whose list contains it.
package struct ValueParts {
  package private(set) var rowCount = 0
  private var counts: [Value: Int] = [:]
  private var byteCount = 0

  package init() {}

  /// After this many bytes of items, new items are not counted.
  private static let byteLimit = 16 << 20

  /// A value without items counts as itself.
  package mutating func add(_ line: ValueLine) {
    rowCount += line.count
    for part in Self.parts(of: line.value) {
      if counts[part] == nil {
        guard byteCount < Self.byteLimit else { continue }
        byteCount += part.payloadByteCount + Self.entrySize
      }
      counts[part, default: 0] += line.count
    }
  }

  private static let entrySize = 64

  private static func parts(of value: Value) -> Set<Value> {
    guard case .text(let text) = value else { return [value] }
    let parts = ListText.parts(of: text.string)
    return parts.isEmpty ? [value] : Set(parts.map { .text(Text($0)) })
  }

  package var lines: [ValueLine] {
    let entries = counts.map { (line: ValueLine(value: $0.key, count: $0.value), key: SortKey($0.key)) }
    return entries.sorted {
      $0.line.count != $1.line.count ? $0.line.count > $1.line.count : $0.key < $1.key
    }.map(\.line)
  }
}

/// Rows found by a thread, in table order; rowids are in a temporary file.
public struct FoundRows: Sendable {
  fileprivate let table: RankTable

  /// The number of rows.
  public var count: Int { table.count }

  /// The keys of the rows at some positions.
  public func ids(in places: Range<Int>) -> [RecordID] { table.ids(in: places) }
}

struct ValueEdits: Sendable {
  var values: [RecordID: Value] = [:]
  /// For rows whose edits may change whether the list shows them.
  var isShown: [RecordID: Bool] = [:]
}
