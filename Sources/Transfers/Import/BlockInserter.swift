import EditLog
import Formats
import Listings
import Records
import SQLite

/// Adds blocks of rows as fast as SQLite can, without an object per row.
///
/// Each row must become one new row: no matching, no triggers, and no constraint that replaces rows.
final class BlockInserter {
  private let database: Database
  private let sql: TableSQL
  private let targets: [(field: Int, plain: CellReader.Plain, isNullByDefault: Bool)?]
  private let readings: CellReadings
  private(set) var problems: [Int: [RowProblem]] = [:]
  private var statements: [UInt64: PreparedStatement] = [:]
  private var cells: [PackedValues.Cell] = []
  private var others: [Value] = []
  private let sources: SourceBlocks?

  /// Nil if rows have to be added one by one.
  init?(
    _ database: Database, _ sql: TableSQL, _ readers: [CellReader?], _ sources: SourceBlocks?
  ) throws(StoreError) {
    let schema = sql.schema
    let fields = readers.map { $0?.index }
    guard case .rowid(let key) = schema.key, schema.source == .table, !schema.resolvesConflicts,
      !schema.isOfCoreData,
      fields.count <= UInt64.bitWidth,
      Set(fields.compactMap(\.self)).count == fields.count(where: { $0 != nil }),
      database.connection.isUTF8,
      !fields.contains(where: { $0.map { schema.fields[$0].column == key } ?? false }),
      try !database.hasTriggers(on: schema.table), try sources?.canInsert ?? true
    else { return nil }
    (self.database, self.sql, self.sources) = (database, sql, sources)
    readings = CellReadings(readers)
    targets = readers.map { $0.map { ($0.index, $0.plain, $0.isNullByDefault) } }
  }

  /// Adds all rows of a block and returns them for the log; after nil, the caller must roll back and add row by row.
  func insert(_ block: CSVBlock) throws(StoreError) -> [PackedRows]? {
    problems = [:]
    guard block.rowCount > 0 else { return nil }
    let total = database.connection.totalChangeCount
    let keys = try insertAll(block)
    guard let keys, database.connection.totalChangeCount - total == block.rowCount else { return nil }
    var inserted = [try database.insertedRows(keys, sql)]
    if let sources { inserted.append(try sources.insert(block, of: keys)) }
    return inserted.contains { $0 == nil } ? nil : inserted.compactMap(\.self)
  }

  /// Nil if the new keys are not consecutive.
  private func insertAll(_ block: CSVBlock) throws(StoreError) -> ClosedRange<Int64>? {
    var (first, last): (Int64?, Int64) = (nil, 0)
    for row in 0..<block.rowCount {
      guard let key = try insert(row, of: block) else { return nil }
      if first != nil, key != last + 1 { return nil }
      (first, last) = (first ?? key, key)
    }
    for statement in statements.values { statement.clearBindings() }
    return first.map { $0...last }
  }

  private func insert(_ row: Int, of block: CSVBlock) throws(StoreError) -> Int64? {
    cells.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    var (given, hasValue): (UInt64, Bool) = (0, false)
    let rowCells = block.cells(of: row)
    for (place, target) in targets.enumerated() {
      guard let target else { continue }
      let range = place < rowCells.count ? block.range(of: rowCells.lowerBound + place) : 0..<0
      if let cell = packed(block.bytes, range, target.plain, place, row) {
        hasValue = true
        cells.append(cell)
      } else if target.isNullByDefault {
        others.append(.null)
        cells.append(.init(kind: .other, count: 0, bits: Int64(others.count - 1)))
      } else {
        continue
      }
      given |= 1 << UInt64(place)
    }
    guard hasValue, rowCells.count >= targets.count || !isBlank(rowCells, of: block) else { return nil }
    let statement = try statement(given)
    return try cells.withUnsafeBufferPointer { cells throws(StoreError) in
      try block.bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
        try statement.insert(cells, bytes, others)
      }
    }
  }

  private func isBlank(_ cells: Range<Int>, of block: CSVBlock) -> Bool {
    cells.allSatisfy { cell in block.bytes[block.range(of: cell)].allSatisfy { $0 == 32 || $0 == 9 } }
  }

  private func packed(
    _ bytes: [UInt8], _ range: Range<Int>, _ plain: CellReader.Plain, _ place: Int, _ row: Int
  ) -> PackedValues.Cell? {
    if range.isEmpty { return nil }
    if plain.has(bytes, range) {
      return .init(kind: .text, count: Int32(range.count), bits: Int64(range.lowerBound))
    }
    let (value, problem) = readings.reading(of: bytes[range], at: place)
    if let problem { problems[row, default: []].append(problem) }
    guard let value else { return nil }
    others.append(value)
    return .init(kind: .other, count: 0, bits: Int64(others.count - 1))
  }

  private func statement(_ given: UInt64) throws(StoreError) -> PreparedStatement {
    if let statement = statements[given] { return statement }
    let columns = targets.enumerated().compactMap { place, target in
      given & 1 << UInt64(place) != 0 ? target.map { sql.schema.fields[$0.field].column } : nil
    }
    let statement = try database.change(sql.insertQuickly(columns), sql.schema.table)
    statements[given] = statement
    return statement
  }
}

