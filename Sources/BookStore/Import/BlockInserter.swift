import Formats
import Records

/// Adds the rows of blocks to a table as fast as SQLite does: nothing is made of a row but what is bound.
///
/// That goes only where a row can be nothing but one new row: no row is looked for, no trigger runs, and no constraint of
/// the table replaces rows.
final class BlockInserter {
  private let database: Database
  private let sql: TableSQL
  /// The field of each cell, if it has one, and what SQLite makes of its text.
  private let targets: [(field: Int, isText: Bool, isNumber: Bool)?]
  /// The fields whose empty cells stay empty, although the database has a value for a row that leaves them out.
  private let timedFields: Set<Int>
  /// The statements by the fields that they give, as bits.
  private var statements: [UInt64: PreparedStatement] = [:]
  private var cells: [PackedValues.Cell] = []
  private var others: [Value] = []

  /// Makes an inserter; nil where rows have to be added one by one.
  ///
  /// - Parameters:
  ///   - fields: The fields of the cells.
  ///   - timedFields: The fields that get the time of the import where a row leaves them out, and may be empty.
  init?(
    _ database: Database, _ sql: TableSQL, _ fields: [Int?], timedFields: Set<Int>
  ) throws(StoreError) {
    let schema = sql.schema
    guard case .rowid(let key) = schema.key, schema.source == .table, !schema.resolvesConflicts,
      !schema.isOfCoreData,
      fields.count <= UInt64.bitWidth,
      Set(fields.compactMap(\.self)).count == fields.count(where: { $0 != nil }),
      database.connection.isUTF8,
      !fields.contains(where: { $0.map { schema.fields[$0].column == key } ?? false }),
      try !database.connection.exists(
        "SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
        [.text(Text(schema.table))])
    else { return nil }
    (self.database, self.sql, self.timedFields) = (database, sql, timedFields)
    targets = fields.map { field in
      field.map { field in
        let known = ImportColumns.isStoredAsIs(schema.fields[field])
        return (field, known.texts, known.digits)
      }
    }
  }

  /// Adds all rows of a block in the open transaction.
  ///
  /// - Returns: The rows for the log; nil if they are not what was meant, and have to be taken back and added one by one.
  func insert(_ block: CSVBlock) throws(StoreError) -> InsertedRows? {
    guard block.rowCount > 0 else { return nil }
    let total = database.connection.totalChangeCount
    let keys = try insertAll(block)
    guard let keys, database.connection.totalChangeCount - total == block.rowCount else { return nil }
    return try insertedRows(keys)
  }

  /// Adds the rows; nil if their keys do not follow each other.
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

  /// Adds a row; nil if it has no value, or is blank besides being too short.
  private func insert(_ row: Int, of block: CSVBlock) throws(StoreError) -> Int64? {
    cells.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    var (given, hasValue): (UInt64, Bool) = (0, false)
    let row = block.cells(of: row)
    for (place, target) in targets.enumerated() {
      guard let target else { continue }
      let range = place < row.count ? block.range(of: row.lowerBound + place) : 0..<0
      if range.isEmpty, !timedFields.contains(target.field) { continue }
      given |= 1 << UInt64(place)
      if range.isEmpty { appendNull() } else { cells.append(packed(block.bytes, range, target)) }
      hasValue = hasValue || !range.isEmpty
    }
    guard hasValue, row.count >= targets.count || !isBlank(row, of: block) else { return nil }
    let statement = try statement(given)
    return try cells.withUnsafeBufferPointer { cells throws(StoreError) in
      try block.bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
        try statement.insert(cells, bytes, others)
      }
    }
  }

  private func appendNull() {
    others.append(.null)
    cells.append(.init(kind: .other, count: 0, bits: Int64(others.count - 1)))
  }

  private func isBlank(_ cells: Range<Int>, of block: CSVBlock) -> Bool {
    cells.allSatisfy { cell in block.bytes[block.range(of: cell)].allSatisfy { $0 == 32 || $0 == 9 } }
  }

  /// The value that a cell gives its field.
  private func packed(
    _ bytes: [UInt8], _ range: Range<Int>, _ target: (field: Int, isText: Bool, isNumber: Bool)
  ) -> PackedValues.Cell {
    if target.isText || target.isNumber && Self.isNumber(bytes, range) {
      return .init(kind: .text, count: Int32(range.count), bits: Int64(range.lowerBound))
    }
    let text = Value.text(Text(bytes: Array(bytes[range])))
    others.append(ImportColumns.value(text, sql.schema.fields[target.field]) ?? .null)
    return .init(kind: .other, count: 0, bits: Int64(others.count - 1))
  }

  /// Whether a cell is a number of digits, with a sign or a point, that SQLite reads as everybody does.
  private static func isNumber(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count <= 15 else { return false }
    var (digits, points) = (0, 0)
    for place in range {
      switch bytes[place] {
      case 48...57: digits += 1
      case UInt8(ascii: "."): points += 1
      case UInt8(ascii: "-") where place == range.lowerBound: break
      default: return false
      }
    }
    return digits > 0 && points <= 1
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

  /// Reads what the table holds of the new rows, for the log.
  private func insertedRows(_ keys: ClosedRange<Int64>) throws(StoreError) -> InsertedRows? {
    let columns = sql.rowColumns
    var rows = InsertedRows(table: sql.schema.table, columns: columns, firstKey: keys.lowerBound)
    rows.digests.reserveCapacity(keys.count * PackedBytes.digestSize)
    var count = 0
    try database.connection.statement(sql.wholeRows).forEachRow(
      binding: [.integer(keys.lowerBound), .integer(keys.upperBound)]
    ) { row in
      if count % RowRun.longest == 0 {
        let values = row.values(at: columns.indices)
        rows.titles.append(
          sql.schema.title(of: zip(columns, values).map { LoggedChange.Cell(column: $0, value: $1) }))
      }
      let digest = PackedBytes.digest(of: row, columns: 0..<Int32(columns.count))
      PackedBytes.append(digest, size: PackedBytes.digestSize, to: &rows.digests)
      count += 1
    }
    return count == keys.count ? rows : nil
  }
}