/// Adds the rows of blocks to the table of sources, each for the book that it has become.
final class SourceBlocks {
  private let database: Database
  private let sql: TableSQL
  private let service: Value
  private let names: [[UInt8]]

  init(
    _ database: Database, _ sql: TableSQL, _ service: Value, _ names: [String]
  ) throws(StoreError) {
    (self.database, self.sql, self.service) = (database, sql, service)
    self.names = names.map { JSONValue.string($0).bytes }
  }

  var canInsert: Bool {
    get throws(StoreError) {
      guard case .rowid = sql.schema.key, !sql.schema.resolvesConflicts else { return false }
      return try !database.hasTriggers(on: sql.schema.table)
    }
  }

  /// Nil if a row has to be added by itself.
  func insert(_ block: CSVBlock, of books: ClosedRange<Int64>) throws(StoreError) -> PackedRows? {
    var (json, ends): ([UInt8], [Int]) = ([], [0])
    json.reserveCapacity(block.bytes.count + block.rowCount * names.reduce(0) { $0 + $1.count + 4 })
    for row in 0..<block.rowCount {
      guard block.appendJSON(of: row, names: names, to: &json) else { return nil }
      ends.append(json.count)
    }
    let keys = try insert(json, ends, books)
    return try keys.flatMap { keys throws(StoreError) in try database.insertedRows(keys, sql) }
  }

  /// Nil if the new keys are not consecutive.
  private func insert(
    _ json: [UInt8], _ ends: [Int], _ books: ClosedRange<Int64>
  ) throws(StoreError) -> ClosedRange<Int64>? {
    let statement = try database.change(
      sql.insertQuickly(["book", "service", "imported"]), sql.schema.table)
    defer { statement.clearBindings() }
    return try json.withUnsafeBufferPointer { bytes throws(StoreError) in
      var (first, last): (Int64?, Int64) = (nil, 0)
      for (row, book) in books.enumerated() {
        let cells: [PackedValues.Cell] = [
          .init(kind: .integer, count: 0, bits: book), .init(kind: .other, count: 0, bits: 0),
          .init(kind: .text, count: Int32(ends[row + 1] - ends[row]), bits: Int64(ends[row])),
        ]
        let key = try cells.withUnsafeBufferPointer { cells throws(StoreError) in
          try statement.insert(cells, bytes, [service])
        }
        if first != nil, key != last + 1 { return nil }
        (first, last) = (first ?? key, key)
      }
      return first.map { $0...last }
    }
  }
}

extension Database {
  /// The new rows of a table for the log; nil if others lie between them.
  fileprivate func insertedRows(
    _ keys: ClosedRange<Int64>, _ sql: TableSQL
  ) throws(StoreError) -> PackedRows? {
    let columns = sql.rowColumns
    var rows = PackedRows(table: sql.schema.table, kind: .insertion, columns: columns)
    var count = 0
    try connection.statement(sql.wholeRows(isFalling: false)).forEachRow(
      binding: [.integer(keys.lowerBound), .integer(keys.upperBound)]
    ) { row in
      if count % RowRun.longest == 0 {
        rows.runs.append(.init(firstKey: keys.lowerBound + Int64(count), title: sql.title(ofWhole: row)))
      }
      let digest = PackedBytes.digest(of: row, columns: 0..<Int32(columns.count))
      rows.runs[rows.runs.count - 1].append(digest: digest)
      count += 1
    }
    return count == keys.count ? rows : nil
  }
}
